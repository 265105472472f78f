/* test_runaway.c - points that run away look like no answer
 *
 * Where there is none, z may grow until q is lost in the rounding of M z: with M = [1 -1; -1 1]
 * and z = (2^60, 2^60) the sum q + M z is 0 in double precision whatever q is, and q in truth.
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <zeno/avi.h>
#include <zeno/friction.h>
#include <zeno/generic_mechanical.h>
#include <zeno/lcp.h>
#include <zeno/mlcp.h>
#include <zeno/qp.h>
#include <zeno/relay.h>
#include <zeno/rolling_friction.h>
#include <zeno/soclcp.h>

static const double far = 0x1p60;

/* M = g g', g n numbers of size one with an even number of them: M z = 0 at z = far (1, ...) */
static void fill(zn_index n, double M[])
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            M[i + j * n] = (i + j) % 2 ? -1 : 1;
}

/* ---- the error measures ----------------------------------------------------------- */

START_TEST(rows_are_summed_in_twice_the_precision)
{
    double M[4], work[8];
    const double z[] = {far, far}, low[] = {-INFINITY, -INFINITY}, high[] = {INFINITY, INFINITY};
    const double q[] = {-1, -1};
    const unsigned char eq[] = {1, 1};

    fill(2, M);
    stored csc = to_csc(2, M), bsr = to_bsr(2, M);
    const zn_matrix dense = zn_matrix_dense(2, 2, M);
    const zn_matrix *A = _i == 0 ? &dense : _i == 1 ? &csc.m : &bsr.m;
    const zn_lcp lcp = {.n = 2, .M = A, .q = q};
    const zn_mlcp mlcp = {.n = 2, .M = A, .q = q, .eq = eq};
    const zn_relay relay = {2, A, q, low, high};
    const zn_avi avi = {.n = 2, .m = 1, .M = A, .q = q, .H = (double[]){1, 0},
                        .K = (double[]){-1}};
    const zn_qp qp = {.n = 2, .M = A, .q = q};

    /* w = q, its first row below z = far: off by |q|, which is what errors are relative to */
    ck_assert_double_eq(zn_lcp_error(&lcp, z, q, work), 1);
    ck_assert_double_eq(zn_mlcp_error(&mlcp, z, q, work), 1);
    ck_assert_double_eq(zn_relay_error(&relay, z, q, work), 1);
    ck_assert_double_eq(zn_avi_error(&avi, z, (double[]){-1, -1, 0}, work), 1);
    ck_assert_double_eq(zn_qp_error(&qp, z, q, work), 1);
    stored_free(&csc);
    stored_free(&bsr);
}
END_TEST

START_TEST(contacts_and_cones_are_summed_so_too)
{
    double M[36] = {0}, work[12], z[6], q[6];
    const zn_matrix A = zn_matrix_dense(6, 6, M);
    const double mu[] = {2, 2}, mu_r[] = {2, 2}, soft[] = {2, 2};
    const zn_friction friction = {.d = 3, .nc = 2, .M = &A, .q = q, .mu = mu};
    const zn_rolling_friction rolling = {.d = 3, .nc = 2, .M = &A, .q = q, .mu = mu, .mu_r = mu_r};
    const zn_soclcp soclcp = {.n = 6, .M = &A, .q = q, .ncones = 2,
                              .cone = (zn_index[]){0, 3, 6}, .tau = soft};
    const zn_generic generic = {.n = 6, .M = &A, .q = q, .nb = 2,
                                .start = (zn_index[]){0, 3, 6},
                                .kind = (unsigned char[]){ZN_GENERIC_FRICTION_3D,
                                                          ZN_GENERIC_ROLLING_2D},
                                .mu = mu, .mu_r = mu_r};

    fill(6, M);
    for (zn_index i = 0; i < 6; i++) {
        z[i] = far;
        q[i] = -1;
    }
    /* u = q, and z inside the cones, where u must be 0: off by |u + shift|, which is more
     * than |q| */
    ck_assert_double_ge(zn_friction_error(&friction, z, q, work), 1);
    ck_assert_double_ge(zn_rolling_friction_error(&rolling, z, q, work), 1);
    ck_assert_double_ge(zn_soclcp_error(&soclcp, z, q, work), 1);
    ck_assert_double_ge(zn_generic_error(&generic, z, q, work), 0.7);
}
END_TEST

