/* complete.h - integrators completed by the operations that have one answer
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_OSI_COMPLETE_H
#define ZENO_KERNEL_OSI_COMPLETE_H

#include "kernel/osi/body.h"

/* *t = *from with the operations it leaves out. */
void zni_osi_complete(const zn_osi_type *from, zn_osi_type *t);

#endif
