/* joint.c - the equality rows of a generic mechanical problem, solved together
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/units.h"
#include "generic.h"

zn_status zni_joint_reserve(zn_ctx *ctx, zni_joint *k, zn_index n, zn_index nnz)
{
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(k, of, n), ZNI_ARRAY(k, unit, n), ZNI_ARRAY(k, p, n + 1),
                            ZNI_ARRAY(k, ro, n + 1), ZNI_ARRAY(k, i, nnz), ZNI_ARRAY(k, bp, nnz),
                            ZNI_ARRAY(k, v, 4 * n));
    /* columns in any case: residuals are made of them */
    if (!st)
        st = zni_csc_reserve(ctx, &k->square.csc, n, nnz);
    if (!st)
        st = zni_square_reserve(ctx, &k->square, n, nnz, nnz);
    if (!st && n > ZNI_JOINT_PART)
        st = zni_joint_parts_reserve(ctx, &k->parts, n);
    return st;
}

/* M_EE as a view of the values of g */
static zn_status extract(zn_ctx *ctx, zni_joint *k, const zni_gm *g,
                         zn_matrix *A)
{
    zn_index n = 0, nnz = 0;
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(k, of, g->nu), ZNI_ARRAY(k, unit, g->nu));
    if (st)
        return st;
    for (zn_index a = 0; a < g->nu; a++) {
        bool equality =
            g->mu[a] < 0 && isinf(g->lo[g->ro[a]]) && isinf(g->hi[g->ro[a]]);

        k->of[a] = equality ? n : -1;
        if (equality)
            k->unit[n++] = a;
    }
    for (zn_index e = 0; e < n; e++)
        for (zn_index b = g->cells.row[k->unit[e]]; b < g->cells.row[k->unit[e] + 1]; b++)
            nnz += k->of[g->cells.col[b]] >= 0;
    k->n = n;
    st = n > 0 ? zni_joint_reserve(ctx, k, n, nnz) : ZN_OK;
    if (st || n == 0)
        return st;
    nnz = 0;
    for (zn_index e = 0; e < n; e++) {
        k->ro[e] = e;
        k->p[e] = nnz;
        for (zn_index b = g->cells.row[k->unit[e]]; b < g->cells.row[k->unit[e] + 1]; b++) {
            if (k->of[g->cells.col[b]] < 0)
                continue;
            k->i[nnz] = k->of[g->cells.col[b]];
            k->bp[nnz++] = g->cells.bp[b];
        }
    }
    k->ro[n] = n;
    k->p[n] = nnz;
    k->square.dense = zni_square_full(n, n, nnz);
    *A = (zn_matrix){.storage = ZN_BSR,
                     .rows = n,
                     .cols = n,
                     .x = g->cells.x,
                     .p = k->p,
                     .i = k->i,
                     .nbr = n,
                     .nbc = n,
                     .ro = k->ro,
                     .co = k->ro,
                     .bp = k->bp};
    return ZN_OK;
}

/* factor with delta added to the diagonal */
static zn_status factor(zn_ctx *ctx, zni_joint *k, const double x[],
                        double delta)
{
    zni_csc *c = &k->square.csc;
    zn_status st;

    for (zn_index j = 0; j < k->n; j++)
        c->x[c->diag[j]] += delta;
    if (k->square.dense)
        zni_csc_spread(c, c->x, k->square.lu.a);
    st = zni_square_factor(ctx, &k->square, false);
    /* the values themselves are needed for residuals */
    zni_csc_values(c, x);
    return st;
}

/* The parts of another pattern, or its analysis */
static zn_status learn(zn_ctx *ctx, zni_joint *k, bool fresh)
{
    zn_status st = ZN_OK;

    if (k->square.dense) {
        k->parts.n = 0;
        k->known = false;
        return ZN_OK;
    }
    /* pivots of an older problem would have a say in the bits */
    zni_slu_restart(&k->square.slu);
    if (fresh || !k->known)
        zni_joint_parts_find(&k->parts, &k->square.csc);
    if (!k->parts.n)
        st = zni_slu_learn(ctx, &k->square.slu, &k->square.csc, fresh || !k->known);
    k->known = !st;
    return st;
}

zn_status zni_joint_set(zn_ctx *ctx, zni_joint *k, const zni_gm *g)
{
    zni_csc *c = &k->square.csc;
    zn_matrix A;
    bool fresh;
    double size;
    zn_status st = extract(ctx, k, g, &A);

    if (st || k->n == 0)
        return st;
    if (k->square.dense)
        st = zni_lu_size(ctx, &k->square.lu, k->n);
    if (!st)
        st = zni_csc_set(ctx, c, &A, &fresh);
    if (!st)
        st = learn(ctx, k, fresh);
    if (st)
        return st;
    k->proximal = false;
    if (k->parts.n)
        return zni_joint_parts_factor(&k->parts, c);
    st = factor(ctx, k, A.x, 0);
    if (st != ZN_ESINGULAR)
        return st;
    size = zni_largest(c->x, c->nnz);
    k->proximal = true;
    k->delta = 1e-9 * size;
    return size > 0 ? factor(ctx, k, A.x, k->delta) : ZN_ESINGULAR;
}

/* r = b - A x */
static double residual(const zni_joint *k, const double b[], const double x[],
                       double r[])
{
    const zni_csc *c = &k->square.csc;

    memcpy(r, b, (size_t)k->n * sizeof *r);
    for (zn_index j = 0; j < k->n; j++)
        for (zn_index e = c->p[j]; e < c->p[j + 1]; e++)
            r[c->i[e]] -= c->x[e] * x[j];
    return zni_norm(k->n, r);
}

/* x <- x + (A + delta I)^-1 (b - A x): refinement when delta = 0, else the
 * proximal point algorithm (Rockafellar, SIAM J. Control Optim. 14, 1976), which
 * from 0 finds the least solution when A is symmetric and semidefinite. */
static bool solve_whole(zni_joint *k, double b[])
{
    zn_index n = k->n;
    double *x = k->v, *r = x + n, *y = r + n, *t = y + n;
    double size = zni_norm(n, b), before = size, now;

    memset(x, 0, (size_t)n * sizeof *x);
    memcpy(r, b, (size_t)n * sizeof *r);
    for (int it = 0; it < (k->proximal ? ZNI_JOINT_PROXIMAL_STEPS : ZNI_JOINT_STEPS); it++) {
        memcpy(y, r, (size_t)n * sizeof *y);
        zni_square_solve(&k->square, y);
        for (zn_index i = 0; i < n; i++)
            t[i] = x[i] + y[i];
        now = residual(k, b, t, r);
        if (!(now < before))
            break;
        memcpy(x, t, (size_t)n * sizeof *x);
        before = now;
        if (now <= 1e-16 * size)
            break;
    }
    memcpy(b, x, (size_t)n * sizeof *b);
    return before <= 1e-8 * size;
}

bool zni_joint_solve(zni_joint *k, double b[])
{
    const double size = k->parts.n ? zni_norm(k->n, b) : 0;
    bool good = true;

    if (!k->parts.n)
        return solve_whole(k, b);
    for (zn_index a = 0; a < k->parts.n; a++)
        good = zni_joint_parts_solve(&k->parts, a, &k->square.csc, size, b) && good;
    return good;
}

void zni_joint_fini(zn_ctx *ctx, zni_joint *k)
{
    ZNI_FREE(ctx, k->of, k->unit, k->p, k->i, k->bp, k->ro, k->v);
    zni_square_fini(ctx, &k->square);
    zni_joint_parts_fini(ctx, &k->parts);
}
