/* complete.c - the operations of an integrator that have one answer
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/complete.h"

#include <math.h>
#include <stdalign.h>
#include <string.h>

/* ---- what is kept for a system --------------------------------------------------- */

static void detach(void *s, zn_ctx *ctx, const zn_ds *ds, void *w)
{
    zn_osi_work *b = w;

    (void)s, (void)ds;
    if (!b)
        return;
    zn_factor_free(b->factor);
    zn_free_array(ctx, b);
}

/* The struct of the class, then its numbers, in one block. */
zn_status zni_osi_attach(const zn_osi *osi, zn_ctx *ctx, const zn_ds *ds,
                         void **w)
{
    const zn_osi_type *t = osi->type;
    const bool first = t->family == ZN_FIRST_ORDER;
    const zn_pattern W = zn_ds_pattern(ds, ZN_DS_MASS);
    const zn_index n = first ? zn_ds_nx(ds) : zn_ds_nv(ds);
    const size_t d = alignof(max_align_t);
    const size_t size = t->work_size > sizeof(zn_osi_work) ? t->work_size
                                                           : sizeof(zn_osi_work);
    const size_t head = (size + d - 1) / d * d;
    const zn_index numbers = zn_pattern_count(&W) + (2 + t->vectors) * n;
    zn_osi_work *b;
    zn_status st;

    if (t->attach)
        return t->attach(osi->state, ctx, ds, w);
    b = zn_alloc(ctx, (zn_index)head + numbers * (zn_index)sizeof(double), 1);
    if (!b)
        return ZN_ENOMEM;
    b->type = t;
    b->n = n;
    b->W = (double *)(void *)((char *)b + head);
    b->R = b->W + zn_pattern_count(&W);
    b->free = b->R + n;
    b->vector = b->free + n;
    st = zn_factor_new_pattern(ctx, &W, &b->factor);
    if (st) {
        detach(osi->state, ctx, ds, b);
        return st;
    }
    *w = b;
    return ZN_OK;
}

/* ---- the step ------------------------------------------------------------------------ */

static double *unknown(const zn_step *step, const zn_ds *ds)
{
    return zn_ds_class(ds)->family == ZN_FIRST_ORDER
               ? step->x1 + zn_ds_x_offset(ds)
               : step->v1 + zn_ds_v_offset(ds);
}

zn_status zn_osi_factorise(void *s, const zn_step *step, const zn_ds *ds,
                           zn_osi_work *b)
{
    zn_status st;

    b->kept = false;
    st = b->type->make(s, step, ds, b, b->W);
    if (!st)
        st = zn_factor_set(b->factor, b->W);
    b->kept = !st;
    b->changed = true;
    return zn_note(zn_ds_ctx(ds), st, "W of system '%s'", zn_ds_name(ds));
}

static zn_status begin(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[])
{
    const zn_step_view a = zn_step_view_of(step, ds);

    (void)s, (void)w, (void)m;
    if (a.x) {
        memcpy(a.x1, a.x, (size_t)a.n * sizeof *a.x);
        return ZN_OK;
    }
    memcpy(a.q1, a.q, (size_t)a.nq * sizeof *a.q);
    memcpy(a.v1, a.v, (size_t)a.n * sizeof *a.v);
    return ZN_OK;
}

zn_status zni_osi_residual(const zn_osi *osi, const zn_step *step,
                           const zn_ds *ds, void *w, const double p[],
                           double *norm)
{
    const zn_osi_work *b = w;
    double sum = 0;
    zn_status st;

    *norm = osi->type->attach ? 0 : NAN;
    st = osi->type->residual(osi->state, step, ds, w, p, norm);
    if (st || osi->type->attach || !isnan(*norm))
        return st;
    for (zn_index i = 0; i < b->n; i++)
        sum += (b->R[i] - p[i]) * (b->R[i] - p[i]);
    *norm = sqrt(sum);
    return ZN_OK;
}

static zn_status free_unknown(void *s, const zn_step *step, const zn_ds *ds,
                              void *w, const double p_fixed[],
                              const double K[], bool *changed)
{
    const double *u = unknown(step, ds);
    zn_osi_work *b = w;
    zn_status st = b->kept ? ZN_OK : zn_osi_factorise(s, step, ds, b);

    if (!st && K)
        st = zn_fail(zn_ds_ctx(ds), ZN_ENOTSUP,
                     "integrator '%s' does not know inputs that depend on the "
                     "state (system '%s')",
                     b->type->type.name, zn_ds_name(ds));
    *changed = b->changed;
    b->changed = false;
    if (st)
        return st;
    for (zn_index i = 0; i < b->n; i++)
        b->free[i] = (p_fixed ? p_fixed[i] : 0) - b->R[i];
    zn_factor_solve(b->factor, 1, b->free);
    for (zn_index i = 0; i < b->n; i++)
        b->free[i] += u[i];
    return ZN_OK;
}

