/* pile.h - discs that fall into a trough, their contacts announced by a source
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_PILE_H
#define ZENO_TEST_PILE_H

#include "tests/unit/scene.h"

enum { PILE_MOST = 64, PILE_WALLS = 3 };

/* What the function of the source looks at. */
typedef struct pile {
    zn_index n;
    zn_ds *disc[PILE_MOST];
    double radius[PILE_MOST];
    zn_law *law;
    zn_relation *pair, *wall[PILE_WALLS];
    double reach;    /* contacts are announced from that gap on (m) */
    unsigned shuffle; /* other than 0: announced in another order each time */
    bool twice, wrong;
    zn_index calls;
} pile;

/* A small generator of our own, so that runs are the same everywhere. */
static inline unsigned pile_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static inline zn_ds *pile_disc(const char *name, double r, double x, double y)
{
    const double m = 3 * r * r, weight[3] = {0, -9.81 * m, 0};
    const double M[9] = {m, 0, 0, 0, m, 0, 0, 0, 0.5 * m * r * r};
    const double q0[3] = {x, y, 0}, v0[3] = {0.1, 0, 1};

    return linear_system(name, 3, M, NULL, NULL, q0, v0, weight);
}

/* Floor and two slanted walls, as n.X >= offset. */
static const double pile_normal[PILE_WALLS][2] = {{0, 1}, {0.8, 0.6}, {-0.8, 0.6}};
static const double pile_offset[PILE_WALLS] = {0, -0.6, -0.6};

static inline void pile_make(pile *p, zn_index n)
{
    unsigned seed = 12;
    char name[16];

    *p = (pile){.n = n, .reach = 0.05};
    for (zn_index k = 0; k < n; k++) {
        snprintf(name, sizeof name, "disc %02td", k);
        p->radius[k] = 0.08 + 1e-3 * (pile_random(&seed) % 40);
        p->disc[k] = pile_disc(name, p->radius[k],
                               -0.3 + 0.21 * (double)(k % 4) +
                                   1e-3 * (pile_random(&seed) % 10),
                               0.2 + 0.25 * (double)(k / 4));
    }
    MUST(zn_law_friction(ctx, 2, 0.2, 0, 0.4, &p->law));
    MUST(zn_model_add_law(model, p->law));
    MUST(zn_relation_new(ctx, "disc-disc", "pair", 2, 6, &p->pair));
    MUST(zn_model_add_relation(model, p->pair));
    for (int w = 0; w < PILE_WALLS; w++) {
        MUST(zn_relation_new(ctx, "disc-line", "wall", 2, 3, &p->wall[w]));
        MUST(zn_relation_set_constant(p->wall[w], "normal", 2, 1,
                                      pile_normal[w]));
        MUST(zn_relation_set_constant(p->wall[w], "offset", 1, 1,
                                      &pile_offset[w]));
        MUST(zn_model_add_relation(model, p->wall[w]));
    }
}

/* Contact c of the n (n - 1)/2 pairs and PILE_WALLS n walls, if it is near. */
static inline bool pile_near(const pile *p, const zn_state *s, zn_index i,
                             zn_index j, zn_contact *out, double data[2])
{
    const double *a = zn_state_q(s, p->disc[i]);
    double gap;

    *out = (zn_contact){.key = {(uint64_t)i, (uint64_t)j},
                        .law = p->law,
                        .d1 = p->disc[i],
                        .data = data};
    data[0] = p->radius[i];
    if (j < p->n) {
        const double *b = zn_state_q(s, p->disc[j]);
        data[1] = p->radius[j];
        out->d2 = p->disc[j];
        out->relation = p->pair;
        gap = hypot(a[0] - b[0], a[1] - b[1]) - data[0] - data[1];
    } else {
        const zn_index w = j - p->n;
        out->relation = p->wall[w];
        gap = pile_normal[w][0] * a[0] + pile_normal[w][1] * a[1] -
              pile_offset[w] - data[0];
    }
    return gap < p->reach;
}

static inline zn_status pile_find(void *user, const zn_view *at, zn_contacts *to)
{
    pile *p = user;
    const zn_index columns = p->n + PILE_WALLS, all = p->n * columns;
    const zn_index begin =
        p->shuffle ? (zn_index)(pile_random(&p->shuffle) % (unsigned)all) : 0;
    double data[2];
    zn_contact c;
    zn_status st = ZN_OK;

    p->calls++;
    for (zn_index k = 0; !st && k < all; k++) {
        /* 101 has no factor in common with the numbers of pairs used here */
        const zn_index at_k = p->shuffle ? (begin + 101 * k) % all : k;
        const zn_index i = at_k / columns, j = at_k % columns;
        if (j <= i || !pile_near(p, at->state, i, j, &c, data))
            continue;
        if (p->wrong)
            c.d1 = NULL;
        st = zn_contacts_announce(to, &c);
        if (!st && p->twice)
            st = zn_contacts_announce(to, &c);
    }
    return st;
}

static inline void pile_simulate(pile *p)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 1. / 256, 4));
    MUST(zn_simulation_set(sim, "solver_tol", "1e-9"));
    MUST(zn_simulation_find_contacts(sim, pile_find, p, NULL));
}

static inline void pile_steps(int n)
{
    for (int k = 0; k < n; k++)
        MUST(zn_simulation_step(sim));
}

/* q and v of all discs, 6 numbers each. */
static inline void pile_state(const pile *p, double out[])
{
    for (zn_index k = 0; k < p->n; k++) {
        memcpy(out + 6 * k, zn_simulation_q(sim, p->disc[k]),
               3 * sizeof(double));
        memcpy(out + 6 * k + 3, zn_simulation_v(sim, p->disc[k]),
               3 * sizeof(double));
    }
}

#endif
