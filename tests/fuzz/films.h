/* films.h - a small film, of which inputs of a fuzzer change something (h5_edits.h)
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_FUZZ_FILMS_H
#define ZENO_FUZZ_FILMS_H

#include <zeno/film.h>

#include "tests/fuzz/h5_edits.h"

static const char *const films_set[] = {
    "time",       "pose",       "velocity",     "energy",        "solver",
    "gravity",    "body/name",  "body/mass",    "shape/body",    "shape/form",
    "shape/colour", "shape/size", "shape/place", "shape/points", "shape/point_end",
    "contact/end", "contact/body", "contact/value",
    "shape/triangles", "shape/triangle_end", "body/life",
    "joint/name",   "joint/value", "contact/mu"};

static h5_good films_good = {.name = films_set,
                             .names = sizeof films_set / sizeof *films_set};

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
    char first[] = "/tmp/zeno-fuzz-XXXXXX";
    const int fd = mkstemp(first);
    zn_simulation *sim;
    zn_model *model;
    zn_scene *scene;
    zn_film *film;
    zn_ctx *ctx;

    must(fd >= 0 && !close(fd));
    must(!zn_ctx_new(&ctx));
    if (zn_scene_read_text(ctx, "film", text, strlen(text), 0, NULL, &scene) ||
        zn_scene_simulation(scene, ctx, &model, &sim) || zn_simulation_init(sim) ||
        zn_film_new(sim, scene, first, 1, &film)) {
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
    h5_keep(&films_good, first);
}

/* The film, with the changes that an input says, at h5_path. */
static inline void films_change(const uint8_t *data, size_t n)
{
    static int fd;
    edits e = {data, data + n};

    if (!films_good.size) {
        fd = h5_begin();
        films_begin();
    }
    h5_change(&films_good, fd, &e);
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
    leavings_check();
    failed |= replay_folder(&how, "tests/fuzz/film", "", &files);
    printf("%d files\n", files);
    return failed || files < 3;
}
#endif

#endif
