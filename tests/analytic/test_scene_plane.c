/* test_scene_plane.c - scenes of the plane, against formulas: slopes, stacks, piles
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/scene_plane.h"

static const double g = 9.81;

/* ---- on a slope -------------------------------------------------------------------- */

/* Each stands, or lies, on a slope of angle A, 2 m from the others. */
static const char slope[] =
    "dimension: 2\n"
    "gravity: [0, -9.81]\n"
    "parameters: {A: 0.3, mu: 0.2, mu_r: 0, c: cos(A), s: sin(A)}\n"
    "laws: {type: rolling-friction, mu: mu, mu_r: mu_r}\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: half_plane, normal: [-s, c]}}\n"
    "  box: {density: 2, rotation: A, position: [-0.25*s, 0.25*c],\n"
    "    shape: {type: rectangle, size: [0.6, 0.5]}}\n"
    "  disc: {density: 2, position: [2*c - 0.3*s, 2*s + 0.3*c],\n"
    "    shape: {type: disc, radius: 0.3}}\n"
    "  wedge: {density: 2, rotation: A, position: [4*c, 4*s],\n"
    "    shape: {type: polygon, points: [[-0.3, 0], [0.3, 0], [0.1, 0.5]]}}\n"
    "simulation: {h: 1e-3, T: 0.5, solver_tol: 1e-12}\n";

static result on_slope(double A, double mu, double mu_r)
{
    char text[3][40];
    const char *const set[] = {text[0], text[1], text[2]};
    result r;

    snprintf(text[0], sizeof text[0], "A=%.17g", A);
    snprintf(text[1], sizeof text[1], "mu=%.17g", mu);
    snprintf(text[2], sizeof text[2], "mu_r=%.17g", mu_r);
    r = begin(slope, 3, set);
    MUST(zn_simulation_run(r.sim));
    return r;
}

/* Speed down the slope, and of turning, after 0.5 s. */
static void goes(const result *r, const char *name, double A, double speed,
                 double spin, double tol)
{
    const double *v = v_of(r, name);

    ck_assert_double_eq_tol(v[0], -speed * cos(A), tol);
    ck_assert_double_eq_tol(v[1], -speed * sin(A), tol);
    ck_assert_double_eq_tol(v[2], spin, tol / 0.3);
}

START_TEST(boxes_slide_and_discs_roll)
{
    const double A = 0.3, a = g * (sin(A) - 0.2 * cos(A));
    result r = on_slope(A, 0.2, 0);

    goes(&r, "box", A, a / 2, 0, 1e-9);
    goes(&r, "wedge", A, a / 2, 0, 1e-9);
    /* tan A = 0.309 < 3 mu: it rolls, 3/2 m a = m g sin A */
    goes(&r, "disc", A, g * sin(A) / 3, g * sin(A) / 0.9, 1e-9);
    end(&r);
}
END_TEST

/* A disc rolls up to tan A = 3 mu; beyond, friction turns it: I alpha = mu N r. */
START_TEST(a_disc_slides_from_three_mu_on)
{
    const double A = 0.3, mu = tan(A) / 3;
    result r = on_slope(A, mu * (1 + 1e-6), 0);

    goes(&r, "disc", A, g * sin(A) / 3, g * sin(A) / 0.9, 1e-9);
    end(&r);
    r = on_slope(A, mu * (1 - 1e-6), 0);
    const double f = mu * (1 - 1e-6) * cos(A);
    goes(&r, "disc", A, g * (sin(A) - f) / 2, g * f / 0.3, 1e-9);
    /* the slip is that of the formula, 3e-6 of its speed: far above what was solved */
    ck_assert_double_gt(0.5 * g * (sin(A) - 3 * f), 1e-6);
    end(&r);
}
END_TEST

