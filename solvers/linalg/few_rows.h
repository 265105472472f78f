/* few_rows.h - columns of up to 16 numbers in registers, and elimination with them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_FEW_ROWS_H
#define ZN_LINALG_FEW_ROWS_H

#include <math.h>

#include "wide.h"

/* Columns have room for ZNI_COLUMN numbers, in groups of ZNI_FOUR. */
enum { ZNI_COLUMN = 16, ZNI_FOUR = 4 };

/* A column in registers, of which the first `lanes` groups are used; `lanes` is a constant in each call */
typedef struct zni_column {
    zni_lanes a, b, c, d;
} zni_column;

static ZNI_INTO_WIDE void zni_take_column(const zn_index lanes, const double x[],
                                          zni_column *v)
{
    zni_take4(x, &v->a);
    if (lanes > 1)
        zni_take4(x + 4, &v->b);
    if (lanes > 2)
        zni_take4(x + 8, &v->c);
    if (lanes > 3)
        zni_take4(x + 12, &v->d);
}

static ZNI_INTO_WIDE void zni_put_column(const zn_index lanes, const zni_column *v,
                                         double x[])
{
    zni_put4(&v->a, x);
    if (lanes > 1)
        zni_put4(&v->b, x + 4);
    if (lanes > 2)
        zni_put4(&v->c, x + 8);
    if (lanes > 3)
        zni_put4(&v->d, x + 12);
}

/* to += f v */
static ZNI_INTO_WIDE void zni_add_column(const zn_index lanes, double f, const zni_column *v,
                                         zni_column *to)
{
    to->a += f * v->a;
    if (lanes > 1)
        to->b += f * v->b;
    if (lanes > 2)
        to->c += f * v->c;
    if (lanes > 3)
        to->d += f * v->d;
}

static ZNI_INTO_WIDE void zni_times_column(const zn_index lanes, double f, zni_column *v)
{
    v->a *= f;
    if (lanes > 1)
        v->b *= f;
    if (lanes > 2)
        v->c *= f;
    if (lanes > 3)
        v->d *= f;
}

static ZNI_INTO_WIDE void zni_clear_column(const zn_index lanes, double x[])
{
    const zni_lanes nought = {0};
    const zni_column v = {nought, nought, nought, nought};

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
