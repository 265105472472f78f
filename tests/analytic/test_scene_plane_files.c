/* test_scene_plane_files.c - scenes of the plane: joints beside those of space, files, films, words
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "tests/analytic/scene_plane.h"

#include <zeno/film.h>

/* ---- joints: the same in space ------------------------------------------------------ */

#define PLANE "dimension: 2\ngravity: [0, -9.81]\n"
#define SPACE "gravity: [0, -9.81, 0]\n"
#define TIMES "simulation: {h: 1e-3, T: 1, theta: 0.5, solver_tol: 1e-12}\n"
#define PLANE_ARM(name, x, y)                                                  \
    "  " name ": {mass: 2, inertia: 0.3, position: [" x ", " y "], spin: 0.5}\n"
#define SPACE_ARM(name, x, y)                                                  \
    "  " name ": {mass: 2, inertia: [0.3, 0.3, 0.3],"                          \
    " position: [" x ", " y ", 0], spin: [0, 0, 0.5]}\n"

static const struct {
    const char *body, *plane, *space;
} pairs[] = {
    {"arm",
     PLANE "bodies:\n" PLANE_ARM("arm", "0.7", "0") "joints:\n"
           "  hinge: {type: revolute, bodies: [arm], point: [0, 0],\n"
           "    stops: [-0.5, 1], stop_e: 0.3, stiffness: 3, damping: 0.1}\n" TIMES,
     SPACE "bodies:\n" SPACE_ARM("arm", "0.7", "0") "joints:\n"
           "  hinge: {type: revolute, bodies: [arm], point: [0, 0, 0], axis: [0, 0, 1],\n"
           "    stops: [-0.5, 1], stop_e: 0.3, stiffness: 3, damping: 0.1}\n" TIMES},
    {"two",
     PLANE "bodies:\n" PLANE_ARM("one", "0.7", "0") PLANE_ARM("two", "1.5", "0.1")
           "joints:\n"
           "  hinge: {type: revolute, bodies: [one], point: [0, 0]}\n"
           "  elbow: {type: revolute, bodies: [two, one], point: [1.2, 0],\n"
           "    friction: 0.2, motor: 3*sin(9*t) - 0.1*u}\n" TIMES,
     SPACE "bodies:\n" SPACE_ARM("one", "0.7", "0") SPACE_ARM("two", "1.5", "0.1")
           "joints:\n"
           "  hinge: {type: revolute, bodies: [one], point: [0, 0, 0], axis: [0, 0, 1]}\n"
           "  elbow: {type: revolute, bodies: [two, one], point: [1.2, 0, 0], axis: [0, 0, 1],\n"
           "    friction: 0.2, motor: 3*sin(9*t) - 0.1*u}\n" TIMES},
    {"slider",
     PLANE "bodies:\n  slider: {mass: 2, inertia: 0.3}\n  wall: {fixed: yes}\n"
           "joints:\n"
           "  way: {type: prismatic, bodies: [wall, slider], point: [0, 0], axis: [1, -1],\n"
           "    stops: [-0.6, 5], stop_e: 0.5, friction: 1}\n" TIMES,
     SPACE "bodies:\n  slider: {mass: 2, inertia: [0.3, 0.3, 0.3]}\n  wall: {fixed: yes}\n"
           "joints:\n"
           "  way: {type: prismatic, bodies: [wall, slider], point: [0, 0, 0], axis: [1, -1, 0],\n"
           "    stops: [-0.6, 5], stop_e: 0.5, friction: 1}\n" TIMES},
    {"bob",
     PLANE "bodies:\n" PLANE_ARM("bob", "1", "0") PLANE_ARM("ball", "2", "0")
           "joints:\n"
           "  rod: {type: rod, bodies: [bob], point: [0.9, 0.1], point2: [0, 0]}\n"
           "  rope: {type: spring, bodies: [ball, bob], point: [2, 0.1], point2: [1.1, 0],\n"
           "    stiffness: 200, damping: 1}\n" TIMES,
     SPACE "bodies:\n" SPACE_ARM("bob", "1", "0") SPACE_ARM("ball", "2", "0")
           "joints:\n"
           "  rod: {type: rod, bodies: [bob], point: [0.9, 0.1, 0], point2: [0, 0, 0]}\n"
           "  rope: {type: spring, bodies: [ball, bob], point: [2, 0.1, 0], point2: [1.1, 0, 0],\n"
           "    stiffness: 200, damping: 1}\n" TIMES},
    {"wheel",
     PLANE "bodies:\n" PLANE_ARM("pinion", "0", "0") PLANE_ARM("wheel", "1", "0")
           "joints:\n"
           "  a: {type: revolute, bodies: [pinion], point: [0, 0], motion: 2*t*t + 0.5*t}\n"
           "  b: {type: revolute, bodies: [wheel], point: [1, 0]}\n"
           "  mesh: {type: gear, bodies: [pinion, wheel], point: [0, 0], point2: [1, 0],\n"
           "    radii: [0.3, 0.7]}\n" TIMES,
     SPACE "bodies:\n" SPACE_ARM("pinion", "0", "0") SPACE_ARM("wheel", "1", "0")
           "joints:\n"
           "  a: {type: revolute, bodies: [pinion], point: [0, 0, 0], axis: [0, 0, 1],\n"
           "    motion: 2*t*t + 0.5*t}\n"
           "  b: {type: revolute, bodies: [wheel], point: [1, 0, 0], axis: [0, 0, 1]}\n"
           "  mesh: {type: gear, bodies: [pinion, wheel], point: [0, 0, 0], point2: [1, 0, 0],\n"
           "    axis: [0, 0, 1], axis2: [0, 0, 1], radii: [0.3, 0.7]}\n" TIMES},
    {"bar",
     PLANE "bodies:\n  bar: {mass: 3, inertia: 1, position: [0, -0.2]}\n"
           "  pinion: {mass: 1, inertia: 0.1}\n"
           "joints:\n"
           "  a: {type: revolute, bodies: [pinion], point: [0, 0], motor: 2}\n"
           "  b: {type: prismatic, bodies: [bar], point: [0, 0], axis: [1, 0]}\n"
           "  mesh: {type: rack, bodies: [pinion, bar], point: [0, 0], point2: [0, -0.2],\n"
           "    axis2: [1, 0], radii: [-0.2, 0]}\n" TIMES,
     SPACE "bodies:\n  bar: {mass: 3, inertia: [1, 1, 1], position: [0, -0.2, 0]}\n"
           "  pinion: {mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
           "joints:\n"
           "  a: {type: revolute, bodies: [pinion], point: [0, 0, 0], axis: [0, 0, 1], motor: 2}\n"
           "  b: {type: prismatic, bodies: [bar], point: [0, 0, 0], axis: [1, 0, 0]}\n"
           "  mesh: {type: rack, bodies: [pinion, bar], point: [0, 0, 0], point2: [0, -0.2, 0],\n"
           "    axis: [0, 0, 1], axis2: [1, 0, 0], radii: [-0.2, 0]}\n" TIMES},
    {"pin",
     PLANE "bodies:\n" PLANE_ARM("pin", "0.5", "0.1") PLANE_ARM("link", "0", "0")
           "joints:\n"
           "  hinge: {type: revolute, bodies: [link], point: [-1, 0]}\n"
           "  slot: {type: point-on-line, bodies: [pin, link], point: [0.5, 0], axis: [1, 0.2]}\n"
           "  weld: {type: fixed, bodies: [load, pin], point: [0.5, 0.5]}\n" TIMES,
     SPACE "bodies:\n" SPACE_ARM("pin", "0.5", "0.1") SPACE_ARM("link", "0", "0")
           "joints:\n"
           "  hinge: {type: revolute, bodies: [link], point: [-1, 0, 0], axis: [0, 0, 1]}\n"
           "  slot: {type: point-on-line, bodies: [pin, link], point: [0.5, 0, 0], axis: [1, 0.2, 0]}\n"
           "  weld: {type: fixed, bodies: [load, pin], point: [0.5, 0.5, 0]}\n" TIMES},
};

