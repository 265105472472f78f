/* relay_oscillator.c - a linear system of third order, fed back by a relay
 *
 *     x' = A x + B u,   y = x1,   u in -Sgn(y): u = 1 if y < 0, -1 if y > 0
 *
 * plant=chain: x1''' + a2 x1'' + a1 x1' = u; the relay makes it oscillate, and
 * switches each time y changes sign. plant=sliding: the transfer function
 * k (s^2 + 2 sigma rho s + rho^2) / ((s^2 + 2 xi omega s + omega^2)(s + decay));
 * phases in which y stays at zero and u is between -1 and 1 alternate with free
 * ones.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/lcs.h>
#include <zeno/sample.h>

enum { CHAIN, SLIDING };

typedef struct params {
    int plant;
    double a1, a2, xi, omega, decay, k, sigma, rho, level, x1, x2, x3;
} params;

static const zn_option table[] = {
    ZN_OPT_CHOICE(params, plant, CHAIN, "chain|sliding", "the linear system"),
    ZN_OPT_REAL(params, a1, 3, -1e9, 1e9, "1/s^2", "of the chain"),
    ZN_OPT_REAL(params, a2, 2, -1e9, 1e9, "1/s", "of the chain"),
    ZN_OPT_REAL(params, xi, -0.07, -1e3, 1e3, "-", "damping of the pole pair"),
    ZN_OPT_REAL(params, omega, 10, 0, 1e9, "rad/s", "of the pole pair"),
    ZN_OPT_REAL(params, decay, 0.05, -1e9, 1e9, "1/s", "of the real pole"),
    ZN_OPT_REAL(params, k, 1, 0, 1e9, "1/s", "gain"),
    ZN_OPT_REAL(params, sigma, -1, -1e3, 1e3, "-", "damping of the zeros"),
    ZN_OPT_REAL(params, rho, 1, 0, 1e9, "rad/s", "of the zeros"),
    ZN_OPT_REAL(params, level, 1, 0, 1e9, "-", "of the relay, |u|"),
    ZN_OPT_REAL(params, x1, 0, -1e9, 1e9, "-", "y at the start"),
    ZN_OPT_REAL(params, x2, 0.6752372371178297, -1e9, 1e9, "1/s",
                "x2 likewise"),
    ZN_OPT_REAL(params, x3, 0, -1e9, 1e9, "1/s^2", "x3 likewise"),
    ZN_OPT_END,
};

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "oscillations by a relay", table, &p);
    zn_sample_defaults(s, 0, 0.01, 100, "euler-moreau", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *law;
    zn_ds *ds;
    zn_interaction *relay;

    zn_must(ctx, zn_model_new(ctx, &model));
    const double b = 2 * p.xi * p.omega, c = p.omega * p.omega;
    /* column by column */
    const double chain[9] = {0, 0, 0, 1, 0, -p.a1, 0, 1, -p.a2};
    const double poles[9] = {
        -(b + p.decay), -(b * p.decay + c), -p.decay * c, 1, 0, 0, 0, 1, 0};
    const double zeros[3] = {p.k, 2 * p.k * p.sigma * p.rho,
                             p.k * p.rho * p.rho};
    const zn_lcs plant = {
        .n = 3,
        .m = 1,
        .A = p.plant == CHAIN ? chain : poles,
        .B = p.plant == CHAIN ? (double[]){0, 0, 1} : zeros,
        .C = (double[]){1, 0, 0},
        .x0 = (double[]){p.x1, p.x2, p.x3},
    };
    zn_must(ctx, zn_law_relay(ctx, 1, (double[]){-p.level}, &p.level, &law));
    zn_must(ctx, zn_lcs_add(model, "plant", &plant, law, &ds, &relay));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_x(out, ds, 0, "x1", "-"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 1, "x2", "1/s"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 2, "x3", "1/s^2"));
    zn_must(ctx, zn_recorder_add_lambda(out, relay, 0, 0, "u", "-"));
    return zn_sample_run(s);
}
