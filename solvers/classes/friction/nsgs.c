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
    *opt = s->opt;
    if (opt->accelerate && (opt->order == ZNI_SHUFFLED || opt->freeze > 0))
        return zn_fail(ctx, ZN_EINVAL,
                       "'accelerate' needs sweeps that are all alike, not "
                       "'order' = shuffled or 'freeze'");
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

#define OPT(kind, name, field, def, lo, hi, words, help)                       \
    {                                                                          \
        kind, name, offsetof(nsgs, opt.field), def, lo, hi, words, "-", help   \
    }

#define COMMON                                                                 \
    OPT(ZN_OPTION_REAL, "tol", tol, 1e-8, 0, 1, NULL,                          \
        "error that counts as solved"),                                        \
        OPT(ZN_OPTION_INT, "max_iter", max_iter, 10000, 1, 1e9, NULL,          \
            "sweeps before giving up"),                                        \
        OPT(ZN_OPTION_REAL, "omega", omega, 1, 0.01, 1.99, NULL,               \
            "relaxation"),                                                     \
        OPT(ZN_OPTION_CHOICE, "order", order, 0, 0, 0,                         \
            "natural|shuffled|reverse|coloured|domains",                       \
            "of the contacts; coloured: groups without a block in common; "    \
            "domains: such groups of domains of near ones"),                   \
        OPT(ZN_OPTION_CHOICE, "shuffle", once, 0, 0, 0, "each|once",           \
            "shuffled order: anew for each sweep, or once"),                   \
        OPT(ZN_OPTION_INT, "seed", seed, 1, 0, 1e9, NULL,                      \
            "of the shuffled order"),                                          \
        OPT(ZN_OPTION_INT, "threads", threads, 1, 0, 256, NULL,                \
            "that share a colour, 0: as many as processors; same bits"),       \
        OPT(ZN_OPTION_INT, "grain", grain, 4000, 0, 1e9, NULL,                 \
            "blocks for each thread and colour, in the mean; with less, one "  \
            "thread"),                                                         \
        OPT(ZN_OPTION_INT, "freeze", freeze, 0, 0, 1e6, NULL,                  \
            "sweeps for which a settled contact is left alone"),               \
        OPT(ZN_OPTION_CHOICE, "accelerate", accelerate, 0, 0, 0,               \
            "no|yes|momentum|nesterov",                                        \
            "sweeps combined by Anderson's least squares, with momentum by "   \
            "conjugate gradients, or to and fro with Nesterov's"),             \
        OPT(ZN_OPTION_CHOICE, "check", check, 0, 0, 0, "light|full",           \
            "error by the change of r and in full at the end, or in full "     \
            "always")

static const zn_option options[] = {
    COMMON,
    OPT(ZN_OPTION_CHOICE, "local", local, 0, 0, 0,
        "exact|newton|projection|cylinder|states",
        "one contact: closed form, damped Newton on Alart-Curnier, steps on "
        "the cone, on the cylinder, or every state"),
    OPT(ZN_OPTION_INT, "local_iter", local_iter, 20, 1, 1e6, NULL,
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
