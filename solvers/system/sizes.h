/* sizes.h - how large the blocks of contacts and the masses are, to measure errors by
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_SIZES_H
#define ZENO_SYSTEM_SIZES_H

#include <math.h>

#include <zeno/matrix.h>

/* the mean |W_ii| of n rows, whose numbers are `step` apart */
static inline double zni_contact_mean(zn_index n, const double diag[], zn_index step)
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++)
        sum += fabs(diag[i * step]);
    return sum / (double)n;
}

/* The mean of sizes that are not 0, or 0; and all down to powers of two, `none` for 0. */
double zni_mean_size(zn_index nc, const double size[]);
void zni_round_sizes(zn_index nc, double none, double size[]);

/* The size of W_aa of each of nc contacts, the mean |W_ii| of rows first ... end - 1
 * of d, from the diagonal of W, down to a power of two; of those that have none the
 * mean of the others, where none has one the unit of M, or 1 (NULL). size == diag is allowed. */
void zni_contact_sizes(zn_index d, zn_index nc, zn_index first, zn_index end,
                       const zn_matrix *M, const double diag[], double size[]);

/* Of a problem with the equations of motion: the masses |M_ii| (n), for 0 the mean
 * of the others, or 1, which is returned; w = diag(H' diag(mass)^-1 H) (m). And one
 * mass, with that mean. */
double zni_motion_sizes(const zn_matrix *M, const zn_matrix *H, zn_index m,
                        double mass[], double w[]);
double zni_motion_mass(const zn_matrix *M, zn_index i, double none);

/* Do sizes of contacts range over so many decades that methods fail by it? The largest, too. */
bool zni_contacts_uneven(zn_index nc, const double size[], double *largest);

/* Of each contact, from the diagonal of W: its size, the mean of the normal and
 * tangential entries, and the length that makes the others as large; M as for zni_contact_sizes. */
void zni_rolling_sizes(zn_index d, zn_index nc, const zn_matrix *M, const double diag[],
                       double size[], double length[]);

#endif
