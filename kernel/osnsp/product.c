/* product.c - the matrix of a one-step problem kept as the product H W^-1 H'
 *
 * A heap has two blocks of H a contact, and eleven of H W^-1 H'. Gauss-Seidel needs none of these but the
 * own ones where the velocities of bodies are at hand (solvers/contact/exchange.h), so contacts with
 * friction, and nothing else, are swept so first. Where that does not arrive the matrix is made, and the
 * solver begins where the sweeps did: no problem is lost. doc/osnsp.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

#include <string.h>

#include "solvers/core/core.h"
#include "solvers/core/monitor.h"

/* By itself where there are more rows than that, and a contact has so many blocks of the matrix: with
 * five (columns of spheres, 1e-8) a step takes 8 in 100 more instructions, with 32 (a wall of boxes, whose
 * beds have four contacts) 42 less. */
enum { MANY = 100, BLOCKS = 6 };

/* Where it was asked for, sweeps before they combine, for which nine points are kept; sweeps that may
 * seem to be needed still; and all of them. */
enum { PLAIN = 10, PATIENCE = 400, MOST = 20000 };

/* ---- which problems ----------------------------------------------------------------- */

/* Is all that a contact is H, with whole systems on its sides? */
static bool plain(const zni_problem *p, const zni_member *m, const zni_lin *s, zn_index d)
{
    if (s->m != d || m->nact != d || m->unit != d || s->more->B || s->more->D || s->touch ||
        m->more->mid || m->more->force || m->more->soft || m->thin || m->nparts != s->nds ||
        (s->nds == 2 && s->body[0] == s->body[1]))
        return false;
    for (zn_index j = 0; j < s->nds; j++) {
        const zni_part part = zni_member_part(m, s, j);

        if (part.group >= 0 || zni_part_reach(p, &part) || !m->side[j].osi->type->matrix)
            return false;
    }
    return true;
}

/* Is its law one cone of friction, of d rows? */
static bool rubs(const zni_problem *p, const zni_member *m, zn_index d)
{
    zn_cone c, more;

    return zni_member_cone(p, m, 0, &c) && c.set == zn_set_friction() && c.size == d &&
           !zni_member_cone(p, m, 1, &more);
}

static bool suits(const zni_problem *p, zn_index d)
{
    const zn_law *law = NULL;

    for (zn_index k = 0; k < p->active.nact; k++) {
        const zni_member *m = zni_problem_member(p, p->active.act[k]);

        if (!plain(p, m, zni_problem_lin(p, m->place), d) ||
            (m->law != law && !rubs(p, m, d)))
            return false;
        law = m->law;
    }
    return true;
}

/* Rows on each system, and with them the blocks that the matrix would have, a few of them twice. */
static double count_blocks(zni_problem *p)
{
    int32_t *on = p->product.at;
    double blocks = 0;

    memset(on, 0, (size_t)p->nbody * sizeof *on);
    for (zn_index k = 0; k < p->active.nact; k++) {
        const zni_lin *s = zni_problem_lin(p, p->active.act[k]);

        for (zn_index j = 0; j < s->nds; j++)
            blocks += 2 * on[s->body[j]]++ + 1;
    }
    return blocks;
}

static bool asked_for(const zni_problem *p)
{
    return p->how.storage == ZNI_STORAGE_PRODUCT;
}

/* May the product stand for the matrix? */
static bool allowed(const zni_problem *p)
{
    const zn_formulation_type *f = p->how.form;

    if (p->kind != &zni_problem_of_step || p->has.any_adhesion || p->has.any_vary ||
        p->active.nact == 0 || strcmp(f->problem, "friction") != 0 || !f->uniform ||
        f->global)
        return false;
    return asked_for(p) ||
           (p->how.storage == 0 && !p->how.told && p->active.n > MANY &&
            strcmp(zn_solver_class(p->how.solver)->type.name, "auto") == 0);
}

/* Numbers of the systems, as the contacts meet them; how many, and their velocities. */
static zn_index number(zni_problem *p, zn_index *nv)
{
    int32_t *at = p->product.at;
    zn_index n = 0;

    *nv = 0;
    for (zn_index b = 0; b < p->nbody; b++)
        at[b] = -1;
    for (zn_index k = 0; k < p->active.nact; k++) {
        const zni_lin *s = zni_problem_lin(p, p->active.act[k]);

        for (zn_index j = 0; j < s->nds; j++) {
            if (at[s->body[j]] >= 0)
                continue;
            at[s->body[j]] = (int32_t)n++;
            *nv += s->n[j];
        }
    }
    return n;
}

