/* colpitts.c - a transistor oscillator that is chaotic
 *
 *     C1 v_c' = i - beta i_B            v_c: collector to emitter
 *     C2 v_b' = (V_E - v_b)/R_E - i - i_B     v_b: base to emitter
 *     L i'    = V_C - v_c + v_b - R i         i: coil at the collector
 *
 *     0 <= R_on i_B - v_b + V_th  _|_  i_B >= 0
 *
 * The base is at ground. The transistor is cut off below V_th, and above it the
 * base has the resistance R_on and the collector beta times its current.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/lcs.h>
#include <zeno/sample.h>

typedef struct params {
    double C1, C2, L, R, R_E, V_C, V_E, beta, R_on, V_th, v_c, v_b, i;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, C1, 54e-9, 1e-15, 1e9, "F", "collector to emitter"),
    ZN_OPT_REAL(params, C2, 54e-9, 1e-15, 1e9, "F", "emitter to ground"),
    ZN_OPT_REAL(params, L, 98.5e-6, 1e-15, 1e9, "H", "coil"),
    ZN_OPT_REAL(params, R, 35, 0, 1e12, "Ohm", "in series with the coil"),
    ZN_OPT_REAL(params, R_E, 400, 1e-9, 1e12, "Ohm", "at the emitter"),
    ZN_OPT_REAL(params, V_C, 5, -1e9, 1e9, "V", "supply of the collector"),
    ZN_OPT_REAL(params, V_E, 5, -1e9, 1e9, "V", "supply of the emitter, -V_E"),
    ZN_OPT_REAL(params, beta, 200, 0, 1e9, "-", "current gain"),
    ZN_OPT_REAL(params, R_on, 100, 1e-9, 1e12, "Ohm", "of the base"),
    ZN_OPT_REAL(params, V_th, 0.75, 0, 1e9, "V", "threshold of the base"),
    ZN_OPT_REAL(params, v_c, 0, -1e9, 1e9, "V", "v_c at the start"),
    ZN_OPT_REAL(params, v_b, 0, -1e9, 1e9, "V", "v_b at the start"),
    ZN_OPT_REAL(params, i, 0, -1e9, 1e9, "A", "i at the start"),
    ZN_OPT_END,
};

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "a chaotic oscillator", table, &p);
    zn_sample_defaults(s, 0, 2e-8, 1e-3, "euler-moreau", "theta=0.5 gamma=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_ds *ds;
    zn_interaction *base;

    zn_must(ctx, zn_model_new(ctx, &model));
    /* x = (v_c, v_b, i), column by column */
    const zn_lcs circuit = {
        .n = 3,
        .m = 1,
        .A = (double[]){0, 0, -1 / p.L, 0, -1 / (p.R_E * p.C2), 1 / p.L,
                        1 / p.C1, -1 / p.C2, -p.R / p.L},
        .B = (double[]){-p.beta / p.C1, -1 / p.C2, 0},
        .C = (double[]){0, -1, 0},
        .D = &p.R_on,
        .a = (double[]){0, p.V_E / (p.R_E * p.C2), p.V_C / p.L},
        .b = &p.V_th,
        .x0 = (double[]){p.v_c, p.v_b, p.i},
    };
    zn_must(ctx, zn_lcs_add(model, "circuit", &circuit, NULL, &ds, &base));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_x(out, ds, 0, "v_c", "V"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 1, "v_b", "V"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 2, "i", "A"));
    zn_must(ctx, zn_recorder_add_lambda(out, base, 0, 0, "i_B", "A"));
    return zn_sample_run(s);
}
