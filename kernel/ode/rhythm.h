/* rhythm.h - kinks that come again, as those of the forces of a machine that turns. doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_RHYTHM_H
#define ZENO_KERNEL_ODE_RHYTHM_H

#include <zeno/base.h>

#include "kernel/ode/kink.h"

/* So many are remembered: two periods of twelve, and the start. */
enum { ZNI_BEATS = 25 };

typedef struct zni_beat {
    double at, half; /* it was found no farther than `half` from there, */
    double since;    /* so many periods ago */
    double length;   /* of the first step behind it, or 0 */
} zni_beat;

typedef struct zni_rhythm {
    zni_beat beat[ZNI_BEATS]; /* the first n, in the order of time, or of their turns */
    zn_index n;
    zn_index turn;      /* of a period of n that is known, whose comes next */
    zn_index wrong;     /* periods that were none, 2 at most */
    zn_index unseen;    /* the last ones, that were foretold and not looked for */
    double period, off; /* 0: none is known; and what that may be off by */
} zni_rhythm;

/* A kink was passed, one that was found or one that was foretold. */
void zni_rhythm_pass(zni_rhythm *o, const zni_kink *kink);
/* Of the first step behind it, at t. */
void zni_rhythm_behind(zni_rhythm *o, double t, double length);
/* What a file has of it is not taken at its word. */
void zni_rhythm_check(zni_rhythm *o);
/* The next one, if it may be taken for sure: one of several is not, so that what comes no more is noticed. */
bool zni_rhythm_foretells(const zni_rhythm *o, zni_kink *next);

#endif
