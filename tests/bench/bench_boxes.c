/* bench_boxes.c - boxes on a floor, beside mujoco_boxes
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_boxes floor|stacks [BOXES [H [TOL]]]
 *
 * Printed: engine, scene, boxes, step, processor time of a second, largest error along x, mean depth. */
#include <stdlib.h>
#include <string.h>

#include <zeno/zeno.h>

#include "boxes.h"
#include "timing.h"

static zn_ctx *ctx;

static void must(zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "bench_boxes: %s\n", zn_errmsg(ctx));
    exit(1);
}

static zn_scene *scene_of(bool stacks, int n, double h, const char *tol)
{
    char name[32], options[80];
    zn_scene *s;

    must(zn_scene_new(ctx, &s));
    must(zn_scene_set_gravity(s, (const double[]){0, 0, -GRAVITY}));
    must(
        zn_scene_add_body(s, &(zn_scene_body){.name = "floor", .fixed = true}));
    must(zn_scene_add_shape(s, "floor", &(zn_scene_shape){.form = "plane"}));
    for (int k = 0; k < n; k++) {
        zn_scene_body b = {.name = name, .mass = 1};
        snprintf(name, sizeof name, "box%d", k);
        place(stacks, n, k, b.position, &b.force[0]);
        must(zn_scene_add_body(s, &b));
        must(zn_scene_add_shape(
            s, name,
            &(zn_scene_shape){.form = "box", .size = {SIDE, SIDE, SIDE}}));
    }
    snprintf(options, sizeof options, "mu=%g", MU);
    must(zn_scene_add_law(s, &(zn_scene_law){.options = options}));
    snprintf(options, sizeof options, "solver_tol=%s", tol);
    must(zn_scene_set_simulation(s, 0, h, SECONDS, NULL, options));
    return s;
}

int main(int argc, char **argv)
{
    const bool stacks = argc > 1 && strcmp(argv[1], "stacks") == 0;
    const int n = argc > 2 ? atoi(argv[2]) : 1000;
    const double h = argc > 3 ? atof(argv[3]) : 5e-3;
    zn_model *model;
    zn_simulation *sim;
    zn_scene *scene;
    wrong w = {0};

    must(zn_ctx_new(&ctx));
    scene = scene_of(stacks, n, h, argc > 4 ? argv[4] : "1e-6");
    must(zn_scene_simulation(scene, ctx, &model, &sim));
    const double begin = bench_seconds();
    must(zn_simulation_run(sim));
    const double seconds = bench_seconds() - begin;
    for (int k = 0; k < n; k++) {
        char name[32];
        snprintf(name, sizeof name, "box%d", k);
        look(stacks, n, k, zn_simulation_q(sim, zn_model_ds(model, name)), &w);
    }
    print("zeno", stacks ? "stacks" : "floor", n, h, seconds, &w);
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_scene_free(scene);
    zn_ctx_free(ctx);
    return 0;
}
