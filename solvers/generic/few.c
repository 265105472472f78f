/* few.c - a mechanism of few rows: joints eliminated block by block, stops solved by themselves
 * SPDX-License-Identifier: Apache-2.0 */
#include "few.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "../linalg/few.h"
#include "../linalg/units.h"
#include "../linalg/wide.h"

/* With the equality rows E before the unilateral ones U, and q as one column more, elimination by
 * blocks leaves
 *     w_U = S z_U + s,   S = M_UU - M_UE M_EE^-1 M_EU,   s = q_U - M_UE M_EE^-1 q_E,
 * a complementarity problem of few rows, and z_E by substitution back (Golub & Van Loan, Matrix
 * Computations, 4th ed., section 3.2). A mechanism has few neighbours for each joint, so most blocks are
 * zero, and the joint with the fewest neighbours left goes first (Tinney & Walker, Proc. IEEE 55, 1967).
 *
 * Pivots are the numbers on the diagonal as they come, which M_EE of a mechanism, symmetric and
 * definite, allows, and units of rows do not matter to. A pivot that is lost ends it, as that of
 * redundant joints; what else may go wrong is seen in w, and others have their turn. */

/* Rows of all, of a part that is eliminated at once; parts: two that follow one another have more
 * rows than one may. */
enum {
    MOST = ZNI_GFEW,
    PART = 6,
    PARTS = 2 * MOST / (PART + 1) + 2,
    LANES = sizeof(zni_lanes) / sizeof(double)
};

/* A pivot that is less of what its place on the diagonal was has four digits left, which as many
 * corrections make up for. */
static const double LOST = 1e-12;
enum { CORRECTIONS = 3 };
/* What is left beside q: beyond this it is corrected; and again beyond this part of the tolerance. */
static const double ROUNDING = 0x1p-40, ENOUGH = 0.01;

/* Places are rows in the order E, U; part np is U. */
typedef struct few {
    zn_index n, e, np;
    zn_index first[PARTS + 2]; /* places of parts                              */
    unsigned char place[MOST], part[MOST]; /* of a row; of a place              */
    unsigned char order[PARTS];
    uint32_t beside[PARTS + 1]; /* parts with a block in the row or column      */
    double was[MOST];           /* |M_ii|                                       */
    double A[MOST * (MOST + 1)]; /* by columns of n; the last one is q          */
} few;

/* ---- what there is --------------------------------------------------------------- */

static void new_part(few *t, zn_index at)
{
    t->first[t->np++] = at;
}

/* Places of one block of equality rows: in the last part if it has room. */
static void joint(few *t, zn_index rows, zn_index *at)
{
    if (t->np == 0 || *at + rows - t->first[t->np - 1] > PART)
        new_part(t, *at);
    for (zn_index i = 0; i < rows; i++, ++*at) {
        if (*at - t->first[t->np - 1] == PART)
            new_part(t, *at);
        t->part[*at] = (unsigned char)(t->np - 1);
    }
}

/* Rows to their places. False: it has other blocks, or no equality rows, or too many of either. */
static bool cut(few *t, const zn_generic *p)
{
    zn_index at = 0, rest;

    t->n = p->n;
    t->np = 0;
    for (zn_index b = 0; b < p->nb; b++) {
        if (p->kind[b] > ZN_GENERIC_UNILATERAL)
            return false;
        if (p->kind[b] == ZN_GENERIC_UNILATERAL)
            continue;
        for (zn_index i = p->start[b], k = at; i < p->start[b + 1]; i++)
            t->place[i] = (unsigned char)k++;
        joint(t, p->start[b + 1] - p->start[b], &at);
    }
    t->e = rest = at;
    t->first[t->np] = at;
    t->first[t->np + 1] = t->n;
    for (zn_index b = 0; b < p->nb; b++)
        for (zn_index i = p->start[b];
             p->kind[b] == ZN_GENERIC_UNILATERAL && i < p->start[b + 1]; i++, rest++) {
            t->place[i] = (unsigned char)rest;
            t->part[rest] = (unsigned char)t->np;
        }
    return t->e > 0 && t->n - t->e <= ZNI_GFEW_STOPS;
}

static void couple(few *t, zn_index r, zn_index c)
{
    t->beside[r] |= UINT32_C(1) << c;
    t->beside[c] |= UINT32_C(1) << r;
}

/* A block of the caller's of m x n numbers, from a row and a column on */
static void take_block(few *t, zn_index m, zn_index n, const zn_index row, const zn_index column,
                       const double x[])
{
    const zn_index r = t->place[row], c = t->place[column];

    for (zn_index j = 0; j < n; j++, x += m) {
        double *to = t->A + (c + j) * t->n + r;

        for (zn_index i = 0; i < m; i++)
            to[i] = x[i];
    }
}

