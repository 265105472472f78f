/* global.c - the one-step problem with the equations of motion kept
 *
 *     W x = B z,   w = C' x + q,   x = (u - u_free) of the systems that rows act on,
 *
 * q as in the condensed form. W_j are the iteration matrices, a column of C is a row of
 * H, one of B that row or, where impulses act at the middle of the step, the one there.
 * Factors of rows and columns, s and c, go into q and z: w / s and c z are what the
 * formulation sees, which is the same to all cones (and their bounds are none here).
 * A row with a compliance D, of a law that gives a force, has an unknown of its own: with 1/D in
 * W and 1 in B and C it adds D z to w. Zeros are left out: a contact of a mesh touches few of its unknowns.
 * doc/osnsp.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

#include <string.h>

/* Above this many rows, where the condensed matrix has so many times the values of H
 * and W^-1 H' together, the equations of motion are kept. */
enum { MANY = 600, RATIO = 4 };

const char *zni_global_refuses(const zni_problem *p, zn_index k)
{
    const zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);

    if (!p->kind->matrix)
        return "does not take: this class of simulations condenses its problems";
    if (p->ngroup)
        return "does not take: inputs of relations couple the systems";
    if (s->more->B || s->more->D)
        return "does not take: its relation has an input of its own, or "
               "depends on lambda";
    for (zn_index j = 0; j < s->nds; j++)
        if (!m->side[j].osi->type->matrix)
            return "does not take: the integrator of its system gives no "
                   "matrix";
    return NULL;
}

bool zni_global_cheaper(const zni_problem *p)
{
    const zni_estimate *e = &p->global.estimate;
    /* what is in use stays until the other is clearly better */
    const double bias = zni_problem_global(p) ? 0.5 : 1;

    return e->rows > MANY * bias && e->condensed > RATIO * bias * e->kept;
}

zn_status zni_global_expect(zni_problem *p, zn_index k)
{
    const zni_lin *s = zni_problem_lin(p, k);
    zni_estimate *e = &p->global.estimate;
    zn_index most = 0;

    for (zn_index j = 0; p->kind->matrix && j < s->nds; j++)
        most = s->body[j] >= most ? s->body[j] + 1 : most;
    return zn_grow(p->ctx, &e->on, &e->con, most, sizeof *e->on);
}

/* Rows on a system, of n of its unknowns, come or go. */
static void count_on(zni_estimate *e, zn_index body, double rows, zn_index n)
{
    double *on = &e->on[body];

    e->condensed -= *on * *on;
    *on += rows;
    e->condensed += *on * *on;
    e->kept += 2 * rows * (double)n;
}

void zni_global_count(zni_problem *p, zn_index k, int sign)
{
    const zni_row *r = zni_lins_alone(p->lins, k);
    const zni_lin *s = r ? NULL : zni_problem_lin(p, k);
    const double rows = sign * (r ? 1 : (double)s->m);
    zni_estimate *e = &p->global.estimate;

    if (!p->kind->matrix || !e->on)
        return;
    e->rows += rows;
    for (int j = 0; r && j < 2 && r->body[j] >= 0; j++)
        count_on(e, r->body[j], rows, zni_lins_shape(p->lins, r)->n[j]);
    for (zn_index j = 0; s && j < s->nds; j++)
        count_on(e, s->body[j], rows, s->n[j]);
}

/* ---- systems --------------------------------------------------------------------- */

/* The systems that rows act on, numbered as the rows meet them. */
static zn_status number(zni_problem *p, const zni_body *bodies)
{
    zni_global *g = &p->global;
    zn_status st =
        zn_grow(p->ctx, &g->first, &g->cfirst, p->nbody, sizeof *g->first);

    if (!st)
        st = zn_grow(p->ctx, &g->system, &g->csystem, p->nbody,
                     sizeof *g->system);
    for (zn_index b = 0; !st && b < p->nbody; b++)
        g->first[b] = -1;
    g->nsystem = g->motion.n = 0;
    for (zn_index k = 0; !st && k < p->active.nact; k++) {
        const zni_lin *s = zni_problem_lin(p, p->active.act[k]);
        for (zn_index j = 0; j < s->nds; j++) {
            const zn_index b = s->body[j];
            if (g->first[b] >= 0)
                continue;
            g->first[b] = g->motion.n;
            g->system[g->nsystem++] = b;
            g->motion.n += bodies[b].n;
        }
    }
    return st;
}