/* Both schemes are the same one, and a turn about z is exact in both: what differs are the
 * errors of the solvers, and of directions that turn with the bodies in a step. */
START_TEST(joints_are_those_of_space)
{
    static char text[2][2000];
    const char *const load[2] = {PLANE_ARM("load", "0.5", "0.8") "joints:\n",
                                 SPACE_ARM("load", "0.5", "0.8") "joints:\n"};
    const char *const from[2] = {pairs[_i].plane, pairs[_i].space};
    result r[2];

    for (int k = 0; k < 2; k++) { /* the last one has one body more */
        const char *at = strstr(from[k], "joints:\n");
        const bool welded = strstr(from[k], "load") != NULL;
        snprintf(text[k], sizeof text[k], "%.*s%s%s", (int)(at - from[k]),
                 from[k], welded ? load[k] : "joints:\n",
                 at + strlen("joints:\n"));
        r[k] = begin(text[k], 0, NULL);
        MUST(zn_simulation_run(r[k].sim));
    }
    const double *q = q_of(&r[0], pairs[_i].body);
    const double *p = q_of(&r[1], pairs[_i].body);
    ck_assert_double_eq_tol(q[0], p[0], 1e-8);
    ck_assert_double_eq_tol(q[1], p[1], 1e-8);
    ck_assert_double_eq_tol(cos(q[2] / 2) * p[6], sin(q[2] / 2) * p[3], 1e-8);
    ck_assert_double_gt(fabs(v_of(&r[0], pairs[_i].body)[0]) +
                            fabs(v_of(&r[0], pairs[_i].body)[2]),
                        1e-3); /* it moves */
    end(&r[0]);
    end(&r[1]);
}
END_TEST

