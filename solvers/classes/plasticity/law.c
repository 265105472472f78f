/* law.c - yield surfaces as laws, for the methods shared with friction
 * SPDX-License-Identifier: Apache-2.0 */
#include "plasticity.h"

/* the cylinder: x_T is projected on the disk of radius sigma_y, x_N stays */
static void cylinder(double limit, const double x[], double out[], double G[])
{
    const double s = zni_tangent(3, x), f = s > limit ? limit / s : 1;
    const double t[3] = {0, s > limit ? x[1] / s : 0, s > limit ? x[2] / s : 0};

    for (int k = 0; k < 3; k++)
        out[k] = k > 0 ? f * x[k] : x[0];
    for (int j = 0; j < 3 && G; j++)
        for (int i = 0; i < 3; i++)
            G[i + 3 * j] = j == 0 || i == 0 ? (i == j) : f * ((i == j) - t[i] * t[j]);
}

static void project(const zni_fc *c, zn_index a, const double x[], double out[], double G[])
{
    if (c->mur)
        zni_cone_project(3, c->mu[a], x, out, G);
    else
        cylinder(c->mu[a], x, out, G);
}

void zn_plasticity_project(zn_yield model, double limit, double x[])
{
    if (model == ZN_VON_MISES)
        cylinder(limit, x, x, NULL);
    else
        zni_cone_project(3, limit, x, x, NULL);
}

static double shift(const zni_fc *c, zn_index a, const double u[], double g[])
{
    return zni_slip_shift(3, c->mur ? c->mur[a] : 0, u, g);
}

/* all kinds are the natural map */
static void map(zni_map_kind kind, const zni_fc *c, zn_index a,
                const double rho[2], const double u[], const double r[],
                double phi[], double A[], double B[])
{
    (void)kind;
    zni_natural(c, a, rho[0], NULL, u, r, phi, A, B);
}

/* the measure of the class; the radius of von Mises' disk has the unit of r */
static double error2(const zni_fc *c, zn_index a, const double r[], const double u[])
{
    const double size = c->size[a], limit = c->mur ? c->mu[a] : size * c->mu[a];
    const double s[3] = {size * r[0], size * r[1], size * r[2]};
    const zni_fc one = {.law = &zni_yield, .d = 3, .nc = 1, .mu = &limit, .mur = c->mur ? c->mur + a : NULL};
    double phi[3];

    return zni_fc_natural(&one, 0, 1, s, u, phi);
}

static void point_set(const zni_fc *c, zn_index a, void *point)
{
    zni_contact_set(point, 3, c->mu[a], c->x + 9 * c->diag[a]);
}

static bool point_solve(const zni_fc *c, zn_index a, const void *point, const double q[], double r[])
{
    return zni_point_solve(c, a, point, q, r);
}

const zni_law zni_yield = {
    .project = project,
    .shift = shift,
    .map = map,
    .contact_size = sizeof(zni_contact),
    .contact_set = point_set,
    .contact_solve = point_solve,
    .error2 = error2,
};

zn_status zni_solid_set(zn_ctx *ctx, zni_fc *c, const zn_plasticity *p)
{
    const bool cone = p->model == ZN_DRUCKER_PRAGER;
    const zn_friction f = {.d = 3, .nc = p->nc, .M = p->M, .q = p->q, .mu = cone ? p->eta : p->sigma_y};
    const zn_status st = zni_fc_set(ctx, c, &f);

    c->law = &zni_yield;
    c->mur = cone ? p->theta : NULL;
    return st;
}
