/* rolling_contact.c - one contact with rolling friction: states in the plane, steps
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling.h"

/* ---- the plane ----------------------------------------------------------- */

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
        double err;

        if (!of_state(M, q, mu, side, x) || !(x[0] > 0))
            continue;
        c->law->project(c, a, x, x);
        err = zni_local_error(c, a, M, rho, q, x);
        if (err < least) {
            least = err;
            memcpy(r, x, sizeof x);
        }
    }
    return least < 1e-12;
}

/* ---- projected steps ----------------------------------------------------- */

/* F = M r + q + shift e_N */
static void value(const zni_fc *c, zn_index a, const double M[],
                  const double q[], const double r[], double F[])
{
    memcpy(F, q, (size_t)c->d * sizeof *F);
    for (zn_index j = 0; j < c->d; j++)
        for (zn_index i = 0; i < c->d; i++)
            F[i] += M[i + j * c->d] * r[j];
    F[0] += c->law->shift(c, a, F);
}

/* y = P_K(x - rho F) */
static void advance(const zni_fc *c, zn_index a, double rho, const double x[],
                    const double F[], double y[])
{
    for (zn_index i = 0; i < c->d; i++)
        y[i] = x[i] - rho * F[i];
    c->law->project(c, a, y, y);
}

static double distance(zn_index d, const double x[], const double y[])
{
    double sum = 0;

    for (zn_index i = 0; i < d; i++)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sqrt(sum);
}

/* Extragradient, y = P(x - rho F(x)), x <- P(x - rho F(y)), rho adapted to the
 * Lipschitz constant of F between x and y (Khobotov, USSR Comput. Math. 27, 1987;
 * Han & Lo, Comput. Math. Appl. 43, 2002). */
bool zni_rolling_steps(const zni_fc *c, zn_index a, const double M[],
                       double rho, const double q[], double r[])
{
    enum { STEPS = 300, CUTS = 20 };
    const double tau = 2.0 / 3, enough = 1e-13, accepted = 1e-10;
    const double longest = 1e3 * rho;
    zn_index d = c->d;
    double x[ZNI_DMAX], y[ZNI_DMAX], F[ZNI_DMAX], Fy[ZNI_DMAX], h = rho;
    double err = zni_local_error(c, a, M, rho, q, r), least = err;

    c->law->project(c, a, r, x);
    c->law->project(c, a, r, r);
    for (int it = 0; it < STEPS && err > enough; it++) {
        double ratio = 0;

        value(c, a, M, q, x, F);
        for (int cut = 0; cut < CUTS; cut++) {
            double way;

            advance(c, a, h, x, F, y);
            value(c, a, M, q, y, Fy);
            way = distance(d, x, y);
            ratio = way > 0 ? h * distance(d, F, Fy) / way : 0;
            if (ratio <= 0.9)
                break;
            h *= tau * fmin(1, 1 / ratio);
        }
        advance(c, a, h, x, Fy, x);
        if (ratio < 0.3)
            h = fmin(h / tau, longest);
        err = zni_local_error(c, a, M, rho, q, x);
        if (err < least) {
            least = err;
            memcpy(r, x, (size_t)d * sizeof *r);
        }
    }
    return least <= accepted;
}
