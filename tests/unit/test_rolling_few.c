/* test_rolling_few.c - few contacts with rolling friction, by Newton's method at once
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "rolling_test.h"

/* rows up to which few are solved at once */
enum { MOST = 16 };

/* By an error that is measured here, and where bodies are as many as contacts by the one solution there
 * is; in blocks and by columns the bits are those of full storage. */
START_TEST(few_contacts_that_roll_are_solved_at_once)
{
    enum { PROBLEMS = 200 };
    const zn_index d = _i % 2 ? 5 : 3;
    const double length = _i < 2 ? 1 : 1e-3;
    zn_ctx *ctx = context();
    rng g = {(uint64_t)(53 + _i)};
    int any = 0, few = 0;

    for (int k = 0; k < PROBLEMS; k++) {
        const zn_index nc = 1 + k % (MOST / d), bodies = k % 3 ? nc : 1;
        double z[3][MOST] = {{0}}, w[3][MOST];
        zn_solve_info info[3];
        stored blocks, columns;
        rollers c;

        rollers_random(&c, &g, d, nc, bodies, 0.5, 0.3, length);
        blocks = to_blocks(d, nc, c.M);
        columns = to_csc(c.n, c.M);
        const zn_matrix *M[3] = {&c.A, &blocks.m, &columns.m};

        for (zn_index i = 0; k % 2 && i < c.n; i++)
            z[0][i] = z[1][i] = z[2][i] = uniform(&g, -1, 1) * c.r[i];
        for (int s = 0; s < 3; s++) {
            c.p.M = M[s];
            ck_assert(!run_once(ctx, "rolling-friction", "auto", 1e-8, &c.p, z[s],
                                w[s], &info[s]));
            ck_assert_double_le(naive_rolling(&c, z[s]), 1.0001e-8);
        }
        for (zn_index i = 0; bodies == nc && length == 1 && i < c.n; i++)
            ck_assert_double_eq_tol(w[0][i], c.u[i], 1e-5);
        any += strcmp(info[0].solver, "take-off") != 0;
        if (!strcmp(info[0].solver, "newton-ac") && info[0].iterations <= 16) {
            few++;
            for (int s = 1; s < 3; s++) {
                ck_assert_mem_eq(z[0], z[s], (size_t)c.n * sizeof **z);
                ck_assert_mem_eq(w[0], w[s], (size_t)c.n * sizeof **w);
            }
        }
        stored_free(&blocks);
        stored_free(&columns);
        rollers_free(&c);
    }
    ck_assert_int_ge(few, any - any / 20);
    zn_ctx_free(ctx);
}
END_TEST

/* The second solution by an object, before which there was room, and one that is watched have the bits of
 * the first. */
static bool watch(void *user, zn_index iteration, double error)
{
    (void)iteration;
    (void)error;
    ++*(int *)user;
    return false;
}

START_TEST(whoever_asks_has_the_same_bits)
{
    const zn_index d = 5, nc = 3;
    zn_ctx *ctx = context();
    rng g = {7};
    double z[3][MOST], w[3][MOST];
    int told = 0;
    zn_solve_info info;
    zn_solver *s;
    rollers c;

    rollers_random(&c, &g, d, nc, nc, 0.5, 0.3, 1);
    c.p.M = &c.A;
    ck_assert(!zn_solver_new(ctx, "rolling-friction", "auto", &s));
    for (int k = 0; k < 3; k++) {
        if (k == 2)
            zn_solver_set_callback(s, watch, &told);
        memset(z[k], 0, sizeof z[k]);
        ck_assert(!zn_rolling_friction_solve(s, &c.p, z[k], w[k], &info));
        ck_assert_str_eq(info.solver, "newton-ac");
        ck_assert_mem_eq(z[0], z[k], (size_t)c.n * sizeof **z);
        ck_assert_mem_eq(w[0], w[k], (size_t)c.n * sizeof **w);
    }
    ck_assert_int_ge(told, 1);
    zn_solver_free(s);
    rollers_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

/* Up to 100 rows, as of 12 and 20 contacts that are not redundant: ten steps of Newton's method from the start come
 * before sweeps and interior points, which take twice as long and more. */
START_TEST(a_hundred_rows_have_newton_s_method_first)
{
    enum { SEEDS = 12 };
    int by_steps = 0;

    for (int seed = 1; seed <= SEEDS; seed++) {
        char words[40];

        snprintf(words, sizeof words, "contacts=%d seed=%d", _i ? 20 : 12, seed);
        asked a = asked_new("rolling-friction", "auto", words);

        asked_solved(&a);
        by_steps += strcmp(a.info.solver, "newton") == 0;
        asked_free(&a);
    }
    ck_assert_int_gt(by_steps, 2 * SEEDS / 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rolling friction, few");
    TCase *tc = tcase_create("few");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, few_contacts_that_roll_are_solved_at_once, 0, 4);
    tcase_add_test(tc, whoever_asks_has_the_same_bits);
    tcase_add_loop_test(tc, a_hundred_rows_have_newton_s_method_first, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
