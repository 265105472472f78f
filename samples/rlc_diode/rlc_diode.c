/* rlc_diode.c - an oscillator of coil and capacitor, with resistor and diode
 *
 *     v' = -(i + i_D)/C,   i' = v/L           voltage v, current i of the coil
 *     0 <= R i_D - v + V_D  _|_  i_D >= 0     diode in series with the resistor
 *
 * While v < V_D the diode blocks and the oscillation is free; while it conducts
 * the resistor takes energy. V_D: threshold of the diode.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/lcs.h>
#include <zeno/sample.h>

typedef struct params {
    double L, C, R, threshold, v0, i0;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, L, 1e-2, 1e-15, 1e9, "H", "inductance of the coil"),
    ZN_OPT_REAL(params, C, 1e-6, 1e-15, 1e9, "F", "capacitance"),
    ZN_OPT_REAL(params, R, 1e3, 0, 1e12, "Ohm", "resistor"),
    ZN_OPT_REAL(params, threshold, 0, 0, 1e6, "V", "of the diode"),
    ZN_OPT_REAL(params, v0, 10, -1e9, 1e9, "V", "voltage at the start"),
    ZN_OPT_REAL(params, i0, 0, -1e9, 1e9, "A", "current at the start"),
    ZN_OPT_END,
};

/* Energy of coil and capacitor (J). */
static double energy(void *user, const zn_simulation *sim)
{
    const params *p = user;
    const double *x = zn_simulation_x(
        sim, zn_model_ds(zn_simulation_model(sim), "oscillator"));
    return (p->C * x[0] * x[0] + p->L * x[1] * x[1]) / 2;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "an oscillator with a diode", table, &p);
    zn_sample_defaults(s, 0, 1e-5, 5e-3, "euler-moreau", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_ds *ds;
    zn_interaction *diode;

    zn_must(ctx, zn_model_new(ctx, &model));
    const zn_lcs circuit = {
        .n = 2,
        .m = 1,
        .A = (double[]){0, 1 / p.L, -1 / p.C, 0},
        .B = (double[]){-1 / p.C, 0},
        .C = (double[]){-1, 0},
        .D = &p.R,
        .b = &p.threshold,
        .x0 = (double[]){p.v0, p.i0},
    };
    zn_must(ctx, zn_lcs_add(model, "oscillator", &circuit, NULL, &ds, &diode));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_x(out, ds, 0, "v", "V"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 1, "i", "A"));
    zn_must(ctx, zn_recorder_add_y(out, diode, 0, 0, "blocked", "V"));
    zn_must(ctx, zn_recorder_add_lambda(out, diode, 0, 0, "i_D", "A"));
    zn_must(ctx, zn_recorder_add(out, "energy", "J", energy, &p));
    return zn_sample_run(s);
}
