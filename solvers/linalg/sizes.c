/* sizes.c - what errors of w = M z + q are relative to, and the rounding of its sums
 * SPDX-License-Identifier: Apache-2.0 */
#include "sizes.h"

#include "pieces.h"
#include "units.h"

double zni_affine_size(const zn_matrix *M, const double q[], const double lb[],
                       const double ub[], double v[])
{
    const zn_index n = M->cols;
    double *Mc = v + n, most = zni_largest(q, n), far = 0;

    for (zn_index i = 0; i < n; i++) {
        v[i] = lb && lb[i] > 0 ? lb[i] : ub && ub[i] < 0 ? ub[i] : 0;
        far = fabs(v[i]) > far ? fabs(v[i]) : far;
    }
    if (far == 0)
        return most;
    zn_matrix_diag(M, Mc);
    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(Mc[i] * v[i]));
    zn_matrix_mul(M, 1, v, 0, Mc);
    return fmax(most, zni_largest(Mc, n));
}

void zni_limit_sizes(zn_index n, double scale, double size[])
{
    const double most = 1e-6 * scale / ZNI_ROUNDING;

    for (zn_index i = 0; i < n; i++)
        size[i] = fmin(size[i], most);
}

void zni_add_sizes(const zn_matrix *A, bool turned, const double x[], double size[])
{
    for (zni_piece b = {0}; zni_next_piece(A, &b);) {
        const double *a = A->x + b.at;

        for (zn_index j = b.c; j < b.c + b.n; j++, a += b.m)
            if (turned)
                for (zn_index e = 0; e < b.m; e++)
                    size[j] += fabs(a[e] * x[zni_piece_row(&b, e)]);
            else
                for (zn_index e = 0; e < b.m; e++)
                    size[zni_piece_row(&b, e)] += fabs(a[e] * x[j]);
    }
}

bool zni_bounded(zn_index n, const double lb[], const double ub[])
{
    for (zn_index i = 0; i < n; i++)
        if (!lb || !ub || zni_no_bound(lb[i]) || zni_no_bound(ub[i]))
            return false;
    return true;
}

double zni_bounds_error(zn_index n, double rho, const double lb[], const double ub[], const double z[],
                        const double w[], const double y[], const double size[])
{
    double err = 0;

    for (zn_index i = 0; i < n; i++) {
        const double of = size ? size[i] : 0, off = zni_beyond(w[i] - y[i], of);
        const double below = lb ? rho * (z[i] - lb[i]) : INFINITY, above = ub ? rho * (z[i] - ub[i]) : -INFINITY;
        double r = y[i];

        if (below < r)
            r = below;
        if (above > r)
            r = above;
        r = isnan(z[i]) ? z[i] : zni_beyond(r, of);
        /* mostly true; false for NaN */
        if (!(r <= err && off <= err))
            err = zni_worse(zni_worse(err, r), off);
    }
    return err;
}
