/* nt.c - Jordan algebra of second-order cones, Nesterov-Todd scaling and its axes
 * SPDX-License-Identifier: Apache-2.0 */
#include "nt.h"

#include <math.h>

#include "../linalg/small.h"

static double rest(zn_index d, const double x[])
{
    return sqrt(zni_dot(d - 1, x + 1, x + 1));
}

double zni_soc_det(zn_index d, const double x[])
{
    double t = rest(d, x);

    return (x[0] - t) * (x[0] + t);
}

void zni_soc_product(zn_index d, const double x[], const double y[],
                     double out[])
{
    out[0] = zni_dot(d, x, y);
    for (zn_index i = 1; i < d; i++)
        out[i] = x[0] * y[i] + y[0] * x[i];
}

void zni_soc_quotient(zn_index d, const double x[], const double b[],
                      double out[])
{
    double first = (x[0] * b[0] - zni_dot(d - 1, x + 1, b + 1)) / zni_soc_det(d, x);

    for (zn_index i = 1; i < d; i++)
        out[i] = (b[i] - first * x[i]) / x[0];
    out[0] = first;
}

double zni_soc_least(zn_index d, const double x[])
{
    return x[0] - rest(d, x);
}

/* With x = c v, det v = 1, the automorphism of the cone that maps v to e maps dx / c to p. Then x + t dx is inside as
 * long as 1 + t p_0 >= t |p_r|. */
double zni_soc_reach(zn_index d, const double x[], const double dx[])
{
    double c = sqrt(zni_soc_det(d, x)), first, by, sum = 0;

    first = (x[0] * dx[0] - zni_dot(d - 1, x + 1, dx + 1)) / (c * c);
    by = (first + dx[0] / c) / (x[0] / c + 1) / c;
    for (zn_index i = 1; i < d; i++) {
        double p = dx[i] / c - by * x[i];

        sum += p * p;
    }
    sum = sqrt(sum) - first;
    return sum > 0 ? 1 / sum : isnan(sum) ? 0 : INFINITY;
}

double zni_nt_scaling(zn_index d, double by, const double x[], const double y[],
                      double w[])
{
    double cx, cy, gamma;

    if (!(zni_soc_least(d, x) > 0 && zni_soc_least(d, y) > 0))
        return NAN;
    cx = sqrt(zni_soc_det(d, x));
    cy = sqrt(zni_soc_det(d, y));
    gamma = sqrt((1 + zni_dot(d, x, y) / cx / cy) / 2);
    w[0] = (x[0] / cx + y[0] / cy) / (2 * gamma);
    for (zn_index i = 1; i < d; i++)
        w[i] = (x[i] / cx - y[i] / cy) / (2 * gamma);
    return sqrt(by * cx / cy);
}

void zni_nt_apply(zn_index d, double beta, const double w[], const double v[],
                  double out[])
{
    double inner = zni_dot(d - 1, w + 1, v + 1), v0 = v[0];
    double by = v0 + inner / (1 + w[0]);

    out[0] = beta * (w[0] * v0 + inner);
    for (zn_index i = 1; i < d; i++)
        out[i] = beta * (v[i] + by * w[i]);
}

/* W^-1 = J W J / beta^2 */
void zni_nt_apply_inverse(zn_index d, double beta, const double w[],
                          const double v[], double out[])
{
    double inner = zni_dot(d - 1, w + 1, v + 1), v0 = v[0];
    double by = inner / (1 + w[0]) - v0;

    out[0] = (w[0] * v0 - inner) / beta;
    for (zn_index i = 1; i < d; i++)
        out[i] = (v[i] + by * w[i]) / beta;
}

void zni_nt_square_column(zn_index d, double beta, const double w[], zn_index j,
                          double out[])
{
    for (zn_index i = 0; i < d; i++)
        out[i] = beta * beta *
                 (2 * w[i] * w[j] + (i != j   ? 0
                                     : i == 0 ? -1
                                              : 1));
}

/* ---- the axes of a scaling ----------------------------------------------------- */

void zni_frame_set(zn_index d, double beta, const double w[], double f[],
                   double l[])
{
    double *v = f + 1, s = 0, sum;

    for (zn_index i = 1; i < d; i++)
        s += w[i] * w[i];
    s = sqrt(s);
    sum = w[0] + s;
    for (zn_index i = 2; i < d; i++)
        l[i] = beta * beta;
    l[0] = beta * beta * sum * sum;
    if (d < 2)
        return;
    l[1] = beta * beta / (sum * sum);
    /* H = I - v v' takes the first axis to -sign c; c is any direction for s = 0 */
    for (zn_index i = 0; i < d - 1; i++)
        v[i] = s > 0 ? w[i + 1] / s : i == 0;
    f[0] = v[0] < 0 ? -1 : 1;
    v[0] += f[0];
    sum = sqrt(fabs(v[0])); /* |c + sign e_1|^2 = 2 (1 + |c_1|) */
    for (zn_index i = 0; i < d - 1; i++)
        v[i] /= sum;
}

void zni_frame_in(zn_index d, const double f[], const double x[], double out[])
{
    const double *v = f + 1;
    double by = 0, along;

    if (d < 2) {
        out[0] = x[0];
        return;
    }
    for (zn_index i = 0; i < d - 1; i++)
        by += v[i] * x[i + 1];
    along = -f[0] * (x[1] - by * v[0]);
    out[0] = M_SQRT1_2 * (x[0] + along);
    out[1] = M_SQRT1_2 * (x[0] - along);
    for (zn_index i = 2; i < d; i++)
        out[i] = x[i] - by * v[i - 1];
}

void zni_frame_out(zn_index d, const double f[], const double x[], double out[])
{
    const double *v = f + 1;
    double by = 0, first;

    if (d < 2) {
        out[0] = x[0];
        return;
    }
    first = -f[0] * M_SQRT1_2 * (x[0] - x[1]);
    by = v[0] * first;
    for (zn_index i = 2; i < d; i++)
        by += v[i - 1] * x[i];
    out[0] = M_SQRT1_2 * (x[0] + x[1]);
    out[1] = first - by * v[0];
    for (zn_index i = 2; i < d; i++)
        out[i] = x[i] - by * v[i - 1];
}
