/* lemke.c - Lemke's complementary pivoting with the lexicographic rule
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp.h"

#include <string.h>

#include <cblas.h>

/* Cottle, Pang & Stone (1992), section 4.4 (scheme I, covering vector 1) and
 * 4.9 (lexicographic degeneracy resolution). The tableau is the dictionary
 *     basic = b + T nonbasic,
 * which starts as w = q + [M 1] (z, z0) and holds n + 1 columns only. The columns
 * of the inverse of the basis, which the lexicographic rule compares, are those
 * of the nonbasic w with changed sign, or unit vectors for the basic ones, so
 * they cost nothing. Variables are numbered w: 0..n-1, z: n..2n-1, z0: 2n. */

/* A ratio this close to the smallest is a tie: data are scaled to 1, so this is
 * rounding of a few hundred pivots. Entries below PIVOT times the largest of
 * their column are rounding and never pivots. */
static const double TIE = 1e-12, PIVOT = 1e-11;

/* below this size a loop is quicker than a call of BLAS */
enum { SMALL = 24 };

typedef struct tableau {
    zn_index n;
    double *T;        /* n x (n + 1)                              */
    double *b;        /* n                                        */
    double *ratio;    /* n                                        */
    zn_index *basic;  /* n: variable of each row                  */
    zn_index *column; /* n + 1: variable of each column           */
    zn_index *where;  /* 2n + 1: row, or -1 - column              */
    zn_index *tied;   /* n: rows of equal ratio                   */
    double *s;        /* n: scales                                */
    double beta;      /* scale of q                               */
} tableau;

zn_status zni_lemke_reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    zni_lemke *k = state;
    zn_status st;

    (void)nnz;
    st = zn_grow(ctx, &k->T, &k->cap_T, n * (n + 3), sizeof *k->T);
    if (!st)
        st = zn_grow(ctx, &k->v, &k->cap_v, 4 * n, sizeof *k->v);
    if (!st)
        st = zn_grow(ctx, &k->basic, &k->cap_basic, 5 * n + 2, sizeof *k->basic);
    if (!st && n > 1)
        st = zni_lu_size(ctx, &k->lu, n);
    return st;
}

/* Scale to (S M S) z' + S q, entries near 1, by powers of two: exact, so the
 * ties of degenerate data stay ties. */
static void scale(tableau *t, const double q[])
{
    zn_index n = t->n;
    double big = 0;
    int e;

    for (zn_index i = 0; i < n; i++)
        t->s[i] = 0;
    for (zn_index j = 0; j < n; j++) {
        for (zn_index i = 0; i < n; i++) {
            double m = fabs(t->T[i + j * n]);

            t->s[i] = m > t->s[i] ? m : t->s[i];
            t->s[j] = m > t->s[j] ? m : t->s[j];
        }
    }
    for (zn_index i = 0; i < n; i++) {
        frexp(t->s[i], &e);
        t->s[i] = ldexp(1, t->s[i] > 0 ? -e / 2 : 0);
        big = fmax(big, fabs(t->s[i] * q[i]));
    }
    frexp(big, &e);
    t->beta = ldexp(1, -e);
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            t->T[i + j * n] *= t->s[i] * t->s[j];
}

/* false: q >= 0, so z = 0 is the solution */
static bool load(tableau *t, const zn_lcp *p)
{
    zn_index n = t->n;
    bool negative = false;

    for (zn_index i = 0; i < n; i++)
        negative |= p->q[i] < 0;
    if (!negative)
        return false;
    if (p->M->storage == ZN_DENSE)
        memcpy(t->T, p->M->x, (size_t)(n * n) * sizeof *t->T);
    else
        zn_matrix_to_dense(p->M, t->T);
    scale(t, p->q);
    for (zn_index i = 0; i < n; i++) {
        t->b[i] = t->beta * t->s[i] * p->q[i];
        t->T[i + n * n] = 1;
        t->basic[i] = i;
        t->where[i] = i;
        t->column[i] = n + i;
        t->where[n + i] = -1 - i;
    }
    t->column[n] = 2 * n;
    t->where[2 * n] = -1 - n;
    return true;
}

