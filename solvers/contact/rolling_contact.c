/* rolling_contact.c - one contact with rolling friction: states in the plane
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling.h"

/* The reaction of a state: side[k] = 0 when u_k = 0, else r_k = side[k] mu_k r_N
 * with side[k] u_k <= 0. False: the system of the state is singular. */
static bool of_state(const double M[], const double q[], const double mu[3],
                     const int side[3], double r[])
{
    zn_index row[3] = {0}, m = 1;
    double A[9], b[3], x[3];

    for (zn_index k = 1; k < 3; k++)
        if (!side[k])
            row[m++] = k;
    for (zn_index i = 0; i < m; i++) {
        b[i] = -q[row[i]];
        for (zn_index j = 0; j < m; j++)
            A[i + j * m] = M[row[i] + 3 * row[j]];
        for (zn_index k = 1; k < 3; k++)
            A[i] += side[k] * mu[k] * M[row[i] + 3 * k];
    }
    if (!zni_small_solve(m, A, b, x))
        return false;
    for (zn_index k = 1; k < 3; k++)
        r[k] = side[k] * mu[k] * x[0];
    for (zn_index i = 0; i < m; i++)
        r[row[i]] = x[i];
    return true;
}

/* Every state is linear: the first of the nine whose reaction solves the contact
 * to rounding. */
bool zni_rolling_plane(const zni_fc *c, zn_index a, const double M[],
                       double rho, const double q[], double r[])
{
    static const int order[3] = {0, 1, -1};
    const double mu[3] = {1, c->mu[a], c->mur[a]}, enough = 1e-14;
    double least = 1e-12, x[3];

    for (int k = 0; k < 9 && least > enough; k++) {
        const int side[3] = {0, order[k % 3], order[k / 3]};

        if (!of_state(M, q, mu, side, x) || !(x[0] > 0))
            continue;
        c->law->project(c, a, x, x);
        zni_note_best(zni_local_error(c, a, M, rho, q, x), &least, 3, x, r);
    }
    return least < 1e-12;
}
