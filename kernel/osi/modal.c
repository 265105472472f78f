/* modal.c - exact scheme for modes: diagonal linear systems, contacts on velocities
 *
 *   m q'' + c q' + k q = f + p,   sigma = c/2m,  omega^2 = k/m
 *
 * Without p the positions at instants h apart satisfy exactly
 *
 *   q_{k+1} = (1 + e - s) q_k - e q_{k-1},        e = exp(-2 sigma h),
 *   s = (1 - exp(r1 h))(1 - exp(r2 h)),  r1, r2 = -sigma +- sqrt(sigma^2 - omega^2)
 *
 * In mean velocities v_{k+1} = (q_{k+1} - q_k)/h, with an impulse that acts on them,
 *
 *   W (v_{k+1} - e v_k + s q_k/h) = h f(t_k) + p,   W = m omega^2 h^2/s
 *
 * whose fixed point under a constant force is k q = f. doc/modal.md; S. Bilbao, Numerical
 * Sound Synthesis (2009); C. Issanchou et al., J. Acoust. Soc. Am. 143 (2018).
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/osi.h>

enum { START_EXACT, START_MEAN };

typedef struct modal {
    double gamma; /* prediction of the activation rule */
    int    start; /* what v_0 is */
} modal;

static const zn_option options[] = {
    ZN_OPT_REAL(modal, gamma, 1, 0, 2, "-",
                "activation: contact active if y + gamma h u <= 0"),
    ZN_OPT_CHOICE(modal, start, START_EXACT, "exact|mean",
                  "v_0: the velocity at t_0, or the mean of a step before it"),
    ZN_OPT_END,
};

typedef struct mode_work {
    zn_osi_work base;
    double      h; /* that the coefficients are for */
} mode_work;

/* Masses, dampings, stiffnesses; e, s and W of the modes; the free velocity; force
 * and room. */
enum { MASS, DAMPING, STIFFNESS, DECAY, TURN, W_, VFREE, FORCE, ROOM, VECTORS };

static const char *refuses(const void *s, const zn_ds *ds)
{
    (void)s;
    if (zn_ds_curved(ds))
        return "its q' is not v (rotations in space): use 'moreau-jean'";
    if (zn_ds_bc_count(ds))
        return "it has no prescribed velocities: use 'moreau-jean'";
    return zn_ds_constant_matrices(zn_ds_varies(ds))
               ? NULL
               : "its matrices are not constant: use 'moreau-jean'";
}

static zn_index memory(const void *s, const zn_ds *ds)
{
    (void)s, (void)ds;
    return 1; /* length of the last step, 0 at the start */
}

/* ---- the modes of a system ---- */

/* Numbers without pattern: two products with them, and with 1, tell a matrix that is
 * diagonal from one that is not. */
static double probe(zn_index i, int which)
{
    const double x = (double)(i + 1) * (which ? 0.6180339887498949
                                              : 0.4142135623730951);

    return which < 0 ? 1 : 1 + x - floor(x);
}

/* out = A z, A the mass, damping or stiffness: the last two from the force. */
static zn_status product(const zn_ds *ds, double t, zn_osi_work *b, int which,
                         const double z[], double out[])
{
    const zn_ds_type *type = zn_ds_class(ds);
    double *zero = zn_osi_vector(b, W_), *f0 = zn_osi_vector(b, FORCE);
    zn_status st;

    if (which == MASS)
        return type->mass_mul(ds, z, z, out);
    memset(zero, 0, (size_t)b->n * sizeof *zero);
    st = type->force(ds, t, zero, zero, f0);
    if (!st)
        st = which == STIFFNESS ? type->force(ds, t, z, zero, out)
                                : type->force(ds, t, zero, z, out);
    for (zn_index i = 0; !st && i < b->n; i++)
        out[i] = f0[i] - out[i];
    return st;
}

/* Damping and stiffness from Jacobians whose patterns are diagonals or nothing: to the
 * bit, whatever f(t) is. False: they have others, and are probed. */
static bool told(const zn_ds *ds, double t, zn_osi_work *b, zn_status *st)
{
    double *z = zn_osi_vector(b, ROOM);
    double *d[2] = {zn_osi_vector(b, STIFFNESS), zn_osi_vector(b, DAMPING)};

    for (int k = 0; k < 2; k++) {
        const zn_pattern a = zn_ds_pattern(ds, k ? ZN_DS_JAC_V : ZN_DS_JAC_Q);
        if (a.shape != ZN_SHAPE_DIAGONAL && a.shape != ZN_SHAPE_ZERO)
            return false;
    }
    for (int k = 0; k < 2; k++)
        memset(d[k], 0, (size_t)b->n * sizeof *z);
    memset(z, 0, (size_t)b->n * sizeof *z);
    *st = zn_ds_class(ds)->force_jac(ds, t, z, z, d[0], d[1]);
    for (int k = 0; k < 2; k++)
        for (zn_index i = 0; i < b->n; i++)
            d[k][i] = d[k][i] == 0 ? 0 : -d[k][i];
    return true;
}