/* tan A = mu (1 +- 1e-6): the box stays for good, or goes. */
START_TEST(a_box_goes_from_mu_on)
{
    const double A = 0.3;
    result r = on_slope(A, tan(A) * (1 + 1e-6), 0);

    goes(&r, "box", A, 0, 0, 1e-9);
    goes(&r, "wedge", A, 0, 0, 1e-9);
    end(&r);
    r = on_slope(A, tan(A) * (1 - 1e-6), 0);
    goes(&r, "box", A, 0.5e-6 * g * sin(A), 0, 1e-9);
    ck_assert_double_lt(v_of(&r, "box")[0], -1e-6);
    end(&r);
}
END_TEST

/* 3/2 m a = m g (sin A - mu_r/r cos A); a disc that rolling friction can hold stays. */
START_TEST(rolling_friction_slows_a_disc)
{
    const double A = 0.1, a = 2. / 3 * g * (sin(A) - 0.05 * cos(A));
    result r = on_slope(A, 0.5, 0.05 * 0.3);

    goes(&r, "disc", A, a / 2, a / 2 / 0.3, 1e-9);
    end(&r);
    r = on_slope(A, 0.5, 1.01 * tan(A) * 0.3);
    goes(&r, "disc", A, 0, 0, 1e-9);
    end(&r);
}
END_TEST

/* Where nothing resists rolling, a contact has the rows of Coulomb's law alone: all that it is to do, and at a fraction of
 * the cost. */
START_TEST(rolling_friction_of_zero_has_no_row)
{
    static const char *const set[] = {"mu_r=0", "mu_r=0.01"};
    double q[2] = {0};

    for (int k = 0; k < 2; k++) {
        result r = begin(
            "dimension: 2\n"
            "gravity: [0, -9.81]\n"
            "parameters: {mu_r: 0}\n"
            "laws: {mu: 0.5, mu_r: mu_r}\n"
            "bodies:\n"
            "  ground: {fixed: yes, shape: {type: half_plane}}\n"
            "  disc: {density: 2, position: [0, 0.3], velocity: [1, 0], spin: -1/0.3,\n"
            "    shape: {type: disc, radius: 0.3}}\n"
            "simulation: {h: 1e-3, T: 0.5, solver_tol: 1e-12}\n",
            1, set + k);
        MUST(zn_simulation_run(r.sim));
        ck_assert_int_eq(zn_simulation_contact_count(r.sim, 0), 1);
        ck_assert_int_eq(zn_law_size(zn_interaction_law(zn_simulation_contact_at(r.sim, 0, 0))), 2 + k);
        q[k] = q_of(&r, "disc")[0];
        end(&r);
    }
    /* it rolls on for ever, or is slowed by 2/3 g mu_r/r */
    ck_assert_double_eq_tol(q[0], 0.5, 1e-12);
    ck_assert_double_eq_tol(q[1], 0.5 - 2. / 3 * g * 0.01 / 0.3 / 8, 1e-3);
}
END_TEST

/* ---- many --------------------------------------------------------------------------- */

/* Ten squares stand for 5 s where they were put; each holds what is above it. */
START_TEST(a_stack_stands)
{
    result r = begin(
        "dimension: 2\n"
        "gravity: [0, -9.81]\n"
        "laws: {mu: 0.5}\n"
        "bodies:\n"
        "  ground: {fixed: yes, shape: {type: half_plane}}\n"
        "  box: {repeat: {i: 10}, mass: 2, position: [0, 0.5 + i],\n"
        "    shape: {type: rectangle, size: [1, 1]}}\n"
        "simulation: {h: 5e-3, T: 5, solver_tol: 1e-9, theta: 0.5}\n",
        0, NULL);
    char name[16];
    double sum[10] = {0};

    MUST(zn_simulation_run(r.sim));
    for (int i = 0; i < 10; i++) {
        snprintf(name, sizeof name, "box.%d", i);
        const double *q = q_of(&r, name);
        ck_assert_double_eq_tol(q[0], 0, 1e-5);
        ck_assert_double_eq_tol(q[1], 0.5 + i, 1e-4);
        ck_assert_double_eq_tol(q[2], 0, 1e-5);
    }
    ck_assert_int_eq(zn_simulation_contact_count(r.sim, 0), 20);
    for (zn_index k = 0; k < 20; k++) {
        const zn_interaction *a = zn_simulation_contact_at(r.sim, 0, k);
        const zn_ds *d1 = zn_interaction_ds(a, 0);
        const zn_ds *d2 = zn_interaction_ds_count(a) > 1
                              ? zn_interaction_ds(a, 1)
                              : d1;
        const int i = atoi(zn_ds_name(d1) + 4), j = atoi(zn_ds_name(d2) + 4);
        /* the lower edge of which box */
        sum[d1 == d2 ? 0 : i > j ? i : j] += zn_simulation_lambda(r.sim, a, 1)[0];
    }
    for (int i = 0; i < 10; i++)
        ck_assert_double_eq_tol(sum[i], (10 - i) * 2 * g * 5e-3, 1e-5);
    end(&r);
}
END_TEST

