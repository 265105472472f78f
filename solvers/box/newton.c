/* newton.c - semismooth Newton methods of LCP, MLCP and relay: active sets of the min map, or Fischer-Burmeister
 * SPDX-License-Identifier: Apache-2.0 */
#include "../core/hash.h"
#include "../core/monitor.h"
#include "../methods/newton.h"
#include "front.h"

#include <string.h>

/* Two choices of the direction, and one globalisation.
 *
 * min map: the rows that satisfy s_i (z_i - lo_i) >= w_i (likewise at hi) are free, M_FF z_F = -q_F is solved, and
 * the active set is read again: the primal-dual active set method (Hintermueller, Ito & Kunisch, SIAM J. Optim. 13,
 * 2003; Aganagic, Math. Prog. 28, 1984). Without damping it ends at the solution after finitely many steps for
 * M-matrices and, nearly always, for P-matrices, but it may cycle (Ben Gharbia & Gilbert, Math. Prog. 134, 2012).
 * When an active set comes again, the steps are damped from then on.
 *
 * Fischer-Burmeister: (diag(dz) + diag(dw) M) d = -Phi, damped from the start (De Luca, Facchinei & Kanzow, Math.
 * Prog. 75, 1996).
 *
 * Both are damped as in ../methods/newton.c, with the merit function 1/2 ||Phi||^2 of Fischer-Burmeister, and with
 * steepest descent where the Newton direction is not good enough. w is affine in z, so a trial step costs O(n). */

enum { MEMORY = 8, HALVINGS = 40, REFINEMENTS = 3 };

/* number of rows from which on sweeps precede the first active set, and number of these sweeps */
enum { LARGE = 2000, SWEEPS = 60 };

/* with so few wrong signs, the rate at which they become fewer means nothing */
enum { FEW_WRONG = 8 };

typedef struct run {
    zn_ctx *ctx;
    zni_box_work *k;
    const zni_newton *opt;
    const zni_box *b;
    double *z, *w;   /* the iterate                    */
    double *zn, *wn; /* the solution of the active set */
    double *md;      /* M d                            */
    double *phi, *dz, *dw, *r;
    double *best; /* z of the smallest residual     */
    double best_error;
    bool chained; /* zni_box_chain has been asked          */
    zn_index refined;
} run;

/* move to (z, w), and keep it if it is the best point so far */
static double accept(run *a, const double z[], const double w[])
{
    size_t bytes = (size_t)a->b->n * sizeof *z;
    double err = zni_box_residual(a->b, z, w);

    if (a->z != z)
        zni_put_point(a->b->n, z, w, a->z, a->w);
    if (err < a->best_error) {
        a->best_error = err;
        memcpy(a->best, a->z, bytes);
    }
    return err;
}

/* ---- the damped equation --------------------------------------------------- */

static zn_status linearise(void *of, const double z[], const double w[],
                           double *m)
{
    const run *a = of;

    *m = zni_box_phi(a->k->s, a->b, z, w, a->phi, a->dz, a->dw);
    return ZN_OK;
}

static double merit(void *of, const double z[], const double w[])
{
    const run *a = of;

    return zni_box_phi(a->k->s, a->b, z, w, a->r, NULL, NULL);
}

/* d = -S^-1 grad 1/2||Phi||^2: the merit function has the unit of w z, so that its gradient divided by s has the
 * unit of z */
static void steepest(run *a, double d[])
{
    zn_index n = a->b->n;

    for (zn_index i = 0; i < n; i++) {
        a->r[i] = -a->dw[i] * a->phi[i];
        d[i] = -a->dz[i] * a->phi[i];
    }
    zn_matrix_mul_t(a->b->M, 1, a->r, 1, d);
    for (zn_index i = 0; i < n; i++)
        d[i] /= a->k->s[i];
}

static zn_status direction(void *of, int kth, const double z[],
                           const double w[], double d[], double *slope)
{
    run *a = of;
    double norm = 0;
    zn_status st = ZN_OK;

    if (kth > 0)
        steepest(a, d);
    else
        st = a->opt->fb ? zni_box_step_mixed(a->ctx, a->k, a->b, a->phi, a->dz, a->dw, d)
                        : zni_box_step_sides(a->ctx, a->k, a->b, z, w, d, a->r);
    if (st)
        return st;
    /* M d is the difference of two w, so that after a full step w is M z + q again, however long the step was */
    for (zn_index i = 0; i < a->b->n; i++)
        a->r[i] = z[i] + d[i];
    zni_box_dual(a->b, a->r, a->md);
    *slope = 0;
    for (zn_index i = 0; i < a->b->n; i++) {
        a->md[i] -= w[i];
        *slope += a->phi[i] * (a->dz[i] * d[i] + a->dw[i] * a->md[i]);
        norm += a->k->s[i] * d[i] * d[i];
    }
    /* sufficient descent: rho ||d||^p with rho = 1e-10 as in De Luca et al., and p = 2, so that it is independent of
     * units */
    return kth > 0 || *slope <= -1e-10 * norm ? ZN_OK : ZN_ESINGULAR;
}

