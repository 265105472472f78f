/* bench_settled.c - piles that fall into a narrow box, the problems of their steps solved anew
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_settled [KIND GRAINS SIDE MU SEED [friction|global [SECONDS]]]
 *
 * KIND: boxes, hulls or mixed; SIDE grains along each side of the box. Without arguments the table of
 * settled.md. Every fiftieth step of a fall of 1.4 s (h = 2 ms, steps to 1e-4) leaves its first problem,
 * which is solved from zero, condensed or with the motion kept, to 1e-4, 1e-6 and 1e-8 by `auto`, and to
 * 1e-4 by `nsgs`, with at most SECONDS each (60). A row has how many of the problems were solved and the
 * longest of them in seconds of the processor, and of the others the errors. Condensed answers are measured
 * by tests/settled.h; with the motion kept by the error of the class, which no solver calls. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zeno/global_friction.h>
#include <zeno/problem_file.h>

#include "tests/settled.h"
#include "timing.h"

enum { STEPS = 700, EVERY = 50 };

static char folder[] = "/tmp/zeno-settled-XXXXXX";

static void must(zn_ctx *ctx, zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "bench_settled: %s\n", zn_errmsg(ctx));
    exit(1);
}

static double *numbers(zn_index n)
{
    double *x = calloc((size_t)n + 1, sizeof *x);

    if (!x) {
        fprintf(stderr, "bench_settled: no memory for %td numbers\n", n);
        exit(1);
    }
    return x;
}

static void path_of(int step, const char *suffix, size_t n, char path[])
{
    snprintf(path, n, "%s/p-%06d-1.%s", folder, step, suffix);
}

/* The problems of a fall in the folder. */
static void fall(const settled *s)
{
    const bool terminal = isatty(STDERR_FILENO);
    zn_ctx *ctx;
    zn_scene *scene;
    zn_model *model;
    zn_simulation *sim;

    must(NULL, zn_ctx_new(&ctx));
    must(ctx, settled_scene(s, ctx, &scene));
    must(ctx, zn_scene_simulation(scene, ctx, &model, &sim));
    for (int k = 1; k <= STEPS; k++) {
        must(ctx, zn_simulation_step(sim));
        if (k % (terminal ? 10 : 100) == 0)
            fprintf(stderr, "%s%s %d: step %d of %d%s", terminal ? "\r" : "", s->kind, s->n, k, STEPS,
                    terminal && k < STEPS ? "" : "\n");
    }
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_scene_free(scene);
    zn_ctx_free(ctx);
}

/* what came out of all problems of a pile */
typedef struct column {
    int solved;
    double longest;
    char open[160]; /* errors of those that were not solved */
} column;

static double measure(const char *class, const void *problem, const double z[], const double w[])
{
    const zn_global_friction *g = problem;
    double *work, off;

    if (strcmp(class, "friction") == 0) {
        const zn_friction *p = problem;

        work = numbers(3 * p->nc);
        off = settled_off(p, z, work) / 2; /* its units are up to twice those of the class */
    } else {
        work = numbers(g->n + 6 * g->nc);
        off = zn_global_friction_error(g, z, w, work);
    }
    free(work);
    return off;
}

static void solve(zn_ctx *ctx, const char *class, const zn_problem_file *f, const char *solver, double tol,
                  double limit, column *to)
{
    const size_t used = strlen(to->open);
    double *z = numbers(zn_problem_file_nz(f)), *w = numbers(zn_problem_file_nw(f)), t0, off;
    zn_solver *s;
    zn_solve_info info;
    zn_status st;

    must(ctx, zn_solver_new(ctx, class, solver, &s));
    must(ctx, zn_solver_set_real(s, "tol", tol));
    if (strcmp(solver, "auto") != 0)
        must(ctx, zn_solver_set(s, "max_iter", "1000000"));
    zn_solver_set_time_limit(s, limit);
    t0 = bench_seconds();
    st = zn_solver_solve(s, zn_problem_file_problem(f), z, w, &info);
    t0 = bench_seconds() - t0;
    if (st < 0)
        must(ctx, st);
    off = measure(class, zn_problem_file_problem(f), z, w);
    if (!st && off <= tol) {
        to->solved++;
        to->longest = t0 > to->longest ? t0 : to->longest;
    } else {
        snprintf(to->open + used, sizeof to->open - used, "; - (%.1e) %.0f", off, t0);
    }
    zn_solver_free(s);
    free(z);
    free(w);
}

