/* test_raise.c - functions that say that they failed, and where a call is
 * SPDX-License-Identifier: Apache-2.0 */
#include "one_operator.h"

#include <math.h>
#include <pthread.h>

static const zn_slot vector_slot = {"f_ext", "S2", 'v', '1', true, "a force"};

/* ---- failure said by the function ------------------------------------------------------ */

static void raising(double t, unsigned n, double *v, unsigned nz, double *z)
{
    (void)n;
    (void)nz;
    (void)z;
    if (t > 2)
        zn_raise_retry("t = %g is outside", t);
    if (t > 1) {
        zn_raise("the valve is %s", "broken");
        v[0] = NAN; /* a consequence */
    }
}

START_TEST(a_raise_ends_the_call_with_the_words_of_the_function)
{
    thing a;
    make(&a, &vector_slot, 1, 1);
    double out;
    ck_assert_int_eq(zn_operator_set_function(&a.op, (zn_fn *)raising), ZN_OK);
    ck_assert_int_eq(zni_call_s2(&a.op, 1, &out), ZN_OK);
    ck_assert_int_eq(zni_call_s2(&a.op, 1.5, &out), ZN_EUSER);
    ck_assert_str_eq(zn_errmsg(a.ctx),
                     "f_ext of system 'ball' (a C function) at t = 1.5: the "
                     "valve is broken");
    /* the first of two reports counts */
    ck_assert_int_eq(zni_call_s2(&a.op, 3, &out), ZN_RETRY);
    says(&a, "at t = 3: t = 3 is outside");
    /* and it does not stick */
    ck_assert_int_eq(zni_call_s2(&a.op, 1, &out), ZN_OK);
    unmake(&a);
}
END_TEST

static void long_words(double t, unsigned n, double *v, unsigned nz, double *z)
{
    (void)t;
    (void)n;
    (void)v;
    (void)nz;
    (void)z;
    zn_raise("%02000d", 1);
}

START_TEST(words_that_are_too_long_are_cut)
{
    thing a;
    make(&a, &vector_slot, 1, 1);
    double out;
    ck_assert_int_eq(zn_operator_set_function(&a.op, (zn_fn *)long_words),
                     ZN_OK);
    ck_assert_int_eq(zni_call_s2(&a.op, 0, &out), ZN_EUSER);
    says(&a, "at t = 0: 0000000000");
    unmake(&a);
}
END_TEST

START_TEST(a_raise_outside_of_any_call_does_nothing)
{
    zn_raise("nobody listens");
    zn_raise_retry("nobody listens");
    thing a;
    make(&a, &vector_slot, 1, 1);
    double out;
    ck_assert_int_eq(zn_operator_set_function(&a.op, (zn_fn *)raising), ZN_OK);
    ck_assert_int_eq(zni_call_s2(&a.op, 0, &out), ZN_OK);
    unmake(&a);
}
END_TEST

static thing *inner;
static zn_status inner_status;

static void outer(double t, unsigned n, double *v, unsigned nz, double *z)
{
    (void)n;
    (void)nz;
    (void)z;
    double out;
    inner_status = zni_call_s2(&inner->op, t, &out);
    v[0] = 1;
    if (t > 5)
        zn_raise("outer");
}

START_TEST(a_raise_in_a_call_inside_a_call_stays_with_the_inner_one)
{
    thing a, b;
    make(&a, &vector_slot, 1, 1);
    make(&b, &vector_slot, 1, 1);
    inner = &b;
    double out;
    ck_assert_int_eq(zn_operator_set_function(&a.op, (zn_fn *)outer), ZN_OK);
    ck_assert_int_eq(zn_operator_set_function(&b.op, (zn_fn *)raising), ZN_OK);
    ck_assert_int_eq(zni_call_s2(&a.op, 1.5, &out), ZN_OK);
    ck_assert_int_eq(inner_status, ZN_EUSER);
    ck_assert(out == 1);
    ck_assert_int_eq(zni_call_s2(&a.op, 6, &out), ZN_EUSER);
    says(&a, "outer");
    unmake(&a);
    unmake(&b);
}
END_TEST

/* Half of the threads raise all the time; nobody sees another's report. */
static void *many_calls(void *arg)
{
    const double t = *(const double *)arg;
    thing a;
    make(&a, &vector_slot, 1, 1);
    zn_operator_set_function(&a.op, (zn_fn *)raising);
    long wrong = 0;
    for (int i = 0; i < 20000; i++) {
        double out;
        wrong += zni_call_s2(&a.op, t, &out) != (t > 1 ? ZN_EUSER : ZN_OK);
    }
    unmake(&a);
    return wrong ? arg : NULL;
}

START_TEST(threads_do_not_see_each_other_raise)
{
    pthread_t thread[4];
    double t[4] = {0, 1.5, 0.5, 2};
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_create(&thread[i], NULL, many_calls, &t[i]),
                         0);
    for (int i = 0; i < 4; i++) {
        void *wrong;
        pthread_join(thread[i], &wrong);
        ck_assert_ptr_null(wrong);
    }
}
END_TEST

/* ---- memory ------------------------------------------------------------------ */

START_TEST(calls_allocate_nothing)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    thing a;
    make_in(&a, ctx, &vector_slot, 1, 1);
    zn_operator_set_function(&a.op, (zn_fn *)raising);
    const long before = mem.calls;
    double out;
    for (int i = 0; i < 5; i++)
        (void)zni_call_s2(&a.op, i, &out);
    ck_assert_int_eq(mem.calls, before);
    unmake(&a);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

/* ---- where are we? ---------------------------------------------------------------- */

static char place[200], small[12];
static bool inside;

static void asks(double t, unsigned n, double *v, unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    inside = zn_operator_running(place, sizeof place) &&
             zn_operator_running(small, sizeof small);
}

START_TEST(a_function_that_runs_is_named_with_its_time)
{
    static const struct {
        double t;
        const char *words;
    } cases[] = {
        {0.5, "at t = 0.5"},         {-2, "at t = -2"},
        {1e-7, "at t = 1e-7"},       {0, "at t = 0"},
        {2.5e8, "at t = 2.5e8"},     {12.125, "at t = 12.125"},
        {NAN, "(a C function)"},
    };
    thing a;
    double v[2];

    make(&a, &vector_slot, 2, 1);
    ck_assert_int_eq(zn_operator_set_function(&a.op, (zn_fn *)asks), ZN_OK);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        ck_assert_int_eq(zni_call_s2(&a.op, cases[k].t, v), ZN_OK);
        ck_assert(inside);
        ck_assert_ptr_nonnull(strstr(place, "f_ext of system 'ball'"));
        ck_assert_msg(strcmp(place + strlen(place) - strlen(cases[k].words),
                             cases[k].words) == 0,
                      "%s", place);
        ck_assert_str_eq(small, "f_ext of sy"); /* cut off */
    }
    ck_assert(!zn_operator_running(place, sizeof place));
    ck_assert_str_eq(place, "");
    unmake(&a);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("raise");
    TCase *tc = tcase_create("raise");

    tcase_add_test(tc, a_raise_ends_the_call_with_the_words_of_the_function);
    tcase_add_test(tc, words_that_are_too_long_are_cut);
    tcase_add_test(tc, a_raise_outside_of_any_call_does_nothing);
    tcase_add_test(tc,
                   a_raise_in_a_call_inside_a_call_stays_with_the_inner_one);
    tcase_add_test(tc, threads_do_not_see_each_other_raise);
    tcase_add_test(tc, calls_allocate_nothing);
    tcase_add_test(tc, a_function_that_runs_is_named_with_its_time);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
