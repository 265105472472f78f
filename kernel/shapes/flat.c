/* flat.c - shapes of the plane: their making, and their mass
 *
 * All lie in the plane z = 0 of their frames. The core is a convex polygon with its corners
 * counter-clockwise: one corner of a disc, two of a segment.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/flat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static zn_status check_length(zn_ctx *ctx, const char *what, double value)
{
    return value > 0 && value < INFINITY
               ? ZN_OK
               : zn_fail(ctx, ZN_EINVAL, "%s = %g, must be > 0 and finite (m)",
                         what, value);
}

/* A shape whose core has n corners, all at 0 still. */
static zn_status make(zn_ctx *ctx, zni_shape_kind kind, zn_index n,
                      zn_shape **out)
{
    static const int nothing[1] = {0};
    const zn_status st = zni_shape_make(ctx, kind, 3 * n, out);

    if (st)
        return st;
    (*out)->flat = true;
    (*out)->core =
        (zni_poly){.nv = (int)n, .v = (*out)->numbers, .first = nothing};
    return ZN_OK;
}

/* From the corners, whose radius is there already. */
static void set_bounds(zn_shape *s)
{
    double half[2];

    for (int i = 0; i < 2; i++) {
        s->lo[i] = INFINITY;
        s->hi[i] = -INFINITY;
        for (int k = 0; k < s->core.nv; k++) {
            s->lo[i] = fmin(s->lo[i], s->numbers[3 * k + i] - s->radius);
            s->hi[i] = fmax(s->hi[i], s->numbers[3 * k + i] + s->radius);
        }
        half[i] = (s->hi[i] - s->lo[i]) / 2;
    }
    s->scale = hypot(half[0], half[1]);
}

zn_status zn_shape_disc(zn_ctx *ctx, double radius, zn_shape **out)
{
    zn_status st = check_length(ctx, "disc: radius", radius);

    *out = NULL;
    if (!st)
        st = make(ctx, ZNI_DISC, 1, out);
    if (st)
        return st;
    (*out)->radius = radius;
    set_bounds(*out);
    return ZN_OK;
}

zn_status zn_shape_rectangle(zn_ctx *ctx, const double size[2], zn_shape **out)
{
    zn_status st = check_length(ctx, "rectangle: size along x", size[0]);

    *out = NULL;
    if (!st)
        st = check_length(ctx, "rectangle: size along y", size[1]);
    if (!st)
        st = make(ctx, ZNI_RECTANGLE, 4, out);
    if (st)
        return st;
    memcpy((*out)->size, size, 2 * sizeof *size);
    for (int k = 0; k < 4; k++) {
        (*out)->numbers[3 * k] = (k == 1 || k == 2 ? size[0] : -size[0]) / 2;
        (*out)->numbers[3 * k + 1] = (k < 2 ? -size[1] : size[1]) / 2;
    }
    set_bounds(*out);
    return ZN_OK;
}

zn_status zn_shape_half_plane(zn_ctx *ctx, zn_shape **out)
{
    const zn_status st = make(ctx, ZNI_HALF_PLANE, 0, out);

    if (st)
        return st;
    for (int i = 0; i < 2; i++) {
        (*out)->lo[i] = -INFINITY;
        (*out)->hi[i] = i ? 0 : INFINITY;
    }
    return ZN_OK;
}

/* ---- from points ------------------------------------------------------------------- */

static zn_status check_points(zn_ctx *ctx, const char *kind, zn_index n,
                              const double points[])
{
    for (zn_index i = 0; i < 2 * n; i++)
        if (!isfinite(points[i]))
            return zn_fail(ctx, ZN_EINVAL,
                           "%s: component %td of point %td is %g, must be "
                           "finite",
                           kind, i % 2, i / 2, points[i]);
    return ZN_OK;
}

zn_status zn_shape_segment(zn_ctx *ctx, const double ends[4], zn_shape **out)
{
    zn_status st = check_points(ctx, "segment", 2, ends);

    *out = NULL;
    if (!st)
        st = check_length(ctx, "segment: length",
                          hypot(ends[2] - ends[0], ends[3] - ends[1]));
    if (!st)
        st = make(ctx, ZNI_SEGMENT, 2, out);
    if (st)
        return st;
    for (int k = 0; k < 2; k++)
        memcpy((*out)->numbers + 3 * k, ends + 2 * k, 2 * sizeof *ends);
    set_bounds(*out);
    return ZN_OK;
}

static int by_place(const void *a, const void *b)
{
    const double *p = a, *q = b;

    if (p[0] != q[0])
        return p[0] < q[0] ? -1 : 1;
    return (p[1] > q[1]) - (p[1] < q[1]);
}

/* How far c is to the left of the line from a to b. */
static double left_of(const double a[2], const double b[2], const double c[2])
{
    const double u[2] = {b[0] - a[0], b[1] - a[1]};
    const double l = hypot(u[0], u[1]);

    return l > 0 ? (u[0] * (c[1] - a[1]) - u[1] * (c[0] - a[0])) / l
                 : -INFINITY;
}

