/* test_collision.c - bodies with shapes: rolling, falling, stacks; order, groups, words
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/bodies.h"

/* ---- against formulas ------------------------------------------------------------- */

/* A ball that is thrown along the ground with v0 and no spin rolls after
 * t = 2 v0/(7 mu g), with 5 v0/7, from then on without slip. */
START_TEST(a_ball_slides_then_rolls)
{
    const double q0[7] = {0, 0, 0.5, 1}, v0[6] = {2};
    const double mu = 0.3, t1 = 2 * 2. / (7 * mu * 9.81), T = 1;
    zn_ds *b = body("ball", ball, q0, v0);

    law(0, mu);
    run(1e-3, T);
    CLOSE(v_of(b, 0), 10. / 7, 1e-3);
    CLOSE(v_of(b, 4), 10. / 7 / 0.5, 1e-3); /* about y */
    CLOSE(q_of(b, 0), 2 * t1 - mu * 9.81 * t1 * t1 / 2 + 10. / 7 * (T - t1),
          1e-3);
    ck_assert_double_eq_tol(q_of(b, 2), 0.5, 1e-3);
    ck_assert_int_eq(zn_simulation_contact_count(sim, 0), 1);
}
END_TEST

/* A cube that falls flat: it lands on four corners at sqrt(2 g z) and, with e = 0.5,
 * rises to z/4. */
START_TEST(a_cube_falls_flat_and_bounces)
{
    const double q0[7] = {0, 0, 1.5, 1}, v0[6] = {0};
    const double t1 = sqrt(2 * 1 / 9.81), t2 = t1 + sqrt(2 * 0.25 / 9.81);
    zn_ds *b = body("cube", cube, q0, v0);

    law(0.5, 0.5);
    run(1e-4, t2);
    ck_assert_double_eq_tol(q_of(b, 2), 0.5 + 0.25, 2e-3);
    ck_assert_double_eq_tol(v_of(b, 2), 0, 1e-2);
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(v_of(b, 3 + i), 0, 1e-7);
}
END_TEST

/* A cube on a slope of tan(alpha) slides if that is above mu, with
 * g (sin - mu cos), and stays if it is below (but for a first step in which it finds the
 * slope, g sin(alpha) h^2). The slope is a tilted box of the world. */
START_TEST(a_cube_on_a_slope)
{
    const double angle = 0.4, s = sin(angle), co = cos(angle);
    const double slab[3] = {40, 4, 1};
    const double pose[7] = {0, 0, 10, cos(angle / 2), 0, sin(angle / 2), 0};
    /* centre 1 above that of the slab, along its normal (s, 0, c) */
    const double q0[7] = {s, 0, 10 + co, pose[3], 0, pose[5], 0}, v0[6] = {0};
    zn_shape *slope;

    for (int slides = 0; slides < 2; slides++) {
        const double mu = slides ? 0.3 : 0.5;
        if (slides) {
            scene_teardown();
            setup();
        }
        MUST(zn_shape_box(ctx, slab, &slope));
        MUST(zn_collision_attach(
            c, &(zn_collider){.shape = slope, .pose = pose}, NULL));
        zn_ds *b = body("cube", cube, q0, v0);
        law(0, mu);
        run(1e-3, 1);
        const double along =
            (q_of(b, 0) - q0[0]) * co - (q_of(b, 2) - q0[2]) * s;
        ck_assert_double_eq_tol(along, slides ? 9.81 * (s - mu * co) / 2 : 0,
                                slides ? 3e-3 : 1e-5);
        ck_assert_double_eq_tol(
            (q_of(b, 0) - q0[0]) * s + (q_of(b, 2) - q0[2]) * co, 0, 1e-4);
    }
}
END_TEST

