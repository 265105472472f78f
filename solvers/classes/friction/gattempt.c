/* gattempt.c - the methods that `auto` of global friction may try: when each is one for a problem, how it is run
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/cost.h"
#include "friction.h"
#include "gauto.h"
#include "patches.h"

/* W is thin when it has no more than RATIO times the values of H and M^-1 H; rows from which on bodies are
 * many. */
enum { RATIO = 4, MANY = 600 };

/* Operations of a contact in a sweep; and with all that is looked at between sweeps, as instructions. Counted on a
 * wall of 420 contacts, a wedge of 356, scenes of 300 and 356 among 2000 bodies: 1360 to 1790. */
enum { VISIT = 400, SWEPT = 1500 };

/* What a step takes for each contact, as instructions, there: besides its factors and their numbers. */
enum { STEP_CONTACT = 18000 };

/* Steps of interior points where sweeps arrive, too: 4 and 5 in wedges, 10 and 11 in scenes of many
 * bodies; it takes 20 where loads travel far. */
enum { EASY = 10 };

/* Reactions for each velocity in a heap, at most: 0.5 in chains, 1 among bodies met at random, 1.4 in heaps of spheres;
 * 3 in piles of irregular grains, where patches leave 1e-3, 4 in walls. */
enum { HEAPED = 2 };

/* Steps in all turns before the path: piles of 60 to 460 grains with one density take 40 to 120 of them, or 300 to 600,
 * and where they have come near by now 10 to 54 steps of the path from there end it. */
enum { TURNED = 250 };

/* Factorisations of the path for each step of a Newton method: piles of 1200 contacts that are solved
 * take 150 to 730 of them from one of its first two starts, which have 800 each, or some 2000 from the last
 * one, which cuts no turn short. */
enum { PATH = 48 };

/* What interior points are asked for, of tol, and sweeps that stand in their place. Their last steps gain
 * digits for the price of one; and where few of many bodies touch, the measure, beside the forces on all of them,
 * says little of the contacts, whose law is kept as exactly beside u and r alone then. */
static const double EXACT = 1.0 / 30;

/* An error from which the next method may be asked for the last digits: as the condensed `auto` has it. */
static const double NEAR = 1e-4;

/* Values of factors by bodies, in units of most_values, beyond which they are not
 * made: they take the place of W, M^-1 H and a second copy. W for sweeps alone may take as many, in their place. */
enum { FACTORS = 10 };

/* What is granted to patches of no heap, beside 50 steps of interior points: a third of them at most, as for the
 * condensed `auto`, where they come after these, as bodies met at random are ended by 15 steps; a twentieth where they
 * come before. (Boxes in courses that cost 5 times as much took 50 steps in vain, bodies at random that cost as much
 * 13.) */
enum { DEARER = 3, MUCH_DEARER = 20 };

/* Do contacts hardly push along, without reactions? After a look at their sizes. */
static zn_status standing(zni_gfauto *s, zn_ctx *ctx)
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

/* Of many rows: what factors by bodies take, whether sizes of contacts range over decades, and whether bodies
 * stand. */
static zn_status bodies(zni_gfauto *s, zn_ctx *ctx, zn_monitor *mon)
{
    zn_status st = s->g.mass.apart ? ZN_OK : zni_motion_more(ctx, &s->g, ZNI_WAYS);

    if (!st)
        st = zni_vsystem_plan(ctx, &s->plan, &s->g, mon);
    if (!st)
        st = zni_delassus_sizes(ctx, &s->reduced.delassus, &s->g);
    s->uneven = s->reduced.delassus.uneven;
    return st ? st : standing(s, ctx);
}

zn_status zni_gfauto_look(zni_gfauto *s, zn_ctx *ctx, zn_monitor *mon)
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
    /* bodies that touch in many points: factors by bodies are part of those of the whole system */
    s->thin = s->plan.values <= FACTORS * s->most_values;
    s->condenses = s->condenses && zni_delassus_few(&s->reduced.delassus, &s->g, s->most_values);
    s->swept = s->condenses || zni_delassus_few(&s->reduced.delassus, &s->g, FACTORS * s->most_values);
    return st;
}

/* ---- what the problem is like ------------------------------------------------------- */

static zni_gfauto *its(const zni_turn *t)
{
    return t->state;
}

