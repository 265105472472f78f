/* auto.c - relays: the default solver, lists of methods
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../box/attempts.h"

#include <string.h>

#include "../../linalg/far_rows.h"
#include "../../linalg/units.h"
#include "../../strategy/list.h"

extern const zn_problem_type zni_relay_problem;

/* Pivots from a vertex solve every problem with finite bounds, for any M. If some bounds
 * are infinite they may end on a ray; then a search tree over the sides of up to 64 rows
 * finds a solution or proves that there is none. Active sets are newton-min, undamped,
 * given up at the first set that is repeated. If there are many rows and q is small compared with M z,
 * the last method is pivots with a larger q, whose sides determine the signs. Each
 * method has a limit of iterations, so the time is bounded. */

typedef struct autos {
    zni_attempts tools;
    zn_index pivot_max;
    double *kept; /* 4 n: the start, z and w of the first list, a larger q */
    double *lifted; /* the larger q, in kept                             */
    zn_index cap_kept;
    int balance;
    bool sure; /* the error of the class has been measured, and is within tol */
} autos;

#define PIVOTS                                                                                     \
    {"cao-ferris", "pivots from a vertex solve any problem with finite bounds",                    \
     .run = zni_try_cao_ferris}
#define SETS {"newton-min", "one factorisation a set", .run = zni_try_active_sets}

#define PRICED {"newton-min", "one factorisation a set", .run = zni_try_priced_sets}

#define FIRST_SETS                                                                                 \
    {"newton-min", "a few sets cost less than the pivots", .run = zni_try_first_sets}

/* few rows; many rows; many rows with a dense M */
static const zni_method small[] = {PIVOTS, SETS, ZNI_EQUALITIES, ZNI_NEWTON_FB, ZNI_PSOR, ZNI_BRANCH, ZNI_LAST};
static const zni_method large[] = {ZNI_FEW_SWEEPS, PRICED, ZNI_EQUALITIES, ZNI_CHEAP_PIVOTS, ZNI_NEWTON_FB, PIVOTS,
                                   ZNI_PSOR, ZNI_BRANCH, ZNI_LAST};
static const zni_method dense[] = {FIRST_SETS, PIVOTS, ZNI_EQUALITIES, ZNI_NEWTON_FB, ZNI_PSOR, ZNI_BRANCH, ZNI_LAST};

static const zni_method *by_rows(const autos *s, const zni_box *b)
{
    return b->n <= s->pivot_max ? small : b->M->storage == ZN_DENSE ? dense : large;
}

/* for a point that pivots between distant bounds have left beside the solution */
static const zni_method strict[] = {
    {"newton-min", "pivots ended near a solution: with the error measure of the class",
     .run = zni_try_active_sets},
    ZNI_BRANCH,
    ZNI_NEWTON_FB,
    ZNI_LAST,
};

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st = zni_attempts_reserve(&s->tools, ctx, &zni_relay_problem, n, nnz);

    if (!st)
        st = zni_refute_reserve(ctx, &s->tools.branch.proof, n);
    if (!st && n <= s->pivot_max)
        st = zni_pivots_reserve(ctx, &s->tools.pivots, n, nnz);
    return st ? st : zn_grow(ctx, &s->kept, &s->cap_kept, 4 * n, sizeof *s->kept);
}

/* If q is less than rounding of M z, it is multiplied by a power of two, to about this part of the largest M z: while q
 * moves z only little compared with the bounds, the sides of the solution are those of the problem itself. */
static const double LIFTED = 1e-4;

/* the largest that a term of M z may be within the bounds */
static double largest_term(const zni_box *b)
{
    return zni_largest_value(b->M) * fmax(zni_largest_finite(b->lo, b->n), zni_largest_finite(b->hi, b->n));
}

/* that power of two; 1: q is not small */
static double lift(const zni_box *b)
{
    const double all = LIFTED * largest_term(b), q = zni_largest(b->q, b->n);

    return q > 0 && all > q ? zni_unit(all / q) : 1;
}

