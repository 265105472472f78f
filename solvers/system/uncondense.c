/* uncondense.c - the bodies of a condensed problem, found in W
 * SPDX-License-Identifier: Apache-2.0 */
#include "uncondense.h"

#include "../linalg/pieces.h"
#include "../linalg/starts.h"
#include "mass.h"

/* W is the sum of the matrices A of its bodies, whose rank is the number of velocities: A = L D L', with the columns of
 * L in the order of the largest pivots. L' is a part of H and D^-1 a part of M, so no root is taken and the unit of
 * mass changes no bit. Where bodies spin, time steps with the derivatives of gyroscopic moments make A not symmetric.
 * Then the symmetric part of A is L D L', and A = L K L' with K = D + X, where the skew X follows from the rows of the
 * pivots. M is K^-1, which exists as D > 0 (x'K x = x'D x). */

/* Pivots below this part of the first one are rounding of the share that was taken out of W. */
static const double ROUNDING = 1e-9;

/* W counts as symmetric up to this part of its largest value, as everywhere. */
static const double SYMMETRIC = 1e-12;

/* most velocities of a body */
enum { VELOCITIES = 6 };

/* ---- parts --------------------------------------------------------------------------- */

/* Splits A into its symmetric part, in A, and its skew part X. */
static void split(zn_index n, double A[], double X[])
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i <= j; i++) {
            const double a = A[i + n * j], b = A[j + n * i];

            A[i + n * j] = A[j + n * i] = 0.5 * (a + b);
            X[i + n * j] = 0.5 * (a - b);
            X[j + n * i] = -X[i + n * j];
        }
}

/* Factorises a symmetric A (n x n) = L D L' with pivots from the diagonal, whose rows go into `row`; returns their
 * number, which is the number of columns of L, or -1 if there is a negative pivot. A is overwritten. */
static zn_index factor(zn_index n, double A[], double L[], double D[], zn_index row[])
{
    double first = 0;

    for (zn_index f = 0; f < n; f++) {
        zn_index at = 0;
        double least = 0;

        for (zn_index i = 0; i < n; i++) {
            at = A[i * (n + 1)] > A[at * (n + 1)] ? i : at;
            least = fmin(least, A[i * (n + 1)]);
        }
        D[f] = A[at * (n + 1)];
        row[f] = at;
        first = f == 0 ? D[0] : first;
        if (least < -ROUNDING * first)
            return -1;
        if (!(D[f] > ROUNDING * first))
            return f;
        for (zn_index i = 0; i < n; i++)
            L[i + n * f] = A[i + n * at] / D[f];
        for (zn_index j = 0; j < n; j++)
            for (zn_index i = 0; i < n; i++)
                A[i + n * j] -= L[i + n * f] * (D[f] * L[j + n * f]);
    }
    return n;
}

/* The skew X of K, from the skew part `of` in the rows of the pivots, where L is unit lower triangular. */
static void skew(zn_index n, const double L[], zn_index r, const zn_index row[], const double of[], double X[])
{
    for (zn_index j = 0; j < r; j++)
        for (zn_index i = 0; i < r; i++)
            X[i + r * j] = of[row[i] + n * row[j]];
    for (zn_index f = 0; f < r; f++)
        for (zn_index i = f + 1; i < r; i++) {
            const double l = L[row[i] + n * f];

            for (zn_index j = 0; j < r; j++)
                X[i + r * j] -= l * X[f + r * j];
            for (zn_index j = 0; j < r; j++)
                X[j + r * i] -= l * X[j + r * f];
        }
}

/* Adds a part with n rows of contacts; of: the skew part of A. Its block of M is full where W is not symmetric and
 * blocks of masses may be so large, otherwise diagonal. */
