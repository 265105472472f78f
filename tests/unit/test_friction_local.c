/* test_friction_local.c - one contact by each local method, and its disk
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

#include "solvers/contact/contact.h"

static const zni_local methods[] = {ZNI_EXACT, ZNI_NEWTON, ZNI_PROJECTION,
                                    ZNI_CYLINDER, ZNI_STATES};
enum { METHODS = sizeof methods / sizeof methods[0] };

START_TEST(each_local_method_finds_stick_slip_and_take_off)
{
    /* the block of the notes; the last two problems: stick of r = -W^-1 q, slip */
    const double W[] = {2, .5, -.3, .5, 1.5, .2, -.3, .2, 1};
    const struct {
        double q[3], mu, r[3];
    } cases[] = {
        {{0.5, 3, 1}, 0.5, {0, 0, 0}},
        {{-1, 3, 1}, 0, {0.5, 0, 0}},
        {{-1, 0.1, 0.05},
         0.9,
         {6.014141414141e-01, -2.923232323232e-01, 1.888888888889e-01}},
        {{-1, 1, -0.5},
         0.5,
         {5.853241494360e-01, -2.503118156337e-01, 1.516413035173e-01}},
    };
    zni_contact c;

    for (int m = 0; m < METHODS; m++) {
        for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
            double r[3] = {0};

            zni_contact_set(&c, 3, cases[k].mu, W);
            zni_contact_local(methods[m], 500, &c, 3, cases[k].q, r);
            for (int i = 0; i < 3; i++)
                ck_assert_msg(fabs(r[i] - cases[k].r[i]) <= 1e-11,
                              "method %d, case %zu: r(%d) = %.15g", m, k, i,
                              r[i]);
        }
    }
    /* plane: stick, slip to -, slip to +, by the formulas of one row */
    const double M[] = {2, 0.5, 0.5, 1};
    const struct {
        double q[2], mu, r[2];
    } plane[] = {
        {{-1, 0.1}, 0.9, {1.05 / 1.75, -0.7 / 1.75}},
        {{-1, 2}, 0.3, {1 / 1.85, -0.3 / 1.85}},
        {{-1, -2}, 0.3, {1 / 2.15, 0.3 / 2.15}},
        {{0.2, 3}, 0.3, {0, 0}},
    };

    for (int m = 0; m < METHODS; m++) {
        for (size_t k = 0; k < sizeof plane / sizeof plane[0]; k++) {
            double r[2] = {0};

            zni_contact_set(&c, 2, plane[k].mu, M);
            zni_contact_local(methods[m], 500, &c, 2, plane[k].q, r);
            for (int i = 0; i < 2; i++)
                ck_assert_msg(fabs(r[i] - plane[k].r[i]) <= 1e-11,
                              "method %d, plane %zu: r(%d) = %.15g", m, k, i,
                              r[i]);
        }
    }
}
END_TEST

/* a contact with a positive definite block, pressed together */
static void random_contact(rng *g, double most, zni_contact *c, double M[9],
                           double q[3])
{
    double H[9];

    for (int i = 0; i < 9; i++)
        H[i] = uniform(g, -1, 1);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            M[i + 3 * j] = i == j ? 0.05 : 0;
            for (int l = 0; l < 3; l++)
                M[i + 3 * j] += H[i + 3 * l] * H[j + 3 * l];
        }
    for (int i = 0; i < 3; i++)
        q[i] = uniform(g, i ? -2 : -1, i ? 2 : -0.1);
    zni_contact_set(c, 3, uniform(g, 0.1, most), M);
}

START_TEST(every_state_is_as_good_as_the_quartic)
{
    rng g = {19};
    int slips = 0;

    printf("seed 19\n");
    for (int k = 0; k < 300; k++) {
        double M[9], q[3], r[3] = {0}, s[3] = {0};
        zni_contact c;

        random_contact(&g, 1, &c, M, q);
        ck_assert(zni_contact_solve(&c, 3, q, r));
        zni_contact_local(ZNI_STATES, 1, &c, 3, q, s);
        ck_assert_msg(zni_contact_error(&c, 3, q, s) <= 1e-12,
                      "problem %d: error %g", k,
                      zni_contact_error(&c, 3, q, s));
        slips += hypot(r[1], r[2]) > c.mu * r[0] * (1 - 1e-9);
        for (int i = 0; i < 3; i++)
            ck_assert_double_eq_tol(r[i], s[i], 1e-8);
    }
    ck_assert_int_ge(slips, 100);
}
END_TEST