/* Are the bodies many, and factors of their order worth a try? */
static bool many(const zni_turn *t)
{
    const zni_gfauto *s = t->state;

    return s->thin && s->g.m > MANY && s->plan.values <= FACTORS * s->most_values;
}

static bool thick(const zni_turn *t)
{
    return !its(t)->thin;
}

/* sweeps of that for each contact that cost what so many steps of interior points do, with all besides their factors */
static zn_index in_sweeps(const zni_gfauto *s, zn_index steps, double contact, double most)
{
    const double nc = (double)s->g.nc,
                 besides = ZNI_COST_NUMBER * s->plan.values + STEP_CONTACT * nc;

    return zni_cost_worth((double)steps, s->plan.operations + besides, contact * nc, most);
}

/* sweeps that cost what the factors of interior points do; all: with all else of their steps */
static zn_index worth(const zni_turn *t, bool all)
{
    const zni_gfauto *s = t->state;
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
    const zn_status st = zni_gfauto_look(t->state, t->ctx, t->mon);

    *patience = worth(t, false);
    return st;
}

/* In their order if they are the first, else in another one each time; before W is looked at they ask
 * what else costs. */
static zn_status sweep(zni_turn *t, double tol, bool in_order, zn_index patience)
{
    zni_gfauto *s = t->state;
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

/* where most of a step is its factors the first sweeps have had all that it is worth */
static bool worth_more(const zni_turn *t)
{
    return many_swept(t) && worth(t, true) > worth(t, false);
}

static zn_status longer(zni_turn *t)
{
    return sweep(t, EXACT * its(t)->tol, true, worth(t, true));
}

/* others before them: they began before W was looked at */
static bool thick_swept(const zni_turn *t)
{
    return thick(t) && !t->before && zni_motion_sweeps(&its(t)->g);
}

/* of one contact a sweep is its closed form, and the next one the same */
static bool swept(const zni_turn *t)
{
    return zni_motion_sweeps(&its(t)->g) && (its(t)->g.nc > 1 || its(t)->g.c.law != &zni_coulomb);
}

static zn_status sweeps(zni_turn *t)
{
    const zni_gfauto *s = t->state;
    const bool few = s->g.nc <= ZNI_PAIR;

    return sweep(t, s->tol, !t->before, !t->before ? s->patience : few ? s->max_sweeps : 0);
}

/* ---- solvers of their own ------------------------------------------------------------- */

/* within so many iterations */
static zn_status by_bodies(zni_turn *t, int way, double tol, zn_index most)
{
    return zni_by_bodies_within(zni_call_of(t), its(t)->by[way], tol, most, t->problem);
}

/* the limit of the method or of all */
static zn_index most_steps(const zni_turn *t)
{
    const zn_index all = its(t)->max_steps;

    return t->m->steps && t->m->steps < all ? t->m->steps : all;
}

static zn_status points(zni_turn *t)
{
    return by_bodies(t, ZNI_BODIES_POINTS, EXACT * its(t)->tol, most_steps(t));
}

/* a step of the turns; is it the last? */
static bool step(void *of, zn_index iteration, double error)
{
    zni_gfauto *s = of;

    return zn_monitor_tick(s->outer, iteration, error) || (++s->steps >= TURNED && s->path);
}

/* The turns, whose steps are counted: that is the limit of their iterations, where the path comes next. */
static zn_status turns(zni_turn *t)
{
    zni_gfauto *s = t->state;
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

/* Nothing slides, and the shift is 0: the first convex problem, whose matrix is symmetric, is the whole one. Not of a
 * point that is near already. */
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
    zni_gfauto *s = t->state;

    s->reduced.followed = true;
    return by_bodies(t, ZNI_BODIES_PATH, s->tol, PATH * s->max_steps);
}

/* ---- the condensed problem ------------------------------------------------------------ */

/* Where masses range over decades the condensed problem gives contacts one size, which by bodies brought nothing: it is
 * asked before their path. */
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
    zni_gfauto *s = t->state;

    return thick(t) && s->condenses &&
           zni_delassus_few(&s->reduced.delassus, &s->g, s->most_values);
}

static zn_status reduced(zni_turn *t)
{
    zni_gfauto *s = t->state;

    return zni_reduced_run(zni_call_of(t), &s->reduced, "auto", s->tol, &s->g);
}

/* Do reactions outnumber velocities by little? Then most of them matter to each other through few bodies: sweeps
 * arrive, in patches where the error is. */
