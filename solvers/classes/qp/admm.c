/* admm.c - alternating direction method of multipliers for quadratic programs
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/monitor.h"
#include "../../linalg/small.h"
#include "../../methods/admm.h"
#include "qp.h"

#include <string.h>

/* By ../../methods/admm.c in the form of Stellato et al., Math. Prog. Comput. 12 (2020): x is free, and
 * c = (x, A x + b) is split from s = (y, t) in [lb, ub] x K. With the scaled multiplier u each step solves
 *     [M + R  -A'; A  1/r] (x, l) = (R (y - u_y) - q,  t - u_t - b).
 * R is rho on rows that have a bound and nearly zero on the others, where it only makes M regular; r is rho divided by
 * the mean square of the rows of A. At the end l = -r u_t. */

typedef struct admm {
    double tol;
    zn_index max_iter;
    double rho; /* 0: from the data */
    double relax;
    bool balance;
    zni_kkt kkt;
    zni_box_work work;
    double *v;
    zn_index cap_v;
} admm;

enum { VECTORS = 5, EVERY = 5 };
static const double PROXIMAL = 1e-6; /* R / rho on rows without bounds */

/* limits of rho, relative to its first value */
static const double LEAST = 1e-9, MOST = 1e9;

typedef struct run {
    zn_ctx *ctx;
    const zn_qp *p;
    admm *s;
    zn_index n, N;
    double *weight;   /* N: square roots of R / rho and r / rho */
    double *one, *dz; /* N: of the mixed matrix                 */
    double *a, *b;    /* N: work                                */
} run;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    admm *s = state;
    zn_status st = zni_kkt_reserve(ctx, &s->kkt, n, nnz);

    if (!st)
        st = zni_box_reserve(ctx, &s->work, n, nnz);
    return st ? st
              : zn_grow(ctx, &s->v, &s->cap_v,
                        ZNI_ALTERNATED(n, n, n) + VECTORS * n, sizeof *s->v);
}

/* R or r of row i */
static double penalty(const run *a, double rho, zn_index i)
{
    return rho * a->weight[i] * a->weight[i];
}

static zn_status factor(void *of, zn_ctx *ctx, double rho)
{
    run *a = of;

    for (zn_index i = 0; i < a->N; i++) {
        double R = penalty(a, rho, i);

        a->dz[i] = i < a->n ? R : 1 / R;
        a->one[i] = 1;
    }
    return zni_box_factor_mixed(ctx, &a->s->work, &a->s->kkt.box, a->dz,
                                a->one);
}

static bool affords(void *of, const zn_monitor *mon)
{
    const run *a = of;

    return zni_box_affords(a->ctx, &a->s->work, &a->s->kkt.box, true, mon) != ZN_UNSOLVED;
}

/* Set the weights; returns the first rho, by default the mean of the diagonal of M. */
static double weigh(run *a)
{
    const zn_qp *p = a->p;
    const double squares = p->A ? zni_dot(zn_matrix_nnz(p->A), p->A->x, p->A->x) / (double)p->m : 1;
    double trace = 0, rho;

    for (zn_index i = 0; i < a->n; i++) {
        trace += fabs(zn_matrix_get(p->M, i, i));
        a->weight[i] = isfinite(zni_qp_lo(p, i)) || isfinite(zni_qp_hi(p, i)) ? 1 : sqrt(PROXIMAL);
    }
    for (zn_index i = a->n; i < a->N; i++)
        a->weight[i] = squares > 0 ? 1 / sqrt(squares) : 1;
    rho = a->s->rho > 0 ? a->s->rho : trace / (double)a->n;
    return rho > 0 ? rho : 1;
}

/* s = P(s) */
static zn_status project(void *of, double s[])
{
    const run *a = of;

    for (zn_index i = 0; i < a->n; i++)
        s[i] = zni_box_clip(&a->s->kkt.box, i, s[i]);
    return zni_qp_project(a->p, s + a->n);
}

static void minimise(void *of, double rho, const double s[], const double u[],
                     double c[])
{
    const run *a = of;
    const zn_qp *p = a->p;

    for (zn_index i = 0; i < a->n; i++)
        c[i] = penalty(a, rho, i) * (s[i] - u[i]) - p->q[i];
    for (zn_index i = a->n; i < a->N; i++)
        c[i] = s[i] - u[i] - (p->b ? p->b[i - a->n] : 0);
    zni_box_solve_mixed(&a->s->work, c);
    /* A x + b from the second rows of the system, without a product */
    for (zn_index i = a->n; i < a->N; i++)
        c[i] = s[i] - u[i] - c[i] / penalty(a, rho, i);
}

