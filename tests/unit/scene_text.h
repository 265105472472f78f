/* scene_text.h - scenes from text, for tests
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_SCENE_TEXT_H
#define ZENO_TEST_SCENE_TEXT_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/scene.h>
#include <zeno/source.h>

#include "zeno_test.h"

static zn_ctx *ctx;

static inline void setup(void)
{
    ck_assert(!zn_ctx_new(&ctx));
}

static inline void teardown(void)
{
    zn_ctx_free(ctx);
}

static inline zn_scene *read_with(const char *text, zn_index nset,
                           const char *const set[])
{
    zn_scene *s;
    const zn_status st =
        zn_scene_read_text(ctx, "x.yaml", text, strlen(text), nset, set, &s);

    ck_assert_msg(!st, "%s", zn_errmsg(ctx));
    return s;
}

static inline void refused(const char *text, const char *words)
{
    zn_scene *s;
    const zn_status st =
        zn_scene_read_text(ctx, "x.yaml", text, strlen(text), 0, NULL, &s);

    ck_assert_msg(st == ZN_EINVAL && !s, "%s", text);
    ck_assert_msg(strstr(zn_errmsg(ctx), words), "'%s' is not in '%s'", words,
                  zn_errmsg(ctx));
}

/* Runs to the end; q of the body there. */
static inline void run(const zn_scene *s, const char *body, double q[7])
{
    zn_model *m;
    zn_simulation *sim;

    ck_assert_msg(!zn_scene_simulation(s, ctx, &m, &sim), "%s", zn_errmsg(ctx));
    ck_assert_msg(!zn_simulation_run(sim), "%s", zn_errmsg(ctx));
    memcpy(q, zn_simulation_q(sim, zn_model_ds(m, body)), 7 * sizeof *q);
    zn_simulation_free(sim);
    zn_model_free(m);
}

/* For test_torture: read with this memory, and so many steps, or to the end. */
static inline zn_status steps_with(const zn_allocator *alloc, const char *text, int steps)
{
    zn_scene *s = NULL;
    zn_model *m = NULL;
    zn_simulation *sim = NULL;
    zn_ctx *c = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (!st)
        st = zn_scene_read_text(c, "x", text, strlen(text), 0, NULL, &s);
    if (!st)
        st = zn_scene_simulation(s, c, &m, &sim);
    for (int k = 0; !st && k < steps; k++)
        st = zn_simulation_step(sim);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
    zn_ctx_free(c);
    return st == ZN_END ? ZN_OK : st;
}

#endif
