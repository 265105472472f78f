/* specimen_integrators.h - the integrators with their options, and the scenes that they
 * play: small models of either family whose motion is known
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_SPECIMEN_INTEGRATORS_H
#define ZENO_TEST_SPECIMEN_INTEGRATORS_H

#include "conform.h"

typedef struct specimen {
    const char *cls;
    const char *options; /* or NULL */
    int order;           /* measured on a smooth motion without interactions */
    int said;            /* of any smooth motion */
    bool diagonal;       /* it takes systems whose matrices are */
    bool equations;      /* it takes no inequalities: scenes are left without */
} specimen;

static const specimen specimens[] = {
    {"moreau-jean", NULL, 2, 2, false, false},
    {"moreau-jean", "theta=1", 1, 1, false, false},
    {"moreau-jean", "theta=0.5 start=velocity matrix=every", 2, 2, false, false},
    {"schatzman-paoli", NULL, 2, 2, false, false},
    {"schatzman-paoli", "scheme=theta theta=0.5", 1, 1, false, false},
    {"schatzman-paoli", "velocity=backward", 1, 1, false, false},
    {"schatzman-paoli", "start=backward", 1, 1, false, false},
    {"d1-minus", NULL, 2, 2, false, false},
    {"d1-minus", "level=acceleration", 2, 2, false, false},
    {"verlet-moreau", NULL, 2, 2, false, false},
    {"generalised-alpha", NULL, 2, 2, false, true},
    {"generalised-alpha", "method=newmark", 2, 2, false, true},
    {"nonsmooth-alpha", NULL, 2, 2, false, false},
    {"nonsmooth-alpha", "rho=0", 2, 2, false, false},
    {"modal", NULL, 1, 1, true, false}, /* its velocities are means of a step */
    {"euler-moreau", NULL, 1, 1, false, false},
    {"euler-moreau", "theta=0.5 gamma=0.5", 2, 2, false, false},
    {"euler-moreau", "scheme=full theta=0.5 gamma=0.5", 2, 2, false, false},
    {"euler-moreau", "scheme=midpoint theta=0.5 gamma=0.5", 2, 2, false, false},
    {"zero-order-hold", NULL, 1, 1, false, false},
    {"zero-order-hold", "input=middle", 2, 1, false, false},
};

static inline const char *class_of(zn_index i)
{
    return i < CONFORM_COUNT(specimens) ? specimens[i].cls : NULL;
}

#define AND(st, call) ((st) ? (st) : (call))
#define FN(f)         ((zn_fn *)(f))

/* FREE       no force at all
 * CONSTANT   a constant one
 * SMOOTH     springs, dampers, a force of time
 * IMPACT     a body meets the floor at velocity -1; first order: x reaches 0
 * COLLISION  masses 1 and 3 meet at velocities 1 and -1
 * RICH       SMOOTH, with a floor or a state that cannot be negative */
typedef enum scene { FREE, CONSTANT, SMOOTH, IMPACT, COLLISION, RICH } scene;

static const double start[] = {0.5, -0.2};
static const double speed[] = {1, -0.5}, push[] = {1, -9.5};
static double mass[] = {2, 0.3, 0.3, 1}, spring[] = {4, -1, -1, 3};
static const double damper[] = {0.2, 0, 0, 0.1};
static const double restitution = 0.5;

static bool equations; /* RICH is SMOOTH then */

static inline void scenes_in_modes(bool diagonal)
{
    mass[1] = mass[2] = diagonal ? 0 : 0.3;
    spring[1] = spring[2] = diagonal ? 0 : -1;
}

static void force_of_time(double t, unsigned n, double *f, unsigned nz,
                          double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = cos(2 * t);
    f[1] = 1 - t;
}

/* the second-order SMOOTH as x = (q, v), for a reference by Runge-Kutta */
static inline void smooth_second(double t, const double x[], double dx[])
{
    const double det = mass[0] * mass[3] - mass[1] * mass[2];
    double f[2];

    force_of_time(t, 2, f, 0, NULL);
    for (int i = 0; i < 2; i++) {
        dx[i] = x[2 + i];
        for (int j = 0; j < 2; j++)
            f[i] -= spring[i + 2 * j] * x[j] + damper[i + 2 * j] * x[2 + j];
    }
    dx[2] = (mass[3] * f[0] - mass[1] * f[1]) / det;
    dx[3] = (mass[0] * f[1] - mass[2] * f[0]) / det;
}

