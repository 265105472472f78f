/* uncondense.c - the bodies of a condensed problem, found in W
 * SPDX-License-Identifier: Apache-2.0 */
#include "uncondense.h"

/* W is the sum of the matrices of its bodies, each with the rank of its velocities: A = L D L' with columns
 * of L in the order of the largest pivots. L' is a part of H, D^-1 of M, so that no root is taken
 * and another unit of mass changes no bit. */

/* Pivots below that part of the first one are rounding, of a group's share taken out of W. */
static const double ROUNDING = 1e-9;

/* velocities of a body */
enum { VELOCITIES = 6 };

/* ---- parts --------------------------------------------------------------------------- */

static zn_status put(zn_ctx *ctx, zni_uncondensed *s, const zni_rigid *part, const double L[],
                     const double D[], zn_index rows)
{
    const zn_index size = part->rank * rows;
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(s, parts, s->nparts + 1),
                            ZNI_ARRAY(s, values, s->used + size),
                            ZNI_ARRAY(s, mass, s->n + part->rank));
    if (st)
        return st;
    s->parts[s->nparts] = *part;
    s->parts[s->nparts].n = s->n;
    s->parts[s->nparts++].x = s->used;
    for (zn_index i = 0; i < rows; i++)
        for (zn_index k = 0; k < part->rank; k++)
            s->values[s->used++] = L[i + rows * k];
    for (zn_index k = 0; k < part->rank; k++)
        s->mass[s->n++] = 1 / D[k];
    return ZN_OK;
}

/* A (n x n) = L D L', as many columns of L as there are pivots; A is lost. -1: it has one below zero. */
static zn_index factor(zn_index n, double A[], double L[], double D[])
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

/* The part of groups of the list, from `from` on, that are of the bodies of root. A body by itself has no
 * more velocities than bodies have. */
static zn_status take(zn_ctx *ctx, zni_uncondensed *s, const zni_fc *c, int32_t from, int32_t root,
                      zn_index most, bool *good)
{
    double *A = s->shares.dense, *L = A + ZNI_BODY_ROWS * ZNI_BODY_ROWS, D[ZNI_BODY_ROWS];
    zni_rigid part = {.from = from, .count = (int32_t)s->listed - from};
    const zn_index n = zni_shares_gather(&s->shares, c, s->list + from, part.count, root, A);

    part.rank = n > 0 ? factor(n, A, L, D) : -1;
    *good = part.rank >= 0 && part.rank <= most;
    return *good ? put(ctx, s, &part, L, D, n) : ZN_OK;
}

static zn_status enlist(zn_ctx *ctx, zni_uncondensed *s, int32_t g)
{
    zn_status st = zn_grow(ctx, &s->list, &s->cap_list, s->listed + 1, sizeof *s->list);

    if (!st)
        s->list[s->listed++] = g;
    return st;
}

/* The groups of all bodies that are one with b, b their root, each once. next: bodies by their root. */
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
    int32_t *next = s->shares.queue; /* it waits for nobody any more */

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

/* What the body that has group g leaves of it: nothing but rounding, where that is on the ground. */
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

/* What touches one other body only, or one only the ground. Of its group the second end is that of no body. */
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
        end[0] = alone ? own : end[0]; /* both: all of it */
        st = enlist(ctx, s, g);
        if (!st)
            st = take(ctx, s, c, (int32_t)s->listed - 1, own, ZNI_BODY_ROWS, good);
        if (st)
            return st;
    }
    return ZN_OK;
}

/* ---- H and M --------------------------------------------------------------------------- */

/* for each contact of a part, its row of the part; what is done with it */
typedef void visit(zni_uncondensed *s, const zni_fc *c, const zni_rigid *part, zn_index a, zn_index row);

static void each(zni_uncondensed *s, const zni_fc *c, visit *call)
{
    const zni_cliques *q = &s->shares.cliques;

    for (zn_index k = 0; k < s->nparts; k++) {
        const zni_rigid *part = s->parts + k;
        zn_index row = 0;

        for (int32_t l = part->from; l < part->from + part->count; l++)
            for (int32_t m = q->first[s->list[l]]; m < q->first[s->list[l] + 1]; m++, row += c->d)
                call(s, c, part, q->at[m], row);
    }
}

static void count(zni_uncondensed *s, const zni_fc *c, const zni_rigid *part, zn_index a, zn_index row)
{
    (void)row;
    for (zn_index j = 0; j < c->d; j++)
        s->p[c->d * a + j + 1] += part->rank;
}

/* behind p, which moves on to where the next column begins */
static void copy(zni_uncondensed *s, const zni_fc *c, const zni_rigid *part, zn_index a, zn_index row)
{
    for (zn_index j = 0; j < c->d; j++) {
        const double *from = s->values + part->x + part->rank * (row + j);
        zn_index *to = s->p + c->d * a + j;

        for (zn_index k = 0; k < part->rank; k++, ++*to) {
            s->i[*to] = part->n + k;
            s->x[*to] = from[k];
        }
    }
}

static zn_status ways(zn_ctx *ctx, zni_uncondensed *s, const zni_fc *c)
{
    zn_status st = zn_grow(ctx, &s->p, &s->cap_p, c->n + 1, sizeof *s->p);

    if (st)
        return st;
    memset(s->p, 0, (size_t)(c->n + 1) * sizeof *s->p);
    each(s, c, count);
    for (zn_index j = 0; j < c->n; j++)
        s->p[j + 1] += s->p[j];
    st = ZNI_GROW(ctx, ZNI_ARRAY(s, i, s->p[c->n]), ZNI_ARRAY(s, x, s->p[c->n]));
    if (st)
        return st;
    each(s, c, copy);
    for (zn_index j = c->n; j > 0; j--)
        s->p[j] = s->p[j - 1];
    s->p[0] = 0;
    return ZN_OK;
}

static zn_status masses(zn_ctx *ctx, zni_uncondensed *s)
{
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(s, mp, s->n + 1), ZNI_ARRAY(s, mi, s->n));
    for (zn_index i = 0; !st && i <= s->n; i++) {
        s->mp[i] = i;
        if (i < s->n)
            s->mi[i] = i;
    }
    return st;
}

zn_status zni_uncondense(zn_ctx *ctx, zni_uncondensed *s, const zni_fc *c, bool *found)
{
    zn_status st = zni_shares_find(ctx, &s->shares, c, found);

    s->n = s->nparts = s->listed = s->used = 0;
    if (!st && *found)
        st = bodies(ctx, s, c, found);
    if (!st && *found)
        st = ends(ctx, s, c, found);
    if (!st && *found)
        st = ways(ctx, s, c);
    return st || !*found ? st : masses(ctx, s);
}

zn_matrix zni_uncondensed_mass(const zni_uncondensed *s)
{
    return (zn_matrix){.storage = ZN_CSC,
                       .rows = s->n,
                       .cols = s->n,
                       .x = s->mass,
                       .p = s->mp,
                       .i = s->mi};
}

zn_matrix zni_uncondensed_ways(const zni_uncondensed *s, const zni_fc *c)
{
    return (zn_matrix){
        .storage = ZN_CSC, .rows = s->n, .cols = c->n, .x = s->x, .p = s->p, .i = s->i};
}

void zni_uncondensed_fini(zn_ctx *ctx, zni_uncondensed *s)
{
    zni_shares_fini(ctx, &s->shares);
    ZNI_FREE(ctx, s->p, s->i, s->x, s->mp, s->mi, s->mass, s->parts, s->list, s->values);
}
