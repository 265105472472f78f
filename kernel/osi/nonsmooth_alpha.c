/* nonsmooth_alpha.c - the generalised alpha scheme with impulses of contacts and joints
 *
 *   q_{k+1} = q_k (+) [h v_k + h^2 ((1/2 - beta) a_k + beta a_{k+1}) + h w/2]
 *   v_{k+1} = v_k + h ((1 - gamma) a_k + gamma a_{k+1}) + w
 *   (1 - alpha_m) a_{k+1} + alpha_m a_k = (1 - alpha_f) v'_{k+1} + alpha_f v'_k
 *   M(q_{k+1}) v'_{k+1} = F(t_{k+1}, q_{k+1}, v_{k+1}),   M(q_{k+1}) w = p
 *
 * with the laws on v_{k+1}. Forces are of order two and fast vibrations damped; impulses p are
 * not carried on in a. Unknown v_{k+1}; with a' = a_{k+1} + w/(h gamma), which v_{k+1} gives, and
 * v'(a') = v'_{k+1} + c w/(h gamma), c = (1 - alpha_m)/(1 - alpha_f),
 *
 *   R = h gamma/c (M v'(a') - F) = p,     W = M - h gamma/c dF/dv - h^2 beta/c dF/dq.
 *
 * While that is solved w moves q by h beta/gamma w, which is h w/2 but for a thousandth (rho =
 * 0.9); at the end of the step by h w/2.
 *
 * doc/generalised-alpha.md; Q.-z. Chen, V. Acary, G. Virlez, O. Bruls, Int. J. Numer. Meth.
 * Engng 96 (2013) 487-511.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/osi.h>

#include "kernel/osi/alpha.h"
#include "kernel/osi/iteration.h"

typedef struct nonsmooth {
    double rho;
    double gamma; /* of the activation */
    double hysteresis;
} nonsmooth;

static const zn_option options[] = {
    ZN_OPT_REAL(nonsmooth, rho, 0.9, 0, 1, "-",
                "what is left of the fastest vibrations after a step"),
    ZN_OPT_REAL(nonsmooth, gamma, 0.5, 0, 2, "-",
                "activation: contact active if y + gamma h u <= 0"),
    ZN_OPT_REAL(nonsmooth, hysteresis, 1e-10, 0, 1e300, "m",
                "a contact that was active stays so up to this"),
    ZN_OPT_END,
};

typedef struct body {
    zn_index n;
    zni_iteration W, M;
    bool kept, known_M; /* W for hW and ofW; M is constant and factorised */
    double hW;
    zni_alpha of, ofW;
    double *a, *acc;   /* a_k, v'_k */
    double *a1, *acc1; /* a', v'(a') */
    double *R, *vfree, *tmp, *move;
} body;

/* ---- what it takes ---- */

static const char *refuses(const void *s, const zn_ds *ds)
{
    const zn_ds_type *type = zn_ds_class(ds);

    (void)s;
    if (type->carries && type->carries(ds))
        return "it carries momenta (free rotation kept to rounding): use "
               "'moreau-jean'";
    return zn_ds_bc_count(ds)
               ? "it has no prescribed velocities: use 'moreau-jean'"
               : NULL;
}

static zn_level level(const void *s, const zn_relation *r, const zn_law *law,
                      const char **why)
{
    const unsigned levels = zn_law_class(law)->levels;

    (void)s;
    if (zn_relation_on_position(zn_relation_varies(r)))
        *why = "the relation depends on lambda: use 'moreau-jean'";
    else if (!(levels & ZN_LAW_VELOCITY))
        *why = "the law is not one of velocities: use 'moreau-jean'";
    else
        return ZN_LEVEL_VELOCITY;
    return ZN_LEVEL_REFUSED;
}

/* a, v', and whether they are known */
static zn_index memory(const void *s, const zn_ds *ds)
{
    (void)s;
    return 2 * zn_ds_nv(ds) + 1;
}

static zn_status start(void *s, const zn_ds *ds, void *w, double t, double h,
                       const double q[], const double v[], double m[])
{
    (void)w, (void)t, (void)h, (void)q, (void)v;
    memset(m, 0, (size_t)memory(s, ds) * sizeof *m);
    return ZN_OK;
}

static void detach(void *s, zn_ctx *ctx, const zn_ds *ds, void *w)
{
    body *b = w;

    (void)s, (void)ds;
    if (!b)
        return;
    zni_iteration_fini(&b->W);
    zni_iteration_fini(&b->M);
    zn_free_array(ctx, b->a);
    zn_free_array(ctx, b);
}

