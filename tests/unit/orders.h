/* orders.h - measuring the order of a scheme; a reference by Runge-Kutta
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_ORDERS_H
#define ZENO_TEST_ORDERS_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <check.h>

enum { ORDERS_MAX = 4 };

/* x' = f(t, x) */
typedef void orders_rhs(double t, const double x[], double dx[]);

/* x at T from x at 0: the classical method of order 4, n steps. */
static inline void orders_exact(orders_rhs *f, int size, double x[], double T,
                                int n)
{
    const double h = T / n;
    double k[4][ORDERS_MAX], y[ORDERS_MAX];

    for (int step = 0; step < n; step++) {
        static const double at[4] = {0, 0.5, 0.5, 1};
        const double t = step * h;
        for (int s = 0; s < 4; s++) {
            for (int i = 0; i < size; i++)
                y[i] = x[i] + (s ? at[s] * h * k[s - 1][i] : 0);
            f(t + at[s] * h, y, k[s]);
        }
        for (int i = 0; i < size; i++)
            x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
}

/* Slope of log error over log h, least squares. */
static inline double orders_slope(int n, const double h[], const double error[])
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;

    for (int k = 0; k < n; k++) {
        const double x = log(h[k]), y = log(error[k]);
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/* The claim, with the numbers it rests on. */
static inline void orders_check(const char *what, double want, double tol,
                                int n, const double h[], const double error[])
{
    const double s = orders_slope(n, h, error);
    char text[512] = "";

    for (int k = 0; k < n; k++)
        snprintf(text + strlen(text), sizeof text - strlen(text), " %.3g:%.3g",
                 h[k], error[k]);
    ck_assert_msg(fabs(s - want) <= tol, "%s: order %.3f, not %g;%s", what, s,
                  want, text);
}

#endif
