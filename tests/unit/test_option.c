/* test_option.c - options from a table: defaults, text, ranges, soundness
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include "solvers/core/core.h"

#include <math.h>

typedef struct state {
    double theta;
    double h;
    zn_index max_iter;
    bool keep;
    int law;
    char solver[ZN_WORD_MAX];
    int guard; /* after the last field: must stay as it is */
} state;

static const zn_option table[] = {
    ZN_OPT_REAL(state, theta, 0.5, 0, 1, "-", "weight of the end of the step"),
    ZN_OPT_REAL(state, h, 1e-3, 1e-12, INFINITY, "s", "length of a step"),
    ZN_OPT_INT(state, max_iter, 1000, 1, 1e9, "-", "iterations"),
    ZN_OPT_BOOL(state, keep, true, "keep the factors"),
    ZN_OPT_CHOICE(state, law, 1, "none|newton|poisson", "impact law"),
    ZN_OPT_WORD(state, solver, "auto", "name of the solver"),
    ZN_OPT_END,
};

static const char owner[] = "integrator 'moreau-jean'";
static zn_ctx *ctx;
static state s;

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    memset(&s, 0x55, sizeof s);
    s.guard = 4711;
    zn_option_defaults(table, &s);
}

static void teardown(void)
{
    zn_ctx_free(ctx);
    ck_assert_int_eq(s.guard, 4711);
}

static zn_status set(const char *name, const char *value)
{
    return zn_option_set(ctx, owner, table, &s, name, value);
}

static zn_status set_real(const char *name, double value)
{
    return zn_option_set_real(ctx, owner, table, &s, name, value);
}

static const char *get(const char *name)
{
    static char text[ZN_WORD_MAX];

    memset(text, 'x', sizeof text);
    zn_option_get(zn_option_find(table, name), &s, text, sizeof text);
    return text;
}

START_TEST(defaults_come_from_the_table)
{
    ck_assert(s.theta == 0.5);
    ck_assert(s.h == 1e-3);
    ck_assert_int_eq(s.max_iter, 1000);
    ck_assert(s.keep);
    ck_assert_int_eq(s.law, 1);
    ck_assert_str_eq(s.solver, "auto");
    for (size_t i = strlen("auto"); i < ZN_WORD_MAX; i++)
        ck_assert_int_eq(s.solver[i], 0); /* equal states, equal bytes */
    zn_option_defaults(NULL, &s);
}
END_TEST

START_TEST(an_option_is_found_by_its_whole_name)
{
    ck_assert_ptr_eq(zn_option_find(table, "max_iter"), &table[2]);
    ck_assert_ptr_null(zn_option_find(table, "max"));
    ck_assert_ptr_null(zn_option_find(table, ""));
    ck_assert_ptr_null(zn_option_find(table, NULL));
    ck_assert_ptr_null(zn_option_find(NULL, "theta"));
}
END_TEST

START_TEST(each_kind_is_set_from_text)
{
    ck_assert_int_eq(set("theta", "0.25"), ZN_OK);
    ck_assert(s.theta == 0.25);
    ck_assert_int_eq(set("h", "1e-4"), ZN_OK);
    ck_assert(s.h == 1e-4);
    ck_assert_int_eq(set("max_iter", "17"), ZN_OK);
    ck_assert_int_eq(s.max_iter, 17);
    ck_assert_int_eq(set("max_iter", "1e6"), ZN_OK);
    ck_assert_int_eq(s.max_iter, 1000000);
    ck_assert_int_eq(set("law", "poisson"), ZN_OK);
    ck_assert_int_eq(s.law, 2);
    ck_assert_int_eq(set("law", "none"), ZN_OK);
    ck_assert_int_eq(s.law, 0);
    ck_assert_int_eq(set("solver", "lemke"), ZN_OK);
    ck_assert_str_eq(s.solver, "lemke");
    static const char *const truth[] = {"no", "yes", "false", "true", "0", "1"};
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(set("keep", truth[i]), ZN_OK);
        ck_assert_int_eq(s.keep, i % 2);
    }
}
END_TEST

