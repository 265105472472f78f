/* test_recorder_csv.c - rows, columns and faults of a recording, as CSV
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/output/recording.h"
#include "tests/unit/comma.h"
#include "tests/unit/meter.h"

/* Values with all kinds of digits: a pseudo-random double of any exponent. */
static double odd_value(zn_index step)
{
    uint64_t bits = ((uint64_t)step + 1) * 0x9e3779b97f4a7c15u;
    double x;

    bits ^= bits >> 29;
    bits *= 0xbf58476d1ce4e5b9u;
    memcpy(&x, &bits, sizeof x);
    return isnan(x) ? 0.1 : x;
}

static double odd_probe(void *user, const zn_simulation *s)
{
    (void)user;
    return odd_value(zn_simulation_step_number(s));
}

static double nan_probe(void *user, const zn_simulation *s)
{
    (void)s;
    return *(double *)user;
}

START_TEST(numbers_read_back_to_the_same_bits)
{
    double minus_nan = copysign(NAN, -1), minus_inf = -INFINITY;
    zn_recorder *rec;
    char *text, *at;

    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_recorder_add(rec, "odd", "-", odd_probe, NULL));
    MUST(&r, zn_recorder_add(rec, "none", NULL, nan_probe, &minus_nan));
    MUST(&r, zn_recorder_add(rec, "low", "m", nan_probe, &minus_inf));
    MUST(&r, zn_simulation_run(r.sim));
    text = run_read(path);
    at = strchr(text, '\n') + 1;
    for (zn_index k = 0; k <= RUN_STEPS; k++) {
        const double t = strtod(at, &at);
        const double x = strtod(at + 1, &at), want = odd_value(k);
        ck_assert(t == (k < RUN_STEPS ? (double)k * RUN_H : RUN_STEPS * RUN_H));
        ck_assert_msg(memcmp(&x, &want, sizeof x) == 0, "row %td: %a, not %a",
                      k, x, want);
        ck_assert_msg(strncmp(at, ",nan,-inf\n", 10) == 0, "row %td: %.20s", k,
                      at);
        at += 10;
    }
    ck_assert_int_eq(*at, 0);
    free(text);
}
END_TEST

/* 40 columns: more text than is written at a time, so that numbers lie across its ends. */
START_TEST(a_long_recording_has_every_number)
{
    zn_recorder *rec;
    char *text, *at;
    long rows = 0;

    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    for (int k = 0; k < 40; k++) {
        char name[8];
        snprintf(name, sizeof name, "odd%d", k);
        MUST(&r, zn_recorder_add(rec, name, "-", odd_probe, NULL));
    }
    MUST(&r, zn_simulation_run(r.sim));
    MUST(&r, zn_recorder_flush(rec));
    text = run_read(path);
    ck_assert_uint_gt(strlen(text), 2 * 65536);
    for (at = strchr(text, '\n') + 1; *at; at++, rows++) {
        strtod(at, &at); /* the time */
        for (int k = 0; k < 40; k++) {
            ck_assert_int_eq(*at++, ',');
            ck_assert(strtod(at, &at) == odd_value(rows));
        }
        ck_assert_int_eq(*at, '\n');
    }
    ck_assert_int_eq(rows, zn_simulation_step_number(r.sim) + 1);
    free(text);
}
END_TEST

/* Names of more text than is written at a time. */
START_TEST(a_long_header_has_every_name)
{
    enum { COLUMNS = 2000 };
    zn_recorder *rec;
    char *text, *at, name[64];

    MUST(&r, zn_recorder_new(r.sim, path, 1000000, &rec));
    for (int k = 0; k < COLUMNS; k++) {
        snprintf(name, sizeof name, "a_name_of_more_than_forty_letters_%06d", k);
        MUST(&r, zn_recorder_add(rec, name, "-", odd_probe, NULL));
    }
    MUST(&r, zn_simulation_run(r.sim));
    MUST(&r, zn_recorder_flush(rec));
    text = run_read(path);
    at = strchr(text, ',');
    for (int k = 0; k < COLUMNS; k++) {
        snprintf(name, sizeof name, ",a_name_of_more_than_forty_letters_%06d[-]", k);
        ck_assert_int_eq(strncmp(at, name, strlen(name)), 0);
        at += strlen(name);
    }
    ck_assert_int_eq(*at, '\n');
    ck_assert_int_gt(at - text, 65536);
    free(text);
}
END_TEST

