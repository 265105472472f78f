/* test_call.c - how the user's functions are called, and what they say
 * SPDX-License-Identifier: Apache-2.0 */
#include "one_operator.h"

#include <math.h>

static const zn_slot vector_slot = {"f_ext", "S2", 'v', '1', true, "a force"};
static const zn_slot matrix_slot = {"mass", "S4", 'v', 'v', true, "a mass"};

/* ---- functions: each list gets its arguments ------------------------------------- */

/* Each writes sums of what it was given, weighted so that a swap shows. */
static void f1(double t, unsigned r, unsigned c, double *M, unsigned nz,
               double *z)
{
    M[r * c - 1] = t + 10 * r + 100 * c + 1000 * nz + z[1];
}
static void f2(double t, unsigned n, double *v, unsigned nz, double *z)
{
    v[n - 1] = t + 10 * n + 1000 * nz + z[1];
}
static void f3(double t, unsigned n, const double *x, double *out, unsigned nz,
               double *z)
{
    out[0] = t + 10 * n + 1000 * nz + z[1] + x[n - 1];
}
static void f4(unsigned n, double *q, double *out, unsigned nz, double *z)
{
    out[0] = 10 * n + 1000 * nz + z[1] + q[n - 1];
}
static void f5(unsigned n, double *q, double *v, double *out, unsigned nz,
               double *z)
{
    out[0] = 10 * n + 1000 * nz + z[1] + q[n - 1] + 2 * v[n - 1];
}
static void f6(double t, unsigned n, double *q, double *v, double *out,
               unsigned nz, double *z)
{
    out[0] = t + 10 * n + 1000 * nz + z[1] + q[n - 1] + 2 * v[n - 1];
}
static void f9(unsigned nq, double *q, unsigned ny, double *out, unsigned nz,
               double *z)
{
    out[0] = 10 * nq + 100 * ny + 1000 * nz + z[1] + q[nq - 1];
}
static void f10(unsigned nq, double *q, unsigned nv, double *v, double *out,
                unsigned nz, double *z)
{
    out[0] = 10 * nq + 100 * nv + 1000 * nz + z[1] + q[nq - 1] + 2 * v[nv - 1];
}
static void f11(unsigned nq, double *q, double t, unsigned ny, double *out,
                unsigned nz, double *z)
{
    out[0] = t + 10 * nq + 100 * ny + 1000 * nz + z[1] + q[nq - 1];
}
static void f12(unsigned nq, double *q, unsigned nl, double *l, double *out,
                unsigned nz, double *z)
{
    out[0] = 10 * nq + 100 * nl + 1000 * nz + z[1] + q[nq - 1] + 2 * l[nl - 1];
}
static void f13(double t, unsigned nx, double *x, unsigned nl, double *l,
                double *out, unsigned nz, double *z)
{
    out[0] =
        t + 10 * nx + 100 * nl + 1000 * nz + z[1] + x[nx - 1] + 2 * l[nl - 1];
}
static void f7(double t, double *f, unsigned nq, double *q0)
{
    f[0] = t + 10 * nq + q0[nq - 1];
}
static void f8(double t, double *q, double *v, double *out, unsigned nq, double *q0)
{
    out[0] = t + 10 * nq + q[nq - 1] + 2 * v[nq - 2] + 4 * q0[nq - 1];
}
static void f14(unsigned n, double *x, unsigned rows, double *out, unsigned nz, double *z)
{
    out[0] = 10 * n + 100 * rows + 1000 * nz + z[1] + x[n - 1];
}
static void f15(unsigned nx, double *x, unsigned nl, double *l, unsigned ny, double *y)
{
    y[0] = 10 * nx + 100 * nl + 1000 * ny + x[nx - 1] + 2 * l[nl - 1];
}
static void f16(unsigned nl, double *l, unsigned nr, double *r)
{
    r[0] = 10 * nl + 100 * nr + l[nl - 1];
}
static void f19(double t, unsigned nx, double *x, unsigned nu, double *u, double *out,
                unsigned nz, double *z)
{
    out[0] = t + 10 * nx + 100 * nu + 1000 * nz + z[1] + x[nx - 1] + 2 * u[nu - 1];
}
static void f17(double t, unsigned n, double *v)
{
    v[0] = t + 10 * n;
}

