/* gnewton.c - semismooth Newton with the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

/* Alart & Curnier, CMAME 92 (1991); Acary, Bremond & Huber (2018) for the global
 * form. The residuals M v - H r - q and H'v + b - u are linear and vanish at
 * every iterate (v is solved for again, so rounding does not add up); what is
 * left is phi(u, r) = 0, damped on 1/2 ||phi||^2. Steps come from the system of
 * gsystem.c, by
 *     armijo     the largest t = 1, 1/2, ... with a merit below the largest of the
 *                last MEMORY less 2e-4 t of the present (Grippo, Lampariello &
 *                Lucidi, SIAM J. Numer. Anal. 23, 1986)
 *     goldstein  a t whose merit is between the lines of slopes 1e-4 and 0.9 of
 *                the derivative, -2 of the merit (Goldstein & Price 1967)
 * B + reg A for B is a proximal term at the iterate: it makes the system regular
 * where contacts are redundant and does not move the solutions. A step that fails
 * is replaced by Gauss-Seidel sweeps from the best point. */
enum { MEMORY = 6, HALVINGS = 12, BRACKETS = 24 };

zn_status zni_gnewton_size(zn_ctx *ctx, zni_gnewton_work *k,
                           const zni_gnewton *opt, const zni_motion *g)
{
    zn_index n = g->n, m = g->m;
    zn_status st = zni_gsystem_set(ctx, &k->system, g, !opt->reduced);

    if (!st && opt->hybrid > 0 && g->kept)
        st = zni_gnsgs_size(ctx, &k->sweeps, g);
    if (!st)
        st = zn_grow(ctx, &k->v, &k->cap_v, 2 * n + 8 * m, sizeof *k->v);
    if (!st)
        st = zn_grow(ctx, &k->ab, &k->cap_ab, 2 * g->d * m + 1, sizeof *k->ab);
    return st ? st
              : zn_grow(ctx, &k->rho, &k->cap_rho, 2 * g->nc + 1,
                        sizeof *k->rho);
}

void zni_gnewton_fini(zn_ctx *ctx, zni_gnewton_work *k)
{
    zni_gsystem_fini(ctx, &k->system);
    zni_gnsgs_fini(ctx, &k->sweeps);
    zn_free_array(ctx, k->v);
    zn_free_array(ctx, k->ab);
    zn_free_array(ctx, k->rho);
}

typedef struct run {
    zn_ctx *ctx;
    zni_gnewton_work *k;
    const zni_gnewton *opt;
    zni_motion *g;
    double *z, *u;   /* the iterate, (v, r) and u          */
    double *dr, *du; /* the step                           */
    double *rt, *ut; /* trial                              */
    double *phi;     /* m                                  */
    double *b;       /* n + 2 m: right-hand side, solution */
    double *best;    /* n + m                              */
    double least;    /* error of best                      */
    double merits[MEMORY];
    zn_index nmerit;
    zn_monitor *mon;
} run;

/* rho of each contact, for the normal and the tangential part */
static void choose_rho(const run *a)
{
    zn_index d = a->g->d;

    for (zn_index c = 0; c < a->g->nc; c++) {
        const zni_contact *block = &a->g->contact[c];
        const double *W = block->M;
        double *rho = a->k->rho + 2 * c, tangents = 0;

        rho[0] = rho[1] =
            a->opt->rho_rule == ZNI_RHO_CONSTANT ? a->opt->rho : block->rho;
        if (a->opt->rho_rule != ZNI_RHO_SPLIT)
            continue;
        for (zn_index i = 1; i < d; i++) {
            double sum = 0;

            for (zn_index j = 1; j < d; j++)
                sum += fabs(W[i + j * d]);
            tangents = fmax(tangents, sum);
        }
        if (W[0] > 0 && tangents > 0) {
            rho[0] = 1 / W[0];
            rho[1] = 1 / tangents;
        }
    }
}

