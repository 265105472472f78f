/* attempts.c - the methods that `auto` of LCP, MLCP and relay share
 * SPDX-License-Identifier: Apache-2.0 */
#include "attempts.h"

#include "../core/room.h"
#include "../linalg/twice.h"
#include "../linalg/units.h"
#include "../strategy/cost.h"

#include <math.h>
#include <string.h>

/* NODES of 64 rows take half a second. SWEEPS of a full matrix take as long as one factorisation of 1500 rows. */
enum { SWEEPS = 500, NODES = 4000 };

/* Sweeps of a sparse matrix before its first factors. A sweep takes two operations for each number. To gather, order
 * and analyse a set takes 120 (work.c): FIRST_SWEEPS cost as much as the first set does before it is factored. After
 * EARLY sweeps, the gain of their second half shows whether they are enough. If not, as many are granted as the
 * LEAST_SETS that random problems take are predicted to cost; if more than that are needed, only the first ones are
 * lost. */
enum { FIRST_SWEEPS = 60, EARLY = 8, LEAST_SETS = 3 };

/* Sweeps come first if rows have at least so many numbers in the mean. Graphs that can be drawn in the plane, such as
 * chains and membranes, have fewer than six neighbours (Euler), and their factors hardly fill (Lipton, Rose & Tarjan,
 * SIAM J. Numer. Anal. 16, 1979). There sets are cheap, and sweeps are slow. */
enum { ROW = 7 };

/* What sweeps are asked for, as a part of the tolerance, but no less than LEAST: a set that is solved leaves no more
 * than rounding, and a few more sweeps are cheap. */
static const double FAR_WITHIN = 1e-3, LEAST = 1e-15;

/* Up to FEW_ROWS, room for every method is made ahead, half a megabyte for a full matrix. Up to PIVOTS, that includes
 * pivots, which need two matrices and lists of all columns. */
enum { FEW_ROWS = 256, PIVOTS = 64 };

bool zni_box_near(zni_attempts *s, const zni_box *b, bool sets, double z[],
                  double w[], zn_solve_info *info)
{
    s->refused = 0;
    if (b->n == 1) {
        const double start = z[0];

        info->solver = "closed-form";
        if (!zni_box_scalar(b, z, w, info))
            return true;
        z[0] = start;
        return false;
    }
    if (b->n > ZNI_WARM_MAX || b->M->storage != ZN_DENSE)
        return false;
    if (zni_box_substitute(b, z, w)) {
        info->solver = "substitution";
        return true;
    }
    if (!sets)
        return false;
    if (zni_box_warm(&s->warm, b, s->tol, 0, z, w, NULL, info))
        return true;
    s->refused = info->iterations;
    return false;
}

static zn_status pivots(zni_turn *t, bool from_point)
{
    zni_attempts *s = t->state;
    const zni_box *b = s->box;

    if (b->n > ZNI_DENSE_PIVOTS && !zni_dictionary_thin(b->n, zni_box_nnz(b)))
        return ZN_EINVAL;
    s->pivots.tol = s->tol;
    s->pivots.max_iter = (t->m->steps > 0 ? t->m->steps : 100) * b->n;
    s->pivots.from_point = from_point;
    return zni_pivots_solve(zni_call_of(t), &s->pivots, &s->newton, b);
}

zn_status zni_try_cao_ferris(zni_turn *t)
{
    return pivots(t, false);
}

zn_status zni_try_path(zni_turn *t)
{
    return pivots(t, true);
}

/* The Newton steps that a method may take if its price is not compared with that of others */
static zn_index steps(const zni_attempts *s)
{
    return s->steps > 0 && s->steps < s->max_iter ? s->steps : s->max_iter;
}

static zn_status newton(zni_turn *t, zni_newton opt)
{
    zni_attempts *s = t->state;

    opt.tol = s->tol;
    return zni_box_newton(zni_call_of(t), &s->newton, &opt, s->box);
}