START_TEST(each_argument_list_gets_time_sizes_vectors_and_parameters)
{
    thing a;
    make(&a, &matrix_slot, 2, 3);
    zn_ctx_guard(a.ctx, _i); /* watched or not, it is the same */
    zn_operator *op = &a.op;
    const double a4[] = {0, 0, 0, 0.25}, b2[] = {0, 0.5}, d4[] = {0, 0, 0, 16}, t = 1;
    double c3[] = {0, 0, 8};
    double out[6] = {9, 9, 9, 9, 9, 9};
    a.owner.nz = 2; /* z = 5, 7 */

    op->mode = ZN_OPERATOR_FUNCTION;
    op->fn = (zn_fn *)f1;
    ck_assert_int_eq(zni_call_s1(op, t, out), ZN_OK);
    ck_assert(out[5] == 1 + 20 + 300 + 2000 + 7);
    for (int k = 0; k < 5; k++)
        ck_assert_msg(out[k] == 0, "out is zero on entry");

    op->ncols = 1;
    op->fn = (zn_fn *)f2;
    ck_assert_int_eq(zni_call_s2(op, t, out), ZN_OK);
    ck_assert(out[0] == 0 && out[1] == 1 + 20 + 2000 + 7);

    op->fn = (zn_fn *)f3;
    ck_assert_int_eq(zni_call_s3(op, t, 4, a4, out), ZN_OK);
    ck_assert(out[0] == 1 + 40 + 2000 + 7.25);
    op->fn = (zn_fn *)f4;
    ck_assert_int_eq(zni_call_s4(op, NAN, 4, a4, out), ZN_OK);
    ck_assert(out[0] == 40 + 2000 + 7.25);
    op->fn = (zn_fn *)f5;
    ck_assert_int_eq(zni_call_s5(op, NAN, 2, b2, a4 + 2, out), ZN_OK);
    ck_assert(out[0] == 20 + 2000 + 7 + 0.5 + 0.5);
    op->fn = (zn_fn *)f6;
    ck_assert_int_eq(zni_call_s6(op, t, 2, b2, a4 + 2, out), ZN_OK);
    ck_assert(out[0] == 1 + 20 + 2000 + 7 + 0.5 + 0.5);
    op->fn = (zn_fn *)f9;
    ck_assert_int_eq(zni_call_s9(op, NAN, 4, a4, 2, out), ZN_OK);
    ck_assert(out[0] == 40 + 200 + 2000 + 7.25);
    op->fn = (zn_fn *)f10;
    ck_assert_int_eq(zni_call_s10(op, NAN, 4, a4, 2, b2, out), ZN_OK);
    ck_assert(out[0] == 40 + 200 + 2000 + 7.25 + 1);
    op->fn = (zn_fn *)f11;
    ck_assert_int_eq(zni_call_s11(op, 4, a4, t, 2, out), ZN_OK);
    ck_assert(out[0] == 1 + 40 + 200 + 2000 + 7.25);
    op->fn = (zn_fn *)f12;
    ck_assert_int_eq(zni_call_s12(op, NAN, 4, a4, 2, b2, out), ZN_OK);
    ck_assert(out[0] == 40 + 200 + 2000 + 7.25 + 1);
    op->fn = (zn_fn *)f13;
    ck_assert_int_eq(zni_call_s13(op, t, 4, a4, 2, b2, out), ZN_OK);
    ck_assert(out[0] == 1 + 40 + 200 + 2000 + 7.25 + 1);
    op->fn = (zn_fn *)f17;
    ck_assert_int_eq(zni_call_s17(op, t, out), ZN_OK);
    ck_assert(out[0] == 1 + 20);
    op->fn = (zn_fn *)f7;
    ck_assert_int_eq(zni_call_s7(op, t, 4, a4, out), ZN_OK);
    ck_assert(out[0] == 1 + 40 + 0.25);
    op->fn = (zn_fn *)f8;
    ck_assert_int_eq(zni_call_s8(op, t, a4, c3, 4, d4, out), ZN_OK);
    ck_assert(out[0] == 1 + 40 + 0.25 + 2 * 8 + 4 * 16);
    op->fn = (zn_fn *)f14;
    ck_assert_int_eq(zni_call_s14(op, NAN, 4, a4, out), ZN_OK);
    ck_assert(out[0] == 40 + 200 + 2000 + 7.25);
    op->fn = (zn_fn *)f15;
    ck_assert_int_eq(zni_call_s15(op, NAN, 4, a4, 2, b2, out), ZN_OK);
    ck_assert(out[0] == 40 + 200 + 2000 + 0.25 + 1);
    op->fn = (zn_fn *)f16;
    ck_assert_int_eq(zni_call_s16(op, NAN, 2, b2, out), ZN_OK);
    ck_assert(out[0] == 20 + 200 + 0.5);
    op->fn = (zn_fn *)f19;
    a.owner.nu = 3;
    a.owner.u = c3;
    ck_assert_int_eq(zni_call_s19(op, t, 4, a4, out), ZN_OK);
    ck_assert(out[0] == 1 + 40 + 300 + 2000 + 7.25 + 2 * 8);
    unmake(&a);
}
END_TEST

