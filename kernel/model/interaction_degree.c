/* interaction_degree.c - the relative degree of an interaction by itself, and
 * whether its law goes with it
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/relative_degree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/factor.h>

#include "kernel/model/model.h"

/* Larger ones are not looked at unasked: the cost grows with the cube. */
enum { SEAL_NX = 64, SEAL_NY = 16 };

/* The interaction linearised, in one block. */
typedef struct linearised {
    zn_index n, m;
    double *x, *lambda;
    double *A, *B, *C, *D;
    double *M; /* of one system, and df/dx of one */
} linearised;

static zn_status make_room(const zn_interaction *a, linearised *l)
{
    const zn_index n = zni_interaction_nq(a), m = a->size;
    double *p = zn_alloc(zni_interaction_model(a)->ctx, n + m + 3 * n * n + 2 * n * m + m * m,
                         sizeof *p);

    if (!p)
        return ZN_ENOMEM;
    l->n = n;
    l->m = m;
    l->x = p;
    l->lambda = p += n;
    l->A = p += m;
    l->M = p += n * n;
    l->B = p += 2 * n * n;
    l->C = p += n * m;
    l->D = p + n * m;
    return ZN_OK;
}

/* df/dx or M of a system, written out; the values are there in their pattern. */
static zn_status write_out(const zn_ds *ds, zn_ds_matrix which, double M[])
{
    const zn_pattern a = zn_ds_pattern(ds, which);
    const zn_index count = zn_pattern_count(&a);
    double *x = zn_alloc(ds->owner.ctx, count + 1, sizeof *x);

    if (!x)
        return ZN_ENOMEM;
    memcpy(x, M, (size_t)count * sizeof *x);
    zn_pattern_to_dense(&a, x, 1, M);
    zn_free_array(ds->owner.ctx, x);
    return ZN_OK;
}

/* Rows `at` ... of A and B, those of one system: add df/dx, divide by M. */
static zn_status one_system(const zn_ds *ds, zn_index at, linearised *l)
{
    const zn_index n = ds->nx, N = l->n;
    const double *x = l->x + at;
    double *M = l->M, *A = M + n * n;
    zn_factor *factor = NULL;
    zn_status st = ds->type->field_jac(ds, 0, x, A);

    if (!st)
        st = write_out(ds, ZN_DS_JAC_Q, A);
    if (!st && (ds->varies.rate))
        st = zn_fail(ds->owner.ctx, ZN_ENOTSUP,
                     "relative degree: system '%s' has a term in x'",
                     ds->owner.name);
    if (!st && ds->type->lhs)
        st = ds->type->lhs(ds, 0, x, M);
    if (!st && ds->type->lhs)
        st = write_out(ds, ZN_DS_MASS, M);
    if (!st && ds->type->lhs)
        st = zn_factor_new(ds->owner.ctx, n, &factor);
    if (!st && ds->type->lhs)
        st = zn_factor_set(factor, M);
    if (st == ZN_ESINGULAR)
        st = zn_fail(ds->owner.ctx, ZN_ENOTSUP,
                     "relative degree: M of system '%s' is singular",
                     ds->owner.name);
    for (zn_index j = 0; !st && j < n; j++)
        for (zn_index i = 0; i < n; i++)
            l->A[at + i + (at + j) * N] += A[i + j * n];
    for (zn_index j = 0; !st && factor && j < l->m; j++)
        zn_factor_solve(factor, 1, l->B + at + j * N);
    for (zn_index j = 0; !st && factor && j < N; j++)
        zn_factor_solve(factor, 1, l->A + at + j * N);
    zn_factor_free(factor);
    return st;
}

/* C, D, B, and A with what dg/dx adds. */
static zn_status linearise(const zn_interaction *a, linearised *l)
{
    const zn_relation *r = a->relation;
    const zn_relation_type *t = r->type;
    zn_index at = 0;
    zn_status st;

    for (zn_index i = 0; i < a->nds; at += a->ds[i]->nx, i++)
        memcpy(l->x + at, zni_ds_start(a->ds[i]), (size_t)a->ds[i]->nx * sizeof *l->x);
    st = t->jac_q(r, zni_interaction_data(a), 0, l->x, l->lambda, l->C);
    if (!st && r->varies.D)
        st = t->jac_lambda(r, zni_interaction_data(a), 0, l->x, l->lambda, l->D);
    if (!st)
        st = t->input_jac_lambda(r, zni_interaction_data(a), 0, l->x, l->lambda, l->B);
    if (!st && t->input_jac_q)
        st = t->input_jac_q(r, zni_interaction_data(a), 0, l->x, l->lambda, l->A);
    at = 0;
    for (zn_index i = 0; !st && i < a->nds; at += a->ds[i]->nx, i++)
        st = one_system(a->ds[i], at, l);
    return st;
}

static bool suitable(const zn_interaction *a)
{
    return a->ds[0]->type->family == ZN_FIRST_ORDER && !a->partial &&
           !a->relation->seen &&
           a->relation->varies.input;
}

