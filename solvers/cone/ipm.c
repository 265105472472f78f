/* ipm.c - a primal-dual interior point method on second-order cones
 * SPDX-License-Identifier: Apache-2.0 */
#include "ipm.h"

#include <math.h>
#include <string.h>

#include "nt.h"

/* For the cone problem with the shift s = tau |u_r| of De Saxce, in coordinates
 * where all cones are L = { x_0 >= |x_r| }, T = diag(tau, 1, ..., 1):
 *     x = T^-1 u + |x_r| e,   y = T r,   x o y = mu e,   mu -> 0.
 * Newton on this, the complementarity scaled by W, W y = W^-1 x = l (nt.h):
 *     (T^-1 A T^-1 + E W^2) dy = E g - res,   dx = g - W^2 dy,
 *     E = I - e (0, x_r' / |x_r|),
 * A the linear map from r to u, g = -x for the predictor and
 *     g = -x + W (l \ (sigma mu e - (W^-1 dx) o (W dy)))
 * after it (Mehrotra, SIAM J. Optim. 2, 1992; for friction Acary, Armand, Nguyen
 * & Shpakovych, Optim. Methods Softw. 2024). Without s, or with E = I, where s is
 * renewed but not derived, a step is one of a convex problem: never short, but
 * with s it leads nowhere quickly. So E = I, centred, where E gives a step shorter
 * than SHORT, as that means that friction is not monotone here.
 *
 * Transforming the system by W on both sides is what looks better conditioned, and
 * is not: it loses the last digits of A. */
typedef struct run {
    const zni_ipm *p;
    double *x, *y, *r, *u;
    double *res; /* T^-1 u + |x_r| e - x                          */
    double *g, *dx, *dy;
    double *w, *l; /* the scalings                                  */
    double *t, *s; /* work                                          */
    double *best;
    double *beta;      /* ncones                                        */
    double *D;         /* T E W^2 T                                     */
    bool newton;       /* is E not I?                                   */
    double mu, size;   /* of this step, mean of x'y and |res|           */
    double mu0, size0; /* where this attempt began                      */
    double least;      /* error of best                                 */
} run;

enum { VECTORS = 13, PATIENCE = 20 };

static const double SHORT = 0.1, ALMOST = 0.99, FAR = 100;

/* A point of less error is a start; how far into the cones it is taken at least.
 * On random problems whose q moved by a hundredth or less since, a fifth to a
 * third of the steps are saved. */
static const double NEAR = 0.3, INSIDE = 1e-3;

/* relative distance from the border that rounding leaves meaningful */
static const double ROUND = 1e-14;

/* Starting points that are tried, by the size of the reactions: a method of
 * interior points may jam when the problem is not monotone. */
static const double starts[] = {1, 0.1, 0.01, 10};
enum { STARTS = sizeof starts / sizeof *starts };

/* rows of cone a that are in L */
static zn_index rows(const zni_ipm *p, zn_index a)
{
    return p->tau[a] > 0 ? p->at[a + 1] - p->at[a] : 1;
}

static double rest(zn_index d, const double x[])
{
    double sum = 0;

    for (zn_index i = 1; i < d; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

static double aperture(const zni_ipm *p, zn_index a)
{
    return p->tau[a] > 0 ? p->tau[a] : 1;
}

/* r = T^-1 y */
static void reactions(run *a)
{
    const zni_ipm *p = a->p;

    memcpy(a->r, a->y, (size_t)p->m * sizeof *a->r);
    for (zn_index c = 0; c < p->ncones; c++)
        a->r[p->at[c]] /= aperture(p, c);
}

/* u, res; returns |res| in the units of u */
static double residual(run *a)
{
    const zni_ipm *p = a->p;
    double sum = 0;

    p->ops->velocities(p->system, a->r, a->u);
    memset(a->res, 0, (size_t)p->m * sizeof *a->res);
    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], d = rows(p, c);
        double T = aperture(p, c);

        for (zn_index i = at; i < at + d; i++) {
            a->res[i] = a->u[i] / (i == at ? T : 1) - a->x[i];
            if (i == at && p->shift != ZNI_IPM_NONE)
                a->res[i] += rest(d, a->x + at);
            sum += a->res[i] * a->res[i];
        }
    }
    return sqrt(sum);
}

