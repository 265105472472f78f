/* planar_joint.c - joints of the plane, between systems with q = (x, y, angle)
 *
 * rho_i: anchor in body i, a and b: axis and its normal in body 2, d = x1 + R1 rho1 - x2 -
 * R2 rho2, k x (p, q) = (-q, p):
 *
 *   point    d                    (e, e.k x R1 rho1, -e, -e.k x R2 rho2),  e = e_x, e_y
 *   across   R2 b . d             the same along e = R2 b, and (k x R2 b).d for angle 2
 *   along    R2 a . d             likewise
 *   turn     angle 1 - angle 2 - reference
 *   length   |d|                  along e = d/|d|
 *   gear     r1 (angle 1 - phi) + r2 (angle 2 - phi) - reference,   phi the turn of d
 *   rack     R2 a . d - r1 (angle 1 - angle 2) - reference
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/joint.h"
#include "kernel/mechanics/planar.h"
#include "kernel/mechanics/rows.h"
#include "kernel/model/difference.h"

#include <zeno/mechanics.h>
#include <zeno/plugin.h>

#include <math.h>
#include <string.h>

enum { POINT1, POINT2, AXIS, REFERENCE, SIGN, LIMIT, RATE, RADII };

static const zn_slot slots[] = {
    [POINT1] = {"point1", NULL, '2', '1', true,
                "joint point in the frame of body 1 (m); absent: 0"},
    [POINT2] = {"point2", NULL, '2', '1', true,
                "the same of body 2, or in the world (m)"},
    [AXIS] = {"axis", NULL, '2', '1', true,
              "direction of sliding in body 2, length 1; of gears that of "
              "their line of centres at first, inertial frame"},
    [REFERENCE] = {"reference", NULL, '1', '1', true,
                   "angle 1 - angle 2 where turn is 0 (rad); of gears the "
                   "coordinate there (m); absent: 0"},
    [SIGN] = {"sign", NULL, '1', '1', true,
              "y = sign (coordinate - limit); absent: 1"},
    [LIMIT] =
        {"limit", "S2", '1', '1', true,
         "of the coordinate (m or rad), or its course in time; absent: 0"},
    [RATE] = {"limit_dot", "S2", '1', '1', true, "d limit/dt (m/s or rad/s)"},
    [RADII] = {"radii", NULL, '2', '1', true,
               "of the pitch circles of gears (m); of a rack the first"},
    {0},
};

static const zni_planar_joint *class_of(const zn_relation *r)
{
    return (const zni_planar_joint *)(const void *)r->type;
}

static const double *value(const zn_relation *r, int i)
{
    static const double zero[2] = {0};

    return r->ops[i].value ? r->ops[i].value : zero;
}

/* out = R(angle) x */
static void turn(double angle, const double x[2], double out[2])
{
    const double c = cos(angle), s = sin(angle);
    const double a = x[0], b = x[1];

    out[0] = c * a - s * b;
    out[1] = s * a + c * b;
}

