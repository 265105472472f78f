/* pairs.c - where two shapes touch: which way for which pair
 *
 * All is done in the frame of A, to which B is moved: so places are the same however both
 * lie in space together, but for rounding.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/flat.h"
#include "kernel/shapes/mesh.h"
#include "kernel/shapes/outline.h"
#include "kernel/shapes/pairs.h"
#include "kernel/shapes/columns.h"

#include <math.h>
#include <string.h>

/* A pair in the frame of A. */
typedef struct pair {
    const zn_shape *a, *b;
    zni_pose b_in_a;
    zni_scratch *scratch;
} pair;

void zni_place_add(zni_touches *out, const zni_round *Fa, double ra,
                   const zni_round *Fb, double rb, const double a[3],
                   const double b[3], const double n[3], double gap,
                   uint32_t f1, uint32_t f2)
{
    zn_touch *t = out->at + out->n;

    if (!(gap < out->reach) || out->n == out->most)
        return;
    zni_along(a, -ra, n, t->p1);
    zni_along(b, rb, n, t->p2);
    memcpy(t->c1, a, sizeof t->c1);
    memcpy(t->c2, b, sizeof t->c2);
    if (Fa)
        zni_round_centre(Fa, a, n, t->c1);
    if (Fb)
        zni_round_centre(Fb, b, n, t->c2);
    memcpy(t->n, n, sizeof t->n);
    t->gap = gap;
    t->f1 = f1;
    t->f2 = f2;
    out->n++;
}

/* The core of a shape; NULL: not so. */
static const zni_round *round_of(const zn_shape *s)
{
    return s->round.l > 0 ? &s->round : NULL;
}

static zni_solid solid_of(const zn_shape *s)
{
    const zni_round *F = round_of(s);

    return (zni_solid){.poly = F ? NULL : &s->core, .round = F};
}

static void add(const pair *p, zni_touches *out, const double a[3],
                const double b[3], const double n[3], double gap, uint32_t f1,
                uint32_t f2)
{
    zni_place_add(out, round_of(p->a), p->a->radius, NULL, p->b->radius, a, b,
                  n, gap, f1, f2);
}

/* ---- planes and spheres ------------------------------------------------------------ */

static void over_plane(const pair *p, zni_touches *out, const double v[3],
                       uint32_t f)
{
    const double *n = zni_endless_normal(p->b, &p->b_in_a);
    double d[3], foot[3];

    zni_sub3(v, p->b_in_a.x, d);
    const double h = zni_dot3(n, d);
    zni_along(v, -h, n, foot);
    add(p, out, v, foot, n, h - p->a->radius, f, zni_feature(ZNI_FACE, 0));
}

/* A cylinder or a cone: what of it looks down, or the deepest point. */
static void round_on_plane(const pair *p, zni_touches *out)
{
    const double *n = p->b_in_a.R + 6;
    const double m[3] = {-n[0], -n[1], -n[2]};
    const zni_solid A = solid_of(p->a);
    zni_outline o;
    double v[3];
    int rim;

    zni_round_support(A.round, m, v, &rim);
    if (!zni_outline_of(&A, 0, m, p->b_in_a.R, p->b_in_a.R + 3, &o))
        over_plane(p, out, v, zni_feature(ZNI_VERTEX, ZNI_RIM + rim));
    for (int i = 0; i < o.n; i++)
        over_plane(p, out, o.v[i], o.fv[i]);
}

/* A on the plane B: each vertex of its core. */
static void on_plane(const pair *p, zni_touches *out)
{
    const zni_poly *A = &p->a->core;

    if (round_of(p->a))
        round_on_plane(p, out);
    for (int i = 0; i < A->nv; i++)
        over_plane(p, out, A->v + 3 * i, zni_feature(ZNI_VERTEX, i));
}

static void two_spheres(const pair *p, zni_touches *out)
{
    const double *x = p->b_in_a.x, zero[3] = {0, 0, 0};
    const double d = sqrt(zni_dot3(x, x));
    /* centres that coincide have no normal; any will part them */
    double n[3] = {0, 0, 1};

    for (int i = 0; i < 3 && d > 0; i++)
        n[i] = -x[i] / d;
    add(p, out, zero, x, n, d - p->a->radius - p->b->radius,
        zni_feature(ZNI_WHOLE, 0), zni_feature(ZNI_WHOLE, 0));
}

/* ---- solids, with a radius or without ------------------------------------------------ */

