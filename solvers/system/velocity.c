/* velocity.c - linear systems of friction, reduced to velocities
 * SPDX-License-Identifier: Apache-2.0 */
#include "vsystem.h"

#include "../linalg/starts.h"
#include "../methods/krylov.h"
#include "linear.h"

/* With dv = M^-1 H R z, (L H'M^-1 H R + D) z = b is
 *     (M + H C H') dv = H R D^-1 b,   z = D^-1 (b - L H'dv),   C = R D^-1 L
 * (Sherman, Morrison & Woodbury). The matrix K = M + H C H' has the order of the bodies, which share an entry only
 * where they touch, instead of that of the contacts, which share a block where they have a body in common. C is large
 * where contacts stick: iterative refinement against the first form removes the error that this causes. */

/* Where L is close to R' but not equal, as in steps with the derivative of De Saxce's shift, K is not symmetric. KLU
 * factorises by columns, CHOLMOD by blocks of columns and five to twenty times as fast. So if a factorisation takes
 * more than ITERATED operations for each value of the factors, the symmetric K with R' for L is factorised instead, and
 * GMRES corrects the difference. ITERATED is the cost of about four solutions by GMRES, if an operation of KLU takes
 * twice the time of one there. A tolerance above EXACT shows in the last steps of interior points. */
static const double ITERATED = 8.0 * ZNI_KRYLOV, EXACT = 1e-9;

/* Most refinements; one after GMRES, which squares EXACT. */
enum { REFINE = 4, REFINE_ITERATED = 1 };

/* A residual below this part of b is small enough: b decreases from step to step of the caller, and three digits of the
 * solution already give a step of the same length. */
static const double ENOUGH = 1e-10;

/* ---- pattern ---------------------------------------------------------------- */

/* The rows of column j of K, into `to`: j itself, those of M, and those of the contacts that act on j. mark: n, the
 * last column that had the row. */
static zn_index column(const zni_vsystem *s, const zni_motion *g, zn_index j,
                       zn_index mark[], zn_index to[])
{
    const zni_by_columns *M = &g->mass.columns;
    zn_index count = 0;

    zni_meet(mark, j, j, to, &count);
    for (zn_index k = M->p[j]; k < M->p[j + 1]; k++)
        zni_meet(mark, j, M->i[k], to, &count);
    for (zn_index l = s->rows.p[j]; l < s->rows.p[j + 1]; l++) {
        const zn_index a = s->rows.a[l];

        for (zn_index k = g->H.p[a]; k < g->H.p[a + 1]; k++)
            zni_meet(mark, j, g->H.i[k], to, &count);
    }
    return count;
}

/* The pattern of K; the analysis is kept while it stays. */
zn_status zni_vsystem_pattern(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g)
{
    zni_csc *K = &s->csc;
    zn_index n = g->n, *mark = g->mark;
    bool same = K->n == n;
    zn_status st = zni_rows_set(ctx, &s->rows, &g->H, n, g->nc);

    K->n = 0; /* until all of it is there */
    if (!st)
        st = zn_grow(ctx, &s->order, &s->cap_order, n, sizeof *s->order);
    if (!st)
        st = zni_csc_room(ctx, K, n, 0);
    if (st)
        return st;
    for (zn_index i = 0; i < n; i++)
        mark[i] = -1;
    for (zn_index j = 0; j < n; j++) {
        const zn_index first = K->p[j], count = column(s, g, j, mark, s->order);
        const size_t bytes = (size_t)count * sizeof *s->order;

        st = zni_csc_room(ctx, K, n, first + count);
        if (st)
            return st;
        zni_sort(s->order, count);
        same = same && K->p[j + 1] == first + count && memcmp(K->i + first, s->order, bytes) == 0;
        K->p[j + 1] = first + count;
        memcpy(K->i + first, s->order, bytes);
    }
    zni_csc_made(K, n);
    s->slu.known = s->slu.known && same;
    return ZN_OK;
}

