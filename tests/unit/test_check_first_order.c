/* test_check_first_order.c - given Jacobians of first-order systems and their
 * relations against differences
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/first_order.h"

static const char *fault; /* the Jacobian that is wrong */

static double off(const char *name)
{
    return fault && strcmp(fault, name) == 0 ? 1e-3 : 0;
}

static void f(double t, unsigned n, const double *x, double *out, unsigned nz,
              double *z)
{
    (void)n, (void)nz, (void)z;
    out[0] = x[0] * x[1] + t;
    out[1] = sin(x[0]);
}

static void f_x(double t, unsigned n, const double *x, double *A, unsigned nz,
                double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    A[0] = x[1];
    A[1] = cos(x[0]) + off("f_x");
    A[2] = x[0];
}

static void h1(unsigned n, double *x, unsigned m, double *y, unsigned nz,
               double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    y[0] = x[0] * x[0] + x[1];
}

static void h1_x(unsigned n, double *x, unsigned m, double *C, unsigned nz,
                 double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    C[0] = 2 * x[0] + off("h1_x");
    C[1] = 1;
}

static void g1(unsigned n, double *l, unsigned m, double *r, unsigned nz,
               double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    r[0] = l[0];
    r[1] = l[0] * l[0] + l[0];
}

static void g1_l(unsigned n, double *l, unsigned m, double *B, unsigned nz,
                 double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    B[0] = 1;
    B[1] = 2 * l[0] + 1 + off("g1_l");
}

static void h2(unsigned n, double *x, unsigned nl, double *l, unsigned m,
               double *y)
{
    (void)n, (void)nl, (void)m;
    y[0] = x[0] * l[0] + l[0];
}

static void h2_x(unsigned n, double *x, unsigned nl, double *l, unsigned m,
                 double *C)
{
    (void)n, (void)x, (void)nl, (void)m;
    C[0] = l[0] + off("h2_x");
}

static void h2_l(unsigned n, double *x, unsigned nl, double *l, unsigned m,
                 double *D)
{
    (void)n, (void)nl, (void)l, (void)m;
    D[0] = x[0] + 1 + off("h2_l");
}

static void g2(unsigned nl, double *l, unsigned n, double *r)
{
    g1(nl, l, n, r, 0, NULL);
}

static void g2_l(unsigned nl, double *l, unsigned n, double *B)
{
    g1_l(nl, l, n, B, 0, NULL);
    B[1] += off("g2_l");
}

static void input(double t, unsigned n, double *x, unsigned nu, double *u,
                  double *out, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nu, (void)nz, (void)z;
    out[0] = u[0] * x[0] * x[1];
    out[1] = u[1] * x[0];
}

static void input_x(double t, unsigned n, double *x, unsigned nu, double *u,
                    double *out, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nu, (void)nz, (void)z;
    out[0] = u[0] * x[1];
    out[1] = u[1] + off("input_x");
    out[2] = u[0] * x[0];
}

static void build(void)
{
    const double x0[] = {0.3, -0.7}, u0[] = {2, 3};
    zn_relation *r;
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order", "system", 2, x0, &ds));
    MUST(zn_ds_set_function(ds, "f", (zn_fn *)f));
    MUST(zn_ds_set_function(ds, "jac_f_x", (zn_fn *)f_x));
    MUST(zn_ds_set_function(ds, "input", (zn_fn *)input));
    MUST(zn_ds_set_function(ds, "jac_input_x", (zn_fn *)input_x));
    MUST(zn_ds_set_u(ds, 2, u0));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "without-feedthrough", "one", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)h1));
    MUST(zn_relation_set_function(r, "jac_h_x", (zn_fn *)h1_x));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)g1));
    MUST(zn_relation_set_function(r, "jac_g_lambda", (zn_fn *)g1_l));
    fo_join("one", relay(-1, 1), r, ds, NULL);
    MUST(zn_relation_new(ctx, "feedthrough", "two", 1, 2, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)h2));
    MUST(zn_relation_set_function(r, "jac_h_x", (zn_fn *)h2_x));
    MUST(zn_relation_set_function(r, "jac_h_lambda", (zn_fn *)h2_l));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)g2));
    MUST(zn_relation_set_function(r, "jac_g_lambda", (zn_fn *)g2_l));
    fo_join("two", relay(-1, 1), r, ds, NULL);
    MUST(zn_model_seal(model));
}

static int lines;
static const char *wrong_one, *wrong_by;

static void take(void *user, const zn_jacobian_check *found)
{
    (void)user;
    lines++;
    if (found->agrees)
        return;
    wrong_one = found->jacobian;
    wrong_by = found->variable;
}

START_TEST(each_wrong_jacobian_is_found)
{
    static const struct {
        const char *fault, *jacobian, *variable;
    } cases[] = {
        {NULL, NULL, NULL},
        {"f_x", "jac_f_x", "x"},
        {"input_x", "jac_input_x", "x"},
        {"h1_x", "jac_h_x", "x"},
        {"h2_x", "jac_h_x", "x"},
        {"h2_l", "jac_h_lambda", "lambda"},
        {"g2_l", "jac_g_lambda", "lambda"},
    };

    build();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        zn_index wrong = -1;
        fault = cases[k].fault;
        wrong_one = NULL;
        lines = 0;
        MUST(zn_check_jacobians(model, NULL, take, NULL, &wrong));
        ck_assert_int_eq(lines, 7);
        ck_assert_int_eq(wrong, fault ? 1 : 0);
        if (!fault)
            continue;
        ck_assert_str_eq(wrong_one, cases[k].jacobian);
        ck_assert_str_eq(wrong_by, cases[k].variable);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("check, first order");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, each_wrong_jacobian_is_found);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
