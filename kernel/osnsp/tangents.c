/* tangents.c - multipliers to start from follow the tangents of their contact
 *
 * A frame turns with its normal, and jumps where its choice of tangents does: the numbers of the
 * last step are another force in the new frame. With the tangents t_1, t_2 of before and t_1', t_2'
 *
 *     cos a = t_1 . t_1',  sin a = t_1 . t_2'      (both over their length)
 *     (lambda_1, lambda_2) <- (cos a, -sin a; sin a, cos a) (lambda_1, lambda_2),
 *
 * what resists rolling likewise: nearly the force of before, and as long. t_1 alone is kept. The
 * tangents are the rows behind the normal's in what the first system's first three velocities do, where
 * these are orthonormal; others are not turned. doc/contacts.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/rotation.h"
#include "kernel/osnsp/problem.h"

/* Are there two tangents behind the normal? Every copy of the law has the same. */
static bool tangential(const zni_problem *p, const zni_member *m)
{
    zn_cone c;

    return zni_member_cone(p, m, 0, &c) &&
           ((c.set == zn_set_friction() && c.size == 3) ||
            (c.set == zn_set_rolling_friction() && c.size >= 5));
}

/* What costs nothing to ask. */
static inline bool may_turn(const zni_member *m, const zni_lin *a)
{
    return m->stride >= 3 && m->in && !m->law->type->always && !a->plain && a->n[0] >= 3;
}

bool zni_member_turns(const zni_problem *p, zn_index k)
{
    const zni_member *m = zni_problem_member(p, k);

    return m->level == ZN_LEVEL_VELOCITY && may_turn(m, zni_problem_lin(p, k)) && tangential(p, m);
}

/* 1, and what rounding and a normal that is written down leave of it. */
static inline bool is_one(double x)
{
    return fabs(x - 1) < 1e-6;
}

/* Those numbers along the tangents of before, along these. */
static void turn(double c, double s, double lambda[2])
{
    const double x = lambda[0], y = lambda[1];

    lambda[0] = c * x - s * y;
    lambda[1] = s * x + c * y;
}

/* One copy of the law, in tangents that are not those of before. */
static void turn_copy(const zni_member *m, const double before[3], const double t[2][3],
                      double lambda[])
{
    const double c = zni_dot3(before, t[0]), s = zni_dot3(before, t[1]);
    const double length = sqrt(c * c + s * s);

    if (!is_one(zni_dot3(t[0], t[0])) || !is_one(zni_dot3(t[1], t[1])) ||
        fabs(zni_dot3(t[0], t[1])) > 1e-6)
        return;
    if (!(length > 0.5)) /* it was another contact */
        return;
    turn(c / length, s / length, lambda + 1);
    if (m->stride >= 5)
        turn(c / length, s / length, lambda + 3);
}

static bool same(const double a[3], const double b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* The tangents of the copy that begins with row i. */
static void tangents_at(const zni_lin *a, zn_index i, double t[2][3])
{
    const double *H = a->H + i + 1;

    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 2; j++)
            t[j][k] = H[j + k * a->m];
}

void zni_problem_turn(zni_problem *p, const double tangent[])
{
    double t[2][3];

    for (zn_index k = 0; k < p->active.nact; k++) {
        const zn_index place = p->active.act[k];
        const zni_member *m = zni_problem_member(p, place);
        const zni_lin *a = zni_problem_lin(p, place);

        for (zn_index i = 0; may_turn(m, a) && i + m->stride <= m->size; i += m->stride) {
            tangents_at(a, i, t);
            if (!same(tangent + m->off + i, t[0]) && tangential(p, m)) {
                turn_copy(m, tangent + m->off + i, t, p->lam + m->off + i);
                p->lambda = zni_problem_tick(p);
            }
        }
    }
}

void zni_problem_tangents(const zni_problem *p, double tangent[])
{
    double t[2][3];

    for (zn_index k = 0; k < p->active.nact; k++) {
        const zn_index place = p->active.act[k];
        const zni_member *m = zni_problem_member(p, place);
        const zni_lin *a = zni_problem_lin(p, place);

        for (zn_index i = 0; may_turn(m, a) && i + m->stride <= m->size; i += m->stride) {
            tangents_at(a, i, t);
            for (int j = 0; j < 3; j++)
                tangent[m->off + i + j] = t[0][j];
        }
    }
}
