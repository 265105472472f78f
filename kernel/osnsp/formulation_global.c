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
 * A row in a box, lambda of [c - b, c + b], is the first tangent of a contact that b holds closed, with
 * mu = 1: its normal is an unknown x_N of its own, m x_N = r_N - b and 0 <= x_N _|_ r_N >= 0, so that r_N = b;
 * c is a force. A box with one end is a plain unilateral row, one without a joint.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/global_friction.h>
#include <zeno/rolling_friction.h>

#include <math.h>
#include <string.h>

#include "kernel/osnsp/box.h"
#include "kernel/osnsp/posed.h"
#include "solvers/linalg/octave.h"

typedef struct compressed {
    zn_index *p, *i;
    double *x;
    zn_index cp, ci, cx;
} compressed;

/* Rows of the problem: of a joint, of a contact, of a contact of its own in its normal or in its first
 * tangent. Multipliers are shift + sign r, outputs those of the contact over sign; half: of a box, that
 * much of r to both sides. */
typedef enum kind { JOINT, CONTACT, PLAIN, BOX } kind;

typedef struct row {
    kind kind;
    zn_index at; /* among the multipliers of joints or the rows of contacts */
    double sign, shift, half;
} row;

typedef struct global {
    zn_index d, nc, ne, ns, n; /* ns: rows that are contacts of their own, among the nc */
    row *row;
    compressed M, H;
    zn_matrix Mm, Hm;
    double *v; /* one after the other: */
    double *q, *b, *mu, *z, *w, *scale, *mass;
    zn_index *next;
    zn_index cv, cnext, crow;
    double mean;     /* of |W_ii| */
    zn_index params; /* of the cone of a contact */
} global;

static bool accepts_friction(const zn_cone *c)
{
    return c->set == zn_set_friction() || zni_cone_is_box(c);
}

static bool accepts_rolling(const zn_cone *c)
{
    return c->set == zn_set_rolling_friction() || zni_cone_is_box(c);
}

