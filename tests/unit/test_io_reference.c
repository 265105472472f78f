/* test_io_reference.c - the reference collection parses, and auto solves it
 * SPDX-License-Identifier: Apache-2.0 */
#include "io_test.h"

#include <dirent.h>
#include <unistd.h>

#include <zeno/solver.h>

/* The folders whose classes have files, how many each holds, and how many of these
 * could be of another class if nobody named them. */
static const struct {
    const char *folder, *class;
    int files, refused;
} folders[] = {
    {"LCP", "lcp", 12, 0},
    {"MLCP", "mlcp", 11, 0},
    {"Relay", "relay", 4, 0},
    {"FC2D", "friction", 7, 0},
    {"FC3D", "friction", 21, 1},
    {"HDF5-local", "friction", 1, 0},
    {"QP", "friction", 1, 0},
    {"VI", "friction", 1, 0},
    {"GFC2D", "global-friction", 2, 0},
    {"GFC3D", "global-friction", 4, 3},
    {"HDF5-global", "global-friction", 2, 0},
    {"RFC3D", "rolling-friction", 4, 0},
    {"GRFC3D", "global-rolling-friction", 1, 0},
    {"HDF5-rolling", "global-rolling-friction", 1, 0},
    {"GMP", "generic-mechanical", 5, 0},
    {"Plasticity", "plasticity", 5, 1},
    {"SOCLCP", "soclcp", 3, 0},
};
enum { FOLDERS = sizeof folders / sizeof folders[0] };

/* Leading components of solutions that are unique, from exact or independent
 * computation. */
static const struct {
    const char *file;
    int n;
    double z[9];
} known[] = {
    {"lcp_CPS_2.dat", 3, {0, 1, 3}},
    {"lcp_CPS_4.dat", 4, {2, 2, 2, 92}},
    {"lcp_exp_murty2.dat", 6, {0, 0, 0, 0, 0, 64}},
    {"PD_mlcp.dat",
     7,
     {0.9854318217925772, 0.9729458435437535, 0.012485978248830132,
      0.0009604598652947804, 0, 0, 0.0009604598652940156}},
    {"relay3_mlcp.dat", 6, {-10, 1.6, 0, 0.016, 0, 0}},
    {"relay_4x4.dat", 4, {1, 0.5, -0.5, -1}},
    {"relay_2x2.dat", 2, {0.5, -0.5}},
    {"FrictionContact3D_1c.dat",
     3,
     {0.0656956828977383, -0.003678614906806759, -0.005443070813559288}},
    {"FC3D_Example1_SBM.dat",
     9,
     {1, -0.0316227766016838, -0.0948683298050514, 1, -0.0316227766016838,
      -0.0948683298050514, 1, -0.0316227766016838, -0.0948683298050514}},
    {"Rover4396.dat",
     6,
     {11.727682839762856, 1.6905631994292039, -8.033422870474894,
      188.57835489352072, 54.81491032053354, 120.08582603447306}},
};
enum { KNOWN = sizeof known / sizeof known[0] };

/* Compare with what is known of the file; 1 if something is. */
static int compare(const char *file, const double z[])
{
    for (int k = 0; k < KNOWN; k++) {
        if (strcmp(known[k].file, file) != 0)
            continue;
        for (int i = 0; i < known[k].n; i++)
            /* the error is 1e-8 at most; the worst of these, the rover, has
             * 1 / sigma_min = 1e3 on solutions of size 2e2 */
            ck_assert_msg(
                fabs(z[i] - known[k].z[i]) <= 1e-6 * (1 + fabs(known[k].z[i])),
                "%s: z(%d) = %.17g, not %.17g", file, i, z[i], known[k].z[i]);
        return 1;
    }
    return 0;
}

static int solve(const char *file, const zn_problem_file *f)
{
    zn_solver *s;
    double *z = zn_alloc(ctx, zn_problem_file_nz(f), sizeof *z);
    double *w = zn_alloc(ctx, zn_problem_file_nw(f), sizeof *w);
    int compared;

    ck_assert(z && w);
    ck_assert_int_eq(zn_solver_new(ctx, zn_problem_file_class(f), "auto", &s),
                     ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-8), ZN_OK);
    ck_assert_msg(!zn_solver_solve(s, zn_problem_file_problem(f), z, w, NULL),
                  "%s: %s", file, zn_errmsg(ctx));
    compared = compare(file, z);
    zn_solver_free(s);
    zn_free_array(ctx, z);
    zn_free_array(ctx, w);
    return compared;
}

START_TEST(every_file_parses_and_is_solved)
{
    char folder[TEST_PATH], path[2 * TEST_PATH], relative[64];
    struct dirent *entry;
    int files = 0;
    DIR *dir;

    snprintf(relative, sizeof relative, "problems/%s", folders[_i].folder);
    if (!test_reference(folder, relative))
        return;
    dir = opendir(folder);
    ck_assert_ptr_nonnull(dir);
    while ((entry = readdir(dir))) {
        zn_problem_file *f;
        zn_status st;

        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        /* the HDF5 folders have no class in their names, their files have it in
         * their groups; those of QP and VI have it in their names */
        st = zn_problem_file_read(ctx, path, NULL, &f);
        files++;
        ck_assert_msg(!st, "%s", zn_errmsg(ctx));
        /* a friction problem lies among those of cones, and says so */
        ck_assert_str_eq(zn_problem_file_class(f),
                         !strcmp(folders[_i].folder, "SOCLCP") &&
                                 strstr(entry->d_name, "Fc3D")
                             ? "friction"
                             : folders[_i].class);
        solve(entry->d_name, f);
        zn_problem_file_free(f);
    }
    closedir(dir);
    ck_assert_int_ge(files, folders[_i].files);
}
END_TEST

