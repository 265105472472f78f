/* masses_test.h - a matrix of masses whose rows lie anywhere
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef MASSES_TEST_H
#define MASSES_TEST_H

#include "friction_test.h"

/* blocks of 3, 1, 2 rows whose rows lie anywhere; not symmetric */
static inline void scattered(double M[36])
{
    static const zn_index body[6] = {0, 1, 2, 0, 2, 0};
    rng g = {3};

    for (int j = 0; j < 6; j++)
        for (int i = 0; i < 6; i++) {
            double x = uniform(&g, -1, 1);

            M[i + 6 * j] = body[i] == body[j] ? x + (i == j ? 3 : 0) : 0;
        }
}

#endif
