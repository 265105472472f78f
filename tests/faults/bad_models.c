/* bad_models.c - models that must be refused, and the words that say why
 * SPDX-License-Identifier: Apache-2.0 */
#include "../unit/zeno_test.h"

#include <math.h>

#include <zeno/zeno.h>

static zn_ctx *ctx;
static zn_model *m;

static void must(zn_status st)
{
    ck_assert_msg(st == ZN_OK, "%s", zn_errmsg(ctx));
}

/* ---- bricks ------------------------------------------------------------------- */

static const double zero[8] = {0},
                    ones[12] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static zn_ds *raw(const char *cls, const char *name, zn_index n)
{
    zn_ds *ds;

    must(zn_ds_new(ctx, cls, name, n, zero, zero, &ds));
    must(zn_model_add_ds(m, ds));
    return ds;
}

static zn_ds *body(const char *name, zn_index n)
{
    zn_ds *ds = raw("lagrangian-linear", name, n);

    must(zn_ds_set_diagonal(ds, "mass", n, ones));
    return ds;
}

static zn_relation *relation(const char *cls, zn_index ny, zn_index nq)
{
    zn_relation *r;

    must(zn_relation_new(ctx, cls, "gap", ny, nq, &r));
    return r;
}

static zn_relation *linear(zn_index ny, zn_index nq)
{
    zn_relation *r = relation("linear", ny, nq);

    must(zn_relation_set_constant(r, "C", ny, nq, ones));
    return r;
}

static zn_law *law(const char *cls, zn_index size)
{
    zn_law *out;

    must(zn_law_new(ctx, cls, &out));
    if (size)
        must(zn_law_set_real(out, "size", (double)size));
    return out;
}

static void connect(zn_law *l, zn_relation *r, zn_ds *a, zn_ds *b)
{
    must(zn_model_connect(m, "touch", l, r, a, b, NULL));
}

static void mass_nan(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)q, (void)nz, (void)z;
    M[n * n - 1] = NAN;
}

static void soft_s12(unsigned nq, double *q, unsigned nl, double *l, double *y,
                     unsigned nz, double *z)
{
    (void)nq, (void)nl, (void)nz, (void)z;
    y[0] = q[0] + l[0];
}

/* ---- a first-order class, to mix families ------------------------------------------ */

static zn_status tank_seal(zn_ds *ds, zn_findings *f)
{
    if (zn_ds_x0(ds)[0] < 0)
        zn_findings_add(f, "system '%s': level %g is below 0", zn_ds_name(ds),
                        zn_ds_x0(ds)[0]);
    return ZN_OK;
}

static void tank_varies(const zn_ds *ds, zn_ds_variability *out)
{
    (void)ds;
    out->M = out->J = ZN_CONSTANT;
    out->F = ZN_WITH_STATE;
}

static zn_status tank_field(const zn_ds *ds, double t, const double x[],
                            double f[])
{
    (void)ds, (void)t;
    f[0] = -x[0];
    return ZN_OK;
}

static zn_status tank_jac(const zn_ds *ds, double t, const double x[],
                          double A[])
{
    (void)ds, (void)t, (void)x;
    A[0] = -1;
    return ZN_OK;
}

static const zn_ds_type tank_type = {
    .type = {.size = sizeof tank_type,
             .kind = ZN_KIND_DS,
             .name = "tank",
             .summary = "x' = -x"},
    .family = ZN_FIRST_ORDER,
    .seal = tank_seal,
    .varies = tank_varies,
    .field = tank_field,
    .field_jac = tank_jac,
};

/* a relation class that says more of itself than it can do */
static zn_status boast_seal(zn_relation *r, zn_findings *f)
{
    (void)r, (void)f;
    return ZN_OK;
}

static void boast_varies(const zn_relation *r, zn_relation_variability *out)
{
    out->C = ZN_CONSTANT;
    out->e = zn_relation_ny(r) == 1 ? ZN_WITH_TIME : ZN_WITH_STATE;
    out->D = zn_relation_ny(r) == 2 ? ZN_CONSTANT : ZN_ZERO;
    out->input = zn_relation_ny(r) > 2;
}

static zn_status boast_value(const zn_relation *r, const void *data, double t, const double q[],
                             const double lambda[], double out[])
{
    (void)data, (void)r, (void)t, (void)q, (void)lambda, (void)out;
    return ZN_OK;
}

