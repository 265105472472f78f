/* geometry.c - points, triangles and heights of the shapes of a scene, each once
 *
 * A thousand stones of one mesh have one copy of it, and one shape in each model.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"

#include <stdio.h>
#include <string.h>

#include "solvers/core/hash.h"

static size_t points_of(zn_index n)
{
    return 3 * (size_t)n * sizeof(double);
}

static size_t triangles_of(zn_index n)
{
    return 3 * (size_t)n * sizeof(zn_index);
}

static size_t heights_of(const zn_index grid[2])
{
    return (size_t)grid[0] * (size_t)grid[1] * sizeof(double);
}

static void make_key(const zn_scene_shape *s, char key[20])
{
    uint64_t sum = zni_hash_bytes(ZNI_HASH, s->form, strlen(s->form));

    sum = zni_hash_bytes(sum, s->size, sizeof s->size);
    sum = zni_hash_bytes(sum, &s->npoint, sizeof s->npoint);
    sum = zni_hash_bytes(sum, s->points, points_of(s->npoint));
    sum = zni_hash_bytes(sum, s->triangles, triangles_of(s->ntriangle));
    sum = zni_hash_bytes(sum, s->grid, sizeof s->grid);
    sum = zni_hash_bytes(sum, s->heights, heights_of(s->grid));
    snprintf(key, 20, "%016llx", (unsigned long long)sum);
}

static bool equal(const void *a, const void *b, size_t n)
{
    return n == 0 || memcmp(a, b, n) == 0;
}

static bool same(const zni_geometry *g, const zn_scene_shape *s)
{
    return strcmp(g->form, s->form) == 0 &&
           equal(g->size, s->size, sizeof s->size) && g->npoint == s->npoint &&
           g->ntriangle == s->ntriangle &&
           equal(g->grid, s->grid, sizeof s->grid) &&
           equal(g->points, s->points, points_of(s->npoint)) &&
           equal(g->triangles, s->triangles, triangles_of(s->ntriangle)) &&
           equal(g->heights, s->heights, heights_of(s->grid));
}

/* A copy of n bytes, of zero if there are none. */
static void *copy(zn_ctx *ctx, const void *from, size_t n)
{
    void *to = zn_alloc(ctx, (zn_index)n, 1);

    if (to && n)
        memcpy(to, from, n);
    return to;
}

static void drop(zn_ctx *ctx, zni_geometry *g)
{
    if (!g)
        return;
    zn_free_array(ctx, g->points);
    zn_free_array(ctx, g->triangles);
    zn_free_array(ctx, g->heights);
    zn_free_array(ctx, g);
}

static zn_status make(zn_scene *s, const zn_scene_shape *from,
                      zni_geometry **out)
{
    zni_geometry *g = zn_alloc(s->ctx, 1, sizeof *g);
    zn_status st = g ? ZN_OK : ZN_ENOMEM;

    if (!st)
        st = zn_grow(s->ctx, &s->geometry, &s->geometry_room, s->ngeometry + 1,
                     sizeof *s->geometry);
    if (!st)
        st = zni_names_reserve(s->ctx, &s->geometry_keys);
    if (!st) {
        make_key(from, g->key);
        g->number = s->ngeometry;
        g->form = zni_form_find(from->form)->name;
        memcpy(g->size, from->size, sizeof g->size);
        g->npoint = from->npoint;
        g->ntriangle = from->ntriangle;
        memcpy(g->grid, from->grid, sizeof g->grid);
        g->points = copy(s->ctx, from->points, points_of(g->npoint));
        g->triangles =
            copy(s->ctx, from->triangles, triangles_of(g->ntriangle));
        g->heights = copy(s->ctx, from->heights, heights_of(g->grid));
        if (!g->points || !g->triangles || !g->heights)
            st = ZN_ENOMEM;
    }
    if (st) {
        drop(s->ctx, g);
        return st;
    }
    s->geometry[s->ngeometry++] = g;
    if (!zni_names_get(&s->geometry_keys, g->key))
        zni_names_put(&s->geometry_keys, g);
    *out = g;
    return ZN_OK;
}

/* What the form has not is left out. */
static void trim(zn_scene_shape *s, int lists)
{
    if (!(lists & ZNI_POINTS))
        s->npoint = 0;
    if (!(lists & ZNI_TRIANGLES))
        s->ntriangle = 0;
    if (!(lists & ZNI_HEIGHTS))
        s->grid[0] = s->grid[1] = 0;
}

static bool there(const void *list, zn_index n)
{
    const zn_index most = (zn_index)1 << 23; /* no shape takes as many */

    return n == 0 || (list && n > 0 && n < most);
}

zn_status zni_geometry_keep(zn_scene *s, zn_scene_shape *shape,
                            zni_geometry **out)
{
    const zni_form *f = zni_form_find(shape->form);
    char key[20];
    zn_status st = ZN_OK;

    *out = NULL;
    if (!f)
        return ZN_OK; /* the shape says so when it is made */
    trim(shape, f->lists);
    if (f->lists == 0 || !there(shape->points, shape->npoint) ||
        !there(shape->triangles, shape->ntriangle) ||
        !there(shape->heights, shape->grid[0]) ||
        !there(shape->heights, shape->grid[1]) ||
        !there(shape->heights, shape->grid[0] * shape->grid[1]))
        return ZN_OK;
    make_key(shape, key);
    *out = zni_names_get(&s->geometry_keys, key);
    if (*out && !same(*out, shape))
        *out = NULL;
    if (!*out)
        st = make(s, shape, out);
    if (st)
        return st;
    shape->points = (*out)->points;
    shape->triangles = (*out)->triangles;
    shape->heights = (*out)->heights;
    return ZN_OK;
}

void zni_geometry_free(zn_scene *s)
{
    for (zn_index i = 0; i < s->ngeometry; i++)
        drop(s->ctx, s->geometry[i]);
    zn_free_array(s->ctx, s->geometry);
    zni_names_fini(s->ctx, &s->geometry_keys);
}
