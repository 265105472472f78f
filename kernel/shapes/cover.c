/* cover.c - where the matter of a shape is around a place: what beside.c asks
 *
 * All in the frame of the shape.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/cover.h"
#include "kernel/shapes/flat.h"
#include "kernel/shapes/mesh.h"

#include <math.h>
#include <string.h>

/* what lies under a plane may be this much above it, times its distance: rounding of n, and noise */
static const double ABOVE = 2e-8;
/* and what lies in it this much off it */
static const double IN_PLANE = 1e-6;

static const zni_pose own = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};

/* ---- inside or outside ------------------------------------------------------------------ */

static double over_endless(const zn_shape *s, const double x[3])
{
    return zni_dot3(zni_endless_normal(s, &own), x);
}

/* From a point or a segment. */
static double from_line(const zn_shape *s, const double x[3])
{
    const zni_poly *P = &s->core;
    double d[3], u[3];

    zni_sub3(x, P->v, d);
    if (P->nv > 1) {
        zni_sub3(P->v + 3, P->v, u);
        const double f = zni_dot3(d, u) / zni_dot3(u, u);
        zni_along(d, -fmin(fmax(f, 0), 1), u, d);
    }
    return sqrt(zni_dot3(d, d)) - s->radius;
}

/* Of a polygon of the plane, counter-clockwise: above its sides. */
static double over_sides(const zn_shape *s, const double x[3])
{
    const zni_poly *P = &s->core;
    double out = -INFINITY;

    for (int k = 0; k < P->nv; k++) {
        const double *a = P->v + 3 * k, *b = P->v + 3 * ((k + 1) % P->nv);
        const double u[2] = {b[0] - a[0], b[1] - a[1]};
        out = fmax(out, (u[1] * (x[0] - a[0]) - u[0] * (x[1] - a[1])) /
                            hypot(u[0], u[1]));
    }
    return out - s->radius;
}

static double over_faces(const zn_shape *s, const double x[3])
{
    const zni_poly *P = &s->core;
    double out = -INFINITY;

    for (int f = 0; f < P->nf; f++)
        out = fmax(out, zni_dot3(P->plane + 4 * f, x) - P->plane[4 * f + 3]);
    return out - s->radius;
}

static double over_round(const zn_shape *s, const double x[3])
{
    double ends, side;

    zni_round_depth(&s->round, x, &ends, &side);
    return -fmin(ends, side);
}

static double over_mesh(const zn_shape *s, const double x[3])
{
    return zni_mesh_outside(s->mesh, x, x);
}

/* ---- what there is, as points ------------------------------------------------------------- */

/* Calls see(user, corner) until it says no, for corners of which the shape around p is made: of what
 * is round along n those that are the farthest, and the ends of its lines there. */
typedef bool seen(void *user, const double v[3]);

/* Whom they are shown, and where. */
typedef struct view {
    const double *p, *n;
    double eps;
    int *list;
    seen *see;
    void *user;
} view;

static bool round_corners(const zn_shape *s, const view *w)
{
    const zni_round *F = &s->round;
    const double *n = w->n;
    const double h = zni_dot3(n, F->z);
    double e[3], v[3];

    zni_along(n, -h, F->z, e);
    const double k = sqrt(zni_dot3(e, e));
    for (int i = 0; i < 3; i++)
        e[i] = k > 0 ? e[i] / k : F->x[i];
    for (int rim = 0; rim < 2; rim++)
        for (int j = -1; j < ZNI_DISC_POINTS; j++) {
            const double *u = j < 0 ? e : j % 2 ? F->y : F->x;
            zni_along(F->c[rim], j < 2 ? F->r[rim] : -F->r[rim], u, v);
            if (!w->see(w->user, v))
                return false;
        }
    return true;
}

/* Of the triangles at p. */
static bool mesh_corners(const zn_shape *s, const view *w)
{
    const zni_mesh *m = s->mesh;
    const double *p = w->p;
    double lo[3], hi[3], foot[3], d[3];
    bool any = false;
    zni_piece t;

    for (int i = 0; i < 3; i++) {
        lo[i] = p[i] - w->eps;
        hi[i] = p[i] + w->eps;
    }
    const int n = zni_mesh_query(m, lo, hi, w->list);
    for (int i = 0; i < n; i++) {
        zni_piece_of(m, w->list[i], p, &t);
        zni_piece_nearest(&t, p, foot);
        zni_sub3(foot, p, d);
        if (zni_dot3(d, d) > w->eps * w->eps)
            continue;
        any = true;
        for (int k = 0; k < 3; k++)
            if (!w->see(w->user, t.v + 3 * k))
                return false;
    }
    return any;
}

