/* units.h - matrices and vectors in units of their own
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_UNITS_H
#define ZN_LINALG_UNITS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <zeno/matrix.h>

/* The unit of numbers is the largest power of two that is not above the largest magnitude, or 1 if all are zero. A
 * division by it changes no bit of the mantissa. NaN is ignored. */
static inline double zni_unit(double largest);
static inline double zni_largest(const double x[], zn_index n);
double zni_largest_finite(const double x[], zn_index n); /* bounds that are any */
/* Does the bound mean that there is none? Numbers like 1e300 are used for that, too; in no unit does a real bound
 * become as large as 3e150. */
static inline bool zni_no_bound(double x)
{
    return fabs(x) > 0x1p500;
}
/* Are there such finite numbers among x, lower bounds (side -1) or upper ones (1)? They become infinite in y, which has
 * x in other units, or is NULL. */
bool zni_no_bounds(zn_index n, const double x[], double side, double y[]);
static inline double zni_largest_value(const zn_matrix *A);
static inline double zni_matrix_unit(const zn_matrix *A); /* of its values */

/* Length of the array of values of A */
zn_index zni_values(const zn_matrix *A);

/* A view of f A, f a power of two, with its values in x[zni_values(A)]. */
zn_matrix zni_matrix_scaled(const zn_matrix *A, double f, double x[]);

/* y = f x */
void zni_scale_into(zn_index n, double f, const double x[], double y[]);

/* ---- used at each solution of a small problem, therefore inline ------------------ */

/* From so many numbers on four at a time are worth a call. */
enum { ZNI_MANY = 24 };

double zni_largest_of_many(const double x[], zn_index n);
double zni_largest_stored(const zn_matrix *A);

static inline double zni_largest(const double x[], zn_index n)
{
    double most = 0;

    if (n >= ZNI_MANY)
        return zni_largest_of_many(x, n);
    for (zn_index i = 0; i < n; i++)
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
    return most;
}

static inline double zni_largest_value(const zn_matrix *A)
{
    return A->storage == ZN_DENSE ? zni_largest(A->x, A->rows * A->cols)
                                  : zni_largest_stored(A);
}

/* By its bits. The exponent is limited so that a division by the unit does not leave the range of normal numbers. */
static inline double zni_unit(double largest)
{
    uint64_t bits;

    if (!(largest > 0) || isinf(largest))
        return 1;
    memcpy(&bits, &largest, sizeof bits);
    bits &= UINT64_C(0x7ff0000000000000);
    if (bits < UINT64_C(23) << 52)
        bits = UINT64_C(23) << 52;
    if (bits > UINT64_C(2023) << 52)
        bits = UINT64_C(2023) << 52;
    memcpy(&largest, &bits, sizeof largest);
    return largest;
}

static inline double zni_matrix_unit(const zn_matrix *A)
{
    return zni_unit(zni_largest_value(A));
}

/* The larger of two magnitudes; NaN counts as larger than any. */
static inline double zni_worse(double a, double b)
{
    return isnan(a) || a >= b ? a : b;
}

#endif
