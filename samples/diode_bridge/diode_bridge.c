/* diode_bridge.c - four diodes turn an alternating voltage into a direct one
 *
 * v: voltage of the source, u: of the load, i1 ... i4: currents of the diodes,
 * (V_D - y1, V_D - l2, V_D - y3, V_D - y4): their forward voltages
 *
 *     0 <= u - l2 + 2 V_D      _|_  i1 >= 0
 *     0 <= i1 + i3 - i4 (= i2) _|_  l2 >= 0
 *     0 <= u - l2 - v + 2 V_D  _|_  i3 >= 0
 *     0 <= l2 + v              _|_  i4 >= 0
 *
 * circuit=oscillator: C v' = -i - (i3 - i4), L i' = v, and u = R (i1 + i3);
 * circuit=filtered: a capacitor beside R, Cf u' = i1 + i3 - u/R, which makes a
 * second system; circuit=supply: this with v = V cos(omega t) instead.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/sample.h>

enum { OSCILLATOR, FILTERED, SUPPLY };

typedef struct params {
    int circuit;
    double L, C, R, Cf, threshold, v0, i0, u0, V, omega;
} params;

static const zn_option table[] = {
    ZN_OPT_CHOICE(params, circuit, OSCILLATOR, "oscillator|filtered|supply",
                  "source and load"),
    ZN_OPT_REAL(params, L, 1e-2, 1e-15, 1e9, "H", "coil of the oscillator"),
    ZN_OPT_REAL(params, C, 1e-6, 1e-15, 1e9, "F", "its capacitor"),
    ZN_OPT_REAL(params, R, 1e3, 1e-9, 1e12, "Ohm", "load"),
    ZN_OPT_REAL(params, Cf, 300e-9, 1e-15, 1e9, "F", "filter beside the load"),
    ZN_OPT_REAL(params, threshold, 0, 0, 1e6, "V", "V_D, of each diode"),
    ZN_OPT_REAL(params, v0, 10, -1e9, 1e9, "V", "oscillator at the start"),
    ZN_OPT_REAL(params, i0, 0, -1e9, 1e9, "A", "current of its coil"),
    ZN_OPT_REAL(params, u0, 0, -1e9, 1e9, "V", "filter at the start"),
    ZN_OPT_REAL(params, V, 10, -1e9, 1e9, "V", "amplitude of the supply"),
    ZN_OPT_REAL(params, omega, 1e4, 0, 1e12, "rad/s", "of the supply"),
    ZN_OPT_END,
};

/* z: threshold, amplitude (0 without supply), omega */
static void offsets(double t, unsigned n, double *e, unsigned nz, double *z)
{
    (void)n, (void)nz;
    const double v = z[1] * cos(z[2] * t);
    e[0] = 2 * z[0];
    e[2] = 2 * z[0] - v;
    e[3] = v;
}

/* ---- what is recorded ------------------------------------------------- */

typedef struct probe {
    const params *p;
    zn_ds *source, *filter;
    zn_interaction *bridge;
} probe;

static double source(void *user, const zn_simulation *sim)
{
    const probe *b = user;
    return b->source ? zn_simulation_x(sim, b->source)[0]
                     : b->p->V * cos(b->p->omega * zn_simulation_time(sim));
}

static double load(void *user, const zn_simulation *sim)
{
    const probe *b = user;
    const double *i = zn_simulation_lambda(sim, b->bridge, 0);
    return b->filter ? zn_simulation_x(sim, b->filter)[0]
                     : b->p->R * (i[0] + i[2]);
}

/* Forward voltages of the diodes 1 and 2. */
static double across1(void *user, const zn_simulation *sim)
{
    const probe *b = user;
    return b->p->threshold - zn_simulation_y(sim, b->bridge, 0)[0];
}

static double across2(void *user, const zn_simulation *sim)
{
    const probe *b = user;
    return b->p->threshold - zn_simulation_lambda(sim, b->bridge, 0)[1];
}

/* ---- the model -------------------------------------------------------- */

