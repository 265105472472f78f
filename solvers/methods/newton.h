/* newton.h - Newton's method on a semismooth equation, damped
 *
 * phi(z, w) = 0 where w is a function of z, mostly w = M z + q. The owner of phi makes
 * directions; which step along them is taken, when sweeps help out, when it ends and
 * which point comes back is here.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_NEWTON_H
#define ZENO_SOLVERS_NEWTON_H

#include <zeno/solver.h>

/* Whose equation it is; `of` is the first argument of all. */
typedef struct zni_semismooth {
    void    *of;
    zn_index n;
    /* At (z, w): 1/2 ||phi||^2 into *m, and what directions need. Positive: it cannot
     * be done there, with words. */
    zn_status (*linearise)(void *of, const double z[], const double w[],
                           double *m);
    /* 1/2 ||phi||^2 of a trial */
    double (*merit)(void *of, const double z[], const double w[]);
    /* The k-th direction d from (z, w), the best first, and the slope of the merit
     * along it. ZN_ESINGULAR: the next one. */
    int directions;
    zn_status (*direction)(void *of, int k, const double z[], const double w[],
                           double d[], double *slope);
    /* How far along d: the point z + t d and w there; *slope, t times that of the
     * direction, may be changed. ZN_RETRY: not defined there. NULL: w is linear and
     * `mul` is md = M d. */
    zn_status (*go)(void *of, double t, const double z[], const double d[],
                    double zt[], double wt[], double *slope);
    void (*mul)(void *of, const double d[], double md[]);
    /* w at the iterate z, and the error there */
    zn_status (*evaluate)(void *of, const double z[], double w[]);
    double (*error)(void *of, const double z[], const double w[]);
    /* Optional: will one more direction be there before the time ends? ZN_UNSOLVED: no */
    zn_status (*affords)(void *of, const zn_monitor *mon);
    /* Optional: some sweeps from z, where no direction is good. */
    zn_status (*rescue)(void *of, double z[], double w[], zn_monitor *mon);
    /* Optional: z to the nearest admissible point, in the end, if that costs nothing. */
    void (*admit)(void *of, double z[]);
} zni_semismooth;

/* Which step along a direction is good:
 *   armijo     the largest of 1, 1/2, ... that decreases the merit against the largest
 *              of its last values (Grippo, Lampariello & Lucidi, SIAM J. Numer. Anal.
 *              23, 1986)
 *   goldstein  one whose merit is between the lines of 1e-4 and 0.9 of the slope
 *              (Goldstein & Price, Numer. Math. 10, 1967)
 *   full       1, whatever the merit */
typedef enum zni_search {
    ZNI_ARMIJO,
    ZNI_GOLDSTEIN,
    ZNI_FULL_STEP
} zni_search;

typedef struct zni_damping {
    double   tol;
    zn_index first;    /* steps that were made before, counted in max_iter    */
    zn_index max_iter;
    int      search;   /* zni_search                                          */
    int      halvings; /* armijo: of the last direction                       */
    int      soon;     /* of those before it: whether they are good shows soon */
    int      memory;   /* armijo: the last merits that count, 0: 6; at most 8 */
    zn_index digit;    /* steps for each digit of the least merit: it ends where they
                          have gained less; 0: they may                       */
} zni_damping;

/* Vectors of n in v. */
enum { ZNI_DAMPED = 5 };

/* From (z, w), w being that of z. */
zn_status zni_damped_newton(const zni_semismooth *f, const zni_damping *opt,
                            double v[], double z[], double w[], zn_monitor *mon,
                            zn_solve_info *info);

#endif
