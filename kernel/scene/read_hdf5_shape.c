/* read_hdf5_shape.c - shapes of Siconos' scenes: primitives, convex ones, meshes, height maps
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/read_hdf5.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/surface.h>

#include "solvers/io/h5_door.h"

enum { POINTS = 1000000 };

/* A shape while it is read. */
typedef struct source {
    zni_h5_scene *h;
    const char *where, *name;
    hid_t set;
} source;

/* The double that somebody wrote who wrote 0.1, where a single float was kept. */
static double as_written(float x)
{
    char text[40];
    int digits = 6;

    do
        snprintf(text, sizeof text, "%.*g", digits, (double)x);
    while (strtof(text, NULL) != x && digits++ < 9);
    return strtod(text, NULL);
}

/* Numbers of a dataset of rows x cols; NULL where it has none. */
static double *numbers(const source *s, hsize_t size[2])
{
    zni_reader *r = s->h->r;
    const hid_t space = H5Dget_space(s->set), type = H5Dget_type(s->set);
    const H5T_class_t kind = H5Tget_class(type);
    const bool good = H5Sget_simple_extent_ndims(space) == 2 &&
                      H5Sget_simple_extent_dims(space, size, NULL) == 2 &&
                      (kind == H5T_FLOAT || kind == H5T_INTEGER) &&
                      size[0] > 0 && size[1] > 0 && size[0] <= POINTS &&
                      size[1] <= POINTS && size[0] * size[1] <= 3 * POINTS &&
                      zni_h5_stored(s->set);
    const zn_index n = good ? (zn_index)(size[0] * size[1]) : 0;
    double *x = good ? zn_alloc(r->ctx, n, sizeof *x) : NULL;
    const bool single = H5Tget_size(type) == sizeof(float);

    H5Tclose(type);
    H5Sclose(space);
    if (good && !x)
        r->st = ZN_ENOMEM;
    if (x && H5Dread(s->set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                     x) < 0) {
        zn_free_array(r->ctx, x);
        x = NULL;
    }
    if (!x && !r->st)
        zni_h5_complain(r, s->where, "shape '%.60s' has no numbers", s->name);
    for (zn_index i = 0; x && single && i < n; i++)
        x[i] = as_written((float)x[i]);
    return x;
}

/* ---- primitives ---- */

/* Turns z, the axis of our shapes, to y. */
static const double to_y[4] = {0.70710678118654757, -0.70710678118654757, 0, 0};

static bool primitive(const source *from, zni_h5_shape *out)
{
    static const struct {
        const char *kind, *form;
        hsize_t n;
    } known[] = {{"Sphere", "sphere", 1},     {"Box", "box", 3},
                 {"Cylinder", "cylinder", 2}, {"Capsule", "capsule", 2},
                 {"Cone", "cone", 2},         {"Disk", "disc", 1},
                 {"Box2d", "rectangle", 2}};
    const int count = sizeof known / sizeof *known;
    char kind[ZN_WORD_MAX];
    zn_scene_shape *s = &out->s;
    hsize_t n[2];
    double *x = numbers(from, n);
    int k = 0;

    if (!x)
        return false;
    zni_h5_word(from->set, "primitive", kind);
    while (k < count && strcmp(known[k].kind, kind) != 0)
        k++;
    if (k == count || n[0] != 1 || n[1] != known[k].n) {
        zni_h5_complain(
            from->h->r, from->where,
            "shape '%.60s': primitive '%.30s' with %d numbers; there "
            "are Sphere (1), Box (3), Cylinder, Capsule, Cone (2), in the "
            "plane Disk (1), Box2d (2)",
            from->name, kind, (int)(n[0] * n[1]));
        zn_free_array(from->h->r->ctx, x);
        return false;
    }
    s->form = known[k].form;
    for (hsize_t i = 0; i < known[k].n; i++)
        s->size[i] = x[i];
    if (k >= 2 && k <= 4)
        memcpy(s->orientation, to_y, sizeof to_y);
    if (k == 3)
        s->size[1] = x[1] - 2 * x[0];
    if (k == 4)
        s->position[1] = x[1] / 4;
    zn_free_array(from->h->r->ctx, x);
    return true;
}

/* ---- hulls, height maps ---- */

/* Points of the plane get their z, which is 0. */
static bool give_z(const source *from, hsize_t n, zni_h5_shape *out)
{
    zn_ctx *ctx = from->h->r->ctx;
    double *x = zn_alloc(ctx, 3 * (zn_index)n, sizeof *x);

    if (!x) {
        from->h->r->st = ZN_ENOMEM;
        return false;
    }
    for (hsize_t i = 0; i < n; i++) {
        x[3 * i] = out->points[2 * i];
        x[3 * i + 1] = out->points[2 * i + 1];
        x[3 * i + 2] = 0;
    }
    zn_free_array(ctx, out->points);
    out->points = x;
    return true;
}

static bool convex(const source *from, zni_h5_shape *out)
{
    const bool flat = from->h->r->scene->flat;
    hsize_t n[2];

    out->points = numbers(from, n);
    if (!out->points)
        return false;
    if (n[1] != (flat ? 2 : 3)) {
        zni_h5_complain(from->h->r, from->where,
                        "shape '%.60s' must be rows of %s numbers", from->name,
                        flat ? "two" : "three");
        return false;
    }
    if (flat && !give_z(from, n[0], out))
        return false;
    out->s.form = flat ? "polygon" : "hull";
    out->s.points = out->points;
    out->s.npoint = (zn_index)n[0];
    return true;
}

/* Rows go along x, columns along y; cells are cut from their corner of most x and least y to the
 * other one. Ours are cut the other way, so the field is one that is turned by 90 degrees about z:
 * its x is y of the object, its y is -x. */
