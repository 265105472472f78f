/* test_jammed.c - contacts that are to bounce, and that friction and joints keep from it
 * SPDX-License-Identifier: Apache-2.0 */
#include "scene_text.h"

/* A bar of 1 m on a hinge 0.9 m above the ground comes down from the horizontal. Its tip meets the ground at
 * the angle phi to the vertical, cos(phi) = 0.9/r, r to its lower corner; to bounce it has to go back along the ground,
 * against friction: with mu > tan(phi) = 0.4845 that leaves nothing of any normal force. */
typedef struct fall {
    zn_status st;
    double q[7], v[6]; /* in the plane the first three */
    zn_index accepted, plain, impacts;
} fall;

static fall bar(const char *law, const char *policy)
{
    char text[512];
    fall f = {0};
    zn_run_info info;
    zn_scene *scene;
    zn_model *m;
    zn_simulation *sim;

    snprintf(text, sizeof text,
             "dimension: 2\n"
             "gravity: [0, -9.81]\n"
             "laws: %s\n"
             "bodies:\n"
             "  ground: {fixed: yes, shape: {type: half_plane, normal: [0, 1]}}\n"
             "  bar: {density: 1000, position: [0.5, 0.9], shape: {type: rectangle, size: [1, 0.02]}}\n"
             "joints:\n"
             "  hinge: {type: revolute, bodies: [bar], point: [0, 0.9]}\n"
             "simulation: {h: 1e-3, T: 0.5, on_solver_failure: %s}\n",
             law, policy);
    scene = read_with(text, 0, NULL);
    ck_assert_int_eq(zn_scene_simulation(scene, ctx, &m, &sim), ZN_OK);
    f.st = zn_simulation_run(sim);
    memcpy(f.q, zn_simulation_q(sim, zn_model_ds(m, "bar")), 3 * sizeof *f.q);
    memcpy(f.v, zn_simulation_v(sim, zn_model_ds(m, "bar")), 3 * sizeof *f.v);
    zn_simulation_run_info(sim, &info);
    f.accepted = info.solver_failures;
    f.plain = info.without_bounce;
    f.impacts = info.impacts;
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(scene);
    return f;
}

START_TEST(below_the_angle_it_bounces)
{
    const fall f = bar("{e: 0.3, mu: 0.475}", "stop");

    ck_assert_msg(!f.st, "%s", zn_errmsg(ctx));
    ck_assert_int_ge(f.impacts, 1);
}
END_TEST

START_TEST(above_it_there_is_no_answer_and_that_is_said)
{
    const fall f = bar("{e: 0.3, mu: 0.495}", "stop");

    ck_assert_int_eq(f.st, ZN_UNSOLVED);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "keep from bouncing has no answer: e = 0 there"));
}
END_TEST

/* Condensed, and with the equations of motion kept; in a shorter step the impact would be the same. */
START_TEST(it_stops_there_as_without_restitution)
{
    static const char *const how[] = {"accept, accept_tol: 1e-3", "accept, accept_tol: 1e-3, formulation: global",
                                      "shorten"};
    const fall f = bar("{e: 0.3, mu: 0.495}", how[_i]), plain = bar("{e: 0, mu: 0.495}", "stop");

    ck_assert_msg(!f.st && !plain.st, "%s", zn_errmsg(ctx));
    ck_assert_int_ge(f.plain, 1);
    ck_assert_int_eq(f.accepted, 0);
    ck_assert_int_eq(plain.plain, 0);
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq_tol(f.q[i], plain.q[i], 1e-9);
        ck_assert_double_eq_tol(f.v[i], 0, 1e-9);
    }
    ck_assert_double_eq_tol(cos(f.q[2] + acos(-1) / 2), 0.9, 0.02);
}
END_TEST

