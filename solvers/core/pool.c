/* pool.c - threads that work together on one thing
 * SPDX-License-Identifier: Apache-2.0 */
#include "pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

/* A task may take only some microseconds, about the time to wake a thread. So a waiting thread first polls for a while,
 * LOOKS times, unless there are more threads than processors, where it would only keep another thread from working.
 * Then it yields the processor YIELDS times, which takes about as long as going to sleep and waking up, some 10 us. At
 * last it sleeps. Counters that different threads change are in different cache lines. */
enum { LOOKS = 4000, YIELDS = 20, LINE = 64 };

typedef struct number {
    atomic_long now;
    char apart[LINE - sizeof(atomic_long)];
} number;

typedef struct worker {
    pthread_t thread;
    zni_pool *pool;
    zn_index me;
} worker;

struct zni_pool {
    zn_index threads;
    zn_index made; /* threads to join                                       */
    int looks;
    pid_t owner;   /* the process that the threads are in                 */
    worker *workers; /* threads - 1                                         */
    pthread_mutex_t lock;
    pthread_cond_t wake;
    char apart[LINE];
    number job;     /* changes when there is a task                         */
    number phase;   /* number of barriers that were passed                  */
    number arrived; /* threads that are at the barrier                      */
    number asleep;  /* threads that sleep or are about to                   */
    zni_task *task;      /* NULL: the thread ends                           */
    void *arg;
};

zn_index zni_pool_cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n > 1 ? (zn_index)n : 1;
}

zn_index zni_pool_size(const zni_pool *p)
{
    return p->threads;
}

static bool still(number *of, long old)
{
    return atomic_load_explicit(&of->now, memory_order_acquire) == old;
}

/* Waits until the number is no longer `old`. */
static void await(zni_pool *p, number *of, long old)
{
    for (int k = 0; k < p->looks; k++)
        if (!still(of, old))
            return;
    for (int k = 0; k < YIELDS; k++) {
        sched_yield();
        if (!still(of, old))
            return;
    }
    pthread_mutex_lock(&p->lock);
    atomic_fetch_add(&p->asleep.now, 1);
    while (atomic_load(&of->now) == old)
        pthread_cond_wait(&p->wake, &p->lock);
    atomic_fetch_sub(&p->asleep.now, 1);
    pthread_mutex_unlock(&p->lock);
}

/* Increments the number and wakes sleeping threads. The lock is taken only if there are any: a thread that is about to
 * sleep increments `asleep` before it reads the number for the last time, and here the number is incremented before
 * `asleep` is read. So, in sequential consistency, either that thread sees the new number, or it is seen here. In the
 * second case it holds the lock until it sleeps, and is woken. */
static void advance(zni_pool *p, number *of)
{
    atomic_fetch_add(&of->now, 1);
    if (atomic_load(&p->asleep.now) == 0)
        return;
    pthread_mutex_lock(&p->lock);
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
}

void zni_pool_barrier(zni_pool *p)
{
    long phase;

    if (p->threads == 1)
        return;
    phase = atomic_load_explicit(&p->phase.now, memory_order_acquire);
    if (atomic_fetch_add_explicit(&p->arrived.now, 1, memory_order_acq_rel) + 1 <
        (long)p->threads) {
        await(p, &p->phase, phase);
    } else {
        atomic_store_explicit(&p->arrived.now, 0, memory_order_relaxed);
        advance(p, &p->phase);
    }
}

static void *work(void *arg)
{
    const worker *w = arg;
    zni_pool *p = w->pool;

    for (long job = 0;; job++) {
        await(p, &p->job, job);
        if (!p->task)
            return NULL;
        p->task(p->arg, w->me);
        zni_pool_barrier(p);
    }
}

void zni_pool_run(zni_pool *p, zni_task *task, void *arg)
{
    p->task = task;
    p->arg = arg;
    if (p->threads > 1)
        advance(p, &p->job);
    task(arg, 0);
    zni_pool_barrier(p);
}

zn_status zni_pool_new(zn_ctx *ctx, zn_index threads, zni_pool **out)
{
    zni_pool *p = zn_alloc(ctx, 1, sizeof *p);

    *out = NULL;
    if (!p)
        return ZN_ENOMEM;
    p->workers = zn_alloc(ctx, threads - 1, sizeof *p->workers);
    if (!p->workers) {
        zn_free_array(ctx, p);
        return ZN_ENOMEM;
    }
    p->threads = threads;
    p->owner = getpid();
    p->looks = threads <= zni_pool_cores() ? LOOKS : 0;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    atomic_init(&p->job.now, 0);
    atomic_init(&p->phase.now, 0);
    atomic_init(&p->arrived.now, 0);
    atomic_init(&p->asleep.now, 0);
    for (; p->made < threads - 1; p->made++) {
        worker *w = &p->workers[p->made];

        w->pool = p;
        w->me = p->made + 1;
        if (pthread_create(&w->thread, NULL, work, w)) {
            zn_index failed = w->me + 1;

            zni_pool_free(ctx, p);
            return zn_fail(ctx, ZN_ENOMEM, "thread %td of %td cannot be made",
                           failed, threads);
        }
    }
    *out = p;
    return ZN_OK;
}

void zni_pool_free(zn_ctx *ctx, zni_pool *p)
{
    if (!p)
        return;
    /* after a fork the child has no threads to wake, and one of them may have held the lock */
    if (p->owner == getpid()) {
        p->task = NULL;
        advance(p, &p->job);
        for (zn_index k = 0; k < p->made; k++)
            pthread_join(p->workers[k].thread, NULL);
        pthread_cond_destroy(&p->wake);
        pthread_mutex_destroy(&p->lock);
    }
    zn_free_array(ctx, p->workers);
    zn_free_array(ctx, p);
}

zn_status zni_pool_ready(zn_ctx *ctx, zn_index threads, zni_pool **p)
{
    if (*p && (*p)->threads == threads && (*p)->owner == getpid())
        return ZN_OK;
    zni_pool_free(ctx, *p);
    return zni_pool_new(ctx, threads, p);
}
