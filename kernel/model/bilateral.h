/* bilateral.h - rows of a law that are equations
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_BILATERAL_H
#define ZENO_KERNEL_BILATERAL_H

#include "kernel/model/model.h"

/* Is row i of a copy zero, whatever its multiplier is? Of a law of forces: with its compliance. */
static inline bool zni_law_bilateral(const zn_law *law, zn_index i)
{
    zn_index end = 0;
    zn_cone c;

    for (zn_index k = 0; law->type->cone(law->state, k, &c); k++) {
        end += c.size;
        if (i < end)
            return c.set == zn_set_zero();
    }
    return false;
}

#endif
