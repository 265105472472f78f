/* second_order.c - the second-order cone ||z_1..|| <= tau z_0 with w in its dual, and its Fischer-Burmeister function
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cones.h"
#include "sets.h"

static zn_status check(zn_ctx *ctx, const zn_cone *c)
{
    if (c->param[0] > 0 && isfinite(c->param[0]))
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL, "tau = %g, must be > 0 and finite",
                   c->param[0]);
}

/* With s = ||x_1..||: x itself if s <= tau x_0, zero in the polar cone, tau s <= -x_0, else a (1, tau x_1.. / s) with
 * a = (x_0 + tau s) / (1 + tau^2). */
void zni_soc_project(zn_index d, double tau, double x[])
{
    double s = 0, a;

    for (zn_index i = 1; i < d; i++)
        s += x[i] * x[i];
    s = sqrt(s);
    if (s <= tau * x[0])
        return;
    if (tau * s <= -x[0]) {
        memset(x, 0, (size_t)d * sizeof *x);
        return;
    }
    a = (x[0] + tau * s) / (1 + tau * tau);
    x[0] = a;
    for (zn_index i = 1; i < d; i++)
        x[i] *= tau * a / s;
}

static void project(const zn_cone *c, const double x[], double out[],
                    double work[])
{
    (void)work;
    if (out != x)
        memcpy(out, x, (size_t)c->size * sizeof *x);
    zni_soc_project(c->size, c->param[0], out);
}

static void natural(const zn_cone *c, double rho, const double z[],
                    const double w[], double f[], double work[])
{
    zni_set_natural(c, rho, 0, z, w, f, work, NULL);
}

static zn_index work_size(const zn_cone *c)
{
    return c->size;
}

ZNI_SET(set_second_order_cone, "second-order-cone", "||z_1..|| <= tau z_0, w in the dual cone",
        .params = zni_set_one_param, .check = check, .work = work_size, .project = project,
        .natural = natural)

/* ---- the Fischer-Burmeister function ------------------------------------------------------ */

/* On the border of the cone l1 = 0 and the root is not differentiable; there eps^2 is this part of l2, about what
 * rounding leaves of the squares. The function has the term as well as its derivative: with the term in the derivative
 * alone Newton's method stalls on piles, where most contacts are on the border. */
static const double ROUNDING = 1e-16;

/* inv = L_v^-1, L_v the arrow matrix of v, det = v_0^2 - |v_r|^2 */
static void invert(zn_index d, const double v[], double det, double inv[])
{
    inv[0] = v[0] / det;
    for (zn_index i = 1; i < d; i++) {
        inv[i] = inv[i * d] = -v[i] / det;
        for (zn_index j = 1; j < d; j++)
            inv[i + j * d] = ((i == j) + v[i] * v[j] / det) / v[0];
    }
}

/* out = inv L_x - I, where out may be inv; first: d work */
static void derive(zn_index d, const double inv[], const double x[], double out[],
                   double first[])
{
    /* column j of the arrow matrix: x for j = 0, else x_j e_0 + x_0 e_j */
    for (zn_index i = 0; i < d; i++) {
        first[i] = -(double)(i == 0);
        for (zn_index k = 0; k < d; k++)
            first[i] += inv[i + k * d] * x[k];
    }
    for (zn_index j = 1; j < d; j++)
        for (zn_index i = 0; i < d; i++)
            out[i + j * d] = -(double)(i == j) + (inv[i] * x[j] + inv[i + j * d] * x[0]);
    for (zn_index i = 0; i < d; i++)
        out[i] = first[i];
}

/* Let l1 <= l2 be the spectral values of u = x.x + y.y + eps^2 e, which belong to -+u_r / |u_r|. The root is
 *     v = ((sqrt l1 + sqrt l2) / 2, (sqrt l2 - sqrt l1) / 2 u_r / |u_r|),
 * and D phi = L_v^-1 L_x dx + L_v^-1 L_y dy - dx - dy. */
void zni_soc_fischer(zn_index d, const double x[], const double y[], double phi[], double X[],
                     double Y[], double v[])
{
    double u0 = 0, ur = 0, l1, l2, eps;

    for (zn_index k = 0; k < d; k++)
        u0 += x[k] * x[k] + y[k] * y[k];
    for (zn_index k = 1; k < d; k++) {
        v[k] = 2 * (x[0] * x[k] + y[0] * y[k]);
        ur += v[k] * v[k];
    }
    ur = sqrt(ur);
    l1 = fmax(0, u0 - ur);
    l2 = u0 + ur;
    eps = l1 <= ROUNDING * l2 ? ROUNDING * l2 + 1e-300 : 0;
    l1 = sqrt(l1 + eps);
    l2 = sqrt(l2 + eps);
    v[0] = (l1 + l2) / 2;
    for (zn_index k = 1; k < d; k++)
        v[k] = ur > 0 ? (l2 - l1) / 2 * v[k] / ur : 0;
    /* at x = y = 0 the root would be eps alone, which has no unit */
    for (zn_index k = 0; k < d; k++)
        phi[k] = u0 > 0 ? v[k] - x[k] - y[k] : 0;
    if (!X)
        return;
    invert(d, v, l1 * l2, Y);
    derive(d, Y, x, X, v);
    derive(d, Y, y, Y, v);
}

void zni_soc_phi(zn_index d, double tau, const double z[], const double w[], double phi[],
                 double Jz[], double Jw[], double s[])
{
    double *x = s, *y = s + d;

    x[0] = tau * z[0];
    y[0] = w[0] / tau;
    for (zn_index i = 1; i < d; i++) {
        x[i] = z[i];
        y[i] = w[i];
    }
    zni_soc_fischer(d, x, y, phi, Jz, Jw, y + d);
    for (zn_index i = 0; Jz && i < d; i++) {
        Jz[i] *= tau;
        Jw[i] /= tau;
    }
}
