/* test_friction_few.c - few contacts, by Newton's method at once
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

enum { LEGS = 4, MOST = 16 };

/* A table of mass 1 on four legs at (+-A, +-B, -C) below its centre. */
static const double A = 0.7, B = 0.4, C = 0.5, J[3] = {0.3, 0.5, 0.6};

static void table(contacts *c, const double v[3], double mu)
{
    double H[3 * LEGS][6] = {{0}};

    contacts_new(c, 3, LEGS);
    for (int a = 0; a < LEGS; a++) {
        const double x = a % 2 ? A : -A, y = a / 2 ? B : -B;
        const double row[3][6] = {
            {0, 0, 1, y, -x, 0}, {1, 0, 0, 0, -C, -y}, {0, 1, 0, C, 0, x}};

        memcpy(H + 3 * a, row, sizeof row);
        c->mu[a] = mu;
    }
    for (int i = 0; i < 3 * LEGS; i++) {
        for (int k = 0; k < 3; k++)
            c->q[i] += H[i][k] * v[k];
        for (int j = 0; j < 3 * LEGS; j++)
            for (int k = 0; k < 6; k++)
                c->M[i + 3 * LEGS * j] +=
                    H[i][k] * H[j][k] / (k < 3 ? 1 : J[k - 3]);
    }
    c->p.M = &c->A;
}

/* What each leg bears is right to this: three equations of balance leave one load free, which the
 * start decides, through steps that are not exact. */
static const double ALIKE = 1e-4;

/* By itself each of four legs bears a quarter, and what two of them bear too much in the start, across
 * the corners, stays theirs. */
