/* gadmm.c - global friction by alternating directions
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/admm.h"
#include "motion.h"

/* By ../methods/admm.c on min v'M v / 2 - q'v, H'v + b + s in K* with the copy x; s_N,
 * the shift mu ||u_T|| (and mu_r ||u_M||), is renewed all along (Acary, Bremond &
 * Huber, 2018, for the friction) or given. P_K*(x) = x + P_K(-x), r = -rho y, and
 *     M v + rho H (H'v - t) = q,   t = x - y - b - s
 * is solved in the form
 *     [ M   -H     ] [v]   [q]
 *     [ H'   I/rho ] [l] = [t],
 * as sparse as the data. */
enum { EVERY = 10 };

/* The penalty times the diagonal of W stays between these: without a solution it
 * would grow, and r with it, until rounding hid the residual. */
static const double LEAST = 1e-8, MOST = 1e4;

zn_status zni_gadmm_size(zn_ctx *ctx, zni_gnewton_work *k, const zni_motion *g)
{
    zn_status st = zni_gsystem_set(ctx, &k->system, g, false);

    return st ? st : ZNI_GROW(ctx, ZNI_ARRAY(k, v, ZNI_ALTERNATED(g->m, g->n + g->m, g->m) + g->n + g->m),
                              ZNI_ARRAY(k, ab, 2 * g->d * g->m + 1));
}

typedef struct directions {
    zni_gnewton_work *k;
    const zni_gadmm *opt;
    zni_motion *g;
    double *l; /* n + m: right-hand side, solution */
} directions;

/* A = I, B = I / rho */
static zn_status factor(void *of, zn_ctx *ctx, double rho)
{
    zni_gnewton_work *k = ((directions *)of)->k;
    const zni_motion *g = ((directions *)of)->g;
    zn_index d = g->d, dd = d * d;

    memset(k->ab, 0, (size_t)(2 * d * g->m) * sizeof *k->ab);
    for (zn_index i = 0; i < g->m; i++) {
        double *A = k->ab + 2 * dd * (i / d), *B = A + dd;

        A[i % d * (d + 1)] = 1;
        B[i % d * (d + 1)] = 1 / rho;
    }
    zni_gsystem_assemble(&k->system, g, k->ab);
    return zni_gsystem_factor(ctx, &k->system);
}

/* s_N of contact a; x_T is u_T, the shift being normal */
static double shift_of(const directions *s, zn_index a, const double x[])
{
    const zni_motion *g = s->g;

    return s->opt->shift ? s->opt->shift[a]
                         : g->c.law->shift(&g->c, a, x + g->d * a, NULL);
}

static zn_status begin(void *of, double rho, double z[], double u[], double x[],
                       double y[], double *err)
{
    const directions *s = of;
    zni_motion *g = s->g;

    zni_motion_move(g, z, u);
    *err = zni_motion_measure(g, s->opt->shift, z, u);
    for (zn_index e = 0; e < g->m; e++) {
        x[e] = u[e];
        y[e] = -z[g->n + e] / rho;
    }
    for (zn_index a = 0; a < g->nc; a++)
        x[g->d * a] += shift_of(s, a, u);
    return ZN_OK;
}

/* c = H'v + b + s */
static void minimise(void *of, double rho, const double x[], const double y[],
                     double c[])
{
    const directions *s = of;
    const zni_motion *g = s->g;
    zn_index n = g->n, d = g->d;
    double *l = s->l;

    (void)rho;
    memcpy(l, g->p->q, (size_t)n * sizeof *l);
    for (zn_index e = 0; e < g->m; e++)
        l[n + e] = x[e] - y[e] - g->p->b[e];
    for (zn_index a = 0; a < g->nc; a++)
        l[n + d * a] -= shift_of(s, a, x);
    zni_gsystem_solve(&s->k->system, l);
    for (zn_index a = 0; a < g->nc; a++) {
        zni_ways_gather(&g->H, d, a, l, c + d * a);
        for (zn_index e = d * a; e < d * (a + 1); e++)
            c[e] += g->p->b[e];
        c[d * a] += shift_of(s, a, x);
    }
}

static zn_status project(void *of, double x[])
{
    const zni_motion *g = ((const directions *)of)->g;
    zn_index d = g->d;

    for (zn_index a = 0; a < g->nc; a++) {
        double *xa = x + d * a, P[ZNI_DMAX];

        for (zn_index e = 0; e < d; e++)
            P[e] = -xa[e];
        g->c.law->project(&g->c, a, P, P, NULL);
        for (zn_index e = 0; e < d; e++)
            xa[e] += P[e];
    }
    return ZN_OK;
}

/* r = -rho y is in K but for rounding */
static double measure(void *of, double rho, const double x[], const double y[],
                      double z[], double u[])
{
    const directions *s = of;
    zni_motion *g = s->g;
    double *r = z + g->n;

    (void)x;
    for (zn_index e = 0; e < g->m; e++)
        r[e] = -rho * y[e];
    zni_fc_project(&g->c, r);
    zni_motion_move(g, z, u);
    return zni_motion_measure(g, s->opt->shift, z, u);
}

static bool affords(void *of, const zn_monitor *mon)
{
    return zni_gsystem_fits(&((const directions *)of)->k->system, mon);
}

zn_status zni_gadmm_run(zni_call call, zni_gnewton_work *k, const zni_gadmm *opt, zni_motion *g)
{
    const zn_index n = g->n, m = g->m;
    directions s = {.k = k, .opt = opt, .g = g};
    const zni_split f = {.of = &s,
                         .n = m,
                         .nz = n + m,
                         .nw = m,
                         .factor = factor,
                         .begin = begin,
                         .minimise = minimise,
                         .project = project,
                         .measure = measure,
                         .affords = affords};
    const zni_alternation how = {.tol = opt->tol,
                                 .max_iter = opt->max_iter,
                                 .rho = opt->rho / g->scale,
                                 .least = LEAST / g->scale,
                                 .most = MOST / g->scale,
                                 .theta = 1,
                                 .every = EVERY};
    zn_status st = zni_gsystem_begin(call.ctx, &k->system, g, call.z, call.w, call.mon, call.info);

    if (!st)
        st = zni_gadmm_size(call.ctx, k, g);
    if (st)
        return st;
    s.l = k->v + ZNI_ALTERNATED(m, n + m, m);
    st = zni_alternate(call.ctx, &f, &how, k->v, call.z, call.w, &k->penalty, call.mon, call.info);
    return st == ZN_ESINGULAR ? ZN_UNSOLVED : st;
}
