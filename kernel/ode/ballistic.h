/* ballistic.h - the built-in integrator of smooth motion
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_BALLISTIC_H
#define ZENO_KERNEL_BALLISTIC_H

#include <zeno/ode.h>

extern const zn_ode_type zni_ode_ballistic;

#endif
