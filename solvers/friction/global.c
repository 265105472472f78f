/* global.c - the class of friction problems with the equations of motion
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

#include <zeno/global_friction.h>

static double norm2(zn_index n, const double x[])
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

double zn_global_friction_error(const zn_global_friction *p, const double z[],
                                const double w[], double work[])
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
    for (zn_index a = 0; a < p->nc; a++) {
        double x[3], P[3], shifted[3], s = 0;
        const double *ra = r + p->d * a, *ua = u + p->d * a;

        for (zn_index k = 1; k < p->d; k++)
            s = hypot(s, ua[k]);
        for (zn_index k = 0; k < p->d; k++) {
            shifted[k] = ua[k] + (k == 0 ? p->mu[a] * s : 0);
            x[k] = ra[k] - shifted[k];
        }
        zn_friction_project(p->d, p->mu[a], x, P);
        for (zn_index k = 0; k < p->d; k++) {
            /* r - x, without rounding what is small beside r */
            const double f = P[k] == x[k] ? shifted[k] : ra[k] - P[k];
            law += f * f;
        }
    }
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
    const zn_global_friction *p = problem;

    return p->n + p->d * p->nc;
}

static zn_index nw(const void *problem)
{
    const zn_global_friction *p = problem;

    return p->d * p->nc;
}

static double error(const void *p, const double z[], const double w[],
                    double work[])
{
    return zn_global_friction_error(p, z, w, work);
}

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const zn_global_friction *p = problem;
    zn_index m = p->d * p->nc;
    zn_status st;

    if (p->d != 2 && p->d != 3)
        return zn_fail(ctx, ZN_EINVAL,
                       "global friction: d = %td, must be 2 or 3", p->d);
    if (p->n < 1 || p->nc < 0 || !p->M || !p->q ||
        (p->nc > 0 && (!p->H || !p->b || !p->mu)))
        return zn_fail(ctx, ZN_EINVAL,
                       "global friction: n = %td, nc = %td, must be >= 1 and "
                       ">= 0, with M, H, q, b and mu",
                       p->n, p->nc);
    if (p->M->rows != p->n || p->M->cols != p->n)
        return zn_fail(ctx, ZN_EINVAL,
                       "global friction: M is %td x %td, must be %td x %td",
                       p->M->rows, p->M->cols, p->n, p->n);
    if (p->nc > 0 && (p->H->rows != p->n || p->H->cols != m))
        return zn_fail(ctx, ZN_EINVAL,
                       "global friction: H is %td x %td, must be %td x %td",
                       p->H->rows, p->H->cols, p->n, m);
    st = zn_matrix_check(ctx, "M", p->M);
    if (!st && p->nc > 0)
        st = zn_matrix_check(ctx, "H", p->H);
    for (zn_index i = 0; i < p->n && !st; i++)
        if (!isfinite(p->q[i]))
            st = zn_fail(ctx, ZN_EDOM, "q(%td) = %g", i, p->q[i]);
    for (zn_index i = 0; i < m && !st; i++)
        if (!isfinite(p->b[i]))
            st = zn_fail(ctx, ZN_EDOM, "b(%td) = %g", i, p->b[i]);
    for (zn_index a = 0; a < p->nc && !st; a++)
        if (!isfinite(p->mu[a]) || p->mu[a] < 0)
            st = zn_fail(ctx, ZN_EINVAL, "mu(%td) = %g, must be >= 0", a,
                         p->mu[a]);
    return zn_note(ctx, st, "global friction, d = %td, nc = %td, n = %td", p->d,
                   p->nc, p->n);
}

const zn_problem_type zni_global_friction_problem = {
    .type = {.size = sizeof(zn_problem_type),
             .kind = ZN_KIND_PROBLEM,
             .name = "global-friction",
             .summary = "M v = H r + q, u = H'v + b, Coulomb friction"},
    .solver_kind = ZN_KIND_GLOBAL_FRICTION_SOLVER,
    .nz = nz,
    .nw = nw,
    .error = error,
    .check = check,
};
