/* attempt.c - the methods that `auto` of friction may try: when each is one for a problem, what it needs, how it is run
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../contact/rolling.h"
#include "auto.h"

/* Order up to which a problem is tiny. */
enum { TINY = 20 };

/* The error up to which a point in space is near enough for loads to be shifted at once: the
 * first methods leave less on most stacks whose contacts are redundant, often 1e-11. From 2e-3
 * proximal points take ten times as many steps as interior points, which come after. In the
 * plane full steps find which contacts slip from anywhere, as laws there are made of lines. */
static const double NEAR = 1e-4;

/* Patches are for problems of so many of them at least; before all factors where so many times the
 * sweeps before the first are worth it, else before the first that would take
 * ZNI_EARLY_STEPS. */
enum { SEVERAL = 3 };

/* Proximal steps that may gain nothing; steps in which a trial of Newton's method has to bring the squares
 * of its residual to a tenth. Where it arrives they are there in four to seven, though its term keeps the first
 * ones short (the error by which problems are judged may wait for ten), and then in one; in heaps they are at a
 * third to nine tenths of what they were. */
enum { IDLE = 40, DIGIT = 8 };

/* Of the tolerance, for a trial: its errors fall by squares in the end, so that this is a step, and of
 * bodies that rest the error of a step's start stays in all that follow. */
static const double BEYOND = 1e-3;

/* Patches may take as much as interior points while they seem to need no more than PROMISED
 * sweeps: after what is granted heaps of 2200 to 8500 contacts seemed to need 1300 at most, a
 * wedge, which interior points end, 3000. */
enum { PROMISED = 1800 };

/* Operations of a sweep. */
static double swept(const zni_fauto *s)
{
    const zni_stages of = zni_fauto_stages(s);

    return zni_stage_sweep(&of);
}

static bool small(const zni_fauto *s)
{
    return s->c.n <= ZNI_SMALL;
}

static bool large(const zni_fauto *s)
{
    return !small(s);
}

/* ---- pivots, in the plane ---------------------------------------------------------- */

/* a pivot of Klarbring's form, of four rows a contact */
static double pivoted(const zni_fauto *s)
{
    const double m = 4 * (double)s->c.nc;

    return 2 * m * m;
}

static bool few_in_plane(const zni_fauto *s)
{
    return s->c.d == 2 && s->c.nc <= ZNI_FEW;
}

static bool more_in_plane(const zni_fauto *s)
{
    return s->c.d == 2 && s->c.nc > ZNI_FEW && s->c.nc <= ZNI_PLANE_PIVOTS;
}

static zn_status pivots(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    (void)m;
    return zni_plane_solve(ctx, &s->plane, s->tol, 50 * s->c.n, &s->c, z, w, mon, info);
}

const zni_fway zni_by_pivots = {.doubted = true, .suits = few_in_plane, .run = pivots};
const zni_fway zni_by_late_pivots = {
    .doubted = true, .suits = more_in_plane, .each = pivoted, .run = pivots};

/* in the plane, where the laws are made of lines; they pay no heed to where they begin */
static bool flat(const zni_fauto *s)
{
    const zni_fc *c = &s->c;

    return ((c->d == 2 && c->law == &zni_coulomb) || (c->d == 3 && c->law == &zni_rolling)) &&
           c->nc <= ZNI_PLANE_PIVOTS && !s->again;
}

static zn_status paths(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    return zni_flat_solve(ctx, &s->flat, s->tol, (int)m->steps, &s->c, z, w, mon, info);
}

/* neither a ray nor a tree without leaves is a proof that others can verify */
const zni_fway zni_by_more_pivots = {
    .doubted = true, .suits = flat, .each = pivoted, .run = paths};

/* ---- patches ----------------------------------------------------------------------- */

/* Are there several? early: are they worth it before all factors? */
static bool several(const zni_fauto *s, bool early)
{
    const zni_stages of = zni_fauto_stages(s);

    return s->c.nc > SEVERAL * ZNI_PATCH &&
           early == (zni_stage_worth(&of) > SEVERAL * ZNI_PATCHES_FIRST);
}

