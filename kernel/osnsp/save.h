/* save.h - one-step problems into text files
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SAVE_H
#define ZENO_KERNEL_SAVE_H

#include <zeno/formulation.h>

zn_status zni_save_lcp(void *s, zn_ctx *ctx, const zn_one_step *p,
                       const char *path);
zn_status zni_save_relay(void *s, zn_ctx *ctx, const zn_one_step *p,
                         const char *path);
zn_status zni_save_mlcp(void *s, zn_ctx *ctx, const zn_one_step *p,
                        const char *path);

#endif
