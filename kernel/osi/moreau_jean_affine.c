/* moreau_jean_affine.c - steps that one pass is exact for: constant mass and Jacobians
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/moreau_jean.h"

#include "kernel/model/vectors.h"


zn_status zni_mj_even_force(const zn_step *step, const zn_ds *ds,
                            zni_mj_body *b)
{
    const double *q = step->state->q + b->qo, *v = step->state->v + b->vo;
    zn_status st;

    if (b->known && !b->steady)
        return ZN_OK;
    b->steady = false;
    st = ds->type->force(ds, step->t, q, v, zni_mj_even(b));
    b->known = st == ZN_OK;
    return st;
}

/* a = W^-1 F of a constant force */
static zn_status acceleration(const zn_step *step, const zn_ds *ds,
                              const zni_mj_body *b, double a[])
{
    const double *q = step->state->q + b->qo, *v = step->state->v + b->vo;
    const zn_status st = ds->type->force(ds, step->t, q, v, a);

    if (!st)
        zni_iteration_solve(&b->W, 1, a);
    return st;
}

/* It is kept, in the place of that force. */
static zn_status keep_acceleration(const zn_step *step, const zn_ds *ds,
                                   zni_mj_body *b)
{
    const zn_status st = acceleration(step, ds, b, zni_mj_even(b));

    b->known = b->known && b->more;
    b->steady = st == ZN_OK;
    return st;
}

/* It is there, of that W. */
static inline zn_status know_acceleration(const zn_step *step, const zn_ds *ds, zni_mj_body *b,
                                          bool changed)
{
    const zn_status st = zni_mj_want_vectors(ds, b);

    return st || (!changed && b->steady) ? st : keep_acceleration(step, ds, b);
}

/* Under a constant force: inc = h W^-1 F at u = v_k. */
static zn_status fall(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                      zni_mj_body *b, bool changed)
{
    const zn_index n = b->n;
    const double *q = step->state->q + b->qo, *v = step->state->v + b->vo;
    double *u = step->v1 + b->vo, *q1 = step->q1 + b->qo;
    const zn_status st = know_acceleration(step, ds, b, changed);

    if (st)
        return st;
    double *inc = zni_mj_inc(b);
    const double h = step->h, *a = zni_mj_even(b);

    for (zn_index i = 0; i < n; i++) {
        u[i] = v[i];
        inc[i] = h * a[i];
    }
    zni_mj_shift(ds, b, q, h, v, zni_mj_turn(mj), q1);
    return ZN_OK;
}

/* inc = (1 - theta) F(t_k, q*, v_k) + theta F(t_{k+1}, q*, v_k) of a force that depends on time */
static zn_status mean_of_two(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                             zni_mj_body *b, const double at[])
{
    const double *v = step->state->v + b->vo, th = mj->theta;
    zn_status st;

    b->known = false;
    if (b->means)
        return ds->type->force_mean(ds, step->t, step->t1, th, at, v,
                                   zni_mj_F1(b), zni_mj_inc(b));
    st = ds->type->force(ds, step->t, at, v, zni_mj_inc(b));
    if (!st)
        st = ds->type->force(ds, step->t1, at, v, zni_mj_F1(b));
    for (zn_index i = 0; !st && i < b->n; i++)
        zni_mj_inc(b)[i] += th * (zni_mj_F1(b)[i] - zni_mj_inc(b)[i]);
    return st;
}

/* The same of any force. */
static inline zn_status mean_force(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                                   zni_mj_body *b, const double at[])
{
    const double *v = step->state->v + b->vo, th = mj->theta;

    return b->timed && th > 0 && th < 1
               ? mean_of_two(mj, step, ds, b, at)
               : ds->type->force(ds, th < 1 ? step->t : step->t1, at, v, zni_mj_inc(b));
}

/* With constant mass and Jacobians, at u = v_k,
 *   -R_free = h [(1 - theta) F(t_k, q*, v_k) + theta F(t_{k+1}, q*, v_k)],
 *   q* = q_k + h theta v_k:
 * one evaluation of the force if it does not depend on time. inc: that, without h. */
static inline zn_status free_force(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                                   zni_mj_body *b)
{
    const zn_index n = b->n;
    const double *q = step->state->q + b->qo, *v = step->state->v + b->vo;
    const double hth = step->h * mj->theta;
    double *at = zni_mj_room(mj); /* q* */

    if (b->curved) {
        zni_mj_shift(ds, b, q, hth, v, zni_mj_turn(mj), at);
    } else {
        for (zn_index i = 0; i < n; i++)
            at[i] = q[i] + hth * v[i];
    }
    return mean_force(mj, step, ds, b, at);
}

