/* auto.c - linear complementarity: the default solver, lists of methods
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../box/attempts.h"
#include "../../linalg/far_rows.h"
#include "lcp.h"

extern const zn_problem_type zni_lcp_problem;

/* Small means n <= pivot_max, a quarter of that for sparse storage. There pivots are cheap and come first: principal
 * ones from z = 0, which do for most M, then Lemke's, which need no property of M, handle degeneracy exactly and report
 * when they end on a ray; they are not used for dense M above 2000 rows. Where a few active sets cost less than both
 * these come first, and so do they in larger problems, as newton-min, undamped: a factorisation of the right active
 * set is all that is needed, and the active set of a warm start is mostly right. It is given up at the first set that
 * is repeated. A ray from one covering vector says nothing about others, unless M is of a class with such a theorem.
 * Each method has a limit of iterations, so the time is bounded. */

/* The largest n for which other covering vectors are tried, and their number: so many paths of n pivots, each of which
 * changes n^2 numbers, are 10^8 operations, a tenth of a second. */
enum { COVERS_MAX = 200, COVERS = 8 };

/* limit of pivots for each row of a path; paths that end mostly need about one for each row */
enum { PIVOTS = 50 };

/* What is known of a full M before it is factored. With A and B its symmetric and its skew part, (tr M)^2 / |A|^2 in
 * Frobenius' norm is at most the rank of a semi-definite A. */
typedef struct shape {
    double trace, even, odd; /* tr M, |A|^2, |B|^2 */
} shape;

static shape look(const zni_box *b)
{
    const double *M = b->M->x;
    const zn_index n = b->n;
    shape k = {0};

    for (zn_index j = 0; j < n; j++) {
        k.trace += M[j + j * n];
        k.even += M[j + j * n] * M[j + j * n];
        for (zn_index i = 0; i < j; i++) {
            const double x = M[i + j * n], y = M[j + i * n];

            k.even += (x + y) * (x + y) / 2;
            k.odd += (x - y) * (x - y) / 2;
        }
    }
    return k;
}

/* Active sets seldom come again, and are seldom singular, if the rank is not small and the skew part not large. At
 * random this is 0.6 n for the full rank and 0.4 n for 0.7 of it, where sets are quicker; 0.33 n for half the rank and
 * 0.3 n for a skew part as large as the symmetric one, where pivots are as quick; 0.23 n for 0.3 of the rank and 0.06 n
 * for a skew part three times as large. */
static bool settles(const shape *k, zn_index n)
{
    return 8 * k->trace * k->trace >= 3 * (double)n * (k->even + k->odd);
}

/* Principal pivots go round in circles if the skew part is more than this times as large. */
static const double SKEW = 4;

/* From z = 0, the active sets of a small full matrix come first where Lemke's method has no short way: each takes a
 * third of m^3 operations for m free rows, its pivots m n^2 in all. Not for games, whose blocks are singular. */
static bool sets_first(const zni_box *b)
{
    if (b->n <= ZNI_LEMKE_FEW || b->n > ZNI_WARM_MAX || zni_lcp_players(b) > 0)
        return false;
    const shape k = look(b);

    return settles(&k, b->n);
}

typedef struct autos {
    zni_attempts tools;
    zn_index pivot_max;
    zni_lemke lemke;
    double *cover; /* n */
    zn_index cap_cover;
    bool cold; /* the start is z = 0 */
    shape is;
} autos;

static void limit_paths(autos *s, zn_index n)
{
    s->lemke.tol = s->tools.tol;
    s->lemke.max_iter = PIVOTS * n;
}

static zn_status lemke(zni_turn *t)
{
    autos *s = t->state;

    if (t->of->nz > ZNI_DENSE_PIVOTS)
        return ZN_EINVAL;
    limit_paths(s, t->of->nz);
    return zni_lemke_solve(&s->lemke, zni_call_of(t), t->problem);
}

