/* read_hdf5_object.c - objects of Siconos' scenes, with their contactors
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/read_hdf5.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/rotation.h>

enum { POINTS = 100000 };

/* An object, while its contactors are read. */
typedef struct object {
    zni_h5_scene *h;
    const char *name, *where;
    zn_scene_body b;
    double least;
    zn_mass matter; /* of its shapes at density 1, about its origin */
    bool measure;   /* first: what is it made of? */
} object;

/* ---- shapes ---- */

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

/* Numbers of a dataset of rows x cols; *rows is 0 where it has none. */
static double *numbers(zni_reader *r, hid_t set, hsize_t size[2])
{
    const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    const H5T_class_t kind = H5Tget_class(type);
    const bool good = H5Sget_simple_extent_ndims(space) == 2 &&
                      H5Sget_simple_extent_dims(space, size, NULL) == 2 &&
                      (kind == H5T_FLOAT || kind == H5T_INTEGER) &&
                      size[0] > 0 && size[1] > 0 && size[0] <= POINTS &&
                      size[1] <= 16;
    const zn_index n = good ? (zn_index)(size[0] * size[1]) : 0;
    double *x = good ? zn_alloc(r->ctx, n, sizeof *x) : NULL;
    const bool single = H5Tget_size(type) == sizeof(float);

    H5Tclose(type);
    H5Sclose(space);
    if (good && !x)
        r->st = ZN_ENOMEM;
    if (x &&
        H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0) {
        zn_free_array(r->ctx, x);
        return NULL;
    }
    for (zn_index i = 0; x && i < n; i++)
        x[i] = single ? as_written((float)x[i]) : x[i];
    return x;
}

/* Turns z, the axis of our shapes, to y. */
static const double to_y[4] = {0.70710678118654757, -0.70710678118654757, 0, 0};

static bool primitive(object *o, const char *shape, const char *kind,
                      const double x[], hsize_t n, zn_scene_shape *s)
{
    static const struct {
        const char *kind, *form;
        hsize_t n;
    } known[] = {{"Sphere", "sphere", 1},
                 {"Box", "box", 3},
                 {"Cylinder", "cylinder", 2},
                 {"Capsule", "capsule", 2},
                 {"Cone", "cone", 2}};
    int k = 0;

    while (k < 5 && strcmp(known[k].kind, kind) != 0)
        k++;
    if (k == 5 || n != known[k].n) {
        zni_h5_complain(
            o->h->r, o->where,
            "shape '%.60s': primitive '%.30s' with %d numbers; there "
            "are Sphere (1), Box (3), Cylinder, Capsule, Cone (2)",
            shape, kind, (int)n);
        return false;
    }
    s->form = known[k].form;
    for (hsize_t i = 0; i < n; i++)
        s->size[i] = x[i];
    if (k >= 2)
        memcpy(s->orientation, to_y, sizeof to_y);
    if (k == 3)
        s->size[1] = x[1] - 2 * x[0];
    if (k == 4)
        s->position[1] = x[1] / 4;
    return true;
}

/* A shape of data/ref; *points is the caller's to free. */
static bool find_shape(object *o, const char *shape, zn_scene_shape *s,
                       double **points)
{
    char path[ZN_WORD_MAX + 16], type[ZN_WORD_MAX], kind[ZN_WORD_MAX];
    hsize_t size[2] = {0, 0};
    hid_t set;
    bool good = false;

    s->orientation[0] = 1;
    snprintf(path, sizeof path, "data/ref/%s", shape);
    set = H5Lexists(o->h->file, "data/ref", H5P_DEFAULT) > 0
              ? H5Dopen2(o->h->file, path, H5P_DEFAULT)
              : -1;
    if (set < 0) {
        zni_h5_complain(o->h->r, o->where, "there is no shape '%.60s'", shape);
        return false;
    }
    zni_h5_word(set, "type", type);
    if (strcmp(type, "primitive") == 0 || strcmp(type, "convex") == 0)
        *points = numbers(o->h->r, set, size);
    if (*points && strcmp(type, "primitive") == 0 && size[0] == 1) {
        zni_h5_word(set, "primitive", kind);
        good = primitive(o, shape, kind, *points, size[1], s);
    } else if (*points && strcmp(type, "convex") == 0 && size[1] == 3) {
        s->form = "hull";
        s->points = *points;
        s->npoint = (zn_index)size[0];
        good = true;
    } else if (*points || strcmp(type, "primitive") == 0 ||
               strcmp(type, "convex") == 0)
        zni_h5_complain(o->h->r, o->where, "shape '%.60s' has no numbers",
                        shape);
    else if (o->measure)
        zni_import_skip(&o->h->im, &o->h->at, "shape of type '%.40s'", type);
    H5Dclose(set);
    return good;
}

/* ---- contactors ---- */

static bool placed(object *o, hid_t at, zn_scene_shape *s)
{
    double in[7] = {0, 0, 0, 1, 0, 0, 0}, pose[7];
    int n = H5Aexists(at, "translation") > 0
                ? zni_h5_reals(at, "translation", 3, in)
                : 3;

    if (n == 3 && H5Aexists(at, "orientation") > 0)
        n = zni_h5_reals(at, "orientation", 4, in + 3) - 1;
    if (n != 3 || !(fabs(zn_quaternion_length(in + 3) - 1) < 1e-6)) {
        zni_h5_complain(o->h->r, o->where,
                        "a contactor's translation has 3 numbers, its "
                        "orientation is a quaternion of length 1");
        return false;
    }
    memcpy(pose, s->position, sizeof s->position);
    memcpy(pose + 3, s->orientation, sizeof s->orientation);
    zni_pose_after(in, pose, pose);
    memcpy(s->position, pose, sizeof s->position);
    memcpy(s->orientation, pose + 3, sizeof s->orientation);
    return true;
}

