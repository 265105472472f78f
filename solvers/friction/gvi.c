/* gvi.c - global friction as a variational inequality
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

#include "../vi/vi.h"

/* r in K with F(r)'(x - r) >= 0 for all x in K,
 *     F(r) = u + mu ||u_T|| e_N,   u = H'v + b,   M v = H r + q:
 * one solution with M for each F, nothing condensed. The steps are those of
 * solvers/vi/projection.c. Its error is the largest component where ours is a
 * Euclidean norm, so it is asked for tol / sqrt(m). */
typedef struct gvi {
    zni_projection opt;
    zni_motion g;
    zni_vi_work work;
    double *z; /* n + 2 m: v and r to find F at, and u */
    zn_index cap_z;
    double unit;
} gvi;

/* The unknowns are reactions times s->unit, of the size of W: as large as velocities,
 * so that a step of length 1 is one in any units. */
static zn_status map(void *user, const double x[], double F[])
{
    gvi *s = user;
    zn_index d = s->g.d;

    for (zn_index i = 0; i < s->g.m; i++)
        s->z[s->g.n + i] = x[i] / s->unit;
    zni_motion_move(&s->g, s->z, F);
    for (zn_index a = 0; a < s->g.nc; a++) {
        double *u = F + d * a;

        u[0] += s->g.p->mu[a] *
                (d == 2 ? fabs(u[1]) : sqrt(u[1] * u[1] + u[2] * u[2]));
    }
    return ZN_OK;
}

static zn_status project(void *user, double x[])
{
    const gvi *s = user;
    zn_index d = s->g.d;

    for (zn_index a = 0; a < s->g.nc; a++)
        zn_friction_project(d, s->g.p->mu[a], x + d * a, x + d * a);
    return ZN_OK;
}

/* a tolerance that is not worth asking for */
static const double ROUNDING = 1e-17;

static zn_status run(gvi *s, zn_ctx *ctx, bool extra, const void *problem,
                     double z[], double w[], zn_monitor *mon,
                     zn_solve_info *info)
{
    zn_status st = zni_motion_set(ctx, &s->g, problem, 0);
    zn_index n = s->g.n, m = s->g.m;
    zn_vi vi = {.n = m, .F = map, .project = project, .user = s};
    zni_projection opt = s->opt;
    double scale = 1, err;
    zn_index steps = 0;

    if (!st)
        st = zn_grow(ctx, &s->z, &s->cap_z, n + 2 * m, sizeof *s->z);
    if (!st)
        st = zni_projection_reserve(ctx, &s->work, m);
    if (st)
        return st;
    if (m > 0) {
        s->unit = zni_octave(s->g.scale);
        opt.kind = extra ? ZNI_EXTRAGRADIENT : ZNI_FIXED_POINT;
        opt.tol = s->opt.tol / sqrt((double)m);
        /* velocities without reactions are the data there */
        memcpy(s->z + n, z + n, (size_t)m * sizeof *z);
        memset(z + n, 0, (size_t)m * sizeof *z);
        zni_motion_move(&s->g, z, w);
        scale = zni_norm(m, w);
        memcpy(z + n, s->z + n, (size_t)m * sizeof *z);
    }
    /* their error is not that of energies: ask for more until it is enough */
    do {
        for (zn_index i = 0; i < m; i++)
            z[n + i] *= s->unit;
        if (m > 0)
            st = zni_projection_solve(ctx, &s->work, &opt, &vi,
                                      scale > 0 ? scale : 1, z + n, w, mon,
                                      info);
        for (zn_index i = 0; i < m; i++)
            z[n + i] /= s->unit;
        steps += info->iterations;
        info->iterations = steps;
        if (st < 0)
            return st;
        zni_motion_move(&s->g, z, w);
        err = zni_motion_error(&s->g, z, w);
        opt.tol *= fmin(0.5, 0.3 * s->opt.tol / err);
        opt.max_iter = s->opt.max_iter - steps;
    } while (!st && m > 0 && err > s->opt.tol && opt.max_iter > 0 &&
             opt.tol > ROUNDING);
    return err <= s->opt.tol ? ZN_OK : ZN_UNSOLVED;
}

static zn_status extragradient(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    return run(state, ctx, true, problem, z, w, mon, info);
}

static zn_status fixed_point(void *state, zn_ctx *ctx, const void *problem,
                             double z[], double w[], zn_monitor *mon,
                             zn_solve_info *info)
{
    return run(state, ctx, false, problem, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    gvi *s = state;

    zni_motion_fini(ctx, &s->g);
    zn_free_array(ctx, s->work.v);
    zn_free_array(ctx, s->z);
}

#define OPT(kind, name, field, def, lo, hi, words, help)                       \
    {                                                                          \
        kind, name, offsetof(gvi, opt.field), def, lo, hi, words, "-", help    \
    }

static const zn_option options[] = {
    OPT(ZN_OPTION_REAL, "tol", tol, 1e-8, 0, 1, NULL,
        "error that counts as solved"),
    OPT(ZN_OPTION_INT, "max_iter", max_iter, 50000, 1, 1e9, NULL,
        "steps before giving up"),
    OPT(ZN_OPTION_REAL, "rho", rho, 1, 1e-12, 1e12, NULL,
        "first step length, relative to the inverse of the diagonal of W"),
    OPT(ZN_OPTION_REAL, "tau", tau, 0.6666666666666666, 0.1, 0.99, NULL,
        "factor by which a step shrinks (and grows: 1/tau)"),
    OPT(ZN_OPTION_REAL, "L", L, 0.9, 0.01, 0.99, NULL,
        "largest ratio of an accepted step"),
    OPT(ZN_OPTION_REAL, "L_min", L_min, 0.3, 0, 0.99, NULL,
        "ratio below which the next step is longer"),
    OPT(ZN_OPTION_CHOICE, "rule", rule, 0, 0, 0, "armijo|solodov|han-sun",
        "what the ratio of a step is"),
    ZN_OPT_END,
};

#define CLASS(ident, text, about, function)                                    \
    const zn_solver_type ident = {                                             \
        .type = {.size = sizeof(zn_solver_type),                               \
                 .kind = ZN_KIND_GLOBAL_FRICTION_SOLVER,                       \
                 .name = text,                                                 \
                 .summary = about,                                             \
                 .state_size = sizeof(gvi),                                    \
                 .options = options},                                          \
        .solve = function,                                                     \
        .fini = fini}

CLASS(zni_global_friction_vi_extragradient, "vi-extragradient",
      "extragradient on the reactions (Khobotov 1987)", extragradient);
CLASS(zni_global_friction_vi_fixed_point, "vi-fixed-point",
      "projection on the reactions, adaptive (Han & Sun 2004)", fixed_point);
