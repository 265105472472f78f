/* killed.h - runs that record, and what they must have left behind when they died
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TESTS_KILLED_H
#define ZENO_TESTS_KILLED_H

#include <fcntl.h>
#include <hdf5.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <zeno/film.h>

#include "tests/output/run.h"

typedef enum fault { NONE, KILL, TEAR, FAIL, SHORT } fault;

/* Shared with the child that runs. */
typedef struct board {
    fault kind;
    long at, calls;    /* the at-th of the calls below, from 1 */
    int error;         /* FAIL: errno */
    bool met;          /* it came to that */
    long flushed;      /* rows that are safe */
    bool saved;        /* a checkpoint is */
    bool begun;        /* the run is about to */
} board;

static board *b;

/* ---- runs ---- */

enum { STEPS = 24, EVERY = 6 };

static run r;
static char path[TEST_PATH];
static double q[STEPS + 1]; /* of the ball at each step */

static inline void setup(void)
{
    run_folder_make();
    b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert(b != MAP_FAILED);
    MUST(&r, run_make(&r, NULL));
    MUST(&r, zn_simulation_init(r.sim));
    for (int k = 0; k <= STEPS; k++) {
        q[k] = zn_simulation_q(r.sim, r.low)[0];
        MUST(&r, zn_simulation_step(r.sim));
    }
    run_free(&r);
}

static inline void teardown(void)
{
    run_folder_remove();
}

static inline zn_status flush_often(void *user, const zn_simulation *s)
{
    const zn_index step = zn_simulation_step_number(s);
    zn_status st;

    if (step % EVERY)
        return ZN_OK;
    st = zn_recorder_flush(user);
    if (!st)
        b->flushed = step + 1;
    return st;
}

/* A recording of so many steps; `note` tells which one it is. */
static inline zn_status record(run *one, const char *note, zn_index steps)
{
    zn_recorder *rec;
    zn_status st = run_make(one, NULL);

    if (!st)
        st = zn_recorder_new(one->sim, path, 1, &rec);
    if (!st)
        st = zn_recorder_note(rec, "run", note);
    if (!st)
        st = zn_simulation_observe(one->sim, flush_often, rec, NULL);
    for (zn_index k = 0; !st && k < steps; k++)
        st = zn_simulation_step(one->sim);
    if (!st)
        st = zn_recorder_close(rec);
    if (!st)
        b->flushed = steps + 1;
    return st;
}

/* Two checkpoints under one name, at steps 7 and 14. */
static inline zn_status save(run *one)
{
    zn_status st = run_make(one, NULL);

    for (zn_index k = 1; !st && k <= 14; k++) {
        st = zn_simulation_step(one->sim);
        if (!st && k % 7 == 0)
            st = zn_checkpoint_save(one->sim, path);
        if (!st && k % 7 == 0)
            b->saved = true;
    }
    return st;
}

/* Films: of a ball that flies, a frame each step. */
static zn_scene *scene;

static inline zn_status flush_film(void *user, const zn_simulation *s)
{
    const zn_index step = zn_simulation_step_number(s);
    zn_status st;

    if (step % EVERY)
        return ZN_OK;
    st = zn_film_flush(user);
    if (!st)
        b->flushed = step + 1;
    return st;
}

static inline zn_status shoot(run *one, const char *title, zn_index steps)
{
    zn_film *film = NULL;
    char text[256];
    zn_status st;

    snprintf(text, sizeof text,
             "title: %s\nbodies:\n  ball: {mass: 1, velocity: [1, 0, 0], shape: "
             "{type: sphere, radius: 1}}\nsimulation: {h: 0.5, T: 50}\n",
             title);
    *one = (run){0};
    st = zn_ctx_new(&one->ctx);
    if (!st)
        st = zn_scene_read_text(one->ctx, "x", text, strlen(text), 0, NULL, &scene);
    if (!st)
        st = zn_scene_simulation(scene, one->ctx, &one->model, &one->sim);
    if (!st)
        st = zn_film_new(one->sim, scene, path, 1, &film);
    if (!st)
        st = zn_simulation_observe(one->sim, flush_film, film, NULL);
    for (zn_index k = 0; !st && k < steps; k++)
        st = zn_simulation_step(one->sim);
    if (!st)
        st = zn_film_close(film);
    if (!st)
        b->flushed = steps + 1;
    return st;
}

static inline zn_status shoot_new(run *one)
{
    return shoot(one, "new", STEPS);
}

static inline void forget(run *one)
{
    zn_simulation_free(one->sim); /* and the film, which borrows the scene */
    one->sim = NULL;
    zn_scene_free(scene);
    scene = NULL;
    run_free(one);
}

static inline zn_status record_new(run *one)
{
    return record(one, "new", STEPS);
}

/* ---- what is left ---- */

static inline void remove_temporaries(void)
{
    DIR *d = opendir(run_folder);
    char other[TEST_PATH];
    struct dirent *e;

    while ((e = readdir(d)))
        if (e->d_name[0] != '.' && strcmp(strrchr(path, '/') + 1, e->d_name))
            unlink(run_path(other, e->d_name));
    closedir(d);
}

