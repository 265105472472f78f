/* nonlinear.c - fully nonlinear relations
 *     y = h(t,q,lambda),   p = g(t,q,lambda);   lambda is a force (N)
 * or, first order,
 *     y = h(t,x,lambda),   r = g(t,x,lambda)
 * Their law is written on y, so there is no velocity output and no dh/dt.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/relation_jacobian.h"

enum { H, G, H_Q, H_LAMBDA, G_Q, G_LAMBDA };

static const zn_slot slots[] = {
    [H] = {"h", "S13", 'y', '1', false, "output h(t,q,lambda)"},
    [G] = {"g", "S13", 'q', '1', false, "input g(t,q,lambda)"},
    [H_Q] = {"jac_h_q", "S13", 'y', 'q', true, "dh/dq"},
    [H_LAMBDA] = {"jac_h_lambda", "S13", 'y', 'y', true, "dh/dlambda"},
    [G_Q] = {"jac_g_q", "S13", 'q', 'q', true, "dg/dq"},
    [G_LAMBDA] = {"jac_g_lambda", "S13", 'q', 'y', true, "dg/dlambda"},
    {0},
};

typedef struct nonlinear {
    zni_rooms rooms; /* for differences */
    atomic_uint said;
} nonlinear;

static zn_status whole(const zn_relation *r, int i, double t, const double q[],
                       const double v[], const double lambda[], double out[])
{
    (void)v;
    return zni_call_s13(&r->ops[i], t, r->nq, q, r->ny, lambda, out);
}

/* Jacobian `jac` of h or g. */
static zn_status jacobian(const zn_relation *r, int jac, int i, zni_with with, double t,
                          const double q[], const double lambda[], double out[])
{
    const nonlinear *s = r->state;

    return zni_relation_jacobian(r, &s->rooms, whole, jac, i, with, t, q, lambda, out);
}

static zn_status output(const zn_relation *r, const void *data, double t,
                        const double q[], const double lambda[], double y[])
{
    (void)data;
    return zni_relation_call(r, whole, H, t, q, lambda, y);
}

static zn_status input(const zn_relation *r, const void *data, double t,
                       const double q[], const double lambda[], double g[])
{
    (void)data;
    return zni_relation_call(r, whole, G, t, q, lambda, g);
}

static zn_status jac_q(const zn_relation *r, const void *data, double t,
                       const double q[], const double lambda[], double C[])
{
    (void)data;
    return jacobian(r, H_Q, H, ZNI_WITH_Q, t, q, lambda, C);
}

static zn_status jac_lambda(const zn_relation *r, const void *data, double t,
                            const double q[], const double lambda[], double D[])
{
    (void)data;
    return jacobian(r, H_LAMBDA, H, ZNI_WITH_LAMBDA, t, q, lambda, D);
}

static zn_status input_jac_q(const zn_relation *r, const void *data, double t,
                             const double q[], const double lambda[],
                             double K[])
{
    (void)data;
    return jacobian(r, G_Q, G, ZNI_WITH_Q, t, q, lambda, K);
}

static zn_status input_jac_lambda(const zn_relation *r, const void *data,
                                  double t, const double q[],
                                  const double lambda[], double B[])
{
    (void)data;
    return jacobian(r, G_LAMBDA, G, ZNI_WITH_LAMBDA, t, q, lambda, B);
}

static zn_status seal(zn_relation *r, zn_findings *f)
{
    nonlinear *s = r->state;
    unsigned missing = 0;

    for (int i = H; i <= G; i++)
        if (!zni_relation_given(r, i))
            zn_findings_add(f, "relation '%s': %s is not given", r->name,
                            slots[i].name);
    for (int i = H_Q; i <= G_LAMBDA; i++)
        if (!zni_relation_given(r, i) && zni_relation_given(r, i < G_Q ? H : G))
            missing |= 1u << i;
    zni_say_differences(&r->owner, slots, missing, &s->said);
    return zni_rooms_reserve(r->ctx, &s->rooms, 1, 2 * (r->nq + r->ny));
}

static void varies(const zn_relation *r, zn_relation_variability *out)
{
    const zn_vary all = ZN_WITH_TIME | ZN_WITH_STATE | ZN_WITH_LAMBDA;

    out->e = all;
    out->C = zni_jacobian_vary(&r->ops[H_Q], all);
    out->D = zni_jacobian_vary(&r->ops[H_LAMBDA], all);
    out->input = true;
    out->B = zni_jacobian_vary(&r->ops[G_LAMBDA], all);
    out->K = zni_jacobian_vary(&r->ops[G_Q], all);
    out->b = all;
}

static void fini(zn_relation *r)
{
    zni_rooms_fini(r->ctx, &((nonlinear *)r->state)->rooms);
}

const zn_relation_type zni_relation_nonlinear = {
    .type = {.size = sizeof zni_relation_nonlinear,
             .kind = ZN_KIND_RELATION,
             .name = "nonlinear",
             .summary = "y = h(t,q,lambda), p = g(t,q,lambda)",
             .state_size = sizeof(nonlinear)},
    .families = 1u << ZN_FIRST_ORDER | 1u << ZN_SECOND_ORDER,
    .slots = slots,
    .init = zni_relation_follow_patterns,
    .fini = fini,
    .seal = seal,
    .varies = varies,
    .output = output,
    .jac_q = jac_q,
    .jac_lambda = jac_lambda,
    .input = input,
    .input_jac_lambda = input_jac_lambda,
    .input_jac_q = input_jac_q,
};
