/* arc.h - a path of solutions, followed by arc length
 *
 * phi(x, tau) = 0 is solved for one tau. The curve of its solutions is then followed to where tau has no influence any
 * more, which is a solution of the problem itself. tau decreases as long as the sign of det dphi/dx is that of the
 * start, and increases while it is the other one: there the curve turns back, and a method that only decreases tau
 * would end (Keller 1977; Allgower & Georg, Numerical Continuation Methods, 1990, ch. 2, and ch. 15 for kinks). By the
 * sign of the determinant the curve is never followed backwards, however sharp a kink is. SPDX-License-Identifier:
 * Apache-2.0 */
#ifndef ZENO_SOLVERS_ARC_H
#define ZENO_SOLVERS_ARC_H

#include <zeno/solver.h>

/* The problem; `of` is the first argument of all functions. */
typedef struct zni_curve {
    void    *of;
    zn_index n;
    /* phi (n), and its norm; finite */
    double (*value)(void *of, const double x[], double tau, double phi[]);
    /* Factorises A = dphi/dx, and gives the sign of its determinant and d = dphi/dtau (n). ZN_ESINGULAR: A is singular,
     * or nearly. value was evaluated at this point last. */
    zn_status (*factor)(void *of, const double x[], double tau, double d[], int *sign);
    void (*solve)(void *of, double b[]); /* b = A^-1 b */
    double (*dot)(void *of, const double a[], const double b[]); /* inner product of steps; 1: a long one */
    double (*error)(void *of, const double x[]); /* error of the problem itself */
    /* does one more factorisation fit into the time that is left? */
    bool (*affords)(void *of, const zn_monitor *mon);
} zni_curve;

typedef struct zni_following {
    double   tol;      /* of the error                                      */
    zn_index max_iter; /* factorisations                                    */
    double   from;     /* tau of the first problem                          */
    double   unit;     /* norm of phi of error 1                            */
} zni_following;

/* Doubles in v. */
#define ZNI_FOLLOWED(n) (7 * (n))

/* From x; on return x is the best point. info->iterations counts factorisations. */
zn_status zni_follow(const zni_curve *f, const zni_following *opt, double v[],
                     double x[], zn_monitor *mon, zn_solve_info *info);

#endif
