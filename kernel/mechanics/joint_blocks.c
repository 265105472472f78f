/* joint_blocks.c - the rows that joints are made of
 *
 * rho_i: anchor in body i, a: direction in body 1, b: direction in body 2,
 * d = x1 + R1 rho1 - x2 - R2 rho2. Columns of H: x1', Omega1, x2', Omega2.
 *
 *   point        d                       ( I, -R1 rho1~, -I, R2 rho2~)
 *   orthogonal   R1 a . R2 b             ( 0, -(R2 b)'R1 a~, 0, -(R1 a)'R2 b~)
 *   sliding      R2 b . d                ( bw', -bw'R1 rho1~, -bw', bw'R2 rho2~ - d'R2 b~)
 *   orientation  2 vec(ref^-1 o p2^-1 o p1)  (0, E, 0, -E R1'R2), E = e0 I + e~
 *   distance     (d.d - L^2)/2           d' (I, -R1 rho1~, -I, R2 rho2~)
 *
 * A row of the rotation of body 1 is -(x'R1 rho~) = (rho x R1'x)', which is how all of
 * them are computed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/joint.h"

#include <string.h>

/* What is not given is the origin, no turn, or as it is seen. */
const double *zni_joint_value(const zn_relation *r, int i)
{
    static const double zero[3] = {0}, one[4] = {1, 0, 0, 0};
    const bool first = i == ZNI_JOINT_REF || i == ZNI_JOINT_SIGN;

    return r->ops[i].value ? r->ops[i].value : first ? one : zero;
}

static const double *value(const zn_relation *r, int i)
{
    return zni_joint_value(r, i);
}

