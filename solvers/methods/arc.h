/* arc.h - a path of solutions, followed by its length
 *
 * phi(x, tau) = 0 is solved for a tau, and the curve of its solutions is followed to where
 * tau has no say any more, which is a solution of the problem itself. tau goes down as long
 * as the sign of det dphi/dx stays, and up while it is the other one: the curve turns, and a
 * method that lets tau alone would end where it does (Keller 1977; Allgower & Georg,
 * Numerical Continuation Methods, 1990, ch. 2 and 15 of kinks; by the sign of the determinant
 * the curve is never followed back, whatever the angle of a kink).
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_ARC_H
#define ZENO_SOLVERS_ARC_H

#include <zeno/solver.h>

/* Whose problem it is; `of` is the first argument of all. */
typedef struct zni_curve {
    void    *of;
    zn_index n;
    /* phi (n), and its norm; finite */
    double (*value)(void *of, const double x[], double tau, double phi[]);
    /* Factors of A = dphi/dx, the sign of its determinant, and d = dphi/dtau (n);
     * ZN_ESINGULAR: A is, or as good as. What value was asked last was this point. */
    zn_status (*factor)(void *of, const double x[], double tau, double d[], int *sign);
    void (*solve)(void *of, double b[]); /* b = A^-1 b */
    double (*dot)(void *of, const double a[], const double b[]); /* of steps; 1: a long one */
    double (*error)(void *of, const double x[]); /* of the problem itself */
    /* will one more factorisation end before the time does? */
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

/* From x; x is the best point, info->iterations counts factorisations. */
zn_status zni_follow(const zni_curve *f, const zni_following *opt, double v[],
                     double x[], zn_monitor *mon, zn_solve_info *info);

#endif
