/* cpg.c - conjugate projected gradients for LCP with symmetric M
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp.h"

#include <string.h>

#include "../../linalg/small.h"

/* Minimises 1/2 z'Mz + q'z over z >= 0, M symmetric positive semidefinite, by
 * conjugate gradients on the face of the iterate, by projected steps that
 * change many components of the face at once, and by proportioning (MPRGP: Dostal &
 * Schoeberl, Comput. Optim. Appl. 30, 2005). The gradient g = M z + q splits into
 *     free part     f_i = g_i where z_i > 0,
 *     chopped part  c_i = min(g_i, 0) where z_i = 0;
 * which both vanish at the solution. While c is small compared with f, |c|^2 <= f~'f with
 * the reduced f~ = min(f, z / step), the face is kept. Variables are scaled to
 * a unit diagonal of M by S; projected steps are shorter than 2 / ||S M S||,
 * where the norm is estimated by power iteration. */
typedef struct cpg {
    double tol;
    zn_index max_iter;
    double *v; /* 8 n */
    zn_index cap_v;
} cpg;

typedef struct run {
    const zn_lcp *p;
    zn_index n;
    double *y, *g, *d, *Md, *f, *s, *work; /* y = z / s, gradient, direction, S M S d, free part, scale */
    double step;
} run;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    cpg *k = state;

    (void)nnz;
    return zn_grow(ctx, &k->v, &k->cap_v, 8 * n, sizeof *k->v);
}

/* out = S M S x */
static void mul(const run *a, const double x[], double out[])
{
    for (zn_index i = 0; i < a->n; i++)
        a->work[i] = a->s[i] * x[i];
    zn_matrix_mul(a->p->M, 1, a->work, 0, out);
    for (zn_index i = 0; i < a->n; i++)
        out[i] *= a->s[i];
}

static void gradient(run *a)
{
    mul(a, a->y, a->g);
    for (zn_index i = 0; i < a->n; i++)
        a->g[i] += a->s[i] * a->p->q[i];
}

/* f = the free part; returns f~'f - |c|^2, which is >= 0 if the face is kept */
static double split(run *a)
{
    double balance = 0;

    for (zn_index i = 0; i < a->n; i++) {
        double g = a->g[i];

        a->f[i] = a->y[i] > 0 ? g : 0;
        if (a->y[i] > 0)
            balance += g * fmin(g, a->y[i] / a->step);
        else if (g < 0)
            balance -= g * g;
    }
    return balance;
}

/* A projected gradient step; used when M has no curvature along d, up to rounding. */
static void slide(run *a, bool *fresh)
{
    for (zn_index i = 0; i < a->n; i++)
        a->y[i] = fmax(0, a->y[i] - a->step * a->g[i]);
    gradient(a);
    *fresh = true;
}

/* One iteration. *fresh: the next direction does not depend on the last one. */
static void iterate(run *a, bool *fresh)
{
    zn_index n = a->n;
    double most = INFINITY, len, curve;
    bool keep = split(a) >= 0;

    if (!keep || *fresh)
        for (zn_index i = 0; i < n; i++)
            a->d[i] = keep ? a->f[i] : a->y[i] > 0 ? 0 : fmin(a->g[i], 0);
    mul(a, a->d, a->Md);
    curve = zni_dot(n, a->d, a->Md);
    if (!(curve > 1e-14 * zni_dot(n, a->d, a->d))) {
        slide(a, fresh);
        return;
    }
    len = zni_dot(n, a->g, a->d) / curve;
    for (zn_index i = 0; i < n && keep; i++)
        if (a->d[i] > 0 && a->y[i] / a->d[i] < most)
            most = a->y[i] / a->d[i];

    double t = len < most ? len : most;

    for (zn_index i = 0; i < n; i++) {
        a->y[i] = fmax(0, a->y[i] - t * a->d[i]);
        a->g[i] -= t * a->Md[i];
    }
    *fresh = !keep || len >= most;
    if (keep && len >= most) {
        /* expansion: after the step to the bound a projected step along the free gradient */
        split(a);
        for (zn_index i = 0; i < n; i++)
            a->y[i] = fmax(0, a->y[i] - a->step * a->f[i]);
        gradient(a);
    } else if (keep) {
        split(a);
        curve = zni_dot(n, a->f, a->Md) / curve;
        for (zn_index i = 0; i < n; i++)
            a->d[i] = a->f[i] - curve * a->d[i];
    }
}

