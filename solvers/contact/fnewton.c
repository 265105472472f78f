/* fnewton.c - semismooth Newton on the contacts together
 * SPDX-License-Identifier: Apache-2.0 */
#include "../linalg/wide.h"
#include "../methods/newton.h"
#include "fnewton.h"

/* Alart & Curnier, CMAME 92 (1991); Christensen, Klarbring, Pang & Stromberg,
 * IJNME 42 (1998); Acary, Bremond & Huber (2018) for the choices. With u = W r
 * + q eliminated, A = dphi/du and B = dphi/dr by contact,
 *     (A W + B) dr = -phi(W r + q, r),
 * damped as all are (../methods/newton.c). Where the contacts are redundant
 * A W + B is singular: then a little of A is added, which is a proximal term at
 * the iterate and does not move the solutions; more of it where no step is good,
 * as it turns the step towards that of the contacts apart. A step that fails is
 * replaced by Gauss-Seidel sweeps. A term that shrinks as ||phi|| does keeps first steps short,
 * where redundant contacts would shift loads at will, and leaves the last ones Newton's (Yamashita
 * & Fukushima, Computing Suppl. 15, 2001). */
enum { VECTORS = ZNI_DAMPED + 1, HALVINGS = 12 };

/* what a term that shrinks comes to: what is enough for contacts that are redundant but for rounding */
static const double FADED = 1e-6;

/* by which the term grows from the first direction to the second, and shrinks after
 * a step; at most as large as W */
static const double STRONGER = 100, WEAKER = 10;

zn_status zni_fnewton_reserve(zn_ctx *ctx, zni_fnewton_work *k, zn_index n,
                              zn_index nnz)
{
    zn_status st = zni_flin_reserve(ctx, &k->lin, n, nnz);

    if (!st)
        st = zni_nsgs_reserve(ctx, &k->sweeps, n);
    if (!st)
        st = zni_room(ctx, &k->v, &k->cap_v, VECTORS * n, sizeof *k->v);
    if (!st)
        st = zni_room(ctx, &k->ab, &k->cap_ab, 2 * ZNI_DMAX * n, sizeof *k->ab);
    return st ? st : zni_room(ctx, &k->rho, &k->cap_rho, n + 2, sizeof *k->rho);
}

zn_status zni_fnewton_size(zn_ctx *ctx, zni_fnewton_work *k, const zni_fc *c)
{
    zn_index n = c->n;
    zn_status st = zni_nsgs_size(ctx, &k->sweeps, c);

    if (!st)
        st = zni_flin_size(ctx, &k->lin, c);
    if (!st)
        st = zni_room(ctx, &k->v, &k->cap_v, VECTORS * n, sizeof *k->v);
    if (!st)
        st = zni_room(ctx, &k->ab, &k->cap_ab, 2 * c->d * n, sizeof *k->ab);
    return st ? st
              : zni_room(ctx, &k->rho, &k->cap_rho, 2 * c->nc, sizeof *k->rho);
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
    double *phi;
    double m;     /* 1/2 ||phi||^2 at the iterate */
    double scale; /* of the diagonal of W         */
    double reg;   /* of the present step          */
    double first; /* m at the start               */
} run;

/* u = W r + q, + alpha (r - ref) if there is a term */
static zn_status evaluate(void *of, const double r[], double u[])
{
    const run *a = of;
    const zni_fnewton *o = a->opt;

    zni_fc_mul(a->c, r, a->c->q, u);
    for (zn_index i = 0; i < a->c->n && o->alpha > 0; i++)
        u[i] += o->alpha * (r[i] - (o->ref ? o->ref[i] : 0));
    return ZN_OK;
}

static double error(void *of, const double r[], const double u[])
{
    return zni_fc_error(((const run *)of)->c, r, u);
}

static double value(run *a, const double r[], const double u[], bool derive)
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

/* the least term of the present step */
static double term(const run *a)
{
    const zni_fnewton *o = a->opt;

    if (!o->fade || !(a->m < a->first))
        return o->reg;
    return fmax(o->reg * sqrt(a->m / a->first), fmin(o->reg, FADED));
}

static zn_status linearise(void *of, const double r[], const double u[],
                           double *m)
{
    run *a = of;

    *m = a->m = value(a, r, u, true);
    if (a->first < 0)
        a->first = a->m;
    a->reg = fmax(a->reg / WEAKER, term(a));
    return ZN_OK;
}

static double merit(void *of, const double r[], const double u[])
{
    return value(of, r, u, false);
}

/* normal and tangential rho: of the whole block, or (split) of its parts; of one of zeros that of
 * the mean diagonal, scale */
