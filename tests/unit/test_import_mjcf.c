/* test_import_mjcf.c - models in MJCF of several files, with frames, pairs, exclusions, height fields
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "import_test.h"

/* ---- files in files ---- */

static char folder[] = "/tmp/zeno-mjcf-XXXXXX", before[4096];

static void begin(void)
{
    setup();
    strcpy(folder, "/tmp/zeno-mjcf-XXXXXX");
    ck_assert(getcwd(before, sizeof before) && mkdtemp(folder));
    ck_assert(!chdir(folder));
}

static void end(void)
{
    static const char *const files[] = {"main.xml", "a.tmp", "leg.tmp",
                                        "classes.tmp", "defaults.tmp"};

    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
        unlink(files[k]);
    ck_assert(!chdir(before));
    rmdir(folder);
    teardown();
}

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");

    ck_assert(f != NULL);
    fputs(text, f);
    fclose(f);
}

static void take_file(const char *name)
{
    zn_scene_free(scene);
    MUST(zn_scene_read(ctx, name, 0, NULL, &scene));
}

static void refused_file(const char *name, const char *words)
{
    zn_scene *s;

    ck_assert(zn_scene_read(ctx, name, 0, NULL, &s) == ZN_EINVAL && !s);
    ck_assert_msg(strstr(zn_errmsg(ctx), words), "'%s' is not in '%s'", words,
                  zn_errmsg(ctx));
}

static char *written(void)
{
    char *text;
    size_t n;
    FILE *out = open_memstream(&text, &n);

    ck_assert(out != NULL);
    MUST(zn_scene_write(scene, out));
    fclose(out);
    return text;
}

/* A model in one file and in four is one scene, to the last bit. */
START_TEST(files_are_put_in_their_place)
{
    char *one, *four;

    write_file("leg.tmp", "<mujocoinclude>\n"
                          "<body name='leg' pos='0 0 1'><joint/><geom "
                          "class='heavy' size='1'/></body>\n"
                          "</mujocoinclude>");
    write_file("defaults.tmp",
               "<mujoco><include file='classes.tmp'/></mujoco>");
    write_file("classes.tmp",
               "<mujoco><default><default class='heavy'><geom density='3'/>"
               "</default><geom friction='0.3'/></default></mujoco>");
    write_file("main.xml",
               "<mujoco><default><geom friction='0.2' rgba='1 0 0 1'/>"
               "</default><include file='defaults.tmp'/>\n<worldbody>\n"
               "<body name='b'><freejoint/><geom size='2'/>"
               "<include file='leg.tmp'/></body></worldbody></mujoco>");
    take_file("main.xml");
    ck_assert_str_eq(said, "");
    four = written();
    take("x.xml",
         "<mujoco><default><geom friction='0.2' rgba='1 0 0 1'/><default "
         "class='heavy'><geom density='3'/></default><geom friction='0.3'/>"
         "</default><worldbody><body name='b'><freejoint/><geom size='2'/>"
         "<body name='leg' pos='0 0 1'><joint/><geom class='heavy' size='1'/>"
         "</body></body></worldbody></mujoco>");
    one = written();
    ck_assert_str_eq(one, four);
    ck_assert_ptr_nonnull(strstr(one, "mu=0.3")); /* the later one counts */
    free(one);
    free(four);
    /* 4/3 pi 1^3 3 */
    ck_assert_double_eq_tol(body("leg")->mass, 4 * acos(-1), 1e-12);
}
END_TEST

START_TEST(words_name_the_file_that_is_wrong)
{
    write_file("leg.tmp", "<mujoco>\n\n<geom size='-1'/><plume/></mujoco>");
    write_file("main.xml", "<mujoco>\n<worldbody>"
                           "<include file='leg.tmp'/></worldbody>"
                           "</mujoco>");
    refused_file("main.xml", "radius");
    write_file("leg.tmp", "<mujoco>\n\n<geom size='x'/></mujoco>");
    refused_file("main.xml", "leg.tmp:3:7: 'x': must be");
    write_file("leg.tmp", "<mujoco>\n<plume/><plume/></mujoco>");
    said[0] = 0;
    take_file("main.xml");
    ck_assert_str_eq(said, "leg.tmp:2: <plume> is ignored, and 1 more\n");
}
END_TEST

