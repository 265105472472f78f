/* scleronomous.c - relations y = h(q), p = H' lambda with H = dh/dq
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/difference.h"
#include "kernel/model/relation_jacobian.h"
#include "kernel/model/straight.h"
#include "kernel/model/structure.h"
#include "kernel/model/vectors.h"
#include "solvers/linalg/few.h"

#include <math.h>

enum { H, JAC_Q, JAC_Q_DOT };

static const zn_slot slots[] = {
    [H] = {"h", "S9", 'y', '1', false, "output h(q)"},
    [JAC_Q] = {"jac_h_q", "S9", 'y', 'q', true, "dh/dq"},
    [JAC_Q_DOT] = {"jac_h_q_dot", "S10", 'y', 'q', true,
                   "time derivative of dh/dq along v"},
    {0},
};

typedef struct scleronomous {
    zni_rooms rooms; /* a Jacobian, then what differences need */
    atomic_uint said;
} scleronomous;

static zn_status whole(const zn_relation *r, int i, double t, const double q[],
                       const double v[], const double lambda[], double out[])
{
    (void)lambda;
    return v ? zni_call_s10(&r->ops[i], t, r->nq, q, r->nq, v, out)
             : zni_call_s9(&r->ops[i], t, r->nq, q, r->ny, out);
}

static inline zn_status call(const zn_relation *r, int i, double t, const double q[],
                      const double v[], double out[])
{
    return r->seen ? zni_seen_call(r, i, t, q, v, NULL, whole, out)
                   : whole(r, i, t, q, v, NULL, out);
}

static zn_status h(const void *data, const double q[], double y[])
{
    return call(data, H, NAN, q, NULL, y);
}

static zn_status output(const zn_relation *r, const void *data, double t,
                        const double q[], const double lambda[], double y[])
{
    (void)data, (void)lambda;
    return call(r, H, t, q, NULL, y);
}

static zn_status jac_q(const zn_relation *r, const void *data, double t,
                       const double q[], const double lambda[], double out[])
{
    const scleronomous *s = r->state;

    (void)data, (void)lambda;
    if (zni_relation_given(r, JAC_Q))
        return call(r, JAC_Q, t, q, NULL, out);
    return zni_difference_fine(r->ctx, &s->rooms, h, r,
                               zni_relation_sees(r), q, r->ny, out);
}

/* y, and u = H v with H in a room of its own */
static zn_status rate(const zn_relation *r, const void *data, double t, const double q[],
                      const double v[], double y[], double u[])
{
    zni_room room;
    zn_status st = zni_room_enter(r->ctx, &((const scleronomous *)r->state)->rooms, &room);

    if (!st)
        st = call(r, H, t, q, NULL, y);
    if (!st)
        st = jac_q(r, data, t, q, NULL, room.at);
    zni_clear(r->ny, u);
    if (!st)
        zni_add_mul(r->ny, zni_relation_sees(r), room.at, v, u);
    zni_room_leave(&room);
    return st;
}

/* work: ny x nq + nq + 4 ny */
static zn_status curvature(const zn_relation *r, double t, const double q[],
                           const double v[], double work[], double out[])
{
    scleronomous *s = r->state;
    zn_status st;

    if (!zni_relation_given(r, JAC_Q_DOT)) {
        zni_say_differences(&r->owner, slots, 1u << JAC_Q_DOT, &s->said);
        return zni_straight(r, t, q, v, zni_relation_given(r, JAC_Q), work, out);
    }
    st = call(r, JAC_Q_DOT, t, q, v, work);
    zni_clear(r->ny, out);
    if (!st)
        zni_dense_mul(r->ny, zni_relation_sees(r), work, v, out);
    return st;
}

static zn_status acceleration(const zn_relation *r, const void *data, double t,
                              const double q[], const double v[], double out[])
{
    zni_room room;
    zn_status st =
        zni_room_enter(r->ctx, &((const scleronomous *)r->state)->rooms, &room);

    (void)data;
    if (!st)
        st = curvature(r, t, q, v, room.at, out);
    zni_room_leave(&room);
    return st;
}

static zn_status seal(zn_relation *r, zn_findings *f)
{
    scleronomous *s = r->state;
    const zn_index nq = zni_relation_sees(r), ny = r->ny;

    if (!zni_relation_given(r, H))
        zn_findings_add(f, "relation '%s': h is not given", r->name);
    else if (!zni_relation_given(r, JAC_Q))
        zni_say_differences(&r->owner, slots, 1u << JAC_Q, &s->said);
    return zni_rooms_reserve(r->ctx, &s->rooms, zni_relation_given(r, JAC_Q) ? 1 : 2,
                             ny * nq + nq + 4 * ny);
}

static void varies(const zn_relation *r, zn_relation_variability *out)
{
    out->e = ZN_WITH_STATE;
    out->C = zni_jacobian_vary(&r->ops[JAC_Q], ZN_WITH_STATE);
}

static void fini(zn_relation *r)
{
    zni_rooms_fini(r->ctx, &((scleronomous *)r->state)->rooms);
}

const zn_relation_type zni_relation_scleronomous = {
    .type = {.size = sizeof zni_relation_scleronomous,
             .kind = ZN_KIND_RELATION,
             .name = "scleronomous",
             .summary = "y = h(q), p = H' lambda",
             .state_size = sizeof(scleronomous)},
    .families = 1u << ZN_SECOND_ORDER,
    .slots = slots,
    .init = zni_relation_follow_patterns,
    .fini = fini,
    .seal = seal,
    .varies = varies,
    .output = output,
    .jac_q = jac_q,
    .acceleration = acceleration,
    .rate = rate,
};
