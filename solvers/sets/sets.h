/* sets.h - what the files of the sets share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_SETS_H
#define ZENO_SOLVERS_SETS_H

#include <zeno/set.h>

/* Words for what a descriptor of a set lacks, or NULL. */
const char *zni_set_missing(const zn_type *type);

/* `params` of sets without parameters, and with one */
zn_index zni_set_no_params(zn_index size);
zn_index zni_set_one_param(zn_index size);

/* Fail, with the name, unless parameter i is finite and >= 0. */
zn_status zni_set_not_negative(zn_ctx *ctx, const zn_cone *c, zn_index i,
                               const char *name);

/* f = z - P(z - rho w), where `normal` is added to the first component of w. If z - rho w is in the set f is computed
 * as rho w, which does not lose digits to z. x: c->size numbers of work besides that of P. */
void zni_set_natural(const zn_cone *c, double rho, double normal, const double z[],
                     const double w[], double f[], double x[], double work[]);

/* Defines the built-in set `text` and the function of zeno/set.h that returns it; the further arguments are its
 * operations, .params = f, ... */
#define ZNI_SET(ident, text, about, ...)                                       \
    const zn_set_type zni_##ident = {.type = {.size = sizeof(zn_set_type),     \
                                              .kind = ZN_KIND_SET,             \
                                              .name = text,                    \
                                              .summary = about},               \
                                     __VA_ARGS__};                             \
                                                                               \
    const zn_set_type *zn_##ident(void)                                        \
    {                                                                          \
        return &zni_##ident;                                                   \
    }

#endif
