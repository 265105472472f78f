/* fnewton.c - semismooth Newton on the contacts together
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* Alart & Curnier, CMAME 92 (1991); Christensen, Klarbring, Pang & Stromberg,
 * IJNME 42 (1998); Acary, Bremond & Huber (2018) for the choices. With u = W r
 * + q eliminated, A = dphi/du and B = dphi/dr by contact,
 *     (A W + B) dr = -phi(W r + q, r),
 * damped on 1/2 ||phi||^2 against the largest of its last values. Where the
 * contacts are redundant A W + B is singular: then a little of A is added, which
 * is a proximal term at the iterate and does not move the solutions. A step that
 * fails is replaced by Gauss-Seidel sweeps. */
enum { MEMORY = 6, HALVINGS = 12 };

zn_status zni_fnewton_reserve(zn_ctx *ctx, zni_fnewton_work *k, zn_index n,
                              zn_index nnz)
{
    zn_status st = zni_flin_reserve(ctx, &k->lin, n, nnz);

    if (!st)
        st = zni_nsgs_reserve(ctx, &k->sweeps, n);
    if (!st)
        st = zn_grow(ctx, &k->v, &k->cap_v, 6 * n, sizeof *k->v);
    if (!st)
        st = zn_grow(ctx, &k->ab, &k->cap_ab, 2 * ZNI_DMAX * n, sizeof *k->ab);
    return st ? st : zn_grow(ctx, &k->rho, &k->cap_rho, n + 2, sizeof *k->rho);
}

zn_status zni_fnewton_size(zn_ctx *ctx, zni_fnewton_work *k, const zni_fc *c)
{
    zn_index n = c->n;
    zn_status st = zni_nsgs_size(ctx, &k->sweeps, c);

    if (!st)
        st = zni_flin_size(ctx, &k->lin, c);
    if (!st)
        st = zn_grow(ctx, &k->v, &k->cap_v, 6 * n, sizeof *k->v);
    if (!st)
        st = zn_grow(ctx, &k->ab, &k->cap_ab, 2 * c->d * n, sizeof *k->ab);
    return st ? st
              : zn_grow(ctx, &k->rho, &k->cap_rho, 2 * c->nc, sizeof *k->rho);
}

void zni_fnewton_fini(zn_ctx *ctx, zni_fnewton_work *k)
{
    zni_flin_fini(ctx, &k->lin);
    zni_nsgs_fini(ctx, &k->sweeps);
    zn_free_array(ctx, k->v);
    zn_free_array(ctx, k->ab);
    zn_free_array(ctx, k->rho);
}

typedef struct run {
    zn_ctx *ctx;
    zni_fnewton_work *k;
    const zni_fnewton *opt;
    const zni_fc *c;
    double *r, *u;   /* the iterate; u of the regularised problem */
    double *dr, *du; /* the step                                  */
    double *rt, *ut; /* trial                                     */
    double *phi, *best;
    double least; /* error of best                             */
    double scale; /* of the diagonal of W                      */
    double reg;   /* of the present step                       */
    double merits[MEMORY];
    zn_index nmerit;
    zn_monitor *mon;
} run;

/* u = W r + q, + alpha (r - ref) if there is a term */
static void velocities(const run *a, const double r[], double u[])
{
    const zni_fnewton *o = a->opt;

    zni_fc_mul(a->c, r, a->c->q, u);
    for (zn_index i = 0; i < a->c->n && o->alpha > 0; i++)
        u[i] += o->alpha * (r[i] - (o->ref ? o->ref[i] : 0));
}

static double merit(run *a, const double u[], const double r[], bool derive)
{
    const zni_fc *c = a->c;
    zni_map_kind kind = (zni_map_kind)a->opt->map;
    zn_index d = c->d, dd = d * d;
    double sum = 0;

    for (zn_index b = 0; b < c->nc; b++) {
        double *phi = a->phi + d * b, *A = a->k->ab + 2 * dd * b;
        const double *rho = a->k->rho + 2 * b;

        c->law->map(kind, c, b, rho, u + d * b, r + d * b, phi,
                    derive ? A : NULL, A + dd);
        for (zn_index i = 0; i < d; i++)
            sum += phi[i] * phi[i];
    }
    return sum / 2;
}

