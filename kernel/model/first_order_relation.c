/* first_order_relation.c - linear relations of first-order systems
 *     y = C(t) x + D(t) lambda + F(t) z + e(t),   r = B(t) lambda
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"
#include "kernel/model/room.h"
#include "kernel/model/structure.h"

#include <string.h>

enum { C, D, F, E, B };

static const zn_slot slots[] = {
    [C] = {"C", "S1", 'y', 'x', true, "output matrix C(t)"},
    [D] = {"D", "S1", 'y', 'y', true, "direct term D(t)"},
    [F] = {"F", "S1", 'y', 'z', true, "effect of the parameters z"},
    [E] = {"e", "S2", 'y', '1', true, "constant term e(t)"},
    [B] = {"B", "S1", 'x', 'y', true, "input matrix B(t)"},
    {0},
};

typedef struct linear {
    zni_rooms rooms; /* the largest matrix that varies */
} linear;

static zn_operator_mode mode(const zn_relation *r, int i)
{
    return r->ops[i].mode;
}

/* y = y + (matrix i at t) x */
static zn_status add(const zn_relation *r, int i, double t, const double x[],
                     double y[])
{
    const zn_operator *op = &r->ops[i];
    zni_room room;
    zn_status st;

    if (mode(r, i) != ZN_OPERATOR_FUNCTION) {
        zni_operator_mul(op, x, y);
        return ZN_OK;
    }
    st = zni_room_enter(r->ctx, &((const linear *)r->state)->rooms, &room);
    if (!st)
        st = zni_call_s1(op, t, room.at);
    if (!st)
        zni_dense_mul(zni_operator_rows(op), zni_operator_cols(op), room.at,
                      x, y);
    zni_room_leave(&room);
    return st;
}

static zn_status output(const zn_relation *r, const void *data, double t,
                        const double x[], const double lambda[], double y[])
{
    zn_status st = zni_call_s2(&r->ops[E], t, y);

    (void)data;
    if (!st)
        st = add(r, C, t, x, y);
    if (!st)
        st = add(r, D, t, lambda, y);
    return st ? st : add(r, F, t, r->owner.z, y);
}

static zn_status jac_x(const zn_relation *r, const void *data, double t,
                       const double x[], const double lambda[], double out[])
{
    (void)data, (void)x;
    (void)lambda;
    return zni_call_s1(&r->ops[C], t, out);
}

static zn_status jac_lambda(const zn_relation *r, const void *data, double t,
                            const double x[], const double lambda[],
                            double out[])
{
    (void)data, (void)x;
    (void)lambda;
    return zni_call_s1(&r->ops[D], t, out);
}

static zn_status input(const zn_relation *r, const void *data, double t,
                       const double x[], const double lambda[], double g[])
{
    (void)data, (void)x;
    memset(g, 0, (size_t)r->nq * sizeof *g);
    return add(r, B, t, lambda, g);
}

static zn_status input_jac_lambda(const zn_relation *r, const void *data,
                                  double t, const double x[],
                                  const double lambda[], double out[])
{
    (void)data, (void)x;
    (void)lambda;
    return zni_call_s1(&r->ops[B], t, out);
}

static zn_status check_F(zn_relation *r, zn_findings *f)
{
    const zn_index nz = r->owner.nz;
    zn_status st = ZN_OK;

    if (mode(r, F) == ZN_OPERATOR_FUNCTION)
        st = zni_operator_set_cols(&r->ops[F], nz);
    if (st || mode(r, F) == ZN_OPERATOR_ABSENT ||
        zni_operator_cols(&r->ops[F]) == nz)
        return st;
    zn_findings_add(f,
                    "relation '%s': F is %td x %td, must be %td x %td: z has "
                    "%td elements",
                    r->name, r->ny, zn_operator_cols(&r->ops[F]), r->ny, nz,
                    nz);
    return ZN_OK;
}

static zn_status seal(zn_relation *r, zn_findings *f)
{
    static const int required[] = {C, B}, matrices[] = {C, D, F, B};
    linear *s = r->state;
    zn_index most = 0;
    zn_status st;

    for (int i = 0; i < 2; i++)
        if (mode(r, required[i]) == ZN_OPERATOR_ABSENT)
            zn_findings_add(f, "relation '%s': %s is not given", r->name,
                            slots[required[i]].name);
    st = check_F(r, f);
    if (st)
        return st;
    for (int i = 0; i < 4; i++) {
        const zn_operator *op = &r->ops[matrices[i]];
        if (mode(r, matrices[i]) == ZN_OPERATOR_FUNCTION &&
            zni_operator_size(op) > most)
            most = zni_operator_size(op);
    }
    return zni_rooms_reserve(r->ctx, &s->rooms, 1, most);
}

static void varies(const zn_relation *r, zn_relation_variability *out)
{
    out->C = zni_operator_vary(&r->ops[C], ZN_WITH_TIME);
    out->D = zni_operator_vary(&r->ops[D], ZN_WITH_TIME);
    out->e = zni_operator_vary(&r->ops[E], ZN_WITH_TIME);
    if (mode(r, F) != ZN_OPERATOR_ABSENT) /* z may be written between steps */
        out->e |=
            zni_operator_vary(&r->ops[F], ZN_WITH_TIME) | ZN_WITH_PARAMETERS;
    out->input = true;
    out->B = zni_operator_vary(&r->ops[B], ZN_WITH_TIME);
}

static void fini(zn_relation *r)
{
    zni_rooms_fini(r->ctx, &((linear *)r->state)->rooms);
}

const zn_relation_type zni_relation_first_order = {
    .type = {.size = sizeof zni_relation_first_order,
             .kind = ZN_KIND_RELATION,
             .name = "first-order-linear",
             .summary = "y = C x + D lambda + F z + e, r = B lambda",
             .state_size = sizeof(linear)},
    .families = 1u << ZN_FIRST_ORDER,
    .slots = slots,
    .fini = fini,
    .seal = seal,
    .varies = varies,
    .output = output,
    .jac_q = jac_x,
    .jac_lambda = jac_lambda,
    .input = input,
    .input_jac_lambda = input_jac_lambda,
};