zn_status zni_try_active_sets(zni_turn *t)
{
    return newton(t, (zni_newton){.max_iter = steps(t->state), .plain = true});
}

/* All rows, for each row that is free in a set; free are those without bounds and, by a guess, half of the others. */
static double rows_for_free(const zni_box *b)
{
    const double n = (double)b->n;

    return n / (0.5 * (n + (double)zni_box_equations(b)));
}

/* How many sets of a full M cost as much as pivots from a vertex? Pivots bring in the free rows, m of n, and each one
 * changes n^2 numbers. The factors of a set take m^3 / 3 of the same operations. */
static zn_index price(const zni_box *b)
{
    const double by = rows_for_free(b);

    return (zn_index)ceil(3 * by * by);
}

zn_status zni_try_first_sets(zni_turn *t)
{
    const zni_attempts *s = t->state;
    const zni_box *b = s->box;
    const zn_index most = steps(t->state), paid = b->n <= ZNI_DENSE_PIVOTS ? price(b) : 0;

    if (paid > 0 && s->again.singular)
        return ZN_EINVAL;
    return newton(t, (zni_newton){
                         .max_iter = paid > 0 && paid < most ? paid : most, .plain = true, .price = paid,
                         .regular = t->m->kind == ZNI_REGULAR});
}

/* How many sets of a sparse M are predicted to cost as much as pivots from a vertex? Where factors are full it is few.
 * 0: that is not known, or it is as many as Newton's methods are thought to take steps, or more. */
static zn_status sparse_price(zni_turn *t, zn_index *out)
{
    zni_attempts *s = t->state;
    zn_status st = zni_box_prepare(t->ctx, &s->newton, s->box, t->mon);

    *out = 0;
    if (!st)
        st = zni_box_steps(t->ctx, &s->newton, s->box, ZNI_COST_STEPS, out);
    if (*out == ZNI_COST_STEPS)
        *out = 0;
    return st;
}

zn_status zni_try_priced_sets(zni_turn *t)
{
    const double by = rows_for_free(((const zni_attempts *)t->state)->box);
    zn_index price = 0;
    zn_status st = sparse_price(t, &price);

    price = (zn_index)ceil((double)price * by * by * by); /* where it is so few, factors are full */
    return st < 0 ? st : newton(t, (zni_newton){.max_iter = steps(t->state), .plain = true, .price = price});
}

zn_status zni_try_cheap_pivots(zni_turn *t)
{
    zn_index price = 0;
    const zn_status st = sparse_price(t, &price);

    return st ? st : price == 0 ? ZN_EINVAL : pivots(t, false);
}

zn_status zni_try_newton_min(zni_turn *t)
{
    const zni_attempts *s = t->state;

    return newton(t, (zni_newton){.max_iter = s->max_iter, .granted = s->steps});
}

zn_status zni_try_newton_fb(zni_turn *t)
{
    return newton(t, (zni_newton){.max_iter = steps(t->state), .fb = true});
}

zn_status zni_try_psor(zni_turn *t)
{
    zni_attempts *s = t->state;
    const zni_sor opt = {.turns = {.tol = s->tol, .max_iter = SWEEPS, .omega = 1}, .rho = 0.01};

    return zni_box_sor(zni_call_of(t), &s->sor, &opt, s->box);
}

zn_status zni_try_branch(zni_turn *t)
{
    zni_attempts *s = t->state;

    return zni_box_branch(zni_call_of(t), &s->branch, &s->newton, s->tol, NODES, s->box);
}

zn_status zni_try_proximal(zni_turn *t)
{
    zni_attempts *s = t->state;

    return zni_box_proximal_run(zni_call_of(t), &s->proximal, &s->newton, s->tol, s->box);
}

/* Is there an equality row? */
bool zni_has_equalities(const zni_turn *t)
{
    return zni_box_equations(((const zni_attempts *)t->state)->box) > 0;
}

