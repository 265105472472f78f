/* global.c - the class of rolling friction with the equations of motion
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling.h"

static double norm2(zn_index n, const double x[])
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

double zn_global_rolling_friction_error(const zn_global_rolling_friction *p,
                                        const double z[], const double w[],
                                        double work[])
{
    zn_index n = p->n, m = p->d * p->nc;
    const double *v = z, *r = z + n;
    double *e = work, *u = work + n, motion, law = 0, off = 0, scale, err;

    for (zn_index i = 0; i < n; i++)
        e[i] = -p->q[i];
    zn_matrix_mul(p->M, 1, v, 1, e);
    if (m > 0) {
        zn_matrix_mul(p->H, -1, r, 1, e);
        memcpy(u, p->b, (size_t)m * sizeof *u);
        zn_matrix_mul_t(p->H, 1, v, 1, u);
    }
    motion = norm2(n, e);
    for (zn_index a = 0; a < p->nc; a++)
        law += zni_rolling_residual(p->d, p->mu[a], p->mu_r[a], r + p->d * a,
                                    u + p->d * a);
    for (zn_index i = 0; i < m; i++)
        off += (w[i] - u[i]) * (w[i] - u[i]);
    if (isnan(motion) || isnan(law) || isnan(off))
        return NAN;
    scale = m > 0 ? fmax(norm2(n, p->q), norm2(m, p->b)) : norm2(n, p->q);
    err = fmax(motion, fmax(law, off));
    return zni_relative(sqrt(err), sqrt(norm2(m, r)), sqrt(scale));
}

static zn_index nz(const void *problem)
{
    const zn_global_rolling_friction *p = problem;

    return p->n + p->d * p->nc;
}

static zn_index nw(const void *problem)
{
    const zn_global_rolling_friction *p = problem;

    return p->d * p->nc;
}

static double error(const void *p, const double z[], const double w[],
                    double work[])
{
    return zn_global_rolling_friction_error(p, z, w, work);
}

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const zn_global_rolling_friction *p = problem;
    zn_index m = p->d * p->nc;
    zn_status st;

    if (p->d != 3 && p->d != 5)
        return zn_fail(ctx, ZN_EINVAL,
                       "global rolling friction: d = %td, must be 3 or 5",
                       p->d);
    if (p->n < 1 || p->nc < 0 || !p->M || !p->q ||
        (p->nc > 0 && (!p->H || !p->b || !p->mu || !p->mu_r)))
        return zn_fail(ctx, ZN_EINVAL,
                       "global rolling friction: n = %td, nc = %td, must be "
                       ">= 1 and >= 0, with M, H, q, b, mu and mu_r",
                       p->n, p->nc);
    if (p->M->rows != p->n || p->M->cols != p->n)
        return zn_fail(
            ctx, ZN_EINVAL,
            "global rolling friction: M is %td x %td, must be %td x %td",
            p->M->rows, p->M->cols, p->n, p->n);
    if (p->nc > 0 && (p->H->rows != p->n || p->H->cols != m))
        return zn_fail(
            ctx, ZN_EINVAL,
            "global rolling friction: H is %td x %td, must be %td x %td",
            p->H->rows, p->H->cols, p->n, m);
    st = zn_matrix_check(ctx, "M", p->M);
    if (!st && p->nc > 0)
        st = zn_matrix_check(ctx, "H", p->H);
    if (!st)
        st = zni_rolling_finite(ctx, "q", p->n, p->q);
    if (!st)
        st = zni_rolling_finite(ctx, "b", m, p->b);
    if (!st)
        st = zni_rolling_coefficients(ctx, p->nc, p->mu, p->mu_r);
    return zn_note(ctx, st,
                   "global rolling friction, d = %td, nc = %td, n = %td", p->d,
                   p->nc, p->n);
}

const zn_problem_type zni_global_rolling_problem = {
    .type = {.size = sizeof(zn_problem_type),
             .kind = ZN_KIND_PROBLEM,
             .name = "global-rolling-friction",
             .summary =
                 "M v = H r + q, u = H'v + b, Coulomb and rolling friction"},
    .solver_kind = ZN_KIND_GLOBAL_ROLLING_SOLVER,
    .nz = nz,
    .nw = nw,
    .error = error,
    .check = check,
};
