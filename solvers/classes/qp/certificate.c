/* certificate.c - proofs that a quadratic program has no solution
 * SPDX-License-Identifier: Apache-2.0 */
#include "interior.h"

#include <string.h>

/* What is called zero, relative to what is not. A proof holds for all points up to
 * about its inverse, in the units of the data; what is left of a sum must stand out
 * of its rounding. */
static const double ZERO = 1e-8;

/* Farkas: l >= 0 with max over the bounds of l'(A z + b) < 0. The iterates of an
 * infeasible interior point go to infinity along such an l, so both the last step
 * and the point are tried. */
bool zni_interior_infeasible(zni_interior *a, const double y[])
{
    const zn_qp *p = a->p;
    double value = 0, loose = 0, size = 0, sum = 0;
    double largest = p->A ? 0 : 1;

    for (zn_index r = 0; r < a->m; r++) {
        double part = p->b ? fmax(y[r], 0) * p->b[r] : 0;

        a->u[r] = fmax(y[r], 0);
        sum += a->u[r];
        value += part;
        size += fabs(part);
    }
    for (zn_index e = 0, nnz = p->A ? zn_matrix_nnz(p->A) : 0; e < nnz; e++)
        largest = fmax(largest, fabs(p->A->x[e]));
    memset(a->res, 0, (size_t)a->n * sizeof *a->res);
    if (p->A)
        zn_matrix_mul_t(p->A, 1, a->u, 0, a->res);
    else
        memcpy(a->res, a->u, (size_t)a->m * sizeof *a->res);
    for (zn_index i = 0; i < a->n; i++) {
        double c = a->res[i], end = c > 0 ? zni_qp_hi(p, i) : zni_qp_lo(p, i);

        if (isfinite(end)) {
            value += c * end;
            size = fmax(size, sum * largest * fabs(end));
        } else {
            loose = fmax(loose, fabs(c));
        }
    }
    if (!(value < -ZERO * size) || !(loose <= -ZERO * value) ||
        !isfinite(value))
        return false;
    for (zn_index r = 0; r < a->m; r++)
        a->u[r] /= -value;
    for (zn_index i = 0; i < a->n; i++)
        a->res[i] /= -value;
    return true;
}

/* d with M d = 0, q'd < 0, A d >= 0, and 0 where a bound is in its way */
bool zni_interior_ray(zni_interior *a, const double d[])
{
    const zn_qp *p = a->p;
    double fall = 0, most = 0, size = 0;

    for (zn_index i = 0; i < a->n; i++) {
        fall -= p->q[i] * d[i];
        size += fabs(p->q[i] * d[i]);
    }
    if (!(fall > ZERO * size) || !isfinite(fall))
        return false;
    zn_matrix_mul(p->M, 1, d, 0, a->res);
    for (zn_index i = 0; i < a->n; i++) {
        most = fmax(most, fabs(a->res[i]));
        if (isfinite(zni_qp_lo(p, i)))
            most = fmax(most, -d[i]);
        if (isfinite(zni_qp_hi(p, i)))
            most = fmax(most, d[i]);
    }
    if (p->m > 0 && p->A)
        zn_matrix_mul(p->A, 1, d, 0, a->u);
    else
        memcpy(a->u, d, (size_t)a->m * sizeof *a->u);
    for (zn_index r = 0; r < a->m; r++)
        most = fmax(most, -a->u[r]);
    if (!(most <= ZERO * fall))
        return false;
    for (zn_index i = 0; i < a->n; i++)
        a->res[i] = d[i] / fall;
    for (zn_index r = 0; r < a->m; r++)
        a->u[r] /= fall;
    return true;
}
