/* proximal.c - LCP, MLCP and relay by proximal points
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

#include <string.h>

#include "../methods/prox.h"

/* z' solves the problem with M + c S and q - c S z (../methods/prox.c), where S is the scale by which Newton's
 * methods compare z with w. If M has a null space, because rows depend on each other or few states are behind many
 * rows, its free blocks are singular: the sets of Newton's method come again, or z is anywhere in the null space, so
 * far out that the rounding of M z exceeds tol. The blocks of M + c S are regular, and the component of z in the
 * null space stays as close to the start as possible. For monotone problems this converges for any c, the faster the
 * smaller c is (Rockafellar, SIAM J. Control Optim. 14, 1976). */

/* The first c: its factors are accurate enough, and a step reduces the residual by about that factor; the smallest
 * c; the factor by which c grows if Newton's method fails, and the largest c. */
static const double FIRST = 1e-6, LEAST = 1e-12, MORE = 10, MOST = 1;

/* steps in a row without progress, steps in all, active sets of each step */
enum { IDLE = 6, STEPS = 40, SETS = 60 };

typedef struct run {
    zni_box_proximal *k;
    const zni_box *b;
    const double *s;     /* n: sizes, of `outer`                 */
    const zni_csc *c;    /* the matrix, if it is sparse          */
    zni_box near;        /* the problem with the term            */
    zn_matrix M;
} run;

static void add_term(run *a, double c, const double ref[])
{
    const zn_index n = a->b->n;
    double *x = a->k->x, *q = a->k->q;

    if (a->c)
        memcpy(x, a->c->x, (size_t)a->c->nnz * sizeof *x);
    else
        memcpy(x, a->b->M->x, (size_t)(n * n) * sizeof *x);
    for (zn_index i = 0; i < n; i++) {
        x[a->c ? a->c->diag[i] : i * (n + 1)] += c * a->s[i];
        q[i] = a->b->q[i] - c * a->s[i] * ref[i];
    }
}

static zn_status regular(void *of, zni_call call, double c, bool full, const double ref[],
                         double tol)
{
    run *a = of;
    const zni_newton opt = {.tol = tol, .max_iter = SETS, .plain = true};
    zn_status st;

    (void)full; /* inner solutions are always full, and end when an active set comes again */
    add_term(a, c, ref);
    st = zni_box_newton(call, &a->k->newton, &opt, &a->near);
    return st == ZN_ESINGULAR ? ZN_UNSOLVED : st;
}

static double measure(void *of, const double z[], double w[])
{
    return zni_box_error(((const run *)of)->b, z, w);
}

static zn_status room(zn_ctx *ctx, zni_box_proximal *k, zn_index n,
                      zn_index nnz)
{
    return ZNI_GROW(ctx, ZNI_BARE(k, x, nnz), ZNI_BARE(k, q, n), ZNI_BARE(k, s, n),
                    ZNI_BARE(k, v, ZNI_PROXIMATED(n, n)));
}

zn_status zni_box_proximal_reserve(zn_ctx *ctx, zni_box_proximal *k, zn_index n,
                                   zn_index nnz)
{
    const zn_status st = zni_box_reserve(ctx, &k->newton, n, nnz);

    return st ? st : room(ctx, k, n, nnz);
}

zn_status zni_box_proximal_run(zni_call call, zni_box_proximal *k,
                               zni_box_work *outer, double tol,
                               const zni_box *b)
{
    const zni_proximate how = {.tol = tol,
                               .max_iter = STEPS,
                               .alpha = FIRST,
                               .least = LEAST,
                               .easy = SETS / 2,
                               .most = MOST,
                               .factor = MORE,
                               .exact = 0.01,
                               .idle = IDLE};
    run a = {.k = k, .b = b};
    const zni_proximal p = {
        .of = &a, .n = b->n, .nw = b->n, .solve = regular, .measure = measure};
    zn_status st = zni_box_begin(call.ctx, outer, b);

    if (!st)
        st = room(call.ctx, k, b->n,
                  outer->sparse ? outer->csc.nnz : b->n * b->n);
    if (st)
        return st;
    memcpy(k->s, outer->s, (size_t)b->n * sizeof *k->s);
    a.s = k->s;
    a.c = outer->sparse ? &outer->csc : NULL;
    a.M = outer->sparse
              ? (zn_matrix){.storage = ZN_CSC,
                            .rows = b->n,
                            .cols = b->n,
                            .x = k->x,
                            .p = outer->csc.p,
                            .i = outer->csc.i}
              : zn_matrix_dense(b->n, b->n, k->x);
    a.near = (zni_box){
        .n = b->n, .M = &a.M, .q = k->q, .lo = b->lo, .hi = b->hi};
    return zni_proximal_points(call, &p, &how, k->v);
}

void zni_box_proximal_fini(zn_ctx *ctx, zni_box_proximal *k)
{
    zni_box_fini(ctx, &k->newton);
    ZNI_FREE(ctx, k->x, k->q, k->s, k->v);
}
