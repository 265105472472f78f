/* bc.c - prescribed velocities of a system
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <string.h>

static const zn_slot velocity = {
    .name = "velocity",
    .signature = "S17",
    .rows = 'n',
    .cols = '1',
    .constant = true,
    .help = "prescribed velocities (m/s, rad/s)",
};

static void drop(zn_ctx *ctx, zni_bc *bc)
{
    if (!bc)
        return;
    zni_operator_fini(&bc->value);
    zn_free_array(ctx, bc);
}

void zni_bc_free(zn_ds *ds)
{
    drop(ds->owner.ctx, ds->bc);
    ds->bc = NULL;
}

static zn_status check(const zn_ds *ds, zn_index n, const zn_index index[])
{
    if (ds->type->family != ZN_SECOND_ORDER)
        return zn_fail(
            ds->owner.ctx, ZN_EINVAL,
            "system '%s' is of first order: no velocity to prescribe",
            ds->owner.name);
    if (n < 0 || n > ds->nv || (n > 0 && !index))
        return zn_fail(ds->owner.ctx, ZN_EINVAL,
                       "system '%s': %td prescribed velocities%s, it has %d",
                       ds->owner.name, n, index ? "" : " without indices",
                       ds->nv);
    for (zn_index i = 0; i < n; i++) {
        if (index[i] < 0 || index[i] >= ds->nv)
            return zn_fail(ds->owner.ctx, ZN_EINVAL,
                           "system '%s': prescribed component %td, must be 0 "
                           "... %d",
                           ds->owner.name, index[i], ds->nv - 1);
        for (zn_index j = 0; j < i; j++)
            if (index[j] == index[i])
                return zn_fail(ds->owner.ctx, ZN_EINVAL,
                               "system '%s': component %td prescribed twice",
                               ds->owner.name, index[i]);
    }
    return ZN_OK;
}

static const zn_slot *slot(const zni_owner *o)
{
    (void)o;
    return &velocity;
}

static zn_index size(const zni_owner *o, char letter)
{
    const zni_bc *bc =
        (const zni_bc *)((const char *)o - offsetof(zni_bc, owner));

    return letter == 'n' ? bc->n : 1;
}

static const zni_owner_kind kind = {.what = "boundary condition of system",
                                    .slots = slot,
                                    .size = size};

/* The condition with its value still absent; NULL when it lifts the old. */
static zn_status make(zn_ds *ds, zn_index n, const zn_index index[],
                      zni_bc **out)
{
    zn_status st = zni_ds_touch(ds);

    *out = NULL;
    if (!st)
        st = check(ds, n, index);
    if (st || n == 0)
        return st;
    const size_t bytes = sizeof(zni_bc) + (size_t)n * sizeof *index;
    zni_bc *bc = zn_alloc(ds->owner.ctx, (zn_index)bytes, 1);
    if (!bc)
        return ZN_ENOMEM;
    bc->owner = (zni_owner){
        .ctx = ds->owner.ctx, .kind = &kind, .name = ds->owner.name};
    bc->n = n;
    memcpy(bc->index, index, (size_t)n * sizeof *index);
    zni_operator_init(&bc->value, &bc->owner, 0);
    *out = bc;
    return ZN_OK;
}

/* Take the new condition in place of the old, or keep the old. */
static zn_status settle(zn_ds *ds, zni_bc *bc, zn_status st)
{
    if (st) {
        drop(ds->owner.ctx, bc);
        return st;
    }
    zni_bc_free(ds);
    ds->bc = bc;
    return ZN_OK;
}

zn_status zn_ds_prescribe(zn_ds *ds, zn_index n, const zn_index index[],
                          const double values[])
{
    zni_bc *bc;
    zn_status st = make(ds, n, index, &bc);

    if (!st && bc)
        st = zn_operator_set_constant(&bc->value, n, 1, values);
    return settle(ds, bc, st);
}

zn_status zn_ds_prescribe_function(zn_ds *ds, zn_index n,
                                   const zn_index index[], zn_fn_s17 *f)
{
    zni_bc *bc;
    zn_status st = make(ds, n, index, &bc);

    if (!st && bc)
        st = zn_operator_set_function(&bc->value, (zn_fn *)f);
    return settle(ds, bc, st);
}

zn_status zn_ds_prescribe_closure(zn_ds *ds, zn_index n, const zn_index index[],
                                  zn_closure_fn *f, void *user,
                                  void (*user_drop)(void *user))
{
    zni_bc *bc;
    zn_status st = make(ds, n, index, &bc);

    if (!st && bc)
        st = zn_operator_set_closure(&bc->value, f, user, user_drop);
    st = settle(ds, bc, st);
    if (!st && !bc && user_drop) /* lifted: nobody keeps it */
        user_drop(user);
    return st;
}

zn_status zn_ds_prescribe_name(zn_ds *ds, zn_index n, const zn_index index[],
                               const char *name)
{
    zni_bc *bc;
    zn_status st = make(ds, n, index, &bc);

    if (!st && bc)
        st = zn_operator_set_name(&bc->value, name);
    return settle(ds, bc, st);
}

zn_index zn_ds_bc_count(const zn_ds *ds)
{
    return ds->bc ? ds->bc->n : 0;
}

const zn_index *zn_ds_bc_index(const zn_ds *ds)
{
    return ds->bc ? ds->bc->index : NULL;
}

zn_status zn_ds_bc_values(const zn_ds *ds, double t, double values[])
{
    return ds->bc ? zni_call_s17(&ds->bc->value, t, values) : ZN_OK;
}
