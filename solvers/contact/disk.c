/* disk.c - the tangential problem of one contact whose load is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

/* x = -(A + t I)^-1 b for the 2 x 2 block, false: singular */
static bool at(const double A[4], double t, const double b[2], double x[2])
{
    double a = A[0] + t, d = A[3] + t, det = a * d - A[1] * A[2];

    if (!(fabs(det) > 1e-14 * (fabs(a * d) + fabs(A[1] * A[2]))))
        return false;
    x[0] = -(d * b[0] - A[2] * b[1]) / det;
    x[1] = -(a * b[1] - A[1] * b[0]) / det;
    return true;
}

/* Inside, x = -A^-1 b; else (A + t I) x = -b with t > 0 such that ||x|| = radius,
 * by Newton on 1 / ||x|| - 1 / radius, which is concave in t (Hebden 1973; More &
 * Sorensen, SIAM J. Sci. Stat. Comput. 4, 1983), from a t where ||x|| >= radius
 * for sure. */
static void disk(const double A[4], const double b[2], double radius,
                 double x[2])
{
    double size = sqrt(A[0] * A[0] + A[1] * A[1] + A[2] * A[2] + A[3] * A[3]);
    double force = sqrt(b[0] * b[0] + b[1] * b[1]), norm, dx[2];
    double t = fmax(0, force / radius - size);

    if (!at(A, t, b, x)) {
        t = fmax(t, 1e-12 * size);
        if (!at(A, t, b, x)) {
            x[0] = x[1] = 0;
            return;
        }
    }
    norm = sqrt(x[0] * x[0] + x[1] * x[1]);
    if (norm <= radius)
        return;
    for (int it = 0; it < 40 && fabs(norm - radius) > 1e-15 * radius; it++) {
        double slope, last = t;

        /* d x / d t = -(A + t I)^-1 x */
        if (!at(A, t, x, dx))
            break;
        slope = (x[0] * dx[0] + x[1] * dx[1]) / norm;
        if (!(slope < 0))
            break;
        t = fmax(0, t - (norm - radius) * norm / (radius * slope));
        if (t == last || !at(A, t, b, x))
            break;
        norm = sqrt(x[0] * x[0] + x[1] * x[1]);
    }
    x[0] *= radius / norm;
    x[1] *= radius / norm;
}

void zni_disk_solve(zn_index d, const double W[], const double q[],
                    double radius, double r[])
{
    if (!(radius > 0)) {
        r[1] = r[d - 1] = 0;
    } else if (d == 2) {
        r[1] = W[3] > 0 ? -q[1] / W[3] : q[1] > 0 ? -radius : radius;
        r[1] = fmax(-radius, fmin(radius, r[1]));
    } else {
        const double A[4] = {W[4], W[5], W[7], W[8]};

        disk(A, q + 1, radius, r + 1);
    }
}
