/* time_stepping.h - the built-in class of simulations
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_TIME_STEPPING_H
#define ZENO_KERNEL_TIME_STEPPING_H

#include <zeno/simulation_kind.h>

/* The largest that the vectors of a system have been, for the tolerance. */
typedef struct zni_extent {
    zn_index place;   /* of the system */
    uint64_t id;
    double   most[3]; /* |q|, |v|, |x| */
} zni_extent;

enum { ZNI_STEP_FIXED = 0, ZNI_STEP_ERROR = 1 };
enum { ZNI_EVENT_PASS = 0, ZNI_EVENT_LOCATE = 1 };

typedef struct zni_stepping {
    int    step; /* fixed, or chosen by the error */
    double rtol, atol, h_min, h_max;

    int      on_event; /* impacts inside a step are passed, or located */
    zn_index locate_most, locate_max;
    double   locate_tol; /* of the largest gap so far */
    double   located; /* since the last instant of the grid */

    /* what the choice of steps remembers */
    double h;     /* length to try next; 0: none yet */
    double until; /* an impact comes before this instant; -INFINITY: none known */
    zni_extent *extent; /* of the systems, in the order of the roster */
    zn_index    cextent, nextent;
    double gap;   /* largest gap so far */

    /* room: the whole step's q, v, x; and where an impulse acted */
    double *whole;
    zn_index cwhole;
    unsigned char *kicked; /* nv */
    zn_index ckicked;
    zni_extent *was; /* extents of the systems that there were */
    zn_index   *at;  /* by place: number of its extent there, or -1 */
    zn_index    cwas, cat;
    bool begun;
} zni_stepping;

/* ---- step_control.c ---- */
zn_status zni_control_prepare(zni_stepping *k, zn_simulation *s);
/* One step whose error is within the tolerances. */
zn_status zni_control_step(zni_stepping *k, zn_simulation *s, double limit);

/* ---- locate.c ---- */
zn_status zni_locate_prepare(const zni_stepping *k, zn_simulation *s);
/* A step to `end`, an instant of the grid or the limit, or over the first impact
 * before it. */
zn_status zni_locate_step(zni_stepping *k, zn_simulation *s, double end);

#endif
