/* joint_coordinate.c - coordinates with a sign and a limit that may move
 *     y = sign (coordinate - limit(t)),   dh/dt = -sign limit'(t)
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/joint.h"
#include "kernel/model/difference.h"

#include <math.h>

/* The operators limit, sign before and limit_dot behind it. */
static double sign_of(const zn_relation *r, zn_index at)
{
    const double *sign = r->ops[at - 1].value;

    return sign ? *sign : 1;
}

bool zni_coordinate_moves(const zn_relation *r, zn_index at)
{
    return zn_operator_get_mode(&r->ops[at]) == ZN_OPERATOR_FUNCTION;
}

static zn_status limit(const zn_relation *r, zn_index at, double t, double *out)
{
    if (zni_coordinate_moves(r, at))
        return zni_call_s2(&r->ops[at], t, out);
    *out = r->ops[at].value ? r->ops[at].value[0] : 0;
    return ZN_OK;
}

static bool rate_given(const zn_relation *r, zn_index at)
{
    return zn_operator_get_mode(&r->ops[at + 1]) != ZN_OPERATOR_ABSENT;
}

typedef struct course {
    const zn_relation *r;
    zn_index at;
    double t;
} course;

static zn_status limit_along(const void *data, double s, double out[])
{
    const course *c = data;

    return limit(c->r, c->at, c->t + s, out);
}

static zn_status rate_along(const void *data, double s, double out[])
{
    const course *c = data;

    return zni_call_s2(&c->r->ops[c->at + 1], c->t + s, out);
}

zn_status zni_coordinate_output(const zn_relation *r, zn_index at, double t,
                                double y[])
{
    double end;
    const zn_status st = limit(r, at, t, &end);

    y[0] = sign_of(r, at) * (y[0] - end);
    return st;
}

void zni_coordinate_rows(const zn_relation *r, zn_index at, zn_index columns,
                         double H[])
{
    const double sign = sign_of(r, at);

    for (zn_index j = 0; j < columns; j++)
        H[j] *= sign;
}

zn_status zni_coordinate_rate(const zn_relation *r, zn_index at, double t,
                              double out[])
{
    const course c = {r, at, t};
    double work;
    zn_status st;

    st = rate_given(r, at)
             ? zni_call_s2(&r->ops[at + 1], t, out)
             : zni_difference_along(limit_along, &c, 1, 1, &work, out);
    out[0] *= -sign_of(r, at);
    return st;
}

zn_status zni_coordinate_acceleration(const zn_relation *r, zn_index at,
                                      double t, double out[])
{
    const course c = {r, at, t};
    double work[4], second;
    zn_status st;

    if (!zni_coordinate_moves(r, at))
        return ZN_OK;
    st = rate_given(r, at)
             ? zni_difference_along(rate_along, &c, 1, 1, work, &second)
             : zni_difference_twice(limit_along, &c, 1, 1, 1, work, &second);
    out[0] -= sign_of(r, at) * second;
    return st;
}
