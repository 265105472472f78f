/* frame.c - the axes of a Nesterov-Todd scaling
 * SPDX-License-Identifier: Apache-2.0 */
#include "frame.h"

#include <math.h>

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
