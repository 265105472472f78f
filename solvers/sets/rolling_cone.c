/* rolling_cone.c - the cone of rolling friction: projection, its Jacobian, the shift
 * SPDX-License-Identifier: Apache-2.0 */
#include "cones.h"

#include <string.h>

static double norm(zn_index m, const double x[])
{
    return m == 1 ? fabs(x[0]) : sqrt(x[0] * x[0] + x[1] * x[1]);
}

/* Of a point (x, s, t) of the space of (r_N, ||r_T||, ||r_M||) the nearest point
 * of K: its normal part. The nearest point with that normal part n has the others
 * cut to mu n, mu_r n, so n is the minimum over n >= 0 of the convex function
 *     (n - x)^2 + max(0, s - mu n)^2 + max(0, t - mu_r n)^2,
 * whose derivative increases: exactly one of the cases below is consistent. A
 * coefficient may be zero: nothing is divided by it. */
static double normal_part(double x, double s, double t, double mu, double mur,
                          bool *cut_s, bool *cut_t)
{
    double n;

    *cut_s = *cut_t = false;
    /* the polar cone */
    if (x + mu * s + mur * t <= 0) {
        *cut_s = *cut_t = true;
        return 0;
    }
    /* K itself */
    if (s <= mu * x && t <= mur * x)
        return x;
    /* one of the two constraints is active */
    n = (x + mu * s) / (1 + mu * mu);
    if (s > mu * x && t <= mur * n) {
        *cut_s = true;
        return n;
    }
    n = (x + mur * t) / (1 + mur * mur);
    if (t > mur * x && s <= mu * n) {
        *cut_t = true;
        return n;
    }
    *cut_s = *cut_t = true;
    return (x + mu * s + mur * t) / (1 + mu * mu + mur * mur);
}

/* Rows and columns of G of one part, m components from k, d n / d (them) = dn;
 * ||x|| = s is cut to mu n, or not cut. With t = x / s:
 *     out = mu n t,   G = mu t (dn)' + (mu n / s) (I - t t'). */
static void derive_part(zn_index d, zn_index k, zn_index m, bool cut, double mu,
                        double n, double s, const double x[], const double dn[],
                        double G[])
{
    for (zn_index i = k; i < k + m; i++) {
        for (zn_index j = 0; j < d; j++)
            G[i + j * d] = cut ? mu * x[i] / s * dn[j] : i == j;
        for (zn_index j = k; j < k + m && cut && m > 1; j++)
            G[i + j * d] += mu * n / s * ((i == j) - x[i] * x[j] / (s * s));
    }
}

/* The gradient dn of n: (1, mu t_T where cut, mu_r t_M where cut) over
 * 1 + the squares of the coefficients of what is cut. */
static void derive(zn_index d, double mu, double mur, const double x[],
                   double n, double s, double t, bool cut_s, bool cut_t,
                   double G[])
{
    zn_index m = (d - 1) / 2;
    double den = 1 + (cut_s ? mu * mu : 0) + (cut_t ? mur * mur : 0);
    double dn[ZNI_DMAX] = {1 / den};

    for (zn_index i = 1; i <= m; i++) {
        dn[i] = cut_s ? mu * x[i] / s / den : 0;
        dn[m + i] = cut_t ? mur * x[m + i] / t / den : 0;
    }
    for (zn_index j = 0; j < d; j++)
        G[j * d] = dn[j];
    derive_part(d, 1, m, cut_s, mu, n, s, x, dn, G);
    derive_part(d, 1 + m, m, cut_t, mur, n, t, x, dn, G);
}

void zni_rolling_project(zn_index d, double mu, double mur, const double x[],
                         double out[], double G[])
{
    zn_index m = (d - 1) / 2;
    double s = norm(m, x + 1), t = norm(m, x + 1 + m), n, keep_s, keep_t;
    bool cut_s, cut_t;

    n = normal_part(x[0], s, t, mu, mur, &cut_s, &cut_t);
    if (G && n == 0)
        memset(G, 0, (size_t)(d * d) * sizeof *G);
    else if (G)
        derive(d, mu, mur, x, n, s, t, cut_s, cut_t, G);
    /* what is cut is not zero, but at the apex */
    keep_s = cut_s ? (n > 0 ? mu * n / s : 0) : 1;
    keep_t = cut_t ? (n > 0 ? mur * n / t : 0) : 1;
    for (zn_index i = 1; i <= m; i++) {
        out[i] = keep_s * x[i];
        out[m + i] = keep_t * x[m + i];
    }
    out[0] = n;
}

void zn_rolling_friction_project(zn_index d, double mu, double mu_r,
                                 const double x[], double out[])
{
    zni_rolling_project(d, mu, mu_r, x, out, NULL);
}

double zni_rolling_shift(zn_index d, double mu, double mur, const double u[],
                         double g[])
{
    zn_index m = (d - 1) / 2;
    double s = norm(m, u + 1), t = norm(m, u + 1 + m);

    if (g) {
        g[0] = 0;
        for (zn_index i = 1; i <= m; i++) {
            g[i] = s > 0 ? mu * u[i] / s : 0;
            g[m + i] = t > 0 ? mur * u[m + i] / t : 0;
        }
    }
    return mu * s + mur * t;
}
