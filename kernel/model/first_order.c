/* first_order.c - first-order systems given by functions
 *     M(t,x) x' = f(t,x) + r
 * M may be singular: its empty rows are algebraic equations.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/difference.h"
#include "kernel/model/model.h"

#include <string.h>

enum { MASS, FIELD, FIELD_X };

static const zn_slot slots[] = {
    [MASS] = {"M", "S3", 'x', 'x', true, "M(t,x); absent: identity"},
    [FIELD] = {"f", "S3", 'x', '1', true, "f(t,x)"},
    [FIELD_X] = {"jac_f_x", "S3", 'x', 'x', true, "df/dx"},
    {0},
};

typedef struct first_order {
    double *work; /* for differences */
    zn_index cwork;
    unsigned said;
} first_order;

/* f at a time, for differences */
typedef struct instant {
    const zn_ds *ds;
    double t;
} instant;

static zn_operator_mode mode(const zn_ds *ds, int i)
{
    return zn_operator_get_mode(&ds->ops[i]);
}

static zn_status lhs(const zn_ds *ds, double t, const double x[], double M[])
{
    const zn_index n = ds->nx;

    if (mode(ds, MASS) != ZN_OPERATOR_ABSENT)
        return zni_call_s3(&ds->ops[MASS], t, n, x, M);
    memset(M, 0, (size_t)(n * n) * sizeof *M);
    for (zn_index i = 0; i < n; i++)
        M[i + i * n] = 1;
    return ZN_OK;
}

static zn_status field(const zn_ds *ds, double t, const double x[], double f[])
{
    return zni_call_s3(&ds->ops[FIELD], t, ds->nx, x, f);
}

static zn_status field_at(const void *data, const double x[], double f[])
{
    const instant *at = data;

    return field(at->ds, at->t, x, f);
}

static zn_status field_jac(const zn_ds *ds, double t, const double x[],
                           double A[])
{
    const first_order *s = ds->state;
    const instant at = {ds, t};

    if (mode(ds, FIELD_X) != ZN_OPERATOR_ABSENT ||
        mode(ds, FIELD) != ZN_OPERATOR_FUNCTION)
        return zni_call_s3(&ds->ops[FIELD_X], t, ds->nx, x, A);
    return zni_difference(field_at, &at, ds->nx, x, ds->nx, s->work, A);
}

static zn_status seal(zn_ds *ds, zn_findings *f)
{
    first_order *s = ds->state;

    if (mode(ds, FIELD) == ZN_OPERATOR_ABSENT)
        zn_findings_add(f, "system '%s': f is not given", ds->name);
    if (mode(ds, FIELD) != ZN_OPERATOR_FUNCTION ||
        mode(ds, FIELD_X) != ZN_OPERATOR_ABSENT)
        return ZN_OK;
    zni_say_differences(&ds->owner, slots, 1u << FIELD_X, &s->said);
    return zni_reserve(ds->ctx, &s->work, &s->cwork, 2 * ds->nx);
}

/* A constant Jacobian says that f is affine in x. */
static unsigned traits(const zn_ds *ds)
{
    const bool affine = mode(ds, FIELD) != ZN_OPERATOR_FUNCTION ||
                        mode(ds, FIELD_X) == ZN_OPERATOR_CONSTANT ||
                        mode(ds, FIELD_X) == ZN_OPERATOR_DIAGONAL;

    return (mode(ds, MASS) != ZN_OPERATOR_FUNCTION ? ZN_DS_CONST_MASS : 0u) |
           (affine ? ZN_DS_AFFINE_FORCE : 0u);
}

static void fini(zn_ds *ds)
{
    zn_free_array(ds->ctx, ((first_order *)ds->state)->work);
}

const zn_ds_type zni_ds_first_order = {
    .type = {.size = sizeof zni_ds_first_order,
             .kind = ZN_KIND_DS,
             .name = "first-order",
             .summary = "M(t,x) x' = f(t,x) + r",
             .state_size = sizeof(first_order)},
    .family = ZN_FIRST_ORDER,
    .slots = slots,
    .fini = fini,
    .seal = seal,
    .traits = traits,
    .lhs = lhs,
    .field = field,
    .field_jac = field_jac,
};
