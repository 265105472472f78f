/* buck_converter.c - a switched power supply with its control circuit
 *
 *     L i' = v_x - v,   C v' = i - v/R                        coil, output
 *     C1 v1' = i_in - (v1 - v2)/R2,   C2 v2' = (v1 - v2)/R2    compensator: an
 *     C3 v3' = (e - v3)/R3,   i_in = e/R1 + (e - v3)/R3,       amplifier with
 *     e = v - V_ref,   v_c = V_ref - v1                        two RC branches
 *
 * A comparator drives the gates of two transistors,
 * v_g = V_in/2 + gain (ramp(t) - v_c) between 0 and V_in. The transistor to the
 * ground carries K/2 (f(v_g) - f(v_g - v_x)), the one to the supply
 * K/2 (f(V_in - v_g) - f(v_x - v_g)), with f(u) = max(u - V_T, 0)^2; two diodes
 * limit v_x. f is taken piecewise linear, a sum of hinges max(u - u_k, 0), and a
 * hinge is a complementarity: 0 <= l - (u - u_k) _|_ l >= 0. The voltage v_x
 * follows from the balance of the currents.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/lcs.h>
#include <zeno/sample.h>

enum { HINGES = 8 }; /* at most, of one f */

typedef struct params {
    double L, C, R, V_in, V_ref, V_T, K, V_D, gain;
    double R1, R2, C1, C2, R3, C3;
    double low, high, period;
    zn_index hinges;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, L, 10e-6, 1e-15, 1e9, "H", "coil"),
    ZN_OPT_REAL(params, C, 22e-6, 1e-15, 1e9, "F", "capacitor of the output"),
    ZN_OPT_REAL(params, R, 10, 1e-9, 1e12, "Ohm", "load"),
    ZN_OPT_REAL(params, V_in, 3, 1e-9, 1e9, "V", "supply"),
    ZN_OPT_REAL(params, V_ref, 1.8, -1e9, 1e9, "V", "wanted output"),
    ZN_OPT_REAL(params, V_T, 0.5, 0, 1e9, "V", "threshold of the transistors"),
    ZN_OPT_REAL(params, K, 10, 1e-9, 1e9, "A/V^2", "of the transistors"),
    ZN_OPT_REAL(params, V_D, 0.6, 0, 1e9, "V", "threshold of the diodes"),
    ZN_OPT_REAL(params, gain, 1000, 1e-9, 1e9, "-", "of the comparator"),
    ZN_OPT_REAL(params, R1, 100e3, 1e-9, 1e12, "Ohm", "compensator, input"),
    ZN_OPT_REAL(params, R2, 336e3, 1e-9, 1e12, "Ohm", "compensator, feedback"),
    ZN_OPT_REAL(params, C1, 1.6e-12, 1e-18, 1e9, "F", "compensator, feedback"),
    ZN_OPT_REAL(params, C2, 59e-12, 1e-18, 1e9, "F", "compensator, feedback"),
    ZN_OPT_REAL(params, R3, 3.5e3, 1e-9, 1e12, "Ohm", "compensator, input"),
    ZN_OPT_REAL(params, C3, 150e-12, 1e-18, 1e9, "F", "compensator, input"),
    ZN_OPT_REAL(params, low, 0.375, -1e9, 1e9, "V", "ramp, start"),
    ZN_OPT_REAL(params, high, 2.625, -1e9, 1e9, "V", "ramp, end"),
    ZN_OPT_REAL(params, period, 5e-6 / 3, 1e-12, 1e9, "s", "of the ramp"),
    ZN_OPT_INT(params, hinges, 4, 1, HINGES, "-", "pieces of f"),
    ZN_OPT_END,
};

/* States; multipliers: v_x first, two of the comparator, diodes, then hinges. */
enum { I, V, V1, V2, V3, NX };
enum { NODE, UP, DOWN, D_GROUND, D_SUPPLY, HINGE };
enum { NL_MAX = HINGE + 4 * HINGES };