static const zn_relation_type boast_type = {
    .type = {.size = sizeof boast_type,
             .kind = ZN_KIND_RELATION,
             .name = "boast",
             .summary = "promises"},
    .families = 1u << ZN_SECOND_ORDER,
    .seal = boast_seal,
    .varies = boast_varies,
    .output = boast_value,
    .jac_q = boast_value,
};

/* a law of two rows whose second cone, with parameters that change, has another number
 * of rows than is left */
static zn_index left_over;

static zn_index hollow_size(const void *state)
{
    (void)state;
    return 2;
}

static bool hollow_cone(const void *state, zn_index k, zn_cone *out)
{
    (void)state;
    *out = k == 0 ? (zn_cone){.set = zn_set_orthant(), .size = 1}
                  : (zn_cone){.set = zn_set_friction(),
                              .size = left_over,
                              .nparam = 1};
    return k < 2;
}

static zn_status hollow_vary(const zn_law *l, const double u[], double param[])
{
    (void)l, (void)u;
    param[0] = 0.5;
    return ZN_OK;
}

static bool hollow_admits(const void *state, const double param[],
                          const double y[], const double lambda[], double tol)
{
    (void)state, (void)param, (void)y, (void)lambda, (void)tol;
    return true;
}

static const zn_law_type hollow_type = {
    .type = {.size = sizeof hollow_type,
             .kind = ZN_KIND_LAW,
             .name = "hollow",
             .summary = "a cone of no rows"},
    .levels = ZN_LAW_VELOCITY,
    .families = 1u << ZN_SECOND_ORDER,
    .size = hollow_size,
    .cone = hollow_cone,
    .admissible = hollow_admits,
    .vary = hollow_vary,
};

static const zn_type *const types[] = {&tank_type.type, &boast_type.type,
                                       &hollow_type.type, NULL};
static const zn_plugin extra = {.size = sizeof extra,
                                .major = ZN_PLUGIN_MAJOR,
                                .minor = ZN_PLUGIN_MINOR,
                                .build = ZN_PLUGIN_BUILD,
                                .name = "extra",
                                .version = "1",
                                .license = "Apache-2.0",
                                .types = types};

static zn_ds *tank(const char *name, double level)
{
    zn_ds *ds;

    must(zn_ds_new_first_order(ctx, "tank", name, 1, &level, &ds));
    must(zn_model_add_ds(m, ds));
    return ds;
}

/* ---- the models ------------------------------------------------------------------ */

static void no_mass(void)
{
    raw("lagrangian-linear", "ball", 3);
}

static void negative_mass(void)
{
    const double M[] = {1, 0, 0, -2};

    must(zn_ds_set_constant(raw("lagrangian", "ball", 2), "mass", 2, 2, M));
}

static void skew_mass(void)
{
    const double M[] = {2, 1, 0.5, 2};

    must(zn_ds_set_constant(raw("lagrangian-linear", "ball", 2), "mass", 2, 2,
                            M));
}

static void indefinite_mass(void)
{
    const double M[] = {1, 3, 3, 1};

    must(zn_ds_set_constant(raw("lagrangian-linear", "ball", 2), "mass", 2, 2,
                            M));
}

static void nan_mass(void)
{
    must(zn_ds_set_function(raw("lagrangian", "ball", 2), "mass",
                            (zn_fn *)mass_nan));
}

static void orphan_jacobian(void)
{
    zn_ds *ds = raw("lagrangian", "ball", 2);

    must(zn_ds_set(ds, "unit_mass", "yes"));
    must(zn_ds_set_diagonal(ds, "jac_f_int_q", 2, ones));
}

static void jacobian_of_a_constant(void)
{
    zn_ds *ds = raw("lagrangian", "ball", 2);

    must(zn_ds_set(ds, "unit_mass", "yes"));
    must(zn_ds_set_constant(ds, "f_gyr", 2, 1, ones));
    must(zn_ds_set_diagonal(ds, "jac_f_gyr_v", 2, ones));
}

static void wrong_state_size(void)
{
    connect(law("newton-impact", 0), linear(1, 5), body("a", 3), body("b", 1));
}

static void wrong_state_size_alone(void)
{
    connect(law("newton-impact", 0), linear(1, 2), body("a", 3), NULL);
}

static void wrong_rows(void)
{
    connect(law("equality", 2), linear(3, 2), body("a", 2), NULL);
}

static void impact_on_a_compliant_relation(void)
{
    zn_relation *r = linear(1, 2);

    must(zn_relation_set_constant(r, "D", 1, 1, ones));
    connect(law("newton-impact", 0), r, body("a", 2), NULL);
}