/* A copy of a file under a name that says nothing, alone in a folder. */
static zn_status read_neutral(const char *path, zn_problem_file **f)
{
    char folder[64] = "", copy[80], buffer[4096];
    FILE *in = fopen(path, "rb"), *out;
    size_t got;
    zn_status st;

    strcpy(folder, "/tmp/zeno-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(copy, sizeof copy, "%s/problem.dat", folder);
    out = fopen(copy, "wb");
    ck_assert(in && out);
    while ((got = fread(buffer, 1, sizeof buffer, in)) > 0)
        ck_assert_uint_eq(fwrite(buffer, 1, got, out), got);
    fclose(in);
    ck_assert_int_eq(fclose(out), 0);
    st = zn_problem_file_read(ctx, copy, NULL, f);
    unlink(copy);
    rmdir(folder);
    return st;
}

/* Its class is found by the text alone, or it is among those that are named: texts
 * of single contacts with a flag behind, and of plasticity without its model. */
START_TEST(every_file_is_known_under_a_neutral_name)
{
    char folder[TEST_PATH], path[2 * TEST_PATH], relative[64];
    struct dirent *entry;
    int refused = 0;
    DIR *dir;

    snprintf(relative, sizeof relative, "problems/%s", folders[_i].folder);
    if (!test_reference(folder, relative))
        return;
    dir = opendir(folder);
    ck_assert_ptr_nonnull(dir);
    while ((entry = readdir(dir))) {
        zn_problem_file *named, *f;
        const char *class;

        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        ck_assert_int_eq(zn_problem_file_read(ctx, path, NULL, &named), ZN_OK);
        class = zn_problem_file_class(named);
        if (read_neutral(path, &f)) {
            ck_assert_msg(strstr(zn_errmsg(ctx), "the class is not clear") &&
                              strstr(zn_errmsg(ctx), class),
                          "%s: %s", entry->d_name, zn_errmsg(ctx));
            refused++;
        } else {
            ck_assert_msg(!strcmp(zn_problem_file_class(f), class),
                          "%s: read as %s", entry->d_name,
                          zn_problem_file_class(f));
            zn_problem_file_free(f);
        }
        zn_problem_file_free(named);
    }
    closedir(dir);
    ck_assert_int_le(refused, folders[_i].refused);
}
END_TEST

START_TEST(known_solutions_are_found)
{
    static const char *const at[] = {"LCP",   "LCP",   "LCP",  "MLCP", "MLCP",
                                     "Relay", "Relay", "FC3D", "FC3D", "FC3D"};
    char relative[128], path[TEST_PATH];
    zn_problem_file *f;

    snprintf(relative, sizeof relative, "problems/%s/%s", at[_i],
             known[_i].file);
    if (!test_reference(path, relative))
        return;
    ck_assert_msg(!zn_problem_file_read(ctx, path, NULL, &f), "%s",
                  zn_errmsg(ctx));
    ck_assert_int_eq(solve(known[_i].file, f), 1);
    zn_problem_file_free(f);
}
END_TEST

/* The arrays of a friction problem are those of the file, in both formats. */
START_TEST(a_problem_of_the_collection_survives_both_formats)
{
    static const char *const suffix[] = {".dat", ".h5"};
    char path[TEST_PATH], copy[64];
    zn_problem_file *f, *g;

    if (!test_reference(path, "problems/FC3D/KaplasTower-i1061-4.hdf5.dat"))
        return;
    ck_assert_msg(!zn_problem_file_read(ctx, path, NULL, &f), "%s",
                  zn_errmsg(ctx));
    const zn_friction *p = zn_problem_file_problem(f);
    ck_assert_int_eq(p->nc, 570);
    for (int k = 0; k < 2; k++) {
        temporary(copy, suffix[k]);
        ck_assert_msg(!zn_problem_file_write(ctx, copy, "friction", p), "%s",
                      zn_errmsg(ctx));
        ck_assert_msg(!zn_problem_file_read(ctx, copy, "friction", &g), "%s",
                      zn_errmsg(ctx));
        const zn_friction *back = zn_problem_file_problem(g);
        same_matrix(p->M, back->M);
        same_reals(p->q, back->q, p->d * p->nc);
        same_reals(p->mu, back->mu, p->nc);
        zn_problem_file_free(g);
        unlink(copy);
    }
    zn_problem_file_free(f);
}
END_TEST

int main(void)
{
    Suite *suite;
    TCase *tc;

    test_require_reference("problems/LCP/lcp_CPS_1.dat");
    suite = suite_create("problem files, reference collection");
    tc = tcase_create("reference");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, every_file_parses_and_is_solved, 0, FOLDERS);
    tcase_add_loop_test(tc, every_file_is_known_under_a_neutral_name, 0,
                        FOLDERS);
    tcase_add_loop_test(tc, known_solutions_are_found, 0, KNOWN);
    tcase_add_test(tc, a_problem_of_the_collection_survives_both_formats);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