START_TEST(the_ends_of_a_range_belong_to_it)
{
    ck_assert_int_eq(set("theta", "0"), ZN_OK);
    ck_assert_int_eq(set("theta", "1"), ZN_OK);
    ck_assert_int_eq(set("max_iter", "1"), ZN_OK);
    ck_assert_int_eq(set("max_iter", "1000000000"), ZN_OK);
    ck_assert_int_eq(set("max_iter", "1000000001"), ZN_EINVAL);
    ck_assert_int_eq(set("theta", "1.0000000000000002"), ZN_EINVAL);
    ck_assert_int_eq(s.max_iter, 1000000000);
    ck_assert(s.theta == 1);
}
END_TEST

START_TEST(a_value_out_of_range_is_told_with_the_range_and_unit)
{
    ck_assert_int_eq(set("theta", "1.5"), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx), "option 'theta' of integrator "
                                     "'moreau-jean' = 1.5: must be in [0, 1]");
    ck_assert_int_eq(set("h", "0"), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx), "option 'h' of integrator 'moreau-jean' = "
                                     "0: must be >= 1e-12 s");
    ck_assert_int_eq(set("theta", "abc"), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "option 'theta' of integrator 'moreau-jean' = abc: is not "
                     "a number; must be in [0, 1]");
    ck_assert_int_eq(set("theta", "0,4"), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "option 'theta' of integrator 'moreau-jean' = 0,4: is not "
                     "a number (decimals come after a point); must be in "
                     "[0, 1]");
    ck_assert_int_eq(set("max_iter", "2.5"), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "option 'max_iter' of integrator 'moreau-jean' = 2.5: "
                     "must be a whole number in [1, 1e+09]");
    ck_assert_int_eq(set("law", "hertz"), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "option 'law' of integrator 'moreau-jean' = hertz: must "
                     "be one of none|newton|poisson");
    ck_assert_int_eq(set("keep", "maybe"), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "option 'keep' of integrator 'moreau-jean' "
                     "= maybe: must be yes or no");
    ck_assert(s.theta == 0.5 && s.h == 1e-3 && s.max_iter == 1000 && s.keep &&
              s.law == 1);
}
END_TEST

START_TEST(an_infinite_end_of_a_range_is_left_out_of_the_words)
{
    zn_option o = {ZN_OPTION_REAL, "x", 0, 0, -INFINITY, 2, NULL, "m", "-"};
    char words[128];

    zni_option_range(&o, words, sizeof words);
    ck_assert_str_eq(words, "must be <= 2 m");
    o.max = INFINITY;
    zni_option_range(&o, words, sizeof words);
    ck_assert_str_eq(words, "must be a finite number");
}
END_TEST

START_TEST(what_is_no_finite_number_is_refused)
{
    static const char *const bad[] = {
        "",     "nan",  "-nan", "inf", "-inf",  "infinity", "NAN(1)", "1e999",
        "half", "1.5x", "1 ",   " 1",  "0.5,1", "--1",      "1e",     "0x",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_int_eq(set("theta", bad[i]), ZN_EINVAL);
        ck_assert_int_eq(set("h", bad[i]), ZN_EINVAL);
        ck_assert_int_eq(set("max_iter", bad[i]), ZN_EINVAL);
    }
    ck_assert(s.theta == 0.5 && s.h == 1e-3 && s.max_iter == 1000);
}
END_TEST

START_TEST(part_of_a_choice_is_no_choice)
{
    static const char *const bad[] = {
        "", "new", "newtonian", "none|newton", "newton|", "|"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_int_eq(set("law", bad[i]), ZN_EINVAL);
    ck_assert_int_eq(s.law, 1);
}
END_TEST

START_TEST(a_switch_with_a_third_position_takes_the_words_of_a_switch)
{
    static const struct {
        const char *text;
        int position;
    } cases[] = {{"no", 0},   {"0", 0}, {"false", 0}, {"yes", 2},
                 {"true", 2}, {"1", 2}, {"partly", 1}};
    static const zn_option wide[] = {
        ZN_OPT_CHOICE(state, law, 1, "no|partly|yes", "how much of it"),
        ZN_OPT_END,
    };

    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        s.law = -1;
        ck_assert_int_eq(
            zn_option_set(ctx, "x", wide, &s, "law", cases[k].text), ZN_OK);
        ck_assert_int_eq(s.law, cases[k].position);
    }
    ck_assert_int_eq(zn_option_set(ctx, "x", wide, &s, "law", "2"), ZN_EINVAL);
    /* and no choice without such words takes them */
    ck_assert_int_eq(set("law", "1"), ZN_EINVAL);
    ck_assert_int_eq(set("law", "true"), ZN_EINVAL);
}
END_TEST

