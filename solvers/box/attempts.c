/* attempts.c - one method after another: the frame of the "auto" solvers
 * SPDX-License-Identifier: Apache-2.0 */
#include "attempts.h"

#include <string.h>

enum { SWEEPS = 500, PIVOTS = 64 };

zn_status zni_try_small(void *state, zn_ctx *ctx, const void *problem,
                        const zni_box *b, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;

    (void)ctx;
    (void)problem;
    info->solver = "active-set";
    if (!s->pivots_first || b->n > ZNI_WARM_MAX || b->M->storage != ZN_DENSE)
        return ZN_EINVAL;
    if (zni_box_warm(&s->warm, b, s->tol, z, w, mon, info))
        return ZN_OK;
    memcpy(w, b->q, (size_t)b->n * sizeof *w);
    zn_matrix_mul(b->M, 1, z, 1, w);
    return ZN_UNSOLVED;
}

zn_status zni_try_cao_ferris(void *state, zn_ctx *ctx, const void *problem,
                             const zni_box *b, double z[], double w[],
                             zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;

    (void)problem;
    info->solver = "cao-ferris";
    if (b->n > PIVOTS)
        return ZN_EINVAL;
    s->pivots.tol = s->tol;
    s->pivots.max_iter = 50 * b->n;
    s->pivots.from_point = false;
    return zni_pivots_solve(ctx, &s->pivots, &s->newton, b, z, w, mon, info);
}

zn_status zni_try_active_sets(void *state, zn_ctx *ctx, const void *problem,
                              const zni_box *b, double z[], double w[],
                              zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;
    zni_newton opt = {.tol = s->tol, .max_iter = s->max_iter, .plain = true};

    (void)problem;
    if (b->M->storage == ZN_DENSE && s->dense_sets > 0 &&
        opt.max_iter > s->dense_sets)
        opt.max_iter = s->dense_sets;
    info->solver = "newton-min";
    return zni_box_newton(ctx, &s->newton, &opt, b, z, w, mon, info);
}

zn_status zni_try_newton_min(void *state, zn_ctx *ctx, const void *problem,
                             const zni_box *b, double z[], double w[],
                             zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;
    zni_newton opt = {.tol = s->tol, .max_iter = s->max_iter};

    (void)problem;
    info->solver = "newton-min";
    return zni_box_newton(ctx, &s->newton, &opt, b, z, w, mon, info);
}

zn_status zni_try_newton_fb(void *state, zn_ctx *ctx, const void *problem,
                            const zni_box *b, double z[], double w[],
                            zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;
    zni_newton opt = {.tol = s->tol, .max_iter = s->max_iter, .fb = true};

    (void)problem;
    info->solver = "newton-fb";
    return zni_box_newton(ctx, &s->newton, &opt, b, z, w, mon, info);
}

zn_status zni_try_psor(void *state, zn_ctx *ctx, const void *problem,
                       const zni_box *b, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;
    zni_sor opt = {.tol = s->tol, .max_iter = SWEEPS, .omega = 1, .rho = 0.01};

    (void)problem;
    info->solver = "psor";
    return zni_box_sor(ctx, &s->sor, &opt, b, z, w, mon, info);
}

zn_status zni_attempts_reserve(zni_attempts *s, zn_ctx *ctx, zn_index n,
                               zn_index nnz)
{
    zni_newton opt = {.max_iter = s->max_iter};
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    if (!st)
        st = zni_front_store_reserve(&s->front, ctx, n, &nnz);
    if (!st)
        st = zn_grow(ctx, &s->best, &s->cap_best, n, sizeof *s->best);
    if (!st)
        st = zni_box_newton_reserve(ctx, &s->newton, &opt, n, nnz);
    if (!st && nnz >= n * n)
        st = zni_box_again_reserve(ctx, &s->again, n);
    if (!st && n <= PIVOTS)
        st = zni_pivots_reserve(ctx, &s->pivots, n);
    return st ? st : zni_box_sor_reserve(ctx, &s->sor, n, nnz);
}

