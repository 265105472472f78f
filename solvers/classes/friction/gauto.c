/* gauto.c - the global friction solver to use when nothing is known, and the methods that it may try
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/cost.h"
#include "friction.h"
#include "motion.h"
#include "patches.h"
#include "uncondensed.h"

extern const zn_problem_type zni_global_friction_problem;

/* Limit of interior point steps, twice what they take where they converge; limit of convex problems. */
enum { ZNI_POINTS = 50, ZNI_TURNS = 40 };

typedef struct global_auto {
    double tol;
    zn_index patience;
    zn_index max_sweeps;
    zn_index max_steps;
    double most_values;
    zni_motion g;
    zni_gnsgs_work sweeps;
    zni_reduced reduced;
    zn_solver *by[ZNI_BODIES_WAYS];
    int path;          /* option: the path of interior points is followed */
    zn_monitor *outer, inner; /* of the caller; the one that counts steps */
    zn_index steps;    /* counted                                       */
    zni_vsystem plan;  /* predicted cost of factors by bodies           */
    bool looked, thin; /* `look` has been called; W is sparse, or M falls apart */
    bool stands;       /* the tangential parts of q are small           */
    bool turned;       /* the fixed-point iteration has been tried      */
    bool patched;      /* patches have been tried                       */
    bool uneven;       /* many bodies, whose contacts differ in size by decades */
    bool condenses;    /* M^-1 H has at most most_values values         */
    bool swept;        /* so has W, or FACTORS times as many: patches may form it */
    zni_store store;
} global_auto;

/* W is sparse ("thin") if it has at most RATIO times the values of H and M^-1 H; more than MANY rows are many. */
enum { RATIO = 4, MANY = 600 };

/* Operations of a contact in a sweep; instructions of it with everything between sweeps, counted on a wall of 420
 * contacts, a wedge of 356, scenes of 300 and 356 among 2000 bodies: 1360 to 1790. */
enum { VISIT = 400, SWEPT = 1500 };

/* Instructions of an interior point step for each contact, besides its factors, counted on the same problems. */
enum { STEP_CONTACT = 18000 };

/* Steps of interior points on problems that sweeps solve, too: 4 and 5 for wedges, 10 and 11 for scenes of many bodies;
 * where loads travel far it takes 20. */
enum { EASY = 10 };

/* Most reactions for each velocity in what counts as a heap: it is 0.5 in chains, 1 in random scenes, 1.4 in heaps of
 * spheres, 1.5 in settled piles of convex grains; 3 in random piles of six contacts a grain, 4 in walls. */
enum { HEAPED = 2 };

/* Limit of interior point steps of the fixed-point iteration if the path follows: piles of 60 to 460 grains with one
 * density take 40 to 120 of them, or 300 to 600, and then 10 to 54 steps of the path from the point reached suffice. */
enum { TURNED = 250 };

/* Factorisations of the path for each step of max_steps: piles of 1200 contacts that are solved take 150 to 730 of them
 * from one of its first two starts, which have 800 each, or about 2000 from the last one. */
enum { PATH = 48 };

/* The tolerance of interior points, and of sweeps in their place, relative to tol. Their last step gains several
 * digits; and where few of many bodies touch, the measure is relative to the forces on all bodies and says little of
 * the contact law, which then holds relative to u and r of the contacts, too. */
static const double EXACT = 1.0 / 30;

/* A point with less error is near a solution, as in the condensed `auto`. */
static const double NEAR = 1e-4;

/* Limit of the values of factors by bodies, in units of most_values: they take the place of W, M^-1 H and a copy. W
 * that is formed for sweeps alone may have as many. */
enum { FACTORS = 10 };

/* Where there is no heap 50 steps of interior points have to cost DEARER times the sweeps granted to patches if these
 * come after them, as in the condensed `auto`, since random scenes are solved by 15 steps, and MUCH_DEARER times if
 * they come before. (With 5 times, boxes in courses took 50 steps in vain, random scenes 13.) */