static double gap(const run *a, double t)
{
    const zni_ipm *p = a->p;
    double sum = 0;

    for (zn_index c = 0; c < p->ncones; c++)
        for (zn_index i = p->at[c]; i < p->at[c] + rows(p, c); i++)
            sum += (a->x[i] + t * a->dx[i]) * (a->y[i] + t * a->dy[i]);
    return sum / (double)p->ncones;
}

/* scaling points; false: a point is not inside */
static bool scale(run *a)
{
    const zni_ipm *p = a->p;

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], d = rows(p, c);

        a->beta[c] = zni_nt_scaling(d, a->x + at, a->y + at, a->w + at);
        if (!(a->beta[c] > 0 && isfinite(a->beta[c])))
            return false;
        zni_nt_apply(d, a->beta[c], a->w + at, a->y + at, a->l + at);
    }
    return true;
}

/* b = E b, E = I - e (0, x_r' / |x_r|): takes the derivative of |x_r| into
 * account; columns 0, stride d */
static void derive(const run *a, zn_index c, double b[])
{
    zn_index d = rows(a->p, c);
    const double *x = a->x + a->p->at[c];
    double t = rest(d, x), sum = 0;

    if (!a->newton || !(t > 0))
        return;
    for (zn_index i = 1; i < d; i++)
        sum += x[i] * b[i];
    b[0] -= sum / t;
}

/* D = T E W^2 T, identity where r_r = 0 */
static void blocks(run *a)
{
    const zni_ipm *p = a->p;
    double *D = a->D;

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], n = p->at[c + 1] - at, d = rows(p, c);
        double T = aperture(p, c);

        if (d < n) {
            memset(D, 0, (size_t)(n * n) * sizeof *D);
            for (zn_index i = 1; i < n; i++)
                D[i * (n + 1)] = 1;
        }
        if (d == n) {
            zni_nt_square(d, a->beta[c], a->w + at, D);
            for (zn_index j = 0; j < d; j++)
                derive(a, c, D + j * d);
            for (zn_index j = 0; j < d; j++)
                D[j * d] *= T;
            for (zn_index i = 0; i < d; i++)
                D[i] *= T;
        } else {
            zni_nt_square(1, a->beta[c], a->w + at, D);
        }
        D += n * n;
    }
}

/* dx, dy for dx + W^2 dy = g */
static void direction(run *a)
{
    const zni_ipm *p = a->p;
    double *b = a->t;

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], n = p->at[c + 1] - at, d = rows(p, c);

        memset(b + at, 0, (size_t)n * sizeof *b);
        memcpy(b + at, a->g + at, (size_t)d * sizeof *b);
        derive(a, c, b + at);
        for (zn_index i = at; i < at + d; i++)
            b[i] -= a->res[i];
        b[at] *= aperture(p, c);
    }
    p->ops->direction(p->system, b);
    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], d = rows(p, c);

        memcpy(a->dy + at, b + at, (size_t)d * sizeof *b);
        a->dy[at] *= aperture(p, c);
        zni_nt_apply(d, a->beta[c], a->w + at, a->dy + at, a->dx + at);
        zni_nt_apply(d, a->beta[c], a->w + at, a->dx + at, a->dx + at);
        for (zn_index i = at; i < at + d; i++)
            a->dx[i] = a->g[i] - a->dx[i];
    }
}

static double reach(const run *a)
{
    const zni_ipm *p = a->p;
    double t = INFINITY;

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], d = rows(p, c);

        t = fmin(t, zni_soc_reach(d, a->x + at, a->dx + at));
        t = fmin(t, zni_soc_reach(d, a->y + at, a->dy + at));
    }
    return t;
}

/* g of the predictor: -x */
static void predict(run *a)
{
    for (zn_index i = 0; i < a->p->m; i++)
        a->g[i] = -a->x[i];
}

