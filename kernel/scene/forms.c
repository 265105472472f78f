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

static zn_status plane(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    (void)s;
    return zn_shape_plane(ctx, out);
}

static const zni_form forms[] = {
    {"sphere", {"radius", NULL}, NULL, sphere},
    {"box", {"size", NULL}, NULL, box},
    {"capsule", {"radius", "length"}, NULL, capsule},
    {"cylinder", {"radius", "length"}, NULL, cylinder},
    {"cone", {"radius", "length"}, "top", cone},
    {"hull", {"points", NULL}, NULL, hull},
    {"plane", {NULL, NULL}, "normal", plane}};

const char zni_form_names[] =
    "sphere, box, capsule, cylinder, cone, hull, plane";

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
