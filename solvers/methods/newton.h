/* newton.h - damped Newton's method on a semismooth equation
 *
 * phi(z, w) = 0 where w is a function of z, mostly w = M z + q. The owner of phi supplies the directions. The line
 * search, sweeps where no step is accepted, the stopping test and the best point are here.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_NEWTON_H
#define ZENO_SOLVERS_NEWTON_H

#include <zeno/solver.h>

/* The equation; `of` is the first argument of all functions. */
typedef struct zni_semismooth {
    void    *of;
    zn_index n;
    /* At (z, w): *m = 1/2 ||phi||^2, and what directions need. Positive status: not possible there, with words. */
    zn_status (*linearise)(void *of, const double z[], const double w[],
                           double *m);
    /* 1/2 ||phi||^2 of a trial */
    double (*merit)(void *of, const double z[], const double w[]);
    /* The k-th direction d from (z, w), the best one first, and the slope of the merit along it. ZN_ESINGULAR: try the
     * next. */
    int directions;
    zn_status (*direction)(void *of, int k, const double z[], const double w[],
                           double d[], double *slope);
    /* The trial point z + t d and its w; *slope, t times that of the direction, may be changed. ZN_RETRY: phi is not
     * defined there. NULL: w is linear, and `mul` gives md = M d. */
    zn_status (*go)(void *of, double t, const double z[], const double d[],
                    double zt[], double wt[], double *slope);
    void (*mul)(void *of, const double d[], double md[]);
    /* w at the iterate z, and the error there */
    zn_status (*evaluate)(void *of, const double z[], double w[]);
    double (*error)(void *of, const double z[], const double w[]);
    /* Optional: does one more direction fit into the time that is left? ZN_UNSOLVED: no */
    zn_status (*affords)(void *of, const zn_monitor *mon);
    /* Optional: some sweeps from z where no direction is accepted. */
    zn_status (*rescue)(void *of, double z[], double w[], zn_monitor *mon);
    /* Optional: moves z to the nearest admissible point. In the end this is kept if the error does not grow. */
    void (*admit)(void *of, double z[]);
} zni_semismooth;

/* Which step length along a direction is accepted:
 *     armijo     the largest of 1, 1/2, ... whose merit is sufficiently below the largest of the last merits (Grippo,
 *                Lampariello & Lucidi, SIAM J. Numer. Anal. 23, 1986)
 *     goldstein  one whose merit is between the lines of 1e-4 and 0.9 of the slope (Goldstein & Price, Numer. Math. 10,
 *                1967)
 *     full       1, whatever the merit */
typedef enum zni_search {
    ZNI_ARMIJO,
    ZNI_GOLDSTEIN,
    ZNI_FULL_STEP
} zni_search;

typedef struct zni_damping {
    double   tol;
    zn_index first;    /* steps made before, which count in max_iter          */
    zn_index max_iter;
    int      search;   /* zni_search                                          */
    int      halvings; /* armijo: most halvings along the last direction      */
    int      soon;     /* along those before it, which show soon whether they are good */
    int      memory;   /* armijo: number of last merits that count, at most 8; 0: 6 */
    zn_index digit;    /* steps allowed for each digit of the least merit: if they gain less, the method ends; 0: no
                        * such test */
} zni_damping;

/* Vectors of n in v. */
enum { ZNI_DAMPED = 5 };

/* From (z, w), where w belongs to z. */
zn_status zni_damped_newton(const zni_semismooth *f, const zni_damping *opt,
                            double v[], double z[], double w[], zn_monitor *mon,
                            zn_solve_info *info);

#endif
