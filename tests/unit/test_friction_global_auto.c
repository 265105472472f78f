/* test_friction_global_auto.c - what `auto` of global friction asks, and in which order
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "global_friction_test.h"

/* ---- large problems -------------------------------------------------------------- */

/* the methods told, until one of that name is; then it is enough */
typedef struct listener {
    heard told;
    const char *last;
    bool enough;
} listener;

static void listen(void *user, const zn_attempt *a)
{
    listener *l = user;

    asked_hear(&l->told, a);
    l->enough = l->enough || !strcmp(a->solver, l->last);
}

static bool is_enough(void *user, zn_index iteration, double error)
{
    (void)iteration;
    (void)error;
    return ((listener *)user)->enough;
}

/* Some 1400 contacts, more rows than those of which all is prepared before the first method: sweeps alone may
 * be enough. With one step for each method, what comes after the turns depends on whether sizes of contacts range over
 * decades: it has to be looked at for such a problem, too. */
static const struct {
    const char *words, *next;
} large[] = {{"structure=pile bodies=240 mu=0.5 seed=1", "aclm central-path "},
             {"structure=pile bodies=240 mu=0.5 seed=1 spread=6", "aclm reduced "}};

START_TEST(what_comes_next_is_known_of_large_problems)
{
    asked a = asked_new("global-friction", "auto", large[_i].words);
    listener l = {.last = "aclm"};

    asked_set(&a, "tol", "1e-12");
    asked_set(&a, "max_sweeps", "1");
    asked_set(&a, "max_steps", "1");
    zn_solver_set_explain(a.s, listen, &l);
    zn_solver_set_callback(a.s, is_enough, &l);
    ck_assert_int_eq(asked_solve(&a), ZN_UNSOLVED);
    ck_assert_int_eq(a.info.outcome, ZN_INTERRUPTED);
    ck_assert_msg(strstr(l.told.names, large[_i].next) != NULL, "%s", l.told.names);
    asked_free(&a);
}
END_TEST

/* ---- what stands ------------------------------------------------------------------ */

/* Bricks, voussoirs and weights that fall straight onto what is below: where nothing slides the first convex problem
 * is the whole one, and its matrix symmetric. Blocks of a wedge slide, and a chain on a slope is pushed along. */
static const struct {
    const char *words, *solver;
} standing[] = {{"structure=wall bodies=80", "aclm"},
                {"structure=arch bodies=100 slope=0.11", "aclm"},
                {"structure=stack bodies=150 spread=2 seed=4", "aclm"},
                {"structure=wedge bodies=80 mu=1", "interior-point"},
                {"structure=chain bodies=300", "reduced"}};

START_TEST(what_stands_is_a_convex_problem)
{
    asked a = asked_new("global-friction", "auto", standing[_i].words);
    heard h = {0};

    zn_solver_set_explain(a.s, asked_hear, &h);
    asked_solved(&a);
    ck_assert_str_eq(a.info.solver, standing[_i].solver);
    ck_assert_msg(!strstr(h.names, "aclm interior-point") && !strstr(h.names, "interior-point aclm"),
                  "%s", h.names);
    asked_free(&a);
}
END_TEST

/* ---- heaps and trees ---------------------------------------------------------------- */

/* Links, and what is stacked, close no loops: the condensed problem has full Newton steps with hardly any
 * regularisation, where interior points and turns took 378 to 836 iterations; and the same object does so once more. */
static const char *const trees[] = {"structure=chain bodies=200", "structure=chain bodies=2000 mu=0.6",
                                    "structure=chain bodies=1000 spread=4"};

START_TEST(trees_end_in_full_steps)
{
    asked a = asked_new("global-friction", "auto", trees[_i]);
    double *z = reals(a.nz);
    heard h = {0};

    zn_solver_set_explain(a.s, asked_hear, &h);
    asked_solved(&a);
    ck_assert_msg(strstr(h.names, "reduced ") && !strstr(h.names, "interior-point "), "%s", h.names);
    ck_assert_int_le(a.info.iterations, 200);
    memcpy(z, a.z, (size_t)a.nz * sizeof *z);
    asked_solved(&a);
    ck_assert(memcmp(z, a.z, (size_t)a.nz * sizeof *z) == 0);
    free(z);
    asked_free(&a);
}
END_TEST

