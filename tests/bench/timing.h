/* timing.h - how a solve is timed, the same for both libraries
 * SPDX-License-Identifier: Apache-2.0
 *
 * Processor time of the one thread, so that a busy machine matters less. (That of
 * the process is counted in ticks while a timer runs.) A solve is repeated from
 * the same start; the first run is not counted, so memory that a solver keeps is
 * there and caches are warm. Short solves are timed in batches, for the clock
 * itself takes a fraction of a microsecond. */
#ifndef ZENO_BENCH_TIMING_H
#define ZENO_BENCH_TIMING_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <sys/resource.h>
#include <sys/time.h>

enum { BENCH_ROUNDS = 501, BENCH_BATCH = 1 << 12 };

/* what a process that ran one solver leaves in a file, followed by nz numbers */
typedef struct bench_answer {
    long status;     /* what the library returned; 0: it is content */
    long iterations; /* negative: not told */
    long runs;
    long kb;         /* peak memory of the process that the solves added */
    long nz;
    double first;    /* s, the run that is not counted */
    double median;   /* s per solve */
    double least;
} bench_answer;

static inline double bench_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline long bench_peak_kb(void)
{
    struct rusage u;

    getrusage(RUSAGE_SELF, &u);
    return u.ru_maxrss;
}

/* End this process after so many seconds of processor time; 0: never. */
static inline void bench_limit(double seconds)
{
    double whole = floor(seconds);
    struct itimerval t = {{0, 0}, {0, 0}};

    t.it_value.tv_sec = (time_t)whole;
    t.it_value.tv_usec = (suseconds_t)(1e6 * (seconds - whole));
    setitimer(ITIMER_PROF, &t, NULL);
}

static inline int bench_ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Solves to time at once, those of 0.1 ms: the clock takes up to a microsecond itself. The first
 * run, of `first` seconds, says little of how many that are, as it meets most code and data for the
 * first time, which takes longer than many a solve. */
static inline long bench_batch(long (*solve)(void *user), void *user, double first)
{
    const double least = 1e-4;
    double took = first > 100 * least ? first : 0;
    long batch = 1;

    for (long next = 1; took < least && next <= BENCH_BATCH; next *= 2) {
        const double t0 = bench_seconds();

        for (long i = 0; i < next; i++)
            solve(user);
        took = bench_seconds() - t0;
        batch = next;
    }
    return batch;
}

/* Time `solve`, which starts anew in each call, for about `enough` seconds. The
 * first run has `limit` seconds. */
static inline void bench_measure(long (*solve)(void *user), void *user,
                                 double enough, double limit, bench_answer *a)
{
    double t[BENCH_ROUNDS], sum = 0, t0;
    long kb = bench_peak_kb(), batch, rounds = 0;

    bench_limit(limit);
    t0 = bench_seconds();
    a->status = solve(user);
    a->first = bench_seconds() - t0;
    bench_limit(0);
    batch = bench_batch(solve, user, a->first);
    do {
        t0 = bench_seconds();
        for (long i = 0; i < batch; i++)
            a->status = solve(user);
        t[rounds] = bench_seconds() - t0;
        sum += t[rounds];
        t[rounds++] /= (double)batch;
    } while (rounds < BENCH_ROUNDS && sum < enough);
    qsort(t, (size_t)rounds, sizeof *t, bench_ascending);
    a->median = t[rounds / 2];
    a->least = t[0];
    a->runs = rounds * batch;
    a->kb = bench_peak_kb() - kb;
}

/* Leave the answer for the one who asked; 0 if that worked. */
static inline int bench_leave(const char *path, const bench_answer *a,
                              const double z[])
{
    FILE *f = fopen(path, "wb");
    int bad;

    if (!f) {
        perror(path);
        return 1;
    }
    bad = fwrite(a, sizeof *a, 1, f) != 1 ||
          fwrite(z, sizeof *z, (size_t)a->nz, f) != (size_t)a->nz;
    return fclose(f) != 0 || bad;
}

#endif