static zn_status attach(void *s, zn_ctx *ctx, const zn_ds *ds, void **w)
{
    const zn_index n = zn_ds_nv(ds);
    body *b = zn_alloc(ctx, 1, sizeof *b);
    zn_status st = ZN_ENOMEM;

    if (!b)
        return st;
    b->n = n;
    b->a = zn_alloc(ctx, 8 * n, sizeof *b->a);
    if (b->a)
        st = zni_iteration_init(ctx, ds, false, &b->W);
    if (!st)
        st = zni_iteration_init(ctx, ds, false, &b->M);
    if (st) {
        detach(s, ctx, ds, b);
        return st;
    }
    b->acc = b->a + n;
    b->a1 = b->acc + n;
    b->acc1 = b->a1 + n;
    b->R = b->acc1 + n;
    b->vfree = b->R + n;
    b->tmp = b->vfree + n;
    b->move = b->tmp + n;
    *w = b;
    return ZN_OK;
}

/* ---- the iterate ---- */

/* q_{k+1} by the motion of the step. */
static void place(const zn_step *step, const zn_ds *ds, const body *b)
{
    const zn_step_view x = zn_step_view_of(step, ds);

    if (zn_ds_curved(ds))
        zn_ds_class(ds)->retract(ds, x.q, b->move, x.q1);
    else
        for (zn_index i = 0; i < b->n; i++)
            x.q1[i] = x.q[i] + b->move[i];
}

/* a', v' and q_{k+1} of v_{k+1}, the last as if w moved it by h beta/gamma w. */
static void iterate(const zn_step *step, const zn_ds *ds, body *b)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const zni_alpha *o = &b->of;
    const double h = step->h;

    for (zn_index i = 0; i < b->n; i++) {
        const double a = b->a[i];

        b->a1[i] = ((x.v1[i] - x.v[i]) / h - (1 - o->gamma) * a) / o->gamma;
        b->acc1[i] =
            ((1 - o->m) * b->a1[i] + o->m * a - o->f * b->acc[i]) / (1 - o->f);
        b->move[i] =
            h * (x.v[i] + h * ((0.5 - o->beta) * a + o->beta * b->a1[i]));
    }
    place(step, ds, b);
}

/* out = M(q)^-1 out */
static zn_status divide(const zn_ds *ds, body *b, const double q[],
                        double out[])
{
    zn_status st = ZN_OK;

    if (!b->known_M) {
        st = zn_ds_class(ds)->mass(ds, q, b->M.term[ZNI_MASS]);
        zni_iteration_clear(&b->M);
        zni_iteration_add(&b->M, ZNI_MASS, 1);
        if (!st)
            st = zni_iteration_factor(&b->M);
        if (st)
            return zn_note(zn_ds_ctx(ds), st, "mass of system '%s'",
                           zn_ds_name(ds));
        b->known_M = zn_vary_constant(zn_ds_varies(ds)->M);
    }
    zn_factor_solve(b->M.factor, 1, out);
    return st;
}

static zn_status begin(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[])
{
    const zn_step_view x = zn_step_view_of(step, ds);
    body *b = w;
    const size_t bytes = (size_t)b->n * sizeof *b->a;
    zn_status st = ZN_OK;

    b->of = zni_alpha_of(((const nonsmooth *)s)->rho);
    memcpy(b->a, m, bytes);
    memcpy(b->acc, m + b->n, bytes);
    if (m[2 * b->n] == 0) { /* the first step: a_0 = v'_0 */
        st = zn_ds_class(ds)->force(ds, step->t, x.q, x.v, b->acc);
        if (!st)
            st = divide(ds, b, x.q, b->acc);
        memcpy(b->a, b->acc, bytes);
    }
    for (zn_index i = 0; i < b->n; i++)
        x.v1[i] = x.v[i] + step->h * b->a[i];
    iterate(step, ds, b);
    return st;
}

/* ---- the step ---- */

static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const zn_ds_type *type = zn_ds_class(ds);
    body *b = w;
    const double f = step->h * b->of.gamma / b->of.c;
    double sum = 0;
    zn_status st = type->mass_mul(ds, x.q1, b->acc1, b->R);

    (void)s;
    if (!st)
        st = type->force(ds, step->t1, x.q1, x.v1, b->tmp);
    for (zn_index i = 0; !st && i < b->n; i++) {
        b->R[i] = f * (b->R[i] - b->tmp[i]);
        sum += (b->R[i] - p[i]) * (b->R[i] - p[i]);
    }
    *norm = sqrt(sum);
    return st;
}

static zn_status iteration_matrix(const zn_step *step, const zn_ds *ds, body *b)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const zn_ds_type *type = zn_ds_class(ds);
    const double h = step->hw;
    zn_status st = type->mass(ds, x.q1, b->W.term[ZNI_MASS]);

    if (!st)
        st = type->force_jac(ds, step->t1, x.q1, x.v1, b->W.term[ZNI_JAC_Q],
                             b->W.term[ZNI_JAC_V]);
    if (st)
        return st;
    zni_iteration_clear(&b->W);
    zni_iteration_add(&b->W, ZNI_MASS, 1);
    zni_iteration_add(&b->W, ZNI_JAC_V, -h * b->of.gamma / b->of.c);
    zni_iteration_add(&b->W, ZNI_JAC_Q, -h * h * b->of.beta / b->of.c);
    return zni_iteration_factor(&b->W);
}

