/* test_scene.c - scenes from text and by calls
 * SPDX-License-Identifier: Apache-2.0 */
#include "scene_text.h"

/* ---- the same as by calls ---- */

static const char ball[] = "parameters: {R: 0.1, e: 0.8}\n"
                           "gravity: [0, 0, -10]\n"
                           "laws: {mu: 0.3, e: e}\n"
                           "bodies:\n"
                           "  ground: {fixed: yes, shape: {type: plane}}\n"
                           "  ball:\n"
                           "    density: 1000\n"
                           "    position: [0, 0, 1 + R]\n"
                           "    velocity: [1, 0, 0]\n"
                           "    shape: {type: sphere, radius: R}\n"
                           "simulation: {h: 1e-3, T: 1, theta: 0.5}\n";

static zn_scene *by_calls(void)
{
    const double g[3] = {0, 0, -10};
    zn_scene *s;

    ck_assert(!zn_scene_new(ctx, &s));
    ck_assert(!zn_scene_set_gravity(s, g));
    ck_assert(!zn_scene_add_law(
        s, &(zn_scene_law){.options = "mu=0.29999999999999999 e=0.8"}));
    ck_assert(!zn_scene_add_body(
        s, &(zn_scene_body){.name = "ground", .fixed = true}));
    ck_assert(
        !zn_scene_add_shape(s, "ground", &(zn_scene_shape){.form = "plane"}));
    ck_assert(!zn_scene_add_body(s, &(zn_scene_body){.name = "ball",
                                                     .density = 1000,
                                                     .position = {0, 0, 1.1},
                                                     .velocity = {1, 0, 0}}));
    ck_assert(!zn_scene_add_shape(
        s, "ball", &(zn_scene_shape){.form = "sphere", .size = {0.1}}));
    ck_assert(!zn_scene_set_simulation(s, 0, 1e-3, 1, NULL, "theta=0.5"));
    return s;
}

START_TEST(text_and_calls_are_the_same_to_the_bit)
{
    zn_scene *s = read_with(ball, 0, NULL), *t = by_calls();
    double q[7], p[7];

    run(s, "ball", q);
    run(t, "ball", p);
    ck_assert_mem_eq(q, p, sizeof q);
    /* falls 1 m in sqrt(0.2) s, leaves with 0.8 of its speed: at t = 1 it is
     * 0.8 sqrt(20) s - 5 s^2 up, s = 1 - sqrt(0.2); O(h) of the impact's time */
    const double u = 1 - sqrt(0.2);
    ck_assert_double_eq_tol(q[2], 0.1 + 0.8 * sqrt(20) * u - 5 * u * u, 8e-3);
    zn_scene_free(s);
    zn_scene_free(t);
}
END_TEST

START_TEST(set_changes_what_follows_from_a_parameter)
{
    const char *const set[] = {"R=0.2", "R = 1", "R=2*0.15"};
    zn_scene *s = read_with(ball, 1, set);

    ck_assert(zn_scene_body_at(s, 1)->position[2] == 1.2);
    ck_assert(zn_scene_shape_at(s, 1, NULL)->size[0] == 0.2);
    zn_scene_free(s);
    s = read_with(ball, 1, set + 2); /* the value may be an expression */
    ck_assert(zn_scene_body_at(s, 1)->position[2] == 1.3);
    zn_scene_free(s);
}
END_TEST

START_TEST(an_unknown_set_is_refused)
{
    const char *const set[] = {"E=1"};
    zn_scene *s;

    ck_assert(zn_scene_read_text(ctx, "x", ball, strlen(ball), 1, set, &s) ==
              ZN_EINVAL);
    ck_assert(strstr(zn_errmsg(ctx), "no parameter 'E'; did you mean 'e'"));
}
END_TEST

static void warned(void *user, zn_log_level level, const char *line)
{
    if (level == ZN_LOG_WARN && strstr(line, "pass through each other"))
        ++*(int *)user;
}

