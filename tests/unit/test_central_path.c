/* test_central_path.c - friction by the central path, condensed and by bodies
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "global_friction_test.h"

/* Irregular grains; bodies in order, whose contacts are redundant; few bodies for their contacts, in
 * space and in the plane. Structures are the same problem in both classes, the others not. */
static const char *const scenes[] = {"structure=pile bodies=20 seed=1",
                                     "structure=stack bodies=5",
                                     "structure=arch bodies=6",
                                     "contacts=16 bodies=6 mu=1 seed=1",
                                     "contacts=16 bodies=6 mu=1 seed=4",
                                     "contacts=16 bodies=6 mu=1 d=2 seed=2"};
enum { SCENES = sizeof scenes / sizeof *scenes, STRUCTURES = 3 };

static double largest(zn_index n, const double x[])
{
    double most = 0;

    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* Factors of W and of the order of the bodies: the same path, the same velocities; the law by
 * the tests' own measure. */
START_TEST(condensed_or_not_it_ends_at_the_same_velocities)
{
    asked by_contacts = asked_new("friction", "central-path", scenes[_i]),
          by_bodies = asked_new("global-friction", "central-path", scenes[_i]);
    const zn_friction *c = by_contacts.p;
    const zn_index m = by_contacts.nz;
    contacts own;

    asked_solved(&by_contacts);
    asked_solved(&by_bodies);
    printf("%s: %td factorisations by contacts, %td by bodies\n", scenes[_i],
           by_contacts.info.iterations, by_bodies.info.iterations);
    contacts_new(&own, c->d, c->nc);
    zn_matrix_to_dense(c->M, own.M);
    memcpy(own.q, c->q, (size_t)m * sizeof *own.q);
    memcpy(own.mu, c->mu, (size_t)c->nc * sizeof *own.mu);
    ck_assert_double_le(naive_friction(&own, by_contacts.z), 1e-7);
    ck_assert_double_le(naive_friction(&own, by_bodies.z + by_bodies.nz - m), 1e-7);
    for (zn_index i = 0; i < m; i++)
        ck_assert_double_eq_tol(by_bodies.w[i], by_contacts.w[i], 1e-5 * largest(m, c->q));
    contacts_free(&own);
    asked_free(&by_contacts);
    asked_free(&by_bodies);
}
END_TEST

/* 336 contacts of a pile: interior points whose m may only fall end before, the path turns and
 * arrives. */
START_TEST(it_goes_on_where_interior_points_end)
{
    asked a = asked_new("global-friction", "interior-point", "structure=pile bodies=60");

    asked_set(&a, "tol", "1e-6");
    ck_assert_int_eq(asked_solve(&a), ZN_UNSOLVED);
    asked_ask(&a, "central-path");
    asked_solved(&a);
    ck_assert_double_le(a.info.error, 1e-8);
    asked_free(&a);
}
END_TEST

/* A stack whose masses range over four decades: the path comes near after some twenty factorisations, takes
 * hundreds to the end, and from where it is near Newton's method has it in thirty. */
START_TEST(newton_ends_it_from_where_it_leads)
{
    asked a = asked_new("global-friction", "central-path", "structure=stack bodies=100 spread=4");

    asked_set(&a, "max_iter", "200");
    asked_set(&a, "polish", "no");
    ck_assert_int_eq(asked_solve(&a), ZN_UNSOLVED);
    ck_assert_int_le(a.info.iterations, 200);
    asked_set(&a, "polish", "yes");
    asked_solved(&a);
    ck_assert_int_le(a.info.iterations, 200);
    ck_assert_double_le(a.info.error, 1e-8);
    asked_free(&a);
}
END_TEST

/* 570 contacts: three turns and what is to end them leave 1.8e-4, and points of the path next to that are asked first,
 * but no longer than 60 to 150 steps: with the path from nothing 540 suffice, not 684. */
START_TEST(a_start_that_is_near_is_smoothed_first)
{
    asked a = asked_new("global-friction", "aclm", "structure=pile bodies=100 mu=0.5 seed=2");

    asked_set(&a, "inner", "interior-point");
    asked_set(&a, "accelerate", "yes");
    asked_set(&a, "polish", "yes");
    asked_set(&a, "max_iter", "3");
    ck_assert_int_eq(asked_solve(&a), ZN_UNSOLVED);
    ck_assert_double_lt(a.info.error, 1e-2);
    asked_ask(&a, "central-path");
    asked_set(&a, "polish", "yes");
    asked_set(&a, "max_iter", "540");
    ck_assert_msg(!zn_solver_solve(a.s, a.p, a.z, a.w, &a.info), "%s", zn_errmsg(a.ctx));
    ck_assert_double_le(a.info.error, 1e-8);
    asked_free(&a);
}
END_TEST

/* Steps of the path, with what ends it, from where a is */
static zn_index from_there(asked *a)
{
    asked_ask(a, "central-path");
    asked_set(a, "polish", "yes");
    ck_assert_msg(!zn_solver_solve(a->s, a->p, a->z, a->w, &a->info), "%s", zn_errmsg(a->ctx));
    ck_assert_double_le(a->info.error, 1e-8);
    printf("from there %td steps\n", a->info.iterations);
    return a->info.iterations;
}

/* Where sweeps leave these stacks at some 1e-3 the smoothed neighbour is at 1e-2 and more, as is a path that has
 * only begun: Newton's method and proximal points make it 219, 700 and 924 steps from there. Three are enough to see
 * it, and from nothing it is 53, 43 and 165. */
START_TEST(a_start_whose_neighbour_is_far_is_not_near)
{
    static const struct {
        const char *words;
        zn_index most;
    } stacks[] = {{"structure=stack bodies=100 spread=4", 60},
                  {"structure=stack bodies=80 mu=0.3 spread=4", 60},
                  {"structure=stack bodies=120 mu=0.3 spread=4", 200}};
    asked a = asked_new("global-friction", "nsgs", stacks[_i].words);

    asked_set(&a, "max_iter", "60");
    ck_assert_int_eq(asked_solve(&a), ZN_UNSOLVED);
    ck_assert_double_lt(a.info.error, 1e-2);
    ck_assert_int_le(from_there(&a), stacks[_i].most);
    asked_free(&a);
}
END_TEST

/* From a solution to 1e-6 of the last of them no step along the path can be made: each of three neighbours takes 20
 * factorisations to see it, not 50 to 60 in steps down to a millionth of a cone: some 200 in all. */
START_TEST(a_neighbour_that_makes_no_step_is_left)
{
    asked a = asked_new("global-friction", "central-path", "structure=stack bodies=120 mu=0.3 spread=4");

    asked_set(&a, "polish", "yes");
    asked_set(&a, "tol", "1e-6");
    asked_solved(&a);
    ck_assert_double_gt(a.info.error, 1e-8);
    ck_assert_int_le(from_there(&a), 220);
    asked_free(&a);
}
END_TEST

/* Next to slips of zero the path turned within a millionth of a cone: piles took it thousands of factorisations (3274
 * and 6251 of these two), and few bodies with many contacts 880 to 940, or halves of that with short steps. */
START_TEST(tips_of_slips_are_passed)
{
    static const struct {
        const char *words;
        zn_index most;
    } scenes_of[] = {{"structure=pile bodies=100 mu=0.5 seed=2", 600},
                     {"structure=pile bodies=200 mu=0.5 seed=4", 600},
                     {"contacts=60 bodies=15 mu=1.5 seed=7", 850},
                     {"contacts=60 bodies=15 mu=1.5 seed=17", 850},
                     {"contacts=100 bodies=25 mu=1.5 seed=10", 850}};
    asked a = asked_new("global-friction", "central-path", scenes_of[_i].words);

    asked_set(&a, "tol", "1e-6");
    asked_solved(&a);
    printf("%s: %td factorisations\n", scenes_of[_i].words, a.info.iterations);
    ck_assert_double_le(a.info.error, 1e-6);
    ck_assert_int_le(a.info.iterations, scenes_of[_i].most);
    asked_free(&a);
}
END_TEST

/* Places that hold in more than one way: each turned the whole path back, past all that had been passed, and these four
 * took 385, 171, 448 and 268 factorisations, 1272 together; 846 where only those go on that change. */
START_TEST(a_turn_is_for_those_that_turn)
{
    static const char *const piles[] = {
        "structure=pile bodies=100 mu=0.5 seed=305", "structure=pile bodies=100 mu=0.5 seed=307",
        "structure=pile bodies=100 mu=0.5 seed=309", "structure=pile bodies=100 mu=0.5 seed=324"};
    zn_index all = 0;

    for (int i = 0; i < 4; i++) {
        asked a = asked_new("global-friction", "central-path", piles[i]);

        asked_set(&a, "tol", "1e-6");
        asked_solved(&a);
        ck_assert_double_le(a.info.error, 1e-6);
        all += a.info.iterations;
        asked_free(&a);
    }
    printf("four piles: %td factorisations\n", all);
    ck_assert_int_le(all, 1050);
}
END_TEST

/* Few bodies with so many contacts that no velocity is inside of all cones: with a wide tip and a small gap loads run
 * away at an m far from zero, which was followed until rounding ended it. In all 363, 629 and 403 factorisations of
 * sliding contacts then; those that roll had widths of their own. */
START_TEST(loads_that_run_away_are_told_early)
{
    static const struct {
        const char *class, *words;
    } few[] = {{"global-friction", "contacts=60 bodies=15 mu=1.5 seed=2"},
               {"global-friction", "contacts=60 bodies=15 mu=1.5 seed=3"},
               {"global-friction", "contacts=60 bodies=15 mu=1.5 seed=22"},
               {"rolling-friction", "contacts=60 bodies=15 mu=1.5 mu_r=0.3 seed=2"}};
    asked a = asked_new(few[_i].class, "central-path", few[_i].words);

    asked_set(&a, "tol", "1e-6");
    asked_solved(&a);
    printf("%s: %td factorisations\n", few[_i].words, a.info.iterations);
    ck_assert_double_le(a.info.error, 1e-6);
    ck_assert_int_le(a.info.iterations, 250);
    asked_free(&a);
}
END_TEST

/* Units of M and of velocities that are odd powers of two: the same path, the same bits. */
START_TEST(the_path_has_no_units)
{
    asked a = asked_new("friction", "central-path", scenes[_i]);

    asked_in_other_units(&a, 31, -13);
    asked_free(&a);
}
END_TEST

/* What it may not do any more it says, and hands the best point it saw back. */
START_TEST(a_limit_of_factorisations_is_kept)
{
    asked a = asked_new("friction", "central-path", scenes[0]);

    asked_set(&a, "max_iter", "12");
    ck_assert_int_eq(asked_solve(&a), ZN_UNSOLVED);
    ck_assert_int_eq(a.info.outcome, ZN_ITERATION_LIMIT);
    ck_assert_int_eq(a.info.iterations, 12);
    ck_assert_double_lt(a.info.error, 1);
    asked_free(&a);
}
END_TEST

/* A contact with W = 1/2 I thrown on the ground with (-1, 2, 0), mu = 1/2: r_N = 2, sliding
 * goes on against r_T = -1, at 2 - 1/2. */
START_TEST(one_contact_by_hand)
{
    const double w[] = {0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5}, q[] = {-1, 2, 0};
    const double mu[] = {0.5}, known[] = {2, -1, 0}, slides[] = {0, 1.5, 0};
    const zn_matrix W = zn_matrix_dense(3, 3, w);
    const zn_friction p = {.d = 3, .nc = 1, .M = &W, .q = q, .mu = mu};
    zn_ctx *ctx = context();
    double r[3] = {0}, u[3];
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "friction", "central-path", 1e-10, &p, r, u,
                              &info),
                     ZN_OK);
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq_tol(r[i], known[i], 1e-9);
        ck_assert_double_eq_tol(u[i], slides[i], 1e-9);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- in auto ----------------------------------------------------------------- */

