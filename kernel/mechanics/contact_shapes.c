/* contact_shapes.c - ready contacts: spheres, discs, points and planes
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/contact.h"

#include <math.h>

/* ---- points and normal by the user -------------------------------------------------- */

static zn_status touch_given(const zn_relation *r, double t, const double q[],
                             zni_touch *out)
{
    double x[9];
    const zn_status st =
        zni_call_s9(&r->ops[0], t, r->nq, q, r->ops[0].rows, x);
    const int n = (int)r->ops[0].rows / 3;

    for (int i = 0; i < n; i++) {
        out->p1[i] = x[i];
        out->p2[i] = x[n + i];
        out->n[i] = x[2 * n + i];
    }
    return st;
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
                given_slots, touch_given, false, 0);
const zni_contact_type zni_relation_contact_planar = ZNI_CONTACT(
    "contact-planar", "contact from two points and a normal, in the plane",
    given_planar_slots, touch_given, true, 0);

/* ---- against the plane n.X = offset -------------------------------------------------- */

static const double *value(const zn_relation *r, int i)
{
    return r->ops[i].value;
}

enum { RADIUS, NORMAL, OFFSET };
enum { POINT };

/* From P1, the foot on the plane. */
static void drop(const zn_relation *r, zni_touch *out)
{
    const int dim = (int)r->ops[NORMAL].rows;
    const double *n = value(r, NORMAL);
    double gap = -value(r, OFFSET)[0];

    for (int i = 0; i < dim; i++)
        gap += n[i] * out->p1[i];
    for (int i = 0; i < dim; i++) {
        out->n[i] = n[i];
        out->p2[i] = out->p1[i] - gap * n[i];
    }
}

/* the lowest point of a sphere, or disc, of that radius */
static zn_status touch_ball(const zn_relation *r, double t, const double q[],
                            zni_touch *out)
{
    (void)t;
    for (int i = 0; i < (int)r->ops[NORMAL].rows; i++)
        out->p1[i] = q[i] - value(r, RADIUS)[0] * value(r, NORMAL)[i];
    drop(r, out);
    return ZN_OK;
}

static zn_status touch_point(const zn_relation *r, double t, const double q[],
                             zni_touch *out)
{
    (void)t;
    zn_rotate(q + 3, value(r, POINT), out->p1);
    for (int i = 0; i < 3; i++)
        out->p1[i] += q[i];
    drop(r, out);
    return ZN_OK;
}

static zn_status touch_planar_point(const zn_relation *r, double t,
                                    const double q[], zni_touch *out)
{
    const double *x = value(r, POINT), c = cos(q[2]), s = sin(q[2]);

    (void)t;
    out->p1[0] = q[0] + c * x[0] - s * x[1];
    out->p1[1] = q[1] + s * x[0] + c * x[1];
    drop(r, out);
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
                sphere_plane_slots, touch_ball, false, 1);
const zni_contact_type zni_relation_disc_line =
    ZNI_CONTACT("disc-line", "disc on the line n.X = offset, in the plane",
                disc_line_slots, touch_ball, true, 1);
const zni_contact_type zni_relation_point_plane =
    ZNI_CONTACT("point-plane", "point of a body on the plane n.X = offset",
                point_plane_slots, touch_point, false, 1);
const zni_contact_type zni_relation_point_line = ZNI_CONTACT(
    "point-line", "point of a body on the line n.X = offset, in the plane",
    point_line_slots, touch_planar_point, true, 1);

/* ---- two spheres, two discs ------------------------------------------------------------ */

enum { RADIUS1, RADIUS2 };

static zn_status touch_balls(const zn_relation *r, double t, const double q[],
                             zni_touch *out)
{
    const zn_index nq = r->nq / 2, dim = nq == 3 ? 2 : 3;
    const double *x1 = q, *x2 = q + nq;
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
        out->p1[i] = x1[i] - value(r, RADIUS1)[0] * out->n[i];
        out->p2[i] = x2[i] + value(r, RADIUS2)[0] * out->n[i];
    }
    return ZN_OK;
}

static const zn_slot balls_slots[] = {
    [RADIUS1] = {"radius1", NULL, '1', '1', true, "of body 1 (m)"},
    [RADIUS2] = {"radius2", NULL, '1', '1', true, "of body 2 (m)"},
    {0},
};

const zni_contact_type zni_relation_sphere_sphere = ZNI_CONTACT(
    "sphere-sphere", "two spheres", balls_slots, touch_balls, false, 2);
const zni_contact_type zni_relation_disc_disc = ZNI_CONTACT(
    "disc-disc", "two discs in the plane", balls_slots, touch_balls, true, 2);