/* The corners of the hull of sorted points, counter-clockwise: the lower chain, then the upper
 * one back (A.M. Andrew, Another efficient algorithm for convex hulls in two dimensions, 1979).
 * What is within eps of a side is no corner. */
static zn_index chain(zn_index n, const double x[][2], double eps,
                      double (*out)[2])
{
    zn_index k = 0;

    for (int back = 0; back < 2; back++) {
        const zn_index from = k; /* where this chain begins */
        for (zn_index i = 0; i < n; i++) {
            const double *c = x[back ? n - 1 - i : i];
            while (k >= from + 2 && !(left_of(out[k - 2], out[k - 1], c) > eps))
                k--;
            memcpy(out[k++], c, sizeof *out);
        }
        k--; /* its end is the beginning of the other */
    }
    return k;
}

static zn_status hull(zn_ctx *ctx, zn_index n, const double points[],
                      double (*x)[2], zn_shape **out)
{
    double (*corner)[2] = x + n, size = 0;
    zn_index m;
    zn_status st;

    memcpy(x, points, 2 * (size_t)n * sizeof *points);
    qsort(x, (size_t)n, sizeof *x, by_place);
    for (zn_index i = 0; i < n; i++)
        size = fmax(size, hypot(x[i][0] - x[0][0], x[i][1] - x[0][1]));
    m = chain(n, (const double(*)[2])x, 1e-12 * size, corner);
    if (m < 3)
        return zn_fail(ctx, ZN_EINVAL,
                       "polygon: its %td points are on one line", n);
    if (m > ZN_TOUCH_MOST)
        return zn_fail(ctx, ZN_EINVAL, "polygon: %td corners, at most %d", m,
                       ZN_TOUCH_MOST);
    st = make(ctx, ZNI_POLYGON, m, out);
    for (zn_index k = 0; !st && k < m; k++)
        memcpy((*out)->numbers + 3 * k, corner[k], sizeof *corner);
    if (!st)
        set_bounds(*out);
    return st;
}

zn_status zn_shape_polygon(zn_ctx *ctx, zn_index n, const double points[],
                           zn_shape **out)
{
    enum { MOST = 100000 };
    double (*x)[2];
    zn_status st;

    *out = NULL;
    if (n < 3 || n > MOST)
        return zn_fail(ctx, ZN_EINVAL, "polygon: %td points, must be 3 ... %d",
                       n, MOST);
    st = check_points(ctx, "polygon", n, points);
    /* the points, sorted, and both chains of the hull */
    x = st ? NULL : zn_alloc(ctx, 3 * n + 2, sizeof *x);
    if (!st && !x)
        st = ZN_ENOMEM;
    if (!st)
        st = hull(ctx, n, points, x, out);
    zn_free_array(ctx, x);
    return st;
}

/* ---- mass -------------------------------------------------------------------------- */

/* Triangles between corner 0 and the sides. With e and f from there to the ends of a side,
 * their integrals of 1, x and x x' are d, d (e + f)/3 and d (e e' + f f' + (e + f)(e + f)')/12,
 * d = density times the area. */
static void polygon(const zn_shape *s, double density, zn_mass *out)
{
    const double *o = s->core.v;
    double m = 0, mx[2] = {0}, mxx[2] = {0}, mxy = 0;

    for (int k = 1; k + 1 < s->core.nv; k++) {
        double e[3], f[3];
        zni_sub3(s->core.v + 3 * k, o, e);
        zni_sub3(s->core.v + 3 * (k + 1), o, f);
        const double d = density * (e[0] * f[1] - e[1] * f[0]) / 2;
        m += d;
        for (int i = 0; i < 2; i++) {
            const double g = e[i] + f[i];
            mx[i] += d * g / 3;
            mxx[i] += d * (e[i] * e[i] + f[i] * f[i] + g * g) / 12;
        }
        mxy += d * (e[0] * e[1] + f[0] * f[1] +
                    (e[0] + f[0]) * (e[1] + f[1])) / 12;
    }
    *out = (zn_mass){.mass = m};
    for (int i = 0; i < 2; i++) {
        out->centre[i] = o[i] + mx[i] / m;
        mxx[i] -= mx[i] * mx[i] / m;
    }
    mxy -= mx[0] * mx[1] / m;
    out->inertia[0] = mxx[1];
    out->inertia[4] = mxx[0];
    out->inertia[1] = out->inertia[3] = -mxy;
    out->inertia[8] = mxx[0] + mxx[1];
}

zn_status zni_flat_mass(const zn_shape *s, double density, zn_mass *out)
{
    const double r = s->radius, m = density * pi * r * r;

    if (s->kind == ZNI_SEGMENT || s->kind == ZNI_HALF_PLANE)
        return zn_fail(s->ctx, ZN_EINVAL, "a %s has no area",
                       zn_shape_kind(s));
    if (s->kind != ZNI_DISC) {
        polygon(s, density, out);
        return ZN_OK;
    }
    *out = (zn_mass){.mass = m};
    for (int i = 0; i < 3; i++)
        out->inertia[4 * i] = m * r * r / (i < 2 ? 4 : 2);
    return ZN_OK;
}
