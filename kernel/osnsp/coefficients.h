/* coefficients.h - parameters of the blocks of a one-step problem, each kind in a
 * vector of its own, as classes of contact problems want them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_COEFFICIENTS_H
#define ZENO_KERNEL_COEFFICIENTS_H

#include <zeno/formulation.h>

typedef struct zni_coefficients {
    double  *x;       /* parameter k of block b in x[b + k nblocks] */
    zn_index cap;
    zn_index version; /* of the blocks whose parameters these are */
} zni_coefficients;

/* Those of p; `count` parameters per block. Taken again when the blocks changed. */
zn_status zni_coefficients_take(zni_coefficients *c, zn_ctx *ctx,
                                const zn_one_step *p, zn_index count);

/* Room for n blocks; what is kept is forgotten. */
zn_status zni_coefficients_reserve(zni_coefficients *c, zn_ctx *ctx, zn_index n,
                                   zn_index count);

#endif
