/* bench_circuits.c - the benchmark's first-order models
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include <zeno/lcs.h>

#include "circuits.h"
#include "measure.h"

static void rlcd(bench *b, size_t n)
{
    const double B[2] = {-1 / oscillator_C, 0}, C[2] = {-1, 0};
    double A[4];
    const zn_lcs circuit = {.n = 2,
                            .m = 1,
                            .A = A,
                            .B = B,
                            .C = C,
                            .D = &oscillator_R,
                            .x0 = oscillator_x0};

    (void)n;
    b->h = oscillator_h;
    oscillator_A(A);
    must(b->ctx, zn_lcs_add(b->model, "rlcd", &circuit, NULL, NULL, NULL));
}

static void bridge(bench *b, size_t n)
{
    double A[4], B[8], C[8], D[16];
    const zn_lcs circuit = {
        .n = 2, .m = 4, .A = A, .B = B, .C = C, .D = D, .x0 = oscillator_x0};

    (void)n;
    b->h = oscillator_h;
    oscillator_A(A);
    bridge_matrices(C, D, B);
    must(b->ctx, zn_lcs_add(b->model, "bridge", &circuit, NULL, NULL, NULL));
}

static void relay(bench *b, size_t n)
{
    const double lb = -1, ub = 1;
    const zn_lcs plant = {.n = 3,
                          .m = 1,
                          .A = relay_A,
                          .B = relay_B,
                          .C = relay_C,
                          .x0 = relay_x0};
    zn_law *law;

    (void)n;
    b->h = relay_h;
    must(b->ctx, zn_law_relay(b->ctx, 1, &lb, &ub, &law));
    must(b->ctx, zn_lcs_add(b->model, "relay", &plant, law, NULL, NULL));
}

static zn_ds *system_(bench *b, const char *name, zn_index n, const double A[],
                      const double x0[])
{
    zn_ds *ds;

    must(b->ctx,
         zn_ds_new_first_order(b->ctx, "first-order-linear", name, n, x0, &ds));
    must(b->ctx, zn_ds_set_constant(ds, "A", n, n, A));
    must(b->ctx, zn_model_add_ds(b->model, ds));
    return ds;
}

static void gene(bench *b, size_t n)
{
    const double A[4] = {-gene_decay[0], 0, 0, -gene_decay[1]}, D[16] = {0};
    const double lb[4] = {0}, ub[4] = {1, 1, 1, 1};
    zn_ds *ds = system_(b, "genes", 2, A, gene_x0);
    zn_relation *r;
    zn_law *law;

    (void)n;
    b->h = gene_h;
    b->iterates = true;
    b->newton = gene_newton;
    must(b->ctx, zn_relation_new(b->ctx, "feedthrough", "steps", 4, 2, &r));
    must(b->ctx, zn_relation_set_function(r, "h", (zn_fn *)gene_h_));
    must(b->ctx, zn_relation_set_function(r, "g", (zn_fn *)gene_g));
    must(b->ctx, zn_relation_set_constant(r, "jac_h_x", 4, 2, gene_C));
    must(b->ctx, zn_relation_set_constant(r, "jac_h_lambda", 4, 4, D));
    must(b->ctx,
         zn_relation_set_function(r, "jac_g_lambda", (zn_fn *)gene_g_l));
    must(b->ctx, zn_law_relay(b->ctx, 4, lb, ub, &law));
    must(b->ctx, zn_model_connect(b->model, "steps", law, r, ds, NULL, NULL));
}

/* ---- charge pump ----------------------------------------------------------- */

static zn_relation *diode(bench *b, const char *name, zn_index nx,
                          const double C[], const double B[], zn_fn *e)
{
    zn_relation *r;

    must(b->ctx,
         zn_relation_new(b->ctx, "first-order-linear", name, 1, nx, &r));
    must(b->ctx, zn_relation_set_constant(r, "C", 1, nx, C));
    must(b->ctx, zn_relation_set_constant(r, "B", nx, 1, B));
    must(b->ctx, zn_relation_set_constant(r, "D", 1, 1, &pump_R));
    must(b->ctx, zn_relation_set_function(r, "e", e));
    must(b->ctx, zn_model_add_relation(b->model, r));
    return r;
}

/* A node is a system, a diode an interaction between two of them. */
static void pump(bench *b, size_t n)
{
    const double c = 1 / pump_C, A = -c / pump_load, x0 = 0;
    const double C[2] = {-1, 1}, B[2] = {-c, c};
    zn_relation *first =
        diode(b, "first", 1, C + 1, B + 1, (zn_fn *)pump_first);
    zn_relation *even = diode(b, "even", 2, C, B, (zn_fn *)pump_even);
    zn_relation *odd = diode(b, "odd", 2, C, B, (zn_fn *)pump_odd);
    zn_ds *before = NULL;
    zn_law *law;

    b->h = pump_h;
    must(b->ctx, zn_law_complementarity(b->ctx, 1, &law));
    must(b->ctx, zn_model_add_law(b->model, law));
    for (size_t i = 0; i < n; i++) {
        const double leak = i + 1 == n ? A : 0;
        zn_relation *r = i == 0 ? first : i % 2 ? odd : even;
        char name[32];
        zn_ds *ds;

        snprintf(name, sizeof name, "node%zu", i + 1);
        ds = system_(b, name, 1, &leak, &x0);
        snprintf(name, sizeof name, "diode%zu", i);
        must(b->ctx,
             zn_model_connect(b->model, name, law, r, before ? before : ds,
                              before ? ds : NULL, NULL));
        before = ds;
    }
}

/* The same circuit as one system with one law of n rows. */
static void pump_one(bench *b, size_t n)
{
    const double c = 1 / pump_C;
    const zn_index nx = (zn_index)n;
    double *M = calloc(4 * n * n + n, sizeof *M);
    zn_relation *r;
    zn_law *law;
    zn_ds *ds;

    if (!M)
        exit(1);
    double *A = M, *B = A + n * n, *C = B + n * n, *D = C + n * n;
    A[n * n - 1] = -c / pump_load;
    for (size_t i = 0; i < n; i++) {
        C[i + i * n] = 1;
        D[i + i * n] = pump_R;
        B[i + i * n] = c;
        if (i > 0) {
            C[i + (i - 1) * n] = -1;
            B[i - 1 + i * n] = -c;
        }
    }
    b->h = pump_h;
    ds = system_(b, "pump", nx, A, D + n * n);
    must(b->ctx,
         zn_relation_new(b->ctx, "first-order-linear", "diodes", nx, nx, &r));
    must(b->ctx, zn_relation_set_constant(r, "C", nx, nx, C));
    must(b->ctx, zn_relation_set_constant(r, "B", nx, nx, B));
    must(b->ctx, zn_relation_set_constant(r, "D", nx, nx, D));
    must(b->ctx, zn_relation_set_function(r, "e", (zn_fn *)pump_all));
    must(b->ctx, zn_law_complementarity(b->ctx, nx, &law));
    must(b->ctx, zn_model_connect(b->model, "diodes", law, r, ds, NULL, NULL));
    free(M);
}

static const bench_problem problems[] = {
    {"rlcd", rlcd}, {"bridge", bridge}, {"relay", relay},
    {"gene", gene}, {"pump", pump},     {"pump-one", pump_one},
};

static void set(const bench *b, zn_osi *osi)
{
    must(b->ctx, zn_osi_set_real(osi, "theta", circuit_theta));
}

int main(int argc, char **argv)
{
    return bench_main(argc, argv, problems, sizeof problems / sizeof *problems,
                      "euler-moreau", set);
}
