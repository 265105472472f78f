/* test_scene_lives.c - bodies that come and go
 * SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <zeno/film.h>
#include <zeno/output.h>
#include <zeno/source.h>

#include "tests/must.h"
#include "scene_text.h"

static zn_scene *scene;
static zn_model *model;
static zn_simulation *sim;

static void begin_empty(void)
{
    setup();
    scene = NULL;
    model = NULL;
    sim = NULL;
}

static void end(void)
{
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_scene_free(scene);
    teardown();
}

static void begin(const char *text)
{
    MUST(
        zn_scene_read_text(ctx, "x.yaml", text, strlen(text), 0, NULL, &scene));
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
}

/* Height of a body, NaN: it is not there. */
static double height(const char *name)
{
    const zn_ds *ds = zn_model_ds(model, name);

    return ds ? zn_simulation_q(sim, ds)[2] : NAN;
}

/* g = 10, e = 0. The stone comes at 0.25 s, between two instants of the grid, and goes at
 * 0.75; the lid, on which the ball lies, is there up to 0.5 s; the bob hangs on a rod from the
 * hook, which goes at 0.5 s. */
static const char story[] =
    "gravity: [0, 0, -10]\n"
    "laws: {mu: 0.3}\n"
    "bodies:\n"
    "  lid: {fixed: yes, death: 0.5, shape: {type: box, size: [1, 1, 0.2]}}\n"
    "  ball: {mass: 1, position: [0, 0, 0.2],"
    " shape: {type: sphere, radius: 0.1}}\n"
    "  stone: {birth: 0.25, death: 0.75, mass: 2, position: [5, 0, 7],"
    " velocity: [0, 0, 1], shape: {type: sphere, radius: 0.1}}\n"
    "  hook: {fixed: yes, death: 0.5, position: [9, 0, 1]}\n"
    "  bob: {mass: 1, position: [9, 0, 0], shape: {type: sphere, radius: "
    "0.1}}\n"
    "joints:\n"
    "  rod: {type: rod, bodies: [bob, hook], point: [9, 0, 0], point2: [9, 0, "
    "1]}\n"
    "simulation: {h: 0.1, T: 1, theta: 0.5, energy: yes}\n";

START_TEST(bodies_come_and_go_at_their_times)
{
    double t;

    begin(story);
    ck_assert(isnan(height("stone")));
    while (!zn_simulation_done(sim)) {
        const double before = zn_simulation_time(sim);
        MUST(zn_simulation_step(sim));
        t = zn_simulation_time(sim);
        /* births and deaths are instants that steps end on */
        for (double at = 0.25; at < 1; at += 0.25)
            ck_assert(!(before < at - 1e-6 && t > at + 1e-6));
        if (t < 0.25 - 1e-6 || t > 0.75 - 1e-6)
            ck_assert(isnan(height("stone")));
        else /* 7 + s - 5 s^2, exact for theta = 1/2 */
            ck_assert_double_eq_tol(
                height("stone"), 7 + (t - 0.25) - 5 * (t - 0.25) * (t - 0.25),
                1e-12);
    }
    /* what lay and what hung falls from 0.5 s on: 5 (0.5)^2 */
    ck_assert_double_eq_tol(height("ball"), 0.2 - 1.25, 1e-9);
    ck_assert_double_eq_tol(height("bob"), -1.25, 1e-9);
    ck_assert(!zn_model_interaction(model, "rod"));
}
END_TEST

START_TEST(what_holds_holds_until_then)
{
    begin(story);
    MUST(zn_simulation_advance_to(sim, 0.5));
    ck_assert_double_eq_tol(height("ball"), 0.2, 1e-9);
    ck_assert_double_eq_tol(height("bob"), 0, 1e-9);
}
END_TEST

START_TEST(the_energy_balance_is_of_what_is_there)
{
    zn_run_info r;

    begin(story);
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert(r.energy);
    /* two bodies of 1 kg that fell 1.25 m, of which the weight keeps a potential */
    ck_assert_double_eq_tol(r.kinetic1, 2 * 12.5, 1e-6);
    ck_assert_double_eq_tol(r.balance, 0, 1e-6);
}
END_TEST

