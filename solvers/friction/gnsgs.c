/* gnsgs.c - Gauss-Seidel on the contacts with the velocities kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "../methods/sweep.h"
#include "motion.h"

/* The sweeps of sweep.c, without W: the columns X_a = M^-1 H_a of each contact
 * are made once; then the velocity of a contact is read from v and its reaction
 * at once moves v,
 *     u_a = H_a'v + b_a,   r_a <- solution for u_a - W_aa r_a,   v += X_a dr_a.
 * A contact costs the entries of H_a and X_a, not those of a row of W. What v
 * gathers of rounding is swept away each time the true error is computed. */
enum { CHECK = 20 };

zn_status zni_gnsgs_size(zn_ctx *ctx, zni_gnsgs_work *k, const zni_motion *g)
{
    zn_index nc = g->nc + 1;
    zn_status st = zn_grow(ctx, &k->order, &k->cap_order, nc, sizeof *k->order);

    if (!st)
        st = zn_grow(ctx, &k->sleep, &k->cap_sleep, nc, sizeof *k->sleep);
    return st ? st
              : zn_grow(ctx, &k->best, &k->cap_best, g->n + g->m,
                        sizeof *k->best);
}

void zni_gnsgs_fini(zn_ctx *ctx, zni_gnsgs_work *k)
{
    zn_free_array(ctx, k->order);
    zn_free_array(ctx, k->sleep);
    zn_free_array(ctx, k->best);
}

/* one contact; the square of the change */
static double visit(const zni_nsgs *opt, const zni_motion *g, zn_index a,
                    double v[], double r[])
{
    zn_index d = g->d;
    const zni_contact *c = &g->contact[a];
    double q[3], old[3], dr[3], change = 0;

    zni_ways_gather(&g->H, d, a, v, q);
    for (zn_index i = 0; i < d; i++) {
        old[i] = r[i];
        q[i] += g->p->b[d * a + i];
        for (zn_index j = 0; j < d; j++)
            q[i] -= c->M[i + j * d] * r[j];
    }
    zni_contact_solve(c, d, q, r);
    for (zn_index i = 0; i < d; i++)
        r[i] = old[i] + opt->omega * (r[i] - old[i]);
    if (opt->omega > 1)
        zn_friction_project(d, c->mu, r, r);
    for (zn_index i = 0; i < d; i++) {
        dr[i] = r[i] - old[i];
        change += dr[i] * dr[i];
    }
    if (change > 0)
        zni_ways_scatter(&g->X, d, a, dr, v);
    return change;
}

typedef struct run {
    zni_gnsgs_work *k;
    const zni_nsgs *opt;
    zni_motion *g;
    double *z; /* (v, r), the iterate               */
    uint64_t random;
    bool each; /* another order before each sweep   */
} run;

static void wake(void *of)
{
    const run *s = of;

    memset(s->k->sleep, 0, (size_t)s->g->nc * sizeof *s->k->sleep);
}

/* one sweep; the change of r relative to r, Euclidean */
static zn_status sweep(void *of, double z[], double w[], double *relative)
{
    run *s = of;
    const zni_nsgs *opt = s->opt;
    const zni_motion *g = s->g;
    zn_index d = g->d;
    double moved = 0, size = 0;

    (void)w;
    if (s->each)
        zni_nsgs_shuffle(s->k->order, g->nc, &s->random);
    for (zn_index o = 0; o < g->nc; o++) {
        zn_index a = s->k->order[o];
        double *ra = z + g->n + d * a, change = 0, norm = 0;
        bool asleep = s->k->sleep[a] > 0;

        if (asleep)
            s->k->sleep[a]--;
        else
            change = visit(opt, g, a, z, ra);
        for (zn_index i = 0; i < d; i++)
            norm += ra[i] * ra[i];
        moved += change;
        size += norm;
        if (!asleep && opt->freeze > 0 &&
            change <= 1e-4 * opt->tol * opt->tol * norm)
            s->k->sleep[a] = opt->freeze;
    }
    *relative = size > 0 ? sqrt(moved / size) : sqrt(moved);
    return ZN_OK;
}

/* v and u anew from the reactions; z is the iterate */
static double look(void *of, const double z[], double u[])
{
    const run *s = of;

    (void)z;
    zni_motion_move(s->g, s->z, u);
    return zni_motion_error(s->g, s->z, u);
}

zn_status zni_gnsgs_run(zn_ctx *ctx, zni_gnsgs_work *k, const zni_nsgs *opt,
                        zni_motion *g, double z[], double u[], zn_monitor *mon,
                        zn_solve_info *info)
{
    double *r = z + g->n;
    run s = {.k = k,
             .opt = opt,
             .g = g,
             .z = z,
             .random = (uint64_t)opt->seed,
             .each = opt->order == ZNI_SHUFFLED && !opt->once};
    const zni_swept swept = {
        .of = &s, .n = g->n + g->m, .sweep = sweep, .look = look, .wake = wake};
    const zni_sweeping how = {.tol = opt->tol,
                              .max_iter = opt->max_iter,
                              .every = opt->check ? 1 : CHECK,
                              .restless = s.each || opt->freeze > 0,
                              .patience = opt->patience,
                              .granted = opt->granted};
    zn_status st = zni_gnsgs_size(ctx, k, g);

    if (st)
        return st;
    for (zn_index a = 0; a < g->nc; a++) {
        k->order[a] = opt->order == ZNI_REVERSE ? g->nc - 1 - a : a;
        zn_friction_project(g->d, g->p->mu[a], r + g->d * a, r + g->d * a);
    }
    wake(&s);
    if (opt->order == ZNI_SHUFFLED && !s.each)
        zni_nsgs_shuffle(k->order, g->nc, &s.random);
    return zni_sweeps(&swept, &how, k->best, z, u, mon, info);
}
