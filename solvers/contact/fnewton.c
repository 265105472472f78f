/* fnewton.c - semismooth Newton on the contacts together
 * SPDX-License-Identifier: Apache-2.0 */
#include "../linalg/wide.h"
#include "../methods/by_sets.h"
#include "fnewton.h"

/* Alart & Curnier, CMAME 92 (1991); Christensen, Klarbring, Pang & Stromberg, IJNME 42 (1998); Acary, Bremond &
 * Huber (2018) compare the variants. With u = W r + q eliminated the equation is that of ../methods/by_sets.h, and
 * steps are damped by ../methods/newton.c. Where no step along the first direction is accepted, a second one is tried,
 * and where that fails too, Gauss-Seidel sweeps replace the step. */
enum { VECTORS = ZNI_DAMPED + 1, HALVINGS = 12 };

zn_status zni_fnewton_reserve(zn_ctx *ctx, zni_fnewton_work *k, zn_index n,
                              zn_index nnz)
{
    zn_status st = zni_flin_reserve(ctx, &k->lin, n, nnz);

    if (!st)
        st = zni_nsgs_reserve(ctx, &k->sweeps, n);
    return st ? st : ZNI_GROW(ctx, ZNI_BARE(k, v, VECTORS * n), ZNI_BARE(k, ab, 2 * ZNI_DMAX * n),
                              ZNI_BARE(k, rho, n + 2));
}

zn_status zni_fnewton_size(zn_ctx *ctx, zni_fnewton_work *k, const zni_fc *c)
{
    zn_index n = c->n;
    zn_status st = zni_nsgs_size(ctx, &k->sweeps, c);

    if (!st)
        st = zni_flin_size(ctx, &k->lin, c);
    return st ? st : ZNI_GROW(ctx, ZNI_BARE(k, v, VECTORS * n), ZNI_BARE(k, ab, 2 * c->d * n),
                              ZNI_BARE(k, rho, 2 * c->nc));
}

void zni_fnewton_fini(zn_ctx *ctx, zni_fnewton_work *k)
{
    zni_flin_fini(ctx, &k->lin);
    zni_nsgs_fini(ctx, &k->sweeps);
    ZNI_FREE(ctx, k->v, k->ab, k->rho);
}

typedef struct run {
    zni_by_sets sets;
    zn_ctx *ctx;
    zni_fnewton_work *k;
    const zni_fnewton *opt;
    const zni_fc *c;
} run;

static void map(const void *of, zn_index b, const double u[], const double r[],
                double phi[], double A[], double B[])
{
    const run *a = of;

    a->c->law->map((zni_map_kind)a->opt->map, a->c, b, a->k->rho + 2 * b, u, r, phi, A, B);
}

/* u = W r + q, plus the proximal term if there is one */
static zn_status evaluate(void *of, const double r[], double u[])
{
    const run *a = of;

    zni_fc_mul(a->c, r, a->c->q, u);
    zni_by_sets_pull(&a->sets, r, a->opt->ref, u);
    return ZN_OK;
}

static double error(void *of, const double r[], const double u[])
{
    return zni_fc_error(((const run *)of)->c, r, u);
}

/* Normal and tangential rho, from the whole block or (split) from its parts; a block of zeros counts as `scale`, the
 * mean of the diagonal. */
static void lengths(const zni_fnewton *o, const zni_fc *c, double scale, double rho[])
{
    zn_index d = c->d;

    for (zn_index b = 0; b < c->nc; b++) {
        const double *W = c->x + d * d * c->diag[b];
        double step = zni_block_step(d, W, scale);

        rho[2 * b] = rho[2 * b + 1] = 1 / (1 / step + o->alpha);
        if (o->split)
            zni_contact_split(d, W, o->alpha, rho + 2 * b);
    }
}

/* J = A W of three rows, column by column in one register */
static ZNI_INTO_WIDE void multiply3(const double A[], const double W[], double *restrict J)
{
    zni_lanes a, b, c;

    zni_take3(A, &a);
    zni_take3(A + 3, &b);
    zni_take3(A + 6, &c);
    for (zn_index j = 0; j < 9; j += 3) {
        const zni_lanes sum = a * W[j] + b * W[j + 1] + c * W[j + 2];

        zni_put3(&sum, J + j);
    }
}

