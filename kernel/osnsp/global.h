/* global.h - the problem with the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_GLOBAL_H
#define ZENO_KERNEL_GLOBAL_H

#include <zeno/formulation.h>

#include "kernel/osnsp/member.h"

/* A matrix by columns, with room. */
typedef struct zni_columns_at {
    zn_index *p, *i;
    double   *x;
    zn_index  cp, ci, cx;
} zni_columns_at;

/* What both forms would hold, with every row active; counted when members come and
 * go, all of it whole numbers. */
typedef struct zni_estimate {
    double   rows;
    double   kept;      /* values of H and W^-1 H' */
    double   condensed; /* values of the condensed matrix: squares of `on`, summed */
    double  *on;        /* rows on each system, by its place */
    zn_index con;
} zni_estimate;

/* The problem with the equations of motion kept, for formulations that want it so;
 * global.c. */
typedef struct zni_global {
    zn_index      *system; /* places of the systems that rows act on */
    zn_index       nsystem, unknowns; /* of systems, and of compliant rows */
    zn_index      *first;  /* by place: first unknown, or -1 */
    unsigned char *fixed;  /* prescribed velocities of a system */
    zni_columns_at W, C;
    double        *middle; /* values of B where some differ from those of C */
    bool           any_middle;
    double        *f;      /* of the motion, where contacts adhere */
    double        *unit;   /* of rows, where one is not 1 */
    zn_matrix      Wm, Bm, Cm;
    zn_one_step_motion motion;
    zni_estimate   estimate;
    zn_index       csystem, cfirst, cfixed, cmiddle, cf, cunit;
} zni_global;

/* ---- global.c ---- */
/* Why the equations of motion cannot be kept for the interaction at a place, or NULL;
 * and whether the estimate says that it pays. */
const char *zni_global_refuses(const zni_problem *p, zn_index k);
bool zni_global_cheaper(const zni_problem *p);
/* For that, the interaction at a place comes (1), after there was room for it, or
 * goes (-1). */
zn_status zni_global_expect(zni_problem *p, zn_index k);
void zni_global_count(zni_problem *p, zn_index k, int sign);
/* The statement with the equations of motion instead of M. */
zn_status zni_global_assemble(zni_problem *p, const zni_body *bodies,
                              const zn_step *step);
/* z into the units of the statement, or z and w out of them. */
void zni_global_units(const zni_problem *p, bool in);
/* du[uoff..] += W^-1 H' lambda. */
void zni_global_increment(const zni_problem *p, const zni_body *bodies,
                          const zn_step *step, double du[]);
void zni_global_fini(zni_problem *p);

#endif
