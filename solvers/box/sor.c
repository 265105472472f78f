/* sor.c - projected Gauss-Seidel of LCP, MLCP and relay: plain, relaxed, regularised
 * SPDX-License-Identifier: Apache-2.0 */
#include "sor.h"

#include "front.h"

#include <string.h>

/* Cottle, Pang & Stone (1992), section 5.2 (Cryer 1971 for symmetric matrices); one sweep is
 *       z_i <- P_i(z_i - omega w_i / M_ii),  w = M z + q,  i = 1..n,  in place.
 * w is updated column by column, so that an unchanged z_i costs nothing; it is computed anew after every sweep in
 * which the error is measured.
 *
 * Regularised: the same for M + R and q - R a, with R = rho diag(M), where the anchor a moves to z after every
 * sweep. This proximal iteration (Rockafellar 1976) extends the method to semi-definite matrices; its fixed points
 * are solutions of the problem itself. */

/* sweeps between two measurements of the error, each of which costs a product */
enum { EVERY = 5 };

zn_status zni_box_sor_reserve(zn_ctx *ctx, zni_sor_work *k, zn_index n,
                              zn_index nnz)
{
    zn_status st = zn_grow(ctx, &k->v, &k->cap_v, 3 * n, sizeof *k->v);

    return st ? st : zni_carried_reserve(ctx, &k->M, n, nnz);
}

void zni_box_sor_fini(zn_ctx *ctx, zni_sor_work *k)
{
    zn_free_array(ctx, k->v);
    zni_carried_fini(ctx, &k->M);
    zni_seidel_fini(ctx, &k->turns);
}

zn_status zni_box_pivot(zn_ctx *ctx, const zni_carried *M, const zni_box *b, zn_index i,
                        const char *part)
{
    const double d = zni_carried_diagonal(M, i);
    const bool bounded = !zni_box_free(b, i);

    if (d != 0 && (d > 0 || !bounded))
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL, "M(%td,%td) = %g,%s must be %s", i, i, d,
                   part ? part : "", bounded ? "> 0" : "nonzero");
}

static zn_status begin(zn_ctx *ctx, zni_sor_work *k, const zni_sor *opt,
                       const zni_box *b)
{
    zn_status st = zni_box_sor_reserve(ctx, k, b->n, zni_box_nnz(b));

    if (!st)
        st = zni_carried_set(ctx, &k->M, b->M);
    for (zn_index i = 0; i < b->n && !st; i++) {
        st = zni_box_pivot(ctx, &k->M, b, i, NULL);
        k->v[i] = zni_carried_diagonal(&k->M, i) * (1 + opt->rho);
    }
    return st;
}

typedef struct run {
    zni_box_swept p;
    zni_sor_work *k;
    const zni_sor *opt;
    zni_nsgs turns; /* with omega = 1: relaxation is applied before the projection */
    double part;    /* R = part d                                             */
    double *w;
} run;

static ZNI_INTO_WIDE zn_status solve(void *of, zn_index one, zn_index i, double z[])
{
    const run *s = of;
    const double d = s->k->v[i], anchor = s->k->v[s->p.b->n + i];
    const double r = s->w[i] + s->part * d * (z[0] - anchor);

    (void)one;
    z[0] = zni_box_clip(s->p.b, i, z[0] - s->opt->turns.omega * r / d);
    return ZN_OK;
}

static ZNI_INTO_WIDE void carry(void *of, zn_index one, zn_index i, const double old[],
                                const double z[])
{
    const run *s = of;

    zni_carried_change(s->p.M, i, one, old, z, s->w);
}

/* the start of a sweep */
static void depart(run *s, const double z[], double w[])
{
    s->w = w;
    memcpy(s->k->v + s->p.b->n, z, (size_t)s->p.b->n * sizeof *z);
}

static zn_status sweep(void *of, const zni_visiting *block, const zni_visits *v, double z[],
                       double w[], double all[2])
{
    depart(of, z, w);
    return zni_visit_all(block, v, z, all);
}

