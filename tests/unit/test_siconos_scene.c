/* test_siconos_scene.c - scene files of Siconos in HDF5
 * SPDX-License-Identifier: Apache-2.0 */
#include "siconos_file.h"

static void joint(const char *name, const char *type, const char *a,
                  const char *b, bool absolute)
{
    const double point[3] = {0, 1, 0}, axis[3] = {0, 0, 1},
                 stops[6] = {0, -0.3, 1, 0, 0.7, -1};
    char full[100];
    hid_t d;

    snprintf(full, sizeof full, "data/joints/%s", name);
    d = dataset(full, 0, 0, NULL);
    put_word(d, "type", type);
    put_word(d, "object1", a);
    if (b)
        put_word(d, "object2", b);
    if (strcmp(type, "PrismaticJointR") == 0)
        put_none(d, "points"); /* it has no point */
    else
        put_reals(d, "points", 3, point);
    put_reals(d, "axes", 3, axis);
    put_reals(d, "stops", 6, stops);
    put_truth(d, "absolute", absolute);
    H5Dclose(d);
}

static void write_all(void)
{
    static const char *const groups[] = {
        "data",        "data/ref",    "data/input",
        "data/nslaws", "data/joints", "data/permanent_interactions"};
    const float ball[] = {0.1f}, box[] = {0.1f, 0.2f, 0.3f},
                rod[] = {0.1f, 0.5f},
                hull[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    hid_t d;

    file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert(file >= 0);
    put_real(file, "dimension", 3);
    for (int k = 0; k < 6; k++)
        H5Gclose(group(groups[k]));
    shape("Ball", "Sphere", 1, ball);
    shape("Box", "Box", 3, box);
    shape("Cyl", "Cylinder", 2, rod);
    shape("Cap", "Capsule", 2, rod);
    shape("Con", "Cone", 2, rod);
    shape("Hull", NULL, 4, hull);
    object("ball", "Ball", 0, 2);
    object("box", "Box", 1, 3);
    object("cap", "Cap", 2, 1);
    object("cone", "Con", 3, 1);
    object("cyl", "Cyl", 4, 1);
    object("floor", "Box", 9, 0);
    object("hull", "Hull", 5, 1);
    law("contact", "NewtonImpactFrictionNSL", 0, 1);
    law("stop", "NewtonImpactNSL", -1, -1);
    joint("j", "PivotJointR", "ball", NULL, true);
    joint("k", "PrismaticJointR", "box", "cap", false);
    d = dataset("data/permanent_interactions/b", 0, 0, NULL);
    put_word(d, "type", "permanent_interaction");
    H5Dclose(d);
}

/* ---- what is read ---- */

START_TEST(objects_are_bodies)
{
    const double y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    const zn_scene_body *b;
    const zn_scene_shape *s;
    double out[3];
    zn_index k;

    write_all();
    close_file();
    take();
    ck_assert_int_eq(zn_scene_body_count(scene), 7);
    b = body("ball", &k);
    ck_assert(b->mass == 2 && !b->fixed && !b->born && !b->dies);
    /* 0.1 was kept as a float; the inertia is 2/5 m r^2 */
    ck_assert(shape_of("ball")->size[0] == 0.1);
    ck_assert_double_eq_tol(b->inertia[0], 0.4 * 2 * 0.01, 1e-15);
    SAME(3, b->position, 0, 0, 2);
    SAME(3, b->velocity, 1, 2, 3);
    /* about z of the body, which is turned by 90 degrees about x: about -y */
    SAME(3, b->spin, 0, -5, 0);
    SAME(3, shape_of("ball")->position, 0, 0, 0.5);
    ck_assert(body("floor", &k)->fixed);
    /* axes are y; a capsule is as long as it is with its caps; a cone's origin is its centroid,
     * a quarter of its height over its base */
    s = shape_of("cyl");
    SAME(2, s->size, 0.1, 0.5);
    zn_rotate(s->orientation, z, out);
    SAME(3, out, y[0], y[1], y[2]);
    s = shape_of("cap");
    SAME(2, s->size, 0.1, 0.3);
    s = shape_of("cone");
    SAME(3, s->position, 0, 0.125, 0.5);
    s = shape_of("hull");
    ck_assert_int_eq(s->npoint, 4);
    SAME(3, s->points + 3, 1, 0, 0);
}
END_TEST

START_TEST(joints_have_their_stops)
{
    const zn_scene_joint *j;

    write_all();
    close_file();
    take();
    j = zn_scene_joint_at(scene, 0);
    ck_assert_str_eq(j->cls, "revolute");
    ck_assert(!j->body2 && j->stopped);
    SAME(3, j->point, 0, 1, 0);
    SAME(3, j->axis, 0, 0, 1);
    /* 1 (-c + 0.3) >= 0 and -1 (-c - 0.7) >= 0 */
    SAME(2, j->stop, -0.7, 0.3);
    /* not absolute: in the frame of the box, turned about x at (1, 0, 2) */
    j = zn_scene_joint_at(scene, 1);
    ck_assert_str_eq(j->cls, "prismatic");
    ck_assert_str_eq(j->body2, "cap");
    SAME(3, j->point, 1, 0, 2);
    SAME(3, j->axis, 0, -1, 0);
    ck_assert_str_eq(said, " permanent interaction 'b' is ignored\n");
}
END_TEST

/* A ball joint has no axis that stops or friction could belong to: that they are left out is said. */
START_TEST(ball_joints_have_no_stops)
{
    hid_t d;

    write_all();
    joint("ball", "KneeJointR", "box", NULL, true);
    close_file();
    take();
    ck_assert_ptr_nonnull(strstr(said, "'stops' of a joint without an axis"));
    ck_assert_ptr_null(strstr(said, "'friction'"));
    said[0] = 0;
    zn_scene_free(scene);
    scene = NULL;
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    d = H5Dopen2(file, "data/joints/ball", H5P_DEFAULT);
    put_word(d, "friction", "rough");
    H5Dclose(d);
    close_file();
    take();
    ck_assert_ptr_nonnull(strstr(said, "'friction' of a joint without an axis"));
    ck_assert_str_eq(zn_scene_joint_at(scene, 0)->cls, "spherical");
}
END_TEST

/* With the times and the step of its runner. */
START_TEST(it_runs)
{
    zn_simulation *sim;
    zn_model *model;
    double t[3];

    write_all();
    close_file();
    take();
    zn_scene_times(scene, t);
    SAME(3, t, 0, 5e-4, 10);
    ck_assert_msg(!zn_scene_simulation(scene, ctx, &model, &sim), "%s",
                  zn_errmsg(ctx));
    for (int k = 0; k < 20; k++)
        ck_assert_msg(!zn_simulation_step(sim), "%s", zn_errmsg(ctx));
    zn_simulation_free(sim);
    zn_model_free(model);
}
END_TEST

/* ---- births, faults ---- */

START_TEST(births_and_deaths_are_read)
{
    const zn_scene_body *b;
    zn_index k;

    write_all();
    change("data/input/hull", "time_of_birth", (double[]){0.5}, 0);
    change("data/input/hull", "time_of_death", (double[]){2}, 0);
    change("data/input/hull", "center_of_mass", (double[]){0, 0, 1}, 3);
    close_file();
    take();
    b = body("hull", &k);
    ck_assert(b->born && b->dies && b->birth == 0.5 && b->death == 2);
    /* the translation (5, 0, 2) is of the centre, which is z = 1 of the body, -y here */
    SAME(3, b->position, 5, 1, 2);
    SAME(3, b->centre, 0, 0, 1);
}
END_TEST

static void refused(const char *words)
{
    close_file();
    ck_assert_int_eq(zn_scene_read(ctx, path, 0, NULL, &scene), ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), words), "'%s' is not in '%s'", words,
                  zn_errmsg(ctx));
}

