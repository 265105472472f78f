/* test_report.c - the summary of a run, for people and as JSON
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/lcs.h>

#include "tests/output/json_check.h"
#include "tests/output/run.h"

static run r;
static char path[TEST_PATH];

static void setup(void)
{
    run_folder_make();
    MUST(&r, run_make(&r, NULL));
    run_path(path, "report.json");
}

static void teardown(void)
{
    run_free(&r);
    run_folder_remove();
}

static char *written(void)
{
    char *text;

    MUST(&r, zn_report_write(r.sim, path));
    text = run_read(path);
    ck_assert_msg(json_valid(text), "not JSON:\n%s", text);
    return text;
}

#define HAS(text, part)                                                        \
    ck_assert_msg(strstr((text), (part)) != NULL, "no %s in\n%s", (part),      \
                  (text))

/* The number that follows a key for the first time. */
static double number(const char *text, const char *key)
{
    const char *at = strstr(text, key);

    ck_assert_msg(at != NULL, "no %s in\n%s", key, text);
    return strtod(at + strlen(key) + 2, NULL);
}

START_TEST(the_checker_of_these_tests_knows_json)
{
    ck_assert(
        json_valid("{\"a\": [1, -0.5e+3, \"\\u00e9\\n\", null], \"b\": {}}"));
    ck_assert(json_valid(" [true,false] \n"));
    ck_assert(!json_valid("{\"a\": nan}"));
    ck_assert(!json_valid("{\"a\": 1,}"));
    ck_assert(!json_valid("{\"a\" 1}"));
    ck_assert(!json_valid("[1 2]"));
    ck_assert(!json_valid("[01]"));
    ck_assert(!json_valid("[.5]"));
    ck_assert(!json_valid("[1.]"));
    ck_assert(!json_valid("[\"\n\"]"));
    ck_assert(!json_valid("[\"\\x\"]"));
    ck_assert(!json_valid("[1]]"));
    ck_assert(!json_valid("[1"));
    ck_assert(!json_valid(""));
}
END_TEST

/* The number of a key of a part ("energy"), which ends at its brace. */
static double number_of(const char *text, const char *part, const char *key)
{
    char name[64];
    const char *from, *at;

    snprintf(name, sizeof name, "\n  \"%s\": {", part);
    from = strstr(text, name);
    ck_assert_msg(from != NULL, "no %s in\n%s", part, text);
    snprintf(name, sizeof name, "\"%s\": ", key);
    at = strstr(from, name);
    ck_assert_msg(at && at < strstr(from, "\n  }"), "no %s in %s of\n%s", key,
                  part, text);
    return strtod(at + strlen(name), NULL);
}

/* No number of a run is missing in its report, or another one. */
START_TEST(each_number_of_the_run_is_in_its_part)
{
    zn_run_info i;
    char *text;

    MUST(&r, zn_simulation_set(r.sim, "energy", "yes"));
    MUST(&r, zn_simulation_run(r.sim));
    zn_simulation_run_info(r.sim, &i);
    text = written();
    const struct {
        const char *part, *key;
        double is;
    } number[] = {
        {"run", "steps", (double)i.steps},
        {"run", "steps_planned", (double)zn_simulation_step_count(r.sim)},
        {"run", "steps_shortened", (double)i.shortened},
        {"run", "steps_rejected", (double)i.rejected},
        {"run", "steps_forced", (double)i.forced},
        {"run", "redundant_rows", (double)i.redundant},
        {"run", "projections_accepted", (double)i.projection_failures},
        {"run", "least_step", i.least_step},
        {"run", "largest_step", i.largest_step},
        {"run", "t0", zn_simulation_t0(r.sim)},
        {"run", "t", zn_simulation_time(r.sim)},
        {"run", "T", zn_simulation_end(r.sim)},
        {"run", "seconds", i.seconds},
        {"newton", "iterations", (double)i.newton_iterations},
        {"newton", "failures_accepted", (double)i.newton_failures},
        {"solver", "problems", (double)i.solves},
        {"solver", "iterations", (double)i.solver_iterations},
        {"solver", "worst_error", i.worst_error},
        {"solver", "failures_accepted", (double)i.solver_failures},
        {"solver", "without_bounce", (double)i.without_bounce},
        {"solver", "retries", (double)i.retries},
        {"contacts", "impacts", (double)i.impacts},
        {"contacts", "max_active", (double)i.max_active},
        {"contacts", "depth", -i.worst_gap},
        {"contacts", "t", i.worst_gap_time},
        {"energy", "since", 0},
        {"energy", "kinetic_start", i.kinetic0},
        {"energy", "kinetic_end", i.kinetic1},
        {"energy", "potential_start", i.potential0},
        {"energy", "potential_end", i.potential1},
        {"energy", "work_external", i.work.external},
        {"energy", "work_damping", i.work.damping},
        {"energy", "work_internal", i.work.internal},
        {"energy", "work_inertia", i.work.gyro},
        {"energy", "work_contact", i.work.contact},
        {"energy", "work_springs", i.work.springs},
        {"energy", "work_prescribed", i.work.boundary},
        {"energy", "projection", i.projected},
        {"energy", "balance", i.balance},
    };

    for (size_t k = 0; k < sizeof number / sizeof *number; k++)
        ck_assert_msg(
            number_of(text, number[k].part, number[k].key) == number[k].is,
            "%s.%s is not %.17g in\n%s", number[k].part, number[k].key,
            number[k].is, text);
    free(text);
}
END_TEST

