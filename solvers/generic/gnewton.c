/* gnewton.c - semismooth Newton on all blocks together
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic.h"

/* Each unit has its own function phi(z, w) (map.c); with w = M z + q eliminated,
 * A = dphi/dw and B = dphi/dz,
 *     (A M + B) dz = -phi
 * (Qi & Sun, Math. Prog. 58, 1993; Alart & Curnier, CMAME 92, 1991), damped on
 * 1/2 ||phi||^2 against the largest of its last values (Grippo, Lampariello &
 * Lucidi, SIAM J. Numer. Anal. 23, 1986). Redundant rows make A M + B singular:
 * a little of A is added, a proximal term at the iterate, which does not move
 * the solutions. A step that fails is replaced by Gauss-Seidel sweeps. */
enum { MEMORY = 6, HALVINGS = 12, SMALL = 60 };

zn_status zni_gmnewton_reserve(zn_ctx *ctx, zni_gmnewton_work *k, zn_index n,
                               zn_index nnz)
{
    zn_index most = nnz + 3 * n;
    zn_status st;

    if (n > 0 && most / n >= n)
        most = n * n;
    st = zn_grow(ctx, &k->j, &k->cap_j, most, sizeof *k->j);
    if (!st)
        st = zn_grow(ctx, &k->v, &k->cap_v, 6 * n, sizeof *k->v);
    if (!st)
        st = zn_grow(ctx, &k->ab, &k->cap_ab, 6 * n, sizeof *k->ab);
    if (!st)
        st = zn_grow(ctx, &k->rho, &k->cap_rho, n, sizeof *k->rho);
    if (st || n < 1)
        return st;
    if (n <= SMALL || nnz / n > n / 3)
        st = zni_lu_size(ctx, &k->lu, n);
    else
        st = zni_csc_reserve(ctx, &k->csc, n, most);
    return !st && n > SMALL ? zni_slu_reserve(ctx, &k->slu, n) : st;
}

/* rho scales w to z: one over a bound of the unit's diagonal block; of a row
 * without a positive diagonal, over its largest entry */
static void steps(zni_gmnewton_work *k, const zni_gm *g)
{
    for (zn_index a = 0; a < g->nu; a++) {
        zn_index d = g->ro[a + 1] - g->ro[a];
        const double *D = g->x + g->bp[g->diag[a]];
        double size = 0;

        if (g->mu[a] >= 0) {
            zni_contact c;

            zni_contact_set(&c, d, g->mu[a], D);
            k->rho[a] = c.rho;
            continue;
        }
        if (D[0] > 0)
            size = D[0];
        else
            for (zn_index b = g->bp[g->row[a]]; b < g->bp[g->row[a + 1]]; b++)
                size = fmax(size, fabs(g->x[b]));
        k->rho[a] = size > 0 ? 1 / size : 1;
    }
}

zn_status zni_gmnewton_set(zn_ctx *ctx, zni_gmnewton_work *k, const zni_gm *g)
{
    zn_matrix A = zni_gm_matrix(g);
    zn_index values = g->bp[g->nblocks];
    bool fresh;
    zn_status st = zni_gmnewton_reserve(ctx, k, g->n, values);

    if (st)
        return st;
    steps(k, g);
    k->dense = g->n <= SMALL || values / g->n > g->n / 3;
    if (k->dense)
        return zni_lu_size(ctx, &k->lu, g->n);
    st = zni_csc_set(ctx, &k->csc, &A, &fresh);
    /* the analysis is that of the last pattern unless it was not finished */
    if (!st && (fresh || !k->known)) {
        k->known = false;
        st = zni_slu_pattern(ctx, &k->slu, &k->csc);
        k->known = !st;
    }
    return st;
}

void zni_gmnewton_fini(zn_ctx *ctx, zni_gmnewton_work *k)
{
    zni_lu_fini(ctx, &k->lu);
    zni_csc_fini(ctx, &k->csc);
    zni_slu_fini(ctx, &k->slu);
    zn_free_array(ctx, k->j);
    zn_free_array(ctx, k->v);
    zn_free_array(ctx, k->ab);
    zn_free_array(ctx, k->rho);
}

/* ---- linear algebra ------------------------------------------------------------- */

static zn_status factor(zn_ctx *ctx, zni_gmnewton_work *k, const zni_gm *g)
{
    zn_index n = g->n;

    if (!k->dense) {
        zni_csc *c = &k->csc;

        for (zn_index e = 0; e < c->nnz; e++)
            c->x[e] = c->from[e] < 0 ? 0 : k->j[c->from[e]];
        return zni_slu_factor(ctx, &k->slu, c, c->x, false);
    }
    memset(k->lu.a, 0, (size_t)(n * n) * sizeof *k->lu.a);
    for (zn_index a = 0; a < g->nu; a++) {
        zn_index d = g->ro[a + 1] - g->ro[a];

        for (zn_index b = g->row[a]; b < g->row[a + 1]; b++) {
            const double *J = k->j + g->bp[b];

            for (zn_index j = g->ro[g->col[b]]; j < g->ro[g->col[b] + 1]; j++)
                for (zn_index i = 0; i < d; i++)
                    k->lu.a[g->ro[a] + i + j * n] = *J++;
        }
    }
    return zni_lu_factor(&k->lu);
}

