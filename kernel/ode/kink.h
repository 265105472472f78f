/* kink.h - where in a failed attempt f ceases to be smooth. doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_KINK_H
#define ZENO_KERNEL_ODE_KINK_H

#include <zeno/ode.h>

/* It is between `from` and `to`; equal ones: none was found. */
typedef struct zni_kink {
    double from, to;
    double length; /* of the step that met it: the first to be tried behind it */
} zni_kink;

/* The polynomial of the step before at an instant behind that step, and its slope. */
typedef void (*zni_go_on)(const void *state, double t, double y[], double slope[]);

/* What a search needs. */
typedef struct zni_kink_search {
    const zn_ode_problem *p;
    zn_ode_info *info; /* f is counted there */
    zni_go_on go_on;
    const void *state;
    int degree;    /* of it */
    double before; /* length of that step */
    bool in_time;  /* f is a function of time alone */
    double *y, *slope, *f; /* n each, to work with */
    /* of a function of time: values that the attempt has asked for, at instants that go up from t to its
     * end, n each, `stride` apart; or none */
    int known;
    zn_index stride;
    const double *t, *values;
} zni_kink_search;

/* Between t, the end of the step before, and `end`, not much farther from t than that step is long:
 * found->to > found->from if there is one. *defect, or NULL: the largest y' - f of the polynomial that was seen
 * before it, in tolerances a unit of time. */
zn_status zni_kink_find(const zni_kink_search *s, double t, double end, zni_kink *found,
                        double *defect);

/* Was one found that a step from t has before it? */
static inline bool zni_kink_ahead(const zni_kink *k, double t)
{
    return k->to > k->from && t < k->to;
}

/* The limit of a step from t: it ends where one begins, or where one ends. */
static inline double zni_kink_limit(const zni_kink *k, double t, double limit)
{
    const double stop = t < k->from ? k->from : k->to;

    return zni_kink_ahead(k, t) && stop < limit ? stop : limit;
}

#endif