START_TEST(a_word_must_fit)
{
    char word[ZN_WORD_MAX + 1];

    memset(word, 'w', sizeof word);
    word[ZN_WORD_MAX] = '\0';
    ck_assert_int_eq(set("solver", word), ZN_EINVAL);
    ck_assert_str_eq(s.solver, "auto");
    word[ZN_WORD_MAX - 1] = '\0';
    ck_assert_int_eq(set("solver", word), ZN_OK);
    ck_assert_str_eq(s.solver, word);
    ck_assert_str_eq(get("solver"), word);
}
END_TEST

/* One character less is looked at, and is no option. */
START_TEST(a_word_that_is_too_long_is_told)
{
    char words[2 * ZN_WORD_MAX + 1];

    memset(words, 'x', sizeof words);
    words[2 * ZN_WORD_MAX] = 0;
    ck_assert_int_eq(zn_option_set_words(ctx, owner, table, &s, words), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "is too long"));
    words[2 * ZN_WORD_MAX - 1] = 0;
    ck_assert_int_eq(zn_option_set_words(ctx, owner, table, &s, words), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "is not of the form option=value"));
}
END_TEST

START_TEST(an_unknown_option_is_answered_with_the_known_ones)
{
    ck_assert_int_eq(set("thta", "1"), ZN_ENOENT);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "integrator 'moreau-jean' has no option 'thta'; it has: "
                     "theta, h, max_iter, keep, law, solver");
    ck_assert_int_eq(set_real("thta", 1), ZN_ENOENT);
    ck_assert_int_eq(zn_option_set(ctx, owner, NULL, &s, "x", "1"), ZN_ENOENT);
    ck_assert_str_eq(zn_errmsg(ctx), "integrator 'moreau-jean' has no option "
                                     "'x', it has none");
}
END_TEST

START_TEST(a_missing_name_or_value_is_refused)
{
    ck_assert_int_eq(set(NULL, "1"), ZN_EINVAL);
    ck_assert_int_eq(set("theta", NULL), ZN_EINVAL);
    ck_assert_int_eq(set_real(NULL, 1), ZN_EINVAL);
}
END_TEST

START_TEST(numbers_are_set_as_numbers)
{
    ck_assert_int_eq(set_real("theta", 0.75), ZN_OK);
    ck_assert(s.theta == 0.75);
    ck_assert_int_eq(set_real("max_iter", 20), ZN_OK);
    ck_assert_int_eq(s.max_iter, 20);
    ck_assert_int_eq(set_real("keep", 0), ZN_OK);
    ck_assert(!s.keep);
    ck_assert_int_eq(set_real("max_iter", 0.5), ZN_EINVAL);
    ck_assert_int_eq(set_real("keep", 2), ZN_EINVAL);
    ck_assert_int_eq(set_real("theta", NAN), ZN_EINVAL);
    ck_assert_int_eq(set_real("theta", -0.1), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx), "option 'theta' of integrator "
                                     "'moreau-jean' = -0.1: must be in [0, 1]");
    ck_assert_int_eq(set_real("law", 1), ZN_EINVAL);
    ck_assert_int_eq(set_real("solver", 1), ZN_EINVAL);
    ck_assert(s.theta == 0.75 && s.max_iter == 20 && s.law == 1);
}
END_TEST

START_TEST(values_come_back_as_text)
{
    ck_assert_str_eq(get("theta"), "0.5");
    ck_assert_str_eq(get("h"), "0.001");
    ck_assert_str_eq(get("max_iter"), "1000");
    ck_assert_str_eq(get("keep"), "yes");
    ck_assert_str_eq(get("law"), "newton");
    ck_assert_str_eq(get("solver"), "auto");
    s.keep = false;
    s.law = 2;
    ck_assert_str_eq(get("keep"), "no");
    ck_assert_str_eq(get("law"), "poisson");
}
END_TEST

