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

/* x += a Newton step of the contact, halved at most `halvings` times until phi decreases. False: the
 * Jacobian is singular. */
static bool step(const zni_fc *c, zn_index a, const double M[], double rho,
                 const double q[], int halvings, double x[])
{
    enum { DD = ZNI_DMAX * ZNI_DMAX };
    const zn_index d = c->d;
    const double both[2] = {rho, rho};
    double u[ZNI_DMAX] = {0}, phi[ZNI_DMAX], dx[ZNI_DMAX], y[ZNI_DMAX], A[DD], B[DD], m0, t = 1;

    zni_block_velocity(d, M, q, x, u);
    c->law->map(ZNI_AC, c, a, both, u, x, phi, A, B);
    m0 = zni_dot(d, phi, phi);
    for (zn_index i = 0; i < d; i++)
        for (zn_index j = 0; j < d; j++)
            for (zn_index k = 0; k < d; k++)
                B[i + j * d] += A[i + k * d] * M[k + j * d];
    if (!zni_small_solve(d, B, phi, dx))
        return false;
    for (int half = 0;; half++, t /= 2) {
        for (zn_index i = 0; i < d; i++)
            y[i] = x[i] - t * dx[i];
        if (half == halvings)
            break;
        zni_block_velocity(d, M, q, y, u);
        c->law->map(ZNI_AC, c, a, both, u, y, phi, NULL, NULL);
        if (zni_dot(d, phi, phi) <= (1 - 1e-4 * t) * m0)
            break;
    }
    memcpy(x, y, (size_t)d * sizeof *x);
    return true;
}

double zni_local_steps_of_newton(const zni_fc *c, zn_index a, const double M[], double rho,
                                 const double q[], int halvings, double enough, double r[])
{
    enum { STEPS = 50 };
    const double rounding = 1e-13;
    const zn_index d = c->d;
    double x[ZNI_DMAX], least = zni_local_error(c, a, M, rho, q, r);

    memcpy(x, r, (size_t)d * sizeof *x);
    for (int it = 0; it < STEPS && least > enough && step(c, a, M, rho, q, halvings, x); it++) {
        const double err = zni_local_error(c, a, M, rho, q, x);

        if (err >= least && least < rounding)
            break;
        zni_note_best(err, &least, d, x, r);
    }
    return least;
}

/* Newton on Alart & Curnier's function (CMAME 92, 1991); where that fails, projected steps of length
 * rho on the natural map (De Saxce & Feng, Math. Comput. Modelling 28, 1998). */
bool zni_local_newton(const zni_fc *c, zn_index a, const double M[], double rho,
                      const double q[], double r[])
{
    enum { HALVINGS = 11, PROJECTIONS = 100 };
    const double accepted = 1e-10;
    const zn_index d = c->d;
    double x[ZNI_DMAX], u[ZNI_DMAX], f[ZNI_DMAX], least;

    least = zni_local_steps_of_newton(c, a, M, rho, q, HALVINGS, 1e-14, r);
    memcpy(x, r, (size_t)d * sizeof *x);
    for (int it = 0; it < PROJECTIONS && least > accepted; it++) {
        zni_block_velocity(d, M, q, x, u);
        zni_fc_natural(c, a, rho, x, u, f);
        for (zn_index i = 0; i < d; i++)
            x[i] -= f[i];
        zni_note_best(zni_local_error(c, a, M, rho, q, x), &least, d, x, r);
    }
    c->law->project(c, a, r, r, NULL);
    return least <= accepted;
}

/* ---- projected steps ----------------------------------------------------- */

typedef struct alone {
    const zni_fc *c;
    zn_index a;
    double rho;
    const double *M, *q;
} alone;

/* F = M r + q + shift e_N, the map of the variational inequality */
static zn_status value(const void *of, const double r[], double F[])
{
    const alone *s = of;

    zni_block_velocity(s->c->d, s->M, s->q, r, F);
    F[0] += s->c->law->shift(s->c, s->a, F, NULL);
    return ZN_OK;
}

static zn_status onto(const void *of, double r[])
{
    const alone *s = of;

    s->c->law->project(s->c, s->a, r, r, NULL);
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

    (void)zni_projections((zni_call){NULL, r, F, NULL, &info}, &p, &how, v); /* none fails */
    return error(&of, r, F, v) <= accepted;
}
