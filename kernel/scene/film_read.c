/* film_read.c - a film, read
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/film.h>

#include "kernel/plugin/file.h"
#include "kernel/scene/h5.h"
#include "solvers/io/h5_door.h"

/* More of anything is no film of ours. */
static const hsize_t most = (hsize_t)1 << 32;

static void free_names(zn_ctx *ctx, zn_index n, char **names)
{
    for (zn_index i = 0; names && i < n; i++)
        zn_free_array(ctx, names[i]);
    zn_free_array(ctx, names);
}

void zn_film_data_free(zn_ctx *ctx, zn_film_data *d)
{
    if (!d)
        return;
    free_names(ctx, d->nbody, d->body);
    free_names(ctx, d->nshape, d->form);
    free_names(ctx, d->nshape, d->colour);
    zn_free_array(ctx, d->title);
    zn_free_array(ctx, d->mass);
    zn_free_array(ctx, d->life);
    zn_free_array(ctx, d->moving);
    zn_free_array(ctx, d->shape_body);
    zn_free_array(ctx, d->size);
    zn_free_array(ctx, d->place);
    zn_free_array(ctx, d->point_end);
    zn_free_array(ctx, d->points);
    zn_free_array(ctx, d->triangle_end);
    zn_free_array(ctx, d->triangles);
    zn_free_array(ctx, d->t);
    zn_free_array(ctx, d->pose);
    zn_free_array(ctx, d->velocity);
    zn_free_array(ctx, d->energy);
    zn_free_array(ctx, d->solver);
    zn_free_array(ctx, d->contact_end);
    zn_free_array(ctx, d->contact_body);
    zn_free_array(ctx, d->contact);
    zn_free_array(ctx, d->contact_mu);
    free_names(ctx, d->njoint, d->joint_name);
    zn_free_array(ctx, d->joint);
    zn_free_array(ctx, d);
}

/* ---- pieces ---- */

typedef struct reader {
    zn_ctx *ctx;
    hid_t file;
    zn_film_data *d;
} reader;

/* Numbers, of which there must be *rows rows; -1: as many as there are. */
static zn_status reals(const reader *r, const char *name, hsize_t cols,
                       zn_index *rows, double **out)
{
    zn_index n;
    void *values;
    zn_status st = zni_h5_get(r->ctx, r->file, name, H5T_NATIVE_DOUBLE,
                              sizeof(double), cols, most, &n, &values);

    *out = values;
    if (!st && *rows >= 0 && n < *rows)
        st = zn_fail(r->ctx, ZN_EINVAL, "'%s' has %td rows, must have %td",
                     name, n, *rows);
    if (*rows < 0)
        *rows = n;
    return st;
}

static zn_status wholes(const reader *r, const char *name, hsize_t cols,
                        zn_index *rows, zn_index **out)
{
    zn_index n;
    void *values;
    zn_status st = zni_h5_get(r->ctx, r->file, name, H5T_NATIVE_INT64,
                              sizeof(int64_t), cols, most, &n, &values);

    *out = values; /* zn_index has the 64 bits of an int64_t */
    if (!st && *rows >= 0 && n < *rows)
        st = zn_fail(r->ctx, ZN_EINVAL, "'%s' has %td rows, must have %td",
                     name, n, *rows);
    if (*rows < 0)
        *rows = n;
    return st;
}

static zn_status check_names(const reader *r, const char *name, zn_index must,
                             char ***out)
{
    zn_index n;
    zn_status st = zni_h5_get_names(r->ctx, r->file, name, &n, out);

    if (!st && n != must) {
        free_names(r->ctx, n, *out);
        *out = NULL;
        st = zn_fail(r->ctx, ZN_EINVAL, "'%s' has %td names, must have %td",
                     name, n, must);
    }
    return st;
}

static zn_status read_gravity(const reader *r)
{
    zn_index three = 3;
    double *g;
    const zn_status st = reals(r, "gravity", 0, &three, &g);

    if (!st)
        memcpy(r->d->gravity, g, sizeof r->d->gravity);
    zn_free_array(r->ctx, g);
    return st;
}