START_TEST(text_is_cut_to_the_room_given)
{
    const zn_option none[] = {ZN_OPT_END};
    char buf[4] = "xxx", left[4] = "xxx";

    zn_option_get(none, &s, left, sizeof left); /* what is none reads as nothing */
    ck_assert_str_eq(left, "");
    zn_option_get(&table[5], &s, buf, 0);
    ck_assert_str_eq(buf, "xxx");
    zn_option_get(&table[5], &s, buf, 3);
    ck_assert_str_eq(buf, "au");
}
END_TEST

/* a value read back from its own text is the same to the last bit */
START_TEST(text_of_a_real_reads_back_as_itself)
{
    uint64_t seed = 88172645463325252u; /* xorshift, Marsaglia 2003 */

    for (int i = 0; i < 20000; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        double x = ldexp((double)(seed >> 11), -53);
        char text[32];
        if (i % 2)
            x = ldexp(x, (int)(seed % 1000) - 500);
        zni_real_text(x, text, sizeof text);
        ck_assert_msg(strtod(text, NULL) == x, "%a gave '%s'", x, text);
    }
    char text[32];
    zni_real_text(0.1, text, sizeof text);
    ck_assert_str_eq(text, "0.1");
}
END_TEST

/* any bytes as name and value: a status and words, and the state in range */
START_TEST(random_text_never_harms)
{
    static const char letters[] = "0123456789.eE+-xnaif|,yes \t%s\xff";
    uint64_t seed = 0x9E3779B97F4A7C15u;

    for (int i = 0; i < 50000; i++) {
        char value[24];
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint64_t bits = seed >> 20;
        size_t length = bits % sizeof value;
        for (size_t k = 0; k < length; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            value[k] = letters[(seed >> 33) % (sizeof letters - 1)];
        }
        value[length] = '\0';
        zn_status st = set(table[i % 6].name, value);
        ck_assert(st == ZN_OK || st == ZN_EINVAL);
        ck_assert(s.theta >= 0 && s.theta <= 1 && s.h >= 1e-12 &&
                  isfinite(s.h) && s.max_iter >= 1 &&
                  s.max_iter <= 1000000000 && s.law >= 0 && s.law <= 2);
    }
}
END_TEST

/* ---- soundness of tables ------------------------------------------------ */

START_TEST(a_sound_table_passes)
{
    char words[256] = "";

    ck_assert(!zni_option_table_bad(table, sizeof s, words, sizeof words));
    ck_assert(!zni_option_table_bad(NULL, 0, words, sizeof words));
}
END_TEST

#define ROW(kind, name, off, def, min, max, choices)                           \
    {                                                                          \
        kind, name, off, def, min, max, choices, "-", "help"                   \
    }