static void all(double q[], zn_index *n)
{
    static const char *const name[] = {"ball", "stone", "bob"};

    *n = 0;
    for (int i = 0; i < 3; i++) {
        const zn_ds *ds = zn_model_ds(model, name[i]);
        if (!ds)
            continue;
        memcpy(q + *n, zn_simulation_q(sim, ds), 7 * sizeof *q);
        memcpy(q + *n + 7, zn_simulation_v(sim, ds), 6 * sizeof *q);
        *n += 13;
    }
}

static void same(const double want[], zn_index n)
{
    double got[39];
    zn_index m;

    all(got, &m);
    ck_assert_int_eq(m, n);
    for (zn_index i = 0; i < n; i++)
        ck_assert_msg(got[i] == want[i], "%td: %.17g, not %.17g", i, got[i],
                      want[i]);
}

/* From a checkpoint before, between and after births and deaths, and after a reset, in a
 * simulation that is somewhere else. */
START_TEST(runs_that_go_on_have_the_same_bits)
{
    /* instants of the run: k h, births and deaths */
    const double h = 0.1, stop[] = {h, 0.25, 3 * h, 5 * h, 6 * h, 0.75, 9 * h};
    double want[39];
    zn_index n;

    begin(story);
    MUST(zn_simulation_run(sim));
    all(want, &n);
    ck_assert_int_eq(n, 26);
    for (size_t k = 0; k < sizeof stop / sizeof *stop; k++) {
        size_t size;
        void *bytes;
        MUST(zn_simulation_reset(sim));
        MUST(zn_simulation_advance_to(sim, stop[k]));
        MUST(zn_checkpoint_to_memory(sim, &bytes, &size));
        /* a simulation that is at its end, then one that has not begun */
        MUST(zn_simulation_run(sim));
        same(want, n);
        MUST(zn_checkpoint_from_memory(sim, bytes, size));
        MUST(zn_simulation_run(sim));
        same(want, n);
        zn_simulation_free(sim);
        zn_model_free(model);
        MUST(zn_scene_simulation(scene, ctx, &model, &sim));
        MUST(zn_checkpoint_from_memory(sim, bytes, size));
        MUST(zn_simulation_run(sim));
        same(want, n);
        zn_free_array(ctx, bytes);
    }
}
END_TEST

START_TEST(a_checkpoint_that_is_refused_changes_nothing)
{
    static const char *const other =
        "bodies: {a: {mass: 1, birth: 0.5, shape: {type: sphere, radius: 1}}}\n"
        "simulation: {h: 0.1, T: 1}\n";
    double want[39], then[39];
    void *bytes;
    size_t size;
    zn_index n, m;

    begin(other);
    MUST(zn_simulation_advance_to(sim, 0.1));
    MUST(zn_checkpoint_to_memory(sim, &bytes, &size));
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_scene_free(scene);
    begin(story);
    /* before it begins, and with the stone there and the hook gone */
    ck_assert_int_eq(zn_checkpoint_from_memory(sim, bytes, size), ZN_EINVAL);
    MUST(zn_simulation_advance_to(sim, 0.6));
    all(then, &m);
    ck_assert_int_eq(m, 39);
    ck_assert_int_eq(zn_checkpoint_from_memory(sim, bytes, size), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "another model"));
    same(then, m);
    MUST(zn_simulation_run(sim));
    all(want, &n);
    MUST(zn_simulation_reset(sim));
    MUST(zn_simulation_run(sim));
    same(want, n);
    zn_free_array(ctx, bytes);
}
END_TEST

START_TEST(a_start_in_the_middle_has_who_is_there)
{
    begin("bodies: {a: {birth: 1, death: 2, mass: 1, shape: {type: sphere, "
          "radius: 1}}, b: {birth: 2, mass: 1, position: [9, 0, 0], shape: "
          "{type: sphere, radius: 1}}}\n"
          "simulation: {t0: 1.5, T: 3, h: 0.1}\n");
    ck_assert(zn_model_ds(model, "a") && !zn_model_ds(model, "b"));
    MUST(zn_simulation_run(sim));
    ck_assert(!zn_model_ds(model, "a") && zn_model_ds(model, "b"));
}
END_TEST