static void fini(void *s, zn_ctx *ctx)
{
    global *g = s;
    void *const arrays[] = {g->M.p, g->M.i, g->M.x, g->H.p,
                            g->H.i, g->H.x, g->v,   g->next, g->row};

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

/* Row i of a block, but for its place. A box: by its ends, in units of the multipliers. */
static row row_of(const zn_one_step *p, zn_index b, zn_index i)
{
    const zn_cone *c = &p->cone[b];
    const double unit = p->motion->unit ? p->motion->unit[p->start[b] + i] : 1;
    row r = {.kind = CONTACT, .sign = 1};
    double lb, ub;

    if (!zni_cone_is_box(c))
        return r;
    zni_cone_bounds(c, i, &lb, &ub);
    if (isfinite(lb) && isfinite(ub)) {
        r.kind = BOX;
        r.shift = unit * (lb / 2 + ub / 2);
        r.half = unit * (ub / 2 - lb / 2);
    } else {
        r.kind = isfinite(lb) || isfinite(ub) ? PLAIN : JOINT;
        r.sign = isfinite(ub) ? -1 : 1;
        r.shift = isfinite(ub) ? unit * ub : isfinite(lb) ? unit * lb : 0;
    }
    return r;
}

/* d: rows of a contact of the class, where none has friction */
static void count(global *g, const zn_one_step *p, zn_index d)
{
    zn_index at = 0;

    g->d = d;
    g->nc = g->ne = g->ns = 0;
    for (zn_index b = 0; b < p->nblocks; b++) {
        for (zn_index i = 0; i < p->cone[b].size; i++) {
            row *r = &g->row[p->start[b] + i];

            *r = row_of(p, b, i);
            g->ne += r->kind == JOINT;
            g->ns += r->kind == PLAIN || r->kind == BOX;
        }
        if (!zni_cone_is_box(&p->cone[b])) {
            g->d = p->cone[b].size;
            g->nc++;
        }
    }
    g->nc += g->ns;
    g->n = p->motion->n + g->ne + (g->d - 1) * g->ns;
    for (zn_index i = 0, e = 0; i < p->n; i++) {
        row *r = &g->row[i];

        r->at = r->kind == JOINT ? e++ : at + (r->kind == BOX);
        at += r->kind == JOINT ? 0 : r->kind == CONTACT ? 1 : g->d;
    }
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

/* C_r' diag(|W_ii|)^-1 C_r */
static double mobility(const global *g, const zn_matrix *C, zn_index r)
{
    double w = 0;

    for (zn_index k = C->p[r]; k < C->p[r + 1]; k++) {
        const double m = fabs(g->mass[C->i[k]]);

        w += C->x[k] * C->x[k] / (m > 0 ? m : g->mean);
    }
    return w;
}

/* S: the square of what G' x is off by over G' diag(|W_ii|)^-1 G, where the measure of
 * the class divides by the mean |W_ii|. Rows in boxes, which may turn what others move, are to move as
 * what presses them, of mass |W_ii|, does. */
static void scales(global *g, const zn_one_step *p)
{
    for (zn_index i = 0; i < p->n; i++) {
        row *r = &g->row[i];
        const double w = r->kind == JOINT || r->kind == BOX ? mobility(g, p->motion->C, i) : 0;

        if (r->kind == JOINT)
            g->scale[r->at] = w > 0 ? zni_root_octave(g->mean / w) : 1;
        if (r->kind == BOX && w > 0 && g->mean > 0) {
            r->sign = zni_root_octave(1 / (g->mean * w));
            r->half /= r->sign;
        }
    }
}

/* The rows of S C_G' behind the columns of W, and the columns -B_G S. */
static void saddle(global *g, const zn_one_step *p)
{
    const zn_matrix *W = p->motion->W, *B = p->motion->B, *C = p->motion->C;
    const zn_index n = p->motion->n;
    zn_index at = 0;

    memset(g->next, 0, (size_t)(n + 1) * sizeof *g->next);
    for (zn_index r = 0; r < p->n; r++)
        for (zn_index k = C->p[r]; g->row[r].kind == JOINT && k < C->p[r + 1]; k++)
            g->next[C->i[k]]++;
    for (zn_index c = 0; c < n; c++) {
        const zn_index behind = g->next[c], own = W->p[c + 1] - W->p[c];

        g->M.p[c] = at;
        memcpy(g->M.i + at, W->i + W->p[c], (size_t)own * sizeof *g->M.i);
        memcpy(g->M.x + at, W->x + W->p[c], (size_t)own * sizeof *g->M.x);
        g->next[c] = at + own;
        at += own + behind;
    }
    for (zn_index r = 0; r < p->n; r++) {
        const zn_index e = g->row[r].at;

        if (g->row[r].kind != JOINT)
            continue;
        g->M.p[n + e] = at;
        for (zn_index k = C->p[r]; k < C->p[r + 1]; k++, at++) {
            const zn_index i = C->i[k];

            g->M.i[at] = i;
            g->M.x[at] = -g->scale[e] * B->x[k];
            g->M.i[g->next[i]] = n + e;
            g->M.x[g->next[i]++] = g->scale[e] * C->x[k];
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

/* The columns of the contacts alone; those of a row that is one of its own are all but one plain
 * unknowns, of which that of a box presses. */
static void directions(global *g, const zn_one_step *p)
{
    const zn_matrix *C = p->motion->C;
    zn_index at = 0, col = 0, own = aside(g);

    for (zn_index i = 0; i < p->n; i++) {
        const row *r = &g->row[i];
        const zn_index rows = r->kind == JOINT ? 0 : r->kind == CONTACT ? 1 : g->d;
        const zn_index its = rows ? r->at - col : 0;

        if (r->kind == BOX)
            g->q[own] = -r->half;
        for (zn_index j = 0; j < rows; j++) {
            g->H.p[col++] = at;
            for (zn_index k = C->p[i]; j == its && k < C->p[i + 1]; k++) {
                g->H.i[at] = C->i[k];
                g->H.x[at++] = r->sign * C->x[k];
                if (r->shift != 0)
                    g->q[C->i[k]] += C->x[k] * r->shift;
            }
            if (j != its) {
                g->H.i[at] = own++;
                g->H.x[at++] = 1;
            }
        }
    }
    g->H.p[col] = at;
}

/* ---- there and back ------------------------------------------------------------------ */

/* b and mu of the contacts; of rows that are one of their own 0 beside them, and no friction but that
 * of a box. */
static void contacts(global *g, const zn_one_step *p)
{
    for (zn_index i = 0; i < g->d * g->nc; i++)
        g->b[i] = 0;
    for (zn_index i = 0; i < g->params * g->nc; i++)
        g->mu[i] = 0;
    for (zn_index b = 0; b < p->nblocks; b++)
        for (zn_index i = p->start[b]; i < p->start[b + 1]; i++) {
            const row *r = &g->row[i];
            const zn_index c = r->at / g->d;

            if (r->kind == JOINT)
                continue;
            g->b[r->at] = r->sign * p->q[i];
            if (r->kind == BOX)
                g->mu[c] = 1;
            for (zn_index k = 0; r->kind == CONTACT && k < p->cone[b].nparam; k++)
                g->mu[c + k * g->nc] = p->cone[b].param[k];
        }
}

static zn_status pose(global *g, zn_ctx *ctx, const zn_one_step *p, zn_index d,
                      zn_index params)
{
    zn_status st = zn_grow(ctx, &g->row, &g->crow, p->n, sizeof *g->row);

    if (st)
        return st;
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

/* The start: reactions and multipliers of the last step, velocities as without. */
static void start(const global *g, const zn_one_step *p, const double z[])
{
    double *l = g->z + p->motion->n, *r = g->z + g->n;

    memset(g->z, 0, (size_t)(g->n + g->d * g->nc) * sizeof *g->z);
    for (zn_index i = 0; i < p->n; i++) {
        const row *o = &g->row[i];
        const double own = (z[i] - o->shift) / o->sign;

        if (o->kind == JOINT)
            l[o->at] = z[i] / g->scale[o->at];
        else
            r[o->at] = o->kind == BOX ? fmax(-o->half, fmin(own, o->half)) : own;
        if (o->kind == BOX)
            r[o->at - 1] = o->half;
    }
}

static void result(const global *g, const zn_one_step *p, double z[],
                   double w[])
{
    const zn_matrix *C = p->motion->C;
    const double *l = g->z + p->motion->n, *r = g->z + g->n;

    for (zn_index i = 0; i < p->n; i++) {
        const row *o = &g->row[i];

        if (o->kind == JOINT) {
            z[i] = g->scale[o->at] * l[o->at];
            w[i] = p->q[i];
            for (zn_index k = C->p[i]; k < C->p[i + 1]; k++)
                w[i] += C->x[k] * g->z[C->i[k]];
            continue;
        }
        z[i] = o->kind == BOX ? fmax(-o->half, fmin(r[o->at], o->half)) : r[o->at];
        z[i] = o->shift + o->sign * z[i];
        w[i] = g->w[o->at] / o->sign;
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

ZNI_SAVE_POSED(save_friction, pose_friction, posed, "global-friction")
ZNI_SAVE_POSED(save_rolling, pose_rolling, posed, "global-rolling-friction")

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
