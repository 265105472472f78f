/* read_surfaces.c - points, triangles and heights of shapes in a scene file, or in files beside it
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/read.h"
#include "kernel/shapes/mesh.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include <zeno/surface.h>

/* ---- room ---------------------------------------------------------------------------- */

static bool no_memory(zni_reader *r)
{
    r->st = ZN_ENOMEM;
    return false;
}

static double *reals(zni_reader *r, zn_index n)
{
    double *x = zn_alloc(r->ctx, n, sizeof *x);

    if (!x)
        no_memory(r);
    return x;
}

static bool is_list(zni_reader *r, const zni_node *n, const char *what)
{
    if (n->kind == ZNI_LIST)
        return true;
    zni_complain(r, n, "%s, this is %s", what, zni_tree_kind(n));
    return false;
}

/* ---- lists in the scene ---------------------------------------------------------------- */

/* A list of [x, y, z]. */
static bool read_points(zni_reader *r, const zni_node *n, zn_scene_shape *out,
                        zni_lists *lists)
{
    zn_index count = 0;

    if (!is_list(r, n,
                 r->scene->flat ? "points must be a list of [x, y]"
                                : "points must be a list of [x, y, z]"))
        return false;
    lists->points = reals(r, 3 * (n->n + 1));
    if (!lists->points)
        return false;
    for (const zni_node *k = n->first; k; k = k->next)
        if (!zni_yaml_place(r, k, lists->points + 3 * count++))
            return false;
    out->points = lists->points;
    out->npoint = count;
    return true;
}

/* A corner of a face: the number of a point. */
static bool read_corner(zni_reader *r, const zni_node *n, zn_index points,
                        zn_index *out)
{
    double x = 0;

    if (!zni_yaml_number(r, n, &x))
        return false;
    if (!(x >= 0 && x < (double)points && x == floor(x))) {
        zni_complain(r, n,
                     "a face has point %g, must be a whole number, 0 ... %td",
                     x, points - 1);
        return false;
    }
    *out = (zn_index)x;
    return true;
}

/* One face, cut into triangles from its first corner. */
static bool read_face(zni_reader *r, const zni_node *n, zn_index points,
                      zn_index out[], zn_index *count)
{
    zn_index first = 0, last = 0, next = 0, i = 0;

    if (!is_list(r, n, "a face must be a list of numbers of points"))
        return false;
    if (n->n < 3) {
        zni_complain(r, n, "a face of %td corners, must have three or more",
                     n->n);
        return false;
    }
    for (const zni_node *k = n->first; k; k = k->next, i++) {
        if (!read_corner(r, k, points, &next))
            return false;
        if (i == 0)
            first = next;
        if (i >= 2) {
            zn_index *to = out + 3 * (*count)++;
            to[0] = first;
            to[1] = last;
            to[2] = next;
        }
        last = next;
    }
    return true;
}

static bool read_faces(zni_reader *r, const zni_node *n, zn_scene_shape *out,
                       zni_lists *lists)
{
    zn_index room = 0, count = 0;

    if (!is_list(r, n, "faces must be a list of faces, [[0, 1, 2], ...]"))
        return false;
    for (const zni_node *k = n->first; k; k = k->next)
        room += k->n;
    lists->triangles = zn_alloc(r->ctx, 3 * room, sizeof *lists->triangles);
    if (!lists->triangles)
        return no_memory(r);
    for (const zni_node *k = n->first; k; k = k->next)
        if (!read_face(r, k, out->npoint, lists->triangles, &count))
            return false;
    out->triangles = lists->triangles;
    out->ntriangle = count;
    return true;
}

/* Rows of heights along x, from the least y on. */
static bool read_heights(zni_reader *r, const zni_node *n, zn_scene_shape *out,
                         zni_lists *lists)
{
    const zn_index nx = n->kind == ZNI_LIST && n->first ? n->first->n : 0;
    zn_index at = 0;

    if (!is_list(r, n, "heights must be a list of rows, [[z, z, ...], ...]"))
        return false;
    for (const zni_node *row = n->first; row; row = row->next) {
        if (!is_list(r, row, "a row of heights must be a list"))
            return false;
        if (row->n != nx) {
            zni_complain(r, row, "a row of %td heights, the first has %td",
                         row->n, nx);
            return false;
        }
    }
    lists->heights = reals(r, nx * n->n);
    if (!lists->heights)
        return false;
    for (const zni_node *row = n->first; row; row = row->next)
        for (const zni_node *k = row->first; k; k = k->next)
            if (!zni_yaml_number(r, k, &lists->heights[at++]))
                return false;
    out->grid[0] = nx;
    out->grid[1] = n->n;
    return true;
}

