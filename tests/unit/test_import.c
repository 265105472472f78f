/* test_import.c - robots in URDF and models in MJCF as scenes
 * SPDX-License-Identifier: Apache-2.0 */
#include "import_test.h"

/* ---- URDF ---- */

static const char robot[] =
    "<?xml version=\"1.0\"?>\n"
    "<robot name=\"two\">\n"
    "<link name=\"base\"><collision><geometry><box size=\"1 1 "
    "0.2\"/></geometry>"
    "</collision></link>\n"
    "<link name=\"arm\"><inertial><origin xyz=\"0 0 1\"/><mass value=\"2\"/>"
    "<inertia ixx=\"0.3\" iyy=\"0.4\" izz=\"0.5\" ixy=\"0\" ixz=\"0\" "
    "iyz=\"0\"/>"
    "</inertial><collision><origin xyz=\"0 0 1\"/><geometry><cylinder "
    "radius=\"0.1\" length=\"2\"/></geometry></collision></link>\n"
    "<link name=\"hand\"><inertial><mass value=\"1\"/><inertia ixx=\"0.1\" "
    "iyy=\"0.2\" izz=\"0.3\"/></inertial><collision><geometry><sphere "
    "radius=\"0.2\"/></geometry></collision></link>\n"
    "<joint name=\"grip\" type=\"fixed\"><parent link=\"arm\"/><child "
    "link=\"hand\"/><origin xyz=\"0 0 4\" rpy=\"0 1.5707963267948966 0\"/>"
    "</joint>\n"
    "<joint name=\"hinge\" type=\"revolute\"><origin xyz=\"1 2 3\" "
    "rpy=\"1.5707963267948966 0 0.5\"/><parent link=\"base\"/><child "
    "link=\"arm\"/><axis xyz=\"0 0 1\"/><limit lower=\"-1\" upper=\"0.5\" "
    "effort=\"3\"/><dynamics damping=\"0.7\" friction=\"0.2\"/></joint>\n"
    "<transmission/><transmission/>\n"
    "</robot>\n";

START_TEST(a_robot_has_its_links_and_joints)
{
    const zn_scene_joint *j;
    const zn_scene_body *b;
    double z[3] = {0, 0, 1}, y[3] = {0, 1, 0}, out[3];

    take("x.urdf", robot);
    ck_assert_str_eq(zn_scene_title(scene), "two");
    ck_assert_int_eq(zn_scene_body_count(scene), 2);
    ck_assert(body("world")->fixed);
    b = body("arm");
    SAME(3, b->position, 1, 2, 3);
    /* about x by 90 degrees, then about the fixed z by 0.5: z becomes -y, turned */
    zn_rotate(b->orientation, z, out);
    SAME(3, out, sin(0.5), -cos(0.5), 0);
    zn_rotate(b->orientation, y, out);
    SAME(3, out, 0, 0, 1);
    /* the hand is welded on: (2 (1) + 1 (4))/3 = 2; about it 2 (1) + 1 (4) = 6 more across,
     * and of its own inertia, turned about y, x and z change places */
    ck_assert_double_eq_tol(b->mass, 3, 1e-14);
    SAME(3, b->centre, 0, 0, 2);
    SAME(9, b->inertia, 0.3 + 0.3 + 6, 0, 0, 0, 0.4 + 0.2 + 6, 0, 0, 0,
         0.5 + 0.1);
    j = joint("hinge");
    ck_assert_str_eq(j->cls, "revolute");
    ck_assert_str_eq(j->body1, "arm");
    ck_assert(!j->body2 && j->stopped);
    SAME(3, j->point, 1, 2, 3);
    SAME(3, j->axis, sin(0.5), -cos(0.5), 0);
    SAME(2, j->stop, -1, 0.5);
    ck_assert(j->damping == 0.7 && j->friction == 0.2);
}
END_TEST

START_TEST(what_is_not_understood_is_said)
{
    take("x.urdf", robot);
    ck_assert_str_eq(said,
                     "x.urdf:7: attribute 'effort' of <limit> is ignored\n"
                     "x.urdf:8: <transmission> is ignored, and 1 more\n");
}
END_TEST

