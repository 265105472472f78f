/* contact_shapes.c - ready contacts: spheres, discs, points and planes
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/contact.h"

#include <math.h>

/* An operator, or what the data of the interaction have in its place. */
static const double *value_or(const zn_relation *r, int i, const double data[])
{
    return zni_contact_given(r, i) ? r->ops[i].value : data;
}

/* ---- points and normal, by the user or from the data -------------------------------- */

/* A point of the data in the inertial frame; q NULL: it is there already. */
static void carry(bool plane, const double q[], const double x[], double out[])
{
    if (q && plane) {
        const double c = cos(q[2]), s = sin(q[2]);
        out[0] = q[0] + c * x[0] - s * x[1];
        out[1] = q[1] + s * x[0] + c * x[1];
        return;
    }
    if (q)
        zn_rotate(q + 3, x, out);
    for (int i = 0; i < (plane ? 2 : 3); i++)
        out[i] = q ? q[i] + out[i] : x[i];
}

/* P1 and P2 fixed to their bodies, the normal to the world. */
static void touch_data(const zn_relation *r, const double data[],
                       const double q[], zni_touch *out)
{
    const int n = (int)zni_operator_rows(&r->ops[0]) / 3;
    const zn_index nq = n == 2 ? 3 : 7;

    carry(n == 2, q, data, out->p1);
    carry(n == 2, r->nq > nq ? q + nq : NULL, data + n, out->p2);
    for (int i = 0; i < n; i++)
        out->n[i] = data[2 * n + i];
}

static zn_status touch_given(const zn_relation *r, const void *data, double t,
                             const double q[], zni_touch *out)
{
    double x[9];

    if (!zni_contact_given(r, 0)) {
        touch_data(r, data, q, out);
        return ZN_OK;
    }
    const zn_status st =
        zni_call_s9(&r->ops[0], t, r->nq, q, zni_operator_rows(&r->ops[0]), x);
    const int n = (int)zni_operator_rows(&r->ops[0]) / 3;

    for (int i = 0; i < n; i++) {
        out->p1[i] = x[i];
        out->p2[i] = x[n + i];
        out->n[i] = x[2 * n + i];
    }
    return st;
}

static zn_status check_points(const zn_relation *r, const void *data)
{
    const int n = (int)zni_operator_rows(&r->ops[0]) / 3;
    const double *normal = (const double *)data + 2 * n;
    double s = 0;

    for (int i = 0; i < n; i++)
        s += normal[i] * normal[i];
    if (zni_contact_given(r, 0) || fabs(s - 1) <= 1e-8)
        return ZN_OK;
    return zn_fail(r->ctx, ZN_EINVAL,
                   "the normal has length %.9g, must be 1 (relation '%s' has "
                   "no operator points, so points and normal are data)",
                   sqrt(s), r->name);
}

static const zn_slot given_slots[] = {
    {"points", "S9", '9', '1', false,
     "points on body 1 and 2 and the normal from 2 to 1, 3 numbers each"},
    {0},
};

static const zn_slot given_planar_slots[] = {
    {"points", "S9", '6', '1', false,
     "points on body 1 and 2 and the normal from 2 to 1, 2 numbers each"},
    {0},
};

const zni_contact_type zni_relation_contact =
    ZNI_CONTACT("contact", "contact from two points and a normal, in space",
                given_slots, touch_given, zn_contact_frame, false, 0, 1, 9,
                check_points);
const zni_contact_type zni_relation_contact_planar = ZNI_CONTACT(
    "contact-planar", "contact from two points and a normal, in the plane",
    given_planar_slots, touch_given, zn_contact_frame, true, 0, 1, 6,
    check_points);

/* ---- against the plane n.X = offset -------------------------------------------------- */

static const double *value(const zn_relation *r, int i)
{
    return r->ops[i].value;
}

enum { RADIUS, NORMAL, OFFSET };
enum { POINT };

/* From P1, the foot on the plane. */
static inline void drop(const zn_relation *r, zni_touch *out)
{
    const bool space = zni_operator_rows(&r->ops[NORMAL]) == 3;
    const double *n = value(r, NORMAL), *p = out->p1;
    const double n0 = n[0], n1 = n[1], p0 = p[0], p1 = p[1];
    double gap = -value(r, OFFSET)[0] + n0 * p0 + n1 * p1;

    if (space) {
        const double n2 = n[2], p2 = p[2];

        gap += n2 * p2;
        out->n[2] = n2;
        out->p2[2] = p2 - gap * n2;
    }
    out->n[0] = n0;
    out->n[1] = n1;
    out->p2[0] = p0 - gap * n0;
    out->p2[1] = p1 - gap * n1;
}

/* the lowest point of a sphere, or disc, of that radius */
static zn_status touch_ball(const zn_relation *r, const void *data, double t,
                            const double q[], zni_touch *out)
{
    const double radius = value_or(r, RADIUS, data)[0];
    const double *n = value(r, NORMAL);

    (void)t;
    out->p1[0] = q[0] - radius * n[0];
    out->p1[1] = q[1] - radius * n[1];
    if (zni_operator_rows(&r->ops[NORMAL]) == 3)
        out->p1[2] = q[2] - radius * n[2];
    drop(r, out);
    return ZN_OK;
}

