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

/* out = (f(x + h e_j) - f(x - h e_j)) / 2h, at a place that is x and stays so. work: nf */
static zn_status slope(zni_vector_fn *f, const void *data, double *x_j,
                       const double x[], double h, zn_index nf, double work[],
                       double out[])
{
    const double here = *x_j;
    zn_status st;

    *x_j = here - h;
    const double low = *x_j;
    st = f(data, x, work);
    *x_j = here + h;
    const double width = *x_j - low;
    if (!st)
        st = f(data, x, out);
    *x_j = here;
    for (zn_index i = 0; !st && i < nf; i++)
        out[i] = (out[i] - work[i]) / width;
    return st;
}

static zn_status by_columns(zni_vector_fn *f, const void *data, zn_index nx,
                            const double x[], zn_index nf, double work[],
                            double J[])
{
    double *moved = work, *back = work + nx;
    zn_status st = ZN_OK;

    memcpy(moved, x, (size_t)nx * sizeof *x);
    for (zn_index j = 0; !st && j < nx; j++)
        st = slope(f, data, &moved[j], moved, zni_difference_step(x[j]), nf,
                   back, J + j * nf);
    return st;
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

/* With six values H = 2^-9 apart truncation is H^6 |f^(7)| / 140, and rounding 2 eps |f| / H: 2e-13. d being slopes
 * over 2 H, 4 H, 6 H: they differ by more than by a fiftieth, and than two values are wrong anyway, where f
 * is not that smooth. */
static bool is_even(const double d[3], double least, double *out)
{
    *out = 1.5 * d[0] - 0.6 * d[1] + 0.1 * d[2];
    return fabs(d[2] - d[0]) <= 0.02 * fmax(fabs(d[0]), fabs(d[2])) + least;
}

/* work: 4 nf */
static zn_status fine_column(zni_vector_fn *f, const void *data, double *x_j,
                             const double x[], double size, zn_index nf,
                             double work[], double col[])
{
    const double H = 0x1p-9 * fmax(fabs(*x_j), 1), h = zni_difference_step(*x_j);
    const double least = DBL_EPSILON * size / h;
    double *back = work, *d1 = back + nf, *d2 = d1 + nf, *d3 = d2 + nf;
    zn_index rough = 0;
    zn_status st = slope(f, data, x_j, x, H, nf, back, d1);

    if (!st)
        st = slope(f, data, x_j, x, 2 * H, nf, back, d2);
    if (!st)
        st = slope(f, data, x_j, x, 3 * H, nf, back, d3);
    if (st) /* f may end nearby */
        return slope(f, data, x_j, x, h, nf, back, col);
    for (zn_index i = 0; i < nf; i++) {
        const double d[3] = {d1[i], d2[i], d3[i]};
        d1[i] = is_even(d, least, &d2[i]);
        rough += d1[i] == 0;
    }
    if (rough)
        st = slope(f, data, x_j, x, h, nf, back, d3);
    for (zn_index i = 0; !st && i < nf; i++)
        col[i] = d1[i] == 0 ? d3[i] : d2[i];
    return st;
}

zn_status zni_difference_fine(zn_ctx *ctx, const zni_rooms *rooms,
                              zni_vector_fn *f, const void *data, zn_index nx,
                              const double x[], zn_index nf, double J[])
{
    const double size = zni_difference_size(nx, x);
    zni_room room;
    zn_status st = zni_room_enter(ctx, rooms, &room);

    if (!st)
        memcpy(room.at, x, (size_t)nx * sizeof *x);
    for (zn_index j = 0; !st && j < nx; j++)
        st = fine_column(f, data, room.at + j, room.at, size, nf, room.at + nx,
                         J + j * nf);
    zni_room_leave(&room);
    return st;
}

double zni_difference_size(zn_index n, const double x[])
{
    double size = 1;

    for (zn_index i = 0; i < n; i++)
        size = fmax(size, fabs(x[i]));
    return size;
}

double zni_difference_time(zn_index n, const double q[], const double v[])
{
    return fmin(zni_difference_size(n, q) / zni_difference_size(n, v), 1);
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

/* out = f(s) + f(-s) - 2 f(0), f(0) in zero.
 * work: nf */
static zn_status bent(zni_curve_fn *f, const void *data, double s, zn_index nf,
                      const double zero[], double work[], double out[])
{
    zn_status st = f(data, s, out);

    if (!st)
        st = f(data, -s, work);
    for (zn_index i = 0; !st && i < nf; i++)
        out[i] += work[i] - 2 * zero[i];
    return st;
}

/* Seven values H apart give f'' up to H^6 f^(8) / 560, b being the second differences above at H, 2 H, 3 H. Those
 * differ by more than by a tenth, and than three values are wrong anyway, where f is not that smooth. */
static bool is_smooth(const double b[3], double H, double least, double *out)
{
    const double d1 = b[0] / (H * H), d3 = b[2] / (9 * H * H);

    *out = (270 * b[0] - 27 * b[1] + 2 * b[2]) / (180 * H * H);
    return fabs(d3 - d1) <= 0.1 * fmax(fabs(d1), fabs(d3)) + least;
}

/* With three values truncation is h^2 |f''''| / 12 and rounding 4 eps |f| / h^2, so the step is eps^(1/4), 1e-4,
 * and what remains 1e-8: noise that an integrator with tolerances of 1e-12 takes for its own error, and hardly goes
 * on. Where f allows it, seven values at steps of 2e-3 leave 1e-10. */
zn_status zni_difference_twice(zni_curve_fn *f, const void *data, double unit,
                               double size, zn_index nf, double work[],
                               double out[])
{
    const double H = 0x1p-9 * unit, h = sqrt(sqrt(DBL_EPSILON)) * unit;
    const double least = 4 * DBL_EPSILON * size / (h * h);
    double *zero = work, *other = work + nf, *b1 = other + nf, *b2 = b1 + nf;
    zn_index rough = nf;
    zn_status st = f(data, 0, zero), wide = st;

    if (!wide)
        wide = bent(f, data, H, nf, zero, other, b1);
    if (!wide)
        wide = bent(f, data, 2 * H, nf, zero, other, b2);
    if (!wide)
        wide = bent(f, data, 3 * H, nf, zero, other, out);
    for (zn_index i = 0; !wide && i < nf; i++) {
        const double b[3] = {b1[i], b2[i], out[i]};
        b1[i] = is_smooth(b, H, least, &out[i]);
        b2[i] = out[i];
        rough -= b1[i] != 0;
    }
    if (st || !rough)
        return st;
    st = bent(f, data, h, nf, zero, other, out);
    for (zn_index i = 0; !st && i < nf; i++)
        out[i] = wide || b1[i] == 0 ? out[i] / (h * h) : b2[i]; /* f may end nearby */
    return st;
}
