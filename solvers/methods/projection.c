/* projection.c - fixed point, extragradient, hyperplane and spectral methods with adaptive steps
 * SPDX-License-Identifier: Apache-2.0 */
#include "projection.h"

#include <math.h>
#include <string.h>

#include "../core/monitor.h"
#include "../linalg/small.h"

/* y = P(z - rho F(z)) is the prediction. The fixed-point method moves to y; it converges for co-coercive F (Han & Sun,
 * Comput. Math. Appl. 47, 2004). Extragradient moves to P(z - rho F(y)), which converges for monotone F (Korpelevich
 * 1976; Khobotov, USSR Comput. Math. 27, 1987). With d = z - y, g = F(z) - F(y) a step is accepted when its ratio is at
 * most L:
 *     armijo   rho ||g|| / ||d||       (Khobotov)
 *     solodov  rho d'g / ||d||^2       (Solodov & Tseng, SIAM J. Control 34, 1996)
 *     han-sun  rho ||g||^2 / d'g
 * Otherwise rho is multiplied by tau min(1, 1 / ratio) and the step is repeated (He & Liao, J. Optim. Theory Appl. 112,
 * 2002). After a ratio below L_min the next step is longer.
 *
 * Hyperplane (Solodov & Tseng 1996; He, Appl. Math. Optim. 35, 1997): with e = d - rho g every solution v of a
 * pseudomonotone problem has e'(v - y) <= 0. The plane through y with normal e separates z from all of them if e'd > 0,
 * which Armijo's ratio ensures. z moves gamma times its distance across the plane, and is projected on X. (The plane
 * with normal F(y) of Solodov & Svaiter 1999 was tried: where F is not zero at the solution its steps shrink as
 * ||d||^2, and the projection on X afterwards gains nothing.)
 *
 * Spectral (Birgin, Martinez & Raydan, SIAM J. Optim. 10, 2000), for the gradient F of a quadratic: the direction is d
 * = y - z with the step length rho = d'd / d'(F(z + d) - F(z)) of Barzilai & Borwein from the last d. The full step is
 * accepted against the largest of the last objective values (Grippo, Lampariello & Lucidi 1986); otherwise it is cut to
 * the minimiser along d, which has a closed form. */

enum { SHORTER = 150, MEMORY = 10 };

typedef struct run {
    const zni_inequality *p;
    const zni_projection *opt;
    double *z, *w;  /* iterate and F there    */
    double *y, *Fy; /* prediction             */
    double *x, *Fx; /* corrected              */
    double *best, *work;
    double least; /* error of best          */
    double value, values[MEMORY]; /* spectral: objective minus that of the start, and its last values */
    zn_index nvalues;
} run;

/* The error at the iterate, which is kept if it is the best. */
static double measure(run *a)
{
    double err = a->p->error(a->p->of, a->z, a->w, a->work);

    zni_note_best(err, &a->least, a->p->n, a->z, a->best);
    return err;
}

/* Projects x on X, and evaluates F there. */
static zn_status arrive(const run *a, double x[], double F[])
{
    zn_status st = a->p->project(a->p->of, x);

    return st ? st : a->p->map(a->p->of, x, F);
}

static double ratio(const run *a, double rho)
{
    double dd = 0, gg = 0, dg = 0;

    for (zn_index i = 0; i < a->p->n; i++) {
        double d = a->z[i] - a->y[i], g = a->w[i] - a->Fy[i];

        dd += d * d;
        gg += g * g;
        dg += d * g;
    }
    if (gg == 0 || dd == 0)
        return 0;
    if (a->opt->rule == 0)
        return rho * sqrt(gg / dd);
    if (a->opt->rule == 1)
        return rho * dg / dd;
    return dg > 0 ? rho * gg / dg : INFINITY;
}

/* y and F(y) with an accepted step length; ZN_UNSOLVED: there is none. */
static zn_status predict(run *a, double *rho, double *r)
{
    for (int i = 0; i < SHORTER; i++) {
        zn_status st;

        for (zn_index j = 0; j < a->p->n; j++)
            a->y[j] = a->z[j] - *rho * a->w[j];
        st = arrive(a, a->y, a->Fy);
        if (st < 0)
            return st;
        *r = st ? 1 : ratio(a, *rho);
        if (!st && *r <= a->opt->L)
            return ZN_OK;
        *rho *= a->opt->tau * (isfinite(*r) ? fmin(1, 1 / *r) : 1);
    }
    return ZN_UNSOLVED;
}

/* x and F(x) across the hyperplane, whose normal replaces y; a shorter move where F is not defined. */
static zn_status cross(run *a, double rho)
{
    double ed = 0, ee = 0, t;

    for (zn_index i = 0; i < a->p->n; i++) {
        double d = a->z[i] - a->y[i], e = d - rho * (a->w[i] - a->Fy[i]);

        a->y[i] = e;
        ed += e * d;
        ee += e * e;
    }
    if (!(ee > 0))
        return ZN_UNSOLVED;
    t = a->opt->gamma * ed / ee;
    for (int k = 0; k < SHORTER; k++, t *= a->opt->tau) {
        zn_status st;

        for (zn_index i = 0; i < a->p->n; i++)
            a->x[i] = a->z[i] - t * a->y[i];
        st = arrive(a, a->x, a->Fx);
        if (st <= 0)
            return st;
    }
    return ZN_UNSOLVED;
}

