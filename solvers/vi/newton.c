/* newton.c - semismooth Newton for a map on a box
 * SPDX-License-Identifier: Apache-2.0 */
#include "../methods/newton.h"
#include "vi.h"

#include <string.h>

/* Directions d at z, with F and its Jacobian J there:
 *   fb   (diag(dz) + diag(dw) J) d = -Phi, Phi the Fischer-Burmeister function of
 *        the box (Billups, thesis, Wisconsin 1995; De Luca, Facchinei & Kanzow,
 *        Math. Prog. 75, 1996);
 *   min  z + d is the solution of the linearised map with the active set of
 *        max(min(z - lo, F), z - hi), solved as the linear problems are.
 * Damped as all are (../methods/newton.c), along the points P(z + t d); where the
 * direction fails min asks fb, and fb the projected gradient. All points are in the box, so F is not asked
 * elsewhere; a full step onto the solution is not changed by the projection. */

enum { HALVINGS = 40, SOON = 12, VECTORS = ZNI_DAMPED + 8 };

typedef struct run {
    zn_ctx *ctx;
    zni_newton_work *k;
    const zn_vi *p;
    zni_box box; /* linearised: w = M z + q */
    zn_matrix M;
    double scale;
    double *phi, *dz, *dw, *grad, *q, *work;
    bool fb;
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

static double value(run *a, const double z[], const double w[], double dz[],
                    double dw[])
{
    return zni_box_phi(&a->k->box, &a->box, z, w, a->phi, dz, dw);
}

/* J, Phi, its derivatives and the gradient of the merit at z */
static zn_status linearise(void *of, const double z[], const double w[],
                           double *m)
{
    run *a = of;
    zn_index n = a->p->n, nnz = zni_vi_nnz(a->p);
    zn_status st = a->p->jacobian(a->p->user, z, a->k->jx);

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

    *m = value(a, z, w, a->dz, a->dw);
    for (zn_index i = 0; i < n; i++) {
        a->work[i] = a->dw[i] * a->phi[i];
        a->grad[i] = a->dz[i] * a->phi[i];
    }
    zn_matrix_mul_t(&a->M, 1, a->work, 1, a->grad);
    return ZN_OK;
}

static zn_status direction_fb(run *a, const double z[], const double w[],
                              double d[])
{
    zn_status st =
        zni_box_factor_mixed(a->ctx, &a->k->box, &a->box, a->dz, a->dw);

    if (st)
        return st;
    value(a, z, w, NULL, NULL);
    for (zn_index i = 0; i < a->p->n; i++)
        d[i] = -a->phi[i];
    zni_box_solve_mixed(&a->k->box, d);
    return ZN_OK;
}

static zn_status direction_min(run *a, const double z[], const double w[],
                               double d[])
{
    zn_index n = a->p->n;
    zn_status st;

    /* q = F(z) - J z */
    zn_matrix_mul(&a->M, -1, z, 0, a->q);
    for (zn_index i = 0; i < n; i++)
        a->q[i] += w[i];
    zni_box_read(&a->k->box, &a->box, z, w);
    memcpy(d, z, (size_t)n * sizeof *d);
    st = zni_box_solve_sides(a->ctx, &a->k->box, &a->box, d, a->work);
    for (zn_index i = 0; i < n && !st; i++)
        d[i] -= z[i];
    return st;
}

/* min, fb, downhill; without the first for fb */
static zn_status direction(void *of, int k, const double z[], const double w[],
                           double d[], double *slope)
{
    run *a = of;

    *slope = 0; /* that of each trial */
    k += a->fb;
    if (k < 2)
        return (k ? direction_fb : direction_min)(a, z, w, d);
    for (zn_index i = 0; i < a->p->n; i++)
        d[i] = -a->grad[i];
    return ZN_OK;
}

static zn_status go(void *of, double t, const double z[], const double d[],
                    double zt[], double wt[], double *slope)
{
    run *a = of;

    *slope = 0;
    for (zn_index i = 0; i < a->p->n; i++) {
        zt[i] = zni_box_clip(&a->box, i, z[i] + t * d[i]);
        *slope += a->grad[i] * (zt[i] - z[i]);
    }
    return zni_vi_map(a->p, zt, wt);
}

static double merit(void *of, const double z[], const double w[])
{
    return value(of, z, w, NULL, NULL);
}

static zn_status evaluate(void *of, const double z[], double w[])
{
    return zni_vi_map(((run *)of)->p, z, w);
}

static double error(void *of, const double z[], const double w[])
{
    const run *a = of;

    return zni_vi_residual(a->p, z, w, a->work) / a->scale;
}

static void cut(run *a, double v[])
{
    zn_index n = a->p->n;
    double **parts[] = {&a->phi, &a->dz, &a->dw, &a->grad, &a->q, &a->work};
    double *lo = v + (ZNI_DAMPED + 6) * n, *hi = lo + n;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        *parts[i] = v + ((zn_index)i + ZNI_DAMPED) * n;
    for (zn_index i = 0; i < n; i++) {
        lo[i] = zni_vi_lo(a->p, i);
        hi[i] = zni_vi_hi(a->p, i);
    }
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
    run a = {.ctx = ctx, .k = k, .p = p, .scale = scale, .fb = opt->fb};
    const zni_semismooth f = {.of = &a,
                              .n = p->n,
                              .linearise = linearise,
                              .merit = merit,
                              .directions = opt->fb ? 2 : 3,
                              .direction = direction,
                              .go = go,
                              .evaluate = evaluate,
                              .error = error};
    const zni_damping damping = {.tol = opt->tol,
                                 .max_iter = opt->max_iter,
                                 .halvings = HALVINGS,
                                 .soon = SOON};
    zn_status st;

    if (!zni_vi_boxed(p) || !p->jacobian)
        return zn_fail(ctx, ZN_EINVAL, "%s",
                       !zni_vi_boxed(p) ? "X is not a box" : "there is no Jacobian");
    st = zni_vi_newton_reserve(ctx, k, p->n, zni_vi_nnz(p));
    if (st)
        return st;
    cut(&a, k->v);
    zni_vi_project(p, z);
    st = zni_vi_map(p, z, w);
    if (st)
        return st < 0 ? zn_note(ctx, st, "F at the start")
                      : zn_fail(ctx, ZN_EDOM, "F is not defined at the start");
    return zni_damped_newton(&f, &damping, k->v, z, w, mon, info);
}
