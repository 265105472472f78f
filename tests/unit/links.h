/* links.h - contacts that hang together, in chains or as a test says
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_LINKS_H
#define ZENO_TEST_LINKS_H

#include "lcp_test.h"

#include <zeno/friction.h>

/* W has blocks v I only; in space, with q = -1 across and mu = 0.5. */
typedef struct links {
    zn_index nc;
    zn_index *p, *i, *bp, *cut;
    double *x, *mu, *q;
    zn_matrix W;
    zn_friction f;
} links;

/* Room for nc contacts and so many blocks. */
static inline void links_begin(links *l, zn_index nc, zn_index blocks)
{
    *l = (links){.nc = nc,
                 .p = indices(nc + 1),
                 .i = indices(blocks),
                 .bp = indices(blocks),
                 .cut = indices(nc + 1),
                 .x = reals(9 * blocks),
                 .mu = reals(nc),
                 .q = reals(3 * nc)};
}

/* The next row, of contact a. */
static inline void links_row(links *l, zn_index a)
{
    l->p[a + 1] = l->p[a];
    l->cut[a + 1] = 3 * (a + 1);
    l->mu[a] = 0.5;
    l->q[3 * a] = -1;
}

/* block (a, b) times v, the next of row a */
static inline void links_block(links *l, zn_index a, zn_index b, double v)
{
    const zn_index k = l->p[a + 1]++;

    l->i[k] = b;
    l->bp[k] = 9 * k;
    for (int e = 0; e < 9; e += 4)
        l->x[9 * k + e] = v;
}

/* All rows are there. Points into *l, which is not moved. */
static inline void links_end(links *l)
{
    const zn_index nc = l->nc;

    l->W = (zn_matrix){.storage = ZN_BSR, .rows = 3 * nc, .cols = 3 * nc,
                       .x = l->x, .p = l->p, .i = l->i, .nbr = nc, .nbc = nc,
                       .ro = l->cut, .co = l->cut, .bp = l->bp};
    l->f = (zn_friction){.d = 3, .nc = nc, .M = &l->W, .q = l->q, .mu = l->mu};
}

/* Chains. own, link: nc; link[a] is that of a and a + 1, 0: none. */
static inline void links_new(links *l, zn_index nc, const double own[], const double link[])
{
    links_begin(l, nc, 3 * nc);
    for (zn_index a = 0; a < nc; a++) {
        links_row(l, a);
        if (a > 0 && link[a - 1] != 0)
            links_block(l, a, a - 1, -link[a - 1]);
        links_block(l, a, a, own[a]);
        if (a + 1 < nc && link[a] != 0)
            links_block(l, a, a + 1, -link[a]);
    }
    links_end(l);
}

static inline void links_free(links *l)
{
    free(l->p);
    free(l->i);
    free(l->bp);
    free(l->cut);
    free(l->x);
    free(l->mu);
    free(l->q);
}

#endif
