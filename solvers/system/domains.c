/* domains.c - domains of contacts that are close to each other, and their colouring
 * SPDX-License-Identifier: Apache-2.0 */
#include "colours.h"

#include "../linalg/starts.h"

/* A sweep in the given order reads reactions from all over memory, and in the order of colours consecutive contacts are
 * never neighbours. Domains avoid both: within a domain contacts keep their order and read what is near, and the
 * domains of one colour may be swept at the same time by any number of threads, with the result of one thread (domains
 * as the unit of parallel Gauss-Seidel: Visseq, Alart & Dureisseix, Int. J. Numer. Methods Eng. 96, 2013). A domain is
 * what a breadth-first search reaches first. */

/* Contacts of a domain: few enough that what a sweep over it reads stays in the cache, and that 10^4 contacts have
 * several domains of each colour. */
enum { DOMAIN = 256 };

zn_status zni_domains_reserve(zn_ctx *ctx, zni_domains *k, zn_index nc,
                              zn_index nb)
{
    zn_status st = zni_colours_reserve(ctx, &k->graph, nc, nb);

    return st ? st : ZNI_GROW(ctx, ZNI_ARRAY(k, v, 5 * nc + 3), ZNI_ARRAY(k, i, nb));
}

void zni_domains_fini(zn_ctx *ctx, zni_domains *k)
{
    zni_colours_fini(ctx, &k->graph);
    ZNI_FREE(ctx, k->v, k->i);
}

/* Grows domain `number` from contact a over contacts that are in no domain yet; list has them from `first`. Returns the
 * end of the list. */
static zn_index grow(const zni_fc *c, zn_index a, zn_index number,
                     zn_index first, zn_index domain[], zn_index list[])
{
    const zn_index most = first + DOMAIN;
    zn_index end = first;

    domain[a] = number;
    list[end++] = a;
    for (zn_index h = first; h < end; h++)
        for (zn_index k = c->p[list[h]]; k < c->p[list[h] + 1] && end < most; k++)
            if (domain[c->i[k]] < 0) {
                domain[c->i[k]] = number;
                list[end++] = c->i[k];
            }
    return end;
}

/* Which domains read which: the pattern p, k->i of a matrix. It is small beside that of W. */
static zn_status quotient(zn_ctx *ctx, zni_domains *k, const zni_fc *c, const zn_index domain[],
                          const zn_index list[], const zn_index bound[], zn_index p[], zn_index mark[])
{
    zn_index at = 0;

    for (zn_index m = 0; m < k->n; m++)
        mark[m] = -1;
    for (zn_index m = 0; m < k->n; m++) {
        p[m] = at;
        for (zn_index h = bound[m]; h < bound[m + 1]; h++) {
            const zn_index first = c->p[list[h]], end = c->p[list[h] + 1];
            const zn_status st = zn_grow(ctx, &k->i, &k->cap_i, at + end - first, sizeof *k->i);

            if (st)
                return st;
            for (zn_index e = first; e < end; e++)
                zni_meet(mark, m, domain[c->i[e]], k->i, &at);
        }
    }
    p[k->n] = at;
    return ZN_OK;
}

/* out: the contacts by the colours of their domains, within each domain in their order. */
static zn_status arrange(zn_ctx *ctx, const zni_domains *k, const zn_index domain[],
                         const zn_index bound[], zn_index place[], zni_colours *out)
{
    const zni_colours *g = &k->graph;
    const zn_index nc = bound[k->n];
    zn_status st = zni_colours_reserve(ctx, out, nc, 0);
    zn_index at = 0;

    if (!st)
        st = ZNI_GROW(ctx, ZNI_ARRAY(out, bound, k->n + 1), ZNI_ARRAY(out, part, g->n + 1));
    if (st)
        return st;
    out->n = g->n;
    memcpy(out->part, g->start, (size_t)(g->n + 1) * sizeof *out->part);
    for (zn_index o = 0; o < k->n; o++) {
        const zn_index m = g->order[o];

        out->bound[o] = place[m] = at;
        at += bound[m + 1] - bound[m];
    }
    out->bound[k->n] = nc;
    for (zn_index colour = 0; colour <= g->n; colour++)
        out->start[colour] = out->bound[g->start[colour]];
    for (zn_index a = 0; a < nc; a++) {
        out->colour[a] = g->colour[domain[a]];
        out->order[place[domain[a]]++] = a;
    }
    return ZN_OK;
}

zn_status zni_domains_set(zn_ctx *ctx, zni_domains *k, const zni_fc *c,
                          zni_colours *out)
{
    const zn_index nc = c->nc;
    zn_status st = zn_grow(ctx, &k->v, &k->cap_v, 5 * nc + 3, sizeof *k->v);
    zn_index *domain, *list, *bound, *p, *mark;
    zni_fc graph = {0};

    if (st)
        return st;
    domain = k->v;
    list = domain + nc;
    bound = list + nc;
    p = bound + nc + 1;
    mark = p + nc + 1;
    for (zn_index a = 0; a < nc; a++)
        domain[a] = -1;
    k->n = 0;
    bound[0] = 0;
    for (zn_index a = 0; a < nc; a++)
        if (domain[a] < 0) {
            bound[k->n + 1] = grow(c, a, k->n, bound[k->n], domain, list);
            k->n++;
        }
    st = quotient(ctx, k, c, domain, list, bound, p, mark);
    if (st)
        return st;
    graph.nc = k->n;
    graph.nb = p[k->n];
    graph.p = p;
    graph.i = k->i;
    st = zni_colours_set(ctx, &k->graph, &graph);
    return st ? st : arrange(ctx, k, domain, bound, mark, out);
}
