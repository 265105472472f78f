/* slider_crank.c - a slider rattles in its guide
 *
 *     M(q) v' + f_gyr(q, v) + f_int(q) = H(q)' p,   q: angles of crank, rod, slider
 *     four corners of the slider over the two walls of its guide:
 *     0 <= u_N+ + e u_N-  _|_  p_N >= 0,   |p_T| <= mu p_N against the slip
 *
 * The guide has a play of 1 mm. The slider flies, hits, leans on a wall with one
 * or two corners and tilts, several times per turn. CrankPlugin.c beside this file
 * has the mechanism; one relation with 8 rows is four contacts of two.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/sample.h>

#define PLUGIN "CrankPlugin:crank"

typedef struct params {
    double e, mu, play, rate, tilt;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, e, 0.4, 0, 1, "-", "restitution"),
    ZN_OPT_REAL(params, mu, 0.01, 0, 1e3, "-", "friction"),
    ZN_OPT_REAL(params, play, 1e-3, 1e-9, 1e-2, "m", "play on either side"),
    ZN_OPT_REAL(params, rate, 150, -1e6, 1e6, "rad/s", "of the crank"),
    ZN_OPT_REAL(params, tilt, 10, -1e6, 1e6, "rad/s", "rate of the slider"),
    ZN_OPT_END,
};

static double turns(void *user, const zn_simulation *sim)
{
    (void)user;
    return zn_simulation_state(sim)->q[0] / (2 * acos(-1.0));
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(argc, argv,
                                 "a slider-crank mechanism with "
                                 "clearance in its guide",
                                 table, &p);
    zn_sample_defaults(s, 0, 1e-5, 0.2, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    const double q0[3] = {0}, v0[3] = {p.rate, -p.rate / 2, p.tilt};
    const double none[9] = {0};
    static const char *const ops[6][2] = {
        {"mass", PLUGIN "Mass"},        {"f_gyr", PLUGIN "Gyr"},
        {"jac_f_gyr_q", PLUGIN "GyrQ"}, {"jac_f_gyr_v", PLUGIN "GyrV"},
        {"f_int", PLUGIN "Int"},        {"jac_f_int_q", PLUGIN "IntQ"}};
    zn_model *model;
    zn_ds *ds;
    zn_law *law;
    zn_relation *guide;
    zn_interaction *corners;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "lagrangian", "crank", 3, q0, v0, &ds));
    for (int i = 0; i < 6; i++)
        zn_must(ctx, zn_ds_set_name(ds, ops[i][0], ops[i][1]));
    zn_must(ctx, zn_ds_set_constant(ds, "jac_f_int_v", 3, 3, none));
    zn_must(ctx, zn_model_add_ds(model, ds));
    zn_must(ctx, zn_relation_new(ctx, "scleronomous", "guide", 8, 3, &guide));
    zn_must(ctx, zn_relation_set_name(guide, "h", PLUGIN "Guide"));
    zn_must(ctx, zn_relation_set_name(guide, "jac_h_q", PLUGIN "GuideJac"));
    zn_must(ctx, zn_relation_set_z(guide, 1, &p.play));
    zn_must(ctx, zn_law_friction(ctx, 2, p.e, 0, p.mu, &law));
    zn_must(ctx,
            zn_model_connect(model, "guide", law, guide, ds, NULL, &corners));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    const char *const gap[4] = {"gap_1", "gap_2", "gap_3", "gap_4"};
    const char *const hit[4] = {"impulse_1", "impulse_2", "impulse_3",
                                "impulse_4"};
    zn_must(ctx, zn_recorder_add(out, "turns", "-", turns, NULL));
    zn_must(ctx, zn_recorder_add_q(out, ds, 2, "tilt", "rad"));
    zn_must(ctx, zn_recorder_add_v(out, ds, 0, "rate_crank", "rad/s"));
    zn_must(ctx, zn_recorder_add_v(out, ds, 1, "rate_rod", "rad/s"));
    zn_must(ctx, zn_recorder_add_v(out, ds, 2, "rate_slider", "rad/s"));
    for (zn_index i = 0; i < 4; i++) {
        zn_must(ctx, zn_recorder_add_y(out, corners, 0, 2 * i, gap[i], "m"));
        zn_must(ctx,
                zn_recorder_add_lambda(out, corners, 1, 2 * i, hit[i], "N s"));
    }
    return zn_sample_run(s);
}
