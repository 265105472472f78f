/* generalised_alpha.h - Newmark's schemes for smooth motion between events
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_GENERALISED_ALPHA_H
#define ZENO_KERNEL_ODE_GENERALISED_ALPHA_H

#include <zeno/ode.h>

extern const zn_ode_type zni_ode_generalised_alpha;

#endif
