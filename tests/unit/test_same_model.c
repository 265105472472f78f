/* test_same_model.c - a model that was reopened and changed at random gives the bits
 * of the same model built fresh
 * SPDX-License-Identifier: Apache-2.0
 *
 * Beads on vertical rods, with masses on springs inside, coupled by contacts between
 * neighbours and with the floor, come and go, and so do contacts and laws. Contacts see
 * all of a bead, or its height alone, by constants or by a function. At the end a checkpoint of the state is
 * loaded into a model that was built from the list of what is there, and both go on. */
#include "tests/unit/scene.h"

enum { PARTS = 3, MOST = 24, TIES = 60, ROUNDS = 40, RUNS = 12 };

typedef struct bead {
    zn_ds *ds; /* NULL: not there */
    double mass, height;
} bead;

typedef struct tie {
    zn_interaction *a; /* NULL: not there */
    int i, j;          /* j < 0: the floor */
    double e, gap;
    int how;   /* WHOLE, HEIGHT, FUNCTION */
    int order; /* of connection */
    char name[16];
} tie;

enum { WHOLE, HEIGHT, FUNCTION, WAYS };

typedef struct world {
    bead b[MOST];
    tie l[TIES];
    int connected;
} world;

static unsigned seed;

static int any(int n)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (unsigned)n);
}

static zn_ds *make_bead(int k, const bead *b)
{
    const double f[PARTS] = {-10 * b->mass, -1, 0};
    const double M[] = {b->mass, 0, 0, 0, 0.1, 0, 0, 0, 0.2};
    const double K[] = {30, -30, 0, -30, 50, -20, 0, -20, 20};
    const double q[PARTS] = {b->height, b->height, b->height};
    const double v[PARTS] = {0};
    char name[16];

    snprintf(name, sizeof name, "bead %d", k);
    return linear_system(name, PARTS, M, NULL, K, q, v, f);
}

/* The square root of 1 + 2 (height, or difference, - z), less 1. */
static void above(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                  double *z)
{
    (void)ny, (void)nz;
    y[0] = sqrt(1 + 2 * (q[0] - (nq > 1 ? q[1] : 0) - z[0])) - 1;
}

static zn_relation *height_relation(const tie *l, zn_index n)
{
    const double C[2] = {1, -1}, gap = -l->gap;
    zn_relation *r;

    MUST(zn_relation_new(ctx, l->how == HEIGHT ? "linear" : "scleronomous",
                         l->name, 1, n, &r));
    if (l->how == HEIGHT) {
        MUST(zn_relation_set_constant(r, "C", 1, n, C));
        MUST(zn_relation_set_constant(r, "e", 1, 1, &gap));
    } else {
        MUST(zn_relation_set_z(r, 1, &l->gap));
        MUST(zn_relation_set_function(r, "h", (zn_fn *)above));
    }
    return r;
}

static zn_interaction *make_tie(const world *w, const tie *l)
{
    const double C[2 * PARTS] = {1, 0, 0, -1}, gap = -l->gap;
    const zn_index top = 0, n = l->j < 0 ? 1 : 2;
    zn_ds *one = w->b[l->i].ds, *other = l->j < 0 ? NULL : w->b[l->j].ds;
    const zn_end ends[2] = {{one, 1, &top}, {other, 1, &top}};
    zn_interaction *a;

    if (l->how == WHOLE)
        return join(l->name, newton(l->e), 1, n * PARTS, C, &gap, one, other);
    MUST(zn_model_connect_ends(model, l->name, newton(l->e),
                               height_relation(l, n), &ends[0],
                               other ? &ends[1] : NULL, &a));
    return a;
}

static void remove_tie(tie *l)
{
    zn_law *law = zn_interaction_law(l->a);
    zn_relation *r = zn_interaction_relation(l->a);

    MUST(zn_model_remove_interaction(model, l->a));
    if (any(2)) { /* or they stay, unused */
        MUST(zn_model_remove_law(model, law));
        MUST(zn_model_remove_relation(model, r));
    }
    l->a = NULL;
}

static void add_tie(world *w, tie *l, int i, int j)
{
    static int names;

    if (!w->b[i].ds || (j >= 0 && !w->b[j].ds))
        return;
    l->i = i;
    l->j = j;
    l->e = 0.1 * any(8);
    l->gap = j < 0 ? 0 : 0.1;
    l->how = any(5) ? HEIGHT + any(2) : WHOLE;
    l->order = w->connected++;
    snprintf(l->name, sizeof l->name, "tie %d", names++);
    l->a = make_tie(w, l);
}