/* g = -x + W (l \ (sigma mu e - (W^-1 dx) o (W dy))) */
static void correct(run *a, double target)
{
    const zni_ipm *p = a->p;

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], d = rows(p, c);
        double *g = a->g + at, *s = a->s + at, *t = a->t + at;
        const double *w = a->w + at, *l = a->l + at;

        zni_nt_apply_inverse(d, a->beta[c], w, a->dx + at, s);
        zni_nt_apply(d, a->beta[c], w, a->dy + at, t);
        zni_soc_product(d, s, t, g);
        for (zn_index i = 0; i < d; i++)
            g[i] = (i == 0 ? target : 0) - g[i];
        zni_soc_quotient(d, l, g, g);
        zni_nt_apply(d, a->beta[c], w, g, g);
        for (zn_index i = 0; i < d; i++)
            g[i] -= a->x[at + i];
    }
}

/* rounding may take a point that is nearly on the border out of the cone */
static void push(zn_index d, double x[])
{
    double t = rest(d, x), least = t + ROUND * t;

    if (x[0] < least)
        x[0] = least;
}

static void advance(run *a, double t)
{
    const zni_ipm *p = a->p;

    for (zn_index c = 0; c < p->ncones; c++)
        for (zn_index i = p->at[c]; i < p->at[c] + rows(p, c); i++) {
            a->x[i] += t * a->dx[i];
            a->y[i] += t * a->dy[i];
        }
    for (zn_index c = 0; c < p->ncones; c++) {
        push(rows(p, c), a->x + p->at[c]);
        push(rows(p, c), a->y + p->at[c]);
    }
    reactions(a);
}

static void begin(run *a, double factor)
{
    const zni_ipm *p = a->p;

    memset(a->x, 0, (size_t)p->m * sizeof *a->x);
    memset(a->y, 0, (size_t)p->m * sizeof *a->y);
    for (zn_index c = 0; c < p->ncones; c++) {
        a->x[p->at[c]] = p->velocity / aperture(p, c);
        a->y[p->at[c]] = factor * p->reaction * aperture(p, c);
    }
    reactions(a);
}

zn_status zni_ipm_reserve(zn_ctx *ctx, zni_ipm_work *k, zn_index m,
                          zn_index ncones, zn_index blocks)
{
    zn_status st =
        zn_grow(ctx, &k->v, &k->cap_v, VECTORS * m + ncones, sizeof *k->v);

    return st ? st : zn_grow(ctx, &k->D, &k->cap_D, blocks, sizeof *k->D);
}

void zni_ipm_fini(zn_ctx *ctx, zni_ipm_work *k)
{
    zn_free_array(ctx, k->v);
    zn_free_array(ctx, k->D);
}

static void cut(run *a, zni_ipm_work *k)
{
    double **parts[VECTORS] = {&a->x, &a->y,  &a->r,   &a->u, &a->res,
                               &a->g, &a->dx, &a->dy,  &a->w, &a->l,
                               &a->t, &a->s,  &a->best};

    for (zn_index i = 0; i < VECTORS; i++)
        *parts[i] = k->v + i * a->p->m;
    a->beta = k->v + VECTORS * a->p->m;
    a->D = k->D;
}

/* The point given, taken inside the cones by a part of the usual start. Less than
 * the error of the point is not enough: from the border there is no way on. */
static void begin_warm(run *a, double part)
{
    const zni_ipm *p = a->p;

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->at[c], d = rows(p, c);
        double T = aperture(p, c), *x = a->x + at, *y = a->y + at;

        for (zn_index i = 0; i < d; i++) {
            x[i] = a->u[at + i] / (i == 0 ? T : 1);
            y[i] = a->r[at + i] * (i == 0 ? T : 1);
        }
        if (p->shift != ZNI_IPM_NONE)
            x[0] += rest(d, x);
        x[0] += fmax(0, part * p->velocity / T - zni_soc_least(d, x));
        y[0] += fmax(0, part * p->reaction * T - zni_soc_least(d, y));
    }
    reactions(a);
}

/* the error of now; the best is kept */
static double note(run *a)
{
    const zni_ipm *p = a->p;
    double err = p->ops->error(p->system, a->r, a->u);

    if (err < a->least) {
        a->least = err;
        memcpy(a->best, a->r, (size_t)p->m * sizeof *a->best);
    }
    return err;
}