/* exchange the variables of row r and column e */
static void pivot(tableau *t, zn_index r, zn_index e)
{
    zn_index n = t->n;
    double *T = t->T, *te = T + e * n, p = te[r], f;

    for (zn_index j = 0; j <= n; j++) {
        double *tj = T + j * n;

        if (j == e || tj[r] == 0)
            continue;
        f = -tj[r] / p;
        if (n > SMALL)
            cblas_daxpy((int)n, f, te, 1, tj, 1);
        else
            for (zn_index i = 0; i < n; i++)
                tj[i] += te[i] * f;
        tj[r] = f;
    }
    f = -t->b[r] / p;
    for (zn_index i = 0; i < n; i++) {
        t->b[i] += te[i] * f;
        /* feasible up to rounding: the ratio test has seen to it */
        if (t->b[i] < 0)
            t->b[i] = 0;
        te[i] /= p;
    }
    t->b[r] = f;
    te[r] = 1 / p;

    zn_index out = t->basic[r], in = t->column[e];

    t->basic[r] = in;
    t->where[in] = r;
    t->column[e] = out;
    t->where[out] = -1 - e;
}

/* Among tied rows the lexicographically smallest of (B^-1)_i. / -T_ie. */
static zn_index lexicographic(const tableau *t, zn_index ties, const double te[])
{
    zn_index n = t->n, *tied = t->tied;

    for (zn_index k = 0; k < n && ties > 1; k++) {
        const double *tk = t->where[k] < 0 ? t->T + (-1 - t->where[k]) * n : NULL;
        double least = INFINITY;
        zn_index left = 0;

        for (zn_index a = 0; a < ties; a++) {
            zn_index i = tied[a];
            double v = tk ? tk[i] / te[i] : (t->where[k] == i) / -te[i];

            t->ratio[i] = v;
            least = v < least ? v : least;
        }
        for (zn_index a = 0; a < ties; a++)
            if (t->ratio[tied[a]] <= least + TIE * (1 + fabs(least)))
                tied[left++] = tied[a];
        ties = left;
    }
    return tied[0];
}

/* row that blocks the variable of column e, -1: none, a ray */
static zn_index blocking(tableau *t, zn_index e)
{
    zn_index n = t->n, ties = 0;
    const double *te = t->T + e * n;
    double big = 0, least = INFINITY;

    for (zn_index i = 0; i < n; i++)
        big = fabs(te[i]) > big ? fabs(te[i]) : big;
    for (zn_index i = 0; i < n; i++) {
        t->ratio[i] = te[i] < -PIVOT * big ? t->b[i] / -te[i] : INFINITY;
        least = t->ratio[i] < least ? t->ratio[i] : least;
    }
    if (isinf(least))
        return -1;
    for (zn_index i = 0; i < n; i++) {
        if (t->ratio[i] > least + TIE * (1 + least))
            continue;
        /* z0 may always leave in a tie: then the solution is there */
        if (t->basic[i] == 2 * n)
            return i;
        t->tied[ties++] = i;
    }
    return lexicographic(t, ties, te);
}

/* the pivots; ZN_OK when z0 has left */
static zn_status run(tableau *t, zn_index max_iter, zn_monitor *mon,
                     zn_solve_info *info)
{
    zn_index n = t->n, r = 0, e = n, out;

    /* z0 enters where b is smallest; in a tie the last row is the
     * lexicographically smallest, as B is the identity */
    for (zn_index i = 1; i < n; i++)
        if (t->b[i] <= t->b[r])
            r = i;
    for (info->iterations = 0; info->iterations < max_iter;) {
        if (zn_monitor_tick(mon, info->iterations, -1)) {
            info->outcome = ZN_INTERRUPTED;
            return ZN_UNSOLVED;
        }
        out = t->basic[r];
        pivot(t, r, e);
        info->iterations++;
        if (out == 2 * n)
            return ZN_OK;
        e = -1 - t->where[out < n ? out + n : out - n];
        r = blocking(t, e);
        if (r < 0) {
            info->outcome = ZN_RAY;
            return ZN_UNSOLVED;
        }
    }
    info->outcome = ZN_ITERATION_LIMIT;
    return ZN_UNSOLVED;
}

static void unscale(const tableau *t, double z[])
{
    for (zn_index i = 0; i < t->n; i++) {
        zn_index r = t->where[t->n + i];

        z[i] = r >= 0 ? t->s[i] * t->b[r] / t->beta : 0;
    }
}

