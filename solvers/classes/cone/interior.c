/* interior.c - second-order cone problems by an interior point method
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "../../linalg/lu.h"
#include "../../methods/interior.h"
#include "../../methods/ray.h"
#include "cone.h"

/* (M + D) dz = b, D with a block for each cone: by LAPACK when the storage of M is
 * dense, else sparse, columns widened to hold the blocks. */
typedef struct interior {
    double tol;
    zn_index max_iter;
    const zn_soclcp *p;
    bool dense;
    zni_ipm_work work;
    zni_csc M;         /* sparse: a copy                     */
    zn_index *jp, *ji; /* M + D by columns, dense: only jx   */
    double *jx;
    zni_lu lu;
    zni_csc J;
    zni_slu slu;
    bool analysed;
    double *v; /* 2 n, then the sizes of the cones: n */
    double *ray; /* 5 n */
    zn_index cap_jp, cap_ji, cap_jx, cap_v, cap_ray;
} interior;

/* cones that reserve makes room for, as in newton.c */
enum { GUESS = 16 };

static zn_status room(interior *s, zn_ctx *ctx, zn_index n, zn_index nnz,
                      bool dense)
{
    zn_status st = zn_grow(ctx, &s->v, &s->cap_v, 3 * n, sizeof *s->v);

    if (!st)
        st = zn_grow(ctx, &s->ray, &s->cap_ray, 5 * n, sizeof *s->ray);
    if (!st)
        st = zn_grow(ctx, &s->jx, &s->cap_jx, nnz, sizeof *s->jx);
    if (!st && dense)
        return zni_lu_size(ctx, &s->lu, n);
    if (!st)
        st = zn_grow(ctx, &s->jp, &s->cap_jp, n + 1, sizeof *s->jp);
    if (!st)
        st = zn_grow(ctx, &s->ji, &s->cap_ji, nnz, sizeof *s->ji);
    if (!st)
        st = zni_csc_reserve(ctx, &s->J, n, nnz);
    return st ? st : zni_slu_reserve(ctx, &s->slu, n);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    interior *s = state;
    zn_index d = n < GUESS ? n : GUESS, most = nnz + n * d;
    bool dense = nnz >= n * n;
    zn_status st = zni_ipm_reserve(ctx, &s->work, n, n, n * d, false);

    if (n > 0 && most / n >= n)
        most = n * n;
    /* a full M of few rows may come in any storage */
    if (!st && dense)
        st = room(s, ctx, n, n * n, true);
    if (!st && (!dense || n <= 64))
        st = room(s, ctx, n, most, false);
    if (!st && (!dense || n <= 64))
        st = zni_csc_reserve(ctx, &s->M, n, nnz);
    return st;
}

/* the pattern of M + D; counts (ji NULL) or places, returns the entries */
static zn_index pattern(const interior *s, zn_index jp[], zn_index ji[])
{
    const zn_soclcp *p = s->p;
    const zni_csc *M = &s->M;
    zn_index nnz = 0;

    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index lo = p->cone[c], hi = p->cone[c + 1];

        for (zn_index j = lo; j < hi; j++) {
            zn_index k = M->p[j], end = M->p[j + 1];

            if (ji)
                jp[j] = nnz;
            for (; k < end && M->i[k] < lo; k++, nnz++)
                if (ji)
                    ji[nnz] = M->i[k];
            for (zn_index i = lo; i < hi; i++, nnz++)
                if (ji)
                    ji[nnz] = i;
            while (k < end && M->i[k] < hi)
                k++;
            for (; k < end; k++, nnz++)
                if (ji)
                    ji[nnz] = M->i[k];
        }
    }
    if (ji)
        jp[p->n] = nnz;
    return nnz;
}

static zn_status begin(interior *s, zn_ctx *ctx)
{
    const zn_matrix *M = s->p->M;
    zn_index blocks = 0;
    bool fresh;
    zn_status st;

    s->dense = M->storage == ZN_DENSE;
    for (zn_index c = 0; c < s->p->ncones; c++) {
        zn_index d = s->p->cone[c + 1] - s->p->cone[c];

        blocks += d * d;
    }
    st = zni_ipm_reserve(ctx, &s->work, s->p->n, s->p->ncones, blocks, false);
    if (!st && s->dense)
        return room(s, ctx, s->p->n, s->p->n * s->p->n, true);
    if (!st)
        st = zni_csc_set(ctx, &s->M, M, &fresh);
    if (!st)
        st = room(s, ctx, s->p->n, pattern(s, NULL, NULL), false);
    if (!st)
        pattern(s, s->jp, s->ji);
    return st;
}

