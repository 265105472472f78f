/* sor.c - projected Gauss-Seidel of LCP, MLCP and relay: plain, relaxed, regularised
 * SPDX-License-Identifier: Apache-2.0 */
#include "../methods/sweep.h"
#include "front.h"

#include <string.h>

/* Cottle, Pang & Stone (1992), section 5.2 (Cryer 1971 for symmetric matrices);
 * one sweep is
 *     z_i <- P_i(z_i - omega w_i / M_ii),  w = M z + q,  i = 1..n,  in place.
 * w is carried along column by column, so an unchanged z_i costs nothing, and
 * is computed anew after every sweep in which the error is looked at.
 *
 * Regularised: the same for M + R and q - R a, R = rho diag(M), and the anchor
 * a moves to z after every sweep (a proximal iteration, Rockafellar 1976),
 * which widens the reach to semi-definite matrices; its fixed points are
 * solutions of the problem itself. */

/* sweeps between two measurements of the error: a measurement costs a
 * product */
enum { EVERY = 5 };

zn_status zni_box_sor_reserve(zn_ctx *ctx, zni_sor_work *k, zn_index n,
                              zn_index nnz)
{
    zn_status st = zn_grow(ctx, &k->v, &k->cap_v, 3 * n, sizeof *k->v);

    if (!st && nnz < n * n)
        st = zni_csc_reserve(ctx, &k->csc, n, nnz);
    return st;
}

void zni_box_sor_fini(zn_ctx *ctx, zni_sor_work *k)
{
    zn_free_array(ctx, k->v);
    zni_csc_fini(ctx, &k->csc);
}

zn_status zni_box_columns(zn_ctx *ctx, zni_sor_work *k, const zni_box *b)
{
    bool dense = b->M->storage == ZN_DENSE, fresh;
    zn_index n = b->n;
    zn_status st;

    st = zni_box_sor_reserve(ctx, k, n, dense ? n * n : zn_matrix_nnz(b->M));
    if (!st && !dense)
        st = zni_csc_set(ctx, &k->csc, b->M, &fresh);
    return st;
}

static zn_status begin(zn_ctx *ctx, zni_sor_work *k, const zni_sor *opt,
                       const zni_box *b)
{
    bool dense = b->M->storage == ZN_DENSE;
    zn_index n = b->n;
    zn_status st = zni_box_columns(ctx, k, b);

    for (zn_index i = 0; i < n && !st; i++) {
        double d = dense ? b->M->x[i + i * n] : k->csc.x[k->csc.diag[i]];
        bool bounded =
            zni_box_lo(b, i) > -INFINITY || zni_box_hi(b, i) < INFINITY;

        if (d == 0 || (d < 0 && bounded))
            return zn_fail(ctx, ZN_EINVAL, "M(%td,%td) = %g, must be %s", i, i,
                           d, bounded ? "> 0" : "nonzero");
        k->v[i] = d * (1 + opt->rho);
    }
    return st;
}

void zni_box_add_column(const zni_sor_work *k, const zni_box *b, zn_index j,
                        double step, double w[])
{
    zn_index n = b->n;

    if (b->M->storage == ZN_DENSE) {
        const double *m = b->M->x + j * n;

        for (zn_index i = 0; i < n; i++)
            w[i] += m[i] * step;
        return;
    }
    for (zn_index e = k->csc.p[j]; e < k->csc.p[j + 1]; e++)
        w[k->csc.i[e]] += k->csc.x[e] * step;
}

typedef struct run {
    const zni_sor_work *k;
    const zni_sor *opt;
    const zni_box *b;
} run;

static zn_status sweep(void *of, double z[], double w[], double *change)
{
    const run *a = of;
    const zni_box *b = a->b;
    const zni_sor *opt = a->opt;
    const double *d = a->k->v;
    double *anchor = a->k->v + b->n;
    double part = opt->rho / (1 + opt->rho); /* R = part d */

    (void)change;
    memcpy(anchor, z, (size_t)b->n * sizeof *z);
    for (zn_index i = 0; i < b->n; i++) {
        double r = w[i] + part * d[i] * (z[i] - anchor[i]);
        double zi = zni_box_clip(b, i, z[i] - opt->omega * r / d[i]);

        if (zi != z[i])
            zni_box_add_column(a->k, b, i, zi - z[i], w);
        z[i] = zi;
    }
    return ZN_OK;
}

