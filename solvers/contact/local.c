/* local.c - one contact of any law by Newton, then by projected steps
 * SPDX-License-Identifier: Apache-2.0 */
#include "../methods/projection.h"
#include "contact.h"

double zni_local_error(const zni_fc *c, zn_index a, const double M[],
                       double rho, const double q[], const double r[])
{
    double u[ZNI_DMAX], f[ZNI_DMAX], scale = 0, norm;

    zni_block_velocity(c->d, M, q, r, u);
    for (zn_index i = 0; i < c->d; i++)
        scale = fmax(scale, fmax(rho * fabs(q[i]), fabs(r[i])));
    norm = sqrt(zni_fc_natural(c, a, rho, r, u, f));
    return scale > 0 ? norm / scale : norm;
}

/* the point of least error so far */
typedef struct best {
    double r[ZNI_DMAX];
    double err;
} best;

/* x += the Newton step of the contact, halved until phi decreases; false: the
 * Jacobian is singular */
static bool step(const zni_fc *c, zn_index a, const double M[], double rho,
                 const double q[], double x[])
{
    enum { HALVINGS = 12, DD = ZNI_DMAX * ZNI_DMAX };
    zn_index d = c->d;
    double u[ZNI_DMAX], phi[ZNI_DMAX], dx[ZNI_DMAX], y[ZNI_DMAX];
    double A[DD], B[DD], m0 = 0, t = 1;
    const double both[2] = {rho, rho};

    zni_block_velocity(d, M, q, x, u);
    c->law->map(ZNI_AC, c, a, both, u, x, phi, A, B);
    for (zn_index i = 0; i < d; i++) {
        m0 += phi[i] * phi[i];
        for (zn_index j = 0; j < d; j++)
            for (zn_index k = 0; k < d; k++)
                B[i + j * d] += A[i + k * d] * M[k + j * d];
    }
    if (!zni_small_solve(d, B, phi, dx))
        return false;
    for (int half = 0; half < HALVINGS; half++, t /= 2) {
        double m1 = 0;

        for (zn_index i = 0; i < d; i++)
            y[i] = x[i] - t * dx[i];
        zni_block_velocity(d, M, q, y, u);
        c->law->map(ZNI_AC, c, a, both, u, y, phi, NULL, NULL);
        for (zn_index i = 0; i < d; i++)
            m1 += phi[i] * phi[i];
        if (m1 <= (1 - 1e-4 * t) * m0)
            break;
    }
    memcpy(x, y, (size_t)d * sizeof *x);
    return true;
}

/* Newton on Alart-Curnier (Alart & Curnier, CMAME 92, 1991), then, if that
 * fails, projected steps of length rho on the natural map (De Saxce & Feng, Math.
 * Comput. Modelling 28, 1998). */
bool zni_local_newton(const zni_fc *c, zn_index a, const double M[], double rho,
                      const double q[], double r[])
{
    enum { STEPS = 50, PROJECTIONS = 100 };
    const double enough = 1e-14, accepted = 1e-10;
    zn_index d = c->d;
    double x[ZNI_DMAX], u[ZNI_DMAX], f[ZNI_DMAX];
    best b = {.err = zni_local_error(c, a, M, rho, q, r)};

    memcpy(b.r, r, (size_t)d * sizeof *r);
    memcpy(x, r, (size_t)d * sizeof *r);
    for (int it = 0; it < STEPS && b.err > enough; it++) {
        if (!step(c, a, M, rho, q, x))
            break;
        zni_note_best(zni_local_error(c, a, M, rho, q, x), &b.err, d, x, b.r);
    }
    memcpy(x, b.r, (size_t)d * sizeof *x);
    for (int it = 0; it < PROJECTIONS && b.err > accepted; it++) {
        zni_block_velocity(d, M, q, x, u);
        zni_fc_natural(c, a, rho, x, u, f);
        for (zn_index i = 0; i < d; i++)
            x[i] -= f[i];
        zni_note_best(zni_local_error(c, a, M, rho, q, x), &b.err, d, x, b.r);
    }
    c->law->project(c, a, b.r, r);
    return b.err <= accepted;
}

/* ---- projected steps ----------------------------------------------------- */

typedef struct alone {
    const zni_fc *c;
    zn_index a;
    double rho;
    const double *M, *q;
} alone;

/* F = M r + q + shift e_N */
static zn_status value(const void *of, const double r[], double F[])
{
    const alone *s = of;

    zni_block_velocity(s->c->d, s->M, s->q, r, F);
    F[0] += s->c->law->shift(s->c, s->a, F);
    return ZN_OK;
}

static zn_status onto(const void *of, double r[])
{
    const alone *s = of;

    s->c->law->project(s->c, s->a, r, r);
    return ZN_OK;
}

static double error(const void *of, const double r[], const double F[],
                    double work[])
{
    const alone *s = of;

    (void)F;
    (void)work;
    return zni_local_error(s->c, s->a, s->M, s->rho, s->q, r);
}

/* Extragradient steps of adapted length, those of ../methods/projection.c (Khobotov, USSR Comput.
 * Math. 27, 1987; Han & Lo, Comput. Math. Appl. 43, 2002). */
bool zni_local_steps(const zni_fc *c, zn_index a, const double M[], double rho,
                     const double q[], zn_index most, double enough, double r[])
{
    const double accepted = 1e-10, longest = 1e3 * rho;
    const alone of = {.c = c, .a = a, .rho = rho, .M = M, .q = q};
    const zni_inequality p = {
        .of = &of, .n = c->d, .map = value, .project = onto, .error = error};
    const zni_projection how = {.tol = enough,
                                .max_iter = most,
                                .rho = rho,
                                .longest = longest,
                                .tau = 2.0 / 3,
                                .L = 0.9,
                                .L_min = 0.3,
                                .kind = ZNI_EXTRAGRADIENT};
    double v[ZNI_PROJECTED * ZNI_DMAX], F[ZNI_DMAX];
    zn_solve_info info;

    (void)zni_projections(NULL, &p, &how, v, r, F, NULL, &info); /* none fails */
    return error(&of, r, F, v) <= accepted;
}
