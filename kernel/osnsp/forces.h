/* forces.h - forces of contacts inside a step: a second one-step problem, at
 * acceleration level, for integrators that have stages
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_FORCES_H
#define ZENO_KERNEL_FORCES_H

#include "kernel/osnsp/problem.h"

typedef struct zni_forces {
    zni_problem problem;
    zn_index    stages; /* of a step; 0: no interaction has such */
    zn_index    k;      /* the one under way; stages: the end of the step */
    double     *y[2];   /* ny each, outputs at the iterate */
    zn_index    cy[2];
    double     *f, *a;  /* u vectors: H' lambda (N), and what it accelerates */
    zn_index    cf, ca;
    double     *move;   /* ny, dh/dt of one interaction */
    zn_index    cmove;
} zni_forces;

void zni_forces_init(zni_forces *f, zn_ctx *ctx, zni_lins *lins);
void zni_forces_fini(zni_forces *f);
/* Room for nint interactions, nu unknowns and ny rows. */
zn_status zni_forces_reserve(zni_forces *f, zn_index nint, zn_index nu,
                             zn_index ny);
/* The interaction at a place takes part, if its systems have stages. */
zn_status zni_forces_enter(zni_forces *f, zn_index k, const zni_body *bodies);
/* Call when those that take part changed. */
void zni_forces_summarise(zni_forces *f);
/* Outputs of all rows at the iterate; of those that do not take part as they are in
 * the state. */
zn_status zni_forces_look(zni_forces *f, const zn_step *step);
/* Does the stage under way take the forces of those before it back? A gap that was open
 * at t_k is closed. */
bool zni_forces_closing(const zni_forces *f, const zn_step *step);
/* Then those forces with the other sign are f and a, and no multiplier is left. */
void zni_forces_withdraw(zni_forces *f, zn_index nu);
/* Choose rows, make matrix and vector of the stage. */
zn_status zni_forces_assemble(zni_forces *f, const zni_body *bodies,
                              const zn_step *step);
/* After the solution: f and a of all systems, nu. */
void zni_forces_act(zni_forces *f, const zni_body *bodies, zn_index nu,
                    const zn_step *step);

#endif
