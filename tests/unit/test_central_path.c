/* test_central_path.c - friction by the central path, condensed and by bodies
 * SPDX-License-Identifier: Apache-2.0 */
#include "global_friction_test.h"

#include <zeno/random_problem.h>

/* Irregular grains; bodies in order, whose contacts are redundant; few bodies for their contacts, in
 * space and in the plane. Structures are the same problem in both classes, the others not. */
static const char *const scenes[] = {"structure=pile bodies=20 seed=1",
                                     "structure=stack bodies=5",
                                     "structure=arch bodies=6",
                                     "contacts=16 bodies=6 mu=1 seed=1",
                                     "contacts=16 bodies=6 mu=1 seed=4",
                                     "contacts=16 bodies=6 mu=1 d=2 seed=2"};
enum { SCENES = sizeof scenes / sizeof *scenes, STRUCTURES = 3 };

static const void *problem_of(zn_ctx *ctx, const char *cls, const char *words,
                              zn_problem_file **f)
{
    ck_assert_int_eq(zn_problem_random(ctx, cls, words, f), ZN_OK);
    return zn_problem_file_problem(*f);
}

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
    zn_ctx *ctx = context();
    zn_problem_file *f, *g;
    const zn_friction *c = problem_of(ctx, "friction", scenes[_i], &f);
    const zn_global_friction *p = problem_of(ctx, "global-friction", scenes[_i], &g);
    const zn_index m = p->d * p->nc;
    double *z = reals(p->n + m), *r = reals(m), *u[2] = {reals(m), reals(m)};
    zn_solve_info by_contacts, by_bodies;
    contacts own;

    ck_assert_msg(run_once(ctx, "friction", "central-path", 1e-8, c, r, u[0],
                           &by_contacts) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    ck_assert_msg(run_once(ctx, "global-friction", "central-path", 1e-8, p, z,
                           u[1], &by_bodies) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    printf("%s: %td factorisations by contacts, %td by bodies\n", scenes[_i],
           by_contacts.iterations, by_bodies.iterations);
    contacts_new(&own, c->d, c->nc);
    zn_matrix_to_dense(c->M, own.M);
    memcpy(own.q, c->q, (size_t)m * sizeof *own.q);
    memcpy(own.mu, c->mu, (size_t)c->nc * sizeof *own.mu);
    ck_assert_double_le(naive_friction(&own, r), 1e-7);
    ck_assert_double_le(naive_friction(&own, z + p->n), 1e-7);
    for (zn_index i = 0; i < m; i++)
        ck_assert_double_eq_tol(u[1][i], u[0][i], 1e-5 * largest(m, c->q));
    contacts_free(&own);
    free(z);
    free(r);
    free(u[0]);
    free(u[1]);
    zn_problem_file_free(f);
    zn_problem_file_free(g);
    zn_ctx_free(ctx);
}
END_TEST

/* 336 contacts of a pile: interior points whose m may only fall end before, the path turns and
 * arrives. */
START_TEST(it_goes_on_where_interior_points_end)
{
    static const char words[] = "structure=pile bodies=60";
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_global_friction *p = problem_of(ctx, "global-friction", words, &f);
    const zn_index m = p->d * p->nc;
    double *z = reals(p->n + m), *u = reals(m);
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "global-friction", "interior-point", 1e-6, p,
                              z, u, &info),
                     ZN_UNSOLVED);
    memset(z, 0, (size_t)(p->n + m) * sizeof *z);
    ck_assert_msg(run_once(ctx, "global-friction", "central-path", 1e-8, p, z, u,
                           &info) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    ck_assert_double_le(info.error, 1e-8);
    free(z);
    free(u);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* A stack whose masses range over four decades: the path comes near after some twenty factorisations, takes
 * hundreds to the end, and from where it is near Newton's method has it in thirty. */
START_TEST(newton_ends_it_from_where_it_leads)
{
    static const char words[] = "structure=stack bodies=100 spread=4";
    static const char *const polish[] = {"no", "yes"};
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_global_friction *p = problem_of(ctx, "global-friction", words, &f);
    const zn_index m = p->d * p->nc;
    double *z = reals(p->n + m), *u = reals(m);
    zn_solver *s;
    zn_solve_info info;

    ck_assert_int_eq(zn_solver_new(ctx, "global-friction", "central-path", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "max_iter", "200"), ZN_OK);
    for (int k = 0; k < 2; k++) {
        memset(z, 0, (size_t)(p->n + m) * sizeof *z);
        ck_assert_int_eq(zn_solver_set(s, "polish", polish[k]), ZN_OK);
        ck_assert_int_eq(zn_solver_solve(s, p, z, u, &info), k ? ZN_OK : ZN_UNSOLVED);
        ck_assert_int_le(info.iterations, 200);
    }
    ck_assert_double_le(info.error, 1e-8);
    zn_solver_free(s);
    free(z);
    free(u);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* Steps as they come lead round and round, until all factorisations are spent; halved where they turn far they lead
 * to the end in half of these. On which of these problems hangs on rounding. */
START_TEST(steps_that_turn_far_are_halved)
{
    static const char *const words[] = {"contacts=60 bodies=15 mu=1.5 seed=7",
                                        "contacts=60 bodies=15 mu=1.5 seed=17",
                                        "contacts=100 bodies=25 mu=1.5 seed=10"};
    static const char *const care[] = {"no", "yes"}, *const most[] = {"800", "400"};
    int gained = 0;

    for (int i = 0; i < 3; i++) {
        zn_ctx *ctx = context();
        zn_problem_file *f;
        const zn_global_friction *p = problem_of(ctx, "global-friction", words[i], &f);
        const zn_index m = p->d * p->nc;
        double *z = reals(p->n + m), *u = reals(m);
        zn_status st[2];
        zn_solve_info info;

        for (int k = 0; k < 2; k++) {
            zn_solver *s;

            ck_assert_int_eq(zn_solver_new(ctx, "global-friction", "central-path", &s), ZN_OK);
            ck_assert_int_eq(zn_solver_set(s, "max_iter", most[k]), ZN_OK);
            ck_assert_int_eq(zn_solver_set(s, "care", care[k]), ZN_OK);
            memset(z, 0, (size_t)(p->n + m) * sizeof *z);
            st[k] = zn_solver_solve(s, p, z, u, &info);
            printf("%s: care %s, %td factorisations, %g\n", words[i], care[k], info.iterations,
                   info.error);
            ck_assert_int_ge(st[k], 0);
            zn_solver_free(s);
        }
        gained += st[0] && !st[1];
        free(z);
        free(u);
        zn_problem_file_free(f);
        zn_ctx_free(ctx);
    }
    ck_assert_int_gt(gained, 0);
}
END_TEST

static zn_status follow(zn_ctx *ctx, const char *care, const zn_friction *p, double r[], double u[],
                        zn_solve_info *info)
{
    zn_solver *s;
    zn_status st;

    ck_assert_int_eq(zn_solver_new(ctx, "friction", "central-path", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "care", care), ZN_OK);
    st = zn_solver_solve(s, p, r, u, info);
    zn_solver_free(s);
    return st;
}

/* Units of M and of velocities that are odd powers of two: the same path, the same bits; with care in every other scene. */
START_TEST(the_path_has_no_units)
{
    const char *const care = _i % 2 ? "yes" : "no";
    enum { INVERSE = 31, SPEED = -13 };
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_friction *p = problem_of(ctx, "friction", scenes[_i], &f);
    const zn_index m = p->d * p->nc;
    double *M = reals(m * m), *q = reals(m), *r[2], *u[2];
    const zn_matrix dense[] = {zn_matrix_dense(m, m, M), zn_matrix_dense(m, m, M)};
    zn_friction other = *p;
    zn_solve_info info[2];

    zn_matrix_to_dense(p->M, M);
    other.M = &dense[0];
    other.q = q;
    for (int k = 0; k < 2; k++) {
        for (zn_index i = 0; i < m * m; i++)
            M[i] = ldexp(M[i], k ? INVERSE : 0);
        for (zn_index i = 0; i < m; i++)
            q[i] = ldexp(p->q[i], k ? SPEED : 0);
        r[k] = reals(m);
        u[k] = reals(m);
        ck_assert_int_eq(follow(ctx, care, &other, r[k], u[k], &info[k]), ZN_OK);
    }
    ck_assert_int_eq(info[0].iterations, info[1].iterations);
    for (zn_index i = 0; i < m; i++) {
        ck_assert(r[1][i] == ldexp(r[0][i], SPEED - INVERSE));
        ck_assert(u[1][i] == ldexp(u[0][i], SPEED));
    }
    for (int k = 0; k < 2; k++) {
        free(r[k]);
        free(u[k]);
    }
    free(M);
    free(q);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* What it may not do any more it says, and hands the best point it saw back. */
START_TEST(a_limit_of_factorisations_is_kept)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_friction *p = problem_of(ctx, "friction", scenes[0], &f);
    const zn_index m = p->d * p->nc;
    double *r = reals(m), *u = reals(m);
    zn_solver *s;
    zn_solve_info info;

    ck_assert_int_eq(zn_solver_new(ctx, "friction", "central-path", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "max_iter", "12"), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, p, r, u, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
    ck_assert_int_eq(info.iterations, 12);
    ck_assert_double_lt(info.error, 1);
    zn_solver_free(s);
    free(r);
    free(u);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
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

/* 347 contacts of a pile: sweeps, interior points and their turns end before; nothing else is tried
 * after the path. A used solver has the bits of a new one. */
static const char hard[] = "structure=pile bodies=60 mu=0.5 seed=10";

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
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_global_friction *p = problem_of(ctx, "global-friction", hard, &f);
    const zn_index m = p->d * p->nc, n = p->n + m;
    double *z[2] = {reals(n), reals(n)}, *u = reals(m);
    zn_solver *s;
    zn_solve_info info;
    story tells = {0};

    ck_assert_int_eq(zn_solver_new(ctx, "global-friction", "auto", &s), ZN_OK);
    zn_solver_set_explain(s, told, &tells);
    ck_assert_int_eq(zn_solver_set(s, "path", "no"), ZN_OK);
    /* others arrive in their time, which is half a minute */
    ck_assert_int_eq(zn_solver_set(s, "max_steps", "3"), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "max_sweeps", "100"), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, p, z[0], u, &info), ZN_UNSOLVED);
    ck_assert(!tells.path);
    ck_assert_int_eq(zn_solver_set(s, "path", "yes"), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "max_steps", "100"), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "max_sweeps", "20000"), ZN_OK);
    for (int k = 0; k < 2; k++) {
        memset(z[k], 0, (size_t)n * sizeof *u);
        ck_assert_msg(zn_solver_solve(s, p, z[k], u, &info) == ZN_OK, "%s", zn_errmsg(ctx));
        ck_assert_double_le(info.error, 1e-8);
        ck_assert(tells.last);
    }
    ck_assert_int_eq(memcmp(z[0], z[1], (size_t)n * sizeof *u), 0);
    zn_solver_free(s);
    free(z[0]);
    free(z[1]);
    free(u);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* Condensed: never where it may not be, and where it arrives nothing is tried after it. Which of these it ends
 * hangs on the rounding of those before. */
