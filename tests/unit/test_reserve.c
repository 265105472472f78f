/* test_reserve.c - room of the one-step problem: for every row, or for those that are active
 * SPDX-License-Identifier: Apache-2.0 */
#include "corner.h"

#include <math.h>

#include <zeno/simulation.h>

static const char *const reserves[] = {"all", "active"};

enum { BALLS = 40, ROWS = 9, STEPS = 700 };

static test_memory mem;
static zn_relation *wall[3];
static zn_law *law;
static zn_ds *ball[BALLS];

/* Spheres in a corner, each with three contacts with friction; the higher ones come down
 * later, so that there are ever more contacts at work. */
static zn_simulation *make(const char *reserve, const char *solver)
{
    const double I[9] = {0.4, 0, 0, 0, 0.4, 0, 0, 0, 0.4}, one = 1;
    const double f[3] = {-1, -2, -9.81};
    const zn_allocator alloc = test_allocator(&mem);
    zn_simulation *sim;

    mem = (test_memory){0};
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &m));
    MUST(zn_law_friction(ctx, 3, 0.3, 0, 0.1, &law));
    corner(wall);
    for (int i = 0; i < BALLS; i++) {
        const double q[7] = {1 + 0.01 * i, 1 + 0.02 * i, 1.1 + 0.05 * i, 1};
        const double v[6] = {-0.1, 0.2, 0, 1, 0.5 * i, 0};
        char name[16];

        snprintf(name, sizeof name, "ball%d", i);
        MUST(zn_ds_new(ctx, "newton-euler", name, 6, q, v, &ball[i]));
        MUST(zn_ds_set_constant(ball[i], "mass", 1, 1, &one));
        MUST(zn_ds_set_constant(ball[i], "inertia", 3, 3, I));
        MUST(zn_ds_set_constant(ball[i], "f_ext", 3, 1, f));
        MUST(zn_model_add_ds(m, ball[i]));
        for (int k = 0; k < 3; k++)
            MUST(zn_model_connect(m, NULL, law, wall[k], ball[i], NULL, NULL));
    }
    MUST(zn_model_seal(m));
    MUST(zn_simulation_new(m, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set(sim, "reserve", reserve));
    MUST(zn_simulation_set(sim, "solver", solver));
    MUST(zn_simulation_set(sim, "solver_tol", "1e-7"));
    MUST(zn_simulation_set_time(sim, 0, 1e-3, 1));
    MUST(zn_simulation_set(sim, "recompute", "no")); /* which takes room of its own */
    return sim;
}

static void done(zn_simulation *sim)
{
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
}

/* The state behind the last step, and the multipliers that led there. */
typedef struct end {
    double q[7 * BALLS], v[6 * BALLS], lambda[ROWS * BALLS];
    zn_index active;
} end;

static void note(const zn_simulation *sim, end *e)
{
    const zn_state *x = zn_simulation_state(sim);

    memcpy(e->q, x->q, sizeof e->q);
    memcpy(e->v, x->v, sizeof e->v);
    memcpy(e->lambda, x->lambda[1], sizeof e->lambda);
    e->active = 0;
    for (zn_index i = 0; i < ROWS * BALLS; i++)
        e->active += x->active[i] != 0;
}

/* A plane of one row, without friction, under every second ball, of which all get masses whose
 * inverses are rounded. */
static void add_slide(void)
{
    const double I[9] = {0.7, 0, 0, 0, 0.7, 0, 0, 0, 0.7}, mass = 3, one = 1,
                 offset = 0.5;
    const double normal[3] = {0, 0.6, 0.8};
    zn_relation *slide;
    zn_law *smooth;

    zn_model_reopen(m);
    MUST(zn_law_newton_impact(ctx, 0.2, &smooth));
    MUST(zn_relation_new(ctx, "sphere-plane", NULL, 1, 7, &slide));
    MUST(zn_relation_set_constant(slide, "radius", 1, 1, &one));
    MUST(zn_relation_set_constant(slide, "normal", 3, 1, normal));
    MUST(zn_relation_set_constant(slide, "offset", 1, 1, &offset));
    for (int i = 0; i < BALLS; i++) {
        MUST(zn_ds_set_constant(ball[i], "mass", 1, 1, &mass));
        MUST(zn_ds_set_constant(ball[i], "inertia", 3, 3, I));
    }
    for (int i = 0; i < BALLS; i += 2)
        MUST(zn_model_connect(m, NULL, smooth, slide, ball[i], NULL, NULL));
    MUST(zn_model_seal(m));
}

static void run(const char *reserve, const char *solver, end *e)
{
    zn_simulation *sim = make(reserve, solver);

    for (int k = 0; k < STEPS; k++)
        MUST(zn_simulation_step(sim));
    note(sim, e);
    done(sim);
}

