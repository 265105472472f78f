/* wide.h - functions compiled for more than one width of the processor's registers
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_WIDE_H
#define ZN_LINALG_WIDE_H

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

#endif