static bool solve(zni_gmnewton_work *k, zn_index n, double b[])
{
    if (k->dense)
        zni_lu_solve(&k->lu, b);
    else
        zni_slu_solve(&k->slu, b);
    for (zn_index i = 0; i < n; i++)
        if (!isfinite(b[i]))
            return false;
    return true;
}

/* ---- the iteration --------------------------------------------------------------- */

typedef struct run {
    zn_ctx *ctx;
    zni_gmnewton_work *k;
    zni_gsweep_work *sweeps;
    const zni_gmnewton *opt;
    const zni_gm *g;
    double *z, *w;   /* the iterate   */
    double *dz, *dw; /* the step      */
    double *zt, *wt; /* trial         */
    double *phi, *best;
    double least; /* error of best */
    double merits[MEMORY];
    zn_index nmerit;
    zn_monitor *mon;
} run;

/* dz, dw; ZN_ESINGULAR when no regularisation helps */
static zn_status direction(run *a)
{
    zn_index n = a->g->n;
    double reg = a->opt->reg;

    for (int tries = 0; tries < 3; tries++) {
        zn_status st;

        zni_gm_jacobian(a->k, a->g, reg);
        st = factor(a->ctx, a->k, a->g);
        if (st && st != ZN_ESINGULAR)
            return st;
        for (zn_index i = 0; i < n; i++)
            a->dz[i] = -a->phi[i];
        if (!st && solve(a->k, n, a->dz)) {
            zni_gm_mul(a->g, a->dz, NULL, a->dw);
            return ZN_OK;
        }
        reg = reg > 0 ? 1e3 * reg : 1e-10;
    }
    return ZN_ESINGULAR;
}

/* the point zt, and its error; the best is kept */
static double arrive(run *a)
{
    size_t bytes = (size_t)a->g->n * sizeof *a->z;
    double err;

    memcpy(a->z, a->zt, bytes);
    zni_gm_mul(a->g, a->z, a->g->p->q, a->w);
    err = zni_gm_error(a->g, a->z, a->w);
    if (err < a->least) {
        a->least = err;
        memcpy(a->best, a->z, bytes);
    }
    return err;
}

/* zt along the step; false: no step length is good */
static bool search(run *a, double m)
{
    zn_index n = a->g->n, stored;
    double top = m, t = 1;

    a->merits[a->nmerit++ % MEMORY] = m;
    stored = a->nmerit < MEMORY ? a->nmerit : MEMORY;
    for (zn_index i = 0; i < stored; i++)
        top = fmax(top, a->merits[i]);
    for (int half = 0; half < HALVINGS; half++, t /= 2) {
        for (zn_index i = 0; i < n; i++) {
            a->zt[i] = a->z[i] + t * a->dz[i];
            a->wt[i] = a->w[i] + t * a->dw[i];
        }
        if (!a->opt->search ||
            zni_gm_map(a->k, a->g, (zni_map_kind)a->opt->map, a->zt, a->wt,
                       a->phi, false) <= top - 2e-4 * t * m)
            return true;
    }
    return false;
}

/* Gauss-Seidel from the best point */
static zn_status rescue(run *a)
{
    zni_gsweep opt = {
        .tol = a->opt->tol, .max_iter = a->opt->hybrid, .omega = 1};
    zn_solve_info aside = {0};
    zn_status st;

    memcpy(a->zt, a->best, (size_t)a->g->n * sizeof *a->zt);
    st = zni_gsweep_run(a->ctx, a->sweeps, &opt, a->g, a->zt, a->wt,
                        a->mon, &aside);
    a->nmerit = 0;
    return st == ZN_UNSOLVED ? ZN_OK : st;
}

zn_status zni_gmnewton_run(zn_ctx *ctx, zni_gmnewton_work *k,
                           zni_gsweep_work *sweeps, const zni_gmnewton *opt,
                           const zni_gm *g, double z[], double w[],
                           zn_monitor *mon, zn_solve_info *info)
{
    zn_index n = g->n, it = 0, rescues = 0;
    double *v = k->v, err;
    zn_status st;
    run a = {.ctx = ctx,
             .k = k,
             .sweeps = sweeps,
             .opt = opt,
             .g = g,
             .z = z,
             .w = w,
             .dz = v,
             .dw = v + n,
             .zt = v + 2 * n,
             .wt = v + 3 * n,
             .phi = v + 4 * n,
             .best = v + 5 * n,
             .least = INFINITY,
             .mon = mon};

    memcpy(a.zt, z, (size_t)n * sizeof *z);
    memcpy(a.best, z, (size_t)n * sizeof *z);
    err = arrive(&a);
    info->outcome = ZN_ITERATION_LIMIT;
    while (a.least > opt->tol && it < opt->max_iter) {
        double m;

        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        it++;
        m = zni_gm_map(k, g, (zni_map_kind)opt->map, z, w, a.phi, true);
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
    /* admissible when that costs nothing: Newton's z is a rounding outside */
    memcpy(z, a.best, (size_t)n * sizeof *z);
    zni_gm_project(g, z);
    zni_gm_mul(g, z, g->p->q, w);
    if (!(zni_gm_error(g, z, w) <= fmax(a.least, opt->tol))) {
        memcpy(z, a.best, (size_t)n * sizeof *z);
        zni_gm_mul(g, z, g->p->q, w);
    }
    if (a.least <= opt->tol)
        info->outcome = ZN_SOLVED;
    return a.least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
