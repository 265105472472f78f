/* proximal.c - proximal points for affine variational inequalities
 *
 * z' solves the problem of M + c I and q - c z (../methods/prox.c). With c > 0 the
 * matrix is regular along the lines of any polyhedron, so pivots from a vertex apply
 * where they do not to M itself, and a small c needs a few such problems only.
 * SPDX-License-Identifier: Apache-2.0 */
#include "avi.h"

#include <math.h>
#include <string.h>

#include "../../methods/prox.h"

enum { STEPS = 30 };

/* c, relative to the largest entry of M: the convergence factor where M has eigenvalues
 * of that size; and by which it grows where pivots fail, and how far */
static const double SMALL = 1e-4, MORE = 10, MOST = 1;

typedef struct run {
    zn_ctx *ctx;
    zni_avi_pivot *pivot;
    const zn_avi *p;
    double *M, *q;  /* with the term                                       */
    double *w, *work; /* n + m of that problem; 2 n + m of the error      */
} run;

static zn_status regular(void *of, double c, bool full, const double ref[],
                         double tol, double z[], double w[], zn_monitor *mon,
                         zn_solve_info *info)
{
    const run *a = of;
    const zn_avi *p = a->p;
    const zn_index n = p->n;
    const zn_matrix view = zn_matrix_dense(n, n, a->M);
    const zn_avi next = {
        .n = n, .m = p->m, .M = &view, .q = a->q, .H = p->H, .K = p->K};
    zn_status st;

    (void)full; /* no steps */
    (void)tol; /* pivots are exact */
    zn_matrix_to_dense(p->M, a->M);
    for (zn_index i = 0; i < n; i++) {
        a->M[i + i * n] += c;
        a->q[i] = p->q[i] - c * ref[i];
    }
    st = zni_avi_pivot_solve(a->pivot, a->ctx, &next, z, a->w, mon, info);
    if (!st)
        memcpy(w + n, a->w + n, (size_t)p->m * sizeof *w);
    return st;
}

static double measure(void *of, const double z[], double w[])
{
    const run *a = of;

    zni_affine(a->p->M, a->p->q, z, w);
    return zn_avi_error(a->p, z, w, a->work);
}

zn_status zni_avi_proximal_solve(zni_avi_proximal *k, zni_avi_pivot *pivot,
                                 zn_ctx *ctx, const zn_avi *p, double z[],
                                 double w[], zn_monitor *mon,
                                 zn_solve_info *info)
{
    const zn_index n = p->n, m = p->m, room = ZNI_PROXIMATED(n, n + m);
    zn_status st = zn_grow(ctx, &k->a, &k->cap_a,
                           n * n + 4 * n + 2 * m + room, sizeof *k->a);
    if (st)
        return st;

    double *M = k->a, *q = M + n * n, *own = q + n, *work = own + n + m;
    run a = {ctx, pivot, p, M, q, own, work};
    const zni_proximal problem = {
        .of = &a, .n = n, .nw = n + m, .solve = regular, .measure = measure};

    zn_matrix_to_dense(p->M, M);

    const double largest = zni_largest(M, n * n), most = largest > 0 ? largest : 1;
    const zni_proximate how = {.tol = pivot->tol,
                               .max_iter = STEPS,
                               .alpha = SMALL * most,
                               .most = MOST * most,
                               .factor = MORE};

    memset(w + n, 0, (size_t)m * sizeof *w);
    return zni_proximal_points(&problem, &how, work + 2 * n + m, z, w, mon,
                               info);
}

void zni_avi_proximal_fini(zni_avi_proximal *k, zn_ctx *ctx)
{
    zn_free_array(ctx, k->a);
}
