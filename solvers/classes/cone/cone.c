/* cone.c - the Fischer-Burmeister function of a second-order cone, what is of all cones of a problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "cone.h"
#include "../../linalg/octave.h"
#include "../../linalg/units.h"

#include <string.h>

static double norm(zn_index d, const double x[])
{
    double sum = 0;

    for (zn_index i = 0; i < d; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

/* Fukushima, Luo & Tseng, SIAM J. Optim. 12 (2002). With u = x.x + y.y + eps^2 e,
 * spectral values l1 <= l2 along +-u_r / |u_r|, the root is
 * ((sqrt l1 + sqrt l2) / 2, (sqrt l2 - sqrt l1) / 2 u_r / |u_r|) =: v, and
 *     D phi = L_v^-1 L_x dx + L_v^-1 L_y dy - dx - dy,
 * L_x the arrow matrix of x. Where v is on the border of the cone L_v is
 * singular; its small value is then taken as positive and tiny: the limit of
 * elements with eps > 0. */
static double root(zn_index d, double eps, const double x[], const double y[],
                   double v[])
{
    double u0 = eps * eps, s, l1, l2, a;

    for (zn_index i = 0; i < d; i++)
        u0 += x[i] * x[i] + y[i] * y[i];
    for (zn_index i = 1; i < d; i++)
        v[i] = 2 * (x[0] * x[i] + y[0] * y[i]);
    s = norm(d - 1, v + 1);
    l1 = sqrt(fmax(u0 - s, 0));
    l2 = sqrt(u0 + s);
    a = s > 0 ? (l2 - l1) / 2 / s : 0;
    v[0] = (l1 + l2) / 2;
    for (zn_index i = 1; i < d; i++)
        v[i] *= a;
    return l1;
}

/* out = L_v^-1 L_x with columns scaled: column 0 by first, the others by 1; l1
 * the smaller spectral value of v */
static void quotient(zn_index d, double first, double l1, const double v[],
                     const double x[], double out[])
{
    double vr = norm(d - 1, v + 1), det = l1 * (v[0] + vr);

    for (zn_index j = 0; j < d; j++) {
        double *c = out + j * d, vc = 0;
        const double c0 = x[j], by = j == 0 ? first : 1;
        double top;

        /* column j of L_x: x for j = 0, else (x_j, x_0 e_j) */
        for (zn_index i = 1; i < d; i++) {
            c[i] = j == 0 ? x[i] : i == j ? x[0] : 0;
            vc += v[i] * c[i];
        }
        /* L_v (t, r) = c: t = (v_0 c_0 - v_r'c_r) / det, r = (c_r - t v_r) / v_0 */
        top = (v[0] * c0 - vc) / det;
        c[0] = by * top;
        for (zn_index i = 1; i < d; i++)
            c[i] = by * (c[i] - top * v[i]) / v[0];
    }
}

void zni_soc_phi(zn_index d, double tau, double eps, const double z[],
                 const double w[], double phi[], double Jz[], double Jw[],
                 double s[])
{
    double *x = s, *y = s + d, *v = y + d, l1, size = 0;

    for (zn_index i = 0; i < d; i++) {
        x[i] = i ? z[i] : tau * z[i];
        y[i] = i ? w[i] : w[i] / tau;
        size = fmax(size, fmax(fabs(x[i]), fabs(y[i])));
    }
    l1 = root(d, eps, x, y, v);
    for (zn_index i = 0; i < d; i++)
        phi[i] = v[i] - x[i] - y[i];
    if (!Jz)
        return;

    /* away from the border nothing changes; on it eps is made large enough to
     * be seen in l1^2 against rounding of u */
    if (l1 <= 1e-7 * size)
        l1 = root(d, fmax(eps, size > 0 ? 1e-7 * size : 1), x, y, v);
    quotient(d, tau, l1, v, x, Jz);
    quotient(d, 1 / tau, l1, v, y, Jw);
    for (zn_index i = 0; i < d; i++) {
        Jz[i + i * d] -= i ? 1 : tau;
        Jw[i + i * d] -= i ? 1 : 1 / tau;
    }
}

/* ---- all cones ---------------------------------------------------------------- */

/* the divisor of the error */
static double scale(const zn_soclcp *p)
{
    double q = norm(p->n, p->q);

    return q > 0 ? q : 1;
}

zn_index zni_soclcp_widest(const zn_soclcp *p)
{
    zn_index d = 0;

    for (zn_index c = 0; c < p->ncones; c++)
        if (p->cone[c + 1] - p->cone[c] > d)
            d = p->cone[c + 1] - p->cone[c];
    return d;
}

void zni_soclcp_sizes(const zn_soclcp *p, double size[])
{
    double sum = 0, none;
    zn_index count = 0;

    zn_matrix_diag(p->M, size);
    for (zn_index c = 0; c < p->ncones; c++) {
        double mean = 0;

        for (zn_index i = p->cone[c]; i < p->cone[c + 1]; i++)
            mean += fabs(size[i]);
        size[c] = mean /= (double)(p->cone[c + 1] - p->cone[c]);
        sum += mean;
        count += mean > 0;
    }
    none = sum > 0 ? sum / (double)count : zni_matrix_unit(p->M);
    for (zn_index c = 0; c < p->ncones; c++)
        size[c] = zni_octave(size[c] > 0 ? size[c] : none);
}

double zni_soclcp_size(const zn_soclcp *p, double work[])
{
    double sum = 0;

    zn_matrix_diag(p->M, work);
    for (zn_index i = 0; i < p->n; i++)
        sum += fabs(work[i]);
    return sum > 0 ? sum / (double)p->n : zni_matrix_unit(p->M);
}

double zni_soclcp_residual(const zn_soclcp *p, const double size[],
                           const double z[], const double w[], double x[])
{
    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index at = p->cone[c], d = p->cone[c + 1] - at;
        double *r = x + at;

        for (zn_index i = 0; i < d; i++)
            r[i] = size[c] * z[at + i] - w[at + i];
        /* inside, the difference is w without rounding */
        if (norm(d - 1, r + 1) <= p->tau[c] * r[0]) {
            memcpy(r, w + at, (size_t)d * sizeof *r);
            continue;
        }
        zni_soc_project(d, p->tau[c], r);
        for (zn_index i = 0; i < d; i++)
            r[i] = size[c] * z[at + i] - r[i];
    }
    return norm(p->n, x) / scale(p);
}
