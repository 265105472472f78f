/* gaclm.c - global friction as a fixed point of convex problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

/* Acary, Cadoux, Lemarechal & Malick, ZAMM 91 (2011): with s = mu ||u_T|| kept,
 *     M v = H r + q,   u = H'v + b,   K* contains u + s e_N, orthogonal to r in K,
 * are the conditions of optimality of min v'M v / 2 - q'v, H'v + b + s e_N in K*;
 * s <- mu ||u_T|| at its solution. The convex problem is solved by alternating
 * directions or by Newton on its natural map (and, where that stalls, again by the
 * former), more exactly as the fixed point comes near, from the last solution. */
enum { NEWTON_STEPS = 50 };

typedef struct gaclm {
    double tol;
    zn_index max_iter;
    zn_index inner_iter;
    int inner; /* 0: admm, 1: newton */
    double rho;
    zni_motion g;
    zni_gadmm_work admm;
    zni_gnewton_work newton;
    double *v; /* n + m + nc: best, s */
    zn_index cap_v;
} gaclm;

/* s from u; the change, Euclidean */
static double renew(const zni_motion *g, const double u[], double s[])
{
    double change = 0;

    for (zn_index a = 0; a < g->nc; a++) {
        const double *ua = u + g->d * a;
        double now =
            g->p->mu[a] *
            (g->d == 2 ? fabs(ua[1]) : sqrt(ua[1] * ua[1] + ua[2] * ua[2]));

        change += (now - s[a]) * (now - s[a]);
        s[a] = now;
    }
    return sqrt(change);
}

static zn_status convex(gaclm *s, zn_ctx *ctx, double tol, const double shift[],
                        double z[], double w[], zn_monitor *mon,
                        zn_solve_info *info)
{
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
        .search = ZNI_ARMIJO,
        .reg = 1e-6,
        .shift = shift};

    zn_index steps = 0;
    zn_status st;

    if (s->inner == 1) {
        st = zni_gnewton_run(ctx, &s->newton, &newton, &s->g, z, w, mon, info);
        if (st != ZN_UNSOLVED || info->outcome == ZN_INTERRUPTED)
            return st;
        steps = info->iterations;
    }
    st = zni_gadmm_run(ctx, &s->admm, &admm, &s->g, z, w, mon, info);
    info->iterations += steps;
    return st;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    gaclm *s = state;
    zni_motion *g = &s->g;
    zn_status st = zni_motion_set(ctx, g, problem, 0);
    const zni_gnewton full = {.reduced = true}; /* as in convex() */
    zn_index it = 0, total = 0;
    zn_outcome why = ZN_ITERATION_LIMIT;
    double err, least;
    size_t bytes;

    if (!st)
        st = zn_grow(ctx, &s->v, &s->cap_v, g->n + g->m + g->nc + 1,
                     sizeof *s->v);
    if (!st && g->m <= ZNI_ROOMY)
        st = zni_gadmm_size(ctx, &s->admm, g);
    if (!st && s->inner == 1 && g->m <= ZNI_ROOMY)
        st = zni_gnewton_size(ctx, &s->newton, &full, g);
    if (st)
        return st;

    double *best = s->v, *shift = best + g->n + g->m;

    bytes = (size_t)(g->n + g->m) * sizeof *z;
    s->admm.rho = 0;
    zni_motion_move(g, z, w);
    memset(shift, 0, (size_t)g->nc * sizeof *shift);
    renew(g, w, shift);
    err = least = zni_motion_error(g, z, w);
    memcpy(best, z, bytes);
    for (; it < s->max_iter && !(least <= s->tol); it++) {
        /* a tenth of what is left is enough, at the end of tol */
        st = convex(s, ctx, fmax(0.1 * s->tol, fmin(1e-2, 0.1 * err)), shift, z,
                    w, mon, info);
        if (st < 0)
            return st;
        total += info->iterations;
        err = zni_motion_error(g, z, w);
        if (err < least) {
            least = err;
            memcpy(best, z, bytes);
        }
        why = info->outcome;
        if (why == ZN_INTERRUPTED || why == ZN_TIME_LIMIT)
            break;
        why = st ? ZN_STALLED : ZN_ITERATION_LIMIT;
        /* solved inside and s at rest: nothing will move any more */
        if (isnan(err) || (renew(g, w, shift) == 0 && st))
            break;
    }
    info->iterations = total;
    info->outcome = why;
    memcpy(z, best, bytes);
    zni_motion_move(g, z, w);
    return least <= s->tol ? ZN_OK : ZN_UNSOLVED;
}

static void fini(void *state, zn_ctx *ctx)
{
    gaclm *s = state;

    zni_motion_fini(ctx, &s->g);
    zni_gadmm_fini(ctx, &s->admm);
    zni_gnewton_fini(ctx, &s->newton);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    ZN_OPT_REAL(gaclm, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(gaclm, max_iter, 200, 1, 1e9, "-", "convex problems"),
    ZN_OPT_INT(gaclm, inner_iter, 2000, 1, 1e9, "-",
               "iterations on one convex problem"),
    ZN_OPT_CHOICE(gaclm, inner, 0, "admm|newton",
                  "solver of the convex problems"),
    ZN_OPT_REAL(gaclm, rho, 1, 1e-9, 1e9, "-",
                "first penalty of admm, relative to the inverse of the "
                "diagonal of W"),
    ZN_OPT_END,
};

const zn_solver_type zni_global_friction_aclm = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_GLOBAL_FRICTION_SOLVER,
             .name = "aclm",
             .summary =
                 "fixed point on mu ||u_T||, convex inside (Acary et al. 2011)",
             .state_size = sizeof(gaclm),
             .options = options},
    .solve = solve,
    .fini = fini,
};
