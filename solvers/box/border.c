/* border.c - free rows beside those of a set that is factored
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

#include <float.h>

#include "../linalg/few_lu.h"

/* F is the set that is factored, A the rows that came, D those that went. Of the corrections x
 * to z, and of y that hold what went,
 *     [ M_FF  M_FA  I_FD ] [ x_F ]   [ w_F ]
 *     [ M_AF  M_AA   0   ] [ x_A ] = [ w_A ]
 *     [ I_DF   0     0   ] [ y_D ]   [  0  ]
 * so with Y = M_FF^-1 [M_FA I_FD] what is left is S = [M_AA 0; 0 0] - [M_AF; I_DF] Y, of a few
 * rows: k substitutions in place of a factorisation. */

/* a fraction of the rows: substitutions for it cost less than half of factors */
enum { PART = 4 };

/* entry of F in column c of the border */
static void column(const zni_border *e, const zni_box *b, zn_index c,
                   double y[])
{
    const zni_again_set *set = e->base;
    const double *M = b->M->x + e->row[c] * b->n;

    for (zn_index i = 0; i < set->m; i++)
        y[i] = e->came[c] ? M[set->map[i]] : 0;
    if (!e->came[c])
        y[e->row[c]] = 1;
}

/* row r of [M_AF; I_DF] times x */
static double times(const zni_border *e, const zni_box *b, zn_index r,
                    const double x[])
{
    const zni_again_set *set = e->base;
    double sum = 0;

    if (!e->came[r])
        return x[e->row[r]];
    for (zn_index i = 0; i < set->m; i++)
        sum += b->M->x[e->row[r] + set->map[i] * b->n] * x[i];
    return sum;
}

/* Is a pivot lost in the rounding of its column? size: of the columns */
static bool lost(const zni_border *e, const double size[])
{
    for (zn_index c = 0; c < e->k; c++)
        if (!(fabs(e->S[c + c * e->k]) > 64 * DBL_EPSILON * size[c]))
            return true;
    return false;
}

/* S, with the largest number that each column is made of */
static void small(zni_border *e, const zni_box *b, double size[])
{
    for (zn_index c = 0; c < e->k; c++) {
        double *y = e->Y + c * e->base->m;

        column(e, b, c, y);
        zni_lu_solve(&e->base->lu, y);
        size[c] = 0;
        for (zn_index r = 0; r < e->k; r++) {
            const double own = e->came[r] && e->came[c]
                                   ? b->M->x[e->row[r] + e->row[c] * b->n]
                                   : 0,
                         by = times(e, b, r, y);

            e->S[r + c * e->k] = own - by;
            size[c] = fmax(size[c], fmax(fabs(own), fabs(by)));
        }
    }
}

bool zni_border_take(zni_border *e, const zni_box *b,
                     const unsigned char side[])
{
    const zni_again_set *set = e->base;
    double size[ZNI_BORDER];
    zn_index at = 0; /* free rows before row i */

    e->k = 0;
    for (zn_index i = 0; i < b->n; i++) {
        const bool was = set->side[i] == ZNI_FREE, is = side[i] == ZNI_FREE;

        if (was != is) {
            if (e->k == ZNI_BORDER || PART * (e->k + 1) > set->m)
                return false;
            e->row[e->k] = is ? i : at;
            e->came[e->k++] = is;
        }
        at += was;
    }
    if (e->k == 0)
        return true;
    small(e, b, size);
    zni_few_lu(e->k, e->S, e->piv);
    return !lost(e, size);
}

void zni_border_correct(const zni_border *e, const zni_box *b, double z[],
                        const double w[])
{
    const zni_again_set *set = e->base;
    double *x = e->Y + e->k * set->m, s[ZNI_BORDER];

    for (zn_index i = 0; i < set->m; i++)
        x[i] = w[set->map[i]];
    zni_lu_solve(&set->lu, x);
    for (zn_index r = 0; r < e->k; r++)
        s[r] = (e->came[r] ? w[e->row[r]] : 0) - times(e, b, r, x);
    zni_few_lu_solve(e->k, e->S, e->piv, s);
    for (zn_index c = 0; c < e->k; c++) {
        const double *y = e->Y + c * set->m;

        for (zn_index i = 0; i < set->m; i++)
            x[i] -= s[c] * y[i];
        if (e->came[c])
            z[e->row[c]] -= s[c];
    }
    /* what went is on its bound */
    for (zn_index c = 0; c < e->k; c++)
        if (!e->came[c])
            x[e->row[c]] = 0;
    for (zn_index i = 0; i < set->m; i++)
        z[set->map[i]] -= x[i];
}
