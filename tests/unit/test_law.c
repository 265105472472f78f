/* test_law.c - nonsmooth laws: parameters, sets, shifts, what is admissible
 * SPDX-License-Identifier: Apache-2.0 */
#include "ctx_test.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

#include <zeno/zeno.h>

static bool admissible(const zn_law *law, double y, double lambda)
{
    return zn_law_class(law)->admissible(zn_law_state(law), NULL, &y, &lambda,
                                         1e-8);
}

static const zn_set_type *set_at(const zn_law *law, zn_index i)
{
    zn_index row;

    return zn_law_cone_at(law, i, &row).set;
}

START_TEST(newton_shifts_by_e_times_the_velocity_before)
{
    zn_law *law;
    double u, out;

    MUST(zn_law_newton_impact(ctx, 0.75, &law));
    const zn_law_type *t = zn_law_class(law);
    const void *s = zn_law_state(law);
    ck_assert_str_eq(t->type.name, "newton-impact");
    ck_assert_uint_eq(t->levels, ZN_LAW_VELOCITY);
    ck_assert_uint_eq(t->families, 1u << ZN_SECOND_ORDER);
    ck_assert(!t->always);
    ck_assert_int_eq(zn_law_size(law), 1);
    ck_assert_ptr_eq(set_at(law, 0), zn_set_orthant());
    ck_assert_double_eq(t->restitution(s), 0.75);

    u = -4;
    MUST(t->shift(law, &u, &out));
    ck_assert_double_eq(out, -3);
    u = 4; /* the plain law: a separating contact may come back */
    MUST(t->shift(law, &u, &out));
    ck_assert_double_eq(out, 3);
    MUST(zn_law_set(law, "approach_only", "yes"));
    MUST(t->shift(law, &u, &out));
    ck_assert_double_eq(out, 0);
    u = -4;
    MUST(t->shift(law, &u, &out));
    ck_assert_double_eq(out, -3);
    zn_law_free(law);
}
END_TEST

START_TEST(parameters_have_ranges)
{
    zn_law *law;

    REFUSED(zn_law_newton_impact(ctx, 1.5, &law), ZN_EINVAL, "[0, 1]");
    ck_assert_ptr_null(law);
    REFUSED(zn_law_newton_impact(ctx, -0.1, &law), ZN_EINVAL, "'e'");
    REFUSED(zn_law_newton_impact(ctx, NAN, &law), ZN_EINVAL, "'e'");
    REFUSED(zn_law_complementarity(ctx, -1, &law), ZN_EINVAL, "'size'");
    REFUSED(zn_law_new(ctx, "newton", &law), ZN_ENOENT, "newton-impact");
    REFUSED(zn_law_new(ctx, NULL, &law), ZN_ENOENT, "");
    MUST(zn_law_new(ctx, "newton-impact", &law));
    ck_assert_double_eq(zn_law_class(law)->restitution(zn_law_state(law)), 0);
    REFUSED(zn_law_set_real(law, "mu", 1), ZN_ENOENT, "law 'newton-impact'");
    REFUSED(zn_law_set(law, "e", "much"), ZN_EINVAL, "much");
    MUST(zn_law_set(law, "e", "0.5"));
    ck_assert_double_eq(zn_law_class(law)->restitution(zn_law_state(law)), 0.5);
    zn_law_free(law);
    zn_law_free(NULL);
}
END_TEST

START_TEST(complementarity_admits_one_of_two)
{
    zn_law *laws[2];

    MUST(zn_law_complementarity(ctx, 1, &laws[0]));
    MUST(zn_law_newton_impact(ctx, 0.5, &laws[1]));
    for (int k = 0; k < 2; k++) {
        const zn_law *law = laws[k];
        ck_assert(admissible(law, 0, 0));
        ck_assert(admissible(law, 3, 0));
        ck_assert(admissible(law, 0, 3));
        ck_assert(admissible(law, -9e-9, 3));
        ck_assert(admissible(law, 3, -9e-9));
        ck_assert(!admissible(law, 3, 1e-3));
        ck_assert(!admissible(law, -1e-7, 0));
        ck_assert(!admissible(law, 0, -1e-7));
        ck_assert(!admissible(law, -3, -3));
        ck_assert(!admissible(law, NAN, 0));
        ck_assert(!admissible(law, 0, NAN));
        zn_law_free(laws[k]);
    }
}
END_TEST

