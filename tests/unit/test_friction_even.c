/* test_friction_even.c - friction with masses over decades: contacts of one size
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

#include <zeno/random_problem.h>

#include "../../solvers/contact/contact.h"

static const zn_friction *grains(zn_ctx *ctx, const char *words, zn_problem_file **f)
{
    ck_assert_int_eq(zn_problem_random(ctx, "friction", words, f), ZN_OK);
    return zn_problem_file_problem(*f);
}

/* sizes over six decades at any reactions: the error, and the way back, to the bit */
START_TEST(contacts_of_one_size_have_the_same_error)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_friction *p = grains(ctx, "structure=pile bodies=20 spread=6 seed=1", &f);
    const zn_index m = p->d * p->nc;
    double *r = reals(m), *z = reals(m), *u = reals(m), *w = reals(m), least = INFINITY, most = 0;
    zni_fc plain = {0}, even = {0};
    rng g = {7};

    ck_assert_int_eq(zni_fc_set(ctx, &plain, p), ZN_OK);
    ck_assert_int_eq(zni_fc_set(ctx, &even, p), ZN_OK);
    for (zn_index i = 0; i < m; i++)
        z[i] = r[i] = uniform(&g, i % p->d ? -1 : 0, 1) / plain.size[i / p->d];
    ck_assert_int_eq(zni_fc_even(ctx, &even, p, z), ZN_OK);
    ck_assert_ptr_nonnull(even.scale);
    for (zn_index a = 0; a < p->nc; a++) {
        least = fmin(least, even.size[a]);
        most = fmax(most, even.size[a]);
    }
    ck_assert_double_le(most, 4 * least);
    zni_fc_mul(&plain, r, plain.q, u);
    zni_fc_mul(&even, z, even.q, w);
    ck_assert_double_gt(zni_fc_error(&plain, r, u), 0.1);
    ck_assert_double_eq(zni_fc_error(&plain, r, u), zni_fc_error(&even, z, w));
    zni_fc_unscale(&even, z, w);
    for (zn_index i = 0; i < m; i++) {
        ck_assert_double_eq(z[i], r[i]);
        ck_assert_double_eq(w[i], u[i]);
    }
    zni_fc_fini(ctx, &plain);
    zni_fc_fini(ctx, &even);
    free(r);
    free(z);
    free(u);
    free(w);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* Grains of one density: M is not copied. */
START_TEST(contacts_of_about_one_size_stay)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_friction *p = grains(ctx, "structure=pile bodies=20 seed=1", &f);
    double *z = reals(p->d * p->nc);
    zni_fc c = {0};

    ck_assert_int_eq(zni_fc_set(ctx, &c, p), ZN_OK);
    ck_assert_int_eq(zni_fc_even(ctx, &c, p, z), ZN_OK);
    ck_assert_ptr_null(c.scale);
    ck_assert_ptr_eq(c.x, p->M->x);
    zni_fc_fini(ctx, &c);
    free(z);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* 355 contacts, masses over six decades. (With contacts as they come nothing arrived: 6e-2 after 14 s.) */
START_TEST(auto_solves_a_pile_of_masses_over_six_decades)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_friction *p = grains(ctx, "structure=pile bodies=60 mu=0.5 spread=6 seed=306", &f);
    const zn_index m = p->d * p->nc;
    double *r = reals(m), *u = reals(m), *work = reals(2 * m);
    zn_solve_info info;

    ck_assert_msg(run_once(ctx, "friction", "auto", 1e-8, p, r, u, &info) == ZN_OK, "%s",
                  zn_errmsg(ctx));
    printf("%td contacts: %s, %td iterations\n", p->nc, info.solver, info.iterations);
    /* velocities anew: they are what heavy loads leave of each other */
    memcpy(u, p->q, (size_t)m * sizeof *u);
    zn_matrix_mul(p->M, 1, r, 1, u);
    ck_assert_double_le(zn_friction_error(p, r, u, work), 1.1e-8);
    free(r);
    free(u);
    free(work);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* units of M and of velocities that are odd powers of two, from a start: the same bits */
START_TEST(units_do_not_matter)
{
    enum { INVERSE = 31, SPEED = -13 };
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_friction *p = grains(ctx, "structure=pile bodies=25 mu=0.5 spread=6 seed=2", &f);
    const zn_index m = p->d * p->nc;
    double *M = reals(m * m), *q = reals(m), *r[2], *u[2];
    const zn_matrix dense = zn_matrix_dense(m, m, M);
    zn_friction other = *p;
    zn_solve_info info[2];

    zn_matrix_to_dense(p->M, M);
    other.M = &dense;
    other.q = q;
    for (int k = 0; k < 2; k++) {
        r[k] = reals(m);
        u[k] = reals(m);
        for (zn_index i = 0; i < m * m && k; i++)
            M[i] = ldexp(M[i], INVERSE);
        for (zn_index i = 0; i < m; i++) {
            q[i] = ldexp(p->q[i], k ? SPEED : 0);
            r[k][i] = i % p->d ? 0 : ldexp(0.5, k ? SPEED - INVERSE : 0);
        }
        ck_assert_msg(run_once(ctx, "friction", "auto", 1e-8, &other, r[k], u[k], &info[k]) ==
                          ZN_OK,
                      "%s", zn_errmsg(ctx));
    }
    ck_assert_int_eq(info[0].iterations, info[1].iterations);
    for (zn_index i = 0; i < m; i++) {
        ck_assert(r[1][i] == ldexp(r[0][i], SPEED - INVERSE));
        ck_assert(u[1][i] == ldexp(u[0][i], SPEED));
    }
    for (int k = 0; k < 2; k++) {
        free(r[k]);
        free(u[k]);
    }
    free(M);
    free(q);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("friction, contacts of one size");
    TCase *tc = tcase_create("even");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, contacts_of_one_size_have_the_same_error);
    tcase_add_test(tc, contacts_of_about_one_size_stay);
    tcase_add_test(tc, auto_solves_a_pile_of_masses_over_six_decades);
    tcase_add_test(tc, units_do_not_matter);
    suite_add_tcase(s, tc);
    return test_main(s);
}
