/* prox.c - proximal points
 * SPDX-License-Identifier: Apache-2.0 */
#include "prox.h"

#include <math.h>
#include <string.h>

/* of tol: how exactly the last problems are solved */
static const double LAST = 0.1;

typedef struct run {
    const zni_proximal *p;
    double *ref, *best; /* n; z and w of least error */
    double least;
} run;

/* the error at z; the best is kept */
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

/* alpha after a problem that ended so */
static double next(const zni_proximate *opt, double alpha, zn_status st,
                   const zn_solve_info *inner)
{
    /* what was gained is kept, with a stronger term */
    if (st)
        return fmin(opt->factor * alpha, opt->most);
    return inner->iterations < opt->easy
               ? fmax(alpha / opt->factor, opt->least)
               : alpha;
}

zn_status zni_proximal_points(const zni_proximal *p, const zni_proximate *opt,
                              double v[], double z[], double w[],
                              zn_monitor *mon, zn_solve_info *info)
{
    run a = {.p = p, .ref = v, .best = v + p->n, .least = INFINITY};
    double alpha = opt->alpha, err = look(&a, z, w), mark = err;
    zn_index steps = 0, since = 0;

    info->outcome = ZN_ITERATION_LIMIT;
    for (zn_index it = 0; it < opt->max_iter && !(err <= opt->tol); it++) {
        const double tol =
            fmax(LAST * opt->tol, opt->exact * fmin(opt->exact, err));
        zn_solve_info inner = {0};
        zn_status st;

        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        memcpy(a.ref, z, (size_t)p->n * sizeof *z);
        st = p->solve(p->of, alpha, a.ref, tol, z, w, mon, &inner);
        if (st < 0)
            return st;
        steps += inner.iterations;
        alpha = next(opt, alpha, st, &inner);
        err = look(&a, z, w);
        if (isnan(err)) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (a.least <= mark / 2) {
            mark = a.least;
            since = it;
        } else if (opt->idle > 0 && it - since >= opt->idle) {
            info->outcome = ZN_STALLED;
            break;
        }
        if (inner.outcome == ZN_TIME_LIMIT) {
            info->outcome = ZN_TIME_LIMIT;
            break;
        }
    }
    info->iterations = steps;
    if (a.least < INFINITY) {
        memcpy(z, a.best, (size_t)p->n * sizeof *z);
        memcpy(w, a.best + p->n, (size_t)p->nw * sizeof *w);
    }
    if (a.least <= opt->tol)
        info->outcome = ZN_SOLVED;
    return a.least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
