/* motion.c - a global friction problem as its solvers need it: M factorised, H
 * by contact
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

/* ---- M ------------------------------------------------------------------- */

static zn_status analyse(zni_mass *s, zn_ctx *ctx)
{
    zn_status st = zni_bodies_split(ctx, &s->bodies, &s->csc, &s->apart);

    s->analysed = false;
    if (!st && !s->apart) {
        st = zni_slu_reserve(ctx, &s->slu, s->csc.n);
        if (!st)
            st = zni_csc_mirror(ctx, &s->csc);
        if (!st)
            st = zni_slu_pattern(ctx, &s->slu, &s->csc);
    }
    s->analysed = !st;
    return st;
}

zn_status zni_mass_set(zn_ctx *ctx, zni_mass *s, const zn_matrix *M)
{
    bool fresh;
    zn_status st;

    s->dense = M->storage == ZN_DENSE;
    if (s->dense) {
        st = zni_lu_size(ctx, &s->lu, M->rows);
        if (st)
            return st;
        zn_matrix_to_dense(M, s->lu.a);
        st = zni_lu_factor(&s->lu);
    } else {
        zni_slu_restart(&s->slu); /* factors as a new object has them */
        st = zni_csc_set(ctx, &s->csc, M, &fresh);
        if (!st && (fresh || !s->analysed))
            st = analyse(s, ctx);
        if (!st && s->apart)
            st = zni_bodies_factor(&s->bodies, &s->csc);
        else if (!st)
            st = zni_slu_factor(ctx, &s->slu, &s->csc, s->csc.x,
                                zni_csc_symmetric(&s->csc));
    }
    return st == ZN_ESINGULAR ? zn_fail(ctx, ZN_EINVAL, "M is singular") : st;
}

void zni_mass_solve(zni_mass *s, double x[])
{
    if (s->dense)
        zni_lu_solve(&s->lu, x);
    else if (s->apart)
        for (zn_index b = 0; b < s->bodies.nb; b++)
            zni_bodies_solve(&s->bodies, b, x);
    else
        zni_slu_solve(&s->slu, x);
}

void zni_mass_fini(zn_ctx *ctx, zni_mass *s)
{
    zni_lu_fini(ctx, &s->lu);
    zni_csc_fini(ctx, &s->csc);
    zni_bodies_fini(ctx, &s->bodies);
    zni_slu_fini(ctx, &s->slu);
}

/* ---- the problem --------------------------------------------------------- */

/* The rows that M^-1 H_a can be non-zero in, and in *bodies how many blocks of M
 * they are of, listed behind them; n rows and no blocks when M has none. Blocks
 * are marked with a + 1 in mark. */
static zn_index reach(const zni_motion *g, zn_index a, zn_index mark[],
                      zn_index rows[], zn_index *bodies)
{
    const zni_bodies *s = &g->mass.bodies;
    zn_index n = g->n, count = 0;

    *bodies = 0;
    if (g->mass.dense || !g->mass.apart) {
        for (zn_index i = 0; i < n; i++)
            rows[i] = i;
        return n;
    }
    for (zn_index k = g->H.p[a]; k < g->H.p[a + 1]; k++) {
        zn_index b = s->body[g->H.i[k]];

        if (mark[b] == a + 1)
            continue;
        mark[b] = a + 1;
        rows[n + (*bodies)++] = b;
        for (zn_index l = s->start[b]; l < s->start[b + 1]; l++)
            rows[count++] = s->row[l];
    }
    return count;
}

/* x (n x d, zero) = M^-1 H_a, W = H_a' x */
static void influence(zni_motion *g, zn_index a, const zn_index body[],
                      zn_index bodies, double x[], double W[])
{
    zn_index n = g->n, d = g->d;

    for (zn_index e = 0; e < d; e++) {
        double *xe = x + n * e;

        for (zn_index k = g->H.p[a]; k < g->H.p[a + 1]; k++)
            xe[g->H.i[k]] = g->H.x[d * k + e];
        if (!g->mass.dense && g->mass.apart)
            for (zn_index b = 0; b < bodies; b++)
                zni_bodies_solve(&g->mass.bodies, body[b], xe);
        else
            zni_mass_solve(&g->mass, xe);
        zni_ways_gather(&g->H, d, a, xe, W + d * e);
    }
}

/* the block of each contact and X, unless there are too many values of it */
static zn_status blocks(zn_ctx *ctx, zni_motion *g, double most)
{
    zn_index n = g->n, d = g->d, at = 0, *mark = g->mark, *rows = mark + n;
    double *x = g->v, trace = 0;
    zn_status st = ZN_OK;

    g->kept = most > 0;
    if (g->kept)
        st = zn_grow(ctx, &g->X.p, &g->X.cap_p, g->nc + 1, sizeof *g->X.p);
    if (!st && g->kept)
        g->X.p[0] = 0;
    memset(mark, 0, (size_t)n * sizeof *mark);
    memset(x, 0, (size_t)(n * d) * sizeof *x);
    for (zn_index a = 0; a < g->nc && !st; a++) {
        zn_index bodies, count = reach(g, a, mark, rows, &bodies);
        double W[ZNI_DMAX * ZNI_DMAX];

        influence(g, a, rows + n, bodies, x, W);
        g->step[a] = zni_block_step(d, W);
        if (d <= 3) {
            double *own = g->block + d * d * a;

            memcpy(own, W, (size_t)(d * d) * sizeof *W);
            zni_contact_set(&g->contact[a], d, g->p->mu[a], own);
        }
        for (zn_index e = 0; e < d; e++)
            trace += W[e + d * e];
        g->kept = g->kept && (double)(d * (at + count)) <= most;
        if (g->kept)
            st = zni_ways_room(ctx, &g->X, d, at + count);
        if (g->kept && !st) {
            at = zni_ways_sift(&g->X, n, d, x, count, rows, at);
            g->X.p[a + 1] = at;
        }
        for (zn_index l = 0; l < count; l++)
            for (zn_index e = 0; e < d; e++)
                x[rows[l] + n * e] = 0;
    }
    g->scale = g->m > 0 && trace > 0 ? trace / (double)g->m : 1;
    return st;
}

