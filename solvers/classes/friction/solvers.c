/* solvers.c - the methods of friction, most of which `auto` tries, each as a solver
 * SPDX-License-Identifier: Apache-2.0 */
#include "auto.h"

/* The state is that of `auto`; each solver uses parts of it. */
typedef struct solver {
    zni_fauto all;
    double tol;
    zn_index max_iter;
    union { /* options of methods that have more */
        zni_nsgs nsgs;
        zni_fnewton newton;
        zni_prox prox;
        zni_homotopy homotopy;
        zni_admm admm;
        zni_patches patches;
        zni_vi vi;
        zni_gradient gradient;
    } how;
    int which;   /* variant of the method that is running */
    int variant; /* option of newton-ac, of newton of rolling friction, and of its nsgs: the local solver */
    int shift;
    int rescue;
    char normal[ZN_WORD_MAX];
} solver;

/* The parts of the state that a method uses (auto.h), its variant, the method itself on the problem in s->all.c,
 * and what is to be reserved besides the parts. */
typedef struct method {
    int parts, which;
    zn_status (*run)(solver *s, zni_call call);
    zn_status (*more)(solver *s, zn_ctx *ctx, zn_index n, zn_index nnz); /* or NULL */
} method;

static zn_status reserve(solver *s, zn_ctx *ctx, const method *m, zn_index n, zn_index nnz)
{
    const zn_status st = zni_fauto_reserve(&s->all, ctx, m->parts, n, nnz);

    return st || !m->more ? st : m->more(s, ctx, n, nnz);
}

static zn_status solve(solver *s, zni_call call, const method *m, const void *problem)
{
    zni_fc *c = &s->all.c;
    zn_status st = zni_fc_take(call.ctx, c, problem, call.z);

    s->which = m->which;
    s->all.interior.path = (m->parts & ZNI_PART_PATH) != 0;
    if (!st && m->parts & (ZNI_PART_FACTORS | ZNI_PART_NEWTON))
        st = zni_flin_begin(call.ctx, &s->all.newton.lin, c, call.z, call.w, call.mon, call.info);
    if (!st)
        st = m->run(s, call);
    zni_fc_unscale(c, call.z, call.w);
    return st;
}

