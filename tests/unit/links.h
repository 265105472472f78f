/* links.h - contacts that hang together in chains, in any lengths
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_LINKS_H
#define ZENO_TEST_LINKS_H

#include "lcp_test.h"

#include <zeno/friction.h>

/* W has `own` I for each contact and -`link` I between neighbours; in space, with q = -1 across. */
typedef struct links {
    zn_index nc;
    zn_index *p, *i, *bp, *cut;
    double *x, *mu, *q;
    zn_matrix W;
    zn_friction f;
} links;

/* block (a, b) times v, the next of row a */
static inline void links_block(links *l, zn_index a, zn_index b, double v)
{
    const zn_index k = l->p[a + 1]++;

    l->i[k] = b;
    l->bp[k] = 9 * k;
    for (int e = 0; e < 9; e += 4)
        l->x[9 * k + e] = v;
}

/* own, link: nc; link[a] is that of a and a + 1, 0: none. Points into *l, which is not moved. */
static inline void links_new(links *l, zn_index nc, const double own[], const double link[])
{
    *l = (links){.nc = nc,
                 .p = indices(nc + 1),
                 .i = indices(3 * nc),
                 .bp = indices(3 * nc),
                 .cut = indices(nc + 1),
                 .x = reals(27 * nc),
                 .mu = reals(nc),
                 .q = reals(3 * nc)};
    for (zn_index a = 0; a < nc; a++) {
        l->p[a + 1] = l->p[a];
        if (a > 0 && link[a - 1] != 0)
            links_block(l, a, a - 1, -link[a - 1]);
        links_block(l, a, a, own[a]);
        if (a + 1 < nc && link[a] != 0)
            links_block(l, a, a + 1, -link[a]);
        l->cut[a + 1] = 3 * (a + 1);
        l->mu[a] = 0.5;
        l->q[3 * a] = -1;
    }
    l->W = (zn_matrix){.storage = ZN_BSR, .rows = 3 * nc, .cols = 3 * nc,
                       .x = l->x, .p = l->p, .i = l->i, .nbr = nc, .nbc = nc,
                       .ro = l->cut, .co = l->cut, .bp = l->bp};
    l->f = (zn_friction){.d = 3, .nc = nc, .M = &l->W, .q = l->q, .mu = l->mu};
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
