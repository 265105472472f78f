/* test_plasticity_reference.c - the plasticity problems of the collection
 * SPDX-License-Identifier: Apache-2.0 */
#include "io_test.h"

#include <zeno/plasticity.h>
#include <zeno/solver.h>

/* Known r of the first and of another point, from an independent computation, where
 * there is one. M of the footings is 1e-7: r is 1e6 times q, and 1e-10 is near what
 * double precision gives; r is known to its condition, 1e3. */
static const struct {
    const char *file;
    zn_index nc;
    zn_yield model;
    double tol;
    zn_index point;
    double r[3], close;
} files[] = {
    {"plasticity_2d_example1.dat",
     3,
     ZN_DRUCKER_PRAGER,
     1e-12,
     2,
     {1, -0.03162277660168379, -0.09486832980505137},
     1e-11},
    {"plasticity_2d_example1_theta0.dat",
     3,
     ZN_DRUCKER_PRAGER,
     1e-12,
     1,
     {1.3031958079374633, -0.04121066990265722, -0.12363200970797165},
     1e-11},
    {"plasticity_2d_footing_1.dat",
     1,
     ZN_DRUCKER_PRAGER,
     1e-10,
     0,
     {7.29475193460025, 0.5158168560030298, -0.5158168560028749},
     1e-8},
    {"plasticity_2d_footing_10.dat",
     10,
     ZN_DRUCKER_PRAGER,
     1e-10,
     3,
     {16.107499502804917, 1.3599327366136058, 0.8631907982683991},
     1e-4},
    /* M = I: r is the projection of -q = (1, -1, -3) on the cylinder */
    {"plasticity_2d_vonmises_example1.dat",
     3,
     ZN_VON_MISES,
     1e-12,
     1,
     {1, -0.15811388300841897, -0.47434164902525694},
     1e-11},
};
enum { FILES = sizeof files / sizeof files[0] };

static zn_problem_file *load(int k)
{
    char relative[128], path[TEST_PATH];
    zn_problem_file *f;

    snprintf(relative, sizeof relative, "problems/Plasticity/%s",
             files[k].file);
    if (!test_reference(path, relative))
        return NULL;
    ck_assert_msg(!zn_problem_file_read(ctx, path, NULL, &f), "%s",
                  zn_errmsg(ctx));
    ck_assert_str_eq(zn_problem_file_class(f), "plasticity");
    return f;
}

/* The law point by point, from its statement: no projection, no natural map. */
static void optimal(const zn_plasticity *p, const double r[], const double u[])
{
    double size = 0, rsize = 0;

    for (zn_index i = 0; i < 3 * p->nc; i++) {
        size = fmax(size, fabs(p->q[i]));
        rsize = fmax(rsize, fabs(r[i]));
    }
    for (zn_index a = 0; a < p->nc; a++) {
        const double *ra = r + 3 * a, *ua = u + 3 * a;
        double rt = hypot(ra[1], ra[2]), ut = hypot(ua[1], ua[2]);
        bool cone = p->model == ZN_DRUCKER_PRAGER;
        double limit = cone ? p->eta[a] * ra[0] : p->sigma_y[a];

        /* admissible, and u_T opposite to r_T: r_T'u_T = -|r_T| |u_T| */
        ck_assert_double_le(rt - limit, 1e-9 * rsize);
        ck_assert_double_le(ra[1] * ua[1] + ra[2] * ua[2] + rt * ut,
                            1e-7 * size * rsize);
        if (!cone) {
            ck_assert_double_eq_tol(ua[0], 0, 1e-9 * size);
        } else if (ra[0] > 1e-6 * rsize) {
            ck_assert_double_eq_tol(ua[0], (p->eta[a] - p->theta[a]) * ut,
                                    1e-7 * size);
        } else {
            ck_assert_double_ge(ua[0] - (p->eta[a] - p->theta[a]) * ut,
                                -1e-7 * size);
        }
        /* flow only on the border */
        if (rt < limit - 1e-6 * rsize)
            ck_assert_double_le(ut, 1e-7 * size);
    }
}

START_TEST(every_solver_finds_the_known_solution)
{
    static const char *const names[] = {"auto", "newton", "nsgs"};
    zn_problem_file *f = load(_i);

    if (!f)
        return;
    const zn_plasticity *p = zn_problem_file_problem(f);

    ck_assert_int_eq(p->nc, files[_i].nc);
    ck_assert_int_eq(p->model, files[_i].model);
    for (int k = 0; k < 3; k++) {
        double z[32] = {0}, w[32], work[64];
        zn_solve_info info;
        zn_solver *s;

        ck_assert_int_eq(zn_solver_new(ctx, "plasticity", names[k], &s), ZN_OK);
        ck_assert_int_eq(zn_solver_set_real(s, "tol", files[_i].tol), ZN_OK);
        ck_assert_msg(!zn_solver_solve(s, p, z, w, &info), "%s: %s",
                      files[_i].file, zn_errmsg(ctx));
        ck_assert_double_le(zn_plasticity_error(p, z, w, work), files[_i].tol);
        optimal(p, z, w);
        for (int i = 0; i < 3; i++)
            ck_assert_double_eq_tol(z[3 * files[_i].point + i], files[_i].r[i],
                                    files[_i].close);
        printf("%s: %s, %td iterations, error %.1e\n", files[_i].file,
               names[k], info.iterations, info.error);
        zn_solver_free(s);
    }
    zn_problem_file_free(f);
}
END_TEST

START_TEST(what_is_written_reads_back)
{
    char path[64];
    zn_problem_file *f = load(_i), *g;

    if (!f)
        return;
    const zn_plasticity *p = zn_problem_file_problem(f);

    temporary(path, ".dat");
    ck_assert_msg(!zn_problem_file_write(ctx, path, "plasticity", p), "%s",
                  zn_errmsg(ctx));
    ck_assert_msg(!zn_problem_file_read(ctx, path, "plasticity", &g), "%s",
                  zn_errmsg(ctx));
    unlink(path);
    const zn_plasticity *back = zn_problem_file_problem(g);

    ck_assert_int_eq(back->model, p->model);
    same_matrix(p->M, back->M);
    same_reals(p->q, back->q, 3 * p->nc);
    if (p->model == ZN_VON_MISES) {
        same_reals(p->sigma_y, back->sigma_y, p->nc);
    } else {
        same_reals(p->eta, back->eta, p->nc);
        same_reals(p->theta, back->theta, p->nc);
    }
    zn_problem_file_free(f);
    zn_problem_file_free(g);
}
END_TEST

int main(void)
{
    Suite *suite;
    TCase *tc;

    test_require_reference("problems/Plasticity/plasticity_2d_example1.dat");
    suite = suite_create("plasticity, reference problems");
    tc = tcase_create("reference");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, every_solver_finds_the_known_solution, 0, FILES);
    tcase_add_loop_test(tc, what_is_written_reads_back, 0, FILES);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
