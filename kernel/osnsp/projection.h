/* projection.h - positions back onto their constraints: a second one-step problem,
 * at position level
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_PROJECTION_H
#define ZENO_KERNEL_PROJECTION_H

#include "kernel/osnsp/problem.h"

/* The metric A of a system: V = A^-1 H' Lambda. */
typedef struct zni_metric {
    zn_factor  *A;
    zni_version made;
} zni_metric;

typedef struct zni_projector {
    bool        on;
    bool        mass;   /* A is the mass, else T'T */
    bool        combined; /* the contacts of a step are those it leads to */
    bool        inside; /* the step's own iterates are corrected */
    bool        only_active; /* only rows that are active in `after` */
    bool        joints; /* only what holds bodies together, and as well as rounding
                           lets it */
    double      tol;    /* may stay; unilateral rows with y beyond it are left out */
    zni_problem problem;
    const zni_problem *after; /* whose trial position it is; borrowed */
    zni_metric *metric; /* by place of the system */
    zn_index    nmetric, cmetric;
    double     *move;   /* u vector: the correction of one iteration */
    zn_index    cmove;
    double     *total;  /* ny, multipliers of all iterations of a step */
    zn_index    ctotal;
    unsigned char *chosen; /* ny, rows of the contacts of a combined projection */
    zn_index    cchosen;
    unsigned char *met; /* ny, rows of an iteration of this step */
    zn_index    cmet;
    double     *work;   /* q of one system, or T and A of one */
    zn_index    cwork;
} zni_projector;

void zni_projector_init(zni_projector *p, zn_ctx *ctx,
                         const zni_problem *after);
void zni_projector_fini(zni_projector *p);
/* Room for the places of systems and interactions, nu unknowns and ny rows; n:
 * positions of the largest system. */
zn_status zni_projector_reserve(zni_projector *p, zn_index nbody,
                                 zn_index nint, zn_index nu, zn_index ny);
/* The interaction at a place takes part, if its law is written on velocities. */
zn_status zni_projector_enter(zni_projector *p, zn_index k, zn_level level,
                               const zni_body *bodies);
/* A step begins: the ny rows of the contacts it will choose, none so far; NULL: it
 * does not choose any. */
const unsigned char *zni_projector_begin(zni_projector *p, zn_index ny);
/* The contacts that the trial position reaches are chosen too; *grew: there were
 * some that were not. */
zn_status zni_projector_extend(zni_projector *p, const zni_body *bodies,
                               const zn_step *step, bool *grew);
/* The largest violation of the trial position, which is linearised for it. */
zn_status zni_projector_look(zni_projector *p, const zni_body *bodies,
                              const zn_step *step, double *worst);
/* Matrix and vector of the rows that are violated or closed. */
zn_status zni_projector_assemble(zni_projector *p, const zni_body *bodies,
                                  const zn_step *step);
/* After the solution: the trial position moves. */
zn_status zni_projector_move(zni_projector *p, const zni_body *bodies,
                              zn_index nbody, zn_index nu,
                              const zn_step *step);

#endif
