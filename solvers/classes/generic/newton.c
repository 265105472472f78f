/* newton.c - semismooth Newton on all blocks of a generic mechanical problem together
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/octave.h"
#include "../../linalg/units.h"
#include "../../methods/by_sets.h"
#include "generic.h"

/* Each unit has its own function phi(z, w), below; together they are the equation of ../../methods/by_sets.h, whose
 * steps are damped by ../../methods/newton.c. Gauss-Seidel sweeps replace a step that fails. */
enum { HALVINGS = 12 };

/* ---- functions that are zero at a solution, and their Jacobians --------------------------- */

/* A row with z in [lo, hi]: z - P(z - rho w), P the clip to [lo, hi], which is rho min(z / rho, w) for a unilateral row
 * and rho w for an equality. At a kink the derivative is the one of the row at its bound. */
static double clip_row(double lo, double hi, double rho, double z, double w,
                       double *A, double *B)
{
    double v = z - rho * w;
    bool at = v <= lo || v >= hi;

    *A = at ? 0 : rho;
    *B = at ? 1 : 0;
    return v <= lo ? z - lo : v >= hi ? z - hi : rho * w;
}

/* Fischer & Burmeister's function of ../box/fischer.c with the gaps scaled by 1 / rho, in the unit of z and with the
 * sign of the other functions. w is multiplied by the power of two in rho, so that roots are taken only of the
 * remaining factor, which does not depend on units. */
static double fb_row(double lo, double hi, double rho, double z, double w,
                     double *A, double *B)
{
    const double whole = zni_octave(rho), rest = rho / whole, root = sqrt(rest);
    double s = 1 / rest, of_z = w * whole, phi, dz, dw;
    zni_box b = {.n = 1, .lo = &lo, .hi = &hi};

    zni_box_phi(&s, &b, &z, &of_z, &phi, &dz, &dw);
    *A = -root * whole * dw; /* phi contains the root of 1 / rest */
    *B = -root * dz;
    return -root * phi;
}

void zni_gm_map(const zni_gm *g, zn_index a, zni_map_kind kind, double rho, const double w[],
                const double z[], double phi[], double A[], double B[])
{
    const zn_index i = g->ro[a];
    double da, db;

    if (g->mu[a] >= 0)
        zni_gm_contact_map(g, a, kind, rho, w, z, phi, A, B);
    else
        phi[0] = (kind == ZNI_FB ? fb_row : clip_row)(g->lo[i], g->hi[i], rho, z[0], w[0],
                                                      A ? A : &da, A ? B : &db);
}

/* ---- step lengths rho --------------------------------------------------------------- */

zn_status zni_gmnewton_reserve(zn_ctx *ctx, zni_gmnewton_work *k, zn_index n,
                               zn_index nnz)
{
    zn_status st = ZNI_GROW(ctx, ZNI_BARE(k, v, (ZNI_DAMPED + 1) * n), ZNI_BARE(k, ab, ZNI_AB * n),
                            ZNI_BARE(k, rho, n), ZNI_BARE(k, turn, n));
    return st ? st : zni_cell_lu_reserve(ctx, &k->lu, n, nnz);
}

/* rho converts w to the unit of z: one over a bound of the eigenvalues of the unit's diagonal block; for a row
 * without a positive diagonal entry, one over its largest entry, or, if the row is zero, over `block`, the size of
 * its block in the error measure, which has the unit of M */
static double step(const zni_gm *g, zn_index a, double block)
{
    const double own = g->cells.x[g->cells.bp[g->cells.diag[a]]];
    double size;

    if (g->mu[a] >= 0)
        return zni_gm_contact_step(g, a, block);
    if (own > 0)
        return 1 / own;
    size = zni_largest(g->cells.x + g->cells.bp[g->cells.row[a]],
                       g->cells.bp[g->cells.row[a + 1]] - g->cells.bp[g->cells.row[a]]);
    return 1 / (size > 0 ? size : block);
}

static void steps(zni_gmnewton_work *k, const zni_gm *g)
{
    const zn_generic *p = g->p;

    for (zn_index b = 0; b < p->nb; b++)
        for (zn_index a = g->cells.part[p->start[b]]; a < g->nu && g->ro[a] < p->start[b + 1]; a++)
            k->rho[a] = step(g, a, g->size[b]);
    for (zn_index i = 0; i < g->n; i++)
        k->turn[i] = 1 / (g->by[i] * g->by[i]);
}

zn_status zni_gmnewton_set(zn_ctx *ctx, zni_gmnewton_work *k, const zni_gm *g)
{
    zn_status st = zni_gmnewton_reserve(ctx, k, g->n, g->cells.bp[g->cells.nblocks]);

    if (st)
        return st;
    steps(k, g);
    return zni_cell_lu_set(ctx, &k->lu, &g->cells, true);
}

void zni_gmnewton_fini(zn_ctx *ctx, zni_gmnewton_work *k)
{
    zni_cell_lu_fini(ctx, &k->lu);
    ZNI_FREE(ctx, k->v, k->ab, k->rho, k->turn);
}

/* ---- the iteration --------------------------------------------------------------- */

typedef struct run {
    zni_by_cells by;
    zni_gmnewton_work *k;
    zni_gsweep_work *sweeps;
    const zni_fnewton *opt;
    const zni_gm *g;
} run;