START_TEST(files_that_cannot_be_included_are_refused)
{
    char deep[1000] = "<mujoco>";

    write_file("main.xml", "<mujoco><include file='a.tmp'/></mujoco>");
    unlink("a.tmp");
    refused_file("main.xml", "main.xml:1:18: 'a.tmp'");
    /* in a circle, by whatever name */
    write_file("a.tmp", "<mujoco><include file='./main.xml'/></mujoco>");
    refused_file("main.xml", "a.tmp:1:18: './main.xml' is "
                             "included a second time, or in a circle");
    write_file("a.tmp", "<mujoco/>");
    write_file("main.xml", "<mujoco><include file='a.tmp'/>"
                           "<include file='a.tmp'/></mujoco>");
    refused_file("main.xml", "'a.tmp' is included a second time");
    write_file("main.xml", "<mujoco><include/></mujoco>");
    refused_file("main.xml", "<include> needs its file");
    write_file("main.xml", "<mujoco><include file='a.tmp'/></mujoco>");
    write_file("a.tmp", "<robot/>");
    refused_file("main.xml", "an included file is <mujoco> or");
    write_file("a.tmp", "<mujoco>");
    refused_file("main.xml", "a.tmp:1:9: no element found");
    /* each is shallow enough, both are not */
    for (int k = 0; k < 40; k++)
        strcat(deep, "<a>");
    strcat(deep, "<include file='a.tmp'/>");
    for (int k = 0; k < 40; k++)
        strcat(deep, "</a>");
    strcat(deep, "</mujoco>");
    write_file("main.xml", deep);
    *strstr(deep, "<include") = 0;
    for (int k = 0; k < 40; k++)
        strcat(deep, "</a>");
    strcat(deep, "</mujoco>");
    write_file("a.tmp", deep);
    refused_file("main.xml", "deeper than 64 levels");
}
END_TEST

/* ---- frames ---- */

/* Bodies and geoms in frames are where they are when the frames are worked out by hand. */
START_TEST(frames_place_what_is_in_them)
{
    const zn_scene_shape *s;
    double z[3];

    take("x.xml",
         "<mujoco><default><default class='c'><geom density='2'/></default>"
         "</default><worldbody><frame pos='1 2 3' euler='0 0 90'>"
         "<frame pos='1 0 0' childclass='c'>"
         "<body name='b' pos='0 0 1' euler='90 0 0'><freejoint/>"
         "<frame euler='0 90 0' pos='0 0 5'>"
         "<geom type='capsule' fromto='0 0 0 0 0 2' size='0.5'/></frame>"
         "<geom size='1' mass='3'/></body></frame></frame></worldbody>"
         "</mujoco>");
    ck_assert_str_eq(said, "");
    /* (1, 0, 1) turned about z: (0, 1, 1) */
    SAME(3, body("b")->position, 1, 3, 4);
    s = zn_scene_shape_at(scene, 0, NULL);
    /* its middle, (0, 0, 1), turned about y and moved: z becomes x */
    SAME(3, s->position, 1, 0, 5);
    zn_rotate(s->orientation, (double[]){0, 0, 1}, z);
    SAME(3, z, 1, 0, 0);
    /* 2 (pi r^2 l + 4/3 pi r^3) + 3 */
    ck_assert_double_eq_tol(body("b")->mass, 2 * acos(-1) * (0.5 + 1.0 / 6) + 3,
                            1e-12);
}
END_TEST

/* ---- who meets whom ---- */

