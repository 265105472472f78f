/* assemble.c - matrix and vector of the one-step problem, block by block
 *
 *   M_ab = [a = b] D_a + sum_j row_factor C_a^j W_j^-1 B_b^j col_factor
 *   q_a  = c_a + sum_j row_factor C_a^j free_value_j
 *
 * over the systems j that a and b share. Small problems are dense, large ones
 * block rows; the structure is rebuilt only when the active rows change, the
 * values only when a block did.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/osnsp.h"

#include <string.h>

/* Above this many rows a block-row matrix is cheaper than a dense one, if it has
 * more than one block. */
enum { DENSE_MAX = 32 };

static zni_site *active_site(const zni_osnsp *o, zn_index k)
{
    return &o->site[o->act[k]];
}

/* Room for everything that has one entry per row. */
static zn_status grow_rows(zni_osnsp *o)
{
    zn_status st = zn_grow(o->ctx, &o->q, &o->cq, o->n, sizeof *o->q);

    if (!st)
        st = zn_grow(o->ctx, &o->z, &o->cz, o->n, sizeof *o->z);
    if (!st)
        st = zn_grow(o->ctx, &o->w, &o->cw, o->n, sizeof *o->w);
    if (!st)
        st = zn_grow(o->ctx, &o->set, &o->cset, o->n, sizeof *o->set);
    if (!st)
        st = zn_grow(o->ctx, &o->law, &o->claw, o->n, sizeof *o->law);
    if (!st)
        st = zn_grow(o->ctx, &o->row, &o->crow, o->n, sizeof *o->row);
    if (!st)
        st = zn_grow(o->ctx, &o->where, &o->cwhere, o->n, sizeof *o->where);
    return st;
}

static void describe_rows(zni_osnsp *o)
{
    for (zn_index k = 0; k < o->nact; k++) {
        const zni_site *s = active_site(o, k);
        for (zn_index r = 0; r < s->nact; r++) {
            const zn_index i = s->first + r, unit_row = s->rows[r] % s->unit;
            o->set[i] = (unsigned char)s->lt->set(s->a->law->state, unit_row);
            o->law[i] = s->a->law;
            o->row[i] = unit_row;
            o->where[i] = s->off + s->rows[r];
        }
    }
}

/* Active sites on a system, except those marked, appended to o->i in ascending
 * order of the entries from `begin` on. */
static zn_status add_sites(zni_osnsp *o, zn_index k, const zn_ds *ds,
                           zn_index begin, zn_index *at)
{
    for (zn_index b = 0; b < ds->nint; b++) {
        const zn_index slot = o->site[ds->ints[b]->place].slot;
        zn_index pos;
        zn_status st;
        if (slot < 0 || o->mark[slot] == k + 1)
            continue;
        o->mark[slot] = k + 1;
        st = zn_grow(o->ctx, &o->i, &o->ci, *at + 1, sizeof *o->i);
        if (st)
            return st;
        for (pos = (*at)++; pos > begin && o->i[pos - 1] > slot; pos--)
            o->i[pos] = o->i[pos - 1];
        o->i[pos] = slot;
    }
    return ZN_OK;
}

/* Active sites that share a system with site k, or have one in a group with one
 * of its systems; itself included. */
static zn_status neighbours(zni_osnsp *o, const zni_body *bodies, zn_index k,
                            zn_index *at)
{
    const zni_site *s = active_site(o, k);
    const zn_index begin = *at;
    zn_status st = ZN_OK;

    for (zn_index j = 0; !st && j < s->nds; j++) {
        const zni_group *g = s->group[j] < 0 ? NULL : &o->group[s->group[j]];

        if (!g)
            st = add_sites(o, k, s->a->ds[j], begin, at);
        for (zn_index i = 0; g && !st && i < g->nbody; i++)
            st = add_sites(o, k, bodies[g->body[i]].ds, begin, at);
    }
    return st;
}

