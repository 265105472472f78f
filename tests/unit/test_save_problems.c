/* test_save_problems.c - the one-step problems of a run in files, to be solved apart
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#include "kernel/simulation/simulation.h"

#include <zeno/friction.h>
#include <zeno/problem_file.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEPS = 6, ROWS = 4 };

static char folder[] = "/tmp/zeno-problems-XXXXXX";
static zn_interaction *contact[2];

static const char *in_folder(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static bool exists(const char *name)
{
    return access(in_folder(name), F_OK) == 0;
}

static void setup(void)
{
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    scene_setup();
}

static void teardown(void)
{
    char command[300];

    scene_teardown();
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}

/* A brick on another on the floor, both pushed so hard that they slide, the faster the more
 * a damper presses them: no two steps have the same impulses. Normal and tangent of a
 * contact are the second and the first coordinate. */
static void bricks(void)
{
    const double lower[4] = {0, 1, 1, 0};
    const double upper[8] = {0, 1, 1, 0, 0, -1, -1, 0};
    const double M[4] = {2, 0, 0, 2}, q[2] = {0, 0}, f[2] = {3, -8};
    const double C[4] = {0.5, 0.25, 0.25, 0.25};
    const double deep[2] = {-0.125, 0}; /* no gap opens by rounding */
    zn_ds *a, *b;
    zn_law *law;

    MUST(zn_law_friction(ctx, 2, 0, 0, 0.125, &law));
    a = linear_system("a", 2, M, C, NULL, q, q, f);
    b = linear_system("b", 2, M, C, NULL, q, q, f);
    contact[0] = join("floor", law, 2, 2, lower, deep, a, NULL);
    contact[1] = join("between", law, 2, 4, upper, deep, b, a);
    simulate("moreau-jean", "theta=0.75", 0, 0.125, STEPS * 0.125);
}

static void lambda(double out[ROWS])
{
    for (int k = 0; k < 2; k++) {
        const double *l =
            zn_simulation_lambda(sim, contact[k], ZN_LEVEL_VELOCITY);

        out[2 * k] = l[0];
        out[2 * k + 1] = l[1];
    }
}

static void read_start(const char *name, zn_index nz, double z[])
{
    FILE *f = fopen(in_folder(name), "r");
    char line[256];

    ck_assert_ptr_nonnull(f);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, f));
    ck_assert(line[0] == '#');
    for (zn_index i = 0; i < nz; i++)
        ck_assert_int_eq(fscanf(f, "%lf", &z[i]), 1);
    ck_assert_int_eq(fscanf(f, "%lf", z), EOF);
    fclose(f);
}

/* Solved apart, from zero. The reactions are the last of z, in all classes. */
static void same(const char *problem, const char *start, const char *class,
                 const double before[], const double after[])
{
    double z[16], w[16];
    zn_problem_file *file;
    zn_solver *solver;
    zn_index nz;

    MUST(zn_problem_file_read(ctx, in_folder(problem), class, &file));
    nz = zn_problem_file_nz(file);
    ck_assert_int_le(nz, 16);
    read_start(start, nz, z);
    for (int i = 0; i < ROWS; i++)
        ck_assert(z[nz - ROWS + i] == before[i]);
    memset(z, 0, sizeof z);
    memset(w, 0, sizeof w);
    MUST(zn_solver_new(ctx, class, "auto", &solver));
    MUST(zn_solver_set_real(solver, "tol", 1e-13));
    MUST(zn_solver_solve(solver, zn_problem_file_problem(file), z, w, NULL));
    for (int i = 0; i < ROWS; i++) /* both answers to 1e-13 of |q| */
        CLOSE(z[nz - ROWS + i], after[i], 1e-11);
    zn_solver_free(solver);
    zn_problem_file_free(file);
}

START_TEST(a_file_has_the_impulses_of_its_step)
{
    static const char *const of[][2] = {{"friction", "friction"},
                                        {"global", "global-friction"},
                                        {"generic-mechanical",
                                         "generic-mechanical"}};
    static const char *const suffix[] = {"dat", "h5"};
    const char *ext = suffix[_i % 2], *class = of[_i / 2][1];
    double before[ROWS] = {0}, after[ROWS];
    char problem[64], start[64];

    setup();
    bricks();
    MUST(zn_simulation_set(sim, "formulation", of[_i / 2][0]));
    MUST(zn_simulation_set(sim, "solver_tol", "1e-13"));
    snprintf(problem, sizeof problem, "bricks.%s", ext);
    MUST(zn_simulation_set(sim, "save_problems", in_folder(problem)));
    for (int k = 1; k <= STEPS; k++) {
        MUST(zn_simulation_step(sim));
        lambda(after);
        ck_assert(after[0] > 0 && after[2] > 0 && after[0] != before[0]);
        /* fclib has no layout for the last class */
        snprintf(problem, sizeof problem, "bricks-%06d-1.%s", k,
                 _i == 5 ? "dat" : ext);
        snprintf(start, sizeof start, "bricks-%06d-1.start", k);
        same(problem, start, class, before, after);
        memcpy(before, after, sizeof before);
    }
    ck_assert(!exists("bricks-000001-2.start"));
    teardown();
}
END_TEST

