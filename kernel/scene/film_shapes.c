/* film_shapes.c - the shapes of a scene in its film
 *
 * Points of hulls, meshes and height fields stand one after another, and so do the triangles of the
 * last two; where those of each shape end is said beside. A film without any has none of these datasets.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/film_shapes.h"
#include "kernel/shapes/mesh.h"

#include <string.h>

static zn_index points_of(const zni_scene_shape *k)
{
    const zni_geometry *g = k->geometry;

    return g ? g->npoint + g->grid[0] * g->grid[1] : 0;
}

static zn_index triangles_of(const zni_scene_shape *k)
{
    const zni_geometry *g = k->geometry;

    if (!g)
        return 0;
    return g->grid[0] ? zni_grid_triangles(g->grid[0], g->grid[1])
                      : g->ntriangle;
}

static void fill_points(const zni_geometry *g, zn_index n, double out[])
{
    if (g->npoint)
        memcpy(out, g->points, 3 * (size_t)n * sizeof *out);
    for (zn_index i = 0; g->grid[0] && i < n; i++)
        zni_grid_point(g->grid[0], g->grid[1], g->size, g->heights, i,
                       out + 3 * i);
}

static void fill_triangles(const zni_geometry *g, zn_index n, int64_t out[])
{
    for (zn_index t = 0; t < n; t++) {
        int corner[3];
        if (g->grid[0])
            zni_grid_triangle(g->grid[0], t, corner);
        for (int k = 0; k < 3; k++)
            out[3 * t + k] =
                g->grid[0] ? corner[k] : (int64_t)g->triangles[3 * t + k];
    }
}

typedef zn_index count_of(const zni_scene_shape *k);

/* Where those of each shape end; @return all of them, -1: no memory */
static zn_index ends(zn_ctx *ctx, const zn_scene *s, count_of *count,
                     int64_t **out)
{
    zn_index n = 0;

    *out = zn_alloc(ctx, s->nshape + 1, sizeof **out);
    for (zn_index i = 0; *out && i < s->nshape; i++)
        (*out)[i] = n += count(&s->shape[i]);
    return *out ? n : -1;
}

static bool put_points(zn_ctx *ctx, const zn_scene *s, hid_t at,
                       bool *no_memory)
{
    int64_t *end;
    const zn_index n = ends(ctx, s, points_of, &end);
    double *x = n > 0 ? zn_alloc(ctx, 3 * n, sizeof *x) : NULL;
    bool good;

    *no_memory = n < 0 || (n && !x);
    for (zn_index i = 0; x && i < s->nshape; i++) {
        const zn_index count = points_of(&s->shape[i]);
        if (count)
            fill_points(s->shape[i].geometry, count, x + 3 * (end[i] - count));
    }
    good =
        !*no_memory &&
        (!n || (zni_h5_put(at, "point_end", H5T_NATIVE_INT64,
                           (hsize_t)s->nshape, 0, end) &&
                zni_h5_put(at, "points", H5T_NATIVE_DOUBLE, (hsize_t)n, 3, x)));
    zn_free_array(ctx, x);
    zn_free_array(ctx, end);
    return good;
}

static bool put_triangles(zn_ctx *ctx, const zn_scene *s, hid_t at,
                          bool *no_memory)
{
    int64_t *end;
    const zn_index n = ends(ctx, s, triangles_of, &end);
    int64_t *k = n > 0 ? zn_alloc(ctx, 3 * n, sizeof *k) : NULL;
    bool good;

    *no_memory = n < 0 || (n && !k);
    for (zn_index i = 0; k && i < s->nshape; i++) {
        const zn_index count = triangles_of(&s->shape[i]);
        if (count)
            fill_triangles(s->shape[i].geometry, count,
                           k + 3 * (end[i] - count));
    }
    good = !*no_memory &&
           (!n ||
            (zni_h5_put(at, "triangle_end", H5T_NATIVE_INT64,
                        (hsize_t)s->nshape, 0, end) &&
             zni_h5_put(at, "triangles", H5T_NATIVE_INT64, (hsize_t)n, 3, k)));
    zn_free_array(ctx, k);
    zn_free_array(ctx, end);
    return good;
}

bool zni_film_shapes(zn_ctx *ctx, const zn_scene *s, hid_t at, bool *no_memory)
{
    const hsize_t n = (hsize_t)s->nshape;
    const char **form = zn_alloc(ctx, s->nshape, sizeof *form);
    const char **colour = zn_alloc(ctx, s->nshape, sizeof *colour);
    double *size = zn_alloc(ctx, 3 * s->nshape, sizeof *size);
    double *place = zn_alloc(ctx, 7 * s->nshape, sizeof *place);
    int64_t *body = zn_alloc(ctx, s->nshape, sizeof *body);
    bool good = form && colour && size && place && body;

    *no_memory = !good;
    for (zn_index i = 0; good && i < s->nshape; i++) {
        const zni_scene_shape *from = &s->shape[i];
        form[i] = from->s.form;
        colour[i] = from->s.colour ? from->s.colour : "";
        body[i] = from->body;
        memcpy(size + 3 * i, from->s.size, 3 * sizeof *size);
        zni_scene_place(&s->body[from->body].b, &from->s, place + 7 * i);
    }
    good = good && zni_h5_put_names(at, "form", n, form) &&
           zni_h5_put_names(at, "colour", n, colour) &&
           zni_h5_put(at, "body", H5T_NATIVE_INT64, n, 0, body) &&
           zni_h5_put(at, "size", H5T_NATIVE_DOUBLE, n, 3, size) &&
           zni_h5_put(at, "place", H5T_NATIVE_DOUBLE, n, 7, place) &&
           put_points(ctx, s, at, no_memory) &&
           put_triangles(ctx, s, at, no_memory);
    zn_free_array(ctx, form);
    zn_free_array(ctx, colour);
    zn_free_array(ctx, size);
    zn_free_array(ctx, place);
    zn_free_array(ctx, body);
    return good;
}