/* The same of a rod in space: that its one contact has no answer is known soon. */
START_TEST(what_jams_costs_little)
{
    char text[640];
    zn_run_info info;
    zn_scene *scene;
    zn_model *m;
    zn_simulation *sim;

    snprintf(text, sizeof text,
             "gravity: [0, 0, -9.81]\n"
             "laws: {e: 0.3, mu: 2}\n"
             "bodies:\n"
             "  ground: {fixed: yes, shape: {type: plane}}\n"
             "  rod: {density: 1000, position: [0.5, 0, 0.9], rotation: {axis: [0, 1, 0], angle: 1.5707963},\n"
             "        shape: {type: capsule, radius: 0.02, length: 1}}\n"
             "joints:\n"
             "  hinge: {type: revolute, bodies: [rod], point: [0, 0, 0.9], axis: [0, 1, 0]}\n"
             "simulation: {h: 1e-3, T: 0.5, on_solver_failure: accept, accept_tol: 1e-3, formulation: %s}\n",
             _i ? "global" : "auto");
    scene = read_with(text, 0, NULL);
    ck_assert_int_eq(zn_scene_simulation(scene, ctx, &m, &sim), ZN_OK);
    ck_assert_msg(!zn_simulation_run(sim), "%s", zn_errmsg(ctx));
    zn_simulation_run_info(sim, &info);
    ck_assert_int_ge(info.without_bounce, 1);
    ck_assert_int_eq(info.solver_failures, 0);
    /* of each what all methods of the list try, less than 30 000; sweeps of its one contact were as many more */
    ck_assert_int_le(info.solver_iterations, info.solves + 30000 * info.without_bounce);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(scene);
}
END_TEST

/* The run of a scene that jams comes to its end, and some of its problems are solved with e = 0; `most`: what is
 * tried in vain, some 20 000 iterations each with hops from starts, is not tried many times. */
static void comes_past_it(const char *text, zn_index most)
{
    zn_run_info info;
    zn_scene *scene = read_with(text, 0, NULL);
    zn_model *m;
    zn_simulation *sim;

    ck_assert_int_eq(zn_scene_simulation(scene, ctx, &m, &sim), ZN_OK);
    ck_assert_msg(!zn_simulation_run(sim), "%s", zn_errmsg(ctx));
    zn_simulation_run_info(sim, &info);
    ck_assert_int_gt(info.without_bounce, 2);
    ck_assert_int_le(info.solver_iterations, most);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(scene);
}

/* Iterations of one step have an answer with e = 0.8 and none by turns: its last ones do without. */
START_TEST(what_jams_by_turns_in_a_step_comes_past_it)
{
    static const char text[] =
        "gravity: [0, 0, -9.81]\n"
        "laws: {e: 0.8, mu: 2}\n"
        "bodies:\n"
        "  ground: {fixed: yes, shape: {type: plane}}\n"
        "  b0: {density: 105.210154, position: [0.009786, 0.019243, 0.454709],\n"
        "       spin: [3.761832, -3.771363, -1.949429],\n"
        "       rotation: {axis: [-0.657573, -0.31174, 0.685869], angle: 1.982939},\n"
        "       shape: {type: box, size: [0.133592, 0.232558, 0.207712]}}\n"
        "  b1: {density: 4432.354751, position: [0.480111, 0.007648, 0.494567],\n"
        "       spin: [0.565236, -2.261821, -4.599136],\n"
        "       shape: {type: capsule, radius: 0.128689, length: 0.211876}}\n"
        "  b2: {density: 7377.85701, position: [1.010393, -0.009078, 0.492669],\n"
        "       velocity: [0.755387, 0.672156, 0.349089], spin: [-3.265548, 2.81102, -0.814077],\n"
        "       shape: {type: hull, points: [[-0.190556, -0.019456, -0.106547], [0.085824, 0.17976, 0.064755],\n"
        "         [0.187095, -0.075645, -0.063159], [-0.11463, -0.188714, 0.055644],\n"
        "         [-0.134767, -0.164234, 0.052309],\n"
        "         [0.151605, -0.012477, 0.146702], [-0.084279, -0.060014, 0.19183]]}}\n"
        "  b3: {density: 3104.512985, position: [-0.013961, 0.019178, 0.935812], spin: [0.269382, 1.465343, 4.84412],\n"
        "       rotation: {axis: [-0.607736, -0.02046, -0.793876], angle: -1.584341},\n"
        "       shape: {type: sphere, radius: 0.187461}}\n"
        "joints:\n"
        "  j0: {type: universal, bodies: [b2, b3], point: [0.498216, 0.00505, 0.714241],\n"
        "       axis: [1, 0, 0], axis2: [0, 1, 0]}\n"
        "  j1: {type: revolute, bodies: [b2, b1], point: [0.745252, -0.000715, 0.493618],\n"
        "       axis: [-0.837309, 0.475172, 0.270416]}\n"
        "  j2: {type: universal, bodies: [b0], point: [0.154545, -0.074189, 0.512674],\n"
        "       axis: [1, 0, 0], axis2: [0, 1, 0]}\n"
        "  j3: {type: revolute, bodies: [b2, b1], point: [0.745252, -0.000715, 0.493618],\n"
        "       axis: [0.196869, 0.728058, -0.656639], friction: 0.196219}\n"
        "simulation: {h: 1e-3, T: 0.75, projection: joints, formulation: global}\n";

    comes_past_it(text, 66000);
}
END_TEST

