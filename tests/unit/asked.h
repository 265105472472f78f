/* asked.h - a random problem, the solver that is asked, and what it answers
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_ASKED_H
#define ZENO_TEST_ASKED_H

#include "lcp_test.h"

#include <zeno/friction.h>
#include <zeno/problem_file.h>
#include <zeno/random_problem.h>
#include <zeno/solver.h>

static inline zn_problem_file *draw(zn_ctx *ctx, const char *class_name, const char *words)
{
    zn_problem_file *f;

    ck_assert_msg(!zn_problem_random(ctx, class_name, words, &f), "%s", zn_errmsg(ctx));
    return f;
}

/* All of it belongs to one context, which goes with it. */
typedef struct asked {
    zn_ctx *ctx;
    zn_problem_file *f;
    const void *p; /* the problem, of the type of its class      */
    const char *class_name;
    zn_solver *s;
    zn_index nz, nw;
    double *z, *w; /* for friction reactions and velocities      */
    zn_solve_info info;
} asked;

static inline void asked_set(asked *a, const char *option, const char *value)
{
    ck_assert_msg(!zn_solver_set(a->s, option, value), "%s", zn_errmsg(a->ctx));
}

/* Another solver in place of the one before, with its options as they are by default. */
static inline void asked_ask(asked *a, const char *solver)
{
    zn_solver_free(a->s);
    ck_assert_msg(!zn_solver_new(a->ctx, a->class_name, solver, &a->s), "%s", zn_errmsg(a->ctx));
}

/* The problem of `class_name` that `words` describe; no solver yet if `solver` is NULL. */
static inline asked asked_new(const char *class_name, const char *solver, const char *words)
{
    asked a = {.ctx = context(), .class_name = class_name};

    a.f = draw(a.ctx, class_name, words);
    a.p = zn_problem_file_problem(a.f);
    a.nz = zn_problem_file_nz(a.f);
    a.nw = zn_problem_file_nw(a.f);
    a.z = reals(a.nz);
    a.w = reals(a.nw);
    if (solver)
        asked_ask(&a, solver);
    return a;
}

static inline void asked_free(asked *a)
{
    zn_solver_free(a->s);
    free(a->z);
    free(a->w);
    zn_problem_file_free(a->f);
    zn_ctx_free(a->ctx);
}

/* From zero. */
static inline zn_status asked_solve(asked *a)
{
    memset(a->z, 0, (size_t)a->nz * sizeof *a->z);
    return zn_solver_solve(a->s, a->p, a->z, a->w, &a->info);
}

/* The same, which must be solved. */
static inline void asked_solved(asked *a)
{
    ck_assert_msg(asked_solve(a) == ZN_OK, "%s", zn_errmsg(a->ctx));
}

/* ---- other units ------------------------------------------------------------------ */

static inline double *scaled(zn_index n, const double x[], int power)
{
    double *y = reals(n);

    for (zn_index i = 0; i < n; i++)
        y[i] = ldexp(x[i], power);
    return y;
}

/* A problem of the class friction, from where z is: with W times 2^inverse and velocities times 2^speed
 * as many iterations, and the bits of the answer scaled. z and w are those before. */
static inline void asked_in_other_units(asked *a, int inverse, int speed)
{
    const zn_friction *p = (const zn_friction *)a->p;
    double *x = scaled(zn_matrix_nnz(p->M), p->M->x, inverse), *q = scaled(a->nz, p->q, speed),
           *r = scaled(a->nz, a->z, speed - inverse), *u = reals(a->nw);
    zn_matrix W = *p->M;
    zn_friction other = *p;
    zn_solve_info info;

    W.x = x;
    other.M = &W;
    other.q = q;
    ck_assert_msg(!zn_solver_solve(a->s, p, a->z, a->w, &a->info), "%s", zn_errmsg(a->ctx));
    ck_assert_msg(!zn_solver_solve(a->s, &other, r, u, &info), "%s", zn_errmsg(a->ctx));
    ck_assert_int_eq(info.iterations, a->info.iterations);
    for (zn_index i = 0; i < a->nz; i++) {
        ck_assert(r[i] == ldexp(a->z[i], speed - inverse));
        ck_assert(u[i] == ldexp(a->w[i], speed));
    }
    free(x);
    free(q);
    free(r);
    free(u);
}

/* ---- which methods were tried -------------------------------------------------- */

typedef struct heard {
    int count;
    char names[256]; /* a blank after each */
    double least;    /* of their errors    */
} heard;

static inline void asked_hear(void *user, const zn_attempt *a)
{
    heard *h = (heard *)user;

    h->least = h->count++ ? fmin(h->least, a->error) : a->error;
    strncat(h->names, a->solver, sizeof h->names - strlen(h->names) - 1);
    strncat(h->names, " ", sizeof h->names - strlen(h->names) - 1);
}

#endif