static bool several_early(const zni_fauto *s)
{
    return several(s, true);
}

static bool several_late(const zni_fauto *s)
{
    return several(s, false);
}

/* Patches of a problem that is several of them, as long as factors or interior points would take. */
static zn_status patches(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info)
{
    const bool late = m->by == &zni_by_late_patches;
    const zni_stages of = zni_fauto_stages(s);
    const zn_index most = late ? zni_stage_interior(&of, ZNI_EARLY_STEPS)
                               : zni_stage_worth(&of);
    const zni_patches how = {.tol = s->tol,
                             .max_iter = most,
                             .granted = late ? 2 * ZNI_PATCHES_LATE : 0,
                             .patience = PROMISED,
                             .first = late ? ZNI_PATCHES_LATE : ZNI_PATCHES_FIRST,
                             .size = ZNI_PATCH,
                             .rescues = zni_stage_rescues(&of, most, ZNI_HEART),
                             .threads = s->threads > 0 ? s->threads
                                                       : zni_pool_cores()};

    return zni_patches_run(ctx, &s->patches, &s->sweeps, &how, &s->c, z, w, mon,
                           info);
}

const zni_fway zni_by_patches = {
    .plans = true, .suits = several_early, .each = swept, .run = patches};
const zni_fway zni_by_late_patches = {.suits = several_late, .each = swept, .run = patches};

/* ---- loads alone ------------------------------------------------------------------- */

/* Do contacts hardly push along, so that their loads alone may answer, and is (z, w) not near already?
 * w becomes u of z. */
static bool stands(const zni_fauto *s, const double z[], double w[])
{
    const zni_fc *c = &s->c;
    double across = 0, along = 0;

    if (c->n <= ZNI_SMALL || s->quick)
        return false;
    for (zn_index a = 0; a < c->nc; a++)
        for (zn_index i = 0; i < c->d; i++) {
            const double q = c->q[c->d * a + i];

            *(i > 0 ? &along : &across) += q * q / c->size[a];
        }
    if (!(along <= NEAR * NEAR * across))
        return false;
    zni_fc_mul(c, z, c->q, w);
    return zni_fc_error(c, z, w) > NEAR;
}

static bool affords_sets(const zni_fauto *s)
{
    const zni_stages of = zni_fauto_stages(s);

    return zni_stage_sets(&of) > 0;
}

/* Loads alone: what they push along is for the sweeps that follow where it is little. */
static zn_status loads(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    const zni_stages of = zni_fauto_stages(s);
    const zni_panagiotopoulos how = {.tol = s->tol,
                                     .max_iter = m->steps,
                                     .sweeps = 0,
                                     .normal = ZNI_LOADS,
                                     .steps = zni_stage_sets(&of)};

    return zni_panagiotopoulos_run(ctx, &s->loads, &how, &s->c, z, w, mon, info);
}

const zni_fway zni_by_loads = {.plans = true,
                               .begins = stands,
                               .suits = affords_sets,
                               .each = swept,
                               .borders = true,
                               .run = loads};

/* ---- sweeps ------------------------------------------------------------------------ */

/* Values of the factors for each of the matrix up to which contacts close hardly any loops: of a tree there are
 * no more than that has, and each loop fills in a little. */
static const double TREE = 1.1;

/* Is an early trial of Newton's method one for it? Where its factors are planned. */
static bool tries(const zni_fauto *s)
{
    const zni_stages of = zni_fauto_stages(s);
    const double values = s->newton.lin.values, own = (double)(s->c.nb * s->c.d * s->c.d);

    return s->c.n > ZNI_SMALL && !s->quick && values <= s->most_values && values <= TREE * own &&
           zni_stage_newton(&of) <= s->patience;
}

/* Of which problem the first sweeps ask what else costs. */
typedef struct payer {
    zni_fauto *s;
    zn_ctx *ctx;
    zn_monitor *mon;
} payer;