/* Discs, squares, triangles and hexagons fall into a trough of segments; names say in which
 * order they were made. */
static const char pile[] =
    "dimension: 2\n"
    "gravity: [0, -9.81]\n"
    "parameters: {T: 2.5}\n"
    "laws: {mu: 0.4}\n"
    "bodies:\n"
    "  trough:\n"
    "    fixed: yes\n"
    "    shapes:\n"
    "      - {type: segment, points: [[-1, 0], [1, 0]]}\n"
    "      - {type: segment, points: [[-1, 0], [-1.5, 3]]}\n"
    "      - {type: segment, points: [[1, 0], [1.5, 3]]}\n"
    "  disc: {repeat: {i: 6, j: 2}, density: 100,\n"
    "    position: [-0.7 + 0.27*i, 0.2 + 0.25*j], shape: {type: disc, radius: 0.1}}\n"
    "  box: {repeat: {i: 5, j: 2}, density: 100, rotation: 0.3*i,\n"
    "    position: [-0.7 + 0.33*i, 0.9 + 0.3*j],\n"
    "    shape: {type: rectangle, size: [0.25, 0.15]}}\n"
    "  wedge: {repeat: {i: 5, j: 2}, density: 100, rotation: 0.7*i,\n"
    "    position: [-0.7 + 0.34*i, 1.6 + 0.35*j],\n"
    "    shape: {type: polygon, points: [[-0.1, -0.1], [0.15, -0.05], [0, 0.15]]}}\n"
    "  nut: {repeat: {i: 4, j: 2}, density: 100, position: [-0.7 + 0.4*i, 2.4 + 0.3*j],\n"
    "    shape: {type: polygon, points: [[0.1, 0], [0.05, 0.0866], [-0.05, 0.0866],\n"
    "      [-0.1, 0], [-0.05, -0.0866], [0.05, -0.0866]]}}\n"
    "simulation: {h: 1e-3, T: T, gamma: 1}\n";

/* Bodies that overlap at first, and push each other away. */
static const char crowd[] =
    "dimension: 2\n"
    "gravity: [0, -9.81]\n"
    "laws: {mu: 0.4}\n"
    "bodies:\n"
    "  trough:\n"
    "    fixed: yes\n"
    "    shapes:\n"
    "      - {type: segment, points: [[-1, 0], [1, 0]]}\n"
    "      - {type: segment, points: [[-1, 0], [-1.5, 3]]}\n"
    "      - {type: segment, points: [[1, 0], [1.5, 3]]}\n"
    "  disc: {repeat: {i: 12}, density: 100, position: [-0.7 + 0.13*i, 0.3 + 0.1*i],\n"
    "    shape: {type: disc, radius: 0.1}}\n"
    "  box: {repeat: {i: 10}, density: 100, rotation: 0.3*i,\n"
    "    position: [-0.7 + 0.15*i, 1.8 + 0.03*i],\n"
    "    shape: {type: rectangle, size: [0.25, 0.15]}}\n"
    "  wedge: {repeat: {i: 10}, density: 100, rotation: 0.7*i,\n"
    "    position: [-0.7 + 0.15*i, 2.2 + 0.05*i],\n"
    "    shape: {type: polygon, points: [[-0.1, -0.1], [0.15, -0.05], [0, 0.15]]}}\n"
    "  nut: {repeat: {i: 8}, density: 100, position: [-0.7 + 0.2*i, 2.9],\n"
    "    shape: {type: polygon, points: [[0.1, 0], [0.05, 0.0866], [-0.05, 0.0866],\n"
    "      [-0.1, 0], [-0.05, -0.0866], [0.05, -0.0866]]}}\n"
    "simulation: {h: 2e-3, T: 1}\n";

