/* vi_test.h - maps, and a conformance suite for the solvers of one class
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef VI_TEST_H
#define VI_TEST_H

#include "lcp_test.h"

#include <zeno/vi.h>

/* ---- a nonlinear map with a known solution ------------------------------- */

/* F_i(z) = (M z + q)_i + c atan(z_i); monotone when M is */
typedef struct bent {
    zn_index n;
    const double *M, *q;
    double c;
    const zn_matrix *pattern; /* CSC of M, or NULL: dense */
    long calls;
} bent;

static inline zn_status bent_F(void *user, const double z[], double out[])
{
    bent *b = (bent *)user;

    b->calls++;
    for (zn_index i = 0; i < b->n; i++)
        out[i] = b->q[i] + b->c * atan(z[i]);
    for (zn_index j = 0; j < b->n; j++)
        for (zn_index i = 0; i < b->n; i++)
            out[i] += b->M[i + j * b->n] * z[j];
    return ZN_OK;
}

static inline zn_status bent_J(void *user, const double z[], double x[])
{
    const bent *b = (const bent *)user;
    zn_index n = b->n;

    if (b->pattern) {
        for (zn_index j = 0; j < n; j++)
            for (zn_index e = b->pattern->p[j]; e < b->pattern->p[j + 1]; e++) {
                zn_index i = b->pattern->i[e];

                x[e] = b->M[i + j * n] +
                       (i == j ? b->c / (1 + z[i] * z[i]) : 0);
            }
        return ZN_OK;
    }
    for (zn_index k = 0; k < n * n; k++)
        x[k] = b->M[k];
    for (zn_index i = 0; i < n; i++)
        x[i + i * n] += b->c / (1 + z[i] * z[i]);
    return ZN_OK;
}

/* q such that z solves the problem in [lb, ub] (either may be NULL): each row
 * is, in turn of chance, at a bound with F of the right sign or between */
static inline void plant_bent(rng *r, zn_index n, const double M[], double c,
                              const double lb[], const double ub[], double z[],
                              double q[])
{
    for (zn_index i = 0; i < n; i++) {
        double lo = lb ? lb[i] : -INFINITY, hi = ub ? ub[i] : INFINITY, w = 0;
        int kind = (int)uniform(r, 0, 3);

        if (kind == 0 && isfinite(lo)) {
            z[i] = lo;
            w = uniform(r, 0, 1);
        } else if (kind == 1 && isfinite(hi)) {
            z[i] = hi;
            w = -uniform(r, 0, 1);
        } else if (isfinite(lo) && isfinite(hi)) {
            z[i] = uniform(r, lo, hi);
        } else {
            z[i] = isfinite(lo)   ? lo + uniform(r, 0, 2)
                   : isfinite(hi) ? hi - uniform(r, 0, 2)
                                  : uniform(r, -2, 2);
        }
        q[i] = w - c * atan(z[i]);
    }
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < n; i++)
            q[i] -= M[i + j * n] * z[j];
}

/* ---- memory, for every solver of a class --------------------------------- */

/* One problem that some solvers of the class accept. */
typedef struct subject {
    const char *class_name;
    zn_kind kind;
    const void *p;
    zn_index nz, nw, nnz;
} subject;

static const subject *torture_subject;
static const char *torture_solver;

static inline zn_status subject_run(zn_solver *s, const subject *t)
{
    double *z = reals(t->nz), *w = reals(t->nw);
    zn_solve_info info;
    zn_status st = zn_solver_solve(s, t->p, z, w, &info);

    free(z);
    free(w);
    /* neither the outcome nor a method that does not apply is of interest */
    return st == ZN_UNSOLVED || st == ZN_EINVAL ? ZN_OK : st;
}

static inline zn_status torture_body(const zn_allocator *alloc)
{
    zn_ctx *ctx = NULL;
    zn_solver *s = NULL;
    zn_status st = zn_ctx_new_with(alloc, &ctx);

    if (!st)
        st = zn_solver_new(ctx, torture_subject->class_name, torture_solver,
                           &s);
    if (!st)
        st = zn_solver_reserve(s, 1, 1);
    if (!st)
        st = subject_run(s, torture_subject);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    return st;
}

/* Every allocation may fail; a second call, or one after reserve, allocates
 * nothing; two calls give the same bits. */
static inline void check_memory(const subject *t)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *ctx;
    const zn_type *type;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    for (zn_index k = 0; (type = zn_type_at(ctx, t->kind, k)) != NULL; k++) {
        zn_solver *s;
        double *z = reals(2 * t->nz), *w = reals(2 * t->nw);
        long before;

        torture_subject = t;
        torture_solver = type->name;
        test_torture(torture_body);

        ck_assert_int_eq(zn_solver_new(ctx, t->class_name, type->name, &s),
                         ZN_OK);
        ck_assert_int_eq(zn_solver_reserve(s, t->nw, t->nnz), ZN_OK);
        before = mem.calls;
        zn_status st = zn_solver_solve(s, t->p, z, w, NULL);
        ck_assert_msg(mem.calls == before, "%s %s allocates after reserve",
                      t->class_name, type->name);
        ck_assert_int_eq(zn_solver_solve(s, t->p, z + t->nz, w + t->nw, NULL),
                         st);
        ck_assert_msg(mem.calls == before, "%s %s allocates in a later call",
                      t->class_name, type->name);
        ck_assert_int_eq(memcmp(z, z + t->nz, (size_t)t->nz * sizeof *z), 0);
        zn_solver_free(s);
        free(z);
        free(w);
    }
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
}

#endif
