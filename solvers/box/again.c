/* again.c - dense problems with the matrix and the active sets of the last one
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

#include <string.h>

/* The method of warm.c for larger problems. It is quick if the matrix comes again: the system of a network has the
 * same M in every step, and its active set changes in few of them. Then a step costs two triangular solutions and
 * two products with M, while a method without memory needs a factorisation for each set it tries. */

enum { SETS = 6 };

static int sets_kept(zn_index n)
{
    return n <= ZNI_AGAIN_TWO ? ZNI_AGAIN_SETS : 1;
}

/* Allocate for n rows, and forget what was kept. */
static zn_status allocate(zn_ctx *ctx, zni_again *k, zn_index n)
{
    zn_status st = ZNI_GROW(ctx, ZNI_BARE(k, M, n * n), ZNI_BARE(k, x, 2 * n),
                            ZNI_ARRAY(k, side, (SETS + 1) * n));

    k->n = 0;
    for (int s = 0; s < sets_kept(n) && !st; s++) {
        zni_again_set *set = &k->set[s];

        st = zni_lu_size(ctx, &set->lu, n);
        if (!st)
            st = ZNI_GROW(ctx, ZNI_ARRAY(set, map, n), ZNI_ARRAY(set, side, n));
    }
    return st;
}

void zni_box_again_fini(zn_ctx *ctx, zni_again *k)
{
    ZNI_FREE(ctx, k->M, k->x, k->side);
    for (int s = 0; s < ZNI_AGAIN_SETS; s++) {
        zni_lu_fini(ctx, &k->set[s].lu);
        ZNI_FREE(ctx, k->set[s].map, k->set[s].side);
    }
}

/* Forget the factors of another matrix. What is kept affects only the cost, never the answer: a run that is resumed
 * has the same bits. */
static void follow_matrix(zni_again *k, const zni_box *b)
{
    const size_t bytes = (size_t)(b->n * b->n) * sizeof *k->M;

    if (k->n == b->n && memcmp(k->M, b->M->x, bytes) == 0)
        return;
    memcpy(k->M, b->M->x, bytes);
    k->n = b->n;
    for (int s = 0; s < ZNI_AGAIN_SETS; s++)
        k->set[s].factored = false;
}

zn_index zni_box_block(const zni_box *b, const unsigned char side[], zn_index map[], double a[])
{
    const zn_index n = b->n;
    zn_index m = 0;

    for (zn_index i = 0; i < n; i++)
        if (side[i] == ZNI_FREE)
            map[m++] = i;
    /* consecutive rows, as equality rows mostly are, are copied together */
    for (zn_index i = 0, end = 1; i < m; i = end++) {
        while (end < m && map[end] == map[end - 1] + 1)
            end++;
        for (zn_index j = 0; j < m; j++) {
            const double *from = b->M->x + map[i] + map[j] * n;
            double *to = a + i + j * m;

            if (end - i > 3)
                memcpy(to, from, (size_t)(end - i) * sizeof *to);
            else
                for (zn_index r = 0; r < end - i; r++)
                    to[r] = from[r];
        }
    }
    return m;
}

/* Factor the free block. */
static bool factor(zni_again_set *set, const zni_box *b)
{
    set->lu.n = set->m = zni_box_block(b, set->side, set->map, set->lu.a);
    return set->m == 0 || zni_lu_factor(&set->lu) == ZN_OK;
}

/* The factors for this set. If they are not at hand, they replace those that were used least recently; NULL: the
 * block is singular. */
static const zni_again_set *prepare(zni_again *k, const zni_box *b,
                                    const unsigned char side[])
{
    const size_t n = (size_t)b->n;
    zni_again_set *set;

    for (int s = 0; s < sets_kept(b->n); s++) {
        set = &k->set[s];
        if (!set->factored || memcmp(set->side, side, n) != 0)
            continue;
        k->last = s;
        return set;
    }
    k->last = (k->last + 1) % sets_kept(b->n);
    set = &k->set[k->last];
    memcpy(set->side, side, n);
    set->factored = factor(set, b);
    return set->factored ? set : NULL;
}

/* z_F -= M_FF^-1 w_F */
static void correct(const zni_again_set *set, double z[], const double w[], double x[])
{
    for (zn_index i = 0; i < set->m; i++)
        x[i] = w[set->map[i]];
    zni_lu_solve(&set->lu, x);
    for (zn_index i = 0; i < set->m; i++)
        z[set->map[i]] -= x[i];
}