START_TEST(a_report_tells_what_the_run_tells)
{
    zn_run_info info;
    char *text;

    MUST(&r, zn_simulation_set(r.sim, "energy", "yes"));
    MUST(&r, zn_simulation_run(r.sim));
    zn_simulation_run_info(r.sim, &info);
    text = written();
    HAS(text, "\"zeno\": \"" ZN_VERSION "\"");
    HAS(text, "\"complete\": true");
    ck_assert(number(text, "\"steps\"") == RUN_STEPS);
    ck_assert(number(text, "\"T\"") == RUN_STEPS * RUN_H);
    ck_assert(info.impacts > 5);
    ck_assert(info.potential1 != info.potential0);
    HAS(text, info.worst_gap_name);
    /* options of everyone */
    HAS(text, "\"formulation\": \"lcp\"");
    HAS(text, "\"newton_max_iter\": 50");
    HAS(text, "\"energy\": true");
    HAS(text, "\"class\": \"moreau-jean\"");
    HAS(text, "\"theta\": 0.5");
    HAS(text, "\"tol\": 1e-12");
    free(text);
}
END_TEST

/* The deepest gap and its time are those of the first step that has the least y. */
START_TEST(the_deepest_gap_has_its_time)
{
    double least = 0, when = 0;
    zn_run_info info;

    MUST(&r, zn_simulation_init(r.sim));
    while (!zn_simulation_done(r.sim)) {
        const zn_interaction *const both[] = {r.floor, r.between};

        MUST(&r, zn_simulation_step(r.sim));
        for (int i = 0; i < 2; i++)
            if (zn_simulation_y(r.sim, both[i], 0)[0] < least) {
                least = zn_simulation_y(r.sim, both[i], 0)[0];
                when = zn_simulation_time(r.sim);
            }
    }
    zn_simulation_run_info(r.sim, &info);
    ck_assert(least < 0 && info.worst_gap == least);
    ck_assert(when > 0 && info.worst_gap_time == when);
}
END_TEST

START_TEST(a_report_before_the_run_is_valid)
{
    char *text = written();

    HAS(text, "\"complete\": false");
    HAS(text, "\"energy\": null");
    HAS(text, "\"worst_penetration\": null");
    HAS(text, "\"solver\": null");
    free(text);
}
END_TEST

typedef struct odd {
    double real;
    zn_index whole;
    bool truth;
    int choice;
    char word[ZN_WORD_MAX];
} odd;

static const zn_option odd_options[] = {
    ZN_OPT_REAL(odd, real, 0.1, -INFINITY, INFINITY, "m", "a real"),
    ZN_OPT_INT(odd, whole, 3, 0, 9, "-", "a whole number"),
    ZN_OPT_BOOL(odd, truth, true, "a truth"),
    ZN_OPT_CHOICE(odd, choice, 1, "left|right", "a side"),
    ZN_OPT_WORD(odd, word, "plain", "a word"),
    ZN_OPT_END,
};

START_TEST(strings_are_escaped_and_what_is_no_number_is_null)
{
    odd params;
    zn_report_extra extra = {.title =
                                 "a \"ball\"\n\\ \x01 \xc3\xa9 \xff\xc0\xaf",
                             .failure = "",
                             .table = odd_options,
                             .params = &params};
    char *text;

    zn_option_defaults(odd_options, &params);
    MUST(&r, zn_report_write_with(r.sim, &extra, path));
    text = run_read(path);
    ck_assert_msg(json_valid(text), "not JSON:\n%s", text);
    HAS(text, "\"a \\\"ball\\\"\\u000a\\\\ \\u0001 \xc3\xa9 "
              "\\ufffd\\ufffd\\ufffd\"");
    HAS(text, "\"failure\": \"\"");
    HAS(text, "\"real\": 0.1,");
    HAS(text, "\"whole\": 3,");
    HAS(text, "\"truth\": true,");
    HAS(text, "\"choice\": \"right\",");
    HAS(text, "\"word\": \"plain\"");
    free(text);

    params.real = NAN;
    MUST(&r, zn_report_write_with(r.sim, &extra, path));
    text = run_read(path);
    ck_assert_msg(json_valid(text), "not JSON:\n%s", text);
    HAS(text, "\"real\": null,");
    free(text);
}
END_TEST

