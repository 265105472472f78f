/* auto.c - the generic mechanical solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/prox.h"
#include "../../strategy/portfolio.h"
#include "auto.h"
#include "few.h"

/* The strategy, in order; the first that brings the error to tol answers:
 *
 *   eliminated       no friction and no relay, up to 64 rows, of which up to 11 are no equalities:
 *                    joints by blocks, stops by sets or pivots (few.c)
 *   mlcp             no friction and no relay: "auto" of that class
 *   relay, friction, rolling-friction
 *                    only relays and unilateral rows, only contacts of one kind:
 *                    "auto" of that class
 *   eliminated       the equality rows condensed, stops and relays together, if
 *                    there are any and few rows stay; what stays goes to one of
 *                    these if it can, else to newton, plane and then nsgs
 *   newton           Alart-Curnier and min
 *   plane            contacts in the plane beside stops and relays, not many: pivots,
 *                    which redundant rows do not slow down
 *   newton           from zero: a start may lead to a point where rows that pull
 *                    against each other leave neither way to go
 *   nsgs             while its rate promises the end within `patience` sweeps
 *   newton-fb        Fischer-Burmeister, strong regularisation, from the start
 *   newton-natural   from the best point
 *   prox             hardly any proximal term, from the best point, if little is left:
 *                    redundant rows that differ in their last digits shift multipliers
 *                    until a contact gives way
 *   newton           of few rows: from many starts (starts.c)
 *   nsgs             max_sweeps sweeps in random order, after `patience` while they seem to be enough
 *   newton           from the best point: sweeps that have found what contacts do may be
 *                    slow to the end, where a step or two are enough
 *
 * Joints stiffen a problem more than contacts do: swept with them Gauss-Seidel is
 * slow, so they are taken out first; S is as dense as the mechanism is
 * connected, hence the limit on its rows, and newton before it where M is thin and S would be
 * large. Each method starts from the best point
 * so far unless said otherwise and has a limit of iterations. If none succeeds the
 * best point comes back with its error. */

static zni_gblocks look(const zn_generic *p)
{
    zni_gblocks has = {0};

    for (zn_index b = 0; b < p->nb; b++) {
        has.relay |= p->kind[b] == ZN_GENERIC_RELAY;
        has.contact[p->kind[b]] |= p->kind[b] >= ZN_GENERIC_FRICTION_2D;
        has.unilateral |= p->kind[b] == ZN_GENERIC_UNILATERAL;
        if (p->kind[b] == ZN_GENERIC_EQUALITY)
            has.equalities += p->start[b + 1] - p->start[b];
    }
    for (int kind = 0; kind <= ZN_GENERIC_SPINNING_3D; kind++)
        has.contacts += has.contact[kind];
    return has;
}

static zn_status init(void *state, zn_ctx *ctx)
{
    zni_gauto *s = state;
    zn_status st = zn_solver_new(ctx, "mlcp", "auto", &s->mlcp);

    if (!st)
        st = zn_solver_new(ctx, "relay", "auto", &s->relay);
    if (!st)
        st = zn_solver_new(ctx, "friction", "auto", &s->friction);
    return st ? st : zn_solver_new(ctx, "rolling-friction", "auto", &s->rolling);
}

/* what depends on the number of rows alone */
static zn_status vectors(zni_gauto *s, zn_ctx *ctx, zn_index n)
{
    const zn_index few = n < ZNI_GSMALL ? n : ZNI_GSMALL;
    zn_status st = zn_grow(ctx, &s->eq, &s->cap_eq, n, sizeof *s->eq);

    if (!st)
        st = zni_room(ctx, &s->best, &s->cap_best, ZNI_PORTFOLIO(n, n),
                     sizeof *s->best);
    if (!st)
        st = zni_room(ctx, &s->prox, &s->cap_prox, ZNI_PROXIMATED(n, n),
                     sizeof *s->prox);
    return st ? st
              : zni_room(ctx, &s->full, &s->cap_full, few * few,
                         sizeof *s->full);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    zni_gauto *s = state;
    zn_status st = zni_gm_reserve(ctx, &s->g, n, nnz);

    if (!st)
        st = zni_gsweep_reserve(ctx, &s->sweeps, n, nnz);
    if (!st)
        st = zni_gmnewton_reserve(ctx, &s->newton, n, nnz);
    if (!st)
        st = vectors(s, ctx, n);
    if (st || n < 1 || nnz / n < n)
        return st;
    /* what the other classes need is known with the blocks; dense: all */
    zn_solver *const others[] = {s->mlcp, s->relay, s->friction, s->rolling};

    for (size_t k = 0; k < sizeof others / sizeof others[0] && !st; k++)
        st = zn_solver_reserve(others[k], n, nnz);
    if (!st)
        st = zni_condensed_reserve(ctx, &s->c, n, n, nnz);
    if (!st)
        st = zni_gplane_reserve(ctx, &s->plane, zni_gplane_most(n), n);
    return st ? st : zni_gm_reserve(ctx, &s->reduced, n, n * n);
}