/* Bodies of five coordinates at rest, drawn aside as they are pressed: the law that a class of problems
 * is of on all rows of one, or one each. */
static zn_index bodies_of(const char *form, zn_interaction *of[5])
{
    const double one = 1, at = 0, f[5] = {-8, 3, 1, 0.5, 0.25}, q[5] = {0};
    double unit[25] = {0};
    zn_law *law;
    zn_ds *a, *b;

    for (int i = 0; i < 5; i++)
        unit[6 * i] = 1;
    if (strstr(form, "rolling")) {
        MUST(zn_law_new(ctx, "rolling-friction", &law));
        MUST(zn_law_set(law, "size", "5"));
        MUST(zn_law_set_real(law, "mu", 0.125));
        MUST(zn_law_set_real(law, "mu_r", 0.03125));
        of[0] = join("all", law, 5, 5, unit, NULL, linear_system("a", 5, unit, NULL, NULL, q, q, f), NULL);
        return 1;
    }
    a = point_mass("a", 2, at, at, -3);
    b = point_mass("b", 1, at, at, -5);
    if (strcmp(form, "relay") == 0) {
        MUST(zn_law_new(ctx, "dry-friction", &law));
        MUST(zn_law_set_real(law, "bound", 4));
        of[0] = join("first", law, 1, 1, &one, NULL, a, NULL);
        of[1] = join("second", law, 1, 1, &one, NULL, b, NULL);
        return 2;
    }
    law = strcmp(form, "multiple-impact") ? newton(0) : NULL;
    if (!law)
        MUST(zn_law_new(ctx, "multiple-impact", &law));
    of[0] = join("first", law, 1, 1, &one, NULL, a, NULL);
    of[1] = join("second", strcmp(form, "mlcp") ? law : equality(1), 1, 2, (double[]){-1, 1}, NULL, a, b);
    return 2;
}

START_TEST(each_class_of_problems_writes_its_own)
{
    static const char *const of[][2] = {{"lcp", "lcp"},
                                        {"mlcp", "mlcp"},
                                        {"relay", "relay"},
                                        {"multiple-impact", "multiple-impact"},
                                        {"rolling-friction", "rolling-friction"},
                                        {"global-rolling", "global-rolling-friction"}};
    const char *class = of[_i][1];
    zn_interaction *one[5];
    double z[16] = {0}, w[16] = {0};
    zn_problem_file *file;
    zn_solver *solver;
    zn_index n, nz;

    setup();
    n = bodies_of(of[_i][0], one);
    simulate("moreau-jean", "theta=1", 0, 0.125, 1);
    MUST(zn_simulation_set(sim, "formulation", of[_i][0]));
    MUST(zn_simulation_set(sim, "solver_tol", "1e-13"));
    MUST(zn_simulation_step(sim));
    const zni_problem *p = &sim->problem; /* as save_failed does with one that nobody solved */
    MUST(p->how.form->save(p->how.form_state, ctx, &p->statement, in_folder("own.dat")));
    MUST(zn_problem_file_read(ctx, in_folder("own.dat"), class, &file));
    nz = zn_problem_file_nz(file);
    ck_assert_int_le(nz, 16);
    MUST(zn_solver_new(ctx, class, "auto", &solver));
    MUST(zn_solver_set_real(solver, "tol", 1e-13));
    MUST(zn_solver_solve(solver, zn_problem_file_problem(file), z, w, NULL));
    const zn_index rows = n > 1 ? 1 : 5;
    for (zn_index k = 0; k < n; k++) {
        const double *l = zn_simulation_lambda(sim, one[k], ZN_LEVEL_VELOCITY);
        ck_assert(l[0] != 0);
        for (zn_index i = 0; i < rows; i++)
            CLOSE(z[nz - n * rows + k * rows + i], l[i], 1e-11);
    }
    zn_solver_free(solver);
    zn_problem_file_free(file);
    teardown();
}
END_TEST

/* A brick falls to the floor, where it is after a third of the steps, beside one that is driven along a
 * rail, so that the rail's equation says nothing new: what has no rows is no problem, and not written. */
