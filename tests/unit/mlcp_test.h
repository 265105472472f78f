/* mlcp_test.h - mixed problems whose answer is known by hand
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_MLCP_H
#define ZENO_TEST_MLCP_H

#include "by_hand.h"

/* A body of 2 kg, pushed by f, held by two equal joints: 2 v - r1 - r2 = f, v =
 * 0 twice. Only r1 + r2 = -f is determined. */
static const double held[] = {2, 1, 1, -1, 0, 0, -1, 0, 0};

/* Solved by that name from zero and from the answer, in each storage. */
static inline void expect(const char *name, zn_index n, const double M[],
                          const double q[], const unsigned char eq[],
                          const double want[])
{
    zn_mlcp p = {n, NULL, q, eq};

    solved_in_each_storage("mlcp", name, n, M, &p, &p.M, want, 1e-7);
}

#endif