/* dx, dy with E as a->newton says, and how far they may be followed */
static zn_status aim(run *a, zn_ctx *ctx, double *t)
{
    const zni_ipm *p = a->p;
    zn_status st;
    double full, target;

    blocks(a);
    st = p->ops->factor(p->system, ctx, a->D, p->symmetric && !a->newton);
    if (st)
        return st;
    predict(a);
    direction(a);
    full = gap(a, fmin(1, reach(a))) / a->mu;
    target = fmax(0, fmin(1, full * full * full)) * a->mu;
    /* s is not aimed at: mu must not run ahead of the residual */
    if (p->shift != ZNI_IPM_NONE && !a->newton)
        target = fmax(target,
                      (a->size / a->size0 > a->mu / a->mu0 ? 1 : 0.5) * a->mu);
    correct(a, target);
    direction(a);
    *t = fmin(1, ALMOST * reach(a));
    return ZN_OK;
}

/* ZN_UNSOLVED: no way on from here */
static zn_status step(run *a, zn_ctx *ctx)
{
    double t = 0;
    zn_status st;

    if (!scale(a))
        return ZN_UNSOLVED;
    a->newton = a->p->shift == ZNI_IPM_NEWTON;
    st = aim(a, ctx, &t);
    if (a->newton && (st == ZN_ESINGULAR || (!st && !(t > SHORT)))) {
        a->newton = false;
        st = aim(a, ctx, &t);
    }
    if (st == ZN_ESINGULAR || (!st && !(t > 1e-12)))
        return ZN_UNSOLVED;
    if (!st)
        advance(a, t);
    return st;
}

/* Do the reactions run away, and is that a proof? Asked before the error is, as
 * that is relative to the reactions in the end. */
static bool infeasible(const run *a)
{
    const zni_ipm *p = a->p;
    double most = 0;

    for (zn_index c = 0; c < p->ncones; c++)
        most = fmax(most, a->r[p->at[c]]);
    return most > FAR * p->reaction && p->ops->infeasible(p->system, a->r);
}

/* one attempt; ends when the error has not become less for long */
static zn_status attempt(run *a, zn_ctx *ctx, zn_monitor *mon,
                         zn_solve_info *info)
{
    const zni_ipm *p = a->p;
    zn_index idle = 0;
    double here = INFINITY;
    bool first = true;

    for (; idle < PATIENCE; first = false) {
        double err;
        zn_status st;

        a->size = residual(a);
        a->mu = gap(a, 0);
        if (first) {
            a->size0 = a->size;
            a->mu0 = a->mu;
        }
        if (infeasible(a)) {
            info->outcome = ZN_INFEASIBLE;
            return ZN_OK;
        }
        err = note(a);
        info->outcome = ZN_ITERATION_LIMIT;
        if (a->least <= p->tol || info->iterations >= p->max_iter)
            return ZN_OK;
        if (zn_monitor_tick(mon, info->iterations, err)) {
            info->outcome = ZN_INTERRUPTED;
            return ZN_OK;
        }
        idle++;
        if (err < 0.9 * here) {
            here = err;
            idle = 0;
        }
        info->iterations++;
        st = step(a, ctx);
        if (st == ZN_UNSOLVED)
            break;
        if (st)
            return st;
    }
    info->outcome = ZN_STALLED;
    return ZN_OK;
}

zn_status zni_ipm_run(zn_ctx *ctx, zni_ipm_work *k, const zni_ipm *p,
                      double r[], zn_monitor *mon, zn_solve_info *info)
{
    run a = {.p = p, .least = INFINITY};
    size_t bytes = (size_t)p->m * sizeof *r;
    zn_status st = ZN_OK;

    cut(&a, k);
    /* what is not in a cone stays 0 */
    memset(k->v, 0, VECTORS * bytes);
    memcpy(a.r, r, bytes);
    memcpy(a.best, r, bytes);
    p->ops->velocities(p->system, a.r, a.u);
    note(&a);
    info->iterations = 0;
    info->outcome = ZN_STALLED;
    if (a.least > p->tol && a.least < NEAR) {
        begin_warm(&a, fmax(a.least, INSIDE));
        st = attempt(&a, ctx, mon, info);
    }
    for (int i = 0;
         i < STARTS && !st && a.least > p->tol && info->outcome == ZN_STALLED;
         i++) {
        begin(&a, starts[i]);
        st = attempt(&a, ctx, mon, info);
    }
    memcpy(r, a.best, bytes);
    if (st)
        return st;
    return a.least <= p->tol ? ZN_OK : ZN_UNSOLVED;
}