/* ---- W --------------------------------------------------------------------------- */

typedef struct column {
    zni_columns_at *out;
    zn_index        at, first;
    const double   *values;
} column;

static void put(void *user, zn_index row, zn_index at)
{
    column *c = user;

    c->out->i[c->at] = c->first + row;
    c->out->x[c->at++] = c->values[at];
}

static zn_status room(zn_ctx *ctx, zni_columns_at *a, zn_index cols,
                      zn_index values)
{
    zn_status st = zn_grow(ctx, &a->p, &a->cp, cols + 1, sizeof *a->p);

    if (!st)
        st = zn_grow(ctx, &a->i, &a->ci, values, sizeof *a->i);
    return st ? st : zn_grow(ctx, &a->x, &a->cx, values, sizeof *a->x);
}

static zn_status masses(zni_problem *p, const zni_body *bodies)
{
    zni_global *g = &p->global;
    column c = {.out = &g->W};
    zn_index col = 0;
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < g->nsystem; k++) {
        const zni_body *b = &bodies[g->system[k]];
        const zn_pattern *pattern;

        st = p->kind->matrix(p, b, &pattern, &c.values);
        if (!st)
            st = room(p->ctx, &g->W, g->motion.n,
                      c.at + zn_pattern_count(pattern));
        c.first = col;
        for (zn_index j = 0; !st && j < b->n; j++) {
            g->W.p[col++] = c.at;
            zn_pattern_column(pattern, j, &c, put);
        }
    }
    if (!st)
        g->W.p[col] = c.at;
    return st;
}

/* Unknowns of rows with a compliance, behind those of systems. */
static zn_status compliant(zni_problem *p)
{
    zni_global *g = &p->global;
    zni_columns_at *W = &g->W;
    zn_index col = g->motion.n, at = W->p[col];
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < p->active.nact; k++) {
        const zni_member *m = zni_problem_member(p, p->active.act[k]);
        const double f = zni_member_row(m, 0) * zni_member_col(m, 0);

        if (!m->more->force)
            continue;
        st = room(p->ctx, W, col + m->nact, at + m->nact);
        for (zn_index r = 0; !st && r < m->nact; r++) {
            W->i[at] = col;
            W->x[at++] = f / zni_member_compliance(m, zni_member_active(m)[r]);
            W->p[++col] = at;
        }
    }
    g->unknowns = col;
    return st;
}

/* ---- rows ------------------------------------------------------------------------ */

/* Does a multiplier move unknown d of the system at that place? */
static void prescribed(zni_global *g, const zni_body *b)
{
    const zn_index n = zn_ds_bc_count(b->ds), *index = zn_ds_bc_index(b->ds);

    memset(g->fixed, 0, (size_t)b->n);
    for (zn_index i = 0; b->ds->type->family == ZN_SECOND_ORDER && i < n; i++)
        g->fixed[index[i]] = 1;
}

/* Row r of system j of an interaction behind those that are in column `at` already. */
static zn_index side_entries(zni_global *g, const zni_member *m,
                             const zni_lin *s, zn_index j, zn_index r,
                             zn_index at, bool middle)
{
    const zn_index first = g->first[s->body[j]];
    const double *H = s->H + zni_lin_uo(s, j) * s->m, *B = H;

    if (m->more->mid)
        B = m->more->mid + zni_lin_uo(s, j) * s->m;
    for (zn_index d = 0; d < s->n[j]; d++) {
        const double c = H[r + d * s->m], b = B[r + d * s->m];
        const zn_index i = zni_lin_unknown(s, j, d);

        if (g->fixed[i] || (c == 0 && b == 0))
            continue;
        g->C.i[at] = first + i;
        g->C.x[at] = c;
        if (middle)
            g->middle[at] = b;
        at++;
    }
    return at;
}