/* ... which is said, unless the scene says that it is meant. */
START_TEST(groups_without_a_law_pass_through_each_other)
{
    const char text[] =
        "gravity: [0, 0, -10]\n"
        "laws: [{mu: 0.3}, {between: [default, ghost], type: none}]\n"
        "bodies:\n"
        "  ground: {fixed: yes, shape: {type: plane}}\n"
        "  ball: {mass: 1, group: ghost, position: [0, 0, 0.3], shape: {type: "
        "sphere, radius: 0.1}}\n"
        "simulation: {h: 1e-3, T: 1, theta: 0.5}\n";
    const char none[] = ", {between: [default, ghost], type: none}";
    char silent[sizeof text];
    zn_scene *s = read_with(text, 0, NULL);
    int warnings = 0;
    double q[7];

    zn_ctx_set_log(ctx, ZN_LOG_WARN, warned, &warnings);
    run(s, "ball", q);
    ck_assert_int_eq(warnings, 0);
    ck_assert_double_eq_tol(q[2], 0.3 - 5, 1e-9);
    zn_scene_free(s);

    /* no law at all is one line, unless that is meant; a body alone has nothing to meet */
    static const char *const lawless[] = {
        "bodies: {g: {fixed: yes, shape: {type: plane}}, b: {group: b, density: 1, shape: {type: "
        "sphere, radius: 0.1}}}\nsimulation: {T: 0.1}\n",
        "laws: {type: none}\nbodies: {g: {fixed: yes, shape: {type: plane}}, b: {density: 1, "
        "shape: {type: sphere, radius: 0.1}}}\nsimulation: {T: 0.1}\n",
        "bodies: {b: {density: 1, shape: {type: sphere, radius: 0.1}}}\nsimulation: {T: 0.1}\n"};
    for (int k = 0; k < 3; k++) {
        warnings = 0;
        s = read_with(lawless[k], 0, NULL);
        run(s, "b", q);
        ck_assert_int_eq(warnings, k == 0);
        zn_scene_free(s);
    }

    warnings = 0;
    memcpy(silent, text, sizeof text); /* without the law */
    memset(strstr(silent, none), ' ', strlen(none));
    s = read_with(silent, 0, NULL);
    run(s, "ball", q);
    ck_assert_int_eq(warnings, 1);
    ck_assert_double_eq_tol(q[2], 0.3 - 5, 1e-9);
    zn_scene_free(s);
}
END_TEST

/* the same bits when the world is named first: the joint turns it round */
START_TEST(the_world_may_be_the_first_body_of_a_joint)
{
    const char text[] =
        "parameters: {first: 1}\n"
        "bodies:\n"
        "  wall: {fixed: yes}\n"
        "  arm: {mass: 3, position: [0, 0.5, 0], spin: [0, 0, 1], velocity: "
        "[-0.5, 0, 0], shape: {type: box, size: [0.1, 1, 0.1]}}\n"
        "joints:\n"
        "  hinge: {type: revolute, bodies: [%s], point: [0, 0, 0], axis: [0, "
        "0, 1], stops: [%s], stop_e: 0.5}\n"
        "simulation: {h: 1e-3, T: 1}\n";
    char one[1024], other[1024];
    double q[7], p[7];
    zn_scene *s, *t;

    snprintf(one, sizeof one, text, "arm, wall", "-1, 0.5");
    snprintf(other, sizeof other, text, "wall, arm", "-0.5, 1");
    s = read_with(one, 0, NULL);
    t = read_with(other, 0, NULL);
    run(s, "arm", q);
    run(t, "arm", p);
    for (int i = 0; i < 7; i++)
        ck_assert_double_eq_tol(q[i], p[i], 1e-13); /* order of the stops */
    zn_scene_free(s);
    zn_scene_free(t);
}
END_TEST

/* ---- mass ---- */

/* two halves of a box, turned, are the box */
/* 0.1 m in a step through a plate of 0.01 m: with `ahead` it is stopped, without it is not. */
START_TEST(contacts_have_options)
{
    static const char plate[] =
        "laws: {mu: 0}\n"
        "contacts: {ahead: %s}\n"
        "bodies:\n"
        "  wall: {fixed: yes, shape: {type: box, size: [0.01, 1, 1]}}\n"
        "  b: {density: 1, position: [-1, 0, 0], velocity: [100, 0, 0], shape: "
        "{type: sphere, radius: 0.01}}\n"
        "simulation: {h: 1e-3, T: 0.03, gamma: 1}\n";
    char text[400];
    double q[7];

    for (int k = 0; k < 2; k++) {
        snprintf(text, sizeof text, plate, k ? "0" : "1.5");
        zn_scene *s = read_with(text, 0, NULL);
        run(s, "b", q);
        ck_assert(k ? q[0] > 0.01 : q[0] < -0.01);
        zn_scene_free(s);
    }
}
END_TEST

