/* motion.c - a global friction problem as its solvers need it: M factorised, H
 * by contact
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

#include "../../core/monitor.h"

/* ---- columns ------------------------------------------------------------- */

static zn_status set_columns(zn_ctx *ctx, zni_by_columns *s, const zn_matrix *A)
{
    const bool own = A->storage != ZN_CSC;
    zn_status st = own ? zni_columns_set(ctx, &s->own, A) : ZN_OK;

    s->p = own ? s->own.p : A->p;
    s->i = own ? s->own.i : A->i;
    s->x = own ? s->own.x : A->x;
    return st;
}

static void fini_columns(zn_ctx *ctx, zni_by_columns *s)
{
    zni_columns_fini(ctx, &s->own);
}

/* v += A x */
static void add_columns(const zni_by_columns *s, zn_index n, const double x[],
                        double v[])
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index k = s->p[j]; k < s->p[j + 1] && x[j] != 0; k++)
            v[s->i[k]] += s->x[k] * x[j];
}

static double times(const zni_by_columns *s, zn_index j, const double v[])
{
    double sum = 0;

    for (zn_index k = s->p[j]; k < s->p[j + 1]; k++)
        sum += s->x[k] * v[s->i[k]];
    return sum;
}

void zni_by_columns_gather(const zni_by_columns *s, zn_index first, zn_index n,
                           const double v[], double u[])
{
    for (zn_index j = 0; j < n; j++)
        u[j] += times(s, first + j, v);
}

/* ---- M ------------------------------------------------------------------- */

static zn_status analyse(zni_mass *s, zn_ctx *ctx)
{
    zn_status st = zni_slu_reserve(ctx, &s->slu, s->csc.n);

    s->analysed = false;
    if (!st)
        st = zni_csc_mirror(ctx, &s->csc);
    if (!st)
        st = zni_slu_pattern(ctx, &s->slu, &s->csc);
    s->analysed = !st;
    return st;
}

static zn_status factor_sparse(zn_ctx *ctx, zni_mass *s, zn_index n)
{
    const zn_matrix M = {.storage = ZN_CSC,
                         .rows = n,
                         .cols = n,
                         .x = s->columns.x,
                         .p = s->columns.p,
                         .i = s->columns.i};
    bool fresh;
    zn_status st = zni_csc_set(ctx, &s->csc, &M, &fresh);

    zni_slu_restart(&s->slu); /* factors as a new object has them */
    if (!st && (fresh || !s->analysed))
        st = analyse(s, ctx);
    return st ? st
              : zni_slu_factor(ctx, &s->slu, &s->csc, s->csc.x,
                               zni_csc_symmetric(&s->csc));
}

zn_status zni_mass_set(zn_ctx *ctx, zni_mass *s, const zn_matrix *M)
{
    zn_status st = set_columns(ctx, &s->columns, M);

    s->apart = false;
    if (!st)
        st = zni_bodies_split(ctx, &s->bodies, &s->columns, M->rows, &s->apart);
    if (!st)
        st = s->apart ? zni_bodies_invert(&s->bodies, &s->columns)
                      : factor_sparse(ctx, s, M->rows);
    return st == ZN_ESINGULAR ? zn_fail(ctx, ZN_EINVAL, "M is singular") : st;
}

void zni_mass_solve(zni_mass *s, double x[])
{
    if (s->apart)
        zni_bodies_solve(&s->bodies, x);
    else
        zni_slu_solve(&s->slu, x);
}

void zni_mass_fini(zn_ctx *ctx, zni_mass *s)
{
    fini_columns(ctx, &s->columns);
    zni_csc_fini(ctx, &s->csc);
    zni_bodies_fini(ctx, &s->bodies);
    zni_slu_fini(ctx, &s->slu);
}

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
            W[f + d * e] = times(&g->columns, d * a + f, x);
        zni_motion_forget(g, d * a + e, x);
    }
}

/* a look at the clock for so many contacts, none of which takes long */
enum { LOOK = 64 };

