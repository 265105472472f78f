/* bench_counts.c - one solver on one problem, again and again, for who counts instructions
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_counts TIMES SOLVER FILE|SPEC [NAME=VALUE...]
 *
 * Solves it TIMES times from zero by one solver; FILE is a problem file, SPEC is as `zeno-solve --random` has it
 * ('friction contacts=20 seed=1'), NAME=VALUE are options of the solver. Prints how the last one ended. Two numbers of
 * TIMES under a tool that counts (counts.sh), and reading, loading and the first call are not in the difference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zeno/problem_file.h>
#include <zeno/random_problem.h>
#include <zeno/solver.h>

static void must(zn_ctx *ctx, zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "bench_counts: %s\n", zn_errmsg(ctx));
    exit(1);
}

static double *numbers(zn_index n)
{
    double *x = calloc((size_t)n + 1, sizeof *x);

    if (x)
        return x;
    fprintf(stderr, "bench_counts: no memory for %td numbers\n", n);
    exit(1);
}

static zn_problem_file *problem(zn_ctx *ctx, char *words)
{
    char *options = strchr(words, ' ');
    zn_problem_file *f;

    if (access(words, R_OK) == 0) {
        must(ctx, zn_problem_file_read(ctx, words, NULL, &f));
        return f;
    }
    if (options)
        *options++ = 0;
    must(ctx, zn_problem_random(ctx, words, options ? options : "", &f));
    return f;
}

static zn_solver *solver(zn_ctx *ctx, const zn_problem_file *f, char **argv)
{
    zn_solver *s;

    must(ctx, zn_solver_new(ctx, zn_problem_file_class(f), argv[0], &s));
    for (char **o = argv + 2; *o; o++) {
        char *value = strchr(*o, '=');

        if (!value) {
            fprintf(stderr, "bench_counts: '%s' is no NAME=VALUE\n", *o);
            exit(2);
        }
        *value++ = 0;
        must(ctx, zn_solver_set(s, *o, value));
    }
    return s;
}

int main(int argc, char **argv)
{
    zn_ctx *ctx;
    zn_solve_info info = {0};
    zn_status st = ZN_OK;

    if (argc < 4 || atoi(argv[1]) < 1) {
        fputs("usage: bench_counts TIMES SOLVER FILE|SPEC [NAME=VALUE...]\n", stderr);
        return 2;
    }
    if (zn_ctx_new(&ctx))
        return 1;
    zn_problem_file *f = problem(ctx, argv[3]);
    zn_solver *s = solver(ctx, f, argv + 2);
    const zn_index nz = zn_problem_file_nz(f), nw = zn_problem_file_nw(f);
    double *z = numbers(nz), *w = numbers(nw);

    for (int k = atoi(argv[1]); k > 0 && st >= 0; k--) {
        memset(z, 0, (size_t)nz * sizeof *z);
        memset(w, 0, (size_t)nw * sizeof *w);
        st = zn_solver_solve(s, zn_problem_file_problem(f), z, w, &info);
    }
    if (st < 0)
        must(ctx, st);
    printf("%s %td %.2g %s\n", st ? "unsolved" : "solved", info.iterations, info.error, info.solver);
    free(z);
    free(w);
    zn_solver_free(s);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
    return 0;
}
