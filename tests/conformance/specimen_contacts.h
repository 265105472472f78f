/* specimen_contacts.h - contacts and joints of bodies, and the table of all relations
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_SPECIMEN_CONTACTS_H
#define ZENO_TEST_SPECIMEN_CONTACTS_H

#include "specimen_relations.h"

static zn_status of_data(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                         const zn_ds *d2, zn_relation **out)
{
    (void)d1, (void)d2;
    return plain(ctx, s, out);
}

/* a ball of radius 1/4 over the floor n.X = 0: closest points */
static const double up[] = {0.6, 0, 0.8}, up_plane[] = {0.6, 0.8};

static void touch(zn_index dim, const double *n, const double *q, double *out)
{
    double height = 0;

    for (zn_index i = 0; i < dim; i++)
        height += n[i] * q[i];
    for (zn_index i = 0; i < dim; i++) {
        out[i] = q[i] - n[i] / 4;
        out[dim + i] = q[i] - n[i] * height;
        out[2 * dim + i] = n[i];
    }
}

static void points(unsigned nq, double *q, unsigned ny, double *out, REST)
{
    (void)ny, IGNORE;
    touch(nq == 7 ? 3 : 2, nq == 7 ? up : up_plane, q, out);
}

static zn_status of_points(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                           const zn_ds *d2, zn_relation **out)
{
    const zn_status st = of_data(ctx, s, d1, d2, out);

    return AND(st, zn_relation_set_function(*out, "points", FN(points)));
}

/* against the plane n.X = 0.1; the rest is in the data */
static zn_status on_plane(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                          const zn_ds *d2, zn_relation **out)
{
    const bool space = s->joins == BODIES;
    zn_status st = of_data(ctx, s, d1, d2, out);

    st = AND(st, zn_relation_set_constant(*out, "normal", space ? 3 : 2, 1,
                                          space ? up : up_plane));
    return AND(st,
               zn_relation_set_constant(*out, "offset", 1, 1, (double[]){0.1}));
}

/* some classes want a number beside what is seen */
static zn_status joint(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                       const zn_ds *d2, zn_relation **out)
{
    static const double at[] = {1, 0.2, -0.3}, axis[] = {1, 2, -2};

    if (strcmp(s->cls, "rod") == 0) {
        zn_status st = plain(ctx, s, out);
        st = AND(st, zn_relation_set_constant(*out, "point1", 3, 1,
                                              (double[]){0.1, 0.2, 0}));
        st = AND(st, zn_relation_set_constant(*out, "point2", 3, 1, at));
        return AND(st, zn_relation_set_constant(*out, "length", 1, 1,
                                                (double[]){1.5}));
    }
    const zn_status st =
        zn_joint_new(ctx, s->cls, "specimen", d1, d2, at, axis, out);
    return strcmp(s->cls, "screw") == 0
               ? AND(st, zn_relation_set_constant(*out, "pitch", 1, 1,
                                                  (double[]){0.2}))
               : st;
}

/* gears between points that the axes do not run through */
static zn_status geared(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                        const zn_ds *d2, zn_relation **out)
{
    const zn_gear pair[2] = {
        {{0.1, 0.2, -0.3}, {1, 2, -2}, 0.3},
        {{1, 0.4, 0.6}, {2, 1, strcmp(s->cls, "rack") ? 0.5 : 2}, -0.7}};

    return zn_gear_new(ctx, s->cls, "specimen", d1, d2, pair, out);
}

static void course(double t, unsigned n, double *v, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    v[0] = 0.2 + t - 0.3 * t * t;
}

static void course_dot(double t, unsigned n, double *v, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    v[0] = 1 - 0.6 * t;
}

static zn_status between(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                         const zn_ds *d2, zn_relation **out)
{
    static const double a[] = {1, 0.2, -0.3}, b[] = {0.1, 0.4, -2};
    zn_status st = zn_joint_between(ctx, s->cls, "specimen", d1, d2, a, b, out);

    if (d2)
        return st;
    st = AND(st, zn_relation_set_function(*out, "limit", (zn_fn *)course));
    return AND(st,
               zn_relation_set_function(*out, "limit_dot", (zn_fn *)course_dot));
}

/* points in the frames of the bodies, and a normal of length 1 */
#define LEVERS                                                                 \
    {                                                                          \
        0.2, -0.1, 0.3, 1.5, 0.2, -0.4, 0.6, 0, 0.8                            \
    }
#define LEVERS_PLANE                                                           \
    {                                                                          \
        0.2, -0.1, 1.5, 0.2, 0.6, 0.8                                          \
    }
