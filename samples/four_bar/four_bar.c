/* four_bar.c - a linkage rattles in the play of its pins
 *
 *     M v' + f_int(t, q, v) = H(q)' p,   q: angles, and centres of coupler and rocker
 *     three pins in their bearings:  0 <= gap  _|_  p_N >= 0,  |p_T| <= mu p_N
 *
 * With the combined projection a pin that would leave its bearing in a step is a contact
 * of that step: the gaps stay within projection_tol. LinkagePlugin.c beside this file
 * has the mechanism and the motor that drives the crank.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/sample.h>

#define PLUGIN "LinkagePlugin:linkage"

typedef struct params {
    double mu, play, kp, slope, rise, rate;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, mu, 0.1, 0, 1e3, "-", "friction in the bearings"),
    ZN_OPT_REAL(params, play, 5e-3, 1e-6, 5e-2, "m", "play of a pin, radial"),
    ZN_OPT_REAL(params, kp, 200, 0, 1e6, "N m s", "gain of the motor"),
    ZN_OPT_REAL(params, slope, 10, 0, 1e6, "1/s", "rate at which it closes in"),
    ZN_OPT_REAL(params, rise, 6, -1e3, 1e3, "rad", "crank angle to follow"),
    ZN_OPT_REAL(params, rate, 2.35619449, 0, 1e3, "rad/s", "and its frequency"),
    ZN_OPT_END,
};

/* Uniform bars of 1 kg: crank 1 m about its pivot, coupler 4 m, rocker 2.5 m. */
static zn_ds *linkage(zn_ctx *ctx, zn_model *model, const params *p)
{
    const double q0[7] = {1.570823772407980, 0.3532842020624460,
                          1.264872058968431, 1.876454585097650,
                          1.691962091335582, 0.3764686197082958,
                          1.191962183453451};
    const double v0[7] = {0};
    const double diag[7] = {1. / 3, 16. / 12, 6.25 / 12, 1, 1, 1, 1};
    const double z[4] = {p->kp, p->slope, p->rise, p->rate};
    double M[49] = {0};
    zn_ds *ds;

    for (int i = 0; i < 7; i++)
        M[8 * i] = diag[i];
    zn_must(ctx, zn_ds_new(ctx, "lagrangian", "linkage", 7, q0, v0, &ds));
    zn_must(ctx, zn_ds_set_constant(ds, "mass", 7, 7, M));
    zn_must(ctx, zn_ds_set_name(ds, "f_int", PLUGIN "Int"));
    zn_must(ctx, zn_ds_set_name(ds, "jac_f_int_v", PLUGIN "IntV"));
    zn_must(ctx, zn_ds_set_z(ds, 4, z));
    zn_must(ctx, zn_model_add_ds(model, ds));
    return ds;
}

static void record(zn_sample *s, zn_ds *ds, zn_interaction *pins)
{
    static const char *const gap[3] = {"gap_crank", "gap_rocker", "gap_ground"};
    static const char *const hit[3] = {"impulse_crank", "impulse_rocker",
                                       "impulse_ground"};
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_recorder *out = zn_sample_recorder(s);

    zn_must(ctx, zn_recorder_add_q(out, ds, 0, "crank", "rad"));
    zn_must(ctx, zn_recorder_add_q(out, ds, 1, "coupler", "rad"));
    zn_must(ctx, zn_recorder_add_q(out, ds, 2, "rocker", "rad"));
    zn_must(ctx, zn_recorder_add_v(out, ds, 0, "rate_crank", "rad/s"));
    zn_must(ctx, zn_recorder_add_v(out, ds, 2, "rate_rocker", "rad/s"));
    for (zn_index i = 0; i < 3; i++) {
        zn_must(ctx, zn_recorder_add_y(out, pins, 0, 2 * i, gap[i], "m"));
        zn_must(ctx,
                zn_recorder_add_lambda(out, pins, 1, 2 * i, hit[i], "N s"));
    }
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(
        argc, argv, "a four-bar linkage with play in its pins", table, &p);
    zn_sample_defaults(s, 0, 1e-4, 2, "moreau-jean",
                       "theta=0.5 projection=combined");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_ds *ds;
    zn_law *law;
    zn_relation *r;
    zn_interaction *pins;

    zn_must(ctx, zn_model_new(ctx, &model));
    ds = linkage(ctx, model, &p);
    zn_must(ctx, zn_relation_new(ctx, "scleronomous", "pins", 6, 7, &r));
    zn_must(ctx, zn_relation_set_name(r, "h", PLUGIN "Pins"));
    zn_must(ctx, zn_relation_set_name(r, "jac_h_q", PLUGIN "PinsJac"));
    zn_must(ctx, zn_relation_set_z(r, 1, &p.play));
    zn_must(ctx, zn_law_friction(ctx, 2, 0, 0, p.mu, &law));
    zn_must(ctx, zn_model_connect(model, "pins", law, r, ds, NULL, &pins));
    zn_sample_simulation(s, model);
    record(s, ds, pins);
    return zn_sample_run(s);
}
