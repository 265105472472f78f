/* assemble.c - matrix and vector of the one-step problem, block by block
 *
 *   M_ab = [a = b] D_a + sum_j row_factor C_a^j W_j^-1 B_b^j col_factor
 *   q_a  = c_a + sum_j row_factor C_a^j free_value_j
 *
 * over the systems j that a and b share. Small problems are dense, large ones
 * block rows; the structure is rebuilt only when the active rows change, the
 * values only when a block did. Where sweeps go by velocities there is none of
 * it until they fail (product.c).
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/vectors.h"
#include "kernel/osnsp/problem.h"
#include "kernel/osnsp/row_units.h"
#include "kernel/osnsp/row_sums.h"

#include <stdint.h>
#include <string.h>

static zni_member *active(const zni_problem *p, zn_index k)
{
    return zni_problem_member(p, p->active.act[k]);
}

static const zni_lin *lin(const zni_problem *p, zn_index k)
{
    return zni_problem_lin(p, p->active.act[k]);
}

/* Room for everything that has one entry per row. */
static zn_status grow_rows(zni_problem *p)
{
    const zn_index n = p->active.n;
    zni_rows *r = &p->rows;
    zn_status st = zn_grow(p->ctx, &r->q, &r->cq, n, sizeof *r->q);

    if (!st)
        st = zn_grow(p->ctx, &r->z, &r->cz, n, sizeof *r->z);
    if (!st)
        st = zn_grow(p->ctx, &r->w, &r->cw, n, sizeof *r->w);
    if (!st && p->has.any_adhesion)
        st = zn_grow(p->ctx, &r->pull, &r->cpull, n, sizeof *r->pull);
    if (!st)
        st = zn_grow(p->ctx, &r->where, &r->cwhere, n, sizeof *r->where);
    return st;
}

/* Where the active rows of a member are in y and lambda. */
static void place_rows(const zni_member *m, int32_t where[])
{
    const bool all = m->nact == m->size;

    for (int32_t r = 0; r < m->nact; r++)
        where[m->first + r] = m->off + (all ? r : zni_member_active(m)[r]);
}

/* The blocks of the problem, one per cone. */
static zn_status blocks(zni_problem *p)
{
    const zn_status st = zni_cones_begin(p);

    if (st)
        return st;
    for (zn_index k = 0; k < p->active.nact; k++)
        zni_cones_put(p, active(p, k));
    zni_cones_end(p);
    p->statement.nblocks = p->cones.n;
    p->statement.cone = p->cones.cone;
    p->statement.start = p->cones.start;
    p->statement.law = p->cones.law;
    return ZN_OK;
}

/* Block rows and ends. */
static zn_status list_ends(zni_problem *p)
{
    const zn_index nact = p->active.nact;
    zni_assembled *a = &p->matrix;
    zn_status st = zn_grow(p->ctx, &a->ro, &a->cro, nact + 1, sizeof *a->ro);

    if (!st)
        st = zn_grow(p->ctx, &a->end, &a->cend, nact, sizeof *a->end);
    if (st)
        return st;
    for (zn_index k = 0; k < nact; k++) {
        const zni_member *m = active(p, k);

        a->ro[k] = m->first;
        a->end[k][0] = m->end[0];
        a->end[k][1] = m->end[1];
    }
    a->ro[nact] = p->active.n;
    return ZN_OK;
}

/* The active interactions of every node, ascending: they are met in order.
 * *most: as many blocks as there may be. */
static zn_status list_nodes(zni_problem *p, zn_index *most)
{
    const zn_index n = p->nbody + p->ngroup, nact = p->active.nact;
    zni_assembled *a = &p->matrix;
    zn_status st = zn_grow(p->ctx, &a->begin, &a->cbegin, n + 2,
                           sizeof *a->begin);

    if (!st)
        st = zn_grow(p->ctx, &a->linked, &a->clinked, 2 * nact,
                     sizeof *a->linked);
    if (st)
        return st;
    memset(a->begin, 0, (size_t)(n + 2) * sizeof *a->begin);
    for (zn_index k = 0; k < nact; k++)
        for (int j = 0; j < 2 && a->end[k][j] >= 0; j++)
            a->begin[a->end[k][j] + 2]++;
    *most = 0;
    for (zn_index i = 0; i < n; i++) {
        *most += (zn_index)a->begin[i + 2] * a->begin[i + 2];
        a->begin[i + 2] += a->begin[i + 1];
    }
    for (zn_index k = 0; k < nact; k++)
        for (int j = 0; j < 2 && a->end[k][j] >= 0; j++)
            a->linked[a->begin[a->end[k][j] + 1]++] = (int32_t)k;
    return ZN_OK; /* those of node i: from begin[i] to begin[i + 1] */
}