static double cross(const double a[2], const double b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

/* What the blocks see; q2 NULL: the world. */
typedef struct seen {
    const double *q2;
    double r1[2], r2[2], d[2]; /* lever arms and separation */
    double angle2;
} seen;

static void look(const zn_relation *r, const double q[], seen *f)
{
    f->q2 = r->nq > 3 ? q + 3 : NULL;
    f->angle2 = f->q2 ? f->q2[2] : 0;
    turn(q[2], value(r, POINT1), f->r1);
    turn(f->angle2, value(r, POINT2), f->r2);
    for (int i = 0; i < 2; i++)
        f->d[i] = q[i] + f->r1[i] - (f->q2 ? f->q2[i] : 0) - f->r2[i];
}

/* The row of the velocity of separation along e. */
static void along(const seen *f, const double e[2], zn_index ld, double H[])
{
    const double row[6] = {e[0],  e[1],  cross(f->r1, e),
                           -e[0], -e[1], -cross(f->r2, e)};

    for (int j = 0; j < (f->q2 ? 6 : 3); j++)
        H[j * ld] = row[j];
}

static int of_point(const seen *f, zn_index ld, double h[], double H[])
{
    static const double e[2][2] = {{1, 0}, {0, 1}};

    for (int i = 0; i < 2; i++) {
        if (h)
            h[i] = f->d[i];
        if (H)
            along(f, e[i], ld, H + i);
    }
    return 2;
}

static int of_direction(const seen *f, const double e[2], zn_index ld,
                        double h[], double H[])
{
    if (h)
        *h = dot(e, f->d);
    if (H)
        along(f, e, ld, H);
    if (H && f->q2) /* it turns with body 2 */
        H[5 * ld] += cross(e, f->d);
    return 1;
}

static int of_turn(const zn_relation *r, const seen *f, const double q[],
                   zn_index ld, double h[], double H[])
{
    if (h)
        *h = q[2] - f->angle2 - value(r, REFERENCE)[0];
    for (int j = 0; H && j < (f->q2 ? 6 : 3); j++)
        H[j * ld] = j == 2 ? 1 : j == 5 ? -1 : 0;
    return 1;
}

static int of_length(const seen *f, zn_index ld, double h[], double H[])
{
    const double length = hypot(f->d[0], f->d[1]);
    /* two points in one place have no direction: any is as good */
    const double e[2] = {length > 0 ? f->d[0] / length : 1,
                         length > 0 ? f->d[1] / length : 0};

    if (h)
        *h = length;
    if (H)
        along(f, e, ld, H);
    return 1;
}

/* The turn of the line of centres from where it was at first, the nearest to the last one; then
 * within half a turn, and full turns that are given. */
static double line(const zn_relation *r, const seen *f, const zni_turned *last)
{
    const double *from = value(r, AXIS), full = 4 * acos(0),
                 now = atan2(cross(from, f->d), dot(from, f->d));

    if (!last)
        return now;
    return now + full * (last->started != 0
                             ? rint((last->angle[0] - now) / full)
                             : last->turns);
}

static int of_gear(const zn_relation *r, const seen *f, const zni_turned *last,
                   const double q[], zn_index ld, double h[], double H[])
{
    const double *radius = value(r, RADII), sum = radius[0] + radius[1];
    const double s = dot(f->d, f->d);
    const double e[2] = {s > 0 ? sum * f->d[1] / s : 0,
                         s > 0 ? -sum * f->d[0] / s : 0};

    if (h)
        *h = radius[0] * q[2] + radius[1] * f->angle2 - sum * line(r, f, last) -
             value(r, REFERENCE)[0];
    if (!H)
        return 1;
    along(f, e, ld, H);
    H[2 * ld] += radius[0];
    if (f->q2)
        H[5 * ld] += radius[1];
    return 1;
}

static int of_rack(const zn_relation *r, const seen *f, const double e[2],
                   const double q[], zn_index ld, double h[], double H[])
{
    const double radius = value(r, RADII)[0];

    of_direction(f, e, ld, h, H);
    if (h)
        *h -= radius * (q[2] - f->angle2) + value(r, REFERENCE)[0];
    if (H)
        H[2 * ld] -= radius;
    if (H && f->q2)
        H[5 * ld] += radius;
    return 1;
}

/* All blocks: y, or H. */
static void blocks(const zn_relation *r, const zni_turned *last,
                   const double q[], double h[], double H[])
{
    const double *axis = value(r, AXIS), normal[2] = {-axis[1], axis[0]};
    double e[2];
    seen f;

    look(r, q, &f);
    for (const char *b = class_of(r)->blocks; *b; b++) {
        int n = 0;
        turn(f.angle2, *b == 'n' ? normal : axis, e);
        switch (*b) {
        case 'p':
            n = of_point(&f, r->ny, h, H);
            break;
        case 'n':
        case 'a':
            n = of_direction(&f, e, r->ny, h, H);
            break;
        case 't':
            n = of_turn(r, &f, q, r->ny, h, H);
            break;
        case 'l':
            n = of_length(&f, r->ny, h, H);
            break;
        case 'g':
            n = of_gear(r, &f, last, q, r->ny, h, H);
            break;
        case 'r':
            n = of_rack(r, &f, e, q, r->ny, h, H);
            break;
        }
        h = h ? h + n : NULL;
        H = H ? H + n : NULL;
    }
}

static zn_status output(const zn_relation *r, const void *data, double t,
                        const double q[], const double lambda[], double y[])
{
    (void)lambda;
    blocks(r, data, q, y, NULL);
    return class_of(r)->coordinate ? zni_coordinate_output(r, LIMIT, t, y)
                                   : ZN_OK;
}

static zn_status jac(const zn_relation *r, const void *data, double t,
                     const double q[], const double lambda[], double H[])
{
    (void)t, (void)lambda;
    blocks(r, data, q, NULL, H);
    if (class_of(r)->coordinate)
        zni_coordinate_rows(r, LIMIT, r->nq, H);
    return ZN_OK;
}

static zn_status rate(const zn_relation *r, const void *data, double t,
                      const double q[], double out[])
{
    (void)data, (void)q;
    return zni_coordinate_rate(r, LIMIT, t, out);
}

/* The line of centres at the end of a step: it may go round and round. */
static zn_status commit(const zn_relation *r, void *data, double t,
                        const double q[], const double u[],
                        const double lambda[])
{
    zni_turned *last = data;
    seen f;

    (void)t, (void)u, (void)lambda;
    look(r, q, &f);
    last->angle[0] = line(r, &f, last);
    last->started = 1;
    return ZN_OK;
}

static zn_status acceleration(const zn_relation *r, const void *data, double t,
                              const double q[], const double qdot[],
                              double out[])
{
    const zn_status st = zni_rows_acceleration(
        r, data, t, q, qdot, 3, zni_difference_time(r->nq, q, qdot), out);

    return !st && class_of(r)->coordinate
               ? zni_coordinate_acceleration(r, LIMIT, t, out)
               : st;
}

static bool forces(const zn_relation *r, zn_index row)
{
    for (const char *b = class_of(r)->blocks; *b; row -= *b == 'p' ? 2 : 1, b++)
        if (row < (*b == 'p' ? 2 : 1))
            return *b != 't';
    return false;
}

static zn_status seal(zn_relation *r, zn_findings *f)
{
    const zni_planar_joint *c = class_of(r);
    const double *axis = r->ops[AXIS].value;
    const bool needs = strpbrk(c->blocks, "narg") != NULL;

    if (r->ny != c->rows || (r->nq != 3 && r->nq != 6))
        zn_findings_add(
            f,
            "relation '%s' (%s): ny = %td, nq = %td, must be %d and "
            "3 (body and world) or 6 (two bodies)",
            r->name, r->type->type.name, r->ny, r->nq, c->rows);
    if (needs && !axis)
        zn_findings_add(f, "relation '%s' (%s): axis is not given", r->name,
                        r->type->type.name);
    else if (needs && !(fabs(hypot(axis[0], axis[1]) - 1) <= 1e-8))
        zn_findings_add(f,
                        "relation '%s' (%s): the axis (%g, %g) has length "
                        "%.9g, must be 1",
                        r->name, r->type->type.name, axis[0], axis[1],
                        hypot(axis[0], axis[1]));
    if (strpbrk(c->blocks, "gr") && !r->ops[RADII].value)
        zn_findings_add(f, "relation '%s' (%s): radii are not given", r->name,
                        r->type->type.name);
    return ZN_OK;
}

static void varies(const zn_relation *r, zn_relation_variability *out)
{
    out->C = ZN_WITH_STATE;
    out->e = ZN_WITH_STATE |
             (zni_coordinate_moves(r, LIMIT) ? ZN_WITH_TIME : ZN_ZERO);
}

#define JOINT(ident, title, text, what, count, of, ...)                        \
    const zni_planar_joint zni_relation_##ident##_planar = {                   \
        .relation = {.type = {.size = sizeof(zni_planar_joint),                \
                              .kind = ZN_KIND_RELATION,                        \
                              .name = title "-planar",                         \
                              .summary = text},                                \
                     .families = 1u << ZN_SECOND_ORDER,                        \
                     .slots = slots,                                           \
                     .seal = seal,                                             \
                     .varies = varies,                                         \
                     .output = output,                                         \
                     .jac_v = jac,                                             \
                     .dh_dt = of ? rate : NULL,                                \
                     .acceleration = acceleration,                             \
                     .forces = forces,                                         \
                     __VA_ARGS__},                                             \
        .blocks = what,                                                        \
        .rows = count,                                                         \
        .coordinate = of}

