/* cliques.c - which contacts of a condensed problem belong to one body
 * SPDX-License-Identifier: Apache-2.0 */
#include "cliques.h"

#include "../core/hash.h"

/* W has a block for two contacts if they have a body in common. So the graph of W is a line graph: its vertices are
 * pairs of bodies that touch, and pairs with a body in common are neighbours. A line graph determines the graph it
 * comes from, except for the smallest ones (Whitney, Amer. J. Math. 54, 1932; Roussopoulos, Inf. Process. Lett. 2,
 * 1973): three lines that are neighbours of each other are the sides of a triangle if every other line touches none or
 * two of them, and otherwise meet in one body. */

/* ---- groups ------------------------------------------------------------------------ */

static bool same_row(const zni_fc *c, zn_index a, zn_index b)
{
    const zn_index size = c->p[a + 1] - c->p[a];

    return c->p[b + 1] - c->p[b] == size &&
           memcmp(c->i + c->p[a], c->i + c->p[b], (size_t)size * sizeof *c->i) == 0;
}

/* Contacts with the same neighbours, themselves included, form a group. */
static void group(zni_cliques *s, const zni_fc *c)
{
    s->ngroups = 0;
    for (zn_index a = 0; a < c->nc; a++) {
        s->hash[a] = 0;
        for (zn_index k = c->p[a]; k < c->p[a + 1]; k++)
            s->hash[a] += zni_hash_mix((uint64_t)c->i[k] + 1);
    }
    for (zn_index a = 0; a < c->nc; a++) {
        s->group[a] = -1;
        for (zn_index k = c->p[a]; k < c->diag[a] && s->group[a] < 0; k++) {
            const zn_index b = c->i[k];

            if (s->hash[b] == s->hash[a] && same_row(c, a, b))
                s->group[a] = s->group[b];
        }
        if (s->group[a] < 0)
            s->group[a] = s->ngroups++;
    }
}

/* Sorts the numbers i / of, i < n, by key[i]: those of key k are at[first[k]] .., in their order. Negative keys are
 * left out. */
static void by_key(zn_index n, const int32_t key[], int32_t keys, int32_t first[], int32_t at[],
                   int32_t of)
{
    memset(first, 0, (size_t)(keys + 1) * sizeof *first);
    for (zn_index i = 0; i < n; i++)
        if (key[i] >= 0)
            first[key[i] + 1]++;
    for (int32_t k = 0; k < keys; k++)
        first[k + 1] += first[k];
    for (zn_index i = 0; i < n; i++)
        if (key[i] >= 0)
            at[first[key[i]]++] = (int32_t)(i / of);
    for (int32_t k = keys; k > 0; k--)
        first[k] = first[k - 1];
    first[0] = 0;
}

/* The neighbours of each group. */
static zn_status graph(zn_ctx *ctx, zni_cliques *s, const zni_fc *c)
{
    int32_t *met = s->work; /* the last group that had each as a neighbour */

    for (int32_t g = 0; g < s->ngroups; g++)
        met[g] = -1;
    for (int32_t g = 0; g < s->ngroups; g++) {
        const zn_index a = s->at[s->first[g]];
        int32_t at = s->np[g];
        zn_status st = zn_grow(ctx, &s->ni, &s->cap_ni, at + c->p[a + 1] - c->p[a], sizeof *s->ni);

        if (st)
            return st;
        met[g] = g;
        for (zn_index k = c->p[a]; k < c->p[a + 1]; k++) {
            const int32_t f = s->group[c->i[k]];

            if (met[f] != g)
                s->ni[at++] = f;
            met[f] = g;
        }
        s->np[g + 1] = at;
    }
    return ZN_OK;
}

/* ---- bodies ------------------------------------------------------------------------ */

static bool share(const zni_cliques *s, int32_t g, int32_t f)
{
    const int32_t *a = s->end + 2 * g, *b = s->end + 2 * f;

    return (a[0] >= 0 && (a[0] == b[0] || a[0] == b[1])) ||
           (a[1] >= 0 && (a[1] == b[0] || a[1] == b[1]));
}

