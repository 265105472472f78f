/* test_friction_pace.c - sweeps with momentum, when sweeps are given up
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "friction_test.h"

#include "solvers/core/monitor.h"
#include "solvers/methods/acceleration.h"
#include "solvers/methods/sweep.h"

/* ---- momentum ------------------------------------------------------------------ */

/* from x = 0 by x <- P(next of G(x)), as long as G says, the steps counted */
typedef bool fixed_point(zn_index k, double x[2]);

static zn_index follow_rule(zni_momentum_rule rule, zn_index n, double x[2],
                            fixed_point *G, double most)
{
    const double weight = 3;
    zn_ctx *ctx = context();
    zni_momentum m = {0};
    zn_index k = 0;

    ck_assert_int_eq(zni_momentum_begin(ctx, &m, rule, n, n, &weight), ZN_OK);
    for (bool on = true; on && k < 100000; k++) {
        zni_momentum_from(&m, x);
        on = G(k, x);
        zni_momentum_next(&m, x);
        x[0] = fmin(x[0], most);
    }
    zni_momentum_fini(ctx, &m);
    zn_ctx_free(ctx);
    return k;
}

enum { N = 20000 };

static bool even(zn_index k, double x[2])
{
    const double before = x[0];

    (void)k;
    x[0] = fmin(x[0] + 1.0 / N, 1);
    return before < 1;
}

START_TEST(a_long_even_way_takes_the_root_of_its_steps)
{
    /* G(x) = min(x + 1/N, 1) from 0 takes N steps. f = 1/N all the way, so beta = 1, p = k/N
     * after k steps and x about k^2 / (2 N): root(2 N) steps, and one to see it. With Nesterov's b =
     * 1 - 3/k ways grow by 1/N - 3/k of them, to k / (4 N): x = k^2 / (8 N), root(8 N) */
    double x[2] = {0};
    zn_index k = follow_rule(ZNI_CONJUGATE, 1, x, even, 1);

    ck_assert_int_le(k, (zn_index)sqrt(2.0 * N) + 3);
    ck_assert_int_ge(k, (zn_index)sqrt(2.0 * N) - 3);
    x[0] = 0;
    k = follow_rule(ZNI_ACCELERATED, 1, x, even, 1);
    /* b is 1 - 3/k but for terms of ln(k) / k^2 */
    ck_assert_int_le(k, (zn_index)(1.05 * sqrt(8.0 * N)));
    ck_assert_int_ge(k, (zn_index)(0.95 * sqrt(8.0 * N)));
}
END_TEST

/* x - A x, A diagonal */
static bool decay(zn_index k, double x[2])
{
    (void)k;
    x[1] -= 1e-4 * x[1];
    x[0] = 0;
    return fabs(x[1]) > 1e-6;
}

START_TEST(a_slow_mode_takes_the_root_of_its_steps)
{
    /* plain steps: (1 - 1e-4)^k = 1e-6 at k = 138148. With momentum the bound of O'Donoghue &
     * Candes is e root(8 / 1e-4) = 769 steps from one beginning to the next, each of which
     * makes the square of the error an e^2th: 7 of them */
    double x[2] = {1, 1};

    ck_assert_int_le(follow_rule(ZNI_ACCELERATED, 2, x, decay, 1), 7 * 769);
}
END_TEST

/* what a rule makes of one G after the other */
static void by_hand(zni_momentum_rule rule, int steps, const double G[],
                    const double expected[])
{
    const double weight = 1;
    zn_ctx *ctx = context();
    zni_momentum m = {0};
    double x = 0;

    ck_assert_int_eq(zni_momentum_begin(ctx, &m, rule, 1, 1, &weight), ZN_OK);
    for (int k = 0; k < steps; k++) {
        zni_momentum_from(&m, &x);
        x = G[k];
        zni_momentum_next(&m, &x);
        ck_assert_double_eq_tol(x, expected[k], 1e-15); /* of terms up to 5 */
    }
    zni_momentum_fini(ctx, &m);
    zn_ctx_free(ctx);
}