START_TEST(a_report_that_cannot_be_written_says_why)
{
    ck_assert_int_eq(zn_report_write(r.sim, "/no/such/folder/r.json"), ZN_EIO);
    HAS(zn_errmsg(r.ctx), "'/no/such/folder/r.json': cannot be made: No such");
    if (access("/dev/full", W_OK)) {
        printf("SKIP: there is no /dev/full\n");
        return;
    }
    ck_assert_int_eq(zn_report_write(r.sim, "/dev/full"), ZN_EIO);
    HAS(zn_errmsg(r.ctx), "/dev/full");
    HAS(zn_errmsg(r.ctx), strerror(ENOSPC));
}
END_TEST

/* Whatever its length, also where the last of its buffers was full before its last character. */
START_TEST(a_full_disk_is_told_for_any_length)
{
    enum { BUFFER = 4096 };
    char *title = malloc(BUFFER + 1);

    if (access("/dev/full", W_OK)) {
        printf("SKIP: there is no /dev/full\n");
        return;
    }
    ck_assert_ptr_nonnull(title);
    memset(title, 'x', BUFFER);
    for (int n = BUFFER; n > 0; n--) {
        const zn_report_extra extra = {.title = title};

        title[n] = '\0';
        ck_assert_msg(zn_report_write_with(r.sim, &extra, "/dev/full") == ZN_EIO,
                      "a title of %d characters", n);
    }
    free(title);
}
END_TEST

START_TEST(people_read_the_same)
{
    zn_run_info info;
    char *text, want[128];
    FILE *f;

    MUST(&r, zn_simulation_set(r.sim, "energy", "yes"));
    MUST(&r, zn_simulation_run(r.sim));
    zn_simulation_run_info(r.sim, &info);
    f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    MUST(&r, zn_report_print(r.sim, f));
    fclose(f);
    text = run_read(path);
    HAS(text, "steps        200, to the end at t = 1 s");
    snprintf(want, sizeof want, "%td impacts, at most %td active", info.impacts,
             info.max_active);
    HAS(text, want);
    snprintf(want, sizeof want, "penetration  %.3g at most, '%s' at t = %g s",
             -info.worst_gap, info.worst_gap_name, info.worst_gap_time);
    HAS(text, want);
    snprintf(want, sizeof want, "impacts and contacts %.6g J",
             info.work.contact);
    HAS(text, want);
    HAS(text, "formulation 'lcp'");
    snprintf(want, sizeof want, "Newton       %td iterations\n",
             info.newton_iterations);
    HAS(text, want); /* none of them failed */
    free(text);
}
END_TEST

static void hear(void *user, zn_log_level level, const char *line)
{
    (void)level;
    strncat(user, line, 1000 - strlen(user));
}

/* A ball at q0 above a floor, one step of h until 1 s; what is said meanwhile. */
static void start_at(double q0, double h, char said[1024])
{
    const double up[] = {1};
    run one = {0};

    said[0] = 0;
    ck_assert_int_eq(zn_ctx_new(&one.ctx), ZN_OK);
    zn_ctx_set_log(one.ctx, ZN_LOG_WARN, hear, said);
    MUST(&one, zn_model_new(one.ctx, &one.model));
    MUST(&one, run_ball(&one, "low", q0, &one.low));
    MUST(&one, run_contact(&one, "floor", 0.5, up, one.low, NULL, &one.floor));
    MUST(&one, zn_model_seal(one.model));
    MUST(&one, zn_simulation_new(one.model, &one.sim));
    MUST(&one, zn_simulation_use(one.sim, "moreau-jean", NULL, NULL));
    MUST(&one, zn_simulation_set_time(one.sim, 0, h, 1));
    MUST(&one, zn_simulation_step(one.sim));
    run_free(&one);
}