/* 300 to 350 contacts of a pile: sweeps, interior points and their turns end before; nothing else is tried
 * after the path. Which of them turns solve hangs on the last digit of what BLAS makes: its kernels for
 * four processors leave two to four of these to the path. */
static const char *const hard[] = {"structure=pile bodies=60 mu=0.5 seed=5",
                                   "structure=pile bodies=60 mu=0.5 seed=10",
                                   "structure=pile bodies=60 mu=0.5 seed=15",
                                   "structure=pile bodies=60 mu=0.5 seed=21"};
enum { HARD = sizeof hard / sizeof *hard };

typedef struct story {
    bool path, last; /* it was tried, and nothing after it */
    zn_status st;
} story;

static void told(void *of, const zn_attempt *a)
{
    story *s = of;

    s->last = strcmp(a->solver, "central-path") == 0;
    s->path = s->path || s->last;
}

START_TEST(auto_follows_it_where_the_others_end)
{
    int followed = 0;

    for (int k = 0; k < HARD; k++) {
        asked a = asked_new("global-friction", "auto", hard[k]);
        story tells = {0};

        zn_solver_set_explain(a.s, told, &tells);
        /* in half a minute others arrive, too; or the condensed problem does, for which there is no room */
        asked_set(&a, "max_steps", "20");
        asked_set(&a, "max_sweeps", "100");
        asked_set(&a, "most_values", "1e4");
        asked_solved(&a);
        ck_assert_double_le(a.info.error, 1e-8);
        ck_assert_int_eq(tells.path, tells.last);
        ck_assert_int_eq(tells.path,
                         strcmp(a.info.solver, "central-path") == 0);
        if (tells.path && followed++ == 0) {
            /* where it may not be: others end it, or nobody */
            tells = (story){0};
            asked_set(&a, "path", "no");
            ck_assert_int_ge(asked_solve(&a), 0);
            ck_assert(!tells.path);
        }
        asked_free(&a);
    }
    ck_assert_int_gt(followed, 0);
}
END_TEST

