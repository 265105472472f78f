/* generalised_alpha.c - Newmark's scheme and the generalised alpha scheme, with
 * constraints on positions
 *
 *   q_{k+1} = q_k + h v_k + h^2 ((1/2 - beta) a_k + beta a_{k+1})
 *   v_{k+1} = v_k + h ((1 - gamma) a_k + gamma a_{k+1})
 *   (1 - alpha_m) a_{k+1} + alpha_m a_k = (1 - alpha_f) q''_{k+1} + alpha_f q''_k
 *   M(q_{k+1}) q''_{k+1} = F(t_{k+1}, q_{k+1}, v_{k+1}) + H' lambda,   y(t_{k+1}, q_{k+1}) = 0
 *
 * Unknown a_{k+1}; with c = (1 - alpha_m)/(1 - alpha_f)
 *
 *   R_free = M q'' - F,   W = c M - h gamma dF/dv - h^2 beta dF/dq.
 *
 * q''_0 is that of the forces and constraints at t_0. doc/generalised-alpha.md;
 * J. Chung, G.M. Hulbert, J. Appl. Mech. 60 (1993); M. Arnold, O. Bruls, Multibody
 * Syst. Dyn. 18 (2007).
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/osi.h>

#include "kernel/osi/alpha.h"
#include "kernel/osi/iteration.h"

enum { ALPHA = 0, NEWMARK = 1 };
enum { CARRY = 0, RENEW = 1 };

typedef struct alpha {
    int    method;
    double rho;         /* spectral radius for h -> infinity */
    double beta, gamma; /* of Newmark */
    int    memory;      /* what becomes of a */
} alpha;

static const zn_option options[] = {
    ZN_OPT_CHOICE(alpha, method, ALPHA, "alpha|newmark",
                  "parameters from rho, or beta and gamma as given"),
    ZN_OPT_REAL(alpha, rho, 0.9, 0, 1, "-",
                "alpha: what is left of the fastest vibrations after a step"),
    ZN_OPT_REAL(alpha, beta, 0.25, 1e-3, 1, "-", "newmark: of positions"),
    ZN_OPT_REAL(alpha, gamma, 0.5, 0, 1, "-",
                "newmark: of velocities; 1/2: order 2"),
    ZN_OPT_CHOICE(alpha, memory, CARRY, "carry|renew",
                  "a is carried on by its recursion, or begins as the "
                  "acceleration at every step"),
    ZN_OPT_END,
};

static zni_alpha of(const alpha *o)
{
    return o->method == NEWMARK
               ? (zni_alpha){.beta = o->beta, .gamma = o->gamma, .c = 1}
               : zni_alpha_of(o->rho);
}

typedef struct body {
    zn_index      n;
    zni_iteration W;
    bool          kept; /* W is S for hW and ofW */
    bool          due;  /* q'' at t_k is not known yet */
    double        hW;
    zni_alpha     of, ofW;
    double       *a, *acc; /* a_k, q''_k */
    double       *a1, *acc1;
    double       *da, *R, *tmp;
    double       *room; /* four, of the work */
} body;

/* ---- what it takes ---- */

static const char *refuses(const void *s, const zn_ds *ds)
{
    (void)s;
    if (zn_ds_curved(ds))
        return "its q' is not v (rotations in space): use 'moreau-jean'";
    return zn_ds_bc_count(ds)
               ? "it has no prescribed velocities: use 'moreau-jean'"
               : NULL;
}

static zn_level level(const void *s, const zn_relation *r, const zn_law *law,
                      const char **why)
{
    const zn_law_type *type = zn_law_class(law);
    zn_cone c;
    bool equations = type->always;

    (void)s;
    for (zn_index k = 0; type->cone(zn_law_state(law), k, &c); k++)
        equations = equations && c.set == zn_set_zero();
    if (!equations)
        *why = "the scheme is one of smooth motion and knows equations only "
               "('equality'): for impacts and friction use 'moreau-jean', "
               "'nonsmooth-alpha' or 'd1-minus'";
    else if (zn_relation_on_position(zn_relation_varies(r)))
        *why = "the relation depends on lambda: use 'moreau-jean'";
    else
        return ZN_LEVEL_POSITION;
    return ZN_LEVEL_REFUSED;
}

/* a, q'', and whether they are known */
static zn_index memory(const void *s, const zn_ds *ds)
{
    (void)s;
    return 2 * zn_ds_nv(ds) + 1;
}