/* z of the last basis once more, from the matrix itself by LU */
static bool renew(zni_lemke *k, tableau *t, const zn_lcp *p, double z[])
{
    zn_index n = t->n, m = 0;
    double *rhs = t->ratio;

    for (zn_index i = 0; i < n; i++)
        if (t->where[n + i] >= 0)
            t->tied[m++] = i;
    k->lu.n = m;
    if (p->M->storage == ZN_DENSE)
        memcpy(t->T, p->M->x, (size_t)(n * n) * sizeof *t->T);
    else
        zn_matrix_to_dense(p->M, t->T);
    for (zn_index j = 0; j < m; j++) {
        rhs[j] = -p->q[t->tied[j]];
        for (zn_index i = 0; i < m; i++)
            k->lu.a[i + j * m] = t->T[t->tied[i] + t->tied[j] * n];
    }
    if (zni_lu_factor(&k->lu))
        return false;
    zni_lu_solve(&k->lu, rhs);
    for (zn_index i = 0; i < n; i++)
        z[i] = 0;
    for (zn_index i = 0; i < m; i++)
        z[t->tied[i]] = rhs[i] > 0 ? rhs[i] : 0;
    return true;
}

static double measure(const zn_lcp *p, const double z[], double w[])
{
    zni_box box = zni_lcp_box(p);

    memcpy(w, p->q, (size_t)p->n * sizeof *w);
    zn_matrix_mul(p->M, 1, z, 1, w);
    return zni_box_residual(&box, z, w);
}

zn_status zni_lemke_solve(void *state, zn_ctx *ctx, const void *problem,
                          double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info)
{
    zni_lemke *k = state;
    const zn_lcp *p = problem;
    zn_index n = p->n;
    size_t bytes = (size_t)n * sizeof *z;
    zn_status st = ZN_OK;

    if (n == 1)
        return zni_lcp_scalar(p, z, w, info);
    st = zni_lemke_reserve(k, ctx, n, n * n);
    if (st)
        return st;

    double *start = k->v + n, *z1 = k->v + 2 * n, *w1 = k->v + 3 * n, err, was;
    tableau t = {.n = n, .T = k->T, .b = k->T + n * (n + 1),
                 .ratio = k->T + n * (n + 2), .s = k->v, .basic = k->basic,
                 .column = k->basic + n, .where = k->basic + 2 * n + 1,
                 .tied = k->basic + 4 * n + 2};

    memcpy(start, z, bytes);
    info->iterations = 0;
    if (!load(&t, p)) {
        memset(z, 0, bytes);
        memcpy(w, p->q, bytes);
        info->outcome = ZN_SOLVED;
        return ZN_OK;
    }
    st = run(&t, k->max_iter, mon, info);
    unscale(&t, z);
    err = measure(p, z, w);

    /* accuracy lost in the pivots is won back, once */
    if (!st && !(err <= k->tol) && renew(k, &t, p, z1) &&
        measure(p, z1, w1) < err) {
        memcpy(z, z1, bytes);
        err = measure(p, z, w);
    }
    if (!st && err <= k->tol) {
        info->outcome = ZN_SOLVED;
        return ZN_OK;
    }
    if (!st)
        info->outcome = ZN_INACCURATE;
    was = measure(p, start, w1);
    if (was < err || isnan(err)) {
        memcpy(z, start, bytes);
        memcpy(w, w1, bytes);
    }
    return ZN_UNSOLVED;
}

void zni_lemke_fini(void *state, zn_ctx *ctx)
{
    zni_lemke *k = state;

    zn_free_array(ctx, k->T);
    zn_free_array(ctx, k->v);
    zn_free_array(ctx, k->basic);
    zni_lu_fini(ctx, &k->lu);
}

static const zn_option options[] = {
    ZN_OPT_REAL(zni_lemke, tol, 1e-10, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(zni_lemke, max_iter, 100000, 1, 1e9, "-",
               "pivots before giving up"),
    ZN_OPT_END,
};

const zn_solver_type zni_lcp_lemke = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_LCP_SOLVER,
             .name = "lemke",
             .summary = "complementary pivoting, lexicographic; finds rays",
             .state_size = sizeof(zni_lemke),
             .options = options},
    .reserve = zni_lemke_reserve,
    .solve = zni_lemke_solve,
    .fini = zni_lemke_fini,
};
