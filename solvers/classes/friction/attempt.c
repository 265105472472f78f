/* attempt.c - the methods that `auto` of friction may try: when each applies, what it needs, how it is run
 * SPDX-License-Identifier: Apache-2.0 */
#include "auto.h"

/* The error up to which a point in space is near enough for proximal points with hardly any term, which shift loads
 * between redundant contacts: on most stacks with redundant contacts the first methods leave less, often 1e-11. From
 * 2e-3 proximal points take ten times as many steps as interior points, which come later. In the plane laws are
 * piecewise linear, and full steps find which contacts slip from anywhere. */
const double zni_fauto_near = 1e-4;

/* Proximal steps without gain after which it gives up; steps in which a trial of Newton's method has to reduce its
 * squared residual to a tenth. If it converges it does so within four to seven steps, although its term keeps the first
 * ones short (the error measure may take ten), and later within one; in heaps a third to nine tenths are left. */
enum { IDLE = 40, DIGIT = 8 };

/* The part of the tolerance that a trial aims at: it converges quadratically, so that this costs one more step, and
 * with bodies at rest the error of one time step remains in all that follow. */
static const double BEYOND = 1e-3;

/* The term of a trial up to which its steps are whole: where it hides nothing of what gives way most, the first step is
 * nearly right, but far out, and no search would take it. */
static const double HARDLY = 1e-9;

static const zni_fauto *its(const zni_turn *t)
{
    return t->state;
}

/* Operations of a sweep. */
static double swept(const zni_turn *t)
{
    return zni_stage_sweep(&its(t)->of);
}

static bool small(const zni_turn *t)
{
    return its(t)->c.n <= ZNI_SMALL;
}

static bool large(const zni_turn *t)
{
    return !small(t);
}

/* ---- pivots, in the plane ---------------------------------------------------------- */

/* operations of a pivot; contacts have three rows, five with rolling friction */
static double pivoted(const zni_turn *t)
{
    const zni_fc *c = &its(t)->c;
    const double m = (double)((2 * c->d - 1) * c->nc);

    return 2 * m * m;
}

static bool few_in_plane(const zni_turn *t)
{
    return its(t)->c.d == 2 && its(t)->c.nc <= ZNI_FEW;
}

/* few contacts in the plane, where laws are piecewise linear */
static bool flat(const zni_turn *t)
{
    const zni_fauto *s = t->state;
    const zni_fc *c = &s->c;

    return ((c->d == 2 && c->law == &zni_coulomb && c->nc > ZNI_FEW) || (c->d == 3 && c->law == &zni_rolling)) &&
           c->nc <= ZNI_PLANE_PIVOTS;
}

static zn_status pivots(zni_turn *t)
{
    zni_fauto *s = t->state;

    return zni_plane_solve(zni_call_of(t), &s->plane, s->of.tol, PTRDIFF_MAX, &s->c);
}

/* ---- loads alone ------------------------------------------------------------------- */

static bool affords_sets(const zni_turn *t)
{
    return zni_stage_sets(&its(t)->of) > 0;
}

/* The loads alone; sweeps that follow find the tangential reactions where these are small. */
static zn_status loads(zni_turn *t)
{
    zni_fauto *s = t->state;
    const zni_panagiotopoulos how = {.tol = s->of.tol,
                                     .max_iter = t->m->steps,
                                     .sweeps = 0,
                                     .normal = ZNI_LOADS,
                                     .steps = zni_stage_sets(&s->of)};

    return zni_panagiotopoulos_run(zni_call_of(t), &s->loads, &how, &s->c);
}

/* ---- sweeps ------------------------------------------------------------------------ */

/* Values of the factors relative to those of the matrix up to which contacts close hardly any loops: factors of a tree
 * have no fill, and each loop brings some. */
static const double TREE = 1.1;

/* Is an early trial of Newton's method worth it? The cost of its factors has been predicted. */
static bool tries(const zni_turn *t)
{
    const zni_fauto *s = t->state;
    const double values = s->newton.lin.values, own = (double)(s->c.nb * s->c.d * s->c.d);

    return s->c.n > ZNI_SMALL && !s->quick && values <= s->of.most_values && values <= TREE * own &&
           zni_stage_newton(&s->of) <= s->of.patience;
}