START_TEST(what_is_written_is_read)
{
    static const char *const of[] = {"auto", "global", "generic-mechanical"};
    const char *ext = _i % 2 ? "h5" : "dat";
    const double C[4] = {0, 1, 1, 0}, along[2] = {1, 0}, high[2] = {0.09, 0};
    const double M[4] = {2, 0, 0, 2}, q[2] = {0, 0}, f[2] = {3, -8};
    enum { FIRST = 3, ALL = 9 }; /* h = 1/16 s: 8/2 t^2/2 < 0.09 before that */
    zn_ds *a, *b;
    zn_law *law;
    char name[64];

    setup();
    MUST(zn_law_friction(ctx, 2, 0, 0, 0.125, &law));
    a = linear_system("a", 2, M, NULL, NULL, q, q, f);
    b = linear_system("b", 2, M, NULL, NULL, q, q, f);
    join("floor", law, 2, 2, C, high, a, NULL);
    join("rail", equality(1), 1, 2, along, NULL, b, NULL);
    MUST(zn_ds_prescribe(b, 1, (const zn_index[]){0}, (const double[]){0}));
    simulate("moreau-jean", NULL, 0, 0x1p-4, ALL * 0x1p-4);
    MUST(zn_simulation_set(sim, "formulation", of[_i / 2]));
    snprintf(name, sizeof name, "fall.%s", ext);
    MUST(zn_simulation_set(sim, "save_problems", in_folder(name)));
    MUST(zn_simulation_run(sim));
    for (int k = 1; k <= ALL; k++) {
        zn_problem_file *file;
        snprintf(name, sizeof name, "fall-%06d-1.%s", k, ext);
        if (!exists(name))
            snprintf(name, sizeof name, "fall-%06d-1.dat", k);
        ck_assert_msg(exists(name) == (k > FIRST), "%s", name);
        if (!exists(name))
            continue;
        MUST(zn_problem_file_read(ctx, in_folder(name), NULL, &file));
        ck_assert_int_gt((int)zn_problem_file_nz(file), 0);
        zn_problem_file_free(file);
    }
    teardown();
}
END_TEST

START_TEST(of_every_so_many_steps)
{
    char name[64];

    setup();
    bricks();
    MUST(zn_simulation_set(sim, "save_problems", in_folder("b")));
    MUST(zn_simulation_set(sim, "save_every", "3"));
    MUST(zn_simulation_run(sim));
    for (int k = 1; k <= STEPS; k++) {
        snprintf(name, sizeof name, "b-%06d-1.dat", k);
        ck_assert_int_eq(exists(name), k % 3 == 0);
    }
    teardown();
}
END_TEST

/* A dot that begins the name, or is one of a folder, begins no suffix; and a name is no format. */
START_TEST(names_are_taken_as_they_are)
{
    static const char *const names[][2] = {
        {".h5", ".h5-000001-1.dat"},
        {"a%s%n.dat", "a%s%n-000001-1.dat"},
        {"a.d/b", "a.d/b-000001-1.dat"}};
    char here[256];

    setup();
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert_int_eq(mkdir("a.d", 0700), 0);
    bricks();
    MUST(zn_simulation_set(sim, "save_problems", names[_i][0]));
    MUST(zn_simulation_step(sim));
    ck_assert(exists(names[_i][1]));
    ck_assert_int_eq(chdir(here), 0);
    teardown();
}
END_TEST

/* One sweep is enough for no step but the first. What is written is the problem with the
 * start that it had, and the run goes on with the same bits as without. */
START_TEST(those_that_are_not_solved)
{
    double kept[STEPS][ROWS], now[ROWS], before[ROWS] = {0}, z[ROWS];
    zn_index failures = 0;
    zn_run_info run;

    setup();
    for (int times = 0; times < 2; times++) {
        bricks();
        MUST(zn_simulation_set(sim, "formulation", "friction"));
        MUST(zn_simulation_set(sim, "solver", "nsgs"));
        MUST(zn_simulation_set(sim, "solver_tol", "1e-15"));
        MUST(zn_simulation_solver_set(sim, "max_iter", "1"));
        MUST(zn_simulation_set(sim, "on_solver_failure", "accept"));
        if (times) {
            MUST(zn_simulation_set(sim, "save_problems", in_folder("b.dat")));
            MUST(zn_simulation_set(sim, "save_which", "unsolved"));
        }
        for (int k = 0; k < STEPS; k++) {
            char name[64];

            MUST(zn_simulation_step(sim));
            lambda(now);
            zn_simulation_run_info(sim, &run);
            if (!times) {
                memcpy(kept[k], now, sizeof now);
                continue;
            }
            ck_assert(memcmp(kept[k], now, sizeof now) == 0);
            snprintf(name, sizeof name, "b-%06d-1.start", k + 1);
            ck_assert_int_eq(exists(name), run.solver_failures > failures);
            if (exists(name)) {
                read_start(name, ROWS, z);
                ck_assert(memcmp(z, before, sizeof z) == 0);
            }
            failures = run.solver_failures;
            memcpy(before, now, sizeof now);
        }
        if (!times) {
            scene_teardown();
            scene_setup();
        }
    }
    ck_assert_int_gt(failures, 1);
    teardown();
}
END_TEST

