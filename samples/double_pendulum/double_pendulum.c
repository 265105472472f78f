/* double_pendulum.c - two rods swing against a wall
 *
 *     M(q) q'' + f_gyr(q, q') + f_int(q) = moments of the wall
 *     0 <= x_i(q) - wall  _|_  dp_i >= 0,   u+ = -e_i u-  at impact, i = 1, 2
 *
 * q: angles of the rods from the hanging position, x_i: places of the masses.
 * The mass matrix, the gyroscopic terms and the gaps are in
 * DoublePendulumPlugin.c beside this file.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/sample.h>

#define PLUGIN "DoublePendulumPlugin:"

typedef struct params {
    double m1, m2, l1, l2, g, wall, e1, e2, q1, q2, v1, v2;
    bool jacobians;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, m1, 1, 1e-9, 1e9, "kg", "upper mass"),
    ZN_OPT_REAL(params, m2, 1, 1e-9, 1e9, "kg", "lower mass"),
    ZN_OPT_REAL(params, l1, 1, 1e-9, 1e9, "m", "length of the upper rod"),
    ZN_OPT_REAL(params, l2, 1, 1e-9, 1e9, "m", "length of the lower rod"),
    ZN_OPT_REAL(params, g, 10, -1e9, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, wall, 0, -1e9, 1e9, "m", "where the wall is"),
    ZN_OPT_REAL(params, e1, 1, 0, 1, "-", "restitution of the upper mass"),
    ZN_OPT_REAL(params, e2, 1, 0, 1, "-", "restitution of the lower mass"),
    ZN_OPT_REAL(params, q1, 0.1, -10, 10, "rad", "upper angle at the start"),
    ZN_OPT_REAL(params, q2, 0.2, -10, 10, "rad", "lower angle at the start"),
    ZN_OPT_REAL(params, v1, 0, -1e9, 1e9, "rad/s", "rate of the upper angle"),
    ZN_OPT_REAL(params, v2, 0, -1e9, 1e9, "rad/s", "rate of the lower angle"),
    ZN_OPT_BOOL(params, jacobians, true,
                "those of the plugin; no: finite differences"),
    ZN_OPT_END,
};

/* Kinetic and potential energy (J). */
static double energy(void *user, const zn_simulation *sim)
{
    const params *p = user;
    const double *q = zn_simulation_state(sim)->q;
    const double *v = zn_simulation_state(sim)->v;
    const double a = p->l1 * v[0], b = p->l2 * v[1];
    return p->m1 * a * a / 2 - p->m1 * p->g * p->l1 * cos(q[0]) +
           p->m2 * (a * a + b * b + 2 * a * b * cos(q[0] - q[1])) / 2 -
           p->m2 * p->g * (p->l1 * cos(q[0]) + p->l2 * cos(q[1]));
}

static zn_interaction *add_wall(zn_model *model, const char *name, double e,
                                const char *h, const char *jac,
                                const double z[6], zn_ds *ds)
{
    zn_ctx *ctx = zn_model_ctx(model);
    zn_law *law;
    zn_relation *r;
    zn_interaction *a;

    zn_must(ctx, zn_law_newton_impact(ctx, e, &law));
    zn_must(ctx, zn_relation_new(ctx, "scleronomous", name, 1, 2, &r));
    zn_must(ctx, zn_relation_set_name(r, "h", h));
    zn_must(ctx, zn_relation_set_name(r, "jac_h_q", jac));
    zn_must(ctx, zn_relation_set_z(r, 6, z));
    zn_must(ctx, zn_model_connect(model, name, law, r, ds, NULL, &a));
    return a;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "two rods swing against a wall", table, &p);
    zn_sample_defaults(s, 0, 5e-4, 5, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    const double q0[2] = {p.q1, p.q2}, v0[2] = {p.v1, p.v2};
    const double no_damping[4] = {0};
    const double z[6] = {p.m1, p.m2, p.l1, p.l2, p.g, p.wall};
    zn_model *model;
    zn_ds *ds;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "lagrangian", "pendulum", 2, q0, v0, &ds));
    zn_must(ctx, zn_ds_set_name(ds, "mass", PLUGIN "doubleMass"));
    zn_must(ctx, zn_ds_set_name(ds, "f_gyr", PLUGIN "doubleFGyr"));
    zn_must(ctx, zn_ds_set_name(ds, "f_int", PLUGIN "doubleFInt"));
    if (p.jacobians) {
        zn_must(ctx, zn_ds_set_name(ds, "jac_f_gyr_q", PLUGIN "doubleFGyrQ"));
        zn_must(ctx, zn_ds_set_name(ds, "jac_f_gyr_v", PLUGIN "doubleFGyrV"));
        zn_must(ctx, zn_ds_set_name(ds, "jac_f_int_q", PLUGIN "doubleFIntQ"));
        zn_must(ctx, zn_ds_set_constant(ds, "jac_f_int_v", 2, 2, no_damping));
    }
    zn_must(ctx, zn_ds_set_z(ds, 6, z));
    zn_must(ctx, zn_model_add_ds(model, ds));
    zn_interaction *upper = add_wall(model, "upper", p.e1, PLUGIN "doubleGap1",
                                     PLUGIN "doubleGap1Q", z, ds);
    zn_interaction *lower = add_wall(model, "lower", p.e2, PLUGIN "doubleGap2",
                                     PLUGIN "doubleGap2Q", z, ds);

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_q(out, ds, 0, "q1", "rad"));
    zn_must(ctx, zn_recorder_add_v(out, ds, 0, "v1", "rad/s"));
    zn_must(ctx, zn_recorder_add_q(out, ds, 1, "q2", "rad"));
    zn_must(ctx, zn_recorder_add_v(out, ds, 1, "v2", "rad/s"));
    zn_must(ctx, zn_recorder_add_y(out, upper, 0, 0, "x1", "m"));
    zn_must(ctx, zn_recorder_add_y(out, lower, 0, 0, "x2", "m"));
    zn_must(ctx, zn_recorder_add(out, "energy", "J", energy, &p));
    return zn_sample_run(s);
}
