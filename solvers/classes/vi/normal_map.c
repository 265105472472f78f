/* normal_map.c - variational inequalities on any set by Newton's method on the normal map
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../../core/monitor.h"
#include "../../linalg/small.h"
#include "../../methods/newton.h"
#include "../../methods/prox.h"

/* Robinson, Math. Oper. Res. 17 (1992): z = P(x) is a solution where
 *     N(x) = F(P(x)) + x - P(x) = 0,
 * an equation on the whole space that evaluates F in X only. Its Jacobian is taken by finite differences of F and P
 * together, so nothing has to be known of either (Newton's method with such matrices: Facchinei & Pang, Finite-
 * Dimensional Variational Inequalities, 2003, ch. 8). The line search decreases ||N|| along Newton's direction or
 * that of Levenberg and Marquardt (../../methods/newton.c). Since the Jacobian J may be singular, where F is flat or
 * steep, F has a term c (z - y): proximal points (../../methods/prox.c), which converge for a monotone F. F is in its
 * own unit, and z is taken to be of ordinary size near 1. */

/* c: its first value, which is nearly nothing, its limits, and the factor by which it grows */
static const double FIRST = 1e-9, LEAST = 1e-12, MOST = 1e4, MORE = 100;

/* limits: proximal points, those in a row that gain nothing, Newton steps of each, halvings of a step, and halvings
 * along the first direction, where it shows soon whether it is good */
enum { POINTS = 60, IDLE = 12, STEPS = 60, HALVINGS = 30, SOON = 12 };

enum { VECTORS = ZNI_DAMPED + ZNI_PROXIMATED(1, 1) + 8 };

typedef struct run {
    zn_ctx *ctx;
    zni_normal_map *s;
    const zn_vi *p;
    const zn_monitor *mon;
    double c;                         /* of the proximal term  */
    const double *y;                  /* its centre            */
    double scale;                     /* of the error measure  */
    double *x, *N, *z, *F, *d, *work; /* n each, work 2 n      */
} run;

/* z = P(x), F(z) with the proximal term, N(x) */
static zn_status value(const run *a, const double x[], double z[], double F[], double N[])
{
    const zn_index n = a->p->n;
    zn_status st;

    memcpy(z, x, (size_t)n * sizeof *z);
    st = zni_vi_project(a->p, z);
    if (!st)
        st = zni_vi_map(a->p, z, F);
    for (zn_index i = 0; i < n && !st; i++) {
        F[i] += a->c > 0 ? a->c * (z[i] - a->y[i]) : 0;
        N[i] = F[i] + x[i] - z[i];
    }
    return st;
}

/* J column by column, by one-sided differences; if F is not defined on one side the other one is tried. */
static zn_status linearise(void *of, const double x[], const double N[], double *m)
{
    const run *a = of;
    const zn_index n = a->p->n;
    double *to = a->x, *J = a->s->J;

    *m = 0.5 * zni_dot(n, N, N);
    memcpy(to, x, (size_t)n * sizeof *to);
    for (zn_index j = 0; j < n; j++) {
        double h = sqrt(DBL_EPSILON) * fmax(1, fabs(x[j]));
        zn_status st = ZN_UNSOLVED;

        if (zni_late(a->mon))
            return ZN_UNSOLVED;
        for (int side = 0; side < 2 && st > 0; side++, h = -h) {
            to[j] = x[j] + h;
            st = value(a, to, a->z, a->F, J + j * n);
            for (zn_index i = 0; i < n && !st; i++)
                J[i + j * n] = (J[i + j * n] - N[i]) / (to[j] - x[j]);
        }
        to[j] = x[j];
        if (st)
            return st;
    }
    return ZN_OK;
}

/* k = 0: J d = -N; k = 1: (J'J + |N| I) d = -J'N, a descent direction of the merit function whatever J is */
static zn_status direction(void *of, int k, const double x[], const double N[], double d[],
                           double *slope)
{
    const run *a = of;
    const zn_index n = a->p->n;
    const double *J = a->s->J;
    zni_lu *lu = &a->s->lu;
    zn_status st = zni_lu_size(a->ctx, lu, n);

    (void)x;
    for (zn_index j = 0; j < n && !st; j++) {
        double along = 0;

        for (zn_index i = 0; i < n; i++)
            along -= J[i + j * n] * N[i];
        a->d[j] = along;
        d[j] = k == 0 ? -N[j] : along;
        for (zn_index i = 0; i < n; i++) {
            double sum = i == j ? sqrt(zni_dot(n, N, N)) : 0;

            for (zn_index r = 0; k > 0 && r < n; r++)
                sum += J[r + i * n] * J[r + j * n];
            lu->a[i + j * n] = k == 0 ? J[i + j * n] : sum;
        }
    }
    if (!st)
        st = zni_lu_factor(lu);
    if (st)
        return st;
    zni_lu_solve(lu, d);
    *slope = 0;
    for (zn_index i = 0; i < n; i++)
        *slope -= a->d[i] * d[i];
    return *slope < 0 ? ZN_OK : ZN_ESINGULAR;
}

