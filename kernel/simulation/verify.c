/* verify.c - the answer of the one-step problem against relations and laws
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/vectors.h"
#include "kernel/simulation/simulation.h"

#include <float.h>
#include <math.h>

/* How far the outputs at the iterate are from those that the last one-step
 * problem made admissible: h(x, lambda) - w. */
static double output_residual(const zni_problem *p, zn_index place,
                              double *size)
{
    const zni_member *m = &p->member[place];
    const zni_lin *s = zni_problem_lin(p, place);
    const double *w = p->rows.w + m->first, *lambda = p->lam + s->off;
    const zn_index more = s->more->D && !m->values ? s->m : 0;
    double off = 0, most = 0;

    for (zn_index k = 0; k < m->nact; k++) {
        const zn_index r = m->act->rows[k];
        double h = m->act->c[r];
        for (zn_index j = 0; j < more; j++)
            h += s->more->D[r + j * s->m] * lambda[j];
        off = zni_larger(fabs(h - w[k]), off);
        most = zni_larger(fabs(h), most);
    }
    *size = most;
    return off;
}

void zni_sim_output_residuals(zn_simulation *s, bool *small)
{
    const bool lagged = s->opt.newton_check == ZNI_CHECK_LAGGED;
    const zni_problem *p = &s->problem;

    for (zn_index k = 0; k < p->active.nact; k++) {
        const zn_index place = p->active.act[k];
        double size = 0, r;
        if (p->member[place].load >= 0)
            r = zni_cones_load_residual(p, place, &s->step);
        else if (p->member[place].force)
            r = zni_member_force_residual(p, place, &s->step);
        else if (p->member[place].level == ZN_LEVEL_POSITION && !lagged)
            r = output_residual(p, place, &size);
        else
            continue;
        s->info.newton_residual = zni_larger(r, s->info.newton_residual);
        if (!(r <= s->opt.newton_tol * (1 + size)))
            *small = false;
    }
}

/* From this on: the tolerance, doubled as often as the contact is not admissible with it. */
static double violation(const zni_problem *p, zn_index place, zn_index i,
                        double from)
{
    const zni_member *m = &p->member[place];
    double tol = from;

    while (isfinite(tol) &&
           !m->law->type->admissible(
               m->law->state, zni_cones_param(p, place, i / m->unit),
               p->rows.w + m->first + i, p->rows.z + m->first + i, tol))
        tol *= 2;
    return tol;
}

const zn_interaction *zni_sim_violated(const zni_problem *p, double tol)
{
    const zn_interaction *a = NULL;
    double most = ldexp(tol > 0 ? tol : DBL_EPSILON, -20);

    for (zn_index k = 0; k < p->active.nact; k++) {
        const zn_index place = p->active.act[k];
        const zni_member *m = &p->member[place];
        for (zn_index i = 0; !m->thin && i < m->nact; i += m->unit) {
            const double here = violation(p, place, i, most);
            if (here > most || !a)
                a = zni_problem_lin(p, place)->a;
            most = here;
        }
    }
    return a;
}