static void impact_on_a_soft_relation(void)
{
    zn_relation *r = relation("compliant", 1, 2);

    must(zn_relation_set_function(r, "h", (zn_fn *)soft_s12));
    connect(law("newton-impact", 0), r, body("a", 2), NULL);
}

static void singular_compliance(void)
{
    const double D[] = {1, 0, 0, 0};
    zn_relation *r = linear(2, 2);

    must(zn_relation_set_constant(r, "D", 2, 2, D));
    connect(law("complementarity", 0), r, body("a", 2), NULL);
}

static void no_output(void)
{
    connect(law("newton-impact", 0), relation("scleronomous", 1, 2),
            body("a", 2), NULL);
}

static void cone_without_rows(void)
{
    left_over = 0;
    connect(law("hollow", 0), linear(2, 2), body("a", 2), NULL);
}

static void cones_with_too_many_rows(void)
{
    left_over = PTRDIFF_MAX;
    connect(law("hollow", 0), linear(2, 2), body("a", 2), NULL);
}

static void two_families(void)
{
    connect(law("complementarity", 0), linear(1, 3), body("a", 2),
            tank("b", 1));
}

static void relation_of_another_family(void)
{
    connect(law("complementarity", 0), linear(1, 1), tank("b", 1), NULL);
}

static void law_of_another_family(void)
{
    connect(law("newton-impact", 0), linear(1, 1), tank("b", 1), NULL);
}

static void a_plugin_class_finds_fault(void)
{
    tank("b", -0.5);
}

static void time_without_derivative(void)
{
    connect(law("equality", 0), relation("boast", 1, 1), body("a", 1), NULL);
}

static void lambda_without_derivative(void)
{
    connect(law("equality", 0), relation("boast", 2, 1), body("a", 1), NULL);
}

static void input_without_function(void)
{
    connect(law("equality", 0), relation("boast", 3, 1), body("a", 1), NULL);
}

static void all_at_once(void)
{
    raw("lagrangian-linear", "first", 1);
    connect(law("equality", 2), linear(3, 4), tank("second", -1), body("c", 2));
}

static void more_than_fits(void)
{
    char name[64];

    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "a system with a long name, number %d", i);
        raw("lagrangian-linear", name, 1);
    }
}

static const struct {
    void (*build)(void);
    const char *words[8];
} cases[] = {
    {no_mass, {"model, 1 finding:\nsystem 'ball': mass is not given"}},
    {negative_mass,
     {"system 'ball': mass is not positive definite: (1,1) = -2, must be > 0"}},
    {skew_mass,
     {"system 'ball': mass is not symmetric: (1,0) = 1, (0,1) = 0.5"}},
    {indefinite_mass,
     {"system 'ball': mass is not positive definite: its leading 2 x 2 part"}},
    {nan_mass, {"mass of system 'ball'", "component (1, 1) is NaN"}},
    {orphan_jacobian,
     {"system 'ball': jac_f_int_q is given, but f_int is not given"}},
    {jacobian_of_a_constant,
     {"system 'ball': jac_f_gyr_v is given, but f_gyr is constant"}},
    {wrong_state_size,
     {"interaction 'touch': relation 'gap' is for a state of 5, its systems "
      "have 4"}},
    {wrong_state_size_alone, {"for a state of 2, its system has 3"}},
    {wrong_rows,
     {"interaction 'touch': relation 'gap' has 3 rows, must be a multiple of "
      "the 2 of law 'equality'"}},
    {impact_on_a_compliant_relation,
     {"interaction 'touch': the output of relation 'gap' (linear) depends on "
      "lambda, so it needs a law on positions; law 'newton-impact' is on "
      "velocities"}},
    {impact_on_a_soft_relation, {"relation 'gap' (compliant) depends"}},
    {singular_compliance,
     {"1 finding:", "relation 'gap': D is singular but not zero: split it"}},
    {cone_without_rows,
     {"law 'hollow': its cone 1 has 0 rows, must be >= 1"}},
    {cones_with_too_many_rows,
     {"its cones have more than the 2 rows of a copy of it"}},
    {no_output, {"1 finding:", "relation 'gap': h is not given"}},
    {two_families,
     {"interaction 'touch': system 'a' is of second order, but 'b' of first"}},
    {relation_of_another_family,
     {"relation 'gap' (linear) does not take systems of first order such as "
      "'b'"}},
    {law_of_another_family,
     {"law 'newton-impact' does not take systems of first order such as 'b'"}},
    {a_plugin_class_finds_fault, {"system 'b': level -0.5 is below 0"}},
    {time_without_derivative, {"relation 'gap': class 'boast' has no dh_dt"}},
    {lambda_without_derivative, {"class 'boast' has no jac_lambda"}},
    {input_without_function, {"class 'boast' has no input"}},
    {all_at_once,
     {"model, 6 findings:\n", "system 'first': mass is not given; give it by zn_ds_set_constant or "
      "zn_ds_set_diagonal\n",
      "system 'second': level -1 is below 0\n",
      "system 'second' is of first order, but 'c' of second",
      "relation 'gap' (linear) does not take systems of first order",
      "for a state of 4, its systems have 3", "has 3 rows"}},
    {more_than_fits,
     {"model, 100 findings:\nsystem 'a system with a long name, number 0': "
      "mass is not given; give it by zn_ds_set_constant",
      "zn_ds_set_diagonal\n... and "}},
};

