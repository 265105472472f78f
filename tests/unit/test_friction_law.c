/* test_friction_law.c - the laws of friction and rolling friction: cones, shifts,
 * coefficients that are functions, what is admissible
 * SPDX-License-Identifier: Apache-2.0 */
#include "ctx_test.h"

#include <math.h>

#include <zeno/zeno.h>

static bool admits(const zn_law *law, const double y[], const double lambda[])
{
    return zn_law_class(law)->admissible(zn_law_state(law), NULL, y, lambda,
                                         1e-8);
}

START_TEST(friction_is_one_disc_with_restitution)
{
    const double u[3] = {-2, 3, -4};
    double out[3];
    zn_index row;
    zn_law *law;

    MUST(zn_law_friction(ctx, 3, 0.5, 0.25, 0.3, &law));
    ck_assert_int_eq(zn_law_size(law), 3);
    const zn_cone c = zn_law_cone_at(law, 2, &row);
    ck_assert_ptr_eq(c.set, zn_set_friction());
    ck_assert_int_eq(c.size, 3);
    ck_assert_int_eq(row, 2);
    ck_assert_double_eq(c.param[0], 0.3);
    MUST(zn_cone_check(ctx, &c));
    MUST(zn_law_class(law)->shift(law, u, out));
    ck_assert_double_eq(out[0], -1);
    ck_assert_double_eq(out[1], 0.75);
    ck_assert_double_eq(out[2], -1);
    MUST(zn_law_set(law, "approach_only", "yes"));
    MUST(zn_law_class(law)->shift(law, (const double[]){2, 0, 0}, out));
    ck_assert_double_eq(out[0], 0);
    ck_assert_double_eq(zn_law_class(law)->restitution(zn_law_state(law)), 0.5);
    zn_law_free(law);
    REFUSED(zn_law_friction(ctx, 4, 0, 0, 0.3, &law), ZN_EINVAL, "'size'");
    REFUSED(zn_law_friction(ctx, 2, 0, 0, -0.3, &law), ZN_EINVAL, "'mu'");
    REFUSED(zn_law_friction(ctx, 2, 1.2, 0, 0.3, &law), ZN_EINVAL, "'e'");
    ck_assert_ptr_null(law);
}
END_TEST

START_TEST(friction_admits_take_off_stick_and_slip)
{
    static const struct {
        double y[3], l[3];
        bool ok;
    } cases[] = {
        {{2, 1, 1}, {0, 0, 0}, true},        /* flies */
        {{0, 0, 0}, {2, 0.6, -0.8}, true},   /* sticks on the border */
        {{0, 0, 0}, {2, 0.1, 0.2}, true},    /* and inside */
        {{0, 3, 4}, {2, -0.6, -0.8}, true},  /* slips, mu = 0.5 */
        {{0, 3, 4}, {2, 0.6, 0.8}, false},   /* pushed along */
        {{0, 3, 4}, {2, -0.3, -0.4}, false}, /* too little */
        {{0, 3, 4}, {2, -0.8, -0.6}, false}, /* not opposed */
        {{0, 0, 0}, {2, 0.8, -0.8}, false},  /* the corner of a pyramid */
        {{1e-3, 3, 4}, {2, -0.6, -0.8}, false},
        {{-1e-3, 0, 0}, {0, 0, 0}, false},
        {{0, 0, 0}, {-1e-3, 0, 0}, false},
        {{0, NAN, 0}, {1, 0, 0}, false},
        {{0, 0, 0}, {1, NAN, 0}, false},
        {{0, 0, 0}, {0, 1e-3, 0}, false}, /* glue */
    };
    zn_law *law;

    MUST(zn_law_friction(ctx, 3, 0, 0, 0.5, &law));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(admits(law, cases[i].y, cases[i].l) == cases[i].ok,
                      "case %zu", i);
    zn_law_free(law);
    MUST(zn_law_friction(ctx, 2, 0, 0, 0.5, &law));
    ck_assert(admits(law, (double[]){0, -7}, (double[]){4, 2}));
    ck_assert(!admits(law, (double[]){0, -7}, (double[]){4, -2}));
    ck_assert(admits(law, (double[]){0, 0}, (double[]){4, -2}));
    zn_law_free(law);
}
END_TEST