/* Condensed: never where it may not be, and where it arrives nothing is tried after it. Which of these it ends
 * hangs on the rounding of those before. */
START_TEST(auto_follows_it_condensed)
{
    const char *const three[] = {
        "contacts=100 bodies=35 mu=1.5 seed=22", "contacts=60 bodies=20 mu=2 seed=26",
        "contacts=60 bodies=20 mu=2 seed=39"};
    int ended = 0;

    for (int i = 0; i < 3; i++)
        for (int path = 0; path < 2; path++) {
            asked a = asked_new("friction", "auto", three[i]);
            story tells = {0};

            zn_solver_set_explain(a.s, told, &tells);
            asked_set(&a, "path", path ? "yes" : "no");
            if (path) {
                asked_solved(&a);
            } else { /* where others need not arrive */
                asked_set(&a, "max_steps", "3");
                asked_set(&a, "max_sweeps", "100");
                ck_assert_int_ge(asked_solve(&a), 0);
                ck_assert(!tells.path);
            }
            if (!strcmp(a.info.solver, "central-path")) {
                ck_assert(tells.last);
                ended++;
            }
            asked_free(&a);
        }
    ck_assert_int_gt(ended, 0);
}
END_TEST

/* What was tried, and when: of each the first time. */
typedef struct order {
    int tried, reduced, path;
} order;

