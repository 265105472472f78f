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

int main(void)
{
    Suite *suite = suite_create("sweeps, orders");
    TCase *tc = tcase_create("orders");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, pairs_are_swept_by_colours_as_one_after_the_other, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
