/* test_import_couple.c - hinges and slides that follow others: mimic of URDF, equality of joints of MJCF
 * SPDX-License-Identifier: Apache-2.0 */
#include "import_test.h"

static zn_simulation *sim;
static zn_model *model;

static void run_to(double t)
{
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
    MUST(zn_simulation_advance_to(sim, t));
}

static void done(void)
{
    zn_simulation_free(sim);
    zn_model_free(model);
}

/* The angle of one body seen from another one (NULL: the world) about axis k of it. */
static double angle(const char *name, const char *from, int k)
{
    const double *q = zn_simulation_q(sim, zn_model_ds(model, name));
    double back[4] = {1, 0, 0, 0}, p[4];

    if (from) {
        const double *f = zn_simulation_q(sim, zn_model_ds(model, from));
        for (int i = 0; i < 4; i++)
            back[i] = i ? -f[3 + i] : f[3];
    }
    zn_quaternion_product(back, q + 3, p);
    return 2 * atan2(p[1 + k], p[0]);
}

static double rate(const char *name)
{
    return zn_simulation_v(sim, zn_model_ds(model, name))[4];
}

#define MATTER(at, mass, inertia)                                              \
    "<inertial><origin xyz='" at "'/><mass value='" mass                       \
    "'/><inertia ixx='" inertia "' iyy='" inertia "' izz='" inertia            \
    "'/></inertial>"
#define HINGE(name, parent, at, axis, more)                                    \
    "<joint name='j" name "' type='revolute'><parent link='" parent            \
    "'/><child link='" name "'/><origin xyz='" at "'/><axis xyz='" axis        \
    "'/>" more "</joint>"
#define ROBOT(more)                                                            \
    "<robot><link name='base'/><link name='a'>" MATTER(                        \
        "1 0 0", "1",                                                          \
        "0.1") "</link><link name='b'>" MATTER("0 0 0", "5",                   \
                                               "0.1") "</link>" more           \
                                                      "</robot>"

/* A pendulum of 1.1 kg m^2 about its hinge drives a wheel of 0.1 three times as fast, so it begins as
 * one of 1.1 + 9 (0.1) = 2 would: m g L/2 = 4.905 rad/s^2. Far along the axis, where there is no line
 * of centres. */
START_TEST(a_wheel_follows_a_pendulum)
{
    take("x.urdf", ROBOT(HINGE("a", "base", "0 0 0", "0 1 0", "") HINGE(
                       "b", "base", "0 7 0", "0 2 0",
                       "<mimic joint='ja' multiplier='-3' offset='0.4'/>"
                       "<limit lower='-1' upper='2'/>")));
    ck_assert_str_eq(said, "");
    ck_assert_str_eq(joint("jb.mimic")->cls, "coupler");
    SAME(2, joint("jb")->stop, -1.4, 1.6);
    SAME(4, body("b")->orientation, cos(0.2), 0, sin(0.2), 0);
    run_to(0.05);
    /* cos q falls by q^2/2 = 2e-5 until then */
    ck_assert_double_eq_tol(rate("a"), 4.905 * 0.05, 1e-5);
    ck_assert_double_eq_tol(rate("b"), -3 * rate("a"), 1e-9);
    MUST(zn_simulation_advance_to(sim, 0.3));
    ck_assert_double_gt(angle("a", NULL, 1), 0.15);
    ck_assert_double_eq_tol(angle("b", NULL, 1), 0.4 - 3 * angle("a", NULL, 1),
                            1e-7);
    done();
}
END_TEST

