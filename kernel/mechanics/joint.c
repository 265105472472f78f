/* joint.c - joints between two rigid bodies, or a body and the world
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/joint.h"
#include "kernel/mechanics/rows.h"
#include "kernel/model/difference.h"

#include <zeno/mechanics.h>
#include <zeno/plugin.h>

#include <math.h>
#include <string.h>

static const zn_slot slots[] = {
    [ZNI_JOINT_RHO1] = {"point1", NULL, '3', '1', true,
                        "joint point in the frame of body 1 (m); absent: 0"},
    [ZNI_JOINT_RHO2] = {"point2", NULL, '3', '1', true,
                        "the same of body 2, or in the world (m)"},
    [ZNI_JOINT_A1] = {"axis1", NULL, '3', '1', true, "axis in body 1"},
    [ZNI_JOINT_B1] = {"normal21", NULL, '3', '1', true,
                      "direction in body 2 normal to the axis"},
    [ZNI_JOINT_B2] = {"normal22", NULL, '3', '1', true,
                      "the other one, normal to both"},
    [ZNI_JOINT_A2] = {"axis2", NULL, '3', '1', true, "axis in body 2"},
    [ZNI_JOINT_REF] = {"reference", NULL, '4', '1', true,
                       "orientation of body 1 seen from body 2; absent: the "
                       "same"},
    [ZNI_JOINT_LENGTH] = {"length", NULL, '1', '1', true, "of the rod (m); of a slide-coupler the sum "
                          "radius line . x of both bodies at the start"},
    [ZNI_JOINT_SIGN] = {"sign", NULL, '1', '1', true,
                        "y = sign (coordinate - limit); absent: 1"},
    [ZNI_JOINT_LIMIT] = {"limit", "S2", '1', '1', true,
                         "of the coordinate (m or rad), or its course in time; "
                         "absent: 0"},
    [ZNI_JOINT_RATE] = {"limit_dot", "S2", '1', '1', true,
                        "d limit/dt (m/s or rad/s)"},
    [ZNI_JOINT_PITCH] = {"pitch", NULL, '1', '1', true,
                         "advance per radian (m)"},
    [ZNI_JOINT_M1] = {"normal11", NULL, '3', '1', true,
                      "direction in body 1, normal to its axis, where the "
                      "angle of a gear is 0 (of body 2: normal21)"},
    [ZNI_JOINT_RADIUS1] = {"radius1", NULL, '1', '1', true,
                           "of the pitch circle of gear 1 (m)"},
    [ZNI_JOINT_RADIUS2] = {"radius2", NULL, '1', '1', true,
                           "of gear 2 (m); < 0: teeth inside, or a belt"},
    [ZNI_JOINT_LINE1] = {"line1", NULL, '3', '1', true,
                         "direction of the world that a coupler counts the "
                         "angle of body 1 from, a slide-coupler its advance "
                         "along"},
    [ZNI_JOINT_LINE2] = {"line2", NULL, '3', '1', true, "that of body 2"},
    {0},
};

static const zni_joint_type *class_of(const zn_relation *r)
{
    return (const zni_joint_type *)(const void *)r->type;
}

void zni_joint_frames(const zn_relation *r, const void *data, const double q[],
                      zni_frames *f)
{
    static const double world[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const zni_turned *last = data;

    for (int i = 0; i < 2; i++)
        f->turned[i] = !last                ? 0
                       : last->started != 0 ? last->angle[i]
                                            : 4 * acos(0) * last->turns;
    f->q1 = q;
    f->q2 = r->nq > 7 ? q + 7 : NULL;
    zni_rotation_matrix(q + 3, f->R1);
    if (f->q2)
        zni_rotation_matrix(f->q2 + 3, f->R2);
    else
        memcpy(f->R2, world, sizeof f->R2);
}

static void values(const zn_relation *r, const zni_frames *f, double y[])
{
    for (const zni_joint_block *b = class_of(r)->blocks; b->rows; b++) {
        b->make(r, b->at, f, r->ny, y, NULL);
        y += b->rows;
    }
}

static zn_status output(const zn_relation *r, const void *data, double t,
                        const double q[], const double lambda[], double y[])
{
    zni_frames f;

    (void)lambda;
    zni_joint_frames(r, data, q, &f);
    values(r, &f, y);
    return class_of(r)->coordinate
               ? zni_coordinate_output(r, ZNI_JOINT_LIMIT, t, y + r->ny - 1)
               : ZN_OK;
}

/* h with R of body j times s^2 and its quaternion times s. */
static void stretched(const zn_relation *r, const void *data, const double q[],
                      zn_index j, double s, double y[])
{
    double p[7];
    zni_frames f;

    zni_joint_frames(r, data, q, &f);
    memcpy(p, q + 7 * j, sizeof p);
    for (int i = 3; i < 7; i++)
        p[i] *= s;
    for (int i = 0; i < 9; i++)
        *(j ? &f.R2[i] : &f.R1[i]) *= s * s;
    *(j ? &f.q2 : &f.q1) = p;
    values(r, &f, y);
}

