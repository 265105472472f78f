/* test_relative_degree.c - relative degrees of known systems, and what is said
 * of them at the seal
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/first_order.h"

static char said[4000]; /* the log */

static void listen(void *user, zn_log_level level, const char *line)
{
    const size_t n = strlen(said);

    (void)user;
    snprintf(said + n, sizeof said - n, "%d %s\n", (int)level, line);
}

static void setup(void)
{
    said[0] = '\0';
    scene_setup();
    zn_ctx_set_log(ctx, ZN_LOG_INFO, listen, NULL);
}

static void degrees(zn_index n, zn_index m, const double A[], const double B[],
                    const double C[], const double D[], zn_index uniform,
                    bool vector, const zn_index row[], const zn_index orders[])
{
    double a[36], b[36], c[36], d[36];
    zn_index r[6], o[6];
    zn_relative_degree out;

    MUST(zn_relative_degree_find(
        ctx, n, m, by_rows(n, n, A, a), by_rows(n, m, B, b),
        by_rows(m, n, C, c), D ? by_rows(m, m, D, d) : NULL, r, o, &out));
    ck_assert_int_eq(out.uniform, uniform);
    ck_assert_int_eq(out.vector, vector);
    ck_assert_int_eq(out.invertible, orders != NULL);
    for (zn_index i = 0; i < m; i++) {
        ck_assert_int_eq(r[i], row[i]);
        if (orders)
            ck_assert_int_eq(o[i], orders[i]);
    }
    if (!orders)
        ck_assert_int_eq(o[m - 1], -1);
}

#define ROW (const zn_index[])
#define MAT (const double[])

START_TEST(one_output)
{
    /* chains of integrators: the degree is their length */
    degrees(3, 1, MAT{0, 1, 0, 0, 0, 1, 0, -3, -2}, MAT{0, 0, 1}, MAT{1, 0, 0},
            NULL, 3, true, ROW{3}, ROW{3});
    degrees(2, 1, MAT{0, 1, -1, 0}, MAT{0, 1}, MAT{1, 0}, NULL, 2, true, ROW{2},
            ROW{2});
    degrees(2, 1, MAT{0, 1, -1, 0}, MAT{0, 1}, MAT{0, 1}, NULL, 1, true, ROW{1},
            ROW{1});
    degrees(2, 1, MAT{0, 1, -1, 0}, MAT{0, 1}, MAT{1, 0}, MAT{4}, 0, true,
            ROW{0}, ROW{0});
    /* x2 never sees lambda */
    degrees(2, 1, MAT{-1, 0, 0, -2}, MAT{1, 0}, MAT{0, 1}, NULL, -1, false,
            ROW{-1}, NULL);
}
END_TEST

/* Units of C 1e-6 F, L 1e-2 H, R 1e3 Ohm must not decide what is zero. */
START_TEST(units_do_not_matter)
{
    const double c = 1e-6, l = 1e-2;

    degrees(2, 1, MAT{0, -1 / c, 1 / l, 0}, MAT{-1 / c, 0}, MAT{-1, 0},
            MAT{1e3}, 0, true, ROW{0}, ROW{0});
    degrees(2, 1, MAT{0, -1 / c, 1 / l, 0}, MAT{-1 / c, 0}, MAT{-1, 0}, NULL, 1,
            true, ROW{1}, ROW{1});
    degrees(2, 1, MAT{0, -1 / c, 1 / l, 0}, MAT{-1 / c, 0}, MAT{0, 1e-3}, NULL,
            2, true, ROW{2}, ROW{2});
}
END_TEST

