/* gear.c - gears, racks and couplers: the turns of two bodies in a fixed ratio
 *
 * The angle of gear i is counted about its axis a_i from a direction c_i that the two
 * axes carry with them, and that no row has to know a third body for:
 *
 *   gear        c_1 = c_2 = d = P1 - P2, the line of centres
 *   bevel-gear  c_1 = R2 a_2, c_2 = R1 a_1, the other axis
 *   coupler     a direction of the world
 *
 * With m_i normal to a_i where angle_i = 0 and c = R_i' c_i,
 *
 *   angle_i = -atan2((a_i x m_i).c, m_i.c), and the full turns nearest to the last,
 *   d angle_i/dt = (c x g).Omega_i - (R_i g).c_i',   g = a_i x c / |a_i x c|^2,
 *   y = r_1 angle_1 + r_2 angle_2.
 *
 * Where |d| = r_1 + r_2 the row of `gear` is the relative velocity of both bodies at the pitch
 * point, along the common tangent of the pitch circles. A rack is straight: its frame takes
 * the place of the line of centres,
 *
 *   rack        y = R2 b . d - r_1 turn,   b the direction of its teeth
 *
 * Two slides whose axes stand still are coupled without turns, by their centres,
 *
 *   slide-coupler  y = r_1 l_1.(x_1 - x_1(0)) + r_2 l_2.(x_2 - x_2(0)), l_i of the world
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/joint.h"

#include <zeno/mechanics.h>

#include <math.h>
#include <string.h>

#include "solvers/core/core.h"

/* One gear of a pair, as its rows see it. */
typedef struct wheel {
    const double *R, *a, *m; /* frame; axis and normal in it */
    double radius;
    double c[3]; /* direction that the angle is counted from, inertial frame */
} wheel;

static const int axes[2] = {ZNI_JOINT_A1, ZNI_JOINT_A2},
                 normals[2] = {ZNI_JOINT_M1, ZNI_JOINT_B1},
                 radii[2] = {ZNI_JOINT_RADIUS1, ZNI_JOINT_RADIUS2},
                 lines[2] = {ZNI_JOINT_LINE1, ZNI_JOINT_LINE2};

static void look(const zn_relation *r, int kind, const zni_frames *f, int i,
                 wheel *w)
{
    const double *R[2] = {f->R1, f->R2};

    w->R = R[i];
    w->a = zni_joint_value(r, axes[i]);
    w->m = zni_joint_value(r, normals[i]);
    w->radius = *zni_joint_value(r, radii[i]);
    if (kind == ZNI_GEAR_LINE)
        zni_joint_separation(r, f, w->c);
    else if (kind == ZNI_GEAR_AXES)
        zni_mul3(R[1 - i], zni_joint_value(r, axes[1 - i]), w->c);
    else
        memcpy(w->c, zni_joint_value(r, lines[i]), sizeof w->c);
}