/* Both hinges on an arm that swings: angles are those from the arm. */
START_TEST(followers_may_be_carried)
{
    static const struct {
        const char *axis, *cls;
        int k;
    } cases[] = {{"0 -1 0", "gear", 1}, {"1 0 0", "bevel-gear", 0}};
    char text[2000];

    for (int c = 0; c < 2; c++) {
        const double sense = c ? 1 : -1;
        snprintf(text, sizeof text,
                 ROBOT("<link name='arm'>" MATTER(
                     "0.5 0 0", "2",
                     "0.3") "</link>" HINGE("arm", "base", "0 0 3", "0 1 0", "")
                           HINGE("a", "arm", "1 0 0", "0 1 0", "")
                               HINGE("b", "arm", "0.3 4 0.2", "%s",
                                     "<mimic joint='ja' multiplier='2'/>")),
                 cases[c].axis);
        take("x.urdf", text);
        ck_assert_str_eq(said, "");
        ck_assert_str_eq(joint("jb.mimic")->cls, cases[c].cls);
        run_to(0.4);
        ck_assert_double_gt(fabs(angle("arm", NULL, 1)), 0.3);
        ck_assert_double_gt(fabs(angle("a", "arm", 1)), 0.05);
        ck_assert_double_eq_tol(sense * angle("b", "arm", cases[c].k),
                                2 * angle("a", "arm", 1), 1e-6);
        done();
    }
}
END_TEST

START_TEST(one_follows_another_that_follows)
{
    take("x.urdf",
         ROBOT("<link name='c'>" MATTER("0 0 0", "1", "0.2") "</link>" HINGE(
             "b", "base", "0 3 0", "0 1 0",
             "<mimic joint='jc' multiplier='2' offset='0.1'/>")
                   HINGE("c", "base", "0 5 0", "0 1 0",
                         "<mimic joint='ja' offset='0.2'/>")
                       HINGE("a", "base", "0 0 0", "0 1 0", "")));
    run_to(0.1);
    const double a = angle("a", NULL, 1);
    ck_assert_double_gt(a, 0.01);
    ck_assert_double_eq_tol(angle("c", NULL, 1), a + 0.2, 1e-8);
    ck_assert_double_eq_tol(angle("b", NULL, 1), 2 * (a + 0.2) + 0.1, 1e-8);
    done();
}
END_TEST

START_TEST(what_cannot_follow_is_said)
{
    refused(
        "x.urdf",
        ROBOT(HINGE("a", "base", "0 0 0", "0 1 0", "<mimic joint='jb'/>")
                  HINGE("b", "base", "0 0 0", "0 1 0", "<mimic joint='ja'/>")),
        "joint 'ja' mimics itself, in a circle");
    refused("x.urdf",
            ROBOT(HINGE("a", "base", "0 0 0", "0 1 0", "") HINGE(
                "b", "base", "0 0 0", "0 1 0", "<mimic joint='q'/>")),
            "there is no joint 'q'");
    refused("x.urdf",
            ROBOT(HINGE("a", "base", "0 0 0", "0 1 0", "")
                      HINGE("b", "base", "0 0 0", "0 1 0", "<mimic/>")),
            "<mimic> needs its joint");
    take("x.urdf", ROBOT(HINGE("a", "base", "0 0 0", "0 1 0", "") HINGE(
                       "b", "a", "0 0 0", "0 1 0", "<mimic joint='ja'/>")));
    ck_assert_str_eq(said, "x.urdf:1: <mimic> of hinges that are not of one "
                           "body is ignored\n");
    ck_assert_int_eq(zn_scene_joint_count(scene), 2);
}
END_TEST

/* ---- slides ---- */

#define SLIDE(name, parent, axis, more)                                        \
    "<joint name='j" name "' type='prismatic'><parent link='" parent           \
    "'/><child link='" name "'/><origin xyz='0 0 2'/><axis xyz='" axis         \
    "'/>" more "</joint>"

/* Advance of a body along an axis of the world. */
static double place(const char *name, int k)
{
    return zn_simulation_q(sim, zn_model_ds(model, name))[k];
}

/* 1 kg that falls pulls 5 kg along twice as far: (1 + 4 (5)) s'' = -g. Where it hangs begins at the
 * offset. */
START_TEST(a_slide_follows_a_weight)
{
    const double t = 0.4, s = -9.81 / 21 * t * t / 2;

    take("x.urdf",
         ROBOT(SLIDE("a", "base", "0 0 3", "")
                   SLIDE("b", "base", "0 2 0",
                         "<mimic joint='ja' multiplier='-2' offset='0.3'/>"
                         "<limit lower='-1' upper='2'/>")));
    ck_assert_str_eq(said, "");
    ck_assert_str_eq(joint("jb.mimic")->cls, "slide-coupler");
    SAME(2, joint("jb")->stop, -1.3, 1.7);
    SAME(3, body("b")->position, 0, 0.3, 2);
    run_to(t);
    ck_assert_double_eq_tol(place("a", 2), 2 + s, 1e-9);
    ck_assert_double_eq_tol(place("b", 1), 0.3 - 2 * s, 1e-9);
    ck_assert_double_eq_tol(place("b", 2), 2, 1e-9);
    done();
}
END_TEST