START_TEST(several_outputs)
{
    /* the whole row counts, not its diagonal entry */
    degrees(2, 2, MAT{0, 0, 0, 0}, MAT{0, 1, 1, 0}, MAT{1, 0, 0, 1}, NULL, 1,
            true, ROW{1, 1}, ROW{1, 1});
    /* y1 = x1, x1' = x2, x2' = lambda1; y2 = x3, x3' = lambda2 */
    degrees(3, 2, MAT{0, 1, 0, 0, 0, 0, 0, 0, 0}, MAT{0, 0, 1, 0, 0, 1},
            MAT{1, 0, 0, 0, 0, 1}, NULL, -1, true, ROW{2, 1}, ROW{1, 2});
    /* both rows show lambda1 first: y1' = lambda1, y2' = lambda1 + x3,
     * x3' = lambda2, so (y2 - y1)'' = lambda2 */
    degrees(3, 2, MAT{0, 0, 0, 0, 0, 1, 0, 0, 0}, MAT{1, 0, 1, 0, 0, 1},
            MAT{1, 0, 0, 0, 1, 0}, NULL, -1, false, ROW{1, 1}, ROW{1, 2});
    /* the same combination with D: y1 = lambda1, y2 = lambda1 + x1 */
    degrees(1, 2, MAT{-1}, MAT{0, 1}, MAT{0, 1}, MAT{1, 0, 1, 0}, -1, false,
            ROW{0, 0}, ROW{0, 1});
    /* two diodes in one branch: lambda is not unique */
    degrees(1, 2, MAT{-1}, MAT{1, 1}, MAT{1, 1}, NULL, -1, false, ROW{1, 1},
            NULL);
    /* D regular decides alone */
    degrees(1, 2, MAT{-1}, MAT{1, 1}, MAT{1, 1}, MAT{0, -1, 1, 0}, 0, true,
            ROW{0, 0}, ROW{0, 0});
}
END_TEST

START_TEST(bad_data_are_refused)
{
    const double one = 1, bad = NAN;
    zn_index r[1], o[1];
    zn_relative_degree out;

    REFUSED(zn_relative_degree_find(ctx, 0, 1, &one, &one, &one, NULL, r, o,
                                    &out),
            ZN_EINVAL, "n = 0");
    REFUSED(zn_relative_degree_find(ctx, 1, 1, &one, &one, NULL, NULL, r, o,
                                    &out),
            ZN_EINVAL, "no data");
    REFUSED(zn_relative_degree_find(ctx, 1, 1, &one, &one, &one, &bad, r, o,
                                    &out),
            ZN_EDOM, "NaN");
    MUST(zn_relative_degree_find(ctx, 1, 1, &one, &one, &one, NULL, r, NULL,
                                 &out));
    ck_assert_int_eq(out.uniform, 1);
}
END_TEST

/* ---- interactions -------------------------------------------------------------- */

START_TEST(the_seal_says_the_degree_and_what_does_not_fit)
{
    const double A[] = {0, -1, 1, 0}, B[] = {0, 1}, position[] = {1, 0};
    const double x0[] = {1, 0}, none[] = {0, 0};
    zn_ds *ds = fo_system("mass", 2, A, x0);
    zn_law *half;

    fo_join("switch", relay(-1, 1),
            fo_relation("switch", 1, 2, position, NULL, B), ds, NULL);
    fo_join("guide", equality(1),
            fo_relation("guide", 1, 2, position, NULL, B), ds, NULL);
    fo_join("idle", complementarity(1),
            fo_relation("idle", 1, 2, position, NULL, none), ds, NULL);
    MUST(zn_law_relay(ctx, 1, &none[0], (const double[]){INFINITY}, &half));
    fo_join("half", half,
            fo_relation("half", 1, 2, position, NULL, B), ds, NULL);
    MUST(zn_model_seal(model));
    ck_assert_ptr_nonnull(
        strstr(said, "2 interaction 'switch': relative degree 2\n"));
    ck_assert_ptr_null(strstr(said, "1 interaction 'switch'"));
    ck_assert_ptr_nonnull(strstr(said, "1 interaction 'guide': row 0 of y has "
                                       "relative degree 2"));
    ck_assert_ptr_nonnull(strstr(said, "1 interaction 'idle': row 0 of y does "
                                       "not depend on lambda"));
    ck_assert_ptr_nonnull(strstr(said, "1 interaction 'half': row 0 of y has "
                                       "relative degree 2"));
}
END_TEST

