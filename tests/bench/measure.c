/* measure.c - times the step loop of one of the benchmark's models
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_... PROBLEM N STEPS SECONDS FILE
 *
 * Runs the model from its initial state, again until the loops have taken
 * SECONDS; prints the median time of a step (the loop only, without making
 * and sealing the model) and the peak memory before and after, and writes the
 * final positions, then the states of first-order systems, to FILE. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "measure.h"

void must(zn_ctx *ctx, zn_status st)
{
    if (st == ZN_OK)
        return;
    fprintf(stderr, "%s\n", zn_errmsg(ctx));
    exit(1);
}

/* of processor time: what else runs on the machine counts less */
static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static long peak_kb(void)
{
    struct rusage u;

    getrusage(RUSAGE_SELF, &u);
    return u.ru_maxrss;
}

static void save(const char *path, const zn_state *s)
{
    FILE *f = fopen(path, "w");

    if (!f) {
        perror(path);
        exit(1);
    }
    for (zn_index i = 0; i < s->nq; i++)
        fprintf(f, "%.17g\n", s->q[i]);
    for (zn_index i = 0; i < s->nx; i++)
        fprintf(f, "%.17g\n", s->x[i]);
    fclose(f);
}

/* seconds of a run, and what it was */
typedef struct timing {
    double setup; /* making, sealing, initialising the model */
    double loop;  /* the steps */
    zn_run_info info;
} timing;

/* One run from the initial state; the final one goes to `path`. */
static void run(const bench_problem *p, size_t n, size_t steps,
                const char *path, const char *osi_class,
                void (*set)(const bench *b, zn_osi *osi), timing *t)
{
    bench b = {.gamma = 0.5};
    double t0 = seconds(), t1;
    zn_simulation *sim;
    zn_osi *osi;

    must(NULL, zn_ctx_new(&b.ctx));
    must(b.ctx, zn_model_new(b.ctx, &b.model));
    p->build(&b, n);
    must(b.ctx, zn_model_seal(b.model));
    must(b.ctx, zn_simulation_new(b.model, &sim));
    must(b.ctx, zn_simulation_use(sim, osi_class, NULL, &osi));
    set(&b, osi);
    /* half a step more than asked for: the last one must not be cut off */
    must(b.ctx,
         zn_simulation_set_time(sim, 0, b.h, ((double)steps + 0.5) * b.h));
    if (b.iterates) {
        must(b.ctx, zn_simulation_set_real(sim, "newton_tol", b.newton));
        must(b.ctx, zn_simulation_set(sim, "newton_check", "residual"));
    }
    if (b.plain) {
        must(b.ctx, zn_simulation_set(sim, "newton_max_iter", "1"));
        must(b.ctx, zn_simulation_set(sim, "on_newton_failure", "accept"));
        must(b.ctx, zn_simulation_set(sim, "projection", "none"));
    }
    must(b.ctx, zn_simulation_init(sim));

    t1 = seconds();
    for (size_t k = 0; k < steps; k++)
        must(b.ctx, zn_simulation_step(sim));
    t->loop = seconds() - t1;
    t->setup = t1 - t0;

    zn_simulation_run_info(sim, &t->info);
    save(path, zn_simulation_state(sim));
    zn_simulation_free(sim);
    zn_model_free(b.model);
    zn_ctx_free(b.ctx);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int bench_main(int argc, char **argv, const bench_problem problems[],
               size_t count, const char *osi,
               void (*set)(const bench *b, zn_osi *osi))
{
    enum { MOST = 1000 };
    double loops[MOST], enough, sum = 0;
    size_t n, steps, p = 0, runs = 0;
    timing t;
    long base = peak_kb();

    if (argc != 6) {
        fprintf(stderr, "usage: %s PROBLEM N STEPS SECONDS FILE\n", argv[0]);
        return 2;
    }
    n = strtoul(argv[2], NULL, 10);
    steps = strtoul(argv[3], NULL, 10);
    enough = strtod(argv[4], NULL);
    while (p < count && strcmp(problems[p].name, argv[1]) != 0)
        p++;
    if (p == count || !n || !steps) {
        fprintf(stderr, "%s: no problem '%s' of that size\n", argv[0], argv[1]);
        return 2;
    }
    do {
        run(&problems[p], n, steps, argv[5], osi, set, &t);
        sum += loops[runs++] = t.loop;
    } while (sum < enough && runs < MOST);

    qsort(loops, runs, sizeof *loops, ascending);
    printf("ns_step=%.6g base_kb=%ld peak_kb=%ld setup_s=%.4g newton=%.3g "
           "active=%td solver=%s\n",
           loops[runs / 2] / (double)steps * 1e9, base, peak_kb(), t.setup,
           (double)t.info.newton_iterations / (double)steps, t.info.max_active,
           t.info.solver ? t.info.solver : "-");
    return 0;
}
