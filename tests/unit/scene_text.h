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

#endif
