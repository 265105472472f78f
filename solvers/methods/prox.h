/* prox.h - proximal point method
 *
 * A sequence of problems with the term alpha (z - ref) is solved, where ref is the last solution, moved on along drifts
 * by momentum. These problems are regular even where the problem itself is not, and their solutions converge to one of
 * the problem (Rockafellar, SIAM J. Control Optim. 14, 1976). The owner of the problem solves each of them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_PROX_H
#define ZENO_SOLVERS_PROX_H

#include "../core/call.h"

/* The problem; `of` is the first argument of all functions. */
typedef struct zni_proximal {
    void    *of;
    zn_index n, nw; /* of z and w                                           */
    /* Solves the problem with the term, from z, to tol; otherwise as zn_solver_type.solve. full: by full steps as long
     * as possible. */
    zn_status (*solve)(void *of, zni_call call, double alpha, bool full, const double ref[],
                       double tol);
    /* w at z without the term, given w as solve left it; returns the error. */
    double (*measure)(void *of, const double z[], double w[]);
    /* NULL, or moves z to the nearest admissible point; this is kept if the error does not grow. The solution of solve
     * may be outside by rounding. */
    void (*admit)(void *of, double z[]);
} zni_proximal;

typedef struct zni_proximate {
    double   tol;
    zn_index max_iter;
    double   alpha;       /* the first                                      */
    double   least, most; /* of the others                                  */
    double   weak;        /* up to this alpha each problem is tried by full steps first, and once more from ref
                           * without; 0: never */
    double   factor;      /* alpha grows by this after a failure, and shrinks by it after problems of less than
                           * `easy` iterations: one, and twice as many behind each failure of a smaller alpha */
    zn_index easy;
    double   exact; /* problems are solved to this part of the present error */
    zn_index idle; /* steps without halving the error after which it gives up, 0: never */
} zni_proximate;

/* Doubles in v. */
#define ZNI_PROXIMATED(n, nw) (3 * (n) + (nw))

/* Parameters for contacts: `scale` is the size of M, `steps` the Newton steps allowed for each problem. alpha is the
 * smallest; tol and max_iter are left to the caller. */
zni_proximate zni_proximate_contacts(double scale, zn_index steps);

/* From z; on return (z, w) is the best point. info->iterations is the sum over all problems. */
zn_status zni_proximal_points(zni_call call, const zni_proximal *p,
                              const zni_proximate *opt, double v[]);

#endif