/* A source: one after the other, all of which end in the heap. */
START_TEST(a_feed_is_repeat_with_births)
{
    begin("gravity: [0, 0, -10]\n"
          "laws: {mu: 0.5}\n"
          "bodies:\n"
          "  ground: {fixed: yes, shape: {type: plane}}\n"
          "  s: {repeat: {k: 5}, birth: 0.2*k, density: 1000,"
          " position: [0.01*noise(k), 0, 0.5],"
          " shape: {type: box, size: [0.1, 0.1, 0.1]}}\n"
          "simulation: {h: 1e-3, T: 2, theta: 1}\n");
    MUST(zn_simulation_advance_to(sim, 0.5));
    ck_assert(zn_model_ds(model, "s.2") && !zn_model_ds(model, "s.3"));
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 5; k++) {
        char name[8];
        snprintf(name, sizeof name, "s.%d", k);
        /* a box that lands is up to v h = 3 m/s 1 ms inside of what is below */
        ck_assert_double_eq_tol(height(name), 0.05 + 0.1 * k, 3e-3 * (k + 1));
    }
}
END_TEST

START_TEST(films_know_who_was_there)
{
    char path[64];
    zn_film_data *d;
    zn_film *film;

    snprintf(path, sizeof path, "/tmp/zeno-lives-%ld.h5", (long)getpid());
    begin(story);
    MUST(zn_film_new(sim, scene, path, 1, &film));
    MUST(zn_simulation_run(sim));
    MUST(zn_film_close(film));
    MUST(zn_film_read(ctx, path, &d));
    remove(path);
    ck_assert_int_eq(d->nmoving, 3);
    for (zn_index f = 0; f < d->nframe; f++) {
        const double t = d->t[f], s = t - 0.25;
        const zn_index k = d->moving[2];
        ck_assert(zn_film_there(d, 0, f) == (t < 0.5 - 1e-6));
        ck_assert(zn_film_there(d, 1, f));
        ck_assert(zn_film_there(d, 2, f) ==
                  (t > 0.25 - 1e-6 && t < 0.75 - 1e-6));
        if (t < 0.75 - 1e-6)
            ck_assert_double_eq_tol(d->pose[7 * (3 * f + k) + 2],
                                    s < 0 ? 7 : 7 + s - 5 * s * s, 1e-12);
    }
    zn_film_data_free(ctx, d);
}
END_TEST

START_TEST(lives_that_cannot_be_are_refused)
{
    refused("bodies: {a: {mass: 1, birth: 2, death: 2, shape: {type: sphere, "
            "radius: 1}}}",
            "birth = 2 s and death = 2 s: it must die later");
    refused("bodies: {a: {mass: 1, birth: 1e999, shape: {type: sphere, "
            "radius: 1}}}",
            "1e999");
    refused("bodies: {a: {mass: 1, birth: 1, shape: {type: sphere, radius: "
            "1}}, b: {mass: 1, shape: {type: sphere, radius: 1}}}\n"
            "joints: {j: {type: spherical, bodies: [a, b], point: [0, 0, 0]}}",
            "'a' and 'b' come at different times");
}
END_TEST

static zn_status all_of_it(const zn_allocator *alloc)
{
    return steps_with(alloc, story, INT_MAX);
}

/* A brick of two boxes on a floor of tiles side by side, of which one goes and another comes in its place. */
static const char tiles[] =
    "laws: {mu: 0.5}\n"
    "bodies:\n"
    "  a: {fixed: yes, death: 0.02, shape: {type: box, size: [1, 1, 1]}}\n"
    "  b: {fixed: yes, position: [1, 0, 0], shape: {type: box, size: [1, 1, 1]}}\n"
    "  c: {fixed: yes, birth: 0.02, shape: {type: box, size: [1, 1, 1]}}\n"
    "  brick:\n"
    "    density: 1000\n"
    "    position: [0.6, 0, 0.75]\n"
    "    shapes:\n"
    "      - {type: box, size: [0.5, 0.5, 0.5], position: [-0.25, 0, 0]}\n"
    "      - {type: box, size: [0.5, 0.5, 0.5], position: [0.25, 0, 0]}\n"
    "simulation: {h: 0.01, T: 0.05}\n";

