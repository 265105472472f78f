/* verify.c - the answer of the one-step problem against relations and laws
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/small.h"
#include "kernel/model/vectors.h"
#include "kernel/simulation/simulation.h"

#include <float.h>
#include <math.h>

/* How large the terms of an output are, in its units: h, C q, D lambda, and what it would be without
 * contact. */
static double size_of_row(const zni_problem *p, zn_index place, zn_index k, double h)
{
    const zni_member *m = zni_problem_member(p, place);
    const zni_lin *s = zni_problem_lin(p, place);
    const double *lambda = p->lam + s->off;
    const zn_index r = zni_member_active(m)[k];
    double size = fabs(h) + fabs(p->rows.q[m->first + k]);

    for (zn_index j = 0; s->C && j < s->nq; j++)
        size += fabs(s->C[r + j * s->m] * s->q[j]);
    for (zn_index j = 0; s->more->D && j < s->m; j++)
        size += fabs(s->more->D[r + j * s->m] * lambda[j]);
    return size;
}

/* Is it one of the two tests that counts, alone? Then what is small is so beside 1 + |h|, as it always was. */
static bool single(const zn_simulation *s)
{
    return s->opt.newton_check != ZNI_CHECK_BOTH;
}

/* Do changes of the unknown of one of its systems fall no more? */
static bool stalled(const zn_simulation *s, const zni_lin *a)
{
    bool so = false;

    for (zn_index j = 0; j < a->nds; j++)
        so = so || zni_sim_gives_in(s, &s->body[a->body[j]], s->step.iteration);
    return so;
}

/* Is it enough to be small beside one unit? */
static bool gives_in(const zn_simulation *s, const zni_lin *a)
{
    return single(s) || s->all.affine || stalled(s, a);
}

/* What lambda may be off by of a law that gives a force, or bounds: once nothing else falls, as much as the
 * solver leaves, which begins with an answer that is good enough and gives it back. */
static double attainable(const zn_simulation *s, const zni_lin *a)
{
    const double tol = s->opt.newton_tol;

    return !single(s) && !s->all.affine && stalled(s, a) ? zni_larger(tol, zni_sim_carried(s)) : tol;
}

/* How far the outputs at the iterate are from those that the last one-step
 * problem made admissible: h(x, lambda) - w. What is small is so beside the terms of a row, in any
 * units. */
static double output_residual(const zn_simulation *s, zn_index place, bool *small)
{
    const zni_problem *p = &s->problem;
    const zni_member *m = zni_problem_member(p, place);
    const zni_lin *a = zni_problem_lin(p, place);
    const double *w = p->rows.w + m->first, *lambda = p->lam + a->off;
    const bool one = gives_in(s, a);
    /* of an output that is affine in lambda its value is taken at none, too */
    const bool apart = !m->values || zn_relation_affine_output(zni_lin_varies(a));
    const zn_index more = a->more->D && apart ? a->m : 0;
    double most = 0;

    for (zn_index k = 0; k < m->nact; k++) {
        const zn_index r = zni_member_active(m)[k];
        double h = m->act->c[r], off, size;
        for (zn_index j = 0; j < more; j++)
            h += a->more->D[r + j * a->m] * lambda[j];
        off = fabs(h - w[k]);
        most = zni_larger(off, most);
        size = single(s) ? fabs(h) : size_of_row(p, place, k, h);
        *small = *small && off <= s->opt.newton_tol * zni_beside(size, one);
    }
    return most;
}

void zni_sim_output_residuals(zn_simulation *s, bool *small)
{
    const bool lagged = s->opt.newton_check == ZNI_CHECK_LAGGED;
    const double tol = s->opt.newton_tol;
    const zni_problem *p = &s->problem;

    for (zn_index k = 0; k < p->active.nact; k++) {
        const zn_index place = p->active.act[k];
        const zni_member *m = zni_problem_member(p, place);
        const bool output = m->level == ZN_LEVEL_POSITION && !lagged;
        double r = 0; /* of the first two a share */
        bool one;
        if (m->load < 0 && !m->more->force && !output)
            continue; /* a set of velocities: the problem made them admissible */
        one = gives_in(s, zni_problem_lin(p, place));
        if (m->load >= 0)
            r = zni_cones_load_residual(p, place, &s->step, one);
        else if (m->more->force)
            r = zni_member_force_residual(p, place, &s->step, one);
        *small = *small && (r <= tol || r <= attainable(s, zni_problem_lin(p, place)));
        if (m->load < 0 && !m->more->force && output)
            r = output_residual(s, place, small);
        s->info.newton_residual = zni_larger(r, s->info.newton_residual);
    }
}

/* From this on: the tolerance, doubled as often as the contact is not admissible with it. */
static double violation(const zni_problem *p, zn_index place, zn_index i,
                        double from)
{
    const zni_member *m = zni_problem_member(p, place);
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
        const zni_member *m = zni_problem_member(p, place);
        for (zn_index i = 0; !m->thin && i < m->nact; i += m->unit) {
            const double here = violation(p, place, i, most);
            if (here > most || !a)
                a = zni_problem_lin(p, place)->a;
            most = here;
        }
    }
    return a;
}
