/* ghomotopy.c - the path of proximal problems, the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"
#include "prox_path.h"

/* prox_path.c on H'M^-1 H. With D = G + alpha F by contact
 *     dphi/dr = F H'M^-1 H + D,   det(dphi/dr) det M = det(M + H D^-1 F H') det D
 * (Sylvester's identity): the factors are those of velocity.c, of the order of the bodies,
 * and say the sign of the determinant, but for that of M, which stays. */
typedef struct ghomotopy {
    zni_motion g;
    zni_homotopy opt;
    zni_vsystem bodies; /* the linear system                                */
    double *v;   /* ZNI_PROX_PATH m, and the point: n + m                   */
    double *ab;  /* 5 d m: F and G by contact; D; all F; ones               */
    double *rho; /* 2 nc                                                    */
    zn_index cap_v, cap_ab, cap_rho;
} ghomotopy;

typedef struct run {
    zn_ctx *ctx;
    ghomotopy *s;
    zni_ipm_blocks blocks;
    double *D, *F; /* d m each */
} run;

/* The sign of det D, and F and D each together; 0: D is singular. */
static int part(const run *a, double alpha)
{
    const zni_motion *g = &a->s->g;
    const zn_index dd = g->d * g->d;
    int sign = 1;

    for (zn_index c = 0; c < g->nc; c++) {
        const double *F = a->s->ab + 2 * dd * c, *G = F + dd;

        for (zn_index i = 0; i < dd; i++)
            a->D[dd * c + i] = G[i] + alpha * F[i];
        memcpy(a->F + dd * c, F, (size_t)dd * sizeof *F);
        sign *= zni_small_sign(g->d, a->D + dd * c);
    }
    return sign;
}

static zn_status factor(void *of, double alpha, int *sign)
{
    const run *a = of;
    const int own = part(a, alpha);
    int all = 0;
    zn_status st;

    if (own == 0)
        return ZN_ESINGULAR;
    st = zni_vsystem_factor(a->ctx, &a->s->bodies, &a->s->g, &a->blocks);
    if (!st)
        st = zni_slu_sign(a->ctx, &a->s->bodies.slu, &all);
    *sign = own * all;
    return st;
}

static void back(void *of, double b[])
{
    const run *a = of;

    zni_vsystem_solve(&a->s->bodies, &a->s->g, &a->blocks, b);
}

static bool affords(void *of, const zn_monitor *mon)
{
    return zni_vsystem_fits(&((const run *)of)->s->bodies, mon);
}

static zn_status room(ghomotopy *s, zn_ctx *ctx, const zn_monitor *mon)
{
    const zn_index m = s->g.m, d = s->g.d, dd = d * d;
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(s, v, ZNI_PROX_PATH * m + s->g.n + m),
                            ZNI_ARRAY(s, ab, 5 * d * m), ZNI_ARRAY(s, rho, 2 * s->g.nc));
    if (st || s->g.nc == 0)
        return st;
    for (zn_index i = 0; i < d * m; i++)
        s->ab[4 * d * m + i] = i % dd % (d + 1) == 0;
    return zni_vsystem_set(ctx, &s->bodies, &s->g, ZNI_VSYSTEM_ANY, mon);
}

/* From r of z; (z, u) is the best point, z scaled as g is. */
static zn_status follow(ghomotopy *s, zn_ctx *ctx, double z[], double u[], zn_monitor *mon,
                        zn_solve_info *info)
{
    zni_motion *g = &s->g;
    const zn_index m = g->m, d = g->d;
    const zni_kept point = {g, s->v + ZNI_PROX_PATH * m};
    run a = {.ctx = ctx, .s = s, .D = s->ab + 2 * d * m, .F = s->ab + 3 * d * m};
    zni_prox_path path = {.view = zni_view_kept(&point),
                          .rho = s->rho,
                          .ab = s->ab,
                          .v = s->v,
                          .of = &a,
                          .factor = factor,
                          .solve = back,
                          .affords = affords};
    zn_status st;

    a.blocks = (zni_ipm_blocks){
        .D = a.D, .L = a.F, .R = s->ab + 4 * d * m, .symmetric = false};
    for (zn_index c = 0; c < g->nc; c++)
        s->rho[2 * c] = s->rho[2 * c + 1] = g->step[c];
    st = zni_prox_path_run(&path, &s->opt, z + g->n, u, mon, info);
    memcpy(z, point.z, (size_t)g->n * sizeof *z);
    return st;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    ghomotopy *s = state;
    zn_status st = zni_motion_begin(ctx, &s->g, problem, ZNI_WAYS, z, w, mon);

    if (!st)
        st = room(s, ctx, mon);
    if (st)
        return st;
    zni_motion_scale(&s->g, z);
    st = follow(s, ctx, z, w, mon, info);
    zni_motion_unscale(&s->g, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    ghomotopy *s = state;

    zni_motion_fini(ctx, &s->g);
    zni_vsystem_fini(ctx, &s->bodies);
    ZNI_FREE(ctx, s->v, s->ab, s->rho);
}

static const zn_option options[] = {ZNI_PROX_PATH_OPTIONS(ghomotopy, opt, "H'M^-1 H")};

ZNI_SOLVER(zni_global_friction_homotopy, ZN_KIND_GLOBAL_FRICTION_SOLVER,
           "homotopy",
           "path of proximal problems by its length (Keller 1977), by bodies",
           ghomotopy, options, .solve = solve, .fini = fini);
ZNI_SOLVER(zni_global_rolling_homotopy, ZN_KIND_GLOBAL_ROLLING_SOLVER,
           "homotopy",
           "path of proximal problems by its length (Keller 1977), by bodies",
           ghomotopy, options, .init = zni_motion_init_rolling, .solve = solve,
           .fini = fini);
