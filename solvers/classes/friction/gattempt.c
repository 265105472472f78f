/* gattempt.c - the methods that `auto` of global friction may try: when each is one for a problem, how it is run
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../system/sizes.h"
#include "gauto.h"

/* W is thin when it has no more than RATIO times the values of H and M^-1 H; rows from which on bodies are
 * many; steps of directions of multipliers. */
enum { RATIO = 4, MANY = 600, ADMM_STEPS = 3000 };

/* Steps that interior points are thought to take, operations of a contact in a sweep,
 * and sweeps that are always granted. */
enum { STEPS = 20, VISIT = 400, LEAST = 30 };

/* What a step takes besides the operations of its factors, for each of their values and each
 * contact, and what a contact takes in a sweep with all that is looked at between, as instructions.
 * Counted on a wall of 420 contacts, a wedge of 356, scenes of 300 and 356 among 2000 bodies: 280
 * to 620 a value where a contact has 18 000; 1360 to 1790 in a sweep. */
enum { STEP_VALUE = 360, STEP_CONTACT = 18000, SWEPT = 1500 };

/* Steps of interior points where sweeps arrive, too: 4 and 5 in wedges, 10 and 11 in scenes of many
 * bodies; it takes 20 where loads travel far. */
enum { EASY = 10 };

/* Steps in all these before the path: piles of 60 to 400 grains with one density that they solve take 40 to 480, with
 * masses over three decades 1200 once; those that they do not solve take as many as they may. */
enum { TURNED = 600 };

/* Factorisations of the path for each step of a Newton method: piles of 1200 contacts that are solved
 * take 150 to 730 of them from one of its first two starts, which have 800 each, or some 2000 from the last
 * one, which cuts no turn short. */
enum { PATH = 48 };

/* What interior points are asked for, of tol, and sweeps that stand in their place. Their last steps gain
 * digits for the price of one; and where few of many bodies touch, the measure, beside the forces on all of them,
 * says little of the contacts, whose law is kept as exactly beside u and r alone then. */
static const double EXACT = 1.0 / 30;

/* Values of factors by bodies, in units of most_values, beyond which they are not
 * made: they take the place of W, M^-1 H and a second copy. */
enum { FACTORS = 10 };

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
    if (!st && s->thin && s->g.m > MANY && !s->g.mass.apart)
        st = zni_gfauto_ways(s, ctx);
    if (!st && s->thin && s->g.m > MANY)
        st = zni_vsystem_plan(ctx, &s->plan, &s->g, mon);
    return st;
}

zn_status zni_gfauto_ways(zni_gfauto *s, zn_ctx *ctx)
{
    const zn_status st = s->ways ? ZN_OK : zni_motion_more(ctx, &s->g, ZNI_WAYS);

    s->ways = !st;
    return st;
}

/* ---- what the problem is like ------------------------------------------------------- */

/* Are the bodies many, and factors of their order worth a try? */
static bool many(zni_gfauto *s)
{
    return s->thin && s->g.m > MANY && s->plan.values <= FACTORS * s->most_values;
}

static bool thick(zni_gfauto *s)
{
    return !s->thin;
}

/* sweeps that cost what the factors of interior points do; all: with all else of their steps */
static zn_index worth(zni_gfauto *s, bool all)
{
    const double nc = (double)s->g.nc;

    if (!many(s))
        return s->thin ? LEAST : s->patience;

    const double besides = STEP_VALUE * s->plan.values + STEP_CONTACT * nc;
    const double most = all ? EASY * (s->plan.operations + besides) / (SWEPT * nc)
                            : STEPS * s->plan.operations / (VISIT * nc);

    return (zn_index)fmax(LEAST, fmin(most, (double)s->patience));
}

/* ---- sweeps ------------------------------------------------------------------------- */

/* Who asks what sweeps are worth. */
typedef struct payer {
    zni_gfauto *s;
    zn_ctx *ctx;
    zn_monitor *mon;
} payer;

static zn_status price(void *of, zn_index *patience)
{
    const payer *p = of;
    zn_status st = zni_gfauto_look(p->s, p->ctx, p->mon);

    *patience = worth(p->s, false);
    return st;
}

/* In their order if they are the first, else in another one each time; before W is looked at they ask
 * what else costs. */
