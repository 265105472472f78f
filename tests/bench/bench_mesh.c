/* bench_mesh.c - a mesh of rubber on a floor that some of its nodes may touch
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_mesh [CONTACTS [STEPS]]
 *
 * Meshes of 10^4 to 10^5 unknowns, three times as long as high, are thrown onto the floor.
 * That many nodes of the lower side have contacts with friction, each an interaction of
 * its own whose rows are stored in columns. Printed for each: unknowns, bytes at most
 * for each of them, milliseconds of processor time of the start (factors and responses
 * W^-1 B) and of a step, microseconds of a step for each unknown. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <zeno/zeno.h>

#include "samples/elastic_block/src/mesh.h"
#include "tests/bench/tally.h"

static void must(zn_ctx *ctx, zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "bench_mesh: %s\n", zn_errmsg(ctx));
    exit(1);
}

static double milliseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* Rows y and x of a node. */
static void touch(zn_ctx *ctx, zn_model *m, const mesh *g, zn_ds *ds,
                  zn_law *law, zn_index node)
{
    static const zn_index row[2] = {1, 0};
    static const double one[2] = {1, 1}, gap[2] = {1e-3, 0};
    zn_index *p = calloc((size_t)(g->n + 1), sizeof *p);
    zn_relation *r;

    if (!p)
        exit(1);
    for (zn_index j = 0; j < g->n; j++)
        p[j + 1] = p[j] + (j / 2 == node);
    const zn_matrix C = {.storage = ZN_CSC, .rows = 2, .cols = g->n, .p = p,
                         .i = row, .x = one};
    must(ctx, zn_relation_new(ctx, "linear", NULL, 2, g->n, &r));
    must(ctx, zn_relation_set_sparse(r, "C", &C));
    must(ctx, zn_relation_set_constant(r, "e", 2, 1, gap));
    must(ctx, zn_model_connect(m, NULL, law, r, ds, NULL, NULL));
    free(p);
}

static void build(zn_ctx *ctx, zn_model *m, const mesh *g, zn_index contacts)
{
    const zn_matrix K = mesh_stiffness(g);
    double *q0 = calloc((size_t)g->n, sizeof *q0);
    double *v0 = calloc((size_t)g->n, sizeof *v0);
    zn_law *law;
    zn_ds *ds;

    if (!q0 || !v0)
        exit(1);
    for (zn_index k = 0; k < g->n; k += 2) {
        v0[k] = 0.2;
        v0[k + 1] = -0.5;
    }
    must(ctx, zn_ds_new(ctx, "lagrangian-linear", "rubber", g->n, q0, v0, &ds));
    must(ctx, zn_ds_set_diagonal(ds, "mass", g->n, g->m));
    must(ctx, zn_ds_set_sparse(ds, "stiffness", &K));
    must(ctx, zn_model_add_ds(m, ds));
    must(ctx, zn_law_friction(ctx, 2, 0, 0, 0.3, &law));
    must(ctx, zn_model_add_law(m, law));
    for (zn_index k = 0; k < contacts; k++)
        touch(ctx, m, g, ds, law, k * g->nx / (contacts > 1 ? contacts - 1 : 1));
    must(ctx, zn_model_seal(m));
    free(q0);
    free(v0);
}

static void run(zn_index ny, zn_index contacts, zn_index steps)
{
    mesh g = {.nx = 3 * ny, .ny = ny, .width = 1, .height = 0.3,
              .E = 1e4, .nu = 0.3, .rho = 10};
    tally t = {0};
    const zn_allocator alloc = {.resize = tally_resize, .user = &t};
    zn_ctx *ctx;
    zn_model *m;
    zn_simulation *sim;

    must(NULL, zn_ctx_new_with(&alloc, &ctx));
    must(ctx, mesh_make(&g));
    must(ctx, zn_model_new(ctx, &m));
    build(ctx, m, &g, contacts);
    must(ctx, zn_simulation_new(m, &sim));
    must(ctx, zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    must(ctx, zn_simulation_set_time(sim, 0, 2.5e-3, 1e3));
    const double begin = milliseconds();
    must(ctx, zn_simulation_step(sim));
    must(ctx, zn_simulation_step(sim));
    const double warm = milliseconds();
    for (zn_index k = 0; k < steps; k++)
        must(ctx, zn_simulation_step(sim));
    const double ms = (milliseconds() - warm) / (double)steps;
    printf("%7td unknowns, %3td contacts: %5.0f bytes for each unknown, start "
           "%8.1f ms, a step %7.2f ms, %6.3f us for each unknown\n",
           g.n, contacts, (double)t.top / (double)g.n, warm - begin, ms,
           1e3 * ms / (double)g.n);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_ctx_free(ctx);
    mesh_free(&g);
}

int main(int argc, char **argv)
{
    static const zn_index ny[] = {41, 58, 82, 91, 129};
    const zn_index contacts = argc > 1 ? atol(argv[1]) : 40;
    const zn_index steps = argc > 2 ? atol(argv[2]) : 20;

    for (size_t k = 0; k < sizeof ny / sizeof *ny; k++)
        run(ny[k], contacts, steps);
    return 0;
}
