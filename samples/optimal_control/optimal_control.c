/* optimal_control.c - a bang-bang control from Pontryagin's principle
 *
 *     x' = a + A x + u beta(x),     beta = ((1 - x2)/2, x1/2),  |u| <= U
 *     cost: half the integral of |x - c|^2
 *     p' = -(x - c) - A' p - u (dbeta/dx)' p
 *     u minimises u beta'p:   u = -U if beta'p > 0,  U if beta'p < 0
 *
 * x: state, p: adjoint. The relay as complementarity, u = l1 - U:
 *     0 <= l2 + 2 beta'p  _|_  l1 >= 0,    0 <= 2 U - l1  _|_  l2 >= 0
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/sample.h>

typedef struct params {
    double U, c1, c2, x1, x2, p1, p2;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, U, 1, 0, 1e9, "-", "bound of the control"),
    ZN_OPT_REAL(params, c1, 2, -1e9, 1e9, "-", "wanted x1"),
    ZN_OPT_REAL(params, c2, -1, -1e9, 1e9, "-", "wanted x2"),
    ZN_OPT_REAL(params, x1, 3.4999939172, -1e9, 1e9, "-", "x1 at the start"),
    ZN_OPT_REAL(params, x2, -2.2788416237, -1e9, 1e9, "-", "x2 at the start"),
    ZN_OPT_REAL(params, p1, 1.1935988302, -1e9, 1e9, "-", "p1 at the start"),
    ZN_OPT_REAL(params, p2, -0.6365413023, -1e9, 1e9, "-", "p2 at the start"),
    ZN_OPT_END,
};

/* X = (x1, x2, p1, p2); z = U, c1, c2 */
static void field(double t, unsigned n, const double *X, double *f, unsigned nz,
                  double *z)
{
    (void)t, (void)n, (void)nz;
    f[0] = X[1] / 2 + 0.5;
    f[1] = -X[0] / 2 - X[1];
    f[2] = -(X[0] - z[1]) + X[3] / 2;
    f[3] = -(X[1] - z[2]) - X[2] / 2 + X[3];
}

static void switching(double t, unsigned nx, double *X, unsigned nl, double *l,
                      double *y, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)nz;
    y[0] = l[1] + (1 - X[1]) * X[2] + X[0] * X[3];
    y[1] = 2 * z[0] - l[0];
}

static void switching_jac(double t, unsigned nx, double *X, unsigned nl,
                          double *l, double *C, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)l, (void)nz, (void)z;
    C[0] = X[3]; /* 2 x 4, by columns; the second row is zero */
    C[2] = -X[2];
    C[4] = 1 - X[1];
    C[6] = X[0];
}

static void input(double t, unsigned nx, double *X, unsigned nl, double *l,
                  double *r, unsigned nz, double *z)
{
    const double u = l[0] - z[0];

    (void)t, (void)nx, (void)nl, (void)nz;
    r[0] = u * (1 - X[1]) / 2;
    r[1] = u * X[0] / 2;
    r[2] = -u * X[3] / 2;
    r[3] = u * X[2] / 2;
}

static void input_jac_x(double t, unsigned nx, double *X, unsigned nl,
                        double *l, double *K, unsigned nz, double *z)
{
    const double u = l[0] - z[0];

    (void)t, (void)nx, (void)X, (void)nl, (void)nz;
    K[4] = -u / 2; /* 4 x 4, by columns */
    K[1] = u / 2;
    K[14] = -u / 2;
    K[11] = u / 2;
}

static void input_jac_l(double t, unsigned nx, double *X, unsigned nl,
                        double *l, double *B, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)nl, (void)l, (void)nz, (void)z;
    B[0] = (1 - X[1]) / 2; /* 4 x 2; l2 is no input */
    B[1] = X[0] / 2;
    B[2] = -X[3] / 2;
    B[3] = X[2] / 2;
}

static zn_relation *make_control(zn_ctx *ctx, const double z[3])
{
    const double D[4] = {0, -1, 1, 0};
    zn_relation *r;

    zn_must(ctx, zn_relation_new(ctx, "nonlinear", "control", 2, 4, &r));
    zn_must(ctx, zn_relation_set_function(r, "h", (zn_fn *)switching));
    zn_must(ctx,
            zn_relation_set_function(r, "jac_h_q", (zn_fn *)switching_jac));
    zn_must(ctx, zn_relation_set_constant(r, "jac_h_lambda", 2, 2, D));
    zn_must(ctx, zn_relation_set_function(r, "g", (zn_fn *)input));
    zn_must(ctx, zn_relation_set_function(r, "jac_g_q", (zn_fn *)input_jac_x));
    zn_must(ctx,
            zn_relation_set_function(r, "jac_g_lambda", (zn_fn *)input_jac_l));
    zn_must(ctx, zn_relation_set_z(r, 3, z));
    return r;
}

int main(int argc, char **argv)
{
    static const double A[16] = {0, -0.5, -1, 0,    0.5, -1, 0,   -1,
                                 0, 0,    0,  -0.5, 0,   0,  0.5, 1};
    static const char *const names[4] = {"x1", "x2", "p1", "p2"};
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "a bang-bang control", table, &p);
    zn_sample_defaults(s, 0, 2e-3, 10, "euler-moreau",
                       "theta=0.5 newton_tol=1e-11");
    zn_ctx *ctx = zn_sample_ctx(s);
    const double z[3] = {p.U, p.c1, p.c2};
    zn_model *model;
    zn_law *law;
    zn_ds *ds;
    zn_interaction *control;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx,
            zn_ds_new_first_order(ctx, "first-order", "plant", 4,
                                  (double[]){p.x1, p.x2, p.p1, p.p2}, &ds));
    zn_must(ctx, zn_ds_set_function(ds, "f", (zn_fn *)field));
    zn_must(ctx, zn_ds_set_constant(ds, "jac_f_x", 4, 4, A));
    zn_must(ctx, zn_ds_set_z(ds, 3, z));
    zn_must(ctx, zn_model_add_ds(model, ds));
    zn_must(ctx, zn_law_complementarity(ctx, 2, &law));
    zn_must(ctx, zn_model_connect(model, "control", law, make_control(ctx, z),
                                  ds, NULL, &control));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    for (int i = 0; i < 4; i++)
        zn_must(ctx, zn_recorder_add_x(out, ds, i, names[i], "-"));
    zn_must(ctx, zn_recorder_add_lambda(out, control, 0, 0, "l1", "-"));
    zn_must(ctx, zn_recorder_add_lambda(out, control, 0, 1, "l2", "-"));
    zn_must(ctx, zn_recorder_add_y(out, control, 0, 0, "y1", "-"));
    zn_must(ctx, zn_recorder_add_y(out, control, 0, 1, "y2", "-"));
    return zn_sample_run(s);
}
