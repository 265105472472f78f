/* fuzz_film.c - a film of which anything is missing, of another type, or out of range
 *
 * Each input says, in numbers (edits.h), what is changed of the datasets of a small film:
 * HDF5 itself, which reads the bytes, is not what is asked here. What is refused has words;
 * what is taken keeps what film.h says of it. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check the corpus and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <hdf5.h>
#include <zeno/film.h>

#include "tests/fuzz/edits.h"
#include "tests/fuzz/replay.h"

static const char *const sets[] = {
    "time",       "pose",       "velocity",     "energy",        "solver",
    "gravity",    "body/name",  "body/mass",    "shape/body",    "shape/form",
    "shape/colour", "shape/size", "shape/place", "shape/points", "shape/point_end",
    "contact/end", "contact/body", "contact/value",
    "shape/triangles", "shape/triangle_end"};

enum { SETS = sizeof sets / sizeof *sets, MOST = 4096 };

static uint8_t good[1 << 20];
static size_t size;
static char path[] = "/tmp/zeno-fuzz-XXXXXX";

static void leave(void)
{
    unlink(path);
}

/* A box and a pyramid fall on a floor, beside a piece of land. */
static void begin(void)
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
        "simulation: {h: 0.01, T: 1}\n";
    const int fd = mkstemp(path);
    zn_simulation *sim;
    zn_model *model;
    zn_scene *scene;
    zn_film *film;
    zn_ctx *ctx;
    FILE *f;

    must(fd >= 0 && !close(fd) && !atexit(leave));
    must(!zn_ctx_new(&ctx));
    if (zn_scene_read_text(ctx, "film", text, strlen(text), 0, NULL, &scene) ||
        zn_scene_simulation(scene, ctx, &model, &sim) || zn_simulation_init(sim) ||
        zn_film_new(sim, scene, path, 1, &film)) {
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
    f = fopen(path, "rb");
    must(f != NULL);
    size = fread(good, 1, sizeof good, f);
    must(size > 1000 && size < sizeof good && !fclose(f));
}

/* ---- changes ---- */

/* One number of a dataset, or a letter of its names. */
static void poke(hid_t set, int64_t at, int64_t value)
{
    static double x[MOST];
    static char letters[8 * MOST];
    const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    const size_t bytes = H5Tget_size(type);

    if (H5Tget_class(type) == H5T_STRING && n > 0 &&
        (size_t)n * bytes <= sizeof letters && H5Tis_variable_str(type) <= 0) {
        H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, letters);
        letters[(uint64_t)at % ((size_t)n * bytes)] = (char)value;
        H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, letters);
    } else if (n > 0 && n <= MOST) {
        H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
        x[(uint64_t)at % (uint64_t)n] = value == 7777 ? NAN : (double)value;
        H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
    }
    H5Tclose(type);
    H5Sclose(space);
}

/* Another dataset in its place, of a x b numbers, or no numbers. */
static void replace(hid_t file, const char *name, int64_t a, int64_t b)
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

static void change(hid_t file, edits *e)
{
    int64_t which, how, a, b;

    while (edits_next(e, &which) && edits_next(e, &how) && edits_next(e, &a) &&
           edits_next(e, &b)) {
        const char *name = sets[(uint64_t)which % SETS];
        hid_t set;

        if (H5Lexists(file, name, H5P_DEFAULT) <= 0)
            continue;
        switch ((uint64_t)how % 4) {
        case 0:
            H5Ldelete(file, name, H5P_DEFAULT);
            break;
        case 1:
            replace(file, name, a, b);
            break;
        default:
            set = H5Dopen2(file, name, H5P_DEFAULT);
            poke(set, a, b);
            H5Dclose(set);
        }
    }
}

/* ---- what must hold ---- */

static volatile double touched;

static void touch(zn_index n, const double x[])
{
    for (zn_index i = 0; i < n; i++)
        touched += x[i];
}

/* All that film.h says is there is there, and what counts is in range. */
static void whole(const zn_film_data *d)
{
    const zn_index contacts = d->nframe ? d->contact_end[d->nframe - 1] : 0;
    zn_index last = 0;

    touch(d->nbody, d->mass);
    touch(3 * d->nshape, d->size);
    touch(7 * d->nshape, d->place);
    for (zn_index i = 0; i < d->nshape; i++)
        must(d->shape_body[i] >= 0 && d->shape_body[i] < d->nbody);
    for (zn_index i = 0; i < d->nbody; i++)
        must(d->moving[i] < d->nmoving && d->body[i]);
    for (zn_index i = 0; d->points && i < d->nshape; last = d->point_end[i++])
        must(d->point_end[i] >= last);
    touch(3 * last, d->points);
    last = 0;
    for (zn_index i = 0; d->triangles && i < d->nshape; i++)
        for (; last < d->triangle_end[i]; last++)
            for (int k = 0; k < 3; k++)
                must(d->triangles[3 * last + k] >= 0 &&
                     d->triangles[3 * last + k] <
                         d->point_end[i] - (i ? d->point_end[i - 1] : 0));
    touch(d->nframe, d->t);
    touch(7 * d->nmoving * d->nframe, d->pose);
    touch(6 * d->nmoving * d->nframe, d->velocity);
    touch(ZN_FILM_ENERGY * d->nframe, d->energy);
    touch(ZN_FILM_SOLVER * d->nframe, d->solver);
    touch(ZN_FILM_CONTACT * contacts, d->contact);
    for (zn_index i = 0; i < 2 * contacts; i++)
        must(d->contact_body[i] >= -1 && d->contact_body[i] < d->nbody);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static zn_ctx *ctx;
    edits e = {data, data + n};
    zn_film_data *d;
    zn_status st;
    hid_t file;
    FILE *f;

    if (!ctx) {
        H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
        begin();
        must(!zn_ctx_new(&ctx));
    }
    f = fopen(path, "wb");
    must(f && fwrite(good, 1, size, f) == size && !fclose(f));
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    must(file >= 0);
    change(file, &e);
    H5Fclose(file);
    zn_fail(ctx, ZN_EINVAL, "%s", "");
    st = zn_film_read(ctx, path, &d);
    must(!st ? d != NULL : !d && (st == ZN_ENOMEM || *zn_errmsg(ctx)));
    if (d)
        whole(d);
    zn_film_data_free(ctx, d);
    return 0;
}

#ifndef ZN_FUZZ_ONLY
int main(int argc, char **argv)
{
    const replay_how how = {edits_alphabet, sizeof edits_alphabet - 1, 200};
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