/* With what carries them a row would have three bodies. */
START_TEST(slides_on_what_moves_are_told)
{
    take("x.urdf", ROBOT("<link name='arm'>" MATTER("0 0 0", "2", "0.3") "</link>" SLIDE(
                       "arm", "base", "1 0 0",
                       "") SLIDE("a", "arm", "0 1 0",
                                 "") SLIDE("b", "arm", "0 -1 0",
                                           "<mimic joint='ja'/>")));
    ck_assert_str_eq(
        said, "x.urdf:1: <mimic> of slides on a link that moves is ignored\n");
    ck_assert_int_eq(zn_scene_joint_count(scene), 3);
    take("x.urdf", ROBOT(SLIDE("a", "base", "0 1 0", "")
                             HINGE("b", "base", "0 0 0", "0 1 0",
                                   "<mimic joint='ja'/>")));
    ck_assert_ptr_nonnull(
        strstr(said, "<mimic> other than of two hinges or two slides is"));
    take("x.urdf", ROBOT(SLIDE("a", "base", "0 1 0", "")
                             SLIDE("b", "base", "0 1 0",
                                   "<mimic joint='ja' multiplier='0'/>")));
    ck_assert_ptr_nonnull(strstr(said, "<mimic> with multiplier 0 is"));
}
END_TEST

#define SLIDES(equality)                                                       \
    "<mujoco><worldbody><body name='a'><joint name='ja' type='slide' axis='0 " \
    "0 1'/><inertial pos='0 0 0' mass='1' diaginertia='.1 .1 .1'/></body>"     \
    "<body name='b'><joint name='jb' type='slide' axis='1 0 0'/><inertial "    \
    "pos='0 0 0' mass='5' diaginertia='.1 .1 .1'/></body></worldbody>"         \
    "<equality>" equality "</equality></mujoco>"

/* The same weight in MJCF. */
START_TEST(slides_are_equal_up_to_a_factor)
{
    const double t = 0.4, s = -9.81 / 21 * t * t / 2;

    take("x.xml",
         SLIDES("<joint name='k' joint1='jb' joint2='ja' polycoef='0 2'/>"));
    ck_assert_str_eq(said, "");
    ck_assert_str_eq(joint("k")->cls, "slide-coupler");
    run_to(t);
    ck_assert_double_eq_tol(place("a", 2), s, 1e-9);
    ck_assert_double_eq_tol(place("b", 0), 2 * s, 1e-9);
    done();
}
END_TEST

/* ---- MJCF ---- */

#define MODEL(equality)                                                        \
    "<mujoco><worldbody><body name='a'><joint name='ja' axis='0 1 0' "         \
    "ref='20'/><inertial pos='1 0 0' mass='1' diaginertia='.1 .1 .1'/></body>" \
    "<body name='b' pos='0 7 0'><joint name='jb' axis='0 1 0'/><inertial "     \
    "pos='0 0 0' mass='5' diaginertia='.1 .1 .1'/></body></worldbody>"         \
    "<equality>" equality "</equality></mujoco>"

/* The same pendulum and wheel. */
START_TEST(joints_are_equal_up_to_a_factor)
{
    take("x.xml", MODEL("<joint name='k' joint1='jb' joint2='ja' "
                        "polycoef='0 -3 0 0 0'/>"));
    ck_assert_str_eq(said, "");
    ck_assert_str_eq(joint("k")->cls, "coupler");
    run_to(0.05);
    ck_assert_double_eq_tol(rate("a"), 4.905 * 0.05, 1e-5);
    ck_assert_double_eq_tol(rate("b"), -3 * rate("a"), 1e-9);
    done();
    take("x.xml", MODEL("<joint joint1='ja'/>"));
    run_to(0.5);
    ck_assert_double_eq_tol(angle("a", NULL, 1), 0, 1e-9);
    done();
    take("x.xml", MODEL("<joint joint1='ja' active='false'/>"));
    ck_assert_int_eq(zn_scene_joint_count(scene), 2);
    ck_assert_ptr_null(joint("ja")->motion);
}
END_TEST