/* Limit of the estimated sweeps of many contacts if patches come next. These begin with the same sweeps, shared by
 * threads, and take fewer of them (63 for 272, 311 for 531), after a copy that costs about forty. */
enum { HANDED_ON = 60 };

/* The patience of the first sweeps: the cost of an early trial of Newton's method, if that is at most half of the
 * present patience, as it may fail and sweeps would start again. */
static zn_status price(void *turn, zn_index *patience)
{
    const zni_turn *t = turn;
    const zn_status st = zni_fauto_plan(t);
    const zn_index trial = st ? 0 : zni_stage_newton(&its(t)->of);

    if (!st && tries(t) && 2 * trial <= *patience)
        *patience = trial;
    if (!st && its(t)->c.nc >= ZNI_PATCHES_MANY && zni_fauto_several_early(t) && *patience > HANDED_ON)
        *patience = HANDED_ON;
    return st;
}

static zn_status sweep(zni_turn *t)
{
    zni_fauto *s = t->state;
    zni_nsgs sweeps;

    s->of.last = s->effort.last;
    sweeps = zni_stage_sweeps(&s->of, (zni_stage)t->m->kind);
    if (t->m->steps > 0)
        sweeps.max_iter = t->m->steps;
    if (t->m->is & ZNI_PRICES && s->c.n > ZNI_SMALL && !s->c.mur) {
        sweeps.price = price;
        sweeps.payer = t;
    }
    return zni_nsgs_run(zni_call_of(t), &s->sweeps, &sweeps, &s->c);
}

/* the loads alone have come near a solution */
static bool stood(const zni_turn *t)
{
    return t->before && t->before->run == loads && t->ended <= zni_fauto_near;
}

static bool large_in_full(const zni_turn *t)
{
    return large(t) && !its(t)->quick;
}

static bool many_in_full(const zni_turn *t)
{
    return zni_fauto_many(t) && !its(t)->quick;
}

/* not where the same steps by bodies have been tried */
static bool by_contacts(const zni_turn *t)
{
    return !(many_in_full(t) && zni_fauto_by_bodies(its(t)));
}

/* by factors of contacts: bodies were not found in W, or not looked for, or their factors are not cheaper */
static bool condensed(const zni_turn *t)
{
    return !(its(t)->searched && zni_fauto_late_by_bodies(t));
}

/* a sweep over a single contact is its closed form, and further ones change nothing */
static bool not_alone(const zni_turn *t)
{
    return its(t)->c.nb > 1 || its(t)->c.law != &zni_coulomb;
}

/* ---- methods with factors; their linear system has been set up ---------------------- */

/* the limit of steps of a method, at most `times` that of the options */
static zn_index steps(const zni_turn *t, zn_index times)
{
    const zn_index most = times * its(t)->max_steps;

    return t->m->steps < most ? t->m->steps : most;
}

static zni_fnewton newton_steps(const zni_turn *t)
{
    return (zni_fnewton){.tol = its(t)->of.tol,
                         .max_iter = steps(t, 1),
                         .map = t->m->kind,
                         .search = true,
                         .reg = t->m->reg};
}

/* Without sweeps where a step fails: few steps come early, and other methods follow. */
static zn_status newton(zni_turn *t)
{
    zni_fauto *s = t->state;
    const zni_fnewton opt = newton_steps(t);

    return zni_fnewton_run(zni_call_of(t), &s->newton, &opt, &s->c);
}

/* A trial that has reached the tolerance is a success, even if it got no further. */
static zn_status trial(zni_turn *t)
{
    zni_fauto *s = t->state;
    zni_fnewton opt = newton_steps(t);
    zn_status st;

    opt.tol = BEYOND * s->of.tol;
    opt.search = opt.fade = t->m->reg > HARDLY;
    opt.digit = DIGIT;
    st = zni_fnewton_run(zni_call_of(t), &s->newton, &opt, &s->c);
    if (st != ZN_UNSOLVED || t->info->outcome == ZN_INTERRUPTED ||
        t->info->outcome == ZN_TIME_LIMIT || !(zni_fc_error(&s->c, t->z, t->w) <= s->of.tol))
        return st;
    t->info->outcome = ZN_SOLVED;
    return ZN_OK;
}

