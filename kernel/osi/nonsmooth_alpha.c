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
#include <string.h>

#include "kernel/osi/alpha.h"

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

/* Kept beside: the motion of the step, q_k (+) it is q_{k+1}; four of the work. */
enum { MOVE = ZNI_ALPHA_VECTORS, WORK, VECTORS = WORK + 4 };

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

/* ---- the iterate ---- */

/* q_{k+1} by the motion of the step. */
static void place(const zn_step *step, const zn_ds *ds, const void *w)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const double *move = zn_osi_vector(w, MOVE);

    if (zn_ds_curved(ds))
        zn_ds_class(ds)->retract(ds, x.q, move, x.q1);
    else
        for (zn_index i = 0; i < x.n; i++)
            x.q1[i] = x.q[i] + move[i];
}

/* a', v' and q_{k+1} of v_{k+1}, the last as if w moved it by h beta/gamma w. */
static void iterate(const zn_step *step, const zn_ds *ds, zni_alpha_body *b)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const zni_alpha *o = &b->of;
    const double *a = zn_osi_vector(b, ZNI_A), h = step->h;
    double *a1 = zn_osi_vector(b, ZNI_A1), *move = zn_osi_vector(b, MOVE);

    for (zn_index i = 0; i < x.n; i++) {
        a1[i] = ((x.v1[i] - x.v[i]) / h - (1 - o->gamma) * a[i]) / o->gamma;
        move[i] = h * (x.v[i] + h * ((0.5 - o->beta) * a[i] + o->beta * a1[i]));
    }
    zni_alpha_follow(b);
    place(step, ds, b);
}

static zn_status begin(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[])
{
    const zn_step_view x = zn_step_view_of(step, ds);
    zni_alpha_body *b = w;
    double *a = zn_osi_vector(b, ZNI_A), *acc = zn_osi_vector(b, ZNI_ACC);
    zn_status st = ZN_OK;

    b->of = zni_alpha_of(((const nonsmooth *)s)->rho);
    zni_alpha_recall(b, m);
    if (b->due) { /* the first step: a_0 = v'_0 */
        st = zn_ds_class(ds)->force(ds, step->t, x.q, x.v, acc);
        if (!st)
            st = zn_osi_divide_mass(ds, &b->base, x.q, acc);
        memcpy(a, acc, (size_t)x.n * sizeof *a);
    }
    for (zn_index i = 0; i < x.n; i++)
        x.v1[i] = x.v[i] + step->h * a[i];
    iterate(step, ds, b);
    return st;
}

/* ---- the step ---- */

static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    zni_alpha_body *b = w;

    (void)s, (void)p, (void)norm;
    return zni_alpha_residual(step, ds, b, step->h * b->of.gamma / b->of.c);
}

static void weights(const void *s, const zn_step *step, const zn_ds *ds,
                    const void *w, double c[])
{
    const zni_alpha *o = &((const zni_alpha_body *)w)->of;
    const double h = step->hw;

    (void)s, (void)ds;
    c[0] = 1;
    c[1] = -h * h * o->beta / o->c;
    c[2] = -h * o->gamma / o->c;
}

static zn_status update(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double du[])
{
    const zn_step_view x = zn_step_view_of(step, ds);
    zni_alpha_body *b = w;

    (void)s;
    for (zn_index i = 0; i < x.n; i++)
        x.v1[i] = b->base.free[i] + du[i];
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
    zni_alpha_body *b = w;
    const zni_alpha *o = &b->of;
    const double f = 1 / (step->h * o->gamma);
    double *jump = zn_osi_vector(b, ZNI_ROOM);
    bool any = false;
    zn_status st = ZN_OK;

    (void)s, (void)bc;
    for (zn_index i = 0; i < x.n; i++) {
        jump[i] = p[i];
        any = any || p[i] != 0;
    }
    if (any)
        st = zn_osi_divide_mass(ds, &b->base, x.q1, jump);
    for (zn_index i = 0; i < x.n; i++) {
        m[i] = zn_osi_vector(b, ZNI_A1)[i] - f * jump[i];
        m[x.n + i] = zn_osi_vector(b, ZNI_ACC1)[i] - o->c * f * jump[i];
        zn_osi_vector(b, MOVE)[i] +=
            step->h * (0.5 - o->beta / o->gamma) * jump[i];
    }
    m[2 * x.n] = 1;
    if (any && !st)
        place(step, ds, b);
    return st;
}

/* Along the mean velocity, by which the step moves q: what jumps is counted as it changes the
 * energy, and forces by the trapezoidal rule. */
static zn_status work(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      const double p[], zn_work *out)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    double *mean = zn_osi_vector(w, ZNI_A1); /* free after the commit */
    zn_force_parts room = {zn_osi_vector(w, WORK), zn_osi_vector(w, WORK + 1),
                           zn_osi_vector(w, WORK + 2),
                           zn_osi_vector(w, WORK + 3)};
    zn_status st;

    (void)s;
    for (zn_index i = 0; i < x.n; i++) {
        mean[i] = (x.v[i] + x.v1[i]) / 2;
        out->contact += mean[i] * p[i];
    }
    st = zn_osi_add_moving_mass(ds, x.q, x.v, x.q1, x.v1, room.gyro, out);
    if (!st)
        st = zn_osi_add_power(ds, step->t, x.q, x.v, step->h / 2, mean, &room,
                              out);
    return st ? st
              : zn_osi_add_power(ds, step->t1, x.q1, x.v1, step->h / 2, mean,
                                 &room, out);
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
    .work_size = sizeof(zni_alpha_body),
    .vectors = VECTORS,
    .refuses = refuses,
    .memory = zni_alpha_memory,
    .weights = weights,
    .begin = begin,
    .residual = residual,
    .update = update,
    .active = active,
    .commit = commit,
    .work = work,
    .middle = middle,
    .order = order,
};