/* The prediction is for L and U by columns. Cholesky's single factor takes half of it, at the speed of LAPACK. */
bool zni_vsystem_fits(zni_vsystem *s, const zn_monitor *mon)
{
    /* the first comes with an analysis of K */
    const double before = s->slu.known ? 0 : zni_chol_analysis((double)s->n, s->entries, s->operations / 4);
    const bool columns = zni_factors_fit_after(mon, before, s->operations, false);

    s->only = s->blocks && !columns;
    return columns || (s->blocks && zni_factors_fit_after(mon, before, s->cholesky, true));
}

/* ---- room --------------------------------------------------------------------- */

/* A pattern that is not symmetric has no room for the symmetric part of the matrix. */
static zn_status mirror(zn_ctx *ctx, zni_vsystem *s)
{
    const zn_status st = zni_csc_mirror(ctx, &s->csc);

    s->iterates = s->blocks = !st && s->csc.paired;
    return st;
}

zn_status zni_vsystem_set(zn_ctx *ctx, zni_vsystem *s, zni_motion *g,
                          zni_vsystem_of what, const zn_monitor *mon)
{
    zn_index n = g->n;
    zn_status st = zni_vsystem_plan(ctx, s, g, mon);

    /* pivots of an earlier problem would influence the rounding */
    zni_slu_restart(&s->slu);
    s->iterates = s->operations < INFINITY && s->operations > ITERATED * s->values;
    s->blocks = s->iterates && what != ZNI_VSYSTEM_ANY;
    s->averages = what == ZNI_VSYSTEM_NEARLY;
    s->cholesky = s->operations / 2;
    if (st || !zni_vsystem_fits(s, mon))
        return st;
    if (g->mass.apart) /* otherwise the prediction made it */
        st = zni_vsystem_pattern(ctx, s, g);
    if (!st && s->iterates && s->averages)
        st = mirror(ctx, s);
    if (!st && s->iterates)
        st = zn_grow(ctx, &s->basis, &s->cap_basis, ZNI_KRYLOV_WORK(n),
                     sizeof *s->basis);
    return st ? st : ZNI_GROW(ctx, ZNI_ARRAY(s, c, g->d * g->m), ZNI_ARRAY(s, e, g->d * g->m),
                              ZNI_ARRAY(s, v, 2 * n + 3 * g->m), ZNI_ARRAY(s, scale, n));
}

/* ---- values ------------------------------------------------------------------- */

/* Clears rows and columns of the block C of contact a that belong to components fixed at zero. */
static void hold(const zni_motion *g, zn_index a, double C[])
{
    const zn_index d = g->d;

    for (zn_index i = 0; i < d; i++)
        for (zn_index j = 0; j < d && zni_fc_held(&g->c, a, i); j++)
            C[i + d * j] = C[j + d * i] = 0;
}

/* C = e L or, for the symmetric neighbour, e R'. */
static void couple(zni_vsystem *s, const zni_motion *g, const zni_ipm_blocks *k,
                   bool neighbour)
{
    zn_index d = g->d, dd = d * d;

    for (zn_index a = 0; a < g->nc; a++) {
        const double *R = k->R + dd * a, *L = k->L + dd * a, *E = s->e + dd * a;
        double *C = s->c + dd * a, t[ZNI_DMAX];

        for (zn_index j = 0; j < d; j++) {
            for (zn_index i = 0; i < d; i++)
                t[i] = neighbour ? R[j + d * i] : L[i + d * j];
            zni_block_times(d, E, t, C + d * j);
        }
        hold(g, a, C);
    }
}