static bool several(const zni_turn *t)
{
    return small(t) && its(t)->c.nc > 1;
}

static zn_status starts(zni_turn *t)
{
    zni_fauto *s = t->state;
    const zni_fnewton how = newton_steps(t);
    const zn_status st = zn_grow(t->ctx, &s->kept, &s->cap_kept, s->c.n, sizeof *s->kept);

    return st ? st
              : zni_fnewton_starts(zni_call_of(t), &s->newton, &how, t->m->steps, &s->c, s->kept);
}

static zn_status proximal(zni_turn *t, zn_index times, zn_index idle)
{
    zni_fauto *s = t->state;
    const zni_prox opt = {.tol = s->of.tol,
                          .max_iter = steps(t, times),
                          .idle = idle,
                          .inner_iter = 40,
                          .alpha = t->m->reg,
                          .factor = 5};

    return zni_prox_run(zni_call_of(t), &s->work, &s->newton, &opt, &s->c);
}

static zn_status prox(zni_turn *t)
{
    return proximal(t, 5, IDLE);
}

/* Drifts have gone on to a solution after hundreds of problems that did not halve the error: the effort ends them. */
static zn_status drift(zni_turn *t)
{
    return proximal(t, 10, 0);
}

static bool small_near(const zni_turn *t)
{
    return small(t) && (its(t)->c.d == 2 || t->least <= zni_fauto_near);
}

/* the path of proximal problems */
static zn_status path(zni_turn *t)
{
    zni_fauto *s = t->state;
    const zni_homotopy opt = {.tol = s->of.tol, .max_iter = t->m->steps, .alpha = t->m->reg};

    return zni_homotopy_run(zni_call_of(t), &s->work, &s->newton, &opt, &s->c);
}

static bool large_near(const zni_turn *t)
{
    return large_in_full(t) && !(t->least > zni_fauto_near);
}

static double multiplied(const zni_turn *t)
{
    return 2 * its(t)->newton.lin.values + swept(t);
}

static bool symmetric(const zni_turn *t)
{
    return !small(t) && zni_fc_symmetric(&its(t)->c, 1e-12);
}

static bool symmetric_condensed(const zni_turn *t)
{
    return symmetric(t) && condensed(t);
}

/* alternating directions */
static zn_status direction(zni_turn *t)
{
    zni_fauto *s = t->state;
    const zni_admm opt = {.tol = s->of.tol, .max_iter = t->m->steps, .rho = 1e-3, .theta = 1};

    /* if W is not monotone it does not apply, but others may */
    return zni_admm_run(zni_call_of(t), &s->work, &s->newton.lin, &opt, &s->c);
}

/* ---- interior points --------------------------------------------------------------- */

static bool followed(const zni_turn *t)
{
    return its(t)->path && !its(t)->quick;
}

static zn_status turns(zni_turn *t)
{
    const zn_index most = followed(t) ? ZNI_SOON : ZNI_ALL_TURNS;

    return zni_fauto_turns(t, most < its(t)->max_steps ? most : its(t)->max_steps);
}

enum { POINTS, DAMPED, PATH };

/* The limit for the path is that of Newton's steps times 24, as it takes many more. */
static zn_status interior(zni_turn *t)
{
    zni_fauto *s = t->state;
    const bool path = t->m->kind == PATH;
    const zni_fipm opt = {.tol = s->of.tol,
                          .max_iter = steps(t, path ? 24 : 1),
                          .shift = t->m->kind == DAMPED ? ZNI_IPM_DAMPED : ZNI_IPM_NEWTON,
                          .whole = path ? &s->newton : NULL};
    zn_status st;

    s->interior.path = path;
    st = zni_fipm_reserve(t->ctx, &s->interior, s->c.n, zni_fipm_cones(&s->c));
    return st ? st
              : zni_fipm_run(zni_call_of(t), &s->interior, &opt, &s->c, &s->newton.lin);
}

