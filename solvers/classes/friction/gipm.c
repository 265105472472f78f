/* gipm.c - interior points for friction and rolling friction with the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/monitor.h"
#include "ipm.h"

/* (H'M^-1 H + D) dr = b is solved in the space of velocities (velocity.c), without forming the product. v is always
 * M^-1 (H r + q). */

/* D^-1 grows without bound where contacts stick, until M is lost in M + H D^-1 H' by rounding: so D gets this part of
 * the size of W. */
static const double PROX = 1e-11;

/* s->D = D + reg times the size of W */
static void regularise(const zni_gipm_work *s, const zni_ipm_blocks *k, double reg)
{
    const zni_motion *g = s->g;
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

static zn_status factor(void *system, zn_ctx *ctx, const zni_ipm_blocks *k,
                        double reg)
{
    zni_gipm_work *s = system;

    s->k = *k;
    regularise(s, k, reg);
    s->k.D = s->D;
    return zni_vsystem_factor(ctx, &s->bodies, s->g, &s->k);
}

static void direction(void *system, double b[])
{
    zni_gipm_work *s = system;

    zni_vsystem_solve(&s->bodies, s->g, &s->k, b);
}

static double shifted(void *system, const double r[], const double u[])
{
    zni_gipm_work *s = system;
    const zni_motion *g = s->g;
    double *own = s->ray;

    (void)r; /* s->z has it, and its v, since the last call of the velocities */
    memcpy(own, u, (size_t)g->m * sizeof *u);
    for (zn_index a = 0; a < g->nc; a++)
        own[g->d * a] -= s->common.given[a];
    return zni_motion_measure(s->g, s->common.given, s->z, own);
}

/* y = H'H x */
static void product(void *system, const double x[], double y[])
{
    zni_gipm_work *s = system;
    const zni_motion *g = s->g;
    double *Hx = s->ray + 5 * g->m;

    memset(Hx, 0, (size_t)g->n * sizeof *Hx);
    for (zn_index a = 0; a < g->nc; a++)
        zni_ways_scatter(&g->H, g->d, a, x + g->d * a, Hx);
    for (zn_index a = 0; a < g->nc; a++)
        zni_ways_gather(&g->H, g->d, a, Hx, y + g->d * a);
}

static bool proves(void *system, const double d[], double v[])
{
    return zni_ray_balances(((zni_gipm_work *)system)->g, d, v);
}

/* the sign of the determinant of the velocities' matrix: D is positive definite in the frames, and M does not change */
static zn_status sign(void *system, zn_ctx *ctx, int *sign)
{
    return zni_slu_sign(ctx, &((zni_gipm_work *)system)->bodies.slu, sign);
}

static bool fits(void *system, const zn_monitor *mon)
{
    return zni_vsystem_fits(&((zni_gipm_work *)system)->bodies, mon);
}

/* try to end the path by Newton's method in the space of velocities */
static zn_status end(void *system, zn_ctx *ctx, zn_index most, double r[],
                     zn_monitor *mon, zn_solve_info *info)
{
    zni_gipm_work *s = system;
    zni_motion *g = s->g;
    double *z = s->v; /* n + m */
    const zni_vnewton opt = {s->tol, most, ZNI_VNEWTON_STEPS};
    zn_status st = ZN_OK;

    if (!s->whole)
        return ZN_UNSOLVED;
    if (!s->ended)
        st = zni_vnewton_set(ctx, s->whole, g, mon);
    s->ended = !st;
    memset(z, 0, (size_t)g->n * sizeof *z);
    memcpy(z + g->n, r, (size_t)g->m * sizeof *z);
    if (!st)
        st = zni_vnewton_run((zni_call){ctx, z, z + g->n + g->m, mon, info}, s->whole, &opt);
    memcpy(r, z + g->n, (size_t)g->m * sizeof *r);
    return st;
}

static const zni_ipm_ops ops = {ZNI_FIPM_COMMON,
                                .factor = factor,
                                .sign = sign,
                                .direction = direction,
                                .end = end,
                                .fits = fits};

static zn_status room(zni_gipm_work *s, zn_ctx *ctx, const zn_monitor *mon)
{
    zn_index n = s->g->n, m = s->g->m, d = s->g->d, nc = s->g->nc;
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(s, at, nc + 1), ZNI_ARRAY(s, z, n + m),
                            ZNI_ARRAY(s, v, n + 2 * m), ZNI_ARRAY(s, ray, 5 * m + 2 * n),
                            ZNI_ARRAY(s, D, d * m));
    if (!st)
        st = zni_vsystem_set(ctx, &s->bodies, s->g,
                             s->g->c.mur || s->path ? ZNI_VSYSTEM_ANY
                             : s->symmetric         ? ZNI_VSYSTEM_DEFINITE
                             : s->nearly            ? ZNI_VSYSTEM_NEARLY
                                                    : ZNI_VSYSTEM_ANY,
                             mon);
    return st ? st
              : zni_fipm_room(ctx, &s->work, s->path, m, zni_fipm_cones(&s->g->c), d * m);
}

zn_status zni_gipm_set(zn_ctx *ctx, zni_gipm_work *s, zni_motion *g,
                       const zn_monitor *mon)
{
    zn_status st;

    s->g = g;
    s->ended = false;
    if (g->nc == 0)
        return ZN_OK;
    s->symmetric = zn_matrix_symmetric(g->p->M, 1e-12);
    s->nearly = !s->symmetric && zni_mass_nearly_symmetric(&g->mass, g->p->M);
    st = room(s, ctx, mon);
    if (st)
        return st;
    for (zn_index a = 0; a <= g->nc; a++)
        s->at[a] = g->d * a;
    return ZN_OK;
}

zn_status zni_gipm_run(zni_call call, zni_gipm_work *s, const zni_fipm *opt)
{
    zni_motion *g = s->g;
    zni_ipm p = {.at = s->at,
                 .symmetric = s->symmetric,
                 .nearly = s->nearly,
                 .reg = PROX,
                 .ops = &ops};
    zni_call reactions = call;
    zn_status st;

    if (g->nc == 0) {
        zni_motion_move(g, call.z, call.w);
        return ZN_OK;
    }
    s->common = (zni_fipm_system){.view = zni_view_kept(g, s->z),
                                  .given = opt->given,
                                  .ray = s->ray,
                                  .product = product,
                                  .proves = proves,
                                  .shifted = shifted};
    s->tol = opt->tol;
    /* the free velocities are the scale of velocities */
    memset(s->v, 0, (size_t)g->m * sizeof *s->v);
    zni_fipm_velocities(&s->common, s->v, call.w);
    p.velocity = zni_ipm_size(g->m, call.w);
    reactions.z += g->n;
    st = zni_fipm_go(reactions, &s->work, s->path, opt, &s->common, &p);
    if (st >= 0)
        memcpy(call.z, s->z, (size_t)g->n * sizeof *call.z);
    return st;
}

void zni_gipm_fini(zn_ctx *ctx, zni_gipm_work *s)
{
    zni_vsystem_fini(ctx, &s->bodies);
    zni_central_fini(ctx, &s->work);
    ZNI_FREE(ctx, s->D, s->at, s->z, s->v, s->ray);
}