/* the first-order one */
static const double slope[] = {-0.5, -4, 1, -0.25};

static inline void smooth_first(double t, const double x[], double dx[])
{
    force_of_time(t, 2, dx, 0, NULL);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            dx[i] += slope[i + 2 * j] * x[j];
}

static inline zn_status point_mass(zn_ctx *ctx, zn_model *model, const char *name,
                            double m, double q, double v, zn_ds **out)
{
    zn_status st = zn_ds_new(ctx, "lagrangian-linear", name, 1, &q, &v, out);

    st = AND(st, zn_ds_set_constant(*out, "mass", 1, 1, &m));
    return AND(st, zn_model_add_ds(model, *out));
}

/* y = C q >= 0 with restitution, or y = C x >= 0 against r = B lambda */
static inline zn_status contact(zn_ctx *ctx, zn_model *model, bool second, zn_index n,
                         const double C[], zn_ds *d1, zn_ds *d2)
{
    zn_relation *r = NULL;
    zn_law *law = NULL;
    zn_status st = zn_relation_new(
        ctx, second ? "linear" : "first-order-linear", "gap", 1, n, &r);

    st = AND(st, zn_relation_set_constant(r, "C", 1, n, C));
    if (!second)
        st = AND(st, zn_relation_set_constant(r, "B", n, 1, C));
    st = AND(st, second ? zn_law_newton_impact(ctx, restitution, &law)
                        : zn_law_complementarity(ctx, 1, &law));
    return AND(st, zn_model_connect(model, "floor", law, r, d1, d2, NULL));
}

static inline zn_status second_order(zn_ctx *ctx, zn_model *m, scene what,
                              zn_ds *ds[2])
{
    const double one = 1, apart[] = {-1, 1}, first[] = {1, 0};
    zn_status st;

    if (what == IMPACT) {
        st = point_mass(ctx, m, "body", 2, 0.5, -1, &ds[0]);
        return AND(st, contact(ctx, m, true, 1, &one, ds[0], NULL));
    }
    if (what == COLLISION) {
        st = point_mass(ctx, m, "light", 1, 0, 1, &ds[0]);
        st = AND(st, point_mass(ctx, m, "heavy", 3, 1, -1, &ds[1]));
        return AND(st, contact(ctx, m, true, 2, apart, ds[0], ds[1]));
    }
    st = zn_ds_new(ctx, "lagrangian-linear", "body", 2, start, speed, &ds[0]);
    st = AND(st, zn_ds_set_constant(ds[0], "mass", 2, 2, mass));
    if (what == CONSTANT)
        st = AND(st, zn_ds_set_constant(ds[0], "f_ext", 2, 1, push));
    if (what >= SMOOTH) {
        st = AND(st, zn_ds_set_constant(ds[0], "stiffness", 2, 2, spring));
        st = AND(st, zn_ds_set_constant(ds[0], "damping", 2, 2, damper));
        st = AND(st, zn_ds_set_function(ds[0], "f_ext", FN(force_of_time)));
    }
    st = AND(st, zn_model_add_ds(m, ds[0]));
    return what == RICH && !equations
               ? AND(st, contact(ctx, m, true, 2, first, ds[0], NULL))
               : st;
}

static inline zn_status first_order(zn_ctx *ctx, zn_model *m, scene what, zn_ds *ds[2])
{
    const double one = 1, down = -1, half = 0.5, first[] = {1, 0};
    const zn_index n = what == IMPACT ? 1 : 2;
    zn_status st =
        zn_ds_new_first_order(ctx, "first-order-linear", "body", n,
                              what == IMPACT ? &half : start, &ds[0]);

    if (what == CONSTANT)
        st = AND(st, zn_ds_set_constant(ds[0], "b", 2, 1, push));
    if (what == IMPACT)
        st = AND(st, zn_ds_set_constant(ds[0], "b", 1, 1, &down));
    if (what == SMOOTH || what == RICH) {
        st = AND(st, zn_ds_set_constant(ds[0], "A", 2, 2, slope));
        st = AND(st, zn_ds_set_function(ds[0], "b", FN(force_of_time)));
    }
    st = AND(st, zn_model_add_ds(m, ds[0]));
    if (what == IMPACT)
        return AND(st, contact(ctx, m, false, 1, &one, ds[0], NULL));
    return what == RICH ? AND(st, contact(ctx, m, false, 2, first, ds[0], NULL))
                        : st;
}

#endif
