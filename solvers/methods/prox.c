/* prox.c - proximal point method
 * SPDX-License-Identifier: Apache-2.0 */
#include "prox.h"

#include <math.h>
#include <string.h>

#include "../core/monitor.h"

/* Tolerance of the last problems, relative to tol. */
static const double LAST = 0.1;

/* For contacts, relative to the size of M. If redundant contacts oppose each other by a part e of q, loads drift by
 * some e / alpha in each step until one of the contacts opens or slides. Below 1e-12 that happens at once for every e
 * that an error of 1e-12 resolves, and the factors still have digits. Up to WEAK full steps are tried first: a drift
 * ends at the border of a cone, much farther away than a line search of the merit allows with so weak a term. */
static const double LEAST = 1e-12, MOST = 1e3, WEAK = 1e-6;

/* Most problems that are solved before alpha shrinks. */
enum { MOST_WAIT = 64 };

/* Squares of steps that have grown by this are no drift any more. */
static const double GROWN = 1.5;

typedef struct run {
    const zni_proximal *p;
    double *ref, *last, *best; /* n; n, the solution before; z and w of least error */
    double least;
    double alpha;
    zn_index wait, solved; /* problems to be solved before alpha shrinks; of these those that were */
    double t, shortest;    /* of the momentum; square of the shortest step since it began */
} run;

/* The error at z; the best point is kept. */
static double look(run *a, const double z[], double w[])
{
    const zni_proximal *p = a->p;
    const double err = p->measure(p->of, z, w);

    if (err < a->least) {
        a->least = err;
        memcpy(a->best, z, (size_t)p->n * sizeof *z);
        memcpy(a->best + p->n, w, (size_t)p->nw * sizeof *w);
    }
    return err;
}

/* The next alpha, by how the problem ended. A failure keeps its progress, and the next term is stronger; one behind a
 * smaller alpha doubles the problems that are solved before that is tried again. */
static void next(run *a, const zni_proximate *opt, zn_status st, const zn_solve_info *inner)
{
    if (st) {
        a->wait = a->solved == 0 && a->wait < MOST_WAIT ? 2 * a->wait : a->wait;
        a->alpha = fmin(opt->factor * a->alpha, opt->most);
        a->solved = 0;
    } else if (inner->iterations < opt->easy && ++a->solved >= a->wait) {
        a->alpha = fmax(a->alpha / opt->factor, opt->least);
        a->solved = 0;
    }
}

/* Where loads drift they do so for many steps along one direction: z, the solution from ref, is moved on along the last
 * step by Nesterov's momentum (acceleration.h), which begins anew where the steps oppose each other or have grown. */
static void onward(run *a, double z[])
{
    double along = 0, length = 0, b, t;

    for (zn_index i = 0; i < a->p->n; i++) {
        const double step = z[i] - a->ref[i];

        along += step * (z[i] - a->last[i]);
        length += step * step;
    }
    a->shortest = a->t <= 1 ? length : fmin(a->shortest, length);
    if (along < 0 || length > GROWN * a->shortest)
        a->t = 1;
    t = (1 + sqrt(1 + 4 * a->t * a->t)) / 2;
    b = (a->t - 1) / t;
    a->t = t;
    for (zn_index i = 0; i < a->p->n; i++) {
        const double x = z[i];

        z[i] += b * (x - a->last[i]);
        a->last[i] = x;
    }
}

/* Solves the problem with its term; by full steps first where the term is weak. */
static zn_status regular(const run *a, zni_call call, const zni_proximate *opt,
                         double alpha, double tol)
{
    const zni_proximal *p = a->p;
    const bool full = alpha <= opt->weak;
    zn_status st = p->solve(p->of, call, alpha, full, a->ref, tol);
    zn_index before = call.info->iterations;

    if (st != ZN_UNSOLVED || !full || call.info->outcome == ZN_INTERRUPTED ||
        call.info->outcome == ZN_TIME_LIMIT)
        return st;
    memcpy(call.z, a->ref, (size_t)p->n * sizeof *call.z);
    st = p->solve(p->of, call, alpha, false, a->ref, tol);
    call.info->iterations += before;
    return st;
}

zni_proximate zni_proximate_contacts(double scale, zn_index steps)
{
    return (zni_proximate){.alpha = LEAST * scale,
                           .least = LEAST * scale,
                           .most = MOST * scale,
                           .weak = WEAK * scale,
                           .factor = 5,
                           .easy = (steps + 1) / 2,
                           .exact = 0.01};
}

/* The best point, made admissible where the error does not grow by that. */
static void finish(run *a, double tol, double z[], double w[])
{
    const zni_proximal *p = a->p;
    double err;

    if (!(a->least < INFINITY))
        return;
    memcpy(z, a->best, (size_t)p->n * sizeof *z);
    if (p->admit) {
        p->admit(p->of, z);
        err = p->measure(p->of, z, w);
        if (err <= fmax(a->least, tol)) {
            a->least = err;
            return;
        }
        memcpy(z, a->best, (size_t)p->n * sizeof *z);
    }
    memcpy(w, a->best + p->n, (size_t)p->nw * sizeof *w);
}

zn_status zni_proximal_points(zni_call call, const zni_proximal *p,
                              const zni_proximate *opt, double v[])
{
    run a = {.p = p,
             .ref = v,
             .last = v + p->n,
             .best = v + 2 * p->n,
             .least = INFINITY,
             .alpha = opt->alpha,
             .wait = 1,
             .t = 1};
    double err = look(&a, call.z, call.w), mark = err;
    zn_index steps = 0, since = 0;

    call.info->outcome = ZN_ITERATION_LIMIT;
    for (zn_index it = 0; it < opt->max_iter && !(err <= opt->tol); it++) {
        const double tol =
            fmax(LAST * opt->tol, opt->exact * fmin(opt->exact, err));
        zn_solve_info inner = {0};
        zni_call problem = call;
        zn_status st;

        problem.info = &inner;
        if (zni_last(call.mon, it, err, call.info))
            break;
        memcpy(a.ref, call.z, (size_t)p->n * sizeof *call.z);
        if (it == 0)
            memcpy(a.last, call.z, (size_t)p->n * sizeof *call.z);
        const double alpha = a.alpha;
        st = regular(&a, problem, opt, alpha, tol);
        if (st < 0)
            return st;
        steps += inner.iterations;
        next(&a, opt, st, &inner);
        err = look(&a, call.z, call.w);
        if (!st && a.alpha == alpha) {
            onward(&a, call.z);
        } else {
            memcpy(a.last, call.z, (size_t)p->n * sizeof *call.z);
            a.t = 1;
        }
        if (isnan(err)) {
            call.info->outcome = ZN_STALLED;
            break;
        }
        if (a.least <= mark / 2) {
            mark = a.least;
            since = it;
        } else if (opt->idle > 0 && it - since >= opt->idle) {
            call.info->outcome = ZN_STALLED;
            break;
        }
        if (inner.outcome == ZN_TIME_LIMIT) {
            call.info->outcome = ZN_TIME_LIMIT;
            break;
        }
    }
    call.info->iterations = steps;
    finish(&a, opt->tol, call.z, call.w);
    return zni_ended(a.least, opt->tol, call.info);
}
