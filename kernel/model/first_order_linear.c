/* first_order_linear.c - linear first-order systems
 *     M x' = A(t) x + b(t) + B u + r
 * u is the held input, as from a controller: that of the system, or its z. M may be
 * singular: its empty rows are algebraic equations. Products with constant
 * matrices run over the entries that are not zero.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"
#include "kernel/model/room.h"
#include "kernel/model/structure.h"
#include "kernel/model/vectors.h"

#include <string.h>

enum { MASS, A, B, INPUT };

static const zn_slot slots[] = {
    [MASS] = {"M", NULL, 'x', 'x', true, "M; absent: identity"},
    [A] = {"A", "S1", 'x', 'x', true, "A(t); absent: zero"},
    [B] = {"b", "S2", 'x', '1', true, "b(t); absent: zero"},
    [INPUT] = {"B", NULL, 'x', 'z', true, "input matrix, of B u; absent: zero"},
    {0},
};

typedef struct linear {
    zni_smatrix M, A; /* of A(t) only the pattern */
    double *store;    /* their values */
    zn_index cstore;
    zni_rooms rooms;  /* for A(t) */
} linear;

static bool moves(const zn_ds *ds)
{
    return ds->ops[A].mode == ZN_OPERATOR_FUNCTION;
}

static zn_status lhs(const zn_ds *ds, double t, const double x[], double M[])
{
    const linear *s = zni_ds_state(ds);

    (void)t;
    (void)x;
    zni_smatrix_copy(&s->M, 1, M);
    return ZN_OK;
}

static zn_status field(const zn_ds *ds, double t, const double x[], double f[])
{
    const linear *s = zni_ds_state(ds);
    zni_room room;
    zn_index nu;
    zn_status st = ZN_OK;

    if (ds->ops[B].mode == ZN_OPERATOR_ABSENT)
        zni_clear(ds->nx, f);
    else
        st = zni_call_s2(&ds->ops[B], t, f);
    if (st)
        return st;
    if (ds->ops[INPUT].mode != ZN_OPERATOR_ABSENT)
        zni_operator_mul(&ds->ops[INPUT], zni_ds_held(ds, &nu), f);
    if (!moves(ds)) {
        zn_pattern_mul(&s->A.pattern, s->A.x, 1, x, f);
        return ZN_OK;
    }
    st = zni_room_enter(ds->owner.ctx, &s->rooms, &room);
    if (!st)
        st = zni_call_s1(&ds->ops[A], t, room.at);
    if (!st)
        zn_pattern_mul(&s->A.pattern, room.at, 1, x, f);
    zni_room_leave(&room);
    return st;
}

static zn_status field_jac(const zn_ds *ds, double t, const double x[],
                           double out[])
{
    const linear *s = zni_ds_state(ds);

    (void)x;
    if (moves(ds))
        return zni_call_s1(&ds->ops[A], t, out);
    zni_smatrix_copy(&s->A, 1, out);
    return ZN_OK;
}

static zn_status seal(zn_ds *ds, zn_findings *f)
{
    linear *s = zni_ds_state(ds);
    const zn_index n = ds->nx;
    const bool identity =
        ds->ops[MASS].mode == ZN_OPERATOR_ABSENT;
    zn_index count = identity ? n : 0;
    double *store;
    zn_index nu;
    zn_status st;

    zni_ds_held(ds, &nu);
    if (ds->ops[INPUT].mode != ZN_OPERATOR_ABSENT &&
        zni_operator_cols(&ds->ops[INPUT]) != nu)
        zn_findings_add(f,
                        "system '%s': B is %td x %td, must be %td x %td: %s "
                        "has %td elements",
                        ds->owner.name, n, zn_operator_cols(&ds->ops[INPUT]), n,
                        nu, ds->owner.nu > 0 ? "u" : "z", nu);
    if (!identity) {
        zni_smatrix_detect(&s->M, &ds->ops[MASS], n);
        count = zni_smatrix_count(&s->M, &ds->ops[MASS]);
    }
    if (moves(ds)) {
        s->A.pattern = zn_operator_pattern(&ds->ops[A]);
        st = zni_rooms_reserve(ds->owner.ctx, &s->rooms, 1,
                               zn_pattern_count(&s->A.pattern));
        if (st)
            return st;
    } else {
        zni_smatrix_detect(&s->A, &ds->ops[A], n);
        count += zni_smatrix_count(&s->A, &ds->ops[A]);
    }
    st = zni_reserve(ds->owner.ctx, &s->store, &s->cstore, count);
    if (st)
        return st;
    store = s->store;
    if (identity)
        zni_smatrix_identity(&s->M, n, &store);
    else
        zni_smatrix_fill(&s->M, &ds->ops[MASS], &store);
    if (!moves(ds))
        zni_smatrix_fill(&s->A, &ds->ops[A], &store);
    return ZN_OK;
}

static void varies(const zn_ds *ds, zn_ds_variability *out)
{
    const linear *s = zni_ds_state(ds);
    const zn_vary A_ = zni_operator_vary(&ds->ops[A], ZN_WITH_TIME);
    /* z may be written between steps */
    const bool driven =
        ds->ops[INPUT].mode != ZN_OPERATOR_ABSENT;

    out->M = ZN_CONSTANT;
    out->J = A_;
    out->F = A_ | (A_ ? ZN_WITH_STATE : ZN_ZERO) |
             zni_operator_vary(&ds->ops[B], ZN_WITH_TIME) |
             (driven ? ZN_WITH_PARAMETERS : ZN_ZERO);
    out->diagonal =
        zni_smatrix_diagonal(&s->M) && zni_smatrix_diagonal(&s->A);
}

static const zn_pattern *pattern(const zn_ds *ds, zn_ds_matrix which)
{
    const linear *s = zni_ds_state(ds);

    return which == ZN_DS_MASS ? &s->M.pattern : &s->A.pattern;
}

static void fini(zn_ds *ds)
{
    linear *s = zni_ds_state(ds);

    zn_free_array(ds->owner.ctx, s->store);
    zni_rooms_fini(ds->owner.ctx, &s->rooms);
}

const zn_ds_type zni_ds_first_order_linear = {
    .type = {.size = sizeof zni_ds_first_order_linear,
             .kind = ZN_KIND_DS,
             .name = "first-order-linear",
             .summary = "M x' = A(t) x + b(t) + B u + r",
             .state_size = sizeof(linear)},
    .family = ZN_FIRST_ORDER,
    .slots = slots,
    .fini = fini,
    .seal = seal,
    .varies = varies,
    .lhs = lhs,
    .field = field,
    .field_jac = field_jac,
    .pattern = pattern,
};
