/* group.c - systems coupled by the state dependence of a relation's input
 * SPDX-License-Identifier: Apache-2.0
 *
 * A relation between two systems with p = g(q, lambda) couples their iteration
 * matrices by K = dg/dq. With W the block-diagonal matrix of the integrators
 * (K_ii is in it already) and N = row_factor K_ij col_factor, i != j,
 *
 *     (W - N)^-1 = T^-1 W^-1,     T = I - W^-1 N,
 *
 * so that all that is needed of the integrators is `solve`. Systems linked by
 * such relations form a group, whose T is one dense matrix; an interaction on
 * one of them moves all of them, and its X = T^-1 W^-1 B has the rows of all. */
#include "kernel/osnsp/problem.h"

#include <string.h>

/* Unknowns in a group. Beyond, T would cost more than the iterations that it
 * saves: such systems keep the blocks K_ii only. */
enum { MOST = 200 };

void zni_groups_fini(zni_problem *p)
{
    for (zn_index g = 0; g < p->ngroup; g++) {
        zni_group *group = &p->group[g];

        zn_factor_free(group->T);
        zn_free_array(p->ctx, group->body);
        zn_free_array(p->ctx, group->a);
    }
    zn_free_array(p->ctx, p->group);
    p->group = NULL;
    p->ngroup = 0;
}

/* ---- which systems ------------------------------------------------------ */

/* Two integrators have no matrix in common. */
static bool couples(const zni_member *m, const zni_lin *s)
{
    return m->in && s->more->K && s->nds > 1 && s->body[0] != s->body[1] &&
           m->side[0].osi == m->side[1].osi;
}

/* The representative of a set of systems: bodies[].group is a link to an earlier
 * one, or to itself. Paths are halved on the way. */
static zn_index root(zni_body *bodies, zn_index k)
{
    while (bodies[k].group != k) {
        bodies[k].group = bodies[bodies[k].group].group;
        k = bodies[k].group;
    }
    return k;
}

static void link_systems(zni_problem *p, zni_body *bodies, zn_index nbody)
{
    for (zn_index k = 0; k < nbody; k++)
        bodies[k].group = (int32_t)k;
    for (zn_index k = 0; k < p->nmember; k++) {
        const zni_lin *s = zni_problem_lin(p, k);

        if (couples(zni_problem_member(p, k), s)) {
            const zn_index a = root(bodies, s->body[0]);
            const zn_index b = root(bodies, s->body[1]);
            bodies[a > b ? a : b].group = (int32_t)(a > b ? b : a);
        }
    }
    for (zn_index k = 0; k < nbody; k++)
        bodies[k].group = (int32_t)root(bodies, k);
}

/* Room for a group of so many systems and unknowns. */
static zn_status make(zni_problem *p, zni_group *g, zn_index members, zn_index n)
{
    g->body = zn_alloc(p->ctx, members, sizeof *g->body);
    g->a = zn_alloc(p->ctx, n * n + 2 * n, sizeof *g->a);
    if (!g->body || !g->a)
        return ZN_ENOMEM;
    g->delta = g->a + n * n;
    g->tmp = g->delta + n;
    return zn_factor_new(p->ctx, n, &g->T);
}

/* Groups from the sets: of two and more systems, not too large. members and
 * unknowns (nbody each): of the set that k represents. The number of its group
 * takes the place of the first. */
static zn_status number(zni_problem *p, const zni_body *bodies, zn_index nbody,
                        zn_index members[], const zn_index unknowns[])
{
    zn_index count = 0;
    zn_status st = ZN_OK;

    for (zn_index k = 0; k < nbody; k++)
        count += bodies[k].group == k && members[k] > 1;
    p->group = zn_alloc(p->ctx, count + 1, sizeof *p->group);
    if (!p->group)
        return ZN_ENOMEM;
    for (zn_index k = 0; !st && k < nbody; k++) {
        const bool many = bodies[k].group == k && members[k] > 1;

        if (many && unknowns[k] <= MOST) {
            st = make(p, &p->group[p->ngroup++], members[k], unknowns[k]);
            members[k] = p->ngroup - 1;
            continue;
        }
        if (many)
            zn_log(p->ctx, ZN_LOG_INFO,
                   "%td systems with %td unknowns are coupled by the inputs of "
                   "relations: too many for one matrix, Newton's method "
                   "converges linearly",
                   members[k], unknowns[k]);
        members[k] = -1;
    }
    return st;
}

