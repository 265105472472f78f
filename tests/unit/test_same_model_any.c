/* test_same_model_any.c - systems of every kind, with laws of every kind, under each integrator:
 * changed at random or built fresh, they move with the same bits
 * SPDX-License-Identifier: Apache-2.0
 *
 * At the end a checkpoint is loaded into a model that was built from the list of what is there, in
 * another order of systems, and both go on; then once more, with checkpoints on the way that are
 * loaded again. */
#include "tests/unit/any_model.h"

enum { RUNS = 12 };

static void build(world *w)
{
    scene_teardown();
    scene_setup();
    second = NULL;
    make_pilot();
    for (int k = SYSTEMS - 1; k >= 0; k--)
        if (w->s[k].ds)
            make(&w->s[k]);
    for (int order = 0; order < w->connected; order++)
        for (int i = 0; i < TIES; i++)
            if (w->t[i].a && w->t[i].order == order)
                w->t[i].a = connect(w, &w->t[i]);
    start(w);
}

static double want[MOST];

/* Does it go on from there with the bits of the n numbers in want? */
static void same(unsigned run, const world *w, const void *from, size_t size,
                 zn_index n, const char *what)
{
    static double got[MOST];

    MUST(zn_checkpoint_from_memory(sim, from, size));
    ck_assert_int_eq(go_on(w, got), n);
    for (zn_index i = 0; i < n; i++)
        ck_assert_msg(memcmp(&want[i], &got[i], sizeof *want) == 0,
                      "way %d (%s %s), run %u: number %td is %.17g, %s %.17g",
                      way, how[way].osi,
                      how[way].ends      ? how[way].ends
                      : how[way].options ? how[way].options
                                         : how[way].projection,
                      run, i, want[i], what, got[i]);
}

/* A step, after one that was taken back by a checkpoint, or after it was loaded. */
static zn_status restarted(void)
{
    const double seen = shown;
    const zn_index events = told;
    const bool ahead = any(2);
    void *bytes;
    size_t size;

    MUST(zn_checkpoint_to_memory(sim, &bytes, &size));
    if (ahead)
        (void)stride(sim);
    if (ahead || any(2))
        MUST(zn_checkpoint_from_memory(sim, bytes, size));
    zn_free_array(ctx, bytes);
    shown = seen;
    told = events;
    return stride(sim);
}

/* The same bits? false: the run ended before. */
static bool agree(unsigned run)
{
    world w = {0};
    void *bytes, *copy;
    size_t size;
    zn_index n;

    seed = 977 * run + (unsigned)way;
    stepping = NULL;
    scene_teardown();
    scene_setup();
    if (!grow(&w))
        return false;
    MUST(zn_checkpoint_to_memory(sim, &bytes, &size));
    copy = malloc(size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, size);
    zn_free_array(ctx, bytes);
    n = go_on(&w, want);
    build(&w);
    same(run, &w, copy, size, n, "built fresh");
    stepping = restarted;
    same(run, &w, copy, size, n, "with checkpoints");
    stepping = NULL;
    free(copy);
    return true;
}

START_TEST(whatever_came_and_went_the_bits_are_those_of_what_is_there)
{
    const int runs = test_rounds(RUNS);
    int whole = 0;

    way = _i;
    for (int run = 1; run <= runs; run++)
        whole += agree((unsigned)run);
    ck_assert_int_ge(3 * whole, 2 * runs); /* else there is little to compare */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("anything, changed or fresh");
    TCase *t = tcase_create("");

    tcase_set_timeout(t, 120);
    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_loop_test(
        t, whatever_came_and_went_the_bits_are_those_of_what_is_there, 0, WAYS);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