START_TEST(halves_are_the_whole)
{
    const char text[] =
        "bodies:\n"
        "  whole: {density: 700, shape: {type: box, size: [0.3, 0.2, 0.1], "
        "position: [1, 2, 3]}}\n"
        "  halves:\n"
        "    mass: 700*0.3*0.2*0.1\n"
        "    shapes:\n"
        "      - {type: box, size: [0.15, 0.2, 0.1], position: [1.075, 2, 3]}\n"
        "      - {type: box, size: [0.2, 0.15, 0.1], position: [0.925, 2, 3], "
        "rotation: {axis: [0, 0, 1], angle: 90*deg}}\n";
    zn_scene *s = read_with(text, 0, NULL);
    const zn_scene_body *a = zn_scene_body_at(s, 0),
                        *b = zn_scene_body_at(s, 1);

    ck_assert_double_eq_tol(a->mass, 4.2, 1e-14);
    ck_assert_double_eq_tol(a->inertia[0], 4.2 * (0.04 + 0.01) / 12, 1e-14);
    ck_assert_double_eq_tol(b->density, 700, 1e-10);
    for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(a->centre[i], b->centre[i], 1e-14);
    for (int i = 0; i < 9; i++) /* differences of 60 kg m^2 of the offset */
        ck_assert_double_eq_tol(a->inertia[i], b->inertia[i], 1e-13);
    zn_scene_free(s);
}
END_TEST

/* A cube as the hull of its corners, a cylinder as a cone that does not narrow, a cone in
 * the books: r = 0.2, l = 0.4, its centre l/4 above the face. */
START_TEST(cones_and_hulls_have_their_mass)
{
    const char text[] =
        "parameters: {a: 0.1}\n"
        "bodies:\n"
        "  cube: {density: 500, shape: {type: hull, points: [[a, a, a], "
        "[-a, a, a], [a, -a, a], [-a, -a, a], [a, a, -a], [-a, a, -a], "
        "[a, -a, -a], [-a, -a, -a]]}}\n"
        "  roll: {mass: 3, shape: {type: cylinder, radius: 0.2, length: 0.4}}\n"
        "  same: {mass: 3, shape: {type: cone, radius: 0.2, top: 0.2, length: "
        "0.4}}\n"
        "  cone: {mass: 3, shape: {type: cone, radius: 0.2, length: 0.4}}\n";
    zn_scene *s = read_with(text, 0, NULL);
    const zn_scene_body *b = zn_scene_body_at(s, 0),
                        *r = zn_scene_body_at(s, 1),
                        *k = zn_scene_body_at(s, 3);

    ck_assert_double_eq_tol(b->mass, 4, 1e-14);
    ck_assert_double_eq_tol(b->inertia[4], 4 * 0.04 / 6, 1e-14);
    ck_assert_double_eq_tol(r->inertia[8], 3 * 0.04 / 2, 1e-14);
    ck_assert_double_eq_tol(r->inertia[0], 3 * (0.12 + 0.16) / 12, 1e-14);
    for (int i = 0; i < 9; i++)
        ck_assert_double_eq_tol(r->inertia[i],
                                zn_scene_body_at(s, 2)->inertia[i], 1e-14);
    ck_assert_double_eq_tol(k->centre[2], -0.1, 1e-14);
    ck_assert_double_eq_tol(k->inertia[8], 0.3 * 3 * 0.04, 1e-14);
    ck_assert_int_eq(zn_scene_shape_at(s, 0, NULL)->npoint, 8);
    ck_assert_double_eq(zn_scene_shape_at(s, 0, NULL)->points[23], -0.1);
    zn_scene_free(s);
}
END_TEST

