/* motion.c - a global friction problem as its solvers need it: M factorised, H
 * by contact
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"
#include "sizes.h"

/* ---- the problem --------------------------------------------------------- */

void zni_motion_respond(zni_motion *g, zn_index j, double x[])
{
    const zni_by_columns *H = &g->columns;

    for (zn_index k = H->p[j]; k < H->p[j + 1]; k++)
        if (!g->mass.apart)
            x[H->i[k]] = H->x[k];
        else
            zni_bodies_add(&g->mass.bodies, H->i[k], H->x[k], x);
    if (!g->mass.apart)
        zni_mass_solve(&g->mass, x);
}

void zni_motion_forget(const zni_motion *g, zn_index j, double x[])
{
    const zni_by_columns *H = &g->columns;
    const zni_bodies *s = &g->mass.bodies;

    if (!g->mass.apart) {
        memset(x, 0, (size_t)g->n * sizeof *x);
        return;
    }
    for (zn_index k = H->p[j]; k < H->p[j + 1]; k++) {
        const zn_index i = H->i[k], b = s->single ? 0 : s->body[i];

        if (s->single)
            x[i] = 0;
        else
            for (zn_index l = s->start[b]; l < s->start[b + 1]; l++)
                x[s->row[l]] = 0;
    }
}

/* W = H_a' M^-1 H_a; x: n zeros */
static void block(zni_motion *g, zn_index a, double x[], double W[])
{
    const zn_index d = g->d;

    for (zn_index e = 0; e < d; e++) {
        zni_motion_respond(g, d * a + e, x);
        for (zn_index f = 0; f < d; f++)
            W[f + d * e] = zni_by_columns_times(&g->columns, d * a + f, x);
        zni_motion_forget(g, d * a + e, x);
    }
}

/* The clock is read once for LOOK contacts, each of which takes some CONTACT operations; sizes and copies take NUMBER
 * operations for a number. */
enum { LOOK = 64, CONTACT = 4000, NUMBER = 20 };

/* Reads the clock before a copy of A. */
static zn_status due(const zni_motion *g, const zn_matrix *A)
{
    return zni_due(g->mon, A ? NUMBER * (double)zn_matrix_nnz(A) : 0);
}

/* The block of each contact, and what the parts need of it. */
static zn_status blocks(zni_motion *g, int parts)
{
    const zn_index d = g->d;
    double trace = 0, W[ZNI_DMAX * ZNI_DMAX];

    memset(g->v, 0, (size_t)g->n * sizeof *g->v);
    for (zn_index a = 0; a < g->nc; a++) {
        if (a % LOOK == 0 && zni_due(g->mon, LOOK * CONTACT))
            return ZN_UNSOLVED;
        block(g, a, g->v, W);
        if (parts & ZNI_WAYS)
            g->step[a] = zni_block_step(d, W, INFINITY);
        if (parts & ZNI_BLOCKS)
            memcpy(g->block + d * d * a, W, (size_t)(d * d) * sizeof *W);
        for (zn_index e = 0; e < d; e++)
            trace += W[e + d * e];
    }
    g->scale = g->m > 0 && trace > 0 ? trace / (double)g->m : 1;
    for (zn_index a = 0; a < g->nc && parts & ZNI_WAYS; a++)
        g->step[a] = g->step[a] > 0 ? g->step[a] : 1 / g->scale;
    return ZN_OK;
}

/* The sizes of contacts, and the divisor of the error measure. */
static void measures(zni_motion *g, const zn_global_friction *p)
{
    double *mass = g->v, qq = 0, bb = 0;

    zni_motion_sizes(p->M, p->H, g->m, mass, g->size);
    g->inertia = 0;
    for (zn_index i = 0; i < g->n; i++) {
        qq += p->q[i] * p->q[i] / mass[i];
        g->inertia += mass[i] / (double)g->n;
    }
    zni_contact_sizes(g->d, g->nc, 0, g->d, NULL, g->size, g->size);
    for (zn_index i = 0; i < g->m; i++)
        bb += p->b[i] * p->b[i] / g->size[i / g->d];
    g->data = fmax(qq, bb);
}

