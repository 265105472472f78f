/* interior.c - interior point method for bounds and linear inequalities
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/monitor.h"
#include "../../methods/mehrotra.h"
#include "interior.h"

#include <string.h>

/* Primal-dual, infeasible, predictor-corrector (../../methods/mehrotra.h; for quadratic
 * programs Gertz & Wright, ACM TOMS 29, 2003). With slacks t > 0 and
 * multipliers y > 0 of all inequalities c(z) = (z - lb, ub - z, A z + b) and their derivative C,
 *     M z + q - C'y = 0,   c(z) - t = 0,   t o y = sigma mu.
 * Each iteration has one factorisation (normal.c) and two solves, which are refined. As soon as
 * the products t o y are small, the active set that they indicate is tried (sets.c), which
 * may give the solution itself. If it does not, the iteration goes on. */

typedef struct interior {
    double tol;
    zn_index max_iter;
    bool polish;
    zni_kkt kkt;
    zni_normal normal;
    zni_refute refute;
    double *v;
    zn_index cap_v;
} interior;

enum { ALL = 6, OF_Z = 3, PAIRS = 6, PROOF = 7, REFINE = 3 };

/* the mean product at which an active set is tried, relative to the first one, and to that of the
 * last trial; the number of sets in one trial */
static const double TRY = 1e-6, AGAIN = 1e-2;
enum { ROUNDS = 4 };

static zn_status reserve_vectors(zn_ctx *ctx, interior *s, zn_index n, zn_index m)
{
    const zn_status st = zni_refute_reserve(ctx, &s->refute, n + m);

    return st ? st
              : zn_grow(ctx, &s->v, &s->cap_v, (ALL + PROOF) * (n + m) + OF_Z * n + PAIRS * (2 * n + m),
                        sizeof *s->v);
}

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    interior *s = state;
    zn_status st = zni_kkt_reserve(ctx, &s->kkt, n, nnz);

    if (!st)
        st = zni_normal_reserve(ctx, &s->normal, n, nnz);
    return st ? st : reserve_vectors(ctx, s, n, n);
}

/* Divide v into the vectors of a. */
static void cut(zni_interior *a, double v[])
{
    double **all[ALL] = {&a->D, &a->f, &a->x, &a->res, &a->best, &a->trial};
    double **of_z[OF_Z] = {&a->z, &a->dz, &a->rd};
    double **pairs[PAIRS] = {&a->t, &a->y, &a->dt, &a->dy, &a->rc, &a->rt};

    for (int i = 0; i < ALL; i++, v += a->n + a->m)
        *all[i] = v;
    for (int i = 0; i < OF_Z; i++, v += a->n)
        *of_z[i] = v;
    for (int i = 0; i < PAIRS; i++, v += 2 * a->n + a->m)
        *pairs[i] = v;
    a->ranges = v;
}

/* ---- the system ------------------------------------------------------------ */

/* res = f - ([M -A'; A 0] + D) x; returns its largest entry */
static double defect(zni_interior *a)
{
    double most = 0;

    zni_qp_dual(a->p, a->x, a->res);
    for (zn_index j = 0; j < a->n + a->m; j++) {
        a->res[j] = isinf(a->D[j]) ? 0 : a->f[j] + a->box->q[j] - a->res[j] - a->D[j] * a->x[j];
        most = fmax(most, fabs(a->res[j]));
    }
    return most;
}

void zni_interior_refine(zni_interior *a, int most, double (*defect_of)(zni_interior *a), double x[])
{
    double last = INFINITY;

    for (int it = 0; it < most; it++) {
        const double size = defect_of(a);

        if (!(size < 0.5 * last) || size == 0)
            return;
        last = size;
        zni_normal_solve(a->normal, a->res);
        for (zn_index j = 0; j < a->n + a->m; j++)
            x[j] += a->res[j];
    }
}

/* Solve for x with the right-hand side f and the present factors, with refinement. */
static void refined(zni_interior *a)
{
    memcpy(a->x, a->f, (size_t)(a->n + a->m) * sizeof *a->x);
    zni_normal_solve(a->normal, a->x);
    zni_interior_refine(a, REFINE, defect, a->x);
}

/* ---- the iteration ---------------------------------------------------------- */

/* The derivative of inequality j < 2 n of c, z_i - lb_i or ub_i - z_i, by z_i; then its value. */
static double side(const zni_interior *a, zn_index j)
{
    return j < a->n ? 1 : -1;
}

static double room(const zni_interior *a, zn_index j)
{
    return j < a->n ? a->z[j] - a->box->lo[j] : a->box->hi[j - a->n] - a->z[j - a->n];
}