/* At least one is round: the nearest points are found at once. */
static void touch_round(const zni_solid *A, double ra, const zni_solid *B,
                        double rb, double eps, zni_touches *out)
{
    const double limit = out->reach + ra + rb;
    zni_nearest k;

    zni_round_nearest(A, B, limit, NULL, NULL, &k);
    if (k.s < limit && !zni_patch(A, B, &k, ra, rb, eps, true, out))
        zni_place_add(out, A->round, ra, B->round, rb, k.a, k.b, k.n,
                      k.s - ra - rb, k.fa, k.fb);
}

/* Two solids with all that is within ra and rb of them, in one frame. */
static void touch_solids(const zni_solid *A, double ra, const zni_solid *B,
                         double rb, double scale, zni_touches *out)
{
    const double limit = out->reach + ra + rb, eps = ZNI_SAME * scale;
    zni_nearest bound, k;
    bool whole, known;

    if (A->round || B->round) {
        touch_round(A, ra, B, rb, eps, out);
        return;
    }
    zni_separate(A->poly, B->poly, limit, &bound);
    if (bound.s >= limit)
        return;
    k = bound;
    known = bound.s <= 0 && bound.s > -INFINITY;
    whole = bound.s > -INFINITY && zni_patch(A, B, &k, ra, rb, eps, known, out);
    if (!whole && !known) {
        /* apart, and not proved yet that this is where they are nearest */
        zni_distance(A->poly, B->poly, &bound, &k);
        if (k.s >= limit) {
            out->n = 0;
            return;
        }
        whole = zni_patch(A, B, &k, ra, rb, eps, true, out);
    }
    if (!whole)
        zni_place_add(out, NULL, ra, NULL, rb, k.a, k.b, k.n, k.s - ra - rb,
                      k.fa, k.fb);
}

static void two_solids(const pair *p, zni_touches *out)
{
    const zn_shape *a = p->a, *b = p->b;
    const zni_solid A = solid_of(a);
    zni_solid B = solid_of(b);
    zni_poly poly;
    zni_round round_;

    if (B.round) {
        zni_round_move(B.round, &p->b_in_a, &round_);
        B.round = &round_;
    } else {
        zni_poly_move(&b->core, &p->b_in_a, p->scratch->v, p->scratch->plane,
                      &poly);
        B.poly = &poly;
    }
    touch_solids(&A, a->radius, &B, b->radius, fmin(a->scale, b->scale),
                 out);
    /* a sphere has one place, whatever it rolls over */
    if (a->kind == ZNI_SPHERE || b->kind == ZNI_SPHERE)
        for (zn_index i = 0; i < out->n; i++)
            out->at[i].f1 = out->at[i].f2 = zni_feature(ZNI_WHOLE, 0);
}

/* Two of the plane, with corners or a radius. */
static void two_flat(const pair *p, zni_touches *out)
{
    const zn_shape *a = p->a, *b = p->b;
    zni_poly B;

    zni_poly_move(&b->core, &p->b_in_a, p->scratch->v, p->scratch->plane, &B);
    zni_flat_touch(&a->core, a->radius, &B, b->radius, fmin(a->scale, b->scale),
                   out);
}

/* ---- which way ------------------------------------------------------------------------ */

/* Places of (b, a) are those of (a, b) with all exchanged. */
void zni_touches_exchange(zni_touches *out)
{
    for (zn_index i = 0; i < out->n; i++) {
        zn_touch *t = out->at + i;
        const zn_touch s = *t;
        memcpy(t->p1, s.p2, sizeof t->p1);
        memcpy(t->p2, s.p1, sizeof t->p2);
        memcpy(t->c1, s.c2, sizeof t->c1);
        memcpy(t->c2, s.c1, sizeof t->c2);
        for (int k = 0; k < 3; k++)
            t->n[k] = -s.n[k];
        t->f1 = s.f2;
        t->f2 = s.f1;
    }
}

ZNI_WIDE void zni_pose_between(const zni_pose *a, const zni_pose *b, zni_pose *out)
{
    zni_lanes R[3], x;
    double d[3];

    zni_sub3(b->x, a->x, d);
    zni_columns_take_back(a->R, R);
    zni_columns_mul(R, d, &x);
    zni_put3(&x, out->x);
    for (int j = 0; j < 3; j++) {
        zni_columns_mul(R, b->R + 3 * j, &x);
        zni_put3(&x, out->R + 3 * j);
    }
}

