/* problem.c - the classes of variational inequalities, of nonlinear and of mixed complementarity problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include "../../linalg/units.h"
#include "../../core/data.h"
#include "../../core/problem_class.h"

#include <string.h>

/* x onto X, which is not a box; ZN_UNSOLVED: there is no nearest point */
static zn_status project_set(const zn_vi *p, double x[])
{
    if (p->project)
        return p->project(p->user, x);
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

/* In a box z - P(z - w) is max(min(z - lo, w), z - hi), which does not round a
 * small w against a big z. */
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

/* The largest |F_i| at P_X(0), at[]; 1 where it is zero or cannot be had. w: n */
static double map_scale(zn_map_fn *F, void *user, zn_index n, const double at[], double w[])
{
    double scale = 0;

    if (F(user, at, w))
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

/* ---- the error measures; no method shares this code ------------------------------------- */

/* A complementarity problem, or an inequality on a box. */
typedef struct both {
    zn_vi v;
    double least;         /* of all z, beside the bounds of v */
    const double *z_size; /* as in zn_ncp                            */
    const double *F_size;
} both;

static both of_ncp(const zn_ncp *p)
{
    return (both){zni_ncp_vi(p, NULL), 0, p->z_size, p->F_size};
}

static both of_mcp(const zn_mcp *p)
{
    return (both){zni_mcp_vi(p), -INFINITY, p->z_size, p->F_size};
}

/* the unit of z_i */
static double z_unit(const both *p, zn_index i)
{
    return p->z_size ? zni_unit(p->z_size[i]) : 1;
}

/* The divisor of F where there are no sizes. Relative where F is small at P(0); where it is large, as
 * that of an exponential may be beyond all that counts at the solution, it would hide errors: then
 * absolute. work: 2 n */
static double scale_of(const both *p, double work[])
{
    return p->F_size ? 1 : fmin(1, zni_vi_scale(&p->v, work));
}

/* The measure of all three classes where there is a box, relative to scale. work: 2 n */
static double measure(const both *p, double scale, const double z[], const double w[], double work[])
{
    double *F = work, err = 0;

    for (zn_index i = 0; i < p->v.n; i++)
        if (isnan(z[i]) || isnan(w[i]))
            return NAN;
    if (p->v.F(p->v.user, z, F))
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

/* u |z - P(z - F / u)| by component, X no box. A point that runs
 * away along a ray must not look like a solution because z - F rounds to z: what
 * the difference loses of F is counted. work: F, then n */
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
    const double scale = zni_vi_scale(p, work);
    const both box = {*p, -INFINITY, NULL, NULL};
    double err = 0;

    if (zni_vi_boxed(p))
        return measure(&box, scale, z, w, work);
    for (zn_index i = 0; i < p->n; i++)
        if (isnan(z[i]) || isnan(w[i]))
            return NAN;
    if (p->F(p->user, z, work))
        return NAN;
    for (zn_index i = 0; i < p->n; i++)
        err = zni_worse(err, fabs(w[i] - work[i]));
    return zni_worse(err, distance(p, zni_unit(scale), z, work)) / scale;
}

double zn_ncp_error(const zn_ncp *p, const double z[], const double w[],
                    double work[])
{
    const both b = of_ncp(p);

    return measure(&b, scale_of(&b, work), z, w, work);
}

double zn_mcp_error(const zn_mcp *p, const double z[], const double w[],
                    double work[])
{
    const both b = of_mcp(p);

    return measure(&b, scale_of(&b, work), z, w, work);
}

/* ---- with F in its own unit ------------------------------------------------------ */

typedef struct own_vi {
    zn_vi p;
    zni_own_map map;
} own_vi;

static zn_status own_project(void *map, double x[])
{
    const zni_own_map *o = map;

    return o->project(o->user, x);
}

ZNI_NUMBER(own_room, zn_vi, 2 * p->n)

/* The unit of z is that of the set, which only its functions know. */
static bool own(const void *problem, void *out, double room[], double zu[],
                double wu[])
{
    const zn_vi *p = problem;
    own_vi *o = out;

    *o = (own_vi){.p = *p,
                  .map = {.F = p->F,
                          .jacobian = p->jacobian,
                          .project = p->project,
                          .user = p->user,
                          .J = p->J,
                          .n = p->n,
                          .unit = zni_unit(zni_vi_scale(p, room))}};
    o->p.F = zni_own_F;
    o->p.project = p->project ? own_project : NULL;
    o->p.jacobian = p->jacobian ? zni_own_jacobian : NULL;
    o->p.user = &o->map;
    for (zn_index i = 0; i < p->n; i++) {
        zu[i] = 1;
        wu[i] = o->map.unit;
    }
    return o->map.unit != 1;
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

zn_status zni_vi_check(zn_ctx *ctx, const zn_vi *p)
{
    if (p->n < 1 || !p->F)
        return zn_fail(ctx, ZN_EINVAL, "n = %td, must be >= 1, with F", p->n);
    if (p->ncones != 0) {
        const zn_status st = check_sets(ctx, p);

        if (st)
            return st;
    }
    for (zn_index i = 0; i < p->n && zni_vi_boxed(p); i++) {
        const zn_status st =
            zni_check_bounds(ctx, i, zni_vi_lo(p, i), zni_vi_hi(p, i));

        if (st)
            return st;
    }
    return p->J ? zni_jacobian_check(ctx, p->n, p->J) : ZN_OK;
}

ZNI_NUMBER(size, zn_vi, p->n)
ZNI_ERROR(error, zn_vi_error)

static zn_status check(zn_ctx *ctx, const void *p)
{
    return zn_note(ctx, zni_vi_check(ctx, p), "vi");
}

ZNI_PROBLEM(zni_vi_problem, ZN_KIND_VI_SOLVER, "vi",
            "z in X, F(z)'(y - z) >= 0 for all y in X",
            .nz = size, .nw = size, .error = error, .check = check, .own = own,
            .own_room = own_room, .own_size = sizeof(own_vi));

/* ---- complementarity in its own units: a small F, or what sizes say ------------------------------- */

typedef struct own_both {
    union {
        zn_ncp ncp;
        zn_mcp mcp;
    } p;
    zni_own_map map;
} own_both;

/* room: 3 n. Is a unit another than 1? */
static bool set_own(zni_own_map *map, const both *p, double room[], double zu[], double wu[])
{
    const zn_vi *v = &p->v;
    const double unit = zni_unit(scale_of(p, room));
    bool other = false;

    *map = (zni_own_map){.F = v->F,
                         .jacobian = v->jacobian,
                         .user = v->user,
                         .J = v->J,
                         .n = v->n,
                         .unit = unit,
                         .zu = p->z_size ? zu : NULL,
                         .wu = p->F_size ? wu : NULL,
                         .z = room + 2 * v->n};
    for (zn_index i = 0; i < v->n; i++) {
        zu[i] = z_unit(p, i);
        wu[i] = p->F_size ? zni_unit(p->F_size[i]) : unit;
        other = other || zu[i] != 1 || wu[i] != 1;
    }
    return other;
}

/* bounds in units of z; none stay none */
static const double *bounds_in(zn_index n, const double zu[], const double of[], double to[])
{
    for (zn_index i = 0; i < n && of; i++)
        to[i] = of[i] / zu[i];
    return of ? to : NULL;
}

static bool ncp_in_own(const void *problem, void *out, double room[], double zu[], double wu[])
{
    const zn_ncp *p = problem;
    const both b = of_ncp(p);
    own_both *o = out;

    o->p.ncp = (zn_ncp){.n = p->n, .F = zni_own_F, .jacobian = zni_own_jacobian, .J = p->J,
                    .user = &o->map};
    return set_own(&o->map, &b, room, zu, wu);
}

static bool mcp_in_own(const void *problem, void *out, double room[], double zu[], double wu[])
{
    const zn_mcp *p = problem;
    const both b = of_mcp(p);
    const bool other = set_own(&((own_both *)out)->map, &b, room, zu, wu);
    own_both *o = out;

    o->p.mcp = (zn_mcp){.n = p->n, .F = zni_own_F, .jacobian = zni_own_jacobian, .J = p->J,
                    .user = &o->map,
                    .lb = bounds_in(p->n, zu, p->lb, room + 3 * p->n),
                    .ub = bounds_in(p->n, zu, p->ub, room + 4 * p->n)};
    return other;
}

ZNI_NUMBER(ncp_room, zn_ncp, 3 * p->n)
ZNI_NUMBER(mcp_room, zn_mcp, 5 * p->n)

/* ---- data --------------------------------------------------------------- */

ZNI_NUMBER(ncp_size, zn_ncp, p->n)
ZNI_ERROR(ncp_error, zn_ncp_error)

static zn_status check_sizes(zn_ctx *ctx, zn_index n, const char *name, const double size[])
{
    for (zn_index i = 0; i < n && size; i++)
        if (!(size[i] > 0 && isfinite(size[i])))
            return zn_fail(ctx, ZN_EINVAL, "%s(%td) = %g, must be > 0 and finite", name, i, size[i]);
    return ZN_OK;
}

static zn_status check_both(zn_ctx *ctx, const both *p, const char *name)
{
    zn_status st = p->v.jacobian
                       ? zni_vi_check(ctx, &p->v)
                       : zn_fail(ctx, ZN_EINVAL, "there is no Jacobian");

    if (!st)
        st = check_sizes(ctx, p->v.n, "z_size", p->z_size);
    if (!st)
        st = check_sizes(ctx, p->v.n, "F_size", p->F_size);
    return zn_note(ctx, st, "%s", name);
}

static zn_status ncp_check(zn_ctx *ctx, const void *p)
{
    const both b = of_ncp(p);

    return check_both(ctx, &b, "ncp");
}

ZNI_PROBLEM(zni_ncp_problem, ZN_KIND_NCP_SOLVER, "ncp",
            "z >= 0, F(z) >= 0, z'F(z) = 0",
            .nz = ncp_size, .nw = ncp_size, .error = ncp_error, .check = ncp_check,
            .own = ncp_in_own, .own_room = ncp_room, .own_size = sizeof(own_both));

ZNI_NUMBER(mcp_size, zn_mcp, p->n)
ZNI_ERROR(mcp_error, zn_mcp_error)

static zn_status mcp_check(zn_ctx *ctx, const void *p)
{
    const both b = of_mcp(p);

    return check_both(ctx, &b, "mcp");
}

ZNI_PROBLEM(zni_mcp_problem, ZN_KIND_MCP_SOLVER, "mcp",
            "lb <= z <= ub, -F(z) in the normal cone at z",
            .nz = mcp_size, .nw = mcp_size, .error = mcp_error, .check = mcp_check,
            .own = mcp_in_own, .own_room = mcp_room, .own_size = sizeof(own_both));