START_TEST(a_header_names_columns_and_units)
{
    zn_recorder *rec;
    char *text, buf[512];

    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_recorder_add_q(rec, r.low, 0, "q", "m"));
    MUST(&r, zn_recorder_add_v(rec, r.low, 0, "speed, upward", "m/s"));
    MUST(&r, zn_recorder_add_p(rec, r.low, 0, "a \"p\"", "N s"));
    MUST(&r, zn_recorder_add_y(rec, r.floor, 0, 0, "gap", NULL));
    MUST(&r, zn_recorder_add_lambda(rec, r.floor, 1, 0, "P", "N s"));
    MUST(&r, zn_simulation_run(r.sim));
    text = run_read(path);
    ck_assert_str_eq(line(text, 0, buf),
                     "t[s],q[m],\"speed, upward[m/s]\",\"a \"\"p\"\"[N s]\","
                     "gap[-],P[N s]");
    free(text);
}
END_TEST

START_TEST(no_name_is_a_formula_to_a_spreadsheet)
{
    zn_recorder *rec;
    char *text, buf[512];

    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_recorder_add_q(rec, r.low, 0, "=cmd|' /c calc'!A0", "m"));
    MUST(&r, zn_recorder_add_q(rec, r.low, 0, "+q", "m"));
    MUST(&r, zn_recorder_add_q(rec, r.low, 0, "-q, \"low\"", "m"));
    MUST(&r, zn_recorder_add_q(rec, r.low, 0, "@q", "m"));
    MUST(&r, zn_recorder_add_q(rec, r.low, 0, "'=q", "m"));
    MUST(&r, zn_recorder_add_q(rec, r.low, 0, "'q-=", "m"));
    MUST(&r, zn_simulation_run(r.sim));
    text = run_read(path);
    ck_assert_str_eq(line(text, 0, buf),
                     "t[s],'=cmd|' /c calc'!A0[m],'+q[m],\"'-q, \"\"low\"\"[m]\","
                     "'@q[m],''=q[m],'q-=[m]");
    free(text);
}
END_TEST

START_TEST(without_a_choice_all_of_the_state_is_recorded)
{
    zn_recorder *rec;
    char *text, buf[512];

    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_simulation_run(r.sim));
    text = run_read(path);
    ck_assert_str_eq(
        line(text, 0, buf),
        "t[s],low.q0[m|rad],low.v0[m/s|rad/s],high.q0[m|rad],"
        "high.v0[m/s|rad/s],floor.y0[m|rad],floor.u0[m/s|rad/s],"
        "floor.force0[N|N m],floor.impulse0[N s|N m s],between.y0[m|rad],"
        "between.u0[m/s|rad/s],between.force0[N|N m],"
        "between.impulse0[N s|N m s]");
    /* at rest, 0.5 m and 0.25 m apart */
    ck_assert_str_eq(line(text, 1, buf), "0,0.5,0,0.75,0,0.5,0,0,0,0.25,0,0,0");
    free(text);
}
END_TEST

START_TEST(without_a_choice_all_of_the_first_order_is_recorded)
{
    zn_recorder *rec;
    char *text, buf[512];

    run_free(&r);
    MUST(&r, run_make_first(&r));
    MUST(&r, zn_recorder_new(r.sim, path, 50, &rec));
    MUST(&r, zn_simulation_run(r.sim));
    text = run_read(path);
    ck_assert_str_eq(line(text, 0, buf),
                     "t[s],rc.x0[-],diode.y0[-],diode.lambda0[-]");
    ck_assert_str_eq(line(text, 1, buf), "0,1,0.5,0");
    line(text, 5, buf);
    /* at rest: lambda = x, and x - 0.5 + lambda = 0 */
    ck_assert(strtod(strchr(buf, ',') + 1, NULL) < 0.5);
    ck_assert(strtod(strrchr(buf, ',') + 1, NULL) > 0);
    free(text);
}
END_TEST

