/* ghomotopy.c - the path of proximal problems, the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"
#include "view.h"

/* prox_path.c on H'M^-1 H. With D = G + alpha F by contact
 *     dphi/dr = F H'M^-1 H + D,   det(dphi/dr) det M = det(M + H D^-1 F H') det D
 * (Sylvester's identity): the factors are those of velocity.c, of the order of the bodies,
 * and say the sign of the determinant, but for that of M, which stays. */
typedef struct run {
    zn_ctx *ctx;
    zni_vnewton_work *s;
    zni_motion *g;
    zni_ipm_blocks blocks;
    double *D, *F; /* d m each: D; all F                                    */
} run;

/* The sign of det D, and F and D each together; 0: D is singular. */
static int part(const run *a, double alpha)
{
    const zni_motion *g = a->g;
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
    st = zni_vsystem_factor(a->ctx, &a->s->bodies, a->g, &a->blocks);
    if (!st)
        st = zni_slu_sign(a->ctx, &a->s->bodies.slu, &all);
    *sign = own * all;
    return st;
}

static void back(void *of, double b[])
{
    const run *a = of;

    zni_vsystem_solve(&a->s->bodies, a->g, &a->blocks, b);
}

static bool affords(void *of, const zn_monitor *mon)
{
    return zni_vsystem_fits(&((const run *)of)->s->bodies, mon);
}

/* v: ZNI_PROX_PATH m, the point, n + m, and rho; ab: F and G by contact, D, all F, ones */
static zn_status room(zn_ctx *ctx, zni_vnewton_work *s, zni_motion *g, const zn_monitor *mon)
{
    const zn_index m = g->m, d = g->d, dd = d * d;
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(s, v, (ZNI_PROX_PATH + 1) * m + g->n + 2 * g->nc),
                            ZNI_ARRAY(s, ab, 5 * d * m));
    if (st || g->nc == 0)
        return st;
    for (zn_index i = 0; i < d * m; i++)
        s->ab[4 * d * m + i] = i % dd % (d + 1) == 0;
    return zni_vsystem_set(ctx, &s->bodies, g, ZNI_VSYSTEM_ANY, mon);
}

zn_status zni_ghomotopy_run(zni_call call, zni_vnewton_work *s, const zni_homotopy *opt, zni_motion *g)
{
    const zn_index m = g->m, d = g->d;
    zn_status st = room(call.ctx, s, g, call.mon);
    zni_call reactions = call;
    const zni_kept point = {.g = g, .z = s->v + ZNI_PROX_PATH * m};
    run a = {.ctx = call.ctx, .s = s, .g = g, .D = s->ab + 2 * d * m, .F = s->ab + 3 * d * m};
    zni_prox_path path = {.view = zni_view_kept(&point),
                          .rho = s->v + (ZNI_PROX_PATH + 1) * m + g->n,
                          .ab = s->ab,
                          .v = s->v,
                          .of = &a,
                          .factor = factor,
                          .solve = back,
                          .affords = affords};

    if (st)
        return st;
    a.blocks = (zni_ipm_blocks){
        .D = a.D, .L = a.F, .R = s->ab + 4 * d * m, .symmetric = false};
    for (zn_index c = 0; c < g->nc; c++)
        path.rho[2 * c] = path.rho[2 * c + 1] = g->step[c];
    zni_motion_scale(g, call.z);
    reactions.z += g->n;
    st = zni_prox_path_run(reactions, &path, opt);
    memcpy(call.z, point.z, (size_t)g->n * sizeof *call.z);
    zni_motion_unscale(g, call.z, call.w);
    return st;
}
