/* auto.c - mixed linear complementarity: the default solver, lists of methods
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../box/attempts.h"
#include "../../core/monitor.h"
#include "../../linalg/far_rows.h"
#include "mlcp.h"

extern const zn_problem_type zni_mlcp_problem;

/* Sparse problems begin with newton-min, which is damped when a set is repeated, as long as pivots are predicted to
 * cost more: on bridges of diodes sets are repeated, and the damped steps are two to four times as quick as another
 * method from the start. They go on with newton-fb, and with pivots from the best point (cao-ferris), since an
 * elimination of the equalities would cause fill. Singular systems (redundant joints) are solved by a proximal
 * iteration within direct and the active set methods, and by proximal points if the whole list has failed. Each
 * method has a limit of iterations, so the time is bounded. */

/* SMALL: the largest n of small problems, whose pivots cost less than a few factorisations. STEPS: Newton steps of a
 * method, of those that max_iter allows; a method that converges needs ten to thirty. PIVOTS: limit of pivots for each
 * row of a path; paths that end mostly need about one. */
enum { SMALL = 64, STEPS = 100, PIVOTS = 50 };

/* the same limit for the first path of dense problems: the next one is on the smaller problem without equalities */
enum { FIRST = 3 };

/* The largest n for which equalities are eliminated from a dense copy if other methods have failed: two MB
 * and half a second at most. */
enum { FULL_COPY = 350 };

typedef struct autos {
    zni_attempts tools;
    zni_schur schur;
    zni_extra extra;
    bool dependent; /* the equality rows, whatever complementarity rows are added to the block */
} autos;

static zn_status direct(zni_turn *t)
{
    zni_attempts *s = t->state;

    return zni_direct_try(zni_call_of(t), s->tol, &s->newton, s->box);
}

static zn_status eliminated(zni_turn *t, zn_index most, bool by_auto)
{
    autos *s = t->state;
    const zn_index n = t->of->nz;

    if (n > most)
        return ZN_EINVAL;
    s->schur.tol = s->tools.tol;
    s->schur.max_iter = PIVOTS * n;
    s->schur.by_auto = by_auto;
    return zni_schur_solve(&s->schur, zni_call_of(t), t->problem);
}

static bool dependent(const zni_turn *t)
{
    return ((const autos *)t->state)->dependent;
}

static zn_status lemke(zni_turn *t)
{
    const zn_status st = eliminated(t, ZNI_DENSE_PIVOTS, false);

    ((autos *)t->state)->dependent = st == ZN_ESINGULAR;
    return st;
}

static zn_status condensed(zni_turn *t)
{
    return eliminated(t, FULL_COPY, true);
}

#define DIRECT {"direct", "the active set of the start", .run = direct}
#define LEMKE {"lemke", "needs no property of M, equalities eliminated", .run = lemke}
#define CONDENSED                                                                                  \
    {"condensed", "equalities eliminated, void ones left out; the rest as an LCP",         \
     .run = condensed}
#define SETS {"newton-min", "one factorisation a set", .run = zni_try_active_sets}
#define DAMPED {"newton-min", "active sets, damped", .run = zni_try_newton_min}

static const zni_method small[] = {
    {"cao-ferris", "few rows: pivots from a vertex", .run = zni_try_cao_ferris},
    LEMKE,
    DIRECT,
    SETS,
    ZNI_EQUALITIES,
    ZNI_NEWTON_FB,
    DAMPED,
    CONDENSED,
    ZNI_PSOR,
    ZNI_BRANCH,
    ZNI_LAST,
};
static const zni_method dense[] = {
    {"newton-min", "a few sets cost less than the pivots", .run = zni_try_first_sets},
    {"cao-ferris", "needs no property of M: pivots from a vertex", .run = zni_try_cao_ferris, .steps = FIRST},
    LEMKE,
    {"proximal", "dependent equality rows: regularised problems in turn",
     .run = zni_try_proximal, .suits = dependent, .from = ZNI_FROM_START},
    ZNI_EQUALITIES,
    ZNI_NEWTON_FB,
    DAMPED,
    CONDENSED,
    ZNI_PSOR,
    ZNI_LAST,
};
static const zni_method sparse[] = {
    ZNI_FEW_SWEEPS,
    DIRECT,
    {"newton-min", "one sparse factorisation a set, as long as pivots would cost more",
     .run = zni_try_newton_min},
    ZNI_EQUALITIES,
    ZNI_CHEAP_PIVOTS,
    ZNI_NEWTON_FB,
    {"cao-ferris", "needs no property of M: pivots from the best point", .run = zni_try_path},
    CONDENSED,
    ZNI_PSOR,
    ZNI_BRANCH,
    ZNI_LAST,
};

