/* problem.c - the classes vi, ncp and mcp: error measures, units, checks
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include "../../linalg/units.h"
#include "../../core/data.h"
#include "../../core/finite.h"
#include "../../core/problem_class.h"
#include "../../core/told.h"

#include <string.h>

/* ---- the map and the set ----------------------------------------------------------------- */

zn_status zni_vi_map(const zn_vi *p, const double z[], double w[])
{
    const zn_status st = zni_ask(p->F, p->user, z, w);

    return !st && !zni_finite(p->n, w) ? ZN_RETRY : st;
}

/* Project x onto X, which is not a box. ZN_UNSOLVED: there is no nearest point. */
static zn_status project_set(const zn_vi *p, double x[])
{
    if (p->project)
        return zni_ask_nearest(p->project, p->user, x);
    for (zn_index c = 0; c < p->ncones; x += p->cones[c++].size) {
        zn_cone_project(&p->cones[c], x, x, p->work);
        if (isnan(x[0]))
            return ZN_UNSOLVED;
    }
    return ZN_OK;
}

zn_status zni_vi_project(const zn_vi *p, double x[])
{
    if (!zni_vi_boxed(p))
        return project_set(p, x);
    for (zn_index i = 0; i < p->n; i++) {
        double lo = zni_vi_lo(p, i), hi = zni_vi_hi(p, i);

        x[i] = x[i] < lo ? lo : x[i] > hi ? hi : x[i];
    }
    return ZN_OK;
}

/* On a box z - P(z - w) is computed as max(min(z - lo, w), z - hi), where a small w is not rounded by a large z. */
double zni_vi_residual(const zn_vi *p, const double z[], const double w[],
                       double work[])
{
    const bool boxed = zni_vi_boxed(p);
    double err = 0;

    if (!boxed) {
        for (zn_index i = 0; i < p->n; i++)
            work[i] = z[i] - w[i];
        if (project_set(p, work))
            return NAN;
    }
    for (zn_index i = 0; i < p->n; i++) {
        double r;

        if (!boxed) {
            r = z[i] - work[i];
        } else {
            double lo = zni_vi_lo(p, i), hi = zni_vi_hi(p, i);

            r = z[i] - lo < w[i] ? z[i] - lo : w[i];
            r = z[i] - hi > r ? z[i] - hi : r;
        }
        err = zni_worse(err, isnan(z[i] + w[i]) ? NAN : fabs(r));
    }
    return err;
}

/* The largest |F_i| at the point at[]; 1 if it is zero or F is not defined there. w: n */
static double map_scale(zn_map_fn *F, void *user, zn_index n, const double at[], double w[])
{
    double scale = 0;

    if (zni_ask(F, user, at, w))
        return 1;
    for (zn_index i = 0; i < n; i++)
        scale = zni_worse(scale, fabs(w[i]));
    return scale > 0 && isfinite(scale) ? scale : 1;
}

double zni_vi_scale(const zn_vi *p, double work[])
{
    memset(work, 0, (size_t)p->n * sizeof *work);
    return zni_vi_project(p, work)
               ? 1
               : map_scale(p->F, p->user, p->n, work, work + p->n);
}

/* ---- the error measures; independent of the methods -------------------------------------- */

/* A problem of one of the three classes: as an inequality, and what it has besides. */
typedef struct both {
    zn_vi v;
    bool pairs;           /* ncp or mcp                              */
    double least;         /* a lower bound of all z_i, besides those of v */
    const double *z_size; /* as in zn_ncp                            */
    const double *F_size;
} both;

static both of_vi(const zn_vi *p)
{
    return (both){*p, false, -INFINITY, NULL, NULL};
}

static both of_ncp(const zn_ncp *p)
{
    return (both){zni_ncp_vi(p, NULL), true, 0, p->z_size, p->F_size};
}

static both of_mcp(const zn_mcp *p)
{
    return (both){zni_mcp_vi(p), true, -INFINITY, p->z_size, p->F_size};
}

/* the unit of z_i */
static double z_unit(const both *p, zn_index i)
{
    return p->z_size ? zni_unit(p->z_size[i]) : 1;
}

/* The divisor of F if no sizes are given: the largest |F_i| at P(0). For ncp and mcp it is 1 at most: F may be much
 * larger at P(0) than near the solution, as exponentials are, and a large divisor would hide errors. work: 2 n */