enum { DEARER = 3, MUCH_DEARER = 20 };

/* Are the tangential parts of the free velocities small? The sizes of the contacts are known. */
static zn_status standing(global_auto *s, zn_ctx *ctx)
{
    zni_motion *g = &s->g;
    zni_delassus *w = &s->reduced.delassus;
    zni_fc c = g->c;
    double *v = g->v;
    const zn_status st = zn_grow(ctx, &w->q, &w->cap_q, g->m + 1, sizeof *w->q);

    if (st)
        return st;
    memcpy(v, g->p->q, (size_t)g->n * sizeof *v);
    zni_mass_solve(&g->mass, v);
    memcpy(w->q, g->p->b, (size_t)g->m * sizeof *w->q);
    zni_by_columns_gather(&g->columns, 0, g->m, v, w->q);
    c.q = w->q;
    c.size = w->unit;
    s->stands = zni_friction_stands(&c);
    return ZN_OK;
}

/* For many rows: the cost of factors by bodies, whether contacts differ in size by decades, and whether bodies
 * stand. */
static zn_status bodies(global_auto *s, zn_ctx *ctx, zn_monitor *mon)
{
    zn_status st = s->g.mass.apart ? ZN_OK : zni_motion_more(ctx, &s->g, ZNI_WAYS);

    if (!st)
        st = zni_vsystem_plan(ctx, &s->plan, &s->g, mon);
    if (!st)
        st = zni_delassus_sizes(ctx, &s->reduced.delassus, &s->g);
    s->uneven = s->reduced.delassus.uneven;
    return st ? st : standing(s, ctx);
}

/* Is W sparse, and what is the fill of factors by bodies? Once for each problem. */
static zn_status look(global_auto *s, zn_ctx *ctx, zn_monitor *mon)
{
    zn_status st = ZN_OK;

    if (s->looked)
        return ZN_OK;
    s->looked = true;
    if (!s->g.mass.apart)
        st = zni_motion_influence(ctx, &s->g, s->most_values);
    if (!st)
        st = zni_delassus_look(ctx, &s->reduced.delassus, &s->g);
    s->condenses = s->g.touching.influences <= s->most_values;
    if (!st && s->condenses)
        s->thin = zni_delassus_few(&s->reduced.delassus, &s->g,
                                  fmin(s->most_values, RATIO * (s->reduced.delassus.values +
                                                                s->g.touching.influences)));
    if (!st && s->g.m > MANY && (s->thin || s->g.mass.apart))
        st = bodies(s, ctx, mon);
    s->swept = s->condenses && s->thin;
    if (st || s->thin || s->g.m <= MANY || !s->g.mass.apart)
        return st;
    /* bodies that touch in many points */
    s->thin = s->plan.values <= FACTORS * s->most_values;
    s->condenses = s->condenses && zni_delassus_few(&s->reduced.delassus, &s->g, s->most_values);
    s->swept = s->condenses || zni_delassus_few(&s->reduced.delassus, &s->g, FACTORS * s->most_values);
    return st;
}

/* ---- properties of the problem ------------------------------------------------------- */

static global_auto *its(const zni_turn *t)
{
    return t->state;
}

/* Are there many bodies, with factors that are not too large? */
static bool many(const zni_turn *t)
{
    const global_auto *s = t->state;

    return s->thin && s->g.m > MANY && s->plan.values <= FACTORS * s->most_values;
}

static bool thick(const zni_turn *t)
{
    return !its(t)->thin;
}

/* the number of sweeps, `contact` operations for each contact, that cost as much as so many steps of interior points */
static zn_index in_sweeps(const global_auto *s, zn_index steps, double contact, double most)
{
    const double nc = (double)s->g.nc,
                 besides = ZNI_COST_NUMBER * s->plan.values + STEP_CONTACT * nc;

    return zni_cost_worth((double)steps, s->plan.operations + besides, contact * nc, most);
}

