/* joint_axes.c - the coordinates along and about the axis of a joint
 *
 * For stops (a unilateral law), dry friction (a relay) and screws:
 *
 *   turn    2 atan2(a.e, e0), a the axis in body 1, e the relative orientation,
 *           from -pi to pi; its row (0, g', 0, -g'R1'R2),
 *           g = (e0 (e0 a + a x e) + (a.e) e)/(e0^2 + (a.e)^2),
 *           is a' where the axis is common
 *   slide   R2 b . d, b the axis in body 2
 *   screw   slide - pitch turn
 *
 * and y = sign (coordinate - limit) of the first two.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/joint.h"

#include <math.h>
#include <string.h>

void zni_joint_turn(const zn_relation *r, const int at[2], const zni_frames *f,
                    zn_index ld, double h[], double H[])
{
    const double *a = zni_joint_value(r, ZNI_JOINT_A1);
    const double sign = zni_joint_value(r, ZNI_JOINT_SIGN)[0];
    double e[4], g[3], c[3], w[3];

    (void)at;
    zni_joint_relative(r, f, e);
    const double s = zni_dot3(a, e + 1), n = e[0] * e[0] + s * s;
    if (h) {
        /* p and -p are one orientation */
        const double angle =
            e[0] < 0 ? 2 * atan2(-s, -e[0]) : 2 * atan2(s, e[0]);
        *h = sign * (angle - zni_joint_value(r, ZNI_JOINT_LIMIT)[0]);
    }
    if (!H)
        return;
    zni_cross(a, e + 1, c);
    for (int i = 0; i < 3; i++)
        g[i] = sign * (e[0] * (e[0] * a[i] + c[i]) + s * e[1 + i]) / n;
    zni_mul3(f->R1, g, w);
    for (int i = 0; i < 3; i++) {
        H[i * ld] = 0;
        H[(3 + i) * ld] = g[i];
        if (!f->q2)
            continue;
        H[(6 + i) * ld] = 0;
        H[(9 + i) * ld] = -zni_dot3(f->R2 + 3 * i, w);
    }
}

void zni_joint_slide(const zn_relation *r, const int at[2], const zni_frames *f,
                     zn_index ld, double h[], double H[])
{
    const double sign = zni_joint_value(r, ZNI_JOINT_SIGN)[0];

    zni_joint_sliding(r, at, f, ld, h, H);
    if (h)
        *h = sign * (*h - zni_joint_value(r, ZNI_JOINT_LIMIT)[0]);
    for (int j = 0; H && j < (f->q2 ? 12 : 6); j++)
        H[j * ld] *= sign;
}

void zni_joint_screw(const zn_relation *r, const int at[2], const zni_frames *f,
                     zn_index ld, double h[], double H[])
{
    const double pitch = zni_joint_value(r, ZNI_JOINT_PITCH)[0];
    double angle, row[12];

    zni_joint_turn(r, at, f, 1, &angle, row);
    zni_joint_sliding(r, at, f, ld, h, H);
    if (h)
        *h -= pitch * angle;
    for (int j = 0; H && j < (f->q2 ? 12 : 6); j++)
        H[j * ld] -= pitch * row[j];
}
