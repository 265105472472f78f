/* test_full_disk.c - a disk is full before anything was flushed by the clock: what fits is kept
 * SPDX-License-Identifier: Apache-2.0 */
#include <hdf5.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <zeno/film.h>

#include "tests/output/run.h"

static char path[TEST_PATH];

/* of the film that a child makes, which is read until the simulation is gone */
static zn_ctx *words;
static zn_scene *scene;

/* A child whose files may have so many bytes steps until that is met. Steps that it came to. */
static long steps_of(void (*make)(run *one), rlim_t bytes)
{
    const struct rlimit limit = {bytes, RLIM_INFINITY};
    int ends[2], status;
    long steps = -1;
    pid_t child;

    ck_assert_int_eq(pipe(ends), 0);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        run one = {0};
        zn_status st = ZN_OK;
        make(&one);
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        while (!st)
            st = zn_simulation_step(one.sim);
        steps = (long)zn_simulation_step_number(one.sim);
        if (st != ZN_EIO || !strstr(zn_errmsg(one.ctx), strerror(EFBIG)) ||
            !strstr(zn_errmsg(one.ctx), path) ||
            write(ends[1], &steps, sizeof steps) != sizeof steps)
            exit(1);
        run_free(&one);
        zn_scene_free(scene);
        zn_ctx_free(words);
        exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %x", status);
    ck_assert(read(ends[0], &steps, sizeof steps) == sizeof steps);
    close(ends[0]);
    close(ends[1]);
    return steps;
}

static void film_of_a_ball(run *one)
{
    static const char text[] =
        "bodies:\n  ball: {mass: 1, velocity: [1, 0, 0], shape: {type: sphere, "
        "radius: 1}}\nsimulation: {h: 0.5, T: 1e6}\n";
    zn_film *film;

    MUST(one, zn_ctx_new(&one->ctx));
    ck_assert_int_eq(zn_ctx_new(&words), ZN_OK);
    MUST(one, zn_scene_read_text(words, "x", text, sizeof text - 1, 0, NULL, &scene));
    MUST(one, zn_scene_simulation(scene, one->ctx, &one->model, &one->sim));
    MUST(one, zn_film_new(one->sim, scene, path, 1, &film));
}

/* Frame k is at 0.5 k s, 0.5 k m. A frame begins with a chunk of 32 kB of each of eight datasets at
 * least (no contacts, no joints), so up to so much may be left of what there was. */
START_TEST(a_film_has_each_frame_before_the_one_that_does_not_fit)
{
    const long bytes = 600000 + 100000L * _i;
    struct stat about;
    zn_film_data *d;
    zn_ctx *ctx;
    long steps;

    run_path(path, "film.h5");
    steps = steps_of(film_of_a_ball, (rlim_t)bytes);
    ck_assert_int_gt(steps, 100);
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    ck_assert_msg(zn_film_read(ctx, path, &d) == ZN_OK, "%s", zn_errmsg(ctx));
    /* the step whose frame did not fit is counted, and begins at 0 */
    ck_assert_int_eq(d->nframe, steps);
    for (zn_index k = 0; k < d->nframe; k++)
        ck_assert(d->t[k] == 0.5 * (double)k && d->pose[7 * k] == 0.5 * (double)k);
    ck_assert_int_eq(stat(path, &about), 0);
    ck_assert_int_gt(about.st_size, bytes - 8 * 32768 - 65536);
    zn_film_data_free(ctx, d);
    zn_ctx_free(ctx);
}
END_TEST

static void recording(run *one)
{
    zn_recorder *rec;

    MUST(one, run_make(one, NULL));
    MUST(one, zn_simulation_set_time(one->sim, 0, 1e-6, 1e3));
    MUST(one, zn_recorder_new(one->sim, path, 1, &rec));
    MUST(one, zn_recorder_add_q(rec, one->low, 0, "q", "-"));
    MUST(one, zn_recorder_add_v(rec, one->low, 0, "v", "-"));
    MUST(one, zn_recorder_add_p(rec, one->low, 0, "p", "-"));
}

/* Chunks have 4096 rows, of q, v, p and t 128 kB: all of those that fit are full, to the last row. */
START_TEST(a_recording_has_each_row_for_which_there_is_a_place)
{
    const long bytes = 300000 + 131072L * _i + 20000 * (_i % 3);
    const double h = 1e-6;
    hsize_t n = 0;
    double *t;
    hid_t file, set, space;

    run_path(path, "run.h5");
    ck_assert_int_gt(steps_of(recording, (rlim_t)bytes), 4096);
    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_int_ge(file, 0);
    set = H5Dopen2(file, "t", H5P_DEFAULT);
    space = H5Dget_space(set);
    H5Sget_simple_extent_dims(space, &n, NULL);
    ck_assert_int_eq((long)(n % 4096), 0);
    ck_assert_int_gt((long)n * 32, bytes - 131072 - 65536);
    t = malloc(n * sizeof *t);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, t), 0);
    for (hsize_t k = 0; k < n; k++)
        ck_assert(t[k] == (double)k * h);
    free(t);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
}
END_TEST

/* Text fills what there is, but for half a row. */
START_TEST(a_table_has_each_row_that_fits)
{
    const long bytes = 300000 + 12345 * _i;
    char *text, *line, *end;
    long rows = -1; /* the header is none */
    double t;

    run_path(path, "run.csv");
    ck_assert_int_gt(steps_of(recording, (rlim_t)bytes), 1000);
    text = run_read(path);
    for (line = text; (end = strchr(line, '\n')); line = end + 1, rows++)
        if (rows >= 0) {
            ck_assert_int_eq(sscanf(line, "%lf,", &t), 1);
            ck_assert(t == (double)rows * 1e-6);
        }
    ck_assert_str_eq(line, "");
    ck_assert_int_gt(line - text, bytes - 200);
    free(text);
}
END_TEST

/* Room that was taken beforehand is given back: a recording that ends is no longer than its contents. */
START_TEST(what_was_not_needed_is_given_back)
{
    struct stat about;
    haddr_t end = 0;
    hid_t file;
    run one;

    run_path(path, "run.h5");
    recording(&one);
    for (int k = 0; k < 100; k++)
        MUST(&one, zn_simulation_step(one.sim));
    run_free(&one);
    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_int_ge(file, 0);
    ck_assert_int_ge(H5Fget_eoa(file, &end), 0);
    ck_assert_int_eq(stat(path, &about), 0);
    ck_assert_int_eq((long)about.st_size, (long)end);
    H5Fclose(file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("full disk");
    TCase *tc = tcase_create("full disk");

    tcase_add_checked_fixture(tc, run_folder_make, run_folder_remove);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, a_film_has_each_frame_before_the_one_that_does_not_fit, 0, 6);
    tcase_add_loop_test(tc, a_recording_has_each_row_for_which_there_is_a_place, 0, 6);
    tcase_add_loop_test(tc, a_table_has_each_row_that_fits, 0, 6);
    tcase_add_test(tc, what_was_not_needed_is_given_back);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
