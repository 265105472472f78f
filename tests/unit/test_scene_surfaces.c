/* test_scene_surfaces.c - meshes and height fields in scenes and films
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <unistd.h>

#include "tests/unit/scene.h"

static zn_scene *read_text(const char *text)
{
    zn_scene *s;

    MUST(zn_scene_read_text(ctx, "x.yaml", text, strlen(text), 0, NULL, &s));
    return s;
}

static void refused(const char *text, const char *words)
{
    zn_scene *s;

    REFUSED(zn_scene_read_text(ctx, "x.yaml", text, strlen(text), 0, NULL, &s),
            ZN_EINVAL, words);
    ck_assert_ptr_null(s);
}

#define BOX_POINTS                                                             \
    "points: [[0,0,0],[1,0,0],[1,2,0],[0,2,0],"                                \
    "[0,0,3],[1,0,3],[1,2,3],[0,2,3]]"
#define BOX_FACES                                                              \
    "faces: [[3,2,1,0],[4,5,6,7],[0,1,5,4],[1,2,6,5],[2,3,7,6],[3,0,4,7]]"

/* ---- mass ----------------------------------------------------------------------------------- */

/* A box of faces 1 x 2 x 3, at half the size, beside its frame: mass, centre and inertia of the box. */
START_TEST(a_closed_mesh_has_the_mass_of_its_body)
{
    zn_scene *s =
        read_text("bodies: {b: {density: 16, shape: {type: mesh, scale: "
                  "1/2, " BOX_POINTS ", " BOX_FACES ", position: [1, 0, 0]}}}");
    const zn_scene_body *b = zn_scene_body_at(s, 0);
    const double a[3] = {0.5, 1, 1.5}, m = 16 * 0.75;

    CLOSE(b->mass, m, 1e-15);
    CLOSE(b->centre[0], 1.25, 1e-15);
    CLOSE(b->centre[2], 0.75, 1e-15);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        CLOSE(b->inertia[4 * i], m / 12 * (a[j] * a[j] + a[k] * a[k]), 1e-14);
    }
    ck_assert_int_eq(zn_scene_shape_at(s, 0, NULL)->ntriangle, 12);
    zn_scene_free(s);
}
END_TEST

#define OPEN                                                                   \
    "shape: {type: mesh, points: [[0,0,0],[1,0,0],[0,1,0]], "                  \
    "faces: [[0,1,2]]}"

START_TEST(what_has_no_volume_has_no_mass)
{
    zn_scene *s;

    refused("bodies: {b: {density: 1, " OPEN "}}",
            "x.yaml:1:33: body 'b': shape 'mesh': the mesh is not closed");
    refused("bodies: {b: {mass: 1, " OPEN "}}", "give mass and inertia");
    refused("bodies: {b: {density: 1, shape: {type: height_field, size: [1, 1],"
            " heights: [[0, 0], [0, 0]]}}}",
            "has no mass");
    /* inside out */
    refused("bodies: {b: {density: 1, shape: {type: mesh, " BOX_POINTS
            ", faces: [[0,1,2,3],[7,6,5,4],[4,5,1,0],[5,6,2,1],[6,7,3,2],"
            "[7,4,0,3]]}}}",
            "outsides are inside");
    /* where nobody asks for it there may be none */
    s = read_text("bodies: {b: {fixed: yes, " OPEN
                  "}, c: {mass: 1, inertia: [1, 1, 1], " OPEN "}}");
    ck_assert_double_eq(zn_scene_body_at(s, 1)->mass, 1);
    zn_scene_free(s);
}
END_TEST

/* ---- words ------------------------------------------------------------------------------------ */

#define MESH "bodies: {b: {fixed: yes, shape: {type: mesh, "
#define FIELD                                                                  \
    "bodies: {b: {fixed: yes, shape: {type: height_field, size: [2, 3], "

