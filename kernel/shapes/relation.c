/* relation.c - the contact of two shapes
 *
 * A point of contact on a round surface stays where it is while the body turns under it, one
 * at a corner turns with the body. So each is a point fixed to its body, the centre of what
 * is round there, and an offset from it that is fixed in the inertial frame:
 *
 *     P1 = x1 + R1 c1 + d1,   P2 = x2 + R2 c2 + d2,   y = n.(P1 - P2)
 *
 * Were the point of a rolling ball fixed to it, the normal force would get an arm of
 * h omega R / 2 in the middle of a step, and drive the ball.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/relation.h"

#include <math.h>

/* In space a body has q = (x, quaternion), in the plane (x, y, angle). */
static void point(const double *q, bool plane, const double c[3],
                  const double d[3], double out[3])
{
    double x[3] = {c[0], c[1], c[2]};

    if (q && plane) {
        const double cq = cos(q[2]), sq = sin(q[2]);
        x[0] = q[0] + cq * c[0] - sq * c[1];
        x[1] = q[1] + sq * c[0] + cq * c[1];
    } else if (q) {
        zn_rotate(q + 3, c, x);
        for (int i = 0; i < 3; i++)
            x[i] = q[i] + x[i];
    }
    for (int i = 0; i < 3; i++)
        out[i] = x[i] + d[i];
}

static void find(const zn_relation *r, bool plane, const void *data,
                 const double q[], zni_touch *out)
{
    const zni_shape_contact *k = data;
    const int nq = plane ? 3 : 7;

    point(q, plane, k->c1, k->d1, out->p1);
    point(r->nq > nq ? q + nq : NULL, plane, k->c2, k->d2, out->p2);
    for (int i = 0; i < 3; i++)
        out->n[i] = k->n[i];
}

static zn_status in_space(const zn_relation *r, const void *data, double t,
                          const double q[], zni_touch *out)
{
    (void)t;
    find(r, false, data, q, out);
    return ZN_OK;
}

static zn_status in_plane(const zn_relation *r, const void *data, double t,
                          const double q[], zni_touch *out)
{
    (void)t;
    find(r, true, data, q, out);
    return ZN_OK;
}

static zn_status check(const zn_relation *r, const void *data)
{
    const zni_shape_contact *k = data;
    const double s = zni_dot3(k->n, k->n);

    if (fabs(s - 1) <= 1e-8)
        return ZN_OK;
    return zn_fail(r->ctx, ZN_EINVAL,
                   "the normal has length %.9g, must be 1 (data of relation "
                   "'%s')",
                   sqrt(s), r->name);
}

static const zn_slot slots[] = {{0}};

enum { NUMBERS = sizeof(zni_shape_contact) / sizeof(double) };

const zni_contact_type zni_relation_shapes =
    ZNI_CONTACT("shapes", "contact of two shapes, from a contact source", slots,
                in_space, false, 0, 0, NUMBERS, check);
const zni_contact_type zni_relation_shapes_planar = ZNI_CONTACT(
    "shapes-planar", "contact of two shapes of the plane, from a contact source",
    slots, in_plane, true, 0, 0, NUMBERS, check);