START_TEST(neighbours_do_not_meet)
{
    zn_simulation *sim;
    zn_model *model;

    /* the arm begins within the base; without gravity nothing moves */
    take("x.urdf",
         "<robot><link name='a'><collision><geometry><sphere radius='1'/>"
         "</geometry></collision></link><link name='b'><inertial><mass "
         "value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial><collision>"
         "<geometry><sphere radius='1'/></geometry></collision></link>"
         "<joint name='j' type='continuous'><parent link='a'/><child link='b'/>"
         "<origin xyz='0.5 0 0'/></joint></robot>");
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq(zn_simulation_step_info(sim)->impacts, 0);
    zn_simulation_free(sim);
    zn_model_free(model);
}
END_TEST

#define LINK(name)                                                             \
    "<link name='" name "'><inertial><mass value='1'/><inertia ixx='1' "       \
    "iyy='1' izz='1'/></inertial></link>"
#define JOINT(name, a, b)                                                      \
    "<joint name='" name "' type='fixed'><parent link='" a                     \
    "'/><child link='" b "'/></joint>"

START_TEST(robots_that_cannot_be_are_refused)
{
    refused("x.urdf", "<robot/>", "a robot needs links");
    refused("x.urdf", "<sdf/>", "<sdf> is neither <robot> (URDF) nor");
    refused("x.urdf",
            "<robot>" LINK("a") LINK("b") LINK("c") JOINT("i", "b", "c")
                JOINT("j", "c", "b") "</robot>",
            "joint 'i' hangs on nothing: links in a circle");
    refused("x.urdf",
            "<robot>" LINK("a") LINK("b") JOINT("i", "a", "b")
                JOINT("j", "a", "b") "</robot>",
            "link 'b' has two parents");
    refused("x.urdf", "<robot>" LINK("a") LINK("b&#x9b;") "<joint name='j' "
                                            "type='floating'><parent "
                                            "link='a'/><child "
                                            "link='b&#x9b;'/></joint></robot>",
            "a control character, U+009B, as byte 2");
    refused("x.urdf", "<robot>" LINK("a") JOINT("i", "a", "z") "</robot>",
            "there is no link 'z'");
    refused("x.urdf",
            "<robot>" LINK("a") "<link name='b'/><joint name='j' "
                                "type='floating'><parent link='a'/><child "
                                "link='b'/></joint></robot>",
            "'b' moves and has no mass");
    refused("x.urdf",
            "<robot>" LINK("a")
                LINK("b") "<joint name='j' type='hinge'><parent "
                          "link='a'/><child link='b'/></joint>"
                          "</robot>",
            "there is no joint 'hinge'; there are revolute");
    refused("x.urdf",
            "<robot><link name='a'><collision><geometry><sphere radius='1 2'/>"
            "</geometry></collision></link></robot>",
            "'1 2': must be 1 number");
    refused("x.urdf",
            "<robot><link name='a'><collision><origin xyz='0 0 nan'/><geometry>"
            "<sphere radius='1'/></geometry></collision></link></robot>",
            "'0 0 nan': must be 3 numbers");
    refused("x.urdf",
            "<robot><link name='a'><collision><geometry><sphere radius='-1'/>"
            "</geometry></collision></link></robot>",
            "radius");
    refused("x.urdf",
            "<robot>" LINK("a") LINK("b") "<joint name='j' type='revolute'>"
                                          "<parent link='a'/><child link='b'/>"
                                          "<axis xyz='0 0 0'/></joint></robot>",
            "the axis (0, 0, 0) has no direction");
}
END_TEST

/* ---- MJCF ---- */