/* At its end the ramp falls back, up to rounding of t. */
static double ramp(double t, double low, double high, double period)
{
    const double u = t / period;

    return low + (high - low) * (u - floor(u + 1e-9));
}

typedef struct circuit {
    const params *p;
    zn_index nl;
    double A[NX * NX], B[NX * NL_MAX], C[NL_MAX * NX], D[NL_MAX * NL_MAX];
    double a[NX], b[NL_MAX];
} circuit;

static double *D(circuit *c, zn_index row, zn_index l)
{
    return &c->D[row + l * c->nl];
}

static double *C(circuit *c, zn_index row, int x)
{
    return &c->C[row + x * c->nl];
}

static void filter_and_compensator(circuit *c)
{
    const params *p = c->p;
    double(*A)[NX] = (double(*)[NX])c->A; /* A[column][row] */

    A[V][I] = -1 / p->L;
    c->B[I + NX * NODE] = 1 / p->L;
    A[I][V] = 1 / p->C;
    A[V][V] = -1 / (p->R * p->C);
    A[V][V1] = (1 / p->R1 + 1 / p->R3) / p->C1;
    A[V3][V1] = -1 / (p->R3 * p->C1);
    A[V1][V1] = -1 / (p->R2 * p->C1);
    A[V2][V1] = 1 / (p->R2 * p->C1);
    A[V1][V2] = 1 / (p->R2 * p->C2);
    A[V2][V2] = -1 / (p->R2 * p->C2);
    A[V][V3] = 1 / (p->R3 * p->C3);
    A[V3][V3] = -1 / (p->R3 * p->C3);
    c->a[V1] = -p->V_ref * A[V][V1];
    c->a[V3] = -p->V_ref * A[V][V3];
}

/* The hinges of f(base + node v_x + gate v_g), v_g = UP - DOWN, with the sign of
 * their current into the node. */
static void transistor(circuit *c, zn_index first, double base, double node,
                       double gate, double sign)
{
    const params *p = c->p;
    const double piece = (p->V_in + p->V_D - p->V_T) / (double)p->hinges;

    for (zn_index k = 0; k < p->hinges; k++) {
        const zn_index l = first + k;
        *D(c, l, l) = 1;
        *D(c, l, NODE) = -node;
        *D(c, l, UP) = -gate;
        *D(c, l, DOWN) = gate;
        c->b[l] = -(base - p->V_T - (double)k * piece);
        *D(c, NODE, l) = sign * p->K / 2 * piece * (k ? 2 : 1);
    }
}

static void comparator_and_power(circuit *c)
{
    const params *p = c->p;
    const zn_index n = p->hinges;

    *C(c, NODE, I) = -1;
    *D(c, NODE, D_GROUND) = 1;
    *D(c, NODE, D_SUPPLY) = -1;
    *D(c, D_GROUND, NODE) = 1;
    *D(c, D_SUPPLY, NODE) = -1;
    c->b[D_GROUND] = p->V_D;
    c->b[D_SUPPLY] = p->V_in + p->V_D;
    /* v_g = max(d + V_in/2, 0) - max(d - V_in/2, 0), d = gain (ramp - v_c); the
     * ramp is in e(t) */
    *D(c, UP, UP) = *D(c, DOWN, DOWN) = 1;
    *C(c, UP, V1) = *C(c, DOWN, V1) = -p->gain;
    transistor(c, HINGE, 0, 0, 1, -1);
    transistor(c, HINGE + n, 0, -1, 1, 1);
    transistor(c, HINGE + 2 * n, p->V_in, 0, -1, 1);
    transistor(c, HINGE + 3 * n, 0, 1, -1, -1);
}

/* z: gain, low, high, period, V_ref, V_in, then e but for the comparator */
enum { Z_GAIN, Z_LOW, Z_HIGH, Z_PERIOD, Z_REF, Z_IN, Z_E };

static void constant_and_ramp(double t, unsigned n, double *e, unsigned nz,
                              double *z)
{
    const double d =
        z[Z_GAIN] * (ramp(t, z[Z_LOW], z[Z_HIGH], z[Z_PERIOD]) - z[Z_REF]);

    (void)nz;
    for (unsigned k = 0; k < n; k++)
        e[k] = z[Z_E + k];
    e[UP] = -(d + z[Z_IN] / 2);
    e[DOWN] = -(d - z[Z_IN] / 2);
}

