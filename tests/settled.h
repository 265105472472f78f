/* settled.h - grains that fall into a narrow box, and the problems of some of their steps in files
 *
 * Columns of grains fall from a grid between four walls: boxes with three random edges, hulls of random
 * points, or both by turns, each turned at random. Problems of steps come from a simulation as users have
 * them: contacts that were found, the impulses of the step before, errors of the tolerance.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TESTS_SETTLED_H
#define ZENO_TESTS_SETTLED_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/friction.h>
#include <zeno/scene.h>

#include "solvers/core/draw.h"

enum { SETTLED_POINTS = 20 };

typedef struct settled {
    const char *kind; /* boxes, hulls, mixed                                     */
    int n, side;      /* grains; along each side of the grid                     */
    double mu;
    unsigned seed;
    double h, T;      /* step, end (s)                                           */
    const char *how;  /* more options of the simulation: which files are written */
} settled;

/* in [lo, hi) */
static inline double settled_draw(uint64_t *state, double lo, double hi)
{
    return lo + (hi - lo) * 0.5 * (1 + zni_draw_sign(state));
}

/* a unit quaternion, or direction (n = 3): a point of the cube inside of the ball, drawn out to its border */
static inline void settled_turn(uint64_t *state, int n, double out[])
{
    double norm;

    do {
        norm = 0;
        for (int i = 0; i < n; i++) {
            out[i] = zni_draw_sign(state);
            norm += out[i] * out[i];
        }
    } while (norm > 1 || norm < 0.01);
    for (int i = 0; i < n; i++)
        out[i] /= sqrt(norm);
}

static inline zn_status settled_grain(const settled *s, zn_scene *scene, int k, uint64_t *state)
{
    const double pitch = 0.105, middle = 0.5 * (s->side - 1);
    const int layer = s->side * s->side, in = k % layer;
    char name[24];
    double points[3 * SETTLED_POINTS];
    zn_scene_body b = {.name = name,
                       .density = 2600,
                       .position = {pitch * (in % s->side - middle), pitch * (in / s->side - middle),
                                    0.07 + pitch * (k / layer)}};
    zn_scene_shape shape = {.form = "box"};
    zn_status st;

    snprintf(name, sizeof name, "grain %d", k);
    settled_turn(state, 4, b.orientation);
    if (strcmp(s->kind, "boxes") == 0 || (strcmp(s->kind, "mixed") == 0 && k % 2)) {
        for (int i = 0; i < 3; i++)
            shape.size[i] = settled_draw(state, 0.05, 0.075);
    } else {
        const double radius = settled_draw(state, 0.025, 0.05);

        shape.form = "hull";
        shape.points = points;
        shape.npoint = 10 + (zn_index)settled_draw(state, 0, SETTLED_POINTS - 10);
        for (zn_index i = 0; i < shape.npoint; i++) {
            settled_turn(state, 3, points + 3 * i);
            for (int c = 0; c < 3; c++)
                points[3 * i + c] *= radius;
        }
    }
    st = zn_scene_add_body(scene, &b);
    return st ? st : zn_scene_add_shape(scene, name, &shape);
}

/* The floor, and four walls, whose normals point into the box. */
static inline zn_status settled_box(const settled *s, zn_scene *scene)
{
    const double half = 0.0525 * s->side + 0.012, c = sqrt(0.5);
    const zn_scene_body walls[] = {
        {.name = "floor", .fixed = true},
        {.name = "left", .fixed = true, .position = {-half, 0, 0}, .orientation = {c, 0, c, 0}},
        {.name = "right", .fixed = true, .position = {half, 0, 0}, .orientation = {c, 0, -c, 0}},
        {.name = "front", .fixed = true, .position = {0, -half, 0}, .orientation = {c, -c, 0, 0}},
        {.name = "back", .fixed = true, .position = {0, half, 0}, .orientation = {c, c, 0, 0}}};
    zn_status st = ZN_OK;

    for (size_t k = 0; !st && k < sizeof walls / sizeof walls[0]; k++) {
        st = zn_scene_add_body(scene, &walls[k]);
        if (!st)
            st = zn_scene_add_shape(scene, walls[k].name, &(zn_scene_shape){.form = "plane"});
    }
    return st;
}

/* *scene is yours. Steps are solved to 1e-4 and accepted as they are, so that all of a run depends little
 * on what solves it. */
static inline zn_status settled_scene(const settled *s, zn_ctx *ctx, zn_scene **scene)
{
    uint64_t state = s->seed;
    char text[512];
    zn_status st = zn_scene_new(ctx, scene);

    if (!st)
        st = zn_scene_set_gravity(*scene, (double[3]){0, 0, -9.81});
    snprintf(text, sizeof text, "mu=%.17g e=0", s->mu);
    if (!st)
        st = zn_scene_add_law(*scene, &(zn_scene_law){.options = text});
    if (!st)
        st = settled_box(s, *scene);
    for (int k = 0; !st && k < s->n; k++)
        st = settled_grain(s, *scene, k, &state);
    snprintf(text, sizeof text,
             "solver_tol=1e-4 newton_tol=1e-5 on_solver_failure=accept on_newton_failure=accept %s", s->how);
    return st ? st : zn_scene_set_simulation(*scene, 0, s->h, s->T, "moreau-jean", text);
}

/* The natural map of u + mu |u_T| e_N at r, by |q|, with r in units of velocity by the mean diagonal of
 * each block. From M, q and mu alone: nothing here is what solvers or their measures use. u: n work. */
static inline double settled_off(const zn_friction *p, const double r[], double u[])
{
    double off = 0, of = 0;

    memcpy(u, p->q, (size_t)(3 * p->nc) * sizeof *u);
    zn_matrix_mul(p->M, 1, r, 1, u);
    for (zn_index a = 0; a < p->nc; a++) {
        const double *q = p->q + 3 * a, *v = u + 3 * a, mu = p->mu[a];
        double w = 0, x[3], y[3], t, near;

        for (zn_index i = 3 * a; i < 3 * a + 3; i++)
            w += zn_matrix_get(p->M, i, i) / 3;
        for (int i = 0; i < 3; i++)
            x[i] = y[i] = w * r[3 * a + i] - v[i] - (i ? 0 : mu * hypot(v[1], v[2]));
        t = hypot(x[1], x[2]);
        if (mu * t <= -x[0]) {
            y[0] = y[1] = y[2] = 0;
        } else if (t > mu * x[0]) {
            near = (x[0] + mu * t) / (1 + mu * mu);
            y[0] = near;
            y[1] = mu * near * x[1] / t;
            y[2] = mu * near * x[2] / t;
        }
        for (int i = 0; i < 3; i++) {
            off += (w * r[3 * a + i] - y[i]) * (w * r[3 * a + i] - y[i]);
            of += q[i] * q[i];
        }
    }
    return sqrt(off / of);
}

#endif