/* With q = (-256, 256) in place of q = (-1, -1) the same sums are 0. */
START_TEST(what_cancels_is_no_error)
{
    double M[4] = {0}, work[8];
    const double z[] = {far + 256, far}, q[] = {-256, 256}, w[] = {0, 0};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_generic p = {.n = 2, .M = &A, .q = q, .nb = 2, .start = (zn_index[]){0, 1, 2},
                          .kind = (unsigned char[]){ZN_GENERIC_EQUALITY, ZN_GENERIC_EQUALITY}};

    fill(2, M);
    ck_assert_double_le(zn_generic_error(&p, z, w, work), 1e-15);
}
END_TEST

/* Rows of a quadratic program, too: A z + b = b = -1 where it must not be negative */
START_TEST(rows_of_programs_are_summed_so_too)
{
    double work[6];
    const double none[4] = {0}, z[] = {far, far}, w[3] = {0};
    const zn_matrix M = zn_matrix_dense(2, 2, none),
                    A = zn_matrix_dense(1, 2, (double[]){1, -1});
    const zn_qp qp = {.n = 2, .M = &M, .q = none, .m = 1, .A = &A, .b = (double[]){-1}};

    ck_assert_double_eq(zn_qp_error(&qp, z, w, work), 1);
}
END_TEST

/* w = (1/4, 1/4) of q = 256 is 1e-3 of it; what z of 2^60 rounds would forgive all */
START_TEST(rounding_is_forgiven_up_to_a_millionth)
{
    double M[4] = {0}, work[8];
    const double z[] = {far + 256, far}, q[] = {-255.75, 256.25}, w[] = {0.25, 0.25, 0};
    const double low[] = {-INFINITY, -INFINITY}, high[] = {INFINITY, INFINITY};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_relay relay = {2, &A, q, low, high};
    const zn_avi avi = {.n = 2, .m = 1, .M = &A, .q = q, .H = (double[]){1, 0},
                        .K = (double[]){-1}};
    const zn_qp qp = {.n = 2, .M = &A, .q = q};

    fill(2, M);
    ck_assert_double_eq(zn_relay_error(&relay, z, w, work), 0.25 / 256.25);
    ck_assert_double_eq(zn_avi_error(&avi, z, w, work), 0.25 / 256.25);
    ck_assert_double_eq(zn_qp_error(&qp, z, w, work), 0.25 / 256.25);
}
END_TEST

/* In the corner z = 0 of two faces that look at each other, weights of 1e8 and more whose terms add up to
 * w = 1/100 but for their rounding. Without one of the faces there might be no answer: 1e-6 of q is all that
 * is forgiven there, and mu is off by all of it. */
START_TEST(weights_that_cancel_are_forgiven_their_rounding)
{
    const double m[] = {1}, q[] = {.01}, H[] = {3, -5}, K[] = {0, 0}, z[] = {0};
    const zn_matrix M = zn_matrix_dense(1, 1, m);
    const zn_avi p = {.n = 1, .m = 2, .M = &M, .q = q, .H = H, .K = K};
    double w[3] = {.01}, work[4];

    w[2] = 1e9 / 7;
    w[1] = (.01 + 5 * w[2]) / 3;
    ck_assert_double_le(zn_avi_error(&p, z, w, work), 1e-15);
    w[1] *= 1 + 1e-12;
    ck_assert_double_ge(zn_avi_error(&p, z, w, work), 1e-3);
}
END_TEST

/* ---- solvers -------------------------------------------------------------------------- */

/* q + row z in twice the precision */
static double exact(zn_index n, const double row[], zn_index step, double q, const double z[])
{
    double hi = q, lo = 0;

    for (zn_index j = 0; j < n; j++) {
        const double p = row[j * step] * z[j], e = fma(row[j * step], z[j], -p);
        const double s = hi + p, b = s - hi;

        lo += ((hi - (s - b)) + (p - b)) + e;
        hi = s;
    }
    return hi + lo;
}

typedef struct drawn {
    zn_index n, m;
    double M[36], q[6], lb[6], ub[6], H[36], K[6];
} drawn;

/* M of low rank, q out of its range as a rule, half of the bounds there, up to 1e11 away */
static void draw_one(rng *r, drawn *d)
{
    double B[36];
    const zn_index n = d->n = (zn_index)integer(r, 2, 6), rank = (zn_index)integer(r, 1, (double)(n - 1));
    const double unit = exp2(integer(r, -20, 19));

    for (zn_index i = 0; i < n * rank; i++)
        B[i] = integer(r, 0, 1) > 0 ? uniform(r, -2, 2) : integer(r, -3, 3);
    for (zn_index i = 0; i < n; i++)
        for (zn_index j = 0; j < n; j++) {
            d->M[i + j * n] = 0;
            for (zn_index k = 0; k < rank; k++)
                d->M[i + j * n] += B[i + k * n] * B[j + k * n];
        }
    for (zn_index i = 0; i < n; i++) {
        d->q[i] = unit * uniform(r, -1, 1);
        d->lb[i] = integer(r, 0, 1) > 0 ? -INFINITY : -pow(10, integer(r, 0, 11));
        d->ub[i] = integer(r, 0, 1) > 0 ? INFINITY : pow(10, integer(r, 0, 11));
    }
    d->lb[0] = -INFINITY;
    d->m = (zn_index)integer(r, 0, (double)n - 1);
    for (zn_index f = 0; f < d->m; f++) {
        d->K[f] = -pow(10, integer(r, 0, 11));
        for (zn_index j = 0; j < n; j++)
            d->H[f + j * d->m] = uniform(r, -1, 1);
    }
}