START_TEST(is_refused)
{
    must(zn_plugin_add(ctx, &extra));
    cases[_i].build();
    ck_assert_int_eq(zn_model_seal(m), ZN_EINVAL);
    ck_assert(!zn_model_sealed(m));
    for (int k = 0; k < 8 && cases[_i].words[k]; k++)
        ck_assert_msg(strstr(zn_errmsg(ctx), cases[_i].words[k]),
                      "'%s' is not in: %s", cases[_i].words[k], zn_errmsg(ctx));
}
END_TEST

START_TEST(the_last_line_counts_what_did_not_fit)
{
    int lines = -2; /* the first and the last */
    long more;

    more_than_fits();
    ck_assert_int_eq(zn_model_seal(m), ZN_EINVAL);
    for (const char *c = zn_errmsg(ctx); *c; c++)
        lines += *c == '\n';
    lines += 1;
    ck_assert_int_eq(
        sscanf(strstr(zn_errmsg(ctx), "... and "), "... and %ld more", &more),
        1);
    ck_assert_int_eq(lines + more, 100);
}
END_TEST

START_TEST(a_mended_model_can_be_sealed)
{
    zn_ds *a, *b;

    must(zn_plugin_add(ctx, &extra));
    all_at_once();
    ck_assert_int_eq(zn_model_seal(m), ZN_EINVAL);
    a = zn_model_ds(m, "first");
    b = zn_model_ds(m, "second");
    must(zn_ds_set_diagonal(a, "mass", 1, ones));
    must(zn_model_remove_ds(m, b)); /* and with it the interaction */
    must(zn_model_seal(m));
    ck_assert_int_eq(zn_ds_q_offset(zn_model_ds(m, "c")), 1);
}
END_TEST

START_TEST(a_law_that_grew_is_looked_at_again)
{
    zn_law *l = law("equality", 0);

    connect(l, linear(3, 2), body("a", 2), NULL);
    must(zn_model_seal(m));
    zn_model_reopen(m);
    must(zn_law_set_real(l, "size", 2));
    ck_assert_int_eq(zn_model_seal(m), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "has 3 rows"));
    must(zn_law_set_real(l, "size", 3));
    must(zn_model_seal(m));
}
END_TEST

START_TEST(nothing_is_not_a_system)
{
    ck_assert_int_eq(zn_model_add_ds(m, NULL), ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx), "the system is NULL");
    ck_assert_int_eq(zn_model_add_law(m, NULL), ZN_EINVAL);
    ck_assert_int_eq(zn_model_add_relation(m, NULL), ZN_EINVAL);
    ck_assert_int_eq(zn_model_remove_ds(m, NULL), ZN_EINVAL);
    ck_assert_int_eq(zn_model_remove_interaction(m, NULL), ZN_EINVAL);
}
END_TEST

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zn_model_new(ctx, &m), ZN_OK);
}

static void teardown(void)
{
    zn_model_free(m);
    zn_ctx_free(ctx);
}

static Suite *suite(void)
{
    Suite *s = suite_create("bad models");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, is_refused, 0, (int)(sizeof cases / sizeof *cases));
    tcase_add_test(t, the_last_line_counts_what_did_not_fit);
    tcase_add_test(t, a_mended_model_can_be_sealed);
    tcase_add_test(t, a_law_that_grew_is_looked_at_again);
    tcase_add_test(t, nothing_is_not_a_system);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