/* Active interactions that share a node with the k-th, itself included, ascending:
 * its lists merged.
 * @return the first entry behind them */
static zn_index neighbours(zni_assembled *a, zn_index k, zn_index at)
{
    zn_index i[2] = {0, 0}, end[2] = {0, 0};

    for (int j = 0; j < 2 && a->end[k][j] >= 0; j++) {
        i[j] = a->begin[a->end[k][j]];
        end[j] = a->begin[a->end[k][j] + 1];
    }
    while (i[0] < end[0] || i[1] < end[1]) {
        const zn_index l = i[0] < end[0] ? a->linked[i[0]] : PTRDIFF_MAX;
        const zn_index r = i[1] < end[1] ? a->linked[i[1]] : PTRDIFF_MAX;
        a->i[at++] = l < r ? l : r;
        i[0] += l <= r;
        i[1] += r <= l;
    }
    return at;
}

static zn_status block_structure(zni_problem *p)
{
    const zn_index nact = p->active.nact;
    zni_assembled *a = &p->matrix;
    zn_index at = 0, size = 0, most;
    zn_status st = list_ends(p);

    if (!st)
        st = list_nodes(p, &most);
    if (!st)
        st = zn_grow(p->ctx, &a->p, &a->cp, nact + 1, sizeof *a->p);
    if (!st)
        st = zn_grow(p->ctx, &a->i, &a->ci, most, sizeof *a->i);
    if (!st)
        st = zn_grow(p->ctx, &a->bp, &a->cbp, most, sizeof *a->bp);
    if (!st)
        st = zn_grow(p->ctx, &a->next, &a->cnext, nact, sizeof *a->next);
    if (!st)
        st = zn_grow(p->ctx, &a->divided, &a->cdivided, nact, sizeof *a->divided);
    if (st)
        return st;
    for (zn_index k = 0; k < nact; k++) {
        const zn_index rows = a->ro[k + 1] - a->ro[k];

        a->p[k] = at;
        at = neighbours(a, k, at);
        for (zn_index b = a->p[k]; b < at; b++) {
            a->bp[b] = size;
            size += rows * (a->ro[a->i[b] + 1] - a->ro[a->i[b]]);
        }
    }
    a->p[nact] = at;
    return zn_grow(p->ctx, &a->x, &a->cx, size, sizeof *a->x);
}

/* The factors of this step, which may hold h, and when the latest of what its blocks of the
 * matrix are made of changed. */
static zni_version factors(zni_problem *p, const zni_member *m, const zni_lin *s,
                           const zn_step *step)
{
    zni_act *act = m->act;
    double row = 0, col = 0;

    for (zn_index j = 0; j < s->nds; j++) {
        double *last = zni_member_factors(m, j);

        if (j == 0 || m->side[j].osi != m->side[0].osi)
            p->kind->factors(m, j, step, &row, &col);
        if (row != last[0] || col != last[1] || !act->factors ||
            (j == 0 && m->more->force && m->forced))
            act->factors = zni_problem_tick(p);
        last[0] = row;
        last[1] = col;
    }
    return zni_later(zni_later(act->factors, act->made),
                     zni_later(s->made, s->more->made_D));
}

/* What formulations see, but for matrix and blocks. */
static void state(zni_problem *p)
{
    p->statement.n = p->active.n;
    p->statement.M = NULL;
    p->statement.motion = NULL;
    p->statement.q = p->rows.q;
    p->statement.nblocks = 0;
    p->statement.version++;
}

/* Is the matrix to be dense? */
static bool dense(const zni_problem *p)
{
    return p->how.storage == 1 ||
           (p->how.storage != 2 && (p->active.n <= ZNI_DENSE_ROWS || p->active.nact == 1));
}

/* Room for the matrix and, in block rows, which blocks there are. */
static zn_status matrix_structure(zni_problem *p)
{
    const zn_index n = p->active.n;
    zni_assembled *a = &p->matrix;
    const zn_status st = a->dense
                             ? zn_grow(p->ctx, &a->x, &a->cx, n * n, sizeof *a->x)
                             : block_structure(p);

    if (st)
        return st;
    a->M = zn_matrix_dense(n, n, a->x);
    if (!a->dense) {
        a->M.storage = ZN_BSR;
        a->M.p = a->p;
        a->M.i = a->i;
        a->M.bp = a->bp;
        a->M.nbr = a->M.nbc = p->active.nact;
        a->M.ro = a->M.co = a->ro;
    }
    p->statement.M = &a->M;
    return ZN_OK;
}

static zn_status structure(zni_problem *p)
{
    const bool global = zni_problem_global(p);
    zni_assembled *a = &p->matrix;
    zn_status st = grow_rows(p);

    if (st)
        return st;
    a->dense = !global && dense(p);
    for (zn_index k = 0; k < p->active.nact; k++)
        place_rows(active(p, k), p->rows.where);
    state(p);
    st = zni_product_structure(p);
    if (!st && !p->product.on)
        st = blocks(p);
    if (!st && !p->product.on && !global)
        st = matrix_structure(p);
    if (!st)
        p->matrix.structure = zni_problem_tick(p);
    return st;
}

