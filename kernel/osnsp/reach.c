/* reach.c - large systems whose interactions touch few of their unknowns
 *
 * A mesh of 10^5 unknowns has contacts at some nodes of its surface. Of X = W^-1 B the
 * problem needs the rows that some H touches: E X, E the rows of the unit matrix that
 * belong to these unknowns. That is one solution with W for each column of B, kept
 * until W or B change, and n_touched numbers instead of n. The increment of the system,
 * for which all rows of X were needed, is one solution more,
 *
 *     du = sum_a X_a lambda_a = W^-1 (sum_a B_a lambda_a),
 *
 * at the cost of the non-zeros of the factors of W. Where B moves and W stays, as of contacts
 * of a mesh under a relation that is a function, G = E W^-1 E' is kept and X = G B. doc/osnsp.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

#include <string.h>

/* So many rows more than are needed are kept, and a quarter: contacts that come and go on
 * neighbouring nodes find G as it was. */
static const zn_index MORE = 64;

void zni_reach_fini(zni_problem *p)
{
    for (zn_index k = 0; k < p->creach; k++) {
        zn_free_array(p->ctx, p->reaches[k].room);
        zn_free_array(p->ctx, p->reaches[k].load);
        zn_free_array(p->ctx, p->reaches[k].G);
        zn_free_array(p->ctx, p->reaches[k].made);
    }
    zn_free_array(p->ctx, p->reaches);
    p->reach = p->reaches = NULL;
    p->creach = 0;
}

/* Nothing is touched yet. */
static zn_status begin(zni_problem *p)
{
    const zn_status st = zn_grow(p->ctx, &p->reaches, &p->creach, p->nbody,
                                 sizeof *p->reaches);

    if (st)
        return st;
    p->reach = p->reaches;
    for (zn_index k = 0; k < p->nbody; k++) {
        zni_reach *r = &p->reach[k];

        r->where = NULL;
        r->unit = r->loaded = false;
        if (r->n < 0) /* all of it was touched: nobody has a number */
            r->n = r->of = 0;
    }
    return ZN_OK;
}

/* Systems of which something touches all unknowns, or that are coupled, have none. */
static void mark_whole(zni_problem *p, const zni_body *bodies)
{
    for (zn_index k = 0; k < p->nmember; k++) {
        const zni_lin *s = zni_problem_lin(p, k);

        for (zn_index j = 0; zni_problem_member(p, k)->in && j < s->nds; j++)
            if (!s->touch || bodies[s->body[j]].group >= 0)
                p->reach[s->body[j]].n = -1;
    }
}

/* Room for a system of n unknowns: what is in it is that of another one if they were not as
 * many. */
static zn_status make_room(zni_problem *p, zni_reach *r, zn_index n)
{
    zn_status st =
        zn_grow(p->ctx, &r->room, &r->croom, 2 * n, sizeof *r->room);

    if (!st)
        st = zn_grow(p->ctx, &r->load, &r->cload, n, sizeof *r->load);
    if (st)
        return st;
    if (r->of != n) {
        r->n = 0;
        for (zn_index d = 0; d < n; d++)
            r->room[d] = -1;
    }
    r->of = n;
    r->where = r->room;
    memset(r->room + n, 0, (size_t)n * sizeof *r->room);
    memset(r->load, 0, (size_t)n * sizeof *r->load);
    return ZN_OK;
}

/* The unknowns that one interaction touches. */
static zn_status mark_touched(zni_problem *p, const zni_lin *s,
                              const zni_body *bodies)
{
    for (zn_index j = 0; j < s->nds; j++) {
        zni_reach *r = &p->reach[s->body[j]];
        const zn_index n = bodies[s->body[j]].n;

        if (r->n < 0)
            continue;
        if (!r->where) {
            const zn_status st = make_room(p, r, n);
            if (st)
                return st;
        }
        for (zn_index d = 0; d < s->n[j]; d++)
            r->room[n + zni_lin_unknown(s, j, d)] = 1;
    }
    return ZN_OK;
}

/* Number what is touched, with what was before if that is not much more; the same numbers if
 * all is there. */
static void number(zni_reach *r)
{
    const zn_index *touched = r->room + r->of;
    zn_index need = 0, new = 0;
    bool both;

    for (zn_index d = 0; d < r->of; d++) {
        need += touched[d];
        new += touched[d] && r->where[d] < 0;
    }
    both = r->n + new <= need + need / 4 + MORE;
    if (both && !new)
        return;
    r->n = 0;
    for (zn_index d = 0; d < r->of; d++)
        r->where[d] =
            touched[d] || (both && r->where[d] >= 0) ? r->n++ : -1;
    for (zn_index c = 0; c < r->cmade; c++)
        r->made[c] = 0;
}

/* Rows that move, on a W that stays. */
static bool moves(const zni_problem *p, zn_index k)
{
    const zni_lin *s = zni_problem_lin(p, k);

    return s->more->B ? !zn_vary_constant(zni_lin_varies(s)->B)
                      : !zn_vary_constant(zni_lin_varies(s)->C);
}

