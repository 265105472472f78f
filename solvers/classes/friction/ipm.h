/* ipm.h - interior point methods of friction, and the fixed-point iteration on convex problems
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_IPM_H
#define ZN_FRICTION_IPM_H

#include "../../linalg/units.h"
#include "../../methods/central.h"
#include "friction.h"
#include "motion.h"
#include "view.h"

typedef struct zni_fipm {
    double tol;
    zn_index max_iter;
    int shift;           /* zni_ipm_shift                                  */
    const double *given; /* not NULL: shift (nc) of the convex problem to solve */
    zni_fnewton_work *whole; /* not NULL: Newton's method tries to end the path; its lin is that of the run */
    bool brief;          /* give up early, other methods follow: interior.h */
} zni_fipm;

/* ---- for any form of the matrix: ipm.c ------------------------------------- */

/* The first member of the owner of the factors, which is the first argument of all functions. */
typedef struct zni_fipm_system {
    zni_view view;
    const double *given; /* of the run                                      */
    double *ray;         /* 5 n: work for a proof that there is no solution */
    /* y = A x, or B x for a B with the null space of A */
    void (*product)(void *of, const double x[], double y[]);
    /* does d prove that there is no solution? v: 4 n of work */
    bool (*proves)(void *of, const double d[], double v[]);
    /* the error measure of the convex problem, u_N shifted */
    double (*shifted)(void *of, const double r[], const double u[]);
} zni_fipm_system;

/* Functions of zni_ipm_ops. Reactions that diverge do so along normals that balance each other; certificate.c decides
 * whether these prove that there is no solution. */
void zni_fipm_velocities(void *of, const double r[], double u[]);
void zni_fipm_project(void *of, zn_index a, double x[]);
double zni_fipm_error(void *of, const double r[], const double u[]);
bool zni_fipm_infeasible(void *of, const double r[]);

#define ZNI_FIPM_COMMON                                                        \
    .velocities = zni_fipm_velocities, .project = zni_fipm_project,            \
    .error = zni_fipm_error, .infeasible = zni_fipm_infeasible

/* Room for n rows, so many cones and values of D; with `path` for following the central path. */
zn_status zni_fipm_room(zn_ctx *ctx, zni_central_work *k, bool path, zn_index n,
                        zn_index cones, zn_index values);
/* From z; (z, w) is the best point. The caller sets `at`, symmetric, reg, velocity and ops of p. */
zn_status zni_fipm_go(zni_call call, zni_central_work *k, bool path, const zni_fipm *opt, zni_fipm_system *s,
                      zni_ipm *p);

/* ---- the condensed method ------------------------------------------------ */

typedef struct zni_fipm_work {
    zni_central_work work; /* all of it only if the path is followed */
    bool path;             /* the central path is followed           */
    double *v;             /* 6 n */
    zn_index cap_v;
} zni_fipm_work;

/* room for n rows and so many cones */
zn_status zni_fipm_reserve(zn_ctx *ctx, zni_fipm_work *k, zn_index n,
                           zn_index cones);
void zni_fipm_fini(zn_ctx *ctx, zni_fipm_work *k);

/* The number of second-order cones: one for each contact, with rolling friction two, with spin three. */
static inline zn_index zni_fipm_cones(const zni_fc *c)
{
    return c->nc * (!c->mur ? 1 : c->d < 6 ? 2 : 3);
}

/* Friction, or rolling friction scaled, from z; lin has been set for c, k has room for it. */
zn_status zni_fipm_run(zni_call call, zni_fipm_work *k, const zni_fipm *opt, const zni_fc *c, zni_flin *lin);

/* The whole problem, not convexified, by Newton's method on the function of Fischer & Burmeister (vnewton.c). */
zn_status zni_fipm_whole(zni_call call, zni_fnewton_work *k, const zni_fc *c, double tol, zn_index steps);

/* ---- the motion kept ------------------------------------------------------ */

