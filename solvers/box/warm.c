/* warm.c - small problems, from the active set of the last one
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

#include <float.h>
#include <string.h>

#include "../linalg/few.h"
#include "../linalg/few_lu.h"
#include "../linalg/twice.h"
#include "../linalg/wide.h"

/* The one-step problems of a circuit differ little from one step to the next, and mostly have the same active set.
 * For that set z is one small linear system: free rows have w = 0, the others are at their bounds. Rows with a wrong
 * sign then change sides, as in Newton's method on min(z, w), a few times at most, until all signs are exactly
 * right. (Signs of pairs that are both zero are rounding: zni_warm.falling.) If a set comes again, or a block is
 * singular, other methods are left to solve the problem. All data fit into a few cache lines, so that arithmetic is
 * most of the cost. */

/* From a cold start of MOST rows, the last sets differ by a single row: pivots take as long as ten sets. */
enum { MOST = ZNI_WARM_MAX, SETS = 8, LANES = sizeof(zni_lanes) / sizeof(double) };

/* two bits for each row */
static uint64_t code(const unsigned char side[], zn_index n)
{
    uint64_t c = 0;

    for (zn_index i = 0; i < n; i++)
        c = c << 2 | side[i];
    return c;
}

/* the number of rows that differ in two codes */
static int changes(uint64_t a, uint64_t b)
{
    const uint64_t any = a ^ b;

    return __builtin_popcountll((any | any >> 1) & UINT64_C(0x5555555555555555));
}

/* Is a pivot of the factors of the size of rounding, relative to its column? First all pivots are compared with the
 * largest number of all: if the smallest one stands out of its rounding, none is lost. */
ZNI_WIDE static bool lost(const zni_warm *k)
{
    const zn_index m = k->m;
    double least = INFINITY;
    bool any = true;

    for (zn_index j = 0; j < m; j++) {
        const double pivot = fabs(k->a[j * (m + 1)]);

        any &= pivot >= DBL_MIN; /* not of NaN */
        least = pivot < least ? pivot : least;
    }
    if (any && least > 64 * DBL_EPSILON * zni_largest_few(m * m, k->a))
        return false;
    for (zn_index j = 0; j < m; j++) {
        const double *a = k->a + j * m;

        if (!(fabs(a[j]) > 64 * DBL_EPSILON * zni_largest_few(j, a)) || fabs(a[j]) < DBL_MIN)
            return true;
    }
    return false;
}

/* load all of M */
static void load_all(zni_warm *k, const zni_box *b)
{
    k->m = b->n;
    memcpy(k->a, b->M->x, (size_t)(b->n * b->n) * sizeof *k->a);
}

/* load the free block */
static void load_block(zni_warm *k, const zni_box *b, const unsigned char side[])
{
    const zn_index n = b->n;
    zn_index m = 0;

    for (zn_index i = 0; i < n; i++)
        if (side[i] == ZNI_FREE)
            k->map[m++] = i;
    if (m == n) {
        load_all(k, b);
        return;
    }
    k->m = m;
    for (zn_index j = 0; j < m; j++)
        for (zn_index i = 0; i < m; i++)
            k->a[i + j * m] = b->M->x[k->map[i] + k->map[j] * n];
}

/* Are the factors those of this set of rows of this matrix? */
static bool at_hand(const zni_warm *k, const zni_box *b, uint64_t set)
{
    return k->n == b->n && k->set == set &&
           memcmp(k->M, b->M->x, (size_t)(b->n * b->n) * sizeof *k->M) == 0;
}

/* LU factors, with partial pivoting, of the block that was loaded for the set. A pivot that is lost counts as zero. */
static bool factor(zni_warm *k, const zni_box *b, uint64_t set)
{
    k->n = 0;
    zni_few_lu(k->m, k->a, k->piv);
    if (lost(k))
        return false;
    memcpy(k->M, b->M->x, (size_t)(b->n * b->n) * sizeof *k->M);
    k->n = b->n;
    k->set = set;
    return true;
}

/* z_F -= M_FF^-1 w_F */
static void correct(const zni_warm *k, double z[], const double w[])
{
    const zn_index m = k->m;
    double x[MOST];

    if (m == k->n) { /* all rows */
        memcpy(x, w, (size_t)m * sizeof *x);
        zni_few_lu_solve(m, k->a, k->piv, x);
        zni_minus(m, z, x, z);
        return;
    }
    for (zn_index i = 0; i < m; i++)
        x[i] = w[k->map[i]];
    zni_few_lu_solve(m, k->a, k->piv, x);
    for (zn_index i = 0; i < m; i++)
        z[k->map[i]] -= x[i];
}

