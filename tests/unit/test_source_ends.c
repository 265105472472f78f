/* test_source_ends.c - contact sources that announce contacts with some unknowns of a system
 * SPDX-License-Identifier: Apache-2.0
 *
 * Discs roll and hop over a net: NODES masses in a row that move up and down, held by springs. A
 * disc touches the node that is within its radius. */
#include "tests/unit/scene.h"

enum { NODES = 30, DISCS = 4, STEPS = 400 };

typedef struct net {
    zn_ds *ds, *disc[DISCS];
    zn_law *law;
    zn_relation *node[NODES];
    bool nearest; /* one contact a disc, whose key is that of the disc */
    double reach;
} net;

static net n;
static test_memory mem;

/* distance of a disc at q[0], q[1] and the node at z[0], q[2], less the radius z[1] */
static void gap(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                double *z)
{
    (void)nq, (void)ny, (void)nz;
    y[0] = hypot(q[0] - z[0], q[1] - q[2]) - z[1];
}

static void gap_jac(unsigned nq, double *q, unsigned ny, double *H, unsigned nz,
                    double *z)
{
    const double d = hypot(q[0] - z[0], q[1] - q[2]);

    (void)nq, (void)ny, (void)nz;
    H[0] = (q[0] - z[0]) / d;
    H[1] = (q[1] - q[2]) / d;
    H[2] = -H[1];
}

static double place(int k)
{
    return 0.3 * k;
}

static void make_net(void)
{
    const double radius = 0.5;
    zn_index start[NODES + 1] = {0}, row[3 * NODES];
    double value[3 * NODES], m[NODES];
    const zn_matrix K = {.storage = ZN_CSC,
                         .rows = NODES,
                         .cols = NODES,
                         .p = start,
                         .i = row,
                         .x = value};
    const double rest[NODES] = {0};

    for (zn_index j = 0; j < NODES; j++) {
        zn_index at = start[j];
        for (zn_index i = j > 0 ? j - 1 : 0; i <= j + 1 && i < NODES; i++) {
            row[at] = i;
            value[at++] = i == j ? 1000 : -400;
        }
        start[j + 1] = at;
        m[j] = 0.1;
    }
    MUST(zn_ds_new(ctx, "lagrangian-linear", "net", NODES, rest, rest, &n.ds));
    MUST(zn_ds_set_diagonal(n.ds, "mass", NODES, m));
    MUST(zn_ds_set_sparse(n.ds, "stiffness", &K));
    MUST(zn_model_add_ds(model, n.ds));
    for (int k = 0; k < NODES; k++) {
        const double z[2] = {place(k), radius};
        MUST(zn_relation_new(ctx, "scleronomous", NULL, 1, 3, &n.node[k]));
        MUST(zn_relation_set_z(n.node[k], 2, z));
        MUST(zn_relation_set_function(n.node[k], "h", (zn_fn *)gap));
        MUST(
            zn_relation_set_function(n.node[k], "jac_h_q", (zn_fn *)gap_jac));
        MUST(zn_model_add_relation(model, n.node[k]));
    }
    n.law = newton(0.4);
    MUST(zn_model_add_law(model, n.law));
}

static void begin(double reach, bool nearest)
{
    const zn_allocator alloc = test_allocator(&mem);

    scene_teardown();
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    n = (net){.reach = reach, .nearest = nearest};
    make_net();
    for (int i = 0; i < DISCS; i++) {
        const double M[4] = {1 + 0.2 * i, 0, 0, 1 + 0.2 * i},
                     f[2] = {0, -10 * M[0]}, q[2] = {0.1 + i, 0.6 + 0.1 * i},
                     v[2] = {1.5 + 0.3 * i, 0};
        char name[16];

        snprintf(name, sizeof name, "disc %d", i);
        n.disc[i] = linear_system(name, 2, M, NULL, NULL, q, v, f);
    }
    simulate("moreau-jean", NULL, 0, 1. / 256, 10);
    MUST(zn_simulation_set(sim, "recompute", "no")); /* that allocates */
}

static void run(int steps)
{
    while (steps-- > 0)
        MUST(zn_simulation_step(sim));
}