START_TEST(equalities_that_cannot_be_are_said)
{
    take("x.xml", MODEL("<joint joint1='ja' joint2='jb' polycoef='0.1 1'/>"
                        "<joint joint1='ja' joint2='jb' polycoef='0 1 2'/>"
                        "<joint joint1='ja' joint2='q'/>"
                        "<joint joint1='ja' joint2='ja'/>"));
    ck_assert_str_eq(
        said, "x.xml:1: polycoef other than '0 FACTOR' of <equality> is "
              "ignored, and 1 more\n"
              "x.xml:1: <joint> of <equality> without its joints, each of one "
              "axis, is ignored\n"
              "x.xml:1: <joint> of <equality> other than of hinges of one body, "
              "or of slides of the world, is ignored\n");
    refused("x.xml", MODEL("<joint joint1='ja' joint2='jb' polycoef='x'/>"),
            "must be 1 to 5 numbers");
}
END_TEST

/* ---- tendons ---- */

#define FIXED(name, joints) "<fixed name='" name "'>" joints "</fixed>"
#define TERM(joint, coef) "<joint joint='" joint "' coef='" coef "'/>"
#define TIED(tendons, equality)                                                \
    "<mujoco><tendon>" tendons "</tendon><worldbody>"                          \
    "<body name='a'><joint name='ja' axis='0 1 0' ref='20'/>"                  \
    "<inertial pos='1 0 0' mass='1' diaginertia='.1 .1 .1'/></body>"           \
    "<body name='b' pos='0 7 0'><joint name='jb' axis='0 1 0'/>"               \
    "<inertial pos='0 0 0' mass='5' diaginertia='.1 .1 .1'/></body>"           \
    "<body name='d' pos='0 9 0'><joint name='jd' axis='0 1 0'/>"               \
    "<inertial pos='0 0 0' mass='5' diaginertia='.1 .1 .1'/></body>"           \
    "</worldbody><equality>" equality "</equality></mujoco>"

/* The pendulum with the wheel again: 6 a + 2 b keeps its length; so does b's with -3 of a's, and what
 * two tendons have in common counts once. The third wheel has its rest. */
START_TEST(tendons_keep_their_lengths)
{
    static const char *const texts[] = {
        TIED(FIXED("t", TERM("ja", "6") TERM("jb", "2")),
             "<tendon name='k' tendon1='t'/>"),
        TIED(FIXED("t", TERM("jb", "1")) FIXED("s", TERM("ja", "1.5")),
             "<tendon name='k' tendon1='t' tendon2='s' polycoef='0 -2 0 0 0'/>"),
        TIED(FIXED("t", TERM("jb", "1") TERM("ja", "5"))
                 FIXED("s", TERM("ja", "4")),
             "<tendon name='k' tendon1='t' tendon2='s' polycoef='0 .5 0 0 0'/>"),
        /* two sections */
        TIED(FIXED("t", TERM("ja", "6")) "</tendon><tendon>"
                 FIXED("s", TERM("jb", "-2")),
             "<tendon name='k' tendon1='s' tendon2='t'/>"),
    };

    for (int k = 0; k < 4; k++) {
        take("x.xml", texts[k]);
        ck_assert_str_eq(said, "");
        ck_assert_str_eq(joint("k")->cls, "coupler");
        run_to(0.05);
        ck_assert_double_eq_tol(rate("a"), 4.905 * 0.05, 1e-5);
        ck_assert_double_eq_tol(rate("b"), -3 * rate("a"), 1e-9);
        ck_assert_double_eq_tol(rate("d"), 0, 1e-12);
        done();
    }
    take("x.xml", TIED(FIXED("t", TERM("ja", "-2")), "<tendon tendon1='t'/>"));
    ck_assert_str_eq(said, "");
    run_to(0.5);
    ck_assert_double_eq_tol(angle("a", NULL, 1), 0, 1e-9);
    done();
    take("x.xml", TIED(FIXED("t", TERM("ja", "1") TERM("jb", "0")),
                       "<tendon tendon1='t' active='false'/>"));
    ck_assert_str_eq(said, "");
    ck_assert_ptr_null(joint("ja")->motion);
}
END_TEST