/* Eight rows of w = M z + q, whose sums stay in registers. */
static ZNI_INTO_WIDE void eight_rows(zn_index n, const double M[], const double q[], const double z[],
                                     double w[])
{
    zni_lanes a, b, c;

    zni_take4(q, &a);
    zni_take4(q + LANES, &b);
    for (zn_index j = 0; j < n; j++, M += n) {
        zni_take4(M, &c);
        a += z[j] * c;
        zni_take4(M + LANES, &c);
        b += z[j] * c;
    }
    zni_put4(&a, w);
    zni_put4(&b, w + LANES);
}

enum { EIGHT = 2 * LANES };

/* Eight rows at a time; the last eight may overlap those before, whose result is the same. */
ZNI_WIDE static void many_rows(const zni_box *b, const double z[], double w[])
{
    const zn_index n = b->n;

    for (zn_index at = 0; at < n; at += EIGHT) {
        const zn_index i = at + EIGHT <= n ? at : n - EIGHT;

        eight_rows(n, b->M->x + i, b->q + i, z, w + i);
    }
}

/* w = M z + q */
static void product(const zni_box *b, const double z[], double w[])
{
    const zn_index n = b->n;

    if (n >= EIGHT) {
        many_rows(b, z, w);
        return;
    }
    for (zn_index i = 0; i < n; i++)
        w[i] = b->q[i];
    zni_add_mul(n, n, b->M->x, z, w);
}

double zni_box_rest(const zni_box *b, double least, const unsigned char side[], const double w[])
{
    double err = 0, scale = least;

    for (zn_index i = 0; i < b->n; i++) {
        const double q = fabs(b->q[i]), r = fabs(w[i]);

        scale = q > scale ? q : scale;
        if (side[i] == ZNI_FREE && !(r <= err))
            err = r;
    }
    return scale > 0 ? err / scale : err;
}

bool zni_box_move(unsigned char side[], const zni_box *b, const double z[],
                  const double w[])
{
    bool moved = false;

    for (zn_index i = 0; i < b->n; i++) {
        const unsigned char before = side[i];

        if (side[i] == ZNI_FREE)
            side[i] = z[i] < zni_box_lo(b, i)   ? ZNI_AT_LO
                      : z[i] > zni_box_hi(b, i) ? ZNI_AT_HI
                                                : ZNI_FREE;
        else if (side[i] == ZNI_AT_LO ? w[i] < 0 : w[i] > 0)
            side[i] = ZNI_FREE;
        moved = moved || side[i] != before;
    }
    return moved;
}

void zni_box_first_move(unsigned char side[], const zni_box *b, const double z[])
{
    for (zn_index i = 0; i < b->n; i++)
        if (z[i] != 0)
            return;
    if (zni_box_equations(b) > 0)
        zni_box_move(side, b, z, b->q);
}

/* The active set to begin with. */
static void first_sides(unsigned char side[], const zni_box *b, const double z[])
{
    for (zn_index i = 0; i < b->n; i++)
        side[i] = zni_box_side(b, i, z[i]);
    zni_box_first_move(side, b, z);
}

/* Factor the block of this set, unless these factors are at hand. */
static bool prepare(zni_warm *k, const zni_box *b, uint64_t set, const unsigned char side[])
{
    if (at_hand(k, b, set))
        return true;
    load_block(k, b, side);
    return factor(k, b, set);
}

/* z at these sides, with free rows at 0, since the old z may be large and would leave its rounding; and w = M z + q.
 * true: there are free rows */
static bool start_at(const unsigned char side[], const zni_box *b, double z[], double w[])
{
    bool free = false, nought = true;

    for (zn_index i = 0; i < b->n; i++) {
        free |= side[i] == ZNI_FREE;
        z[i] = zni_box_on_side(b, i, side[i]);
        nought &= z[i] == 0;
    }
    if (!nought)
        product(b, z, w);
    for (zn_index i = 0; nought && i < b->n; i++)
        w[i] = b->q[i] + 0; /* 0 in place of -0, as in a sum */
    return free;
}

/* w = M z + q as if rounded once */
static void exact_product(const zni_box *b, const double z[], double w[])
{
    double low[MOST];

    memcpy(w, b->q, (size_t)b->n * sizeof *w);
    zni_twice_rows(b->M, z, w, low, b->n);
}

/* One step of refinement with the factors at hand, if the rounding of large terms exceeds that of q. With a nearly
 * singular block, it may move z far along the null space: it is accepted only while the set stays the same. */
static void refine(const zni_warm *k, const zni_box *b, const unsigned char side[], double z[],
                   double w[])
{
    double z1[MOST], w1[MOST], left = zni_box_rest(b, 0, side, w);
    unsigned char other[MOST];

    if (left <= ZNI_BOX_PLAIN)
        return;
    memcpy(z1, z, (size_t)b->n * sizeof *z);
    exact_product(b, z1, w1);
    correct(k, z1, w1);
    exact_product(b, z1, w1);
    memcpy(other, side, (size_t)b->n);
    if (!(zni_box_rest(b, 0, side, w1) < left) || zni_box_move(other, b, z1, w1))
        return;
    zni_put_point(b->n, z1, w1, z, w);
}