static zn_status go(void *of, double t, const double z[], const double d[],
                    double zt[], double wt[], double *slope)
{
    const run *a = of;

    (void)slope;
    for (zn_index i = 0; i < a->b->n; i++) {
        zt[i] = z[i] + t * d[i];
        wt[i] = a->w[i] + t * a->md[i];
    }
    return ZN_OK;
}

static zn_status evaluate(void *of, const double z[], double w[])
{
    zni_box_dual(((const run *)of)->b, z, w);
    return ZN_OK;
}

static double error(void *of, const double z[], const double w[])
{
    return zni_box_residual(((const run *)of)->b, z, w);
}

static zn_status affords(void *of, const zn_monitor *mon)
{
    const run *a = of;

    return zni_box_affords(a->ctx, a->k, a->b, a->opt->fb, mon);
}

static void admit(void *of, double z[])
{
    zni_box_clip_all(((const run *)of)->b, z);
}

/* damped steps from z, the first of which has the number `first` */
static zn_status damped(run *a, zn_index first, zn_index most, zn_monitor *mon,
                        zn_solve_info *info)
{
    const zni_semismooth f = {.of = a,
                              .n = a->b->n,
                              .linearise = linearise,
                              .merit = merit,
                              .directions = 2,
                              .direction = direction,
                              .go = go,
                              .evaluate = evaluate,
                              .error = error,
                              .affords = affords,
                              .admit = admit};
    const zni_damping how = {.tol = a->opt->tol,
                             .first = first,
                             .max_iter = most,
                             .halvings = HALVINGS,
                             .soon = HALVINGS,
                             .memory = MEMORY};

    return zni_damped_newton(&f, &how, a->k->pool, a->z, a->w, mon, info);
}

/* ---- active sets, undamped -------------------------------------------------- */

/* Has this active set been tried? The one just solved for may come again for a few corrections, as long as only
 * rounding is left. */
static bool cycling(run *a, zn_index it)
{
    const uint64_t h = zni_hash_bytes(ZNI_HASH, a->k->side, (size_t)a->b->n);
    uint64_t *history = a->k->history;
    bool found = false;

    for (zn_index i = 0; i < it && i < ZNI_HISTORY; i++)
        found |= history[i] == h;
    history[it % ZNI_HISTORY] = h;
    if (found && history[(it - 1) % ZNI_HISTORY] == h)
        return a->refined++ >= REFINEMENTS;
    return found;
}

/* Choose the active set to solve for: first that of a warm start, later that of the iterate. For chains it is known
 * in advance: this is used if there is no warm start, or its set has failed. */
static void sides(run *a, zn_index it)
{
    bool warm = it == 0 && zni_box_guess(a->k, a->b, a->z);

    if (warm)
        return;
    if (!a->chained) {
        a->chained = true;
        if (zni_box_chain(a->k, a->b))
            return;
    }
    zni_box_read(a->k, a->b, a->z, a->w);
}

/* A few sweeps of SOR before the first active set of a large problem without a warm start. The active sets of
 * obstacle problems change by some rows in a step, so that the number of steps grows with that of the rows along a
 * side. A sweep changes them as much, at a hundredth of the cost: 19 factorisations of 10^5 rows become 6 (with 30
 * sweeps 7, with 10 sweeps 13). If the merit function does not decrease, the sweeps are dropped. Only for symmetric
 * matrices: as long as they are positive definite, over-relaxation cannot diverge. */