static void solve(void *s, const zn_ds *ds, void *w, zn_index nrhs, double B[])
{
    (void)s, (void)ds;
    zn_factor_solve(((zn_osi_work *)w)->factor, nrhs, B);
}

static const double *free_value(void *s, const zn_step *step, const zn_ds *ds,
                                void *w, zn_level level)
{
    (void)s, (void)step, (void)ds, (void)level;
    return ((zn_osi_work *)w)->free;
}

static void point(void *s, const zn_step *step, const zn_ds *ds, void *w,
                  zn_level level, double e, double q[])
{
    const bool first = zn_ds_class(ds)->family == ZN_FIRST_ORDER;

    (void)s, (void)w, (void)level, (void)e;
    if (first)
        memcpy(q, step->x1 + zn_ds_x_offset(ds),
               (size_t)zn_ds_nx(ds) * sizeof *q);
    else
        memcpy(q, step->q1 + zn_ds_q_offset(ds),
               (size_t)zn_ds_nq(ds) * sizeof *q);
}

static double one(const void *s, const zn_step *step, zn_level level, double e)
{
    (void)s, (void)step, (void)level, (void)e;
    return 1;
}

static double one_col(const void *s, const zn_step *step, zn_level level)
{
    (void)s, (void)step, (void)level;
    return 1;
}

static zn_status update(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double du[])
{
    const zn_osi_work *b = w;
    double *u = unknown(step, ds);

    (void)s;
    for (zn_index i = 0; i < b->n; i++)
        u[i] = b->free[i] + du[i];
    return ZN_OK;
}

static zn_status commit(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double p[], double m[], double bc[])
{
    (void)s, (void)step, (void)ds, (void)w, (void)p, (void)m, (void)bc;
    return ZN_OK;
}

static zn_status matrix(void *s, const zn_ds *ds, void *w, const zn_pattern **a,
                        const double **W)
{
    const zn_osi_work *b = w;

    (void)s, (void)ds;
    *a = zn_factor_pattern(b->factor);
    *W = b->W;
    return ZN_OK;
}

/* ---- what is taken --------------------------------------------------------------------- */

static zn_level velocity(const void *s, const zn_relation *r, const zn_law *law,
                         const char **why)
{
    (void)s;
    if (zn_relation_on_position(zn_relation_varies(r)))
        *why = "the relation depends on lambda, and this scheme works on "
               "velocities";
    else if (!(zn_law_class(law)->levels & ZN_LAW_VELOCITY))
        *why = "the law is not written on velocities";
    else
        return ZN_LEVEL_VELOCITY;
    return ZN_LEVEL_REFUSED;
}

static zn_level position(const void *s, const zn_relation *r, const zn_law *law,
                         const char **why)
{
    (void)s, (void)r;
    if (zn_law_class(law)->levels & ZN_LAW_POSITION)
        return ZN_LEVEL_POSITION;
    *why = "the law is written on a velocity, first-order systems have none";
    return ZN_LEVEL_REFUSED;
}

/* ---- filling in ---------------------------------------------------------------------------- */

void zni_osi_complete(const zn_osi_type *from, zn_osi_type *t)
{
    const bool first = from->family == ZN_FIRST_ORDER;
    const bool own = from->attach != NULL;

    memset(t, 0, sizeof *t);
    memcpy(t, from, from->type.size < sizeof *t ? from->type.size : sizeof *t);
    if (!t->level)
        t->level = first ? position : velocity;
    if (!t->begin)
        t->begin = begin;
    if (!t->point)
        t->point = point;
    if (!t->row_factor)
        t->row_factor = one;
    if (!t->col_factor)
        t->col_factor = one_col;
    if (!t->commit)
        t->commit = commit;
    if (own)
        return;
    /* these know what zni_osi_attach made */
    t->detach = detach;
    if (!t->free)
        t->free = free_unknown;
    if (!t->solve)
        t->solve = solve;
    if (!t->free_value)
        t->free_value = free_value;
    if (!t->update)
        t->update = update;
    if (!t->matrix)
        t->matrix = matrix;
}
