/* substitution.c - a triangular matrix: row after row, each by itself
 * SPDX-License-Identifier: Apache-2.0 */
#include "attempts.h"

#include <string.h>

/* If M is triangular, row i is a problem of one unknown once the rows before it are solved: z_i = P(-w_i / M_ii),
 * which is unique if M_ii > 0 (on an equality row, if M_ii != 0). Pivoting methods may need 2^n steps for such a
 * matrix (Murty 1978). */

/* Are all entries above, or below, the diagonal zero? For most matrices the first one is not. */
static bool zeros(const double M[], zn_index n, bool above)
{
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = above ? 0 : j + 1; i < (above ? j : n); i++)
            if (M[i + j * n] != 0)
                return false;
    return true;
}

bool zni_box_substitute(const zni_box *b, double z[], double w[])
{
    zn_index n = b->n;
    const double *M = b->M->x;
    bool forward;

    if (b->M->storage != ZN_DENSE || n < 2)
        return false;
    /* in a full matrix, already the second entry is not zero */
    forward = M[n] == 0 && zeros(M, n, true);
    if (!forward && (M[1] != 0 || !zeros(M, n, false)))
        return false;
    for (zn_index i = 0; i < n; i++)
        if (!(M[i + i * n] > 0 || (M[i + i * n] < 0 && zni_box_free(b, i))))
            return false;
    memcpy(w, b->q, (size_t)n * sizeof *w);
    for (zn_index k = 0; k < n; k++) {
        zn_index i = forward ? k : n - 1 - k;
        const double *column = M + i * n;

        z[i] = zni_box_clip(b, i, -w[i] / column[i]);
        for (zn_index r = forward ? i : 0; r < (forward ? n : i + 1); r++)
            w[r] += column[r] * z[i];
    }
    return true;
}
