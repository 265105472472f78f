/* force_law.c - laws that give a force where others have a set
 *
 *     lambda = h (w f(t1, y1, u1) + (1 - w) f(t_k, y_k, u_k)) - I (H v1 - H_k v_k)     (N s), row by row
 *
 * is linearised at the iterate (y*, u*) with y1 = y* + r (u1 - u*), r = dq1/dv1:
 *
 *     u1 + D lambda - u* - f_w/S = 0,   S = -w (r df/dy + df/du) + I/h,   D = 1/(h S)
 *
 * a bilateral row with a compliance, where f_w is lambda/h at the iterate. When Newton's
 * method has converged S has no part in the answer, so it may be made larger: where
 * a force hardly depends on the motion, or pushes away (S < 0), a small S makes the
 * row one whose force is given. doc/springs.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/small.h"
#include "kernel/osnsp/problem.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Rows of the room of a member. */
enum {
    F0,
    MEAN,
    SLOPE,
    COMPLIANCE,
    RESPONSE, /* H W^-1 H' */
    SEEN_Y,
    SEEN_U,
    MOTION,
    GAIN,
    DY,
    DU,
    ROWS
};

/* The smallest slope in units of 1/(h H W^-1 H'): the answer does not depend on it, Newton's
 * method gains that factor per iteration, and the row is off by that much less than rounding. */
static const double least = 1e-7;

static double *row_of(const zni_member *m, int what)
{
    return m->more->force + what * m->size;
}

zn_status zni_member_use_force(zni_problem *p, zn_index k)
{
    zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);

    if (zni_member_add_more(p, m))
        return ZN_ENOMEM;
    m->more->force =
        zn_alloc(p->ctx, ROWS * s->m + s->nq, sizeof *m->more->force);
    return m->more->force ? ZN_OK : ZN_ENOMEM;
}

/* f and its derivatives at (t, y, u), copy by copy. */
static zn_status forces(const zni_member *m, const zni_lin *s, double t,
                        const double y[], const double u[], double f[],
                        double dy[], double du[])
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < s->m; i += m->stride)
        st = m->law->type->force(m->law, t, y + i, u + i, f + i,
                                 dy ? dy + i : NULL, dy ? du + i : NULL);
    return zni_lin_where(s, st);
}

/* Positions of the systems, as the relation takes them. */
static void gather(const zni_lin *s, const double all[], double q[])
{
    for (zn_index j = 0; j < s->nds; j++)
        if (s->touch)
            zni_lin_take(s, j, all + s->qat[j], q + zni_lin_qo(s, j));
        else
            memcpy(q + zni_lin_qo(s, j), all + s->qat[j],
                   (size_t)s->a->ds[j]->nq * sizeof *q);
}

/* dh/dt, of what moves by itself */
static zn_status rate(const zni_lin *s, double t, const double q[], double out[])
{
    memset(out, 0, (size_t)s->m * sizeof *out);
    return zni_lin_class(s)->dh_dt && zn_relation_moves(zni_lin_varies(s))
               ? zni_lin_class(s)->dh_dt(s->a->relation, zni_interaction_data(s->a), t, q, out)
               : ZN_OK;
}

/* y and u at the iterate: u with the rows of the one-step problem, and H v of it. */
static zn_status seen(const zni_lins *L, const zni_member *m, zni_lin *s,
                      const zn_step *step)
{
    double *y = row_of(m, SEEN_Y), *u = row_of(m, SEEN_U);
    double *Hv = row_of(m, MOTION);
    double *q = m->more->force + ROWS * s->m;
    zn_status st;

    gather(s, step->q1, q);
    st = zni_lin_class(s)->output(s->a->relation, zni_interaction_data(s->a), step->t1, q,
                                  L->zero, y);
    if (!st)
        st = rate(s, step->t1, q, u);
    memset(Hv, 0, (size_t)s->m * sizeof *Hv);
    for (zn_index j = 0; j < s->nds; j++)
        zni_lin_see(s, j, s->H + zni_lin_uo(s, j) * s->m, step->v1 + s->vat[j], Hv);
    for (zn_index i = 0; i < s->m; i++)
        u[i] += Hv[i];
    return zni_lin_where(s, st);
}

/* What H v has gained since the start of the step, where H was another, also where the step foresees
 * relations: the rate of y at both ends without what moves by itself. */
static zn_status gained(const zni_member *m, const zni_lin *s, const zn_step *step)
{
    const double *u = step->state->y[1] + s->off;
    double *gain = row_of(m, GAIN), *q = m->more->force + ROWS * s->m;
    zn_status st;

    gather(s, step->state->q, q);
    st = rate(s, step->t, q, gain);
    for (zn_index i = 0; i < s->m; i++)
        gain[i] += row_of(m, MOTION)[i] - u[i];
    return zni_lin_where(s, st);
}

