/* ghomotopy.c - the path of proximal problems, the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"
#include "view.h"

/* prox_path.c on H'M^-1 H. With D = G + alpha F by contact
 *     dphi/dr = F H'M^-1 H + D,   det(dphi/dr) det M = det(M + H D^-1 F H') det D
 * (Sylvester's identity): the factors are those of velocity.c, of the order of the bodies. They give the sign of the
 * determinant up to that of M, which does not change. */
typedef struct following {
    zni_prox_path path;
    zn_ctx *ctx;
    zni_vsystem *bodies;
    zni_motion *g;
    zni_ipm_blocks blocks;
    double *D, *F; /* d m each: all D, all F                                */
} following;

/* F and D of all contacts; returns the sign of det D, 0 if D is singular */
static int set_blocks(const following *a, double alpha)
{
    const zn_index d = a->g->d, dd = d * d;
    int sign = 1;

    for (zn_index c = 0; c < a->g->nc; c++) {
        const double *F = a->path.ab + 2 * dd * c, *G = F + dd;

        for (zn_index i = 0; i < dd; i++)
            a->D[dd * c + i] = G[i] + alpha * F[i];
        memcpy(a->F + dd * c, F, (size_t)dd * sizeof *F);
        sign *= zni_small_sign(d, a->D + dd * c);
    }
    return sign;
}

static zn_status factor(void *of, double alpha, int *sign)
{
    const following *a = of;
    const int own = set_blocks(a, alpha);
    int all = 0;
    zn_status st;

    if (own == 0)
        return ZN_ESINGULAR;
    st = zni_vsystem_factor(a->ctx, a->bodies, a->g, &a->blocks);
    if (!st)
        st = zni_slu_sign(a->ctx, &a->bodies->slu, &all);
    *sign = own * all;
    return st;
}

static void back(void *of, double b[])
{
    const following *a = of;

    zni_vsystem_solve(a->bodies, a->g, &a->blocks, b);
}

static bool affords(void *of, const zn_monitor *mon)
{
    return zni_vsystem_fits(((const following *)of)->bodies, mon);
}

/* v: ZNI_PROX_PATH m, the point (n + m), rho; ab: F and G by contact, D, all F, unit matrices */
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
    const zn_index m = g->m, dm = g->d * m;
    zn_status st = room(call.ctx, s, g, call.mon);
    zni_call reactions = call;

    if (st)
        return st;
    double *z = s->v + ZNI_PROX_PATH * m, *rho = z + g->n + m, *D = s->ab + 2 * dm, *F = D + dm;
    following a = {.path = {zni_view_kept(g, z), rho, s->ab, s->v, factor, back, affords},
                   .ctx = call.ctx,
                   .bodies = &s->bodies,
                   .g = g,
                   .blocks = {.D = D, .L = F, .R = F + dm, .symmetric = false},
                   .D = D,
                   .F = F};

    for (zn_index c = 0; c < g->nc; c++)
        rho[2 * c] = rho[2 * c + 1] = g->step[c];
    zni_motion_scale(g, call.z);
    reactions.z += g->n;
    st = zni_prox_path_run(reactions, &a.path, opt);
    memcpy(call.z, z, (size_t)g->n * sizeof *call.z);
    zni_motion_unscale(g, call.z, call.w);
    return st;
}
