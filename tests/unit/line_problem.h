/* line_problem.h - a class of problems to try the host of solvers with, and its
 * solvers: an honest one and all sorts of others
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_LINE_PROBLEM_H
#define ZENO_TEST_LINE_PROBLEM_H

#include <math.h>
#include <pthread.h>
#include <time.h>
#include <zeno/solver.h>

/* ---- a class of problems: n equations a z_i = b_i, w = b ---------------- */

#define KIND ((zn_kind)100)

typedef struct line {
    zn_index n;
    double a;
    const double *b;
} line;

static zn_index size(const void *p)
{
    return ((const line *)p)->n;
}

static double error(const void *problem, const double z[], const double w[],
                    double work[])
{
    const line *p = problem;
    double worst = 0;

    for (zn_index i = 0; i < p->n; i++) {
        work[2 * p->n - 1 - i] = p->a * z[i] - p->b[i]; /* all the room */
        double e = fabs(work[2 * p->n - 1 - i]) + fabs(w[i] - p->b[i]);
        if (isnan(e) || e > worst)
            worst = e;
        if (isnan(worst))
            break;
    }
    return worst;
}

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const line *p = problem;

    if (p->n < 1)
        return zn_fail(ctx, ZN_EINVAL, "n = %td, must be >= 1", p->n);
    for (zn_index i = 0; i < p->n; i++)
        if (!isfinite(p->b[i]))
            return zn_fail(ctx, ZN_EDOM, "b(%td) = %g", i, p->b[i]);
    return ZN_OK;
}

static const zn_problem_type line_type = {
    .type = {.size = sizeof(zn_problem_type),
             .kind = ZN_KIND_PROBLEM,
             .name = "line",
             .summary = "a z = b"},
    .solver_kind = KIND,
    .nz = size,
    .nw = size,
    .error = error,
    .check = check,
};

/* ---- its solvers: an honest one, and all sorts of others ---------------- */

typedef struct toy {
    double tol;
    double *room;
    zn_index cap;
    int inits, finis; /* seen through zn_solver_state */
    zn_solver *inner;
} toy;

static int finished; /* calls of fini in this test */

static zn_status init(void *state, zn_ctx *ctx)
{
    toy *t = state;
    t->inits++;
    return zn_grow(ctx, &t->room, &t->cap, 2, sizeof *t->room);
}

static zn_status init_fails(void *state, zn_ctx *ctx)
{
    zn_status st = init(state, ctx);
    return st ? st : zn_fail(ctx, ZN_ENOTSUP, "no such machine here");
}

static void fini(void *state, zn_ctx *ctx)
{
    toy *t = state;
    finished++;
    zn_solver_free(t->inner);
    zn_free_array(ctx, t->room);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    toy *t = state;
    return zn_grow(ctx, &t->room, &t->cap, n + nnz, sizeof *t->room);
}

static zn_status honest(void *state, zn_ctx *ctx, const void *problem,
                        double z[], double w[], zn_monitor *mon,
                        zn_solve_info *info)
{
    toy *t = state;
    const line *p = problem;
    zn_status st = zn_grow(ctx, &t->room, &t->cap, p->n, sizeof *t->room);

    (void)mon;
    if (st)
        return st;
    for (zn_index i = 0; i < p->n; i++) {
        z[i] = p->b[i] / p->a;
        w[i] = p->b[i];
        info->iterations++;
    }
    return ZN_OK;
}

/* says ok at a wrong point */
static zn_status liar(void *state, zn_ctx *ctx, const void *problem, double z[],
                      double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = honest(state, ctx, problem, z, w, mon, info);
    z[0] += 1;
    return st;
}

/* content with half as much again as what was asked for */
static zn_status lax(void *state, zn_ctx *ctx, const void *problem, double z[],
                     double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = honest(state, ctx, problem, z, w, mon, info);
    z[0] += 1.5 * ((toy *)state)->tol / ((const line *)problem)->a;
    return st;
}

/* content with the more the less it was asked for */
static zn_status contrary(void *state, zn_ctx *ctx, const void *problem, double z[],
                          double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = honest(state, ctx, problem, z, w, mon, info);
    z[0] += 3e-18 / ((toy *)state)->tol;
    return st;
}

/* says unsolved at the right point */
static zn_status shy(void *state, zn_ctx *ctx, const void *problem, double z[],
                     double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = honest(state, ctx, problem, z, w, mon, info);
    info->outcome = ZN_STALLED;
    return st ? st : ZN_UNSOLVED;
}

static zn_status ray(void *state, zn_ctx *ctx, const void *problem, double z[],
                     double w[], zn_monitor *mon, zn_solve_info *info)
{
    liar(state, ctx, problem, z, w, mon, info);
    info->outcome = ZN_RAY;
    return ZN_UNSOLVED;
}

static zn_status talker(void *state, zn_ctx *ctx, const void *problem,
                        double z[], double w[], zn_monitor *mon,
                        zn_solve_info *info)
{
    ray(state, ctx, problem, z, w, mon, info);
    return zn_fail(ctx, ZN_UNSOLVED, "column 3 has no pivot");
}

static void *fail_elsewhere(void *ctx)
{
    zn_fail(ctx, ZN_EIO, "words of another thread");
    return NULL;
}

