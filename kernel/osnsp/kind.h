/* kind.h - what one-step problems of one kind have in common
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_PROBLEM_KIND_H
#define ZENO_KERNEL_PROBLEM_KIND_H

#include "kernel/osnsp/member.h"

/* Where a kind of problem takes from what the rest is written with; `m` is the
 * interaction, j the number of one of its systems, b that system. */
typedef struct zni_problem_kind {
    const char *name;
    /* Point of the relation, nq of the system, and its time. */
    void   (*point)(const zni_problem *p, const zni_member *m, zn_index j,
                    const zni_body *b, const zn_step *step, double q[]);
    double (*time)(const zni_member *m, const zn_step *step);
    /* Factors of rows and columns, the same for systems of one integrator. */
    void   (*factors)(const zni_member *m, zn_index j, const zn_step *step,
                      double *row, double *col);
    /* What q takes from the system: n numbers, or NULL: 0. */
    const double *(*free_value)(const zni_problem *p, const zni_member *m,
                                zn_index j, const zni_body *b,
                                const zn_step *step);
    /* X = W^-1 X, nrhs columns, and when W became what it is. */
    void   (*solve)(const zni_problem *p, const zni_body *b, zn_index nrhs,
                    double X[]);
    zni_version (*W)(const zni_problem *p, const zni_body *b);
    /* Optional: W itself; NULL: the equations of motion cannot be kept. */
    zn_status (*matrix)(const zni_problem *p, const zni_body *b,
                        const zn_pattern **a, const double **W);
    /* Optional: block k of a copy of the law; NULL: as the law says. */
    bool   (*cone)(const zni_problem *p, const zni_member *m, zn_index k,
                   zn_cone *c);
    /* Where the choice ties: is a copy of one row an equation, whatever its law is? */
    bool   (*tied)(const zni_problem *p, const zni_member *m, zn_index row);
    /* Is the copy of the law that begins with that row active? y, u: its outputs
     * at t_k. */
    bool   (*active)(const zni_problem *p, const zni_member *m,
                     const zn_step *step, zn_index row, const double y[],
                     const double u[]);
    /* Optional: at a point of rows.z and rows.w that a solver calls unsolved, is what is left less than the
     * problem is good for? */
    bool   (*enough)(const zni_problem *p);
    bool   by_integrators; /* that is `active` of the integrators of its systems */
} zni_problem_kind;

/* ---- what several kinds have: kind.c --------------------------------------------- */

/* .point and .time: at the end of the step; .factors: 1 */
void   zni_kind_end_point(const zni_problem *p, const zni_member *m, zn_index j,
                          const zni_body *b, const zn_step *step, double q[]);
double zni_kind_end(const zni_member *m, const zn_step *step);
void   zni_kind_no_factors(const zni_member *m, zn_index j, const zn_step *step,
                           double *row, double *col);
/* .solve and .W: of the integrator of the system */
void   zni_kind_osi_solve(const zni_problem *p, const zni_body *b, zn_index nrhs, double X[]);
zni_version zni_kind_osi_W(const zni_problem *p, const zni_body *b);

#endif