/* A cylinder rolls down a slope with 2/3 g sin(alpha), about its axis, and stays on course. */
START_TEST(a_cylinder_rolls_down_a_slope)
{
    const double angle = 0.2, s = sin(angle), co = cos(angle), T = 1;
    const double slab[3] = {40, 4, 1};
    const double pose[7] = {0, 0, 10, cos(angle / 2), 0, sin(angle / 2), 0};
    /* its axis is y: turned by -90 deg about x */
    const double q0[7] = {0.8 * s, 0, 10 + 0.8 * co, sqrt(0.5), -sqrt(0.5), 0, 0};
    const double v0[6] = {0};
    zn_shape *slope, *roll;

    MUST(zn_shape_box(ctx, slab, &slope));
    MUST(zn_shape_cylinder(ctx, 0.3, 1, &roll));
    MUST(zn_collision_attach(c, &(zn_collider){.shape = slope, .pose = pose},
                             NULL));
    zn_ds *b = body("roll", roll, q0, v0);
    law(0, 0.5);
    run(1e-3, T);
    const double along = (q_of(b, 0) - q0[0]) * co - (q_of(b, 2) - q0[2]) * s;
    CLOSE(along, 9.81 * s * T * T / 3, 2e-3);
    CLOSE(v_of(b, 5), 2. / 3 * 9.81 * s * T / 0.3, 2e-3);
    ck_assert_double_eq_tol(q_of(b, 1), 0, 1e-6);
    ck_assert_double_eq_tol(v_of(b, 3), 0, 1e-6);
    ck_assert_double_eq_tol(v_of(b, 4), 0, 1e-6);
}
END_TEST

/* On a slope below the angle of friction a standing cylinder stays: it neither slides nor
 * turns. */
START_TEST(a_cylinder_stands_on_a_slope)
{
    const double angle = 0.3, s = sin(angle), co = cos(angle);
    const double slab[3] = {40, 4, 1};
    const double pose[7] = {0, 0, 10, cos(angle / 2), 0, sin(angle / 2), 0};
    const double q0[7] = {s, 0, 10 + co, pose[3], 0, pose[5], 0}, v0[6] = {0};
    zn_shape *slope, *column;

    MUST(zn_shape_box(ctx, slab, &slope));
    MUST(zn_shape_cylinder(ctx, 0.4, 1, &column));
    MUST(zn_collision_attach(c, &(zn_collider){.shape = slope, .pose = pose},
                             NULL));
    zn_ds *b = body("column", column, q0, v0);
    law(0, 0.5);
    run(1e-3, 2);
    for (int i = 0; i < 7; i++)
        ck_assert_double_eq_tol(q_of(b, i), q0[i], 1e-5);
    ck_assert_int_eq(zn_simulation_contact_count(sim, 0), 4);
}
END_TEST

/* A cone that lies on its side rolls round its tip, which stays: with the spin w along the line
 * of contact, its centre goes round with w tan(a), a half the angle at the tip. */
START_TEST(a_cone_rolls_round_its_tip)
{
    const double r = 0.4, l = 0.9, a = atan(r / l), d = 0.75 * l, w = 1;
    const double arm[7] = {0, 0, l / 4, 1}, T = 2, turn = -w * tan(a) * T;
    /* the axis goes up from the tip at 0 by a, so that the side is in z = 0: z, from the face
     * to the tip, looks along -(cos a, 0, sin a) */
    const double half = (acos(-1) + (acos(-1) / 2 - a)) / 2;
    const double q0[7] = {d * cos(a), 0, d * sin(a), cos(half), 0, sin(half), 0};
    double v0[6] = {0, -w * d * sin(a), 0};
    const double spin[3] = {w, 0, 0};
    zn_shape *s;
    zn_mass m;
    zn_ds *b;

    zn_rotate_back(q0 + 3, spin, v0 + 3);
    MUST(zn_shape_cone(ctx, r, 0, l, &s));
    MUST(zn_shape_mass(s, 1000, &m));
    const double weight[3] = {0, 0, -9.81 * m.mass};
    MUST(zn_ds_new(ctx, "newton-euler", "cone", 6, q0, v0, &b));
    MUST(zn_ds_set_constant(b, "mass", 1, 1, &m.mass));
    MUST(zn_ds_set_constant(b, "inertia", 3, 3, m.inertia));
    MUST(zn_ds_set_constant(b, "f_ext", 3, 1, weight));
    MUST(zn_model_add_ds(model, b));
    MUST(zn_collision_attach(
        c, &(zn_collider){.ds = b, .shape = s, .pose = arm}, NULL));
    law(0, 0.8);
    run(5e-4, T);
    ck_assert_double_eq_tol(q_of(b, 0), d * cos(a) * cos(turn), 2e-3);
    ck_assert_double_eq_tol(q_of(b, 1), d * cos(a) * sin(turn), 2e-3);
    ck_assert_double_eq_tol(q_of(b, 2), d * sin(a), 1e-4);
    ck_assert_int_eq(zn_simulation_contact_count(sim, 0), 2);
}
END_TEST

