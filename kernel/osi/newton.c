/* newton.c - Newton's method of one system, for integrators without `attach`
 *
 *     W = M                                  or what `make` says,
 *     W = c_0 M + c_1 dF/dq + c_2 dF/dv      c by `weights`,
 *     u_free = u - W^-1 (R - p_fixed)
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/newton.h"

#include <math.h>
#include <stdalign.h>
#include <string.h>

#include "kernel/model/arm.h"
#include "kernel/osi/iteration.h"

/* What only the host sees of a system; the zn_osi_work follows it in the block. */
typedef struct frame {
    bool          weighted; /* the class has `weights`: W is that of `sum` */
    zni_iteration sum;
    double        c[ZNI_TERMS]; /* of the W that is kept */
    zn_factor    *mass;         /* of M, for zn_osi_divide_mass */
    bool          known;        /* M is constant and factorised */
} frame;

static size_t rounded(size_t size)
{
    const size_t d = alignof(max_align_t);

    return (size + d - 1) / d * d;
}

static frame *frame_of(const void *w)
{
    return (frame *)(void *)((char *)(uintptr_t)w - rounded(sizeof(frame)));
}

/* ---- what is kept for a system --------------------------------------------------- */

static void detach(void *s, zn_ctx *ctx, const zn_ds *ds, void *w)
{
    zn_osi_work *b = w;
    frame *f;

    (void)s, (void)ds;
    if (!b)
        return;
    f = frame_of(b);
    if (f->weighted)
        zni_iteration_fini(ctx, &f->sum);
    else
        zn_factor_free(b->factor);
    zn_factor_free(f->mass);
    zn_free_array(ctx, f);
}

/* Factors of W, and where its values are. */
static zn_status matrices(zn_ctx *ctx, const zn_ds *ds, zn_osi_work *b,
                          double values[])
{
    const zn_pattern M = zn_ds_pattern(ds, ZN_DS_MASS);
    frame *f = frame_of(b);
    zn_status st;

    if (!f->weighted) {
        b->W = values;
        return zn_factor_new_pattern(ctx, &M, &b->factor);
    }
    st = zni_iteration_init(ctx, ds, false, &f->sum);
    if (st)
        return st;
    b->W = f->sum.W;
    b->factor = f->sum.factor;
    return zn_factor_new_pattern(ctx, &M, &f->mass);
}

/* The frame, the struct of the class, then its numbers, in one block. */
zn_status zni_osi_attach(const zn_osi *osi, zn_ctx *ctx, const zn_ds *ds,
                         void **w)
{
    const zn_osi_type *t = osi->type;
    const bool first = t->family == ZN_FIRST_ORDER;
    const zn_pattern M = zn_ds_pattern(ds, ZN_DS_MASS);
    const zn_index n = first ? zn_ds_nx(ds) : zn_ds_nv(ds);
    const zn_index nW = t->weights ? 0 : zn_pattern_count(&M);
    const size_t size = t->work_size > sizeof(zn_osi_work) ? t->work_size
                                                           : sizeof(zn_osi_work);
    const size_t head = rounded(sizeof(frame)) + rounded(size);
    const zn_index numbers = nW + (2 + t->vectors) * n;
    zn_osi_work *b;
    char *block;
    zn_status st;

    if (t->attach)
        return t->attach(osi->state, ctx, ds, w);
    block = zn_alloc(ctx, (zn_index)head + numbers * (zn_index)sizeof(double), 1);
    if (!block)
        return ZN_ENOMEM;
    b = (zn_osi_work *)(void *)(block + rounded(sizeof(frame)));
    b->type = t;
    b->n = n;
    b->R = (double *)(void *)(block + head) + nW;
    b->free = b->R + n;
    b->vector = b->free + n;
    frame_of(b)->weighted = t->weights != NULL;
    st = matrices(ctx, ds, b, b->R - nW);
    if (st) {
        detach(osi->state, ctx, ds, b);
        return st;
    }
    *w = b;
    return ZN_OK;
}