/* ---- bodies that touch in many points ---------------------------------------------- */

/* Up to 60 ends of contacts a body: the condensed matrix has more values than four times those of H and M^-1 H, factors
 * by bodies hardly any. Newton's method on the whole system, which came first, took 17 times as long on the second and
 * left the third at 1e-3, as sweeps do. */
static const char *const many_points[] = {"contacts=300 bodies=10 mu=1 seed=3",
                                          "contacts=600 bodies=40 mu=0.5",
                                          "contacts=2000 bodies=150 mu=0.5 seed=4"};

START_TEST(bodies_that_touch_in_many_points_have_thin_factors)
{
    asked a = asked_new("global-friction", "auto", many_points[_i]);

    asked_solved(&a);
    ck_assert_str_eq(a.info.solver, "interior-point");
    ck_assert_int_lt(a.info.iterations, 250); /* 73, 75, 166; 298, 440, unsolved before */
    asked_free(&a);
}
END_TEST

/* ---- heaps -------------------------------------------------------------------------- */

/* Spheres in a heap, and bodies met at random, have few redundant contacts: patches of the condensed problem end them
 * in a tenth of the time that the steps of interior points took, which on heaps of 1400 contacts ended nothing.
 * Irregular grains have twice as many reactions for each velocity, and are not swept for long. */
static const struct {
    const char *words, *solver;
    bool swept;
} heaps[] = {{"structure=heap bodies=200 seed=2", "reduced", true},
             {"contacts=1000 bodies=500", "reduced", true},
             {"structure=heap bodies=500 mu=0.5", "reduced", true},
             {"structure=pile bodies=100 mu=1 seed=3", "interior-point", false}};

START_TEST(heaps_are_swept_in_patches)
{
    asked a = asked_new("global-friction", "auto", heaps[_i].words);
    double *z = reals(a.nz);
    heard h = {0};

    asked_set(&a, "tol", "1e-6");
    zn_solver_set_explain(a.s, asked_hear, &h);
    asked_solved(&a);
    ck_assert_str_eq(a.info.solver, heaps[_i].solver);
    ck_assert_msg((strstr(h.names, "reduced") != NULL) == heaps[_i].swept, "%s", h.names);
    ck_assert_msg(heaps[_i].swept != (strstr(h.names, "interior-point") != NULL), "%s", h.names);
    /* the same object once more */
    memcpy(z, a.z, (size_t)a.nz * sizeof *z);
    asked_solved(&a);
    ck_assert(memcmp(z, a.z, (size_t)a.nz * sizeof *z) == 0);
    free(z);
    asked_free(&a);
}
END_TEST

/* Where bodies have many contacts each patches come before interior points if a step of these costs very much, and
 * behind them if they did not arrive: boxes in courses (tests/bench/settled.md) are ended by them. */
static const struct {
    const char *words, *order;
} dear[] = {{"structure=pile bodies=1000 mu=0.3", "nsgs reduced "},
            {"contacts=3000 bodies=450 mu=0.3", "interior-point reduced "}};

START_TEST(dear_factors_come_behind_patches)
{
    asked a = asked_new("global-friction", "auto", dear[_i].words);
    listener l = {.last = "reduced"};

    asked_set(&a, "tol", "1e-12");
    asked_set(&a, "max_steps", "1");
    zn_solver_set_explain(a.s, listen, &l);
    zn_solver_set_callback(a.s, is_enough, &l);
    ck_assert_int_eq(asked_solve(&a), ZN_UNSOLVED);
    ck_assert_msg(strstr(l.told.names, dear[_i].order) != NULL, "%s", l.told.names);
    asked_free(&a);
}
END_TEST

/* Eight steps of interior points leave 5.5e-5 of the first sweeps, and the turns after them do, too. */
START_TEST(patches_end_what_interior_points_leave)
{
    asked a = asked_new("global-friction", "auto", dear[1].words);

    asked_set(&a, "tol", "1e-5");
    asked_set(&a, "max_steps", "8");
    asked_solved(&a);
    ck_assert_str_eq(a.info.solver, "reduced");
    asked_free(&a);
}
END_TEST

