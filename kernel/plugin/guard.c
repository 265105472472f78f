/* guard.c - room with margins, in which a function that writes too far is caught
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/guard.h"

#include <string.h>

#include <zeno/operator.h>

/* values before and behind: what is written further away is not seen here */
enum { MARGIN = 256 };

/* a NaN that no computation makes */
static const uint64_t pattern = 0x7ff4c0ffee5eed0d;

void zn_ctx_guard(zn_ctx *ctx, bool on)
{
    ctx->guarded = on;
}

double *zni_guard_room(zn_ctx *ctx, zn_index n)
{
    if (zn_grow(ctx, &ctx->guard, &ctx->cguard, n + 2 * MARGIN,
                                 sizeof *ctx->guard))
        return NULL;
    for (int i = 0; i < MARGIN; i++) {
        memcpy(&ctx->guard[i], &pattern, sizeof pattern);
        memcpy(&ctx->guard[MARGIN + n + i], &pattern, sizeof pattern);
    }
    memset(ctx->guard + MARGIN, 0, (size_t)n * sizeof *ctx->guard);
    return ctx->guard + MARGIN;
}

static bool changed(const zn_ctx *ctx, zn_index i)
{
    return memcmp(&ctx->guard[MARGIN + i], &pattern, sizeof pattern) != 0;
}

bool zni_guard_crossed(const zn_ctx *ctx, zn_index n, zn_index *where)
{
    for (zn_index i = 0; i < MARGIN; i++) {
        *where = n + i;
        if (changed(ctx, *where))
            return true;
        *where = -1 - i;
        if (changed(ctx, *where))
            return true;
    }
    return false;
}
