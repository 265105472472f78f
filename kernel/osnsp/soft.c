/* soft.c - rows of linear relations with D on velocity level, the multiplier an impulse
 *
 *     w = y_k + h u_k + h (1 - theta) u_k + h theta H v_free
 *         + (theta (H W^-1 H' + D) + D/h) lambda + sum_b H W^-1 H_b' lambda_b
 *
 * is how the incumbent of these schemes writes a compliant contact: the gap a step ahead, and
 * the motion of the step once more; the answers to impulses are those of velocities, weighed
 * by theta in its own block and by 1 in those of the others. It is here for equal numbers:
 * rows of metres hold answers in metres per second, so the motion depends on the units.
 * theta is that of the first system. y_k and u_k are those that the rows are chosen by, y_k
 * without D lambda. doc/moreau-jean.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

zn_status zni_member_use_soft(zni_problem *p, zn_index k)
{
    zni_member *m = zni_problem_member(p, k);

    if (zni_member_add_more(p, m))
        return ZN_ENOMEM;
    m->more->soft = zn_alloc(p->ctx, 1, sizeof *m->more->soft);
    return m->more->soft ? ZN_OK : ZN_ENOMEM;
}

zn_status zni_member_soft_constant(zni_problem *p, zn_index k,
                                   const zn_step *step, double t)
{
    zni_member *m = zni_problem_member(p, k);
    zni_lin *s = zni_problem_lin(p, k);
    const double *y = zni_problem_seen(p, step, 0) + s->off;
    const double *u = zni_problem_seen(p, step, 1) + s->off;
    const zni_side *side = &m->side[0];
    /* dq1/dv1 is h theta */
    const double far = side->osi->type->row_factor(side->osi->state, step,
                                                   ZN_LEVEL_POSITION, 0);
    const double theta = far / step->hw;
    const zni_soft now = {.own = theta,
                          .direct = theta + 1 / step->hw,
                          .free = far};

    if (now.own != m->more->soft->own || now.direct != m->more->soft->direct)
        m->act->factors = 0;
    *m->more->soft = now;
    for (zn_index i = 0; i < s->m; i++)
        m->act->c[i] = y[i] + step->h * (2 - theta) * u[i];
    return zni_lin_D(p->lins, s, t, p->lam + s->off);
}

void zni_member_soften(const zni_member *m, const zni_lin *s, double out[],
                       zn_index ld)
{
    for (zn_index c = 0; c < m->nact; c++)
        for (zn_index r = 0; r < m->nact; r++)
            out[r + c * ld] = m->more->soft->own * out[r + c * ld] +
                              m->more->soft->direct *
                                  s->more->D[zni_member_active(m)[r] +
                                             zni_member_active(m)[c] * s->m];
}
