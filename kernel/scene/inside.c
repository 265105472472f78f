/* inside.c - what is in a scene
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"

#include <string.h>

const char *zn_scene_title(const zn_scene *s)
{
    return s->title;
}

zn_index zn_scene_body_count(const zn_scene *s)
{
    return s->nbody;
}

const zn_scene_body *zn_scene_body_at(const zn_scene *s, zn_index i)
{
    return i >= 0 && i < s->nbody ? &s->body[i].b : NULL;
}

zn_index zn_scene_shape_count(const zn_scene *s)
{
    return s->nshape;
}

const zn_scene_shape *zn_scene_shape_at(const zn_scene *s, zn_index i,
                                        zn_index *body)
{
    if (i < 0 || i >= s->nshape)
        return NULL;
    if (body)
        *body = s->shape[i].body;
    return &s->shape[i].s;
}

zn_index zn_scene_joint_count(const zn_scene *s)
{
    return s->njoint;
}

const zn_scene_joint *zn_scene_joint_at(const zn_scene *s, zn_index i)
{
    return i >= 0 && i < s->njoint ? &s->joint[i] : NULL;
}

void zn_scene_times(const zn_scene *s, double times[3])
{
    memcpy(times, s->times, sizeof s->times);
}

const char *zn_scene_integrator(const zn_scene *s)
{
    return s->osi;
}

const char *zn_scene_own_options(const zn_scene *s)
{
    return s->said;
}

const char *zn_scene_options(const zn_scene *s)
{
    return s->options;
}

const char *zn_scene_contact_options(const zn_scene *s)
{
    return s->meeting;
}

zn_index zn_scene_parameter_count(const zn_scene *s)
{
    return s->nparameter;
}

const zn_scene_parameter *zn_scene_parameter_at(const zn_scene *s, zn_index i)
{
    return i >= 0 && i < s->nparameter ? &s->parameter[i] : NULL;
}