/* Lists of shapes one after another: they end in order, and are there. */
static zn_status check_ends(const reader *r, const char *what,
                            const zn_index end[], zn_index n)
{
    for (zn_index i = 0; i < r->d->nshape; i++)
        if (end[i] < (i ? end[i - 1] : 0) || end[i] > n)
            return zn_fail(r->ctx, ZN_EINVAL, "%s of shape %td are not there",
                           what, i);
    return ZN_OK;
}

/* Points of hulls, meshes and height fields, if there are any. */
static zn_status read_points(const reader *r)
{
    zn_film_data *d = r->d;
    zn_index n = -1;
    zn_status st;

    if (H5Lexists(r->file, "shape/points", H5P_DEFAULT) <= 0)
        return ZN_OK;
    st = wholes(r, "shape/point_end", 0, &d->nshape, &d->point_end);
    if (!st)
        st = reals(r, "shape/points", 3, &n, &d->points);
    return st ? st : check_ends(r, "points", d->point_end, n);
}

/* Triangles between them. */
static zn_status read_triangles(const reader *r)
{
    zn_film_data *d = r->d;
    zn_index n = -1, from = 0;
    zn_status st;

    if (!d->point_end ||
        H5Lexists(r->file, "shape/triangles", H5P_DEFAULT) <= 0)
        return ZN_OK;
    st = wholes(r, "shape/triangle_end", 0, &d->nshape, &d->triangle_end);
    if (!st)
        st = wholes(r, "shape/triangles", 3, &n, &d->triangles);
    if (!st)
        st = check_ends(r, "triangles", d->triangle_end, n);
    for (zn_index i = 0; !st && i < d->nshape; from = d->triangle_end[i++]) {
        const zn_index points = d->point_end[i] - (i ? d->point_end[i - 1] : 0);
        for (zn_index k = 3 * from; !st && k < 3 * d->triangle_end[i]; k++)
            if (d->triangles[k] < 0 || d->triangles[k] >= points)
                st = zn_fail(r->ctx, ZN_EINVAL,
                             "a triangle of shape %td has point %td, of %td", i,
                             d->triangles[k], points);
    }
    return st;
}

static zn_status read_things(const reader *r)
{
    zn_film_data *d = r->d;
    zn_status st =
        zni_h5_get_names(r->ctx, r->file, "body/name", &d->nbody, &d->body);

    if (!st)
        st = reals(r, "body/mass", 0, &d->nbody, &d->mass);
    if (!st && H5Lexists(r->file, "body/life", H5P_DEFAULT) > 0)
        st = reals(r, "body/life", 2, &d->nbody, &d->life);
    d->nshape = -1;
    if (!st)
        st = wholes(r, "shape/body", 0, &d->nshape, &d->shape_body);
    if (st) {
        d->nshape = 0;
        return st;
    }
    st = check_names(r, "shape/form", d->nshape, &d->form);
    if (!st)
        st = check_names(r, "shape/colour", d->nshape, &d->colour);
    if (!st)
        st = reals(r, "shape/size", 3, &d->nshape, &d->size);
    if (!st)
        st = reals(r, "shape/place", 7, &d->nshape, &d->place);
    if (!st)
        st = read_points(r);
    if (!st)
        st = read_triangles(r);
    d->moving = zn_alloc(r->ctx, d->nbody, sizeof *d->moving);
    if (!d->moving)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < d->nbody; i++)
        d->moving[i] = d->mass[i] > 0 ? d->nmoving++ : -1;
    for (zn_index i = 0; !st && i < d->nshape; i++)
        if (d->shape_body[i] < 0 || d->shape_body[i] >= d->nbody)
            st = zn_fail(r->ctx, ZN_EINVAL, "shape %td is of body %td, of %td",
                         i, d->shape_body[i], d->nbody);
    return st;
}

/* Frames name their contacts in order, and these bodies that there are. */
static zn_status check_contacts(const reader *r, zn_index contacts)
{
    const zn_film_data *d = r->d;
    zn_index last = 0;

    for (zn_index k = 0; k < d->nframe; last = d->contact_end[k++])
        if (d->contact_end[k] < last || d->contact_end[k] > contacts)
            return zn_fail(r->ctx, ZN_EINVAL,
                           "contacts of frame %td are not there", k);
    for (zn_index i = 0; i < 2 * last; i++)
        if (d->contact_body[i] < -1 || d->contact_body[i] >= d->nbody)
            return zn_fail(r->ctx, ZN_EINVAL,
                           "contact %td is of body %td, of %td", i / 2,
                           d->contact_body[i], d->nbody);
    return ZN_OK;
}