/* Does inequality j of c exist? */
static bool has(const zni_interior *a, zn_index j)
{
    const zn_index i = j % a->n;

    if (j >= 2 * a->n)
        return true;
    return a->box->lo[i] != a->box->hi[i] && isfinite(j < a->n ? a->box->lo[i] : a->box->hi[i]);
}

/* rd = M z + q - C'y, rc = c(z) - t */
static void residuals(zni_interior *a)
{
    const zn_index n = a->n;

    zni_qp_gradient(a->p, a->z, a->y + 2 * n, a->rd);
    for (zn_index j = 0; j < 2 * n; j++) {
        a->rc[j] = has(a, j) ? room(a, j) - a->t[j] : 0;
        a->rd[j % n] -= side(a, j) * a->y[j];
    }
    zni_qp_rows(a->p, a->z, a->rc + 2 * n);
    for (zn_index j = 2 * n; j < 2 * n + a->m; j++)
        a->rc[j] -= a->t[j];
}

static zn_status factor(void *of, zn_ctx *ctx)
{
    zni_interior *a = of;
    const zn_index n = a->n;

    for (zn_index i = 0; i < n; i++)
        a->D[i] = a->box->lo[i] == a->box->hi[i] ? INFINITY : 0;
    for (zn_index j = 0; j < 2 * n; j++)
        if (has(a, j))
            a->D[j % n] += a->y[j] / a->t[j];
    for (zn_index r = 0; r < a->m; r++)
        a->D[n + r] = a->t[2 * n + r] / a->y[2 * n + r];
    return zni_normal_factor(ctx, a->normal, a->D);
}

/* dz, dt, dy such that t dy + y dt is the target rt */
static void direction(void *of)
{
    zni_interior *a = of;
    const zn_index n = a->n, m = a->m;

    for (zn_index i = 0; i < n; i++)
        a->f[i] = -a->rd[i];
    for (zn_index j = 0; j < 2 * n; j++)
        if (has(a, j))
            a->f[j % n] += side(a, j) * (a->rt[j] - a->y[j] * a->rc[j]) / a->t[j];
    for (zn_index r = 0; r < m; r++)
        a->f[n + r] = a->rt[2 * n + r] / a->y[2 * n + r] - a->rc[2 * n + r];
    refined(a);
    memcpy(a->dz, a->x, (size_t)n * sizeof *a->dz);
    for (zn_index j = 0; j < 2 * n; j++) {
        a->dt[j] = has(a, j) ? side(a, j) * a->dz[j % n] + a->rc[j] : 0;
        a->dy[j] = has(a, j) ? (a->rt[j] - a->y[j] * a->dt[j]) / a->t[j] : 0;
    }
    zni_qp_mul(a->p, false, 1, a->dz, 0, a->dt + 2 * n);
    for (zn_index r = 0; r < m; r++) {
        a->dt[2 * n + r] += a->rc[2 * n + r];
        a->dy[2 * n + r] = a->x[n + r];
    }
}

static zni_pairs pairs(zni_interior *a)
{
    return (zni_pairs){.n = 2 * a->n + a->m,
                       .count = a->count,
                       .t = a->t,
                       .y = a->y,
                       .dt = a->dt,
                       .dy = a->dy,
                       .target = a->rt,
                       .of = a,
                       .factor = factor,
                       .direction = direction};
}

static zn_status iterate(zn_ctx *ctx, zni_interior *a)
{
    zni_pairs p = pairs(a);
    double step = 0;
    zn_status st = zni_pairs_step(ctx, &p, &step);

    for (zn_index i = 0; i < a->n; i++) {
        a->z[i] += step * a->dz[i];
        if (!isfinite(a->z[i]))
            return ZN_ESINGULAR;
    }
    return st;
}

/* ---- the start -------------------------------------------------------------- */

/* the middle of the bounds of z_i, or the point nearest to 0 if one is infinite */
static double middle(const zni_interior *a, zn_index i)
{
    const double lo = a->box->lo[i], hi = a->box->hi[i];

    return isfinite(lo) && isfinite(hi) ? lo + 0.5 * (hi - lo) : zni_box_clip(a->box, i, 0);
}

/* The least squares point: z from the system with D = 1 for each inequality, which is as near as possible to the middle
 * of the bounds and to A z + b = 0; t = c(z), and y from the same system. */
