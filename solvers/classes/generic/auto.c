/* auto.c - the generic mechanical solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/prox.h"
#include "auto.h"

/* Joints make Gauss-Seidel slow, more than contacts do, so they are eliminated first. The Schur complement S is as
 * dense as the mechanism is connected; therefore its rows are limited, and Newton's method comes first where M is
 * thin and S would be large. Every method has a limit of iterations. */

extern const zn_problem_type zni_generic_problem;

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

const char *const zni_generic_classes[] = {"mlcp", "relay", "friction", "rolling-friction"};

static zn_status init(void *state, zn_ctx *ctx)
{
    zni_gauto *s = state;
    zn_status st = ZN_OK;

    for (int k = 0; k < ZNI_GCLASSES && !st; k++)
        st = zn_solver_new(ctx, zni_generic_classes[k], "auto", &s->of[k]);
    return st;
}

/* the vectors, whose sizes depend on the number of rows only */
static zn_status vectors(zni_gauto *s, zn_ctx *ctx, zn_index n)
{
    const zn_index few = n < ZNI_GSMALL ? n : ZNI_GSMALL;
    return ZNI_GROW(ctx, ZNI_ARRAY(s, eq, n), ZNI_BARE(s, prox, ZNI_PROXIMATED(n, n)),
                    ZNI_BARE(s, full, few * few));
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
    if (!st)
        st = zni_store_reserve(&s->store, ctx, &zni_generic_problem, n, n, nnz);
    if (st || n < 1 || nnz / n < n)
        return st;
    /* the needs of other classes depend on the blocks; a dense matrix may be of any class */
    for (int k = 0; k < ZNI_GCLASSES && !st; k++)
        st = zn_solver_reserve(s->of[k], n, nnz);
    if (!st)
        st = zni_condensed_reserve(ctx, &s->c, n, n, nnz);
    return st ? st : zni_gplane_reserve(ctx, &s->plane, zni_gplane_most(n), n);
}

static zn_status prepare(zni_turn *t)
{
    zni_gauto *s = t->state;
    zn_status st = ZN_OK;

    if (!s->whole && t->m->is & ZNI_WHOLE) {
        st = zni_gm_fill(t->ctx, &s->g);
        s->whole = !st;
    }
    s->strict = 1;
    s->left = -1;
    return st;
}

static zn_status judge(zni_turn *t, zn_status st)
{
    zni_gauto *s = t->state;
    zn_solve_info *info = t->info;

    if (st < 0)
        return st;
    if (st || !(s->left >= 0)) {
        zni_gm_mul(&s->g, t->z, s->g.p->q, t->w);
        s->left = zni_gm_error(&s->g, t->z, t->w);
    }
    info->error = s->left;
    /* far out in the null space of redundant rows w may be zero only because of rounding */
    if (info->error <= s->tol && zni_gm_hides(&s->g, t->z))
        info->error = zn_generic_error(s->g.p, t->z, t->w, s->prox);
    if (info->error <= s->tol)
        info->outcome = ZN_SOLVED;
    return info->error <= s->tol ? ZN_OK : ZN_UNSOLVED;
}

static zn_status solve(void *state, zni_call call, const void *problem)
{
    zni_gauto *s = state;
    const zn_generic *p = problem;
    const zni_portfolio all = {.list = zni_generic_methods,
                               .state = s,
                               .problem = p,
                               .class = &zni_generic_problem,
                               .tol = s->tol,
                               .store = &s->store,
                               .nz = p->n,
                               .nw = p->n,
                               .prepare = prepare,
                               .judge = judge};
    zn_status st;

    s->tried = s->tried && !call.mon; /* a callback is told of every method */
    s->has = look(p);
    /* the units now; the first method that needs the blocks fills them */
    s->whole = s->c.open = false;
    st = zni_gm_cut(call.ctx, &s->g, p);
    if (!st)
        st = vectors(s, call.ctx, p->n);
    return st ? st : zni_portfolio_run(&all, call.ctx, call.z, call.w, call.mon, call.info);
}

static bool near(void *state, const void *problem, double z[], double w[], zn_solve_info *info)
{
    zni_gauto *s = state;

    s->tried = true;
    return zni_gfew(problem, s->tol, &s->warm, z, w, info);
}

static void fini(zni_gauto *s, zn_ctx *ctx)
{
    for (int k = 0; k < ZNI_GCLASSES; k++)
        zn_solver_free(s->of[k]);
    zni_store_fini(&s->store, ctx);
    zni_gm_fini(ctx, &s->g);
    zni_condensed_fini(ctx, &s->c);
    zni_refute_fini(ctx, &s->proof);
    zni_gsweep_fini(ctx, &s->sweeps);
    zni_gmnewton_fini(ctx, &s->newton);
    zni_gplane_fini(ctx, &s->plane);
    ZNI_FREE(ctx, s->eq, s->full, s->prox);
}

static const zn_option options[] = {
    ZNI_TOL(zni_gauto, tol, 1e-8),
    ZN_OPT_INT(zni_gauto, patience, 1000, 1, 1e9, "-",
               "sweeps that Gauss-Seidel may still seem to need"),
    ZN_OPT_INT(zni_gauto, max_sweeps, 20000, 1, 1e9, "-",
               "sweeps of Gauss-Seidel each time it is tried"),
    ZN_OPT_INT(zni_gauto, max_steps, 100, 1, 1e6, "-",
               "most steps of a Newton method"),
    ZN_OPT_INT(zni_gauto, max_condensed, 1500, 0, 1e5, "-",
               "most rows that elimination of the equalities may leave"),
    ZNI_GUESTS_OPTION(zni_gauto, store.guests),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_generic_auto, ZN_KIND_GENERIC_SOLVER, "auto",
           "mlcp, elimination of equalities, Newton, Gauss-Seidel; falls back", zni_gauto, options,
           solve, fini, .init = init, .reserve = reserve, .near = near);
