/* auto.h - what `auto` of friction is made of: its state, its list of methods
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_AUTO_H
#define ZN_FRICTION_AUTO_H

#include "effort.h"
#include "ipm.h"
#include "panagiotopoulos.h"
#include "patches.h"
#include "stages.h"

/* Contacts in the plane that pivots do at once, and those that they do where interior points have failed;
 * steps of these that come before other methods with factors. */
enum { ZNI_FEW = 2, ZNI_PLANE_PIVOTS = 64, ZNI_EARLY_STEPS = 50 };

/* The solver of loads. */
#define ZNI_LOADS "newton-min"

typedef struct zni_fmethod zni_fmethod;

typedef struct zni_fauto {
    double tol;
    zn_index patience;
    zn_index max_sweeps;
    zn_index max_steps;
    double most_values;
    zn_index threads; /* of patches; 0: as many as processors               */
    bool again;       /* the list runs a second time, from r = 0            */
    bool planned;     /* factors of the problem in c: newton.lin has the plan */
    int quick;        /* it ends before Newton's methods                    */
    int path;         /* that of interior points is followed                */
    double late;      /* what late methods may take, of what came before    */
    zni_effort effort;
    zni_fc c;
    zni_nsgs_work sweeps;
    zni_patches_work patches;
    zni_fnewton_work newton;
    zni_prox_work prox;
    zni_homotopy_work homotopy;
    zni_admm_work admm;
    zni_plane_work plane;
    zni_panagiotopoulos_work loads;
    zni_fipm_work interior;
    zni_turns turns;
    double *kept; /* n: best of the turns */
    zn_index d, nc, nb; /* the sizes that there is room for */
    double *given;      /* n: the start                 */
    const zni_fmethod *before;  /* the method of now; NULL: it is the first    */
    double ended;               /* error where that ended                      */
    double *best;       /* n: best point, once a method ended without an answer */
    double *first;      /* n: best of the start given   */
    double *early;      /* n: best of the first sweeps  */
    zn_index cap_given, cap_best, cap_first, cap_early, cap_kept;
} zni_fauto;

/* one method of a list; the last one's name is NULL */
struct zni_fmethod {
    const char *name;
    enum {
        ZNI_BY_PIVOTS,
        ZNI_BY_LATE_PIVOTS,
        ZNI_BY_LOADS,
        ZNI_BY_STANDING, /* sweeps from where loads came near */
        ZNI_BY_FIRST,
        ZNI_BY_PATCHES,
        ZNI_BY_LATE_PATCHES,
        ZNI_BY_COSTLY,
        ZNI_BY_EVEN,
        ZNI_BY_LONGER,
        ZNI_BY_AGAIN,
        ZNI_BY_SWEEPS,
        ZNI_BY_NEWTON,
        ZNI_BY_SMALL_NEWTON,
        ZNI_BY_TINY_NEWTON,
        ZNI_BY_TRIAL,
        ZNI_BY_PROX,
        ZNI_BY_SMALL_PROX,
        ZNI_BY_PATH,
        ZNI_BY_LONG_PATH,
        ZNI_BY_DIRECTION,
        ZNI_BY_INTERIOR,
        ZNI_BY_DAMPED,
        ZNI_BY_TURNS,
        ZNI_BY_CENTRAL,
        ZNI_BY_END
    } kind;
    zni_map_kind map;
    double reg;     /* of Newton; first term of prox, path   */
    enum { /* the point to begin from */
        ZNI_FROM_BEST,
        ZNI_FROM_GIVEN,
        ZNI_FROM_EARLY,
        ZNI_FROM_LAST /* where the method before it ended */
    } from;
    zn_index steps; /* most of it; of pivots: further paths   */
};

extern const zni_fmethod zni_friction_methods[], zni_rolling_methods[];

/* Does the method need factors? */
bool zni_fmethod_factors(const zni_fmethod *m);

/* Is it tried only where interior points fail, whose steps are few? */
bool zni_fmethod_late(const zni_fmethod *m);

/* Is it the path of interior points or what ends it, which have an account of their own (effort.h)? */
bool zni_fmethod_apart(const zni_fmethod *m);

/* Operations of an iteration, beside those with factors. */
double zni_fmethod_each(const zni_fauto *s, const zni_fmethod *m);

/* What factors cost is predicted, unless that was done for the problem in s->c. */
zn_status zni_fauto_plan(zni_fauto *s, zn_ctx *ctx, zn_monitor *mon);

/* Is an early trial of Newton's method one for it? Where its factors are planned. */
bool zni_fauto_tries(const zni_fauto *s);

/* Do contacts hardly push along, so that their loads alone may answer, and is (z, w) not near already?
 * w becomes u of z. */
bool zni_fauto_stands(const zni_fauto *s, const double z[], double w[]);

/* Is a point of that error that the method ended at one to go on from? */
bool zni_fmethod_counts(const zni_fmethod *m, double error);

/* The method is one for the problem in s->c, where the least error so far is `least`. */
bool zni_fmethod_suits(const zni_fauto *s, const zni_fmethod *m, double least);

/* Run it on the problem in s->c, from z, as zn_solver_type.solve. */
zn_status zni_fmethod_run(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m,
                          double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info);

/* Room for interior points, whose path is followed by its length or not. */
zn_status zni_fauto_interior(zni_fauto *s, zn_ctx *ctx, bool path);

/* Room for the fixed point of convex problems, of the size of the problem in s->c. */
zn_status zni_fauto_turns(zni_fauto *s, zn_ctx *ctx);

/* The view of the problem and of what factors cost that stages of sweeps are made by. */
static inline zni_stages zni_fauto_stages(const zni_fauto *s)
{
    return (zni_stages){&s->c,       &s->newton.lin, s->tol,
                        s->patience, s->max_sweeps,  s->most_values,
                        s->effort.last};
}

#endif