/* ---- ground of triangles ------------------------------------------------------------- */

/* A floor at z = 1, 8 by 8 m, of squares of 0.4 m, each cut in two one way or the other; its inner
 * points are moved about, so that no joint is along another. */
static zn_shape *triangles(void)
{
    enum { N = 20 };
    static double p[3 * (N + 1) * (N + 1)];
    static zn_index corner[6 * N * N];
    zn_index n = 0;
    zn_shape *s;

    for (int k = 0; k < (N + 1) * (N + 1); k++) {
        const int i = k % (N + 1), j = k / (N + 1);
        const bool inner = i && j && i < N && j < N;
        p[3 * k] = 0.4 * i - 4 + (inner ? 0.1 * sin(7. * k) : 0);
        p[3 * k + 1] = 0.4 * j - 4 + (inner ? 0.1 * cos(5. * k) : 0);
        p[3 * k + 2] = 1;
    }
    for (int k = 0; k < N * N; k++) {
        const int at = k % N + (N + 1) * (k / N), turn = k % 2;
        const int q[4] = {at, at + 1, at + N + 2, at + N + 1};
        for (int i = 0; i < 6; i++)
            corner[n++] = q[(turn + (int[6]){0, 1, 2, 0, 2, 3}[i]) % 4];
    }
    MUST(zn_shape_mesh(ctx, (N + 1) * (N + 1), p, 2 * N * N, corner, &s));
    return s;
}

/* Across 15 joints or more: it goes on as it began. */
START_TEST(a_ball_rolls_over_joints_and_feels_nothing)
{
    const double q0[7] = {-3.1, -2.9, 1.5, 1}, v0[6] = {3, 2, 0, -4, 6, 0};
    zn_ds *b = body("ball", ball, q0, v0);

    MUST(zn_collision_attach(c, &(zn_collider){.shape = triangles()}, NULL));
    law(0, 0.5);
    tolerance = "1e-14";
    run(1e-3, 2);
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(v_of(b, i), v0[i], 1e-12);
    ck_assert_double_eq_tol(q_of(b, 0), q0[0] + 6, 1e-11);
    /* g h^2: before it finds the floor it falls for a step */
    ck_assert_double_eq_tol(q_of(b, 2), 1.5, 1.01 * 9.81e-6);
    ck_assert_int_eq(zn_simulation_contact_count(sim, 0), 1);
}
END_TEST

/* A cube without friction slides at the same velocity; with friction it is as on a plane. It begins 1 nm in the
 * floor: whether corners at 0 are closed would hang on rounding. */
START_TEST(a_cube_slides_over_joints_and_feels_nothing)
{
    double end[2][6];

    for (int k = 0; k < 3; k++) {
        const bool mesh = k < 2;
        const double q0[7] = {-3.1, -2.9, (mesh ? 1.5 : 0.5) - 1e-9, cos(0.2), 0, 0,
                              sin(0.2)};
        const double v0[6] = {3, 2, 0, 0, 0, k ? 1 : 0};
        if (k) {
            scene_teardown();
            setup();
        }
        zn_ds *b = body("cube", cube, q0, v0);
        if (mesh)
            MUST(zn_collision_attach(c, &(zn_collider){.shape = triangles()},
                                     NULL));
        law(0, k ? 0.3 : 0);
        tolerance = "1e-13";
        run(1e-3, 1e-3 * test_rounds(800));
        for (int i = 0; !k && i < 6; i++)
            ck_assert_double_eq_tol(v_of(b, i), v0[i], 1e-12);
        for (int i = 0; k && i < 6; i++)
            end[k - 1][i] = v_of(b, i);
        ck_assert_int_eq(zn_simulation_contact_count(sim, 0), 4);
    }
    for (int i = 0; i < 6; i++) /* 800 steps, each solved to 1e-13 */
        ck_assert_double_eq_tol(end[0][i], end[1][i], 1e-9);
}
END_TEST