/* the largest |M z + q - H'mu|, relative to |q| */
static double off_avi(const drawn *d, const double z[], const double mu[])
{
    double worst = 0, size = 0;

    for (zn_index i = 0; i < d->n; i++) {
        double row[12], x[12];

        for (zn_index j = 0; j < d->n; j++) {
            row[j] = d->M[i + j * d->n];
            x[j] = z[j];
        }
        for (zn_index f = 0; f < d->m; f++) {
            row[d->n + f] = -d->H[f + i * d->m];
            x[d->n + f] = mu[f];
        }
        worst = fmax(worst, fabs(exact(d->n + d->m, row, 1, d->q[i], x)));
        size = fmax(size, fabs(d->q[i]));
    }
    return worst / size;
}

/* the largest |max(min(rho (z - lb), w), rho (z - ub))|, relative to |q|; rho: unit of M */
static double off_relay(const drawn *d, const double z[])
{
    double worst = 0, size = 0, most = 0;

    for (zn_index i = 0; i < d->n * d->n; i++)
        most = fmax(most, fabs(d->M[i]));
    for (zn_index i = 0; i < d->n; i++) {
        const double rho = octave(most), w = exact(d->n, d->M + i, d->n, d->q[i], z);

        worst = fmax(worst, fabs(fmax(fmin(rho * (z[i] - d->lb[i]), w), rho * (z[i] - d->ub[i]))));
        size = fmax(size, fabs(d->q[i]));
    }
    return worst / size;
}

START_TEST(what_is_called_solved_is)
{
    static const char *const relays[] = {"auto", "enum", "lemke", "cao-ferris", "newton-min"};
    static const char *const avis[] = {"auto", "cao-ferris", "mlcp"};
    static const char *const qps[] = {"auto", "active-set", "interior-point"};
    zn_ctx *ctx = context();
    rng r = {5};
    int solved = 0;

    for (int k = 0; k < test_rounds(150); k++) {
        drawn d;

        draw_one(&r, &d);
        const zn_matrix A = zn_matrix_dense(d.n, d.n, d.M);
        const zn_relay relay = {d.n, &A, d.q, d.lb, d.ub};
        const zn_avi avi = {.n = d.n, .m = d.m, .M = &A, .q = d.q, .H = d.H, .K = d.K};
        const zn_qp qp = {.n = d.n, .M = &A, .q = d.q, .lb = d.lb, .ub = d.ub};

        for (size_t s = 0; s < sizeof relays / sizeof *relays; s++) {
            double z[6] = {0}, w[6];

            if (run_once(ctx, "relay", relays[s], -1, &relay, z, w, NULL))
                continue;
            solved++;
            ck_assert_msg(off_relay(&d, z) < 3e-6, "relay %s, problem %d: off by %g", relays[s],
                          k, off_relay(&d, z));
        }
        for (size_t s = 0; s < sizeof avis / sizeof *avis; s++) {
            double z[6] = {0}, w[12];

            if (run_once(ctx, "avi", avis[s], -1, &avi, z, w, NULL))
                continue;
            solved++;
            ck_assert_msg(off_avi(&d, z, w + d.n) < 3e-6, "avi %s, problem %d: off by %g", avis[s],
                          k, off_avi(&d, z, w + d.n));
        }
        for (size_t s = 0; s < sizeof qps / sizeof *qps; s++) {
            double z[6] = {0}, w[6];

            if (run_once(ctx, "qp", qps[s], -1, &qp, z, w, NULL))
                continue;
            solved++;
            ck_assert_msg(off_relay(&d, z) < 3e-6, "qp %s, problem %d: off by %g", qps[s], k,
                          off_relay(&d, z));
        }
    }
    ck_assert_int_gt(solved, 2 * test_rounds(150));
    zn_ctx_free(ctx);
}
END_TEST