START_TEST(auto_follows_it_condensed)
{
    const char *const three[] = {
        hard, "contacts=60 bodies=20 mu=2 seed=26", "contacts=60 bodies=20 mu=2 seed=39"};
    int ended = 0;

    for (int i = 0; i < 3; i++)
        for (int path = 0; path < 2; path++) {
            zn_ctx *ctx = context();
            zn_problem_file *f;
            const zn_friction *p = problem_of(ctx, "friction", three[i], &f);
            const zn_index n = p->d * p->nc;
            double *r = reals(n), *u = reals(n);
            zn_solver *s;
            zn_solve_info info;
            story tells = {0};

            ck_assert_int_eq(zn_solver_new(ctx, "friction", "auto", &s), ZN_OK);
            zn_solver_set_explain(s, told, &tells);
            ck_assert_int_eq(zn_solver_set(s, "path", path ? "yes" : "no"), ZN_OK);
            if (path)
                ck_assert_msg(!zn_solver_solve(s, p, r, u, &info), "%s", zn_errmsg(ctx));
            else
                ck_assert_int_ge(zn_solver_solve(s, p, r, u, &info), 0);
            ck_assert(path || !tells.path);
            if (!strcmp(info.solver, "central-path")) {
                ck_assert(tells.last);
                ended++;
            }
            zn_solver_free(s);
            free(r);
            free(u);
            zn_problem_file_free(f);
            zn_ctx_free(ctx);
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
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_global_friction *p = problem_of(
        ctx, "global-friction", "structure=pile bodies=40 mu=0.5 spread=6 seed=107", &f);
    const zn_index m = p->d * p->nc;
    double *z = reals(p->n + m), *u = reals(m);
    zn_solver *s;
    zn_solve_info info;
    order when = {0};

    ck_assert_int_eq(zn_solver_new(ctx, "global-friction", "auto", &s), ZN_OK);
    zn_solver_set_explain(s, noted, &when);
    /* turns arrive in their time */
    ck_assert_int_eq(zn_solver_set(s, "max_steps", "1"), ZN_OK);
    ck_assert_msg(zn_solver_solve(s, p, z, u, &info) == ZN_OK, "%s", zn_errmsg(ctx));
    ck_assert_double_le(info.error, 1e-8);
    ck_assert_int_gt(when.reduced, 0);
    ck_assert(!when.path || when.reduced < when.path);
    zn_solver_free(s);
    free(z);
    free(u);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* 336 contacts of a pile: turns lead near, and Newton's method ends it from there, also condensed. */
START_TEST(auto_ends_turns_by_newton)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_friction *p = problem_of(ctx, "friction", "structure=pile bodies=60 mu=0.5 seed=209", &f);
    const zn_index m = p->d * p->nc;
    double *r = reals(m), *u = reals(m);
    zn_solver *s;
    zn_solve_info info;
    story tells = {0};

    ck_assert_int_eq(zn_solver_new(ctx, "friction", "auto", &s), ZN_OK);
    zn_solver_set_explain(s, told, &tells);
    ck_assert_msg(zn_solver_solve(s, p, r, u, &info) == ZN_OK, "%s", zn_errmsg(ctx));
    ck_assert(!tells.path);
    ck_assert_str_eq(info.solver, "aclm");
    ck_assert_double_le(info.error, 1e-8);
    zn_solver_free(s);
    free(r);
    free(u);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* Steps of turns are counted by who watches them; who else watches is still asked, and heard. */
static bool stop(void *of, zn_index iteration, double error)
{
    zn_index *left = of;

    (void)iteration;
    (void)error;
    return --*left <= 0;
}

START_TEST(who_stops_the_turns_is_heard)
{
    enum { INSIDE = 300 }; /* 60 sweeps, 50 steps, then 567 in turns */
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_global_friction *p = problem_of(ctx, "global-friction", hard, &f);
    const zn_index m = p->d * p->nc;
    double *z = reals(p->n + m), *u = reals(m);
    zn_index left = INSIDE;
    zn_solver *s;
    zn_solve_info info;

    ck_assert_int_eq(zn_solver_new(ctx, "global-friction", "auto", &s), ZN_OK);
    zn_solver_set_callback(s, stop, &left);
    ck_assert_int_eq(zn_solver_solve(s, p, z, u, &info), ZN_UNSOLVED);
    ck_assert_int_eq(left, 0);
    ck_assert_int_eq(info.outcome, ZN_INTERRUPTED);
    zn_solver_free(s);
    free(z);
    free(u);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
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

START_TEST(in_auto_each_allocation_may_fail)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;

    few = problem_of(ctx, "friction", scenes[3], &f);
    test_torture(all_of_it);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, the central path");
    TCase *tc = tcase_create("path");

    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, condensed_or_not_it_ends_at_the_same_velocities, 0,
                        STRUCTURES);
    tcase_add_test(tc, it_goes_on_where_interior_points_end);
    tcase_add_test(tc, steps_that_turn_far_are_halved);
    tcase_add_test(tc, newton_ends_it_from_where_it_leads);
    tcase_add_loop_test(tc, the_path_has_no_units, 1, SCENES);
    tcase_add_test(tc, a_limit_of_factorisations_is_kept);
    tcase_add_test(tc, one_contact_by_hand);
    tcase_add_test(tc, auto_follows_it_where_the_others_end);
    tcase_add_test(tc, auto_follows_it_condensed);
    tcase_add_test(tc, uneven_piles_are_condensed_before_the_path);
    tcase_add_test(tc, auto_ends_turns_by_newton);
    tcase_add_test(tc, who_stops_the_turns_is_heard);
    tcase_add_test(tc, in_auto_each_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