static void contactor(void *user, hid_t at, const char *name)
{
    object *o = user;
    zni_reader *r = o->h->r;
    char shape[ZN_WORD_MAX], group[ZN_WORD_MAX];
    zn_scene_shape s = {.form = NULL};
    double *points = NULL, gid = 0;

    if (!zni_h5_word(at, "shape_name", shape))
        zni_h5_complain(r, o->where, "contactor '%.60s' has no shape_name",
                        name);
    else if (find_shape(o, shape, &s, &points) && placed(o, at, &s)) {
        zni_h5_reals(at, "group", 1, &gid);
        snprintf(group, sizeof group, "%.0f", gid);
        s.group = group;
        const zn_status st =
            o->measure ? zni_matter_add(r->ctx, &o->matter, &s, NULL, true,
                                        &o->least)
                       : zn_scene_add_shape(r->scene, o->name, &s);
        if (st == ZN_ENOMEM)
            r->st = st;
        else if (st && o->measure)
            zni_h5_complain(r, o->where, "%s", zn_errmsg(r->ctx));
    }
    zn_free_array(r->ctx, points);
}

/* ---- objects ---- */

static bool list(object *o, hid_t at, const char *key, int n, double out[])
{
    if (H5Aexists(at, key) <= 0 || zni_h5_reals(at, key, n, out) == n)
        return true;
    zni_h5_complain(o->h->r, o->where, "'%s' must be %d finite numbers", key,
                    n);
    return false;
}

static bool numbers_of(object *o, hid_t at)
{
    zn_scene_body *b = &o->b;
    double v[6] = {0}, I[9] = {0}, time[2] = {-1, -1}, arm[3];
    const int n = zni_h5_reals(at, "inertia", 9, I);

    b->orientation[0] = 1;
    if (!list(o, at, "translation", 3, b->position) ||
        !list(o, at, "orientation", 4, b->orientation) ||
        !list(o, at, "velocity", 6, v) ||
        !list(o, at, "center_of_mass", 3, b->centre) ||
        !list(o, at, "mass", 1, &b->mass) ||
        !list(o, at, "time_of_birth", 1, &time[0]) ||
        !list(o, at, "time_of_death", 1, &time[1]))
        return false;
    if (!(fabs(zn_quaternion_length(b->orientation) - 1) < 1e-6)) {
        zni_h5_complain(o->h->r, o->where,
                        "the quaternion (%g, %g, %g, %g) has length %.9g, must "
                        "be 1",
                        b->orientation[0], b->orientation[1], b->orientation[2],
                        b->orientation[3],
                        zn_quaternion_length(b->orientation));
        return false;
    }
    b->fixed = !(b->mass > 0);
    memcpy(b->velocity, v, sizeof b->velocity);
    zn_rotate(b->orientation, v + 3, b->spin);
    zn_rotate(b->orientation, b->centre, arm);
    for (int i = 0; i < 3; i++)
        b->position[i] -= arm[i];
    b->born = time[0] > 0;
    b->birth = time[0];
    b->dies = time[1] >= 0;
    b->death = time[1];
    if (n == 9)
        memcpy(b->inertia, I, sizeof I);
    for (int i = 0; n == 3 && i < 3; i++)
        b->inertia[4 * i] = I[i];
    return true;
}

/* Inertia of the shapes about their centroid, where none is given. */
static void find_inertia(object *o)
{
    bool given = o->b.fixed || !(o->matter.mass > 0);

    for (int i = 0; i < 9; i++)
        given = given || o->b.inertia[i] != 0;
    for (int i = 0; !given && i < 9; i++)
        o->b.inertia[i] = o->matter.inertia[i] * (o->b.mass / o->matter.mass);
}

static void contactors(object *o, hid_t at)
{
    char group[ZN_WORD_MAX + 16];

    snprintf(group, sizeof group, "data/input/%s", o->name);
    (void)at;
    zni_h5_each(o->h->r, o->h->file, group, contactor, o);
}

void zni_h5_object(void *user, hid_t at, const char *name)
{
    char where[80];
    object o = {.h = user, .name = name, .where = where, .measure = true};
    zni_reader *r = o.h->r;

    snprintf(where, sizeof where, "input/%.60s", name);
    o.b.name = name;
    if (!numbers_of(&o, at))
        return;
    contactors(&o, at);
    if (r->f.count || r->st)
        return;
    find_inertia(&o);
    if (zn_scene_add_body(r->scene, &o.b)) {
        zni_h5_complain(r, where, "%s", zn_errmsg(r->ctx));
        return;
    }
    if (!o.b.fixed && !(o.b.inertia[0] > 0)) {
        zni_h5_complain(r, where,
                        "it moves and has no inertia, and no shape "
                        "with a volume");
        return;
    }
    o.measure = false;
    contactors(&o, at);
}
