/* convert-siconos.c - a film in the layout of Siconos' mechanics I/O, for its tools
 *
 * What its own runner writes was measured (4.4): group data with
 *     ref         shapes: dataset of single floats, attributes type, primitive, id
 *     input       objects: attributes, a group member per contactor
 *     static      t, id, position, quaternion             id < 0
 *     dynamic     the same of what moves, a row per frame and body
 *     velocities  t, id, velocity, angular velocity in the body frame
 *     cf          t, mu, points A and B, normal from B to A, impulse on A, gap (3), relative
 *                 velocity (3), impulse in the local frame (3), id, bodies 1 and 2
 *     solv        t, iterations, error, error
 * Its "contact forces" are impulses (N s). Older films do not say mu: it is written as 0 then.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/rotation.h>

#include "solvers/io/hdf5.h"
#include "tools/convert.h"

typedef struct layout {
    const zn_film_data *d;
    const char *path;
    hid_t file;
    bool flat, good;
    int *id; /* of each body: 1, 2, ... or -1, -2, ... */
} layout;

/* ---- attributes and datasets ---- */

static void put_attribute(layout *l, hid_t at, const char *key, hid_t type,
                          hsize_t n, const void *x)
{
    const hid_t space =
        n ? H5Screate_simple(1, &n, NULL) : H5Screate(H5S_SCALAR);
    const hid_t a = H5Acreate2(at, key, type, space, H5P_DEFAULT, H5P_DEFAULT);

    l->good = l->good && a >= 0 && H5Awrite(a, type, x) >= 0;
    if (a >= 0)
        H5Aclose(a);
    H5Sclose(space);
}

static void put_reals(layout *l, hid_t at, const char *key, hsize_t n,
                      const double x[])
{
    put_attribute(l, at, key, H5T_NATIVE_DOUBLE, n, x);
}

static void put_int(layout *l, hid_t at, const char *key, int64_t x)
{
    put_attribute(l, at, key, H5T_NATIVE_INT64, 0, &x);
}

static void put_word(layout *l, hid_t at, const char *key, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1);

    l->good = l->good && H5Tset_size(type, H5T_VARIABLE) >= 0 &&
              H5Tset_cset(type, H5T_CSET_UTF8) >= 0;
    put_attribute(l, at, key, type, 0, &text);
    H5Tclose(type);
}

static void put_truth(layout *l, hid_t at, const char *key, int8_t x)
{
    const int8_t no = 0, yes = 1;
    const hid_t type = H5Tenum_create(H5T_NATIVE_INT8);

    H5Tenum_insert(type, "FALSE", &no);
    H5Tenum_insert(type, "TRUE", &yes);
    put_attribute(l, at, key, type, 0, &x);
    H5Tclose(type);
}

static hid_t group(layout *l, const char *name)
{
    const hid_t g =
        H5Gcreate2(l->file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

    l->good = l->good && g >= 0;
    return g;
}

/* Single floats, which may grow, as those of the runner do. */
static hid_t table(layout *l, const char *name, hsize_t rows, hsize_t cols,
                   const double x[])
{
    const hsize_t size[2] = {rows, cols}, most[2] = {H5S_UNLIMITED, cols};
    const hsize_t chunk[2] = {1024, cols ? cols : 1};
    const hid_t space = H5Screate_simple(2, size, most);
    const hid_t p = H5Pcreate(H5P_DATASET_CREATE);
    hid_t set = -1;

    if (l->good && H5Pset_chunk(p, 2, chunk) >= 0)
        set = H5Dcreate2(l->file, name, H5T_IEEE_F32LE, space, H5P_DEFAULT, p,
                         H5P_DEFAULT);
    l->good = l->good && set >= 0 &&
              (!rows || !cols ||
               H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                        x) >= 0);
    H5Pclose(p);
    H5Sclose(space);
    return set;
}

static void tracks(layout *l, const char *name, hsize_t rows, hsize_t cols,
                   const double x[], const char *info)
{
    const hid_t set = table(l, name, rows, cols, x);

    if (info && set >= 0)
        put_word(l, set, "info", info);
    if (set >= 0)
        H5Dclose(set);
}

static double *numbers(layout *l, zn_index n)
{
    double *x = calloc((size_t)n + 1, sizeof *x);

    if (!x)
        l->good = false;
    return x;
}

/* ---- shapes ---- */

/* Turns z, the axis of ours, to y, that of theirs. */
static const double to_y[4] = {0.70710678118654757, -0.70710678118654757, 0, 0};

