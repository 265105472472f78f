/* resonant_converter.c - a parallel resonant power converter
 *
 *     Lr i' = e(t) - v,      Cr v' = i - (a - b)     resonant tank, i_f = a + b
 *     Lf i_f' = |v|_d - vo,  Cf vo' = i_f - vo/R     filter and load
 *
 *     0 <= w - 2 v    _|_  a >= 0       a, b = i_f - a: currents of the diodes,
 *     0 <= i_f - a    _|_  w >= 0       |v|_d = w - v: voltage after them
 *
 * A square wave e = V sign(sin 2 pi f t) drives coil and capacitor near their
 * resonance; diodes rectify the voltage of the capacitor. |v|_d = |v| while a
 * current flows, and more when it would have to become negative.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/lcs.h>
#include <zeno/sample.h>

typedef struct params {
    double Lr, Cr, Lf, Cf, R, V, f;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, Lr, 150e-6, 1e-15, 1e9, "H", "coil of the tank"),
    ZN_OPT_REAL(params, Cr, 68e-9, 1e-15, 1e9, "F", "capacitor of the tank"),
    ZN_OPT_REAL(params, Lf, 0.4e-3, 1e-15, 1e9, "H", "coil of the filter"),
    ZN_OPT_REAL(params, Cf, 2.2e-6, 1e-15, 1e9, "F", "capacitor of the filter"),
    ZN_OPT_REAL(params, R, 33, 1e-9, 1e12, "Ohm", "load"),
    ZN_OPT_REAL(params, V, 1, -1e9, 1e9, "V", "amplitude of the source"),
    ZN_OPT_REAL(params, f, 55e3, 0, 1e12, "Hz", "its frequency"),
    ZN_OPT_END,
};

/* The square wave; zero where the sine is, up to rounding of t. */
static double wave(double t, double V, double f)
{
    const double s = sin(2 * acos(-1.0) * f * t);
    return fabs(s) < 1e-9 ? 0 : s > 0 ? V : -V;
}

/* z = V, f, 1/Lr */
static void source(double t, unsigned n, double *b, unsigned nz, double *z)
{
    (void)n, (void)nz;
    b[0] = z[2] * wave(t, z[0], z[1]);
}

static double recorded_wave(void *user, const zn_simulation *sim)
{
    const params *p = user;
    return wave(zn_simulation_time(sim), p->V, p->f);
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "a resonant power converter", table, &p);
    zn_sample_defaults(s, 0, 5e-8, 2e-3, "euler-moreau", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_ds *ds;
    zn_interaction *diodes;

    zn_must(ctx, zn_model_new(ctx, &model));
    /* x = (i, v, i_f, vo), lambda = (a, w), column by column */
    const zn_lcs circuit = {
        .n = 4,
        .m = 2,
        .A = (double[]){0, 1 / p.Cr, 0, 0, -1 / p.Lr, 0, -1 / p.Lf, 0, 0,
                        1 / p.Cr, 0, 1 / p.Cf, 0, 0, -1 / p.Lf,
                        -1 / (p.R * p.Cf)},
        .B = (double[]){0, -2 / p.Cr, 0, 0, 0, 0, 1 / p.Lf, 0},
        .C = (double[]){0, 0, -2, 0, 0, 1, 0, 0},
        .D = (double[]){0, -1, 1, 0},
        .x0 = (double[]){0, 0, 0, 0},
    };
    zn_must(ctx, zn_lcs_add(model, "converter", &circuit, NULL, &ds, &diodes));
    zn_must(ctx, zn_ds_set_function(ds, "b", (zn_fn *)source));
    zn_must(ctx, zn_ds_set_z(ds, 3, (double[]){p.V, p.f, 1 / p.Lr}));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add(out, "e", "V", recorded_wave, &p));
    zn_must(ctx, zn_recorder_add_x(out, ds, 0, "i", "A"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 1, "v", "V"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 2, "i_f", "A"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 3, "vo", "V"));
    zn_must(ctx, zn_recorder_add_lambda(out, diodes, 0, 0, "a", "A"));
    zn_must(ctx, zn_recorder_add_y(out, diodes, 0, 1, "b", "A"));
    return zn_sample_run(s);
}