static zn_status covers(zni_turn *t)
{
    autos *s = t->state;
    const zn_index n = t->of->nz;
    const zn_status st =
        n > COVERS_MAX ? ZN_EINVAL
                       : zn_grow(t->ctx, &s->cover, &s->cap_cover, n, sizeof *s->cover);

    limit_paths(s, n);
    return st ? st : zni_lemke_covers(zni_call_of(t), &s->lemke, t->problem, COVERS, s->cover);
}

static zn_status game(zni_turn *t)
{
    autos *s = t->state;
    const zni_box *b = s->tools.box;

    if (b->n > ZNI_DENSE_PIVOTS)
        return ZN_EINVAL;
    limit_paths(s, b->n);
    return zni_lcp_game(&s->lemke, zni_call_of(t), b);
}

/* Only from z = 0: a warm start chooses among several solutions, and mostly has the right active set. */
static zn_status cones(zni_turn *t)
{
    autos *s = t->state;
    const zni_box *b = s->tools.box;

    if (!s->tools.pivots_first || b->n > ZNI_CONES || b->M->storage != ZN_DENSE)
        return ZN_EINVAL;
    if (zn_monitor_tick(t->mon, 0, -1)) {
        zni_box_dual(b, t->z, t->w);
        t->info->outcome = ZN_INTERRUPTED;
        return ZN_UNSOLVED;
    }
    if (!zni_lcp_cones(b, true, t->z, t->w, &t->info->iterations))
        return ZN_EINVAL;
    t->info->error = zni_box_residual(b, t->z, t->w);
    return ZN_OK;
}

/* Where the short way of a few rows ends, if pivots are to come first */
static bool many(const zni_turn *t)
{
    const autos *s = t->state;

    return s->cold && t->of->nz > ZNI_LEMKE_FEW && s->tools.box->M->storage == ZN_DENSE;
}

/* a few active sets cost half of the pivots from some 25 rows on */
enum { SETS = 25 };

static bool sets_pay(const zni_turn *t)
{
    autos *s = t->state;

    if (!many(t))
        return false;
    s->is = look(s->tools.box); /* for the next method, too */
    return t->of->nz >= SETS && settles(&s->is, t->of->nz);
}

static bool nearly_even(const zni_turn *t)
{
    const autos *s = t->state;

    return many(t) && s->is.odd <= SKEW * SKEW * s->is.even;
}

/* They mostly need a pivot for each row that ends free. If they fail, or take more than one for each row, they do not
 * apply. */
static zn_status bard(zni_turn *t)
{
    autos *s = t->state;
    zn_status st;

    s->lemke.tol = s->tools.tol;
    s->lemke.max_iter = t->of->nz;
    st = zni_lcp_principal(&s->lemke, zni_call_of(t), true, t->problem);
    return st > 0 && !zni_over(t->mon, &t->info->outcome) ? ZN_EINVAL : st;
}

static zn_status interior(zni_turn *t)
{
    zni_attempts *s = t->state;
    zni_interior opt = {.tol = s->tol, .max_iter = s->max_iter};

    return zni_lcp_interior(zni_call_of(t), &s->newton, &opt, s->box);
}

#define GAME {"lemke-howson", "a bimatrix game: the path of Lemke and Howson", .run = game}
#define INTERIOR {"interior-point", "a monotone M", .run = interior}
#define COVERED {"lemke", "other paths from other covering vectors", .run = covers}

static const zni_method small[] = {
    GAME,
    {"closed-form", "few rows: all complementary cones", .run = cones},
    {"newton-min", "a few sets cost less than the pivots", .run = zni_try_first_sets, .suits = sets_pay,
     .kind = ZNI_REGULAR},
    {"bard", "principal pivots, which take half the columns that Lemke's take", .run = bard, .suits = nearly_even},
    {"lemke", "few rows: needs no property of M", .run = lemke},
    {"newton-min", "one factorisation a set", .run = zni_try_active_sets},
    ZNI_NEWTON_FB,
    INTERIOR,
    ZNI_PSOR,
    COVERED,
    ZNI_BRANCH,
    ZNI_LAST,
};
static const zni_method dense[] = {
    GAME,
    {"newton-min", "a few sets cost less than the pivots", .run = zni_try_first_sets},
    {"lemke", "needs no property of M", .run = lemke},
    ZNI_NEWTON_FB,
    INTERIOR,
    ZNI_PSOR,
    COVERED,
    ZNI_LAST,
};
static const zni_method sparse[] = {
    ZNI_FEW_SWEEPS,
    {"newton-min", "one sparse factorisation a set", .run = zni_try_active_sets,
     .from = ZNI_FROM_START},
    ZNI_CHEAP_PIVOTS,
    INTERIOR,
    ZNI_NEWTON_FB,
    {"cao-ferris", "needs no property of M: pivots from the best point", .run = zni_try_path},
    ZNI_PSOR,
    ZNI_BRANCH,
    ZNI_LAST,
};