static zn_status find(const zn_interaction *a, zn_index row[],
                      zn_index orders[], zn_relative_degree *out)
{
    linearised l = {0};
    zn_status st = make_room(a, &l);

    if (!st)
        st = linearise(a, &l);
    if (!st)
        st = zn_relative_degree_find(zni_interaction_model(a)->ctx, l.n, l.m, l.A, l.B, l.C,
                                     l.D, row, orders, out);
    zn_free_array(zni_interaction_model(a)->ctx, l.x);
    return st;
}

zn_status zn_interaction_relative_degree(const zn_interaction *a,
                                         zn_index row[], zn_index orders[],
                                         zn_relative_degree *out)
{
    zn_ctx *ctx = zni_interaction_model(a)->ctx;

    *out = (zn_relative_degree){.uniform = -1};
    if (!zni_interaction_model(a)->sealed)
        return zn_fail(ctx, ZN_ESTATE,
                       "relative degree of interaction '%s': the model is not "
                       "sealed",
                       a->name);
    if (!suitable(a))
        return zn_fail(ctx, ZN_ENOTSUP,
                       "relative degree of interaction '%s': its systems are "
                       "of second order",
                       a->name);
    return zn_note(ctx, find(a, row, orders, out), "interaction '%s'", a->name);
}

/* ---- in the log --------------------------------------------------------------- */

/* "1, 2, inf", cut to size */
static const char *list(zn_index n, const zn_index v[], size_t size,
                        char text[])
{
    size_t len = 0;

    text[0] = '\0';
    for (zn_index i = 0; i < n && len < size; i++) {
        const char *comma = i ? ", " : "";
        const int k =
            v[i] < 0 ? snprintf(text + len, size - len, "%sinf", comma)
                     : snprintf(text + len, size - len, "%s%td", comma, v[i]);
        len += k > 0 ? (size_t)k : size;
    }
    return text;
}

static void say(const zn_interaction *a, const zn_index row[],
                const zn_index orders[], const zn_relative_degree *d)
{
    zn_ctx *ctx = zni_interaction_model(a)->ctx;
    const zn_index m = a->size;
    char rows[160], text[160];

    list(m, row, sizeof rows, rows);
    if (d->uniform >= 0)
        zn_log(ctx, ZN_LOG_INFO, "interaction '%s': relative degree %td",
               a->name, d->uniform);
    else if (d->vector)
        zn_log(ctx, ZN_LOG_INFO, "interaction '%s': vector relative degree %s",
               a->name, rows);
    else if (d->invertible)
        zn_log(ctx, ZN_LOG_INFO,
               "interaction '%s': no relative degree (rows %s); orders of the "
               "zeros at infinity %s",
               a->name, rows, list(m, orders, sizeof text, text));
    else
        zn_log(ctx, ZN_LOG_INFO,
               "interaction '%s': no relative degree (rows %s): lambda does "
               "not follow from y",
               a->name, rows);
}

/* May lambda of that row be as large as it likes? */
static bool unbounded(const zn_law *law, zn_index i)
{
    zn_index row;
    const zn_cone c = zn_law_cone_at(law, i, &row);

    if (c.set == zn_set_box())
        return isinf(c.param[row]) || isinf(c.param[row + c.size]);
    return c.set != zn_set_polyhedron();
}

static void warn(const zn_interaction *a, const zn_index row[])
{
    zn_ctx *ctx = zni_interaction_model(a)->ctx;
    const zn_index unit = a->size / a->copies;

    for (zn_index r = 0; r < a->size; r++) {
        if (row[r] < 0 && zni_model_follows(zni_interaction_model(a), a->relation, false))
            continue; /* lambda comes to it by way of others */
        if (row[r] < 0)
            zn_log(ctx, ZN_LOG_WARN,
                   "interaction '%s': row %td of y does not depend on lambda, "
                   "law '%s' cannot act on it",
                   a->name, r, a->law->type->type.name);
        else if (row[r] >= 2 && unbounded(a->law, r % unit))
            zn_log(ctx, ZN_LOG_WARN,
                   "interaction '%s': row %td of y has relative degree %td; "
                   "with law '%s' lambda is then no function of time (x may "
                   "jump), which one-step schemes follow with care at 2 and "
                   "not at all above",
                   a->name, r, row[r], a->law->type->type.name);
    }
}

zn_status zni_relative_degree_say(const zn_interaction *a)
{
    zn_index row[SEAL_NY], orders[SEAL_NY];
    zn_relative_degree d;
    zn_status st;

    if (!suitable(a) || a->size > SEAL_NY || zni_interaction_nq(a) > SEAL_NX)
        return ZN_OK;
    st = find(a, row, orders, &d);
    if (st)
        return st == ZN_ENOMEM ? st : ZN_OK;
    say(a, row, orders, &d);
    warn(a, row);
    return ZN_OK;
}

zn_status zni_relative_degree_reaches(const zn_interaction *a, zn_index r,
                                      bool *yes)
{
    zn_index row[SEAL_NY], orders[SEAL_NY];
    zn_relative_degree d;
    zn_status st;

    *yes = false;
    if (!suitable(a) || a->size > SEAL_NY || zni_interaction_nq(a) > SEAL_NX)
        return ZN_OK;
    st = find(a, row, orders, &d);
    if (st)
        return st == ZN_ENOMEM ? st : ZN_OK;
    *yes = d.invertible && orders[a->size - 1] >= r;
    return ZN_OK;
}
