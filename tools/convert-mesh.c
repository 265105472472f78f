/* convert-mesh.c - triangles of shapes
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/convert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 24, ALONG = 12 };

static bool corner(triangles *t, const double x[3], const double n[3])
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
        good = corner(t, x[order[k]], n[order[k]]);
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

bool make_triangles(const char *form, const double size[3], double extent,
                    triangles *out)
{
    const double e = extent / 2;
    const double square[4][3] = {
        {-e, -e, 0}, {e, -e, 0}, {e, e, 0}, {-e, e, 0}};
    static const double up[4][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};

    *out = (triangles){0, 0, NULL};
    if (strcmp(form, "sphere") == 0)
        return round_body(out, size[0], 0);
    if (strcmp(form, "capsule") == 0)
        return round_body(out, size[0], size[1]);
    if (strcmp(form, "box") == 0)
        return box(out, size);
    return strcmp(form, "plane") != 0 || quad(out, square, up);
}
