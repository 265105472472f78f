/* round.c - cylinders and cones: how they lie in a frame, and how far they reach
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/shape.h"

#include <math.h>

/* sine of 20 degrees: flatter ones do not roll, and their centre is far */
static const double FLAT = 0.35;

void zni_round_make(double r0, double r1, double length, zni_round *out)
{
    const double slant = hypot(length, r0 - r1);

    *out = (zni_round){.c = {{0, 0, -length / 2}, {0, 0, length / 2}},
                       .r = {r0, r1},
                       .x = {1, 0, 0},
                       .y = {0, 1, 0},
                       .z = {0, 0, 1},
                       .l = length,
                       .ca = length / slant,
                       .sa = (r0 - r1) / slant};
}

void zni_round_move(const zni_round *F, const zni_pose *pose, zni_round *out)
{
    *out = *F;
    for (int i = 0; i < 2; i++) {
        zni_mul3(pose->R, F->c[i], out->c[i]);
        zni_along(out->c[i], 1, pose->x, out->c[i]);
    }
    zni_mul3(pose->R, F->x, out->x);
    zni_mul3(pose->R, F->y, out->y);
    zni_mul3(pose->R, F->z, out->z);
}

double zni_round_support(const zni_round *F, const double m[3], double p[3],
                         int *rim)
{
    double across[3], k, far[2];

    zni_along(m, -zni_dot3(m, F->z), F->z, across);
    /* rounding leaves a part along z, which counts where there is little else */
    zni_along(across, -zni_dot3(across, F->z), F->z, across);
    k = sqrt(zni_dot3(across, across));
    for (int i = 0; i < 2; i++)
        far[i] = zni_dot3(m, F->c[i]) + F->r[i] * k;
    *rim = far[1] > far[0];
    zni_along(F->c[*rim], k > 0 ? F->r[*rim] / k : 0, across, p);
    return far[*rim];
}

void zni_round_depth(const zni_round *F, const double x[3], double *ends,
                     double *side)
{
    double d[3], u[3];

    zni_sub3(x, F->c[0], d);
    const double z = zni_dot3(d, F->z);
    zni_along(d, -z, F->z, u);
    *ends = fmin(z, F->l - z);
    *side = F->r[0] + (F->r[1] - F->r[0]) * z / F->l - sqrt(zni_dot3(u, u));
}

void zni_round_centre(const zni_round *F, const double p[3], const double n[3],
                      double out[3])
{
    double d[3], u[3];

    zni_sub3(p, F->c[0], d);
    zni_along(d, -zni_dot3(d, F->z), F->z, d);
    zni_along(n, -zni_dot3(n, F->z), F->z, u);
    const double uu = zni_dot3(u, u);
    zni_along(p, uu > FLAT * FLAT ? -zni_dot3(d, u) / uu : 0, n, out);
}