/* normal and tangential rho: of the whole block, or (split) of its parts */
static void lengths(const zni_fnewton *o, const zni_fc *c, double rho[])
{
    zn_index d = c->d;

    for (zn_index b = 0; b < c->nc; b++) {
        const double *W = c->x + d * d * c->diag[b];
        double step = zni_block_step(d, W);

        rho[2 * b] = rho[2 * b + 1] = 1 / (1 / step + o->alpha);
        if (o->split && W[0] > 0) {
            double size = 0;

            for (zn_index i = 1; i < d; i++) {
                double sum = 0;

                for (zn_index j = 1; j < d; j++)
                    sum += fabs(W[i + j * d]);
                size = fmax(size, sum);
            }
            rho[2 * b] = 1 / (W[0] + o->alpha);
            if (size > 0)
                rho[2 * b + 1] = 1 / (size + o->alpha);
        }
    }
}

/* J = A W; d is a constant where this is called often */
static inline void block(zn_index d, const double A[], const double W[],
                         double *restrict J)
{
    for (zn_index j = 0; j < d; j++) {
        for (zn_index i = 0; i < d; i++) {
            double sum = 0;

            for (zn_index l = 0; l < d; l++)
                sum += A[i + l * d] * W[l + j * d];
            J[i + j * d] = sum;
        }
    }
}

/* J = A (W + (alpha + reg) I) + B */
static void jacobian(run *a, double reg)
{
    const zni_fc *c = a->c;
    zn_index d = c->d, dd = d * d;
    double add = a->opt->alpha + reg;

    for (zn_index b = 0; b < c->nc; b++) {
        const double *A = a->k->ab + 2 * dd * b, *B = A + dd;

        for (zn_index k = c->p[b]; k < c->p[b + 1]; k++) {
            double *J = a->k->lin.j + dd * k;
            const double *W = c->x + dd * k;

            if (d == 3)
                block(3, A, W, J);
            else if (d == 5)
                block(5, A, W, J);
            else
                block(d, A, W, J);
            if (c->i[k] == b)
                for (zn_index i = 0; i < dd; i++)
                    J[i] += B[i] + add * A[i];
        }
    }
}

/* dr, du; ZN_ESINGULAR when no regularisation helps */
static zn_status direction(run *a)
{
    zn_index n = a->c->n;
    double reg = a->reg * a->scale;

    for (int tries = 0; tries < 3; tries++) {
        zn_status st;
        bool finite = true;

        jacobian(a, reg);
        st = zni_flin_factor(a->ctx, &a->k->lin, a->c, false);
        if (st && st != ZN_ESINGULAR)
            return st;
        for (zn_index i = 0; i < n && !st; i++)
            a->dr[i] = -a->phi[i];
        if (!st)
            zni_flin_solve(&a->k->lin, a->dr);
        for (zn_index i = 0; i < n && !st && finite; i++)
            finite = isfinite(a->dr[i]);
        if (!st && finite) {
            zni_fc_mul(a->c, a->dr, NULL, a->du);
            for (zn_index i = 0; i < n; i++)
                a->du[i] += a->opt->alpha * a->dr[i];
            return ZN_OK;
        }
        reg = reg > 0 ? 1e3 * reg : 1e-10 * a->scale;
    }
    return ZN_ESINGULAR;
}

/* the point (rt, ut), and its error; the best is kept */
static double arrive(run *a)
{
    zn_index n = a->c->n;
    double err;

    memcpy(a->r, a->rt, (size_t)n * sizeof *a->r);
    velocities(a, a->r, a->u);
    err = zni_fc_error(a->c, a->r, a->u);
    if (err < a->least) {
        a->least = err;
        memcpy(a->best, a->r, (size_t)n * sizeof *a->r);
    }
    return err;
}

