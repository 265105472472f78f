/* test_solver_conduct.c - what every solver owes its caller:
 * stops when told, refuses NaN, takes a warm start, keeps no secrets
 * SPDX-License-Identifier: Apache-2.0 */
#include "conduct_problems.h"
#include "every_class.h"

#include <pthread.h>
#include <time.h>

/* ---- every registered solver of class _i --------------------------------------- */

typedef struct subject {
    const struct class_of_problems *c;
    const char *name;
    zn_ctx *ctx;
    zn_solver *s;
    data *d;
    double z[2 * MOST], w[MOST + FACES];
    zn_index nz;
} subject;

static subject make(const struct class_of_problems *c, const char *name,
                    zn_index n)
{
    subject t = {.c = c, .name = name, .ctx = context()};

    t.d = (data *)malloc(sizeof *t.d);
    ck_assert_ptr_nonnull(t.d);
    fill(t.d, n);
    c->pose(t.d);
    t.nz = c->rows > 0 ? c->rows * n / 3 : n;
    ck_assert_msg(!zn_solver_new(t.ctx, c->name, name, &t.s), "%s",
                  zn_errmsg(t.ctx));
    return t;
}

static void resize(subject *t, zn_index n)
{
    fill(t->d, n);
    t->c->pose(t->d);
    t->nz = t->c->rows > 0 ? t->c->rows * n / 3 : n;
    memset(t->z, 0, sizeof t->z);
}

static zn_status solve(subject *t, zn_solve_info *info)
{
    return zn_solver_solve(t->s, &t->d->p, t->z, t->w, info);
}

static void drop(subject *t)
{
    zn_solver_free(t->s);
    zn_ctx_free(t->ctx);
    free(t->d);
}

/* some are for contacts in the plane, or for one alone */
static bool applies(const struct class_of_problems *c, const char *name)
{
    subject t = make(c, name, 9);
    zn_status st = solve(&t, NULL);

    drop(&t);
    return st != ZN_EINVAL;
}

static void each(const struct class_of_problems *c,
                 void (*one)(const struct class_of_problems *, const char *))
{
    zn_ctx *ctx = context();
    int count = 0;

    for (zn_index i = 0; zn_type_at(ctx, c->kind, i); i++) {
        const char *name = zn_type_at(ctx, c->kind, i)->name;

        if (!applies(c, name))
            continue;
        one(c, name);
        count++;
    }
    ck_assert_int_ge(count, 3);
    zn_ctx_free(ctx);
}

static bool has(const char *name)
{
    for (int k = 0; k < NCLASSES; k++)
        if (!strcmp(classes[k].name, name))
            return true;
    return false;
}