START_TEST(every_row_of_a_copy_counts)
{
    const double y[] = {0, 2, 0}, good[] = {1, 0, 0}, bad[] = {1, 0, -1};
    const double zero[] = {0, 1e-9, 0};
    zn_law *law;

    MUST(zn_law_complementarity(ctx, 3, &law));
    const zn_law_type *t = zn_law_class(law);
    ck_assert_int_eq(zn_law_size(law), 3);
    ck_assert_uint_eq(t->levels, ZN_LAW_POSITION);
    ck_assert_uint_eq(t->families,
                      1u << ZN_FIRST_ORDER | 1u << ZN_SECOND_ORDER);
    ck_assert_ptr_eq(set_at(law, 2), zn_set_orthant());
    ck_assert_ptr_null(t->shift);
    ck_assert(t->admissible(zn_law_state(law), NULL, y, good, 1e-8));
    ck_assert(!t->admissible(zn_law_state(law), NULL, y, bad, 1e-8));
    zn_law_free(law);

    MUST(zn_law_equality(ctx, 3, &law));
    t = zn_law_class(law);
    ck_assert(t->admissible(zn_law_state(law), NULL, zero, bad, 1e-8));
    ck_assert(!t->admissible(zn_law_state(law), NULL, y, bad, 1e-8));
    zn_law_free(law);
}
END_TEST

START_TEST(equality_is_always_active_and_leaves_lambda_free)
{
    zn_law *law;

    MUST(zn_law_equality(ctx, 1, &law));
    const zn_law_type *t = zn_law_class(law);
    ck_assert(t->always);
    ck_assert_uint_eq(t->levels, ZN_LAW_POSITION | ZN_LAW_VELOCITY);
    ck_assert_ptr_eq(set_at(law, 0), zn_set_zero());
    ck_assert(admissible(law, 0, 1e9));
    ck_assert(admissible(law, -9e-9, -1e9));
    ck_assert(!admissible(law, 1e-7, 0));
    ck_assert(!admissible(law, NAN, 0));
    ck_assert(!admissible(law, 0, INFINITY));
    zn_law_free(law);
}
END_TEST

START_TEST(a_law_of_any_size_judges_row_by_row)
{
    zn_law *law;

    MUST(zn_law_equality(ctx, 0, &law));
    ck_assert_int_eq(zn_law_size(law), 0);
    ck_assert(admissible(law, 0, 5));
    ck_assert(!admissible(law, 1, 5));
    zn_law_free(law);
}
END_TEST

