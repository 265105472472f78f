/* chol.c - sparse Cholesky by CHOLMOD; the symbolic analysis is kept while the pattern stays
 * SPDX-License-Identifier: Apache-2.0 */
#include "../core/monitor.h"
#include "factor.h"
#include "lu.h"
#include "octave.h"

#include <math.h>
#include <string.h>

#include <cholmod.h>

/* Chen, Davis, Hager & Rajamanickam, ACM TOMS 35 (2008). CHOLMOD takes its memory from malloc, not from the context. */
struct zni_chol {
    cholmod_common common;
    cholmod_factor *L;
    cholmod_dense *X, *Y, *E; /* of solves, kept */
    double octave;            /* L L' is the matrix times this, 1 or 2 (zni_even) */
};

/* CHOLMOD starts four threads of OpenMP for every block of columns that it copies, a few microseconds of work. On a
 * busy machine, or one with fewer processors, waiting for them takes most of the time (two thirds in an obstacle
 * problem of 10^5 rows). So parallel regions are switched off meanwhile. The symbols are weak because not every CHOLMOD
 * is linked with OpenMP. */
extern int omp_get_max_active_levels(void) __attribute__((weak));
extern void omp_set_max_active_levels(int levels) __attribute__((weak));

static int one_thread(void)
{
    const bool there = omp_get_max_active_levels && omp_set_max_active_levels;
    const int levels = there ? omp_get_max_active_levels() : -1;

    if (there)
        omp_set_max_active_levels(0);
    return levels;
}

static void as_before(int levels)
{
    if (levels >= 0)
        omp_set_max_active_levels(levels);
}

_Static_assert(sizeof(zn_index) == sizeof(SuiteSparse_long),
               "CHOLMOD's long version takes our indices as they are");

/* A view of the lower triangle of the matrix with the pattern of c and the values x */
static cholmod_sparse view(const zni_csc *c, double x[])
{
    return (cholmod_sparse){.nrow = (size_t)c->n,
                            .ncol = (size_t)c->n,
                            .nzmax = (size_t)c->nnz,
                            .p = c->p,
                            .i = c->i,
                            .x = x,
                            .stype = -1,
                            .itype = CHOLMOD_LONG,
                            .xtype = CHOLMOD_REAL,
                            .dtype = CHOLMOD_DOUBLE,
                            .sorted = 1,
                            .packed = 1};
}

static zn_status status_of(zn_ctx *ctx, const cholmod_common *common)
{
    if (common->status == CHOLMOD_OK)
        return ZN_OK;
    if (common->status > 0)
        return ZN_ESINGULAR; /* not positive definite */
    if (common->status == CHOLMOD_OUT_OF_MEMORY)
        return zn_fail(ctx, ZN_ENOMEM, "CHOLMOD: out of memory");
    return zn_fail(ctx, ZN_EINVAL, "CHOLMOD refuses the matrix, code %d",
                   common->status);
}

zn_status zni_chol_new(zn_ctx *ctx, struct zni_chol **chol)
{
    struct zni_chol *k;

    if (*chol)
        return ZN_OK;
    *chol = k = zn_alloc(ctx, 1, sizeof *k);
    if (!k)
        return ZN_ENOMEM;
    cholmod_l_start(&k->common);
    k->common.print = 0;
    k->common.quick_return_if_not_posdef = 1;
    k->common.final_ll = 1; /* LDL' would continue on an indefinite matrix, without pivoting */
    k->common.nmethods = 1; /* the ordering that is set, and no other */
    return ZN_OK;
}

zni_cost zni_chol_cost(const struct zni_chol *k)
{
    return (zni_cost){k->common.lnz, k->common.fl};
}

/* Nested dissection is tried if the factorisation takes more operations than this per entry of the matrix. */
static const double DISSECTION = 1000;

/* The time of the orderings in operations, per row, and per entry for minimum degree. Minimum degree takes 0.8 to
 * 1.1 us a row in obstacle problems and for rolling contacts in blocks of five, 3.6 us where the factor fills; nested
 * dissection takes 1.4 to 8.8 us a row. */
static const double DEGREE = 3000, ENTRY = 60, PARTS = 12000;

double zni_chol_analysis(double n, double nnz, double operations)
{
    return DEGREE * n + ENTRY * nnz + (operations < DISSECTION * nnz ? 0 : PARTS * n);
}

static cholmod_factor *analysis(struct zni_chol *k, cholmod_sparse *A,
                                int ordering)
{
    k->common.method[0].ordering = ordering;
    return cholmod_l_analyze(A, &k->common);
}

/* Minimum degree first. If one factorisation takes longer than ordering by nested dissection (METIS), that is tried and
 * the cheaper ordering stays: for a cube of 10^5 rows dissection needs a third of the operations and two thirds of the
 * memory. Not every CHOLMOD has METIS. If there is no time for the second ordering there is none for the factors. */