static void map(const void *of, zn_index a, const double w[], const double z[],
                double phi[], double A[], double B[])
{
    const run *s = of;

    zni_gm_map(s->g, a, (zni_map_kind)s->opt->map, s->k->rho[a], w, z, phi, A, B);
}

static void mul(void *of, const double d[], double md[])
{
    const run *a = of;

    zni_gm_mul(a->g, d, NULL, md);
    zni_by_sets_pull(&a->by.sets, d, NULL, md);
}

static zn_status evaluate(void *of, const double z[], double w[])
{
    const run *a = of;

    zni_gm_mul(a->g, z, a->g->p->q, w);
    zni_by_sets_pull(&a->by.sets, z, a->opt->ref, w);
    return ZN_OK;
}

static double error(void *of, const double z[], const double w[])
{
    return zni_gm_error(((run *)of)->g, z, w);
}

static zn_status rescue(void *of, double z[], double w[], zn_monitor *mon)
{
    run *a = of;
    zni_nsgs opt = {
        .tol = a->opt->tol, .max_iter = a->opt->hybrid, .omega = 1};
    zn_solve_info aside = {0};

    return zni_gsweep_run((zni_call){a->by.ctx, z, w, mon, &aside}, a->sweeps, &opt, a->g);
}

static void admit(void *of, double z[])
{
    zni_gm_project(((run *)of)->g, z);
}

zn_status zni_gmnewton_run(zni_call call, zni_gmnewton_work *k, zni_gsweep_work *sweeps,
                           const zni_fnewton *opt, const zni_gm *g)
{
    run a = {.by = {.sets = {.n = g->n,
                             .nb = g->nu,
                             .ro = g->ro,
                             .map = map,
                             .factor = zni_by_cells_factor,
                             .solve = zni_by_cells_solve,
                             .A = k->ab,
                             .phi = k->v + ZNI_DAMPED * g->n,
                             .alpha = opt->alpha,
                             .reg = opt->reg,
                             .rho = k->rho,
                             .turn = k->turn},
                    .ctx = call.ctx,
                    .lu = &k->lu,
                    .M = &g->cells},
             .k = k,
             .sweeps = sweeps,
             .opt = opt,
             .g = g};
    const zni_semismooth f = {.of = &a,
                              .n = g->n,
                              .directions = 1,
                              ZNI_BY_SETS,
                              .mul = mul,
                              .evaluate = evaluate,
                              .error = error,
                              .affords = zni_by_cells_affords,
                              .rescue = opt->hybrid > 0 ? rescue : NULL,
                              .admit = admit};
    const zni_damping damping = {.tol = opt->tol,
                                 .max_iter = opt->max_iter,
                                 .search = opt->search ? ZNI_ARMIJO
                                                       : ZNI_FULL_STEP,
                                 .halvings = HALVINGS};

    evaluate(&a, call.z, call.w);
    return zni_damped_newton(&f, &damping, k->v, call.z, call.w, call.mon, call.info);
}

/* ---- the solver --------------------------------------------------------------------- */

typedef struct newton {
    zni_fnewton opt;
    int function;
    zni_gm g;
    zni_gmnewton_work work;
    zni_gsweep_work sweeps;
} newton;

static const zni_map_kind functions[] = {ZNI_AC, ZNI_JM, ZNI_NATURAL, ZNI_FB};

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    newton *s = state;
    zn_status st = zni_gm_reserve(ctx, &s->g, n, nnz);

    if (!st)
        st = zni_gmnewton_reserve(ctx, &s->work, n, nnz);
    return st ? st : zni_gsweep_reserve(ctx, &s->sweeps, n, nnz);
}

static zn_status solve(newton *s, zni_call call, const void *problem)
{
    zni_nsgs sweeps = {.omega = 1};
    zn_status st = zni_gm_set(call.ctx, &s->g, problem);

    if (!st)
        st = zni_gmnewton_set(call.ctx, &s->work, &s->g);
    if (!st)
        st = zni_gsweep_set(call.ctx, &s->sweeps, &sweeps, &s->g);
    s->opt.map = (int)functions[s->function];
    return st ? st : zni_gmnewton_run(call, &s->work, &s->sweeps, &s->opt, &s->g);
}

static void fini(newton *s, zn_ctx *ctx)
{
    zni_gm_fini(ctx, &s->g);
    zni_gmnewton_fini(ctx, &s->work);
    zni_gsweep_fini(ctx, &s->sweeps);
}

static const zn_option options[] = {
    ZNI_LIMITS_IN(newton, opt, 1e-8, 200, 1e6, "steps before giving up"),
    ZN_OPT_CHOICE(newton, function, 0, "alart-curnier|jean-moreau|natural|fischer-burmeister",
                  "of contacts; other rows: min, or Fischer-Burmeister with the last"),
    ZNI_OPTION(newton, BOOL, "line_search", opt.search, 1, 0, 1, NULL, "damp the steps"),
    ZNI_OPTION(newton, REAL, "regularisation", opt.reg, 1e-8, 0, 1, NULL,
               "proximal term of the Jacobian, relative to the diagonal of M"),
    ZNI_OPTION(newton, INT, "hybrid", opt.hybrid, 100, 0, 1e6, NULL,
               "Gauss-Seidel sweeps when a step fails, 0: give up"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_generic_newton, ZN_KIND_GENERIC_SOLVER, "newton",
           "semismooth Newton on all blocks (Alart & Curnier 1991; Qi & Sun "
           "1993)",
           newton, options, solve, fini, .reserve = reserve);
