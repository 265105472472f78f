/* test_global_homotopy.c - the path of proximal problems by factors of the order of the bodies
 * SPDX-License-Identifier: Apache-2.0 */
#include "global_friction_test.h"

#include <zeno/random_problem.h>

/* Two pairs of scenes with few bodies for their contacts, and the factorisations of the last
 * one below, whose contacts sweeps, Newton's methods, proximal points, interior points and
 * fixed points leave at 1e-5 and more. */
static const char *const scenes[] = {"contacts=16 bodies=6 mu=1 seed=1",
                                     "contacts=16 bodies=6 mu=1 seed=4",
                                     "contacts=60 bodies=20 mu=2 seed=1"};
enum { SCENES = sizeof scenes / sizeof *scenes };

static const zn_global_friction *scene_of(zn_ctx *ctx, const char *words,
                                          zn_problem_file **f)
{
    ck_assert_int_eq(zn_problem_random(ctx, "global-friction", words, f), ZN_OK);
    return zn_problem_file_problem(*f);
}

/* W = H'M^-1 H and q of the condensed problem from the stored matrices; M is diagonal */
static void condense(const zn_global_friction *p, contacts *c)
{
    const zn_index n = p->n, m = p->d * p->nc;
    double *H = reals(n * m), *M = reals(n * n);

    contacts_new(c, p->d, p->nc);
    zn_matrix_to_dense(p->H, H);
    zn_matrix_to_dense(p->M, M);
    for (zn_index i = 0; i < n; i++)
        for (zn_index j = 0; j < n; j++)
            ck_assert(i == j ? M[i + n * j] > 0 : M[i + n * j] == 0);
    for (zn_index j = 0; j < m; j++) {
        c->q[j] = p->b[j];
        for (zn_index l = 0; l < n; l++)
            c->q[j] += H[l + n * j] * p->q[l] / M[l * (n + 1)];
        for (zn_index i = 0; i < m; i++)
            for (zn_index l = 0; l < n; l++)
                c->M[i + m * j] +=
                    H[l + n * i] * H[l + n * j] / M[l * (n + 1)];
    }
    memcpy(c->mu, p->mu, (size_t)p->nc * sizeof *c->mu);
    c->p.M = &c->A;
    free(H);
    free(M);
}

/* The curve is that of the condensed problem, whose factors are of W: it ends at the same of
 * its many solutions, after as many steps but for those that rounding decides. The answer
 * keeps the law by the tests' own measure. */
