/* ipm.h - what the interior point methods of friction share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_IPM_H
#define ZN_FRICTION_IPM_H

#include "../../methods/central.h"
#include "turns.h"

/* ---- the condensed method ------------------------------------------------ */

typedef struct zni_fipm {
    double tol;
    zn_index max_iter;
    int shift;           /* zni_ipm_shift                                  */
    const double *given; /* not NULL: of the convex problem to solve       */
    zni_fnewton_work *whole; /* NULL, or what tries to end the path; its lin is that of the run */
} zni_fipm;

typedef struct zni_fipm_work {
    zni_central_work work; /* its own room where path is set */
    bool path;             /* the central path is followed    */
    double *v; /* 6 n */
    zn_index cap_v;
} zni_fipm_work;

/* room for n rows and so many cones */
zn_status zni_fipm_reserve(zn_ctx *ctx, zni_fipm_work *k, zn_index n,
                           zn_index cones);
void zni_fipm_fini(zn_ctx *ctx, zni_fipm_work *k);

/* How many second-order cones its contacts are: one each, with rolling two, with spin three. */
static inline zn_index zni_fipm_cones(const zni_fc *c)
{
    return c->nc * (!c->mur ? 1 : c->d < 6 ? 2 : 3);
}

/* Friction, or rolling friction scaled. From r; lin must have been set for c, k have room
 * for it. */
zn_status zni_fipm_run(zn_ctx *ctx, zni_fipm_work *k, const zni_fipm *opt,
                       const zni_fc *c, zni_flin *lin, double r[], double u[],
                       zn_monitor *mon, zn_solve_info *info);

typedef struct zni_fturns {
    double tol;
    zn_index max_iter; /* turns                                                          */
    bool polish;       /* Newton's method and proximal points end them, from where they lead */
} zni_fturns;

/* The same by convex problems, of Coulomb friction: the fixed point on the shift from
 * s = 0 with interior points inside; from r only if it is the solution. newton has the linear
 * system of all; what polishes is newton and prox. best: n */
zn_status zni_fipm_turns(zn_ctx *ctx, zni_fipm_work *k, zni_turns *t, const zni_fturns *opt,
                         const zni_fc *c, zni_fnewton_work *newton, zni_prox_work *prox,
                         double best[], double r[], double u[], zn_monitor *mon,
                         zn_solve_info *info);

/* Options of those that are solvers of their own, with the fields tol, max_iter and shift. */
#define ZNI_IPM_OPTIONS(owner)                                                                     \
    ZN_OPT_REAL(owner, tol, 1e-8, 0, 1, "-", "error that counts as solved"),                       \
        ZN_OPT_INT(owner, max_iter, 200, 1, 1e6, "-",                                              \
                   "steps before giving up, all attempts together"),                               \
        ZN_OPT_CHOICE(owner, shift, ZNI_IPM_NEWTON, "newton|lagged|damped",                        \
                      "mu ||u_T||, mu_r ||u_M|| in a step: with derivative, constant, or "         \
                      "with half of it where the whole makes the step short")

/* The same of the central path. */
#define ZNI_PATH_OPTIONS(owner)                                                                    \
    ZN_OPT_REAL(owner, tol, 1e-8, 0, 1, "-", "error that counts as solved"),                       \
        ZN_OPT_INT(owner, max_iter, 4800, 1, 1e9, "-", "factorisations"),                          \
        ZN_OPT_BOOL(owner, care, 0, "steps that turn far are halved from the first start on")

/* They are of two kinds of solvers each, as friction rolls or not. */
#define ZNI_PATH_SOLVER(ident, kind, state, table, ...)                                            \
    ZNI_SOLVER(ident, kind, "central-path", "interior points, followed where their path turns",    \
               state, table, __VA_ARGS__)

/* max |x_i|, or 1 */
static inline double zni_ipm_size(zn_index n, const double x[])
{
    double most = 0;

    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most > 0 ? most : 1;
}

#endif
