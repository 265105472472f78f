/* site_output.c - y and its velocity at a state
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/osnsp.h"

#include <string.h>

void zni_site_gather(const zni_site *s, const zn_state *state, double q[],
                     double v[])
{
    for (zn_index j = 0; j < s->nds; j++) {
        const zn_ds *ds = s->a->ds[j];
        if (zni_site_first_order(s)) {
            memcpy(q + s->qo[j], state->x + ds->x_off,
                   (size_t)s->n[j] * sizeof *q);
            continue;
        }
        memcpy(q + s->qo[j], state->q + ds->q_off, (size_t)ds->nq * sizeof *q);
        memcpy(v + s->uo[j], state->v + ds->v_off, (size_t)ds->nv * sizeof *v);
    }
}

/* y = y0 + C q + D lambda, and u = C v at the second order */
static void plain_output(const zni_site *s, const zn_state *state, double y[],
                         double u[])
{
    const double *C = s->C;

    for (zn_index r = 0; r < s->m; r++) {
        y[r] = s->y0[r];
        u[r] = 0;
    }
    for (zn_index j = 0; j < s->nds; j++) {
        const double *q = state->q + s->qat[j], *v = state->v + s->vat[j];
        for (zn_index d = 0; d < s->n[j]; d++, C += s->m)
            for (zn_index r = 0; r < s->m; r++) {
                y[r] += C[r] * q[d];
                u[r] += C[r] * v[d];
            }
    }
}

/* the same at the first order, where y0 may move */
static zn_status plain_output_first(zni_osnsp *o, zni_site *s,
                                    const zn_state *state,
                                    const double lambda[], double y[])
{
    const double *C = s->C;
    const zn_status st = zni_site_constant(o, s, state->t);

    for (zn_index r = 0; r < s->m; r++)
        y[r] = s->y0[r];
    for (zn_index j = 0; j < s->nds; C += s->m * s->n[j], j++)
        zni_site_add_product(s->m, s->n[j], C, state->x + s->qat[j], y);
    if (s->D)
        zni_site_add_product(s->m, s->m, s->D, lambda, y);
    return st;
}

zn_status zni_site_output(zni_osnsp *o, zni_site *s, zn_state *state)
{
    double *y = state->y[0] + s->off, *u = state->y[1] + s->off;
    const double *lambda = state->lambda[s->level] + s->off;
    zn_status st;

    if (s->plain && zni_site_first_order(s))
        return plain_output_first(o, s, state, lambda, y);
    if (s->plain) {
        plain_output(s, state, y, u);
        return ZN_OK;
    }
    zni_site_gather(s, state, s->q, s->v);
    zni_site_moved(o, s, state->t);
    st = s->rt->output(s->a->relation, state->t, s->q, lambda, y);
    if (st || zni_site_first_order(s))
        return zni_site_where(s, st);
    st = zni_site_jacobian(o, s, state->t, lambda);
    if (st)
        return st;
    if (s->rt->dh_dt && zn_relation_moves(s->varies)) {
        st = s->rt->dh_dt(s->a->relation, state->t, s->q, u);
        if (st)
            return zni_site_where(s, st);
    } else {
        memset(u, 0, (size_t)s->m * sizeof *u);
    }
    zni_site_add_product(s->m, s->nu, s->H, s->v, u);
    return ZN_OK;
}