/* Number by number: its rows and columns are of several parts. */
static void take_numbers(few *t, zn_index m, zn_index n, const zn_index row,
                         const zn_index column, const double x[])
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; i < m; i++) {
            const double a = x[i + j * m];
            const zn_index r = t->place[row + i], c = t->place[column + j];

            if (a == 0)
                continue;
            t->A[r + c * t->n] = a;
            couple(t, t->part[r], t->part[c]);
        }
}

/* are rows i ... i + m - 1 of one part, and beside each other? */
static bool together(const few *t, zn_index i, zn_index m)
{
    const zn_index r = t->place[i], s = t->place[i + m - 1];

    return m == 1 || (m <= PART && s == r + m - 1 && t->part[r] == t->part[s]);
}

static void take_blocks(few *t, const zn_matrix *M)
{
    for (zn_index a = 0; a < M->nbr; a++)
        for (zn_index k = M->p[a]; k < M->p[a + 1]; k++) {
            const zn_index row = M->ro[a], m = M->ro[a + 1] - row, b = M->i[k],
                           column = M->co[b], n = M->co[b + 1] - column;
            const double *x = M->x + M->bp[k];

            if (!together(t, row, m) || !together(t, column, n))
                take_numbers(t, m, n, row, column, x);
            else if (zni_any(m * n, x)) { /* what is stored and 0 is none */
                take_block(t, m, n, row, column, x);
                couple(t, t->part[t->place[row]], t->part[t->place[column]]);
            }
        }
}

static void take(few *t, const zn_generic *p)
{
    const zn_matrix *M = p->M;
    double *q = t->A + t->n * t->n;

    memset(t->A, 0, (size_t)(t->n * t->n) * sizeof *t->A);
    memset(t->beside, 0, (size_t)(t->np + 1) * sizeof *t->beside);
    if (M->storage == ZN_BSR)
        take_blocks(t, M);
    else if (M->storage == ZN_DENSE)
        take_numbers(t, t->n, t->n, 0, 0, M->x);
    else
        for (zn_index j = 0; j < t->n; j++)
            for (zn_index k = M->p[j]; k < M->p[j + 1]; k++)
                take_numbers(t, 1, 1, M->i[k], j, M->x + k);
    for (zn_index i = 0; i < t->n; i++)
        q[t->place[i]] = p->q[i];
    for (zn_index i = 0; i < t->e; i++)
        t->was[i] = fabs(t->A[i * (t->n + 1)]);
}

/* ---- elimination ------------------------------------------------------------------- */

/* The inverse of a block of d rows in its place, by Gauss & Jordan. False: a pivot is lost. */
static ZNI_INTO_WIDE bool invert_of(const zn_index d, zn_index ld, const double was[], double A[])
{
    enum { LD = 2 * LANES };
    double t[PART * LD];
    const zn_index wide = d <= LANES ? LANES : LD;

    for (zn_index j = 0; j < d; j++) {
        memset(t + j * LD, 0, (size_t)wide * sizeof *t);
        for (zn_index i = 0; i < d; i++)
            t[i + j * LD] = A[i + j * ld];
    }
    for (zn_index c = 0; c < d; c++) {
        double *own = t + c * LD;
        const double pivot = own[c], r = 1 / pivot;

        if (!(fabs(pivot) > LOST * was[c]))
            return false;
        for (zn_index j = 0; j < d; j++) {
            const double f = j == c ? -r : -t[c + j * LD] * r, at = j == c ? r : -f;

            for (zn_index i = 0; i < wide && j != c; i += LANES) {
                const zni_bits here = (zni_bits){i, i + 1, i + 2, i + 3} == (zni_bits){c, c, c, c};
                const zni_lanes all = {at, at, at, at};
                zni_lanes a, b;

                zni_take4(own + i, &a);
                zni_take4(t + j * LD + i, &b);
                b += f * a;
                b = (zni_lanes)(((zni_bits)b & ~here) | ((zni_bits)all & here));
                zni_put4(&b, t + j * LD + i);
            }
        }
        for (zn_index i = 0; i < d; i++)
            own[i] = i == c ? r : -own[i] * r;
    }
    for (zn_index j = 0; j < d; j++)
        for (zn_index i = 0; i < d; i++)
            A[i + j * ld] = t[i + j * LD];
    return true;
}

static ZNI_INTO_WIDE bool invert(zn_index d, zn_index ld, const double was[], double A[])
{
    switch (d) {
    case 5: /* hinges and sliders */
        return invert_of(5, ld, was, A);
    case 6:
        return invert_of(6, ld, was, A);
    case 3: /* balls */
        return invert_of(3, ld, was, A);
    default:
        return invert_of(d, ld, was, A);
    }
}