START_TEST(a_model_has_its_bodies)
{
    const zn_scene_body *b;
    double x[3] = {1, 0, 0}, out[3];

    take("x.xml",
         "<mujoco model='m'><compiler angle='radian'/>"
         "<option timestep='0.004' gravity='1 2 3'/>"
         "<default><geom density='500'/><default class='h'><geom "
         "density='2000'/></default></default>"
         "<worldbody><geom type='plane' size='1 1 1'/>"
         "<body name='a' pos='1 0 0' euler='0.3 0.2 0'><freejoint/>"
         "<geom size='0.5'/>"
         "<body name='b' pos='0 0 1'><joint name='j' axis='0 0 2'/>"
         "<geom class='h' type='box' size='1 2 3'/>"
         "<geom type='capsule' fromto='0 0 0 4 0 0' size='0.5' mass='7'/>"
         "</body></body></worldbody></mujoco>");
    double t[3];
    zn_scene_times(scene, t);
    ck_assert(t[1] == 0.004);
    b = body("a");
    SAME(3, b->position, 1, 0, 0);
    ck_assert_double_eq_tol(b->mass, 500 * acos(-1) / 6, 1e-12);
    /* about x, then about the new y: x' = Rx(0.3) Ry(0.2) x */
    zn_rotate(b->orientation, x, out);
    SAME(3, out, cos(0.2), sin(0.3) * sin(0.2), -cos(0.3) * sin(0.2));
    b = body("b");
    /* sizes are halves: 2 x 4 x 6 at 2000, and 7 kg at x = 2 */
    ck_assert_double_eq_tol(b->mass, 96007, 1e-9);
    ck_assert_double_eq_tol(b->centre[0], 14.0 / 96007, 1e-15);
    ck_assert_str_eq(joint("j")->body2, "a");
    /* z of a, the axis made one of length 1 */
    SAME(3, joint("j")->axis, sin(0.2), -sin(0.3) * cos(0.2),
         cos(0.3) * cos(0.2));
    for (zn_index i = 0; i < zn_scene_shape_count(scene); i++) {
        const zn_scene_shape *s = zn_scene_shape_at(scene, i, NULL);
        if (strcmp(s->form, "capsule") == 0) {
            ck_assert_double_eq_tol(s->size[1], 4, 1e-15);
            SAME(3, s->position, 2, 0, 0);
            zn_rotate(s->orientation, (double[]){0, 0, 1}, out);
            SAME(3, out, 1, 0, 0);
        }
    }
}
END_TEST

/* A mass at x = 1 of a hinge about y falls as that turns forward, down to the stop at
 * 20 degrees. The reference of the joint is where it begins. */
START_TEST(a_hinge_turns_forward_to_its_stop)
{
    zn_simulation *sim;
    zn_model *model;
    const double *q;

    take(
        "x.xml",
        "<mujoco><worldbody><body name='b'><joint name='j' axis='0 1 0' "
        "range='-10 50' ref='30' damping='0.5'/><inertial pos='1 0 0' mass='1' "
        "diaginertia='0.1 0.1 0.1'/></body></worldbody></mujoco>");
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
    MUST(zn_simulation_run(sim));
    q = zn_simulation_q(sim, zn_model_ds(model, "b"));
    ck_assert_double_eq_tol(q[0], cos(20 * acos(-1) / 180), 1e-5);
    ck_assert_double_eq_tol(q[2], -sin(20 * acos(-1) / 180), 1e-5);
    zn_simulation_free(sim);
    zn_model_free(model);
}
END_TEST

START_TEST(joints_of_one_body_are_one)
{
    static const struct {
        const char *joints, *cls;
    } cases[] = {
        {"<joint type='ball'/>", "spherical"},
        {"<joint type='slide' axis='1 0 0'/>", "prismatic"},
        {"<joint type='slide'/><joint axis='0 0 -1'/>", "cylindrical"},
        {"<joint type='slide' axis='1 0 0'/><joint type='slide' axis='1 1 0'/>"
         "<joint/>",
         "planar"},
        {"<joint axis='1 0 0'/><joint axis='0 1 0'/><joint/>", "spherical"},
        {"<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
         "<joint type='slide'/><joint type='ball'/>",
         NULL},
        {"<joint type='free'/>", NULL}};
    char text[600];

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        snprintf(text, sizeof text,
                 "<mujoco><worldbody><body>%s<geom size='1'/></body>"
                 "</worldbody></mujoco>",
                 cases[k].joints);
        take("x.xml", text);
        ck_assert_int_eq(zn_scene_joint_count(scene), cases[k].cls != NULL);
        if (cases[k].cls)
            ck_assert_str_eq(zn_scene_joint_at(scene, 0)->cls, cases[k].cls);
    }
}
END_TEST

