/* pid.c - a sampled PID brings a cart to its place
 *
 *     m x'' = u + d - c x'      x measured and u changed every `period` seconds
 *     u <- u + (Kp + Kd/D + Ki D) e0 - (Kp + 2 Kd/D) e1 + (Kd/D) e2,  e = r - x
 *
 * Between samplings u is held, and the motion is integrated exactly.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/control.h>
#include <zeno/sample.h>

typedef struct params {
    double mass, damping, load, place, reference;
    double Kp, Ki, Kd, period;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, mass, 1, 1e-9, 1e9, "kg", "m"),
    ZN_OPT_REAL(params, damping, 0, 0, 1e9, "N s/m", "c"),
    ZN_OPT_REAL(params, load, 0, -1e9, 1e9, "N", "d, which nobody measures"),
    ZN_OPT_REAL(params, place, 10, -1e9, 1e9, "m", "x at the start"),
    ZN_OPT_REAL(params, reference, 0, -1e9, 1e9, "m", "r, wanted x"),
    ZN_OPT_REAL(params, Kp, 0.25, -1e9, 1e9, "N/m", "proportional gain"),
    ZN_OPT_REAL(params, Ki, 0.125, -1e9, 1e9, "N/(m s)", "integral gain"),
    ZN_OPT_REAL(params, Kd, 2, -1e9, 1e9, "N s/m", "derivative gain"),
    ZN_OPT_REAL(params, period, 0, 0, 1e9, "s",
                "of sampling, a multiple of h; 0: h"),
    ZN_OPT_END,
};

static double force(void *user, const zn_simulation *sim)
{
    (void)sim;
    return zn_block_output(user, NULL)[0];
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "a cart under a sampled PID", table, &p);
    zn_ctx *ctx = zn_sample_ctx(s);
    const double x0[] = {p.place, 0}, none = 0;
    const double A[] = {0, 0, 1, -p.damping / p.mass}; /* by columns */
    const double B[] = {0, 1 / p.mass}, b[] = {0, p.load / p.mass};
    zn_model *model;
    zn_ds *cart;
    zn_control *control;
    zn_block *x, *u;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new_first_order(ctx, "first-order-linear", "cart", 2, x0,
                                       &cart));
    zn_must(ctx, zn_ds_set_constant(cart, "A", 2, 2, A));
    zn_must(ctx, zn_ds_set_constant(cart, "B", 2, 1, B));
    zn_must(ctx, zn_ds_set_constant(cart, "b", 2, 1, b));
    zn_must(ctx, zn_ds_set_z(cart, 1, &none));
    zn_must(ctx, zn_model_add_ds(model, cart));

    zn_sample_defaults(s, 0, 0.05, 100, "zero-order-hold", NULL);
    zn_simulation *sim = zn_sample_simulation(s, model);
    zn_must(ctx, zn_control_new(sim, &control));
    zn_must(ctx, zn_control_add(control, "linear-sensor", "place", cart, NULL,
                                1, &x));
    zn_must(ctx, zn_block_set_constant(x, "C", 1, 2, (double[]){1, 0}));
    zn_must(ctx, zn_control_add(control, "pid", "pid", cart, x, 1, &u));
    zn_must(ctx, zn_block_set_real(u, "Kp", p.Kp));
    zn_must(ctx, zn_block_set_real(u, "Ki", p.Ki));
    zn_must(ctx, zn_block_set_real(u, "Kd", p.Kd));
    zn_must(ctx, zn_block_set_real(u, "reference", p.reference));
    if (p.period > 0) {
        const double t0 = zn_simulation_t0(sim);
        zn_must(ctx, zn_block_set_period(x, t0, p.period));
        zn_must(ctx, zn_block_set_period(u, t0, p.period));
    }

    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_x(out, cart, 0, "x", "m"));
    zn_must(ctx, zn_recorder_add_x(out, cart, 1, "v", "m/s"));
    zn_must(ctx, zn_recorder_add(out, "u", "N", force, u));
    return zn_sample_run(s);
}