/* Whatever room there is, the bits are the same. */
START_TEST(room_that_grows_changes_no_bit)
{
    static const char *const solvers[] = {"auto", "nsgs"};
    static end a, b;

    run("all", solvers[_i], &a);
    run("active", solvers[_i], &b);
    ck_assert_int_gt(a.active, 0);
    ck_assert_mem_eq(&a, &b, sizeof a);
}
END_TEST

/* W of a sphere is diagonal, and W^-1 H' of its contacts with friction is had by divisions, that of
 * contacts with one row is kept: neither has other bits where all is made again to compare. */
START_TEST(what_is_divided_again_has_the_same_bits)
{
    static end e[2];

    for (int kept = 0; kept < 2; kept++) {
        zn_simulation *sim = make(reserves[_i], "nsgs");

        add_slide();
        MUST(zn_simulation_set(sim, "recompute", kept ? "yes" : "no"));
        for (int k = 0; k < STEPS / 2; k++)
            MUST(zn_simulation_step(sim));
        note(sim, &e[kept]);
        done(sim);
    }
    ck_assert_int_gt(e[0].active, 0);
    ck_assert_mem_eq(&e[0], &e[1], sizeof *e);
}
END_TEST

/* Balls that fall side by side onto a floor, one after the other; their outputs are made from
 * a row, so that what else there is of a contact comes with it. The last one gets its contact
 * while others fall. */
static void drop(const char *reserve, const char *options, bool fails, end *e)
{
    const double M[3] = {1, 2, 3}, C[3] = {1, 0, 0}, f[3] = {-9.81, 0.5, 0};
    const zn_allocator alloc = test_allocator(&mem);
    zn_simulation *sim;

    memset(e, 0, sizeof *e);
    mem = (test_memory){0};
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &m));
    MUST(zn_law_newton_impact(ctx, 0.7, &law));
    MUST(zn_relation_new(ctx, "linear", "floor", 1, 3, &wall[0]));
    MUST(zn_relation_set_constant(wall[0], "C", 1, 3, C));
    for (int i = 0; i < BALLS; i++) {
        const double q[3] = {0.01 + 0.01 * i, i, 0}, v[3] = {-0.1, 0, 1};
        char name[16];

        snprintf(name, sizeof name, "ball%d", i);
        MUST(zn_ds_new(ctx, "lagrangian-linear", name, 3, q, v, &ball[i]));
        MUST(zn_ds_set_diagonal(ball[i], "mass", 3, M));
        MUST(zn_ds_set_constant(ball[i], "f_ext", 3, 1, f));
        MUST(zn_model_add_ds(m, ball[i]));
        if (i < BALLS - 1)
            MUST(zn_model_connect(m, NULL, law, wall[0], ball[i], NULL, NULL));
    }
    MUST(zn_model_seal(m));
    MUST(zn_simulation_new(m, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", options, NULL));
    MUST(zn_simulation_set(sim, "reserve", reserve));
    MUST(zn_simulation_set_time(sim, 0, 1e-3, 1));
    MUST(zn_simulation_step(sim));
    for (int k = 1; k < STEPS; k++) {
        int tries = 0;

        mem.fail_at = 0;
        if (k == STEPS / 5) {
            zn_model_reopen(m);
            MUST(zn_model_connect(m, NULL, law, wall[0], ball[BALLS - 1], NULL,
                                  NULL));
            MUST(zn_model_seal(m));
        }
        do
            mem.fail_at = fails ? mem.calls + 1 + tries++ : 0;
        while (zn_simulation_step(sim) == ZN_ENOMEM && tries < 4000);
    }
    mem.fail_at = 0;
    ck_assert(zn_simulation_state(sim)->step == STEPS);
    memcpy(e->q, zn_simulation_state(sim)->q, 3 * BALLS * sizeof *e->q);
    memcpy(e->v, zn_simulation_state(sim)->v, 3 * BALLS * sizeof *e->v);
    done(sim);
}

START_TEST(rows_that_act_later_change_no_bit)
{
    static const char *const options[] = {NULL, "relations=predicted"};
    static end all, active, fails;

    drop("all", options[_i], false, &all);
    drop("active", options[_i], false, &active);
    drop("active", options[_i], true, &fails);
    ck_assert_double_gt(all.v[3 * BALLS - 3], -6); /* not the -7 m/s of a free fall */
    ck_assert_mem_eq(&all, &active, sizeof all);
    ck_assert_mem_eq(&all, &fails, sizeof all);
}
END_TEST

static void first_step_has_all_room(zn_simulation *sim)
{
    MUST(zn_simulation_step(sim));
    const long calls = mem.calls;
    for (int k = 1; k < STEPS; k++)
        MUST(zn_simulation_step(sim));
    ck_assert_int_eq(mem.calls, calls);
}

START_TEST(with_all_rows_no_later_step_allocates)
{
    zn_simulation *sim = make("all", "nsgs");

    first_step_has_all_room(sim);
    done(sim);
}
END_TEST

/* It comes with the contacts, and not with each of them. */
START_TEST(room_is_kept_and_grows_seldom)
{
    zn_simulation *sim = make("active", "nsgs");
    zn_index most = 0;
    int grew = 0;

    for (int k = 0; k < STEPS; k++) {
        const long calls = mem.calls;
        static end e;

        MUST(zn_simulation_step(sim));
        note(sim, &e);
        grew += k > 0 && mem.calls > calls;
        most = e.active > most ? e.active : most;
    }
    /* by half at least, from 3 rows to 360: log 120 / log 1.5 = 12; of blocks and values
     * not at the same instants */
    ck_assert_int_gt(most, 60);
    ck_assert_int_ge(grew, 3);
    ck_assert_int_le(grew, 60);
    done(sim);
}
END_TEST

/* A step that finds no memory is no step: the next one is what it would have been. */
START_TEST(a_step_without_memory_can_be_made_again)
{
    static end a, b;
    zn_simulation *sim;
    int failed = 0;

    run("active", "nsgs", &a);
    sim = make("active", "nsgs");
    MUST(zn_simulation_step(sim)); /* allocates before there is a state, too */
    for (int k = 1; k < STEPS; k++) {
        zn_status st = ZN_ENOMEM;

        for (int tries = 0; st; tries++) {
            const double t = zn_simulation_time(sim);

            ck_assert_int_lt(tries, 40);
            mem.fail_at = mem.calls + 1 + tries;
            st = zn_simulation_step(sim);
            if (!st)
                continue;
            ck_assert_msg(st == ZN_ENOMEM, "%s", zn_errmsg(ctx));
            ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "no memory"));
            ck_assert(zn_simulation_time(sim) == t);
            failed++;
        }
        mem.fail_at = 0;
    }
    note(sim, &b);
    done(sim);
    ck_assert_int_gt(failed, 5);
    ck_assert_mem_eq(&a, &b, sizeof a);
}
END_TEST

