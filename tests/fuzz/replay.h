/* replay.h - a fuzzer without its engine: files of a corpus, whole, cut off and changed
 *
 * In make check each file runs as it is, cut off in 40 places, and with one to four
 * bytes changed, the same on every machine. With clang and -DZN_FUZZ_ONLY the engine
 * calls LLVMFuzzerTestOneInput, and none of this is there but must().
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_FUZZ_REPLAY_H
#define ZENO_FUZZ_REPLAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What holds of any bytes; without, the engine keeps them. */
static void must(bool holds)
{
    if (!holds)
        abort();
}

#ifndef ZN_FUZZ_ONLY
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "tests/rounds.h"

/* What bytes are changed to, and how often each file is. */
typedef struct replay_how {
    const char *alphabet;
    size_t letters;
    int changes;
} replay_how;

/* a small generator of our own: the same bytes on every machine */
static uint32_t replay_next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void replay_change(const replay_how *how, uint8_t data[], size_t size,
                          uint32_t *seed)
{
    for (uint32_t k = replay_next(seed) % 4 + 1; k > 0; k--)
        data[replay_next(seed) % size] =
            (uint8_t)how->alphabet[replay_next(seed) % how->letters];
}

/* Tell only of an exact copy, so that a sanitizer sees its end. */
static void replay_run(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);

    must(copy != NULL);
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static int replay_file(const replay_how *how, const char *path)
{
    static uint8_t data[65536], changed[sizeof data];
    uint32_t seed = 1;
    FILE *f = fopen(path, "rb");

    if (!f) {
        perror(path);
        return 1;
    }
    size_t size = fread(data, 1, sizeof data, f);
    fclose(f);
    replay_run(data, size);
    for (size_t n = 0; n < size; n += 1 + size / (size_t)test_rounds(40))
        replay_run(data, n);
    for (int k = 0; size && k < test_rounds(how->changes); k++) {
        memcpy(changed, data, size);
        replay_change(how, changed, size, &seed);
        replay_run(changed, size);
    }
    return 0;
}

/* All files of a folder of the sources whose names end so; counts them. */
static int replay_folder(const replay_how *how, const char *folder,
                         const char *end, int *files)
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
    while ((entry = readdir(dir))) {
        const size_t n = strlen(entry->d_name), m = strlen(end);

        if (entry->d_name[0] == '.' || n < m ||
            strcmp(entry->d_name + n - m, end) != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", from, entry->d_name);
        failed |= replay_file(how, path);
        ++*files;
    }
    closedir(dir);
    return failed;
}
#endif

#endif
