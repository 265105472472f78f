/* newton.c - damped Newton's method on a semismooth equation
 * SPDX-License-Identifier: Apache-2.0 */
#include "newton.h"

#include <math.h>
#include <string.h>

#include "../core/monitor.h"

/* USUAL: merits that count by default, MEMORY: at most; RESCUES: how often sweeps may replace a step; BRACKETS: trials
 * before Goldstein's interval counts as too small. */
enum { USUAL = 6, MEMORY = 8, RESCUES = 10, BRACKETS = 24 };

/* Parts of the decrease that the slope promises: Armijo's line, and Goldstein's other line. */
static const double ENOUGH = 1e-4, STEEP = 0.9;

/* Gain of one digit of the merit. */
static const double TENTH = 0.1;

typedef struct run {
    const zni_semismooth *f;
    const zni_damping *opt;
    zn_monitor *mon;
    double *z, *w; /* the iterate                 */
    double *zt, *wt, *d, *md, *best;
    double least; /* error of best               */
    double merits[MEMORY];
    zn_index nmerit;
    double lowest, asked; /* the least merit so far, and that required after `steps` */
    zn_index steps;
    bool given_up;       /* the merit is too slow: no further step */
} run;

/* the error at the iterate; the best is kept */
static double note(run *a)
{
    const double err = a->f->error(a->f->of, a->z, a->w);

    zni_note_best(err, &a->least, a->f->n, a->z, a->best);
    return err;
}

/* Takes the merit m at the iterate: is the least merit above what is required after so many steps? */
static bool behind(run *a, double m)
{
    const zn_index every = a->opt->digit;

    a->lowest = a->steps == 0 ? m : fmin(a->lowest, m);
    if (a->steps == 0)
        a->asked = m;
    else if (every > 0 && a->steps % every == 0)
        a->asked *= TENTH;
    a->steps++;
    return a->lowest > a->asked;
}

/* The trial point zt, wt at t along d. */
static zn_status move(run *a, double t, double *slope)
{
    *slope *= t;
    if (a->f->go)
        return a->f->go(a->f->of, t, a->z, a->d, a->zt, a->wt, slope);
    for (zn_index i = 0; i < a->f->n; i++) {
        a->zt[i] = a->z[i] + t * a->d[i];
        a->wt[i] = a->w[i] + t * a->md[i];
    }
    return ZN_OK;
}

/* A step of 1, 1/2, 1/4 ... along d; ZN_UNSOLVED: none is accepted. */
static zn_status armijo(run *a, double m, double slope, int halvings)
{
    const zn_index memory = a->opt->memory > 0 ? a->opt->memory : USUAL,
                   kept = a->nmerit < memory ? a->nmerit : memory;
    double top = m, t = 1;

    for (zn_index i = 1; i <= kept; i++)
        top = fmax(top, a->merits[(a->nmerit - i) % MEMORY]);
    for (int half = 0; half < halvings && !zni_late(a->mon); half++, t /= 2) {
        double falls = slope, mt;
        zn_status st = move(a, t, &falls);

        if (st < 0)
            return st;
        if (st)
            continue;
        if (a->opt->search == ZNI_FULL_STEP)
            return ZN_OK;
        mt = a->f->merit(a->f->of, a->zt, a->wt);
        if (mt <= m / 4 || (falls < 0 && mt <= top + ENOUGH * falls))
            return ZN_OK;
    }
    return ZN_UNSOLVED;
}

static zn_status goldstein(run *a, double m, double slope)
{
    double lo = 0, hi = INFINITY, t = 1;

    for (int i = 0; i < BRACKETS && !zni_late(a->mon); i++) {
        double mt = INFINITY, falls = slope;
        zn_status st = move(a, t, &falls);

        if (st < 0)
            return st;
        if (!st)
            mt = a->f->merit(a->f->of, a->zt, a->wt);
        if (!(mt <= m + ENOUGH * falls))
            hi = t;
        else if (mt < m + STEEP * falls)
            lo = t;
        else
            return ZN_OK;
        t = isinf(hi) ? 10 * lo : (lo + hi) / 2;
    }
    /* a merit below both lines is a descent as well */
    if (!(lo > 0) || move(a, lo, &slope))
        return ZN_UNSOLVED;
    return a->f->merit(a->f->of, a->zt, a->wt) < m ? ZN_OK : ZN_UNSOLVED;
}

static zn_status search(run *a, double m, double slope, int halvings)
{
    if (!a->f->go)
        a->f->mul(a->f->of, a->d, a->md);
    return a->opt->search == ZNI_GOLDSTEIN ? goldstein(a, m, slope)
                                           : armijo(a, m, slope, halvings);
}

