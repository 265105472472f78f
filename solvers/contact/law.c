/* law.c - Coulomb friction as a law, what all laws have, and problems that have one
 * SPDX-License-Identifier: Apache-2.0 */
#include "../system/rolling_scale.h"
#include "contact.h"

static void project(const zni_fc *c, zn_index a, const double x[], double out[], double G[])
{
    zni_cone_project(c->d, c->mu[a], x, out, G);
}

static double shift(const zni_fc *c, zn_index a, const double u[], double g[])
{
    return zni_slip_shift(c->d, c->mu[a], u, g);
}

static void map(zni_map_kind kind, const zni_fc *c, zn_index a,
                const double rho[2], const double u[], const double r[],
                double phi[], double A[], double B[])
{
    if (kind == ZNI_AC || kind == ZNI_JM)
        zni_ac(kind, c->d, c->mu[a], rho[0], rho[1], u, r, phi, A, B);
    else
        zni_map(kind, c->d, c->mu[a], rho[0], u, r, phi, A, B);
}

static void contact_set(const zni_fc *c, zn_index a, void *contact)
{
    zni_contact_set(contact, c->d, c->mu[a], c->x + c->d * c->d * c->diag[a]);
}

static bool contact_solve(const zni_fc *c, zn_index a, const void *contact,
                          const double q[], double r[])
{
    (void)a;
    return zni_contact_solve(contact, c->d, q, r);
}

const zni_law zni_coulomb = {
    .project = project,
    .shift = shift,
    .map = map,
    .contact_size = sizeof(zni_contact),
    .contact_set = contact_set,
    .contact_solve = contact_solve,
};

double zni_fc_natural(const zni_fc *c, zn_index a, double rho, const double r[],
                      const double u[], double f[])
{
    return zni_fc_natural_of(c, a, rho, c->law->shift(c, a, u, NULL), r, u, f);
}

double zni_fc_natural_of(const zni_fc *c, zn_index a, double rho, double by, const double r[],
                         const double u[], double f[])
{
    const double shift = rho * by;
    double x[ZNI_DMAX], to[ZNI_DMAX], sum = 0;
    bool inside = true;

    for (zn_index k = 0; k < c->d; k++)
        x[k] = r[k] - rho * u[k];
    x[0] -= shift;
    c->law->project(c, a, x, to, NULL);
    for (zn_index k = 0; k < c->d; k++)
        inside = inside && to[k] == x[k];
    for (zn_index k = 0; k < c->d; k++) {
        /* inside of the cone r cancels: r - to would round what is small compared with r, which may be huge */
        f[k] = inside ? rho * u[k] + (k == 0 ? shift : 0) : r[k] - to[k];
        sum += f[k] * f[k];
    }
    return sum;
}

/* ||s - P_K(s - u - mu ||u_T|| e_N)||^2, s = size r; inside of the cone s cancels, so that nothing small is rounded
 * away. For tiny problems this is quicker than the calls of a law. */
static inline double coulomb2(bool space, double mu, double size,
                              const double r[], const double u[], double *own)
{
    double u2 = space ? u[2] : 0, r2 = space ? size * r[2] : 0;
    double r0 = size * r[0], r1 = size * r[1];
    double shifted =
        u[0] + mu * (space ? sqrt(u[1] * u[1] + u2 * u2) : fabs(u[1]));
    double xn = r0 - shifted, x1 = r1 - u[1], x2 = r2 - u2;
    double s = space ? sqrt(x1 * x1 + x2 * x2) : fabs(x1);
    double rr = r0 * r0 + r1 * r1 + r2 * r2;

    *own += rr;
    if (xn >= 0 && s <= mu * xn)
        return shifted * shifted + u[1] * u[1] + u2 * u2;
    if (mu * s <= -xn)
        return rr;
    /* s > 0 here: with s = 0 the point is in one of the two cones */
    double a = (xn + mu * s) / (1 + mu * mu), keep = mu * a / s;
    double f0 = r0 - a, f1 = r1 - keep * x1, f2 = r2 - keep * x2;

    return f0 * f0 + f1 * f1 + f2 * f2;
}