void zni_attempts_fini(zni_attempts *s, zn_ctx *ctx)
{
    zni_front_fini(&s->front, ctx);
    zni_box_again_fini(ctx, &s->again);
    zni_box_fini(ctx, &s->newton);
    zni_box_sor_fini(ctx, &s->sor);
    zni_pivots_fini(ctx, &s->pivots);
    zn_free_array(ctx, s->best);
}

/* is there no point in another method? */
static bool final(zn_status st, const zn_solve_info *info)
{
    return !st || st == ZN_ENOMEM ||
           (st == ZN_UNSOLVED && (info->outcome == ZN_INTERRUPTED ||
                                  info->outcome == ZN_INACCURATE));
}

/* what to report when none succeeds, after one more outcome */
static zn_outcome verdict(zn_outcome so_far, zn_outcome next)
{
    if (so_far == ZN_INFEASIBLE || next == ZN_INFEASIBLE)
        return ZN_INFEASIBLE;
    if (so_far == ZN_RAY || next == ZN_RAY)
        return ZN_RAY;
    return so_far == ZN_SOLVED ? next : so_far;
}

zn_status zni_attempts_solve(void *state, zn_ctx *ctx,
                             zni_attempt *const list[], const void *problem,
                             const zni_box *b, double z[], double w[],
                             zn_monitor *mon, zn_solve_info *info)
{
    zni_attempts *s = state;
    size_t bytes = (size_t)b->n * sizeof *z;
    zn_outcome outcome = ZN_SOLVED;
    const char *who = "auto";
    double least = INFINITY;
    zn_index work = 0;
    bool found;
    zn_status st;

    st = zn_grow(ctx, &s->best, &s->cap_best, b->n, sizeof *s->best);
    if (st)
        return st;
    memcpy(s->best, z, bytes);
    if (zni_box_substitute(b, z, w)) {
        if (zni_box_residual(b, z, w) <= s->tol) {
            info->solver = "substitution";
            info->outcome = ZN_SOLVED;
            return ZN_OK;
        }
        memcpy(z, s->best, bytes);
    }
    if (!s->pivots_first) {
        if (zni_box_warm(&s->warm, b, s->tol, z, w, mon, info))
            return ZN_OK;
        if (info->outcome == ZN_INTERRUPTED)
            return ZN_UNSOLVED;
    }
    memcpy(z, s->best, bytes);
    st = zni_box_again(ctx, &s->again, b, s->tol, z, w, mon, info, &found);
    if (st || found)
        return st;
    if (info->outcome == ZN_INTERRUPTED)
        return ZN_UNSOLVED;
    for (int i = 0; list[i]; i++) {
        double err;

        info->iterations = 0;
        info->error = INFINITY;
        st = list[i](state, ctx, problem, b, z, w, mon, info);
        if (st >= 0)
            info->iterations = work += info->iterations;
        if (!st && info->error <= s->tol)
            return ZN_OK; /* measured: there is nothing to polish */
        st = zni_box_settle(ctx, &s->newton, b, s->tol, st, z, w, info);
        if (final(st, info))
            return st;
        if (st < 0)
            continue; /* the method does not apply */

        outcome = verdict(outcome, info->outcome);
        err = zni_box_residual(b, z, w);
        if (err < least) {
            least = err;
            who = info->solver;
            memcpy(s->best, z, bytes);
        } else {
            memcpy(z, s->best, bytes);
        }
    }
    memcpy(z, s->best, bytes);
    memcpy(w, b->q, bytes);
    zn_matrix_mul(b->M, 1, z, 1, w);
    info->solver = who;
    info->iterations = work;
    info->outcome = outcome == ZN_SOLVED ? ZN_STALLED : outcome;
    return ZN_UNSOLVED;
}