/* phi = r - P_K(r - rho (u + s e_N)), s given */
static void shifted(zn_index d, double mu, double rho, double s,
                    const double u[], const double r[], double phi[],
                    double A[], double B[])
{
    double x[3] = {0}, P[3], G[9];

    for (zn_index i = 0; i < d; i++)
        x[i] = r[i] - rho * u[i];
    x[0] -= rho * s;
    zni_cone_project(d, mu, x, P, A ? G : NULL);
    for (zn_index i = 0; i < d; i++)
        phi[i] = r[i] - P[i];
    for (zn_index i = 0; A && i < d * d; i++) {
        A[i] = rho * G[i];
        B[i] = (i % (d + 1) == 0) - G[i];
    }
}

static double merit(run *a, const double u[], const double r[], bool derive)
{
    const zni_motion *g = a->g;
    zn_index d = g->d, dd = d * d;
    zni_map_kind map = (zni_map_kind)a->opt->map;
    double sum = 0;

    for (zn_index c = 0; c < g->nc; c++) {
        const double *uc = u + d * c, *rc = r + d * c, *rho = a->k->rho + 2 * c;
        double *phi = a->phi + d * c, *A = a->k->ab + 2 * dd * c, *B = A + dd;
        double mu = g->p->mu[c];

        A = derive ? A : NULL;
        if (a->opt->shift)
            shifted(d, mu, rho[0], a->opt->shift[c], uc, rc, phi, A, B);
        else if (map == ZNI_AC || map == ZNI_JM)
            zni_ac(map, d, mu, rho[0], rho[1], uc, rc, phi, A, B);
        else
            zni_map(map, d, mu, rho[0], uc, rc, phi, A, B);
        for (zn_index i = 0; i < d; i++)
            sum += phi[i] * phi[i];
    }
    return sum / 2;
}

/* v and u of the reactions at z, the error there; the best point is kept */
static double arrive(run *a)
{
    double err;

    zni_motion_move(a->g, a->z, a->u);
    err = zni_motion_measure(a->g, a->opt->shift, a->z, a->u);
    if (err < a->least) {
        a->least = err;
        memcpy(a->best, a->z, (size_t)(a->g->n + a->g->m) * sizeof *a->z);
    }
    return err;
}

/* dr and du = H' dv; ZN_ESINGULAR when no regularisation helps */
static zn_status direction(run *a)
{
    const zni_motion *g = a->g;
    zni_gsystem *s = &a->k->system;
    zn_index m = g->m, d = g->d, dd = d * d;
    double added = 0, reg = a->opt->reg * g->scale;

    for (int tries = 0; tries < 3; tries++) {
        zn_status st;
        bool finite = true;

        for (zn_index c = 0; c < g->nc; c++) {
            const double *A = a->k->ab + 2 * dd * c;
            double *B = a->k->ab + 2 * dd * c + dd;

            for (zn_index i = 0; i < dd; i++)
                B[i] += (reg - added) * A[i];
        }
        added = reg;
        zni_gsystem_assemble(s, g, a->k->ab);
        st = zni_gsystem_factor(a->ctx, s);
        if (st && st != ZN_ESINGULAR)
            return st;
        if (!st) {
            memset(a->b, 0, (size_t)s->size * sizeof *a->b);
            for (zn_index i = 0; i < m; i++)
                a->b[s->size - m + i] = -a->phi[i];
            zni_gsystem_solve(s, a->b);
        }
        for (zn_index i = 0; i < s->size && !st && finite; i++)
            finite = isfinite(a->b[i]);
        if (!st && finite) {
            memcpy(a->dr, a->b + s->size - m, (size_t)m * sizeof *a->dr);
            for (zn_index c = 0; c < g->nc; c++)
                zni_ways_gather(&g->H, d, c, a->b, a->du + d * c);
            return ZN_OK;
        }
        reg = reg > 0 ? 1e3 * reg : 1e-10 * g->scale;
    }
    return ZN_ESINGULAR;
}

static double trial(run *a, double t)
{
    const double *r = a->z + a->g->n;

    for (zn_index i = 0; i < a->g->m; i++) {
        a->rt[i] = r[i] + t * a->dr[i];
        a->ut[i] = a->u[i] + t * a->du[i];
    }
    return merit(a, a->ut, a->rt, false);
}

