/* impacting_bar.c - an elastic bar flies against a wall
 *
 *     rho S u_tt = E S u_xx in 0 < x < L,   free ends
 *     0 <= u(0)  _|_  lambda >= 0,    v+ = -e v-  at impact
 *
 * u: distance from the wall. Linear finite elements of length l = L / elements,
 *     M v' + K q = lambda,   M = rho S l tridiag(1/6, 2/3, 1/6),
 *     K = E S / l tridiag(-1, 2, -1),  ends halved.
 * The bar touches for 2 L / c, c = sqrt(E / rho), with the force rho S c |v0|.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/sample.h>

typedef struct params {
    zn_index elements;
    double L, S, E, rho, gap, v0, e;
} params;

static const zn_option table[] = {
    ZN_OPT_INT(params, elements, 100, 1, 2000, "-", "number of elements"),
    ZN_OPT_REAL(params, L, 1, 1e-9, 1e9, "m", "length"),
    ZN_OPT_REAL(params, S, 3.14e-4, 1e-15, 1e9, "m^2", "cross section"),
    ZN_OPT_REAL(params, E, 210e9, 1e-9, 1e15, "Pa", "Young's modulus"),
    ZN_OPT_REAL(params, rho, 7800, 1e-9, 1e9, "kg/m^3", "density"),
    ZN_OPT_REAL(params, gap, 5e-5, -1e9, 1e9, "m", "distance at the start"),
    ZN_OPT_REAL(params, v0, -0.1, -1e9, 1e9, "m/s", "velocity at the start"),
    ZN_OPT_REAL(params, e, 0, 0, 1, "-", "restitution of the tip"),
    ZN_OPT_END,
};

/* Elastic and kinetic energy (J). */
static double elastic(void *user, const zn_simulation *sim)
{
    const params *p = user;
    const double *q = zn_simulation_state(sim)->q;
    const double k = p->E * p->S * (double)p->elements / p->L;
    double sum = 0;
    for (zn_index i = 0; i < p->elements; i++)
        sum += k / 2 * (q[i + 1] - q[i]) * (q[i + 1] - q[i]);
    return sum;
}

static double kinetic(void *user, const zn_simulation *sim)
{
    const params *p = user;
    const double *v = zn_simulation_state(sim)->v;
    const double m = p->rho * p->S * p->L / (double)p->elements;
    double sum = 0;
    for (zn_index i = 0; i < p->elements; i++)
        sum += m / 6 * (v[i] * v[i] + v[i] * v[i + 1] + v[i + 1] * v[i + 1]);
    return sum;
}

/* Mean force of the wall over the last step (N). */
static double force(void *user, const zn_simulation *sim)
{
    const double T = zn_simulation_end(sim) - zn_simulation_t0(sim);
    const double h = T / (double)zn_simulation_step_count(sim);
    return zn_simulation_p(sim, user)[0] / h;
}

/* The sum over the elements of k [a b; b a], n x n, as an operator of ds. */
static void assemble(zn_ds *ds, const char *op, double k, double a, double b)
{
    zn_ctx *ctx = zn_ds_ctx(ds);
    const zn_index n = zn_ds_nq(ds);
    double *A = zn_alloc(ctx, n * n, sizeof *A);

    zn_must(ctx, A ? ZN_OK : ZN_ENOMEM);
    for (zn_index i = 0; i + 1 < n; i++) {
        A[i + i * n] += k * a;
        A[i + 1 + i * n] += k * b;
        A[i + (i + 1) * n] += k * b;
        A[i + 1 + (i + 1) * n] += k * a;
    }
    zn_must(ctx, zn_ds_set_constant(ds, op, n, n, A));
    zn_free_array(ctx, A);
}

static zn_ds *make_bar(zn_ctx *ctx, const params *p)
{
    const zn_index n = p->elements + 1;
    const double l = p->L / (double)p->elements;
    double *state = zn_alloc(ctx, 2 * n, sizeof *state);
    zn_ds *bar;

    zn_must(ctx, state ? ZN_OK : ZN_ENOMEM);
    for (zn_index i = 0; i < n; i++) {
        state[i] = p->gap;
        state[n + i] = p->v0;
    }
    zn_must(ctx, zn_ds_new(ctx, "lagrangian-linear", "bar", n, state, state + n,
                           &bar));
    zn_free_array(ctx, state);
    assemble(bar, "mass", p->rho * p->S * l / 6, 2, 1);
    assemble(bar, "stiffness", p->E * p->S / l, 1, -1);
    return bar;
}

/* y = q_0 */
static zn_relation *make_tip(zn_ctx *ctx, zn_index n)
{
    double *C = zn_alloc(ctx, n, sizeof *C);
    zn_relation *r;

    zn_must(ctx, C ? ZN_OK : ZN_ENOMEM);
    C[0] = 1;
    zn_must(ctx, zn_relation_new(ctx, "linear", "tip", 1, n, &r));
    zn_must(ctx, zn_relation_set_constant(r, "C", 1, n, C));
    zn_free_array(ctx, C);
    return r;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "an elastic bar strikes a wall", table, &p);
    zn_sample_defaults(s, 0, 2e-6, 1.5e-3, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *law;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_ds *bar = make_bar(ctx, &p);
    zn_must(ctx, zn_model_add_ds(model, bar));
    zn_must(ctx, zn_law_newton_impact(ctx, p.e, &law));
    zn_must(ctx,
            zn_model_connect(model, "tip", law, make_tip(ctx, p.elements + 1),
                             bar, NULL, NULL));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    const struct {
        const char *q, *v;
        zn_index node;
    } columns[] = {{"q_tip", "v_tip", 0},
                   {"q_middle", "v_middle", (p.elements + 1) / 2},
                   {"q_end", "v_end", p.elements}};
    for (int i = 0; i < 3; i++) {
        zn_must(ctx, zn_recorder_add_q(out, bar, columns[i].node, columns[i].q,
                                       "m"));
        zn_must(ctx, zn_recorder_add_v(out, bar, columns[i].node, columns[i].v,
                                       "m/s"));
    }
    zn_must(ctx, zn_recorder_add_p(out, bar, 0, "impulse", "N s"));
    zn_must(ctx, zn_recorder_add(out, "force", "N", force, bar));
    zn_must(ctx, zn_recorder_add(out, "elastic", "J", elastic, &p));
    zn_must(ctx, zn_recorder_add(out, "kinetic", "J", kinetic, &p));
    return zn_sample_run(s);
}