static zn_status room(zn_ctx *ctx, zni_motion *g, int parts)
{
    const zn_index n = g->n, m = g->m, nc = g->nc, d = g->d;
    zn_status st = ZN_OK;

    if (parts & ZNI_BLOCKS)
        st = zn_grow(ctx, &g->block, &g->cap_block, d * d * nc, sizeof *g->block);
    if (st || !(parts & ZNI_WAYS))
        return st;
    return ZNI_GROW(ctx, ZNI_ARRAY(g, mark, n), ZNI_ARRAY(g, step, nc + 1),
                    ZNI_ARRAY(g, size, m + 1));
}

zn_status zni_motion_more(zn_ctx *ctx, zni_motion *g, int parts)
{
    zn_status st = room(ctx, g, parts);

    if (!st && parts & ZNI_WAYS) {
        measures(g, g->p);
        st = due(g, g->p->H);
    }
    if (!st && parts & ZNI_WAYS)
        st = zni_ways_set(ctx, &g->H, g->d, g->nc, &g->columns);
    return st ? st : blocks(g, parts);
}

static zn_status set(zn_ctx *ctx, zni_motion *g, const zn_global_friction *p,
                     int parts)
{
    const zn_index n = p->n, m = p->d * p->nc;
    /* with rolling friction also a point and its velocities as they were given */
    const zn_index work = g->rolling ? 2 * n + 4 * m : n + 2 * m;
    zn_status st = zn_grow(ctx, &g->v, &g->cap_v, work + 1, sizeof *g->v);

    g->d = p->d;
    g->nc = p->nc;
    g->n = n;
    g->m = m;
    g->p = p;
    g->kept = g->touched = false;
    if (!st)
        st = zni_mass_set(ctx, &g->mass, p->M, g->mon);
    if (!st)
        st = due(g, p->H);
    if (!st && g->m > 0)
        st = zni_by_columns_set(ctx, &g->columns, p->H);
    return st ? st : zni_motion_more(ctx, g, parts);
}

/* The rows where M^-1 H_a can be nonzero: those of the blocks of M that H_a touches, or all where M has no blocks. They
 * are marked with a + 1. */
static zn_index reach(const zni_motion *g, zn_index a, zn_index mark[],
                      zn_index rows[])
{
    const zni_by_columns *H = &g->columns;
    const zni_bodies *s = &g->mass.bodies;
    zn_index n = g->n, count = 0;

    if (!g->mass.apart) {
        for (zn_index i = 0; i < n; i++)
            rows[i] = i;
        return n;
    }
    for (zn_index k = H->p[g->d * a]; k < H->p[g->d * (a + 1)]; k++) {
        const zn_index i = H->i[k], many = zni_bodies_rows(s, zni_bodies_of(s, i));

        for (zn_index l = 0; l < many && mark[i] != a + 1; l++)
            rows[count++] = s->single ? i : s->row[s->start[s->body[i]] + l];
        for (zn_index l = 1; l <= many && mark[i] != a + 1; l++)
            mark[rows[count - l]] = a + 1;
    }
    return count;
}