static zn_status try_lifted(zni_turn *t)
{
    autos *s = t->state;
    const zni_box *b = s->tools.box;
    zni_box more = *b;
    zn_status st;

    zni_scale_into(b->n, lift(b), b->q, s->lifted);
    more.q = s->lifted;
    s->tools.box = &more;
    st = zni_try_cao_ferris(t);
    s->tools.box = b;
    if (st < 0)
        return st;
    zni_box_dual(b, t->z, t->w);
    return ZN_UNSOLVED;
}

static const zni_method by_size[] = {
    {"cao-ferris", "q is lost in rounding of M z: pivots relative to the bounds, then signs",
     .run = zni_try_cao_ferris},
    ZNI_LAST,
};
static const zni_method lifted[] = {
    {"cao-ferris", "q is lost in rounding of M z: the sides for a larger q, then signs",
     .run = try_lifted},
    ZNI_LAST,
};

/* Was it stopped? */
static bool ended(const zn_solve_info *info)
{
    return info->outcome == ZN_INTERRUPTED || info->outcome == ZN_TIME_LIMIT;
}

static bool proved(const zn_solve_info *info)
{
    return info->outcome == ZN_INFEASIBLE || info->outcome == ZN_RAY;
}

/* Run a list and check the signs of its answer. Solvers of plugins take part in the first list only. */
static zn_status run(autos *s, zni_call call, const zni_method list[], const void *problem,
                     const zni_box *b)
{
    zn_status st, sharp;

    st = zni_attempts_solve(
        &s->tools, call, list,
        list == small || list == large || list == dense ? &zni_relay_problem : NULL, problem, b);
    if (st < 0 || ended(call.info))
        return st;
    /* the error of a point near the origin may be a wrong sign alone */
    sharp =
        zni_box_sharpen(call.ctx, &s->tools.newton, &s->tools.pivots, b, call.z, call.w, call.mon);
    if (sharp || !st)
        return sharp;
    call.info->error = zni_box_residual(b, call.z, call.w);
    if (!(call.info->error <= s->tools.tol))
        return st;
    call.info->outcome = ZN_SOLVED;
    return ZN_OK;
}

/* the error measure of the class; its work is the room of the view, which is not used any more */
static double error_of(autos *s, const void *problem, const double z[], const double w[])
{
    return zn_relay_error(problem, z, w, s->tools.front.lo);
}

/* is it within tol? */
static bool within(autos *s, const void *problem, const double z[], const double w[])
{
    return zni_relay_error(problem, s->tools.tol, z, w, s->tools.front.lo) <= s->tools.tol;
}

/* Run another list from the start, where b has another size that errors are relative to, and keep the better result. */
static zn_status again(autos *s, zni_call call, const zni_method list[], const void *problem,
                       const zni_box *b)
{
    const size_t bytes = (size_t)b->n * sizeof *call.z;
    const double before = error_of(s, problem, call.z, call.w);
    const zn_index work = call.info->iterations;
    double *best = s->kept + b->n, *best_w = best + b->n;
    zn_status st;

    zni_put_point(b->n, call.z, call.w, best, best_w);
    memcpy(call.z, s->kept, bytes);
    st = run(s, call, list, problem, b);
    call.info->iterations += work;
    /* the proof is due to rounding, since a point near a solution is known */
    if (st > 0 && proved(call.info))
        call.info->outcome = ZN_INACCURATE;
    if (st < 0 || error_of(s, problem, call.z, call.w) < before)
        return st;
    zni_put_point(b->n, best, best_w, call.z, call.w);
    call.info->outcome = ZN_INACCURATE;
    return ZN_UNSOLVED;
}

/* If the list has failed and q is less than rounding of M z: pivots with the error measure of few rows, then with a
 * larger q. */
static zn_status by_pivots(autos *s, zni_call call, const void *problem, const zni_box *b)
{
    const zn_status st = again(s, call, by_size, problem, b);

    if (st < 0 || ended(call.info) || within(s, problem, call.z, call.w))
        return st;
    return again(s, call, lifted, problem, b);
}