static double last; /* what the last number of a result is to be */

static void writes_the_last(double t, unsigned n, double *v, unsigned nz, double *z)
{
    (void)t, (void)nz, (void)z;
    v[n - 1] = last;
}

/* Short ones go another way than long ones, those with parameters of their own likewise. */
START_TEST(results_of_any_length_begin_with_zeros_and_are_looked_at)
{
    enum { MOST = 100 };
    double out[MOST + 1];

    for (zn_index n = 1; n <= MOST; n++) {
        thing a;
        char words[40];

        make(&a, &vector_slot, n, 1);
        zn_ctx_guard(a.ctx, _i);
        ck_assert_int_eq(zn_operator_set_function(&a.op, (zn_fn *)writes_the_last), ZN_OK);
        for (zn_index i = 0; i <= n; i++)
            out[i] = 9;
        last = 4;
        ck_assert_int_eq(zni_call_s2(&a.op, 0.5, out), ZN_OK);
        for (zn_index i = 0; i < n - 1; i++)
            ck_assert(out[i] == 0);
        ck_assert(out[n - 1] == 4 && out[n] == 9);
        last = NAN;
        ck_assert_int_eq(zni_call_s2(&a.op, 0.5, out), ZN_EDOM);
        snprintf(words, sizeof words, "component %td is NaN", n - 1);
        says(&a, words);
        unmake(&a);
    }
}
END_TEST

/* ---- functions that write too far --------------------------------------------------- */

static long beside;

static void too_far(double t, unsigned n, double *v, unsigned nz, double *z)
{
    (void)t;
    (void)nz;
    (void)z;
    for (unsigned i = 0; i < n; i++)
        v[i] = i + 1;
    v[beside] = 9;
}

START_TEST(writing_beside_the_result_is_refused_with_its_index)
{
    static const struct {
        long at;
        const char *words;
    } cases[] = {{2, "writes element [2] of its result, which has 2"},
                 {5, "writes element [5] of its result"},
                 {257, "writes element [257] of its result"},
                 {-1, "writes element [-1] of its result"},
                 {-256, "writes element [-256] of its result"},
                 {1, NULL}};
    double out[2];
    thing a;

    make(&a, &vector_slot, 2, 1);
    a.op.mode = ZN_OPERATOR_FUNCTION;
    a.op.fn = (zn_fn *)too_far;
    zn_ctx_guard(a.ctx, true);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        beside = cases[k].at;
        const zn_status st = zni_call_s2(&a.op, 0.5, out);
        ck_assert_int_eq(st, cases[k].words ? ZN_EUSER : ZN_OK);
        if (cases[k].words) {
            says(&a, cases[k].words);
            says(&a, "f_ext of system 'ball'");
            says(&a, "at t = 0.5");
        }
        ck_assert(out[0] == 1 && out[1] == (beside == 1 ? 9 : 2));
    }
    unmake(&a);
}
END_TEST

/* Functions that run a simulation have others called within them: the room is that of
 * the first, which keeps what it has written. */
static thing *inner;

