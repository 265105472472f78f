/* observer.c - a controller that sees the position only
 *
 *     x1' = x2,  x2' = -w^2 x1 + u          y = x1 is measured
 *     z' = A z + B u + L (y - C z)          estimate, starts from nothing
 *     u: sliding mode on s = rate z1 + z2   knows z, not x
 *
 * L puts both poles of the error at -pole. Everything is sampled every `period`
 * seconds, in the order sensor, observer, controller.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/control.h>
#include <zeno/sample.h>

typedef struct params {
    double omega, x, v, zx, zv, pole, rate, alpha, period;
    int observer;
} params;

static const zn_option table[] = {
    ZN_OPT_CHOICE(params, observer, 0, "luenberger|reduced-order",
                  "corrects by y of the last sampling, or of this one"),
    ZN_OPT_REAL(params, omega, 1, 0, 1e9, "rad/s", "w of the oscillator"),
    ZN_OPT_REAL(params, x, 1, -1e9, 1e9, "m", "x1 at the start"),
    ZN_OPT_REAL(params, v, 0.5, -1e9, 1e9, "m/s", "x2 at the start"),
    ZN_OPT_REAL(params, zx, 0, -1e9, 1e9, "m", "z1 at the start"),
    ZN_OPT_REAL(params, zv, 0, -1e9, 1e9, "m/s", "z2 at the start"),
    ZN_OPT_REAL(params, pole, 6, 1e-9, 1e9, "1/s", "decay of the error"),
    ZN_OPT_REAL(params, rate, 1, 1e-9, 1e9, "1/s", "slope of the surface"),
    ZN_OPT_REAL(params, alpha, 1.5, 0, 1e9, "m/s^2", "amplitude of the sign"),
    ZN_OPT_REAL(params, period, 0.02, 1e-9, 1e9, "s",
                "of sampling, a multiple of h"),
    ZN_OPT_END,
};

static double first(void *user, const zn_simulation *sim)
{
    (void)sim;
    return zn_block_output(user, NULL)[0];
}

static double second(void *user, const zn_simulation *sim)
{
    (void)sim;
    return zn_block_output(user, NULL)[1];
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "control by an estimated state", table, &p);
    zn_ctx *ctx = zn_sample_ctx(s);
    const double w2 = p.omega * p.omega;
    const double x0[] = {p.x, p.v}, z0[] = {p.zx, p.zv}, none = 0;
    const double A[] = {0, -w2, 1, 0}, B[] = {0, 1}; /* by columns */
    /* det(lambda I - A + L C) = lambda^2 + L1 lambda + w^2 + L2 */
    const double L[] = {2 * p.pole, p.pole * p.pole - w2};
    zn_model *model;
    zn_ds *plant;
    zn_control *control;
    zn_block *y, *z, *u;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new_first_order(ctx, "first-order-linear", "plant", 2,
                                       x0, &plant));
    zn_must(ctx, zn_ds_set_constant(plant, "A", 2, 2, A));
    zn_must(ctx, zn_ds_set_constant(plant, "B", 2, 1, B));
    zn_must(ctx, zn_ds_set_z(plant, 1, &none));
    zn_must(ctx, zn_model_add_ds(model, plant));

    zn_sample_defaults(s, 0, 5e-3, 8, "zero-order-hold", NULL);
    zn_simulation *sim = zn_sample_simulation(s, model);
    const double t0 = zn_simulation_t0(sim);
    zn_must(ctx, zn_control_new(sim, &control));
    zn_must(ctx, zn_control_add(control, "linear-sensor", "position", plant,
                                NULL, 1, &y));
    zn_must(ctx, zn_block_set_constant(y, "C", 1, 2, (double[]){1, 0}));
    zn_must(ctx,
            zn_control_add(control, p.observer ? "reduced-order" : "luenberger",
                           "observer", plant, y, 2, &z));
    zn_must(ctx, zn_block_set_constant(z, "A", 2, 2, A));
    zn_must(ctx, zn_block_set_constant(z, "B", 2, 1, B));
    zn_must(ctx, zn_block_set_constant(z, "C", 1, 2, (double[]){1, 0}));
    zn_must(ctx, zn_block_set_constant(z, "L", 2, 1, L));
    zn_must(ctx, zn_block_set_output(z, 2, z0));
    zn_must(ctx,
            zn_control_add(control, "sliding-mode", "smc", plant, z, 1, &u));
    zn_must(ctx, zn_block_set_constant(u, "A", 2, 2, A));
    zn_must(ctx, zn_block_set_constant(u, "B", 2, 1, B));
    zn_must(ctx, zn_block_set_constant(u, "C", 1, 2, (double[]){p.rate, 1}));
    zn_must(ctx, zn_block_set_real(u, "alpha", p.alpha));
    for (int i = 0; i < 3; i++)
        zn_must(ctx,
                zn_block_set_period((zn_block *[]){y, z, u}[i], t0, p.period));

    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_x(out, plant, 0, "x1", "m"));
    zn_must(ctx, zn_recorder_add_x(out, plant, 1, "x2", "m/s"));
    zn_must(ctx, zn_recorder_add(out, "z1", "m", first, z));
    zn_must(ctx, zn_recorder_add(out, "z2", "m/s", second, z));
    zn_must(ctx, zn_recorder_add(out, "u", "m/s^2", first, u));
    return zn_sample_run(s);
}
