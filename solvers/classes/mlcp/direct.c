/* direct.c - MLCP by the active set of the start: a single linear system
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp.h"

/* Circuits and mechanisms seldom change their active set, so that of the
 * start is tried: one factorisation, and one product to verify the solution. Sets of earlier
 * calls are not remembered: they would choose among several solutions, and a simulation
 * that is resumed would choose another one. */

static const zni_newton one = {.max_iter = 1, .plain = true};

/* an error that may be rounding, relative to the tolerance */
static const double NEAR = 1e3;

zn_status zni_direct_try(zni_call call, double tol, zni_box_work *work,
                         const zni_box *b)
{
    zni_newton opt = one;
    zn_status st;

    opt.tol = tol;
    st = zni_box_newton(call, work, &opt, b);
    if (st != ZN_UNSOLVED || call.info->outcome != ZN_ITERATION_LIMIT)
        return st;
    call.info->outcome = ZN_STALLED;
    if (!(zni_box_residual(b, call.z, call.w) <= NEAR * tol))
        return ZN_UNSOLVED;
    st = zni_box_polish(call.ctx, work, b, tol, call.z, call.w, call.mon);
    return st ? st : zni_box_verdict(b, tol, call.z, call.w, call.info);
}

/* ---- the class ----------------------------------------------------------- */

typedef struct direct {
    zni_front front;
    double tol;
    int fallback;
    zni_box_work work;
    zni_schur lemke;
} direct;

enum { LEMKE, NONE };

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    direct *s = state;
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    if (!st)
        st = zni_box_reserve(ctx, &s->work, n, nnz);
    if (!st && s->fallback == LEMKE)
        st = zni_schur_reserve(&s->lemke, ctx, n, nnz);
    return st;
}

static zn_status solve(direct *s, zni_call call, const zn_mlcp *p)
{
    zni_box b;
    zn_status st = s->front.view(&s->front, call.ctx, p, &b);

    if (st)
        return st;
    st = zni_direct_try(call, s->tol, &s->work, &b);
    if (st != ZN_UNSOLVED || call.info->outcome == ZN_INTERRUPTED)
        return st;
    if (s->fallback == LEMKE) {
        call.info->solver = "lemke";
        s->lemke.tol = s->tol;
        s->lemke.max_iter = 100 * p->n;
        return zni_schur_solve(&s->lemke, call, p);
    }
    return ZN_UNSOLVED;
}

static void fini(direct *s, zn_ctx *ctx)
{
    zni_schur_fini(&s->lemke, ctx);
    zni_box_fini(ctx, &s->work);
    zni_front_fini(&s->front, ctx);
}

static const zn_option options[] = {
    ZNI_TOL(direct, tol, 1e-10),
    ZN_OPT_CHOICE(direct, fallback, LEMKE, "lemke|none",
                  "what to do when the active set of the start is not right"),
    ZN_OPT_END,
};

ZNI_BOX_CLASS(mlcp, MLCP, direct, "direct",
              "the active set of the start, one linear system; then lemke",
              direct, solve, options);
