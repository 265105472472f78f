/* chebyshev.h - polynomials of degree 1, 8 and 16 through values at Chebyshev's points
 *
 * s_j = (1 - cos(j pi/16))/2 of a step, s from 0 to 1: all of them, each second one, or the ends. Values and
 * coefficients of several functions stand `n` apart.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_CHEBYSHEV_H
#define ZENO_KERNEL_ODE_CHEBYSHEV_H

#include <zeno/base.h>

/* Degrees. */
enum { ZNI_OVER = 1, ZNI_LOW = 8, ZNI_HIGH = 16 };

/* Sums go to four coefficients at a time: those of even or of odd k of one row after the other, the last row
 * filled up with zeros; powers from a multiple of four on. */
enum { ZNI_FOUR = 4, ZNI_POWERS = (ZNI_HIGH / ZNI_FOUR + 1) * ZNI_FOUR };

typedef struct zni_chebyshev {
    double point[ZNI_HIGH + 1];                     /* s_j */
    double low[ZNI_LOW / 8 + 2][ZNI_LOW / 2 + 1][ZNI_FOUR]; /* c_k of sums and differences of values */
    double high[ZNI_HIGH / 8 * 2 + 1][ZNI_HIGH / 2 + 1][ZNI_FOUR];
    double power[ZNI_HIGH + 1][ZNI_POWERS];         /* of s^k in T_j(1 - 2 s) */
} zni_chebyshev;

void zni_chebyshev_tables(zni_chebyshev *o);
/* c_k, of T_k(1 - 2 s), of the polynomial of that degree through b, values at all 17 points of which it takes its
 * own. */
void zni_chebyshev_coefficients(const zni_chebyshev *o, int degree, zn_index n, const double b[], double c[]);
/* c_k become those of f s^k. Sums are of the size of the function where c_k become small. */
void zni_chebyshev_powers(const zni_chebyshev *o, int degree, zn_index n, double f, double c[]);
/* The last coefficient as a share of the largest, *most, as it is or as those before it let expect: one of two
 * may be zero, as those of an odd function are. */
double zni_chebyshev_decay(const double c[], zn_index n, int degree, double *most);
/* Do they say nothing of those behind them, as of a function that is but two values? */
bool zni_chebyshev_is_rough(const double c[], zn_index n, int degree, double most);
/* The share of the last quarter if they come down slowly, as those of a kink, else 0. */
double zni_chebyshev_slow(const double c[], zn_index n, int degree, double most);

#endif
