/* formulation_global.c - contacts and joints with the equations of motion kept
 *
 * Rows of friction are the contacts of the class, rows that vanish are joints:
 *
 *     [ W     -B_G S ] [x]   [ B_H ]     [  f   ]
 *     [ S C_G'   0   ] [l] = [  0  ] r + [-S q_G],    u = C_H' x + q_H,   z_G = S l,
 *
 * S powers of two that make what a joint is off by count as much as what a contact is
 * (zeno/global_friction.h, zn_joined). A plain unilateral row is a contact whose other
 * directions are unknowns of their own, with mu = 0: they stay at rest and touch nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/formulation.h>
#include <zeno/global_friction.h>
#include <zeno/problem_file.h>
#include <zeno/rolling_friction.h>

#include <math.h>
#include <string.h>

#include "solvers/linalg/octave.h"

typedef struct compressed {
    zn_index *p, *i;
    double *x;
    zn_index cp, ci, cx;
} compressed;

typedef struct global {
    zn_index d, nc, ne, ns, n; /* ns: plain unilateral rows, among the nc contacts */
    compressed M, H;
    zn_matrix Mm, Hm;
    double *v; /* one after the other: */
    double *q, *b, *mu, *z, *w, *scale, *mass;
    zn_index *next;
    zn_index cv, cnext;
    double mean;     /* of |W_ii| */
    zn_index params; /* of the cone of a contact */
} global;

static bool accepts_friction(const zn_cone *c)
{
    return c->set == zn_set_friction() || c->set == zn_set_zero() ||
           c->set == zn_set_orthant();
}

static bool accepts_rolling(const zn_cone *c)
{
    return c->set == zn_set_rolling_friction() || c->set == zn_set_zero() ||
           c->set == zn_set_orthant();
}

static bool is_joint(const zn_cone *c)
{
    return c->set == zn_set_zero();
}

static bool is_stop(const zn_cone *c)
{
    return c->set == zn_set_orthant();
}

static void fini(void *s, zn_ctx *ctx)
{
    global *g = s;
    void *const arrays[] = {g->M.p, g->M.i, g->M.x, g->H.p,
                            g->H.i, g->H.x, g->v,   g->next};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        zn_free_array(ctx, arrays[i]);
}

/* ---- room -------------------------------------------------------------------------- */

static zn_status grow(zn_ctx *ctx, compressed *a, zn_index cols,
                      zn_index values)
{
    zn_status st = zn_grow(ctx, &a->p, &a->cp, cols + 1, sizeof *a->p);

    if (!st)
        st = zn_grow(ctx, &a->i, &a->ci, values, sizeof *a->i);
    return st ? st : zn_grow(ctx, &a->x, &a->cx, values, sizeof *a->x);
}

/* d: rows of a contact of the class, where none has friction */
static void count(global *g, const zn_one_step *p, zn_index d)
{
    g->d = d;
    g->nc = g->ne = g->ns = 0;
    for (zn_index b = 0; b < p->nblocks; b++) {
        if (is_joint(&p->cone[b])) {
            g->ne += p->cone[b].size;
        } else if (is_stop(&p->cone[b])) {
            g->ns += p->cone[b].size;
        } else {
            g->d = p->cone[b].size;
            g->nc++;
        }
    }
    g->nc += g->ns;
    g->n = p->motion->n + g->ne + (g->d - 1) * g->ns;
}

/* Unknowns behind those of the motion and the multipliers of joints. */
static zn_index aside(const global *g)
{
    return g->n - (g->d - 1) * g->ns;
}

/* Of a contact at most, mu, mu_r and mu_s. */
enum { PARAMS = 3 };

