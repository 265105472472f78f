/* proximal.c - proximal points for affine variational inequalities
 *
 * z' solves the problem of M + c I and q - c z (Rockafellar, SIAM J. Control Optim.
 * 14, 1976): for a monotone M, z converges to a solution, and what is missing is
 * c |z' - z|. With c > 0 the matrix is regular along the lines of any polyhedron,
 * so pivots from a vertex apply where they do not to M itself, and a small c needs
 * a few such problems only.
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

#include <math.h>
#include <string.h>

enum { STEPS = 30 };

/* c, relative to the largest entry of M: the convergence factor where M has
 * eigenvalues of that size */
static const double SMALL = 1e-4;

static double largest(const double x[], zn_index n, double floor)
{
    for (zn_index i = 0; i < n; i++)
        floor = fmax(floor, fabs(x[i]));
    return floor;
}

zn_status zni_avi_proximal_solve(zni_avi_proximal *k, zni_avi_pivot *pivot,
                                 zn_ctx *ctx, const zn_avi *p, double z[],
                                 double w[], zn_monitor *mon,
                                 zn_solve_info *info)
{
    const zn_index n = p->n, m = p->m;
    zn_index work = 0;
    zn_status st =
        zn_grow(ctx, &k->a, &k->cap_a, n * n + 4 * n + m, sizeof *k->a);

    if (st)
        return st;
    double *M = k->a, *q = M + n * n, *x = q + n, *y = x + n, c, moved;
    const zn_matrix view = zn_matrix_dense(n, n, M);
    const zn_avi next = {
        .n = n, .m = m, .M = &view, .q = q, .H = p->H, .K = p->K};

    zn_matrix_to_dense(p->M, M);
    c = SMALL * largest(M, n * n, 0);
    c = c > 0 ? c : 1;
    for (zn_index i = 0; i < n; i++)
        M[i + i * n] += c;
    memcpy(x, z, (size_t)n * sizeof *x);
    for (int it = 0; it < STEPS; it++) {
        for (zn_index i = 0; i < n; i++) {
            q[i] = p->q[i] - c * x[i];
            y[i] = x[i];
        }
        st = zni_avi_pivot_solve(pivot, ctx, &next, x, y + n, mon, info);
        info->iterations = work += info->iterations;
        if (st)
            return st;
        moved = 0;
        for (zn_index i = 0; i < n; i++)
            moved = fmax(moved, fabs(x[i] - y[i]));
        if (c * moved <= 0.1 * pivot->tol * largest(p->q, n, 1)) {
            memcpy(z, x, (size_t)n * sizeof *z);
            memcpy(w, p->q, (size_t)n * sizeof *w);
            zn_matrix_mul(p->M, 1, z, 1, w);
            memcpy(w + n, y + 2 * n, (size_t)m * sizeof *w);
            return ZN_OK;
        }
    }
    info->outcome = ZN_STALLED;
    return ZN_UNSOLVED;
}

void zni_avi_proximal_fini(zni_avi_proximal *k, zn_ctx *ctx)
{
    zn_free_array(ctx, k->a);
}