/* inc = h W^-1 of it */
static inline void solve_increment(const zn_step *step, zni_mj_body *b)
{
    double *inc = zni_mj_inc(b);

    for (zn_index i = 0; i < b->n; i++)
        inc[i] *= step->h;
    zni_iteration_solve(&b->W, 1, inc);
}

static inline zn_status keep_matrix(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                                    zni_mj_body *b, bool *changed)
{
    *changed = false;
    return zni_mj_keeps(mj, step, b)
               ? ZN_OK
               : zni_mj_matrix(mj, step, ds, b, NULL, changed);
}

zn_status zni_mj_free_affine(void *s, const zn_step *step, const zn_ds *ds,
                             void *w, const double m[], bool *changed)
{
    const zni_mj *mj = s;
    zni_mj_body *b = w;
    const double *q = step->state->q + b->qo, *v = step->state->v + b->vo;
    zn_status st = keep_matrix(mj, step, ds, b, changed);

    (void)m;
    if (st)
        return st;
    if (b->even)
        return fall(mj, step, ds, b, *changed);
    st = free_force(mj, step, ds, b);
    if (st)
        return st;
    solve_increment(step, b);
    zni_copy(b->n, v, step->v1 + b->vo);
    zni_mj_shift(ds, b, q, step->h, v, zni_mj_turn(mj), step->q1 + b->qo);
    return ZN_OK;
}

/* u = v_k + inc, and where that leads, row by row: W is diagonal and q' is v. */
static inline void move_rows(const zni_mj *mj, const zn_step *step, zni_mj_body *b)
{
    const double *q = step->state->q + b->qo, *v = step->state->v + b->vo, *W = b->W.W;
    const double h = step->h, theta = mj->theta, rest = 1 - theta;
    double *inc = zni_mj_inc(b), *u = step->v1 + b->vo, *q1 = step->q1 + b->qo;

    for (zn_index i = 0; i < b->n; i++) {
        const double d = inc[i] * h / W[i], vi = v[i];
        const double ui = vi + d + 0; /* no impulse: -0 becomes 0 */

        inc[i] = d;
        u[i] = ui;
        q1[i] = q[i] + h * (theta * ui + rest * vi);
    }
}

/* The same with the acceleration by a constant force, along any q'. */
static inline void fall_freely(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                               const zni_mj_body *b)
{
    const double *v = step->state->v + b->vo, *a = zni_mj_even(b), h = step->h;
    double *u = step->v1 + b->vo;

    for (zn_index i = 0; i < b->n; i++)
        u[i] = v[i] + h * a[i] + 0; /* no impulse: -0 becomes 0 */
    zni_mj_move(mj, step, ds, b, 1, u, step->q1 + b->qo);
}

/* The same of any system. */
zn_status zni_mj_move_affine(void *s, const zn_step *step, const zn_ds *ds, void *w,
                             bool *changed)
{
    const zni_mj *mj = s;
    zni_mj_body *b = w;
    const double *v = step->state->v + b->vo;
    double *u = step->v1 + b->vo;
    zn_status st = keep_matrix(mj, step, ds, b, changed);

    if (st)
        return st;
    st = b->even ? know_acceleration(step, ds, b, *changed) : free_force(mj, step, ds, b);
    if (st)
        return st;
    if (b->even) {
        fall_freely(mj, step, ds, b);
        return ZN_OK;
    }
    if (!b->W.factor && !b->curved) {
        move_rows(mj, step, b);
        return ZN_OK;
    }
    solve_increment(step, b);
    for (zn_index i = 0; i < b->n; i++)
        u[i] = v[i] + zni_mj_inc(b)[i] + 0; /* no impulse: -0 becomes 0 */
    zni_mj_move(mj, step, ds, b, 1, u, step->q1 + b->qo);
    return ZN_OK;
}

/* Without contact u = v_k + h W^-1 F. */
zn_status zni_mj_uniform(void *s, const zn_step *step, const zn_ds *ds, void *w,
                         double a[], double *weight, bool *changed)
{
    const zni_mj *mj = s;
    zni_mj_body *b = w;
    zn_status st = ZN_OK;

    *changed = false;
    *weight = -1;
    if (!b->linear || b->curved || b->nbc || !b->even)
        return ZN_OK;
    if (!zni_mj_keeps(mj, step, b))
        st = zni_mj_matrix(mj, step, ds, b, NULL, changed);
    if (!st && !b->a)
        st = acceleration(step, ds, b, a);
    else if (!st && (*changed || !b->steady))
        st = keep_acceleration(step, ds, b);
    if (st)
        return st;
    if (b->a)
        zni_copy(b->n, zni_mj_even(b), a);
    *weight = mj->theta;
    return ZN_OK;
}
