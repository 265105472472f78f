/* pnewton.c - semismooth Newton on the natural map of all points
 * SPDX-License-Identifier: Apache-2.0 */
#include "plasticity.h"

/* With u = M r + q eliminated, A = dphi/du and B = dphi/dr by point (yield.c),
 *     (A M + B) dr = -phi
 * (Qi & Sun, Math. Prog. 58, 1993; Christensen, Klarbring, Pang & Stromberg, IJNME
 * 42, 1998, for the cone), damped on 1/2 ||phi||^2 against the largest of its last
 * values. reg A / rho is a proximal term that keeps the Jacobian regular and does
 * not move the solutions. A step that fails is replaced by Gauss-Seidel sweeps. */
enum { MEMORY = 6, HALVINGS = 12 };

zn_status zni_pnewton_reserve(zn_ctx *ctx, zni_pnewton_work *k, zn_index n,
                              zn_index nnz)
{
    zn_status st = zni_flin_reserve(ctx, &k->lin, n, nnz);

    if (!st)
        st = zn_grow(ctx, &k->v, &k->cap_v, 6 * n, sizeof *k->v);
    if (!st)
        st = zn_grow(ctx, &k->ab, &k->cap_ab, 6 * n, sizeof *k->ab);
    return st ? st
              : zn_grow(ctx, &k->rho, &k->cap_rho, n / 3 + 1, sizeof *k->rho);
}

zn_status zni_pnewton_set(zn_ctx *ctx, zni_pnewton_work *k, const zni_solid *s)
{
    zn_index n = s->c.n;
    zn_status st = zn_grow(ctx, &k->v, &k->cap_v, 6 * n, sizeof *k->v);

    if (!st)
        st = zn_grow(ctx, &k->ab, &k->cap_ab, 6 * n, sizeof *k->ab);
    if (!st)
        st = zn_grow(ctx, &k->rho, &k->cap_rho, n / 3, sizeof *k->rho);
    if (!st)
        st = zni_flin_set(ctx, &k->lin, &s->c, false);
    for (zn_index a = 0; a < s->c.nc && !st; a++) {
        zni_contact block;

        zni_contact_set(&block, 3, 0, s->c.x + 9 * s->c.diag[a]);
        k->rho[a] = block.rho;
    }
    return st;
}

void zni_pnewton_fini(zn_ctx *ctx, zni_pnewton_work *k)
{
    zni_flin_fini(ctx, &k->lin);
    zn_free_array(ctx, k->v);
    zn_free_array(ctx, k->ab);
    zn_free_array(ctx, k->rho);
}

double zni_solid_map(const zni_pnewton_work *k, const zni_solid *s,
                     const double u[], const double r[], double phi[],
                     bool derive)
{
    double sum = 0;

    for (zn_index a = 0; a < s->c.nc; a++) {
        zni_yield_law y = zni_solid_law(s, a);
        double *A = k->ab + 18 * a;

        sum += zni_yield_map(&y, k->rho[a], u + 3 * a, r + 3 * a, phi + 3 * a,
                             derive ? A : NULL, A + 9);
    }
    return sum / 2;
}

void zni_solid_jacobian(zni_pnewton_work *k, const zni_solid *s, double reg)
{
    const zni_fc *c = &s->c;

    for (zn_index a = 0; a < c->nc; a++) {
        const double *A = k->ab + 18 * a, *B = A + 9;
        double add = reg / k->rho[a];

        for (zn_index b = c->p[a]; b < c->p[a + 1]; b++) {
            double *J = k->lin.j + 9 * b;
            const double *M = c->x + 9 * b;

            for (int j = 0; j < 3; j++)
                for (int i = 0; i < 3; i++)
                    J[i + 3 * j] = A[i] * M[3 * j] + A[i + 3] * M[1 + 3 * j] +
                                   A[i + 6] * M[2 + 3 * j];
            for (int i = 0; i < 9 && c->i[b] == a; i++)
                J[i] += B[i] + add * A[i];
        }
    }
}

typedef struct run {
    zn_ctx *ctx;
    zni_pnewton_work *k;
    zni_psweep_work *sweeps;
    const zni_pnewton *opt;
    const zni_solid *s;
    double *r, *u;   /* the iterate   */
    double *dr, *du; /* the step      */
    double *rt, *ut; /* trial         */
    double *phi, *best;
    double least; /* error of best */
    double merits[MEMORY];
    zn_index nmerit;
    zn_monitor *mon;
} run;

/* dr, du; ZN_ESINGULAR when no regularisation helps */
static zn_status direction(run *a)
{
    const zni_fc *c = &a->s->c;
    double reg = a->opt->reg;

    for (int tries = 0; tries < 3; tries++) {
        bool finite = true;
        zn_status st;

        zni_solid_jacobian(a->k, a->s, reg);
        st = zni_flin_factor(a->ctx, &a->k->lin, c, false);
        if (st && st != ZN_ESINGULAR)
            return st;
        for (zn_index i = 0; i < c->n && !st; i++)
            a->dr[i] = -a->phi[i];
        if (!st)
            zni_flin_solve(&a->k->lin, a->dr);
        for (zn_index i = 0; i < c->n && !st && finite; i++)
            finite = isfinite(a->dr[i]);
        if (!st && finite) {
            zni_fc_mul(c, a->dr, NULL, a->du);
            return ZN_OK;
        }
        reg = reg > 0 ? 1e3 * reg : 1e-10;
    }
    return ZN_ESINGULAR;
}