/* ---- W ----------------------------------------------------------------------------- */

/* W by the weights of now, of operators at the iterate; no Jacobian has weight 0. */
static zn_status weigh(const zn_step *step, const zn_ds *ds, frame *f)
{
    const zn_step_view a = zn_step_view_of(step, ds);
    const zn_ds_type *type = zn_ds_class(ds);
    const double *c = f->c;
    zni_iteration *it = &f->sum;
    zn_status st = type->mass(ds, a.q1, zni_iteration_term(it, ZNI_MASS));

    if (!st && (c[ZNI_JAC_Q] != 0 || c[ZNI_JAC_V] != 0))
        st = type->force_jac(ds, step->t1, a.q1, a.v1,
                             zni_iteration_term(it, ZNI_JAC_Q),
                             zni_iteration_term(it, ZNI_JAC_V));
    if (st)
        return st;
    zni_iteration_clear(it);
    for (int k = 0; k < ZNI_TERMS; k++)
        if (c[k] != 0)
            zni_iteration_add(it, k, c[k]);
    return zni_iteration_factor(it, zn_ds_ctx(ds));
}

zn_status zn_osi_factorise(void *s, const zn_step *step, const zn_ds *ds,
                           zn_osi_work *b)
{
    frame *f = frame_of(b);
    zn_status st;

    b->kept = false;
    if (f->weighted) {
        b->type->weights(s, step, ds, b, f->c);
        st = weigh(step, ds, f);
    } else {
        st = b->type->make(s, step, ds, b, b->W);
        if (!st)
            st = zn_factor_set(b->factor, b->W);
    }
    b->kept = !st;
    b->changed = true;
    return zn_note(zn_ds_ctx(ds), st,
                   "iteration matrix of system '%s' (t = %g s, h = %g s)",
                   zn_ds_name(ds), step->t1, step->h);
}

/* Is the W that is kept the one of now? */
static bool current(void *s, const zn_step *step, const zn_ds *ds,
                    const zn_osi_work *b)
{
    const frame *f = frame_of(b);
    double c[ZNI_TERMS];

    if (!b->kept || !f->weighted)
        return b->kept;
    b->type->weights(s, step, ds, b, c);
    for (int k = 0; k < ZNI_TERMS; k++)
        if (c[k] != f->c[k])
            return false;
    return zn_ds_constant_matrices(zn_ds_varies(ds));
}

/* M, where no class says what W is. */
static zn_status mass(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      double W[])
{
    (void)s, (void)w;
    return zn_ds_class(ds)->mass(ds, zn_step_view_of(step, ds).q1, W);
}

zn_status zn_osi_divide_mass(const zn_ds *ds, zn_osi_work *b, const double q[],
                             double x[])
{
    frame *f = frame_of(b);
    zn_status st = ZN_OK;

    if (!f->weighted)
        return zn_fail(zn_ds_ctx(ds), ZN_ENOTSUP,
                       "M^-1 of system '%s': factors of M are kept for classes "
                       "with `weights`; give them, or make your own",
                       zn_ds_name(ds));
    if (!f->known) {
        st =
            zn_ds_class(ds)->mass(ds, q, zni_iteration_term(&f->sum, ZNI_MASS));
        if (!st)
            st = zn_factor_set(f->mass, zni_iteration_term(&f->sum, ZNI_MASS));
        if (st)
            return zn_note(zn_ds_ctx(ds), st, "mass of system '%s'",
                           zn_ds_name(ds));
        f->known = zn_vary_constant(zn_ds_varies(ds)->M);
    }
    zn_factor_solve(f->mass, 1, x);
    return ZN_OK;
}

/* ---- the step ------------------------------------------------------------------------ */

static double *unknown(const zn_step *step, const zn_ds *ds)
{
    return zn_ds_class(ds)->family == ZN_FIRST_ORDER
               ? step->x1 + zn_ds_x_offset(ds)
               : step->v1 + zn_ds_v_offset(ds);
}

