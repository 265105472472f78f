/* few_rows.h - columns of up to 16 numbers in registers, and elimination with them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_FEW_ROWS_H
#define ZN_LINALG_FEW_ROWS_H

#include <math.h>

#include "wide.h"

/* Columns have room for ZNI_COLUMN numbers, in groups of ZNI_FOUR. */
enum { ZNI_COLUMN = 16, ZNI_FOUR = 4 };

/* For each k of `lanes` groups of four rows: written out, which gcc does by itself for two of them only. */
#if defined(__GNUC__) && !defined(__clang__)
#define ZNI_EACH(k, lanes) _Pragma("GCC unroll 4") for (zn_index k = 0; k < (lanes); k++)
#else
#define ZNI_EACH(k, lanes) for (zn_index k = 0; k < (lanes); k++)
#endif

/* A column in registers, of which the first `lanes` groups of four rows count; `lanes` is a constant wherever this is
 * called. */
typedef struct zni_column {
    zni_lanes x[ZNI_COLUMN / ZNI_FOUR];
} zni_column;

static ZNI_INTO_WIDE void zni_take_column(const zn_index lanes, const double x[], zni_column *v)
{
    ZNI_EACH(k, lanes)
        zni_take4(x + ZNI_FOUR * k, v->x + k);
}

static ZNI_INTO_WIDE void zni_put_column(const zn_index lanes, const zni_column *v, double x[])
{
    ZNI_EACH(k, lanes)
        zni_put4(v->x + k, x + ZNI_FOUR * k);
}

/* to += f v */
static ZNI_INTO_WIDE void zni_add_column(const zn_index lanes, double f, const zni_column *v, zni_column *to)
{
    ZNI_EACH(k, lanes)
        to->x[k] += f * v->x[k];
}

static ZNI_INTO_WIDE void zni_times_column(const zn_index lanes, double f, zni_column *v)
{
    ZNI_EACH(k, lanes)
        v->x[k] *= f;
}

static ZNI_INTO_WIDE void zni_clear_column(const zn_index lanes, double x[])
{
    zni_column v;

    ZNI_EACH(k, lanes)
        v.x[k] = (zni_lanes){0};
    zni_put_column(lanes, &v, x);
}

/* max(0, x), without a call */
static ZNI_INTO_WIDE double zni_positive(double x)
{
    return x > 0 ? x : 0;
}

/* Solve J x = b, J m x m with columns of ZNI_COLUMN numbers, b in its column m. Rows are not exchanged: W of contacts
 * rarely needs it, and the caller examines the residual. J is overwritten. *regular: no row depends on the others.
 * False: a pivot is 0 or NaN */
bool zni_rows_solve(zn_index m, double J[], double x[], bool *regular);

#endif