/* e = R D^-1 and C of each contact. False: D is singular. */
static bool invert(zni_vsystem *s, const zni_motion *g, const zni_ipm_blocks *k)
{
    zn_index d = g->d, dd = d * d;

    for (zn_index a = 0; a < g->nc; a++) {
        const double *D = k->D + dd * a, *R = k->R + dd * a;
        double *E = s->e + dd * a;

        for (zn_index j = 0; j < d; j++) {
            double e[ZNI_DMAX] = {0}, x[ZNI_DMAX];

            e[j] = 1;
            if (!zni_small_solve(d, D, e, x))
                return false;
            zni_block_times(d, R, x, E + d * j);
        }
        hold(g, a, E);
    }
    couple(s, g, k, s->neighbour);
    return true;
}

/* Adds column j of H C H' to sum; with a constant d the inner loops are unrolled. */
static inline void add_contacts(const zni_vsystem *s, const zni_motion *g, const zn_index d,
                                zn_index j, double sum[])
{
    for (zn_index l = s->rows.p[j]; l < s->rows.p[j + 1]; l++) {
        zn_index a = s->rows.a[l];
        const double *C = s->c + d * d * a, *h = g->H.x + d * s->rows.k[l];
        double t[ZNI_DMAX] = {0};

        for (zn_index f = 0; f < d; f++)
            for (zn_index e = 0; e < d; e++)
                t[e] += C[e + d * f] * h[f];
        for (zn_index k = g->H.p[a]; k < g->H.p[a + 1]; k++) {
            double own = sum[g->H.i[k]];

            for (zn_index e = 0; e < d; e++)
                own += g->H.x[d * k + e] * t[e];
            sum[g->H.i[k]] = own;
        }
    }
}

/* The size that entry j, j of M + H C H' would have without cancellation; where C is not symmetric the entry may be
 * small or negative. */
static double own_size(const zni_vsystem *s, const zni_motion *g, zn_index j)
{
    const zni_by_columns *M = &g->mass.columns;
    zn_index d = g->d;
    double sum = 0;

    for (zn_index k = M->p[j]; k < M->p[j + 1]; k++)
        sum += M->i[k] == j ? fabs(M->x[k]) : 0;
    for (zn_index l = s->rows.p[j]; l < s->rows.p[j + 1]; l++) {
        const double *C = s->c + d * d * s->rows.a[l],
                     *h = g->H.x + d * s->rows.k[l];

        for (zn_index f = 0; f < d; f++)
            for (zn_index e = 0; e < d; e++)
                sum += fabs(h[e] * C[e + d * f] * h[f]);
    }
    return sum;
}

/* K = S (M + H C H') S with S diagonal, so that units of the velocities do not decide what is singular. S gives all
 * rows the diagonal of the first row rather than 1: from an odd power of two it cannot make 1, and with another unit of
 * mass other rows would be off by two. */
static void assemble(zni_vsystem *s, const zni_motion *g)
{
    const zni_by_columns *M = &g->mass.columns;
    const zni_csc *K = &s->csc;
    double *sum = s->v, first = 0;

    memset(sum, 0, (size_t)g->n * sizeof *sum);
    for (zn_index j = 0; j < g->n; j++) {
        const double size = own_size(s, g, j);

        for (zn_index k = M->p[j]; k < M->p[j + 1]; k++)
            sum[M->i[k]] += M->x[k];
        if (g->d == 3)
            add_contacts(s, g, 3, j, sum);
        else
            add_contacts(s, g, g->d, j, sum);
        for (zn_index k = K->p[j]; k < K->p[j + 1]; k++) {
            K->x[k] = sum[K->i[k]];
            sum[K->i[k]] = 0;
        }
        first = first > 0 || !(size > 0) ? first : zni_octave(size);
        s->scale[j] = size > 0 ? 1 / zni_root_octave(size / first) : 1;
    }
    for (zn_index j = 0; j < g->n; j++)
        for (zn_index k = K->p[j]; k < K->p[j + 1]; k++)
            K->x[k] *= s->scale[j] * s->scale[K->i[k]];
}

