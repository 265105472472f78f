/* bench_memory.c - what each solver of a class has in memory beside its problem
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_memory [CLASS [OPTIONS [SECONDS]]]
 *
 * One problem of each class with contacts, or of CLASS, at random as `zeno-solve --random 'CLASS
 * OPTIONS'` makes it. Each solver is made anew and solves it once, 50 iterations or SECONDS at
 * most (4): time enough for what it keeps to be there. Printed: the bytes at most that it had by
 * zn_alloc, as parts of the values of the problem's matrices, and for each contact. */
#include <stdio.h>
#include <string.h>

#include <zeno/friction.h>
#include <zeno/global_friction.h>
#include <zeno/random_problem.h>
#include <zeno/rolling_friction.h>
#include <zeno/type.h>

#include "tests/bench/tally.h"

static const struct {
    const char *name, *options;
} class[] = {
    {"friction", "structure=heap bodies=1500 mu=1"},
    {"global-friction", "contacts=2000 bodies=2000"},
    {"rolling-friction", "contacts=2000 bodies=2000"},
    {"global-rolling-friction", "contacts=2000 bodies=2000"},
};

enum { CLASSES = sizeof class / sizeof class[0] };

static void must(zn_ctx *ctx, zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "bench_memory: %s\n", zn_errmsg(ctx));
    exit(1);
}

typedef struct problem {
    zn_problem_file *file;
    double bytes; /* of the values of its matrices */
    double *z, *w;
} problem;

static double *numbers(zn_index n)
{
    double *x = calloc((size_t)n, sizeof *x);

    if (x)
        return x;
    fprintf(stderr, "bench_memory: no memory for %td numbers\n", n);
    exit(1);
}

/* Of the values that the matrices of a problem store. */
static double bytes_of(const char *name, const void *p)
{
    const zn_friction *f = p;
    const zn_rolling_friction *rf = p;
    const zn_global_friction *g = p;
    const zn_global_rolling_friction *rg = p;
    const zn_matrix *A, *B = NULL;

    if (!strcmp(name, "friction")) {
        A = f->M;
    } else if (!strcmp(name, "rolling-friction")) {
        A = rf->M;
    } else if (!strcmp(name, "global-friction")) {
        A = g->M;
        B = g->H;
    } else {
        A = rg->M;
        B = rg->H;
    }
    return 8 * (double)(zn_matrix_nnz(A) + (B ? zn_matrix_nnz(B) : 0));
}

/* One solver, with an order of its contacts or ""; what it had at most. */
static void measure(zn_ctx *ctx, tally *t, const problem *p, const char *name,
                    const char *order, double seconds)
{
    const size_t before = t->now;
    zn_solve_info info = {0};
    zn_solver *s;
    zn_status st;
    double most;
    char label[64];

    snprintf(label, sizeof label, "%s%s%s", name, *order ? ", " : "", order);
    t->top = before;
    must(ctx, zn_solver_new(ctx, zn_problem_file_class(p->file), name, &s));
    (void)zn_solver_set(s, "max_iter", "50"); /* not all have it */
    if (*order)
        must(ctx, zn_solver_set(s, "order", order));
    zn_solver_set_time_limit(s, seconds);
    memset(p->z, 0, (size_t)zn_problem_file_nz(p->file) * sizeof *p->z);
    memset(p->w, 0, (size_t)zn_problem_file_nw(p->file) * sizeof *p->w);
    st = zn_solver_solve(s, zn_problem_file_problem(p->file), p->z, p->w, &info);
    zn_solver_free(s);
    most = (double)(t->top - before);
    printf("  %-18s %7.2f %9.0f  %s\n", label, most / p->bytes,
           most / (double)zn_problem_file_contacts(p->file),
           st < 0 ? "does not apply" : zn_outcome_name(info.outcome));
    fflush(stdout);
}

static void measure_all(const char *of, const char *options, double seconds)
{
    tally t = {0};
    const zn_allocator alloc = {.resize = tally_resize, .user = &t};
    const zn_type *found, *solver;
    zn_kind kind;
    problem p = {0};
    zn_ctx *ctx;

    must(NULL, zn_ctx_new_with(&alloc, &ctx));
    must(ctx, zn_type_find(ctx, ZN_KIND_PROBLEM, of, &found));
    kind = ((const zn_problem_type *)found)->solver_kind;
    must(ctx, zn_problem_random(ctx, of, options, &p.file));
    p.bytes = bytes_of(of, zn_problem_file_problem(p.file));
    p.z = numbers(zn_problem_file_nz(p.file));
    p.w = numbers(zn_problem_file_nw(p.file));
    printf("%s %s: %td contacts, values of %.0f bytes each\n  %-18s %7s %9s\n",
           of, options, zn_problem_file_contacts(p.file),
           p.bytes / (double)zn_problem_file_contacts(p.file), "", "times",
           "bytes");
    for (zn_index i = 0; (solver = zn_type_at(ctx, kind, i)); i++)
        measure(ctx, &t, &p, solver->name, "", seconds);
    if (!strcmp(of, "friction")) {
        measure(ctx, &t, &p, "nsgs", "coloured", seconds);
        measure(ctx, &t, &p, "nsgs", "domains", seconds);
    }
    free(p.z);
    free(p.w);
    zn_problem_file_free(p.file);
    zn_ctx_free(ctx);
}

int main(int argc, char **argv)
{
    const double seconds = argc > 3 ? atof(argv[3]) : 4;

    for (int k = 0; k < CLASSES; k++)
        if (argc < 2 || !strcmp(argv[1], class[k].name))
            measure_all(class[k].name, argc > 2 ? argv[2] : class[k].options,
                        seconds);
    return 0;
}