static zn_status touch_point(const zn_relation *r, const void *data, double t,
                             const double q[], zni_touch *out)
{
    (void)t;
    carry(false, q, value_or(r, POINT, data), out->p1);
    drop(r, out);
    return ZN_OK;
}

static zn_status touch_planar_point(const zn_relation *r, const void *data,
                                    double t, const double q[], zni_touch *out)
{
    (void)t;
    carry(true, q, value_or(r, POINT, data), out->p1);
    drop(r, out);
    return ZN_OK;
}

static zn_index radii(const zn_relation *r)
{
    return ((const zni_contact_type *)(const void *)r->type)->from_data;
}

/* Radii in the data, of the operators that are absent. */
static zn_status check_radii(const zn_relation *r, const void *data)
{
    const double *radius = data;

    for (zn_index i = 0; i < radii(r); i++)
        if (!zni_contact_given(r, i) && !(radius[i] > 0))
            return zn_fail(r->ctx, ZN_EINVAL,
                           "%s = %g, must be > 0 (relation '%s' has no such "
                           "operator, so it is among the data)",
                           zni_operator_slot(&r->ops[i])->name, radius[i],
                           r->name);
    return ZN_OK;
}

#define PLANE(dim)                                                             \
    [NORMAL] = {"normal", NULL, dim,                                           \
                '1',      true, "unit normal n, towards the body"},            \
    [OFFSET] = {                                                               \
        "offset", NULL, '1', '1', true, "the plane is n.X = offset (m)"}

static const zn_slot sphere_plane_slots[] = {
    [RADIUS] = {"radius", NULL, '1', '1', true, "of the sphere (m)"},
    PLANE('3'),
    {0},
};

static const zn_slot disc_line_slots[] = {
    [RADIUS] = {"radius", NULL, '1', '1', true, "of the disc (m)"},
    PLANE('2'),
    {0},
};

static const zn_slot point_plane_slots[] = {
    [POINT] = {"point", NULL, '3', '1', true, "in the body frame (m)"},
    PLANE('3'),
    {0},
};

static const zn_slot point_line_slots[] = {
    [POINT] = {"point", NULL, '2', '1', true, "in the body frame (m)"},
    PLANE('2'),
    {0},
};

const zni_contact_type zni_relation_sphere_plane =
    ZNI_CONTACT("sphere-plane", "sphere on the plane n.X = offset",
                sphere_plane_slots, touch_ball, zn_contact_frame, false, 1, 1, 1,
                check_radii);
const zni_contact_type zni_relation_disc_line =
    ZNI_CONTACT("disc-line", "disc on the line n.X = offset, in the plane",
                disc_line_slots, touch_ball, zn_contact_frame, true, 1, 1, 1,
                check_radii);
const zni_contact_type zni_relation_point_plane =
    ZNI_CONTACT("point-plane", "point of a body on the plane n.X = offset",
                point_plane_slots, touch_point, zn_contact_frame, false, 1, 1, 3,
                NULL);
const zni_contact_type zni_relation_point_line = ZNI_CONTACT(
    "point-line", "point of a body on the line n.X = offset, in the plane",
    point_line_slots, touch_planar_point, zn_contact_frame, true, 1, 1, 2,
    NULL);

/* ---- two spheres, two discs ------------------------------------------------------------ */

enum { RADIUS1, RADIUS2 };

static zn_status touch_balls(const zn_relation *r, const void *data, double t,
                             const double q[], zni_touch *out)
{
    const zn_index nq = r->nq / 2, dim = nq == 3 ? 2 : 3;
    const double *x1 = q, *x2 = q + nq, *radius = data;
    const double r1 = value_or(r, RADIUS1, radius)[0],
                 r2 = value_or(r, RADIUS2, radius + 1)[0];
    double s = 0;

    (void)t;
    for (zn_index i = 0; i < dim; i++)
        s += (x1[i] - x2[i]) * (x1[i] - x2[i]);
    if (!(s > 0))
        return zn_fail(r->ctx, ZN_RETRY,
                       "relation '%s': the centres coincide, there is no "
                       "normal",
                       r->name);
    const double d = sqrt(s);
    for (zn_index i = 0; i < dim; i++) {
        out->n[i] = (x1[i] - x2[i]) / d;
        out->p1[i] = x1[i] - r1 * out->n[i];
        out->p2[i] = x2[i] + r2 * out->n[i];
    }
    return ZN_OK;
}

static const zn_slot balls_slots[] = {
    [RADIUS1] = {"radius1", NULL, '1', '1', true, "of body 1 (m)"},
    [RADIUS2] = {"radius2", NULL, '1', '1', true, "of body 2 (m)"},
    {0},
};

const zni_contact_type zni_relation_sphere_sphere =
    ZNI_CONTACT("sphere-sphere", "two spheres", balls_slots, touch_balls,
                zn_contact_frame, false, 2, 2, 2, check_radii);
const zni_contact_type zni_relation_disc_disc =
    ZNI_CONTACT("disc-disc", "two discs in the plane", balls_slots, touch_balls,
                zn_contact_frame, true, 2, 2, 2, check_radii);
