/* joint_axes.c - the coordinates along and about the axis of a joint
 *
 * For stops (a unilateral law), dry friction (a relay) and screws:
 *
 *   turn    2 atan2(a.e, e0), a the axis in body 1, e the relative orientation,
 *           and the full turns that bring it nearest to what it was; its row
 *           (0, g', 0, -g'R1'R2),
 *           g = (e0 (e0 a + a x e) + (a.e) e)/(e0^2 + (a.e)^2),
 *           is a' where the axis is common
 *   slide   R2 b . d, b the axis in body 2
 *   length  |d|, its row along d/|d|
 *   screw   slide - pitch turn
 *   rack    slide - radius turn, across the axis
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/joint.h"

#include <math.h>
#include <string.h>

void zni_joint_turn(const zn_relation *r, const int at[2], const zni_frames *f,
                    zn_index ld, double h[], double H[])
{
    const double *a = zni_joint_value(r, ZNI_JOINT_A1);
    const double turn = 4 * acos(0);
    double e[4], g[3], c[3], w[3];

    (void)at;
    zni_joint_relative(r, f, e);
    const double s = zni_dot3(a, e + 1), n = e[0] * e[0] + s * s;
    if (h) {
        /* p and -p are one orientation */
        const double angle =
            e[0] < 0 ? 2 * atan2(-s, -e[0]) : 2 * atan2(s, e[0]);
        *h = angle + turn * rint((f->turned[0] - angle) / turn);
    }
    if (!H)
        return;
    zni_cross(a, e + 1, c);
    for (int i = 0; i < 3; i++)
        g[i] = (e[0] * (e[0] * a[i] + c[i]) + s * e[1 + i]) / n;
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

void zni_joint_length(const zn_relation *r, const int at[2],
                      const zni_frames *f, zn_index ld, double h[], double H[])
{
    double d[3];

    (void)at;
    zni_joint_separation(r, f, d);
    const double length = sqrt(zni_dot3(d, d));
    if (h)
        *h = length;
    /* two points in one place have no direction: any is as good */
    for (int i = 0; i < 3; i++)
        d[i] = length > 0 ? d[i] / length : i == 0;
    if (H)
        zni_joint_along(r, f, ld, d, H);
}

/* slide - advance turn */
static void coupled(const zn_relation *r, const int at[2], const zni_frames *f,
                    double advance, zn_index ld, double h[], double H[])
{
    double angle, row[12];

    zni_joint_turn(r, at, f, 1, &angle, row);
    zni_joint_sliding(r, at, f, ld, h, H);
    if (h)
        *h -= advance * angle;
    for (int j = 0; H && j < (f->q2 ? 12 : 6); j++)
        H[j * ld] -= advance * row[j];
}

void zni_joint_screw(const zn_relation *r, const int at[2], const zni_frames *f,
                     zn_index ld, double h[], double H[])
{
    coupled(r, at, f, *zni_joint_value(r, ZNI_JOINT_PITCH), ld, h, H);
}

void zni_joint_rack(const zn_relation *r, const int at[2], const zni_frames *f,
                    zn_index ld, double h[], double H[])
{
    coupled(r, at, f, *zni_joint_value(r, ZNI_JOINT_RADIUS1), ld, h, H);
}