static void state(double out[])
{
    const zn_state *s = zn_simulation_state(sim);

    memcpy(out, s->q, (size_t)s->nq * sizeof *out);
    memcpy(out + s->nq, s->v, (size_t)s->nv * sizeof *out);
}

enum { STATE = 2 * (NODES + 2 * DISCS) };

static zn_contact contact(int i, const zn_index *k)
{
    return (zn_contact){.key = {(uint64_t)i, n.nearest ? 0 : (uint64_t)*k},
                        .law = n.law,
                        .relation = n.node[*k],
                        .d1 = n.disc[i],
                        .d2 = n.ds,
                        .at2 = k,
                        .n2 = 1};
}

static zn_index nearest(const double q[])
{
    const double k = floor(q[0] / 0.3 + 0.5);

    return k < 0 ? 0 : k > NODES - 1 ? NODES - 1 : (zn_index)k;
}

static zn_status touching(void *user, const zn_view *at, zn_contacts *to)
{
    zn_status st = ZN_OK;

    (void)user;
    for (int i = 0; i < DISCS; i++) {
        const double *q = zn_state_q(at->state, n.disc[i]);
        for (zn_index k = 0; !st && k < NODES; k++) {
            const zn_contact c = contact(i, &k);
            if (n.nearest ? k == nearest(q)
                          : fabs(q[0] - place((int)k)) <= n.reach)
                st = zn_contacts_announce(to, &c);
        }
    }
    return st;
}

static void run_source(double out[])
{
    begin(0.9, false);
    MUST(zn_simulation_find_contacts(sim, touching, NULL, NULL));
    run(STEPS);
    state(out);
}

START_TEST(contacts_of_nodes_that_come_and_go_are_as_all_of_them_by_hand)
{
    static double want[STATE], got[STATE];
    zn_run_info info;

    run_source(want);
    zn_simulation_run_info(sim, &info);
    ck_assert(info.impacts > 20); /* it was about something */
    begin(0, false);
    zn_model_reopen(model);
    for (int i = 0; i < DISCS; i++)
        for (zn_index k = 0; k < NODES; k++) {
            const zn_end disc = {n.disc[i], 0, NULL}, node = {n.ds, 1, &k};
            MUST(zn_model_connect_ends(model, NULL, n.law, n.node[k], &disc,
                                       &node, NULL));
        }
    MUST(zn_model_seal(model));
    run(STEPS);
    state(got);
    ck_assert_mem_eq(want, got, sizeof got);
}
END_TEST

START_TEST(a_restart_from_a_checkpoint_has_the_same_bits)
{
    static double want[STATE], got[STATE];
    void *bytes;
    size_t size;

    run_source(got);
    begin(0.9, false);
    MUST(zn_simulation_find_contacts(sim, touching, NULL, NULL));
    run(STEPS / 2);
    MUST(zn_checkpoint_to_memory(sim, &bytes, &size));
    run(STEPS - STEPS / 2);
    state(want);
    ck_assert_mem_eq(want, got, sizeof got);
    MUST(zn_checkpoint_from_memory(sim, bytes, size));
    zn_free_array(ctx, bytes);
    run(STEPS - STEPS / 2);
    state(got);
    ck_assert_mem_eq(want, got, sizeof got);
}
END_TEST

/* What contacts remember, after the source was asked. */
static void remembered(double out[])
{
    MUST(zn_simulation_init(sim));
    for (int i = 0; i < DISCS; i++) {
        const zn_interaction *a =
            zn_simulation_contact(sim, 0, (zn_key){(uint64_t)i, 0});

        for (int level = 0; level < 2; level++) {
            *out++ = *zn_simulation_y(sim, a, level);
            *out++ = *zn_simulation_lambda(sim, a, level);
        }
    }
}

/* Of a contact whose key has other unknowns since the checkpoint nothing is left. */
START_TEST(a_restart_knows_contacts_with_other_unknowns)
{
    double want[4 * DISCS], got[4 * DISCS];

    begin(0, true);
    MUST(zn_simulation_find_contacts(sim, touching, NULL, NULL));
    for (int step = 0; step < STEPS; step++) {
        void *bytes;
        size_t size;

        run(1);
        MUST(zn_checkpoint_to_memory(sim, &bytes, &size));
        remembered(want);
        MUST(zn_checkpoint_from_memory(sim, bytes, size));
        zn_free_array(ctx, bytes);
        remembered(got);
        ck_assert_mem_eq(want, got, sizeof got);
    }
}
END_TEST

