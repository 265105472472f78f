/* interior.c - a primal-dual interior point method on second-order cones
 * SPDX-License-Identifier: Apache-2.0 */
#include "interior_step.h"

#include <math.h>
#include <string.h>

#include "../core/monitor.h"
#include "../linalg/octave.h"

/* The step is described in interior_step.h. Without the shift s, or with E = I, where s is renewed after each step but
 * its derivative is left out, a step is one for a convex problem: it is never short, but with s it converges slowly. So
 * E = I, with centring, is used only where E gives a step shorter than SHORT, which means that friction is not monotone
 * at this point. `damped` tries half of the derivative before that. */
enum { PATIENCE = 20 };

static const double SHORT = 0.1, ALMOST = 0.99, FAR = 100;

/* A step of length LONG removes most of the residual and of the gap. If STILL such steps in a row do not reduce the
 * error, and it is below HALF, the rest is rounding: neither more steps nor other starts gain anything. */
enum { STILL = 5 };

static const double LONG = 0.9, HALF = 1.5e-8;

/* A step with E = I of length t leaves 1 - t of the residual, except for the change of the shift, which the step holds
 * constant. Where the central path has turned back the shift oscillates. If LAGGED such steps in a row promise to leave
 * PROMISED or less of residual and gap, but leave more than KEPT, a `brief` run ends. In piles that happens after 20 to
 * 35 steps. Five in a row would end runs that converge in piles of 30 and 60 grains, and without the promise chains
 * would be ended, whose first steps are short. The error is no good criterion: from a near start it grows at first and
 * stays above its first value for twenty steps. A `brief` run also makes no new start if the last steps before it
 * jammed were LAGGED of this kind. */
enum { LAGGED = 8 };

static const double PROMISED = 0.1, KEPT = 0.7;

typedef struct lagged {
    zn_index steps; /* number of the last such steps in a row */
    double gap[LAGGED], size[LAGGED], left[LAGGED]; /* before each of the last steps; the part that it promised to
                                                     * leave */
} lagged;

/* A given point with an error below NEAR is a start; it is moved at least INSIDE into the cones. On random problems
 * whose q has moved by a hundredth or less, this saves a fifth to a third of the steps. */
static const double NEAR = 0.3, INSIDE = 1e-3;

/* Sizes of the reactions at the starting points that are tried: interior points may jam where a problem is not
 * monotone. */
static const double starts[] = {1, 0.1, 0.01, 10};
enum { STARTS = sizeof starts / sizeof *starts };

zn_status zni_ipm_reserve(zn_ctx *ctx, zni_ipm_work *k, zn_index m,
                          zn_index most, zn_index values, bool frames)
{
    k->values = values;
    return ZNI_GROW(ctx, ZNI_BARE(k, v, ZNI_IPM_VECTORS * (m + most) + most),
                    ZNI_ARRAY(k, cones, most), ZNI_BARE(k, D, frames ? 4 * values : values));
}

void zni_ipm_fini(zn_ctx *ctx, zni_ipm_work *k)
{
    ZNI_FREE(ctx, k->cones, k->v, k->D);
}

/* dx and dy with the part of the derivative that a->part says, and the longest step along them. */
static zn_status aim(zni_ipm_state *a, zn_ctx *ctx, double *t)
{
    const zni_ipm *p = a->p;
    zn_status st;
    double full, target;

    zni_ipm_blocks_set(a);
    st = zni_ipm_factor(a, ctx);
    if (st)
        return st;
    zni_ipm_predict(a);
    zni_ipm_direction(a);
    full = zni_ipm_gap(a, fmin(1, zni_ipm_reach(a))) / a->mu;
    target = fmax(0, fmin(1, full * full * full)) * a->mu;
    /* the step does not reduce the change of s, so mu must not fall faster than the residual */
    if (p->shift != ZNI_IPM_NONE && a->part == 0)
        target = fmax(target,
                      (a->size / a->size0 > a->mu / a->mu0 ? 1 : 0.5) * a->mu);
    zni_ipm_correct(a, target);
    zni_ipm_direction(a);
    *t = fmin(1, ALMOST * zni_ipm_reach(a));
    return ZN_OK;
}

/* One step, of this length. ZN_UNSOLVED: no step is possible. */
static zn_status step(zni_ipm_state *a, zn_ctx *ctx, const zn_monitor *mon, double *length)
{
    zni_ipm_shift shift = a->p->shift;
    double t = 0;
    zn_status st;

    *length = 0;
    if (!zni_ipm_scale(a))
        return ZN_UNSOLVED;
    a->part = shift == ZNI_IPM_NEWTON || shift == ZNI_IPM_DAMPED ? 1 : 0;
    st = aim(a, ctx, &t);
    while (a->part > 0 && (st == ZN_ESINGULAR || (!st && !(t > SHORT)))) {
        if (zni_late(mon))
            return ZN_UNSOLVED;
        a->part = shift == ZNI_IPM_DAMPED && a->part == 1 ? 0.5 : 0;
        st = aim(a, ctx, &t);
    }
    if (st == ZN_ESINGULAR || (!st && !(t > 1e-12)))
        return ZN_UNSOLVED;
    if (!st)
        zni_ipm_advance(a, t);
    *length = t;
    return st;
}