JOINT(revolute, "revolute", "hinge in the plane: a point in common", "p", 2,
      false, .data_size = 0);
JOINT(prismatic, "prismatic", "slider in the plane", "nt", 2, false,
      .data_size = 0);
JOINT(fixed, "fixed", "welded together in the plane", "pt", 3, false,
      .data_size = 0);
JOINT(slot, "slot", "a point of body 1 on a line of body 2, in the plane", "n",
      1, false, .data_size = 0);
JOINT(turn, "turn", "relative angle in the plane, for stops, springs, drives",
      "t", 1, true, .data_size = 0);
JOINT(slide, "slide", "advance along an axis in the plane, for the same", "a",
      1, true, .data_size = 0);
JOINT(length, "length", "distance of two points in the plane, for the same",
      "l", 1, true, .data_size = 0);
JOINT(gear, "gear", "two gears in the plane, their centres carried", "g", 1,
      true, .data_size = sizeof(zni_turned), .commit = commit);
JOINT(rack, "rack", "a pinion that rolls on a rack in the plane", "r", 1, true,
      .data_size = 0);

/* ---- by what is seen at the beginning ------------------------------------------- */

/* A point of the world in the frame of a body (NULL: the world). */
static void into(const zn_ds *ds, const double at[2], double out[2])
{
    const double *q = ds ? zni_ds_start(ds) : NULL;
    const double arm[2] = {at[0] - (q ? q[0] : 0), at[1] - (q ? q[1] : 0)};

    turn(q ? -q[2] : 0, arm, out);
}