static bool followed_by_bodies(const zni_turn *t)
{
    return followed(t) && !condensed(t);
}

static bool followed_condensed(const zni_turn *t)
{
    return followed(t) && condensed(t);
}

/* the path has ended near a solution */
static bool ended_near(const zni_turn *t)
{
    return followed(t) && t->before && t->before->is & ZNI_APART && t->ended <= zni_fauto_near;
}

/* ---- in which order ---------------------------------------------------------------- */

/* Where the tangential parts of q are small the loads alone come first, a problem with a third of the rows: it solves
 * what stands still, or some sweeps from near do. Sweeps are cheap and suffice for most problems with few redundant
 * contacts. Where they are slow, Newton's method from a good start is fast: on few rows a few steps from the given
 * start, as sweeps may have led to where redundant contacts carry bad loads; on more rows it is tried early if its
 * steps cost no more than the sweeps that would be made anyhow and contacts close hardly any loops: it converges in
 * five to thirty steps, or eight of them show that it does not. Full steps with hardly any regularisation follow: in
 * long chains, and with masses over decades, a larger term exceeds the smallest eigenvalues of W. Interior points
 * start where the first sweeps ended:
 * later sweeps come close to the borders of the cones, from where their steps are short. If they fail, sweeps get as
 * much again as they have cost: in heaps and columns of thousands of contacts these still gain, and the methods after
 * them cost far more. Where redundant contacts pull against each other by no more than rounding, loads have to shift
 * until one contact gives way: proximal points with hardly any term do that in a step or two from the best point. If
 * they do not, because contacts exchange their states on the way, the path of proximal problems is followed: from a
 * point near the solution for as long as the fixed-point iteration would take, and at the end of the list, from the
 * start, to its limit. The path of interior points does not depend on a start and goes on where it turns back: it
 * comes as soon as a few convex problems have failed, and has a budget of its own, as the methods after it solve
 * little of what it solves. So do proximal points from the start behind it: loads that drift for a thousand of them
 * arrive where that path does not.
 *
 * The cost of steps is predicted from the fill of the factors: a method is left out if its factors would have more
 * than most_values values, or if one factorisation would exceed the time limit. Each method has a limit of
 * iterations, and the late ones together take no more than a multiple of what the others have cost (effort.h); clocks
 * matter only if there is a time limit. With redundant contacts the loads of a start may be so bad that nothing
 * converges from there: the fixed-point iteration, the path, pivots and random starts do not use it. */

#define START .from = ZNI_FROM_START
#define SWEEPS(which) .kind = which, .each = swept
#define BODIES(way, most)                                                                          \
    .run = zni_fauto_ask_bodies, .kind = ZNI_BODIES_##way, .steps = most
#define NEWTON(map, term, most) .kind = map, .reg = term, .steps = most
#define LATE ZNI_FACTORS | ZNI_LATE
/* neither a ray nor an exhausted tree is a proof that other code can verify */
#define PIVOTS .is = ZNI_DOUBTED

