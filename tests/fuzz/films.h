/* films.h - a small film, of which inputs of a fuzzer change something
 *
 * Each input says, in numbers (edits.h), what is changed of its datasets: HDF5 itself, which reads
 * the bytes, is not what is asked here.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_FUZZ_FILMS_H
#define ZENO_FUZZ_FILMS_H

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <hdf5.h>
#include <zeno/film.h>

#include "tests/fuzz/edits.h"
#include "tests/fuzz/replay.h"

static const char *const films_set[] = {
    "time",       "pose",       "velocity",     "energy",        "solver",
    "gravity",    "body/name",  "body/mass",    "shape/body",    "shape/form",
    "shape/colour", "shape/size", "shape/place", "shape/points", "shape/point_end",
    "contact/end", "contact/body", "contact/value",
    "shape/triangles", "shape/triangle_end", "body/life",
    "joint/name",   "joint/value", "contact/mu"};

enum { FILMS_SETS = sizeof films_set / sizeof *films_set, FILMS_MOST = 4096 };

static uint8_t films_good[1 << 20];
static size_t films_size;
static char films_path[] = "/tmp/zeno-fuzz-XXXXXX";

static inline void films_leave(void)
{
    unlink(films_path);
}

/* A box and a pyramid that are tied fall on a floor, beside a piece of land and a guest. */
static inline void films_begin(void)
{
    static const char text[] =
        "title: film\n"
        "laws: [{mu: 0.5}]\n"
        "bodies:\n"
        "  floor: {fixed: true, shape: {type: plane}}\n"
        "  box: {mass: 1, position: [0, 0, 0.5],"
        " shape: {type: box, size: [1, 1, 1]}}\n"
        "  hull: {mass: 1, position: [3, 0, 1], shape: {type: hull,"
        " points: [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}}\n"
        "  land: {fixed: true, shape: {type: height_field, size: [1, 1],"
        " heights: [[0, 0], [0, 0]]}}\n"
        "  guest: {mass: 1, position: [9, 0, 1], birth: 0.01, death: 0.02,"
        " shape: {type: capsule, radius: 0.1, length: 1}}\n"
        "joints:\n"
        "  tie: {type: spherical, bodies: [box, hull], point: [1, 0, 0]}\n"
        "simulation: {h: 0.01, T: 1}\n";
    const int fd = mkstemp(films_path);
    zn_simulation *sim;
    zn_model *model;
    zn_scene *scene;
    zn_film *film;
    zn_ctx *ctx;
    FILE *f;

    must(fd >= 0 && !close(fd) && !atexit(films_leave));
    must(!zn_ctx_new(&ctx));
    if (zn_scene_read_text(ctx, "film", text, strlen(text), 0, NULL, &scene) ||
        zn_scene_simulation(scene, ctx, &model, &sim) || zn_simulation_init(sim) ||
        zn_film_new(sim, scene, films_path, 1, &film)) {
        fprintf(stderr, "%s\n", zn_errmsg(ctx));
        abort();
    }
    for (int k = 0; k < 3; k++)
        must(!zn_simulation_step(sim));
    must(!zn_film_close(film));
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_scene_free(scene);
    zn_ctx_free(ctx);
    f = fopen(films_path, "rb");
    must(f != NULL);
    films_size = fread(films_good, 1, sizeof films_good, f);
    must(films_size > 1000 && films_size < sizeof films_good && !fclose(f));
}

/* ---- changes ---- */

/* One number of a dataset, or a letter of its names. */
static inline void films_poke(hid_t set, int64_t at, int64_t value)
{
    static double x[FILMS_MOST];
    static char letters[8 * FILMS_MOST];
    const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    const size_t bytes = H5Tget_size(type);

    if (H5Tget_class(type) == H5T_STRING && n > 0 &&
        (size_t)n * bytes <= sizeof letters && H5Tis_variable_str(type) <= 0) {
        H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, letters);
        letters[(uint64_t)at % ((size_t)n * bytes)] = (char)value;
        H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, letters);
    } else if (n > 0 && n <= FILMS_MOST) {
        H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
        x[(uint64_t)at % (uint64_t)n] = value == 7777 ? NAN : (double)value;
        H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
    }
    H5Tclose(type);
    H5Sclose(space);
}

/* Another dataset in its place, of a x b numbers, or no numbers. */
static inline void films_replace(hid_t file, const char *name, int64_t a, int64_t b)
{
    const hsize_t dims[2] = {(uint64_t)a % 64, (uint64_t)b % 16};
    const hid_t types[] = {H5T_NATIVE_DOUBLE, H5T_NATIVE_INT, H5T_NATIVE_FLOAT,
                           H5T_C_S1, H5T_NATIVE_OPAQUE};
    const hid_t space = H5Screate_simple(b % 16 ? 2 : 1, dims, NULL);
    hid_t set;

    H5Ldelete(file, name, H5P_DEFAULT);
    set = H5Dcreate2(file, name, types[(uint64_t)(a / 64) % 5], space, H5P_DEFAULT,
                     H5P_DEFAULT, H5P_DEFAULT);
    H5Dclose(set);
    H5Sclose(space);
}

static inline void films_edit(hid_t file, edits *e)
{
    int64_t which, how, a, b;

    while (edits_next(e, &which) && edits_next(e, &how) && edits_next(e, &a) &&
           edits_next(e, &b)) {
        const char *name = films_set[(uint64_t)which % FILMS_SETS];
        hid_t set;

        if (H5Lexists(file, name, H5P_DEFAULT) <= 0)
            continue;
        switch ((uint64_t)how % 4) {
        case 0:
            H5Ldelete(file, name, H5P_DEFAULT);
            break;
        case 1:
            films_replace(file, name, a, b);
            break;
        default:
            set = H5Dopen2(file, name, H5P_DEFAULT);
            films_poke(set, a, b);
            H5Dclose(set);
        }
    }
}

/* The film, with the changes that an input says, at films_path. */
static inline void films_change(const uint8_t *data, size_t n)
{
    edits e = {data, data + n};
    hid_t file;
    FILE *f;

    if (!films_size) {
        H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
        films_begin();
    }
    f = fopen(films_path, "wb");
    must(f && fwrite(films_good, 1, films_size, f) == films_size && !fclose(f));
    file = H5Fopen(films_path, H5F_ACC_RDWR, H5P_DEFAULT);
    must(file >= 0);
    films_edit(file, &e);
    H5Fclose(file);
}

#ifndef ZN_FUZZ_ONLY
/* The files that are named, or the corpus, each so often changed. */
static inline int films_replay(int argc, char **argv, int changes)
{
    const replay_how how = {edits_alphabet, sizeof edits_alphabet - 1, changes};
    int files = 0, failed = 0;

    for (int k = 1; k < argc; k++)
        failed |= replay_file(&how, argv[k]);
    if (argc > 1)
        return failed;
    failed |= replay_folder(&how, "tests/fuzz/film", "", &files);
    printf("%d files\n", files);
    return failed || files < 3;
}
#endif

#endif
