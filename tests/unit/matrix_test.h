/* matrix_test.h - one matrix by hand, in three storages
 *
 *     A = [ 1 0 2 | 0 ]      rows cut 1 + 2, columns cut 3 + 1
 *         [ ----- | - ]
 *         [ 0 3 0 | 4 ]
 *         [ 5 0 6 | 7 ]
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_MATRIX_TEST_H
#define ZENO_MATRIX_TEST_H

#include "ctx_test.h"

#include <zeno/matrix.h>

enum { ROWS = 3, COLS = 4 };

/* where no block is */
#define GAP (-99.0)

static const double by_column[] = {1, 0, 5, 0, 3, 0, 2, 0, 6, 0, 4, 7};

static const zn_matrix hand_dense = {
    .storage = ZN_DENSE, .rows = ROWS, .cols = COLS, .x = by_column};

static const zn_matrix hand_csc = {
    .storage = ZN_CSC,
    .rows = ROWS,
    .cols = COLS,
    .x = (const double[]){1, 5, 3, 2, 6, 4, 7},
    .p = (const zn_index[]){0, 2, 3, 5, 7},
    .i = (const zn_index[]){0, 2, 1, 0, 2, 1, 2},
};

/* the blocks lie in x in another order than in the matrix, with a gap */
static const zn_matrix hand_bsr = {
    .storage = ZN_BSR,
    .rows = ROWS,
    .cols = COLS,
    .x = (const double[]){0, 5, 3, 0, 0, 6, GAP, 4, 7, 1, 0, 2},
    .p = (const zn_index[]){0, 1, 3},
    .i = (const zn_index[]){0, 0, 1},
    .nbr = 2,
    .nbc = 2,
    .ro = (const zn_index[]){0, 1, 3},
    .co = (const zn_index[]){0, 3, 4},
    .bp = (const zn_index[]){9, 0, 7},
};

#endif