static void calls_another(double t, unsigned n, double *v, unsigned nz, double *z)
{
    double other[2];

    (void)n;
    (void)nz;
    (void)z;
    v[0] = 4;
    ck_assert_int_eq(zni_call_s2(&inner->op, t, other), ZN_OK);
    v[1] = other[0] + other[1];
}

START_TEST(a_function_within_another_leaves_its_room_alone)
{
    double out[2];
    thing a, b;

    make(&a, &vector_slot, 2, 1);
    make_in(&b, a.ctx, &vector_slot, 2, 1);
    a.op.mode = b.op.mode = ZN_OPERATOR_FUNCTION;
    a.op.fn = (zn_fn *)calls_another;
    b.op.fn = (zn_fn *)too_far;
    beside = 0;
    inner = &b;
    zn_ctx_guard(a.ctx, true);
    ck_assert_int_eq(zni_call_s2(&a.op, 0, out), ZN_OK);
    ck_assert(out[0] == 4 && out[1] == 11);
    zni_operator_fini(&b.op);
    unmake(&a);
}
END_TEST

/* ---- functions with data of their own ---------------------------------------------- */

/* What a closure was given, and how often it was dropped. */
typedef struct given {
    zn_args a;
    int dropped;
} given;

static void closure(void *user, const zn_args *a)
{
    given *g = user;

    g->a = *a;
    a->out[a->rows * a->cols - 1] = 3.5;
}

static void dropped(void *user)
{
    ((given *)user)->dropped++;
}

#define GIVES(call, field, value)                                              \
    do {                                                                       \
        g.a = (zn_args){0};                                                    \
        out[0] = out[1] = 9;                                                   \
        ck_assert_int_eq(call, ZN_OK);                                         \
        ck_assert(out[0] == 0 && out[1] == 3.5);                               \
        ck_assert(g.a.size == sizeof g.a && g.a.rows == 2 && g.a.cols == 1);   \
        ck_assert(g.a.nz == 2 && g.a.z == a.z && g.a.out == out);              \
        ck_assert(g.a.field == (value));                                       \
    } while (0)

START_TEST(one_closure_serves_all_lists)
{
    const double q[4] = {1}, v[3] = {2}, u[2] = {3};
    double out[2];
    given g = {.dropped = 0};
    thing a;

    make(&a, &vector_slot, 2, 1);
    a.owner.u = (double *)(uintptr_t)u;
    a.owner.nu = 2;
    ck_assert_int_eq(zn_operator_set_closure(&a.op, NULL, &g, dropped),
                     ZN_EINVAL);
    ck_assert_int_eq(zn_operator_set_closure(NULL, closure, &g, dropped),
                     ZN_EINVAL);
    ck_assert_int_eq(g.dropped, 0);
    ck_assert_int_eq(zn_operator_set_closure(&a.op, closure, &g, dropped),
                     ZN_OK);
    ck_assert_str_eq(zn_operator_origin(&a.op), "a function");
    GIVES(zni_call_s1(&a.op, 0.5, out), t, 0.5);
    GIVES(zni_call_s2(&a.op, 0.5, out), t, 0.5);
    GIVES(zni_call_s3(&a.op, 0.5, 4, q, out), x, q);
    GIVES(zni_call_s4(&a.op, 0.5, 4, q, out), q, q);
    GIVES(zni_call_s5(&a.op, 0.5, 3, q, v, out), v, v);
    GIVES(zni_call_s6(&a.op, 0.5, 3, q, v, out), nv, 3);
    GIVES(zni_call_s7(&a.op, 0.5, 4, q, out), q0, q);
    GIVES(zni_call_s8(&a.op, 0.5, q, v, 4, u, out), q0, u);
    GIVES(zni_call_s9(&a.op, 0.5, 4, q, 2, out), nq, 4);
    GIVES(zni_call_s10(&a.op, 0.5, 4, q, 3, v, out), v, v);
    GIVES(zni_call_s11(&a.op, 4, q, 0.5, 2, out), t, 0.5);
    GIVES(zni_call_s12(&a.op, 0.5, 4, q, 3, v, out), lambda, v);
    GIVES(zni_call_s13(&a.op, 0.5, 4, q, 3, v, out), x, q);
    GIVES(zni_call_s14(&a.op, 0.5, 4, q, out), nx, 4);
    GIVES(zni_call_s15(&a.op, 0.5, 4, q, 3, v, out), nl, 3);
    GIVES(zni_call_s16(&a.op, 0.5, 3, v, out), lambda, v);
    GIVES(zni_call_s17(&a.op, 0.5, out), t, 0.5);
    GIVES(zni_call_s19(&a.op, 0.5, 4, q, out), u, u);
    /* given otherwise: the first is dropped, the second when the operator goes */
    ck_assert_int_eq(zn_operator_set_closure(&a.op, closure, &g, dropped),
                     ZN_OK);
    ck_assert_int_eq(g.dropped, 1);
    unmake(&a);
    ck_assert_int_eq(g.dropped, 2);
}
END_TEST