/* Friction of a pair is the larger; bits say who meets. */
START_TEST(geoms_have_friction_and_bits)
{
    zn_simulation *sim;
    zn_model *model;
    double x[2];

    take(
        "x.xml",
        "<mujoco><option gravity='5 0 -10'/><worldbody>"
        "<geom type='plane' size='1 1 1' friction='0.1'/>"
        "<body name='a' pos='0 0 0.5'><freejoint/><geom type='box' size='.5 .5 "
        ".5' friction='0.6'/></body>"
        "<body name='b' pos='0 5 0.5'><freejoint/><geom type='box' size='.5 .5 "
        ".5' friction='0.2'/></body>"
        "<body name='c' pos='0 9 0.5'><freejoint/><geom type='box' size='.5 .5 "
        ".5' contype='0' conaffinity='0'/></body>"
        "</worldbody></mujoco>");
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
    MUST(zn_simulation_advance_to(sim, 1));
    x[0] = zn_simulation_q(sim, zn_model_ds(model, "a"))[0];
    x[1] = zn_simulation_q(sim, zn_model_ds(model, "b"))[0];
    /* 5 < 0.6 10: it sticks, after a first step without contact: g h^2 = 2e-5 */
    ck_assert_double_eq_tol(x[0], 0, 1e-4);
    /* a = 5 - 0.2 10 = 3; the scheme's first step is half a step off: a h t/2 */
    ck_assert_double_eq_tol(x[1], 1.5, 5e-3);
    ck_assert_double_eq_tol(zn_simulation_q(sim, zn_model_ds(model, "c"))[2],
                            0.5 - 5, 0.05); /* it falls through */
    zn_simulation_free(sim);
    zn_model_free(model);
}
END_TEST

START_TEST(models_that_cannot_be_are_refused)
{
#define WORLD(what) "<mujoco><worldbody>" what "</worldbody></mujoco>"
    refused("x.xml", WORLD("<body><joint/></body>"), "moves and has no mass");
    refused("x.xml",
            WORLD("<body><joint/><joint type='ball'/><geom size='1'/></body>"),
            "1 hinges, 0 slides, 1 balls");
    refused("x.xml",
            WORLD("<body><joint type='screw'/><geom size='1'/></body>"),
            "there is no joint 'screw'");
    refused("x.xml", WORLD("<geom class='no' size='1'/>"),
            "there is no default class 'no'");
    refused("x.xml", WORLD("<body><joint class='no'/><geom size='1'/></body>"),
            "there is no default class 'no'");
    refused("x.xml", "<mujoco><default/><default class='a'/></mujoco>",
            "a second <default> outside of others");
    refused("x.xml", WORLD("<geom type='box' size='1 2'/>"),
            "a box needs 3 sizes, it has 2");
    refused("x.xml", WORLD("<geom size='-1'/>"), "radius");
    refused("x.xml", WORLD("<body xyaxes='1 0 0 2 0 0'/>"), "span no plane");
    refused("x.xml", WORLD("<geom size='1' friction='-1'/>"), "friction -1");
    refused("x.xml", "<mujoco><compiler coordinate='global'/></mujoco>",
            "global coordinates are not read");
    refused("x.xml", "<mujoco><option timestep='0'/></mujoco>",
            "timestep = 0, must be > 0");
    refused("x.xml",
            "<mujoco><equality><connect body1='q' anchor='0 0 0'/></equality>"
            "</mujoco>",
            "there is no body 'q'");
}
END_TEST

/* ---- XML ---- */