ZNI_WIDE void zni_touches_carry(zni_touches *out)
{
    zni_lanes R[3], d, n;

    if (!out->frame)
        return;
    zni_columns_take(out->frame->R, R);
    zni_take3(out->frame->x, &d);
    out->frame = NULL;
    for (zn_index i = 0; i < out->n; i++) {
        zn_touch *t = out->at + i;

        zni_columns_point(R, &d, t->p1, t->p1);
        zni_columns_point(R, &d, t->p2, t->p2);
        zni_columns_point(R, &d, t->c1, t->c1);
        zni_columns_point(R, &d, t->c2, t->c2);
        zni_columns_mul(R, t->n, &n);
        zni_put3(&n, t->n);
    }
}

void zni_touches_see(const zni_touches *of, zn_index k, zn_touch *out)
{
    zni_touches one = {.at = out, .n = 1, .most = 1, .frame = of->frame};

    *out = of->at[k];
    zni_touches_carry(&one);
}

bool zni_pair_meets(const zn_shape *a, const zn_shape *b)
{
    const bool no_body[2] = {zni_endless(a), zni_endless(b)};

    if (a->mesh && b->mesh)
        return !a->mesh->sheet && !b->mesh->sheet &&
               !(a->kind == ZNI_HEIGHT_FIELD && b->kind == ZNI_HEIGHT_FIELD);
    return a->flat == b->flat && !(no_body[0] && no_body[1]) &&
           !(a->kind == ZNI_HEIGHT_FIELD && no_body[1]) &&
           !(b->kind == ZNI_HEIGHT_FIELD && no_body[0]);
}

/* Two meshes, in the frame of the ground or of that with more triangles: the other one is moved. */
static void two_meshes(const zn_shape *a, const zni_pose *pa, const zn_shape *b,
                       const zni_pose *pb, zni_scratch *scratch,
                       zni_touches *out)
{
    const bool swap =
        a->kind == ZNI_HEIGHT_FIELD ||
        (b->kind != ZNI_HEIGHT_FIELD && a->mesh->nt > b->mesh->nt);
    const zni_pose *base = swap ? pa : pb;
    zni_pose at;

    zni_pose_between(base, swap ? pb : pa, &at);
    zni_mesh_on_mesh(swap ? b->mesh : a->mesh, &at, swap ? a->mesh : b->mesh,
                     fmin(a->scale, b->scale), scratch, out);
    out->frame = base;
    if (swap)
        zni_touches_exchange(out);
}

/* A pair with a mesh, in its frame: the other one first, but a plane. */
static void with_mesh(const zn_shape *a, const zni_pose *pa, const zn_shape *b,
                      const zni_pose *pb, zni_scratch *scratch,
                      zni_touches *out)
{
    const bool first = a->mesh != NULL;
    const zn_shape *mesh = first ? a : b, *other = first ? b : a;
    const zni_pose *base = first ? pa : pb;
    const bool plane = other->kind == ZNI_PLANE;
    zni_pose at;

    zni_pose_between(base, first ? pb : pa, &at);
    if (plane)
        zni_mesh_on_plane(mesh->mesh, &at, out);
    else
        zni_mesh_touch(other, &at, mesh->mesh, mesh->scale, scratch, out);
    out->frame = base;
    if (first != plane)
        zni_touches_exchange(out);
}

void zni_pair_touch(const zn_shape *a, const zni_pose *pa, const zn_shape *b,
                    const zni_pose *pb, zni_scratch *scratch, zni_touches *out)
{
    const bool swap = zni_endless(a);
    const zni_pose *base = swap ? pb : pa;
    pair p = {.a = swap ? b : a, .b = swap ? a : b, .scratch = scratch};

    out->n = 0;
    if (a->mesh && b->mesh) {
        two_meshes(a, pa, b, pb, scratch, out);
        return;
    }
    if (a->mesh || b->mesh) {
        with_mesh(a, pa, b, pb, scratch, out);
        return;
    }
    zni_pose_between(base, swap ? pa : pb, &p.b_in_a);
    if (zni_endless(p.b))
        on_plane(&p, out);
    else if (a->flat)
        two_flat(&p, out);
    else if (a->kind == ZNI_SPHERE && b->kind == ZNI_SPHERE)
        two_spheres(&p, out);
    else
        two_solids(&p, out);
    out->frame = base;
    if (swap)
        zni_touches_exchange(out);
}
