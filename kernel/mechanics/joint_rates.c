/* joint_rates.c - outputs of joints and their velocities at once, with no rows made for them
 *
 * rho_i, a, b, d, e as in joint_blocks.c, w_i = R_i Omega_i; what is fixed in a body moves by
 * (R x)' = R (Omega x x), and
 *
 *   d'           x1' + R1 (Omega1 x rho1) - x2' - R2 (Omega2 x rho2)
 *   point        d'
 *   orthogonal   (R1 a)' . R2 b + R1 a . (R2 b)'
 *   sliding      R2 b . d' + (R2 b)' . d
 *   orientation  e0 g + e x g, g = Omega1 - R1'w2
 *   distance     d . d'
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/joint.h"

#include <string.h>

static const double *value(const zn_relation *r, int i)
{
    return zni_joint_value(r, i);
}

/* (R x)' of a body with that velocity */
static void move(const double R[9], const double v[6], const double x[3], double out[3])
{
    double c[3];

    zni_cross(v + 3, x, c);
    zni_mul3(R, c, out);
}

/* d' */
static void separate(const zn_relation *r, zni_joint_motion *m)
{
    double a[3], b[3];

    move(m->f.R1, m->v1, value(r, ZNI_JOINT_RHO1), a);
    for (int i = 0; i < 3; i++)
        m->rate[i] = m->v1[i] + a[i];
    if (!m->v2)
        return;
    move(m->f.R2, m->v2, value(r, ZNI_JOINT_RHO2), b);
    for (int i = 0; i < 3; i++)
        m->rate[i] -= m->v2[i] + b[i];
}

void zni_joint_point_rate(const zn_relation *r, const int at[2], const zni_joint_motion *m,
                          double y[], double u[])
{
    (void)r, (void)at;
    memcpy(y, m->d, sizeof m->d);
    memcpy(u, m->rate, sizeof m->rate);
}

void zni_joint_orthogonal_rate(const zn_relation *r, const int at[2], const zni_joint_motion *m,
                               double y[], double u[])
{
    const double *a = value(r, at[0]), *b = value(r, at[1]);
    double aw[3], bw[3], rate[3];

    zni_mul3(m->f.R1, a, aw);
    zni_mul3(m->f.R2, b, bw);
    *y = zni_dot3(aw, bw);
    move(m->f.R1, m->v1, a, rate);
    *u = zni_dot3(rate, bw);
    if (!m->v2)
        return;
    move(m->f.R2, m->v2, b, rate);
    *u += zni_dot3(aw, rate);
}

void zni_joint_sliding_rate(const zn_relation *r, const int at[2], const zni_joint_motion *m,
                            double y[], double u[])
{
    const double *b = value(r, at[1]);
    double bw[3], rate[3];

    zni_mul3(m->f.R2, b, bw);
    *y = zni_dot3(bw, m->d);
    *u = zni_dot3(bw, m->rate);
    if (!m->v2)
        return;
    move(m->f.R2, m->v2, b, rate);
    *u += zni_dot3(rate, m->d);
}

void zni_joint_orientation_rate(const zn_relation *r, const int at[2], const zni_joint_motion *m,
                                double y[], double u[])
{
    double e[4], g[3], w[3], c[3];

    (void)at;
    zni_joint_relative(r, &m->f, e);
    memcpy(g, m->v1 + 3, sizeof g);
    if (m->v2)
        zni_mul3(m->f.R2, m->v2 + 3, w);
    for (int i = 0; m->v2 && i < 3; i++)
        g[i] -= zni_dot3(m->f.R1 + 3 * i, w);
    zni_cross(e + 1, g, c);
    for (int i = 0; i < 3; i++) {
        y[i] = 2 * e[1 + i];
        u[i] = e[0] * g[i] + c[i];
    }
}

void zni_joint_distance_rate(const zn_relation *r, const int at[2], const zni_joint_motion *m,
                             double y[], double u[])
{
    const double L = value(r, ZNI_JOINT_LENGTH)[0];

    (void)at;
    *y = (zni_dot3(m->d, m->d) - L * L) / 2;
    *u = zni_dot3(m->d, m->rate);
}

zn_status zni_joint_rates(const zn_relation *r, const void *data, double t, const double q[],
                          const double v[], double y[], double u[])
{
    const zni_joint_type *class = (const zni_joint_type *)(const void *)r->type;
    zni_joint_motion m; /* written below, all of it */

    (void)t;
    m.v1 = v;
    m.v2 = r->nq > 7 ? v + 6 : NULL;
    zni_joint_frames(r, data, q, &m.f);
    zni_joint_separation(r, &m.f, m.d);
    separate(r, &m);
    for (const zni_joint_block *b = class->blocks; b->rows; b++) {
        b->rate(r, b->at, &m, y, u);
        y += b->rows;
        u += b->rows;
    }
    return ZN_OK;
}
