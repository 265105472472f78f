/* rolling_law.c - rolling friction as a law, for the methods that it shares with friction
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

static int parts(const zni_fc *c, zn_index a, zni_part part[ZNI_PARTS_MOST])
{
    return zni_rolling_parts(c->d, c->mu[a], c->mur + a, c->nc, part);
}

static void project(const zni_fc *c, zn_index a, const double x[], double out[], double G[])
{
    zni_part part[ZNI_PARTS_MOST];
    const int n = parts(c, a, part);

    zni_rolling_project(c->d, n, part, x, out, G);
}

static double shift(const zni_fc *c, zn_index a, const double u[], double g[])
{
    zni_part part[ZNI_PARTS_MOST];
    const int n = parts(c, a, part);

    return zni_rolling_shift(c->d, n, part, u, g);
}

/* In Alart & Curnier's and Jean & Moreau's functions each part has its own disk, all with the same normal force. */
static void map(zni_map_kind kind, const zni_fc *c, zn_index a,
                const double rho[2], const double u[], const double r[],
                double phi[], double A[], double B[])
{
    const zn_index d = c->d;
    zni_part part[ZNI_PARTS_MOST];
    const int n = parts(c, a, part);

    if (kind != ZNI_AC && kind != ZNI_JM) {
        zni_natural(c, a, rho[0], NULL, u, r, phi, A, B);
        return;
    }
    zni_ac_normal(d, rho[0], u, r, phi, A, B);
    for (int k = 0; k < n; k++)
        zni_ac_disk(kind, d, part[k].at, part[k].n, part[k].mu, rho[0], rho[1],
                    u, r, phi, A, B);
}

/* ---- one contact --------------------------------------------------------- */

typedef struct contact {
    double M[ZNI_DMAX * ZNI_DMAX];
    double rho;
} contact;

_Static_assert(sizeof(contact) <= ZNI_CONTACT_MOST, "zni_contact_bytes");

static void contact_set(const zni_fc *c, zn_index a, void *state)
{
    contact *k = state;
    zn_index dd = c->d * c->d;

    memcpy(k->M, c->x + dd * c->diag[a], (size_t)dd * sizeof *k->M);
    k->rho = zni_block_step(c->d, k->M, 1);
}

/* Take-off, or a contact all of whose coefficients are zero. False: neither. */
static bool trivial(const zni_fc *c, zn_index a, const contact *k,
                    const double q[], double r[])
{
    zni_part part[ZNI_PARTS_MOST];
    const int n = parts(c, a, part);
    double load = k->M[0] > 0 ? -q[0] / k->M[0] : 0;

    for (int i = 0; i < n; i++)
        load = part[i].mu == 0 ? load : 0;
    if (q[0] < 0 && !(load > 0))
        return false;
    memset(r, 0, (size_t)c->d * sizeof *r);
    if (q[0] < 0)
        r[0] = load;
    return true;
}

/* A start for Newton's method: r_N from the normal row alone; the parts in the bit set `full` are on the border of
 * their disk, opposite to q, the others zero. */
static void start(const zni_fc *c, zn_index a, const contact *k,
                  const double q[], unsigned full, double r[])
{
    zni_part part[ZNI_PARTS_MOST];
    const int n = parts(c, a, part);
    const double load = -q[0] / k->M[0];

    r[0] = load;
    for (int p = 0; p < n; p++) {
        const double *qk = q + part[p].at;
        double size = part[p].n == 1 ? fabs(qk[0]) : hypot(qk[0], qk[1]);

        for (zn_index i = 0; i < part[p].n; i++)
            r[part[p].at + i] = (full >> p & 1) && size > 0
                                    ? -load * part[p].mu * qk[i] / size
                                    : 0;
    }
}

static bool steps(const zni_fc *c, zn_index a, const contact *k, const double q[], double r[])
{
    return zni_local_steps(c, a, k->M, k->rho, q, 300, 1e-13, r);
}

/* The reaction of a state in the plane: u_k = 0 where side[k] = 0, else r_k = side[k] mu_k r_N. False: its linear
 * system is singular. */
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

/* In the plane every state is a linear system. Takes the first of the nine that solves the contact to rounding. False:
 * none does; r is the best one. */
static bool in_plane(const zni_fc *c, zn_index a, const double M[], double rho, const double q[],
                     double r[])
{
    static const int order[3] = {0, 1, -1};
    const double mu[3] = {1, c->mu[a], c->mur[a]}, enough = 1e-14;
    double least = 1e-12, x[3];

    for (int k = 0; k < 9 && least > enough; k++) {
        const int side[3] = {0, order[k % 3], order[k / 3]};

        if (!of_state(M, q, mu, side, x) || !(x[0] > 0))
            continue;
        c->law->project(c, a, x, x, NULL);
        zni_note_best(zni_local_error(c, a, M, rho, q, x), &least, 3, x, r);
    }
    return least < 1e-12;
}

/* A contact may have several solutions, if its block is not positive definite or friction is high. Then take-off comes
 * first, then the solution that the guess leads to. */
static bool by_newton(const zni_fc *c, zn_index a, const void *state,
                      const double q[], double r[])
{
    const contact *k = state;

    if (trivial(c, a, k, q, r) ||
        (c->d == 3 && in_plane(c, a, k->M, k->rho, q, r)) ||
        zni_local_newton(c, a, k->M, k->rho, q, r))
        return true;
    /* no r_N stops the approach: other starts would find nothing either */
    if (!(k->M[0] > 0))
        return false;
    for (unsigned full = 0; full < (c->d == 6 ? 8 : 4); full++) {
        double x[ZNI_DMAX];

        start(c, a, k, q, full, x);
        if (zni_local_newton(c, a, k->M, k->rho, q, x)) {
            memcpy(r, x, (size_t)c->d * sizeof *r);
            return true;
        }
    }
    return steps(c, a, k, q, r);
}

static bool by_steps(const zni_fc *c, zn_index a, const void *state,
                     const double q[], double r[])
{
    const contact *k = state;

    return trivial(c, a, k, q, r) || steps(c, a, k, q, r);
}

#define LAW(solve)                                                                                 \
    {.project = project, .shift = shift, .map = map, .contact_size = sizeof(contact),              \
     .contact_set = contact_set, .contact_solve = solve}

const zni_law zni_rolling = LAW(by_newton);
const zni_law zni_rolling_projected = LAW(by_steps);
