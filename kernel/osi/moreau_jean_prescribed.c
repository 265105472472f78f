/* moreau_jean_prescribed.c - velocities that are prescribed, in the iterates of moreau-jean
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/moreau_jean.h"

#include "kernel/model/vectors.h"

zn_status zni_mj_lead(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                      const zni_mj_body *b, double u[])
{
    const zn_index *index = zn_ds_bc_index(ds);
    double *given = zni_mj_room(mj);
    const zn_status st = zn_ds_bc_values(ds, step->t1, given);

    for (zn_index i = 0; !st && i < b->nbc; i++)
        u[index[i]] = given[i];
    return st;
}

/* The iterate u has the old values d short of those prescribed, and its balance is
 *     R_free(u) + W d = 0   in the rows that are free. */
zn_status zni_mj_jump(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                      zni_mj_body *b)
{
    const double *u = step->v1 + b->vo, *W;
    double *d = zni_mj_turn(mj);
    const zn_pattern *pattern;
    zn_status st;

    zni_copy(b->n, u, d);
    st = zni_mj_lead(mj, step, ds, b, d);
    if (st)
        return st;
    for (zn_index i = 0; i < b->n; i++)
        d[i] -= u[i];
    zni_iteration_matrix(&b->W, &pattern, &W);
    zn_pattern_mul(pattern, W, 1, d, zni_mj_R(b));
    zn_osi_mask(ds, NULL, 1, zni_mj_R(b));
    return ZN_OK;
}