/* the point rt, and its error; the best is kept */
static double arrive(run *a)
{
    const zni_fc *c = &a->s->c;
    double err;

    memcpy(a->r, a->rt, (size_t)c->n * sizeof *a->r);
    zni_fc_mul(c, a->r, c->q, a->u);
    err = zni_solid_error(a->s, a->r, a->u);
    if (err < a->least) {
        a->least = err;
        memcpy(a->best, a->r, (size_t)c->n * sizeof *a->r);
    }
    return err;
}

/* rt along the step; false: no step length is good */
static bool search(run *a, double m)
{
    zn_index n = a->s->c.n, stored;
    double top = m, t = 1;

    a->merits[a->nmerit++ % MEMORY] = m;
    stored = a->nmerit < MEMORY ? a->nmerit : MEMORY;
    for (zn_index i = 0; i < stored; i++)
        top = fmax(top, a->merits[i]);
    for (int half = 0; half < HALVINGS; half++, t /= 2) {
        for (zn_index i = 0; i < n; i++) {
            a->rt[i] = a->r[i] + t * a->dr[i];
            a->ut[i] = a->u[i] + t * a->du[i];
        }
        if (!a->opt->search || zni_solid_map(a->k, a->s, a->ut, a->rt, a->phi,
                                             false) <= top - 2e-4 * t * m)
            return true;
    }
    return false;
}

static zn_status rescue(run *a)
{
    zni_psweep opt = {
        .tol = a->opt->tol, .max_iter = a->opt->hybrid, .omega = 1};
    zn_solve_info aside = {0};
    zn_status st;

    memcpy(a->rt, a->best, (size_t)a->s->c.n * sizeof *a->rt);
    st = zni_psweep_run(a->ctx, a->sweeps, &opt, a->s, a->rt, a->ut,
                        a->mon, &aside);
    a->nmerit = 0;
    return st == ZN_UNSOLVED ? ZN_OK : st;
}

/* Newton's r is a rounding outside: inside when that costs nothing */
static void tidy(run *a)
{
    const zni_fc *c = &a->s->c;

    memcpy(a->r, a->best, (size_t)c->n * sizeof *a->r);
    for (zn_index b = 0; b < c->nc; b++) {
        zni_yield_law y = zni_solid_law(a->s, b);

        zni_yield_project(&y, a->r + 3 * b, a->r + 3 * b, NULL);
    }
    zni_fc_mul(c, a->r, c->q, a->u);
    if (zni_solid_error(a->s, a->r, a->u) <= fmax(a->least, a->opt->tol))
        return;
    memcpy(a->r, a->best, (size_t)c->n * sizeof *a->r);
    zni_fc_mul(c, a->r, c->q, a->u);
}

zn_status zni_pnewton_run(zn_ctx *ctx, zni_pnewton_work *k,
                          zni_psweep_work *sweeps, const zni_pnewton *opt,
                          const zni_solid *s, double r[], double u[],
                          zn_monitor *mon, zn_solve_info *info)
{
    zn_index n = s->c.n, it = 0, rescues = 0;
    double *v = k->v, err;
    /* the rescue must not be the first to ask for memory */
    zn_status st = zni_psweep_reserve(ctx, sweeps, n);
    run a = {.ctx = ctx,
             .k = k,
             .sweeps = sweeps,
             .opt = opt,
             .s = s,
             .r = r,
             .u = u,
             .dr = v,
             .du = v + n,
             .rt = v + 2 * n,
             .ut = v + 3 * n,
             .phi = v + 4 * n,
             .best = v + 5 * n,
             .mon = mon,
             .least = INFINITY};

    if (st)
        return st;
    memcpy(a.rt, r, (size_t)n * sizeof *r);
    memcpy(a.best, r, (size_t)n * sizeof *r);
    err = arrive(&a);
    info->outcome = ZN_ITERATION_LIMIT;
    while (a.least > opt->tol && it < opt->max_iter) {
        double m;

        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        if (!zni_flin_fits(&k->lin, mon)) {
            info->outcome = ZN_TIME_LIMIT;
            break;
        }
        it++;
        m = zni_solid_map(k, s, u, r, a.phi, true);
        st = direction(&a);
        if (st && st != ZN_ESINGULAR)
            return st;
        if (st || !search(&a, m)) {
            if (opt->hybrid == 0 || ++rescues > 10) {
                info->outcome = ZN_STALLED;
                break;
            }
            st = rescue(&a);
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
    tidy(&a);
    if (a.least <= opt->tol)
        info->outcome = ZN_SOLVED;
    return a.least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
