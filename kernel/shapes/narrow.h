/* narrow.h - the class of our own way to find where shapes touch
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_NARROW_H
#define ZENO_KERNEL_NARROW_H

#include <zeno/narrow.h>

#include "kernel/shapes/pairs.h"

extern const zn_narrow_type zni_narrow_exact;

#endif
