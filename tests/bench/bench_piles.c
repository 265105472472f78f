/* bench_piles.c - piles at rest and in motion: the one-step problem condensed, and with
 * the equations of motion kept
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_piles [SCENE [TOLERANCE [FORMULATION [STEPS [STORAGE [CHECK]]]]]]
 *
 * spheres   1000 spheres in 100 columns, and 196 of those side by side: 1196 contacts
 *           with friction
 * wall      10 x 10 boxes in running bond, four contacts at each bed: 724 contacts, of
 *           which a box has sixteen
 *
 * plate     one body on 18 x 18 points of the floor: 324 contacts
 * The last body is pushed with a fifth of its weight, which friction holds.
 * CHECK: the option newton_check; with `residual` Newton's method begins at v_k, as the peer's. Printed: formulation, storage, processor time and solver iterations of a
 * step, and how far the pile has moved, which is the same for every formulation. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/mechanics.h>
#include <zeno/zeno.h>

#include "timing.h"

enum { MOST = 1100 };

typedef struct scene {
    zn_ctx *ctx;
    zn_model *model;
    zn_law *law;
    zn_relation *pair, *floor;
    zn_ds *body[MOST];
    double x[MOST][3];
    zn_index n, contacts;
} scene;

static void must(zn_ctx *ctx, zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "bench_piles: %s\n", zn_errmsg(ctx));
    exit(1);
}

static zn_ds *body(scene *s, const double x[3], const double I[3])
{
    const double q0[7] = {x[0], x[1], x[2], 1, 0, 0, 0}, v0[6] = {0}, one = 1;
    const double weight[3] = {0, 0, -9.81};
    char name[32];
    zn_ds *ds;

    snprintf(name, sizeof name, "body %td", s->n);
    must(s->ctx, zn_ds_new(s->ctx, "newton-euler", name, 6, q0, v0, &ds));
    must(s->ctx, zn_ds_set_constant(ds, "mass", 1, 1, &one));
    must(s->ctx, zn_ds_set_diagonal(ds, "inertia", 3, I));
    must(s->ctx, zn_ds_set_constant(ds, "f_ext", 3, 1, weight));
    must(s->ctx, zn_model_add_ds(s->model, ds));
    memcpy(s->x[s->n], x, sizeof s->x[0]);
    return s->body[s->n++] = ds;
}

static zn_interaction *join(scene *s, zn_relation *r, zn_ds *a, zn_ds *b)
{
    zn_interaction *made;

    must(s->ctx, zn_model_connect(s->model, NULL, s->law, r, a, b, &made));
    s->contacts++;
    return made;
}

/* ---- spheres ----------------------------------------------------------------------- */

static void sphere_relations(scene *s, double radius)
{
    const double up[3] = {0, 0, 1}, zero = 0;

    must(s->ctx, zn_relation_new(s->ctx, "sphere-sphere", "pair", 3, 14, &s->pair));
    must(s->ctx, zn_relation_set_constant(s->pair, "radius1", 1, 1, &radius));
    must(s->ctx, zn_relation_set_constant(s->pair, "radius2", 1, 1, &radius));
    must(s->ctx, zn_relation_new(s->ctx, "sphere-plane", "floor", 3, 7, &s->floor));
    must(s->ctx, zn_relation_set_constant(s->floor, "radius", 1, 1, &radius));
    must(s->ctx, zn_relation_set_constant(s->floor, "normal", 3, 1, up));
    must(s->ctx, zn_relation_set_constant(s->floor, "offset", 1, 1, &zero));
}

/* Sphere k is over sphere k - 100; k and k + 1 are side by side in rows of ten. */
static void spheres(scene *s)
{
    const double r = 0.1, J = 0.4 * r * r, I[3] = {J, J, J};
    int beside = 0;

    sphere_relations(s, r);
    for (int k = 0; k < 1000; k++)
        body(s, (double[3]){2 * r * (k % 10), 3 * r * (k / 10 % 10),
                            r + 2 * r * (k / 100)}, I);
    for (int k = 0; k < 1000; k++)
        join(s, k < 100 ? s->floor : s->pair, s->body[k], k < 100 ? NULL : s->body[k - 100]);
    for (int k = 0; beside < 196; k++)
        if (k % 10 < 9) {
            join(s, s->pair, s->body[k], s->body[k + 1]);
            beside++;
        }
}

/* ---- boxes ------------------------------------------------------------------------- */

/* At (x, y, z), the upper box above the lower one. */
static void corner(scene *s, zn_index upper, zn_index lower, double x, double y,
                   double z)
{
    double data[9] = {x, y, z, x, y, z, 0, 0, 1};

    for (int k = 0; k < 3; k++) {
        data[k] -= s->x[upper][k];
        data[3 + k] -= lower < 0 ? 0 : s->x[lower][k];
    }
    must(s->ctx, zn_interaction_set_data(
                     join(s, lower < 0 ? s->floor : s->pair, s->body[upper],
                          lower < 0 ? NULL : s->body[lower]), data));
}

static void bed(scene *s, zn_index upper, zn_index lower, double w, double d,
                double z)
{
    const double left = fmax(s->x[upper][0], lower < 0 ? -1e9 : s->x[lower][0]) - w / 2;
    const double right = fmin(s->x[upper][0], lower < 0 ? 1e9 : s->x[lower][0]) + w / 2;

    for (int i = 0; left < right && i < 4; i++)
        corner(s, upper, lower, i & 1 ? left : right, i & 2 ? d / 2 : -d / 2, z);
}

