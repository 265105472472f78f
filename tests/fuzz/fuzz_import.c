/* fuzz_import.c - any bytes as a robot in URDF and as a model in MJCF
 *
 * What is read is built into a model, and written. Memory ends at 32 MB. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check the corpus and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "tests/fuzz/scenes.h"

static void use(zn_ctx *ctx, const zn_scene *s)
{
    FILE *out = fopen("/dev/null", "w");

    must(out != NULL);
    (void)zn_scene_write(s, out);
    fclose(out);
    scenes_build(ctx, s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    zn_ctx *ctx = scenes_ctx();
    zn_scene *s = scenes_read(ctx, "fuzz.xml", data, size, 0, NULL);

    if (s && zn_scene_body_count(s) <= SMALL)
        use(ctx, s);
    zn_scene_free(s);
    return 0;
}

#ifndef ZN_FUZZ_ONLY
int main(int argc, char **argv)
{
    static const char alphabet[] = "<>/=\"' &;#-+.e019xyz\n\0!?";
    const replay_how how = {alphabet, sizeof alphabet - 1, 400};
    int files = 0, failed = 0;

    for (int k = 1; k < argc; k++)
        failed |= replay_file(&how, argv[k]);
    if (argc > 1)
        return failed;
    failed |= replay_folder(&how, "tests/fuzz/import", ".urdf", &files);
    failed |= replay_folder(&how, "tests/fuzz/import", ".xml", &files);
    failed |= replay_folder(&how, "samples/scenes", ".urdf", &files);
    printf("%d files\n", files);
    return failed || files < 3;
}
#endif