typedef struct zni_gipm_work {
    zni_fipm_system common;
    zni_motion *g;
    bool path;           /* the central path is followed, by whole factors  */
    bool symmetric, nearly; /* M is, or nearly so                           */
    zni_vsystem bodies;  /* the linear system                               */
    zni_central_work work; /* all of it only if the path is followed        */
    zni_vnewton_work *whole; /* not NULL: Newton's method tries to end the path */
    bool ended;          /* `whole` has been set up for g                   */
    double tol;          /* of the run                                      */
    zni_ipm_blocks k;    /* of this step, D with its regularisation         */
    double *D;           /* d m                                             */
    zn_index *at;        /* nc + 1                                          */
    double *z;           /* n + m: v, r                                     */
    double *v;           /* n + 2 m: work                                   */
    double *ray;         /* 5 m + 2 n: work for a proof that there is no solution */
    zn_index cap_at, cap_z, cap_v, cap_ray, cap_D;
} zni_gipm_work;

/* Room for g, to which a pointer is kept. */
zn_status zni_gipm_set(zn_ctx *ctx, zni_gipm_work *k, zni_motion *g,
                       const zn_monitor *mon);
/* From r of z; (z, w) is the best point, z scaled as g is. */
zn_status zni_gipm_run(zni_call call, zni_gipm_work *k, const zni_fipm *opt);
void zni_gipm_fini(zn_ctx *ctx, zni_gipm_work *k);

/* ---- the fixed point on De Saxce's shift: turns.c ---------------------------- */

/* s <- mu ||u_T|| at the solution of the convex problem whose u_N is shifted by s (Acary, Cadoux, Lemarechal & Malick,
 * ZAMM 91, 2011), from s = 0, with Anderson acceleration. */
typedef struct zni_turns {
    zn_index nc;
    bool accelerate;
    double *s;     /* 2 nc: s; mu ||u_T||                                   */
    zni_anderson acceleration;
    zn_index cap_s;
} zni_turns;

/* Room for nc contacts, s = 0. */
zn_status zni_turns_begin(zn_ctx *ctx, zni_turns *t, zn_index nc,
                          bool accelerate);
/* Start from s = mu ||u_T|| instead. */
void zni_turns_from(zni_turns *t, zn_index d, const double mu[],
                    const double u[]);
void zni_turns_fini(zn_ctx *ctx, zni_turns *t);

/* The problem whose fixed point is looked for; `of` is the first argument of all functions. */
typedef struct zni_turning {
    void *of;
    zn_index n, d;    /* length of z; rows of a contact                        */
    const double *mu;
    double tol;
    zn_index max_iter;
    /* Each convex problem is solved to the final tolerance, and not from z. Then the iteration ends when, near the
     * solution, problems gain nothing, or when s does not change. */
    bool exact;
    /* Solve the convex problem with shift s; err is the present error of the problem with friction. */
    zn_status (*convex)(void *of, double err, const double s[], zni_call call);
    double (*error)(void *of, const double z[], const double w[]);
    /* Optional: the whole problem from z, tried after a few convex problems and each time that their number has
     * doubled, so that it costs a fraction of what these do. */
    zn_status (*polish)(void *of, zni_call call);
} zni_turning;

/* From z and its w; on return z and best are the best point, w is not that of z. */
zn_status zni_turns_run(zni_call call, zni_turns *t, const zni_turning *f, double best[]);

/* ---- options --------------------------------------------------------------- */

/* Options of interior point solvers whose state has the fields tol, max_iter and shift. */
#define ZNI_IPM_OPTIONS(owner)                                                                     \
    ZNI_LIMITS(owner, 1e-8, 200, 1e6, "steps before giving up, all attempts together"),            \
        ZN_OPT_CHOICE(owner, shift, ZNI_IPM_NEWTON, "newton|lagged|damped",                        \
                      "mu ||u_T||, mu_r ||u_M|| in a step: with derivative, constant, or "         \
                      "with half of it where the whole makes the step short")

/* The same for the central path, */
#define ZNI_PATH_OPTIONS(owner)                                                                    \
    ZNI_LIMITS(owner, 1e-8, 4800, 1e9, "factorisations")

/* and its summary. */
#define ZNI_PATH_IS "interior points, followed where their path turns"

/* max |x_i|, or 1 */
static inline double zni_ipm_size(zn_index n, const double x[])
{
    const double most = zni_largest(x, n);

    return most > 0 ? most : 1;
}

#endif