static void wall(scene *s)
{
    const double w = 0.4, d = 0.2, h = 0.2;
    const double I[3] = {(d * d + h * h) / 12, (w * w + h * h) / 12,
                         (w * w + d * d) / 12};

    must(s->ctx, zn_relation_new(s->ctx, "contact", "bed", 3, 14, &s->pair));
    must(s->ctx, zn_relation_new(s->ctx, "contact", "floor", 3, 7, &s->floor));
    for (int row = 0; row < 10; row++)
        for (int k = 0; k < 10; k++)
            body(s, (double[3]){w * (k + (row % 2) / 2.0), 0, h * (row + 0.5)}, I);
    for (zn_index i = 0; i < s->n; i++) {
        if (i < 10)
            bed(s, i, -1, w, d, 0);
        for (zn_index j = i - i % 10 - 10; i >= 10 && j < i - i % 10; j++)
            if (fabs(s->x[i][0] - s->x[j][0]) < 0.99 * w)
                bed(s, i, j, w, d, h * (double)(i / 10));
    }
}

/* One plate on a grid of points. */
static void plate(scene *s)
{
    const double w = 1, h = 0.05, I[3] = {(w * w + h * h) / 12, (w * w + h * h) / 12,
                                          w * w / 6};

    must(s->ctx, zn_relation_new(s->ctx, "contact", "floor", 3, 7, &s->floor));
    body(s, (double[3]){0, 0, h / 2}, I);
    for (int k = 0; k < 18 * 18; k++)
        corner(s, 0, -1, w * (k % 18 / 17.0 - 0.5), w * (k / 18 / 17.0 - 0.5), 0);
}

/* ---- runs -------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*build)(scene *s);
} scenes[] = {{"spheres", spheres}, {"wall", wall}, {"plate", plate}};

static double moved(const scene *s, const zn_simulation *sim)
{
    double most = 0;

    for (zn_index i = 0; i < s->n; i++)
        for (int k = 0; k < 3; k++)
            most = fmax(most, fabs(zn_simulation_q(sim, s->body[i])[k] - s->x[i][k]));
    return most;
}

static void run(int which, double tol, const char *formulation, int steps,
                const char *storage, const char *check)
{
    scene *s = calloc(1, sizeof *s);
    zn_run_info info;
    zn_simulation *sim;
    double begin = 0;
    long iterations = 0;

    if (!s)
        exit(1);
    must(NULL, zn_ctx_new(&s->ctx));
    must(s->ctx, zn_model_new(s->ctx, &s->model));
    must(s->ctx, zn_law_friction(s->ctx, 3, 0, 0, 0.3, &s->law));
    scenes[which].build(s);
    /* the last body is pushed with 0.2 of its weight */
    const double push[3] = {0.2 * 9.81, 0, -9.81};
    must(s->ctx, zn_ds_set_constant(s->body[s->n - 1], "f_ext", 3, 1, push));
    must(s->ctx, zn_model_seal(s->model));
    must(s->ctx, zn_simulation_new(s->model, &sim));
    must(s->ctx, zn_simulation_use(sim, "moreau-jean",
                                   strcmp(check, "residual") == 0
                                       ? "theta=0.5 threshold=1e-3 start=velocity"
                                       : "theta=0.5 threshold=1e-3",
                                   NULL));
    must(s->ctx, zn_simulation_set_time(sim, 0, 1e-3, 1));
    must(s->ctx, zn_simulation_set(sim, "formulation", formulation));
    must(s->ctx, zn_simulation_set(sim, "storage", storage));
    must(s->ctx, zn_simulation_set(sim, "newton_check", check));
    must(s->ctx, zn_simulation_set_real(sim, "solver_tol", tol));
    must(s->ctx, zn_simulation_set_real(sim, "newton_tol", fmax(10 * tol, 1e-10)));
    must(s->ctx, zn_simulation_init(sim));
    for (int k = 0; k <= steps; k++) {
        if (k == 1) /* the first one finds the reactions from nothing */
            begin = bench_seconds();
        must(s->ctx, zn_simulation_step(sim));

        iterations += k > 0 ? zn_simulation_step_info(sim)->solver_iterations : 0;
    }
    const double ms = 1e3 * (bench_seconds() - begin) / steps;
    zn_simulation_run_info(sim, &info);
    printf("%-8s %5td contacts  tol %.0e  %-8s %-14s %9.2f ms a step  %6ld "
           "iterations  moved %.9g m  %ld kB\n",
           scenes[which].name, s->contacts, tol, info.formulation, info.storage, ms,
           iterations / steps, moved(s, sim), bench_peak_kb());
    fflush(stdout);
    zn_simulation_free(sim);
    zn_model_free(s->model);
    zn_ctx_free(s->ctx);
    free(s);
}

int main(int argc, char **argv)
{
    const char *const forms[] = {"friction", "global", "auto"};
    const int steps = argc > 4 ? atoi(argv[4]) : 10;

    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        for (int t = 0; t < 2; t++)
            for (int f = 0; f < 3; f++) {
                const double tol = t ? 1e-8 : 1e-6;
                if ((argc > 1 && strcmp(argv[1], scenes[i].name) != 0) ||
                    (argc > 2 && atof(argv[2]) != tol) ||
                    (argc > 3 ? strcmp(argv[3], forms[f]) != 0 : f == 2))
                    continue;
                run((int)i, tol, forms[f], steps, argc > 5 ? argv[5] : "auto",
                    argc > 6 ? argv[6] : "both");
            }
    return 0;
}
