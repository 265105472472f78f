/* redundant.h - equations of joints that follow from others
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_REDUNDANT_H
#define ZENO_KERNEL_REDUNDANT_H

#include "kernel/osnsp/problem.h"

/* Of ny rows those of bilateral interactions on velocity level that follow from the
 * others, into lins->redundant; t: time at which relations are evaluated. */
zn_status zni_redundant_find(zni_problem *p, const zni_body *bodies,
                             zn_index nbody, zn_index ny, double t);

#endif
