/* each_z.c - everything that user functions may have written besides the state
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

void zni_z_of_ds(zn_ds *ds, zni_z_fn *fn, void *user)
{
    const zn_slot *slot = zn_ds_class(ds)->slots;
    zn_index nz;
    double *z = zn_ds_z(ds, &nz);

    fn(user, nz, z);
    z = zn_ds_u(ds, &nz);
    fn(user, nz, z);
    for (zn_index i = 0; slot && slot[i].name; i++) {
        z = zn_operator_z(zn_ds_op(ds, i), &nz);
        fn(user, nz, z);
    }
}

void zni_z_of_relation(zn_relation *r, zni_z_fn *fn, void *user)
{
    const zn_slot *slot = zn_relation_class(r)->slots;
    zn_index nz;
    double *z = zn_relation_z(r, &nz);

    fn(user, nz, z);
    for (zn_index i = 0; slot && slot[i].name; i++) {
        z = zn_operator_z(zn_relation_op(r, i), &nz);
        fn(user, nz, z);
    }
}
