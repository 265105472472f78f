/* nsgs.c - Gauss-Seidel on the blocks of a generic mechanical problem, as a solver
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic.h"

/* The iteration is in sweep.c, a block in part.c. What is done with the equality
 * rows is chosen by an option: swept block by block, taken together as one block
 * (assemble), or eliminated before (condense.c). */
typedef struct nsgs {
    zni_gsweep opt;
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

static zn_status eliminated(nsgs *s, zn_ctx *ctx, double z[], double w[],
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
        st = zni_gsweep_set(ctx, &s->work, &s->opt, &s->reduced);
    if (st)
        return st;
    info->outcome = ZN_SOLVED;
    zni_condensed_restrict(k, z);
    for (int round = 0; round < ZNI_CORRECTIONS; round++) {
        /* the scale of the error is that of the whole problem */
        if (k->p.n > 0)
            zni_condensed_scale(k, &s->g, &s->reduced);
        if (k->p.n > 0)
            st = zni_gsweep_run(ctx, &s->work, &s->opt, &s->reduced, k->z, k->w,
                                mon, info);
        if (st < 0)
            return st;
        total += info->iterations;
        zni_condensed_expand(k, &s->g, z);
        zni_gm_mul(&s->g, z, s->g.p->q, w);
        if (st || zni_gm_error(&s->g, z, w) <= s->opt.tol)
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
    zn_status st = zni_gm_set(ctx, &s->g, problem);

    if (st)
        return st;
    s->opt.assemble = s->equalities == ASSEMBLE;
    if (s->equalities == ELIMINATE)
        return eliminated(s, ctx, z, w, mon, info);
    st = zni_gsweep_set(ctx, &s->work, &s->opt, &s->g);
    if (st == ZN_ESINGULAR)
        return zn_fail(ctx, st,
                       "the matrix of the %td equality rows is singular",
                       s->work.joint.n);
    return st ? st
              : zni_gsweep_run(ctx, &s->work, &s->opt, &s->g, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    nsgs *s = state;

    zni_gm_fini(ctx, &s->g);
    zni_gm_fini(ctx, &s->reduced);
    zni_condensed_fini(ctx, &s->c);
    zni_gsweep_fini(ctx, &s->work);
}

#define OPT(kind, name, field, def, lo, hi, words, help)                       \
    {                                                                          \
        kind, name, offsetof(nsgs, field), def, lo, hi, words, "-", help       \
    }

static const zn_option options[] = {
    OPT(ZN_OPTION_REAL, "tol", opt.tol, 1e-8, 0, 1, NULL,
        "error that counts as solved"),
    OPT(ZN_OPTION_INT, "max_iter", opt.max_iter, 10000, 1, 1e9, NULL,
        "sweeps before giving up"),
    OPT(ZN_OPTION_REAL, "omega", opt.omega, 1, 0.01, 1.99, NULL,
        "relaxation (equalities=assemble: of the other blocks)"),
    OPT(ZN_OPTION_BOOL, "shuffle", opt.shuffle, 0, 0, 1, NULL,
        "a new random order of the blocks each sweep"),
    OPT(ZN_OPTION_INT, "seed", opt.seed, 1, 0, 1e9, NULL,
        "of the random order"),
    OPT(ZN_OPTION_CHOICE, "equalities", equalities, SWEEP, 0, 0,
        "sweep|assemble|eliminate",
        "equality blocks: one by one, as one block, or eliminated before"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_generic_nsgs, ZN_KIND_GENERIC_SOLVER, "nsgs",
           "Gauss-Seidel, each block exactly (Jourdan, Alart & Jean 1998)",
           nsgs, options, .reserve = reserve, .solve = solve, .fini = fini);
