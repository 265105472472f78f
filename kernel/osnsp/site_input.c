/* site_input.c - from multipliers to inputs and increments of the systems
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/osnsp.h"

#include <string.h>

/* u += f B lambda, B n x m with leading dimension ld */
static void add_columns(zn_index n, zn_index m, const double B[], zn_index ld,
                        double f, const double lambda[], double u[])
{
    for (zn_index r = 0; r < m; r++, B += ld) {
        const double x = f * lambda[r];

        for (zn_index d = 0; x != 0 && d < n; d++)
            u[d] += x * B[d];
    }
}

/* u += f (g + B lambda), g NULL: 0. B has stride dr from one multiplier to the
 * next and dk from one unknown to the next, so it may be H'. What is left of two
 * large terms is summed before the factor comes in. */
static void add_sums(zn_index n, zn_index m, const double g[], const double B[],
                     zn_index dr, zn_index dk, double f, const double lambda[],
                     double u[])
{
    for (zn_index d = 0; d < n; d++, B += dk) {
        double sum = g ? g[d] : 0;

        for (zn_index r = 0; r < m; r++)
            sum += lambda[r] * B[r * dr];
        u[d] += f * sum;
    }
}

void zni_site_input(const zni_osnsp *o, const zni_site *s,
                    const zni_body *bodies, const zn_step *step, bool fixed,
                    double u[])
{
    const double *lam = o->lam + s->off;
    const double f = s->ot->col_factor(s->os, step, s->level);
    const double *g = s->varies->b ? s->g : NULL;
    const zn_index m = fixed || s->values ? 0 : s->m;

    for (zn_index j = 0; j < s->nds; j++) {
        double *uj = u + bodies[s->body[j]].uoff;

        if (s->B && !g)
            add_columns(s->n[j], m, s->B + s->uo[j], s->nu, f, lam, uj);
        else if (s->B)
            add_sums(s->n[j], m, g + s->uo[j], s->B + s->uo[j], s->nu, 1, f,
                     lam, uj);
        else if (m)
            add_sums(s->n[j], m, NULL, s->H + s->uo[j] * m, 1, m, f, lam, uj);
    }
}

void zni_site_increment(const zni_osnsp *o, const zni_site *s,
                        const zni_body *bodies, const zn_step *step,
                        double du[])
{
    const double *lam = o->lam + s->off;
    const double f = s->ot->col_factor(s->os, step, s->level);

    for (zn_index i = 0; i < s->nparts; i++) {
        const zni_part *p = &s->part[i];
        const zni_group *g = p->group < 0 ? NULL : &o->group[p->group];
        const zn_index count = g ? g->nbody : 1;

        for (zn_index k = 0; k < count; k++) {
            const zni_body *b = &bodies[g ? g->body[k] : p->body];
            const double *X = s->X + p->at + (g ? b->goff : 0);

            add_columns(b->n, s->m, X, p->n, f, lam, du + b->uoff);
        }
    }
}

zn_status zni_site_old_input(zni_osnsp *o, zni_site *s, const zni_body *bodies,
                             const zn_step *step, double u[])
{
    const double *lambda = step->state->lambda[s->level] + s->off;
    const double f =
        s->ot->old_factor ? s->ot->old_factor(s->os, step, s->level) : 0;
    zn_status st;

    if (f == 0)
        return ZN_OK;
    zni_site_gather(s, step->state, s->q, s->v);
    zni_site_moved(o, s, step->t);
    if (s->g) {
        st = s->rt->input(s->a->relation, step->t, s->q, lambda, s->v);
        if (st)
            return zni_site_where(s, st);
    } else {
        st = zni_site_jacobian(o, s, step->t, lambda);
        if (st)
            return st;
        for (zn_index k = 0; k < s->nu; k++) {
            s->v[k] = 0;
            for (zn_index r = 0; r < s->m; r++)
                s->v[k] += s->H[r + k * s->m] * lambda[r];
        }
    }
    for (zn_index j = 0; j < s->nds; j++)
        for (zn_index d = 0; d < s->n[j]; d++)
            u[bodies[s->body[j]].uoff + d] += f * s->v[s->uo[j] + d];
    return ZN_OK;
}