zn_status zni_try_equalities(zni_turn *t)
{
    zni_attempts *s = t->state;
    const zn_status st = zni_refute_reserve(t->ctx, &s->branch.proof, s->box->n);

    if (st)
        return st;
    zni_box_dual(s->box, t->z, t->w);
    t->info->outcome = ZN_TIME_LIMIT;
    if (!zni_affords(t->mon, ZNI_REFUTE_PRODUCTS * (double)zni_box_nnz(s->box)))
        return ZN_UNSOLVED;
    t->info->outcome = zni_refute_equalities(&s->branch.proof, s->box) ? ZN_INFEASIBLE : ZN_STALLED;
    return ZN_UNSOLVED;
}

zn_status zni_attempts_reserve(zni_attempts *s, zn_ctx *ctx, const zn_problem_type *class,
                               zn_index n, zn_index nnz)
{
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    if (!st)
        st = zni_front_store_reserve(&s->front, ctx, n, &nnz);
    if (!st)
        st = zni_store_reserve(&s->store, ctx, class, n, n, nnz);
    if (!st)
        st = zni_box_reserve(ctx, &s->newton, n, nnz);
    if (!st && nnz >= n * n)
        st = zni_box_again_reserve(ctx, &s->again, n);
    if (!st && n <= PIVOTS)
        st = zni_pivots_reserve(ctx, &s->pivots, n, nnz);
    if (!st && n <= ZNI_BRANCH_MAX)
        st = zni_branch_reserve(ctx, &s->branch, n);
    if (!st && n <= ZNI_BRANCH_MAX) /* of enum */
        st = zn_grow(ctx, &s->newton.start, &s->newton.cap_start, n, 1);
    if (!st && n <= FEW_ROWS) /* it is the last resort of these, too */
        st = zni_box_proximal_reserve(ctx, &s->proximal, n, nnz);
    return st ? st : zni_box_sor_reserve(ctx, &s->sor, n, nnz);
}

void zni_attempts_fini(zni_attempts *s, zn_ctx *ctx)
{
    zni_front_fini(&s->front, ctx);
    zni_box_again_fini(ctx, &s->again);
    zni_box_fini(ctx, &s->newton);
    zni_box_sor_fini(ctx, &s->sor);
    zni_box_proximal_fini(ctx, &s->proximal);
    zni_pivots_fini(ctx, &s->pivots);
    zni_branch_fini(ctx, &s->branch);
    zni_store_fini(&s->store, ctx);
}

/* Is the point so far out that errors are hidden by the rounding of M z (../linalg/twice.h)? */
static bool far_out(const zni_turn *t, double *rho, double *q)
{
    const zni_box *b = ((const zni_attempts *)t->state)->box;
    const double far = zni_largest(t->z, b->n);

    *q = zni_largest(b->q, b->n);
    if (!zni_hides(2 * far, *q)) /* the unit of M is 1 here, mostly */
        return false;
    *rho = zni_unit(zni_largest_value(b->M));
    return zni_hides(*rho * far, *q);
}

/* A point that is far out is judged by sums in twice the precision, as the class does. If its error is more than tol
 * then, other methods may have a point with less. */
static zn_status bring_to_light(zni_turn *t)
{
    zni_attempts *s = t->state;
    const zni_box *b = s->box;
    double rho, q, *y;
    zn_status st;

    if (!far_out(t, &rho, &q))
        return ZN_OK;
    st = zni_box_begin(t->ctx, &s->newton, b);
    if (st) /* no time is left: the point is not looked at */
        return st < 0 ? st : ZN_OK;
    y = s->newton.pool;
    memcpy(y, b->q, (size_t)b->n * sizeof *y);
    zni_careful_mul(b->M, rho, q, t->z, y, y + b->n, b->n);
    t->info->error = zni_box_residual(b, t->z, y);
    if (!b->hi) /* with relays, what it rounds is forgiven */
        memcpy(t->w, y, (size_t)b->n * sizeof *y);
    if (t->info->error <= s->tol)
        return ZN_OK;
    t->info->outcome = ZN_STALLED;
    return ZN_UNSOLVED;
}

