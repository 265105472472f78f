/* contact.c - the contacts of a generic mechanical problem, by their laws
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../contact/contact.h"
#include "generic.h"

/* With L the length of a unit, set r = D r' and u' = D u, where D is 1 for the normal and the tangents and L for the
 * axes of rolling. This is a contact of the same kind with
 *     W' = D W D,   q' = D q,   mu_r' = mu_r / L,   mu_s' = mu_s / L,
 * all of whose rows are of one size (../../system/rolling_scale.c); methods measure, damp and project this one.
 * zni_gm.mur holds mu_r' and mu_s'. Without rolling D = 1. */

static bool rolls(const zni_gm *g, zn_index a)
{
    return g->mur[2 * a] >= 0;
}

/* Unit a as a problem of one contact with the block W. Only the fields that laws use are set, because this is done at
 * every visit. */
static void alone(const zni_gm *g, zn_index a, const double W[], zni_fc *c)
{
    static zn_index first = 0;

    c->law = rolls(g, a) ? &zni_rolling : &zni_coulomb;
    c->d = g->ro[a + 1] - g->ro[a];
    c->nc = 1;
    c->x = W;
    c->diag = &first;
    c->mu = &g->mu[a];
    c->mur = &g->mur[2 * a];
}

/* D, and the diagonal block of unit a */
static const double *lengths(const zni_gm *g, zn_index a)
{
    return g->by + g->ro[a];
}

static const double *own(const zni_gm *g, zn_index a)
{
    return g->cells.x + g->cells.bp[g->cells.diag[a]];
}

double zni_gm_contact_error2(const zni_gm *g, zn_index a, double size, double length,
                             const double z[], const double w[])
{
    zni_fc c;
    const double ratio = g->by[g->ro[a + 1] - 1] / length;
    const double mur[2] = {g->mur[2 * a] * ratio, g->mur[2 * a + 1] * ratio};
    double r[ZNI_DMAX], u[ZNI_DMAX], f[ZNI_DMAX];

    alone(g, a, NULL, &c);
    c.mur = mur;
    for (zn_index k = 0; k < c.d; k++) {
        const double L = k > (c.d - 1) / 2 ? length : 1;

        r[k] = size * z[k] / L;
        u[k] = w[k] * L;
    }
    return zni_fc_natural(&c, 0, 1, r, u, f);
}

void zni_gm_contact_project(const zni_gm *g, zn_index a, double z[])
{
    const double *D = lengths(g, a);
    zni_fc c;

    alone(g, a, NULL, &c);
    for (zn_index k = 0; k < c.d; k++)
        z[k] /= D[k];
    c.law->project(&c, 0, z, z, NULL);
    for (zn_index k = 0; k < c.d; k++)
        z[k] *= D[k];
}

/* W' of unit a, stored in `room` if it differs from W */
static const double *block(const zni_gm *g, zn_index a, double room[])
{
    const double *D = lengths(g, a), *x = own(g, a);
    const zn_index d = g->ro[a + 1] - g->ro[a];

    for (zn_index j = 0; rolls(g, a) && j < d; j++)
        for (zn_index i = 0; i < d; i++)
            room[i + j * d] = D[i] * x[i + j * d] * D[j];
    return rolls(g, a) ? room : x;
}

double zni_gm_contact_step(const zni_gm *g, zn_index a, double none)
{
    double W[ZNI_DMAX * ZNI_DMAX];

    return zni_block_step(g->ro[a + 1] - g->ro[a], block(g, a, W), none);
}

size_t zni_gm_contact_set(const zni_gm *g, zn_index a, void *contact)
{
    double W[ZNI_DMAX * ZNI_DMAX];
    zni_fc c;

    alone(g, a, block(g, a, W), &c);
    c.law->contact_set(&c, 0, contact);
    return c.law->contact_size;
}

void zni_gm_contact_solve(const zni_gm *g, zn_index a, const void *contact, double z[])
{
    const double *D = lengths(g, a), *x = own(g, a);
    const zn_index i = g->ro[a];
    double q[ZNI_DMAX], r[ZNI_DMAX];
    zni_fc c;

    alone(g, a, NULL, &c);
    zni_gm_row(g, a, z, g->p->q + i, q);
    for (zn_index j = 0; j < c.d; j++)
        for (zn_index k = 0; k < c.d; k++)
            q[k] -= x[k + j * c.d] * z[i + j];
    for (zn_index k = 0; k < c.d; k++) {
        q[k] *= D[k];
        r[k] = z[i + k] / D[k];
    }
    c.law->contact_solve(&c, 0, contact, q, r);
    for (zn_index k = 0; k < c.d; k++)
        z[i + k] = r[k] * D[k];
}

/* phi(u', r') has the derivatives A' D by u and B' D^-1 by r. */
void zni_gm_contact_map(const zni_gm *g, zn_index a, zni_map_kind kind, double rho, const double w[],
                        const double z[], double phi[], double A[], double B[])
{
    const double *D = lengths(g, a), both[2] = {rho, rho};
    double u[ZNI_DMAX], r[ZNI_DMAX];
    zni_fc c;

    alone(g, a, NULL, &c);
    for (zn_index k = 0; k < c.d; k++) {
        u[k] = w[k] * D[k];
        r[k] = z[k] / D[k];
    }
    c.law->map(kind, &c, 0, both, u, r, phi, A, B);
    for (zn_index j = 0; A && j < c.d; j++)
        for (zn_index i = 0; i < c.d; i++) {
            A[i + j * c.d] *= D[j];
            B[i + j * c.d] /= D[j];
        }
}
