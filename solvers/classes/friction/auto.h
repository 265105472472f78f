/* auto.h - what `auto` of friction is made of: its state, its lists of methods
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_AUTO_H
#define ZN_FRICTION_AUTO_H

#include "../../strategy/portfolio.h"
#include "ipm.h"
#include "patches.h"
#include "stages.h"
#include "uncondensed.h"

/* Contacts in the plane that pivots do at once, and those that they do where interior points have failed;
 * steps of these that come before other methods with factors. */
enum { ZNI_FEW = 2, ZNI_PLANE_PIVOTS = 64, ZNI_EARLY_STEPS = 50 };

/* Turns before the path, and where it is not followed. Newton's method is asked to end them after three, six, twelve
 * ... of them. What is ended so is mostly after three; of what is not, 40 turns take 750 to 1900 steps, the path 90 to
 * 460. */
enum { ZNI_SOON = 6, ZNI_ALL_TURNS = 40 };

/* The solver of loads. */
#define ZNI_LOADS "newton-min"

extern const zn_problem_type zni_friction_problem, zni_rolling_problem;

typedef struct zni_fauto {
    zni_fc c;
    zni_stages of; /* what sweeps depend on: options; the problem in c while it runs */
    zn_index max_steps;
    zn_index threads; /* of patches; 0: as many as processors               */
    bool searched;    /* for bodies in the problem in c                     */
    bool dear;        /* that would have taken longer than there was time   */
    bool planned;     /* factors of the problem in c: newton.lin has the plan */
    int quick;        /* it ends before Newton's methods                    */
    int path;         /* that of interior points is followed                */
    zni_effort effort; /* what methods cost, and late ones may              */
    zni_nsgs_work sweeps;
    zni_patches_work patches;
    zni_fnewton_work newton;
    zni_work work; /* of `prox`, `homotopy` and `admm`                  */
    zni_plane_work plane;
    zni_panagiotopoulos_work loads;
    zni_fipm_work interior;
    zni_turns turns;
    zni_by_bodies bodies;
    double *kept; /* n: best of the turns */
    double *light; /* work of the class's measure, of points that are far out: made when there is one */
    zn_index cap_kept, cap_light;
    zni_store store;
    const void *problem;          /* under way, in the units of its class          */
} zni_fauto;

/* What a method is: all that a list asks about it. */
enum {
    ZNI_FACTORS = ZNI_OWN,    /* it needs factors                                              */
    ZNI_PLANS = 2 * ZNI_OWN,  /* what they would cost is predicted before it, though it needs none */
    ZNI_SLOW = 4 * ZNI_OWN,   /* `quick` ends before it                                        */
    ZNI_PRICES = 8 * ZNI_OWN, /* of sweeps: they ask what else costs                           */
    ZNI_STANDS = 16 * ZNI_OWN /* for what hardly pushes along: zni_fauto_stands               */
};

/* ---- auto.c ---- */

/* What methods take of it besides the problem: what sweeps, factors, Newton's methods, those with `work` and interior
 * points have, these with that of their path. */
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
/* What factors cost is predicted, unless that was done for the problem in s->c. */
zn_status zni_fauto_plan(const zni_turn *t);
void zni_fauto_fini(void *state, zn_ctx *ctx);

/* ---- attempt.c ---- */
extern const zni_method zni_friction_methods[], zni_rolling_methods[];
extern const double zni_fauto_near; /* the error of a point that is near */

/* ---- bodies.c ---- */

/* Patches of a problem that is several of them, as long as factors or interior points would take. Is it, and are
 * they worth it before all factors, or not before these? */
enum { ZNI_EARLY_PATCHES, ZNI_LATE_PATCHES };
zn_status zni_fauto_patches(zni_turn *t);
bool zni_fauto_many(const zni_turn *t);
bool zni_fauto_several_early(const zni_turn *t);
bool zni_fauto_several_late(const zni_turn *t);

/* Do contacts hardly push along, so that their loads alone may answer, and is (z, w) not near already?
 * w becomes u of z. */
bool zni_fauto_stands(const zni_turn *t);

/* By the bodies that are found in W, where their factors are much smaller and not too large, which is
 * known once it was asked: the method's kind says in which way (uncondensed.h). */
zn_status zni_fauto_ask_bodies(zni_turn *t);
bool zni_fauto_by_bodies(const zni_fauto *s);

/* Where others have failed: of any number of contacts that is not small. */
bool zni_fauto_late_by_bodies(const zni_turn *t);

/* ---- ipm_turns.c ---- */

/* Convex problems in turns, of Coulomb friction, at most so many: the fixed point on the shift from s = 0 with
 * interior points inside; from z only if it is the solution. Newton's method and proximal points end them, from where
 * they lead. Who is quick, as within patches, ends without: of the loads that redundant contacts may have these find
 * others than those next to where they were, and patches around them begin anew. */
zn_status zni_fauto_turns(zni_turn *t, zn_index most);

#endif
