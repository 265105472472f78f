/* auto.c - the relay solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "relay.h"

#include <string.h>

/* The strategy, in order; the first that brings the error to tol answers:
 *
 *   n = 1            closed form
 *   n <= 16, dense   the active set of the start, and a few after it
 *   n <= pivot_max   lemke, active sets, newton-fb, psor
 *   larger           active sets, newton-fb, lemke (n <= 1000), psor
 *
 * Lemke solves every problem with finite bounds, whatever M. Active sets is
 * newton-min, undamped, left at the first set that comes again. Each method
 * starts from the best point so far and has a limit of iterations, so the time
 * is bounded. A point whose residual is rounding of M z is the end
 * (inaccurate). If none succeeds the best point comes back with its error, and
 * the outcome of the first method. */

enum { LEMKE_MAX = 1000, SWEEPS = 500 };

typedef struct autos {
    double tol;
    zn_index pivot_max;
    zn_index max_iter;
    zni_twosided lemke;
    zni_box_work newton;
    zni_sor_work sor;
    zni_warm warm;
    double *best; /* n */
    zn_index cap_best;
} autos;

typedef zn_status attempt(autos *s, zn_ctx *ctx, const zn_relay *p, double z[],
                          double w[], zn_monitor *mon, zn_solve_info *info);

static zn_status lemke(autos *s, zn_ctx *ctx, const zn_relay *p, double z[],
                       double w[], zn_monitor *mon, zn_solve_info *info)
{
    info->solver = "lemke";
    s->lemke.tol = s->tol;
    s->lemke.max_iter = 100 * p->n;
    return zni_twosided_solve(&s->lemke, ctx, p, z, w, mon, info);
}

static zn_status active_sets(autos *s, zn_ctx *ctx, const zn_relay *p,
                             double z[], double w[], zn_monitor *mon,
                             zn_solve_info *info)
{
    zni_newton opt = {.tol = s->tol, .max_iter = s->max_iter, .plain = true};
    zni_box b = zni_relay_box(p);

    info->solver = "newton-min";
    return zni_box_newton(ctx, &s->newton, &opt, &b, z, w, mon, info);
}

static zn_status newton_fb(autos *s, zn_ctx *ctx, const zn_relay *p, double z[],
                           double w[], zn_monitor *mon, zn_solve_info *info)
{
    zni_newton opt = {.tol = s->tol, .max_iter = s->max_iter, .fb = true};
    zni_box b = zni_relay_box(p);

    info->solver = "newton-fb";
    return zni_box_newton(ctx, &s->newton, &opt, &b, z, w, mon, info);
}

static zn_status psor(autos *s, zn_ctx *ctx, const zn_relay *p, double z[],
                      double w[], zn_monitor *mon, zn_solve_info *info)
{
    zni_sor opt = {.tol = s->tol, .max_iter = SWEEPS, .omega = 1, .rho = 0.01};
    zni_box b = zni_relay_box(p);

    info->solver = "psor";
    return zni_box_sor(ctx, &s->sor, &opt, &b, z, w, mon, info);
}

static attempt *const small[] = {lemke, active_sets, newton_fb, psor, NULL};
static attempt *const large[] = {active_sets, newton_fb, lemke, psor, NULL};

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zni_newton opt = {.max_iter = s->max_iter};
    zn_status st;

    st = zn_grow(ctx, &s->best, &s->cap_best, n, sizeof *s->best);
    if (!st && n <= s->pivot_max)
        st = zni_twosided_reserve(&s->lemke, ctx, n, nnz);
    if (!st)
        st = zni_box_newton_reserve(ctx, &s->newton, &opt, n, nnz);
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
    const zn_relay *p = problem;
    zn_index n = p->n;
    size_t bytes = (size_t)n * sizeof *z;
    attempt *const *list = n <= s->pivot_max ? small : large;
    zn_outcome first = ZN_STALLED;
    const char *who = "auto";
    double least = INFINITY;
    zni_box b = zni_relay_box(p);
    zn_status st;

    if (n == 1) {
        info->solver = "closed-form";
        return zni_relay_scalar(p, z, w, info);
    }
    if (zni_box_warm(&s->warm, &b, s->tol, z, w, info))
        return ZN_OK;
    st = zn_grow(ctx, &s->best, &s->cap_best, n, sizeof *s->best);
    if (st)
        return st;
    memcpy(s->best, z, bytes);
    for (int i = 0; list[i]; i++) {
        double err;

        if (list[i] == lemke && n > LEMKE_MAX)
            continue;
        st = list[i](s, ctx, p, z, w, mon, info);
        if (!st || hopeless(st, info))
            return st;
        if (i == 0 && st == ZN_UNSOLVED)
            first = info->outcome;
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
    info->outcome = first;
    return ZN_UNSOLVED;
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_twosided_fini(&s->lemke, ctx);
    zni_box_fini(ctx, &s->newton);
    zni_box_sor_fini(ctx, &s->sor);
    zn_free_array(ctx, s->best);
}

static const zn_option options[] = {
    ZN_OPT_REAL(autos, tol, 1e-10, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(autos, pivot_max, 32, 1, LEMKE_MAX, "-",
               "largest n for which pivots come first"),
    ZN_OPT_INT(autos, max_iter, 100, 1, 1e6, "-",
               "Newton steps of each method before the next is tried"),
    ZN_OPT_END,
};

const zn_solver_type zni_relay_auto = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_RELAY_SOLVER,
             .name = "auto",
             .summary = "closed form, pivots or Newton by size; falls back",
             .state_size = sizeof(autos),
             .options = options},
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};