/* Set s = 1 / sqrt(M_ii) and the step length; ZN_EINVAL: M is not symmetric with a positive diagonal. */
static zn_status scale(run *a, zn_ctx *ctx)
{
    double norm = 0;

    zn_matrix_diag(a->p->M, a->s);
    for (zn_index i = 0; i < a->n; i++) {
        if (!(a->s[i] > 0))
            return zn_fail(ctx, ZN_EINVAL, "M(%td,%td) = %g, must be > 0", i, i,
                           a->s[i]);
        a->s[i] = 1 / sqrt(a->s[i]);
    }
    if (!zn_matrix_symmetric(a->p->M, 1e-9))
        return zn_fail(ctx, ZN_EINVAL, "M is not symmetric");

    /* a few power iterations give a lower bound of the largest eigenvalue, which is close to it; a quarter is added for
     * safety */
    for (zn_index i = 0; i < a->n; i++)
        a->d[i] = 1 + 0.5 * (double)(i % 3);
    for (int it = 0; it < 12; it++) {
        norm = sqrt(zni_dot(a->n, a->d, a->d));
        for (zn_index i = 0; i < a->n; i++)
            a->d[i] /= norm;
        mul(a, a->d, a->Md);
        memcpy(a->d, a->Md, (size_t)a->n * sizeof *a->d);
        norm = sqrt(zni_dot(a->n, a->d, a->d));
        if (!(norm > 0))
            break;
    }
    a->step = 1.9 / (1.25 * fmax(norm, 1));
    return ZN_OK;
}

/* z, w of y and their residual */
static double measure(run *a, double z[], double w[])
{
    zni_box b = zni_lcp_box(a->p);

    for (zn_index i = 0; i < a->n; i++)
        z[i] = a->s[i] * a->y[i];
    return zni_box_error(&b, z, w);
}

static zn_status solve(cpg *k, zni_call call, const zn_lcp *p)
{
    zn_index n = p->n;
    bool fresh = true;
    double err, least = INFINITY;
    zn_status st = reserve(k, call.ctx, n, 0);

    if (st)
        return st;

    double *v = k->v, *best = v + 7 * n;
    run a = {.p = p,
             .n = n,
             .y = v,
             .g = v + n,
             .d = v + 2 * n,
             .Md = v + 3 * n,
             .f = v + 4 * n,
             .s = v + 5 * n,
             .work = v + 6 * n};

    st = scale(&a, call.ctx);
    if (st)
        return st;
    for (zn_index i = 0; i < n; i++)
        a.y[i] = call.z[i] > 0 && isfinite(call.z[i]) ? call.z[i] / a.s[i] : 0;
    memcpy(best, a.y, (size_t)n * sizeof *call.z);
    err = measure(&a, call.z, call.w);
    zni_note_best(err, &least, n, a.y, best);
    gradient(&a);
    call.info->outcome = ZN_ITERATION_LIMIT;
    for (call.info->iterations = 0;
         call.info->iterations < k->max_iter && err > k->tol;) {
        if (zni_last(call.mon, call.info->iterations, err, call.info))
            break;
        iterate(&a, &fresh);
        call.info->iterations++;
        err = measure(&a, call.z, call.w);
        zni_note_best(err, &least, n, a.y, best);
        /* g is updated by products; it is computed anew now and then to remove its rounding */
        if (call.info->iterations % 50 == 0)
            gradient(&a);
    }
    memcpy(a.y, best, (size_t)n * sizeof *call.z);
    if (!(measure(&a, call.z, call.w) <= k->tol))
        return ZN_UNSOLVED;
    call.info->outcome = ZN_SOLVED;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((cpg *)state)->v);
}

static const zn_option options[] = {
    ZNI_LIMITS(cpg, 1e-8, 10000, 1e9, "steps before giving up"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_lcp_cpg, ZN_KIND_LCP_SOLVER, "cpg",
           "conjugate projected gradients, symmetric M (Dostal 2005)", cpg,
           options, solve, fini, .reserve = reserve);
