/* point.c - one point: closed forms, Newton, projected steps
 * SPDX-License-Identifier: Apache-2.0 */
#include "plasticity.h"

enum { PROJECTIONS = 2000 };

/* elastic: u = 0, and r = -M^-1 q is inside of the yield surface */
static bool elastic(const zni_fc *c, zn_index a, const zni_contact *k, const double q[], double r[])
{
    double x[3], radius;

    if (!zni_contact_regular(k))
        return false;
    zni_block_times(3, k->inv, q, x);
    for (int i = 0; i < 3; i++)
        x[i] = -x[i];
    radius = c->mur ? c->mu[a] * x[0] : c->mu[a];
    if (!(zni_tangent(3, x) <= radius) || (c->mur && x[0] < 0))
        return false;
    memcpy(r, x, sizeof x);
    return true;
}

/* apex of the cone: r = 0, because K* contains u + theta |u_T| e_N with u = q */
static bool apex(const zni_fc *c, zn_index a, const double q[], double r[])
{
    if (!c->mur || q[0] < (c->mu[a] - c->mur[a]) * zni_tangent(3, q))
        return false;
    r[0] = r[1] = r[2] = 0;
    return true;
}

/* von Mises: u_N = 0 gives r_N, which leaves a disk of known radius for r_T. False: not to rounding, as may be where
 * M is far from symmetric. */
static bool disk(const zni_fc *c, zn_index a, const zni_contact *k, const double q[], double r[])
{
    const double *M = k->M;
    double S[9] = {0}, s[3] = {0};

    if (c->mur || !(M[0] > 0))
        return false;
    for (int j = 1; j < 3; j++) {
        s[j] = q[j] - M[j] / M[0] * q[0];
        for (int i = 1; i < 3; i++)
            S[i + 3 * j] = M[i + 3 * j] - M[i] * M[3 * j] / M[0];
    }
    zni_disk_solve(3, S, s, c->mu[a], r);
    r[0] = -(q[0] + M[3] * r[1] + M[6] * r[2]) / M[0];
    return zni_local_error(c, a, M, zni_contact_step(k, 3), q, r) <= 1e-14;
}

/* Newton's method on the natural map, by whole steps: of 20 000 points whose rows differ by up to 300 it
 * leaves 2 unsolved, with steps that are halved until the map decreases 50. */
static bool newton(const zni_fc *c, zn_index a, const zni_contact *k, const double q[], double r[])
{
    return zni_local_steps_of_newton(c, a, k->M, zni_contact_step(k, 3), q, 0, 1e-15, r) <= 1e-12;
}

bool zni_point_project(const zni_fc *c, zn_index a, const zni_contact *k, const double q[], double r[])
{
    return zni_local_steps(c, a, k->M, zni_contact_step(k, 3), q, PROJECTIONS, 1e-14, r);
}

bool zni_point_solve(const zni_fc *c, zn_index a, const zni_contact *k, const double q[], double r[])
{
    const double start[3] = {r[0], r[1], r[2]};

    if (apex(c, a, q, r) || elastic(c, a, k, q, r))
        return true;
    /* theta = eta: no change of volume, which is a contact with friction */
    if (c->mur && c->mur[a] == c->mu[a] && zni_contact_solve(k, 3, q, r))
        return true;
    if (disk(c, a, k, q, r))
        return true;
    memcpy(r, start, sizeof start);
    if (newton(c, a, k, q, r))
        return true;
    memcpy(r, start, sizeof start);
    return zni_point_project(c, a, k, q, r) || newton(c, a, k, q, r);
}
