/* test_plugin_operators.c - operators from plugins: refused when set, or
 * failing in the middle of a simulation
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin_files.h"

#include <zeno/zeno.h>

static zn_ctx *ctx;
static zn_ds *ds;

static void setup(void)
{
    const double zero[2] = {0, 0};
    ctx = plugin_ctx(NULL);
    ck_assert_ptr_nonnull(ctx);
    ck_assert_int_eq(zn_ds_new(ctx, "lagrangian", "ball", 2, zero, zero, &ds),
                     ZN_OK);
    ck_assert_int_eq(zn_ds_set(ds, "unit_mass", "yes"), ZN_OK);
}

static void teardown(void)
{
    zn_ds_free(ds);
    zn_ctx_free(ctx);
}

/* ---- when they are set -------------------------------------------------------- */

START_TEST(an_operator_says_where_it_comes_from)
{
    ck_assert_int_eq(zn_ds_set_plugin(ds, "f_ext", "plain", "weight"), ZN_OK);
    ck_assert_str_eq(zn_operator_origin(zn_ds_operator(ds, "f_ext")),
                     "plain:weight");
    ck_assert_int_eq(zn_ds_set_name(ds, "f_ext", "described:pair_force"),
                     ZN_OK);
    ck_assert_str_eq(zn_operator_origin(zn_ds_operator(ds, "f_ext")),
                     "described:pair_force");
    ck_assert_int_eq(zn_ds_set_name(ds, "f_ext", "described:any_force"), ZN_OK);
}
END_TEST

START_TEST(a_path_may_name_the_plugin)
{
    char name[TEST_PATH + 64];
    snprintf(name, sizeof name, "%s:weight", module("plain"));
    ck_assert_int_eq(zn_ds_set_name(ds, "f_ext", name), ZN_OK);
}
END_TEST

START_TEST(a_missing_file_or_symbol_names_the_operator_too)
{
    ck_assert_int_eq(zn_ds_set_name(ds, "f_ext", "AbsentPlugin:f"), ZN_ENOENT);
    says(ctx, "f_ext of system 'ball': plugin 'AbsentPlugin': there is no "
              "file AbsentPlugin.so in the folders");
    ck_assert_int_eq(zn_ds_set_name(ds, "f_ext", "described:f"), ZN_ENOENT);
    says(ctx, "f_ext of system 'ball': plugin 'described' (");
    says(ctx, "has no symbol 'f'; it describes: pair_force,");
    ck_assert_int_eq(zn_ds_set_name(ds, "f_ext", "plain"), ZN_EINVAL);
    says(ctx, "'plain' is not \"plugin:symbol\"");
}
END_TEST

START_TEST(another_interface_names_the_operator_too)
{
    ck_assert_int_eq(zn_ds_set_name(ds, "f_ext", "major:f"), ZN_EABI);
    says(ctx, "f_ext of system 'ball': /");
    says(ctx, "built for interface 99.");
}
END_TEST

START_TEST(a_symbol_of_another_kind_is_refused)
{
    ck_assert_int_eq(zn_ds_set_name(ds, "f_ext", "described:moving_gap"),
                     ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "f_ext of system 'ball': described:moving_gap is "
                     "described with argument list S11, expected S2");
    ck_assert_int_eq(zn_operator_get_mode(zn_ds_operator(ds, "f_ext")),
                     ZN_OPERATOR_ABSENT);
}
END_TEST

START_TEST(a_symbol_of_another_size_is_refused)
{
    const double zero[3] = {0, 0, 0};
    zn_ds *three;
    ck_assert_int_eq(
        zn_ds_new(ctx, "lagrangian", "three", 3, zero, zero, &three), ZN_OK);
    ck_assert_int_eq(zn_ds_set_name(three, "f_ext", "described:pair_force"),
                     ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "f_ext of system 'three': described:pair_force is "
                     "described with size 2 x 1 (-1: any), expected 3 x 1");
    ck_assert_int_eq(zn_ds_set_name(three, "f_ext", "described:any_force"),
                     ZN_OK);
    zn_ds_free(three);
}
END_TEST

/* ---- in the middle of a simulation ----------------------------------------------- */

/* Times at which an observer saw the state. */
typedef struct seen {
    int n;
    double last;
} seen;

static zn_status look(void *user, const zn_simulation *sim)
{
    seen *s = user;
    s->n++;
    s->last = zn_simulation_time(sim);
    return ZN_OK;
}

/* Run to t = 1 with steps of 1/16; the functions fail after t = 1/4. All that
 * was accepted before has been seen, and the message says what and when. */