static zn_status in_order(autos *s, zni_call call, const void *problem)
{
    zni_box b;
    double size;
    zn_status st = zni_relay_view(&s->tools.front, call.ctx, problem, &b);

    if (st)
        return st;
    size = b.size;
    /* rounding of pivots is relative to the bounds; signs that it leaves in doubt are checked afterwards */
    if (b.n <= s->pivot_max)
        b.size = 0;
    if (b.n == 1) {
        call.info->solver = "closed-form";
        return zni_box_scalar(&b, call.z, call.w, call.info);
    }
    st = zni_front_store(&s->tools.front, call.ctx, &b);
    if (!st)
        st = zn_grow(call.ctx, &s->kept, &s->cap_kept, 4 * b.n, sizeof *s->kept);
    if (st)
        return st;
    memcpy(s->kept, call.z, (size_t)b.n * sizeof *call.z);
    s->lifted = s->kept + 3 * b.n;
    s->tools.warm.exact = true;
    s->tools.exact = true;
    /* z = 0 between the bounds of many rows tells nothing of their sides, and newton-min begins with the same sets */
    s->tools.pivots_first = b.n > s->pivot_max && zni_cold(b.n, call.z);
    st = run(s, call, by_rows(s, &b), problem, &b);
    if (b.n > s->pivot_max) {
        /* errors relative to q would demand more of pivots than rounding of M z + q allows */
        b.size = 0;
        return st == ZN_UNSOLVED && !ended(call.info) && !proved(call.info) && lift(&b) > 1
                   ? by_pivots(s, call, problem, &b)
                   : st;
    }
    /* a solution relative to the bounds, but not by the measure of the class? */
    b.size = size;
    s->sure = !st && within(s, problem, call.z, call.w);
    return st || s->sure ? st : again(s, call, strict, problem, &b);
}

static zn_status solve(autos *s, zni_call call, const zn_relay *p)
{
    zn_status st;

    s->sure = false;
    st = in_order(s, call, p);

    /* the tolerance of pivots may be larger than that of the class if z is large */
    if (!st && !s->sure && p->n > 1 && !within(s, p, call.z, call.w)) {
        call.info->outcome = ZN_INACCURATE;
        st = ZN_UNSOLVED;
    }
    return st;
}

/* Starts from z = 0 with bounds so distant that the terms of w are larger than q by this factor: signs will mostly be
 * in doubt, and with more than FEW rows the active sets of the short cut would cost more than they save. */
enum { FEW = 8 };
static const double COARSE = 1000;

static bool coarse(const zni_box *b, const double z[])
{
    return b->n > FEW && zni_cold(b->n, z) && largest_term(b) > COARSE * zni_largest(b->q, b->n);
}

/* The short cut; if signs are in doubt z is the start again, and the lists are run. */
static bool near(void *state, const void *problem, double z[], double w[],
                 zn_solve_info *info)
{
    autos *s = state;
    const zni_box b = zni_relay_box(problem);
    const size_t bytes = (size_t)b.n * sizeof *z;
    double start[ZNI_WARM_MAX];

    if (b.n > ZNI_WARM_MAX || (b.M->storage == ZN_DENSE && zni_few_rows_far(b.M)))
        return false;
    memcpy(start, z, bytes);
    s->tools.warm.exact = false; /* where that would be needed the lists are run */
    if (!zni_box_near(&s->tools, &b, !coarse(&b, z), z, w, info))
        return false;
    if (b.n == 1 || zni_box_plain(&b, z, w))
        return true;
    memcpy(z, start, bytes);
    return false;
}

static void fini(autos *s, zn_ctx *ctx)
{
    zni_attempts_fini(&s->tools, ctx);
    zn_free_array(ctx, s->kept);
}

static const zn_option options[] = {
    ZNI_BOX_OPTIONS(autos, 100, "Newton steps of each method before the next is tried"),
    ZN_OPT_INT(autos, pivot_max, 32, 1, ZNI_DENSE_PIVOTS, "-",
               "largest n for which pivots come first"),
    ZNI_BALANCE_OPTION(autos, balance),
    ZN_OPT_END,
};

ZNI_BOX_AUTO(relay, RELAY, "closed form, pivots or Newton by size; falls back", autos,
             options);
