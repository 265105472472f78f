/* bench_limits.c - do solvers end when their time does, on problems of 10^5 contacts or rows?
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_limits [CLASS OPTIONS [SOLVER]]
 *
 * One problem of each class of the list, or of CLASS, at random as `zeno-solve --random 'CLASS
 * OPTIONS'` makes it, and each of its solvers, or SOLVER, anew with a limit of 1 and 10 s. Printed: seconds
 * until it returned, how many of processor time it took after the limit, which others on the
 * machine do not change, those in which who watches was longest not asked, and how it ended; with a mark where
 * it was later than a fifth of the limit and a tenth of a second. A solver that solves it, or does not apply, is asked once. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include <zeno/problem_file.h>
#include <zeno/random_problem.h>
#include <zeno/solver.h>
#include <zeno/type.h>

static const struct {
    const char *name, *options;
} class[] = {
    {"friction", "structure=heap bodies=35000"},
    {"global-friction", "structure=heap bodies=35000"},
    {"rolling-friction", "contacts=100000 bodies=100000"},
    {"global-rolling-friction", "contacts=100000 bodies=100000"},
    {"lcp", "family=obstacle-2d n=100489"},
    {"mlcp", "family=bridges n=100000"},
    {"relay", "n=100000 storage=sparse"},
    {"qp", "n=100000 storage=sparse"},
    {"soclcp", "cones=33333 storage=sparse"},
    {"ncp", "n=100000 storage=sparse"},
    {"mcp", "n=100000 storage=sparse"},
    {"vi", "n=100000 storage=sparse"},
    {"plasticity", "points=33000 storage=sparse"},
};

enum { CLASSES = sizeof class / sizeof class[0], LIMITS = 2 };
static const double limits[LIMITS] = {1, 10};

static double seconds_of(const struct timespec *t)
{
    return (double)t->tv_sec + 1e-9 * (double)t->tv_nsec;
}

static double now(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return seconds_of(&t);
}

/* the processor time at the limit; a signal's function may ask for it */
static struct timespec at_limit;

static void note(int sig)
{
    (void)sig;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at_limit);
}

static void alarm_after(double seconds)
{
    struct itimerval t = {.it_value.tv_sec = (time_t)seconds};

    at_limit = (struct timespec){0};
    setitimer(ITIMER_REAL, &t, NULL);
}

/* The longest time of the processor between two calls, and when the last was. */
typedef struct silence {
    double most, last;
} silence;

static void heard(silence *s)
{
    const double t = now(CLOCK_PROCESS_CPUTIME_ID);

    s->most = t - s->last > s->most ? t - s->last : s->most;
    s->last = t;
}

static bool asked(void *user, zn_index iteration, double error)
{
    (void)iteration, (void)error;
    heard(user);
    return false;
}

/* Does a longer limit tell more? */
static bool measure(zn_ctx *ctx, const zn_problem_file *p, const char *name, double limit,
                    double z[], double w[])
{
    zn_solve_info info = {0};
    zn_solver *s;
    zn_status st = zn_solver_new(ctx, zn_problem_file_class(p), name, &s);
    double seconds = 0, after = 0;
    silence quiet = {0};

    if (!st) {
        zn_solver_set_time_limit(s, limit);
        zn_solver_set_callback(s, asked, &quiet);
        memset(z, 0, (size_t)zn_problem_file_nz(p) * sizeof *z);
        memset(w, 0, (size_t)zn_problem_file_nw(p) * sizeof *w);
        seconds = now(CLOCK_MONOTONIC);
        alarm_after(limit);
        quiet.last = now(CLOCK_PROCESS_CPUTIME_ID);
        st = zn_solver_solve(s, zn_problem_file_problem(p), z, w, &info);
        seconds = now(CLOCK_MONOTONIC) - seconds;
        heard(&quiet);
        if (at_limit.tv_sec || at_limit.tv_nsec)
            after = now(CLOCK_PROCESS_CPUTIME_ID) - seconds_of(&at_limit);
        alarm_after(0);
    }
    zn_solver_free(s);
    printf("  %-18s %5g %8.2f %8.2f%s %8.2f  %s\n", name, limit, seconds, after,
           after > 0.2 * limit + 0.1 ? " *" : "  ", quiet.most,
           st < 0 ? zn_errmsg(ctx) : zn_outcome_name(info.outcome));
    fflush(stdout);
    return st > 0;
}

static int measure_all(const char *of, const char *options, const char *only)
{
    const zn_type *found, *solver;
    zn_problem_file *p = NULL;
    double *z = NULL, *w = NULL;
    zn_ctx *ctx = NULL;
    zn_status st = zn_ctx_new(&ctx);

    if (!st)
        st = zn_type_find(ctx, ZN_KIND_PROBLEM, of, &found);
    if (!st)
        st = zn_problem_random(ctx, of, options, &p);
    if (!st) {
        z = calloc((size_t)zn_problem_file_nz(p), sizeof *z);
        w = calloc((size_t)zn_problem_file_nw(p), sizeof *w);
        printf("%s %s: %td unknowns\n", of, options, zn_problem_file_nz(p));
        for (zn_index i = 0; z && w && (solver = zn_type_at(
                                            ctx, ((const zn_problem_type *)found)->solver_kind, i));
             i++)
            for (int k = 0; k < LIMITS && (!only || !strcmp(only, solver->name)); k++)
                if (!measure(ctx, p, solver->name, limits[k], z, w))
                    break;
    } else {
        fprintf(stderr, "bench_limits: %s: %s\n", of, ctx ? zn_errmsg(ctx) : "no context");
    }
    free(z);
    free(w);
    zn_problem_file_free(p);
    zn_ctx_free(ctx);
    return st ? 1 : 0;
}

int main(int argc, char **argv)
{
    int status = 0;

    signal(SIGALRM, note);
    zn_blas_threads(1); /* as zeno-solve has it: two that wait for each other would both count */
    for (int k = 0; argc < 3 && k < CLASSES; k++)
        if (argc < 2 || !strcmp(argv[1], class[k].name))
            status |= measure_all(class[k].name, class[k].options, NULL);
    return argc < 3 ? status : measure_all(argv[1], argv[2], argc > 3 ? argv[3] : NULL);
}
