/** @file
 * The context: what a thread's worth of work shares. It holds the error
 * message, the log callback, the allocator and the registry of classes
 * (zeno/type.h). One context per thread; two contexts never interfere.
 *
 * Threads share a context only in the steps of simulations of one model
 * (zeno/simulation.h), and in solvers whose option `threads` is not 1: its allocator
 * and its log are then called by each of them, and zn_errmsg has the words of whichever
 * failed last.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_CTX_H
#define ZENO_CTX_H

#include <zeno/base.h>

ZN_BEGIN_DECLS

typedef struct zn_ctx zn_ctx;

/** Memory functions. `resize(user, NULL, n)` allocates, `resize(user, p, 0)`
 * frees and returns NULL; otherwise as realloc. Alignment as malloc. */
typedef struct zn_allocator {
    void *(*resize)(void *user, void *p, size_t bytes);
    void *user;
} zn_allocator;

/** How serious a log line is. */
typedef enum zn_log_level {
    ZN_LOG_WARN  = 1, /**< something the user should look at            */
    ZN_LOG_INFO  = 2, /**< a choice the library made (solver, storage)  */
    ZN_LOG_DEBUG = 3  /**< detail per step or iteration                 */
} zn_log_level;

/** Receives one line of log, without newline; `line` is borrowed. */
typedef void zn_log_fn(void *user, zn_log_level level, const char *line);

/** Make a context with the built-in solvers registered.
 * @param[out] out  yours, free with zn_ctx_free; NULL on failure
 * @retval ZN_ENOMEM  no memory
 * @retval ZN_EINVAL  a class of the library is not whole, e.g. an option without help: a
 *                    mistake in zeno, of which its own tests tell the words */
ZN_API zn_status zn_ctx_new(zn_ctx **out);

/** As zn_ctx_new, with memory functions of your own (NULL: the system's). */
ZN_API zn_status zn_ctx_new_with(const zn_allocator *alloc, zn_ctx **out);

/** Free a context. Everything made with it must be freed before. NULL is fine. */
ZN_API void zn_ctx_free(zn_ctx *ctx);

/** Words about the last failure on this context, "" if there was none.
 * Valid until the next failing call. */
ZN_API const char *zn_errmsg(const zn_ctx *ctx);

/** State a fault: replaces the message, returns st (so: `return zn_fail(...)`).
 * Works with ctx == NULL (the words are lost). */
ZN_API zn_status zn_fail(zn_ctx *ctx, zn_status st, const char *fmt, ...)
    ZN_PRINTF(3, 4);

/** Add where it happened in front of the message, as "words: message";
 * returns st. Does nothing when st is ZN_OK, nor when another thread that shares
 * the context has failed since and the message is of that. */
ZN_API zn_status zn_note(zn_ctx *ctx, zn_status st, const char *fmt, ...)
    ZN_PRINTF(3, 4);

/** Send log lines up to `level` to fn; fn == NULL silences (the default). */
ZN_API void zn_ctx_set_log(zn_ctx *ctx, zn_log_level level, zn_log_fn *fn,
                           void *user);

/** The same with data that go over to the context.
 * @param[in] drop  called with user, once: when another function or none is set, or
 *                  the context is freed, after its last line; NULL: nothing is */
ZN_API void zn_ctx_set_log_owned(zn_ctx *ctx, zn_log_level level, zn_log_fn *fn,
                                 void *user, void (*drop)(void *user));

/** Write one line to the log callback, if it listens to this level. */
ZN_API void zn_log(zn_ctx *ctx, zn_log_level level, const char *fmt, ...)
    ZN_PRINTF(3, 4);

/** Watch where users' functions write: each gets a room of its own for its result, with
 * margins of 256 values before and behind. One that writes into them is refused with
 * ZN_EUSER, its name and the index; what it writes elsewhere is not seen. Takes about as
 * long as copying the result; off by default. Of models with this context; functions
 * called from within another one are not watched. */
ZN_API void zn_ctx_guard(zn_ctx *ctx, bool on);

/** How many threads OpenBLAS takes for dense factorisations and products, in the
 * whole process. Their number decides about the last bits of results, and for
 * blocks of some hundred rows one is the quickest; zeno-solve and the samples ask
 * for one unless the environment variable OPENBLAS_NUM_THREADS is set. Nothing in
 * the libraries calls this by itself.
 * @param[in] n  1 or more; less counts as 1 */
ZN_API void zn_blas_threads(int n);

/** Zero-filled array of n elements; NULL and ZN_ENOMEM's words when it fails.
 * n == 0 gives a valid pointer. Free with zn_free_array. */
ZN_API void *zn_alloc(zn_ctx *ctx, zn_index n, size_t elem);

/** Give an array of zn_alloc or zn_grow back; NULL is fine. */
ZN_API void zn_free_array(zn_ctx *ctx, void *p);

/** Make *p hold at least n elements, keeping the contents; new elements are
 * zero. Grows by at least half, of many by a quarter, so repeated calls cost
 * amortised O(1).
 * @param[in,out] cap  elements *p has room for */
ZN_API zn_status zn_grow(zn_ctx *ctx, void *p, zn_index *cap, zn_index n,
                         size_t elem);

ZN_END_DECLS
#endif