/* The diagonal of a matrix into its vector, if it has nothing else. */
static zn_status probed(const zn_ds *ds, double t, zn_osi_work *b, int which)
{
    static const char *const name[] = {"mass", "damping", "stiffness"};
    double *d = zn_osi_vector(b, which), *z = zn_osi_vector(b, ROOM);
    double *out = zn_osi_vector(b, VFREE);
    double scale = 0;
    zn_status st = ZN_OK;

    for (int k = -1; !st && k < 2; k++) {
        for (zn_index i = 0; i < b->n; i++)
            z[i] = probe(i, k);
        st = product(ds, t, b, which, z, k < 0 ? d : out);
        for (zn_index i = 0; !st && i < b->n; i++) {
            scale = fmax(scale, fabs(d[i]));
            /* what the constant force rounds away */
            scale = fmax(scale, which == MASS
                                    ? 0
                                    : 1e-3 * fabs(zn_osi_vector(b, FORCE)[i]));
        }
        for (zn_index i = 0; !st && k >= 0 && i < b->n; i++)
            if (!(fabs(out[i] - d[i] * z[i]) <= 1e-11 * scale))
                return zn_fail(zn_ds_ctx(ds), ZN_ENOTSUP,
                               "modal: %s of system '%s' is not diagonal (row "
                               "%td); write it in its modes, or use "
                               "'moreau-jean'",
                               name[which], zn_ds_name(ds), i);
    }
    return st;
}

/* One of the diagonals into its vector; what is told is there already. */
static zn_status take(const zn_ds *ds, double t, zn_osi_work *b, int which,
                      bool known)
{
    static const char *const name[] = {"mass", "damping", "stiffness"};
    const double *d = zn_osi_vector(b, which);
    const zn_status st =
        known && which != MASS ? ZN_OK : probed(ds, t, b, which);

    for (zn_index i = 0; !st && i < b->n; i++)
        if (!(d[i] >= 0))
            return zn_fail(zn_ds_ctx(ds), ZN_EINVAL,
                           "modal: %s(%td,%td) = %g of system '%s', must be >= 0",
                           name[which], i, i, d[i], zn_ds_name(ds));
    return st;
}

/* s = (1 - exp(r1 h))(1 - exp(r2 h)), real for a pair of complex roots too */
static double turn(double sigma, double omega2, double h)
{
    const double d = omega2 - sigma * sigma, r = sqrt(fabs(d));

    if (d > 0) {
        const double x = sin(r * h / 2), a = expm1(-sigma * h);
        return a * a + 4 * exp(-sigma * h) * x * x;
    }
    if (sigma == 0)
        return 0;
    return expm1(-omega2 / (sigma + r) * h) * expm1(-(sigma + r) * h);
}

/* W/m; where omega = 0, so that a constant force leads to its terminal velocity */
static double weight(double sigma, double omega2, double h)
{
    if (omega2 > 0)
        return omega2 * h * h / turn(sigma, omega2, h);
    return sigma > 0 ? 2 * sigma * h / -expm1(-2 * sigma * h) : 1;
}

static void coefficients(zn_osi_work *b, double h)
{
    const double *m = zn_osi_vector(b, MASS), *c = zn_osi_vector(b, DAMPING);
    const double *k = zn_osi_vector(b, STIFFNESS);

    for (zn_index i = 0; i < b->n; i++) {
        const double sigma = c[i] / m[i] / 2, omega2 = k[i] / m[i];

        zn_osi_vector(b, DECAY)[i] = exp(-2 * sigma * h);
        zn_osi_vector(b, TURN)[i] = turn(sigma, omega2, h);
        zn_osi_vector(b, W_)[i] = m[i] * weight(sigma, omega2, h);
    }
}

/* W = M with rows times W/m */
static zn_status make(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      double W[])
{
    const zn_pattern M = zn_ds_pattern(ds, ZN_DS_MASS);
    zn_osi_work *b = w;
    double *ratio = zn_osi_vector(b, ROOM);
    zn_status st = ZN_OK;
    const bool diagonals = told(ds, step->t, b, &st);

    (void)s;
    for (int which = MASS; !st && which <= STIFFNESS; which++)
        st = take(ds, step->t, b, which, diagonals);
    if (!st)
        st = zn_ds_class(ds)->mass(ds, zn_step_view_of(step, ds).q, W);
    if (st)
        return st;
    coefficients(b, step->hw);
    for (zn_index i = 0; i < b->n; i++)
        ratio[i] = zn_osi_vector(b, W_)[i] / zn_osi_vector(b, MASS)[i];
    zn_pattern_scale_rows(&M, ratio, W);
    return ZN_OK;
}