/* Sweeps in patches of a pile of irregular grains promise no end after those that are granted. */
START_TEST(patches_that_promise_nothing_give_up)
{
    asked a = asked_new("friction", "patches", "structure=pile bodies=100 mu=0.5 seed=2");

    asked_set(&a, "granted", "600");
    ck_assert_int_eq(asked_solve(&a), ZN_UNSOLVED);
    ck_assert_int_ge(a.info.iterations, 600);
    ck_assert_int_le(a.info.iterations, 2000); /* of 10000 */
    asked_free(&a);
}
END_TEST

/* ---- interior points ---------------------------------------------------------------- */

/* Where the path has turned back steps without the derivative stand still; a pile and a chain that arrive have up to
 * seven of these in a row which do, too. */
static const struct {
    const char *words;
    bool arrives;
} turned[] = {{"structure=pile bodies=60 mu=0.5 seed=6", false},
              {"structure=pile bodies=40 mu=0.5 seed=1", false},
              {"structure=pile bodies=30 mu=0.5 seed=7", true},
              {"structure=chain bodies=80 mu=0.8 seed=2", true}};

START_TEST(interior_points_that_stand_still_end)
{
    asked a = asked_new("global-friction", "interior-point", turned[_i].words);
    zn_index steps;

    asked_set(&a, "max_iter", "50");
    ck_assert_int_eq(asked_solve(&a) == ZN_OK, turned[_i].arrives);
    steps = a.info.iterations;
    asked_set(&a, "brief", "yes");
    ck_assert_int_eq(asked_solve(&a) == ZN_OK, turned[_i].arrives);
    if (turned[_i].arrives) {
        ck_assert_int_eq(a.info.iterations, steps);
    } else {
        ck_assert_int_eq(steps, 50);
        ck_assert_int_le(a.info.iterations, 35);
        ck_assert_int_eq(a.info.outcome, ZN_STALLED);
    }
    asked_free(&a);
}
END_TEST

/* steps of interior points */
static void count(void *user, const zn_attempt *a)
{
    if (!strcmp(a->solver, "interior-point"))
        *(zn_index *)user = a->iterations;
}

/* `auto` does not wait for them: from its sweeps 23 steps, of 50. From a start that is near (400 grains) the error
 * grows at first, and they arrive. */
START_TEST(auto_waits_for_no_interior_points_that_stand_still)
{
    asked a = asked_new("global-friction", "auto", "structure=pile bodies=100 mu=0.5 seed=3");
    zn_index steps = 0;

    asked_set(&a, "tol", "1e-6");
    zn_solver_set_explain(a.s, count, &steps);
    asked_solved(&a);
    ck_assert_int_gt(steps, 0);
    ck_assert_int_le(steps, 30);
    asked_free(&a);
}
END_TEST

START_TEST(a_start_that_is_near_may_leave_more_at_first)
{
    asked a = asked_new("global-friction", "auto", "structure=pile bodies=400 mu=0.3 seed=110");

    asked_set(&a, "tol", "1e-6");
    asked_solved(&a);
    ck_assert_str_eq(a.info.solver, "interior-point");
    asked_free(&a);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("global friction, auto");
    TCase *tc = tcase_create("auto");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, what_comes_next_is_known_of_large_problems, 0,
                        sizeof large / sizeof *large);
    tcase_add_loop_test(tc, what_stands_is_a_convex_problem, 0, sizeof standing / sizeof *standing);
    tcase_add_loop_test(tc, trees_end_in_full_steps, 0, sizeof trees / sizeof *trees);
    tcase_add_loop_test(tc, bodies_that_touch_in_many_points_have_thin_factors, 0,
                        sizeof many_points / sizeof *many_points);
    tcase_add_loop_test(tc, heaps_are_swept_in_patches, 0, sizeof heaps / sizeof *heaps);
    tcase_add_loop_test(tc, dear_factors_come_behind_patches, 0, sizeof dear / sizeof *dear);
    tcase_add_test(tc, patches_end_what_interior_points_leave);
    tcase_add_test(tc, patches_that_promise_nothing_give_up);
    tcase_add_loop_test(tc, interior_points_that_stand_still_end, 0, sizeof turned / sizeof *turned);
    tcase_add_test(tc, auto_waits_for_no_interior_points_that_stand_still);
    tcase_add_test(tc, a_start_that_is_near_may_leave_more_at_first);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