/* One key, other unknowns: another contact; the same: the one that was there. */
START_TEST(other_unknowns_are_another_contact)
{
    zn_index node[DISCS];
    zn_interaction *was[DISCS];
    int others = 0, same = 0;

    begin(0, true);
    MUST(zn_simulation_find_contacts(sim, touching, NULL, NULL));
    MUST(zn_simulation_init(sim));
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < DISCS; i++) {
            const zn_index k = nearest(zn_simulation_q(sim, n.disc[i]));
            zn_interaction *a =
                zn_simulation_contact(sim, 0, (zn_key){(uint64_t)i, 0});
            zn_index m;
            const zn_index *at = zn_interaction_unknowns(a, 1, &m);

            ck_assert(m == 1 && at[0] == k);
            at = zn_interaction_unknowns(a, 0, &m);
            ck_assert(m == 2 && at[0] == 0 && at[1] == 1);
            if (step > 0 && node[i] == k)
                ck_assert_ptr_eq(a, was[i]);
            same += step > 0 && node[i] == k;
            others += step > 0 && node[i] != k;
            was[i] = a;
            node[i] = k;
        }
        run(1);
        MUST(zn_simulation_init(sim)); /* which asks the source */
    }
    ck_assert(others > 20 && same > 500);
}
END_TEST

/* In the second half of the run a hundred contacts come and go, and allocate only where more nodes
 * are touched than ever before: rooms grow by a quarter and more. */
START_TEST(what_comes_finds_the_room_of_what_went)
{
    long calls;

    begin(0.9, false);
    MUST(zn_simulation_find_contacts(sim, touching, NULL, NULL));
    run(STEPS);
    calls = mem.calls;
    run(STEPS);
    ck_assert_int_le(mem.calls, calls + 15);
}
END_TEST

/* ---- words ------------------------------------------------------------------------- */

static zn_contact wrong;

static zn_status announce_wrong(void *user, const zn_view *at, zn_contacts *to)
{
    (void)user, (void)at;
    return zn_contacts_announce(to, &wrong);
}

START_TEST(unknowns_that_are_not_there_are_refused)
{
    static const zn_index twice[2] = {3, 3}, two[2] = {3, 4}, far = NODES;
    static const struct {
        zn_index n;
        const zn_index *at;
        bool alone;
        const char *words;
    } bad[] = {
        {1, &far, false, "there is no unknown 30 of 'net', it has 30"},
        {2, twice, false, "unknown 3 of 'net' twice"},
        {0, twice, false, "n = 0 of the 30 unknowns of 'net'"},
        {-1, twice, false, "n = -1 of the 30 unknowns of 'net'"},
        {1, twice, true, "unknowns of a second system, but there is none"},
        {2, two, false, "for a state of 3"},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        begin(0, false);
        wrong = contact(0, twice);
        wrong.at2 = bad[i].at;
        wrong.n2 = bad[i].n;
        if (bad[i].alone)
            wrong.d2 = NULL;
        MUST(zn_simulation_find_contacts(sim, announce_wrong, NULL, NULL));
        REFUSED(zn_simulation_init(sim), ZN_EINVAL, bad[i].words);
        ck_assert_int_eq(zn_simulation_contact_count(sim, 0), 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("contact sources, some unknowns");
    TCase *t = tcase_create("");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(
        t, contacts_of_nodes_that_come_and_go_are_as_all_of_them_by_hand);
    tcase_add_test(t, a_restart_from_a_checkpoint_has_the_same_bits);
    tcase_add_test(t, a_restart_knows_contacts_with_other_unknowns);
    tcase_add_test(t, other_unknowns_are_another_contact);
    tcase_add_test(t, what_comes_finds_the_room_of_what_went);
    tcase_add_test(t, unknowns_that_are_not_there_are_refused);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
