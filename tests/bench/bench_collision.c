/* bench_collision.c - what it takes to find contacts: a gas of spheres, or of boxes
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_collision [spheres|boxes [BODIES [STEPS]]]
 *
 * Bodies of size 1 in a periodic pattern with a fifth of space filled, that move at
 * random, a hundredth of their size a step. Printed: processor time of a step with and
 * without the contact source, contacts, and both per body: the difference is what
 * detection takes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/zeno.h>

#include "timing.h"

static zn_ctx *ctx;

static void must(zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "bench_collision: %s\n", zn_errmsg(ctx));
    exit(1);
}

static double noise(void)
{
    static unsigned long long seed = 1;

    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) / 4503599627370496. - 1;
}

static zn_ds *body(zn_index k, zn_index side, double pitch)
{
    const double I[3] = {1, 1, 1}, one = 1;
    const double at[3] = {(double)(k % side), (double)(k / side % side),
                          (double)(k / side / side)};
    double q0[7], v0[6], w[3];
    char name[32];
    zn_ds *ds;

    for (int i = 0; i < 3; i++) {
        q0[i] = pitch * (at[i] + 0.2 * noise());
        v0[i] = noise();
        v0[3 + i] = 0.3 * noise();
        w[i] = noise();
    }
    zn_quaternion_exp(w, q0 + 3);
    snprintf(name, sizeof name, "body %td", k);
    must(zn_ds_new(ctx, "newton-euler", name, 6, q0, v0, &ds));
    must(zn_ds_set_constant(ds, "mass", 1, 1, &one));
    must(zn_ds_set_diagonal(ds, "inertia", 3, I));
    return ds;
}

/* Seconds of processor time a step. */
static double run(const char *what, zn_index n, zn_index steps, bool collide,
                  zn_index *contacts)
{
    const bool boxes = strcmp(what, "boxes") == 0;
    const double cube[3] = {1, 1, 1}, h = 0.01;
    /* a fifth is filled: pitch^3 = 5 times the volume */
    const double pitch = cbrt(5 * (boxes ? 1 : acos(-1) / 6));
    const zn_index side = (zn_index)ceil(cbrt((double)n));
    zn_model *model;
    zn_simulation *sim;
    zn_source *c;
    zn_shape *s;
    zn_law *law;

    must(zn_ctx_new(&ctx));
    must(zn_model_new(ctx, &model));
    must(zn_source_new(ctx, "collision", &c));
    must(boxes ? zn_shape_box(ctx, cube, &s) : zn_shape_sphere(ctx, 0.5, &s));
    for (zn_index k = 0; k < n; k++) {
        zn_ds *ds = body(k, side, pitch);
        must(zn_model_add_ds(model, ds));
        must(
            zn_collision_attach(c, &(zn_collider){.ds = ds, .shape = s}, NULL));
    }
    must(zn_law_newton_impact(ctx, 1, &law));
    must(zn_collision_law(c, 0, 0, law));
    must(zn_model_seal(model));
    must(zn_simulation_new(model, &sim));
    must(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    must(zn_simulation_set_time(sim, 0, h, h * (double)(steps + 3)));
    must(zn_simulation_set(sim, "on_solver_failure", "accept"));
    if (collide)
        must(zn_simulation_add_source(sim, c));
    else
        zn_source_free(c);
    for (int k = 0; k < 3; k++)
        must(zn_simulation_step(sim));
    const double begin = bench_seconds();
    must(zn_simulation_run(sim));
    const double seconds = (bench_seconds() - begin) / (double)steps;
    *contacts = zn_simulation_contact_count(sim, 0);
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_ctx_free(ctx);
    return seconds;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "spheres";
    const zn_index n = argc > 2 ? atol(argv[2]) : 1000;
    const zn_index steps = argc > 3 ? atol(argv[3]) : 20;
    zn_index contacts, none;

    const double with = run(what, n, steps, true, &contacts);
    const double without = run(what, n, steps, false, &none);
    printf("%s %td: %.3g s a step, %.3g without the source, %td contacts; "
           "%.3g us a body, %.3g without\n",
           what, n, with, without, contacts, 1e6 * with / (double)n,
           1e6 * without / (double)n);
    return 0;
}
