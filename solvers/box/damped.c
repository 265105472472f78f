/* box_newton.c - semismooth Newton: active sets of the min map, or
 * Fischer-Burmeister
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

#include <string.h>

/* Two choices of the direction, one globalisation.
 *
 * min map: the rows that satisfy s_i (z_i - lo_i) >= w_i (likewise at hi) are
 * free, M_FF z_F = -q_F is solved and the sets are read again: the primal-dual
 * active set method (Hintermueller, Ito & Kunisch, SIAM J. Optim. 13, 2003;
 * Aganagic, Math. Prog. 28, 1984). Undamped it ends at the solution after
 * finitely many steps for M-matrices and, nearly always, for P-matrices; it may
 * cycle (Ben Gharbia & Gilbert, Math. Prog. 134, 2012). A set seen before says
 * so, and from then on the steps are damped.
 *
 * Fischer-Burmeister: (diag(dz) + diag(dw) M) d = -Phi, damped from the start
 * (De Luca, Facchinei & Kanzow, Math. Prog. 75, 1996).
 *
 * Damping: Armijo on the merit 1/2 ||Phi||^2, against the largest of its last
 * values (Grippo, Lampariello & Lucidi 1986); steepest descent when the
 * direction does not descend enough. w is affine in z, so a trial costs
 * O(n). */

enum { MEMORY = 8, HALVINGS = 40, REFINEMENTS = 3 };

/* rows from which sweeps come before the first set, and how many */
enum { LARGE = 2000, SWEEPS = 60 };

typedef struct run {
    zn_ctx *ctx;
    zni_box_work *k;
    const zni_newton *opt;
    const zni_box *b;
    double *z, *w;   /* the iterate                    */
    double *zn, *wn; /* what the direction aims at     */
    double *d, *md;  /* direction and M d              */
    double *phi, *dz, *dw, *r;
    double *best; /* z of the smallest residual     */
    double best_error;
    double merits[MEMORY];
    zn_index nmerit;
    bool damped;
    const zn_monitor *mon;
    bool late; /* the next factors would not fit into the time */
    bool chained; /* the set of a chain has been asked for */
    zn_index refined;
} run;

/* FNV-1a of the sides */
static uint64_t hash(const unsigned char side[], zn_index n)
{
    uint64_t h = UINT64_C(14695981039346656037);

    for (zn_index i = 0; i < n; i++)
        h = (h ^ side[i]) * UINT64_C(1099511628211);
    return h;
}

/* move to (z, w) and note it if it is the best so far */
static double arrive(run *a, const double z[], const double w[])
{
    size_t bytes = (size_t)a->b->n * sizeof *z;
    double err = zni_box_residual(a->b, z, w);

    if (a->z != z) {
        memcpy(a->z, z, bytes);
        memcpy(a->w, w, bytes);
    }
    if (err < a->best_error) {
        a->best_error = err;
        memcpy(a->best, a->z, bytes);
    }
    return err;
}

static double merit(run *a, const double z[], const double w[], bool derive)
{
    return zni_box_phi(a->k, a->b, z, w, a->phi, derive ? a->dz : NULL, a->dw);
}

/* aim at the solution of the linearised equation; zn, wn, d, md are set */
static zn_status direction(run *a)
{
    zn_index n = a->b->n;
    zn_status st;

    if (a->opt->fb) {
        merit(a, a->z, a->w, true);
        for (zn_index i = 0; i < n; i++)
            a->d[i] = -a->phi[i];
        st = zni_box_factor_mixed(a->ctx, a->k, a->b, a->dz, a->dw);
        if (st)
            return st;
        zni_box_solve_mixed(a->k, a->d);
        for (zn_index i = 0; i < n; i++)
            a->zn[i] = a->z[i] + a->d[i];
        zni_box_mul(a->k, a->b, a->zn, a->b->q, a->wn);
    } else {
        memcpy(a->zn, a->z, (size_t)n * sizeof *a->zn);
        st = zni_box_solve_sides(a->ctx, a->k, a->b, a->zn, a->r);
        if (st)
            return st;
        zni_box_mul(a->k, a->b, a->zn, a->b->q, a->wn);
        for (zn_index i = 0; i < n; i++)
            a->d[i] = a->zn[i] - a->z[i];
    }
    for (zn_index i = 0; i < n; i++)
        a->md[i] = a->wn[i] - a->w[i];
    return ZN_OK;
}

/* d = -S^-1 grad 1/2||Phi||^2, with the derivatives at (z, w): the gradient of a
 * merit in units of w z, divided by s, has the unit of z */
