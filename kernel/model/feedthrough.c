/* feedthrough.c - nonlinear relations of first-order systems without time
 *     without-feedthrough   y = h(x),          r = g(lambda)
 *     feedthrough           y = h(x,lambda),   r = g(lambda)
 * The Jacobians have the argument list of their function.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/difference.h"
#include "kernel/model/seen.h"

#include <math.h>

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

/* (x, lambda) for h or g; the one that is NULL moves */
typedef struct point {
    const zn_relation *r;
    int i;
    const double *x, *lambda;
} point;

static zn_operator_mode mode(const zn_relation *r, int i)
{
    return r->ops[i].mode;
}

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

static zn_status call(const zn_relation *r, int i, double t, const double x[],
                      const double lambda[], double out[])
{
    return r->seen ? zni_seen_call(r, i, t, x, NULL, lambda, whole, out)
                   : whole(r, i, t, x, NULL, lambda, out);
}

static zn_status move(const void *data, const double u[], double out[])
{
    const point *p = data;

    return call(p->r, p->i, NAN, p->x ? p->x : u, p->lambda ? p->lambda : u,
                out);
}

static zn_status output(const zn_relation *r, const void *data, double t,
                        const double x[], const double lambda[], double y[])
{
    (void)data;
    return call(r, H, t, x, lambda, y);
}

static zn_status input(const zn_relation *r, const void *data, double t,
                       const double x[], const double lambda[], double g[])
{
    (void)data;
    return call(r, G, t, x, lambda, g);
}

static zn_status jac_x(const zn_relation *r, const void *data, double t,
                       const double x[], const double lambda[], double C[])
{
    const separate *s = r->state;
    const point p = {.r = r, .i = H, .lambda = lambda};

    (void)data;
    if (mode(r, H_X) != ZN_OPERATOR_ABSENT)
        return call(r, H_X, t, x, lambda, C);
    return zni_difference(r->ctx, &s->rooms, move, &p, zni_relation_sees(r), x, r->ny, C);
}

static zn_status jac_lambda(const zn_relation *r, const void *data, double t,
                            const double x[], const double lambda[], double D[])
{
    const separate *s = r->state;
    const point p = {.r = r, .i = H, .x = x};

    (void)data;
    if (mode(r, H_LAMBDA) != ZN_OPERATOR_ABSENT)
        return call(r, H_LAMBDA, t, x, lambda, D);
    return zni_difference(r->ctx, &s->rooms, move, &p, r->ny, lambda, r->ny,
                          D);
}

static zn_status input_jac_lambda(const zn_relation *r, const void *data,
                                  double t, const double x[],
                                  const double lambda[], double B[])
{
    const separate *s = r->state;
    const point p = {.r = r, .i = G, .x = x};

    (void)data;
    if (mode(r, G_LAMBDA) != ZN_OPERATOR_ABSENT)
        return call(r, G_LAMBDA, t, x, lambda, B);
    return zni_difference(r->ctx, &s->rooms, move, &p, r->ny, lambda,
                          zni_relation_sees(r), B);
}

static zn_status seal(zn_relation *r, zn_findings *f)
{
    separate *s = r->state;
    unsigned missing = 0;

    for (int i = H; i <= G; i++)
        if (mode(r, i) == ZN_OPERATOR_ABSENT)
            zn_findings_add(f, "relation '%s': %s is not given", r->name,
                            r->type->slots[i].name);
    for (int i = H_X; i < r->nops; i++)
        if (mode(r, i) == ZN_OPERATOR_ABSENT &&
            mode(r, i == G_LAMBDA ? G : H) != ZN_OPERATOR_ABSENT)
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
