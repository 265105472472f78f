/* auto.c - the MLCP solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp.h"

#include <string.h>

/* The strategy, in order; the first that brings the error to tol answers:
 *
 *   n <= 16, dense  the active set of the start, and a few after it
 *   direct       the active set of the start, then those that were right
 *                before; no complementarity rows: one linear system
 *   active sets  newton-min, undamped, left at the first set that comes again
 *   lemke        after elimination of the equality rows (n <= 2000)
 *   newton-fb
 *   newton-min   damped
 *   psor         regularised
 *
 * Sparse problems have both Newton methods before lemke. Singular systems (redundant
 * joints) are solved by a proximal iteration inside direct and active sets.
 * Each method starts from the best point so far and has a limit of iterations,
 * so the time is bounded. If none succeeds the best point comes back with its
 * error. */

enum { LEMKE_MAX = 2000, SWEEPS = 500 };

typedef struct autos {
    double tol;
    zn_index max_iter;
    zni_direct direct;
    zni_schur schur;
    zni_sor_work sor;
    zni_warm warm;
    double *lo, *best; /* n */
    zn_index cap_lo, cap_best;
} autos;

typedef zn_status attempt(autos *s, zn_ctx *ctx, const zn_mlcp *p,
                          const zni_box *b, double z[], double w[],
                          zn_monitor *mon, zn_solve_info *info);

static zn_status direct(autos *s, zn_ctx *ctx, const zn_mlcp *p,
                        const zni_box *b, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    (void)p;
    info->solver = "direct";
    s->direct.tol = s->tol;
    return zni_direct_try(ctx, &s->direct, b, z, w, mon, info);
}

static zn_status active_sets(autos *s, zn_ctx *ctx, const zn_mlcp *p,
                             const zni_box *b, double z[], double w[],
                             zn_monitor *mon, zn_solve_info *info)
{
    zni_newton opt = {.tol = s->tol, .max_iter = s->max_iter, .plain = true};

    (void)p;
    info->solver = "newton-min";
    return zni_box_newton(ctx, &s->direct.work, &opt, b, z, w, mon, info);
}

static zn_status newton_fb(autos *s, zn_ctx *ctx, const zn_mlcp *p,
                           const zni_box *b, double z[], double w[],
                           zn_monitor *mon, zn_solve_info *info)
{
    zni_newton opt = {.tol = s->tol, .max_iter = s->max_iter, .fb = true};

    (void)p;
    info->solver = "newton-fb";
    return zni_box_newton(ctx, &s->direct.work, &opt, b, z, w, mon, info);
}

static zn_status newton_min(autos *s, zn_ctx *ctx, const zn_mlcp *p,
                            const zni_box *b, double z[], double w[],
                            zn_monitor *mon, zn_solve_info *info)
{
    zni_newton opt = {.tol = s->tol, .max_iter = s->max_iter};

    (void)p;
    info->solver = "newton-min";
    return zni_box_newton(ctx, &s->direct.work, &opt, b, z, w, mon, info);
}

static zn_status lemke(autos *s, zn_ctx *ctx, const zn_mlcp *p,
                       const zni_box *b, double z[], double w[],
                       zn_monitor *mon, zn_solve_info *info)
{
    (void)b;
    info->solver = "lemke";
    s->schur.tol = s->tol;
    s->schur.max_iter = 50 * p->n;
    return zni_schur_solve(&s->schur, ctx, p, z, w, mon, info);
}

static zn_status psor(autos *s, zn_ctx *ctx, const zn_mlcp *p, const zni_box *b,
                      double z[], double w[], zn_monitor *mon,
                      zn_solve_info *info)
{
    zni_sor opt = {.tol = s->tol, .max_iter = SWEEPS, .omega = 1, .rho = 0.01};

    (void)p;
    info->solver = "psor";
    return zni_box_sor(ctx, &s->sor, &opt, b, z, w, mon, info);
}

static attempt *const dense[] = {direct,     active_sets, lemke, newton_fb,
                                 newton_min, psor,        NULL};
static attempt *const sparse[] = {direct, active_sets, newton_fb, newton_min,
                                  lemke,  psor,        NULL};

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zni_newton opt = {.max_iter = s->max_iter};
    zn_status st;

    st = zn_grow(ctx, &s->lo, &s->cap_lo, n, sizeof *s->lo);
    if (!st)
        st = zn_grow(ctx, &s->best, &s->cap_best, n, sizeof *s->best);
    if (!st)
        st = zni_direct_reserve(ctx, &s->direct, n, nnz);
    if (!st)
        st = zni_box_newton_reserve(ctx, &s->direct.work, &opt, n, nnz);
    if (!st && nnz >= n * n && n <= LEMKE_MAX)
        st = zni_schur_reserve(&s->schur, ctx, n, nnz);
    return st ? st : zni_box_sor_reserve(ctx, &s->sor, n, nnz);
}

/* is there no point in another method? */
static bool hopeless(zn_status st, const zn_solve_info *info)
{
    return st == ZN_ENOMEM ||
           (st == ZN_UNSOLVED && (info->outcome == ZN_INTERRUPTED ||
                                  info->outcome == ZN_INACCURATE));
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    const zn_mlcp *p = problem;
    zn_index n = p->n;
    size_t bytes = (size_t)n * sizeof *z;
    attempt *const *list = p->M->storage == ZN_DENSE ? dense : sparse;
    const char *who = "auto";
    double least = INFINITY;
    zni_box b;
    zn_status st = zni_mlcp_box(ctx, p, &s->lo, &s->cap_lo, &b);

    if (!st && zni_box_warm(&s->warm, &b, s->tol, z, w, info))
        return ZN_OK;
    if (!st)
        st = zn_grow(ctx, &s->best, &s->cap_best, n, sizeof *s->best);
    if (st)
        return st;
    memcpy(s->best, z, bytes);
    for (int i = 0; list[i]; i++) {
        double err;

        if (list[i] == lemke && n > LEMKE_MAX)
            continue;
        st = list[i](s, ctx, p, &b, z, w, mon, info);
        if (!st && list[i] != direct)
            zni_direct_learn(&s->direct, &b, z);
        if (!st || hopeless(st, info))
            return st;
        if (st < 0)
            continue; /* the method does not apply */

        err = zni_box_residual(&b, z, w);
        if (err < least) {
            least = err;
            who = info->solver;
            memcpy(s->best, z, bytes);
        } else {
            memcpy(z, s->best, bytes);
        }
    }
    memcpy(z, s->best, bytes);
    memcpy(w, p->q, bytes);
    zn_matrix_mul(p->M, 1, z, 1, w);
    info->solver = who;
    info->outcome = ZN_STALLED;
    return ZN_UNSOLVED;
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_direct_fini(ctx, &s->direct);
    zni_schur_fini(&s->schur, ctx);
    zni_box_sor_fini(ctx, &s->sor);
    zn_free_array(ctx, s->lo);
    zn_free_array(ctx, s->best);
}

static const zn_option options[] = {
    ZN_OPT_REAL(autos, tol, 1e-10, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(autos, max_iter, 100, 1, 1e6, "-",
               "Newton steps of each method before the next is tried"),
    ZN_OPT_END,
};

const zn_solver_type zni_mlcp_auto = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_MLCP_SOLVER,
             .name = "auto",
             .summary = "known active sets, Newton, pivots; falls back",
             .state_size = sizeof(autos),
             .options = options},
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};
