/* brake.c - a disc is braked by a pad on a spring: it slips, sticks, and squeals
 *
 *     J w' = -R T,    m x'' + c x' + k x = T,    0 <= y  _|_  r_N >= 0,  r_N = N h
 *     |T| <= mu(slip) N,  T along the slip R w - x',   mu = kinetic + (rest - kinetic) e^(-|slip|/s)
 *
 * With rest = kinetic the disc stops after J w/(mu N R). With rest > kinetic and a slow disc
 * the pad is carried along until k x = rest N, slips back and is caught again.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/law.h>
#include <zeno/sample.h>

typedef struct params {
    double J, R, speed, m, k, c, N, rest, kinetic, s, x;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, J, 0.5, 1e-9, 1e12, "kg m^2", "inertia of the disc"),
    ZN_OPT_REAL(params, R, 0.1, 1e-9, 1e9, "m", "radius at which the pad acts"),
    ZN_OPT_REAL(params, speed, 0.15, -1e9, 1e9, "m/s", "of the disc there, at first"),
    ZN_OPT_REAL(params, m, 0.2, 1e-9, 1e9, "kg", "mass of the pad"),
    ZN_OPT_REAL(params, k, 2000, 0, 1e12, "N/m", "stiffness of its holder"),
    ZN_OPT_REAL(params, c, 0, 0, 1e9, "N s/m", "damping of it"),
    ZN_OPT_REAL(params, N, 10, 0, 1e9, "N", "load of the pad"),
    ZN_OPT_REAL(params, rest, 0.6, 0, 1e3, "-", "friction at rest"),
    ZN_OPT_REAL(params, kinetic, 0.4, 0, 1e3, "-", "friction of a fast disc"),
    ZN_OPT_REAL(params, s, 0.002, 1e-12, 1e9, "m/s", "slip over which it falls"),
    ZN_OPT_REAL(params, x, 0, -1e9, 1e9, "m", "pad at first"),
    ZN_OPT_END,
};

/* u = (normal, slip), z = (rest, kinetic, s) */
static void falling(unsigned n, double *u, unsigned m, double *mu, unsigned nz, double *z)
{
    (void)n, (void)m, (void)nz;
    mu[0] = z[1] + (z[0] - z[1]) * exp(-fabs(u[1]) / z[2]);
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "a disc, a pad, stick and slip", table, &p);
    zn_sample_defaults(s, 0, 1e-5, 1.5, "moreau-jean", "theta=0.5 threshold=1e-6");
    zn_ctx *ctx = zn_sample_ctx(s);
    /* q = (way of the rim, pad along it, pad off it) */
    const double q0[3] = {0, p.x, 0}, v0[3] = {p.speed, 0, 0};
    const double M[3] = {p.J / (p.R * p.R), p.m, p.m};
    const double K[9] = {0, 0, 0, 0, p.k, 0, 0, 0, 0}, C[9] = {0, 0, 0, 0, p.c, 0, 0, 0, 0};
    const double load[3] = {0, 0, -p.N};
    const double rows[6] = {0, 1, 0, -1, 1, 0}; /* y; rim less pad */
    const double z[3] = {p.rest, p.kinetic, p.s};
    zn_interaction *contact;
    zn_relation *r;
    zn_model *model;
    zn_law *law;
    zn_ds *brake;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "lagrangian-linear", "brake", 3, q0, v0, &brake));
    zn_must(ctx, zn_ds_set_diagonal(brake, "mass", 3, M));
    zn_must(ctx, zn_ds_set_constant(brake, "stiffness", 3, 3, K));
    zn_must(ctx, zn_ds_set_constant(brake, "damping", 3, 3, C));
    zn_must(ctx, zn_ds_set_constant(brake, "f_ext", 3, 1, load));
    zn_must(ctx, zn_model_add_ds(model, brake));
    zn_must(ctx, zn_law_friction(ctx, 2, 0, 0, p.kinetic, &law));
    if (p.rest != p.kinetic) {
        zn_must(ctx, zn_operator_set_function(zn_law_operator(law, "mu"), (zn_fn *)falling));
        zn_must(ctx, zn_operator_set_z(zn_law_operator(law, "mu"), 3, z));
    }
    zn_must(ctx, zn_relation_new(ctx, "linear", "pad", 2, 3, &r));
    zn_must(ctx, zn_relation_set_constant(r, "C", 2, 3, rows));
    zn_must(ctx, zn_model_connect(model, "pad", law, r, brake, NULL, &contact));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_v(out, brake, 0, "rim", "m/s"));
    zn_must(ctx, zn_recorder_add_q(out, brake, 1, "pad", "m"));
    zn_must(ctx, zn_recorder_add_v(out, brake, 1, "pad_rate", "m/s"));
    zn_must(ctx, zn_recorder_add_y(out, contact, 1, 1, "slip", "m/s"));
    zn_must(ctx, zn_recorder_add_lambda(out, contact, 1, 0, "normal", "N s"));
    zn_must(ctx, zn_recorder_add_lambda(out, contact, 1, 1, "friction", "N s"));
    return zn_sample_run(s);
}
