/* test_relation.c - relations: creation, the linear one, what is refused
 * SPDX-License-Identifier: Apache-2.0 */
#include "slider.h"
#include "model_test.h"

static zn_relation *make(const char *cls, const char *name, zn_index ny,
                         zn_index nq)
{
    zn_relation *r;

    MUST(zn_relation_new(ctx, cls, name, ny, nq, &r));
    return r;
}

static void set(zn_relation *r, const char *op, zn_fn *f)
{
    MUST(zn_relation_set_function(r, op, f));
}

static const zn_relation_type *sealed(zn_relation *r)
{
    MUST(zn_model_add_relation(m, r));
    MUST(zn_model_seal(m));
    return zn_relation_class(r);
}

/* ---- creation ----------------------------------------------------------------- */

START_TEST(a_relation_knows_its_sizes)
{
    zn_relation *r = make("scleronomous", "r", 2, 3);

    ck_assert_str_eq(zn_relation_name(r), "r");
    ck_assert_int_eq(zn_relation_ny(r), 2);
    ck_assert_int_eq(zn_relation_nq(r), 3);
    ck_assert_ptr_eq(zn_relation_ctx(r), ctx);
    ck_assert_ptr_nonnull(zn_relation_state(r));
    ck_assert_ptr_eq(zn_relation_op(r, 1), zn_relation_operator(r, "jac_h_q"));
    ck_assert_int_eq(zn_operator_cols(zn_relation_op(r, 1)), 3);
    zn_relation_free(r);
    zn_relation_free(NULL);
}
END_TEST

START_TEST(bad_arguments_are_refused)
{
    zn_relation *r;

    REFUSED(zn_relation_new(ctx, "linear", "", 1, 1, &r), ZN_EINVAL, "a name");
    REFUSED(zn_relation_new(ctx, "line", "r", 1, 1, &r), ZN_ENOENT,
            "relation 'r'");
    REFUSED(zn_relation_new(ctx, "linear", "r", 0, 1, &r), ZN_EINVAL, "ny = 0");
    REFUSED(zn_relation_new(ctx, "linear", "r", 1, -1, &r), ZN_EINVAL,
            "nq = -1");
    ck_assert_ptr_null(r);
    r = make("linear", "r", 1, 1);
    REFUSED(zn_relation_set_name(r, "h", "p:s"), ZN_ENOENT,
            "relation 'r' has no operator 'h', it has: C, D, F, e");
    REFUSED(zn_relation_set_function(r, "C", (zn_fn *)slider_mass), ZN_EINVAL,
            "C of relation 'r'");
    REFUSED(zn_relation_set_constant(r, "C", 1, 2, (const double[]){1, 2}),
            ZN_EINVAL, "1 x 2");
    REFUSED(zn_relation_set_plugin(r, "G", "p", "s"), ZN_ENOENT, "'G'");
    zn_relation_free(r);
}
END_TEST

/* ---- linear ----------------------------------------------------------------- */

START_TEST(linear_output_has_all_four_terms)
{
    /* C = [1 2; 3 4], D = [2 1; 0 4], F = [1; -1], e = (10, 20), z = 5 at
     * q = (1, -1), lambda = (2, 3): C q = (-1, -1), D l = (7, 12),
     * F z = (5, -5) */
    const double C[] = {1, 3, 2, 4}, D[] = {2, 0, 1, 4}, F[] = {1, -1};
    const double e[] = {10, 20}, z = 5, q[] = {1, -1}, lambda[] = {2, 3};
    double y[2], got[4];
    zn_relation *r = make("linear", "r", 2, 2);

    MUST(zn_relation_set_constant(r, "F", 2, 1, F)); /* before z */
    MUST(zn_relation_set_z(r, 1, &z));
    MUST(zn_relation_set_constant(r, "C", 2, 2, C));
    MUST(zn_relation_set_constant(r, "D", 2, 2, D));
    MUST(zn_relation_set_constant(r, "e", 2, 1, e));
    const zn_relation_type *t = sealed(r);
    MUST(t->output(r, NULL, 0, q, lambda, y));
    close_to(2, y, (const double[]){21, 26}, 0);
    MUST(t->jac_q(r, NULL, 0, q, lambda, got));
    close_to(4, got, C, 0);
    MUST(t->jac_lambda(r, NULL, 0, q, lambda, got));
    close_to(4, got, D, 0);
    ck_assert_uint_eq(zn_relation_varies(r)->D, ZN_CONSTANT);
    ck_assert_uint_eq(zn_relation_varies(r)->e, ZN_WITH_PARAMETERS);
    ck_assert(zn_relation_linear(zn_relation_varies(r)));

    zn_relation_z(r, NULL)[0] = 6;
    MUST(t->output(r, NULL, 0, q, lambda, y));
    close_to(2, y, (const double[]){22, 25}, 0);
}
END_TEST