static zn_status least_squares(zn_ctx *ctx, zni_interior *a)
{
    const zn_index n = a->n, m = a->m, C = 2 * n + m;
    zn_status st;

    for (zn_index j = 0; j < C; j++) {
        a->t[j] = 1;
        a->y[j] = has(a, j) ? 1 : 0;
        a->count += has(a, j);
    }
    st = factor(a, ctx);
    if (st)
        return st;
    /* unknowns that are fixed go to the right-hand side */
    for (zn_index j = 0; j < n + m; j++)
        a->x[j] = isinf(a->D[j]) ? middle(a, j) : 0;
    zni_qp_dual(a->p, a->x, a->f);
    for (zn_index j = 0; j < n + m; j++)
        a->f[j] = isinf(a->D[j]) ? 0 : (j < n ? a->D[j] * middle(a, j) : 0) - a->f[j];
    refined(a);

    for (zn_index i = 0; i < n; i++) {
        const bool fixed = isinf(a->D[i]);
        const double nu = fixed ? 0 : a->D[i] * (middle(a, i) - a->x[i]);

        a->z[i] = fixed ? middle(a, i) : a->x[i];
        a->y[i] = has(a, i) ? nu : 0;
        a->y[n + i] = has(a, n + i) ? -nu : 0;
    }
    memcpy(a->y + 2 * n, a->x + n, (size_t)m * sizeof *a->y);
    memset(a->t, 0, (size_t)C * sizeof *a->t);
    residuals(a);
    memcpy(a->t, a->rc, (size_t)C * sizeof *a->t);
    return ZN_OK;
}

/* Mehrotra's start: t and y of the least squares point are shifted until they are
 * positive, and then further so that their products become similar. */
static zn_status start(zn_ctx *ctx, zni_interior *a)
{
    zn_index C = 2 * a->n + a->m;
    double up_t = 1e-2, up_y = 1e-2, sum = 0, sum_t = 0, sum_y = 0;
    zn_status st = least_squares(ctx, a);

    if (st)
        return st;
    for (zn_index j = 0; j < C; j++) {
        up_t = has(a, j) ? fmax(up_t, -1.5 * a->t[j]) : up_t;
        up_y = has(a, j) ? fmax(up_y, -1.5 * a->y[j]) : up_y;
    }
    for (zn_index j = 0; j < C; j++)
        if (has(a, j)) {
            sum += (a->t[j] + up_t) * (a->y[j] + up_y);
            sum_t += a->t[j] + up_t;
            sum_y += a->y[j] + up_y;
        }
    for (zn_index j = 0; j < C; j++) {
        a->t[j] = has(a, j) ? a->t[j] + up_t + 0.5 * sum / sum_y : 1;
        a->y[j] = has(a, j) ? a->y[j] + up_y + 0.5 * sum / sum_t : 0;
    }
    memset(a->dz, 0, (size_t)a->n * sizeof *a->dz);
    memset(a->dt, 0, (size_t)C * sizeof *a->dt);
    memset(a->dy, 0, (size_t)C * sizeof *a->dy);
    return ZN_OK;
}

/* ---- the method --------------------------------------------------------------- */

/* The outcome that the last step or the iterate proves, with the proof in w; ZN_SOLVED: none. */
static zn_outcome proof(zni_interior *a, bool last, double w[])
{
    const double *l[] = {a->dy + 2 * a->n, a->y + 2 * a->n}, *d[] = {a->dz, a->z};

    for (int i = 0; i < 2 && a->m > 0; i++)
        if (zni_interior_proves(a, false, l[i], last, w))
            return ZN_INFEASIBLE;
    for (int i = 0; i < 2; i++)
        if (zni_interior_proves(a, true, d[i], last, w))
            return ZN_RAY;
    return ZN_SOLVED;
}