/* One change: a bead or a tie comes or goes, a bead becomes heavier. */
static void change(world *w)
{
    const int k = any(MOST), n = any(TIES);
    bead *b = &w->b[k];
    tie *l = &w->l[n];

    switch (any(4)) {
    case 0:
        if (b->ds && any(3) == 0) {
            for (int i = 0; i < TIES; i++)
                if (w->l[i].a && (w->l[i].i == k || w->l[i].j == k))
                    w->l[i].a = NULL; /* they go with it */
            MUST(zn_model_remove_ds(model, b->ds));
            b->ds = NULL;
        } else if (!b->ds) {
            b->mass = 1 + 0.25 * any(8);
            b->height = 0.1 * k + 0.03 * any(5);
            b->ds = make_bead(k, b);
        }
        break;
    case 1:
        if (l->a)
            remove_tie(l);
        break;
    case 2:
        if (b->ds && any(4) == 0) {
            b->mass = 1 + 0.25 * any(8);
            const double M[] = {b->mass, 0, 0, 0, 0.1, 0, 0, 0, 0.2};
            const double f[PARTS] = {-10 * b->mass, -1, 0};
            MUST(zn_ds_set_constant(b->ds, "mass", PARTS, PARTS, M));
            MUST(zn_ds_set_constant(b->ds, "f_ext", PARTS, 1, f));
        }
        break;
    default:
        if (!l->a && k > 0)
            add_tie(w, l, k, any(3) ? k - 1 : -1);
    }
}

static void start(void)
{
    simulate("moreau-jean", NULL, 0, 1. / 256, 100);
    MUST(zn_simulation_set(sim, "solver", "pgs"));
    MUST(zn_simulation_set(sim, "formulation", "lcp"));
    MUST(zn_simulation_solver_set(sim, "max_iter", "100000"));
    MUST(zn_simulation_set(sim, "solver_tol", "1e-9"));
}

static void grow_at_random(world *w)
{
    for (int k = 0; k < MOST; k += 2) {
        w->b[k].mass = 1;
        w->b[k].height = 0.1 * k;
        w->b[k].ds = make_bead(k, &w->b[k]);
    }
    start();
    for (int r = 0; r < ROUNDS; r++) {
        zn_model_reopen(model);
        for (int c = any(8); c >= 0; c--)
            change(w);
        MUST(zn_model_seal(model));
        for (int s = any(4); s > 0; s--)
            MUST(zn_simulation_step(sim));
    }
    MUST(zn_simulation_init(sim));
}

/* The same from the list, in the order of connection. */
static void build_fresh(world *w)
{
    scene_teardown();
    scene_setup();
    for (int k = 0; k < MOST; k++)
        if (w->b[k].ds)
            w->b[k].ds = make_bead(k, &w->b[k]);
    for (int order = 0; order < w->connected; order++)
        for (int i = 0; i < TIES; i++)
            if (w->l[i].a && w->l[i].order == order)
                w->l[i].a = make_tie(w, &w->l[i]);
    start();
}

static zn_index most_active; /* contacts at once */

/* 40 steps: positions, velocities, impulses. */
static zn_index go_on(const world *w, double out[])
{
    zn_index n = 0;

    for (int s = 0; s < 40; s++) {
        MUST(zn_simulation_step(sim));
        if (zn_simulation_step_info(sim)->active > most_active)
            most_active = zn_simulation_step_info(sim)->active;
    }
    for (int k = 0; k < MOST; k++)
        if (w->b[k].ds) {
            out[n++] = q_of(w->b[k].ds, 0);
            out[n++] = v_of(w->b[k].ds, 2);
        }
    for (int i = 0; i < TIES; i++)
        if (w->l[i].a)
            out[n++] = zn_simulation_lambda(sim, w->l[i].a, 1)[0];
    return n;
}

START_TEST(changed_at_random_or_built_fresh_is_the_same_to_the_bit)
{
    static double want[2 * MOST + TIES], got[2 * MOST + TIES];
    for (unsigned run = 1; run <= RUNS; run++) {
        world w = {0};
        unsigned char *copy;
        void *bytes;
        size_t size;

        seed = 77 * run;
        scene_teardown();
        scene_setup();
        grow_at_random(&w);
        MUST(zn_checkpoint_to_memory(sim, &bytes, &size));
        copy = malloc(size);
        ck_assert_ptr_nonnull(copy);
        memcpy(copy, bytes, size);
        zn_free_array(ctx, bytes);
        const zn_index n = go_on(&w, want);
        build_fresh(&w);
        MUST(zn_checkpoint_from_memory(sim, copy, size));
        free(copy);
        ck_assert_int_eq(go_on(&w, got), n);
        for (zn_index i = 0; i < n; i++)
            ck_assert_msg(memcmp(&want[i], &got[i], sizeof *want) == 0,
                          "run %u: number %td is %.17g, built fresh %.17g", run,
                          i, want[i], got[i]);
    }
    ck_assert(most_active >= 6); /* it was about something */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("changed or fresh");
    TCase *t = tcase_create("");

    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(t, changed_at_random_or_built_fresh_is_the_same_to_the_bit);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