/* by quadrature: discs of the radius at each z */
START_TEST(a_capsule_is_the_sum_of_its_discs)
{
    const char text[] =
        "bodies: {c: {density: 1, shape: {type: capsule, radius: "
        "0.3, length: 0.8}}}\n";
    zn_scene *s = read_with(text, 0, NULL);
    const zn_scene_body *b = zn_scene_body_at(s, 0);
    const int n = 200000;
    double V = 0, I1 = 0, I3 = 0;

    for (int k = 0; k < n; k++) {
        const double z = -0.7 + 1.4 * (k + 0.5) / n;
        const double out = fmax(0, fabs(z) - 0.4);
        const double A = acos(-1) * (0.09 - out * out) * 1.4 / n;
        V += A;
        I3 += A * (0.09 - out * out) / 2;
        I1 += A * ((0.09 - out * out) / 4 + z * z);
    }
    ck_assert_double_eq_tol(b->mass, V, 1e-9);
    ck_assert_double_eq_tol(b->inertia[8], I3, 1e-9);
    ck_assert_double_eq_tol(b->inertia[0], I1, 1e-9);
    zn_scene_free(s);
}
END_TEST

/* ---- repetition ---- */

START_TEST(repeat_makes_bodies_and_joints)
{
    const char text[] =
        "bodies:\n"
        "  b: {repeat: {i: 3, j: 2}, when: i + j < 3, mass: 1, position: [i, "
        "j, "
        "0], shape: {type: sphere, radius: 0.1}}\n"
        "joints:\n"
        "  l: {repeat: {i: 2}, type: rod, bodies: [b.(i).0, b.(i + 1).0], "
        "point: [i, 0, 0], point2: [i + 1, 0, 0]}\n";
    zn_scene *s = read_with(text, 0, NULL);

    ck_assert_int_eq(zn_scene_body_count(s), 5);
    ck_assert_str_eq(zn_scene_body_at(s, 3)->name, "b.1.1");
    ck_assert(zn_scene_body_at(s, 3)->position[0] == 1);
    ck_assert_int_eq(zn_scene_joint_count(s), 2);
    ck_assert_str_eq(zn_scene_joint_at(s, 1)->body2, "b.2.0");
    zn_scene_free(s);
}
END_TEST

/* ---- what is wrong ---- */

#define BALL "bodies: {b: {mass: 1, shape: {type: sphere, radius: 1}}}\n"

