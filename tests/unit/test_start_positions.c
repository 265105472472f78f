/* test_start_positions.c - option start_positions: a run begins at the admissible position nearest to
 * where its systems are put, whatever its integrator and its projection are
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include <zeno/output.h>
#include <zeno/scene.h>

#include "tests/unit/scene.h"

/* A ball of 2 kg on a line above a floor at 0. */
static zn_ds *ball_above_floor(double q0)
{
    static const double one = 1;
    zn_ds *ds = point_mass("ball", 2, q0, 0, -19.62);

    (void)join("floor", newton(0), 1, 1, &one, NULL, ds, NULL);
    return ds;
}

/* The start is looked at before a step is made. */
static void begin(const char *osi, const char *projection)
{
    simulate(osi, "", 0, 1e-3, 1);
    MUST(zn_simulation_set(sim, "projection", projection));
    MUST(zn_simulation_set(sim, "start_positions", "project"));
    MUST(zn_simulation_init(sim));
}

static void run(double *least, double *most, const zn_ds *ds)
{
    *least = *most = q_of(ds, 0);
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        *least = fmin(*least, q_of(ds, 0));
        *most = fmax(*most, q_of(ds, 0));
    }
}

/* Five metres inside of the floor: Schatzman-Paoli would throw it out in one step. */
START_TEST(a_ball_inside_of_the_floor_rests_on_it)
{
    static const char *const osi[] = {"schatzman-paoli", "moreau-jean"};
    static const char *const projection[] = {"none", "joints", "direct",
                                             "combined"};
    const zn_ds *ds = ball_above_floor(-5);
    double least, most;

    begin(osi[_i / 4], projection[_i % 4]);
    ck_assert_double_le(fabs(q_of(ds, 0)), 1e-9);
    run(&least, &most, ds);
    ck_assert_double_ge(least, -1e-9);
    ck_assert_double_le(most, 1e-9);
}
END_TEST

START_TEST(without_it_the_ball_stays_where_it_was_put)
{
    const zn_ds *ds = ball_above_floor(-5);

    simulate("moreau-jean", "", 0, 1e-3, 1);
    MUST(zn_simulation_init(sim));
    ck_assert_double_eq(q_of(ds, 0), -5);
}
END_TEST

START_TEST(an_admissible_start_is_left_as_it_is)
{
    const zn_ds *ds = ball_above_floor(0.25);

    begin("moreau-jean", "none");
    ck_assert_double_eq(q_of(ds, 0), 0.25);
}
END_TEST

START_TEST(from_event_to_event_too)
{
    const zn_ds *ds = ball_above_floor(-5);
    double least, most;

    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_set_time(sim, 0, 0.1, 1));
    MUST(zn_simulation_set(sim, "start_positions", "project"));
    MUST(zn_simulation_init(sim));
    ck_assert_double_le(fabs(q_of(ds, 0)), 1e-9);
    run(&least, &most, ds);
    ck_assert_double_ge(least, -1e-9);
    ck_assert_double_le(most, 1e-9);
}
END_TEST

/* Two masses, 1 and 3, that shall be at one place, at 0 and 2: they meet at their centre of mass. */
START_TEST(the_nearest_position_leaves_the_centre_of_mass)
{
    static const double C[2] = {1, -1};
    zn_ds *a = point_mass("a", 1, 0, 0, 0), *b = point_mass("b", 3, 2, 0, 0);

    (void)join("tie", equality(1), 1, 2, C, NULL, a, b);
    begin("moreau-jean", "none");
    CLOSE(q_of(a, 0), 1.5, 1e-9);
    CLOSE(q_of(b, 0), 1.5, 1e-9);
}
END_TEST

/* What is injected is not part of the run's balance: that begins behind it. */
START_TEST(the_balance_of_energy_begins_behind_it)
{
    zn_run_info info;
    double least, most;
    const zn_ds *ds = ball_above_floor(-5);

    simulate("moreau-jean", "", 0, 1e-3, 1e-2);
    MUST(zn_simulation_set(sim, "start_positions", "project"));
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_init(sim));
    run(&least, &most, ds);
    zn_simulation_run_info(sim, &info);
    ck_assert_double_eq(info.projected, 0);
}
END_TEST

/* Shapes: a sphere of 10 cm half way in the ground, another 4 cm in the first, both to be found by the
 * source of contacts; what is off is given with the run as in a scene. */
static const char overlapping[] =
    "gravity: [0, 0, 0]\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: plane}}\n"
    "  low: {density: 600, position: [0, 0, 0], shape: {type: sphere, radius: "
    "0.1}}\n"
    "  high: {density: 600, position: [0, 0, 0.16], shape: {type: sphere, "
    "radius: 0.1}}\n"
    "laws: {mu: 0.3, e: 0}\n"
    "simulation: {h: 1e-3, T: 0.1, projection: none, start_positions: "
    "project}\n";

START_TEST(a_run_that_is_reset_begins_there_again)
{
    const zn_ds *ds = ball_above_floor(-5);
    double first, least, most;

    begin("moreau-jean", "none");
    first = q_of(ds, 0);
    run(&least, &most, ds);
    MUST(zn_simulation_reset(sim));
    MUST(zn_simulation_init(sim));
    ck_assert_double_eq(q_of(ds, 0), first);
}
END_TEST

/* With what an allocator gives: to the first step, of the scene above. */
static zn_status first_step(const zn_allocator *alloc)
{
    zn_scene *s = NULL;
    zn_model *m = NULL;
    zn_simulation *sm = NULL;
    zn_ctx *c = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (!st)
        st = zn_scene_read_text(c, "x", overlapping, strlen(overlapping), 0,
                                NULL, &s);
    if (!st)
        st = zn_scene_simulation(s, c, &m, &sm);
    if (!st)
        st = zn_simulation_step(sm);
    zn_simulation_free(sm);
    zn_model_free(m);
    zn_scene_free(s);
    zn_ctx_free(c);
    return st;
}

