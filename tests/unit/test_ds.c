/* test_ds.c - dynamical systems: creation, forces, Jacobians, mass
 * SPDX-License-Identifier: Apache-2.0 */
#include "slider.h"
#include "model_test.h"

static zn_ds *sealed(zn_ds *ds)
{
    MUST(zn_model_add_ds(m, ds));
    MUST(zn_model_seal(m));
    return ds;
}

/* what is taken instead of what is not given is told at this level */
static void setup_telling(void)
{
    setup();
    zn_ctx_set_log(ctx, ZN_LOG_INFO, listen, NULL);
}

/* ---- creation ----------------------------------------------------------------- */

START_TEST(a_system_keeps_what_it_was_made_of)
{
    double q[] = {1, 2}, v[] = {-3, 4};
    char name[] = "pair";
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", name, 2, q, v, &ds));
    name[0] = 'X';
    q[0] = v[1] = 99;
    ck_assert_str_eq(zn_ds_name(ds), "pair");
    ck_assert_double_eq(zn_ds_q0(ds)[0], 1);
    ck_assert_double_eq(zn_ds_v0(ds)[1], 4);
    ck_assert_ptr_null(zn_ds_x0(ds));
    ck_assert_int_eq(zn_ds_nq(ds), 2);
    ck_assert_int_eq(zn_ds_nv(ds), 2);
    ck_assert_int_eq(zn_ds_nx(ds), 0);
    ck_assert_int_eq(zn_ds_q_offset(ds), -1);
    ck_assert_int_eq(zn_ds_class(ds)->family, ZN_SECOND_ORDER);
    ck_assert_str_eq(zn_ds_class(ds)->type.name, "lagrangian");
    ck_assert_ptr_eq(zn_ds_ctx(ds), ctx);
    ck_assert_ptr_eq(zn_ds_operator(ds, "f_int"), zn_ds_op(ds, 2));
    zn_ds_free(ds);
    zn_ds_free(NULL);
}
END_TEST

START_TEST(bad_arguments_are_refused_at_once)
{
    const double q[] = {1, NAN}, v[] = {0, INFINITY}, zero[2] = {0};
    zn_ds *ds;

    REFUSED(zn_ds_new(ctx, "lagrangian", "a", 2, q, zero, &ds), ZN_EDOM,
            "system 'a': q0[1] is nan");
    ck_assert_ptr_null(ds);
    REFUSED(zn_ds_new(ctx, "lagrangian", "a", 2, zero, v, &ds), ZN_EDOM,
            "v0[1] is inf");
    REFUSED(zn_ds_new(ctx, "lagrangian", "a", 2, NULL, v, &ds), ZN_EINVAL,
            "q0 is NULL");
    REFUSED(zn_ds_new(ctx, "lagrangian", "a", 0, zero, zero, &ds), ZN_EINVAL,
            "n = 0, must be 1");
    REFUSED(zn_ds_new(ctx, "lagrangian", "a", -3, zero, zero, &ds), ZN_EINVAL,
            "n = -3");
    REFUSED(zn_ds_new(ctx, "lagrangian", "a", PTRDIFF_MAX, zero, zero, &ds),
            ZN_EINVAL, "must be 1 ...");
    REFUSED(zn_ds_new(ctx, "lagrangian", "a\xc2\x9b", 1, zero, zero, &ds),
            ZN_EINVAL, "a control character, U+009B, as byte 2");
    REFUSED(zn_ds_new(ctx, "lagrangian", "", 1, zero, zero, &ds), ZN_EINVAL,
            "must have a name");
    REFUSED(zn_ds_new(ctx, "lagrangien", "a", 1, zero, zero, &ds), ZN_ENOENT,
            "system 'a'");
    REFUSED(zn_ds_new_first_order(ctx, "lagrangian", "a", 1, zero, &ds),
            ZN_EINVAL, "'lagrangian' is of second order");
    ck_assert_ptr_null(ds);
}
END_TEST

START_TEST(an_option_that_is_taken_for_an_operator_is_called_one)
{
    const double one = 1;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "a", 1, &one, &one, &ds));
    REFUSED(zn_ds_set_constant(ds, "unit_mass", 1, 1, &one), ZN_ENOENT,
            "no operator 'unit_mass' (that is an option), it has: mass, ");
    zn_ds_free(ds);
}
END_TEST

