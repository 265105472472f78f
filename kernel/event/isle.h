/* isle.h - an island as the event-driven simulation has it: what moves together, where its parts are
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_EVENT_ISLE_H
#define ZENO_KERNEL_EVENT_ISLE_H

#include <stdbool.h>

#include <zeno/base.h>

/* Unknowns that are one behind the other in the state: of q, of v, of x. */
typedef struct zni_run {
    zn_index at[3], n[3];
} zni_run;

/* Systems that nothing joins to others, with their interactions: they have their own steps
 * of the integrator and their own events between two instants of the grid. Or all that
 * there are. isles.c */
typedef struct zni_isle {
    zn_index body[2]; /* first and end among e->body, */
    zn_index lin[2];  /* e->lin, */
    zn_index run[2];  /* e->run, */
    zn_index row[2];  /* e->contact, of second order, */
    zn_index end;     /* of all rows; the first is row[0] */
    zn_index n;       /* unknowns of its motion, */
    zn_index x;       /* those of first order from here on */
    bool     in_place; /* they are (q, v, x) of the state as it is */
    zn_index rate;    /* where those begin in e->rate_of */
    bool     uniform; /* under constant forces, but for those of contacts */
    bool     still;   /* uniform, all relations being constant: accelerations and forces of
                         contacts change at events only */
    bool     simple;  /* all relations are y = C q + y0 */
    bool     straight; /* q' = v */
    bool     weighed; /* all masses are constant, and factorised */
    zn_index matrix;  /* where that of its motion begins in e->matrix while no contact is closed; -1: it has none */
    bool     written; /* it is there */
    /* memory */
    double   length, count, same, pending, carried;
} zni_isle;

#endif