static zn_status free_state(void *s, const zn_step *step, const zn_ds *ds,
                            void *w, const double p_fixed[], const double K[],
                            bool *changed)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    body *b = w;

    (void)s, (void)K; /* of relations that level() refuses */
    *changed = false;
    if (!b->kept || b->hW != step->hw || !zni_alpha_same(&b->of, &b->ofW)) {
        const zn_status st = iteration_matrix(step, ds, b);

        b->kept = !st && zn_ds_constant_matrices(zn_ds_varies(ds));
        b->hW = step->hw;
        b->ofW = b->of;
        *changed = true;
        if (st)
            return zn_note(
                zn_ds_ctx(ds), st,
                "iteration matrix of system '%s' (t = %g s, h = %g s)",
                zn_ds_name(ds), step->t1, step->h);
    }
    for (zn_index i = 0; i < b->n; i++)
        b->vfree[i] = (p_fixed ? p_fixed[i] : 0) - b->R[i];
    zn_factor_solve(b->W.factor, 1, b->vfree);
    for (zn_index i = 0; i < b->n; i++)
        b->vfree[i] += x.v1[i];
    return ZN_OK;
}

static void solve(void *s, const zn_ds *ds, void *w, zn_index nrhs, double B[])
{
    (void)s, (void)ds;
    zn_factor_solve(((body *)w)->W.factor, nrhs, B);
}

static const double *free_value(void *s, const zn_step *step, const zn_ds *ds,
                                void *w, zn_level at)
{
    (void)s, (void)step, (void)ds, (void)at;
    return ((const body *)w)->vfree;
}

static zn_status update(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double du[])
{
    const zn_step_view x = zn_step_view_of(step, ds);
    body *b = w;

    (void)s;
    for (zn_index i = 0; i < b->n; i++)
        x.v1[i] = b->vfree[i] + du[i];
    iterate(step, ds, b);
    return ZN_OK;
}

static bool active(const void *s, const zn_step *step, const double y[],
                   const double u[], bool was)
{
    const nonsmooth *o = s;

    return y[0] + o->gamma * step->h * u[0] <= (was ? o->hysteresis : 0);
}

/* a_{k+1} = a' - w/(h gamma), v'_{k+1} = v'(a') - c w/(h gamma); and w moves q by h w/2, so
 * that what rests does. */
static zn_status commit(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double p[], double m[], double bc[])
{
    const zn_step_view x = zn_step_view_of(step, ds);
    body *b = w;
    const double f = 1 / (step->h * b->of.gamma);
    bool any = false;
    zn_status st = ZN_OK;

    (void)s, (void)bc;
    for (zn_index i = 0; i < b->n; i++) {
        b->tmp[i] = p[i];
        any = any || p[i] != 0;
    }
    if (any)
        st = divide(ds, b, x.q1, b->tmp);
    for (zn_index i = 0; i < b->n; i++) {
        m[i] = b->a1[i] - f * b->tmp[i];
        m[b->n + i] = b->acc1[i] - b->of.c * f * b->tmp[i];
        b->move[i] += step->h * (0.5 - b->of.beta / b->of.gamma) * b->tmp[i];
    }
    m[2 * b->n] = 1;
    if (any && !st)
        place(step, ds, b);
    return st;
}

static zn_status matrix(void *s, const zn_ds *ds, void *w, const zn_pattern **a,
                        const double **W)
{
    (void)s, (void)ds;
    zni_iteration_matrix(&((const body *)w)->W, a, W);
    return ZN_OK;
}

static bool middle(const void *s)
{
    (void)s;
    return true;
}

static int order(const void *s)
{
    (void)s;
    return 2;
}

const zn_osi_type zni_osi_nonsmooth_alpha = {
    .type = {.size = sizeof zni_osi_nonsmooth_alpha,
             .kind = ZN_KIND_OSI,
             .name = "nonsmooth-alpha",
             .summary =
                 "generalised alpha scheme with impulses, order 2 and damped",
             .state_size = sizeof(nonsmooth),
             .options = options},
    .family = ZN_SECOND_ORDER,
    .refuses = refuses,
    .level = level,
    .memory = memory,
    .attach = attach,
    .detach = detach,
    .start = start,
    .begin = begin,
    .residual = residual,
    .free = free_state,
    .solve = solve,
    .free_value = free_value,
    .update = update,
    .active = active,
    .commit = commit,
    .matrix = matrix,
    .middle = middle,
    .order = order,
};