static zn_status block_structure(zni_osnsp *o, const zni_body *bodies)
{
    zn_index at = 0, size = 0;
    zn_status st = zn_grow(o->ctx, &o->p, &o->cp, o->nact + 1, sizeof *o->p);

    if (!st)
        st = zn_grow(o->ctx, &o->ro, &o->cro, o->nact + 1, sizeof *o->ro);
    if (!st)
        st = zn_grow(o->ctx, &o->mark, &o->cmark, o->nact, sizeof *o->mark);
    if (st)
        return st;
    memset(o->mark, 0, (size_t)o->nact * sizeof *o->mark);
    for (zn_index k = 0; k < o->nact; k++) {
        o->p[k] = at;
        o->ro[k] = active_site(o, k)->first;
        st = neighbours(o, bodies, k, &at);
        if (st)
            return st;
    }
    o->p[o->nact] = at;
    o->ro[o->nact] = o->n;
    st = zn_grow(o->ctx, &o->bp, &o->cbp, at, sizeof *o->bp);
    if (st)
        return st;
    for (zn_index k = 0; k < o->nact; k++)
        for (zn_index b = o->p[k]; b < o->p[k + 1]; b++) {
            o->bp[b] = size;
            size += active_site(o, k)->nact * active_site(o, o->i[b])->nact;
        }
    return zn_grow(o->ctx, &o->x, &o->cx, size, sizeof *o->x);
}

/* out += f H X, active rows of a in system i, active columns of b, whose rows of
 * X for that system begin at X with leading dimension n */
static void add_block(const zni_site *a, zn_index i, const zni_site *b,
                      const double X[], zn_index n, double f, double out[],
                      zn_index ld)
{
    for (zn_index c = 0; c < b->nact; c++)
        for (zn_index d = 0; d < a->n[i]; d++) {
            const double *H = a->H + (a->uo[i] + d) * a->m;
            const double x = f * X[d + b->rows[c] * n];
            double *o = out + c * ld;

            if (x == 0)
                continue;
            if (a->nact == a->m)
                for (zn_index r = 0; r < a->m; r++)
                    o[r] += H[r] * x;
            else
                for (zn_index r = 0; r < a->nact; r++)
                    o[r] += H[a->rows[r]] * x;
        }
}

/* out (leading dimension ld) = block of rows of a and columns of b */
static void block(const zni_site *a, const zni_site *b, double out[],
                  zn_index ld)
{
    const double f = a->row * b->col;

    for (zn_index c = 0; c < b->nact; c++) {
        const double *D = a == b && a->D ? a->D + a->rows[c] * a->m : NULL;
        double *o = out + c * ld;

        for (zn_index r = 0; r < a->nact; r++)
            o[r] = D ? D[a->rows[r]] : 0;
    }
    for (zn_index i = 0; i < a->nds; i++)
        for (zn_index j = 0; j < b->nparts; j++) {
            const zni_part *p = &b->part[j];

            if (p->group < 0 ? a->body[i] == p->body : a->group[i] == p->group)
                add_block(a, i, b, b->X + p->at + a->goff[i], p->n, f, out, ld);
        }
}

/* The factors of this step, which may hold h, and when the latest of what the
 * matrix is made of changed. */
static zni_version factors(zni_osnsp *o, const zn_step *step)
{
    zni_version from = o->structure;

    for (zn_index k = 0; k < o->nact; k++) {
        zni_site *s = active_site(o, k);
        const double row = s->ot->row_factor(s->os, step, s->level, s->e);
        const double col = s->ot->col_factor(s->os, step, s->level);

        if (row != s->row || col != s->col || !s->made.factors)
            s->made.factors = zni_tick(&o->clock);
        s->row = row;
        s->col = col;
        from = zni_later(from, zni_later(s->made.factors, s->made.X));
        from = zni_later(from, zni_later(s->made.C, s->made.D));
    }
    return from;
}

static void block_values(zni_osnsp *o)
{
    for (zn_index k = 0; k < o->nact; k++) {
        const zni_site *a = active_site(o, k);
        for (zn_index b = o->p[k]; b < o->p[k + 1]; b++)
            block(a, active_site(o, o->i[b]), o->x + o->bp[b], a->nact);
    }
}

static void dense_values(zni_osnsp *o)
{
    for (zn_index k = 0; k < o->nact; k++)
        for (zn_index l = 0; l < o->nact; l++) {
            const zni_site *a = active_site(o, k), *b = active_site(o, l);
            block(a, b, o->x + a->first + b->first * o->n, o->n);
        }
}

