/* problem.c - the class of second-order cone complementarity problems
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "../../linalg/octave.h"
#include "cone.h"
#include "../../core/data.h"
#include "../../core/problem_class.h"
#include "../../linalg/twice.h"
#include "../../linalg/units.h"

/* |z - P(z - w)|^2 over the rows of one cone, z first multiplied by size, by the
 * cases of the projection of x = z - w; NaN for NaN. Differences of z and P are worked out by hand, so that
 * w does not drown in the rounding of a huge z: a point that runs away along a
 * ray must not look like a solution. On the side of the cone, with s = |x_r| and
 * p_0 = (x_0 + tau s) / (1 + tau^2),
 *     z_0 - p_0           = (tau (tau z_0 - s) + w_0) / (1 + tau^2)
 *     z_i - tau p_0 x_i/s = (s - tau x_0) / (1 + tau^2) z_i/s + tau p_0 w_i/s */
static double distance2(zn_index d, double tau, double size, const double z[],
                        const double w[])
{
    double z0 = size * z[0], x0 = z0 - w[0], s = 0, sum = 0;
    double one = 1 + tau * tau;

    for (zn_index i = 1; i < d; i++)
        s += (size * z[i] - w[i]) * (size * z[i] - w[i]);
    s = sqrt(s);
    if (isnan(x0 + s))
        return NAN;
    if (tau * x0 >= s || -x0 >= tau * s) {
        const double *r = tau * x0 >= s ? w : z, by = r == w ? 1 : size;

        for (zn_index i = 0; i < d; i++)
            sum += by * r[i] * (by * r[i]);
        return sum;
    }
    double p0 = (x0 + tau * s) / one, r0 = (tau * (tau * z0 - s) + w[0]) / one;

    sum = r0 * r0;
    for (zn_index i = 1; i < d; i++) {
        double r = (s - tau * x0) / one * (size * z[i] / s) +
                   tau * p0 * (w[i] / s);

        sum += r * r;
    }
    return sum;
}

/* the largest |s_i| */
static double largest(const zn_soclcp *p, const double size[], const double z[])
{
    double most = 0;

    for (zn_index c = 0; c < p->ncones; c++)
        for (zn_index i = p->cone[c]; i < p->cone[c + 1]; i++)
            most = fmax(most, size[c] * fabs(z[i]));
    return most;
}

double zn_soclcp_error(const zn_soclcp *p, const double z[], const double w[],
                       double work[])
{
    double sum = 0, apart = 0, qq = 0, *size = work + p->n;

    for (zn_index i = 0; i < p->n; i++) {
        work[i] = p->q[i];
        qq += p->q[i] * p->q[i];
    }
    zn_matrix_mul(p->M, 1, z, 1, work);
    zni_soclcp_sizes(p, size);
    if (zni_hides(largest(p, size, z), sqrt(qq))) {
        memcpy(work, p->q, (size_t)p->n * sizeof *work);
        zni_twice_rows(p->M, z, work, size, p->n);
        zni_soclcp_sizes(p, size);
    }
    for (zn_index i = 0; i < p->n; i++)
        apart += (w[i] - work[i]) * (w[i] - work[i]);
    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->cone[c];

        sum += distance2(p->cone[c + 1] - at, p->tau[c], size[c], z + at,
                         work + at);
    }
    sum = isnan(sum) || sum >= apart ? sum : apart;
    return sqrt(sum / (qq > 0 ? qq : 1));
}

ZNI_NUMBER(size, zn_soclcp, p->n)
ZNI_ERROR(error, zn_soclcp_error)

static zn_status check_data(zn_ctx *ctx, const zn_soclcp *p)
{
    zn_status st;

    if (p->n < 1 || p->ncones < 1 || !p->M || !p->q || !p->cone || !p->tau)
        return zn_fail(ctx, ZN_EINVAL,
                       "n = %td, %td cones, must be >= 1, with M, q, cone and "
                       "tau",
                       p->n, p->ncones);
    st = zni_check_affine(ctx, p->n, p->M, p->q);
    if (st)
        return st;
    if (p->ncones > p->n)
        return zn_fail(ctx, ZN_EINVAL, "%td cones of %td rows: there are more than rows", p->ncones, p->n);
    if (p->cone[0] != 0 || p->cone[p->ncones] != p->n)
        return zn_fail(ctx, ZN_EINVAL,
                       "cones cover rows %td to %td, must be 0 to %td",
                       p->cone[0], p->cone[p->ncones], p->n);
    for (zn_index c = 0; c < p->ncones; c++) {
        if (p->cone[c + 1] <= p->cone[c])
            return zn_fail(ctx, ZN_EINVAL,
                           "cone %td ends at row %td, "
                           "begins at %td",
                           c, p->cone[c + 1], p->cone[c]);
        if (!(p->tau[c] > 0) || !isfinite(p->tau[c]))
            return zn_fail(ctx, ZN_EINVAL, "tau(%td) = %g, must be > 0", c,
                           p->tau[c]);
    }
    return st;
}

static zn_status check(zn_ctx *ctx, const void *p)
{
    return zn_note(ctx, check_data(ctx, p), "soclcp");
}

ZNI_PROBLEM(zni_soclcp_problem, ZN_KIND_SOCLCP_SOLVER, "soclcp",
            "M z + q in the dual cone, z in the cone, orthogonal",
            .nz = size, .nw = size, .error = error, .check = check);