/* ---- heights by an expression of x and y -------------------------------------------------- */

static bool read_cells(zni_reader *r, const zni_node *n, zn_index grid[2])
{
    double c[2] = {0, 0};

    if (!zni_yaml_vector(r, n, 2, c))
        return false;
    for (int i = 0; i < 2; i++)
        if (!(c[i] >= 1 && c[i] == floor(c[i]) &&
              2 * c[0] * c[1] <= ZNI_MESH_MOST)) {
            zni_complain(r, n,
                         "cells [%g, %g], must be whole numbers >= 1, of two "
                         "triangles each, %d at most",
                         c[0], c[1], ZNI_MESH_MOST);
            return false;
        }
    for (int i = 0; i < 2; i++)
        grid[i] = (zn_index)c[i] + 1;
    return true;
}

static bool read_height(zni_reader *r, const zni_node *map, zn_scene_shape *out,
                        zni_lists *lists)
{
    const zni_node *n = zni_tree_get(map, "height");
    const zni_node *cells = zni_tree_get(map, "cells");
    bool good = true;

    if (!cells) {
        zni_complain(r, map,
                     "a height by an expression needs its cells, [nx, ny]");
        return false;
    }
    if (!read_cells(r, cells, out->grid))
        return false;
    lists->heights = reals(r, out->grid[0] * out->grid[1]);
    if (!lists->heights)
        return false;
    /* x and y stand before the counters of loops */
    memmove(r->loop + 2, r->loop, (size_t)r->nloop * sizeof *r->loop);
    r->loop[0].name = "x";
    r->loop[1].name = "y";
    r->nloop += 2;
    for (zn_index i = 0; good && i < out->grid[0] * out->grid[1]; i++) {
        double x[3];
        zni_grid_point(out->grid[0], out->grid[1], out->size, lists->heights, i,
                       x);
        r->loop[0].value = x[0];
        r->loop[1].value = x[1];
        good = zni_yaml_number(r, n, &lists->heights[i]);
    }
    r->nloop -= 2;
    memmove(r->loop, r->loop + 2, (size_t)r->nloop * sizeof *r->loop);
    return good;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* A file that was read; another shape that names it has the same. */
struct zni_surface_file {
    struct zni_surface_file *next;
    char *path;
    bool field;
    double scale[3];
    zn_mesh_data mesh;
    zn_height_data height;
};

static void drop(zn_ctx *ctx, struct zni_surface_file *f)
{
    zn_mesh_data_free(ctx, &f->mesh);
    zn_height_data_free(ctx, &f->height);
    zn_free_array(ctx, f->path);
    zn_free_array(ctx, f);
}

void zni_surface_files_free(zni_reader *r)
{
    while (r->files) {
        struct zni_surface_file *next = r->files->next;
        drop(r->ctx, r->files);
        r->files = next;
    }
}

char *zni_path_beside(zni_reader *r, const char *name)
{
    const char *slash = strrchr(r->file, '/');
    const size_t folder =
        slash && *name != '/' ? (size_t)(slash - r->file) + 1 : 0;
    char *path =
        zn_alloc(r->ctx, (zn_index)(folder + strlen(name) + 1), sizeof *path);

    if (path) {
        memcpy(path, r->file, folder);
        strcpy(path + folder, name);
    } else {
        no_memory(r);
    }
    return path;
}

static const double as_it_is[3] = {1, 1, 1};

void zni_mesh_stretch(zn_mesh_data *d, const double scale[3])
{
    for (zn_index i = 0; i < 3 * d->nv; i++)
        d->points[i] *= scale[i % 3];
    for (zn_index t = 0; scale[0] * scale[1] * scale[2] < 0 && t < d->nt; t++) {
        const zn_index c = d->corner[3 * t];
        d->corner[3 * t] = d->corner[3 * t + 1];
        d->corner[3 * t + 1] = c;
    }
}

/* The file of that name; NULL: it has been said at the node why not. */
static const struct zni_surface_file *named(zni_reader *r, const zni_node *n,
                                            const char *name, bool field,
                                            const double scale[3])
{
    struct zni_surface_file *f;
    char *path = zni_path_beside(r, name);
    zn_status st;

    if (!path)
        return NULL;
    for (f = r->files; f; f = f->next)
        if (f->field == field && strcmp(f->path, path) == 0 &&
            memcmp(f->scale, scale, sizeof f->scale) == 0) {
            zn_free_array(r->ctx, path);
            return f;
        }
    f = zn_alloc(r->ctx, 1, sizeof *f);
    if (!f) {
        zn_free_array(r->ctx, path);
        no_memory(r);
        return NULL;
    }
    f->path = path;
    f->field = field;
    memcpy(f->scale, scale, sizeof f->scale);
    st = field ? zn_height_read(r->ctx, path, &f->height)
               : zn_mesh_read(r->ctx, path, &f->mesh);
    if (zni_failed(r, n, st)) {
        drop(r->ctx, f);
        return NULL;
    }
    zni_mesh_stretch(&f->mesh, scale);
    f->next = r->files;
    r->files = f;
    return f;
}

/* The file that a node names. */
static const struct zni_surface_file *file_of(zni_reader *r, const zni_node *n,
                                              bool field)
{
    const char *name = NULL;

    return zni_yaml_text(r, n, &name) ? named(r, n, name, field, as_it_is)
                                      : NULL;
}

const zn_mesh_data *zni_surface_mesh(zni_reader *r, const zni_node *at,
                                     const char *name, const double scale[3])
{
    const struct zni_surface_file *f = named(r, at, name, false, scale);

    return f ? &f->mesh : NULL;
}

bool zni_surface_there(zni_reader *r, const char *name)
{
    char *path = zni_path_beside(r, name);
    const bool there = path && access(path, R_OK) == 0;

    zn_free_array(r->ctx, path);
    return there;
}

/* ---- which ---------------------------------------------------------------------------------- */

static bool read_mesh(zni_reader *r, const zni_node *map, zn_scene_shape *out,
                      zni_lists *lists)
{
    const zni_node *file = zni_tree_get(map, "file");
    const zni_node *points = zni_tree_get(map, "points");
    const zni_node *faces = zni_tree_get(map, "faces");
    const zni_node *by = zni_tree_get(map, "scale");
    const struct zni_surface_file *f = NULL;
    double scale = 1;

    if (file ? points || faces : !points || !faces) {
        zni_complain(r, map, "a mesh has a file, or points and faces");
        return false;
    }
    if (file && !(f = file_of(r, file, false)))
        return false;
    if (f) {
        out->points = f->mesh.points;
        out->npoint = f->mesh.nv;
        out->triangles = f->mesh.corner;
        out->ntriangle = f->mesh.nt;
    } else if (!read_points(r, points, out, lists) ||
               !read_faces(r, faces, out, lists)) {
        return false;
    }
    if (!zni_yaml_positive(r, by, "scale", &scale))
        return false;
    if (!by)
        return true;
    if (f && !(lists->points = reals(r, 3 * out->npoint)))
        return false;
    for (zn_index i = 0; i < 3 * out->npoint; i++)
        lists->points[i] = scale * out->points[i];
    out->points = lists->points;
    return true;
}

static bool read_field(zni_reader *r, const zni_node *map, zn_scene_shape *out,
                       zni_lists *lists)
{
    const zni_node *file = zni_tree_get(map, "file");
    const zni_node *heights = zni_tree_get(map, "heights");
    const zni_node *height = zni_tree_get(map, "height");
    const struct zni_surface_file *f;
    bool good;

    if (!!file + !!heights + !!height != 1) {
        zni_complain(r, map,
                     "a height_field has a file, or heights, or a height by an "
                     "expression of x and y");
        return false;
    }
    if (file) {
        f = file_of(r, file, true);
        if (!f)
            return false;
        out->heights = f->height.height;
        out->grid[0] = f->height.nx;
        out->grid[1] = f->height.ny;
        return true;
    }
    good = heights ? read_heights(r, heights, out, lists)
                   : read_height(r, map, out, lists);
    out->heights = lists->heights;
    return good;
}

bool zni_yaml_lists(zni_reader *r, const zni_node *map, const zni_form *f,
                    zn_scene_shape *out, zni_lists *lists)
{
    if (f->lists & ZNI_HEIGHTS)
        return read_field(r, map, out, lists);
    if (f->lists & ZNI_TRIANGLES)
        return read_mesh(r, map, out, lists);
    return read_points(r, zni_tree_get(map, "points"), out, lists);
}
