/* test_turned.c - bodies that fly side by side until one of them meets something
 *
 * They are farther apart than the reach of their source and come no nearer: no rule that follows them as they
 * move sees that they will meet. The judge is the distance of centres.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/bodies.h"
#include "tests/rounds.h"

enum { SIDE = 2, HIGH = 5, MOST = SIDE * SIDE * HIGH };

static zn_ds *all[MOST];

/* Columns over the ground, so high that the lowest come with 14 m/s, more than its gap in each step of 10 ms.
 * `apart`: in x and y, `off`: how far aside of their columns. The last one is made first if `backwards`. */
static void columns(zn_shape *shape, double apart, double pitch, double off,
                    bool backwards)
{
    const double v0[6] = {0};

    for (int i = 0; i < MOST; i++) {
        const int k = backwards ? MOST - 1 - i : i;
        const int x = k % SIDE, y = k / SIDE % SIDE, z = k / SIDE / SIDE;
        const double q0[7] = {apart * x + off * sin(3 * k + 1),
                              apart * y + off * sin(5 * k + 2),
                              10.5 + pitch * z, 1};
        char name[16];
        snprintf(name, sizeof name, "b %d", k);
        all[k] = body(name, shape, q0, v0);
    }
    law(0, 0);
}

/* With the threshold that scenes have: a contact at rest is not lost by the rounding of its gap. */
static void begin(const char *projection, double T)
{
    simulate("moreau-jean", "threshold=1e-4", 0, 1e-2, T);
    MUST(zn_simulation_add_source(sim, c));
    MUST(zn_simulation_set(sim, "projection", projection));
    MUST(zn_simulation_set(sim, "solver_tol", "1e-10"));
}

/* The least distance of two centres. */
static double nearest(void)
{
    double least = INFINITY;

    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < i; j++) {
            double d = 0;
            for (int k = 0; k < 3; k++)
                d += pow(q_of(all[i], k) - q_of(all[j], k), 2);
            least = fmin(least, sqrt(d));
        }
    return least;
}

static const char *const projections[] = {"direct", "simultaneous", "combined"};

/* After no step do two overlap, of balls and of cubes with edges of 1 m, whose columns stand 3 m apart. */
START_TEST(columns_that_fall_never_overlap)
{
    for (int i = 0; i < 2; i++) {
        if (i) {
            scene_teardown();
            setup();
        }
        columns(i ? cube : ball, 3, 1.06, 0, false);
        begin(projections[_i], 1.7);
        for (int k = 0; k < 170; k++) {
            MUST(zn_simulation_step(sim));
            ck_assert_msg(nearest() > 1 - 1e-9, "%s, t = %g: %.3g too near",
                          projections[_i], zn_simulation_time(sim),
                          1 - nearest());
        }
        for (int k = 0; k < MOST; k++)
            CLOSE(q_of(all[k], 2), 0.5 + k / SIDE / SIDE, 1e-8);
    }
}
END_TEST

/* A lattice that is none quite falls on the ground: who is pushed back pushes others, that were not near where the step
 * alone led. All that a wider reach announces stays apart; with the contacts of the step alone 4.5, 2.9 and 0.9 mm went
 * into each other. With direct projection contacts far open were in the problem of a correction, and what its solver leaves is a
 * part of the widest gap: 20 corrections went without an end. */
static const char lattice[] =
    "gravity: [0, 0, -9.81]\n"
    "laws: {mu: %s, e: %s}\n"
    "contacts: {reach: 0.5}\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: plane}}\n"
    "  ball:\n"
    "    repeat: {i: 4, j: 4, k: 4}\n"
    "    mass: 10\n"
    "    position: [\"%s*i + %s*(2*noise(i + 10*j + 100*k + %d) - 1)\",\n"
    "               \"%s*j + %s*(2*noise(i + 10*j + 100*k + %d + 7777) - 1)\", \"0.6 + (%s + 2*%s)*k\"]\n"
    "    shape: {type: sphere, radius: 0.1}\n"
    "simulation: {h: %s, T: 1, projection: %s}\n";