/* ---- files -------------------------------------------------------------------------- */

static const char of_all[] =
    "title: all of the plane\n"
    "dimension: 2\n"
    "gravity: [0.1, -10]\n"
    "laws: {mu: 0.3, e: 0.1}\n"
    "bodies:\n"
    "  ground: {fixed: yes, rotation: 0.1, position: [0, -0.3],\n"
    "    shapes: [{type: half_plane},\n"
    "      {type: segment, points: [[3, 0], [4, 2]], group: wall, colour: '#ff0000'}]}\n"
    "  one: {density: 3, position: [0, 1], rotation: 0.7, velocity: [1, 0], spin: 2,\n"
    "    force: [0, 1], moment: 0.5,\n"
    "    shapes: [{type: disc, radius: 0.2, position: [0.3, 0.1]},\n"
    "      {type: rectangle, size: [0.5, 0.2], rotation: -0.4}]}\n"
    "  two: {mass: 2, inertia: 0.4, centre: [0.05, 0.02], position: [1.2, 1], birth: 0.1,\n"
    "    death: 0.5, shape: {type: polygon, points: [[0, 0], [0.4, 0], [0.1, 0.3]]}}\n"
    "  three: {mass: 2, inertia: 0.4, position: [-1, 2]}\n"
    "joints:\n"
    "  hinge: {type: revolute, bodies: [three], point: [-1.5, 2.2], stops: [-1, 1]}\n"
    "simulation: {h: 2e-3, T: 0.8}\n";

START_TEST(what_is_written_reads_back_to_the_bit)
{
    result r = begin(of_all, 0, NULL), t;
    static char text[20000];
    FILE *file = tmpfile();

    ck_assert_ptr_nonnull(file);
    MUST(zn_scene_write(r.scene, file));
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    ck_assert_ptr_nonnull(strstr(text, "dimension: 2\n"));
    t = begin(text, 0, NULL);
    MUST(zn_simulation_run(r.sim));
    MUST(zn_simulation_run(t.sim));
    ck_assert_mem_eq(q_of(&r, "one"), q_of(&t, "one"), 3 * sizeof(double));
    ck_assert_mem_eq(q_of(&r, "three"), q_of(&t, "three"), 3 * sizeof(double));
    end(&r);
    end(&t);
}
END_TEST