START_TEST(messages_say_where_and_what)
{
    refused("", "nothing in it");
    refused("[1, 2]", "x.yaml:1:1: a scene must be a map");
    refused("title: [", "x.yaml:2:1: not YAML");
    refused("gravty: 1\n" BALL, "x.yaml:1:1: a scene has no key 'gravty'; did "
                                "you mean 'gravity'?");
    refused("gravity: 1\n" BALL, "must be a list of 3 numbers");
    refused("gravity: [0, 0, 1/0]\n" BALL,
            "1:17: '1/0': its value is infinite");
    refused("gravity: [0, 0, g]\n" BALL, "there is no parameter 'g'");
    refused("gravity: [0, 0,]\n" BALL, "must be a list of 3");
    refused("contacts: 1\n" BALL, "1:11: contacts must be a map");
    refused("contacts: {narow: ode}\n" BALL,
            "1:12: contacts has no option 'narow'; did you mean 'narrow'?");
    refused("contacts: {ahead: -1}\n" BALL, "'ahead' of contacts = -1");
    refused("title: a", "a scene needs bodies");
    refused("bodies: {b: {mass: 1}}", "has no inertia");
    refused("bodies: {b: {}}", "1:13: body 'b' moves and has no mass");
    refused("bodies: {b: {mass: -1}}", "mass = -1, must be > 0");
    for (int i = 0; i < 3; i++) {
        static const char *const huge[] = {"mass: 1e308, shape: {radius: 1e-2",
                                           "mass: 1e308, shape: {radius: 1e2",
                                           "density: 1e308, shape: {radius: 9"};
        char words[128];
        snprintf(words, sizeof words, "bodies: {b: {%s, type: sphere}}}",
                 huge[i]);
        refused(words, "1:13: the mass of body 'b', its density or its "
                       "inertia is too large");
    }
    refused("bodies: {\"b\\e[31m\": {mass: 1}}",
            "a control character, U+001B, as byte 2");
    refused("bodies: {\"b\\x9b\": {mass: 1}}",
            "a control character, U+009B, as byte 2");
    refused("bodies: {b: {mass: 1, density: 1, shape: {type: sphere, radius: "
            "1}}}",
            "give one of them");
    refused("bodies: {b: {mass: 1, shape: {type: ball}}}", "no shape 'ball'");
    refused("bodies: {b: {mass: 1, shape: {type: box}}}", "needs its size");
    refused("bodies: {b: {mass: 1, shape: {type: sphere, radius: 1, size: "
            "[1, 1, 1]}}}",
            "a sphere has no size");
    refused("bodies: {b: {mass: 1, shape: {type: plane}}}", "cannot move");
    refused("bodies: {b: {mass: 1, shape: {type: cone, radius: 1, length: 1, "
            "top: -1}}}",
            "top = -1, must be >= 0");
    refused("bodies: {b: {mass: 1, shape: {type: cylinder, radius: 1, length: "
            "1, top: 1}}}",
            "a cylinder has no top");
    refused("bodies: {b: {mass: 1, shape: {type: hull}}}", "needs its points");
    refused("bodies: {b: {mass: 1, shape: {type: hull, points: 3}}}",
            "points must be a list of [x, y, z]");
    refused("bodies: {b: {mass: 1, shape: {type: hull, points: [[1, 2]]}}}",
            "must be a list of 3");
    refused("bodies: {b: {mass: 1, shape: {type: hull, points: [[0, 0, 0], "
            "[1, 0, 0], [0, 1, 0], [1, 1, 0]]}}}",
            "span no body");
    refused("bodies: {b: {mass: 1, quaternion: [1, 1, 1, 1], shape: {type: "
            "sphere, radius: 1}}}",
            "has length 2, must be 1");
    refused("bodies: {b: {fixed: 1}}", "must be yes or no");
    refused("bodies: {b: {mass: 1, mass: 2}}", "key 'mass' is there twice");
    refused("bodies: {b: {mass: 1, options: {gyroscopc: off}, shape: {type: "
            "sphere, radius: 1}}}",
            "did you mean 'gyroscopic'");
    refused(BALL "laws: {mu: -1}", "option 'mu'");
    refused(BALL "laws: {type: newton}", "newton-impact");
    refused(BALL "laws: {between: [a]}", "must be two groups");
    refused(BALL "joints: {j: {type: revolute, bodies: [b]}}",
            "a revolute joint needs its axis");
    refused(BALL "joints: {j: {type: fixed, bodies: [bb]}}",
            "there is no body 'bb'");
    refused(BALL "joints: {j: {type: fixed, bodies: [b, b]}}",
            "both bodies are 'b'");
    refused("bodies: {a: {fixed: yes}, b: {fixed: yes}}\njoints: {j: {type: fixed, bodies: [a, b]}}",
            ":2:13: joint 'j': none of its bodies moves");
    refused("bodies: {a: {fixed: yes}}\njoints: {j: {type: fixed, bodies: [a]}}", "its body does not move");
    refused(BALL "joints: {j: {type: revolute, bodies: [b], point: [0, 0, 0], "
                 "axis: [0, 0, 1], stops: [1, 0]}}",
            "the first must be less");
    refused(BALL "simulation: {h: 0}", "h = 0, must be > 0");
    refused(BALL "simulation: {T: -1}", "T >= t0");
    refused(BALL "simulation: {thetta: 1}", "did you mean 'theta'");
    refused(BALL "simulation: {theta: 2}", "option 'theta'");
    refused(BALL "simulation: {integrator: euler}", "moreau-jean");
    refused(BALL "parameters: {1a: 3}", "cannot be the name of a parameter");
    refused(BALL "parameters: {a: {unit: m}}", "has no value");
}
END_TEST

