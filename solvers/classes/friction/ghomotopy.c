/* ghomotopy.c - the path of proximal problems, the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

/* As homotopy.c, of
 *     u = H'v + b + alpha (r - s),   v = M^-1 (H r + q).
 * With A = dphi/du, B = dphi/dr and D = B + alpha A by contact
 *     dphi/dr = A H'M^-1 H + D,   det(dphi/dr) det M = det(M + H D^-1 A H') det D
 * (Sylvester's identity): the factors are those of velocity.c, of the order of the bodies,
 * and say the sign of the determinant, but for that of M, which stays. */
typedef struct work {
    zni_motion *g;
    zni_vsystem bodies; /* the linear system                                */
    double *v;   /* 11 m + 2 n                                              */
    double *ab;  /* 5 d m                                                   */
    double *rho; /* 2 nc                                                    */
    zn_index cap_v, cap_ab, cap_rho;
} work;

typedef struct run {
    zn_ctx *ctx;
    work *k;
    zni_motion *g;
    zni_prox_path path;
    zni_ipm_blocks blocks;
    double *u;    /* m                 */
    double *z;    /* n + m: a point    */
    double *b;    /* n + m             */
    double *D, *A; /* d m each          */
} run;

/* ---- the curve ------------------------------------------------------------------ */

static double dot(void *of, const double x[], const double y[])
{
    return zni_prox_path_dot(&((const run *)of)->path, x, y);
}

/* u = H'v + b of the reactions of z */
static void move(const run *a, const double r[])
{
    memcpy(a->z + a->g->n, r, (size_t)a->g->m * sizeof *r);
    zni_motion_move(a->g, a->z, a->u);
}

static double value(void *of, const double r[], double tau, double phi[])
{
    const run *a = of;

    move(a, r);
    return zni_prox_path_value(&a->path, r, tau, a->u, phi);
}

/* The sign of det D, and A and D each together; 0: D is singular. */
static int part(const run *a, double alpha)
{
    const zn_index dd = a->g->d * a->g->d;
    int sign = 1;

    for (zn_index c = 0; c < a->g->nc; c++) {
        const double *A = a->k->ab + 2 * dd * c, *B = A + dd;

        for (zn_index i = 0; i < dd; i++)
            a->D[dd * c + i] = B[i] + alpha * A[i];
        memcpy(a->A + dd * c, A, (size_t)dd * sizeof *A);
        sign *= zni_small_sign(a->g->d, a->D + dd * c);
    }
    return sign;
}

static zn_status factor(void *of, const double r[], double tau, double d[],
                        int *sign)
{
    run *a = of;
    const double alpha = zni_prox_path_alpha(&a->path, tau);
    int own, all = 0;
    zn_status st;

    zni_prox_path_derive(&a->path, r, tau, a->u, d);
    own = part(a, alpha);
    if (own == 0)
        return ZN_ESINGULAR;
    st = zni_vsystem_factor(a->ctx, &a->k->bodies, a->g, &a->blocks);
    if (!st)
        st = zni_slu_sign(a->ctx, &a->k->bodies.slu, &all);
    *sign = own * all;
    return st;
}

static void back(void *of, double b[])
{
    run *a = of;

    zni_vsystem_solve(&a->k->bodies, a->g, &a->blocks, b);
}

/* of r in the cones */
static double error(void *of, const double r[])
{
    const run *a = of;
    const zni_fc *c = &a->g->c;
    const zn_index d = a->g->d;
    double *in = a->b;

    for (zn_index i = 0; i < a->g->nc; i++)
        c->law->project(c, i, r + d * i, in + d * i);
    move(a, in);
    return zni_motion_error(a->g, a->z, a->u);
}

static bool affords(void *of, const zn_monitor *mon)
{
    return zni_vsystem_fits(&((const run *)of)->k->bodies, mon);
}

/* ---- a run ---------------------------------------------------------------------- */

/* Room for g, which stays where it is. */
static zn_status set(zn_ctx *ctx, work *k, zni_motion *g, const zn_monitor *mon)
{
    const zn_index m = g->m, d = g->d, dd = d * d;
    zn_status st = zn_grow(ctx, &k->v, &k->cap_v,
                           ZNI_FOLLOWED(m) + m + 2 * (g->n + m), sizeof *k->v);

    k->g = g;
    if (!st)
        st = zn_grow(ctx, &k->ab, &k->cap_ab, 5 * d * m, sizeof *k->ab);
    if (!st)
        st = zn_grow(ctx, &k->rho, &k->cap_rho, 2 * g->nc, sizeof *k->rho);
    if (st || g->nc == 0)
        return st;
    for (zn_index i = 0; i < d * m; i++)
        k->ab[4 * d * m + i] = i % dd % (d + 1) == 0;
    return zni_vsystem_set(ctx, &k->bodies, g, false, mon);
}