/* What is said of "every solver" below is said of all that there are. */
START_TEST(every_solver_has_a_problem_that_it_takes)
{
    zn_ctx *ctx = context();

    every_class_is_asked(ctx, has);
    for (int k = 0; k < NCLASSES; k++)
        for (zn_index i = 0; zn_type_at(ctx, classes[k].kind, i); i++) {
            const char *name = zn_type_at(ctx, classes[k].kind, i)->name;
            bool takes = false;

            for (int j = 0; j < NCLASSES && !takes; j++)
                takes = classes[j].kind == classes[k].kind && applies(&classes[j], name);
            ck_assert_msg(takes, "%s %s is asked nothing", classes[k].name, name);
        }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- stopping -------------------------------------------------------------------- */

typedef struct witness {
    int calls, limit; /* says stop at that call; 0: never */
    bool bad;         /* an error that is NaN             */
    bool told;        /* an error at all, not -1          */
} witness;

static bool watch(void *user, zn_index iteration, double error)
{
    witness *seen = (witness *)user;

    seen->calls++;
    seen->bad |= isnan(error) || iteration < 0;
    seen->told |= error >= 0;
    return seen->calls == seen->limit;
}

static void stops(const struct class_of_problems *c, const char *name)
{
    /* the whole way, then stopped at the first call and at the second */
    for (int limit = 0; limit < 3; limit++) {
        subject t = make(c, name, 9);
        witness seen = {.limit = limit};
        zn_solve_info info;
        zn_status st;

        zn_solver_set_callback(t.s, watch, &seen);
        st = solve(&t, &info);
        ck_assert_msg(!seen.bad, "%s %s: NaN as an error", c->name, name);
        if (limit == 0) {
            ck_assert_msg(!st, "%s", zn_errmsg(t.ctx));
            ck_assert_msg(seen.calls > 0 && seen.told,
                          "%s %s: %d calls%s in %td iterations", c->name, name,
                          seen.calls, seen.told ? "" : " without an error",
                          info.iterations);
        } else if (seen.calls >= limit && st) {
            ck_assert_int_eq(st, ZN_UNSOLVED);
            ck_assert_msg(info.outcome == ZN_INTERRUPTED, "%s %s: %s", c->name,
                          name, zn_outcome_name(info.outcome));
        } else {
            ck_assert_int_eq(st, ZN_OK); /* there was nothing left to do */
        }
        /* told once is enough */
        ck_assert_msg(limit == 0 || seen.calls <= limit, "%s %s: %d calls",
                      c->name, name, seen.calls);
        drop(&t);
    }
}

START_TEST(the_callback_sees_every_solver_and_stops_it)
{
    each(&classes[_i], stops);
}
END_TEST

static void in_time(const struct class_of_problems *c, const char *name)
{
    subject t = make(c, name, 9);
    zn_solve_info info;
    zn_status st;

    /* over before it has begun; a problem that needs no iteration may be
     * solved all the same */
    zn_solver_set_time_limit(t.s, 1e-9);
    st = solve(&t, &info);
    ck_assert_msg(!st || (st == ZN_UNSOLVED && info.outcome == ZN_TIME_LIMIT),
                  "%s %s: %s", c->name, name, zn_errmsg(t.ctx));
    for (zn_index i = 0; i < t.nz; i++)
        ck_assert(isfinite(t.z[i]));
    for (zn_index i = 0; i < 6; i++)
        ck_assert(isfinite(t.w[i]));

    /* and it can go on from there */
    zn_solver_set_time_limit(t.s, 0);
    ck_assert_msg(!solve(&t, &info), "%s", zn_errmsg(t.ctx));
    drop(&t);
}

START_TEST(a_time_limit_holds)
{
    each(&classes[_i], in_time);
}
END_TEST

/* Methods in which each step is a problem of its own count the steps of these. */
static bool counts_inner_steps(const char *cls, const char *name)
{
    return (!strcmp(cls, "global-friction") && !strcmp(name, "aclm")) ||
           (!strcmp(cls, "friction") && !strcmp(name, "uncondensed")) ||
           (!strcmp(cls, "rolling-friction") && !strcmp(name, "prox"));
}

static void at_its_limit(const struct class_of_problems *c, const char *name)
{
    subject t = make(c, name, 9);
    zn_solve_info info;
    char usual[32];
    zn_status st;

    if (!zn_solver_get(t.s, "max_iter", usual, sizeof usual)) {
        ck_assert(!zn_solver_set(t.s, "max_iter", "1"));
        st = solve(&t, &info);
        ck_assert_msg(!st || (st == ZN_UNSOLVED &&
                              info.outcome == ZN_ITERATION_LIMIT &&
                              (info.iterations == 1 ||
                               counts_inner_steps(c->name, name))),
                      "%s %s: %s, %td iterations", c->name, name,
                      zn_outcome_name(info.outcome), info.iterations);
        ck_assert(!zn_solver_set(t.s, "max_iter", usual));
        ck_assert_msg(!solve(&t, &info), "%s", zn_errmsg(t.ctx));
    }
    drop(&t);
}

START_TEST(a_limit_of_iterations_holds)
{
    each(&classes[_i], at_its_limit);
}
END_TEST

/* ---- the measure ------------------------------------------------------------------ */

/* "Solved" says what the measure of the class sees: no number of an answer may be another
 * one, whichever it is. */
START_TEST(each_number_of_an_answer_is_measured)
{
    const struct class_of_problems *c = &classes[_i];
    subject t = make(c, "auto", 9);
    double work[4 * MOST + FACES];
    const zn_problem_type *is;
    const zn_type *type;

    ck_assert(!zn_type_find(t.ctx, ZN_KIND_PROBLEM, c->name, &type));
    is = (const zn_problem_type *)type;
    ck_assert_msg(!solve(&t, NULL), "%s", zn_errmsg(t.ctx));
    ck_assert(is->error(&t.d->p, t.z, t.w, work) <= 1e-6);

    const zn_index nz = is->nz(&t.d->p), n = nz + is->nw(&t.d->p);
    for (zn_index i = 0; i < n; i++) {
        double *x = i < nz ? t.z + i : t.w + i - nz;
        const double was = *x, odd[] = {was + 0.125, was - 0.125, NAN};

        for (int k = 0; k < 3; k++) {
            *x = odd[k];
            const double err = is->error(&t.d->p, t.z, t.w, work);
            ck_assert_msg(k < 2 ? err > 1e-3 : isnan(err),
                          "%s: %g for %g in place of %g as number %td",
                          c->name, err, odd[k], was, i);
        }
        *x = was;
    }
    drop(&t);
}
END_TEST

static void counts(const struct class_of_problems *c, const char *name)
{
    subject t = make(c, name, 9);
    zn_solve_info info;

    ck_assert_msg(!solve(&t, &info), "%s", zn_errmsg(t.ctx));
    ck_assert_msg(info.iterations > 0, "%s %s: solved after %td iterations", c->name, name, info.iterations);
    drop(&t);
}

/* z = 0 solves none of these: who has an answer has done something for it, and says how much. */
START_TEST(what_is_solved_has_taken_iterations)
{
    each(&classes[_i], counts);
}
END_TEST

/* ---- data -------------------------------------------------------------------------- */

static void not_a_number(const struct class_of_problems *c, const char *name)
{
    subject t = make(c, name, 6);
    zn_solve_info info;
    zn_status st;

    t.z[1] = NAN;
    ck_assert_int_eq(solve(&t, &info), ZN_EDOM);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(t.ctx), "z(1)"));
    t.z[1] = 0;
    t.d->q[2] = NAN;
    st = solve(&t, &info);
    ck_assert_msg(st == ZN_EDOM || (c->maps && st == ZN_UNSOLVED), "%s %s: %s",
                  c->name, name, zn_status_name(st));
    t.d->q[2] = 1;
    memset(t.z, 0, sizeof t.z);
    ck_assert_msg(!solve(&t, &info), "%s %s is spoiled: %s", c->name, name,
                  zn_errmsg(t.ctx));
    drop(&t);
}

