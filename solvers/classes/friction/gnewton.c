/* gnewton.c - semismooth Newton and alternating directions with the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/by_sets.h"
#include "friction.h"
#include "motion.h"

/* Alart & Curnier, CMAME 92 (1991); Acary, Bremond & Huber (2018) for the global form. The residuals M v - H r - q and
 * H'v + b - u are linear and vanish at every iterate (v is computed anew from r, so rounding errors do not accumulate).
 * What is left is phi(u, r) = 0 by contact (../../methods/by_sets.h), by damped steps whose directions come from the
 * system of gsystem.c. A step that fails is replaced by Gauss-Seidel sweeps. */
enum { HALVINGS = 12 };

zn_status zni_gnewton_size(zn_ctx *ctx, zni_gnewton_work *k,
                           const zni_gnewton *opt, const zni_motion *g)
{
    zn_index n = g->n, m = g->m;
    zn_status st = zni_gsystem_set(ctx, &k->system, g, !opt->reduced);

    if (!st && opt->hybrid > 0 && zni_motion_sweeps(g))
        st = zni_gnsgs_size(ctx, &k->sweeps, g);
    return st ? st : ZNI_GROW(ctx, ZNI_ARRAY(k, v, (ZNI_DAMPED + 3) * m + n),
                              ZNI_ARRAY(k, ab, 2 * g->d * m + 1), ZNI_ARRAY(k, rho, 2 * g->nc + 1));
}

void zni_gnewton_fini(zn_ctx *ctx, zni_gnewton_work *k)
{
    zni_gsystem_fini(ctx, &k->system);
    zni_gnsgs_fini(ctx, &k->sweeps);
    ZNI_FREE(ctx, k->v, k->ab, k->rho);
}

typedef struct run {
    zni_by_sets sets;
    zn_ctx *ctx;
    zni_gnewton_work *k;
    const zni_gnewton *opt;
    zni_motion *g;
    double *z;   /* (v, r), r the iterate              */
    double *b;   /* n + 2 m: right-hand side, solution */
} run;

/* rho of each contact, normal and tangential */
static void choose_rho(const run *a)
{
    for (zn_index c = 0; c < a->g->nc; c++) {
        double *rho = a->k->rho + 2 * c;

        rho[0] = rho[1] =
            a->opt->rho_rule == ZNI_RHO_CONSTANT ? a->opt->rho : a->g->step[c];
        if (a->opt->rho_rule == ZNI_RHO_SPLIT)
            zni_contact_split(a->g->d, a->g->contact[c].M, 0, rho);
    }
}

static void map(const void *of, zn_index c, const double u[], const double r[],
                double phi[], double A[], double B[])
{
    const run *a = of;
    const zni_motion *g = a->g;
    const zni_map_kind kind = (zni_map_kind)a->opt->map;
    const double *rho = a->k->rho + 2 * c;

    if (a->opt->shift)
        zni_natural(&g->c, c, rho[0], a->opt->shift + c, u, r, phi, A, B);
    else
        zni_coulomb.map(kind, &g->c, c, rho, u, r, phi, A, B);
}

/* v and u of the reactions, which are part of a->z */
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

static zn_status factor(void *of)
{
    const run *a = of;

    zni_gsystem_assemble(&a->k->system, a->g, a->k->ab);
    return zni_gsystem_factor(a->ctx, &a->k->system);
}

/* The solution for the right-hand side b in the rows of phi: b becomes its r. all (s->size): its v comes first. */
static void for_reactions(zni_gsystem *s, zn_index m, double all[], double b[])
{
    double *own = all + s->size - m;
    const size_t bytes = (size_t)m * sizeof *b;

    memset(all, 0, (size_t)s->size * sizeof *all);
    memcpy(own, b, bytes);
    zni_gsystem_solve(s, all);
    memcpy(b, own, bytes);
}

/* dr, and dv with it in a->b */
static void solve(void *of, double dr[])
{
    const run *a = of;

    for_reactions(&a->k->system, a->g->m, a->b, dr);
}

/* du = H' dv; dv is in a->b since the system was solved for dr */
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
    st = zni_gnsgs_run((zni_call){a->ctx, a->z, u, mon, &aside}, &a->k->sweeps, &opt, a->g);
    memcpy(r, reactions, bytes);
    return st;
}

