/* redundant.h - equations of joints that follow from others
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_REDUNDANT_H
#define ZENO_KERNEL_REDUNDANT_H

#include "kernel/osnsp/problem.h"

/* Of ny rows those of bilateral interactions on velocity level that follow from the
 * others, into lins->redundant; t: time at which relations are evaluated. */
zn_status zni_redundant_find(zni_problem *p, const zni_body *bodies,
                             zn_index nbody, zn_index ny, double t);

/* Multipliers lambda of all rows, zero where they were left out, become the least that
 * do the same, for the rows at the state x. doc/rigid-bodies.md */
zn_status zni_least_norm(zni_problem *p, const zni_body *bodies, zn_index nbody,
                         const zn_state *x, double lambda[]);

/* H (m x nu) of an interaction at the state x. */
zn_status zni_lin_rows_at(const zni_lins *L, const zni_lin *s,
                          const zn_state *x, double H[]);

#endif
