/* problem.c - the class of linear complementarity problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp.h"

#include <zeno/lcp.h>

/* the larger of two magnitudes; NaN wins and stays */
static double worse(double a, double b)
{
    return isnan(a) || a >= b ? a : b;
}

double zn_lcp_error(const zn_lcp *p, const double z[], const double w[],
                    double work[])
{
    double err = 0, scale = 1;

    for (zn_index i = 0; i < p->n; i++)
        work[i] = p->q[i];
    zn_matrix_mul(p->M, 1, z, 1, work);
    for (zn_index i = 0; i < p->n; i++) {
        double wi = work[i], low = wi < z[i] ? wi : z[i];
        double off = fabs(w[i] - wi), size = fabs(p->q[i]);

        low = isnan(wi) ? wi : fabs(low);
        /* false for NaN: mostly nothing is worse than what there is */
        if (!(low <= err && off <= err))
            err = worse(worse(err, low), off);
        scale = size > scale ? size : scale;
    }
    return err / scale;
}

static zn_index size(const void *p)
{
    return ((const zn_lcp *)p)->n;
}

static double error(const void *p, const double z[], const double w[],
                    double work[])
{
    return zn_lcp_error(p, z, w, work);
}

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const zn_lcp *p = problem;
    zn_status st;

    if (p->n < 1 || !p->M || !p->q)
        return zn_fail(ctx, ZN_EINVAL,
                       "LCP: n = %td, must be >= 1, with M and q", p->n);
    if (p->M->rows != p->n || p->M->cols != p->n)
        return zn_fail(ctx, ZN_EINVAL, "LCP: M is %td x %td, must be %td x %td",
                       p->M->rows, p->M->cols, p->n, p->n);
    st = zn_matrix_check(ctx, "M", p->M);
    for (zn_index i = 0; i < p->n && !st; i++)
        if (!isfinite(p->q[i]))
            st = zn_fail(ctx, ZN_EDOM, "q(%td) = %g", i, p->q[i]);
    return zn_note(ctx, st, "LCP, n = %td", p->n);
}

const zn_problem_type zni_lcp_problem = {
    .type = {.size = sizeof(zn_problem_type),
             .kind = ZN_KIND_PROBLEM,
             .name = "lcp",
             .summary = "w = M z + q, z >= 0, w >= 0, z'w = 0"},
    .solver_kind = ZN_KIND_LCP_SOLVER,
    .nz = size,
    .nw = size,
    .error = error,
    .check = check,
};