/* the number of sweeps that cost as much as the factors of interior points; all: as their steps as a whole */
static zn_index worth(const zni_turn *t, bool all)
{
    const global_auto *s = t->state;
    const double most = (double)s->patience;
    zn_index sweeps;

    if (!many(t))
        return s->thin ? ZNI_COST_LEAST : s->patience;
    sweeps = all ? in_sweeps(s, EASY, SWEPT, most)
                 : zni_cost_worth(ZNI_COST_STEPS, s->plan.operations, VISIT * (double)s->g.nc, most);
    return sweeps > ZNI_COST_LEAST ? sweeps : ZNI_COST_LEAST;
}

/* ---- sweeps ------------------------------------------------------------------------- */

static zn_status price(void *turn, zn_index *patience)
{
    const zni_turn *t = turn;
    const zn_status st = look(t->state, t->ctx, t->mon);

    *patience = worth(t, false);
    return st;
}

/* Sweeps in the order of the contacts, or in random orders; if `look` has not been called they ask for the cost of
 * other methods while they run. */
static zn_status sweep(zni_turn *t, double tol, bool in_order, zn_index patience)
{
    global_auto *s = t->state;
    const zni_nsgs opt = {.tol = tol,
                          .max_iter = s->max_sweeps,
                          .omega = 1,
                          .order = in_order ? ZNI_ASCENDING : ZNI_SHUFFLED,
                          .seed = 1,
                          .patience = s->looked ? patience : s->patience,
                          .granted = s->g.nc <= ZNI_PAIR && t->before ? ZNI_PAIR_SWEEPS : 0,
                          .price = s->looked ? NULL : price,
                          .payer = t};

    return zni_gnsgs_run(zni_call_of(t), &s->sweeps, &opt, &s->g);
}

static bool many_swept(const zni_turn *t)
{
    return many(t) && zni_motion_sweeps(&its(t)->g);
}

static zn_status many_sweeps(zni_turn *t)
{
    return sweep(t, its(t)->tol, !t->before, its(t)->looked ? worth(t, false) : 0);
}

/* if most of a step's cost is its factors the first sweeps have had all that it is worth */
static bool worth_more(const zni_turn *t)
{
    return many_swept(t) && worth(t, true) > worth(t, false);
}

static zn_status longer(zni_turn *t)
{
    return sweep(t, EXACT * its(t)->tol, true, worth(t, true));
}

/* only as the first method: the sweeps for sparse problems begin before W is looked at */
static bool thick_swept(const zni_turn *t)
{
    return thick(t) && !t->before && zni_motion_sweeps(&its(t)->g);
}

/* a sweep over a single contact is its closed form, and further ones change nothing */
static bool swept(const zni_turn *t)
{
    return zni_motion_sweeps(&its(t)->g) && (its(t)->g.nc > 1 || its(t)->g.c.law != &zni_coulomb);
}

static zn_status sweeps(zni_turn *t)
{
    const global_auto *s = t->state;
    const bool few = s->g.nc <= ZNI_PAIR;

    return sweep(t, s->tol, !t->before, !t->before ? s->patience : few ? s->max_sweeps : 0);
}

/* ---- by other solvers ----------------------------------------------------------------- */

static zn_status by_bodies(zni_turn *t, int way, double tol, zn_index most)
{
    return zni_by_bodies_within(zni_call_of(t), its(t)->by[way], tol, most, t->problem);
}

/* the limit of the method, within that of the options */
static zn_index most_steps(const zni_turn *t)
{
    const zn_index all = its(t)->max_steps;

    return t->m->steps && t->m->steps < all ? t->m->steps : all;
}

/* Where the steps stand still they end, or begin anew and may be twice as many: a settled pile of 740 contacts takes
 * 98. */
enum { BRIEF, ANEW };

static zn_status points(zni_turn *t)
{
    const bool anew = t->m->kind == ANEW;
    const zn_status st = zn_solver_set(its(t)->by[ZNI_BODIES_POINTS], "brief", anew ? "no" : "yes");

    return st ? st : by_bodies(t, ZNI_BODIES_POINTS, EXACT * its(t)->tol, anew ? 2 * its(t)->max_steps : most_steps(t));
}

