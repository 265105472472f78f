/* test_source.c - contact sources: keys, what is kept, order, restarts, words
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <stdint.h>

#include "tests/unit/pile.h"

enum { N = 16, STEPS = 300 };

static pile p;

/* The state after STEPS steps of a fresh pile. */
static void run(unsigned shuffle, double reach, double out[6 * N])
{
    scene_teardown();
    scene_setup();
    pile_make(&p, N);
    p.shuffle = shuffle;
    p.reach = reach;
    pile_simulate(&p);
    pile_steps(STEPS);
    pile_state(&p, out);
}

/* ---- results ------------------------------------------------------------------- */

/* Discs come to rest in the trough without more overlap than the steps explain,
 * and none has left it. */
START_TEST(discs_come_to_rest_in_the_trough)
{
    double x[6 * N];
    zn_run_info info;

    run(0, 0.05, x);
    pile_steps(724);
    zn_simulation_run_info(sim, &info);
    ck_assert(info.worst_gap > -0.02);
    ck_assert(info.impacts > 50);
    pile_state(&p, x);
    for (int k = 0; k < N; k++) {
        for (int w = 0; w < PILE_WALLS; w++)
            ck_assert(pile_normal[w][0] * x[6 * k] +
                          pile_normal[w][1] * x[6 * k + 1] >
                      pile_offset[w] + p.radius[k] - 0.02);
        ck_assert(hypot(x[6 * k + 3], x[6 * k + 4]) < 0.2);
    }
    ck_assert_int_eq(zn_simulation_step(sim), ZN_END);
    ck_assert_int_eq(p.calls, 1024); /* once a step */
}
END_TEST

START_TEST(the_order_of_announcements_does_not_matter)
{
    double want[6 * N], got[6 * N];

    run(0, 0.05, want);
    for (unsigned seed = 1; seed < 4; seed++) {
        run(seed, 0.05, got);
        ck_assert_mem_eq(want, got, sizeof got);
    }
}
END_TEST

/* Contacts that are far take no part: announcing them or not is the same, and so is
 * a model with all contacts connected by hand in the order of the keys. */
START_TEST(contacts_by_hand_give_the_same_bits)
{
    double want[6 * N], got[6 * N], data[2];
    zn_contact c;
    zn_interaction *a;

    run(0, 0.05, want);
    run(0, 100, got);
    ck_assert_int_eq(zn_simulation_contact_count(sim, 0),
                     N * (N - 1) / 2 + PILE_WALLS * N);
    ck_assert_mem_eq(want, got, sizeof got);

    scene_teardown();
    scene_setup();
    pile_make(&p, N);
    pile_simulate(&p); /* for positions */
    MUST(zn_simulation_init(sim));
    p.reach = 100;
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N + PILE_WALLS; j++) {
            ck_assert(pile_near(&p, zn_simulation_state(sim), i, j, &c, data));
            zn_model_reopen(model);
            MUST(zn_model_connect(model, NULL, c.law, c.relation, c.d1, c.d2,
                                  &a));
            MUST(zn_interaction_set_data(a, data));
        }
    MUST(zn_model_seal(model));
    zn_simulation_free(sim);
    simulate("moreau-jean", NULL, 0, 1. / 256, 4);
    MUST(zn_simulation_set(sim, "solver_tol", "1e-9"));
    for (zn_index k = 0; k < zn_model_interaction_places(model); k++) {
        zn_key key; /* those of the source went with its simulation */
        a = zn_model_interaction_at(model, k);
        ck_assert(!a || !zn_interaction_key(a, &key));
    }
    pile_steps(STEPS);
    pile_state(&p, got);
    ck_assert_mem_eq(want, got, sizeof got);
}
END_TEST