ZNI_WIDE void zni_fnewton_matrix(const zni_fc *c, const double ab[], double add, double j[])
{
    const zn_index d = c->d, dd = d * d;

    for (zn_index b = 0; b < c->nc; b++) {
        const double *A = ab + 2 * dd * b, *B = A + dd;

        for (zn_index k = c->p[b]; k < c->p[b + 1]; k++) {
            const double *W = c->x + dd * k;
            double *J = j + dd * k;

            if (d == 3)
                multiply3(A, W, J);
            else if (d == 2)
                zni_multiply(2, 2, 2, false, 2, A, W, J);
            else
                zni_multiply(d, d, d, false, d, A, W, J);
            if (c->i[k] == b)
                for (zn_index i = 0; i < dd; i++)
                    J[i] += B[i] + add * A[i];
        }
    }
}

static zn_status factor(void *of)
{
    const run *a = of;

    zni_fnewton_matrix(a->c, a->k->ab, 0, a->k->lin.j);
    return zni_flin_factor(a->ctx, &a->k->lin, a->c, false);
}

static void solve(void *of, double b[])
{
    zni_flin_solve(&((const run *)of)->k->lin, b);
}

static void mul(void *of, const double dr[], double du[])
{
    const run *a = of;

    zni_fc_mul(a->c, dr, NULL, du);
    zni_by_sets_pull(&a->sets, dr, NULL, du);
}

static zn_status affords(void *of, const zn_monitor *mon)
{
    return zni_flin_fits(&((const run *)of)->k->lin, mon) ? ZN_OK
                        : ZN_UNSOLVED;
}

/* used without a proximal term only: with one the steps do not fail */
static zn_status sweeps(void *of, double r[], double u[], zn_monitor *mon)
{
    run *a = of;
    zni_nsgs opt = {.tol = a->opt->tol, .max_iter = a->opt->hybrid, .omega = 1};
    zn_solve_info aside = {0};

    zni_by_sets_stronger(&a->sets);
    return zni_nsgs_run((zni_call){a->ctx, r, u, mon, &aside}, &a->k->sweeps, &opt, a->c);
}

static void admit(void *of, double r[])
{
    zni_fc_admit(((const run *)of)->c, r);
}

zn_status zni_fnewton_run(zni_call call, zni_fnewton_work *k, const zni_fnewton *opt,
                          const zni_fc *c)
{
    zn_status st = zni_fnewton_size(call.ctx, k, c);
    run a = {.sets = {.n = c->n,
                      .nb = c->nc,
                      .d = c->d,
                      .map = map,
                      .factor = factor,
                      .solve = solve,
                      .alpha = opt->alpha,
                      .reg = opt->reg,
                      .unit = zni_fc_scale(c),
                      .fade = opt->fade},
             .ctx = call.ctx,
             .k = k,
             .opt = opt,
             .c = c};
    const zni_semismooth f = {
        .of = &a,
        .n = c->n,
        .directions = opt->reg > 0 ? 2 : 1,
        ZNI_BY_SETS,
        .mul = mul,
        .evaluate = evaluate,
        .error = error,
        .affords = affords,
        .rescue = opt->hybrid > 0 && !(opt->alpha > 0) ? sweeps : NULL,
        .admit = opt->admit ? admit : NULL};
    const zni_damping damping = {.tol = opt->tol,
                                 .max_iter = opt->max_iter,
                                 .search =
                                     opt->search ? ZNI_ARMIJO : ZNI_FULL_STEP,
                                 .halvings = HALVINGS,
                                 .soon = HALVINGS,
                                 .digit = opt->digit};

    if (st)
        return st;
    a.sets.phi = k->v + ZNI_DAMPED * c->n;
    a.sets.A = k->ab;
    lengths(opt, c, a.sets.unit, k->rho);
    evaluate(&a, call.z, call.w);
    return zni_damped_newton(&f, &damping, k->v, call.z, call.w, call.mon, call.info);
}
