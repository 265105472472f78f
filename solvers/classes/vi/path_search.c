/* path_search.c - Newton's method with a path search, for a map on a box
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include <string.h>

#include "../../linalg/units.h"

/* Ralph, Math. Oper. Res. 19 (1994); Dirkse & Ferris, Optim. Methods Softw. 5
 * (1995). Let r be the part of F(z) that is not complementary at the iterate z. The
 * linearised problem F(z) + J (x - z) is solved by pivots, beginning at z, along the path on
 * which F(z) + J (x - z) - w = (1 - t) r (../../box/path.c). Its end t = 1 is accepted if
 * the residual of F itself has decreased by a part of the predicted amount, compared with the largest
 * of its last values (Grippo, Lampariello & Lucidi 1986); otherwise points of the path nearer to t = 0
 * are tried. The path bends where the active set changes, so a shorter step keeps
 * the bounds that the path has met.
 *
 * Where the path cannot begin, or ends early (a ray), the linearised problem is
 * regularised, J + lambda I, with increasing lambda (Billups, thesis, Wisconsin
 * 1995): a proximal step, along which the same residual decreases. */

enum { MEMORY = 8, VECTORS = 9, CUTS = 6, LARGEST = 3000 };

/* full steps in a row that may increase the residual before they are undone */
enum { WATCH = 4 };

/* further starts where the given one leads nowhere */
enum { RESTARTS = 3 };

/* An iterate that is farther from 0 than the start (or 1) by this factor has diverged: the residuals of many maps
 * decrease for ever in some direction without a solution there. */
static const double FAR = 1e4;

/* the least part of the predicted decrease of the residual that is accepted */
static const double ENOUGH = 1e-2;

/* lambda in turn, relative to the largest diagonal entry */
static const double LAMBDA[] = {0, 1e-7, 1e-4, 1e-2, 1, 100};
enum { NLAMBDA = sizeof LAMBDA / sizeof *LAMBDA };

typedef struct search {
    zni_vi_front front;
    double tol;
    zn_index max_iter, max_pivots;
    zni_path path;
    double *v; /* vectors of n and the n x n matrix of the linear problem */
    zn_index cap_v;
} search;

typedef struct run {
    zn_ctx *ctx;
    search *opt;
    const zn_vi *p;
    zni_box box;
    zn_matrix M;
    double *A; /* values of M, the matrix of the linearised problem */
    zn_matrix J; /* the Jacobian as it is stored */
    double scale;
    double *z, *w;          /* iterate and F there */
    double *lo, *hi, *q;    /* of the box; the path does not use q     */
    double *zt, *wt, *best; /* trial point; best point                 */
    double least, diagonal; /* smallest error; largest |J_ii|          */
    double *zc, *wc;        /* where the watched steps began           */
    double *z0;             /* the start                               */
    double far;             /* |z| beyond which it has diverged        */
    zn_index steps;         /* so far                                  */
    double topc;            /* the residual that watched steps must get below */
    int watched;            /* watched steps so far                    */
    bool strict;            /* no watched steps are allowed            */
    double merits[MEMORY];
    zn_index nmerit;
    zn_monitor *mon;
    zn_solve_info *info;
} run;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    search *s = state;
    zn_status st;

    if (n > LARGEST)
        return ZN_OK; /* solve refuses it */
    st = zni_vi_front_reserve(&s->front, ctx, n, nnz);
    if (!st)
        st = zni_path_reserve(ctx, &s->path, n, n * n);
    return st ? st : zn_grow(ctx, &s->v, &s->cap_v, VECTORS * n + n * n, sizeof *s->v);
}

/* the length of the part of w that is not complementary at z */
static double residual(const run *a, const double z[], const double w[])
{
    double sum = 0;

    for (zn_index i = 0; i < a->p->n; i++) {
        bool fits =
            (z[i] == a->lo[i] && w[i] > 0) || (z[i] == a->hi[i] && w[i] < 0);

        sum += fits ? 0 : w[i] * w[i];
    }
    return sqrt(sum);
}

static double note(run *a)
{
    const double err = zni_vi_residual(a->p, a->z, a->w, a->zt) / a->scale;

    zni_note_best(err, &a->least, a->p->n, a->z, a->best);
    return err;
}

/* A = the Jacobian at z, dense */
static zn_status linearise(run *a)
{
    const zn_index n = a->p->n;
    const zn_status st = zni_vi_jacobian(&a->opt->front, a->ctx, a->p, a->z, a->zt);

    if (st)
        return st;
    zn_matrix_to_dense(&a->J, a->A);
    a->diagonal = 0;
    for (zn_index i = 0; i < n; i++)
        a->diagonal = fmax(a->diagonal, fabs(a->A[i + i * n]));
    return ZN_OK;
}

