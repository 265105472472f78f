/* bench_curve.c - the error at the end of a motion and what it costs, beside mujoco_curve
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_curve tumble|chain|slide h=H|rtol=R
 *
 * h: time stepping, moreau-jean; rtol: from event to event. Printed: engine, motion, how, processor time of
 * a second of it (least of five runs), error. */
#include <stdlib.h>

#include <zeno/zeno.h>

#include "curve.h"
#include "timing.h"

static zn_ctx *ctx;

static void must(zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "bench_curve: %s\n", zn_errmsg(ctx));
    exit(1);
}

static void box(zn_scene *s, const zn_scene_body *b, const double size[3])
{
    zn_scene_shape shape = {.form = "box"};

    memcpy(shape.size, size, sizeof shape.size);
    must(zn_scene_add_body(s, b));
    must(zn_scene_add_shape(s, b->name, &shape));
}

static void hang(zn_scene *s)
{
    static char name[RODS][8], joint[RODS][8];

    must(zn_scene_set_gravity(s, (const double[]){0, 0, -GRAVITY}));
    for (int k = 0; k < RODS; k++) {
        snprintf(name[k], sizeof name[k], "rod%d", k);
        snprintf(joint[k], sizeof joint[k], "hinge%d", k);
        box(s, &(zn_scene_body){.name = name[k], .mass = 1, .position = {k + 0.5}}, rod_size);
        must(zn_scene_add_joint(s, &(zn_scene_joint){.name = joint[k],
                                                     .cls = "revolute",
                                                     .body1 = name[k],
                                                     .body2 = k ? name[k - 1] : NULL,
                                                     .point = {k},
                                                     .axis = {0, 1, 0}}));
    }
}

static zn_scene *scene_of(motion what)
{
    zn_scene *s;

    must(zn_scene_new(ctx, &s));
    if (what == TUMBLE)
        box(s,
            &(zn_scene_body){.name = "box",
                             .mass = 1,
                             .spin = {box_spin[0], box_spin[1], box_spin[2]}},
            box_size);
    if (what == CHAIN)
        hang(s);
    if (what != SLIDE)
        return s;
    must(zn_scene_set_gravity(s, (const double[]){0, 0, -GRAVITY}));
    must(zn_scene_add_body(s, &(zn_scene_body){.name = "floor", .fixed = true}));
    must(zn_scene_add_shape(s, "floor", &(zn_scene_shape){.form = "plane"}));
    box(s,
        &(zn_scene_body){.name = "box", .mass = 1, .velocity = {SPEED}, .position = {0, 0, SIDE / 2}},
        (const double[]){SIDE, SIDE, SIDE});
    must(zn_scene_add_law(s, &(zn_scene_law){.options = "mu=0.5"}));
    return s;
}

/* The other end of the last rod: half of it along its axis from its centre. */
static void tip_of(const double q[], double x[])
{
    const double w = q[3], i = q[4], j = q[5], k = q[6];

    x[0] = q[0] + 0.5 * (1 - 2 * (j * j + k * k));
    x[1] = q[2] + 0.5 * 2 * (i * k - w * j);
}

static void look(const zn_model *model, const zn_simulation *sim, motion what, double x[3])
{
    const zn_ds *ds = zn_model_ds(model, what == CHAIN ? "rod2" : "box");

    if (what == CHAIN)
        tip_of(zn_simulation_q(sim, ds), x);
    else
        memcpy(x, what == SLIDE ? zn_simulation_q(sim, ds) : zn_simulation_v(sim, ds) + 3,
               3 * sizeof *x);
}

/* Processor time of a run, and its error. */
static double run(motion what, const char *how, double *error)
{
    const bool events = strncmp(how, "rtol=", 5) == 0;
    zn_scene *scene = scene_of(what);
    zn_simulation *sim;
    zn_model *model;
    double x[3], seconds;

    if (!events) {
        must(zn_scene_set_simulation(scene, 0, atof(how + 2), motion_ends[what], NULL,
                                     "solver_tol=1e-10"));
        must(zn_scene_simulation(scene, ctx, &model, &sim));
    } else {
        must(zn_scene_build(scene, ctx, &model));
        must(zn_model_seal(model));
        must(zn_simulation_new_class(model, "event-driven", &sim));
        must(zn_simulation_set_time(sim, 0, 0.05, motion_ends[what]));
        must(zn_simulation_set(sim, "rtol", how + 5));
        must(zn_simulation_set(sim, "atol", how + 5));
    }
    seconds = bench_seconds();
    must(zn_simulation_run(sim));
    seconds = bench_seconds() - seconds;
    look(model, sim, what, x);
    *error = error_of(what, x);
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_scene_free(scene);
    return seconds;
}

/* h=H or rtol=R, a positive number? */
static bool is_setting(const char *text)
{
    const char *number = strchr(text, '=');
    char *end;

    if (strncmp(text, "h=", 2) != 0 && strncmp(text, "rtol=", 5) != 0)
        return false;
    return strtod(number + 1, &end) > 0 && end > number + 1 && !*end;
}

int main(int argc, char **argv)
{
    const motion what = argc == 3 ? motion_of(argv[1]) : MOTIONS;
    double least = INFINITY, error = 0;

    if (what == MOTIONS || !is_setting(argv[2])) {
        fprintf(stderr, "bench_curve tumble|chain|slide h=H|rtol=R\n");
        return 2;
    }
    must(zn_ctx_new(&ctx));
    for (int k = 0; k < RUNS; k++)
        least = fmin(least, run(what, argv[2], &error));
    print("zeno", what, argv[2], least, error);
    zn_ctx_free(ctx);
    return 0;
}
