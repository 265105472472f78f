/* values.h - constants that operators have in common
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_VALUES_H
#define ZENO_KERNEL_VALUES_H

#include "kernel/plugin/operator.h"

/* The last operators whose constants differ. */
enum { ZNI_VALUES = 8 };
typedef struct zni_values {
    zn_operator *last[ZNI_VALUES];
    unsigned     turn;
} zni_values;

/* Its constant is shared with one of these if that has the same bits, or it is one of
 * them from now on. Nobody has a pointer to the values of either. */
zn_status zni_values_share(zni_values *v, zn_operator *op);

#endif