/* finds no answer and has no words for it, while another thread has */
static zn_status silent(void *state, zn_ctx *ctx, const void *problem, double z[],
                        double w[], zn_monitor *mon, zn_solve_info *info)
{
    pthread_t other;

    if (pthread_create(&other, NULL, fail_elsewhere, ctx) ||
        pthread_join(other, NULL))
        return zn_fail(ctx, ZN_ENOMEM, "no thread");
    return ray(state, ctx, problem, z, w, mon, info);
}

static zn_status picky(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    (void)state;
    (void)problem;
    (void)z;
    (void)w;
    (void)mon;
    (void)info;
    return zn_fail(ctx, ZN_EINVAL, "a = 0, must not be");
}

static zn_status lost(void *state, zn_ctx *ctx, const void *problem, double z[],
                      double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = honest(state, ctx, problem, z, w, mon, info);
    z[0] = NAN;
    return st;
}

/* goes on until it is stopped; gives up by itself after 10 s */
static zn_status endless(void *state, zn_ctx *ctx, const void *problem,
                         double z[], double w[], zn_monitor *mon,
                         zn_solve_info *info)
{
    const struct timespec nap = {.tv_nsec = 100000};

    liar(state, ctx, problem, z, w, mon, info);
    info->outcome = ZN_ITERATION_LIMIT;
    for (zn_index k = 1; k < 100000; k++) {
        info->iterations = k;
        if (zn_monitor_tick(mon, k, 1.0 / (double)k))
            break;
        nanosleep(&nap, NULL);
    }
    return ZN_UNSOLVED;
}

/* ends at its fourth iteration when nothing stops it; no naps */
static zn_status four(void *state, zn_ctx *ctx, const void *problem, double z[],
                      double w[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = honest(state, ctx, problem, z, w, NULL, info);

    for (zn_index k = 0; k < 4; k++)
        if (zn_monitor_tick(mon, k, -1))
            z[0] += 1;
    return st;
}

/* a short cut that is right from z = 0 only, and says so of every answer */
static bool guess(void *state, const void *problem, double z[], double w[],
                  zn_solve_info *info)
{
    const line *p = problem;

    (void)state;
    (void)info;
    for (zn_index i = 0; i < p->n; i++) {
        z[i] += p->b[i] / p->a;
        w[i] = p->b[i];
    }
    return true;
}

/* one method within: what it has done is told */
static zn_status outer(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    toy *t = state;
    zn_status solved;

    if (!t->inner) {
        zn_status st = zn_solver_new(ctx, "line", "endless", &t->inner);
        if (st)
            return st;
    }
    solved = zn_solver_solve_inner(t->inner, problem, z, w, mon, info);
    zn_monitor_attempt(mon, &(zn_attempt){.solver = "endless",
                                          .applied = true,
                                          .outcome = info->outcome,
                                          .iterations = info->iterations,
                                          .error = 0.5,
                                          .why = zn_monitor_explains(mon) ? "asked" : NULL});
    return solved;
}

static const zn_option options[] = {
    ZN_OPT_REAL(toy, tol, 1e-9, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_END,
};

#define SOLVER(ident, text, fn_init, ...)                                      \
    static const zn_solver_type ident = {                                      \
        .type = {.size = sizeof(zn_solver_type),                               \
                 .kind = KIND,                                                 \
                 .name = text,                                                 \
                 .summary = "for tests",                                       \
                 .state_size = sizeof(toy),                                    \
                 .options = options},                                          \
        .init = fn_init,                                                       \
        .reserve = reserve,                                                    \
        .fini = fini,                                                          \
        .solve = __VA_ARGS__,                                                  \
    }

SOLVER(honest_type, "honest", init, honest);
SOLVER(liar_type, "liar", NULL, liar);
SOLVER(lax_type, "lax", NULL, lax);
SOLVER(contrary_type, "contrary", NULL, contrary);
SOLVER(shy_type, "shy", NULL, shy);
SOLVER(ray_type, "ray", NULL, ray);
SOLVER(talker_type, "talker", NULL, talker);
SOLVER(silent_type, "silent", NULL, silent);
SOLVER(picky_type, "picky", NULL, picky);
SOLVER(lost_type, "lost", NULL, lost);
SOLVER(endless_type, "endless", NULL, endless);
SOLVER(four_type, "four", NULL, four);
SOLVER(outer_type, "outer", NULL, outer);
SOLVER(hasty_type, "hasty", NULL, honest, .near = guess);
SOLVER(broken_type, "broken", init_fails, honest);

static const zn_type *const types[] = {
    &line_type.type,
    &honest_type.type,
    &liar_type.type,
    &lax_type.type,
    &contrary_type.type,
    &shy_type.type,
    &ray_type.type,
    &talker_type.type,
    &silent_type.type,
    &picky_type.type,
    &lost_type.type,
    &endless_type.type,
    &four_type.type,
    &outer_type.type,
    &hasty_type.type,
    &broken_type.type,
    NULL,
};

static const zn_plugin plugin = {.size = sizeof(zn_plugin),
                                 .major = ZN_PLUGIN_MAJOR,
                                 .minor = ZN_PLUGIN_MINOR,
                                 .build = ZN_PLUGIN_BUILD,
                                 .name = "lines",
                                 .types = types};

static zn_status add_lines(zn_ctx *ctx)
{
    static const zn_kind_info info = {.kind = KIND,
                                      .name = "line solver",
                                      .min_size = sizeof(zn_solver_type)};
    zn_status st = zn_kind_declare(ctx, &info);
    return st ? st : zn_plugin_add(ctx, &plugin);
}

#endif
