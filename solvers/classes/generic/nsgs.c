/* nsgs.c - Gauss-Seidel on the blocks of a generic mechanical problem, as a solver
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic.h"

/* The iteration is in sweep.c, a block in part.c. What is done with the equality
 * rows is chosen by an option: swept block by block, taken together as one block
 * (assemble), or eliminated before (condense.c). */
typedef struct nsgs {
    zni_nsgs opt;
    bool shuffle; /* another word for an order */
    int equalities;
    zni_gm g, reduced;
    zni_condensed c;
    zni_gsweep_work work;
} nsgs;

enum { SWEEP, ASSEMBLE, ELIMINATE };

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    nsgs *s = state;
    zn_status st = zni_gm_reserve(ctx, &s->g, n, nnz);

    if (!st)
        st = zni_gsweep_reserve(ctx, &s->work, n, nnz);
    if (!st && s->equalities == ASSEMBLE)
        st = zni_joint_reserve(ctx, &s->work.joint, n, nnz);
    /* how many rows stay is known with the blocks */
    if (!st && s->equalities == ELIMINATE && n > 0 && nnz / n >= n)
        st = zni_condensed_reserve(ctx, &s->c, n, n, nnz);
    if (!st && s->equalities == ELIMINATE && n > 0 && nnz / n >= n)
        st = zni_gm_reserve(ctx, &s->reduced, n, n * n);
    return st;
}

static zn_status eliminated(nsgs *s, zn_ctx *ctx, const zni_nsgs *opt, double z[], double w[],
                            zn_monitor *mon, zn_solve_info *info)
{
    zni_condensed *k = &s->c;
    zn_index total = 0;
    zn_status st = zni_condensed_set(ctx, k, &s->g);

    if (st == ZN_ESINGULAR)
        return zn_fail(ctx, st,
                       "the %td equality rows cannot be eliminated: M_EE is "
                       "singular, or not solvable for the other columns",
                       k->joint.n);
    if (!st && k->p.n > 0)
        st = zni_gm_set(ctx, &s->reduced, &k->p);
    if (!st && k->p.n > 0)
        st = zni_gsweep_set(ctx, &s->work, opt, &s->reduced);
    if (st)
        return st;
    info->outcome = ZN_SOLVED;
    zni_condensed_restrict(k, z);
    for (int round = 0; round < ZNI_CORRECTIONS; round++) {
        /* the scale of the error is that of the whole problem */
        if (k->p.n > 0)
            zni_condensed_scale(k, &s->g, &s->reduced);
        if (k->p.n > 0)
            st = zni_gsweep_run(ctx, &s->work, opt, &s->reduced, k->z, k->w,
                                mon, info);
        if (st < 0)
            return st;
        total += info->iterations;
        zni_condensed_expand(k, &s->g, z);
        zni_gm_mul(&s->g, z, s->g.p->q, w);
        if (st || zni_gm_error(&s->g, z, w) <= opt->tol)
            break;
        zni_condensed_correct(k, &s->g, z, w);
    }
    info->iterations = total;
    return st;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    nsgs *s = state;
    zni_nsgs opt = s->opt;
    zn_status st;

    opt.local = s->equalities == ASSEMBLE ? ZNI_ASSEMBLED : 0;
    opt.order = s->shuffle ? ZNI_SHUFFLED : opt.order;
    st = zni_nsgs_check(ctx, &opt);
    if (!st)
        st = zni_gm_set(ctx, &s->g, problem);
    if (st)
        return st;
    if (s->equalities == ELIMINATE)
        return eliminated(s, ctx, &opt, z, w, mon, info);
    st = zni_gsweep_set(ctx, &s->work, &opt, &s->g);
    if (st == ZN_ESINGULAR)
        return zn_fail(ctx, st,
                       "the matrix of the %td equality rows is singular",
                       s->work.joint.n);
    return st ? st
              : zni_gsweep_run(ctx, &s->work, &opt, &s->g, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    nsgs *s = state;

    zni_gm_fini(ctx, &s->g);
    zni_gm_fini(ctx, &s->reduced);
    zni_condensed_fini(ctx, &s->c);
    zni_gsweep_fini(ctx, &s->work);
}

static const zn_option options[] = {
    ZNI_NSGS_LIMITS(nsgs, opt),
    ZNI_OPTION(nsgs, REAL, "omega", opt.omega, 1, 0.01, 1.99, NULL,
               "relaxation (equalities=assemble: of the other blocks)"),
    ZNI_NSGS_ORDERS(nsgs, opt, "natural|shuffled|reverse", "of the blocks", "no|yes",
                    "sweeps combined by Anderson's least squares"),
    ZNI_NSGS_FREEZE(nsgs, opt, "block"),
    ZN_OPT_BOOL(nsgs, shuffle, false, "order = shuffled: a new one each sweep"),
    ZN_OPT_CHOICE(nsgs, equalities, 0, "sweep|assemble|eliminate",
                  "equality blocks: one by one, as one block, or eliminated before"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_generic_nsgs, ZN_KIND_GENERIC_SOLVER, "nsgs",
           "Gauss-Seidel, each block exactly (Jourdan, Alart & Jean 1998)",
           nsgs, options, .reserve = reserve, .solve = solve, .fini = fini);
