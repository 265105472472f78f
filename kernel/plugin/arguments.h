/* arguments.h - the lists of arguments S1 to S19, and what a function was compiled with
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ARGUMENTS_H
#define ZENO_KERNEL_ARGUMENTS_H

#include <zeno/ctx.h>

/* Was a function whose arguments are these letters (dwarf.h; NULL: not known) meant for the
 * list, "S2"? One that ends before the size of z and z is: what it does not look at does no
 * harm. ZN_EINVAL with both lists in words. */
zn_status zni_arguments_check(zn_ctx *ctx, const char *origin, const char *declared,
                              const char *list);

#endif