START_TEST(tendons_that_cannot_be_are_said)
{
    take("x.xml",
         TIED("<spatial name='z'/>"
              "<fixed name='t' stiffness='3'>" TERM("ja", "1") TERM("jb", "1")
                  TERM("jd", "1") "</fixed>" FIXED("s", TERM("q", "1"))
                      FIXED("u", TERM("ja", "1")),
              "<tendon tendon1='t'/><tendon tendon1='s'/>"
              "<tendon tendon1='u' polycoef='1'/>"
              "<tendon tendon1='u' tendon2='u' polycoef='0 1 2 0 0'/>"));
    ck_assert_ptr_nonnull(strstr(said, "<spatial> is ignored\n"));
    ck_assert_ptr_nonnull(strstr(said, "stiffness"));
    ck_assert_ptr_nonnull(strstr(
        said, "<tendon> of <equality> of more than two joints is ignored\n"));
    ck_assert_ptr_nonnull(strstr(
        said, "with joints that have not one axis each, is ignored\n"));
    ck_assert_ptr_nonnull(strstr(said, "polycoef other than '0 FACTOR' of "
                                       "<equality> is ignored, and 1 more\n"));
    ck_assert_ptr_null(joint("ja")->motion);
    take("x.xml", TIED(FIXED("t", TERM("ja", "1e308") TERM("jb", "1e-308")),
                       "<tendon tendon1='t'/>"));
    ck_assert_ptr_nonnull(
        strstr(said, "with coefficients 1e+308 and 1e-308 is ignored\n"));
    refused("x.xml", TIED("", "<tendon tendon1='t'/>"),
            "there is no fixed tendon 't'");
    refused("x.xml", TIED("<spatial name='t'/>", "<tendon tendon1='t'/>"),
            "there is no fixed tendon 't'");
    refused("x.xml", TIED(FIXED("t", ""), "<tendon tendon2='t'/>"),
            "has no tendon1");
    refused("x.xml",
            TIED(FIXED("t", TERM("ja", "x")), "<tendon tendon1='t'/>"), "'x'");
}
END_TEST

static zn_status all_of_it(const zn_allocator *alloc)
{
    static const char robot[] =
        ROBOT(HINGE("a", "base", "0 0 0", "0 1 0", "")
                  HINGE("b", "base", "0 7 0", "0 2 0",
                        "<mimic joint='ja' multiplier='-3' offset='0.4'/>"));
    static const char both[] = MODEL("<joint joint1='ja' joint2='jb'/>");
    static const char tied[] =
        TIED(FIXED("t", TERM("ja", "6") TERM("jb", "2")) "<spatial/>",
             "<tendon tendon1='t'/>");
    zn_scene *s = NULL, *t = NULL, *u = NULL;
    zn_ctx *c;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_scene_read_text(c, "x.urdf", robot, strlen(robot), 0, NULL, &s);
    if (!st)
        st = zn_scene_read_text(c, "x.xml", both, strlen(both), 0, NULL, &t);
    if (!st)
        st = zn_scene_read_text(c, "x.xml", tied, strlen(tied), 0, NULL, &u);
    zn_scene_free(s);
    zn_scene_free(t);
    zn_scene_free(u);
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
    Suite *suite = suite_create("import_couple");
    TCase *tc = tcase_create("import_couple");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_wheel_follows_a_pendulum);
    tcase_add_test(tc, followers_may_be_carried);
    tcase_add_test(tc, one_follows_another_that_follows);
    tcase_add_test(tc, what_cannot_follow_is_said);
    tcase_add_test(tc, a_slide_follows_a_weight);
    tcase_add_test(tc, slides_on_what_moves_are_told);
    tcase_add_test(tc, slides_are_equal_up_to_a_factor);
    tcase_add_test(tc, joints_are_equal_up_to_a_factor);
    tcase_add_test(tc, equalities_that_cannot_be_are_said);
    tcase_add_test(tc, tendons_keep_their_lengths);
    tcase_add_test(tc, tendons_that_cannot_be_are_said);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