/* A run that was cut short may have written more of some than of others: the time is the
 * last of a frame, so its rows count. */
static zn_status read_frames(const reader *r)
{
    zn_film_data *d = r->d;
    zn_index contacts = -1;
    zn_status st;

    d->nframe = -1;
    st = reals(r, "time", 0, &d->nframe, &d->t);
    if (!st)
        st = wholes(r, "contact/end", 0, &d->nframe, &d->contact_end);
    if (!st && d->nmoving)
        st = reals(r, "pose", (hsize_t)(7 * d->nmoving), &d->nframe, &d->pose);
    if (!st && d->nmoving)
        st = reals(r, "velocity", (hsize_t)(6 * d->nmoving), &d->nframe,
                   &d->velocity);
    if (!st)
        st = reals(r, "energy", ZN_FILM_ENERGY, &d->nframe, &d->energy);
    if (!st)
        st = reals(r, "solver", ZN_FILM_SOLVER, &d->nframe, &d->solver);
    if (!st)
        st = wholes(r, "contact/body", 2, &contacts, &d->contact_body);
    if (!st)
        st = reals(r, "contact/value", ZN_FILM_CONTACT, &contacts, &d->contact);
    if (!st && H5Lexists(r->file, "contact/mu", H5P_DEFAULT) > 0)
        st = reals(r, "contact/mu", 0, &contacts, &d->contact_mu);
    if (!st && H5Lexists(r->file, "joint", H5P_DEFAULT) > 0) {
        st = zni_h5_get_names(r->ctx, r->file, "joint/name", &d->njoint,
                              &d->joint_name);
        if (!st)
            st = reals(r, "joint/value", (hsize_t)(ZN_FILM_JOINT * d->njoint),
                       &d->nframe, &d->joint);
    }
    return st ? st : check_contacts(r, contacts);
}

static zn_status read_all(const reader *r)
{
    char *format = NULL;
    zn_status st = zni_h5_get_text(r->ctx, r->file, "format", &format);

    if (!st && strcmp(format, "zeno film 1"))
        st = zn_fail(r->ctx, ZN_EINVAL,
                     "it is no film (format '%.40s', must be 'zeno film 1'); "
                     "zeno run SCENE.yaml --output FILE.h5 makes one",
                     format);
    zn_free_array(r->ctx, format);
    if (!st)
        st = zni_h5_get_text(r->ctx, r->file, "title", &r->d->title);
    if (!st)
        st = read_gravity(r);
    if (!st)
        st = read_things(r);
    return st ? st : read_frames(r);
}

zn_status zn_film_read(zn_ctx *ctx, const char *path, zn_film_data **out)
{
    reader r = {.ctx = ctx};
    zn_status st = zni_hdf5_need(ctx);
    zni_quiet q;

    *out = NULL;
    if (st)
        return zn_note(ctx, st, "'%s'", path);
    q = zni_h5_quiet();
    r.d = zn_alloc(ctx, 1, sizeof *r.d);
    if (!r.d)
        st = ZN_ENOMEM;
    if (!st)
        st = zni_file_regular(ctx, path);
    r.file = st ? -1 : H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (!st && r.file < 0)
        st = zn_fail(ctx, ZN_EIO,
                     "'%s' cannot be opened as HDF5; is it there, and is it "
                     "not being written?",
                     path);
    else if (!st)
        st = zn_note(ctx, zni_h5_door(ctx, r.file), "'%s'", path);
    if (!st)
        st = zn_note(ctx, read_all(&r), "'%s'", path);
    if (r.file >= 0)
        H5Fclose(r.file);
    zni_h5_loud(q);
    if (st)
        zn_film_data_free(ctx, r.d);
    else
        *out = r.d;
    return st;
}

bool zn_film_there(const zn_film_data *d, zn_index body, zn_index frame)
{
    /* instants are met up to rounding */
    const double t = d->t[frame], eps = 1e-12 * (1 + fabs(t));

    return !d->life ||
           (d->life[2 * body] <= t + eps && t + eps < d->life[2 * body + 1]);
}
