/* gsolvers.c - the methods of friction with the equations of motion kept, each as a solver
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/units.h"
#include "ipm.h"

typedef struct solver {
    zni_motion g;
    double tol;
    zn_index max_iter;
    union { /* of those that have more */
        zni_nsgs nsgs;
        zni_gnewton newton;
        zni_vnewton velocity;
        zni_admm admm;
        zni_homotopy homotopy;
        zni_vi vi;
    } how;
    int which; /* variant of the method that is running */
    int variant, line_search; /* options of newton-ac; of all newton-... */
    int shift, brief, polish; /* of interior points and their path */
    zn_index inner_iter; /* of aclm, and these */
    int inner, accelerate;
    double rho;
    char solver[ZN_WORD_MAX];       /* of the condensed problem          */
    zni_gnsgs_work sweeps;
    zni_gnewton_work newton;   /* of alternating directions, too */
    zni_vnewton_work velocity; /* what ends the central path, too; of `homotopy` */
    zni_gipm_work points;
    zni_reduced reduced;
    zni_turns turns;
    double *v; /* of vi-...; of aclm */
    zn_index cap_v;
} solver;

static void fini(solver *s, zn_ctx *ctx)
{
    zni_motion_fini(ctx, &s->g);
    zni_gnsgs_fini(ctx, &s->sweeps);
    zni_gnewton_fini(ctx, &s->newton);
    zni_vnewton_fini(ctx, &s->velocity);
    zni_gipm_fini(ctx, &s->points);
    zni_reduced_fini(ctx, &s->reduced);
    zni_turns_fini(ctx, &s->turns);
    zn_free_array(ctx, s->v);
}

/* The parts of zni_motion that a method needs, its variant, and the method. */
typedef struct method {
    int parts, which;
    zn_status (*run)(solver *s, zni_call call);
} method;

static zn_status solve(solver *s, zni_call call, const method *m, const void *problem)
{
    const zn_status st =
        zni_motion_begin(call.ctx, &s->g, problem, m->parts, call.z, call.w, call.mon);

    s->which = m->which;
    return st ? st : m->run(s, call);
}

