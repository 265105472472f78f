/* middle.c - impulses of bilateral interactions along their rows at the middle of the
 * step
 *
 * The reaction of a joint turns with the body. Over a step its impulse is the integral
 * of H(q(t))' lambda(t); H at the end of the step times the integral of lambda is off
 * by h^2, H at the middle by h^3. The law stays on the velocities at the end, so the
 * matrix is H_end W^-1 H_mid'. Where momenta are carried along with a body, so is an
 * impulse, from the middle to the end. doc/moreau-jean.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

#include <string.h>

zn_status zni_member_use_middle(zni_problem *p, zn_index k)
{
    zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);

    if (zn_vary_constant(zni_lin_varies(s)->C) && !s->turns)
        return ZN_OK; /* it is the same everywhere */
    if (zni_member_add_more(p, m))
        return ZN_ENOMEM;
    m->more->mid = zn_alloc(
        p->ctx, s->m * (zni_lin_nu(s) + s->nq) + s->nq + 3 * zni_lin_nu(s),
        sizeof *m->more->mid);
    return m->more->mid ? ZN_OK : ZN_ENOMEM;
}

/* Half-way from q_k along the mean velocity. */
static void halfway(const zni_lin *s, const zn_step *step, double q[], double w[])
{
    for (zn_index j = 0; j < s->nds; j++) {
        const double *qk = step->state->q + s->qat[j];
        const double *v = step->state->v + s->vat[j];
        const double *u = step->v1 + s->vat[j];

        for (zn_index d = 0; d < s->n[j]; d++) {
            const zn_index i = zni_lin_unknown(s, j, d);

            w[zni_lin_uo(s, j) + d] = step->h / 4 * (v[i] + u[i]);
            if (s->touch)
                q[zni_lin_qo(s, j) + d] = qk[i] + w[zni_lin_uo(s, j) + d];
        }
        if (!s->touch)
            zn_ds_retract(s->a->ds[j], qk, w + zni_lin_uo(s, j), q + zni_lin_qo(s, j));
    }
}

/* Rows of systems whose momenta are carried along, seen from the end of the step;
 * work: 2 nu. */
static void carry(const zni_lin *s, const double w[], double H[], double work[])
{
    for (zn_index j = 0; j < s->nds; j++) {
        const zn_ds *ds = s->a->ds[j];
        const zn_ds_type *type = ds->type;
        double *L = work, *out = work + s->n[j], *Hj = H + zni_lin_uo(s, j) * s->m;

        for (zn_index r = 0; type->carries && type->carries(ds) && r < s->m;
             r++) {
            for (zn_index i = 0; i < s->n[j]; i++)
                L[i] = Hj[r + i * s->m];
            type->carry(ds, w + zni_lin_uo(s, j), L, out);
            for (zn_index i = 0; i < s->n[j]; i++)
                Hj[r + i * s->m] = out[i];
        }
    }
}

zn_status zni_member_middle(zni_problem *p, zn_index k, const zn_step *step)
{
    zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);
    double *H = m->more->mid, *C = H + s->m * zni_lin_nu(s),
           *q = C + s->m * s->nq;
    double *w = q + s->nq;
    const double *lambda = p->lam + s->off;
    const double t = step->t + step->h / 2;
    const bool rows = zni_lin_class(s)->jac_v && s->turns;
    zn_status st;

    halfway(s, step, q, w);
    st = rows ? zni_lin_class(s)->jac_v(s->a->relation, zni_interaction_data(s->a), t, q,
                                        lambda, H)
              : zni_lin_class(s)->jac_q(s->a->relation, zni_interaction_data(s->a), t, q,
                                        lambda, C);
    if (st)
        return zni_lin_where(s, st);
    if (s->touch && !rows)
        memcpy(H, C, (size_t)(s->m * zni_lin_nu(s)) * sizeof *H);
    for (zn_index j = 0; !rows && !s->touch && j < s->nds; j++)
        zn_ds_tangent(s->a->ds[j], q + zni_lin_qo(s, j), s->m, C + s->m * zni_lin_qo(s, j),
                      H + s->m * zni_lin_uo(s, j));
    if (!s->touch)
        carry(s, w, H, w + zni_lin_nu(s));
    return ZN_OK;
}