static void set_ramp(zn_ctx *ctx, const circuit *c, zn_relation *r)
{
    const params *p = c->p;
    double z[Z_E + NL_MAX] = {p->gain,   p->low,   p->high,
                              p->period, p->V_ref, p->V_in};

    for (zn_index k = 0; k < c->nl; k++)
        z[Z_E + k] = c->b[k];
    zn_must(ctx, zn_relation_set_function(r, "e", (zn_fn *)constant_and_ramp));
    zn_must(ctx, zn_relation_set_z(r, Z_E + c->nl, z));
}

/* ---- what is recorded ----------------------------------------------------------- */

typedef struct probe {
    const circuit *c;
    const zn_interaction *a;
} probe;

static double lambda(const probe *q, const zn_simulation *sim, zn_index l)
{
    return zn_simulation_lambda(sim, q->a, 0)[l];
}

static double recorded_ramp(void *user, const zn_simulation *sim)
{
    const params *p = ((probe *)user)->c->p;

    return ramp(zn_simulation_time(sim), p->low, p->high, p->period);
}

static double recorded_gate(void *user, const zn_simulation *sim)
{
    return lambda(user, sim, UP) - lambda(user, sim, DOWN);
}

/* Current of a transistor into the node, from its two groups of hinges. */
static double current(const probe *q, const zn_simulation *sim, zn_index first)
{
    double i = 0;

    for (zn_index l = first; l < first + 2 * q->c->p->hinges; l++)
        i += q->c->D[NODE + l * q->c->nl] * lambda(q, sim, l);
    return i;
}

static double recorded_low(void *user, const zn_simulation *sim)
{
    return -current(user, sim, HINGE);
}

static double recorded_high(void *user, const zn_simulation *sim)
{
    return current(user, sim, HINGE + 2 * ((probe *)user)->c->p->hinges);
}

int main(int argc, char **argv)
{
    static params p;
    static circuit c = {.p = &p};
    const double x0[NX] = {0};
    zn_sample *s = zn_sample_new(
        argc, argv, "a buck converter with its control", table, &p);
    zn_sample_defaults(s, 0, 5e-9, 2e-4, "euler-moreau", "theta=1");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *law;
    zn_ds *ds;
    zn_interaction *a;

    c.nl = HINGE + 4 * p.hinges;
    filter_and_compensator(&c);
    comparator_and_power(&c);
    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_law_mixed(ctx, c.nl, 1, &law));
    const zn_lcs lcs = {NX, c.nl, c.A, c.B, c.C, c.D, c.a, NULL, x0};
    zn_must(ctx, zn_lcs_add(model, "buck", &lcs, law, &ds, &a));
    set_ramp(ctx, &c, zn_interaction_relation(a));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    probe q = {&c, a};
    zn_must(ctx, zn_recorder_add_x(out, ds, V, "v", "V"));
    zn_must(ctx, zn_recorder_add_x(out, ds, I, "i", "A"));
    zn_must(ctx, zn_recorder_add_x(out, ds, V1, "v1", "V"));
    zn_must(ctx, zn_recorder_add(out, "ramp", "V", recorded_ramp, &q));
    zn_must(ctx, zn_recorder_add(out, "v_g", "V", recorded_gate, &q));
    zn_must(ctx, zn_recorder_add_lambda(out, a, 0, NODE, "v_x", "V"));
    zn_must(ctx, zn_recorder_add(out, "i_n", "A", recorded_low, &q));
    zn_must(ctx, zn_recorder_add(out, "i_p", "A", recorded_high, &q));
    zn_must(ctx, zn_recorder_add_lambda(out, a, 0, D_GROUND, "d_n", "A"));
    zn_must(ctx, zn_recorder_add_lambda(out, a, 0, D_SUPPLY, "d_p", "A"));
    return zn_sample_run(s);
}