static const zni_method *strategy(const autos *s, const zni_box *b)
{
    bool full = b->M->storage == ZN_DENSE;

    if (b->n <= (full ? s->pivot_max : s->pivot_max / 4))
        return small;
    return full ? dense : sparse;
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st = zni_attempts_reserve(&s->tools, ctx, &zni_lcp_problem, n, nnz);

    if (!st && n <= s->pivot_max)
        st = zni_lemke_reserve(&s->lemke, ctx, n, nnz);
    if (!st && n <= s->pivot_max && n <= COVERS_MAX)
        st = zn_grow(ctx, &s->cover, &s->cap_cover, n, sizeof *s->cover);
    return st;
}

static zn_status solve(autos *s, zni_call call, const void *problem)
{
    zni_box b = zni_lcp_box(problem);
    zn_status st;

    if (b.n == 1) {
        call.info->solver = "closed-form";
        return zni_box_scalar(&b, call.z, call.w, call.info);
    }
    st = zni_front_store(&s->tools.front, call.ctx, &b);
    if (st)
        return st;
    s->cold = zni_cold(b.n, call.z);
    s->tools.pivots_first = s->cold && !sets_first(&b);
    s->tools.warm.falling = s->cold;
    return zni_attempts_solve(&s->tools, call, strategy(s, &b), &zni_lcp_problem, problem, &b);
}

/* The short cut: closed forms, the active set of the start, or pivots, which come first from z = 0. */
static bool near(void *state, const void *problem, double z[], double w[],
                 zn_solve_info *info)
{
    autos *s = state;
    zni_box b = zni_lcp_box(problem);
    zni_few_rows full;
    const bool from_zero = zni_cold(b.n, z);
    zn_index players;

    if (!zni_few_rows_full(&full, &b))
        return false;
    players = from_zero ? zni_lcp_players(&b) : 0;
    if (from_zero && !players && b.n <= s->pivot_max &&
        zni_lcp_cones(&b, false, z, w, &info->iterations)) {
        info->solver = "closed-form";
        return true;
    }
    if (zni_few_rows_far(b.M))
        return false;
    s->tools.warm.falling = from_zero;
    if (zni_box_near(&s->tools, &b, !from_zero || sets_first(&b), z, w, info))
        return true;
    if (!from_zero || b.n == 1 || b.n > ZNI_LEMKE_FEW || b.n > s->pivot_max)
        return false;
    info->solver = players > 0 ? "lemke-howson" : "lemke";
    return players > 0 ? zni_lcp_game_few(&b, players, PIVOTS * b.n, z, w, &info->iterations)
                       : zni_lemke_few(&b, true, PIVOTS * b.n, z, w, &info->iterations);
}

static void fini(autos *s, zn_ctx *ctx)
{
    zni_attempts_fini(&s->tools, ctx);
    zni_lemke_fini(&s->lemke, ctx);
    zn_free_array(ctx, s->cover);
}

static const zn_option options[] = {
    ZNI_BOX_OPTIONS(autos, 100, "Newton steps of each method before the next is tried"),
    ZN_OPT_INT(autos, pivot_max, 64, 1, ZNI_DENSE_PIVOTS, "-",
               "largest n for which pivots come first (sparse: a quarter)"),
    ZN_OPT_END,
};

ZNI_BOX_AUTO(lcp, LCP, "closed form, pivots or Newton by size; falls back", autos,
             options);
