/* woodpecker.c - a woodpecker on a rod pecks its way down
 *
 *     M v' + K q = f + H' p,   q = (y, phi_M, phi_S)
 *     y (m) of the sleeve, angles (rad) of sleeve and bird, a spring between them
 *     three contacts with Coulomb friction, e at the beak
 *
 * The sleeve jams on the rod at its lower or upper edge, the bird swings and frees
 * it, falls a little, hits the rod with its beak: a limit cycle of sticking,
 * sliding and impacts. Data of Glocker & Studer, Multibody Syst. Dyn. 13 (2005).
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/sample.h>

typedef struct params {
    double mu, e, y, phi_m, phi_s, v_y, v_s;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, mu, 0.3, 0, 1e3, "-", "friction at all contacts"),
    ZN_OPT_REAL(params, e, 0.5, 0, 1, "-", "restitution of the beak"),
    ZN_OPT_REAL(params, y, 0, -1e9, 1e9, "m", "height at the start"),
    ZN_OPT_REAL(params, phi_m, -0.1036, -1, 1, "rad", "angle of the sleeve"),
    ZN_OPT_REAL(params, phi_s, -0.2788, -1, 1, "rad", "angle of the bird"),
    ZN_OPT_REAL(params, v_y, -0.3411, -1e9, 1e9, "m/s", "velocity"),
    ZN_OPT_REAL(params, v_s, -7.4583, -1e9, 1e9, "rad/s", "rate of the bird"),
    ZN_OPT_END,
};

/* lengths (m): rod, sleeve's radius and half height, sleeve to spring, spring to
 * bird, beak; masses (kg), inertias (kg m^2), spring (N m) */
static const double rO = 2.5e-3, rM = 3.1e-3, hM = 5.8e-3, lM = 0.010,
                    lG = 0.015, hS = 0.020, lS = 0.0201, mM = 3e-4, mS = 4.5e-3,
                    JM = 5e-9, JS = 7e-7, c = 5.6e-3, g = 9.81;

/* Normal row n'q + gap, tangential row t'q. */
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
    zn_sample *s = zn_sample_new(argc, argv, "a woodpecker toy", table, &p);
    zn_sample_defaults(s, 0, 2e-5, 0.6, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    const double q0[3] = {p.y, p.phi_m, p.phi_s}, v0[3] = {p.v_y, 0, p.v_s};
    const double mass[9] = {mS + mM, mS * lM,           mS * lG,
                            mS * lM, JM + mS * lM * lM, mS * lM * lG,
                            mS * lG, mS * lM * lG,      JS + mS * lG * lG};
    const double spring[9] = {0, 0, 0, 0, c, -c, 0, -c, c};
    const double weight[3] = {-g * (mS + mM), -g * mS * lM, -g * mS * lG};
    const double beak[6] = {0, 1, 0, lM, -hS, lG - lS}; /* by columns */
    const double lower[6] = {0, 1, hM, rM, 0, 0};
    const double upper[6] = {0, 1, -hM, rM, 0, 0};
    zn_model *model;
    zn_ds *ds;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "lagrangian-linear", "toy", 3, q0, v0, &ds));
    zn_must(ctx, zn_ds_set_constant(ds, "mass", 3, 3, mass));
    zn_must(ctx, zn_ds_set_constant(ds, "stiffness", 3, 3, spring));
    zn_must(ctx, zn_ds_set_constant(ds, "f_ext", 3, 1, weight));
    zn_must(ctx, zn_model_add_ds(model, ds));
    zn_interaction *contact[3] = {
        touch(ds, model, "beak", beak, lM + lG - lS - rO, p.e, p.mu),
        touch(ds, model, "lower", lower, rM - rO, 0, p.mu),
        touch(ds, model, "upper", upper, rM - rO, 0, p.mu)};

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    const char *const q[3] = {"y", "phi_M", "phi_S"};
    const char *const v[3] = {"v_y", "rate_M", "rate_S"};
    const char *const n[3] = {"impulse_beak", "impulse_lower", "impulse_upper"};
    for (zn_index i = 0; i < 3; i++) {
        zn_must(ctx, zn_recorder_add_q(out, ds, i, q[i], i ? "rad" : "m"));
        zn_must(ctx, zn_recorder_add_v(out, ds, i, v[i], i ? "rad/s" : "m/s"));
        zn_must(ctx,
                zn_recorder_add_lambda(out, contact[i], 1, 0, n[i], "N s"));
    }
    return zn_sample_run(s);
}
