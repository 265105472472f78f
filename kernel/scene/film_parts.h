/* film_parts.h - parts of films
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_FILM_PARTS_H
#define ZENO_KERNEL_SCENE_FILM_PARTS_H

#include "kernel/scene/h5.h"
#include "kernel/scene/scene.h"

/* Births and deaths, if there are any: group "body". */
bool zni_film_put_lives(const zn_scene *s, zn_ctx *ctx, hid_t at,
                        bool *no_memory);
/* Group "joint" of a film: names, and a dataset for what they do. */
bool zni_film_begin_joints(const zn_scene *s, zn_ctx *ctx, hid_t at,
                           zni_h5_rows *rows, bool *no_memory);

#endif
