/* sliding_box.c - a box slides on a slope, turns downhill, and may stop
 *
 *     m v' = m g (sin a, 0, -cos a) + r,   a: slope
 *     0 <= y  _|_  r_N >= 0,   |r_T| <= mu r_N,   r_T opposed to the slip
 *
 * x downhill, y across, z off the slope. The disc of friction has no direction of
 * its own: pushed across, the box turns into the slope along a curve of the closed
 * form in the page beside this file; it stops where tan a < mu. With rest > 0 the
 * coefficient falls from `rest` to mu over the speed `stribeck` (StribeckPlugin.c).
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/sample.h>

typedef struct params {
    double m, g, slope, mu, rest, stribeck, vx, vy;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, m, 2, 1e-9, 1e9, "kg", "mass"),
    ZN_OPT_REAL(params, g, 9.81, 0, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, slope, 0.3, -1.5, 1.5, "rad", "angle of the slope"),
    ZN_OPT_REAL(params, mu, 0.4, 0, 1e3, "-", "friction"),
    ZN_OPT_REAL(params, rest, 0, 0, 1e3, "-", "friction at rest; 0: as mu"),
    ZN_OPT_REAL(params, stribeck, 0.1, 1e-9, 1e9, "m/s", "speed of the fall"),
    ZN_OPT_REAL(params, vx, 0, -1e9, 1e9, "m/s", "velocity downhill"),
    ZN_OPT_REAL(params, vy, 2, -1e9, 1e9, "m/s", "velocity across"),
    ZN_OPT_END,
};

/* |r_T| / (mu r_N): 1 while it slides. */
static double use(void *user, const zn_simulation *sim)
{
    const double *l = zn_simulation_state(sim)->lambda[1];
    const double most = ((const params *)user)->mu * l[0];
    return most > 0 ? hypot(l[1], l[2]) / most : 0;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "a box on a slope", table, &p);
    zn_sample_defaults(s, 0, 1e-3, 2, "moreau-jean",
                       "theta=0.5 threshold=1e-9");
    zn_ctx *ctx = zn_sample_ctx(s);
    const double q0[3] = {0}, v0[3] = {p.vx, p.vy, 0};
    const double mass[3] = {p.m, p.m, p.m};
    const double weight[3] = {p.m * p.g * sin(p.slope), 0,
                              -p.m * p.g * cos(p.slope)};
    const double rows[9] = {0, 1, 0, 0, 0, 1, 1, 0, 0}; /* z, x, y by columns */
    const double z[3] = {p.rest, p.mu, p.stribeck};
    zn_model *model;
    zn_ds *box;
    zn_law *law;
    zn_relation *contact;
    zn_interaction *plane;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "lagrangian-linear", "box", 3, q0, v0, &box));
    zn_must(ctx, zn_ds_set_diagonal(box, "mass", 3, mass));
    zn_must(ctx, zn_ds_set_constant(box, "f_ext", 3, 1, weight));
    zn_must(ctx, zn_model_add_ds(model, box));
    zn_must(ctx, zn_relation_new(ctx, "linear", "plane", 3, 3, &contact));
    zn_must(ctx, zn_relation_set_constant(contact, "C", 3, 3, rows));
    zn_must(ctx, zn_law_friction(ctx, 3, 0, 0, p.mu, &law));
    if (p.rest > 0) {
        zn_must(ctx, zn_law_plugin(law, "mu", "StribeckPlugin:stribeck"));
        zn_must(ctx, zn_operator_set_z(zn_law_operator(law, "mu"), 3, z));
    }
    zn_must(ctx,
            zn_model_connect(model, "plane", law, contact, box, NULL, &plane));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_q(out, box, 0, "x", "m"));
    zn_must(ctx, zn_recorder_add_q(out, box, 1, "y", "m"));
    zn_must(ctx, zn_recorder_add_v(out, box, 0, "vx", "m/s"));
    zn_must(ctx, zn_recorder_add_v(out, box, 1, "vy", "m/s"));
    zn_must(ctx, zn_recorder_add_lambda(out, plane, 1, 0, "normal", "N s"));
    zn_must(ctx, zn_recorder_add(out, "friction_in_use", "-", use, &p));
    return zn_sample_run(s);
}
