/* test_sweep_orders.c - sweeps of contacts in pairs that know of no other one: by colours as one after the other,
 * as many, with the same bits
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

/* Contacts 2 k and 2 k + 1 are on bodies of their own. By colours all first ones come before all second ones, one
 * after the other pair comes after pair: for each of them that is the same. Domains have an order of their own, for any
 * number of threads. */
enum { PAIRS = 40, NC = 2 * PAIRS, MOST = 3 * NC };

typedef struct pairs {
    zn_index p[NC + 1], i[2 * NC], bp[2 * NC], ro[NC + 1];
    double x[18 * NC], q[MOST], mu[NC];
    zn_matrix A;
    zn_friction of;
} pairs;

/* B'B of six rows for nine columns: definite, and neither contact is alone */
static void draw(pairs *o, rng *g, zn_index d)
{
    const zn_index n = 2 * d;

    memset(o, 0, sizeof *o);
    for (zn_index k = 0; k < PAIRS; k++) {
        double B[9 * 6], W[36];

        for (zn_index e = 0; e < 9 * n; e++)
            B[e] = uniform(g, -1, 1);
        for (zn_index e = 0; e < n * n; e++) {
            W[e] = 0;
            for (int m = 0; m < 9; m++)
                W[e] += B[9 * (e % n) + m] * B[9 * (e / n) + m];
        }
        for (zn_index a = 0; a < 2; a++)
            for (zn_index b = 0; b < 2; b++) {
                const zn_index at = 4 * k + 2 * a + b;

                o->i[at] = 2 * k + b;
                o->bp[at] = d * d * at;
                for (zn_index e = 0; e < d * d; e++)
                    o->x[d * d * at + e] = W[d * a + e % d + n * (d * b + e / d)];
            }
    }
    for (zn_index a = 0; a <= NC; a++) {
        o->p[a] = 2 * a;
        o->ro[a] = d * a;
    }
    for (zn_index e = 0; e < d * NC; e++)
        o->q[e] = uniform(g, -2, e % d ? 2 : 0.5);
    for (zn_index a = 0; a < NC; a++)
        o->mu[a] = uniform(g, 0, 1);
    o->A = (zn_matrix){.storage = ZN_BSR, .rows = d * NC, .cols = d * NC, .x = o->x, .p = o->p, .i = o->i,
                       .nbr = NC, .nbc = NC, .ro = o->ro, .co = o->ro, .bp = o->bp};
    o->of = (zn_friction){.d = d, .nc = NC, .M = &o->A, .q = o->q, .mu = o->mu};
}

static const struct way {
    const char *order, *threads;
    int as;
} ways[] = {{"natural", "1", 0}, {"coloured", "1", 0}, {"coloured", "3", 0}, {"domains", "1", 3}, {"domains", "2", 3}};
enum { WAYS = sizeof ways / sizeof *ways };