zn_status zni_chol_pattern(zn_ctx *ctx, struct zni_chol *k, const zni_csc *c, const zn_monitor *mon)
{
    cholmod_sparse A = view(c, c->x);
    cholmod_factor *other;
    zni_cost cost;

    cholmod_l_free_factor(&k->L, &k->common);
    k->L = analysis(k, &A, CHOLMOD_AMD);
    if (!k->L)
        return status_of(ctx, &k->common);
    cost = zni_chol_cost(k);
    if (cost.operations < DISSECTION * (double)c->nnz)
        return ZN_OK;
    if (!zni_affords(mon, PARTS * (double)c->n)) {
        cholmod_l_free_factor(&k->L, &k->common);
        return ZN_UNSOLVED;
    }
    other = analysis(k, &A, CHOLMOD_METIS);
    if (other && k->common.fl < cost.operations) {
        cholmod_factor *worse = k->L;

        k->L = other;
        other = worse;
        cost = zni_chol_cost(k);
    }
    cholmod_l_free_factor(&other, &k->common);
    k->common.lnz = cost.values;
    k->common.fl = cost.operations;
    k->common.status = CHOLMOD_OK;
    return ZN_OK;
}

/* The pattern of the Cholesky factor of A'A contains those of L and U for every P A = L U (George & Ng, 1985). */
zn_status zni_chol_bound(zn_ctx *ctx, const zni_csc *c, zn_index order[], zni_cost *out)
{
    cholmod_sparse A = view(c, c->x);
    cholmod_common common;
    cholmod_sparse *T;
    cholmod_factor *L = NULL;

    A.stype = 0;
    A.xtype = CHOLMOD_PATTERN;
    cholmod_l_start(&common);
    common.print = 0;
    common.nmethods = 1;
    common.method[0].ordering = CHOLMOD_GIVEN;
    common.supernodal = CHOLMOD_SIMPLICIAL;
    T = cholmod_l_transpose(&A, 0, &common);
    if (T)
        L = cholmod_l_analyze_p(T, order, NULL, 0, &common);
    *out = (zni_cost){2 * common.lnz, 2 * common.fl};
    cholmod_l_free_factor(&L, &common);
    cholmod_l_free_sparse(&T, &common);
    const bool fine = common.status == CHOLMOD_OK;
    cholmod_l_finish(&common);
    return fine ? ZN_OK : zn_fail(ctx, ZN_ENOMEM, "CHOLMOD: out of memory");
}

/* The pivot that belongs to a stored diagonal entry of L L' or L D L' */
static double pivot(const cholmod_factor *L, double entry)
{
    return L->is_ll ? entry * entry : entry;
}

/* Is each pivot more than the rounding error of the diagonal entry of A that it comes from? The test does not depend on
 * scales: a diagonal that spreads over many powers of ten, as at the end of interior point methods, does no harm. */
static bool pivots_are_ok(const cholmod_factor *L, const zni_csc *c, const double x[])
{
    const zn_index *perm = L->Perm, *super = L->super, *pi = L->pi, *px = L->px, *p = L->p;
    const double *v = L->x;
    bool ok = true;

    for (size_t s = 0; L->is_super && s < L->nsuper; s++)
        for (zn_index j = super[s]; j < super[s + 1]; j++) {
            const double own = v[px[s] + (j - super[s]) * (1 + pi[s + 1] - pi[s])];

            ok = ok && zni_pivot_ok(pivot(L, own), x[c->diag[perm[j]]]);
        }
    for (zn_index j = 0; !L->is_super && j < c->n; j++)
        ok = ok && zni_pivot_ok(pivot(L, v[p[j]]), x[c->diag[perm[j]]]);
    return ok;
}

static void times(double by, zn_index n, double x[])
{
    for (zn_index i = 0; by != 1 && i < n; i++)
        x[i] *= by;
}

zn_status zni_chol_factor(zn_ctx *ctx, struct zni_chol *k, const zni_csc *c,
                          double x[])
{
    cholmod_sparse A = view(c, x);
    const int levels = one_thread();
    zn_status st = ZN_OK;

    k->octave = c->n > 0 ? zni_even(x[c->diag[0]]) : 1;
    times(k->octave, c->nnz, x);
    cholmod_l_factorize(&A, k->L, &k->common);
    as_before(levels);
    if (k->common.status != CHOLMOD_OK)
        st = status_of(ctx, &k->common);
    else if (!pivots_are_ok(k->L, c, x))
        st = ZN_ESINGULAR;
    times(1 / k->octave, c->nnz, x);
    return st;
}

void zni_chol_solve(struct zni_chol *k, zn_index n, double b[])
{
    cholmod_dense B = {.nrow = (size_t)n,
                       .ncol = 1,
                       .nzmax = (size_t)n,
                       .d = (size_t)n,
                       .x = b,
                       .xtype = CHOLMOD_REAL,
                       .dtype = CHOLMOD_DOUBLE};

    const int levels = one_thread();
    const int solved = cholmod_l_solve2(CHOLMOD_A, k->L, &B, NULL, &k->X, NULL,
                                        &k->Y, &k->E, &k->common);

    as_before(levels);
    if (solved) {
        memcpy(b, k->X->x, (size_t)n * sizeof *b);
        times(k->octave, n, b);
        return;
    }
    /* the first solve had no memory: a solution of NaN does not pass any test of the residual */
    for (zn_index i = 0; i < n; i++)
        b[i] = NAN;
}

void zni_chol_free(zn_ctx *ctx, struct zni_chol *k)
{
    if (!k)
        return;
    cholmod_l_free_factor(&k->L, &k->common);
    cholmod_l_free_dense(&k->X, &k->common);
    cholmod_l_free_dense(&k->Y, &k->common);
    cholmod_l_free_dense(&k->E, &k->common);
    cholmod_l_finish(&k->common);
    zn_free_array(ctx, k);
}
