/* ideal_switch.c - a switch and a diode feed a coil and its load
 *
 *     L x' = v - R x                        x: current of the coil, o = R x
 *     0 = v - V + i_s (r_s + R1),   0 = v + i_d (r_d + R1),   0 = x - i_s - i_d
 *     0 <= R2 - R1 - r_s  _|_  d_s >= 0,    0 <= G (s - o) + d_s  _|_  r_s >= 0
 *     0 <= R2 - R1 - r_d  _|_  d_d >= 0,    0 <= -v + d_d         _|_  r_d >= 0
 *
 * Both have resistances from R1 (on) to R2 (off), unknowns of the problem. The
 * switch is on while the saw-tooth s(t) is above the output o, the diode while
 * the voltage v between them is negative.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/sample.h>

typedef struct params {
    double L, R, V, R1, R2, G, top, bottom, period, x0;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, L, 200e-6, 1e-15, 1e9, "H", "coil"),
    ZN_OPT_REAL(params, R, 1, 1e-9, 1e9, "Ohm", "load"),
    ZN_OPT_REAL(params, V, 20, -1e9, 1e9, "V", "supply"),
    ZN_OPT_REAL(params, R1, 0.001, 1e-12, 1e9, "Ohm", "of switch, diode: on"),
    ZN_OPT_REAL(params, R2, 1000, 1e-9, 1e12, "Ohm", "of switch, diode: off"),
    ZN_OPT_REAL(params, G, 100, 1e-9, 1e12, "-", "gain of the comparison"),
    ZN_OPT_REAL(params, top, 7.5, -1e9, 1e9, "V", "saw-tooth, start"),
    ZN_OPT_REAL(params, bottom, -2.5, -1e9, 1e9, "V", "saw-tooth, end"),
    ZN_OPT_REAL(params, period, 20e-6, 1e-12, 1e9, "s", "of the saw-tooth"),
    ZN_OPT_REAL(params, x0, 0, -1e9, 1e9, "A", "current at the start"),
    ZN_OPT_END,
};

/* z of the relation, and the unknowns: five of equations, four of pairs */
enum { L, R, V, R1, R2, G, TOP, BOTTOM, PERIOD, NZ };
enum { I_S, I_D, NODE, OUT, SAW, D_S, R_S, D_D, R_D, NL };

/* At a jump the value is the one before it, up to rounding of t. */
static double saw(double t, const double z[])
{
    const double u = t / z[PERIOD], part = u - ceil(u - 1e-9) + 1;
    return z[TOP] + (z[BOTTOM] - z[TOP]) * part;
}

static void circuit(double t, unsigned nx, double *x, unsigned nl, double *l,
                    double *y, unsigned nz, double *z)
{
    (void)nx, (void)nl, (void)nz;
    y[0] = l[SAW] - saw(t, z);
    y[1] = x[0] - l[OUT] / z[R];
    y[2] = l[NODE] - z[V] + l[I_S] * (l[R_S] + z[R1]);
    y[3] = l[NODE] + l[I_D] * (l[R_D] + z[R1]);
    y[4] = x[0] - l[I_S] - l[I_D];
    y[5] = z[R2] - z[R1] - l[R_S];
    y[6] = z[G] * (l[SAW] - l[OUT]) + l[D_S];
    y[7] = z[R2] - z[R1] - l[R_D];
    y[8] = l[D_D] - l[NODE];
}

static void circuit_jac(double t, unsigned nx, double *x, unsigned nl,
                        double *l, double *D, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)x, (void)nl, (void)nz;
    D[0 + NL * SAW] = 1;
    D[1 + NL * OUT] = -1 / z[R];
    D[2 + NL * NODE] = D[3 + NL * NODE] = 1;
    D[2 + NL * I_S] = l[R_S] + z[R1];
    D[2 + NL * R_S] = l[I_S];
    D[3 + NL * I_D] = l[R_D] + z[R1];
    D[3 + NL * R_D] = l[I_D];
    D[4 + NL * I_S] = D[4 + NL * I_D] = -1;
    D[5 + NL * R_S] = D[7 + NL * R_D] = -1;
    D[6 + NL * SAW] = z[G];
    D[6 + NL * OUT] = -z[G];
    D[6 + NL * D_S] = D[8 + NL * D_D] = 1;
    D[8 + NL * NODE] = -1;
}

static void voltage(double t, unsigned nx, double *x, unsigned nl, double *l,
                    double *r, unsigned nz, double *z)
{
    (void)t, (void)nx, (void)x, (void)nl, (void)nz;
    r[0] = (l[NODE] - l[OUT]) / z[L];
}

static zn_relation *make_circuit(zn_ctx *ctx, const params *p)
{
    const double z[NZ] = {p->L, p->R,   p->V,      p->R1,    p->R2,
                          p->G, p->top, p->bottom, p->period};
    const double C[NL] = {0, 1, 0, 0, 1}, zero = 0;
    const double B[NL] = {0, 0, 1 / p->L, -1 / p->L};
    zn_relation *r;

    zn_must(ctx, zn_relation_new(ctx, "nonlinear", "circuit", NL, 1, &r));
    zn_must(ctx, zn_relation_set_function(r, "h", (zn_fn *)circuit));
    zn_must(ctx, zn_relation_set_constant(r, "jac_h_q", NL, 1, C));
    zn_must(ctx,
            zn_relation_set_function(r, "jac_h_lambda", (zn_fn *)circuit_jac));
    zn_must(ctx, zn_relation_set_function(r, "g", (zn_fn *)voltage));
    zn_must(ctx, zn_relation_set_constant(r, "jac_g_q", 1, 1, &zero));
    zn_must(ctx, zn_relation_set_constant(r, "jac_g_lambda", 1, NL, B));
    zn_must(ctx, zn_relation_set_z(r, NZ, z));
    return r;
}

int main(int argc, char **argv)
{
    static const char *const names[6] = {"i_s", "i_d", "v", "o", "s", "d_s"};
    static const char *const units[6] = {"A", "A", "V", "V", "V", "V"};
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "a switch and a diode", table, &p);
    zn_sample_defaults(s, 0, 0.1e-6, 200e-6, "euler-moreau",
                       "theta=1 newton_tol=1e-11");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *law;
    zn_ds *coil;
    zn_interaction *a;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new_first_order(ctx, "first-order-linear", "coil", 1,
                                       &p.x0, &coil));
    zn_must(ctx, zn_model_add_ds(model, coil));
    zn_must(ctx, zn_law_mixed(ctx, NL, 5, &law));
    zn_must(ctx, zn_model_connect(model, "circuit", law, make_circuit(ctx, &p),
                                  coil, NULL, &a));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_x(out, coil, 0, "x", "A"));
    for (int i = 0; i < 6; i++)
        zn_must(ctx, zn_recorder_add_lambda(out, a, 0, i, names[i], units[i]));
    zn_must(ctx, zn_recorder_add_lambda(out, a, 0, R_S, "r_s", "Ohm"));
    zn_must(ctx, zn_recorder_add_lambda(out, a, 0, R_D, "r_d", "Ohm"));
    return zn_sample_run(s);
}
