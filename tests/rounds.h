/* rounds.h - how often what is random is tried
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_ROUNDS_H
#define ZENO_TEST_ROUNDS_H

#include <stdlib.h>

/* `many` times; where a tool makes each of them slow, of N that ZENO_ROUNDS_ONE_OF says one,
 * one at least (tests/under.sh). What is asked of each stays the same. */
static inline int test_rounds(int many)
{
    const char *share = getenv("ZENO_ROUNDS_ONE_OF");
    const int one_of = share ? atoi(share) : 1;

    return one_of > 1 ? (many - 1) / one_of + 1 : many;
}

#endif