START_TEST(what_is_wrong_is_said)
{
    write_all();
    change("data/input/ball", "orientation", (double[]){1, 1, 1, 1}, 4);
    refused("data/input/ball: the quaternion (1, 1, 1, 1) has length 2");
    write_all();
    change("data/input/ball", "translation", (double[]){1, NAN, 1}, 3);
    refused("'translation' must be 3 finite numbers");
    write_all();
    change("data/input/ball", "velocity", (double[]){1, 2}, 2);
    refused("'velocity' must be 6 finite numbers");
    write_all();
    change("data/input/ball/Ball-0", "shape_name", NULL, 0);
    refused("contactor 'Ball-0' has no shape_name");
    write_all();
    H5Ldelete(file, "data/ref/Ball", H5P_DEFAULT);
    refused("data/input/ball: there is no shape 'Ball'");
    write_all();
    change("data/joints/j", "type", NULL, 0);
    refused("data/joints/j: joint ''");
    write_all();
    H5Ldelete(file, "data/input", H5P_DEFAULT);
    refused("no scene of dimension 2 or 3 with a group data/input");
    write_all();
    change("/", "dimension", (double[]){4}, 0);
    refused("no scene of dimension 2 or 3");
}
END_TEST

/* Every attribute of every thing gone, a word, numbers without end, not finite; every member
 * gone: it is refused with words, or it is a scene. */