START_TEST(an_unknown_operator_is_answered_with_those_there_are)
{
    const double one = 1;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "a", 1, &one, &one, &ds));
    ck_assert_ptr_null(zn_ds_operator(ds, "masse"));
    ck_assert_str_eq(zn_errmsg(ctx), "system 'a' has no operator 'masse', it "
                                     "has: mass, stiffness, damping, f_ext");
    REFUSED(zn_ds_set_constant(ds, "x", 1, 1, &one), ZN_ENOENT, "'x'");
    REFUSED(zn_ds_set_diagonal(ds, "x", 1, &one), ZN_ENOENT, "'x'");
    REFUSED(zn_ds_set_function(ds, "x", NULL), ZN_ENOENT, "'x'");
    REFUSED(zn_ds_set_plugin(ds, "x", "p", "s"), ZN_ENOENT, "'x'");
    REFUSED(zn_ds_set_name(ds, "x", "p:s"), ZN_ENOENT, "'x'");
    REFUSED(zn_ds_set_function(ds, "mass", (zn_fn *)slider_mass), ZN_EINVAL,
            "mass of system 'a'"); /* a constant of the class */
    zn_ds_free(ds);
}
END_TEST

/* ---- nonlinear Lagrangian ------------------------------------------------------- */

static const double qs[] = {-0.5, 0.85}, vs[] = {-2, 0.4};

START_TEST(forces_of_the_slider_are_those_of_the_formulas)
{
    /* F = f_ext - f_int - N at t = .3, by hand from slider.h */
    const double F[] = {
        sin(0.9) - (3 * -0.5 + 0.4 * -2) + 0.7 * 0.9 * sin(0.85) * 0.4 * 0.4,
        0.2 - (0.7 * 9.81 * 0.9 * sin(0.85) + 0.1 * 0.4),
    };
    const double mc = 0.63 * cos(0.85), w[] = {2, -1};
    const double M[] = {2, mc, mc, 0.567}, Mw[] = {4 - mc, 2 * mc - 0.567};
    double got[4], e[2] = {0}, i[2] = {0}, g[2] = {0}, d[2] = {0};
    zn_force_parts parts = {e, i, g, d};
    zn_ds *ds;

    MUST(slider_new(ctx, qs, vs, true, &ds));
    sealed(ds);
    const zn_ds_type *t = zn_ds_class(ds);
    MUST(t->force(ds, 0.3, qs, vs, got));
    close_to(2, got, F, 1e-15);
    written_out_mass(ds, qs, got);
    close_to(4, got, M, 1e-15);
    MUST(t->mass_mul(ds, qs, w, got));
    close_to(2, got, Mw, 1e-15);

    MUST(t->force_parts(ds, 0.3, qs, vs, &parts));
    for (int k = 0; k < 2; k++)
        ck_assert_double_eq_tol(e[k] + i[k] + g[k] + d[k], F[k], 1e-15);
    ck_assert_double_eq_tol(g[0], 0.63 * sin(0.85) * 0.16, 1e-16);
    ck_assert_double_eq(e[1], 0.2);
    ck_assert_double_eq(t->potential(ds, qs), 0);
    ck_assert(!zn_ds_affine(zn_ds_varies(ds)));
    ck_assert_uint_eq(zn_ds_varies(ds)->M, ZN_WITH_STATE);
    ck_assert_uint_eq(zn_ds_varies(ds)->F, ZN_WITH_TIME | ZN_WITH_STATE);
}
END_TEST

