/* half_explicit.h - the built-in half-explicit integrator of smooth motion with constraints
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_HALF_EXPLICIT_H
#define ZENO_KERNEL_HALF_EXPLICIT_H

#include <zeno/ode.h>

extern const zn_ode_type zni_ode_half_explicit;

#endif
