/* mass.c - mass, centre and inertia of bodies from their shapes
 *
 * Integrals of 1, x and x x' over each shape, by closed forms in its own frame,
 * then moved into that of the body: with x = c + R y,
 *     int x   = V c + R int y
 *     int x x' = V c c' + c (R int y)' + (R int y) c' + R (int y y') R'.
 * The shapes here have int y = 0 and int y y' diagonal. Shapes that overlap count
 * twice where they do. The inertia is tr(C) I - C of C = int (x - s)(x - s)' dm.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"

#include <math.h>
#include <string.h>

#include <zeno/rotation.h>

/* V and the diagonal of int y y' of a shape in its own frame. */
static double moments(const zn_scene_shape *s, double d[3])
{
    const double pi = acos(-1), a = s->size[0], l = s->size[1];
    double V = 0;

    if (strcmp(s->form, "sphere") == 0) {
        V = 4 * pi / 3 * a * a * a;
        d[0] = d[1] = d[2] = V * a * a / 5;
    } else if (strcmp(s->form, "box") == 0) {
        V = a * l * s->size[2];
        for (int i = 0; i < 3; i++)
            d[i] = V * s->size[i] * s->size[i] / 12;
    } else if (strcmp(s->form, "cylinder") == 0) {
        V = pi * a * a * l;
        d[0] = d[1] = V * a * a / 4;
        d[2] = V * l * l / 12;
    } else if (strcmp(s->form, "capsule") == 0) {
        /* a cylinder and two half balls, whose centroid is 3/8 a from the disc */
        const double C = pi * a * a * l, B = 4 * pi / 3 * a * a * a, h = l / 2;
        V = C + B;
        d[0] = d[1] = C * a * a / 4 + B * a * a / 5;
        d[2] = C * l * l / 12 + B * (a * a / 5 + h * h + 0.75 * a * h);
    }
    return V;
}

void zni_volume_add(zni_volume *v, const zn_scene_shape *s)
{
    double d[3] = {0, 0, 0}, R[9];
    const double V = moments(s, d), *c = s->position;

    zn_rotation_matrix(s->orientation, R);
    v->V += V;
    for (int j = 0; j < 3; j++) {
        v->S[j] += V * c[j];
        for (int i = 0; i < 3; i++) {
            double x = V * c[i] * c[j];
            for (int k = 0; k < 3; k++)
                x += R[i + 3 * k] * d[k] * R[j + 3 * k];
            v->J[i + 3 * j] += x;
        }
    }
}

void zni_mass_find(zni_scene_body *b)
{
    const zn_scene_body *g = &b->given;
    const zni_volume *v = &b->volume;
    double C[9], trace = 0, density = g->density;
    bool inertia = false;

    for (int i = 0; i < 9; i++)
        inertia = inertia || g->inertia[i] != 0;
    b->b = *g;
    if (g->fixed || inertia || !(v->V > 0))
        return;
    if (!(density > 0))
        density = g->mass / v->V;
    b->b.density = density;
    b->b.mass = density * v->V;
    for (int i = 0; i < 3; i++)
        b->b.centre[i] = v->S[i] / v->V;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            C[i + 3 * j] =
                density * (v->J[i + 3 * j] - v->S[i] * v->S[j] / v->V);
    for (int i = 0; i < 3; i++)
        trace += C[4 * i];
    for (int i = 0; i < 9; i++)
        b->b.inertia[i] = (i % 4 == 0 ? trace : 0) - C[i];
}