START_TEST(given_jacobians_are_minus_those_of_both_terms)
{
    const double Fq[] = {-3, 0, 0.63 * cos(0.85) * 0.16,
                         -0.63 * 9.81 * cos(0.85)};
    const double Fv[] = {-0.4, 0, 2 * 0.63 * sin(0.85) * 0.4, -0.1};
    double dFdq[4], dFdv[4];
    zn_ds *ds;

    MUST(slider_new(ctx, qs, vs, true, &ds));
    sealed(ds);
    written_out_jac(ds, 0.3, qs, vs, dFdq, dFdv);
    close_to(4, dFdq, Fq, 1e-15);
    close_to(4, dFdv, Fv, 1e-15);
    ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(missing_jacobians_are_differences_said_once)
{
    double exact_q[4], exact_v[4], q[4], v[4];
    zn_ds *a, *b;

    MUST(slider_new(ctx, qs, vs, true, &a));
    sealed(a);
    written_out_jac(a, 0.3, qs, vs, exact_q, exact_v);
    zn_model_reopen(m);
    MUST(zn_model_remove_ds(m, a));

    MUST(slider_new(ctx, qs, vs, false, &b));
    MUST(zn_ds_set_function(b, "jac_f_int_q", (zn_fn *)slider_f_int_q));
    sealed(b);
    written_out_jac(b, 0.3, qs, vs, q, v);
    /* truncation h^2/6 = 6e-12 times third derivatives of size 6, rounding
     * eps/h = 4e-11 times forces of size 5 */
    close_to(4, q, exact_q, 1e-9);
    close_to(4, v, exact_v, 1e-9);
    ck_assert_str_eq(
        said, "1 system 'slider': not given, finite differences instead: "
              "jac_f_int_v, jac_f_gyr_q, jac_f_gyr_v\n");

    /* another seal does not repeat it, one more missing is said alone */
    zn_model_reopen(m);
    MUST(zn_ds_set_function(b, "f_ext", (zn_fn *)slider_f_ext));
    MUST(zn_model_seal(m));
    zn_model_reopen(m);
    zn_operator_clear(zn_ds_operator(b, "jac_f_int_q"));
    said[0] = '\0';
    MUST(zn_model_seal(m));
    ck_assert_str_eq(said, "1 system 'slider': not given, finite differences "
                           "instead: jac_f_int_q\n");
}
END_TEST

START_TEST(a_mass_is_given_or_said_to_be_the_identity)
{
    const double w[] = {3, -4}, one[] = {1, 0, 0, 1};
    double got[4];
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "free", 2, qs, vs, &ds));
    MUST(zn_model_add_ds(m, ds));
    REFUSED(zn_model_seal(m), ZN_EINVAL,
            "model, 1 finding:\nsystem 'free': mass is not given; unit_mass=yes "
            "takes the identity");
    MUST(zn_ds_set(ds, "unit_mass", "yes"));
    MUST(zn_model_seal(m));
    written_out_mass(ds, qs, got);
    close_to(4, got, one, 0);
    MUST(zn_ds_class(ds)->mass_mul(ds, qs, w, got));
    close_to(2, got, w, 0);
    MUST(zn_ds_class(ds)->force(ds, 0, qs, vs, got));
    close_to(2, got, (const double[]){0, 0}, 0);
    ck_assert_uint_eq(zn_ds_varies(ds)->M, ZN_CONSTANT);
    ck_assert_uint_eq(zn_ds_varies(ds)->F, ZN_ZERO);
    ck_assert_uint_eq(zn_ds_varies(ds)->J, ZN_ZERO);
    ck_assert(zn_ds_varies(ds)->diagonal);
    zn_model_reopen(m);
    MUST(zn_ds_set_constant(ds, "mass", 2, 2, one));
    REFUSED(zn_model_seal(m), ZN_EINVAL,
            "model, 1 finding:\nsystem 'free': mass is given, and unit_mass=yes "
            "says that it is the identity");
}
END_TEST

START_TEST(constant_operators_make_an_affine_system)
{
    const double K[] = {5, 1, 2, 7}, C[] = {0.5, 0.25}, f[] = {1, 1};
    const double M[] = {2, 0, 0, 3};
    double dFdq[4], dFdv[4];
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "a", 2, qs, vs, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 2, 2, M));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)slider_f_int));
    MUST(zn_ds_set_constant(ds, "jac_f_int_q", 2, 2, K));
    MUST(zn_ds_set_diagonal(ds, "jac_f_int_v", 2, C));
    MUST(zn_ds_set_constant(ds, "f_gyr", 2, 1, f));
    sealed(ds);
    ck_assert_uint_eq(zn_ds_varies(ds)->M, ZN_CONSTANT);
    ck_assert_uint_eq(zn_ds_varies(ds)->J, ZN_CONSTANT);
    ck_assert(!zn_ds_varies(ds)->diagonal);
    ck_assert(zn_ds_affine(zn_ds_varies(ds)));
    written_out_jac(ds, 0, qs, vs, dFdq, dFdv);
    close_to(4, dFdq, (const double[]){-5, -1, -2, -7}, 0);
    close_to(4, dFdv, (const double[]){-0.5, 0, 0, -0.25}, 0);
    ck_assert_str_eq(said, "");
}
END_TEST

static void scaled_force(double t, unsigned n, double *f, unsigned nz,
                         double *z)
{
    for (unsigned i = 0; i < n; i++)
        f[i] = nz == 2 ? z[0] * t + z[1] : -1;
}

