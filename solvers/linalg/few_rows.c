/* few_rows.c - elimination with columns of up to 16 numbers
 * SPDX-License-Identifier: Apache-2.0 */
#include "few_rows.h"

/* Eliminates with pivot k: subtracts multiples of column k, rows from `first` on, from all later columns including the
 * right-hand side. */
static ZNI_INTO_WIDE bool eliminate(const zn_index lanes, zn_index m,
                                    zn_index k, zn_index first, double J[])
{
    static const zni_bits behind[ZNI_FOUR] = {
        {0, -1, -1, -1}, {0, 0, -1, -1}, {0, 0, 0, -1}, {0, 0, 0, 0}};
    const double pivot = J[k * (ZNI_COLUMN + 1)];
    zni_column v, c;

    if (!(fabs(pivot) > 0))
        return false;
    zni_take_column(lanes, J + k * ZNI_COLUMN + first, &v);
    zni_times_column(lanes, -1 / pivot, &v);
    v.x[0] = (zni_lanes)((zni_bits)v.x[0] & behind[k - first]);
    for (double *x = J + (k + 1) * ZNI_COLUMN + first;
         x <= J + m * ZNI_COLUMN + first; x += ZNI_COLUMN) {
        zni_take_column(lanes, x, &c);
        zni_add_column(lanes, x[k - first], &v, &c);
        zni_put_column(lanes, &c, x);
    }
    return true;
}

/* Four pivots from `first` on, while the columns have so many groups of rows left. */
static ZNI_INTO_WIDE bool eliminate_four(const zn_index lanes, zn_index m,
                                         zn_index first, double J[])
{
    const zn_index end = first + ZNI_FOUR < m ? first + ZNI_FOUR : m;

    for (zn_index k = first; k < end; k++)
        if (!eliminate(lanes, m, k, first, J))
            return false;
    return true;
}

/* If a pivot is less than this part of its diagonal entry, the row depends on others, apart from the regularisation. */
static const double OTHERS = 1e-3;

/* Are all pivots large compared with the diagonal entries before elimination? */
static bool is_regular(zn_index m, const double J[], const double diagonal[])
{
    for (zn_index k = 0; k < m; k++)
        if (!(fabs(J[k * (ZNI_COLUMN + 1)]) > OTHERS * fabs(diagonal[k])))
            return false;
    return true;
}

ZNI_WIDE bool zni_rows_solve(zn_index m, double J[], double x[], bool *regular)
{
    double *b = J + m * ZNI_COLUMN, diagonal[ZNI_COLUMN];

    for (zn_index k = 0; k < m; k++)
        diagonal[k] = J[k * (ZNI_COLUMN + 1)];

    for (zn_index first = 0; first < m; first += ZNI_FOUR) {
        const zn_index lanes = (m - first + ZNI_FOUR - 1) / ZNI_FOUR;
        const bool fine = lanes == 1   ? eliminate_four(1, m, first, J)
                          : lanes == 2 ? eliminate_four(2, m, first, J)
                          : lanes == 3 ? eliminate_four(3, m, first, J)
                                       : eliminate_four(4, m, first, J);

        if (!fine)
            return false;
    }
    *regular = is_regular(m, J, diagonal);
    for (zn_index k = m - 1; k >= 0; k--) {
        const double *c = J + k * ZNI_COLUMN;

        x[k] = b[k] / c[k];
        for (zn_index i = 0; i < k; i += ZNI_FOUR) {
            zni_lanes four, column;

            zni_take4(b + i, &four);
            zni_take4(c + i, &column);
            four -= x[k] * column;
            zni_put4(&four, b + i);
        }
    }
    return true;
}
