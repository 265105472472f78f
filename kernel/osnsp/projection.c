/* projection.c - the position-level problem of a projection
 *
 *     q1 = q (+) V,   V = A^-1 H' Lambda,   0 <= h(q) + H A^-1 H' Lambda _|_ Lambda,
 *
 * with equalities for bilateral rows; A is the mass matrix, whose correction leaves
 * the centre of mass of bodies in contact where it is, or T'T. Repeated at the new
 * position, it converges quadratically. doc/projection.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/projection.h"

#include <math.h>
#include <string.h>

/* ---- the kind of problem ------------------------------------------------------- */

static const zni_projector *owner(const zni_problem *p)
{
    return p->user;
}

static const double *no_increment(const zni_problem *p, const zni_member *m,
                                  zn_index j, const zni_body *b,
                                  const zn_step *step)
{
    (void)p, (void)m, (void)j, (void)b, (void)step;
    return NULL;
}

static void solve(const zni_problem *p, const zni_body *b, zn_index nrhs,
                  double X[])
{
    zn_osi_mask(b->ds, NULL, nrhs, X);
    zn_factor_solve(owner(p)->metric[b->ds->place].A, nrhs, X);
}

static zni_version W(const zni_problem *p, const zni_body *b)
{
    return owner(p)->metric[b->ds->place].made;
}

double zni_projector_may_stay(const zni_projector *p, zn_index at)
{
    if (!p->relative)
        return p->tol;
    return p->tol * p->size[at];
}

/* Of contacts with friction the gap alone. */
static bool cone(const zni_problem *p, const zni_member *m, zn_index k,
                 zn_cone *c)
{
    (void)p;
    if (!m->law->type->cone(m->law->state, k, c))
        return false;
    if (c->set->gap)
        *c = (zn_cone){.set = zn_set_orthant(), .size = 1};
    return true;
}

static bool tied(const zni_problem *p, const zni_member *m, zn_index row)
{
    return p->active.ties &&
           owner(p)->chosen[zni_problem_lin(p, m->place)->off + row];
}

/* May the row be pushed? Of a combined projection contacts that it did not choose may, too, which what it
 * does to the chosen ones may close. */
static bool eligible(const zni_problem *p, const zni_member *m, zn_index row)
{
    const zni_projector *o = owner(p);
    const zn_index off = zni_problem_lin(p, m->place)->off;

    return !zni_projector_passes(o, m, row) &&
           (!(o->only_active || o->only_chosen) || m->always ||
            o->after->active.was[off + row]);
}

/* Rows that the trial position violates or touches, or did in an iteration before: one
 * that is left out when it has opened is violated by the next correction, and so on for
 * ever; or the chosen ones, or all, which stay open if they may. */
static bool active(const zni_problem *p, const zni_member *m,
                   const zn_step *step, zn_index row, const double y[],
                   const double u[])
{
    const zni_projector *o = owner(p);
    const zn_index at = zni_problem_lin(p, m->place)->off + row;
    unsigned char *met = &o->met[at];

    (void)step, (void)y, (void)u;
    *met = *met || m->act->c[row] <= zni_projector_may_stay(o, at);
    return eligible(p, m, row) && (o->open || *met || tied(p, m, row));
}

static const zni_problem_kind kind = {
    .name = "projection",
    .point = zni_kind_end_point,
    .time = zni_kind_end,
    .factors = zni_kind_no_factors,
    .free_value = no_increment,
    .solve = solve,
    .W = W,
    .cone = cone,
    .tied = tied,
    .active = active,
    .enough = zni_projector_enough,
};

/* ---- room ------------------------------------------------------------------------ */

void zni_projector_init(zni_projector *p, zn_ctx *ctx,
                         const zni_problem *after)
{
    p->after = after;
    p->problem.ctx = ctx;
    p->problem.kind = &kind;
    p->problem.lins = after->lins;
    p->problem.user = p;
}