/* At rest the ground and the walls carry the weight; nothing is outside or in another. */
START_TEST(a_pile_comes_to_rest)
{
    if (test_is_slowed())
        return;
    result r = begin(pile, 0, NULL);
    double weight = 0, up = 0, deepest = 0, least = INFINITY, lost;
    zn_run_info info;

    MUST(zn_simulation_set(r.sim, "energy", "yes"));
    MUST(zn_simulation_run(r.sim));
    for (zn_index i = 0; i < zn_scene_body_count(r.scene); i++) {
        const zn_scene_body *b = zn_scene_body_at(r.scene, i);
        if (b->fixed)
            continue;
        const double *q = q_of(&r, b->name), *v = v_of(&r, b->name);
        weight += b->mass * g;
        least = fmin(least, q[1]);
        ck_assert_double_lt(fabs(q[0]), 1.5);
        ck_assert_double_lt(hypot(v[0], v[1]), 0.05);
    }
    ck_assert_double_gt(least, 0.05);
    for (zn_index k = 0; k < zn_simulation_contact_count(r.sim, 0); k++) {
        const zn_interaction *a = zn_simulation_contact_at(r.sim, 0, k);
        double w[3] = {0};
        zn_reaction re;
        deepest = fmin(deepest, zn_simulation_y(r.sim, a, 0)[0]);
        if (zn_interaction_ds_count(a) > 1)
            continue;
        MUST(zn_simulation_reaction(r.sim, a, 1, &re));
        for (int i = 0; i < 3; i++)
            w[i] = re.impulse[i];
        ck_assert_double_eq(w[2], 0);
        up += w[1] / re.h;
    }
    ck_assert_double_eq_tol(up, weight, 0.1 * weight); /* what still moves */
    /* less than a step at the speed of the fall, 5 mm: sides turn in a step, normals do not */
    ck_assert_double_gt(deepest, -5e-3);
    zn_simulation_run_info(r.sim, &info);
    lost = info.work.contact;
    ck_assert_double_lt(lost, 0);
    end(&r);
}
END_TEST

START_TEST(a_rerun_has_the_same_bits)
{
    const char *const set[] = {test_stride() > 1 ? "T=0.1" : "T=1"};
    result r[2];

    for (int k = 0; k < 2; k++) {
        r[k] = begin(pile, 1, set);
        MUST(zn_simulation_run(r[k].sim));
    }
    for (zn_index i = 0; i < zn_scene_body_count(r[0].scene); i++) {
        const zn_scene_body *b = zn_scene_body_at(r[0].scene, i);
        if (!b->fixed)
            ck_assert_mem_eq(q_of(&r[0], b->name), q_of(&r[1], b->name),
                             3 * sizeof(double));
    }
    end(&r[0]);
    end(&r[1]);
}
END_TEST

/* The same bodies made in the other order, by calls. Contacts come and go in the same steps, but
 * one by one in one run, and all looked at again in the other. */
