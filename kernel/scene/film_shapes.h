/* film_shapes.h - the shapes of a scene in its film
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_FILM_SHAPES_H
#define ZENO_KERNEL_FILM_SHAPES_H

#include "kernel/scene/h5.h"
#include "kernel/scene/scene.h"

/* Into the group `at`; false: HDF5 failed, or there was *no_memory. */
bool zni_film_shapes(zn_ctx *ctx, const zn_scene *s, hid_t at, bool *no_memory);

#endif
