/* mesh_touch.c - where a convex shape touches a mesh
 *
 * The triangles around the shape say where it may touch each of them (mesh_nearest.c). If that
 * is along the normal of a face, all triangles of it that are near give the corners of what the
 * two share; joints between them give none. Else each triangle does so for its edge or vertex.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/cover.h"
#include "kernel/shapes/mesh.h"
#include "kernel/shapes/outline.h"

#include <math.h>
#include <string.h>

/* a corner beyond a side that bends up is in the other face, if it is this far above that,
 * times the size */
static const double IN_FRONT = 1e-8;

enum { FOUND = 64 };

typedef struct found {
    int t;
    bool flat; /* along the normal of its face */
    zni_nearest near_;
} found;

typedef struct work {
    const zn_shape *a;  /* the other one, */
    const zni_pose *place; /* in the frame of the mesh */
    const zni_mesh *m;
    zni_solid A;
    double radius, scale;
    double centre[3];
    int *list, n;
    found at[FOUND];
    int nfound;
    zni_touches *out;
} work;

/* ---- spheres ------------------------------------------------------------------------------- */

static void sphere_place(const work *w, const zni_piece *p, uint32_t f,
                         const double foot[3], const double n[3], double gap)
{
    zn_touch t = {.gap = gap,
                  .f1 = zni_feature(ZNI_WHOLE, 0),
                  .f2 = zni_piece_feature(p, f)};

    zni_along(w->centre, -w->radius, n, t.p1);
    memcpy(t.p2, foot, sizeof t.p2);
    memcpy(t.c1, w->centre, sizeof t.c1);
    memcpy(t.c2, foot, sizeof t.c2);
    memcpy(t.n, n, sizeof t.n);
    zni_gather(w->out, &t, 3 * ZNI_SAME * w->scale);
}

/* Its centre is under the surface: it leaves by the nearest point. */
static bool sphere_under(work *w)
{
    zni_foot f = {.s = INFINITY};

    if (w->m->closed)
        zni_mesh_foot(w->m, w->centre, w->centre, &f);
    if (!(f.s < 0))
        return false;
    sphere_place(w, &f.piece, f.feature, f.at, f.n, f.s - w->radius);
    return true;
}

static void sphere_touch(work *w)
{
    zni_piece p;
    double foot[3], n[3];

    if (sphere_under(w))
        return;
    for (int i = 0; i < w->n; i++) {
        zni_piece_of(w->m, w->list[i], w->centre, &p);
        const uint32_t f = zni_piece_nearest(&p, w->centre, foot);
        const double l = zni_piece_away(&p, f, w->centre, foot, n);
        if (l >= 0 && zni_piece_allows(&p, f, n))
            sphere_place(w, &p, f, foot, n, l - w->radius);
    }
}

/* ---- other shapes ---------------------------------------------------------------------- */

/* Keeps what a triangle found; of a face along its normal, once. */
static void keep(work *w, const found *f)
{
    const int *face = w->m->face;
    int worst = 0;

    for (int i = 0; i < w->nfound; i++) {
        if (f->flat && w->at[i].flat && face[w->at[i].t] == face[f->t])
            return;
        if (w->at[i].near_.s > w->at[worst].near_.s)
            worst = i;
    }
    if (w->nfound < FOUND)
        w->at[w->nfound++] = *f;
    else if (f->near_.s < w->at[worst].near_.s)
        w->at[worst] = *f;
}

static void look(work *w)
{
    zni_piece p;
    found f;

    for (int i = 0; i < w->n; i++) {
        zni_piece_of(w->m, w->list[i], w->centre, &p);
        if (!zni_piece_meets(&p, &w->A, w->radius, w->scale,
                             w->out->reach + w->radius, w->list, w->n,
                             ZNI_LEAVE, &f.near_))
            continue;
        f.t = w->list[i];
        f.flat = zni_dot3(f.near_.n, p.plane) > 1 - 1e-15;
        if (f.flat) {
            memcpy(f.near_.n, p.plane, sizeof f.near_.n);
            f.near_.fb = zni_feature(ZNI_FACE, 0);
        }
        keep(w, &f);
    }
}

/* Does a place belong to the surface? Joints in a face, sides that bend up, and points in them do
 * not. */
static bool of_surface(const zni_piece *p, uint32_t f)
{
    const int k = (int)(f & 0x3fffff);

    if (f >> 22 == ZNI_VERTEX)
        return p->corner[k];
    if (f >> 22 == ZNI_EDGE)
        return p->bend[k] == ZNI_CONVEX || p->bend[k] == ZNI_BORDER;
    return true;
}