static void run_until_fault(const char *op, const char *name,
                            zn_status expected, const char *words)
{
    zn_model *model;
    zn_simulation *sim = NULL;
    seen s = {0};
    ck_assert_int_eq(zn_model_new(ctx, &model), ZN_OK);
    ck_assert_int_eq(zn_ds_set_name(ds, op, name), ZN_OK);
    ck_assert_int_eq(zn_model_add_ds(model, ds), ZN_OK);
    zn_status st = zn_model_seal(model);
    if (!st)
        st = zn_simulation_new(model, &sim);
    if (!st)
        st = zn_simulation_use(sim, "moreau-jean", "theta=0.5", NULL);
    if (!st)
        st = zn_simulation_set_time(sim, 0, 0.0625, 1);
    if (!st)
        st = zn_simulation_observe(sim, look, &s, NULL);
    ck_assert_msg(st == ZN_OK, "%s", zn_errmsg(ctx));

    st = zn_simulation_run(sim);
    ck_assert_msg(st == expected, "%s instead of %s: %s", zn_status_name(st),
                  zn_status_name(expected), zn_errmsg(ctx));
    says(ctx, words);
    ck_assert_int_eq(s.n, 5);
    ck_assert(s.last == 0.25);
    ck_assert(zn_simulation_time(sim) == 0.25);
    zn_simulation_free(sim);
    zn_model_free(model);
    ds = NULL;
}

START_TEST(nan_stops_the_step_and_names_component_and_time)
{
    run_until_fault("f_ext", "plain:nan_force", ZN_EDOM,
                    "f_ext of system 'ball' (plain:nan_force) at t = 0.3125: "
                    "component 1 is NaN");
}
END_TEST

START_TEST(inf_stops_the_step_and_names_component_and_time)
{
    run_until_fault("f_ext", "plain:inf_force", ZN_EDOM,
                    "f_ext of system 'ball' (plain:inf_force) at t = 0.3125: "
                    "component 0 is Inf");
}
END_TEST

START_TEST(a_function_that_raises_stops_the_step_with_its_words)
{
    run_until_fault("f_ext", "plain:broken_force", ZN_EUSER,
                    "f_ext of system 'ball' (plain:broken_force) at t = "
                    "0.3125: the spring is torn at 0.3125");
}
END_TEST

START_TEST(a_function_that_asks_for_a_retry_gives_a_positive_status)
{
    run_until_fault("f_ext", "plain:outside_force", ZN_RETRY,
                    "f_ext of system 'ball' (plain:outside_force) at t = "
                    "0.3125: 0.3125 is outside");
}
END_TEST

START_TEST(nan_in_a_matrix_names_row_and_column)
{
    zn_model *model;
    ck_assert_int_eq(zn_ds_set(ds, "unit_mass", "no"), ZN_OK);
    ck_assert_int_eq(zn_ds_set_name(ds, "mass", "plain:nan_mass"), ZN_OK);
    ck_assert_int_eq(zn_model_new(ctx, &model), ZN_OK);
    ck_assert_int_eq(zn_model_add_ds(model, ds), ZN_OK);
    ds = NULL;
    ck_assert_int_lt(zn_model_seal(model), 0);
    says(ctx, "mass of system 'ball' (plain:nan_mass): component (1, 0) is "
              "NaN");
    zn_model_free(model);
}
END_TEST

/* ---- memory --------------------------------------------------------------------------- */

static zn_status set_operators(const zn_allocator *alloc)
{
    const double zero[2] = {0, 0};
    zn_ctx *own = NULL;
    zn_ds *two = NULL;
    zn_status st = zn_ctx_new_with(alloc, &own);
    if (st)
        return st;
    st = zn_plugin_path_add(own, module(""));
    if (!st)
        st = zn_ds_new(own, "lagrangian", "two", 2, zero, zero, &two);
    if (!st)
        st = zn_ds_set_name(two, "f_ext", "plain:weight");
    if (!st)
        st = zn_ds_set_plugin(two, "f_ext", "described", "pair_force");
    zn_ds_free(two);
    zn_ctx_free(own);
    return st;
}

START_TEST(no_memory_is_said_and_nothing_leaks)
{
    test_torture(set_operators);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("operators of plugins");
    TCase *tc = tcase_create("set");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, an_operator_says_where_it_comes_from);
    tcase_add_test(tc, a_path_may_name_the_plugin);
    tcase_add_test(tc, a_missing_file_or_symbol_names_the_operator_too);
    tcase_add_test(tc, another_interface_names_the_operator_too);
    tcase_add_test(tc, a_symbol_of_another_kind_is_refused);
    tcase_add_test(tc, a_symbol_of_another_size_is_refused);
    tcase_add_test(tc, no_memory_is_said_and_nothing_leaks);
    suite_add_tcase(suite, tc);

    tc = tcase_create("run");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, nan_stops_the_step_and_names_component_and_time);
    tcase_add_test(tc, inf_stops_the_step_and_names_component_and_time);
    tcase_add_test(tc, a_function_that_raises_stops_the_step_with_its_words);
    tcase_add_test(tc,
                   a_function_that_asks_for_a_retry_gives_a_positive_status);
    tcase_add_test(tc, nan_in_a_matrix_names_row_and_column);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
