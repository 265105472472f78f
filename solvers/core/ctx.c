/* ctx.c - the context: message, log, memory
 * SPDX-License-Identifier: Apache-2.0 */
#include "solvers/core/core.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *system_resize(void *user, void *p, size_t bytes)
{
    (void)user;
    if (bytes == 0) {
        free(p);
        return NULL;
    }
    return realloc(p, bytes);
}

void zn_ctx_free(zn_ctx *ctx)
{
    zn_allocator alloc;

    if (!ctx)
        return;
    if (ctx->kernel && ctx->kernel_drop)
        ctx->kernel_drop(ctx, ctx->kernel);
    zn_free_array(ctx, ctx->kinds);
    zn_free_array(ctx, ctx->types);
    zn_free_array(ctx, ctx->plugins);
    alloc = ctx->alloc;
    alloc.resize(alloc.user, ctx, 0);
}

zn_status zn_ctx_new_with(const zn_allocator *alloc, zn_ctx **out)
{
    const zn_allocator system = {system_resize, NULL};
    const zn_allocator a = alloc ? *alloc : system;
    zn_ctx *ctx = a.resize(a.user, NULL, sizeof *ctx);
    zn_status st;

    *out = NULL;
    if (!ctx)
        return ZN_ENOMEM;
    memset(ctx, 0, sizeof *ctx);
    ctx->alloc = a;
    st = zni_solvers_register(ctx);
    if (st) {
        zn_ctx_free(ctx);
        return st;
    }
    *out = ctx;
    return ZN_OK;
}

zn_status zn_ctx_new(zn_ctx **out)
{
    return zn_ctx_new_with(NULL, out);
}

/* ---- words ---- */

const char *zn_errmsg(const zn_ctx *ctx)
{
    return ctx ? ctx->message : "";
}

zn_status zn_fail(zn_ctx *ctx, zn_status st, const char *fmt, ...)
{
    char words[ZNI_MESSAGE]; /* the arguments may lie in the old message */
    va_list ap;

    if (!ctx)
        return st;
    va_start(ap, fmt);
    vsnprintf(words, sizeof words, fmt, ap);
    va_end(ap);
    memcpy(ctx->message, words, strlen(words) + 1);
    return st;
}

zn_status zn_note(zn_ctx *ctx, zn_status st, const char *fmt, ...)
{
    char words[ZNI_MESSAGE / 4];
    size_t n, keep;
    va_list ap;

    if (!ctx || st == ZN_OK)
        return st;
    va_start(ap, fmt);
    vsnprintf(words, sizeof words - 2, fmt, ap);
    va_end(ap);
    strcat(words, ": ");
    n = strlen(words);
    keep = strlen(ctx->message);
    if (keep > ZNI_MESSAGE - 1 - n)
        keep = ZNI_MESSAGE - 1 - n;
    memmove(ctx->message + n, ctx->message, keep);
    memcpy(ctx->message, words, n);
    ctx->message[n + keep] = 0;
    return st;
}

void zn_ctx_set_log(zn_ctx *ctx, zn_log_level level, zn_log_fn *fn, void *user)
{
    ctx->level = level;
    ctx->log = fn;
    ctx->log_user = user;
}

void zn_log(zn_ctx *ctx, zn_log_level level, const char *fmt, ...)
{
    char line[1024];
    va_list ap;

    if (!ctx || !ctx->log || level > ctx->level)
        return;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    ctx->log(ctx->log_user, level, line);
}

/* ---- memory ---- */

/* n elements in bytes; at least one byte, 0 when it does not fit a size_t */
static size_t bytes_of(zn_index n, size_t elem)
{
    if (n < 0 || (elem && (size_t)n > (size_t)PTRDIFF_MAX / elem))
        return 0;
    return n && elem ? (size_t)n * elem : 1;
}

void *zn_alloc(zn_ctx *ctx, zn_index n, size_t elem)
{
    const size_t bytes = bytes_of(n, elem);
    void *p = bytes ? ctx->alloc.resize(ctx->alloc.user, NULL, bytes) : NULL;

    if (p)
        memset(p, 0, bytes);
    else
        zn_fail(ctx, ZN_ENOMEM, "no memory for %td elements of %zu bytes", n,
                elem);
    return p;
}

void zn_free_array(zn_ctx *ctx, void *p)
{
    if (p)
        ctx->alloc.resize(ctx->alloc.user, p, 0);
}

zn_status zn_grow(zn_ctx *ctx, void *p, zn_index *cap, zn_index n, size_t elem)
{
    const zn_index half = *cap + *cap / 2, want = n > half ? n : half;
    const size_t bytes = bytes_of(want, elem);
    void *old, *grown;

    if (n <= *cap)
        return ZN_OK;
    memcpy(&old, p, sizeof old); /* p is the address of a typed pointer */
    grown = bytes ? ctx->alloc.resize(ctx->alloc.user, old, bytes) : NULL;
    if (!grown)
        return zn_fail(ctx, ZN_ENOMEM, "no memory for %td elements of %zu bytes",
                       want, elem);
    memset((char *)grown + (size_t)*cap * elem, 0, (size_t)(want - *cap) * elem);
    memcpy(p, &grown, sizeof grown);
    *cap = want;
    return ZN_OK;
}

void *zni_ctx_kernel(const zn_ctx *ctx)
{
    return ctx->kernel;
}

void zni_ctx_set_kernel(zn_ctx *ctx, void *kernel,
                        void (*drop)(zn_ctx *ctx, void *kernel))
{
    ctx->kernel = kernel;
    ctx->kernel_drop = drop;
}