/* Boxes on a slope of 5/10: of friction 1 with the floor unless a pair says otherwise. */
START_TEST(pairs_and_exclusions_are_kept)
{
#define BOX(name, y)                                                           \
    "<body name='" name "' pos='0 " y " 0.5'><freejoint/><geom name='" name    \
    "' type='box' size='.5 .5 .5'/></body>"
    zn_simulation *sim;
    zn_model *model;
    double x[6][2];

    take("x.xml",
         "<mujoco><option gravity='5 0 -10'/><default><default class='ice'>"
         "<pair friction='0.1 0.1 0.005'/></default></default><worldbody>"
         "<geom name='floor' type='plane' size='1 1 1'/>" BOX("a", "0")
             BOX("b", "5") BOX("c", "9") BOX("d", "13")
                 BOX("e", "17") "<body name='f' pos='0 21 "
                                "0.5'><freejoint/><geom name='f' type='box' "
                                "size='.5 .5 .5' contype='0' "
                                "conaffinity='0'/></body></worldbody>"
                                "<contact><pair geom1='b' geom2='floor' "
                                "friction='0.2 0.2'/>"
                                "<exclude body1='world' body2='c'/><pair "
                                "class='ice' geom1='floor' "
                                "geom2='d'/><exclude body1='e' "
                                "body2='world'/><pair geom1='e' "
                                "geom2='floor' condim='1'/><pair geom1='f' "
                                "geom2='floor'/></contact>"
                                "</mujoco>");
    ck_assert_str_eq(said, "");
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
    MUST(zn_simulation_advance_to(sim, 1));
    for (int k = 0; k < 6; k++) {
        const char name[2] = {(char)('a' + k), 0};
        const double *q = zn_simulation_q(sim, zn_model_ds(model, name));
        x[k][0] = q[0];
        x[k][1] = q[2];
    }
    /* the first step is half a step off: a h t/2, 5e-3 */
    ck_assert_double_eq_tol(x[0][0], 0, 1e-4);   /* 5 < 1 10 */
    ck_assert_double_eq_tol(x[1][0], 1.5, 5e-3); /* (5 - 0.2 10)/2 */
    ck_assert_double_eq_tol(x[2][1], 0.5 - 5, 0.05);
    ck_assert_double_eq_tol(x[3][0], 2, 6e-3);
    ck_assert_double_eq_tol(x[4][0], 2.5, 6e-3); /* a pair, whatever else */
    ck_assert_double_eq_tol(x[5][0], 0, 1e-4); /* of geoms that meet no other */
    for (int k = 0; k < 6; k++)
        if (k != 2)
            ck_assert_double_eq_tol(x[k][1], 0.5, 1e-4);
    zn_simulation_free(sim);
    zn_model_free(model);
}
END_TEST

START_TEST(pairs_that_cannot_be_are_refused)
{
#define TWO(what)                                                              \
    "<mujoco><worldbody>" BOX("a", "0")                                        \
        BOX("b", "5") "</worldbody><contact>" what "</contact></mujoco>"
    refused("x.xml", TWO("<pair geom1='a' geom2='q'/>"),
            "there is no geom 'q'");
    refused("x.xml", TWO("<pair geom1='a'/>"), "<pair> needs its geom2");
    refused("x.xml", TWO("<pair geom1='a' geom2='b' friction='-1'/>"),
            "friction -1, must be >= 0");
    refused("x.xml", TWO("<exclude body1='a' body2='q'/>"),
            "there is no body 'q'");
    refused("x.xml", TWO("<exclude body1='a'/>"), "<exclude> needs its body2");
    take("x.xml",
         "<mujoco><worldbody><body name='a'><freejoint/><geom name='a' "
         "size='1'/><body><joint/><geom name='b' size='1'/></body>"
         "</body></worldbody><contact><pair geom1='a' geom2='b' "
         "margin='1'/></contact></mujoco>");
    ck_assert_str_eq(said, "x.xml:1: attribute 'margin' of <pair> is ignored\n"
                           "x.xml:1: <pair> of bodies of which one carries the "
                           "other is ignored\n");
}
END_TEST

/* ---- height fields ---- */

#define FIELD(what, geom)                                                      \
    "<mujoco><asset><hfield name='h' " what "/></asset><worldbody><geom "      \
    "type='hfield' " geom "/>"
#define END "</worldbody></mujoco>"

/* A ramp z = x + 3, |x| < 3, |y| < 2, but for a corner: the first row is that of the largest y. A ball
 * at rest on it, without friction, begins as g sin cos = g/2. */
