/* law.c - the second-order cone as a law of contact, for the sweeps over contacts
 * SPDX-License-Identifier: Apache-2.0 */
#include "cone.h"

#include <float.h>

#include "../../linalg/small.h"

enum { SECULAR = 30, PROJECTIONS = 20 };

static void project(const zni_fc *c, zn_index a, const double x[], double out[], double G[])
{
    (void)G; /* no solver asks for the Jacobian */
    for (zn_index i = 0; i < c->d && out != x; i++)
        out[i] = x[i];
    zni_soc_project(c->d, c->mu[a], out);
}

static double shift(const zni_fc *c, zn_index a, const double u[], double g[])
{
    (void)c, (void)a, (void)u, (void)g;
    return 0;
}

static void contact_set(const zni_fc *c, zn_index a, void *contact)
{
    zni_contact_set(contact, c->d, c->mu[a], c->x + c->d * c->d * c->diag[a]);
}

/* On a border of the cone in the plane z = x (1, t), t = +-tau, and w = y (tau, -+1)
 * is orthogonal to z, so x = -(1, t) q / ((1, t) M (1, t)'). */
static bool border_plane(const zni_contact *c, const double q[], double z[])
{
    const double *M = c->M;

    for (int side = -1; side <= 1; side += 2) {
        double t = side * c->mu;
        double m = M[0] + t * (M[1] + M[2]) + t * t * M[3];
        double x = -(q[0] + t * q[1]) / m;

        if (!(m > 0) || !(x > 0))
            continue;
        if (q[0] + (M[0] + t * M[2]) * x >= 0) {
            z[0] = x;
            z[1] = t * x;
            return true;
        }
    }
    return false;
}

static inline void times(const double A[9], const double x[3], double y[3])
{
    for (int i = 0; i < 3; i++)
        y[i] = A[i] * x[0] + A[i + 3] * x[1] + A[i + 6] * x[2];
}

/* On the border z'Jz = 0, J = diag(tau^2, -1, -1), and w = t J z with t >= 0, so
 *     (M - t J) z = -q,
 * one equation for t: |z_T| / (tau z_0) = 1, solved by Newton's method. If M = m I its left side is
 * monotone and convex or concave between the start and the root, without a
 * pole. The start, t of the last z, is good when the sweeps have nearly converged. */
static bool border_space(const zni_contact *c, const double q[], double z[])
{
    const double tau = c->mu, tt = tau * tau;
    double t = 0, w0 = q[0] + c->M[0] * z[0] + c->M[3] * z[1] + c->M[6] * z[2];
    double A[9], inv[9], x[3], y[3], jx[3], last = INFINITY;

    if (z[0] > 0 && w0 > 0)
        t = w0 / (tt * z[0]);
    memcpy(A, c->M, sizeof A);
    for (int it = 0; it < SECULAR; it++) {
        A[0] = c->M[0] - t * tt;
        A[4] = c->M[4] + t;
        A[8] = c->M[8] + t;
        if (!zni_inverse3(A, DBL_MIN, inv))
            return false;
        times(inv, q, x);
        /* x = -z here, which matters for the sign of the ratio only */
        double s = sqrt(x[1] * x[1] + x[2] * x[2]), p = -tau * x[0];
        double off = s / p - 1;

        if (!isfinite(off))
            return false;
        if (p > 0 && fabs(off) < 1e-10 &&
            !(fabs(off) < last && fabs(off) > DBL_EPSILON)) {
            z[0] = -x[0];
            z[1] = x[1] * x[0] * tau / s;
            z[2] = x[2] * x[0] * tau / s;
            return true;
        }
        last = fabs(off);
        jx[0] = tt * x[0];
        jx[1] = -x[1];
        jx[2] = -x[2];
        times(inv, jx, y);
        double ds = (x[1] * y[1] + x[2] * y[2]) / s, dp = -tau * y[0];
        double step = off * p * p / (ds * p - s * dp);

        t = t - step > 0 ? t - step : t / 2;
        if (!isfinite(t))
            return false;
    }
    return false;
}

static bool contact_solve(const zni_fc *c, zn_index a, const void *contact,
                          const double q[], double z[])
{
    const zni_contact *k = contact;
    const double *inv = k->inv;
    zn_index d = c->d;
    double x[3] = {0}, w[3], rho;

    (void)a;
    if (q[0] >= k->mu * zni_tangent(d, q)) {
        z[0] = z[1] = z[d - 1] = 0;
        return true;
    }
    if (zni_contact_regular(k)) {
        for (zn_index j = 0; j < d; j++)
            for (zn_index i = 0; i < d; i++)
                x[i] -= inv[i + j * d] * q[j];
        if (k->mu * x[0] >= zni_tangent(d, x)) {
            memcpy(z, x, (size_t)d * sizeof *z);
            return true;
        }
    }
    if (d == 2 ? border_plane(k, q, z) : border_space(k, q, z))
        return true;
    rho = zni_contact_step(k, d);
    /* projection steps, which approach the solution at least */
    for (int it = 0; it < PROJECTIONS; it++) {
        zni_contact_velocity(k, d, q, z, w);
        for (zn_index i = 0; i < d; i++)
            z[i] -= rho * w[i];
        zni_soc_project(d, k->mu, z);
    }
    return false;
}

/* Coulomb's cone of two or three rows with mu = tau, without De Saxce's shift; for the sweeps of
 * ../../contact/sweep.c. */
static const zni_law cone = {
    .project = project,
    .shift = shift,
    .contact_size = sizeof(zni_contact),
    .contact_set = contact_set,
    .contact_solve = contact_solve,
};

zn_index zni_soc_uniform(const zn_soclcp *p)
{
    zn_index d = p->cone[1];

    if (d != 2 && d != 3)
        return 0;
    for (zn_index a = 1; a < p->ncones; a++)
        if (p->cone[a + 1] - p->cone[a] != d)
            return 0;
    return d;
}

zn_status zni_soc_set(zn_ctx *ctx, zni_fc *c, const zn_soclcp *p, zn_index d)
{
    c->law = &cone;
    c->mu = p->tau;
    c->mur = NULL;
    c->scale = NULL;
    return zni_fc_set_blocks(ctx, c, d, p->ncones, p->M, p->q, false);
}