static zn_status trial(void *of, double t, const double x[], const double d[], double xt[],
                    double Nt[], double *slope)
{
    const run *a = of;

    (void)slope;
    for (zn_index i = 0; i < a->p->n; i++)
        xt[i] = x[i] + t * d[i];
    return value(a, xt, a->z, a->F, Nt);
}

static double merit(void *of, const double x[], const double N[])
{
    (void)x;
    return 0.5 * zni_dot(((const run *)of)->p->n, N, N);
}

static zn_status evaluate(void *of, const double x[], double N[])
{
    const run *a = of;

    return value(a, x, a->z, a->F, N);
}

/* The error of the problem with the proximal term at z = P(x): |z - P(z - F)|. */
static double error(void *of, const double x[], const double N[])
{
    const run *a = of;

    (void)N;
    if (value(a, x, a->z, a->F, a->d))
        return NAN;
    return zni_vi_residual(a->p, a->z, a->F, a->work) / a->scale;
}

/* ---- proximal points ------------------------------------------------------------------ */

static zn_status regular(void *of, zni_call call, double c, bool full, const double ref[],
                         double tol)
{
    run *a = of;
    const zn_index n = a->p->n;
    const zni_semismooth f = {.of = a, .n = n, .linearise = linearise, .merit = merit,
                              .directions = 2, .direction = direction, .go = trial,
                              .evaluate = evaluate, .error = error};
    const zni_damping how = {.tol = tol, .max_iter = STEPS, .halvings = HALVINGS, .soon = SOON};
    double *x = a->work + 2 * n, *N = x + n;
    zn_status st;

    (void)full;
    a->c = c;
    a->y = ref;
    st = zni_vi_map(a->p, call.z, call.w);
    for (zn_index i = 0; i < n && !st; i++)
        x[i] = call.z[i] - call.w[i] - c * (call.z[i] - ref[i]);
    if (!st)
        st = evaluate(a, x, N);
    if (!st)
        st = zni_damped_newton(&f, &how, a->s->v, x, N, call.mon, call.info);
    if (st < 0)
        return st;
    memcpy(call.z, x, (size_t)n * sizeof *call.z);
    return zni_vi_project(a->p, call.z) ? ZN_UNSOLVED : st;
}

static double measure(void *of, const double z[], double w[])
{
    const run *a = of;

    return zni_vi_map(a->p, z, w) ? NAN : zni_vi_residual(a->p, z, w, a->work) / a->scale;
}

zn_status zni_normal_map_reserve(zn_ctx *ctx, zni_normal_map *s, zn_index n)
{
    zn_status st;

    if (n > ZNI_NORMAL_MAP)
        return ZN_OK;
    st = ZNI_GROW(ctx, ZNI_ARRAY(s, v, VECTORS * n), ZNI_ARRAY(s, J, n * n));
    return st ? st : zni_lu_size(ctx, &s->lu, n);
}

zn_status zni_normal_map_run(zni_call call, zni_normal_map *s, const zn_vi *p, double tol)
{
    const zn_index n = p->n;
    const zni_proximate how = {.tol = tol, .max_iter = POINTS, .alpha = FIRST, .least = LEAST,
                               .most = MOST, .factor = MORE, .easy = STEPS / 4, .exact = 0.01,
                               .idle = IDLE};
    zn_status st = zni_normal_map_reserve(call.ctx, s, n);

    if (st)
        return st;
    double *prox = s->v + ZNI_DAMPED * n, *own = prox + ZNI_PROXIMATED(n, n);
    run a = {.ctx = call.ctx,
             .s = s,
             .p = p,
             .mon = call.mon,
             .x = own,
             .z = own + n,
             .F = own + 2 * n,
             .d = own + 3 * n,
             .work = own + 4 * n};
    const zni_proximal points = {
        .of = &a, .n = n, .nw = n, .solve = regular, .measure = measure};

    a.scale = zni_vi_scale(p, a.work);
    st = zni_vi_project(p, call.z);
    if (!st)
        st = zni_vi_map(p, call.z, call.w);
    if (st)
        return st < 0 ? st : ZN_EDOM;
    return zni_proximal_points(call, &points, &how, prox);
}

void zni_normal_map_fini(zn_ctx *ctx, zni_normal_map *s)
{
    zni_lu_fini(ctx, &s->lu);
    ZNI_FREE(ctx, s->v, s->J);
}