zn_status zni_member_force(zni_problem *p, zn_index k, const zn_step *step)
{
    zni_member *m = zni_problem_member(p, k);
    zni_lin *s = zni_problem_lin(p, k);
    const double w = m->law->type->force_weight(m->law->state);
    const double inertia = zni_law_inertia(m->law) / step->h;
    const double r = m->side[0].osi->type->row_factor(
        m->side[0].osi->state, step, ZN_LEVEL_POSITION, 0);
    double *mean = row_of(m, MEAN), *f0 = row_of(m, F0);
    zn_status st = ZN_OK;

    if (step->iteration == 0 && w < 1)
        st = forces(m, s, step->t, zni_problem_seen(p, step, 0) + s->off,
                    zni_problem_seen(p, step, 1) + s->off, f0, NULL, NULL);
    if (!st)
        st = seen(p->lins, m, s, step);
    if (!st)
        st = forces(m, s, step->t1, row_of(m, SEEN_Y), row_of(m, SEEN_U), mean,
                    row_of(m, DY), row_of(m, DU));
    if (!st && inertia > 0)
        st = gained(m, s, step);
    for (zn_index i = 0; !st && i < s->m; i++) {
        mean[i] = w < 1 ? w * mean[i] + (1 - w) * f0[i] : mean[i];
        if (inertia > 0)
            mean[i] -= inertia * row_of(m, GAIN)[i];
        row_of(m, SLOPE)[i] =
            inertia - w * (r * row_of(m, DY)[i] + row_of(m, DU)[i]);
    }
    return st;
}

/* H W^-1 H' of a row, with its factors */
static double response(const zni_problem *p, const zni_member *m,
                       const zni_lin *s, zn_index row)
{
    double sum = 0;

    for (zn_index i = 0; i < s->nds; i++)
        for (zn_index j = 0; j < m->nparts; j++) {
            const zni_part part = zni_member_part(m, s, j);
            const double *X =
                m->act->X + part.at + m->side[i].goff + row * part.n;
            const double *H = s->H + row + zni_lin_uo(s, i) * s->m;
            const zni_reach *reach = zni_part_reach(p, &part);

            if (part.group < 0 ? s->body[i] != part.body
                               : m->side[i].group != part.group)
                continue;
            for (zn_index d = 0; d < s->n[i]; d++) {
                const zn_index u = zni_lin_unknown(s, i, d);

                sum += H[d * s->m] * X[reach ? reach->where[u] : u];
            }
        }
    return sum;
}

bool zni_member_compliances(zni_problem *p, zn_index k, const zn_step *step)
{
    const zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);
    bool differ = false;

    for (zn_index i = 0; i < s->m; i++) {
        const double own = response(p, m, s, i);
        const double low = least / (step->h * (own > DBL_MIN ? own : 1));
        const double S = fmax(row_of(m, SLOPE)[i], low);
        const double D = 1 / (step->h * S);
        double *at = &row_of(m, COMPLIANCE)[i];

        row_of(m, RESPONSE)[i] = own;
        m->act->c[i] = -row_of(m, MOTION)[i] - row_of(m, MEAN)[i] / S;
        differ = differ || D != *at;
        *at = D;
    }
    return differ;
}

double zni_member_compliance(const zni_member *m, zn_index row)
{
    return row_of(m, COMPLIANCE)[row];
}

/* What rounding of y and u leaves of the impulse */
static double rounding(const zni_member *m, const zni_lin *s, zn_index i, double h,
                       double speed)
{
    return 16 * DBL_EPSILON * h *
           (fabs(row_of(m, DY)[i]) * (zni_lin_row_size(s, i) + h * speed) +
            fabs(row_of(m, DU)[i]) * speed);
}

/* Beside the impulse itself, or as the velocity that it makes or stands for, beside those of the step: of a very
 * stiff spring the impulse is not known to less than the rounding of y times k h. */
double zni_member_force_residual(const zni_problem *p, zn_index k,
                                 const zn_step *step, bool one)
{
    const zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);
    const double *lambda = p->lam + s->off;
    double most = 0;

    for (zn_index i = 0; i < m->size; i++) {
        const double off = fabs(lambda[i] - step->h * row_of(m, MEAN)[i]);
        const double u = fabs(row_of(m, SEEN_U)[i]);
        const double made = off * fmin(row_of(m, COMPLIANCE)[i], row_of(m, RESPONSE)[i]);
        const double speed = fmax(u, zni_lin_row_speed(s, step, i));

        if (off > rounding(m, s, i, step->h, speed))
            most = fmax(most, fmin(zni_share(off, fabs(lambda[i]), one),
                                   zni_share(made, speed, one)));
    }
    return most;
}