/* Also where what was before has overflowed: 0 times what is no number is none. */
START_TEST(what_was_before_is_forgotten)
{
    static const zni_momentum_rule rules[] = {ZNI_CONJUGATE, ZNI_ACCELERATED};
    const double weight = 1;
    zn_ctx *ctx = context();
    zni_momentum used = {0}, fresh = {0};
    double far[1] = {1e308}, x[2] = {1, 1};

    ck_assert_int_eq(zni_momentum_begin(ctx, &used, rules[_i], 1, 1, &weight), ZN_OK);
    zni_momentum_from(&used, far);
    far[0] = -1e308;
    zni_momentum_next(&used, far);
    ck_assert_int_eq(zni_momentum_begin(ctx, &used, rules[_i], 1, 1, &weight), ZN_OK);
    ck_assert_int_eq(zni_momentum_begin(ctx, &fresh, rules[_i], 1, 1, &weight), ZN_OK);
    for (int k = 0; k < 5; k++) {
        zni_momentum *const m[] = {&used, &fresh};
        for (int i = 0; i < 2; i++) {
            zni_momentum_from(m[i], &x[i]);
            x[i] *= 0.75;
            zni_momentum_next(m[i], &x[i]);
        }
        ck_assert(x[0] == x[1]);
    }
    zni_momentum_fini(ctx, &used);
    zni_momentum_fini(ctx, &fresh);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(growing_steps_lose_their_momentum)
{
    /* f = 1, then 1 with beta = 1: x = 2 + p of before, 1; then f = 2, beta = 4: the plain
     * step. Nesterov's: f = 1, then 1, b as below, then f = 3, more than twice as long */
    const double t1 = (1 + sqrt(5)) / 2, t2 = (1 + sqrt(1 + 4 * t1 * t1)) / 2,
                 b = (t1 - 1) / t2;
    const double G[] = {1, 2, 5}, x[] = {1, 3, 5};
    const double H[] = {1, 2, 5 + b}, y[] = {1, 2 + b, 5 + b};

    by_hand(ZNI_CONJUGATE, 3, G, x);
    by_hand(ZNI_ACCELERATED, 3, H, y);
}
END_TEST

START_TEST(a_step_that_turns_back_begins_anew)
{
    /* t = 1, 1.618, 2.194: G(0) = 1, b = 0, y = 1; G(1) = 2, b = 0.618 / 2.194 = 0.282, the
     * way 1, y = 2.282; G = 2.2, f = -0.082 where the way is f + 0.282 > 0: anew, y = 2.2,
     * t = 1.618 again; G = 2.3, f = 0.1 = the way, y = 2.3 + 0.282 0.1 */
    const double t1 = (1 + sqrt(5)) / 2, t2 = (1 + sqrt(1 + 4 * t1 * t1)) / 2,
                 b = (t1 - 1) / t2;
    const double G[] = {1, 2, 2.2, 2.3}, y[] = {1, 2 + b, 2.2, 2.3 + 0.1 * b};

    by_hand(ZNI_ACCELERATED, 4, G, y);
}
END_TEST

/* ---- when sweeps are given up -------------------------------------------------- */

/* sweeps whose error falls by ten every `decade`, but not from `from` to `to` */
typedef struct script {
    double decade;
    zn_index it, from, to;
} script;

static zn_status script_sweep(void *of, double z[], double w[], double *change)
{
    script *s = of;

    (void)w;
    z[0] = (double)++s->it;
    *change = 1;
    return ZN_OK;
}

static double script_look(void *of, const double z[], double w[])
{
    const script *s = of;
    const double lost = fmin(fmax(z[0] - (double)s->from, 0),
                             (double)(s->to - s->from));

    w[0] = pow(10, -(z[0] - lost) / s->decade);
    return w[0];
}

static zn_outcome follow(script s, zn_index granted, zn_index *made)
{
    const zni_swept swept = {
        .of = &s, .n = 1, .sweep = script_sweep, .look = script_look};
    const zni_sweeping how = {.tol = 1e-4,
                              .max_iter = 5000,
                              .every = 20,
                              .patience = 1000,
                              .granted = granted};
    double best[1], z[1] = {0}, w[1];
    zn_monitor mon = {0};
    zn_solve_info info = {0};

    zni_sweeps((zni_call){NULL, z, w, &mon, &info}, &swept, &how, best);
    *made = info.iterations;
    return info.outcome;
}

START_TEST(a_pause_is_judged_by_what_was_before)
{
    /* 800 sweeps and a pause of 80, which is a tenth of them and longer than the first
     * times by which the rate is judged */
    zn_index made;

    ck_assert_int_eq(follow((script){200, 0, 500, 580}, 0, &made), ZN_SOLVED);
    ck_assert_int_le(made, 900);
    /* a pause that has no end is the end, a third later */
    ck_assert_int_eq(follow((script){200, 0, 500, 5000}, 0, &made), ZN_STALLED);
    ck_assert_int_le(made, 1200);
}
END_TEST

START_TEST(what_is_granted_is_made)
{
    /* nothing at all in the first 300 sweeps, then 40 of each decade */
    const script late = {40, 0, 0, 300};
    zn_index made;

    ck_assert_int_eq(follow(late, 0, &made), ZN_STALLED);
    ck_assert_int_le(made, 30);
    ck_assert_int_eq(follow(late, 350, &made), ZN_SOLVED);
}
END_TEST

/* ---- a pile ------------------------------------------------------------------------ */

static zn_status sweeps(asked *s, const char *how, const char *most)
{
    asked_set(s, "accelerate", how);
    asked_set(s, "max_iter", most);
    asked_set(s, "tol", "1e-6");
    return asked_solve(s);
}

/* 60 irregular grains, 348 contacts */
START_TEST(momentum_takes_a_fifth_of_the_sweeps)
{
    asked s = asked_new("friction", "nsgs", "structure=pile bodies=60 seed=2");

    ck_assert_int_eq(sweeps(&s, "no", "6000"), ZN_UNSOLVED);
    /* for how many thousand sweeps combinations stand still here is a question of rounding */
    ck_assert_int_eq(sweeps(&s, "yes", "2400"), ZN_UNSOLVED);
    ck_assert_int_eq(sweeps(&s, "momentum", "1200"), ZN_OK);
    /* 1e-6 of the norm of q, which may be at one contact: root 1044 of its largest */
    certify_friction(s.p, s.z, 3.3e-5);
    asked_free(&s);
}
END_TEST

/* 40 bricks in running bond, 272 contacts: to 1e-6 Nesterov's momentum takes 349 sweeps, where
 * conjugate gradients take 1338 (combined sweeps 350 to 500, by their rounding). Threads that share colours change
 * nothing in it. */
START_TEST(sweeps_to_and_fro_settle_a_wall)
{
    static const char *const how[] = {"nesterov", "momentum"};
    asked s = asked_new("friction", "nsgs", "structure=wall bodies=40");
    double *by_one = reals(s.nz);

    for (int i = 0; i < 4; i++) {
        zn_status st;

        if (i >= 2)
            asked_set(&s, "order", "coloured");
        if (i == 3) {
            asked_set(&s, "threads", "3");
            asked_set(&s, "grain", "1");
        }
        st = sweeps(&s, how[i < 2 ? i : 0], i < 2 ? "400" : "2000");
        ck_assert_int_eq(st, i == 1 ? ZN_UNSOLVED : ZN_OK);
        if (st == ZN_OK) /* 1e-6 of the norm of q: root 816 of its largest */
            certify_friction(s.p, s.z, 2.9e-5);
        if (i == 2)
            memcpy(by_one, s.z, (size_t)s.nz * sizeof *by_one);
    }
    ck_assert_mem_eq(by_one, s.z, (size_t)s.nz * sizeof *by_one);
    free(by_one);
    asked_free(&s);
}
END_TEST

/* Irregular grains to 1e-8. 324 contacts, 800 to 2000 sweeps by their rounding: sweeps without momentum, judged by the
 * last 60 of them, left it to interior points, at four times the time. 3060 contacts with little
 * friction, where combined sweeps end soon: with momentum alone there were 3434 sweeps. */
static const struct {
    const char *options, *solver;
    zn_index sweeps;
    double eps; /* 1e-8 of the norm of q, which may be at one contact: times root n */
} heaps[] = {{"structure=pile bodies=60 seed=30", "nsgs", 3000, 3.2e-7},
             {"structure=pile bodies=500 seed=36 mu=0.1", "patches", 1000,
              9.6e-7}};

START_TEST(auto_ends_a_pile_by_sweeps)
{
    asked a = asked_new("friction", "auto", heaps[_i].options);

    asked_solved(&a);
    ck_assert_str_eq(a.info.solver, heaps[_i].solver);
    ck_assert_int_le(a.info.iterations, heaps[_i].sweeps);
    certify_friction(a.p, a.z, heaps[_i].eps);
    asked_free(&a);
}
END_TEST

/* 400 contacts among 600 bodies: the factors of interior points are small, and what their steps do besides
 * costs what some forty sweeps do: 103 sweeps end it where 30 and ten steps did. They end at a
 * thirtieth of the tolerance, as these steps did: the law of few contacts is small beside the forces on all
 * bodies. Sweeps of a wall promise no end, and give way. */
static const struct {
    const char *options, *solver;
    double part; /* of tol, what is left */
} many[] = {{"contacts=400 bodies=600 seed=130", "nsgs", 1.0 / 30},
            {"structure=wall bodies=60", "aclm", 1}};

START_TEST(few_contacts_of_many_bodies_are_swept_to_the_end)
{
    const double tol = 1e-8;
    asked a = asked_new("global-friction", "auto", many[_i].options);

    ck_assert(!zn_solver_set_real(a.s, "tol", tol));
    asked_solved(&a);
    ck_assert_str_eq(a.info.solver, many[_i].solver);
    ck_assert_double_le(a.info.error, many[_i].part * tol);
    asked_free(&a);
}
END_TEST

/* Thirty contacts of twelve bodies: swept one by one Gauss-Seidel takes 237 to 565 iterations, those
 * of other methods included, and 1769 together; combined sweeps, and Newton's steps after 30 that
 * are not near the end, 216. */
START_TEST(few_contacts_take_few_sweeps)
{
    enum { SEEDS = 5 };
    zn_index all = 0;

    for (int seed = 1; seed <= SEEDS; seed++) {
        char options[64];

        snprintf(options, sizeof options, "contacts=30 bodies=12 seed=%d", seed);
        asked a = asked_new("friction", "auto", options);

        asked_solved(&a);
        certify_friction(a.p, a.z, 1e-6);
        all += a.info.iterations;
        asked_free(&a);
    }
    ck_assert_int_le(all, 400);
}
END_TEST

/* What the factors of a large problem would take says nothing of the next one, which is
 * small: there is time for its own. */
START_TEST(the_time_of_factors_is_that_of_the_problem_at_hand)
{
    asked large = asked_new("friction", "auto", "contacts=3000 bodies=60"),
          small = asked_new("friction", "auto", "contacts=12 bodies=4 seed=3");
    zn_solve_info fresh;

    asked_set(&large, "max_sweeps", "2");
    asked_set(&small, "max_sweeps", "2");
    zn_solver_set_time_limit(small.s, 1);
    asked_solved(&small);
    fresh = small.info;
    /* its factors are predicted, and too large to be made */
    asked_set(&large, "most_values", "1");
    ck_assert_int_eq(asked_solve(&large), ZN_UNSOLVED);
    asked_set(&large, "most_values", "2e8");
    zn_solver_set_time_limit(large.s, 1);
    memset(small.z, 0, (size_t)small.nz * sizeof *small.z);
    ck_assert_msg(!zn_solver_solve(large.s, small.p, small.z, small.w, &small.info), "%s",
                  zn_errmsg(large.ctx));
    ck_assert_str_eq(small.info.solver, fresh.solver);
    ck_assert_int_eq(small.info.iterations, fresh.iterations);
    asked_free(&large);
    asked_free(&small);
}
END_TEST

/* methods told so far, and those that began after one that was told when the time was over; `reduced`
 * of global friction is told after the methods within it, and began before them */
typedef struct told {
    const zn_monitor *mon;
    bool over;
    int all, late;
} told;

static void count_late(void *user, const zn_attempt *a)
{
    told *t = user;

    t->all += a->applied;
    t->late += t->over && zni_clock() - a->seconds > t->mon->end;
    t->over = t->over || zni_late(t->mon);
}

/* A tolerance that is reached by rounding alone: seven methods of global friction once began when the time was over. */
START_TEST(no_method_begins_when_the_time_is_over)
{
    asked a = asked_new(_i ? "global-friction" : "friction", "auto", "structure=pile bodies=100");
    zn_monitor mon = {.explain = count_late};
    told t = {.mon = &mon};

    asked_set(&a, "tol", "1e-18");
    mon.explain_user = &t;
    mon.end = zni_clock() + 0.25;

    const zn_status st = zn_solver_solve_inner(a.s, a.p, a.z, a.w, &mon, &a.info);

    ck_assert_int_ge(st, 0);
    if (st)
        ck_assert_int_eq(a.info.outcome, ZN_TIME_LIMIT);
    else /* an error that is rounding counts as none */
        ck_assert_double_eq(a.info.error, 0);
    ck_assert_int_ge(t.all, 1);
    ck_assert_int_eq(t.late, 0);
    asked_free(&a);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, pace of sweeps");
    TCase *tc = tcase_create("pace");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_long_even_way_takes_the_root_of_its_steps);
    tcase_add_test(tc, growing_steps_lose_their_momentum);
    tcase_add_loop_test(tc, what_was_before_is_forgotten, 0, 2);
    tcase_add_test(tc, a_slow_mode_takes_the_root_of_its_steps);
    tcase_add_test(tc, a_step_that_turns_back_begins_anew);
    tcase_add_test(tc, a_pause_is_judged_by_what_was_before);
    tcase_add_test(tc, what_is_granted_is_made);
    tcase_add_test(tc, momentum_takes_a_fifth_of_the_sweeps);
    tcase_add_test(tc, sweeps_to_and_fro_settle_a_wall);
    tcase_add_loop_test(tc, auto_ends_a_pile_by_sweeps, 0, 2);
    tcase_add_loop_test(tc, few_contacts_of_many_bodies_are_swept_to_the_end, 0, 2);
    tcase_add_test(tc, few_contacts_take_few_sweeps);
    tcase_add_test(tc, the_time_of_factors_is_that_of_the_problem_at_hand);
    tcase_add_loop_test(tc, no_method_begins_when_the_time_is_over, 0, 2);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
