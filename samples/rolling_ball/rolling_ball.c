/* rolling_ball.c - a ball is thrown onto a slope: it bounces, slides, rolls
 *
 *     m x'' = m g + r,   I Omega' + Omega x I Omega = moment of r about the centre
 *     0 <= u_N + e u_N-  _|_  r_N >= 0,   |r_T| <= mu r_N, against the slip u_T,
 *     and with mu_r > 0 |r_M| <= mu_r r_N, against rolling
 *
 * A ball that slides at v0 on a level floor rolls after t = 2 v0/(7 mu g), at 5 v0/7;
 * on a slope of angle alpha it rolls if tan(alpha) <= 7 mu/2, at 5/7 g sin(alpha).
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/law.h>
#include <zeno/mechanics.h>
#include <zeno/sample.h>

typedef struct params {
    double m, R, I, g, alpha, e, e_t, mu, mu_r, z, vx, vy, vz, wx, wy, wz;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, m, 1, 1e-9, 1e9, "kg", "mass"),
    ZN_OPT_REAL(params, R, 0.1, 1e-9, 1e9, "m", "radius"),
    ZN_OPT_REAL(params, I, 0.4, 1e-9, 1, "-",
                "inertia over m R^2: 2/5 full ball, 2/3 shell"),
    ZN_OPT_REAL(params, g, 9.81, -1e9, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, alpha, 0, -89, 89, "deg", "slope, falling with x"),
    ZN_OPT_REAL(params, e, 0.6, 0, 1, "-", "restitution"),
    ZN_OPT_REAL(params, e_t, 0, -1, 1, "-", "tangential restitution"),
    ZN_OPT_REAL(params, mu, 0.05, 0, 1e6, "-", "friction"),
    ZN_OPT_REAL(params, mu_r, 0, 0, 1e6, "m", "rolling friction; 0: none"),
    ZN_OPT_REAL(params, z, 0.3, -1e9, 1e9, "m", "height under the ball"),
    ZN_OPT_REAL(params, vx, 2, -1e9, 1e9, "m/s", "velocity down the slope"),
    ZN_OPT_REAL(params, vy, 0, -1e9, 1e9, "m/s", "across"),
    ZN_OPT_REAL(params, vz, 0, -1e9, 1e9, "m/s", "up"),
    ZN_OPT_REAL(params, wx, 40, -1e9, 1e9, "rad/s", "spin about x"),
    ZN_OPT_REAL(params, wy, 0, -1e9, 1e9, "rad/s", "about y"),
    ZN_OPT_REAL(params, wz, 0, -1e9, 1e9, "rad/s", "about z"),
    ZN_OPT_END,
};

/* The contact: normal, two tangents and, with rolling friction, two moments. */
static zn_interaction *add_floor(zn_model *model, zn_ds *ball, const params *p)
{
    const double up[3] = {0, 0, 1}, zero = 0;
    const zn_index rows = p->mu_r > 0 ? 5 : 3;
    zn_ctx *ctx = zn_model_ctx(model);
    zn_interaction *floor;
    zn_relation *r;
    zn_law *law;

    if (rows == 5)
        zn_must(ctx,
                zn_law_rolling_friction(ctx, rows, p->e, p->mu, p->mu_r, &law));
    else
        zn_must(ctx, zn_law_friction(ctx, rows, p->e, p->e_t, p->mu, &law));
    zn_must(ctx, zn_relation_new(ctx, "sphere-plane", "floor", rows, 7, &r));
    zn_must(ctx, zn_relation_set_constant(r, "radius", 1, 1, &p->R));
    zn_must(ctx, zn_relation_set_constant(r, "normal", 3, 1, up));
    zn_must(ctx, zn_relation_set_constant(r, "offset", 1, 1, &zero));
    zn_must(ctx, zn_model_connect(model, "floor", law, r, ball, NULL, &floor));
    return floor;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "a ball bounces, slides and rolls",
                                 table, &p);
    zn_sample_defaults(s, 0, 1e-3, 3, "moreau-jean", "theta=0.5 threshold=1e-9");
    zn_ctx *ctx = zn_sample_ctx(s);
    const double a = p.alpha * acos(-1) / 180, J = p.I * p.m * p.R * p.R;
    const double I[3] = {J, J, J};
    const double f[3] = {p.m * p.g * sin(a), 0, -p.m * p.g * cos(a)};
    const double q0[7] = {0, 0, p.R + p.z, 1, 0, 0, 0};
    const double v0[6] = {p.vx, p.vy, p.vz, p.wx, p.wy, p.wz};
    const char *const spin[3] = {"wx", "wy", "wz"};
    zn_model *model;
    zn_ds *ball;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "newton-euler", "ball", 6, q0, v0, &ball));
    zn_must(ctx, zn_ds_set_constant(ball, "mass", 1, 1, &p.m));
    zn_must(ctx, zn_ds_set_diagonal(ball, "inertia", 3, I));
    zn_must(ctx, zn_ds_set_constant(ball, "f_ext", 3, 1, f));
    zn_must(ctx, zn_model_add_ds(model, ball));
    zn_interaction *floor = add_floor(model, ball, &p);

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_q(out, ball, 0, "x", "m"));
    zn_must(ctx, zn_recorder_add_q(out, ball, 1, "y", "m"));
    zn_must(ctx, zn_recorder_add_q(out, ball, 2, "z", "m"));
    zn_must(ctx, zn_recorder_add_v(out, ball, 0, "vx", "m/s"));
    zn_must(ctx, zn_recorder_add_v(out, ball, 1, "vy", "m/s"));
    for (int i = 0; i < 3; i++)
        zn_must(ctx, zn_recorder_add_v(out, ball, 3 + i, spin[i], "rad/s"));
    zn_must(ctx, zn_recorder_add_y(out, floor, 1, 1, "slip_x", "m/s"));
    zn_must(ctx, zn_recorder_add_y(out, floor, 1, 2, "slip_y", "m/s"));
    return zn_sample_run(s);
}