START_TEST(relay_bounds_are_scalar_or_by_row)
{
    const double lb[] = {-2, 0, -INFINITY}, ub[] = {-1, INFINITY, 5};
    const double crossed[] = {-0.5, 1, 5};
    zn_index row;
    zn_law *law;
    zn_cone c;

    MUST(zn_law_new(ctx, "relay", &law));
    ck_assert(zn_law_class(law)->always);
    ck_assert_int_eq(zn_law_size(law), 0);
    c = zn_law_cone_at(law, 0, &row);
    ck_assert_ptr_eq(c.set, zn_set_box());
    ck_assert_int_eq(c.size, 1);
    ck_assert_double_eq(c.param[0], -1);
    ck_assert_double_eq(c.param[1], 1);
    ck_assert(admissible(law, 3, -1));
    ck_assert(admissible(law, -3, 1));
    ck_assert(admissible(law, 0, 0.3));
    ck_assert(!admissible(law, 3, 1));
    ck_assert(!admissible(law, 3, 0));
    ck_assert(!admissible(law, 0, 1.1));
    ck_assert(!admissible(law, NAN, 0));
    zn_law_free(law);

    MUST(zn_law_relay(ctx, 3, lb, ub, &law));
    ck_assert_int_eq(zn_law_size(law), 3);
    c = zn_law_cone_at(law, 2, &row);
    ck_assert_int_eq(row, 2);
    ck_assert(isinf(c.param[2]) && c.param[2] < 0);
    ck_assert_double_eq(c.param[5], 5);
    ck_assert(zn_law_class(law)->admissible(zn_law_state(law), NULL,
                                            (const double[]){1, 0, -1},
                                            (const double[]){-2, 7, 5}, 1e-8));
    ck_assert(!zn_law_class(law)->admissible(
        zn_law_state(law), NULL, (const double[]){1, 0, 1},
        (const double[]){-2, 7, -100}, 1e-8));
    zn_law_free(law);
    REFUSED(zn_law_relay(ctx, 3, crossed, ub, &law), ZN_EINVAL,
            "law 'relay': bounds of row 0");
    ck_assert_ptr_null(law);
    REFUSED(zn_law_relay(ctx, 0, lb, ub, &law), ZN_EINVAL, "n = 0");
    REFUSED(zn_law_relay(ctx, 1, NULL, ub, &law), ZN_EINVAL, "NULL");
}
END_TEST

/* the lower bound of row i, that relays are asked for at lambda = lb, y > 0 */
static bool lowest(const zn_law *law, const double lb[3])
{
    const double y[] = {1, 1, 1};
    const double past[] = {lb[0], lb[1] - 1e-6, lb[2]};

    return zn_law_class(law)->admissible(zn_law_state(law), NULL, y, lb, 1e-9) &&
           !zn_law_class(law)->admissible(zn_law_state(law), NULL, y, past,
                                          1e-9);
}

START_TEST(numbers_by_row_are_given_anew)
{
    const double lb[] = {-2, -3, -4}, ub[] = {1, 2, 3}, less[] = {-5, -6, -7};
    const double all[] = {-8, -8, -8}, crossed[] = {0, 5, 0};
    zn_law *law;

    MUST(zn_law_relay(ctx, 3, lb, ub, &law));
    ck_assert(lowest(law, lb));
    MUST(zn_law_set_rows(law, "lb", 3, less));
    ck_assert(lowest(law, less));
    MUST(zn_law_set_real(law, "lb", -8));
    ck_assert(lowest(law, all));
    MUST(zn_law_set(law, "lb", "-7.5"));
    ck_assert(!lowest(law, all));
    MUST(zn_law_set_rows(law, "lb", 3, crossed));
    ck_assert_int_eq(zn_law_class(law)->check(zn_law_state(law), ctx), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "bounds of row 1: [5, 2]"));
    REFUSED(zn_law_set_rows(law, "lb", 2, lb), ZN_EINVAL,
            "2 numbers for 'lb' of 3 rows");
    REFUSED(zn_law_set_rows(law, "size", 3, lb), ZN_ENOENT,
            "'size' has no numbers by row");
    REFUSED(zn_law_set_rows(law, "lb", 3, NULL), ZN_EINVAL, "NULL");
    REFUSED(zn_law_set(law, "lob", "1"), ZN_ENOENT, "lob");
    zn_law_free(law);

    /* one number for all becomes one for each; the other bound is that of all */
    MUST(zn_law_new(ctx, "relay", &law));
    MUST(zn_law_set_real(law, "ub", 9));
    MUST(zn_law_set_rows(law, "lb", 3, lb));
    ck_assert_int_eq(zn_law_size(law), 3);
    ck_assert(lowest(law, lb));
    ck_assert(zn_law_class(law)->admissible(zn_law_state(law), NULL,
                                            (const double[]){-1, -1, -1},
                                            (const double[]){9, 9, 9}, 1e-9));
    zn_law_free(law);
    MUST(zn_law_new(ctx, "equality", &law));
    REFUSED(zn_law_set_rows(law, "size", 3, lb), ZN_ENOENT, "by row");
    zn_law_free(law);
}
END_TEST

