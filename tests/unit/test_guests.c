/* test_guests.c - solvers of plugins that offer themselves to `auto`
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include <zeno/lcp.h>
#include <zeno/plugin.h>
#include <zeno/vi.h>

/* A guest that writes an answer it knows, refuses, or asks `auto` itself. */
enum { WRITES, REFUSES, ASKS };

typedef struct guest {
    double tol;
    zn_solver *inner;
} guest;

static zn_ctx *ctx;
static int does, asked, reserved, depth;
static double known[600], cost_of[2], started[300];
static zn_index known_n;

static zn_status reserve(void *state, zn_ctx *c, zn_index n, zn_index nnz)
{
    (void)state, (void)c, (void)n, (void)nnz;
    reserved++;
    return ZN_OK;
}

static zn_status ask_auto(guest *s, zn_ctx *c, const void *p, double z[], double w[],
                          zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = s->inner ? ZN_OK : zn_solver_new(c, "lcp", "auto", &s->inner);

    ck_assert_int_le(++depth, 1);
    if (!st)
        st = zn_solver_solve_inner(s->inner, p, z, w, mon, info);
    depth--;
    return st;
}

static zn_status solve(void *state, zn_ctx *c, const void *p, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    asked++;
    info->iterations = 7;
    if (does == REFUSES)
        return zn_fail(c, ZN_EINVAL, "the oracle is silent");
    if (does == ASKS)
        return ask_auto(state, c, p, z, w, mon, info);
    memcpy(started, z, (size_t)known_n * sizeof *z);
    memcpy(z, known, (size_t)known_n * sizeof *z);
    memcpy(w, known + known_n, (size_t)known_n * sizeof *w);
    return ZN_OK;
}

static zn_status stalls(void *state, zn_ctx *c, const void *p, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    (void)state, (void)c, (void)p, (void)z, (void)mon;
    asked++;
    w[0] = w[1] = 0;
    info->outcome = ZN_STALLED;
    return ZN_UNSOLVED;
}

static void fini(void *state, zn_ctx *c)
{
    (void)c;
    zn_solver_free(((guest *)state)->inner);
}

static double cost_of_dear(const void *p)
{
    (void)p;
    return cost_of[0];
}

static double cost_of_cheap(const void *p)
{
    (void)p;
    return cost_of[1];
}

static const zn_option options[] = {
    ZN_OPT_REAL(guest, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_END,
};
static const zn_offer before_all = {.after = "", .why = "it knows"},
                      dear_after = {.after = "lemke", .why = "dear", .cost = cost_of_dear},
                      cheap_after = {.after = "lemke", .why = "cheap", .cost = cost_of_cheap},
                      after_nobody = {.after = "no-such-method", .why = "whoever there is"};

#define GUEST(ident, of, text, how, place)                                                         \
    static const zn_solver_type ident = {.type = {.size = sizeof(zn_solver_type),                  \
                                                  .kind = of,                                      \
                                                  .name = text,                                    \
                                                  .summary = "a guest",                            \
                                                  .state_size = sizeof(guest),                     \
                                                  .options = options},                             \
                                         .reserve = reserve,                                       \
                                         .solve = how,                                             \
                                         .fini = fini,                                             \
                                         .offer = &place}

GUEST(oracle, ZN_KIND_LCP_SOLVER, "oracle", solve, before_all);
GUEST(dear, ZN_KIND_LCP_SOLVER, "dear", stalls, dear_after);
GUEST(cheap, ZN_KIND_LCP_SOLVER, "cheap", stalls, cheap_after);
GUEST(late, ZN_KIND_LCP_SOLVER, "late", stalls, after_nobody);
/* A guest that waits until another thread is in it, too. */
static sem_t arrived[2];
static _Thread_local int mine; /* the number of this thread */

static zn_status meets(void *state, zn_ctx *c, const void *p, double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    struct timespec until;

    (void)state, (void)c, (void)p, (void)mon;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 60;
    sem_post(&arrived[mine]);
    if (sem_timedwait(&arrived[1 - mine], &until)) {
        info->outcome = ZN_STALLED;
        return ZN_UNSOLVED;
    }
    memcpy(z, known, (size_t)known_n * sizeof *z);
    memcpy(w, known + known_n, (size_t)known_n * sizeof *w);
    return ZN_OK;
}

GUEST(met, ZN_KIND_LCP_SOLVER, "met", meets, before_all);
GUEST(delphi, ZN_KIND_FRICTION_SOLVER, "delphi", solve, before_all);

static void add(const zn_solver_type *a, const zn_solver_type *b, const zn_solver_type *c)
{
    static const zn_type *types[4];
    static zn_plugin p;

    types[0] = &a->type;
    types[1] = b ? &b->type : NULL;
    types[2] = c ? &c->type : NULL;
    p = (zn_plugin){.size = sizeof p,
                    .major = ZN_PLUGIN_MAJOR,
                    .minor = ZN_PLUGIN_MINOR,
                    .build = ZN_PLUGIN_BUILD,
                    .name = "guests",
                    .version = "1",
                    .license = "Apache-2.0",
                    .types = types};
    ck_assert_msg(!zn_plugin_add(ctx, &p), "%s", zn_errmsg(ctx));
}

static char told[64][40];
static zn_attempt last_told[64];
static int ntold;

static void note(void *user, const zn_attempt *a)
{
    (void)user;
    ck_assert_int_lt(ntold, 64);
    last_told[ntold] = *a;
    snprintf(told[ntold++], sizeof told[0], "%s", a->solver);
}

static int place(const char *name)
{
    for (int i = 0; i < ntold; i++)
        if (!strcmp(told[i], name))
            return i;
    return -1;
}

static void setup(void)
{
    ctx = context();
    asked = reserved = depth = ntold = 0;
    does = WRITES;
    cost_of[0] = 2;
    cost_of[1] = 1;
}

static void teardown(void)
{
    zn_ctx_free(ctx);
}

/* M = [2 1 0; 1 3 1; 0 1 4] / 4, z = (1, 0, 1), w = (0, 1, 0): q = w - M z = (-1/2, 1/2, -1). Twelve rows of it.
 * The largest of M and of q is 1: in its own units, in which a solver sees it, the problem is the same. */
enum { N = 12 };

static double M[N * N], q[N];
static zn_matrix A;

static zn_lcp solvable(void)
{
    static const double block[9] = {0.5, 0.25, 0, 0.25, 0.75, 0.25, 0, 0.25, 1}, z[3] = {1, 0, 1},
                        w[3] = {0, 1, 0}, own[3] = {-0.5, 0.5, -1};

    memset(M, 0, sizeof M);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < 3; j++)
            M[i + N * (i / 3 * 3 + j)] = block[i % 3 + 3 * j];
        q[i] = own[i % 3];
        known[i] = z[i % 3];
        known[N + i] = w[i % 3];
    }
    known_n = N;
    A = zn_matrix_dense(N, N, M);
    return (zn_lcp){N, &A, q};
}

