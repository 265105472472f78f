/* conform.h - what the conformance suites share: classes and their specimens, random
 * numbers, differences, a second thread. doc/extend-conformance.md.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_CONFORM_H
#define ZENO_TEST_CONFORM_H

#include "../faults/plugin_files.h"
#include "../unit/gyro.h"

#include <math.h>
#include <pthread.h>
#include <stdint.h>

#include <zeno/zeno.h>

#define CONFORM_COUNT(a) ((zn_index)(sizeof(a) / sizeof *(a)))

/* ---- the classes there are -------------------------------------------------------- */

/* Plugins whose classes go through the suites. ZENO_CONFORM_PLUGINS names more, by
 * name or path, separated by spaces. */
static const char *const conform_plugins[] = {
    "VerletMoreauPlugin", "SubstepsPlugin", "BoundedGainPlugin"};

static inline void conform_load(zn_ctx *ctx, const char *name)
{
    ck_assert_msg(zn_plugin_load(ctx, name) == ZN_OK, "%s", zn_errmsg(ctx));
}

/* A context with every class: those of the library, of the plugins, of the tests. */
static inline zn_ctx *conform_ctx(void)
{
    const char *more = getenv("ZENO_CONFORM_PLUGINS");
    zn_ctx *ctx = plugin_ctx(NULL);
    char names[TEST_PATH], *rest = names, *name;

    ck_assert_ptr_nonnull(ctx);
    ck_assert_int_eq(zn_kernel_register(ctx), ZN_OK);
    ck_assert_int_eq(zn_plugin_add(ctx, &gyro_plugin), ZN_OK);
    for (zn_index i = 0; i < CONFORM_COUNT(conform_plugins); i++)
        conform_load(ctx, conform_plugins[i]);
    snprintf(names, sizeof names, "%s", more ? more : "");
    while ((name = strtok_r(rest, " ", &rest)))
        conform_load(ctx, name);
    return ctx;
}

/* Has every class of that kind a specimen? cls(i): class of the i-th one, NULL past
 * the end. */
static inline void conform_covered(zn_kind kind, const char *(*cls)(zn_index i),
                                   const char *table)
{
    zn_ctx *ctx = conform_ctx();
    const zn_type *t;
    zn_index found = 0;

    for (zn_index k = 0; (t = zn_type_at(ctx, kind, k)); k++, found++) {
        bool has = false;
        for (zn_index i = 0; !has && cls(i); i++)
            has = strcmp(cls(i), t->name) == 0;
        ck_assert_msg(has,
                      "%s '%s' has no specimen: add a row with its name and "
                      "what makes one to the table `specimens` of %s, see "
                      "doc/extend-conformance.md",
                      zn_kind_name(ctx, kind), t->name, table);
    }
    ck_assert_int_gt(found, 0);
    zn_ctx_free(ctx);
}

/* ---- random numbers ----------------------------------------------------------------- */

/* Knuth's 64-bit linear congruential generator; a seed per test, so that a failure
 * comes again. */
static inline double conform_uniform(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1; /* -1 ... 1 */
}

static inline void conform_fill(uint64_t *seed, double size, zn_index n,
                                double x[])
{
    for (zn_index i = 0; i < n; i++)
        x[i] = size * conform_uniform(seed);
}

/* ---- comparing -------------------------------------------------------------------------- */

static inline double conform_size(zn_index n, const double x[])
{
    double most = 0;
    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* |a - b| <= tol (1 + |a|), entry by entry against the size of all; NaN fails */
static inline void conform_close(const char *who, const char *what, zn_index n,
                                 const double a[], const double b[], double tol)
{
    const double most = tol * (1 + conform_size(n, a));

    for (zn_index i = 0; i < n; i++)
        ck_assert_msg(fabs(a[i] - b[i]) <= most,
                      "%s: %s, number %td: %.17g, must be %.17g up to %g", who,
                      what, i, b[i], a[i], most);
}

static inline void conform_same(const char *who, const char *what, zn_index n,
                                const double a[], const double b[])
{
    for (zn_index i = 0; i < n; i++)
        ck_assert_msg(memcmp(&a[i], &b[i], sizeof *a) == 0,
                      "%s: %s, number %td: %.17g and %.17g, must be the same "
                      "bits",
                      who, what, i, a[i], b[i]);
}

static inline void conform_ok(zn_ctx *ctx, const char *who, const char *what,
                              zn_status st)
{
    ck_assert_msg(st == ZN_OK, "%s: %s gives status %d: %s", who, what, (int)st,
                  zn_errmsg(ctx));
}

/* ---- a second thread ---------------------------------------------------------------------- */

/* Run f(user) in a thread of its own and wait. The thread has a stack with other
 * bytes on it, and thread-local memory of its own. */
static inline void conform_in_thread(void *(*f)(void *), void *user)
{
    pthread_t other;

    ck_assert_int_eq(pthread_create(&other, NULL, f, user), 0);
    ck_assert_int_eq(pthread_join(other, NULL), 0);
}

#endif