/* Iterations that bounce go to and fro: the step is made once more without. */
START_TEST(a_step_that_does_not_settle_is_made_without_restitution)
{
    static const char text[] =
        "gravity: [0, 0, -9.81]\n"
        "laws: {e: 0.8, mu: 2}\n"
        "bodies:\n"
        "  ground: {fixed: yes, shape: {type: plane, normal: [0.0, 0.0, 1]}}\n"
        "  b0: {density: 8100.214792, position: [0.0157, 0.011276, 0.447376], shape: {type: sphere, radius:\n"
        "       0.137153}, spin: [1.663079, 2.773307, 3.976151], rotation: {axis: [0.60506, -0.713323, 0.353656],\n"
        "       angle: 1.987517}}\n"
        "  b1: {density: 159.955691, position: [0.483059, -0.019181, 0.442088], shape: {type: cone, radius:\n"
        "       0.089571, length: 0.116577}, velocity: [0.696333, -0.432675, 0.762859], rotation: {axis: [-0.452925,\n"
        "       0.325221, 0.830114], angle: -2.274792}}\n"
        "  b2: {density: 2183.631519, position: [0.006663, 0.001216, 0.982076], shape: {type: box, size: [0.33108,\n"
        "       0.155762, 0.396976]}, options: {gyroscopic: carried}}\n"
        "  b3: {density: 1248.611167, position: [0.503194, -0.006054, 0.930161], shape: {type: cylinder, radius:\n"
        "       0.05159, length: 0.234111}}\n"
        "joints:\n"
        "  j0: {type: prismatic, bodies: [b3], point: [0.568895, 0.137174, 0.812051], axis: [0.98451, -0.175244,\n"
        "       -0.005504], stops: [-0.469385, 0.157166], stop_e: 0}\n"
        "  j1: {type: point-on-line, bodies: [b2], point: [0.011525, -0.022299, 0.864102], axis: [0.663056,\n"
        "       0.164146, -0.730351]}\n"
        "  j2: {type: bushing, bodies: [b3, b1], point: [0.493126, -0.012618, 0.686124], stiffness: [8660.186266,\n"
        "       161.545408, 136.521517, 98.872408, 4085.225177, 89.782514], damping: [2.094083, 1.067832, 1.553102,\n"
        "       2.914709, 2.38238, 1.46051]}\n"
        "  j3: {type: spherical, bodies: [b1], point: [0.40204, -0.100677, 0.593781]}\n"
        "simulation: {h: 2e-3, T: 0.9, projection: none}\n";

    comes_past_it(text, 60000);
}
END_TEST

/* The run of a body that slides along x ends so. */
static void ends(const char *body, const char *joint, zn_status st, const char *words)
{
    char text[512];
    zn_scene *scene;
    zn_model *m;
    zn_simulation *sim;

    snprintf(text, sizeof text,
             "gravity: [0, 0, -9.81]\n"
             "bodies:\n"
             "  slide: {mass: 1, inertia: [1, 1, 1]%s}\n"
             "joints:\n"
             "  rail: {bodies: [slide], point: [0, 0, 0], %s}\n"
             "simulation: {h: 1e-3, T: 1}\n",
             body, joint);
    scene = read_with(text, 0, NULL);
    ck_assert_int_eq(zn_scene_simulation(scene, ctx, &m, &sim), ZN_OK);
    ck_assert_int_eq(zn_simulation_run(sim), st);
    ck_assert_msg(strstr(zn_errmsg(ctx), words), "%s", zn_errmsg(ctx));
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(scene);
}

/* A motion against a stop: with proof that it cannot be. */
START_TEST(what_contradicts_itself_is_named_so)
{
    ends("", "type: prismatic, axis: [1, 0, 0], stops: [-0.01, 0.01], motion: 0.1*sin(2*t)", ZN_UNSOLVED,
         "contradicts itself, there is no answer");
}
END_TEST

