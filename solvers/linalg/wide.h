/* wide.h - functions compiled for more than one width of the processor's registers
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_WIDE_H
#define ZN_LINALG_WIDE_H

#include <string.h>

/* ZNI_WIDE before a function: for any processor, and for those with registers of four
 * numbers; which one runs is chosen when the program is loaded. Without fused
 * multiplications, which round once where others do twice: the bits are the same.
 * The choice is made before the thread sanitizer has begun, which does not survive it. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) &&          \
    !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define ZNI_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define ZNI_WIDE
#endif

/* Into each of these, whatever its size: a function beside them has the narrow registers. */
#ifdef __GNUC__
#define ZNI_INTO_WIDE inline __attribute__((always_inline))
#else
#define ZNI_INTO_WIDE inline
#endif

/* Four numbers at a time, of which three may count, as the columns of a block of a contact. Each
 * number is made by the same operations in the same order whatever the width of the registers is, so
 * processors differ in speed only. */
typedef double zni_lanes __attribute__((vector_size(32)));

typedef long long zni_bits __attribute__((vector_size(32)));

static inline void zni_take4(const double x[4], zni_lanes *a)
{
    memcpy(a, x, sizeof *a);
}

static inline void zni_put4(const zni_lanes *a, double x[4])
{
    memcpy(x, a, sizeof *a);
}

/* most <- the larger of most and |x|; NaN is not seen */
static inline void zni_raise4(const zni_lanes *x, zni_lanes *most)
{
    const zni_bits size = (zni_bits)*x & 0x7fffffffffffffff,
                   above = (zni_lanes)size > *most;

    *most = (zni_lanes)((size & above) | ((zni_bits)*most & ~above));
}

/* what is negative is 0 then */
static inline void zni_floor4(zni_lanes *x)
{
    *x = (zni_lanes)((zni_bits)*x & ~(zni_bits)(*x < 0));
}

/* Three numbers; nothing behind them is read. The third stands for the fourth, too: for a 0 there
 * compilers take an instruction that valgrind 3.19 does not know. */
static inline void zni_take3(const double x[3], zni_lanes *a)
{
    *a = (zni_lanes){x[0], x[1], x[2], x[2]};
}

static inline void zni_put3(const zni_lanes *a, double x[3])
{
    x[0] = (*a)[0];
    x[1] = (*a)[1];
    x[2] = (*a)[2];
}

#endif