static zn_status structure(zni_osnsp *o, const zni_body *bodies)
{
    zn_status st = grow_rows(o);

    if (st)
        return st;
    describe_rows(o);
    o->dense = o->storage == 1 ||
               (o->storage == 0 && (o->n <= DENSE_MAX || o->nact == 1));
    st = o->dense ? zn_grow(o->ctx, &o->x, &o->cx, o->n * o->n, sizeof *o->x)
                  : block_structure(o, bodies);
    if (st)
        return st;
    o->M = zn_matrix_dense(o->n, o->n, o->x);
    if (!o->dense) {
        o->M.storage = ZN_BSR;
        o->M.p = o->p;
        o->M.i = o->i;
        o->M.bp = o->bp;
        o->M.nbr = o->M.nbc = o->nact;
        o->M.ro = o->M.co = o->ro;
    }
    o->problem.n = o->n;
    o->problem.M = &o->M;
    o->problem.q = o->q;
    o->problem.set = o->set;
    o->problem.law = o->law;
    o->problem.row = o->row;
    o->problem.version++;
    o->structure = zni_tick(&o->clock);
    return ZN_OK;
}

zn_status zni_osnsp_reserve(zni_osnsp *o, const zni_body *bodies, zn_index *nnz)
{
    zn_status st =
        zn_grow(o->ctx, &o->act, &o->cact, o->nsites, sizeof *o->act);

    o->nact = o->n = *nnz = 0;
    for (zn_index k = 0; !st && k < o->nsites; k++) {
        zni_site *s = &o->site[k];
        if (!s->a)
            continue;
        s->slot = o->nact;
        s->first = o->n;
        for (s->nact = 0; s->nact < s->m; s->nact++)
            s->rows[s->nact] = s->nact;
        o->act[o->nact++] = k;
        o->n += s->m;
    }
    if (!st && o->n)
        st = structure(o, bodies);
    if (!st && o->n)
        *nnz = zn_matrix_nnz(&o->M);
    if (!st && o->storage == 0) /* fewer active rows may be dense */
        st =
            zn_grow(o->ctx, &o->x, &o->cx, DENSE_MAX * DENSE_MAX, sizeof *o->x);
    o->sites = zni_tick(&o->clock); /* this is not a choice of rows yet */
    return st;
}

/* q += C (point + row_factor inc), column by column */
static void add_point(const zni_site *s, zn_index j, const double inc[],
                      const double delta[], double q[])
{
    const double *C = s->H + s->uo[j] * s->m, *point = s->q + s->qo[j];

    for (zn_index d = 0; d < s->n[j]; d++, C += s->m) {
        const double x =
            point[d] + s->row * (delta ? inc[d] + delta[d] : inc[d]);

        for (zn_index r = 0; x != 0 && r < s->nact; r++)
            q[r] += C[s->rows[r]] * x;
    }
}

/* q += row_factor H inc; near the solution inc is small, and so is the sum */
static void add_increment(const zni_site *s, zn_index j, const double inc[],
                          const double delta[], double q[])
{
    for (zn_index r = 0; r < s->nact; r++) {
        const double *H = s->H + s->rows[r] + s->uo[j] * s->m;
        double sum = 0;

        for (zn_index d = 0; d < s->n[j]; d++)
            sum += H[d * s->m] * (delta ? inc[d] + delta[d] : inc[d]);
        q[r] += s->row * sum;
    }
}

/* q of one site */
static void affine_term(zni_osnsp *o, zni_site *s, const zni_body *bodies,
                        const zn_step *step)
{
    double *q = o->q + s->first;

    for (zn_index r = 0; r < s->nact; r++)
        q[r] = s->c[s->rows[r]];
    for (zn_index j = 0; j < s->nds; j++) {
        const double *inc = s->ot->free_value(s->os, step, s->a->ds[j],
                                              bodies[s->body[j]].w, s->level);
        const double *delta =
            s->group[j] < 0 ? NULL : o->group[s->group[j]].delta + s->goff[j];

        if (s->summed)
            add_point(s, j, inc, delta, q);
        else
            add_increment(s, j, inc, delta, q);
    }
}

zn_status zni_osnsp_assemble(zni_osnsp *o, const zni_body *bodies,
                             const zn_step *step)
{
    if (!zni_holds(o->structure, zni_later(o->rows, o->sites))) {
        const zn_status st = structure(o, bodies);
        if (st)
            return st;
    }
    if (!zni_holds(o->matrix, factors(o, step))) {
        if (o->dense)
            dense_values(o);
        else
            block_values(o);
        o->matrix = zni_tick(&o->clock);
    }
    for (zn_index k = 0; k < o->nact; k++)
        affine_term(o, active_site(o, k), bodies, step);
    return ZN_OK;
}