static zn_status form(zni_problem *p, zni_body *bodies, zn_index nbody)
{
    zn_index *members = zn_alloc(p->ctx, 2 * nbody, sizeof *members);
    zn_index *unknowns;
    zn_status st;

    if (!members)
        return ZN_ENOMEM;
    unknowns = members + nbody;
    for (zn_index k = 0; k < nbody; k++) {
        members[bodies[k].group] += bodies[k].ds != NULL;
        unknowns[bodies[k].group] += bodies[k].ds ? bodies[k].n : 0;
    }
    st = number(p, bodies, nbody, members, unknowns);
    for (zn_index k = nbody - 1; k >= 0; k--) /* the first of a set at last */
        bodies[k].group = st ? -1 : (int32_t)members[bodies[k].group];
    zn_free_array(p->ctx, members);
    for (zn_index k = 0; !st && k < nbody; k++) {
        zni_group *g = bodies[k].group < 0 ? NULL : &p->group[bodies[k].group];

        if (!g)
            continue;
        g->body[g->nbody++] = k;
        bodies[k].goff = (int32_t)g->n;
        g->n += bodies[k].n;
    }
    return st;
}

/* ---- the interactions on them ------------------------------------------- */

/* Systems that came since have no group and no reach yet. */
static zn_index rows_of(const zni_problem *p, zn_index k, const zni_body *b)
{
    if (b->group >= 0)
        return p->group[b->group].n;
    return p->reach && k < p->nbody && p->reach[k].where ? p->reach[k].n : b->n;
}

/* What couples the member to others: each system, or its group. */
static void find_ends(const zni_problem *p, const zni_lin *s, zni_member *m)
{
    m->end[0] = m->end[1] = -1;
    for (zn_index j = 0; j < s->nds; j++) {
        const zn_index group = m->side[j].group;

        m->end[j] = (int32_t)(group < 0 ? s->body[j] : p->nbody + group);
    }
    if (m->end[1] == m->end[0])
        m->end[1] = -1;
}

/* One part of X per system, or per group of systems. */
zn_status zni_groups_lay_out(zni_problem *p, const zni_lin *s, zni_member *m,
                             const zni_body *bodies)
{
    const bool alone = m->nparts > 0 && m->side[0].group < 0;
    const zn_index before = zni_member_size_of_X(m);
    int32_t n[2] = {0, 0}, parts = 0;
    bool same = true;

    for (zn_index j = 0; j < s->nds; j++) {
        const zni_body *b = &bodies[s->body[j]];

        m->side[j].group = b->group;
        m->side[j].goff = b->group < 0 ? 0 : b->goff;
        same = same && b->group < 0; /* groups are new */
        if (j == 0 || b->group < 0 || m->side[0].group != b->group)
            n[parts++] = (int32_t)rows_of(p, s->body[j], b);
    }
    find_ends(p, s, m);
    same = same && m->nparts == parts && alone && !s->touch;
    if (m->act && (zn_index)(n[0] + n[1]) * m->size != before)
        zni_member_drop_X(p, m->place);
    if (!same && m->act)
        m->act->made = 0; /* laid out anew */
    m->nparts = parts;
    memcpy(m->nX, n, sizeof n);
    m->affine =
        !m->more->force &&
        !(m->law->type->loaded && m->law->type->load_by(m->law->state)) &&
        zn_relation_affine(zni_lin_varies(s)) &&
        (!s->more->K || s->nds < 2 || s->body[0] == s->body[1] ||
         (couples(m, s) && m->side[0].group >= 0)) &&
        !s->turns;
    return zni_lins_scratch(p->lins, zni_member_size_of_X(m));
}

/* What is alone in its row is laid out when somebody looks at it. */
zn_status zni_groups_join(zni_problem *p, zn_index k, const zni_body *bodies)
{
    zni_member *m = p->member[k];

    return m && m->in ? zni_groups_lay_out(p, zni_problem_lin(p, k), m, bodies) : ZN_OK;
}

zn_status zni_groups_form(zni_problem *p, zni_body *bodies, zn_index nbody)
{
    bool some = false;
    zn_status st = ZN_OK;

    zni_groups_fini(p);
    p->reach = NULL; /* that of the systems that were */
    p->nbody = nbody;
    for (zn_index k = 0; k < nbody; k++)
        bodies[k].group = -1;
    for (zn_index k = 0; k < p->nmember; k++)
        some = some || couples(zni_problem_member(p, k), zni_problem_lin(p, k));
    if (some) {
        link_systems(p, bodies, nbody);
        st = form(p, bodies, nbody);
    }
    if (!st)
        st = zni_reach_form(p, bodies);
    for (zn_index k = 0; !st && k < p->nmember; k++)
        st = zni_groups_join(p, k, bodies);
    return st;
}

/* ---- T ------------------------------------------------------------------ */

