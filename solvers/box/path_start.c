/* path_start.c - memory of a path, and where it begins
 * SPDX-License-Identifier: Apache-2.0 */
#include "path.h"

#include <string.h>

#include "../linalg/units.h"

/* A residual so small beside the largest one is taken to be what the preceding method left of a row that it solved.
 * As an entry of the column of t, it would become a pivot made of rounding. Without it, the path ends this far from
 * the solution. The linear system of the last active set, or the next Newton step, corrects that. */
static const double NOTHING = 1e-9;

zn_status zni_path_reserve(zn_ctx *ctx, zni_path *k, zn_index n, zn_index nnz)
{
    zn_status st = zni_dictionary_reserve(ctx, &k->d, n, nnz);

    if (!st)
        st = ZNI_GROW(ctx, ZNI_BARE(k, v, 5 * n), ZNI_ARRAY(k, side, 3 * n));
    if (st)
        return st;
    k->inside = k->side + n;
    k->down = k->inside + n;
    k->z0 = k->v;
    k->w0 = k->z0 + n;
    k->r = k->w0 + n;
    k->zt = k->r + n;
    k->work = k->zt + n;
    return ZN_OK;
}

void zni_path_fini(zn_ctx *ctx, zni_path *k)
{
    zni_dictionary_fini(ctx, &k->d);
    ZNI_FREE(ctx, k->v, k->side);
}

/* slack given to a row without one of its own: in large problems they differ from row to row to avoid ties, each of
 * which costs solutions with the basis */
static double slack(bool thin, zn_index i)
{
    return thin ? zni_golden(i) : 1;
}

/* ---- where the path begins ------------------------------------------------ */

bool zni_path_vertex(zni_path *k, const zni_box *b)
{
    const bool thin = zni_dictionary_thin(b->n, zni_box_nnz(b));
    double need = 0;
    bool solved = true;

    for (zn_index i = 0; i < b->n; i++) {
        double lo = zni_box_lo(b, i), hi = zni_box_hi(b, i);

        k->z0[i] = !isinf(lo) ? lo : !isinf(hi) ? hi : 0;
    }
    zni_box_dual(b, k->z0, k->r);
    for (zn_index i = 0; i < b->n; i++) {
        double lo = zni_box_lo(b, i), hi = zni_box_hi(b, i);

        k->w0[i] = 0;
        if (lo == hi)
            continue; /* any w satisfies a fixed row */
        if (!isinf(lo))
            need = fmax(need, -k->r[i]);
        else if (!isinf(hi))
            need = fmax(need, k->r[i]);
        else
            solved = solved && k->r[i] == 0;
    }
    for (zn_index i = 0; i < b->n; i++) {
        double lo = zni_box_lo(b, i), hi = zni_box_hi(b, i);

        if (isinf(lo) && isinf(hi))
            continue;
        k->w0[i] = lo == hi ? k->r[i] : k->r[i] + (isinf(lo) ? -need : need) * slack(thin, i);
        k->r[i] -= k->w0[i];
    }
    solved = solved && need == 0;
    if (solved) {
        memcpy(k->zt, k->z0, (size_t)b->n * sizeof *k->zt);
        k->t = 1;
    }
    return !solved;
}

/* rows that are off their bounds by no more than the rounding of the preceding method are put on them */
static void snap(const zni_box *b, const double z[], double out[])
{
    const double most = zni_largest(z, b->n);

    for (zn_index i = 0; i < b->n; i++) {
        const double lo = zni_box_lo(b, i), hi = zni_box_hi(b, i);

        out[i] = z[i] - lo <= NOTHING * most   ? lo
                 : hi - z[i] <= NOTHING * most ? hi
                                               : z[i];
    }
}

/* In a large problem every row at a bound gets a positive slack at the start, whatever its w. */
void zni_path_point(zni_path *k, const zni_box *b, const double z[],
                    const double w[])
{
    const bool thin = zni_dictionary_thin(b->n, zni_box_nnz(b));
    double most = 0;

    if (thin) {
        snap(b, z, k->z0);
        zni_box_dual(b, k->z0, k->work);
        w = k->work;
    } else {
        memcpy(k->z0, z, (size_t)b->n * sizeof *z);
    }
    for (zn_index i = 0; i < b->n; i++) {
        const bool at_lo = k->z0[i] == zni_box_lo(b, i),
                   at_hi = k->z0[i] == zni_box_hi(b, i);
        const bool right = (at_lo && w[i] > 0) || (at_hi && w[i] < 0);

        k->w0[i] = right ? w[i] : thin && (at_lo || at_hi) ? -w[i] * zni_golden(i) : 0;
        k->r[i] = w[i] - k->w0[i];
        most = fmax(most, fabs(k->r[i]));
    }
    if (thin)
        return;
    for (zn_index i = 0; i < b->n; i++)
        if (fabs(k->r[i]) <= NOTHING * most)
            k->r[i] = 0;
}
