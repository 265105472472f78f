/* ncp.c - the classes of nonlinear and mixed complementarity problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include "../../core/problem_class.h"
#include "../../linalg/units.h"

/* A problem of either class. */
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

/* The measure of both classes. work: 2 n */
static double measure(const both *p, const double z[], const double w[], double work[])
{
    const double scale = scale_of(p, work);
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

/* ---- in its own units: a small F, or what sizes say ------------------------------- */

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

static zn_status check(zn_ctx *ctx, const both *p, const char *name)
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

    return check(ctx, &b, "ncp");
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

    return check(ctx, &b, "mcp");
}

ZNI_PROBLEM(zni_mcp_problem, ZN_KIND_MCP_SOLVER, "mcp",
            "lb <= z <= ub, -F(z) in the normal cone at z",
            .nz = mcp_size, .nw = mcp_size, .error = mcp_error, .check = mcp_check,
            .own = mcp_in_own, .own_room = mcp_room, .own_size = sizeof(own_both));
