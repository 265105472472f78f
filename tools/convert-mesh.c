/* convert-mesh.c - triangles of shapes
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/convert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/shape.h>

enum { AROUND = 24, ALONG = 12 };

bool add_corner(triangles *t, const double x[3], const double n[3])
{
    if (t->n + 6 > t->room) {
        const zn_index room = 2 * t->room + 1024;
        float *v = realloc(t->v, (size_t)room * sizeof *v);
        if (!v)
            return false;
        t->v = v;
        t->room = room;
    }
    for (int i = 0; i < 3; i++) {
        t->v[t->n + i] = (float)x[i];
        t->v[t->n + 3 + i] = (float)n[i];
    }
    t->n += 6;
    return true;
}

static bool quad(triangles *t, const double x[4][3], const double n[4][3])
{
    static const int order[6] = {0, 1, 2, 0, 2, 3};
    bool good = true;

    for (int k = 0; good && k < 6; k++)
        good = add_corner(t, x[order[k]], n[order[k]]);
    return good;
}

static bool box(triangles *t, const double size[3])
{
    bool good = true;

    for (int k = 0; k < 6; k++) {
        const int a = k / 2, b = (a + 1) % 3, c = (a + 2) % 3;
        const double s = k % 2 ? 1 : -1;
        static const double u[4] = {-1, 1, 1, -1}, v[4] = {-1, -1, 1, 1};
        double x[4][3], n[4][3] = {{0}};
        for (int i = 0; i < 4; i++) {
            x[i][a] = s * size[a] / 2;
            x[i][b] = s * u[i] * size[b] / 2; /* turned round on the far side */
            x[i][c] = v[i] * size[c] / 2;
            n[i][a] = s;
        }
        good = good && quad(t, x, n);
    }
    return good;
}

/* A ball cut in two, its halves `length` apart along z. */
static bool round_body(triangles *t, double r, double length)
{
    const double pi = acos(-1);
    bool good = true;

    for (int j = 0; j < 2 * ALONG + 1; j++)
        for (int i = 0; i < AROUND; i++) {
            double x[4][3], n[4][3];
            for (int k = 0; k < 4; k++) {
                const int row = j + (k >= 2);
                const bool upper = row > ALONG;
                const double f =
                    pi * ((double)(row - upper) / (2 * ALONG) - 0.5);
                const double g = 2 * pi * (i + (k == 1 || k == 2)) / AROUND;
                n[k][0] = cos(f) * cos(g);
                n[k][1] = cos(f) * sin(g);
                n[k][2] = sin(f);
                for (int c = 0; c < 3; c++)
                    x[k][c] = r * n[k][c];
                x[k][2] += (upper ? 1 : -1) * length / 2;
            }
            if (j != ALONG || length > 0)
                good = good && quad(t, x, n);
        }
    return good;
}

/* Between two rims around z, R below and S above; the faces of both. */
static bool cone(triangles *t, double R, double S, double length)
{
    const double pi = acos(-1), l = hypot(length, R - S), h = length / 2;
    const double ca = length / l, sa = (R - S) / l;
    bool good = true;

    for (int i = 0; i < AROUND; i++) {
        double x[4][3], n[4][3];
        for (int k = 0; k < 4; k++) {
            const double g = 2 * pi * (i + (k == 1 || k == 2)) / AROUND;
            const double r = k < 2 ? R : S;
            x[k][0] = r * cos(g);
            x[k][1] = r * sin(g);
            x[k][2] = k < 2 ? -h : h;
            n[k][0] = ca * cos(g);
            n[k][1] = ca * sin(g);
            n[k][2] = sa;
        }
        good = good && quad(t, x, n);
        for (int top = 0; top < 2; top++) {
            const double up[3] = {0, 0, top ? 1 : -1};
            const double middle[3] = {0, 0, top ? h : -h};
            good = good && add_corner(t, middle, up) &&
                   add_corner(t, x[top ? 3 : 1], up) &&
                   add_corner(t, x[top ? 2 : 0], up);
        }
    }
    return good;
}

/* The unit normal of a triangle; 0 if it has none. */
static void normal(const double a[3], const double b[3], const double c[3],
                   double n[3])
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, m = (i + 2) % 3;
        n[i] = (b[j] - a[j]) * (c[m] - a[m]) - (b[m] - a[m]) * (c[j] - a[j]);
    }
    const double l = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int i = 0; i < 3 && l > 0; i++)
        n[i] /= l;
}

/* Each face as a fan of triangles. */
static bool faces(triangles *t, const zn_shape *s)
{
    bool good = true;

    for (zn_index f = 0; good && f < zn_shape_face_count(s); f++) {
        double a[3], b[3], c[3], n[3];
        const zn_index corners = zn_shape_face(s, f, 0, a);
        for (zn_index k = 1; good && k + 1 < corners; k++) {
            zn_shape_face(s, f, k, b);
            zn_shape_face(s, f, k + 1, c);
            normal(a, b, c, n);
            good = add_corner(t, a, n) && add_corner(t, b, n) && add_corner(t, c, n);
        }
    }
    return good;
}

static bool hull(triangles *t, zn_index n, const double points[])
{
    zn_ctx *ctx;
    zn_shape *s;
    bool good;

    if (zn_ctx_new(&ctx))
        return false;
    good = !zn_shape_hull(ctx, n, points, &s);
    if (good) {
        good = faces(t, s);
        zn_shape_free(s);
    }
    zn_ctx_free(ctx);
    return good;
}

/* The triangles of a mesh or a height field. */
static bool surface(triangles *t, zn_index n, const zn_index corner_of[],
                    const double points[])
{
    bool good = true;

    for (zn_index k = 0; good && k < n; k++) {
        const double *x[3];
        double m[3];
        for (int i = 0; i < 3; i++)
            x[i] = points + 3 * corner_of[3 * k + i];
        normal(x[0], x[1], x[2], m);
        for (int i = 0; good && i < 3; i++)
            good = add_corner(t, x[i], m);
    }
    return good;
}

bool make_triangles(const zn_film_data *d, zn_index i, double extent,
                    triangles *out)
{
    const char *form = d->form[i];
    const double *size = d->size + 3 * i, e = extent / 2;
    const double square[4][3] = {
        {-e, -e, 0}, {e, -e, 0}, {e, e, 0}, {-e, e, 0}};
    static const double up[4][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};

    *out = (triangles){0, 0, NULL};
    if (is_flat(form))
        return make_slab(d, i, out);
    if (strcmp(form, "sphere") == 0)
        return round_body(out, size[0], 0);
    if (strcmp(form, "capsule") == 0)
        return round_body(out, size[0], size[1]);
    if (strcmp(form, "box") == 0)
        return box(out, size);
    if (strcmp(form, "cylinder") == 0)
        return cone(out, size[0], size[0], size[1]);
    if (strcmp(form, "cone") == 0)
        return cone(out, size[0], size[2], size[1]);
    zn_index from;
    const zn_index n = film_points(d, i, &from);
    if (strcmp(form, "hull") == 0 && n)
        return hull(out, n, d->points + 3 * from);
    if (d->triangle_end) {
        const zn_index first = i ? d->triangle_end[i - 1] : 0;
        if (d->triangle_end[i] > first)
            return surface(out, d->triangle_end[i] - first,
                           d->triangles + 3 * first, d->points + 3 * from);
    }
    return strcmp(form, "plane") != 0 || quad(out, square, up);
}
