/* test_import_meshes.c - meshes of robots and models, and two hinges of one body
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/stat.h>
#include <unistd.h>

#include <zeno/shape.h>

#include "import_test.h"

/* ---- two hinges ---- */

/* The first hinge is the parent's axis, the second one the body's, at right angles. */
START_TEST(two_hinges_are_a_cross)
{
    static const char text[] =
        "<mujoco><option gravity='0 1 -9'/><worldbody>"
        "<body name='a' euler='20 0 0'>"
        "<inertial pos='0.1 0 -1' mass='2' diaginertia='0.1 0.2 0.3'/>"
        "<joint name='first' axis='1 0 0'/>"
        "<joint name='second' axis='0 1 0' damping='0.1'/>"
        "</body></worldbody></mujoco>";
    const double y[3] = {0, 1, 0}, along[3] = {0.1, 0, -1};
    const double c = cos(acos(-1) / 9), s = sin(acos(-1) / 9);
    zn_simulation *sim;
    zn_model *model;
    double axis[3], arm[3];

    take("x.xml", text);
    ck_assert_str_eq(joint("second")->cls, "universal");
    same(3, joint("second")->axis, (const double[]){0, c, s});
    same(3, joint("second")->axis2, (const double[]){1, 0, 0});
    ck_assert_ptr_nonnull(strstr(
        said, "'damping' of a joint that is free, a ball or one with others "
              "is ignored"));
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
    for (int k = 0; k < 250; k++) {
        const double *q;
        MUST(zn_simulation_step(sim));
        q = zn_simulation_q(sim, zn_model_ds(model, "a"));
        zn_rotate(q + 3, y, axis);
        zn_rotate(q + 3, along, arm);
        ck_assert_double_eq_tol(axis[0], 0, 1e-9);
        for (int i = 0; i < 3; i++)
            ck_assert_double_eq_tol(q[i], arm[i], 1e-9);
    }
    /* about both axes it has turned */
    const double *q = zn_simulation_q(sim, zn_model_ds(model, "a"));
    ck_assert_double_gt(fabs(q[4] - sin(acos(-1) / 18)), 0.01);
    ck_assert_double_gt(fabs(q[5]), 0.01);
    zn_simulation_free(sim);
    zn_model_free(model);
}
END_TEST

START_TEST(other_pairs_of_hinges_are_refused)
{
    refused("x.xml",
            "<mujoco><worldbody><body><geom size='1'/><joint axis='1 0 0'/>"
            "<joint axis='1 1 0'/></body></worldbody></mujoco>",
            "2 hinges, 0 slides, 0 balls, 0 free together are none");
    refused("x.xml",
            "<mujoco><worldbody><body><geom size='1'/><joint axis='1 0 0'/>"
            "<joint axis='0 1 0' pos='0 0 1'/></body></worldbody></mujoco>",
            "2 hinges, 0 slides, 0 balls, 0 free together are none");
}
END_TEST

/* What a default says and nobody reads is told, too. */
START_TEST(defaults_are_told)
{
    take("x.xml",
         "<mujoco><default><joint armature='1' damping='2'/><geom margin='1' "
         "friction='1'/></default><worldbody><body><geom size='1'/><joint/>"
         "</body></worldbody></mujoco>");
    ck_assert_str_eq(said,
                     "x.xml:1: attribute 'margin' of <geom> is ignored\n");
    ck_assert_double_eq(zn_scene_joint_at(scene, 0)->armature, 1);
}
END_TEST

/* A joint that is free has its class, too, but no place for more than zeros. */
START_TEST(what_a_free_joint_loses_is_told)
{
    take("x.xml",
         "<mujoco><default><joint armature='1' damping='2'/></default><worldbody>"
         "<body><geom size='1'/><joint type='free' armature='0'/></body>"
         "<body><geom size='1'/><freejoint/></body></worldbody></mujoco>");
    ck_assert_str_eq(said, "x.xml:1: 'damping' of a joint that is free, a ball "
                           "or one with others is ignored\n");
}
END_TEST

/* ---- meshes ---- */

static char folder[] = "/tmp/zeno-import-XXXXXX";

static void put(const char *name, const char *text)
{
    char path[200];
    FILE *f;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    f = fopen(path, "w");
    ck_assert(f && fputs(text, f) >= 0 && !fclose(f));
}

