/* klu.c - sparse LU by KLU; the symbolic analysis is kept while the pattern stays
 * SPDX-License-Identifier: Apache-2.0
 *
 * There are two orderings. AMD works on the pattern of A + A'. It is the right one while the pivots stay on the
 * diagonal, and then KLU knows the fill beforehand. COLAMD bounds the fill whatever rows the pivots come from. So AMD
 * is used where the diagonal is strong, and COLAMD where it is weak. If the factors fill much more than AMD predicts,
 * the other ordering is tried once and the smaller factors stay. Both analyses are kept as long as the pattern. After a
 * restart the choice is made again, so that values of earlier problems do not influence the result. */
#include "lu.h"

#include <math.h>
#include <string.h>

#include <klu.h>

#include "../core/monitor.h"

/* Davis & Palamadai Natarajan, ACM TOMS 37 (2010). KLU takes its memory from malloc, not from the context. A
 * refactorisation allocates nothing. */
struct zni_klu {
    klu_l_common common;
    klu_l_symbolic *by[2]; /* the analyses; that of COLAMD is made when it is needed */
    int now;               /* the ordering in use */
    klu_l_numeric *numeric;
    zni_cost foreseen; /* cost with AMD and pivots on the diagonal */
    zni_cost bound;    /* bound of the cost with COLAMD and any pivots */
    bool bounded;      /* bound has been computed */
    double *scale;     /* n, work */
    zn_index cap_scale;
    zn_index *work; /* n: a permutation */
    zn_index cap_work;
    bool settled;      /* which ordering it is, since the last restart */
    bool stale;        /* the factors are of before it                 */
    bool restarts;     /* there are such: they will want a copy of L   */
    zn_index *Lp, *Li; /* n + 1 and so many as L has: a copy of it     */
    double *Lx;
    zn_index cap_Lp, cap_Li, cap_Lx;
};

enum { AMD = 0, COLAMD = 1 };

/* If the factors have more than MUCH times the predicted entries, one factorisation by the other ordering is worth
 * while: it pays back within as many refactorisations. */
enum { MUCH = 2 };

_Static_assert(sizeof(zn_index) == sizeof(SuiteSparse_long),
               "KLU's long version takes our indices as they are");

static zn_status status_of(zn_ctx *ctx, const klu_l_common *common)
{
    switch (common->status) {
    case KLU_OK:
        return ZN_OK;
    case KLU_SINGULAR:
        return ZN_ESINGULAR;
    case KLU_OUT_OF_MEMORY:
        return zn_fail(ctx, ZN_ENOMEM, "KLU: out of memory");
    default:
        return zn_fail(ctx, ZN_EINVAL, "KLU refuses the matrix, code %ld",
                       (long)common->status);
    }
}

zn_status zni_klu_new(zn_ctx *ctx, struct zni_klu **klu, bool restarts)
{
    if (!*klu) {
        *klu = zn_alloc(ctx, 1, sizeof **klu);
        if (!*klu)
            return ZN_ENOMEM;
        klu_l_defaults(&(*klu)->common);
    }
    (*klu)->restarts |= restarts;
    return ZN_OK;
}

void zni_klu_largest_pivots(struct zni_klu *klu)
{
    klu->common.tol = 0.5;
}

/* ---- analysis ------------------------------------------------------------------- */

static zn_status analyse(zn_ctx *ctx, struct zni_klu *k, const zni_csc *c,
                         int ordering)
{
    if (k->by[ordering])
        return ZN_OK;
    k->common.ordering = ordering;
    k->by[ordering] = klu_l_analyze(c->n, c->p, c->i, &k->common);
    return k->by[ordering] ? ZN_OK : status_of(ctx, &k->common);
}

static void forget(struct zni_klu *k)
{
    klu_l_free_numeric(&k->numeric, &k->common);
    for (int o = AMD; o <= COLAMD; o++)
        klu_l_free_symbolic(&k->by[o], &k->common);
    k->now = AMD;
    k->settled = k->stale = k->bounded = false;
}

/* Operations of minimum degree per row, as in chol.c, and of the rest of KLU's analysis per entry. */
static const double DEGREE = 3000, ENTRY = 200;

double zni_klu_analysis(double n, double nnz)
{
    return DEGREE * n + ENTRY * nnz;
}

zn_status zni_klu_pattern(zn_ctx *ctx, struct zni_klu *k, const zni_csc *c)
{
    zn_status st;

    forget(k);
    st = analyse(ctx, k, c, AMD);
    if (!st)
        k->foreseen = (zni_cost){k->by[AMD]->lnz + k->by[AMD]->unz,
                                 k->by[AMD]->est_flops};
    return st;
}

/* Would KLU take every pivot from the diagonal if elimination did not change the magnitudes? Rows are scaled by their
 * largest entry, as KLU does. */