START_TEST(text_that_is_no_xml_is_refused)
{
    char deep[2000] = "";

    refused("x.xml", "", "no element found: is it XML?");
    refused("x.xml", "hello", "x.xml:1:1: syntax error: is it XML?");
    refused("x.xml", "<a>\n<b></a>",
            "x.xml:2:6: mismatched tag, in <b> of line 2");
    refused("x.xml", "<a>\n <b>\n", "no element found, in <b> of line 2");
    refused("x.xml", "<a b=1/>", "not well-formed");
    refused("x.xml", "<a b/>", "x.xml:1:5: not well-formed");
    refused("x.xml", "<a b='1' b='2'/>", "x.xml:1:10: duplicate attribute");
    refused("x.xml", "<a b='1", "unclosed token");
    refused("x.xml", "<a b='<'/>", "not well-formed");
    refused("x.xml", "<a b='&lol;'/>", "undefined entity");
    refused("x.xml", "<a b='&#0;'/>", "invalid character number");
    refused("x.xml", "<!DOCTYPE a [<!ENTITY b 'bb'>]><a/>",
            "document types and what they declare are not read");
    refused("x.xml", "<a/><b/>", "junk after document element");
    refused("x.xml", "<!-- <a/>", "unclosed token");
    refused("x.xml", "</a>", "not well-formed");
    for (int k = 0; k < 100; k++)
        strcat(deep, "<a>");
    refused("x.xml", deep, "deeper than 64 levels");
    refused("x.xml", "<a b='\xe9'/>", "not well-formed");
    refused("x.xml", "<a b='\xe2\x82'/>", "not well-formed");
    refused("x.xml", "<mujoco>\n<option a='1>2'\n timestep='x'/></mujoco>",
            "x.xml:3:2: 'x': must be 1 number");
}
END_TEST

START_TEST(characters_may_be_numbers)
{
    take("x.xml", "\xef\xbb\xbf<?xml version='1.0'?><!-- > -->"
                  "<mujoco model='a&lt;&#x41;&#66;&amp;&#xe9;'><worldbody>"
                  "<body name='b'><freejoint/><geom size='1'/></body>"
                  "</worldbody><![CDATA[<x>]]></mujoco>\n");
    ck_assert_str_eq(zn_scene_title(scene), "a<AB&\xc3\xa9");
}
END_TEST

/* ---- as YAML again ---- */

START_TEST(what_is_in_a_body_and_not_read_is_said)
{
    take("x.xml", "<mujoco><worldbody><body name='b'><freejoint/><geom size='1'/>"
                  "<plume/></body></worldbody></mujoco>");
    ck_assert_ptr_nonnull(strstr(said, "<plume> is ignored"));
}
END_TEST

/* What is written reads back, and is written the same. */
START_TEST(scenes_are_written_as_they_are)
{
    static const char more[] =
        "title: \"a \\\"title\\\"\"\ngravity: [0.1, 0, -9.81]\n"
        "plugins: [MotorPlugin, \"a: b\"]\n"
        "laws: [{between: [g, default], mu_r: 0.01, mu: 1/3}, {between: g, "
        "type: none}]\n"
        "bodies:\n"
        "  a: {mass: 1, birth: 0.5, death: 7, rotation: {axis: [1, 2, 3], "
        "angle: 1},"
        " position: [0.1, 0.2, 0.3], velocity: [1, 2, 3], spin: [0, 0, 1], "
        "force: [1, 0, 0],"
        " options: {gyroscopic: carried}, shapes: [{type: cone, radius: 0.1, "
        "length: 0.3, top: 0.05},"
        " {type: hull, points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "
        "group: g}]}\n"
        "  b: {density: 7, position: [9, 0, 0], shape: {type: box, size: [1, "
        "2, 3], colour: '#102030'}}\n"
        "  c: {fixed: yes, shape: {type: plane, normal: [1, 1, 3]}}\n"
        "  d: {mass: 3, inertia: [1, 2, 2.5, 0.1, 0, 0], centre: [0, 0.1, 0]}\n"
        "joints:\n"
        "  j: {type: revolute, bodies: [b], point: [9, 0, 0], axis: [0, 1, 0], "
        "stops: [-1, 2],"
        " motor: 2 - 0.1*u, damping: 0.3, rest: 0.2, stiffness: 1, meet: yes}\n"
        "  k: {type: screw, bodies: [d], axis: [1, 1, 0], pitch: 0.01}\n"
        "  l: {type: spring, bodies: [b, d], point: [0, 0, 0], point2: [1, 0, "
        "0], stiffness: 10,"
        " motion: sin(t), strongest: 3}\n"
        "  m: {type: bushing, bodies: [b, d], point: [1, 2, 3], stiffness: [1, "
        "2, 3, 4, 5, 6], damping: [0, 0, 0, 0, 0, 0.1]}\n"
        "contacts: {reach: 0.05, narrow: exact}\n"
        "simulation: {h: 1e-3, T: 2, theta: 0.7, projection: none, "
        "solver.max_iter: 30}\n";
    char *text[2];

    take("x.yaml", more);
    for (int k = 0; k < 2; k++) {
        size_t n;
        FILE *out = open_memstream(&text[k], &n);
        ck_assert(out != NULL);
        MUST(zn_scene_write(scene, out));
        fclose(out);
        if (!k)
            take("again.yaml", text[0]);
    }
    ck_assert_str_eq(text[0], text[1]);
    ck_assert(strstr(text[0], "  - \"MotorPlugin\"\n  - \"a: b\"\n"));
    ck_assert(strstr(text[0], "mu: 0.333333333333333"));
    ck_assert(strstr(text[0], "motor: \"2 - 0.1*u\""));
    ck_assert(strstr(text[0], "narrow: \"exact\"") ||
              strstr(text[0], "narrow: exact"));
    free(text[0]);
    free(text[1]);
}
END_TEST