START_TEST(rows_of_a_law_in_a_model_stay)
{
    const double q[] = {0, 0, 0}, lb[] = {-2, -3, -4};
    const double C[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    zn_interaction *made;
    zn_relation *r;
    zn_model *m;
    zn_law *law;
    zn_ds *ds;

    MUST(zn_model_new(ctx, &m));
    MUST(zn_ds_new(ctx, "lagrangian-linear", "b", 3, q, q, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 3, 3, C));
    MUST(zn_model_add_ds(m, ds));
    MUST(zn_law_new(ctx, "relay", &law));
    MUST(zn_relation_new(ctx, "linear", "r", 3, 3, &r));
    MUST(zn_relation_set_constant(r, "C", 3, 3, C));
    MUST(zn_model_connect(m, "c", law, r, ds, NULL, &made));
    REFUSED(zn_law_set_rows(law, "lb", 3, lb), ZN_EINVAL,
            "one number for all rows; make a law of 3 rows before");
    MUST(zn_law_set_real(law, "lb", -2));
    MUST(zn_model_seal(m));
    REFUSED(zn_law_set_rows(law, "lb", 3, lb), ZN_ESTATE, "reopen the model");
    zn_model_free(m);
}
END_TEST

START_TEST(mixed_has_equalities_first)
{
    const double good_y[] = {0, 2, 0}, good_l[] = {-7, 0, 3};
    const double bad_y[] = {0, 2, 0}, bad_l[] = {-7, 1, 3};
    zn_law *law;

    MUST(zn_law_mixed(ctx, 3, 1, &law));
    const zn_law_type *t = zn_law_class(law);
    ck_assert_int_eq(t->size(zn_law_state(law)), 3);
    ck_assert_ptr_eq(set_at(law, 0), zn_set_zero());
    ck_assert_ptr_eq(set_at(law, 1), zn_set_orthant());
    ck_assert(t->admissible(zn_law_state(law), NULL, good_y, good_l, 1e-8));
    ck_assert(!t->admissible(zn_law_state(law), NULL, bad_y, bad_l, 1e-8));
    MUST(zn_law_set_real(law, "equalities", 4));
    REFUSED(t->check(zn_law_state(law), ctx), ZN_EINVAL,
            "4 equalities in 3 rows");
    zn_law_free(law);
}
END_TEST

START_TEST(normal_cone_admits_combinations_of_active_normals)
{
    /* the triangle l1 >= 0, l2 >= 0, l1 + l2 <= 1 */
    const double H[] = {1, 0, -1, 0, 1, -1}, K[] = {0, 0, -1};
    static const struct {
        double y[2], l[2];
        bool ok;
    } cases[] = {
        {{0, 0}, {0.2, 0.3}, true},   {{1e-3, 0}, {0.2, 0.3}, false},
        {{2, 0}, {0, 0.3}, true},     {{-2, 0}, {0, 0.3}, false},
        {{-2, -2}, {0.5, 0.5}, true}, {{-2, -1}, {0.5, 0.5}, false},
        {{3, 4}, {0, 0}, true},       {{3, -4}, {0, 0}, false},
        {{-3, 5}, {1, 0}, true}, /* 3 (-1, -1) + 8 (0, 1) */
        {{-3, -5}, {1, 0}, false},    {{0, 0}, {-0.1, 0}, false},
        {{0, 0}, {NAN, 0}, false},
    };
    zn_law *law;

    MUST(zn_law_normal_cone(ctx, 2, 3, H, K, &law));
    const zn_law_type *t = zn_law_class(law);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(t->admissible(zn_law_state(law), NULL, cases[i].y,
                                    cases[i].l, 1e-8) == cases[i].ok,
                      "case %zu", i);
    zn_law_free(law);
}
END_TEST

/* ---- two threads that ask one normal cone, without memory -------------------- */

enum { WIDE = 60, ASKED = 400 };

static atomic_bool exhausted;

static void *until_exhausted(void *user, void *p, size_t bytes)
{
    (void)user;
    if (bytes && !atomic_load(&exhausted))
        return realloc(p, bytes);
    if (!bytes)
        free(p);
    return NULL;
}

/* y = (1, ..., 1) at the corner of lambda >= 0 whose faces lean towards each other */
static void *ask(void *law)
{
    double y[WIDE], lambda[WIDE] = {0};
    void *wrong = NULL;

    for (int i = 0; i < WIDE; i++)
        y[i] = 1;
    for (int k = 0; k < ASKED; k++)
        if (!zn_law_class(law)->admissible(zn_law_state(law), NULL, y, lambda, 1e-8))
            wrong = law;
    return wrong;
}

START_TEST(threads_are_told_the_same_without_memory)
{
    static double H[WIDE * WIDE], K[WIDE];
    const zn_allocator alloc = {.resize = until_exhausted};
    pthread_t thread[4];
    zn_ctx *own;
    zn_law *law;

    for (int i = 0; i < WIDE; i++)
        for (int j = 0; j < WIDE; j++)
            H[i + j * WIDE] = i == j ? 1 : 0.01;
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &own), ZN_OK);
    ck_assert_int_eq(zn_law_normal_cone(own, WIDE, WIDE, H, K, &law), ZN_OK);
    ck_assert_ptr_null(ask(law));
    atomic_store(&exhausted, true);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_create(&thread[i], NULL, ask, law), 0);
    for (int i = 0; i < 4; i++) {
        void *wrong;
        pthread_join(thread[i], &wrong);
        ck_assert_ptr_null(wrong);
    }
    zn_law_free(law);
    zn_ctx_free(own);
}
END_TEST

