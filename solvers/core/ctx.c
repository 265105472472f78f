/* ctx.c - the context: error messages, log, objects that belong to it
 * SPDX-License-Identifier: Apache-2.0 */
#include "core.h"
#include "printed.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The address cache of a processor holds some 2000 pages, 8 MB with pages of 4 kB, and prefetching ends at the end of a
 * page. Beyond that, each page needs a look-up, under a hypervisor in two tables, which is a seventh of the time of
 * reading the matrix of 10^5 contacts. Linux offers pages of 2 MB on request (madvise). Each array of at least that
 * size requests them, since several arrays are used together. The cost in memory is at most the unused part of the last
 * page. */
enum { PAGE = 2 << 20 };

/* Requests large pages for the part of the array that consists of whole ones. Failure does no harm. */
static void large_pages(void *p, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t start = (uintptr_t)p,
                    first = (start + PAGE - 1) / PAGE * PAGE,
                    end = (start + bytes) / PAGE * PAGE;

    if (bytes >= PAGE)
        madvise((char *)p + (first - start), end - first, MADV_HUGEPAGE);
#else
    (void)p;
    (void)bytes;
#endif
}

static void *system_resize(void *user, void *p, size_t bytes)
{
    (void)user;
    if (bytes == 0) {
        free(p);
        return NULL;
    }
    p = realloc(p, bytes);
    if (p)
        large_pages(p, bytes);
    return p;
}

zn_status zn_ctx_new(zn_ctx **out)
{
    return zn_ctx_new_with(NULL, out);
}

zn_status zn_ctx_new_with(const zn_allocator *alloc, zn_ctx **out)
{
    static const zn_allocator standard = {.resize = system_resize};

    if (!out)
        return ZN_EINVAL;
    *out = NULL;
    if (!alloc)
        alloc = &standard;
    if (!alloc->resize)
        return ZN_EINVAL;

    zn_ctx *ctx = alloc->resize(alloc->user, NULL, sizeof *ctx);
    if (!ctx)
        return ZN_ENOMEM;
    memset(ctx, 0, sizeof *ctx);
    ctx->alloc = *alloc;
    if (pthread_mutex_init(&ctx->saying, NULL)) {
        alloc->resize(alloc->user, ctx, 0);
        return ZN_ENOMEM;
    }

    zn_status st = zni_builtin_add(ctx);
    if (st) {
        zn_ctx_free(ctx);
        return st;
    }
    *out = ctx;
    return ZN_OK;
}

void zn_ctx_free(zn_ctx *ctx)
{
    if (!ctx)
        return;
    zni_ctx_set_kernel(ctx, NULL, NULL);
    zn_ctx_set_log(ctx, ZN_LOG_WARN, NULL, NULL);
    zn_free_array(ctx, ctx->types);
    for (zn_index i = 0; i < ctx->nextended; i++)
        zn_free_array(ctx, ctx->extended[i]);
    zn_free_array(ctx, ctx->extended);
    zn_free_array(ctx, ctx->plugins);
    zn_free_array(ctx, ctx->guard);
    pthread_mutex_destroy(&ctx->saying);
    ctx->alloc.resize(ctx->alloc.user, ctx, 0);
}

void *zni_ctx_kernel(const zn_ctx *ctx)
{
    return ctx->kernel;
}

void zni_ctx_set_kernel(zn_ctx *ctx, void *kernel,
                        void (*drop)(zn_ctx *ctx, void *kernel))
{
    if (ctx->kernel_drop)
        ctx->kernel_drop(ctx, ctx->kernel);
    ctx->kernel = kernel;
    ctx->kernel_drop = drop;
}

uint64_t zni_ctx_id(zn_ctx *ctx)
{
    return atomic_fetch_add(&ctx->ids, 1) + 1;
}

const char *zn_errmsg(const zn_ctx *ctx)
{
    return ctx ? ctx->message : "";
}

