/* bench_contacts.c - contacts that a source exchanges at every step
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_contacts [CONTACTS [STEPS [SHARE [warm]]]]
 *
 * That many discs rest on the floor, each with a contact that a source announces
 * before each step, with the key (number of the disc, a count). In the first run the
 * keys stay; in the second a tenth of them, drawn at random, are others at every step,
 * so that as many contacts go and come.
 * Without warm start both solve the same problems, and the difference is what the
 * exchange costs; with it a contact that is new costs Newton's method and the solver
 * the iterations that known multipliers save.
 * With SHARE (of the contacts, 0 to 1) only that run, without warm start unless `warm`.
 * Printed: processor time of a step of each, the ratio, allocations in the last half
 * of the steps, and memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <zeno/zeno.h>

#include "tests/bench/tally.h"

typedef struct scene {
    zn_index n;
    zn_ds **disc;
    uint64_t *key;
    zn_law *law;
    zn_relation *floor;
    double share; /* of the keys, exchanged at every search */
    uint64_t next, random;
} scene;

static void must(zn_ctx *ctx, zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "bench_contacts: %s\n", zn_errmsg(ctx));
    exit(1);
}

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static zn_index draw(scene *s)
{
    s->random = s->random * UINT64_C(6364136223846793005) +
                UINT64_C(1442695040888963407);
    return (zn_index)((s->random >> 33) % (uint64_t)s->n);
}

static zn_status find(void *user, const zn_view *at, zn_contacts *to)
{
    static const double radius = 0.5;
    scene *s = user;
    zn_status st = ZN_OK;

    (void)at;
    for (zn_index k = (zn_index)(s->share * (double)s->n); k > 0; k--)
        s->key[draw(s)] = s->next++;
    for (zn_index k = 0; !st && k < s->n; k++)
        st = zn_contacts_announce(to, &(zn_contact){.key = {(uint64_t)k, s->key[k]},
                                                    .law = s->law,
                                                    .relation = s->floor,
                                                    .d1 = s->disc[k],
                                                    .data = &radius});
    return st;
}

static zn_ds *disc(zn_ctx *ctx, zn_index k)
{
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 0.125};
    const double weight[3] = {0, -9.81, 0}, v0[3] = {0, 0, 0};
    const double q0[3] = {(double)k, 0.5, 0};
    char name[32];
    zn_ds *ds;

    snprintf(name, sizeof name, "disc %td", k);
    must(ctx, zn_ds_new(ctx, "lagrangian-linear", name, 3, q0, v0, &ds));
    must(ctx, zn_ds_set_constant(ds, "mass", 3, 3, M));
    must(ctx, zn_ds_set_constant(ds, "f_ext", 3, 1, weight));
    return ds;
}

static void build(zn_ctx *ctx, zn_model *m, scene *s)
{
    const double up[2] = {0, 1}, zero = 0;

    s->disc = calloc((size_t)s->n, sizeof *s->disc);
    s->key = calloc((size_t)s->n, sizeof *s->key);
    if (!s->disc || !s->key)
        exit(1);
    for (zn_index k = 0; k < s->n; k++) {
        s->disc[k] = disc(ctx, k);
        s->key[k] = s->next++;
        must(ctx, zn_model_add_ds(m, s->disc[k]));
    }
    must(ctx, zn_law_friction(ctx, 2, 0, 0, 0.3, &s->law));
    must(ctx, zn_model_add_law(m, s->law));
    must(ctx, zn_relation_new(ctx, "disc-line", NULL, 2, 3, &s->floor));
    must(ctx, zn_relation_set_constant(s->floor, "normal", 2, 1, up));
    must(ctx, zn_relation_set_constant(s->floor, "offset", 1, 1, &zero));
    must(ctx, zn_model_add_relation(m, s->floor));
    must(ctx, zn_model_seal(m));
}

/* Milliseconds of a step. */
static double run(zn_index n, double share, bool warm, zn_index steps)
{
    scene s = {.n = n, .share = share, .random = 1};
    tally t = {0};
    const zn_allocator alloc = {.resize = tally_resize, .user = &t};
    zn_ctx *ctx;
    zn_model *m;
    zn_simulation *sim;
    double begin = 0;
    long calls = 0;
    size_t bytes = 0;

    must(NULL, zn_ctx_new_with(&alloc, &ctx));
    must(ctx, zn_model_new(ctx, &m));
    build(ctx, m, &s);
    must(ctx, zn_simulation_new(m, &sim));
    must(ctx, zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    must(ctx, zn_simulation_set_time(sim, 0, 1e-3, 1e6));
    must(ctx, zn_simulation_set(sim, "warm_start", warm ? "yes" : "no"));
    must(ctx, zn_simulation_find_contacts(sim, find, &s, NULL));
    for (zn_index k = 0; k < 2 * steps; k++) {
        if (k == steps) {
            begin = seconds();
            calls = t.calls;
            bytes = t.now;
        }
        must(ctx, zn_simulation_step(sim));
    }
    const double ms = 1e3 * (seconds() - begin) / (double)steps;
    printf("%9td contacts, %4.1f %% exchanged, warm start %-3s: %8.3f ms a "
           "step, %ld allocations, %zu bytes, %+td since\n",
           n, 100 * share, warm ? "yes" : "no", ms, t.calls - calls, t.now,
           (ptrdiff_t)(t.now - bytes));
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_ctx_free(ctx);
    free(s.disc);
    free(s.key);
    return ms;
}

int main(int argc, char **argv)
{
    const zn_index n = argc > 1 ? atol(argv[1]) : 100000;
    const zn_index steps = argc > 2 ? atol(argv[2]) : 20;
    if (argc > 3) {
        run(n, atof(argv[3]), argc > 4, steps);
        return 0;
    }
    for (int warm = 0; warm < 2; warm++) {
        const double same = run(n, 0, warm, steps);
        printf("%9td contacts: with an exchange of 10 %% %.2f times the cost "
               "of a step\n",
               n, run(n, 0.1, warm, steps) / same);
    }
    return 0;
}