typedef struct form {
    const char *type, *primitive; /* "primitive", "convex"; NULL: it has none */
    double size[3];
    zn_index n, first; /* its sizes, or points from this one on */
    double x[3], p[4]; /* where, in the frame of ours */
} form;

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* A plane and a half plane are boxes, as far as anything of the film goes. */
static form form_of(const layout *l, zn_index i)
{
    const char *name = l->d->form[i];
    const double *s = l->d->size + 3 * i, far = film_extent(l->d);
    form f = {.type = "primitive", .p = {1, 0, 0, 0}};

    memcpy(f.size, s, sizeof f.size);
    if (is(name, "sphere") || is(name, "disc")) {
        f.primitive = is(name, "disc") ? "Disk" : "Sphere";
        f.n = 1;
    } else if (is(name, "box") || is(name, "rectangle")) {
        f.primitive = is(name, "box") ? "Box" : "Box2d";
        f.n = is(name, "box") ? 3 : 2;
    } else if (is(name, "plane") || is(name, "half_plane")) {
        f.n = l->flat ? 2 : 3;
        f.primitive = l->flat ? "Box2d" : "Box";
        f.size[0] = f.size[1] = f.size[2] = far;
        f.x[f.n - 1] = -far / 2;
    } else if (is(name, "capsule") || is(name, "cylinder") ||
               (is(name, "cone") && s[2] == 0)) {
        f.primitive = is(name, "capsule")    ? "Capsule"
                      : is(name, "cylinder") ? "Cylinder"
                                             : "Cone";
        f.n = 2;
        memcpy(f.p, to_y, sizeof to_y);
        if (is(name, "capsule"))
            f.size[1] = s[1] + 2 * s[0];
        if (is(name, "cone")) /* its origin is the centroid */
            f.x[2] = -s[1] / 4;
    } else {
        f.n = film_points(l->d, i, &f.first);
        f.type =
            f.n && (is(name, "hull") || is(name, "polygon")) ? "convex" : NULL;
    }
    return f;
}

static void put_shape(layout *l, zn_index i)
{
    const zn_film_data *d = l->d;
    const form f = form_of(l, i);
    char name[60];
    hid_t set;

    if (!f.type)
        return;
    snprintf(name, sizeof name, "data/ref/%s-%td", d->form[i], i);
    if (f.primitive) {
        set = table(l, name, 1, (hsize_t)f.n, f.size);
    } else {
        const zn_index dim = l->flat ? 2 : 3;
        double *x = numbers(l, dim * f.n);
        for (zn_index k = 0; x && k < dim * f.n; k++)
            x[k] = d->points[3 * (f.first + k / dim) + k % dim];
        set = table(l, name, (hsize_t)f.n, (hsize_t)dim, x);
        free(x);
    }
    if (set < 0)
        return;
    put_word(l, set, "type", f.type);
    if (f.primitive)
        put_word(l, set, "primitive", f.primitive);
    put_int(l, set, "id", i);
    H5Dclose(set);
}

/* An angle where they have one, else a quaternion. */
static void put_turn(layout *l, hid_t at, const double p[4])
{
    const double angle = 2 * atan2(p[3], p[0]);

    put_reals(l, at, "orientation", l->flat ? 1 : 4, l->flat ? &angle : p);
}

/* Shape i in its object, whose frame is that of the centre of mass, or the world. */
static void put_contactor(layout *l, const char *object, zn_index i)
{
    const zn_film_data *d = l->d;
    const double *at = d->place + 7 * i;
    const form f = form_of(l, i);
    char full[400], shape[40], instance[48];
    double x[3], p[4];
    hid_t set;

    if (!f.type)
        return;
    snprintf(shape, sizeof shape, "%s-%td", d->form[i], i);
    snprintf(instance, sizeof instance, "%s-0", shape);
    snprintf(full, sizeof full, "%s/%s", object, instance);
    set = table(l, full, 0, 0, NULL);
    if (set < 0)
        return;
    zn_rotate(at + 3, f.x, x);
    for (int k = 0; k < 3; k++)
        x[k] += at[k];
    zn_quaternion_product(at + 3, f.p, p);
    put_reals(l, set, "translation", l->flat ? 2 : 3, x);
    put_turn(l, set, p);
    put_word(l, set, "shape_name", shape);
    put_word(l, set, "instance_name", instance);
    put_int(l, set, "group", 0);
    H5Dclose(set);
}

/* ---- objects ---- */

static void put_life(layout *l, hid_t g, zn_index body)
{
    const double *life = l->d->life ? l->d->life + 2 * body : NULL;

    if (life && isfinite(life[0]))
        put_reals(l, g, "time_of_birth", 0, life);
    if (life && isfinite(life[1]))
        put_reals(l, g, "time_of_death", 0, life + 1);
}

/* Where the object of a body is: a name may hold what is a path in a file, and be another one's
 * then; "." is the folder itself. */
