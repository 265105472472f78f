/* yo_yo.c - a yo-yo runs down its string, is caught at the end, and climbs again
 *
 *     m s'' = m g - p,   J a'' = -r sign(a) p,   s fallen, a turned past the end
 *     0 <= L - r |a| - s  _|_  p >= 0,   v+ = -e v- at impact, p the pull of the string
 *
 * It runs down with g/(1 + k), k = J/(m r^2). At the end of the string a changes its
 * sign and the rate v of the fall has to: with e = 0 the spin keeps (k - 1)/(k + 1).
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/law.h>
#include <zeno/sample.h>

typedef struct params {
    double m, R, r, L, g, e, s;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, m, 0.065, 1e-9, 1e9, "kg", "mass"),
    ZN_OPT_REAL(params, R, 0.03, 1e-9, 1e9, "m", "radius of the disc, J = m R^2/2"),
    ZN_OPT_REAL(params, r, 0.006, 1e-9, 1e9, "m", "radius of the axle"),
    ZN_OPT_REAL(params, L, 0.8, 1e-9, 1e9, "m", "length of the string"),
    ZN_OPT_REAL(params, g, 9.81, -1e9, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, e, 0, 0, 1, "-", "restitution of the string"),
    ZN_OPT_REAL(params, s, 0, 0, 1e9, "m", "of it that is unwound at first"),
    ZN_OPT_END,
};

/* q = (s, a), z = (L, r) */
static void slack(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                  double *z)
{
    (void)nq, (void)ny, (void)nz;
    y[0] = z[0] - z[1] * fabs(q[1]) - q[0];
}

static void slack_q(unsigned nq, double *q, unsigned ny, double *H, unsigned nz,
                    double *z)
{
    (void)nq, (void)ny, (void)nz;
    H[0] = -1;
    H[1] = q[1] < 0 ? z[1] : -z[1];
}

/* On each side of the kink the gradient stays what it is. */
static void slack_q_dot(unsigned nq, const double *q, unsigned nv, const double *v,
                        double *H, unsigned nz, double *z)
{
    (void)q, (void)v, (void)nz, (void)z, (void)nv;
    for (unsigned i = 0; i < nq; i++)
        H[i] = 0;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "a yo-yo on its string", table, &p);
    zn_sample_defaults(s, 0, 5e-4, 12, "moreau-jean",
                       "theta=0.5 relations=start");
    zn_ctx *ctx = zn_sample_ctx(s);
    const double q0[2] = {p.s, (p.s - p.L) / p.r}, v0[2] = {0, 0};
    const double M[2] = {p.m, p.m * p.R * p.R / 2}, f[2] = {p.m * p.g, 0};
    const double z[2] = {p.L, p.r};
    zn_interaction *string;
    zn_relation *r;
    zn_model *model;
    zn_law *law;
    zn_ds *toy;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "lagrangian-linear", "yo-yo", 2, q0, v0, &toy));
    zn_must(ctx, zn_ds_set_diagonal(toy, "mass", 2, M));
    zn_must(ctx, zn_ds_set_constant(toy, "f_ext", 2, 1, f));
    zn_must(ctx, zn_model_add_ds(model, toy));
    zn_must(ctx, zn_law_newton_impact(ctx, p.e, &law));
    zn_must(ctx, zn_relation_new(ctx, "scleronomous", "string", 1, 2, &r));
    zn_must(ctx, zn_relation_set_function(r, "h", (zn_fn *)slack));
    zn_must(ctx, zn_relation_set_function(r, "jac_h_q", (zn_fn *)slack_q));
    zn_must(ctx, zn_relation_set_function(r, "jac_h_q_dot", (zn_fn *)slack_q_dot));
    zn_must(ctx, zn_relation_set_z(r, 2, z));
    zn_must(ctx, zn_model_connect(model, "string", law, r, toy, NULL, &string));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_q(out, toy, 0, "fallen", "m"));
    zn_must(ctx, zn_recorder_add_q(out, toy, 1, "turned", "rad"));
    zn_must(ctx, zn_recorder_add_v(out, toy, 0, "v", "m/s"));
    zn_must(ctx, zn_recorder_add_v(out, toy, 1, "rate", "rad/s"));
    zn_must(ctx, zn_recorder_add_lambda(out, string, 1, 0, "pull", "N s"));
    return zn_sample_run(s);
}