START_TEST(not_a_number_is_refused_and_does_no_harm)
{
    each(&classes[_i], not_a_number);
}
END_TEST

/* all of q, of b, or one of q and a direction of a face, and what they are */
static const struct {
    double q, first, b, face;
} hugest[] = {{-1e300, -1e300, -0.5, 1}, {1e308, 1e308, -0.5, 1}, {-1.25, -1e300, -0.5, 1}, {-1.25, -1.25, -1e300, 1},
              {-1.25, -1.25, -0.5, 1e-160}};

static void runs_over(const struct class_of_problems *c, const char *name)
{
    for (size_t k = 0; k < sizeof hugest / sizeof *hugest; k++) {
        subject t = make(c, name, 9);
        const zn_index n = 9;
        zn_solve_info info;
        zn_status st;

        for (zn_index i = 0; i < n; i++) {
            t.d->q[i] = i == 0 ? hugest[k].first : hugest[k].q;
            t.d->b[i] = hugest[k].b;
        }
        t.d->H[0] = hugest[k].face;
        if (zn_option_find(zn_solver_class(t.s)->type.options, "max_iter"))
            ck_assert(!zn_solver_set(t.s, "max_iter", "100"));
        st = solve(&t, &info);
        if (st >= 0) {
            for (zn_index i = 0; i < t.nz; i++)
                ck_assert_msg(isfinite(t.z[i]), "%s %s, data %zu: z(%td) = %g", c->name, name, k, i, t.z[i]);
            for (zn_index i = 0; i < 6; i++)
                ck_assert_msg(isfinite(t.w[i]), "%s %s, data %zu: w(%td) = %g", c->name, name, k, i, t.w[i]);
            ck_assert_msg(st || info.error >= 0, "%s %s, data %zu: error %g", c->name, name, k, info.error);
        }
        drop(&t);
    }
}