/* By itself, with nobody to help where it finds no root: contacts at random, and such that no direction is
 * preferred, M = diag(2, 3, 3), whose r_T = -mu r_N q_T / |q_T| is known. */
START_TEST(the_quartic_needs_no_other_method)
{
    rng g = {23};

    for (int k = 0; k < 1000; k++) {
        double M[9], q[3], r[3] = {0};
        zni_contact c;

        random_contact(&g, 1, &c, M, q);
        if (q[0] >= 0)
            continue;
        ck_assert(zni_contact_quartic(&c, q, r));
        ck_assert_msg(zni_contact_error(&c, 3, q, r) <= 1e-13, "problem %d: error %g", k,
                      zni_contact_error(&c, 3, q, r));
    }
    for (int k = 0; k < 100; k++) {
        const double M[9] = {2, 0, 0, 0, 3, 0, 0, 0, 3}, angle = 0.0628 * k;
        const double q[3] = {-2, 5 * cos(angle), 5 * sin(angle)};
        double r[3] = {0};
        zni_contact c;

        zni_contact_set(&c, 3, 0.5, M);
        ck_assert(zni_contact_quartic(&c, q, r));
        ck_assert_double_eq_tol(r[0], 1, 1e-15);
        ck_assert_double_eq_tol(r[1], -0.5 * cos(angle), 1e-15);
        ck_assert_double_eq_tol(r[2], -0.5 * sin(angle), 1e-15);
    }
}
END_TEST

/* How much Coulomb's law is missed: r in the cone of mu, u + mu |u_T| n in its
 * dual, one against the other. Numbers here are of size 1. */
static double missed(const double M[9], double mu, const double q[3],
                     const double r[3])
{
    double u[3], lift, most;

    for (int i = 0; i < 3; i++)
        u[i] = q[i] + M[i] * r[0] + M[i + 3] * r[1] + M[i + 6] * r[2];
    lift = u[0] + mu * hypot(u[1], u[2]);
    most = fmax(hypot(r[1], r[2]) - mu * r[0], mu * hypot(u[1], u[2]) - lift);
    return fmax(most, fabs(lift * r[0] + u[1] * r[1] + u[2] * r[2]));
}

/* Newton from r = 0 on 2000 contacts: those it says are solved, and the worst and
 * mean error of the others, in that of r = 0 */
typedef struct record {
    int solved;
    double worst, mean;
} record;

static record newton_alone(double most)
{
    rng g = {19};
    record n = {0};

    for (int k = 0; k < 2000; k++) {
        double M[9], q[3], r[3] = {0}, zero[3] = {0}, left;
        zni_contact c;

        random_contact(&g, most, &c, M, q);
        if (zni_contact_newton(&c, 3, q, r)) {
            ck_assert_msg(missed(M, c.mu, q, r) <= 1e-7, "problem %d: %g", k,
                          missed(M, c.mu, q, r));
            n.solved++;
            continue;
        }
        ck_assert_double_gt(missed(M, c.mu, q, r), 1e-9);
        left = zni_contact_error(&c, 3, q, r) /
               zni_contact_error(&c, 3, q, zero);
        n.worst = fmax(n.worst, left);
        n.mean += left;
    }
    n.mean /= 2000 - n.solved;
    return n;
}

START_TEST(newton_says_solved_of_what_is_and_of_nothing_else)
{
    /* with much friction there are contacts that it cannot solve from r = 0 */
    record n = newton_alone(4);

    ck_assert_int_lt(n.solved, 2000);
}
END_TEST

START_TEST(shorter_steps_find_what_whole_ones_pass_by)
{
    /* without them it solves 1652 of these */
    record n = newton_alone(4);

    ck_assert_int_ge(n.solved, 1720);
}
END_TEST

