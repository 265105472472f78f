/* residual.c - how far r and u of one contact are from its law; no solver shares this code
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

/* The nearest point of the cone has the normal component n, which is 0 or the zero of
 *     g(n) = n - x_N - sum of mu_k max(0, s_k - mu_k n),   s_k = ||x_part||,
 * where x = r - u - shift e_N. g is concave and has one kink per part, so Newton's method from the left ends one step
 * after the last kink. The differences of r and that point are derived analytically, so that u is not lost in the
 * rounding of a huge r: with v_N = u_N + shift, d_k = s_k - mu_k r_N and sums over the parts with s_k > mu_k n,
 *     f = r_N - n           = (v_N - sum of mu_k d_k) / (1 + sum of mu_k^2)
 *     s_k - mu_k n          = d_k + mu_k f
 *     r_i - mu_k n x_i/s_k  = (s_k - mu_k n) r_i/s_k + mu_k n u_i/s_k
 * These parts, too, are found by the sign of d_k + mu_k f: with a large mu_k, mu_k n loses more digits than u has. */
double zni_contact_residual(int parts, const zni_part part[], const double r[],
                            const double u[])
{
    double s[ZNI_PARTS_MOST] = {0}, d[ZNI_PARTS_MOST], above[ZNI_PARTS_MOST], v = u[0], f = r[0], sum;
    bool at_rest = true;

    for (int k = 0; k < parts; k++) {
        double slip = 0;

        for (zn_index i = part[k].at; i < part[k].at + part[k].n; i++) {
            s[k] = hypot(s[k], r[i] - u[i]);
            slip = hypot(slip, u[i]);
            at_rest &= r[i] == 0;
        }
        v += part[k].mu * slip;
        d[k] = s[k] - part[k].mu * r[0];
        above[k] = s[k]; /* n = 0 */
        if (isnan(s[k])) /* comparisons would hide it */
            return NAN;
    }
    if (isnan(r[0] - v))
        return NAN;
    /* no reaction and no approach: exactly zero */
    if (at_rest && r[0] == 0 && u[0] >= 0)
        return 0;
    for (int step = 0; step <= parts; step++) {
        double top = v, den = 1;

        for (int k = 0; k < parts; k++)
            if (above[k] > 0) {
                top -= part[k].mu * d[k];
                den += part[k].mu * part[k].mu;
            }
        f = top / den;
        if (!(f < r[0])) {
            f = r[0];
            break;
        }
        for (int k = 0; k < parts; k++)
            above[k] = d[k] + part[k].mu * f;
    }
    sum = f * f;
    for (int k = 0; k < parts; k++)
        for (zn_index i = part[k].at; i < part[k].at + part[k].n; i++) {
            const double limit = part[k].mu * (r[0] - f);
            const double over = f < r[0] ? above[k] : s[k];
            const double off = over > 0 ? over * (r[i] / s[k]) + limit * (u[i] / s[k]) : u[i];

            sum += off * off;
        }
    return sum;
}

double zni_rolling_residual_of(zn_index d, zn_index nc, zn_index a, const double mu[],
                               const double mur[], double length, const double r[],
                               const double u[])
{
    zni_part part[ZNI_PARTS_MOST];
    const int parts = zni_rolling_parts(d, mu[a], mur + a, nc, part);

    for (int k = 1; k < parts; k++)
        part[k].mu /= length;
    return zni_contact_residual(parts, part, r, u);
}

double zni_difference_norm(zn_index n, double size, const double z[], const double w[])
{
    double s = 0;

    for (zn_index i = 0; i < n; i++)
        s += (size * z[i] - w[i]) * (size * z[i] - w[i]);
    if (s > 1e-280 && s < 1e280)
        return sqrt(s);
    s = 0;
    for (zn_index i = 0; i < n; i++)
        s = hypot(s, size * z[i] - w[i]);
    return s;
}

/* z is multiplied by size first; then the cases are those of the projection of x = z - w. NaN gives NaN. The
 * differences of z and P are derived analytically, so that w is not lost in the rounding of a huge z: a point that
 * diverges along a ray must not look like a solution. On the side of the cone, with s = |x_r| and p_0 = (x_0 + tau s)
 * / (1 + tau^2),
 *     z_0 - p_0           = (tau (tau z_0 - s) + w_0) / (1 + tau^2)
 *     z_i - tau p_0 x_i/s = (s - tau x_0) / (1 + tau^2) z_i/s + tau p_0 w_i/s */
double zni_cone_distance2(zn_index d, double tau, double size, const double z[], const double w[])
{
    double z0 = size * z[0], x0 = z0 - w[0], s, sum = 0;
    double one = 1 + tau * tau;

    s = zni_difference_norm(d - 1, size, z + 1, w + 1);
    if (isnan(x0 + s))
        return NAN;
    const bool inside = x0 >= 0 && tau * x0 >= s; /* with tau = 0 the second condition holds for any x_0 */

    if (inside || -x0 >= tau * s) {
        const double *r = inside ? w : z, by = inside ? 1 : size;

        for (zn_index i = 0; i < d; i++)
            sum += by * r[i] * (by * r[i]);
        return sum;
    }
    double p0 = (x0 + tau * s) / one, r0 = (tau * (tau * z0 - s) + w[0]) / one;

    sum = r0 * r0;
    for (zn_index i = 1; i < d; i++) {
        double r = (s - tau * x0) / one * (size * z[i] / s) +
                   tau * p0 * (w[i] / s);

        sum += r * r;
    }
    return sum;
}