static void noted(void *of, const zn_attempt *a)
{
    order *s = of;

    s->tried++;
    if (!s->reduced && !strcmp(a->solver, "reduced"))
        s->reduced = s->tried;
    if (!s->path && !strcmp(a->solver, "central-path"))
        s->path = s->tried;
}

/* 216 contacts of grains whose masses range over six decades: the condensed problem, which gives contacts one
 * size, comes before the path. */
START_TEST(uneven_piles_are_condensed_before_the_path)
{
    asked a = asked_new("global-friction", "auto", "structure=pile bodies=40 mu=0.5 spread=6 seed=107");
    order when = {0};

    zn_solver_set_explain(a.s, noted, &when);
    /* turns arrive in their time */
    asked_set(&a, "max_steps", "1");
    asked_solved(&a);
    ck_assert_double_le(a.info.error, 1e-8);
    ck_assert_int_gt(when.reduced, 0);
    ck_assert(!when.path || when.reduced < when.path);
    asked_free(&a);
}
END_TEST

/* How turns fare in auto, which must end by this solver. */
typedef struct turned {
    story tells;
    zn_index steps, times; /* of turns */
} turned;

static void of_turns(void *of, const zn_attempt *a)
{
    turned *t = of;

    told(&t->tells, a);
    if (strcmp(a->solver, "aclm") != 0 || !a->applied)
        return;
    t->steps += a->iterations;
    t->times++;
}