/* ---- stacks ---------------------------------------------------------------------------- */

enum { BOXES = 10 };

/* Made in this order; every other one is turned a little. */
static void stack(const int order[BOXES], zn_ds *out[BOXES])
{
    const double v0[6] = {0};
    char name[16];

    for (int k = 0; k < BOXES; k++) {
        const int i = order[k];
        const double turn = i % 2 ? 0.1 : 0;
        const double q0[7] = {0.02 * (i % 3), 0, 0.5 + i, cos(turn), 0, 0,
                              sin(turn)};
        snprintf(name, sizeof name, "box %d", i);
        out[i] = body(name, cube, q0, v0);
    }
    law(0, 0.6);
}

static const int upwards[BOXES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

START_TEST(a_stack_of_boxes_stands)
{
    if (test_is_slowed())
        return;
    zn_ds *b[BOXES];

    stack(upwards, b);
    tolerance = "1e-7"; /* N s, for masses of 1 kg */
    scheme = "gamma=1"; /* no box falls before it finds the one below */
    run(2e-3, 4);
    for (int i = 0; i < BOXES; i++) {
        ck_assert_double_eq_tol(q_of(b[i], 0), 0.02 * (i % 3), 1e-3);
        ck_assert_double_eq_tol(q_of(b[i], 1), 0, 1e-3);
        ck_assert_double_eq_tol(q_of(b[i], 2), 0.5 + i, 1e-3);
        for (int k = 0; k < 6; k++)
            ck_assert_double_eq_tol(v_of(b[i], k), 0, 1e-6);
    }
}
END_TEST

START_TEST(the_order_in_which_bodies_are_made_does_not_matter)
{
    const int other[BOXES] = {7, 2, 9, 0, 4, 1, 8, 3, 6, 5};
    double want[BOXES][7];
    zn_ds *b[BOXES];

    stack(upwards, b);
    policy = "accept"; /* what a solver leaves is the same, too */
    run(5e-3, 5e-3 * test_rounds(60));
    for (int i = 0; i < BOXES; i++)
        memcpy(want[i], zn_simulation_q(sim, b[i]), sizeof want[i]);
    scene_teardown();
    setup();
    stack(other, b);
    policy = "accept";
    run(5e-3, 5e-3 * test_rounds(60));
    for (int i = 0; i < BOXES; i++)
        ck_assert_mem_eq(want[i], zn_simulation_q(sim, b[i]), sizeof want[i]);
}
END_TEST

/* A ball that rests at once on what is there after it does not fall a step, g h^2, first. */
START_TEST(a_plane_that_is_attached_last_is_met_at_once)
{
    const double q0[7] = {0, 0, 0.75, 1}, v0[6] = {0};
    const double above[7] = {0, 0, 0.25, 1};
    zn_ds *b = body("ball", ball, q0, v0);

    MUST(zn_collision_attach(
        c, &(zn_collider){.shape = ground, .pose = above}, NULL));
    law(0, 0.5);
    run(1e-2, 1e-2);
    ck_assert_int_eq(zn_simulation_contact_count(sim, 0), 1);
    ck_assert_double_eq_tol(q_of(b, 2), 0.75, 1e-12);
}
END_TEST

/* ---- who meets whom -------------------------------------------------------------------- */

/* Two cubes beside each other, one of which has no law with the ground. */
START_TEST(groups_without_a_law_do_not_meet)
{
    const double q0[7] = {0, 0, 0.6, 1}, q1[7] = {3, 0, 0.6, 1}, v0[6] = {0};
    zn_law *l;
    zn_mass m;
    zn_ds *ghost, *b = body("cube", cube, q0, v0);

    MUST(zn_shape_mass(cube, 1000, &m));
    MUST(zn_ds_new(ctx, "newton-euler", "ghost", 6, q1, v0, &ghost));
    MUST(zn_ds_set_constant(ghost, "mass", 1, 1, &m.mass));
    MUST(zn_ds_set_constant(ghost, "inertia", 3, 3, m.inertia));
    MUST(zn_ds_set_constant(ghost, "f_ext", 3, 1,
                            (const double[3]){0, 0, -m.mass}));
    MUST(zn_model_add_ds(model, ghost));
    MUST(zn_collision_attach(
        c, &(zn_collider){.ds = ghost, .shape = cube, .group = 3}, NULL));
    MUST(zn_law_newton_impact(ctx, 0, &l));
    MUST(zn_collision_law(c, 0, 0, l));
    run(1e-2, 2);
    ck_assert_double_eq_tol(q_of(b, 2), 0.5, 1e-2);
    ck_assert_double_eq_tol(q_of(ghost, 2), 0.6 - 2, 2e-2);
}
END_TEST

/* A dumbbell of two balls on one body: they do not meet each other, both roll on. */
START_TEST(shapes_of_one_body_are_one_body)
{
    const double q0[7] = {0, 0, 0.5, 1}, v0[6] = {0, 1, 0, -2};
    const double left[7] = {-0.4, 0, 0, 1}, right[7] = {0.4, 0, 0, 1};
    zn_mass part, m = {0};
    zn_ds *ds;

    MUST(zn_shape_mass(ball, 1000, &part));
    zn_mass_add(&m, &part, left);
    zn_mass_add(&m, &part, right);
    const double weight[3] = {0, 0, -9.81 * m.mass};
    MUST(zn_ds_new(ctx, "newton-euler", "dumbbell", 6, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m.mass));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, m.inertia));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, weight));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_collision_attach(
        c, &(zn_collider){.ds = ds, .shape = ball, .pose = left}, NULL));
    MUST(zn_collision_attach(
        c, &(zn_collider){.ds = ds, .shape = ball, .pose = right}, NULL));
    law(0, 0.5);
    run(1e-3, 1);
    ck_assert_int_eq(zn_simulation_contact_count(sim, 0), 2);
    CLOSE(q_of(ds, 1), 1, 1e-6); /* it rolls from the start */
    CLOSE(v_of(ds, 1), 1, 1e-6);
    ck_assert_double_eq_tol(q_of(ds, 0), 0, 1e-9);
}
END_TEST