static zn_status make_room(global *g, zn_ctx *ctx, const zn_one_step *p)
{
    const zn_one_step_motion *m = p->motion;
    const zn_index more = (g->d - 1) * g->ns, values = m->C->p[p->n];
    const zn_index rows = p->n + more;
    const zn_index nq = 2 * g->n + 4 * rows + PARAMS * g->nc + g->ne + m->n;
    zn_status st = zn_grow(ctx, &g->v, &g->cv, nq, sizeof *g->v);

    if (!st)
        st = zn_grow(ctx, &g->next, &g->cnext, m->n + 1, sizeof *g->next);
    if (!st && g->n > m->n)
        st = grow(ctx, &g->M, g->n, m->W->p[m->n] + 2 * values + more);
    if (!st && g->n > m->n)
        st = grow(ctx, &g->H, rows, values + more);
    if (st)
        return st;
    g->q = g->v;
    g->z = g->q + g->n;
    g->b = g->z + g->n + rows;
    g->w = g->b + rows;
    g->mu = g->w + rows;
    g->scale = g->mu + PARAMS * g->nc;
    g->mass = g->scale + g->ne;
    return ZN_OK;
}

/* ---- joints ------------------------------------------------------------------------ */

static void mean_mass(global *g, const zn_one_step *p)
{
    const zn_index n = p->motion->n;

    g->mean = 0;
    zn_matrix_diag(p->motion->W, g->mass);
    for (zn_index i = 0; i < n; i++)
        g->mean += fabs(g->mass[i]) / (double)n;
}

/* S: the square of what G' x is off by over G' diag(|W_ii|)^-1 G, where the measure of
 * the class divides by the mean |W_ii|. */
static void scales(global *g, const zn_one_step *p)
{
    const zn_matrix *C = p->motion->C;
    const double mean = g->mean;
    zn_index e = 0;

    for (zn_index b = 0; b < p->nblocks; b++)
        for (zn_index r = p->start[b];
             is_joint(&p->cone[b]) && r < p->start[b + 1]; r++, e++) {
            double w = 0;

            for (zn_index k = C->p[r]; k < C->p[r + 1]; k++) {
                const double m = fabs(g->mass[C->i[k]]);

                w += C->x[k] * C->x[k] / (m > 0 ? m : mean);
            }
            g->scale[e] = w > 0 ? zni_root_octave(mean / w) : 1;
        }
}

/* The rows of S C_G' behind the columns of W, and the columns -B_G S. */
static void saddle(global *g, const zn_one_step *p)
{
    const zn_matrix *W = p->motion->W, *B = p->motion->B, *C = p->motion->C;
    const zn_index n = p->motion->n;
    zn_index at = 0, e = 0;

    memset(g->next, 0, (size_t)(n + 1) * sizeof *g->next);
    for (zn_index b = 0; b < p->nblocks; b++)
        for (zn_index k = C->p[p->start[b]];
             is_joint(&p->cone[b]) && k < C->p[p->start[b + 1]]; k++)
            g->next[C->i[k]]++;
    for (zn_index c = 0; c < n; c++) {
        const zn_index behind = g->next[c], own = W->p[c + 1] - W->p[c];

        g->M.p[c] = at;
        memcpy(g->M.i + at, W->i + W->p[c], (size_t)own * sizeof *g->M.i);
        memcpy(g->M.x + at, W->x + W->p[c], (size_t)own * sizeof *g->M.x);
        g->next[c] = at + own;
        at += own + behind;
    }
    for (zn_index b = 0; b < p->nblocks; b++)
        for (zn_index r = p->start[b];
             is_joint(&p->cone[b]) && r < p->start[b + 1]; r++, e++) {
            g->M.p[n + e] = at;
            for (zn_index k = C->p[r]; k < C->p[r + 1]; k++, at++) {
                const zn_index row = C->i[k];

                g->M.i[at] = row;
                g->M.x[at] = -g->scale[e] * B->x[k];
                g->M.i[g->next[row]] = n + e;
                g->M.x[g->next[row]++] = g->scale[e] * C->x[k];
            }
            g->q[n + e] = -g->scale[e] * p->q[r];
        }
    for (zn_index c = aside(g); c < g->n; c++) {
        g->M.p[c] = at;
        g->M.i[at] = c;
        g->M.x[at++] = g->mean;
    }
    g->M.p[g->n] = at;
}

