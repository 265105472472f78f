/* auto.c - the LCP solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../box/attempts.h"
#include "lcp.h"

/* The strategy, in order; the first that brings the error to tol answers:
 *
 *   n = 1            closed form
 *   n <= 4, dense    from z = 0 all sets of free rows
 *   triangular       substitution
 *   n <= 16, dense   from z > 0 its active set and a few after it first, from
 *                    z = 0 after lemke, whose pivots cost less from there
 *   small            lemke, active sets, newton-fb, interior-point, psor
 *   dense            active sets (few), lemke, newton-fb, interior-point, psor
 *   sparse           active sets, interior-point, newton-fb, cao-ferris, psor
 *
 * A game of two players has a path of its own (game.c), which comes first: lemke mostly
 * ends on a ray there.
 *
 * After these, where n is small enough: lemke with other covering vectors, and a tree of
 * choices of sides. A ray says nothing of other covering vectors unless M is of a class for which
 * there is a theorem.
 *
 * Small is n <= pivot_max, a quarter of that for sparse storage. Lemke first
 * where it is cheap: it needs no property of M, meets degeneracy exactly and
 * says when it ends on a ray; full ones above 2000 rows are left out. Beyond, one
 * factorisation of the right active set is all that has to be paid, and the
 * active set of a warm start is mostly right: newton-min does that, undamped,
 * and is left at the first set that comes again. Each method has a limit of
 * iterations, so the time is bounded. */

enum { COVERS_MAX = 200, COVERS = 8 };

/* sets tried for a dense matrix: as many cost what Lemke's pivots cost */
enum { DENSE_SETS = 10 };

typedef struct autos {
    zni_attempts tools;
    zn_index pivot_max;
    zni_lemke lemke;
    double *cover; /* n */
    zn_index cap_cover;
} autos;

static void limit_paths(autos *s, zn_index n)
{
    s->lemke.tol = s->tools.tol;
    s->lemke.max_iter = 50 * n;
}

static zn_status lemke(void *state, zn_ctx *ctx, const void *problem,
                       const zni_box *b, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    autos *s = state;

    info->solver = "lemke";
    if (b->n > ZNI_DENSE_PIVOTS)
        return ZN_EINVAL;
    limit_paths(s, b->n);
    return zni_lemke_solve(&s->lemke, ctx, problem, z, w, mon, info);
}

static zn_status covers(void *state, zn_ctx *ctx, const void *problem,
                        const zni_box *b, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    autos *s = state;
    zn_status st =
        b->n > COVERS_MAX
            ? ZN_EINVAL
            : zn_grow(ctx, &s->cover, &s->cap_cover, b->n, sizeof *s->cover);

    info->solver = "lemke";
    limit_paths(s, b->n);
    return st ? st : zni_lemke_covers(ctx, &s->lemke, problem, COVERS, s->cover, z, w, mon, info);
}

static zn_status game(void *state, zn_ctx *ctx, const void *problem,
                      const zni_box *b, double z[], double w[], zn_monitor *mon,
                      zn_solve_info *info)
{
    autos *s = state;
    const zn_lcp stored = {.n = b->n, .M = b->M, .q = b->q};

    (void)problem;
    info->solver = "lemke-howson";
    if (b->n > ZNI_DENSE_PIVOTS)
        return ZN_EINVAL;
    limit_paths(s, b->n);
    return zni_lcp_game(&s->lemke, ctx, &stored, z, w, mon, info);
}

/* From z = 0 alone: what is known of z chooses among solutions, and mostly is the set. */
static zn_status cones(void *state, zn_ctx *ctx, const void *problem, const zni_box *b,
                       double z[], double w[], zn_monitor *mon, zn_solve_info *info)
{
    autos *s = state;

    (void)ctx, (void)problem;
    info->solver = "closed-form";
    if (!s->tools.pivots_first || b->n > ZNI_CONES || b->M->storage != ZN_DENSE)
        return ZN_EINVAL;
    if (zn_monitor_tick(mon, 0, -1)) {
        zni_box_dual(b, z, w);
        info->outcome = ZN_INTERRUPTED;
        return ZN_UNSOLVED;
    }
    if (!zni_lcp_cones(b, z, w, &info->iterations))
        return ZN_EINVAL;
    info->error = zni_box_residual(b, z, w);
    return ZN_OK;
}

static zn_status interior(void *state, zn_ctx *ctx, const void *problem,
                          const zni_box *b, double z[], double w[],
                          zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;
    zni_interior opt = {.tol = s->tol, .max_iter = s->max_iter};

    (void)problem;
    info->solver = "interior-point";
    return zni_lcp_interior(ctx, &s->newton, &opt, b, z, w, mon, info);
}