static bool strong(const struct zni_klu *k, const zni_csc *c, const double x[])
{
    double *scale = k->scale;
    const klu_l_symbolic *s = k->by[AMD];

    memset(scale, 0, (size_t)c->n * sizeof *scale);
    for (zn_index m = 0; m < c->nnz; m++)
        scale[c->i[m]] = fmax(scale[c->i[m]], fabs(x[m]));
    for (zn_index j = 0; j < c->n; j++) {
        const zn_index col = s->Q[j];
        double top = 0, own = 0;

        for (zn_index m = c->p[col]; m < c->p[col + 1]; m++) {
            const double a = fabs(x[m]) / scale[c->i[m]];

            top = fmax(top, a);
            if (c->i[m] == s->P[j])
                own = a;
        }
        if (!(own >= k->common.tol * top && own > 0))
            return false;
    }
    return true;
}

zn_status zni_klu_diagonal(zn_ctx *ctx, struct zni_klu *k, const zni_csc *c,
                           const double x[], bool *out)
{
    const zn_status st =
        zn_grow(ctx, &k->scale, &k->cap_scale, c->n, sizeof *k->scale);

    *out = !st && strong(k, c, x);
    return st;
}

/* The time of COLAMD grows with its fill, which is not known beforehand: it takes seconds where AMD fills 10^9. So it
 * is not started if there is no time for as many entries as AMD has. */
zn_status zni_klu_predict(zn_ctx *ctx, struct zni_klu *k, const zni_csc *c,
                          const double x[], const zn_monitor *mon, zni_cost *out)
{
    bool own;
    zn_status st = zni_klu_diagonal(ctx, k, c, x, &own);

    *out = k->foreseen;
    if (st || own)
        return st;
    if (!k->bounded && !zni_affords(mon, ZNI_NUMBER * k->foreseen.values))
        return ZN_UNSOLVED;
    if (!k->bounded) {
        st = analyse(ctx, k, c, COLAMD);
        if (!st)
            st = zni_chol_bound(ctx, c, k->by[COLAMD]->Q, &k->bound);
        k->bounded = !st;
    }
    if (!st)
        *out = k->bound;
    return st;
}

zni_cost zni_klu_foreseen(const struct zni_klu *k)
{
    return k->foreseen;
}

/* ---- factors -------------------------------------------------------------------- */

static double numbers(const klu_l_numeric *f)
{
    return f ? (double)f->lnz + (double)f->unz : INFINITY;
}

static klu_l_numeric *factors(struct zni_klu *k, const zni_csc *c, double x[],
                              int ordering)
{
    return klu_l_factor(c->p, c->i, x, k->by[ordering], &k->common);
}

/* Factor by the other ordering as well and keep the smaller factors. */
static zn_status compare(zn_ctx *ctx, struct zni_klu *k, const zni_csc *c,
                         double x[])
{
    const int other = k->now == AMD ? COLAMD : AMD;
    klu_l_numeric *f;
    zn_status st = analyse(ctx, k, c, other);

    if (st)
        return st;
    f = factors(k, c, x, other);
    if (numbers(f) < numbers(k->numeric)) {
        klu_l_numeric *much = k->numeric;

        k->numeric = f;
        k->now = other;
        f = much;
    }
    klu_l_free_numeric(&f, &k->common);
    if (k->numeric)
        k->common.status = KLU_OK;
    return ZN_OK;
}

/* Are all pivots those of the analysis? */
static bool diagonal(const struct zni_klu *k, zn_index n)
{
    return memcmp(k->numeric->Pnum, k->by[k->now]->P,
                  (size_t)n * sizeof(zn_index)) == 0;
}

static zn_status copy_room(zn_ctx *ctx, struct zni_klu *k, zn_index n)
{
    const zn_index lnz = k->numeric->lnz;
    return ZNI_GROW(ctx, ZNI_ARRAY(k, Lp, n + 1), ZNI_ARRAY(k, Li, lnz), ZNI_ARRAY(k, Lx, lnz));
}

/* The first factorisation of a pattern or after a restart chooses the ordering. */
static zn_status settle(zn_ctx *ctx, struct zni_klu *k, const zni_csc *c,
                        double x[])
{
    bool own;
    zn_status st = zni_klu_diagonal(ctx, k, c, x, &own);

    k->now = own ? AMD : COLAMD;
    if (!st)
        st = analyse(ctx, k, c, k->now);
    if (st)
        return st;
    k->numeric = factors(k, c, x, k->now);
    if (numbers(k->numeric) > MUCH * k->foreseen.values)
        st = compare(ctx, k, c, x);
    k->settled = !st && k->numeric;
    /* now, so that later solves allocate nothing */
    if (k->settled && k->restarts && k->now == AMD && diagonal(k, c->n))
        st = copy_room(ctx, k, c->n);
    return st;
}

