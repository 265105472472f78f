/* arm.h - sizes of velocities and momenta that have two units
 *
 * Of a rigid body velocities are m/s and rad/s, momenta N s and N m s. Angles count as what they move at the arm r:
 *     |u|^2 = |v|^2 + r^2 |Omega|^2,   |p|^2 = |F|^2 + |M|^2/r^2,
 * so that a comparison with another vector of the system means the same in all units of length.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_MODEL_ARM_H
#define ZENO_KERNEL_MODEL_ARM_H

#include <math.h>

#include "kernel/model/model.h"

/* Of unknowns from place `first` on: r; the others have 1. */
typedef struct zni_arm {
    zn_index first;
    double   r;
} zni_arm;

static inline zni_arm zni_no_arm(void)
{
    return (zni_arm){PTRDIFF_MAX, 1};
}

static inline zni_arm zni_arm_of(const zn_ds *ds)
{
    zni_arm a = zni_no_arm();

    if (ZN_HAS(zn_ds_type, ds->type, arm) && ds->type->arm)
        a.r = ds->type->arm(ds, &a.first);
    return a;
}

/* Where they begin, of n. */
static inline zn_index zni_arm_first(const zni_arm *a, zn_index n)
{
    return a->first < n ? a->first : n;
}

static inline double zni_square(zn_index n, const double x[])
{
    double sum = 0;

    if (n == 3) /* places and angles of a body: the same sum */
        return x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    for (zn_index i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

/* |u|^2 */
static inline double zni_arm_square(const zni_arm *a, zn_index n, const double u[])
{
    const zn_index first = zni_arm_first(a, n);

    return zni_square(first, u) + a->r * a->r * zni_square(n - first, u + first);
}

/* A component of a velocity, as it counts. */
static inline double zni_arm_moves(const zni_arm *a, zn_index i, double u)
{
    return i < a->first ? u : a->r * u;
}

/* A component of a momentum or force. */
static inline double zni_arm_pushes(const zni_arm *a, zn_index i, double p)
{
    return i < a->first ? p : p / a->r;
}

/* Squares of R - p, but of what is fixed; NULL: nothing is. */
static inline double zni_off_square(zn_index n, const double R[], const double p[],
                                    const unsigned char *fixed)
{
    double sum = 0;

    if (n == 3 && !fixed) {
        const double a = R[0] - p[0], b = R[1] - p[1], c = R[2] - p[2];

        return a * a + b * b + c * c;
    }
    for (zn_index i = 0; i < n; i++) {
        const double r = R[i] - p[i];

        sum += fixed && fixed[i] ? 0 : r * r;
    }
    return sum;
}

/* |R - p| of momenta or forces */
static inline double zni_arm_off(const zni_arm *a, zn_index n, const double R[], const double p[],
                                 const unsigned char *fixed)
{
    const zn_index first = zni_arm_first(a, n);
    const double turns = zni_off_square(n - first, R + first, p + first, fixed ? fixed + first : NULL);

    return sqrt(zni_off_square(first, R, p, fixed) + turns / (a->r * a->r));
}

#endif
