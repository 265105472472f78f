/* box.h - blocks of a one-step problem as boxes
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_BOX_H
#define ZENO_KERNEL_BOX_H

#include <zeno/formulation.h>

/* Is it a box, or one without one end or both? */
bool zni_cone_is_box(const zn_cone *c);

/* Bounds of component i, infinite where there is none. */
void zni_cone_bounds(const zn_cone *c, zn_index i, double *lb, double *ub);

/* Bounds of all rows that lie in such blocks; the others free. */
void zni_row_bounds(const zn_one_step *p, double lb[], double ub[]);

#endif