/* The iterations. ZN_UNSOLVED: the best point is not within the tolerance, info->outcome says why. */
static zn_status run(zn_ctx *ctx, interior *s, zni_interior *a, double w[],
                     zn_monitor *mon, zn_solve_info *info)
{
    double next = 0, mu;
    zn_status st = start(ctx, a);

    if (st == ZN_UNSOLVED)
        info->outcome = ZN_TIME_LIMIT;
    for (info->iterations = 0; !st; info->iterations++) {
        double err;

        const zni_pairs p = pairs(a);

        residuals(a);
        mu = zni_pairs_mean(&p, 0);
        memcpy(a->trial, a->z, (size_t)a->n * sizeof *a->z);
        memcpy(a->trial + a->n, a->y + 2 * a->n, (size_t)a->m * sizeof *a->y);
        err = zni_interior_offer(a, w);
        if (err <= s->tol)
            return ZN_OK;
        if (info->iterations == 0)
            next = TRY * mu;
        info->outcome = ZN_ITERATION_LIMIT;
        if (info->iterations == s->max_iter)
            break;
        info->outcome = ZN_INTERRUPTED;
        if (info->iterations > 0 && zn_monitor_tick(mon, info->iterations, err))
            break;
        if (s->polish && mu <= next) {
            next = AGAIN * mu;
            st = zni_interior_sets(ctx, a, ROUNDS, true, w);
            if (st <= 0)
                return st;
        }
        st = iterate(ctx, a);
        info->outcome = ZN_TIME_LIMIT;
        if (st == ZN_UNSOLVED)
            break;
        if (st >= 0 || st == ZN_ESINGULAR) {
            info->outcome = proof(a, st != ZN_OK, w);
            if (info->outcome != ZN_SOLVED)
                return ZN_UNSOLVED;
        }
        info->outcome = ZN_STALLED;
    }
    if (st && st != ZN_ESINGULAR)
        return st;
    if (info->outcome == ZN_ITERATION_LIMIT && info->iterations > 0) {
        const zn_outcome shown = proof(a, true, w);

        info->outcome = shown != ZN_SOLVED ? shown : info->outcome;
        return ZN_UNSOLVED;
    }
    if (s->polish && info->outcome == ZN_STALLED) {
        st = zni_interior_sets(ctx, a, ROUNDS, true, w);
        if (st <= 0)
            return st;
    }
    return ZN_UNSOLVED;
}

static zn_status solve(interior *s, zni_call call, const zn_qp *p)
{
    const zn_index n = p->n, m = p->m;
    zni_interior a = {.p = p,
                      .normal = &s->normal,
                      .box = &s->kkt.box,
                      .refute = &s->refute,
                      .n = n,
                      .m = m,
                      .tol = s->tol,
                      .least = INFINITY,
                      .empty = INFINITY,
                      .endless = INFINITY};
    zn_status st;

    if (p->project && m > 0)
        return zn_fail(call.ctx, ZN_EINVAL, "K is not the orthant");
    st = zni_kkt_set(call.ctx, &s->kkt, p, call.mon);
    if (!st)
        st = zni_normal_begin(call.ctx, &s->normal, p, &s->kkt.B, call.mon);
    if (st == ZN_UNSOLVED)
        return zni_qp_late(p, call.z, call.w, call.info);
    if (!st)
        st = reserve_vectors(call.ctx, s, n, m);
    if (st)
        return st;
    cut(&a, s->v);
    zni_interior_ranges(&a);
    memcpy(a.trial, call.z, (size_t)n * sizeof *call.z);
    memset(a.trial + n, 0, (size_t)m * sizeof *call.z);
    memcpy(a.best, a.trial, (size_t)(n + m) * sizeof *call.z);
    st = zni_interior_offer(&a, call.w) <= s->tol ? ZN_OK : ZN_UNSOLVED;
    call.info->outcome = ZN_INTERRUPTED;
    if (st && !zn_monitor_tick(call.mon, 0, a.least)) {
        st = s->polish ? zni_interior_sets(call.ctx, &a, 1, false, call.w) : st;
        if (st > 0)
            st = run(call.ctx, s, &a, call.w, call.mon, call.info);
    }
    if (st < 0)
        return st;
    memcpy(call.z, a.best, (size_t)n * sizeof *call.z);
    if (st && (call.info->outcome == ZN_INFEASIBLE || call.info->outcome == ZN_RAY))
        return st; /* with the proof in w */
    memcpy(call.w + n, a.best + n, (size_t)m * sizeof *call.w);
    zni_qp_gradient(p, call.z, call.w + n, call.w);
    if (!st)
        call.info->outcome = ZN_SOLVED;
    return st;
}

static void fini(interior *s, zn_ctx *ctx)
{
    zni_kkt_fini(ctx, &s->kkt);
    zni_normal_fini(ctx, &s->normal);
    zni_refute_fini(ctx, &s->refute);
    zn_free_array(ctx, s->v);
}

static const zn_option options[] = {
    ZNI_LIMITS(interior, 1e-10, 100, 1e6, "iterations before giving up"),
    ZN_OPT_BOOL(interior, polish, true,
                "try the active sets of the start and of the iterates"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_qp_interior_point, ZN_KIND_QP_SOLVER, "interior-point",
           "predictor-corrector, then active sets; linear inequalities "
           "(Mehrotra 1992)",
           interior, options, solve, fini, .reserve = reserve);