/* Other contacts with the floor, in the places of those that were there. */
static void exchange(void)
{
    zn_model_reopen(m);
    for (int i = 0; i < 6; i++)
        MUST(zn_model_remove_interaction(m, m->ints[3 * i + 2]));
    for (int i = 5; i >= 0; i--)
        MUST(zn_model_connect(m, NULL, law, wall[2], ball[i], NULL, NULL));
    MUST(zn_model_seal(m));
}

/* Contacts that come while memory fails have nothing of those in whose places they are. */
START_TEST(contacts_come_once_there_is_memory)
{
    static end e[2];
    int failed = 0;

    for (int fails = 0; fails < 2; fails++) {
        zn_simulation *sim = make("active", "nsgs");

        for (int k = 0; k < 500; k++)
            MUST(zn_simulation_step(sim));
        exchange();
        for (int tries = 0; fails; tries++) {
            mem.fail_at = mem.calls + 1 + tries;
            if (!zn_simulation_step(sim))
                break;
            failed++;
        }
        mem.fail_at = 0;
        for (int k = fails; k < 50; k++)
            MUST(zn_simulation_step(sim));
        note(sim, &e[fails]);
        done(sim);
    }
    ck_assert_int_gt(failed, 3);
    ck_assert_mem_eq(&e[0], &e[1], sizeof *e);
}
END_TEST

/* Up to 10 000 rows there is room for all, and for no more than are active beyond. */
START_TEST(by_itself_room_is_for_all_of_few_rows)
{
    zn_simulation *sim = make("auto", "nsgs");

    first_step_has_all_room(sim);
    REFUSED(zn_simulation_set(sim, "reserve", "some"), ZN_EINVAL, "auto|all|active");
    done(sim);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("room of the one-step problem");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, room_that_grows_changes_no_bit, 0, 2);
    tcase_add_loop_test(t, what_is_divided_again_has_the_same_bits,
                        0, 2);
    tcase_add_loop_test(t, rows_that_act_later_change_no_bit, 0, 2);
    tcase_add_test(t, with_all_rows_no_later_step_allocates);
    tcase_add_test(t, room_is_kept_and_grows_seldom);
    tcase_add_test(t, a_step_without_memory_can_be_made_again);
    tcase_add_test(t, contacts_come_once_there_is_memory);
    tcase_add_test(t, by_itself_room_is_for_all_of_few_rows);
    suite_add_tcase(s, t);
    return test_main(s);
}