bool zni_planar_joint_is(const zn_relation_type *type)
{
    return type->slots == slots;
}

void zni_planar_anchor(const zn_relation *r, int body, double out[2])
{
    const double none[2] = {0};
    const double *from = zni_planar_joint_is(r->type)
                             ? value(r, body == 1 ? POINT1 : POINT2)
                             : none;

    memcpy(out, from, sizeof none);
}

static zn_status make(zn_ctx *ctx, const char *cls, const char *name,
                      const zn_ds *d1, const zn_ds *d2, zn_relation **out)
{
    const zn_type *type;
    zn_status st =
        zni_joint_find(ctx, cls, zni_planar_joint_is, "joint of the plane", &type);

    if (!st && (d1->nq != 3 || (d2 && d2->nq != 3)))
        st = zn_fail(ctx, ZN_EINVAL,
                     "'%s' has %d coordinates, a body of the plane has x, y "
                     "and an angle",
                     d1->nq != 3 ? d1->owner.name : d2->owner.name,
                     d1->nq != 3 ? d1->nq : d2->nq);
    if (st)
        return zn_note(ctx, st, "joint '%s'", name ? name : "");
    return zn_relation_new(ctx, cls, name,
                           ((const zni_planar_joint *)(const void *)type)->rows,
                           d2 ? 6 : 3, out);
}

static zn_status fill(zn_relation *r, const zn_ds *d1, const zn_ds *d2,
                      const double on1[2], const double on2[2],
                      const double axis[2])
{
    const double angle = zni_ds_start(d1)[2] - (d2 ? zni_ds_start(d2)[2] : 0);
    double x[2];
    zn_status st;

    into(d1, on1, x);
    st = zn_operator_set_constant(&r->ops[POINT1], 2, 1, x);
    into(d2, on2, x);
    if (!st)
        st = zn_operator_set_constant(&r->ops[POINT2], 2, 1, x);
    if (!st)
        st = zn_operator_set_constant(&r->ops[REFERENCE], 1, 1, &angle);
    if (st || !axis)
        return st;
    const double length = hypot(axis[0], axis[1]);
    const double e[2] = {axis[0] / length, axis[1] / length};
    if (!(length > 0) || !isfinite(length))
        return zn_fail(r->ctx, ZN_EINVAL,
                       "joint '%s': the axis (%g, %g) has no direction",
                       r->name, axis[0], axis[1]);
    turn(d2 ? -zni_ds_start(d2)[2] : 0, e, x);
    return zn_operator_set_constant(&r->ops[AXIS], 2, 1, x);
}

