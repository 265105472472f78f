/* ac.c - the functions of Alart & Curnier and of Jean & Moreau, and Jacobians
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

/* Alart & Curnier, CMAME 92 (1991); Jean & Moreau, Contact Mechanics (1992).
 * With c = r_N - rho_N u_N, w = r_T - rho_T u_T, D(s) the disk of radius s:
 *     phi_N = r_N - max(0, c),   phi_T = r_T - P_D(mu max(0, c)) (w),
 * the radius of Jean & Moreau being mu max(0, r_N). */
void zni_ac_normal(zn_index d, double rn, const double u[], const double r[],
                   double phi[], double A[], double B[])
{
    double c = r[0] - rn * u[0];

    phi[0] = c <= 0 ? r[0] : rn * u[0];
    if (A) {
        memset(A, 0, (size_t)(d * d) * sizeof *A);
        memset(B, 0, (size_t)(d * d) * sizeof *B);
        A[0] = c <= 0 ? 0 : rn;
        B[0] = c <= 0 ? 1 : 0;
    }
}

void zni_ac_disk(zni_map_kind kind, zn_index d, zn_index k, zn_index m,
                 double mu, double rn, double rt, const double u[],
                 const double r[], double phi[], double A[], double B[])
{
    double load = kind == ZNI_AC ? r[0] - rn * u[0] : r[0];
    double w[2] = {r[k] - rt * u[k], m == 2 ? r[k + 1] - rt * u[k + 1] : 0};
    double size = m == 2 ? sqrt(w[0] * w[0] + w[1] * w[1]) : fabs(w[0]);

    /* no load, stick, slip */
    if (load <= 0) {
        for (zn_index i = k; i < k + m; i++) {
            phi[i] = r[i];
            if (A)
                B[i + i * d] = 1;
        }
    } else if (size <= mu * load) {
        for (zn_index i = k; i < k + m; i++) {
            phi[i] = rt * u[i];
            if (A)
                A[i + i * d] = rt;
        }
    } else {
        double t[2] = {w[0] / size, w[1] / size};

        for (zn_index i = 0; i < m; i++) {
            double *a = A ? A + k + i : NULL, *b = A ? B + k + i : NULL;

            phi[k + i] = r[k + i] - mu * load * t[i];
            if (!A)
                continue;
            if (kind == ZNI_AC)
                a[0] = mu * rn * t[i];
            b[0] = -mu * t[i];
            for (zn_index j = 0; j < m; j++) {
                double turn =
                    m == 1 ? 0 : mu * load * ((i == j) - t[i] * t[j]) / size;

                a[(k + j) * d] = rt * turn;
                b[(k + j) * d] = (i == j) - turn;
            }
        }
    }
}

void zni_ac(zni_map_kind kind, zn_index d, double mu, double rn, double rt,
            const double u[], const double r[], double phi[], double A[],
            double B[])
{
    zni_ac_normal(d, rn, u, r, phi, A, B);
    zni_ac_disk(kind, d, 1, d - 1, mu, rn, rt, u, r, phi, A, B);
}
