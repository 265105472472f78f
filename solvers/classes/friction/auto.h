/* auto.h - what `auto` of friction is made of: its state, its list of methods
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_AUTO_H
#define ZN_FRICTION_AUTO_H

#include "effort.h"
#include "ipm.h"
#include "panagiotopoulos.h"
#include "patches.h"
#include "plane.h"
#include "starts.h"
#include "stages.h"

/* Contacts in the plane that pivots do at once, and those that they do where interior points have failed;
 * steps of these that come before other methods with factors. */
enum { ZNI_FEW = 2, ZNI_PLANE_PIVOTS = 64, ZNI_EARLY_STEPS = 50 };

/* The solver of loads. */
#define ZNI_LOADS "newton-min"

extern const zn_problem_type zni_friction_problem, zni_rolling_problem;

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
    zni_flat_work flat;
    zni_panagiotopoulos_work loads;
    zni_fipm_work interior;
    zni_turns turns;
    double *kept; /* n: best of the turns */
    double *given;      /* n: the start                 */
    const zni_fmethod *before;  /* the method of now; NULL: it is the first    */
    double ended, least;        /* error where that ended, the least so far    */
    bool stood;         /* a method has ended at the borders of the cones   */
    double *best;       /* n: best point, once a method ended without an answer */
    double *first;      /* n: best of the start given   */
    double *early;      /* n: best of the first sweeps  */
    zn_index cap_given, cap_best, cap_first, cap_early, cap_kept;
} zni_fauto;

/* What a method is, whatever its numbers: all that a list asks about it. */
typedef struct zni_fway {
    bool factors;  /* it needs factors                                                    */
    bool plans;    /* what they would cost is predicted before it, though it needs none   */
    bool late;     /* tried only where interior points fail, whose steps are few          */
    bool apart;    /* the path of interior points, or what ends it: effort.h              */
    bool whole;    /* `quick` ends before it                                              */
    bool early;    /* a method may begin where it ended: ZNI_FROM_EARLY                   */
    bool borders;  /* it ends at the borders of the cones: a point to go on from only if
                      near, and none for ZNI_FROM_EARLY                                   */
    bool doubted;  /* that there is no solution, as it may say, does not count as proved  */
    bool prices;   /* of sweeps: they ask what else costs                                 */
    zni_stage stage; /* of sweeps: which ones                                             */
    /* may it begin here? Asked before anything is planned; w becomes u of z; NULL: yes   */
    bool (*begins)(const zni_fauto *s, const double z[], double w[]);
    /* is it one for the problem in s->c and what was before? NULL: yes                   */
    bool (*suits)(const zni_fauto *s);
    /* operations of an iteration, beside those with factors; NULL: none                  */
    double (*each)(const zni_fauto *s);
    /* on the problem in s->c, from z, as zn_solver_type.solve; with its linear system set */
    zn_status (*run)(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                     zn_monitor *mon, zn_solve_info *info);
} zni_fway;

/* ---- attempt.c ---- */
extern const zni_fway zni_by_pivots, zni_by_late_pivots, zni_by_more_pivots, zni_by_loads,
    zni_by_standing,
    zni_by_first, zni_by_patches, zni_by_late_patches, zni_by_costly, zni_by_even, zni_by_longer,
    zni_by_again, zni_by_sweeps, zni_by_newton, zni_by_small_newton, zni_by_tiny_newton,
    zni_by_trial, zni_by_prox, zni_by_small_prox, zni_by_path, zni_by_long_path, zni_by_direction,
    zni_by_interior, zni_by_damped, zni_by_turns, zni_by_central, zni_by_end, zni_by_starts;

/* one method of a list; the last one's name is NULL */
struct zni_fmethod {
    const char *name;
    const zni_fway *by;
    zni_map_kind map;
    double reg;     /* of Newton; first term of prox, path   */
    enum { /* the point to begin from */
        ZNI_FROM_BEST,
        ZNI_FROM_GIVEN,
        ZNI_FROM_EARLY,
        ZNI_FROM_LAST /* where the method before it ended */
    } from;
    zn_index steps; /* most of it, 0: of sweeps as many as there may be; of pivots: paths; starts */
};

extern const zni_fmethod zni_friction_methods[], zni_rolling_methods[];

/* Operations of an iteration, beside those with factors. */
double zni_fmethod_each(const zni_fauto *s, const zni_fmethod *m);

/* What factors cost is predicted, unless that was done for the problem in s->c. */
zn_status zni_fauto_plan(zni_fauto *s, zn_ctx *ctx, zn_monitor *mon);

/* Is a point of that error that the method ended at one to go on from? */
bool zni_fmethod_counts(const zni_fmethod *m, double error);

/* The method is one for the problem in s->c and what was before. */
bool zni_fmethod_suits(const zni_fauto *s, const zni_fmethod *m);

/* Run it on the problem in s->c, from z, as zn_solver_type.solve. */
zn_status zni_fmethod_run(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m,
                          double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info);

/* The view of the problem and of what factors cost that stages of sweeps are made by. */
static inline zni_stages zni_fauto_stages(const zni_fauto *s)
{
    return (zni_stages){&s->c,       &s->newton.lin, s->tol,
                        s->patience, s->max_sweeps,  s->most_values,
                        s->effort.last};
}

#endif
