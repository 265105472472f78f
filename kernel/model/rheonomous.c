/* rheonomous.c - relations that move with time
 *     y = h(t,q),   dy/dt = H v + dh/dt,   p = H' lambda with H = dh/dq
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/difference.h"
#include "kernel/model/relation_jacobian.h"
#include "kernel/model/straight.h"
#include "kernel/model/structure.h"
#include "solvers/linalg/few.h"

enum { H, H_DOT, JAC_Q };

static const zn_slot slots[] = {
    [H] = {"h", "S11", 'y', '1', false, "output h(t,q)"},
    [H_DOT] = {"h_dot", "S11", 'y', '1', true, "dh/dt"},
    [JAC_Q] = {"jac_h_q", "S11", 'y', 'q', true, "dh/dq"},
    {0},
};

typedef struct rheonomous {
    zni_rooms rooms; /* a Jacobian, then what differences need */
    atomic_uint said;
} rheonomous;

typedef struct point {
    const zn_relation *r;
    double t;
    const double *q;
} point;

static zn_status whole(const zn_relation *r, int i, double t, const double q[],
                       const double v[], const double lambda[], double out[])
{
    (void)v, (void)lambda;
    return zni_call_s11(&r->ops[i], r->nq, q, t, r->ny, out);
}

static inline zn_status call(const zn_relation *r, int i, double t, const double q[],
                      double out[])
{
    return zni_relation_call(r, whole, i, t, q, NULL, out);
}

static zn_status output(const zn_relation *r, const void *data, double t,
                        const double q[], const double lambda[], double y[])
{
    (void)data, (void)lambda;
    return call(r, H, t, q, y);
}

static zn_status h_of_q(const void *data, const double q[], double y[])
{
    const point *p = data;

    return output(p->r, NULL, p->t, q, NULL, y);
}

static zn_status jac_q(const zn_relation *r, const void *data, double t,
                       const double q[], const double lambda[], double out[])
{
    const rheonomous *s = r->state;
    const point p = {.r = r, .t = t};

    (void)data, (void)lambda;
    if (zni_relation_given(r, JAC_Q))
        return call(r, JAC_Q, t, q, out);
    return zni_difference_fine(r->ctx, &s->rooms, h_of_q, &p,
                               zni_relation_sees(r), q, r->ny, out);
}

static zn_status h_of_t(const void *data, const double s[], double y[])
{
    const point *p = data;

    return output(p->r, NULL, p->t + s[0], p->q, NULL, y);
}

static zn_status dh_dt(const zn_relation *r, const void *data, double t,
                       const double q[], double out[])
{
    const rheonomous *s = r->state;
    const point p = {.r = r, .t = t, .q = q};

    (void)data;
    if (zni_relation_given(r, H_DOT))
        return call(r, H_DOT, t, q, out);
    return zni_difference_fine(r->ctx, &s->rooms, h_of_t, &p, 1, &(double){0},
                               r->ny, out);
}

/* y, and u = H v + dh/dt with H in a room of its own */
static zn_status rate(const zn_relation *r, const void *data, double t, const double q[],
                      const double v[], double y[], double u[])
{
    zni_room room;
    zn_status st = zni_room_enter(r->ctx, &((const rheonomous *)r->state)->rooms, &room);

    if (!st)
        st = call(r, H, t, q, y);
    if (!st)
        st = jac_q(r, data, t, q, NULL, room.at);
    if (!st)
        st = dh_dt(r, data, t, q, u);
    if (!st)
        zni_add_mul(r->ny, zni_relation_sees(r), room.at, v, u);
    zni_room_leave(&room);
    return st;
}

static zn_status acceleration(const zn_relation *r, const void *data, double t,
                              const double q[], const double v[], double out[])
{
    zni_room room;
    zn_status st =
        zni_room_enter(r->ctx, &((const rheonomous *)r->state)->rooms, &room);

    (void)data;
    if (!st)
        st = zni_straight(r, t, q, v,
                          zni_relation_given(r, JAC_Q) && zni_relation_given(r, H_DOT), room.at,
                          out);
    zni_room_leave(&room);
    return st;
}

/* ---- seal --------------------------------------------------------------- */

static zn_status seal(zn_relation *r, zn_findings *f)
{
    rheonomous *s = r->state;
    const zn_index nq = zni_relation_sees(r), ny = r->ny;
    const unsigned missing = (zni_relation_given(r, H_DOT) ? 0u : 1u << H_DOT) |
                             (zni_relation_given(r, JAC_Q) ? 0u : 1u << JAC_Q);

    if (!zni_relation_given(r, H))
        zn_findings_add(f, "relation '%s': h is not given", r->name);
    else
        zni_say_differences(&r->owner, slots, missing, &s->said);
    return zni_rooms_reserve(r->ctx, &s->rooms, missing ? 2 : 1, ny * nq + nq + 4 * ny);
}

static void varies(const zn_relation *r, zn_relation_variability *out)
{
    out->e = ZN_WITH_TIME | ZN_WITH_STATE;
    out->C = zni_jacobian_vary(&r->ops[JAC_Q], out->e);
}

static void fini(zn_relation *r)
{
    zni_rooms_fini(r->ctx, &((rheonomous *)r->state)->rooms);
}

const zn_relation_type zni_relation_rheonomous = {
    .type = {.size = sizeof zni_relation_rheonomous,
             .kind = ZN_KIND_RELATION,
             .name = "rheonomous",
             .summary = "y = h(t,q), p = H' lambda",
             .state_size = sizeof(rheonomous)},
    .families = 1u << ZN_SECOND_ORDER,
    .slots = slots,
    .init = zni_relation_follow_patterns,
    .fini = fini,
    .seal = seal,
    .varies = varies,
    .output = output,
    .jac_q = jac_q,
    .dh_dt = dh_dt,
    .acceleration = acceleration,
    .rate = rate,
};
