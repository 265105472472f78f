/* one.c - one solver of ours on one problem file, timed
 * SPDX-License-Identifier: Apache-2.0 */
#include "one.h"
#include "timing.h"

#include <string.h>

#include <zeno/zeno.h>

typedef struct job {
    zn_solver *s;
    const void *p;
    double *z, *w;
    zn_index nz, nw;
    zn_solve_info info;
    /* the same with values 1.5 times as large (no power of two: those have the same bits
     * in units of their own), for every second solve, where solvers keep
     * the factors of small matrices */
    const void *twin[2];
    long turn;
} job;

static long solve(void *user)
{
    job *j = user;

    memset(j->z, 0, (size_t)j->nz * sizeof *j->z);
    memset(j->w, 0, (size_t)j->nw * sizeof *j->w);
    if (j->twin[0])
        j->p = j->twin[j->turn++ % 2];
    return zn_solver_solve(j->s, j->p, j->z, j->w, &j->info);
}

/* x 1.5 times, in memory that stays */
static const double *grown(zn_index n, const double x[])
{
    double *y = calloc((size_t)n, sizeof *y);

    if (!y)
        exit(1);
    for (zn_index i = 0; i < n; i++)
        y[i] = 1.5 * x[i];
    return y;
}

/* Small dense problems, lcp, mlcp or relay, and mixed ones of mechanics, in which they are: the
 * other of the two has the same z. */
static void twin(job *j, const char *class)
{
    static zn_matrix M;
    static zn_lcp lcp;
    static zn_mlcp mlcp;
    static zn_relay relay;
    static zn_generic generic;
    const zn_matrix **to;
    const double **q;

    if (strcmp(class, "lcp") == 0) {
        lcp = *(const zn_lcp *)j->p;
        to = &lcp.M;
        q = &lcp.q;
        j->twin[1] = &lcp;
    } else if (strcmp(class, "mlcp") == 0) {
        mlcp = *(const zn_mlcp *)j->p;
        to = &mlcp.M;
        q = &mlcp.q;
        j->twin[1] = &mlcp;
    } else if (strcmp(class, "relay") == 0) {
        relay = *(const zn_relay *)j->p;
        to = &relay.M;
        q = &relay.q;
        j->twin[1] = &relay;
    } else if (strcmp(class, "generic-mechanical") == 0) {
        generic = *(const zn_generic *)j->p;
        to = &generic.M;
        q = &generic.q;
        j->twin[1] = &generic;
    } else {
        return;
    }
    M = **to;
    if (M.storage != ZN_DENSE && to != &generic.M)
        return;
    M.x = grown(zn_matrix_nnz(*to), M.x);
    *to = &M;
    *q = grown(j->nw, *q);
    j->twin[0] = j->p;
}

/* as many iterations as the time allows for methods whose limit is a guess */
static void allow(zn_solver *s)
{
    const zn_solver_type *t = zn_solver_class(s);
    const zn_option *o = zn_option_find(t->type.options, "max_iter");

    if (o && o->def >= 1000)
        zn_solver_set_real(s, "max_iter", 1e6);
}

int bench_one(char **argv)
{
    zn_problem_file *f = NULL;
    bench_answer a = {0};
    zn_ctx *ctx = NULL;
    job j = {0};

    if (zn_ctx_new(&ctx) || zn_problem_file_read(ctx, argv[1], argv[0], &f) ||
        zn_solver_new(ctx, argv[0], argv[2], &j.s) ||
        zn_solver_set_real(j.s, "tol", strtod(argv[3], NULL))) {
        fprintf(stderr, "bench_solvers: %s\n", ctx ? zn_errmsg(ctx) : "out of memory");
        return 1;
    }
    if (strcmp(argv[2], "auto") != 0)
        allow(j.s);
    j.p = zn_problem_file_problem(f);
    j.nz = zn_problem_file_nz(f);
    j.nw = zn_problem_file_nw(f);
    j.z = calloc((size_t)j.nz + 1, sizeof *j.z);
    j.w = calloc((size_t)j.nw + 1, sizeof *j.w);
    if (!j.z || !j.w)
        return 1;
    twin(&j, argv[0]);
    bench_measure(solve, &j, strtod(argv[4], NULL), strtod(argv[5], NULL), &a);
    a.iterations = j.info.iterations;
    a.nz = j.nz;
    return bench_leave(argv[6], &a, j.z);
}