/* The columns of the contacts alone. */
static void directions(global *g, const zn_one_step *p)
{
    const zn_matrix *C = p->motion->C;
    zn_index at = 0, col = 0, own_unknown = aside(g);

    for (zn_index b = 0; b < p->nblocks; b++)
        for (zn_index r = p->start[b];
             !is_joint(&p->cone[b]) && r < p->start[b + 1]; r++) {
            const zn_index first = C->p[r], own = C->p[r + 1] - first;

            g->H.p[col++] = at;
            memcpy(g->H.i + at, C->i + first, (size_t)own * sizeof *g->H.i);
            memcpy(g->H.x + at, C->x + first, (size_t)own * sizeof *g->H.x);
            at += own;
            for (zn_index k = 1; is_stop(&p->cone[b]) && k < g->d; k++) {
                g->H.p[col++] = at;
                g->H.i[at] = own_unknown++;
                g->H.x[at++] = 1;
            }
        }
    g->H.p[col] = at;
}

/* ---- there and back ------------------------------------------------------------------ */

/* b and mu of the contacts; of plain rows 0 beside the first, and no friction. */
static void contacts(global *g, const zn_one_step *p)
{
    zn_index c = 0;

    for (zn_index b = 0; b < p->nblocks; b++) {
        const zn_cone *cone = &p->cone[b];
        const bool stop = is_stop(cone);

        for (zn_index i = 0; !is_joint(cone) && i < (stop ? cone->size : 1); i++, c++) {
            for (zn_index k = 0; k < g->d; k++)
                g->b[g->d * c + k] =
                    stop && k ? 0 : p->q[p->start[b] + (stop ? i : k)];
            for (zn_index k = 0; k < (stop ? g->params : cone->nparam); k++)
                g->mu[c + k * g->nc] = stop ? 0 : cone->param[k];
        }
    }
}

static zn_status pose(global *g, zn_ctx *ctx, const zn_one_step *p, zn_index d,
                      zn_index params)
{
    zn_status st;

    count(g, p, d);
    g->params = g->d == 6 ? params + 1 : params; /* spin */
    st = make_room(g, ctx, p);
    if (st)
        return st;
    memset(g->q, 0, (size_t)g->n * sizeof *g->q);
    if (p->motion->f)
        memcpy(g->q, p->motion->f, (size_t)p->motion->n * sizeof *g->q);
    g->Mm = *p->motion->W;
    g->Hm = *p->motion->C;
    if (g->n > p->motion->n) {
        mean_mass(g, p);
        scales(g, p);
        saddle(g, p);
        directions(g, p);
        g->Mm = (zn_matrix){.storage = ZN_CSC, .rows = g->n, .cols = g->n,
                            .x = g->M.x, .p = g->M.p, .i = g->M.i};
        g->Hm = (zn_matrix){.storage = ZN_CSC, .rows = g->n,
                            .cols = g->d * g->nc,
                            .x = g->H.x, .p = g->H.p, .i = g->H.i};
    }
    contacts(g, p);
    return ZN_OK;
}

/* Where the next row of a block is among those of the contacts. */
static zn_index next_row(const global *g, const zn_cone *cone)
{
    return is_stop(cone) ? g->d : 1;
}

/* The start: reactions and multipliers of the last step, velocities as without. */
static void start(const global *g, const zn_one_step *p, const double z[])
{
    zn_index c = 0, e = 0;
    double *r = g->z + g->n;

    memset(g->z, 0, (size_t)(g->n + g->d * g->nc) * sizeof *g->z);
    for (zn_index b = 0; b < p->nblocks; b++)
        for (zn_index i = p->start[b]; i < p->start[b + 1]; i++)
            if (is_joint(&p->cone[b])) {
                g->z[p->motion->n + e] = z[i] / g->scale[e];
                e++;
            } else {
                r[c] = z[i];
                c += next_row(g, &p->cone[b]);
            }
}

static void result(const global *g, const zn_one_step *p, double z[],
                   double w[])
{
    const zn_matrix *C = p->motion->C;
    const double *r = g->z + g->n;
    zn_index c = 0, e = 0;

    for (zn_index b = 0; b < p->nblocks; b++)
        for (zn_index i = p->start[b]; i < p->start[b + 1]; i++) {
            if (!is_joint(&p->cone[b])) {
                z[i] = r[c];
                w[i] = g->w[c];
                c += next_row(g, &p->cone[b]);
                continue;
            }
            z[i] = g->scale[e] * g->z[p->motion->n + e];
            e++;
            w[i] = p->q[i];
            for (zn_index k = C->p[i]; k < C->p[i + 1]; k++)
                w[i] += C->x[k] * g->z[C->i[k]];
        }
}