static turned ended(const char *words, const char *path, const char *by)
{
    asked a = asked_new("friction", "auto", words);
    turned all = {0};

    zn_solver_set_explain(a.s, of_turns, &all);
    asked_set(&a, "path", path);
    asked_solved(&a);
    if (by)
        ck_assert_str_eq(a.info.solver, by);
    ck_assert_double_le(a.info.error, 1e-8);
    asked_free(&a);
    return all;
}

/* 336 contacts of a pile: turns lead near, and Newton's method ends it from there, by the bodies that are found. */
START_TEST(auto_ends_turns_by_newton)
{
    const turned all = ended("structure=pile bodies=60 mu=0.5 seed=209", "yes", "uncondensed");

    ck_assert(!all.tells.path);
}
END_TEST

/* 100 contacts with a friction of 1.5: six turns, 335 steps, do not arrive, the path does. Without the path all turns
 * are made at once, three times as many steps; who solves it then is chance. */
START_TEST(what_few_turns_do_not_solve_is_for_the_path)
{
    const turned few = ended("contacts=100 bodies=35 mu=1.5 seed=25", "yes", "central-path");
    const turned all = ended("contacts=100 bodies=35 mu=1.5 seed=25", "no", NULL);

    ck_assert_int_eq(few.times, 1);
    ck_assert_int_le(few.steps, 600);
    ck_assert_int_eq(all.times, 1);
    ck_assert_int_ge(all.steps, 2 * few.steps);
    ck_assert(!all.tells.path);
}
END_TEST

/* Steps of turns are counted by who watches them; who else watches is still asked, and heard: once when they
 * have ended, to know when that is, and again half way. */
typedef struct watch {
    zn_index calls, most;  /* 0: as many as there are         */
    zn_index begun, ended; /* calls before turns, at their end */
} watch;

static bool stop(void *of, zn_index iteration, double error)
{
    watch *w = of;

    (void)iteration;
    (void)error;
    return ++w->calls == w->most;
}

static void noted_calls(void *of, const zn_attempt *a)
{
    watch *w = of;

    if (w->ended)
        return;
    if (strcmp(a->solver, "aclm") == 0 && a->applied)
        w->ended = w->calls;
    else
        w->begun = w->calls;
}

START_TEST(who_stops_the_turns_is_heard)
{
    asked a = asked_new("global-friction", "auto", hard[1]);
    watch w = {0};

    zn_solver_set_callback(a.s, stop, &w);
    zn_solver_set_explain(a.s, noted_calls, &w);
    ck_assert_int_ge(asked_solve(&a), 0);
    ck_assert_int_gt(w.ended, w.begun + 20);
    w.most = (w.begun + w.ended) / 2;
    w.calls = 0;
    ck_assert_int_eq(asked_solve(&a), ZN_UNSOLVED);
    ck_assert_int_eq(w.calls, w.most);
    ck_assert_int_eq(a.info.outcome, ZN_INTERRUPTED);
    asked_free(&a);
}
END_TEST

