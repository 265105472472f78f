/* prox.h - proximal points
 *
 * In turn the problems with the term alpha (z - ref), ref the last solution, which are
 * regular where the problem is not; their solutions go to one of the problem itself
 * (Rockafellar, SIAM J. Control Optim. 14, 1976). Who owns the problem solves them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_PROX_H
#define ZENO_SOLVERS_PROX_H

#include <zeno/solver.h>

/* Whose problem it is; `of` is the first argument of all. */
typedef struct zni_proximal {
    void    *of;
    zn_index n, nw; /* of z and w                                           */
    /* The problem with the term, from z, to tol; as zn_solver_type.solve. full: by full
     * steps, as long as they may be. */
    zn_status (*solve)(void *of, double alpha, bool full, const double ref[],
                       double tol, double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info);
    /* w at z without the term, and the error; w is as solve has left it */
    double (*measure)(void *of, const double z[], double w[]);
    /* The answer where it is admissible, if that leaves it as good; or NULL: what solve has found
     * may be a rounding outside. */
    void (*admit)(void *of, double z[]);
} zni_proximal;

typedef struct zni_proximate {
    double   tol;
    zn_index max_iter;
    double   alpha;       /* the first                                      */
    double   least, most; /* of the others                                  */
    double   weak;        /* up to this alpha steps are full ones first, from ref once
                             more without; 0: never                         */
    double   factor;      /* by which alpha grows after a failure, and shrinks after a
                             problem of less than `easy` iterations         */
    zn_index easy;
    double   exact; /* problems are solved to that part of the error that is left */
    zn_index idle; /* steps without half the error to give up after, 0: none */
} zni_proximate;

/* Doubles in v. */
#define ZNI_PROXIMATED(n, nw) (2 * (n) + (nw))

/* For contacts, `scale` the size of M, `steps` of Newton for each problem; alpha is the
 * least, tol and max_iter are for the caller. */
zni_proximate zni_proximate_contacts(double scale, zn_index steps);

/* From z; (z, w) is the best point. info->iterations is the sum of theirs. */
zn_status zni_proximal_points(const zni_proximal *p, const zni_proximate *opt,
                              double v[], double z[], double w[],
                              zn_monitor *mon, zn_solve_info *info);

#endif
