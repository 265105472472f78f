/* prox_path.c - the path of proximal problems, contact by contact
 * SPDX-License-Identifier: Apache-2.0 */
#include "prox_path.h"

double zni_prox_path_alpha(const zni_prox_path *a, double tau)
{
    return exp(tau) * a->scale;
}

double zni_prox_path_dot(const zni_prox_path *a, const double x[], const double y[])
{
    const zn_index d = a->c->d;
    double sum = 0;

    for (zn_index b = 0; b < a->c->nc; b++) {
        double part = 0;

        for (zn_index i = d * b; i < d * (b + 1); i++)
            part += x[i] * y[i];
        sum += part / a->rho[2 * b];
    }
    return sum / a->unit;
}

void zni_prox_path_unit(zni_prox_path *a, const double q[])
{
    const zn_index d = a->c->d;
    double sum = 0;

    for (zn_index b = 0; b < a->c->nc; b++)
        for (zn_index i = d * b; i < d * (b + 1); i++)
            sum += a->rho[2 * b] * q[i] * q[i];
    a->unit = sum > 0 ? sum : 1;
}

/* phi at (u, r), and A and B of every contact if asked for */
static void map(const zni_prox_path *a, const double u[], const double r[],
                double phi[], bool derive)
{
    const zni_fc *c = a->c;
    const zn_index d = c->d, dd = d * d;

    for (zn_index b = 0; b < c->nc; b++) {
        double *A = a->ab + 2 * dd * b;

        c->law->map(ZNI_AC, c, b, a->rho + 2 * b, u + d * b, r + d * b,
                    phi + d * b, derive ? A : NULL, A + dd);
    }
}

double zni_prox_path_value(const zni_prox_path *a, const double r[], double tau, double u[],
                      double phi[])
{
    const double alpha = zni_prox_path_alpha(a, tau);

    for (zn_index i = 0; i < a->n; i++)
        u[i] += alpha * (r[i] - a->s[i]);
    map(a, u, r, phi, false);
    return sqrt(zni_prox_path_dot(a, phi, phi));
}

/* d = A alpha (r - s) */
void zni_prox_path_derive(const zni_prox_path *a, const double r[], double tau,
                     const double u[], double d[])
{
    const double alpha = zni_prox_path_alpha(a, tau);
    const zn_index m = a->c->d;

    map(a, u, r, d, true);
    for (zn_index b = 0; b < a->c->nc; b++) {
        double step[ZNI_DMAX];

        for (zn_index i = 0; i < m; i++)
            step[i] = alpha * (r[m * b + i] - a->s[m * b + i]);
        zni_block_times(m, a->ab + 2 * m * m * b, step, d + m * b);
    }
}
