/* admm.c - alternating directions for quadratic programs
 * SPDX-License-Identifier: Apache-2.0 */
#include "qp.h"

#include <string.h>

/* Boyd et al., Found. Trends Mach. Learn. 3 (2011), in the form of Stellato et
 * al., Math. Prog. Comput. 12 (2020): x is free, (x, A x + b) is split from
 * s = (y, t) in [lb, ub] x K, u is the scaled multiplier:
 *     [M + R  -A'; A  1/r] (x, l) = (R (y - u_y) - q,  t - u_t - b),
 *     s <- P(x^ + u),   u <- u + x^ - s,
 * x^ over-relaxed. R is rho on rows with a bound, nearly nothing on the others,
 * where it only makes M regular; r is rho over the mean square of the rows of A.
 * The matrix is factored once, and again when rho is balanced, at iterations
 * 20, 40, 80, ... at most. l = -r u_t at the end. */

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

enum { VECTORS = 8, FIRST_BALANCE = 20, LOOK = 5 };
static const double PROXIMAL = 1e-6; /* of rho, on rows without bounds */

typedef struct run {
    const zn_qp *p;
    admm *s;
    zn_index n, N;
    double rho, rows;    /* mean square of the rows of A */
    double *x;           /* N: x and l, then over-relaxed x^ and A x^ + b */
    double *y, *u;       /* N: split copy and scaled multiplier           */
    double *weight;      /* N: R, then r                                  */
    double *one, *dz;    /* N: what is added to the matrix                */
    double *a, *b;       /* N: work                                       */
    double primal, dual; /* residuals of the last iteration, relative  */
} run;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    admm *s = state;
    zn_status st = zni_kkt_reserve(ctx, &s->kkt, n, nnz);

    if (!st)
        st = zni_box_reserve(ctx, &s->work, n, nnz);
    return st ? st : zn_grow(ctx, &s->v, &s->cap_v, VECTORS * n, sizeof *s->v);
}

static zn_status factor(run *a, zn_ctx *ctx)
{
    for (zn_index i = 0; i < a->N; i++) {
        bool bounded = i >= a->n || isfinite(zni_qp_lo(a->p, i)) ||
                       isfinite(zni_qp_hi(a->p, i));

        a->weight[i] =
            i >= a->n ? a->rho / a->rows : a->rho * (bounded ? 1 : PROXIMAL);
        a->dz[i] = i < a->n ? a->weight[i] : 1 / a->weight[i];
        a->one[i] = 1;
    }
    return zni_box_factor_mixed(ctx, &a->s->work, &a->s->kkt.box, a->dz,
                                a->one);
}

/* rho like the diagonal of M, the mean square of the rows of A */
static void weigh(run *a)
{
    const zni_kkt *k = &a->s->kkt;
    zn_index nnz = zn_matrix_nnz(&k->B), m = a->N - a->n;
    double all = 0, inner = 0, trace = 0;

    for (zn_index e = 0; e < nnz; e++)
        all += k->x[e] * k->x[e];
    for (zn_index j = 0; j < a->n; j++)
        trace += fabs(zn_matrix_get(a->p->M, j, j));
    nnz = zn_matrix_nnz(a->p->M);
    for (zn_index e = 0; e < nnz; e++)
        inner += a->p->M->x[e] * a->p->M->x[e];
    a->rows = m > 0 ? (all - inner) / 2 / (double)m : 1;
    if (!(a->rows > 0))
        a->rows = 1;
    a->rho = a->s->rho > 0 ? a->s->rho : trace / (double)a->n;
    if (!(a->rho > 0))
        a->rho = 1;
}