/* Row after row in their order; the changes are not summed, which would cost as much as a row. */
static zn_status straight(void *of, double z[], double w[], double *change)
{
    run *s = of;

    (void)change;
    depart(s, z, w);
    for (zn_index i = 0; i < s->p.b->n; i++) {
        const double old = z[i];

        (void)solve(s, 1, i, z + i);
        carry(s, 1, i, &old, z + i);
    }
    return ZN_OK;
}

void zni_box_renew(void *of, const double z[], double w[])
{
    const zni_box_swept *s = of;

    zni_carried_anew(s->M, s->b->q, z, w);
}

double zni_box_swept_error(void *of, const double z[], const double w[])
{
    return zni_box_residual(((const zni_box_swept *)of)->b, z, w);
}

static void project(void *of, zn_index i, double z[])
{
    z[0] = zni_box_into(((const run *)of)->p.b, i, z[0]);
}

zn_status zni_box_sor(zni_call call, zni_sor_work *k, const zni_sor *opt, const zni_box *b)
{
    run s = {.p = {b, &k->M},
             .k = k,
             .opt = opt,
             .turns = opt->turns,
             .part = opt->rho / (1 + opt->rho)};
    zni_in_turn f = {
        .n = b->n,
        .nb = b->n,
        .block = {.of = &s, .d = 1, .solve = solve, .project = project, .carry = carry},
        .renew = zni_box_renew,
        .error = zni_box_swept_error,
        .pass = sweep,
        .straight = straight,
        .every = EVERY};
    zn_status st = begin(call.ctx, k, opt, b);

    s.turns.omega = 1;
    f.best = k->v + 2 * b->n;
    return st ? st : zni_seidel_run(call, &k->turns, &s.turns, &f);
}

/* ---- the solvers ------------------------------------------------------------ */

/* Three solvers: pgs has omega = 1 and no regularisation, psor has the option omega, rpgs rho. Equality rows are not
 * projected; their diagonal has to be nonzero, too. */
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

static zn_status solve_rows(pgs *s, zni_call call, const void *problem)
{
    zni_sor opt = s->opt;
    zni_box b;
    zn_status st = zni_nsgs_check(call.ctx, &opt.turns);

    if (!st)
        st = s->front.view(&s->front, call.ctx, problem, &b);
    if (opt.turns.omega == 0)
        opt.turns.omega = 1; /* pgs and rpgs have no such option */
    return st ? st : zni_box_sor(call, &s->work, &opt, &b);
}

static void fini(pgs *s, zn_ctx *ctx)
{
    zni_front_fini(&s->front, ctx);
    zni_box_sor_fini(ctx, &s->work);
}

#define COMMON ZNI_NSGS_LIMITS(pgs, opt.turns), ZNI_BOX_ORDERS(pgs, opt.turns)

static const zn_option pgs_options[] = {COMMON, ZN_OPT_END};
static const zn_option psor_options[] = {
    COMMON,
    ZNI_OPTION(pgs, REAL, "omega", opt.turns.omega, 1.4, 0.01, 1.99, NULL, "relaxation"),
    ZN_OPT_END,
};
static const zn_option rpgs_options[] = {
    COMMON,
    ZNI_OPTION(pgs, REAL, "rho", opt.rho, 0.1, 0, 1e6, NULL,
               "regularisation, relative to the diagonal"),
    ZN_OPT_END,
};

ZNI_BOX_CLASSES(pgs, "pgs",
                "projected Gauss-Seidel, any storage (Cottle et al. 1992)", pgs,
                solve_rows, pgs_options);
ZNI_BOX_CLASSES(psor, "psor",
                "projected successive over-relaxation (Cottle et al. 1992)",
                pgs, solve_rows, psor_options);
ZNI_BOX_CLASSES(rpgs, "rpgs",
                "projected Gauss-Seidel, proximal term (Rockafellar 1976)", pgs,
                solve_rows, rpgs_options);
