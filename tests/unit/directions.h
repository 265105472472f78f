/* directions.h - numbers and directions at random, after srand
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TESTS_DIRECTIONS_H
#define ZENO_TESTS_DIRECTIONS_H

#include <math.h>
#include <stdlib.h>

/* From -1 to 1. */
static inline double uniform(void)
{
    return 2. * rand() / RAND_MAX - 1;
}

/* A unit vector. */
static inline void unit(double out[3])
{
    double l;

    do {
        for (int i = 0; i < 3; i++)
            out[i] = uniform();
        l = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    } while (l > 1 || l < 0.1);
    for (int i = 0; i < 3; i++)
        out[i] /= l;
}

#endif
