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

int main(void)
{
    Suite *suite = suite_create("films, memory");
    TCase *tc = tcase_create("memory");

    tcase_add_test(tc, rows_leave_nothing_behind);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