/* The sum over all contacts; of a scaled problem s - P(...) is D times as much. d is a constant. */
static inline double coulomb_sum(const zni_fc *c, const zn_index d, const double r[], const double u[], double *own)
{
    double sum = 0;

    for (zn_index a = 0; a < c->nc; a++) {
        const double D = c->scale ? c->scale[d * a] : 1, by = 1 / (D * D);
        double part = 0;

        sum += by * coulomb2(d == 3, c->mu[a], c->size[a], r + d * a, u + d * a, &part);
        *own += by * part;
    }
    return sum;
}

/* the host computes the same in another order: a margin for its rounding */
static double relative(const zni_fc *c, double sum, double own)
{
    return (1 + 1e-6) * zni_relative(sqrt(sum), 0.9 * sqrt(own), c->qnorm);
}

double zni_fc_error(const zni_fc *c, const double r[], const double u[])
{
    double sum = 0, all = 0, s[ZNI_DMAX], ua[ZNI_DMAX], f[ZNI_DMAX];
    zn_index d = c->d, nc = c->nc, half = (d - 1) / 2;
    double mu, mur[2] = {0};
    zni_fc one = {.law = c->law, .d = d, .nc = 1, .mu = &mu, .mur = mur};

    if (c->law == &zni_coulomb) {
        sum = d == 3 ? coulomb_sum(c, 3, r, u, &all) : coulomb_sum(c, 2, r, u, &all);
        return relative(c, sum, all);
    }
    if (c->law->error2) {
        for (zn_index a = 0; a < nc; a++)
            sum += c->law->error2(c, a, r + d * a, u + d * a);
        return relative(c, sum, 0);
    }
    /* with the coefficients of the unscaled problem, rotations multiplied by lengths */
    for (zn_index a = 0; a < nc; a++) {
        double L = c->scale ? c->size[nc + a] : 1;

        mu = c->scale ? c->own_mu[a] : c->mu[a];
        mur[0] = c->scale ? c->own_mur[a] / L : 0;
        mur[1] = c->scale && d == 6 ? c->own_mur[nc + a] / L : 0;
        for (zn_index k = 0; k < d; k++) {
            double D = c->scale ? c->scale[d * a + k] : 1;
            double by = c->scale && k > half ? L : 1;

            s[k] = D * r[d * a + k] * c->size[a] / by;
            ua[k] = u[d * a + k] / D * by;
            all += s[k] * s[k];
        }
        sum += zni_fc_natural(&one, 0, 1, s, ua, f);
    }
    return relative(c, sum, all);
}

double zni_fc_look(const zni_fc *c, const double r[], double u[])
{
    zni_fc_mul(c, r, c->q, u);
    return zni_fc_error(c, r, u);
}

void zni_fc_project(const zni_fc *c, double r[])
{
    for (zn_index a = 0; a < c->nc; a++, r += c->d)
        c->law->project(c, a, r, r, NULL);
}

void zni_fc_admit(const zni_fc *c, double r[])
{
    const bool coulomb = c->law == &zni_coulomb;

    for (zn_index a = 0; a < c->nc; a++, r += c->d)
        if (!(coulomb && r[0] >= 0 && zni_tangent(c->d, r) <= c->mu[a] * r[0]))
            c->law->project(c, a, r, r, NULL);
}

/* ---- problems that have a law ---------------------------------------------------- */

zn_status zni_fc_set(zn_ctx *ctx, zni_fc *c, const zn_friction *p)
{
    c->law = &zni_coulomb;
    c->mu = p->mu;
    c->mur = NULL;
    c->scale = NULL;
    return zni_fc_set_blocks(ctx, c, p->d, p->nc, p->M, p->q, false);
}

zn_status zni_fc_set_rolling(zn_ctx *ctx, zni_fc *c,
                             const zn_rolling_friction *p, double z[])
{
    c->law = &zni_rolling;
    return zni_fc_set_scaled(ctx, c, p, z);
}

zn_status zni_fc_take(zn_ctx *ctx, zni_fc *c, const void *problem, double z[])
{
    return c->as_rolling ? zni_fc_set_rolling(ctx, c, problem, z)
                         : zni_fc_set(ctx, c, problem);
}

zn_status zni_fc_init_rolling(void *state, zn_ctx *ctx)
{
    (void)ctx;
    ((zni_fc *)state)->as_rolling = true;
    return ZN_OK;
}
