/* dormand_prince.h - the built-in integrator of smooth motion
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_DORMAND_PRINCE_H
#define ZENO_KERNEL_DORMAND_PRINCE_H

#include <zeno/ode.h>

extern const zn_ode_type zni_ode_dormand_prince;

#endif