static zn_status add(zn_ctx *ctx, zni_uncondensed *s, zni_rigid part, const double L[],
                     const double D[], const zn_index row[], zn_index n, const double of[])
{
    const zn_index r = part.rank;
    const bool full = !s->shares.symmetric && r <= ZNI_BLOCK_OF_MASSES;
    double *M;
    zn_status st;

    part.n = s->n;
    part.x = s->used;
    st = ZNI_GROW(ctx, ZNI_ARRAY(s, parts, s->nparts + 1), ZNI_ARRAY(s, values, s->used + r * n),
                  ZNI_ARRAY(s, mp, s->n + r + 1), ZNI_ARRAY(s, mi, s->masses + (full ? r * r : r)),
                  ZNI_ARRAY(s, mass, s->masses + (full ? r * r : r)));
    if (st)
        return st;
    s->parts[s->nparts++] = part;
    for (zn_index i = 0; i < n; i++)
        for (zn_index k = 0; k < r; k++)
            s->values[s->used++] = L[i + n * k];
    M = s->mass + s->masses;
    if (full)
        skew(n, L, r, row, of, M);
    for (zn_index j = 0; j < r; j++) {
        M[full ? j * (r + 1) : j] = full ? D[j] : 1 / D[j];
        for (zn_index i = full ? 0 : j; i < (full ? r : j + 1); i++)
            s->mi[s->masses++] = s->n + i;
        s->mp[s->n + j + 1] = s->masses;
    }
    s->n += r;
    return full ? zni_bodies_invert_block(r, M) : ZN_OK;
}

/* The part made of the groups in the list from `from` on, as far as bodies of `root` contribute. *good: it has `most`
 * velocities at most, and no negative pivot. */
static zn_status take(zn_ctx *ctx, zni_uncondensed *s, const zni_fc *c, int32_t from, int32_t root,
                      zn_index most, bool *good)
{
    double *A = s->shares.dense, *L = A + ZNI_BODY_ROWS * ZNI_BODY_ROWS,
           *X = s->shares.symmetric ? NULL : L + ZNI_BODY_ROWS * ZNI_BODY_ROWS, D[ZNI_BODY_ROWS];
    zni_rigid part = {.from = from, .count = (int32_t)s->listed - from};
    const zn_index n = zni_shares_gather(&s->shares, c, s->list + from, part.count, root, A);
    zn_index row[ZNI_BODY_ROWS];
    zn_status st = ZN_OK;

    if (X)
        split(n, A, X);
    part.rank = n > 0 ? factor(n, A, L, D, row) : -1;
    *good = part.rank >= 0 && part.rank <= most;
    if (*good)
        st = add(ctx, s, part, L, D, row, n, X);
    *good = *good && st != ZN_ESINGULAR;
    return st == ZN_ESINGULAR ? ZN_OK : st;
}

static zn_status enlist(zn_ctx *ctx, zni_uncondensed *s, int32_t g)
{
    zn_status st = zn_grow(ctx, &s->list, &s->cap_list, s->listed + 1, sizeof *s->list);

    if (!st)
        s->list[s->listed++] = g;
    return st;
}

/* Lists the groups of all bodies with root b, each group once. next: the next body with the same root. */
static zn_status gather(zn_ctx *ctx, zni_uncondensed *s, int32_t b, const int32_t next[])
{
    const zni_cliques *q = &s->shares.cliques;
    zn_status st = ZN_OK;

    for (int32_t o = b; !st && o >= 0; o = next[o])
        for (int32_t k = q->begin[o]; !st && k < q->begin[o + 1]; k++) {
            const int32_t g = q->has[k], first = q->end[2 * g];

            if (o == first || s->shares.root[first] != b)
                st = enlist(ctx, s, g);
        }
    return st;
}

static zn_status bodies(zn_ctx *ctx, zni_uncondensed *s, const zni_fc *c, bool *good)
{
    const zni_cliques *q = &s->shares.cliques;
    int32_t *next = s->shares.queue; /* the queue is empty */

    for (int32_t b = 0; b < q->nbodies; b++)
        next[b] = -1;
    for (int32_t b = q->nbodies - 1; b >= 0; b--) {
        const int32_t root = s->shares.root[b];

        if (root != b) {
            next[b] = next[root];
            next[root] = b;
        }
    }
    for (int32_t b = 0; *good && b < q->nbodies; b++) {
        const int32_t from = (int32_t)s->listed;
        const bool several = next[b] >= 0 || s->shares.open[b];
        const zn_index most = several ? ZNI_BODY_ROWS : VELOCITIES;
        zn_status st = s->shares.root[b] == b ? gather(ctx, s, b, next) : ZN_OK;

        if (!st && s->shares.root[b] == b)
            st = take(ctx, s, c, from, b, most, good);
        if (st)
            return st;
    }
    return ZN_OK;
}