static double scale_of(const both *p, double work[])
{
    const double scale = p->F_size ? 1 : zni_vi_scale(&p->v, work);

    return p->pairs ? fmin(1, scale) : scale;
}

/* The error measure of all three classes on a box. work: 2 n */
static double measure(const both *p, const double z[], const double w[], double work[])
{
    const double scale = scale_of(p, work);
    double *F = work, err = 0;

    for (zn_index i = 0; i < p->v.n; i++)
        if (isnan(z[i]) || isnan(w[i]))
            return NAN;
    if (zni_ask(p->v.F, p->v.user, z, F))
        return NAN;
    for (zn_index i = 0; i < p->v.n; i++) {
        const double by = p->F_size ? zni_unit(p->F_size[i]) : scale;
        const double u = zni_unit(by) / z_unit(p, i);
        const double lo = fmax(p->least, zni_vi_lo(&p->v, i)), hi = zni_vi_hi(&p->v, i);
        double r = F[i], off = fabs(w[i] - r);

        if (u * (z[i] - lo) < r)
            r = u * (z[i] - lo);
        if (u * (z[i] - hi) > r)
            r = u * (z[i] - hi);
        err = zni_worse(err, off / by);
        err = zni_worse(err, fabs(r) / by);
    }
    return err;
}

/* The largest component of u |z - P(z - F / u)|, X not a box. Where z diverges, z - F / u may round to z, which must
 * not look like a solution: what the difference loses of F counts as an error. work: F, then n */
static double distance(const zn_vi *p, double u, const double z[],
                       double work[])
{
    double *F = work, *x = work + p->n, err = 0;

    for (zn_index i = 0; i < p->n; i++) {
        x[i] = z[i] - F[i] / u;
        err = zni_worse(err, u * fabs(z[i] - x[i] - F[i] / u));
    }
    if (project_set(p, x))
        return NAN;
    for (zn_index i = 0; i < p->n; i++)
        err = zni_worse(err, u * fabs(z[i] - x[i]));
    return err;
}

double zn_vi_error(const zn_vi *p, const double z[], const double w[],
                   double work[])
{
    const both box = of_vi(p);
    double scale, err = 0;

    if (zni_vi_boxed(p))
        return measure(&box, z, w, work);
    scale = zni_vi_scale(p, work);
    for (zn_index i = 0; i < p->n; i++)
        if (isnan(z[i]) || isnan(w[i]))
            return NAN;
    if (zni_ask(p->F, p->user, z, work))
        return NAN;
    for (zn_index i = 0; i < p->n; i++)
        err = zni_worse(err, fabs(w[i] - work[i]));
    return zni_worse(err, distance(p, zni_unit(scale), z, work)) / scale;
}

double zn_ncp_error(const zn_ncp *p, const double z[], const double w[],
                    double work[])
{
    const both b = of_ncp(p);

    return measure(&b, z, w, work);
}

double zn_mcp_error(const zn_mcp *p, const double z[], const double w[],
                    double work[])
{
    const both b = of_mcp(p);

    return measure(&b, z, w, work);
}

/* ---- in its own units: those of the given sizes, or the unit of F ------------------------------ */

/* `user` of the functions of the scaled problem: the given problem, units of z and F, work for z. */
typedef struct own_map {
    zn_vi of;
    const double *zu, *wu;
    double *z;
} own_map;

typedef struct own_problem {
    union {
        zn_vi vi;
        zn_ncp ncp;
        zn_mcp mcp;
    } p;
    own_map map;
} own_problem;

/* z in the units given */
static const double *given(const own_map *o, const double z[])
{
    for (zn_index i = 0; i < o->of.n; i++)
        o->z[i] = o->zu[i] * z[i];
    return o->z;
}

static zn_status own_F(void *map, const double z[], double out[])
{
    const own_map *o = map;
    const zn_status st = o->of.F(o->of.user, given(o, z), out);

    for (zn_index i = 0; i < o->of.n; i++)
        out[i] /= o->wu[i];
    return st;
}