/* Compute the point of the active set k->side. *good: its residual is within tol. false: the block is singular */
static bool solve_set(zni_again *k, const zni_box *b, double tol, bool *good, double z[], double w[])
{
    const unsigned char *side = k->side;
    const zni_again_set *set = prepare(k, b, side);

    *good = false;
    if (!set)
        return false;
    for (zn_index i = 0; i < b->n; i++)
        z[i] = zni_box_on_side(b, i, side[i]);
    zni_box_dual(b, z, w);
    for (int pass = 0; pass < 2 && !*good; pass++) { /* a second pass, in case the first one left only rounding */
        correct(set, z, w, k->x + b->n);
        zni_box_dual(b, z, w);
        *good = zni_box_rest(b, 1, side, w) <= tol;
    }
    return true;
}

/* Has this set been tried? If not, it is recorded. */
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

/* the number of rows that differ from set s */
static zn_index moved(const zni_again *k, zn_index n, int s)
{
    const unsigned char *set = k->side + (s + 1) * n;
    zn_index count = 0;

    for (zn_index i = 0; i < n; i++)
        count += set[i] != k->side[i];
    return count;
}

/* part: give up if a set changes more than 1 / part of the rows that the set before changed (`before` rows for the
 * first set); 0: never give up */
static bool search(zni_again *k, const zni_box *b, double tol, int sets, int part, zn_index before,
                   double z[], double w[], zn_monitor *mon, zn_solve_info *info)
{
    bool good;

    for (int s = 0; s < sets && !tried(k, b->n, s); s++) {
        zn_index now;

        if (!solve_set(k, b, tol, &good, z, w)) {
            k->singular = part > 0 && s == 0;
            return false;
        }
        info->iterations = s + 1;
        if (mon && zni_last(mon, s, zni_box_residual(b, z, w), info))
            return false;
        if (!zni_box_move(k->side, b, z, w))
            return good;
        now = moved(k, b->n, s);
        if (part * now > before)
            return false;
        before = now;
    }
    return false;
}

zn_status zni_box_again_reserve(zn_ctx *ctx, zni_again *k, zn_index n)
{
    return n > ZNI_WARM_MAX && n <= ZNI_AGAIN_MAX ? allocate(ctx, k, n) : ZN_OK;
}

zn_status zni_box_again(zni_call call, zni_again *k, const zni_box *b, double tol)
{
    const zn_index n = b->n;
    const size_t bytes = (size_t)n * sizeof *call.z;
    bool some = false, cold = n > ZNI_AGAIN_TWO, goes_on, few, found;
    const zn_index bounds = n - zni_box_equations(b);
    zn_status st;

    k->singular = false;
    if (n <= ZNI_WARM_MAX || n > ZNI_AGAIN_MAX || b->M->storage != ZN_DENSE)
        return ZN_EINVAL;
    for (zn_index i = 0; i < n; i++) {
        some = some || (zni_box_side(b, i, call.z[i]) == ZNI_FREE && !zni_box_free(b, i));
        cold = cold && call.z[i] == 0;
    }
    /* at z = 0 with all rows at their bounds there is nothing to factor, and other methods mostly have to follow */
    if (cold && !some && bounds == n)
        return ZN_EINVAL;
    st = k->n == n ? ZN_OK : allocate(call.ctx, k, n);
    if (st)
        return st;
    follow_matrix(k, b);
    for (zn_index i = 0; i < n; i++)
        k->side[i] = zni_box_side(b, i, call.z[i]);
    zni_box_first_move(k->side, b, call.z);
    memcpy(k->x, call.z, bytes);
    /* A start with all rows at their bounds tells nothing unless it is the solution: then one set is tried. There
     * are two exceptions. With very few bounds, a few sets cover most cases; the equations are nearly all of the
     * work, and a set costs one factorisation of them, while pivots would bring them in one by one. And beside
     * equations, which are factored with the first set in any case, the search goes on as long as it goes well. For
     * few rows, whose pivots cost less than a set, that means that the first set is nearly right (0.4 to 0.8 times
     * the time for `mlcp n=17` to `n=64`, elsewhere the same). */
    goes_on = !some && bounds > SETS && bounds < n;
    few = n <= ZNI_AGAIN_TWO;
    found = search(k, b, tol, some || bounds <= SETS || goes_on ? SETS : 1,
                   !goes_on ? 0 : few ? 8 : 2, few ? bounds : n, call.z, call.w, call.mon, call.info);
    if (found)
        call.info->outcome = ZN_SOLVED;
    else if (call.info->outcome != ZN_INTERRUPTED)
        memcpy(call.z, k->x, bytes);
    return found ? ZN_OK : call.info->iterations > 0 ? ZN_UNSOLVED : ZN_EINVAL;
}