START_TEST(a_folder_that_is_not_there_is_named)
{
    setup();
    bricks();
    MUST(zn_simulation_set(sim, "save_problems", in_folder("none/b.dat")));
    REFUSED(zn_simulation_step(sim), ZN_EIO, "none/b-000001-1.dat");
    MUST(zn_simulation_set(sim, "save_problems", ""));
    MUST(zn_simulation_step(sim)); /* nothing was lost */
    REFUSED(zn_simulation_set(sim, "save_every", "0"), ZN_EINVAL, "save_every");
    REFUSED(zn_simulation_set(sim, "save_which", "some"), ZN_EINVAL, "unsolved");
    teardown();
}
END_TEST

/* Where somebody has put a link, a pipe or a folder in place of a name that the run makes, nothing
 * is followed, waited for or replaced, and that is said; files of an earlier run are. */
START_TEST(only_files_are_replaced)
{
    const char *const name = _i % 2 ? "b-000001-1.start" : "b-000001-1.dat";
    char mine[256], at[256], text[8] = "";
    FILE *f;

    setup();
    strcpy(mine, in_folder("mine"));
    f = fopen(mine, "w");
    ck_assert(f && fputs("mine", f) >= 0 && !fclose(f));
    strcpy(at, in_folder(name));
    ck_assert_int_eq(_i / 2 == 0   ? symlink(mine, at)
                     : _i / 2 == 1 ? mkfifo(at, 0600)
                     : _i / 2 == 2 ? mkdir(at, 0700)
                                   : link(mine, at),
                     0);
    bricks();
    MUST(zn_simulation_set(sim, "save_problems", in_folder("b.dat")));
    if (_i / 2 < 3) {
        REFUSED(zn_simulation_step(sim), ZN_EIO, name);
        ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "File exists"));
    } else {
        MUST(zn_simulation_step(sim));
    }
    f = fopen(mine, "r");
    ck_assert(f && fgets(text, sizeof text, f) && !fclose(f));
    ck_assert_str_eq(text, "mine");
    teardown();
}
END_TEST

/* How often a name of the folder that is watched was opened. */
static int opened(int watch, const char *name)
{
    _Alignas(struct inotify_event) char events[65536];
    const ssize_t n = read(watch, events, sizeof events);
    int count = 0;

    ck_assert_int_gt(n, 0);
    for (ssize_t at = 0; at < n;) {
        const struct inotify_event *e = (const void *)(events + at);

        count += e->len && strcmp(e->name, name) == 0;
        at += (ssize_t)(sizeof *e + e->len);
    }
    return count;
}

/* Between two of its openings somebody else could put a link in the place of a name. The kernel
 * says how often there were any. */
START_TEST(a_file_is_opened_once)
{
    static const char *const names[][2] = {{"b.dat", "b-000001-1.dat"},
                                           {"b.h5", "b-000001-1.h5"},
                                           {"b.dat", "b-000001-1.start"}};
    int watch;

    setup();
    bricks();
    MUST(zn_simulation_set(sim, "formulation", "friction"));
    MUST(zn_simulation_set(sim, "save_problems", in_folder(names[_i][0])));
    watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    ck_assert_int_ge(watch, 0);
    ck_assert_int_ge(inotify_add_watch(watch, folder, IN_OPEN), 0);
    MUST(zn_simulation_step(sim));
    ck_assert_int_eq(opened(watch, names[_i][1]), 1);
    close(watch);
    teardown();
}
END_TEST

int main(void)
{
    Suite *s = suite_create("problems of a run in files");
    TCase *tc = tcase_create("save_problems");

    tcase_add_loop_test(tc, a_file_has_the_impulses_of_its_step, 0, 6);
    tcase_add_loop_test(tc, each_class_of_problems_writes_its_own, 0, 6);
    tcase_add_loop_test(tc, what_is_written_is_read, 0, 6);
    tcase_add_test(tc, of_every_so_many_steps);
    tcase_add_loop_test(tc, names_are_taken_as_they_are, 0, 3);
    tcase_add_test(tc, those_that_are_not_solved);
    tcase_add_loop_test(tc, only_files_are_replaced, 0, 8);
    tcase_add_loop_test(tc, a_file_is_opened_once, 0, 3);
    tcase_add_test(tc, a_folder_that_is_not_there_is_named);
    suite_add_tcase(s, tc);
    return test_main(s);
}