zn_status zni_motion_influence(zn_ctx *ctx, zni_motion *g, double most)
{
    const zn_index n = g->n, d = g->d;
    zn_index at = 0, *mark, *rows;
    zn_status st = zn_grow(ctx, &g->v, &g->cap_v, n * d, sizeof *g->v);
    double *x = g->v;

    if (!st)
        st = ZNI_GROW(ctx, ZNI_ARRAY(g, mark, 2 * n), ZNI_ARRAY(&g->X, p, g->nc + 1));
    if (st)
        return st;
    mark = g->mark;
    rows = mark + n;
    g->X.p[0] = 0;
    memset(mark, 0, (size_t)n * sizeof *mark);
    memset(x, 0, (size_t)(n * d) * sizeof *x);
    for (zn_index a = 0; a < g->nc; a++) {
        const zn_index count = reach(g, a, mark, rows);

        if (!((double)(d * (at + count)) <= most))
            return ZN_OK;
        st = zni_ways_room(ctx, &g->X, d, at + count);
        if (st)
            return st;
        for (zn_index e = 0; e < d; e++)
            zni_motion_respond(g, d * a + e, x + n * e);
        at = zni_ways_sift(&g->X, n, d, x, count, rows, at);
        g->X.p[a + 1] = at;
        for (zn_index e = 0; e < d; e++)
            zni_motion_forget(g, d * a + e, x + n * e);
    }
    g->kept = most > 0;
    return ZN_OK;
}

zn_status zni_motion_make(zn_ctx *ctx, zni_motion *g, const zn_global_friction *p,
                          const struct zni_law *law, int parts)
{
    g->rolling = g->whole = NULL;
    g->c = (zni_fc){.law = law, .d = p->d, .nc = p->nc, .mu = p->mu};
    return set(ctx, g, p, parts);
}

zn_status zni_motion_make_rolling(zn_ctx *ctx, zni_motion *g, const zn_global_rolling_friction *p,
                                  const struct zni_law *law, int parts)
{
    const zn_global_friction plain = {p->d, p->nc, p->n, p->M,
                                      p->H, p->q,  p->b, p->mu};
    zn_status st;

    g->scaled = plain;
    if (p->nc == 0) /* nothing to scale */
        return zni_motion_make(ctx, g, &g->scaled, law, parts);
    g->rolling = p;
    g->whole = NULL;
    st = zni_scaled_set(ctx, &g->own, p, &g->scaled, &g->c);
    g->c.law = law;
    if (!st)
        st = due(g, p->M);
    return st ? st : set(ctx, g, &g->scaled, parts);
}

void zni_motion_scale(const zni_motion *g, double z[])
{
    for (zn_index i = 0; i < g->m && g->rolling; i++)
        z[g->n + i] /= g->own.scale[i];
}

void zni_motion_unscale(const zni_motion *g, double z[], double u[])
{
    for (zn_index i = 0; i < g->m && g->rolling; i++) {
        z[g->n + i] *= g->own.scale[i];
        u[i] /= g->own.scale[i];
    }
}

void zni_motion_fini(zn_ctx *ctx, zni_motion *g)
{
    zni_scaled_fini(ctx, &g->own);
    zni_mass_fini(ctx, &g->mass);
    zni_by_columns_fini(ctx, &g->columns);
    zni_ways_fini(ctx, &g->H);
    zni_ways_fini(ctx, &g->X);
    zni_touching_fini(ctx, &g->touching);
    ZNI_FREE(ctx, g->contact, g->block, g->v, g->mark, g->size, g->step);
}

/* z = M^-1 z, with one step of iterative refinement where M is not diagonal. */
static void solve_refined(zni_motion *g, double z[])
{
    double *rest = g->v;
    const bool exact = g->mass.apart && g->mass.bodies.single;

    if (!exact)
        memcpy(rest, z, (size_t)g->n * sizeof *z);
    zni_mass_solve(&g->mass, z);
    if (exact)
        return;
    zn_matrix_mul(g->p->M, -1, z, 1, rest);
    zni_mass_solve(&g->mass, rest);
    for (zn_index i = 0; i < g->n; i++)
        z[i] += rest[i];
}

void zni_motion_move(zni_motion *g, double z[], double u[])
{
    memcpy(z, g->p->q, (size_t)g->n * sizeof *z);
    zni_by_columns_scatter(&g->columns, g->m, z + g->n, z);
    solve_refined(g, z);
    if (g->m > 0)
        memcpy(u, g->p->b, (size_t)g->m * sizeof *u);
    zni_by_columns_gather(&g->columns, 0, g->m, z, u);
}