/* Taken off between steps it falls through; told to be ignored it never touched. */
START_TEST(detached_and_ignored_shapes_fall_through)
{
    const double q0[7] = {0, 0, 0.5, 1}, q1[7] = {3, 0, 0.5, 1}, v0[6] = {0};
    zn_ds *a = body("one", cube, q0, v0), *b = body("two", cube, q1, v0);
    zn_index id;

    MUST(zn_collision_attach(
        c, &(zn_collider){.ds = a, .shape = ball, .name = "nose"}, &id));
    MUST(zn_collision_ignore(c, NULL, b));
    law(0, 0.5);
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    MUST(zn_simulation_add_source(sim, c));
    MUST(zn_simulation_advance_to(sim, 0.3));
    ck_assert_double_eq_tol(q_of(a, 2), 0.5, 1e-3);
    ck_assert_double_lt(q_of(b, 2), 0.1);
    MUST(zn_collision_detach(c, id - 2)); /* the cube of "one" */
    MUST(zn_simulation_advance_to(sim, 0.5));
    ck_assert_double_eq_tol(q_of(a, 2), 0.5, 1e-3); /* on its nose */
    MUST(zn_collision_detach(c, id));
    MUST(zn_simulation_run(sim));
    ck_assert_double_lt(q_of(a, 2), 0);
    REFUSED(zn_collision_detach(c, id), ZN_ENOENT, "no attached shape");
}
END_TEST

/* Two pairs are told to ignore each other; one of the first leaves. The others still fall
 * through each other: the upper one ends on the ground, not on the lower. */