/* the method `name`, and its `solve` as in zn_solver_type */
#define METHOD(name, ...)                                                                          \
    static const method name = {__VA_ARGS__};                                                      \
    ZNI_SOLVE(solve_##name, solve, &name)

#define SOLVER(ident, kind, text, about, table, name, ...)                                         \
    ZNI_SOLVER(ident, kind, text, about, solver, table, solve_##name, fini, __VA_ARGS__)
#define FRICTION(ident, text, about, table, name)                                                  \
    SOLVER(zni_global_friction_##ident, ZN_KIND_GLOBAL_FRICTION_SOLVER, text, about, table, name,  \
           .init = NULL)
#define ROLLING(ident, text, about, table, name)                                                   \
    SOLVER(zni_global_rolling_##ident, ZN_KIND_GLOBAL_ROLLING_SOLVER, text, about, table, name,    \
           .init = zni_motion_init_rolling)

/* ---- Gauss-Seidel: gnsgs.c ----------------------------------------------- */

static zn_status run_nsgs(solver *s, zni_call call)
{
    zn_status st = zni_nsgs_check(call.ctx, &s->how.nsgs);

    if (!st && !zni_motion_sweeps(&s->g))
        st = zni_motion_influence(call.ctx, &s->g, INFINITY);
    return st ? st : zni_gnsgs_run(call, &s->sweeps, &s->how.nsgs, &s->g);
}

METHOD(nsgs, ZNI_BLOCKS, 0, run_nsgs)

static const zn_option nsgs_options[] = {
    ZNI_NSGS_LIMITS(solver, how.nsgs),
    ZNI_NSGS_OMEGA(solver, how.nsgs),
    ZNI_NSGS_ORDERS(solver, how.nsgs, "natural|shuffled|reverse", "of the contacts",
                    ZNI_NSGS_PACES, ZNI_NSGS_PACES_ARE),
    ZNI_NSGS_SHUFFLE(solver, how.nsgs),
    ZNI_NSGS_FREEZE(solver, how.nsgs, "contact"),
    ZN_OPT_END,
};

FRICTION(nsgs, "nsgs", "Gauss-Seidel on v, W not formed (Jourdan et al. 1998)", nsgs_options,
         nsgs);

/* ---- Newton: gnewton.c --------------------------------------------------- */

static zn_status run_newton(solver *s, zni_call call)
{
    static const int searches[] = {ZNI_FULL_STEP, ZNI_ARMIJO, ZNI_GOLDSTEIN};
    zn_status st = ZN_OK;

    if (s->how.newton.hybrid > 0 && !zni_motion_sweeps(&s->g))
        st = zni_motion_influence(call.ctx, &s->g, INFINITY);
    s->how.newton.map = s->variant ? ZNI_JM : s->which;
    s->how.newton.search = searches[s->line_search];
    return st ? st : zni_gnewton_run(call, &s->newton, &s->how.newton, &s->g);
}

METHOD(newton_ac, ZNI_BLOCKS | ZNI_WAYS, ZNI_AC, run_newton)
METHOD(newton_natural, ZNI_BLOCKS | ZNI_WAYS, ZNI_NATURAL, run_newton)
METHOD(newton_fb, ZNI_BLOCKS | ZNI_WAYS, ZNI_FB, run_newton)

#define NEWTONS                                                                                    \
    ZNI_LIMITS_IN(solver, how.newton, 1e-8, 200, 1e6, "steps before giving up"),                   \
        ZNI_OPTION(solver, CHOICE, "jacobian", how.newton.reduced, 1, 0, 0, "full|reduced",        \
                   "unknowns of the system: v, u, r, or v, r"),                                    \
        ZN_OPT_CHOICE(solver, line_search, 1, "none|armijo|goldstein-price",                       \
                      "how steps are damped"),                                                     \
        ZNI_OPTION(solver, REAL, "rho", how.newton.rho, 1, 1e-300, 1e300, NULL,                    \
                   "scales u to r, for the choice constant"),                                      \
        ZNI_OPTION(solver, REAL, "regularisation", how.newton.reg, 1e-6, 0, 1, NULL,               \
                   "proximal term of the Jacobian, relative to the diagonal of W"),                \
        ZNI_OPTION(solver, INT, "hybrid", how.newton.hybrid, 100, 0, 1e6, NULL,                    \
                   "Gauss-Seidel sweeps when a step fails, 0: give up")

static const zn_option ac_options[] = {
    NEWTONS,
    ZNI_OPTION(solver, CHOICE, "rho_choice", how.newton.rho_rule, 0, 0, 0, "block|constant|split",
               "from the contact's block, the option rho, or from parts of the block"),
    ZN_OPT_CHOICE(solver, variant, 0, "alart-curnier|jean-moreau",
                  "radius of the friction disk: predicted or present load"),
    ZN_OPT_END,
};
static const zn_option newton_options[] = {
    NEWTONS,
    ZNI_OPTION(solver, CHOICE, "rho_choice", how.newton.rho_rule, 0, 0, 0, "block|constant",
               "from the contact's block, or the option rho"),
    ZN_OPT_END,
};

FRICTION(newton_ac, "newton-ac", "Newton on the whole, Alart-Curnier (1991), Jean-Moreau (1992)",
         ac_options, newton_ac);
FRICTION(newton_natural, "newton-natural", "Newton on the whole, natural map (Christensen 1998)",
         newton_options, newton_natural);
FRICTION(newton_fb, "newton-fb", "Newton on the whole, Fischer-Burmeister (Fukushima 2002)",
         newton_options, newton_fb);

/* ---- Newton by bodies: vnewton.c ------------------------------------------- */

static zn_status by_bodies(solver *s, zni_call call, const zni_vnewton *opt)
{
    const zn_status st = zni_vnewton_set(call.ctx, &s->velocity, &s->g, call.mon);

    return st ? st : zni_vnewton_run(call, &s->velocity, opt);
}

static zn_status run_velocity(solver *s, zni_call call)
{
    const zn_status st = by_bodies(s, call, &s->how.velocity);

    if (st >= 0)
        zni_motion_move(&s->g, call.z, call.w);
    return st;
}

METHOD(velocity, ZNI_WAYS, 0, run_velocity)

static const zn_option velocity_options[] = {
    ZNI_LIMITS_IN(solver, how.velocity, 1e-8, 1000, 1e9,
                  "steps of Newton's method, those of proximal points included"),
    ZNI_OPTION(solver, INT, "steps", how.velocity.steps, ZNI_VNEWTON_STEPS, 1, 1e9, NULL,
               "most of them on the problem itself, before proximal points"),
    ZN_OPT_END,
};

FRICTION(newton_velocity, "newton-velocity",
         "semismooth Newton, then proximal points, factors by bodies", velocity_options,
         velocity);

/* ---- alternating directions: gnewton.c ---------------------------------------- */

static zn_status run_admm(solver *s, zni_call call)
{
    zn_status st;

    s->how.admm.theta = 1.6;
    zni_motion_scale(&s->g, call.z);
    st = zni_gadmm_run(call, &s->newton, &s->how.admm, &s->g);
    zni_motion_unscale(&s->g, call.z, call.w);
    return st;
}

METHOD(admm, ZNI_WAYS, 0, run_admm)

static const zn_option admm_options[] = {
    ZNI_LIMITS_IN(solver, how.admm, 1e-8, 20000, 1e9, "iterations"),
    ZNI_OPTION(solver, REAL, "rho", how.admm.rho, 1, 1e-9, 1e9, NULL,
               "first penalty, relative to the inverse of the diagonal of W"),
    ZN_OPT_END,
};

FRICTION(admm, "admm", "alternating directions, W not formed (Boyd et al. 2011)", admm_options,
         admm);
ROLLING(admm, "admm", "alternating directions on the scaled problem, nothing is condensed",
        admm_options, admm);

/* ---- the path of proximal problems: ghomotopy.c -------------------------------- */

static zn_status run_homotopy(solver *s, zni_call call)
{
    return zni_ghomotopy_run(call, &s->velocity, &s->how.homotopy, &s->g);
}

METHOD(homotopy, ZNI_WAYS, 0, run_homotopy)

static const zn_option homotopy_options[] = {
    ZNI_PROX_PATH_OPTIONS(solver, how.homotopy, "H'M^-1 H")};

FRICTION(homotopy, "homotopy", "path of proximal problems by its length (Keller 1977), by bodies",
         homotopy_options, homotopy);
ROLLING(homotopy, "homotopy", "path of proximal problems by its length (Keller 1977), by bodies",
        homotopy_options, homotopy);

/* ---- extragradient and fixed point on the reactions: vi.c ------------------------ */

static zn_status run_vi(solver *s, zni_call call)
{
    zni_motion *g = &s->g;
    const zn_index m = g->m;
    const zn_status st = zn_grow(call.ctx, &s->v, &s->cap_v, ZNI_VI * m + g->n + m, sizeof *s->v);
    const zni_view a = zni_view_kept(g, s->v + ZNI_VI * m);
    zni_call reactions = call;
    zn_status end;

    if (st)
        return st;
    s->how.vi.opt.kind = s->which;
    s->how.vi.unit = m > 0 ? g->scale : 1;
    reactions.z += g->n;
    end = zni_vi_run(reactions, &s->how.vi, &a, s->v);
    memcpy(call.z, a.z, (size_t)g->n * sizeof *call.z);
    return end;
}

METHOD(extragradient, 0, ZNI_EXTRAGRADIENT, run_vi)
METHOD(fixed_point, 0, ZNI_FIXED_POINT, run_vi)

static const zn_option vi_options[] = {
    ZNI_PROJECTION_OPTIONS(solver, how.vi.opt, 50000,
                           ", relative to the inverse of the diagonal of W"),
    ZN_OPT_END,
};

FRICTION(vi_extragradient, "vi-extragradient", "extragradient on the reactions (Khobotov 1987)",
         vi_options, extragradient);
FRICTION(vi_fixed_point, "vi-fixed-point", "projection on the reactions, adaptive (Han & Sun 2004)",
         vi_options, fixed_point);

/* ---- interior points and their path: gipm.c ----------------------------------- */

/* Rounding limits the path before it limits the problem: for a contact with neither load nor velocity x and y are as
 * small as the square root of m. Newton's method gains the last digits. */
static zn_status polish(solver *s, zni_call call)
{
    const zn_index done = call.info->iterations;
    const zni_vnewton opt = {s->tol, s->max_iter - done, ZNI_VNEWTON_STEPS};
    const zn_status st = by_bodies(s, call, &opt);

    call.info->iterations += done;
    return st;
}

static zn_status run_points(solver *s, zni_call call)
{
    const zni_fipm opt = {
        .tol = s->tol, .max_iter = s->max_iter, .shift = s->shift, .brief = s->brief};
    const bool rolls = s->g.c.mur != NULL;
    zni_gipm_work *k = &s->points;
    zn_status st;

    k->path = s->which;
    st = zni_gipm_set(call.ctx, k, &s->g, call.mon);
    if (st)
        return st;
    k->whole = s->polish && !rolls ? &s->velocity : NULL;
    k->work.near = k->whole != NULL;
    zni_motion_scale(&s->g, call.z);
    st = zni_gipm_run(call, k, &opt);
    if (st == ZN_UNSOLVED && k->path && !rolls && call.info->outcome == ZN_STALLED &&
        call.info->iterations < s->max_iter)
        st = polish(s, call);
    zni_motion_unscale(&s->g, call.z, call.w);
    return st;
}

METHOD(points, ZNI_WAYS, false, run_points)
METHOD(path, ZNI_WAYS, true, run_points)

static const zn_option points_options[] = {
    ZNI_IPM_OPTIONS(solver),
    ZN_OPT_BOOL(solver, brief, 0,
                "end where steps without the derivative stand still, and do not begin anew"),
    ZN_OPT_END,
};
static const zn_option path_options[] = {
    ZNI_PATH_OPTIONS(solver),
    ZN_OPT_BOOL(solver, polish, 0,
                "Newton's method on the whole problem from where the path leads"),
    ZN_OPT_END,
};
static const zn_option rolling_path_options[] = {ZNI_PATH_OPTIONS(solver), ZN_OPT_END};

FRICTION(interior_point, "interior-point", "primal-dual interior points, nothing is condensed",
         points_options, points);
ROLLING(interior_point, "interior-point",
        "primal-dual interior points on the scaled problem, nothing condensed", points_options,
        points);
FRICTION(central_path, "central-path", ZNI_PATH_IS, path_options, path);
ROLLING(central_path, "central-path", ZNI_PATH_IS, rolling_path_options, path);

/* ---- a fixed point of convex problems -------------------------------------------- */

/* Acary, Cadoux, Lemarechal & Malick, ZAMM 91 (2011): for fixed s = mu ||u_T||
 *     M v = H r + q,   u = H'v + b,   K* contains u + s e_N, orthogonal to r in K,
 * are the optimality conditions of min v'M v / 2 - q'v subject to H'v + b + s e_N in K*; then s <- mu ||u_T|| at its
 * solution. The convex problem is solved, from the last solution and more exactly as the fixed point comes near, by
 * alternating directions, by Newton's method on its natural map (if that stalls, again by the former), or by interior
 * points. The change of s decreases by a constant factor, which Anderson acceleration improves; near the solution
 * Newton's method on the whole problem may end the iteration (vnewton.c). */
enum { NEWTON_STEPS = 50, INTERIOR_STEPS = 40 };
enum { ADMM, NEWTON, INTERIOR }; /* inner */

/* If the error of the start is larger, or its reactions are 0, the first problem has s = 0: contacts dilate instead
 * of sliding, so that most of those stick that can. With the s of freely falling bodies the iterates slide, and may
 * converge to a solution that slides, or not at all: on piles of 600 contacts they stall at 1e-3 where the others
 * reach 1e-8. The error of r = 0 does not tell, as it decreases with the height of a pile: 0.297 on two piles of
 * 460 grains. */
static const double NEAR = 0.3;

/* A tenth of the present error is enough, down to a tenth of tol; but not for interior points: while they have not
 * converged, sticking contacts have a ||u_T||, by which s would grow, so that contacts loosen and more of them
 * slide. */
static double inner_tol(const solver *s, double err)
{
    return s->inner == INTERIOR
               ? 0.1 * s->tol
               : fmax(0.1 * s->tol, fmin(1e-2, 0.1 * err));
}

static zn_status convex(void *of, double err, const double shift[], zni_call call)
{
    solver *s = of;
    const double tol = inner_tol(s, err);
    const double last = s->newton.penalty;
    const zni_admm directions = {.tol = tol,
                                 .max_iter = s->inner_iter,
                                 .rho = last > 0 ? s->g.scale / last : s->rho,
                                 .theta = 1, /* 1.6 gains little here, where problems are short */
                                 .shift = shift};
    const zni_gnewton newton = {
        .tol = tol,
        .max_iter = NEWTON_STEPS < s->inner_iter ? NEWTON_STEPS : s->inner_iter,
        .map = ZNI_NATURAL,
        .reduced = true,
        .reg = 1e-6,
        .shift = shift};
    const zni_fipm interior = {
        .tol = tol,
        .max_iter =
            INTERIOR_STEPS < s->inner_iter ? INTERIOR_STEPS : s->inner_iter,
        .given = shift};
    zn_index steps = 0;
    zn_status st;

    /* the last solution is on the border of the cones, where interior points cannot start */
    if (s->inner == INTERIOR) {
        memset(call.z + s->g.n, 0, (size_t)s->g.m * sizeof *call.z);
        return zni_gipm_run(call, &s->points, &interior);
    }
    if (s->inner == NEWTON) {
        st = zni_gnewton_run(call, &s->newton, &newton, &s->g);
        if (st != ZN_UNSOLVED || call.info->outcome == ZN_INTERRUPTED)
            return st;
        steps = call.info->iterations;
    }
    st = zni_gadmm_run(call, &s->newton, &directions, &s->g);
    call.info->iterations += steps;
    return st;
}

/* Newton's method on the whole problem */
static zn_status end_turns(void *of, zni_call call)
{
    solver *s = of;
    const zni_vnewton opt = {s->tol, PTRDIFF_MAX, ZNI_VNEWTON_STEPS};

    return by_bodies(s, call, &opt);
}

static double error(void *of, const double z[], const double w[])
{
    return zni_motion_error(&((solver *)of)->g, z, w);
}

static zn_status room(solver *s, zn_ctx *ctx, zn_monitor *mon)
{
    const zni_gnewton full = {.reduced = true}; /* as in convex() */
    zni_motion *g = &s->g;
    zn_status st = zn_grow(ctx, &s->v, &s->cap_v, g->n + g->m + 1, sizeof *s->v);

    if (!st && s->inner != INTERIOR && g->m <= ZNI_ROOMY)
        st = zni_gadmm_size(ctx, &s->newton, g);
    if (!st && s->inner == NEWTON && g->m <= ZNI_ROOMY)
        st = zni_gnewton_size(ctx, &s->newton, &full, g);
    if (!st && s->inner == INTERIOR)
        st = zni_gipm_set(ctx, &s->points, g, mon);
    return st ? st : zni_turns_begin(ctx, &s->turns, g->nc, s->accelerate);
}

static zn_status run_turns(solver *s, zni_call call)
{
    zni_motion *g = &s->g;
    const zni_turning f = {.of = s,
                           .n = g->n + g->m,
                           .d = g->d,
                           .mu = g->p->mu,
                           .tol = s->tol,
                           .max_iter = s->max_iter,
                           .exact = s->inner == INTERIOR,
                           .convex = convex,
                           .error = error,
                           .polish = s->polish ? end_turns : NULL};
    zn_status st = room(s, call.ctx, call.mon);

    if (st)
        return st;
    s->newton.penalty = 0;
    zni_motion_move(g, call.z, call.w);
    if (zni_largest(call.z + g->n, g->m) > 0 && zni_motion_error(g, call.z, call.w) < NEAR)
        zni_turns_from(&s->turns, g->d, g->p->mu, call.w);
    st = zni_turns_run(call, &s->turns, &f, s->v);
    if (st >= 0)
        zni_motion_move(g, call.z, call.w);
    return st;
}

METHOD(turns, ZNI_BLOCKS | ZNI_WAYS, 0, run_turns)

static const zn_option turns_options[] = {
    ZNI_LIMITS(solver, 1e-8, 200, 1e9, "convex problems"),
    ZN_OPT_INT(solver, inner_iter, 2000, 1, 1e9, "-",
               "iterations on one convex problem"),
    ZN_OPT_CHOICE(solver, inner, ADMM, "admm|newton|interior-point",
                  "solver of the convex problems"),
    ZN_OPT_BOOL(solver, accelerate, 0, "Anderson's acceleration of the shift"),
    ZN_OPT_BOOL(solver, polish, 0,
                "Newton's method on the whole problem from where turns lead"),
    ZN_OPT_REAL(solver, rho, 1, 1e-9, 1e9, "-",
                "first penalty of admm, relative to the inverse of the "
                "diagonal of W"),
    ZN_OPT_END,
};

FRICTION(aclm, "aclm", "fixed point on mu ||u_T||, convex inside (Acary et al. 2011)",
         turns_options, turns);

/* ---- the condensed problem: reduced.c ------------------------------------------ */

static zn_status run_reduced(solver *s, zni_call call)
{
    return zni_reduced_run(call, &s->reduced, s->solver, s->tol, &s->g);
}

METHOD(reduced, 0, 0, run_reduced)

static zn_status solve_rolling(solver *s, zni_call call, const void *problem)
{
    return zni_reduced_rolling(call, &s->reduced, s->solver, s->tol, &s->g, problem);
}

static const zn_option reduced_options[] = {
    ZNI_TOL(solver, tol, 1e-8),
    ZN_OPT_WORD(solver, solver, "nsgs", "of the condensed class, for the condensed problem"),
    ZN_OPT_END,
};

FRICTION(reduced, "reduced", "condensed problem by a solver of friction", reduced_options, reduced);
ZNI_SOLVER(zni_global_rolling_reduced, ZN_KIND_GLOBAL_ROLLING_SOLVER, "reduced",
           "condensed problem by a solver of rolling friction", solver, reduced_options,
           solve_rolling, fini, .init = NULL);