START_TEST(a_tile_that_comes_bears_as_the_one_that_went)
{
    begin(tiles);
    MUST(zn_simulation_run(sim));
    const double *q = zn_simulation_q(sim, zn_model_ds(model, "brick"));
    ck_assert_double_eq_tol(q[2], 0.75, 1e-2 * 1e-2 * 9.81);
    for (int k = 4; k < 7; k++)
        ck_assert_double_eq_tol(q[k], 0, 1e-9);
}
END_TEST

static zn_status all_of_tiles(const zn_allocator *alloc)
{
    return steps_with(alloc, tiles, INT_MAX);
}

START_TEST(every_allocation_may_fail)
{
    test_torture(all_of_it);
    test_torture(all_of_tiles);
}
END_TEST

/* ---- failures in the middle ------------------------------------------------------------- */

/* More of what may be born in parts: a door on a hinge with stops, friction and a spring, two links
 * that hang on each other. Whatever comes goes. */
static const char parts[] =
    "gravity: [0, 0, -10]\n"
    "laws: {mu: 0.3}\n"
    "bodies:\n"
    "  floor: {fixed: yes, shape: {type: box, size: [9, 9, 0.2], position: [0, 0, -0.1]}}\n"
    "  lid: {fixed: yes, birth: 0.2, death: 0.4, position: [0, 0, 0.5],"
    " shape: {type: box, size: [1, 1, 0.2]}}\n"
    "  ball: {mass: 1, position: [0, 0, 0.8], shape: {type: sphere, radius: 0.1}}\n"
    "  door: {mass: 2, birth: 0.2, death: 0.4, position: [3, 0, 1],"
    " shapes: [{type: sphere, radius: 0.1}, {type: box, size: [0.5, 0.1, 0.1]}]}\n"
    "  one: {mass: 1, birth: 0.2, death: 0.4, position: [-2, 0, 1],"
    " shape: {type: sphere, radius: 0.3}}\n"
    "  two: {mass: 1, birth: 0.2, death: 0.4, position: [-2.5, 0, 1],"
    " shape: {type: sphere, radius: 0.3}}\n"
    "joints:\n"
    "  hinge: {type: revolute, bodies: [door], point: [2.5, 0, 1], axis: [0, 1, 0],"
    " stops: [-1, 0.2], friction: 0.1, stiffness: 3, damping: 0.1}\n"
    "  knee: {type: spherical, bodies: [one, two], point: [-2.25, 0, 1]}\n"
    "simulation: {h: 0.1, T: 0.6, theta: 0.5}\n";

/* The whole run, in which allocation `fail_at` of step `number` fails (0: none), and the step is made
 * again; all positions and velocities of each instant. Returns: had it such an allocation? */
static bool made_again(const zn_index number, long fail_at, double out[], zn_index *n)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);

    zn_ctx_free(ctx);
    ck_assert(!zn_ctx_new_with(&alloc, &ctx));
    begin(parts);
    MUST(zn_simulation_init(sim));
    *n = 0;
    for (zn_index k = 0; !zn_simulation_done(sim); k++) {
        mem.fail_at = k == number && fail_at ? mem.calls + fail_at : 0;
        zn_status st = zn_simulation_step(sim);
        const double t = zn_simulation_time(sim);

        if (k == number && mem.failed) {
            ck_assert_int_eq(st, ZN_ENOMEM);
            mem.fail_at = 0;
            st = zn_simulation_step(sim);
            if (zn_simulation_time(sim) > t && t > 0 && !st) /* it had failed before it began */
                ck_assert_double_le(zn_simulation_time(sim) - t, 0.1 + 1e-9);
        }
        ck_assert_msg(!st, "step %td, allocation %ld, then: %s", number, fail_at, zn_errmsg(ctx));
        out[(*n)++] = zn_simulation_time(sim);
        for (zn_index i = 0; i < zn_model_ds_places(model); i++) {
            const zn_ds *ds = zn_model_ds_at(model, i);
            if (!ds)
                continue;
            memcpy(out + *n, zn_simulation_q(sim, ds), 7 * sizeof *out);
            memcpy(out + *n + 7, zn_simulation_v(sim, ds), 6 * sizeof *out);
            *n += 13;
        }
    }
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_scene_free(scene);
    sim = NULL, model = NULL, scene = NULL;
    zn_ctx_free(ctx);
    ck_assert_int_eq(mem.live, 0);
    ck_assert(!zn_ctx_new(&ctx));
    return mem.failed;
}