zn_status zni_gnewton_run(zni_call call, zni_gnewton_work *k, const zni_gnewton *opt, zni_motion *g)
{
    run a = {.sets = {.n = g->m,
                      .nb = g->nc,
                      .d = g->d,
                      .map = map,
                      .factor = factor,
                      .solve = solve,
                      .reg = opt->reg,
                      .unit = g->scale},
             .ctx = call.ctx,
             .k = k,
             .opt = opt,
             .g = g,
             .z = call.z};
    const zni_semismooth f = {
        .of = &a,
        .n = g->m,
        .directions = 1,
        ZNI_BY_SETS,
        .mul = mul,
        .evaluate = evaluate,
        .error = error,
        .affords = affords,
        .rescue = opt->hybrid > 0 && zni_motion_sweeps(g) && !opt->shift ? sweeps : NULL};
    const zni_damping damping = {.tol = opt->tol,
                                 .max_iter = opt->max_iter,
                                 .search = opt->search,
                                 .halvings = HALVINGS};
    zn_status st = zni_gsystem_begin(call.ctx, &k->system, g, call.z, call.w, call.mon, call.info);

    if (!st)
        st = zni_gnewton_size(call.ctx, k, opt, g);
    if (st)
        return st;
    a.sets.phi = k->v + ZNI_DAMPED * g->m;
    a.sets.A = k->ab;
    a.b = a.sets.phi + g->m;
    choose_rho(&a);
    zni_motion_move(g, call.z, call.w);
    return zni_damped_newton(&f, &damping, k->v, call.z + g->n, call.w, call.mon, call.info);
}

/* ---- alternating directions ----------------------------------------------- */

/* admm.c on W = H'M^-1 H, which is never formed: (W + rho I) x = b is the same system with A = I, B = rho I. */

zn_status zni_gadmm_size(zn_ctx *ctx, zni_gnewton_work *k, const zni_motion *g)
{
    zn_status st = zni_gsystem_set(ctx, &k->system, g, false);

    return st ? st : ZNI_GROW(ctx, ZNI_ARRAY(k, v, (ZNI_ADMM_ROOM + 3) * g->m + 2 * g->n),
                              ZNI_ARRAY(k, ab, 2 * g->d * g->m + 1));
}

typedef struct kept {
    zni_directions common;
    zni_gnewton_work *k;
    zni_motion *g;
    double *l; /* n + m: right-hand side, solution */
} kept;

static zn_status factor_kept(void *of, zn_ctx *ctx, double rho)
{
    zni_gnewton_work *k = ((const kept *)of)->k;
    const zni_motion *g = ((const kept *)of)->g;
    zn_index d = g->d, dd = d * d;

    memset(k->ab, 0, (size_t)(2 * d * g->m) * sizeof *k->ab);
    for (zn_index i = 0; i < g->m; i++) {
        double *A = k->ab + 2 * dd * (i / d), *B = A + dd;

        A[i % d * (d + 1)] = 1;
        B[i % d * (d + 1)] = rho;
    }
    zni_gsystem_assemble(&k->system, g, k->ab);
    return zni_gsystem_factor(ctx, &k->system);
}

static void solve_kept(void *of, double b[])
{
    const kept *s = of;

    for_reactions(&s->k->system, s->g->m, s->l, b);
}

static bool affords_kept(void *of, const zn_monitor *mon)
{
    return zni_gsystem_fits(&((const kept *)of)->k->system, mon);
}

zn_status zni_gadmm_run(zni_call call, zni_gnewton_work *k, const zni_admm *opt, zni_motion *g)
{
    const zn_index n = g->n, m = g->m;
    zni_admm own = *opt;
    zni_call reactions = call;
    zn_status st = zni_gsystem_begin(call.ctx, &k->system, g, call.z, call.w, call.mon, call.info);

    if (!st)
        st = zni_gadmm_size(call.ctx, k, g);
    if (st)
        return st;
    double *q = k->v + ZNI_ADMM_ROOM * m;
    kept s = {.common = {zni_view_kept(g, q + m), q, factor_kept, solve_kept, affords_kept},
              .k = k,
              .g = g,
              .l = q + m + n + m};

    s.common.view.shift = opt->shift;
    own.rho = 1 / opt->rho;
    reactions.z += n;
    memset(k->v, 0, (size_t)m * sizeof *k->v);
    zni_view_velocities(&s.common.view, k->v, q);
    st = zni_directions_run(reactions, &s.common, &own, k->v, &k->penalty);
    zni_motion_move(g, call.z, call.w);
    return st == ZN_ESINGULAR ? ZN_UNSOLVED : st;
}
