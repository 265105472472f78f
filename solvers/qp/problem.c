/* problem.c - the class of convex quadratic programs
 * SPDX-License-Identifier: Apache-2.0 */
#include "qp.h"

#include <string.h>

/* the larger of two magnitudes; NaN wins and stays */
static double worse(double a, double b)
{
    return isnan(a) || a >= b ? a : b;
}

double zni_qp_scale(const zn_qp *p)
{
    double scale = 1;

    for (zn_index i = 0; i < p->n; i++)
        scale = worse(scale, fabs(p->q[i]));
    for (zn_index i = 0; i < p->m && p->b; i++)
        scale = worse(scale, fabs(p->b[i]));
    return scale;
}

void zni_qp_rows(const zn_qp *p, const double z[], double s[])
{
    for (zn_index i = 0; i < p->m; i++)
        s[i] = p->b ? p->b[i] : 0;
    if (p->A)
        zn_matrix_mul(p->A, 1, z, 1, s);
    else
        for (zn_index i = 0; i < p->m; i++)
            s[i] += z[i];
}

void zni_qp_gradient(const zn_qp *p, const double z[], const double l[],
                     double nu[])
{
    memcpy(nu, p->q, (size_t)p->n * sizeof *nu);
    zn_matrix_mul(p->M, 1, z, 1, nu);
    if (p->m > 0 && p->A)
        zn_matrix_mul_t(p->A, -1, l, 1, nu);
    else
        for (zn_index i = 0; i < p->m; i++)
            nu[i] -= l[i];
}

zn_status zni_qp_project(const zn_qp *p, double s[])
{
    if (p->project && p->m > 0)
        return p->project(p->user, s);
    for (zn_index i = 0; i < p->m; i++)
        s[i] = s[i] < 0 ? 0 : s[i];
    return ZN_OK;
}

double zn_qp_error(const zn_qp *p, const double z[], const double w[],
                   double work[])
{
    const double *l = w + p->n;
    double err = 0;

    for (zn_index i = 0; i < p->n + p->m; i++)
        if (isnan(w[i]) || (i < p->n && isnan(z[i])))
            return NAN;
    zni_qp_gradient(p, z, l, work);
    for (zn_index i = 0; i < p->n; i++) {
        double r = work[i];

        err = worse(err, fabs(w[i] - r));
        r = z[i] - zni_qp_lo(p, i) < r ? z[i] - zni_qp_lo(p, i) : r;
        r = z[i] - zni_qp_hi(p, i) > r ? z[i] - zni_qp_hi(p, i) : r;
        err = worse(err, fabs(r));
    }
    zni_qp_rows(p, z, work);
    if (!p->project) {
        /* min(s, l) is s - P(s - l) without rounding of s against l */
        for (zn_index i = 0; i < p->m; i++)
            err = worse(err, fabs(work[i] < l[i] ? work[i] : l[i]));
        return err / zni_qp_scale(p);
    }
    /* what s - l loses of l is counted: a point that runs away must not look
     * like a solution */
    for (zn_index i = 0; i < p->m; i++) {
        double s = work[i];

        work[i] = s - l[i];
        err = worse(err, fabs(s - work[i] - l[i]));
    }
    if (zni_qp_project(p, work))
        return NAN;
    /* P - (A z + b) in place: there is room for m only */
    if (p->m > 0 && p->A)
        zn_matrix_mul(p->A, -1, z, 1, work);
    else
        for (zn_index i = 0; i < p->m; i++)
            work[i] -= z[i];
    for (zn_index i = 0; i < p->m; i++)
        err = worse(err, fabs(work[i] - (p->b ? p->b[i] : 0)));
    return err / zni_qp_scale(p);
}

static zn_index size_z(const void *p)
{
    return ((const zn_qp *)p)->n;
}

static zn_index size_w(const void *p)
{
    const zn_qp *qp = p;

    return qp->n + qp->m;
}

static double error(const void *p, const double z[], const double w[],
                    double work[])
{
    return zn_qp_error(p, z, w, work);
}

static zn_status check_vectors(zn_ctx *ctx, const zn_qp *p)
{
    for (zn_index i = 0; i < p->n; i++) {
        double lo = zni_qp_lo(p, i), hi = zni_qp_hi(p, i);

        if (!isfinite(p->q[i]))
            return zn_fail(ctx, ZN_EDOM, "q(%td) = %g", i, p->q[i]);
        if (isnan(lo) || isnan(hi))
            return zn_fail(ctx, ZN_EDOM, "lb(%td) = %g, ub(%td) = %g", i, lo, i,
                           hi);
        if (lo > hi || lo == INFINITY || hi == -INFINITY)
            return zn_fail(ctx, ZN_EINVAL, "[lb, ub](%td) = [%g, %g] is empty",
                           i, lo, hi);
    }
    for (zn_index i = 0; i < p->m && p->b; i++)
        if (!isfinite(p->b[i]))
            return zn_fail(ctx, ZN_EDOM, "b(%td) = %g", i, p->b[i]);
    return ZN_OK;
}

static zn_status check_data(zn_ctx *ctx, const zn_qp *p)
{
    zn_status st;

    if (p->n < 1 || p->m < 0 || !p->M || !p->q)
        return zn_fail(ctx, ZN_EINVAL,
                       "n = %td, m = %td, must be >= 1 and >= 0, with M and q",
                       p->n, p->m);
    if (p->M->rows != p->n || p->M->cols != p->n)
        return zn_fail(ctx, ZN_EINVAL, "M is %td x %td, must be %td x %td",
                       p->M->rows, p->M->cols, p->n, p->n);
    if (p->m > 0 && !p->A && p->m != p->n)
        return zn_fail(ctx, ZN_EINVAL, "no A: m = %td, must be n = %td", p->m,
                       p->n);
    if (p->m > 0 && p->A && (p->A->rows != p->m || p->A->cols != p->n))
        return zn_fail(ctx, ZN_EINVAL, "A is %td x %td, must be %td x %td",
                       p->A->rows, p->A->cols, p->m, p->n);
    st = zn_matrix_check(ctx, "M", p->M);
    if (!st && p->m > 0 && p->A)
        st = zn_matrix_check(ctx, "A", p->A);
    if (!st && !zn_matrix_symmetric(p->M, 1e-9))
        st = zn_fail(ctx, ZN_EINVAL, "M is not symmetric");
    return st ? st : check_vectors(ctx, p);
}

static zn_status check(zn_ctx *ctx, const void *p)
{
    return zn_note(ctx, check_data(ctx, p), "qp");
}

const zn_problem_type zni_qp_problem = {
    .type = {.size = sizeof(zn_problem_type),
             .kind = ZN_KIND_PROBLEM,
             .name = "qp",
             .summary = "min 1/2 z'Mz + q'z, lb <= z <= ub, A z + b in K"},
    .solver_kind = ZN_KIND_QP_SOLVER,
    .nz = size_z,
    .nw = size_w,
    .error = error,
    .check = check,
};