static void nearest_place(work *w, const zni_piece *p, const zni_nearest *k)
{
    zn_touch t;
    zni_touches one = {.at = &t, .most = 1, .reach = w->out->reach};

    /* a vertex in a straight edge is not where the edge ends */
    if (k->fb >> 22 == ZNI_VERTEX && !w->m->sharp[p->vertex[k->fb & 0x3fffff]])
        return;

    zni_place_add(&one, w->A.round, w->radius, NULL, 0, k->a, k->b, k->n,
                  k->s - w->radius, k->fa, zni_piece_feature(p, k->fb));
    if (one.n)
        zni_gather(w->out, &t, 3 * ZNI_SAME * w->scale);
}

/* Corners of the solid that are under a neighbour that bends up touch the face all the same. */
static void corners_under(work *w, const zni_piece *p, const zni_nearest *k)
{
    const double m[3] = {-k->n[0], -k->n[1], -k->n[2]};
    double E[9], d[3];
    zni_outline o;
    zni_nearest at = *k;

    if (p->bend[0] != ZNI_CONCAVE && p->bend[1] != ZNI_CONCAVE &&
        p->bend[2] != ZNI_CONCAVE)
        return;
    zn_contact_frame(k->n, E);
    zni_outline_of(&w->A, k->fa, m, E + 3, E + 6, &o);
    for (int i = 0; i < o.n; i++) {
        if (zni_piece_over(p, o.v[i], ZNI_SAME * w->scale) ||
            !zni_piece_under(p, o.v[i], ZNI_SAME * w->scale))
            continue;
        zni_sub3(o.v[i], p->v, d);
        at.s = zni_dot3(k->n, d);
        memcpy(at.a, o.v[i], sizeof at.a);
        zni_along(at.a, -at.s, k->n, at.b);
        at.fa = o.fv[i];
        nearest_place(w, p, &at);
    }
}

/* Is the core of a place in front of a neighbour that bends up, and beyond the side there? */
static bool of_neighbour(const work *w, const zni_piece *p, const zn_touch *t)
{
    double x[3], above;

    zni_along(t->p2, t->gap + w->radius, t->n, x);
    for (int k = 0; k < 3; k++)
        if (p->bend[k] == ZNI_CONCAVE &&
            zni_piece_beside(p, k, x, &above) > 0 &&
            above > IN_FRONT * w->scale)
            return true;
    return false;
}

/* The corners of what the solid and one piece share. @return are they all that there is? Along
 * the normal of a face, any are. */
static bool patch(work *w, const zni_piece *p, const found *f)
{
    const zni_solid B = {.poly = &p->poly};
    zn_touch at[ZN_TOUCH_MOST];
    zni_touches to = {.at = at, .most = ZN_TOUCH_MOST, .reach = w->out->reach};
    const bool whole = zni_patch(&w->A, &B, &f->near_, w->radius, 0,
                                 ZNI_SAME * w->scale, true, &to);

    for (zn_index i = 0; i < to.n; i++)
        if (of_surface(p, at[i].f2) &&
            !(at[i].f2 >> 22 == ZNI_FACE && of_neighbour(w, p, &at[i]))) {
            at[i].f2 = zni_piece_feature(p, at[i].f2);
            zni_gather(w->out, &at[i], 3 * ZNI_SAME * w->scale);
        }
    if (f->flat)
        corners_under(w, p, &f->near_);
    return f->flat ? to.n > 0 : whole;
}

static void places(work *w, const found *f)
{
    const int *face = w->m->face;
    bool whole = false;
    zni_piece p;

    for (int i = 0; i < w->n; i++) {
        const int t = w->list[i];
        if (t != f->t && !(f->flat && face[t] == face[f->t]))
            continue;
        zni_piece_of(w->m, t, w->centre, &p);
        whole = patch(w, &p, f) || whole;
    }
    if (whole)
        return;
    zni_piece_of(w->m, f->t, w->centre, &p);
    nearest_place(w, &p, &f->near_);
}

/* Would the body that leaves along g take leave of the place f, too, which is deeper? At a corner that bends outwards,
 * one way out is enough. */
static bool leaves_with(const work *w, const found *f, const found *g)
{
    const double depth = w->radius - g->near_.s;
    double x[3], d[3], own[3];

    if (!(depth > 0) || !(zni_dot3(f->near_.n, g->near_.n) > 0) ||
        !(f->near_.s - w->radius < -depth - ZNI_MESH_ROUNDING * w->scale))
        return false;
    zni_along(f->near_.b, -depth, g->near_.n, x);
    zni_sub3(x, w->place->x, d);
    zni_back3(w->place->R, d, own);
    return zni_cover_outside(w->a, own) >= -ZNI_MESH_ROUNDING * w->scale;
}

/* Where a face is touched along its normal, its edges say nothing new, nor do those of neighbours
 * that are touched along the same. */
