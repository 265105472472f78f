/* moreau_jean_motion.c - the scheme where q' is not v, and where momenta turn
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/moreau_jean.h"

#include <string.h>

#include "solvers/linalg/few.h"

/* w = h (theta u + (1 - theta) v_k) */
static void turn(const zni_mj *mj, const zn_step *step, const zni_mj_body *b)
{
    const double *v = step->state->v + b->vo, *u = step->v1 + b->vo;

    double *w = zni_mj_turn(mj);

    for (zn_index i = 0; i < b->n; i++)
        w[i] = step->h * (mj->theta * u[i] + (1 - mj->theta) * v[i]);
}

/* R = M u - carry_w(L), L = M v_k + h (1 - theta) F_k */
zn_status zni_mj_carried(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                         zni_mj_body *b)
{
    const zn_index n = b->n;
    const double *q = step->state->q + b->qo, *v = step->state->v + b->vo;
    const double c = step->h * (1 - mj->theta);
    zn_status st = b->type->mass_mul(ds, q, v, b->L);

    for (zn_index i = 0; c > 0 && i < n; i++)
        b->L[i] += c * b->Fk[i];
    turn(mj, step, b);
    b->type->carry(ds, zni_mj_turn(mj), b->L, b->inc);
    if (!st)
        st = b->type->mass_mul(ds, step->q1 + b->qo, step->v1 + b->vo, b->R);
    for (zn_index i = 0; i < n; i++)
        b->R[i] -= b->inc[i];
    return st;
}

/* Jq = Jq D by way of the scratch */
static void along(zn_index n, double Jq[], const double D[], double scratch[])
{
    memset(scratch, 0, (size_t)(n * n) * sizeof *scratch);
    for (zn_index j = 0; j < n; j++)
        for (zn_index k = 0; k < n; k++) {
            const double d = D[k + j * n];
            if (d != 0)
                zni_add_scaled(n, d, Jq + k * n, scratch + j * n);
        }
    memcpy(Jq, scratch, (size_t)(n * n) * sizeof *Jq);
}

/* dF/dq becomes the derivative along the motion of the step, and the turning of
 * momenta enters W. */
void zni_mj_add_motion(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                       zni_mj_body *b)
{
    const zn_index n = b->n;
    const double a = step->hw * mj->theta;
    double *w = zni_mj_turn(mj), *D = mj->scratch;

    turn(mj, step, b);
    if (b->curved && b->type->retract_jac) {
        b->type->retract_jac(ds, step->state->q + b->qo, w, D);
        along(n, b->W.term[ZNI_JAC_Q], D, D + n * n);
    }
    if (!b->carries)
        return;
    b->type->carry_jac(ds, w, b->L, D);
    zni_add_scaled(n * n, -a, D, b->W.W);
}