/* By a difference, which is exact for what is quadratic: all rows but angles, whose
 * derivative is zero. Its length is a power of two, and leaves three digits to rounding. */
void zni_joint_along_p(const zn_relation *r, const void *data, const double q[],
                       zn_index j, double out[])
{
    const double e = 1.0 / 1024;
    double less[ZNI_JOINT_MOST];

    stretched(r, data, q, j, 1 + e, out);
    stretched(r, data, q, j, 1 - e, less);
    for (zn_index i = 0; i < r->ny; i++)
        out[i] = (out[i] - less[i]) / (2 * e);
    if (class_of(r)->coordinate)
        zni_coordinate_rows(r, ZNI_JOINT_LIMIT, 1, out + r->ny - 1);
}

static zn_status jac_v(const zn_relation *r, const void *data, double t,
                       const double q[], const double lambda[], double H[])
{
    zni_frames f;

    (void)t, (void)lambda;
    zni_joint_frames(r, data, q, &f);
    for (const zni_joint_block *b = class_of(r)->blocks; b->rows; b++) {
        b->make(r, b->at, &f, r->ny, NULL, H);
        H += b->rows;
    }
    if (class_of(r)->coordinate)
        zni_coordinate_rows(r, ZNI_JOINT_LIMIT, r->nq > 7 ? 12 : 6, H - 1);
    return ZN_OK;
}

static zn_status acceleration(const zn_relation *r, const void *data, double t,
                              const double q[], const double qdot[],
                              double out[])
{
    const bool line = class_of(r)->blocks->make == zni_joint_length; /* turns with places, too */
    const zn_status st = zni_rows_acceleration(
        r, data, t, q, qdot, 7, line ? zni_difference_time(r->nq, q, qdot) : INFINITY, out);

    return !st && class_of(r)->coordinate
               ? zni_coordinate_acceleration(r, ZNI_JOINT_LIMIT, t, out)
               : st;
}

static zn_status rate(const zn_relation *r, const void *data, double t,
                      const double q[], double out[])
{
    (void)data, (void)q;
    return zni_coordinate_rate(r, ZNI_JOINT_LIMIT, t, out);
}

/* The angle at the end of a step, turns counted. */
static zn_status commit(const zn_relation *r, void *data, double t,
                        const double q[], const double u[],
                        const double lambda[])
{
    zni_turned *last = data;
    zni_frames f;

    (void)t, (void)u, (void)lambda;
    zni_joint_frames(r, data, q, &f);
    zni_joint_turn(r, class_of(r)->blocks->at, &f, 1, last->angle, NULL);
    last->started = 1;
    return ZN_OK;
}

/* The two angles of gears. */
static zn_status commit_gear(const zn_relation *r, void *data, double t,
                             const double q[], const double u[],
                             const double lambda[])
{
    zni_turned *last = data;
    zni_frames f;

    (void)t, (void)u, (void)lambda;
    zni_joint_frames(r, data, q, &f);
    zni_gear_angles(r, class_of(r)->blocks->at[0], &f, last->angle);
    last->started = 1;
    return ZN_OK;
}

/* Rows of points and of sliding have lengths, the others angles. */
static bool forces(const zn_relation *r, zn_index row)
{
    const zni_joint_block *b = class_of(r)->blocks;

    for (; b->rows && row >= b->rows; b++)
        row -= b->rows;
    return b->make == zni_joint_point || b->make == zni_joint_sliding ||
           b->make == zni_joint_distance || b->make == zni_joint_length ||
           b->make == zni_joint_gear || b->make == zni_joint_rack ||
           b->make == zni_joint_slides;
}

/* ---- seal ------------------------------------------------------------------------- */