/* a step within the fixed-point iteration; is it the last? */
static bool step(void *of, zn_index iteration, double error)
{
    global_auto *s = of;

    return zn_monitor_tick(s->outer, iteration, error) || (++s->steps >= TURNED && s->path);
}

/* The fixed-point iteration. All its interior point steps are counted; if the path follows, that limits it. */
static zn_status turns(zni_turn *t)
{
    global_auto *s = t->state;
    zn_status st;

    s->steps = 0;
    s->turned = true;
    s->outer = t->mon;
    s->inner = zni_monitor_within(t->mon, step, s);
    t->mon = &s->inner;
    st = by_bodies(t, ZNI_BODIES_TURNS, s->tol, most_steps(t));
    if (t->info->outcome == ZN_INTERRUPTED && s->path && s->steps >= TURNED)
        t->info->outcome = ZN_ITERATION_LIMIT;
    return st;
}

/* If nothing slides the shift is 0, and the first convex problem, whose matrix is symmetric, is the whole problem. Not
 * if the point is near a solution already. */
static bool stands(const zni_turn *t)
{
    return many(t) && its(t)->stands && !(t->least <= NEAR);
}

static bool not_turned(const zni_turn *t)
{
    return many(t) && !its(t)->turned;
}

static bool followed(const zni_turn *t)
{
    return many(t) && its(t)->path;
}

static zn_status path(zni_turn *t)
{
    global_auto *s = t->state;

    s->reduced.followed = true;
    return by_bodies(t, ZNI_BODIES_PATH, s->tol, PATH * s->max_steps);
}

/* ---- the condensed problem ------------------------------------------------------------ */

/* Are there not many more reactions than velocities, as in heaps and settled piles of grains? Then W is sparse, its
 * sweeps converge, and the condensed problem is solved faster. */
static bool heap(const zni_turn *t)
{
    const global_auto *s = t->state;

    return many(t) && s->condenses && !s->stands && s->g.m <= HEAPED * s->g.n;
}

/* Where masses differ by decades the condensed `auto` scales contacts to one size, which gained nothing by bodies: it
 * comes before the path by bodies. */
static bool uneven(const zni_turn *t)
{
    return its(t)->condenses && many(t) && its(t)->uneven;
}

static bool condenses(const zni_turn *t)
{
    return its(t)->thin && its(t)->condenses && !uneven(t);
}

static bool condenses_thick(const zni_turn *t)
{
    global_auto *s = t->state;

    return thick(t) && s->condenses &&
           zni_delassus_few(&s->reduced.delassus, &s->g, s->most_values);
}

static zn_status reduced(zni_turn *t)
{
    global_auto *s = t->state;

    return zni_reduced_run(zni_call_of(t), &s->reduced, "auto", s->tol, &s->g);
}

/* The number of sweeps with W that cost as much as interior points. Where most of W comes from bodies with many
 * contacts, so does the cost of a sweep. */
static zn_index patch_sweeps(const global_auto *s)
{
    const double visit = VISIT + 2 * s->reduced.delassus.condensed / (double)s->g.nc;

    return in_sweeps(s, ZNI_POINTS, visit, (double)s->max_sweeps);
}

/* there are several patches, and interior points cost so many times the sweeps granted to them */
static bool dearer(const global_auto *s, zn_index times)
{
    return s->g.nc > ZNI_PATCHES_SEVERAL * ZNI_PATCH &&
           patch_sweeps(s) >= times * ZNI_REDUCED_GRANTED;
}

static bool patched(const zni_turn *t)
{
    const global_auto *s = t->state;

    return many(t) && s->swept && !s->stands && dearer(s, MUCH_DEARER);
}

static bool patched_late(const zni_turn *t)
{
    const global_auto *s = t->state;

    return many(t) && s->swept && !s->stands && !s->patched && dearer(s, DEARER);
}

