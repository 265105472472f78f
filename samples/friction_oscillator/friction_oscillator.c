/* friction_oscillator.c - a mass on a spring slides with dry friction
 *
 *     q' = v,   m v' = -k q - c v + f
 *     f in -F Sgn(v - V)        V: velocity of the belt that carries the mass
 *
 * With V = 0 and c = 0 each half period takes 2 F/k from the amplitude, until
 * the mass stops at some |q| <= F/k. On a belt it can stick, and is carried.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/lcs.h>
#include <zeno/sample.h>

typedef struct params {
    double m, k, c, F, belt, q0, v0;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, m, 1, 1e-9, 1e9, "kg", "mass"),
    ZN_OPT_REAL(params, k, 1, 0, 1e9, "N/m", "stiffness"),
    ZN_OPT_REAL(params, c, 0, 0, 1e9, "N s/m", "viscous damping"),
    ZN_OPT_REAL(params, F, 1, 0, 1e9, "N", "largest friction force"),
    ZN_OPT_REAL(params, belt, 0, -1e9, 1e9, "m/s", "V, velocity of the belt"),
    ZN_OPT_REAL(params, q0, 12, -1e9, 1e9, "m", "position at the start"),
    ZN_OPT_REAL(params, v0, 6, -1e9, 1e9, "m/s", "velocity at the start"),
    ZN_OPT_END,
};

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "an oscillator with dry friction", table, &p);
    zn_sample_defaults(s, 0, 0.01, 100, "euler-moreau", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *law;
    zn_ds *ds;
    zn_interaction *friction;

    zn_must(ctx, zn_model_new(ctx, &model));
    const zn_lcs oscillator = {
        .n = 2,
        .m = 1,
        .A = (double[]){0, -p.k / p.m, 1, -p.c / p.m},
        .B = (double[]){0, 1 / p.m},
        .C = (double[]){0, 1},
        .b = (double[]){-p.belt},
        .x0 = (double[]){p.q0, p.v0},
    };
    zn_must(ctx, zn_law_relay(ctx, 1, (double[]){-p.F}, &p.F, &law));
    zn_must(ctx, zn_lcs_add(model, "mass", &oscillator, law, &ds, &friction));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_x(out, ds, 0, "q", "m"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 1, "v", "m/s"));
    zn_must(ctx, zn_recorder_add_lambda(out, friction, 0, 0, "f", "N"));
    zn_must(ctx, zn_recorder_add_y(out, friction, 0, 0, "slip", "m/s"));
    return zn_sample_run(s);
}
