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

static const zni_form forms[] = {
    {"sphere", 0, {"radius"}, {NULL}, 0, true, sphere},
    {"box", 3, {"size"}, {NULL}, 0, true, box},
    {"capsule", 0, {"radius", "length"}, {NULL}, 0, true, capsule},
    {"cylinder", 0, {"radius", "length"}, {NULL}, 0, true, cylinder},
    {"cone", 0, {"radius", "length"}, {"top"}, 0, true, cone},
    {"hull", 0, {"points"}, {NULL}, ZNI_POINTS, true, hull},
    {"mesh",
     0,
     {NULL},
     {"file", "points", "faces", "scale"},
     ZNI_POINTS | ZNI_TRIANGLES,
     true,
     mesh},
    {"height_field",
     2,
     {"size"},
     {"file", "heights", "height", "cells"},
     ZNI_HEIGHTS,
     false,
     height_field},
    {"plane", 0, {NULL}, {"normal"}, 0, false, plane}};

const char zni_form_names[] = "sphere, box, capsule, cylinder, cone, hull, "
                              "mesh, height_field, plane";

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