static void lengths(const zni_fnewton *o, const zni_fc *c, double scale, double rho[])
{
    zn_index d = c->d;

    for (zn_index b = 0; b < c->nc; b++) {
        const double *W = c->x + d * d * c->diag[b];
        double step = zni_block_step(d, W, scale);

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

/* J = A W, column by column: of three rows, */
static ZNI_INTO_WIDE void block3(const double A[], const double W[],
                                 double *restrict J)
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

/* of four and more, a constant where this is called often, */
static ZNI_INTO_WIDE void block(const zn_index d, const double A[],
                                const double W[], double *restrict J)
{
    for (zn_index j = 0; j < d; j++, W += d, J += d) {
        zni_lanes sum = {0}, a;
        double rest[ZNI_DMAX] = {0};

        for (zn_index l = 0; l < d; l++) {
            zni_take4(A + l * d, &a);
            sum += a * W[l];
            for (zn_index i = 4; i < d; i++)
                rest[i] += A[i + l * d] * W[l];
        }
        zni_put4(&sum, J);
        for (zn_index i = 4; i < d; i++)
            J[i] = rest[i];
    }
}

/* and of two */
static inline void block2(const double A[], const double W[],
                          double *restrict J)
{
    for (zn_index j = 0; j < 4; j += 2) {
        J[j] = A[0] * W[j] + A[2] * W[j + 1];
        J[j + 1] = A[1] * W[j] + A[3] * W[j + 1];
    }
}

ZNI_WIDE void zni_fnewton_matrix(const zni_fc *c, const double ab[], double add,
                                 double j[])
{
    zn_index d = c->d, dd = d * d;

    for (zn_index b = 0; b < c->nc; b++) {
        const double *A = ab + 2 * dd * b, *B = A + dd;

        for (zn_index k = c->p[b]; k < c->p[b + 1]; k++) {
            double *J = j + dd * k;
            const double *W = c->x + dd * k;

            if (d == 3)
                block3(A, W, J);
            else if (d == 5)
                block(5, A, W, J);
            else if (d == 6)
                block(6, A, W, J);
            else
                block2(A, W, J);
            if (c->i[k] == b)
                for (zn_index i = 0; i < dd; i++)
                    J[i] += B[i] + add * A[i];
        }
    }
}

/* with the term of now, then a stronger one; ZN_ESINGULAR when none helps */
static zn_status direction(void *of, int kth, const double r[],
                           const double u[], double dr[], double *slope)
{
    run *a = of;
    zn_index n = a->c->n;
    double reg;

    *slope = -2 * a->m;
    if (kth > 0) {
        a->reg = fmin(STRONGER * a->reg, 1);
        value(a, r, u, false); /* trials have left their phi */
    }
    reg = a->reg * a->scale;
    for (int tries = 0; tries < 3; tries++) {
        zn_status st;
        bool finite = true;

        zni_fnewton_matrix(a->c, a->k->ab, a->opt->alpha + reg, a->k->lin.j);
        st = zni_flin_factor(a->ctx, &a->k->lin, a->c, false);
        if (st && st != ZN_ESINGULAR)
            return st;
        for (zn_index i = 0; i < n; i++)
            dr[i] = -a->phi[i];
        if (!st)
            zni_flin_solve(&a->k->lin, dr);
        for (zn_index i = 0; i < n && !st && finite; i++)
            finite = isfinite(dr[i]);
        if (!st && finite)
            return ZN_OK;
        reg = reg > 0 ? 1e3 * reg : 1e-10 * a->scale;
    }
    return ZN_ESINGULAR;
}

static void mul(void *of, const double dr[], double du[])
{
    const run *a = of;

    zni_fc_mul(a->c, dr, NULL, du);
    for (zn_index i = 0; i < a->c->n; i++)
        du[i] += a->opt->alpha * dr[i];
}

static zn_status affords(void *of, const zn_monitor *mon)
{
    return zni_flin_fits(&((const run *)of)->k->lin, mon) ? ZN_OK
                        : ZN_UNSOLVED;
}

/* for the problem without the proximal term only: with it the steps do not fail */
static zn_status sweeps(void *of, double r[], double u[], zn_monitor *mon)
{
    run *a = of;
    zni_nsgs opt = {.tol = a->opt->tol, .max_iter = a->opt->hybrid, .omega = 1};
    zn_solve_info aside = {0};

    a->reg = fmin(STRONGER * a->reg, 1);
    return zni_nsgs_run(a->ctx, &a->k->sweeps, &opt, a->c, r, u, mon, &aside);
}

static void admit(void *of, double r[])
{
    zni_fc_admit(((const run *)of)->c, r);
}

zn_status zni_fnewton_run(zn_ctx *ctx, zni_fnewton_work *k,
                          const zni_fnewton *opt, const zni_fc *c, double r[],
                          double u[], zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = zni_fnewton_size(ctx, k, c);
    run a = {.ctx = ctx, .k = k, .opt = opt, .c = c, .scale = zni_fc_scale(c), .first = -1};
    const zni_semismooth f = {
        .of = &a,
        .n = c->n,
        .linearise = linearise,
        .merit = merit,
        .directions = opt->reg > 0 ? 2 : 1,
        .direction = direction,
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
    a.phi = k->v + ZNI_DAMPED * c->n;
    lengths(opt, c, a.scale, k->rho);
    evaluate(&a, r, u);
    return zni_damped_newton(&f, &damping, k->v, r, u, mon, info);
}