START_TEST(parameters_reach_the_functions)
{
    const double z[] = {10, 3};
    double F[2];
    zn_index nz;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "a", 2, qs, vs, &ds));
    MUST(zn_ds_set(ds, "unit_mass", "yes"));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)scaled_force));
    REFUSED(zn_ds_set_u(ds, 2, z), ZN_EINVAL, "functions see the parameters z");
    REFUSED(zn_ds_set_z(ds, -1, z), ZN_EINVAL, "z has -1");
    REFUSED(zn_ds_set_z(ds, 2, NULL), ZN_EINVAL, "NULL");
    MUST(zn_ds_set_z(ds, 2, z));
    sealed(ds);
    MUST(zn_ds_class(ds)->force(ds, 0.5, qs, vs, F));
    ck_assert_double_eq(F[1], 8);
    zn_ds_z(ds, &nz)[1] = 4; /* between steps, without reopening */
    ck_assert_int_eq(nz, 2);
    MUST(zn_ds_class(ds)->force(ds, 0.5, qs, vs, F));
    ck_assert_double_eq(F[1], 9);
}
END_TEST

/* ---- mass ------------------------------------------------------------------- */

START_TEST(a_mass_must_be_symmetric_positive_definite)
{
    const struct {
        double M[9];
        const char *words;
    } cases[] = {
        {{1, 0, 0, 0, 2, 0, 0, 0, 0}, "(2,2) = 0, must be > 0"},
        {{1, 0, 0, 0, -2, 0, 0, 0, 1}, "(1,1) = -2, must be > 0"},
        {{2, 1, 0, 1.5, 2, 0, 0, 0, 1},
         "not symmetric: (1,0) = 1, (0,1) = 1.5"},
        {{1, 2, 0, 2, 1, 0, 0, 0, 1}, "leading 2 x 2 part"},
        /* [1 1; 1 1], and up to two units in the last place of it */
        {{1, 1, 0, 1, 1, 0, 0, 0, 1}, "leading 2 x 2 part"},
        {{1, 1, 0, 1, 1 + 4e-16, 0, 0, 0, 1},
         "singular to working precision at component 1"},
        {{0}, "(0,0) = 0, must be > 0"},
        {{2, 1, 0, 1, 2, 1, 0, 1, 2}, NULL},
        {{1e-12, 0, 0, 0, 1, 0, 0, 0, 1e12}, NULL},
        /* equal up to the digits that were printed */
        {{2, 1, 0, 1 + 1e-12, 2, 0, 0, 0, 1}, NULL},
    };
    const double q[3] = {0};

    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int k = 0; k < 2; k++) {
            zn_ds *ds;
            MUST(zn_ds_new(ctx, k ? "lagrangian" : "lagrangian-linear", "a", 3,
                           q, q, &ds));
            MUST(zn_ds_set_constant(ds, "mass", 3, 3, cases[c].M));
            MUST(zn_model_add_ds(m, ds));
            if (cases[c].words)
                REFUSED(zn_model_seal(m), ZN_EINVAL, cases[c].words);
            else
                MUST(zn_model_seal(m));
            zn_model_reopen(m);
            MUST(zn_model_remove_ds(m, ds));
        }
}
END_TEST

static void bad_mass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    M[0] = q[0]; /* good for q > 0 */
    M[3] = 1;
}

static void no_mass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n, (void)q, (void)nz, (void)z;
    M[0] = M[3] = 1;
    zn_raise("no mass today");
}

START_TEST(a_mass_function_is_tried_at_q0)
{
    const double q[] = {-1, 0};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "a", 2, q, q, &ds));
    MUST(zn_ds_set_function(ds, "mass", (zn_fn *)bad_mass));
    MUST(zn_model_add_ds(m, ds));
    REFUSED(zn_model_seal(m), ZN_EINVAL,
            "system 'a': mass at q0 is not positive definite: (0,0) = -1");
    MUST(zn_ds_set_function(ds, "mass", (zn_fn *)no_mass));
    REFUSED(zn_model_seal(m), ZN_EINVAL, "no mass today");
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "model, 1 finding:\n"));
    ck_assert(!zn_model_sealed(m));
}
END_TEST

/* ---- prescribed velocities ------------------------------------------------------ */

static void moving(double t, unsigned n, double *v)
{
    for (unsigned i = 0; i < n; i++)
        v[i] = t + i;
}

static void wild(double t, unsigned n, double *v)
{
    (void)n;
    v[0] = sqrt(t - 1);
}

