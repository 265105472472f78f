/* ipm_turns.c - the fixed-point iteration on De Saxce's shift with interior points for the convex problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "auto.h"

/* Limits: interior point steps on a convex problem; Newton steps on the whole problem; of proximal points the number of
 * problems, of those that do not halve the error, and of Newton steps in each, and the first term (vnewton.c). */
enum { CONVEX_STEPS = 40, WHOLE_STEPS = 60, PROBLEMS = 40, IDLE = 8, PROXIMAL_STEPS = 20 };
static const double ALPHA = 1e-3;

/* It starts from r = 0: the last solution is on the border of the cones, where interior points cannot start. */
static zn_status convex(void *of, double err, const double shift[], zni_call call)
{
    zni_fauto *s = of;
    const zni_fipm opt = {
        .tol = 0.1 * s->of.tol, .max_iter = CONVEX_STEPS, .shift = ZNI_IPM_NONE, .given = shift};

    (void)err;
    memset(call.z, 0, (size_t)s->c.n * sizeof *call.z);
    return zni_fipm_run(call, &s->interior, &opt, &s->c, &s->newton.lin);
}

/* The whole problem by Newton's method and, where that ends in a local minimum of the merit function, by proximal
 * points. */
static zn_status polish(void *of, zni_call call)
{
    zni_fauto *s = of;
    const zni_prox proximal = {.tol = s->of.tol,
                               .max_iter = PROBLEMS,
                               .idle = IDLE,
                               .inner_iter = PROXIMAL_STEPS,
                               .alpha = ALPHA,
                               .factor = 5,
                               .map = 1};
    zn_index steps;
    zn_status st = zni_fipm_whole(call, &s->newton, &s->c, s->of.tol, WHOLE_STEPS);

    if (st != ZN_UNSOLVED || call.info->outcome == ZN_INTERRUPTED || call.info->outcome == ZN_TIME_LIMIT)
        return st;
    steps = call.info->iterations;
    st = zni_prox_run(call, &s->work, &s->newton, &proximal, &s->c);
    call.info->iterations += steps;
    return st;
}

static double friction_error(void *of, const double r[], const double u[])
{
    return zni_fc_error(&((const zni_fauto *)of)->c, r, u);
}

zn_status zni_fauto_turns(zni_turn *t, zn_index most)
{
    zni_fauto *s = t->state;
    const zni_fc *c = &s->c;
    const zni_turning f = {.of = s,
                           .n = c->n,
                           .d = c->d,
                           .mu = c->mu,
                           .tol = s->of.tol,
                           .max_iter = most,
                           .exact = true,
                           .convex = convex,
                           .error = friction_error,
                           .polish = s->quick ? NULL : polish};
    zn_status st;

    s->interior.path = false;
    st = zni_fipm_reserve(t->ctx, &s->interior, c->n, zni_fipm_cones(c));
    if (!st)
        st = zn_grow(t->ctx, &s->kept, &s->cap_kept, c->n, sizeof *s->kept);
    if (!st)
        st = zni_turns_begin(t->ctx, &s->turns, c->nc, true);
    if (st)
        return st;
    zni_fc_mul(c, t->z, c->q, t->w);
    st = zni_turns_run(zni_call_of(t), &s->turns, &f, s->kept);
    if (st >= 0)
        zni_fc_mul(c, t->z, c->q, t->w);
    return st;
}
