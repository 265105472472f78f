/** @file
 * The words every other header uses: reals, sizes, status codes, visibility.
 *
 * Conventions of the whole library:
 *  - reals are `double`; sizes and indices are zn_index, signed;
 *  - dense matrices are column-major with leading dimension = rows;
 *  - a function that can fail returns zn_status and leaves words on the
 *    context (zn_errmsg); zero is only ever said when it is true;
 *  - nothing prints, exits or aborts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_BASE_H
#define ZENO_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ZN_VERSION_MAJOR 0
#define ZN_VERSION_MINOR 1
#define ZN_VERSION_PATCH 0
#define ZN_VERSION       "0.1.0"

#ifdef __cplusplus
#define ZN_BEGIN_DECLS extern "C" {
#define ZN_END_DECLS   }
#else
#define ZN_BEGIN_DECLS
#define ZN_END_DECLS
#endif

/** What a function gives of an object that it takes: const if the object is. In C++
 * there is an overload. */
#define ZN_KEEP(T, R, object, ...)                                             \
    _Generic((object), const T *: (const R *)(__VA_ARGS__), T *: (__VA_ARGS__))

#if defined(__GNUC__)
#define ZN_API          __attribute__((visibility("default")))
#define ZN_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define ZN_API
#define ZN_PRINTF(f, a)
#endif

ZN_BEGIN_DECLS

/** Size or index; signed, so a loop can run down and a bad size is negative. */
typedef ptrdiff_t zn_index;

/** Outcome of a call. Zero: done. Positive: the call was right but there is
 * no answer here, the caller may try otherwise. Negative: this call failed. */
typedef enum zn_status {
    ZN_OK       = 0,  /**< done                                                */
    ZN_RETRY    = 1,  /**< a user's function was outside its domain            */
    ZN_UNSOLVED = 2,  /**< no solution within the limits; the reason is given  */
    ZN_END      = 3,  /**< nothing left to do (the last step has been made)    */
    ZN_STOPPED  = 4,  /**< a callback asked to stop                            */
    ZN_INCONSISTENT  = 5, /**< the model has no motion from here on (Painleve) */
    ZN_INDETERMINATE = 6, /**< it has more than one                            */
    ZN_EINVAL   = -1, /**< an argument or an option is not acceptable          */
    ZN_ENOMEM   = -2, /**< an allocation failed                                */
    ZN_ENOENT   = -3, /**< no such file, symbol, class, option or name         */
    ZN_EEXIST   = -4, /**< the name is taken                                   */
    ZN_EABI     = -5, /**< a plugin was built for another interface            */
    ZN_EIO      = -6, /**< reading or writing a file failed                    */
    ZN_EDOM     = -7, /**< NaN or Inf in a result                              */
    ZN_EUSER    = -8, /**< a user's function reported failure                  */
    ZN_ESINGULAR = -9, /**< a matrix that must be regular is not               */
    ZN_ESTATE   = -10, /**< call out of order (e.g. a step before the seal)    */
    ZN_ENOTSUP  = -11  /**< this combination is not supported; words say why   */
} zn_status;

/** The name of a status ("ZN_EINVAL"), never NULL. */
ZN_API const char *zn_status_name(zn_status st);

/** The version of the library that is running, "major.minor.patch". */
ZN_API const char *zn_version(void);

ZN_END_DECLS
#endif
