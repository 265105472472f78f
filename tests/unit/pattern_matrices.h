/* pattern_matrices.h - sparse matrices of some size, by columns
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_PATTERN_MATRICES_H
#define ZENO_PATTERN_MATRICES_H

#include "pattern_test.h"

typedef struct matrix {
    zn_pattern a;
    zn_index *p, *i, n, cap;
    double *x;
} matrix;

static void begin(matrix *m, zn_index n, zn_index most)
{
    *m = (matrix){.n = n, .cap = most};
    m->p = calloc((size_t)n + 1, sizeof *m->p);
    m->i = calloc((size_t)most, sizeof *m->i);
    m->x = calloc((size_t)most, sizeof *m->x);
    m->a = (zn_pattern){ZN_SHAPE_COLUMNS, n, n, 0, 0, 1, m->p, m->i};
}

static void put(matrix *m, zn_index j, zn_index i, double x)
{
    const zn_index k = m->p[j + 1]++;

    ck_assert_int_lt(k, m->cap);
    m->i[k] = i;
    m->x[k] = x;
}

static void next(matrix *m, zn_index j)
{
    m->p[j + 1] = m->p[j];
}

static void end(matrix *m)
{
    free(m->p);
    free(m->i);
    free(m->x);
}

/* -Laplace on an m x m mesh; wind: what flows along x, which is not symmetric */
static void mesh(matrix *out, zn_index m, double wind)
{
    begin(out, m * m, 5 * m * m);
    for (zn_index j = 0; j < m * m; j++) {
        next(out, j);
        if (j >= m)
            put(out, j, j - m, -1);
        if (j % m > 0)
            put(out, j, j - 1, -1 - wind);
        put(out, j, j, 4.1);
        if (j % m < m - 1)
            put(out, j, j + 1, -1 + wind);
        if (j < m * (m - 1))
            put(out, j, j + m, -1);
    }
}

/* Seven points on a cube of m^3. */
static void cube(matrix *out, zn_index m)
{
    const zn_index step[3] = {m * m, m, 1};

    begin(out, m * m * m, 7 * m * m * m);
    for (zn_index j = 0; j < m * m * m; j++) {
        next(out, j);
        for (int e = 0; e < 3; e++)
            if (j / step[e] % m > 0)
                put(out, j, j - step[e], -1);
        put(out, j, j, 6.1);
        for (int e = 2; e >= 0; e--)
            if (j / step[e] % m < m - 1)
                put(out, j, j + step[e], -1);
    }
}

/* A weak diagonal beside strong entries: pivots come from elsewhere. */
static void weak(matrix *out, zn_index n)
{
    begin(out, n, 4 * n);
    for (zn_index j = 0; j < n; j++) {
        next(out, j);
        if (j == 0) {
            for (zn_index i = 0; i < n; i++)
                put(out, j, i, i ? 1 : 1e-9);
            continue;
        }
        put(out, j, j - 1, 1);
        put(out, j, j, 1e-9);
    }
}

/* A graph without any order, some seven entries a column: its factors are full. */
static void graph(matrix *out, zn_index n)
{
    begin(out, n, 12 * n);
    for (zn_index j = 0; j < n; j++) {
        next(out, j);
        for (zn_index i = 0; i < n; i++)
            if (i == j)
                put(out, j, i, 8);
            else if (fabs(number()) < 6.0 / (double)n)
                put(out, j, i, number());
    }
}

#endif