/* rt, ut along the step; false: no step length is good */
static bool search(run *a, double m)
{
    zn_index n = a->c->n, stored;
    double top = m, t = 1;

    stored = a->nmerit < MEMORY ? a->nmerit : MEMORY;
    for (zn_index i = 0; i < stored; i++)
        top = fmax(top, a->merits[i]);
    for (int half = 0; half < HALVINGS; half++, t /= 2) {
        for (zn_index i = 0; i < n; i++) {
            a->rt[i] = a->r[i] + t * a->dr[i];
            a->ut[i] = a->u[i] + t * a->du[i];
        }
        if (!a->opt->search ||
            merit(a, a->ut, a->rt, false) <= top - 2e-4 * t * m)
            return true;
    }
    return false;
}

/* A step that decreases the function, with more regularisation where none does:
 * it turns the step towards that of the contacts apart. */
static zn_status advance(run *a, double m, bool *good)
{
    *good = false;
    a->merits[a->nmerit++ % MEMORY] = m;
    for (int tries = 0; tries < 2 && !*good; tries++) {
        zn_status st = direction(a);

        if (st && st != ZN_ESINGULAR)
            return st;
        *good = !st && search(a, m);
        if (!(a->reg > 0))
            break;
        if (!*good)
            a->reg = fmin(100 * a->reg, 1);
    }
    a->reg = fmax(a->reg / 10, a->opt->reg);
    return ZN_OK;
}

/* Gauss-Seidel from the best point, for the problem without the proximal term
 * only (with it the steps do not fail) */
static zn_status sweeps(run *a)
{
    zni_nsgs opt = {.tol = a->opt->tol, .max_iter = a->opt->hybrid, .omega = 1};
    zn_solve_info aside = {0};
    zn_status st;

    memcpy(a->rt, a->best, (size_t)a->c->n * sizeof *a->rt);
    st = zni_nsgs_run(a->ctx, &a->k->sweeps, &opt, a->c, a->rt, a->ut, a->mon,
                      &aside);
    a->nmerit = 0;
    return st == ZN_UNSOLVED ? ZN_OK : st;
}

zn_status zni_fnewton_run(zn_ctx *ctx, zni_fnewton_work *k,
                          const zni_fnewton *opt, const zni_fc *c, double r[],
                          double u[], zn_monitor *mon, zn_solve_info *info)
{
    zn_index n = c->n, it = 0, rescues = 0;
    zn_status st = zni_fnewton_size(ctx, k, c);
    double err;

    if (st)
        return st;

    double *v = k->v;
    run a = {.ctx = ctx,
             .k = k,
             .opt = opt,
             .c = c,
             .r = r,
             .u = u,
             .dr = v,
             .du = v + n,
             .rt = v + 2 * n,
             .ut = v + 3 * n,
             .phi = v + 4 * n,
             .best = v + 5 * n,
             .least = INFINITY,
             .scale = zni_fc_scale(c),
             .reg = opt->reg,
             .mon = mon};

    lengths(opt, c, k->rho);
    memcpy(a.rt, r, (size_t)n * sizeof *r);
    memcpy(a.best, r, (size_t)n * sizeof *r);
    err = arrive(&a);
    info->outcome = ZN_ITERATION_LIMIT;
    while (a.least > opt->tol && it < opt->max_iter) {
        double m;
        bool good;

        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        if (!zni_flin_fits(&k->lin, mon)) {
            info->outcome = ZN_TIME_LIMIT;
            break;
        }
        it++;
        m = merit(&a, u, r, true);
        st = advance(&a, m, &good);
        if (st)
            return st;
        if (!good) {
            if (opt->hybrid == 0 || opt->alpha > 0 || ++rescues > 10) {
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
    memcpy(r, a.best, (size_t)n * sizeof *r);
    velocities(&a, r, u);
    return a.least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
