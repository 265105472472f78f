/* test_film_memory.c - frames of a film and rows of a recording leave nothing behind in memory
 * SPDX-License-Identifier: Apache-2.0 */
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

#include <zeno/film.h>
#include <zeno/output.h>

#include "zeno_test.h"

static const char scene_text[] =
    "gravity: [0, 0, -10]\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: plane}}\n"
    "  ball: {mass: 3, position: [0, 0, 0.1], shape: {type: sphere, radius: 0.1}}\n"
    "simulation: {h: 1e-3, T: 10}\n";

/* Bytes that are held, those of HDF5 too. (0 with the allocator of a sanitizer, where leaks are told by it.) */
static double held(void)
{
    const struct mallinfo2 m = mallinfo2();

    return (double)m.uordblks + (double)m.hblkhd;
}

/* A frame is a row in each of some ten datasets, a flushed row of a recording one in each column:
 * what is opened for it and stays open, a kilobyte of a dataspace with its number, adds up. What
 * HDF5 itself remembers of a dataset that grows are 8 bytes for a chunk of many rows. */
START_TEST(rows_leave_nothing_behind)
{
    enum { FEW = 200, MANY = 1000 };
    char folder[] = "/tmp/zeno-film-XXXXXX", path[2][64];
    double before = 0;
    zn_recorder *rec;
    zn_simulation *sim;
    zn_scene *s;
    zn_model *m;
    zn_film *film;
    zn_ctx *ctx;

    ck_assert(mkdtemp(folder) && !zn_ctx_new(&ctx));
    snprintf(path[0], sizeof path[0], "%s/film.h5", folder);
    snprintf(path[1], sizeof path[1], "%s/rows.h5", folder);
    ck_assert(!zn_scene_read_text(ctx, "x", scene_text, strlen(scene_text), 0, NULL, &s));
    ck_assert(!zn_scene_simulation(s, ctx, &m, &sim));
    ck_assert(!zn_film_new(sim, s, path[0], 1, &film));
    ck_assert(!zn_recorder_new(sim, path[1], 1, &rec));
    for (int k = 0; k < MANY; k++) {
        ck_assert(!zn_simulation_step(sim) && !zn_recorder_flush(rec));
        if (k == FEW)
            before = held();
    }
    ck_assert_double_le((held() - before) / (MANY - FEW), 100);
    ck_assert(!zn_film_close(film) && !zn_recorder_close(rec));
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
    zn_ctx_free(ctx);
    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(unlink(path[k]), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}
END_TEST

/* ---- calls that are made again ------------------------------------------------------- */

static const char falling[] =
    "gravity: [0, 0, -10]\n"
    "laws: {mu: 0.3}\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: plane}}\n"
    "  ball: {mass: 3, position: [0, 0, 0.102], shape: {type: sphere, radius: 0.1}}\n"
    "  bob: {mass: 1, position: [1, 0, 1], shape: {type: sphere, radius: 0.1}}\n"
    "joints:\n"
    "  pin: {type: spherical, bodies: [bob], point: [0.5, 0, 1]}\n"
    "simulation: {h: 0.01, T: 0.03}\n";

/* A run with a film, allocation `fail_at` of call `number` fails, and the call is made again; call 0
 * is the start. Was there such an allocation? */
static bool filmed(zn_ctx *reader, const char *path, int number, long fail_at, zn_film_data **out)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zn_simulation *sim;
    zn_scene *s;
    zn_model *m;
    zn_film *film;
    zn_ctx *ctx;
    zn_status st = ZN_OK;

    ck_assert(!zn_ctx_new_with(&alloc, &ctx));
    ck_assert_msg(!zn_scene_read_text(ctx, "x", falling, strlen(falling), 0, NULL, &s), "%s",
                  zn_errmsg(ctx));
    ck_assert(!zn_scene_simulation(s, ctx, &m, &sim));
    ck_assert(!zn_film_new(sim, s, path, 1, &film));
    for (int k = 0; !zn_simulation_done(sim); k++) {
        mem.fail_at = k == number ? mem.calls + fail_at : 0;
        st = k ? zn_simulation_step(sim) : zn_simulation_init(sim);
        mem.fail_at = 0;
        while (st == ZN_ENOMEM) {
            ck_assert(k == number && mem.failed);
            st = k && zn_simulation_time(sim) < 0.01 * k - 1e-9 ? zn_simulation_step(sim)
                                                               : zn_simulation_init(sim);
        }
        ck_assert_msg(!st, "call %d, allocation %ld: %s", k, fail_at, zn_errmsg(ctx));
    }
    ck_assert_msg(!zn_film_close(film), "%s", zn_errmsg(ctx));
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
    ck_assert_msg(!zn_film_read(reader, path, out), "call %d, allocation %ld: %s", number, fail_at,
                  zn_errmsg(reader));
    return mem.failed;
}

#define SAME(a, n)                                                                                        \
    ck_assert_msg(!memcmp(got->a, want->a, (size_t)(n) * sizeof *got->a), "call %d, allocation %ld: " #a, \
                  call, k)

/* Whatever fails, each frame is there once. The start has some 900 allocations, of which each of PARTS tests
 * has every so-manieth, as each is a film that is written and read; a step has few. */
enum { PARTS = 5, STEPS = 3 };

START_TEST(a_frame_that_failed_is_there_once)
{
    const int call = _i < PARTS ? 0 : _i - PARTS + 1;
    const long first = _i < PARTS ? 1 + _i : 1, stride = _i < PARTS ? PARTS : 1;
    char folder[] = "/tmp/zeno-film-XXXXXX", path[64];
    zn_film_data *want, *got;
    zn_ctx *reader;
    long failed = 0;

    ck_assert(mkdtemp(folder) && !zn_ctx_new(&reader));
    snprintf(path, sizeof path, "%s/film.h5", folder);
    filmed(reader, path, -1, 0, &want);
    ck_assert_int_eq(want->nframe, STEPS + 1);
    ck_assert_int_gt(want->contact_end[STEPS], 0);
    for (long k = first, some = true; some; k += stride) {
        const zn_index n = want->nframe;

        some = filmed(reader, path, call, k, &got);
        failed += some;
        ck_assert_msg(got->nframe == n, "call %d, allocation %ld: %td frames", call, k, got->nframe);
        SAME(t, n);
        SAME(pose, n * 14);
        SAME(contact_end, n);
        SAME(contact, want->contact_end[n - 1] * ZN_FILM_CONTACT);
        SAME(joint, n * ZN_FILM_JOINT);
        zn_film_data_free(reader, got);
    }
    ck_assert_int_ge(failed, call ? 1 : 30);
    zn_film_data_free(reader, want);
    zn_ctx_free(reader);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("films, memory");
    TCase *tc = tcase_create("memory");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, rows_leave_nothing_behind);
    tcase_add_loop_test(tc, a_frame_that_failed_is_there_once, 0, PARTS + STEPS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
