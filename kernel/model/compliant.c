/* compliant.c - relations y = h(q,lambda), p = H' lambda with H = dh/dq;
 * lambda is a force (N)
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/difference.h"
#include "kernel/model/seen.h"

#include <math.h>

enum { H, JAC_Q, JAC_LAMBDA };

static const zn_slot slots[] = {
    [H] = {"h", "S12", 'y', '1', false, "output h(q,lambda)"},
    [JAC_Q] = {"jac_h_q", "S12", 'y', 'q', true, "dh/dq"},
    [JAC_LAMBDA] = {"jac_h_lambda", "S12", 'y', 'y', true, "dh/dlambda"},
    {0},
};

typedef struct compliant {
    zni_rooms rooms; /* for differences */
    atomic_uint said;
} compliant;

/* (q, lambda); the one that is NULL moves */
typedef struct point {
    const zn_relation *r;
    const double *q, *lambda;
} point;

static bool given(const zn_relation *r, int i)
{
    return r->ops[i].mode != ZN_OPERATOR_ABSENT;
}

static zn_status whole(const zn_relation *r, int i, double t, const double q[],
                       const double v[], const double lambda[], double out[])
{
    (void)v;
    return zni_call_s12(&r->ops[i], t, r->nq, q, r->ny, lambda, out);
}

static zn_status call(const zn_relation *r, int i, double t, const double q[],
                      const double lambda[], double out[])
{
    return r->seen ? zni_seen_call(r, i, t, q, NULL, lambda, whole, out)
                   : whole(r, i, t, q, NULL, lambda, out);
}

static zn_status output(const zn_relation *r, const void *data, double t,
                        const double q[], const double lambda[], double y[])
{
    (void)data;
    return call(r, H, t, q, lambda, y);
}

static zn_status move(const void *data, const double x[], double y[])
{
    const point *p = data;

    return call(p->r, H, NAN, p->q ? p->q : x, p->lambda ? p->lambda : x, y);
}

static zn_status jac_q(const zn_relation *r, const void *data, double t,
                       const double q[], const double lambda[], double out[])
{
    const point p = {.r = r, .lambda = lambda};

    (void)data;
    if (given(r, JAC_Q))
        return call(r, JAC_Q, t, q, lambda, out);
    return zni_difference(r->ctx, &((const compliant *)r->state)->rooms, move, &p,
                          zni_relation_sees(r), q, r->ny, out);
}

static zn_status jac_lambda(const zn_relation *r, const void *data, double t,
                            const double q[], const double lambda[],
                            double out[])
{
    const point p = {.r = r, .q = q};

    (void)data;
    if (given(r, JAC_LAMBDA))
        return call(r, JAC_LAMBDA, t, q, lambda, out);
    return zni_difference(r->ctx, &((const compliant *)r->state)->rooms, move, &p,
                          r->ny, lambda, r->ny, out);
}

static zn_status seal(zn_relation *r, zn_findings *f)
{
    compliant *s = r->state;
    const unsigned missing = (given(r, JAC_Q) ? 0u : 1u << JAC_Q) |
                             (given(r, JAC_LAMBDA) ? 0u : 1u << JAC_LAMBDA);

    if (!given(r, H))
        zn_findings_add(f, "relation '%s': h is not given", r->name);
    else
        zni_say_differences(&r->owner, slots, missing, &s->said);
    return zni_rooms_reserve(r->ctx, &s->rooms, 1,
                             (r->nq > r->ny ? r->nq : r->ny) + r->ny);
}

static void varies(const zn_relation *r, zn_relation_variability *out)
{
    const zn_vary both = ZN_WITH_STATE | ZN_WITH_LAMBDA;

    out->e = both;
    out->C = zni_jacobian_vary(&r->ops[JAC_Q], both);
    out->D = zni_jacobian_vary(&r->ops[JAC_LAMBDA], both);
}

static void fini(zn_relation *r)
{
    zni_rooms_fini(r->ctx, &((compliant *)r->state)->rooms);
}

const zn_relation_type zni_relation_compliant = {
    .type = {.size = sizeof zni_relation_compliant,
             .kind = ZN_KIND_RELATION,
             .name = "compliant",
             .summary = "y = h(q,lambda), p = H' lambda, lambda a force",
             .state_size = sizeof(compliant)},
    .families = 1u << ZN_SECOND_ORDER,
    .slots = slots,
    .init = zni_relation_follow_patterns,
    .fini = fini,
    .seal = seal,
    .varies = varies,
    .output = output,
    .jac_q = jac_q,
    .jac_lambda = jac_lambda,
};