START_TEST(every_fault_of_a_table_is_found)
{
    static const struct {
        zn_option row;
        const char *words;
    } bad[] = {
        {ROW(ZN_OPTION_REAL, NULL, 0, 0, 0, 1, NULL),
         "option 0 has no good name"},
        {ROW(ZN_OPTION_REAL, "", 0, 0, 0, 1, NULL),
         "option 0 has no good name"},
        {ROW(ZN_OPTION_REAL, "a=b", 0, 0, 0, 1, NULL),
         "option 0 has no good name"},
        {ROW((zn_option_kind)77, "x", 0, 0, 0, 1, NULL),
         "option 'x': its kind is unknown"},
        {{ZN_OPTION_REAL, "x", 0, 0, 0, 1, NULL, NULL, "help"},
         "option 'x': it has no unit or no help"},
        {{ZN_OPTION_REAL, "x", 0, 0, 0, 1, NULL, "-", ""},
         "option 'x': it has no unit or no help"},
        {ROW(ZN_OPTION_REAL, "x", 4096, 0, 0, 1, NULL),
         "option 'x': its field is outside the state"},
        {ROW(ZN_OPTION_REAL, "x", 124, 0, 0, 1, NULL),
         "option 'x': its field is outside the state"},
        {ROW(ZN_OPTION_REAL, "x", SIZE_MAX - 7, 0, 0, 1, NULL),
         "option 'x': its field is outside the state"},
        {ROW(ZN_OPTION_REAL, "x", 4, 0, 0, 1, NULL),
         "option 'x': its field is not aligned"},
        {ROW(ZN_OPTION_REAL, "x", 0, 2, 0, 1, NULL),
         "option 'x': its default is not in its range"},
        {ROW(ZN_OPTION_REAL, "x", 0, NAN, 0, 1, NULL),
         "option 'x': its default is not in its range"},
        {ROW(ZN_OPTION_REAL, "x", 0, 0, 1, 0, NULL),
         "option 'x': its range is empty"},
        {ROW(ZN_OPTION_REAL, "x", 0, 0, NAN, 1, NULL),
         "option 'x': its range is empty"},
        {ROW(ZN_OPTION_INT, "x", 0, 0.5, 0, 1, NULL),
         "option 'x': its default is not in its range"},
        {ROW(ZN_OPTION_INT, "x", 0, 0, 0, 1e19, NULL),
         "option 'x': its range goes beyond +-2^53"},
        {ROW(ZN_OPTION_BOOL, "x", 0, 2, 0, 1, NULL),
         "option 'x': its default is not in its range"},
        {ROW(ZN_OPTION_CHOICE, "x", 0, 0, 0, 0, NULL),
         "option 'x': its choices are empty or repeated"},
        {ROW(ZN_OPTION_CHOICE, "x", 0, 0, 0, 0, "a||b"),
         "option 'x': its choices are empty or repeated"},
        {ROW(ZN_OPTION_CHOICE, "x", 0, 0, 0, 0, "a|b|a"),
         "option 'x': its choices are empty or repeated"},
        {ROW(ZN_OPTION_CHOICE, "x", 0, 2, 0, 0, "a|b"),
         "option 'x': its default is not one of its choices"},
        {ROW(ZN_OPTION_WORD, "x", 0, 0, 0, 0,
             "012345678901234567890123456789012345678901234567890123456789012"
             "3"),
         "option 'x': its default is too long"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        zn_option rows[] = {bad[i].row, ZN_OPT_END};
        char words[256] = "";
        ck_assert(zni_option_table_bad(rows, 128, words, sizeof words));
        ck_assert_str_eq(words, bad[i].words);
    }
}
END_TEST

START_TEST(a_name_that_is_there_twice_is_found)
{
    zn_option twice[] = {table[0], table[2], table[0], ZN_OPT_END};
    char words[256] = "";

    ck_assert(zni_option_table_bad(twice, sizeof s, words, sizeof words));
    ck_assert_str_eq(words, "option 'theta': it is there twice");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("option");
    TCase *tc = tcase_create("option");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, defaults_come_from_the_table);
    tcase_add_test(tc, an_option_is_found_by_its_whole_name);
    tcase_add_test(tc, each_kind_is_set_from_text);
    tcase_add_test(tc, the_ends_of_a_range_belong_to_it);
    tcase_add_test(tc, a_value_out_of_range_is_told_with_the_range_and_unit);
    tcase_add_test(tc, an_infinite_end_of_a_range_is_left_out_of_the_words);
    tcase_add_test(tc, what_is_no_finite_number_is_refused);
    tcase_add_test(tc, part_of_a_choice_is_no_choice);
    tcase_add_test(tc,
                   a_switch_with_a_third_position_takes_the_words_of_a_switch);
    tcase_add_test(tc, a_word_must_fit);
    tcase_add_test(tc, a_word_that_is_too_long_is_told);
    tcase_add_test(tc, an_unknown_option_is_answered_with_the_known_ones);
    tcase_add_test(tc, a_missing_name_or_value_is_refused);
    tcase_add_test(tc, numbers_are_set_as_numbers);
    tcase_add_test(tc, values_come_back_as_text);
    tcase_add_test(tc, text_is_cut_to_the_room_given);
    tcase_add_test(tc, text_of_a_real_reads_back_as_itself);
    tcase_add_test(tc, random_text_never_harms);
    tcase_add_test(tc, a_sound_table_passes);
    tcase_add_test(tc, every_fault_of_a_table_is_found);
    tcase_add_test(tc, a_name_that_is_there_twice_is_found);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
