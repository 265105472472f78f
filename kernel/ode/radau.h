/* radau.h - the built-in integrator of stiff smooth motion
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_RADAU_H
#define ZENO_KERNEL_RADAU_H

#include <zeno/ode.h>

extern const zn_ode_type zni_ode_radau;

#endif
