/* test_proximal_points.c - proximal points by themselves: drifts, terms that are too weak, momentum that would lead away
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <math.h>

#include "solvers/core/monitor.h"
#include "solvers/methods/prox.h"

enum { N = 2 };

/* F(z) = 0 by problems F(z) + alpha (z - ref) = 0, which fail with an alpha below `weakest`. */
typedef struct way {
    bool turns;     /* F(z) = (z_1, -z_0); else F_0 = -push up to z_0 = 1, 0 behind it, F_1 = z_1 */
    double push, weakest;
    int solved, failed;
} way;

static zn_status solve(void *of, zni_call call, double alpha, bool full, const double ref[], double tol)
{
    way *a = of;
    const double d = 1 + alpha * alpha;

    (void)full;
    (void)tol;
    call.info->iterations = 1;
    if (alpha < a->weakest) {
        a->failed++;
        return ZN_UNSOLVED;
    }
    a->solved++;
    if (a->turns) {
        call.z[0] = (alpha * alpha * ref[0] - alpha * ref[1]) / d;
        call.z[1] = (alpha * alpha * ref[1] + alpha * ref[0]) / d;
    } else {
        call.z[0] = ref[0] < 1 ? fmin(1, ref[0] + a->push / alpha) : ref[0];
        call.z[1] = alpha * ref[1] / (1 + alpha);
    }
    return ZN_OK;
}

static double measure(void *of, const double z[], double w[])
{
    const way *a = of;

    (void)w;
    return a->turns ? hypot(z[0], z[1]) : fmax(z[0] < 1 ? a->push : 0, fabs(z[1]));
}

static zn_status follow(way *a, const zni_proximate *how, double z[N])
{
    const zni_proximal p = {.of = a, .n = N, .nw = 0, .solve = solve, .measure = measure};
    double v[ZNI_PROXIMATED(N, 0)], w[1] = {0};
    zn_monitor mon = {0};
    zn_solve_info info = {0};

    return zni_proximal_points((zni_call){NULL, z, w, &mon, &info}, &p, how, v);
}

static const zni_proximate usual = {
    .tol = 1e-6, .max_iter = 100000, .alpha = 1, .least = 1e-12, .most = 1e3, .factor = 5, .easy = 10, .exact = 0.01};

/* From 0 to 1 in steps of push / alpha, 1000 with the weakest alpha that there is; with momentum the length of
 * k steps is some k^2 / 6 times that. */
START_TEST(a_drift_takes_the_root_of_its_steps)
{
    way a = {.push = 1e-3, .weakest = 1};
    double z[N] = {0, 1};

    ck_assert(!follow(&a, &usual, z));
    ck_assert(z[0] >= 1);
    ck_assert_int_le(a.solved, 250);
}
END_TEST

/* A term that is too weak is tried again behind 2, 4, ... 64 problems that were solved. */
START_TEST(what_fails_is_tried_ever_less_often)
{
    way a = {.push = 1e-5, .weakest = 1};
    zni_proximate how = usual;
    double z[N] = {0, 1};

    how.max_iter = 300;
    ck_assert_int_eq(follow(&a, &how, z), ZN_UNSOLVED);
    ck_assert_int_eq(a.solved + a.failed, 300);
    ck_assert_int_le(a.failed, 20);
    ck_assert_int_ge(a.failed, 6);
}
END_TEST

/* Solutions of a map that turns go round: momentum begins anew, and they arrive as they do without it. */
START_TEST(momentum_does_not_keep_what_turns_from_arriving)
{
    way a = {.turns = true, .weakest = 1};
    double z[N] = {1, 0};

    ck_assert(!follow(&a, &usual, z));
    ck_assert_double_le(hypot(z[0], z[1]), 1e-6);
    ck_assert_int_le(a.solved, 200); /* without: each is shorter by the root of 2, 40 */
}
END_TEST

/* Where a weaker term is fine it shrinks with every problem. */
START_TEST(a_term_that_may_shrink_does)
{
    way a = {.push = 1e-9, .weakest = 0};
    double z[N] = {0, 0};
    zni_proximate how = usual;

    how.tol = 1e-12;
    ck_assert(!follow(&a, &how, z));
    ck_assert_int_eq(a.failed, 0);
    ck_assert_int_le(a.solved, 15); /* 5^13 > 1e9 */
}
END_TEST

int main(void)
{
    Suite *s = suite_create("proximal points");
    TCase *all = tcase_create("all");

    tcase_add_test(all, a_drift_takes_the_root_of_its_steps);
    tcase_add_test(all, what_fails_is_tried_ever_less_often);
    tcase_add_test(all, momentum_does_not_keep_what_turns_from_arriving);
    tcase_add_test(all, a_term_that_may_shrink_does);
    suite_add_tcase(s, all);
    return test_main(s);
}