/* Are there factors, and are they regular to working precision? */
static bool sound(struct zni_klu *k)
{
    return k->numeric && k->common.status == KLU_OK &&
           klu_l_rcond(k->by[k->now], k->numeric, &k->common) &&
           k->common.rcond > 1e-15;
}

/* The largest entry of L below its diagonal. */
static zn_status largest_ratio(zn_ctx *ctx, struct zni_klu *k, zn_index n,
                               double *out)
{
    const zn_index lnz = k->numeric->lnz;
    const zn_status st = copy_room(ctx, k, n);

    *out = INFINITY;
    if (st)
        return st;
    if (!klu_l_extract(k->numeric, k->by[k->now], k->Lp, k->Li, k->Lx, NULL,
                       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                       &k->common))
        return ZN_OK;
    *out = 0;
    for (zn_index e = 0; e < lnz; e++)
        *out = !(fabs(k->Lx[e]) <= *out) ? fabs(k->Lx[e]) : *out;
    return ZN_OK;
}

/* After a restart: factors in the memory of the last ones, where new ones would have the
 * same bits. With all pivots on the diagonal they do, if KLU would take them from there
 * again: if each is at least tol times its column, that is L is at most 1 / tol (but for
 * rounding, which is left to new factors). Any doubt frees the old ones. */
static zn_status take_over(zn_ctx *ctx, struct zni_klu *k, const zni_csc *c,
                           double x[])
{
    double ratio = INFINITY;
    zn_status st = ZN_OK;

    if (k->now == AMD && diagonal(k, c->n) && strong(k, c, x) &&
        klu_l_refactor(c->p, c->i, x, k->by[AMD], k->numeric, &k->common) &&
        sound(k))
        st = largest_ratio(ctx, k, c->n, &ratio);
    k->settled = ratio * k->common.tol < 1 - 1e-9;
    if (!k->settled)
        klu_l_free_numeric(&k->numeric, &k->common);
    k->stale = false;
    return st;
}

zn_status zni_klu_factor(zn_ctx *ctx, struct zni_klu *k, const zni_csc *c,
                         double x[])
{
    if (k->numeric && k->stale) {
        const zn_status st = take_over(ctx, k, c, x);

        if (st || k->numeric)
            return st;
    }
    /* first with the pivot order of the last factors, without a search and without allocation */
    if (k->numeric) {
        klu_l_refactor(c->p, c->i, x, k->by[k->now], k->numeric, &k->common);
        if (sound(k) &&
            klu_l_rgrowth(c->p, c->i, x, k->by[k->now], k->numeric,
                          &k->common) &&
            k->common.rgrowth > 1e-6)
            return ZN_OK;
        klu_l_free_numeric(&k->numeric, &k->common);
    }
    if (!k->settled) {
        const zn_status st = settle(ctx, k, c, x);

        if (st)
            return st;
    } else {
        k->numeric = factors(k, c, x, k->now);
    }
    if (!k->numeric)
        return status_of(ctx, &k->common);
    return sound(k) ? ZN_OK : ZN_ESINGULAR;
}

zni_cost zni_klu_spent(struct zni_klu *k)
{
    const bool made = k->numeric && !k->stale;

    if (made)
        klu_l_flops(k->by[k->now], k->numeric, &k->common);
    return (zni_cost){made ? numbers(k->numeric) : 0,
                      made ? k->common.flops : 0};
}

/* The row scales are positive and the diagonal of L is one. */
zn_status zni_klu_sign(zn_ctx *ctx, struct zni_klu *k, zn_index n, int *sign)
{
    const zn_status st = zn_grow(ctx, &k->work, &k->cap_work, n, sizeof *k->work);

    if (st)
        return st;
    *sign = zni_diagonal_sign(n, k->numeric->Udiag, 1) *
            zni_permutation_sign(n, k->numeric->Pnum, k->work) *
            zni_permutation_sign(n, k->by[k->now]->Q, k->work);
    return ZN_OK;
}

void zni_klu_restart(struct zni_klu *k)
{
    k->stale = k->numeric != NULL;
    k->settled = false;
    k->restarts = true;
}

void zni_klu_solve(struct zni_klu *k, zn_index n, double b[])
{
    klu_l_solve(k->by[k->now], k->numeric, n, 1, b, &k->common);
}

void zni_klu_solve_t(struct zni_klu *k, zn_index n, double b[])
{
    klu_l_tsolve(k->by[k->now], k->numeric, n, 1, b, &k->common);
}

void zni_klu_free(zn_ctx *ctx, struct zni_klu *k)
{
    if (!k)
        return;
    forget(k);
    ZNI_FREE(ctx, k->scale, k->work, k->Lp, k->Li, k->Lx, k);
}
