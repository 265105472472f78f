/* test_rolling_reference.c - reference problems of rolling friction from files
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling_test.h"

#include <zeno/problem_file.h>

/* who must solve it to 1e-8, in spaces; auto always */
static const struct {
    const char *path, *class, *also;
} files[] = {
    {"RFC3D/RFC3D_sphere_2.dat", "rolling-friction",
     "nsgs newton prox admm interior-point"},
    /* moments of 9e6 beside forces of 4e2, M not quite positive: the scale of
     * the parts makes it easy */
    {"RFC3D/rfc3d_sphere_from_grfc3d.dat", "rolling-friction",
     "nsgs newton prox admm interior-point"},
    {"RFC3D/rfc3d_sphere_from_grfc3d_dense.dat", "rolling-friction",
     "nsgs newton prox admm interior-point"},
    {"RFC3D/rockfall_14_25792.dat", "rolling-friction",
     "nsgs newton prox interior-point"},
    {"GRFC3D/GRFC3D_Chute-ndof-768-nc-4-3.dat", "global-rolling-friction",
     "reduced admm interior-point"},
    {"HDF5-rolling/Chute-ndof-768-nc-4-3.hdf5", "global-rolling-friction",
     "reduced admm interior-point"},
};
enum { NFILES = sizeof files / sizeof files[0] };

/* NULL: there are no reference data */
static zn_problem_file *load(zn_ctx *ctx, int k)
{
    char relative[256], path[TEST_PATH];
    zn_problem_file *f;

    snprintf(relative, sizeof relative, "problems/%s", files[k].path);
    if (!test_reference(path, relative))
        return NULL;
    ck_assert_msg(!zn_problem_file_read(ctx, path, NULL, &f), "%s",
                  zn_errmsg(ctx));
    ck_assert_str_eq(zn_problem_file_class(f), files[k].class);
    return f;
}

/* the measure of the tests, of the condensed class */
static double measured(const zn_rolling_friction *p, const double r[])
{
    zn_index n = p->d * p->nc;
    double *M = reals(n * n), err;
    /* naive_rolling reads these only */
    rollers c = {.d = p->d,
                 .nc = p->nc,
                 .n = n,
                 .M = M,
                 .q = reals(n),
                 .mu = reals(p->nc),
                 .mur = reals(p->nc)};

    zn_matrix_to_dense(p->M, M);
    memcpy(c.q, p->q, (size_t)n * sizeof *c.q);
    memcpy(c.mu, p->mu, (size_t)p->nc * sizeof *c.mu);
    memcpy(c.mur, p->mu_r, (size_t)p->nc * sizeof *c.mur);
    err = naive_rolling(&c, r);
    rollers_free(&c);
    return err;
}

static void solve(zn_ctx *ctx, int k, const zn_problem_file *f,
                  const char *name)
{
    const void *p = zn_problem_file_problem(f);
    zn_index nz = zn_problem_file_nz(f), nw = zn_problem_file_nw(f);
    double *z = reals(nz), *w = reals(nw), *work = reals(nz + nw), err;
    zn_solve_info info;

    ck_assert_msg(run_once(ctx, files[k].class, name, 1e-8, p, z, w, &info) ==
                      ZN_OK,
                  "%s, %s: %s", files[k].path, name, zn_errmsg(ctx));
    if (!strcmp(files[k].class, "rolling-friction"))
        err = measured(p, z);
    else
        err = zn_global_rolling_friction_error(p, z, w, work);
    ck_assert_msg(err <= 1.0001e-8, "%s, %s: error %g", files[k].path, name,
                  err);
    printf("%s: %s (%s), %td iterations, error %.1e\n", files[k].path, name,
           info.solver, info.iterations, info.error);
    free(z);
    free(w);
    free(work);
}

START_TEST(it_is_solved_to_1e_8)
{
    zn_ctx *ctx = context();
    zn_problem_file *f = load(ctx, _i);
    char names[128], *name, *rest;

    if (f) {
        snprintf(names, sizeof names, "auto %s", files[_i].also);
        for (name = strtok_r(names, " ", &rest); name;
             name = strtok_r(NULL, " ", &rest))
            solve(ctx, _i, f, name);
    }
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* One sphere, M_NN = 1, no coupling with the normal: r_N = -q_N; it slides along
 * the first tangent no more (stick), and rolls about the second axis with the
 * moment mu_r r_N against q. */
START_TEST(the_sphere_by_hand)
{
    zn_ctx *ctx = context();
    zn_problem_file *f = load(ctx, 0);
    double r[5] = {0}, u[5];

    if (f) {
        const zn_rolling_friction *p = zn_problem_file_problem(f);
        double load = -p->q[0], moment = p->mu_r[0] * load;
        double M11 = zn_matrix_get(p->M, 1, 1), M14 = zn_matrix_get(p->M, 1, 4);

        ck_assert_int_eq(
            run_once(ctx, "rolling-friction", "auto", 1e-12, p, r, u, NULL),
            ZN_OK);
        ck_assert_double_eq_tol(r[0], load, 1e-14);
        ck_assert_double_eq_tol(r[4], moment, 1e-14);
        /* row 1: M11 r1 + M14 r4 + q1 = 0 */
        ck_assert_double_eq_tol(r[1], -(p->q[1] + M14 * moment) / M11, 1e-14);
        ck_assert_double_eq_tol(u[4], p->q[4] + M14 * r[1] + moment, 1e-13);
        ck_assert_double_lt(u[4], 0);
    }
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* Text and HDF5 hold one problem, the text with six digits: so do the velocities
 * of its contacts, to the condition of the masses (1e3) times 1e-6. */
START_TEST(both_files_of_the_chute_have_the_same_solution)
{
    zn_ctx *ctx = context();
    zn_problem_file *f = load(ctx, 4), *g = load(ctx, 5);

    if (f && g) {
        const void *p = zn_problem_file_problem(f);
        const void *q = zn_problem_file_problem(g);
        zn_index nz = zn_problem_file_nz(f), nw = zn_problem_file_nw(f);
        double *z = reals(nz), *w = reals(nw), *u = reals(nw), size = 0;

        ck_assert_int_eq(nz, zn_problem_file_nz(g));
        ck_assert_int_eq(
            run_once(ctx, files[4].class, "auto", 1e-10, p, z, w, NULL), ZN_OK);
        memset(z, 0, (size_t)nz * sizeof *z);
        ck_assert_int_eq(
            run_once(ctx, files[5].class, "auto", 1e-10, q, z, u, NULL), ZN_OK);
        for (zn_index i = 0; i < nw; i++)
            size = fmax(size, fabs(w[i]));
        for (zn_index i = 0; i < nw; i++)
            ck_assert_msg(fabs(w[i] - u[i]) <= 1e-3 * size + 1e-12,
                          "u(%td) = %g, %g", i, w[i], u[i]);
        free(z);
        free(w);
        free(u);
    }
    zn_problem_file_free(f);
    zn_problem_file_free(g);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite;
    TCase *tc;

    test_require_reference("problems/RFC3D/RFC3D_sphere_2.dat");
    suite = suite_create("rolling friction, reference problems");
    tc = tcase_create("reference");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, it_is_solved_to_1e_8, 0, NFILES);
    tcase_add_test(tc, the_sphere_by_hand);
    tcase_add_test(tc, both_files_of_the_chute_have_the_same_solution);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
