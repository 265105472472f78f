/* merge.h - points in one place become one
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_MERGE_H
#define ZENO_KERNEL_MERGE_H

#include <zeno/ctx.h>

/* Of points whose coordinates differ by `near_` at most the first stays; those that stay keep their order.
 * The time is that of the points, wherever they are.
 * @param[in,out] n      points, and how many stay
 * @param[in,out] p      3 x n, finite
 * @param[in]     near_  >= 0
 * @retval ZN_ENOMEM  as it says; nothing has changed */
zn_status zni_one_in_a_place(zn_ctx *ctx, zn_index *n, double p[],
                             double near_);
/* A number made of the bits of three, for tables; -0 is not 0. */
size_t zni_hash_of(const double x[3]);

#endif
