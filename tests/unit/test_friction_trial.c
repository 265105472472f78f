/* test_friction_trial.c - Newton's method with a term that fades, tried early by `auto`, and
 * what that tells of methods for which there is no time
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "friction_test.h"

#include <string.h>

/* ---- the term ------------------------------------------------------------------ */

/* Boxes on boxes, four contacts of twelve rows on six velocities each. A term of 1e-3 that stays makes
 * errors of loads that balance each other shrink by the same part in each step; one that shrinks as
 * the residual does leaves the last steps Newton's, of which each doubles the digits: the error of the
 * last is less than the square root of that of the one before, 1e-8, and there are few. */
START_TEST(a_term_that_fades_leaves_newtons_last_steps)
{
    asked h = asked_new("friction", "newton-natural", "structure=stack bodies=50");
    zn_index steps[2];

    asked_set(&h, "regularisation", "1e-3");
    for (int fade = 0; fade < 2; fade++) {
        ck_assert(!zn_solver_set(h.s, "fade", fade ? "yes" : "no"));
        asked_solve(&h);
        steps[fade] = h.info.iterations;
    }
    ck_assert_int_eq(h.info.outcome, ZN_SOLVED);
    ck_assert_int_le(steps[1], 8);
    ck_assert_int_ge(steps[0], 3 * steps[1]);
    asked_free(&h);
}
END_TEST

/* A term that is less than what it would fade to is left as it is. */
START_TEST(a_small_term_does_not_grow)
{
    asked h = asked_new("friction", "newton-natural", "structure=arch bodies=15");
    const zn_index n = zn_problem_file_nz(h.f);
    double *stays = reals(n);

    asked_set(&h, "regularisation", "1e-8");
    ck_assert_int_eq(asked_solve(&h), ZN_OK);
    memcpy(stays, h.z, (size_t)n * sizeof *stays);
    asked_set(&h, "fade", "yes");
    ck_assert_int_eq(asked_solve(&h), ZN_OK);
    ck_assert(!memcmp(stays, h.z, (size_t)n * sizeof *stays));
    free(stays);
    asked_free(&h);
}
END_TEST

/* ---- in `auto` ----------------------------------------------------------------- */

typedef struct course {
    zn_index trials, steps, before; /* of the first; attempts before it */
    zn_index last; /* steps of the last one */
    zn_index all, first; /* and the sweeps of that */
} course;

static void hear(void *user, const zn_attempt *a)
{
    course *t = user;

    /* what stands begins with its loads */
    if (!strcmp(a->solver, "panagiotopoulos"))
        return;
    if (a->applied && !strcmp(a->solver, "newton-natural")) {
        if (!t->trials++) {
            t->steps = a->iterations;
            t->before = t->all;
        }
        t->last = a->iterations;
    }
    if (t->all == 0)
        t->first = a->iterations;
    t->all += a->applied;
}

/* What is heard of a solution from zero. */
static course told(asked *h)
{
    course t = {0};

    zn_solver_set_explain(h->s, hear, &t);
    ck_assert_int_eq(asked_solve(h), ZN_OK);
    zn_solver_set_explain(h->s, NULL, NULL);
    return t;
}

/* What `auto` is told to do with it: the trial comes second, after the first sweeps, and ends it. */
START_TEST(a_trial_ends_what_sweeps_do_not)
{
    static const char *const scenes[] = {
        "structure=chain bodies=100", "structure=arch bodies=40 slope=0.11",
        "structure=arch bodies=80 mu=0.8"};
    asked h = asked_new("friction", "auto", scenes[_i]);
    const course t = told(&h);

    ck_assert_str_eq(h.info.solver, "newton-natural");
    ck_assert_int_eq(t.before, 1);
    ck_assert_int_le(t.steps, 20);
    asked_free(&h);
}
END_TEST

/* Masses over six decades: the residual stays where it is, which eight steps show. */
START_TEST(a_trial_that_gains_nothing_takes_eight_steps)
{
    asked h = asked_new("friction", "auto", "structure=stack bodies=20 spread=6");
    const course t = told(&h);

    ck_assert_int_ge(t.trials, 1);
    ck_assert_int_le(t.steps, 8);
    asked_free(&h);
}
END_TEST

/* In chains and with masses over decades the term of the first trial exceeds the smallest eigenvalues of W: two to four
 * full steps with hardly any end it. An arch that slides is ended by others. */