START_TEST(velocities_are_prescribed_by_value_and_by_function)
{
    const zn_index index[] = {2, 0};
    const double q[3] = {0}, values[] = {1.5, -2};
    double got[2] = {9, 9};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "a", 3, q, q, &ds));
    ck_assert_int_eq(zn_ds_bc_count(ds), 0);
    ck_assert_ptr_null(zn_ds_bc_index(ds));
    MUST(zn_ds_bc_values(ds, 0, got));
    ck_assert_double_eq(got[0], 9);

    MUST(zn_ds_prescribe(ds, 2, index, values));
    ck_assert_int_eq(zn_ds_bc_count(ds), 2);
    ck_assert_int_eq(zn_ds_bc_index(ds)[0], 2);
    MUST(zn_ds_bc_values(ds, 7, got));
    close_to(2, got, values, 0);

    MUST(zn_ds_prescribe_function(ds, 2, index, moving));
    MUST(zn_ds_bc_values(ds, 7, got));
    close_to(2, got, (const double[]){7, 8}, 0);

    MUST(zn_ds_prescribe_function(ds, 1, index + 1, wild));
    MUST(zn_ds_bc_values(ds, 1, got));
    REFUSED(zn_ds_bc_values(ds, 0, got), ZN_EDOM,
            "boundary condition of system 'a'");
    MUST(zn_ds_prescribe(ds, 0, NULL, NULL));
    ck_assert_int_eq(zn_ds_bc_count(ds), 0);
    zn_ds_free(ds);
}
END_TEST

START_TEST(a_bad_condition_leaves_the_old_one)
{
    const zn_index good[] = {1}, far[] = {3}, twice[] = {0, 2, 0};
    const double q[3] = {0}, v[] = {4, 5, NAN};
    double got;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "a", 3, q, q, &ds));
    MUST(zn_ds_prescribe(ds, 1, good, v));
    REFUSED(zn_ds_prescribe(ds, 1, far, v), ZN_EINVAL,
            "prescribed component 3, must be 0 ... 2");
    REFUSED(zn_ds_prescribe(ds, 3, twice, v), ZN_EINVAL,
            "component 0 prescribed twice");
    REFUSED(zn_ds_prescribe(ds, 4, twice, v), ZN_EINVAL, "it has 3");
    REFUSED(zn_ds_prescribe(ds, -1, twice, v), ZN_EINVAL, "-1 prescribed");
    REFUSED(zn_ds_prescribe(ds, 1, NULL, v), ZN_EINVAL, "without indices");
    REFUSED(zn_ds_prescribe(ds, 1, good, v + 2), ZN_EDOM, "is nan");
    REFUSED(zn_ds_prescribe(ds, 1, good, NULL), ZN_EINVAL, "NULL");
    REFUSED(zn_ds_prescribe_function(ds, 1, good, NULL), ZN_EINVAL, "NULL");
    REFUSED(zn_ds_prescribe_name(ds, 1, good, "no colon"), ZN_EINVAL,
            "no colon");
    ck_assert_int_eq(zn_ds_bc_count(ds), 1);
    MUST(zn_ds_bc_values(ds, 0, &got));
    ck_assert_double_eq(got, 4);

    MUST(zn_ds_set_diagonal(ds, "mass", 3, (const double[]){1, 1, 1}));
    sealed(ds);
    REFUSED(zn_ds_prescribe(ds, 0, NULL, NULL), ZN_ESTATE,
            "system 'a' is in a sealed model");
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("ds");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, setup_telling, teardown);
    tcase_add_test(t, a_system_keeps_what_it_was_made_of);
    tcase_add_test(t, bad_arguments_are_refused_at_once);
    tcase_add_test(t, an_unknown_operator_is_answered_with_those_there_are);
    tcase_add_test(t,
                   an_option_that_is_taken_for_an_operator_is_called_one);
    tcase_add_test(t, forces_of_the_slider_are_those_of_the_formulas);
    tcase_add_test(t, given_jacobians_are_minus_those_of_both_terms);
    tcase_add_test(t, missing_jacobians_are_differences_said_once);
    tcase_add_test(t, a_mass_is_given_or_said_to_be_the_identity);
    tcase_add_test(t, constant_operators_make_an_affine_system);
    tcase_add_test(t, parameters_reach_the_functions);
    tcase_add_test(t, a_mass_must_be_symmetric_positive_definite);
    tcase_add_test(t, a_mass_function_is_tried_at_q0);
    tcase_add_test(t, velocities_are_prescribed_by_value_and_by_function);
    tcase_add_test(t, a_bad_condition_leaves_the_old_one);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