/* z, w = the point s and its multipliers; returns the error */
static double measure(void *of, double rho, const double s[], const double u[],
                      double z[], double w[])
{
    const run *a = of;

    memcpy(z, s, (size_t)a->n * sizeof *z);
    for (zn_index i = a->n; i < a->N; i++)
        w[i] = -penalty(a, rho, i) * u[i];
    return zni_qp_residual(a->p, z, w, a->a, a->b);
}

/* The first multipliers of the active bounds, by the gradient without A: those of a start at the solution are then
 * right from the beginning. */
static void start_bounds(const run *a, double rho, const double s[], double u[])
{
    double *l = a->b, *nu = a->a;

    memset(l, 0, (size_t)a->N * sizeof *l);
    zni_qp_gradient(a->p, s, l, nu);
    for (zn_index i = 0; i < a->n; i++)
        if ((nu[i] > 0 && s[i] == zni_qp_lo(a->p, i)) ||
            (nu[i] < 0 && s[i] == zni_qp_hi(a->p, i)))
            u[i] = -nu[i] / penalty(a, rho, i);
}

static zn_status begin(void *of, double rho, double z[], double w[], double s[],
                       double u[], double *error)
{
    const run *a = of;
    zn_status st;

    memset(u, 0, (size_t)a->N * sizeof *u);
    for (zn_index i = 0; i < a->n; i++)
        s[i] = zni_box_clip(&a->s->kkt.box, i, z[i]);
    start_bounds(a, rho, s, u);
    zni_qp_rows(a->p, s, s + a->n);
    st = zni_qp_project(a->p, s + a->n);
    if (!st)
        *error = measure(of, rho, s, u, z, w);
    return st;
}

static zn_status solve(admm *s, zni_call call, const zn_qp *p)
{
    const zn_index N = p->n + p->m, room = ZNI_ALTERNATED(N, p->n, N);
    zn_status st = zni_kkt_set(call.ctx, &s->kkt, p, call.mon);

    if (!st)
        st = zni_box_prepare(call.ctx, &s->work, &s->kkt.box, call.mon);
    if (st == ZN_UNSOLVED)
        return zni_qp_late(p, call.z, call.w, call.info);
    if (!st)
        st = zn_grow(call.ctx, &s->v, &s->cap_v, room + VECTORS * N, sizeof *s->v);
    if (st)
        return st;

    double *v = s->v + room;
    run a = {.ctx = call.ctx,
             .p = p,
             .s = s,
             .n = p->n,
             .N = N,
             .weight = v,
             .one = v + N,
             .dz = v + 2 * N,
             .a = v + 3 * N,
             .b = v + 4 * N};
    const double rho = weigh(&a);
    const zni_alternation how = {.tol = s->tol,
                                 .max_iter = s->max_iter,
                                 .rho = rho,
                                 .least = LEAST * rho,
                                 .most = MOST * rho,
                                 .theta = s->relax,
                                 .fixed = !s->balance,
                                 .every = EVERY};
    const zni_split f = {.of = &a,
                         .n = N,
                         .nz = p->n,
                         .nw = N,
                         .factor = factor,
                         .begin = begin,
                         .minimise = minimise,
                         .project = project,
                         .measure = measure,
                         .affords = affords,
                         .weight = a.weight};

    st = zni_alternate(call, &f, &how, s->v, NULL);
    if (st != ZN_ESINGULAR)
        return st;
    call.info->outcome = ZN_STALLED;
    return ZN_UNSOLVED;
}

static void fini(admm *s, zn_ctx *ctx)
{
    zni_kkt_fini(ctx, &s->kkt);
    zni_box_fini(ctx, &s->work);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    ZNI_LIMITS(admm, 1e-8, 20000, 1e9, "steps before giving up"),
    ZN_OPT_REAL(admm, rho, 0, 0, 1e12, "-",
                "penalty; 0: the mean of the diagonal of M"),
    ZN_OPT_REAL(admm, relax, 1.6, 0.1, 1.99, "-", "over-relaxation"),
    ZN_OPT_BOOL(admm, balance, true, "balance the residuals by rho"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_qp_admm, ZN_KIND_QP_SOLVER, "admm",
           "alternating directions; any K (Boyd 2011, Stellato 2020)", admm, options, solve, fini,
           .reserve = reserve);