/* A disc wedged between walls that are nearer to one another than it is wide: no place is free. */
static zn_status wedged(const char *policy, const char *projection, zn_run_info *info)
{
    char text[800];
    zn_scene *scene;
    zn_model *m;
    zn_simulation *sim;
    zn_status st;

    snprintf(text, sizeof text,
             "dimension: 2\n"
             "gravity: [0, -9.81]\n"
             "bodies:\n"
             "  left: {fixed: yes, shape: {type: half_plane, normal: [1, 0]}}\n"
             "  right: {fixed: yes, position: [0.39, 0], shape: {type: half_plane, normal: [-1, 0]}}\n"
             "  disc: {mass: 1, position: [0.195, 0], shape: {type: disc, radius: 0.2}}\n"
             "laws: {e: 0, mu: 0}\n"
             "simulation: {h: 1e-3, T: 0.1, projection: %s, on_projection_failure: %s}\n",
             projection, policy);
    scene = read_with(text, 0, NULL);
    ck_assert_int_eq(zn_scene_simulation(scene, ctx, &m, &sim), ZN_OK);
    st = zn_simulation_run(sim);
    zn_simulation_run_info(sim, info);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(scene);
    return st;
}

START_TEST(corrections_that_contradict_are_told_or_accepted)
{
    static const char *const projections[] = {"direct", "combined"};
    zn_run_info info;

    ck_assert_int_eq(wedged("stop", projections[_i], &info), ZN_UNSOLVED);
    ck_assert_msg(strstr(zn_errmsg(ctx), "a gap of -0.005") &&
                      strstr(zn_errmsg(ctx), "on_projection_failure=accept goes on"),
                  "%s", zn_errmsg(ctx));
    ck_assert_msg(!wedged("accept", projections[_i], &info), "%s", zn_errmsg(ctx));
    ck_assert_int_ge(info.projection_failures, 100);
    ck_assert_int_eq(info.steps, 100);
}
END_TEST

/* A bar of 1 m on a hinge is moved along x beyond its reach: at no h is there a way past it. */
static void locks(const char *h)
{
    char text[640];
    zn_scene *scene;
    zn_model *m;
    zn_simulation *sim;

    snprintf(text, sizeof text,
             "dimension: 2\n"
             "bodies:\n"
             "  bar: {mass: 1, inertia: 0.1, position: [0, 1], prescribed: {vx: 0.5 + 0*t}}\n"
             "joints:\n"
             "  hinge: {type: revolute, bodies: [bar], point: [0, 0]}\n"
             "simulation: {h: %s, T: 3}\n",
             h);
    scene = read_with(text, 0, NULL);
    ck_assert_int_eq(zn_scene_simulation(scene, ctx, &m, &sim), ZN_OK);
    ck_assert_int_eq(zn_simulation_run(sim), ZN_UNSOLVED);
    ck_assert_msg(strstr(zn_errmsg(ctx), "system 'bar', which falls no more") &&
                      strstr(zn_errmsg(ctx), "a mechanism that locks"),
                  "%s", zn_errmsg(ctx));
    ck_assert_double_eq_tol(zn_simulation_time(sim), 2, 0.05);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(scene);
}

START_TEST(a_mechanism_that_locks_is_named)
{
    locks("1e-2");
    locks("1e-3");
}
END_TEST

START_TEST(what_is_prescribed_against_a_joint_is_named)
{
    ends(", prescribed: {vx: 0.1*cos(2*t)}", "type: fixed", ZN_EINVAL,
         "follows from other joints (what is prescribed of 'slide')");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("contacts that jam");
    TCase *c = tcase_create("contacts");

    tcase_add_checked_fixture(c, setup, teardown);
    tcase_set_timeout(c, 120);
    tcase_add_test(c, below_the_angle_it_bounces);
    tcase_add_test(c, above_it_there_is_no_answer_and_that_is_said);
    tcase_add_loop_test(c, it_stops_there_as_without_restitution, 0, 3);
    tcase_add_loop_test(c, what_jams_costs_little, 0, 2);
    tcase_add_test(c, what_jams_by_turns_in_a_step_comes_past_it);
    tcase_add_test(c, a_step_that_does_not_settle_is_made_without_restitution);
    tcase_add_test(c, what_contradicts_itself_is_named_so);
    tcase_add_loop_test(c, corrections_that_contradict_are_told_or_accepted, 0, 2);
    tcase_add_test(c, a_mechanism_that_locks_is_named);
    tcase_add_test(c, what_is_prescribed_against_a_joint_is_named);
    suite_add_tcase(s, c);
    return test_main(s);
}
