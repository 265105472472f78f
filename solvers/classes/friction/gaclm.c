/* gaclm.c - global friction as a fixed point of convex problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "ipm.h"

/* Acary, Cadoux, Lemarechal & Malick, ZAMM 91 (2011): with s = mu ||u_T|| kept,
 *     M v = H r + q,   u = H'v + b,   K* contains u + s e_N, orthogonal to r in K,
 * are the conditions of optimality of min v'M v / 2 - q'v, H'v + b + s e_N in K*;
 * s <- mu ||u_T|| at its solution. The convex problem is solved by alternating
 * directions, by Newton on its natural map (and, where that stalls, again by the
 * former) or by interior points, more exactly as the fixed point comes near, from the
 * last solution. The change of s becomes less by a constant factor from turn to turn,
 * which Anderson's acceleration makes more of; or, near enough, Newton's method on the
 * whole problem ends it (vnewton.c). */
enum { NEWTON_STEPS = 50, INTERIOR_STEPS = 40 };
enum { ADMM, NEWTON, INTERIOR }; /* inner */

/* From a point of more error the first problem has s = 0: contacts dilate instead of
 * sliding, so that most of those hold that can. With the s of bodies that fall freely the
 * way goes through points where they slide, and may end at a solution where they do,
 * or nowhere: on piles of 600 contacts at 1e-3 where the other is at 1e-8. */
static const double NEAR = 0.3;

typedef struct gaclm {
    zn_ctx *ctx; /* of the call under way */
    double tol;
    zn_index max_iter;
    zn_index inner_iter;
    int inner;
    int accelerate;
    int polish;
    double rho;
    zni_motion g;
    zni_gadmm_work admm;
    zni_gnewton_work newton;
    zni_gipm_work interior;
    zni_vnewton_work whole;
    zni_turns turns;
    double *v; /* n + m: best */
    zn_index cap_v;
} gaclm;

/* A tenth of what is left is enough, at the end of tol; but not for interior points,
 * where what sticks has a ||u_T|| that is the larger the less they have converged: s
 * grows by it, the contacts loosen, and more of them slide. */
static double inner_tol(const gaclm *s, double err)
{
    return s->inner == INTERIOR
               ? 0.1 * s->tol
               : fmax(0.1 * s->tol, fmin(1e-2, 0.1 * err));
}

static zn_status convex(void *of, double err, const double shift[], double z[],
                        double w[], zn_monitor *mon, zn_solve_info *info)
{
    gaclm *s = of;
    zn_ctx *ctx = s->ctx;
    const double tol = inner_tol(s, err);
    const zni_gadmm admm = {.tol = tol,
                            .max_iter = s->inner_iter,
                            .rho = s->admm.rho > 0 ? s->admm.rho * s->g.scale
                                                   : s->rho,
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

    /* from the border, where the last solution is, there is no way on */
    if (s->inner == INTERIOR) {
        memset(z + s->g.n, 0, (size_t)s->g.m * sizeof *z);
        return zni_gipm_run(ctx, &s->interior, &interior, z, w, mon, info);
    }
    if (s->inner == NEWTON) {
        st = zni_gnewton_run(ctx, &s->newton, &newton, &s->g, z, w, mon, info);
        if (st != ZN_UNSOLVED || info->outcome == ZN_INTERRUPTED)
            return st;
        steps = info->iterations;
    }
    st = zni_gadmm_run(ctx, &s->admm, &admm, &s->g, z, w, mon, info);
    info->iterations += steps;
    return st;
}

/* Newton's method on the whole problem */
static zn_status polish(void *of, double z[], double w[], zn_monitor *mon,
                        zn_solve_info *info)
{
    gaclm *s = of;
    const zni_vnewton opt = {s->tol, PTRDIFF_MAX, ZNI_VNEWTON_STEPS};
    zn_status st = zni_vnewton_set(s->ctx, &s->whole, &s->g, mon);

    return st ? st
              : zni_vnewton_run(s->ctx, &s->whole, &opt, z, w, mon, info);
}

static double error(void *of, const double z[], const double w[])
{
    return zni_motion_error(&((gaclm *)of)->g, z, w);
}

static zn_status room(gaclm *s, zn_monitor *mon)
{
    const zni_gnewton full = {.reduced = true}; /* as in convex() */
    zni_motion *g = &s->g;
    zn_status st = zn_grow(s->ctx, &s->v, &s->cap_v, g->n + g->m + 1,
                           sizeof *s->v);

    if (!st && s->inner != INTERIOR && g->m <= ZNI_ROOMY)
        st = zni_gadmm_size(s->ctx, &s->admm, g);
    if (!st && s->inner == NEWTON && g->m <= ZNI_ROOMY)
        st = zni_gnewton_size(s->ctx, &s->newton, &full, g);
    if (!st && s->inner == INTERIOR)
        st = zni_gipm_set(s->ctx, &s->interior, g, mon);
    return st ? st
              : zni_turns_begin(s->ctx, &s->turns, g->nc, s->accelerate);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    gaclm *s = state;
    zni_motion *g = &s->g;
    zn_status st = zni_motion_begin(ctx, g, problem, ZNI_BLOCKS | ZNI_WAYS, z, w, mon);
    const zni_turning f = {.of = s,
                           .n = g->n + g->m,
                           .d = g->d,
                           .mu = ((const zn_global_friction *)problem)->mu,
                           .tol = s->tol,
                           .max_iter = s->max_iter,
                           .exact = s->inner == INTERIOR,
                           .convex = convex,
                           .error = error,
                           .polish = s->polish ? polish : NULL};

    s->ctx = ctx;
    if (!st)
        st = room(s, mon);
    if (st)
        return st;
    s->admm.rho = 0;
    zni_motion_move(g, z, w);
    if (zni_motion_error(g, z, w) < NEAR)
        zni_turns_from(&s->turns, g->d, g->p->mu, w);
    st = zni_turns_run(&s->turns, &f, s->v, z, w, mon, info);
    if (st >= 0)
        zni_motion_move(g, z, w);
    return st;
}

static void fini(void *state, zn_ctx *ctx)
{
    gaclm *s = state;

    zni_motion_fini(ctx, &s->g);
    zni_gadmm_fini(ctx, &s->admm);
    zni_gnewton_fini(ctx, &s->newton);
    zni_gipm_fini(ctx, &s->interior);
    zni_vnewton_fini(ctx, &s->whole);
    zni_turns_fini(ctx, &s->turns);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    ZNI_LIMITS(gaclm, 1e-8, 200, 1e9, "convex problems"),
    ZN_OPT_INT(gaclm, inner_iter, 2000, 1, 1e9, "-",
               "iterations on one convex problem"),
    ZN_OPT_CHOICE(gaclm, inner, ADMM, "admm|newton|interior-point",
                  "solver of the convex problems"),
    ZN_OPT_BOOL(gaclm, accelerate, 0, "Anderson's acceleration of the shift"),
    ZN_OPT_BOOL(gaclm, polish, 0,
                "Newton's method on the whole problem from where turns lead"),
    ZN_OPT_REAL(gaclm, rho, 1, 1e-9, 1e9, "-",
                "first penalty of admm, relative to the inverse of the "
                "diagonal of W"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_global_friction_aclm, ZN_KIND_GLOBAL_FRICTION_SOLVER, "aclm",
           "fixed point on mu ||u_T||, convex inside (Acary et al. 2011)",
           gaclm, options, .solve = solve, .fini = fini);
