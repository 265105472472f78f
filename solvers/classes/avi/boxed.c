/* boxed.c - affine variational inequalities on a box, solved as relays
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

#include <math.h>
#include <string.h>

#include <zeno/relay.h>

/* If each face is a bound z_i >= lb_i or z_i <= ub_i, the multipliers follow from w:
 *     mu_f = w_i / H_fi   for the face that bounds z_i on the side that w_i has the sign of.
 * Pivots on bounds have rounding errors relative to a row, not to the distance of a vertex. */

/* the only coordinate in face f, or -1 */
static zn_index axis_of(const zn_avi *p, zn_index f)
{
    zn_index axis = -1;

    for (zn_index i = 0; i < p->n; i++)
        if (p->H[f + i * p->m] != 0) {
            if (axis >= 0)
                return -1;
            axis = i;
        }
    return axis;
}

bool zni_avi_is_boxed(const zn_avi *p)
{
    for (zn_index f = 0; f < p->m; f++)
        if (axis_of(p, f) < 0)
            return false;
    return p->m > 0;
}

/* the bounds, and the faces that they come from; false: the box is empty */
static bool bounds(const zn_avi *p, double lb[], double ub[], zn_index low[], zn_index high[])
{
    bool some = true;

    for (zn_index i = 0; i < p->n; i++) {
        lb[i] = -INFINITY;
        ub[i] = INFINITY;
        low[i] = high[i] = -1;
    }
    for (zn_index f = 0; f < p->m; f++) {
        const zn_index i = axis_of(p, f);
        const double h = p->H[f + i * p->m], at = p->K[f] / h;

        if (h > 0 && at > lb[i]) {
            lb[i] = at;
            low[i] = f;
        } else if (h < 0 && at < ub[i]) {
            ub[i] = at;
            high[i] = f;
        }
    }
    for (zn_index i = 0; i < p->n; i++)
        some &= lb[i] <= ub[i];
    return some;
}

zn_status zni_avi_boxed_solve(zni_avi_boxed *k, zni_call call, const zn_avi *p)
{
    const zn_index n = p->n;
    zn_status st = ZNI_GROW(call.ctx, ZNI_ARRAY(k, v, 2 * n), ZNI_ARRAY(k, face, 2 * n));

    if (st)
        return st;
    double *lb = k->v, *ub = lb + n;
    zn_index *low = k->face, *high = low + n;
    const zn_relay relay = {n, p->M, p->q, lb, ub};

    memset(call.w, 0, (size_t)(n + p->m) * sizeof *call.w);
    if (!bounds(p, lb, ub, low, high)) {
        call.info->outcome = ZN_STALLED; /* other methods prove that it is empty */
        return ZN_UNSOLVED;
    }
    st = zni_inner_solve(call, &k->inner, "relay", "auto", zni_avi_inner_tol(k->tol), &relay);
    if (st < 0)
        return st;
    for (zn_index i = 0; i < n; i++) {
        const zn_index f = call.w[i] > 0 ? low[i] : high[i];

        if (f >= 0)
            call.w[n + f] = fmax(call.w[i] / p->H[f + i * p->m], 0);
    }
    return st;
}

void zni_avi_boxed_fini(zni_avi_boxed *k, zn_ctx *ctx)
{
    zni_inner_fini(&k->inner);
    ZNI_FREE(ctx, k->v, k->face);
}
