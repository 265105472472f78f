/* callbacks.c - w = F(z) by a function
 * SPDX-License-Identifier: Apache-2.0 */
#include "callbacks.h"

#include <math.h>

zn_status zni_map_value(zn_map_fn *F, void *user, zn_index n, const double z[], double w[])
{
    zn_status st = F(user, z, w);

    for (zn_index i = 0; i < n && !st; i++)
        if (!isfinite(w[i]))
            st = ZN_RETRY;
    return st;
}

/* ---- its Jacobian --------------------------------------------------------------- */

zn_index zni_jacobian_nnz(zn_index n, const zn_matrix *J)
{
    return J && J->storage == ZN_CSC ? J->p[n] : n * n;
}

zn_status zni_jacobian_check(zn_ctx *ctx, zn_index n, const zn_matrix *J)
{
    if (J->rows != n || J->cols != n)
        return zn_fail(ctx, ZN_EINVAL, "J is %td x %td, must be %td x %td",
                       J->rows, J->cols, n, n);
    if (J->storage == ZN_DENSE)
        return ZN_OK;
    if (J->storage != ZN_CSC || !J->p || !J->i || J->p[0] != 0)
        return zn_fail(ctx, ZN_EINVAL,
                       "J must be dense or compressed columns, with p and i");
    for (zn_index j = 0; j < n; j++) {
        zn_index last = -1;

        if (J->p[j + 1] < J->p[j])
            return zn_fail(ctx, ZN_EINVAL,
                           "J: column %td ends at %td, "
                           "before its start %td",
                           j, J->p[j + 1], J->p[j]);
        for (zn_index e = J->p[j]; e < J->p[j + 1]; last = J->i[e++])
            if (J->i[e] <= last || J->i[e] >= n)
                return zn_fail(ctx, ZN_EINVAL, "J: row %td in column %td",
                               J->i[e], j);
    }
    return ZN_OK;
}

/* ---- in its own unit ------------------------------------------------------------- */

/* the unit of F_i */
static double unit_of(const zni_own_map *o, zn_index i)
{
    return o->wu ? o->wu[i] : o->unit;
}

/* z as the given functions have it */
static const double *given(const zni_own_map *o, const double z[])
{
    for (zn_index i = 0; i < o->n && o->zu; i++)
        o->z[i] = o->zu[i] * z[i];
    return o->zu ? o->z : z;
}

zn_status zni_own_F(void *map, const double z[], double out[])
{
    const zni_own_map *o = map;
    zn_status st = o->F(o->user, given(o, z), out);

    for (zn_index i = 0; i < o->n; i++)
        out[i] /= unit_of(o, i);
    return st;
}

zn_status zni_own_jacobian(void *map, const double z[], double x[])
{
    const zni_own_map *o = map;
    const bool sparse = o->J && o->J->storage == ZN_CSC;
    zn_status st = o->jacobian(o->user, given(o, z), x);

    for (zn_index j = 0; j < o->n; j++) {
        const double zu = o->zu ? o->zu[j] : 1;

        for (zn_index e = sparse ? o->J->p[j] : o->n * j; e < (sparse ? o->J->p[j + 1] : o->n * (j + 1));
             e++)
            x[e] *= zu / unit_of(o, sparse ? o->J->i[e] : e - o->n * j);
    }
    return st;
}

