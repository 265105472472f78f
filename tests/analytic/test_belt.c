/* test_belt.c - joints, stops, dry friction of joints and contacts with friction in one one-step problem
 * of ten thousand rows
 * SPDX-License-Identifier: Apache-2.0
 *
 * A belt of plates on hinges falls on the ground and slides across. What is asked of it does not
 * depend on the solver: hinges hold, nothing sinks by more than the plain scheme lets it in a step, no law
 * creates energy; and where the equations of motion are kept, it moves alike. */
#include "tests/unit/scene_text.h"

enum { STEPS = 10 };

/* plates that stand one behind the other, and the hinges between them */
#define PLATES \
    "  plate:\n" \
    "    repeat: {i: n}\n" \
    "    density: 800\n" \
    "    position: [(i + 1/2)*L, 0, z + rise*sin(0.7*i)]\n" \
    "    velocity: [0, 1, 0]\n" \
    "    shape: {type: box, size: [0.9*L, 0.3, 0.04]}\n"
#define PINS \
    "joints:\n" \
    "  pin:\n" \
    "    repeat: {i: n}\n" \
    "    type: revolute\n" \
    "    when: i > 0\n" \
    "    bodies: [plate.(i), plate.(i - 1)]\n" \
    "    point: [i*L, 0, z]\n" \
    "    axis: [0, 1, 0]\n"

static const char belt[] =
    "parameters: {n: %d, L: 0.2, friction: 0.05, z: %g, rise: %g}\n"
    "gravity: [0, 0, -9.81]\n"
    "laws: {mu: 0.4, e: 0}\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: plane}}\n"
    PLATES
    PINS;

static const char all[] = "    friction: friction\n"
                          "    stops: [-0.2, 0.2]\n";

static const char end[] = "simulation: {h: 1e-3, T: 1, energy: yes, formulation: %s}\n";

typedef struct flight {
    zn_model      *m;
    zn_simulation *sim;
} flight;

/* n plates, their centres at a height z, but for waves. */
static flight begin(int n, double z, double rise, const char *joints, const char *formulation)
{
    char first[1024], text[2048], last[128];
    zn_scene *scene;
    flight f;

    snprintf(last, sizeof last, end, formulation);
    snprintf(first, sizeof first, belt, n, z, rise);
    snprintf(text, sizeof text, "%s%s%s", first, joints, last);
    scene = read_with(text, 0, NULL);
    ck_assert_msg(!zn_scene_simulation(scene, ctx, &f.m, &f.sim), "%s", zn_errmsg(ctx));
    zn_scene_free(scene);
    return f;
}

static void step(const flight *f)
{
    ck_assert_msg(!zn_simulation_step(f->sim), "%s", zn_errmsg(ctx));
}

static void finish(flight *f)
{
    zn_simulation_free(f->sim);
    zn_model_free(f->m);
}

/* How far hinges are off at worst. */
static double opened(const flight *f)
{
    double off = 0;

    for (zn_index k = 0; k < zn_model_interaction_places(f->m); k++) {
        const zn_interaction *a = zn_model_interaction_at(f->m, k);
        const double *y = a ? zn_simulation_y(f->sim, a, 0) : NULL;
        const bool hinge = a && zn_interaction_size(a) == 5 && zn_law_class(zn_interaction_law(a))->always;

        for (zn_index i = 0; hinge && i < 5; i++)
            off = fmax(off, fabs(y[i]));
    }
    return off;
}

START_TEST(ten_thousand_rows_of_all_kinds)
{
    flight f = begin(800, 0.03, 0.01, all, "auto");
    zn_run_info r;

    for (int k = 0; k < STEPS; k++)
        step(&f);
    zn_simulation_run_info(f.sim, &r);
    /* five of a hinge, one of its friction, three of a contact */
    ck_assert_int_ge(799 * 6 + 3 * r.max_active, 10000);
    ck_assert_double_le(opened(&f), 1e-10);
    ck_assert_double_ge(r.worst_gap, -1e-3); /* what 1 m/s goes in a step */
    ck_assert_double_le(r.work.contact, 0);
    finish(&f);
}
END_TEST