static inline long read_set(hid_t file, const char *name, double x[])
{
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    const hid_t space = H5Dget_space(set);
    const long n = (long)H5Sget_simple_extent_npoints(space);

    ck_assert_msg(set >= 0, "'%s' cannot be opened", name);
    ck_assert_int_le(n, STEPS + 1);
    if (n)
        ck_assert_msg(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                              H5P_DEFAULT, x) >= 0,
                      "'%s', %ld rows, cannot be read", name, n);
    H5Sclose(space);
    H5Dclose(set);
    return n;
}

static inline bool is_old(hid_t file)
{
    const hid_t attr =
        H5Aopen_by_name(file, "/", "run", H5P_DEFAULT, H5P_DEFAULT);
    const hid_t type = H5Aget_type(attr);
    char text[16] = "";

    ck_assert_int_ge(H5Aread(attr, type, text), 0);
    H5Tclose(type);
    H5Aclose(attr);
    return strcmp(text, "old") == 0;
}

/* The old recording, of 3 rows, or a new one with all that was flushed. */
static inline void check_hdf5(long at)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    double t[STEPS + 1], x[STEPS + 1];
    long nt, nx;

    ck_assert_msg(file >= 0, "call %ld: the file cannot be opened", at);
    nt = read_set(file, "t", t);
    nx = read_set(file, "low.q0", x);
    if (is_old(file)) {
        ck_assert_int_eq(nt, 3);
        ck_assert_int_eq(b->flushed, 0);
    } else {
        ck_assert_msg(nt >= b->flushed && nx >= b->flushed,
                      "call %ld: %ld and %ld rows, %ld were flushed", at, nt,
                      nx, b->flushed);
    }
    for (long k = 0; k < nt && k < nx; k++)
        ck_assert_msg(t[k] == (double)k * RUN_H && x[k] == q[k],
                      "call %ld, row %ld: t = %g, q = %g", at, k, t[k], x[k]);
    H5Fclose(file);
}

/* The old recording, of 3 rows, or all that was flushed. Rows end with a newline; a
 * torn write leaves part of one after them. */
static inline void check_csv(long at, bool torn)
{
    char *text = run_read(path), *line = text, *end;
    long rows = -1; /* the header is none */
    double t, x;

    for (; (end = strchr(line, '\n')); line = end + 1, rows++)
        if (rows >= 0) {
            ck_assert_int_eq(sscanf(line, "%lf,%lf", &t, &x), 2);
            ck_assert_msg(t == (double)rows * RUN_H && x == q[rows],
                          "call %ld, row %ld: t = %g, q = %g", at, rows, t, x);
        }
    ck_assert_msg(torn || !*line, "call %ld: the file ends in '%s'", at, line);
    ck_assert_msg(rows >= (b->flushed ? b->flushed : 1),
                  "call %ld: %ld rows, %ld were flushed", at, rows,
                  b->flushed);
    free(text);
}

static inline void check_checkpoint(long at)
{
    run one;

    MUST(&one, run_make(&one, NULL));
    if (access(path, F_OK) == 0) {
        MUST(&one, zn_checkpoint_load(one.sim, path));
        ck_assert_int_eq(zn_simulation_step_number(one.sim) % 7, 0);
        while (zn_simulation_step_number(one.sim) < STEPS) {
            MUST(&one, zn_simulation_step(one.sim));
            ck_assert(zn_simulation_q(one.sim, one.low)[0] ==
                      q[zn_simulation_step_number(one.sim)]);
        }
    } else {
        ck_assert_msg(!b->saved, "call %ld: no checkpoint is left", at);
    }
    run_free(&one);
}

static inline void old_recording(void)
{
    run one;

    *b = (board){.kind = NONE};
    ck_assert_int_eq(record(&one, "old", 2), ZN_OK);
    run_free(&one);
}

/* The old film, of 3 frames, or a new one with all that was flushed. */
static inline void check_film(long at)
{
    zn_film_data *d = NULL;
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_msg(zn_film_read(ctx, path, &d) == ZN_OK, "call %ld: %s", at,
                  zn_errmsg(ctx));
    if (strcmp(d->title, "old") == 0) {
        ck_assert_int_eq(d->nframe, 3);
        ck_assert_int_eq(b->flushed, 0);
    } else {
        ck_assert_msg(d->nframe >= b->flushed,
                      "call %ld: %td frames, %ld were flushed", at, d->nframe,
                      b->flushed);
    }
    for (zn_index k = 0; k < d->nframe; k++)
        ck_assert_msg(d->t[k] == 0.5 * (double)k &&
                          d->pose[7 * k] == 0.5 * (double)k,
                      "call %ld, frame %td: t = %g, x = %g", at, k, d->t[k],
                      d->pose[7 * k]);
    zn_film_data_free(ctx, d);
    zn_ctx_free(ctx);
}

static inline void old_film(void)
{
    run one;

    *b = (board){.kind = NONE};
    ck_assert_int_eq(shoot(&one, "old", 2), ZN_OK);
    forget(&one);
}

#endif