/* The systems of contact k, those met the first time with their velocities from nv on. */
static void enter(zni_problem *p, zn_index k, zn_index *met, zn_index *nv)
{
    zni_exchange *x = &p->product.of;
    const zni_lin *s = zni_problem_lin(p, p->active.act[k]);

    x->contact[k].body[1] = -1;
    for (zn_index j = 0; j < s->nds; j++) {
        const int32_t b = p->product.at[s->body[j]];

        x->contact[k].body[j] = b;
        if (b < *met)
            continue;
        x->body[b] = (zni_exchange_body){.first = (int32_t)*nv, .n = s->n[j]};
        *nv += s->n[j];
        *met = b + 1;
    }
}

zn_status zni_product_structure(zni_problem *p)
{
    zni_product_form *w = &p->product;
    const zn_index d = p->active.nact ? p->active.n / p->active.nact : 0;
    zn_index nb, nv, met = 0;
    zn_status st;

    w->on = w->ready = false;
    if (!allowed(p) || !suits(p, d))
        return ZN_OK;
    st = zn_grow(p->ctx, &w->at, &w->cat, p->nbody, sizeof *w->at);
    if (st || (!asked_for(p) && count_blocks(p) < BLOCKS * (double)p->active.nact))
        return st;
    nb = number(p, &nv);
    st = zni_exchange_size(p->ctx, &w->of, d, p->active.nact, nb, nv);
    if (st)
        return st;
    met = nv = 0;
    for (zn_index k = 0; k < p->active.nact; k++)
        enter(p, k, &met, &nv);
    w->on = true;
    return ZN_OK;
}

zn_status zni_product_reserve(zni_problem *p)
{
    const zn_status st = zni_exchange_keep(p->ctx, &p->product.of);

    return st ? st : zni_exchange_combine(p->ctx, &p->product.of);
}

/* ---- a step --------------------------------------------------------------------------- */

/* Do multipliers and rows have the same weight in all systems? */
static bool unweighted(const zni_member *m, zn_index nds)
{
    for (zn_index j = 0; j < nds; j++)
        if (zni_member_row(m, j) != 1 || zni_member_col(m, j) != 1)
            return false;
    return true;
}

zn_status zni_product_set(zni_problem *p, const zni_body *bodies, bool fresh)
{
    zni_product_form *w = &p->product;
    zni_exchange *x = &w->of;
    zn_status st = ZN_OK;
    const zn_law *law = NULL;
    zn_cone cone;

    x->q = p->rows.q;
    for (zn_index k = 0; k < x->nc; k++) {
        const zni_member *m = zni_problem_member(p, p->active.act[k]);
        const zni_lin *s = zni_problem_lin(p, p->active.act[k]);
        zni_exchange_contact *c = &x->contact[k];

        if (!unweighted(m, s->nds)) {
            w->ready = false;
            return ZN_OK;
        }
        c->H = s->H;
        if (m->law != law)
            zni_member_cone(p, m, 0, &cone);
        law = m->law;
        c->mu = cone.param[0];
        st = m->act->X && !x->kept ? zni_exchange_keep(p->ctx, x) : ZN_OK;
        if (st)
            return st;
        if (x->kept)
            x->X[k] = m->act->X;
        for (zn_index j = 0; !m->act->X && j < s->nds; j++) {
            const zn_pattern *pattern;

            p->kind->matrix(p, &bodies[s->body[j]], &pattern,
                            &x->body[c->body[j]].mass);
        }
    }
    if (fresh || !w->ready)
        w->ready = zni_exchange_set(x);
    return ZN_OK;
}

zn_status zni_product_solve(zni_problem *p, zn_solve_info *info)
{
    const zni_exchanging how = {.tol = zni_solver_tol(p->how.solver),
                                .max_iter = MOST,
                                .plain = asked_for(p) ? PLAIN : 0,
                                .patience = PATIENCE};
    const double time = zni_solver_time_limit(p->how.solver);
    zn_monitor mon = {0};
    zn_status st;

    if (time > 0)
        zni_monitor_bound(&mon, time);
    st = zni_exchange_run(p->ctx, &p->product.of, &how, p->rows.z, p->rows.w,
                          time > 0 ? &mon : NULL, info);

    if (mon.stop)
        info->outcome = mon.stop;
    return st;
}

void zni_product_fini(zni_problem *p)
{
    zni_exchange_fini(p->ctx, &p->product.of);
    zn_free_array(p->ctx, p->product.at);
    memset(&p->product, 0, sizeof p->product);
}
