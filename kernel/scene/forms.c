/* forms.c - forms of shapes by name
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"

#include <string.h>

static zn_status sphere(zn_ctx *ctx, const double size[3], zn_shape **out)
{
    return zn_shape_sphere(ctx, size[0], out);
}

static zn_status capsule(zn_ctx *ctx, const double size[3], zn_shape **out)
{
    return zn_shape_capsule(ctx, size[0], size[1], out);
}

static zn_status plane(zn_ctx *ctx, const double size[3], zn_shape **out)
{
    (void)size;
    return zn_shape_plane(ctx, out);
}

static const struct {
    const char *form;
    zn_status (*make)(zn_ctx *ctx, const double size[3], zn_shape **out);
} forms[] = {{"sphere", sphere},
             {"box", zn_shape_box},
             {"capsule", capsule},
             {"plane", plane}};

zn_status zni_form_make(zn_ctx *ctx, const zn_scene_shape *s, zn_shape **out)
{
    *out = NULL;
    for (size_t k = 0; s->form && k < sizeof forms / sizeof *forms; k++)
        if (strcmp(forms[k].form, s->form) == 0)
            return zn_note(ctx, forms[k].make(ctx, s->size, out), "shape '%s'",
                           s->form);
    return zn_fail(ctx, ZN_EINVAL,
                   "there is no shape '%s'; there are sphere, box, capsule, "
                   "plane",
                   s->form ? s->form : "");
}
