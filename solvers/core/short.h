/* short.h - short vectors, copied, cleared and compared without calls
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_CORE_SHORT_H
#define ZN_CORE_SHORT_H

#include <stdint.h>
#include <string.h>

#include <zeno/base.h>

/* Up to ZNI_SHORT numbers a loop is quicker than a call of the C library. The velocity of a rigid body has six numbers,
 * its position seven: these are copied without a loop. */
enum { ZNI_SHORT = 8, ZNI_BODY = 6, ZNI_BODY_Q = 7 };

/* Two numbers in one register, which all processors of the kind have; the operations are those of single numbers. */
typedef double zni_pair __attribute__((vector_size(16)));

/* The bits of two numbers */
typedef uint64_t zni_pair_bits __attribute__((vector_size(16)));

static inline void zni_take2(const double x[2], zni_pair *a)
{
    memcpy(a, x, sizeof *a);
}

static inline void zni_put2(const zni_pair *a, double x[2])
{
    memcpy(x, a, sizeof *a);
}

/* to = from, which do not overlap; two numbers at a time, those of a rigid body at once */
static inline void zni_copy(zn_index n, const double from[], double to[])
{
    if (n >= ZNI_BODY) {
        if (n == ZNI_BODY)
            memcpy(to, from, ZNI_BODY * sizeof *to);
        else if (n == ZNI_BODY_Q)
            memcpy(to, from, ZNI_BODY_Q * sizeof *to);
        else
            memcpy(to, from, (size_t)n * sizeof *to);
        return;
    }
    zn_index i = 0;
    for (; i + 2 <= n; i += 2)
        memcpy(to + i, from + i, 2 * sizeof *to);
    if (i < n)
        to[i] = from[i];
}

/* Sets bytes to 0 by a call of the C library, whose stores are wide. For a constant size compilers use `rep stos`,
 * whose start takes as long as a hundred instructions. */
static inline void zni_wipe(void *x, size_t bytes)
{
#ifdef __GNUC__
    __asm__("" : "+r"(bytes)); /* hides the size from the compiler */
#endif
    memset(x, 0, bytes);
}

/* x = 0 */
static inline void zni_clear(zn_index n, double x[])
{
    if (n == ZNI_BODY) {
        memset(x, 0, ZNI_BODY * sizeof *x);
        return;
    }
    if (n > ZNI_SHORT) {
        memset(x, 0, (size_t)n * sizeof *x);
        return;
    }
    zn_index i = 0;
    for (; i + 2 <= n; i += 2)
        memset(x + i, 0, 2 * sizeof *x);
    if (i < n)
        x[i] = 0;
}

/* Do they have the same bits? */
static inline bool zni_same(zn_index n, const double a[], const double b[])
{
    zni_pair_bits x, y, off = {0};
    zn_index i = 0;

    if (n > ZNI_SHORT)
        return memcmp(a, b, (size_t)n * sizeof *a) == 0;
    for (; i + 2 <= n; i += 2) {
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        off |= x ^ y;
    }
    return (off[0] | off[1]) == 0 && (i == n || memcmp(a + i, b + i, sizeof *a) == 0);
}

#endif