static zn_status sweep(zni_gfauto *s, zn_ctx *ctx, double tol, bool in_order, zn_index patience,
                       double z[], double w[], zn_monitor *mon, zn_solve_info *info)
{
    payer asks = {s, ctx, mon};
    const zni_nsgs opt = {.tol = tol,
                          .max_iter = s->max_sweeps,
                          .omega = 1,
                          .order = in_order ? ZNI_ASCENDING : ZNI_SHUFFLED,
                          .seed = 1,
                          .patience = s->looked ? patience : s->patience,
                          .granted = s->g.nc <= ZNI_PAIR && !s->first ? ZNI_PAIR_SWEEPS : 0,
                          .price = s->looked ? NULL : price,
                          .payer = &asks};

    return zni_gnsgs_run(ctx, &s->sweeps, &opt, &s->g, z, w, mon, info);
}

static bool many_swept(zni_gfauto *s)
{
    return many(s) && zni_motion_sweeps(&s->g);
}

static zn_status many_sweeps(zni_gfauto *s, zn_ctx *ctx, const zni_gmethod *m, double z[],
                             double w[], zn_monitor *mon, zn_solve_info *info)
{
    (void)m;
    return sweep(s, ctx, s->tol, s->first, s->looked ? worth(s, false) : 0, z, w, mon, info);
}

/* where most of a step is its factors the first sweeps have had all that it is worth */
static bool worth_more(zni_gfauto *s)
{
    return many_swept(s) && worth(s, true) > worth(s, false);
}

static zn_status longer(zni_gfauto *s, zn_ctx *ctx, const zni_gmethod *m, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    (void)m;
    return sweep(s, ctx, EXACT * s->tol, true, worth(s, true), z, w, mon, info);
}

/* others before them: they began before W was looked at */
static bool thick_swept(zni_gfauto *s)
{
    return thick(s) && s->first && zni_motion_sweeps(&s->g);
}

/* of one contact a sweep is its closed form, and the next one the same */
static bool swept(zni_gfauto *s)
{
    return zni_motion_sweeps(&s->g) && (s->g.nc > 1 || s->g.c.law != &zni_coulomb);
}

static zn_status sweeps(zni_gfauto *s, zn_ctx *ctx, const zni_gmethod *m, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    const bool few = s->g.nc <= ZNI_PAIR;

    (void)m;
    return sweep(s, ctx, s->tol, s->first, s->first ? s->patience : few ? s->max_sweeps : 0, z, w,
                 mon, info);
}

const zni_gway zni_gby_many_sweeps = {.early = true, .suits = many_swept, .run = many_sweeps};
const zni_gway zni_gby_longer = {.suits = worth_more, .run = longer};
const zni_gway zni_gby_thick_sweeps = {.early = true, .suits = thick_swept, .run = sweeps};
const zni_gway zni_gby_last_sweeps = {.early = true, .suits = swept, .run = sweeps};

/* ---- Newton's method, directions of multipliers --------------------------------------- */

static zn_status newton(zni_gfauto *s, zn_ctx *ctx, const zni_gmethod *m, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    const zni_gnewton opt = {.tol = s->tol,
                             .max_iter = m->steps < s->max_steps ? m->steps : s->max_steps,
                             .map = (int)m->map,
                             .reduced = true,
                             .reg = m->reg,
                             .hybrid = zni_motion_sweeps(&s->g) ? 50 : 0};

    return zni_gnewton_run(ctx, &s->newton, &opt, &s->g, z, w, mon, info);
}

static zn_status directions(zni_gfauto *s, zn_ctx *ctx, const zni_gmethod *m, double z[],
                            double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zni_gadmm opt = {.tol = s->tol, .max_iter = ADMM_STEPS, .rho = 1};

    (void)m;
    return zni_gadmm_run(ctx, &s->admm, &opt, &s->g, z, w, mon, info);
}

const zni_gway zni_gby_thick_newton = {.ways = true, .suits = thick, .run = newton};
const zni_gway zni_gby_newton = {.ways = true, .run = newton};
const zni_gway zni_gby_directions = {.ways = true, .run = directions};

/* ---- solvers of their own ------------------------------------------------------------- */

