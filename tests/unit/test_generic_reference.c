/* test_generic_reference.c - the generic mechanical problems of the collection
 * SPDX-License-Identifier: Apache-2.0 */
#include "io_test.h"

#include <zeno/friction.h>
#include <zeno/generic_mechanical.h>
#include <zeno/solver.h>

/* What to ask for, and what the files say of themselves. M of GMP6 has a smallest
 * singular value of 6e-10 (the printed digits of a singular matrix): z is large,
 * and 1e-10 is what double precision gives. */
static const struct {
    const char *file;
    zn_index n, nb;
    int equalities, unilaterals, contacts; /* blocks */
    double tol;
} files[] = {
    {"Example1_Fc3D_SBM.dat", 9, 3, 0, 0, 3, 1e-12},
    {"GMP0.dat", 6, 2, 1, 1, 0, 1e-12},
    {"GMP1.dat", 15, 5, 4, 1, 0, 1e-12},
    {"GMP3.dat", 36, 8, 7, 1, 0, 1e-12},
    {"GMP6.dat", 37, 9, 7, 2, 0, 1e-9},
};
enum { FILES = sizeof files / sizeof files[0] };

static zn_problem_file *load(int k)
{
    char relative[128], path[TEST_PATH];
    zn_problem_file *f;

    snprintf(relative, sizeof relative, "problems/GMP/%s", files[k].file);
    if (!test_reference(path, relative))
        return NULL;
    /* the class is found by the name of the folder */
    ck_assert_msg(!zn_problem_file_read(ctx, path, NULL, &f), "%s",
                  zn_errmsg(ctx));
    ck_assert_str_eq(zn_problem_file_class(f), "generic-mechanical");
    return f;
}

START_TEST(blocks_and_kinds_are_those_of_the_file)
{
    zn_problem_file *f = load(_i);
    int count[5] = {0};

    if (!f)
        return;
    const zn_generic *p = zn_problem_file_problem(f);

    ck_assert_int_eq(p->n, files[_i].n);
    ck_assert_int_eq(p->nb, files[_i].nb);
    for (zn_index b = 0; b < p->nb; b++)
        count[p->kind[b]]++;
    ck_assert_int_eq(count[ZN_GENERIC_EQUALITY], files[_i].equalities);
    ck_assert_int_eq(count[ZN_GENERIC_UNILATERAL], files[_i].unilaterals);
    ck_assert_int_eq(count[ZN_GENERIC_FRICTION_3D], files[_i].contacts);
    ck_assert_int_eq(zn_problem_file_contacts(f), files[_i].contacts);
    if (files[_i].contacts)
        ck_assert(p->mu[2] == 0.1);
    zn_problem_file_free(f);
}
END_TEST

