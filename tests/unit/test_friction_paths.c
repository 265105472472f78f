/* test_friction_paths.c - fixed points of friction and their limits, by hand
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

/* ---- fixed points ------------------------------------------------------------------ */

typedef struct setting {
    const char *option, *value;
} setting;

static zn_status run(zn_ctx *ctx, const char *name, double tol,
                     const setting set[], const zn_friction *p, double z[],
                     double w[], zn_solve_info *info)
{
    zn_solver *s;
    zn_status st;

    ck_assert_msg(zn_solver_new(ctx, "friction", name, &s) == ZN_OK, "%s",
                  zn_errmsg(ctx));
    ck_assert_int_eq(zn_solver_set_real(s, "tol", tol), ZN_OK);
    for (; set && set->option; set++)
        ck_assert_msg(zn_solver_set(s, set->option, set->value) == ZN_OK, "%s",
                      zn_errmsg(ctx));
    st = zn_solver_solve(s, p, z, w, info);
    zn_solver_free(s);
    return st;
}

START_TEST(loads_and_tangents_apart_take_one_turn)
{
    /* W = diag(2, 1, 1), q = (-4, 3, 4), mu = 1/2: r_N = 2, then r_T on the disk
     * of radius 1 against (3, 4); u_T = (2.4, 3.2) */
    const double M[] = {2, 0, 0, 0, 1, 0, 0, 0, 1}, q[] = {-4, 3, 4};
    const double mu[] = {0.5};
    zn_matrix A = zn_matrix_dense(3, 3, M);
    zn_friction p = {3, 1, &A, q, mu};
    zn_ctx *ctx = context();
    double z[3] = {0}, w[3];
    zn_solve_info info;

    ck_assert_msg(run(ctx, "panagiotopoulos", 1e-12, NULL, &p, z, w, &info) ==
                      ZN_OK,
                  "%s", zn_errmsg(ctx));
    ck_assert_int_eq(info.iterations, 1);
    ck_assert_double_eq_tol(z[0], 2, 1e-14);
    ck_assert_double_eq_tol(z[1], -0.6, 1e-14);
    ck_assert_double_eq_tol(z[2], -0.8, 1e-14);
    ck_assert_double_eq_tol(w[1], 2.4, 1e-14);
    ck_assert_double_eq_tol(w[2], 3.2, 1e-14);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(turns_that_go_in_circles_are_said)
{
    /* W = [1 -2; -2 5], q = (-3, 10), mu = 1: it slides with r = (1, -1). With
     * r_T = -r_N held the next load is 3 - 2 r_N: away from 1, until r_T is
     * inside the disk, and again */
    const double M[] = {1, -2, -2, 5}, q[] = {-3, 10}, mu[] = {1};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_friction p = {2, 1, &A, q, mu};
    zn_ctx *ctx = context();
    double z[2] = {0}, w[2];
    zn_solve_info info;

    ck_assert_int_eq(run(ctx, "panagiotopoulos", 1e-10, NULL, &p, z, w, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
    ck_assert_double_gt(info.error, 1e-10);
    /* from the solution itself it has nothing to do */
    z[0] = 1;
    z[1] = -1;
    ck_assert_int_eq(run(ctx, "panagiotopoulos", 1e-10, NULL, &p, z, w, &info),
                     ZN_OK);
    ck_assert_int_eq(info.iterations, 0);
    z[0] = z[1] = 0;
    ck_assert_int_eq(run(ctx, "auto", 1e-10, NULL, &p, z, w, &info), ZN_OK);
    ck_assert_double_eq_tol(z[0], 1, 1e-8);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(no_loads_of_one_r_T_prove_nothing)
{
    /* W = [0 -1; 1 1], q = (-1.5, 0), mu = 1/2: r_T = 0 has no load, r = (3, -1.5) slides with u_T = 1.5 */
    const double M[] = {0, 1, -1, 1}, q[] = {-1.5, 0}, mu[] = {0.5};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_friction p = {2, 1, &A, q, mu};
    zn_ctx *ctx = context();
    double z[2] = {3, -1.5}, w[2];
    zn_solve_info info;

    ck_assert_int_eq(run(ctx, "panagiotopoulos", 1e-10, NULL, &p, z, w, &info), ZN_OK);
    z[0] = z[1] = 0;
    ck_assert_int_eq(run(ctx, "panagiotopoulos", 1e-10, NULL, &p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_STALLED);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(the_convexified_problem_alone)
{
    /* W = I, mu = 1/2, q = (-1, 2). s = 0: r = P_K(-q) = P_K(1, -2) = (a, -a/2)
     * with a = (1 + 2/2) / 1.25 = 1.6; u = (0.6, 1.2), the sliding contact
     * opens. Friction: r = (1, -1/2), u = (0, 3/2). */
    const double M[] = {1, 0, 0, 1}, mu[] = {0.5};
    double q[] = {-1, 2};
    const setting once[] = {{"outer", "1"}, {NULL, NULL}};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_friction p = {2, 1, &A, q, mu};
    zn_ctx *ctx = context();
    double z[2] = {0}, w[2];
    zn_solve_info info;

    ck_assert_int_eq(run(ctx, "soclcp", 1e-10, once, &p, z, w, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INACCURATE);
    ck_assert_double_eq_tol(z[0], 1.6, 1e-9);
    ck_assert_double_eq_tol(z[1], -0.8, 1e-9);
    ck_assert_double_eq_tol(w[0], 0.6, 1e-9);
    ck_assert_int_eq(run(ctx, "soclcp", 1e-10, NULL, &p, z, w, &info), ZN_OK);
    ck_assert_double_eq_tol(z[0], 1, 1e-9);
    ck_assert_double_eq_tol(z[1], -0.5, 1e-9);
    /* where nothing slides it is friction: r = -q */
    q[1] = 0.2;
    z[0] = z[1] = 0;
    ck_assert_int_eq(run(ctx, "soclcp", 1e-10, once, &p, z, w, &info), ZN_OK);
    ck_assert_double_eq_tol(z[0], 1, 1e-9);
    ck_assert_double_eq_tol(z[1], -0.2, 1e-9);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(contacts_with_and_without_friction_on_cones)
{
    /* two contacts, the second without friction: a cone of one row. Loads
     * coupled by 1: 2 x + y = 3, x + 2 y = 3 so x = y = 1; the first slides,
     * r_T = -1/4, its u_T = 2 - 1/4 */
    const double mu[] = {0.25, 0}, q[] = {-3, 2, -3, 5};
    const char *const inner[] = {"auto", "newton-fb", "nsgs",
                                 "vi-extragradient"};
    zn_ctx *ctx = context();
    contacts c;

    contacts_new(&c, 2, 2);
    c.p.M = &c.A;
    c.M[0] = c.M[10] = 2;
    c.M[5] = c.M[15] = 1;
    c.M[2] = c.M[8] = 1;
    c.p.q = q;
    c.p.mu = mu;
    for (int k = 0; k < 4; k++) {
        const setting set[] = {{"solver", inner[k]}, {NULL, NULL}};
        double z[4] = {0}, w[4];

        ck_assert_msg(run(ctx, "soclcp", 1e-10, set, &c.p, z, w, NULL) == ZN_OK,
                      "%s: %s", inner[k], zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], 1, 1e-9);
        ck_assert_double_eq_tol(z[1], -0.25, 1e-9);
        ck_assert_double_eq_tol(z[2], 1, 1e-9);
        ck_assert_double_eq(z[3], 0);
        ck_assert_double_eq_tol(w[1], 1.75, 1e-9);
        ck_assert_double_eq_tol(w[3], 5, 1e-9);
    }
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(an_unknown_solver_of_cones_is_an_error)
{
    const setting set[] = {{"solver", "lemon"}, {NULL, NULL}};
    const double M[] = {1, 0, 0, 1}, q[] = {-1, 2}, mu[] = {0.5};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_friction p = {2, 1, &A, q, mu};
    zn_ctx *ctx = context();
    double z[2] = {0}, w[2];

    ck_assert_int_eq(run(ctx, "soclcp", 1e-8, set, &p, z, w, NULL), ZN_ENOENT);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "lemon"));
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(one_step_of_de_saxce)
{
    /* W = I, ||W|| = 1, q = (-1, 2), mu = 1/2: F(0) = (-1 + 1, 2), so
     * r = P_K(0, -2) = (a, -a/2), a = (0 + 1) / 1.25 = 0.8 */
    const double M[] = {1, 0, 0, 1}, q[] = {-1, 2}, mu[] = {0.5};
    const setting one[] = {{"max_iter", "1"}, {NULL, NULL}};
    const setting adapt[] = {{"step", "adaptive"}, {NULL, NULL}};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_friction p = {2, 1, &A, q, mu};
    zn_ctx *ctx = context();
    double z[2] = {0}, w[2], y[2] = {0};
    zn_solve_info info, other;

    ck_assert_int_eq(run(ctx, "desaxce", 1e-10, one, &p, z, w, &info),
                     ZN_UNSOLVED);
    ck_assert_double_eq_tol(z[0], 0.8, 1e-15);
    ck_assert_double_eq_tol(z[1], -0.4, 1e-15);
    z[0] = z[1] = 0;
    ck_assert_int_eq(run(ctx, "desaxce", 1e-10, NULL, &p, z, w, &info), ZN_OK);
    ck_assert_double_eq_tol(z[0], 1, 1e-9);
    ck_assert_double_eq_tol(z[1], -0.5, 1e-9);
    /* with an adaptive step it is the fixed point of the inequality */
    z[0] = z[1] = 0;
    ck_assert_int_eq(run(ctx, "desaxce", 1e-10, adapt, &p, z, w, &info), ZN_OK);
    ck_assert_int_eq(run(ctx, "vi-fixed-point", 1e-10, NULL, &p, y, w, &other),
                     ZN_OK);
    ck_assert_int_eq(info.iterations, other.iterations);
    ck_assert(z[0] == y[0] && z[1] == y[1]);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_step_too_long_is_said_and_an_adaptive_one_shortened)
{
    /* stick with W = I: r <- r - 3 (r + q) moves away from -q by factors of -2 */
    const double M[] = {1, 0, 0, 1}, q[] = {-1, 0.1}, mu[] = {0.9};
    const setting fixed[] = {{"rho", "3"}, {"max_iter", "200"}, {NULL, NULL}};
    const setting adapt[] = {{"rho", "3"}, {"step", "adaptive"}, {NULL, NULL}};
    zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_friction p = {2, 1, &A, q, mu};
    zn_ctx *ctx = context();
    double z[2] = {0}, w[2];
    zn_solve_info info;

    ck_assert_int_eq(run(ctx, "desaxce", 1e-10, fixed, &p, z, w, &info),
                     ZN_UNSOLVED);
    ck_assert(isfinite(z[0]) && isfinite(w[0]));
    z[0] = z[1] = 0;
    ck_assert_int_eq(run(ctx, "desaxce", 1e-10, adapt, &p, z, w, &info), ZN_OK);
    ck_assert_double_eq_tol(z[0], 1, 1e-9);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(loads_and_tangents_of_other_sizes_are_scaled_apart)
{
    /* a long thin body: W_TT is 1e4 W_NN. Both choices of rho end at the solution;
     * slip, W_NT = 0: r_N = 1 / 2, r_T = -mu r_N (0.6, 0.8), u_T = q_T - 2e4 (0.12, 0.16) */
    const double M[] = {2, 0, 0, 0, 2e4, 0, 0, 0, 2e4}, mu[] = {0.4};
    const double q[] = {-1, 6e4, 8e4};
    zn_matrix A = zn_matrix_dense(3, 3, M);
    zn_friction p = {3, 1, &A, q, mu};
    const char *const rho[] = {"block", "split"};
    const char *const variant[] = {"alart-curnier", "jean-moreau"};
    zn_ctx *ctx = context();

    for (int k = 0; k < 4; k++) {
        const setting set[] = {
            {"rho", rho[k % 2]}, {"variant", variant[k / 2]}, {NULL, NULL}};
        double z[3] = {0}, w[3];

        ck_assert_msg(run(ctx, "newton-ac", 1e-12, set, &p, z, w, NULL) ==
                          ZN_OK,
                      "%s, %s: %s", rho[k % 2], variant[k / 2], zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], 0.5, 1e-6);
        ck_assert_double_eq_tol(z[1], -0.12, 1e-6);
        ck_assert_double_eq_tol(z[2], -0.16, 1e-6);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- all: stopped from outside ------------------------------------------------------ */

typedef struct history {
    int calls, most;
    double last;
} history;

static bool note(void *user, zn_index iteration, double error)
{
    history *h = user;

    (void)iteration;
    h->last = error;
    return ++h->calls >= h->most;
}

START_TEST(a_callback_stops_what_is_inside)
{
    /* redundant contacts, 1e-15 out of reach: each method runs until it is told
     * to stop, then asks no more, whatever solvers it is made of */
    static const int after[] = {1, 3, 40};
    rng g = {23};
    contacts c;
    zn_ctx *ctx = context();
    const zn_type *t;
    int stopped = 0;

    printf("seed 23\n");
    contacts_random(&c, &g, 2, 6, 2, 0.4, 0.9);
    c.p.M = &c.A;
    for (zn_index k = 0; (t = zn_type_at(ctx, ZN_KIND_FRICTION_SOLVER, k));
         k++) {
        for (int a = 0; a < 3; a++) {
            double z[12] = {0}, w[12];
            history h = {.most = after[a]};
            zn_solve_info info;
            zn_solver *s;
            zn_status st;

            ck_assert_int_eq(zn_solver_new(ctx, "friction", t->name, &s),
                             ZN_OK);
            ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-17), ZN_OK);
            zn_solver_set_callback(s, note, &h);
            st = zn_solver_solve(s, &c.p, z, w, &info);
            ck_assert_msg(st >= 0, "%s: %s", t->name, zn_errmsg(ctx));
            ck_assert_msg(h.calls <= h.most, "%s: %d calls", t->name, h.calls);
            /* who needed less has ended by itself */
            ck_assert_msg(h.calls < h.most || info.outcome == ZN_INTERRUPTED,
                          "%s after %d: %s", t->name, h.calls,
                          zn_outcome_name(info.outcome));
            ck_assert_msg(!isnan(h.last), "%s", t->name);
            stopped += info.outcome == ZN_INTERRUPTED;
            zn_solver_free(s);
        }
    }
    ck_assert_int_ge(stopped, 40);
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, paths");
    TCase *tc = tcase_create("paths");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, loads_and_tangents_apart_take_one_turn);
    tcase_add_test(tc, turns_that_go_in_circles_are_said);
    tcase_add_test(tc, no_loads_of_one_r_T_prove_nothing);
    tcase_add_test(tc, the_convexified_problem_alone);
    tcase_add_test(tc, contacts_with_and_without_friction_on_cones);
    tcase_add_test(tc, an_unknown_solver_of_cones_is_an_error);
    tcase_add_test(tc, one_step_of_de_saxce);
    tcase_add_test(tc, a_step_too_long_is_said_and_an_adaptive_one_shortened);
    tcase_add_test(tc, loads_and_tangents_of_other_sizes_are_scaled_apart);
    tcase_add_test(tc, a_callback_stops_what_is_inside);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
