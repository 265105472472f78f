/* rotation.c - unit quaternions, rotation matrices, the exponential
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/rotation.h"

#include <float.h>
#include <math.h>

/* ---- coefficients of the exponential, functions of s = |w|^2 ------------------ */

/* The closed forms lose digits near zero, where the series are summed instead; at
 * the limits both are good to 2e-14. */

/* by factors, not divisions, which would wait for one another */
static double coefficient_a(double s)
{
    if (s < 0.0025)
        return 1 - s * (1.0 / 6) * (1 - s * (1.0 / 20) * (1 - s * (1.0 / 42) * (1 - s * (1.0 / 72))));
    const double t = sqrt(s);
    return sin(t) / t;
}

static double coefficient_b(double s)
{
    if (s < 0.0025)
        return (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90)))) / 2;
    const double half = sin(sqrt(s) / 2);
    return 2 * half * half / s;
}

static double coefficient_c(double s)
{
    static const double k[] = {20, 42, 72, 110, 156, 210};

    if (s < 0.25) {
        double sum = 1;
        for (int i = 5; i >= 0; i--)
            sum = 1 - s / k[i] * sum;
        return sum / 6;
    }
    const double t = sqrt(s);
    return (t - sin(t)) / (s * t);
}

static double coefficient_d(double s)
{
    static const double k[] = {1.0 / 12,         1.0 / 720,
                               1.0 / 30240,      1.0 / 1209600,
                               1.0 / 47900160,   691.0 / 1307674368000,
                               1.0 / 74724249600};

    if (s < 0.25) {
        double sum = 0;
        for (int i = 6; i >= 0; i--)
            sum = k[i] + s * sum;
        return sum;
    }
    const double t = sqrt(s);
    return (1 - t / 2 / tan(t / 2)) / s;
}

/* cos of the root of s */
static double cosine(double s)
{
    if (s < 0.0025)
        return 1 - s / 2 * (1 - s * (1.0 / 12) * (1 - s * (1.0 / 30) * (1 - s * (1.0 / 56))));
    return cos(sqrt(s));
}

/* ---- quaternions ---------------------------------------------------------------- */

void zn_quaternion_product(const double a[4], const double b[4], double out[4])
{
    zni_quaternion_times(a, b, out);
}

void zn_quaternion_exp(const double w[3], double out[4])
{
    const double s = zni_dot3(w, w);
    const double f = coefficient_a(s / 4) / 2;

    out[0] = cosine(s / 4);
    for (int i = 0; i < 3; i++)
        out[1 + i] = f * w[i];
}

void zn_quaternion_log(const double p[4], double w[3])
{
    const double sign = p[0] < 0 ? -1 : 1, p0 = sign * p[0];
    const double nu = sqrt(zni_dot3(p + 1, p + 1));
    double f = 2 * atan2(nu, p0) / nu;

    if (nu < 1e-4 * p0) { /* 2 atan(x)/nu, x = nu/p0, to x^4 */
        const double x2 = nu / p0 * (nu / p0);
        f = 2 / p0 * (1 - x2 / 3 * (1 - 3 * x2 / 5));
    }
    for (int i = 0; i < 3; i++)
        w[i] = sign * f * p[1 + i];
}

double zn_quaternion_length(const double p[4])
{
    return sqrt(p[0] * p[0] + zni_dot3(p + 1, p + 1));
}

void zn_quaternion_normalise(double p[4])
{
    double largest = 0;

    if (p[0] == 0 && p[1] == 0 && p[2] == 0 && p[3] == 0) {
        p[0] = 1;
        return;
    }
    for (int i = 0; i < 4; i++)
        largest = fmax(largest, fabs(p[i]));
    for (int i = 0; i < 4; i++)
        p[i] /= largest;
    const double length = zn_quaternion_length(p);
    for (int i = 0; i < 4; i++)
        p[i] /= length;
}

/* ---- matrices ----------------------------------------------------------------- */

/* p o (0, x) o conj(p), homogeneous in p: the derivative along a motion is that of R x
 * whatever the length of p. A length that is 1 to rounding is 1: what turns about z has a
 * level base then, to the last bit. */
void zn_rotation_matrix(const double p[4], double R[9])
{
    zni_rotation_matrix(p, R);
}

/* S.W. Shepperd (J. Guidance and Control 1, 1978): divide by the largest of the
 * four components. */
void zn_rotation_quaternion(const double R[9], double p[4])
{
    const double trace = R[0] + R[4] + R[8];
    int a = -1;

    for (int i = 0; i < 3; i++)
        if (R[4 * i] > (a < 0 ? trace : R[4 * a]))
            a = i;
    if (a < 0) {
        p[0] = 1 + trace;
        p[1] = R[5] - R[7];
        p[2] = R[6] - R[2];
        p[3] = R[1] - R[3];
    } else {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        p[1 + a] = 1 + R[4 * a] - R[4 * b] - R[4 * c];
        p[1 + b] = R[a + 3 * b] + R[b + 3 * a];
        p[1 + c] = R[a + 3 * c] + R[c + 3 * a];
        p[0] = R[c + 3 * b] - R[b + 3 * c];
    }
    zn_quaternion_normalise(p);
    for (int i = 3; i >= 0 && p[0] < 0; i--)
        p[i] = -p[i];
}

void zn_rotate(const double p[4], const double x[3], double out[3])
{
    zni_rotate(p[0], p + 1, x, out);
}

void zn_rotate_back(const double p[4], const double x[3], double out[3])
{
    zni_rotate(-p[0], p + 1, x, out);
}

void zn_rotation_rate(const double p[4], double E[12])
{
    const double p0 = p[0], p1 = p[1], p2 = p[2], p3 = p[3];
    const double rate[12] = {-p1, p0, p3,  -p2, -p2, -p3,
                             p0,  p1, -p3, p2,  -p1, p0};

    for (int i = 0; i < 12; i++)
        E[i] = rate[i];
}

/* I + f w~ + g w~^2, w~^2 = w w' - s I */
static void series(double f, double g, const double w[3], double out[9])
{
    const double s = zni_dot3(w, w);

    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            out[i + 3 * j] = (i == j ? 1 - g * s : 0) + g * w[i] * w[j];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[k + 3 * j] += f * w[i];
        out[j + 3 * k] -= f * w[i];
    }
}

void zn_dexp(const double w[3], double out[9])
{
    const double s = zni_dot3(w, w);

    series(coefficient_b(s), coefficient_c(s), w, out);
}

void zn_dexp_inverse(const double w[3], double out[9])
{
    series(-0.5, coefficient_d(zni_dot3(w, w)), w, out);
}

/* s: 1 from the north pole, -1 from the south pole. */
static void frame(const double n[3], double s, double E[9])
{
    const double a = -1 / (s + n[2]);
    const double b = n[0] * n[1] * a;

    for (int i = 0; i < 3; i++)
        E[i] = n[i];
    E[3] = 1 + s * n[0] * n[0] * a;
    E[4] = s * b;
    E[5] = -s * n[0];
    E[6] = b;
    E[7] = s + n[1] * n[1] * a;
    E[8] = -n[1];
}

void zn_contact_frame(const double n[3], double E[9])
{
    frame(n, copysign(1, n[2]), E);
}

/* Lattices, whole degrees and slopes of small numbers have no normals there (51.68 degrees). */
void zni_resting_frame(const double n[3], double E[9])
{
    frame(n, n[2] > -0.62 ? 1 : -1, E);
}
