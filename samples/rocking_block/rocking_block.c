/* rocking_block.c - a block stands on one edge, falls back and rocks
 *
 *     m x'' = 0,  m y'' = -m g + dp_A + dp_B,  J a'' = moment of both
 *     0 <= y_i  _|_  dp_i >= 0,   u+ = -e u-  at impact,  i = A, B
 *
 * y_A, y_B: heights of the lower corners, in BlockPlugin.c beside this file; no
 * friction, width b, height h, J = m (b^2 + h^2)/12. When a corner strikes the
 * other one is closed: two contacts in one problem. With e = 0 the block turns
 * on with (h^2 - 2 b^2)/(h^2 + 4 b^2) of its rate, if h > sqrt(2) b; a flatter
 * one stops at once.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/sample.h>

typedef struct params {
    double m, width, height, g, e, angle, drop, vx, vy, rate;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, m, 1, 1e-9, 1e9, "kg", "mass"),
    ZN_OPT_REAL(params, width, 0.2, 1e-9, 1e9, "m", "b, of the block"),
    ZN_OPT_REAL(params, height, 1, 1e-9, 1e9, "m", "h, of the block"),
    ZN_OPT_REAL(params, g, 9.81, -1e9, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, e, 0, 0, 1, "-", "restitution"),
    ZN_OPT_REAL(params, angle, 0.15, -1.5, 1.5, "rad", "angle at the start"),
    ZN_OPT_REAL(params, drop, 0, 0, 1e9, "m", "height of the lower corner"),
    ZN_OPT_REAL(params, vx, 0, -1e9, 1e9, "m/s", "velocity of the centre"),
    ZN_OPT_REAL(params, vy, 0, -1e9, 1e9, "m/s", "velocity of the centre"),
    ZN_OPT_REAL(params, rate, 0, -1e9, 1e9, "rad/s", "of the angle"),
    ZN_OPT_END,
};

static double inertia(const params *p)
{
    return p->m * (p->width * p->width + p->height * p->height) / 12;
}

/* Kinetic and potential energy (J). */
static double energy(void *user, const zn_simulation *sim)
{
    const params *p = user;
    const double *q = zn_simulation_state(sim)->q;
    const double *v = zn_simulation_state(sim)->v;
    return (p->m * (v[0] * v[0] + v[1] * v[1]) + inertia(p) * v[2] * v[2]) / 2 +
           p->m * p->g * q[1];
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "a block rocks on its edges", table, &p);
    zn_sample_defaults(s, 0, 1e-3, 1.6, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    const double z[2] = {p.width, p.height};
    const double y =
        p.drop + p.width / 2 * fabs(sin(p.angle)) + p.height / 2 * cos(p.angle);
    const double q0[3] = {0, y, p.angle}, v0[3] = {p.vx, p.vy, p.rate};
    const double mass[3] = {p.m, p.m, inertia(&p)};
    const double weight[3] = {0, -p.m * p.g, 0};
    zn_model *model;
    zn_ds *block;
    zn_law *law;
    zn_relation *gaps;
    zn_interaction *corners;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx,
            zn_ds_new(ctx, "lagrangian-linear", "block", 3, q0, v0, &block));
    zn_must(ctx, zn_ds_set_diagonal(block, "mass", 3, mass));
    zn_must(ctx, zn_ds_set_constant(block, "f_ext", 3, 1, weight));
    zn_must(ctx, zn_model_add_ds(model, block));

    /* one interaction for both corners: the law holds row by row */
    zn_must(ctx, zn_relation_new(ctx, "scleronomous", "corners", 2, 3, &gaps));
    zn_must(ctx, zn_relation_set_name(gaps, "h", "BlockPlugin:blockGaps"));
    zn_must(ctx,
            zn_relation_set_name(gaps, "jac_h_q", "BlockPlugin:blockGapsJac"));
    zn_must(ctx, zn_relation_set_name(gaps, "jac_h_q_dot",
                                      "BlockPlugin:blockGapsDot"));
    zn_must(ctx, zn_relation_set_z(gaps, 2, z));
    zn_must(ctx, zn_law_newton_impact(ctx, p.e, &law));
    zn_must(ctx, zn_model_connect(model, "corners", law, gaps, block, NULL,
                                  &corners));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    const char *const q[3] = {"x", "y", "angle"};
    const char *const v[3] = {"vx", "vy", "rate"};
    for (zn_index i = 0; i < 3; i++) {
        zn_must(ctx,
                zn_recorder_add_q(out, block, i, q[i], i < 2 ? "m" : "rad"));
        zn_must(ctx, zn_recorder_add_v(out, block, i, v[i],
                                       i < 2 ? "m/s" : "rad/s"));
    }
    zn_must(ctx, zn_recorder_add_y(out, corners, 0, 0, "gap_A", "m"));
    zn_must(ctx, zn_recorder_add_y(out, corners, 0, 1, "gap_B", "m"));
    zn_must(ctx,
            zn_recorder_add_lambda(out, corners, 1, 0, "impulse_A", "N s"));
    zn_must(ctx,
            zn_recorder_add_lambda(out, corners, 1, 1, "impulse_B", "N s"));
    zn_must(ctx, zn_recorder_add(out, "energy", "J", energy, &p));
    return zn_sample_run(s);
}