/* A program of an earlier header has shorter contacts: what is behind them is not theirs. */
static zn_status shorter(void *user, const zn_view *at, zn_contacts *to)
{
    double data[2];
    zn_contact c;

    (void)user;
    p.reach = 100;
    (void)pile_near(&p, at->state, 0, p.n, &c, data);
    c.data = (const void *)(uintptr_t)8;
    return zn_contacts_announce_sized(to, &c, offsetof(zn_contact, data));
}

START_TEST(contacts_of_an_earlier_header_have_no_data)
{
    pile_make(&p, 4);
    simulate("moreau-jean", NULL, 0, 1e-3, 1);
    MUST(zn_simulation_find_contacts(sim, shorter, NULL, NULL));
    REFUSED(zn_simulation_init(sim), ZN_EINVAL, "radius = 0, must be > 0");
}
END_TEST

/* ---- what is kept ---------------------------------------------------------------- */

START_TEST(a_known_key_keeps_multipliers_and_its_interaction)
{
    double x[6 * N], data[2];
    const zn_key floor = {0, N}; /* disc 0 and the floor */
    zn_interaction *a;
    zn_key key;

    run(0, 0.05, x);
    pile_steps(500); /* at rest */
    a = zn_simulation_contact(sim, 0, floor);
    ck_assert_ptr_nonnull(a);
    ck_assert(zn_interaction_key(a, &key) && key.hi == 0 && key.lo == N);
    const double before = zn_simulation_lambda(sim, a, ZN_LEVEL_VELOCITY)[0];
    ck_assert(before > 0);
    const zn_index impacts = zn_simulation_step_info(sim)->impacts;
    pile_steps(1);
    ck_assert_ptr_eq(zn_simulation_contact(sim, 0, floor), a);
    ck_assert_int_eq(impacts, 0); /* it was closed, and the host knows */
    /* its data are what was announced */
    memcpy(data, zn_interaction_data(a), sizeof *data);
    ck_assert(data[0] == p.radius[0]);
    ck_assert_ptr_null(zn_simulation_contact(sim, 0, (zn_key){0, 999}));
    ck_assert_ptr_null(zn_simulation_contact(sim, 1, floor));
    ck_assert_int_eq(zn_simulation_contact_count(sim, 1), 0);
}
END_TEST

/* In another process, that is in a model made anew. */
START_TEST(a_restart_from_a_checkpoint_gives_the_same_bits)
{
    double want[6 * N], got[6 * N], first[6 * N];
    const char *path = "test_source.save";
    zn_index calls;

    run(0, 0.05, first);
    MUST(zn_checkpoint_save(sim, path));
    const zn_index impacts_before = zn_simulation_step_info(sim)->impacts;
    pile_steps(1);
    const zn_index impacts = zn_simulation_step_info(sim)->impacts;
    pile_steps(150);
    pile_state(&p, want);

    scene_teardown();
    scene_setup();
    pile_make(&p, N);
    p.shuffle = 7;
    pile_simulate(&p);
    MUST(zn_checkpoint_load(sim, path));
    calls = p.calls;
    pile_state(&p, got);
    ck_assert_mem_eq(first, got, sizeof got);
    pile_steps(1);
    ck_assert_int_eq(p.calls, calls); /* it searched when it was loaded */
    ck_assert_int_eq(zn_simulation_step_info(sim)->impacts, impacts);
    pile_steps(150);
    pile_state(&p, got);
    ck_assert_mem_eq(want, got, sizeof got);
    unlink(path);
    (void)impacts_before;
}
END_TEST

START_TEST(a_run_that_is_reset_begins_anew)
{
    double want[6 * N], got[6 * N];

    run(0, 0.05, want);
    MUST(zn_simulation_reset(sim));
    pile_steps(STEPS);
    pile_state(&p, got);
    ck_assert_mem_eq(want, got, sizeof got);
}
END_TEST