/* Data near the largest numbers there are: what comes back is a point, whatever a method made of it on the way. */
START_TEST(what_runs_over_leaves_no_nan)
{
    each(&classes[_i], runs_over);
}
END_TEST

/* of what else than rows of M is counted */
static zn_index *counted(data *d, const char *name)
{
    return !strcmp(name, "avi")                       ? &d->p.avi.m
           : !strcmp(name, "qp")                      ? &d->p.qp.m
           : !strcmp(name, "soclcp")                  ? &d->p.soclcp.ncones
           : !strcmp(name, "friction")                ? &d->p.friction.nc
           : !strcmp(name, "global-friction")         ? &d->p.global.nc
           : !strcmp(name, "rolling-friction")        ? &d->p.rolling.nc
           : !strcmp(name, "global-rolling-friction") ? &d->p.global_rolling.nc
           : !strcmp(name, "generic-mechanical")      ? &d->p.generic.nb
           : !strcmp(name, "plasticity")              ? &d->p.plasticity.nc
                                                      : NULL;
}

/* What is counted fits to the matrices: nothing is looked at beyond them, and no product of counts wraps. So it
 * is the count that is refused, not an entry that lies behind those that there are. */
START_TEST(counts_that_cannot_be_are_refused)
{
    const struct class_of_problems *c = &classes[_i];
    static const zn_index wrong[] = {-1, PTRDIFF_MIN, (zn_index)1 << 62, PTRDIFF_MAX};

    for (int k = 0; k < 4; k++)
        for (int which = 0; which < 2; which++) {
            subject t = make(c, "auto", 9);
            zn_index *n = which ? counted(t.d, c->name) : c->rows > 0 || c->maps ? NULL : &t.d->p.lcp.n;

            if (n) {
                *n = wrong[k];
                ck_assert_msg(solve(&t, NULL) == ZN_EINVAL, "%s with %td", c->name, wrong[k]);
                const char *words = zn_errmsg(t.ctx);
                ck_assert_msg(!strchr(words, '(') && !strstr(words, "face ") &&
                                  !strstr(words, "block ") && !strstr(words, "cover rows"),
                              "not of the count: %s", words);
            }
            drop(&t);
        }
}
END_TEST

/* ---- starts -------------------------------------------------------------------------- */

/* those that make nothing of a start: they say so in their pages */
static bool cold_only(const char *name)
{
    static const char *const list[] = {"lemke", "murty",          "bard",
                                       "mlcp",  "interior-point", "cao-ferris"};

    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (!strcmp(name, list[i]))
            return true;
    return false;
}

static void warm(const struct class_of_problems *c, const char *name)
{
    subject t = make(c, name, 9);
    zn_solve_info info, again;
    double z[2 * MOST];

    ck_assert_msg(!solve(&t, &info), "%s", zn_errmsg(t.ctx));
    memcpy(z, t.z, sizeof z);
    ck_assert_msg(!solve(&t, &again), "%s", zn_errmsg(t.ctx));
    for (zn_index i = 0; i < t.nz;
         i++) /* eigenvalues >= 1, tolerances <= 1e-6 */
        ck_assert_double_eq_tol(t.z[i], z[i], 1e-5);
    ck_assert_msg(again.iterations <= info.iterations,
                  "%s %s: %td iterations, %td from the solution", c->name, name,
                  info.iterations, again.iterations);
    ck_assert_msg(cold_only(again.solver) || again.iterations <= 6,
                  "%s %s: %td iterations from the solution", c->name, name,
                  again.iterations);
    drop(&t);
}

