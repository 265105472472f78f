/* ballistic.h - the built-in integrator of smooth motion
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_BALLISTIC_H
#define ZENO_KERNEL_BALLISTIC_H

#include <zeno/ode.h>

/* f at the start of the last step of an integrator of that class, and the accelerations: in one array, f first. */
void zni_ballistic_terms(const void *state, const double **f, const double **a);

/* All accelerations that it is asked for are constants from zn_ode_begin on: nothing is asked at the end of a step. */
void zni_ballistic_still(void *state);

#endif