/* For a start z = 0 whose set is singular, as that of equality rows alone often is: make all rows free. false: it
 * was not such a start, or the set is the same */
static bool all_free(unsigned char side[], zn_index n, const double start[])
{
    bool other = false;

    for (zn_index i = 0; i < n; i++) {
        if (start[i] != 0)
            return false;
        other |= side[i] != ZNI_FREE;
    }
    memset(side, ZNI_FREE, (size_t)n);
    return other;
}

/* ---- equations alone, as those of joints without stops: there is one set ---------- */

static bool equations(const zni_box *b)
{
    for (zn_index i = 0; i < b->n; i++)
        if (!zni_box_free(b, i))
            return false;
    return true;
}

/* z = z - M^-1 w, w = M z + q; returns the residual, as zni_box_rest */
ZNI_WIDE static double step(const zni_warm *k, const zni_box *b, double least, double z[],
                            double w[])
{
    double q, err, scale;

    correct(k, z, w);
    product(b, z, w);
    q = zni_largest_few(b->n, b->q);
    err = zni_largest_few(b->n, w);
    scale = q > least ? q : least;
    return scale > 0 ? err / scale : err;
}

static bool solve_equations(zni_warm *k, const zni_box *b, double tol, double least, double z[],
                            double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zn_index n = b->n;
    const uint64_t set = UINT64_C(0x55555555) * ZNI_FREE & ((UINT64_C(1) << 2 * n) - 1);
    unsigned char side[MOST];
    double start[MOST], left;

    info->iterations = 1;
    if (!at_hand(k, b, set)) {
        load_all(k, b);
        if (!factor(k, b, set))
            return false;
    }
    memcpy(start, z, (size_t)n * sizeof *z);
    memset(z, 0, (size_t)n * sizeof *z);
    memcpy(w, b->q, (size_t)n * sizeof *w); /* -0 stays; the solution has 0 then  */
    left = step(k, b, least, z, w);
    if (left > tol) /* of rounding, perhaps */
        left = step(k, b, least, z, w);
    if (mon && zni_last(mon, 0, zni_box_residual(b, z, w), info))
        return false;
    if (!(left <= tol)) {
        memcpy(z, start, (size_t)n * sizeof *z);
        return false;
    }
    if (k->exact) {
        memset(side, ZNI_FREE, (size_t)n);
        refine(k, b, side, z, w);
    }
    info->outcome = ZN_SOLVED;
    info->solver = "active-set";
    return true;
}

/* ---- any rows ---------------------------------------------------------------------- */

bool zni_box_warm(zni_warm *k, const zni_box *b, double tol, double least,
                  double z[], double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zn_index n = b->n;
    unsigned char side[MOST];
    uint64_t tried[SETS];
    double start[MOST];
    bool free;

    info->outcome = ZN_STALLED;
    if (n > MOST || b->M->storage != ZN_DENSE)
        return false;
    if (equations(b))
        return solve_equations(k, b, tol, least, z, w, mon, info);
    memcpy(start, z, (size_t)n * sizeof *z);
    first_sides(side, b, z);
    for (int s = 0; s < SETS; s++) {
        tried[s] = code(side, n);
        if (k->falling && s > 1 && changes(tried[s], tried[s - 1]) >= changes(tried[s - 1], tried[s - 2]))
            goto fail;
        for (int t = 0; t < s; t++)
            if (tried[t] == tried[s])
                goto fail;
        double left = 0;

        free = start_at(side, b, z, w);
        info->iterations = s + 1;
        if (free && !prepare(k, b, tried[s], side)) {
            if (s == 0 && all_free(side, n, start))
                continue;
            goto fail;
        }
        if (free) {
            correct(k, z, w);
            product(b, z, w);
            left = zni_box_rest(b, least, side, w);
            if (left > tol) { /* of rounding, perhaps */
                correct(k, z, w);
                product(b, z, w);
                left = zni_box_rest(b, least, side, w);
            }
        }
        if (mon && zni_last(mon, s, zni_box_residual(b, z, w), info))
            return false;
        if (zni_box_move(side, b, z, w)) {
            if (!k->falling || !(left <= tol) || !(zni_box_residual(b, z, w) <= 8 * DBL_EPSILON))
                continue;
            zni_box_clip_all(b, z); /* only rounding has changed sides: pairs that are both zero */
            product(b, z, w);
        }
        if (!(left <= tol))
            break;
        if (free && k->exact)
            refine(k, b, side, z, w);
        info->outcome = ZN_SOLVED;
        info->solver = "active-set";
        return true;
    }

fail:
    memcpy(z, start, (size_t)n * sizeof *z);
    return false;
}