START_TEST(an_interaction_of_two_systems_with_masses)
{
    /* 2 x1' = -x1 + l, 4 x2' = x2 - l; y = x1 + x2 + ...: C B = 1/2 - 1/4; with
     * y = x1 + 2 x2 they cancel: C B = 0, C A B = -1/4 - 2/16 */
    const double A1 = -1, A2 = 1, B[] = {1, -1}, M1 = 2, M2 = 4, x0 = 1;
    const double C1[] = {1, 1}, C2[] = {1, 2};
    zn_interaction *a, *b;
    zn_index row, order;
    zn_relative_degree d;
    zn_ds *d1 = fo_system("one", 1, &A1, &x0), *d2 = fo_system("two", 1, &A2, &x0);

    MUST(zn_ds_set_constant(d1, "M", 1, 1, &M1));
    MUST(zn_ds_set_constant(d2, "M", 1, 1, &M2));
    a = fo_join("a", relay(-1, 1), fo_relation("a", 1, 2, C1, NULL, B), d1, d2);
    b = fo_join("b", relay(-1, 1), fo_relation("b", 1, 2, C2, NULL, B), d1, d2);
    REFUSED(zn_interaction_relative_degree(a, &row, &order, &d), ZN_ESTATE,
            "not sealed");
    MUST(zn_model_seal(model));
    MUST(zn_interaction_relative_degree(a, &row, &order, &d));
    ck_assert_int_eq(d.uniform, 1);
    MUST(zn_interaction_relative_degree(b, &row, NULL, &d));
    ck_assert_int_eq(d.uniform, 2);
}
END_TEST

START_TEST(a_singular_mass_has_no_degree)
{
    const double A[] = {-1, 1, 1, 2}, M[] = {1, 0}, C[] = {1, 0}, B[] = {1, 0};
    const double x0[] = {0, 0};
    zn_index row, order;
    zn_relative_degree d;
    zn_interaction *a;
    zn_ds *ds = fo_system("dae", 2, A, x0);

    MUST(zn_ds_set_diagonal(ds, "M", 2, M));
    a = fo_join("a", relay(-1, 1), fo_relation("a", 1, 2, C, NULL, B), ds, NULL);
    MUST(zn_model_seal(model));
    REFUSED(zn_interaction_relative_degree(a, &row, &order, &d), ZN_ENOTSUP,
            "M of system 'dae' is singular");
}
END_TEST

START_TEST(a_scheme_with_a_memory_is_warned_of)
{
    static const struct {
        const char *options;
        bool warned;
    } cases[] = {{"theta=0.5 gamma=0.5", true},
                 {"scheme=full theta=0.5 gamma=0.5", true},
                 {"theta=0.5 gamma=0.6", false},
                 {"theta=0.5", false}};
    const double B = 1, C = 1, D = 1, x0 = 1;

    for (int direct = 0; direct < 2; direct++)
        for (int k = 0; k < 4; k++) {
            scene_teardown();
            setup();
            fo_join("relay", relay(-1, 1),
                    fo_relation("relay", 1, 1, &C, direct ? &D : NULL, &B),
                    fo_system("state", 1, NULL, &x0), NULL);
            simulate("euler-moreau", cases[k].options, 0, 0.1, 1);
            MUST(zn_simulation_init(sim));
            ck_assert_int_eq(strstr(said, "take gamma > 1/2") != NULL,
                             cases[k].warned && !direct);
        }
}
END_TEST

/* ---- linear complementarity systems in one call ----------------------------------- */

START_TEST(a_linear_complementarity_system_from_its_matrices)
{
    /* one step by hand: A = [0 -1; 2 -1], B = (0, 1), C = (1/2, 1), D = 1/4,
     * x0 = (1, -2), h = 0.1, theta = 1/2, gamma = 1; numbers of an independent
     * program */
    const double A[] = {0, 2, -1, -1}, B[] = {0, 1}, C[] = {0.5, 1};
    const double D = 0.25, x0[] = {1, -2};
    const zn_lcs p = {
        .n = 2, .m = 1, .A = A, .B = B, .C = C, .D = &D, .x0 = x0};
    zn_interaction *a;
    zn_ds *ds;

    MUST(zn_lcs_add(model, "circuit", &p, NULL, &ds, &a));
    ck_assert_str_eq(zn_interaction_name(a), "circuit.law");
    simulate("euler-moreau", "theta=0.5", 0, 0.1, 1);
    MUST(zn_simulation_step(sim));
    CLOSE(x_of(ds, 0), 1.166089965398, 1e-11);
    CLOSE(x_of(ds, 1), -1.321799307958, 1e-11);
    CLOSE(lambda_of(a, 0), 2.955017301038, 1e-11);
    MUST(zn_simulation_run(sim));
    CLOSE(x_of(ds, 0), 1.089002242054, 1e-11);
    CLOSE(x_of(ds, 1), 1.033232708941, 1e-11);
    CLOSE(lambda_of(a, 0), 0, 0);
}
END_TEST

