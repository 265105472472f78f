/* test_pool.c - threads that work together
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "solvers/core/pool.h"

enum { MOST = 8, ROUNDS = 50 };

typedef struct job {
    zni_pool *pool;
    long done[MOST]; /* rounds that a thread has ended; read after barriers  */
    atomic_long wrong;
} job;

/* between two barriers nobody is a round ahead or behind */
static void walk(void *arg, zn_index me)
{
    job *j = arg;

    for (int k = 0; k < ROUNDS; k++) {
        j->done[me]++;
        zni_pool_barrier(j->pool);
        for (zn_index t = 0; t < zni_pool_size(j->pool); t++)
            if (j->done[t] != j->done[me])
                atomic_fetch_add(&j->wrong, 1);
        zni_pool_barrier(j->pool);
    }
}

START_TEST(a_barrier_holds_until_all_are_there)
{
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    for (zn_index threads = 1; threads <= MOST; threads++) {
        job j = {0};

        ck_assert_int_eq(zni_pool_new(ctx, threads, &j.pool), ZN_OK);
        ck_assert_int_eq(zni_pool_size(j.pool), threads);
        for (int run = 1; run <= 20; run++) {
            zni_pool_run(j.pool, walk, &j);
            for (zn_index t = 0; t < threads; t++)
                ck_assert_int_eq(j.done[t], run * ROUNDS);
        }
        ck_assert_int_eq(atomic_load(&j.wrong), 0);
        zni_pool_free(ctx, j.pool);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* one of them comes late, another one each time: the others have gone to sleep meanwhile */
static void wait_long(void *arg, zn_index me)
{
    const struct timespec late = {.tv_nsec = 2000000};
    job *j = arg;

    for (zn_index k = 0; k < zni_pool_size(j->pool); k++) {
        if (k == me)
            nanosleep(&late, NULL);
        j->done[me]++;
        zni_pool_barrier(j->pool);
        for (zn_index t = 0; t < zni_pool_size(j->pool); t++)
            if (j->done[t] != j->done[me])
                atomic_fetch_add(&j->wrong, 1);
        zni_pool_barrier(j->pool);
    }
}

START_TEST(who_sleeps_at_a_barrier_is_woken)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    for (zn_index threads = 2; threads <= MOST; threads++) {
        job j = {0};

        ck_assert_int_eq(zni_pool_new(ctx, threads, &j.pool), ZN_OK);
        for (int run = 1; run <= 3; run++) {
            nanosleep(&pause, NULL); /* between jobs, too */
            zni_pool_run(j.pool, wait_long, &j);
            for (zn_index t = 0; t < threads; t++)
                ck_assert_int_eq(j.done[t], run * threads);
        }
        ck_assert_int_eq(atomic_load(&j.wrong), 0);
        zni_pool_free(ctx, j.pool);
    }
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(shares_cover_all_and_differ_by_one_at_most)
{
    for (zn_index n = 0; n < 20; n++) {
        for (zn_index threads = 1; threads <= MOST; threads++) {
            ck_assert_int_eq(zni_pool_share(n, threads, 0), 0);
            ck_assert_int_eq(zni_pool_share(n, threads, threads), n);
            for (zn_index me = 0; me < threads; me++) {
                zn_index size = zni_pool_share(n, threads, me + 1) -
                                zni_pool_share(n, threads, me);

                ck_assert_int_ge(size, n / threads);
                ck_assert_int_le(size, n / threads + 1);
            }
        }
    }
}
END_TEST

START_TEST(a_pool_that_never_worked_goes_home)
{
    zni_pool *p;
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_ge(zni_pool_cores(), 1);
    ck_assert_int_eq(zni_pool_new(ctx, 3, &p), ZN_OK);
    zni_pool_free(ctx, p);
    zni_pool_free(ctx, NULL);
    zn_ctx_free(ctx);
}
END_TEST

/* Work in a process that was forked from that of the pool; 0: each thread did its part. */
static int in_child(zn_ctx *ctx, zni_pool *pool, bool works)
{
    job j = {.pool = pool};
    long done = 0;

    alarm(20); /* who waits for threads that stayed behind is ended by it */
    if (works && zni_pool_ready(ctx, 3, &j.pool))
        return 1;
    if (works)
        zni_pool_run(j.pool, walk, &j);
    for (zn_index t = 0; t < 3; t++)
        done += j.done[t];
    zni_pool_free(ctx, j.pool);
    return done != (works ? 3 * ROUNDS : 0);
}

/* A child has none of the threads: it makes some, or frees what is left without them; and its
 * parent keeps its own. */
START_TEST(a_child_does_not_wait_for_threads_of_its_parent)
{
    zni_pool *pool = NULL, *before;
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_int_eq(zni_pool_ready(ctx, 3, &pool), ZN_OK);
    for (int works = 0; works < 2; works++) {
        const pid_t child = fork();
        int end;

        if (!child)
            _exit(in_child(ctx, pool, works));
        ck_assert_int_eq(waitpid(child, &end, 0), child);
        ck_assert_msg(WIFEXITED(end) && WEXITSTATUS(end) == 0, "ended by %x", end);
    }
    before = pool;
    ck_assert_int_eq(zni_pool_ready(ctx, 3, &pool), ZN_OK);
    ck_assert_ptr_eq(pool, before);
    ck_assert_int_eq(zni_pool_ready(ctx, 2, &pool), ZN_OK);
    ck_assert_int_eq(zni_pool_size(pool), 2);
    zni_pool_free(ctx, pool);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(without_memory_there_is_no_pool)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zni_pool *pool;
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    for (int k = 1; k <= 2; k++) {
        const long live = mem.live;

        pool = (zni_pool *)&mem;
        mem.fail_at = mem.calls + k;
        ck_assert_int_eq(zni_pool_new(ctx, 3, &pool), ZN_ENOMEM);
        ck_assert_ptr_null(pool);
        ck_assert_int_eq(mem.live, live);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pool");
    TCase *tc = tcase_create("pool");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_barrier_holds_until_all_are_there);
    tcase_add_test(tc, who_sleeps_at_a_barrier_is_woken);
    tcase_add_test(tc, shares_cover_all_and_differ_by_one_at_most);
    tcase_add_test(tc, a_pool_that_never_worked_goes_home);
    tcase_add_test(tc, without_memory_there_is_no_pool);
#ifndef __SANITIZE_THREAD__ /* which ends a child that makes threads */
    tcase_add_test(tc, a_child_does_not_wait_for_threads_of_its_parent);
#else
    (void)a_child_does_not_wait_for_threads_of_its_parent;
#endif
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