START_TEST(whole_steps_end_what_a_term_hides)
{
    static const struct {
        const char *scene;
        bool ends;
    } of[] = {{"structure=chain bodies=3000 slope=0.3", true},
              {"structure=chain bodies=2000 spread=6", true},
              {"structure=stack bodies=20 spread=6", true},
              {"structure=arch bodies=400 slope=0.11", false}};
    asked h = asked_new("friction", "auto", of[_i].scene);
    const course t = told(&h);

    ck_assert_int_eq(t.trials, 2);
    ck_assert_int_le(t.last, 8);
    ck_assert_int_eq(!strcmp(h.info.solver, "newton-natural"), of[_i].ends);
    asked_free(&h);
}
END_TEST

/* Each contact of a wall meets many others: twenty steps cost more than the sweeps that end it. */
START_TEST(where_steps_cost_more_than_sweeps_there_is_none)
{
    asked h = asked_new("friction", "auto", "structure=wall bodies=40");
    const course t = told(&h);

    ck_assert_int_eq(t.trials, 0);
    asked_free(&h);
}
END_TEST

/* Steps cost what 270 sweeps do, fewer than are waited for; but contacts of a heap close loops. */
START_TEST(where_contacts_close_loops_there_is_none)
{
    asked h = asked_new("friction", "auto", "structure=heap bodies=30 seed=3");
    const course t = told(&h);

    ck_assert_int_eq(t.trials, 0);
    asked_free(&h);
}
END_TEST

/* A link of a chain meets two: twenty steps cost what 70 sweeps do. After thirty sweeps more than these are
 * still needed, and no more are made; where factors may not be made sweeps go on that promise to end. */
START_TEST(first_sweeps_wait_no_longer_than_a_trial_takes)
{
    asked h = asked_new("friction", "auto", "structure=chain bodies=40");

    ck_assert_int_eq(told(&h).first, 30);
    ck_assert_str_eq(h.info.solver, "newton-natural");
    asked_set(&h, "most_values", "10");
    ck_assert_int_gt(told(&h).first, 30);
    asked_free(&h);
}
END_TEST

/* `patience` is what sweeps are waited for in any case: with that of few there is no time for steps. */
START_TEST(patience_says_what_a_trial_may_cost)
{
    asked h = asked_new("friction", "auto", "structure=arch bodies=40 slope=0.11");
    course t = {0};

    asked_set(&h, "patience", "30");
    zn_solver_set_explain(h.s, hear, &t);
    ck_assert_int_eq(asked_solve(&h), ZN_OK);
    ck_assert_int_eq(t.trials, 0);
    asked_free(&h);
}
END_TEST

/* ---- want of time -------------------------------------------------------------- */

static void hear_of_time(void *user, const zn_attempt *a)
{
    zn_index *left = user;

    if (!strcmp(a->solver, "nsgs") || !strcmp(a->solver, "patches"))
        return;
    ck_assert_int_eq(a->iterations, 0);
    if (!strcmp(a->solver, "uncondensed"))
        return; /* what it needs factors of is not there */
    ck_assert_msg(a->outcome == ZN_TIME_LIMIT, "%s: %s", a->solver,
                  zn_outcome_name(a->outcome));
    ++*left;
}

/* 4500 rows that are all coupled: factors of 6e10 operations are predicted to take 12 s, and there are 8. (Each body
 * has too many contacts to be found in it: with 30 of them their own factors end it.) Who
 * would need them is told as one whose time is over, not as what the sweeps before it came to. */
START_TEST(a_method_that_was_not_begun_is_told_as_one_without_time)
{
    asked h = asked_new("friction", "auto", "contacts=1500 bodies=10");
    zn_index left = 0;

    asked_set(&h, "max_sweeps", "2");
    zn_solver_set_time_limit(h.s, 8);
    zn_solver_set_explain(h.s, hear_of_time, &left);
    ck_assert_int_eq(asked_solve(&h), ZN_UNSOLVED);
    ck_assert_int_ge(left, 7); /* admm, interior points, turns, path, prox twice, its path */
    asked_free(&h);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("friction, an early trial of Newton's method");
    TCase *tc = tcase_create("trial");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_term_that_fades_leaves_newtons_last_steps);
    tcase_add_test(tc, a_small_term_does_not_grow);
    tcase_add_loop_test(tc, a_trial_ends_what_sweeps_do_not, 0, 3);
    tcase_add_test(tc, a_trial_that_gains_nothing_takes_eight_steps);
    tcase_add_loop_test(tc, whole_steps_end_what_a_term_hides, 0, 4);
    tcase_add_test(tc, where_steps_cost_more_than_sweeps_there_is_none);
    tcase_add_test(tc, where_contacts_close_loops_there_is_none);
    tcase_add_test(tc, first_sweeps_wait_no_longer_than_a_trial_takes);
    tcase_add_test(tc, patience_says_what_a_trial_may_cost);
    tcase_add_test(tc, a_method_that_was_not_begun_is_told_as_one_without_time);
    suite_add_tcase(s, tc);
    return test_main(s);
}