/* x and F(x) by a step with F at the prediction. */
static zn_status extra(run *a, double rho)
{
    for (zn_index i = 0; i < a->p->n; i++)
        a->x[i] = a->z[i] - rho * a->Fy[i];
    return arrive(a, a->x, a->Fx);
}

static zn_status spectral(run *a, double *rho)
{
    const zn_index n = a->p->n;
    double slope = 0, curve = 0, dd = 0, top = a->value, t = 1;
    zn_status st;

    for (zn_index i = 0; i < n; i++)
        a->y[i] = a->z[i] - *rho * a->w[i];
    st = arrive(a, a->y, a->Fy);
    if (st)
        return st;
    for (zn_index i = 0; i < n; i++) {
        const double d = a->y[i] - a->z[i];

        slope += a->w[i] * d;
        curve += (a->Fy[i] - a->w[i]) * d;
        dd += d * d;
    }
    if (!(slope < 0))
        return ZN_UNSOLVED;
    a->values[a->nvalues++ % MEMORY] = top;
    for (zn_index i = 0; i < a->nvalues && i < MEMORY; i++)
        top = fmax(top, a->values[i]);
    if (a->value + slope + 0.5 * curve > top + 1e-4 * slope)
        t = fmin(1, -slope / curve);
    for (zn_index i = 0; i < n; i++) {
        a->z[i] = t == 1 ? a->y[i] : a->z[i] + t * (a->y[i] - a->z[i]);
        a->w[i] = t == 1 ? a->Fy[i] : a->w[i] + t * (a->Fy[i] - a->w[i]);
    }
    a->value += t * slope + 0.5 * t * t * curve;
    *rho = fmin(curve > 0 ? fmax(dd / curve, 1e-12) : *rho * 10, 1e12);
    return isfinite(a->value) ? ZN_OK : ZN_UNSOLVED;
}

/* One step; ZN_UNSOLVED: none is possible. */
static zn_status step(run *a, double *rho)
{
    size_t bytes = (size_t)a->p->n * sizeof *a->z;
    const double *to = a->x, *Fto = a->Fx;
    double r = 0;
    zn_status st;

    if (a->opt->kind == ZNI_SPECTRAL)
        return spectral(a, rho);
    st = predict(a, rho, &r);
    if (st)
        return st;
    if (a->opt->kind == ZNI_HYPERPLANE)
        st = cross(a, *rho);
    else if (a->opt->kind == ZNI_EXTRAGRADIENT)
        st = extra(a, *rho);
    if (st < 0 || (st && a->opt->kind == ZNI_HYPERPLANE))
        return st;
    if (st || a->opt->kind == ZNI_FIXED_POINT) {
        to = a->y;
        Fto = a->Fy;
    }
    st = memcmp(to, a->z, bytes) == 0 ? ZN_UNSOLVED : ZN_OK;
    memcpy(a->z, to, bytes);
    memcpy(a->w, Fto, bytes);
    if (r < a->opt->L_min)
        *rho /= a->opt->tau;
    if (a->opt->longest > 0)
        *rho = fmin(*rho, a->opt->longest);
    return st;
}

zn_status zni_projections(zni_call call, const zni_inequality *p, const zni_projection *opt,
                          double v[])
{
    zn_index n = p->n;
    double rho = opt->rho, err;
    zn_status st;
    run a = {.p = p,
             .opt = opt,
             .z = call.z,
             .w = call.w,
             .y = v,
             .Fy = v + n,
             .x = v + 2 * n,
             .Fx = v + 3 * n,
             .best = v + 4 * n,
             .work = v + 5 * n,
             .least = INFINITY};

    st = arrive(&a, call.z, call.w);
    if (st)
        return st < 0 ? zn_note(call.ctx, st, "F at the start")
                      : zn_fail(call.ctx, ZN_EDOM, "F is not defined at the start");
    memcpy(a.best, call.z, (size_t)n * sizeof *call.z);
    err = measure(&a);
    if (opt->kind == ZNI_SPECTRAL)
        rho = 1 / fmax(zni_norm(n, call.w), 1e-8);
    call.info->iterations = 0;
    while (!(err <= opt->tol) && zni_goes_on(call.mon, opt->max_iter, err, NULL, NULL, call.info)) {
        call.info->outcome = ZN_STALLED;
        st = step(&a, &rho);
        if (st < 0)
            return st;
        if (st)
            break;
        err = measure(&a);
        if (isnan(err))
            break;
        call.info->iterations++;
    }
    memcpy(call.z, a.best, (size_t)n * sizeof *call.z);
    st = p->map(p->of, call.z, call.w);
    if (st < 0)
        return st;
    return zni_ended(a.least, opt->tol, call.info);
}

zn_status zni_projecting_reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    zni_projecting *s = state;

    (void)nnz;
    return zn_grow(ctx, &s->v, &s->cap_v, (ZNI_PROJECTED + 2) * n, sizeof *s->v);
}

void zni_projecting_fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((zni_projecting *)state)->v);
}
