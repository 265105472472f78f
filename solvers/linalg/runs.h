/* runs.h - loops over the columns of a pattern, in runs of consecutive rows
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_RUNS_H
#define ZN_LINALG_RUNS_H

#include <zeno/pattern.h>

/* n consecutive rows of a column, from `row` on; their values are at x[at] ... */
typedef struct zni_run {
    zn_index row, at, n;
} zni_run;

/* Run r of column j; false if there are fewer. In compressed columns each entry is a run. */
static inline bool zni_next_run(const zn_pattern *a, zn_index j, zn_index r, zni_run *out)
{
    zn_index k, b;

    switch (a->shape) {
    case ZN_SHAPE_DENSE:
        *out = (zni_run){0, j * a->rows, a->rows};
        return r == 0;
    case ZN_SHAPE_ZERO:
        return false;
    case ZN_SHAPE_DIAGONAL:
        *out = (zni_run){j, j, 1};
        return r == 0;
    case ZN_SHAPE_BANDED:
        out->row = j > a->ku ? j - a->ku : 0;
        out->at = j * (a->kl + a->ku + 1) + a->ku + out->row - j;
        out->n = (j + a->kl < a->rows ? j + a->kl + 1 : a->rows) - out->row;
        return r == 0;
    case ZN_SHAPE_COLUMNS:
        k = a->p[j] + r;
        if (k >= a->p[j + 1])
            return false;
        *out = (zni_run){a->i[k], k, 1};
        return true;
    case ZN_SHAPE_BLOCKS:
        b = a->block;
        k = a->p[j / b] + r;
        if (k >= a->p[j / b + 1])
            return false;
        *out = (zni_run){a->i[k] * b, (k * b + j % b) * b, b};
        return true;
    }
    return false;
}

#endif
