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
#include <string.h>

#include "kernel/osi/alpha.h"

enum { CARRY = 0, RENEW = 1 };

typedef struct alpha {
    int    method;
    double rho;         /* spectral radius for h -> infinity */
    double beta, gamma; /* of Newmark */
    int    memory;      /* what becomes of a */
} alpha;

static const zn_option options[] = {
    ZNI_ALPHA_OPTIONS(alpha),
    ZN_OPT_CHOICE(alpha, memory, CARRY, "carry|renew",
                  "a is carried on by its recursion, or begins as the "
                  "acceleration at every step"),
    ZN_OPT_END,
};

static zni_alpha of(const alpha *o)
{
    return zni_alpha_by(o->method, o->rho, o->beta, o->gamma);
}

/* Kept beside: four of the work. */
enum { WORK = ZNI_ALPHA_VECTORS, VECTORS = WORK + 4 };

/* ---- what it takes ---- */

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

/* ---- the acceleration at the start ---- */

/* The iterate that a1 makes. */
static void iterate(const zn_step *step, const zn_ds *ds, zni_alpha_body *b)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const zni_alpha *o = &b->of;
    const double *a = zn_osi_vector(b, ZNI_A), *a1 = zn_osi_vector(b, ZNI_A1);
    const double h = step->h;

    for (zn_index i = 0; i < x.n; i++) {
        x.q1[i] = x.q[i] + h * x.v[i] +
                  h * h * ((0.5 - o->beta) * a[i] + o->beta * a1[i]);
        x.v1[i] = x.v[i] + h * ((1 - o->gamma) * a[i] + o->gamma * a1[i]);
    }
    zni_alpha_follow(b);
}

static zn_status begin(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[])
{
    const alpha *o = s;
    const zn_step_view x = zn_step_view_of(step, ds);
    zni_alpha_body *b = w;
    double *a = zn_osi_vector(b, ZNI_A);
    const size_t bytes = (size_t)x.n * sizeof *a;

    b->of = of(o);
    zni_alpha_recall(b, m);
    if (b->due) /* the stage begins at t_k */
        return ZN_OK;
    if (o->memory == RENEW)
        memcpy(a, zn_osi_vector(b, ZNI_ACC), bytes);
    memcpy(zn_osi_vector(b, ZNI_A1), a, bytes);
    iterate(step, ds, b);
    return ZN_OK;
}

static bool stage_due(void *s, const zn_ds *ds, void *w, zn_index k)
{
    (void)s, (void)ds, (void)k;
    return ((const zni_alpha_body *)w)->due;
}

static void stage_of(const void *s, const zn_step *step, zn_index k,
                     zn_stage *out)
{
    (void)s, (void)k;
    *out = (zn_stage){.t = step->t, .length = step->h};
}

/* In the stage W is M. */
static void weights(const void *s, const zn_step *step, const zn_ds *ds,
                    const void *w, double c[])
{
    const zni_alpha_body *b = w;
    const double h = step->hw;

    (void)s, (void)ds;
    c[0] = b->due ? 1 : b->of.c;
    c[1] = b->due ? 0 : -h * h * b->of.beta;
    c[2] = b->due ? 0 : -h * b->of.gamma;
}

/* M q''_k = F_k + H' f, of all systems if one of them needs it: contacts couple them */
static zn_status stage(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       zn_index k, bool *changed)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const size_t bytes = (size_t)x.n * sizeof *x.q;
    zni_alpha_body *body = w;
    zn_osi_work *b = w;
    double *acc = zn_osi_vector(b, ZNI_ACC);
    zn_status st;

    (void)k;
    body->due = true;
    memcpy(x.q1, x.q, bytes);
    memcpy(x.v1, x.v, bytes);
    st = zn_osi_factorise(s, step, ds, b);
    *changed = true;
    if (!st)
        st = zn_ds_class(ds)->force(ds, step->t, x.q, x.v, acc);
    if (!st)
        zn_factor_solve(b->factor, 1, acc);
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
    zni_alpha_body *b = w;
    double *acc = zn_osi_vector(b, ZNI_ACC);

    (void)s, (void)k, (void)f;
    b->due = false;
    for (zn_index i = 0; i < b->base.n; i++)
        zn_osi_vector(b, ZNI_A1)[i] = zn_osi_vector(b, ZNI_A)[i] = acc[i] += a[i];
    iterate(step, ds, b);
    return ZN_OK;
}