/* The methods that apply, in order. */
static void order(zni_gauto *s, zni_portfolio *all)
{
    for (int k = 0; k < ZNI_GENERIC_WAYS; k++) {
        const zni_generic_way *m = zni_generic_ways + k;

        if (m->suits && !m->suits(s))
            continue;
        all->fresh |= (unsigned)m->fresh << all->count;
        s->way[all->count++] = m;
    }
}

static zn_status run(const zni_portfolio *all, int i, zn_ctx *ctx, double z[],
                     double w[], zn_monitor *mon, zn_solve_info *info)
{
    zni_gauto *s = all->state;
    const zni_generic_way *m = s->way[i];
    zn_status st = ZN_OK;

    if (!s->whole && m->blocks) {
        st = zni_gm_fill(ctx, &s->g);
        s->whole = !st;
    }
    s->strict = 1;
    s->left = -1;
    if (m->name)
        info->solver = m->name;
    if (!st)
        st = m->run(s, ctx, m, z, w, mon, info);
    if (st < 0)
        return st;
    if (st || !(s->left >= 0)) {
        zni_gm_mul(&s->g, z, s->g.p->q, w);
        s->left = zni_gm_error(&s->g, z, w);
    }
    info->error = s->left;
    /* far out in the kernel of redundant rows w may be 0 by rounding alone */
    if (info->error <= s->tol && zni_gm_hides(&s->g, z))
        info->error = zn_generic_error(s->g.p, z, w, s->prox);
    if (info->error <= s->tol)
        info->outcome = ZN_SOLVED;
    return info->error <= s->tol ? ZN_OK : ZN_UNSOLVED;
}

static const char *why(const zni_portfolio *all, int i)
{
    return ((const zni_gauto *)all->state)->way[i]->why;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    zni_gauto *s = state;
    const zn_generic *p = problem;
    zni_portfolio all = {
        .run = run, .why = why, .state = s, .nz = p->n, .nw = p->n};
    zn_status st;

    s->tried = s->tried && !mon; /* who watches is told */
    s->has = look(p);
    /* the units at once; blocks, and room, are made by the first method that needs them */
    s->whole = false;
    st = zni_gm_cut(ctx, &s->g, p);
    if (!st)
        st = vectors(s, ctx, p->n);
    if (st)
        return st;
    order(s, &all);
    all.best = s->best;
    return zni_portfolio_run(&all, ctx, z, w, mon, info);
}

static bool near(void *state, const void *problem, double z[], double w[], zn_solve_info *info)
{
    zni_gauto *s = state;

    s->tried = true;
    return zni_gat_once(s, problem, z, w, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    zni_gauto *s = state;

    zn_solver_free(s->mlcp);
    zn_solver_free(s->relay);
    zn_solver_free(s->friction);
    zn_solver_free(s->rolling);
    zni_gm_fini(ctx, &s->g);
    zni_gm_fini(ctx, &s->reduced);
    zni_condensed_fini(ctx, &s->c);
    zni_gsweep_fini(ctx, &s->sweeps);
    zni_gmnewton_fini(ctx, &s->newton);
    zni_gplane_fini(ctx, &s->plane);
    zn_free_array(ctx, s->eq);
    zn_free_array(ctx, s->full);
    zn_free_array(ctx, s->best);
    zn_free_array(ctx, s->prox);
}

static const zn_option options[] = {
    ZN_OPT_REAL(zni_gauto, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(zni_gauto, patience, 1000, 1, 1e9, "-",
               "sweeps that Gauss-Seidel may still seem to need"),
    ZN_OPT_INT(zni_gauto, max_sweeps, 20000, 1, 1e9, "-",
               "sweeps of Gauss-Seidel each time it is tried"),
    ZN_OPT_INT(zni_gauto, max_steps, 100, 1, 1e6, "-",
               "most steps of a Newton method"),
    ZN_OPT_INT(zni_gauto, max_condensed, 1500, 0, 1e5, "-",
               "most rows that elimination of the equalities may leave"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_generic_auto, ZN_KIND_GENERIC_SOLVER, "auto",
           "mlcp, elimination of equalities, Newton, Gauss-Seidel; falls back",
           zni_gauto, options, .init = init, .reserve = reserve, .solve = solve,
           .fini = fini, .near = near);
