/* draw.h - reproducible pseudo-random numbers
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_DRAW_H
#define ZENO_SOLVERS_DRAW_H

#include <stdint.h>

#include <zeno/base.h>

/* The next state of Knuth's 64-bit linear congruential generator; its upper bits are the number. */
static inline uint64_t zni_draw(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state;
}

/* Uniform in [-1, 1) */
static inline double zni_draw_sign(uint64_t *state)
{
    return (double)(zni_draw(state) >> 11) * 0x1p-52 - 1;
}

/* A random permutation (Fisher & Yates) */
static inline void zni_draw_order(zn_index order[], zn_index n, uint64_t *state)
{
    for (zn_index i = n - 1; i > 0; i--) {
        const zn_index j = (zn_index)((zni_draw(state) >> 33) % (uint64_t)(i + 1));
        const zn_index t = order[i];

        order[i] = order[j];
        order[j] = t;
    }
}

#endif