START_TEST(a_normal_cone_needs_a_polyhedron_that_is_not_empty)
{
    const double H[] = {1, -1}, empty[] = {1, 0}, point[] = {1, -1};
    const double bad[] = {NAN, 0};
    zn_law *law;

    REFUSED(zn_law_normal_cone(ctx, 1, 2, H, empty, &law), ZN_EINVAL, "empty");
    ck_assert_ptr_null(law);
    REFUSED(zn_law_normal_cone(ctx, 1, 2, H, bad, &law), ZN_EDOM, "K(0)");
    REFUSED(zn_law_normal_cone(ctx, 1, 2, NULL, empty, &law), ZN_EINVAL,
            "NULL");
    MUST(zn_law_normal_cone(ctx, 1, 2, H, point, &law));
    zn_law_free(law);
    MUST(zn_law_new(ctx, "normal-cone", &law));
    REFUSED(zn_law_class(law)->check(zn_law_state(law), ctx), ZN_EINVAL,
            "zn_law_normal_cone");
    zn_law_free(law);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("law");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, newton_shifts_by_e_times_the_velocity_before);
    tcase_add_test(t, parameters_have_ranges);
    tcase_add_test(t, complementarity_admits_one_of_two);
    tcase_add_test(t, every_row_of_a_copy_counts);
    tcase_add_test(t, equality_is_always_active_and_leaves_lambda_free);
    tcase_add_test(t, a_law_of_any_size_judges_row_by_row);
    tcase_add_test(t, relay_bounds_are_scalar_or_by_row);
    tcase_add_test(t, numbers_by_row_are_given_anew);
    tcase_add_test(t, rows_of_a_law_in_a_model_stay);
    tcase_add_test(t, mixed_has_equalities_first);
    tcase_add_test(t, normal_cone_admits_combinations_of_active_normals);
    tcase_add_test(t, threads_are_told_the_same_without_memory);
    tcase_add_test(t, a_normal_cone_needs_a_polyhedron_that_is_not_empty);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
