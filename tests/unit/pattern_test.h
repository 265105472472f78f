/* pattern_test.h - matrices of every shape, for tests
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_PATTERN_TEST_H
#define ZENO_PATTERN_TEST_H

#include "zeno_test.h"

#include <math.h>

#include <zeno/pattern.h>

/* Numbers in (-1, 1), the same on every machine. */
static inline double number(void)
{
    static uint64_t x = 88172645463325252u;

    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return (double)(int64_t)x / 9223372036854775808.0;
}

enum { SHAPES = 6, ORDER = 12 };

/* A pattern of order 12 of that shape, with its lists. */
typedef struct sample {
    zn_pattern a;
    zn_index p[ORDER + 1], i[ORDER * ORDER];
    double x[ORDER * ORDER * 2];
} sample;

/* Random values; corners of a band are zero, as the shape asks. */
static inline void fill(sample *s)
{
    const zn_index ld = s->a.kl + s->a.ku + 1;

    for (zn_index k = 0; k < zn_pattern_count(&s->a); k++)
        s->x[k] = number();
    for (zn_index j = 0; s->a.shape == ZN_SHAPE_BANDED && j < ORDER; j++)
        for (zn_index k = 0; k < ld; k++)
            if (j - s->a.ku + k < 0 || j - s->a.ku + k >= ORDER)
                s->x[k + j * ld] = 0;
}

static inline void make_sample(sample *s, zn_pattern_shape shape)
{
    const zn_index edge = shape == ZN_SHAPE_BLOCKS ? 3 : 1, m = ORDER / edge;
    zn_index nnz = 0;

    memset(s, 0, sizeof *s);
    s->a = (zn_pattern){.shape = shape, .rows = ORDER, .cols = ORDER};
    if (shape == ZN_SHAPE_BANDED) {
        s->a.kl = 2;
        s->a.ku = 1;
    }
    if (shape == ZN_SHAPE_COLUMNS || shape == ZN_SHAPE_BLOCKS) {
        for (zn_index j = 0; j < m; j++) {
            for (zn_index r = 0; r < m; r++)
                if ((r + 2 * j) % 4 == 0 || (r == j && j % 3))
                    s->i[nnz++] = r;
            s->p[j + 1] = nnz;
        }
        s->a.block = edge;
        s->a.p = s->p;
        s->a.i = s->i;
    }
    fill(s);
}

#endif