/* A film has poses and contacts as if the plane were z = 0 in space. */
START_TEST(a_film_is_one_of_space)
{
    result r = begin(of_all, 0, NULL);
    char path[] = "/tmp/zeno-test-plane.XXXXXX";
    const int fd = mkstemp(path);
    zn_film *film;
    zn_film_data *d;
    double energy = 0;

    ck_assert_int_ge(fd, 0);
    close(fd);
    MUST(zn_film_new(r.sim, r.scene, path, 1, &film));
    MUST(zn_simulation_run(r.sim));
    MUST(zn_film_close(film));
    MUST(zn_film_read(ctx, path, &d));
    unlink(path);
    const double *p = d->pose + 7 * (3 * (d->nframe - 1)), *q = q_of(&r, "one");
    const double *v = v_of(&r, "one");
    ck_assert_double_eq(p[0], q[0]);
    ck_assert_double_eq(p[2], 0);
    ck_assert_double_eq_tol(2 * atan2(p[6], p[3]), q[2], 1e-14);
    ck_assert_double_eq(d->velocity[6 * 3 * (d->nframe - 1) + 5], v[2]);
    for (zn_index k = 0; k < d->contact_end[d->nframe - 1]; k++) {
        const double *c = d->contact + ZN_FILM_CONTACT * k;
        ck_assert_double_eq(c[ZN_FILM_NORMAL + 2], 0);
        ck_assert_double_eq(c[ZN_FILM_IMPULSE + 2], 0);
        ck_assert_double_eq_tol(
            (c[0] - c[3]) * c[ZN_FILM_NORMAL] + (c[1] - c[4]) * c[ZN_FILM_NORMAL + 1],
            c[ZN_FILM_GAP], 1e-12);
    }
    ck_assert_int_gt(d->contact_end[d->nframe - 1], 100);
    /* m v^2/2 + I w^2/2 of what is there at the end */
    for (int i = 0; i < 2; i++) {
        const zn_scene_body *b = zn_scene_body_at(r.scene, i ? 3 : 1);
        v = v_of(&r, b->name);
        energy += b->mass * (v[0] * v[0] + v[1] * v[1]) / 2 +
                  b->inertia[8] * v[2] * v[2] / 2;
    }
    ck_assert_double_eq_tol(d->energy[ZN_FILM_ENERGY * (d->nframe - 1)], energy,
                            1e-12);
    zn_film_data_free(ctx, d);
    end(&r);
}
END_TEST

START_TEST(messages_say_where_and_what)
{
    refused("dimension: 4\nbodies: {}\n", "x.yaml:1:12: dimension = 4, must be 2 or 3");
    refused("dimension: 2\nbodies:\n  a: {position: [0, 0, 1]}\n",
            "must be a list of 2 numbers");
    refused("dimension: 2\nbodies:\n  a: {fixed: yes, shape: {type: box, size: "
            "[1, 1, 1]}}\n",
            "a box is of space, and the scene of the plane");
    refused("bodies:\n  a: {fixed: yes, shape: {type: disc, radius: 1}}\n",
            "a disc is of the plane, and the scene of space");
    refused("dimension: 2\nbodies:\n  a: {mass: 1, shape: {type: half_plane}}\n",
            "a half_plane has no end and cannot move");
    refused("dimension: 2\nbodies:\n  a: {mass: 1, shape: {type: segment, "
            "points: [[0, 0], [1, 0]]}}\n",
            "no inertia; give one, or a shape with an area");
    refused("dimension: 2\nbodies:\n  a: {density: 1, shape: {type: polygon, "
            "points: [[0, 0], [1, 1], [2, 2]]}}\n",
            "its 3 points are on one line");
    refused("dimension: 2\nbodies:\n  a: {fixed: yes, shape: {type: segment, "
            "points: [[0, 0], [1, 1], [2, 2]]}}\n",
            "3 points, must be the 2 ends");
    refused("dimension: 2\nbodies:\n  a: {mass: 1, inertia: 1, quaternion: "
            "[1, 0, 0, 0]}\n",
            "give rotation: an angle");
    refused("dimension: 2\nbodies:\n  a: {mass: 1, inertia: 1}\njoints:\n"
            "  j: {type: spherical, bodies: [a], point: [0, 0]}\n",
            "a joint 'spherical' is of space");
    refused("dimension: 2\nbodies:\n  a: {fixed: yes, shape: {type: half_plane, "
            "normal: [0, 0]}}\n",
            "(0, 0) is none");
    refused("dimension: 2\nbodies:\n  a: {mass: 1, inertia: 1, moment: "
            "Plugin:f}\n",
            "a moment by a function is for scenes in space");
    refused("dimension: 2\nbodies:\n  a: {mass: 1, inertia: 1, prescribed: {vz: t}}\n",
            "velocity vz is prescribed, which a body of the plane has not");
}
END_TEST