static zn_status own_jacobian(void *map, const double z[], double x[])
{
    const own_map *o = map;
    const zn_index n = o->of.n;
    const zn_matrix *J = o->of.J && o->of.J->storage == ZN_CSC ? o->of.J : NULL;
    const zn_status st = o->of.jacobian(o->of.user, given(o, z), x);
    double *per = o->z; /* units are powers of two: their reciprocals are exact */

    for (zn_index i = 0; i < n; i++)
        per[i] = 1 / o->wu[i];
    for (zn_index j = 0; j < n && J; j++)
        for (zn_index e = J->p[j]; e < J->p[j + 1]; e++)
            x[e] *= o->zu[j] * per[J->i[e]];
    for (zn_index j = 0; j < n && !J; j++, x += n) {
        const double u = o->zu[j];

        for (zn_index i = 0; i < n; i++)
            x[i] *= u * per[i];
    }
    return st;
}

/* z has the unit of the set, which cannot be changed: only its function is known. */
static zn_status own_project(void *map, double x[])
{
    const own_map *o = map;

    return o->of.project(o->of.user, x);
}

/* bounds in units of z; NULL stays NULL */
static const double *bounds_in(zn_index n, const double zu[], const double of[], double to[])
{
    for (zn_index i = 0; i < n && of; i++)
        to[i] = of[i] / zu[i];
    return of ? to : NULL;
}

/* *own = p in its own units, by *map; room: 3 n. Returns whether any unit differs from 1. */
static bool in_own(const both *p, own_map *map, zn_vi *own, double room[], double zu[], double wu[])
{
    const zn_index n = p->v.n;
    const double unit = zni_unit(scale_of(p, room));
    bool other = false;

    *map = (own_map){p->v, zu, wu, room};
    for (zn_index i = 0; i < n; i++) {
        zu[i] = z_unit(p, i);
        wu[i] = p->F_size ? zni_unit(p->F_size[i]) : unit;
        other = other || zu[i] != 1 || wu[i] != 1;
    }
    *own = p->v;
    own->F = own_F;
    own->jacobian = p->v.jacobian ? own_jacobian : NULL;
    own->project = p->v.project ? own_project : NULL;
    own->user = map;
    own->lb = bounds_in(n, zu, p->v.lb, room + n);
    own->ub = bounds_in(n, zu, p->v.ub, room + 2 * n);
    return other;
}

static bool vi_in_own(const void *problem, void *out, double room[], double zu[], double wu[])
{
    const both b = of_vi(problem);
    own_problem *o = out;

    return in_own(&b, &o->map, &o->p.vi, room, zu, wu);
}

static bool ncp_in_own(const void *problem, void *out, double room[], double zu[], double wu[])
{
    const both b = of_ncp(problem);
    own_problem *o = out;
    zn_vi v;
    const bool other = in_own(&b, &o->map, &v, room, zu, wu);

    o->p.ncp = (zn_ncp){.n = v.n, .F = v.F, .jacobian = v.jacobian, .J = v.J, .user = v.user};
    return other;
}

static bool mcp_in_own(const void *problem, void *out, double room[], double zu[], double wu[])
{
    const both b = of_mcp(problem);
    own_problem *o = out;
    zn_vi v;
    const bool other = in_own(&b, &o->map, &v, room, zu, wu);

    o->p.mcp = (zn_mcp){
        .n = v.n, .F = v.F, .jacobian = v.jacobian, .J = v.J, .user = v.user, .lb = v.lb, .ub = v.ub};
    return other;
}

/* ---- data --------------------------------------------------------------- */

static zn_status check_sets(zn_ctx *ctx, const zn_vi *p)
{
    zn_index n = 0;

    if (p->ncones < 0 || !p->cones || p->project || p->lb || p->ub)
        return zn_fail(ctx, ZN_EINVAL,
                       "ncones = %td%s: X is a product of sets, or known by a "
                       "projection or bounds",
                       p->ncones, p->cones ? "" : " at NULL");
    for (zn_index c = 0; c < p->ncones; c++) {
        const zn_cone *k = &p->cones[c];
        const zn_status st = zn_cone_check(ctx, k);

        if (st)
            return zn_note(ctx, st, "set %td", c);
        if (!p->work && zn_cone_work(k) > k->size)
            return zn_fail(ctx, ZN_EINVAL,
                           "set %td, '%s', wants %td numbers of work, there "
                           "are none",
                           c, k->set->type.name, zn_cone_work(k));
        n += k->size;
    }
    if (n != p->n)
        return zn_fail(ctx, ZN_EINVAL,
                       "the sets have %td components together, n = %td", n,
                       p->n);
    return ZN_OK;
}

