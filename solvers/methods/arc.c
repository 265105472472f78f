/* arc.c - a path of solutions, followed by arc length
 * SPDX-License-Identifier: Apache-2.0 */
#include "arc.h"

#include <math.h>
#include <string.h>

#include "../core/monitor.h"

/* Newton steps to the first point of the path, increases of tau in search of it, Newton steps back to the path after a
 * step along it, and halvings of a Newton step. */
enum { FIRST = 40, HIGHER = 3, BACK = 8, HALVINGS = 12 };

/* The step length along the path: the first, the longest and the least. It grows after at most EASY Newton steps back
 * to the path, and shrinks after HARD or more. tau is a logarithm: 3 is a factor of 20. */
static const double STEP = 0.5, LONGEST = 3, LEAST = 1e-9;
enum { EASY = 3, HARD = 6 };

/* A point is near enough to the path at this part of the error that is left. */
static const double EXACT = 1e-4;

/* The path is given up where tau is larger than at the start by this. */
static const double ABOVE = 7;

typedef struct run {
    const zni_curve *f;
    const zni_following *opt;
    zn_monitor *mon;
    zn_solve_info *info;
    double *x, *phi, *d, *tx, *xn, *a, *b, *best; /* n each */
    double tau, tn, tt; /* tau of the point, of the next point and of the tangent */
    double h, kink; /* the step length, and that before a kink shortened it */
    double err, least;
    int sign, first;    /* sign of the determinant here and at the start    */
    int back;           /* Newton steps back to the path after the last step */
} run;

static double near(const run *a)
{
    return EXACT * fmax(a->err, 0.1 * a->opt->tol) * a->opt->unit;
}

/* Factorises at (x, tau): d and the sign of the determinant, b = -A^-1 d and a = -A^-1 phi. Counts an iteration. */
static zn_status linearise(run *r, const double x[], double tau, int *sign)
{
    const zni_curve *f = r->f;
    zn_status st;

    if (!zni_goes_on(r->mon, r->opt->max_iter, r->err, f->affords, f->of, r->info))
        return ZN_UNSOLVED;
    r->info->iterations++;
    st = f->factor(f->of, x, tau, r->d, sign);
    if (st)
        return st;
    for (zn_index i = 0; i < f->n; i++) {
        r->a[i] = -r->phi[i];
        r->b[i] = -r->d[i];
    }
    f->solve(f->of, r->a);
    f->solve(f->of, r->b);
    return ZN_OK;
}

/* The error at x, which is kept if it is the best. */
static void measure(run *r)
{
    const zni_curve *f = r->f;

    r->err = f->error(f->of, r->x);
    zni_note_best(r->err, &r->least, f->n, r->x, r->best);
}

/* ---- the first point --------------------------------------------------------------- */

/* Newton's method for a fixed tau; ZN_ESINGULAR: it does not converge. */
static zn_status begin(run *r)
{
    const zni_curve *f = r->f;
    double m = f->value(f->of, r->x, r->tau, r->phi);

    for (int k = 0; !(m <= near(r)); k++) {
        double t = 1, mn = INFINITY;
        zn_status st;

        if (k == FIRST)
            return ZN_ESINGULAR;
        st = linearise(r, r->x, r->tau, &r->sign);
        if (st)
            return st;
        for (int l = 0; l < HALVINGS && !(mn < (1 - 1e-4 * t) * m); l++) {
            t = l > 0 ? t / 2 : 1;
            for (zn_index i = 0; i < f->n; i++)
                r->xn[i] = r->x[i] + t * r->a[i];
            mn = f->value(f->of, r->xn, r->tau, r->phi);
        }
        if (!(mn < m))
            return ZN_ESINGULAR;
        memcpy(r->x, r->xn, (size_t)f->n * sizeof *r->x);
        m = mn;
    }
    return linearise(r, r->x, r->tau, &r->sign);
}