/* Do the reactions grow without bound, and does that prove that there is no solution? This comes before the error,
 * which is relative to the reactions in the end. */
static bool infeasible(const zni_ipm_state *a)
{
    const zni_ipm *p = a->p;
    double most = 0;

    for (zn_index c = 0; c < p->nb; c++)
        most = fmax(most, a->r[p->at[c]]);
    return most > FAR * p->reaction && p->ops->infeasible(p->system, a->r);
}

/* After a step of that length: have the last LAGGED steps made no progress? */
static bool stays(const zni_ipm_state *a, double length, lagged *k)
{
    double promised = 1;
    zn_index at;
    bool kept;

    k->left[k->steps % LAGGED] = 1 - length;
    k->steps = a->part == 0 ? k->steps + 1 : 0;
    at = k->steps % LAGGED;
    for (int i = 0; i < LAGGED; i++)
        promised *= k->left[i];
    kept = k->steps >= LAGGED && promised < PROMISED && a->mu > KEPT * k->gap[at] &&
           a->size > KEPT * k->size[at];
    k->gap[at] = a->mu;
    k->size[at] = a->size;
    return kept;
}

/* One attempt, from one starting point. It ends when the error has not become less for PATIENCE steps, or when it has
 * *arrived where neither steps nor other starts gain anything. */
static zn_status attempt(zni_ipm_state *a, zn_ctx *ctx, zn_monitor *mon,
                         zn_solve_info *info, bool *arrived)
{
    const zni_ipm *p = a->p;
    zn_index idle = 0, still = 0;
    double here = INFINITY, length = 0;
    lagged last = {0};
    bool first = true;

    for (; idle < PATIENCE; first = false) {
        double err;
        zn_status st;

        a->size = zni_ipm_residual(a);
        a->mu = zni_ipm_gap(a, 0);
        *arrived = p->brief && !first && stays(a, length, &last);
        if (first) {
            last.gap[0] = a->mu;
            last.size[0] = a->size;
            a->size0 = a->size;
            a->mu0 = a->mu;
        }
        /* this takes some hundred products, so it is not asked while the error goes down */
        if (idle > 0 && infeasible(a)) {
            info->outcome = ZN_INFEASIBLE;
            return ZN_OK;
        }
        err = zni_ipm_note(a);
        info->outcome = ZN_ITERATION_LIMIT;
        if (a->least <= p->tol ||
            !zni_goes_on(mon, p->max_iter, err, p->ops->fits, p->system, info))
            return ZN_OK;
        idle++;
        if (err < 0.9 * here) {
            here = err;
            idle = 0;
        }
        still = idle > 0 && length > LONG && err < HALF ? still + 1 : 0;
        *arrived = *arrived || still == STILL;
        if (*arrived)
            break;
        info->iterations++;
        st = step(a, ctx, mon, &length);
        if (st == ZN_UNSOLVED)
            break;
        if (st)
            return st;
    }
    *arrived = *arrived || (p->brief && last.steps >= LAGGED);
    info->outcome = ZN_STALLED;
    return ZN_OK;
}

zn_status zni_ipm_run(zn_ctx *ctx, zni_ipm_work *k, const zni_ipm *p,
                      double r[], zn_monitor *mon, zn_solve_info *info)
{
    zni_ipm_state a = {.p = p,
                       .least = INFINITY,
                       .octave = zni_even(p->velocity / p->reaction)};
    size_t bytes = (size_t)p->m * sizeof *r;
    zn_status st = ZN_OK;
    bool arrived = false;
    double err;

    zni_ipm_list(&a, k->cones);
    zni_ipm_cut(&a, k);
    err = zni_ipm_enter(&a, r, info);
    if (a.least > p->tol && err < NEAR) {
        zni_ipm_begin_warm(&a, fmax(err, INSIDE));
        st = attempt(&a, ctx, mon, info, &arrived);
    }
    for (int i = 0; i < STARTS && !st && a.least > p->tol && !arrived &&
                    info->outcome == ZN_STALLED;
         i++) {
        zni_ipm_begin(&a, 1, starts[i]);
        st = attempt(&a, ctx, mon, info, &arrived);
    }
    memcpy(r, a.best, bytes);
    if (st)
        return st;
    return a.least <= p->tol ? ZN_OK : ZN_UNSOLVED;
}
