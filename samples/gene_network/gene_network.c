/* gene_network.c - two genes whose products switch each other on and off
 *
 *     x1' = -g1 x1 + k1 s(x2 - a2) (1 - s(x1 - b1))
 *     x2' = -g2 x2 + k2 s(x1 - a1) (1 - s(x2 - b2))
 *
 * x_i: concentrations; s: step function, 0 below and 1 above, between at zero.
 * Gene i is made while the other product is above its threshold a, and its own
 * below b. As a system: y = thresholds - x, s from a relay on y, a relation of
 * class feedthrough, since the input is a product of steps.
 * form=sign writes the steps by signs, s = (1 + lambda)/2. form=reduced has one
 * step per gene: a product of steps is the step of the smaller argument,
 * s(u) s(v) = s(min(u, v)).
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/sample.h>

enum { STEP, SIGN, REDUCED };

typedef struct params {
    int form;
    double g1, g2, k1, k2, a1, a2, b1, b2, x1, x2;
} params;

static const zn_option table[] = {
    ZN_OPT_CHOICE(params, form, STEP, "step|sign|reduced", "of the relays"),
    ZN_OPT_REAL(params, g1, 4.5, 0, 1e9, "1/s", "decay of product 1"),
    ZN_OPT_REAL(params, g2, 1.5, 0, 1e9, "1/s", "decay of product 2"),
    ZN_OPT_REAL(params, k1, 40, 0, 1e9, "1/s", "production of 1"),
    ZN_OPT_REAL(params, k2, 40, 0, 1e9, "1/s", "production of 2"),
    ZN_OPT_REAL(params, a1, 4, 0, 1e9, "-", "of x1, switches 2 on"),
    ZN_OPT_REAL(params, a2, 4, 0, 1e9, "-", "of x2, switches 1 on"),
    ZN_OPT_REAL(params, b1, 8, 0, 1e9, "-", "of x1, switches 1 off"),
    ZN_OPT_REAL(params, b2, 8, 0, 1e9, "-", "of x2, switches 2 off"),
    ZN_OPT_REAL(params, x1, 1, 0, 1e9, "-", "x1 at the start"),
    ZN_OPT_REAL(params, x2, 6, 0, 1e9, "-", "x2 at the start"),
    ZN_OPT_END,
};

/* Static since the argument lists of feedthrough have no parameters. */
static params p;

/* ---- the relation, as functions of this file -------------------------- */

/* Step i from its multiplier, and its derivative. */
static double step(const double *l, int i)
{
    return p.form == SIGN ? (1 + l[i]) / 2 : l[i];
}

static double slope(void)
{
    return p.form == SIGN ? 0.5 : 1;
}

static void levels(unsigned nx, double *x, unsigned nl, double *l, unsigned ny,
                   double *y)
{
    (void)nx, (void)nl, (void)l, (void)ny;
    y[0] = p.a1 - x[0];
    y[1] = p.a2 - x[1];
    y[2] = p.b1 - x[0];
    y[3] = p.b2 - x[1];
}

static void production(unsigned nl, double *l, unsigned nr, double *r)
{
    (void)nl, (void)nr;
    r[0] = p.k1 * step(l, 1) * (1 - step(l, 2));
    r[1] = p.k2 * step(l, 0) * (1 - step(l, 3));
}

static void production_jac(unsigned nl, double *l, unsigned nr, double *B)
{
    (void)nl, (void)nr;
    B[1] = p.k2 * (1 - step(l, 3)) * slope(); /* 2 x 4, by columns */
    B[2] = p.k1 * (1 - step(l, 2)) * slope();
    B[4] = -p.k1 * step(l, 1) * slope();
    B[7] = -p.k2 * step(l, 0) * slope();
}

/* The reduced form: which of the two thresholds holds gene i back? */
static bool held_by_own(const double *x, int i)
{
    return i == 0 ? x[0] - p.b1 > p.a2 - x[1] : x[1] - p.b2 > p.a1 - x[0];
}

static void reduced(unsigned nx, double *x, unsigned nl, double *l, unsigned ny,
                    double *y)
{
    (void)nx, (void)nl, (void)l, (void)ny;
    y[0] = fmax(p.a2 - x[1], x[0] - p.b1);
    y[1] = fmax(p.a1 - x[0], x[1] - p.b2);
}

