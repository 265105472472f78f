/* sliding_mode.c - sliding-mode control of a servo, implicit against explicit
 *
 *     x1' = x2,  x2' = -k x1 - c x2 + u + d sin(w t)      s = rate x1 + x2
 *     u = u_eq + u_s,   u_s in -alpha Sgn(s)              alpha > d
 *
 * On s = 0, x1 decays as exp(-rate t) whatever the disturbance. Sampled, the sign
 * is taken at the present s (explicit): it flips at each sampling; or at the s of
 * the next one (implicit): it becomes the value that keeps s at zero.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/control.h>
#include <zeno/sample.h>

typedef struct params {
    double spring, damping, amplitude, frequency, x, v;
    double rate, alpha, theta, period;
    int form;
} params;

static const zn_option table[] = {
    ZN_OPT_CHOICE(params, form, 0, "implicit|explicit",
                  "sign at the next sampling, or at this one"),
    ZN_OPT_REAL(params, spring, 4, -1e9, 1e9, "1/s^2", "k"),
    ZN_OPT_REAL(params, damping, 0.5, -1e9, 1e9, "1/s", "c"),
    ZN_OPT_REAL(params, amplitude, 0.4, 0, 1e9, "rad/s^2", "d"),
    ZN_OPT_REAL(params, frequency, 12, 0, 1e9, "rad/s", "w"),
    ZN_OPT_REAL(params, x, 0.4, -1e9, 1e9, "rad", "x1 at the start"),
    ZN_OPT_REAL(params, v, 0.5, -1e9, 1e9, "rad/s", "x2 at the start"),
    ZN_OPT_REAL(params, rate, 2, 1e-9, 1e9, "1/s", "slope of the surface"),
    ZN_OPT_REAL(params, alpha, 1, 0, 1e9, "rad/s^2", "amplitude of the sign"),
    ZN_OPT_REAL(params, theta, 0.5, 0, 1, "-",
                "weight of the next state in u_eq (implicit)"),
    ZN_OPT_REAL(params, period, 0.02, 1e-9, 1e9, "s",
                "of sampling, a multiple of h"),
    ZN_OPT_END,
};

/* the disturbance; z: d, w */
static void wave(double t, unsigned n, double *b, unsigned nz, double *z)
{
    (void)n, (void)nz;
    b[1] = z[0] * sin(z[1] * t);
}

static double input(void *user, const zn_simulation *sim)
{
    (void)sim;
    return zn_block_output(user, NULL)[0];
}

/* s, of the system and the slope */
typedef struct surface {
    const zn_ds *servo;
    double rate;
} surface;

static double distance(void *user, const zn_simulation *sim)
{
    const surface *s = user;
    const double *x = zn_simulation_x(sim, s->servo);

    return s->rate * x[0] + x[1];
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "sliding-mode control of a servo", table, &p);
    zn_ctx *ctx = zn_sample_ctx(s);
    const double x0[] = {p.x, p.v}, none = 0, z[] = {p.amplitude, p.frequency};
    const double A[] = {0, -p.spring, 1, -p.damping}, B[] = {0, 1};
    const double C[] = {p.rate, 1};
    zn_model *model;
    zn_ds *servo;
    zn_control *control;
    zn_block *x, *u;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new_first_order(ctx, "first-order-linear", "servo", 2,
                                       x0, &servo));
    zn_must(ctx, zn_ds_set_constant(servo, "A", 2, 2, A));
    zn_must(ctx, zn_ds_set_constant(servo, "B", 2, 1, B));
    zn_must(ctx, zn_ds_set_z(servo, 1, &none));
    zn_must(ctx, zn_ds_set_function(servo, "b", (zn_fn *)wave));
    zn_must(ctx, zn_operator_set_z(zn_ds_operator(servo, "b"), 2, z));
    zn_must(ctx, zn_model_add_ds(model, servo));

    zn_sample_defaults(s, 0, 1e-3, 4, "zero-order-hold", "input=middle");
    zn_simulation *sim = zn_sample_simulation(s, model);
    const double t0 = zn_simulation_t0(sim);
    zn_must(ctx, zn_control_new(sim, &control));
    zn_must(ctx, zn_control_add(control, "linear-sensor", "state", servo, NULL,
                                2, &x));
    zn_must(ctx,
            zn_control_add(control, "sliding-mode", "smc", servo, x, 1, &u));
    zn_must(ctx, zn_block_set_constant(u, "A", 2, 2, A));
    zn_must(ctx, zn_block_set_constant(u, "B", 2, 1, B));
    zn_must(ctx, zn_block_set_constant(u, "C", 1, 2, C));
    zn_must(ctx, zn_block_set(u, "form", p.form ? "explicit" : "implicit"));
    zn_must(ctx, zn_block_set_real(u, "alpha", p.alpha));
    zn_must(ctx, zn_block_set_real(u, "theta", p.theta));
    zn_must(ctx, zn_block_set_period(x, t0, p.period));
    zn_must(ctx, zn_block_set_period(u, t0, p.period));

    zn_recorder *out = zn_sample_recorder(s);
    surface plane = {servo, p.rate};
    zn_must(ctx, zn_recorder_add_x(out, servo, 0, "x1", "rad"));
    zn_must(ctx, zn_recorder_add_x(out, servo, 1, "x2", "rad/s"));
    zn_must(ctx, zn_recorder_add(out, "s", "rad/s", distance, &plane));
    zn_must(ctx, zn_recorder_add(out, "u", "rad/s^2", input, u));
    return zn_sample_run(s);
}