static void row(const settled *s, const char *class, double limit)
{
    static const struct {
        const char *solver;
        double tol;
    } ask[] = {{"nsgs", 1e-4}, {"auto", 1e-4}, {"auto", 1e-6}, {"auto", 1e-8}};
    enum { ASKED = sizeof ask / sizeof ask[0] };
    column c[ASKED] = {{0}};
    zn_index least = 0, most = 0;
    int problems = 0;
    zn_ctx *ctx;

    must(NULL, zn_ctx_new(&ctx));
    for (int step = EVERY; step <= STEPS; step += EVERY) {
        char path[100];
        zn_problem_file *f;
        zn_index nc;

        path_of(step, "dat", sizeof path, path);
        if (access(path, F_OK) != 0)
            continue;
        must(ctx, zn_problem_file_read(ctx, path, class, &f));
        nc = zn_problem_file_nw(f) / 3;
        least = problems == 0 || nc < least ? nc : least;
        most = nc > most ? nc : most;
        problems++;
        for (int k = 0; k < ASKED; k++)
            solve(ctx, class, f, ask[k].solver, ask[k].tol, limit, &c[k]);
        zn_problem_file_free(f);
    }
    zn_ctx_free(ctx);
    printf("| %s %d, mu = %g, %d by %d, seed %u (`%s`) | %d, %td to %td |", s->kind, s->n, s->mu, s->side, s->side,
           s->seed, class, problems, least, most);
    for (int k = 0; k < ASKED; k++)
        printf(" %d (%.2g)%s |", c[k].solved, c[k].longest, c[k].open);
    printf("\n");
    fflush(stdout);
}

static void pile(settled s, bool motion, double limit)
{
    char how[200], path[100];

    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    if (!mkdtemp(folder)) {
        perror("bench_settled: a folder in /tmp");
        exit(1);
    }
    snprintf(how, sizeof how, "save_problems=%s/p.dat save_every=%d formulation=%s", folder, EVERY,
             motion ? "global" : "friction");
    s.how = how;
    s.h = 2e-3;
    s.T = STEPS * s.h;
    fall(&s);
    row(&s, motion ? "global-friction" : "friction", limit);
    snprintf(path, sizeof path, "rm -r %s", folder);
    if (system(path) != 0)
        fprintf(stderr, "bench_settled: %s is left\n", folder);
}

int main(int argc, char **argv)
{
    printf("| grains | problems, contacts | nsgs 1e-4 | 1e-4 | 1e-6 | 1e-8 |\n|---|---|---|---|---|---|\n");
    fflush(stdout);
    if (argc >= 6) {
        pile((settled){.kind = argv[1],
                       .n = atoi(argv[2]),
                       .side = atoi(argv[3]),
                       .mu = atof(argv[4]),
                       .seed = (unsigned)atoi(argv[5])},
             argc > 6 && strcmp(argv[6], "global") == 0, argc > 7 ? atof(argv[7]) : 60);
        return 0;
    }
    if (argc > 1) {
        fprintf(stderr, "usage: bench_settled [KIND GRAINS SIDE MU SEED [friction|global [SECONDS]]]\n");
        return 2;
    }
    pile((settled){.kind = "mixed", .n = 150, .side = 4, .mu = 0.5, .seed = 21}, false, 60);
    pile((settled){.kind = "hulls", .n = 200, .side = 5, .mu = 0.6, .seed = 22}, true, 60);
    pile((settled){.kind = "boxes", .n = 250, .side = 5, .mu = 0.7, .seed = 23}, false, 60);
    return 0;
}
