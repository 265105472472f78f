/* auto.h - the state of `auto` of friction, its lists of methods, and what these share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_AUTO_H
#define ZN_FRICTION_AUTO_H

#include "../../strategy/portfolio.h"
#include "ipm.h"
#include "patches.h"
#include "stages.h"
#include "uncondensed.h"

/* Up to FEW contacts in the plane are solved by pivots at once, up to PLANE_PIVOTS after interior points have failed;
 * steps of interior points before other methods with factors. */
enum { ZNI_FEW = 2, ZNI_PLANE_PIVOTS = 64, ZNI_EARLY_STEPS = 50 };

/* Convex problems in the fixed-point iteration on the shift: before the path is followed, and if it is not. Newton's
 * method is tried after 3, 6, 12 ... of them; if it converges, it is mostly after three. Where it does not, 40 convex
 * problems take 750 to 1900 steps, the path 90 to 460. */
enum { ZNI_SOON = 6, ZNI_ALL_TURNS = 40 };

/* The solver of the loads alone. */
#define ZNI_LOADS "newton-min"

extern const zn_problem_type zni_friction_problem, zni_rolling_problem;

typedef struct zni_fauto {
    zni_fc c;
    zni_stages of; /* what sweeps depend on: options and, during a call, the problem in c */
    zn_index max_steps;
    zn_index threads; /* of patches; 0: as many as processors               */
    bool searched;    /* bodies have been looked for in W                   */
    bool dear;        /* there was no time to look for them                 */
    bool planned;     /* newton.lin has the predicted cost of factors       */
    int quick;        /* option: it ends before Newton's methods            */
    int path;         /* option: the path of interior points is followed    */
    zni_effort effort; /* cost of the methods so far, and the limit of late ones */
    zni_nsgs_work sweeps;
    zni_patches_work patches;
    zni_fnewton_work newton;
    zni_work work; /* of `prox`, `homotopy` and `admm`                  */
    zni_plane_work plane;
    zni_panagiotopoulos_work loads;
    zni_fipm_work interior;
    zni_turns turns;
    zni_by_bodies bodies;
    double *kept; /* n: best point of the fixed-point iteration             */
    double *light; /* 2 n: work of the error measure of the class, allocated when it is needed */
    zn_index cap_kept, cap_light;
    zni_store store;
    const void *problem;          /* of the call, in the units of its class        */
} zni_fauto;

/* Further properties of a method. */
enum {
    ZNI_FACTORS = ZNI_OWN,    /* it needs factors                                              */
    ZNI_PLANS = 2 * ZNI_OWN,  /* it needs none, but the prediction of what they cost           */
    ZNI_SLOW = 4 * ZNI_OWN,   /* with `quick` the list ends before it                          */
    ZNI_PRICES = 8 * ZNI_OWN, /* sweeps that ask for the cost of other methods                 */
    ZNI_STANDS = 16 * ZNI_OWN /* only where zni_fauto_stands holds                             */
};

/* ---- auto.c ---- */

/* Parts of zni_fauto that a method uses besides the problem: those of sweeps, factors, Newton's methods, methods with
 * `work`, interior points, and the path of interior points. */
enum {
    ZNI_PART_SWEEPS = 1,
    ZNI_PART_FACTORS = 2,
    ZNI_PART_NEWTON = 4,
    ZNI_PART_WORK = 8,
    ZNI_PART_POINTS = 16,
    ZNI_PART_PATH = 32
};

/* Room for the problem and these parts. */
zn_status zni_fauto_reserve(zni_fauto *s, zn_ctx *ctx, int parts, zn_index n, zn_index nnz);
/* Predict the cost of factors, once for the problem in s->c. */
zn_status zni_fauto_plan(const zni_turn *t);
void zni_fauto_fini(zni_fauto *s, zn_ctx *ctx);

/* ---- attempt.c ---- */
extern const zni_method zni_friction_methods[], zni_rolling_methods[];
extern const double zni_fauto_near; /* a point with less error is near a solution */

/* ---- bodies.c ---- */

/* `patches`, for as many sweeps as factors or interior points would cost. Are there contacts for several patches
 * (many); are patches to be tried before all factors (early), or only before interior points (late)? */
enum { ZNI_EARLY_PATCHES, ZNI_LATE_PATCHES };
zn_status zni_fauto_patches(zni_turn *t);
bool zni_fauto_many(const zni_turn *t);
bool zni_fauto_several_early(const zni_turn *t);
bool zni_fauto_several_late(const zni_turn *t);

/* Are the tangential parts of q so small that the loads alone may be the solution, and is (z, w) not near one yet? w
 * becomes u of z. */
bool zni_fauto_stands(const zni_turn *t);

/* By the bodies that are found in W, if their factors are much smaller than those of contacts and not too large, which
 * is known after the first call; the kind of the method is one of uncondensed.h. */
zn_status zni_fauto_ask_bodies(zni_turn *t);
bool zni_fauto_by_bodies(const zni_fauto *s);

/* The same where others have failed, for any problem that is not small. */
bool zni_fauto_late_by_bodies(const zni_turn *t);

/* ---- ipm_turns.c ---- */

/* The fixed-point iteration on the shift, from s = 0, for Coulomb friction: at most so many convex problems, by
 * interior points. z matters only if it is the solution. Newton's method and proximal points are tried from where the
 * iteration has led; not with `quick`, as within patches: of the possible loads of redundant contacts they find some
 * that are far from the present ones, and the patches around would have to start again. */
zn_status zni_fauto_turns(zni_turn *t, zn_index most);

#endif
