/* newton.c - semismooth Newton methods for a map on a box
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/monitor.h"
#include "../../methods/newton.h"
#include "vi.h"

#include <string.h>

/* Directions d at z, where F has the Jacobian J:
 *   fb   (diag(dz) + diag(dw) J) d = -Phi, where Phi is the Fischer-Burmeister function of
 *        the box and dz, dw are its derivatives (Billups, thesis, Wisconsin 1995; De Luca,
 *        Facchinei & Kanzow, Math. Prog. 75, 1996);
 *   min  z + d solves the linearised problem for the active set of max(min(z - lo, F), z - hi), as in
 *        linear complementarity (../../box/newton.c).
 * The line search is that of all Newton methods (../../methods/newton.c), along the points P(z + t d). Where the
 * direction fails, min takes that of fb, and fb the negative gradient of the merit function. All iterates are in the
 * box, so F is not evaluated elsewhere; the projection does not change a full step onto the solution. */

enum { HALVINGS = 40, SOON = 12, VECTORS = ZNI_DAMPED + 8 };

typedef struct newton {
    zni_vi_front front;
    double tol;
    zn_index max_iter;
    int direction; /* option of vi: 0 fb, 1 min */
    zni_box_work box;
    double *v; /* vectors of n */
    zn_index cap_v;
} newton;

typedef struct run {
    zn_ctx *ctx;
    newton *k;
    const zn_vi *p;
    zni_box box; /* the linearised problem, w = M z + q */
    zn_matrix M;
    double scale;
    double *phi, *dz, *dw, *grad, *q, *work;
    const double *z; /* the iterate                           */
    bool taken;      /* affords() has set M to the Jacobian at z */
    bool fb;
} run;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    newton *s = state;
    zn_status st = zni_vi_front_reserve(&s->front, ctx, n, nnz);

    if (!st)
        st = zni_box_reserve(ctx, &s->box, n, nnz);
    return st ? st : zn_grow(ctx, &s->v, &s->cap_v, VECTORS * n, sizeof *s->v);
}

/* M = the Jacobian at z */
static zn_status load_jacobian(run *a, const double z[])
{
    zn_status st = zni_vi_jacobian(&a->k->front, a->ctx, a->p, z, a->work);

    if (!st)
        st = zni_box_begin(a->ctx, &a->k->box, &a->box);
    /* unit scales, so that all iterations have the same merit function */
    for (zn_index i = 0; i < a->p->n && !st; i++)
        a->k->box.s[i] = 1;
    return st;
}

/* The cost of a factorisation is predicted from the Jacobian, which is kept for the step. If there is no Jacobian at z
 * the step itself fails with words. */
static zn_status affords(void *of, const zn_monitor *mon)
{
    run *a = of;
    const zn_status st = zni_limited(mon) ? load_jacobian(a, a->z) : ZN_UNSOLVED;

    if (st < 0)
        return st;
    a->taken = !st;
    return a->taken ? zni_box_affords(a->ctx, &a->k->box, &a->box, true, mon) : ZN_OK;
}

/* The Jacobian, Phi, its derivatives and the gradient of the merit function at z. */
static zn_status linearise(void *of, const double z[], const double w[],
                           double *m)
{
    run *a = of;
    zn_status st = a->taken ? ZN_OK : load_jacobian(a, z);

    if (st)
        return st;
    a->taken = false;
    *m = zni_box_phi(a->k->box.s, &a->box, z, w, a->phi, a->dz, a->dw);
    for (zn_index i = 0; i < a->p->n; i++) {
        a->work[i] = a->dw[i] * a->phi[i];
        a->grad[i] = a->dz[i] * a->phi[i];
    }
    zn_matrix_mul_t(&a->M, 1, a->work, 1, a->grad);
    return ZN_OK;
}

/* by the active set of the linearised problem, q = F(z) - J z */
static zn_status direction_min(run *a, const double z[], const double w[],
                               double d[])
{
    zn_matrix_mul(&a->M, -1, z, 0, a->q);
    for (zn_index i = 0; i < a->p->n; i++)
        a->q[i] += w[i];
    return zni_box_step_sides(a->ctx, &a->k->box, &a->box, z, w, d, a->work);
}

