/* work.c - what the work of every integrator of second order is made of
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/osi.h>

#include <string.h>

#include "solvers/linalg/small.h"

zn_status zn_osi_add_power(const zn_ds *ds, double t, const double q[],
                           const double v[], double weight,
                           const double along[], zn_force_parts *room,
                           zn_work *out)
{
    const zn_index n = zn_ds_nv(ds);
    const zn_ds_type *type = zn_ds_class(ds);
    double *const part[] = {room->external, room->internal, room->gyro,
                            room->damping};
    zn_status st;

    for (int k = 0; k < 4; k++)
        memset(part[k], 0, (size_t)n * sizeof *part[k]);
    st = type->force_parts ? type->force_parts(ds, t, q, v, room)
                           : type->force(ds, t, q, v, room->internal);
    if (st)
        return st;
    out->external += weight * zni_dot(n, along, room->external);
    out->internal += weight * zni_dot(n, along, room->internal);
    out->gyro += weight * zni_dot(n, along, room->gyro);
    out->damping += weight * zni_dot(n, along, room->damping);
    return ZN_OK;
}

zn_status zn_osi_add_moving_mass(const zn_ds *ds, const double q[],
                                 const double v[], const double q1[],
                                 const double v1[], double room[], zn_work *out)
{
    const zn_index n = zn_ds_nv(ds);
    const zn_ds_type *type = zn_ds_class(ds);
    zn_status st = ZN_OK;

    if (zn_vary_constant(zn_ds_varies(ds)->M))
        return ZN_OK;
    for (int end = 0; !st && end < 2; end++) {
        const double *u = end ? v1 : v;
        double twice; /* u' M u */
        st = type->mass_mul(ds, q, u, room);
        twice = zni_dot(n, u, room);
        if (!st)
            st = type->mass_mul(ds, q1, u, room);
        if (!st)
            out->gyro += (zni_dot(n, u, room) - twice) / 4;
    }
    return st;
}