/* What one types who has not read the manual: the message says what to type instead. */
START_TEST(first_mistakes_have_a_remedy)
{
    static const char joint[] =
        BALL "joints: {j: {type: revolute, bodies: [b], point: [0, 0, 0], "
             "axis: [0, 0, 0]}}\n";

    refused("bodies:\n\tb: {mass: 1}\n", "indent by blanks");
    refused("bodies:\n  b:\n    colour: #ff0000\n    mass: 1\n"
            "    shape: {type: sphere, radius: 1}\n",
            "3:12: must be a word, this is empty; # begins a comment, so "
            "colours stand in quotes");
    refused("parameters: {w: {value: 1, help: speed, from above}}\n" BALL,
            "no key 'from above'; there are value, unit, help; if this is part "
            "of a text with a comma, put the text in quotes");
    refused("gravity: [0, 0, 9.81 m]\n" BALL,
            "an operator is expected here (numbers have no units");
    refused("gravity: [0, 9.81]\n" BALL, "this is a list of 2");
    refused("gravity: [0, mod(7, 5), 9.81]\n" BALL,
            "this is a list of 4; an expression with a comma stands in quotes");
    refused("simulation: {dt: 1e-3}\n" BALL,
            "1:14: simulation has no option 'dt'; here it is called 'h'");
    refused("simulation: {duration: 1}\n" BALL, "here it is called 'T'");
    refused("laws: {mu: -0.3}\n" BALL, "= -0.3: must be in");
    refused(joint, "axis is zero: it has no direction");
}
END_TEST

START_TEST(all_faults_at_once)
{
    refused("gravity: 1\nbodies: {b: {mass: x}, c: {mass: 1}}\n", "3 findings");
    /* a wrong key hides nothing of what stands beside it */
    static const char many[] =
        "bodies:\n"
        "  a: {mas: 1, force: 3, shape: {type: spere, position: 1, colr: "
        "red}}\n"
        "joints:\n  j: {type: hing, bodies: [b], axis: 2, pont: 1}\n";
    refused(many, "9 findings");
    refused(many, "body has no key 'mas'");
    refused(many, "there is no shape 'spere'");
    refused(many, "shape has no key 'colr'");
    refused(many, "there is no body 'b'");
}
END_TEST

/* In an expression where it is wrong; quotes may stand for more than is between them, so that
 * the place is that of the first one. */
START_TEST(a_fault_of_an_expression_has_its_column)
{
    refused("bodies: {b: {mass: 1 + x}}\n", ":1:24: '1 + x': there is no");
    refused("bodies: {b: {mass: \"1 + x\"}}\n", ":1:20: '1 + x': there is no");
}
END_TEST

/* The only one that is found. */
static void alone(const char *text, const char *words)
{
    refused(text, words);
    refused(text, " 1 finding:");
}

START_TEST(a_fault_has_no_faults_in_its_wake)
{
    alone(BALL "joints: {j: {type: hing, bodies: [b], stop_e: 0.5}}", "hing");
    alone(BALL "joints: {j: {type: fixed, bodies: [bb], stop_e: 0.5}}", "'bb'");
    alone(BALL "joints: {j: {type: fixed, bodies: [b], point: 1}}",
          "3 numbers");
    alone(BALL "joints: {j: {type: revolute, bodies: [b], point: [0, 0, 0]}}",
          "axis");
}
END_TEST

/* ---- hostile text ---- */

START_TEST(hostile_scenes_are_refused)
{
    char deep[4096];

    refused("a: &a [1]\nb: *a\n", "anchors");
    refused("a: !!binary aaaa\n", "tags");
    refused("bodies: {b: {repeat: {i: 1000, j: 1000, k: 1000}, mass: 1}}",
            "repeat makes 1000000000 things");
    refused("bodies: {b: {repeat: {i: 1e9}, mass: 1}}", "from 0 to 1000000");
    refused("bodies: {b: {repeat: {i: 1.5}, mass: 1}}", "whole number");
    refused("bodies: {b: {repeat: {i: 600000}, fixed: yes}, c: {repeat: {i: "
            "600000}, fixed: yes}}",
            "1200000 things");
    refused("a: 1\n---\nb: 1\n", "a second document");
    refused("? [1, 2]\n: 3\n", "a key must be a word");
    refused("a: \"\\0\"\n", "zero character");
    refused("\xff\xfe\xff", "not text");
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    refused(deep, "nested more than 32 deep");
}
END_TEST

/* ---- by calls ---- */

/* Of an option that was said twice the last one counts, for what follows from it, too; and a word in a path is no
 * option. */
