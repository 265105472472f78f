/* test_checkpoint.c - stopped and restarted gives the same bits
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/output/checkpoint.h"

/* ---- same bits ---- */

START_TEST(a_restart_at_any_step_gives_the_same_bits)
{
    snap *want = calloc(RUN_STEPS + 1, sizeof *want), got;
    run again;
    zn_run_info info;
    char name[64], saved[TEST_PATH];

    ck_assert_ptr_nonnull(want);
    MUST(&r, zn_simulation_init(r.sim));
    for (zn_index k = 0;; k++) {
        want[k] = take(&r);
        snprintf(name, sizeof name, "step%td", k);
        MUST(&r, zn_checkpoint_save(r.sim, run_path(saved, name)));
        if (k == RUN_STEPS)
            break;
        steps(&r, 1);
    }
    /* the balls hit the floor and each other meanwhile */
    zn_simulation_run_info(r.sim, &info);
    ck_assert_int_gt(info.impacts, 5);
    for (zn_index k = 0; k <= RUN_STEPS; k += test_stride()) {
        snprintf(name, sizeof name, "step%td", k);
        MUST(&again, run_make(&again, NULL));
        MUST(&again, zn_checkpoint_load(again.sim, run_path(saved, name)));
        for (zn_index j = k;; j++) {
            got = take(&again);
            same(&want[j], &got, j);
            if (j == RUN_STEPS)
                break;
            steps(&again, 1);
        }
        run_free(&again);
    }
    free(want);
}
END_TEST

START_TEST(the_first_order_restarts_with_the_same_bits_too)
{
    run again;

    run_free(&r);
    MUST(&r, run_make_first(&r));
    MUST(&r, zn_simulation_init(r.sim));
    for (zn_index k = 0; k + 29 <= RUN_STEPS; k += 29) {
        const zn_state *a, *b;
        MUST(&r, zn_checkpoint_save(r.sim, path));
        again = (run){0};
        MUST(&again, run_make_first(&again));
        MUST(&again, zn_checkpoint_load(again.sim, path));
        steps(&r, 29);
        steps(&again, 29);
        a = zn_simulation_state(r.sim);
        b = zn_simulation_state(again.sim);
        ck_assert(a->t == b->t && a->step == k + 29 && b->step == k + 29);
        ck_assert(a->x[0] == b->x[0] && a->r[0] == b->r[0]);
        ck_assert(a->y[0][0] == b->y[0][0]);
        ck_assert(a->lambda[0][0] == b->lambda[0][0]);
        run_free(&again);
    }
    ck_assert(zn_simulation_state(r.sim)->lambda[0][0] > 0);
}
END_TEST

START_TEST(saving_does_not_disturb_the_run)
{
    run undisturbed;
    snap a, b;

    MUST(&r, zn_simulation_set(r.sim, "energy", "yes"));
    MUST(&r, zn_checkpoint_every(r.sim, path, 1));
    MUST(&r, zn_simulation_run(r.sim));
    MUST(&undisturbed, run_make(&undisturbed, NULL));
    MUST(&undisturbed, zn_simulation_set(undisturbed.sim, "energy", "yes"));
    MUST(&undisturbed, zn_simulation_run(undisturbed.sim));
    a = take(&r);
    b = take(&undisturbed);
    same(&a, &b, RUN_STEPS);
    run_free(&undisturbed);
}
END_TEST

START_TEST(totals_and_energies_go_on)
{
    run again;
    zn_run_info want, got;

    MUST(&r, zn_simulation_set(r.sim, "energy", "yes"));
    steps(&r, 120);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    MUST(&r, zn_simulation_run(r.sim));
    zn_simulation_run_info(r.sim, &want);

    MUST(&again, run_make(&again, NULL));
    MUST(&again, zn_simulation_set(again.sim, "energy", "yes"));
    MUST(&again, zn_checkpoint_load(again.sim, path));
    MUST(&again, zn_simulation_run(again.sim));
    zn_simulation_run_info(again.sim, &got);
    ck_assert_int_eq(got.steps, want.steps);
    ck_assert_int_eq(got.steps, RUN_STEPS);
    ck_assert_int_eq(got.impacts, want.impacts);
    ck_assert_int_gt(got.impacts, 3);
    ck_assert_int_eq(got.solves, want.solves);
    ck_assert(got.worst_gap == want.worst_gap && got.worst_gap < 0);
    ck_assert_str_eq(got.worst_gap_name, want.worst_gap_name);
    ck_assert(got.worst_gap_time == want.worst_gap_time);
    ck_assert(got.energy && got.kinetic0 == want.kinetic0);
    ck_assert(got.work.external == want.work.external);
    ck_assert(got.work.contact == want.work.contact && got.work.contact < 0);
    ck_assert(got.balance == want.balance);
    run_free(&again);
}
END_TEST