/* How many rows are free in the first sets of a full M: those that z = 0 is inside of, and half of the others. */
static double first_free(const zni_box *b)
{
    double m = 0;

    for (zn_index i = 0; i < b->n; i++)
        m += zni_box_side(b, i, 0) == ZNI_FREE ? 1 : 0.5;
    return m;
}

/* How many sweeps cost as much as LEAST_SETS? All sets of a sparse M are taken to cost what the one at the point does.
 * Dense factors are made of products of blocks, which take a third (lu.h) of the same operations column by column. */
static zn_status worth(void *payer, zn_index *patience)
{
    zni_turn *t = payer;
    zni_attempts *s = t->state;
    const zni_box *b = s->box;
    double set = zni_lu_operations(first_free(b)) / ZNI_QUICKER;
    zn_status st = b->M->storage == ZN_DENSE ? ZN_OK : zni_box_prepare(t->ctx, &s->newton, b, t->mon);

    if (!st && b->M->storage != ZN_DENSE)
        st = zni_box_set_price(t->ctx, &s->newton, b, t->z, t->w, t->mon, &set);
    if (!st)
        *patience = zni_cost_worth(LEAST_SETS, set, 2 * (double)zni_box_nnz(b), SWEEPS);
    return st < 0 ? st : ZN_OK;
}

/* Do sweeps of a full matrix come first? `worth` sweeps cost as much as the sets. Where sweeps would do, sets cost
 * worth / FIRST_SWEEPS times as much as they: sets waste that. Where sweeps fail, EARLY of them and the sets cost
 * (worth + EARLY) / worth times as much as sets alone. Sweeps come first if the former is more: neither wastes over a
 * fifth then. */
static bool sweeps_first(zn_index worth)
{
    return worth * worth >= FIRST_SWEEPS * (worth + EARLY);
}

zn_status zni_try_few_sweeps(zni_turn *t)
{
    zni_attempts *s = t->state;
    const bool sparse = s->box->M->storage != ZN_DENSE;
    const double within = s->exact ? 0 : FAR_WITHIN * s->tol;
    zni_sor opt = {.turns = {.tol = fmax(within, fmin(LEAST, s->tol)),
                             .max_iter = FIRST_SWEEPS,
                             .omega = 1.4, /* that of psor */
                             .patience = FIRST_SWEEPS - EARLY,
                             .early = EARLY,
                             .price = sparse ? worth : NULL,
                             .payer = t}};
    zn_status st;

    if (!zni_cold(s->box->n, t->z) || zni_box_nnz(s->box) < ROW * s->box->n)
        return ZN_EINVAL;
    st = sparse ? ZN_OK : worth(t, &opt.turns.patience);
    if (st || (!sparse && !sweeps_first(opt.turns.patience)))
        return st ? st : ZN_EINVAL;
    st = zni_box_sor(zni_call_of(t), &s->sor, &opt, s->box);
    if (st > 0 && t->info->outcome == ZN_ITERATION_LIMIT &&
        !(zni_box_residual(s->box, t->z, t->w) <= (s->exact ? opt.turns.tol : s->tol))) {
        opt.turns.max_iter = SWEEPS;
        opt.turns.early = 0;
        st = zni_box_sor(zni_call_of(t), &s->sor, &opt, s->box);
        t->info->iterations += FIRST_SWEEPS;
    }
    if (st < 0)
        return st;
    t->info->error = zni_box_residual(s->box, t->z, t->w);
    if (!(t->info->error <= s->tol))
        return ZN_UNSOLVED;
    t->info->outcome = ZN_SOLVED;
    return bring_to_light(t);
}

