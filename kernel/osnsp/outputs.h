/* outputs.h - outputs of interactions one after the other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_OUTPUTS_H
#define ZENO_KERNEL_OUTPUTS_H

#include "kernel/osnsp/linearisation.h"

/* y and its velocity of the interactions, as long as they are sums of constants.
 * @return the first place of which they are not, or how many there are */
zn_index zni_lins_sum(const zni_lins *L, zn_state *state);

#endif
