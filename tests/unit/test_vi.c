/* test_vi.c - variational inequalities
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

#include <zeno/ncp.h>
#include <zeno/qp.h>
#include <zeno/soclcp.h>

#include "../../solvers/classes/vi/vi.h"

static const char *const all[] = {"auto",       "extragradient", "fixed-point",
                                  "hyperplane", "box-newton",    "path-search"};
enum { NALL = 6, PROJECTIONS = 4 };

/* ---- by hand ---------------------------------------------------------------- */

/* F = z - c, X the unit disk */
static const double c[2] = {3, -4};

static zn_status pull(void *user, const double z[], double out[])
{
    (void)user;
    for (int i = 0; i < 2; i++)
        out[i] = z[i] - c[i];
    return ZN_OK;
}

static zn_status disk(void *user, double x[])
{
    double r = hypot(x[0], x[1]);

    (void)user;
    if (r > 1)
        for (int i = 0; i < 2; i++)
            x[i] /= r;
    return ZN_OK;
}

START_TEST(error_is_the_relative_natural_residual)
{
    /* z = (1, 0), F = (-2, 4); F(P(0)) = (-3, 4): scale and unit 4, z - F / 4 =
     * (1.5, -1), P = that / sqrt(3.25): |z - P| = 1 / sqrt(3.25), times 4, over 4 */
    zn_vi p = {.n = 2, .F = pull, .project = disk};
    double work[4];
    const double z[] = {1, 0}, w[] = {-2, 4};

    ck_assert_double_eq_tol(zn_vi_error(&p, z, w, work), 1 / sqrt(3.25), 1e-15);
    ck_assert_double_eq_tol(zn_vi_error(&p, z, (double[]){-2, 8}, work), 1,
                            1e-15);
    ck_assert(isnan(zn_vi_error(&p, (double[]){NAN, 0}, w, work)));
    ck_assert(isnan(zn_vi_error(&p, z, (double[]){0, NAN}, work)));
}
END_TEST

/* F of a point that is one. */
static zn_status pull_of_numbers(void *user, const double z[], double out[])
{
    ck_assert(!isnan(z[0]) && !isnan(z[1]));
    return pull(user, z, out);
}

START_TEST(F_is_asked_of_numbers_only)
{
    const zn_vi p = {.n = 2, .F = pull_of_numbers, .project = disk};
    double work[4];

    ck_assert(isnan(zn_vi_error(&p, (double[]){NAN, 0}, (double[]){-2, 4}, work)));
    ck_assert(isnan(zn_vi_error(&p, (double[]){0, NAN}, (double[]){NAN, 4}, work)));
}
END_TEST

START_TEST(nearest_point_of_a_disk)
{
    zn_ctx *ctx = context();
    zn_vi p = {.n = 2, .F = pull, .project = disk};

    for (int k = 0; k < PROJECTIONS; k++) {
        static const char *const rules[] = {"armijo", "solodov", "han-sun"};

        for (int rule = 0; rule < 3; rule++) {
            double z[2] = {0.3, 0.1}, w[2];
            zn_solver *s;

            ck_assert_int_eq(zn_solver_new(ctx, "vi", all[k], &s), ZN_OK);
            if (k == 1 || k == 2)
                ck_assert_int_eq(zn_solver_set(s, "rule", rules[rule]), ZN_OK);
            ck_assert_msg(zn_solver_solve(s, &p, z, w, NULL) == ZN_OK, "%s",
                          zn_errmsg(ctx));
            /* error 1e-8 * 4, F strongly monotone with modulus 1 */
            ck_assert_double_eq_tol(z[0], 0.6, 1e-7);
            ck_assert_double_eq_tol(z[1], -0.8, 1e-7);
            ck_assert_double_eq_tol(w[0], -2.4, 1e-7);
            zn_solver_free(s);
        }
    }
    zn_ctx_free(ctx);
}
END_TEST

/* F = (z2, -z1): monotone, nowhere strictly; 0 is the solution */
static zn_status turn(void *user, const double z[], double out[])
{
    (void)user;
    out[0] = z[1];
    out[1] = -z[0];
    return ZN_OK;
}

