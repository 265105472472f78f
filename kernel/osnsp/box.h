/* box.h - the rows of a one-step problem as boxes
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_BOX_H
#define ZENO_KERNEL_BOX_H

#include <zeno/formulation.h>

/* Bounds of lambda in row i, infinite where there is none. */
void zni_row_bounds(const zn_one_step *p, zn_index i, double *lb, double *ub);

#endif