START_TEST(each_allocation_may_fail)
{
    test_torture(first_step);
}
END_TEST

/* A file of ours, whole. */
static char *whole(FILE *f)
{
    char *text = (char *)calloc(1, 100000);

    ck_assert(f && text && !fseek(f, 0, SEEK_SET));
    ck_assert_uint_lt(fread(text, 1, 99999, f), 99999);
    fclose(f);
    return text;
}

/* The report as JSON, or for people. */
static char *report(bool json)
{
    char path[] = "/tmp/zeno-report-XXXXXX";
    FILE *f = json ? fdopen(mkstemp(path), "r") : tmpfile();

    ck_assert_ptr_nonnull(f);
    if (json) {
        MUST(zn_report_write(sim, path));
        f = freopen(path, "r", f); /* another file of that name */
        unlink(path);
    } else
        MUST(zn_report_print(sim, f));
    return whole(f);
}

/* Whoever was not shown the log finds it there: 5 m in the floor, and 0.9 m from a rail; not what
 * was moved to where it may be. */
START_TEST(the_report_tells_how_the_start_was_off)
{
    static const char *const osi[] = {"schatzman-paoli", "moreau-jean"};
    static const double one = 1, rail = -0.9;
    const bool moved = _i >= 2;
    char *text;

    (void)ball_above_floor(-5);
    (void)join("rail", equality(1), 1, 1, &one, &rail,
               point_mass("car", 1, 1.8, 0, 0), NULL);
    simulate(osi[_i % 2], "", 0, 1e-3, 1);
    if (moved)
        MUST(zn_simulation_set(sim, "start_positions", "project"));
    MUST(zn_simulation_step(sim));
    text = report(true);
    ck_assert_ptr_nonnull(strstr(text, moved ? "\"inside_obstacle\": null"
                                             : "\"inside_obstacle\": {"));
    ck_assert_ptr_nonnull(
        strstr(text, moved ? "\"off_equation\": null" : "\"off_equation\": {"));
    ck_assert(moved || strstr(text, "\"by\": 5,"));
    ck_assert(moved || strstr(text, "\"where\": \"'floor'\""));
    ck_assert(moved ||
              fabs(strtod(strstr(strstr(text, "off_eq"), "\"by\"") + 5, NULL) -
                   0.9) < 1e-15);
    ck_assert(moved || strstr(text, "\"where\": \"'rail'\""));
    free(text);
    text = report(false);
    ck_assert(!strstr(text, "inside an obstacle: 'floor' by 5\n") == moved);
    ck_assert(!strstr(text, "off an equation: 'rail' by 0.9\n") == moved);
    free(text);
}
END_TEST

/* Masses 1 m apart that a rod of 2 m and one of 3 m join: no such place. */
START_TEST(rods_of_two_lengths_are_refused)
{
    static const double C[2] = {-1, 1}, two = -2, three = -3;
    zn_ds *a = point_mass("a", 1, 0, 0, 0), *b = point_mass("b", 1, 1, 0, 0);

    (void)join("short", equality(1), 1, 2, C, &two, a, b);
    (void)join("long", equality(1), 1, 2, C, &three, a, b);
    simulate("moreau-jean", "", 0, 1e-3, 1);
    MUST(zn_simulation_set(sim, "start_positions", "project"));
    REFUSED(zn_simulation_init(sim), ZN_EINVAL, "contradict each other");
    ck_assert_double_eq(q_of(a, 0), 0); /* and nothing has moved */
    ck_assert_double_eq(q_of(b, 0), 1);
}
END_TEST

START_TEST(shapes_are_moved_out_of_each_other)
{
    const zn_state *x;
    zn_scene *scene;

    zn_model_free(model); /* the scene makes its own */
    MUST(zn_scene_read_text(ctx, "x.yaml", overlapping, strlen(overlapping), 0,
                            NULL, &scene));
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
    MUST(zn_simulation_init(sim));
    x = zn_simulation_state(sim);
    ck_assert_double_ge(x->q[2], 0.1 - 1e-9);
    ck_assert_double_ge(x->q[9] - x->q[2], 0.2 - 1e-9);
    ck_assert_double_le(x->q[9], 0.3 + 1e-6);
    for (int i = 0; i < 10; i++)
        MUST(zn_simulation_step(sim));
    for (zn_index i = 0; i < x->nv;
         i++) /* nothing presses: nothing is thrown */
        ck_assert_double_le(fabs(x->v[i]), 1e-9);
    zn_scene_free(scene);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("start_positions");
    TCase *tc = tcase_create("start_positions");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(tc, a_ball_inside_of_the_floor_rests_on_it, 0, 8);
    tcase_add_loop_test(tc, the_report_tells_how_the_start_was_off, 0, 4);
    tcase_add_test(tc, without_it_the_ball_stays_where_it_was_put);
    tcase_add_test(tc, an_admissible_start_is_left_as_it_is);
    tcase_add_test(tc, from_event_to_event_too);
    tcase_add_test(tc, the_nearest_position_leaves_the_centre_of_mass);
    tcase_add_test(tc, the_balance_of_energy_begins_behind_it);
    tcase_add_test(tc, a_run_that_is_reset_begins_there_again);
    tcase_add_test(tc, each_allocation_may_fail);
    tcase_add_test(tc, rods_of_two_lengths_are_refused);
    tcase_add_test(tc, shapes_are_moved_out_of_each_other);
    suite_add_tcase(s, tc);
    return test_main(s);
}