static zn_ds *add_system(zn_model *model, const char *name, zn_index n,
                         const double A[], const double x0[])
{
    zn_ctx *ctx = zn_model_ctx(model);
    zn_ds *ds;

    zn_must(ctx,
            zn_ds_new_first_order(ctx, "first-order-linear", name, n, x0, &ds));
    zn_must(ctx, zn_ds_set_constant(ds, "A", n, n, A));
    zn_must(ctx, zn_model_add_ds(model, ds));
    return ds;
}

/* The bridge between nv source states (of which the first is v) and nu = 0 or 1
 * filter states. */
static zn_relation *make_bridge(zn_ctx *ctx, const params *p, zn_index nv,
                                zn_index nu)
{
    const zn_index n = nv + nu;
    const double r = nu ? 0 : p->R; /* without filter u = R (i1 + i3) */
    const double D[16] = {r, 1, r, 0, -1, 0, -1, 1, r, 1, r, 0, 0, -1, 0, 0};
    const double z[3] = {p->threshold, nv ? 0 : p->V, p->omega};
    double B[12] = {0}, C[12] = {0};
    zn_relation *bridge;

    if (nv) {
        C[2] = -1;
        C[3] = 1;
        B[2 * n] = -1 / p->C;
        B[3 * n] = 1 / p->C;
    }
    if (nu) {
        C[4 * nv] = C[4 * nv + 2] = 1;
        B[nv] = B[nv + 2 * n] = 1 / p->Cf;
    }
    zn_must(ctx, zn_relation_new(ctx, "first-order-linear", "bridge", 4, n,
                                 &bridge));
    zn_must(ctx, zn_relation_set_constant(bridge, "C", 4, n, C));
    zn_must(ctx, zn_relation_set_constant(bridge, "D", 4, 4, D));
    zn_must(ctx, zn_relation_set_constant(bridge, "B", n, 4, B));
    zn_must(ctx, zn_relation_set_function(bridge, "e", (zn_fn *)offsets));
    zn_must(ctx, zn_relation_set_z(bridge, 3, z));
    return bridge;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "a bridge of four diodes", table, &p);
    zn_sample_defaults(s, 0, 1e-6, 5e-3, "euler-moreau", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *law;
    probe b = {.p = &p};

    zn_must(ctx, zn_model_new(ctx, &model));
    if (p.circuit != SUPPLY)
        b.source = add_system(model, "oscillator", 2,
                              (double[]){0, 1 / p.L, -1 / p.C, 0},
                              (double[]){p.v0, p.i0});
    if (p.circuit != OSCILLATOR)
        b.filter = add_system(model, "filter", 1, (double[]){-1 / (p.R * p.Cf)},
                              &p.u0);
    zn_must(ctx, zn_law_complementarity(ctx, 4, &law));
    zn_relation *r = make_bridge(ctx, &p, b.source ? 2 : 0, b.filter ? 1 : 0);
    zn_must(ctx, zn_model_connect(model, "bridge", law, r,
                                  b.source ? b.source : b.filter,
                                  b.source ? b.filter : NULL, &b.bridge));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add(out, "v", "V", source, &b));
    zn_must(ctx, zn_recorder_add(out, "u", "V", load, &b));
    zn_must(ctx, zn_recorder_add(out, "u1", "V", across1, &b));
    zn_must(ctx, zn_recorder_add(out, "u2", "V", across2, &b));
    zn_must(ctx, zn_recorder_add_lambda(out, b.bridge, 0, 0, "i1", "A"));
    zn_must(ctx, zn_recorder_add_y(out, b.bridge, 0, 1, "i2", "A"));
    zn_must(ctx, zn_recorder_add_lambda(out, b.bridge, 0, 2, "i3", "A"));
    zn_must(ctx, zn_recorder_add_lambda(out, b.bridge, 0, 3, "i4", "A"));
    if (b.source)
        zn_must(ctx, zn_recorder_add_x(out, b.source, 1, "i", "A"));
    return zn_sample_run(s);
}