/* ---- the step ---- */

static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    (void)s, (void)p, (void)norm;
    return zni_alpha_residual(step, ds, w, 1);
}

static const double *free_value(void *s, const zn_step *step, const zn_ds *ds,
                                void *w, zn_level at)
{
    const zn_osi_work *b = w;

    (void)s, (void)step, (void)ds;
    return at == ZN_LEVEL_ACCELERATION ? zn_osi_vector(b, ZNI_ACC) : b->free;
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
    zni_alpha_body *b = w;

    (void)s;
    for (zn_index i = 0; i < b->base.n; i++)
        zn_osi_vector(b, ZNI_A1)[i] += b->base.free[i] + du[i];
    iterate(step, ds, b);
    return ZN_OK;
}

static zn_status commit(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double p[], double m[], double bc[])
{
    const zn_index n = zn_ds_nv(ds);
    const size_t bytes = (size_t)n * sizeof *m;

    (void)s, (void)step, (void)p, (void)bc;
    memcpy(m, zn_osi_vector(w, ZNI_A1), bytes);
    memcpy(m + n, zn_osi_vector(w, ZNI_ACC1), bytes);
    m[2 * n] = 1;
    return ZN_OK;
}

/* Trapezoidal rule on the power of forces. */
static zn_status work(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      const double p[], zn_work *out)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    zn_force_parts room = {
        zn_osi_vector(w, WORK), zn_osi_vector(w, WORK + 1),
        zn_osi_vector(w, WORK + 2), zn_osi_vector(w, WORK + 3)};
    zn_status st;

    (void)s;
    for (zn_index i = 0; i < x.n; i++)
        out->contact += step->h * (x.v[i] + x.v1[i]) / 2 * p[i];
    st = zn_osi_add_moving_mass(ds, x.q, x.v, x.q1, x.v1, room.gyro, out);
    if (!st)
        st = zn_osi_add_power(ds, step->t, x.q, x.v, step->h / 2, x.v, &room,
                              out);
    return st ? st
              : zn_osi_add_power(ds, step->t1, x.q1, x.v1, step->h / 2, x.v1,
                                 &room, out);
}

static int order(const void *s)
{
    const alpha *o = s;

    if (o->method == ZNI_NEWMARK)
        return o->gamma != 0.5 ? 1 : 2;
    return o->memory == RENEW && o->rho < 1 ? 1 : 2;
}

const zn_osi_type zni_osi_generalised_alpha = {
    .type = {.size = sizeof zni_osi_generalised_alpha,
             .kind = ZN_KIND_OSI,
             .name = "generalised-alpha",
             .summary = "smooth motion with constraints on positions; Newmark",
             .state_size = sizeof(alpha),
             .options = options},
    .family = ZN_SECOND_ORDER,
    .work_size = sizeof(zni_alpha_body),
    .vectors = VECTORS,
    .level = level,
    .memory = zni_alpha_memory,
    .weights = weights,
    .begin = begin,
    .residual = residual,
    .free = zn_osi_increment,
    .free_value = free_value,
    .row_factor = row_factor,
    .update = update,
    .commit = commit,
    .work = work,
    .impulse_factor = impulse_factor,
    .order = order,
    .stages = 1,
    .stage_of = stage_of,
    .stage = stage,
    .stage_velocity = stage_velocity,
    .stage_active = stage_active,
    .stage_end = stage_end,
    .stage_due = stage_due,
};
