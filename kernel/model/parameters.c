/* parameters.c - what the functions of a system see beside time and state
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <string.h>

/* Operators that may have some of their own. */
static zn_index own_parameters(const zn_ds *ds)
{
    return ds->owner.extra ? zni_ds_count(ds) : 0;
}

zn_index zn_ds_parameter_count(const zn_ds *ds)
{
    const zn_index nops = own_parameters(ds);
    zn_index n = (zn_index)ds->owner.nu + ds->owner.nz;

    for (zn_index i = 0; i < nops; i++) {
        zn_index nz;

        n += zni_operator_own(&ds->ops[i], &nz) ? nz : 0;
    }
    return n;
}

/* The bits of x into kept; were they there already? */
static bool follow(zn_index n, const double x[], double kept[])
{
    const size_t bytes = (size_t)n * sizeof *x;

    if (n == 0 || memcmp(kept, x, bytes) == 0)
        return true;
    memcpy(kept, x, bytes);
    return false;
}

bool zn_ds_parameters_follow(const zn_ds *ds, zn_index n, double kept[])
{
    const zn_index nops = own_parameters(ds);
    bool same = true;

    if (zn_ds_parameter_count(ds) != n)
        return false;
    if (n == 0)
        return true;
    same = follow(ds->owner.nu, ds->owner.u, kept) && same;
    kept += ds->owner.nu;
    same = follow(ds->owner.nz, ds->owner.z, kept) && same;
    kept += ds->owner.nz;
    for (zn_index i = 0; i < nops; i++) {
        zn_index nz;
        const double *z = zni_operator_own(&ds->ops[i], &nz);

        if (!z)
            continue;
        same = follow(nz, z, kept) && same;
        kept += nz;
    }
    return same;
}