static unsigned bit(int i)
{
    return 1u << i;
}

/* Which operators gears look at. */
static unsigned gear_needs(const zni_joint_block *b)
{
    const unsigned rack =
        bit(ZNI_JOINT_A1) | bit(ZNI_JOINT_A2) | bit(ZNI_JOINT_RADIUS1);
    const unsigned pair =
        rack | bit(ZNI_JOINT_M1) | bit(ZNI_JOINT_B1) | bit(ZNI_JOINT_RADIUS2);
    const unsigned lines = bit(ZNI_JOINT_LINE1) | bit(ZNI_JOINT_LINE2);

    if (b->make == zni_joint_rack)
        return rack;
    if (b->make == zni_joint_slides)
        return lines | bit(ZNI_JOINT_RADIUS1) | bit(ZNI_JOINT_RADIUS2) |
               bit(ZNI_JOINT_LENGTH);
    return b->at[0] == ZNI_GEAR_WORLD ? pair | lines : pair;
}

/* Which operators the blocks of a class look at, as bits. */
static unsigned needs(const zni_joint_type *c)
{
    unsigned bits = c->gear ? gear_needs(c->blocks) : 0;

    for (const zni_joint_block *b = c->blocks; b->rows; b++) {
        if (b->make == zni_joint_orthogonal)
            bits |= bit(b->at[0]);
        if (b->make == zni_joint_orthogonal || b->make == zni_joint_sliding ||
            b->make == zni_joint_screw)
            bits |= bit(b->at[1]);
        if (b->make == zni_joint_turn || b->make == zni_joint_screw)
            bits |= bit(ZNI_JOINT_A1);
        if (b->make == zni_joint_screw)
            bits |= bit(ZNI_JOINT_PITCH);
        if (b->make == zni_joint_distance)
            bits |= bit(ZNI_JOINT_LENGTH);
    }
    return bits;
}

static zn_status seal(zn_relation *r, zn_findings *f)
{
    const zni_joint_type *c = class_of(r);
    const unsigned must = needs(c);

    if (r->ny != c->rows || (r->nq != 7 && r->nq != 14))
        zn_findings_add(
            f,
            "relation '%s' (%s): ny = %td, nq = %td, must be %d and "
            "7 (body and world) or 14 (two bodies)",
            r->name, r->type->type.name, r->ny, r->nq, c->rows);
    for (int i = 0; i < ZNI_JOINT_OPERATORS; i++)
        if (must >> i & 1 &&
            zn_operator_get_mode(&r->ops[i]) == ZN_OPERATOR_ABSENT)
            zn_findings_add(f, "relation '%s' (%s): %s is not given", r->name,
                            r->type->type.name, slots[i].name);
    return ZN_OK;
}

static void varies(const zn_relation *r, zn_relation_variability *out)
{
    out->C = ZN_WITH_STATE;
    out->e =
        ZN_WITH_STATE |
        (zni_coordinate_moves(r, ZNI_JOINT_LIMIT) ? ZN_WITH_TIME : ZN_ZERO);
}

/* ---- the joints --------------------------------------------------------------------- */

#define POINT {3, zni_joint_point, {0, 0}, zni_joint_point_rate}
#define ORIENTATION {3, zni_joint_orientation, {0, 0}, zni_joint_orientation_rate}
#define ORTHOGONAL(a, b) {1, zni_joint_orthogonal, {a, b}, zni_joint_orthogonal_rate}
#define SLIDING(b) {1, zni_joint_sliding, {0, b}, zni_joint_sliding_rate}
#define END {0, NULL, {0, 0}, NULL}

#define MEMBERS(title, text)                                                   \
    .type = {.size = sizeof(zni_joint_type),                                   \
             .kind = ZN_KIND_RELATION,                                         \
             .name = title,                                                    \
             .summary = text},                                                 \
    .families = 1u << ZN_SECOND_ORDER, .slots = slots, .seal = seal,           \
    .varies = varies, .output = output, .jac_v = jac_v,                        \
    .acceleration = acceleration, .forces = forces

#define JOINT(ident, title, text, count, ...)                                  \
    static const zni_joint_block ident##_blocks[] = {__VA_ARGS__, END};        \
    const zni_joint_type zni_relation_##ident = {                              \
        .relation = {MEMBERS(title, text), .rate = zni_joint_rates},           \
        .blocks = ident##_blocks,                                              \
        .rows = count}

