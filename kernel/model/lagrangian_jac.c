/* lagrangian_jac.c - dF/dq and dF/dv of Lagrangian systems: sums of what the terms of F say, or
 * of differences of them, in patterns
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/lagrangian.h"

#include <string.h>

#include "solvers/linalg/few.h"

/* ---- values --------------------------------------------------------------- */

/* A term as a function of q, or of v, for differences. */
typedef struct point {
    const zn_ds *ds;
    const double *q, *v; /* NULL: the one that moves */
    double t;
    int term;
} point;

static zn_status move(const void *data, const double x[], double f[])
{
    const point *p = data;

    return zni_term(p->ds, p->term, p->t, p->q ? p->q : x, p->v ? p->v : x, f);
}

/* Values of d(term)/dq or d(term)/dv in its own pattern where no function gives them:
 * those of a constant, or what is then in work. k: which term; jac: the operator that gives it. */
static zn_status term_jac(const point *p, const zni_term_jacobian *j, int k, int jac,
                          const double x[], double work[], const double **out)
{
    const zn_ds *ds = p->ds;
    const zni_lagrangian *s = zni_ds_state(ds);

    *out = work;
    if (zni_given(ds, jac)) {
        *out = ds->ops[jac].value;
        return ZN_OK;
    }
    if (j->term[k].shape == ZN_SHAPE_DENSE)
        return zni_difference(ds->owner.ctx, &s->rooms, move, p, ds->nv, x,
                              ds->nv, work);
    return zni_difference_pattern(ds->owner.ctx, &s->rooms, move, p,
                                  &j->term[k], &j->colours[k], x, work);
}

/* out = -d f_int - d f_gyr by one of q and v. work: of the larger of both, if both are
 * there or out has another pattern than its terms */
static zn_status sum_jac(const zn_ds *ds, int by, double t, const double q[],
                         const double v[], double work[], double out[])
{
    const zni_lagrangian *s = zni_ds_state(ds);
    const zni_term_jacobian *j = &s->jac[by];
    bool any = j->sum;

    for (int k = 0; k < 2; k++) {
        const int jac = by ? zni_terms[k].jac_v : zni_terms[k].jac_q;
        double *to = any ? work : out;
        const double *a = to;
        zn_status st;

        if (j->count[k] == 0)
            continue;
        if (zni_function(ds, jac)) {
            st = zni_term(ds, jac, t, q, v, to);
        } else {
            const point p = {ds, by ? q : NULL, by ? NULL : v, t, zni_terms[k].term};

            st = term_jac(&p, j, k, jac, by ? v : q, to, &a);
        }
        if (st)
            return st;
        if (j->sum)
            zn_sum_add(j->sum, k, -1, a, out);
        else if (any)
            zni_add_scaled(j->count[k], -1, a, out);
        else
            for (zn_index i = 0; i < j->count[k]; i++)
                out[i] = 0 - a[i];
        any = true;
    }
    return ZN_OK;
}

static zn_status one_jac(const zn_ds *ds, int by, double t, const double q[],
                         const double v[], double out[])
{
    const zni_lagrangian *s = zni_ds_state(ds);
    const zni_term_jacobian *j = &s->jac[by];
    zni_room room;
    zn_status st;

    if (!j->sum && !(j->count[0] && j->count[1]))
        return sum_jac(ds, by, t, q, v, NULL, out);
    if (j->sum)
        memset(out, 0, (size_t)zn_pattern_count(&j->pattern) * sizeof *out);
    st = zni_room_enter(ds->owner.ctx, &s->rooms, &room);
    if (!st)
        st = sum_jac(ds, by, t, q, v, room.at, out);
    zni_room_leave(&room);
    return st;
}

zn_status zni_term_jac(const zn_ds *ds, double t, const double q[],
                       const double v[], double dFdq[], double dFdv[])
{
    const zn_status st = one_jac(ds, 0, t, q, v, dFdq);

    return st ? st : one_jac(ds, 1, t, q, v, dFdv);
}

/* ---- patterns ------------------------------------------------------------- */

/* The pattern of a term's Jacobian; what is wanting is dense unless declared. */
static zn_pattern term_pattern(const zn_ds *ds, int jac, int term_)
{
    if (zni_given(ds, jac) || zni_operator_declared(&ds->ops[jac]))
        return zn_operator_pattern(&ds->ops[jac]);
    return zni_function(ds, term_) ? zn_pattern_dense(ds->nv, ds->nv)
                               : zn_pattern_zero(ds->nv, ds->nv);
}

void zni_term_jac_fini(zn_ctx *ctx, zni_term_jacobian *j)
{
    zn_sum_free(j->sum);
    j->sum = NULL;
    for (int k = 0; k < 2; k++)
        zni_colouring_fini(ctx, &j->colours[k]);
}

/* Patterns of dF/dq or dF/dv, and what its sum and its differences need. */
zn_status zni_term_jac_prepare(zn_ds *ds, int by)
{
    zni_term_jacobian *j = &((zni_lagrangian *)zni_ds_state(ds))->jac[by];
    const zn_pattern *term_[2] = {&j->term[0], &j->term[1]};
    bool zero[2];
    zn_status st = ZN_OK;

    zni_term_jac_fini(ds->owner.ctx, j);
    for (int k = 0; !st && k < 2; k++) {
        const int jac = by ? zni_terms[k].jac_v : zni_terms[k].jac_q;

        j->term[k] = term_pattern(ds, jac, zni_terms[k].term);
        j->count[k] = zn_pattern_count(&j->term[k]);
        zero[k] = j->count[k] == 0;
        if (!zni_given(ds, jac) && zni_operator_declared(&ds->ops[jac]))
            st = zni_colouring_find(ds->owner.ctx, &j->term[k], &j->colours[k]);
    }
    if (st)
        return st;
    j->pattern = j->term[zero[0] ? 1 : 0];
    if (zero[0] || zero[1] ||
        (j->term[0].shape == ZN_SHAPE_DENSE &&
         j->term[1].shape == ZN_SHAPE_DENSE))
        return ZN_OK;
    st = zn_sum_new(ds->owner.ctx, ds->nv, 2, term_, &j->sum);
    if (!st)
        j->pattern = *zn_sum_pattern(j->sum);
    return st;
}
