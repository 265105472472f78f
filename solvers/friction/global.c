/* global.c - the class of friction problems with the equations of motion
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"
#include "../core/data.h"

#include <zeno/global_friction.h>

double zn_global_friction_error(const zn_global_friction *p, const double z[],
                                const double w[], double work[])
{
    zn_index n = p->n, d = p->d, m = d * p->nc;
    const double *v = z, *r = z + n;
    double *e = work, *u = work + n, *size = u + m;
    double motion = 0, law = 0, off = 0, own = 0, qq = 0, bb = 0, none;

    none = zni_motion_sizes(p->M, p->H, m, e, size);
    for (zn_index i = 0; i < n; i++)
        qq += p->q[i] * p->q[i] / e[i];
    zni_contact_sizes(d, p->nc, 0, d, NULL, size, size);
    for (zn_index i = 0; i < n; i++)
        e[i] = -p->q[i];
    zn_matrix_mul(p->M, 1, v, 1, e);
    if (m > 0) {
        zn_matrix_mul(p->H, -1, r, 1, e);
        memcpy(u, p->b, (size_t)m * sizeof *u);
        zn_matrix_mul_t(p->H, 1, v, 1, u);
    }
    for (zn_index a = 0; a < p->nc; a++) {
        const zni_part disc = {1, d - 1, p->mu[a]};
        double s[3], by = 1 / size[a];

        for (zn_index k = 0; k < d; k++) {
            zn_index i = d * a + k;

            s[k] = size[a] * r[i];
            own += s[k] * s[k] * by;
            bb += p->b[i] * p->b[i] * by;
            off += (w[i] - u[i]) * (w[i] - u[i]) * by;
        }
        law += by * zni_contact_residual(1, &disc, s, u + d * a);
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
    st = zni_check_matrix(ctx, "M", p->M, p->n, p->n);
    if (!st && p->nc > 0)
        st = zni_check_matrix(ctx, "H", p->H, p->n, m);
    if (!st)
        st = zni_check_finite(ctx, "q", p->n, p->q);
    if (!st)
        st = zni_check_finite(ctx, "b", m, p->b);
    if (!st)
        st = zni_check_positive(ctx, "mu", p->nc, p->mu);
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