/* sizes and qnorm */
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
    g->qnorm = sqrt(fmax(qq, bb));
}

static zn_status set(zn_ctx *ctx, zni_motion *g, const zn_global_friction *p,
                     double most)
{
    zn_index n = p->n, m = p->d * p->nc;
    zn_status st =
        zn_grow(ctx, &g->v, &g->cap_v, ZNI_DMAX * n + 4 * m + 1, sizeof *g->v);

    g->d = p->d;
    g->nc = p->nc;
    g->n = n;
    g->m = m;
    g->p = p;
    if (!st)
        st = zn_grow(ctx, &g->mark, &g->cap_mark, 3 * n, sizeof *g->mark);
    if (!st)
        st = zn_grow(ctx, &g->contact, &g->cap_contact, p->nc + 1,
                     sizeof *g->contact);
    if (!st && p->d <= 3)
        st = zn_grow(ctx, &g->block, &g->cap_block, p->d * p->d * p->nc, sizeof *g->block);
    if (!st)
        st = zn_grow(ctx, &g->step, &g->cap_step, p->nc + 1, sizeof *g->step);
    if (!st)
        st = zn_grow(ctx, &g->size, &g->cap_size, m + 1, sizeof *g->size);
    if (st)
        return st;
    measures(g, p);
    st = zni_mass_set(ctx, &g->mass, p->M);
    if (!st)
        st = zni_ways_set(ctx, &g->H, p->d, p->nc, p->H);
    return st ? st : blocks(ctx, g, most);
}

zn_status zni_motion_set(zn_ctx *ctx, zni_motion *g,
                         const zn_global_friction *p, double most)
{
    g->rolling = g->whole = NULL;
    g->c = (zni_fc){.law = &zni_coulomb, .d = p->d, .nc = p->nc, .mu = p->mu};
    return set(ctx, g, p, most);
}

zn_status zni_motion_set_rolling(zn_ctx *ctx, zni_motion *g,
                                 const zn_global_rolling_friction *p,
                                 double most)
{
    const zn_global_friction plain = {p->d, p->nc, p->n, p->M,
                                      p->H, p->q,  p->b, p->mu};
    zn_status st;

    g->scaled = plain;
    if (p->nc == 0) /* nothing to scale */
        return zni_motion_set(ctx, g, &g->scaled, most);
    g->rolling = p;
    g->whole = NULL;
    st = zni_scaled_set(ctx, &g->own, p, &g->scaled, &g->c);
    return st ? st : set(ctx, g, &g->scaled, most);
}

zn_status zni_motion_init_rolling(void *state, zn_ctx *ctx)
{
    (void)ctx;
    ((zni_motion *)state)->as_rolling = true;
    return ZN_OK;
}

zn_status zni_motion_take(zn_ctx *ctx, zni_motion *g, const void *problem,
                          double most)
{
    return g->as_rolling ? zni_motion_set_rolling(ctx, g, problem, most)
                         : zni_motion_set(ctx, g, problem, most);
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
    zni_ways_fini(ctx, &g->H);
    zni_ways_fini(ctx, &g->X);
    zn_free_array(ctx, g->contact);
    zn_free_array(ctx, g->block);
    zn_free_array(ctx, g->v);
    zn_free_array(ctx, g->mark);
    zn_free_array(ctx, g->size);
    zn_free_array(ctx, g->step);
}

/* z = M^-1 z; where pivots are chosen for their places as well as their size, as in
 * sparse factors of joints, once more for what that left. */
static void solve_refined(zni_motion *g, double z[])
{
    double *rest = g->v;
    const bool sparse = !g->mass.dense && !g->mass.apart;

    if (sparse)
        memcpy(rest, z, (size_t)g->n * sizeof *z);
    zni_mass_solve(&g->mass, z);
    if (!sparse)
        return;
    zn_matrix_mul(g->p->M, -1, z, 1, rest);
    zni_mass_solve(&g->mass, rest);
    for (zn_index i = 0; i < g->n; i++)
        z[i] += rest[i];
}

void zni_motion_move(zni_motion *g, double z[], double u[])
{
    zn_index d = g->d;
    double *r = z + g->n;

    memcpy(z, g->p->q, (size_t)g->n * sizeof *z);
    for (zn_index a = 0; a < g->nc; a++)
        zni_ways_scatter(&g->H, d, a, r + d * a, z);
    solve_refined(g, z);
    for (zn_index a = 0; a < g->nc; a++) {
        zni_ways_gather(&g->H, d, a, z, u + d * a);
        for (zn_index e = d * a; e < d * (a + 1); e++)
            u[e] += g->p->b[e];
    }
}

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
    zn_index d = g->d;
    const double *r = z + g->n;
    double sum = 0;

    if (!shift)
        return zni_motion_error(g, z, u);
    for (zn_index a = 0; a < g->nc; a++) {
        double x[ZNI_DMAX] = {0}, size = g->size[a];

        for (zn_index i = d * a; i < d * (a + 1); i++)
            x[i - d * a] = size * r[i] - u[i];
        x[0] -= shift[a];
        g->c.law->project(&g->c, a, x, x);
        for (zn_index i = d * a; i < d * (a + 1); i++) {
            double f = size * r[i] - x[i - d * a];

            sum += f * f / size;
        }
    }
    return sqrt(sum) / (g->qnorm > 0 ? g->qnorm : 1);
}
