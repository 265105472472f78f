/* twisting.c - a double integrator under twisting control
 *
 *     x1' = x2,   x2' = u + d sin(w t),   u = G (l1 + beta l2)
 *     l1 in -Sgn(x1),  l2 in -Sgn(x2)
 *
 * Without disturbance x comes to rest at zero after infinitely many turns in
 * finite time. The controller is sampled and its input held; form says of which
 * instant the signs are: of the present one (explicit), of the next one (relay),
 * or of the next one over a set that is skewed by half a step (avi).
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/control.h>
#include <zeno/sample.h>

typedef struct params {
    double G, beta, x1, x2, d, w, period;
    int form;
} params;

static const zn_option table[] = {
    ZN_OPT_CHOICE(params, form, 0, "avi|relay|explicit", "of the signs"),
    ZN_OPT_REAL(params, G, 10, 0, 1e9, "m/s^2", "gain"),
    ZN_OPT_REAL(params, beta, 0.3, 0, 1, "-", "weight of the second sign"),
    ZN_OPT_REAL(params, x1, 10, -1e9, 1e9, "m", "x1 at the start"),
    ZN_OPT_REAL(params, x2, 10, -1e9, 1e9, "m/s", "x2 at the start"),
    ZN_OPT_REAL(params, d, 0, 0, 1e9, "m/s^2", "disturbance"),
    ZN_OPT_REAL(params, w, 1, 0, 1e9, "rad/s", "its frequency"),
    ZN_OPT_REAL(params, period, 0.1, 1e-9, 1e9, "s",
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

int main(int argc, char **argv)
{
    static const char *const forms[] = {"avi", "relay", "explicit"};
    params p;
    zn_sample *s = zn_sample_new(
        argc, argv, "twisting control of a double integrator", table, &p);
    zn_ctx *ctx = zn_sample_ctx(s);
    const double x0[] = {p.x1, p.x2}, none = 0, z[] = {p.d, p.w};
    const double A[] = {0, 0, 1, 0}, B[] = {0, 1}; /* by columns */
    zn_model *model;
    zn_ds *plant;
    zn_control *control;
    zn_block *x, *u;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new_first_order(ctx, "first-order-linear", "plant", 2,
                                       x0, &plant));
    zn_must(ctx, zn_ds_set_constant(plant, "A", 2, 2, A));
    zn_must(ctx, zn_ds_set_constant(plant, "B", 2, 1, B));
    zn_must(ctx, zn_ds_set_function(plant, "b", (zn_fn *)wave));
    zn_must(ctx, zn_ds_set_z(plant, 2, z));
    zn_must(ctx, zn_ds_set_u(plant, 1, &none));
    zn_must(ctx, zn_model_add_ds(model, plant));

    zn_sample_defaults(s, 0, 0.02, 20, "zero-order-hold", "input=middle");
    zn_simulation *sim = zn_sample_simulation(s, model);
    const double t0 = zn_simulation_t0(sim);
    zn_must(ctx, zn_control_new(sim, &control));
    zn_must(ctx, zn_control_add(control, "linear-sensor", "state", plant, NULL,
                                2, &x));
    zn_must(ctx,
            zn_control_add(control, "twisting", "twisting", plant, x, 1, &u));
    zn_must(ctx, zn_block_set_constant(u, "A", 2, 2, A));
    zn_must(ctx, zn_block_set_constant(u, "B", 2, 1, B));
    zn_must(ctx, zn_block_set(u, "form", forms[p.form]));
    zn_must(ctx, zn_block_set_real(u, "gain", p.G));
    zn_must(ctx, zn_block_set_real(u, "beta", p.beta));
    zn_must(ctx, zn_block_set_period(x, t0, p.period));
    zn_must(ctx, zn_block_set_period(u, t0, p.period));

    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_x(out, plant, 0, "x1", "m"));
    zn_must(ctx, zn_recorder_add_x(out, plant, 1, "x2", "m/s"));
    zn_must(ctx, zn_recorder_add(out, "u", "m/s^2", input, u));
    return zn_sample_run(s);
}