static void reduced_jac(unsigned nx, double *x, unsigned nl, double *l,
                        unsigned ny, double *C)
{
    (void)nx, (void)nl, (void)l, (void)ny;
    C[0] = held_by_own(x, 0) ? 1 : 0; /* 2 x 2, by columns */
    C[2] = held_by_own(x, 0) ? 0 : -1;
    C[1] = held_by_own(x, 1) ? 0 : -1;
    C[3] = held_by_own(x, 1) ? 1 : 0;
}

static void reduced_production(unsigned nl, double *l, unsigned nr, double *r)
{
    (void)nl, (void)nr;
    r[0] = p.k1 * l[0];
    r[1] = p.k2 * l[1];
}

static zn_relation *make_reduced(zn_ctx *ctx)
{
    const double B[4] = {p.k1, 0, 0, p.k2}, D[4] = {0};
    zn_relation *r;

    zn_must(ctx, zn_relation_new(ctx, "feedthrough", "steps", 2, 2, &r));
    zn_must(ctx, zn_relation_set_function(r, "h", (zn_fn *)reduced));
    zn_must(ctx, zn_relation_set_function(r, "g", (zn_fn *)reduced_production));
    zn_must(ctx, zn_relation_set_function(r, "jac_h_x", (zn_fn *)reduced_jac));
    zn_must(ctx, zn_relation_set_constant(r, "jac_h_lambda", 2, 2, D));
    zn_must(ctx, zn_relation_set_constant(r, "jac_g_lambda", 2, 2, B));
    return r;
}

static zn_relation *make_steps(zn_ctx *ctx)
{
    const double C[8] = {-1, 0, -1, 0, 0, -1, 0, -1}, D[16] = {0};
    zn_relation *r;

    zn_must(ctx, zn_relation_new(ctx, "feedthrough", "steps", 4, 2, &r));
    zn_must(ctx, zn_relation_set_function(r, "h", (zn_fn *)levels));
    zn_must(ctx, zn_relation_set_function(r, "g", (zn_fn *)production));
    zn_must(ctx, zn_relation_set_constant(r, "jac_h_x", 4, 2, C));
    zn_must(ctx, zn_relation_set_constant(r, "jac_h_lambda", 4, 4, D));
    zn_must(ctx, zn_relation_set_function(r, "jac_g_lambda",
                                          (zn_fn *)production_jac));
    return r;
}

typedef struct probe {
    const zn_interaction *steps;
    int i;
} probe;

static double recorded_step(void *user, const zn_simulation *sim)
{
    const probe *s = user;
    return step(zn_simulation_lambda(sim, s->steps, 0), s->i);
}

int main(int argc, char **argv)
{
    zn_sample *s = zn_sample_new(argc, argv, "two genes that switch each other",
                                 table, &p);
    zn_sample_defaults(s, 0, 1e-3, 3, "euler-moreau", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *law;
    zn_ds *genes;
    zn_interaction *steps;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new_first_order(ctx, "first-order-linear", "genes", 2,
                                       (double[]){p.x1, p.x2}, &genes));
    zn_must(ctx, zn_ds_set_diagonal(genes, "A", 2, (double[]){-p.g1, -p.g2}));
    zn_must(ctx, zn_model_add_ds(model, genes));
    zn_must(ctx, zn_law_new(ctx, "relay", &law));
    zn_must(ctx, zn_law_set_real(law, "lb", p.form == SIGN ? -1 : 0));
    zn_must(ctx, zn_law_set_real(law, "ub", 1));
    zn_must(ctx, zn_model_connect(model, "steps", law,
                                  p.form == REDUCED ? make_reduced(ctx)
                                                    : make_steps(ctx),
                                  genes, NULL, &steps));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    static const char *const each[4] = {"s_a1", "s_a2", "s_b1", "s_b2"};
    static const char *const gene[2] = {"s_1", "s_2"};
    const int nsteps = p.form == REDUCED ? 2 : 4;
    probe probes[4];
    zn_must(ctx, zn_recorder_add_x(out, genes, 0, "x1", "-"));
    zn_must(ctx, zn_recorder_add_x(out, genes, 1, "x2", "-"));
    for (int i = 0; i < nsteps; i++) {
        probes[i] = (probe){steps, i};
        zn_must(ctx, zn_recorder_add(out, (p.form == REDUCED ? gene : each)[i],
                                     "-", recorded_step, &probes[i]));
    }
    return zn_sample_run(s);
}
