/* yield.c - yield surfaces: projection, its Jacobian, the natural map
 * SPDX-License-Identifier: Apache-2.0 */
#include "plasticity.h"

/* the cylinder: x_T is put on the disk of radius sigma_y, x_N stays */
static void cylinder(double limit, const double x[], double out[], double G[])
{
    double s = sqrt(x[1] * x[1] + x[2] * x[2]), f = s > limit ? limit / s : 1;
    double t[3] = {0, s > limit ? x[1] / s : 0, s > limit ? x[2] / s : 0};

    for (int k = 0; k < 3; k++)
        out[k] = k > 0 ? f * x[k] : x[0];
    for (int j = 0; j < 3 && G; j++)
        for (int i = 0; i < 3; i++)
            G[i + 3 * j] =
                j == 0 || i == 0 ? (i == j) : f * ((i == j) - t[i] * t[j]);
}

void zni_yield_project(const zni_yield_law *y, const double x[], double out[],
                       double G[])
{
    if (y->model == ZN_VON_MISES)
        cylinder(y->limit, x, out, G);
    else
        zni_cone_project(3, y->limit, x, out, G);
}

void zn_plasticity_project(zn_yield model, double limit, double x[])
{
    zni_yield_law y = {.model = model, .limit = limit};

    zni_yield_project(&y, x, x, NULL);
}

/* With P' = G and d_u = u_T / |u_T| (0 where u_T = 0):
 *     A = rho G (I + theta e_N d_u'),   B = I - G. */
double zni_yield_map(const zni_yield_law *y, double rho, const double u[],
                     const double r[], double phi[], double A[], double B[])
{
    double s = sqrt(u[1] * u[1] + u[2] * u[2]), x[3], P[3], G[9], sum = 0;

    for (int k = 0; k < 3; k++)
        x[k] = r[k] - rho * (u[k] + (k == 0 ? y->theta * s : 0));
    zni_yield_project(y, x, P, A ? G : NULL);
    for (int k = 0; k < 3; k++) {
        phi[k] = r[k] - P[k];
        sum += phi[k] * phi[k];
    }
    for (int j = 0; j < 3 && A; j++) {
        double shift = j > 0 && s > 0 ? y->theta * u[j] / s : 0;

        for (int i = 0; i < 3; i++) {
            A[i + 3 * j] = rho * (G[i + 3 * j] + shift * G[i]);
            B[i + 3 * j] = (i == j) - G[i + 3 * j];
        }
    }
    return sum;
}
