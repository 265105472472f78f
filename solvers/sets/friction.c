/* friction.c - Coulomb's cone ||z_T|| <= mu z_N, whose section at a load z_N is a segment or a
 * disc, with De Saxce's shift mu ||w_T|| of the normal component:
 *     G. De Saxce, Z.-Q. Feng, Math. Comput. Modelling 28 (1998)
 * SPDX-License-Identifier: Apache-2.0 */
#include "cones.h"
#include "sets.h"

/* With s = ||x_T|| and t = x_T / s the projection is
 *     x itself inside the cone: x_N >= 0 (which mu = 0 and s = 0 do not imply), s <= mu x_N,
 *     zero in the polar cone: mu s <= -x_N,
 *     else the point (a, mu a t) of the border with a = (x_N + mu s) / (1 + mu^2). */
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
        /* s > 0 here: a point with s = 0 is in one of the two cones */
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

/* ---- the set --------------------------------------------------------------------------- */

static zn_status check(zn_ctx *ctx, const zn_cone *c)
{
    if (c->size != 2 && c->size != 3)
        return zn_fail(ctx, ZN_EINVAL,
                       "%td components, must be 2 (normal, tangent) or 3 "
                       "(normal, 2 tangents)",
                       c->size);
    return zni_set_not_negative(ctx, c, 0, "mu");
}

static void project(const zn_cone *c, const double x[], double out[],
                    double work[])
{
    (void)work;
    zn_friction_project(c->size, c->param[0], x, out);
}

static void natural(const zn_cone *c, double rho, const double z[],
                    const double w[], double f[], double work[])
{
    const double slip = c->size == 2 ? fabs(w[1]) : hypot(w[1], w[2]);
    double x[3];

    zni_set_natural(c, rho, c->param[0] * slip, z, w, f, x, work);
}

ZNI_SET(set_friction, "friction", "Coulomb: ||z_T|| <= mu z_N, De Saxce's shift of w_N",
        .params = zni_set_one_param, .check = check, .project = project, .natural = natural,
        .gap = true)
