/* test_import_actuator.c - actuators of MJCF against the motion of one body that they drive
 * SPDX-License-Identifier: Apache-2.0 */
#include "import_test.h"

static zn_simulation *sim;
static zn_model *model;

#define WITH(joint, more, actuators)                                           \
    "<mujoco><compiler angle='radian'/><option timestep='0.001' gravity='0 0 " \
    "0'/>" more "<worldbody><body name='b'><joint name='j' " joint             \
    "/><inertial pos='0 0 0' mass='2' diaginertia='.5 .5 .5'/></body>"         \
    "</worldbody><actuator>" actuators "</actuator></mujoco>"

/* Coordinate (about or along z) and its rate after a time, with values of parameters. */
static void run(const char *text, double t, zn_index nset,
                const char *const set[], bool turns, double out[2])
{
    const double *q, *v;

    zn_scene_free(scene);
    scene = NULL;
    MUST(zn_scene_read_text(ctx, "x.xml", text, strlen(text), nset, set,
                            &scene));
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
    MUST(zn_simulation_advance_to(sim, t));
    q = zn_simulation_q(sim, zn_model_ds(model, "b"));
    v = zn_simulation_v(sim, zn_model_ds(model, "b"));
    out[0] = turns ? 2 * atan2(q[6], q[3]) : q[2];
    out[1] = turns ? v[5] : v[2];
    zn_simulation_free(sim);
    zn_model_free(model);
}

/* 3 (4) N on 2 kg: 6 m/s^2; no control is no force, and a control is kept in its range. */
START_TEST(a_motor_is_a_force)
{
    static const char text[] =
        WITH("type='slide'", "",
             "<motor name='m' joint='j' gear='3' ctrlrange='-5 4'/>");
    double x[2];

    run(text, 1, 1, (const char *const[]){"m=2 + 2"}, false, x);
    ck_assert_double_eq_tol(x[1], 6, 1e-9);
    run(text, 1, 1, (const char *const[]){"m=9"}, false, x);
    ck_assert_double_eq_tol(x[1], 6, 1e-9);
    run(text, 1, 0, NULL, false, x);
    ck_assert_double_eq_tol(x[1], 0, 1e-12);
    ck_assert_int_eq(zn_scene_parameter_count(scene), 1);
    ck_assert_str_eq(said, "");
}
END_TEST

/* 2 N m/rad on 0.5 kg m^2 from 0.1 rad to 0.3: 0.2 (1 - cos 2t), with a gear of 2 and without. */
START_TEST(a_position_is_a_spring)
{
    static const char *const texts[] = {
        WITH("ref='0.1'", "",
             "<position name='p' joint='j' kp='2' ctrlrange='-1 1'/>"),
        WITH("ref='0.1'", "<default><position kp='.5' gear='2'/></default>",
             "<position name='p' joint='j'/>"),
        WITH("ref='0.1'", "",
             "<general name='p' joint='j' biastype='affine' gainprm='2' "
             "biasprm='0 -2 0'/>"),
        WITH("ref='0.1'", "",
             "<position name='p' joint='j' kp='2' forcerange='-7 7'/>"),
        /* half of it is the joint's own spring, at rest at 0.2 */
        WITH("ref='0.1' stiffness='1' springref='0.2'", "",
             "<position name='p' joint='j' kp='1'/>")};
    static const char *const sets[] = {"p=0.3", "p=0.6", "p=0.3", "p=0.3",
                                       "p=0.4"};
    double x[2];

    for (int k = 0; k < 5; k++) {
        run(texts[k], 1, 1, &sets[k], true, x);
        /* of order 2 in h: 1e-6 of the amplitude, and first order of a first step */
        ck_assert_double_eq_tol(x[0], 0.2 * (1 - cos(2)), 5e-4);
        ck_assert_double_eq_tol(x[1], 0.4 * sin(2), 5e-4);
        ck_assert_str_eq(said, "");
    }
}
END_TEST

/* 3 N m s/rad on 0.5 kg m^2: 2 (1 - exp(-6t)) */
START_TEST(a_velocity_is_a_damper)
{
    double x[2];

    run(WITH("", "", "<velocity name='v' joint='j' kv='3'/>"), 0.3, 1,
        (const char *const[]){"v=2"}, true, x);
    ck_assert_double_eq_tol(x[1], 2 * (1 - exp(-1.8)), 1e-3);
    run(WITH("damping='1'", "", "<velocity name='v' joint='j' kv='2'/>"), 0.3,
        1, (const char *const[]){"v=3"}, true, x);
    ck_assert_double_eq_tol(x[1], 2 * (1 - exp(-1.8)), 1e-3);
}
END_TEST

/* 100 (1 - q) N m would be more than 1: 1/0.5 rad/s^2. Two motors give what both do. */
START_TEST(forces_are_limited_and_add_up)
{
    double x[2];

    run(WITH("", "",
             "<position name='p' joint='j' kp='100' forcerange='-1 1'/>"),
        0.5, 1, (const char *const[]){"p=1"}, true, x);
    ck_assert_double_eq_tol(x[1], 1, 1e-9);
    run(WITH("", "",
             "<motor name='m' joint='j'/><motor name='n' joint='j' gear='-1' "
             "forcerange='-2 2'/>"),
        0.5, 2, (const char *const[]){"m=3", "n=9"}, true, x);
    ck_assert_double_eq_tol(x[1], 1, 1e-9);
}
END_TEST

START_TEST(what_cannot_drive_is_said)
{
    const char *const wrong[] = {"q=1"};
    static const char text[] = WITH("", "", "<motor name='m' joint='j'/>");
    zn_scene *s;

    take("x.xml", WITH("", "",
                       "<motor joint='q'/><motor tendon='t'/><general "
                       "joint='j' gaintype='muscle'/><position joint='j' "
                       "dampratio='1'/><muscle/>"));
    ck_assert_str_eq(said,
                     "x.xml:1: <motor> of what is no joint of one coordinate "
                     "is ignored, and 1 more\n"
                     "x.xml:1: <general> with gaintype 'muscle' is ignored\n"
                     "x.xml:1: attribute 'dampratio' of <position> is ignored\n"
                     "x.xml:1: <muscle> is ignored\n");
    refused("x.xml", WITH("", "", "<motor joint='j' forcerange='2 1'/>"),
            "forcerange 2 1, the first must not be larger");
    refused("x.xml", WITH("", "", "<motor joint='j' gear='x'/>"),
            "must be 1 to 6 numbers");
    ck_assert(zn_scene_read_text(ctx, "x.xml", text, strlen(text), 1, wrong,
                                 &s) == ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "has no parameter 'q'"));
}
END_TEST

static zn_status all_of_it(const zn_allocator *alloc)
{
    static const char text[] =
        WITH("", "<default><motor gear='2'/></default>",
             "<motor name='m' joint='j'/><position name='p' joint='j' "
             "kp='100' forcerange='-1 1'/>");
    const char *const set[] = {"m=3"};
    zn_scene *s = NULL;
    zn_ctx *c;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_scene_read_text(c, "x.xml", text, strlen(text), 1, set, &s);
    zn_scene_free(s);
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
    Suite *suite = suite_create("import_actuator");
    TCase *tc = tcase_create("import_actuator");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_motor_is_a_force);
    tcase_add_test(tc, a_position_is_a_spring);
    tcase_add_test(tc, a_velocity_is_a_damper);
    tcase_add_test(tc, forces_are_limited_and_add_up);
    tcase_add_test(tc, what_cannot_drive_is_said);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
