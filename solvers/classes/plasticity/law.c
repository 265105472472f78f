/* law.c - yield surfaces as laws, for the methods shared with friction
 * SPDX-License-Identifier: Apache-2.0 */
#include "plasticity.h"

/* eta or sigma_y is in c->mu, theta in c->mur, NULL for von Mises */
static zni_yield_law law_of(const zni_fc *c, zn_index a)
{
    return (zni_yield_law){.model = c->mur ? ZN_DRUCKER_PRAGER : ZN_VON_MISES,
                           .limit = c->mu[a],
                           .theta = c->mur ? c->mur[a] : 0};
}

static void project(const zni_fc *c, zn_index a, const double x[], double out[])
{
    const zni_yield_law y = law_of(c, a);

    zni_yield_project(&y, x, out, NULL);
}

static double shift(const zni_fc *c, zn_index a, const double u[])
{
    return law_of(c, a).theta * zni_tangent(3, u);
}

/* all kinds are the natural map */
static void map(zni_map_kind kind, const zni_fc *c, zn_index a,
                const double rho[2], const double u[], const double r[],
                double phi[], double A[], double B[])
{
    const zni_yield_law y = law_of(c, a);

    (void)kind;
    zni_yield_map(&y, rho[0], u, r, phi, A, B);
}

/* the class's measure; von Mises' disk has the unit of r */
static double error2(const zni_fc *c, zn_index a, const double r[],
                     const double u[])
{
    const double size = c->size[a];
    const double s[3] = {size * r[0], size * r[1], size * r[2]};
    zni_yield_law y = law_of(c, a);
    double phi[3];

    if (y.model == ZN_VON_MISES)
        y.limit *= size;
    return zni_yield_map(&y, 1, u, s, phi, NULL, NULL);
}

static void point_set(const zni_fc *c, zn_index a, void *point)
{
    const zni_yield_law y = law_of(c, a);

    zni_point_set(point, &y, c->x + 9 * c->diag[a]);
}

static bool point_solve(const zni_fc *c, zn_index a, const void *point,
                        const double q[], double r[])
{
    (void)c;
    (void)a;
    return zni_point_solve(point, q, r);
}

const zni_law zni_yield = {
    .project = project,
    .shift = shift,
    .map = map,
    .contact_size = sizeof(zni_point),
    .contact_set = point_set,
    .contact_solve = point_solve,
    .error2 = error2,
};

_Static_assert(sizeof(zni_point) <= ZNI_CONTACT_MOST, "zni_contact_bytes");

zn_status zni_solid_set(zn_ctx *ctx, zni_fc *c, const zn_plasticity *p)
{
    const bool cone = p->model == ZN_DRUCKER_PRAGER;
    zn_friction f = {.d = 3,
                     .nc = p->nc,
                     .M = p->M,
                     .q = p->q,
                     .mu = cone ? p->eta : p->sigma_y};
    zn_status st = zni_fc_set(ctx, c, &f);

    c->law = &zni_yield;
    c->mur = cone ? p->theta : NULL;
    return st;
}
