/* gnewton.c - semismooth Newton with the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

/* Alart & Curnier, CMAME 92 (1991); Acary, Bremond & Huber (2018) for the global
 * form. The residuals M v - H r - q and H'v + b - u are linear and vanish at
 * every iterate (v is solved for again, so rounding does not add up); what is
 * left is phi(u, r) = 0, damped as all are (../methods/newton.c); directions come
 * from the system of gsystem.c. B + reg A for B is a proximal term at the iterate:
 * it makes the system regular where contacts are redundant and does not move the
 * solutions. A step that fails is replaced by Gauss-Seidel sweeps. */
enum { HALVINGS = 12 };

zn_status zni_gnewton_size(zn_ctx *ctx, zni_gnewton_work *k,
                           const zni_gnewton *opt, const zni_motion *g)
{
    zn_index n = g->n, m = g->m;
    zn_status st = zni_gsystem_set(ctx, &k->system, g, !opt->reduced);

    if (!st && opt->hybrid > 0 && zni_motion_sweeps(g))
        st = zni_gnsgs_size(ctx, &k->sweeps, g);
    if (!st)
        st = zn_grow(ctx, &k->v, &k->cap_v, (ZNI_DAMPED + 3) * m + n,
                     sizeof *k->v);
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
    double *z;   /* (v, r), r the iterate              */
    double *phi; /* m                                  */
    double *b;   /* n + 2 m: right-hand side, solution */
    double m;    /* 1/2 ||phi||^2 at the iterate       */
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
            a->opt->rho_rule == ZNI_RHO_CONSTANT ? a->opt->rho : a->g->step[c];
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

static double value(run *a, const double r[], const double u[], bool derive)
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

static zn_status linearise(void *of, const double r[], const double u[],
                           double *m)
{
    run *a = of;

    *m = a->m = value(a, r, u, true);
    return ZN_OK;
}

static double merit(void *of, const double r[], const double u[])
{
    return value(of, r, u, false);
}

/* v and u of the reactions, which are those of z */
static zn_status evaluate(void *of, const double r[], double u[])
{
    const run *a = of;

    (void)r;
    zni_motion_move(a->g, a->z, u);
    return ZN_OK;
}

static double error(void *of, const double r[], const double u[])
{
    const run *a = of;

    (void)r;
    return zni_motion_measure(a->g, a->opt->shift, a->z, u);
}

/* ZN_ESINGULAR when no regularisation helps */
static zn_status direction(void *of, int kth, const double r[],
                           const double u[], double dr[], double *slope)
{
    run *a = of;
    const zni_motion *g = a->g;
    zni_gsystem *s = &a->k->system;
    zn_index m = g->m, d = g->d, dd = d * d;
    double added = 0, reg = a->opt->reg * g->scale;

    (void)kth;
    (void)r;
    (void)u;
    *slope = -2 * a->m;
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
            memcpy(dr, a->b + s->size - m, (size_t)m * sizeof *dr);
            return ZN_OK;
        }
        reg = reg > 0 ? 1e3 * reg : 1e-10 * g->scale;
    }
    return ZN_ESINGULAR;
}

/* du = H' dv, dv of the system that was solved for dr */
static void mul(void *of, const double dr[], double du[])
{
    const run *a = of;
    const zni_motion *g = a->g;

    (void)dr;
    for (zn_index c = 0; c < g->nc; c++)
        zni_ways_gather(&g->H, g->d, c, a->b, du + g->d * c);
}

static zn_status affords(void *of, const zn_monitor *mon)
{
    return zni_gsystem_fits(&((const run *)of)->k->system, mon) ? ZN_OK
                        : ZN_UNSOLVED;
}

static zn_status sweeps(void *of, double r[], double u[], zn_monitor *mon)
{
    run *a = of;
    const size_t bytes = (size_t)a->g->m * sizeof *r;
    double *reactions = a->z + a->g->n;
    zni_nsgs opt = {.tol = a->opt->tol, .max_iter = a->opt->hybrid, .omega = 1};
    zn_solve_info aside = {0};
    zn_status st;

    memcpy(reactions, r, bytes);
    st = zni_gnsgs_run(a->ctx, &a->k->sweeps, &opt, a->g, a->z, u, mon, &aside);
    memcpy(r, reactions, bytes);
    return st;
}

zn_status zni_gnewton_run(zn_ctx *ctx, zni_gnewton_work *k,
                          const zni_gnewton *opt, zni_motion *g, double z[],
                          double u[], zn_monitor *mon, zn_solve_info *info)
{
    run a = {.ctx = ctx, .k = k, .opt = opt, .g = g, .z = z};
    const zni_semismooth f = {
        .of = &a,
        .n = g->m,
        .linearise = linearise,
        .merit = merit,
        .directions = 1,
        .direction = direction,
        .mul = mul,
        .evaluate = evaluate,
        .error = error,
        .affords = affords,
        .rescue = opt->hybrid > 0 && zni_motion_sweeps(g) && !opt->shift ? sweeps : NULL};
    const zni_damping damping = {.tol = opt->tol,
                                 .max_iter = opt->max_iter,
                                 .search = opt->search,
                                 .halvings = HALVINGS};
    zn_status st = zni_gsystem_begin(ctx, &k->system, g, z, u, mon, info);

    if (!st)
        st = zni_gnewton_size(ctx, k, opt, g);
    if (st)
        return st;
    a.phi = k->v + ZNI_DAMPED * g->m;
    a.b = a.phi + g->m;
    choose_rho(&a);
    zni_motion_move(g, z, u);
    return zni_damped_newton(&f, &damping, k->v, z + g->n, u, mon, info);
}
