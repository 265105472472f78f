/* import_test.h - reads robots and models from text, for tests
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_IMPORT_TEST_H
#define ZENO_TEST_IMPORT_TEST_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/rotation.h>
#include <zeno/scene.h>

#include "tests/must.h"
#include "zeno_test.h"

static zn_ctx *ctx;
static zn_scene *scene;
static char said[4096]; /* warnings, a line each */

static inline void hear(void *user, zn_log_level level, const char *line)
{
    (void)user;
    ck_assert_int_eq(level, ZN_LOG_WARN);
    strncat(said, line, sizeof said - strlen(said) - 2);
    strcat(said, "\n");
}

static inline void setup(void)
{
    ck_assert(!zn_ctx_new(&ctx));
    zn_ctx_set_log(ctx, ZN_LOG_WARN, hear, NULL);
    scene = NULL;
    said[0] = 0;
}

static inline void teardown(void)
{
    zn_scene_free(scene);
    zn_ctx_free(ctx);
}

static inline void take(const char *name, const char *text)
{
    zn_scene_free(scene);
    MUST(zn_scene_read_text(ctx, name, text, strlen(text), 0, NULL, &scene));
}

static inline void refused(const char *name, const char *text, const char *words)
{
    zn_scene *s;
    const zn_status st =
        zn_scene_read_text(ctx, name, text, strlen(text), 0, NULL, &s);

    ck_assert_msg(st == ZN_EINVAL && !s, "%s", text);
    ck_assert_msg(strstr(zn_errmsg(ctx), words), "'%s' is not in '%s'", words,
                  zn_errmsg(ctx));
}

static inline const zn_scene_body *body(const char *name)
{
    for (zn_index i = 0; i < zn_scene_body_count(scene); i++)
        if (strcmp(zn_scene_body_at(scene, i)->name, name) == 0)
            return zn_scene_body_at(scene, i);
    ck_abort_msg("there is no body '%s'", name);
    return NULL;
}

static inline const zn_scene_joint *joint(const char *name)
{
    for (zn_index i = 0; i < zn_scene_joint_count(scene); i++)
        if (strcmp(zn_scene_joint_at(scene, i)->name, name) == 0)
            return zn_scene_joint_at(scene, i);
    ck_abort_msg("there is no joint '%s'", name);
    return NULL;
}

#define SAME(n, x, ...) same(n, x, (const double[]){__VA_ARGS__})

static inline void same(int n, const double x[], const double want[])
{
    for (int i = 0; i < n; i++)
        ck_assert_msg(fabs(x[i] - want[i]) < 1e-14, "%d: %.17g, not %.17g", i,
                      x[i], want[i]);
}

#endif