/* out = R' x */
static void back(const double R[9], const double x[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = zni_dot3(R + 3 * i, x);
}

/* The angle nearest to `near`; c in the frame of the gear, and g. */
static double angle(const wheel *w, double near, double c[3], double g[3])
{
    const double turn = 4 * acos(0);
    double n[3], now;

    back(w->R, w->c, c);
    zni_cross(w->a, w->m, n);
    now = -atan2(zni_dot3(n, c), zni_dot3(w->m, c));
    zni_cross(w->a, c, g);
    const double s = zni_dot3(g, g);
    for (int i = 0; i < 3; i++)
        g[i] = s > 0 ? g[i] / s : 0;
    return now + turn * rint((near - now) / turn);
}

void zni_gear_angles(const zn_relation *r, int kind, const zni_frames *f,
                     double out[2])
{
    double c[3], g[3];
    wheel w;

    for (int i = 0; i < 2; i++) {
        look(r, kind, f, i, &w);
        out[i] = angle(&w, f->turned[i], c, g);
    }
}

/* H(Omega of body i) += f x' */
static void add(const zni_frames *f, int i, zn_index ld, double factor,
                const double x[3], double H[])
{
    for (int j = 0; (i == 0 || f->q2) && j < 3; j++)
        H[(6 * i + 3 + j) * ld] += factor * x[j];
}

void zni_joint_gear(const zn_relation *r, const int at[2], const zni_frames *f,
                    zn_index ld, double h[], double H[])
{
    const int kind = at[0];
    double own[2][3], line[3] = {0}, world[2][3];
    wheel w[2];

    if (h)
        *h = 0;
    for (int i = 0; i < 2; i++) {
        double c[3], g[3];
        look(r, kind, f, i, &w[i]);
        const double now = angle(&w[i], f->turned[i], c, g);
        if (h)
            *h += w[i].radius * now;
        zni_cross(c, g, own[i]);
        zni_mul3(w[i].R, g, world[i]);
        for (int j = 0; kind == ZNI_GEAR_LINE && j < 3; j++)
            line[j] -= w[i].radius * world[i][j];
    }
    if (!H)
        return;
    zni_joint_along(r, f, ld, line, H);
    for (int i = 0; i < 2; i++) {
        const int k = 1 - i;
        double x[3], y[3];
        add(f, i, ld, w[i].radius, own[i], H);
        back(w[k].R, world[i], x);
        zni_cross(w[k].a, x, y);
        if (kind == ZNI_GEAR_AXES)
            add(f, k, ld, -w[i].radius, y, H);
    }
}

void zni_joint_slides(const zn_relation *r, const int at[2], const zni_frames *f,
                      zn_index ld, double h[], double H[])
{
    const double *x[2] = {f->q1, f->q2};

    (void)at;
    if (h)
        *h = -*zni_joint_value(r, ZNI_JOINT_LENGTH);
    for (int i = 0; i < 2 && x[i]; i++) {
        const double *along = zni_joint_value(r, lines[i]);
        const double factor = *zni_joint_value(r, radii[i]);
        if (h)
            *h += factor * zni_dot3(along, x[i]);
        for (int j = 0; H && j < 6; j++)
            H[(6 * i + j) * ld] = j < 3 ? factor * along[j] : 0;
    }
}

/* ---- from what is seen at the beginning -------------------------------------------- */

/* Both must have a direction; the unit vector in the frame at q (NULL: the world). */
static zn_status set_direction(zn_relation *r, int at, const double *q,
                               const double x[3], const char *what)
{
    double unit[3];

    if (!zni_unit3(x, unit))
        return zn_fail(r->ctx, ZN_EINVAL, "%s (%g, %g, %g) has no direction",
                       what, x[0], x[1], x[2]);
    zni_joint_seen(q, unit, unit);
    return zni_joint_constant(r, at, 3, unit);
}

/* Where angle i is 0: c_i, seen along the axis. */
static zn_status set_zero(zn_relation *r, int kind, int i, const double *q,
                          const zn_gear *gear, const double from[3])
{
    const double *a = gear[i].axis;
    const double aa = zni_dot3(a, a), cc = zni_dot3(from, from);
    double m[3];

    for (int j = 0; j < 3; j++)
        m[j] = from[j] - zni_dot3(a, from) / aa * a[j];
    if (!(zni_dot3(m, m) > 1e-12 * cc)) {
        const bool line = kind == ZNI_GEAR_LINE;
        const double *x = line ? gear[0].point : gear[0].axis,
                     *y = line ? gear[1].point : gear[1].axis;
        return zn_fail(
            r->ctx, ZN_EINVAL,
            line
                ? "the points (%g, %g, %g) and (%g, %g, %g) lie on one line "
                  "along axis %d, which leaves no line of centres; take "
                  "'bevel-gear' where axes meet, 'coupler' where they are one"
                : "of the axes (%g, %g, %g) and (%g, %g, %g), axis %d is along "
                  "the other; take 'gear' or 'coupler' for parallel axes",
            x[0], x[1], x[2], y[0], y[1], y[2], i + 1);
    }
    return set_direction(r, normals[i], q, m, "the line of centres");
}

static zn_status set_radius(zn_relation *r, int i, double radius)
{
    if (!(fabs(radius) > 0) || !isfinite(radius))
        return zn_fail(r->ctx, ZN_EINVAL,
                       "radius %d is %g, must be a number other than 0", i + 1,
                       radius);
    return zni_joint_constant(r, radii[i], 1, &radius);
}

static zn_status set_wheel(zn_relation *r, int kind, int i, const double *q,
                           const zn_gear *gear)
{
    const zn_gear *other = &gear[1 - i];
    double from[3], E[9];
    zn_status st;

    st = set_radius(r, i, gear[i].radius);
    if (st)
        return st;
    if (kind == ZNI_GEAR_WORLD) {
        const double *a = gear[i].axis;
        const double length = sqrt(zni_dot3(a, a));
        const double n[3] = {a[0] / length, a[1] / length, a[2] / length};
        zn_contact_frame(n, E);
        memcpy(from, E + 3, sizeof from);
        st = zni_joint_constant(r, lines[i], 3, from);
    } else {
        for (int j = 0; j < 3; j++)
            from[j] = kind == ZNI_GEAR_AXES
                          ? other->axis[j]
                          : gear[0].point[j] - gear[1].point[j];
    }
    return st ? st : set_zero(r, kind, i, q, gear, from);
}

/* A rack wants a direction along which its pinion can roll. */
static zn_status set_rack(zn_relation *r, const zn_gear gear[2])
{
    const double *a = gear[0].axis, *b = gear[1].axis;

    if (!(fabs(zni_dot3(a, b)) <= 1e-6 * sqrt(zni_dot3(a, a) * zni_dot3(b, b))))
        return zn_fail(r->ctx, ZN_EINVAL,
                       "the rack goes along (%g, %g, %g), which is not at "
                       "right angles to the axis (%g, %g, %g) of its pinion",
                       b[0], b[1], b[2], a[0], a[1], a[2]);
    return set_radius(r, 0, gear[0].radius);
}

static zn_status set_slides(zn_relation *r, const double *const q[2],
                            const zn_gear gear[2])
{
    static const char *const axis[2] = {"axis 1", "axis 2"};
    double start = 0;
    zn_status st = ZN_OK;

    for (int i = 0; !st && i < 2; i++) {
        st = set_radius(r, i, gear[i].radius);
        if (!st)
            st = set_direction(r, lines[i], NULL, gear[i].axis, axis[i]);
        if (!st && q[i])
            start += gear[i].radius *
                     zni_dot3(zni_joint_value(r, lines[i]), q[i]);
    }
    return st ? st : zni_joint_constant(r, ZNI_JOINT_LENGTH, 1, &start);
}

/* The point of the rack beside the pinion, where y = 0. */
static void beside(const zn_gear gear[2], double foot[3])
{
    const double *b = gear[1].axis, bb = zni_dot3(b, b);
    double d[3];

    for (int j = 0; j < 3; j++)
        d[j] = gear[0].point[j] - foot[j];
    const double along = zni_dot3(b, d);
    for (int j = 0; j < 3 && bb > 0; j++)
        foot[j] += along / bb * b[j];
}

static zn_status fill(zn_relation *r, const zn_ds *d1, const zn_ds *d2,
                      const zn_gear gear[2])
{
    static const char *const axis[2] = {"axis 1", "axis 2"};
    const double *q[2] = {zni_ds_start(d1), d2 ? zni_ds_start(d2) : NULL};
    const zni_joint_type *cls = (const void *)r->type;
    const bool rack = cls->blocks->make == zni_joint_rack;
    double foot[3];
    zn_status st;

    if (cls->blocks->make == zni_joint_slides)
        return set_slides(r, q, gear);
    memcpy(foot, gear[1].point, sizeof foot);
    if (rack)
        beside(gear, foot);
    st = zni_joint_set_points(r, q[0], q[1], gear[0].point, foot);
    for (int i = 0; !st && i < 2; i++)
        st = set_direction(r, axes[i], q[i], gear[i].axis, axis[i]);
    if (!st && rack) {
        st = set_rack(r, gear);
        return st ? st : zni_joint_set_reference(r, q[0], q[1]);
    }
    for (int i = 0; !st && i < 2; i++)
        st = set_wheel(r, cls->blocks->at[0], i, q[i], gear);
    return st;
}

zn_status zn_gear_new_sized(zn_ctx *ctx, const char *cls, const char *name,
                            const zn_ds *d1, const zn_ds *d2,
                            const zn_gear gear[], size_t size,
                            zn_relation **out)
{
    zn_gear pair[2] = {0};
    zn_relation *r = NULL;
    zn_status st = zni_joint_make(ctx, cls, name, d1, d2, &r);

    *out = NULL;
    if (st)
        return st;
    for (int i = 0; i < 2; i++)
        zni_copy_sized((const char *)gear + (size_t)i * size, size, &pair[i],
                       sizeof *pair);
    if (!((const zni_joint_type *)(const void *)r->type)->gear)
        st = zn_fail(ctx, ZN_EINVAL,
                     "joint '%s': '%s' is no gear; there are gear, bevel-gear, "
                     "coupler, rack, slide-coupler",
                     r->name, cls);
    else
        st = zn_note(ctx, fill(r, d1, d2, pair), "%s '%s'", cls, r->name);
    if (st)
        zn_relation_free(r);
    else
        *out = r;
    return st;
}
