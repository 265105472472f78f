/* difference.c - derivatives by finite differences
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/difference.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The central difference errs by h^2 |f'''| / 6 (truncation) and by about
 * eps |f| / h (rounding); with f and its derivatives of one size both are
 * balanced at h = eps^(1/3), 6e-6, where they leave 1e-10. A forward
 * difference would cost half and leave 1e-8, which Newton's method shows. */
double zni_difference_step(double x)
{
    const double h = cbrt(DBL_EPSILON) * fmax(fabs(x), 1);
    const volatile double moved = x + h; /* so that moved - x is exact */

    return moved - x;
}

static zn_status by_columns(zni_vector_fn *f, const void *data, zn_index nx,
                            const double x[], zn_index nf, double work[],
                            double J[])
{
    double *moved = work, *back = work + nx;

    memcpy(moved, x, (size_t)nx * sizeof *x);
    for (zn_index j = 0; j < nx; j++) {
        const double h = zni_difference_step(x[j]);
        double *col = J + j * nf;

        moved[j] = x[j] - h;
        const double low = moved[j];
        zn_status st = f(data, moved, back);
        if (st)
            return st;
        moved[j] = x[j] + h;
        const double width = moved[j] - low;
        st = f(data, moved, col);
        if (st)
            return st;
        moved[j] = x[j];
        for (zn_index i = 0; i < nf; i++)
            col[i] = (col[i] - back[i]) / width;
    }
    return ZN_OK;
}

zn_status zni_difference(zn_ctx *ctx, const zni_rooms *rooms,
                         zni_vector_fn *f, const void *data, zn_index nx,
                         const double x[], zn_index nf, double J[])
{
    zni_room room;
    zn_status st = zni_room_enter(ctx, rooms, &room);

    if (!st)
        st = by_columns(f, data, nx, x, nf, room.at, J);
    zni_room_leave(&room);
    return st;
}

double zni_difference_time(zn_index n, const double q[], const double v[])
{
    double far = 1, fast = 1;

    for (zn_index i = 0; i < n; i++) {
        far = fmax(far, fabs(q[i]));
        fast = fmax(fast, fabs(v[i]));
    }
    return fmin(far / fast, 1);
}

zn_status zni_difference_along(zni_curve_fn *f, const void *data, double unit,
                               zn_index nf, double work[], double out[])
{
    const double h = cbrt(DBL_EPSILON) * unit;
    zn_status st = f(data, -h, work);

    if (!st)
        st = f(data, h, out);
    for (zn_index i = 0; !st && i < nf; i++)
        out[i] = (out[i] - work[i]) / (2 * h);
    return st;
}

/* Here truncation is h^2 |f''''| / 12 and rounding 4 eps |f| / h^2, so the step
 * is eps^(1/4), 1e-4, and what remains 1e-8. */
zn_status zni_difference_twice(zni_curve_fn *f, const void *data, double unit,
                               zn_index nf, double work[], double out[])
{
    const double h = sqrt(sqrt(DBL_EPSILON)) * unit;
    zn_status st = f(data, h, out);

    if (!st)
        st = f(data, -h, work);
    for (zn_index i = 0; !st && i < nf; i++)
        out[i] += work[i];
    if (!st)
        st = f(data, 0, work);
    for (zn_index i = 0; !st && i < nf; i++)
        out[i] = (out[i] - 2 * work[i]) / (h * h);
    return st;
}
