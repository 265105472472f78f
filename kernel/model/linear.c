/* linear.c - linear relations
 *     y = C q + D lambda + F z + e,   p = C' lambda
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"
#include "kernel/model/structure.h"

#include <math.h>
#include <string.h>

enum { C, D, F, E };

static const zn_slot slots[] = {
    [C] = {"C", NULL, 'y', 'q', true, "output matrix"},
    [D] = {"D", NULL, 'y', 'y', true, "compliance; regular if given"},
    [F] = {"F", NULL, 'y', 'z', true, "effect of the parameters z"},
    [E] = {"e", NULL, 'y', '1', true, "constant term"},
    {0},
};

typedef struct linear {
    bool compliant; /* D is there and not zero */
} linear;

static zn_status output(const zn_relation *r, const void *data, double t,
                        const double q[], const double lambda[], double y[])
{
    (void)data, (void)t;
    memset(y, 0, (size_t)r->ny * sizeof *y);
    zni_operator_mul(&r->ops[C], q, y);
    if (((const linear *)r->state)->compliant)
        zni_operator_mul(&r->ops[D], lambda, y);
    zni_operator_mul(&r->ops[F], r->owner.z, y);
    zni_operator_mul(&r->ops[E], (const double[]){1}, y);
    return ZN_OK;
}

static zn_status jac_q(const zn_relation *r, const void *data, double t,
                       const double q[], const double lambda[], double out[])
{
    (void)data, (void)q;
    (void)lambda;
    return zni_call_s1(&r->ops[C], t, out);
}

static zn_status jac_lambda(const zn_relation *r, const void *data, double t,
                            const double q[], const double lambda[],
                            double out[])
{
    (void)data, (void)q;
    (void)lambda;
    return zni_call_s1(&r->ops[D], t, out);
}

static const double *columns(const zn_relation *r, zn_pattern *pattern)
{
    *pattern = zn_operator_pattern(&r->ops[C]);
    return r->ops[C].mode == ZN_OPERATOR_SPARSE &&
                   pattern->shape == ZN_SHAPE_COLUMNS
               ? zn_operator_value(&r->ops[C])
               : NULL;
}

/* With D = 0 the law is written on the velocity, with a regular D on y itself.
 * Between the two, some rows would want one and some the other. */
static zn_status check_D(zn_relation *r, zn_findings *f)
{
    linear *s = r->state;
    const zn_index n = r->ny;
    bool regular = true;

    s->compliant = false;
    if (r->ops[D].mode == ZN_OPERATOR_ABSENT)
        return ZN_OK;
    double *A = zn_alloc(r->ctx, n * n, sizeof *A);
    if (!A)
        return ZN_ENOMEM;
    zn_status st = zni_call_s1(&r->ops[D], NAN, A);
    for (zn_index i = 0; i < n * n; i++)
        s->compliant = s->compliant || A[i] != 0;
    if (!st)
        st = zni_regular(r->ctx, n, A, &regular);
    zn_free_array(r->ctx, A);
    if (!st && s->compliant && !regular)
        zn_findings_add(f,
                        "relation '%s': D is singular but not zero: split it "
                        "into a relation without D and one with a regular D",
                        r->name);
    return st;
}

static zn_status seal(zn_relation *r, zn_findings *f)
{
    const zn_index nz = r->owner.nz, cols = zn_operator_cols(&r->ops[F]);

    if (r->ops[C].mode == ZN_OPERATOR_ABSENT)
        zn_findings_add(f, "relation '%s': C is not given", r->name);
    if (r->ops[F].mode != ZN_OPERATOR_ABSENT && cols != nz)
        zn_findings_add(f,
                        "relation '%s': F is %td x %td, must be %td x %td: z "
                        "has %td elements",
                        r->name, r->ny, cols, r->ny, nz, nz);
    return check_D(r, f);
}

static void varies(const zn_relation *r, zn_relation_variability *out)
{
    const bool compliant = ((const linear *)r->state)->compliant;

    out->C = ZN_CONSTANT;
    out->D = compliant ? ZN_CONSTANT : ZN_ZERO;
    out->e = zni_operator_vary(&r->ops[E], ZN_WITH_TIME);
    if (r->ops[F].mode != ZN_OPERATOR_ABSENT)
        out->e |= ZN_WITH_PARAMETERS;
}

const zn_relation_type zni_relation_linear = {
    .type = {.size = sizeof zni_relation_linear,
             .kind = ZN_KIND_RELATION,
             .name = "linear",
             .summary = "y = C q + D lambda + F z + e, p = C' lambda",
             .state_size = sizeof(linear)},
    .families = 1u << ZN_SECOND_ORDER,
    .slots = slots,
    .seal = seal,
    .varies = varies,
    .output = output,
    .jac_q = jac_q,
    .jac_lambda = jac_lambda,
    .columns = columns,
};