/* The next point zt, wt along the first direction that has an accepted step. */
static zn_status step(run *a)
{
    const zni_semismooth *f = a->f;
    double m, slope;
    zn_status st = f->linearise(f->of, a->z, a->w, &m);

    if (st)
        return st;
    a->given_up = behind(a, m);
    if (a->given_up)
        return ZN_UNSOLVED;
    a->merits[a->nmerit++ % MEMORY] = m;
    st = ZN_UNSOLVED;
    for (int k = 0; k < f->directions && st; k++) {
        const bool last = k + 1 == f->directions;

        st = f->direction(f->of, k, a->z, a->w, a->d, &slope);
        if (!st)
            st = search(a, m, slope, last ? a->opt->halvings : a->opt->soon);
        if (st < 0 && st != ZN_ESINGULAR)
            return st;
    }
    return st ? ZN_UNSOLVED : ZN_OK;
}

/* Sweeps from the best point; ZN_UNSOLVED: the owner has none. */
static zn_status rescue(run *a, zn_monitor *mon)
{
    zn_status st;

    if (!a->f->rescue)
        return ZN_UNSOLVED;
    memcpy(a->zt, a->best, (size_t)a->f->n * sizeof *a->zt);
    a->nmerit = 0;
    st = a->f->rescue(a->f->of, a->zt, a->wt, mon);
    return st < 0 ? st : ZN_OK;
}

/* The best point, made admissible where the error does not grow by that: Newton's point may be outside by rounding. */
static zn_status finish(run *a)
{
    const zni_semismooth *f = a->f;
    const size_t bytes = (size_t)f->n * sizeof *a->z;
    zn_status st;

    memcpy(a->z, a->best, bytes);
    if (f->admit) {
        f->admit(f->of, a->z);
        st = f->evaluate(f->of, a->z, a->w);
        if (st < 0 ||
            f->error(f->of, a->z, a->w) <= fmax(a->least, a->opt->tol))
            return st;
        memcpy(a->z, a->best, bytes);
    }
    st = f->evaluate(f->of, a->z, a->w);
    return st < 0 ? st : ZN_OK;
}

/* One more step, and the error there. ZN_UNSOLVED: no step, or no number; the outcome says why. */
static zn_status advance(run *a, zn_index *rescues, double *err,
                         zn_monitor *mon, zn_solve_info *info)
{
    const zni_semismooth *f = a->f;
    const size_t bytes = (size_t)f->n * sizeof *a->z;
    zn_status st = f->affords ? f->affords(f->of, mon) : ZN_OK;

    info->outcome = ZN_TIME_LIMIT;
    if (st)
        return st;
    info->outcome = ZN_STALLED;
    st = step(a);
    if (st > 0 && !a->given_up && !zni_over(mon, &info->outcome))
        st = (*rescues)++ < RESCUES ? rescue(a, mon) : ZN_UNSOLVED;
    if (st)
        return st;
    memcpy(a->z, a->zt, bytes);
    if (f->go)
        memcpy(a->w, a->wt, bytes);
    else
        st = f->evaluate(f->of, a->z, a->w);
    *err = note(a);
    if (st < 0)
        return st;
    info->outcome = isnan(*err) ? ZN_STALLED : ZN_ITERATION_LIMIT;
    return isnan(*err) ? ZN_UNSOLVED : ZN_OK;
}

zn_status zni_damped_newton(const zni_semismooth *f, const zni_damping *opt,
                            double v[], double z[], double w[], zn_monitor *mon,
                            zn_solve_info *info)
{
    const size_t bytes = (size_t)f->n * sizeof *z;
    zn_index rescues = 0;
    zn_status st = ZN_OK;
    run a = {.f = f,
             .opt = opt,
             .mon = mon,
             .z = z,
             .w = w,
             .zt = v,
             .wt = v + f->n,
             .d = v + 2 * f->n,
             .md = v + 3 * f->n,
             .best = v + 4 * f->n,
             .least = INFINITY};
    double err;

    memcpy(a.best, z, bytes);
    err = note(&a);
    info->iterations = opt->first;
    for (; !(a.least <= opt->tol) && zni_goes_on(mon, opt->max_iter, err, NULL, NULL, info);
         info->iterations++) {
        st = advance(&a, &rescues, &err, mon, info);
        if (st < 0)
            return st;
        if (st)
            break;
    }
    st = finish(&a);
    if (st)
        return st;
    return zni_ended(a.least, opt->tol, info);
}