/* 48 rows and no tolerance but that of rounding: what comes before the path does not end it. */
static const zn_friction *few;

static zn_status all_of_it(const zn_allocator *alloc)
{
    zn_ctx *ctx = NULL;
    zn_solver *s = NULL;
    double r[48] = {0}, u[48];
    story tells = {0};
    zn_status st = zn_ctx_new_with(alloc, &ctx);

    if (!st)
        st = zn_solver_new(ctx, "friction", "auto", &s);
    if (!st)
        st = zn_solver_set(s, "max_sweeps", "10");
    if (!st)
        st = zn_solver_set(s, "max_steps", "2");
    if (!st)
        st = zn_solver_set_real(s, "tol", 0);
    if (!st) {
        zn_solver_set_explain(s, told, &tells);
        st = zn_solver_solve(s, few, r, u, NULL);
        ck_assert(st < 0 || tells.path);
    }
    zn_solver_free(s);
    zn_ctx_free(ctx);
    return st == ZN_UNSOLVED ? ZN_OK : st;
}

/* A solver that has followed the path has the bits of a new one; sixteen contacts of few bodies, to the last digit,
 * which hardly any of the methods before it reaches. */
START_TEST(in_auto_it_remembers_nothing)
{
    static const char *const classes[] = {"friction", "global-friction"};
    asked a = asked_new(classes[_i], "auto", scenes[3 + _i]);
    double *first = reals(a.nz);

    asked_set(&a, "tol", "0");
    asked_set(&a, "max_sweeps", "10");
    asked_set(&a, "max_steps", "2");
    for (int k = 0; k < 2; k++) {
        story tells = {0};

        zn_solver_set_explain(a.s, told, &tells);
        ck_assert_int_ge(asked_solve(&a), 0);
        ck_assert(tells.path);
        if (k == 0)
            memcpy(first, a.z, (size_t)a.nz * sizeof *first);
    }
    ck_assert_mem_eq(first, a.z, (size_t)a.nz * sizeof *first);
    free(first);
    asked_free(&a);
}
END_TEST

START_TEST(in_auto_each_allocation_may_fail)
{
    asked a = asked_new("friction", NULL, scenes[3]);

    few = a.p;
    test_torture(all_of_it);
    asked_free(&a);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, the central path");
    TCase *tc = tcase_create("path");

    tcase_set_timeout(tc, 600);
    tcase_add_loop_test(tc, condensed_or_not_it_ends_at_the_same_velocities, 0,
                        STRUCTURES);
    tcase_add_test(tc, it_goes_on_where_interior_points_end);
    tcase_add_loop_test(tc, tips_of_slips_are_passed, 0, 5);
    tcase_add_test(tc, a_turn_is_for_those_that_turn);
    tcase_add_loop_test(tc, loads_that_run_away_are_told_early, 0, 4);
    tcase_add_test(tc, newton_ends_it_from_where_it_leads);
    tcase_add_test(tc, a_start_that_is_near_is_smoothed_first);
    tcase_add_loop_test(tc, a_start_whose_neighbour_is_far_is_not_near, 0, 3);
    tcase_add_test(tc, a_neighbour_that_makes_no_step_is_left);
    tcase_add_loop_test(tc, the_path_has_no_units, 1, SCENES);
    tcase_add_test(tc, a_limit_of_factorisations_is_kept);
    tcase_add_test(tc, one_contact_by_hand);
    tcase_add_test(tc, auto_follows_it_where_the_others_end);
    tcase_add_test(tc, auto_follows_it_condensed);
    tcase_add_test(tc, uneven_piles_are_condensed_before_the_path);
    tcase_add_test(tc, auto_ends_turns_by_newton);
    tcase_add_test(tc, what_few_turns_do_not_solve_is_for_the_path);
    tcase_add_test(tc, who_stops_the_turns_is_heard);
    tcase_add_loop_test(tc, in_auto_it_remembers_nothing, 0, 2);
    tcase_add_test(tc, in_auto_each_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