START_TEST(what_looks_wrong_at_the_start_is_said_once)
{
    char said[1024];

    start_at(-5, 0.1, said);
    HAS(said, "the start is inside the obstacle: 'floor' has gap -5 at t = 0");
    ck_assert_ptr_null(strstr(strstr(said, "inside") + 1, "inside"));
    start_at(0, 0.1, said);
    ck_assert_str_eq(said, "");
    /* all lengths are small here: a ten thousandth of them is less */
    start_at(-1e-9, 0.1, said);
    ck_assert_ptr_nonnull(strstr(said, "inside"));
    start_at(2, 3, said);
    HAS(said, "the step h = 3 is longer than the whole run, T - t0 = 1");
}
END_TEST

/* A contact without a name is told by its systems; when it is gone, how deep it was stays. */
START_TEST(a_contact_without_a_name_is_told_by_its_systems)
{
    const double between[] = {-1, 1}, up[] = {1};
    zn_interaction *stack;
    zn_run_info info;
    char said[1024] = "", want[128], *text;
    FILE *f;
    run one = {0};

    ck_assert_int_eq(zn_ctx_new(&one.ctx), ZN_OK);
    zn_ctx_set_log(one.ctx, ZN_LOG_WARN, hear, said);
    MUST(&one, zn_model_new(one.ctx, &one.model));
    MUST(&one, run_ball(&one, "low", 1, &one.low));
    MUST(&one, run_ball(&one, "high", 0.5, &one.high));
    MUST(&one, run_contact(&one, "floor", 0.5, up, one.low, NULL, &one.floor));
    MUST(&one, run_contact(&one, NULL, 0.5, between, one.low, one.high, &stack));
    MUST(&one, zn_model_seal(one.model));
    MUST(&one, zn_simulation_new(one.model, &one.sim));
    MUST(&one, zn_simulation_use(one.sim, "moreau-jean", NULL, NULL));
    MUST(&one, zn_simulation_set_time(one.sim, 0, 0.25, 0.5));
    MUST(&one, zn_simulation_step(one.sim));
    snprintf(want, sizeof want, "obstacle: '%s' of 'low' and 'high' has gap -0.5",
             zn_interaction_name(stack));
    HAS(said, want);
    MUST(&one, zn_report_write(one.sim, path));
    text = run_read(path);
    ck_assert(json_valid(text));
    snprintf(want, sizeof want, "\"interaction\": \"%s\"",
             zn_interaction_name(stack));
    HAS(text, want);
    HAS(text, "\"low\"");
    HAS(text, "\"high\"");
    free(text);

    zn_model_reopen(one.model);
    MUST(&one, zn_model_remove_interaction(one.model, stack));
    /* nor is another told that has its place */
    MUST(&one, run_contact(&one, "other", 0.5, up, one.high, NULL, &stack));
    zn_simulation_run_info(one.sim, &info);
    ck_assert_ptr_null(info.worst_gap_name);
    MUST(&one, zn_model_remove_interaction(one.model, stack));
    MUST(&one, zn_model_seal(one.model));
    MUST(&one, zn_simulation_step(one.sim));
    MUST(&one, zn_report_write(one.sim, path));
    text = run_read(path);
    ck_assert(json_valid(text));
    HAS(text, "\"interaction\": null");
    ck_assert_double_eq_tol(number(text, "\"depth\""), 0.5, 1e-12);
    free(text);
    f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    MUST(&one, zn_report_print(one.sim, f));
    fclose(f);
    text = run_read(path);
    HAS(text, "penetration  0.5 at most, at t = 0.25 s");
    free(text);
    run_free(&one);
}
END_TEST

/* y = R l - v of a diode at v = 10 is not -10: l is not known before a step. */
START_TEST(an_output_that_waits_for_its_multiplier_is_no_obstacle)
{
    const double R = 2, minus = -1, v0 = 10;
    const zn_lcs p = {.n = 1,
                      .m = 1,
                      .A = &minus,
                      .B = &minus,
                      .C = &minus,
                      .D = &R,
                      .x0 = &v0};
    char said[1024] = "";
    run one = {0};

    ck_assert_int_eq(zn_ctx_new(&one.ctx), ZN_OK);
    zn_ctx_set_log(one.ctx, ZN_LOG_WARN, hear, said);
    MUST(&one, zn_model_new(one.ctx, &one.model));
    MUST(&one, zn_lcs_add(one.model, "circuit", &p, NULL, NULL, NULL));
    MUST(&one, zn_model_seal(one.model));
    MUST(&one, zn_simulation_new(one.model, &one.sim));
    MUST(&one, zn_simulation_use(one.sim, "euler-moreau", NULL, NULL));
    MUST(&one, zn_simulation_set_time(one.sim, 0, 0.1, 1));
    MUST(&one, zn_simulation_step(one.sim));
    ck_assert_str_eq(said, "");
    run_free(&one);
}
END_TEST

