/* global.c - the class of rolling friction with the equations of motion
 * SPDX-License-Identifier: Apache-2.0 */
#include "../contact/rolling.h"
#include "../core/data.h"

double zn_global_rolling_friction_error(const zn_global_rolling_friction *p,
                                        const double z[], const double w[],
                                        double work[])
{
    zn_index n = p->n, d = p->d, nc = p->nc, m = d * nc, h = (d - 1) / 2;
    const double *v = z, *r = z + n;
    double *e = work, *u = work + n, *size = u + m, *length = size + nc;
    double motion = 0, law = 0, off = 0, own = 0, qq = 0, bb = 0, none;

    none = zni_motion_sizes(p->M, p->H, m, e, u);
    for (zn_index i = 0; i < n; i++)
        qq += p->q[i] * p->q[i] / e[i];
    zni_rolling_sizes(d, nc, NULL, u, size, length);
    for (zn_index i = 0; i < n; i++)
        e[i] = -p->q[i];
    zn_matrix_mul(p->M, 1, v, 1, e);
    if (m > 0) {
        zn_matrix_mul(p->H, -1, r, 1, e);
        memcpy(u, p->b, (size_t)m * sizeof *u);
        zn_matrix_mul_t(p->H, 1, v, 1, u);
    }
    for (zn_index a = 0; a < nc; a++) {
        double s[ZNI_DMAX], x[ZNI_DMAX], by = 1 / size[a];

        for (zn_index k = 0; k < d; k++) {
            double L = k > h ? length[a] : 1;
            double apart = (w[d * a + k] - u[d * a + k]) * L;
            double b = p->b[d * a + k] * L;

            s[k] = size[a] * r[d * a + k] / L;
            x[k] = u[d * a + k] * L;
            own += s[k] * s[k] * by;
            bb += b * b * by;
            off += apart * apart * by;
        }
        law += by * zni_rolling_residual_of(d, nc, a, p->mu, p->mu_r, length[a],
                                            s, x);
    }
    for (zn_index i = 0; i < n; i++)
        motion += e[i] * e[i] / zni_motion_mass(p->M, i, none);
    if (isnan(motion) || isnan(law) || isnan(off))
        return NAN;
    return zni_relative(sqrt(fmax(motion, fmax(law, off))), sqrt(own),
                        sqrt(fmax(qq, bb)));
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

    if (p->d != 3 && p->d != 5 && p->d != 6)
        return zn_fail(ctx, ZN_EINVAL,
                       "global rolling friction: d = %td, must be 3, 5 or 6",
                       p->d);
    if (p->n < 1 || p->nc < 0 || !p->M || !p->q ||
        (p->nc > 0 && (!p->H || !p->b || !p->mu || !p->mu_r)))
        return zn_fail(ctx, ZN_EINVAL,
                       "global rolling friction: n = %td, nc = %td, must be "
                       ">= 1 and >= 0, with M, H, q, b, mu and mu_r",
                       p->n, p->nc);
    st = zni_check_matrix(ctx, "M", p->M, p->n, p->n);
    if (!st && p->nc > 0)
        st = zni_check_matrix(ctx, "H", p->H, p->n, m);
    if (!st)
        st = zni_check_finite(ctx, "q", p->n, p->q);
    if (!st)
        st = zni_check_finite(ctx, "b", m, p->b);
    if (!st)
        st = zni_check_positive(ctx, "mu", p->nc, p->mu);
    if (!st)
        st = zni_check_rolling(ctx, p->d, p->nc, p->mu_r);
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