zn_status zni_osi_newton_residual(const zn_osi *osi, const zn_step *step,
                                  const zn_ds *ds, void *w, const double p[],
                                  double *norm)
{
    const zn_osi_work *b = w;
    const zni_arm arm = step->euclidean ? zni_no_arm() : zni_arm_of(ds);
    zn_status st;

    *norm = NAN;
    st = osi->type->residual(osi->state, step, ds, w, p, norm);
    if (st || !isnan(*norm))
        return st;
    *norm = zni_arm_off(&arm, b->n, b->R, p, NULL);
    return ZN_OK;
}

zn_status zn_osi_increment(void *s, const zn_step *step, const zn_ds *ds,
                           void *w, const double p_fixed[], const double K[],
                           bool *changed)
{
    zn_osi_work *b = w;
    zn_status st =
        current(s, step, ds, b) ? ZN_OK : zn_osi_factorise(s, step, ds, b);

    if (!st && K)
        st = zn_fail(zn_ds_ctx(ds), ZN_ENOTSUP,
                     "integrator '%s' does not know inputs that depend on the "
                     "state (system '%s')",
                     b->type->type.name, zn_ds_name(ds));
    *changed = b->changed;
    b->changed = false;
    if (st)
        return st;
    for (zn_index i = 0; i < b->n; i++)
        b->free[i] = (p_fixed ? p_fixed[i] : 0) - b->R[i];
    zn_factor_solve(b->factor, 1, b->free);
    return ZN_OK;
}

static zn_status free_unknown(void *s, const zn_step *step, const zn_ds *ds,
                              void *w, const double p_fixed[],
                              const double K[], bool *changed)
{
    const double *u = unknown(step, ds);
    zn_osi_work *b = w;
    const zn_status st =
        zn_osi_increment(s, step, ds, w, p_fixed, K, changed);

    for (zn_index i = 0; !st && i < b->n; i++)
        b->free[i] += u[i];
    return st;
}

static void solve(void *s, const zn_ds *ds, void *w, zn_index nrhs, double B[])
{
    (void)s, (void)ds;
    zn_factor_solve(((zn_osi_work *)w)->factor, nrhs, B);
}

static const double *free_value(void *s, const zn_step *step, const zn_ds *ds,
                                void *w, zn_level level)
{
    (void)s, (void)step, (void)ds, (void)level;
    return ((zn_osi_work *)w)->free;
}

static zn_status update(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double du[])
{
    const zn_osi_work *b = w;
    double *u = unknown(step, ds);

    (void)s;
    for (zn_index i = 0; i < b->n; i++)
        u[i] = b->free[i] + du[i];
    return ZN_OK;
}

static zn_status matrix(void *s, const zn_ds *ds, void *w, const zn_pattern **a,
                        const double **W)
{
    const zn_osi_work *b = w;

    (void)s, (void)ds;
    *a = zn_factor_pattern(b->factor);
    *W = b->W;
    return ZN_OK;
}

/* Prescribed velocities and rotations need more than this. */
static const char *refuses(const void *s, const zn_ds *ds)
{
    (void)s;
    if (zn_ds_curved(ds))
        return "its q' is not v (rotations in space): use 'moreau-jean'";
    return zn_ds_bc_count(ds)
               ? "it has no prescribed velocities: use 'moreau-jean'"
               : NULL;
}

void zni_osi_complete_newton(zn_osi_type *t)
{
    t->detach = detach;
    if (!t->refuses)
        t->refuses = refuses;
    if (!t->make)
        t->make = mass;
    if (!t->free)
        t->free = free_unknown;
    if (!t->solve)
        t->solve = solve;
    if (!t->free_value)
        t->free_value = free_value;
    if (!t->update)
        t->update = update;
    if (!t->matrix)
        t->matrix = matrix;
}