/* centres in the frames of the bodies, offsets and normal in the inertial one */
#define CENTRES                                                                \
    {                                                                          \
        0.2, -0.1, 0.3, 1.5, 0.2, -0.4, -0.3, 0, -0.4, 0.15, 0, 0.2, 0.6, 0,   \
            0.8                                                                \
    }
#define CENTRES_PLANE                                                          \
    {                                                                          \
        0.2, -0.1, 0, 1.5, 0.2, 0, -0.3, -0.4, 0, 0.15, 0.2, 0, 0.6, 0.8, 0    \
    }
#define JOINT(cls, ny)                                                         \
    {cls, "two bodies", BODIES, 2, ny, joint, 0, {0}, false},                  \
    {                                                                          \
        cls, "on the world", BODIES, 1, ny, joint, 0, {0}, false               \
    }

/* its limit moves on the world */
static zn_status flat(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                      const zn_ds *d2, zn_relation **out)
{
    static const double a[] = {1, 0.2}, b[] = {0.3, -0.7}, axis[] = {3, 4};
    const bool length = strcmp(s->cls, "length-planar") == 0;
    zn_status st = zn_planar_joint_new(ctx, s->cls, "specimen", d1, d2, a,
                                       length ? b : NULL, axis, out);

    if (d2 || s->ny > 1 || strcmp(s->cls, "slot-planar") == 0)
        return st;
    st = AND(st, zn_relation_set_function(*out, "limit", (zn_fn *)course));
    return AND(st,
               zn_relation_set_function(*out, "limit_dot", (zn_fn *)course_dot));
}

static zn_status flat_gear(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                           const zn_ds *d2, zn_relation **out)
{
    static const double a[] = {1, 0.2}, b[] = {0.3, -0.7}, axis[] = {3, 4};
    static const double radius[] = {0.3, -0.8};

    return zn_planar_gear_new(ctx, s->cls, "specimen", d1, d2, a, b, radius,
                              axis, out);
}

#define FLAT_GEAR(cls)                                                         \
    {cls, "two bodies", PLANE, 2, 1, flat_gear, 0, {0}, false},                \
    {                                                                          \
        cls, "on the world", PLANE, 1, 1, flat_gear, 0, {0}, false             \
    }

#define FLAT(cls, ny)                                                          \
    {cls, "two bodies", PLANE, 2, ny, flat, 0, {0}, false},                    \
    {                                                                          \
        cls, "on the world", PLANE, 1, ny, flat, 0, {0}, false                 \
    }

/* full turns at the beginning */
#define TURNING(cls, ny)                                                       \
    {cls, "two bodies", BODIES, 2, ny, joint, 0, {2}, false},                  \
    {                                                                          \
        cls, "on the world", BODIES, 1, ny, joint, 0, {-1}, false              \
    }

#define GEARED(cls, turns)                                                     \
    {cls, "two bodies", BODIES, 2, 1, geared, 0, {turns}, false},              \
    {                                                                          \
        cls, "on the world", BODIES, 1, 1, geared, 0, {-(turns)}, false        \
    }

