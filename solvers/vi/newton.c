/* newton.c - semismooth Newton for a map on a box
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi.h"

#include <string.h>

/* Directions d at z, with F and its Jacobian J there:
 *   fb   (diag(dz) + diag(dw) J) d = -Phi, Phi the Fischer-Burmeister function of
 *        the box (Billups, thesis, Wisconsin 1995; De Luca, Facchinei & Kanzow,
 *        Math. Prog. 75, 1996);
 *   min  z + d is the solution of the linearised map with the active set of
 *        max(min(z - lo, F), z - hi), solved as the linear problems are.
 * Globalisation, for both: points P(z + t d) with Armijo's rule on 1/2 ||Phi||^2
 * against the largest of its last values; where the direction fails min asks fb,
 * and fb the projected gradient. All points are in the box, so F is not asked
 * elsewhere; a full step onto the solution is not changed by the projection. */

enum { MEMORY = 5, HALVINGS = 40, VECTORS = 11 };

typedef struct run {
    zn_ctx *ctx;
    zni_newton_work *k;
    const zn_vi *p;
    zni_box box; /* linearised: w = M z + q */
    zn_matrix M;
    double scale;
    double *z, *w;   /* iterate and F there */
    double *zt, *wt; /* trial               */
    double *d, *phi, *dz, *dw, *grad, *q, *best;
    double least;
    double merits[MEMORY];
    zn_index nmerit;
} run;

zn_status zni_vi_newton_reserve(zn_ctx *ctx, zni_newton_work *k, zn_index n,
                                zn_index nnz)
{
    zn_status st = zni_box_reserve(ctx, &k->box, n, nnz);

    if (!st)
        st = zn_grow(ctx, &k->v, &k->cap_v, VECTORS * n, sizeof *k->v);
    return st ? st
              : zn_grow(ctx, &k->jx, &k->cap_jx, nnz > 0 ? nnz : 1,
                        sizeof *k->jx);
}

void zni_vi_newton_fini(zn_ctx *ctx, zni_newton_work *k)
{
    zni_box_fini(ctx, &k->box);
    zn_free_array(ctx, k->v);
    zn_free_array(ctx, k->jx);
}

static double merit(run *a, const double z[], const double w[], double dz[],
                    double dw[])
{
    return zni_box_phi(&a->k->box, &a->box, z, w, a->phi, dz, dw);
}

static double note(run *a)
{
    double err = zni_vi_residual(a->p, a->z, a->w, a->zt) / a->scale;

    if (err < a->least) {
        a->least = err;
        memcpy(a->best, a->z, (size_t)a->p->n * sizeof *a->z);
    }
    return err;
}

/* J, Phi, its derivatives and the gradient of the merit at z */
static zn_status linearise(run *a)
{
    zn_index n = a->p->n, nnz = zni_vi_nnz(a->p);
    zn_status st = a->p->jacobian(a->p->user, a->z, a->k->jx);
    double m;

    for (zn_index e = 0; e < nnz && !st; e++)
        if (!isfinite(a->k->jx[e]))
            st = ZN_RETRY;
    if (st)
        return st < 0 ? zn_note(a->ctx, st, "Jacobian")
                      : zn_fail(a->ctx, ZN_UNSOLVED,
                                "the Jacobian is not defined at the iterate");
    st = zni_box_begin(a->ctx, &a->k->box, &a->box);
    if (st)
        return st;
    /* one merit function for all iterations: gaps and F count alike */
    for (zn_index i = 0; i < n; i++)
        a->k->box.s[i] = 1;

    m = merit(a, a->z, a->w, a->dz, a->dw);
    a->merits[a->nmerit++ % MEMORY] = m;
    for (zn_index i = 0; i < n; i++) {
        a->d[i] = a->dw[i] * a->phi[i];
        a->grad[i] = a->dz[i] * a->phi[i];
    }
    zn_matrix_mul_t(&a->M, 1, a->d, 1, a->grad);
    return ZN_OK;
}

static zn_status direction_fb(run *a)
{
    zn_status st =
        zni_box_factor_mixed(a->ctx, &a->k->box, &a->box, a->dz, a->dw);

    if (st)
        return st;
    merit(a, a->z, a->w, NULL, NULL);
    for (zn_index i = 0; i < a->p->n; i++)
        a->d[i] = -a->phi[i];
    zni_box_solve_mixed(&a->k->box, a->d);
    return ZN_OK;
}

static zn_status direction_min(run *a)
{
    zn_index n = a->p->n;
    zn_status st;

    /* q = F(z) - J z */
    zn_matrix_mul(&a->M, -1, a->z, 0, a->q);
    for (zn_index i = 0; i < n; i++)
        a->q[i] += a->w[i];
    zni_box_read(&a->k->box, &a->box, a->z, a->w);
    memcpy(a->zt, a->z, (size_t)n * sizeof *a->zt);
    st = zni_box_solve_sides(a->ctx, &a->k->box, &a->box, a->zt, a->wt);
    for (zn_index i = 0; i < n && !st; i++)
        a->d[i] = a->zt[i] - a->z[i];
    return st;
}

