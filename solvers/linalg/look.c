/* look.c - w = M z + q and the magnitudes of its data, in one pass if M is small and dense
 *
 * With three rows separate loops take more instructions to begin and end than for the work in them. Four rows are
 * computed at a time. The last four may overlap those before, so that no rows are left over: computing a row twice
 * gives the same result.
 * SPDX-License-Identifier: Apache-2.0 */
#include "look.h"

#include <string.h>

#include "twice.h"
#include "units.h"
#include "wide.h"

enum { LANES = sizeof(zni_lanes) / sizeof(double) };

static ZNI_INTO_WIDE void put(zn_index n, const zni_lanes *a, double x[])
{
    if (n > 3) {
        zni_put4(a, x);
        return;
    }
    x[0] = (*a)[0];
    if (n > 1)
        x[1] = (*a)[1];
    if (n > 2)
        x[2] = (*a)[2];
}

/* Rows i ... i + few - 1 of n; raises most to the magnitudes of M, q and z. */
static ZNI_INTO_WIDE void rows(zn_index few, zn_index n, zn_index i, const double M[],
                               const double q[], const double z[], double y[],
                               zni_lanes most[3])
{
    zni_lanes sum, a;

    zni_take_few(few, q + i, &sum);
    zni_raise4(&sum, &most[1]);
    zni_take_few(few, z + i, &a);
    zni_raise4(&a, &most[2]);
    for (zn_index j = 0; j < n; j++) {
        zni_take_few(few, M + i + j * n, &a);
        zni_raise4(&a, &most[0]);
        sum += z[j] * a;
    }
    put(few, &sum, y + i);
}

ZNI_WIDE bool zni_look_few(const zn_matrix *M, const double q[], const double z[], double y[],
                           zni_largest_of *sizes)
{
    const zn_index n = M->rows;
    zni_lanes most[3] = {{0}, {0}, {0}};

    if (M->storage != ZN_DENSE || M->cols != n || n < 1 || n > ZNI_LOOK)
        return false;
    if (n == 1)
        rows(1, 1, 0, M->x, q, z, y, most);
    else if (n == 2)
        rows(2, 2, 0, M->x, q, z, y, most);
    else if (n == 3)
        rows(3, 3, 0, M->x, q, z, y, most);
    else
        for (zn_index i = 0; i < n; i += LANES)
            rows(LANES, n, i + LANES <= n ? i : n - LANES, M->x, q, z, y, most);
    *sizes = (zni_largest_of){zni_across4(&most[0]), zni_across4(&most[1]), zni_across4(&most[2])};
    return true;
}

double zni_look(const zn_matrix *M, const double q[], const double z[], double y[], double lo[],
                zn_index room, double *rho)
{
    zni_largest_of seen;

    if (zni_look_few(M, q, z, y, &seen)) {
        *rho = zni_unit(seen.M);
        if (!zni_hides(*rho * seen.z, seen.q))
            return seen.q;
    } else {
        *rho = zni_unit(zni_largest_value(M));
        seen.q = zni_largest(q, M->rows);
    }
    memcpy(y, q, (size_t)M->rows * sizeof *y);
    zni_careful_mul(M, *rho, seen.q, z, y, lo, room);
    return seen.q;
}