START_TEST(the_order_of_bodies_does_not_matter)
{
    result r = begin(crowd, 0, NULL), t = {NULL, NULL, NULL};
    const double down[3] = {0, -9.81, 0};
    double times[3];

    zn_scene_times(r.scene, times);
    MUST(zn_scene_new(ctx, &t.scene));
    MUST(zn_scene_set_dimension(t.scene, 2));
    MUST(zn_scene_set_gravity(t.scene, down));
    MUST(zn_scene_add_law(t.scene, &(zn_scene_law){.options = "mu=0.4"}));
    MUST(zn_scene_set_simulation(t.scene, 0, times[1], times[2], NULL, NULL));
    for (zn_index i = zn_scene_body_count(r.scene); i-- > 0;) {
        zn_scene_body b = *zn_scene_body_at(r.scene, i);
        if (!b.fixed) { /* it has its density */
            b.mass = b.inertia[8] = 0;
            memset(b.inertia, 0, sizeof b.inertia);
            memset(b.centre, 0, sizeof b.centre);
        }
        MUST(zn_scene_add_body(t.scene, &b));
        for (zn_index k = 0; k < zn_scene_shape_count(r.scene); k++) {
            zn_index body;
            const zn_scene_shape *s = zn_scene_shape_at(r.scene, k, &body);
            if (body == i)
                MUST(zn_scene_add_shape(t.scene, b.name, s));
        }
    }
    MUST(zn_scene_simulation(t.scene, ctx, &t.m, &t.sim));
    const double T =
        times[1] * test_rounds((int)round(times[2] / times[1]));
    MUST(zn_simulation_advance_to(r.sim, T));
    MUST(zn_simulation_advance_to(t.sim, T));
    for (zn_index i = 0; i < zn_scene_body_count(r.scene); i++) {
        const zn_scene_body *b = zn_scene_body_at(r.scene, i);
        if (!b->fixed)
            ck_assert_mem_eq(q_of(&r, b->name), q_of(&t, b->name),
                             3 * sizeof(double));
    }
    end(&r);
    end(&t);
}
END_TEST

/* 300 m/s through 2 mm of paper, 0.3 m a step. */
START_TEST(a_bullet_does_not_miss_the_paper)
{
    result r = begin(
        "dimension: 2\n"
        "laws: {e: 0.5}\n"
        "bodies:\n"
        "  paper: {fixed: yes, shape: {type: rectangle, size: [2e-3, 1]}}\n"
        "  sheet: {fixed: yes, position: [0, 5],\n"
        "    shape: {type: segment, points: [[0, -1], [0, 1]]}}\n"
        "  bullet: {mass: 0.01, position: [-1.7, 0], velocity: [300, 0],\n"
        "    shape: {type: disc, radius: 0.005}}\n"
        "  other: {mass: 0.01, position: [-1.7, 5], velocity: [300, 0],\n"
        "    shape: {type: disc, radius: 0.005}}\n"
        "simulation: {h: 1e-3, T: 0.02, gamma: 1}\n",
        0, NULL);

    MUST(zn_simulation_run(r.sim));
    ck_assert_double_eq_tol(v_of(&r, "bullet")[0], -150, 1e-6);
    ck_assert_double_eq_tol(v_of(&r, "other")[0], -150, 1e-6);
    ck_assert_double_lt(q_of(&r, "bullet")[0], 0);
    ck_assert_double_lt(q_of(&r, "other")[0], 0);
    end(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scenes of the plane");
    TCase *tc = tcase_create("plane");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, boxes_slide_and_discs_roll);
    tcase_add_test(tc, a_disc_slides_from_three_mu_on);
    tcase_add_test(tc, a_box_goes_from_mu_on);
    tcase_add_test(tc, rolling_friction_slows_a_disc);
    tcase_add_test(tc, rolling_friction_of_zero_has_no_row);
    tcase_add_test(tc, a_stack_stands);
    tcase_add_test(tc, a_pile_comes_to_rest);
    tcase_add_test(tc, a_rerun_has_the_same_bits);
    tcase_add_test(tc, the_order_of_bodies_does_not_matter);
    tcase_add_test(tc, a_bullet_does_not_miss_the_paper);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
