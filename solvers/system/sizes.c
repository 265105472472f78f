/* sizes.c - sizes of the blocks of contacts and of masses, by which errors are measured
 * SPDX-License-Identifier: Apache-2.0 */
#include "sizes.h"

#include <string.h>

#include "../linalg/octave.h"
#include "../linalg/pieces.h"
#include "../linalg/units.h"

double zni_mean_size(zn_index nc, const double size[])
{
    double sum = 0;
    zn_index count = 0;

    for (zn_index a = 0; a < nc; a++) {
        sum += size[a];
        count += size[a] > 0;
    }
    return sum > 0 ? sum / (double)count : 0;
}

void zni_round_sizes(zn_index nc, double none, double size[])
{
    for (zn_index a = 0; a < nc; a++)
        size[a] = zni_octave(size[a] > 0 ? size[a] : none);
}

void zni_contact_sizes(zn_index d, zn_index nc, zn_index first, zn_index end,
                       const zn_matrix *M, const double diag[], double size[])
{
    double none;

    for (zn_index a = 0; a < nc; a++)
        size[a] = zni_contact_mean(end - first, diag + d * a + first, 1);
    none = zni_mean_size(nc, size);
    zni_round_sizes(nc, none > 0 ? none : M ? zni_matrix_unit(M) : 1, size);
}

void zni_rolling_sizes(zn_index d, zn_index nc, const zn_matrix *M, const double diag[],
                       double size[], double length[])
{
    zn_index m = (d - 1) / 2;

    zni_contact_sizes(d, nc, 1 + m, d, M, diag, length);
    zni_contact_sizes(d, nc, 0, 1 + m, M, diag, size);
    for (zn_index a = 0; a < nc; a++)
        length[a] = zni_octave(sqrt(size[a] / length[a]));
}

/* Sizes of W_aa within four decades are left unscaled, which saves a copy of M. Measured on piles: with masses over
 * four decades, whose sizes range a little farther, the time is the same with and without scaling; over five decades
 * scaling halves it; over six it makes them solvable. */
static const double UNEVEN = 1e4;

bool zni_contacts_uneven(zn_index nc, const double size[], double *largest)
{
    double least = INFINITY;

    *largest = 0;
    for (zn_index a = 0; a < nc; a++) {
        *largest = fmax(*largest, size[a]);
        least = fmin(least, size[a]);
    }
    return *largest > UNEVEN * least;
}

double zni_motion_sizes(const zn_matrix *M, const zn_matrix *H, zn_index m,
                        double mass[], double w[])
{
    double sum = 0;
    zn_index n = M->rows, count = 0;

    zn_matrix_diag(M, mass);
    for (zn_index i = 0; i < n; i++) {
        sum += mass[i] = fabs(mass[i]);
        count += mass[i] > 0;
    }
    sum = sum > 0 ? sum / (double)count : 1;
    for (zn_index i = 0; i < n; i++)
        mass[i] = mass[i] > 0 ? mass[i] : sum;
    memset(w, 0, (size_t)m * sizeof *w);
    for (zni_piece b = {0}; m > 0 && zni_next_piece(H, &b);) {
        const double *x = H->x + b.at;

        for (zn_index j = b.c; j < b.c + b.n; j++)
            for (zn_index e = 0; e < b.m; e++, x++)
                w[j] += *x * *x / mass[zni_piece_row(&b, e)];
    }
    return sum;
}

double zni_motion_mass(const zn_matrix *M, zn_index i, double none)
{
    double mass = fabs(zn_matrix_get(M, i, i));

    return mass > 0 ? mass : none;
}