START_TEST(where_newton_fails_projections_still_gain)
{
    /* of these 28 a ninth of the error is left at most, which a sweep can use;
     * Newton without them leaves four fifths in the mean */
    record n = newton_alone(1);

    ck_assert_int_ge(n.solved, 1950);
    ck_assert_int_lt(n.solved, 2000);
    ck_assert_double_le(n.worst, 0.25);
    ck_assert_double_le(n.mean, 0.1);
}
END_TEST

START_TEST(projections_that_are_cut_short_are_still_on_the_way)
{
    /* each step of both leaves r in the cone, and its error less than at r = 0 */
    const double W[] = {2, .5, -.3, .5, 1.5, .2, -.3, .2, 1};
    const double q[] = {-1, 1, -0.5};
    zni_contact c;

    zni_contact_set(&c, 3, 0.5, W);
    for (int m = 2; m <= 3; m++) {
        double zero[3] = {0}, before = zni_contact_error(&c, 3, q, zero);

        for (zn_index iter = 1; iter < 6; iter++) {
            double r[3] = {0}, now;

            zni_contact_local(methods[m], iter, &c, 3, q, r);
            now = zni_contact_error(&c, 3, q, r);
            ck_assert_double_lt(now, before);
            ck_assert_double_le(hypot(r[1], r[2]), 0.5 * r[0] * (1 + 1e-14));
            before = now;
        }
    }
}
END_TEST

START_TEST(the_disk_by_hand)
{
    /* inside: A = 2 I, b = -(3, 4): x = (1.5, 2); its border: (0.6, 0.8) for
     * radius 1, whatever A = a I. A = diag(1, 3), t = 1, x = (0.6, 0.8):
     * b = -(2 * 0.6, 4 * 0.8) */
    double W[9] = {0}, r[3] = {7, 0, 0};

    W[4] = W[8] = 2;
    zni_disk_solve(3, W, (double[]){0, -3, -4}, 3, r);
    ck_assert_double_eq_tol(r[1], 1.5, 1e-15);
    ck_assert_double_eq_tol(r[2], 2, 1e-15);
    zni_disk_solve(3, W, (double[]){0, -3, -4}, 1, r);
    ck_assert_double_eq_tol(r[1], 0.6, 1e-15);
    ck_assert_double_eq_tol(r[2], 0.8, 1e-15);
    W[4] = 1;
    W[8] = 3;
    zni_disk_solve(3, W, (double[]){0, -1.2, -3.2}, 1, r);
    ck_assert_double_eq_tol(r[1], 0.6, 1e-14);
    ck_assert_double_eq_tol(r[2], 0.8, 1e-14);
    ck_assert_double_eq(r[0], 7); /* the load is not its business */
    zni_disk_solve(3, W, (double[]){0, -1.2, -3.2}, 0, r);
    ck_assert(r[1] == 0 && r[2] == 0);
    /* A = diag(0, 3) is singular: the border along it */
    W[4] = 0;
    zni_disk_solve(3, W, (double[]){0, -1, 0}, 2, r);
    ck_assert_double_eq_tol(r[1], 2, 1e-12);
    /* plane: -q / A, and clipped */
    double P[4] = {1, 0, 0, 2};

    zni_disk_solve(2, P, (double[]){0, -3}, 2, r);
    ck_assert_double_eq_tol(r[1], 1.5, 1e-15);
    zni_disk_solve(2, P, (double[]){0, 3}, 1, r);
    ck_assert_double_eq_tol(r[1], -1, 1e-15);
}
END_TEST

/* Any contact in the plane, alone: its law by hand. Where W_NN > mu |W_NT| there is one answer,
 * in one step from any start; else pivots look for one. */
