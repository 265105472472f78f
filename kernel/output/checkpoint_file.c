/* checkpoint_file.c - bytes of a checkpoint: counted, written, or read
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/output/checkpoint_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "solvers/core/hash.h"

zn_status zni_bytes_begin(zni_bytes *b, uint64_t size)
{
    b->sum = ZNI_HASH;
    b->count = 0;
    if (b->fd >= 0)
        return ZN_OK;
    b->to = zn_alloc(b->ctx, (zn_index)size, 1);
    return b->to ? ZN_OK : ZN_ENOMEM;
}

zn_status zni_bytes_flush(zni_bytes *b)
{
    size_t done = 0;

    if (b->to)
        return b->st;

    while (!b->st && done < b->used) {
        const ssize_t n = write(b->fd, b->buf + done, b->used - done);
        if (n >= 0)
            done += (size_t)n;
        else if (errno != EINTR)
            b->st = zn_fail(b->ctx, ZN_EIO, "write: %s", strerror(errno));
    }
    b->used = 0;
    return b->st;
}

static void save(zni_bytes *b, const unsigned char *p, size_t n)
{
    while (!b->st && n) {
        const size_t room = sizeof b->buf - b->used, part = n < room ? n : room;
        memcpy(b->buf + b->used, p, part);
        b->used += part;
        p += part;
        n -= part;
        if (b->used == sizeof b->buf)
            zni_bytes_flush(b);
    }
}

void zni_bytes_item(zni_bytes *b, void *p, size_t n)
{
    if (b->st || !n)
        return;
    if (b->pass == ZNI_SAVE) {
        if (b->to)
            memcpy(b->to + b->count, p, n);
        else
            save(b, p, n);
        b->sum = zni_hash_bytes(b->sum, p, n);
    }
    if (b->pass == ZNI_LOAD)
        memcpy(p, b->from + b->count, n);
    b->count += n;
}
