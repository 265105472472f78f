/* projection.h - fixed point, extragradient, hyperplane and spectral methods with adaptive steps
 *
 * Find z in X with F(z)'(y - z) >= 0 for all y in X, for a convex X that is known by its
 * projection P and a map F that is known by its values.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_PROJECTION_H
#define ZENO_SOLVERS_PROJECTION_H

#include "../core/room.h"
#include "../core/solver_type.h"

/* The inequality; `of` is the first argument of all functions. */
typedef struct zni_inequality {
    const void *of;
    zn_index    n;
    zn_status (*map)(const void *of, const double z[], double w[]); /* w = F(z);
                                        ZN_RETRY where it is not defined       */
    zn_status (*project)(const void *of, double x[]);
    double    (*error)(const void *of, const double z[], const double w[],
                       double work[]); /* at the point that was mapped last;
                                        work: n                                */
} zni_inequality;

typedef enum zni_correction {
    ZNI_FIXED_POINT,
    ZNI_EXTRAGRADIENT,
    ZNI_HYPERPLANE,
    ZNI_SPECTRAL /* F is the gradient of a quadratic; it chooses the first step itself */
} zni_correction;

typedef struct zni_projection {
    double tol;
    zn_index max_iter;
    double rho;   /* first step                                              */
    double longest; /* upper bound of the step length; 0: none               */
    double tau;   /* the step length shrinks by tau, grows by 1 / tau        */
    double L;     /* a step is accepted when its ratio is <= L; inf: always */
    double L_min; /* the next step is longer when the ratio is < L_min       */
    int rule;     /* the ratio: 0 Armijo, 1 Solodov, 2 Han-Sun               */
    int kind;     /* zni_correction                                          */
    double gamma; /* hyperplane: relaxation of the distance to it            */
} zni_projection;

/* Vectors of n in v. */
enum { ZNI_PROJECTED = 6 };

/* From z, in X or not; returns the best z and its F. */
zn_status zni_projections(zni_call call, const zni_inequality *p, const zni_projection *opt,
                          double v[]);

/* The state of a solver by these methods, with its reserve and fini. Behind the room of the method v has two vectors of
 * n for the class. */
typedef struct zni_projecting {
    zni_projection opt;
    double *v; /* (ZNI_PROJECTED + 2) n */
    zn_index cap_v;
} zni_projecting;

zn_status zni_projecting_reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz);
void zni_projecting_fini(void *state, zn_ctx *ctx);

/* rho_is: string appended to the description of rho */
#define ZNI_PROJECTION_STEPS(T, f, iterations, rho_is)                         \
    ZNI_LIMITS_IN(T, f, 1e-8, iterations, 1e9, "steps before giving up"),      \
    ZNI_OPTION(T, REAL, "rho", f.rho, 1, 1e-12, 1e12, NULL,                    \
               "first step length" rho_is),                                    \
    ZNI_OPTION(T, REAL, "tau", f.tau, 2.0 / 3, 0.01, 0.99, NULL,               \
               "factor by which a step shrinks (and grows: 1/tau)"),           \
    ZNI_OPTION(T, REAL, "L", f.L, 0.9, 0.01, 0.99, NULL,                       \
               "largest ratio of an accepted step"),                           \
    ZNI_OPTION(T, REAL, "L_min", f.L_min, 0.3, 0, 0.99, NULL,                  \
               "ratio below which the next step is longer")

#define ZNI_PROJECTION_OPTIONS(T, f, iterations, rho_is)                       \
    ZNI_PROJECTION_STEPS(T, f, iterations, rho_is),                            \
    ZNI_OPTION(T, CHOICE, "rule", f.rule, 0, 0, 0, "armijo|solodov|han-sun",   \
               "what the ratio of a step is")

#endif