/* C <- C - L B, or L B: C of m x n, L of m x d; columns of ld */
static ZNI_INTO_WIDE void times_of(const zn_index m, zn_index d, zn_index n, bool off, zn_index ld,
                                   const double L[], const double B[], double C[])
{
    const zn_index whole = m / LANES * LANES;

    for (zn_index j = 0; j < n; j++, B += ld, C += ld) {
        for (zn_index i = 0; i < whole; i += LANES) {
            zni_lanes sum = {0}, a;

            for (zn_index c = 0; c < d; c++) {
                zni_take4(L + i + c * ld, &a);
                sum += B[c] * a;
            }
            if (off) {
                zni_take4(C + i, &a);
                sum = a - sum;
            }
            zni_put4(&sum, C + i);
        }
        for (zn_index i = whole; i < m; i++) {
            double sum = 0;

            for (zn_index c = 0; c < d; c++)
                sum += B[c] * L[i + c * ld];
            C[i] = off ? C[i] - sum : sum;
        }
    }
}

static ZNI_INTO_WIDE void times(zn_index m, zn_index d, zn_index n, bool off, zn_index ld,
                                const double L[], const double B[], double C[])
{
    if (m == 5 && d == 5)
        times_of(5, 5, n, off, ld, L, B, C);
    else if (m == 6 && d == 6)
        times_of(6, 6, n, off, ld, L, B, C);
    else if (m == 1)
        times_of(1, d, n, off, ld, L, B, C);
    else
        times_of(m, d, n, off, ld, L, B, C);
}

static ZNI_INTO_WIDE zn_index rows_of(const few *t, zn_index a)
{
    return t->first[a + 1] - t->first[a];
}

static ZNI_INTO_WIDE double *at(few *t, zn_index a, zn_index b)
{
    return t->A + t->first[a] + t->first[b] * t->n;
}

/* The part with the fewest neighbours among those left. */
static ZNI_INTO_WIDE zn_index next_part(const few *t, uint32_t left)
{
    zn_index best = -1;
    int least = PARTS;

    for (uint32_t some = left; some; some &= some - 1) {
        const int k = __builtin_ctz(some), count = __builtin_popcount(t->beside[k] & left);

        if (count < least) {
            least = count;
            best = k;
        }
    }
    return best;
}

/* What part k takes off part i: L = A_ik A_kk^-1 to the place of A_ik. */
static ZNI_INTO_WIDE void take_off(few *t, zn_index k, zn_index i, uint32_t beside)
{
    const zn_index ld = t->n, m = rows_of(t, i), d = rows_of(t, k), stops = t->n - t->e;
    double *L = at(t, i, k), was[MOST * PART];

    for (zn_index c = 0; c < d; c++)
        for (zn_index r = 0; r < m; r++)
            was[r + c * ld] = L[r + c * ld];
    times(m, d, d, false, ld, was, at(t, k, k), L);
    for (uint32_t some = beside; some; some &= some - 1) {
        const zn_index j = __builtin_ctz(some);

        if (j < t->np)
            times(m, d, rows_of(t, j), true, ld, L, at(t, k, j), at(t, i, j));
    }
    if (beside >> t->np & 1)
        times(m, d, stops, true, ld, L, at(t, k, t->np), at(t, i, t->np));
    times(m, d, 1, true, ld, L, at(t, k, t->np + 1), at(t, i, t->np + 1));
    t->beside[i] |= beside;
}

/* False: a pivot is lost. What is in t->beside[k] then is what part k was taken off. */
ZNI_WIDE static bool eliminate(few *t)
{
    const uint32_t stops = UINT32_C(1) << t->np;
    uint32_t left = stops - 1;

    for (zn_index s = 0; s < t->np; s++) {
        const zn_index k = next_part(t, left);

        left &= ~(UINT32_C(1) << k);
        t->order[s] = (unsigned char)k;
        t->beside[k] &= left | stops;
        if (!invert(rows_of(t, k), t->n, t->was + t->first[k], at(t, k, k)))
            return false;
        for (uint32_t some = t->beside[k]; some; some &= some - 1)
            take_off(t, k, __builtin_ctz(some), t->beside[k]);
    }
    return true;
}

/* x_E = -M_EE^-1 (r_E + M_EU x_U) for r_E as elimination has left it; x: places */
ZNI_WIDE static void back(few *t, const double r[], double x[])
{
    const zn_index ld = t->n;

    for (zn_index s = t->np - 1; s >= 0; s--) {
        const zn_index k = t->order[s], d = rows_of(t, k);
        double y[PART], *own = x + t->first[k];

        for (zn_index i = 0; i < d; i++)
            y[i] = -r[t->first[k] + i];
        for (uint32_t some = t->beside[k]; some; some &= some - 1) {
            const zn_index j = __builtin_ctz(some);

            times(d, rows_of(t, j), 1, true, ld, at(t, k, j), x + t->first[j], y);
        }
        times(d, d, 1, false, ld, at(t, k, k), y, own);
    }
}