/* The first point of the path, with a larger tau where Newton's method fails. It begins at the best x. */
static zn_status enter(run *r)
{
    zn_status st = ZN_ESINGULAR;

    r->tau = r->opt->from;
    for (int k = 0; k <= HIGHER && st == ZN_ESINGULAR; k++) {
        memcpy(r->x, r->best, (size_t)r->f->n * sizeof *r->x);
        st = begin(r);
        r->tau += st == ZN_ESINGULAR ? log(10) : 0;
    }
    r->first = r->sign;
    return st;
}

/* ---- along the path ------------------------------------------------------------------ */

/* The tangent of length 1, by the factors at x. */
static void tangent(run *r)
{
    const zni_curve *f = r->f;
    const double s = r->sign == r->first ? -1 : 1;
    const double length = sqrt(f->dot(f->of, r->b, r->b) + 1);

    for (zn_index i = 0; i < f->n; i++)
        r->tx[i] = s * r->b[i] / length;
    r->tt = s / length;
}

/* From the end of the tangent back to the path, orthogonally to the tangent. ZN_ESINGULAR: Newton's method does not
 * converge, as the step was too long. */
static zn_status back(run *r, int *sign)
{
    const zni_curve *f = r->f;
    double least = INFINITY;

    for (zn_index i = 0; i < f->n; i++)
        r->xn[i] = r->x[i] + r->h * r->tx[i];
    r->tn = r->tau + r->h * r->tt;
    for (r->back = 0; r->back <= BACK; r->back++) {
        const double m = f->value(f->of, r->xn, r->tn, r->phi);
        double den, dt;
        zn_status st;

        if (!(m < 2 * least))
            return ZN_ESINGULAR;
        least = fmin(m, least);
        st = linearise(r, r->xn, r->tn, sign);
        if (st || m <= near(r))
            return st;
        den = f->dot(f->of, r->tx, r->b) + r->tt;
        dt = -f->dot(f->of, r->tx, r->a) / den;
        if (!(fabs(dt) <= 5 * r->h + 1e-6))
            return ZN_ESINGULAR;
        for (zn_index i = 0; i < f->n; i++)
            r->xn[i] += r->a[i] + dt * r->b[i];
        r->tn += dt;
    }
    return ZN_ESINGULAR;
}

/* One step along the path, shortened until it succeeds. ZN_ESINGULAR: none does. */
static zn_status advance(run *r)
{
    const double whole = r->h;
    int sign = 0;
    zn_status st = ZN_ESINGULAR;

    tangent(r);
    while (r->h >= LEAST) {
        st = back(r, &sign);
        if (st != ZN_ESINGULAR)
            break;
        r->h /= 4;
    }
    if (st)
        return st;
    memcpy(r->x, r->xn, (size_t)r->f->n * sizeof *r->x);
    r->tau = r->tn;
    measure(r);
    if (sign != r->sign)
        r->h = fmax(r->h, r->kink / 4);
    r->sign = sign;
    if (r->h == whole)
        r->kink = whole;
    if (r->back <= EASY)
        r->h = fmin((r->back <= 1 ? 4 : 2) * r->h, LONGEST);
    else if (r->back >= HARD)
        r->h *= 0.7;
    return r->tau > r->opt->from + ABOVE ? ZN_ESINGULAR : ZN_OK;
}

zn_status zni_follow(const zni_curve *f, const zni_following *opt, double v[],
                     double x[], zn_monitor *mon, zn_solve_info *info)
{
    const zn_index n = f->n;
    run r = {.f = f,
             .opt = opt,
             .mon = mon,
             .info = info,
             .x = x,
             .phi = v,
             .d = v + n,
             .tx = v + 2 * n,
             .xn = v + 3 * n,
             .a = v + 4 * n,
             .b = v + 5 * n,
             .best = v + 6 * n,
             .h = STEP,
             .least = INFINITY};
    zn_status st = ZN_OK;

    info->iterations = 0;
    measure(&r);
    if (!(r.least <= opt->tol))
        st = enter(&r);
    while (!st && !(r.least <= opt->tol))
        st = advance(&r);
    if (st == ZN_ESINGULAR)
        info->outcome = ZN_STALLED;
    memcpy(x, r.best, (size_t)n * sizeof *x);
    if (st < 0 && st != ZN_ESINGULAR)
        return st;
    return zni_ended(r.least, opt->tol, info);
}