/* Does the report of a run say that its balance begins at t? */
static void balance_begins(run *one, double t)
{
    char report[TEST_PATH], want[64], *text;
    FILE *f;

    run_path(report, "report");
    MUST(one, zn_report_write(one->sim, report));
    text = run_read(report);
    snprintf(want, sizeof want, "\"since\": %.17g,", t);
    ck_assert_msg(strstr(text, want) != NULL, "no %s in\n%s", want, text);
    free(text);
    f = fopen(report, "w");
    ck_assert_ptr_nonnull(f);
    MUST(one, zn_report_print(one->sim, f));
    fclose(f);
    text = run_read(report);
    snprintf(want, sizeof want, "energy       kept since t = %g s", t);
    ck_assert_msg((strstr(text, want) != NULL) == (t > 0), "%s", text);
    free(text);
}

/* The balance of a part is a balance, too; the report says of which part, also after one more
 * restart. */
START_TEST(a_balance_begun_at_the_restart_holds)
{
    run again, third;
    zn_run_info got;
    double begun;

    steps(&r, 120);
    begun = zn_simulation_time(r.sim);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    MUST(&again, run_make(&again, NULL));
    MUST(&again, zn_simulation_set(again.sim, "energy", "yes"));
    MUST(&again, zn_simulation_init(again.sim));
    balance_begins(&again, 0);
    MUST(&again, zn_checkpoint_load(again.sim, path));
    balance_begins(&again, begun);
    steps(&again, 40);
    MUST(&again, zn_checkpoint_save(again.sim, path));
    MUST(&third, run_make(&third, NULL));
    MUST(&third, zn_simulation_set(third.sim, "energy", "yes"));
    MUST(&third, zn_checkpoint_load(third.sim, path));
    balance_begins(&third, begun);
    run_free(&third);
    MUST(&again, zn_simulation_run(again.sim));
    balance_begins(&again, begun);
    zn_simulation_run_info(again.sim, &got);
    ck_assert(got.energy && got.kinetic0 > 0);
    /* the weight of the upper ball changes with every call, and the balance
     * calls more often than the step: it need not be zero to rounding */
    ck_assert_double_lt(got.balance, 0.05 * (got.kinetic0 + got.kinetic1));
    run_free(&again);
}
END_TEST

START_TEST(a_recording_goes_on_where_the_first_ended)
{
    run again;
    zn_recorder *rec;
    char whole[TEST_PATH], rest[TEST_PATH], *a, *b, *at;
    int k = 0;

    MUST(&r, zn_recorder_new(r.sim, run_path(whole, "whole.csv"), 10, &rec));
    steps(&r, 57);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    MUST(&r, zn_simulation_run(r.sim));

    MUST(&again, run_make(&again, NULL));
    MUST(&again,
         zn_recorder_new(again.sim, run_path(rest, "rest.csv"), 10, &rec));
    MUST(&again, zn_checkpoint_load(again.sim, path));
    MUST(&again, zn_simulation_run(again.sim));
    run_free(&again);

    a = run_read(whole);
    b = run_read(rest);
    at = strchr(b, '\n') + 1; /* the first row is that of step 57 */
    ck_assert(strtod(at, NULL) == 57 * RUN_H);
    at = strchr(at, '\n') + 1;
    ck_assert(strtod(at, NULL) == 60 * RUN_H);
    ck_assert_uint_gt(strlen(a), strlen(at));
    ck_assert_str_eq(a + strlen(a) - strlen(at), at);
    for (; *at; at++)
        k += *at == '\n';
    ck_assert_int_eq(k, 15); /* steps 60, 70, ..., 200 */
    free(a);
    free(b);
}
END_TEST

/* 231 letters: a file that is written beside at first has some more, and a folder takes 255 */
START_TEST(names_of_files_may_be_long)
{
    char name[232], save[TEST_PATH], rows[TEST_PATH];
    zn_recorder *rec;
    run again;
    snap a, b;

    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    run_path(save, name);
    name[0] = 'r';
    memcpy(name + sizeof name - 5, ".csv", 5);
    run_path(rows, name);
    MUST(&r, zn_recorder_new(r.sim, rows, 10, &rec));
    steps(&r, RUN_STEPS);
    MUST(&r, zn_checkpoint_save(r.sim, save));
    MUST(&again, run_make(&again, NULL));
    MUST(&again, zn_checkpoint_load(again.sim, save));
    a = take(&r);
    b = take(&again);
    same(&a, &b, RUN_STEPS);
    run_free(&again);
    MUST(&r, zn_recorder_close(rec));
    name[0] = 's';
    MUST(&r, zn_report_write(r.sim, run_path(save, name)));
    char *text = run_read(rows);
    ck_assert_int_gt((int)strlen(text), RUN_STEPS / 10 * 10);
    free(text);
}
END_TEST

START_TEST(a_later_end_is_fine)
{
    run again;
    snap a, b;

    steps(&r, RUN_STEPS);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    MUST(&again, run_make(&again, NULL));
    MUST(&again,
         zn_simulation_set_time(again.sim, 0, RUN_H, (RUN_STEPS + 10) * RUN_H));
    MUST(&again, zn_checkpoint_load(again.sim, path));
    MUST(&again, zn_simulation_run(again.sim));

    run_free(&r);
    MUST(&r, run_make(&r, NULL));
    MUST(&r, zn_simulation_set_time(r.sim, 0, RUN_H, (RUN_STEPS + 10) * RUN_H));
    MUST(&r, zn_simulation_run(r.sim));
    a = take(&r);
    b = take(&again);
    same(&a, &b, RUN_STEPS + 10);
    run_free(&again);
}
END_TEST