START_TEST(contacts_of_a_system_go_with_it)
{
    double x[6 * N];

    run(0, 0.05, x);
    const zn_index before = zn_simulation_contact_count(sim, 0);
    zn_model_reopen(model);
    MUST(zn_model_remove_ds(model, p.disc[N - 1]));
    p.n--; /* walls have other keys now: all those of walls are new */
    MUST(zn_model_seal(model));
    pile_steps(50);
    ck_assert(zn_simulation_contact_count(sim, 0) > 0 &&
              zn_simulation_contact_count(sim, 0) < before + PILE_WALLS * N);
    for (zn_index k = 0; k < zn_simulation_contact_count(sim, 0); k++) {
        const zn_interaction *a = zn_simulation_contact_at(sim, 0, k);
        ck_assert(zn_interaction_ds(a, 0) != NULL);
    }
    /* what stayed is known again: no contact is in the model twice */
    zn_index there = 0;
    for (zn_index k = 0; k < zn_model_interaction_places(model); k++)
        there += zn_model_interaction_at(model, k) != NULL;
    ck_assert_int_eq(there, zn_simulation_contact_count(sim, 0));
}
END_TEST

/* ---- sources that know what changed ------------------------------------------------ */

typedef struct few {
    pile *pile;
    zn_index step;
} few;

/* Contact 0 stays, 1 comes at the third search and goes at the fifth, comes at the sixth and is not announced
 * in the seventh, which tells all of them. */
static zn_status few_find(void *user, const zn_view *at, zn_contacts *to)
{
    few *f = user;
    double data[2];
    zn_contact c;
    zn_status st = ZN_OK;

    f->pile->reach = 100;
    if (f->step > 0 && f->step != 6)
        st = zn_contacts_stay(to);
    if (!st && (f->step == 0 || f->step == 2 || f->step == 5 || f->step == 6)) {
        (void)pile_near(f->pile, at->state, f->step == 2 || f->step == 5, f->pile->n, &c, data);
        st = zn_contacts_announce(to, &c);
    }
    if (!st && f->step == 4)
        st = zn_contacts_gone(to, (zn_key){1, (uint64_t)f->pile->n});
    f->step++;
    return st;
}

START_TEST(a_source_may_tell_only_what_changed)
{
    const zn_index want[8] = {1, 1, 2, 2, 1, 2, 1, 1};
    few f = {.pile = &p};

    pile_make(&p, 4);
    simulate("moreau-jean", NULL, 0, 1e-3, 1);
    MUST(zn_simulation_find_contacts(sim, few_find, &f, NULL));
    for (int k = 0; k < 8; k++) {
        MUST(zn_simulation_step(sim));
        ck_assert_int_eq(zn_simulation_contact_count(sim, 0), want[k]);
    }
}
END_TEST

/* ---- exchanges ------------------------------------------------------------------------ */

/* All walls of all discs, with other keys at every search; one of them is announced,
 * taken back and announced again with other data. */
static zn_status all_others(void *user, const zn_view *at, zn_contacts *to)
{
    uint64_t *call = user;
    double data[2];
    zn_contact c;
    zn_status st = zn_contacts_stay(to);

    for (zn_index i = 0; !st && *call && i < p.n; i++)
        st = zn_contacts_gone(to, (zn_key){(uint64_t)i, *call - 1});
    p.reach = 100;
    for (zn_index i = 0; !st && i < p.n; i++) {
        (void)pile_near(&p, at->state, i, p.n, &c, data);
        c.key = (zn_key){(uint64_t)i, *call};
        data[0] = i == 1 ? 100 : data[0];
        st = zn_contacts_announce(to, &c);
        if (st || i != 1)
            continue;
        data[0] = p.radius[1];
        REFUSED(zn_contacts_announce(to, &c), ZN_EEXIST, "announced twice");
        MUST(zn_contacts_gone(to, c.key));
        st = zn_contacts_announce(to, &c);
    }
    ++*call;
    return st;
}