/* The rows of one interaction, as columns; those of the system that comes first come
 * first. */
static zn_index row_entries(zni_problem *p, zn_index place,
                            const zni_body *bodies, zn_index at, zn_index *own)
{
    zni_global *g = &p->global;
    const zni_member *m = zni_problem_member(p, place);
    const zni_lin *s = zni_problem_lin(p, place);
    const bool swap =
        s->nds == 2 && g->first[s->body[1]] < g->first[s->body[0]];

    for (zn_index k = 0; k < m->nact; k++) {
        g->C.p[m->first + k] = at;
        for (zn_index l = 0; l < s->nds; l++) {
            const zn_index j = swap ? 1 - l : l;

            prescribed(g, &bodies[s->body[j]]);
            at = side_entries(g, m, s, j, zni_member_active(m)[k], at,
                              g->any_middle);
        }
        if (m->more->force) {
            g->C.i[at] = (*own)++;
            g->C.x[at] = 1;
            if (g->any_middle)
                g->middle[at] = 1;
            at++;
        }
    }
    return at;
}

static zn_status rows(zni_problem *p, const zni_body *bodies)
{
    zni_global *g = &p->global;
    zn_index at = 0, most = 0, widest = 1, own = g->motion.n;
    zn_status st;

    g->any_middle = false;
    for (zn_index k = 0; k < p->active.nact; k++) {
        const zni_member *m = zni_problem_member(p, p->active.act[k]);
        const zni_lin *s = zni_problem_lin(p, p->active.act[k]);
        most += m->nact * (zni_lin_nu(s) + (m->more->force ? 1 : 0));
        g->any_middle = g->any_middle || m->more->mid;
        for (zn_index j = 0; j < s->nds; j++)
            widest = bodies[s->body[j]].n > widest ? bodies[s->body[j]].n
                                                   : widest;
    }
    st = room(p->ctx, &g->C, p->active.n, most);
    if (!st)
        st = zn_grow(p->ctx, &g->fixed, &g->cfixed, widest, 1);
    if (!st && g->any_middle)
        st = zn_grow(p->ctx, &g->middle, &g->cmiddle, most, sizeof *g->middle);
    for (zn_index k = 0; !st && k < p->active.nact; k++)
        at = row_entries(p, p->active.act[k], bodies, at, &own);
    if (!st)
        g->C.p[p->active.n] = at;
    return st;
}

/* ---- all of it -------------------------------------------------------------------- */

static zn_matrix view(const zni_columns_at *a, zn_index n, zn_index cols)
{
    return (zn_matrix){.storage = ZN_CSC, .rows = n, .cols = cols,
                       .x = a->x, .p = a->p, .i = a->i};
}

/* One factor for all rows of an interaction, one for its columns. */
static zn_status factors(zni_problem *p, const zn_step *step)
{
    for (zn_index k = 0; k < p->active.nact; k++) {
        zni_member *m = zni_problem_member(p, p->active.act[k]);
        const zni_lin *s = zni_problem_lin(p, p->active.act[k]);

        for (zn_index j = 0; j < s->nds; j++)
            p->kind->factors(m, j, step, zni_member_factors(m, j),
                             zni_member_factors(m, j) + 1);
        if (s->nds == 2 && (zni_member_row(m, 0) != zni_member_row(m, 1) ||
                            zni_member_col(m, 0) != zni_member_col(m, 1)))
            return zn_fail(p->ctx, ZN_ENOTSUP,
                           "interaction '%s' joins systems whose integrators "
                           "weigh it differently (rows %g and %g, columns %g "
                           "and %g): formulation '%s' does not take that, "
                           "'auto' does",
                           s->a->name, zni_member_row(m, 0), zni_member_row(m, 1),
                           zni_member_col(m, 0), zni_member_col(m, 1),
                           p->how.form->type.name);
    }
    return ZN_OK;
}

