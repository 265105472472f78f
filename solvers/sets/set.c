/* set.c - what all sets have in common: look-up, checks, residual
 * SPDX-License-Identifier: Apache-2.0 */
#include "sets.h"

#include <math.h>

#include "../linalg/small.h"

const char *zni_set_missing(const zn_type *type)
{
    const zn_set_type *s = (const zn_set_type *)type;

    if (type->state_size || type->options)
        return "place for a state: its parameters are in the cone; state_size "
               "and options = 0";
    if (!s->params)
        return "number of parameters";
    if (!s->project)
        return "projection";
    return s->natural ? NULL : "natural map";
}

zn_index zni_set_no_params(zn_index size)
{
    (void)size;
    return 0;
}

zn_index zni_set_one_param(zn_index size)
{
    (void)size;
    return 1;
}

zn_status zni_set_not_negative(zn_ctx *ctx, const zn_cone *c, zn_index i,
                               const char *name)
{
    if (c->param[i] >= 0 && isfinite(c->param[i]))
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL, "%s = %g, must be >= 0 and finite", name,
                   c->param[i]);
}

void zni_set_natural(const zn_cone *c, double rho, double normal, const double z[],
                     const double w[], double f[], double x[], double work[])
{
    const zn_index d = c->size;
    bool inside = true;

    for (zn_index k = 0; k < d; k++)
        x[k] = z[k] - rho * (w[k] + (k == 0 ? normal : 0));
    c->set->project(c, x, f, work);
    for (zn_index k = 0; k < d; k++)
        inside = inside && f[k] == x[k];
    for (zn_index k = 0; k < d; k++)
        f[k] = inside ? rho * (w[k] + (k == 0 ? normal : 0)) : z[k] - f[k];
}

zn_status zn_set_find(zn_ctx *ctx, const char *name, const zn_set_type **out)
{
    const zn_type *t;
    const zn_status st = zn_type_find(ctx, ZN_KIND_SET, name, &t);

    *out = (const zn_set_type *)t;
    return st;
}

static zn_status check(zn_ctx *ctx, const zn_cone *c)
{
    zn_index n;

    if (c->size < 1)
        return zn_fail(ctx, ZN_EINVAL, "%td components, must be >= 1", c->size);
    n = c->set->params(c->size);
    if (c->nparam < 0 || (n >= 0 && c->nparam != n))
        return zn_fail(ctx, ZN_EINVAL,
                       "%td parameters, must be %td at %td components",
                       c->nparam, n, c->size);
    if (c->nparam && !c->param)
        return zn_fail(ctx, ZN_EINVAL, "%td parameters at NULL", c->nparam);
    return c->set->check ? c->set->check(ctx, c) : ZN_OK;
}

zn_status zn_cone_check(zn_ctx *ctx, const zn_cone *c)
{
    if (!c->set)
        return zn_fail(ctx, ZN_EINVAL, "a cone without a set");
    return zn_note(ctx, check(ctx, c), "set '%s'", c->set->type.name);
}

zn_index zn_cone_work(const zn_cone *c)
{
    return c->size + (c->set->work ? c->set->work(c) : 0);
}

void zn_cone_project(const zn_cone *c, const double x[], double out[],
                     double work[])
{
    c->set->project(c, x, out, work);
}

double zn_cone_residual(const zn_cone *c, double rho, const double z[],
                        const double w[], double work[])
{
    c->set->natural(c, rho, z, w, work, work + c->size);
    return sqrt(zni_dot(c->size, work, work));
}
