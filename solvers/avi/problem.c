/* problem.c - the class of affine variational inequalities
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

#include "../linalg/units.h"
#include "../core/data.h"

#include <math.h>

static double face_norm(const zn_avi *p, zn_index f)
{
    double sum = 0;

    for (zn_index j = 0; j < p->n; j++)
        sum += p->H[f + j * p->m] * p->H[f + j * p->m];
    return sqrt(sum);
}

double zn_avi_error(const zn_avi *p, const double z[], const double w[],
                    double work[])
{
    const double *mu = w + p->n;
    double rho = zni_unit(zni_largest_value(p->M)), err = 0, scale = 0;

    for (zn_index i = 0; i < p->n; i++)
        work[i] = p->q[i];
    zn_matrix_mul(p->M, 1, z, 1, work);
    for (zn_index i = 0; i < p->n; i++) {
        double rest = work[i];
        for (zn_index f = 0; f < p->m; f++)
            rest -= p->H[f + i * p->m] * mu[f];
        err = zni_worse(err, fabs(rest));
        err = zni_worse(err, fabs(w[i] - work[i]));
        err = zni_worse(err, isnan(z[i]) ? z[i] : 0);
        scale = zni_worse(scale, fabs(p->q[i]));
    }
    for (zn_index f = 0; f < p->m; f++) {
        const double size = face_norm(p, f);
        double slack = -p->K[f];
        for (zn_index j = 0; j < p->n; j++)
            slack += p->H[f + j * p->m] * z[j];
        slack *= rho / size;
        scale = zni_worse(scale, rho * fabs(p->K[f]) / size);
        err = zni_worse(err, isnan(mu[f])           ? mu[f]
                         : slack < mu[f] * size ? fabs(slack)
                                                : fabs(mu[f] * size));
        err = zni_worse(err, isnan(slack) ? slack : 0);
    }
    return scale > 0 ? err / scale : err;
}

static zn_index nz(const void *p)
{
    return ((const zn_avi *)p)->n;
}

static zn_index nw(const void *p)
{
    return ((const zn_avi *)p)->n + ((const zn_avi *)p)->m;
}

static double error(const void *p, const double z[], const double w[],
                    double work[])
{
    return zn_avi_error(p, z, w, work);
}

static zn_status check_faces(zn_ctx *ctx, const zn_avi *p)
{
    for (zn_index f = 0; f < p->m; f++) {
        const double size = face_norm(p, f);
        if (!isfinite(size) || !isfinite(p->K[f]))
            return zn_fail(ctx, ZN_EDOM, "face %td: |H| = %g, K = %g", f, size,
                           p->K[f]);
        if (size == 0)
            return zn_fail(ctx, ZN_EINVAL, "face %td: its row of H is zero", f);
    }
    return ZN_OK;
}

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const zn_avi *p = problem;
    zn_status st;

    if (p->n < 1 || p->m < 0 || !p->M || !p->q || (p->m && (!p->H || !p->K)))
        return zn_fail(ctx, ZN_EINVAL,
                       "avi: n = %td, m = %td, must be >= 1 and >= 0, with M, "
                       "q, H and K",
                       p->n, p->m);
    st = zni_check_affine(ctx, p->n, p->M, p->q);
    if (!st)
        st = check_faces(ctx, p);
    return zn_note(ctx, st, "avi, n = %td, m = %td", p->n, p->m);
}

/* ---- in its own units: faces of length about 1, the largest |M_ij| in [1, 2) ---- */

typedef struct own_avi {
    zn_avi p;
    zn_matrix M;
} own_avi;

static zn_index own_room(const void *problem)
{
    const zn_avi *p = problem;

    return zni_values(p->M) + p->n + p->m * (p->n + 1);
}

static bool own(const void *problem, void *out, double room[], double zu[],
                double wu[])
{
    const zn_avi *p = problem;
    own_avi *o = out;
    zn_index n = p->n, m = p->m;
    double rho = zni_unit(zni_largest_value(p->M));
    double far = zni_largest(p->q, n), unit;
    double *q = room, *K = q + n, *H = K + m;

    for (zn_index f = 0; f < m; f++)
        far = fmax(far, rho * fabs(p->K[f]) / face_norm(p, f));
    unit = zni_unit(far);
    zni_scale_into(n, 1 / unit, p->q, q);
    for (zn_index f = 0; f < m; f++) {
        double size = zni_unit(face_norm(p, f));

        K[f] = p->K[f] / size * (rho / unit);
        for (zn_index j = 0; j < n; j++)
            H[f + j * m] = p->H[f + j * m] / size;
        wu[n + f] = unit / size;
    }
    o->M = zni_scaled(p->M, 1 / rho, H + m * n);
    o->p = (zn_avi){.n = n, .m = m, .M = &o->M, .q = q, .H = H, .K = K};
    for (zn_index i = 0; i < n; i++) {
        zu[i] = unit / rho;
        wu[i] = unit;
    }
    return true;
}

const zn_problem_type zni_avi_problem = {
    .type = {.size = sizeof(zn_problem_type),
             .kind = ZN_KIND_PROBLEM,
             .name = "avi",
             .summary = "H z >= K, -(M z + q) in the normal cone at z"},
    .solver_kind = ZN_KIND_AVI_SOLVER,
    .nz = nz,
    .nw = nw,
    .error = error,
    .check = check,
    .own = own,
    .own_room = own_room,
    .own_size = sizeof(own_avi),
};