/* checks the pattern only: the values come from the callback */
static zn_status check_jacobian(zn_ctx *ctx, zn_index n, const zn_matrix *J)
{
    if (J->rows != n || J->cols != n)
        return zn_fail(ctx, ZN_EINVAL, "J is %td x %td, must be %td x %td", J->rows, J->cols, n, n);
    if (J->storage == ZN_DENSE)
        return ZN_OK;
    if (J->storage != ZN_CSC || !J->p || !J->i || J->p[0] != 0)
        return zn_fail(ctx, ZN_EINVAL, "J must be dense or compressed columns, with p and i");
    for (zn_index j = 0; j < n; j++) {
        zn_index last = -1;

        if (J->p[j + 1] < J->p[j])
            return zn_fail(ctx, ZN_EINVAL, "J: column %td ends at %td, before its start %td", j, J->p[j + 1],
                           J->p[j]);
        for (zn_index e = J->p[j]; e < J->p[j + 1]; last = J->i[e++])
            if (J->i[e] <= last || J->i[e] >= n)
                return zn_fail(ctx, ZN_EINVAL, "J: row %td in column %td", J->i[e], j);
    }
    return ZN_OK;
}

static zn_status check_sizes(zn_ctx *ctx, zn_index n, const char *name, const double size[])
{
    for (zn_index i = 0; i < n && size; i++)
        if (!(size[i] > 0 && isfinite(size[i])))
            return zn_fail(ctx, ZN_EINVAL, "%s(%td) = %g, must be > 0 and finite", name, i, size[i]);
    return ZN_OK;
}

/* Checks sizes, functions, the order of the bounds, and the storage of the Jacobian. */
static zn_status check_data(zn_ctx *ctx, const both *b)
{
    const zn_vi *p = &b->v;
    const zn_index most = PTRDIFF_MAX / (zn_index)sizeof(double); /* no z is longer */
    zn_status st = ZN_OK;

    if (b->pairs && !p->jacobian)
        return zn_fail(ctx, ZN_EINVAL, "there is no Jacobian");
    if (p->n < 1 || p->n > most || !p->F)
        return zn_fail(ctx, ZN_EINVAL, "n = %td, must be in [1, %td], with F", p->n, most);
    if (p->ncones != 0)
        st = check_sets(ctx, p);
    for (zn_index i = 0; i < p->n && zni_vi_boxed(p) && !st; i++)
        st = zni_check_bounds(ctx, i, zni_vi_lo(p, i), zni_vi_hi(p, i));
    if (!st && p->J)
        st = check_jacobian(ctx, p->n, p->J);
    if (!st)
        st = check_sizes(ctx, p->n, "z_size", b->z_size);
    return st ? st : check_sizes(ctx, p->n, "F_size", b->F_size);
}

/* Defines the class zni_<stem>_problem, whose name is <stem>. */
#define CLASS(stem, KIND, about)                                                                   \
    ZNI_NUMBER(stem##_size, zn_##stem, p->n)                                                       \
    ZNI_NUMBER(stem##_room, zn_##stem, 3 * p->n)                                                   \
    ZNI_ERROR(stem##_error, zn_##stem##_error)                                                     \
                                                                                                   \
    static zn_status stem##_check(zn_ctx *ctx, const void *p)                                      \
    {                                                                                              \
        const both b = of_##stem(p);                                                               \
                                                                                                   \
        return zn_note(ctx, check_data(ctx, &b), #stem);                                           \
    }                                                                                              \
                                                                                                   \
    ZNI_PROBLEM(zni_##stem##_problem, ZN_KIND_##KIND##_SOLVER, #stem, about, .nz = stem##_size,    \
                .nw = stem##_size, .error = stem##_error, .check = stem##_check,                   \
                .own = stem##_in_own, .own_room = stem##_room, .own_size = sizeof(own_problem))

CLASS(vi, VI, "z in X, F(z)'(y - z) >= 0 for all y in X");
CLASS(ncp, NCP, "z >= 0, F(z) >= 0, z'F(z) = 0");
CLASS(mcp, MCP, "lb <= z <= ub, -F(z) in the normal cone at z");
