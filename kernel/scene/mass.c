/* mass.c - mass, centre and inertia of bodies from their shapes
 *
 * The shapes are summed at density 1. Those that overlap count twice where they do.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"

#include <math.h>
#include <string.h>

static double least_extent(const zn_shape *shape)
{
    double low[3], high[3], least = INFINITY;

    zn_shape_bounds(shape, low, high);
    for (int i = 0; i < 3; i++)
        if (high[i] > low[i]) /* else it is of the plane */
            least = fmin(least, high[i] - low[i]);
    return least;
}

zn_status zni_matter_add(zn_ctx *ctx, zn_mass *sum, const zn_scene_shape *s,
                         zni_geometry *g, bool needed, double *least)
{
    const double *x = s->position, *p = s->orientation;
    const double pose[7] = {x[0], x[1], x[2], p[0], p[1], p[2], p[3]};
    zn_shape *shape;
    zn_mass part = {0};
    zn_status st;

    needed = needed && zni_form_find(s->form) && zni_form_find(s->form)->full;
    if (g && g->good && (g->weighed || !needed)) {
        if (needed)
            zn_mass_add(sum, &g->matter, pose);
        *least = g->least;
        return ZN_OK;
    }
    st = zni_form_make(ctx, s, &shape);
    *least = st ? 0 : least_extent(shape);
    if (!st && needed) {
        st =
            zn_note(ctx, zn_shape_mass(shape, 1, &part), "shape '%s'", s->form);
        if (!st)
            zn_mass_add(sum, &part, pose);
    }
    if (!st && g) {
        g->good = true;
        g->least = *least;
        g->weighed = needed;
        g->matter = part;
    }
    zn_shape_free(shape);
    return st;
}

static bool has_inertia(const zn_scene_body *given)
{
    for (int i = 0; i < 9; i++)
        if (given->inertia[i] != 0)
            return true;
    return false;
}

bool zni_mass_of_shapes(const zn_scene_body *given)
{
    return !given->fixed && !(given->mass > 0 && has_inertia(given));
}

void zni_mass_find(zni_scene_body *b)
{
    const zn_scene_body *g = &b->given;
    const zn_mass *m = &b->matter;

    b->b = *g;
    if (g->fixed || has_inertia(g) || !(m->mass > 0))
        return;
    b->b.density = g->density > 0 ? g->density : g->mass / m->mass;
    b->b.mass = b->b.density * m->mass;
    memcpy(b->b.centre, m->centre, sizeof b->b.centre);
    for (int i = 0; i < 9; i++)
        b->b.inertia[i] = b->b.density * m->inertia[i];
}

bool zni_mass_finite(const zn_scene_body *b)
{
    bool finite = isfinite(b->mass) && isfinite(b->density);

    for (int i = 0; i < 9; i++)
        finite = finite && isfinite(b->inertia[i]);
    return finite;
}
