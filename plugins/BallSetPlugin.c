/* BallSetPlugin.c - a set of your own: the ball |z| <= r
 * SPDX-License-Identifier: Apache-2.0
 *
 * A reaction of bounded size in any direction, as of isotropic friction under a known
 * load: w = 0 inside, w against z on the border. Any number of components, one
 * parameter, r >= 0, in the unit of z. */
#include <zeno/plugin.h>
#include <zeno/set.h>

#include <math.h>

static zn_index params(zn_index size)
{
    (void)size;
    return 1;
}

static zn_status check(zn_ctx *ctx, const zn_cone *c)
{
    if (c->param[0] >= 0 && isfinite(c->param[0]))
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL, "r = %g, must be >= 0 and finite",
                   c->param[0]);
}

static void project(const zn_cone *c, const double x[], double out[],
                    double work[])
{
    double sum = 0, by;

    (void)work;
    for (zn_index i = 0; i < c->size; i++)
        sum += x[i] * x[i];
    by = sqrt(sum) > c->param[0] ? c->param[0] / sqrt(sum) : 1;
    for (zn_index i = 0; i < c->size; i++)
        out[i] = by * x[i];
}

/* f = z - P(z - rho w): inside it is rho w, without the digits that z takes from it */
static void natural(const zn_cone *c, double rho, const double z[],
                    const double w[], double f[], double work[])
{
    bool inside = true;
    double sum = 0;

    for (zn_index i = 0; i < c->size; i++) {
        f[i] = z[i] - rho * w[i];
        sum += f[i] * f[i];
    }
    inside = sqrt(sum) <= c->param[0];
    project(c, f, f, work);
    for (zn_index i = 0; i < c->size; i++)
        f[i] = inside ? rho * w[i] : z[i] - f[i];
}

static const zn_set_type ball = {
    .type = {.size = sizeof ball,
             .kind = ZN_KIND_SET,
             .name = "ball",
             .summary = "|z| <= r"},
    .params = params,
    .check = check,
    .project = project,
    .natural = natural,
};

static const zn_type *const types[] = {&ball.type, NULL};

ZN_PLUGIN(BallSetPlugin, .version = "0.1", .license = "Apache-2.0",
          .types = types);
