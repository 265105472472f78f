/* nsgs.c - nonsmooth Gauss-Seidel as a solver
 * SPDX-License-Identifier: Apache-2.0 */
#include "../rolling/rolling.h"

/* The iteration is in sweep.c, one contact in contact.c and quartic.c. */
typedef struct nsgs {
    zni_nsgs opt;
    int local; /* rolling: how a contact is solved */
    zni_fc c;
    zni_nsgs_work work;
} nsgs;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    nsgs *s = state;
    zn_status st = zni_fc_reserve(ctx, &s->c, n, nnz);

    return st ? st : zni_nsgs_reserve(ctx, &s->work, n);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    nsgs *s = state;
    zn_status st = zni_fc_set(ctx, &s->c, problem);

    return st ? st
              : zni_nsgs_run(ctx, &s->work, &s->opt, &s->c, z, w, mon, info);
}

static zn_status solve_rolling(void *state, zn_ctx *ctx, const void *problem,
                               double z[], double w[], zn_monitor *mon,
                               zn_solve_info *info)
{
    nsgs *s = state;
    zn_status st = zni_fc_set_rolling(ctx, &s->c, problem, z);

    if (s->local)
        s->c.law = &zni_rolling_projected;
    if (!st)
        st = zni_nsgs_run(ctx, &s->work, &s->opt, &s->c, z, w, mon, info);
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
        OPT(ZN_OPTION_CHOICE, "shuffle", shuffle, 0, 0, 0, "never|once|each",  \
            "random order of the contacts"),                                   \
        OPT(ZN_OPTION_INT, "seed", seed, 1, 0, 1e9, NULL,                      \
            "of the random order"),                                            \
        OPT(ZN_OPTION_INT, "freeze", freeze, 0, 0, 1e6, NULL,                  \
            "sweeps for which a settled contact is left alone"),               \
        OPT(ZN_OPTION_CHOICE, "check", check, 0, 0, 0, "light|full",           \
            "error by the change of r and in full at the end, or in full "     \
            "always")

static const zn_option options[] = {COMMON, ZN_OPT_END};
static const zn_option rolling_options[] = {
    COMMON,
    ZN_OPT_CHOICE(nsgs, local, 0, "newton|projection",
                  "how a contact is solved: exactly (in the plane by its nine "
                  "states), or by projected steps"),
    ZN_OPT_END,
};

#define CLASS(ident, of, about, table, function)                               \
    const zn_solver_type ident = {.type = {.size = sizeof(zn_solver_type),     \
                                           .kind = of,                         \
                                           .name = "nsgs",                     \
                                           .summary = about,                   \
                                           .state_size = sizeof(nsgs),         \
                                           .options = table},                  \
                                  .reserve = reserve,                          \
                                  .solve = function,                           \
                                  .fini = fini}

CLASS(zni_friction_nsgs, ZN_KIND_FRICTION_SOLVER,
      "nonsmooth Gauss-Seidel, each contact exactly", options, solve);
CLASS(zni_rolling_nsgs, ZN_KIND_ROLLING_SOLVER,
      "nonsmooth Gauss-Seidel, each contact by Newton or projections",
      rolling_options, solve_rolling);