static bool armijo(run *a, double m)
{
    zn_index stored;
    double top = m, t = 1;

    a->merits[a->nmerit++ % MEMORY] = m;
    stored = a->nmerit < MEMORY ? a->nmerit : MEMORY;
    for (zn_index i = 0; i < stored; i++)
        top = fmax(top, a->merits[i]);
    for (int half = 0; half < HALVINGS; half++, t /= 2)
        if (trial(a, t) <= top - 2e-4 * t * m)
            return true;
    return false;
}

static bool goldstein(run *a, double m)
{
    const double flat = 1e-4, steep = 0.9, slope = -2 * m;
    double lo = 0, hi = INFINITY, t = 1;

    for (int i = 0; i < BRACKETS; i++) {
        double now = trial(a, t);

        if (!(now <= m + flat * t * slope))
            hi = t;
        else if (now < m + steep * t * slope)
            lo = t;
        else
            return true;
        t = isinf(hi) ? 10 * lo : (lo + hi) / 2;
    }
    /* what is below both lines is no less a descent */
    return lo > 0 && trial(a, lo) < m;
}

/* rt along the step; false: no step length is good */
static bool search(run *a, double m)
{
    if (a->opt->search == ZNI_ARMIJO)
        return armijo(a, m);
    if (a->opt->search == ZNI_GOLDSTEIN)
        return goldstein(a, m);
    trial(a, 1);
    return true;
}

/* to a->z */
static zn_status sweeps(run *a)
{
    zni_nsgs opt = {.tol = a->opt->tol, .max_iter = a->opt->hybrid, .omega = 1};
    zn_solve_info aside = {0};
    zn_status st;

    memcpy(a->z, a->best, (size_t)(a->g->n + a->g->m) * sizeof *a->z);
    st = zni_gnsgs_run(a->ctx, &a->k->sweeps, &opt, a->g, a->z, a->u,
                       a->mon, &aside);
    a->nmerit = 0;
    return st == ZN_UNSOLVED ? ZN_OK : st;
}

zn_status zni_gnewton_run(zn_ctx *ctx, zni_gnewton_work *k,
                          const zni_gnewton *opt, zni_motion *g, double z[],
                          double u[], zn_monitor *mon, zn_solve_info *info)
{
    zn_index n = g->n, m = g->m, it = 0, rescues = 0;
    size_t bytes = (size_t)m * sizeof *z;
    bool fits;
    zn_status st = zni_gsystem_affords(ctx, &k->system, g, mon, &fits);
    double err;

    if (!st && !fits) {
        info->outcome = ZN_TIME_LIMIT;
        zni_motion_move(g, z, u);
        return ZN_UNSOLVED;
    }
    if (!st)
        st = zni_gnewton_size(ctx, k, opt, g);
    if (st)
        return st;

    double *v = k->v;
    run a = {.ctx = ctx,
             .k = k,
             .opt = opt,
             .g = g,
             .z = z,
             .u = u,
             .dr = v,
             .du = v + m,
             .rt = v + 2 * m,
             .ut = v + 3 * m,
             .phi = v + 4 * m,
             .b = v + 5 * m,
             .best = v + 7 * m + n,
             .least = INFINITY,
             .mon = mon};

    choose_rho(&a);
    memcpy(a.best, z, (size_t)(n + m) * sizeof *z);
    err = arrive(&a);
    info->outcome = ZN_ITERATION_LIMIT;
    while (a.least > opt->tol && it < opt->max_iter) {
        double now;

        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        if (!zni_gsystem_fits(&k->system, mon)) {
            info->outcome = ZN_TIME_LIMIT;
            break;
        }
        it++;
        now = merit(&a, u, z + n, true);
        st = direction(&a);
        if (st && st != ZN_ESINGULAR)
            return st;
        if (!st && search(&a, now)) {
            memcpy(z + n, a.rt, bytes);
        } else {
            if (opt->hybrid == 0 || !g->kept || opt->shift || ++rescues > 10) {
                info->outcome = ZN_STALLED;
                break;
            }
            st = sweeps(&a);
            if (st)
                return st;
        }
        err = arrive(&a);
        if (isnan(err)) {
            info->outcome = ZN_STALLED;
            break;
        }
    }
    info->iterations = it;
    memcpy(z, a.best, (size_t)(n + m) * sizeof *z);
    zni_motion_move(g, z, u);
    return a.least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
