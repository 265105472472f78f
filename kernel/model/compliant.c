/* compliant.c - relations y = h(q,lambda), p = H' lambda with H = dh/dq;
 * lambda is a force (N)
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/relation_jacobian.h"

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

static zn_status whole(const zn_relation *r, int i, double t, const double q[],
                       const double v[], const double lambda[], double out[])
{
    (void)v;
    return zni_call_s12(&r->ops[i], t, r->nq, q, r->ny, lambda, out);
}

static zn_status output(const zn_relation *r, const void *data, double t,
                        const double q[], const double lambda[], double y[])
{
    (void)data;
    return zni_relation_call(r, whole, H, t, q, lambda, y);
}

static zn_status jac_q(const zn_relation *r, const void *data, double t,
                       const double q[], const double lambda[], double out[])
{
    const compliant *s = r->state;

    (void)data;
    return zni_relation_jacobian(r, &s->rooms, whole, JAC_Q, H, ZNI_WITH_Q, t, q, lambda, out);
}

static zn_status jac_lambda(const zn_relation *r, const void *data, double t,
                            const double q[], const double lambda[],
                            double out[])
{
    const compliant *s = r->state;

    (void)data;
    return zni_relation_jacobian(r, &s->rooms, whole, JAC_LAMBDA, H, ZNI_WITH_LAMBDA, t, q,
                                 lambda, out);
}

static zn_status seal(zn_relation *r, zn_findings *f)
{
    compliant *s = r->state;
    const unsigned missing =
        (zni_relation_given(r, JAC_Q) ? 0u : 1u << JAC_Q) |
        (zni_relation_given(r, JAC_LAMBDA) ? 0u : 1u << JAC_LAMBDA);

    if (!zni_relation_given(r, H))
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
