/* admm.c - alternating direction method of multipliers
 * SPDX-License-Identifier: Apache-2.0 */
#include "admm.h"

#include <math.h>
#include <string.h>

#include "../core/monitor.h"

/* rho balances the two residuals, the dual one divided by rho, so that both have the length of s in any units (He, Yang
 * & Wang, J. Optim. Theory Appl. 106, 2000),
 *     rho <- rho sqrt(||c~ - s|| / ||ds||),
 * or each of them relative to its own terms (Wohlberg, arXiv:1704.06209),
 *     rho <- rho sqrt(||c~ - s|| / ||ds|| ||y|| / ||s||),
 * whichever changes rho less, and only if both change it in the same direction. The first rule alone takes twice the
 * iterations on quadratic programs of low rank, the second four times on contacts of capsules. The primal residual is
 * the change of y, with c~ of the relaxed step: c itself stays (theta - 1) / theta of ds away from s where no
 * constraint is active, so that a rho that is far too large would look good. A change by less than WORTH is not worth
 * new factors; MORE is the largest. rho is reconsidered at iterations FIRST, 2 FIRST, 4 FIRST, ...: in the end it stays
 * constant, as convergence needs. */
enum { FIRST = 20 };
static const double WORTH = 2, MORE = 10;

typedef struct run {
    const zni_split *f;
    const zni_alternation *opt;
    double rho;
    double *c, *s, *y, *old; /* n each                                      */
    double *best;            /* z and w of least error                      */
    double least;
    double primal, dual; /* ||c~ - s||, ||s - old||                         */
    double size, force;  /* ||s||, ||y||                                    */
} run;

static void keep(run *a, double err, const double z[], const double w[])
{
    if (!(err < a->least))
        return;
    a->least = err;
    memcpy(a->best, z, (size_t)a->f->nz * sizeof *z);
    memcpy(a->best + a->f->nz, w, (size_t)a->f->nw * sizeof *w);
}

static zn_status iterate(run *a)
{
    const zni_split *f = a->f;
    const double theta = a->opt->theta;
    zn_status st;

    f->minimise(f->of, a->rho, a->s, a->y, a->c);
    for (zn_index i = 0; i < f->n; i++) {
        a->old[i] = a->s[i];
        a->y[i] += theta * a->c[i] + (1 - theta) * a->s[i];
        a->s[i] = a->y[i];
    }
    st = f->project(f->of, a->s);
    a->primal = a->dual = a->size = a->force = 0;
    for (zn_index i = 0; i < f->n; i++) {
        const double k = f->weight ? f->weight[i] : 1;
        const double apart = k * (theta * a->c[i] + (1 - theta) * a->old[i] - a->s[i]);
        const double moved = k * (a->s[i] - a->old[i]);

        a->y[i] -= a->s[i];
        a->primal += apart * apart;
        a->dual += moved * moved;
        a->size += k * a->s[i] * k * a->s[i];
        a->force += k * a->y[i] * k * a->y[i];
    }
    a->primal = sqrt(a->primal);
    a->dual = sqrt(a->dual);
    a->size = sqrt(a->size);
    a->force = sqrt(a->force);
    return st;
}

/* Changes rho where that is worth new factors; the multiplier stays. */
static zn_status balance(run *a, zn_ctx *ctx)
{
    double by, relative, rho;

    if (!(a->primal > 0 || a->dual > 0))
        return ZN_OK;
    by = a->primal / a->dual;
    relative = by * a->force / a->size;
    by = by > 1 ? fmax(1, fmin(by, relative)) : fmin(1, fmax(by, relative));
    by = fmax(1 / MORE, fmin(MORE, sqrt(by)));
    rho = fmax(a->opt->least, fmin(a->opt->most, by * a->rho));
    by = rho / a->rho;
    if (by < WORTH && by > 1 / WORTH)
        return ZN_OK;
    a->rho = rho;
    for (zn_index i = 0; i < a->f->n; i++)
        a->y[i] /= by;
    return a->f->factor(a->f->of, ctx, rho);
}

static bool late(const zni_split *f, const zn_monitor *mon)
{
    return f->affords && !f->affords(f->of, mon);
}

static zn_status iterations(run *a, zni_call call, double err)
{
    const zni_split *f = a->f;
    zn_index since = 0, next = FIRST;
    zn_status st = ZN_OK;

    while (!(a->least <= a->opt->tol) &&
           zni_goes_on(call.mon, a->opt->max_iter, err, NULL, NULL, call.info)) {
        bool turn;

        st = iterate(a);
        if (st)
            break;
        call.info->iterations++;
        since++;
        turn =
            f->turn && f->turn(f->of, a->rho,
                               fmax(a->primal, a->dual) / a->size, a->s, a->y);
        if (turn || since >= a->opt->every || call.info->iterations == a->opt->max_iter) {
            err = f->measure(f->of, a->rho, a->s, a->y, call.z, call.w);
            keep(a, err, call.z, call.w);
            since = 0;
            if (isnan(err)) {
                call.info->outcome = ZN_STALLED;
                break;
            }
        }
        if (call.info->iterations < next || a->opt->fixed)
            continue;
        next *= 2;
        if (!late(f, call.mon))
            st = balance(a, call.ctx);
        if (st)
            break;
    }
    return st;
}

zn_status zni_alternate(zni_call call, const zni_split *f, const zni_alternation *opt, double v[],
                        double *rho)
{
    run a = {.f = f,
             .opt = opt,
             .rho = opt->rho,
             .c = v,
             .s = v + f->n,
             .y = v + 2 * f->n,
             .old = v + 3 * f->n,
             .best = v + 4 * f->n,
             .least = INFINITY};
    double err;
    zn_status st = f->begin(f->of, a.rho, call.z, call.w, a.s, a.y, &err);

    if (st)
        return st;
    keep(&a, err, call.z, call.w);
    call.info->iterations = 0;
    call.info->outcome = ZN_ITERATION_LIMIT;
    if (!(a.least <= opt->tol)) {
        if (late(f, call.mon)) {
            call.info->outcome = ZN_TIME_LIMIT;
            return ZN_UNSOLVED;
        }
        st = f->factor(f->of, call.ctx, a.rho);
        if (st)
            return st;
        st = iterations(&a, call, err);
    }
    if (rho)
        *rho = a.rho;
    if (st < 0 && st != ZN_ESINGULAR)
        return st;
    if (st)
        call.info->outcome = ZN_STALLED;
    if (a.least < INFINITY) {
        memcpy(call.z, a.best, (size_t)f->nz * sizeof *call.z);
        memcpy(call.w, a.best + f->nz, (size_t)f->nw * sizeof *call.w);
    }
    return zni_ended(a.least, opt->tol, call.info);
}
