/* rounds.h - how often what is random is tried
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_ROUNDS_H
#define ZENO_TEST_ROUNDS_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Where a tool makes each access slow, one of how many is tried: ZENO_ROUNDS_ONE_OF
 * (tests/under.sh). What is asked of each stays the same.
 *     for (int k = 0; k < n; k += test_stride()) */
static inline int test_stride(void)
{
    const char *share = getenv("ZENO_ROUNDS_ONE_OF");
    const int one_of = share ? atoi(share) : 1;

    return one_of > 1 ? one_of : 1;
}

/* `many` times, or where a tool is that share of them, one at least. */
static inline int test_rounds(int many)
{
    return (many - 1) / test_stride() + 1;
}

/* Is each access made slow by such a tool? A test that asks for a size (bytes of 10^5 unknowns,
 * sweeps of a heap) then returns, and a line says so; the code it runs is that of small ones.
 *     if (test_is_slowed())
 *         return; */
static inline bool test_is_slowed(void)
{
    if (test_stride() == 1)
        return false;
    puts("SKIP: a test of a size, under a tool that makes it slow");
    fflush(stdout);
    return true;
}

#endif
