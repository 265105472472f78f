/* simple_relay.c - two relays drive two integrators to zero
 *
 *     x_i' = b u_i,   u_i = lower if x_i > 0, upper if x_i < 0
 *
 * x_i goes straight to zero, arrives at t_i = |x_i| / (b |u_i|), and slides: u_i
 * is then what keeps it there, zero. An explicit controller would chatter.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/lcs.h>
#include <zeno/sample.h>

typedef struct params {
    double b, lower, upper, x1, x2;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, b, 2, 1e-9, 1e9, "1/s", "gain"),
    ZN_OPT_REAL(params, lower, -1, -1e9, 0, "-", "value of a relay, x_i > 0"),
    ZN_OPT_REAL(params, upper, 1, 0, 1e9, "-", "value of a relay, x_i < 0"),
    ZN_OPT_REAL(params, x1, 1, -1e9, 1e9, "-", "x1 at the start"),
    ZN_OPT_REAL(params, x2, -1, -1e9, 1e9, "-", "x2 at the start"),
    ZN_OPT_END,
};

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "two relays and two integrators", table, &p);
    zn_sample_defaults(s, 0, 1e-3, 0.8, "euler-moreau", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *law;
    zn_ds *ds;
    zn_interaction *relays;

    zn_must(ctx, zn_model_new(ctx, &model));
    const zn_lcs integrators = {
        .n = 2,
        .m = 2,
        .B = (double[]){p.b, 0, 0, p.b},
        .C = (double[]){1, 0, 0, 1},
        .x0 = (double[]){p.x1, p.x2},
    };
    zn_must(ctx, zn_law_relay(ctx, 2, (double[]){p.lower, p.lower},
                              (double[]){p.upper, p.upper}, &law));
    zn_must(ctx,
            zn_lcs_add(model, "integrators", &integrators, law, &ds, &relays));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_x(out, ds, 0, "x1", "-"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 1, "x2", "-"));
    zn_must(ctx, zn_recorder_add_lambda(out, relays, 0, 0, "u1", "-"));
    zn_must(ctx, zn_recorder_add_lambda(out, relays, 0, 1, "u2", "-"));
    return zn_sample_run(s);
}
