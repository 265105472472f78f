/* hints.c - signs that the model is not what was meant, said once a run
 *
 * A contact penetrates by what one step goes at the speed of the impact. One that
 * goes on sinking while it is closed, by more than its problems were solved to, does not
 * move as its Jacobian says.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <math.h>

#include <zeno/source.h>

/* depth of so many of the largest steps of one sinking is told */
#define STEPS 10
/* ... unless it is rounding, of the size of positions and gaps */
#define ROUNDING 1e-8
/* A point that turns about its contact leaves the circle by (turn of a step)/2 of its way; a Jacobian that is
 * wrong goes in by its error times that. What is below the first part of the way in a step may be either,
 * and is told where it is not below the second of the size of positions. */
#define COURSE 1e-2
#define SLIGHT 1e-5
/* Newton's method takes two to four iterations where Jacobians are right */
#define ITERATIONS 10
#define AFTER 50 /* steps, before a mean means something */

static double size_of(const zn_simulation *s)
{
    const zn_state *x = &s->state;
    double size = 0;

    for (zn_index i = 0; i < x->nq; i++)
        size = fmax(size, fabs(x->q[i]));
    for (zn_index i = 0; i < x->ny; i++)
        size = fmax(size, s->gap[i] ? fabs(x->y[0][i]) : 0);
    return size;
}

static double speed(const zn_simulation *s)
{
    double sum = 0;

    for (zn_index i = 0; i < s->state.nv; i++)
        sum += s->state.v[i] * s->state.v[i];
    return sqrt(sum);
}

/* A contact has sunk by `depth`, by `last` of it in this step: is that nothing to speak of? What the solver
 * left of its problems are parts of the velocities, as Newton's method reckons with them, and of
 * one sign while a motion goes on. */
static bool slight(const zn_simulation *s, double depth, double last)
{
    const double size = size_of(s), v = speed(s);

    if (depth <= ROUNDING * size + s->hints.deep.left * v)
        return true;
    return last <= COURSE * s->step.h * v && depth <= SLIGHT * size;
}

void zni_sim_hint_sinking(zn_simulation *s, double was)
{
    zni_hints *h = &s->hints;
    const double worst = s->run.worst_gap;
    const zn_interaction *a;
    char who[160];

    if (h->sinking)
        return;
    if (s->worst_row != h->deep.row || s->state.step != h->deep.step + 1) {
        h->deep.from = worst; /* another contact, or it was at rest between */
        h->deep.way = h->deep.left = 0;
    }
    h->deep.left += s->step.h * zni_sim_carried(s);
    h->deep.way = fmax(h->deep.way, was - worst);
    h->deep.row = s->worst_row;
    h->deep.step = s->state.step;
    if (h->deep.from - worst <= STEPS * h->deep.way ||
        slight(s, h->deep.from - worst, was - worst))
        return;
    h->sinking = true;
    a = zni_sim_at_row(s, s->worst_row);
    zn_log(s->ctx, ZN_LOG_WARN,
           "%s: penetration has grown step by step, to %.3g at t = %.6g s: %s",
           zni_interaction_words(a, sizeof who, who), -worst, s->state.t,
           zn_interaction_key(a, &(zn_key){0, 0})
               ? "steps keep velocities, and positions drift: projection=direct "
                 "takes it back, a smaller step makes less of it"
               : "is the Jacobian of its relation right (zeno check)? If it is, "
                 "positions drift: set projection, or take a smaller step");
}

void zni_sim_hint_newton(zn_simulation *s)
{
    const zn_run_info *r = &s->run;

    if (s->hints.newton || r->steps < AFTER ||
        r->newton_iterations <= ITERATIONS * r->steps)
        return;
    s->hints.newton = true;
    zn_log(s->ctx, ZN_LOG_WARN,
           "Newton's method takes %.3g iterations a step where two to four are "
           "usual: is a Jacobian wrong (zeno check)?",
           (double)r->newton_iterations / (double)r->steps);
}