/* Improve what a method has left: solve its set once more, or put right what rounding has moved */
static zn_status settle(zni_turn *t, zn_status st)
{
    zni_attempts *s = t->state;
    zn_solve_info *info = t->info;
    double rho, q;
    zn_status light;

    if (!st && info->error <= s->tol)
        return bring_to_light(t); /* it was measured: there is nothing to polish */
    st = zni_box_settle((zni_call){t->ctx, t->z, t->w, t->mon, info}, &s->newton, s->box, s->tol,
                        st);
    if (st >= 0)
        info->error = zni_box_residual(s->box, t->z, t->w);
    if (!st) /* a method that did not arrive may leave any w */
        st = zni_portfolio_judged(t, st, info->error);
    /* pivots that have lost their accuracy may end at the wrong sides, and a point that is far out may be anywhere in a
     * kernel: other methods may do better */
    if (st > 0 && info->outcome == ZN_INACCURATE &&
        (far_out(t, &rho, &q) || !zni_box_at_rounding(&s->newton, s->box, t->z, t->w)))
        info->outcome = ZN_STALLED;
    if (st < 0 || !(info->error <= s->tol))
        return st;
    light = bring_to_light(t);
    return light < 0 || !st ? light : st;
}

/* ---- before the list ----------------------------------------------------------------- */

static zn_status looked(zni_turn *t, bool found)
{
    if (found)
        return bring_to_light(t);
    if (t->info->outcome == ZN_SOLVED)
        t->info->outcome = ZN_STALLED;
    return ZN_UNSOLVED;
}

static zn_status substitution(zni_turn *t)
{
    const zni_attempts *s = t->state;

    if (!zni_box_substitute(s->box, t->z, t->w))
        return ZN_EINVAL;
    t->info->error = zni_box_residual(s->box, t->z, t->w);
    return looked(t, t->info->error <= s->tol);
}

static bool warm_first(const zni_turn *t)
{
    const zni_attempts *s = t->state;

    return !s->pivots_first && s->box->n <= ZNI_WARM_MAX;
}

static zn_status warm(zni_turn *t)
{
    zni_attempts *s = t->state;

    if (s->refused == 0)
        return looked(
            t, zni_box_warm(&s->warm, s->box, s->tol, 1, t->z, t->w, t->mon, t->info));
    t->info->iterations = s->refused;
    return looked(t, false);
}

static bool full(const zni_turn *t)
{
    return ((const zni_attempts *)t->state)->box->M->storage == ZN_DENSE;
}

/* with fewer rows, all of them free, sets are cheaper than the first sweeps */
static bool large_full(const zni_turn *t)
{
    return t->of->nz > ZNI_QUICKER * FIRST_SWEEPS && full(t);
}

static bool again_dense(const zni_turn *t)
{
    return !((const zni_attempts *)t->state)->pivots_first && full(t) && t->of->nz > ZNI_WARM_MAX;
}

static zn_status again(zni_turn *t)
{
    zni_attempts *s = t->state;
    const zn_status st = zni_box_again(zni_call_of(t), &s->again, s->box, s->tol);

    return st < 0 ? st : looked(t, st == ZN_OK);
}

static const zni_method before[] = {
    {"substitution", "a triangular matrix", .run = substitution, .is = ZNI_ASIDE},
    {"active-set", "few rows: the active set of the start, and a few after it", .run = warm,
     .suits = warm_first, .is = ZNI_ASIDE},
    {"psor", "a few sweeps cost less than sets", .run = zni_try_few_sweeps, .suits = large_full,
     .is = ZNI_ASIDE},
    {"active-set", "full matrix: the active set of the start, with the factors of the last problem",
     .run = again, .suits = again_dense, .is = ZNI_ASIDE},
    ZNI_LAST,
};

/* ---- after it ------------------------------------------------------------------------ */

static bool goes_on(const zni_turn *t)
{
    return t->info->outcome != ZN_INFEASIBLE &&
           !zn_monitor_tick(t->mon, t->info->iterations, t->info->error);
}

/* Sets may come again because their blocks are singular to rounding. The best point may have the right set even so:
 * that is solved once more, as exactly as can be. */