START_TEST(a_rotation_needs_the_correction_step)
{
    zn_ctx *ctx = context();
    const double lb[] = {-1, -1}, ub[] = {1, 1};
    zn_vi p = {.n = 2, .F = turn, .lb = lb, .ub = ub};
    double z[2] = {0.9, 0.2}, w[2];
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "vi", "extragradient", -1, &p, z, w, &info),
                     ZN_OK);
    ck_assert_double_eq_tol(z[0], 0, 1e-7);
    ck_assert_double_eq_tol(z[1], 0, 1e-7);

    /* the fixed point turns around it, and says so */
    z[0] = 0.9;
    z[1] = 0.2;
    ck_assert_int_eq(run_once(ctx, "vi", "fixed-point", -1, &p, z, w, &info),
                     ZN_UNSOLVED);
    ck_assert(info.outcome == ZN_ITERATION_LIMIT || info.outcome == ZN_STALLED);
    ck_assert_double_gt(info.error, 1e-8);
    ck_assert_int_eq(run_once(ctx, "vi", "auto", -1, &p, z, w, &info), ZN_OK);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- domain, failures, limits ------------------------------------------------ */

/* F = 1 + log z for z > 0, undefined elsewhere: z = 1/e */
static zn_status logarithm(void *user, const double z[], double out[])
{
    (void)user;
    if (!(z[0] > 0))
        return ZN_RETRY;
    out[0] = 1 + log(z[0]);
    return ZN_OK;
}

static zn_status log_slope(void *user, const double z[], double x[])
{
    (void)user;
    x[0] = 1 / z[0];
    return ZN_OK;
}

/* F = sqrt z - 1/2 has no slope at the bound 0, where a step would begin */
static zn_status root(void *user, const double z[], double out[])
{
    (void)user;
    out[0] = sqrt(fmax(z[0], 0)) - 0.5;
    return ZN_OK;
}

static zn_status root_slope(void *user, const double z[], double x[])
{
    (void)user;
    x[0] = 0.5 / sqrt(fmax(z[0], 0));
    return ZN_OK;
}

START_TEST(an_infinite_slope_at_the_start_is_left)
{
    const double lb[] = {0}, ub[] = {4};
    const zn_vi p = {
        .n = 1, .F = root, .jacobian = root_slope, .lb = lb, .ub = ub};
    double z[1] = {0}, w[1];
    zn_ctx *ctx = context();

    ck_assert_msg(!run_once(ctx, "vi", "path-search", -1, &p, z, w, NULL), "%s",
                  zn_errmsg(ctx));
    ck_assert_double_eq_tol(z[0], 0.25, 1e-7); /* F is 1e-8, its slope there 1 */
    zn_ctx_free(ctx);
}
END_TEST

