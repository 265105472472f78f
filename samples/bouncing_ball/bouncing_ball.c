/* bouncing_ball.c - a ball falls on a floor
 *
 *     m dv = -m g dt + dp,    gap y = q - R,    q height of the centre
 *     rigid floor      0 <= y _|_ dp >= 0,  v+ = -e v-  at impact
 *     compliant floor  0 <= y + f/k _|_ f >= 0,  dp = f dt
 *
 * The floor is a linear relation, the same as functions of a plugin
 * (scleronomous), or compliant: a spring of stiffness k that only pushes.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/sample.h>

enum { LINEAR, SCLERONOMOUS, COMPLIANT };

typedef struct params {
    int floor;
    double m, R, g, q0, v0, e, k;
} params;

static const zn_option table[] = {
    ZN_OPT_CHOICE(params, floor, LINEAR, "linear|scleronomous|compliant",
                  "the contact"),
    ZN_OPT_REAL(params, m, 1, 1e-9, 1e9, "kg", "mass of the ball"),
    ZN_OPT_REAL(params, R, 0.1, 0, 1e9, "m", "its radius"),
    ZN_OPT_REAL(params, g, 9.81, -1e9, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, q0, 1, -1e9, 1e9, "m", "height at the start"),
    ZN_OPT_REAL(params, v0, 0, -1e9, 1e9, "m/s", "velocity at the start"),
    ZN_OPT_REAL(params, e, 0.9, 0, 1, "-", "restitution of a rigid floor"),
    ZN_OPT_REAL(params, k, 1e4, 1e-9, 1e15, "N/m", "stiffness if compliant"),
    ZN_OPT_END,
};

/* Total energy of the ball, without that of a compliant floor (J). */
static double energy(void *user, const zn_simulation *sim)
{
    const params *p = user;
    const zn_ds *ball = zn_model_ds(zn_simulation_model(sim), "ball");
    const double q = *zn_simulation_q(sim, ball);
    const double v = *zn_simulation_v(sim, ball);
    return p->m * (v * v / 2 + p->g * (q - p->R));
}

/* The gap, and the law that holds for it. */
static void make_floor(zn_ctx *ctx, const params *p, zn_relation **r,
                       zn_law **law)
{
    const double C = 1, D = 1 / p->k, offset = -p->R;

    if (p->floor == SCLERONOMOUS) {
        zn_must(ctx, zn_relation_new(ctx, "scleronomous", "floor", 1, 1, r));
        zn_must(ctx, zn_relation_set_name(*r, "h", "BallPlugin:ballGap"));
        zn_must(ctx,
                zn_relation_set_name(*r, "jac_h_q", "BallPlugin:ballGapJac"));
        zn_must(ctx, zn_relation_set_z(*r, 1, &p->R));
    } else {
        zn_must(ctx, zn_relation_new(ctx, "linear", "floor", 1, 1, r));
        zn_must(ctx, zn_relation_set_constant(*r, "C", 1, 1, &C));
        zn_must(ctx, zn_relation_set_constant(*r, "e", 1, 1, &offset));
    }
    if (p->floor == COMPLIANT) {
        zn_must(ctx, zn_relation_set_constant(*r, "D", 1, 1, &D));
        zn_must(ctx, zn_law_complementarity(ctx, 1, law));
    } else {
        zn_must(ctx, zn_law_newton_impact(ctx, p->e, law));
    }
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "a ball falls on a floor", table, &p);
    zn_sample_defaults(s, 0, 5e-3, 10, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_ds *ball;
    zn_relation *r;
    zn_law *law;
    zn_interaction *contact;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "lagrangian-linear", "ball", 1, &p.q0, &p.v0,
                           &ball));
    zn_must(ctx, zn_ds_set_constant(ball, "mass", 1, 1, &p.m));
    zn_must(ctx, zn_ds_set_name(ball, "f_ext", "BallPlugin:ballFExt"));
    zn_must(ctx, zn_ds_set_z(ball, 2, (double[]){p.m, p.g}));
    zn_must(ctx, zn_model_add_ds(model, ball));
    make_floor(ctx, &p, &r, &law);
    zn_must(ctx,
            zn_model_connect(model, "contact", law, r, ball, NULL, &contact));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_q(out, ball, 0, "q", "m"));
    zn_must(ctx, zn_recorder_add_v(out, ball, 0, "v", "m/s"));
    zn_must(ctx, zn_recorder_add_p(out, ball, 0, "impulse", "N s"));
    zn_must(ctx, zn_recorder_add_y(out, contact, 0, 0, "gap", "m"));
    zn_must(ctx, zn_recorder_add(out, "energy", "J", energy, &p));
    return zn_sample_run(s);
}
