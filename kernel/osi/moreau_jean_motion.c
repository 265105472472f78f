/* moreau_jean_motion.c - the scheme where q' is not v, and where momenta turn
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/moreau_jean.h"
#include "kernel/osi/sums.h"

#include <string.h>

/* ---- half of a kick, free rotation, half of a kick --------------------------------------- */

void zni_mj_along(const zni_mj *mj, const zn_step *step, const zni_mj_body *b, double a,
                  const double u[], double w[])
{
    const double *v = step->state->v + b->vo, h = step->h * a, theta = mj->theta;

    zni_along(b->n, h, theta, u, v, w);
    for (zn_index i = 0; zni_mj_splits(mj, b) && i < b->n; i++)
        w[i] += a * b->more->kick[i];
}

zn_status zni_mj_no_kick(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                         zni_mj_body *b)
{
    const double *q = step->state->q + b->qo;
    zn_status st;

    if (!zni_mj_splits(mj, b))
        return ZN_OK;
    memset(b->more->kick, 0, (size_t)b->n * sizeof *b->more->kick);
    st = ds->type->mass(ds, q, mj->scratch);
    return st ? st : zn_factor_set_definite(b->more->mass, mj->scratch);
}

/* Without its kicks a velocity is u - h theta M^-1 F_{k+1}, at the start v_k + h (1 - theta) M^-1 F_k;
 * of their mean what theta = 1/2 gives and theta = 0 and 1 have no use for:
 *     kick = theta (1 - theta) h^2 M^-1 (F_k - F_{k+1}) */
void zni_mj_kick(const zni_mj *mj, const zn_step *step, const zn_ds *ds, zni_mj_body *b)
{
    const double c = mj->theta * (1 - mj->theta) * step->h * step->h;

    for (zn_index i = 0; i < b->n; i++)
        b->more->kick[i] = c * (zni_mj_Fk(b)[i] - zni_mj_F1(b)[i]);
    zn_factor_solve(b->more->mass, 1, b->more->kick);
    if (b->nbc)
        zn_osi_mask(ds, NULL, 1, b->more->kick);
}

void zni_mj_move_along(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                       const zni_mj_body *b, double a, const double u[], double out[])
{
    double *w = zni_mj_turn(mj);

    zni_mj_along(mj, step, b, a, u, w);
    ds->type->retract(ds, step->state->q + b->qo, w, out);
}

/* ---- momenta that turn -------------------------------------------------------------------- */

/* R = M u - carry_w(L), L = M v_k + h (1 - theta) F_k */
zn_status zni_mj_carried(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                         zni_mj_body *b)
{
    const zn_index n = b->n;
    const double *q = step->state->q + b->qo, *v = step->state->v + b->vo;
    const double c = step->h * (1 - mj->theta);
    zn_status st = ds->type->mass_mul(ds, q, v, b->more->L);

    for (zn_index i = 0; c > 0 && i < n; i++)
        b->more->L[i] += c * zni_mj_Fk(b)[i];
    zni_mj_along(mj, step, b, 1, step->v1 + b->vo, zni_mj_turn(mj));
    ds->type->carry(ds, zni_mj_turn(mj), b->more->L, zni_mj_inc(b));
    if (!st)
        st = ds->type->mass_mul(ds, step->q1 + b->qo, step->v1 + b->vo,
                               zni_mj_R(b));
    for (zn_index i = 0; i < n; i++)
        zni_mj_R(b)[i] -= zni_mj_inc(b)[i];
    return st;
}

/* W += a J D, all n x n */
static void add_product(zn_index n, double a, const double J[], const double D[], double W[])
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index k = 0; k < n; k++) {
            const double d = D[k + j * n];
            if (d != 0)
                zni_add_scaled(n, a * d, J + k * n, W + j * n);
        }
}

/* Jq = Jq D by way of the scratch */
static void along(zn_index n, double Jq[], const double D[], double scratch[])
{
    memset(scratch, 0, (size_t)(n * n) * sizeof *scratch);
    add_product(n, 1, Jq, D, scratch);
    memcpy(Jq, scratch, (size_t)(n * n) * sizeof *Jq);
}

/* D = dw/du over h theta, of the kick what comes from Jq = dF/dw; its square is left out, and what
 * comes from dF/dv. */
static void kicked(const zni_mj *mj, const zn_step *step, const zni_mj_body *b,
                   const double Jq[], double D[])
{
    const double c = mj->theta * (1 - mj->theta) * step->h * step->h;
    const zn_index n = b->n;

    memcpy(D, Jq, (size_t)(n * n) * sizeof *D);
    zn_factor_solve(b->more->mass, n, D);
    for (zn_index i = 0; i < n * n; i++)
        D[i] = (i % (n + 1) == 0) - c * D[i];
}

/* Of what pulls a body nowhere dF/dq is zero, as for weight and what turns by itself. */
bool zni_mj_add_motion(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                       zni_mj_body *b)
{
    const zn_index n = b->n;
    const double a = step->hw * mj->theta;
    double *w = zni_mj_turn(mj), *D = mj->scratch, *J = D + n * n;
    double *Jq = zni_iteration_term(&b->W, ZNI_JAC_Q);
    const bool pulls = zni_any(n * n, Jq), curved = b->curved && ds->type->retract_jac;

    if (!pulls && !b->carries)
        return false;
    zni_mj_along(mj, step, b, 1, step->v1 + b->vo, w);
    if (pulls && curved) {
        ds->type->retract_jac(ds, step->state->q + b->qo, w, D);
        along(n, Jq, D, J);
    }
    if (zni_mj_splits(mj, b)) {
        kicked(mj, step, b, Jq, D);
        along(n, Jq, D, J);
    }
    if (!b->carries)
        return pulls;
    ds->type->carry_jac(ds, w, b->more->L, J);
    if (zni_mj_splits(mj, b))
        add_product(n, -a, J, D, b->W.W);
    else
        zni_add_scaled(n * n, -a, J, b->W.W);
    return pulls;
}