/* Copies of one cone that know of no other one move as it does: as many steps, the same bits. */
START_TEST(copies_of_a_cone_are_projected_as_one)
{
    static const char *const by[] = {"vi-extragradient", "vi-fixed-point"};
    enum { COPIES = 8, n = 3 * COPIES };
    const double m[9] = {2, 0.5, 0, -0.5, 3, 1, 0, 1, 2.5}, q0[] = {-1, 2, -3};
    zn_ctx *ctx = context();

    for (int a = 0; a < 2; a++) {
        double M[n * n] = {0}, q[n], tau[COPIES], z[n] = {0}, w[n], one_z[3] = {0}, one_w[3];
        zn_index cone[COPIES + 1] = {0};
        zn_matrix A = zn_matrix_dense(n, n, M), B = zn_matrix_dense(3, 3, (double *)m);
        const zn_soclcp p = {n, &A, q, COPIES, cone, tau};
        const zn_soclcp alone = {3, &B, q0, 1, (zn_index[]){0, 3}, (double[]){0.5}};
        zn_solve_info many, one;

        for (int k = 0; k < COPIES; k++) {
            tau[k] = 0.5;
            cone[k + 1] = 3 * (k + 1);
            for (int i = 0; i < 9; i++)
                M[3 * k + i % 3 + (3 * k + i / 3) * n] = m[i];
            memcpy(q + 3 * k, q0, sizeof q0);
        }
        ck_assert_msg(!run_once(ctx, "soclcp", by[a], 1e-10, &p, z, w, &many), "%s: %s",
                      by[a], zn_errmsg(ctx));
        ck_assert(!run_once(ctx, "soclcp", by[a], 1e-10, &alone, one_z, one_w, &one));
        ck_assert_int_eq(many.iterations, one.iterations);
        for (int k = 0; k < COPIES; k++)
            for (int i = 0; i < 3; i++)
                ck_assert_double_eq_tol(z[3 * k + i], one_z[i], 1e-14);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(steps_that_leave_the_domain_are_shortened)
{
    zn_ctx *ctx = context();
    const double lb[] = {0};
    zn_vi p = {.n = 1, .F = logarithm, .lb = lb, .jacobian = log_slope};

    for (int k = 0; k < NALL; k++) {
        double z[1] = {20}, w[1];

        ck_assert_msg(run_once(ctx, "vi", all[k], 1e-9, &p, z, w, NULL) ==
                          ZN_OK,
                      "%s: %s", all[k], zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], exp(-1), 1e-8);
        z[0] = 0;
        ck_assert_int_eq(run_once(ctx, "vi", all[k], -1, &p, z, w, NULL),
                         ZN_EDOM);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* F has no value below the set: a start there is brought to it first. */
START_TEST(a_start_outside_is_brought_to_the_set)
{
    zn_ctx *ctx = context();
    const double lb[] = {0.125};
    zn_vi p = {.n = 1, .F = logarithm, .lb = lb, .jacobian = log_slope};

    for (int k = 0; k < NALL; k++) {
        double z[1] = {-1}, w[1];

        ck_assert_msg(!run_once(ctx, "vi", all[k], 1e-9, &p, z, w, NULL), "%s: %s", all[k],
                      zn_errmsg(ctx));
        ck_assert_double_eq_tol(z[0], exp(-1), 1e-8);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- functions that fail once ------------------------------------------------ */

/* which is asked: F, the Jacobian or the projection; how often it was, when it fails */
static struct {
    int which, asked, fails;
} once;

static zn_status ask(int which)
{
    return which == once.which && ++once.asked == once.fails ? ZN_EUSER : ZN_OK;
}

/* F = (z1 + z1^3 + z2 - 1, z2 + z2^3 - z1 + 1/2) */
static zn_status once_F(void *user, const double z[], double out[])
{
    (void)user;
    out[0] = z[0] + z[0] * z[0] * z[0] + z[1] - 1;
    out[1] = z[1] + z[1] * z[1] * z[1] - z[0] + 0.5;
    return ask(0);
}

static zn_status once_J(void *user, const double z[], double x[])
{
    (void)user;
    x[0] = 1 + 3 * z[0] * z[0];
    x[1] = -1;
    x[2] = 1;
    x[3] = 1 + 3 * z[1] * z[1];
    return ask(1);
}

static zn_status once_disk(void *user, double x[])
{
    disk(user, x);
    return ask(2);
}

/* Whoever asks, also an error measure, which has no status: the solve fails with that of the function. */
START_TEST(what_fails_once_ends_the_solve)
{
    const double q[] = {-3, 4};
    const zn_matrix M = zn_matrix_dense(2, 2, (double[]){2, 0, 0, 1});
    const zn_vi box = {.n = 2, .F = once_F, .jacobian = once_J, .lb = (double[]){-1, 0}};
    const zn_vi round = {.n = 2, .F = once_F, .jacobian = once_J, .project = once_disk};
    const zn_ncp pairs = {.n = 2, .F = once_F, .jacobian = once_J};
    const zn_qp square = {.n = 2, .M = &M, .q = q, .m = 2, .project = once_disk};
    const struct {
        const char *class, *solvers[8];
        const void *p;
    } all_of[] = {
        {"vi", {"auto", "extragradient", "fixed-point", "hyperplane", "box-newton", "path-search"}, &box},
        {"vi", {"auto", "extragradient", "fixed-point", "hyperplane"}, &round},
        {"ncp", {"auto", "newton-fb", "newton-min", "path-search"}, &pairs},
        {"qp", {"auto", "admm", "projected-gradient"}, &square},
    };
    zn_ctx *ctx = context();
    int failed = 0;

    for (size_t k = 0; k < sizeof all_of / sizeof *all_of; k++)
        for (int i = 0; all_of[k].solvers[i]; i++)
            for (once.which = 0; once.which < 3; once.which++) {
                const char *name = all_of[k].solvers[i];
                bool reached = true;

                for (once.fails = 1; reached; once.fails++) {
                    double z[4] = {0.3, 0.2}, w[4];
                    zn_solve_info info;
                    zn_status st;

                    once.asked = 0;
                    st = run_once(ctx, all_of[k].class, name, -1, all_of[k].p, z, w, &info);
                    reached = once.asked >= once.fails;
                    ck_assert_msg(st == (reached ? ZN_EUSER : ZN_OK), "%s %s, %d fails at %d: %s",
                                  all_of[k].class, name, once.which, once.fails, zn_errmsg(ctx));
                    ck_assert(!st || (isnan(info.error) && info.outcome != ZN_SOLVED));
                    failed += reached;
                }
            }
    ck_assert_int_gt(failed, 300);
    zn_ctx_free(ctx);
}
END_TEST

static zn_status failing(void *user, const double z[], double out[])
{
    (void)user;
    memcpy(out, z, 2 * sizeof *out);
    return ZN_EUSER;
}

/* a solver, and a problem of a broken function that is measured and solved with it */
typedef struct other {
    zn_solver *s;
    zn_vi p;
} other;

static zn_status asks(void *user, const double z[], double out[])
{
    other *o = user;
    double x[2] = {1, 1}, w[2] = {0}, work[4];

    ck_assert(isnan(zn_vi_error(&o->p, x, w, work)));
    ck_assert_int_eq(zn_solver_solve(o->s, &o->p, x, w, NULL), ZN_EUSER);
    return pull(NULL, z, out);
}

/* What failed before, or in another solve that F asks for, is no failure of this one. */
START_TEST(failures_of_others_do_not_count)
{
    zn_ctx *ctx = context();
    double z[2] = {0}, w[2] = {0}, work[4];
    other o = {.p = {.n = 2, .F = failing, .project = disk}};
    const zn_vi p = {.n = 2, .F = asks, .project = disk, .user = &o};

    ck_assert(isnan(zn_vi_error(&o.p, z, w, work)));
    ck_assert_int_eq(zn_solver_new(ctx, "vi", "extragradient", &o.s), ZN_OK);
    for (int k = 0; k < PROJECTIONS; k++)
        ck_assert_msg(run_once(ctx, "vi", all[k], -1, &p, z, w, NULL) == ZN_OK, "%s", zn_errmsg(ctx));
    ck_assert_double_eq_tol(z[0], 0.6, 1e-7);
    zn_solver_free(o.s);
    zn_ctx_free(ctx);
}
END_TEST

static zn_status broken(void *user, const double z[], double out[])
{
    (void)user;
    (void)z;
    (void)out;
    return ZN_EUSER;
}

static zn_status one(void *user, const double z[], double out[])
{
    (void)user;
    (void)z;
    out[0] = 1;
    return ZN_OK;
}

static zn_status pull_away(void *user, const double z[], double out[])
{
    (void)user;
    (void)z;
    out[0] = -1;
    return ZN_OK;
}

static zn_status half_line(void *user, double x[])
{
    (void)user;
    if (x[0] < 0)
        x[0] = 0;
    return ZN_OK;
}

START_TEST(running_away_is_not_solving)
{
    /* F = -1 on z >= 0: z - F rounds to z when z is huge */
    zn_ctx *ctx = context();
    zn_vi p = {.n = 1, .F = pull_away, .project = half_line};
    zn_solve_info info;
    double w[1] = {-1}, huge[1] = {1e20}, work[2];

    ck_assert_double_eq(zn_vi_error(&p, huge, w, work), 1);
    for (int k = 0; k < PROJECTIONS; k++) {
        double z[1] = {0};

        ck_assert_int_eq(run_once(ctx, "vi", all[k], -1, &p, z, w, &info),
                         ZN_UNSOLVED);
        ck_assert_double_eq(info.error, 1);
    }
    zn_ctx_free(ctx);
}
END_TEST

static bool stop_soon(void *user, zn_index iteration, double error)
{
    (void)user;
    (void)error;
    return iteration >= 3;
}

START_TEST(failure_is_told)
{
    zn_ctx *ctx = context();
    zn_vi bad = {.n = 1, .F = broken}, none = {.n = 1, .F = one};
    const double lb[] = {1}, ub[] = {0};
    zn_vi empty = {.n = 1, .F = one, .lb = lb, .ub = ub};
    double z[1] = {0}, w[1];
    zn_solve_info info;
    zn_solver *s;

    for (int k = 0; k < PROJECTIONS; k++) {
        ck_assert_int_eq(run_once(ctx, "vi", all[k], -1, &bad, z, w, NULL),
                         ZN_EUSER);
        /* F = 1 on the line: no solution, the error is 1 everywhere */
        ck_assert_int_eq(run_once(ctx, "vi", all[k], -1, &none, z, w, &info),
                         ZN_UNSOLVED);
        ck_assert_double_eq(info.error, 1);
        ck_assert_int_eq(run_once(ctx, "vi", all[k], -1, &empty, z, w, NULL),
                         ZN_EINVAL);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "[1, 0] is empty"));

        ck_assert_int_eq(zn_solver_new(ctx, "vi", all[k], &s), ZN_OK);
        zn_solver_set_callback(s, stop_soon, NULL);
        ck_assert_int_eq(zn_solver_solve(s, &none, z, w, &info), ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, ZN_INTERRUPTED);
        ck_assert_int_le(info.iterations, 4);
        zn_solver_free(s);
    }
    ck_assert_int_eq(run_once(ctx, "vi", "box-newton", -1, &none, z, w, NULL),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "no Jacobian"));
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_wrong_jacobian_pattern_is_refused)
{
    zn_ctx *ctx = context();
    const zn_index cp[] = {0, 2, 3}, up[] = {1, 0, 1}, far[] = {0, 2, 1};
    zn_matrix J = {.storage = ZN_CSC, .rows = 2, .cols = 2, .p = cp, .i = up};
    zn_vi p = {.n = 2, .F = pull, .jacobian = bent_J, .J = &J};
    double z[2] = {0, 0}, w[2];

    ck_assert_int_eq(run_once(ctx, "vi", "auto", -1, &p, z, w, NULL),
                     ZN_EINVAL);
    J.i = far;
    ck_assert_int_eq(run_once(ctx, "vi", "auto", -1, &p, z, w, NULL),
                     ZN_EINVAL);
    J.rows = 3;
    ck_assert_int_eq(run_once(ctx, "vi", "auto", -1, &p, z, w, NULL),
                     ZN_EINVAL);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- derivatives -------------------------------------------------------------- */

START_TEST(fischer_burmeister_derivatives_are_differences)
{
    /* one row per kind of bounds; kinks are where two arguments vanish */
    enum { n = 4 };
    const double inf = INFINITY, eps = 1e-6;
    const double lo[n] = {-0.5, -0.5, -inf, -inf}, hi[n] = {0.7, inf, 0.7, inf};
    double s[n] = {1, 1, 1, 1};
    zni_box b = {.n = n, .lo = lo, .hi = hi};
    rng r = {7};

    for (int trial = 0; trial < 200; trial++) {
        double z[n], w[n], phi[n], dz[n], dw[n], up[n], down[n];

        for (int i = 0; i < n; i++) {
            z[i] = uniform(&r, -1.5, 1.5);
            w[i] = uniform(&r, -1.5, 1.5);
        }
        zni_box_phi(s, &b, z, w, phi, dz, dw);
        for (int i = 0; i < n; i++) {
            double *x[] = {&z[i], &w[i]}, want[] = {dz[i], dw[i]};

            if (fabs(w[i]) < 0.01)
                continue; /* a kink may be near */
            for (int side = 0; side < 2; side++) {
                double at = *x[side];

                *x[side] = at + eps;
                zni_box_phi(s, &b, z, w, up, NULL, NULL);
                *x[side] = at - eps;
                zni_box_phi(s, &b, z, w, down, NULL, NULL);
                *x[side] = at;
                /* second derivatives < 1/0.01: error eps^2 * 1e4 */
                ck_assert_double_eq_tol((up[i] - down[i]) / (2 * eps),
                                        want[side], 1e-7);
            }
        }
    }
}
END_TEST

START_TEST(memory_is_reserved_and_may_fail)
{
    enum { n = 6 };
    rng r = {3};
    double *M = random_matrix(&r, P_SKEW, n), q[n], want[n], lb[n];
    stored csc = to_csc(n, M);
    bent b = {n, M, q, 1, NULL, 0};
    zn_vi p = {.n = n, .F = bent_F, .user = &b, .lb = lb, .jacobian = bent_J};
    subject t = {"vi", ZN_KIND_VI_SOLVER, &p, n, n, n * n};

    for (zn_index i = 0; i < n; i++)
        lb[i] = 0;
    plant_bent(&r, n, M, 1, lb, NULL, want, q);
    check_memory(&t);
    b.pattern = p.J = &csc.m;
    check_memory(&t);
    stored_free(&csc);
    free(M);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("vi");
    TCase *tc = tcase_create("vi");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, error_is_the_relative_natural_residual);
    tcase_add_test(tc, F_is_asked_of_numbers_only);
    tcase_add_test(tc, nearest_point_of_a_disk);
    tcase_add_test(tc, a_rotation_needs_the_correction_step);
    tcase_add_test(tc, an_infinite_slope_at_the_start_is_left);
    tcase_add_test(tc, steps_that_leave_the_domain_are_shortened);
    tcase_add_test(tc, a_start_outside_is_brought_to_the_set);
    tcase_add_test(tc, copies_of_a_cone_are_projected_as_one);
    tcase_add_test(tc, failure_is_told);
    tcase_add_test(tc, what_fails_once_ends_the_solve);
    tcase_add_test(tc, failures_of_others_do_not_count);
    tcase_add_test(tc, running_away_is_not_solving);
    tcase_add_test(tc, a_wrong_jacobian_pattern_is_refused);
    tcase_add_test(tc, fischer_burmeister_derivatives_are_differences);
    tcase_add_test(tc, memory_is_reserved_and_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
