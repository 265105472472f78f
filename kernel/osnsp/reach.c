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
 * at the cost of the non-zeros of the factors of W. doc/osnsp.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

#include <string.h>

void zni_reach_fini(zni_problem *p)
{
    for (zn_index k = 0; p->reach && k < p->nbody; k++)
        zn_free_array(p->ctx, p->reach[k].where);
    zn_free_array(p->ctx, p->reach);
    p->reach = NULL;
}

/* Systems of which something touches all unknowns, or that are coupled, have none. */
static void mark_whole(zni_problem *p, const zni_body *bodies)
{
    for (zn_index k = 0; k < p->nmember; k++) {
        const zni_lin *s = zni_problem_lin(p, k);

        for (zn_index j = 0; p->member[k].in && j < s->nds; j++)
            if (!s->touch || bodies[s->body[j]].group >= 0)
                p->reach[s->body[j]].n = -1;
    }
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
            r->where = zn_alloc(p->ctx, 2 * n, sizeof *r->where);
            if (!r->where)
                return ZN_ENOMEM;
            r->load = (double *)(void *)(r->where + n);
        }
        for (zn_index d = 0; d < s->n[j]; d++)
            r->where[zni_lin_unknown(s, j, d)] = 1;
    }
    return ZN_OK;
}

zn_status zni_reach_form(zni_problem *p, const zni_body *bodies)
{
    zn_status st = ZN_OK;

    zni_reach_fini(p);
    if (!p->lins->ntouch)
        return ZN_OK;
    p->reach = zn_alloc(p->ctx, p->nbody, sizeof *p->reach);
    if (!p->reach)
        return ZN_ENOMEM;
    mark_whole(p, bodies);
    for (zn_index k = 0; !st && k < p->nmember; k++)
        if (p->member[k].in)
            st = mark_touched(p, zni_problem_lin(p, k), bodies);
    for (zn_index k = 0; k < p->nbody; k++) {
        zni_reach *r = &p->reach[k];

        for (zn_index d = 0; r->where && d < bodies[k].n; d++)
            r->where[d] = r->where[d] ? r->n++ : -1;
    }
    return st;
}

void zni_reach_solve(zni_problem *p, zn_index k, const zni_part *part,
                     const zni_body *bodies, double X[])
{
    const zni_lin *s = zni_problem_lin(p, k);
    const zni_body *b = &bodies[part->body];
    const zni_reach *reach = zni_part_reach(p, part);
    const zn_index j = part->side;

    for (zn_index r = 0; r < s->m; r++, X += part->n) {
        double *x = reach->load;

        for (zn_index d = 0; d < s->n[j]; d++)
            x[zni_lin_unknown(s, j, d)] = s->H[r + (s->uo[j] + d) * s->m];
        p->kind->solve(p, b, 1, x);
        for (zn_index d = 0; d < b->n; d++)
            if (reach->where[d] >= 0)
                X[reach->where[d]] = x[d];
        memset(x, 0, (size_t)b->n * sizeof *x);
    }
}

void zni_reach_load(zni_problem *p, zn_index k, const zni_part *part)
{
    const zni_lin *s = zni_problem_lin(p, k);
    zni_reach *reach = zni_part_reach(p, part);

    zni_lin_push(s, part->side, p->member[k].side[part->side].col,
                 p->lam + s->off, reach->load);
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