void zni_projector_fini(zni_projector *p)
{
    zn_ctx *ctx = p->problem.ctx;

    for (zn_index k = 0; k < p->nmetric; k++)
        zn_factor_free(p->metric[k].A);
    zn_free_array(ctx, p->metric);
    zn_free_array(ctx, p->move);
    zn_free_array(ctx, p->moved);
    zn_free_array(ctx, p->total);
    zn_free_array(ctx, p->chosen);
    zn_free_array(ctx, p->reached);
    zn_free_array(ctx, p->settled);
    zn_free_array(ctx, p->met);
    zn_free_array(ctx, p->size);
    zn_free_array(ctx, p->length);
    zn_free_array(ctx, p->work);
    zni_ties_fini(ctx, &p->ties);
    zni_problem_fini(&p->problem);
}

zn_status zni_projector_reserve(zni_projector *p, zn_index nbody,
                                 zn_index nint, zn_index nu, zn_index ny)
{
    zn_ctx *ctx = p->problem.ctx;
    zn_status st = zni_problem_reserve(&p->problem, nint, ny);

    if (!st)
        st = zn_grow(ctx, &p->metric, &p->cmetric, nbody, sizeof *p->metric);
    if (!st)
        st = zn_grow(ctx, &p->move, &p->cmove, nu + 1, sizeof *p->move);
    if (!st)
        st = zn_grow(ctx, &p->moved, &p->cmoved, nu + 1, 1);
    if (!st)
        st = zn_grow(ctx, &p->total, &p->ctotal, ny + 1, sizeof *p->total);
    if (!st)
        st = zn_grow(ctx, &p->chosen, &p->cchosen, ny + 1, 1);
    if (!st)
        st = zn_grow(ctx, &p->reached, &p->creached, ny + 1, 1);
    if (!st)
        st = zn_grow(ctx, &p->settled, &p->csettled, ny + 1, 1);
    if (!st)
        st = zn_grow(ctx, &p->met, &p->cmet, ny + 1, 1);
    if (!st)
        st = zn_grow(ctx, &p->size, &p->csize, ny + 1, sizeof *p->size);
    if (!st)
        st = zn_grow(ctx, &p->length, &p->clength, nbody + 1,
                     sizeof *p->length);
    if (!st) {
        p->nmetric = nbody;
        p->ny = ny;
    }
    return st;
}

/* That of the mass, or of T'T. */
static zn_pattern pattern_of(const zni_projector *p, const zn_ds *ds)
{
    if (p->mass)
        return zn_ds_pattern(ds, ZN_DS_MASS);
    return ds->type->tangent ? zn_pattern_dense(ds->nv, ds->nv)
                             : zn_pattern_diagonal(ds->nv);
}

/* A factor for a system, and room for its values, what is prescribed of it, and T and T'T. */
static zn_status make_factor(zni_projector *p, const zn_ds *ds, zni_metric *a)
{
    const zn_pattern shape = pattern_of(p, ds);
    const zn_index nq = ds->nq, most = nq > ds->nv ? nq : ds->nv;
    const zn_index turns = ds->type->tangent ? nq * nq + nq * ds->nv : 0;
    const zn_status st = zn_grow(p->problem.ctx, &p->work, &p->cwork,
                                 zn_pattern_count(&shape) + most + turns,
                                 sizeof *p->work);

    return st ? st : zn_factor_new_pattern(p->problem.ctx, &shape, &a->A);
}

/* A system of an interaction that takes part. */
static zn_status enter_system(zni_projector *p, const zni_body *b)
{
    zni_projector_renew(p, b->ds->place); /* that of another one, perhaps */
    return make_factor(p, b->ds, &p->metric[b->ds->place]);
}

void zni_projector_renew(zni_projector *p, zn_index place)
{
    if (place >= p->nmetric)
        return;
    zn_factor_free(p->metric[place].A);
    p->metric[place] = (zni_metric){0};
}

/* Has the law a position in all its rows, or a gap in front of them? *rows: of one
 * copy, how many are projected. */
static bool projectable(const zn_law *law, zn_index *rows)
{
    zn_index k = 0;
    zn_cone c;

    for (*rows = 0; law->type->cone(law->state, k, &c); k++) {
        if (c.set->gap && k == 0) {
            *rows = 1;
            return !law->type->cone(law->state, 1, &c);
        }
        if (c.set != zn_set_zero() && c.set != zn_set_orthant())
            return c.set == zn_set_box() && *rows == 0;
        *rows += c.size;
    }
    return true;
}

