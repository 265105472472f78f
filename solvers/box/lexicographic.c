/* lexicographic.c - the lexicographic rule: which of several tied rows leaves the basis
 *
 * Cottle, Pang & Stone (1992), section 4.9: the rows of B^-1, each divided by its pivot, are compared component by
 * component. The dense dictionary holds the columns of B^-1: those of the nonbasic w with changed sign, and unit
 * vectors for the basic w. In the sparse one each column, and each row, costs a solution with the basis; since a tie
 * has few rows and many columns, rows are compared there.
 * SPDX-License-Identifier: Apache-2.0 */
#include "dictionary.h"

#include <math.h>
#include <string.h>

static zn_index by_columns(zni_dictionary *t, zn_index ties, const double te[],
                           double dir, const unsigned char down[])
{
    zn_index *tied = t->list;

    for (zn_index c = 0; c < t->n && ties > 1; c++) {
        zn_index at = t->where[c], left = 0;
        const double *tc =
            at < 0 ? zni_dictionary_column(t, -1 - at, t->compare) : NULL;
        double sign = down && down[c] ? -1 : 1, least = INFINITY;

        for (zn_index a = 0; a < ties; a++) {
            zn_index i = tied[a];
            double gain = i < 0 ? 0 : tc ? -tc[i] : (at == i);

            t->row[a] = i < 0 ? 0 : sign * gain / (-dir * te[i]);
            least = t->row[a] < least ? t->row[a] : least;
        }
        for (zn_index a = 0; a < ties; a++)
            if (zni_tied(t->row[a], least))
                tied[left++] = tied[a];
        ties = left;
    }
    return tied[0];
}

/* the row of B^-1 that belongs to tied row i, divided by its pivot */
static void candidate(zni_dictionary *t, zn_index i, const double te[],
                      double dir, const unsigned char down[], double out[])
{
    if (i < 0) {
        memset(out, 0, (size_t)t->n * sizeof *out);
        return;
    }
    zni_thin_row(t, i, out);
    for (zn_index c = 0; c < t->n; c++)
        out[c] *= (down && down[c] ? -1 : 1) / (-dir * te[i]);
}

static bool before(zn_index n, const double a[], const double b[])
{
    for (zn_index c = 0; c < n; c++)
        if (fabs(a[c] - b[c]) > ZNI_TIE * (1 + fabs(b[c])))
            return a[c] < b[c];
    return false;
}

static zn_index by_rows(zni_dictionary *t, zn_index ties, const double te[],
                        double dir, const unsigned char down[])
{
    zn_index first = t->list[0];

    candidate(t, first, te, dir, down, t->compare);
    for (zn_index a = 1; a < ties; a++) {
        candidate(t, t->list[a], te, dir, down, t->row);
        if (!before(t->n, t->row, t->compare))
            continue;
        memcpy(t->compare, t->row, (size_t)t->n * sizeof *t->row);
        first = t->list[a];
    }
    return first;
}

zn_index zni_dictionary_first(zni_dictionary *t, zn_index ties,
                              const double te[], double dir,
                              const unsigned char down[])
{
    if (ties == 1)
        return t->list[0];
    return (t->sparse ? by_rows : by_columns)(t, ties, te, dir, down);
}