/* z_i that is within rounding of a bound is put on the bound. */
static double snap(const run *a, zn_index i, double z)
{
    double lo = a->lo[i], hi = a->hi[i];

    if (!isinf(lo) && z - lo <= 1e-14 * (1 + fabs(lo)))
        return lo;
    return !isinf(hi) && hi - z <= 1e-14 * (1 + fabs(hi)) ? hi : z;
}

/* zt, wt: the point of the path at t, or at its end if it ends before. ZN_UNSOLVED: the residual is too large there;
 * ZN_RETRY: F is not defined there; ZN_ESINGULAR: there is no path. */
static zn_status try(run *a, double t, double top)
{
    zni_path *k = &a->opt->path;
    zn_status st = zni_path_follow(a->ctx, k, &a->box, t, a->opt->max_pivots, a->mon, a->info);

    if (st < 0 || (st && !(k->t > 0)))
        return st;
    for (zn_index i = 0; i < a->p->n; i++)
        a->zt[i] = snap(a, i, k->zt[i]);
    st = zni_vi_map(a->p, a->zt, a->wt);
    if (st)
        return st < 0 ? st : ZN_RETRY;
    return residual(a, a->zt, a->wt) <= (1 - ENOUGH * fmin(k->t, 1)) * top ? ZN_OK : ZN_UNSOLVED;
}

/* May the end of the path be accepted although its residual is too large? The residual often decreases only after
 * some Newton steps that increase it. So a few such steps are made, and undone if they do not get below the residual
 * that they began with (the watchdog: Chamberlain et al., Math. Prog. Study 16, 1982). */
static bool watch(run *a, double top)
{
    if (a->strict || a->watched == WATCH ||
        !isfinite(residual(a, a->zt, a->wt)))
        return false;
    if (a->watched++ == 0) {
        zni_put_point(a->p->n, a->z, a->w, a->zc, a->wc);
        a->topc = top;
    }
    return true;
}

/* zt, wt: the next point, along the paths of J + lambda I with increasing lambda. */
static zn_status along(run *a, double top)
{
    zn_index n = a->p->n;

    for (int l = 0; l < NLAMBDA; l++) {
        double more = LAMBDA[l] - (l > 0 ? LAMBDA[l - 1] : 0), t = 1;
        bool whole = false;

        for (zn_index i = 0; i < n && l > 0; i++)
            a->A[i + i * n] += more * fmax(a->diagonal, 1e-8);
        for (int half = 0; half < CUTS; half++) {
            zn_status st = try(a, t, top);

            if (!st)
                a->watched = 0;
            if (!st || (st < 0 && st != ZN_ESINGULAR))
                return st;
            if (half == 0)
                whole = st == ZN_UNSOLVED && a->opt->path.t >= 1;
            if (st == ZN_ESINGULAR || !(a->opt->path.t > 0) ||
                zn_monitor_tick(a->mon, a->info->iterations, a->least))
                break;
            t = fmin(t, a->opt->path.t) / 4;
        }
        if (zn_monitor_tick(a->mon, a->info->iterations, a->least))
            break;
        if (whole && try(a, 1, top) == ZN_UNSOLVED && watch(a, top))
            return ZN_OK;
    }
    return ZN_UNSOLVED;
}

/* One step from (z, w) to (zt, wt). */
static zn_status advance(run *a)
{
    zn_index stored;
    double top;
    zn_status st = linearise(a);

    if (st)
        return st;
    zni_path_point(&a->opt->path, &a->box, a->z, a->w);
    if (a->watched > 0)
        return along(a, a->topc);
    top = a->merits[a->nmerit++ % MEMORY] = residual(a, a->z, a->w);
    stored = a->nmerit < MEMORY ? a->nmerit : MEMORY;
    for (zn_index i = 0; i < stored; i++)
        top = fmax(top, a->merits[i]);
    return along(a, top);
}

/* One step. If watched steps fail they are undone, and a step without them is made from where they began. */
static zn_status step(run *a)
{
    zn_status st = advance(a);

    if (st <= 0 || a->watched == 0 || a->info->outcome == ZN_INTERRUPTED)
        return st;
    zni_put_point(a->p->n, a->zc, a->wc, a->z, a->w);
    a->watched = 0;
    a->strict = true;
    st = advance(a);
    a->strict = false;
    return st;
}

static void cut(run *a, double v[])
{
    zn_index n = a->p->n;
    double **parts[] = {&a->lo,   &a->hi, &a->q,  &a->zt, &a->wt,
                        &a->best, &a->zc, &a->wc, &a->z0};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        *parts[i] = v + (zn_index)i * n;
    a->A = v + VECTORS * n;
    a->M = zn_matrix_dense(n, n, a->A);
    a->box = (zni_box){.n = n, .M = &a->M, .q = a->q, .lo = a->lo, .hi = a->hi};
}

