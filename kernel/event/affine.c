/* affine.c - motion under forces that are linear in positions and velocities but for a part in time
 *
 *     q' = v,   M v' = F(t, 0, 0) + dF/dq q + dF/dv v,
 *
 * with constant M, dF/dq and dF/dv, while no contact is closed: y' = A y + b(t) of y = (q, v).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

#include <string.h>

#include "kernel/model/vectors.h"

/* Up to so many unknowns, whose A is full: a step takes 24 products with it, 25 000 multiplications, as many
 * instructions as its 17 values of forces and what is around them. */
enum { MOST = 32 };

/* Of systems and rows: forces are linear whatever Jacobians say, which are given where they are wrong, too, as those of
 * other programs; no relay acts beside contacts, no spring, nothing that follows others. */
static bool is_affine(const zni_event_driven *e, const zni_isle *o)
{
    bool so = o->straight && o->n <= MOST && !o->still && !e->s->model->nlink;

    for (zn_index i = o->body[0]; so && i < o->body[1]; i++) {
        const zn_ds *ds = e->s->body[e->body[i]].ds;
        so = ds->nv && ds->varies.affine &&
             zn_ds_constant_matrices(&ds->varies) &&
             !(ds->type->carries && ds->type->carries(ds));
    }
    for (zn_index i = o->lin[0]; so && i < o->lin[1]; i++)
        so = !zni_event_spring(e, e->lin[i]);
    return so && o->n > 0;
}

/* Those of a system at the origin, at rest. */
static double *zeros(const zni_event_driven *e)
{
    return e->matrix + e->nmatrix + 2 * MOST * MOST;
}

zn_status zni_event_affine(zni_event_driven *e)
{
    zn_index count = 0;
    zn_status st;

    for (zn_index i = 0; i < e->nisle; i++) {
        zni_isle *o = &e->isle[i];
        o->written = false;
        o->matrix = is_affine(e, o) ? count : -1;
        count += o->matrix < 0 ? 0 : o->n * o->n;
    }
    e->nmatrix = count;
    if (!count)
        return ZN_OK;
    st = zn_grow(e->ctx, &e->matrix, &e->cmatrix,
                 count + 2 * MOST * MOST + MOST, sizeof *e->matrix);
    if (!st)
        memset(zeros(e), 0, MOST * sizeof *e->matrix);
    return st;
}

static inline zn_status force_in_time(const zni_event_driven *e, const zn_ds *ds,
                                      double t, double F[])
{
    const zn_ds_type *type = ds->type;

    return ZN_HAS(zn_ds_type, type, force_in_time) && type->force_in_time
               ? type->force_in_time(ds, t, F)
               : type->force(ds, t, zeros(e), zeros(e), F);
}

zn_status zni_event_part(void *user, double t, double b[])
{
    zni_event_driven *e = user;
    zn_status st = ZN_OK;

    for (zn_index i = e->now.body[0]; !st && i < e->now.body[1]; i++) {
        const zn_index k = e->body[i];
        const zn_ds *ds = e->s->body[k].ds;
        double *of = b + e->rate_of[e->now.rate + e->packed[ds->q_off]];
        st = force_in_time(e, ds, t, of);
        if (st)
            return zn_note(e->ctx, st, "system '%s'", ds->owner.name);
        zn_factor_solve(e->mass[k].M, 1, of);
    }
    return st;
}

/* Nothing of the state bounds a step that the part in time does not. Between its nine points is a fifth of it at most:
 * so long, functions are asked between any two instants of the grid, and what lasts as long is seen. */
static const double INTERVALS = 4;

double zni_event_longest(const zni_event_driven *e, double end)
{
    const double h = e->s->times.h;
    bool timed = false;

    for (zn_index i = e->now.body[0]; !timed && i < e->now.body[1]; i++)
        timed = zn_vary_with(e->s->body[e->body[i]].ds->varies.F, ZN_WITH_TIME);
    return !timed || e->now.matrix < 0
               ? e->h_max
               : fmin(e->h_max, INTERVALS * (h > 0 ? h : end - e->s->state.t));
}

/* What a Jacobian of a system, J, makes of unknowns from `from` on for its velocities: M^-1 J. */
static void enter(zni_event_driven *e, zn_index k, const zn_pattern *pattern,
                  const double J[], zn_index from, zn_index to, double A[])
{
    const zn_index nv = e->s->body[k].ds->nv, n = e->now.n;
    double *dense = e->matrix + e->nmatrix + MOST * MOST;

    zn_pattern_to_dense(pattern, J, 1, dense);
    zn_factor_solve(e->mass[k].M, nv, dense);
    for (zn_index j = 0; j < nv; j++)
        for (zn_index i = 0; i < nv; i++)
            A[to + i + (from + j) * n] = dense[i + j * nv];
}

static zn_status write_system(zni_event_driven *e, zn_index k, double A[])
{
    const zn_state *x = &e->s->state;
    const zn_ds *ds = e->s->body[k].ds;
    const zn_pattern of_q = zn_ds_pattern(ds, ZN_DS_JAC_Q),
                     of_v = zn_ds_pattern(ds, ZN_DS_JAC_V);
    const zn_index q = e->packed[ds->q_off], n = e->now.n;
    const zn_index v = e->rate_of[e->now.rate + q];
    double *Jq = e->matrix + e->nmatrix, *Jv = Jq + zn_pattern_count(&of_q);
    const zn_status st = ds->type->force_jac(ds, x->t, x->q + ds->q_off,
                                             x->v + ds->v_off, Jq, Jv);

    if (st)
        return zn_note(e->ctx, st, "system '%s'", ds->owner.name);
    for (zn_index i = 0; i < ds->nv; i++)
        A[q + i + (v + i) * n] = 1;
    enter(e, k, &of_q, Jq, q, v, A);
    enter(e, k, &of_v, Jv, v, v, A);
    return ZN_OK;
}

zn_status zni_event_matrix(zni_event_driven *e, const double **out)
{
    zni_isle *o = &e->isle[e->here];
    zn_status st = ZN_OK;
    bool free = o->matrix >= 0 && !e->nclosed;

    *out = NULL;
    for (zn_index c = o->row[0]; free && c < o->end; c++)
        free = !e->contact[c].relay;
    if (!free)
        return ZN_OK;
    *out = e->matrix + o->matrix;
    if (o->written)
        return ZN_OK;
    memset(e->matrix + o->matrix, 0, (size_t)(o->n * o->n) * sizeof *e->matrix);
    st = zni_event_masses(e, e->s->state.q);
    for (zn_index i = o->body[0]; !st && i < o->body[1]; i++)
        st = write_system(e, e->body[i], e->matrix + o->matrix);
    o->written = !st;
    return st;
}