zn_status zn_planar_joint_new(zn_ctx *ctx, const char *cls, const char *name,
                              const zn_ds *d1, const zn_ds *d2,
                              const double on1[2], const double on2[2],
                              const double axis[2], zn_relation **out)
{
    zn_relation *r = NULL;
    zn_status st = make(ctx, cls, name, d1, d2, &r);

    *out = NULL;
    if (!st)
        st = fill(r, d1, d2, on1, on2 ? on2 : on1, axis);
    if (st)
        zn_relation_free(r);
    else
        *out = r;
    return st;
}

/* Radii, and the coordinate at the initial positions: it is 0 there. */
static zn_status mesh(zn_relation *r, const zn_ds *d1, const zn_ds *d2,
                      const double radius[2])
{
    const double none = 0;
    double q[6], first;
    zn_status st = zn_operator_set_constant(&r->ops[RADII], 2, 1, radius);

    memcpy(q, zni_ds_start(d1), 3 * sizeof *q);
    if (d2)
        memcpy(q + 3, zni_ds_start(d2), 3 * sizeof *q);
    if (!st)
        st = zn_operator_set_constant(&r->ops[REFERENCE], 1, 1, &none);
    if (st)
        return st;
    blocks(r, NULL, q, &first, NULL);
    return zn_operator_set_constant(&r->ops[REFERENCE], 1, 1, &first);
}

zn_status zn_planar_gear_new(zn_ctx *ctx, const char *cls, const char *name,
                             const zn_ds *d1, const zn_ds *d2,
                             const double on1[2], const double on2[2],
                             const double radius[2], const double axis[2],
                             zn_relation **out)
{
    const bool rack = strcmp(cls, "rack-planar") == 0;
    const double far = hypot(on1[0] - on2[0], on1[1] - on2[1]);
    zn_relation *r = NULL;
    zn_status st = ZN_OK;

    *out = NULL;
    if (!rack && strcmp(cls, "gear-planar") != 0)
        st = zn_fail(ctx, ZN_EINVAL, "relation '%s' is no gear of the plane",
                     cls);
    else if (radius[0] == 0 || (!rack && radius[1] == 0) ||
             !isfinite(radius[0]) || !isfinite(radius[1]))
        st = zn_fail(ctx, ZN_EINVAL, "radii %g and %g, must not be 0",
                     radius[0], radius[1]);
    else if (rack && !axis)
        st = zn_fail(ctx, ZN_EINVAL, "a rack needs its axis");
    else if (!rack && !(far > 0))
        st = zn_fail(ctx, ZN_EINVAL,
                     "both centres are (%g, %g): there is no line of centres",
                     on1[0], on1[1]);
    if (!st)
        st = make(ctx, cls, name, d1, d2, &r);
    if (!st)
        st = fill(r, d1, d2, on1, on2, rack ? axis : NULL);
    if (!st && !rack)
        st = zn_operator_set_constant(
            &r->ops[AXIS], 2, 1,
            (const double[]){(on1[0] - on2[0]) / far, (on1[1] - on2[1]) / far});
    if (!st)
        st = mesh(r, d1, d2, radius);
    if (st)
        zn_relation_free(r);
    else
        *out = r;
    return zn_note(ctx, st, "gears '%s'", name ? name : "");
}

zn_status zn_planar_body_new(zn_ctx *ctx, const char *name, double mass,
                             double inertia, const double q0[3],
                             const double v0[3], zn_ds **out)
{
    const double M[3] = {mass, mass, inertia};
    zn_status st = zn_ds_new(ctx, "lagrangian-linear", name, 3, q0, v0, out);

    if (!st && !(mass > 0 && inertia > 0))
        st = zn_fail(ctx, ZN_EINVAL,
                     "body '%s': mass %g kg, inertia %g kg m^2, must be > 0",
                     name, mass, inertia);
    if (!st)
        st = zn_ds_set_diagonal(*out, "mass", 3, M);
    if (st && *out) {
        zn_ds_free(*out);
        *out = NULL;
    }
    return st;
}
