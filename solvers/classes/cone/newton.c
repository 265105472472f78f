/* newton.c - semismooth Newton on the Fischer-Burmeister functions of second-order cones
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/by_sets.h"
#include "cone.h"

/* Solves Phi(s z, M z + q) = 0, where Phi has the Fischer-Burmeister functions of all cones, and s is the mean
 * diagonal of M, so that the unit of z does not matter. Directions are
 *     (s Jz + Jw M) d = -Phi,
 * by the method for any product of sets (../../methods/by_sets.h; Fukushima, Luo & Tseng 2002; Pan & Chen, Comput.
 * Optim. Appl. 45, 2010). */
typedef struct newton {
    double tol;
    zn_index max_iter;
    zni_cells cells; /* M, divided by cones                             */
    zni_cell_lu lu;
    double *v;  /* VECTORS n, then 4 d                                  */
    double *ab; /* Jw and s Jz of all cones                             */
    zn_index cap_v, cap_ab;
} newton;

enum { VECTORS = ZNI_DAMPED + 3, HALVINGS = 30, SOON = 15, GUESS = 16 };

/* the proximal term of the first direction, small enough for it to be Newton's direction but for rounding */
static const double TERM = 1e-8;

typedef struct run {
    zni_by_cells by;
    const zn_soclcp *p;
    double unit; /* s above */
    double *x, *size, *work; /* n, n, 4 d */
} run;

/* ---- memory ----------------------------------------------------------------- */

static zn_status grow(newton *s, zn_ctx *ctx, zn_index n, zn_index widest, zn_index blocks)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(s, v, VECTORS * n + 4 * widest), ZNI_ARRAY(s, ab, 2 * blocks));
}

/* The cones are not known yet: as in nsgs.c there is room for cones of ordinary size. */
static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    newton *s = state;
    const zn_index d = nnz >= n * n || n < GUESS ? n : GUESS;
    const zn_index most = (nnz + n) * d > n * n ? n * n : (nnz + n) * d;
    zn_status st = grow(s, ctx, n, d, n * d);

    if (!st)
        st = zni_cells_reserve(ctx, &s->cells, n, most);
    return st ? st : zni_cell_lu_reserve(ctx, &s->lu, n, most);
}

static zn_status begin(newton *s, zn_ctx *ctx, const zn_soclcp *p)
{
    zn_status st = grow(s, ctx, p->n, zni_soclcp_widest(p), zni_soclcp_blocks(p));

    if (!st)
        st = zni_cells_cut(ctx, &s->cells, p->n, p->ncones, p->cone);
    if (!st)
        st = zni_cells_set(ctx, &s->cells, p->M);
    return st ? st : zni_cell_lu_set(ctx, &s->lu, &s->cells, true);
}

/* ---- function and matrix ------------------------------------------------------ */

static void map(const void *of, zn_index c, const double w[], const double z[],
                double phi[], double A[], double B[])
{
    const run *a = of;
    const zn_index d = a->p->cone[c + 1] - a->p->cone[c];
    double *x = a->work + 3 * d;

    for (zn_index i = 0; i < d; i++)
        x[i] = a->unit * z[i];
    zni_soc_phi(d, a->p->tau[c], x, w, phi, A ? B : NULL, A, a->work);
    for (zn_index i = 0; A && i < d * d; i++)
        B[i] *= a->unit;
}

static void mul(void *of, const double d[], double md[])
{
    zn_matrix_mul(((run *)of)->p->M, 1, d, 0, md);
}

static zn_status evaluate(void *of, const double z[], double w[])
{
    zni_soclcp_dual(((run *)of)->p, z, w);
    return ZN_OK;
}

static double error(void *of, const double z[], const double w[])
{
    run *a = of;

    return zni_soclcp_residual(a->p, a->size, z, w, a->x);
}

/* ---- the solver ----------------------------------------------------------------- */

static zn_status solve(newton *s, zni_call call, const zn_soclcp *p)
{
    const zn_index n = p->n;
    run a = {.by = {.sets = {.n = n,
                             .nb = p->ncones,
                             .ro = p->cone,
                             .map = map,
                             .factor = zni_by_cells_factor,
                             .solve = zni_by_cells_solve,
                             .reg = TERM},
                    .ctx = call.ctx,
                    .lu = &s->lu,
                    .M = &s->cells},
             .p = p};
    const zni_semismooth f = {.of = &a,
                              .n = n,
                              ZNI_BY_SETS,
                              .directions = 2,
                              .mul = mul,
                              .evaluate = evaluate,
                              .error = error,
                              .affords = zni_by_cells_affords};
    const zni_damping damping = {.tol = s->tol,
                                 .max_iter = s->max_iter,
                                 .halvings = HALVINGS,
                                 .soon = SOON};
    zn_status st = begin(s, call.ctx, p);

    if (st)
        return st;
    a.by.sets.A = s->ab;
    a.by.sets.phi = s->v + ZNI_DAMPED * n;
    a.x = a.by.sets.phi + n;
    a.size = a.x + n;
    a.work = a.size + n;
    zni_soclcp_sizes(p, a.size);
    a.unit = a.by.sets.unit = zni_soclcp_size(p, a.x);
    evaluate(&a, call.z, call.w);
    return zni_damped_newton(&f, &damping, s->v, call.z, call.w, call.mon, call.info);
}

static void fini(newton *s, zn_ctx *ctx)
{
    zni_cells_fini(ctx, &s->cells);
    zni_cell_lu_fini(ctx, &s->lu);
    ZNI_FREE(ctx, s->v, s->ab);
}

static const zn_option options[] = {
    ZNI_LIMITS(newton, 1e-8, 200, 1e6, "Newton steps before giving up"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_soclcp_newton_fb, ZN_KIND_SOCLCP_SOLVER, "newton-fb",
           "semismooth Newton on Fischer-Burmeister (Fukushima 2002)", newton, options, solve, fini,
           .reserve = reserve);