static void place_of(const layout *l, zn_index body, char name[200])
{
    const size_t first = strlen("data/input/");
    size_t n;

    snprintf(name, 200, "data/input/%.120s", l->d->body[body]);
    for (char *c = name + first; *c; c++)
        *c = *c == '/' ? '_' : *c;
    for (n = strlen(name);
         n < 199 && (!strcmp(name + first, ".") ||
                     H5Lexists(l->file, name, H5P_DEFAULT) > 0);
         n++) {
        name[n] = '_';
        name[n + 1] = '\0';
    }
}

static void put_object(layout *l, zn_index body)
{
    const zn_film_data *d = l->d;
    const double none[7] = {0, 0, 0, 1, 0, 0, 0}, rest[6] = {0};
    const zn_index k = d->moving[body], dim = l->flat ? 2 : 3;
    const double *q = k >= 0 ? d->pose + 7 * k : none;
    const double *v = k >= 0 ? d->velocity + 6 * k : rest;
    const double in_plane[3] = {v[0], v[1], v[5]};
    char name[200];
    hid_t g;

    place_of(l, body, name);
    g = group(l, name);
    if (g < 0)
        return;
    put_int(l, g, "id", l->id[body]);
    put_word(l, g, "type", k >= 0 ? "dynamic" : "static");
    put_truth(l, g, "allow_self_collide", 0);
    put_reals(l, g, "translation", (hsize_t)dim, q);
    put_turn(l, g, q + 3);
    put_reals(l, g, "velocity", l->flat ? 3 : 6, l->flat ? in_plane : v);
    put_reals(l, g, "center_of_mass", (hsize_t)dim, none);
    if (k >= 0)
        put_reals(l, g, "mass", 0, d->mass + body);
    put_life(l, g, body);
    for (zn_index i = 0; i < d->nshape; i++)
        if (d->shape_body[i] == body)
            put_contactor(l, name, i);
    H5Gclose(g);
}

/* ---- tracks ---- */

static void put_poses(layout *l)
{
    const zn_film_data *d = l->d;
    const zn_index most = d->nframe * d->nbody;
    double *pose = numbers(l, 9 * most), *velocity = numbers(l, 8 * most);
    double *still = numbers(l, 9 * d->nbody);
    hsize_t rows = 0, statics = 0;

    for (zn_index i = 0; still && i < d->nbody; i++)
        if (d->moving[i] < 0) {
            const double row[9] = {d->t[0], l->id[i], 0, 0, 0, 1, 0, 0, 0};
            memcpy(still + 9 * statics++, row, sizeof row);
        }
    for (zn_index k = 0; pose && velocity && k < most; k++) {
        const zn_index f = k / d->nbody, i = k % d->nbody, m = d->moving[i];
        const double head[2] = {d->t[f], l->id[i]};
        if (m < 0 || !zn_film_there(d, i, f))
            continue;
        memcpy(pose + 9 * rows, head, sizeof head);
        memcpy(pose + 9 * rows + 2, d->pose + 7 * (d->nmoving * f + m),
               7 * sizeof *pose);
        memcpy(velocity + 8 * rows, head, sizeof head);
        memcpy(velocity + 8 * rows + 2, d->velocity + 6 * (d->nmoving * f + m),
               6 * sizeof *pose);
        rows++;
    }
    tracks(l, "data/static", statics, 9, still, NULL);
    tracks(l, "data/dynamic", rows, 9, pose,
           "time,  ds id  ,  translation ,orientation");
    tracks(l, "data/velocities", rows, 8, velocity,
           "time,  ds id  ,translational velocities ,angular velocities");
    free(pose);
    free(velocity);
    free(still);
}

/* One contact: the local frame is that of the velocities in the film. */
static void contact_row(const layout *l, zn_index c, double t, double row[26])
{
    const zn_film_data *d = l->d;
    const double *from = d->contact + ZN_FILM_CONTACT * c;
    const double *n = from + ZN_FILM_NORMAL, *p = from + ZN_FILM_IMPULSE;
    const double plane[9] = {n[0], n[1], 0, -n[1], n[0], 0, 0, 0, 1};
    const zn_index *body = d->contact_body + 2 * c;
    double E[9];

    if (l->flat)
        memcpy(E, plane, sizeof E);
    else
        zn_contact_frame(n, E);
    row[0] = t;
    row[1] = d->contact_mu ? d->contact_mu[c] : 0;
    memcpy(row + 2, from + ZN_FILM_P1, 9 * sizeof *row);
    memcpy(row + 11, p, 3 * sizeof *row);
    row[14] = from[ZN_FILM_GAP];
    memcpy(row + 17, from + ZN_FILM_VELOCITY, 3 * sizeof *row);
    for (int k = 0; k < 3; k++)
        row[20 + k] =
            E[3 * k] * p[0] + E[3 * k + 1] * p[1] + E[3 * k + 2] * p[2];
    row[23] = (double)c;
    row[24] = body[0] >= 0 ? l->id[body[0]] : 0;
    row[25] = body[1] >= 0 ? l->id[body[1]] : row[24];
}