/* There is nothing to hit in a circuit. */
START_TEST(a_circuit_has_relations_not_contacts)
{
    run one = {0};
    char *text;
    FILE *f;

    MUST(&one, run_make_first(&one));
    MUST(&one, zn_simulation_run(one.sim));
    f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    MUST(&one, zn_report_print(one.sim, f));
    fclose(f);
    text = run_read(path);
    HAS(text, "relations    at most 1 of their rows active");
    ck_assert_ptr_null(strstr(text, "impacts"));
    ck_assert_ptr_null(strstr(text, "penetration"));
    free(text);
    run_free(&one);
}
END_TEST

/* A circuit has no mass: no kinetic energy of 0 J, even if the balance is asked for. */
START_TEST(a_circuit_has_no_energy_of_0_joule)
{
    run one = {0};
    char *text;
    FILE *f;

    MUST(&one, run_make_first(&one));
    MUST(&one, zn_simulation_set(one.sim, "energy", "yes"));
    MUST(&one, zn_simulation_run(one.sim));
    f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    MUST(&one, zn_report_print(one.sim, f));
    fclose(f);
    text = run_read(path);
    HAS(text, "energy       not kept: it is that of mechanical systems, and the "
              "model has none\n");
    ck_assert_ptr_null(strstr(text, "kinetic"));
    ck_assert_ptr_null(strstr(text, " J"));
    free(text);
    MUST(&one, zn_report_write(one.sim, path));
    text = run_read(path);
    HAS(text, "\"energy\": null");
    free(text);
    run_free(&one);
}
END_TEST

START_TEST(a_stopped_run_says_how_far_it_came)
{
    char *text;
    FILE *f;

    for (int k = 0; k < 50; k++)
        MUST(&r, zn_simulation_step(r.sim));
    f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    MUST(&r, zn_report_print(r.sim, f));
    fclose(f);
    text = run_read(path);
    HAS(text, "steps        50 of 200, to t = 0.25 s of 1 s");
    ck_assert_ptr_null(strstr(text, "energy"));
    free(text);
}
END_TEST

/* The weight is refused once; the step is made of halves then. */
static int refusals;

static void refuses_once(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz;
    if (t > 0.25 && refusals-- > 0)
        zn_raise_retry("not now");
    f[0] = -z[0];
}

START_TEST(steps_made_in_parts_are_told)
{
    for (refusals = 0; refusals < 2; refusals++) {
        const int want = refusals;
        zn_run_info info;
        run one = {0};
        char *text;
        FILE *f;

        MUST(&one, run_make(&one, NULL));
        zn_model_reopen(one.model);
        MUST(&one, zn_ds_set_function(one.high, "f_ext", (zn_fn *)refuses_once));
        MUST(&one, zn_model_seal(one.model));
        MUST(&one, zn_simulation_set(one.sim, "on_newton_failure", "shorten"));
        MUST(&one, zn_simulation_run(one.sim));
        zn_simulation_run_info(one.sim, &info);
        ck_assert_int_eq(info.shortened, want);
        f = fopen(path, "w");
        ck_assert_ptr_nonnull(f);
        MUST(&one, zn_report_print(one.sim, f));
        fclose(f);
        text = run_read(path);
        HAS(text, want ? "to the end at t = 1 s; 1 shortened\n" : "to the end at t = 1 s\n");
        free(text);
        run_free(&one);
        refusals = want;
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("report");
    TCase *tc = tcase_create("report");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, the_checker_of_these_tests_knows_json);
    tcase_add_test(tc, each_number_of_the_run_is_in_its_part);
    tcase_add_test(tc, a_report_tells_what_the_run_tells);
    tcase_add_test(tc, the_deepest_gap_has_its_time);
    tcase_add_test(tc, a_report_before_the_run_is_valid);
    tcase_add_test(tc, strings_are_escaped_and_what_is_no_number_is_null);
    tcase_add_test(tc, a_report_that_cannot_be_written_says_why);
    tcase_add_test(tc, a_full_disk_is_told_for_any_length);
    tcase_add_test(tc, people_read_the_same);
    tcase_add_test(tc, what_looks_wrong_at_the_start_is_said_once);
    tcase_add_test(tc, a_contact_without_a_name_is_told_by_its_systems);
    tcase_add_test(tc, an_output_that_waits_for_its_multiplier_is_no_obstacle);
    tcase_add_test(tc, a_circuit_has_relations_not_contacts);
    tcase_add_test(tc, a_circuit_has_no_energy_of_0_joule);
    tcase_add_test(tc, a_stopped_run_says_how_far_it_came);
    tcase_add_test(tc, steps_made_in_parts_are_told);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