static bool said(const work *w, const found *f)
{
    const int *face = w->m->face;
    zni_piece p;

    if (f->flat)
        return false;
    zni_piece_of(w->m, f->t, w->centre, &p);
    for (int i = 0; i < w->nfound; i++) {
        const found *g = &w->at[i];
        if (leaves_with(w, f, g))
            return true;
        if (!g->flat)
            continue;
        if (face[g->t] == face[f->t])
            return true;
        if (!(zni_dot3(g->near_.n, f->near_.n) > 1 - 1e-14))
            continue;
        for (int k = 0; k < w->n; k++)
            if (face[w->list[k]] == face[g->t] &&
                zni_piece_at(&p, f->near_.fb, w->list[k]))
                return true;
    }
    return false;
}

/* Of the triangles that it overlaps that which it leaves soonest. @return is there one? */
static bool leaves(const work *w, zni_leave how, found *best)
{
    zni_piece p;
    zni_nearest k;
    bool any = false;

    for (int i = 0; i < w->n; i++) {
        zni_piece_of(w->m, w->list[i], w->centre, &p);
        if (zni_piece_meets(&p, &w->A, w->radius, w->scale,
                            ZNI_MESH_ROUNDING * w->scale, w->list, w->n, how,
                            &k) &&
            k.s > best->near_.s) {
            best->near_ = k;
            best->t = w->list[i];
            any = true;
        }
    }
    return any;
}

/* What is in the ground all the same. The point that is deepest under a face may be nearer to another one, at the
 * rim, which the body as a whole is far beyond; and where it has come to a vertex between ridges
 * and furrows, or entered the ground a little next to it, there may be no triangle that it may leave along. */
static void look_again(work *w)
{
    found best = {.near_ = {.s = -ZNI_MESH_LITTLE * w->scale}};

    for (int i = 0; i < w->nfound; i++)
        if (w->at[i].near_.s <= ZNI_MESH_ROUNDING * w->scale)
            return;
    if (leaves(w, ZNI_LEAVE_DEEPER, &best) ||
        leaves(w, ZNI_LEAVE_ANYHOW, &best))
        keep(w, &best);
}

static void bounds(const zni_solid *S, double by, double lo[3], double hi[3])
{
    for (int i = 0; i < 3; i++) {
        lo[i] = INFINITY;
        hi[i] = -INFINITY;
        for (int k = 0; S->poly && k < S->poly->nv; k++) {
            lo[i] = fmin(lo[i], S->poly->v[3 * k + i]);
            hi[i] = fmax(hi[i], S->poly->v[3 * k + i]);
        }
        for (int k = 0; S->round && k < 2; k++) {
            const double z = S->round->z[i];
            const double r = S->round->r[k] * sqrt(fmax(1 - z * z, 0));
            lo[i] = fmin(lo[i], S->round->c[k][i] - r);
            hi[i] = fmax(hi[i], S->round->c[k][i] + r);
        }
        lo[i] -= by;
        hi[i] += by;
    }
}

void zni_mesh_touch(const zn_shape *a, const zni_pose *at, const zni_mesh *m,
                    double scale, zni_scratch *scratch, zni_touches *out)
{
    work w = {.a = a,
              .place = at,
              .m = m,
              .radius = a->radius,
              .scale = fmin(a->scale, scale),
              .list = scratch->list,
              .out = out};
    zni_poly poly;
    zni_round round_;
    double lo[3], hi[3];

    if (a->round.l > 0) {
        zni_round_move(&a->round, at, &round_);
        w.A.round = &round_;
    } else {
        zni_poly_move(&a->core, at, scratch->v, scratch->plane, &poly);
        w.A.poly = &poly;
    }
    bounds(&w.A, 0, lo, hi);
    for (int i = 0; i < 3; i++)
        w.centre[i] = (lo[i] + hi[i]) / 2;
    bounds(&w.A, a->radius + out->reach, lo, hi);
    w.n = zni_mesh_query(m, lo, hi, w.list);
    if (a->kind == ZNI_SPHERE) {
        memcpy(w.centre, at->x, sizeof w.centre);
        sphere_touch(&w);
    } else {
        look(&w);
        look_again(&w);
        for (int i = 0; i < w.nfound; i++)
            if (!said(&w, &w.at[i]))
                places(&w, &w.at[i]);
    }
    zni_gather_sort(out);
}

void zni_mesh_on_plane(const zni_mesh *m, const zni_pose *plane,
                       zni_touches *out)
{
    const double *n = plane->R + 6;
    zn_touch t = {.f2 = zni_feature(ZNI_FACE, 0)};
    double d[3];

    memcpy(t.n, n, sizeof t.n);
    for (int i = 0; i < m->nv; i++) {
        if (!m->sharp[i])
            continue;
        zni_sub3(m->v[i], plane->x, d);
        t.gap = zni_dot3(n, d);
        t.f1 = zni_feature(ZNI_VERTEX, i);
        memcpy(t.p1, m->v[i], sizeof t.p1);
        memcpy(t.c1, m->v[i], sizeof t.c1);
        zni_along(m->v[i], -t.gap, n, t.p2);
        memcpy(t.c2, t.p2, sizeof t.c2);
        zni_gather(out, &t, 0);
    }
    zni_gather_sort(out);
}
