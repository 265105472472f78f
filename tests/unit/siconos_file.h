/* siconos_file.h - writes scene files of Siconos in HDF5, and reads them as scenes
 *
 * The file has the layout that its own writer makes (4.4): datasets of single floats, texts of
 * variable length, truth as an enumeration of a byte, contactors as empty datasets.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_SICONOS_FILE_H
#define ZENO_TEST_SICONOS_FILE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <hdf5.h>

#include <zeno/rotation.h>
#include <zeno/scene.h>

#include "zeno_test.h"

static zn_ctx *ctx;
static zn_scene *scene;
static char path[] = "/tmp/zeno-siconos-XXXXXX.hdf5";
static char said[2000];
static hid_t file;

static inline void hear(void *user, zn_log_level level, const char *line)
{
    (void)user;
    (void)level;
    strncat(said, strrchr(line, ':') + 1, sizeof said - strlen(said) - 2);
    strcat(said, "\n");
}

/* ---- the writer ---- */

static inline void put_reals(hid_t at, const char *key, hsize_t n, const double x[])
{
    const hid_t space =
        n ? H5Screate_simple(1, &n, NULL) : H5Screate(H5S_SCALAR);
    const hid_t a =
        H5Acreate2(at, key, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);

    ck_assert(a >= 0 && H5Awrite(a, H5T_NATIVE_DOUBLE, x) >= 0);
    H5Aclose(a);
    H5Sclose(space);
}

static inline void put_none(hid_t at, const char *key)
{
    const hsize_t n = 0;
    const hid_t space = H5Screate_simple(1, &n, NULL);
    const hid_t a =
        H5Acreate2(at, key, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);

    ck_assert(a >= 0);
    H5Aclose(a);
    H5Sclose(space);
}

static inline void put_real(hid_t at, const char *key, double x)
{
    put_reals(at, key, 0, &x);
}

static inline void put_word(hid_t at, const char *key, const char *text)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    hid_t a;

    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    a = H5Acreate2(at, key, type, space, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert(a >= 0 && H5Awrite(a, type, &text) >= 0);
    H5Aclose(a);
    H5Sclose(space);
    H5Tclose(type);
}