START_TEST(every_tenth_row_and_first_and_last)
{
    zn_recorder *rec;
    char *text, buf[512];

    MUST(&r, zn_simulation_set_time(r.sim, 0, RUN_H, 57.5 * RUN_H));
    MUST(&r, zn_recorder_new(r.sim, path, 10, &rec));
    MUST(&r, zn_simulation_run(r.sim));
    text = run_read(path); /* steps 0, 10, ..., 50 and 58 */
    ck_assert_int_eq(lines(text), 1 + 7);
    ck_assert(strtod(line(text, 6, buf), NULL) == 50 * RUN_H);
    ck_assert(strtod(line(text, 7, buf), NULL) == 57.5 * RUN_H);
    free(text);
}
END_TEST

/* Who has an old recording open goes on reading it: the new one is another file. */
START_TEST(an_old_recording_is_replaced_and_not_written_over)
{
    zn_recorder *rec;
    char buf[512] = {0};
    FILE *old;

    old = fopen(path, "w");
    ck_assert_ptr_nonnull(old);
    fputs("t,what was\n0,1\n", old);
    fclose(old);
    old = fopen(path, "r");
    ck_assert_ptr_nonnull(old);
    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_simulation_run(r.sim));
    ck_assert_int_gt((int)fread(buf, 1, sizeof buf - 1, old), 0);
    ck_assert_str_eq(buf, "t,what was\n0,1\n");
    fclose(old);
}
END_TEST

START_TEST(what_leaves_the_model_is_nan_from_then_on)
{
    zn_recorder *rec;
    const double q0 = 9, v0 = 0, one = 1;
    char *text, buf[512];
    zn_ds *ds;

    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_recorder_add_q(rec, r.low, 0, "low", "m"));
    MUST(&r, zn_recorder_add_q(rec, r.high, 0, "high", "m"));
    MUST(&r, zn_recorder_add_y(rec, r.between, 0, 0, "gap", "m"));
    MUST(&r, zn_simulation_step(r.sim));
    zn_model_reopen(r.model);
    MUST(&r, zn_model_remove_ds(r.model, r.high));
    MUST(&r, zn_model_seal(r.model));
    MUST(&r, zn_simulation_step(r.sim));
    /* its place is taken by another, which is not the one that was asked for */
    zn_model_reopen(r.model);
    MUST(&r, zn_ds_new(r.ctx, "lagrangian-linear", "high", 1, &q0, &v0, &ds));
    MUST(&r, zn_ds_set_diagonal(ds, "mass", 1, &one));
    MUST(&r, zn_model_add_ds(r.model, ds));
    MUST(&r, zn_model_seal(r.model));
    MUST(&r, zn_simulation_step(r.sim));
    MUST(&r, zn_recorder_close(rec));
    text = run_read(path);
    ck_assert_ptr_null(strstr(line(text, 2, buf), "nan"));
    ck_assert_str_eq(strstr(line(text, 3, buf), ",nan"), ",nan,nan");
    ck_assert_str_eq(strstr(line(text, 4, buf), ",nan"), ",nan,nan");
    free(text);
}
END_TEST

