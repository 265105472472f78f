/* test_settled.c - piles as they fall and settle in a simulation are solved, step by step
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include <zeno/global_friction.h>
#include <zeno/problem_file.h>

#include "tests/settled.h"

enum { STEPS = 320, EVERY = 20 };

static const double tolerance[] = {1e-4, 1e-6};

static const settled piles[] = {{.kind = "mixed", .n = 54, .side = 3, .mu = 0.6, .seed = 1},
                                {.kind = "boxes", .n = 48, .side = 3, .mu = 0.8, .seed = 2},
                                {.kind = "hulls", .n = 54, .side = 3, .mu = 0.5, .seed = 3}};

static char folder[] = "/tmp/zeno-settled-XXXXXX";

/* The problems of a fall in the folder. */
static void fall(const settled *of, bool motion)
{
    char how[200];
    settled s = *of;
    zn_ctx *ctx;
    zn_scene *scene;
    zn_model *model;
    zn_simulation *sim;

    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(how, sizeof how, "save_problems=%s/p.dat save_every=%d%s", folder, EVERY,
             motion ? " formulation=global" : " formulation=friction");
    s.h = 2e-3;
    s.T = STEPS * s.h;
    s.how = how;
    ck_assert(!zn_ctx_new(&ctx));
    ck_assert_msg(!settled_scene(&s, ctx, &scene), "%s", zn_errmsg(ctx));
    ck_assert_msg(!zn_scene_simulation(scene, ctx, &model, &sim), "%s", zn_errmsg(ctx));
    ck_assert_msg(!zn_simulation_run(sim), "%s", zn_errmsg(ctx));
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_scene_free(scene);
    zn_ctx_free(ctx);
}

static void clear(void)
{
    char command[100];

    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}

/* The first problem of a step, of a class. NULL: that step had no contact. */
static zn_problem_file *of_step(zn_ctx *ctx, const char *class, int step)
{
    char path[100];
    zn_problem_file *f;

    snprintf(path, sizeof path, "%s/p-%06d-1.dat", folder, step);
    if (access(path, F_OK) != 0)
        return NULL;
    ck_assert_msg(!zn_problem_file_read(ctx, path, class, &f), "%s", zn_errmsg(ctx));
    return f;
}

static double *numbers(zn_index n)
{
    double *x = calloc((size_t)n, sizeof *x);

    ck_assert_ptr_nonnull(x);
    return x;
}

/* by `auto`, from zero */
static void solve(zn_ctx *ctx, const char *class, const void *p, double tol, const char *of, double z[], double w[])
{
    zn_solver *s;
    zn_solve_info info;

    ck_assert(!zn_solver_new(ctx, class, "auto", &s));
    ck_assert(!zn_solver_set_real(s, "tol", tol));
    ck_assert_msg(!zn_solver_solve(s, p, z, w, &info), "%s, tol %g: %s", of, tol, zn_errmsg(ctx));
    zn_solver_free(s);
}

START_TEST(every_step_is_solved)
{
    const settled *of = &piles[_i];
    zn_ctx *ctx;
    zn_index most = 0;
    int problems = 0;

    ck_assert(!zn_ctx_new(&ctx));
    fall(of, false);
    for (int step = EVERY; step <= STEPS; step += EVERY) {
        zn_problem_file *f = of_step(ctx, "friction", step);

        if (!f)
            continue;
        const zn_friction *p = zn_problem_file_problem(f);
        double *r = numbers(3 * p->nc), *u = numbers(3 * p->nc);

        for (int k = 0; k < 2; k++) {
            memset(r, 0, (size_t)(3 * p->nc) * sizeof *r);
            solve(ctx, "friction", p, tolerance[k], of->kind, r, u);
            /* the measure takes the next power of two below for the mean diagonal, and grows at most as it does */
            ck_assert_double_le(settled_off(p, r, u), 2 * tolerance[k]);
        }
        most = p->nc > most ? p->nc : most;
        problems++;
        free(r);
        free(u);
        zn_problem_file_free(f);
    }
    clear();
    zn_ctx_free(ctx);
    ck_assert_int_ge(problems, 12);
    ck_assert_int_ge(most, 2 * of->n); /* it has come to lie in a heap */
}
END_TEST

/* M and q of a problem in other units: reactions by 2^-30, velocities by 2^20. */
static void in_units(const zn_global_friction *p, zn_global_friction *to, zn_matrix *M, double *x, double *q, double *b)
{
    const zn_index values = zn_matrix_nnz(p->M);

    *to = *p;
    *M = *p->M;
    for (zn_index k = 0; k < values; k++)
        x[k] = ldexp(p->M->x[k], -50);
    for (zn_index i = 0; i < p->n; i++)
        q[i] = ldexp(p->q[i], -30);
    for (zn_index i = 0; i < 3 * p->nc; i++)
        b[i] = ldexp(p->b[i], 20);
    M->x = x;
    to->M = M;
    to->q = q;
    to->b = b;
}

START_TEST(with_the_motion_kept_too_in_any_unit)
{
    const settled *of = &piles[_i];
    zn_ctx *ctx;
    int problems = 0;

    ck_assert(!zn_ctx_new(&ctx));
    fall(of, true);
    for (int step = EVERY; step <= STEPS; step += EVERY) {
        zn_problem_file *f = of_step(ctx, "global-friction", step);

        if (!f)
            continue;
        const zn_global_friction *p = zn_problem_file_problem(f);
        const zn_index n = p->n, nz = n + 3 * p->nc;
        double *z = numbers(nz), *u = numbers(3 * p->nc + 1), *other = numbers(nz), *work = numbers(n + 6 * p->nc);
        double *x = numbers(zn_matrix_nnz(p->M)), *q = numbers(n), *b = numbers(3 * p->nc + 1);
        zn_matrix M;
        zn_global_friction scaled;

        solve(ctx, "global-friction", p, 1e-6, of->kind, z, u);
        ck_assert_double_le(zn_global_friction_error(p, z, u, work), 1e-6);
        in_units(p, &scaled, &M, x, q, b);
        solve(ctx, "global-friction", &scaled, 1e-6, of->kind, other, u);
        for (zn_index i = 0; i < nz; i++)
            ck_assert(other[i] == ldexp(z[i], i < n ? 20 : -30));
        problems++;
        free(z), free(u), free(other), free(work), free(x), free(q), free(b);
        zn_problem_file_free(f);
    }
    clear();
    zn_ctx_free(ctx);
    ck_assert_int_ge(problems, 12);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("settled piles");
    TCase *all = tcase_create("all");

    tcase_set_timeout(all, 600);
    tcase_add_loop_test(all, every_step_is_solved, 0, 3);
    tcase_add_loop_test(all, with_the_motion_kept_too_in_any_unit, 0, 3);
    suite_add_tcase(s, all);
    return test_main(s);
}
