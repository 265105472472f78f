/* rotation.h - vectors of three, beside the public functions on rotations
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ROTATION_H
#define ZENO_KERNEL_ROTATION_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include <zeno/rotation.h>

#include "solvers/linalg/wide.h"

static inline double zni_dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* x / |x|, scaled so that squares neither overflow nor vanish; is there such a direction? */
static inline bool zni_unit3(const double x[3], double out[3])
{
    const double most = fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
    int k;

    for (int i = 0; i < 3; i++)
        out[i] = 0;
    if (!isfinite(x[0]) || !isfinite(x[1]) || !isfinite(x[2]) || !(most > 0))
        return false;
    frexp(most, &k);
    for (int i = 0; i < 3; i++)
        out[i] = ldexp(x[i], -k);
    const double length = sqrt(zni_dot3(out, out));
    for (int i = 0; i < 3; i++)
        out[i] /= length;
    return true;
}

/* out = a x b; out is neither */
static inline void zni_cross(const double a[3], const double b[3],
                             double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* zn_contact_frame, but that it jumps where n3 passes -0.62: rounding of horizontal normals, of walls,
 * stacks and lattices, turns no tangents, and with them the reactions that a step starts from. */
void zni_resting_frame(const double n[3], double E[9]);

/* R x = x + 2 p0 p x x + 2 p x (p x x), of the quaternion (p0, v); out may be x */
static inline void zni_rotate(double p0, const double v[3], const double x[3],
                              double out[3])
{
    double c[3], d[3];

    zni_cross(v, x, c);
    zni_cross(v, c, d);
    out[0] = x[0] + 2 * (p0 * c[0] + d[0]);
    out[1] = x[1] + 2 * (p0 * c[1] + d[1]);
    out[2] = x[2] + 2 * (p0 * c[2] + d[2]);
}

/* zn_quaternion_product without a call; out may be a or b */
static inline void zni_quaternion_times(const double a[4], const double b[4], double out[4])
{
    const double p0 = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    const double p1 = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    const double p2 = a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3];
    const double p3 = a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1];

    out[0] = p0;
    out[1] = p1;
    out[2] = p2;
    out[3] = p3;
}

/* zn_rotation_matrix without a call, also where registers are wide */
static ZNI_INTO_WIDE void zni_rotation_matrix(const double p[4], double R[9])
{
    const double p0 = p[0], p1 = p[1], p2 = p[2], p3 = p[3];
    const double s1 = p1 * p1, s2 = p2 * p2, s3 = p3 * p3;
    const double square = p0 * p0 + s1 + s2 + s3;
    const double one = fabs(square - 1) > 8 * DBL_EPSILON ? square : 1;

    R[0] = one - 2 * (s2 + s3);
    R[1] = 2 * (p1 * p2 + p3 * p0);
    R[2] = 2 * (p1 * p3 - p2 * p0);
    R[3] = 2 * (p1 * p2 - p3 * p0);
    R[4] = one - 2 * (s1 + s3);
    R[5] = 2 * (p2 * p3 + p1 * p0);
    R[6] = 2 * (p1 * p3 + p2 * p0);
    R[7] = 2 * (p2 * p3 - p1 * p0);
    R[8] = one - 2 * (s1 + s2);
}

/* out (3 x 3, leading dimension ld) = f a~, a~ x = a x x */
static inline void zni_skew(double f, const double a[3], zn_index ld,
                            double out[])
{
    out[0] = out[1 + ld] = out[2 + 2 * ld] = 0;
    out[1] = f * a[2];
    out[2] = -f * a[1];
    out[ld] = -f * a[2];
    out[2 + ld] = f * a[0];
    out[2 * ld] = f * a[1];
    out[1 + 2 * ld] = -f * a[0];
}

/* out = A x, A 3 x 3; out is not x */
static inline void zni_mul3(const double A[9], const double x[3], double out[3])
{
    const double a = x[0], b = x[1], c = x[2];

    out[0] = A[0] * a + A[3] * b + A[6] * c;
    out[1] = A[1] * a + A[4] * b + A[7] * c;
    out[2] = A[2] * a + A[5] * b + A[8] * c;
}

/* out = A B, 3 x 3; out is neither */
static inline void zni_mul33(const double A[9], const double B[9],
                             double out[9])
{
    for (int j = 0; j < 3; j++)
        zni_mul3(A, B + 3 * j, out + 3 * j);
}

#endif
