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
#include <math.h>
#include <string.h>

#include <zeno/osi.h>

/* The state of the integrator: its options. The host allocates it and fills in
 * the defaults of the table, then what the user sets. */
typedef struct verlet_moreau {
    double gamma;
} verlet_moreau;

static const zn_option options[] = {
    ZN_OPT_REAL(verlet_moreau, gamma, 0.5, 0, 2, "-",
                "activation: contact active if y + gamma h u <= 0"),
    ZN_OPT_END,
};

/* What we keep for one system; the arrays are in one block at vhalf. */
typedef struct body {
    zn_factor *W;          /* factorised mass */
    bool kept;             /* it is M(q*) of this step */
    double *vhalf, *qstar; /* n each, see above */
    double *half;          /* h/2 F* */
    double *R;             /* residual */
    double *vfree;         /* velocity without impulses */
    double *M;             /* values of the mass */
} body;

/* ---- what we take, and why not ---- */

static const char *refuses(const void *s, const zn_ds *ds)
{
    (void)s;
    if (zn_ds_class(ds)->retract)
        return "it moves by q + h v only";
    return zn_ds_bc_count(ds) ? "it has no prescribed velocities" : NULL;
}

static zn_level level(const void *s, const zn_relation *r, const zn_law *law,
                      const char **why)
{
    (void)s;
    if (zn_relation_on_position(zn_relation_varies(r)))
        *why = "the relation depends on lambda, and forces are explicit here";
    else if (!(zn_law_class(law)->levels & ZN_LAW_VELOCITY))
        *why = "the law is not written on velocities";
    else
        return ZN_LEVEL_VELOCITY;
    return ZN_LEVEL_REFUSED;
}

/* ---- memory: here and nowhere else, so that a step allocates nothing ---- */

static void detach(void *s, zn_ctx *ctx, const zn_ds *ds, void *w)
{
    body *b = w;

    (void)s, (void)ds;
    if (!b)
        return;
    zn_factor_free(b->W);
    zn_free_array(ctx, b->vhalf);
    zn_free_array(ctx, b);
}

static zn_status attach(void *s, zn_ctx *ctx, const zn_ds *ds, void **w)
{
    const zn_index n = zn_ds_nv(ds);
    const zn_pattern mass = zn_ds_pattern(ds, ZN_DS_MASS);
    body *b = zn_alloc(ctx, 1, sizeof *b);
    zn_status st = ZN_ENOMEM;

    if (!b)
        return st;
    b->vhalf = zn_alloc(ctx, 5 * n + zn_pattern_count(&mass),
                        sizeof *b->vhalf);
    if (!b->vhalf)
        goto fail;
    b->qstar = b->vhalf + n;
    b->half = b->qstar + n;
    b->R = b->half + n;
    b->vfree = b->R + n;
    b->M = b->vfree + n;
    st = zn_factor_new_pattern(ctx, &mass, &b->W);
    if (st)
        goto fail;
    *w = b;
    return ZN_OK;

fail:
    detach(s, ctx, ds, b);
    return st;
}

/* ---- the step ---- */

static zn_status factorise(const zn_ds *ds, body *b, const double q[])
{
    zn_status st = zn_ds_class(ds)->mass(ds, q, b->M);

    if (!st)
        st = zn_factor_set(b->W, b->M);
    return zn_note(zn_ds_ctx(ds), st, "mass of system '%s'", zn_ds_name(ds));
}

/* All that does not wait for the impulses. Systems keep offsets into the
 * vectors of the state; step->q1 and step->v1 hold the iterate at t_{k+1}. */
static zn_status begin(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[])
{
    const zn_index n = zn_ds_nv(ds);
    const zn_ds_type *type = zn_ds_class(ds);
    const double *q = step->state->q + zn_ds_q_offset(ds);
    const double *v = step->state->v + zn_ds_v_offset(ds);
    const double h = step->h;
    const bool constant = zn_vary_constant(zn_ds_varies(ds)->M);
    double *q1 = step->q1 + zn_ds_q_offset(ds);
    double *v1 = step->v1 + zn_ds_v_offset(ds);
    body *b = w;
    double *a = b->R;
    zn_status st = ZN_OK;

    (void)s, (void)m;
    if (!constant || !b->kept) {
        b->kept = false;
        st = factorise(ds, b, q);
        if (st)
            return st;
    }
    st = type->force(ds, step->t, q, v, a);
    if (st)
        return st;
    zn_factor_solve(b->W, 1, a);
    for (zn_index i = 0; i < n; i++) {
        b->vhalf[i] = v[i] + h / 2 * a[i];
        b->qstar[i] = q[i] + h * b->vhalf[i];
        v1[i] = v[i] + h * a[i];
    }
    memcpy(q1, b->qstar, (size_t)n * sizeof *q1);
    st = type->force(ds, step->t1, q1, v1, b->half);
    for (zn_index i = 0; i < n; i++)
        b->half[i] *= h / 2;
    return st;
}