START_TEST(wrong_surfaces_are_refused_with_words)
{
    static const char *const wrong[][2] = {
        {MESH "}}}", "a mesh has a file, or points and faces"},
        {MESH BOX_POINTS "}}}", "a mesh has a file, or points and faces"},
        {MESH "file: a, " BOX_POINTS "}}}", "a mesh has a file, or points"},
        {MESH "file: none.stl}}}", "'none.stl': cannot be read: No such file"},
        {MESH "file: /dev/null}}}", "'/dev/null': it is not a file"},
        {MESH "radius: 1, file: a}}}", "a mesh has no radius"},
        {MESH BOX_POINTS ", faces: [[0, 1, 8]]}}}",
         "a face has point 8, must be a whole number, 0 ... 7"},
        {MESH BOX_POINTS ", faces: [[0, 1, 0.5]]}}}", "a face has point 0.5"},
        {MESH BOX_POINTS ", faces: [[0, 1]]}}}", "a face of 2 corners"},
        {MESH BOX_POINTS ", faces: [0, 1]}}}", "a face must be a list"},
        {MESH BOX_POINTS ", faces: 1}}}", "faces must be a list"},
        {MESH BOX_POINTS ", faces: []}}}", "0 triangles"},
        {MESH "points: [[0, 0, 1e999]], faces: []}}}", "1e999"},
        {MESH BOX_POINTS ", faces: [[0, 1, 1]]}}}", "has no area"},
        {MESH BOX_POINTS ", faces: [[0, 1, 2]], scale: 0}}}", "scale = 0"},
        {"bodies: {b: {fixed: yes, shape: {type: height_field}}}",
         "a height_field needs its size"},
        {FIELD "}}}", "a height_field has a file, or heights, or a height"},
        {FIELD "heights: [[1, 2], [3]]}}}",
         "a row of 1 heights, the first has 2"},
        {FIELD "heights: [[1, 2]]}}}", "2 x 1 heights, must be 2 x 2"},
        {FIELD "heights: 3}}}", "heights must be a list of rows"},
        {FIELD "height: x}}}", "needs its cells"},
        {FIELD "height: x, cells: [1e3, 1e3]}}}", "1000000 at most"},
        {FIELD "height: x, cells: [1.5, 2]}}}", "must be whole numbers"},
        {FIELD "height: x + q, cells: [1, 2]}}}", "there is no parameter 'q'"},
        {FIELD "height: 1/x, cells: [2, 2]}}}", "'1/x'"},
        {FIELD "file: none.txt}}}", "'none.txt': cannot be read"},
        {"bodies: {b: {fixed: yes, shape: {type: height_field, size: [1, 1, "
         "1], heights: [[0, 0], [0, 0]]}}}",
         "must be a list of 2 numbers"},
    };

    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        refused(wrong[k][0], wrong[k][1]);
}
END_TEST

/* x and y are those of the point, whatever the loops are called. */
START_TEST(heights_may_be_an_expression)
{
    zn_scene *s =
        read_text("parameters: {a: 2}\n"
                  "bodies: {b: {fixed: yes, repeat: {x: 2, k: 2}, shape: "
                  "{type: height_field, size: [2, 4], cells: [2, 1], height: "
                  "a*x + 10*y + "
                  "100*k}}}");
    const zn_scene_shape *g = zn_scene_shape_at(s, 3, NULL);
    const double want[6] = {-22, -20, -18, 18, 20, 22};

    ck_assert(g->grid[0] == 3 && g->grid[1] == 2);
    for (int i = 0; i < 6; i++)
        CLOSE(g->heights[i], 100 + want[i], 1e-15);
    zn_scene_free(s);
}
END_TEST

START_TEST(what_is_the_same_is_kept_once)
{
    zn_scene *s = read_text(
        "bodies: {b: {repeat: {i: 3}, density: 1, position: [5*i, 0, 0], "
        "shapes:"
        " [{type: mesh, " BOX_POINTS ", " BOX_FACES "}, {type: hull, points: "
        "[[0,0,0],[1,0,0],[0,1,0],[0,0,1 + 0*i]], position: [0, 0, 9]}]}}");
    const zn_scene_shape *a = zn_scene_shape_at(s, 0, NULL);

    ck_assert_int_eq(zn_scene_shape_count(s), 6);
    for (int i = 1; i < 3; i++) {
        const zn_scene_shape *b = zn_scene_shape_at(s, 2 * i, NULL);
        ck_assert(a->points == b->points && a->triangles == b->triangles);
        ck_assert(a->points != zn_scene_shape_at(s, 2 * i + 1, NULL)->points);
        ck_assert_double_eq(zn_scene_body_at(s, i)->mass,
                            zn_scene_body_at(s, 0)->mass);
    }
    zn_scene_free(s);
}
END_TEST

/* ---- files ------------------------------------------------------------------------------------ */

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    ck_assert(f && fputs(text, f) >= 0 && !fclose(f));
}

