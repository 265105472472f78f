/* row_sizes.c - what is small in a row of positions
 *
 * A row h of joints and contacts is a length, an angle or what else its user writes. It is
 * measured by the sum of what enters it,
 *
 *     |h| + sum over bodies of |dh/dx| L + |dh/dphi|,   L = |x|, or the longest arm of a joint,
 *
 * x the centre, phi a rotation of the body, so that a fraction of it means the same in metres
 * and in micrometres; of other systems |dh/dq| |q|, coordinate by coordinate. No L is below a
 * 1e-4th of the longest one: bodies that are tied to larger ones carry the rounding of these.
 * doc/projection.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/projection.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "kernel/mechanics/joint.h"
#include "kernel/mechanics/planar.h"

static const double LEAST = 1e-4; /* of the longest length */

/* A row that is smaller is zero: of what is below DBL_MIN / DBL_EPSILON few digits are known, and solvers
 * leave it where it is; the smallest fraction that is asked for is above that. */
static const double NOTHING = DBL_MIN / DBL_EPSILON / DBL_EPSILON;

/* Velocities of system j that are those of the centre of a body, those after them turn it;
 * 0: it is no body. */
static zn_index lengths(const zni_lin *s, zn_index j)
{
    if (zn_ds_curved(s->a->ds[j]))
        return s->n[j] < 3 ? s->n[j] : 3;
    return zni_planar_joint_is(zni_lin_class(s)) ? 2 : 0;
}

static double norm(const double x[], zn_index n)
{
    double most = 0, sum = 0;

    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    for (zn_index i = 0; most > 0 && i < n; i++)
        sum += (x[i] / most) * (x[i] / most);
    return most * sqrt(sum);
}

/* L of the bodies of an interaction, by place of the body. */
static void measure(const zni_lin *s, double L[], double *most)
{
    double arm[3];

    for (zn_index j = 0; j < s->nds; j++) {
        const zn_index n = lengths(s, j);
        double *l = &L[s->body[j]];

        if (n == 0)
            continue;
        zni_joint_anchor(s->a->relation, j == 0 ? 1 : 2, arm);
        *l = fmax(*l, fmax(norm(s->q + zni_lin_qo(s, j), n), norm(arm, 3)));
        *most = fmax(*most, *l);
    }
}

static double size(const zni_lin *s, zn_index row, const double L[],
                   double least)
{
    double sum = 0;

    for (zn_index j = 0; j < s->nds; j++) {
        const zn_index n = lengths(s, j);
        const double l = fmax(L[s->body[j]], least);

        for (zn_index d = 0; d < s->n[j]; d++) {
            const double H = fabs(s->H[row + (zni_lin_uo(s, j) + d) * s->m]);
            if (n > 0)
                sum += d < n ? H * l : H;
            else
                sum += H * fabs(s->q[zni_lin_qo(s, j) + d]);
        }
    }
    return sum;
}

/* The same of a single interaction, at the iterate; L = |x|. */
double zni_lin_row_size(const zni_lin *s, zn_index row)
{
    double sum = 0;

    for (zn_index j = 0; j < s->nds; j++) {
        const zn_index n = lengths(s, j);
        const double l = norm(s->q + zni_lin_qo(s, j), n);

        for (zn_index d = 0; d < s->n[j]; d++)
            sum += fabs(s->H[row + (zni_lin_uo(s, j) + d) * s->m]) *
                   (n == 0 ? fabs(s->q[zni_lin_qo(s, j) + d]) : d < n ? l : 1);
    }
    return sum;
}

/* |H| |u|, the larger u of both ends of the step */
double zni_lin_row_speed(const zni_lin *s, const zn_step *step, zn_index row)
{
    double sum = 0;

    for (zn_index j = 0; j < s->nds; j++) {
        const double *from = step->state->v + s->vat[j];
        const double *to = step->v1 + s->vat[j];

        for (zn_index d = 0; d < s->n[j]; d++) {
            const zn_index u = zni_lin_unknown(s, j, d);

            sum += fabs(s->H[row + (zni_lin_uo(s, j) + d) * s->m]) *
                   fmax(fabs(from[u]), fabs(to[u]));
        }
    }
    return sum;
}

void zni_projector_measure(zni_projector *p)
{
    const zni_problem *o = &p->problem;
    double most = 0;

    memset(p->length, 0, (size_t)p->nmetric * sizeof *p->length);
    for (zn_index k = 0; k < o->nmember; k++)
        if (zni_problem_member(o, k)->in)
            measure(zni_problem_lin(o, k), p->length, &most);
    for (zn_index k = 0; k < o->nmember; k++) {
        const zni_member *m = zni_problem_member(o, k);
        const zni_lin *s;
        if (!m->in)
            continue;
        s = zni_problem_lin(o, k);
        for (zn_index i = 0; i < s->m; i++)
            p->size[s->off + i] = fabs(m->act->c[i]) + NOTHING +
                                  size(s, i, p->length, LEAST * most);
    }
}
