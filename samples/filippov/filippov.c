/* filippov.c - a spiral of infinitely many turns that ends in finite time
 *
 *     x1' = b s1 - w s2,   x2' = w s1 + b s2,   s_i in -Sgn(x_i)
 *
 * In each quadrant the velocity is constant; a quarter turn takes the distance
 * from the centre down by (w - b)/(w + b). |x1| + |x2| falls with rate 2 b, so
 * the centre is reached at t* = (|x1| + |x2|)/(2 b), where the state stays.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/lcs.h>
#include <zeno/sample.h>

typedef struct params {
    double b, w, level, x1, x2;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, b, 2, 1e-9, 1e9, "1/s", "inwards"),
    ZN_OPT_REAL(params, w, 52, -1e9, 1e9, "1/s", "around"),
    ZN_OPT_REAL(params, level, 1, 0, 1e9, "-", "of both relays"),
    ZN_OPT_REAL(params, x1, 3, -1e9, 1e9, "-", "x1 at the start"),
    ZN_OPT_REAL(params, x2, 3, -1e9, 1e9, "-", "x2 at the start"),
    ZN_OPT_END,
};

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "a spiral that ends", table, &p);
    zn_sample_defaults(s, 0, 1e-3, 2, "euler-moreau", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *law;
    zn_ds *ds;
    zn_interaction *relays;

    zn_must(ctx, zn_model_new(ctx, &model));
    const zn_lcs plane = {
        .n = 2,
        .m = 2,
        .B = (double[]){p.b, p.w, -p.w, p.b},
        .C = (double[]){1, 0, 0, 1},
        .x0 = (double[]){p.x1, p.x2},
    };
    zn_must(ctx, zn_law_relay(ctx, 2, (double[]){-p.level, -p.level},
                              (double[]){p.level, p.level}, &law));
    zn_must(ctx, zn_lcs_add(model, "plane", &plane, law, &ds, &relays));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_x(out, ds, 0, "x1", "-"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 1, "x2", "-"));
    zn_must(ctx, zn_recorder_add_lambda(out, relays, 0, 0, "s1", "-"));
    zn_must(ctx, zn_recorder_add_lambda(out, relays, 0, 1, "s2", "-"));
    return zn_sample_run(s);
}