/* a += N of one interaction */
static void add_coupling(zni_problem *p, zn_index k, const zn_step *step)
{
    const zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);
    zni_group *g = &p->group[m->side[0].group];
    double row, col;

    p->kind->factors(m, 0, step, &row, &col);
    for (zn_index i = 0; i < 2; i++) {
        const zn_index j = 1 - i;

        for (zn_index c = 0; c < s->n[j]; c++)
            for (zn_index r = 0; r < s->n[i]; r++)
                g->a[m->side[i].goff + zni_lin_unknown(s, i, r) +
                     (m->side[j].goff + zni_lin_unknown(s, j, c)) * g->n] +=
                    row * col *
                    s->more->K[zni_lin_uo(s, i) + r + (zni_lin_qo(s, j) + c) * zni_lin_nu(s)];
    }
}

/* x (n of the group) = W^-1 x, body by body, where it is not zero */
static void solve_own(const zni_problem *p, const zni_group *g,
                      const zni_body *bodies, double x[])
{
    for (zn_index i = 0; i < g->nbody; i++) {
        const zni_body *b = &bodies[g->body[i]];
        double *part = x + b->goff;
        bool some = false;

        for (zn_index d = 0; d < b->n; d++)
            some = some || part[d] != 0;
        if (some)
            p->kind->solve(p, b, 1, part);
    }
}

/* T = I - W^-1 N from N in a. */
static zn_status factorise(zni_problem *p, zni_group *g, zni_body *bodies)
{
    const zn_index n = g->n;
    bool some = false;

    for (zn_index k = 0; !some && k < n * n; k++)
        some = g->a[k] != 0;
    if (some || g->coupled)
        for (zn_index i = 0; i < g->nbody; i++)
            bodies[g->body[i]].W = zni_problem_tick(p); /* X = T^-1 W^-1 B is another one */
    g->coupled = some;
    if (!some)
        return ZN_OK;
    for (zn_index c = 0; c < n; c++) {
        double *a = g->a + c * n;

        solve_own(p, g, bodies, a);
        for (zn_index r = 0; r < n; r++)
            a[r] = -a[r];
        a[c] += 1;
    }
    return zn_factor_set(g->T, g->a);
}

/* delta = T^-1 inc - inc, inc the free increments of the integrators */
static void free_increment(zni_group *g, const zni_body *bodies,
                           const zn_step *step)
{
    memset(g->delta, 0, (size_t)g->n * sizeof *g->delta);
    if (!g->coupled)
        return;
    for (zn_index i = 0; i < g->nbody; i++) {
        const zni_body *b = &bodies[g->body[i]];
        const double *inc = b->osi->type->free_value(b->osi->state, step, b->ds,
                                                     b->w, ZN_LEVEL_POSITION);

        memcpy(g->tmp + b->goff, inc, (size_t)b->n * sizeof *inc);
    }
    memcpy(g->delta, g->tmp, (size_t)g->n * sizeof *g->tmp);
    zn_factor_solve(g->T, 1, g->delta);
    for (zn_index i = 0; i < g->n; i++)
        g->delta[i] -= g->tmp[i];
}

zn_status zni_groups_free(zni_problem *p, zni_body *bodies, const zn_step *step)
{
    zn_status st = ZN_OK;

    for (zn_index g = 0; g < p->ngroup; g++)
        memset(p->group[g].a, 0,
               (size_t)(p->group[g].n * p->group[g].n) * sizeof(double));
    for (zn_index k = 0; p->ngroup && k < p->active.nact; k++) {
        const zn_index a = p->active.act[k];

        if (couples(zni_problem_member(p, a), zni_problem_lin(p, a)) &&
            zni_problem_member(p, a)->side[0].group >= 0)
            add_coupling(p, a, step);
    }
    for (zn_index g = 0; !st && g < p->ngroup; g++) {
        st = factorise(p, &p->group[g], bodies);
        if (st)
            return zn_note(p->ctx, st,
                           "coupling of system '%s' with %td others by dg/dx",
                           bodies[p->group[g].body[0]].ds->owner.name,
                           p->group[g].nbody - 1);
        free_increment(&p->group[g], bodies, step);
    }
    return ZN_OK;
}

void zni_groups_increment(const zni_problem *p, const zni_body *bodies,
                          double du[])
{
    for (zn_index g = 0; g < p->ngroup; g++) {
        const zni_group *group = &p->group[g];

        for (zn_index i = 0; i < group->nbody; i++) {
            const zni_body *b = &bodies[group->body[i]];

            for (zn_index d = 0; d < b->n; d++)
                du[b->uoff + d] += group->delta[b->goff + d];
        }
    }
}

void zni_group_solve(const zni_problem *p, const zni_group *g,
                     const zni_body *bodies, zn_index nrhs, double X[])
{
    for (zn_index c = 0; c < nrhs; c++)
        solve_own(p, g, bodies, X + c * g->n);
    if (g->coupled)
        zn_factor_solve(g->T, nrhs, X);
}
