/* gipm.c - friction, also rolling, by an interior point method, the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "../core/monitor.h"
#include "ipm.h"
#include "motion.h"

/* (H'M^-1 H + D) dr = b without forming the product: in the space of velocities
 * (velocity.c) or, where M is dense by storage or the reactions are few, as
 *     [ M     -H ] [dv]   [0]
 *     [ S H'   D ] [dr] = [b],
 * S drops the tangents without friction. v is M^-1 (H r + q) at any time. The saddle
 * point is the more exact of the two, the other the cheaper one where there are many
 * contacts. */
enum { SADDLE = 600 }; /* reactions, at most */

typedef struct gipm {
    double tol;
    zn_index max_iter;
    int shift;
    zni_motion g;
    bool by_bodies; /* the first way */
    zni_vsystem bodies;
    zni_gsystem system; /* or the second */
    double *D;          /* d m */
    zni_ipm_blocks k;   /* of this step, D with what keeps it regular */
    zni_ipm_work work;
    zn_index *at;    /* nc + 1 */
    double velocity; /* size of u without contacts */
    double *z;       /* n + m: v, r */
    double *v;       /* 2 (n + m): of the linear system */
    double *ab;      /* 2 d m: S and D by contact */
    double *ray;     /* 5 m + 2 n: for a proof that there is no solution */
    zn_index cap_at, cap_z, cap_v, cap_ab, cap_ray, cap_D;
} gipm;

static void velocities(void *system, const double r[], double u[])
{
    gipm *s = system;

    memcpy(s->z + s->g.n, r, (size_t)s->g.m * sizeof *r);
    zni_motion_move(&s->g, s->z, u);
}

/* D^-1 grows without bound where contacts stick, until M + H D^-1 H' has lost M to
 * rounding. So D gets a little of the size of W from the start, a proximal term which
 * moves no solution; the step is refined against D with it. */
static void more(const gipm *s, const zni_ipm_blocks *k, double reg)
{
    const zni_motion *g = &s->g;
    zn_index d = g->d, dd = d * d;

    memcpy(s->D, k->D, (size_t)(dd * g->nc) * sizeof *s->D);
    for (zn_index i = 0; i < g->m; i++) {
        const double *R = k->R + d * i;
        double sum = 0;

        for (zn_index j = 0; j < d; j++)
            sum += R[j] * R[j];
        s->D[dd * (i / d) + i % d * (d + 1)] += reg * g->scale * sum;
    }
}

static zn_status factor_bodies(gipm *s, zn_ctx *ctx, const zni_ipm_blocks *k)
{
    zn_status st = ZN_ESINGULAR;

    for (double reg = 1e-11; st == ZN_ESINGULAR && reg < 1e-5; reg *= 100) {
        more(s, k, reg);
        s->k.D = s->D;
        st = zni_vsystem_factor(ctx, &s->bodies, &s->g, &s->k);
    }
    return st;
}

/* S and B of the saddle point in unknowns dr: L S, and D R^-1 */
static void saddle(const gipm *s, const zni_ipm_blocks *k)
{
    const zni_motion *g = &s->g;
    zn_index d = g->d, dd = d * d;

    for (zn_index a = 0; a < g->nc; a++) {
        double *S = s->ab + 2 * dd * a, *B = S + dd;
        const double *L = k->L + dd * a, *D = s->D + dd * a,
                     *inv = k->inv + dd * a;

        for (zn_index j = 0; j < d; j++)
            for (zn_index i = 0; i < d; i++) {
                double sum = 0;

                for (zn_index l = 0; l < d; l++)
                    sum += D[i + d * l] * inv[l + d * j];
                B[i + d * j] = sum;
                S[i + d * j] = zni_fc_held(&g->c, a, i) ||
                                       zni_fc_held(&g->c, a, j)
                                   ? 0
                                   : L[i + d * j];
            }
    }
}