/* the method `name`, its `reserve` and `solve` as in zn_solver_type */
#define METHOD(name, ...)                                                                          \
    static const method name = {__VA_ARGS__};                                                      \
    static zn_status reserve_##name(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)            \
    {                                                                                              \
        return reserve(state, ctx, &name, n, nnz);                                                 \
    }                                                                                              \
    ZNI_SOLVE(solve_##name, solve, &name)

#define SOLVER(ident, kind, text, about, table, name, ...)                                         \
    ZNI_SOLVER(ident, kind, text, about, solver, table, solve_##name, zni_fauto_fini,              \
               .reserve = reserve_##name, __VA_ARGS__)
#define FRICTION(ident, text, about, table, name)                                                  \
    SOLVER(zni_friction_##ident, ZN_KIND_FRICTION_SOLVER, text, about, table, name, .init = NULL)
#define ROLLING(ident, text, about, table, name)                                                   \
    SOLVER(zni_rolling_##ident, ZN_KIND_ROLLING_SOLVER, text, about, table, name,                  \
           .init = zni_fc_init_rolling)

/* ---- Gauss-Seidel: ../../contact/sweep.c ------------------------------------------- */

static zn_status reserve_colours(solver *s, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    const zni_fc *c = &s->all.c;
    zni_nsgs_work *k = &s->all.sweeps;
    zn_status st = ZN_OK;

    (void)nnz;
    if (s->how.nsgs.order == ZNI_DOMAINS)
        st = zni_domains_reserve(ctx, &k->domains, c->cap_diag, c->cap_i);
    if (!st && s->how.nsgs.order >= ZNI_COLOURED)
        st = zni_nsgs_reserve_colours(ctx, k, n, c->cap_diag, c->cap_i, c->cap_x);
    return st;
}

/* check the options, and resolve the number of threads */
static zn_status settle(zn_ctx *ctx, zni_nsgs *opt)
{
    const zn_status st = zni_nsgs_check(ctx, opt);

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

static zn_status sweep(solver *s, zni_call call)
{
    zni_nsgs opt = s->how.nsgs;
    const zn_status st = settle(call.ctx, &opt);

    if (s->all.c.as_rolling && s->variant)
        s->all.c.law = &zni_rolling_projected;
    return st ? st : zni_nsgs_run(call, &s->all.sweeps, &opt, &s->all.c);
}

METHOD(nsgs, ZNI_PART_SWEEPS, 0, sweep, reserve_colours)

#define NSGS                                                                                       \
    ZNI_NSGS_LIMITS(solver, how.nsgs), ZNI_NSGS_OMEGA(solver, how.nsgs),                           \
        ZNI_NSGS_ORDERS(solver, how.nsgs, "natural|shuffled|reverse|coloured|domains",             \
                        "of the contacts; coloured: groups without a block in common; "            \
                        "domains: such groups of domains of near ones",                            \
                        ZNI_NSGS_PACES, ZNI_NSGS_PACES_ARE),                                       \
        ZNI_NSGS_SHUFFLE(solver, how.nsgs), ZNI_NSGS_FREEZE(solver, how.nsgs, "contact"),          \
        ZNI_OPTION(solver, INT, "threads", how.nsgs.threads, 1, 0, 256, NULL,                      \
                   "that share a colour, 0: as many as processors; same bits"),                    \
        ZNI_OPTION(solver, INT, "grain", how.nsgs.grain, 4000, 0, 1e9, NULL,                       \
                   "blocks for each thread and colour, in the mean; with less, one thread")

static const zn_option nsgs_options[] = {
    NSGS,
    ZNI_OPTION(solver, CHOICE, "local", how.nsgs.local, 0, 0, 0,
               "exact|newton|projection|cylinder|states",
               "one contact: closed form, damped Newton on Alart-Curnier, steps on "
               "the cone, on the cylinder, or every state"),
    ZNI_OPTION(solver, INT, "local_iter", how.nsgs.local_iter, 20, 1, 1e6, NULL,
               "steps of the local projections on cone or cylinder"),
    ZN_OPT_END,
};
static const zn_option rolling_nsgs_options[] = {
    NSGS,
    ZNI_OPTION(solver, CHOICE, "local", variant, 0, 0, 0, "newton|projection",
               "how a contact is solved: exactly (in the plane by its nine "
               "states), or by projected steps"),
    ZN_OPT_END,
};

FRICTION(nsgs, "nsgs", "nonsmooth Gauss-Seidel, exact contacts (Jourdan et al. 1998)",
         nsgs_options, nsgs);
ROLLING(nsgs, "nsgs", "nonsmooth Gauss-Seidel, each contact by Newton or projections",
        rolling_nsgs_options, nsgs);

/* ---- on patches: patches.c ----------------------------------------------------------- */

static zn_status reserve_patches_of(solver *s, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    zn_status st = zni_seidel_reserve_pace(ctx, &s->all.sweeps.turns, n, ZNI_DEPTH);

    return st ? st : zni_patches_reserve(ctx, &s->all.patches, n, nnz);
}

static zn_status sweep_patches(solver *s, zni_call call)
{
    zni_patches how = s->how.patches;

    if (how.patience == 0)
        how.patience = how.max_iter;
    if (how.threads == 0)
        how.threads = zni_pool_cores();
    how.rescues = s->rescue ? PTRDIFF_MAX : 0;
    return zni_patches_run(call, &s->all.patches, &s->all.sweeps, &how, &s->all.c);
}

METHOD(patches, ZNI_PART_SWEEPS, 0, sweep_patches, reserve_patches_of)

static const zn_option patches_options[] = {
    ZNI_LIMITS_IN(solver, how.patches, 1e-8, 10000, 1e9,
                  "sweeps before giving up, those of patches by their share"),
    ZNI_OPTION(solver, INT, "first", how.patches.first, ZNI_PATCHES_FIRST, 1, 1e9, NULL,
               "sweeps of all before the first patch"),
    ZNI_OPTION(solver, INT, "granted", how.patches.granted, 0, 0, 1e9, NULL,
               "sweeps whatever the gain; after those it gives up unless it seems to arrive within "
               "max_iter; 0: all"),
    ZNI_OPTION(solver, INT, "patience", how.patches.patience, 0, 0, 1e9, NULL,
               "sweeps that it may still seem to need after those granted; 0: all that are left"),
    ZNI_OPTION(solver, INT, "size", how.patches.size, ZNI_PATCH, 1, 1e9, NULL,
               "contacts of the smallest patches"),
    ZNI_OPTION(solver, INT, "threads", how.patches.threads, 1, 0, 256, NULL,
               "that share 10000 contacts and more, 0: as many as processors; same bits"),
    ZN_OPT_BOOL(solver, rescue, 1, "the smallest patches that sweeps do not end: by `auto`"),
    ZN_OPT_END,
};

FRICTION(patches, "patches", "Gauss-Seidel on patches where the error is, between sweeps of all",
         patches_options, patches);

/* ---- Newton: ../../contact/fnewton.c ---------------------------------------------- */

static zn_status newton_steps(solver *s, zni_call call)
{
    static const zni_map_kind maps[] = {ZNI_NATURAL, ZNI_AC, ZNI_JM, ZNI_FB};

    s->how.newton.map = (int)maps[s->which + s->variant];
    return zni_fnewton_run(call, &s->all.newton, &s->how.newton, &s->all.c);
}

METHOD(newton, ZNI_PART_NEWTON, 0, newton_steps, NULL)
METHOD(newton_ac, ZNI_PART_NEWTON, 1, newton_steps, NULL)
METHOD(newton_fb, ZNI_PART_NEWTON, 3, newton_steps, NULL)

#define NEWTON                                                                                     \
    ZNI_LIMITS_IN(solver, how.newton, 1e-8, 200, 1e6, "steps before giving up"),                   \
        ZNI_OPTION(solver, BOOL, "line_search", how.newton.search, 1, 0, 1, NULL,                  \
                   "damp the steps"),                                                              \
        ZNI_OPTION(solver, REAL, "regularisation", how.newton.reg, 1e-6, 0, 1, NULL,               \
                   "proximal term of the Jacobian, relative to the diagonal of M"),                \
        ZNI_OPTION(solver, BOOL, "fade", how.newton.fade, 0, 0, 1, NULL,                           \
                   "that term shrinks as the residual does, down to 1e-6"),                        \
        ZNI_OPTION(solver, INT, "hybrid", how.newton.hybrid, 100, 0, 1e6, NULL,                    \
                   "Gauss-Seidel sweeps when a step fails, 0: give up")

static const zn_option ac_options[] = {
    NEWTON,
    ZN_OPT_CHOICE(solver, variant, 0, "alart-curnier|jean-moreau",
                  "radius of the friction disk: predicted or present load"),
    ZNI_OPTION(solver, CHOICE, "rho", how.newton.split, 0, 0, 0, "block|split",
               "lengths by the norm of W_aa, or by W_NN and the norm of W_TT"),
    ZN_OPT_END,
};
static const zn_option newton_options[] = {NEWTON, ZN_OPT_END};
static const zn_option rolling_newton_options[] = {
    NEWTON,
    ZNI_OPTION(solver, CHOICE, "map", variant, 0, 0, 0, "natural|alart-curnier|jean-moreau",
               "function to be made zero"),
    ZN_OPT_END,
};

FRICTION(newton_ac, "newton-ac", "semismooth Newton, Alart-Curnier (1991), Jean-Moreau (1992)",
         ac_options, newton_ac);
FRICTION(newton_natural, "newton-natural",
         "semismooth Newton on the natural map (Christensen 1998)", newton_options,
         newton);
FRICTION(newton_fb, "newton-fb", "semismooth Newton on Fischer-Burmeister (Fukushima 2002)",
         newton_options, newton_fb);
ROLLING(newton, "newton", "semismooth Newton on all contacts of the scaled problem",
        rolling_newton_options, newton);

/* ---- proximal points and their path: prox.c ------------------------------------------- */

static zn_status proximal(solver *s, zni_call call)
{
    return zni_prox_run(call, &s->all.work, &s->all.newton, &s->how.prox, &s->all.c);
}

static zn_status follow(solver *s, zni_call call)
{
    return zni_homotopy_run(call, &s->all.work, &s->all.newton, &s->how.homotopy, &s->all.c);
}

METHOD(prox, ZNI_PART_NEWTON | ZNI_PART_WORK, 0, proximal, NULL)
METHOD(homotopy, ZNI_PART_NEWTON | ZNI_PART_WORK, 0, follow, NULL)

#define PROX                                                                                       \
    ZNI_LIMITS_IN(solver, how.prox, 1e-8, 200, 1e9, "proximal steps"),                             \
        ZNI_OPTION(solver, INT, "inner_iter", how.prox.inner_iter, 40, 1, 1e6, NULL,               \
                   "Newton steps in each"),                                                        \
        ZNI_OPTION(solver, REAL, "alpha", how.prox.alpha, 0.1, 1e-9, 1e3, NULL,                    \
                   "first proximal term, relative to the diagonal of M"),                          \
        ZNI_OPTION(solver, REAL, "factor", how.prox.factor, 5, 1, 1e3, NULL,                       \
                   "by which the term shrinks or grows")

static const zn_option prox_options[] = {
    PROX,
    ZNI_OPTION(solver, CHOICE, "map", how.prox.map, 0, 0, 0, "alart-curnier|fischer-burmeister",
               "function that Newton solves"),
    ZN_OPT_END,
};
static const zn_option rolling_prox_options[] = {PROX, ZN_OPT_END};
static const zn_option homotopy_options[] = {ZNI_PROX_PATH_OPTIONS(solver, how.homotopy, "M")};

FRICTION(prox, "prox", "proximal point, Newton inside (Rockafellar 1976)", prox_options, prox);
ROLLING(prox, "prox", "proximal point, Newton inside (Rockafellar 1976)", rolling_prox_options,
        prox);
FRICTION(homotopy, "homotopy", "path of proximal problems by its length (Keller 1977)",
         homotopy_options, homotopy);
ROLLING(homotopy, "homotopy", "path of proximal problems of the scaled problem (Keller 1977)",
        homotopy_options, homotopy);

/* ---- alternating directions: admm.c ------------------------------------------------ */

static zn_status alternate(solver *s, zni_call call)
{
    s->how.admm.way = (zni_admm_way)s->which;
    return zni_admm_run(call, &s->all.work, &s->all.newton.lin, &s->how.admm, &s->all.c);
}

METHOD(admm, ZNI_PART_FACTORS | ZNI_PART_WORK, ZNI_ADMM, alternate, NULL)
METHOD(aclm, ZNI_PART_FACTORS | ZNI_PART_WORK, ZNI_ACLM, alternate, NULL)
METHOD(tresca, ZNI_PART_FACTORS | ZNI_PART_WORK, ZNI_TRESCA, alternate, NULL)

static const zn_option admm_options[] = {
    ZNI_LIMITS_IN(solver, how.admm, 1e-8, 20000, 1e9, "iterations, all told"),
    ZNI_OPTION(solver, REAL, "rho", how.admm.rho, 1, 1e-6, 1e6, NULL,
               "first penalty, relative to the diagonal of M"),
    ZNI_OPTION(solver, REAL, "theta", how.admm.theta, 1.6, 1, 1.9, NULL, "over-relaxation"),
    ZN_OPT_END,
};

FRICTION(admm, "admm", "alternating directions, balanced (Boyd et al. 2011)", admm_options, admm);
FRICTION(aclm, "aclm", "fixed point on mu ||u_T||, admm inside (Acary et al. 2011)", admm_options,
         aclm);
FRICTION(tresca, "tresca", "fixed point on mu r_N, admm inside (Haslinger 1983)", admm_options,
         tresca);
ROLLING(admm, "admm", "alternating directions on the scaled problem, balanced", admm_options, admm);

/* ---- extragradient and fixed point: vi.c --------------------------------------------- */

/* steps are longer than this over the size of W only where F is flat */
static const double LONGEST = 1e4;

static zn_status project(solver *s, zni_call call)
{
    const zni_view a = zni_view_condensed(&s->all.c);
    const double norm = zni_fc_norm(&s->all.c);
    const zn_status st = zni_work_room(call.ctx, &s->all.work, a.n);

    s->how.vi.opt.kind = s->which;
    s->how.vi.unit = norm > 0 ? norm : 1;
    s->how.vi.longest = LONGEST / a.scale;
    return st ? st
              : zni_vi_run(call, &s->how.vi, &a, s->all.work.v);
}

METHOD(extragradient, ZNI_PART_WORK, ZNI_EXTRAGRADIENT, project, NULL)
METHOD(fixed_point, ZNI_PART_WORK, ZNI_FIXED_POINT, project, NULL)

_Static_assert((int)ZNI_VI <= (int)ZNI_PROX_PATH, "zni_work_room");

#define VI(step_of_rho)                                                                            \
    ZNI_PROJECTION_STEPS(solver, how.vi.opt, 50000, ", relative to 1 / ||M||"),                    \
        ZNI_OPTION(solver, CHOICE, "step", how.vi.step, step_of_rho, 0, 0, "adaptive|fixed",       \
                   "length rho of the steps")

static const zn_option vi_options[] = {VI(0), ZN_OPT_END};
static const zn_option fixed_options[] = {VI(1), ZN_OPT_END};

FRICTION(vi_extragradient, "vi-extragradient",
         "extragradient, self-adaptive step (Khobotov 1987)", vi_options, extragradient);
FRICTION(vi_fixed_point, "vi-fixed-point",
         "fixed-point projection, self-adaptive step (Han & Lo 2002)", vi_options, fixed_point);
FRICTION(desaxce, "desaxce", "fixed point of De Saxce & Feng (1998), fixed step", fixed_options,
         fixed_point);

/* ---- gradients: gradient.c, cpg.c ------------------------------------------------------ */

static zn_status descend(solver *s, zni_call call)
{
    s->how.gradient.fast = s->which;
    return zni_gradient_run(call, &s->all.work, &s->all.sweeps.pool, &s->how.gradient, &s->all.c);
}

static zn_status conjugate(solver *s, zni_call call)
{
    return zni_cpg_run(call, &s->all.work, s->tol, s->max_iter, &s->all.c);
}

METHOD(apgd, ZNI_PART_WORK, true, descend, NULL)
METHOD(spg, ZNI_PART_WORK, false, descend, NULL)
METHOD(cpg, ZNI_PART_WORK, 0, conjugate, NULL)

static const zn_option gradient_options[] = {
    ZNI_LIMITS_IN(solver, how.gradient, 1e-8, 20000, 1e9, "steps before giving up"),
    ZNI_OPTION(solver, INT, "threads", how.gradient.threads, 1, 0, 256, NULL,
               "that share the products; 0: as many as there are processors"),
    ZN_OPT_END,
};
static const zn_option cpg_options[] = {
    ZNI_LIMITS(solver, 1e-8, 20000, 1e9, "steps before giving up"),
    ZN_OPT_END,
};

FRICTION(apgd, "apgd", "accelerated projected gradient, symmetric M (Mazhar et al. 2015)",
         gradient_options, apgd);
FRICTION(spg, "spg", "spectral projected gradient, symmetric M (Birgin et al. 2000)",
         gradient_options, spg);
FRICTION(cpg, "cpg", "conjugate projected gradient, symmetric M (Renouf 2005)", cpg_options, cpg);

/* ---- interior points and their path: ipm.c ------------------------------------------ */

static zn_status interior(solver *s, zni_call call)
{
    const zni_fipm opt = {.tol = s->tol, .max_iter = s->max_iter, .shift = s->shift};
    zni_fipm_work *k = &s->all.interior;
    const zn_status st = zni_fipm_reserve(call.ctx, k, s->all.c.n, zni_fipm_cones(&s->all.c));

    return st ? st
              : zni_fipm_run(call, k, &opt, &s->all.c, &s->all.newton.lin);
}

METHOD(points, ZNI_PART_FACTORS | ZNI_PART_POINTS, 0, interior, NULL)
METHOD(path, ZNI_PART_FACTORS | ZNI_PART_POINTS | ZNI_PART_PATH, 0, interior, NULL)

static const zn_option points_options[] = {ZNI_IPM_OPTIONS(solver), ZN_OPT_END};
static const zn_option path_options[] = {ZNI_PATH_OPTIONS(solver), ZN_OPT_END};

FRICTION(interior_point, "interior-point", "primal-dual interior points, Nesterov-Todd scaling",
         points_options, points);
ROLLING(interior_point, "interior-point",
        "primal-dual interior points, two cones share each normal", points_options, points);
FRICTION(central_path, "central-path", ZNI_PATH_IS, path_options, path);
ROLLING(central_path, "central-path", ZNI_PATH_IS, path_options, path);

/* ---- by the bodies that are found in W: uncondensed.c --------------------------------- */

/* factorisations of the path for each of max_iter: by default 4800, as `central-path` has */
enum { FACTORED = 24 };

static zn_status bodies(solver *s, zni_call call)
{
    const zni_fc *c = &s->all.c;
    const zni_by_bodies_how how = {
        .tol = s->tol,
        .most = {s->max_iter, s->max_iter, FACTORED * s->max_iter},
        .first = zni_friction_stands(c) ? ZNI_BODIES_TURNS : ZNI_BODIES_POINTS};
    zn_status st = zni_due(call.mon, ZNI_LOOKING * (double)c->nc);

    if (!st)
        st = zni_by_bodies_set(call.ctx, &s->all.bodies, c, call.mon);
    if (st == ZN_UNSOLVED) {
        zni_fc_mul(c, call.z, c->q, call.w);
        call.info->outcome = ZN_TIME_LIMIT;
    }
    if (st)
        return st;
    return s->all.bodies.found
               ? zni_by_bodies_run(call, &s->all.bodies, &how, c)
               : zn_fail(call.ctx, ZN_EINVAL, "no bodies are found in M, of %td contacts", c->nc);
}

static const method by_bodies = {.run = bodies};

ZNI_SOLVE(solve_by_bodies, solve, &by_bodies)

static const zn_option bodies_options[] = {
    ZNI_LIMITS(solver, 1e-8, 200, 1e6,
               "steps of interior points; convex problems in turns; a 24th of the factorisations of the path"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_friction_uncondensed, ZN_KIND_FRICTION_SOLVER, "uncondensed",
           "bodies are found in W, then interior points of their order", solver, bodies_options,
           solve_by_bodies, zni_fauto_fini, .init = NULL);

/* ---- loads and tangents in turns: panagiotopoulos.c ------------------------------------ */

static zn_status reserve_loads(solver *s, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    const zni_fc *c = &s->all.c;
    zni_panagiotopoulos_work *k = &s->all.loads;
    zn_status st = zni_panagiotopoulos_reserve(ctx, k, s->normal, c->cap_diag, c->cap_i, n);

    /* in the plane and in space; with all blocks, and with one less, when they are copied into a full matrix */
    for (zn_index d = 2; !st && d <= 3; d++) {
        const zn_index nb = nnz / (d * d);

        st = zn_solver_reserve(k->inner.solver, n / d, nb);
        if (!st)
            st = zn_solver_reserve(k->inner.solver, n / d, nb > 0 ? nb - 1 : 0);
    }
    return st;
}

/* most sweeps of a tangential problem */
enum { TANGENTS = 200 };

static zn_status loads_and_tangents(solver *s, zni_call call)
{
    const zni_panagiotopoulos opt = {
        .tol = s->tol, .max_iter = s->max_iter, .sweeps = TANGENTS, .normal = s->normal};

    return zni_panagiotopoulos_run(call, &s->all.loads, &opt, &s->all.c);
}

METHOD(turns, 0, 0, loads_and_tangents, reserve_loads)

static const zn_option turns_options[] = {
    ZNI_LIMITS(solver, 1e-8, 1000, 1e9, "turns, of a normal and a tangential problem"),
    ZN_OPT_WORD(solver, normal, "auto", "of the class lcp, for the loads"),
    ZN_OPT_END,
};

FRICTION(panagiotopoulos, "panagiotopoulos", "loads with r_T held, then r_T (Panagiotopoulos 1975)",
         turns_options, turns);

/* ---- pivots in the plane: plane.c ----------------------------------------------------- */

static zn_status reserve_pivots(solver *s, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    (void)nnz;
    return zni_plane_reserve(ctx, &s->all.plane, 2, n / 2);
}

static zn_status pivot(solver *s, zni_call call)
{
    return s->all.c.d == 2
               ? zni_plane_solve(call, &s->all.plane, s->tol, s->max_iter, &s->all.c)
               : zn_fail(call.ctx, ZN_EINVAL, "d = %td, the form is exact for d = 2", s->all.c.d);
}

METHOD(lemke, 0, 0, pivot, reserve_pivots)

static const zn_option lemke_options[] = {
    ZNI_LIMITS(solver, 1e-8, 100000, 1e9, "pivots before giving up"),
    ZN_OPT_END,
};

FRICTION(lemke, "lemke", "Lemke's pivots, three rows a contact, many paths, d = 2", lemke_options, lemke);
