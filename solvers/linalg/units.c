/* units.c - matrices and vectors in units of their own
 * SPDX-License-Identifier: Apache-2.0 */
#include "units.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Doubles by their bits. All of this is done for each small problem, so it must be
 * cheap. */
#define MANTISSA UINT64_C(0x000fffffffffffff)
#define INFINITE UINT64_C(0x7ff0000000000000)

/* biased exponents beyond these would leave the range of normal numbers on division */
enum { LEAST = 23, MOST = 2023 };

static double from_bits(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t to_bits(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits & ~(UINT64_C(1) << 63);
}

double zni_unit(double largest)
{
    uint64_t bits = to_bits(largest) & ~MANTISSA, e = bits >> 52;

    if (!(largest > 0) || bits == INFINITE)
        return 1;
    return from_bits(e < LEAST  ? (uint64_t)LEAST << 52
                     : e > MOST ? (uint64_t)MOST << 52
                                : bits);
}

static inline double larger(double most, double x)
{
    const double a = fabs(x);

    return a > most ? a : most;
}

double zni_largest(const double x[], zn_index n)
{
    double most = 0, other = 0;
    zn_index i = 0;

    for (; i + 3 < n; i += 4) {
        most = larger(larger(most, x[i]), x[i + 1]);
        other = larger(larger(other, x[i + 2]), x[i + 3]);
    }
    for (; i < n; i++)
        most = larger(most, x[i]);
    return larger(most, other);
}

double zni_largest_finite(const double x[], zn_index n)
{
    double most = 0;

    for (zn_index i = 0; i < n; i++)
        most = isinf(x[i]) ? most : larger(most, x[i]);
    return most;
}

/* rows and columns of block k of block row a, for its size */
static zn_index block_size(const zn_matrix *A, zn_index a, zn_index k)
{
    zn_index b = A->i[k];

    return (A->ro[a + 1] - A->ro[a]) * (A->co[b + 1] - A->co[b]);
}

double zni_largest_value(const zn_matrix *A)
{
    double most = 0;

    if (A->storage != ZN_BSR)
        return zni_largest(A->x, A->storage == ZN_DENSE ? A->rows * A->cols
                                                        : A->p[A->cols]);
    for (zn_index a = 0; a < A->nbr; a++)
        for (zn_index k = A->p[a]; k < A->p[a + 1]; k++)
            most =
                fmax(most, zni_largest(A->x + A->bp[k], block_size(A, a, k)));
    return most;
}

zn_index zni_values(const zn_matrix *A)
{
    zn_index end = 0;

    if (A->storage == ZN_DENSE)
        return A->rows * A->cols;
    if (A->storage == ZN_CSC)
        return A->p[A->cols];
    for (zn_index a = 0; a < A->nbr; a++)
        for (zn_index k = A->p[a]; k < A->p[a + 1]; k++) {
            zn_index last = A->bp[k] + block_size(A, a, k);

            end = last > end ? last : end;
        }
    return end;
}

void zni_scale_into(zn_index n, double f, const double x[], double y[])
{
    for (zn_index i = 0; i < n; i++)
        y[i] = f * x[i];
}

zn_matrix zni_scaled(const zn_matrix *A, double f, double x[])
{
    zn_matrix out = *A;

    out.x = x;
    if (A->storage != ZN_BSR) {
        zni_scale_into(zni_values(A), f, A->x, x);
        return out;
    }
    for (zn_index a = 0; a < A->nbr; a++)
        for (zn_index k = A->p[a]; k < A->p[a + 1]; k++)
            zni_scale_into(block_size(A, a, k), f, A->x + A->bp[k],
                           x + A->bp[k]);
    return out;
}
