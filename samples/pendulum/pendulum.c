/* pendulum.c - a pendulum strikes a wall
 *
 *     angle      m l^2 q'' + m g l sin q = moment of the wall
 *                0 <= l sin q - wall  _|_  dp >= 0,  v+ = -e v-  at impact
 *     cartesian  m (x'', y'') = (0, -m g) + rod + wall
 *                |(x, y)| = l: an equality, its multiplier pulls at the mass
 *                0 <= x - wall  _|_  dp >= 0
 *
 * The same motion as one nonlinear equation and as a point with a bilateral
 * constraint; the functions are those of PendulumPlugin.c beside this file.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/sample.h>

enum { ANGLE, CARTESIAN };

typedef struct params {
    int coordinates;
    double m, l, g, wall, e, q0, v0;
} params;

static const zn_option table[] = {
    ZN_OPT_CHOICE(params, coordinates, ANGLE, "angle|cartesian",
                  "what the state is"),
    ZN_OPT_REAL(params, m, 1, 1e-9, 1e9, "kg", "mass"),
    ZN_OPT_REAL(params, l, 1, 1e-9, 1e9, "m", "length of the rod"),
    ZN_OPT_REAL(params, g, 10, -1e9, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, wall, 0, -1e9, 1e9, "m", "where the wall is"),
    ZN_OPT_REAL(params, e, 0.9, 0, 1, "-", "restitution"),
    ZN_OPT_REAL(params, q0, 1.5, -10, 10, "rad", "angle at the start"),
    ZN_OPT_REAL(params, v0, 0, -1e9, 1e9, "rad/s", "its rate"),
    ZN_OPT_END,
};

/* Angle (rad), its rate (rad/s), and energy (J), in either coordinates. */
static double angle(void *user, const zn_simulation *sim)
{
    const params *p = user;
    const double *q = zn_simulation_state(sim)->q;
    return p->coordinates == ANGLE ? q[0] : atan2(q[0], -q[1]);
}

static double rate(void *user, const zn_simulation *sim)
{
    const params *p = user;
    const double *q = zn_simulation_state(sim)->q;
    const double *v = zn_simulation_state(sim)->v;
    return p->coordinates == ANGLE
               ? v[0]
               : (q[0] * v[1] - q[1] * v[0]) / (p->l * p->l);
}

static double energy(void *user, const zn_simulation *sim)
{
    const params *p = user;
    const double v = p->l * rate(user, sim);
    return p->m * (v * v / 2 - p->g * p->l * cos(angle(user, sim)));
}

static zn_ds *make_system(zn_ctx *ctx, const params *p)
{
    const double x = p->l * sin(p->q0), y = -p->l * cos(p->q0);
    const double q0[2] = {x, y}, v0[2] = {-y * p->v0, x * p->v0};
    const double mass[2] = {p->m, p->m}, weight[2] = {0, -p->m * p->g};
    const double J = p->m * p->l * p->l, zero = 0;
    zn_ds *ds;

    if (p->coordinates == CARTESIAN) {
        zn_must(ctx, zn_ds_new(ctx, "lagrangian-linear", "pendulum", 2, q0, v0,
                               &ds));
        zn_must(ctx, zn_ds_set_diagonal(ds, "mass", 2, mass));
        zn_must(ctx, zn_ds_set_constant(ds, "f_ext", 2, 1, weight));
        return ds;
    }
    zn_must(ctx,
            zn_ds_new(ctx, "lagrangian", "pendulum", 1, &p->q0, &p->v0, &ds));
    zn_must(ctx, zn_ds_set_constant(ds, "mass", 1, 1, &J));
    zn_must(ctx, zn_ds_set_name(ds, "f_int", "PendulumPlugin:pendulumFInt"));
    zn_must(ctx, zn_ds_set_name(ds, "jac_f_int_q",
                                "PendulumPlugin:pendulumFIntJac"));
    zn_must(ctx, zn_ds_set_constant(ds, "jac_f_int_v", 1, 1, &zero));
    return ds;
}

/* y = h(q) from the plugin: its function and the one of its Jacobian. */
static zn_relation *relation(zn_ds *ds, const char *h, const char *jac,
                             const double z[4])
{
    zn_ctx *ctx = zn_ds_ctx(ds);
    zn_relation *r;

    zn_must(ctx, zn_relation_new(ctx, "scleronomous", h, 1, zn_ds_nq(ds), &r));
    zn_must(ctx, zn_relation_set_plugin(r, "h", "PendulumPlugin", h));
    zn_must(ctx, zn_relation_set_plugin(r, "jac_h_q", "PendulumPlugin", jac));
    zn_must(ctx, zn_relation_set_z(r, 4, z));
    return r;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "a pendulum strikes a wall", table, &p);
    zn_sample_defaults(s, 0, 5e-4, 10, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *impact, *equality;
    zn_interaction *wall;

    const double z[4] = {p.m, p.l, p.g, p.wall};
    zn_ds *ds = make_system(ctx, &p);
    zn_must(ctx, zn_ds_set_z(ds, 4, z));
    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_model_add_ds(model, ds));
    zn_must(ctx, zn_law_newton_impact(ctx, p.e, &impact));
    if (p.coordinates == ANGLE) {
        zn_relation *r = relation(ds, "pendulumGap", "pendulumGapJac", z);
        zn_must(ctx,
                zn_model_connect(model, "wall", impact, r, ds, NULL, &wall));
    } else {
        zn_relation *r = relation(ds, "pendulumWall", "pendulumWallJac", z);
        zn_relation *rod = relation(ds, "pendulumRod", "pendulumRodJac", z);
        zn_must(ctx,
                zn_model_connect(model, "wall", impact, r, ds, NULL, &wall));
        zn_must(ctx, zn_law_equality(ctx, 1, &equality));
        zn_must(ctx,
                zn_model_connect(model, "rod", equality, rod, ds, NULL, NULL));
    }

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add(out, "angle", "rad", angle, &p));
    zn_must(ctx, zn_recorder_add(out, "rate", "rad/s", rate, &p));
    zn_must(ctx, zn_recorder_add_y(out, wall, 0, 0, "gap", "m"));
    zn_must(ctx, zn_recorder_add_lambda(out, wall, 1, 0, "impulse", "N s"));
    zn_must(ctx, zn_recorder_add(out, "energy", "J", energy, &p));
    return zn_sample_run(s);
}