static zn_status polish(zni_turn *t)
{
    zni_attempts *s = t->state;
    const zn_status st =
        zni_box_polish(t->ctx, &s->newton, s->box, s->tol, t->z, t->w, t->mon);

    if (st < 0)
        return st;
    t->info->error = zni_box_residual(s->box, t->z, t->w);
    t->info->iterations++;
    if (!(t->info->error <= s->tol))
        return ZN_UNSOLVED;
    t->info->outcome = ZN_SOLVED;
    return bring_to_light(t);
}

static bool singular(const zni_turn *t)
{
    return ((const zni_attempts *)t->state)->newton.proximal && goes_on(t);
}

/* Begin again from the start, as what was found since may be far out in a kernel. A point that is no better than (z, w)
 * is not kept. */
static zn_status from_anew(zni_turn *t, bool each)
{
    zni_attempts *s = t->state;
    zni_store *of = &s->store;
    const zni_box *b = s->box;
    const size_t bytes = (size_t)b->n * sizeof *t->z;
    zn_solve_info told = {.solver = t->m->name}, *info = t->info;
    zn_status st = zni_room(t->ctx, &of->best, &of->cap_best, 2 * b->n, sizeof *of->best);
    double *found = of->best, *its_w = found + b->n;
    zni_turn its = *t;

    if (st)
        return st;
    its.z = found;
    its.w = its_w;
    its.info = &told;
    memcpy(found, of->start, bytes);
    st = each ? zni_box_enumerate((zni_call){t->ctx, found, its_w, t->mon, &told}, &s->newton,
                                  s->tol, b->n, b)
              : zni_box_proximal_run((zni_call){t->ctx, found, its_w, t->mon, &told}, &s->proximal,
                                     &s->newton, s->tol, b);
    if (st < 0)
        return st;
    told.error = zni_box_residual(b, found, its_w);
    if (!st)
        st = bring_to_light(&its);
    info->iterations += told.iterations;
    if (!(told.error < info->error))
        return ZN_UNSOLVED;
    zni_put_point(b->n, found, its_w, t->z, t->w);
    info->solver = told.solver;
    info->error = told.error;
    if (!st)
        info->outcome = ZN_SOLVED;
    return st;
}

/* Proximal points, if the last block that was solved is singular. */
static zn_status proximal(zni_turn *t)
{
    return from_anew(t, false);
}

/* If rows have so many choices of sides at the most, all are tried one by one, each with a small block. */
enum { CHOICES = 4096 };

static bool few_choices(const zni_turn *t)
{
    const double all = zni_box_choices(((const zni_attempts *)t->state)->box);

    return all > 1 && all <= CHOICES && goes_on(t);
}

static zn_status each_choice(zni_turn *t)
{
    return from_anew(t, true);
}

static const zni_method last[] = {
    {"polish", "the active set of the best point, solved as exactly as possible", .run = polish, .suits = goes_on},
    {"proximal", "singular active sets: regularised problems nearby", .run = proximal,
     .suits = singular},
    {"enum", "few choices of sides: each of them, solved as exactly as possible", .run = each_choice,
     .suits = few_choices},
    ZNI_LAST,
};

zn_status zni_attempts_solve(zni_attempts *s, zni_call call, const zni_method list[],
                             const zn_problem_type *class, const void *problem, const zni_box *b)
{
    const zni_portfolio all = {.before = before,
                               .list = list,
                               .last = last,
                               .state = s,
                               .problem = problem,
                               .class = class,
                               .tol = s->tol,
                               .store = &s->store,
                               .nz = b->n,
                               .nw = b->n,
                               .judge = settle,
                               .inaccurate = true};
    zn_status st;

    s->box = b;
    if (call.mon)
        s->refused = 0; /* whoever watches is to be told of them */
    st = zni_portfolio_run(&all, call.ctx, call.z, call.w, call.mon, call.info);
    s->refused = 0;
    return st;
}
