/* rests.c - what q of a one-step problem has no digits of is 0
 *
 * Bodies that touch and move as one, a heap in free fall, have q = H v_free of nothing but rounding. A solver,
 * whose tolerance is relative to q, would find the impulses that balance it, in as many sweeps as a real
 * load takes. The sum of n products H v is off by up to n u sum |H| |v|, u = DBL_EPSILON / 2 (Higham,
 * Accuracy and Stability of Numerical Algorithms, 2002, sect. 3.1), and as much is left for v itself, which is a
 * sum, too; where every row is below both, nothing is known of what the contacts are to do, and nothing
 * is what they do. What rounding adds up to in many steps comes above that, and is balanced then.
 * doc/osnsp.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Contacts with friction alone, whose forces may all be 0, on velocity level. */
static bool may_rest(const zni_problem *p)
{
    return p->kind->by_integrators && !p->has.any_adhesion && !p->ngroup && p->active.nact > 0 &&
           p->how.form && !p->how.form->global &&
           (strcmp(p->how.form->problem, "friction") == 0 ||
            strcmp(p->how.form->problem, "rolling-friction") == 0);
}

/* Is q = constant + H v_free in all rows of the member? */
static bool plain(const zni_member *m, const zni_lin *s)
{
    return m->level == ZN_LEVEL_VELOCITY && !m->summed && !s->more->B && !m->more->mid && !m->more->force &&
           !m->more->soft;
}

/* sum |H| |v_free| of a row, over all systems; *n: how many products */
static double speed(const zni_problem *p, const zni_member *m, const zni_lin *s, zn_index row,
                    const zni_body *bodies, const zn_step *step, zn_index *n)
{
    double sum = 0;

    *n = 0;
    for (zn_index j = 0; j < s->nds; j++) {
        const double *v = p->kind->free_value(p, m, j, &bodies[s->body[j]], step);
        const double *H = s->H + row + zni_lin_uo(s, j) * s->m;
        double part = 0;

        for (zn_index d = 0; v && d < s->n[j]; d++, H += s->m)
            part += fabs(*H * v[zni_lin_unknown(s, j, d)]);
        sum += fabs(zni_member_row(m, j)) * part;
        *n += s->n[j];
    }
    return sum;
}

/* Is q of the k-th active member rounding in all its rows? */
static bool rounds(const zni_problem *p, zn_index k, const zni_body *bodies, const zn_step *step)
{
    const zni_member *m = zni_problem_member(p, p->active.act[k]);
    const zni_lin *s = zni_problem_lin(p, m->place);

    if (!plain(m, s))
        return false;
    for (zn_index r = 0; r < m->nact; r++) {
        zn_index n;
        const double v = speed(p, m, s, zni_member_active(m)[r], bodies, step, &n);

        if (!(fabs(p->rows.q[m->first + r]) <= (double)n * DBL_EPSILON * v))
            return false;
    }
    return true;
}

/* The active member that has row `row` of the problem. */
static zn_index holder(const zni_problem *p, zn_index row)
{
    zn_index from = 0, to = p->active.nact; /* it is in between */

    while (to - from > 1) {
        const zn_index k = from + (to - from) / 2;

        if (zni_problem_member(p, p->active.act[k])->first <= row)
            from = k;
        else
            to = k;
    }
    return from;
}

/* The largest row is asked first: where a load acts that is all. */
static bool all_round(const zni_problem *p, zn_index largest, const zni_body *bodies, const zn_step *step)
{
    if (!may_rest(p) || !rounds(p, holder(p, largest), bodies, step))
        return false;
    for (zn_index k = 0; k < p->active.nact; k++)
        if (!rounds(p, k, bodies, step))
            return false;
    return true;
}

void zni_problem_drop_rests(zni_problem *p, const zni_body *bodies, const zn_step *step)
{
    double *q = p->rows.q;
    zn_index largest = 0;

    for (zn_index i = 0; i < p->active.n; i++) {
        /* of numbers so small sums and products have no digits */
        if (fabs(q[i]) < DBL_MIN / DBL_EPSILON)
            q[i] = 0;
        if (fabs(q[i]) > fabs(q[largest]))
            largest = i;
    }
    p->rows.rest = all_round(p, largest, bodies, step);
    for (zn_index i = 0; p->rows.rest && i < p->active.n; i++)
        q[i] = 0;
}