/* column j of M into the wider column of M + D; returns its rows lo ... */
static double *widen(interior *s, zn_index j, zn_index lo)
{
    const zni_csc *M = &s->M;
    zn_index m = M->p[j], end = M->p[j + 1], own = -1;

    for (zn_index k = s->jp[j]; k < s->jp[j + 1]; k++) {
        bool here = m < end && s->ji[k] == M->i[m];

        s->jx[k] = here ? M->x[m++] : 0;
        if (s->ji[k] == lo)
            own = k;
    }
    return s->jx + own;
}

/* jx = M + D + reg I */
static void assemble(interior *s, const double D[], double reg)
{
    const zn_soclcp *p = s->p;
    zn_index n = p->n;

    if (s->dense)
        memcpy(s->jx, p->M->x, (size_t)(n * n) * sizeof *s->jx);
    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index lo = p->cone[c], d = p->cone[c + 1] - lo;

        for (zn_index j = 0; j < d; j++, D += d) {
            double *own =
                s->dense ? s->jx + (lo + j) * n + lo : widen(s, lo + j, lo);

            for (zn_index i = 0; i < d; i++)
                own[i] += D[i];
            own[j] += reg;
        }
    }
}

static zn_matrix matrix(const interior *s)
{
    zn_index n = s->p->n;

    return s->dense ? zn_matrix_dense(n, n, s->jx)
                    : (zn_matrix){.storage = ZN_CSC,
                                  .rows = n,
                                  .cols = n,
                                  .x = s->jx,
                                  .p = s->jp,
                                  .i = s->ji};
}

static zn_status factor_once(interior *s, zn_ctx *ctx, bool symmetric)
{
    zn_matrix A = matrix(s);
    bool fresh;
    zn_status st;

    if (s->dense) {
        memcpy(s->lu.a, s->jx, (size_t)(A.rows * A.rows) * sizeof *s->jx);
        return zni_lu_factor(&s->lu);
    }
    st = zni_csc_set(ctx, &s->J, &A, &fresh);
    if (!st && (fresh || !s->analysed)) {
        s->analysed = false;
        st = zni_slu_pattern(ctx, &s->slu, &s->J);
        s->analysed = !st;
    }
    return st ? st : zni_slu_factor(ctx, &s->slu, &s->J, s->J.x, symmetric);
}

static zn_status factor(void *system, zn_ctx *ctx, const zni_ipm_blocks *k,
                        double reg)
{
    interior *s = system;

    assemble(s, k->D, reg * zni_soclcp_size(s->p, s->v));
    return factor_once(s, ctx, k->symmetric);
}

static void solve_system(interior *s, double b[])
{
    if (s->dense)
        zni_lu_solve(&s->lu, b);
    else
        zni_slu_solve(&s->slu, b);
}

/* with two steps of refinement: the entries range over many powers of ten */
static void direction(void *system, double b[])
{
    interior *s = system;
    zn_index n = s->p->n;
    double *x = s->v, *y = x + n;
    zn_matrix A = matrix(s);

    memcpy(x, b, (size_t)n * sizeof *x);
    solve_system(s, x);
    for (int step = 0; step < 2; step++) {
        memcpy(y, b, (size_t)n * sizeof *y);
        zn_matrix_mul(&A, -1, x, 1, y);
        solve_system(s, y);
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

static const zni_ipm_ops ops = {.velocities = velocities,
                                .factor = factor,
                                .direction = direction,
                                .project = project,
                                .error = error,
                                .infeasible = infeasible};

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    interior *s = state;
    const zn_soclcp *p = problem;
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

    s->p = p;
    st = begin(s, ctx);
    if (st)
        return st;
    for (zn_index i = 0; i < p->n; i++)
        ipm.velocity = fmax(ipm.velocity, fabs(p->q[i]));
    if (ipm.velocity == 0)
        ipm.velocity = 1;
    zni_soclcp_sizes(p, s->v + 2 * p->n);
    ipm.reaction = ipm.velocity / zni_soclcp_size(p, s->v);
    st = zni_ipm_run(ctx, &s->work, &ipm, z, mon, info);
    if (st >= 0)
        zni_soclcp_dual(p, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    interior *s = state;

    zni_ipm_fini(ctx, &s->work);
    zni_csc_fini(ctx, &s->M);
    zni_csc_fini(ctx, &s->J);
    zni_lu_fini(ctx, &s->lu);
    zni_slu_fini(ctx, &s->slu);
    zn_free_array(ctx, s->jp);
    zn_free_array(ctx, s->ji);
    zn_free_array(ctx, s->jx);
    zn_free_array(ctx, s->v);
    zn_free_array(ctx, s->ray);
}

static const zn_option options[] = {
    ZN_OPT_REAL(interior, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(interior, max_iter, 200, 1, 1e6, "-",
               "steps before giving up, all attempts together"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_soclcp_interior_point, ZN_KIND_SOCLCP_SOLVER, "interior-point",
           "primal-dual interior points, Nesterov-Todd scaling", interior,
           options, .reserve = reserve, .solve = solve, .fini = fini);