START_TEST(who_leaves_takes_no_other_pair_along)
{
    const double q[4][7] = {
        {0, 0, 0.5, 1}, {3, 0, 0.5, 1}, {6, 0, 2, 1}, {6, 0, 0.5, 1}};
    const double v0[6] = {0};
    zn_ds *a[4];

    for (int k = 0; k < 4; k++) {
        char name[4];
        snprintf(name, sizeof name, "b%d", k);
        a[k] = body(name, ball, q[k], v0);
    }
    MUST(zn_collision_ignore(c, a[0], a[1]));
    MUST(zn_collision_ignore(c, a[2], a[3]));
    MUST(zn_collision_leave(c, a[0]));
    law(0, 0.5);
    run(1e-2, 1);
    ck_assert_double_eq_tol(q_of(a[2], 2), 0.5, 0.05);
    ck_assert_double_lt(q_of(a[0], 2), 0); /* it has no shape */
}
END_TEST

/* ---- names ------------------------------------------------------------------------------- */

/* Two dumbbells whose balls are attached in turns: each ball has a name, and a contact, of its own. */
START_TEST(shapes_attached_in_turns_have_names_of_their_own)
{
    const double q[2][7] = {{0, 0, 0.5, 1}, {0, 3, 0.5, 1}}, v0[6] = {0};
    const double at[7] = {1, 0, 0, 1};
    zn_ds *ds[2] = {body("a", ball, q[0], v0), body("b", ball, q[1], v0)};

    for (int k = 0; k < 2; k++)
        MUST(zn_collision_attach(
            c, &(zn_collider){.ds = ds[k], .shape = ball, .pose = at}, NULL));
    law(0, 0.5);
    run(1e-2, 0.1);
    ck_assert_int_eq(zn_simulation_contact_count(sim, 0), 4);
}
END_TEST

/* Of three slabs of the world one goes and another comes, elsewhere: a ball on each. */
START_TEST(a_shape_that_comes_after_one_that_went_has_a_name_of_its_own)
{
    const double side[3] = {1, 1, 1}, v0[6] = {0};
    zn_shape *slab;
    zn_index id[3];
    zn_ds *b[4];

    MUST(zn_shape_box(ctx, side, &slab));
    for (int k = 0; k < 4; k++) {
        const double q[7] = {3 * k, 0, 2.5, 1}, at[7] = {3 * k, 0, 1.5, 1};
        char name[4];
        snprintf(name, sizeof name, "b%d", k);
        b[k] = body(name, ball, q, v0);
        if (k < 3)
            MUST(zn_collision_attach(
                c, &(zn_collider){.shape = slab, .pose = at}, &id[k]));
    }
    law(0, 0.5);
    simulate("moreau-jean", NULL, 0, 1e-3, 1);
    MUST(zn_simulation_add_source(sim, c));
    MUST(zn_simulation_advance_to(sim, 0.1));
    MUST(zn_collision_detach(c, id[0]));
    const double at[7] = {9, 0, 1, 1};
    MUST(zn_collision_attach(c, &(zn_collider){.shape = slab, .pose = at},
                             NULL));
    MUST(zn_simulation_run(sim));
    /* on the ground, no deeper than a step of its fall */
    ck_assert_double_eq_tol(q_of(b[0], 2), 0.5, 0.01);
    ck_assert_double_eq_tol(q_of(b[1], 2), 2.5, 0.01);
    ck_assert_double_eq_tol(q_of(b[2], 2), 2.5, 0.01);
    ck_assert_double_eq_tol(q_of(b[3], 2), 2, 0.01); /* on the one that came */
}
END_TEST

/* A name that is taken is refused by every step, until one of both goes. */
START_TEST(a_name_that_is_taken_is_refused_until_one_goes)
{
    const double q[7] = {0, 0, 0.5, 1}, v0[6] = {0};
    zn_ds *b = body("b", ball, q, v0);
    zn_index id;

    law(0, 0.5);
    simulate("moreau-jean", NULL, 0, 1e-2, 0.1);
    MUST(zn_simulation_add_source(sim, c));
    MUST(zn_simulation_advance_to(sim, 0.05));
    MUST(zn_collision_attach(
        c, &(zn_collider){.ds = b, .shape = cube, .name = "b#0"}, &id));
    for (int k = 0; k < 3; k++)
        REFUSED(zn_simulation_step(sim), ZN_EEXIST, "have the name 'b#0'");
    MUST(zn_collision_detach(c, id));
    MUST(zn_simulation_run(sim));
    ck_assert_double_eq_tol(q_of(b, 2), 0.5, 1e-3);
    ck_assert_int_eq(zn_simulation_contact_count(sim, 0), 1);
}
END_TEST

