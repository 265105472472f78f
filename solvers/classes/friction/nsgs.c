/* nsgs.c - nonsmooth Gauss-Seidel as a solver
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../contact/nsgs.h"
#include "../../contact/rolling.h"
#include "../../core/solver_type.h"

/* The iteration is in sweep.c, one contact in contact.c and quartic.c. */
typedef struct nsgs {
    zni_fc c;
    zni_nsgs opt;
    int local; /* rolling: how a contact is solved */
    zni_nsgs_work work;
} nsgs;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    nsgs *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    if (!st && s->opt.order == ZNI_DOMAINS)
        st = zni_domains_reserve(ctx, &s->work.domains, s->c.cap_diag,
                                 s->c.cap_i);
    if (!st && s->opt.order >= ZNI_COLOURED)
        st = zni_nsgs_reserve_colours(ctx, &s->work, n, s->c.cap_diag,
                                      s->c.cap_i, s->c.cap_x);
    return st ? st : zni_nsgs_reserve(ctx, &s->work, n);
}

/* The options as the run takes them. */
static zn_status settle(zn_ctx *ctx, const nsgs *s, zni_nsgs *opt)
{
    const zn_status st = zni_nsgs_check(ctx, &s->opt);

    *opt = s->opt;
    if (st)
        return st;
    if (opt->threads > 1 && opt->order < ZNI_COLOURED)
        return zn_fail(ctx, ZN_EINVAL,
                       "'threads' = %td needs 'order' = coloured or domains: in any "
                       "other order each contact waits for the one before",
                       opt->threads);
    if (opt->threads == 0 && opt->order >= ZNI_COLOURED)
        opt->threads = zni_pool_cores();
    return ZN_OK;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    nsgs *s = state;
    zni_nsgs opt;
    zn_status st = settle(ctx, s, &opt);

    if (!st)
        st = zni_fc_take(ctx, &s->c, problem, z);
    if (st)
        return st;
    if (s->c.as_rolling && s->local)
        s->c.law = &zni_rolling_projected;
    st = zni_nsgs_run(ctx, &s->work, &opt, &s->c, z, w, mon, info);
    zni_fc_unscale(&s->c, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    nsgs *s = state;

    zni_fc_fini(ctx, &s->c);
    zni_nsgs_fini(ctx, &s->work);
}

#define COMMON                                                                 \
    ZNI_NSGS_LIMITS(nsgs, opt), ZNI_NSGS_OMEGA(nsgs, opt),                     \
        ZNI_NSGS_ORDERS(                                                       \
            nsgs, opt, "natural|shuffled|reverse|coloured|domains",            \
            "of the contacts; coloured: groups without a block in common; "    \
            "domains: such groups of domains of near ones",                    \
            ZNI_NSGS_PACES, ZNI_NSGS_PACES_ARE),                               \
        ZNI_NSGS_SHUFFLE(nsgs, opt), ZNI_NSGS_FREEZE(nsgs, opt, "contact"),    \
        ZNI_OPTION(nsgs, INT, "threads", opt.threads, 1, 0, 256, NULL,         \
            "that share a colour, 0: as many as processors; same bits"),       \
        ZNI_OPTION(nsgs, INT, "grain", opt.grain, 4000, 0, 1e9, NULL,          \
            "blocks for each thread and colour, in the mean; with less, one thread")

static const zn_option options[] = {
    COMMON,
    ZNI_OPTION(nsgs, CHOICE, "local", opt.local, 0, 0, 0,
        "exact|newton|projection|cylinder|states",
        "one contact: closed form, damped Newton on Alart-Curnier, steps on "
        "the cone, on the cylinder, or every state"),
    ZNI_OPTION(nsgs, INT, "local_iter", opt.local_iter, 20, 1, 1e6, NULL,
        "steps of the local projections on cone or cylinder"),
    ZN_OPT_END,
};
static const zn_option rolling_options[] = {
    COMMON,
    ZN_OPT_CHOICE(nsgs, local, 0, "newton|projection",
                  "how a contact is solved: exactly (in the plane by its nine "
                  "states), or by projected steps"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_friction_nsgs, ZN_KIND_FRICTION_SOLVER, "nsgs",
           "nonsmooth Gauss-Seidel, exact contacts (Jourdan et al. 1998)", nsgs,
           options, .reserve = reserve, .solve = solve, .fini = fini);
ZNI_SOLVER(zni_rolling_nsgs, ZN_KIND_ROLLING_SOLVER, "nsgs",
           "nonsmooth Gauss-Seidel, each contact by Newton or projections",
           nsgs, rolling_options, .init = zni_fc_init_rolling,
           .reserve = reserve, .solve = solve, .fini = fini);
