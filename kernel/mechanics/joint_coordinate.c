/* joint_coordinate.c - coordinates with a sign and a limit that may move
 *     y = sign (coordinate - limit(t)),   dh/dt = -sign limit'(t)
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/joint.h"
#include "kernel/model/difference.h"

#include <math.h>

static double sign_of(const zn_relation *r)
{
    return zni_joint_value(r, ZNI_JOINT_SIGN)[0];
}

bool zni_coordinate_moves(const zn_relation *r)
{
    return zn_operator_get_mode(&r->ops[ZNI_JOINT_LIMIT]) ==
           ZN_OPERATOR_FUNCTION;
}

static zn_status limit(const zn_relation *r, double t, double *out)
{
    if (zni_coordinate_moves(r))
        return zni_call_s2(&r->ops[ZNI_JOINT_LIMIT], t, out);
    *out = zni_joint_value(r, ZNI_JOINT_LIMIT)[0];
    return ZN_OK;
}

static bool rate_given(const zn_relation *r)
{
    return zn_operator_get_mode(&r->ops[ZNI_JOINT_RATE]) != ZN_OPERATOR_ABSENT;
}

typedef struct course {
    const zn_relation *r;
    double t;
} course;

static zn_status limit_along(const void *data, double s, double out[])
{
    const course *c = data;

    return limit(c->r, c->t + s, out);
}

static zn_status rate_along(const void *data, double s, double out[])
{
    const course *c = data;

    return zni_call_s2(&c->r->ops[ZNI_JOINT_RATE], c->t + s, out);
}

zn_status zni_coordinate_output(const zn_relation *r, double t, double y[])
{
    double at;
    const zn_status st = limit(r, t, &at);

    y[0] = sign_of(r) * (y[0] - at);
    return st;
}

void zni_coordinate_rows(const zn_relation *r, double H[])
{
    const double sign = sign_of(r);

    for (int j = 0; j < (r->nq > 7 ? 12 : 6); j++)
        H[j] *= sign;
}

zn_status zni_coordinate_rate(const zn_relation *r, const void *data, double t,
                              const double q[], double out[])
{
    const course c = {r, t};
    double work;
    zn_status st;

    (void)data, (void)q;
    st = rate_given(r)
             ? zni_call_s2(&r->ops[ZNI_JOINT_RATE], t, out)
             : zni_difference_along(limit_along, &c, 1, 1, &work, out);
    out[0] *= -sign_of(r);
    return st;
}

zn_status zni_coordinate_acceleration(const zn_relation *r, double t,
                                      double out[])
{
    const course c = {r, t};
    double work, second;
    zn_status st;

    if (!zni_coordinate_moves(r))
        return ZN_OK;
    st = rate_given(r)
             ? zni_difference_along(rate_along, &c, 1, 1, &work, &second)
             : zni_difference_twice(limit_along, &c, 1, 1, &work, &second);
    out[0] -= sign_of(r) * second;
    return st;
}
