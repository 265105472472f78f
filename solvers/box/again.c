/* again.c - dense problems with the matrix and the active set of the last one
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

#include <string.h>

/* As box_warm.c, for problems that are too large for that; quick if their matrix comes
 * again: a network as one system has the same M in every step, and its set changes
 * in few of them. Then a step costs two triangular solutions and two products
 * with M, where a method without memory has a factorisation for each set it
 * tries. */

enum { SETS = 6 };

/* Room for n; what was kept is forgotten. */
static zn_status room(zn_ctx *ctx, zni_again *k, zn_index n)
{
    zn_status st;

    k->n = 0;
    st = zn_grow(ctx, &k->M, &k->cM, n * n, sizeof *k->M);
    if (!st)
        st = zni_lu_size(ctx, &k->lu, n);
    if (!st)
        st = zn_grow(ctx, &k->x, &k->cx, 2 * n, sizeof *k->x);
    if (!st)
        st = zn_grow(ctx, &k->map, &k->cmap, n, sizeof *k->map);
    if (!st)
        st = zn_grow(ctx, &k->side, &k->cside, (SETS + 2) * n, 1);
    return st;
}

void zni_box_again_fini(zn_ctx *ctx, zni_again *k)
{
    zn_free_array(ctx, k->M);
    zni_lu_fini(ctx, &k->lu);
    zn_free_array(ctx, k->x);
    zn_free_array(ctx, k->map);
    zn_free_array(ctx, k->side);
}

/* Factors of another matrix are forgotten. What was kept never decides about the
 * answer, only about the work: a run that is taken up has the same bits. */
static void follow_matrix(zni_again *k, const zni_box *b)
{
    const size_t bytes = (size_t)(b->n * b->n) * sizeof *k->M;

    if (k->n == b->n && memcmp(k->M, b->M->x, bytes) == 0)
        return;
    memcpy(k->M, b->M->x, bytes);
    k->n = b->n;
    k->factored = false;
}

/* Factors of the free block. */
static bool factor(zni_again *k, const zni_box *b, const unsigned char side[])
{
    const zn_index n = b->n;
    zn_index m = 0;

    for (zn_index i = 0; i < n; i++)
        if (side[i] == ZNI_FREE)
            k->map[m++] = i;
    k->lu.n = k->m = m;
    for (zn_index j = 0; j < m; j++)
        for (zn_index i = 0; i < m; i++)
            k->lu.a[i + j * m] = b->M->x[k->map[i] + k->map[j] * n];
    return m == 0 || zni_lu_factor(&k->lu) == ZN_OK;
}

/* The factors for this set, if they are not at hand. */
static bool prepare(zni_again *k, const zni_box *b, const unsigned char side[])
{
    unsigned char *set = k->side + (SETS + 1) * b->n;

    if (k->factored && memcmp(set, side, (size_t)b->n) == 0)
        return true;
    memcpy(set, side, (size_t)b->n);
    k->factored = factor(k, b, side);
    return k->factored;
}

/* z_F -= M_FF^-1 w_F */
static void correct(const zni_again *k, double z[], const double w[])
{
    if (k->m == 0)
        return;
    for (zn_index i = 0; i < k->m; i++)
        k->x[i] = w[k->map[i]];
    zni_lu_solve(&k->lu, k->x);
    for (zn_index i = 0; i < k->m; i++)
        z[k->map[i]] -= k->x[i];
}

/* What is left of w in the free rows, relative as the residual is. */
static double rest(const zni_again *k, const zni_box *b, const double w[])
{
    double err = 0, scale = 1;

    for (zn_index i = 0; i < b->n; i++)
        scale = fabs(b->q[i]) > scale ? fabs(b->q[i]) : scale;
    for (zn_index i = 0; i < k->m; i++)
        if (!(fabs(w[k->map[i]]) <= err))
            err = fabs(w[k->map[i]]);
    return err / scale;
}

/* The point of this set. */
static void solve(const zni_again *k, const zni_box *b,
                  const unsigned char side[], double tol, double z[],
                  double w[])
{
    for (zn_index i = 0; i < b->n; i++)
        z[i] = side[i] == ZNI_FREE    ? 0
               : side[i] == ZNI_AT_LO ? zni_box_lo(b, i)
                                      : zni_box_hi(b, i);
    zni_box_dual(b, z, w);
    correct(k, z, w);
    zni_box_dual(b, z, w);
    if (rest(k, b, w) > tol) { /* of rounding, perhaps */
        correct(k, z, w);
        zni_box_dual(b, z, w);
    }
}

/* Has this set been tried? It is from now on. */
static bool tried(zni_again *k, zn_index n, int s)
{
    const unsigned char *side = k->side;
    unsigned char *list = k->side + n;

    for (int t = 0; t < s; t++)
        if (memcmp(list + t * n, side, (size_t)n) == 0)
            return true;
    memcpy(list + s * n, side, (size_t)n);
    return false;
}

static bool search(zni_again *k, const zni_box *b, double tol, int sets,
                   double z[], double w[], zn_monitor *mon, zn_solve_info *info)
{
    for (int s = 0; s < sets && !tried(k, b->n, s); s++) {
        if (!prepare(k, b, k->side))
            return false;
        solve(k, b, k->side, tol, z, w);
        info->iterations = s + 1;
        if (mon && zn_monitor_tick(mon, s, zni_box_residual(b, z, w))) {
            info->outcome = ZN_INTERRUPTED;
            return false;
        }
        if (zni_box_move(k->side, b, z, w))
            continue;
        return rest(k, b, w) <= tol;
    }
    return false;
}

zn_status zni_box_again_reserve(zn_ctx *ctx, zni_again *k, zn_index n)
{
    return n > ZNI_WARM_MAX && n <= ZNI_AGAIN_MAX ? room(ctx, k, n) : ZN_OK;
}

zn_status zni_box_again(zn_ctx *ctx, zni_again *k, const zni_box *b, double tol,
                        double z[], double w[], zn_monitor *mon,
                        zn_solve_info *info, bool *found)
{
    const zn_index n = b->n;
    const size_t bytes = (size_t)n * sizeof *z;
    bool some = false;
    zn_status st;

    *found = false;
    if (n <= ZNI_WARM_MAX || n > ZNI_AGAIN_MAX || b->M->storage != ZN_DENSE)
        return ZN_OK;
    st = k->n == n ? ZN_OK : room(ctx, k, n);
    if (st)
        return st;
    follow_matrix(k, b);
    for (zn_index i = 0; i < n; i++) {
        k->side[i] = zni_box_side(b, i, z[i]);
        some = some ||
               (k->side[i] == ZNI_FREE &&
                (zni_box_lo(b, i) > -INFINITY || zni_box_hi(b, i) < INFINITY));
    }
    memcpy(k->x + n, z, bytes);
    /* with all rows on their bounds the start tells nothing, unless it is the
     * solution */
    *found = search(k, b, tol, some ? SETS : 1, z, w, mon, info);
    if (*found) {
        info->outcome = ZN_SOLVED;
        info->solver = "active-set";
    } else if (info->outcome != ZN_INTERRUPTED) {
        memcpy(z, k->x + n, bytes);
    }
    return ZN_OK;
}
