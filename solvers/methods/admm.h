/* admm.h - alternating direction method of multipliers
 *
 * Minimise f(x) with c(x) in C, c affine and C convex, by a copy s of c(x) in C:
 *     x <- argmin f(x) + rho/2 ||c(x) - s + y||^2,   c~ = theta c(x) + (1 - theta) s,
 *     s <- P_C(c~ + y),   y <- y + c~ - s
 * (Boyd et al., Found. Trends Mach. Learn. 3, 2011, ch. 3). rho y is the multiplier of c(x) = s. The owner of f, c and
 * C supplies the parts. The iteration, the choice of rho, the stopping test and the best point are here.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_ADMM_H
#define ZENO_SOLVERS_ADMM_H

#include "../core/call.h"

/* The problem; `of` is the first argument of all functions. */
typedef struct zni_split {
    void    *of;
    zn_index n;      /* rows of c(x)                                        */
    zn_index nz, nw; /* of the answer (z, w)                                */
    /* Factorises for steps with this rho. ZN_ESINGULAR: there are no factors. */
    zn_status (*factor)(void *of, zn_ctx *ctx, double rho);
    /* s in C and y of the start (z, w), which is moved to them; its error */
    zn_status (*begin)(void *of, double rho, double z[], double w[],
                       double s[], double y[], double *error);
    /* c(x) at the minimiser */
    void (*minimise)(void *of, double rho, const double s[], const double y[],
                     double c[]);
    zn_status (*project)(void *of, double s[]);
    /* (z, w) of (s, y), and its error */
    double (*measure)(void *of, double rho, const double s[], const double y[],
                      double z[], double w[]);
    /* Optional: where a sequence of problems is solved. `left` is the residual of this one, relative to s. True: the
     * next problem is set. */
    bool (*turn)(void *of, double rho, double left, const double s[],
                 const double y[]);
    /* Optional: do factors fit into the time that is left? */
    bool (*affords)(void *of, const zn_monitor *mon);
    const double *weight; /* n, or NULL: square root of the factor of rho, by row */
} zni_split;

typedef struct zni_alternation {
    double   tol;
    zn_index max_iter;
    double   rho;         /* the first                                       */
    double   least, most; /* bounds of rho                                   */
    double   theta;       /* over-relaxation, 1: none                        */
    bool     fixed;       /* rho stays                                       */
    zn_index every;       /* iterations between two evaluations of the error */
} zni_alternation;

/* Doubles in v. */
#define ZNI_ALTERNATED(n, nz, nw) (4 * (n) + (nz) + (nw))

/* From z; on return (z, w) is the best point. *rho (or NULL) is the last rho. ZN_ESINGULAR: no factors with the first
 * rho. */
zn_status zni_alternate(zni_call call, const zni_split *f,
                        const zni_alternation *opt, double v[], double *rho);

#endif