/* What bounds of multipliers go by: factors of columns, where one is not 1. */
static zn_status units_of_bounds(zni_problem *p)
{
    zni_global *g = &p->global;

    g->motion.unit = NULL;
    for (zn_index k = 0; k < p->active.nact; k++) {
        const zni_member *m = zni_problem_member(p, p->active.act[k]);
        const double f = zni_member_col(m, 0);

        if (f != 1 && !g->motion.unit) {
            const zn_status st = zn_grow(p->ctx, &g->unit, &g->cunit, p->active.n, sizeof *g->unit);

            if (st)
                return st;
            for (zn_index r = 0; r < m->first; r++)
                g->unit[r] = 1;
            g->motion.unit = g->unit;
        }
        for (zn_index r = m->first; g->motion.unit && r < m->first + m->nact; r++)
            g->unit[r] = f;
    }
    return ZN_OK;
}

/* Every row by the factor of its row, or of its column. */
static void scale(const zni_problem *p, bool columns, bool divide, double x[])
{
    for (zn_index k = 0; k < p->active.nact; k++) {
        const zni_member *m = zni_problem_member(p, p->active.act[k]);
        const double f = columns ? zni_member_col(m, 0) : zni_member_row(m, 0);

        for (zn_index r = m->first; f != 1 && r < m->first + m->nact; r++)
            x[r] = divide ? x[r] / f : x[r] * f;
    }
}

zn_status zni_global_assemble(zni_problem *p, const zni_body *bodies,
                              const zn_step *step)
{
    zni_global *g = &p->global;
    zn_status st = factors(p, step);

    if (!st)
        st = number(p, bodies);
    if (!st)
        st = masses(p, bodies);
    if (!st)
        st = compliant(p);
    if (!st)
        st = rows(p, bodies);
    if (!st)
        st = units_of_bounds(p);
    if (st)
        return st;
    g->motion.n = g->unknowns;
    zni_problem_affine_terms(p, bodies, step);
    scale(p, false, true, p->rows.q);
    g->Wm = view(&g->W, g->motion.n, g->motion.n);
    g->Cm = g->Bm = view(&g->C, g->motion.n, p->active.n);
    if (g->any_middle)
        g->Bm.x = g->middle;
    g->motion.W = &g->Wm;
    g->motion.C = &g->Cm;
    g->motion.B = g->any_middle ? &g->Bm : &g->Cm;
    p->statement.motion = &g->motion;
    return zni_adhesion_enter_motion(p, step);
}

void zni_global_units(const zni_problem *p, bool in)
{
    scale(p, true, !in, p->rows.z);
    if (!in)
        scale(p, false, false, p->rows.w);
}

void zni_global_increment(const zni_problem *p, const zni_body *bodies,
                          const zn_step *step, double du[])
{
    const zni_global *g = &p->global;

    for (zn_index k = 0; k < p->active.nact; k++)
        zni_member_input(p, p->active.act[k], bodies, step, false, du);
    for (zn_index k = 0; k < g->nsystem; k++) {
        const zni_body *b = &bodies[g->system[k]];

        p->kind->solve(p, b, 1, du + b->uoff);
    }
}

void zni_global_fini(zni_problem *p)
{
    const zni_global *g = &p->global;
    void *const arrays[] = {g->first, g->system, g->fixed, g->middle,
                            g->W.p,   g->W.i,    g->W.x,   g->C.p,
                            g->C.i,   g->C.x,    g->f,      g->unit,
                            g->estimate.on};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        zn_free_array(p->ctx, arrays[i]);
    memset(&p->global, 0, sizeof p->global);
}