START_TEST(no_recorder_does_nothing)
{
    ck_assert_int_eq(zn_recorder_add(NULL, "a", "-", odd_probe, NULL), ZN_OK);
    ck_assert_int_eq(zn_recorder_add_q(NULL, r.low, 0, "q", "m"), ZN_OK);
    ck_assert_int_eq(zn_recorder_add_v(NULL, r.low, 9, "q", "m"), ZN_OK);
    ck_assert_int_eq(zn_recorder_add_p(NULL, NULL, 0, "q", "m"), ZN_OK);
    ck_assert_int_eq(zn_recorder_add_x(NULL, NULL, 0, "q", "m"), ZN_OK);
    ck_assert_int_eq(zn_recorder_add_y(NULL, NULL, 9, 0, "q", "m"), ZN_OK);
    ck_assert_int_eq(zn_recorder_add_lambda(NULL, NULL, 0, 0, "q", "m"), ZN_OK);
    ck_assert_int_eq(zn_recorder_note(NULL, "a", "b"), ZN_OK);
    ck_assert_int_eq(zn_recorder_flush(NULL), ZN_OK);
    ck_assert_int_eq(zn_recorder_close(NULL), ZN_OK);
}
END_TEST

START_TEST(what_cannot_be_recorded_is_refused)
{
    zn_recorder *rec;

    REFUSED(zn_recorder_new(r.sim, "run.dat", 1, &rec), ZN_EINVAL, ".hdf5");
    ck_assert_ptr_null(rec);
    REFUSED(zn_recorder_new(r.sim, ".csv", 1, &rec), ZN_EINVAL, "suffix");
    REFUSED(zn_recorder_new(r.sim, path, 0, &rec), ZN_EINVAL, "every 0");
    REFUSED(zn_recorder_new(r.sim, "/no/such/folder/a.csv", 1, &rec), ZN_EIO,
            "'/no/such/folder/a.csv': cannot be made: No such file");
    REFUSED(zn_recorder_new(r.sim, "/no/such/folder/a.h5", 1, &rec), ZN_EIO,
            "'/no/such/folder/a.h5': cannot be made: No such file");

    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    REFUSED(zn_recorder_add_q(rec, r.low, 1, "q", "m"), ZN_EINVAL,
            "component 1 of q of system 'low', which has 1");
    REFUSED(zn_recorder_add_v(rec, r.low, -1, "q", "m"), ZN_EINVAL, "'low'");
    REFUSED(zn_recorder_add_x(rec, r.low, 0, "q", "m"), ZN_EINVAL,
            "which has 0");
    REFUSED(zn_recorder_add_y(rec, r.floor, 0, 1, "y", "m"), ZN_EINVAL,
            "interaction 'floor'");
    REFUSED(zn_recorder_add_lambda(rec, r.floor, ZN_LEVELS, 0, "y", "m"),
            ZN_EINVAL, "level 3");
    REFUSED(zn_recorder_add(rec, "", "m", odd_probe, NULL), ZN_EINVAL,
            "no name");
    REFUSED(zn_recorder_add(rec, "a\033[2J", "m", odd_probe, NULL), ZN_EINVAL,
            "a control character, U+001B, as byte 2");
    REFUSED(zn_recorder_add(rec, "a", "m\r", odd_probe, NULL), ZN_EINVAL,
            "a control character, U+000D, as byte 2");
    REFUSED(zn_recorder_add(rec, "a", "m", NULL, NULL), ZN_EINVAL, "probe");
    REFUSED(zn_recorder_add(rec, "t", "s", odd_probe, NULL), ZN_EEXIST, "'t'");
    MUST(&r, zn_simulation_step(r.sim));
    REFUSED(zn_recorder_add_q(rec, r.low, 0, "q", "m"), ZN_ESTATE,
            "before the first step");
}
END_TEST

static void count_drop(void *user)
{
    ++*(int *)user;
}

START_TEST(data_of_probes_are_dropped_once)
{
    int kept = 0, refused = 0, nobody = 0;
    zn_recorder *rec;

    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_recorder_add_owned(rec, "a", "-", odd_probe, &kept, count_drop));
    REFUSED(zn_recorder_add_owned(rec, "a", "-", odd_probe, &refused, count_drop),
            ZN_EEXIST, "'a'");
    ck_assert_int_eq(zn_recorder_add_owned(NULL, "b", "-", odd_probe, &nobody,
                                           count_drop),
                     ZN_OK);
    ck_assert_int_eq(nobody, 1);
    MUST(&r, zn_simulation_step(r.sim));
    MUST(&r, zn_recorder_close(rec));
    ck_assert_int_eq(kept, 0);
    zn_simulation_free(r.sim);
    r.sim = NULL;
    ck_assert(kept == 1 && refused == 0 && nobody == 1);
}
END_TEST

