/* observer_lcs.c - the velocity behind a one-way damper, from the position
 *
 *     x1' = x2,                 x2' = -k x1 + l + a sin(w t)
 *     0 <= x2 + l/c  _|_  l >= 0          l = c max(-x2, 0)
 *
 *     z1' = z2 + L1 (x1 - z1),  z2' = -k z1 + m + a sin(w t) + L2 (x1 - z1)
 *     0 <= z2 + m/c  _|_  m >= 0
 *
 * The observer z knows x1 only, neither x2 nor when the damper acts. With e = x - z
 * and V = (k + L2) e1^2 + e2^2, V' = -2 (k + L2) L1 e1^2 + 2 e2 (l - m), where
 * the law makes e2 (l - m) <= -(l - m)^2/c: V never grows, whoever switches first
 * (W.P.M.H. Heemels, M.K. Camlibel, J.M. Schumacher, B. Brogliato, Observer-based
 * control of linear complementarity systems, Int. J. Robust Nonlinear Control 21
 * (2011)).
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/lcs.h>
#include <zeno/sample.h>

typedef struct params {
    double k, c, a, w, L1, L2, x1, x2, z1, z2;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, k, 4, 0, 1e9, "1/s^2", "spring"),
    ZN_OPT_REAL(params, c, 3, 1e-9, 1e9, "1/s", "damper"),
    ZN_OPT_REAL(params, a, 2, -1e9, 1e9, "m/s^2", "force"),
    ZN_OPT_REAL(params, w, 3, 0, 1e9, "rad/s", "its frequency"),
    ZN_OPT_REAL(params, L1, 1, -1e9, 1e9, "1/s", "gain of the observer"),
    ZN_OPT_REAL(params, L2, 1, -1e9, 1e9, "1/s^2", "gain of the observer"),
    ZN_OPT_REAL(params, x1, 1, -1e9, 1e9, "m", "x1 at the start"),
    ZN_OPT_REAL(params, x2, 0, -1e9, 1e9, "m/s", "x2 at the start"),
    ZN_OPT_REAL(params, z1, -1, -1e9, 1e9, "m", "z1 at the start"),
    ZN_OPT_REAL(params, z2, 3, -1e9, 1e9, "m/s", "z2 at the start"),
    ZN_OPT_END,
};

/* the same force for both; z: a, w */
static void force(double t, unsigned n, double *b, unsigned nz, double *z)
{
    (void)n, (void)nz;
    b[1] = b[3] = z[0] * sin(z[1] * t);
}

typedef struct probe {
    const zn_ds *ds;
    double weight; /* k + L2 */
} probe;

static double distance(void *user, const zn_simulation *sim)
{
    const probe *q = user;
    const double *x = zn_simulation_x(sim, q->ds);
    const double e1 = x[0] - x[2], e2 = x[1] - x[3];

    return q->weight * e1 * e1 + e2 * e2;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(
        argc, argv, "observer of a complementarity system", table, &p);
    zn_sample_defaults(s, 0, 1e-3, 8, "euler-moreau", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_ds *ds;
    zn_interaction *a;

    zn_must(ctx, zn_model_new(ctx, &model));
    /* (x, z) is one system; its matrices by columns */
    const zn_lcs both = {
        .n = 4,
        .m = 2,
        .A = (double[]){0, -p.k, p.L1, p.L2, 1, 0, 0, 0, 0, 0, -p.L1,
                        -p.k - p.L2, 0, 0, 1, 0},
        .B = (double[]){0, 1, 0, 0, 0, 0, 0, 1},
        .C = (double[]){0, 0, 1, 0, 0, 0, 0, 1},
        .D = (double[]){1 / p.c, 0, 0, 1 / p.c},
        .x0 = (double[]){p.x1, p.x2, p.z1, p.z2},
    };
    zn_must(ctx, zn_lcs_add(model, "both", &both, NULL, &ds, &a));
    zn_must(ctx, zn_ds_set_function(ds, "b", (zn_fn *)force));
    zn_must(ctx, zn_ds_set_z(ds, 2, (double[]){p.a, p.w}));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    probe q = {ds, p.k + p.L2};
    zn_must(ctx, zn_recorder_add_x(out, ds, 0, "x1", "m"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 1, "x2", "m/s"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 2, "z1", "m"));
    zn_must(ctx, zn_recorder_add_x(out, ds, 3, "z2", "m/s"));
    zn_must(ctx, zn_recorder_add_lambda(out, a, 0, 0, "l", "m/s^2"));
    zn_must(ctx, zn_recorder_add_lambda(out, a, 0, 1, "m", "m/s^2"));
    zn_must(ctx, zn_recorder_add(out, "V", "m^2/s^2", distance, &q));
    return zn_sample_run(s);
}
