/* dormand_prince_853.h - the built-in integrator of smooth motion to many digits
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_DORMAND_PRINCE_853_H
#define ZENO_KERNEL_DORMAND_PRINCE_853_H

#include <zeno/ode.h>

extern const zn_ode_type zni_ode_dormand_prince_853;

#endif
