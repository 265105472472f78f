/* law.c - yield surfaces: projection, its Jacobian, the natural map; as laws, for the methods shared with friction
 * SPDX-License-Identifier: Apache-2.0 */
#include "plasticity.h"

/* the cylinder: x_T is put on the disk of radius sigma_y, x_N stays */
static void cylinder(double limit, const double x[], double out[], double G[])
{
    double s = sqrt(x[1] * x[1] + x[2] * x[2]), f = s > limit ? limit / s : 1;
    double t[3] = {0, s > limit ? x[1] / s : 0, s > limit ? x[2] / s : 0};

    for (int k = 0; k < 3; k++)
        out[k] = k > 0 ? f * x[k] : x[0];
    for (int j = 0; j < 3 && G; j++)
        for (int i = 0; i < 3; i++)
            G[i + 3 * j] =
                j == 0 || i == 0 ? (i == j) : f * ((i == j) - t[i] * t[j]);
}

void zni_yield_project(const zni_yield_law *y, const double x[], double out[],
                       double G[])
{
    if (y->model == ZN_VON_MISES)
        cylinder(y->limit, x, out, G);
    else
        zni_cone_project(3, y->limit, x, out, G);
}

void zn_plasticity_project(zn_yield model, double limit, double x[])
{
    zni_yield_law y = {.model = model, .limit = limit};

    zni_yield_project(&y, x, x, NULL);
}

/* With P' = G and d_u = u_T / |u_T| (0 where u_T = 0):
 *     A = rho G (I + theta e_N d_u'),   B = I - G. */
double zni_yield_map(const zni_yield_law *y, double rho, const double u[],
                     const double r[], double phi[], double A[], double B[])
{
    double s = sqrt(u[1] * u[1] + u[2] * u[2]), x[3], P[3], G[9], sum = 0;

    for (int k = 0; k < 3; k++)
        x[k] = r[k] - rho * (u[k] + (k == 0 ? y->theta * s : 0));
    zni_yield_project(y, x, P, A ? G : NULL);
    for (int k = 0; k < 3; k++) {
        phi[k] = r[k] - P[k];
        sum += phi[k] * phi[k];
    }
    for (int j = 0; j < 3 && A; j++) {
        double shift = j > 0 && s > 0 ? y->theta * u[j] / s : 0;

        for (int i = 0; i < 3; i++) {
            A[i + 3 * j] = rho * (G[i + 3 * j] + shift * G[i]);
            B[i + 3 * j] = (i == j) - G[i + 3 * j];
        }
    }
    return sum;
}

/* ---- as a law ------------------------------------------------------------------------ */

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