/* Does the known share of group g leave more than rounding? Nothing is left if the other end is the ground. */
static bool left(const zni_shares *s, const zni_fc *c, int32_t g)
{
    const zn_index rows = zni_shares_rows(s, c, g);
    const double *whole = s->whole + s->at[g], *first = s->first + s->at[g];
    double most = 0, rest = 0;

    for (zn_index i = 0; i < rows * rows; i += rows + 1) {
        most = fmax(most, fabs(whole[i]));
        rest = fmax(rest, fabs(whole[i] - first[i]));
    }
    return rest > ROUNDING * most;
}

/* Parts that touch only one body, or of which one touches only the ground: the second end of such a group is no
 * body. */
static zn_status ends(zn_ctx *ctx, zni_uncondensed *s, const zni_fc *c, bool *good)
{
    zni_shares *k = &s->shares;
    const zni_cliques *q = &k->cliques;
    const int32_t own = q->nbodies;

    for (int32_t g = 0; *good && g < q->ngroups; g++) {
        int32_t *end = q->end + 2 * g;
        const bool alone = end[0] < 0;
        zn_status st;

        if (end[1] >= 0 || (!alone && !left(k, c, g)))
            continue;
        end[1] = own;
        k->root[own] = own;
        end[0] = alone ? own : end[0]; /* both ends: the whole block */
        st = enlist(ctx, s, g);
        if (!st)
            st = take(ctx, s, c, (int32_t)s->listed - 1, own, ZNI_BODY_ROWS, good);
        if (st)
            return st;
    }
    return ZN_OK;
}

/* ---- H and M --------------------------------------------------------------------------- */

/* Counts the entries of each column of H; or (fill) writes them, which moves p to the end of each column. */
static void walk(zni_uncondensed *s, const zni_fc *c, bool fill)
{
    const zni_cliques *q = &s->shares.cliques;

    for (const zni_rigid *part = s->parts; part < s->parts + s->nparts; part++) {
        const double *from = s->values + part->x;

        for (int32_t l = part->from; l < part->from + part->count; l++)
            for (int32_t m = q->first[s->list[l]]; m < q->first[s->list[l] + 1]; m++)
                for (zn_index j = c->d * q->at[m]; j < c->d * (q->at[m] + 1); j++) {
                    if (!fill)
                        s->p[j + 1] += part->rank;
                    for (zn_index k = 0; fill && k < part->rank; k++) {
                        s->i[s->p[j]] = part->n + k;
                        s->x[s->p[j]++] = *from++;
                    }
                }
    }
}

static zn_status ways(zn_ctx *ctx, zni_uncondensed *s, const zni_fc *c)
{
    zn_status st = zn_grow(ctx, &s->p, &s->cap_p, c->n + 1, sizeof *s->p);

    if (st)
        return st;
    memset(s->p, 0, (size_t)(c->n + 1) * sizeof *s->p);
    walk(s, c, false);
    zni_starts(c->n, s->p);
    st = ZNI_GROW(ctx, ZNI_ARRAY(s, i, s->p[c->n]), ZNI_ARRAY(s, x, s->p[c->n]));
    if (st)
        return st;
    walk(s, c, true);
    zni_starts_back(c->n, s->p);
    return ZN_OK;
}

zn_status zni_uncondense(zn_ctx *ctx, zni_uncondensed *s, const zni_fc *c, bool *found)
{
    const zn_matrix W = zni_fc_matrix(c);
    zn_status st;

    s->shares.symmetric = zn_matrix_symmetric(&W, SYMMETRIC);
    st = zni_shares_find(ctx, &s->shares, c, found);
    s->n = s->nparts = s->listed = s->used = s->masses = 0;
    if (!st && *found)
        st = bodies(ctx, s, c, found);
    if (!st && *found)
        st = ends(ctx, s, c, found);
    if (!st && *found)
        st = ways(ctx, s, c);
    return st;
}

zn_matrix zni_uncondensed_mass(const zni_uncondensed *s)
{
    return zni_view_columns(s->n, s->n, s->mp, s->mi, s->mass);
}

zn_matrix zni_uncondensed_ways(const zni_uncondensed *s, const zni_fc *c)
{
    return zni_view_columns(s->n, c->n, s->p, s->i, s->x);
}

void zni_uncondensed_fini(zn_ctx *ctx, zni_uncondensed *s)
{
    zni_shares_fini(ctx, &s->shares);
    ZNI_FREE(ctx, s->p, s->i, s->x, s->mp, s->mi, s->mass, s->parts, s->list, s->values);
}