START_TEST(every_n_steps)
{
    run again;

    ck_assert_int_eq(zn_checkpoint_every(r.sim, path, 0), ZN_EINVAL);
    MUST(&r, zn_checkpoint_every(r.sim, path, 15));
    steps(&r, 14);
    ck_assert_int_ne(access(path, F_OK), 0);
    steps(&r, 18); /* saved at 15 and 30 */
    MUST(&again, run_make(&again, NULL));
    MUST(&again, zn_checkpoint_load(again.sim, path));
    ck_assert_int_eq(zn_simulation_step_number(again.sim), 30);
    run_free(&again);
}
END_TEST

/* The two lists of what there is in the model, and nothing that grows from save to save. */
START_TEST(a_save_gives_back_what_it_took)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    long calls, live;

    run_free(&r);
    MUST(&r, run_make(&r, &alloc));
    steps(&r, 10);
    for (int k = 0; k < 3; k++) {
        calls = mem.calls;
        live = mem.live;
        MUST(&r, zn_checkpoint_save(r.sim, path));
        ck_assert_int_eq(mem.calls, calls + 2);
        ck_assert_int_eq(mem.live, live);
    }
    run_free(&r);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

/* A mass m that is held against its weight w, and a run of it. */
static zn_simulation *held_run(zn_model *model, double w, zn_ds **ds)
{
    const double m = 3, q0 = 0, still = 0;
    const zn_index first = 0;
    zn_simulation *sim;

    MUST(&r, zn_ds_new(r.ctx, "lagrangian-linear", "held", 1, &q0, &still, ds));
    MUST(&r, zn_ds_set_diagonal(*ds, "mass", 1, &m));
    MUST(&r, zn_ds_set_constant(*ds, "f_ext", 1, 1, &w));
    MUST(&r, zn_ds_prescribe(*ds, 1, &first, &still));
    MUST(&r, zn_model_add_ds(model, *ds));
    MUST(&r, zn_model_seal(model));
    MUST(&r, zn_simulation_new(model, &sim));
    MUST(&r, zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(&r, zn_simulation_set_time(sim, 0, RUN_H, 1));
    return sim;
}

/* What holds it gave -w h in the last step: that is there before there is a next one. */
START_TEST(what_held_a_system_is_known_after_a_restart)
{
    const double w = -7;
    zn_model *model[2];
    zn_simulation *sim[2];
    zn_ds *ds[2];

    for (int k = 0; k < 2; k++) {
        MUST(&r, zn_model_new(r.ctx, &model[k]));
        sim[k] = held_run(model[k], w, &ds[k]);
    }
    MUST(&r, zn_simulation_step(sim[0]));
    MUST(&r, zn_checkpoint_save(sim[0], path));
    MUST(&r, zn_checkpoint_load(sim[1], path));
    ck_assert_double_eq_tol(zn_simulation_bc(sim[1], ds[1])[0], -w * RUN_H,
                            1e-16);
    ck_assert(zn_simulation_bc(sim[1], ds[1])[0] ==
              zn_simulation_bc(sim[0], ds[0])[0]);
    for (int k = 0; k < 2; k++) {
        zn_simulation_free(sim[k]);
        zn_model_free(model[k]);
    }
}
END_TEST

static zn_status saved_run(const zn_allocator *alloc)
{
    run one;
    zn_status st = run_make(&one, alloc);
    char second[TEST_PATH];

    if (!st)
        st = zn_checkpoint_every(one.sim, run_path(second, "two"), 1);
    if (!st)
        st = zn_checkpoint_load(one.sim, path);
    if (!st)
        st = zn_simulation_step(one.sim);
    run_free(&one);
    return st;
}

START_TEST(memory_may_run_out_at_any_time)
{
    steps(&r, 5);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    test_torture(saved_run);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("checkpoint");
    TCase *tc = tcase_create("checkpoint");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 120); /* 20000 steps, on busy machines too */
    tcase_add_test(tc, a_restart_at_any_step_gives_the_same_bits);
    tcase_add_test(tc, the_first_order_restarts_with_the_same_bits_too);
    tcase_add_test(tc, saving_does_not_disturb_the_run);
    tcase_add_test(tc, totals_and_energies_go_on);
    tcase_add_test(tc, a_balance_begun_at_the_restart_holds);
    tcase_add_test(tc, a_recording_goes_on_where_the_first_ended);
    tcase_add_test(tc, names_of_files_may_be_long);
    tcase_add_test(tc, a_later_end_is_fine);
    tcase_add_test(tc, every_n_steps);
    tcase_add_test(tc, a_save_gives_back_what_it_took);
    tcase_add_test(tc, what_held_a_system_is_known_after_a_restart);
    tcase_add_test(tc, memory_may_run_out_at_any_time);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