static zn_status ask(const zn_lcp *p, const char *plugins, double z[], double w[],
                     zn_solve_info *info)
{
    zn_solver *s;
    zn_status st;

    ck_assert_int_eq(zn_solver_new(ctx, "lcp", "auto", &s), ZN_OK);
    if (plugins)
        ck_assert_int_eq(zn_solver_set(s, "plugins", plugins), ZN_OK);
    zn_solver_set_explain(s, note, NULL);
    st = zn_lcp_solve(s, p, z, w, info);
    zn_solver_free(s);
    return st;
}

START_TEST(who_offers_itself_before_all_answers_first)
{
    const zn_lcp p = solvable();
    double z[N] = {0}, w[N];
    zn_solve_info info;

    add(&oracle, NULL, NULL);
    ck_assert_int_eq(ask(&p, NULL, z, w, &info), ZN_OK);
    ck_assert_str_eq(info.solver, "oracle");
    ck_assert_int_eq(info.iterations, 7);
    ck_assert(ntold == 1 && asked == 1 && z[2] == 1);
    ck_assert_str_eq(last_told[0].why, "it knows");

    /* the answer is judged as any */
    known[0] = 3;
    memset(z, 0, sizeof z);
    ck_assert_int_eq(ask(&p, NULL, z, w, &info), ZN_OK);
    ck_assert_str_ne(info.solver, "oracle");
    ck_assert_double_eq_tol(z[0], 1, 1e-12);

    /* nor is it asked against the will of who solves */
    asked = 0;
    memset(z, 0, sizeof z);
    ck_assert_int_eq(ask(&p, "no", z, w, &info), ZN_OK);
    ck_assert_int_eq(asked, 0);
}
END_TEST

START_TEST(who_does_not_apply_leaves_it_to_the_others)
{
    const zn_lcp p = solvable();
    double z[N] = {0}, w[N];
    zn_solve_info info;

    add(&oracle, NULL, NULL);
    does = REFUSES;
    ck_assert_int_eq(ask(&p, NULL, z, w, &info), ZN_OK);
    ck_assert(!last_told[0].applied && asked == 1);
    ck_assert_str_eq(told[0], "oracle");
    ck_assert_double_eq_tol(z[0], 1, 1e-12);
}
END_TEST

