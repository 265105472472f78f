/* complete.c - the operations of an integrator that have one answer
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/complete.h"

#include <string.h>

#include "kernel/osi/newton.h"

/* ---- the step ------------------------------------------------------------------------ */

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

static zn_status commit(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double p[], double m[], double bc[])
{
    (void)s, (void)step, (void)ds, (void)w, (void)p, (void)m, (void)bc;
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
    if (!from->attach)
        zni_osi_complete_newton(t);
}
