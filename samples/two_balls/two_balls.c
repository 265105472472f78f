/* two_balls.c - a light ball falls on top of a heavy one
 *
 *     m_i dv_i = (-m_i g, 0) dt + impulses,     q_i = (height, side) of ball i
 *     gaps  height_i - R_i at the floor,   |q_2 - q_1| - R_1 - R_2 between
 *     0 <= y _|_ dp >= 0,   u+ = -e u-  at impact, u = dy/dt, for each gap y
 *
 * The heavy ball turns round at the floor and meets the light one, which leaves
 * with up to three times the speed, hence nine times the height; with an offset
 * to the side it is thrown sideways. Weight and gaps: the stock BallPlugin.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/sample.h>

typedef struct params {
    double m1, m2, R1, R2, g, e1, e2, height, gap, offset;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, m1, 0.6, 1e-9, 1e9, "kg", "mass of the lower ball"),
    ZN_OPT_REAL(params, m2, 0.06, 1e-9, 1e9, "kg", "mass of the upper ball"),
    ZN_OPT_REAL(params, R1, 0.12, 0, 1e9, "m", "radius of the lower ball"),
    ZN_OPT_REAL(params, R2, 0.03, 0, 1e9, "m", "radius of the upper ball"),
    ZN_OPT_REAL(params, g, 9.81, -1e9, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, e1, 0.8, 0, 1, "-", "restitution at the floor"),
    ZN_OPT_REAL(params, e2, 0.8, 0, 1, "-", "restitution of the balls"),
    ZN_OPT_REAL(params, height, 1, 0, 1e9, "m", "lower centre at the start"),
    ZN_OPT_REAL(params, gap, 0.01, 0, 1e9, "m", "between the balls"),
    ZN_OPT_REAL(params, offset, 0, -1e9, 1e9, "m", "of the upper to the side"),
    ZN_OPT_END,
};

static zn_ds *add_ball(zn_model *model, const char *name, double m, double g,
                       double height, double side)
{
    zn_ctx *ctx = zn_model_ctx(model);
    const double q0[2] = {height, side}, v0[2] = {0, 0}, mass[2] = {m, m};
    const double z[2] = {m, g};
    zn_ds *ball;

    zn_must(ctx, zn_ds_new(ctx, "lagrangian-linear", name, 2, q0, v0, &ball));
    zn_must(ctx, zn_ds_set_diagonal(ball, "mass", 2, mass));
    zn_must(ctx, zn_ds_set_name(ball, "f_ext", "BallPlugin:ballFExt"));
    zn_must(ctx, zn_ds_set_z(ball, 2, z));
    zn_must(ctx, zn_model_add_ds(model, ball));
    return ball;
}

static zn_relation *make_gap(zn_ctx *ctx, zn_index nq, const char *h,
                             const char *jac, zn_index nz, const double z[])
{
    zn_relation *r;

    zn_must(ctx, zn_relation_new(ctx, "scleronomous", h, 1, nq, &r));
    zn_must(ctx, zn_relation_set_plugin(r, "h", "BallPlugin", h));
    zn_must(ctx, zn_relation_set_plugin(r, "jac_h_q", "BallPlugin", jac));
    zn_must(ctx, zn_relation_set_z(r, nz, z));
    return r;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "a light ball on a heavy one", table, &p);
    zn_sample_defaults(s, 0, 1e-3, 3, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *at_floor, *at_ball;
    zn_interaction *floor, *pair;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_ds *lower = add_ball(model, "lower", p.m1, p.g, p.height, 0);
    zn_ds *upper = add_ball(model, "upper", p.m2, p.g,
                            p.height + p.R1 + p.R2 + p.gap, p.offset);
    zn_must(ctx, zn_law_newton_impact(ctx, p.e1, &at_floor));
    zn_must(ctx, zn_law_newton_impact(ctx, p.e2, &at_ball));
    zn_relation *gap1 = make_gap(ctx, 2, "ballGap", "ballGapJac", 1, &p.R1);
    zn_relation *gap2 = make_gap(ctx, 2, "ballGap", "ballGapJac", 1, &p.R2);
    zn_relation *between = make_gap(ctx, 4, "ballPairGap", "ballPairGapJac", 3,
                                    (double[]){p.R1, p.R2, 2});
    zn_must(ctx, zn_model_connect(model, "floor1", at_floor, gap1, lower, NULL,
                                  &floor));
    zn_must(ctx, zn_model_connect(model, "floor2", at_floor, gap2, upper, NULL,
                                  NULL));
    zn_must(ctx, zn_model_connect(model, "pair", at_ball, between, lower, upper,
                                  &pair));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_q(out, lower, 0, "q1", "m"));
    zn_must(ctx, zn_recorder_add_v(out, lower, 0, "v1", "m/s"));
    zn_must(ctx, zn_recorder_add_lambda(out, floor, 1, 0, "floor", "N s"));
    zn_must(ctx, zn_recorder_add_q(out, upper, 0, "q2", "m"));
    zn_must(ctx, zn_recorder_add_v(out, upper, 0, "v2", "m/s"));
    zn_must(ctx, zn_recorder_add_lambda(out, pair, 1, 0, "pair", "N s"));
    zn_must(ctx, zn_recorder_add_q(out, lower, 1, "side1", "m"));
    zn_must(ctx, zn_recorder_add_q(out, upper, 1, "side2", "m"));
    return zn_sample_run(s);
}