/* Is its W^-1 B asked for? Where the equations of motion are kept forces alone do. */
static bool responds(const zni_problem *p, const zni_member *m)
{
    return !zni_problem_global(p) || m->more->force;
}

void zni_problem_no_rows(zni_problem *p)
{
    p->active.nact = p->active.n = 0;
    p->active.rows = p->active.touched = zni_problem_tick(p);
}

zn_status zni_problem_all_rows(zni_problem *p, zn_index *nnz)
{
    const zni_order *order = &p->lins->order;
    zni_choice *c = &p->active;
    zni_assembled *a = &p->matrix;
    zn_status st = ZN_OK;

    c->touched = zni_problem_tick(p);
    c->nact = c->n = *nnz = 0;
    st = zn_grow(p->ctx, &c->act, &c->cact, p->nmember, sizeof *c->act);
    for (zn_index i = 0; !st && i < order->n; i++) {
        const zn_index k = zni_order_place(order, i);
        zni_member *m;
        if (!zni_problem_member(p, k)->in)
            continue;
        st = zni_member_acts(p, k);
        if (st)
            return st;
        m = p->member[k];
        m->slot = (int32_t)c->nact;
        m->first = (int32_t)c->n;
        for (m->nact = 0; m->nact < zni_problem_lin(p, k)->m; m->nact++)
            zni_member_active(m)[m->nact] = m->nact;
        c->act[c->nact++] = (int32_t)k;
        c->n += m->nact;
        if (responds(p, m))
            st = zni_member_room(p, k);
    }
    if (!st && c->n)
        st = structure(p);
    if (!st && p->product.on)
        st = zni_product_reserve(p);
    /* fewer active rows may be for the matrix, where nobody asked for the product */
    if (!st && p->product.on && p->how.storage != ZNI_STORAGE_PRODUCT)
        st = blocks(p);
    if (!st && p->product.on && p->how.storage != ZNI_STORAGE_PRODUCT)
        st = matrix_structure(p);
    if (!st && c->n && p->statement.M)
        *nnz = zni_stored_values(&a->M);
    if (!st && p->how.storage == 0 && !zni_problem_global(p)) /* fewer active rows may be dense */
        st =
            zn_grow(p->ctx, &a->x, &a->cx, ZNI_DENSE_ROWS * ZNI_DENSE_ROWS, sizeof *a->x);
    if (!st)
        st = zni_lins_scratch(p->lins, a->cx);
    c->rows = zni_problem_tick(p); /* it is not a choice yet */
    return st;
}

/* ---- q ---------------------------------------------------------------------- */

/* The free increment of an unknown, and what coupling adds to it. */
static inline double change(zn_index i, const double inc[], const double delta[])
{
    return delta ? inc[i] + delta[i] : inc[i];
}

/* q += C (point + row_factor inc), column by column */
static void add_point(const zni_member *m, const zni_lin *s, zn_index j,
                      const double inc[], const double delta[], double q[])
{
    const double *C = s->H + zni_lin_uo(s, j) * s->m, *point = s->q + zni_lin_qo(s, j);
    const zn_index *touch = zni_lin_touched(s, j);
    const double row = zni_member_row(m, j);

    for (zn_index d = 0; d < s->n[j]; d++, C += s->m) {
        const double x = point[d] + row * change(touch ? touch[d] : d, inc, delta);

        if (x == 0)
            continue;
        if (m->nact == s->m)
            zni_add_scaled(s->m, x, C, q);
        for (zn_index r = 0; m->nact < s->m && r < m->nact; r++)
            q[r] += C[zni_member_active(m)[r]] * x;
    }
}

/* q += f H inc of some rows, or some unknowns, or with what coupling adds. */
static void add_some(const zni_member *m, const zni_lin *s, zn_index j, double f,
                     const double inc[], const double delta[], double q[])
{
    const zn_index *touch = zni_lin_touched(s, j), ld = s->m;

    for (zn_index r = 0; r < m->nact; r++) {
        const double *H = s->H + zni_member_active(m)[r] + zni_lin_uo(s, j) * ld;
        double sum = 0;

        for (zn_index d = 0; d < s->n[j]; d++, H += ld)
            sum += *H * change(touch ? touch[d] : d, inc, delta);
        q[r] += f * sum;
    }
}