/* By how much a ball of the lattice is in another one, or in the ground, at most; who. */
static double overlap(const zn_simulation *run, const zn_model *m, char who[32])
{
    enum { N = 64 };
    const double *q[N];
    double most = 0;

    for (int k = 0; k < N; k++) {
        char name[32];
        snprintf(name, sizeof name, "ball.%d.%d.%d", k / 16, k / 4 % 4, k % 4);
        q[k] = zn_simulation_q(run, zn_model_ds(m, name));
        double in = 0.1 - q[k][2];
        for (int i = 0; i < k; i++)
            in = fmax(in, 0.2 - hypot(hypot(q[i][0] - q[k][0], q[i][1] - q[k][1]), q[i][2] - q[k][2]));
        if (!(in <= most)) {
            most = in;
            strcpy(who, name);
        }
    }
    return most;
}

static void stays_apart(const char *text)
{
    char who[32] = "";
    zn_simulation *run;
    zn_scene *scene;
    zn_model *m;

    MUST(zn_scene_read_text(ctx, "lattice.yaml", text, strlen(text), 0, NULL, &scene));
    MUST(zn_scene_simulation(scene, ctx, &m, &run));
    MUST(zn_simulation_init(run));
    const double most = overlap(run, m, who) + 1e-9;
    while (!zn_simulation_done(run)) {
        MUST(zn_simulation_step(run));
        const double now = overlap(run, m, who);
        ck_assert_msg(now <= most, "t = %g: '%s' overlaps by %g\n%s", zn_simulation_time(run), who, now,
                      text);
    }
    zn_simulation_free(run);
    zn_model_free(m);
    zn_scene_free(scene);
}

START_TEST(what_is_known_never_overlaps)
{
    static const struct {
        const char *mu, *e, *pitch, *off, *h, *projection;
        int seed;
    } of[] = {{"0.5", "0.5", "0.23", "0.01", "0.01", "combined", 7000},
              {"0", "0", "0.203", "0.001", "0.01", "combined", 2000},
              {"0.5", "0", "0.23", "0.01", "0.005", "combined", 1000},
              {"0", "0", "0.21", "0", "0.005", "combined", 36000},
              {"0", "0", "0.203", "0.001", "0.01", "direct", 2000}};
    char text[1024];

    snprintf(text, sizeof text, lattice, of[_i].mu, of[_i].e, of[_i].pitch, of[_i].off, of[_i].seed, of[_i].pitch, of[_i].off,
             of[_i].seed, of[_i].pitch, of[_i].off, of[_i].h, of[_i].projection);
    stays_apart(text);
}
END_TEST

/* One of n choices. */
static int draw(uint64_t *seed, int n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((*seed >> 33) % (uint64_t)n);
}

/* Lattices at random, some of which overlap where they begin: after no step do they more. With ZENO_LONG_TESTS
 * as many as doc/shapes.md tells of; the message has the scene. */
START_TEST(no_lattice_at_random_overlaps_more_than_at_first)
{
    static const char *const h[] = {"0.01", "0.005", "0.002"}, *const pitch[] = {"0.203", "0.21", "0.23"},
                      *const off[] = {"0", "0.001", "0.01", "0.03"}, *const half[] = {"0", "0.5"};
    static const int draws[] = {30, 20, 35};
    const bool many = getenv("ZENO_LONG_TESTS") != NULL;
    char text[1024];
    uint64_t seed = 11 + (uint64_t)_i;

    for (int k = 0; k < (many ? draws[_i] : test_rounds(2)); k++) {
        const char *mu = half[draw(&seed, 2)], *e = half[draw(&seed, 2)], *p = pitch[draw(&seed, 3)],
                   *o = off[draw(&seed, 4)], *step = h[draw(&seed, many ? 3 : 2)];

        snprintf(text, sizeof text, lattice, mu, e, p, o, 1000 * k, p, o, 1000 * k, p, o, step, projections[_i]);
        stays_apart(text);
    }
}
END_TEST

/* A row that slides on the ground against a wall: the whole row is stopped. */
START_TEST(a_row_that_slides_against_a_wall_is_stopped)
{
    const double side[3] = {1, 9, 9}, at[7] = {10, 0, 4, 1}, v0[6] = {20};
    zn_shape *wall;

    MUST(zn_shape_box(ctx, side, &wall));
    MUST(zn_collision_attach(c, &(zn_collider){.shape = wall, .pose = at},
                             NULL));
    for (int k = 0; k < MOST; k++) {
        const double q0[7] = {4.1 - 1.07 * k, 0, 0.5, 1};
        char name[16];
        snprintf(name, sizeof name, "b %d", k);
        all[k] = body(name, cube, q0, v0);
    }
    law(0, 0);
    begin(projections[_i], 1.5);
    for (int k = 0; k < 150; k++) {
        MUST(zn_simulation_step(sim));
        ck_assert_msg(nearest() > 1 - 1e-9, "%s, t = %g: %.3g too near",
                      projections[_i], zn_simulation_time(sim), 1 - nearest());
    }
    for (int k = 0; k < MOST; k++) {
        /* of 20 m/s, by impulses to 1e-10 of their size that add up along the row; and 1.5 s of what is left */
        CLOSE(q_of(all[k], 0), 9 - k, 1.5e-7);
        ck_assert_double_eq_tol(v_of(all[k], 0), 0, 1e-7);
    }
}
END_TEST