static void solved(zn_problem_file *f, const char *name, const char *equalities,
                   double tol, double z[])
{
    const zn_generic *p = zn_problem_file_problem(f);
    double w[64], work[128];
    zn_solve_info info;
    zn_solver *s;

    ck_assert_int_eq(zn_solver_new(ctx, "generic-mechanical", name, &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", tol), ZN_OK);
    if (equalities)
        ck_assert_int_eq(zn_solver_set(s, "equalities", equalities), ZN_OK);
    ck_assert_msg(!zn_solver_solve(s, p, z, w, &info), "%s", zn_errmsg(ctx));
    ck_assert_double_le(zn_generic_error(p, z, w, work), tol);
    printf("%s: %td iterations, error %.1e\n", info.solver, info.iterations,
           info.error);
    zn_solver_free(s);
}

START_TEST(auto_solves_it)
{
    zn_problem_file *f = load(_i);
    double z[64] = {0};

    if (!f)
        return;
    solved(f, "auto", NULL, files[_i].tol, z);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(the_others_solve_it_too)
{
    zn_problem_file *f = load(_i);

    if (!f)
        return;
    for (int k = 0; k < 3; k++) {
        double z[64] = {0};

        solved(f, k == 0 ? "newton" : "nsgs",
               k == 0   ? NULL
               : k == 1 ? "assemble"
                        : "eliminate",
               1e-8, z);
    }
    zn_problem_file_free(f);
}
END_TEST

/* the three contacts are the friction problem FC3D_Example1: known by hand */
START_TEST(the_contacts_have_the_known_reactions)
{
    const double r[] = {1, -0.0316227766016838, -0.0948683298050514};
    zn_problem_file *f = load(0);
    double z[64] = {0};

    if (!f)
        return;
    solved(f, "auto", NULL, 1e-12, z);
    for (int i = 0; i < 9; i++)
        ck_assert_double_eq_tol(z[i], r[i % 3], 1e-11);
    zn_problem_file_free(f);
}
END_TEST

/* contacts alone: easy, redundant, and many */
static const char *const contacts[] = {
    "FC2D/FrictionContactProblem00237.dat", "FC3D/Confeti-ex03-Fc3D-SBM.dat",
    "FC3D/Capsules-i100-889.dat", "FC3D/OneObject-i100000-499.hdf5.dat",
    "FC3D/KaplasTower-i1061-4.hdf5.dat"};
enum { CONTACTS = sizeof contacts / sizeof contacts[0] };

START_TEST(a_friction_problem_is_solved_as_a_generic_one)
{
    char relative[128], path[TEST_PATH];
    zn_problem_file *f;
    zn_solve_info info;
    zn_solver *s;

    snprintf(relative, sizeof relative, "problems/%s", contacts[_i]);
    if (!test_reference(path, relative))
        return;
    ck_assert_msg(!zn_problem_file_read(ctx, path, "friction", &f), "%s",
                  zn_errmsg(ctx));
    const zn_friction *p = zn_problem_file_problem(f);
    const zn_index n = p->d * p->nc;
    zn_index *start = calloc((size_t)p->nc + 1, sizeof *start);
    unsigned char *kind = calloc((size_t)p->nc, 1);
    double *z = calloc((size_t)(4 * n), sizeof *z), *w = z + n;

    ck_assert(start && kind && z);
    for (zn_index a = 0; a < p->nc; a++) {
        start[a + 1] = p->d * (a + 1);
        kind[a] = p->d == 2 ? ZN_GENERIC_FRICTION_2D : ZN_GENERIC_FRICTION_3D;
    }
    const zn_generic g = {.n = n, .M = p->M, .q = p->q, .nb = p->nc,
                          .start = start, .kind = kind, .mu = p->mu};
    ck_assert_int_eq(zn_solver_new(ctx, "generic-mechanical", "auto", &s),
                     ZN_OK);
    ck_assert_msg(!zn_solver_solve(s, &g, z, w, &info), "%s: %s", contacts[_i],
                  zn_errmsg(ctx));
    /* its class is content too: one measure is a sum where the other is a
     * maximum, so up to the root of their number apart */
    ck_assert_double_le(zn_friction_error(p, z, w, w + n),
                        1e-8 * sqrt((double)p->nc));
    zn_solver_free(s);
    free(start);
    free(kind);
    free(z);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(what_is_written_reads_back)
{
    char path[64];
    zn_problem_file *f = load(_i), *g;

    if (!f)
        return;
    const zn_generic *p = zn_problem_file_problem(f);

    temporary(path, ".dat");
    ck_assert_msg(!zn_problem_file_write(ctx, path, "gmp", p), "%s",
                  zn_errmsg(ctx));
    ck_assert_msg(!zn_problem_file_read(ctx, path, "gmp", &g), "%s",
                  zn_errmsg(ctx));
    unlink(path);
    const zn_generic *back = zn_problem_file_problem(g);

    same_matrix(p->M, back->M);
    same_reals(p->q, back->q, p->n);
    same_reals(p->mu, back->mu, p->nb);
    ck_assert_int_eq(memcmp(p->kind, back->kind, (size_t)p->nb), 0);
    zn_problem_file_free(f);
    zn_problem_file_free(g);
}
END_TEST

int main(void)
{
    Suite *suite;
    TCase *tc;

    test_require_reference("problems/GMP/GMP0.dat");
    suite = suite_create("generic mechanical, reference problems");
    tc = tcase_create("reference");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, blocks_and_kinds_are_those_of_the_file, 0, FILES);
    tcase_add_loop_test(tc, auto_solves_it, 0, FILES);
    tcase_add_loop_test(tc, the_others_solve_it_too, 0, FILES);
    tcase_add_test(tc, the_contacts_have_the_known_reactions);
    tcase_add_loop_test(tc, a_friction_problem_is_solved_as_a_generic_one, 0,
                        CONTACTS);
    tcase_add_loop_test(tc, what_is_written_reads_back, 0, FILES);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
