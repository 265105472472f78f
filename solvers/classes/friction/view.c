/* view.c - contacts whose velocities are affine in their reactions, whoever knows the matrix
 * SPDX-License-Identifier: Apache-2.0 */
#include "view.h"

#include "motion.h"

static void condensed_velocities(const void *of, const double r[], double u[])
{
    const zni_fc *c = of;

    zni_fc_mul(c, r, c->q, u);
}

static double condensed_error(const void *of, const double r[], const double u[])
{
    return zni_fc_error(of, r, u);
}

zni_view zni_view_condensed(const zni_fc *c)
{
    return (zni_view){.c = c,
                      .n = c->n,
                      .scale = zni_fc_scale(c),
                      .of = c,
                      .velocities = condensed_velocities,
                      .error = condensed_error};
}

static void kept_velocities(const void *of, const double r[], double u[])
{
    const zni_kept *k = of;

    memcpy(k->z + k->g->n, r, (size_t)k->g->m * sizeof *r);
    zni_motion_move(k->g, k->z, u);
}

static double kept_error(const void *of, const double r[], const double u[])
{
    const zni_kept *k = of;

    (void)r; /* that of z */
    return zni_motion_error(k->g, k->z, u);
}

zni_view zni_view_kept(const zni_kept *k)
{
    return (zni_view){.c = &k->g->c,
                      .n = k->g->m,
                      .scale = k->g->scale,
                      .of = k,
                      .velocities = kept_velocities,
                      .error = kept_error};
}
