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

/* A row of H of a relation of m rows: what the first three velocities do. */
static inline bool same(const double t[3], const double H[], zn_index m)
{
    return t[0] == H[0] && t[1] == H[m] && t[2] == H[2 * m];
}

static inline void take(const double H[], zn_index m, double t[3])
{
    t[0] = H[0];
    t[1] = H[m];
    t[2] = H[2 * m];
}

void zni_problem_turn(zni_problem *p, const double tangent[])
{
    double t[2][3];

    for (zn_index k = 0; k < p->active.nact; k++) {
        const zn_index place = p->active.act[k];
        const zni_member *m = zni_problem_member(p, place);
        const zni_lin *a = zni_problem_lin(p, place);

        if (!may_turn(m, a))
            continue;
        for (zn_index i = 0; i + m->stride <= m->size; i += m->stride) {
            const double *before = tangent + m->off + i, *H = a->H + i + 1;

            if (same(before, H, a->m) || !tangential(p, m))
                continue;
            take(H, a->m, t[0]);
            take(H + 1, a->m, t[1]);
            turn_copy(m, before, t, p->lam + m->off + i);
            p->lambda = zni_problem_tick(p);
        }
    }
}

void zni_problem_tangents(const zni_problem *p, double tangent[])
{
    for (zn_index k = 0; k < p->active.nact; k++) {
        const zn_index place = p->active.act[k];
        const zni_member *m = zni_problem_member(p, place);
        const zni_lin *a = zni_problem_lin(p, place);

        if (!may_turn(m, a))
            continue;
        for (zn_index i = 0; i + m->stride <= m->size; i += m->stride)
            take(a->H + i + 1, a->m, tangent + m->off + i);
    }
}