static const specimen specimens[] = {
    {"linear", "C, F, e", POINTS, 1, 2, linear, 0, {0}, false},
    {"linear", "two systems", POINTS, 2, 2, linear, 0, {0}, false},
    {"linear", "D", POINTS, 1, 2, linear_D, 0, {0}, false},
    {"scleronomous", "functions", POINTS, 1, 2, by_functions, 0, {0}, false},
    {"scleronomous",
     "by differences",
     POINTS,
     1,
     2,
     by_functions,
     0,
     {0},
     false},
    {"rheonomous", "functions", POINTS, 1, 2, by_functions, 0, {0}, false},
    {"rheonomous", "by differences", POINTS, 1, 2, by_functions, 0, {0}, false},
    {"compliant", "functions", POINTS, 1, 2, by_functions, 0, {0}, false},
    {"compliant", "by differences", POINTS, 1, 2, by_functions, 0, {0}, false},
    {"nonlinear", "functions", POINTS, 1, 2, by_functions, 0, {0}, false},
    {"nonlinear", "by differences", POINTS, 1, 2, by_functions, 0, {0}, false},
    {"nonlinear", "first order", STATES, 1, 2, by_functions, 0, {0}, false},
    {"scleronomous", "jac_h_q", POINTS, 1, 2, in_pattern, 0, {0}, false},
    {"rheonomous", "jac_h_q", POINTS, 1, 2, in_pattern, 0, {0}, false},
    {"compliant", "jac_h_q", POINTS, 1, 2, in_pattern, 0, {0}, false},
    {"nonlinear", "jac_h_q", POINTS, 1, 2, in_pattern, 0, {0}, false},
    {"without-feedthrough", "jac_h_x", STATES, 1, 2, in_pattern, 0, {0}, false},
    {"feedthrough", "jac_h_x", STATES, 1, 2, in_pattern, 0, {0}, false},
    {"first-order-linear",
     "constants",
     STATES,
     1,
     2,
     first_constant,
     0,
     {0},
     false},
    {"first-order-linear",
     "functions",
     STATES,
     1,
     2,
     first_moving,
     0,
     {0},
     false},
    {"without-feedthrough", "functions", STATES, 1, 2, by_functions, 0, {0}, false},
    {"without-feedthrough", "by differences", STATES, 1, 2, by_functions, 0, {0}, false},
    {"feedthrough", "functions", STATES, 1, 2, by_functions, 0, {0}, false},
    {"feedthrough", "by differences", STATES, 1, 2, by_functions, 0, {0}, false},
    {"contact", "points", BODIES, 1, 3, of_points, 1, {0}, false},
    {"contact", "data", BODIES, 1, 5, of_data, 1, LEVERS, true},
    {"contact", "data, two bodies", BODIES, 2, 6, of_data, 1, LEVERS, true},
    {"shapes", "at a wall", BODIES, 1, 3, of_data, 1, CENTRES, true},
    {"shapes", "data, two bodies", BODIES, 2, 6, of_data, 1, CENTRES, true},
    {"shapes-planar", "at a wall", PLANE, 1, 2, of_data, 1, CENTRES_PLANE, true},
    {"shapes-planar", "data, two bodies", PLANE, 2, 3, of_data, 1,
     CENTRES_PLANE, true},
    {"contact-planar", "points", PLANE, 1, 2, of_points, 1, {0}, false},
    {"contact-planar", "data, two bodies", PLANE, 2, 3, of_data, 1,
     LEVERS_PLANE, true},
    {"sphere-plane", "data", BODIES, 1, 6, on_plane, 1, {0.25}, true},
    {"disc-line", "data", PLANE, 1, 3, on_plane, 1, {0.25}, true},
    {"point-plane", "data", BODIES, 1, 3, on_plane, 1, {0.1, 0.3, -0.2}, false},
    {"point-line", "data", PLANE, 1, 2, on_plane, 1, {0.1, 0.3}, false},
    {"sphere-sphere", "touching", BODIES, 2, 3, of_data, 1, {0.5, 1.5}, true},
    {"sphere-sphere", "rolling", BODIES, 2, 6, of_data, 1, {0.25, 0.5}, true},
    {"disc-disc", "touching", PLANE, 2, 3, of_data, 1, {0.5, 1.5}, true},
    JOINT("spherical", 3),
    JOINT("universal", 4),
    JOINT("revolute", 5),
    JOINT("cylindrical", 4),
    JOINT("prismatic", 5),
    JOINT("planar", 3),
    JOINT("fixed", 6),
    JOINT("point-on-line", 2),
    JOINT("point-on-plane", 1),
    JOINT("rod", 1),
    TURNING("screw", 5),
    TURNING("axis-turn", 1),
    GEARED("gear", 0),
    GEARED("bevel-gear", 0),
    {"coupler", "seen from the world", BODIES, 2, 1, geared, 0, {0}, false},
    {"slide-coupler", "along the world", BODIES, 2, 1, geared, 0, {0}, false},
    {"slide-coupler", "on the world", BODIES, 1, 1, geared, 0, {0}, false},
    GEARED("rack", 2),
    JOINT("axis-slide", 1),
    JOINT("pose", 6),
    FLAT("revolute-planar", 2),
    FLAT("prismatic-planar", 2),
    FLAT("fixed-planar", 3),
    FLAT("slot-planar", 1),
    FLAT("turn-planar", 1),
    FLAT("slide-planar", 1),
    FLAT("length-planar", 1),
    FLAT_GEAR("gear-planar"),
    FLAT_GEAR("rack-planar"),
    {"axis-length", "two bodies", BODIES, 2, 1, between, 0, {0}, false},
    {"axis-length", "moving limit", BODIES, 1, 1, between, 0, {0}, false},
};

static inline const char *class_of(zn_index i)
{
    return i < CONFORM_COUNT(specimens) ? specimens[i].cls : NULL;
}

#endif