/* out = R' x */
static void back(const double R[9], const double x[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = zni_dot3(R + 3 * i, x);
}

static void put(zn_index ld, double sign, const double x[3], double H[])
{
    for (int i = 0; i < 3; i++)
        H[i * ld] = sign * x[i];
}

/* Row of the rotation: sign (rho x R'x)' */
static void turn(zn_index ld, double sign, const double R[9],
                 const double rho[3], const double x[3], double H[])
{
    double y[3], c[3];

    back(R, x, y);
    zni_cross(rho, y, c);
    put(ld, sign, c, H);
}

void zni_joint_separation(const zn_relation *r, const zni_frames *f,
                          double d[3])
{
    const double *rho2 = value(r, ZNI_JOINT_RHO2);
    double a[3], b[3];

    zni_mul3(f->R1, value(r, ZNI_JOINT_RHO1), a);
    if (!f->q2) {
        for (int i = 0; i < 3; i++)
            d[i] = f->q1[i] + a[i] - rho2[i];
        return;
    }
    zni_mul3(f->R2, rho2, b);
    for (int i = 0; i < 3; i++)
        d[i] = f->q1[i] + a[i] - f->q2[i] - b[i];
}

/* The row x' (I, -R1 rho1~, -I, R2 rho2~). */
void zni_joint_along(const zn_relation *r, const zni_frames *f, zn_index ld,
                     const double x[3], double H[])
{
    put(ld, 1, x, H);
    turn(ld, 1, f->R1, value(r, ZNI_JOINT_RHO1), x, H + 3 * ld);
    if (!f->q2)
        return;
    put(ld, -1, x, H + 6 * ld);
    turn(ld, -1, f->R2, value(r, ZNI_JOINT_RHO2), x, H + 9 * ld);
}

/* out = f x + g y, of three */
static void combine(double f, const double x[3], double g, const double y[3], double out[3])
{
    out[0] = f * x[0] + g * y[0];
    out[1] = f * x[1] + g * y[1];
    out[2] = f * x[2] + g * y[2];
}

/* sign times the axis, in the three rows of a column */
static inline void put_axis(int axis, double sign, double H[])
{
    H[0] = axis == 0 ? sign : 0;
    H[1] = axis == 1 ? sign : 0;
    H[2] = axis == 2 ? sign : 0;
}

/* Three rows: sign (I, -R rho~) */
static void point_rows(zn_index ld, double sign, const double R[9], const double rho[3],
                       double H[])
{
    const double a = sign * rho[0], b = sign * rho[1], c = sign * rho[2];

    put_axis(0, sign, H);
    put_axis(1, sign, H + ld);
    put_axis(2, sign, H + 2 * ld);
    H += 3 * ld;
    combine(b, R + 6, -c, R + 3, H);
    combine(c, R, -a, R + 6, H + ld);
    combine(a, R + 3, -b, R, H + 2 * ld);
}

void zni_joint_point(const zn_relation *r, const int at[2], const zni_frames *f,
                     zn_index ld, double h[], double H[])
{
    (void)at;
    if (h)
        zni_joint_separation(r, f, h);
    if (!H)
        return;
    point_rows(ld, 1, f->R1, value(r, ZNI_JOINT_RHO1), H);
    if (f->q2)
        point_rows(ld, -1, f->R2, value(r, ZNI_JOINT_RHO2), H + 6 * ld);
}

void zni_joint_orthogonal(const zn_relation *r, const int at[2],
                          const zni_frames *f, zn_index ld, double h[],
                          double H[])
{
    const double *a = value(r, at[0]), *b = value(r, at[1]);
    const double zero[3] = {0};
    double aw[3], bw[3];

    zni_mul3(f->R1, a, aw);
    zni_mul3(f->R2, b, bw);
    if (h)
        *h = zni_dot3(aw, bw);
    if (!H)
        return;
    put(ld, 0, zero, H);
    turn(ld, 1, f->R1, a, bw, H + 3 * ld);
    if (!f->q2)
        return;
    put(ld, 0, zero, H + 6 * ld);
    turn(ld, 1, f->R2, b, aw, H + 9 * ld);
}

void zni_joint_sliding(const zn_relation *r, const int at[2],
                       const zni_frames *f, zn_index ld, double h[], double H[])
{
    const double *b = value(r, at[1]);
    double bw[3], d[3], y[3], c[3];

    if (h || f->q2)
        zni_joint_separation(r, f, d);
    zni_mul3(f->R2, b, bw);
    if (h)
        *h = zni_dot3(bw, d);
    if (!H)
        return;
    zni_joint_along(r, f, ld, bw, H);
    if (!f->q2)
        return;
    back(f->R2, d, y);
    zni_cross(b, y, c);
    for (int i = 0; i < 3; i++)
        H[(9 + i) * ld] += c[i];
}

void zni_joint_relative(const zn_relation *r, const zni_frames *f, double e[4])
{
    const double *ref = value(r, ZNI_JOINT_REF);
    const double inverse[4] = {ref[0], -ref[1], -ref[2], -ref[3]};

    for (int i = 0; i < 4; i++)
        e[i] = f->q1[3 + i];
    if (f->q2) {
        const double *p = f->q2 + 3;
        const double p2[4] = {p[0], -p[1], -p[2], -p[3]};
        zn_quaternion_product(p2, e, e);
    }
    zn_quaternion_product(inverse, e, e);
}

/* Three rows of turns alone: sign (0, E) */
static inline void put_turns(zn_index ld, double sign, const double E[9], double H[])
{
    for (int j = 0; j < 3; j++, H += ld)
        H[0] = H[1] = H[2] = 0;
    for (int j = 0; j < 3; j++, H += ld, E += 3) {
        H[0] = sign * E[0];
        H[1] = sign * E[1];
        H[2] = sign * E[2];
    }
}

/* Twice the vector part: the angle itself near the reference. */
void zni_joint_orientation(const zn_relation *r, const int at[2],
                           const zni_frames *f, zn_index ld, double h[],
                           double H[])
{
    double e[4], R12[9], ER[9];

    (void)at;
    zni_joint_relative(r, f, e);
    for (int i = 0; h && i < 3; i++)
        h[i] = 2 * e[1 + i];
    if (!H)
        return;
    const double E[9] = {e[0], e[3], -e[2], -e[3], e[0], e[1], e[2], -e[1], e[0]};
    put_turns(ld, 1, E, H);
    if (!f->q2)
        return;
    for (int j = 0; j < 3; j++)
        back(f->R1, f->R2 + 3 * j, R12 + 3 * j);
    zni_mul33(E, R12, ER);
    put_turns(ld, -1, ER, H + 6 * ld);
}

void zni_joint_distance(const zn_relation *r, const int at[2],
                        const zni_frames *f, zn_index ld, double h[],
                        double H[])
{
    const double L = value(r, ZNI_JOINT_LENGTH)[0];
    double d[3];

    (void)at;
    zni_joint_separation(r, f, d);
    if (h)
        *h = (zni_dot3(d, d) - L * L) / 2;
    if (H)
        zni_joint_along(r, f, ld, d, H);
}
