/* gyro.h - a class of rotating bodies for tests: position on a manifold
 *     q = (x, p), p a unit quaternion, v = (x', Omega), mass 2, inertia (1, 2, 3)
 *     2 x'' = f,   I Omega' + Omega x I Omega = 0
 * written for the tests only, with a retraction by p + 1/2 E(p) w, normalised.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_GYRO_H
#define ZENO_TEST_GYRO_H

#include <math.h>
#include <string.h>

#include <zeno/zeno.h>

static const double gyro_mass[6] = {2, 2, 2, 1, 2, 3};
static double gyro_force[3]; /* N */

/* out = 1/2 E(p) w */
static inline void gyro_rate(const double p[], const double w[], double out[])
{
    out[0] = (-p[1] * w[0] - p[2] * w[1] - p[3] * w[2]) / 2;
    out[1] = (p[0] * w[0] - p[3] * w[1] + p[2] * w[2]) / 2;
    out[2] = (p[3] * w[0] + p[0] * w[1] - p[1] * w[2]) / 2;
    out[3] = (-p[2] * w[0] + p[1] * w[1] + p[0] * w[2]) / 2;
}

static inline const char *gyro_sizes(zn_index n, zn_index *nq, zn_index *nv)
{
    *nq = 7;
    *nv = 6;
    return n == 6 ? NULL : "must be 6";
}

static inline zn_status gyro_seal(zn_ds *ds, zn_findings *f)
{
    (void)ds, (void)f;
    return ZN_OK;
}

static inline void gyro_varies(const zn_ds *ds, zn_ds_variability *out)
{
    (void)ds;
    out->M = ZN_CONSTANT;
    out->F = out->J = ZN_WITH_STATE;
}

static inline zn_status gyro_M(const zn_ds *ds, const double q[], double M[])
{
    (void)ds, (void)q;
    memset(M, 0, 36 * sizeof *M);
    for (int i = 0; i < 6; i++)
        M[7 * i] = gyro_mass[i];
    return ZN_OK;
}

static inline zn_status gyro_M_mul(const zn_ds *ds, const double q[],
                                   const double w[], double out[])
{
    (void)ds, (void)q;
    for (int i = 0; i < 6; i++)
        out[i] = gyro_mass[i] * w[i];
    return ZN_OK;
}

static inline zn_status gyro_F(const zn_ds *ds, double t, const double q[],
                               const double v[], double F[])
{
    const double *I = gyro_mass + 3, *w = v + 3;

    (void)ds, (void)t, (void)q;
    memcpy(F, gyro_force, sizeof gyro_force);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        F[3 + i] = (I[j] - I[k]) * w[j] * w[k];
    }
    return ZN_OK;
}

static inline zn_status gyro_F_jac(const zn_ds *ds, double t, const double q[],
                                   const double v[], double dFdq[],
                                   double dFdv[])
{
    const double *I = gyro_mass + 3, *w = v + 3;

    (void)ds, (void)t, (void)q;
    memset(dFdq, 0, 36 * sizeof *dFdq);
    memset(dFdv, 0, 36 * sizeof *dFdv);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        dFdv[3 + i + 6 * (3 + j)] = (I[j] - I[k]) * w[k];
        dFdv[3 + i + 6 * (3 + k)] = (I[j] - I[k]) * w[j];
    }
    return ZN_OK;
}

static inline void gyro_retract(const zn_ds *ds, const double q[],
                                const double w[], double out[])
{
    double rate[4], length = 0;

    (void)ds;
    gyro_rate(q + 3, w + 3, rate);
    for (int i = 0; i < 3; i++)
        out[i] = q[i] + w[i];
    for (int i = 0; i < 4; i++) {
        out[3 + i] = q[3 + i] + rate[i];
        length += out[3 + i] * out[3 + i];
    }
    for (int i = 0; i < 4; i++)
        out[3 + i] /= sqrt(length);
}

static inline void gyro_qdot(const zn_ds *ds, const double q[],
                             const double v[], double out[])
{
    (void)ds;
    memcpy(out, v, 3 * sizeof *out);
    gyro_rate(q + 3, v + 3, out + 3);
}

static inline void gyro_tangent(const zn_ds *ds, const double q[],
                                zn_index rows, const double C[], double H[])
{
    for (int j = 0; j < 6; j++) {
        double e[6] = {0}, qdot[7];
        e[j] = 1;
        gyro_qdot(ds, q, e, qdot);
        for (zn_index r = 0; r < rows; r++) {
            H[r + j * rows] = 0;
            for (int i = 0; i < 7; i++)
                H[r + j * rows] += C[r + i * rows] * qdot[i];
        }
    }
}

static const zn_slot gyro_slots[] = {{0}};

static const zn_ds_type gyro_type = {
    .type = {.size = sizeof gyro_type,
             .kind = ZN_KIND_DS,
             .name = "gyro",
             .summary = "a rotating body of the tests"},
    .family = ZN_SECOND_ORDER,
    .slots = gyro_slots,
    .seal = gyro_seal,
    .varies = gyro_varies,
    .mass = gyro_M,
    .mass_mul = gyro_M_mul,
    .force = gyro_F,
    .force_jac = gyro_F_jac,
    .retract = gyro_retract,
    .tangent = gyro_tangent,
    .sizes = gyro_sizes,
    .qdot = gyro_qdot,
};

static const zn_type *const gyro_types[] = {&gyro_type.type, NULL};
static const zn_plugin gyro_plugin = {.size = sizeof gyro_plugin,
                                      .major = ZN_PLUGIN_MAJOR,
                                      .minor = ZN_PLUGIN_MINOR,
                                      .build = ZN_PLUGIN_BUILD,
                                      .name = "gyro",
                                      .types = gyro_types};

#endif
