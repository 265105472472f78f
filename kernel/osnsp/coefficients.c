/* coefficients.c - parameters of the blocks of a one-step problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/coefficients.h"

zn_status zni_coefficients_reserve(zni_coefficients *c, zn_ctx *ctx, zn_index n,
                                   zn_index count)
{
    c->version = 0;
    return zn_grow(ctx, &c->x, &c->cap, n * count, sizeof *c->x);
}

zn_status zni_coefficients_take(zni_coefficients *c, zn_ctx *ctx,
                                const zn_one_step *p, zn_index count)
{
    const zn_index nb = p->nblocks;
    zn_status st;

    if (p->version != 0 && c->version == p->version)
        return ZN_OK;
    st = zni_coefficients_reserve(c, ctx, nb, count);
    if (st)
        return st;
    for (zn_index b = 0; b < nb; b++)
        for (zn_index k = 0; k < count; k++)
            c->x[b + k * nb] = p->cone[b].param[k];
    c->version = p->version;
    return ZN_OK;
}