/* Room for G where it serves. */
static zn_status make_unit(zni_problem *p, const zni_lin *s,
                           const zni_body *bodies)
{
    for (zn_index j = 0; j < s->nds; j++) {
        const zni_body *b = &bodies[s->body[j]];
        zni_reach *r = &p->reach[s->body[j]];
        zn_status st;

        if (!r->where || r->unit || !zn_ds_constant_matrices(&b->ds->varies))
            continue;
        st = zn_grow(p->ctx, &r->G, &r->cG, r->n * r->n, sizeof *r->G);
        if (!st)
            st = zn_grow(p->ctx, &r->made, &r->cmade, r->n, sizeof *r->made);
        if (st)
            return st;
        r->unit = true;
    }
    return ZN_OK;
}

zn_status zni_reach_form(zni_problem *p, const zni_body *bodies)
{
    zn_status st = ZN_OK;

    p->reach = NULL;
    if (!p->lins->ntouch)
        return ZN_OK;
    st = begin(p);
    if (st)
        return st;
    mark_whole(p, bodies);
    for (zn_index k = 0; !st && k < p->nmember; k++)
        if (zni_problem_member(p, k)->in)
            st = mark_touched(p, zni_problem_lin(p, k), bodies);
    for (zn_index k = 0; !st && k < p->nbody; k++)
        if (p->reach[k].where)
            number(&p->reach[k]);
    for (zn_index k = 0; !st && k < p->nmember; k++)
        if (zni_problem_member(p, k)->in && moves(p, k))
            st = make_unit(p, zni_problem_lin(p, k), bodies);
    return st;
}

/* out (n of the reach) = E W^-1 of what is loaded, and nothing is any more. */
static void take(zni_problem *p, zni_reach *reach, const zni_body *b,
                 double out[])
{
    double *x = reach->load;

    p->kind->solve(p, b, 1, x);
    for (zn_index d = 0; d < b->n; d++)
        if (reach->where[d] >= 0)
            out[reach->where[d]] = x[d];
    memset(x, 0, (size_t)b->n * sizeof *x);
}

/* The column of G that belongs to an unknown, unless it holds. */
static void unit(zni_problem *p, zni_reach *reach, const zni_body *b,
                 zn_index unknown)
{
    const zn_index c = reach->where[unknown];
    double *G = reach->G + c * reach->n;

    if (!p->lins->recompute && zni_holds(reach->made[c], p->kind->W(p, b)))
        return;
    reach->load[unknown] = 1;
    take(p, reach, b, G);
    reach->made[c] = zni_problem_tick(p);
}

/* X = G B, row by row of the relation. */
static void combine(zni_problem *p, zn_index k, const zni_part *part,
                    const zni_body *b, double X[])
{
    const zni_lin *s = zni_problem_lin(p, k);
    zni_reach *reach = zni_part_reach(p, part);
    const zn_index j = part->side;
    double *x = reach->load;

    memset(X, 0, (size_t)(part->n * s->m) * sizeof *X);
    for (zn_index d = 0; d < s->n[j]; d++)
        unit(p, reach, b, zni_lin_unknown(s, j, d));
    for (zn_index r = 0; r < s->m; r++, X += part->n) {
        zni_member_column(zni_problem_member(p, k), s, j, r, x);
        for (zn_index d = 0; d < s->n[j]; d++) {
            const zn_index i = zni_lin_unknown(s, j, d);

            zni_add_mul(part->n, 1, reach->G + reach->where[i] * reach->n,
                        x + i, X);
            x[i] = 0;
        }
    }
}

void zni_reach_solve(zni_problem *p, zn_index k, const zni_part *part,
                     const zni_body *bodies, double X[])
{
    const zni_lin *s = zni_problem_lin(p, k);
    const zni_body *b = &bodies[part->body];
    zni_reach *reach = zni_part_reach(p, part);

    if (reach->unit && moves(p, k)) {
        combine(p, k, part, b, X);
        return;
    }
    for (zn_index r = 0; r < s->m; r++, X += part->n) {
        zni_member_column(zni_problem_member(p, k), s, part->side, r, reach->load);
        take(p, reach, b, X);
    }
}

void zni_reach_load(zni_problem *p, zn_index k, const zni_part *part)
{
    const zni_lin *s = zni_problem_lin(p, k);
    zni_reach *reach = zni_part_reach(p, part);

    zni_member_push(zni_problem_member(p, k), s, part->side,
                    zni_member_col(zni_problem_member(p, k), part->side), p->lam + s->off,
                    reach->load);
    reach->loaded = true;
}

void zni_reach_increment(zni_problem *p, const zni_body *bodies, double du[])
{
    for (zn_index k = 0; p->reach && k < p->nbody; k++) {
        const zni_body *b = &bodies[k];
        zni_reach *reach = &p->reach[k];

        if (!reach->loaded)
            continue;
        p->kind->solve(p, b, 1, reach->load);
        for (zn_index d = 0; d < b->n; d++)
            du[b->uoff + d] += reach->load[d];
        memset(reach->load, 0, (size_t)b->n * sizeof *reach->load);
        reach->loaded = false;
    }
}
