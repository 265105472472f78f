/* parts.c - block elimination of a few rows, most blocks of which are zero
 * SPDX-License-Identifier: Apache-2.0 */
#include "parts.h"

#include <math.h>
#include <string.h>

#include "wide.h"

enum { PART = ZNI_PART, LANES = sizeof(zni_lanes) / sizeof(double) };

/* A pivot is lost if it is less than this part of the diagonal entry before elimination. At this limit four digits are
 * left, which four steps of iterative refinement make up for. */
static const double LOST = 1e-12;

/* Replaces a block of d rows by its inverse, by Gauss-Jordan elimination. False: a pivot is lost. */
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

/* zni_multiply, with constant sizes for the common parts, which are joints */
static ZNI_INTO_WIDE void times(zn_index m, zn_index d, zn_index n, bool off, zn_index ld,
                                const double L[], const double B[], double C[])
{
    if (m == 5 && d == 5)
        zni_multiply(5, 5, n, off, ld, L, B, C);
    else if (m == 6 && d == 6)
        zni_multiply(6, 6, n, off, ld, L, B, C);
    else if (m == 1)
        zni_multiply(1, d, n, off, ld, L, B, C);
    else
        zni_multiply(m, d, n, off, ld, L, B, C);
}

static ZNI_INTO_WIDE zn_index rows_of(const zni_parts *t, zn_index a)
{
    return t->first[a + 1] - t->first[a];
}

static ZNI_INTO_WIDE zn_index place_of(const zni_parts *t, zn_index a, zn_index b)
{
    return t->first[a] + t->first[b] * t->n;
}

static ZNI_INTO_WIDE double *at(zni_parts *t, zn_index a, zn_index b)
{
    return t->A + place_of(t, a, b);
}

/* The part with the fewest neighbours among the parts that are left. */
static ZNI_INTO_WIDE zn_index next_part(const zni_parts *t, uint32_t left)
{
    zn_index best = -1;
    int least = ZNI_PARTS;

    for (uint32_t some = left; some; some &= some - 1) {
        const int k = __builtin_ctz(some), count = __builtin_popcount(t->beside[k] & left);

        if (count < least) {
            least = count;
            best = k;
        }
    }
    return best;
}

/* Eliminates part k from part i: L = A_ik A_kk^-1 replaces A_ik. */
static ZNI_INTO_WIDE void take_off(zni_parts *t, zn_index k, zn_index i, uint32_t beside)
{
    const zn_index ld = t->n, m = rows_of(t, i), d = rows_of(t, k), stops = t->n - t->e;
    double *L = at(t, i, k), was[ZNI_PARTS_ROWS * PART];

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

/* Afterwards t->beside[k] has the parts that part k was eliminated from. */
ZNI_WIDE bool zni_parts_eliminate(zni_parts *t)
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

ZNI_WIDE void zni_parts_back(const zni_parts *t, const double r[], double x[])
{
    const zn_index ld = t->n;

    for (zn_index s = t->np - 1; s >= 0; s--) {
        const zn_index k = t->order[s], d = rows_of(t, k);
        double y[PART], *own = x + t->first[k];

        for (zn_index i = 0; i < d; i++)
            y[i] = -r[t->first[k] + i];
        for (uint32_t some = t->beside[k]; some; some &= some - 1) {
            const zn_index j = __builtin_ctz(some);

            times(d, rows_of(t, j), 1, true, ld, t->A + place_of(t, k, j), x + t->first[j], y);
        }
        times(d, d, 1, false, ld, t->A + place_of(t, k, k), y, own);
    }
}

ZNI_WIDE void zni_parts_forward(const zni_parts *t, double r[])
{
    for (zn_index s = 0; s < t->np; s++) {
        const zn_index k = t->order[s];

        for (uint32_t some = t->beside[k]; some; some &= some - 1) {
            const zn_index i = __builtin_ctz(some);

            times(rows_of(t, i), rows_of(t, k), 1, true, t->n, t->A + place_of(t, i, k),
                  r + t->first[k], r + t->first[i]);
        }
    }
}
