/* straight.c - the second derivative of an output along a straight motion
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/straight.h"

#include "kernel/model/difference.h"
#include "kernel/model/seen.h"
#include "kernel/model/structure.h"
#include "kernel/model/vectors.h"
#include "solvers/linalg/few.h"

typedef struct motion {
    const zn_relation *r;
    double t;
    const double *q, *v;
    double *jac;   /* ny x nq */
    double *moved; /* nq */
} motion;

/* the point at s; its time */
static double follow(const motion *m, double s)
{
    const zn_index n = zni_relation_sees(m->r);

    for (zn_index i = 0; i < n; i++)
        m->moved[i] = m->q[i] + s * m->v[i];
    return m->r->type->dh_dt ? m->t + s : m->t;
}

static zn_status y_along(const void *data, double s, double y[])
{
    const motion *m = data;
    const double t = follow(m, s);

    return m->r->type->output(m->r, NULL, t, m->moved, NULL, y);
}

/* H v + dh/dt */
static zn_status u_along(const void *data, double s, double u[])
{
    const motion *m = data;
    const zn_relation *r = m->r;
    const double t = follow(m, s);
    zn_status st = ZN_OK;

    zni_clear(r->ny, u);
    if (r->type->dh_dt)
        st = r->type->dh_dt(r, NULL, t, m->moved, u);
    if (!st)
        st = r->type->jac_q(r, NULL, t, m->moved, NULL, m->jac);
    if (!st)
        zni_dense_mul(r->ny, zni_relation_sees(r), m->jac, m->v, u);
    return st;
}

zn_status zni_straight(const zn_relation *r, double t, const double q[], const double v[],
                       bool given, double work[], double out[])
{
    const zn_index nq = zni_relation_sees(r), ny = r->ny;
    const double unit = zni_difference_time(nq, q, v);
    const motion m = {
        .r = r, .t = t, .q = q, .v = v, .jac = work, .moved = work + ny * nq};

    work = m.moved + nq;
    return given ? zni_difference_along(u_along, &m, unit, ny, work, out)
                 : zni_difference_twice(y_along, &m, unit, zni_difference_size(nq, q), ny, work,
                                        out);
}
