/* gnewton.c - semismooth Newton on all blocks together
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/units.h"
#include "../../methods/newton.h"
#include "generic.h"

/* Each unit has its own function phi(z, w) (map.c); with w = M z + q eliminated,
 * A = dphi/dw and B = dphi/dz,
 *     (A M + B) dz = -phi
 * (Qi & Sun, Math. Prog. 58, 1993; Alart & Curnier, CMAME 92, 1991), damped as
 * all are (../methods/newton.c). Redundant rows make A M + B singular:
 * a little of A is added, a proximal term at the iterate, which does not move
 * the solutions. A step that fails is replaced by Gauss-Seidel sweeps. */
enum { HALVINGS = 12, SMALL = 60 };

zn_status zni_gmnewton_reserve(zn_ctx *ctx, zni_gmnewton_work *k, zn_index n,
                               zn_index nnz)
{
    zn_index most = nnz + 3 * n;
    zn_status st;

    if (n > 0 && most / n >= n)
        most = n * n;
    st = zni_room(ctx, &k->j, &k->cap_j, most, sizeof *k->j);
    if (!st)
        st = zni_room(ctx, &k->v, &k->cap_v, (ZNI_DAMPED + 1) * n,
                     sizeof *k->v);
    if (!st)
        st = zni_room(ctx, &k->ab, &k->cap_ab, ZNI_AB * n, sizeof *k->ab);
    if (!st)
        st = zni_room(ctx, &k->rho, &k->cap_rho, n, sizeof *k->rho);
    if (st || n < 1)
        return st;
    if (n <= SMALL || nnz / n > n / 3)
        st = zni_lu_size(ctx, &k->lu, n);
    else
        st = zni_csc_reserve(ctx, &k->csc, n, most);
    return !st && n > SMALL ? zni_slu_reserve(ctx, &k->slu, n) : st;
}

/* rho scales w to z: one over a bound of the unit's diagonal block; of a row
 * without a positive diagonal, over its largest entry; where there is none, over the size that its
 * block has in the error, which is of the unit of M in any case */
static double step(const zni_gm *g, zn_index a, double block)
{
    const zn_index d = g->ro[a + 1] - g->ro[a];
    const double *D = g->x + g->bp[g->diag[a]];
    double size = 0;

    if (g->mu[a] >= 0 && !(zni_largest(D, d * d) > 0))
        return 1 / block;
    if (zni_gm_rolls(g, a))
        return zni_roll_step(g, a);
    if (g->mu[a] >= 0)
        return zni_block_step(d, D);
    if (D[0] > 0)
        return 1 / D[0];
    for (zn_index b = g->bp[g->row[a]]; b < g->bp[g->row[a + 1]]; b++)
        size = fmax(size, fabs(g->x[b]));
    return 1 / (size > 0 ? size : block);
}

static void steps(zni_gmnewton_work *k, const zni_gm *g)
{
    const zn_generic *p = g->p;

    for (zn_index b = 0; b < p->nb; b++)
        for (zn_index a = g->unit[p->start[b]]; a < g->nu && g->ro[a] < p->start[b + 1]; a++)
            k->rho[a] = step(g, a, g->size[b]);
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
    double *phi;
    double m; /* at the iterate */
} run;

static zn_status linearise(void *of, const double z[], const double w[],
                           double *m)
{
    run *a = of;

    *m = a->m = zni_gm_map(a->k, a->g, (zni_map_kind)a->opt->map, z, w, a->phi,
                           true);
    return ZN_OK;
}

static double merit(void *of, const double z[], const double w[])
{
    run *a = of;

    return zni_gm_map(a->k, a->g, (zni_map_kind)a->opt->map, z, w, a->phi,
                      false);
}

/* d; ZN_ESINGULAR when no regularisation helps */
static zn_status direction(void *of, int kth, const double z[],
                           const double w[], double d[], double *slope)
{
    run *a = of;
    zn_index n = a->g->n;
    double reg = a->opt->reg;

    (void)kth;
    (void)z;
    (void)w;
    *slope = -2 * a->m;
    for (int tries = 0; tries < 3; tries++) {
        zn_status st;

        zni_gm_jacobian(a->k, a->g, a->opt->alpha + reg);
        st = factor(a->ctx, a->k, a->g);
        if (st && st != ZN_ESINGULAR)
            return st;
        for (zn_index i = 0; i < n; i++)
            d[i] = -a->phi[i];
        if (!st && solve(a->k, n, d))
            return ZN_OK;
        reg = reg > 0 ? 1e3 * reg : 1e-10;
    }
    return ZN_ESINGULAR;
}

/* w += alpha diag(1 / rho) (z - ref), ref NULL: 0; the term of the Jacobian */
static void pull(const run *a, const double z[], const double ref[], double w[])
{
    const zni_gm *g = a->g;

    for (zn_index u = 0; u < g->nu && a->opt->alpha > 0; u++) {
        const double add = a->opt->alpha / a->k->rho[u];

        for (zn_index i = g->ro[u]; i < g->ro[u + 1]; i++) {
            const double own =
                !zni_gm_rolls(g, u) ? add
                              : add * zni_roll_damp(g, u, i - g->ro[u]);

            w[i] += own * (z[i] - (ref ? ref[i] : 0));
        }
    }
}

static void mul(void *of, const double d[], double md[])
{
    zni_gm_mul(((run *)of)->g, d, NULL, md);
    pull(of, d, NULL, md);
}

static zn_status evaluate(void *of, const double z[], double w[])
{
    const run *a = of;

    zni_gm_mul(a->g, z, a->g->p->q, w);
    pull(a, z, a->opt->ref, w);
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

    return zni_gsweep_run(a->ctx, a->sweeps, &opt, a->g, z, w, mon, &aside);
}

static void admit(void *of, double z[])
{
    zni_gm_project(((run *)of)->g, z);
}

zn_status zni_gmnewton_run(zn_ctx *ctx, zni_gmnewton_work *k,
                           zni_gsweep_work *sweeps, const zni_gmnewton *opt,
                           const zni_gm *g, double z[], double w[],
                           zn_monitor *mon, zn_solve_info *info)
{
    run a = {.ctx = ctx,
             .k = k,
             .sweeps = sweeps,
             .opt = opt,
             .g = g,
             .phi = k->v + ZNI_DAMPED * g->n};
    const zni_semismooth f = {.of = &a,
                              .n = g->n,
                              .linearise = linearise,
                              .merit = merit,
                              .directions = 1,
                              .direction = direction,
                              .mul = mul,
                              .evaluate = evaluate,
                              .error = error,
                              .rescue = opt->hybrid > 0 ? rescue : NULL,
                              .admit = admit};
    const zni_damping damping = {.tol = opt->tol,
                                 .max_iter = opt->max_iter,
                                 .search = opt->search ? ZNI_ARMIJO
                                                       : ZNI_FULL_STEP,
                                 .halvings = HALVINGS};

    evaluate(&a, z, w);
    return zni_damped_newton(&f, &damping, k->v, z, w, mon, info);
}
