/* watched.h - what is seen and said of a run
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_WATCHED_H
#define ZENO_KERNEL_WATCHED_H

#include <zeno/simulation.h>

/* What was noticed, so that it is said once. */
typedef struct zni_hints {
    struct {
        zn_index row, step; /* of y, of the last depth that was a new one */
        double   from, way; /* depth where it began, largest of its steps */
        double   left;      /* sum of h times what the solver left, see zni_sim_carried (s) */
    } deep;
    bool     sinking, newton; /* said */
} zni_hints;

/* Who sees the accepted steps, in order. */
typedef struct zni_observers {
    zn_observer *at;
    zn_index     n, cap;
    bool         saw_t0; /* the state at t0 was shown */
} zni_observers;

/* What is done at an instant that was reached: events, then observers, in order. Who had his turn
 * does not get another one when a later one failed. */
typedef struct zni_turns {
    zn_index event, observer; /* whose turn it is */
    zn_index due;             /* one failed: the next step begins with it */
} zni_turns;

/* Energies (J) of all systems at the end of the last step. */
typedef struct zni_noted {
    double   kinetic, potential, t;
    zn_index step;
    bool     on; /* there is one */
} zni_noted;

#endif
