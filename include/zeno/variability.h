/** @file
 * What a quantity depends on. Every operator of a system or relation says it
 * once; what follows from it (constant, affine, linear, ...) are functions, in
 * zeno/ds.h and zeno/relation.h. doc/kept-blocks.md.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_VARIABILITY_H
#define ZENO_VARIABILITY_H

#include <zeno/base.h>

#include <stdbool.h>

ZN_BEGIN_DECLS

/** Bits below. A sum of terms varies with whatever one of them does: take |. */
typedef unsigned zn_vary;

enum {
    ZN_ZERO            = 0,      /**< zero for good                           */
    ZN_CONSTANT        = 1,      /**< not zero; the same for good if alone    */
    ZN_WITH_TIME       = 2 | 1,  /**< a function of t                         */
    ZN_WITH_STATE      = 4 | 1,  /**< of q and v, or of x                     */
    ZN_WITH_LAMBDA     = 8 | 1,  /**< of the multipliers                      */
    ZN_WITH_PARAMETERS = 16 | 1  /**< of z or u, written between steps; the
                                      functions of users may always do that   */
};

/** Is it the same for good, zero included? */
static inline bool zn_vary_constant(zn_vary v)
{
    return (v & ~(zn_vary)ZN_CONSTANT) == 0;
}

/** Does v depend on what `with` (ZN_WITH_TIME, ...) names? */
static inline bool zn_vary_with(zn_vary v, zn_vary with)
{
    return (v & with & ~(zn_vary)ZN_CONSTANT) != 0;
}

ZN_END_DECLS
#endif