static bool heaped(const zni_gfauto *s)
{
    return s->condenses && s->g.m <= HEAPED * s->g.n;
}

/* As many sweeps of W as steps of interior points cost. Where most of W is what bodies with many contacts bring, that
 * is most of a sweep. */
static zn_index patch_sweeps(const zni_gfauto *s)
{
    const double visit = heaped(s) ? VISIT : VISIT + 2 * s->reduced.delassus.condensed / (double)s->g.nc;

    return in_sweeps(s, ZNI_POINTS, visit, (double)s->max_sweeps);
}

/* several patches, and steps that cost so many times what is granted to them */
static bool dearer(const zni_gfauto *s, zn_index times)
{
    return s->g.nc > ZNI_PATCHES_SEVERAL * ZNI_PATCH &&
           patch_sweeps(s) >= times * ZNI_REDUCED_GRANTED;
}

static bool patched(const zni_turn *t)
{
    const zni_gfauto *s = t->state;

    return many(t) && s->swept && !s->stands && (heaped(s) || dearer(s, MUCH_DEARER));
}

static bool patched_late(const zni_turn *t)
{
    const zni_gfauto *s = t->state;

    return many(t) && s->swept && !s->stands && !s->patched && dearer(s, DEARER);
}

static zn_status by_patches(zni_turn *t)
{
    zni_gfauto *s = t->state;
    zn_status st;

    s->patched = true;
    s->reduced.sweeps = patch_sweeps(s);
    s->reduced.heap = heaped(s);
    st = zni_reduced_run(zni_call_of(t), &s->reduced, "patches", s->tol, &s->g);
    s->reduced.sweeps = 0;
    return st;
}

/* without a path: that by bodies is next, and has smaller factors */
static zn_status reduced_early(zni_turn *t)
{
    its(t)->reduced.followed = true;
    return reduced(t);
}

/* ---- in which order -------------------------------------------------------------------- */

/* A problem is thin where W is, or, of many rows, M falls apart: rigid bodies, and few contacts on a structure; else it
 * is thick. Of a large problem W and factors are not looked at before as many sweeps again as
 * were made would not be enough. Where M^-1 H itself would have more than most_values values, what needs it is
 * left out: the condensed problem and, where M does not fall apart into small blocks, all
 * sweeps. Each method has a limit of iterations, so the time is bounded; nothing depends on
 * clocks unless a time limit is set. */

#define START .from = ZNI_FROM_START
#define CONDENSED "the condensed problem, by the methods of friction"

const zni_method zni_global_methods[] = {
    {"nsgs", "thin: while the end is nearer than the factors of interior points",
     .run = many_sweeps, .suits = many_swept, START, .is = ZNI_EARLY},
    {"nsgs", "thin: within what all of their steps cost", .run = longer, .suits = worth_more},
    {"aclm", "thin, hardly any push along: the first convex problem ends what stands", .run = turns,
     .suits = stands, START, .steps = ZNI_TURNS},
    {"reduced", "thin, a heap or very dear factors: patches of the condensed problem",
     .run = by_patches, .suits = patched, START},
    {"interior-point", "thin, factors by bodies: few steps from where the first sweeps ended",
     .run = points, .suits = many, .from = ZNI_FROM_EARLY, .steps = ZNI_POINTS},
    {"reduced", "thin, dear factors whose steps did not arrive: patches", .run = by_patches,
     .suits = patched_late, START},
    {"aclm", "thin, far from monotone: convex problems in turns, as many as arrive", .run = turns,
     .suits = not_turned, START, .steps = ZNI_TURNS},
    {"reduced", "sizes of contacts range over decades: condensed, which gives them one",
     .run = reduced_early, .suits = uneven, START},
    {"central-path", "thin: interior points along their path, also where it turns back",
     .run = path, .suits = followed},
    {"reduced", CONDENSED, .run = reduced, .suits = condenses, START},
    {"nsgs", "thick: while the end is near at the rate of the sweeps", .run = sweeps,
     .suits = thick_swept, .is = ZNI_EARLY},
    {"interior-point", "thick: from the start", .run = points, .suits = thick, START},
    {"reduced", CONDENSED, .run = reduced, .suits = condenses_thick, START},
    {"nsgs", "sweeps in random orders, to their limit", .run = sweeps, .suits = swept,
     .is = ZNI_EARLY},
    ZNI_LAST,
};