/* Condensed and with the equations of motion kept; rows of the last step. */
static zn_index alike(flight a, flight b, int steps)
{
    const zn_state *x = zn_simulation_state(a.sim), *y = zn_simulation_state(b.sim);
    zn_index rows;

    for (int k = 0; k < steps; k++) {
        step(&a);
        step(&b);
    }
    ck_assert_int_eq(x->nq, y->nq);
    for (zn_index i = 0; i < x->nq; i++)
        ck_assert_double_le(fabs(x->q[i] - y->q[i]), 1e-7);
    rows = zn_simulation_step_info(b.sim)->rows;
    finish(&a);
    finish(&b);
    return rows;
}

START_TEST(condensed_or_not_it_moves_alike)
{
    alike(begin(800, 0.03, 0.01, "", "auto"), begin(800, 0.03, 0.01, "", "global"), STEPS / 2);
}
END_TEST

/* It lies: all rows of all kinds act, of 200 plates, as condensed ones are full. */
START_TEST(condensed_or_not_with_stops_and_dry_friction)
{
    ck_assert_int_ge(alike(begin(200, 0.02, 0, all, "auto"), begin(200, 0.02, 0, all, "global"), 2), 2500);
}
END_TEST

/* Hinges with stops and dry friction, contacts with friction, balls that roll, and springs with dampers
 * from the plates to them: of these the solver begins with forces that are good enough, and leaves them. */
static const char rolling[] =
    "parameters: {n: 800, L: 0.2, z: 0.03, rise: 0.01}\n"
    "gravity: [0, 0, -9.81]\n"
    "laws:\n"
    "  - {mu: 0.4, e: 0}\n"
    "  - {between: [default, balls], mu: 0.4, e: 0, mu_r: 1e-3}\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: plane}}\n"
    PLATES
    "  ball:\n"
    "    repeat: {i: n}\n"
    "    density: 800\n"
    "    position: [(i + 1/2)*L, 0.5, 0.05]\n"
    "    velocity: [0, 1, 0]\n"
    "    shape: {type: sphere, radius: 0.05, group: balls}\n"
    PINS
    "    friction: 0.05\n"
    "    stops: [-0.2, 0.2]\n"
    "  tie:\n"
    "    repeat: {i: n}\n"
    "    type: spring\n"
    "    bodies: [ball.(i), plate.(i)]\n"
    "    point: [(i + 1/2)*L, 0.5, 0.05]\n"
    "    point2: [(i + 1/2)*L, 0.15, 0.03]\n"
    "    stiffness: 50\n"
    "    damping: 1\n"
    "simulation: {h: 1e-3, T: 1, energy: yes}\n";

START_TEST(ten_thousand_rows_with_balls_that_roll_on_springs)
{
    zn_scene *scene = read_with(rolling, 0, NULL);
    zn_run_info r;
    zn_index rows = 0;
    flight f;

    ck_assert_msg(!zn_scene_simulation(scene, ctx, &f.m, &f.sim), "%s", zn_errmsg(ctx));
    zn_scene_free(scene);
    for (int k = 0; k < STEPS; k++) {
        step(&f);
        if (zn_simulation_step_info(f.sim)->rows > rows)
            rows = zn_simulation_step_info(f.sim)->rows;
    }
    zn_simulation_run_info(f.sim, &r);
    ck_assert_int_ge(rows, 10000);
    ck_assert_double_le(opened(&f), 1e-10);
    ck_assert_double_ge(r.worst_gap, -1e-3);
    ck_assert_double_le(r.work.contact, 0);
    finish(&f);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("belt");
    TCase *tc = tcase_create("belt");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 300);
    tcase_add_test(tc, ten_thousand_rows_of_all_kinds);
    tcase_add_test(tc, condensed_or_not_it_moves_alike);
    tcase_add_test(tc, condensed_or_not_with_stops_and_dry_friction);
    tcase_add_test(tc, ten_thousand_rows_with_balls_that_roll_on_springs);
    suite_add_tcase(s, tc);
    return test_main(s);
}
