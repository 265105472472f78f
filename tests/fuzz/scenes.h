/* scenes.h - what fuzzers of scenes share: bytes that are read, a model of what was read
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_FUZZ_SCENES_H
#define ZENO_FUZZ_SCENES_H

#include <zeno/scene.h>

#include "tests/fuzz/bounded.h"
#include "tests/fuzz/replay.h"

/* of bodies, of what is built */
enum { SMALL = 1000 };

/* One context for all bytes; its memory is bounded. */
static inline zn_ctx *scenes_ctx(void)
{
    static const zn_allocator alloc = {.resize = bounded_resize};
    static zn_ctx *ctx;

    if (!ctx)
        must(!zn_ctx_new_with(&alloc, &ctx));
    return ctx;
}

/* The bytes as a scene; NULL if they are none, and then there are words. */
static inline zn_scene *scenes_read(zn_ctx *ctx, const char *name,
                                    const uint8_t *data, size_t size,
                                    zn_index nset, const char *const set[])
{
    zn_scene *s;
    zn_status st;

    zn_fail(ctx, ZN_EINVAL, "%s", "");
    st = zn_scene_read_text(ctx, name, (const char *)data, size, nset, set, &s);
    must(!st == !!s);
    must(!st || st == ZN_ENOMEM || *zn_errmsg(ctx));
    return s;
}

/* Its model and the beginning of the simulation, or neither. */
static inline void scenes_build(zn_ctx *ctx, const zn_scene *s)
{
    zn_simulation *sim;
    zn_model *m;

    if (zn_scene_simulation(s, ctx, &m, &sim)) {
        must(!m && !sim);
        return;
    }
    (void)zn_simulation_init(sim);
    zn_simulation_free(sim);
    zn_model_free(m);
}

#endif