START_TEST(contacts_that_come_take_the_room_of_those_that_go)
{
    uint64_t call = 0;

    pile_make(&p, N);
    simulate("moreau-jean", NULL, 0, 1e-3, 1);
    MUST(zn_simulation_find_contacts(sim, all_others, &call, NULL));
    for (int k = 0; k < 5; k++) {
        MUST(zn_simulation_init(sim));
        if (k)
            MUST(zn_simulation_step(sim));
        ck_assert_int_eq(zn_simulation_contact_count(sim, 0), N);
        ck_assert_int_eq(zn_model_interaction_places(model), N);
        for (zn_index i = 0; i < N; i++) {
            const zn_interaction *a = zn_simulation_contact(
                sim, 0, (zn_key){(uint64_t)i, call - 1});
            const double *data = zn_interaction_data(a);
            ck_assert_ptr_eq(zn_interaction_ds(a, 0), p.disc[i]);
            ck_assert_double_eq(data[0], p.radius[i]);
        }
    }
}
END_TEST

/* ---- faults ------------------------------------------------------------------------------ */

START_TEST(what_is_wrong_is_said_and_undone)
{
    double want[6 * N], got[6 * N], x[6 * N];

    run(0, 0.05, want);
    run(0, 0.05, x);
    for (int k = 0; k < 2; k++) { /* not a step is lost */
        p.twice = k == 0;
        p.wrong = k == 1;
        p.reach = 0.2; /* with new contacts */
        const zn_index count = zn_simulation_contact_count(sim, 0);
        REFUSED(zn_simulation_step(sim), k ? ZN_EINVAL : ZN_EEXIST,
                k ? "the system is NULL" : "announced twice");
        REFUSED(zn_simulation_step(sim), k ? ZN_EINVAL : ZN_EEXIST,
                "contact source 1 ('function'): contact ");
        ck_assert(zn_model_sealed(model));
        ck_assert(zn_simulation_contact_count(sim, 0) <= count);
        p.twice = p.wrong = false;
        p.reach = 0.05;
    }
    pile_steps(1);
    REFUSED(zn_simulation_find_contacts(sim, NULL, NULL, NULL), ZN_EINVAL,
            "NULL");
    pile_state(&p, got);
    run(0, 0.05, x);
    pile_steps(1);
    pile_state(&p, want);
    ck_assert_mem_eq(want, got, sizeof got);
}
END_TEST

static zn_status order_of_calls(void *user, const zn_view *at, zn_contacts *to)
{
    const zn_key key = {0, 4};
    double data[2];
    zn_contact c;

    (void)user;
    p.reach = 100;
    REFUSED(zn_contacts_gone(to, key), ZN_ESTATE, "zn_contacts_stay");
    MUST(zn_contacts_stay(to));
    REFUSED(zn_contacts_gone(to, key), ZN_ENOENT, "contact 0:4: there is none");
    ck_assert(pile_near(&p, at->state, 0, p.n, &c, data));
    data[0] = -1;
    MUST(zn_contacts_announce(to, &c));
    REFUSED(zn_contacts_stay(to), ZN_ESTATE, "1 contacts were announced");
    return ZN_OK;
}

START_TEST(calls_in_the_wrong_order_and_data_that_are_wrong_have_words)
{
    pile_make(&p, 4);
    simulate("moreau-jean", NULL, 0, 1e-3, 1);
    MUST(zn_simulation_find_contacts(sim, order_of_calls, NULL, NULL));
    REFUSED(zn_simulation_init(sim), ZN_EINVAL, "radius = -1, must be > 0");
    ck_assert_int_eq(zn_simulation_contact_count(sim, 0), 0);
}
END_TEST

/* ---- memory ------------------------------------------------------------------------------- */