static double steepest(run *a)
{
    zn_index n = a->b->n;
    double slope = 0;

    for (zn_index i = 0; i < n; i++) {
        a->r[i] = -a->dw[i] * a->phi[i];
        a->d[i] = -a->dz[i] * a->phi[i];
    }
    zn_matrix_mul_t(a->b->M, 1, a->r, 1, a->d);
    for (zn_index i = 0; i < n; i++) {
        slope -= a->d[i] * a->d[i] / a->k->s[i];
        a->d[i] /= a->k->s[i];
    }
    zni_box_mul(a->k, a->b, a->d, NULL, a->md);
    return slope;
}

/* Armijo along d (or downhill); false when no step is short enough */
static bool line_search(run *a, bool have_direction)
{
    zn_index n = a->b->n, stored;
    double m = merit(a, a->z, a->w, true), top = m, slope = 0, norm = 0;

    a->merits[a->nmerit++ % MEMORY] = m;
    stored = a->nmerit < MEMORY ? a->nmerit : MEMORY;
    for (zn_index i = 0; i < stored; i++)
        top = fmax(top, a->merits[i]);
    for (zn_index i = 0; i < n && have_direction; i++) {
        slope += a->phi[i] * (a->dz[i] * a->d[i] + a->dw[i] * a->md[i]);
        norm += a->k->s[i] * a->d[i] * a->d[i];
    }
    /* descent by rho ||d||^p, rho = 1e-10 as in the paper, p = 2 to be the same in
     * all units */
    if (!have_direction || !(slope <= -1e-10 * norm))
        slope = steepest(a);

    double t = 1;

    for (int half = 0; half < HALVINGS; half++, t /= 2) {
        for (zn_index i = 0; i < n; i++) {
            a->zn[i] = a->z[i] + t * a->d[i];
            a->wn[i] = a->w[i] + t * a->md[i];
        }
        if (merit(a, a->zn, a->wn, false) <= top + 1e-4 * t * slope)
            return slope < 0;
    }
    return false;
}

/* Has this active set been tried? The one just solved for may come again for
 * a few corrections: then only rounding is left. */
static bool cycling(run *a, zn_index it, bool exact)
{
    uint64_t h = hash(a->k->side, a->b->n), *history = a->k->history;
    bool found = false;

    for (zn_index i = 0; i < it; i++)
        found |= history[i] == h;
    history[it] = h;
    if (found && exact && history[it - 1] == h)
        return a->refined++ >= REFINEMENTS;
    return found;
}

/* The sides to solve for: a warm start's own first, then those of the iterate;
 * but a chain's are known as soon as a guess has failed, or without one. */
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

/* One step from (z, w) towards (zn, wn); false: nothing more can be done.
 * *exact: the step was the full one of the direction. */
static bool step(run *a, zn_index it, bool *exact, zn_status *st)
{
    if (!a->opt->fb) {
        sides(a, it);
        if (cycling(a, it, *exact) && !a->damped) {
            if (a->opt->plain)
                return false;
            a->damped = true;
            memcpy(a->z, a->best, (size_t)a->b->n * sizeof *a->z);
            zni_box_mul(a->k, a->b, a->z, a->b->q, a->w);
            zni_box_read(a->k, a->b, a->z, a->w);
        }
    }
    if (!zni_box_affords(a->ctx, a->k, a->b, a->opt->fb, a->mon)) {
        a->late = true;
        return false;
    }
    *st = direction(a);
    if (*st && *st != ZN_ESINGULAR)
        return false;

    /* the full step is taken when undamped, or when it ends the matter */
    *exact = !*st && (!a->damped ||
                      zni_box_residual(a->b, a->zn, a->wn) <= a->opt->tol);
    if (*exact)
        return true;
    if (a->opt->plain)
        return false;
    a->damped = true;
    return line_search(a, !*st);
}

/* Fischer-Burmeister ends near the solution, the linear system of its active
 * set on it; the better of the two counts */
static zn_status polish(run *a)
{
    zn_index n = a->b->n;
    zn_status st;

    memcpy(a->zn, a->best, (size_t)n * sizeof *a->zn);
    zni_box_mul(a->k, a->b, a->zn, a->b->q, a->wn);
    zni_box_read(a->k, a->b, a->zn, a->wn);
    st = zni_box_solve_sides(a->ctx, a->k, a->b, a->zn, a->r);
    if (st)
        return st == ZN_ESINGULAR ? ZN_OK : st;
    zni_box_mul(a->k, a->b, a->zn, a->b->q, a->wn);
    if (zni_box_residual(a->b, a->zn, a->wn) <= a->best_error)
        arrive(a, a->zn, a->wn);
    return ZN_OK;
}

