/* moreau_jean_matrix.c - the iteration matrix of moreau-jean, and when it is made again
 *
 *     W = M(q*) - h theta dF/dv - (h theta)^2 dF/dq [- gamma h^2 theta dg/dq of inputs]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/moreau_jean.h"

static zn_status make(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                      zni_mj_body *b, const double K[])
{
    const double *u = step->v1 + b->vo, *q1 = step->q1 + b->qo;
    const double a = step->hw * mj->theta, g = mj->gamma_input * step->hw * a;
    zni_iteration *W = &b->W;
    zn_status st = ZN_OK;

    zni_iteration_lend(W, mj->scratch + zni_mj_blocks(b));
    if (!b->fresh)
        st = b->type->mass(ds, b->qM, W->term[ZNI_MASS]);
    b->fresh = false;
    if (st)
        return st;
    if (a > 0)
        st = b->type->force_jac(ds, step->t1, q1, u, W->term[ZNI_JAC_Q],
                                W->term[ZNI_JAC_V]);
    if (st)
        return st;
    zni_iteration_clear(W);
    zni_iteration_add(W, ZNI_MASS, 1);
    if (a > 0) {
        if (b->square)
            zni_mj_add_motion(mj, step, ds, b);
        zni_iteration_add(W, ZNI_JAC_V, -a);
        zni_iteration_add(W, ZNI_JAC_Q, -a * a);
    }
    if (K)
        st = zni_iteration_add_dense(W, ds, -g, K);
    if (!st)
        st = zni_iteration_factor(W);
    return st ? zn_note(zn_ds_ctx(ds), st,
                        "iteration matrix of system '%s' (t = %g s, h = %g s)",
                        zn_ds_name(ds), step->t1, step->h)
              : ZN_OK;
}

/* Does the iteration converge well with the W it has? Then a new one, at the
 * price of all Jacobians, would not save an iteration. */
static bool good_enough(const zni_mj *mj, const zn_step *step,
                        const zni_mj_body *b)
{
    return mj->matrix == ZNI_MJ_LAZY && step->iteration > 0 &&
           b->norm <= 0.1 * b->before;
}

zn_status zni_mj_matrix(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                        zni_mj_body *b, const double K[], bool *changed)
{
    zn_status st;

    *changed = false;
    if (!K && b->hW == step->hw && b->thetaW == mj->theta &&
        (b->kept || good_enough(mj, step, b)))
        return ZN_OK;
    st = make(mj, step, ds, b, K);
    b->kept = !st && !K && b->linear;
    b->hW = step->hw;
    b->thetaW = mj->theta;
    *changed = true;
    return st;
}