JOINT(spherical, "spherical", "ball joint: a point in common", 3, POINT);
JOINT(universal, "universal", "a point in common, two axes at right angles", 4,
      POINT, ORTHOGONAL(ZNI_JOINT_A1, ZNI_JOINT_A2));
JOINT(revolute, "revolute", "hinge: a point and an axis in common", 5, POINT,
      ORTHOGONAL(ZNI_JOINT_A1, ZNI_JOINT_B1),
      ORTHOGONAL(ZNI_JOINT_A1, ZNI_JOINT_B2));
JOINT(cylindrical, "cylindrical", "an axis in common, free to slide and turn",
      4, ORTHOGONAL(ZNI_JOINT_A1, ZNI_JOINT_B1),
      ORTHOGONAL(ZNI_JOINT_A1, ZNI_JOINT_B2), SLIDING(ZNI_JOINT_B1),
      SLIDING(ZNI_JOINT_B2));
JOINT(prismatic, "prismatic", "slider: free along an axis only", 5,
      SLIDING(ZNI_JOINT_B1), SLIDING(ZNI_JOINT_B2), ORIENTATION);
JOINT(planar, "planar", "free in a plane and about its normal", 3,
      SLIDING(ZNI_JOINT_A2), ORTHOGONAL(ZNI_JOINT_A1, ZNI_JOINT_B1),
      ORTHOGONAL(ZNI_JOINT_A1, ZNI_JOINT_B2));
JOINT(fixed, "fixed", "welded together", 6, POINT, ORIENTATION);
JOINT(point_on_line, "point-on-line", "a point of body 1 on a line of body 2",
      2, SLIDING(ZNI_JOINT_B1), SLIDING(ZNI_JOINT_B2));
JOINT(point_on_plane, "point-on-plane",
      "a point of body 1 on a plane of body 2", 1, SLIDING(ZNI_JOINT_A2));
JOINT(rod, "rod", "two points at a fixed distance", 1,
      {1, zni_joint_distance, {0, 0}, zni_joint_distance_rate});

JOINT(pose, "pose",
      "place and orientation of body 1 seen from body 2, for bushings", 6,
      SLIDING(ZNI_JOINT_A2), SLIDING(ZNI_JOINT_B1), SLIDING(ZNI_JOINT_B2),
      ORIENTATION);

/* those that count turns keep the angle */
#define TURNING                                                                \
    .data_size = sizeof(zni_turned), .data_given = sizeof(double),             \
    .commit = commit

#define COORDINATE(ident, title, text, block, axis, ...)                          \
    static const zni_joint_block ident##_blocks[] = {{1, block, {0, axis}, NULL}, \
                                                     END};                        \
    const zni_joint_type zni_relation_##ident = {                                 \
        .relation = {MEMBERS(title, text), .dh_dt = rate, __VA_ARGS__},           \
        .blocks = ident##_blocks,                                                 \
        .rows = 1,                                                                \
        .coordinate = true}

COORDINATE(axis_turn, "axis-turn",
           "angle about the axis of a hinge, for stops, friction, drives",
           zni_joint_turn, 0, TURNING);
COORDINATE(axis_slide, "axis-slide",
           "advance along an axis, for stops, friction, drives",
           zni_joint_sliding, ZNI_JOINT_A2, .data_size = 0);
COORDINATE(axis_length, "axis-length",
           "distance of two points, for springs, drives, ropes",
           zni_joint_length, 0, .data_size = 0);

#define GEAR(ident, title, text, block, kind, ...)                             \
    static const zni_joint_block ident##_blocks[] = {                          \
        {1, block, {kind, ZNI_JOINT_A2}, NULL}, END};                          \
    const zni_joint_type zni_relation_##ident = {                              \
        .relation = {MEMBERS(title, text), .dh_dt = rate,                      \
                     .data_size = sizeof(zni_turned), __VA_ARGS__},            \
        .blocks = ident##_blocks,                                              \
        .rows = 1,                                                             \
        .coordinate = true,                                                    \
        .gear = true}

GEAR(gear, "gear", "two gears that roll on one another, their axes carried",
     zni_joint_gear, ZNI_GEAR_LINE, .commit = commit_gear);
GEAR(bevel_gear, "bevel-gear", "two gears whose axes meet", zni_joint_gear,
     ZNI_GEAR_AXES, .commit = commit_gear);
