/* enum.c - plane friction by trying every state of every contact
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* A contact has four states: open, stick, slip to either side. Each choice of states is one linear system, whose
 * solution is judged by the error measure; the first below tol ends the search. If none is, and no system was
 * singular, there is no solution. */
typedef struct enumeration {
    double tol;
    zn_index max_contacts;
    zni_fc c;
    zni_lu lu;
    double *v; /* n n + 3 n: W dense, right-hand side, best, u */
    zn_index cap_v;
} enumeration;

enum { LARGEST = 12 };

static zn_status room(enumeration *s, zn_ctx *ctx, zn_index n)
{
    const zn_status st = zni_lu_size(ctx, &s->lu, n);

    return st ? st : zn_grow(ctx, &s->v, &s->cap_v, n * n + 3 * n, sizeof *s->v);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    enumeration *s = state;
    const zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    return st || n > 2 * s->max_contacts ? st : room(s, ctx, n); /* more are refused later */
}

/* the system of a choice: two bits by contact */
static void build(enumeration *s, long choice, const double W[], double b[])
{
    const zni_fc *c = &s->c;
    zn_index n = c->n;
    double *A = s->lu.a;

    memcpy(A, W, (size_t)(n * n) * sizeof *W);
    for (zn_index a = 0; a < c->nc; a++, choice >>= 2) {
        zn_index N = 2 * a, T = N + 1;
        int state = (int)(choice & 3);

        b[N] = -c->q[N];
        b[T] = -c->q[T];
        if (state == 1)
            continue;
        for (zn_index j = 0; j < n; j++) {
            A[T + j * n] = 0;
            if (state == 0)
                A[N + j * n] = 0;
        }
        A[T + T * n] = 1;
        b[T] = 0;
        if (state == 0) {
            A[N + N * n] = 1;
            b[N] = 0;
        } else {
            A[T + N * n] = state == 2 ? -c->mu[a] : c->mu[a];
        }
    }
}

/* the problem, if it is one for this, and room */
static zn_status begin(enumeration *s, zn_ctx *ctx, const zn_friction *p)
{
    zn_status st;

    if (p->d != 2)
        return zn_fail(ctx, ZN_EINVAL, "d = %td, must be 2 here", p->d);
    if (p->nc > s->max_contacts)
        return zn_fail(ctx, ZN_EINVAL,
                       "nc = %td, 'max_contacts' = %td and each counts four "
                       "times",
                       p->nc, s->max_contacts);
    st = zni_fc_set(ctx, &s->c, p);
    return st ? st : room(s, ctx, 2 * p->nc);
}

/* With a pivot so small relative to its column half of the digits of the solution, or more, are lost. Its signs may be
 * wrong then, so that it is no part of a proof that there is no solution. */
static const double WEAK = 1e-8;

static bool weak(const zni_lu *lu)
{
    for (zn_index j = 0; j < lu->n; j++)
        if (!(fabs(lu->a[j + j * lu->n]) > WEAK * lu->scale[lu->n + j]))
            return true;
    return false;
}

static zn_status solve(enumeration *s, zni_call call, const void *problem)
{
    const zni_fc *c = &s->c;
    double least;
    bool singular = false;
    long choice, choices;
    zn_status st = begin(s, call.ctx, problem);

    if (st)
        return st;

    const zn_index n = c->n;
    double *W = s->v, *b = W + n * n, *best = b + n, *u = best + n;
    zn_matrix view = zni_fc_matrix(c);

    zn_matrix_to_dense(&view, W);
    least = zni_fc_look(c, call.z, call.w);
    memcpy(best, call.z, (size_t)n * sizeof *call.z);
    choices = 1L << n;
    call.info->outcome = ZN_SOLVED;
    for (choice = 0; choice < choices && least > s->tol; choice++) {
        if (zni_last(call.mon, choice, least, call.info))
            break;
        build(s, choice, W, b);
        st = zni_lu_factor(&s->lu);
        if (st) {
            singular = true;
            continue;
        }
        singular = singular || weak(&s->lu);
        zni_lu_solve(&s->lu, b);
        zni_note_best(zni_fc_look(c, b, u), &least, n, b, best);
    }
    call.info->iterations = choice;
    memcpy(call.z, best, (size_t)n * sizeof *call.z);
    zni_fc_mul(c, call.z, c->q, call.w);
    if (least <= s->tol)
        return ZN_OK;
    if (!call.info->outcome)
        call.info->outcome = singular ? ZN_STALLED : ZN_INFEASIBLE;
    return ZN_UNSOLVED;
}

static void fini(enumeration *s, zn_ctx *ctx)
{
    zni_fc_fini(ctx, &s->c);
    zni_lu_fini(ctx, &s->lu);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    ZNI_TOL(enumeration, tol, 1e-8),
    ZN_OPT_INT(enumeration, max_contacts, 8, 1, LARGEST, "-",
               "most contacts accepted; the cost is 4 to that power"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_friction_enum, ZN_KIND_FRICTION_SOLVER, "enum",
           "every state of every contact, d = 2, few contacts", enumeration,
           options, solve, fini, .reserve = reserve);