/* Sweeps that an early trial of Newton's method costs are those to wait for, where they are half of the
 * others at most: it may fail, and then sweeps begin anew. */
static zn_status price(void *of, zn_index *patience)
{
    const payer *p = of;
    const zn_status st = zni_fauto_plan(p->s, p->ctx, p->mon);
    const zni_stages stages = zni_fauto_stages(p->s);
    const zn_index trial = st ? 0 : zni_stage_newton(&stages);

    if (!st && tries(p->s) && 2 * trial <= *patience)
        *patience = trial;
    return st;
}

static zn_status sweep(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    const zni_stages of = zni_fauto_stages(s);
    payer pays = {s, ctx, mon};
    zni_nsgs sweeps = zni_stage_sweeps(&of, m->by->stage);

    if (m->steps > 0)
        sweeps.max_iter = m->steps;
    if (m->by->prices && s->c.n > ZNI_SMALL && !s->c.mur) {
        sweeps.price = price;
        sweeps.payer = &pays;
    }
    return zni_nsgs_run(ctx, &s->sweeps, &sweeps, &s->c, z, w, mon, info);
}

/* Sweeps from where loads came near */
static bool stood(const zni_fauto *s)
{
    return s->before && s->before->by == &zni_by_loads && s->ended <= NEAR;
}

static bool large_in_full(const zni_fauto *s)
{
    return large(s) && !s->quick;
}

/* of one contact a sweep is its closed form, and the next one the same */
static bool not_alone(const zni_fauto *s)
{
    return s->c.nb > 1 || s->c.law != &zni_coulomb;
}

/* A way of sweeping */
#define SWEEPS(ident, which, ...)                                                                  \
    const zni_fway ident = {.stage = which, .each = swept, .run = sweep, __VA_ARGS__}

SWEEPS(zni_by_standing, ZNI_STAGE_FIRST, .suits = stood);
SWEEPS(zni_by_first, ZNI_STAGE_FIRST, .prices = true, .early = true);
SWEEPS(zni_by_costly, ZNI_STAGE_COSTLY, .plans = true, .suits = large);
SWEEPS(zni_by_even, ZNI_STAGE_EVEN, .suits = large);
SWEEPS(zni_by_longer, ZNI_STAGE_LONGER, .suits = large);
SWEEPS(zni_by_again, ZNI_STAGE_AGAIN, .suits = large_in_full);
SWEEPS(zni_by_sweeps, ZNI_STAGE_LAST, .late = true, .suits = not_alone);

/* ---- methods that factorise, with their linear system set -------------------------- */

/* steps of a method, no more than are allowed */
static zn_index steps(const zni_fauto *s, const zni_fmethod *m, zn_index times)
{
    return m->steps < times * s->max_steps ? m->steps : times * s->max_steps;
}

static zni_fnewton newton_steps(const zni_fauto *s, const zni_fmethod *m)
{
    return (zni_fnewton){.tol = s->tol,
                         .max_iter = steps(s, m, 1),
                         .map = (int)m->map,
                         .search = true,
                         .reg = m->reg};
}

static zn_status newton(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    zni_fnewton opt = newton_steps(s, m);

    opt.hybrid = 50;
    return zni_fnewton_run(ctx, &s->newton, &opt, &s->c, z, w, mon, info);
}

static zn_status plain_newton(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[],
                              double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zni_fnewton opt = newton_steps(s, m);

    return zni_fnewton_run(ctx, &s->newton, &opt, &s->c, z, w, mon, info);
}

/* A trial that came to the tolerance did what it was asked for, if it went no further, too. */
static zn_status trial(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    zni_fnewton opt = newton_steps(s, m);
    zn_status st;

    opt.tol = BEYOND * s->tol;
    opt.fade = true;
    opt.digit = DIGIT;
    st = zni_fnewton_run(ctx, &s->newton, &opt, &s->c, z, w, mon, info);
    if (st != ZN_UNSOLVED || info->outcome == ZN_INTERRUPTED ||
        info->outcome == ZN_TIME_LIMIT || !(zni_fc_error(&s->c, z, w) <= s->tol))
        return st;
    info->outcome = ZN_SOLVED;
    return ZN_OK;
}