static zn_status start(void *s, const zn_ds *ds, void *w, double t, double h,
                       const double q[], const double v[], double m[])
{
    (void)s, (void)w, (void)t, (void)h, (void)q, (void)v;
    memset(m, 0, (size_t)(2 * zn_ds_nv(ds) + 1) * sizeof *m);
    return ZN_OK;
}

static void detach(void *s, zn_ctx *ctx, const zn_ds *ds, void *w)
{
    body *b = w;

    (void)s, (void)ds;
    if (!b)
        return;
    zni_iteration_fini(&b->W);
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
    b->a = zn_alloc(ctx, 11 * n, sizeof *b->a);
    if (b->a)
        st = zni_iteration_init(ctx, ds, false, &b->W);
    if (st) {
        detach(s, ctx, ds, b);
        return st;
    }
    b->acc = b->a + n;
    b->a1 = b->acc + n;
    b->acc1 = b->a1 + n;
    b->da = b->acc1 + n;
    b->R = b->da + n;
    b->tmp = b->R + n;
    b->room = b->tmp + n;
    *w = b;
    return ZN_OK;
}

/* ---- the acceleration at the start ---- */

/* The iterate that a1 makes. */
static void iterate(const zn_step *step, const zn_ds *ds, body *b)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const zni_alpha *o = &b->of;
    const double h = step->h;

    for (zn_index i = 0; i < b->n; i++) {
        const double a = b->a[i], a1 = b->a1[i];

        x.q1[i] = x.q[i] + h * x.v[i] +
                  h * h * ((0.5 - o->beta) * a + o->beta * a1);
        x.v1[i] = x.v[i] + h * ((1 - o->gamma) * a + o->gamma * a1);
        b->acc1[i] = ((1 - o->m) * a1 + o->m * a - o->f * b->acc[i]) / (1 - o->f);
    }
}

static zn_status begin(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[])
{
    const alpha *o = s;
    const zn_step_view x = zn_step_view_of(step, ds);
    body *b = w;
    const size_t bytes = (size_t)b->n * sizeof *b->a;

    b->of = of(o);
    b->due = m[2 * b->n] == 0;
    memcpy(b->acc, m + b->n, bytes);
    memcpy(b->a, o->memory == RENEW ? m + b->n : m, bytes);
    if (b->due) { /* the stage begins at t_k */
        memcpy(x.q1, x.q, bytes);
        memcpy(x.v1, x.v, bytes);
        return ZN_OK;
    }
    memcpy(b->a1, b->a, bytes);
    iterate(step, ds, b);
    return ZN_OK;
}

static bool stage_due(void *s, const zn_ds *ds, void *w, zn_index k)
{
    (void)s, (void)ds, (void)k;
    return ((const body *)w)->due;
}

static void stage_of(const void *s, const zn_step *step, zn_index k,
                     zn_stage *out)
{
    (void)s, (void)k;
    *out = (zn_stage){.t = step->t, .length = step->h};
}

/* M q''_k = F_k + H' f */
static zn_status stage(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       zn_index k, bool *changed)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    body *b = w;
    zn_status st = zn_ds_class(ds)->mass(ds, x.q, b->W.term[ZNI_MASS]);

    (void)s, (void)k;
    b->kept = false;
    *changed = true;
    zni_iteration_clear(&b->W);
    zni_iteration_add(&b->W, ZNI_MASS, 1);
    if (!st)
        st = zni_iteration_factor(&b->W);
    if (!st)
        st = zn_ds_class(ds)->force(ds, step->t, x.q, x.v, b->acc);
    if (!st)
        zn_factor_solve(b->W.factor, 1, b->acc);
    return zn_note(zn_ds_ctx(ds), st, "acceleration of system '%s' at the start",
                   zn_ds_name(ds));
}

static const double *stage_velocity(void *s, const zn_step *step,
                                    const zn_ds *ds, void *w, zn_index k)
{
    (void)s, (void)w, (void)k;
    return zn_step_view_of(step, ds).v;
}

static bool stage_active(const void *s, zn_index k, const double y_k[],
                         const double u_k[], const double y[], const double u[])
{
    (void)s, (void)k, (void)y_k, (void)u_k, (void)y, (void)u;
    return true;
}

static zn_status stage_end(void *s, const zn_step *step, const zn_ds *ds,
                           void *w, zn_index k, const double f[],
                           const double a[])
{
    body *b = w;

    (void)s, (void)k, (void)f;
    for (zn_index i = 0; i < b->n; i++)
        b->a1[i] = b->a[i] = b->acc[i] += a[i];
    iterate(step, ds, b);
    return ZN_OK;
}

/* ---- the step ---- */

