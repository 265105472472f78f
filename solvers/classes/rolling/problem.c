/* problem.c - the class of rolling friction problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/data.h"
#include "../../core/problem_class.h"
#include "../../linalg/affine.h"
#include "../../linalg/twice.h"
#include "../../system/sizes.h"
#include "rolling.h"

/* Sum over the contacts of the residual (0 without mu), moments and rotations
 * times length, reactions times size; *own += |s|^2, *data += |u|^2 on that scale. */
static double sums(zn_index d, zn_index nc, const double mu[], const double mur[],
                   const double size[], const double length[], const double r[],
                   const double u[], double *own, double *data)
{
    zn_index m = (d - 1) / 2;
    double sum = 0;

    for (zn_index a = 0; a < nc; a++) {
        double s[ZNI_DMAX], v[ZNI_DMAX];

        for (zn_index k = 0; k < d; k++) {
            double L = k > m ? length[a] : 1;

            s[k] = size[a] * r[d * a + k] / L;
            v[k] = u[d * a + k] * L;
            *own += s[k] * s[k];
            if (data)
                *data += v[k] * v[k];
        }
        if (mu)
            sum += zni_rolling_residual_of(d, nc, a, mu, mur, length[a], s, v);
    }
    return sum;
}

double zn_rolling_friction_error(const zn_rolling_friction *p, const double z[],
                                 const double w[], double work[])
{
    zn_index n = p->d * p->nc;
    double err, off = 0, q2 = 0, own = 0, none = 0;
    double *size = work + n, *length = size + p->nc, *lo = length + p->nc;

    /* two numbers a contact, made from its d >= 3 diagonal entries */
    zn_matrix_diag(p->M, work);
    zni_rolling_sizes(p->d, p->nc, p->M, work, size, length);
    sums(p->d, p->nc, NULL, NULL, size, length, z, p->q, &own, &q2);
    memcpy(work, p->q, (size_t)n * sizeof *work);
    if (zni_hides(sqrt(own), sqrt(q2)))
        zni_twice_rows(p->M, z, work, lo, (p->d - 2) * p->nc);
    else
        zn_matrix_mul(p->M, 1, z, 1, work);
    err = sums(p->d, p->nc, p->mu, p->mu_r, size, length, z, work, &none, NULL);
    for (zn_index i = 0; i < n; i++)
        work[i] -= w[i];
    sums(p->d, p->nc, NULL, NULL, size, length, z, work, &none, &off);
    if (isnan(err) || isnan(off))
        return NAN;
    return zni_relative(sqrt(fmax(err, off)), sqrt(own), sqrt(q2));
}

ZNI_NUMBER(size, zn_rolling_friction, p->d * p->nc)
ZNI_ERROR(error, zn_rolling_friction_error)

zn_status zni_check_rolling(zn_ctx *ctx, zn_index d, zn_index nc,
                            const double mu_r[])
{
    const zn_status st = zni_check_positive(ctx, "mu_r", nc, mu_r);

    return st || d < 6 ? st : zni_check_positive(ctx, "mu_s", nc, mu_r + nc);
}

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const zn_rolling_friction *p = problem;
    zn_status st;

    if (p->d != 3 && p->d != 5 && p->d != 6)
        return zn_fail(ctx, ZN_EINVAL,
                       "rolling friction: d = %td, must be 3, 5 or 6", p->d);
    if (p->nc < 1 || !p->M || !p->q || !p->mu || !p->mu_r)
        return zn_fail(ctx, ZN_EINVAL,
                       "rolling friction: nc = %td, must be >= 1, with M, q, "
                       "mu and mu_r",
                       p->nc);
    st = zni_check_affine(ctx, zni_rows_of(p->d, p->nc), p->M, p->q);
    if (!st)
        st = zni_check_positive(ctx, "mu", p->nc, p->mu);
    if (!st)
        st = zni_check_rolling(ctx, p->d, p->nc, p->mu_r);
    return st ? zn_note(ctx, st, "rolling friction, d = %td, nc = %td", p->d,
                        p->nc)
              : ZN_OK;
}

ZNI_OUTPUTS(outputs, zn_rolling_friction)

ZNI_PROBLEM(zni_rolling_problem, ZN_KIND_ROLLING_SOLVER, "rolling-friction",
            "u = M r + q, Coulomb and rolling friction at contacts",
            .nz = size, .nw = size, .error = error, .check = check, .outputs = outputs);
