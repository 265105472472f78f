/* hash.h - hash functions
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_HASH_H
#define ZENO_SOLVERS_HASH_H

#include <stddef.h>
#include <stdint.h>

/* FNV-1a of 64 bits (Fowler, Noll & Vo, RFC 9923), against accidental damage only: the initial value, and the hash with
 * one more byte or word */
#define ZNI_HASH UINT64_C(14695981039346656037)

static inline uint64_t zni_hash_word(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * UINT64_C(1099511628211);
}

/* The hash with n more bytes */
static inline uint64_t zni_hash_bytes(uint64_t hash, const void *p, size_t n)
{
    const unsigned char *c = p;

    for (size_t i = 0; i < n; i++)
        hash = zni_hash_word(hash, c[i]);
    return hash;
}

/* Mixes the bits of x: the output function of splitmix64 (Steele, Lea & Flood, OOPSLA 2014), whose state advances by
 * ZNI_GOLDEN, the golden section of 2^64 */
#define ZNI_GOLDEN UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t zni_hash_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

#endif