/* vx and wz are given, vy is free. */
START_TEST(velocities_may_be_prescribed)
{
    result r = begin("dimension: 2\n"
                     "gravity: [0, -9.81]\n"
                     "bodies:\n"
                     "  wing: {mass: 2, inertia: 1, prescribed: {vx: cos(t), wz: 2*t}}\n"
                     "simulation: {h: 1e-3, T: 1}\n",
                     0, NULL);

    MUST(zn_simulation_run(r.sim));
    /* the rule of the trapezium: h^2/12 (v'(T) - v'(0)) = -7.0e-8 and 0 */
    ck_assert_double_eq_tol(q_of(&r, "wing")[0], sin(1), 1e-7);
    ck_assert_double_eq_tol(q_of(&r, "wing")[2], 1, 1e-12);
    ck_assert_double_eq_tol(v_of(&r, "wing")[1], -9.81, 1e-10);
    ck_assert_double_eq_tol(v_of(&r, "wing")[2], 2, 1e-10);
    end(&r);
}
END_TEST

START_TEST(calls_refuse_what_the_reader_would)
{
    const double high[3] = {0, 0, -9.81};
    zn_scene *s;

    MUST(zn_scene_new(ctx, &s));
    ck_assert_int_eq(zn_scene_dimension(s), 3);
    ck_assert_int_eq(zn_scene_add_body(s, &(zn_scene_body){.name = "x", .angle = 1}),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "angle = 1 is for scenes of the plane"));
    MUST(zn_scene_set_dimension(s, 2));
    ck_assert_int_eq(zn_scene_dimension(s), 2);
    ck_assert_int_eq(zn_scene_set_gravity(s, high), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "gravity: z = -9.81, must be 0"));
    ck_assert_int_eq(zn_scene_add_body(s, &(zn_scene_body){.name = "x", .spin = {1}}),
                     ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "spin: (1, 0) about x and y"));
    ck_assert_int_eq(
        zn_scene_add_body(s, &(zn_scene_body){.name = "x", .inertia = {1}}),
        ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "component 0 is 1"));
    MUST(zn_scene_add_body(s, &(zn_scene_body){.name = "x", .fixed = true}));
    ck_assert_int_eq(zn_scene_set_dimension(s, 3), ZN_ESTATE);
    zn_scene_free(s);
}
END_TEST

/* ---- memory ------------------------------------------------------------------------- */

static zn_status all_of_it(const zn_allocator *alloc)
{
    return steps_with(alloc, of_all, 60); /* as far as a birth */
}

START_TEST(every_allocation_may_fail)
{
    test_torture(all_of_it);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scenes of the plane, their files");
    TCase *tc = tcase_create("plane");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, joints_are_those_of_space, 0,
                        (int)(sizeof pairs / sizeof *pairs));
    tcase_add_test(tc, what_is_written_reads_back_to_the_bit);
    tcase_add_test(tc, a_film_is_one_of_space);
    tcase_add_test(tc, velocities_may_be_prescribed);
    tcase_add_test(tc, messages_say_where_and_what);
    tcase_add_test(tc, calls_refuse_what_the_reader_would);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