START_TEST(a_relay_system_with_constant_terms)
{
    /* x' = lambda + 2, y = x - 3, lambda in [-5, 5]: slides at 3 with
     * lambda = -2 */
    const double B = 1, C = 1, a = 2, b = -3, x0 = 0;
    const zn_lcs p = {
        .n = 1, .m = 1, .B = &B, .C = &C, .a = &a, .b = &b, .x0 = &x0};
    zn_interaction *joint;
    zn_ds *ds;

    MUST(zn_lcs_add(model, "servo", &p, relay(-5, 5), &ds, &joint));
    simulate("euler-moreau", NULL, 0, 0.01, 1);
    MUST(zn_simulation_run(sim));
    CLOSE(x_of(ds, 0), 3, 1e-13);
    CLOSE(lambda_of(joint, 0), -2, 1e-12);
}
END_TEST

START_TEST(a_failure_leaves_the_model_as_it_was)
{
    const double B = 1, C = 1, x0 = 0;
    zn_lcs p = {.n = 1, .m = 1, .B = &B, .C = &C, .x0 = &x0};
    zn_law *law = relay(-1, 1);

    REFUSED(zn_lcs_add(model, NULL, &p, law, NULL, NULL), ZN_EINVAL, "name");
    p.C = NULL;
    REFUSED(zn_lcs_add(model, "a", &p, law, NULL, NULL), ZN_EINVAL, "'a'");
    p.C = &C;
    MUST(zn_lcs_add(model, "a", &p, law, NULL, NULL));
    REFUSED(zn_lcs_add(model, "a", &p, NULL, NULL, NULL), ZN_EEXIST, "'a'");
    ck_assert_int_eq(zn_model_ds_places(model), 1);
    MUST(zn_model_seal(model));
}
END_TEST

static zn_status whole(const zn_allocator *alloc)
{
    const double A[] = {0, 2, -1, -1}, B[] = {0, 1}, C[] = {0.5, 1};
    const double D = 0.25, x0[] = {1, -2};
    const zn_lcs p = {
        .n = 2, .m = 1, .A = A, .B = B, .C = C, .D = &D, .x0 = x0};
    zn_index row, order;
    zn_relative_degree d;
    zn_simulation *s = NULL;
    zn_interaction *a;
    zn_model *m = NULL;
    zn_ctx *c = NULL;
    zn_law *law = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_model_new(c, &m);
    if (!st)
        st = zn_lcs_add(m, "one", &p, NULL, NULL, &a);
    if (!st)
        st = zn_law_relay(c, 1, (const double[]){-1}, (const double[]){2}, &law);
    if (!st) {
        st = zn_lcs_add(m, "two", &p, law, NULL, NULL);
        if (st)
            zn_law_free(law);
    }
    if (!st)
        st = zn_model_seal(m);
    if (!st)
        st = zn_interaction_relative_degree(a, &row, &order, &d);
    if (!st)
        st = zn_simulation_new(m, &s);
    if (!st)
        st = zn_simulation_use(s, "euler-moreau", "gamma=0.5", NULL);
    if (!st)
        st = zn_simulation_set_time(s, 0, 0.1, 1);
    if (!st)
        st = zn_simulation_run(s);
    zn_simulation_free(s);
    zn_model_free(m);
    zn_ctx_free(c);
    return st;
}

START_TEST(memory_may_run_out_anywhere)
{
    test_torture(whole);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("relative degree");
    TCase *tc = tcase_create("degrees"), *lcs = tcase_create("systems");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_test(tc, one_output);
    tcase_add_test(tc, units_do_not_matter);
    tcase_add_test(tc, several_outputs);
    tcase_add_test(tc, bad_data_are_refused);
    tcase_add_test(tc, the_seal_says_the_degree_and_what_does_not_fit);
    tcase_add_test(tc, an_interaction_of_two_systems_with_masses);
    tcase_add_test(tc, a_singular_mass_has_no_degree);
    tcase_add_test(tc, a_scheme_with_a_memory_is_warned_of);
    suite_add_tcase(suite, tc);
    tcase_add_checked_fixture(lcs, setup, scene_teardown);
    tcase_set_timeout(lcs, 30);
    tcase_add_test(lcs, a_linear_complementarity_system_from_its_matrices);
    tcase_add_test(lcs, a_relay_system_with_constant_terms);
    tcase_add_test(lcs, a_failure_leaves_the_model_as_it_was);
    tcase_add_test(lcs, memory_may_run_out_anywhere);
    suite_add_tcase(suite, lcs);
    return test_main(suite);
}
