/* pendulum_on_slider.c - a pendulum drags its slider over a rough table
 *
 *     M(q) v' + f_gyr(q, v) + f_int(q) = H' p,   q = (x, y, a)
 *     table: 0 <= y _|_ p_N >= 0, |p_T| <= mu p_N against the slip
 *     stops: x >= 0 and x <= width, e at impacts
 *
 * The pendulum presses more or less on the table as it swings, and the slider
 * sticks or slides accordingly; a fast one lifts it. SliderPlugin.c beside this
 * file has M and the forces.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/sample.h>

#define PLUGIN "SliderPlugin:slider"

typedef struct params {
    double m1, m2, l, g, mu, e, width, x, angle, vx, rate;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, m1, 1, 1e-9, 1e9, "kg", "mass of the slider"),
    ZN_OPT_REAL(params, m2, 1, 1e-9, 1e9, "kg", "mass of the bob"),
    ZN_OPT_REAL(params, l, 1, 1e-9, 1e9, "m", "length of the pendulum"),
    ZN_OPT_REAL(params, g, 9.81, 0, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, mu, 0.3, 0, 1e3, "-", "friction on the table"),
    ZN_OPT_REAL(params, e, 0.5, 0, 1, "-", "restitution, table and stops"),
    ZN_OPT_REAL(params, width, 0.4, 0, 1e9, "m", "distance of the stops"),
    ZN_OPT_REAL(params, x, 0.1, -1e9, 1e9, "m", "slider at the start"),
    ZN_OPT_REAL(params, angle, 1.5, -10, 10, "rad", "angle at the start"),
    ZN_OPT_REAL(params, vx, 0, -1e9, 1e9, "m/s", "velocity of the slider"),
    ZN_OPT_REAL(params, rate, 0, -1e9, 1e9, "rad/s", "rate of the angle"),
    ZN_OPT_END,
};

/* Kinetic and potential energy (J). */
static double energy(void *user, const zn_simulation *sim)
{
    const params *p = user;
    const double *q = zn_simulation_state(sim)->q;
    const double *v = zn_simulation_state(sim)->v;
    const double bx = v[0] + p->l * cos(q[2]) * v[2];
    const double by = v[1] + p->l * sin(q[2]) * v[2];
    return p->m1 * (v[0] * v[0] + v[1] * v[1]) / 2 + p->m1 * p->g * q[1] +
           p->m2 * (bx * bx + by * by) / 2 +
           p->m2 * p->g * (q[1] - p->l * cos(q[2]));
}

/* Contact with normal row n'q + gap and tangential row t'q, in columns of x, y. */
static zn_interaction *touch(zn_ds *ds, zn_model *model, const char *name,
                             const double rows[6], double gap, double e,
                             double mu)
{
    zn_ctx *ctx = zn_model_ctx(model);
    const double offset[2] = {gap, 0};
    zn_interaction *a;
    zn_relation *r;
    zn_law *law;

    zn_must(ctx, zn_relation_new(ctx, "linear", name, 2, 3, &r));
    zn_must(ctx, zn_relation_set_constant(r, "C", 2, 3, rows));
    zn_must(ctx, zn_relation_set_constant(r, "e", 2, 1, offset));
    zn_must(ctx, zn_law_friction(ctx, 2, e, 0, mu, &law));
    zn_must(ctx, zn_model_connect(model, name, law, r, ds, NULL, &a));
    return a;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(
        argc, argv, "a pendulum on a slider with friction", table, &p);
    zn_sample_defaults(s, 0, 1e-3, 6, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    const double q0[3] = {p.x, 0, p.angle}, v0[3] = {p.vx, 0, p.rate};
    const double z[4] = {p.m1, p.m2, p.l, p.g}, none[9] = {0};
    const double ground[6] = {0, 1, 1, 0, 0, 0};
    const double left[6] = {1, 0, 0, -1, 0, 0}, right[6] = {-1, 0, 0, 1, 0, 0};
    static const char *const ops[6][2] = {
        {"mass", PLUGIN "Mass"},        {"f_gyr", PLUGIN "Gyr"},
        {"jac_f_gyr_q", PLUGIN "GyrQ"}, {"jac_f_gyr_v", PLUGIN "GyrV"},
        {"f_int", PLUGIN "Int"},        {"jac_f_int_q", PLUGIN "IntQ"}};
    zn_model *model;
    zn_ds *ds;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "lagrangian", "slider", 3, q0, v0, &ds));
    for (int i = 0; i < 6; i++)
        zn_must(ctx, zn_ds_set_name(ds, ops[i][0], ops[i][1]));
    zn_must(ctx, zn_ds_set_constant(ds, "jac_f_int_v", 3, 3, none));
    zn_must(ctx, zn_ds_set_z(ds, 4, z));
    zn_must(ctx, zn_model_add_ds(model, ds));
    zn_interaction *floor = touch(ds, model, "table", ground, 0, p.e, p.mu);
    touch(ds, model, "left", left, 0, p.e, 0);
    touch(ds, model, "right", right, p.width, p.e, 0);

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_q(out, ds, 0, "x", "m"));
    zn_must(ctx, zn_recorder_add_q(out, ds, 1, "y", "m"));
    zn_must(ctx, zn_recorder_add_q(out, ds, 2, "angle", "rad"));
    zn_must(ctx, zn_recorder_add_v(out, ds, 0, "vx", "m/s"));
    zn_must(ctx, zn_recorder_add_v(out, ds, 2, "rate", "rad/s"));
    zn_must(ctx, zn_recorder_add_lambda(out, floor, 1, 0, "normal", "N s"));
    zn_must(ctx, zn_recorder_add_lambda(out, floor, 1, 1, "friction", "N s"));
    zn_must(ctx, zn_recorder_add(out, "energy", "J", energy, &p));
    return zn_sample_run(s);
}
