/* box_warm.c - small problems from the active set of the last one
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

#include <float.h>
#include <stdint.h>
#include <string.h>

/* The one-step problems of a circuit differ little from one to the next, and
 * mostly have the same active set. With it z is one small linear system: free
 * rows have w = 0, the others are at their bounds. Rows whose sign is then
 * wrong change sides, as in Newton's method on min(z, w), a few times at most,
 * until all signs are right, not only nearly; a set that comes again, or a
 * singular block, is left to other methods.
 * Everything fits into a few cache lines, so that what is paid is arithmetic. */

enum { MOST = ZNI_WARM_MAX, SETS = 6 };

typedef struct warm {
    double a[MOST * MOST]; /* the free block, then its factors */
    double x[MOST];
    int map[MOST], row[MOST]; /* free rows; row exchanges */
    unsigned char side[MOST];
    int m;
} warm;

/* Two bits for each row. */
static uint64_t code(const warm *k, zn_index n)
{
    uint64_t c = 0;

    for (zn_index i = 0; i < n; i++)
        c = c << 2 | k->side[i];
    return c;
}

/* LU of the free block with partial pivoting. A pivot that is lost in the
 * rounding of its column counts as zero. */
static bool factor(warm *k, const zni_box *b)
{
    const zn_index n = b->n;
    int m = 0;

    for (zn_index i = 0; i < n; i++)
        if (k->side[i] == ZNI_FREE)
            k->map[m++] = (int)i;
    k->m = m;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++)
            k->a[i + j * MOST] = b->M->x[k->map[i] + k->map[j] * n];
    for (int j = 0; j < m; j++) {
        double *a = k->a + j * MOST, big = 0;
        int p = j;

        for (int i = 0; i < j; i++)
            big = fmax(big, fabs(a[i]));
        for (int i = j; i < m; i++)
            if (fabs(a[i]) > fabs(a[p]))
                p = i;
        if (!(fabs(a[p]) > 64 * DBL_EPSILON * big) || fabs(a[p]) < DBL_MIN)
            return false;
        k->row[j] = p;
        for (int c = 0; p != j && c < m; c++) {
            double *q = k->a + c * MOST, s = q[j];
            q[j] = q[p];
            q[p] = s;
        }
        for (int i = j + 1; i < m; i++)
            a[i] /= a[j];
        for (int c = j + 1; c < m; c++) {
            double *q = k->a + c * MOST;
            for (int i = j + 1; i < m; i++)
                q[i] -= a[i] * q[j];
        }
    }
    return true;
}

/* z_F -= M_FF^-1 w_F */
static void correct(warm *k, double z[], const double w[])
{
    const int m = k->m;
    double *x = k->x;

    for (int i = 0; i < m; i++)
        x[i] = w[k->map[i]];
    for (int j = 0; j < m; j++) {
        const double s = x[k->row[j]];

        x[k->row[j]] = x[j];
        x[j] = s;
    }
    for (int j = 0; j < m; j++)
        for (int i = j + 1; i < m; i++)
            x[i] -= k->a[i + j * MOST] * x[j];
    for (int j = m - 1; j >= 0; j--) {
        x[j] /= k->a[j + j * MOST];
        for (int i = 0; i < j; i++)
            x[i] -= k->a[i + j * MOST] * x[j];
    }
    for (int i = 0; i < m; i++)
        z[k->map[i]] -= x[i];
}

/* w = M z + q */
static void product(const zni_box *b, const double z[], double w[])
{
    const zn_index n = b->n;

    for (zn_index i = 0; i < n; i++)
        w[i] = b->q[i];
    for (zn_index j = 0; j < n; j++)
        for (zn_index i = 0; z[j] != 0 && i < n; i++)
            w[i] += b->M->x[i + j * n] * z[j];
}

/* Sides of the next set: rows with a wrong sign move. false: there is none. */
static bool move(warm *k, const zni_box *b, const double z[], const double w[])
{
    bool moved = false;

    for (zn_index i = 0; i < b->n; i++) {
        const unsigned char before = k->side[i];

        if (k->side[i] == ZNI_FREE)
            k->side[i] = z[i] < zni_box_lo(b, i)   ? ZNI_AT_LO
                         : z[i] > zni_box_hi(b, i) ? ZNI_AT_HI
                                                   : ZNI_FREE;
        else if (k->side[i] == ZNI_AT_LO ? w[i] < 0 : w[i] > 0)
            k->side[i] = ZNI_FREE;
        moved = moved || k->side[i] != before;
    }
    return moved;
}

bool zni_box_warm(const zni_box *b, double tol, double z[], double w[],
                  zn_solve_info *info)
{
    const zn_index n = b->n;
    uint64_t tried[SETS];
    double start[MOST];
    warm k;

    if (n > MOST || b->M->storage != ZN_DENSE)
        return false;
    memcpy(start, z, (size_t)n * sizeof *z);
    for (zn_index i = 0; i < n; i++)
        k.side[i] = !(z[i] > zni_box_lo(b, i))   ? ZNI_AT_LO
                    : !(z[i] < zni_box_hi(b, i)) ? ZNI_AT_HI
                                                 : ZNI_FREE;
    for (int s = 0; s < SETS; s++) {
        tried[s] = code(&k, n);
        for (int t = 0; t < s; t++)
            if (tried[t] == tried[s])
                goto fail;
        if (!factor(&k, b))
            goto fail;
        /* free rows from 0: what z was may be large and leave its rounding */
        for (zn_index i = 0; i < n; i++)
            z[i] = k.side[i] == ZNI_FREE    ? 0
                   : k.side[i] == ZNI_AT_LO ? zni_box_lo(b, i)
                                            : zni_box_hi(b, i);
        product(b, z, w);
        correct(&k, z, w);
        product(b, z, w);
        if (zni_box_residual(b, z, w) > tol) { /* of rounding, perhaps */
            correct(&k, z, w);
            product(b, z, w);
        }
        if (move(&k, b, z, w))
            continue;
        if (!(zni_box_residual(b, z, w) <= tol))
            break;
        info->iterations = s + 1;
        info->outcome = ZN_SOLVED;
        info->solver = "active-set";
        return true;
    }

fail:
    memcpy(z, start, (size_t)n * sizeof *z);
    return false;
}