const zni_method zni_friction_methods[] = {
    {"lemke", "one or two contacts in the plane: pivots", .run = pivots, .suits = few_in_plane,
     PIVOTS},
    {"panagiotopoulos", "tangential q is small: the loads alone, a third of the rows",
     .run = loads, .suits = affords_sets, START, .is = ZNI_STANDS | ZNI_PLANS | ZNI_BORDERS,
     .steps = 1, .each = swept},
    {"nsgs", "the loads alone have come near a solution", .run = sweep, .suits = stood, .from = ZNI_FROM_LAST,
     SWEEPS(ZNI_STAGE_FIRST), .steps = 30},
    {"nsgs", "cheap, and enough for most with few redundant contacts", .run = sweep, START,
     .is = ZNI_PRICES | ZNI_EARLY, SWEEPS(ZNI_STAGE_FIRST)},
    {"newton-ac", "few rows: a few steps from the start", .run = newton, .suits = small,
     START, .is = ZNI_FACTORS, NEWTON(ZNI_AC, 1e-6, 10)},
    {"prox", "few rows, near a solution: redundant contacts shift their loads", .run = prox,
     .suits = small_near, .is = ZNI_FACTORS, NEWTON(ZNI_AC, 1e-12, 20)},
    {"newton-natural", "contacts close hardly any loops: steps cost no more than sweeps",
     .run = trial, .suits = tries, START, .is = ZNI_FACTORS, NEWTON(ZNI_NATURAL, 1e-3, 40)},
    {"newton-natural", "the same in full steps with hardly any regularisation: long chains, masses over decades",
     .run = trial, .suits = tries, START, .is = ZNI_FACTORS, NEWTON(ZNI_NATURAL, 1e-12, 20)},
    {"uncondensed", "many contacts at rest: one convex problem, by the bodies found in W",
     BODIES(TURNS, 10), .suits = zni_fauto_many, START, .is = ZNI_STANDS | ZNI_PLANS},
    {"patches", "many contacts: some at a time, before factors of all", .run = zni_fauto_patches,
     .suits = zni_fauto_several_early, .is = ZNI_PLANS, .kind = ZNI_EARLY_PATCHES, .each = swept},
    {"nsgs", "as many sweeps as the next method costs", .run = sweep, .suits = large,
     .is = ZNI_PLANS, SWEEPS(ZNI_STAGE_COSTLY)},
    {"admm", "one factorisation, a solution with it each iteration", .run = direction,
     .suits = symmetric, START, .is = ZNI_FACTORS, .steps = ZNI_DIRECTIONS, .each = multiplied},
    {"nsgs", "forwards and backwards, where loads travel far", .run = sweep, .suits = large,
     SWEEPS(ZNI_STAGE_EVEN)},
    {"nsgs", "as many as steps of interior points cost", .run = sweep, .suits = large,
     SWEEPS(ZNI_STAGE_LONGER)},
    {"patches", "many contacts: some at a time, before interior points of all", .run = zni_fauto_patches,
     .suits = zni_fauto_several_late, .kind = ZNI_LATE_PATCHES, .each = swept},
    {"uncondensed", "interior points by smaller factors, of the bodies found in W",
     BODIES(POINTS, ZNI_EARLY_STEPS), .suits = many_in_full, .from = ZNI_FROM_EARLY,
     .is = ZNI_PLANS},
    {"interior-point", "few steps, from where the first sweeps ended", .run = interior,
     .suits = by_contacts, .from = ZNI_FROM_EARLY, .is = ZNI_FACTORS, .steps = ZNI_EARLY_STEPS},
    {"nsgs", "as much again as interior points have cost", .run = sweep,
     .suits = large_in_full, SWEEPS(ZNI_STAGE_AGAIN)},
    {"lemke", "few contacts in the plane, laws are piecewise linear: pivots",
     .run = pivots, .suits = flat, START, PIVOTS, .each = pivoted},
    {"homotopy", "near a solution: the path of proximal problems", .run = path, .suits = large_near,
     .is = LATE, .reg = 1e-2, .steps = 150},
    {"uncondensed", "fixed point on convex problems, by the bodies found in W",
     BODIES(TURNS, ZNI_SOON), .suits = zni_fauto_late_by_bodies, START, .is = ZNI_PLANS},
    {"aclm", "fixed point on convex problems, by interior points", .run = turns,
     .suits = symmetric_condensed, START, .is = LATE},
    {"uncondensed", "interior points along their path, by the bodies found in W",
     BODIES(PATH, 4800), .suits = followed_by_bodies, .is = ZNI_PLANS | ZNI_LATE | ZNI_APART},
    {"central-path", "interior points along their path, also where it turns back",
     .run = interior, .suits = followed_condensed, START, .is = LATE | ZNI_APART, .kind = PATH,
     .steps = 4800},
    {"prox", "the path has ended near a solution", .run = prox, .suits = ended_near, .from = ZNI_FROM_LAST,
     .is = LATE | ZNI_APART, NEWTON(ZNI_AC, 0.1, 40)},
    {"prox", "regular problems that converge to it", .run = prox, .suits = small, START, .is = LATE | ZNI_SLOW,
     NEWTON(ZNI_AC, 0.1, 1000)},
    {"prox", "regular problems, as long as redundant loads drift", .run = drift, .suits = large, START,
     .is = LATE | ZNI_SLOW | ZNI_APART | ZNI_ANEW, NEWTON(ZNI_AC, 1e-6, 2000)},
    {"prox", "hardly any term: redundant contacts shift loads until one gives way", .run = prox,
     .is = LATE, NEWTON(ZNI_AC, 1e-12, 100)},
    {"homotopy", "the path of proximal problems, to its limit", .run = path, START,
     .is = LATE, .reg = 1e-2, .steps = 4000},
    {"newton-fb", "few rows, and nothing has converged: from many starts", .run = starts,
     .suits = several, .is = ZNI_FACTORS, NEWTON(ZNI_FB, 1e-6, 300)},
    {"nsgs", "sweeps in random orders, to their limit", .run = sweep, .suits = not_alone,
     .is = ZNI_LATE, SWEEPS(ZNI_STAGE_LAST)},
    ZNI_LAST,
};