static const zni_choice small[] = {
    {game, "a game of two players has a path of its own"},
    {cones, "few rows: determinants of all sets"},
    {lemke, "few rows: needs nothing of M"},
    {zni_try_small, "the set of the start and its like"},
    {zni_try_active_sets, "one factorisation a set"},
    {zni_try_newton_fb, "descends where the sets cycle"},
    {interior, "a monotone M"},
    {zni_try_psor, "products alone"},
    {covers, "other paths from other covering vectors"},
    {zni_try_branch, "few rows: choices of sides, refuted or found by linear programs"},
    {NULL, NULL},
};
static const zni_choice dense[] = {
    {game, "a game of two players has a path of its own"},
    {zni_try_active_sets, "a few sets cost less than the pivots"},
    {lemke, "needs nothing of M"},
    {zni_try_newton_fb, "descends where the sets cycle"},
    {interior, "a monotone M"},
    {zni_try_psor, "products alone"},
    {covers, "other paths from other covering vectors"},
    {NULL, NULL},
};
static const zni_choice sparse[] = {
    {zni_try_active_sets, "one sparse factorisation a set"},
    {interior, "a monotone M"},
    {zni_try_newton_fb, "descends where the sets cycle"},
    {zni_try_path, "needs nothing of M: pivots from the best point"},
    {zni_try_psor, "products alone"},
    {zni_try_branch, "few rows: choices of sides, refuted or found by linear programs"},
    {NULL, NULL},
};

static const zni_choice *strategy(const autos *s, const zni_box *b)
{
    bool full = b->M->storage == ZN_DENSE;

    if (b->n <= (full ? s->pivot_max : s->pivot_max / 4))
        return small;
    return full ? dense : sparse;
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st = zni_attempts_reserve(&s->tools, ctx, n, nnz);

    if (!st && n <= s->pivot_max)
        st = zni_lemke_reserve(&s->lemke, ctx, n, nnz);
    return st;
}

static bool cold(zn_index n, const double z[])
{
    zn_index i = 0;

    while (i < n && z[i] == 0)
        i++;
    return i == n;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    zni_box b = zni_lcp_box(problem);
    zn_status st;

    if (b.n == 1) {
        info->solver = "closed-form";
        return zni_box_scalar(&b, z, w, info);
    }
    st = zni_front_store(&s->tools.front, ctx, &b);
    if (st)
        return st;
    s->tools.dense_sets = DENSE_SETS;
    s->tools.pivots_first = cold(b.n, z);
    return zni_attempts_solve(s, ctx, strategy(s, &b), problem, &b, z, w, mon,
                              info);
}

/* From z = 0 pivots come first. */
static bool near(void *state, const void *problem, double z[], double w[],
                 zn_solve_info *info)
{
    autos *s = state;
    zni_box b = zni_lcp_box(problem);
    zni_few_rows full;
    const bool from_zero = cold(b.n, z);
    zn_index players;

    if (!zni_few_rows_full(&full, &b))
        return false;
    players = from_zero ? zni_lcp_players(&(zn_lcp){.n = b.n, .M = b.M, .q = b.q}) : 0;
    if (from_zero && !players && b.n <= s->pivot_max &&
        zni_lcp_cones(&b, z, w, &info->iterations)) {
        info->solver = "closed-form";
        return true;
    }
    if (zni_box_near(&s->tools, &b, !from_zero, z, w, info))
        return true;
    if (!from_zero || b.n == 1 || b.n > ZNI_LEMKE_FEW || b.n > s->pivot_max)
        return false;
    info->solver = players > 0 ? "lemke-howson" : "lemke";
    return players > 0 ? zni_lcp_game_few(&b, players, 50 * b.n, z, w, &info->iterations)
                       : zni_lemke_few(&b, true, 50 * b.n, z, w, &info->iterations);
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_attempts_fini(&s->tools, ctx);
    zni_lemke_fini(&s->lemke, ctx);
    zn_free_array(ctx, s->cover);
}

static const zn_option options[] = {
    {ZN_OPTION_REAL, "tol", offsetof(autos, tools.tol), 1e-10, 0, 1, NULL, "-",
     "error that counts as solved"},
    ZN_OPT_INT(autos, pivot_max, 64, 1, ZNI_DENSE_PIVOTS, "-",
               "largest n for which pivots come first (sparse: a quarter)"),
    {ZN_OPTION_INT, "max_iter", offsetof(autos, tools.max_iter), 100, 1, 1e6,
     NULL, "-", "Newton steps of each method before the next is tried"},
    ZN_OPT_END,
};

ZNI_BOX_AUTO(lcp, LCP, "closed form, pivots or Newton by size; falls back", autos,
             options);