/* Is there a group that is a neighbour of one or all three of these? odd: zeros before and after. */
static bool meet(const zni_cliques *s, const int32_t three[3], int32_t odd[])
{
    bool found = false;

    for (int turn = 0; turn < 3; turn++)
        for (int32_t k = s->np[three[turn]]; k < s->np[three[turn] + 1]; k++)
            odd[s->ni[k]] ^= 1;
    for (int i = 0; i < 3; i++)
        odd[three[i]] = 0;
    for (int turn = 0; turn < 3; turn++)
        for (int32_t k = s->np[three[turn]]; k < s->np[three[turn] + 1]; k++) {
            found = found || odd[s->ni[k]];
            odd[s->ni[k]] = 0;
        }
    return found;
}

/* Makes b a body of group g; false: g has two already. */
static bool put(zni_cliques *s, int32_t g, int32_t b)
{
    int32_t *end = s->end + 2 * g;

    if (end[0] >= 0 && end[1] >= 0)
        return false;
    end[end[0] >= 0] = b;
    return true;
}

/* A new body that g and f have in common, entered for all groups that take part in it. near[x] is g if x is a neighbour
 * of g. False: one of these groups has two bodies already. */
static bool body(zni_cliques *s, int32_t g, int32_t f, const int32_t near[], int32_t odd[])
{
    const int32_t b = s->nbodies++;
    bool good = true;

    for (int32_t k = s->np[f]; good && k < s->np[f + 1]; k++) {
        const int32_t x = s->ni[k], three[3] = {g, f, x};

        if (near[x] == g && x != g && !share(s, g, x) && !share(s, f, x) && meet(s, three, odd))
            good = put(s, x, b);
    }
    return good && put(s, g, b) && put(s, f, b);
}

/* Finds the bodies: every two neighbours have one body in common. */
static bool bodies(zni_cliques *s)
{
    int32_t *near = s->work, *odd = near + s->ngroups;
    bool good = true;

    s->nbodies = 0;
    for (int32_t g = 0; g < s->ngroups; g++) {
        s->end[2 * g] = s->end[2 * g + 1] = near[g] = -1;
        odd[g] = 0;
    }
    for (int32_t g = 0; good && g < s->ngroups; g++) {
        for (int32_t k = s->np[g]; k < s->np[g + 1]; k++)
            near[s->ni[k]] = g;
        for (int32_t k = s->np[g]; good && k < s->np[g + 1]; k++)
            if (s->ni[k] > g && !share(s, g, s->ni[k]))
                good = body(s, g, s->ni[k], near, odd);
    }
    return good;
}

/* Are the neighbours exactly the pairs of groups with a body in common? Where groups of a body are no neighbours, or
 * have two bodies in common, the number of pairs differs. */
static bool covered(const zni_cliques *s)
{
    zn_index pairs = 0;

    for (int32_t b = 0; b < s->nbodies; b++) {
        const zn_index size = s->begin[b + 1] - s->begin[b];

        pairs += size * (size - 1);
    }
    return pairs == s->np[s->ngroups];
}

/* ---- all of it --------------------------------------------------------------------- */

static zn_status room(zn_ctx *ctx, zni_cliques *s, zn_index nc)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(s, group, nc), ZNI_ARRAY(s, hash, nc),
                    ZNI_ARRAY(s, first, nc + 1), ZNI_ARRAY(s, at, nc), ZNI_ARRAY(s, end, 2 * nc),
                    ZNI_ARRAY(s, begin, 2 * nc + 1), ZNI_ARRAY(s, has, 2 * nc),
                    ZNI_ARRAY(s, np, nc + 1), ZNI_ARRAY(s, work, 2 * nc));
}

zn_status zni_cliques_find(zn_ctx *ctx, zni_cliques *s, const zni_fc *c, bool *found)
{
    zn_status st;

    *found = false;
    if (c->nb > INT32_MAX || c->nc == 0)
        return ZN_OK;
    st = room(ctx, s, c->nc);
    if (st)
        return st;
    group(s, c);
    by_key(c->nc, s->group, s->ngroups, s->first, s->at, 1);
    st = graph(ctx, s, c);
    if (st || !bodies(s))
        return st;
    by_key(2 * (zn_index)s->ngroups, s->end, s->nbodies, s->begin, s->has, 2);
    *found = covered(s);
    return ZN_OK;
}

void zni_cliques_fini(zn_ctx *ctx, zni_cliques *s)
{
    ZNI_FREE(ctx, s->group, s->hash, s->first, s->at, s->end, s->begin, s->has, s->np, s->ni,
             s->work);
}