static zn_status factor(void *system, zn_ctx *ctx, const zni_ipm_blocks *k)
{
    gipm *s = system;
    zn_status st = ZN_ESINGULAR;

    s->k = *k;
    if (s->by_bodies)
        return factor_bodies(s, ctx, k);
    for (double reg = 0;
         st == ZN_ESINGULAR && reg<1e-5; reg = reg> 0 ? 100 * reg : 1e-13) {
        more(s, k, reg);
        saddle(s, k);
        zni_gsystem_assemble(&s->system, &s->g, s->ab);
        st = zni_gsystem_factor(ctx, &s->system);
    }
    return st;
}

/* with a step of refinement, as in the condensed method */
static void direction(void *system, double b[])
{
    gipm *s = system;
    zn_index n = s->g.n, m = s->g.m, d = s->g.d;
    double *x = s->v, *y = x + n + m;

    if (s->by_bodies) {
        zni_vsystem_solve(&s->bodies, &s->g, &s->k, b);
        return;
    }
    memset(x, 0, (size_t)n * sizeof *x);
    memcpy(x + n, b, (size_t)m * sizeof *b);
    memcpy(y, x, (size_t)(n + m) * sizeof *y);
    zni_gsystem_solve(&s->system, x);
    zni_gsystem_residual(&s->system, x, y);
    zni_gsystem_solve(&s->system, y);
    for (zn_index i = 0; i < m; i++)
        x[n + i] += y[n + i];
    for (zn_index a = 0; a < s->g.nc; a++)
        zni_block_times(d, s->k.inv + d * d * a, x + n + d * a, b + d * a);
}

static void project(void *system, zn_index a, double x[])
{
    const zni_fc *c = &((gipm *)system)->g.c;

    c->law->project(c, a, x, x);
}

/* v of z is that of r: the velocities were asked for first */
static double error(void *system, const double r[], const double u[])
{
    gipm *s = system;

    memcpy(s->z + s->g.n, r, (size_t)s->g.m * sizeof *r);
    return zni_motion_error(&s->g, s->z, u);
}

/* y = H'H x */
static void product(void *system, const double x[], double y[])
{
    gipm *s = system;
    const zni_motion *g = &s->g;
    double *Hx = s->ray + 5 * g->m;

    memset(Hx, 0, (size_t)g->n * sizeof *Hx);
    for (zn_index a = 0; a < g->nc; a++)
        zni_ways_scatter(&g->H, g->d, a, x + g->d * a, Hx);
    for (zn_index a = 0; a < g->nc; a++)
        zni_ways_gather(&g->H, g->d, a, Hx, y + g->d * a);
}

/* as in the condensed method: normals in balance, H d = 0 */
static bool infeasible(void *system, const double r[])
{
    gipm *s = system;
    const zni_motion *g = &s->g;
    double *d = s->ray;

    memset(d, 0, (size_t)g->m * sizeof *d);
    for (zn_index i = 0; i < g->m; i += g->d)
        d[i] = fmax(0, r[i]);
    return zni_ray_settle(g->m, product, s, d, d + g->m) &&
           zni_ray_balances(g, d, d + g->m);
}

static bool fits(void *system, const zn_monitor *mon)
{
    const gipm *s = system;
    double n = (double)(s->g.n + s->g.m);

    return s->by_bodies ? zni_vsystem_fits(&s->bodies, mon)
                        : zni_affords(mon, 2 * n * n * n / 3);
}

static const zni_ipm_ops ops = {.velocities = velocities,
                                .factor = factor,
                                .direction = direction,
                                .project = project,
                                .error = error,
                                .infeasible = infeasible,
                                .fits = fits};

static zn_status room(gipm *s, zn_ctx *ctx, const zn_monitor *mon)
{
    zn_index n = s->g.n, m = s->g.m, d = s->g.d, nc = s->g.nc;
    zn_status st = zn_grow(ctx, &s->at, &s->cap_at, nc + 1, sizeof *s->at);

    if (!st)
        st = zn_grow(ctx, &s->z, &s->cap_z, n + m, sizeof *s->z);
    if (!st)
        st = zn_grow(ctx, &s->v, &s->cap_v, 2 * (n + m), sizeof *s->v);
    if (!st)
        st = zn_grow(ctx, &s->ray, &s->cap_ray, 5 * m + 2 * n, sizeof *s->ray);
    s->by_bodies = !s->g.mass.dense && m > SADDLE;
    if (!st && !s->by_bodies)
        st = zn_grow(ctx, &s->ab, &s->cap_ab, 2 * d * m, sizeof *s->ab);
    if (!st && !s->by_bodies)
        st = zni_gsystem_set(ctx, &s->system, &s->g, false);
    if (!st)
        st = zn_grow(ctx, &s->D, &s->cap_D, d * m, sizeof *s->D);
    if (!st && s->by_bodies)
        st = zni_vsystem_set(ctx, &s->bodies, &s->g, mon);
    return st ? st : zni_ipm_reserve(ctx, &s->work, m, 2 * nc, d * m, true);
}

