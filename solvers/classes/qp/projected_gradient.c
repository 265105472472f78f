/* projected_gradient.c - spectral projected gradients
 * SPDX-License-Identifier: Apache-2.0 */
#include "qp.h"

#include <string.h>

#include "../../core/monitor.h"
#include "../../linalg/small.h"

/* Birgin, Martinez & Raydan, SIAM J. Optim. 10 (2000): directions
 * d = P(z - a g) - z with the step a = s's / s'Ms of Barzilai & Borwein from the
 * last step s, accepted against the largest of the last values of the objective
 * (Grippo, Lampariello & Lucidi 1986), else cut to the minimiser along d, which a
 * quadratic gives in closed form. For bounds alone, or z + b in K without
 * bounds: sets with a cheap projection. One product with M per step. */
typedef struct gradient {
    double tol;
    zn_index max_iter;
    double *v;
    zn_index cap_v;
} gradient;

enum { VECTORS = 6, MEMORY = 10, FRESH = 50 };

typedef struct run {
    const zn_qp *p;
    double *z, *g, *d, *Md;
    double f, values[MEMORY];
    zn_index nvalues;
} run;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    gradient *s = state;

    (void)nnz;
    return zn_grow(ctx, &s->v, &s->cap_v, VECTORS * n, sizeof *s->v);
}

/* x onto the set */
static zn_status project(const zn_qp *p, double x[])
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; i < p->n && p->m == 0; i++)
        x[i] = fmax(zni_qp_lo(p, i), fmin(zni_qp_hi(p, i), x[i]));
    if (p->m == 0)
        return st;
    for (zn_index i = 0; i < p->n && p->b; i++)
        x[i] += p->b[i];
    st = zni_qp_project(p, x);
    for (zn_index i = 0; i < p->n && p->b; i++)
        x[i] -= p->b[i];
    return st;
}

static void evaluate(run *a)
{
    zn_index n = a->p->n;

    zn_matrix_mul(a->p->M, 1, a->z, 0, a->g);
    a->f = 0.5 * zni_dot(n, a->z, a->g) + zni_dot(n, a->z, a->p->q);
    for (zn_index i = 0; i < n; i++)
        a->g[i] += a->p->q[i];
}

/* one step with the spectral length *len, which is renewed; ZN_UNSOLVED: there
 * is no descent, or no end to it */
static zn_status step(run *a, double *len)
{
    zn_index n = a->p->n, kept;
    double slope, curve, top, t = 1;
    zn_status st;

    for (zn_index i = 0; i < n; i++)
        a->d[i] = a->z[i] - *len * a->g[i];
    st = project(a->p, a->d);
    if (st)
        return st;
    for (zn_index i = 0; i < n; i++)
        a->d[i] -= a->z[i];
    zn_matrix_mul(a->p->M, 1, a->d, 0, a->Md);
    slope = zni_dot(n, a->g, a->d);
    curve = zni_dot(n, a->d, a->Md);
    if (!(slope < 0))
        return ZN_UNSOLVED;

    a->values[a->nvalues++ % MEMORY] = top = a->f;
    kept = a->nvalues < MEMORY ? a->nvalues : MEMORY;
    for (zn_index i = 0; i < kept; i++)
        top = fmax(top, a->values[i]);
    if (a->f + slope + 0.5 * curve > top + 1e-4 * slope)
        t = fmin(1, -slope / curve);
    for (zn_index i = 0; i < n; i++) {
        a->z[i] += t * a->d[i];
        a->g[i] += t * a->Md[i];
    }
    a->f += t * slope + 0.5 * t * t * curve;
    if (curve > 0)
        *len = fmin(fmax(zni_dot(n, a->d, a->d) / curve, 1e-12), 1e12);
    else
        *len = fmin(*len * 10, 1e12);
    return isfinite(a->f) ? ZN_OK : ZN_UNSOLVED;
}

/* multipliers of z into w, and the error */
static double measure(const run *a, double w[], double s[], double s_l[])
{
    zn_index n = a->p->n;

    memcpy(w, a->g, (size_t)n * sizeof *w);
    if (a->p->m > 0)
        memcpy(w + n, a->g, (size_t)n * sizeof *w);
    return zni_qp_residual(a->p, a->z, w, s, s_l);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    gradient *k = state;
    const zn_qp *p = problem;
    zn_index n = p->n;
    size_t bytes = (size_t)n * sizeof *z;
    double err = INFINITY, least = INFINITY, len;
    zn_status st;

    if (p->m > 0 && (p->A || p->lb || p->ub))
        return zn_fail(ctx, ZN_EINVAL,
                       "the set is more than bounds, or z + b in K");
    st = reserve(k, ctx, n, 0);
    if (st)
        return st;
    double *s = k->v + 3 * n, *s_l = s + n, *best = s_l + n;
    run a = {.p = p, .z = z, .g = k->v, .d = k->v + n, .Md = k->v + 2 * n};

    st = project(p, z);
    evaluate(&a);
    len = 1 / fmax(sqrt(zni_dot(n, a.g, a.g)), 1e-8);
    memcpy(best, z, bytes);
    for (info->iterations = 0; !st; info->iterations++) {
        err = measure(&a, w, s, s_l);
        if (err < least) {
            least = err;
            memcpy(best, z, bytes);
        }
        if (err <= k->tol || !zni_goes_on(mon, k->max_iter, err, NULL, NULL, info))
            break;
        st = step(&a, &len);
        /* g and f are carried along; their rounding is dropped now and then */
        if (!st && info->iterations % FRESH == FRESH - 1)
            evaluate(&a);
    }
    if (st < 0)
        return st;
    if (st)
        info->outcome = ZN_STALLED;
    memcpy(z, best, bytes);
    evaluate(&a);
    if (!(measure(&a, w, s, s_l) <= k->tol))
        return ZN_UNSOLVED;
    info->outcome = ZN_SOLVED;
    return ZN_OK;
}

static void fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((gradient *)state)->v);
}

static const zn_option options[] = {
    ZNI_LIMITS(gradient, 1e-8, 20000, 1e9, "steps before giving up"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_qp_projected_gradient, ZN_KIND_QP_SOLVER, "projected-gradient",
           "spectral steps; bounds, or z + b in K (Birgin et al. 2000)",
           gradient, options, .reserve = reserve, .solve = solve, .fini = fini);