GEAR(coupler, "coupler", "turns about two axes of the world in a fixed ratio",
     zni_joint_gear, ZNI_GEAR_WORLD, .commit = commit_gear);
GEAR(rack, "rack", "a pinion that rolls on a rack", zni_joint_rack, 0,
     .data_given = sizeof(double), .commit = commit);

static const zni_joint_block slide_coupler_blocks[] = {
    {1, zni_joint_slides, {0, 0}, NULL}, END};
const zni_joint_type zni_relation_slide_coupler = {
    .relation = {MEMBERS("slide-coupler", "advances along two directions of "
                                          "the world in a fixed ratio"),
                 .dh_dt = rate},
    .blocks = slide_coupler_blocks,
    .rows = 1,
    .coordinate = true,
    .gear = true};

static const zni_joint_block screw_blocks[] = {
    ORTHOGONAL(ZNI_JOINT_A1, ZNI_JOINT_B1),
    ORTHOGONAL(ZNI_JOINT_A1, ZNI_JOINT_B2),
    SLIDING(ZNI_JOINT_B1),
    SLIDING(ZNI_JOINT_B2),
    {1, zni_joint_screw, {0, ZNI_JOINT_A2}, NULL},
    END};
const zni_joint_type zni_relation_screw = {
    .relation = {MEMBERS("screw",
                         "an axis in common, one turn advances by 2 pi pitch"),
                 TURNING},
    .blocks = screw_blocks,
    .rows = 5};

/* ---- by what is seen at the beginning -------------------------------------------------- */

zn_status zni_joint_constant(zn_relation *r, int i, zn_index n,
                             const double value[])
{
    return zn_operator_set_constant(&r->ops[i], n, 1, value);
}

/* A direction of the world, seen from the body at q, or from the world. */
void zni_joint_seen(const double *q, const double world[3], double out[3])
{
    memcpy(out, world, 3 * sizeof *out);
    if (q)
        zn_rotate_back(q + 3, out, out);
}

zn_status zni_joint_set_points(zn_relation *r, const double *q1,
                               const double *q2, const double on1[3],
                               const double on2[3])
{
    const double *q[2] = {q1, q2}, *point[2] = {on1, on2};
    zn_status st = ZN_OK;

    for (int b = 0; !st && b < 2; b++) {
        double arm[3], out[3];
        for (int i = 0; i < 3; i++)
            arm[i] = point[b][i] - (q[b] ? q[b][i] : 0);
        zni_joint_seen(q[b], arm, out);
        st = zni_joint_constant(r, b ? ZNI_JOINT_RHO2 : ZNI_JOINT_RHO1, 3, out);
    }
    return st;
}

static zn_status set_axes(zn_relation *r, const double *q1, const double *q2,
                          const double axis[3])
{
    const int at[3] = {ZNI_JOINT_A2, ZNI_JOINT_B1, ZNI_JOINT_B2};
    double n[3], E[9], out[3];
    zn_status st;

    if (!zni_unit3(axis, n))
        return zn_fail(r->ctx, ZN_EINVAL,
                       "joint '%s': the axis (%g, %g, %g) has no direction",
                       r->name, axis[0], axis[1], axis[2]);
    zn_contact_frame(n, E);
    zni_joint_seen(q1, n, out);
    st = zni_joint_constant(r, ZNI_JOINT_A1, 3, out);
    for (int k = 0; !st && k < 3; k++) {
        /* the second axis of a universal joint is at right angles */
        const bool cross = class_of(r) == &zni_relation_universal && k == 0;
        zni_joint_seen(q2, E + (cross ? 3 : 3 * k), out);
        st = zni_joint_constant(r, at[k], 3, out);
    }
    return st;
}

/* The orientation of body 1 seen from body 2. */
zn_status zni_joint_set_reference(zn_relation *r, const double *q1,
                                  const double *q2)
{
    double p[4];

    memcpy(p, q1 + 3, sizeof p);
    if (q2) {
        const double back[4] = {q2[3], -q2[4], -q2[5], -q2[6]};
        zn_quaternion_product(back, p, p);
    }
    zn_quaternion_normalise(p);
    return zni_joint_constant(r, ZNI_JOINT_REF, 4, p);
}

bool zni_joint_is(const zn_relation_type *type)
{
    return type->slots == slots;
}