START_TEST(who_failed_to_come_or_go_does_so_next_time)
{
    double want[1000], got[1000];
    zn_index n, m;
    int failed = 0;

    made_again(-1, 0, want, &n);
    for (zn_index step = 1; step < 5; step++)
        for (long k = 1; made_again(step, k, got, &m); k++, failed++) {
            ck_assert_msg(m == n, "step %td, allocation %ld: %td numbers, not %td", step, k, m, n);
            for (zn_index i = 0; i < n; i++)
                ck_assert_msg(got[i] == want[i], "step %td, allocation %ld: %.17g, not %.17g (%td)",
                              step, k, got[i], want[i], i);
        }
    ck_assert_int_gt(failed, 20);
}
END_TEST

/* ---- the parts of zn_scene_simulation, by hand --------------------------------------------- */

START_TEST(model_and_contacts_by_hand_are_those_of_the_whole)
{
    zn_scene_body b = {.name = "b"};
    double times[3], z;

    begin(story);
    ck_assert_str_eq(zn_scene_integrator(scene), "moreau-jean");
    zn_scene_times(scene, times);
    MUST(zn_simulation_advance_to(sim, 0.6));
    z = height("ball");
    zn_simulation_free(sim);
    zn_model_free(model);
    sim = NULL;
    MUST(zn_scene_build(scene, ctx, &model));
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, zn_scene_integrator(scene), NULL, NULL));
    MUST(zn_simulation_set(sim, "solver_tol", "1e-6"));
    MUST(zn_simulation_set_time(sim, times[0], times[1], times[2]));
    MUST(zn_scene_contacts(scene, sim));
    MUST(zn_simulation_advance_to(sim, 0.6));
    ck_assert_msg(height("ball") == z, "%.17g, not %.17g", height("ball"), z);
    ck_assert(zn_scene_body_lives(&b, -1e300) && zn_scene_body_lives(&b, 1e300));
    b = (zn_scene_body){.born = true, .birth = 1, .dies = true, .death = 2};
    ck_assert(!zn_scene_body_lives(&b, nextafter(1, 0)) && zn_scene_body_lives(&b, 1));
    ck_assert(zn_scene_body_lives(&b, nextafter(2, 0)) && !zn_scene_body_lives(&b, 2));
}
END_TEST

START_TEST(a_plugin_that_is_not_there_is_told_before_the_model_is_made)
{
    MUST(zn_scene_new(ctx, &scene));
    MUST(zn_scene_add_plugin(scene, "NoSuchPlugin"));
    ck_assert_int_eq(zn_scene_build(scene, ctx, &model), ZN_ENOENT);
    ck_assert_ptr_null(model);
    ck_assert_msg(strstr(zn_errmsg(ctx), "NoSuchPlugin"), "%s", zn_errmsg(ctx));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lives of bodies");
    TCase *tc = tcase_create("lives of bodies");
    tcase_add_checked_fixture(tc, begin_empty, end);
    tcase_add_test(tc, bodies_come_and_go_at_their_times);
    tcase_add_test(tc, a_tile_that_comes_bears_as_the_one_that_went);
    tcase_add_test(tc, what_holds_holds_until_then);
    tcase_add_test(tc, the_energy_balance_is_of_what_is_there);
    tcase_add_test(tc, runs_that_go_on_have_the_same_bits);
    tcase_add_test(tc, a_checkpoint_that_is_refused_changes_nothing);
    tcase_add_test(tc, a_start_in_the_middle_has_who_is_there);
    tcase_add_test(tc, a_feed_is_repeat_with_births);
    tcase_add_test(tc, films_know_who_was_there);
    tcase_add_test(tc, lives_that_cannot_be_are_refused);
    tcase_add_test(tc, every_allocation_may_fail);
    tcase_add_test(tc, who_failed_to_come_or_go_does_so_next_time);
    tcase_add_test(tc, model_and_contacts_by_hand_are_those_of_the_whole);
    tcase_add_test(tc, a_plugin_that_is_not_there_is_told_before_the_model_is_made);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
