/* auto.c - the relay solver to use when nothing is known
 * SPDX-License-Identifier: Apache-2.0 */
#include "../box/attempts.h"

#include <string.h>

/* The strategy, in order; the first that brings the error to tol answers:
 *
 *   n = 1            closed form
 *   n <= pivot_max   cao-ferris, active sets, newton-fb, psor, branch
 *   larger           active sets, newton-fb, cao-ferris, psor, branch
 *
 * Pivots from a vertex solve every problem with finite bounds, whatever M. Where some
 * are infinite they may end on a ray, and a tree of choices of sides, of up to 64 rows,
 * finds a solution or proves that there is none. Active sets is newton-min, undamped,
 * left at the first set that comes again. Each method has a limit of iterations, so the
 * time is bounded. */

typedef struct autos {
    zni_attempts tools;
    zn_index pivot_max;
} autos;

static const zni_choice small[] = {
    {zni_try_cao_ferris, "pivots from a vertex solve any problem with finite bounds"},
    {zni_try_active_sets, "one factorisation a set"},
    {zni_try_newton_fb, "descends where the sets cycle"},
    {zni_try_psor, "products alone"},
    {zni_try_branch, "few rows: choices of sides, refuted or found by linear programs"},
    {NULL, NULL},
};
static const zni_choice large[] = {
    {zni_try_active_sets, "one factorisation a set"},
    {zni_try_newton_fb, "descends where the sets cycle"},
    {zni_try_cao_ferris, "pivots from a vertex solve any problem with finite bounds"},
    {zni_try_psor, "products alone"},
    {zni_try_branch, "few rows: choices of sides, refuted or found by linear programs"},
    {NULL, NULL},
};

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    autos *s = state;
    zn_status st = zni_attempts_reserve(&s->tools, ctx, n, nnz);

    if (!st && n <= s->pivot_max)
        st = zni_pivots_reserve(ctx, &s->tools.pivots, n, nnz);
    return st;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    autos *s = state;
    zni_box b;
    zn_status st = zni_relay_view(&s->tools.front, ctx, problem, &b), sharp;

    if (st)
        return st;
    /* pivots round by what z may be; signs that this leaves in doubt are looked at then */
    if (b.n <= s->pivot_max)
        b.size = 0;
    if (b.n == 1) {
        info->solver = "closed-form";
        return zni_box_scalar(&b, z, w, info);
    }
    st = zni_front_store(&s->tools.front, ctx, &b);
    if (st)
        return st;
    st = zni_attempts_solve(s, ctx, b.n <= s->pivot_max ? small : large,
                            problem, &b, z, w, mon, info);
    if (st < 0 || info->outcome == ZN_INTERRUPTED ||
        info->outcome == ZN_TIME_LIMIT)
        return st;
    /* a wrong sign near the origin is all that a small tolerance may lack */
    sharp = zni_box_sharpen(ctx, &s->tools.newton, &s->tools.pivots, &b, z, w,
                            mon);
    if (sharp || !st)
        return sharp;
    info->error = zni_box_residual(&b, z, w);
    if (!(info->error <= s->tools.tol))
        return st;
    info->outcome = ZN_SOLVED;
    return ZN_OK;
}

/* Where signs are in doubt it takes the long way, from the start. */
static bool near(void *state, const void *problem, double z[], double w[],
                 zn_solve_info *info)
{
    autos *s = state;
    const zni_box b = zni_relay_box(problem);
    const size_t bytes = (size_t)b.n * sizeof *z;
    double start[ZNI_WARM_MAX];

    if (b.n > ZNI_WARM_MAX)
        return false;
    memcpy(start, z, bytes);
    if (!zni_box_near(&s->tools, &b, true, z, w, info))
        return false;
    if (b.n == 1 || zni_box_plain(&b, z, w))
        return true;
    memcpy(z, start, bytes);
    return false;
}

static void fini(void *state, zn_ctx *ctx)
{
    autos *s = state;

    zni_attempts_fini(&s->tools, ctx);
}

static const zn_option options[] = {
    {ZN_OPTION_REAL, "tol", offsetof(autos, tools.tol), 1e-10, 0, 1, NULL, "-",
     "error that counts as solved"},
    ZN_OPT_INT(autos, pivot_max, 32, 1, ZNI_DENSE_PIVOTS, "-",
               "largest n for which pivots come first"),
    {ZN_OPTION_INT, "max_iter", offsetof(autos, tools.max_iter), 100, 1, 1e6,
     NULL, "-", "Newton steps of each method before the next is tried"},
    ZN_OPT_END,
};

ZNI_BOX_AUTO(relay, RELAY, "closed form, pivots or Newton by size; falls back", autos,
             options);