/* From r of z; (z, u) is the best point, z scaled as g is. */
static zn_status follow(zn_ctx *ctx, work *k, const zni_homotopy *s, double z[],
                        double u[], zn_monitor *mon, zn_solve_info *info)
{
    zni_motion *g = k->g;
    const zn_index n = g->n, m = g->m, d = g->d;
    double *r = z + n, *start = k->v + 7 * m;
    run a = {.ctx = ctx,
             .k = k,
             .g = g,
             .u = k->v + ZNI_FOLLOWED(m),
             .D = k->ab + 2 * d * m,
             .A = k->ab + 3 * d * m};
    const zni_curve f = {.of = &a,
                         .n = m,
                         .value = value,
                         .factor = factor,
                         .solve = back,
                         .dot = dot,
                         .error = error,
                         .affords = affords};
    const zni_following how = {.tol = s->tol,
                               .max_iter = s->max_iter,
                               .from = log(s->alpha),
                               .unit = 1};
    zn_status st = ZN_OK;

    a.z = a.u + m;
    a.b = a.z + n + m;
    a.blocks = (zni_ipm_blocks){
        .D = a.D, .L = a.A, .R = k->ab + 4 * d * m, .symmetric = false};
    a.path = (zni_prox_path){.c = &g->c,
                        .n = m,
                        .rho = k->rho,
                        .ab = k->ab,
                        .s = start,
                        .scale = g->scale};
    for (zn_index c = 0; c < g->nc; c++)
        k->rho[2 * c] = k->rho[2 * c + 1] = g->step[c];
    memcpy(start, r, (size_t)m * sizeof *r);
    memset(r, 0, (size_t)m * sizeof *r);
    zni_motion_move(g, z, u);
    zni_prox_path_unit(&a.path, u);
    memcpy(r, start, (size_t)m * sizeof *r);
    if (g->nc > 0)
        st = zni_follow(&f, &how, k->v, r, mon, info);
    for (zn_index c = 0; c < g->nc; c++)
        g->c.law->project(&g->c, c, r + d * c, r + d * c);
    zni_motion_move(g, z, u);
    return st;
}

static void fini_work(zn_ctx *ctx, work *k)
{
    zni_vsystem_fini(ctx, &k->bodies);
    zn_free_array(ctx, k->v);
    zn_free_array(ctx, k->ab);
    zn_free_array(ctx, k->rho);
}

/* ---- the solver ----------------------------------------------------------------- */

typedef struct ghomotopy {
    zni_motion g;
    zni_homotopy opt;
    work work;
} ghomotopy;

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    ghomotopy *s = state;
    zn_status st = zni_motion_begin(ctx, &s->g, problem, ZNI_WAYS, z, w, mon);

    if (!st)
        st = set(ctx, &s->work, &s->g, mon);
    if (st)
        return st;
    zni_motion_scale(&s->g, z);
    st = follow(ctx, &s->work, &s->opt, z, w, mon, info);
    zni_motion_unscale(&s->g, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    ghomotopy *s = state;

    zni_motion_fini(ctx, &s->g);
    fini_work(ctx, &s->work);
}

#define OPT(kind, name, field, def, lo, hi, help)                              \
    {                                                                          \
        kind, name, offsetof(ghomotopy, opt.field), def, lo, hi, NULL, "-",    \
            help                                                               \
    }

static const zn_option options[] = {
    OPT(ZN_OPTION_REAL, "tol", tol, 1e-8, 0, 1, "error that counts as solved"),
    OPT(ZN_OPTION_INT, "max_iter", max_iter, 2000, 1, 1e9, "factorisations"),
    OPT(ZN_OPTION_REAL, "alpha", alpha, 1e-2, 1e-9, 1e3,
        "proximal term at the start, relative to the diagonal of H'M^-1 H"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_global_friction_homotopy, ZN_KIND_GLOBAL_FRICTION_SOLVER,
           "homotopy",
           "path of proximal problems by its length (Keller 1977), by bodies",
           ghomotopy, options, .solve = solve, .fini = fini);
ZNI_SOLVER(zni_global_rolling_homotopy, ZN_KIND_GLOBAL_ROLLING_SOLVER,
           "homotopy",
           "path of proximal problems by its length (Keller 1977), by bodies",
           ghomotopy, options, .init = zni_motion_init_rolling, .solve = solve,
           .fini = fini);
