/* fuzz_scene.c - any bytes as a scene
 *
 * What is read is built into a model, if it is small. Memory ends at 32 MB, since a few
 * bytes may ask for a million bodies. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check the corpus and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/scene.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 32 << 20, SMALL = 1000 };

static size_t held;

/* Counts what is held; the size is kept in front of each block. */
static void *resize(void *user, void *p, size_t bytes)
{
    max_align_t *block = p ? (max_align_t *)p - 1 : NULL;
    size_t before = 0;

    (void)user;
    if (block)
        memcpy(&before, block, sizeof before);
    if (bytes == 0) {
        held -= before;
        free(block);
        return NULL;
    }
    if (held - before + bytes > MOST)
        return NULL;
    block = realloc(block, bytes + sizeof *block);
    if (!block)
        return NULL;
    held += bytes - before;
    memcpy(block, &bytes, sizeof bytes);
    return block + 1;
}

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void build(zn_ctx *ctx, const zn_scene *s)
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const zn_allocator alloc = {.resize = resize};
    static const char *const set[] = {"n=3"};
    static zn_ctx *ctx;
    zn_scene *s;
    zn_status st;

    if (!ctx)
        must(!zn_ctx_new_with(&alloc, &ctx));
    for (zn_index nset = 0; nset < 2; nset++) {
        zn_fail(ctx, ZN_EINVAL, "%s", "");
        st = zn_scene_read_text(ctx, "fuzz", (const char *)data, size, nset,
                                set, &s);
        must(!st == !!s);
        must(!st || st == ZN_ENOMEM || *zn_errmsg(ctx));
        if (s && zn_scene_body_count(s) <= SMALL)
            build(ctx, s);
        zn_scene_free(s);
    }
    return 0;
}

#ifndef ZN_FUZZ_ONLY
/* ---- replay -------------------------------------------------------------- */

enum { LONGEST = 65536, CHANGES = 200 };

/* a small generator of our own: the same bytes on every machine */
static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void change(uint8_t data[], size_t size, uint32_t *seed)
{
    static const char alphabet[] = "0123456789-+.e*/()[]{},: \n\0#&!|>'\"xyab";

    for (uint32_t k = next(seed) % 4 + 1; k > 0; k--)
        data[next(seed) % size] =
            (uint8_t)alphabet[next(seed) % (sizeof alphabet - 1)];
}

/* Tell only of an exact copy, so that a sanitizer sees its end. */
static void run(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);

    must(copy != NULL);
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static int replay(const char *path)
{
    static uint8_t data[LONGEST], changed[LONGEST];
    uint32_t seed = 1;
    FILE *f = fopen(path, "rb");

    if (!f) {
        perror(path);
        return 1;
    }
    size_t size = fread(data, 1, LONGEST, f);
    fclose(f);
    run(data, size);
    for (size_t n = 0; n < size; n += 1 + size / 40)
        run(data, n);
    for (int k = 0; size && k < CHANGES; k++) {
        memcpy(changed, data, size);
        change(changed, size, &seed);
        run(changed, size);
    }
    return 0;
}

static int replay_folder(const char *folder, int *files)
{
    const char *src = getenv("ZENO_SRCDIR");
    char from[4096], path[8192];
    struct dirent *entry;
    int failed = 0;
    DIR *dir;

    snprintf(from, sizeof from, "%s/%s", src ? src : ".", folder);
    dir = opendir(from);
    if (!dir) {
        perror(from);
        return 1;
    }
    while ((entry = readdir(dir)))
        if (strstr(entry->d_name, ".yaml")) {
            snprintf(path, sizeof path, "%s/%s", from, entry->d_name);
            failed |= replay(path);
            ++*files;
        }
    closedir(dir);
    return failed;
}

int main(int argc, char **argv)
{
    int files = 0, failed = 0;

    for (int k = 1; k < argc; k++)
        failed |= replay(argv[k]);
    if (argc > 1)
        return failed;
    failed |= replay_folder("tests/fuzz/scene", &files);
    failed |= replay_folder("samples/scenes", &files);
    printf("%d files\n", files);
    return failed || files < 4;
}
#endif
