/* electric_bell.c - a coil pulls its hammer, which breaks the circuit and strikes a gong
 *
 *     m q'' = -k q - c q' + K i + p,   0 <= d - q  _|_  p <= 0 (a force),   v+ = -e v- at impact
 *     L i'  = -R i - K q' + u,         u = V if q < b,  0 if q > b,  between them if q = b
 *
 * q displacement of the hammer, i current, u the voltage behind the breaker: a diode lets the current run
 * on where it is open. The circuit sees place and velocity of the hammer, the hammer the current,
 * the breaker the place (zn_model_follow).
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/law.h>
#include <zeno/lcs.h>
#include <zeno/sample.h>

typedef struct params {
    double m, k, c, d, e, K, L, R, V, b;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, m, 0.02, 1e-9, 1e9, "kg", "mass of the hammer"),
    ZN_OPT_REAL(params, k, 300, 0, 1e9, "N/m", "stiffness of its spring"),
    ZN_OPT_REAL(params, c, 0.1, 0, 1e9, "N s/m", "damping"),
    ZN_OPT_REAL(params, d, 0.003, 0, 1e9, "m", "place of the gong"),
    ZN_OPT_REAL(params, e, 0.6, 0, 1, "-", "restitution of hammer and gong"),
    ZN_OPT_REAL(params, K, 3, -1e9, 1e9, "N/A", "force of the coil, and V s/m of its motion"),
    ZN_OPT_REAL(params, L, 0.02, 1e-9, 1e9, "H", "inductance"),
    ZN_OPT_REAL(params, R, 5, 0, 1e9, "Ohm", "resistance"),
    ZN_OPT_REAL(params, V, 6, 0, 1e9, "V", "battery"),
    ZN_OPT_REAL(params, b, 0.001, -1e9, 1e9, "m", "place where the breaker opens"),
    ZN_OPT_END,
};

static params p; /* z is the state of the other: the functions take their numbers from here */

/* z = i */
static void pull(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz;
    f[0] = p.K * z[0];
}

/* z = (q, q') */
static void induced(double t, unsigned n, double *b, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz;
    b[0] = -p.K / p.L * z[1];
}

static zn_ds *add_hammer(zn_ctx *ctx, zn_model *model, zn_interaction **gong)
{
    const double at_rest[1] = {0}, H[1] = {-1};
    zn_relation *gap;
    zn_law *law;
    zn_ds *ds;

    zn_must(ctx, zn_ds_new(ctx, "lagrangian-linear", "hammer", 1, at_rest, at_rest, &ds));
    zn_must(ctx, zn_ds_set_constant(ds, "mass", 1, 1, &p.m));
    zn_must(ctx, zn_ds_set_constant(ds, "stiffness", 1, 1, &p.k));
    zn_must(ctx, zn_ds_set_constant(ds, "damping", 1, 1, &p.c));
    zn_must(ctx, zn_ds_set_function(ds, "f_ext", (zn_fn *)pull));
    zn_must(ctx, zn_model_add_ds(model, ds));
    zn_must(ctx, zn_law_newton_impact(ctx, p.e, &law));
    zn_must(ctx, zn_relation_new(ctx, "linear", "gap", 1, 1, &gap));
    zn_must(ctx, zn_relation_set_constant(gap, "C", 1, 1, H));
    zn_must(ctx, zn_relation_set_constant(gap, "e", 1, 1, &p.d));
    zn_must(ctx, zn_model_connect(model, "gong", law, gap, ds, NULL, gong));
    return ds;
}

/* u = V or 0 where y = q - b is below or above zero: a relay that sees the hammer. */
static zn_ds *add_circuit(zn_ctx *ctx, zn_model *model, zn_ds *hammer, zn_interaction **breaker)
{
    const zn_lcs coil = {.n = 1,
                         .m = 1,
                         .A = (double[]){-p.R / p.L},
                         .B = (double[]){1 / p.L},
                         .C = (double[]){0},
                         .b = (double[]){-p.b},
                         .x0 = (double[]){0}};
    const double F[2] = {1, 0}, off = 0;
    zn_relation *seen;
    zn_law *law;
    zn_ds *ds;

    zn_must(ctx, zn_law_relay(ctx, 1, &off, &p.V, &law));
    zn_must(ctx, zn_lcs_add(model, "coil", &coil, law, &ds, breaker));
    zn_must(ctx, zn_ds_set_function(ds, "b", (zn_fn *)induced));
    seen = zn_interaction_relation(*breaker);
    zn_must(ctx, zn_relation_set_constant(seen, "F", 1, 2, F));
    zn_must(ctx, zn_model_follow_relation(model, seen, hammer));
    zn_must(ctx, zn_model_follow(model, ds, hammer));
    zn_must(ctx, zn_model_follow(model, hammer, ds));
    return ds;
}

int main(int argc, char **argv)
{
    zn_sample *s = zn_sample_new(argc, argv, "an electric bell: a machine and its circuit", table, &p);
    zn_sample_integrator(s, "euler-moreau", "theta=0.5");
    zn_sample_defaults(s, 0, 1e-5, 0.3, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_interaction *gong, *breaker;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_ds *hammer = add_hammer(ctx, model, &gong);
    zn_ds *coil = add_circuit(ctx, model, hammer, &breaker);

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_q(out, hammer, 0, "q", "m"));
    zn_must(ctx, zn_recorder_add_v(out, hammer, 0, "v", "m/s"));
    zn_must(ctx, zn_recorder_add_x(out, coil, 0, "i", "A"));
    zn_must(ctx, zn_recorder_add_lambda(out, breaker, 0, 0, "u", "V"));
    zn_must(ctx, zn_recorder_add_lambda(out, gong, 1, 0, "impulse", "N s"));
    return zn_sample_run(s);
}