static const zni_method *strategy(const zni_box *b)
{
    if (b->M->storage != ZN_DENSE)
        return sparse;
    return b->n > SMALL ? dense : small;
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st = zni_attempts_reserve(&s->tools, ctx, &zni_mlcp_problem, n, nnz);

    if (!st)
        st = zni_refute_reserve(ctx, &s->tools.branch.proof, n);
    if (!st && nnz >= n * n && n <= ZNI_DENSE_PIVOTS)
        st = zni_schur_reserve(&s->schur, ctx, n, nnz);
    if (!st && nnz >= n * n && n <= SMALL) /* its inner solver, too */
        st = zni_schur_reserve_inner(&s->schur, ctx, n);
    return st;
}

static zn_status square(autos *s, zni_call call, const zn_mlcp *p)
{
    zni_front *f = &s->tools.front;
    zni_box b;
    zn_status st = f->view(f, call.ctx, p, &b);

    if (!st)
        st = zni_front_store(f, call.ctx, &b);
    if (st)
        return st;
    return zni_attempts_solve(&s->tools, call, strategy(&b), &zni_mlcp_problem, p, &b);
}

/* The problem with more rows than unknowns, see extra.c. */
static zn_status with_further(autos *s, zni_call call, const zn_mlcp *p)
{
    const size_t bytes = (size_t)p->n * sizeof *call.z;
    zn_mlcp whole;
    zn_index work;
    zn_status st = zni_extra_reserve(call.ctx, &s->extra, p->n, p->M->rows);

    if (st)
        return st;
    whole = zni_extra_square(&s->extra, p);
    st = square(s, call, &whole);
    if (st == ZN_ENOMEM)
        return st;
    work = call.info->iterations;
    if (zni_extra_met(&s->extra, p, s->tools.tol, call.z, call.w)) {
        call.info->outcome = ZN_SOLVED;
        return ZN_OK;
    }
    if (zni_over(call.mon, &call.info->outcome))
        return ZN_UNSOLVED;
    whole = zni_extra_all(&s->extra, p);
    memcpy(s->extra.z, call.z, bytes);
    s->dependent = false;
    *call.info = (zn_solve_info){.solver = "auto"};
    st = square(s, (zni_call){call.ctx, s->extra.z, call.w, call.mon, call.info}, &whole);
    memcpy(call.z, s->extra.z, bytes);
    call.info->iterations += work;
    return st;
}

static zn_status solve(autos *s, zni_call call, const zn_mlcp *p)
{
    s->tools.steps = STEPS;
    s->dependent = false;
    if (p->M->rows == p->n)
        return square(s, call, p);
    return with_further(s, call, p);
}

static bool near(void *state, const void *problem, double z[], double w[],
                 zn_solve_info *info)
{
    zni_attempts *s = &((autos *)state)->tools;
    const zn_mlcp *p = problem;
    static const double bound[2] = {0, -INFINITY};
    double lo[ZNI_WARM_MAX];
    zni_box b = {.n = p->n, .M = p->M, .q = p->q, .lo = lo};

    if (p->n > ZNI_WARM_MAX || p->M->rows != p->n || p->M->storage != ZN_DENSE ||
        zni_few_rows_far(p->M))
        return false;
    for (zn_index i = 0; i < p->n; i++)
        lo[i] = bound[p->eq[i] != 0];
    return p->n > 1 && zni_box_near(s, &b, true, z, w, info);
}

static void fini(autos *s, zn_ctx *ctx)
{
    zni_attempts_fini(&s->tools, ctx);
    zni_schur_fini(&s->schur, ctx);
    zni_extra_fini(ctx, &s->extra);
}

static const zn_option options[] = {
    ZNI_BOX_OPTIONS(autos, 1000,
                    "Newton steps of each method at most; beyond 100 only where that is "
                    "cheaper than pivots"),
    ZN_OPT_END,
};

ZNI_BOX_AUTO(mlcp, MLCP, "pivots, active sets, Newton by size; falls back", autos,
             options);