/* r as elimination would leave it */
ZNI_WIDE static void forward(few *t, double r[])
{
    for (zn_index s = 0; s < t->np; s++) {
        const zn_index k = t->order[s];

        for (uint32_t some = t->beside[k]; some; some &= some - 1) {
            const zn_index i = __builtin_ctz(some);

            times(rows_of(t, i), rows_of(t, k), 1, true, t->n, at(t, i, k), r + t->first[k],
                  r + t->first[i]);
        }
    }
}

/* ---- the stops ---------------------------------------------------------------------- */

/* x_U of S x_U + s, S in its place: from where it is by the set that it has, else from 0 by pivots */
static bool stops(few *t, const zni_gfew_with *with, const double s[], double x[])
{
    const zn_index e = t->e, m = t->n - e;
    const double *first = t->A + e * t->n + e;
    double S[ZNI_GFEW_STOPS * ZNI_GFEW_STOPS], w[ZNI_GFEW_STOPS];
    zn_solve_info aside;
    zn_index pivots;

    if (m == 0)
        return true;
    if (m == 1) {
        x[0] = s[0] < 0 ? -s[0] / *first : 0;
        return *first > 0;
    }
    for (zn_index j = 0; j < m; j++)
        memcpy(S + j * m, first + j * t->n, (size_t)m * sizeof *S);

    const zn_matrix M = {.storage = ZN_DENSE, .rows = m, .cols = m, .x = S};
    const zni_box b = {.n = m, .M = &M, .q = s};

    return (zni_largest(x, m) > 0 &&
            zni_box_warm(with->warm, &b, 0.5 * with->tol, 0, x, w, NULL, &aside)) ||
           zni_lemke_few(&b, 50 * m, x, w, &pivots);
}

/* ---- all together ------------------------------------------------------------------- */

/* z from its places, w = M z + q, which r has by places; returns the largest number in the way of an
 * answer */
static double put(const few *t, const zn_generic *p, const double x[], double z[], double w[],
                  double r[])
{
    double most = 0;

    for (zn_index i = 0; i < t->n; i++)
        z[i] = x[t->place[i]];
    memcpy(w, p->q, (size_t)t->n * sizeof *w);
    zn_matrix_mul(p->M, 1, z, 1, w);
    for (zn_index i = 0; i < t->n; i++) {
        const bool low = t->place[i] >= t->e && !(x[t->place[i]] > 0);
        const double a = low ? -w[i] : fabs(w[i]);

        r[t->place[i]] = w[i];
        if (!(a <= most))
            most = a;
    }
    return most;
}

/* x, of which w is r, once more with the factors at hand: s is what w_U would be at x_U = 0 with w_E = 0 */
static bool correct(few *t, const zni_gfew_with *with, double r[], double x[])
{
    const zn_index e = t->e, m = t->n - e;
    double s[ZNI_GFEW_STOPS], now[ZNI_GFEW_STOPS], more[MOST];

    forward(t, r);
    for (zn_index i = 0; i < m; i++) {
        s[i] = r[e + i];
        now[i] = x[e + i];
        for (zn_index j = 0; j < m; j++)
            s[i] -= t->A[e + i + (e + j) * t->n] * x[e + j];
    }
    if (!stops(t, with, s, now))
        return false;
    for (zn_index i = 0; i < m; i++)
        more[e + i] = now[i] - x[e + i];
    back(t, r, more);
    for (zn_index i = 0; i < e; i++)
        x[i] += more[i];
    memcpy(x + e, now, (size_t)m * sizeof *now);
    return true;
}

bool zni_gfew(const zn_generic *p, const zni_gfew_with *with, double z[], double w[],
              zn_solve_info *info)
{
    double x[MOST], r[MOST], best[MOST], left, before, size;
    int k = 0;
    const double *q;
    few t;

    if (p->n > MOST || !cut(&t, p))
        return false;
    take(&t, p);
    if (!eliminate(&t))
        return false;
    q = t.A + t.n * t.n;
    for (zn_index i = 0; i < t.n; i++)
        x[t.place[i]] = z[i];
    if (!stops(&t, with, q + t.e, x + t.e))
        return false;
    back(&t, q, x);
    left = put(&t, p, x, z, w, r);
    size = zni_largest(p->q, t.n);
    for (; k < CORRECTIONS && left > (k == 0 ? ROUNDING : ENOUGH * with->tol) * size; k++) {
        before = left;
        memcpy(best, x, (size_t)t.n * sizeof *best);
        if (!correct(&t, with, r, x))
            return false;
        left = put(&t, p, x, z, w, r);
        if (left < before)
            continue;
        put(&t, p, best, z, w, r);
        break;
    }
    info->solver = "eliminated";
    info->iterations = 1 + k;
    return true;
}