/* Steps from (z, w) until one of the ends, info->outcome; not ZN_OK only if a user's function fails. */
static zn_status iterate(run *a)
{
    double err = note(a);
    zn_index it = a->steps;
    zn_status st = ZN_OK;

    a->far = FAR * fmax(1, zni_largest(a->z, a->p->n));
    a->nmerit = 0;
    a->watched = 0;
    for (; it < a->opt->max_iter && !(err <= a->opt->tol); it++) {
        a->info->outcome = ZN_ITERATION_LIMIT;
        if (zni_last(a->mon, it, err, a->info))
            break;
        st = step(a);
        if (st < 0)
            return st;
        if (st) {
            if (a->info->outcome == ZN_ITERATION_LIMIT)
                a->info->outcome = ZN_STALLED;
            break;
        }
        zni_put_point(a->p->n, a->zt, a->wt, a->z, a->w);
        err = note(a);
        if (zni_largest(a->z, a->p->n) > a->far && !(err <= a->opt->tol)) {
            a->info->outcome = ZN_STALLED;
            break;
        }
    }
    a->info->iterations = a->steps = it;
    return ZN_OK;
}

/* Iterate from other starts, projected onto the box: the vector of ones, the middle between it and the start, and 0.
 * One where F is not defined is skipped. */
static zn_status restart(run *a)
{
    zn_status st = ZN_OK;

    for (int k = 0; k < RESTARTS && !st; k++) {
        if (a->least <= a->opt->tol || a->info->outcome != ZN_STALLED)
            break;
        for (zn_index i = 0; i < a->p->n; i++)
            a->z[i] = k == 0 ? 1 : k == 1 ? 0.5 * (1 + a->z0[i]) : 0;
        st = zni_vi_project(a->p, a->z);
        if (!st)
            st = zni_vi_map(a->p, a->z, a->w);
        if (st == ZN_RETRY)
            st = ZN_OK;
        else if (!st)
            st = iterate(a);
    }
    return st;
}

static zn_status solve(search *s, zni_call call, const void *problem)
{
    zn_vi p;
    run a = {.ctx = call.ctx, .opt = s, .p = &p};
    zn_status st = s->front.view(&s->front, call.ctx, problem, &p, &a.scale);
    const zn_index n = p.n;

    if (st)
        return st;
    if (n > LARGEST)
        return zn_fail(call.ctx, ZN_EINVAL, "%td rows, the matrix is dense: %d at most", n,
                       LARGEST);
    st = reserve(s, call.ctx, n, zni_vi_nnz(&p));
    if (st)
        return st;
    cut(&a, s->v);
    st = zni_vi_begin(&s->front, call.ctx, &p, call.z, call.w, a.lo, a.hi);
    if (st)
        return st;
    a.J = zni_vi_matrix(&s->front, &p);
    a.z = call.z;
    a.w = call.w;
    a.mon = call.mon;
    a.info = call.info;
    a.least = INFINITY;
    zni_put_point(n, call.z, call.z, a.best, a.z0);
    call.info->outcome = ZN_ITERATION_LIMIT;
    st = iterate(&a);
    if (!st)
        st = restart(&a);
    if (st < 0)
        return st;
    memcpy(call.z, a.best, (size_t)n * sizeof *call.z);
    st = zni_vi_map(&p, call.z, call.w);
    if (st < 0)
        return st;
    if (a.least <= s->tol)
        call.info->outcome = ZN_SOLVED;
    return a.least <= s->tol ? ZN_OK : ZN_UNSOLVED;
}

static void fini(search *s, zn_ctx *ctx)
{
    zni_path_fini(ctx, &s->path);
    zn_free_array(ctx, s->v);
    zni_vi_front_fini(&s->front, ctx);
}

static const zn_option options[] = {
    ZNI_LIMITS(search, 1e-10, 200, 1e6, "linear problems before giving up"),
    ZN_OPT_INT(search, max_pivots, 10000, 1, 1e9, "-",
               "pivots along one path before it is left"),
    ZN_OPT_END,
};

static const char summary[] = "Newton along paths of pivots (Ralph 1994)";

ZNI_BOX_CLASS(ncp, NCP, path_search, "path-search", summary, search, solve, options);
ZNI_BOX_CLASS(mcp, MCP, path_search, "path-search", summary, search, solve, options);
ZNI_BOX_CLASS(vi, VI, path_search, "path-search",
              "Newton along paths (Ralph 1994), a box with Jacobian", search,
              solve, options);