START_TEST(what_is_accepted_follows_from_what_was_said_last)
{
    zn_scene *s;

    ck_assert(!zn_scene_new(ctx, &s));
    ck_assert(!zn_scene_set_simulation(s, 0, 1, 1, NULL, "solver_tol=1e-9 solver_tol=1e-2"));
    ck_assert_ptr_nonnull(strstr(zn_scene_options(s), " accept_tol=0.1 "));
    ck_assert(!zn_scene_set_simulation(s, 0, 1, 1, NULL, "save_failed=at/solver_tol=1e-2/on_solver_failure=x"));
    ck_assert_ptr_nonnull(strstr(zn_scene_options(s), " on_solver_failure=accept accept_tol=0.001 "));
    zn_scene_free(s);
}
END_TEST

START_TEST(calls_refuse_what_the_reader_would)
{
    const double nan3[3] = {0, 0, NAN};
    char words[2 * ZN_TEXT_MAX];
    zn_scene *s;

    ck_assert(!zn_scene_new(ctx, &s));
    memset(words, ' ', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    ck_assert(zn_scene_set_simulation(s, 0, 1, 1, NULL, words) == ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx), "too many options");
    ck_assert(zn_scene_set_contacts(s, words) == ZN_EINVAL);
    ck_assert_str_eq(zn_errmsg(ctx), "too many options of contacts");
    ck_assert_str_eq(zn_scene_contact_options(s), "");
    ck_assert(zn_scene_set_gravity(s, nan3) == ZN_EINVAL);
    ck_assert(zn_scene_add_body(s, &(zn_scene_body){.mass = 1}) == ZN_EINVAL);
    ck_assert(!zn_scene_add_body(s, &(zn_scene_body){.name = "a", .mass = 1}));
    ck_assert(zn_scene_add_body(s, &(zn_scene_body){.name = "a"}) == ZN_EEXIST);
    ck_assert(zn_scene_add_shape(s, "b", &(zn_scene_shape){.form = "box"}) ==
              ZN_ENOENT);
    ck_assert(zn_scene_add_shape(s, "a", &(zn_scene_shape){.form = "box"}) ==
              ZN_EINVAL);
    ck_assert(strstr(zn_errmsg(ctx), "body 'a': shape 'box': "));
    ck_assert(zn_scene_add_law(s, &(zn_scene_law){.options = "mu=-1"}) ==
              ZN_EINVAL);
    ck_assert(zn_scene_add_law(s, &(zn_scene_law){.options = "mu"}) ==
              ZN_EINVAL);
    ck_assert(
        zn_scene_add_joint(s, &(zn_scene_joint){.name = "j", .cls = "fixed"}) ==
        ZN_ENOENT);
    zn_model *m;
    ck_assert(zn_scene_build(s, ctx, &m) == ZN_EINVAL && !m);
    ck_assert(strstr(zn_errmsg(ctx), "body 'a': it moves and has no inertia"));
    zn_scene_free(s);
}
END_TEST

/* ---- memory ---- */

static zn_status all_of_it(const zn_allocator *alloc)
{
    return steps_with(alloc, ball, 460); /* as far as the first impact */
}

START_TEST(every_allocation_may_fail)
{
    test_torture(all_of_it);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scene");
    TCase *tc = tcase_create("scene");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, text_and_calls_are_the_same_to_the_bit);
    tcase_add_test(tc, set_changes_what_follows_from_a_parameter);
    tcase_add_test(tc, an_unknown_set_is_refused);
    tcase_add_test(tc, groups_without_a_law_pass_through_each_other);
    tcase_add_test(tc, the_world_may_be_the_first_body_of_a_joint);
    tcase_add_test(tc, contacts_have_options);
    tcase_add_test(tc, halves_are_the_whole);
    tcase_add_test(tc, cones_and_hulls_have_their_mass);
    tcase_add_test(tc, a_capsule_is_the_sum_of_its_discs);
    tcase_add_test(tc, repeat_makes_bodies_and_joints);
    tcase_add_test(tc, messages_say_where_and_what);
    tcase_add_test(tc, first_mistakes_have_a_remedy);
    tcase_add_test(tc, all_faults_at_once);
    tcase_add_test(tc, a_fault_of_an_expression_has_its_column);
    tcase_add_test(tc, a_fault_has_no_faults_in_its_wake);
    tcase_add_test(tc, hostile_scenes_are_refused);
    tcase_add_test(tc, what_is_accepted_follows_from_what_was_said_last);
    tcase_add_test(tc, calls_refuse_what_the_reader_would);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