START_TEST(elevations_are_heights)
{
    const zn_scene_shape *s;
    zn_simulation *sim;
    zn_model *model;

    take("x.xml", FIELD("nrow='2' ncol='3' size='3 2 6 1' elevation='10 20 15 "
                        "10 15 20'",
                        "hfield='h' pos='0 0 1'") END);
    s = zn_scene_shape_at(scene, 0, NULL);
    ck_assert_str_eq(s->form, "height_field");
    SAME(2, s->size, 6, 4);
    SAME(6, s->heights, 0, 3, 6, 0, 6, 3);
    SAME(3, s->position, 0, 0, 1);
    take(
        "x.xml",
        FIELD("nrow='2' ncol='3' size='3 2 6 1' elevation='0 1 2 0 1 2'",
              "hfield='h' condim='1' friction='0'") "<body name='b' pos='1 0.3 "
                                                    "4.7071067811865475'><"
                                                    "freejoint/><geom "
                                                    "size='0.5' "
                                                    "condim='1'/></body>" END);
    ck_assert_str_eq(said, "");
    MUST(zn_scene_simulation(scene, ctx, &model, &sim));
    MUST(zn_simulation_advance_to(sim, 0.5));
    const double *q = zn_simulation_q(sim, zn_model_ds(model, "b"));
    /* -g t^2/4; the first step is half a step off, g h t/4 = 2.5e-3 */
    ck_assert_double_eq_tol(q[0], 1 - 9.81 / 16, 4e-3);
    /* it touches all the while, up to the gap from which it does: 1e-4 of its size */
    ck_assert_double_eq_tol(q[2] - q[0] - 3, 0.5 * sqrt(2), 1e-3);
    zn_simulation_free(sim);
    zn_model_free(model);
}
END_TEST

/* Of condim 4 the spin of a ball is braked, by mu_s m g, and of 6 its rolling, by mu_r m g; of
 * a pair the larger of what two have. */
START_TEST(contacts_brake_spin_and_rolling)
{
    static const struct {
        int floor, ball;
        double spin, rolls; /* m */
    } cases[] = {{3, 3, 0, 0}, {4, 3, 0.01, 0}, {3, 4, 0.01, 0}, {6, 1, 0.01, 0.004},
                 {1, 6, 0.01, 0.004}};
    const double R = 0.1, I = 0.4 * R * R, T = 0.5;

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        zn_simulation *sim;
        zn_model *model;
        char text[1000];
        snprintf(text, sizeof text,
                 "<mujoco><option gravity='0 0 -10' timestep='1e-4'/><worldbody>"
                 "<geom type='plane' size='1 1 1' condim='%d' friction='0.5 0.01 0.002'/>"
                 "<body name='b' pos='0 0 0.1'><freejoint/><geom size='0.1' condim='%d' "
                 "friction='0.5 0.002 0.004'/></body></worldbody></mujoco>",
                 cases[k].floor, cases[k].ball);
        take("x.xml", text);
        ck_assert_str_eq(said, "");
        MUST(zn_scene_simulation(scene, ctx, &model, &sim));
        zn_ds *b = zn_model_ds(model, "b");
        MUST(zn_simulation_init(sim));
        double *v = zn_simulation_state_rw(sim)->v;
        v[0] = 1, v[4] = 1 / R, v[5] = 10;
        MUST(zn_simulation_touched(sim));
        MUST(zn_simulation_advance_to(sim, T));
        const double *u = zn_simulation_v(sim, b), *q = zn_simulation_q(sim, b);
        double w[3];
        zn_rotate(q + 3, u + 3, w);
        ck_assert_double_eq_tol(w[2], fmax(0, 10 - cases[k].spin * 10 / I * T), 2e-3);
        ck_assert_double_eq_tol(u[0], 1 - cases[k].rolls * 10 * R / (R * R + I) * T, 1e-3);
        zn_simulation_free(sim);
        zn_model_free(model);
    }
    refused("x.xml", "<mujoco><worldbody><geom type='plane' size='1 1 1' condim='5'/>" END,
            "condim 5, must be 1 (no friction), 3 (sliding), 4 (and spin) or 6");
}
END_TEST