/* ---- a step ---- */

/* Mean velocity of the exact motion from (q, v) over h under a constant force. */
static double first(double sigma, double omega2, double h, double q, double v,
                    double a)
{
    const double d = omega2 - sigma * sigma, r = sqrt(fabs(d)), x = r * h;
    double sine, cosine; /* of the motion, with exp(-sigma h) */

    if (omega2 == 0 && sigma == 0)
        return v + h / 2 * a;
    if (omega2 == 0) {
        const double end = a / (2 * sigma);
        return end + (v - end) * -expm1(-2 * sigma * h) / (2 * sigma * h);
    }
    if (d > 0) {
        sine = exp(-sigma * h) * sin(x) / r;
        cosine = exp(-sigma * h) * cos(x);
    } else {
        const double slow = exp(-omega2 / (sigma + r) * h);
        const double fast = exp(-(sigma + r) * h);
        cosine = (slow + fast) / 2;
        sine = x > 1e-8 ? (slow - fast) / (2 * r) : h * fast;
    }
    q -= a / omega2; /* from the place of rest */
    return ((cosine + sigma * sine - 1) * q + sine * v) / h;
}

static void free_velocity(const zn_step *step, const zn_ds *ds, zn_osi_work *b,
                          bool again)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const double *m = zn_osi_vector(b, MASS), *c = zn_osi_vector(b, DAMPING);
    const double *k = zn_osi_vector(b, STIFFNESS);
    const double *f = zn_osi_vector(b, FORCE), h = step->hw;

    for (zn_index i = 0; i < b->n; i++)
        zn_osi_vector(b, VFREE)[i] =
            again ? zn_osi_vector(b, DECAY)[i] * x.v[i] -
                        zn_osi_vector(b, TURN)[i] / h * x.q[i] +
                        h * f[i] / zn_osi_vector(b, W_)[i]
                  : first(c[i] / m[i] / 2, k[i] / m[i], h, x.q[i], x.v[i],
                          f[i] / m[i]);
}

static zn_status begin(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[])
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const bool mean = ((const modal *)s)->start == START_MEAN;
    mode_work *b = w;
    zn_osi_work *o = &b->base;
    double *zero = zn_osi_vector(o, ROOM);
    zn_status st = ZN_OK;

    if (!o->kept || b->h != step->hw)
        st = zn_osi_factorise(s, step, ds, o);
    b->h = step->hw;
    memset(zero, 0, (size_t)o->n * sizeof *zero);
    if (!st)
        st = zn_ds_class(ds)->force(ds, step->t, zero, zero,
                                    zn_osi_vector(o, FORCE));
    if (st)
        return st;
    free_velocity(step, ds, o, m[0] == step->hw || (mean && m[0] == 0));
    for (zn_index i = 0; i < x.n; i++) {
        x.v1[i] = zn_osi_vector(o, VFREE)[i];
        x.q1[i] = x.q[i] + step->h * x.v1[i];
    }
    return ZN_OK;
}

static zn_status residual(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm)
{
    const zn_step_view x = zn_step_view_of(step, ds);
    zn_osi_work *b = w;
    double sum = 0;

    (void)s;
    for (zn_index i = 0; i < x.n; i++) {
        b->R[i] = zn_osi_vector(b, W_)[i] *
                  (x.v1[i] - zn_osi_vector(b, VFREE)[i]);
        sum += (b->R[i] - p[i]) * (b->R[i] - p[i]);
    }
    *norm = sqrt(sum);
    return ZN_OK;
}

static zn_status update(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double dv[])
{
    const zn_step_view x = zn_step_view_of(step, ds);
    const zn_osi_work *b = w;

    (void)s;
    for (zn_index i = 0; i < x.n; i++) {
        x.v1[i] = b->free[i] + dv[i];
        x.q1[i] = x.q[i] + step->h * x.v1[i];
    }
    return ZN_OK;
}

static bool active(const void *s, const zn_step *step, const double y[],
                   const double u[], bool was)
{
    (void)was;
    return y[0] + ((const modal *)s)->gamma * step->h * u[0] <= 0;
}

static zn_status commit(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double p[], double m[], double bc[])
{
    (void)s, (void)ds, (void)w, (void)p, (void)bc;
    m[0] = step->hw;
    return ZN_OK;
}

const zn_osi_type zni_osi_modal = {
    .type = {.size = sizeof zni_osi_modal,
             .kind = ZN_KIND_OSI,
             .name = "modal",
             .summary = "exact for diagonal linear systems, contacts on velocities",
             .state_size = sizeof(modal),
             .options = options},
    .family = ZN_SECOND_ORDER,
    .work_size = sizeof(mode_work),
    .vectors = VECTORS,
    .refuses = refuses,
    .memory = memory,
    .make = make,
    .begin = begin,
    .residual = residual,
    .update = update,
    .active = active,
    .commit = commit,
};
