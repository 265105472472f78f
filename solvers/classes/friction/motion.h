/* motion.h - methods of friction with the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_MOTION_H
#define ZN_FRICTION_MOTION_H

#include "../../contact/fnewton.h"
#include "../../core/solver_type.h"
#include "../../methods/newton.h"
#include "../../system/delassus.h"
#include "../../system/gsystem.h"
#include "../../strategy/inner.h"
#include "view.h"

/* ---- a problem ----------------------------------------------------------- */

/* The problem with Coulomb's law; with ZNI_BLOCKS also the local problem of each contact. */
zn_status zni_motion_set(zn_ctx *ctx, zni_motion *g, const zn_global_friction *p,
                         int parts);
/* The `init` of a solver of rolling friction whose state begins with a zni_motion. */
zn_status zni_motion_init_rolling(void *state, zn_ctx *ctx);
/* Set up the problem of either law. ZN_UNSOLVED: the time limit has passed before all was set up, and u is that of the
 * v given. */
zn_status zni_motion_begin(zn_ctx *ctx, zni_motion *g, const void *problem, int parts,
                           const double z[], double u[], zn_monitor *mon);

/* the error measure of the class, of the problem as it was given */
double zni_motion_error(zni_motion *g, const double z[], const double u[]);

/* The same or, with a shift, the error of the convex problem whose u_N is shifted by these nc numbers. The v of z
 * belongs to its r, as after zni_motion_move; g has ZNI_WAYS. */
double zni_motion_measure(zni_motion *g, const double shift[], const double z[],
                          const double u[]);

/* certificate.c: does d (m) prove that there is no solution? v: 2 n of work */
bool zni_ray_balances(const zni_motion *g, const double d[], double v[]);

/* ---- condensed ----------------------------------------------------------- */

/* Sweeps that `patches` makes before it may give up: twice those before the first patch. */
enum { ZNI_REDUCED_GRANTED = 600 };

typedef struct zni_reduced {
    zni_delassus delassus;
    zni_inner inner;         /* the solver of the condensed problem         */
    zni_inner patches;       /* `patches`, which is asked early             */
    zn_index sweeps;         /* limit of its sweeps; 0: it is not asked     */
    bool followed;           /* the path of interior points has been followed: its `auto` leaves it out */
} zni_reduced;

/* By the solver of that name, of the class friction or, if g->c.mur is set, rolling-friction, which is not scaled
 * here. */
zn_status zni_reduced_run(zni_call call, zni_reduced *s, const char *solver, double tol, zni_motion *g);
/* The same for a problem of rolling friction, for which g is set up. */
zn_status zni_reduced_rolling(zni_call call, zni_reduced *s, const char *solver, double tol, zni_motion *g,
                              const zn_global_rolling_friction *p);
void zni_reduced_fini(zn_ctx *ctx, zni_reduced *s);

/* ---- Gauss-Seidel -------------------------------------------------------- */

/* Does g have what sweeps need, M^-1 by blocks or X = M^-1 H? */
static inline bool zni_motion_sweeps(const zni_motion *g)
{
    return g->mass.apart || g->kept;
}

typedef struct zni_gnsgs_work {
    zni_seidel turns;
    unsigned char *even; /* nc: have the columns of a contact the same rows? */
    double *push;        /* n, where blocks of M have more than one row      */
    double *weight;      /* nc, where they are asked for                     */
    zn_index cap_even, cap_push, cap_weight;
} zni_gnsgs_work;

/* Room: for sweeps of any kind if the problem is small, else for what all kinds need. */
zn_status zni_gnsgs_size(zn_ctx *ctx, zni_gnsgs_work *k, const zni_motion *g);
void zni_gnsgs_fini(zn_ctx *ctx, zni_gnsgs_work *k);

/* g has ZNI_BLOCKS, and zni_motion_sweeps holds */
zn_status zni_gnsgs_run(zni_call call, zni_gnsgs_work *k, const zni_nsgs *opt, zni_motion *g);