START_TEST(pairs_are_swept_by_colours_as_one_after_the_other)
{
    static pairs o;
    const zn_index d = _i ? 3 : 2;
    zn_ctx *ctx = context();
    rng g = {7};
    int several = 0;

    for (int round = 0; round < 20; round++) {
        double z[WAYS][MOST] = {{0}}, w[MOST];
        zn_solve_info info[WAYS];

        draw(&o, &g, d);
        for (int k = 0; k < WAYS; k++) {
            const int as = ways[k].as;
            zn_solver *s;

            ck_assert(!zn_solver_new(ctx, "friction", "nsgs", &s));
            ck_assert(!zn_solver_set(s, "order", ways[k].order));
            ck_assert(!zn_solver_set(s, "threads", ways[k].threads));
            ck_assert(!zn_solver_set(s, "grain", "1")); /* threads are worth it at once */
            ck_assert_msg(!zn_solver_solve(s, &o.of, z[k], w, &info[k]), "%s", zn_errmsg(ctx));
            zn_solver_free(s);
            ck_assert_msg(info[k].iterations == info[as].iterations,
                          "round %d, %s with %s threads: %td sweeps, must be %td", round,
                          ways[k].order, ways[k].threads, info[k].iterations, info[as].iterations);
            ck_assert_msg(!memcmp(z[k], z[as], sizeof *z), "round %d, %s with %s threads: other bits", round,
                          ways[k].order, ways[k].threads);
        }
        several += info[0].iterations > 5;
    }
    ck_assert_int_gt(several, 10);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- shuffled, and asleep ------------------------------------------------------------ */

static zn_solver *nsgs(zn_ctx *ctx, const char *const set[][2], int n)
{
    zn_solver *s;

    ck_assert(!zn_solver_new(ctx, "friction", "nsgs", &s));
    for (int k = 0; k < n; k++)
        ck_assert_msg(!zn_solver_set(s, set[k][0], set[k][1]), "%s", zn_errmsg(ctx));
    return s;
}

/* One order for all sweeps or another for each, by a seed: six ways, of which no two have the same bits, and each
 * its own when it is asked again. */
START_TEST(shuffled_once_is_shuffled)
{
    static const char *const set[][3][2] = {
        {{"order", "natural"}},
        {{"order", "reverse"}},
        {{"order", "shuffled"}, {"seed", "5"}, {"shuffle", "once"}},
        {{"order", "shuffled"}, {"seed", "6"}, {"shuffle", "once"}},
        {{"order", "shuffled"}, {"seed", "5"}},
        {{"order", "shuffled"}, {"seed", "6"}},
    };
    enum { SETS = sizeof set / sizeof *set };
    static pairs o;
    static double z[SETS][2][MOST];
    zn_ctx *ctx = context();
    double w[MOST];
    rng g = {8};

    draw(&o, &g, 3);
    memset(z, 0, sizeof z);
    for (int k = 0; k < SETS; k++)
        for (int again = 0; again < 2; again++) {
            zn_solver *s = nsgs(ctx, set[k], k < 2 ? 1 : k < 4 ? 3 : 2);

            ck_assert(!zn_solver_set(s, "max_iter", "4")); /* before all have the same limit */
            ck_assert_int_ge(zn_solver_solve(s, &o.of, z[k][again], w, NULL), 0);
            zn_solver_free(s);
        }
    for (int k = 0; k < SETS; k++) {
        ck_assert_mem_eq(z[k][0], z[k][1], sizeof *z[k]);
        for (int l = 0; l < k; l++)
            ck_assert_msg(memcmp(z[k][0], z[l][0], sizeof *z[k]), "way %d is way %d", k, l);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Contacts that slept when the last call was ended are awake in the next one, and nothing still moves by what was
 * combined, or by momentum. */
static const char *const habits[][1][2] = {
    {{"freeze", "50"}}, {{"accelerate", "yes"}}, {{"accelerate", "momentum"}}, {{"accelerate", "nesterov"}}};
enum { HABITS = sizeof habits / sizeof *habits };

START_TEST(what_a_call_began_ends_with_it)
{
    static pairs o;
    zn_ctx *ctx = context();
    zn_solver *used = nsgs(ctx, habits[_i], 1), *fresh = nsgs(ctx, habits[_i], 1);
    double z[2][MOST], w[MOST];
    zn_solve_info info[2];
    rng g = {9};

    draw(&o, &g, 3);
    for (int k = 0; k < 3; k++) { /* cut short, cut short, in full */
        zn_solver *const by[] = {used, fresh};
        const int from = k < 2 ? 1 : 0;

        for (int l = 0; l < 2 - from; l++) {
            memset(z[l], 0, sizeof *z);
            ck_assert(!zn_solver_set(by[l], "max_iter", k < 2 ? "40" : "10000"));
            ck_assert_int_ge(zn_solver_solve(by[l], &o.of, z[l], w, &info[l]), 0);
        }
        for (zn_index e = 0; e < 3 * NC && k < 2; e++)
            o.q[e] = uniform(&g, -2, e % 3 ? 2 : 0.5);
    }
    ck_assert_int_eq(info[0].iterations, info[1].iterations);
    ck_assert_mem_eq(z[0], z[1], sizeof *z);
    zn_solver_free(used);
    zn_solver_free(fresh);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sweeps, orders");
    TCase *tc = tcase_create("orders");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, pairs_are_swept_by_colours_as_one_after_the_other, 0, 2);
    tcase_add_test(tc, shuffled_once_is_shuffled);
    tcase_add_loop_test(tc, what_a_call_began_ends_with_it, 0, HABITS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
