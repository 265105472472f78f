/* problem.c - the class of plasticity problems
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/plasticity.h>

#include "../../contact/law.h"
#include "../../core/data.h"
#include "../../core/problem_class.h"
#include "../../linalg/small.h"
#include "../../system/sizes.h"

/* ---- the error measure; no solver shares this code ------------------------ */

/* |r - P(r - u)|^2 for the cylinder. As for the cone (zni_cone_distance2), differences are derived analytically: with
 * x = r - u and s = |x_T|
 *     r_T - limit x_T/s = (s - limit)/s r_T + limit/s u_T */
static double cylinder2(double limit, const double r[], const double u[])
{
    double s = hypot(r[1] - u[1], r[2] - u[2]), sum = u[0] * u[0];

    for (int k = 1; k < 3; k++) {
        double rt =
            s <= limit ? u[k] : (s - limit) / s * r[k] + limit * (u[k] / s);

        sum += rt * rt;
    }
    return sum;
}

double zn_plasticity_error(const zn_plasticity *p, const double z[],
                           const double w[], double work[])
{
    const double qq = zni_dot(3 * p->nc, p->q, p->q);
    double err = 0, off = 0, *size = work + 3 * p->nc;

    memcpy(work, p->q, (size_t)(3 * p->nc) * sizeof *work);
    zn_matrix_mul(p->M, 1, z, 1, work);
    for (zn_index i = 0; i < 3 * p->nc; i++)
        off += (w[i] - work[i]) * (w[i] - work[i]);
    zn_matrix_diag(p->M, size);
    zni_contact_sizes(3, p->nc, 0, 3, p->M, size, size);
    for (zn_index a = 0; a < p->nc; a++) {
        const double *u = work + 3 * a;
        double r[3];

        for (int k = 0; k < 3; k++)
            r[k] = size[a] * z[3 * a + k];
        if (isnan(r[0] + r[1] + r[2] + u[0] + u[1] + u[2]))
            return NAN;
        if (p->model == ZN_VON_MISES) {
            err += cylinder2(size[a] * p->sigma_y[a], r, u);
        } else {
            double v[3] = {u[0] + p->theta[a] * hypot(u[1], u[2]), u[1], u[2]};

            err += zni_cone_distance2(3, p->eta[a], 1, r, v);
        }
    }
    if (isnan(off))
        return NAN;
    return sqrt(fmax(err, off) / (qq > 0 ? qq : 1));
}

/* ---- the class ------------------------------------------------------------- */

static zn_status check_constants(zn_ctx *ctx, const zn_plasticity *p)
{
    if (p->model == ZN_VON_MISES) {
        if (!p->sigma_y)
            return zn_fail(ctx, ZN_EINVAL, "von Mises without sigma_y");
        return zni_check_positive(ctx, "sigma_y", p->nc, p->sigma_y);
    }
    if (!p->eta || !p->theta)
        return zn_fail(ctx, ZN_EINVAL, "Drucker-Prager without eta and theta");
    for (zn_index a = 0; a < p->nc; a++) {
        if (!isfinite(p->eta[a]) || !isfinite(p->theta[a]))
            return zn_fail(ctx, ZN_EDOM, "eta(%td) = %g, theta(%td) = %g", a,
                           p->eta[a], a, p->theta[a]);
        if (p->eta[a] < 0 || p->theta[a] < 0)
            return zn_fail(ctx, ZN_EINVAL,
                           "eta(%td) = %g, theta(%td) = %g, must be >= 0", a,
                           p->eta[a], a, p->theta[a]);
    }
    return ZN_OK;
}

static zn_status check_data(zn_ctx *ctx, const zn_plasticity *p)
{
    zn_status st;

    if (p->nc < 1 || !p->M || !p->q)
        return zn_fail(ctx, ZN_EINVAL, "nc = %td, must be >= 1, with M and q",
                       p->nc);
    if (p->model != ZN_DRUCKER_PRAGER && p->model != ZN_VON_MISES)
        return zn_fail(
            ctx, ZN_EINVAL,
            "model = %d, must be 1 (Drucker-Prager) or 2 (von Mises)",
            (int)p->model);
    st = zni_check_affine(ctx, zni_rows_of(3, p->nc), p->M, p->q);
    return st ? st : check_constants(ctx, p);
}

static zn_status check(zn_ctx *ctx, const void *p)
{
    return zn_note(ctx, check_data(ctx, p), "plasticity");
}

ZNI_NUMBER(size, zn_plasticity, 3 * p->nc)
ZNI_ERROR(error, zn_plasticity_error)

ZNI_PROBLEM(zni_plasticity_problem, ZN_KIND_PLASTICITY_SOLVER, "plasticity",
            "u = M r + q, Drucker-Prager or von Mises, in the plane",
            .nz = size, .nw = size, .error = error, .check = check);