/* q += row_factor H inc; near the solution inc is small, and so is the sum */
static void add_increment(const zni_member *m, const zni_lin *s, zn_index j,
                          const double inc[], const double delta[], double q[])
{
    const double f = m->more->soft ? m->more->soft->free : zni_member_row(m, j);

    if (!s->touch && !delta && m->nact == s->m)
        zni_rows_add(s, j, f, inc, q);
    else
        add_some(m, s, j, f, inc, delta, q);
}

/* q of one interaction */
static inline void affine_term(zni_problem *p, const zni_member *m, const zni_lin *s,
                               const zni_body *bodies, const zn_step *step)
{
    const bool all = m->nact == s->m;
    double *q = p->rows.q + m->first;

    if (all)
        zni_copy(s->m, m->act->c, q);
    for (zn_index r = 0; !all && r < m->nact; r++)
        q[r] = m->act->c[zni_member_active(m)[r]];
    for (zn_index j = 0; j < s->nds; j++) {
        const zni_side *side = &m->side[j];
        const double *inc =
            p->kind->free_value(p, m, j, &bodies[s->body[j]], step);
        const double *delta = side->group < 0
                                  ? NULL
                                  : p->group[side->group].delta + side->goff;

        if (inc && m->summed)
            add_point(m, s, j, inc, delta, q);
        else if (inc)
            add_increment(m, s, j, inc, delta, q);
    }
}

/* ---- all of it ---------------------------------------------------------------- */

static void values(const zni_problem *p, double x[])
{
    if (p->matrix.dense)
        zni_problem_dense(p, x);
    else
        zni_problem_block_rows(p, x);
}

static zn_status check_values(zni_problem *p)
{
    if (!p->lins->recompute)
        return ZN_OK;
    values(p, p->lins->scratch);
    return zni_lins_compare(p->lins, zn_matrix_nnz(&p->matrix.M), p->matrix.x,
                            "M", p->kind->name);
}

void zni_problem_affine_terms(zni_problem *p, const zni_body *bodies,
                              const zn_step *step)
{
    for (zn_index k = 0; k < p->active.nact; k++)
        affine_term(p, active(p, k), lin(p, k), bodies, step);
    zni_problem_drop_rests(p, bodies, step);
}

/* W^-1 B of a member, and what a force does to its rows. */
static inline zn_status respond(zni_problem *p, zni_member *m, const zni_lin *s,
                                const zni_body *bodies, const zn_step *step)
{
    zn_status st = ZN_OK;

    if (responds(p, m) && !zni_member_responded(p, m, s, bodies))
        st = zni_member_solve(p, m->place, bodies);
    if (!st && m->more->force)
        m->forced = zni_member_compliances(p, m->place, step);
    return st;
}

/* One look at every active interaction, for the same reason as above.
 * *from: when the latest of what the matrix is made of changed */
static zn_status look_at_all(zni_problem *p, const zni_body *bodies,
                             const zn_step *step, bool linearise,
                             zni_version *from)
{
    const bool condensed = !zni_problem_global(p);
    zn_status st = ZN_OK;

    *from = p->matrix.structure;
    for (zn_index k = 0; !st && k < p->active.nact; k++) {
        zni_member *m;

        if (linearise)
            st = zni_member_linearise(p, p->active.act[k], bodies, step);
        if (st)
            break;
        m = active(p, k);
        st = respond(p, m, lin(p, k), bodies, step);
        if (st || !condensed)
            continue;
        *from = zni_later(*from, factors(p, m, lin(p, k), step));
        affine_term(p, m, lin(p, k), bodies, step);
    }
    return st;
}

zn_status zni_problem_assemble(zni_problem *p, const zni_body *bodies,
                               const zn_step *step, bool linearise)
{
    zni_assembled *a = &p->matrix;
    zni_version from;
    bool vary;
    zn_status st = ZN_OK;

    if (!zni_holds(a->structure, zni_later(p->active.rows, p->lins->set)))
        st = structure(p);
    if (!st)
        st = look_at_all(p, bodies, step, linearise, &from);
    if (!st)
        st = zni_cones_vary(p, step, &vary);
    if (st)
        return st;
    p->statement.version += vary;
    if (zni_problem_global(p))
        return zni_global_assemble(p, bodies, step);
    zni_problem_drop_rests(p, bodies, step);
    if (p->product.on) {
        st = zni_product_set(p, bodies, !zni_holds(a->values, from));
        a->values = zni_problem_tick(p);
        p->statement.M = NULL;
        return st || p->product.ready ? st : zni_problem_condense(p);
    }
    if (zni_holds(a->values, from)) {
        st = check_values(p);
    } else {
        values(p, a->x);
        a->values = zni_problem_tick(p);
    }
    zni_adhesion_enter(p, step);
    return st;
}

zn_status zni_problem_condense(zni_problem *p)
{
    zn_status st = blocks(p);

    if (!st)
        st = matrix_structure(p);
    if (!st)
        values(p, p->matrix.x);
    return st;
}
