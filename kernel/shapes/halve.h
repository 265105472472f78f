/* halve.h - the smaller half of some numbers
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_HALVE_H
#define ZENO_KERNEL_HALVE_H

/* Put in place k, from lo to hi, that item whose key has k - lo smaller ones; these before it, the others
 * behind. Ties by number, so that it does not depend on the order before.
 * @param[in,out] order  items lo ... hi of it are exchanged
 * @param[in]     key    by item */
void zni_halve(int order[], const double key[], int lo, int hi, int k);

#endif
