/* newton.c - semismooth Newton methods of LCP, MLCP and relay
 * SPDX-License-Identifier: Apache-2.0 */
#include "front.h"

typedef struct newton {
    zni_front front;
    zni_newton opt;
    zni_box_work work;
} newton;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    newton *s = state;
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    if (!st)
        st = zni_front_store_reserve(&s->front, ctx, n, &nnz);
    return st ? st : zni_box_newton_reserve(ctx, &s->work, &s->opt, n, nnz);
}

static zn_status run(newton *s, zn_ctx *ctx, bool fb, const void *problem,
                     double z[], double w[], zn_monitor *mon,
                     zn_solve_info *info)
{
    zni_box b;
    zn_status st = s->front.view(&s->front, ctx, problem, &b);

    if (!st)
        st = zni_front_store(&s->front, ctx, &b);
    s->opt.fb = fb;
    return st ? st
              : zni_box_newton(ctx, &s->work, &s->opt, &b, z, w, mon, info);
}

static zn_status solve_min(void *state, zn_ctx *ctx, const void *problem,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    return run(state, ctx, false, problem, z, w, mon, info);
}

static zn_status solve_fb(void *state, zn_ctx *ctx, const void *problem,
                          double z[], double w[], zn_monitor *mon,
                          zn_solve_info *info)
{
    return run(state, ctx, true, problem, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    newton *s = state;

    zni_front_fini(&s->front, ctx);
    zni_box_fini(ctx, &s->work);
}

static const zn_option options[] = {
    {ZN_OPTION_REAL, "tol", offsetof(newton, opt.tol), 1e-10, 0, 1, NULL, "-",
     "error that counts as solved"},
    {ZN_OPTION_INT, "max_iter", offsetof(newton, opt.max_iter), 200, 1, 1e6,
     NULL, "-", "Newton steps before giving up"},
    ZN_OPT_END,
};

ZNI_BOX_CLASSES(newton_min, "newton-min",
                "active sets, damped when they cycle (Hintermueller 2003)",
                newton, solve_min, options);
ZNI_BOX_CLASSES(newton_fb, "newton-fb",
                "Newton on Fischer-Burmeister, line search (De Luca 1996)",
                newton, solve_fb, options);