/* ---- semismooth Newton --------------------------------------------------- */

typedef enum zni_rho { ZNI_RHO_BLOCK, ZNI_RHO_CONSTANT, ZNI_RHO_SPLIT } zni_rho;

typedef struct zni_gnewton {
    double tol;
    zn_index max_iter;
    int map;       /* zni_map_kind                                          */
    int reduced;   /* eliminate u from the system                           */
    int search;    /* zni_search                                            */
    int rho_rule;  /* zni_rho; split: for AC and JM                         */
    double rho;    /* of the constant rule                                  */
    double reg;    /* proximal term of the Jacobian, relative to the diagonal of W */
    zn_index hybrid; /* Gauss-Seidel sweeps when a step fails; 0: give up   */
    /* not NULL: the convex problem whose u_N is shifted by these, natural map */
    const double *shift;
} zni_gnewton;

/* Also for alternating directions. */
typedef struct zni_gnewton_work {
    zni_gsystem system;
    zni_gnsgs_work sweeps;
    double penalty; /* the last                                             */
    double *v;   /* (ZNI_DAMPED + 3) m + n; (ZNI_ADMM_ROOM + 3) m + 2 n    */
    double *ab;  /* 2 d m                                                   */
    double *rho; /* 2 nc                                                    */
    zn_index cap_v, cap_ab, cap_rho;
} zni_gnewton_work;

zn_status zni_gnewton_size(zn_ctx *ctx, zni_gnewton_work *k,
                           const zni_gnewton *opt, const zni_motion *g);
void zni_gnewton_fini(zn_ctx *ctx, zni_gnewton_work *k);

/* From r of z; (z, w) is the best point. g has ZNI_BLOCKS and ZNI_WAYS; there are no sweeps unless
 * zni_motion_sweeps holds. */
zn_status zni_gnewton_run(zni_call call, zni_gnewton_work *k, const zni_gnewton *opt, zni_motion *g);

/* ---- alternating directions ---------------------------------------------- */

/* friction.h */
struct zni_admm;

zn_status zni_gadmm_size(zn_ctx *ctx, zni_gnewton_work *k, const zni_motion *g);

/* From r of z; (z, w) is the best point. The first penalty is relative to the inverse of the diagonal of W; k->penalty
 * is the last one, of W. */
zn_status zni_gadmm_run(zni_call call, zni_gnewton_work *k, const struct zni_admm *opt, zni_motion *g);

/* ---- Newton in the space of velocities ------------------------------------- */

typedef struct zni_vnewton {
    double tol;
    zn_index max_iter; /* steps in all                                      */
    zn_index steps;    /* most of them on the problem itself, at first      */
} zni_vnewton;

/* From an error of 1e-3 most piles take 4 to 20 steps. */
enum { ZNI_VNEWTON_STEPS = 60 };

/* Also for the path below. */
typedef struct zni_vnewton_work {
    zni_motion *g;
    zni_vsystem bodies;
    double *v;  /* n + (ZNI_DAMPED + 5) m                                   */
    double *ab; /* 4 d m                                                    */
    zn_index cap_v, cap_ab;
} zni_vnewton_work;

/* Room for g, to which a pointer is kept. */
zn_status zni_vnewton_set(zn_ctx *ctx, zni_vnewton_work *k, zni_motion *g,
                          const zn_monitor *mon);
/* From r of z, preferably near a solution: Newton's method and, where it does not converge, proximal points. (z, w) is
 * the best point. */
zn_status zni_vnewton_run(zni_call call, zni_vnewton_work *k, const zni_vnewton *opt);
void zni_vnewton_fini(zn_ctx *ctx, zni_vnewton_work *k);

/* ---- the path of proximal problems by bodies --------------------------------- */

/* From r of z; (z, w) is the best point. */
zn_status zni_ghomotopy_run(zni_call call, zni_vnewton_work *s, const zni_homotopy *opt, zni_motion *g);

#endif