static bool tiny(const zni_fauto *s)
{
    return s->c.n <= TINY && s->c.nc > 1;
}

const zni_fway zni_by_newton = {.factors = true, .late = true, .whole = true, .run = newton};
const zni_fway zni_by_small_newton = {.factors = true, .suits = small, .run = plain_newton};
const zni_fway zni_by_tiny_newton = {.factors = true, .suits = tiny, .run = plain_newton};
const zni_fway zni_by_trial = {.factors = true, .suits = tries, .run = trial};

/* Newton's steps from where nothing is known: what arrives takes some thirty of them, and so many operations of
 * factors are one or two seconds. */
enum { FROM_AFAR = 60 };
static const double AFAR = 2e9;

static zn_status starts(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    zni_starts how = {.newton = newton_steps(s, m), .most = m->steps, .operations = AFAR};
    const zn_status st = zn_grow(ctx, &s->kept, &s->cap_kept, s->c.n, sizeof *s->kept);

    how.newton.max_iter = FROM_AFAR < s->max_steps ? FROM_AFAR : s->max_steps;
    return st ? st
              : zni_starts_run(ctx, &s->newton, &how, &s->c, s->kept, z, w, mon, info);
}

/* they pay no heed to where they begin */
static bool scattered(const zni_fauto *s)
{
    return small(s) && s->c.nc > 1 && !s->again;
}

const zni_fway zni_by_starts = {.factors = true, .suits = scattered, .run = starts};

static zn_status prox(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                      zn_monitor *mon, zn_solve_info *info)
{
    const zni_prox opt = {.tol = s->tol,
                          .max_iter = steps(s, m, 5),
                          .idle = IDLE,
                          .inner_iter = 40,
                          .alpha = m->reg,
                          .factor = 5};

    return zni_prox_run(ctx, &s->prox, &s->newton, &opt, &s->c, z, w, mon, info);
}

static bool small_near(const zni_fauto *s)
{
    return small(s) && (s->c.d == 2 || s->least <= NEAR);
}

const zni_fway zni_by_prox = {.factors = true, .late = true, .run = prox};
const zni_fway zni_by_small_prox = {.factors = true, .suits = small_near, .run = prox};

/* The path of proximal problems */
static zn_status path(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                      zn_monitor *mon, zn_solve_info *info)
{
    const zni_homotopy opt = {.tol = s->tol, .max_iter = m->steps, .alpha = m->reg};

    return zni_homotopy_run(ctx, &s->homotopy, &s->newton, &opt, &s->c, z, w, mon, info);
}

static bool large_near(const zni_fauto *s)
{
    return large_in_full(s) && !(s->least > NEAR);
}

const zni_fway zni_by_path = {.factors = true, .late = true, .suits = large_near, .run = path};
const zni_fway zni_by_long_path = {.factors = true, .late = true, .run = path};

static double multiplied(const zni_fauto *s)
{
    return 2 * s->newton.lin.values + swept(s);
}

static bool symmetric(const zni_fauto *s)
{
    zn_matrix W;

    if (small(s))
        return false;
    W = zni_fc_matrix(&s->c);
    return zn_matrix_symmetric(&W, 1e-12);
}

/* Directions of multipliers */
static zn_status direction(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[],
                           double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zni_admm opt = {.tol = s->tol, .max_iter = m->steps, .rho = 1e-3, .theta = 1};

    /* not monotone: it does not apply, and others do not need that */
    return zni_admm_run(ctx, &s->admm, &s->newton.lin, &opt, &s->c, z, w, mon, info);
}

const zni_fway zni_by_direction = {
    .factors = true, .each = multiplied, .suits = symmetric, .run = direction};

/* ---- interior points --------------------------------------------------------------- */

