/* by_name.c - bodies and geometries of a scene by their names
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"

#include <stddef.h>

/* Bodies are known by their numbers, from 1 on. */
static const char *name_of_body(const zni_names *t, const void *object)
{
    const zn_scene *s = (const zn_scene *)(const void *)((const char *)t -
                                                         offsetof(zn_scene, body_names));

    return s->body[(uintptr_t)object - 1].given.name;
}

static const char *key_of_geometry(const zni_names *t, const void *object)
{
    (void)t;
    return ((const zni_geometry *)object)->key;
}

void zni_scene_name(zn_scene *s)
{
    s->body_names.name = name_of_body;
    s->geometry_keys.name = key_of_geometry;
}

zn_index zni_scene_find(const zn_scene *s, const char *name)
{
    return (zn_index)(uintptr_t)zni_names_get(&s->body_names, name) - 1;
}
