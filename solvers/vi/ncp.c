/* ncp.c - the classes of nonlinear and mixed complementarity problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include "../linalg/units.h"

#include <string.h>

/* The measure of both classes, at[] being P(0). Relative where F is small there; where it is large, as
 * that of an exponential may be beyond all that counts at the solution, it would hide errors: then
 * absolute. F: n, work */
static double measure(zn_map_fn *fn, void *user, zn_index n, const double at[],
                      const double lb[], const double ub[], const double z[], const double w[],
                      double F[])
{
    const double scale = fmin(1, zni_map_scale(fn, user, n, at, F)), u = zni_unit(scale);
    double err = 0;

    for (zn_index i = 0; i < n; i++)
        if (isnan(z[i]) || isnan(w[i]))
            return NAN;
    if (fn(user, z, F))
        return NAN;
    for (zn_index i = 0; i < n; i++) {
        double r = F[i];

        err = zni_worse(err, fabs(w[i] - r));
        if (lb && u * (z[i] - lb[i]) < r)
            r = u * (z[i] - lb[i]);
        if (ub && u * (z[i] - ub[i]) > r)
            r = u * (z[i] - ub[i]);
        err = zni_worse(err, fabs(r));
    }
    return err / scale;
}

double zn_ncp_error(const zn_ncp *p, const double z[], const double w[],
                    double work[])
{
    double *zero = work + p->n;

    memset(zero, 0, (size_t)p->n * sizeof *zero);
    return measure(p->F, p->user, p->n, zero, zero, NULL, z, w, work);
}

double zn_mcp_error(const zn_mcp *p, const double z[], const double w[],
                    double work[])
{
    const zn_vi v = zni_mcp_vi(p);
    double *at = work + p->n;

    memset(at, 0, (size_t)p->n * sizeof *at);
    zni_vi_project(&v, at);
    return measure(p->F, p->user, p->n, at, p->lb, p->ub, z, w, work);
}

/* ---- with a small F in its own unit ---------------------------------------------- */

typedef struct own_ncp {
    zn_ncp p;
    zni_own_map map;
} own_ncp;

typedef struct own_mcp {
    zn_mcp p;
    zni_own_map map;
} own_mcp;

/* of v, whose bounds are there; room: 2 n. Is the unit another than 1? */
static bool set_own(zni_own_map *map, const zn_vi *v, double room[], double zu[], double wu[])
{
    *map = (zni_own_map){.F = v->F,
                         .jacobian = v->jacobian,
                         .user = v->user,
                         .n = v->n,
                         .nnz = zni_vi_nnz(v),
                         .unit = zni_unit(fmin(1, zni_vi_scale(v, room)))};
    for (zn_index i = 0; i < v->n; i++) {
        zu[i] = 1;
        wu[i] = map->unit;
    }
    return map->unit != 1;
}

static bool ncp_in_own(const void *problem, void *out, double room[], double zu[], double wu[])
{
    const zn_ncp *p = problem;
    double *zero = room + 2 * p->n;
    const zn_vi v = zni_ncp_vi(p, zero);
    own_ncp *o = out;

    o->p = *p;
    o->p.F = zni_own_F;
    o->p.jacobian = zni_own_jacobian;
    o->p.user = &o->map;
    memset(zero, 0, (size_t)p->n * sizeof *zero);
    return set_own(&o->map, &v, room, zu, wu);
}

static bool mcp_in_own(const void *problem, void *out, double room[], double zu[], double wu[])
{
    const zn_mcp *p = problem;
    const zn_vi v = zni_mcp_vi(p);
    own_mcp *o = out;

    o->p = *p;
    o->p.F = zni_own_F;
    o->p.jacobian = zni_own_jacobian;
    o->p.user = &o->map;
    return set_own(&o->map, &v, room, zu, wu);
}

static zn_index ncp_room(const void *p)
{
    return 3 * ((const zn_ncp *)p)->n;
}

static zn_index mcp_room(const void *p)
{
    return 2 * ((const zn_mcp *)p)->n;
}

/* ---- data --------------------------------------------------------------- */

static zn_index ncp_size(const void *p)
{
    return ((const zn_ncp *)p)->n;
}

static double ncp_error(const void *p, const double z[], const double w[],
                        double work[])
{
    return zn_ncp_error(p, z, w, work);
}

static zn_status check(zn_ctx *ctx, const zn_vi *v, const char *name)
{
    zn_status st = v->jacobian
                       ? zni_vi_check(ctx, v)
                       : zn_fail(ctx, ZN_EINVAL, "there is no Jacobian");

    return zn_note(ctx, st, "%s", name);
}

static zn_status ncp_check(zn_ctx *ctx, const void *p)
{
    zn_vi v = zni_ncp_vi(p, NULL);

    return check(ctx, &v, "ncp");
}

const zn_problem_type zni_ncp_problem = {
    .type = {.size = sizeof(zn_problem_type),
             .kind = ZN_KIND_PROBLEM,
             .name = "ncp",
             .summary = "z >= 0, F(z) >= 0, z'F(z) = 0"},
    .solver_kind = ZN_KIND_NCP_SOLVER,
    .nz = ncp_size,
    .nw = ncp_size,
    .error = ncp_error,
    .check = ncp_check,
    .own = ncp_in_own,
    .own_room = ncp_room,
    .own_size = sizeof(own_ncp),
};

static zn_index mcp_size(const void *p)
{
    return ((const zn_mcp *)p)->n;
}

static double mcp_error(const void *p, const double z[], const double w[],
                        double work[])
{
    return zn_mcp_error(p, z, w, work);
}

static zn_status mcp_check(zn_ctx *ctx, const void *p)
{
    zn_vi v = zni_mcp_vi(p);

    return check(ctx, &v, "mcp");
}

const zn_problem_type zni_mcp_problem = {
    .type = {.size = sizeof(zn_problem_type),
             .kind = ZN_KIND_PROBLEM,
             .name = "mcp",
             .summary = "lb <= z <= ub, -F(z) in the normal cone at z"},
    .solver_kind = ZN_KIND_MCP_SOLVER,
    .nz = mcp_size,
    .nw = mcp_size,
    .error = mcp_error,
    .check = mcp_check,
    .own = mcp_in_own,
    .own_room = mcp_room,
    .own_size = sizeof(own_mcp),
};
