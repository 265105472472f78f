/* gtake.c - set up problems with the motion kept, with either law; their errors; views of contacts
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

#include "../../contact/contact.h"

/* the local problem of each contact, from its block */
static zn_status contacts(zn_ctx *ctx, zni_motion *g)
{
    const zn_index d = g->d, nc = g->nc;
    const zn_status st = zn_grow(ctx, &g->contact, &g->cap_contact, nc + 1, sizeof *g->contact);

    for (zn_index a = 0; a < nc && !st; a++)
        zni_contact_set(&g->contact[a], d, g->p->mu[a], g->block + d * d * a);
    return st;
}

zn_status zni_motion_set(zn_ctx *ctx, zni_motion *g,
                         const zn_global_friction *p, int parts)
{
    const zn_status st = zni_motion_make(ctx, g, p, &zni_coulomb, parts);

    return st || !(parts & ZNI_BLOCKS) ? st : contacts(ctx, g);
}

ZNI_INIT(zni_motion_init_rolling, zni_motion, as_rolling, true)

/* u = H'v + b, in the units of the caller */
static void given(const zni_motion *g, const void *problem, const double z[], double u[])
{
    const zn_global_rolling_friction *rolling = problem;
    const zn_global_friction *plain = problem;
    const zn_matrix *H = g->as_rolling ? rolling->H : plain->H;
    const double *b = g->as_rolling ? rolling->b : plain->b;
    const zn_index m = g->as_rolling ? rolling->d * rolling->nc : plain->d * plain->nc;

    if (m == 0)
        return;
    memcpy(u, b, (size_t)m * sizeof *u);
    zn_matrix_mul_t(H, 1, z, 1, u);
}

zn_status zni_motion_begin(zn_ctx *ctx, zni_motion *g, const void *problem, int parts,
                           const double z[], double u[], zn_monitor *mon)
{
    zn_status st = zni_due(mon, 0); /* the time limit may have passed before */

    g->mon = mon;
    if (!st)
        st = g->as_rolling ? zni_motion_make_rolling(ctx, g, problem, &zni_rolling, parts)
                           : zni_motion_set(ctx, g, problem, parts);
    if (!st)
        st = zni_due(mon, 0);
    g->mon = NULL;
    if (st == ZN_UNSOLVED)
        given(g, problem, z, u);
    return st;
}

/* ---- errors ------------------------------------------------------------------ */

double zni_motion_error(zni_motion *g, const double z[], const double u[])
{
    double *point = g->v, *own = point + g->n + g->m;

    if (g->whole)
        return zn_global_rolling_friction_error(g->whole, z, u, g->v);
    if (!g->rolling)
        return zn_global_friction_error(g->p, z, u, g->v);
    memcpy(point, z, (size_t)(g->n + g->m) * sizeof *z);
    memcpy(own, u, (size_t)g->m * sizeof *u);
    zni_motion_unscale(g, point, own);
    return zn_global_rolling_friction_error(g->rolling, point, own, own + g->m);
}

double zni_motion_measure(zni_motion *g, const double shift[], const double z[],
                          const double u[])
{
    const zn_index d = g->d;
    double f[ZNI_DMAX], sum = 0;

    if (!shift)
        return zni_motion_error(g, z, u);
    for (zn_index a = 0; a < g->nc; a++)
        sum += g->size[a] *
               zni_fc_natural_of(&g->c, a, 1 / g->size[a], shift[a], z + g->n + d * a, u + d * a, f);
    return sqrt(sum / (g->data > 0 ? g->data : 1));
}

/* ---- views ---------------------------------------------------------------------- */

zni_view zni_view_condensed(const zni_fc *c)
{
    return (zni_view){.c = c, .n = c->n, .scale = zni_fc_scale(c)};
}

zni_view zni_view_kept(zni_motion *g, double z[])
{
    return (zni_view){.c = &g->c, .n = g->m, .scale = g->scale, .g = g, .z = z};
}

void zni_view_velocities(const zni_view *a, const double r[], double u[])
{
    if (!a->g) {
        zni_fc_mul(a->c, r, a->c->q, u);
        return;
    }
    memcpy(a->z + a->g->n, r, (size_t)a->n * sizeof *r);
    zni_motion_move(a->g, a->z, u);
}

double zni_view_error(const zni_view *a, const double r[], const double u[])
{
    return a->g ? zni_motion_measure(a->g, a->shift, a->z, u) : zni_fc_error(a->c, r, u);
}