/* With rolling friction, for which there is no function of Fischer & Burmeister. The second half is for redundant
 * contacts with high friction, which have several solutions: there it helps to start again in another way. */
const zni_method zni_rolling_methods[] = {
    {"newton", "few rows: a contact of five components has no cheap closed form", .run = newton,
     .suits = several, .is = ZNI_FACTORS, NEWTON(ZNI_NATURAL, 1e-6, 10)},
    {"nsgs", "cheap, and enough for most with few redundant contacts", .run = sweep,
     .is = ZNI_PRICES | ZNI_EARLY, SWEEPS(ZNI_STAGE_FIRST)},
    {"nsgs", "as many sweeps as the next method costs", .run = sweep, .suits = large,
     .is = ZNI_PLANS, SWEEPS(ZNI_STAGE_COSTLY)},
    {"interior-point", "redundant contacts", .run = interior, START, .is = ZNI_FACTORS,
     .steps = 100},
    {"interior-point", "damped: it finds solutions that others do not", .run = interior, START,
     .is = ZNI_FACTORS, .kind = DAMPED, .steps = 100},
    {"lemke", "in the plane laws are piecewise linear: pivots", .run = pivots, .suits = flat, START,
     PIVOTS, .each = pivoted},
    {"prox", "regular problems that converge to it", .run = prox, START, .is = LATE,
     NEWTON(ZNI_AC, 0.1, 100)},
    {"prox", "from the start again, with a weak term", .run = prox, START, .is = LATE,
     NEWTON(ZNI_AC, 0.01, 100)},
    {"prox", "from the start again, with a strong term", .run = prox, START, .is = LATE,
     NEWTON(ZNI_AC, 1, 200)},
    {"prox", "hardly any term: redundant contacts shift loads until one gives way", .run = prox,
     .is = LATE, NEWTON(ZNI_AC, 1e-12, 100)},
    {"central-path", "interior points along their path, also where it turns back",
     .run = interior, .suits = followed, START, .is = LATE | ZNI_APART, .kind = PATH,
     .steps = 1600},
    {"prox", "the path has ended near a solution", .run = prox, .suits = ended_near, .from = ZNI_FROM_LAST,
     .is = LATE | ZNI_APART, NEWTON(ZNI_AC, 0.1, 40)},
    {"newton", "few rows, and nothing has converged: from many starts", .run = starts,
     .suits = several, .is = ZNI_FACTORS, NEWTON(ZNI_AC, 1e-6, 300)},
    {"nsgs", "sweeps in random orders, to their limit", .run = sweep, .suits = not_alone,
     .is = ZNI_LATE, SWEEPS(ZNI_STAGE_LAST)},
    ZNI_LAST,
};
