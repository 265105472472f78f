/* resting.c - a contact that presses, and seems to part by rounding alone
 *
 * What rests on a surface has y = 0 and u = 0, and the rule of activation, y + gamma h u <= 0, asks for the sign
 * of their rounding. That of y is some eps of |y| + sum |H| |q|, at once. That of u is some eps of what cancels in
 * it, sum |H| |v| and the velocity W lambda that the last impulse took away, and step by step it adds up in y: up
 * to the root of eps of these a contact does not part. By the inequality of Cauchy and Schwarz
 * (a'a)^2 = (a' M^1/2 M^-1/2 a)^2 <= (a'M a) (a'M^-1 a), so that W = sum H M^-1 H' is no less than the sum of
 * (a'a)^2 / (a'M a) over the systems, a' the part of H: a product with M, and no factors. All is of the state where
 * the step begins, so that a run that is taken up there decides the same.
 * doc/osnsp.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* of a gap, in eps: that of a sum of some ten products and of what they are products of */
static const double ROUNDINGS = 64;
/* of a velocity: the root of eps */
static const double PARTS = 1.4901161193847656e-8;

enum { MOST_ROWS = 6 }; /* of a law on velocities: a contact that rolls and spins in space */

/* (a'a)^2 / (a'M a), a' row i of H for system j; work: 2 n */
static zn_status least_W(const zni_lin *s, zn_index j, zn_index i, const zn_state *state, double work[],
                         double *W)
{
    const zn_ds *ds = s->a->ds[j];
    const double *H = s->H + i + zni_lin_uo(s, j) * s->m;
    double *a = work, *Ma = work + ds->nv, aa = 0, aMa = 0;
    zn_status st;

    memset(a, 0, (size_t)ds->nv * sizeof *a);
    for (zn_index d = 0; d < s->n[j]; d++)
        a[zni_lin_unknown(s, j, d)] = H[d * s->m];
    st = ds->type->mass_mul(ds, state->q + s->qat[j], a, Ma);
    for (zn_index d = 0; !st && d < ds->nv; d++) {
        aa += a[d] * a[d];
        aMa += a[d] * Ma[d];
    }
    *W = aMa > 0 ? aa * (aa / aMa) : 0;
    return st;
}

/* What rounding makes of y + h u of row i. */
static zn_status rounding(zni_problem *p, zni_lin *s, zn_index i, const zn_step *step, double y,
                          double *out)
{
    const double lambda = step->state->lambda[ZN_LEVEL_VELOCITY][s->off + i];
    double speed = 0, W = 0;
    zn_status st;

    zni_lin_gather(s, step->state, s->q);
    zni_lin_moved(p->lins, s, step->t);
    st = zni_lin_C(p->lins, s, step->t, p->lam + s->off);
    for (zn_index j = 0; !st && j < s->nds; j++) {
        const double *v = step->state->v + s->vat[j];

        for (zn_index d = 0; d < s->n[j]; d++)
            speed += fabs(s->H[i + (zni_lin_uo(s, j) + d) * s->m] * v[zni_lin_unknown(s, j, d)]);
        st = least_W(s, j, i, step->state, p->lins->rate, &W);
        speed += W * lambda;
    }
    *out = ROUNDINGS * DBL_EPSILON * (fabs(y) + zni_lin_row_size(s, i)) + PARTS * step->h * speed;
    return st;
}

zn_status zni_problem_rests(zni_problem *p, const zn_step *step, const zni_seat *seat, zn_index i,
                            const double y[], const double u[], bool *rests)
{
    double seen[MOST_ROWS], much;
    const zni_member *m = zni_problem_member(p, seat->place);
    zn_status st;

    *rests = false;
    if (m->level != ZN_LEVEL_VELOCITY || m->unit > MOST_ROWS)
        return ZN_OK;
    st = zni_member_acts(p, seat->place);
    if (!st)
        st = rounding(p, zni_problem_lin(p, seat->place), i, step, y[0], &much);
    if (st || !(y[0] <= much) || !(step->h * u[0] <= much))
        return st;
    m = zni_problem_member(p, seat->place); /* that it acts may have moved it */
    memcpy(seen, y, (size_t)m->unit * sizeof *seen);
    seen[0] -= much;
    *rests = p->kind->active(p, m, step, i, seen, u);
    return ZN_OK;
}