/* z on its box exactly, when that costs no accuracy; w anew */
static void finish(run *a, double z[], double w[])
{
    zn_index n = a->b->n;
    double err;

    for (zn_index i = 0; i < n; i++)
        z[i] = zni_box_clip(a->b, i, a->best[i]);
    zni_box_mul(a->k, a->b, z, a->b->q, w);
    err = zni_box_residual(a->b, z, w);
    if (err <= a->opt->tol || err <= a->best_error)
        return;
    memcpy(z, a->best, (size_t)n * sizeof *z);
    zni_box_mul(a->k, a->b, z, a->b->q, w);
}

/* A start that solves the problem within tol is solved once more by the min
 * map, exactly: a warm start must not let errors pile up. */
static bool content(const run *a, zn_index it, double err)
{
    return err == 0 || (err <= a->opt->tol && (it > 0 || a->opt->fb));
}

/* A few relaxed sweeps before the first set of a large problem without a start. The sets
 * of obstacle problems move by some rows a step, so that their number grows with that of
 * the rows along a side; sweeps move them too, at a hundredth of the price: of 19
 * factorisations at 10^5 rows 6 are left (30 sweeps: 7, 10 sweeps: 13). Where the merit
 * has not fallen nothing has happened. Only for symmetric matrices: as long as they are
 * definite, over-relaxation cannot diverge. */
static void crash(run *a)
{
    const double omega = 1.9;
    const zni_csc *c = &a->k->csc;
    const zn_index n = a->b->n;
    double before;

    if (n < LARGE || !a->k->symmetric || zni_box_guess(a->k, a->b, a->z))
        return;
    before = merit(a, a->z, a->w, false);
    memcpy(a->zn, a->z, (size_t)n * sizeof *a->zn);
    memcpy(a->wn, a->w, (size_t)n * sizeof *a->wn);
    for (int sweep = 0; sweep < SWEEPS; sweep++)
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
    zni_box_mul(a->k, a->b, a->zn, a->b->q, a->wn);
    if (merit(a, a->zn, a->wn, false) < before)
        arrive(a, a->zn, a->wn);
}

zn_status zni_box_newton_reserve(zn_ctx *ctx, zni_box_work *k,
                                 const zni_newton *opt, zn_index n,
                                 zn_index nnz)
{
    zn_status st = zn_grow(ctx, &k->history, &k->cap_history, opt->max_iter,
                           sizeof *k->history);

    return st ? st : zni_box_reserve(ctx, k, n, nnz);
}

zn_status zni_box_newton(zn_ctx *ctx, zni_box_work *k, const zni_newton *opt,
                         const zni_box *b, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info)
{
    zn_index n = b->n, it;
    bool exact = false;
    double err;
    zn_status st = zn_grow(ctx, &k->history, &k->cap_history, opt->max_iter,
                           sizeof *k->history);

    if (!st)
        st = zni_box_begin(ctx, k, b);
    if (st)
        return st;

    double *v = k->pool;
    run a = {.ctx = ctx,
             .k = k,
             .opt = opt,
             .b = b,
             .z = z,
             .w = w,
             .zn = v,
             .wn = v + n,
             .d = v + 2 * n,
             .md = v + 3 * n,
             .phi = v + 4 * n,
             .dz = v + 5 * n,
             .dw = v + 6 * n,
             .r = v + 7 * n,
             .best = v + 8 * n,
             .best_error = INFINITY,
             .mon = mon,
             .damped = opt->fb};

    for (zn_index i = 0; i < n; i++)
        z[i] =
            isfinite(z[i]) ? zni_box_clip(b, i, z[i]) : zni_box_clip(b, i, 0);
    memcpy(a.best, z, (size_t)n * sizeof *z);
    zni_box_mul(k, b, z, b->q, w);
    err = arrive(&a, z, w);
    if (!opt->fb && err > opt->tol)
        crash(&a);

    info->outcome = ZN_ITERATION_LIMIT;
    for (it = 0; it < opt->max_iter && !content(&a, it, err); it++) {
        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        if (!step(&a, it, &exact, &st) || isnan(err = arrive(&a, a.zn, a.wn))) {
            info->outcome = a.late ? ZN_TIME_LIMIT : ZN_STALLED;
            break;
        }
    }
    if (opt->fb && it > 0 && !a.late && (!st || st == ZN_ESINGULAR))
        st = polish(&a);
    if (st && st != ZN_ESINGULAR)
        return st;
    info->iterations = it;
    finish(&a, z, w);
    if (info->outcome == ZN_STALLED && zni_box_at_rounding(k, b, z, w)) {
        info->outcome = ZN_INACCURATE;
        st = zni_box_polish(ctx, k, b, opt->tol, z, w);
        if (st)
            return st;
    }
    if (zni_box_residual(b, z, w) <= opt->tol) {
        info->outcome = ZN_SOLVED;
        return ZN_OK;
    }
    return ZN_UNSOLVED;
}
