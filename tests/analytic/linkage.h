/* linkage.h - rods and hinges, and a mechanism of them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_LINKAGE_H
#define ZENO_TEST_LINKAGE_H

#include "tests/unit/osi_models.h"

/* A uniform rod from a to b, along one of the axes, of mass m; its centre moves along
 * x with vx, and it turns about z with w. */
static inline zn_ds *rod(const char *name, const double a[3], const double b[3],
                  double m, double vx, double w)
{
    double q[7] = {0, 0, 0, 1}, v[6] = {vx, 0, 0, 0, 0, w}, I[3], l = 0;
    const double f[3] = {0, -m * grav, 0};
    int along = 0;
    zn_ds *ds;

    for (int k = 0; k < 3; k++) {
        q[k] = (a[k] + b[k]) / 2;
        if (a[k] == b[k])
            continue;
        along = k;
        l = fabs(b[k] - a[k]);
    }
    for (int k = 0; k < 3; k++)
        I[k] = k == along ? 1e-4 * m : m * l * l / 12;
    MUST(zn_ds_new(ctx, "newton-euler", name, 6, q, v, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, I));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static inline zn_interaction *hinge(const char *name, zn_ds *d1, zn_ds *d2,
                             const double point[3], const double axis[3])
{
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_joint_new(ctx, "revolute", name, d1, d2, point, axis, &r));
    MUST(zn_model_connect(model, name, equality(5), r, d1, d2, &a));
    return a;
}

/* A uniform door of 20 kg, 0.8 m x 2 m, that hangs on n hinges at the edge x = 0, heights from its
 * middle, with y upwards, and turns about it with w. */
enum { DOOR_MASS = 20 };

static inline zn_ds *hung_door(double w, int n, const double heights[],
                               zn_interaction *a[])
{
    static const char *const names[] = {"low", "middle", "high"};
    const double m = DOOR_MASS, q0[7] = {0.4, 0, 0, 1}, y[3] = {0, 1, 0};
    const double v0[6] = {0, 0, -0.4 * w, 0, w, 0};
    const double I[3] = {m * 4 / 12, m * 0.64 / 12, m * 4.64 / 12};
    const double f[3] = {0, -m * grav, 0};
    zn_ds *door;

    MUST(zn_ds_new(ctx, "newton-euler", "door", 6, q0, v0, &door));
    MUST(zn_ds_set_constant(door, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(door, "inertia", 3, I));
    MUST(zn_ds_set_constant(door, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, door));
    for (int k = 0; k < n; k++) {
        const double at[3] = {0, heights[k], 0};
        a[k] = hinge(names[k], door, NULL, at, y);
    }
    return door;
}

/* Five rods along edges of a cube and six hinges, the first and the last in the ground: a Bricard
 * mechanism. 30 rows for 30 velocities, and one is free. */
static inline void bricard_mechanism(zn_ds *ds[5], zn_interaction *a[6])
{
    static const double P[6][3] = {{0, 0, 0},  {1, 0, 0},  {1, -1, 0},
                                   {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
    static const double axis[6][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0},
                                      {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    char name[] = "rod 1";

    for (int i = 0; i < 5; i++, name[4]++)
        ds[i] = rod(name, P[i], P[i + 1], 1, 0, 0);
    for (int j = 0; j < 6; j++, name[4]++)
        a[j] = hinge(name, ds[j ? j - 1 : 0], j == 0 || j == 5 ? NULL : ds[j],
                     P[j], axis[j]);
}

#endif