static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const zn_ds_type *type = zn_ds_class(ds);
    body *b = w;
    double sum = 0;
    zn_status st = type->mass_mul(ds, x.q1, b->acc1, b->R);

    (void)s;
    if (!st)
        st = type->force(ds, step->t1, x.q1, x.v1, b->tmp);
    for (zn_index i = 0; !st && i < b->n; i++) {
        b->R[i] -= b->tmp[i];
        sum += (b->R[i] - p[i]) * (b->R[i] - p[i]);
    }
    *norm = sqrt(sum);
    return st;
}

/* W = c M - h gamma dF/dv - h^2 beta dF/dq */
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
    zni_iteration_add(&b->W, ZNI_MASS, b->of.c);
    zni_iteration_add(&b->W, ZNI_JAC_V, -h * b->of.gamma);
    zni_iteration_add(&b->W, ZNI_JAC_Q, -h * h * b->of.beta);
    return zni_iteration_factor(&b->W);
}

static zn_status free_state(void *s, const zn_step *step, const zn_ds *ds,
                            void *w, const double p_fixed[], const double K[],
                            bool *changed)
{
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
            return zn_note(zn_ds_ctx(ds), st,
                           "iteration matrix of system '%s' (t = %g s, h = %g s)",
                           zn_ds_name(ds), step->t1, step->h);
    }
    for (zn_index i = 0; i < b->n; i++)
        b->da[i] = (p_fixed ? p_fixed[i] : 0) - b->R[i];
    zn_factor_solve(b->W.factor, 1, b->da);
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
    const body *b = w;

    (void)s, (void)step, (void)ds;
    return at == ZN_LEVEL_ACCELERATION ? b->acc : b->da;
}

static double row_factor(const void *s, const zn_step *step, zn_level at,
                         double e)
{
    (void)at, (void)e;
    return step->hw * step->hw * of(s).beta;
}

static double impulse_factor(const void *s, const zn_step *step)
{
    (void)s;
    return step->h;
}

static zn_status update(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double du[])
{
    body *b = w;

    (void)s;
    for (zn_index i = 0; i < b->n; i++)
        b->a1[i] += b->da[i] + du[i];
    iterate(step, ds, b);
    return ZN_OK;
}

static zn_status commit(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double p[], double m[], double bc[])
{
    const body *b = w;
    const size_t bytes = (size_t)b->n * sizeof *b->a;

    (void)s, (void)step, (void)ds, (void)p, (void)bc;
    memcpy(m, b->a1, bytes);
    memcpy(m + b->n, b->acc1, bytes);
    m[2 * b->n] = 1;
    return ZN_OK;
}

/* Trapezoidal rule on the power of forces. */
static zn_status work(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      const double p[], zn_work *out)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const body *b = w;
    zn_force_parts room = {b->room, b->room + b->n, b->room + 2 * b->n,
                           b->room + 3 * b->n};
    zn_status st;

    (void)s;
    for (zn_index i = 0; i < b->n; i++)
        out->contact += step->h * (x.v[i] + x.v1[i]) / 2 * p[i];
    st = zn_osi_add_moving_mass(ds, x.q, x.v, x.q1, x.v1, b->tmp, out);
    if (!st)
        st = zn_osi_add_power(ds, step->t, x.q, x.v, step->h / 2, x.v, &room,
                              out);
    return st ? st
              : zn_osi_add_power(ds, step->t1, x.q1, x.v1, step->h / 2, x.v1,
                                 &room, out);
}

static zn_status matrix(void *s, const zn_ds *ds, void *w, const zn_pattern **a,
                        const double **W)
{
    (void)s, (void)ds;
    zni_iteration_matrix(&((const body *)w)->W, a, W);
    return ZN_OK;
}

static int order(const void *s)
{
    const alpha *o = s;

    return o->method == NEWMARK && o->gamma != 0.5 ? 1 : 2;
}

const zn_osi_type zni_osi_generalised_alpha = {
    .type = {.size = sizeof zni_osi_generalised_alpha,
             .kind = ZN_KIND_OSI,
             .name = "generalised-alpha",
             .summary = "smooth motion with constraints on positions; Newmark",
             .state_size = sizeof(alpha),
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
    .row_factor = row_factor,
    .update = update,
    .commit = commit,
    .work = work,
    .impulse_factor = impulse_factor,
    .matrix = matrix,
    .order = order,
    .stages = 1,
    .stage_of = stage_of,
    .stage = stage,
    .stage_velocity = stage_velocity,
    .stage_active = stage_active,
    .stage_end = stage_end,
    .stage_due = stage_due,
};
