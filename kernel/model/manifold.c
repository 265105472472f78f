/* manifold.c - positions and velocities of a system, whatever its class
 *
 * The default is that of Lagrangian systems: nq = nv and q' = v. A class on a
 * manifold brings retract, tangent and qdot together.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <string.h>

void zn_ds_retract(const zn_ds *ds, const double q[], const double w[],
                   double out[])
{
    if (ds->type->retract) {
        ds->type->retract(ds, q, w, out);
        return;
    }
    for (zn_index i = 0; i < ds->nq; i++)
        out[i] = q[i] + w[i];
}

void zn_ds_qdot(const zn_ds *ds, const double q[], const double v[],
                double out[])
{
    if (ds->type->qdot)
        ds->type->qdot(ds, q, v, out);
    else
        memcpy(out, v, (size_t)ds->nq * sizeof *out);
}

void zn_ds_tangent(const zn_ds *ds, const double q[], zn_index rows,
                   const double C[], double H[])
{
    if (ds->type->tangent)
        ds->type->tangent(ds, q, rows, C, H);
    else
        memcpy(H, C, (size_t)(rows * ds->nv) * sizeof *H);
}

bool zn_ds_curved(const zn_ds *ds)
{
    return ds->type->retract != NULL;
}