/* ---- words ------------------------------------------------------------------------------- */

START_TEST(bad_input_is_refused_with_words)
{
    const double q0[7] = {0, 0, 2, 1}, v0[6] = {0}, wrong[7] = {0, 0, 0, 2};
    zn_ds *point = point_mass("point", 1, 0, 0, 0),
          *b = body("b", cube, q0, v0);
    zn_law *two;

    REFUSED(zn_collision_attach(c, &(zn_collider){.ds = b}, NULL), ZN_EINVAL,
            "no shape");
    REFUSED(zn_collision_attach(c, &(zn_collider){.ds = point, .shape = cube},
                                NULL),
            ZN_EINVAL, "for bodies of class 'newton-euler'");
    REFUSED(
        zn_collision_attach(c, &(zn_collider){.ds = b, .shape = ground}, NULL),
        ZN_EINVAL, "belongs to the world");
    REFUSED(zn_collision_attach(
                c, &(zn_collider){.ds = b, .shape = cube, .group = 256}, NULL),
            ZN_EINVAL, "group = 256, must be 0 ... 255");
    REFUSED(zn_collision_attach(
                c, &(zn_collider){.ds = b, .shape = cube, .pose = wrong}, NULL),
            ZN_EINVAL, "length 2");
    MUST(zn_law_friction(ctx, 2, 0, 0, 0.1, &two));
    REFUSED(zn_collision_law(c, 0, 0, two), ZN_EINVAL, "has 2 rows");
    REFUSED(zn_collision_law(c, 0, -1, two), ZN_EINVAL, "groups 0 and -1");
    zn_law_free(two);
    REFUSED(zn_source_set_real(c, "reach", -1), ZN_EINVAL, "reach");
    MUST(zn_collision_attach(
        c, &(zn_collider){.ds = b, .shape = cube, .name = "b#0"}, NULL));
    law(0, 0);
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    MUST(zn_simulation_add_source(sim, c));
    REFUSED(zn_simulation_run(sim), ZN_EEXIST, "have the name 'b#0'");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("collision");
    TCase *tc = tcase_create("collision");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_test(tc, a_ball_slides_then_rolls);
    tcase_add_test(tc, a_cube_falls_flat_and_bounces);
    tcase_add_test(tc, a_cube_on_a_slope);
    tcase_add_test(tc, a_cylinder_rolls_down_a_slope);
    tcase_add_test(tc, a_cylinder_stands_on_a_slope);
    tcase_add_test(tc, a_cone_rolls_round_its_tip);
    tcase_add_test(tc, a_ball_rolls_over_joints_and_feels_nothing);
    tcase_add_test(tc, a_cube_slides_over_joints_and_feels_nothing);
    tcase_add_test(tc, a_stack_of_boxes_stands);
    tcase_add_test(tc, the_order_in_which_bodies_are_made_does_not_matter);
    tcase_add_test(tc, a_plane_that_is_attached_last_is_met_at_once);
    tcase_add_test(tc, groups_without_a_law_do_not_meet);
    tcase_add_test(tc, shapes_of_one_body_are_one_body);
    tcase_add_test(tc, detached_and_ignored_shapes_fall_through);
    tcase_add_test(tc, who_leaves_takes_no_other_pair_along);
    tcase_add_test(tc, shapes_attached_in_turns_have_names_of_their_own);
    tcase_add_test(
        tc, a_shape_that_comes_after_one_that_went_has_a_name_of_its_own);
    tcase_add_test(tc, a_name_that_is_taken_is_refused_until_one_goes);
    tcase_add_test(tc, bad_input_is_refused_with_words);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