static zn_status by_patches(zni_turn *t)
{
    global_auto *s = t->state;
    zn_status st;

    s->patched = true;
    s->reduced.sweeps = patch_sweeps(s);
    st = zni_reduced_run(zni_call_of(t), &s->reduced, "patches", s->tol, &s->g);
    s->reduced.sweeps = 0;
    return st;
}

/* without its path: that by bodies comes next, and has smaller factors */
static zn_status reduced_early(zni_turn *t)
{
    its(t)->reduced.followed = true;
    return reduced(t);
}

/* ---- in which order -------------------------------------------------------------------- */

/* A problem is thin if W is sparse or, with many rows, if M falls apart into blocks: rigid bodies, and few contacts
 * on a structure; else it is thick. For a large problem W and the factors are not looked at until the estimated
 * number of further sweeps exceeds those made. If M^-1 H has more than most_values values the methods that need it
 * are left out: the condensed problem and, unless M falls apart into small blocks, all sweeps. Each method has a
 * limit of iterations, so the time is bounded; clocks matter only if there is a time limit. */

#define START .from = ZNI_FROM_START
#define CONDENSED "the condensed problem, by the methods of friction"

static const zni_method methods[] = {
    {"nsgs", "thin: while they cost less than the factors of interior points",
     .run = many_sweeps, .suits = many_swept, START, .is = ZNI_EARLY},
    {"nsgs", "thin: while they cost less than all of their steps", .run = longer, .suits = worth_more},
    {"aclm", "thin, at rest: the first convex problem may be the whole one", .run = turns,
     .suits = stands, START, .steps = ZNI_TURNS},
    {"reduced", "thin, a heap: the condensed problem, by the methods of friction", .run = reduced,
     .suits = heap, START},
    {"interior-point", "thin, a heap: from the start, and anew where they stand still", .run = points,
     .suits = heap, START, .kind = ANEW},
    {"aclm", "thin, a heap: fixed point on convex problems", .run = turns, .suits = heap, START,
     .steps = ZNI_TURNS, .is = ZNI_ENDS},
    {"reduced", "thin, very expensive factors: patches of the condensed problem", .run = by_patches,
     .suits = patched, START},
    {"interior-point", "thin, factors by bodies: few steps from where the first sweeps ended",
     .run = points, .suits = many, .from = ZNI_FROM_EARLY, .steps = ZNI_POINTS},
    {"reduced", "thin, expensive factors whose steps have not converged: patches", .run = by_patches,
     .suits = patched_late, START},
    {"aclm", "thin, far from monotone: fixed point on convex problems", .run = turns,
     .suits = not_turned, START, .steps = ZNI_TURNS},
    {"reduced", "sizes of contacts differ by decades: condensed, where they are scaled",
     .run = reduced_early, .suits = uneven, START},
    {"central-path", "thin: interior points along their path, also where it turns back",
     .run = path, .suits = followed},
    {"reduced", CONDENSED, .run = reduced, .suits = condenses, START},
    {"nsgs", "thick: while their rate promises convergence", .run = sweeps,
     .suits = thick_swept, .is = ZNI_EARLY},
    {"interior-point", "thick: from the start", .run = points, .suits = thick, START},
    {"reduced", CONDENSED, .run = reduced, .suits = condenses_thick, START},
    {"nsgs", "sweeps in random orders, to their limit", .run = sweeps, .suits = swept,
     .is = ZNI_EARLY},
    ZNI_LAST,
};

/* ---- the solver -------------------------------------------------------------------- */

static zn_status init(void *state, zn_ctx *ctx)
{
    global_auto *s = state;
    zn_status st = ZN_OK;

    for (int way = 0; !st && way < ZNI_BODIES_WAYS; way++)
        st = zni_by_bodies_solver(ctx, way, &s->by[way]);
    return st;
}