/* Does a scheme leave the positions of its rows to a projection? That one begins at may be corrected
 * whatever the scheme is, if there are positions. */
static bool left_to(const zni_projector *p, const zni_lin *s, zn_level level)
{
    bool places = true;

    for (zn_index j = 0; j < s->nds; j++)
        places = places && !s->a->ds[j]->nx;
    return level == ZN_LEVEL_VELOCITY ||
           (p->beginning && places && level == ZN_LEVEL_POSITION);
}

zn_status zni_projector_enter(zni_projector *p, zn_index k, zn_level level,
                               const zni_body *bodies)
{
    const zni_lin *s = zni_problem_lin(&p->problem, k);
    zn_index rows = 0;
    zn_status st = ZN_OK;

    if (!p->on || !left_to(p, s, level) || s->more->D ||
        s->a->law->type->levels == ZN_LAW_FORCE)
        return ZN_OK;
    if (!projectable(s->a->law, &rows))
        return p->joints || p->beginning ? ZN_OK :  zn_fail(p->problem.ctx, ZN_ENOTSUP,
                       "interaction '%s': law '%s' is neither unilateral nor "
                       "bilateral, its position cannot be projected",
                       s->a->name, s->a->law->type->type.name);
    if (rows == 0) /* a relay, dry friction: it has no place to be */
        return ZN_OK;
    for (zn_index j = 0; !st && j < s->nds; j++)
        st = enter_system(p, &bodies[s->body[j]]);
    if (!st)
        st = zni_problem_enter(&p->problem, k, ZN_LEVEL_POSITION, bodies);
    if (!st)
        zni_problem_member(&p->problem, k)->unit = (int32_t)rows;
    return st;
}

/* ---- one iteration ----------------------------------------------------------------- */

static bool bilateral(const zni_problem *p, const zni_member *m, zn_index row)
{
    zn_index end = 0;
    zn_cone c;

    for (zn_index k = 0; zni_member_cone(p, m, k, &c); k++) {
        end += c.size;
        if (row % m->stride < end)
            return c.set == zn_set_zero();
    }
    return false;
}

/* How far the row is from its place, if it is projected. */
static double violation(const zni_problem *p, const zni_member *m, zn_index row)
{
    const zni_lins *L = p->lins;
    const zn_index off = zni_problem_lin(p, m->place)->off;

    if (row % m->stride >= m->unit || !eligible(p, m, row) ||
        (L->nredundant && L->redundant[off + row]))
        return 0;
    return bilateral(p, m, row) || tied(p, m, row)
               ? fabs(m->act->c[row])
               : fmax(-m->act->c[row], 0);
}

zn_status zni_projector_look(zni_projector *p, const zni_body *bodies,
                             const zn_step *step, bool first, double *worst)
{
    zni_problem *o = &p->problem;
    zn_status st = ZN_OK;

    *worst = 0;
    zni_lins_hold(o->lins, true);
    p->worst_at = -1;
    for (zn_index k = 0; !st && k < o->nmember; k++)
        if (zni_problem_member(o, k)->in)
            st = zni_member_linearise(o, k, bodies, step);
    if (!st && first)
        zni_projector_measure(p);
    for (zn_index k = 0; !st && k < o->nmember; k++) {
        const zni_member *m = zni_problem_member(o, k);
        const zni_lin *s = m->in ? zni_problem_lin(o, k) : NULL;
        for (zn_index i = 0; s && i < s->m; i++) {
            const double v = violation(o, m, i) /
                             zni_projector_may_stay(p, s->off + i);
            if (v > *worst) {
                *worst = v;
                p->worst_at = k;
                p->worst_row = i;
            }
        }
    }
    zni_lins_hold(o->lins, false);
    return st;
}

/* A = T'T at q, T (nq x n) by columns of the identity. */
static void euclidean(const zn_ds *ds, const double q[], zn_index n,
                      double I[], double T[], double A[])
{
    const zn_index nq = ds->nq;

    memset(I, 0, (size_t)(nq * nq) * sizeof *I);
    for (zn_index i = 0; i < nq; i++)
        I[i + i * nq] = 1;
    zn_ds_tangent(ds, q, nq, I, T);
    for (zn_index c = 0; c < n; c++)
        for (zn_index r = 0; r < n; r++) {
            A[r + c * n] = 0;
            for (zn_index i = 0; i < nq; i++)
                A[r + c * n] += T[i + r * nq] * T[i + c * nq];
        }
}

