/* mixed.c - affine variational inequalities as mixed complementarity problems
 *
 *     M z + q - H' mu = 0, z free;   0 <= mu _|_ H z - K >= 0,
 *
 * with rows of H of unit length. It takes any polyhedron, with lines or without.
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

#include <math.h>
#include <string.h>

#include <zeno/mlcp.h>

zn_status zni_avi_mixed_init(void *state, zn_ctx *ctx)
{
    zni_avi_mixed *k = state;

    return zn_solver_new(ctx, "mlcp", "auto", &k->inner);
}

/* Face f in row n + f and column n + f; its length. */
static double build(const zn_avi *p, double A[], double b[], double x[],
                    const double z[], zn_index f)
{
    const zn_index n = p->n, N = n + p->m;
    double sum = 0, size;

    for (zn_index j = 0; j < n; j++)
        sum += p->H[f + j * p->m] * p->H[f + j * p->m];
    size = sqrt(sum);
    b[n + f] = -p->K[f] / size;
    x[n + f] = 0;
    for (zn_index j = 0; j < n; j++) {
        A[n + f + j * N] = p->H[f + j * p->m] / size;
        A[j + (n + f) * N] = -p->H[f + j * p->m] / size;
        x[j] = z[j];
    }
    return size;
}

/* Both error measures see the same residuals, but the one of the mixed problem
 * divides by the faces' constants too. Half of it is left for rounding. */
static double inner_tol(double tol, zn_index n, zn_index N, const double b[])
{
    double q = 1, all = 1;

    for (zn_index i = 0; i < N; i++) {
        all = fmax(all, fabs(b[i]));
        if (i < n)
            q = all;
    }
    return fmax(0.5 * tol * q / all, 1e-15);
}

zn_status zni_avi_mixed_solve(void *state, zn_ctx *ctx, const void *problem,
                              double z[], double w[], zn_monitor *mon,
                              zn_solve_info *info)
{
    zni_avi_mixed *k = state;
    const zn_avi *p = problem;
    const zn_index n = p->n, N = n + p->m;
    zn_status st = zn_grow(ctx, &k->a, &k->cap_a, N * N + 3 * N + p->m + n * n,
                           sizeof *k->a);

    if (!st)
        st = zn_grow(ctx, &k->eq, &k->cap_eq, N, 1);
    if (st)
        return st;
    double *A = k->a, *b = A + N * N, *x = b + N, *y = x + N, *size = y + N;
    double *M = size + p->m;
    const zn_matrix view = zn_matrix_dense(N, N, A);
    const zn_mlcp mlcp = {.n = N, .M = &view, .q = b, .eq = k->eq};

    memset(A, 0, (size_t)(N * N) * sizeof *A);
    zn_matrix_to_dense(p->M, M);
    for (zn_index j = 0; j < n; j++) {
        memcpy(A + j * N, M + j * n, (size_t)n * sizeof *A);
        b[j] = p->q[j];
        x[j] = z[j];
    }
    for (zn_index i = 0; i < N; i++)
        k->eq[i] = i < n;
    for (zn_index f = 0; f < p->m; f++)
        size[f] = build(p, A, b, x, z, f);
    st = zn_solver_set_real(k->inner, "tol", inner_tol(k->tol, n, N, b));
    if (st)
        return st;
    st = zn_solver_solve_inner(k->inner, &mlcp, x, y, mon, info);
    if (st < 0)
        return st;
    memcpy(z, x, (size_t)n * sizeof *z);
    memcpy(w, p->q, (size_t)n * sizeof *w);
    zn_matrix_mul(p->M, 1, z, 1, w);
    for (zn_index f = 0; f < p->m; f++)
        w[n + f] = fmax(x[n + f], 0) / size[f];
    return st;
}

void zni_avi_mixed_fini(void *state, zn_ctx *ctx)
{
    zni_avi_mixed *k = state;

    zn_solver_free(k->inner);
    zn_free_array(ctx, k->a);
    zn_free_array(ctx, k->eq);
}

static const zn_option options[] = {
    ZN_OPT_REAL(zni_avi_mixed, tol, 1e-10, 0, 1, "-",
                "error that counts as solved"),
    ZN_OPT_END,
};

const zn_solver_type zni_avi_mlcp = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_AVI_SOLVER,
             .name = "mlcp",
             .summary = "multipliers of the faces as unknowns, mlcp 'auto'",
             .state_size = sizeof(zni_avi_mixed),
             .options = options},
    .init = zni_avi_mixed_init,
    .solve = zni_avi_mixed_solve,
    .fini = zni_avi_mixed_fini,
};