static bool height_map(const source *from, zni_h5_shape *out)
{
    static const double turned[4] = {0.70710678118654757, 0, 0,
                                     0.70710678118654757};
    zn_ctx *ctx = from->h->r->ctx;
    double rect[2], *z;
    hsize_t n[2];

    if (zni_h5_reals(from->set, "rect", 2, rect) != 2) {
        zni_h5_complain(from->h->r, from->where,
                        "shape '%.60s' needs 'rect', two lengths", from->name);
        return false;
    }
    z = numbers(from, n);
    if (!z)
        return false;
    out->heights = zn_alloc(ctx, (zn_index)(n[0] * n[1]), sizeof *z);
    for (hsize_t j = 0; out->heights && j < n[0]; j++)
        for (hsize_t i = 0; i < n[1]; i++)
            out->heights[i + n[1] * j] = z[(n[0] - 1 - j) * n[1] + i];
    zn_free_array(ctx, z);
    if (!out->heights) {
        from->h->r->st = ZN_ENOMEM;
        return false;
    }
    out->s.form = "height_field";
    out->s.size[0] = rect[1];
    out->s.size[1] = rect[0];
    out->s.heights = out->heights;
    out->s.grid[0] = (zn_index)n[1];
    out->s.grid[1] = (zn_index)n[0];
    memcpy(out->s.orientation, turned, sizeof turned);
    return true;
}

/* ---- meshes ---- */

/* The text of a dataset of one word, which is the caller's; NULL: there is none. */
static char *text_of(const source *from)
{
    const hid_t space = H5Dget_space(from->set), type = H5Dget_type(from->set);
    const bool good = H5Tget_class(type) == H5T_STRING &&
                      H5Tis_variable_str(type) > 0 &&
                      H5Sget_simple_extent_npoints(space) == 1;
    char *text = NULL;

    if (good &&
        H5Dread(from->set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &text) < 0)
        text = NULL;
    H5Tclose(type);
    H5Sclose(space);
    return text;
}

static bool mesh(const source *from, zni_h5_shape *out)
{
    zn_ctx *ctx = from->h->r->ctx;
    char *text = text_of(from);
    double scale = 1;
    zn_mesh_data d = {0};
    zn_status st;

    if (!text) {
        zni_h5_complain(from->h->r, from->where, "shape '%.60s' has no text",
                        from->name);
        return false;
    }
    st = zn_mesh_read_text(ctx, from->name, strlen(text), text, &d);
    H5free_memory(text);
    if (st == ZN_ENOMEM)
        from->h->r->st = st;
    else if (st)
        zni_h5_complain(from->h->r, from->where, "shape %s", zn_errmsg(ctx));
    if (H5Aexists(from->set, "scale") > 0 && !st &&
        (zni_h5_reals(from->set, "scale", 1, &scale) != 1 || scale == 0)) {
        zni_h5_complain(from->h->r, from->where,
                        "'scale' of shape '%.60s' must be a number other "
                        "than 0",
                        from->name);
        st = ZN_EINVAL;
    }
    zni_mesh_stretch(&d, (const double[]){scale, scale, scale});
    out->points = d.points;
    out->triangles = d.corner;
    out->s.form = "mesh";
    out->s.points = d.points;
    out->s.npoint = d.nv;
    out->s.triangles = d.corner;
    out->s.ntriangle = d.nt;
    return !st;
}

/* ---- any ---- */

void zni_h5_shape_free(zni_h5_scene *h, zni_h5_shape *s)
{
    zn_free_array(h->r->ctx, s->points);
    zn_free_array(h->r->ctx, s->heights);
    zn_free_array(h->r->ctx, s->triangles);
    *s = (zni_h5_shape){0};
}

/* Is it of the plane as the scene is, or of space? */
static bool belongs(const source *from, const zn_scene_shape *s)
{
    const bool flat = from->h->r->scene->flat;

    if (zni_form_find(s->form)->flat == flat)
        return true;
    zni_h5_complain(from->h->r, from->where,
                    "shape '%.60s' is a %s, which is of %s; the dimension of "
                    "the file is %d",
                    from->name, s->form, flat ? "space" : "the plane",
                    flat ? 2 : 3);
    return false;
}

bool zni_h5_shape_find(zni_h5_scene *h, const char *where, const char *name,
                       bool first, zni_h5_shape *out)
{
    static const struct {
        const char *type;
        bool (*read)(const source *from, zni_h5_shape *out);
    } known[] = {{"primitive", primitive},
                 {"convex", convex},
                 {"heightmap", height_map},
                 {"vtp", mesh}};
    char path[ZN_WORD_MAX + 16], type[ZN_WORD_MAX];
    source from = {h, where, name, -1};
    bool good = false;
    size_t k = 0;

    *out = (zni_h5_shape){.s = {.orientation = {1, 0, 0, 0}}};
    snprintf(path, sizeof path, "data/ref/%s", name);
    if (H5Lexists(h->file, "data/ref", H5P_DEFAULT) > 0)
        from.set = H5Dopen2(h->file, path, H5P_DEFAULT);
    if (from.set < 0) {
        zni_h5_complain(h->r, where, "there is no shape '%.60s'", name);
        return false;
    }
    zni_h5_word(from.set, "type", type);
    while (k < 4 && strcmp(known[k].type, type) != 0)
        k++;
    if (k < 4)
        good = known[k].read(&from, out) && belongs(&from, &out->s);
    else if (first)
        zni_import_skip(&h->im, &h->at, "shape of type '%.40s'", type);
    H5Dclose(from.set);
    if (!good)
        zni_h5_shape_free(h, out);
    return good;
}
