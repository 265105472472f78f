/* ac.c - the functions of Alart & Curnier and of Jean & Moreau, and Jacobians
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

/* Alart & Curnier, CMAME 92 (1991); Jean & Moreau, Contact Mechanics (1992).
 * With c = r_N - rho_N u_N, w = r_T - rho_T u_T, D(s) the disk of radius s:
 *     phi_N = r_N - max(0, c),   phi_T = r_T - P_D(mu max(0, c)) (w),
 * the radius of Jean & Moreau being mu max(0, r_N). */
void zni_ac(zni_map_kind kind, zn_index d, double mu, double rn, double rt,
            const double u[], const double r[], double phi[], double A[],
            double B[])
{
    double c = r[0] - rn * u[0], load = kind == ZNI_AC ? c : r[0];
    double w[2] = {r[1] - rt * u[1], d == 3 ? r[2] - rt * u[2] : 0};
    double size = d == 3 ? sqrt(w[0] * w[0] + w[1] * w[1]) : fabs(w[0]);

    if (A) {
        memset(A, 0, (size_t)(d * d) * sizeof *A);
        memset(B, 0, (size_t)(d * d) * sizeof *B);
    }

    /* normal part */
    phi[0] = c <= 0 ? r[0] : rn * u[0];
    if (A) {
        A[0] = c <= 0 ? 0 : rn;
        B[0] = c <= 0 ? 1 : 0;
    }

    /* tangential part: no load, stick, slip */
    if (load <= 0) {
        for (zn_index k = 1; k < d; k++) {
            phi[k] = r[k];
            if (A)
                B[k + k * d] = 1;
        }
    } else if (size <= mu * load) {
        for (zn_index k = 1; k < d; k++) {
            phi[k] = rt * u[k];
            if (A)
                A[k + k * d] = rt;
        }
    } else {
        double t[2] = {w[0] / size, w[1] / size};

        for (zn_index k = 1; k < d; k++) {
            phi[k] = r[k] - mu * load * t[k - 1];
            if (!A)
                continue;
            if (kind == ZNI_AC)
                A[k] = mu * rn * t[k - 1];
            B[k] = -mu * t[k - 1];
            for (zn_index l = 1; l < d; l++) {
                double turn =
                    d == 2 ? 0
                           : mu * load * ((k == l) - t[k - 1] * t[l - 1]) / size;

                A[k + l * d] = rt * turn;
                B[k + l * d] = (k == l) - turn;
            }
        }
    }
}