void zni_joint_anchor(const zn_relation *r, int body, double out[3])
{
    const double none[3] = {0};
    const bool is = zni_joint_is(r->type);

    memcpy(out,
           is ? zni_joint_value(r, body == 1 ? ZNI_JOINT_RHO1 : ZNI_JOINT_RHO2)
              : none,
           3 * sizeof *out);
}

/* An empty joint of a class between those systems. */
zn_status zni_joint_make(zn_ctx *ctx, const char *cls, const char *name,
                         const zn_ds *d1, const zn_ds *d2, zn_relation **out)
{
    const zn_type *type;
    zn_status st = zni_joint_find(ctx, cls, zni_joint_is, "joint", &type);

    *out = NULL;
    if (!st && !d1)
        st = zn_fail(ctx, ZN_EINVAL, "its first body is not given (NULL)");
    if (!st && (d1->nq != 7 || (d2 && d2->nq != 7)))
        st = zn_fail(ctx, ZN_EINVAL, "'%s' is no rigid body",
                     d1->nq != 7 ? d1->owner.name : d2->owner.name);
    if (st)
        return zn_note(ctx, st, "joint '%s'", name ? name : "");
    return zn_relation_new(ctx, cls, name,
                           ((const zni_joint_type *)(const void *)type)->rows,
                           d2 ? 14 : 7, out);
}

static zn_status finish(zn_status st, zn_relation *r, zn_relation **out)
{
    if (st)
        zn_relation_free(r);
    else
        *out = r;
    return st;
}

/* One point and no axis: is that enough for its class? */
static zn_status without_axis(const zn_relation *r)
{
    const zni_joint_type *c = class_of(r);
    const bool two = c->blocks->make == zni_joint_distance ||
                     c->blocks->make == zni_joint_length;

    if (!two && !needs(c))
        return ZN_OK;
    return zn_fail(r->ctx, ZN_EINVAL, "joint '%s': '%s' needs %s", r->name,
                   r->type->type.name,
                   two ? "two points (zn_joint_between)" : "an axis");
}

zn_status zn_joint_new(zn_ctx *ctx, const char *cls, const char *name,
                       const zn_ds *d1, const zn_ds *d2, const double point[3],
                       const double axis[3], zn_relation **out)
{
    const double *q1 = d1 ? zni_ds_start(d1) : NULL, *q2 = d2 ? zni_ds_start(d2) : NULL;
    zn_relation *r;
    zn_status st = zni_joint_make(ctx, cls, name, d1, d2, &r);

    *out = NULL;
    if (st)
        return st;
    if (!point)
        st = zn_fail(ctx, ZN_EINVAL, "joint '%s': its point is not given (NULL)", r->name);
    if (!st)
        st = zni_joint_set_points(r, q1, q2, point, point);
    if (!st)
        st = axis ? set_axes(r, q1, q2, axis) : without_axis(r);
    if (!st)
        st = zni_joint_set_reference(r, q1, q2);
    return finish(st, r, out);
}

zn_status zn_joint_between(zn_ctx *ctx, const char *cls, const char *name,
                           const zn_ds *d1, const zn_ds *d2,
                           const double on1[3], const double on2[3],
                           zn_relation **out)
{
    const bool given = on1 && on2;
    const double d[3] = {given ? on1[0] - on2[0] : 0, given ? on1[1] - on2[1] : 0,
                         given ? on1[2] - on2[2] : 0};
    const double length = sqrt(zni_dot3(d, d));
    zn_relation *r;
    zn_status st = zni_joint_make(ctx, cls, name, d1, d2, &r);

    *out = NULL;
    if (st)
        return st;
    if (!given)
        st = zn_fail(ctx, ZN_EINVAL, "joint '%s': its point on body %d is not given (NULL)", r->name,
                     on1 ? 2 : 1);
    else if (!(length > 0))
        st = zn_fail(ctx, ZN_EINVAL,
                     "joint '%s': both points are (%g, %g, %g), which leaves "
                     "no direction between them",
                     r->name, on1[0], on1[1], on1[2]);
    if (!st)
        st = zni_joint_set_points(r, zni_ds_start(d1), d2 ? zni_ds_start(d2) : NULL, on1, on2);
    if (!st)
        st = zni_joint_constant(r, ZNI_JOINT_LENGTH, 1, &length);
    return finish(st, r, out);
}
