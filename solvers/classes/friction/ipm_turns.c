/* ipm_turns.c - the fixed point on De Saxce's shift, interior points inside
 * SPDX-License-Identifier: Apache-2.0 */
#include "ipm.h"

/* steps on a convex problem; of Newton's method on the whole one, and of proximal points: their
 * problems, those without half the error, steps of each, the first term (vnewton.c) */
enum { CONVEX_STEPS = 40, WHOLE_STEPS = 60, PROBLEMS = 40, IDLE = 8, PROXIMAL_STEPS = 20 };
static const double ALPHA = 1e-3;

typedef struct turning {
    zn_ctx *ctx;
    zni_fipm_work *k;
    const zni_fc *c;
    zni_fnewton_work *newton;
    zni_work *prox;
    double tol;
} turning;

/* from r = 0: from the border, where the last solution is, there is no way on */
static zn_status convex(void *of, double err, const double s[], double r[],
                        double u[], zn_monitor *mon, zn_solve_info *info)
{
    const turning *a = of;
    const zni_fipm opt = {
        .tol = 0.1 * a->tol, .max_iter = CONVEX_STEPS, .shift = ZNI_IPM_NONE, .given = s};

    (void)err;
    memset(r, 0, (size_t)a->c->n * sizeof *r);
    return zni_fipm_run(a->ctx, a->k, &opt, a->c, &a->newton->lin, r, u, mon, info);
}

/* The whole problem, and where the merit has a local minimum on the way proximal points. */
static zn_status polish(void *of, double r[], double u[], zn_monitor *mon,
                        zn_solve_info *info)
{
    const turning *a = of;
    const zni_prox proximal = {.tol = a->tol,
                               .max_iter = PROBLEMS,
                               .idle = IDLE,
                               .inner_iter = PROXIMAL_STEPS,
                               .alpha = ALPHA,
                               .factor = 5,
                               .map = 1};
    zn_index steps;
    zn_status st =
        zni_fipm_whole(a->ctx, a->newton, a->c, a->tol, WHOLE_STEPS, r, u, mon, info);

    if (st != ZN_UNSOLVED || info->outcome == ZN_INTERRUPTED ||
        info->outcome == ZN_TIME_LIMIT)
        return st;
    steps = info->iterations;
    st = zni_prox_run(a->ctx, a->prox, a->newton, &proximal, a->c, r, u, mon, info);
    info->iterations += steps;
    return st;
}

static double friction_error(void *of, const double r[], const double u[])
{
    return zni_fc_error(((const turning *)of)->c, r, u);
}

zn_status zni_fipm_turns(zn_ctx *ctx, zni_fipm_work *k, zni_turns *t, const zni_fturns *opt,
                         const zni_fc *c, zni_fnewton_work *newton, zni_work *prox,
                         double best[], double r[], double u[], zn_monitor *mon,
                         zn_solve_info *info)
{
    turning a = {ctx, k, c, newton, prox, opt->tol};
    const zni_turning f = {.of = &a,
                           .n = c->n,
                           .d = c->d,
                           .mu = c->mu,
                           .tol = opt->tol,
                           .max_iter = opt->max_iter,
                           .exact = true,
                           .convex = convex,
                           .error = friction_error,
                           .polish = opt->polish ? polish : NULL};
    zn_status st = zni_turns_begin(ctx, t, c->nc, true);

    if (st)
        return st;
    zni_fc_mul(c, r, c->q, u);
    st = zni_turns_run(t, &f, best, r, u, mon, info);
    if (st >= 0)
        zni_fc_mul(c, r, c->q, u);
    return st;
}