/* the problem set in s->g */
static zn_status run(gipm *s, zn_ctx *ctx, double z[], double w[],
                     zn_monitor *mon, zn_solve_info *info)
{
    zni_motion *g = &s->g;
    zn_status st = ZN_OK;
    zni_ipm p = {.m = g->m,
                 .nb = g->nc,
                 .shift = (zni_ipm_shift)s->shift,
                 .tol = s->tol,
                 .max_iter = s->max_iter,
                 .frames = true,
                 .system = s,
                 .ops = &ops};

    if (g->nc > 0)
        st = room(s, ctx, mon);
    if (st)
        return st;
    zni_motion_scale(g, z);
    if (g->nc > 0) {
        for (zn_index a = 0; a <= g->nc; a++)
            s->at[a] = g->d * a;
        p.at = s->at;
        p.tau = g->p->mu;
        p.tau2 = g->c.mur;
        /* what is free of the contacts is the scale of velocities */
        memset(s->v, 0, (size_t)g->m * sizeof *s->v);
        velocities(s, s->v, w);
        p.symmetric = zn_matrix_symmetric(g->p->M, 1e-12);
        p.velocity = s->velocity = zni_ipm_size(g->m, w);
        p.reaction = p.velocity / g->scale;
        st = zni_ipm_run(ctx, &s->work, &p, z + g->n, mon, info);
    }
    if (st >= 0)
        zni_motion_move(g, z, w);
    zni_motion_unscale(g, z, w);
    return st;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    gipm *s = state;
    zn_status st = zni_motion_set(ctx, &s->g, problem, 0);

    return st ? st : run(s, ctx, z, w, mon, info);
}

static zn_status solve_rolling(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    gipm *s = state;
    zn_status st = zni_motion_set_rolling(ctx, &s->g, problem, 0);

    return st ? st : run(s, ctx, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    gipm *s = state;

    zni_motion_fini(ctx, &s->g);
    zni_gsystem_fini(ctx, &s->system);
    zni_vsystem_fini(ctx, &s->bodies);
    zn_free_array(ctx, s->D);
    zni_ipm_fini(ctx, &s->work);
    zn_free_array(ctx, s->at);
    zn_free_array(ctx, s->z);
    zn_free_array(ctx, s->v);
    zn_free_array(ctx, s->ab);
    zn_free_array(ctx, s->ray);
}

static const zn_option options[] = {
    ZN_OPT_REAL(gipm, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(gipm, max_iter, 200, 1, 1e6, "-",
               "steps before giving up, all attempts together"),
    ZN_OPT_CHOICE(
        gipm, shift, ZNI_IPM_NEWTON, "newton|lagged|damped",
        "mu ||u_T||, mu_r ||u_M|| in a step: with derivative, constant, or "
        "with half of it where the whole makes the step short"),
    ZN_OPT_END,
};

#define CLASS(ident, of, about, function)                                      \
    const zn_solver_type ident = {.type = {.size = sizeof(zn_solver_type),     \
                                           .kind = of,                         \
                                           .name = "interior-point",           \
                                           .summary = about,                   \
                                           .state_size = sizeof(gipm),         \
                                           .options = options},                \
                                  .solve = function,                           \
                                  .fini = fini}

CLASS(zni_global_friction_interior_point, ZN_KIND_GLOBAL_FRICTION_SOLVER,
      "primal-dual interior points, nothing is condensed", solve);
CLASS(zni_global_rolling_interior_point, ZN_KIND_GLOBAL_ROLLING_SOLVER,
      "primal-dual interior points on the scaled problem, nothing condensed",
      solve_rolling);