START_TEST(linear_takes_diagonals_and_a_zero_D_is_none)
{
    const double c[] = {2, -3}, zero[4] = {0}, q[] = {5, 7};
    double y[2], got[4];
    zn_relation *r = make("linear", "r", 2, 2);

    MUST(zn_operator_set_diagonal(zn_relation_operator(r, "C"), 2, c));
    MUST(zn_relation_set_constant(r, "D", 2, 2, zero));
    const zn_relation_type *t = sealed(r);
    MUST(t->output(r, NULL, 0, q, NULL, y));
    close_to(2, y, (const double[]){10, -21}, 0);
    MUST(t->jac_q(r, NULL, 0, q, NULL, got));
    close_to(4, got, (const double[]){2, 0, 0, -3}, 0);
    ck_assert_uint_eq(zn_relation_varies(r)->C, ZN_CONSTANT);
    ck_assert_uint_eq(zn_relation_varies(r)->D, ZN_ZERO);
    ck_assert_uint_eq(zn_relation_varies(r)->e, ZN_ZERO);
}
END_TEST

START_TEST(a_singular_D_is_sent_to_be_split)
{
    const struct {
        double D[4];
        bool good;
    } cases[] = {
        {{1, 0, 0, 0}, false},      {{1, 2, 2, 4}, false},
        {{0, 1, 0, 0}, false},      {{0.1, 0.3, 0.3, 0.9}, false},
        {{1, 2, 2, 3}, true},       {{0, 1, 1, 0}, true},
        {{1e-12, 0, 0, 1e3}, true}, /* other units in each row */
    };
    const double C[] = {1, 0, 0, 1};
    zn_relation *r = make("linear", "r", 2, 2);

    MUST(zn_relation_set_constant(r, "C", 2, 2, C));
    MUST(zn_model_add_relation(m, r));
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        MUST(zn_relation_set_constant(r, "D", 2, 2, cases[c].D));
        if (cases[c].good)
            MUST(zn_model_seal(m));
        else
            REFUSED(zn_model_seal(m), ZN_EINVAL,
                    "relation 'r': D is singular but not zero: split it");
        zn_model_reopen(m);
    }
}
END_TEST

START_TEST(F_must_fit_z)
{
    const double C[] = {1}, F[] = {1, 2}, z[] = {1, 2, 3};
    zn_relation *r = make("linear", "r", 1, 1);

    MUST(zn_relation_set_constant(r, "C", 1, 1, C));
    REFUSED(zn_relation_set_constant(r, "F", 2, 1, F), ZN_EINVAL, "2 x 1");
    MUST(zn_relation_set_constant(r, "F", 1, 2, F));
    MUST(zn_relation_set_z(r, 3, z));
    MUST(zn_model_add_relation(m, r));
    REFUSED(zn_model_seal(m), ZN_EINVAL,
            "F is 1 x 2, must be 1 x 3: z has 3 elements");
    MUST(zn_relation_set_z(r, 2, z));
    MUST(zn_model_seal(m));
    REFUSED(zn_relation_set_z(r, 3, z), ZN_ESTATE,
            "relation 'r' is in a sealed model");
}
END_TEST

/* ---- seal ------------------------------------------------------------------- */

START_TEST(what_a_relation_lacks_is_found)
{
    static const struct {
        const char *cls, *words;
    } cases[] = {
        {"linear", "relation 'r': C is not given"},
        {"scleronomous", "relation 'r': h is not given"},
        {"rheonomous", "relation 'r': h is not given"},
        {"compliant", "relation 'r': h is not given"},
        {"nonlinear", "relation 'r': h is not given\n"
                      "relation 'r': g is not given"},
    };

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        zn_model *other;
        MUST(zn_model_new(ctx, &other));
        MUST(zn_model_add_relation(other, make(cases[c].cls, "r", 1, 2)));
        REFUSED(zn_model_seal(other), ZN_EINVAL, cases[c].words);
        zn_model_free(other);
    }
    ck_assert_str_eq(said, "");
}
END_TEST

static void broken(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                   double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = 1 / q[0];
}

START_TEST(a_bad_value_names_relation_operator_and_time)
{
    const double q[] = {0, 1};
    double y[2];
    zn_relation *r = make("scleronomous", "r", 2, 2);

    set(r, "h", (zn_fn *)broken);
    const zn_relation_type *t = sealed(r);
    REFUSED(t->output(r, NULL, 2.5, q, NULL, y), ZN_EDOM, "h of relation 'r'");
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "2.5"));
}
END_TEST

START_TEST(relations_are_found_by_the_names_they_had)
{
    static const char *const name[][2] = {{"type1", "without-feedthrough"},
                                          {"type2", "feedthrough"}};
    zn_relation *r;

    for (int k = 0; k < 2; k++) {
        MUST(zn_relation_new(ctx, name[k][0], "r", 1, 1, &r));
        ck_assert_str_eq(zn_relation_class(r)->type.name, name[k][1]);
        zn_relation_free(r);
    }
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("relation");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_relation_knows_its_sizes);
    tcase_add_test(t, bad_arguments_are_refused);
    tcase_add_test(t, linear_output_has_all_four_terms);
    tcase_add_test(t, linear_takes_diagonals_and_a_zero_D_is_none);
    tcase_add_test(t, a_singular_D_is_sent_to_be_split);
    tcase_add_test(t, F_must_fit_z);
    tcase_add_test(t, what_a_relation_lacks_is_found);
    tcase_add_test(t, a_bad_value_names_relation_operator_and_time);
    tcase_add_test(t, relations_are_found_by_the_names_they_had);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