/* Room, whose path is followed by its length or not */
static zn_status room_of_points(zni_fauto *s, zn_ctx *ctx, bool path)
{
    s->interior.path = path;
    return zni_fipm_reserve(ctx, &s->interior, s->c.n, zni_fipm_cones(&s->c));
}

/* Who is quick, as within patches, ends without Newton's method: of the loads that redundant contacts may have it
 * finds others than those next to where they were, and patches around them begin anew. */
static zn_status turns(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    const zni_fturns opt = {.tol = s->tol, .max_iter = steps(s, m, 1), .polish = !s->quick};
    zn_status st = room_of_points(s, ctx, false);

    if (!st)
        st = zn_grow(ctx, &s->kept, &s->cap_kept, s->c.n, sizeof *s->kept);
    return st ? st
              : zni_fipm_turns(ctx, &s->interior, &s->turns, &opt, &s->c, &s->newton, &s->prox,
                               s->kept, z, w, mon, info);
}

const zni_fway zni_by_turns = {.factors = true, .late = true, .suits = symmetric, .run = turns};

/* So many steps, their path followed or not */
static zn_status interior(zni_fauto *s, zn_ctx *ctx, bool followed, zn_index most,
                          zni_ipm_shift shift, double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info)
{
    const zni_fipm opt = {.tol = s->tol,
                          .max_iter = most,
                          .shift = shift,
                          .whole = followed ? &s->newton : NULL};
    const zn_status st = room_of_points(s, ctx, followed);

    return st ? st
              : zni_fipm_run(ctx, &s->interior, &opt, &s->c, &s->newton.lin, z, w, mon, info);
}

static zn_status points(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    return interior(s, ctx, false, steps(s, m, 1), ZNI_IPM_NEWTON, z, w, mon, info);
}

static zn_status damped(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    return interior(s, ctx, false, steps(s, m, 1), ZNI_IPM_DAMPED, z, w, mon, info);
}

static zn_status central(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info)
{
    return interior(s, ctx, true, steps(s, m, 24), ZNI_IPM_NEWTON, z, w, mon, info);
}

const zni_fway zni_by_interior = {.factors = true, .run = points};
const zni_fway zni_by_damped = {.factors = true, .run = damped};

/* the path begins nowhere in particular: the second time it would be the same */
static bool followed(const zni_fauto *s)
{
    return s->path && !s->again && !s->quick;
}

/* what it ended at, near a solution */
static bool ended_near(const zni_fauto *s)
{
    return followed(s) && s->before && s->before->by == &zni_by_central &&
           s->ended <= NEAR;
}

const zni_fway zni_by_central = {
    .factors = true, .late = true, .apart = true, .suits = followed, .run = central};
const zni_fway zni_by_end = {
    .factors = true, .late = true, .apart = true, .suits = ended_near, .run = prox};

/* ---- any --------------------------------------------------------------------------- */

bool zni_fmethod_counts(const zni_fmethod *m, double error)
{
    return !m->by->borders || error <= NEAR;
}

bool zni_fmethod_suits(const zni_fauto *s, const zni_fmethod *m)
{
    if (m->by->factors && s->c.n > ZNI_SMALL && s->newton.lin.values > s->most_values)
        return false;
    return !m->by->suits || m->by->suits(s);
}

double zni_fmethod_each(const zni_fauto *s, const zni_fmethod *m)
{
    return m->by->each ? m->by->each(s) : 0;
}

zn_status zni_fmethod_run(zni_fauto *s, zn_ctx *ctx, const zni_fmethod *m, double z[],
                          double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = ZN_OK;

    if (m->by->factors && !zni_flin_fits(&s->newton.lin, mon)) {
        /* u of this point, by which it is compared with the best */
        zni_fc_mul(&s->c, z, s->c.q, w);
        info->outcome = ZN_TIME_LIMIT;
        return ZN_UNSOLVED;
    }
    if (m->by->factors)
        st = zni_flin_set(ctx, &s->newton.lin, &s->c, s->c.n > ZNI_SMALL);
    return st ? st : m->by->run(s, ctx, m, z, w, mon, info);
}
