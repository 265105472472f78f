/* map.c - functions that are zero where a contact is solved, and their Jacobians
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

/* With G the Jacobian of the projection and g the gradient of the shift
 *     A = rho G (I + e_N g'),   B = I - G. */
void zni_natural(const zni_fc *c, zn_index a, double rho, const double *given, const double u[],
                 const double r[], double phi[], double A[], double B[])
{
    const zn_index d = c->d;
    double x[ZNI_DMAX], G[ZNI_DMAX * ZNI_DMAX], g[ZNI_DMAX] = {0};
    const double shift = given ? *given : c->law->shift(c, a, u, A ? g : NULL);

    for (zn_index k = 0; k < d; k++)
        x[k] = r[k] - rho * u[k];
    x[0] -= rho * shift;
    c->law->project(c, a, x, phi, A ? G : NULL);
    for (zn_index k = 0; k < d; k++)
        phi[k] = r[k] - phi[k];
    for (zn_index j = 0; A && j < d; j++)
        for (zn_index i = 0; i < d; i++) {
            A[i + j * d] = rho * (G[i + j * d] + g[j] * G[i]);
            B[i + j * d] = (i == j) - G[i + j * d];
        }
}

/* Fischer & Burmeister's function of a second-order cone (../sets/second_order.c) at
 * x = (rho (u_N + mu ||u_T||) / mu, rho u_T) and y = (mu r_N, r_T) */
static void fischer(zn_index d, double mu, double rho, const double u[],
                    const double r[], double phi[], double A[], double B[])
{
    double s = zni_tangent(d, u), x[3], y[3], v[3];

    x[0] = rho * (u[0] + mu * s) / mu;
    y[0] = mu * r[0];
    for (zn_index k = 1; k < d; k++) {
        x[k] = rho * u[k];
        y[k] = r[k];
    }
    zni_soc_fischer(d, x, y, phi, A, B, v);
    for (zn_index i = 0; A && i < d; i++) {
        const double top = A[i] * rho / mu;

        A[i] = top;
        B[i] *= mu;
        for (zn_index j = 1; j < d; j++)
            A[i + j * d] = rho * A[i + j * d] + (s > 0 ? top * mu * u[j] / s : 0);
    }
}

/* mu = 0: the scalar function of (rho u_N, r_N), and r_T = 0 */
static void frictionless(zn_index d, double rho, const double u[],
                         const double r[], double phi[], double A[], double B[])
{
    double a = rho * u[0], b = r[0], h = hypot(a, b);

    phi[0] = h - a - b;
    for (zn_index k = 1; k < d; k++)
        phi[k] = r[k];
    if (!A)
        return;
    memset(A, 0, (size_t)(d * d) * sizeof *A);
    memset(B, 0, (size_t)(d * d) * sizeof *B);
    A[0] = rho * ((h > 0 ? a / h : 0.70710678118654752) - 1);
    B[0] = (h > 0 ? b / h : 0.70710678118654752) - 1;
    for (zn_index k = 1; k < d; k++)
        B[k + k * d] = 1;
}

void zni_map(zni_map_kind kind, zn_index d, double mu, double rho,
             const double u[], const double r[], double phi[], double A[],
             double B[])
{
    const zni_fc alone = {.law = &zni_coulomb, .d = d, .nc = 1, .mu = &mu};

    if (kind == ZNI_NATURAL)
        zni_natural(&alone, 0, rho, NULL, u, r, phi, A, B);
    else if (kind != ZNI_FB)
        zni_ac(kind, d, mu, rho, rho, u, r, phi, A, B);
    else if (mu > 0)
        fischer(d, mu, rho, u, r, phi, A, B);
    else
        frictionless(d, rho, u, r, phi, A, B);
}

/* Alart & Curnier, CMAME 92 (1991); Jean & Moreau, Contact Mechanics (1992).
 * With c = r_N - rho_N u_N, w = r_T - rho_T u_T, D(s) the disk of radius s:
 *     phi_N = r_N - max(0, c),   phi_T = r_T - P_D(mu max(0, c)) (w);
 * Jean & Moreau's radius is mu max(0, r_N). */
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
