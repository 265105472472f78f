/* power_sum.h - values of polynomials and power series, even and odd powers apart: a sum waits for the one before it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_POWER_SUM_H
#define ZENO_KERNEL_ODE_POWER_SUM_H

#include "solvers/linalg/few.h"

/* sum_k c_k s^k of so many terms, `stride` apart. */
static inline double zni_power_sum(int terms, zn_index stride, const double c[], double s)
{
    const double square = s * s;
    double even = 0, odd = 0;
    int k = terms - 1;

    if (k % 2 == 0)
        even = c[k-- * stride];
    for (; k > 0; k -= 2) {
        odd = odd * square + c[k * stride];
        even = even * square + c[(k - 1) * stride];
    }
    return even + s * odd;
}

/* The same of two polynomials, whose terms are side by side. */
static inline void zni_power_sum_two(int terms, zn_index stride, const double c[], double s, double out[2])
{
    const double square = s * s;
    zni_pair even = {0}, odd = {0}, term;
    int k = terms - 1;

    if (k % 2 == 0)
        zni_take2(c + k-- * stride, &even);
    for (; k > 0; k -= 2) {
        zni_take2(c + k * stride, &term);
        odd = odd * square + term;
        zni_take2(c + (k - 1) * stride, &term);
        even = even * square + term;
    }
    even += s * odd;
    zni_put2(&even, out);
}

/* The terms c_k of a polynomial in s become f times those of s = s0 + x w, in x. */
static inline void zni_power_shift(int degree, zn_index stride, double c[], double s0, double w, double f)
{
    for (int j = 0; j < degree; j++)
        for (int k = degree - 1; k >= j; k--)
            c[k * stride] += s0 * c[(k + 1) * stride];
    for (int k = 0; k <= degree; k++, f *= w)
        c[k * stride] *= f;
}

#endif
