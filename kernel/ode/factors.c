/* factors.c - factors of matrices of several sizes
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/ode/factors.h"

#include <zeno/ctx.h>

/* Isles seldom differ more. */
enum { SIZES = 32 };

void zni_ode_factors_begin(zn_ctx *ctx, zni_ode_factors *f)
{
    if (f->n < SIZES)
        return;
    zni_ode_factors_fini(ctx, f);
    *f = (zni_ode_factors){0};
}

zn_status zni_ode_factor(zn_ctx *ctx, zni_ode_factors *f, zn_index n,
                         zn_factor **out)
{
    zn_status st = zn_grow(ctx, &f->of, &f->cof, n + 1, sizeof *f->of);

    if (!st && !f->of[n]) {
        st = zn_factor_new(ctx, n, &f->of[n]);
        f->n += !st;
    }
    *out = st ? NULL : f->of[n];
    return st;
}

void zni_ode_factors_fini(zn_ctx *ctx, zni_ode_factors *f)
{
    for (zn_index n = 0; n < f->cof; n++)
        zn_factor_free(f->of[n]);
    zn_free_array(ctx, f->of);
}
