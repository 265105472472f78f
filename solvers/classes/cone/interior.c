/* interior.c - interior point method for second-order cone problems
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "../../linalg/cells.h"
#include "../../linalg/units.h"
#include "../../methods/interior.h"
#include "../../methods/ray.h"
#include "cone.h"

/* The method is that of ../../methods/interior.h. Its systems (M + D) dz = b, D with a block for each cone, are
 * solved by factors in cells, the blocks that the cones divide M into. */
typedef struct interior {
    double tol;
    zn_index max_iter;
    zn_ctx *ctx; /* of the solve */
    const zn_soclcp *p;
    zni_ipm_work work;
    zni_cells cells; /* M, divided by cones                     */
    zni_cell_lu lu;
    const double *D; /* of the factors                          */
    double add;      /* regularisation of the diagonal          */
    double *v; /* 2 n, then the sizes of the cones: n */
    double *ray; /* 5 n */
    zn_index cap_v, cap_ray;
} interior;

/* rows of a cone that reserve makes room for, as in newton.c */
enum { GUESS = 16 };

static zn_status room(interior *s, zn_ctx *ctx, zn_index n)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(s, v, 3 * n), ZNI_ARRAY(s, ray, 5 * n));
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    interior *s = state;
    zn_index d = n < GUESS ? n : GUESS, most = nnz + n * d;
    zn_status st = zni_ipm_reserve(ctx, &s->work, n, n, n * d, false);

    if (n > 0 && most / n >= n)
        most = n * n;
    if (!st)
        st = room(s, ctx, n);
    if (!st)
        st = zni_cells_reserve(ctx, &s->cells, n, most);
    return st ? st : zni_cell_lu_reserve(ctx, &s->lu, n, most);
}

static zn_status begin(interior *s, zn_ctx *ctx)
{
    const zn_soclcp *p = s->p;
    zn_status st = zni_ipm_reserve(ctx, &s->work, p->n, p->ncones, zni_soclcp_blocks(p), false);

    if (!st)
        st = room(s, ctx, p->n);
    if (!st)
        st = zni_cells_cut(ctx, &s->cells, p->n, p->ncones, p->cone);
    if (!st)
        st = zni_cells_set(ctx, &s->cells, p->M);
    return st ? st : zni_cell_lu_set(ctx, &s->lu, &s->cells, false);
}

static zn_status factor(void *system, zn_ctx *ctx, const zni_ipm_blocks *k,
                        double reg)
{
    interior *s = system;

    s->D = k->D;
    s->add = reg * zni_soclcp_size(s->p, s->v);
    zni_cell_lu_sum(&s->lu, &s->cells, s->D, s->add);
    return zni_cell_lu_factor(ctx, &s->lu, &s->cells, k->symmetric);
}

/* y -= (M + D) x, where M is used as it is stored, which is quicker than by cells */
static void subtract(const interior *s, const double x[], double y[])
{
    const zn_soclcp *p = s->p;
    const double *D = s->D;

    zn_matrix_mul(p->M, -1, x, 1, y);
    for (zn_index c = 0; c < p->ncones; c++)
        for (zn_index j = p->cone[c], d = p->cone[c + 1] - j; j < p->cone[c + 1]; j++, D += d) {
            for (zn_index i = 0; i < d; i++)
                y[p->cone[c] + i] -= D[i] * x[j];
            y[j] -= s->add * x[j];
        }
}

/* with two steps of iterative refinement, since the entries range over many powers of ten */
static void direction(void *system, double b[])
{
    interior *s = system;
    zn_index n = s->p->n;
    double *x = s->v, *y = x + n;

    memcpy(x, b, (size_t)n * sizeof *x);
    zni_cell_lu_solve(&s->lu, x);
    for (int step = 0; step < 2; step++) {
        memcpy(y, b, (size_t)n * sizeof *y);
        subtract(s, x, y);
        zni_cell_lu_solve(&s->lu, y);
        for (zn_index i = 0; i < n; i++)
            x[i] += y[i];
    }
    memcpy(b, x, (size_t)n * sizeof *b);
}

static void velocities(void *system, const double z[], double w[])
{
    zni_soclcp_dual(((interior *)system)->p, z, w);
}