/* zt, wt on the path P(z + t d) that the merit accepts; ZN_UNSOLVED: none */
static zn_status search(run *a, int halvings)
{
    zn_index n = a->p->n;
    zn_index stored = a->nmerit < MEMORY ? a->nmerit : MEMORY;
    double m = a->merits[(a->nmerit - 1) % MEMORY], top = m, t = 1;

    for (zn_index i = 0; i < stored; i++)
        top = fmax(top, a->merits[i]);
    for (int half = 0; half < halvings; half++, t /= 2) {
        double slope = 0, mt;
        zn_status st;

        for (zn_index i = 0; i < n; i++) {
            a->zt[i] = zni_box_clip(&a->box, i, a->z[i] + t * a->d[i]);
            slope += a->grad[i] * (a->zt[i] - a->z[i]);
        }
        st = zni_vi_map(a->p, a->zt, a->wt);
        if (st < 0)
            return st;
        if (st)
            continue;
        mt = merit(a, a->zt, a->wt, NULL, NULL);
        if (mt <= m / 4 || (slope < 0 && mt <= top + 1e-4 * slope))
            return ZN_OK;
    }
    return ZN_UNSOLVED;
}

/* The next point. A Newton direction that is no good shows soon. */
static zn_status advance(run *a, bool fb)
{
    enum { SOON = 12 };
    zn_status st = linearise(a);

    if (st)
        return st;
    if (!fb) {
        st = direction_min(a);
        if (!st)
            st = search(a, SOON);
        if (!st || (st < 0 && st != ZN_ESINGULAR))
            return st;
    }
    st = direction_fb(a);
    if (!st)
        st = search(a, SOON);
    if (!st || (st < 0 && st != ZN_ESINGULAR))
        return st;
    for (zn_index i = 0; i < a->p->n; i++)
        a->d[i] = -a->grad[i];
    return search(a, HALVINGS);
}

static void cut(run *a, double v[], double z[], double w[])
{
    zn_index n = a->p->n;
    double **parts[] = {&a->zt, &a->wt,   &a->d, &a->phi, &a->dz,
                        &a->dw, &a->grad, &a->q, &a->best};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        *parts[i] = v + (zn_index)i * n;
    double *lo = v + 9 * n, *hi = v + 10 * n;

    for (zn_index i = 0; i < n; i++) {
        lo[i] = zni_vi_lo(a->p, i);
        hi[i] = zni_vi_hi(a->p, i);
    }
    a->z = z;
    a->w = w;
    a->M = (zn_matrix){.rows = n, .cols = n, .x = a->k->jx};
    if (a->p->J && a->p->J->storage == ZN_CSC) {
        a->M.storage = ZN_CSC;
        a->M.p = a->p->J->p;
        a->M.i = a->p->J->i;
    }
    a->box = (zni_box){.n = n, .M = &a->M, .q = a->q, .lo = lo, .hi = hi};
}

zn_status zni_vi_newton_solve(zn_ctx *ctx, zni_newton_work *k,
                              const zni_vi_newton *opt, const zn_vi *p,
                              double scale, double z[], double w[],
                              zn_monitor *mon, zn_solve_info *info)
{
    zn_index n = p->n, it = 0;
    size_t bytes = (size_t)n * sizeof *z;
    run a = {.ctx = ctx, .k = k, .p = p, .scale = scale, .least = INFINITY};
    zn_status st;
    double err;

    if (p->project || !p->jacobian)
        return zn_fail(ctx, ZN_EINVAL, "%s",
                       p->project ? "X is not a box" : "there is no Jacobian");
    st = zni_vi_newton_reserve(ctx, k, n, zni_vi_nnz(p));
    if (st)
        return st;
    cut(&a, k->v, z, w);
    zni_vi_project(p, z);
    st = zni_vi_map(p, z, w);
    if (st)
        return st < 0 ? zn_note(ctx, st, "F at the start")
                      : zn_fail(ctx, ZN_EDOM, "F is not defined at the start");
    memcpy(a.best, z, bytes);
    err = note(&a);
    info->outcome = ZN_ITERATION_LIMIT;
    for (; it < opt->max_iter && !(err <= opt->tol); it++) {
        if (zn_monitor_tick(mon, it, err)) {
            info->outcome = ZN_INTERRUPTED;
            break;
        }
        st = advance(&a, opt->fb);
        if (st < 0 && st != ZN_ESINGULAR)
            return st;
        if (st) {
            info->outcome = ZN_STALLED;
            break;
        }
        memcpy(z, a.zt, bytes);
        memcpy(w, a.wt, bytes);
        err = note(&a);
    }
    info->iterations = it;
    memcpy(z, a.best, bytes);
    st = zni_vi_map(p, z, w);
    if (st < 0)
        return st;
    if (a.least <= opt->tol)
        info->outcome = ZN_SOLVED;
    return a.least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
