/* rows.c - the acceleration of rows H(q) v of bodies: dH/dt v by differences along
 * the motion with constant velocity
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/rows.h"
#include "kernel/mechanics/rotation.h"
#include "kernel/model/difference.h"

#include <math.h>
#include <string.h>

enum { ROWS = 6 };

typedef struct motion {
    const zn_relation *r;
    const void *data;
    double t;
    const double *q;
    double v[12];
    zn_index nq, nv; /* of one body */
    zn_index bodies;
} motion;

/* v from q' = T(q) v: Omega = 2 E(p)' p' */
static void velocities(motion *m, const double qdot[])
{
    double E[12];

    for (zn_index b = 0; b < m->bodies; b++) {
        const double *rate = qdot + b * m->nq;
        double *v = m->v + b * m->nv;
        memcpy(v, rate, 3 * sizeof *v);
        if (m->nq == 3)
            continue;
        zn_rotation_rate(m->q + b * m->nq + 3, E);
        for (int j = 0; j < 3; j++) {
            v[3 + j] = 0;
            for (int i = 0; i < 4; i++)
                v[3 + j] += 2 * E[i + 4 * j] * rate[3 + i];
        }
    }
}

static void follow(const motion *m, double s, double q[])
{
    double e[4];

    for (zn_index b = 0; b < m->bodies; b++) {
        const double *from = m->q + b * m->nq, *v = m->v + b * m->nv;
        double *to = q + b * m->nq;
        for (int i = 0; i < 3; i++)
            to[i] = from[i] + s * v[i];
        if (m->nq == 3)
            continue;
        const double w[3] = {s * v[3], s * v[4], s * v[5]};
        zn_quaternion_exp(w, e);
        zn_quaternion_product(from + 3, e, to + 3);
    }
}

/* H(q(s)) v */
static zn_status u_along(const void *data, double s, double u[])
{
    const motion *m = data;
    const zn_index ny = m->r->ny;
    double q[14], H[ROWS * 12];
    zn_status st;

    follow(m, s, q);
    st = m->r->type->jac_v(m->r, m->data, m->t, q, NULL, H);
    memset(u, 0, (size_t)ny * sizeof *u);
    for (zn_index j = 0; !st && j < m->bodies * m->nv; j++)
        for (zn_index k = 0; k < ny; k++)
            u[k] += H[k + j * ny] * m->v[j];
    return st;
}

/* The time in which bodies turn by a radian; of those that do not H is the same whatever it is. */
static double time_of(const motion *m, double most)
{
    double spin = 0;

    for (zn_index b = 0; b < m->bodies; b++)
        for (zn_index i = m->nq == 3 ? 2 : 3; i < m->nv; i++)
            spin = fmax(spin, fabs(m->v[b * m->nv + i]));
    most = fmin(most, 1 / spin);
    return isfinite(most) ? most : 1;
}

zn_status zni_rows_acceleration(const zn_relation *r, const void *data,
                                double t, const double q[], const double qdot[],
                                zn_index nq, double most, double out[])
{
    motion m = {.r = r,
                .data = data,
                .t = t,
                .q = q,
                .nq = nq,
                .nv = nq == 7 ? 6 : 3,
                .bodies = r->nq / nq};
    double work[ROWS];

    velocities(&m, qdot);
    return zni_difference_along(u_along, &m, time_of(&m, most), r->ny, work, out);
}
