/* VerletMoreauPlugin.c - an integrator of your own: velocity Verlet for the
 * smooth forces, Moreau's impact law for the contacts
 *
 * A step from t_k to t_{k+1} = t_k + h of M(q) v' = F(t,q,v) + p, q' = v:
 *
 *   a_k     = M(q_k)^-1 F(t_k, q_k, v_k)
 *   v_half  = v_k + h/2 a_k
 *   q*      = q_k + h v_half                    the position moves first
 *   F*      = F(t_{k+1}, q*, v_k + h a_k)
 *   M(q*)(v_{k+1} - v_half) = h/2 F* + p        p: impulses of the step (N s)
 *   q_{k+1} = q* + h/2 M(q*)^-1 p
 *
 * with 0 <= u_{k+1} + e u_k _|_ lambda >= 0, u = H(q*) v, for every contact
 * that has y_k + gamma h u_k <= 0. Without contact this is the classical
 * velocity Verlet scheme: explicit, of order 2, stable for an oscillator while
 * h omega < 2. Across an impact it is of order 1, as every scheme that does not
 * look for the instant of the impact. The last line is why a body at rest stays
 * at rest: v_half knows gravity but not the floor, so q* alone would sink by
 * h^2 g/2 in every step.
 *
 * doc/extend-integrator.md goes through this file from top to bottom.
 * W.C. Swope et al., J. Chem. Phys. 76 (1982); J.J. Moreau, Numerical aspects
 * of the sweeping process (1999).
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <zeno/osi.h>

/* The state of the integrator: its options. */
typedef struct verlet_moreau {
    double gamma;
} verlet_moreau;

static const zn_option options[] = {
    ZN_OPT_REAL(verlet_moreau, gamma, 0.5, 0, 2, "-",
                "activation: contact active if y + gamma h u <= 0"),
    ZN_OPT_END,
};

/* The vectors that we keep for one system beside R and v_free. */
enum { VHALF, QSTAR, HALF, VECTORS };

/* All that does not wait for the impulses. */
static zn_status begin(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[])
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const zn_ds_type *type = zn_ds_class(ds);
    const bool constant = zn_vary_constant(zn_ds_varies(ds)->M);
    const double h = step->h;
    zn_osi_work *b = w;
    double *vhalf = zn_osi_vector(b, VHALF), *half = zn_osi_vector(b, HALF);
    double *a = b->R;
    zn_status st = ZN_OK;

    (void)m;
    memcpy(x.q1, x.q, (size_t)x.nq * sizeof *x.q);
    if (!constant || !b->kept)
        st = zn_osi_factorise(s, step, ds, b);
    if (!st)
        st = type->force(ds, step->t, x.q, x.v, a);
    if (st)
        return st;
    zn_factor_solve(b->factor, 1, a);
    for (zn_index i = 0; i < x.n; i++) {
        vhalf[i] = x.v[i] + h / 2 * a[i];
        x.q1[i] = x.q[i] + h * vhalf[i];
        x.v1[i] = x.v[i] + h * a[i];
    }
    memcpy(zn_osi_vector(b, QSTAR), x.q1, (size_t)x.nq * sizeof *x.q);
    b->kept = constant; /* the next W is M(q*) */
    st = type->force(ds, step->t1, x.q1, x.v1, half);
    for (zn_index i = 0; i < x.n; i++)
        half[i] *= h / 2;
    return st;
}

/* R_free(v) = M(q*)(v - v_half) - h/2 F*; the step is done when it equals p. */
static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    zn_osi_work *b = w;
    const double *vhalf = zn_osi_vector(b, VHALF);
    zn_status st;

    (void)s, (void)p, (void)norm;
    for (zn_index i = 0; i < x.n; i++)
        b->free[i] = x.v1[i] - vhalf[i];
    st = zn_ds_class(ds)->mass_mul(ds, zn_osi_vector(b, QSTAR), b->free, b->R);
    for (zn_index i = 0; i < x.n; i++)
        b->R[i] -= zn_osi_vector(b, HALF)[i];
    return st;
}

/* Relations are evaluated at q*. */
static void point(void *s, const zn_step *step, const zn_ds *ds, void *w,
                  zn_level level, double e, double q[])
{
    (void)s, (void)step, (void)level, (void)e;
    memcpy(q, zn_osi_vector(w, QSTAR), (size_t)zn_ds_nq(ds) * sizeof *q);
}

static bool active(const void *s, const zn_step *step, const double y[],
                   const double u[], bool was)
{
    (void)was;
    return y[0] + ((const verlet_moreau *)s)->gamma * step->h * u[0] <= 0;
}

/* It is solved: dv = W^-1 p. */
static zn_status update(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double dv[])
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const zn_osi_work *b = w;

    (void)s;
    for (zn_index i = 0; i < x.n; i++) {
        x.v1[i] = b->free[i] + dv[i];
        x.q1[i] = zn_osi_vector(b, QSTAR)[i] + step->h / 2 * dv[i];
    }
    return ZN_OK;
}

static int order(const void *s)
{
    (void)s;
    return 2;
}

static const zn_osi_type verlet_moreau_type = {
    .type = {.size = sizeof verlet_moreau_type,
             .kind = ZN_KIND_OSI,
             .name = "verlet-moreau",
             .summary = "velocity Verlet with Moreau's impact law",
             .state_size = sizeof(verlet_moreau),
             .options = options},
    .family = ZN_SECOND_ORDER,
    .vectors = VECTORS,
    .begin = begin,
    .residual = residual,
    .point = point,
    .active = active,
    .update = update,
    .order = order,
};

static const zn_type *const types[] = {&verlet_moreau_type.type, NULL};

ZN_PLUGIN(VerletMoreauPlugin, .version = "0.1", .license = "Apache-2.0",
          .types = types);