/* Values in a pattern, with the identity in rows and columns of what is prescribed. */
static void mask(const zn_ds *ds, const zn_pattern *shape, double x[],
                 unsigned char fixed[])
{
    const zn_index *index = zn_ds_bc_index(ds);

    if (!zn_ds_bc_count(ds))
        return;
    memset(fixed, 0, (size_t)ds->nv);
    for (zn_index k = 0; k < zn_ds_bc_count(ds); k++)
        fixed[index[k]] = 1;
    zn_pattern_mask(shape, fixed, x);
}

/* Values of the metric at q; behind them there is room. */
static zn_status fill_metric(const zni_projector *p, const zn_ds *ds,
                             const double q[], double A[])
{
    const zn_pattern shape = pattern_of(p, ds);
    double *rest = A + zn_pattern_count(&shape);
    zn_status st = ZN_OK;

    if (p->mass)
        st = ds->type->mass(ds, q, A);
    else if (ds->type->tangent)
        euclidean(ds, q, ds->nv, rest, rest + (zn_index)ds->nq * ds->nq, A);
    else
        for (zn_index i = 0; i < ds->nv; i++)
            A[i] = 1;
    if (!st)
        mask(ds, &shape, A, (unsigned char *)rest);
    return st;
}

/* The metric of a system at the trial position; one that is constant is made once. */
static zn_status make_metric(zni_projector *p, const zni_body *b,
                             const zn_step *step)
{
    const zn_ds *ds = b->ds;
    zni_metric *a = &p->metric[ds->place];
    zn_status st = ZN_OK;

    if (a->made &&
        (p->mass ? zn_vary_constant(ds->varies.M) : !ds->type->tangent))
        return ZN_OK;
    if (!a->A) /* the system has changed */
        st = make_factor(p, ds, a);
    if (!st)
        st = fill_metric(p, ds, step->q1 + ds->q_off, p->work);
    if (!st)
        st = zn_factor_set(a->A, p->work);
    a->made = st ? 0 : zni_problem_tick(&p->problem);
    return zn_note(ds->owner.ctx, st, "metric of the projection, system '%s'",
                   ds->owner.name);
}

zn_status zni_projector_assemble(zni_projector *p, const zni_body *bodies,
                                  const zn_step *step)
{
    zni_problem *o = &p->problem;
    zn_status st = zni_problem_activate(o, step);

    for (zn_index k = 0; !st && k < o->active.nact; k++) {
        const zn_index place = o->active.act[k];
        const zni_lin *s = zni_problem_lin(o, place);
        for (zn_index j = 0; !st && j < s->nds; j++)
            st = make_metric(p, &bodies[s->body[j]], step);
    }
    return st ? st : zni_problem_assemble(o, bodies, step, false);
}

void zni_projector_shift(const zni_projector *p, const zni_body *b,
                         const double V[], const zn_step *step)
{
    double *q = step->q1 + b->ds->q_off;

    memcpy(p->work, q, (size_t)b->ds->nq * sizeof *q);
    zn_ds_retract(b->ds, p->work, V, q);
}

bool zni_projector_moves(const double V[], zn_index n)
{
    bool so = false;

    for (zn_index i = 0; !so && i < n; i++)
        so = V[i] != 0;
    return so;
}

zn_status zni_projector_move(zni_projector *p, const zni_body *bodies,
                              zn_index nbody, zn_index nu, const zn_step *step)
{
    zni_problem *o = &p->problem;

    memset(p->move, 0, (size_t)nu * sizeof *p->move);
    zni_problem_increment(o, bodies, p->move);
    for (zn_index i = 0; i < o->active.n; i++)
        p->total[o->rows.where[i]] += o->rows.z[i];
    for (zn_index k = 0; k < nbody; k++) {
        const zni_body *b = &bodies[k];
        if (!b->ds || !zni_projector_moves(p->move + b->uoff, b->n))
            continue;
        p->moved[b->uoff] = true;
        zni_projector_shift(p, b, p->move + b->uoff, step);
    }
    return ZN_OK;
}
