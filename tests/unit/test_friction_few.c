/* test_friction_few.c - few contacts, by Newton's method at once
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

#include <float.h>

#include "../../solvers/linalg/few_rows.h"

enum { LEGS = 4, MOST = 16 };

/* A table of mass 1, the feet of its legs C below its centre, at (A, B), (A, -B), (-A, B), (-A, -B), or of three
 * the last one at (-A, 0). */
static const double A = 0.7, B = 0.4, C = 0.5, J[3] = {0.3, 0.5, 0.6};

static void table(contacts *c, zn_index legs, const double v[3], double mu)
{
    double H[3 * LEGS][6] = {{0}};

    contacts_new(c, 3, legs);
    for (int a = 0; a < legs; a++) {
        const double x = a < 2 ? A : -A, y = legs == 3 && a == 2 ? 0 : a % 2 ? -B : B;
        const double row[3][6] = {
            {0, 0, 1, y, -x, 0}, {1, 0, 0, 0, -C, -y}, {0, 1, 0, C, 0, x}};

        memcpy(H + 3 * a, row, sizeof row);
        c->mu[a] = mu;
    }
    for (zn_index i = 0; i < c->n; i++) {
        for (int k = 0; k < 3; k++)
            c->q[i] += H[i][k] * v[k];
        for (zn_index j = 0; j < c->n; j++)
            for (int k = 0; k < 6; k++)
                c->M[i + c->n * j] += H[i][k] * H[j][k] / (k < 3 ? 1 : J[k - 3]);
    }
    c->p.M = &c->A;
}

/* It slides along x: r_x = -mu r_N everywhere, whose moment mu C about the centre the front legs bear,
 * sum of x r_N = mu C: the two of them (1 + mu C / A) / 2. */
START_TEST(a_table_slides_on_three_legs)
{
    const double mu = 0.3, front = (1 + mu * C / A) / 4;
    zn_ctx *ctx = context();
    double z[MOST] = {0}, w[MOST];
    zn_solve_info info;
    contacts c;

    table(&c, 3, (const double[3]){2, 0, -1}, mu);
    ck_assert(!run_once(ctx, "friction", "auto", 1e-10, &c.p, z, w, &info));
    ck_assert_str_eq(info.solver, "newton-ac");
    for (int a = 0; a < 3; a++) {
        ck_assert_double_eq_tol(z[3 * a], a < 2 ? front : 1 - 2 * front, 1e-12);
        ck_assert_double_eq_tol(z[3 * a + 1], -mu * z[3 * a], 1e-12);
        ck_assert_double_eq_tol(z[3 * a + 2], 0, 1e-12);
        ck_assert_double_eq_tol(w[3 * a], 0, 1e-12);
        ck_assert_double_eq_tol(w[3 * a + 1], 2 - mu, 1e-12);
    }
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

/* On four legs, at rest or sliding, three equations of balance leave a load free: what it is would follow from the way,
 * and others solve it. */
START_TEST(what_is_redundant_is_left_to_others)
{
    zn_ctx *ctx = context();
    double z[MOST] = {0}, w[MOST], sum[3] = {0};
    zn_solve_info info;
    contacts c;

    table(&c, LEGS, (const double[3]){_i ? 2 : 0, 0, -1}, 0.3);
    ck_assert(!run_once(ctx, "friction", "auto", 1e-10, &c.p, z, w, &info));
    ck_assert_str_eq(info.solver, "nsgs");
    for (int a = 0; a < LEGS; a++)
        for (int k = 0; k < 3; k++)
            sum[k] += z[3 * a + k];
    ck_assert_double_eq_tol(sum[0], 1, 1e-9);
    ck_assert_double_eq_tol(sum[1], _i ? -0.3 : 0, 1e-9);
    ck_assert_double_eq_tol(sum[2], 0, 1e-9);
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

/* One or two bodies with contacts anywhere, more than they need mostly; or two velocities more than rows, so that
 * no row follows from others. */
static void bodies(contacts *c, zn_index d, bool redundant, rng *r)
{
    const zn_index nc = 2 + (zn_index)uniform(r, 0, d == 2 ? 6.9 : 3.9), free = d == 2 ? 3 : 6,
                   m = redundant ? free * (1 + (uniform(r, 0, 1) < 0.5)) : d * nc + 2;
    double H[MOST][MOST + 2] = {{0}}, v[MOST + 2];

    contacts_new(c, d, nc);
    for (zn_index k = 0; k < m; k++)
        v[k] = uniform(r, -1, 1);
    for (zn_index a = 0; a < nc; a++) {
        const zn_index body = redundant && m > free && uniform(r, 0, 1) < 0.5 ? free : 0;

        for (zn_index i = d * a; i < d * (a + 1); i++)
            for (zn_index k = 0; k < (redundant ? free : m); k++) {
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

/* By an error that is measured here; in blocks the bits are those of full storage. Where no row follows from others
 * few are left to the other methods. */
START_TEST(most_few_contacts_are_solved_at_once)
{
    enum { PROBLEMS = 400 };
    const zn_index d = 2 + _i / 2;
    zn_ctx *ctx = context();
    rng r = {29};
    int any = 0, few = 0;

    for (int k = 0; k < PROBLEMS; k++) {
        double z[2][MOST] = {{0}}, w[2][MOST];
        zn_solve_info info[2];
        stored blocks;
        contacts c;

        bodies(&c, d, _i % 2, &r);
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
    ck_assert_int_ge(few, _i % 2 ? 1 : any - any / 20);
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

    table(&c, LEGS, (const double[3]){0, 0, -1}, 0.3);
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

/* The system of a step, of 1 to 16 rows with most on the diagonal: each row is met to its rounding. */
START_TEST(rows_are_solved_to_their_rounding)
{
    rng r = {3};

    for (zn_index m = 1; m <= ZNI_COLUMN; m++) {
        double M[(ZNI_COLUMN + 1) * ZNI_COLUMN] = {0}, used[(ZNI_COLUMN + 1) * ZNI_COLUMN], x[ZNI_COLUMN];
        bool regular = false;

        for (zn_index j = 0; j <= m; j++)
            for (zn_index i = 0; i < m; i++)
                M[i + j * ZNI_COLUMN] = uniform(&r, -1, 1) + (i == j ? 2 * (double)m : 0);
        memcpy(used, M, sizeof M);
        ck_assert(zni_rows_solve(m, used, x, &regular));
        ck_assert(regular);
        for (zn_index i = 0; i < m; i++) {
            double off = -M[i + m * ZNI_COLUMN], size = fabs(off);

            for (zn_index j = 0; j < m; j++) {
                off += M[i + j * ZNI_COLUMN] * x[j];
                size += fabs(M[i + j * ZNI_COLUMN] * x[j]);
            }
            ck_assert_double_le(fabs(off), 4 * (double)m * DBL_EPSILON * size);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, few");
    TCase *tc = tcase_create("few");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_table_slides_on_three_legs);
    tcase_add_loop_test(tc, what_is_redundant_is_left_to_others, 0, 2);
    tcase_add_loop_test(tc, most_few_contacts_are_solved_at_once, 0, 4);
    tcase_add_test(tc, squares_that_overflow_are_left_to_others);
    tcase_add_test(tc, rows_are_solved_to_their_rounding);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
