/* two_link_arm.c - a controlled arm of two links draws an arc and presses on the floor
 *
 *     M(q) q'' + N(q, q') + W(q) = tau + H' p,    0 <= y(q)  _|_  p >= 0,  v+ = -e v-
 *     tau = M (q_d'' - kd (q' - q_d') - kp (q - q_d)) + N + W
 *
 * With exact cancellation the error of each joint is that of a linear oscillator,
 * e'' + kd e' + kp e = 0, until the tip touches the floor; at rest on it H' p = M kp e.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/law.h>
#include <zeno/sample.h>

typedef struct params {
    double m1, m2, l1, l2, g, kp, kd, a1, a2, b1, b2, omega, depth, cancel; /* z */
    double e, q1, q2;
} params;

enum { NZ = 14 };

static const zn_option table[] = {
    ZN_OPT_REAL(params, m1, 2, 1e-9, 1e9, "kg", "upper arm, a rod"),
    ZN_OPT_REAL(params, m2, 1.5, 1e-9, 1e9, "kg", "forearm, a rod"),
    ZN_OPT_REAL(params, l1, 0.5, 1e-9, 1e9, "m", "length of the upper arm"),
    ZN_OPT_REAL(params, l2, 0.4, 1e-9, 1e9, "m", "of the forearm"),
    ZN_OPT_REAL(params, g, 9.81, -1e9, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, kp, 100, 0, 1e12, "1/s^2", "gain of the position"),
    ZN_OPT_REAL(params, kd, 16, 0, 1e12, "1/s", "gain of the rate"),
    ZN_OPT_REAL(params, a1, 0.3, -1e9, 1e9, "rad", "wanted: a1 + b1 sin(omega t)"),
    ZN_OPT_REAL(params, a2, -1, -1e9, 1e9, "rad", "and a2 + b2 cos(omega t)"),
    ZN_OPT_REAL(params, b1, 0.5, -1e9, 1e9, "rad", "swing of the shoulder"),
    ZN_OPT_REAL(params, b2, 0.4, -1e9, 1e9, "rad", "of the elbow"),
    ZN_OPT_REAL(params, omega, 4, 0, 1e9, "rad/s", "of the swing"),
    ZN_OPT_REAL(params, depth, 0.3, -1e9, 1e9, "m", "floor below the shoulder"),
    ZN_OPT_REAL(params, cancel, 1, 0, 10, "-", "part of the weight that the motors carry"),
    ZN_OPT_REAL(params, e, 0, 0, 1, "-", "restitution"),
    ZN_OPT_REAL(params, q1, 0.6, -1e9, 1e9, "rad", "shoulder at first"),
    ZN_OPT_REAL(params, q2, -0.2, -1e9, 1e9, "rad", "elbow"),
    ZN_OPT_END,
};

static const char *const operators[][2] = {
    {"mass", "ArmPlugin:ArmMass"},           {"f_gyr", "ArmPlugin:ArmGyr"},
    {"jac_f_gyr_q", "ArmPlugin:ArmGyrQ"},    {"jac_f_gyr_v", "ArmPlugin:ArmGyrV"},
    {"f_int", "ArmPlugin:ArmForce"},         {"jac_f_int_q", "ArmPlugin:ArmForceQ"},
    {"jac_f_int_v", "ArmPlugin:ArmForceV"},
};

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "a controlled arm and a floor", table, &p);
    zn_sample_defaults(s, 0, 1e-3, 4, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    const double z[NZ] = {p.m1, p.m2, p.l1, p.l2, p.g,  p.kp,    p.kd,
                          p.a1, p.a2, p.b1, p.b2, p.omega, p.depth,
                          p.cancel};
    const double q0[2] = {p.q1, p.q2}, v0[2] = {0, 0};
    zn_interaction *floor;
    zn_relation *r;
    zn_model *model;
    zn_law *law;
    zn_ds *arm;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "lagrangian", "arm", 2, q0, v0, &arm));
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        zn_must(ctx, zn_ds_set_name(arm, operators[i][0], operators[i][1]));
    zn_must(ctx, zn_ds_set_z(arm, NZ, z));
    zn_must(ctx, zn_model_add_ds(model, arm));
    zn_must(ctx, zn_law_newton_impact(ctx, p.e, &law));
    zn_must(ctx, zn_relation_new(ctx, "scleronomous", "floor", 1, 2, &r));
    zn_must(ctx, zn_relation_set_name(r, "h", "ArmPlugin:ArmTip"));
    zn_must(ctx, zn_relation_set_name(r, "jac_h_q", "ArmPlugin:ArmTipRow"));
    zn_must(ctx, zn_relation_set_z(r, NZ, z));
    zn_must(ctx, zn_model_connect(model, "floor", law, r, arm, NULL, &floor));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_q(out, arm, 0, "shoulder", "rad"));
    zn_must(ctx, zn_recorder_add_q(out, arm, 1, "elbow", "rad"));
    zn_must(ctx, zn_recorder_add_v(out, arm, 0, "shoulder_rate", "rad/s"));
    zn_must(ctx, zn_recorder_add_v(out, arm, 1, "elbow_rate", "rad/s"));
    zn_must(ctx, zn_recorder_add_y(out, floor, 0, 0, "tip", "m"));
    zn_must(ctx, zn_recorder_add_lambda(out, floor, 1, 0, "impulse", "N s"));
    return zn_sample_run(s);
}