/* Replaces K by its symmetric part. */
static void average(zni_csc *K)
{
    for (zn_index j = 0; j < K->n; j++)
        for (zn_index k = K->p[j]; k < K->p[j + 1] && K->i[k] < j; k++) {
            double *a = K->x + k, *b = K->x + K->mirror[k];

            *a = *b = 0.5 * (*a + *b);
        }
}

/* Factorises K with the present C. blocks: by Cholesky alone. */
static zn_status factor(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g,
                        bool symmetric, bool blocks)
{
    zn_status st = ZN_OK;

    assemble(s, g);
    if (s->neighbour && s->averages)
        average(&s->csc);
    if (!s->slu.known)
        st = zni_slu_reserve(ctx, &s->slu, g->n);
    if (!st)
        st = zni_slu_learn(ctx, &s->slu, &s->csc, false);
    if (st)
        return st;
    return blocks ? zni_slu_factor_definite(ctx, &s->slu, &s->csc, s->csc.x)
                  : zni_slu_factor(ctx, &s->slu, &s->csc, s->csc.x, symmetric);
}

/* GMRES takes the inverse of the neighbour as inner product, so the neighbour must be positive definite; if it is not,
 * K itself is factorised. */
zn_status zni_vsystem_factor(zn_ctx *ctx, zni_vsystem *s, const zni_motion *g,
                             const zni_ipm_blocks *k)
{
    zn_status st;

    s->neighbour = s->iterates && k->nearly && !k->symmetric;
    if (!invert(s, g, k))
        return ZN_ESINGULAR;
    st = factor(ctx, s, g, k->symmetric,
                s->neighbour || (s->only && k->symmetric));
    if (s->neighbour)
        couple(s, g, k, false);
    if (s->neighbour && st == ZN_ESINGULAR && !s->only) {
        s->neighbour = false;
        st = factor(ctx, s, g, false, false);
    }
    if (!st && s->slu.kind == ZNI_SLU_CHOL)
        s->cholesky = zni_slu_spent(&s->slu).operations;
    return st;
}

/* ---- solution ------------------------------------------------------------------- */

/* v = H x; and below y = H'v */
static void scatter(const zni_motion *g, const double x[], double v[])
{
    memset(v, 0, (size_t)g->n * sizeof *v);
    for (zn_index a = 0; a < g->nc; a++)
        zni_ways_scatter(&g->H, g->d, a, x + g->d * a, v);
}

static void gather(const zni_motion *g, const double v[], double y[])
{
    for (zn_index a = 0; a < g->nc; a++)
        zni_ways_gather(&g->H, g->d, a, v, y + g->d * a);
}

typedef struct scaled {
    zni_vsystem *s;
    const zni_motion *g;
} scaled;

/* y = S K S x */
static void mul(void *of, const double x[], double y[])
{
    const scaled *f = of;
    const zni_vsystem *s = f->s;
    const zni_motion *g = f->g;
    const zn_index d = g->d;
    double *v = s->v;

    for (zn_index i = 0; i < g->n; i++) {
        v[i] = s->scale[i] * x[i];
        y[i] = 0;
    }
    zni_by_columns_scatter(&g->mass.columns, g->n, v, y);
    for (zn_index a = 0; a < g->nc; a++) {
        double u[ZNI_DMAX], p[ZNI_DMAX];

        zni_ways_gather(&g->H, d, a, v, u);
        zni_block_times(d, s->c + d * d * a, u, p);
        zni_ways_scatter(&g->H, d, a, p, y);
    }
    for (zn_index i = 0; i < g->n; i++)
        y[i] *= s->scale[i];
}

static void precondition(void *of, double x[])
{
    zni_slu_solve(&((scaled *)of)->s->slu, x);
}

/* v becomes (S K S)^-1 v, by the factors or by GMRES. */
static void by_factors(zni_vsystem *s, const zni_motion *g, double v[])
{
    scaled of = {s, g};
    const zni_krylov f = {&of, g->n, mul, precondition};

    if (s->neighbour)
        zni_gmres(&f, EXACT, s->basis, v);
    else
        zni_slu_solve(&s->slu, v);
}