static void put_contacts(layout *l)
{
    static const char info[] =
        "time,  mu,  contact point A ,contact point B,  contact normal, "
        "reaction impulse, relative gap, relative velocity, local reaction "
        "impulse,  interaction id,ds 1 number,  ds 2 number";
    const zn_film_data *d = l->d;
    const zn_index n = d->contact_end[d->nframe - 1];
    double *cf = numbers(l, 26 * n), *solv = numbers(l, 4 * d->nframe);

    for (zn_index f = 0, c = 0; cf && f < d->nframe; f++)
        for (; c < d->contact_end[f]; c++)
            contact_row(l, c, d->t[f], cf + 26 * c);
    for (zn_index f = 0; solv && f < d->nframe; f++) {
        const double *s = d->solver + ZN_FILM_SOLVER * f;
        const double row[4] = {d->t[f], s[1], s[2], s[2]};
        memcpy(solv + 4 * f, row, sizeof row);
    }
    tracks(l, "data/cf", (hsize_t)n, 26, cf, info);
    tracks(l, "data/solv", (hsize_t)d->nframe, 4, solv, NULL);
    free(cf);
    free(solv);
}

/* ---- the whole ---- */

static void number_bodies(layout *l)
{
    int moving = 0, still = 0;

    l->id = calloc((size_t)l->d->nbody + 1, sizeof *l->id);
    if (!l->id)
        l->good = false;
    for (zn_index i = 0; l->id && i < l->d->nbody; i++)
        l->id[i] = l->d->moving[i] >= 0 ? ++moving : --still;
}

static void tell_left_out(const layout *l)
{
    zn_index n = 0;

    for (zn_index i = 0; i < l->d->nshape; i++)
        n += !form_of(l, i).type;
    if (n)
        fprintf(stderr,
                "zeno convert: %td shapes are left out: meshes, height fields, "
                "cones without a tip and segments\n",
                n);
}

static void put_all(layout *l)
{
    static const char *const groups[] = {
        "data", "data/ref", "data/input", "data/nslaws", "data/joints",
        "data/boundary_conditions", "data/permanent_interactions",
        "data/plugins", "data/external_functions", "data/log"};

    put_int(l, l->file, "dimension", l->flat ? 2 : 3);
    for (size_t k = 0; k < sizeof groups / sizeof *groups; k++) {
        const hid_t g = group(l, groups[k]);
        if (g >= 0)
            H5Gclose(g);
    }
    number_bodies(l);
    for (zn_index i = 0; l->good && i < l->d->nshape; i++)
        put_shape(l, i);
    for (zn_index i = 0; l->good && i < l->d->nbody; i++)
        put_object(l, i);
    if (l->good)
        put_poses(l);
    if (l->good)
        put_contacts(l);
}

/* HDF5 does not recover where there is no room for its file: it is made in memory, ... */
static hid_t begin_image(void)
{
    const hid_t how = H5Pcreate(H5P_FILE_ACCESS);
    const size_t by = 1 << 20; /* bytes by which it grows */
    hid_t file = -1;

    if (H5Pset_fapl_core(how, by, false) >= 0)
        file = H5Fcreate("image", H5F_ACC_TRUNC, H5P_DEFAULT, how);
    H5Pclose(how);
    return file;
}

/* ... and written from there. */
static bool write_image(hid_t file, FILE *out)
{
    const ssize_t n =
        H5Fflush(file, H5F_SCOPE_LOCAL) < 0 ? 0 : H5Fget_file_image(file, NULL, 0);
    void *image = n > 0 ? malloc((size_t)n) : NULL;
    const bool good = image && H5Fget_file_image(file, image, (size_t)n) == n &&
                      fwrite(image, 1, (size_t)n, out) == (size_t)n;

    free(image);
    return good;
}

void write_siconos(const zn_film_data *d, const char *path)
{
    FILE *out = create_named(path);
    layout l = {.d = d, .path = path, .good = true};

    l.flat = d->nshape && is_flat(d->form[0]);
    /* a film was read, so HDF5 is there */
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    l.file = begin_image();
    if (l.file < 0)
        fail_file(path);
    put_all(&l);
    l.good = l.good && write_image(l.file, out);
    H5Fclose(l.file);
    free(l.id);
    if (fclose(out) || !l.good)
        fail_file(path);
    end_named();
    tell_left_out(&l);
}