/* Whatever a text has of characters: what YAML takes for ends of lines or for no text, too. */
START_TEST(any_text_is_written)
{
    static const char all[] =
        "<mujoco model='&#10;&#x7f;&#x85;&#xa0;&#xe9;&#x2028;&#xfeff;"
        " &#x1f600;\\&quot;'><worldbody><body name='b: {'>"
        "<freejoint/><geom size='1'/></body></worldbody></mujoco>";
    char title[100], *text;
    size_t n;

    take("x.xml", all);
    snprintf(title, sizeof title, "%s", zn_scene_title(scene));
    for (int k = 0; k < 2; k++) {
        FILE *out = open_memstream(&text, &n);
        ck_assert(out != NULL);
        MUST(zn_scene_write(scene, out));
        fclose(out);
        take("again.yaml", text);
        free(text);
        ck_assert_str_eq(zn_scene_title(scene),
                         k ? "\x01\xc3\xa9\xc3\xa2(" : title);
        body(k ? "b" : "b: {");
        if (!k) { /* bytes of a program that are no UTF-8 are those of Latin 1 */
            take("x.yaml", "bodies: {b: {fixed: yes}}");
            MUST(zn_scene_set_title(scene, "\x01\xe9\xe2("));
        }
    }
}
END_TEST

static zn_status all_of_it(const zn_allocator *alloc)
{
    static const char model[] =
        "<mujoco><default><default class='a'><geom density='2'/></default>"
        "</default><worldbody><body><joint/><geom class='a' size='1' "
        "rgba='1 0 0 1'/><site/></body></worldbody></mujoco>";
    zn_scene *s = NULL, *t = NULL;
    zn_ctx *c;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_scene_read_text(c, "x.urdf", robot, strlen(robot), 0, NULL, &s);
    if (!st)
        st = zn_scene_read_text(c, "x.xml", model, strlen(model), 0, NULL, &t);
    zn_scene_free(s);
    zn_scene_free(t);
    zn_ctx_free(c);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    test_torture(all_of_it);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("import");
    TCase *tc = tcase_create("import");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_robot_has_its_links_and_joints);
    tcase_add_test(tc, what_is_not_understood_is_said);
    tcase_add_test(tc, neighbours_do_not_meet);
    tcase_add_test(tc, robots_that_cannot_be_are_refused);
    tcase_add_test(tc, a_model_has_its_bodies);
    tcase_add_test(tc, a_hinge_turns_forward_to_its_stop);
    tcase_add_test(tc, joints_of_one_body_are_one);
    tcase_add_test(tc, geoms_have_friction_and_bits);
    tcase_add_test(tc, models_that_cannot_be_are_refused);
    tcase_add_test(tc, text_that_is_no_xml_is_refused);
    tcase_add_test(tc, characters_may_be_numbers);
    tcase_add_test(tc, what_is_in_a_body_and_not_read_is_said);
    tcase_add_test(tc, scenes_are_written_as_they_are);
    tcase_add_test(tc, any_text_is_written);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
