/* feedthrough.c - nonlinear relations of first-order systems without time
 *     without-feedthrough   y = h(x),          r = g(lambda)
 *     feedthrough           y = h(x,lambda),   r = g(lambda)
 * The Jacobians have the argument list of their function.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/relation_jacobian.h"

enum { H, G, H_X, G_LAMBDA, H_LAMBDA };

static const zn_slot slots_without[] = {
    [H] = {"h", "S14", 'y', '1', false, "output h(x)"},
    [G] = {"g", "S14", 'x', '1', false, "input g(lambda)"},
    [H_X] = {"jac_h_x", "S14", 'y', 'x', true, "dh/dx"},
    [G_LAMBDA] = {"jac_g_lambda", "S14", 'x', 'y', true, "dg/dlambda"},
    {0},
};

static const zn_slot slots_with[] = {
    [H] = {"h", "S15", 'y', '1', false, "output h(x,lambda)"},
    [G] = {"g", "S16", 'x', '1', false, "input g(lambda)"},
    [H_X] = {"jac_h_x", "S15", 'y', 'x', true, "dh/dx"},
    [G_LAMBDA] = {"jac_g_lambda", "S16", 'x', 'y', true, "dg/dlambda"},
    [H_LAMBDA] = {"jac_h_lambda", "S15", 'y', 'y', true, "dh/dlambda"},
    {0},
};

typedef struct separate {
    zni_rooms rooms; /* for differences */
    atomic_uint said;
} separate;

static bool feeds(const zn_relation *r)
{
    return r->nops > H_LAMBDA;
}

static zn_status whole(const zn_relation *r, int i, double t, const double x[],
                       const double v[], const double lambda[], double out[])
{
    const zn_operator *op = &r->ops[i];
    const bool of_lambda = i == G || i == G_LAMBDA;

    (void)v;
    if (!feeds(r))
        return of_lambda ? zni_call_s14(op, t, r->ny, lambda, out)
                         : zni_call_s14(op, t, r->nq, x, out);
    return of_lambda ? zni_call_s16(op, t, r->ny, lambda, out)
                     : zni_call_s15(op, t, r->nq, x, r->ny, lambda, out);
}

static zn_status output(const zn_relation *r, const void *data, double t,
                        const double x[], const double lambda[], double y[])
{
    (void)data;
    return zni_relation_call(r, whole, H, t, x, lambda, y);
}

static zn_status input(const zn_relation *r, const void *data, double t,
                       const double x[], const double lambda[], double g[])
{
    (void)data;
    return zni_relation_call(r, whole, G, t, x, lambda, g);
}

static zn_status jacobian(const zn_relation *r, int jac, int i, zni_with with, double t,
                          const double x[], const double lambda[], double out[])
{
    const separate *s = r->state;

    return zni_relation_jacobian(r, &s->rooms, whole, jac, i, with, t, x, lambda, out);
}

static zn_status jac_x(const zn_relation *r, const void *data, double t,
                       const double x[], const double lambda[], double C[])
{
    (void)data;
    return jacobian(r, H_X, H, ZNI_WITH_Q, t, x, lambda, C);
}

static zn_status jac_lambda(const zn_relation *r, const void *data, double t,
                            const double x[], const double lambda[], double D[])
{
    (void)data;
    return jacobian(r, H_LAMBDA, H, ZNI_WITH_LAMBDA, t, x, lambda, D);
}

static zn_status input_jac_lambda(const zn_relation *r, const void *data,
                                  double t, const double x[],
                                  const double lambda[], double B[])
{
    (void)data;
    return jacobian(r, G_LAMBDA, G, ZNI_WITH_LAMBDA, t, x, lambda, B);
}

static zn_status seal(zn_relation *r, zn_findings *f)
{
    separate *s = r->state;
    unsigned missing = 0;

    for (int i = H; i <= G; i++)
        if (!zni_relation_given(r, i))
            zn_findings_add(f, "relation '%s': %s is not given", r->name,
                            r->type->slots[i].name);
    for (int i = H_X; i < r->nops; i++)
        if (!zni_relation_given(r, i) && zni_relation_given(r, i == G_LAMBDA ? G : H))
            missing |= 1u << i;
    zni_say_differences(&r->owner, r->type->slots, missing, &s->said);
    return zni_rooms_reserve(r->ctx, &s->rooms, 1, 2 * (r->nq + r->ny));
}

static void varies(const zn_relation *r, zn_relation_variability *out)
{
    out->e = ZN_WITH_STATE | (feeds(r) ? ZN_WITH_LAMBDA : ZN_ZERO);
    out->C = zni_jacobian_vary(&r->ops[H_X], out->e);
    out->D = feeds(r) ? zni_jacobian_vary(&r->ops[H_LAMBDA], out->e) : ZN_ZERO;
    out->input = true;
    out->B = zni_jacobian_vary(&r->ops[G_LAMBDA], ZN_WITH_LAMBDA);
    out->b = ZN_WITH_LAMBDA;
}

static void fini(zn_relation *r)
{
    zni_rooms_fini(r->ctx, &((separate *)r->state)->rooms);
}

const zn_relation_type zni_relation_without_feedthrough = {
    .type = {.size = sizeof zni_relation_without_feedthrough,
             .kind = ZN_KIND_RELATION,
             .name = "without-feedthrough",
             .summary = "y = h(x), r = g(lambda)",
             .state_size = sizeof(separate)},
    .families = 1u << ZN_FIRST_ORDER,
    .slots = slots_without,
    .init = zni_relation_follow_patterns,
    .fini = fini,
    .seal = seal,
    .varies = varies,
    .output = output,
    .jac_q = jac_x,
    .input = input,
    .input_jac_lambda = input_jac_lambda,
};

const zn_relation_type zni_relation_feedthrough = {
    .type = {.size = sizeof zni_relation_feedthrough,
             .kind = ZN_KIND_RELATION,
             .name = "feedthrough",
             .summary = "y = h(x,lambda), r = g(lambda)",
             .state_size = sizeof(separate)},
    .families = 1u << ZN_FIRST_ORDER,
    .slots = slots_with,
    .init = zni_relation_follow_patterns,
    .fini = fini,
    .seal = seal,
    .varies = varies,
    .output = output,
    .jac_q = jac_x,
    .jac_lambda = jac_lambda,
    .input = input,
    .input_jac_lambda = input_jac_lambda,
};
