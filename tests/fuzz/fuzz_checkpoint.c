/* fuzz_checkpoint.c - a changed checkpoint, with a checksum that is right
 *
 * Each input says what is changed (edits.h) in the checkpoint of a small run. What is
 * refused has words and changes nothing; what is taken is, saved again, the same bytes,
 * and the run goes on from it or fails with words. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check the corpus and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "tests/output/run.h"

#include "tests/fuzz/edits.h"
#include "tests/fuzz/replay.h"

static run r;
static void *good; /* in the middle of the run, contacts closed */
static size_t size;

static void begin(void)
{
    must(!run_make(&r, NULL) && !zn_simulation_init(r.sim));
    for (int k = 0; k < 90; k++)
        must(!zn_simulation_step(r.sim));
    must(!zn_checkpoint_to_memory(r.sim, &good, &size));
}

/* The checksum of all before it (FNV-1a, as checkpoint_file.h says). */
static void sign(uint8_t bytes[], size_t n)
{
    uint64_t sum = 0xcbf29ce484222325u;

    if (n < sizeof sum)
        return;
    for (size_t i = 0; i < n - sizeof sum; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3u;
    memcpy(bytes + n - sizeof sum, &sum, sizeof sum);
}

/* In the head the next instant and the end of the run that made it may be others than here,
 * and it may have had no energy balance, or one that this run does not go on with (the last of
 * the totals says which): these and the checksum are those of this run. */
enum { T0 = 120, NOW = 128, NEXT = 136, HEAD = 152, BALANCE = 296, STEPS = 376, SINCE = 392, TRUTH = 400, STATE = 408 };

static bool part(const void *a, const void *b, size_t from, size_t to)
{
    return memcmp((const char *)a + from, (const char *)b + from, to - from) == 0;
}

/* Numbers of a level that no law is on are zeros, whatever a file says. Zero has two signs; the head's instants are taken as numbers. */
static bool instant(const void *a, const void *b, size_t at)
{
    double s, t;

    memcpy(&s, (const char *)a + at, sizeof s);
    memcpy(&t, (const char *)b + at, sizeof t);
    return s == t;
}

static void same(const void *bytes, size_t n)
{
    void *again;
    size_t m;

    must(!zn_checkpoint_to_memory(r.sim, &again, &m));
    must(m == n && part(again, bytes, 0, T0));
    must(instant(again, bytes, T0) && instant(again, bytes, NOW));
    must(part(again, bytes, HEAD, BALANCE));
    must(part(again, bytes, BALANCE, STEPS) ||
         !part(again, bytes, TRUTH, STATE));
    must(part(again, bytes, STEPS, SINCE));
    must(part(again, bytes, SINCE, TRUTH) || !part(again, bytes, TRUTH, STATE));
    for (size_t i = STATE; i < n - sizeof(uint64_t); i++)
        must(part(again, bytes, i, i + 1) ||
             (part(again, good, i, i + 1) && ((const char *)good)[i] == 0));
    zn_free_array(r.ctx, again);
}

static void load(const void *bytes, size_t n)
{
    zn_status st;

    must(!zn_checkpoint_from_memory(r.sim, good, size));
    zn_fail(r.ctx, ZN_EINVAL, "%s", "");
    st = zn_checkpoint_from_memory(r.sim, bytes, n);
    if (st) {
        must(*zn_errmsg(r.ctx));
        same(good, size);
        return;
    }
    same(bytes, n);
    zn_fail(r.ctx, ZN_EINVAL, "%s", "");
    for (int k = 0; !st && k < 3 && !zn_simulation_done(r.sim); k++)
        st = zn_simulation_step(r.sim);
    must(!st || *zn_errmsg(r.ctx));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    edits e = {data, data + n};
    uint8_t *copy;
    size_t left;

    if (!good)
        begin();
    copy = malloc(size);
    must(copy != NULL);
    memcpy(copy, good, size);
    left = edits_apply(&e, copy, size);
    sign(copy, left);
    load(copy, left);
    free(copy);
    load(data, n);
    return 0;
}

#ifndef ZN_FUZZ_ONLY
int main(int argc, char **argv)
{
    const replay_how how = {edits_alphabet, sizeof edits_alphabet - 1, 400};
    int files = 0, failed = 0;

    for (int k = 1; k < argc; k++)
        failed |= replay_file(&how, argv[k]);
    if (argc > 1)
        return failed;
    failed |= replay_folder(&how, "tests/fuzz/checkpoint", "", &files);
    printf("%d files\n", files);
    return failed || files < 3;
}
#endif