/* R_free(v) = M(q*)(v - v_half) - h/2 F*; the step is done when it equals p. */
static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    const zn_index n = zn_ds_nv(ds);
    const double *v1 = step->v1 + zn_ds_v_offset(ds);
    body *b = w;
    double sum = 0;
    zn_status st;

    (void)s;
    for (zn_index i = 0; i < n; i++)
        b->vfree[i] = v1[i] - b->vhalf[i];
    st = zn_ds_class(ds)->mass_mul(ds, b->qstar, b->vfree, b->R);
    for (zn_index i = 0; i < n; i++) {
        b->R[i] -= b->half[i];
        sum += (b->R[i] - p[i]) * (b->R[i] - p[i]);
    }
    *norm = sqrt(sum);
    return st;
}

/* v_free = v - W^-1 (R_free(v) - p_fixed), W = M(q*). R_free is linear in v, so
 * one pass is exact. *changed tells the host to compute W^-1 H' again. */
static zn_status free_velocity(void *s, const zn_step *step, const zn_ds *ds,
                               void *w, const double p_fixed[],
                               const double K[], bool *changed)
{
    const zn_index n = zn_ds_nv(ds);
    const double *v1 = step->v1 + zn_ds_v_offset(ds);
    body *b = w;

    (void)s, (void)K; /* K: of relations that level() refuses */
    *changed = !b->kept;
    if (!b->kept) {
        const zn_status st = factorise(ds, b, b->qstar);
        if (st)
            return st;
        b->kept = true;
    }
    for (zn_index i = 0; i < n; i++)
        b->vfree[i] = (p_fixed ? p_fixed[i] : 0) - b->R[i];
    zn_factor_solve(b->W, 1, b->vfree);
    for (zn_index i = 0; i < n; i++)
        b->vfree[i] += v1[i];
    return ZN_OK;
}

/* What the one-step problem asks: W^-1 B, the velocity it starts from, the
 * position at which relations are evaluated, and factors - none, since the law
 * is on v_{k+1} itself and lambda is an impulse. */
static void solve(void *s, const zn_ds *ds, void *w, zn_index nrhs, double B[])
{
    (void)s, (void)ds;
    zn_factor_solve(((body *)w)->W, nrhs, B);
}

static const double *free_value(void *s, const zn_step *step, const zn_ds *ds,
                                void *w, zn_level lev)
{
    (void)s, (void)step, (void)ds, (void)lev;
    return ((body *)w)->vfree;
}

static void point(void *s, const zn_step *step, const zn_ds *ds, void *w,
                  zn_level lev, double e, double q[])
{
    (void)s, (void)step, (void)lev, (void)e;
    memcpy(q, ((body *)w)->qstar, (size_t)zn_ds_nq(ds) * sizeof *q);
}

static double row_factor(const void *s, const zn_step *step, zn_level lev,
                         double e)
{
    (void)s, (void)step, (void)lev, (void)e;
    return 1;
}

static double col_factor(const void *s, const zn_step *step, zn_level lev)
{
    (void)s, (void)step, (void)lev;
    return 1;
}

static bool active(const void *s, const zn_step *step, const double y[],
                   const double u[])
{
    return y[0] + ((const verlet_moreau *)s)->gamma * step->h * u[0] <= 0;
}

/* It is solved: dv = W^-1 p. */
static zn_status update(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double dv[])
{
    const zn_index n = zn_ds_nv(ds);
    double *q1 = step->q1 + zn_ds_q_offset(ds);
    double *v1 = step->v1 + zn_ds_v_offset(ds);
    const body *b = w;

    (void)s;
    for (zn_index i = 0; i < n; i++) {
        v1[i] = b->vfree[i] + dv[i];
        q1[i] = b->qstar[i] + step->h / 2 * dv[i];
    }
    return ZN_OK;
}

/* The step is accepted. A scheme with memory would write it into m. */
static zn_status commit(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double p[], double m[], double bc[])
{
    (void)s, (void)step, (void)ds, (void)w, (void)p, (void)m, (void)bc;
    return ZN_OK;
}

/* ---- what we are ---- */

static const zn_osi_type verlet_moreau_type = {
    .type = {.size = sizeof verlet_moreau_type,
             .kind = ZN_KIND_OSI,
             .name = "verlet-moreau",
             .summary = "velocity Verlet with Moreau's impact law",
             .state_size = sizeof(verlet_moreau),
             .options = options},
    .family = ZN_SECOND_ORDER,
    .refuses = refuses,
    .level = level,
    .attach = attach,
    .detach = detach,
    .begin = begin,
    .residual = residual,
    .free = free_velocity,
    .solve = solve,
    .free_value = free_value,
    .point = point,
    .row_factor = row_factor,
    .col_factor = col_factor,
    .update = update,
    .active = active,
    .commit = commit,
};

static const zn_type *const types[] = {&verlet_moreau_type.type, NULL};

ZN_PLUGIN(VerletMoreauPlugin, .version = "0.1", .license = "Apache-2.0",
          .types = types);
