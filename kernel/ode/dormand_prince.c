/* dormand_prince.c - the explicit pair of order 5(4) of Dormand and Prince, with its
 * solution of order 4 at every instant of a step
 *
 * J. R. Dormand, P. J. Prince, A family of embedded Runge-Kutta formulae, J. Comput. Appl.
 * Math. 6 (1980) 19-26; the values in between: E. Hairer, S. P. Norsett, G. Wanner,
 * Solving Ordinary Differential Equations I, II.6. doc/ode.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "kernel/ode/explicit.h"
#include "kernel/ode/norm.h"

enum { STAGES = 7 };

static const double C[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};

/* b is the last row */
static const double A[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};

/* b minus that of the formula of order 4 */
static const double E[STAGES] = {
    71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
    -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

/* the part of the solution in between that the ends do not give */
static const double D[STAGES] = {
    -12715105075.0 / 11282082432.0,  0,
    87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
    701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
    69997945.0 / 29380423.0};

static double error(const zni_stages *s, const zn_ode_problem *p,
                    const double y[], const double y1[])
{
    double sum = 0;

    for (zn_index i = 0; i < s->n; i++) {
        const double e = s->h * zni_stage_sum(s, STAGES, E, i) /
                         zni_ode_tolerance(p, y[i], y1[i]);
        sum += e * e;
    }
    return sqrt(sum / (double)s->n);
}

static const zni_formula formula = {
    .stages = STAGES,
    .own = 1,
    .order = 5,
    .alpha = 0.17,
    .beta = 0.04,
    .least = 0.2,
    .most = 5,
    .a = A[0],
    .c = C,
    .d = D,
    .error = error,
};

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n)
{
    return zni_explicit_reserve(state, &formula, ctx, n);
}

const zn_ode_type zni_ode_dormand_prince = {
    .type = {.size = sizeof zni_ode_dormand_prince,
             .kind = ZN_KIND_ODE,
             .name = "dormand-prince",
             .summary = "explicit Runge-Kutta pair of order 5(4)",
             .state_size = sizeof(zni_explicit)},
    .reserve = reserve,
    .fini = zni_explicit_fini,
    .step = zni_explicit_step,
    .at = zni_explicit_at,
    .sag = zni_explicit_sag,
    .memory = zni_explicit_memory,
};
