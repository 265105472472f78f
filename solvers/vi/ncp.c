/* ncp.c - the classes of nonlinear and mixed complementarity problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include "../linalg/units.h"

/* F anew into F[]; how far w is from it, NaN when it cannot be had */
static double recompute(zn_map_fn *fn, void *user, zn_index n, const double z[],
                        const double w[], double F[])
{
    double err = 0;

    for (zn_index i = 0; i < n; i++)
        if (isnan(z[i]) || isnan(w[i]))
            return NAN;
    if (fn(user, z, F))
        return NAN;
    for (zn_index i = 0; i < n; i++)
        err = zni_worse(err, fabs(w[i] - F[i]));
    return err;
}

double zn_ncp_error(const zn_ncp *p, const double z[], const double w[],
                    double work[])
{
    double err = recompute(p->F, p->user, p->n, z, w, work);

    for (zn_index i = 0; i < p->n && !isnan(err); i++)
        err = zni_worse(err, fabs(z[i] < work[i] ? z[i] : work[i]));
    return err;
}

double zn_mcp_error(const zn_mcp *p, const double z[], const double w[],
                    double work[])
{
    double err = recompute(p->F, p->user, p->n, z, w, work);

    for (zn_index i = 0; i < p->n && !isnan(err); i++) {
        double r = work[i];

        if (p->lb && z[i] - p->lb[i] < r)
            r = z[i] - p->lb[i];
        if (p->ub && z[i] - p->ub[i] > r)
            r = z[i] - p->ub[i];
        err = zni_worse(err, fabs(r));
    }
    return err;
}

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
};
