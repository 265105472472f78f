/* sizes.h - sizes of the blocks of contacts and of masses, by which errors are measured
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

/* The mean of the nonzero sizes, or 0; and all sizes rounded down to powers of two, `none` in place of 0. */
double zni_mean_size(zn_index nc, const double size[]);
void zni_round_sizes(zn_index nc, double none, double size[]);

/* The size of W_aa of each of nc contacts: the mean |W_ii| of rows first ... end - 1 of d, from the diagonal of W,
 * rounded down to a power of two. Where that is zero it is the mean of the others; where all are zero, the unit of M,
 * or 1 if M is NULL. size == diag is allowed. */
void zni_contact_sizes(zn_index d, zn_index nc, zn_index first, zn_index end,
                       const zn_matrix *M, const double diag[], double size[]);

/* For the equations of motion: the masses |M_ii| (n), with 0 replaced by the mean of the others, or 1, which is
 * returned; and w = diag(H' diag(mass)^-1 H) (m). zni_motion_mass is one mass, given that mean. */
double zni_motion_sizes(const zn_matrix *M, const zn_matrix *H, zn_index m,
                        double mass[], double w[]);
double zni_motion_mass(const zn_matrix *M, zn_index i, double none);

/* Do the sizes of contacts range over so many decades that methods fail? And the largest size. */
bool zni_contacts_uneven(zn_index nc, const double size[], double *largest);

/* For each contact, from the diagonal of W: its size, the mean of the normal and tangential entries, and the length
 * that makes the other entries as large; M as in zni_contact_sizes. */
void zni_rolling_sizes(zn_index d, zn_index nc, const zn_matrix *M, const double diag[],
                       double size[], double length[]);

#endif
