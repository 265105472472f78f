/* rate.c - a term w(t, x, x') of a first-order system in a theta scheme
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/rate.h"

zn_index zni_rate_room(zn_index n)
{
    return 2 * n + 2 * n * n;
}

void zni_rate_place(zni_rate *r, zn_index n, double *a)
{
    *r = (zni_rate){a, a + n, a + 2 * n, a + 2 * n + n * n};
}

void zni_rate_of(zni_rate *r, zn_index n, double h, const double x[],
                 const double x1[])
{
    for (zn_index i = 0; i < n; i++)
        r->d[i] = (x1[i] - x[i]) / h;
}

zn_status zni_rate_residual(zni_rate *r, const zn_ds *ds, double t,
                            const double x[], double h, const double c[],
                            double R[])
{
    const zn_status st = zn_ds_class(ds)->rate(ds, t, x, r->d, r->w);

    for (zn_index i = 0; !st && i < zn_ds_nx(ds); i++)
        R[i] -= h * c[i] * r->w[i];
    return st;
}

zn_status zni_rate_matrix(zni_rate *r, const zn_ds *ds, double t,
                          const double x[], double h, const double c[],
                          double moves, double W[])
{
    const zn_index n = zn_ds_nx(ds);
    const zn_status st =
        zn_ds_class(ds)->rate_jac(ds, t, x, r->d, r->wx, r->wd);

    for (zn_index j = 0; !st && j < n; j++)
        for (zn_index i = 0; i < n; i++) {
            const zn_index k = i + j * n;
            W[k] -= c[i] * (h * moves * r->wx[k] + r->wd[k]);
        }
    return st;
}