static void begin(void)
{
    char path[200];

    setup();
    strcpy(folder, "/tmp/zeno-import-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/urdf", folder);
    ck_assert(!mkdir(path, 0700));
    /* a tetrahedron of volume 1/6 */
    put("tetra.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                     "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
}

static void end(void)
{
    char path[200];

    snprintf(path, sizeof path, "%s/tetra.obj", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/urdf", folder);
    rmdir(path);
    rmdir(folder);
    teardown();
}

static void take_in(const char *file, const char *text)
{
    char path[200];

    snprintf(path, sizeof path, "%s/%s", folder, file);
    said[0] = 0;
    take(path, text);
}

static const char *robot(const char *file, const char *more)
{
    static char text[1000];

    snprintf(text, sizeof text,
             "<robot name='r'><link name='a'/><link name='b'><inertial><mass "
             "value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
             "iyz='0'/></inertial><collision><geometry><mesh filename='%s' "
             "%s/></geometry></collision></link><joint name='j' "
             "type='floating'><parent link='a'/><child link='b'/></joint>"
             "</robot>",
             file, more);
    return text;
}

START_TEST(robots_have_meshes)
{
    zn_index of;

    take_in("x.urdf", robot("tetra.obj", "scale='2 3 -4'"));
    ck_assert_str_eq(said, "");
    ck_assert_int_eq(zn_scene_shape_count(scene), 1);
    const zn_scene_shape *s = zn_scene_shape_at(scene, 0, &of);
    ck_assert_str_eq(s->form, "mesh");
    ck_assert_int_eq(s->npoint, 4);
    same(3, s->points + 3, (const double[]){2, 0, 0});
    same(3, s->points + 9, (const double[]){0, 0, -4});
    /* mirrored, it is still seen from outside */
    zn_shape *shape;
    zn_mass m;
    MUST(zn_shape_mesh(ctx, s->npoint, s->points, s->ntriangle, s->triangles,
                       &shape));
    MUST(zn_shape_mass(shape, 1, &m));
    ck_assert_double_eq_tol(m.mass, 4, 1e-14);
    zn_shape_free(shape);
    /* where packages have it */
    take_in("urdf/x.urdf", robot("package://r/tetra.obj", ""));
    ck_assert_int_eq(zn_scene_shape_count(scene), 1);
    take_in("x.urdf", robot("package://r/absent.stl", ""));
    ck_assert_ptr_nonnull(strstr(said, "'package://r/absent.stl', which is not "
                                       "there, is ignored"));
    ck_assert_int_eq(zn_scene_shape_count(scene), 0);
    take_in("x.urdf", robot("tetra.dae", ""));
    ck_assert_ptr_nonnull(
        strstr(said, "not STL, OBJ or VTP, 'tetra.dae', is ignored"));
}
END_TEST

/* Meshes touch as their hulls, named or by their files. */
START_TEST(models_have_meshes)
{
    static const char text[] =
        "<mujoco><compiler meshdir='../%s'/><asset><mesh file='tetra.obj' "
        "scale='2 2 2'/><mesh name='small' "
        "file='tetra.obj'/></asset><worldbody>"
        "<body name='a'><freejoint/><geom type='mesh' mesh='tetra'/></body>"
        "<body name='b'><freejoint/><geom type='mesh' mesh='%s' pos='1 0 "
        "0'/></body></worldbody></mujoco>";
    char model[1000];
    zn_index of;

    snprintf(model, sizeof model, text, strrchr(folder, '/') + 1, "small");
    take_in("x.xml", model);
    ck_assert_str_eq(said, "");
    ck_assert_str_eq(zn_scene_shape_at(scene, 0, &of)->form, "hull");
    ck_assert_double_eq_tol(body("a")->mass, 1000 * 8 / 6., 1e-9);
    ck_assert_double_eq_tol(body("b")->mass, 1000 / 6., 1e-9);
    same(3, body("b")->centre, (const double[]){1.25, 0.25, 0.25});
    snprintf(model, sizeof model, text, strrchr(folder, '/') + 1, "large");
    refused("x.xml", model, "there is no mesh 'large' with a file");
    refused("x.xml",
            "<mujoco><worldbody><body><freejoint/><geom type='mesh'/></body>"
            "</worldbody></mujoco>",
            "a mesh needs the name of one");
}
END_TEST

/* Points in the model, with those inside of their hull and faces or without: a tetrahedron of edges 2, 3, -4 is
 * 4 m^3. MuJoCo 2.2.2 gives its mirror image, which it takes with exactmeshinertia alone, 4000 kg at the same place. */
START_TEST(models_have_points)
{
    static const char text[] =
        "<mujoco><asset><mesh name='t' scale='2 3 -4' vertex='0 0 0  1 0 0  0 1 0  0 0 1' "
        "face='0 2 1  0 1 3  0 3 2  1 2 3'/>"
        "<mesh name='u' vertex=' 0 0 0 1 0 0 0 1 0 0.2 0.2 0.2 0 0 1 '/></asset><worldbody>"
        "<body name='a'><freejoint/><geom type='mesh' mesh='t'/></body>"
        "<body name='b'><freejoint/><geom type='mesh' mesh='u'/></body></worldbody></mujoco>";
    static const char *const wrong[][2] = {
        {"0 0 0 1 0 0 0 1 0", "9 numbers: a mesh has 3 of each point, of which there are 4 to 1000000"},
        {"0 0 0 1 0 0 0 1 0 0 0 1 1", "13 numbers: a mesh has 3"},
        {"", "0 numbers"},
        {"0 0 0 1 0 0 0 1 0 0 0 one", "'0 0 0 1 0 0 0 1 0 0 0 one': must be 12 numbers"}};
    char model[500];
    zn_index of;

    take_in("x.xml", text);
    ck_assert_str_eq(said, "");
    ck_assert_str_eq(zn_scene_shape_at(scene, 0, &of)->form, "hull");
    same(12, zn_scene_shape_at(scene, 0, &of)->points, (const double[]){0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, -4});
    ck_assert_double_eq_tol(body("a")->mass, 4000, 1e-9);
    same(3, body("a")->centre, (const double[]){0.5, 0.75, -1});
    ck_assert_double_eq_tol(body("b")->mass, 1000 / 6., 1e-9);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        snprintf(model, sizeof model,
                 "<mujoco><asset><mesh name='t' vertex='%s'/></asset><worldbody><body><freejoint/>"
                 "<geom type='mesh' mesh='t'/></body></worldbody></mujoco>",
                 wrong[k][0]);
        refused("x.xml", model, wrong[k][1]);
    }
}
END_TEST

/* Allocations until a model is read whose n bodies have one mesh. */
static long taken_by(int n)
{
    static char text[10000];
    char path[200];
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zn_ctx *own;
    zn_scene *s;
    int at = sprintf(text, "<mujoco><asset><mesh file='tetra.obj'/></asset>"
                           "<worldbody>");

    for (int i = 0; i < n; i++)
        at += sprintf(text + at,
                      "<body pos='0 0 %d'><freejoint/><geom type='mesh' "
                      "mesh='tetra'/></body>",
                      i);
    strcpy(text + at, "</worldbody></mujoco>");
    snprintf(path, sizeof path, "%s/x.xml", folder);
    ck_assert(!zn_ctx_new_with(&alloc, &own));
    ck_assert(!zn_scene_read_text(own, path, text, strlen(text), 0, NULL, &s));
    const long calls = mem.calls;
    zn_scene_free(s);
    zn_ctx_free(own);
    return calls;
}

/* A body, a shape and their names take five; a hull alone takes more than six. */
START_TEST(a_mesh_that_many_name_is_made_once)
{
    ck_assert_int_lt(taken_by(41) - taken_by(21), 20 * 6);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("meshes of imports");
    TCase *tc = tcase_create("meshes of imports");

    tcase_add_checked_fixture(tc, begin, end);
    tcase_add_test(tc, two_hinges_are_a_cross);
    tcase_add_test(tc, other_pairs_of_hinges_are_refused);
    tcase_add_test(tc, defaults_are_told);
    tcase_add_test(tc, what_a_free_joint_loses_is_told);
    tcase_add_test(tc, robots_have_meshes);
    tcase_add_test(tc, models_have_meshes);
    tcase_add_test(tc, models_have_points);
    tcase_add_test(tc, a_mesh_that_many_name_is_made_once);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
