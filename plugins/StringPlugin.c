/* StringPlugin.c - a class of problems of your own, and a solver of it
 * SPDX-License-Identifier: Apache-2.0
 *
 * The class says its sizes, how wrong an answer is, and what data must be; the solver is
 * projected over-relaxation (Cryer, SIAM J. Control 9, 1971), with no matrix anywhere. What
 * all solvers have, the host adds: options, limits of time, the check of the data before and
 * of the answer after. */
#include "StringPlugin.h"

#include <math.h>

#include <zeno/plugin.h>

/* ---- the class ------------------------------------------------------------------ */

static zn_index size(const void *p)
{
    return ((const string_problem *)p)->n;
}

static double height(const string_problem *p, const double z[], zn_index i)
{
    return i < 0 || i == p->n ? 0 : z[i] + p->psi[i];
}

/* the pressure at point i that a shape asks for */
static double pressure(const string_problem *p, const double z[], zn_index i)
{
    const double u = height(p, z, i);

    return p->tension *
               (2 * u - height(p, z, i - 1) - height(p, z, i + 1)) /
               (p->h * p->h) -
           p->f[i];
}

/* the weight of a point, per length, against a gap */
static double stiffness(const string_problem *p)
{
    return 2 * p->tension / (p->h * p->h);
}

/* max |min(stiffness z, w)|, w that of z, relative to the largest load; and how far w is
 * from what z says */
static double error(const void *problem, const double z[], const double w[],
                    double work[])
{
    const string_problem *p = problem;
    double worst = 0, load = 0;

    (void)work;
    for (zn_index i = 0; i < p->n; i++) {
        const double of = pressure(p, z, i),
                     low = fmin(stiffness(p) * z[i], of);

        if (isnan(of) || isnan(w[i]))
            return NAN;
        worst = fmax(worst, fmax(fabs(low), fabs(w[i] - of)));
        load = fmax(load, fabs(p->f[i]));
    }
    return load > 0 ? worst / load : worst;
}

static zn_status check(zn_ctx *ctx, const void *problem)
{
    const string_problem *p = problem;

    if (p->n < 1 || !p->f || !p->psi)
        return zn_fail(ctx, ZN_EINVAL,
                       "string: n = %td, must be >= 1, with f and psi", p->n);
    if (!(p->tension > 0 && p->h > 0))
        return zn_fail(ctx, ZN_EINVAL,
                       "string: tension %g and h = %g, must be > 0", p->tension,
                       p->h);
    for (zn_index i = 0; i < p->n; i++)
        if (!isfinite(p->f[i]) || !isfinite(p->psi[i]))
            return zn_fail(ctx, ZN_EDOM, "string: f(%td) = %g, psi(%td) = %g",
                           i, p->f[i], i, p->psi[i]);
    return ZN_OK;
}

static const zn_problem_type string_class = {
    .type = {.size = sizeof string_class,
             .kind = ZN_KIND_PROBLEM,
             .name = "string",
             .summary = "a string over an obstacle"},
    .solver_kind = (zn_kind)STRING_SOLVER,
    .nz = size,
    .nw = size,
    .error = error,
    .check = check,
};

/* ---- a solver of it -------------------------------------------------------------- */

typedef struct relaxation {
    double tol;
    zn_index max_iter;
} relaxation;

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    const relaxation *s = state;
    const string_problem *p = problem;
    const double pi = 3.14159265358979324; /* best without an obstacle */
    const double omega = 2 / (1 + sin(pi / (double)(p->n + 1)));
    double err;

    (void)ctx;
    for (info->iterations = 0;; info->iterations++) {
        for (zn_index i = 0; i < p->n; i++)
            w[i] = pressure(p, z, i);
        err = error(p, z, w, NULL);
        if (err <= s->tol)
            return ZN_OK;
        info->outcome = ZN_ITERATION_LIMIT;
        if (info->iterations == s->max_iter ||
            zn_monitor_tick(mon, info->iterations, err))
            return ZN_UNSOLVED;
        for (zn_index i = 0; i < p->n; i++)
            z[i] = fmax(0, z[i] - omega * pressure(p, z, i) / stiffness(p));
    }
}

static const zn_option options[] = {
    ZN_OPT_REAL(relaxation, tol, 1e-10, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(relaxation, max_iter, 100000, 1, 1e9, "-",
               "sweeps before giving up"),
    ZN_OPT_END,
};

static const zn_solver_type psor = {
    .type = {.size = sizeof psor,
             .kind = (zn_kind)STRING_SOLVER,
             .name = "psor",
             .summary = "projected over-relaxation (Cryer 1971)",
             .state_size = sizeof(relaxation),
             .options = options},
    .solve = solve,
};

static const zn_type *const types[] = {&string_class.type, &psor.type, NULL};
ZN_PLUGIN(StringPlugin, .version = "1.0", .license = "Apache-2.0",
          .types = types);