static double look(void *of, const double z[], double w[])
{
    const run *a = of;

    return zni_box_measure(a->k, a->b, z, w);
}

double zni_box_measure(const zni_sor_work *k, const zni_box *b,
                       const double z[], double w[])
{
    memcpy(w, b->q, (size_t)b->n * sizeof *w);
    for (zn_index j = 0; j < b->n; j++)
        if (z[j] != 0)
            zni_box_add_column(k, b, j, z[j], w);
    return zni_box_residual(b, z, w);
}

zn_status zni_box_sor(zn_ctx *ctx, zni_sor_work *k, const zni_sor *opt,
                      const zni_box *b, double z[], double w[], zn_monitor *mon,
                      zn_solve_info *info)
{
    run a = {k, opt, b};
    const zni_swept swept = {.of = &a, .n = b->n, .sweep = sweep, .look = look};
    const zni_sweeping how = {
        .tol = opt->tol, .max_iter = opt->max_iter, .every = EVERY};
    zn_status st = begin(ctx, k, opt, b);

    if (st)
        return st;
    for (zn_index i = 0; i < b->n; i++)
        z[i] = zni_box_clip(b, i, isfinite(z[i]) ? z[i] : 0);
    return zni_sweeps(&swept, &how, k->v + 2 * b->n, z, w, mon, info);
}

/* ---- the solvers ------------------------------------------------------------ */

/* Three names: pgs has omega = 1 and no
 * regularisation, psor sets omega, rpgs rho. Equality rows are not projected;
 * their diagonal must be nonzero too. */
typedef struct pgs {
    zni_front front;
    zni_sor opt;
    zni_sor_work work;
} pgs;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    pgs *s = state;
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    return st ? st : zni_box_sor_reserve(ctx, &s->work, n, nnz);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    pgs *s = state;
    zni_sor opt = s->opt;
    zni_box b;
    zn_status st = s->front.view(&s->front, ctx, problem, &b);

    if (opt.omega == 0)
        opt.omega = 1; /* pgs and rpgs have no such option */
    return st ? st : zni_box_sor(ctx, &s->work, &opt, &b, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    pgs *s = state;

    zni_front_fini(&s->front, ctx);
    zni_box_sor_fini(ctx, &s->work);
}

#define TOL                                                                    \
    {                                                                          \
        ZN_OPTION_REAL, "tol", offsetof(pgs, opt.tol), 1e-8, 0, 1, NULL, "-",  \
            "error that counts as solved"                                      \
    }
#define MAX_ITER                                                               \
    {                                                                          \
        ZN_OPTION_INT, "max_iter", offsetof(pgs, opt.max_iter), 10000, 1, 1e9, \
            NULL, "-", "sweeps before giving up"                               \
    }

static const zn_option pgs_options[] = {TOL, MAX_ITER, ZN_OPT_END};
static const zn_option psor_options[] = {
    TOL,
    MAX_ITER,
    {ZN_OPTION_REAL, "omega", offsetof(pgs, opt.omega), 1.4, 0.01, 1.99, NULL,
     "-", "relaxation"},
    ZN_OPT_END,
};
static const zn_option rpgs_options[] = {
    TOL,
    MAX_ITER,
    {ZN_OPTION_REAL, "rho", offsetof(pgs, opt.rho), 0.1, 0, 1e6, NULL, "-",
     "regularisation, relative to the diagonal"},
    ZN_OPT_END,
};

ZNI_BOX_CLASSES(pgs, "pgs",
                "projected Gauss-Seidel, any storage (Cottle et al. 1992)", pgs,
                solve, pgs_options);
ZNI_BOX_CLASSES(psor, "psor",
                "projected successive over-relaxation (Cottle et al. 1992)",
                pgs, solve, psor_options);
ZNI_BOX_CLASSES(rpgs, "rpgs",
                "projected Gauss-Seidel, proximal term (Rockafellar 1976)", pgs,
                solve, rpgs_options);
