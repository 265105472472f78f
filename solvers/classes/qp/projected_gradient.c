/* projected_gradient.c - spectral projected gradient method
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../methods/projection.h"
#include "qp.h"

#include <string.h>

/* By ../../methods/projection.c, for sets with a cheap projection: bounds alone, or z + b in K without bounds. Each
 * step has one product with M, and one for the error. */
typedef struct view {
    const zn_qp *p;
    double *w, *s; /* n + m: the multipliers; m: work */
} view;

static zn_status map(const void *of, const double z[], double g[])
{
    const zn_qp *p = ((const view *)of)->p;

    memcpy(g, p->q, (size_t)p->n * sizeof *g);
    zn_matrix_mul(p->M, 1, z, 1, g);
    return ZN_OK;
}

static zn_status project(const void *of, double x[])
{
    const zn_qp *p = ((const view *)of)->p;
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

static double error(const void *of, const double z[], const double g[], double work[])
{
    const view *v = of;
    const zn_index n = v->p->n;

    memcpy(v->w, g, (size_t)n * sizeof *g);
    if (v->p->m > 0)
        memcpy(v->w + n, g, (size_t)n * sizeof *g);
    return zni_qp_residual(v->p, z, v->w, v->s, work);
}

static zn_status solve(zni_projecting *s, zni_call call, const zn_qp *p)
{
    zn_status st;

    if (p->m > 0 && (p->A || p->lb || p->ub))
        return zn_fail(call.ctx, ZN_EINVAL, "the set is more than bounds, or z + b in K");
    st = zni_projecting_reserve(s, call.ctx, p->n, 0);
    if (st)
        return st;

    double *g = s->v + ZNI_PROJECTED * p->n;
    const view v = {p, call.w, g + p->n};
    const zni_inequality of = {
        .of = &v, .n = p->n, .map = map, .project = project, .error = error};

    s->opt.kind = ZNI_SPECTRAL;
    st = project(&v, call.z);
    if (st > 0)
        call.info->outcome = ZN_STALLED;
    else if (!st)
        st = zni_projections((zni_call){call.ctx, call.z, g, call.mon, call.info}, &of, &s->opt,
                             s->v);
    if (st >= 0) { /* the multipliers of the best point */
        map(&v, call.z, g);
        error(&v, call.z, g, s->v);
    }
    return st > 0 ? ZN_UNSOLVED : st;
}

static const zn_option options[] = {
    ZNI_LIMITS_IN(zni_projecting, opt, 1e-8, 20000, 1e9, "steps before giving up"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_qp_projected_gradient, ZN_KIND_QP_SOLVER, "projected-gradient",
           "spectral steps; bounds, or z + b in K (Birgin et al. 2000)", zni_projecting, options,
           solve, zni_projecting_fini, .reserve = zni_projecting_reserve);