/* Of what newton-min solves: auto's pivots come first, and end beside answers where bounds are far. */
START_TEST(auto_begins_again_where_pivots_end_beside_an_answer)
{
    zn_ctx *ctx = context();
    rng r = {5};
    int missed = 0, solved = 0;

    for (int k = 0; k < 600; k++) {
        drawn d;
        double z[6] = {0}, w[6], x[6] = {0}, y[6];

        draw_one(&r, &d);
        const zn_matrix A = zn_matrix_dense(d.n, d.n, d.M);
        const zn_relay relay = {d.n, &A, d.q, d.lb, d.ub};

        if (run_once(ctx, "relay", "newton-min", -1, &relay, z, w, NULL))
            continue;
        solved++;
        missed += run_once(ctx, "relay", "auto", -1, &relay, x, y, NULL) != ZN_OK;
    }
    ck_assert_int_gt(solved, 100);
    ck_assert_int_eq(missed, 0);
    zn_ctx_free(ctx);
}
END_TEST

/* Where pivots end beside an answer auto begins again: it has what choices find one by one, else no worse point
 * than pivots have, with its w, and has counted the steps of both. */
START_TEST(who_begins_again_loses_nothing)
{
    zn_ctx *ctx = context();
    rng r = {5};
    int beside = 0;

    for (int k = 0; k < 600; k++) {
        drawn d;
        double z[6] = {0}, w[6], x[6] = {0}, y[6], e[6] = {0}, f[6];
        zn_solve_info first, both;

        draw_one(&r, &d);
        const zn_matrix A = zn_matrix_dense(d.n, d.n, d.M);
        const zn_relay relay = {d.n, &A, d.q, d.lb, d.ub};

        if (!run_once(ctx, "relay", "cao-ferris", -1, &relay, z, w, &first) ||
            first.outcome != ZN_INACCURATE)
            continue;
        beside++;
        if (!run_once(ctx, "relay", "auto", -1, &relay, x, y, &both))
            continue;
        ck_assert_msg(both.error <= first.error, "problem %d: %g after %g", k, both.error,
                      first.error);
        ck_assert_msg(both.iterations > first.iterations, "problem %d: %td of %td steps", k,
                      both.iterations, first.iterations);
        ck_assert_msg(run_once(ctx, "relay", "enum", -1, &relay, e, f, NULL) != ZN_OK,
                      "problem %d has an answer", k);
    }
    ck_assert_int_gt(beside, 50);
    zn_ctx_free(ctx);
}
END_TEST

/* Two contacts of one velocity, W = g g', the second held by mu = 1e6: sweeps end at loads of 1e14, where W r is -q to
 * the last digit of their sums and not of q. auto goes on. */
START_TEST(contacts_that_are_far_out_are_not_the_last_word)
{
    const double g[6] = {2, -2, 0.43666675392431875, 0.39868121288210778, 0, 1}, mu[2] = {10, 1e6};
    const double q[6] = {-1999929.5947248514, 1999927.5947248514, -436651.38210283965,
                         -398667.17825186305, 0, -999964.79736242571};
    double W[36] = {0}, r[6] = {0}, u[6];
    const zn_matrix A = zn_matrix_dense(6, 6, W);
    const zn_friction p = {.d = 3, .nc = 2, .M = &A, .q = q, .mu = mu};
    zn_ctx *ctx = context();

    for (int i = 0; i < 36; i++)
        W[i] = g[i % 6] * g[i / 6];
    ck_assert_msg(!run_once(ctx, "friction", "auto", -1, &p, r, u, NULL), "%s", zn_errmsg(ctx));
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("points that run away");
    TCase *tc = tcase_create("measures"), *all = tcase_create("solvers");

    tcase_add_loop_test(tc, rows_are_summed_in_twice_the_precision, 0, 3);
    tcase_add_test(tc, contacts_and_cones_are_summed_so_too);
    tcase_add_test(tc, what_cancels_is_no_error);
    tcase_add_test(tc, rows_of_programs_are_summed_so_too);
    tcase_add_test(tc, weights_that_cancel_are_forgiven_their_rounding);
    tcase_add_test(tc, rounding_is_forgiven_up_to_a_millionth);
    suite_add_tcase(suite, tc);
    tcase_set_timeout(all, 60);
    tcase_add_test(all, what_is_called_solved_is);
    tcase_add_test(all, auto_begins_again_where_pivots_end_beside_an_answer);
    tcase_add_test(all, who_begins_again_loses_nothing);
    tcase_add_test(all, contacts_that_are_far_out_are_not_the_last_word);
    suite_add_tcase(suite, all);
    return test_main(suite);
}