START_TEST(the_locale_changes_neither_files_nor_options)
{
    zn_recorder *rec;
    char *text, buf[512], report[TEST_PATH];

    if (!comma_use(run_folder))
        return;
    snprintf(buf, sizeof buf, "%g", 0.5);
    ck_assert_str_eq(buf, "0,5");
    MUST(&r, zn_simulation_set(r.sim, "newton_tol", "2.5e-9"));
    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    MUST(&r, zn_recorder_add_q(rec, r.low, 0, "q", "m"));
    MUST(&r, zn_simulation_run(r.sim));
    text = run_read(path);
    ck_assert_str_eq(line(text, 1, buf), "0,0.5");
    free(text);
    MUST(&r, zn_report_write(r.sim, run_path(report, "report.json")));
    text = run_read(report);
    ck_assert_ptr_nonnull(strstr(text, "\"newton_tol\": 2.5e-09"));
    ck_assert_ptr_nonnull(strstr(text, "\"T\": 1,"));
    free(text);
    snprintf(buf, sizeof buf, "%g", 0.5);
    ck_assert_str_eq(buf, "0,5"); /* the user has his own again */
    comma_drop(run_folder);
}
END_TEST

START_TEST(a_row_allocates_nothing)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zn_recorder *rec;
    long before;

    run_free(&r);
    MUST(&r, run_make(&r, &alloc));
    MUST(&r, zn_recorder_new(r.sim, path, 1, &rec));
    /* by then every contact has been in the one-step problem */
    for (int k = 0; k < 150; k++)
        MUST(&r, zn_simulation_step(r.sim));
    before = mem.calls;
    for (int k = 0; k < 40; k++)
        MUST(&r, zn_simulation_step(r.sim));
    ck_assert_int_eq(mem.calls - before, 0);
    MUST(&r, zn_recorder_flush(rec));
    ck_assert_int_eq(mem.calls - before, 0);
    run_free(&r);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

static zn_status recorded_run(const zn_allocator *alloc)
{
    run one;
    zn_recorder *rec = NULL;
    zn_status st = run_make(&one, alloc);

    if (!st)
        st = zn_recorder_new(one.sim, path, 3, &rec);
    if (!st)
        st = zn_simulation_step(one.sim);
    run_free(&one);
    return st;
}

START_TEST(memory_may_run_out_at_any_time)
{
    test_torture(recorded_run);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("recorder, CSV");
    TCase *tc = tcase_create("csv");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 30); /* a locale is compiled, runs are killed */
    tcase_add_test(tc, numbers_read_back_to_the_same_bits);
    tcase_add_test(tc, a_long_recording_has_every_number);
    tcase_add_test(tc, a_long_header_has_every_name);
    tcase_add_test(tc, a_header_names_columns_and_units);
    tcase_add_test(tc, no_name_is_a_formula_to_a_spreadsheet);
    tcase_add_test(tc, without_a_choice_all_of_the_state_is_recorded);
    tcase_add_test(tc, without_a_choice_all_of_the_first_order_is_recorded);
    tcase_add_test(tc, every_tenth_row_and_first_and_last);
    tcase_add_test(tc, an_old_recording_is_replaced_and_not_written_over);
    tcase_add_test(tc, what_leaves_the_model_is_nan_from_then_on);
    tcase_add_test(tc, no_recorder_does_nothing);
    tcase_add_test(tc, what_cannot_be_recorded_is_refused);
    tcase_add_test(tc, data_of_probes_are_dropped_once);
    tcase_add_test(tc, the_locale_changes_neither_files_nor_options);
    tcase_add_test(tc, a_row_allocates_nothing);
    tcase_add_test(tc, memory_may_run_out_at_any_time);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