START_TEST(the_path_is_that_of_the_condensed_problem)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_global_friction *p = scene_of(ctx, scenes[_i], &f);
    const zn_index m = p->d * p->nc;
    double *z = reals(p->n + m), *r = reals(m), *u = reals(m), size = 0;
    zn_solve_info by_bodies, by_contacts;
    contacts c;

    condense(p, &c);
    ck_assert_msg(run_once(ctx, "friction", "homotopy", 1e-9, &c.p, r, u,
                           &by_contacts) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    ck_assert_msg(run_once(ctx, "global-friction", "homotopy", 1e-9, p, z, u,
                           &by_bodies) == ZN_OK,
                  "%s", zn_errmsg(ctx));
    printf("%s: %td factorisations by contacts, %td by bodies\n", scenes[_i],
           by_contacts.iterations, by_bodies.iterations);
    ck_assert_double_le(naive_friction(&c, z + p->n), 1e-8);
    for (zn_index i = 0; i < m; i++)
        size = fmax(size, fabs(r[i]));
    for (zn_index i = 0; i < m; i++)
        ck_assert_double_eq_tol(z[p->n + i], r[i], 1e-5 * size);
    ck_assert_double_eq_tol((double)by_bodies.iterations,
                            (double)by_contacts.iterations,
                            2 + 0.1 * (double)by_contacts.iterations);
    contacts_free(&c);
    free(z);
    free(r);
    free(u);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* M dense by storage: the same answer. */
START_TEST(so_does_a_dense_mass)
{
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_global_friction *p = scene_of(ctx, scenes[_i], &f);
    const zn_index n = p->n, m = p->d * p->nc;
    double *M = reals(n * n), *z[2], *u = reals(m), size = 0;
    const zn_matrix dense = zn_matrix_dense(n, n, M);
    zn_global_friction other = *p;
    zn_solve_info info;

    zn_matrix_to_dense(p->M, M);
    other.M = &dense;
    for (int k = 0; k < 2; k++) {
        z[k] = reals(n + m);
        ck_assert_msg(run_once(ctx, "global-friction", "homotopy", 1e-9,
                               k ? &other : p, z[k], u, &info) == ZN_OK,
                      "%s", zn_errmsg(ctx));
    }
    for (zn_index i = 0; i < m; i++)
        size = fmax(size, fabs(z[0][n + i]));
    for (zn_index i = 0; i < m; i++)
        ck_assert_double_eq_tol(z[1][n + i], z[0][n + i], 1e-6 * size);
    free(M);
    free(z[0]);
    free(z[1]);
    free(u);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* Powers of two as units of mass and of time: the same path, the same bits. */
START_TEST(the_path_has_no_units)
{
    enum { MASS = -31, TIME = 12 };
    zn_ctx *ctx = context();
    zn_problem_file *f;
    const zn_global_friction *p = scene_of(ctx, scenes[1], &f);
    const zn_index n = p->n, m = p->d * p->nc;
    double *M = reals(n * n), *q = reals(n), *b = reals(m), *z[2], *u = reals(m);
    stored columns;
    zn_global_friction other = *p;
    zn_solve_info info[2];

    zn_matrix_to_dense(p->M, M);
    for (zn_index i = 0; i < n * n; i++)
        M[i] = ldexp(M[i], MASS);
    columns = to_csc(n, M);
    for (zn_index i = 0; i < n; i++)
        q[i] = ldexp(p->q[i], MASS - TIME);
    for (zn_index i = 0; i < m; i++)
        b[i] = ldexp(p->b[i], -TIME);
    other.M = &columns.m;
    other.q = q;
    other.b = b;
    for (int k = 0; k < 2; k++) {
        z[k] = reals(n + m);
        ck_assert_int_eq(run_once(ctx, "global-friction", "homotopy", 1e-8,
                                  k ? &other : p, z[k], u, &info[k]),
                         ZN_OK);
    }
    ck_assert_int_eq(info[0].iterations, info[1].iterations);
    for (zn_index i = 0; i < n; i++)
        ck_assert(z[1][i] == ldexp(z[0][i], -TIME));
    for (zn_index i = n; i < n + m; i++)
        ck_assert(z[1][i] == ldexp(z[0][i], MASS - TIME));
    stored_free(&columns);
    free(M);
    free(q);
    free(b);
    free(z[0]);
    free(z[1]);
    free(u);
    zn_problem_file_free(f);
    zn_ctx_free(ctx);
}
END_TEST

/* A body of mass 2 whose velocities are those of the contact, H = I, thrown on the ground with
 * mu = 1/2: q = M (-1, 2, 0). u_N = 0 takes r_N = 2, sliding goes on against r_T = -1, at 2 - 1/2. */
START_TEST(one_contact_by_hand)
{
    static const zn_index one[] = {0, 1, 2, 3};
    const double m[] = {2, 2, 2}, h[] = {1, 1, 1}, q[] = {-2, 4, 0}, b[3] = {0};
    const double mu[] = {0.5};
    const zn_matrix M = {.storage = ZN_CSC, .rows = 3, .cols = 3, .x = m,
                         .p = one, .i = one},
                    H = {.storage = ZN_CSC, .rows = 3, .cols = 3, .x = h,
                         .p = one, .i = one};
    const zn_global_friction p = {3, 1, 3, &M, &H, q, b, mu};
    const double known[] = {0, 1.5, 0, 2, -1, 0};
    zn_ctx *ctx = context();
    double z[6] = {0}, u[3];
    zn_solve_info info;

    ck_assert_int_eq(run_once(ctx, "global-friction", "homotopy", 1e-12, &p, z, u,
                              &info),
                     ZN_OK);
    for (int i = 0; i < 6; i++)
        ck_assert_double_eq_tol(z[i], known[i], 1e-11);
    ck_assert_double_eq_tol(u[1], 1.5, 1e-11);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("global friction, homotopy");
    TCase *tc = tcase_create("path");

    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, one_contact_by_hand);
    tcase_add_loop_test(tc, the_path_is_that_of_the_condensed_problem, 0, SCENES);
    tcase_add_loop_test(tc, so_does_a_dense_mass, 0, 2);
    tcase_add_test(tc, the_path_has_no_units);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