/* the block of each contact, as the parts have it */
static zn_status blocks(zni_motion *g, int parts)
{
    const zn_index d = g->d;
    double trace = 0, W[ZNI_DMAX * ZNI_DMAX];

    memset(g->v, 0, (size_t)g->n * sizeof *g->v);
    for (zn_index a = 0; a < g->nc; a++) {
        if (a % LOOK == 0 && zni_due(g->mon))
            return ZN_UNSOLVED;
        block(g, a, g->v, W);
        if (parts & ZNI_WAYS)
            g->step[a] = zni_block_step(d, W);
        if (parts & ZNI_BLOCKS) {
            double *own = g->block + d * d * a;

            memcpy(own, W, (size_t)(d * d) * sizeof *W);
            zni_contact_set(&g->contact[a], d, g->p->mu[a], own);
        }
        for (zn_index e = 0; e < d; e++)
            trace += W[e + d * e];
    }
    g->scale = g->m > 0 && trace > 0 ? trace / (double)g->m : 1;
    return ZN_OK;
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

static zn_status room(zn_ctx *ctx, zni_motion *g, int parts)
{
    const zn_index n = g->n, m = g->m, nc = g->nc, d = g->d;
    zn_status st = ZN_OK;

    if (parts & ZNI_BLOCKS)
        st = zn_grow(ctx, &g->contact, &g->cap_contact, nc + 1, sizeof *g->contact);
    if (!st && parts & ZNI_BLOCKS)
        st = zn_grow(ctx, &g->block, &g->cap_block, d * d * nc, sizeof *g->block);
    if (st || !(parts & ZNI_WAYS))
        return st;
    st = zn_grow(ctx, &g->mark, &g->cap_mark, n, sizeof *g->mark);
    if (!st)
        st = zn_grow(ctx, &g->step, &g->cap_step, nc + 1, sizeof *g->step);
    return st ? st : zn_grow(ctx, &g->size, &g->cap_size, m + 1, sizeof *g->size);
}

zn_status zni_motion_more(zn_ctx *ctx, zni_motion *g, int parts)
{
    zn_status st = room(ctx, g, parts);

    if (!st && parts & ZNI_WAYS) {
        measures(g, g->p);
        st = zni_due(g->mon);
    }
    if (!st && parts & ZNI_WAYS)
        st = zni_ways_set(ctx, &g->H, g->d, g->nc, g->p->H);
    return st ? st : blocks(g, parts);
}

static zn_status set(zn_ctx *ctx, zni_motion *g, const zn_global_friction *p,
                     int parts)
{
    const zn_index n = p->n, m = p->d * p->nc;
    /* of rolling friction with a point and its velocities as they were given */
    const zn_index work = g->rolling ? 2 * n + 4 * m : n + 2 * m;
    zn_status st = zn_grow(ctx, &g->v, &g->cap_v, work + 1, sizeof *g->v);

    g->d = p->d;
    g->nc = p->nc;
    g->n = n;
    g->m = m;
    g->p = p;
    g->kept = g->touched = false;
    if (!st)
        st = zni_mass_set(ctx, &g->mass, p->M);
    if (!st)
        st = zni_due(g->mon);
    if (!st && g->m > 0)
        st = set_columns(ctx, &g->columns, p->H);
    return st ? st : zni_motion_more(ctx, g, parts);
}

/* The rows that M^-1 H_a can be non-zero in, those of the blocks of M that H_a touches; all
 * where M has none. They are marked with a + 1. */
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
        st = zn_grow(ctx, &g->mark, &g->cap_mark, 2 * n, sizeof *g->mark);
    if (!st)
        st = zn_grow(ctx, &g->X.p, &g->X.cap_p, g->nc + 1, sizeof *g->X.p);
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

zn_status zni_motion_set(zn_ctx *ctx, zni_motion *g,
                         const zn_global_friction *p, int parts)
{
    g->rolling = g->whole = NULL;
    g->c = (zni_fc){.law = &zni_coulomb, .d = p->d, .nc = p->nc, .mu = p->mu};
    return set(ctx, g, p, parts);
}

/* The same of a problem with rolling friction, whose solvers meet it scaled. */
static zn_status set_rolling(zn_ctx *ctx, zni_motion *g,
                             const zn_global_rolling_friction *p, int parts)
{
    const zn_global_friction plain = {p->d, p->nc, p->n, p->M,
                                      p->H, p->q,  p->b, p->mu};
    zn_status st;

    g->scaled = plain;
    if (p->nc == 0) /* nothing to scale */
        return zni_motion_set(ctx, g, &g->scaled, parts);
    g->rolling = p;
    g->whole = NULL;
    st = zni_scaled_set(ctx, &g->own, p, &g->scaled, &g->c);
    if (!st)
        st = zni_due(g->mon);
    return st ? st : set(ctx, g, &g->scaled, parts);
}

zn_status zni_motion_init_rolling(void *state, zn_ctx *ctx)
{
    (void)ctx;
    ((zni_motion *)state)->as_rolling = true;
    return ZN_OK;
}

/* u = H'v + b, in the units of who asks */
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
    zn_status st = zni_due(mon); /* who asks may have had none left */

    g->mon = mon;
    if (!st)
        st = g->as_rolling ? set_rolling(ctx, g, problem, parts)
                           : zni_motion_set(ctx, g, problem, parts);
    if (!st)
        st = zni_due(mon);
    g->mon = NULL;
    if (st == ZN_UNSOLVED)
        given(g, problem, z, u);
    return st;
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
    fini_columns(ctx, &g->columns);
    zni_ways_fini(ctx, &g->H);
    zni_ways_fini(ctx, &g->X);
    zni_touching_fini(ctx, &g->touching);
    zn_free_array(ctx, g->contact);
    zn_free_array(ctx, g->block);
    zn_free_array(ctx, g->v);
    zn_free_array(ctx, g->mark);
    zn_free_array(ctx, g->size);
    zn_free_array(ctx, g->step);
}

/* z = M^-1 z; where M is not diagonal once more for what it left. */
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
    add_columns(&g->columns, g->m, z + g->n, z);
    solve_refined(g, z);
    if (g->m > 0)
        memcpy(u, g->p->b, (size_t)g->m * sizeof *u);
    zni_by_columns_gather(&g->columns, 0, g->m, z, u);
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