START_TEST(the_solution_as_a_start_is_cheap)
{
    each(&classes[_i], warm);
}
END_TEST

static void sizes(const struct class_of_problems *c, const char *name)
{
    static const zn_index list[] = {6, 3, 9, 6};
    subject t = make(c, name, 6);

    for (int k = 0; k < 4; k++) {
        subject fresh = make(c, name, list[k]);
        zn_solve_info info;

        resize(&t, list[k]);
        ck_assert_msg(!solve(&t, &info), "%s", zn_errmsg(t.ctx));
        ck_assert_msg(!solve(&fresh, &info), "%s", zn_errmsg(fresh.ctx));
        ck_assert_msg(!memcmp(t.z, fresh.z, (size_t)t.nz * sizeof t.z[0]),
                      "%s %s: size %td after others is not what it is alone",
                      c->name, name, list[k]);
        drop(&fresh);
    }
    drop(&t);
}

START_TEST(one_object_serves_all_sizes)
{
    each(&classes[_i], sizes);
}
END_TEST

/* ---- threads --------------------------------------------------------------------------- */

static void *run(void *user)
{
    subject *t = (subject *)user;

    for (int k = 0; k < 20; k++) {
        memset(t->z, 0, sizeof t->z);
        if (solve(t, NULL))
            t->z[0] = NAN;
    }
    return NULL;
}

static void threads(const struct class_of_problems *c, const char *name)
{
    subject alone = make(c, name, 6),
            pair[2] = {make(c, name, 6), make(c, name, 6)};
    pthread_t id[2];

    run(&alone);
    ck_assert(!isnan(alone.z[0]));
    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(pthread_create(&id[k], NULL, run, &pair[k]), 0);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(pthread_join(id[k], NULL), 0);
        ck_assert_msg(!memcmp(alone.z, pair[k].z, sizeof alone.z) &&
                          !memcmp(alone.w, pair[k].w, 6 * sizeof alone.w[0]),
                      "%s %s: other bits in a thread", c->name, name);
        drop(&pair[k]);
    }
    drop(&alone);
}

START_TEST(two_at_once_give_the_bits_of_one_alone)
{
    each(&classes[_i], threads);
}
END_TEST

/* ---- memory ----------------------------------------------------------------------- */

static void room(const struct class_of_problems *c, const char *name)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    subject t = make(c, name, 9);
    zn_solver *s;
    zn_ctx *counted;
    long before;

    ck_assert(!zn_ctx_new_with(&alloc, &counted));
    ck_assert(!zn_solver_new(counted, c->name, name, &s));
    if (zn_solver_class(s)->reserve) {
        ck_assert(!zn_solver_reserve(s, t.nz, t.nz * t.nz));
        before = mem.calls;
        ck_assert(!zn_solver_solve(s, &t.d->p, t.z, t.w, NULL));
        ck_assert_msg(mem.calls == before, "%s %s: %ld allocations", c->name,
                      name, mem.calls - before);
    }
    zn_solver_free(s);
    zn_ctx_free(counted);
    drop(&t);
}

START_TEST(the_first_call_allocates_nothing_where_there_is_room)
{
    each(&classes[_i], room);
}
END_TEST

/* A method makes room when it begins, and from the answer it may be another one than from zero; whoever has begun
 * once has it. With room for all of them there is nothing left to make. */
