/* factors.h - factors of matrices of several sizes: an integrator that goes from one motion to another,
 * of other size, and back allocates nothing
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_FACTORS_H
#define ZENO_KERNEL_ODE_FACTORS_H

#include <zeno/factor.h>

typedef struct zni_ode_factors {
    zn_factor **of; /* by size; NULL: there was none */
    zn_index    cof, n; /* n: how many there are */
} zni_ode_factors;

/* Before those of a motion are asked for: what was kept of too many sizes goes, as of a model that has
 * grown one by one. */
void zni_ode_factors_begin(zn_ctx *ctx, zni_ode_factors *f);
/* That of a dense matrix n x n; it stays ours. */
zn_status zni_ode_factor(zn_ctx *ctx, zni_ode_factors *f, zn_index n,
                         zn_factor **out);
void zni_ode_factors_fini(zn_ctx *ctx, zni_ode_factors *f);

#endif