/* within so many iterations */
static zn_status by_solver(zni_gfauto *s, zn_solver *of, double tol, zn_index most, double z[],
                           double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = zn_solver_set_real(of, "tol", tol);

    if (!st)
        st = zn_solver_set_real(of, "max_iter", (double)most);
    return st ? st : zn_solver_solve_inner(of, s->g.p, z, w, mon, info);
}

/* the limit of the method or of all */
static zn_index most_steps(const zni_gfauto *s, const zni_gmethod *m)
{
    return m->steps && m->steps < s->max_steps ? m->steps : s->max_steps;
}

static zn_status points(zni_gfauto *s, zn_ctx *ctx, const zni_gmethod *m, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    (void)ctx;
    return by_solver(s, s->interior, EXACT * s->tol, most_steps(s, m), z, w, mon, info);
}

static zn_status turns_again(zni_gfauto *s, zn_ctx *ctx, const zni_gmethod *m, double z[],
                             double w[], zn_monitor *mon, zn_solve_info *info)
{
    (void)ctx;
    return by_solver(s, s->turns, s->tol, most_steps(s, m), z, w, mon, info);
}

/* a step of the turns; is it the last? */
static bool step(void *of, zn_index iteration, double error)
{
    zni_gfauto *s = of;

    return zn_monitor_tick(s->outer, iteration, error) || ++s->steps >= TURNED;
}

/* The turns, whose steps are counted: that is the limit of their iterations. */
static zn_status turns(zni_gfauto *s, zn_ctx *ctx, const zni_gmethod *m, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    zn_status st;

    s->steps = 0;
    s->outer = mon;
    s->inner = zni_monitor_within(mon, step, s);
    st = turns_again(s, ctx, m, z, w, &s->inner, info);
    if (info->outcome == ZN_INTERRUPTED && s->steps >= TURNED)
        info->outcome = ZN_ITERATION_LIMIT;
    return st;
}

/* turns that ended by themselves would be the same */
static bool cut_short(zni_gfauto *s)
{
    return many(s) && s->steps >= TURNED;
}

static bool followed(zni_gfauto *s)
{
    return many(s) && s->path;
}

static zn_status path(zni_gfauto *s, zn_ctx *ctx, const zni_gmethod *m, double z[], double w[],
                      zn_monitor *mon, zn_solve_info *info)
{
    (void)ctx;
    (void)m;
    s->reduced.followed = true;
    return by_solver(s, s->along, s->tol, PATH * s->max_steps, z, w, mon, info);
}

const zni_gway zni_gby_many_points = {.suits = many, .run = points};
const zni_gway zni_gby_thick_points = {.suits = thick, .run = points};
const zni_gway zni_gby_turns = {.suits = many, .run = turns};
const zni_gway zni_gby_path = {.suits = followed, .run = path};
const zni_gway zni_gby_turns_again = {.suits = cut_short, .run = turns_again};

/* ---- the condensed problem ------------------------------------------------------------ */

/* Where masses range over decades the condensed problem gives contacts one size, which by bodies brought nothing: it is
 * asked before their path. */
static bool uneven(zni_gfauto *s)
{
    double largest;

    return s->condenses && many(s) && zni_contacts_uneven(s->g.nc, s->g.size, &largest);
}

static bool condenses(zni_gfauto *s)
{
    return s->thin && s->condenses && !uneven(s);
}

static bool condenses_thick(zni_gfauto *s)
{
    return thick(s) && s->condenses && zni_delassus_few(&s->reduced.delassus, &s->g, s->most_values);
}

static zn_status reduced(zni_gfauto *s, zn_ctx *ctx, const zni_gmethod *m, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info)
{
    (void)m;
    return zni_reduced_run(ctx, &s->reduced, "auto", s->tol, &s->g, z, w, mon, info);
}

/* without a path: that by bodies is next, and has smaller factors */
static zn_status reduced_early(zni_gfauto *s, zn_ctx *ctx, const zni_gmethod *m, double z[],
                               double w[], zn_monitor *mon, zn_solve_info *info)
{
    s->reduced.followed = true;
    return reduced(s, ctx, m, z, w, mon, info);
}

const zni_gway zni_gby_uneven_reduced = {.suits = uneven, .run = reduced_early};
const zni_gway zni_gby_thin_reduced = {.suits = condenses, .run = reduced};
const zni_gway zni_gby_thick_reduced = {.suits = condenses_thick, .run = reduced};
