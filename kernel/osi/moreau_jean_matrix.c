/* moreau_jean_matrix.c - the iteration matrix of moreau-jean, and when it is made again
 *
 *     W = M(q*) - h theta dF/dv - (h theta)^2 dF/dq [- gamma h^2 theta dg/dq of inputs]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/moreau_jean.h"

#include "kernel/model/vectors.h"

/* hw: h of the step, as W has it */
static zn_status make(const zni_mj *mj, const zn_step *step, double hw,
                      const zni_mj_point *at, const zn_ds *ds, zni_mj_body *b,
                      const double K[])
{
    const double a = hw * mj->theta, g = mj->gamma_input * hw * a;
    zni_iteration *W = &b->W;
    bool pulls = true; /* is dF/dq not zero? */
    zn_status st = ZN_OK;

    zni_iteration_lend(W, ds, mj->scratch + zni_mj_blocks(b));
    if (!b->fresh)
        st = ds->type->mass(ds, at->qM, zni_iteration_term(W, ZNI_MASS));
    b->fresh = false;
    if (st)
        return st;
    if (a > 0)
        st = ds->type->force_jac(ds, at->t, at->q, at->u,
                                zni_iteration_term(W, ZNI_JAC_Q),
                                zni_iteration_term(W, ZNI_JAC_V));
    if (st)
        return st;
    zni_iteration_clear(W);
    zni_iteration_add(W, ZNI_MASS, 1);
    if (a > 0) {
        if (b->square)
            pulls = zni_mj_add_motion(mj, step, ds, b);
        zni_iteration_add(W, ZNI_JAC_V, -a);
        if (pulls)
            zni_iteration_add(W, ZNI_JAC_Q, -a * a);
    }
    if (K)
        st = zni_iteration_add_relations(W, ds, -g, K);
    if (!st && b->behind)
        st = zni_mj_jump(mj, step, ds, b);
    if (!st)
        st = zni_iteration_factor(W, zn_ds_ctx(ds));
    return st ? zn_note(zn_ds_ctx(ds), st,
                        "iteration matrix of system '%s' (t = %g s, h = %g s)",
                        zn_ds_name(ds), at->t, hw)
              : ZN_OK;
}

zn_status zni_mj_make_by_key(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                             zni_mj_body *b)
{
    const double *q = b->more->key + ZNI_MJ_KEY_Q;
    const zni_mj_point at = {b->more->key[ZNI_MJ_KEY_T], q, q + b->n,
                             q + 2 * (zn_index)b->n};
    zn_status st;

    b->fresh = false;
    st = make(mj, step, b->more->key[ZNI_MJ_KEY_H], &at, ds, b, NULL);
    b->hW = b->more->key[ZNI_MJ_KEY_H];
    b->thetaW = mj->theta;
    if (st)
        b->more->key[ZNI_MJ_KEY_H] = 0;
    return st;
}

/* The key of a W of the iterate. */
static void note(const zni_mj *mj, const zn_step *step, zni_mj_body *b, bool known)
{
    double *key = b->more->key, *q = key + ZNI_MJ_KEY_Q;
    const zn_index n = b->n;

    key[ZNI_MJ_KEY_H] = known ? step->hw : 0;
    key[ZNI_MJ_KEY_THETA] = mj->theta;
    key[ZNI_MJ_KEY_T] = step->t1;
    zni_copy(n, step->q1 + b->qo, q);
    zni_copy(n, step->v1 + b->vo, q + n);
    zni_copy(n, zni_mj_qM(b, step), q + 2 * n);
    zni_copy(b->more->nz, b->more->z, q + 3 * n);
}

/* Does the iteration converge well with the W it has? Then a new one, at the
 * price of all Jacobians, would not save an iteration. One of an earlier step is kept
 * while one iteration is enough with it. */
static bool good_enough(const zni_mj *mj, const zn_step *step,
                        const zni_mj_body *b)
{
    if (mj->matrix != ZNI_MJ_LAZY)
        return false;
    return step->iteration > 0
               ? b->new_W && b->more->norm <= 0.1 * b->more->before
               : b->usable;
}

zn_status zni_mj_matrix(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                        zni_mj_body *b, const double K[], bool *changed)
{
    const zni_mj_point at = {step->t1, step->q1 + b->qo, step->v1 + b->vo,
                             zni_mj_qM(b, step)};
    zn_status st;

    *changed = b->recalled;
    b->recalled = false;
    if (!K && !b->behind && b->hW == step->hw && b->thetaW == mj->theta &&
        (b->kept || step->last || good_enough(mj, step, b)))
        return ZN_OK;
    st = make(mj, step, step->hw, &at, ds, b, K);
    b->kept = !st && !K && b->linear;
    b->new_W = true;
    b->hW = step->hw;
    b->thetaW = mj->theta;
    if (b->remembers)
        note(mj, step, b, !st && !K);
    *changed = true;
    return st;
}
