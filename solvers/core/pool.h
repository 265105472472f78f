/* pool.h - threads that work together on one thing
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_POOL_H
#define ZENO_SOLVERS_POOL_H

#include <zeno/ctx.h>

/* Threads that sleep until there is a task. The calling thread is number 0. Results do not depend on the number of
 * threads if each piece of data is written by one thread and sums over pieces are made by one thread, in order. */
typedef struct zni_pool zni_pool;

/* What each thread runs; me: 0 ... threads - 1. */
typedef void zni_task(void *arg, zn_index me);

/* Processors of the machine, at least 1. */
zn_index zni_pool_cores(void);

/* threads >= 1, of which threads - 1 are made.
 * ZN_ENOMEM: no memory or no more threads; *out is NULL */
zn_status zni_pool_new(zn_ctx *ctx, zn_index threads, zni_pool **out);
void zni_pool_free(zn_ctx *ctx, zni_pool *p);
/* Replace *p, which is NULL at first, unless it has so many threads already. A child process, which has no threads
 * after a fork, gets its own. */
zn_status zni_pool_ready(zn_ctx *ctx, zn_index threads, zni_pool **p);
zn_index zni_pool_size(const zni_pool *p);

/* task(arg, me) in every thread; returns when all are done. Allocates nothing. */
void zni_pool_run(zni_pool *p, zni_task *task, void *arg);

/* Inside a task: wait until all threads are here. */
void zni_pool_barrier(zni_pool *p);

/* The first of n pieces that belongs to thread `me`; its pieces end at the first one of me + 1. */
static inline zn_index zni_pool_share(zn_index n, zn_index threads, zn_index me)
{
    return n / threads * me + (me < n % threads ? me : n % threads);
}

#endif