static bool core_corners(const zn_shape *s, const view *w)
{
    double v[3];

    for (int k = 0; k < s->core.nv; k++) {
        zni_along(s->core.v + 3 * k, s->radius, w->n, v);
        if (!w->see(w->user, v))
            return false;
    }
    return true;
}

/* What has no end has no corners. */
static bool no_corners(const zn_shape *s, const view *w)
{
    (void)s;
    (void)w;
    return true;
}

/* ---- by kind ------------------------------------------------------------------------------- */

typedef struct matter {
    double (*outside)(const zn_shape *s, const double x[3]);
    bool (*corners)(const zn_shape *s, const view *w);
} matter;

static const matter of_kind[ZNI_SHAPE_KINDS] = {
    [ZNI_PLANE] = {over_endless, no_corners},
    [ZNI_HALF_PLANE] = {over_endless, no_corners},
    [ZNI_SPHERE] = {from_line, core_corners},
    [ZNI_CAPSULE] = {from_line, core_corners},
    [ZNI_DISC] = {from_line, core_corners},
    [ZNI_SEGMENT] = {from_line, core_corners},
    [ZNI_BOX] = {over_faces, core_corners},
    [ZNI_HULL] = {over_faces, core_corners},
    [ZNI_RECTANGLE] = {over_sides, core_corners},
    [ZNI_POLYGON] = {over_sides, core_corners},
    [ZNI_CYLINDER] = {over_round, round_corners},
    [ZNI_CONE] = {over_round, round_corners},
    [ZNI_MESH] = {over_mesh, mesh_corners},
    [ZNI_HEIGHT_FIELD] = {over_mesh, mesh_corners},
};

double zni_cover_outside(const zn_shape *s, const double x[3])
{
    return of_kind[s->kind].outside(s, x);
}

static bool corners(const zn_shape *s, const double p[3], const double n[3],
                    double eps, int list[], seen *see, void *user)
{
    return of_kind[s->kind].corners(s, &(view){p, n, eps, list, see, user});
}

/* ---- under a plane ------------------------------------------------------------------------ */

typedef struct plane {
    const double *p, *n;
    double eps;
    double (*out)[3]; /* of those in it, steps towards them; NULL: not asked */
    double step;
    int count;
} plane;

static bool below(void *user, const double v[3])
{
    const plane *w = user;
    double d[3];

    zni_sub3(v, w->p, d);
    return zni_dot3(w->n, d) <= ABOVE * sqrt(zni_dot3(d, d));
}

bool zni_cover_under(const zn_shape *s, const double p[3], const double n[3],
                     double eps, int list[])
{
    plane w = {.p = p, .n = n, .eps = eps};

    if (zni_endless(s)) {
        const double *N = zni_endless_normal(s, &own);
        double d[3];
        zni_sub3(n, N, d);
        return zni_dot3(d, d) <= ABOVE * ABOVE;
    }
    return corners(s, p, n, eps, list, below, &w);
}

/* No more above the plane than what counts as lying in it. */
static bool about_below(void *user, const double v[3])
{
    const plane *w = user;
    double d[3];

    zni_sub3(v, w->p, d);
    return zni_dot3(w->n, d) <= IN_PLANE * sqrt(zni_dot3(d, d));
}

bool zni_cover_normal(const zn_shape *s, const double p[3], const double n[3])
{
    plane w = {.p = p, .n = n};

    return s->mesh || zni_endless(s) ||
           corners(s, p, n, 0, NULL, about_below, &w);
}

static bool take_ahead(void *user, const double v[3])
{
    plane *w = user;
    double d[3];

    zni_sub3(v, w->p, d);
    const double l = sqrt(zni_dot3(d, d));
    if (l > w->eps && fabs(zni_dot3(w->n, d)) <= IN_PLANE * l)
        zni_along(w->p, fmin(1, w->step / l), d, w->out[w->count++]);
    return w->count < ZNI_COVER_MOST;
}

int zni_cover_ahead(const zn_shape *s, const double p[3], const double n[3],
                    double eps, double step, int list[],
                    double out[ZNI_COVER_MOST][3])
{
    plane w = {.p = p, .n = n, .eps = eps, .step = step, .out = out};

    corners(s, p, n, eps, list, take_ahead, &w);
    return w.count;
}