/* ---- the two classes ------------------------------------------------------------------- */

/* The problem as its class has it. */
typedef union posed {
    zn_global_friction friction;
    zn_global_rolling_friction rolling;
} posed;

static zn_status pose_friction(global *g, zn_ctx *ctx, const zn_one_step *p,
                               posed *out)
{
    const zn_status st = pose(g, ctx, p, 2, 1);

    out->friction = (zn_global_friction){.d = g->d,
                                         .nc = g->nc,
                                         .n = g->n,
                                         .M = &g->Mm,
                                         .H = &g->Hm,
                                         .q = g->q,
                                         .b = g->b,
                                         .mu = g->mu};
    return st;
}

static zn_status pose_rolling(global *g, zn_ctx *ctx, const zn_one_step *p,
                              posed *out)
{
    const zn_status st = pose(g, ctx, p, 3, 2);

    out->rolling = (zn_global_rolling_friction){.d = g->d,
                                                .nc = g->nc,
                                                .n = g->n,
                                                .M = &g->Mm,
                                                .H = &g->Hm,
                                                .q = g->q,
                                                .b = g->b,
                                                .mu = g->mu,
                                                .mu_r = g->mu + g->nc};
    return st;
}

static zn_status solve(global *g, const zn_one_step *p, const posed *problem,
                       zn_solver *solver, double z[], double w[],
                       zn_solve_info *info)
{
    zn_status st;

    start(g, p, z);
    st = zn_solver_solve(solver, problem, g->z, g->w, info);
    result(g, p, z, w);
    return st;
}

static zn_status solve_friction(void *s, zn_ctx *ctx, const zn_one_step *p,
                                zn_solver *solver, double z[], double w[],
                                zn_solve_info *info)
{
    posed problem;
    const zn_status st = pose_friction(s, ctx, p, &problem);

    return st ? st : solve(s, p, &problem, solver, z, w, info);
}

static zn_status solve_rolling(void *s, zn_ctx *ctx, const zn_one_step *p,
                               zn_solver *solver, double z[], double w[],
                               zn_solve_info *info)
{
    posed problem;
    const zn_status st = pose_rolling(s, ctx, p, &problem);

    return st ? st : solve(s, p, &problem, solver, z, w, info);
}

static zn_status save_friction(void *s, zn_ctx *ctx, const zn_one_step *p,
                               const char *path)
{
    posed problem;
    const zn_status st = pose_friction(s, ctx, p, &problem);

    return st ? st
              : zn_problem_file_write(ctx, path, "global-friction", &problem);
}

static zn_status save_rolling(void *s, zn_ctx *ctx, const zn_one_step *p,
                              const char *path)
{
    posed problem;
    const zn_status st = pose_rolling(s, ctx, p, &problem);

    return st ? st
              : zn_problem_file_write(ctx, path, "global-rolling-friction",
                                      &problem);
}

const zn_formulation_type zni_formulation_global = {
    .type = {.size = sizeof zni_formulation_global,
             .kind = ZN_KIND_FORMULATION,
             .name = "global",
             .summary = "contacts with friction and joints, the equations of "
                        "motion kept",
             .state_size = sizeof(global)},
    .problem = "global-friction",
    .uniform = true,
    .global = true,
    .pulls = true,
    .accepts = accepts_friction,
    .fini = fini,
    .solve = solve_friction,
    .save = save_friction,
};

const zn_formulation_type zni_formulation_global_rolling = {
    .type = {.size = sizeof zni_formulation_global_rolling,
             .kind = ZN_KIND_FORMULATION,
             .name = "global-rolling",
             .summary = "contacts with rolling friction and joints, the "
                        "equations of motion kept",
             .state_size = sizeof(global)},
    .problem = "global-rolling-friction",
    .uniform = true,
    .global = true,
    .pulls = true,
    .accepts = accepts_rolling,
    .fini = fini,
    .solve = solve_rolling,
    .save = save_rolling,
};
