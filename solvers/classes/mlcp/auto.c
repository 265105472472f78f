/* auto.c - the MLCP solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../box/attempts.h"
#include "mlcp.h"

/* The strategy, in order; the first that brings the error to tol answers:
 *
 *   substitution triangular matrices
 *   cao-ferris   small dense problems
 *   direct       the active set of the start; no complementarity rows: one
 *                linear system
 *   active sets  newton-min, undamped, left at the first set that comes again
 *   lemke        after elimination of the equality rows (n <= 2000)
 *   cao-ferris   dense problems: where that block is singular, as that of an odd number of
 *                rows of a skew M
 *   newton-fb
 *   newton-min   damped
 *   psor         regularised
 *   branch       a tree of choices of sides, of up to 64 rows
 *
 * Sparse problems have newton-min, damped where a set comes again, as long as pivots
 * are predicted to cost more: on bridges of diodes the sets come again, and what follows
 * is two to four times as quick as another method from the start. Then newton-fb, and
 * pivots from the best point (cao-ferris): an elimination would fill. Singular systems
 * (redundant joints) are solved by a proximal iteration inside direct and
 * active sets, and by proximal points where all of the list has failed. Each method has a limit of iterations, so the time is
 * bounded. */

/* Rows of small problems; Newton steps of a method, of those that max_iter allows. */
enum { SMALL = 64, STEPS = 100 };

typedef struct autos {
    zni_attempts tools;
    zni_schur schur;
    zni_extra extra;
} autos;

static zn_status direct(void *state, zn_ctx *ctx, const void *problem,
                        const zni_box *b, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    autos *s = state;

    (void)problem;
    info->solver = "direct";
    return zni_direct_try(ctx, s->tools.tol, &s->tools.newton, b, z, w, mon,
                          info);
}

static zn_status lemke(void *state, zn_ctx *ctx, const void *problem,
                       const zni_box *b, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    autos *s = state;

    info->solver = "lemke";
    if (b->n > ZNI_DENSE_PIVOTS)
        return ZN_EINVAL;
    s->schur.tol = s->tools.tol;
    s->schur.max_iter = 50 * b->n;
    return zni_schur_solve(&s->schur, ctx, problem, z, w, mon, info);
}

static const zni_choice small[] = {
    {zni_try_cao_ferris, "few rows: pivots from a vertex"},
    {lemke, "needs nothing of M, equalities eliminated"},
    {direct, "the set of the start, or no complementarity at all"},
    {zni_try_active_sets, "one factorisation a set"},
    {zni_try_newton_fb, "descends where the sets cycle"},
    {zni_try_newton_min, "active sets, damped"},
    {zni_try_psor, "products alone, regularised"},
    {zni_try_branch, "few rows: choices of sides, refuted or found by linear programs"},
    {NULL, NULL},
};
static const zni_choice dense[] = {
    {direct, "the set of the start, or no complementarity at all"},
    {zni_try_active_sets, "one factorisation a set"},
    {lemke, "needs nothing of M, equalities eliminated"},
    {zni_try_cao_ferris, "equality rows may be singular: pivots from a vertex"},
    {zni_try_newton_fb, "descends where the sets cycle"},
    {zni_try_newton_min, "active sets, damped"},
    {zni_try_psor, "products alone, regularised"},
    {NULL, NULL},
};
static const zni_choice sparse[] = {
    {direct, "the set of the start, or no complementarity at all"},
    {zni_try_newton_min,
     "one sparse factorisation a set, as long as pivots would cost more"},
    {zni_try_newton_fb, "descends where the sets cycle"},
    {zni_try_path, "needs nothing of M: pivots from the best point"},
    {zni_try_psor, "products alone, regularised"},
    {zni_try_branch, "few rows: choices of sides, refuted or found by linear programs"},
    {NULL, NULL},
};

static const zni_choice *strategy(const zni_box *b)
{
    if (b->M->storage != ZN_DENSE)
        return sparse;
    return b->n > SMALL ? dense : small;
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st = zni_attempts_reserve(&s->tools, ctx, n, nnz);

    if (!st && nnz >= n * n && n <= ZNI_DENSE_PIVOTS)
        st = zni_schur_reserve(&s->schur, ctx, n, nnz);
    return st;
}

static zn_status square(autos *s, zn_ctx *ctx, const zn_mlcp *p, double z[],
                        double w[], zn_monitor *mon, zn_solve_info *info)
{
    zni_front *f = &s->tools.front;
    zni_box b;
    zn_status st = f->view(f, ctx, p, &b);

    if (!st)
        st = zni_front_store(f, ctx, &b);
    if (st)
        return st;
    return zni_attempts_solve(s, ctx, strategy(&b), p, &b, z, w, mon, info);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    const zn_mlcp *p = problem;
    zn_mlcp first;
    zn_status st;

    s->tools.steps = STEPS;
    if (p->M->rows == p->n)
        return square(s, ctx, p, z, w, mon, info);
    st = zni_extra_reserve(ctx, &s->extra, p->n, p->M->rows);
    if (st)
        return st;
    first = zni_extra_square(&s->extra, p);
    st = square(s, ctx, &first, z, w, mon, info);
    return st == ZN_ENOMEM ? st
                           : zni_extra_solve(ctx, &s->extra, p, s->tools.tol, z,
                                             w, mon, info);
}

static bool near(void *state, const void *problem, double z[], double w[],
                 zn_solve_info *info)
{
    zni_attempts *s = &((autos *)state)->tools;
    const zn_mlcp *p = problem;
    static const double bound[2] = {0, -INFINITY};
    double lo[ZNI_WARM_MAX];
    zni_box b = {.n = p->n, .M = p->M, .q = p->q, .lo = lo};

    if (p->n > ZNI_WARM_MAX || p->M->rows != p->n)
        return false;
    for (zn_index i = 0; i < p->n; i++)
        lo[i] = bound[p->eq[i] != 0];
    return p->n > 1 && zni_box_near(s, &b, true, z, w, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_attempts_fini(&s->tools, ctx);
    zni_schur_fini(&s->schur, ctx);
    zni_extra_fini(ctx, &s->extra);
}

static const zn_option options[] = {
    {ZN_OPTION_REAL, "tol", offsetof(autos, tools.tol), 1e-10, 0, 1, NULL, "-",
     "error that counts as solved"},
    {ZN_OPTION_INT, "max_iter", offsetof(autos, tools.max_iter), 1000, 1, 1e6,
     NULL, "-",
     "Newton steps of each method at most; beyond 100 only where that is "
     "cheaper than pivots"},
    ZN_OPT_END,
};

ZNI_BOX_AUTO(mlcp, MLCP, "pivots, active sets, Newton by size; falls back", autos,
             options);