/* M = -I, q = -1: w < 0 for every z >= 0, so everybody is asked. */
static zn_lcp hopeless(void)
{
    memset(M, 0, sizeof M);
    for (int i = 0; i < 2; i++) {
        M[3 * i] = -1;
        q[i] = -1;
    }
    A = zn_matrix_dense(2, 2, M);
    return (zn_lcp){2, &A, q};
}

START_TEST(after_whom_and_the_cheapest_first)
{
    const zn_lcp p = hopeless();
    double z[2] = {0}, w[2];
    zn_solve_info info;

    add(&dear, &cheap, &late);
    ck_assert_int_eq(ask(&p, NULL, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(place("cheap"), place("lemke") + 1);
    ck_assert_int_eq(place("dear"), place("lemke") + 2);
    ck_assert_int_gt(place("late"), place("branch"));
    ck_assert_int_eq(asked, 3); /* once each */

    /* not one for this problem */
    ntold = 0;
    cost_of[1] = INFINITY;
    ck_assert_int_eq(ask(&p, NULL, z, w, &info), ZN_UNSOLVED);
    ck_assert(place("cheap") < 0 && place("dear") == place("lemke") + 1);
}
END_TEST

START_TEST(what_would_not_be_ready_in_time_is_not_begun)
{
    const zn_lcp p = hopeless();
    double z[2] = {0}, w[2];
    zn_solve_info info;
    zn_solver *s;

    add(&dear, NULL, NULL);
    cost_of[0] = 1e25;
    ck_assert_int_eq(zn_solver_new(ctx, "lcp", "auto", &s), ZN_OK);
    zn_solver_set_explain(s, note, NULL);
    zn_solver_set_time_limit(s, 100);
    ck_assert_int_eq(zn_lcp_solve(s, &p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(asked, 0);
    ck_assert_int_eq(last_told[place("dear")].outcome, ZN_TIME_LIMIT);
    ck_assert_int_ne(info.outcome, ZN_TIME_LIMIT); /* the others had their time */
    zn_solver_set_time_limit(s, 0);
    ck_assert_int_eq(zn_lcp_solve(s, &p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(asked, 1);
    zn_solver_free(s);
}
END_TEST

/* What a guest asks of `auto` is done without guests: else it would ask itself without end. */
START_TEST(a_guest_may_ask_auto_itself)
{
    const zn_lcp p = solvable();
    double z[N] = {0}, w[N];
    zn_solve_info info;

    add(&oracle, NULL, NULL);
    does = ASKS;
    ck_assert_int_eq(ask(&p, NULL, z, w, &info), ZN_OK);
    ck_assert_int_eq(asked, 1);
    ck_assert_double_eq_tol(z[0], 1, 1e-12);
}
END_TEST

/* A plugin may come after the solver was made, and has room where that is made ahead. */
START_TEST(room_is_made_for_guests_too)
{
    const zn_lcp p = solvable();
    double z[N] = {0}, w[N];
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "lcp", "auto", &s), ZN_OK);
    zn_solver_set_explain(s, note, NULL);
    ck_assert_int_eq(zn_lcp_solve(s, &p, z, w, NULL), ZN_OK);
    ck_assert_int_eq(asked, 0);
    add(&oracle, NULL, NULL);
    ck_assert_int_eq(zn_solver_reserve(s, N, N * N), ZN_OK);
    ck_assert_int_eq(reserved, 1);
    memset(z, 0, sizeof z);
    ck_assert_int_eq(zn_lcp_solve(s, &p, z, w, NULL), ZN_OK);
    ck_assert_int_eq(asked, 1);
    zn_solver_free(s);
}
END_TEST

/* A descriptor that ends before `offer`, as those of interface 2.9 do; what is behind it is not looked at. */
START_TEST(an_older_plugin_offers_nothing)
{
    static zn_solver_type older;
    const zn_lcp p = solvable();
    double z[N] = {0}, w[N];
    zn_solve_info info;

    older = oracle;
    older.type.size = offsetof(zn_solver_type, offer);
    add(&older, NULL, NULL);
    ck_assert_int_eq(ask(&p, NULL, z, w, &info), ZN_OK);
    ck_assert_int_eq(asked, 0);
}
END_TEST

/* 100 contacts, W_aa = 2^k I with k from 0 to -29: methods see them scaled, a guest as they are.
 * q = -W_aa (1, 0, 0): r = (1, 0, 0), u = 0. */
START_TEST(guests_see_contacts_as_they_are)
{
    enum { NC = 100, n = 3 * NC };
    static double W[n * n], load[n], mu[NC], z[n], w[n];
    const zn_matrix full = zn_matrix_dense(n, n, W);
    const zn_friction p = {3, NC, &full, load, mu};
    zn_solve_info info;
    zn_solver *s;

    for (int i = 0; i < n; i++) {
        W[i + n * i] = ldexp(1, -(i / 3 * 30 / NC));
        load[i] = i % 3 ? 0 : -W[i + n * i];
        mu[i / 3] = 0.5;
        known[i] = i % 3 ? 0 : 1;
        known[n + i] = 0;
        z[i] = i % 3 ? 0 : 1 + i;
    }
    known_n = n;
    add(&delphi, NULL, NULL);
    ck_assert_int_eq(zn_solver_new(ctx, "friction", "auto", &s), ZN_OK);
    zn_solver_set_explain(s, note, NULL);
    ck_assert_msg(!zn_friction_solve(s, &p, z, w, &info), "%s", zn_errmsg(ctx));
    ck_assert_int_eq(asked, 1);
    ck_assert_str_eq(info.solver, "delphi");
    for (int i = 0; i < n; i++) {
        ck_assert_double_eq(z[i], known[i]);
        ck_assert_double_eq(w[i], 0);
        ck_assert_double_eq(started[i], i % 3 ? 0 : 1 + i);
    }
    zn_solver_free(s);
}
END_TEST

/* F = (z_2 - 1, -z_1 - 1), z >= 0: F_2 <= -1, so there is no solution. GoldenRatioPlugin says that it
 * comes after extragradient. */
static zn_status F(void *user, const double z[], double out[])
{
    (void)user;
    out[0] = z[1] - 1;
    out[1] = -z[0] - 1;
    return ZN_OK;
}

typedef struct thread {
    int number;
    zn_solver *s;
    zn_lcp p;
    zn_solve_info info;
} thread;

static void *in_thread(void *arg)
{
    thread *t = arg;
    double z[N] = {0}, w[N];

    mine = t->number;
    (void)zn_lcp_solve(t->s, &t->p, z, w, &t->info);
    return NULL;
}

/* Simulations of one model that share a context solve at the same time: one that is in a guest takes none from
 * the other. */
START_TEST(each_thread_has_its_guests)
{
    const zn_lcp p = solvable();
    pthread_t id[2];
    thread t[2];

    add(&met, NULL, NULL);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(sem_init(&arrived[k], 0, 0), 0);
        t[k] = (thread){.number = k, .p = p};
        ck_assert_int_eq(zn_solver_new(ctx, "lcp", "auto", &t[k].s), ZN_OK);
        ck_assert_int_eq(zn_solver_reserve(t[k].s, N, N * N), ZN_OK);
        zn_solver_set_time_limit(t[k].s, 100); /* it has no short cut then */
    }
    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(pthread_create(&id[k], NULL, in_thread, &t[k]), 0);
    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(pthread_join(id[k], NULL), 0);
    for (int k = 0; k < 2; k++) {
        ck_assert_str_eq(t[k].info.solver, "met");
        zn_solver_free(t[k].s);
        sem_destroy(&arrived[k]);
    }
}
END_TEST

START_TEST(a_compiled_plugin_is_asked_after_extragradient)
{
    const char *build = getenv("ZENO_BUILDDIR");
    const double lb[2] = {0, 0};
    const zn_vi p = {.n = 2, .F = F, .lb = lb};
    double z[2] = {0}, w[2];
    char folder[4096];
    zn_solver *s;

    snprintf(folder, sizeof folder, "%s/plugins", build ? build : ".");
    ck_assert_int_eq(zn_plugin_path_add(ctx, folder), ZN_OK);
    ck_assert_msg(!zn_plugin_load(ctx, "GoldenRatioPlugin"), "%s", zn_errmsg(ctx));
    ck_assert_int_eq(zn_solver_new(ctx, "vi", "auto", &s), ZN_OK);
    zn_solver_set_explain(s, note, NULL);
    ck_assert_int_eq(zn_vi_solve(s, &p, z, w, NULL), ZN_UNSOLVED);
    ck_assert_int_ge(place("golden-ratio"), 1);
    ck_assert_int_eq(place("golden-ratio"), place("extragradient") + 1);
    ck_assert_int_eq(place("normal-map"), place("golden-ratio") + 1);
    zn_solver_free(s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("guests of auto");
    TCase *tc = tcase_create("guests");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, who_offers_itself_before_all_answers_first);
    tcase_add_test(tc, who_does_not_apply_leaves_it_to_the_others);
    tcase_add_test(tc, after_whom_and_the_cheapest_first);
    tcase_add_test(tc, what_would_not_be_ready_in_time_is_not_begun);
    tcase_add_test(tc, a_guest_may_ask_auto_itself);
    tcase_add_test(tc, room_is_made_for_guests_too);
    tcase_add_test(tc, an_older_plugin_offers_nothing);
    tcase_add_test(tc, guests_see_contacts_as_they_are);
    tcase_add_test(tc, each_thread_has_its_guests);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_compiled_plugin_is_asked_after_extragradient);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
