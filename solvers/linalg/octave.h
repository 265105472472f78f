/* octave.h - powers of two next to a number: what is scaled by one is not rounded
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_LINALG_OCTAVE_H
#define ZENO_LINALG_OCTAVE_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* 2^k with 2^k <= x < 2^(k+1), of a positive x: what is left without the mantissa, if x is
 * normal. It is asked for at each contact of a problem. */
static inline double zni_octave(double x)
{
    uint64_t bits;
    int e;

    if (x >= DBL_MIN && x <= DBL_MAX) {
        memcpy(&bits, &x, sizeof bits);
        bits &= UINT64_C(0x7ff0000000000000);
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    frexp(x, &e);
    return ldexp(1, e - 1);
}

/* 2^k next to the root of a positive x: twice as much for 4 x, whatever x is */
static inline double zni_root_octave(double x)
{
    uint64_t bits;
    int e;

    if (x >= DBL_MIN && x <= DBL_MAX) { /* the same, without calls */
        memcpy(&bits, &x, sizeof bits);
        bits = (512 + (bits >> 53)) << 52; /* 1023 + floor((b - 1022)/2), b the exponent as it is stored */
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    frexp(x, &e);
    return ldexp(1, (e - (e & 1)) / 2);
}

/* 1 over it */
static inline double zni_over_root_octave(double x)
{
    uint64_t bits;

    if (!(x >= DBL_MIN && x <= DBL_MAX))
        return 1 / zni_root_octave(x);
    memcpy(&bits, &x, sizeof bits);
    bits = (2 * 1023 - 512 - (bits >> 53)) << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* 1 or 2: so many times x has an even power of two in units of any power of two, and with it
 * the root of all that has its unit the same mantissa */
static inline double zni_even(double x)
{
    int e = 0;

    if (isfinite(x))
        frexp(x, &e);
    return e % 2 ? 2 : 1;
}

#endif