START_TEST(rolling_friction_judges_both_parts)
{
    static const struct {
        double y[5], l[5];
        bool ok;
    } cases[] = {
        {{1, 1, 1, 1, 1}, {0, 0, 0, 0, 0}, true},
        {{0, 0, 0, 0, 0}, {1, 0.5, 0, 0, 0.1}, true},
        {{0, 3, 4, 0, 0}, {1, -0.3, -0.4, 0.06, 0}, true},
        {{0, 0, 0, 0, 2}, {1, 0.2, 0, 0, -0.1}, true},
        {{0, 0, 0, 0, 2}, {1, 0.2, 0, 0, 0.1}, false},
        {{0, 0, 0, 0, 2}, {1, 0.2, 0, 0, -0.05}, false},
        {{0, 3, 4, 0, 0}, {1, 0.3, 0.4, 0, 0}, false},
        {{0, 0, 0, 0, 0}, {1, 0, 0, 0.08, 0.08}, false},
    };
    zn_index row;
    zn_law *law;

    MUST(zn_law_rolling_friction(ctx, 5, 0, 0.5, 0.1, &law));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(admits(law, cases[i].y, cases[i].l) == cases[i].ok,
                      "case %zu", i);
    const zn_cone c = zn_law_cone_at(law, 4, &row);
    ck_assert_ptr_eq(c.set, zn_set_rolling_friction());
    ck_assert_double_eq(c.param[1], 0.1);
    zn_law_free(law);

    MUST(zn_law_rolling_friction(ctx, 3, 0, 0.5, 0.1, &law));
    ck_assert(admits(law, (double[]){0, 2, -1}, (double[]){1, -0.5, 0.1}));
    ck_assert(!admits(law, (double[]){0, 2, 1}, (double[]){1, -0.5, 0.1}));
    MUST(zn_law_set_real(law, "size", 4));
    REFUSED(zn_law_class(law)->check(zn_law_state(law), ctx), ZN_EINVAL,
            "3 (in the plane), 5");
    zn_law_free(law);
}
END_TEST

/* Stribeck: falls from 0.6 to 0.2 as the slip grows */
static void stribeck(unsigned n, double *u, unsigned m, double *mu, unsigned nz,
                     double *z)
{
    (void)m, (void)z;
    ck_assert_uint_eq(n, 2);
    ck_assert_uint_eq(nz, 0);
    mu[0] = 0.2 + 0.4 * exp(-fabs(u[1]));
}

/* Sand throws back half of what slides fast. */
static void sand(unsigned n, double *u, unsigned m, double *e_t, unsigned nz,
                 double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    e_t[0] = fabs(u[1]) > 1 ? 0.5 : 0;
}

static void nonsense(unsigned n, double *u, unsigned m, double *e, unsigned nz,
                     double *z)
{
    (void)n, (void)u, (void)m, (void)nz, (void)z;
    e[0] = 1.5;
}

START_TEST(coefficients_may_be_functions)
{
    double u[2] = {-1, log(2)}, out[2];
    zn_law *law;

    MUST(zn_law_friction(ctx, 2, 0, 0, 0.3, &law));
    const zn_law_type *t = zn_law_class(law);
    ck_assert(!t->varies(law));
    MUST(zn_operator_set_function(zn_law_operator(law, "mu"),
                                  (zn_fn *)stribeck));
    ck_assert(t->varies(law));
    MUST(t->vary(law, u, out));
    ck_assert_double_eq_tol(out[0], 0.4, 1e-15);
    ck_assert(t->admissible(zn_law_state(law), out, (double[]){0, 1},
                            (double[]){1, -0.4}, 1e-8));
    MUST(zn_operator_set_function(zn_law_operator(law, "e_t"), (zn_fn *)sand));
    MUST(t->shift(law, u, out));
    ck_assert(out[0] == 0 && out[1] == 0);
    MUST(t->shift(law, (const double[]){-1, -4}, out));
    ck_assert(out[0] == 0 && out[1] == -2);
    MUST(
        zn_operator_set_function(zn_law_operator(law, "e"), (zn_fn *)nonsense));
    REFUSED(t->shift(law, u, out), ZN_EDOM, "e = 1.5");
    ck_assert_ptr_null(zn_law_operator(law, "nu"));
    REFUSED(ZN_ENOENT, ZN_ENOENT, "has no operator 'nu', it has: e, e_t, mu");

    /* a number that is given later takes their place, one that is refused does not */
    ck_assert_int_eq(zn_law_set_real(law, "mu", -1), ZN_EINVAL);
    MUST(t->vary(law, u, out));
    ck_assert_double_eq_tol(out[0], 0.4, 1e-15);
    MUST(zn_law_set_real(law, "mu", 0.7));
    MUST(t->vary(law, u, out));
    ck_assert_double_eq(out[0], 0.7);
    MUST(zn_law_set(law, "e", "0.5"));
    MUST(zn_law_set(law, "e_t", "0"));
    ck_assert(!t->varies(law));
    MUST(t->shift(law, u, out));
    ck_assert_double_eq(out[0], -0.5);
    zn_law_free(law);
}
END_TEST

static zn_status make_and_drop(const zn_allocator *alloc)
{
    zn_ctx *c;
    zn_law *law;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_law_rolling_friction(c, 5, 0.1, 0.2, 0.3, &law);
    if (!st) {
        const double mu = 0.4;
        st = zn_operator_set_constant(zn_law_operator(law, "mu"), 1, 1, &mu);
        zn_law_free(law);
    }
    zn_ctx_free(c);
    return st;
}

START_TEST(memory_may_run_out)
{
    test_torture(make_and_drop);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("laws of friction");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, friction_is_one_disc_with_restitution);
    tcase_add_test(t, friction_admits_take_off_stick_and_slip);
    tcase_add_test(t, rolling_friction_judges_both_parts);
    tcase_add_test(t, coefficients_may_be_functions);
    tcase_add_test(t, memory_may_run_out);
    suite_add_tcase(s, t);
    return test_main(s);
}