START_TEST(a_contact_alone_obeys_its_law_at_once)
{
    zn_ctx *ctx;
    zn_solver *s;
    uint64_t state = 11;
    int at_once = 0, slipping = 0;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zn_solver_new(ctx, "friction", "auto", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-12), ZN_OK);
    for (int trial = 0; trial < 2000; trial++) {
        double x[8], W[4], q[2], r[2], u[2];
        zn_solve_info info;

        for (int i = 0; i < 8; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            x[i] = 2 * (double)(state >> 11) / 9007199254740992.0 - 1;
        }
        W[0] = 1.01 + x[0];
        W[3] = 1.01 + x[1];
        W[1] = W[2] = 0.9 * x[2] * sqrt(W[0] * W[3]);
        q[0] = x[3];
        q[1] = 2 * x[4];
        r[0] = x[6];
        r[1] = x[7];
        const double mu = 1.2 * (1 + x[5]);
        const zn_matrix M = zn_matrix_dense(2, 2, W);
        const zn_friction p = {.d = 2, .nc = 1, .M = &M, .q = q, .mu = &mu};
        const zn_status st = zn_solver_solve(s, &p, r, u, &info);

        if (W[0] <= mu * fabs(W[2]) && st == ZN_UNSOLVED)
            continue;
        ck_assert_int_eq(st, ZN_OK);
        for (int i = 0; i < 2; i++)
            ck_assert_double_eq_tol(
                u[i], q[i] + W[i] * r[0] + W[i + 2] * r[1], 1e-11);
        ck_assert_double_ge(fmin(r[0], u[0]), -1e-10);
        ck_assert_double_le(fabs(r[0] * u[0]), 1e-10);
        ck_assert_double_le(fabs(r[1]), mu * r[0] + 1e-10);
        ck_assert_double_eq_tol(r[1] * u[1], -mu * r[0] * fabs(u[1]), 1e-10);
        slipping += r[0] > 0 && fabs(u[1]) > 1e-6;
        at_once += W[0] > mu * fabs(W[2]) && info.iterations <= 1;
    }
    ck_assert_int_gt(slipping, 100);
    ck_assert_int_gt(at_once, 1000);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* What is known of a block before it is solved: its largest element, 1/||M||_inf as a step, and its inverse. */
START_TEST(a_block_is_measured)
{
    rng g = {3};

    for (int round = 0; round < 200; round++) {
        const zn_index d = 2 + round % 2;
        double M[9], size = 0, norm = 0;
        zni_contact c = {0};

        for (zn_index i = 0; i < d * d; i++) {
            M[i] = ldexp(uniform(&g, -1, 1), (int)uniform(&g, -9, 1)) + (i % (d + 1) ? 0 : 4);
            size = fmax(size, fabs(M[i]));
        }
        for (zn_index i = 0; i < d; i++) {
            double sum = 0;
            for (zn_index j = 0; j < d; j++)
                sum += fabs(M[i + j * d]);
            norm = fmax(norm, sum);
        }
        zni_contact_set(&c, d, 0.5, M);
        ck_assert_double_eq(c.size, size);
        ck_assert_double_eq_tol(zni_contact_step(&c, d) * norm, 1, 1e-15);
        ck_assert(zni_contact_regular(&c));
        for (zn_index i = 0; i < d; i++)
            for (zn_index j = 0; j < d; j++) {
                double sum = 0;
                for (zn_index k = 0; k < d; k++)
                    sum += M[i + k * d] * c.inv[k + j * d];
                ck_assert_double_eq_tol(sum, i == j, 1e-14);
            }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, local methods");
    TCase *tc = tcase_create("local");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_block_is_measured);
    tcase_add_test(tc, each_local_method_finds_stick_slip_and_take_off);
    tcase_add_test(tc, every_state_is_as_good_as_the_quartic);
    tcase_add_test(tc, the_quartic_needs_no_other_method);
    tcase_add_test(tc, newton_says_solved_of_what_is_and_of_nothing_else);
    tcase_add_test(tc, shorter_steps_find_what_whole_ones_pass_by);
    tcase_add_test(tc, where_newton_fails_projections_still_gain);
    tcase_add_test(tc, projections_that_are_cut_short_are_still_on_the_way);
    tcase_add_test(tc, the_disk_by_hand);
    tcase_add_test(tc, a_contact_alone_obeys_its_law_at_once);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
