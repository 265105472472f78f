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
#include "solvers/linalg/few.h"
#include "solvers/linalg/wide.h"

#include <math.h>
#include <string.h>

/* x = a + b */
static inline void add(const double a[3], const double b[3], double x[3])
{
    x[0] = a[0] + b[0];
    x[1] = a[1] + b[1];
    x[2] = a[2] + b[2];
}

/* A point of a body in space, q = (x, quaternion). */
static inline void space_point(const double q[], const double c[3],
                               const double d[3], double out[3])
{
    double x[3];

    zni_rotate(q[3], q + 4, c, x);
    add(q, x, x);
    add(x, d, out);
}

/* Of a body in the plane, q = (x, y, angle). */
static void plane_point(const double q[], const double c[3],
                        const double d[3], double out[3])
{
    const double cq = cos(q[2]), sq = sin(q[2]);
    const double x[3] = {q[0] + cq * c[0] - sq * c[1],
                         q[1] + sq * c[0] + cq * c[1], c[2]};

    add(x, d, out);
}

typedef void point_fn(const double q[], const double c[3], const double d[3],
                      double out[3]);

static inline void find(const zn_relation *r, zn_index nq, point_fn *point,
                        const void *data, const double q[], zni_touch *out)
{
    const zni_shape_contact *k = data;

    point(q, k->c1, k->d1, out->p1);
    if (r->nq > nq)
        point(q + nq, k->c2, k->d2, out->p2);
    else
        add(k->c2, k->d2, out->p2);
    memcpy(out->n, k->n, sizeof out->n);
}

static zn_status in_space(const zn_relation *r, const void *data, double t,
                          const double q[], zni_touch *out)
{
    (void)t;
    find(r, 7, space_point, data, q, out);
    return ZN_OK;
}

/* zni_rotate of two vectors at once, with its bits: x is the first one in the one half, the second in the other. */
static ZNI_INTO_WIDE void rotate_two(double p0, const double v[3], zni_pair x[3])
{
    const zni_pair c[3] = {v[1] * x[2] - v[2] * x[1], v[2] * x[0] - v[0] * x[2],
                           v[0] * x[1] - v[1] * x[0]};
    const zni_pair d[3] = {v[1] * c[2] - v[2] * c[1], v[2] * c[0] - v[0] * c[2],
                           v[0] * c[1] - v[1] * c[0]};

    for (int i = 0; i < 3; i++)
        x[i] += 2 * (p0 * c[i] + d[i]);
}

/* P and its velocity of a body in space, and how it turns. */
static ZNI_INTO_WIDE void space_motion(const double q[], const double v[],
                                const double c[3], const double d[3],
                                double P[3], double V[3], double w[3])
{
    zni_pair x[3] = {{c[0], v[3]}, {c[1], v[4]}, {c[2], v[5]}};
    double arm[3];

    rotate_two(q[3], q + 4, x);
    for (int i = 0; i < 3; i++) {
        P[i] = q[i] + x[i][0] + d[i];
        arm[i] = x[i][0] + d[i];
        w[i] = x[i][1];
    }
    zni_cross(w, arm, V);
    add(v, V, V);
}

/* y and u in space, with the bits that in_space has for y. */
ZNI_WIDE static zn_status space_rate(const zn_relation *r, const void *data, double t,
                                     const double q[], const double v[], double y[],
                                     double u[])
{
    const zni_shape_contact *k = data;
    double P[3], V[3], w[3], p[3], E[9], gap[3];

    (void)t;
    space_motion(q, v, k->c1, k->d1, P, V, w);
    if (r->nq > 7) {
        double U[3], o[3];
        space_motion(q + 7, v + 6, k->c2, k->d2, p, U, o);
        for (int i = 0; i < 3; i++) {
            V[i] -= U[i];
            w[i] -= o[i];
        }
    } else {
        add(k->c2, k->d2, p);
    }
    for (int i = 0; i < 3; i++) {
        E[i] = k->n[i];
        gap[i] = P[i] - p[i];
    }
    if (r->ny > 1)
        zni_resting_frame(k->n, E);
    y[0] = zni_dot3(k->n, gap);
    for (zn_index i = 1; i < r->ny; i++)
        y[i] = 0;
    zni_contact_rows(r->ny, E, V, w, u);
    return ZN_OK;
}

static zn_status in_plane(const zn_relation *r, const void *data, double t,
                          const double q[], zni_touch *out)
{
    (void)t;
    find(r, 3, plane_point, data, q, out);
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
    ZNI_CONTACT_RATE("shapes", "contact of two shapes, from a contact source", slots,
                     in_space, zni_resting_frame, false, 0, 0, NUMBERS, check,
                     space_rate);
const zni_contact_type zni_relation_shapes_planar = ZNI_CONTACT(
    "shapes-planar", "contact of two shapes of the plane, from a contact source",
    slots, in_plane, zni_resting_frame, true, 0, 0, NUMBERS, check);
