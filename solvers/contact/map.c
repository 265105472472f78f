/* map.c - natural map and Fischer-Burmeister function of one contact
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

/* A = rho G (I + e_N g'),   B = I - G */
void zni_natural_derive(zn_index d, double rho, const double G[],
                        const double g[], double A[], double B[])
{
    for (zn_index j = 0; j < d; j++) {
        for (zn_index i = 0; i < d; i++) {
            A[i + j * d] = rho * (G[i + j * d] + g[j] * G[i]);
            B[i + j * d] = (i == j) - G[i + j * d];
        }
    }
}

/* phi = r - P_K(r - rho (u + mu ||u_T|| e_N)) */
static void natural(zn_index d, double mu, double rho, const double u[],
                    const double r[], double phi[], double A[], double B[])
{
    double s = zni_tangent(d, u);
    double x[3] = {0}, P[3], G[9], g[3] = {0};

    for (zn_index k = 0; k < d; k++)
        x[k] = r[k] - rho * u[k];
    x[0] -= rho * mu * s;
    zni_cone_project(d, mu, x, P, A ? G : NULL);
    for (zn_index k = 0; k < d; k++)
        phi[k] = r[k] - P[k];
    if (!A)
        return;
    for (zn_index k = 1; k < d; k++)
        g[k] = s > 0 ? mu * u[k] / s : 0;
    zni_natural_derive(d, rho, G, g, A, B);
}

/* y += L_x - I times w, w column-major d x d: rows of L_w^-1 */
static void arrow(zn_index d, const double inv[], const double x[],
                  double out[])
{
    for (zn_index j = 0; j < d; j++) {
        for (zn_index i = 0; i < d; i++) {
            double sum = -(double)(i == j);

            /* column j of the arrow matrix: x for j = 0, else x_j e_0 + x_0 e_j */
            if (j == 0)
                for (zn_index k = 0; k < d; k++)
                    sum += inv[i + k * d] * x[k];
            else
                sum += inv[i] * x[j] + inv[i + j * d] * x[0];
            out[i + j * d] = sum;
        }
    }
}

/* Fukushima, Luo & Tseng, Smoothing functions for second-order-cone
 * complementarity problems, SIAM J. Optim. 12 (2001): with x = (rho (u_N + mu
 * ||u_T||) / mu, rho u_T), y = (mu r_N, r_T) and the Jordan product,
 *     phi = (x o x + y o y + eps^2 e)^1/2 - x - y,
 * eps > 0 only where the root is not differentiable. */
static void fischer(zn_index d, double mu, double rho, const double u[],
                    const double r[], double phi[], double A[], double B[])
{
    double s = zni_tangent(d, u);
    double x[3], y[3], z[3] = {0}, w[3], zt = 0, l1, l2, eps, top;

    x[0] = rho * (u[0] + mu * s) / mu;
    y[0] = mu * r[0];
    for (zn_index k = 1; k < d; k++) {
        x[k] = rho * u[k];
        y[k] = r[k];
    }
    for (zn_index k = 0; k < d; k++)
        z[0] += x[k] * x[k] + y[k] * y[k];
    for (zn_index k = 1; k < d; k++) {
        z[k] = 2 * (x[0] * x[k] + y[0] * y[k]);
        zt += z[k] * z[k];
    }
    zt = sqrt(zt);
    l1 = fmax(0, z[0] - zt);
    l2 = z[0] + zt;
    eps = l1 <= 1e-16 * l2 ? 1e-16 * l2 + 1e-300 : 0;
    l1 = sqrt(l1 + eps);
    l2 = sqrt(l2 + eps);
    w[0] = (l1 + l2) / 2;
    for (zn_index k = 1; k < d; k++)
        w[k] = zt > 0 ? (l2 - l1) / 2 * z[k] / zt : 0;
    /* at 0 the root is eps alone, which has no unit */
    for (zn_index k = 0; k < d; k++)
        phi[k] = z[0] > 0 ? w[k] - x[k] - y[k] : 0;
    if (!A)
        return;

    double inv[9], det = l1 * l2, X[9], Y[9];

    /* L_w^-1 */
    inv[0] = w[0] / det;
    for (zn_index i = 1; i < d; i++) {
        inv[i] = inv[i * d] = -w[i] / det;
        for (zn_index j = 1; j < d; j++)
            inv[i + j * d] = ((i == j) + w[i] * w[j] / det) / w[0];
    }
    arrow(d, inv, x, X);
    arrow(d, inv, y, Y);
    for (zn_index i = 0; i < d; i++) {
        top = X[i] * rho / mu;
        A[i] = top;
        B[i] = mu * Y[i];
        for (zn_index j = 1; j < d; j++) {
            A[i + j * d] =
                rho * X[i + j * d] + (s > 0 ? top * mu * u[j] / s : 0);
            B[i + j * d] = Y[i + j * d];
        }
    }
}

/* mu = 0: the scalar function on (rho u_N, r_N), and r_T = 0 */
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
    if (kind == ZNI_NATURAL)
        natural(d, mu, rho, u, r, phi, A, B);
    else if (kind != ZNI_FB)
        zni_ac(kind, d, mu, rho, rho, u, r, phi, A, B);
    else if (mu > 0)
        fischer(d, mu, rho, u, r, phi, A, B);
    else
        frictionless(d, rho, u, r, phi, A, B);
}