static void crash(run *a, const zn_monitor *mon)
{
    const double omega = 1.9;
    const zni_csc *c = &a->k->csc;
    const zn_index n = a->b->n;
    double before;

    if (n < LARGE || !a->k->symmetric || zni_box_guess(a->k, a->b, a->z))
        return;
    before = merit(a, a->z, a->w);
    zni_put_point(n, a->z, a->w, a->zn, a->wn);
    for (int sweep = 0; sweep < SWEEPS && !zni_late(mon); sweep++)
        for (zn_index i = 0; i < n; i++) {
            const double m = c->x[c->diag[i]], old = a->zn[i];

            if (!(m > 0))
                return;
            a->zn[i] = zni_box_clip(a->b, i, old - omega * a->wn[i] / m);
            if (a->zn[i] == old)
                continue;
            for (zn_index e = c->p[i]; e < c->p[i + 1]; e++)
                a->wn[c->i[e]] += c->x[e] * (a->zn[i] - old);
        }
    zni_box_dual(a->b, a->zn, a->wn);
    if (merit(a, a->zn, a->wn) < before)
        accept(a, a->zn, a->wn);
}

/* The number of rows whose sign is wrong in the solution of the active set. */
static double wrong_signs(const run *a)
{
    const zni_box *b = a->b;
    double count = 0;

    for (zn_index i = 0; i < b->n; i++) {
        const double z = a->zn[i], w = a->wn[i];
        const unsigned char side = a->k->side[i];

        count += side == ZNI_FREE    ? z < zni_box_lo(b, i) || z > zni_box_hi(b, i)
                 : side == ZNI_AT_LO ? w < 0
                                     : w > 0;
    }
    return count;
}

/* Where another method is known to cost as much as `price` sets, these are left when as many have been tried, or as
 * soon as the number of wrong signs does not fall (Portugal, Judice & Vicente, Math. Comp. 63, 1994, leave blocks of
 * pivots after ten sets without a fall). When few signs are wrong, one more set mostly puts them right.
 * *last: wrong signs of the set before on entry, of the present one on return. */
static bool slow(zn_index it, zn_index price, double now, double *last)
{
    const double before = *last;

    *last = now;
    return price > 0 && it >= 2 && now > FEW_WRONG && (now >= before || it + 2 > price);
}

/* A singular block, other than that of the start, takes two factorisations, and seldom leads to a regular one. */
static bool singular_on_the_way(const run *a, zn_index it)
{
    return a->opt->price > 0 && !a->k->sparse && it > 0 && a->k->proximal;
}

/* The number of Newton steps allowed without a look at the cost of other methods. */
static zn_index first_steps(const zni_newton *opt)
{
    return opt->granted > 0 && opt->granted < opt->max_iter ? opt->granted
                                                            : opt->max_iter;
}

/* Solve for one active set after the other. ZN_UNSOLVED: a set came again or its block is singular (STALLED), or
 * another reason to end is in info. */
static zn_status active_sets(run *a, double err, zn_monitor *mon,
                             zn_solve_info *info)
{
    const zn_index most = first_steps(a->opt);
    const double tol = a->opt->tol;
    zn_status st = ZN_OK;
    double last = 0;
    zn_index it = 0;

    /* a start within tol is solved once more, exactly: errors must not accumulate over warm starts */
    for (; it < most && !(err == 0 || (err <= tol && it > 0)); it++) {
        info->iterations = it;
        info->outcome = ZN_INTERRUPTED;
        if (zn_monitor_tick(mon, it, err))
            return ZN_UNSOLVED;
        sides(a, it);
        info->outcome = ZN_STALLED;
        if (cycling(a, it))
            return ZN_UNSOLVED;
        info->outcome = ZN_TIME_LIMIT;
        st = affords(a, mon);
        if (st)
            return st;
        info->outcome = ZN_STALLED;
        memcpy(a->zn, a->z, (size_t)a->b->n * sizeof *a->zn);
        a->k->regular = a->opt->regular;
        st = zni_box_solve_sides(a->ctx, a->k, a->b, a->zn, a->r);
        a->k->regular = false;
        if (st)
            return st == ZN_ESINGULAR ? ZN_UNSOLVED : st;
        zni_box_dual(a->b, a->zn, a->wn);
        err = accept(a, a->zn, a->wn);
        if (isnan(err)) {
            info->iterations = it + 1;
            return ZN_UNSOLVED;
        }
        if (!(err <= tol) && (slow(it, a->opt->price, wrong_signs(a), &last) || singular_on_the_way(a, it))) {
            it++;
            break;
        }
    }
    info->iterations = it;
    info->outcome = ZN_ITERATION_LIMIT;
    return err <= tol ? ZN_OK : ZN_UNSOLVED;
}

/* put z exactly into the box, if that costs no accuracy, and compute w */
static void finish(run *a)
{
    const size_t bytes = (size_t)a->b->n * sizeof *a->z;

    memcpy(a->z, a->best, bytes);
    admit(a, a->z);
    evaluate(a, a->z, a->w);
    if (error(a, a->z, a->w) <= fmax(a->opt->tol, a->best_error))
        return;
    memcpy(a->z, a->best, bytes);
    evaluate(a, a->z, a->w);
}

