/* fuzz_scene.c - any bytes as a scene
 *
 * What is read is built into a model, if it is small. Memory ends at 32 MB, since a few
 * bytes may ask for a million bodies. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check the corpus and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/scenes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const set[] = {"n=3"};
    zn_ctx *ctx = scenes_ctx();

    for (zn_index nset = 0; nset < 2; nset++) {
        zn_scene *s = scenes_read(ctx, "fuzz", data, size, nset, set);
        if (s && zn_scene_body_count(s) <= SMALL)
            scenes_build(ctx, s);
        zn_scene_free(s);
    }
    return 0;
}

#ifndef ZN_FUZZ_ONLY
int main(int argc, char **argv)
{
    static const char alphabet[] = "0123456789-+.e*/()[]{},: \n\0#&!|>'\"xyab";
    const replay_how how = {alphabet, sizeof alphabet - 1, 200};
    int files = 0, failed = 0;

    for (int k = 1; k < argc; k++)
        failed |= replay_file(&how, argv[k]);
    if (argc > 1)
        return failed;
    failed |= replay_folder(&how, "tests/fuzz/scene", ".yaml", &files);
    failed |= replay_folder(&how, "samples/scenes", ".yaml", &files);
    printf("%d files\n", files);
    return failed || files < 4;
}
#endif