/* x += (solution for b by the factors of K); t: m. */
static void correct(zni_vsystem *s, zni_motion *g, const zni_ipm_blocks *k,
                    const double b[], double t[], double x[])
{
    double *v = s->v + g->n;
    zn_index d = g->d, dd = d * d;

    for (zn_index a = 0; a < g->nc; a++)
        zni_block_times(d, s->e + dd * a, b + d * a, t + d * a);
    scatter(g, t, v);
    for (zn_index i = 0; i < g->n; i++)
        v[i] *= s->scale[i];
    by_factors(s, g, v);
    for (zn_index i = 0; i < g->n; i++)
        v[i] *= s->scale[i];
    gather(g, v, t);
    for (zn_index a = 0; a < g->nc; a++) {
        double y[ZNI_DMAX], z[ZNI_DMAX];

        zni_block_times(d, k->L + dd * a, t + d * a, y);
        for (zn_index i = 0; i < d; i++)
            y[i] = zni_fc_held(&g->c, a, i) ? 0 : b[d * a + i] - y[i];
        /* D is regular: invert() succeeded */
        (void)zni_small_solve(d, k->D + dd * a, y, z);
        for (zn_index i = 0; i < d; i++)
            x[d * a + i] += z[i];
    }
}

/* e = b - (L H'M^-1 H R + D) x, 0 in rows that do not move; returns ||e||^2. */
static double residual(zni_vsystem *s, zni_motion *g, const zni_ipm_blocks *k,
                       const double b[], const double x[], double e[])
{
    double *v = s->v + g->n, sum = 0;
    zn_index d = g->d, dd = d * d;

    for (zn_index a = 0; a < g->nc; a++)
        zni_block_times(d, k->R + dd * a, x + d * a, e + d * a);
    scatter(g, e, v);
    zni_mass_solve(&g->mass, v);
    gather(g, v, e);
    for (zn_index a = 0; a < g->nc; a++) {
        double u[ZNI_DMAX], own[ZNI_DMAX];

        zni_block_times(d, k->L + dd * a, e + d * a, u);
        zni_block_times(d, k->D + dd * a, x + d * a, own);
        for (zn_index i = 0; i < d; i++) {
            e[d * a + i] =
                zni_fc_held(&g->c, a, i) ? 0 : b[d * a + i] - u[i] - own[i];
            sum += e[d * a + i] * e[d * a + i];
        }
    }
    return sum;
}

void zni_vsystem_solve(zni_vsystem *s, zni_motion *g, const zni_ipm_blocks *k,
                       double b[])
{
    const int most = s->neighbour ? REFINE_ITERATED : REFINE;
    double *x = s->v + 2 * g->n, *e = x + g->m, *t = e + g->m, last = INFINITY;
    const zn_index m = g->m;
    const double enough = ENOUGH * zni_norm(m, b);

    memset(x, 0, (size_t)m * sizeof *x);
    memcpy(e, b, (size_t)m * sizeof *e);
    for (int step = 0; step <= most; step++) {
        double now;

        correct(s, g, k, e, t, x);
        now = step < most ? residual(s, g, k, b, x, e) : 0;
        /* no more progress, or small enough */
        if (!(now < 0.25 * last) || now <= enough * enough)
            break;
        last = now;
    }
    memcpy(b, x, (size_t)m * sizeof *b);
}

void zni_vsystem_fini(zn_ctx *ctx, zni_vsystem *s)
{
    zni_rows_fini(ctx, &s->rows);
    zni_csc_fini(ctx, &s->csc);
    zni_slu_fini(ctx, &s->slu);
    ZNI_FREE(ctx, s->c, s->e, s->v, s->scale, s->basis, s->np, s->ni, s->rank, s->order);
}