/* Format into text; a text that is too long is cut and ends in dots. */
static void format(char text[], size_t size, const char *fmt, va_list args)
{
    int length = vsnprintf(text, size, fmt, args);

    if (length < 0)
        snprintf(text, size, "%s", fmt);
    else if ((size_t)length >= size)
        memcpy(text + size - 4, "...", 4);
    zni_make_printed(text, "\n\t");
}

zn_status zn_fail(zn_ctx *ctx, zn_status st, const char *fmt, ...)
{
    char fact[ZNI_FACT]; /* a copy, since an argument may be the old message */
    va_list args;

    if (!ctx)
        return st;
    va_start(args, fmt);
    format(fact, sizeof fact, fmt, args);
    va_end(args);
    pthread_mutex_lock(&ctx->saying);
    memcpy(ctx->message, fact, strlen(fact) + 1);
    ctx->author = pthread_self();
    ctx->unsaid = false;
    ctx->faults++;
    pthread_mutex_unlock(&ctx->saying);
    return st;
}

unsigned long zni_ctx_faults(zn_ctx *ctx)
{
    return atomic_load_explicit(&ctx->faults, memory_order_acquire);
}

bool zni_ctx_said(zn_ctx *ctx, unsigned long before)
{
    bool said;

    if (zni_ctx_faults(ctx) == before)
        return false;
    pthread_mutex_lock(&ctx->saying);
    said = ctx->faults != before && !ctx->unsaid &&
           pthread_equal(ctx->author, pthread_self());
    pthread_mutex_unlock(&ctx->saying);
    return said;
}

void zni_ctx_unsay(zn_ctx *ctx)
{
    pthread_mutex_lock(&ctx->saying);
    if (pthread_equal(ctx->author, pthread_self())) {
        ctx->unsaid = true;
        *ctx->message = '\0';
    }
    pthread_mutex_unlock(&ctx->saying);
}

/* Makes "place: message" in the array of message. If both do not fit the place is cut or left out, since the fact is
 * more important. */
static void put_before(char message[], size_t size, char place[])
{
    size_t have = strlen(message), room = size - 1 - have;
    size_t length = strlen(place);
    const char *joint = have ? ": " : "";
    size_t gap = strlen(joint);

    if (room < gap + 4)
        return;
    if (length > room - gap) {
        length = room - gap;
        memcpy(place + length - 3, "...", 3);
    }
    memmove(message + length + gap, message, have + 1);
    memcpy(message, place, length);
    memcpy(message + length, joint, gap);
}

zn_status zn_note(zn_ctx *ctx, zn_status st, const char *fmt, ...)
{
    char place[ZNI_MESSAGE];
    va_list args;

    if (!ctx || !st)
        return st;
    va_start(args, fmt);
    format(place, sizeof place, fmt, args);
    va_end(args);

    pthread_mutex_lock(&ctx->saying);
    if (!*ctx->message)
        ctx->author = pthread_self();
    if (pthread_equal(ctx->author, pthread_self()))
        put_before(ctx->message, sizeof ctx->message, place);
    pthread_mutex_unlock(&ctx->saying);
    return st;
}

void zn_ctx_set_log(zn_ctx *ctx, zn_log_level level, zn_log_fn *fn, void *user)
{
    zn_ctx_set_log_owned(ctx, level, fn, user, NULL);
}

void zn_ctx_set_log_owned(zn_ctx *ctx, zn_log_level level, zn_log_fn *fn,
                          void *user, void (*drop)(void *user))
{
    ctx->log = fn;
    ctx->log_level = level;
    zni_keep(&ctx->log_user, user, drop);
}

void zn_log(zn_ctx *ctx, zn_log_level level, const char *fmt, ...)
{
    char line[ZNI_MESSAGE];
    va_list args;

    if (!ctx || !ctx->log || level > ctx->log_level)
        return;
    va_start(args, fmt);
    format(line, sizeof line, fmt, args);
    va_end(args);
    ctx->log(ctx->log_user.user, level, line);
}
