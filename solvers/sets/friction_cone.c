/* friction_cone.c - the friction cone: projection, its Jacobian, the natural map
 * SPDX-License-Identifier: Apache-2.0 */
#include "cones.h"

/* With s = ||x_T||, t = x_T / s: inside (s <= mu x_N) x itself, where mu = 0 makes
 * s = 0 hold for x_N < 0 too, which is not inside; in the polar
 * cone (mu s <= -x_N) zero; else the point (a, mu a t) of the border with
 *     a = (x_N + mu s) / (1 + mu^2). */
void zni_cone_project(zn_index d, double mu, const double x[], double out[],
                      double G[])
{
    double s = zni_tangent(d, x), xn = x[0];

    if (xn >= 0 && s <= mu * xn) {
        for (zn_index k = 0; k < d; k++)
            out[k] = x[k];
        for (zn_index k = 0; G && k < d * d; k++)
            G[k] = k % (d + 1) == 0;
    } else if (mu * s <= -xn) {
        for (zn_index k = 0; k < d; k++)
            out[k] = 0;
        for (zn_index k = 0; G && k < d * d; k++)
            G[k] = 0;
    } else {
        /* s > 0 here: s = 0 is in one of the two cones */
        double den = 1 + mu * mu, a = (xn + mu * s) / den;
        double t[3] = {1, 0, 0};

        for (zn_index k = 1; k < d; k++)
            t[k] = x[k] / s;
        for (zn_index k = 1; k < d; k++)
            out[k] = mu * a * t[k];
        out[0] = a;
        if (!G)
            return;
        double turn = mu * (xn + mu * s) / s;

        G[0] = 1 / den;
        for (zn_index k = 1; k < d; k++) {
            G[k] = G[k * d] = mu * t[k] / den;
            for (zn_index l = 1; l < d; l++) {
                double tt = t[k] * t[l];

                G[k + l * d] =
                    (mu * mu * tt + (d > 2 ? turn * ((k == l) - tt) : 0)) / den;
            }
        }
    }
}

void zn_friction_project(zn_index d, double mu, const double x[], double out[])
{
    zni_cone_project(d, mu, x, out, NULL);
}

double zni_cone_natural(zn_index d, double mu, double rho, const double r[],
                        const double u[], double f[])
{
    double x[3], sum = 0;

    for (zn_index k = 0; k < d; k++)
        x[k] = r[k] - rho * u[k];
    x[0] -= rho * mu * zni_tangent(d, u);
    zni_cone_project(d, mu, x, x, NULL);
    for (zn_index k = 0; k < d; k++) {
        f[k] = r[k] - x[k];
        sum += f[k] * f[k];
    }
    return sum;
}