static inline void put_truth(hid_t at, const char *key, int8_t x)
{
    const hid_t type = H5Tenum_create(H5T_NATIVE_INT8),
                space = H5Screate(H5S_SCALAR);
    hid_t a;

    H5Tenum_insert(type, "FALSE", &(int8_t){0});
    H5Tenum_insert(type, "TRUE", &(int8_t){1});
    a = H5Acreate2(at, key, type, space, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert(a >= 0 && H5Awrite(a, type, &x) >= 0);
    H5Aclose(a);
    H5Sclose(space);
    H5Tclose(type);
}

static inline hid_t group(const char *name)
{
    return H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
}

static inline hid_t dataset(const char *name, hsize_t rows, hsize_t cols,
                     const float *x)
{
    const hsize_t size[2] = {rows, cols};
    const hid_t space = H5Screate_simple(2, size, NULL);
    const hid_t d = H5Dcreate2(file, name, H5T_IEEE_F32LE, space, H5P_DEFAULT,
                               H5P_DEFAULT, H5P_DEFAULT);

    ck_assert(d >= 0);
    if (rows)
        ck_assert(H5Dwrite(d, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                           x) >= 0);
    H5Sclose(space);
    return d;
}

static inline void shape(const char *name, const char *primitive, hsize_t n,
                  const float *x)
{
    char full[100];
    hid_t d;

    snprintf(full, sizeof full, "data/ref/%s", name);
    d = dataset(full, primitive ? 1 : n, primitive ? n : 3, x);
    put_word(d, "type", primitive ? "primitive" : "convex");
    if (primitive)
        put_word(d, "primitive", primitive);
    H5Dclose(d);
}

static inline void object(const char *name, const char *of, double where, double mass)
{
    const double x[3] = {where, 0, 2}, q[4] = {sqrt(0.5), sqrt(0.5), 0, 0},
                 v[6] = {1, 2, 3, 0, 0, 5}, none[3] = {0}, on[3] = {0, 0, 0.5},
                 one[4] = {1, 0, 0, 0};
    char full[100];
    hid_t g;

    snprintf(full, sizeof full, "data/input/%s", name);
    g = group(full);
    put_reals(g, "translation", 3, x);
    put_reals(g, "orientation", 4, q);
    put_reals(g, "velocity", 6, v);
    put_reals(g, "center_of_mass", 3, none);
    put_word(g, "type", mass > 0 ? "dynamic" : "static");
    put_real(g, "id", mass > 0 ? 1 : -1);
    put_truth(g, "allow_self_collide", 0);
    if (mass > 0)
        put_real(g, "mass", mass);
    H5Gclose(g);
    snprintf(full, sizeof full, "data/input/%s/%s-0", name, of);
    g = dataset(full, 0, 0, NULL);
    put_word(g, "shape_name", of);
    put_word(g, "instance_name", full);
    put_real(g, "group", mass > 0);
    put_reals(g, "translation", 3, on);
    put_reals(g, "orientation", 4, one);
    H5Dclose(g);
}

static inline void law(const char *name, const char *type, double gid1, double gid2)
{
    char full[100];
    hid_t d;

    snprintf(full, sizeof full, "data/nslaws/%s", name);
    d = dataset(full, 0, 0, NULL);
    put_word(d, "type", type);
    put_real(d, "mu", 0.25);
    put_real(d, "e", 0.5);
    put_real(d, "gid1", gid1);
    put_real(d, "gid2", gid2);
    H5Dclose(d);
}

static inline void close_file(void)
{
    if (file >= 0)
        H5Fclose(file);
    file = -1;
}

static inline void setup(void)
{
    int fd;

    ck_assert(!zn_ctx_new(&ctx));
    zn_ctx_set_log(ctx, ZN_LOG_WARN, hear, NULL);
    strcpy(path, "/tmp/zeno-siconos-XXXXXX.hdf5");
    fd = mkstemps(path, 5);
    ck_assert(fd >= 0);
    close(fd);
    scene = NULL;
    said[0] = 0;
    file = -1;
}

static inline void teardown(void)
{
    close_file();
    unlink(path);
    zn_scene_free(scene);
    zn_ctx_free(ctx);
}

static inline void take(void)
{
    const zn_status st = zn_scene_read(ctx, path, 0, NULL, &scene);

    ck_assert_msg(!st, "%s", zn_errmsg(ctx));
}

static inline void same(int n, const double x[], const double want[])
{
    for (int i = 0; i < n; i++)
        ck_assert_msg(fabs(x[i] - want[i]) < 1e-14, "%d: %.17g, not %.17g", i,
                      x[i], want[i]);
}

#define SAME(n, x, ...) same(n, x, (const double[]){__VA_ARGS__})

static inline const zn_scene_body *body(const char *name, zn_index *number)
{
    for (zn_index i = 0; i < zn_scene_body_count(scene); i++)
        if (strcmp(zn_scene_body_at(scene, i)->name, name) == 0) {
            *number = i;
            return zn_scene_body_at(scene, i);
        }
    ck_abort_msg("there is no body '%s'", name);
    return NULL;
}

static inline const zn_scene_shape *shape_of(const char *name)
{
    zn_index number, of;

    body(name, &number);
    for (zn_index i = 0; i < zn_scene_shape_count(scene); i++) {
        const zn_scene_shape *s = zn_scene_shape_at(scene, i, &of);
        if (of == number)
            return s;
    }
    ck_abort_msg("'%s' has no shape", name);
    return NULL;
}

/* Another value of an attribute; NULL: none. */
static inline void change(const char *at, const char *key, const double x[], hsize_t n)
{
    const hid_t o = H5Oopen(file, at, H5P_DEFAULT);

    ck_assert(o >= 0);
    if (H5Aexists(o, key) > 0)
        H5Adelete(o, key);
    if (x)
        put_reals(o, key, n, x);
    H5Oclose(o);
}

#endif
