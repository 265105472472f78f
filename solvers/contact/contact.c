/* contact.c - one contact: exact when there is a closed form, else Newton
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

#include "../linalg/wide.h"

/* The inverse by cofactors. False where they would cancel: |det M| is small compared with size^d. */
static inline bool cofactors(zn_index d, const double M[], double size,
                             double inv[])
{
    double det;

    if (d == 3)
        return zni_inverse3(M, 1e-4 * size * size * size, inv);
    det = M[0] * M[3] - M[2] * M[1];
    if (!(fabs(det) > 1e-4 * size * size))
        return false;
    inv[0] = M[3] / det;
    inv[1] = -M[1] / det;
    inv[2] = -M[2] / det;
    inv[3] = M[0] / det;
    return true;
}

static inline void set(zni_contact *c, zn_index d, double mu, const double M[])
{
    const double size = zni_largest_few(d * d, M);
    bool regular;

    c->M = M;
    c->mu = mu;
    c->size = size;
    if (cofactors(d, M, size, c->inv))
        return;
    regular = size > 0;
    for (zn_index j = 0; j < d && regular; j++) {
        double e[3] = {0, 0, 0}, largest = 0;

        e[j] = 1;
        regular = zni_small_solve(d, M, e, c->inv + j * d);
        for (zn_index i = 0; i < d && regular; i++)
            largest = fmax(largest, fabs(c->inv[i + j * d]));
        if (largest * size > 1e13)
            regular = false;
    }
    c->size = regular ? size : -size;
}

/* the loops of `set` are unrolled for constant d */
void zni_contact_set(zni_contact *c, zn_index d, double mu, const double M[])
{
    if (d == 3)
        set(c, 3, mu, M);
    else
        set(c, 2, mu, M);
}

/* the contact as a problem of its own */
static zni_fc alone(const zni_contact *c, zn_index d)
{
    return (zni_fc){.law = &zni_coulomb, .d = d, .nc = 1, .mu = &c->mu};
}

double zni_contact_error(const zni_contact *c, zn_index d, const double q[],
                         const double r[])
{
    zni_fc one = alone(c, d);

    return zni_local_error(&one, 0, c->M, zni_contact_step(c, d), q, r);
}

/* Stick, or slip to either side: with r_T = +-mu r_N the normal row gives
 *     r_N = -q_N / (M_NN +- mu M_NT),
 * and the sliding velocity must oppose r_T. */
static bool plane(const zni_contact *c, const double q[], double r[])
{
    const double *M = c->M, mu = c->mu;

    if (zni_contact_regular(c)) {
        double rn = -(c->inv[0] * q[0] + c->inv[2] * q[1]);
        double rt = -(c->inv[1] * q[0] + c->inv[3] * q[1]);

        if (rn > 0 && fabs(rt) <= mu * rn) {
            r[0] = rn;
            r[1] = rt;
            return true;
        }
    }
    for (int side = -1; side <= 1; side += 2) {
        double den = M[0] + side * mu * M[2], rn = -q[0] / den;

        if (!(den > 0))
            continue;
        if (side * (q[1] + (M[1] + side * mu * M[3]) * rn) <= 0) {
            r[0] = rn;
            r[1] = side * mu * rn;
            return true;
        }
    }
    return false;
}

/* The states are tried in the order take-off, no friction, stick, slip. A block that is not positive definite may admit
 * several: then the first is returned. */
bool zni_contact_solve(const zni_contact *c, zn_index d, const double q[],
                       double r[])
{
    if (q[0] >= 0) {
        r[0] = r[1] = r[d - 1] = 0;
        return true;
    }
    if (c->mu == 0) {
        if (!(c->M[0] > 0))
            return false;
        r[0] = -q[0] / c->M[0];
        r[1] = r[d - 1] = 0;
        return true;
    }
    if (d == 2 ? plane(c, q, r) : zni_contact_quartic(c, q, r))
        return true;
    return zni_contact_newton(c, d, q, r);
}

bool zni_contact_newton(const zni_contact *c, zn_index d, const double q[],
                        double r[])
{
    zni_fc one = alone(c, d);

    return zni_local_newton(&one, 0, c->M, zni_contact_step(c, d), q, r);
}