START_TEST(files_are_beside_the_scene)
{
    char folder[] = "/tmp/zeno-scene-XXXXXX", scene[64], mesh[64], land[64];
    zn_scene *s;

    ck_assert(mkdtemp(folder));
    snprintf(scene, sizeof scene, "%s/s.yaml", folder);
    snprintf(mesh, sizeof mesh, "%s/m.obj", folder);
    snprintf(land, sizeof land, "%s/land.txt", folder);
    write_file(scene, "bodies:\n"
                      "  b: {fixed: yes, repeat: {i: 3}, shape: {type: mesh, "
                      "file: m.obj, scale: 2}}\n"
                      "  g: {fixed: yes, shape: {type: height_field, size: "
                      "[1, 1], file: land.txt}}\n");
    write_file(mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    write_file(land, "1 2\n3 4\n");
    MUST(zn_scene_read(ctx, scene, 0, NULL, &s));
    ck_assert_double_eq(zn_scene_shape_at(s, 2, NULL)->points[3], 2);
    ck_assert_double_eq(zn_scene_shape_at(s, 3, NULL)->heights[2], 3);
    zn_scene_free(s);
    write_file(mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n");
    REFUSED(zn_scene_read(ctx, scene, 0, NULL, &s), ZN_EINVAL,
            "m.obj:4: there is no point 4");
    ck_assert(!unlink(scene) && !unlink(mesh) && !unlink(land) &&
              !rmdir(folder));
}
END_TEST

/* ---- physics ---------------------------------------------------------------------------------- */

/* A ball rolls down a slope of triangles with 5/7 g sin a, as on a plane. */
static const char slope[] =
    "parameters: {a: 0.3}\n"
    "gravity: [0, 0, -10]\n"
    "laws: {mu: 1}\n"
    "bodies:\n"
    "  ground: {fixed: yes, shape: {type: %s}}\n"
    "  ball: {density: 1, position: [0, 0, 0.1/cos(atan(a))], "
    "shape: {type: sphere, radius: 0.1}}\n"
    "simulation: {h: 1e-3, T: 1, solver_tol: 1e-12}\n";

static const char *const grounds[] = {
    "height_field, size: [20, 4], cells: [37, 9], height: -a*x",
    "mesh, points: [[-9,-2,9*a],[9,-2,-9*a],[9,2,-9*a],[-9,2,9*a],[1,1,-a]], "
    "faces: [[0,1,4],[1,2,4],[2,3,4],[3,0,4]]"};

START_TEST(a_ball_rolls_down_triangles_as_down_a_plane)
{
    const double alpha = atan(0.3), a = 10 * 5. / 7 * sin(alpha);
    char text[1000];
    zn_scene *s;
    zn_ds *b;

    snprintf(text, sizeof text, slope, grounds[_i]);
    s = read_text(text);
    zn_model_free(model);
    MUST(zn_scene_simulation(s, ctx, &model, &sim));
    MUST(zn_simulation_run(sim));
    b = zn_model_ds(model, "ball");
    /* the scheme is exact for a constant force, but for the half step of the first contact */
    CLOSE(v_of(b, 0), a * cos(alpha), 1e-3);
    CLOSE(v_of(b, 2), -a * sin(alpha), 1e-3);
    CLOSE(v_of(b, 4), a / 0.1, 1e-2);
    zn_simulation_free(sim);
    sim = NULL;
    zn_scene_free(s);
}
END_TEST

/* A die of triangles slides down a height field with g (sin a - mu cos a). */
START_TEST(a_die_of_triangles_slides_down)
{
    const double alpha = atan(0.3), a = 10 * (sin(alpha) - 0.1 * cos(alpha));
    char text[1200];
    zn_scene *s;
    zn_ds *b;

    snprintf(
        text, sizeof text,
        "parameters: {a: 0.3, l: 0.2}\n"
        "gravity: [0, 0, -10]\n"
        "laws: {mu: 0.1}\n"
        "bodies:\n"
        "  ground: {fixed: yes, shape: {type: %s}}\n"
        "  die:\n"
        "    density: 1\n"
        "    rotation: {axis: [0, 1, 0], angle: atan(a)}\n"
        "    shape: {type: mesh, scale: l, points: [[0,0,0],[1,0,0],[1,1,0],"
        "[0,1,0],[0,0,1],[1,0,1],[1,1,1],[0,1,1]], " BOX_FACES "}\n"
        "simulation: {h: 1e-3, T: 1, solver_tol: 1e-12}\n",
        grounds[0]);
    s = read_text(text);
    zn_model_free(model);
    MUST(zn_scene_simulation(s, ctx, &model, &sim));
    MUST(zn_simulation_run(sim));
    b = zn_model_ds(model, "die");
    CLOSE(v_of(b, 0), a * cos(alpha), 1e-6);
    CLOSE(v_of(b, 2), -a * sin(alpha), 1e-6);
    for (int i = 3; i < 6; i++)
        CLOSE(v_of(b, i), 0, 1e-6);
    zn_simulation_free(sim);
    sim = NULL;
    zn_scene_free(s);
}
END_TEST

/* ---- films ------------------------------------------------------------------------------------ */

/* The triangles of a film are those of the shapes. */
static void count(void *user, zn_log_level level, const char *words)
{
    if (level == ZN_LOG_WARN &&
        strstr(words, "pass through each other, though there is a law"))
        ++*(int *)user;
    if (level == ZN_LOG_WARN && strstr(words, "(mesh, not closed)"))
        *(int *)user += 10;
}

/* A body of triangles over a sheet has no contact with it: said once, and neither as long as
 * they are far from each other, nor without a law. */
START_TEST(pairs_without_a_contact_are_told)
{
    static const char *const where[] = {"0", "10", "0"};
    char text[2000];
    int told = 0;

    zn_ctx_set_log(ctx, ZN_LOG_WARN, count, &told);
    snprintf(text, sizeof text,
             "laws: %s\n"
             "bodies:\n"
             "  sheet: {fixed: yes, " OPEN "}\n"
             "  a: {density: 1, position: [0, 0, %s], shape: {type: mesh, "
             BOX_POINTS ", " BOX_FACES "}}\n",
             _i == 2 ? "{type: none}" : "{mu: 0.3}", where[_i]);
    zn_scene *s = read_text(text);
    zn_model_free(model);
    MUST(zn_scene_simulation(s, ctx, &model, &sim));
    for (int k = 0; k < 3; k++)
        MUST(zn_simulation_step(sim));
    ck_assert_int_eq(told, _i == 0 ? 11 : 0);
    zn_simulation_free(sim);
    sim = NULL;
    zn_scene_free(s);
}
END_TEST

START_TEST(a_film_has_the_triangles)
{
    char path[] = "/tmp/zeno-film-XXXXXX";
    const int fd = mkstemp(path);
    zn_scene *s = read_text(
        "bodies:\n"
        "  g: {fixed: yes, shape: {type: height_field, size: [2, 2], heights: "
        "[[1, 2, 3], [4, 5, 6]]}}\n"
        "  b: {mass: 1, shapes: [{type: sphere, radius: 1}, {type: "
        "mesh, " BOX_POINTS ", " BOX_FACES "}]}\n"
        "simulation: {T: 0.01}\n");
    zn_film_data *d;
    zn_film *film;
    double area = 0;

    ck_assert(fd >= 0 && !close(fd));
    zn_model_free(model);
    MUST(zn_scene_simulation(s, ctx, &model, &sim));
    MUST(zn_film_new(sim, s, path, 1, &film));
    MUST(zn_simulation_run(sim));
    MUST(zn_film_close(film));
    MUST(zn_film_read(ctx, path, &d));
    ck_assert_str_eq(d->form[0], "height_field");
    ck_assert(d->point_end[0] == 6 && d->point_end[2] == 14);
    ck_assert(d->triangle_end[0] == 4 && d->triangle_end[1] == 4 &&
              d->triangle_end[2] == 16);
    /* seen from above the field is the square of its size */
    for (zn_index t = 0; t < 4; t++) {
        const double *p[3];
        for (int k = 0; k < 3; k++)
            p[k] = d->points + 3 * d->triangles[3 * t + k];
        area += ((p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) -
                 (p[1][1] - p[0][1]) * (p[2][0] - p[0][0])) /
                2;
    }
    CLOSE(area, 4, 1e-15);
    ck_assert(d->points[2] == 1 && d->points[3 * 5 + 2] == 6 &&
              d->points[3 * 5] == 1);
    zn_film_data_free(ctx, d);
    zn_simulation_free(sim);
    sim = NULL;
    zn_scene_free(s);
    unlink(path);
}
END_TEST

/* ---- without memory --------------------------------------------------------------------------- */

static zn_status read_and_build(const zn_allocator *alloc)
{
    static const char text[] =
        "bodies:\n"
        "  g: {fixed: yes, shape: {type: height_field, size: [2, 2], heights: "
        "[[1, 2], [4, 5]]}}\n"
        "  b: {repeat: {i: 2}, density: 1, shape: {type: mesh, " BOX_POINTS
        ", " BOX_FACES "}}\n";
    zn_scene *s = NULL;
    zn_model *m = NULL;
    zn_simulation *run = NULL;
    zn_ctx *c;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_scene_read_text(c, "x", text, sizeof text - 1, 0, NULL, &s);
    if (!st)
        st = zn_scene_simulation(s, c, &m, &run);
    zn_simulation_free(run);
    zn_model_free(m);
    zn_scene_free(s);
    zn_ctx_free(c);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    test_torture(read_and_build);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scene surfaces");
    TCase *tc = tcase_create("scene surfaces");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_closed_mesh_has_the_mass_of_its_body);
    tcase_add_test(tc, what_has_no_volume_has_no_mass);
    tcase_add_test(tc, wrong_surfaces_are_refused_with_words);
    tcase_add_test(tc, heights_may_be_an_expression);
    tcase_add_test(tc, what_is_the_same_is_kept_once);
    tcase_add_test(tc, files_are_beside_the_scene);
    tcase_add_loop_test(tc, a_ball_rolls_down_triangles_as_down_a_plane, 0,
                        (int)(sizeof grounds / sizeof *grounds));
    tcase_add_test(tc, a_die_of_triangles_slides_down);
    tcase_add_loop_test(tc, pairs_without_a_contact_are_told, 0, 3);
    tcase_add_test(tc, a_film_has_the_triangles);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