/* The problem, and room for sweeps, which come first and need little; for a large problem `look` is called later. */
static zn_status prepare(global_auto *s, zn_ctx *ctx, const zn_global_friction *p, const double z[],
                         double w[], zn_monitor *mon)
{
    const bool large = p->d * p->nc > ZNI_ROOMY;
    zn_status st = zni_motion_begin(ctx, &s->g, p, ZNI_BLOCKS, z, w, mon);

    s->looked = s->thin = s->turned = s->patched = false;
    s->reduced.followed = !s->path;
    s->steps = 0;
    if (!st && !(large && s->g.mass.apart))
        st = look(s, ctx, mon);
    if (!st)
        st = zni_gnsgs_size(ctx, &s->sweeps, &s->g);
    if (!st && !large)
        st = zni_store_reserve(&s->store, ctx, &zni_global_friction_problem, s->g.m, 0, 0);
    return st;
}

/* the first sweeps need no look at W */
static zn_status admits(zni_turn *t, bool *skip)
{
    global_auto *s = t->state;
    const zn_status st = t->before ? look(s, t->ctx, t->mon) : ZN_OK;

    *skip = s->looked && t->m->suits && !t->m->suits(t);
    return st;
}

/* what a method calls solved has to be within the tolerance of the class */
static zn_status judge(zni_turn *t, zn_status st)
{
    if (st < 0)
        return st;
    t->info->solver = t->m->name;
    return zni_portfolio_judged(t, st, zni_motion_error(&((global_auto *)t->state)->g, t->z, t->w));
}

static void outputs(const zni_portfolio *all, double z[], double w[])
{
    zni_motion_move(&((global_auto *)all->state)->g, z, w);
}

static zn_status solve(void *state, zni_call call, const void *problem)
{
    global_auto *s = state;
    const zn_status st = prepare(s, call.ctx, problem, call.z, call.w, call.mon);
    const zni_portfolio all = {.list = methods,
                               .state = s,
                               .problem = problem,
                               .class = &zni_global_friction_problem,
                               .tol = s->tol,
                               .store = &s->store,
                               .nz = s->g.m,
                               .from = s->g.n,
                               .admits = admits,
                               .judge = judge,
                               .outputs = outputs,
                               .proofs = ZNI_TOLD,
                               .latest = true};

    return st ? st : zni_portfolio_run(&all, call.ctx, call.z, call.w, call.mon, call.info);
}

static void fini(global_auto *s, zn_ctx *ctx)
{
    zni_motion_fini(ctx, &s->g);
    zni_gnsgs_fini(ctx, &s->sweeps);
    zni_reduced_fini(ctx, &s->reduced);
    for (int way = 0; way < ZNI_BODIES_WAYS; way++)
        zn_solver_free(s->by[way]);
    zni_vsystem_fini(ctx, &s->plan);
    zni_store_fini(&s->store, ctx);
}

static const zn_option options[] = {
    ZNI_TOL(global_auto, tol, 1e-8),
    ZN_OPT_INT(global_auto, patience, 1000, 1, 1e9, "-",
               "sweeps that Gauss-Seidel may still seem to need"),
    ZN_OPT_INT(global_auto, max_sweeps, 20000, 1, 1e9, "-",
               "sweeps of Gauss-Seidel each time it is tried"),
    ZN_OPT_INT(global_auto, max_steps, 100, 1, 1e6, "-",
               "most steps of interior points, a 48th of those along their path"),
    ZN_OPT_BOOL(global_auto, path, 1,
                "follow the path of interior points where others have ended"),
    ZN_OPT_REAL(global_auto, most_values, 2e7, 0, 1e18, "-",
                "values of W or of M^-1 H beyond which they are not formed, but W for patches: ten "
                "times"),
    ZNI_GUESTS_OPTION(global_auto, store.guests),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_global_friction_auto, ZN_KIND_GLOBAL_FRICTION_SOLVER, "auto",
           "Gauss-Seidel while it is quick, then Newton; falls back", global_auto, options, solve,
           fini, .init = init);