/* Two balls on the ground cross 0.2 m apart. Half of a step before they pass, the plane between them would be
 * met; but they do not meet, and go on as they were. */
START_TEST(who_passes_is_not_met)
{
    for (int k = 0; k < 40; k++) {
        /* at t = 0 they are 1.3 m and 0.4 m apart in x and y, later by so much of a step earlier */
        const double s = 0.6 * (1 + k / 40.);
        const double q[2][7] = {{-s, 0, 0.5, 1}, {1.3, 0.4 - s, 0.5, 1}};
        const double v[2][6] = {{60}, {0, 60}};
        zn_ds *b[2];

        if (k) {
            scene_teardown();
            setup();
        }
        scheme = "gamma=1";
        for (int i = 0; i < 2; i++)
            b[i] = body(i ? "b" : "a", ball, q[i], v[i]);
        law(0, 0);
        run(1e-2, 0.05);
        CLOSE(v_of(b[0], 0), 60, 1e-12);
        CLOSE(v_of(b[1], 1), 60, 1e-12);
        ck_assert_double_eq_tol(v_of(b[0], 1), 0, 1e-9);
        ck_assert_double_eq_tol(v_of(b[1], 0), 0, 1e-9);
    }
}
END_TEST

/* Columns that are none quite: whoever was made first, the bits are the same. */
START_TEST(the_order_of_pairs_does_not_matter)
{
    double q[MOST][7];

    for (int backwards = 0; backwards < 2; backwards++) {
        if (backwards) {
            scene_teardown();
            setup();
        }
        columns(ball, 1.1, 1.06, 0.04, backwards);
        begin("none", 1.6);
        MUST(zn_simulation_run(sim));
        for (int k = 0; k < MOST; k++)
            for (int i = 0; i < 7; i++)
                if (!backwards)
                    q[k][i] = q_of(all[k], i);
                else
                    ck_assert_msg(q_of(all[k], i) == q[k][i], "%d %d", k, i);
    }
}
END_TEST

/* Two balls fall side by side and are thrown back. As they meet the ground each may be turned towards the other,
 * and there is a contact for that; in flight, before it and after it, there is none. */
START_TEST(who_flies_again_may_not_be_turned)
{
    const double v0[6] = {0, 0, -20};
    zn_index most = 0;

    for (int i = 0; i < 2; i++) {
        const double q0[7] = {1.3 * i, 0, 3, 1};
        all[i] = body(i ? "b" : "a", ball, q0, v0);
    }
    law(1, 0);
    begin("none", 0.25);
    for (int k = 0; k < 25; k++) {
        zn_index n;

        MUST(zn_simulation_step(sim));
        n = zn_simulation_contact_count(sim, 0);
        most = n > most ? n : most;
        if (q_of(all[0], 2) > 1.5)
            ck_assert_msg(n == 0, "t = %g: %td contacts", zn_simulation_time(sim), n);
    }
    ck_assert_int_eq(most, 3);
    ck_assert_double_gt(v_of(all[0], 2), 15);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("turned");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_set_timeout(tc, getenv("ZENO_LONG_TESTS") ? 1800 : 30);
    tcase_add_loop_test(tc, columns_that_fall_never_overlap, 0, 3);
    tcase_add_loop_test(tc, what_is_known_never_overlaps, 0, 5);
    tcase_add_loop_test(tc, no_lattice_at_random_overlaps_more_than_at_first, 0, 3);
    tcase_add_loop_test(tc, a_row_that_slides_against_a_wall_is_stopped, 0, 3);
    tcase_add_test(tc, who_passes_is_not_met);
    tcase_add_test(tc, who_flies_again_may_not_be_turned);
    tcase_add_test(tc, the_order_of_pairs_does_not_matter);
    suite_add_tcase(s, tc);
    return test_main(s);
}