static double largest(zn_index n, const double x[])
{
    double most = 0;

    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* y = P(x^ + u) and u, for all rows at once */
static zn_status split(run *a)
{
    const zn_qp *p = a->p;
    double *old = a->b;
    zn_status st;

    memcpy(old, a->y, (size_t)a->N * sizeof *old);
    for (zn_index i = 0; i < a->N; i++)
        a->y[i] = a->x[i] + a->u[i];
    for (zn_index i = 0; i < a->n; i++)
        a->y[i] = fmax(zni_qp_lo(p, i), fmin(zni_qp_hi(p, i), a->y[i]));
    st = zni_qp_project(p, a->y + a->n);
    if (st)
        return st;
    double apart = 0, moved = 0, force = 0, unit = sqrt(a->rows);

    for (zn_index i = 0; i < a->N; i++) {
        double lever = a->weight[i] * (i < a->n ? 1 : unit);

        a->u[i] += a->x[i] - a->y[i];
        apart = fmax(apart, fabs(a->x[i] - a->y[i]));
        moved = fmax(moved, lever * fabs(a->y[i] - old[i]));
        force = fmax(force, lever * fabs(a->u[i]));
    }
    a->primal = apart / fmax(largest(a->N, a->y), 1e-300);
    a->dual = moved / fmax(force, fmax(largest(a->n, p->q), 1e-300));
    return ZN_OK;
}

static zn_status iterate(run *a)
{
    const zn_qp *p = a->p;
    double over = a->s->relax;

    for (zn_index i = 0; i < a->n; i++)
        a->x[i] = a->weight[i] * (a->y[i] - a->u[i]) - p->q[i];
    for (zn_index i = a->n; i < a->N; i++)
        a->x[i] = a->y[i] - a->u[i] - (p->b ? p->b[i - a->n] : 0);
    zni_box_solve_mixed(&a->s->work, a->x);
    /* the second rows give A x + b without a product */
    for (zn_index i = a->n; i < a->N; i++)
        a->x[i] = a->y[i] - a->u[i] - a->x[i] / a->weight[i];
    for (zn_index i = 0; i < a->N; i++)
        a->x[i] = over * a->x[i] + (1 - over) * a->y[i];
    return split(a);
}

/* rho such that both residuals shrink together; the multiplier stays */
static zn_status balance(run *a, zn_ctx *ctx)
{
    double by = sqrt(a->primal / fmax(a->dual, 1e-300));

    if (by > 1.0 / 3 && by < 3)
        return ZN_OK;
    by = fmin(fmax(by, 0.01), 100);
    a->rho *= by;
    for (zn_index i = 0; i < a->N; i++)
        a->u[i] /= by;
    return factor(a, ctx);
}

/* the point and its multipliers into z, w */
static double measure(run *a, double z[], double w[])
{
    memcpy(z, a->y, (size_t)a->n * sizeof *z);
    for (zn_index i = a->n; i < a->N; i++)
        w[i] = -a->weight[i] * a->u[i];
    return zni_qp_residual(a->p, z, w, a->a, a->b);
}

/* the multipliers of the bounds that z is at, as if there were no rows of A: what
 * a start at the solution knows */
static void start_bounds(run *a)
{
    double *l = a->b, *nu = a->a;

    memset(l, 0, (size_t)a->N * sizeof *l);
    zni_qp_gradient(a->p, a->y, l, nu);
    for (zn_index i = 0; i < a->n; i++)
        if ((nu[i] > 0 && a->y[i] == zni_qp_lo(a->p, i)) ||
            (nu[i] < 0 && a->y[i] == zni_qp_hi(a->p, i)))
            a->u[i] = -nu[i] / a->weight[i];
}

static zn_status begin(run *a, zn_ctx *ctx, const double z[])
{
    zn_status st;

    weigh(a);
    st = factor(a, ctx);
    memset(a->u, 0, (size_t)a->N * sizeof *a->u);
    memcpy(a->y, z, (size_t)a->n * sizeof *z);
    for (zn_index i = 0; i < a->n; i++)
        a->y[i] = fmax(zni_qp_lo(a->p, i), fmin(zni_qp_hi(a->p, i), a->y[i]));
    start_bounds(a);
    zni_qp_rows(a->p, a->y, a->y + a->n);
    return st ? st : zni_qp_project(a->p, a->y + a->n);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    admm *s = state;
    const zn_qp *p = problem;
    zn_index N = p->n + p->m, next = FIRST_BALANCE, it;
    double err = INFINITY;
    zn_status st = zni_kkt_set(ctx, &s->kkt, p);

    if (!st)
        st = zni_box_begin(ctx, &s->work, &s->kkt.box);
    if (!st)
        st = zn_grow(ctx, &s->v, &s->cap_v, VECTORS * N, sizeof *s->v);
    if (st)
        return st;
    double *v = s->v;
    run a = {.p = p,
             .s = s,
             .n = p->n,
             .N = N,
             .x = v,
             .y = v + N,
             .u = v + 2 * N,
             .weight = v + 3 * N,
             .one = v + 4 * N,
             .dz = v + 5 * N,
             .a = v + 6 * N,
             .b = v + 7 * N};

    st = begin(&a, ctx, z);
    info->outcome = ZN_ITERATION_LIMIT;
    for (it = 0; it < s->max_iter && !st; it++) {
        st = iterate(&a);
        if (!st && it % LOOK == 0)
            err = measure(&a, z, w);
        if (st || err <= s->tol || isnan(err))
            break;
        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        if (s->balance && it + 1 == next) {
            st = balance(&a, ctx);
            next *= 2;
        }
    }
    info->iterations = it;
    if (st < 0 && st != ZN_ESINGULAR)
        return st;
    if (st)
        info->outcome = ZN_STALLED;
    err = measure(&a, z, w);
    if (!(err <= s->tol))
        return ZN_UNSOLVED;
    info->outcome = ZN_SOLVED;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    admm *s = state;

    zni_kkt_fini(ctx, &s->kkt);
    zni_box_fini(ctx, &s->work);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    ZN_OPT_REAL(admm, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(admm, max_iter, 20000, 1, 1e9, "-", "steps before giving up"),
    ZN_OPT_REAL(admm, rho, 0, 0, 1e12, "-",
                "penalty; 0: the mean of the diagonal of M"),
    ZN_OPT_REAL(admm, relax, 1.6, 0.1, 1.99, "-", "over-relaxation"),
    ZN_OPT_BOOL(admm, balance, true, "balance the residuals by rho"),
    ZN_OPT_END,
};

const zn_solver_type zni_qp_admm = {
    .type = {.size = sizeof(zn_solver_type),
             .kind = ZN_KIND_QP_SOLVER,
             .name = "admm",
             .summary =
                 "alternating directions; any K (Boyd 2011, Stellato 2020)",
             .state_size = sizeof(admm),
             .options = options},
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
};
