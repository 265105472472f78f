/* forms.c - forms of shapes by name
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"

#include <string.h>

static zn_status sphere(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    return zn_shape_sphere(ctx, s->size[0], out);
}

static zn_status box(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    return zn_shape_box(ctx, s->size, out);
}

static zn_status capsule(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    return zn_shape_capsule(ctx, s->size[0], s->size[1], out);
}

static zn_status cylinder(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    return zn_shape_cylinder(ctx, s->size[0], s->size[1], out);
}

static zn_status cone(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    return zn_shape_cone(ctx, s->size[0], s->size[2], s->size[1], out);
}

static zn_status hull(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    return zn_shape_hull(ctx, s->npoint, s->points, out);
}

static zn_status mesh(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    return zn_shape_mesh(ctx, s->npoint, s->points, s->ntriangle, s->triangles,
                         out);
}

static zn_status height_field(zn_ctx *ctx, const zn_scene_shape *s,
                              zn_shape **out)
{
    return zn_shape_height_field(ctx, s->grid[0], s->grid[1], s->size,
                                 s->heights, out);
}

static zn_status plane(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    (void)s;
    return zn_shape_plane(ctx, out);
}

static zn_status disc(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    return zn_shape_disc(ctx, s->size[0], out);
}

static zn_status rectangle(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    return zn_shape_rectangle(ctx, s->size, out);
}

/* Without the z of the points. */
static zn_status polygon(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    const bool segment = strcmp(s->form, "segment") == 0;
    double *x = zn_alloc(ctx, 2 * s->npoint, sizeof *x);
    zn_status st = x ? ZN_OK : ZN_ENOMEM;

    *out = NULL;
    for (zn_index i = 0; x && i < s->npoint; i++)
        memcpy(x + 2 * i, s->points + 3 * i, 2 * sizeof *x);
    if (!st && segment && s->npoint != 2)
        st = zn_fail(ctx, ZN_EINVAL, "%td points, must be the 2 ends",
                     s->npoint);
    if (!st)
        st = segment ? zn_shape_segment(ctx, x, out)
                     : zn_shape_polygon(ctx, s->npoint, x, out);
    zn_free_array(ctx, x);
    return st;
}

static zn_status half_plane(zn_ctx *ctx, const zn_scene_shape *s,
                            zn_shape **out)
{
    (void)s;
    return zn_shape_half_plane(ctx, out);
}

static const zni_form forms[] = {
    {"sphere", 0, {"radius"}, {NULL}, 0, true, false, false, sphere},
    {"box", 3, {"size"}, {NULL}, 0, true, false, false, box},
    {"capsule", 0, {"radius", "length"}, {NULL}, 0, true, false, false, capsule},
    {"cylinder", 0, {"radius", "length"}, {NULL}, 0, true, false, false, cylinder},
    {"cone", 0, {"radius", "length"}, {"top"}, 0, true, false, false, cone},
    {"hull", 0, {"points"}, {NULL}, ZNI_POINTS, true, false, false, hull},
    {"mesh",
     0,
     {NULL},
     {"file", "points", "faces", "scale"},
     ZNI_POINTS | ZNI_TRIANGLES,
     true,
     false,
     false,
     mesh},
    {"height_field",
     2,
     {"size"},
     {"file", "heights", "height", "cells"},
     ZNI_HEIGHTS,
     false,
     false,
     false,
     height_field},
    {.name = "plane", .may = {"normal"}, .endless = true, .make = plane},
    {.name = "disc", .must = {"radius"}, .full = true, .flat = true, .make = disc},
    {.name = "rectangle",
     .sizes = 2,
     .must = {"size"},
     .full = true,
     .flat = true,
     .make = rectangle},
    {.name = "polygon",
     .must = {"points"},
     .lists = ZNI_POINTS,
     .full = true,
     .flat = true,
     .make = polygon},
    {.name = "segment",
     .must = {"points"},
     .lists = ZNI_POINTS,
     .flat = true,
     .make = polygon},
    {.name = "half_plane",
     .may = {"normal"},
     .flat = true,
     .endless = true,
     .make = half_plane}};

const char zni_form_names[] = "sphere, box, capsule, cylinder, cone, hull, "
                              "mesh, height_field, plane; in the plane disc, "
                              "rectangle, polygon, segment, half_plane";

const zni_form *zni_form_at(size_t k)
{
    return k < sizeof forms / sizeof *forms ? &forms[k] : NULL;
}

const zni_form *zni_form_find(const char *name)
{
    for (size_t k = 0; name && k < sizeof forms / sizeof *forms; k++)
        if (strcmp(forms[k].name, name) == 0)
            return &forms[k];
    return NULL;
}

zn_status zni_form_make(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    const zni_form *f = zni_form_find(s->form);

    *out = NULL;
    if (f)
        return zn_note(ctx, f->make(ctx, s, out), "shape '%s'", s->form);
    return zn_fail(ctx, ZN_EINVAL, "there is no shape '%s'; there are %s",
                   s->form ? s->form : "", zni_form_names);
}