/* The directions in their order: min, fb, the negative gradient; fb begins with the second. */
static zn_status direction(void *of, int k, const double z[], const double w[],
                           double d[], double *slope)
{
    run *a = of;

    *slope = 0; /* trial() computes it for each trial point */
    k += a->fb;
    if (k == 0)
        return direction_min(a, z, w, d);
    if (k == 1)
        return zni_box_step_mixed(a->ctx, &a->k->box, &a->box, a->phi, a->dz, a->dw, d);
    for (zn_index i = 0; i < a->p->n; i++)
        d[i] = -a->grad[i];
    return ZN_OK;
}

static zn_status trial(void *of, double t, const double z[], const double d[],
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
    const run *a = of;

    return zni_box_phi(a->k->box.s, &a->box, z, w, a->work, NULL, NULL);
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

static void cut(run *a, double v[], double lo[], double hi[])
{
    double **parts[] = {&a->phi, &a->dz, &a->dw, &a->grad, &a->q, &a->work};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        *parts[i] = v + ((zn_index)i + ZNI_DAMPED) * a->p->n;
    a->M = zni_vi_matrix(&a->k->front, a->p);
    a->box = (zni_box){.n = a->p->n, .M = &a->M, .q = a->q, .lo = lo, .hi = hi};
}

/* ---- the solvers ------------------------------------------------------------ */

static zn_status solve(newton *s, zni_call call, bool fb, const void *problem)
{
    zn_vi p;
    run a = {.ctx = call.ctx, .k = s, .p = &p, .z = call.z, .fb = fb};
    const zni_damping damping = {.tol = s->tol,
                                 .max_iter = s->max_iter,
                                 .halvings = HALVINGS,
                                 .soon = SOON};
    zn_status st = s->front.view(&s->front, call.ctx, problem, &p, &a.scale);

    if (!st)
        st = reserve(s, call.ctx, p.n, zni_vi_nnz(&p));
    if (st)
        return st;

    double *lo = s->v + (ZNI_DAMPED + 6) * p.n, *hi = lo + p.n;
    const zni_semismooth f = {.of = &a,
                              .n = p.n,
                              .linearise = linearise,
                              .merit = merit,
                              .directions = fb ? 2 : 3,
                              .direction = direction,
                              .go = trial,
                              .evaluate = evaluate,
                              .error = error,
                              .affords = affords};

    st = zni_vi_begin(&s->front, call.ctx, &p, call.z, call.w, lo, hi);
    if (st)
        return st;
    cut(&a, s->v, lo, hi);
    return zni_damped_newton(&f, &damping, s->v, call.z, call.w, call.mon, call.info);
}

ZNI_SOLVE(solve_fb, solve, true)
ZNI_SOLVE(solve_min, solve, false)
ZNI_SOLVE(solve_either, solve, ((newton *)state)->direction == 0)

static void fini(newton *s, zn_ctx *ctx)
{
    zni_box_fini(ctx, &s->box);
    zn_free_array(ctx, s->v);
    zni_vi_front_fini(&s->front, ctx);
}

static const char fb_summary[] =
    "Newton on Fischer-Burmeister, line search (De Luca 1996)";
static const char min_summary[] =
    "active sets of the min map, Fischer-Burmeister line search";

#define LIMITS(steps) ZNI_LIMITS(newton, 1e-10, steps, 1e6, "Newton steps before giving up")

static const zn_option options[] = {LIMITS(500), ZN_OPT_END};
static const zn_option vi_options[] = {
    LIMITS(200),
    ZN_OPT_CHOICE(newton, direction, 0, "fb|min", "where directions come from"),
    ZN_OPT_END,
};

ZNI_BOX_CLASS(ncp, NCP, newton_fb, "newton-fb", fb_summary, newton, solve_fb, options);
ZNI_BOX_CLASS(ncp, NCP, newton_min, "newton-min", min_summary, newton, solve_min, options);
ZNI_BOX_CLASS(mcp, MCP, newton_fb, "newton-fb", fb_summary, newton, solve_fb, options);
ZNI_BOX_CLASS(mcp, MCP, newton_min, "newton-min", min_summary, newton, solve_min, options);
ZNI_BOX_CLASS(vi, VI, box_newton, "box-newton",
              "semismooth Newton, a box with Jacobian (Billups 1995)", newton,
              solve_either, vi_options);
