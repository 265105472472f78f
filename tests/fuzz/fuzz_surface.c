/* fuzz_surface.c - any bytes as a file of triangles, and as rows of heights
 *
 * What is read is made into a shape. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check the corpus and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>

#include <zeno/shape.h>
#include <zeno/surface.h>

#include "tests/fuzz/replay.h"

static void as_mesh(zn_ctx *ctx, const char *text, size_t size)
{
    zn_mesh_data d;
    zn_shape *s;

    zn_fail(ctx, ZN_EINVAL, "%s", "");
    if (zn_mesh_read_text(ctx, "fuzz", size, text, &d)) {
        must(*zn_errmsg(ctx) && !d.points && !d.corner);
        return;
    }
    must(d.nv > 0 && d.nt > 0);
    for (zn_index i = 0; i < 3 * d.nv; i++)
        must(isfinite(d.points[i]));
    for (zn_index i = 0; i < 3 * d.nt; i++)
        must(d.corner[i] >= 0 && d.corner[i] < d.nv);
    if (!zn_shape_mesh(ctx, d.nv, d.points, d.nt, d.corner, &s))
        zn_shape_free(s);
    zn_mesh_data_free(ctx, &d);
}

static void as_heights(zn_ctx *ctx, const char *text, size_t size)
{
    zn_height_data d;

    zn_fail(ctx, ZN_EINVAL, "%s", "");
    if (zn_height_read_text(ctx, "fuzz", size, text, &d)) {
        must(*zn_errmsg(ctx) && !d.height);
        return;
    }
    must(d.nx >= 2 && d.ny >= 2);
    for (zn_index i = 0; i < d.nx * d.ny; i++)
        must(isfinite(d.height[i]));
    zn_height_data_free(ctx, &d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static zn_ctx *ctx;

    if (!ctx)
        must(!zn_ctx_new(&ctx));
    as_mesh(ctx, (const char *)data, size);
    as_heights(ctx, (const char *)data, size);
    return 0;
}

#ifndef ZN_FUZZ_ONLY
int main(int argc, char **argv)
{
    static const char alphabet[] = "0123456789-+.e/ \n\0\\vf#,;\xff\x7f";
    const replay_how how = {alphabet, sizeof alphabet - 1, 300};
    int files = 0, failed = 0;

    for (int k = 1; k < argc; k++)
        failed |= replay_file(&how, argv[k]);
    if (argc > 1)
        return failed;
    failed |= replay_folder(&how, "tests/fuzz/surface", "", &files);
    printf("%d files\n", files);
    return failed || files < 4;
}
#endif
