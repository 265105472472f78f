/* rolling.c - contacts that roll among the units of a generic mechanical problem
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../contact/contact.h"
#include "generic.h"

/* With L the length of a unit, r = D r', u' = D u, D = 1 on the normal and the
 * tangents, L on the axes of rolling, is a contact of the same kind with
 *     W' = D W D,   q' = D q,   mu_r' = mu_r / L,
 * all of whose rows are of one size (../../system/rolling_scale.c): what is measured,
 * damped or projected is that. mur of the problem's units is mu_r',
 * and mu_s' = mu_s / L of what spins. */

/* a unit as a contact of its own, of the block W */
static zni_fc alone(const zni_gm *g, zn_index a, const double W[],
                    zn_index *diag)
{
    *diag = 0;
    return (zni_fc){.law = &zni_rolling,
                    .d = g->ro[a + 1] - g->ro[a],
                    .nc = 1,
                    .x = W,
                    .diag = diag,
                    .mu = &g->mu[a],
                    .mur = &g->mur[2 * a]};
}

/* D of a unit's rows */
static const double *lengths(const zni_gm *g, zn_index a)
{
    return g->by + g->ro[a];
}

double zni_roll_error2(const zni_gm *g, zn_index a, double size, double length,
                       const double z[], const double w[])
{
    const zn_index d = g->ro[a + 1] - g->ro[a];
    const double ratio = lengths(g, a)[d - 1] / length;
    const double mur[2] = {g->mur[2 * a] * ratio, g->mur[2 * a + 1] * ratio};
    double r[ZNI_DMAX] = {0}, u[ZNI_DMAX] = {0}, f[ZNI_DMAX];
    zni_fc c = {
        .law = &zni_rolling, .d = d, .nc = 1, .mu = &g->mu[a], .mur = mur};

    for (zn_index k = 0; k < d; k++) {
        double L = k > (d - 1) / 2 ? length : 1;

        r[k] = size * z[k] / L;
        u[k] = w[k] * L;
    }
    return zni_fc_natural(&c, 0, 1, r, u, f);
}

void zni_roll_project(const zni_gm *g, zn_index a, double z[])
{
    const double *D = lengths(g, a);
    zn_index d = g->ro[a + 1] - g->ro[a], diag;
    zni_fc c = alone(g, a, NULL, &diag);

    for (zn_index k = 0; k < d; k++)
        z[k] /= D[k];
    c.law->project(&c, 0, z, z);
    for (zn_index k = 0; k < d; k++)
        z[k] *= D[k];
}

/* D W D of the unit's own block */
static void block(const zni_gm *g, zn_index a, double W[])
{
    const double *D = lengths(g, a), *x = g->cells.x + g->cells.bp[g->cells.diag[a]];
    const zn_index d = g->ro[a + 1] - g->ro[a];

    for (zn_index j = 0; j < d; j++)
        for (zn_index i = 0; i < d; i++)
            W[i + j * d] = D[i] * x[i + j * d] * D[j];
}

double zni_roll_step(const zni_gm *g, zn_index a)
{
    double W[ZNI_DMAX * ZNI_DMAX];

    block(g, a, W);
    return zni_block_step(g->ro[a + 1] - g->ro[a], W, 1);
}

size_t zni_roll_room(void)
{
    return zni_rolling.contact_size;
}

void zni_roll_set(const zni_gm *g, zn_index a, void *contact)
{
    double W[ZNI_DMAX * ZNI_DMAX];
    zn_index diag;
    zni_fc c = alone(g, a, W, &diag);

    block(g, a, W);
    c.law->contact_set(&c, 0, contact);
}

void zni_roll_solve(const zni_gm *g, zn_index a, const void *contact,
                    double z[])
{
    const double *D = lengths(g, a), *x = g->cells.x + g->cells.bp[g->cells.diag[a]];
    zn_index i = g->ro[a], d = g->ro[a + 1] - i, diag;
    double q[ZNI_DMAX], r[ZNI_DMAX] = {0};
    zni_fc c = alone(g, a, NULL, &diag);

    zni_gm_row(g, a, z, g->p->q + i, q);
    for (zn_index j = 0; j < d; j++)
        for (zn_index k = 0; k < d; k++)
            q[k] -= x[k + j * d] * z[i + j];
    for (zn_index k = 0; k < d; k++) {
        q[k] *= D[k];
        r[k] = z[i + k] / D[k];
    }
    c.law->contact_solve(&c, 0, contact, q, r);
    for (zn_index k = 0; k < d; k++)
        z[i + k] = r[k] * D[k];
}

/* phi(u', r'), so A' D and B' D^-1 are what it changes with u and r. */
void zni_roll_map(const zni_gm *g, zn_index a, zni_map_kind kind, double rho,
                  const double w[], const double z[], double phi[], double A[],
                  double B[])
{
    const double *D = lengths(g, a), both[2] = {rho, rho};
    zn_index d = g->ro[a + 1] - g->ro[a], diag;
    double u[ZNI_DMAX] = {0}, r[ZNI_DMAX] = {0};
    zni_fc c = alone(g, a, NULL, &diag);

    for (zn_index k = 0; k < d; k++) {
        u[k] = w[k] * D[k];
        r[k] = z[k] / D[k];
    }
    c.law->map(kind, &c, 0, both, u, r, phi, A, B);
    for (zn_index j = 0; A && j < d; j++)
        for (zn_index i = 0; i < d; i++) {
            A[i + j * d] *= D[j];
            B[i + j * d] /= D[j];
        }
}
