/* edits.h - bytes of an engine as changes of something whole
 *
 * Files with checksums or many cross references are hardly met by random bytes. So a
 * corpus of these is text, numbers between anything else, that say where something whole
 * is changed: it can be read, compared and kept beside the sources.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_FUZZ_EDITS_H
#define ZENO_FUZZ_EDITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct edits {
    const uint8_t *at, *end;
} edits;

/* The next number; false at the end. It wraps at 64 bits. */
static inline bool edits_next(edits *e, int64_t *out)
{
    uint64_t n = 0;
    bool minus = false;

    for (; e->at < e->end && (*e->at < '0' || *e->at > '9'); e->at++)
        minus = *e->at == '-';
    if (e->at == e->end)
        return false;
    for (; e->at < e->end && *e->at >= '0' && *e->at <= '9'; e->at++)
        n = 10 * n + (uint64_t)(*e->at - '0');
    *out = (int64_t)(minus ? 0 - n : n);
    return true;
}

/* "place value": bytes of a block, places from its end if negative; a value above 255 cuts
 * it off there. Returns the length. */
static inline size_t edits_apply(edits *e, uint8_t data[], size_t size)
{
    const size_t whole = size;
    int64_t place, value;

    while (edits_next(e, &place) && edits_next(e, &value)) {
        const uint64_t at =
            (uint64_t)(place < 0 ? place + (int64_t)whole : place);

        if (value > 255 && at < size)
            size = at;
        else if (at < size)
            data[at] = (uint8_t)value;
    }
    return size;
}

static const char edits_alphabet[] = "0123456789 -\n";

#endif
