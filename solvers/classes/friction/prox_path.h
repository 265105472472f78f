/* prox_path.h - the path of proximal problems, followed to the problem itself
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_PROX_PATH_H
#define ZN_FRICTION_PROX_PATH_H

#include "../../methods/arc.h"
#include "view.h"

typedef struct zni_homotopy {
    double tol;
    zn_index max_iter; /* factorisations                                    */
    double alpha;      /* where the path begins, relative to the diagonal   */
} zni_homotopy;

/* The curve of phi = 0, phi the function of Alart & Curnier (../contact/ac.c) at r and
 *     u = A r + c + alpha (r - s),   alpha = e^tau times the size of A,
 * s the start. `of` is the first argument of all functions. */
typedef struct zni_prox_path {
    zni_view view;
    double *rho; /* 2 nc                                                    */
    double *ab;  /* 2 d n: F = dphi/du, G = dphi/dr by contact              */
    double *v;   /* ZNI_PROX_PATH n                                         */
    void *of;
    /* Factors of F A + G + alpha F, and the sign of their determinant up to a factor that
     * stays; ZN_ESINGULAR: they are none. Then b becomes the solution. */
    zn_status (*factor)(void *of, double alpha, int *sign);
    void (*solve)(void *of, double b[]);
    /* will one more factorisation end before the time does? */
    bool (*affords)(void *of, const zn_monitor *mon);
    /* of the run: */
    double unit; /* of squares of lengths: an energy                        */
    double *s, *u, *in; /* n each: where it begins; work                    */
} zni_prox_path;

enum { ZNI_PROX_PATH = 10 };

/* From r; (r, u) is the best point, r in the cones. */
zn_status zni_prox_path_run(zni_prox_path *a, const zni_homotopy *opt, double r[], double u[],
                            zn_monitor *mon, zn_solve_info *info);

/* The options of a solver whose state has a zni_homotopy opt. of: what the first term is relative to */
#define ZNI_PROX_PATH_OPTIONS(T, opt, of)                                      \
    ZNI_LIMITS_IN(T, opt, 1e-8, 2000, 1e9, "factorisations"),                  \
        ZNI_OPTION(T, REAL, "alpha", opt.alpha, 1e-2, 1e-9, 1e3, NULL,         \
            "proximal term at the start, relative to the diagonal of " of),    \
        ZN_OPT_END

#endif