/* ---- results that are refused ------------------------------------------------------- */

static int bad_component;
static double bad_value;

static void bad_vector(double t, unsigned n, double *v, unsigned nz, double *z)
{
    (void)t;
    (void)n;
    (void)nz;
    (void)z;
    v[bad_component] = bad_value;
}
static void bad_matrix(unsigned n, double *q, double *out, unsigned nz,
                       double *z)
{
    (void)n;
    (void)q;
    (void)nz;
    (void)z;
    out[bad_component] = bad_value;
}

START_TEST(nan_and_inf_in_any_component_are_found_and_named)
{
    thing a;
    make(&a, &vector_slot, 40, 1);
    double out[40];
    const double values[] = {NAN, INFINITY, -INFINITY};
    static const char *const names[] = {"NaN", "Inf", "-Inf"};
    ck_assert_int_eq(zn_operator_set_function(&a.op, (zn_fn *)bad_vector),
                     ZN_OK);
    for (bad_component = 0; bad_component < 40; bad_component++)
        for (int k = 0; k < 3; k++) {
            char words[160];
            bad_value = values[k];
            snprintf(words, sizeof words,
                     "f_ext of system 'ball' (a C function) at t = 0.125: "
                     "component %d is %s",
                     bad_component, names[k]);
            ck_assert_int_eq(zni_call_s2(&a.op, 0.125, out), ZN_EDOM);
            ck_assert_str_eq(zn_errmsg(a.ctx), words);
        }
    unmake(&a);
}
END_TEST

START_TEST(in_a_matrix_row_and_column_are_named_and_an_unknown_time_is_not)
{
    thing a;
    make(&a, &matrix_slot, 3, 3);
    double out[9];
    const double q[3] = {0};
    bad_component = 5;
    bad_value = NAN;
    ck_assert_int_eq(zn_operator_set_function(&a.op, (zn_fn *)bad_matrix),
                     ZN_OK);
    ck_assert_int_eq(zni_call_s4(&a.op, NAN, 3, q, out), ZN_EDOM);
    ck_assert_str_eq(zn_errmsg(a.ctx), "mass of system 'ball' (a C function): "
                                       "component (2, 1) is NaN");
    unmake(&a);
}
END_TEST

START_TEST(large_finite_results_are_not_refused)
{
    thing a;
    make(&a, &vector_slot, 3, 1);
    double out[3];
    bad_component = 2;
    bad_value = 1.7976931348623157e308;
    ck_assert_int_eq(zn_operator_set_function(&a.op, (zn_fn *)bad_vector),
                     ZN_OK);
    ck_assert_int_eq(zni_call_s2(&a.op, 0, out), ZN_OK);
    ck_assert(out[2] == bad_value);
    unmake(&a);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("call");
    TCase *tc = tcase_create("results");
    tcase_add_loop_test(
        tc, each_argument_list_gets_time_sizes_vectors_and_parameters, 0, 2);
    tcase_add_loop_test(tc, results_of_any_length_begin_with_zeros_and_are_looked_at, 0, 2);
    tcase_add_test(tc, writing_beside_the_result_is_refused_with_its_index);
    tcase_add_test(tc, a_function_within_another_leaves_its_room_alone);
    tcase_add_test(tc, one_closure_serves_all_lists);
    tcase_add_test(tc, nan_and_inf_in_any_component_are_found_and_named);
    tcase_add_test(
        tc, in_a_matrix_row_and_column_are_named_and_an_unknown_time_is_not);
    tcase_add_test(tc, large_finite_results_are_not_refused);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