static void project(void *system, zn_index c, double x[])
{
    const zn_soclcp *p = ((interior *)system)->p;

    zni_soc_project(p->cone[c + 1] - p->cone[c], p->tau[c], x);
}

static double error(void *system, const double z[], const double w[])
{
    interior *s = system;

    return zni_soclcp_residual(s->p, s->v + 2 * s->p->n, z, w, s->v);
}

/* A vector d in the cones with M'd = 0 and q'd < 0 is a proof: for all z, d'w = q'd < 0,
 * so w is not in the dual cones (Farkas' lemma). The conditions are verified
 * from the data alone, up to rounding. */
bool zni_soclcp_ray_proves(const zn_soclcp *p, const double d[], double v[])
{
    const double rounding = 64 * DBL_EPSILON;
    double along = 0, all = 0;

    for (zn_index c = 0; c < p->ncones; c++) {
        double rest = 0, head = d[p->cone[c]];

        for (zn_index i = p->cone[c] + 1; i < p->cone[c + 1]; i++)
            rest = hypot(rest, d[i]);
        if (!(rest <= p->tau[c] * head * (1 + rounding)))
            return false;
    }
    for (zn_index i = 0; i < p->n; i++) {
        along += p->q[i] * d[i];
        all += fabs(p->q[i] * d[i]);
    }
    return along < -ZNI_RAY_PLAIN * all && isfinite(all) && zni_ray_is_null(p->M, d, v);
}

/* y = M x */
static void product(void *system, const double x[], double y[])
{
    zn_matrix_mul(((interior *)system)->p->M, 1, x, 0, y);
}

static bool infeasible(void *system, const double z[])
{
    interior *s = system;
    zn_index n = s->p->n;

    memcpy(s->ray, z, (size_t)n * sizeof *z);
    return zni_ray_settle(n, product, s, s->ray, s->ray + n) &&
           zni_soclcp_ray_proves(s->p, s->ray, s->ray + n);
}

/* a failure here counts as affordable: the factorisation will report it */
static bool fits(void *system, const zn_monitor *mon)
{
    interior *s = system;

    return zni_cell_lu_affords(s->ctx, &s->lu, &s->cells, mon) != ZN_UNSOLVED;
}

static const zni_ipm_ops ops = {.velocities = velocities,
                                .factor = factor,
                                .direction = direction,
                                .project = project,
                                .error = error,
                                .infeasible = infeasible,
                                .fits = fits};

static zn_status solve(interior *s, zni_call call, const zn_soclcp *p)
{
    zni_ipm ipm = {.m = p->n,
                   .nb = p->ncones,
                   .at = p->cone,
                   .tau = p->tau,
                   .shift = ZNI_IPM_NONE,
                   .symmetric = zn_matrix_symmetric(p->M, 1e-12),
                   .tol = s->tol,
                   .max_iter = s->max_iter,
                   .system = s,
                   .ops = &ops};
    zn_status st;

    s->ctx = call.ctx;
    s->p = p;
    st = begin(s, call.ctx);
    if (st)
        return st;
    ipm.velocity = zni_largest(p->q, p->n);
    if (ipm.velocity == 0)
        ipm.velocity = 1;
    zni_soclcp_sizes(p, s->v + 2 * p->n);
    ipm.reaction = ipm.velocity / zni_soclcp_size(p, s->v);
    st = zni_ipm_run(call.ctx, &s->work, &ipm, call.z, call.mon, call.info);
    if (st >= 0)
        zni_soclcp_dual(p, call.z, call.w);
    return st;
}

static void fini(interior *s, zn_ctx *ctx)
{
    zni_ipm_fini(ctx, &s->work);
    zni_cells_fini(ctx, &s->cells);
    zni_cell_lu_fini(ctx, &s->lu);
    ZNI_FREE(ctx, s->v, s->ray);
}

static const zn_option options[] = {
    ZNI_LIMITS(interior, 1e-8, 200, 1e6, "steps before giving up, all attempts together"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_soclcp_interior_point, ZN_KIND_SOCLCP_SOLVER, "interior-point",
           "primal-dual interior points, Nesterov-Todd scaling", interior, options, solve, fini,
           .reserve = reserve);