/* Level ground is two triangles, however many rows are declared of it. */
START_TEST(a_field_without_elevations_is_level)
{
    const zn_scene_shape *s;

    take("x.xml",
         FIELD("nrow='700' ncol='700' size='3 2 6 1'", "hfield='h'") END);
    s = zn_scene_shape_at(scene, 0, NULL);
    ck_assert_str_eq(s->form, "height_field");
    SAME(2, s->size, 6, 4);
    ck_assert_int_eq(s->grid[0] * s->grid[1], 4);
    SAME(4, s->heights, 0, 0, 0, 0);
}
END_TEST

START_TEST(fields_that_cannot_be_are_refused)
{
    refused("x.xml", FIELD("nrow='2' ncol='2' size='1 1 1 1'", "") END,
            "there is no hfield ''");
    refused("x.xml",
            FIELD("nrow='2' ncol='2' size='1 1 1 1'", "hfield='q'") END,
            "there is no hfield 'q'");
    refused("x.xml",
            FIELD("nrow='1' ncol='2' size='1 1 1 1'", "hfield='h'") END,
            "nrow 1 and ncol 2 must be whole numbers >= 2");
    refused("x.xml",
            FIELD("nrow='1e9' ncol='2' size='1 1 1 1'", "hfield='h'") END,
            "must be whole numbers");
    refused("x.xml",
            FIELD("nrow='2' ncol='2' size='1 1 1 1' elevation='1 2 3'",
                  "hfield='h'") END,
            "must be 4 numbers");
    refused("x.xml",
            FIELD("nrow='2' ncol='2' size='0 1 1 1'", "hfield='h'") END,
            "size along x = 0, must be > 0");
    refused("x.xml",
            FIELD("nrow='2' ncol='2' size='1 1 -1 1'", "hfield='h'") END,
            "elevation_z = -1, must be >= 0");
    take("x.xml", FIELD("file='a.png' size='1 1 1 1'", "hfield='h'") END);
    ck_assert_str_eq(said,
                     "x.xml:1: <hfield> of a file, 'a.png', is ignored\n");
}
END_TEST

static zn_status all_of_it(const zn_allocator *alloc)
{
    static const char model[] =
        "<mujoco><include file='classes.tmp'/><asset><hfield name='h' "
        "nrow='2' ncol='2' size='1 1 1 1' elevation='1 2 3 4'/></asset>"
        "<worldbody><geom type='hfield' hfield='h'/><frame>" BOX("a", "0")
            BOX("b", "5") "</frame></worldbody><contact><pair "
                          "geom1='a' geom2='b'/><exclude body1='a' "
                          "body2='b'/></contact></mujoco>";
    zn_scene *s = NULL;
    zn_ctx *c;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_scene_read_text(c, "x.xml", model, strlen(model), 0, NULL, &s);
    zn_scene_free(s);
    zn_ctx_free(c);
    return st;
}

START_TEST(every_allocation_may_fail)
{
    write_file("classes.tmp", "<mujoco><default/></mujoco>");
    test_torture(all_of_it);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("import_mjcf");
    TCase *tc = tcase_create("import_mjcf");
    tcase_add_checked_fixture(tc, begin, end);
    tcase_add_test(tc, files_are_put_in_their_place);
    tcase_add_test(tc, words_name_the_file_that_is_wrong);
    tcase_add_test(tc, files_that_cannot_be_included_are_refused);
    tcase_add_test(tc, frames_place_what_is_in_them);
    tcase_add_test(tc, pairs_and_exclusions_are_kept);
    tcase_add_test(tc, pairs_that_cannot_be_are_refused);
    tcase_add_test(tc, elevations_are_heights);
    tcase_add_test(tc, a_field_without_elevations_is_level);
    tcase_add_test(tc, contacts_brake_spin_and_rolling);
    tcase_add_test(tc, fields_that_cannot_be_are_refused);
    tcase_add_test(tc, every_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