START_TEST(a_table_stands_on_four_legs_alike)
{
    const double uneven = _i ? 0.04 : 0;
    const double corner[LEGS] = {1, -1, -1, 1};
    double z[MOST] = {0}, w[MOST], sum[3] = {0};
    zn_ctx *ctx = context();
    zn_solve_info info;
    contacts c;

    table(&c, (const double[3]){0, 0, -1}, 0.3);
    for (int a = 0; a < LEGS; a++)
        z[3 * a] = uneven * corner[a];
    ck_assert(!run_once(ctx, "friction", "auto", 1e-10, &c.p, z, w, &info));
    ck_assert_str_eq(info.solver, "newton-ac");
    for (int a = 0; a < LEGS; a++) {
        ck_assert_double_eq_tol(z[3 * a], 0.25 + uneven * corner[a], ALIKE);
        for (int k = 0; k < 3; k++)
            sum[k] += z[3 * a + k];
    }
    for (int k = 0; k < 3; k++)
        ck_assert_double_eq_tol(sum[k], k == 0, 1e-12);
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

/* It slides along x: r_x = -mu r_N everywhere, whose moment mu C about the centre the front legs
 * bear, sum of x r_N = mu C, so that r_N = 1/4 +- mu C / (4 A). */
START_TEST(a_table_slides_on_its_front_legs)
{
    const double mu = 0.3;
    double sum = 0, moment = 0;
    zn_ctx *ctx = context();
    double z[MOST] = {0}, w[MOST];
    zn_solve_info info;
    contacts c;

    table(&c, (const double[3]){2, 0, -1}, mu);
    ck_assert(!run_once(ctx, "friction", "auto", 1e-10, &c.p, z, w, &info));
    ck_assert_str_eq(info.solver, "newton-ac");
    for (int a = 0; a < LEGS; a++) {
        const double load = 0.25 + (a % 2 ? 1 : -1) * mu * C / (4 * A);

        ck_assert_double_eq_tol(z[3 * a], load, ALIKE);
        ck_assert_double_eq_tol(z[3 * a + 1], -mu * z[3 * a], 1e-12);
        ck_assert_double_eq_tol(z[3 * a + 2], 0, ALIKE);
        ck_assert_double_eq_tol(w[3 * a + 1], 2 - mu, 1e-9);
        sum += z[3 * a];
        moment += (a % 2 ? A : -A) * z[3 * a];
    }
    ck_assert_double_eq_tol(sum, 1, 1e-9);
    ck_assert_double_eq_tol(moment, mu * C, 1e-9);
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

/* One or two bodies with contacts anywhere, more than they need mostly. */
static void bodies(contacts *c, zn_index d, rng *r)
{
    const zn_index nc = 2 + (zn_index)uniform(r, 0, d == 2 ? 6.9 : 3.9);
    const zn_index free = d == 2 ? 3 : 6,
                   m = free * (1 + (uniform(r, 0, 1) < 0.5));
    double H[MOST][12] = {{0}}, v[12];

    contacts_new(c, d, nc);
    for (zn_index k = 0; k < m; k++)
        v[k] = uniform(r, -1, 1);
    for (zn_index a = 0; a < nc; a++) {
        const zn_index body = m > free && uniform(r, 0, 1) < 0.5 ? free : 0;

        for (zn_index i = d * a; i < d * (a + 1); i++)
            for (zn_index k = 0; k < free; k++) {
                H[i][body + k] = uniform(r, -1, 1);
                if (body)
                    H[i][k] = uniform(r, -1, 1);
            }
        c->mu[a] = uniform(r, 0, 1);
    }
    for (zn_index i = 0; i < c->n; i++) {
        for (zn_index k = 0; k < m; k++)
            c->q[i] += H[i][k] * v[k];
        for (zn_index j = 0; j < c->n; j++)
            for (zn_index k = 0; k < m; k++)
                c->M[i + c->n * j] += H[i][k] * H[j][k];
    }
    c->p.M = &c->A;
}

/* By an error that is measured here; in blocks the bits are those of full storage. Few are left to
 * the other methods. */
START_TEST(most_few_contacts_are_solved_at_once)
{
    enum { PROBLEMS = 400 };
    const zn_index d = _i;
    zn_ctx *ctx = context();
    rng r = {29};
    int any = 0, few = 0;

    for (int k = 0; k < PROBLEMS; k++) {
        double z[2][MOST] = {{0}}, w[2][MOST];
        zn_solve_info info[2];
        stored blocks;
        contacts c;

        bodies(&c, d, &r);
        for (zn_index i = 0; k % 2 && i < c.n; i++)
            z[0][i] = z[1][i] = uniform(&r, -1, 1);
        blocks = to_bsr_by(c.n, c.M, d);
        ck_assert(!run_once(ctx, "friction", "auto", 1e-8, &c.p, z[0], w[0],
                            &info[0]));
        c.p.M = &blocks.m;
        ck_assert(!run_once(ctx, "friction", "auto", 1e-8, &c.p, z[1], w[1],
                            &info[1]));
        ck_assert_double_le(naive_friction(&c, z[0]), 1e-8);
        any += strcmp(info[0].solver, "take-off") &&
               strcmp(info[0].solver, "closed-form");
        if (!strcmp(info[0].solver, "newton-ac") && info[0].iterations <= 16) {
            few++;
            ck_assert_mem_eq(z[0], z[1], (size_t)c.n * sizeof **z);
            ck_assert_mem_eq(w[0], w[1], (size_t)c.n * sizeof **w);
        }
        stored_free(&blocks);
        contacts_free(&c);
    }
    ck_assert_int_ge(few, any - any / 20);
    zn_ctx_free(ctx);
}
END_TEST

/* Three contacts whose predicted speeds are 1e155 and more, beside one of 1: squares overflow. Nothing is
 * solved that is not, and what is kept is finite. */
START_TEST(squares_that_overflow_are_left_to_others)
{
    zn_ctx *ctx = context();
    double z[MOST] = {0}, w[MOST];
    zn_solve_info info;
    contacts c;
    zn_status st;

    table(&c, (const double[3]){0, 0, -1}, 0.3);
    for (zn_index i = 3; i < c.n; i++)
        c.q[i] *= 1e200;
    st = run_once(ctx, "friction", "auto", 1e-10, &c.p, z, w, &info);
    ck_assert(st == ZN_OK || st == ZN_UNSOLVED);
    for (zn_index i = 0; i < c.n; i++)
        ck_assert(isfinite(z[i]));
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, few");
    TCase *tc = tcase_create("few");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, a_table_stands_on_four_legs_alike, 0, 2);
    tcase_add_test(tc, a_table_slides_on_its_front_legs);
    tcase_add_loop_test(tc, most_few_contacts_are_solved_at_once, 2, 4);
    tcase_add_test(tc, squares_that_overflow_are_left_to_others);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
