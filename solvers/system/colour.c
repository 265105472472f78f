/* colour.c - colouring of contacts, and problems permuted by it
 * SPDX-License-Identifier: Apache-2.0 */
#include "colours.h"

#include "../linalg/starts.h"

/* Greedy colouring in the order of the contacts (Welsh & Powell, Comput. J. 10, 1967): at most one colour more than the
 * largest number of neighbours. Contacts of one colour may be solved at the same time by any number of threads, with
 * the result of a single thread. */
zn_status zni_colours_reserve(zn_ctx *ctx, zni_colours *k, zn_index nc,
                              zn_index nb)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(k, start, nc + 1), ZNI_ARRAY(k, order, nc), ZNI_ARRAY(k, colour, nc),
                    ZNI_ARRAY(k, seen, nc), ZNI_ARRAY(k, p, nc + 1), ZNI_ARRAY(k, i, nb));
}

/* Marks the colours of the neighbours before a as seen by a. */
static void look(zni_colours *k, zn_index a, zn_index n, const zn_index near[])
{
    for (zn_index e = 0; e < n; e++)
        if (near[e] < a)
            k->seen[k->colour[near[e]]] = a;
}

zn_status zni_colours_set(zn_ctx *ctx, zni_colours *k, const zni_fc *c)
{
    zn_status st = zni_colours_reserve(ctx, k, c->nc, c->nb);

    if (st)
        return st;
    /* where W_ab is stored W_ba need not be */
    zni_lists_turn(c->nc, c->p, c->i, c->nc, k->p, k->i);
    k->n = 0;
    for (zn_index a = 0; a < c->nc; a++)
        k->seen[a] = -1;
    for (zn_index a = 0; a < c->nc; a++) {
        zn_index free = 0;

        look(k, a, c->p[a + 1] - c->p[a], c->i + c->p[a]);
        look(k, a, k->p[a + 1] - k->p[a], k->i + k->p[a]);
        while (k->seen[free] == a)
            free++;
        k->colour[a] = free;
        if (free == k->n)
            k->n++;
    }
    zni_lists_turn(c->nc, NULL, k->colour, k->n, k->start, k->order);
    return ZN_OK;
}

void zni_colours_fini(zn_ctx *ctx, zni_colours *k)
{
    ZNI_FREE(ctx, k->start, k->order, k->colour, k->seen, k->p, k->i, k->bound, k->part);
}

/* ---- the problem in that order ---------------------------------------------- */

/* In the order of colours a sweep would read rows of W, and data of contacts, from all over memory. After a permutation
 * they are read one after the other, and so are the neighbours in a colour, as contacts ascend in each. Blocks of a row
 * are in ascending order, which patches that are cut out of the permuted problem rely on. */

zn_status zni_permuted_reserve(zn_ctx *ctx, zni_permuted *s, zn_index n,
                               zn_index nc, zn_index nb, zn_index values)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(s, i, 2 * nc + 1 + nb), ZNI_ARRAY(s, x, values), ZNI_ARRAY(s, v, 4 * n + 8 * nc));
}

/* to = from, d numbers by contact, in the order of the colours; or back. */
static void permute(const zni_colours *k, zn_index d, zn_index nc,
                    const double from[], double to[], bool back)
{
    for (zn_index o = 0; o < nc; o++) {
        zn_index a = k->order[o];

        memcpy(to + d * (back ? a : o), from + d * (back ? o : a),
               (size_t)d * sizeof *to);
    }
}

/* The same of an array that may be NULL. */
static const double *copy(const zni_colours *k, zn_index d, zn_index nc,
                          const double from[], double to[])
{
    if (from)
        permute(k, d, nc, from, to, false);
    return from ? to : NULL;
}

/* block e of c into the row of s that begins at `first` and ends at `end`, by its column */
static void insert(zni_permuted *s, zn_index i[], zn_index first, zn_index end,
                   const zni_fc *c, zn_index e, zn_index column)
{
    const zn_index dd = c->d * c->d;
    zn_index at = end;

    while (at > first && i[at - 1] > column)
        at--;
    memmove(i + at + 1, i + at, (size_t)(end - at) * sizeof *i);
    memmove(s->x + dd * (at + 1), s->x + dd * at,
            (size_t)(dd * (end - at)) * sizeof *s->x);
    i[at] = column;
    memcpy(s->x + dd * at, c->x + dd * e, (size_t)dd * sizeof *s->x);
}

static void rows(zni_permuted *s, const zni_colours *k, const zni_fc *c)
{
    zn_index nc = c->nc, at = 0;
    zn_index *p = s->i, *i = p + nc + 1, *diag = i + c->nb, *place = k->seen;

    for (zn_index o = 0; o < nc; o++)
        place[k->order[o]] = o;
    for (zn_index o = 0; o < nc; o++) {
        zn_index a = k->order[o];

        p[o] = at;
        for (zn_index e = c->p[a]; e < c->p[a + 1]; e++, at++)
            insert(s, i, p[o], at, c, e, place[c->i[e]]);
        for (diag[o] = p[o]; i[diag[o]] != o; diag[o]++)
            ;
    }
    p[nc] = at;
    s->c.p = p;
    s->c.i = i;
    s->c.diag = diag;
    s->c.x = s->x;
}

/* Coefficients of rolling, and those of spin behind them. */
static const double *copy_rolling(const zni_colours *k, const zni_fc *c,
                                  const double from[], double to[])
{
    if (from && c->d == 6)
        permute(k, 1, c->nc, from + c->nc, to + c->nc, false);
    return copy(k, 1, c->nc, from, to);
}

zn_status zni_permuted_set(zn_ctx *ctx, zni_permuted *s, zni_colours *k,
                           const zni_fc *c)
{
    zn_index n = c->n, nc = c->nc;
    zn_status st =
        zni_permuted_reserve(ctx, s, n, nc, c->nb, c->d * c->d * c->nb);
    double *q, *scale, *mu, *size;

    if (st)
        return st;
    q = s->v + 2 * n;
    scale = q + n;
    mu = scale + n;
    size = mu + 6 * nc;
    s->c = (zni_fc){.law = c->law, .d = c->d, .nc = nc, .n = n, .nb = c->nb,
                    .qnorm = c->qnorm};
    rows(s, k, c);
    s->c.q = copy(k, c->d, nc, c->q, q);
    s->c.scale = copy(k, c->d, nc, c->scale, scale);
    s->c.mu = copy(k, 1, nc, c->mu, mu);
    s->c.own_mu = copy(k, 1, nc, c->scale ? c->own_mu : NULL, mu + nc);
    s->c.mur = copy_rolling(k, c, c->mur, mu + 2 * nc);
    s->c.own_mur = copy_rolling(k, c, c->scale ? c->own_mur : NULL, mu + 4 * nc);
    permute(k, 1, nc, c->size, size, false);
    if (c->scale && c->mur)
        permute(k, 1, nc, c->size + nc, size + nc, false);
    s->c.size = size;
    return ZN_OK;
}

void zni_permuted_enter(const zni_permuted *s, const zni_colours *k,
                        const double r[])
{
    permute(k, s->c.d, s->c.nc, r, s->v, false);
}

void zni_permuted_leave(const zni_permuted *s, const zni_colours *k, double r[],
                        double u[])
{
    permute(k, s->c.d, s->c.nc, s->v, r, true);
    permute(k, s->c.d, s->c.nc, s->v + s->c.n, u, true);
}

void zni_permuted_fini(zn_ctx *ctx, zni_permuted *s)
{
    ZNI_FREE(ctx, s->i, s->x, s->v);
}
