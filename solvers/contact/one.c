/* one.c - alternatives to the closed form of one contact, and the tangential problem with a known normal force
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

double zni_contact_tangents(zn_index d, const double W[])
{
    double size = 0;

    for (zn_index i = 1; i < d; i++) {
        double sum = 0;

        for (zn_index j = 1; j < d; j++)
            sum += fabs(W[i + j * d]);
        size = fmax(size, sum);
    }
    return size;
}

void zni_contact_split(zn_index d, const double W[], double add, double rho[2])
{
    const double size = zni_contact_tangents(d, W);

    if (!(W[0] > 0))
        return;
    rho[0] = 1 / (W[0] + add);
    if (size > 0)
        rho[1] = 1 / (size + add);
}

/* The cone is replaced by a cylinder of the last radius mu r_N: alternately r_N is solved exactly with r_T fixed, and
 * r_T makes a projected step on the disk (Panagiotopoulos 1975; Haslinger 1983, here for one contact). */
static void cylinder(zn_index iter, const zni_contact *c, zn_index d,
                     const double q[], double r[])
{
    const double *M = c->M;
    const double size = zni_contact_tangents(d, M);
    double u[3], old[3], keep;

    if (!(M[0] > 0))
        return;
    for (zn_index it = 0; it < iter; it++) {
        memcpy(old, r, (size_t)d * sizeof *r);
        zni_contact_velocity(c, d, q, r, u);
        r[0] = fmax(0, r[0] - u[0] / M[0]);
        zni_contact_velocity(c, d, q, r, u);
        for (zn_index k = 1; k < d && size > 0; k++)
            r[k] -= u[k] / size;
        keep = zni_tangent(d, r) > c->mu * r[0]
                   ? c->mu * r[0] / zni_tangent(d, r)
                   : 1;
        for (zn_index k = 1; k < d; k++)
            r[k] *= keep;
        for (zn_index k = 0; k < d; k++)
            old[k] -= r[k];
        if (!(zni_norm(d, old) > 1e-15 * zni_norm(d, r)))
            break;
    }
}

/* ---- every state ----------------------------------------------------------- */

/* x is the best state if its residual is the least so far */
static void judge(const zni_contact *c, zn_index d, const double q[], const double x[], double *least, double best[])
{
    zni_note_best(zni_contact_error(c, d, q, x), least, d, x, best);
}

/* Of take-off, no friction, stick and slip the state with the least residual, the first of equal ones. A state whose
 * residual is rounding is returned at once. */
static void every_state(const zni_contact *c, zn_index d, const double q[], double r[])
{
    const double *M = c->M;
    double x[3] = {0}, best[3] = {0}, least = INFINITY;

    judge(c, d, q, x, &least, best);
    if (least > 1e-15 && c->mu == 0 && M[0] > 0) {
        x[0] = -q[0] / M[0];
        judge(c, d, q, x, &least, best);
    }
    if (least > 1e-15 && zni_contact_regular(c)) {
        zni_block_times(d, c->inv, q, x);
        for (zn_index i = 0; i < d; i++)
            x[i] = -x[i];
        judge(c, d, q, x, &least, best);
    }
    if (least > 1e-14 && c->mu > 0 && d == 3 && zni_contact_slip(c, q, x))
        judge(c, d, q, x, &least, best);
    for (int side = -1; side <= 1 && d == 2 && least > 1e-14; side += 2) {
        x[0] = -q[0] / (M[0] + side * c->mu * M[2]);
        x[1] = side * c->mu * x[0];
        if (x[0] > 0 && isfinite(x[0]))
            judge(c, d, q, x, &least, best);
    }
    memcpy(r, best, (size_t)d * sizeof *r);
}

void zni_contact_local(zni_local how, zn_index iter, const zni_contact *c,
                       zn_index d, const double q[], double r[])
{
    const zni_fc alone = {.law = &zni_coulomb, .d = d, .nc = 1, .n = d, .mu = &c->mu};

    switch (how) {
    case ZNI_EXACT:
        zni_contact_solve(c, d, q, r);
        break;
    case ZNI_NEWTON:
        zni_contact_newton(c, d, q, r);
        break;
    case ZNI_PROJECTION:
        zni_local_steps(&alone, 0, c->M, zni_contact_step(c, d), q, iter, 1e-15, r);
        break;
    case ZNI_CYLINDER:
        cylinder(iter, c, d, q, r);
        break;
    case ZNI_STATES:
        every_state(c, d, q, r);
        break;
    }
}

/* ---- the normal force is known ---------------------------------------------------- */

/* x = -(A + t I)^-1 b, 2 x 2; false: singular */
static bool at(const double A[4], double t, const double b[2], double x[2])
{
    double a = A[0] + t, d = A[3] + t, det = a * d - A[1] * A[2];

    if (!(fabs(det) > 1e-14 * (fabs(a * d) + fabs(A[1] * A[2]))))
        return false;
    x[0] = -(d * b[0] - A[2] * b[1]) / det;
    x[1] = -(a * b[1] - A[1] * b[0]) / det;
    return true;
}

/* x = -A^-1 b if that is inside of the disk; else (A + t I) x = -b with t > 0 such that ||x|| = radius, by Newton's
 * method on 1 / ||x|| - 1 / radius, which is concave in t (Hebden 1973; More & Sorensen, SIAM J. Sci. Stat. Comput. 4,
 * 1983). It begins at a t for which ||x|| >= radius is certain. */
static void disk(const double A[4], const double b[2], double radius,
                 double x[2])
{
    double size = sqrt(A[0] * A[0] + A[1] * A[1] + A[2] * A[2] + A[3] * A[3]);
    double force = sqrt(b[0] * b[0] + b[1] * b[1]), norm, dx[2];
    double t = fmax(0, force / radius - size);

    if (!at(A, t, b, x)) {
        t = fmax(t, 1e-12 * size);
        if (!at(A, t, b, x)) {
            x[0] = x[1] = 0;
            return;
        }
    }
    norm = sqrt(x[0] * x[0] + x[1] * x[1]);
    if (norm <= radius)
        return;
    for (int it = 0; it < 40 && fabs(norm - radius) > 1e-15 * radius; it++) {
        double slope, last = t;

        /* d x / d t = -(A + t I)^-1 x */
        if (!at(A, t, x, dx))
            break;
        slope = (x[0] * dx[0] + x[1] * dx[1]) / norm;
        if (!(slope < 0))
            break;
        t = fmax(0, t - (norm - radius) * norm / (radius * slope));
        if (t == last || !at(A, t, b, x))
            break;
        norm = sqrt(x[0] * x[0] + x[1] * x[1]);
    }
    x[0] *= radius / norm;
    x[1] *= radius / norm;
}

void zni_disk_solve(zn_index d, const double W[], const double q[],
                    double radius, double r[])
{
    if (!(radius > 0)) {
        r[1] = r[d - 1] = 0;
    } else if (d == 2) {
        r[1] = W[3] > 0 ? -q[1] / W[3] : q[1] > 0 ? -radius : radius;
        r[1] = fmax(-radius, fmin(radius, r[1]));
    } else {
        const double A[4] = {W[4], W[5], W[7], W[8]};

        disk(A, q + 1, radius, r + 1);
    }
}