static void again(const struct class_of_problems *c, const char *name)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    subject t = make(c, name, 9);
    zn_solver *s;
    zn_ctx *counted;
    bool all;

    ck_assert(!zn_ctx_new_with(&alloc, &counted));
    ck_assert(!zn_solver_new(counted, c->name, name, &s));
    all = zn_solver_class(s)->reserve != NULL;
    if (all)
        ck_assert(!zn_solver_reserve(s, t.nz, t.nz * t.nz));
    for (int k = 0; k < 6; k++) {
        const long before = mem.calls;

        if (k % 2 == 0)
            memset(t.z, 0, sizeof t.z);
        ck_assert(!zn_solver_solve(s, &t.d->p, t.z, t.w, NULL));
        ck_assert_msg(mem.calls == before || (k < 2 && !all), "%s %s, call %d: %ld allocations", c->name, name,
                      k + 1, mem.calls - before);
    }
    zn_solver_free(s);
    zn_ctx_free(counted);
    drop(&t);
}

START_TEST(further_calls_allocate_nothing)
{
    each(&classes[_i], again);
}
END_TEST

/* A program that was compiled when zn_solve_info was shorter, or longer: what it has room for is
 * filled, what is not known is zero, and nothing beyond is touched. */
START_TEST(an_info_of_another_size_is_filled_as_far_as_it_reaches)
{
    struct {
        zn_solve_info known;
        double later, beyond;
    } a = {.later = 7, .beyond = 7}, b = a;
    const double M = 2, q = -3;
    const zn_matrix A = zn_matrix_dense(1, 1, &M);
    const zn_lcp p = {1, &A, &q};
    zn_ctx *ctx = context();
    double z = 0, w;
    zn_solver *s;

    ck_assert(!zn_solver_new(ctx, "lcp", "lemke", &s));
    ck_assert(!zn_solver_solve_sized(s, &p, &z, &w, &a.known,
                                     sizeof a - sizeof a.beyond));
    ck_assert_str_eq(a.known.solver, "lemke");
    ck_assert(a.known.outcome == ZN_SOLVED && a.later == 0 && a.beyond == 7);
    b.known.solver = "nobody";
    b.known.outcome = ZN_STALLED;
    b.known.error = -1;
    z = 0;
    ck_assert(!zn_solver_solve_sized(s, &p, &z, &w, &b.known,
                                     offsetof(zn_solve_info, iterations)));
    ck_assert(z == 1.5 && b.known.outcome == ZN_SOLVED && b.known.error >= 0);
    ck_assert_str_eq(b.known.solver, "nobody");
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("solvers, conduct");
    TCase *tc = tcase_create("conduct");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, every_solver_has_a_problem_that_it_takes);
    tcase_add_loop_test(tc, the_callback_sees_every_solver_and_stops_it, 0,
                        NCLASSES);
    tcase_add_loop_test(tc, a_time_limit_holds, 0, NCLASSES);
    tcase_add_loop_test(tc, each_number_of_an_answer_is_measured, 0, NCLASSES);
    tcase_add_loop_test(tc, a_limit_of_iterations_holds, 0, NCLASSES);
    tcase_add_loop_test(tc, what_is_solved_has_taken_iterations, 0, NCLASSES);
    tcase_add_loop_test(tc, not_a_number_is_refused_and_does_no_harm, 0,
                        NCLASSES);
    tcase_add_loop_test(tc, what_runs_over_leaves_no_nan, 0, NCLASSES);
    tcase_add_loop_test(tc, counts_that_cannot_be_are_refused, 0, NCLASSES);
    tcase_add_loop_test(tc, the_solution_as_a_start_is_cheap, 0, NCLASSES);
    tcase_add_loop_test(tc, one_object_serves_all_sizes, 0, NCLASSES);
    tcase_add_loop_test(tc, two_at_once_give_the_bits_of_one_alone, 0,
                        NCLASSES);
    tcase_add_loop_test(tc, the_first_call_allocates_nothing_where_there_is_room, 0,
                        NCLASSES);
    tcase_add_loop_test(tc, further_calls_allocate_nothing, 0, NCLASSES);
    tcase_add_test(tc, an_info_of_another_size_is_filled_as_far_as_it_reaches);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