typedef struct visit {
    int want, now;
    char at[200], key[100];
} visit;

static herr_t visit_attribute(hid_t at, const char *key, const H5A_info_t *i,
                              void *user)
{
    visit *v = user;

    (void)i;
    if (v->now++ == v->want) {
        H5Iget_name(at, v->at, sizeof v->at);
        snprintf(v->key, sizeof v->key, "%s", key);
    }
    return 0;
}

static void visit_all(visit *v)
{
    static const char *const objects[] = {
        "/",
        "data/ref/Ball",
        "data/ref/Hull",
        "data/input/ball",
        "data/input/ball/Ball-0",
        "data/input/hull",
        "data/nslaws/contact",
        "data/joints/j",
        "data/joints/k",
    };

    v->now = 0;
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        const hid_t o = H5Oopen(file, objects[i], H5P_DEFAULT);
        H5Aiterate2(o, H5_INDEX_NAME, H5_ITER_INC, NULL, visit_attribute, v);
        H5Oclose(o);
    }
}

static void try_it(void)
{
    zn_status st;

    close_file();
    zn_fail(ctx, ZN_EINVAL, "%s", "");
    st = zn_scene_read(ctx, path, 0, NULL, &scene);
    ck_assert(!st == !!scene);
    ck_assert(!st || (st == ZN_EINVAL && *zn_errmsg(ctx)));
    zn_scene_free(scene);
    scene = NULL;
}

/* As many bytes where one says yes or no. */
static void put_bytes(hid_t at, const char *key)
{
    static const int8_t many[20000];
    const hsize_t n = sizeof many;
    const hid_t space = H5Screate_simple(1, &n, NULL);
    const hid_t a =
        H5Acreate2(at, key, H5T_NATIVE_INT8, space, H5P_DEFAULT, H5P_DEFAULT);

    ck_assert(a >= 0 && H5Awrite(a, H5T_NATIVE_INT8, many) >= 0);
    H5Aclose(a);
    H5Sclose(space);
}

START_TEST(nothing_that_is_missing_or_strange_is_trusted)
{
    static double many[1000];
    int tried = 0;

    zn_ctx_set_log(ctx, ZN_LOG_WARN, NULL, NULL);
    for (visit v = {.want = 0};; v.want++) {
        v.at[0] = 0;
        for (int how = 0; how < 5; how++) {
            write_all();
            visit_all(&v);
            if (!v.at[0])
                break;
            change(v.at, v.key,
                   how == 0   ? NULL
                   : how == 1 ? (double[]){NAN}
                   : how == 2 ? many
                              : (double[]){-1e300},
                   how == 2 ? 1000 : 1);
            if (how >= 3) {
                const hid_t o = H5Oopen(file, v.at, H5P_DEFAULT);
                H5Adelete(o, v.key);
                if (how == 3)
                    put_word(o, v.key, "x");
                else
                    put_bytes(o, v.key);
                H5Oclose(o);
            }
            try_it();
            tried++;
        }
        if (!v.at[0])
            break;
    }
    ck_assert_int_ge(tried, 5 * 40);
    close_file();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("Siconos scenes");
    TCase *tc = tcase_create("Siconos scenes");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, objects_are_bodies);
    tcase_add_test(tc, joints_have_their_stops);
    tcase_add_test(tc, ball_joints_have_no_stops);
    tcase_add_test(tc, it_runs);
    tcase_add_test(tc, births_and_deaths_are_read);
    tcase_add_test(tc, what_is_wrong_is_said);
    tcase_add_test(tc, nothing_that_is_missing_or_strange_is_trusted);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