/* ---- the method --------------------------------------------------------------- */

/* put the start into the box and run the method; the best point comes back in z, w */
static zn_status solve_from(run *a, zn_monitor *mon, zn_solve_info *info)
{
    zn_index most = first_steps(a->opt), paid = 0;
    zn_status st;
    double err;

    for (zn_index i = 0; i < a->b->n; i++)
        a->z[i] = zni_box_into(a->b, i, a->z[i]);
    memcpy(a->best, a->z, (size_t)a->b->n * sizeof *a->best);
    evaluate(a, a->z, a->w);
    err = accept(a, a->z, a->w);
    if (a->opt->fb) {
        st = damped(a, 0, most, mon, info);
        /* it ends near the solution; the linear system of the active set there gives it exactly */
        return st < 0 || info->iterations == 0 || info->outcome == ZN_TIME_LIMIT
                   ? st
                   : zni_box_jump(a->ctx, a->k, a->b, a->z, a->w, a->zn, a->wn, mon);
    }
    if (err > a->opt->tol)
        crash(a, mon);
    st = active_sets(a, err, mon, info);
    if (st < 0)
        return st;
    finish(a);
    if (!st || info->outcome != ZN_STALLED || a->opt->plain)
        return ZN_OK;
    if (most < a->opt->max_iter) {
        st = zni_box_steps(a->ctx, a->k, a->b, a->opt->max_iter, &paid);
        if (st)
            return st;
    }
    if (paid > most)
        most = paid;
    return damped(a, info->iterations, most, mon, info);
}

zn_status zni_box_newton(zni_call call, zni_box_work *k, const zni_newton *opt, const zni_box *b)
{
    zn_index n = b->n;
    zn_status st = zni_box_prepare(call.ctx, k, b, call.mon);

    if (st == ZN_UNSOLVED) {
        call.info->outcome = ZN_TIME_LIMIT;
        zni_box_dual(b, call.z, call.w);
    }
    if (st)
        return st;

    /* the first vectors are used by damped(), which does not need M d, as it has `go` */
    double *v = k->pool;
    run a = {.ctx = call.ctx,
             .k = k,
             .opt = opt,
             .b = b,
             .z = call.z,
             .w = call.w,
             .zn = v,
             .wn = v + n,
             .md = v + 3 * n,
             .best = v + 4 * n,
             .phi = v + ZNI_DAMPED * n,
             .dz = v + (ZNI_DAMPED + 1) * n,
             .dw = v + (ZNI_DAMPED + 2) * n,
             .r = v + (ZNI_DAMPED + 3) * n,
             .best_error = INFINITY};

    st = solve_from(&a, call.mon, call.info);
    if (st < 0)
        return st;
    if (call.info->outcome == ZN_STALLED && zni_box_at_rounding(k, b, call.z, call.w)) {
        call.info->outcome = ZN_INACCURATE;
        st = zni_box_polish(call.ctx, k, b, opt->tol, call.z, call.w, call.mon);
        if (st)
            return st;
    }
    return zni_box_verdict(b, opt->tol, call.z, call.w, call.info);
}

/* ---- the solvers ------------------------------------------------------------ */

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
    return st ? st : zni_box_reserve(ctx, &s->work, n, nnz);
}

static zn_status run_on(newton *s, zni_call call, bool fb, const void *problem)
{
    zni_box b;
    zn_status st = s->front.view(&s->front, call.ctx, problem, &b);

    if (!st)
        st = zni_front_store(&s->front, call.ctx, &b);
    s->opt.fb = fb;
    return st ? st : zni_box_newton(call, &s->work, &s->opt, &b);
}

ZNI_SOLVE(solve_min, run_on, false)
ZNI_SOLVE(solve_fb, run_on, true)

static void fini(newton *s, zn_ctx *ctx)
{
    zni_front_fini(&s->front, ctx);
    zni_box_fini(ctx, &s->work);
}

static const zn_option options[] = {
    ZNI_LIMITS_IN(newton, opt, 1e-10, 200, 1e6, "Newton steps before giving up"),
    ZN_OPT_END,
};

ZNI_BOX_CLASSES(newton_min, "newton-min",
                "active sets, damped when they cycle (Hintermueller 2003)",
                newton, solve_min, options);
ZNI_BOX_CLASSES(newton_fb, "newton-fb",
                "Newton on Fischer-Burmeister, line search (De Luca 1996)",
                newton, solve_fb, options);
