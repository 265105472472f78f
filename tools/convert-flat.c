/* convert-flat.c - triangles of shapes of the plane: slabs
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/convert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/shape.h>

enum { AROUND = 48 };

bool is_flat(const char *form)
{
    static const char *const flat[] = {"disc", "rectangle", "polygon",
                                       "segment", "half_plane"};

    for (size_t k = 0; k < sizeof flat / sizeof *flat; k++)
        if (strcmp(form, flat[k]) == 0)
            return true;
    return false;
}

zn_index film_points(const zn_film_data *d, zn_index i, zn_index *first)
{
    *first = d->point_end && i ? d->point_end[i - 1] : 0;
    return d->point_end ? d->point_end[i] - *first : 0;
}

/* How far it goes from the origin of its frame; of what has no end 0. */
static double radius_of(const zn_film_data *d, zn_index i)
{
    zn_index from;
    const zn_index n = film_points(d, i, &from);
    double r = strcmp(d->form[i], "disc") == 0
                   ? d->size[3 * i]
                   : hypot(d->size[3 * i], d->size[3 * i + 1]) / 2;

    for (zn_index k = from; k < from + n; k++)
        r = fmax(r, hypot(d->points[3 * k], d->points[3 * k + 1]));
    return r;
}

/* A third of the middle radius of what moves. */
static double depth_of(const zn_film_data *d)
{
    double sum = 0;
    zn_index n = 0;

    for (zn_index i = 0; i < d->nshape; i++)
        if (d->moving[d->shape_body[i]] >= 0) {
            sum += radius_of(d, i);
            n++;
        }
    return n ? sum / (double)n / 3 : 0.1;
}

/* Corners of an outline, counter-clockwise, between two planes z = -h and h. */
static bool slab(triangles *t, int n, const double x[][2], double h)
{
    bool good = true;

    for (int i = 0; good && i < n; i++) {
        const double *p = x[i], *q = x[(i + 1) % n];
        const double l = hypot(q[0] - p[0], q[1] - p[1]);
        const double m[3] = {(q[1] - p[1]) / l, (p[0] - q[0]) / l, 0};
        const double side[6][3] = {{p[0], p[1], -h}, {q[0], q[1], -h},
                                   {q[0], q[1], h},  {p[0], p[1], -h},
                                   {q[0], q[1], h},  {p[0], p[1], h}};
        for (int k = 0; good && k < 6; k++)
            good = add_corner(t, side[k], m);
        for (int top = 0; good && top < 2 && i > 0 && i + 1 < n; top++) {
            const double up[3] = {0, 0, top ? 1 : -1}, z = top ? h : -h;
            const double a[3] = {x[0][0], x[0][1], z};
            const double b[3] = {p[0], p[1], z}, c[3] = {q[0], q[1], z};
            good = add_corner(t, a, up) && add_corner(t, top ? b : c, up) &&
                   add_corner(t, top ? c : b, up);
        }
    }
    return good;
}

static bool disc(triangles *t, double r, double h)
{
    double x[AROUND][2];

    for (int i = 0; i < AROUND; i++) {
        x[i][0] = r * cos(2 * acos(-1) / AROUND * i);
        x[i][1] = r * sin(2 * acos(-1) / AROUND * i);
    }
    return slab(t, AROUND, x, h);
}

static bool rectangle(triangles *t, double a, double low, double high, double h)
{
    const double x[4][2] = {
        {-a / 2, low}, {a / 2, low}, {a / 2, high}, {-a / 2, high}};

    return slab(t, 4, x, h);
}

/* A segment is as thin as a fiftieth of its length. */
static bool segment(triangles *t, const double points[], double h)
{
    const double u[2] = {points[3] - points[0], points[4] - points[1]};
    const double n[2] = {-u[1] / 100, u[0] / 100};
    const double x[4][2] = {{points[0] - n[0], points[1] - n[1]},
                            {points[3] - n[0], points[4] - n[1]},
                            {points[3] + n[0], points[4] + n[1]},
                            {points[0] + n[0], points[1] + n[1]}};

    return slab(t, 4, x, h);
}

/* The corners are found as the run found them. */
static bool polygon(triangles *t, zn_index n, const double points[], double h)
{
    double *flat = calloc(2 * (size_t)n + 1, sizeof *flat);
    double(*x)[2] = calloc(ZN_TOUCH_MOST, sizeof *x);
    zn_shape *s = NULL;
    zn_ctx *ctx = NULL;
    bool good = flat && x && !zn_ctx_new(&ctx);
    zn_index corners = 0;

    for (zn_index i = 0; good && i < n; i++)
        memcpy(flat + 2 * i, points + 3 * i, 2 * sizeof *flat);
    good = good && !zn_shape_polygon(ctx, n, flat, &s);
    for (zn_index k = 0; good && k < ZN_TOUCH_MOST; k++) {
        double at[3];
        corners = zn_shape_face(s, 0, k, at);
        if (k < corners)
            memcpy(x[k], at, sizeof *x);
    }
    good = good && slab(t, (int)corners, (const double(*)[2])x, h);
    zn_shape_free(s);
    zn_ctx_free(ctx);
    free(flat);
    free(x);
    return good;
}

double film_extent(const zn_film_data *d)
{
    double r = 1;

    for (zn_index i = 0; i < 7 * d->nmoving * d->nframe; i += 7)
        r = fmax(r, fmax(fabs(d->pose[i]), fabs(d->pose[i + 1])));
    return 4 * r;
}

bool make_slab(const zn_film_data *d, zn_index i, triangles *out)
{
    const char *form = d->form[i];
    const double *size = d->size + 3 * i, h = depth_of(d) / 2;
    zn_index from;
    const zn_index n = film_points(d, i, &from);

    if (strcmp(form, "disc") == 0)
        return disc(out, size[0], h);
    if (strcmp(form, "rectangle") == 0)
        return rectangle(out, size[0], -size[1] / 2, size[1] / 2, h);
    if (strcmp(form, "half_plane") == 0)
        return rectangle(out, film_extent(d), -2 * h, 0, 2 * h);
    if (strcmp(form, "segment") == 0 && n == 2)
        return segment(out, d->points + 3 * from, h);
    return n > 2 && polygon(out, n, d->points + 3 * from, h);
}
