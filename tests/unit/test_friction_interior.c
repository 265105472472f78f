/* test_friction_interior.c - interior point methods of friction
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

#include <zeno/global_friction.h>
#include <zeno/soclcp.h>
#include <zeno/problem_file.h>
#include <zeno/random_problem.h>

/* ---- random families -------------------------------------------------------- */

/* Few bodies, many contacts: W has a large kernel, where Gauss-Seidel needs
 * thousands of sweeps and Newton methods fail in part. */
typedef struct kin {
    const char *name;
    zn_index d, nc, bodies;
    double mu0, mu1;
} kin;

static const kin families[] = {
    {"plane, hyperstatic", 2, 60, 8, 0.3, 0.9},
    {"space, hyperstatic", 3, 40, 8, 0.3, 0.9},
    {"space, one body", 3, 25, 1, 0.2, 0.7},
    {"space, no friction, hyperstatic", 3, 40, 8, 0, 0},
    {"plane, high friction", 2, 8, 6, 1, 3},
    {"space, high friction", 3, 10, 10, 1, 3},
};
enum { NFAMILIES = sizeof families / sizeof families[0], ROUNDS = 15 };

START_TEST(redundant_contacts_are_solved)
{
    const kin *f = &families[_i];
    rng g = {(uint64_t)(500 + _i)};
    zn_ctx *ctx = context();
    zn_index steps = 0;

    for (int k = 0; k < test_rounds(ROUNDS); k++) {
        contacts c;
        stored blocks;
        zn_solve_info info;

        contacts_random(&c, &g, f->d, f->nc, f->bodies, f->mu0, f->mu1);
        blocks = to_blocks(c.d, c.nc, c.M);
        c.p.M = k % 2 ? &blocks.m : &c.A;

        double *z = reals(c.n), *w = reals(c.n);

        ck_assert_msg(run_once(ctx, "friction", "interior-point", 1e-8, &c.p, z,
                               w, &info) == ZN_OK,
                      "%s, seed %d, round %d: %s", f->name, 500 + _i, k,
                      zn_errmsg(ctx));
        ck_assert_double_le(naive_friction(&c, z), 1.0001e-8);
        steps += info.iterations;
        free(z);
        free(w);
        stored_free(&blocks);
        contacts_free(&c);
    }
    printf("%s: seed %d, %td steps on average\n", f->name, 500 + _i,
           steps / test_rounds(ROUNDS));
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(velocities_are_those_of_gauss_seidel_where_they_are_unique)
{
    rng g = {41};
    zn_ctx *ctx = context();

    for (int k = 0; k < 12; k++) {
        zn_index d = 2 + k % 2;
        contacts c;

        contacts_random(&c, &g, d, 9, 9, 0.1, 0.6);
        /* some without friction among the others */
        c.mu[3] = c.mu[7] = 0;
        c.p.M = &c.A;

        double *z = reals(c.n), *w = reals(c.n), *u = reals(c.n), size = 0;

        ck_assert_int_eq(
            run_once(ctx, "friction", "nsgs", 1e-12, &c.p, z, u, NULL), ZN_OK);
        memset(z, 0, (size_t)c.n * sizeof *z);
        ck_assert_msg(run_once(ctx, "friction", "interior-point", 1e-10, &c.p,
                               z, w, NULL) == ZN_OK,
                      "round %d: %s", k, zn_errmsg(ctx));
        for (zn_index i = 0; i < c.n; i++)
            size = fmax(size, fabs(c.q[i]));
        /* errors of 1e-10 in the map are more in the velocities */
        for (zn_index i = 0; i < c.n; i++)
            ck_assert_double_eq_tol(w[i], u[i], 1e-6 * size);
        for (zn_index i = 1; i < d; i++) {
            ck_assert_double_eq(z[d * 3 + i], 0);
            ck_assert_double_eq(z[d * 7 + i], 0);
        }
        free(z);
        free(w);
        free(u);
        contacts_free(&c);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- one problem in several ways ----------------------------------------------- */

START_TEST(the_derivative_of_the_shift_saves_steps)
{
    rng g = {42};
    contacts c;
    zn_ctx *ctx = context();
    zn_index steps[2];

    contacts_random(&c, &g, 3, 12, 10, 0.2, 0.5);
    c.p.M = &c.A;
    for (int k = 0; k < 2; k++) {
        double *z = reals(c.n), *w = reals(c.n);
        zn_solve_info info;
        zn_solver *s;

        ck_assert_int_eq(zn_solver_new(ctx, "friction", "interior-point", &s),
                         ZN_OK);
        ck_assert_int_eq(zn_solver_set(s, "shift", k ? "lagged" : "newton"),
                         ZN_OK);
        ck_assert_msg(zn_solver_solve(s, &c.p, z, w, &info) == ZN_OK, "%s",
                      zn_errmsg(ctx));
        steps[k] = info.iterations;
        zn_solver_free(s);
        free(z);
        free(w);
    }
    ck_assert_int_lt(steps[0], steps[1]);
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(a_start_near_the_solution_saves_steps)
{
    rng g = {43};
    zn_ctx *ctx = context();
    zn_index cold = 0, near = 0;

    for (int k = 0; k < 10; k++) {
        contacts c;
        zn_solve_info info;

        contacts_random(&c, &g, 3, 20, 10, 0.2, 0.7);
        c.p.M = &c.A;

        double *z = reals(c.n), *w = reals(c.n), *from = reals(c.n);

        ck_assert_int_eq(run_once(ctx, "friction", "interior-point", 1e-8, &c.p,
                                  from, w, NULL),
                         ZN_OK);
        for (zn_index i = 0; i < c.n; i++)
            c.q[i] *= 1 + 1e-4 * uniform(&g, -1, 1);
        ck_assert_int_eq(run_once(ctx, "friction", "interior-point", 1e-8, &c.p,
                                  z, w, &info),
                         ZN_OK);
        cold += info.iterations;
        ck_assert_int_eq(run_once(ctx, "friction", "interior-point", 1e-8, &c.p,
                                  from, w, &info),
                         ZN_OK);
        near += info.iterations;
        /* and a solution is left alone */
        memcpy(z, from, (size_t)c.n * sizeof *z);
        ck_assert_int_eq(run_once(ctx, "friction", "interior-point", 1e-8, &c.p,
                                  z, w, &info),
                         ZN_OK);
        ck_assert_int_eq(info.iterations, 0);
        ck_assert_mem_eq(z, from, (size_t)c.n * sizeof *z);
        free(z);
        free(w);
        free(from);
        contacts_free(&c);
    }
    printf("steps: %td from zero, %td from near\n", cold, near);
    ck_assert_int_lt(near, cold);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(an_iteration_limit_is_told)
{
    rng g = {44};
    contacts c;
    zn_ctx *ctx = context();
    zn_solver *s;
    zn_solve_info info;

    contacts_random(&c, &g, 3, 12, 10, 0.2, 0.5);
    c.p.M = &c.A;

    double *z = reals(c.n), *w = reals(c.n), *work = reals(2 * c.n);

    ck_assert_int_eq(zn_solver_new(ctx, "friction", "interior-point", &s),
                     ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "max_iter", 3), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, &c.p, z, w, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_ITERATION_LIMIT);
    ck_assert_int_eq(info.iterations, 3);
    /* the best point, with its error */
    ck_assert_double_eq(info.error, zn_friction_error(&c.p, z, w, work));
    ck_assert_double_lt(info.error, 1);
    zn_solver_free(s);
    free(z);
    free(w);
    free(work);
    contacts_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- no solution ------------------------------------------------------------------ */

/* A tolerance that rounding does not allow: the error stays at 5e-15 to 7e-15. How many steps it may take to
 * know that: twice those to get there. All that may be made, 200, were with other starts after each
 * other's last digits. */
static const struct {
    const char *class, *options;
    zn_index most;
} exact[] = {
    {"friction", "contacts=300 bodies=300", 60},
    {"global-friction", "contacts=300 bodies=300", 120},
    {"global-friction", "contacts=1000 bodies=1000", 80},
};

START_TEST(where_only_rounding_is_left_steps_end)
{
    zn_ctx *ctx = context();
    zn_problem_file *file;
    zn_solver *s;
    zn_solve_info info;
    double *z, *w;

    ck_assert_int_eq(zn_problem_random(ctx, exact[_i].class, exact[_i].options, &file),
                     ZN_OK);
    z = reals(zn_problem_file_nz(file));
    w = reals(zn_problem_file_nw(file));
    ck_assert_int_eq(zn_solver_new(ctx, exact[_i].class, "interior-point", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-16), ZN_OK);
    ck_assert_int_eq(zn_solver_solve(s, zn_problem_file_problem(file), z, w, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_STALLED);
    ck_assert_int_le(info.iterations, exact[_i].most);
    ck_assert_double_le(info.error, 2e-14);
    zn_solver_free(s);
    free(z);
    free(w);
    zn_problem_file_free(file);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(what_has_no_solution_is_proved_to_have_none)
{
    /* two walls approach a body from both sides: u_1 = v - 1, u_2 = -v - 1, so
     * u_1 + u_2 = -2 whatever r is; tangents of their own, W = I there */
    double W[36] = {0}, q[6] = {-1, 0.3, 0.1, -1, 0.2, -0.4};
    const double mu[] = {0.4, 0.6}, one = 1, b[] = {-1, 0.3, -1, 0.2};
    double H[4] = {1, 0, -1, 0}, z[8] = {0}, w[6], zero = 0;
    zn_matrix A = zn_matrix_dense(6, 6, W), M = zn_matrix_dense(1, 1, &one);
    zn_matrix B = zn_matrix_dense(1, 4, H);
    zn_friction p = {3, 2, &A, q, mu};
    zn_global_friction g = {2, 2, 1, &M, &B, &zero, b, mu};
    const zn_index cone[] = {0, 3, 6};
    zn_soclcp cones = {
        .n = 6, .M = &A, .q = q, .ncones = 2, .cone = cone, .tau = mu};
    zn_ctx *ctx = context();
    zn_solve_info info;

    for (int i = 0; i < 6; i++)
        W[i + 6 * i] = 1;
    W[3] = W[18] = -1;
    /* for auto it is the last word */
    for (int k = 0; k < 2; k++) {
        const char *solver = k ? "auto" : "interior-point";

        memset(z, 0, sizeof z);
        ck_assert_int_eq(
            run_once(ctx, "friction", solver, 1e-8, &p, z, w, &info),
            ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
        ck_assert_double_gt(info.error, 0.1);
        memset(z, 0, sizeof z);
        ck_assert_int_eq(
            run_once(ctx, "soclcp", solver, 1e-8, &cones, z, w, &info),
            ZN_UNSOLVED);
        ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    }
    memset(z, 0, sizeof z);
    ck_assert_int_eq(run_once(ctx, "global-friction", "interior-point", 1e-8,
                              &g, z, w, &info),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);
    memset(z, 0, sizeof z);
    ck_assert_int_eq(
        run_once(ctx, "global-friction", "auto", 1e-8, &g, z, w, &info),
        ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_INFEASIBLE);

    /* one wall stops: the body follows the other, at first contact */
    q[0] = 1;
    memset(z, 0, sizeof z);
    ck_assert_msg(run_once(ctx, "friction", "interior-point", 1e-8, &p, z, w,
                           &info) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    zn_ctx_free(ctx);
}
END_TEST

/* ---- files --------------------------------------------------------------------------- */

static const char *const files[] = {
    "FC2D/FC2D_SliderCrankLagrangian00000.dat",
    "FC2D/FC2D_SliderCrankLagrangian00001.dat",
    "FC2D/FrictionContactProblem00031.dat",
    "FC2D/FrictionContactProblem00071.dat",
    "FC2D/FrictionContactProblem00237.dat",
    "FC2D/FrictionContactProblem00374.dat",
    "FC2D/fc2d_granularflowonwall_00667_00000.dat",
    "FC3D/BoxesStack1-i100000-32.hdf5.dat",
    "FC3D/Capsules-i100-889.dat",
    "FC3D/Capsules-i101-404.dat",
    "FC3D/Capsules-i103-990.dat",
    "FC3D/Capsules-i122-1617.dat",
    "FC3D/Confeti-ex03-Fc3D-SBM.dat",
    "FC3D/FC3D_Example1.dat",
    "FC3D/FC3D_Example1_SBM.dat",
    "FC3D/FrictionContact3D_1c.dat",
    "FC3D/GFC3D_TwoRods1-condensed.dat",
    "FC3D/KaplasTower-i1061-4.hdf5.dat",
    "FC3D/NESpheres_10_1.dat",
    "FC3D/NESpheres_30_1.dat",
    "FC3D/OneObject-i100000-316.hdf5.dat",
    "FC3D/OneObject-i100000-499.hdf5.dat",
    "FC3D/Rover1039.dat",
    "FC3D/Rover4396.dat",
    "FC3D/Rover4493.dat",
    "FC3D/Rover4516.dat",
    "FC3D/Rover4609.dat",
    "FC3D/Rover4622.dat",
    "HDF5-local/Capsules-i125-1213.hdf5",
    "GFC2D/gfc2d_granularflowonwall_00000_00117.dat",
    "GFC2D/gfc2d_granularflowonwall_00230_00206.dat",
    "GFC3D/GFC3D_Example00.dat",
    "GFC3D/GFC3D_Example00_badly_scaled.dat",
    "GFC3D/GFC3D_Example1.dat",
    "GFC3D/GFC3D_TwoRods1.dat",
    "HDF5-global/Box_Stacks-i0122-82-5.hdf5",
    "HDF5-global/Spheres-i099-356-679.hdf5",
};
enum { NFILES = sizeof files / sizeof files[0] };

START_TEST(every_reference_problem_is_solved_to_1e_8)
{
    char relative[256], path[TEST_PATH];
    zn_problem_file *f;
    zn_ctx *ctx;
    double *z, *w;
    zn_solve_info info;

    snprintf(relative, sizeof relative, "problems/%s", files[_i]);
    if (!test_reference(path, relative))
        return;
    ctx = context();
    ck_assert_msg(zn_problem_file_read(ctx, path, NULL, &f) == ZN_OK, "%s",
                  zn_errmsg(ctx));
    z = reals(zn_problem_file_nz(f) + 1);
    w = reals(zn_problem_file_nw(f) + 1);
    ck_assert_msg(run_once(ctx, zn_problem_file_class(f), "interior-point",
                           1e-8, zn_problem_file_problem(f), z, w,
                           &info) == ZN_OK,
                  "%s: %s", files[_i], zn_errmsg(ctx));
    printf("%s: %td steps, error %.1e\n", files[_i], info.iterations,
           info.error);
    ck_assert_int_le(info.iterations, 45);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
    free(z);
    free(w);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, interior points");
    TCase *tc = tcase_create("interior");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, redundant_contacts_are_solved, 0, NFAMILIES);
    tcase_add_test(tc,
                   velocities_are_those_of_gauss_seidel_where_they_are_unique);
    tcase_add_test(tc, the_derivative_of_the_shift_saves_steps);
    tcase_add_test(tc, a_start_near_the_solution_saves_steps);
    tcase_add_test(tc, an_iteration_limit_is_told);
    tcase_add_loop_test(tc, where_only_rounding_is_left_steps_end, 0,
                        sizeof exact / sizeof *exact);
    tcase_add_test(tc, what_has_no_solution_is_proved_to_have_none);
    tcase_add_loop_test(tc, every_reference_problem_is_solved_to_1e_8, 0,
                        NFILES);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