static zn_status starved(const zn_allocator *alloc)
{
    static pile small;
    zn_simulation *s = NULL;
    zn_model *m = NULL;
    zn_ds *ds;
    const double q0[3] = {0, 0.1, 0}, v0[3] = {0, -1, 0}, zero = 0;
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    zn_ctx *c = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    small = (pile){.n = 1, .reach = 1, .radius = {0.1}};
    if (!st)
        st = zn_model_new(c, &m);
    if (!st)
        st = zn_ds_new(c, "lagrangian-linear", "d", 3, q0, v0, &ds);
    if (st)
        goto end;
    st = zn_ds_set_constant(ds, "mass", 3, 3, M);
    if (!st)
        st = zn_model_add_ds(m, ds);
    if (st) {
        zn_ds_free(ds);
        goto end;
    }
    small.disc[0] = ds;
    st = zn_law_friction(c, 2, 0, 0, 0.3, &small.law);
    if (!st && (st = zn_model_add_law(m, small.law)))
        zn_law_free(small.law);
    for (int w = 0; !st && w < PILE_WALLS; w++) {
        zn_relation *r;
        st = zn_relation_new(c, "disc-line", NULL, 2, 3, &r);
        if (st)
            break;
        small.wall[w] = r;
        st = zn_relation_set_constant(r, "normal", 2, 1, pile_normal[w]);
        if (!st)
            st = zn_relation_set_constant(r, "offset", 1, 1, &zero);
        if (!st)
            st = zn_model_add_relation(m, r);
        if (st)
            zn_relation_free(r);
    }
    if (!st)
        st = zn_model_seal(m);
    if (!st)
        st = zn_simulation_new(m, &s);
    if (!st)
        st = zn_simulation_use(s, "moreau-jean", NULL, NULL);
    if (!st)
        st = zn_simulation_find_contacts(s, pile_find, &small, NULL);
    if (!st)
        st = zn_simulation_set_time(s, 0, 0.01, 1);
    for (int k = 0; !st && k < 3; k++)
        st = zn_simulation_step(s);
end:
    zn_simulation_free(s);
    zn_model_free(m);
    zn_ctx_free(c);
    return st;
}

START_TEST(no_memory_is_said_and_nothing_leaks)
{
    test_torture(starved);
}
END_TEST

/* An observer that goes looks back at what there was. */
static void look_back(void *user)
{
    *(zn_index *)user = zn_simulation_contact_count(sim, 0);
}

static zn_status watch(void *user, const zn_simulation *s)
{
    (void)user, (void)s;
    return ZN_OK;
}

START_TEST(contacts_are_there_until_the_observers_have_gone)
{
    zn_index seen = -1, there;

    pile_make(&p, N);
    p.reach = 100;
    pile_simulate(&p);
    MUST(zn_simulation_observe(sim, watch, &seen, look_back));
    pile_steps(2);
    there = zn_simulation_contact_count(sim, 0);
    ck_assert_int_eq(there, N * (N - 1) / 2 + PILE_WALLS * N);
    zn_simulation_free(sim);
    sim = NULL;
    ck_assert_int_eq(seen, there);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("contact sources");
    TCase *t = tcase_create("");

    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(t, contacts_are_there_until_the_observers_have_gone);
    tcase_add_test(t, discs_come_to_rest_in_the_trough);
    tcase_add_test(t, the_order_of_announcements_does_not_matter);
    tcase_add_test(t, contacts_by_hand_give_the_same_bits);
    tcase_add_test(t, contacts_of_an_earlier_header_have_no_data);
    tcase_add_test(t, a_known_key_keeps_multipliers_and_its_interaction);
    tcase_add_test(t, a_restart_from_a_checkpoint_gives_the_same_bits);
    tcase_add_test(t, a_run_that_is_reset_begins_anew);
    tcase_add_test(t, contacts_of_a_system_go_with_it);
    tcase_add_test(t, a_source_may_tell_only_what_changed);
    tcase_add_test(t, contacts_that_come_take_the_room_of_those_that_go);
    tcase_add_test(t, what_is_wrong_is_said_and_undone);
    tcase_add_test(t,
                   calls_in_the_wrong_order_and_data_that_are_wrong_have_words);
    tcase_add_test(t, no_memory_is_said_and_nothing_leaks);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
