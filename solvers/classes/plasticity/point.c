/* point.c - one point: closed forms, Newton, projected steps
 * SPDX-License-Identifier: Apache-2.0 */
#include "plasticity.h"

enum { STEPS = 60, PROJECTIONS = 2000 };
static const double enough = 1e-15;

void zni_point_set(zni_point *k, const zni_yield_law *y, const double M[])
{
    k->law = *y;
    zni_contact_set(&k->block, 3, y->limit, M);
    k->rho = zni_contact_step(&k->block, 3);
}

static void flow(const zni_point *k, const double q[], const double r[],
                 double u[])
{
    const double *M = k->block.M;

    for (int i = 0; i < 3; i++)
        u[i] = q[i] + M[i] * r[0] + M[i + 3] * r[1] + M[i + 6] * r[2];
}

/* ||phi|| at r relative to what it is made of */
static double residual(const zni_point *k, const double q[], const double r[])
{
    double u[3], phi[3], rho = k->rho, scale = 0;

    flow(k, q, r, u);
    for (int i = 0; i < 3; i++)
        scale = fmax(scale, fmax(fabs(r[i]), rho * fabs(q[i])));
    double norm = sqrt(zni_yield_map(&k->law, rho, u, r, phi, NULL, NULL));

    return scale > 0 ? norm / scale : norm;
}

/* elastic: u = 0, r = -M^-1 q inside */
static bool elastic(const zni_point *k, const double q[], double r[])
{
    const double *inv = k->block.inv;
    double x[3], t;

    if (!zni_contact_regular(&k->block))
        return false;
    for (int i = 0; i < 3; i++)
        x[i] = -(inv[i] * q[0] + inv[i + 3] * q[1] + inv[i + 6] * q[2]);
    t = hypot(x[1], x[2]);
    if (t > (k->law.model == ZN_VON_MISES ? k->law.limit
                                          : k->law.limit * x[0]) ||
        (k->law.model == ZN_DRUCKER_PRAGER && x[0] < 0))
        return false;
    memcpy(r, x, sizeof x);
    return true;
}

/* apex of the cone: r = 0, u = q, K* contains q + theta |q_T| e_N */
static bool apex(const zni_point *k, const double q[], double r[])
{
    if (k->law.model != ZN_DRUCKER_PRAGER ||
        q[0] < (k->law.limit - k->law.theta) * hypot(q[1], q[2]))
        return false;
    r[0] = r[1] = r[2] = 0;
    return true;
}

/* Newton on the natural map, by whole steps: of 20 000 points whose rows differ by up to 300 it
 * leaves 2, halved until the map decreases 50. */
static bool newton(const zni_point *k, const double q[], double r[])
{
    double best[3], least = residual(k, q, r), rho = k->rho;

    memcpy(best, r, sizeof best);
    for (int it = 0; it < STEPS && least > enough; it++) {
        double u[3], phi[3], A[9], B[9], J[9], step[3], err;

        flow(k, q, r, u);
        zni_yield_map(&k->law, rho, u, r, phi, A, B);
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++) {
                J[i + 3 * j] = B[i + 3 * j];
                for (int l = 0; l < 3; l++)
                    J[i + 3 * j] += A[i + 3 * l] * k->block.M[l + 3 * j];
            }
        if (!zni_small_solve(3, J, phi, step))
            break;
        for (int i = 0; i < 3; i++)
            r[i] -= step[i];
        err = residual(k, q, r);
        if (err < least) {
            least = err;
            memcpy(best, r, sizeof best);
        } else if (least < 1e-13) {
            break; /* rounding */
        }
    }
    memcpy(r, best, sizeof best);
    return least <= 1e-12;
}

bool zni_point_project(const zni_point *k, const double q[], double r[])
{
    const bool cone = k->law.model == ZN_DRUCKER_PRAGER;
    const zni_fc alone = {.law = &zni_yield,
                          .d = 3,
                          .nc = 1,
                          .n = 3,
                          .mu = &k->law.limit,
                          .mur = cone ? &k->law.theta : NULL};

    return zni_local_steps(&alone, 0, k->block.M, k->rho, q, PROJECTIONS, 1e-14, r);
}

bool zni_point_solve(const zni_point *k, const double q[], double r[])
{
    double start[3];

    if (apex(k, q, r) || elastic(k, q, r))
        return true;
    memcpy(start, r, sizeof start);
    /* without change of volume it is a contact with friction */
    if (k->law.model == ZN_DRUCKER_PRAGER && k->law.theta == k->law.limit &&
        zni_contact_solve(&k->block, 3, q, r))
        return true;
    memcpy(r, start, sizeof start);
    if (newton(k, q, r))
        return true;
    memcpy(r, start, sizeof start);
    return zni_point_project(k, q, r) || newton(k, q, r);
}
