/* test_spinning.c - contacts whose spin about the normal is braked, too: six components
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling_test.h"

#include <unistd.h>

#include <zeno/generic_mechanical.h>
#include <zeno/problem_file.h>

#include "../../solvers/contact/contact.h"

static const double coefficients[][3] = {
    {0.5, 0.3, 0.2}, {0, 0.3, 0.1}, {0.5, 0, 0.4},  {0.5, 0.3, 0},
    {0, 0, 0},       {2, 3, 1.5},   {1e-3, 0.7, 30}};
enum { NCOEF = sizeof coefficients / sizeof coefficients[0] };

/* ---- the cone ------------------------------------------------------------------- */

static void random_point(rng *g, const double mu[3], double x[6])
{
    const double size = 2 * (1 + mu[0] + mu[1] + mu[2]);

    x[0] = uniform(g, -size, size);
    for (int i = 1; i < 6; i++)
        x[i] = uniform(g, -1, 1) * uniform(g, 0, 2);
}

/* against a minimum found by halving in long double */
START_TEST(the_projection_is_the_nearest_point)
{
    const double *mu = coefficients[_i];
    rng g = {(uint64_t)(70 + _i)};
    int apex = 0, inside = 0;

    for (int k = 0; k < 3000; k++) {
        double x[6], P[6];
        long double y[6], Q[6];

        random_point(&g, mu, x);
        for (int i = 0; i < 6; i++)
            y[i] = x[i];
        zn_spinning_friction_project(mu[0], mu[1], mu[2], x, P);
        naive_project(6, mu[0], mu[1], mu[2], y, Q);
        for (int i = 0; i < 6; i++)
            ck_assert_double_eq_tol(P[i], (double)Q[i],
                                    1e-14 * (1 + fabs(x[0])));
        apex += P[0] == 0;
        inside += memcmp(P, x, sizeof x) == 0;
    }
    ck_assert_int_gt(apex, 100);
    if (mu[0] > 0.1 && mu[1] > 0.1 && mu[2] > 0.1)
        ck_assert_int_gt(inside, 10);
}
END_TEST

START_TEST(its_derivative_is_that_of_differences)
{
    const double *mu = coefficients[_i], h = 1e-6;
    const zni_part part[3] = {{1, 2, mu[0]}, {3, 2, mu[1]}, {5, 1, mu[2]}};
    rng g = {(uint64_t)(90 + _i)};
    int smooth = 0;

    for (int k = 0; k < 600; k++) {
        double x[6], P[6], G[36], worst = 0, kink = 0;

        random_point(&g, mu, x);
        zni_rolling_project(6, 3, part, x, P, G);
        for (int j = 0; j < 6; j++) {
            double lo[6], hi[6], y[6], far[6];

            memcpy(y, x, sizeof y);
            y[j] = x[j] + h;
            zn_spinning_friction_project(mu[0], mu[1], mu[2], y, hi);
            y[j] = x[j] + 100 * h;
            zn_spinning_friction_project(mu[0], mu[1], mu[2], y, far);
            y[j] = x[j] - h;
            zn_spinning_friction_project(mu[0], mu[1], mu[2], y, lo);
            for (int i = 0; i < 6; i++) {
                const double slope = (hi[i] - lo[i]) / (2 * h);
                worst = fmax(worst, fabs(slope - G[i + 6 * j]));
                kink = fmax(kink, fabs((far[i] - P[i]) / (100 * h) - slope));
                ck_assert_double_eq_tol(G[i + 6 * j], G[j + 6 * i], 1e-13);
            }
        }
        if (kink > 1e-2 || hypot(x[1], x[2]) < 0.1 || hypot(x[3], x[4]) < 0.1)
            continue; /* two pieces meet near by */
        ck_assert_msg(worst <= 1e-6, "point %d: %g", k, worst);
        smooth++;
    }
    ck_assert_int_gt(smooth, 150);
}
END_TEST

/* ---- problems of less ------------------------------------------------------------- */

/* The rows of `from` that are among the first `keep` of a contact. */
static void part_of(const rollers *from, zn_index keep, rollers *to)
{
    rollers_new(to, keep, from->nc);
    for (zn_index j = 0; j < to->n; j++) {
        const zn_index J = 6 * (j / keep) + j % keep;
        to->q[j] = from->q[J];
        for (zn_index i = 0; i < to->n; i++)
            to->M[i + to->n * j] =
                from->M[6 * (i / keep) + i % keep + from->n * J];
    }
    memcpy(to->mu, from->mu, (size_t)from->nc * sizeof *to->mu);
    memcpy(to->mur, from->mur, (size_t)from->nc * sizeof *to->mur);
    to->p.M = &to->A;
}

/* Without friction of spin its moments are zero, and what is left is a problem of five
 * components; without that of rolling, too, one of Coulomb's. */
START_TEST(without_spin_it_is_rolling_and_without_rolling_friction)
{
    zn_ctx *ctx = context();
    rng g = {500};

    for (int round = 0; round < 20; round++) {
        rollers six, less;
        zn_friction plain;
        double z[36], w[36], y[36], v[36];
        const bool rolls = round % 2;

        rollers_random(&six, &g, 6, 6, 6, 0.5, 0.3, 1);
        for (zn_index a = 0; a < 6; a++) {
            six.mur[6 + a] = 0;
            six.mur[a] *= rolls;
        }
        six.p.M = &six.A;
        part_of(&six, rolls ? 5 : 3, &less);
        plain = (zn_friction){3, 6, &less.A, less.q, less.mu};
        memset(z, 0, sizeof z);
        memset(y, 0, sizeof y);
        ck_assert_int_eq(run_once(ctx, "rolling-friction", "auto", 1e-12,
                                  &six.p, z, w, NULL),
                         ZN_OK);
        ck_assert_int_eq(run_once(ctx, rolls ? "rolling-friction" : "friction",
                                  "auto", 1e-12,
                                  rolls ? (void *)&less.p : (void *)&plain, y,
                                  v, NULL),
                         ZN_OK);
        for (zn_index i = 0; i < 36; i++) {
            const zn_index k = i % 6, d = less.d;
            if (k < d)
                ck_assert_double_eq_tol(w[i], v[d * (i / 6) + k], 1e-9);
            else
                ck_assert_double_eq(z[i], 0);
        }
        rollers_free(&six);
        rollers_free(&less);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* Lengths in another unit that is a power of two: the same bits, in the other unit. */
START_TEST(the_unit_of_length_changes_no_bit)
{
    zn_ctx *ctx = context();
    rng g = {600};

    for (int round = 0; round < test_rounds(60); round++) {
        const zn_index d = round % 3 == 0   ? 3
                           : round % 3 == 1 ? 5
                                            : 6,
                       m = (d - 1) / 2;
        rollers a, b;
        double z[2][48] = {{0}}, w[2][48];
        const double L = round / 3 % 2 ? 0x1p-20 : 0x1p13;

        rollers_random(&a, &g, d, 8, 8, 0.5, 0.3, 1);
        rollers_new(&b, d, 8);
        for (zn_index j = 0; j < a.n; j++) {
            const double sj = j % d > m ? L : 1;
            b.q[j] = a.q[j] / sj;
            for (zn_index i = 0; i < a.n; i++)
                b.M[i + a.n * j] = a.M[i + a.n * j] / sj / (i % d > m ? L : 1);
        }
        memcpy(b.mu, a.mu, 8 * sizeof *b.mu);
        for (zn_index i = 0; i < 16; i++)
            b.mur[i] = a.mur[i] * L;
        a.p.M = &a.A;
        b.p.M = &b.A;
        for (int k = 0; k < 2; k++)
            ck_assert_int_eq(run_once(ctx, "rolling-friction", "auto", 1e-10,
                                      k ? &b.p : &a.p, z[k], w[k], NULL),
                             ZN_OK);
        for (zn_index i = 0; i < a.n; i++) {
            const double s = i % d > m ? L : 1;
            ck_assert_double_eq(z[1][i], z[0][i] * s);
            ck_assert_double_eq(w[1][i], w[0][i] / s);
        }
        rollers_free(&a);
        rollers_free(&b);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- beside joints and stops ----------------------------------------------------------- */

/* Blocks that spin beside a joint of two rows, a stop and a contact of Coulomb's, all
 * coupled by a matrix that is definite: with the joint's rows eliminated by hand
 * (Schur's complement) it is a problem of unilateral rows and contacts of six
 * components, which solve each other in turn; here only the answer is asked whether it is one. */
START_TEST(it_goes_beside_joints_stops_and_friction)
{
    enum { N = 2 + 1 + 3 + 6 + 6, B = 5 };
    const zn_index start[B + 1] = {0, 2, 3, 6, 12, 18};
    const unsigned char kind[B] = {
        ZN_GENERIC_EQUALITY, ZN_GENERIC_UNILATERAL, ZN_GENERIC_FRICTION_3D,
        ZN_GENERIC_SPINNING_3D, ZN_GENERIC_SPINNING_3D};
    const double mu[B] = {0, 0, 0.4, 0.5, 0.3};
    const double mur[2 * B] = {0, 0, 0, 0.2, 0.1, 0, 0, 0, 0.05, 0.3};
    const char *const solvers[] = {"auto", "nsgs", "newton"};
    zn_ctx *ctx = context();
    rng g = {700};
    int spinning = 0, held = 0;

    for (int round = 0; round < 30; round++) {
        double M[N * N] = {0}, H[24 * N], q[N], first[N] = {0};
        for (int i = 0; i < 24 * N; i++)
            H[i] = uniform(&g, -1, 1);
        for (int i = 0; i < N; i++) {
            q[i] = uniform(&g, -2, 1);
            for (int j = 0; j < N; j++)
                for (int k = 0; k < 24; k++)
                    M[i + N * j] += H[k + 24 * i] * H[k + 24 * j];
        }
        zn_matrix A = zn_matrix_dense(N, N, M);
        const zn_generic p = {.n = N,
                              .M = &A,
                              .q = q,
                              .nb = B,
                              .start = start,
                              .kind = kind,
                              .mu = mu,
                              .mu_r = mur};
        for (int s = 0; s < 3; s++) {
            double z[N] = {0}, w[N];
            ck_assert_msg(run_once(ctx, "generic-mechanical", solvers[s], 1e-11,
                                   &p, z, w, NULL) == ZN_OK,
                          "%s: %s", solvers[s], zn_errmsg(ctx));
            /* by the words of the law, block by block */
            ck_assert_double_eq_tol(hypot(w[0], w[1]), 0, 1e-9);
            for (int b = 3; b < B; b++) {
                const double *r = z + start[b], *u = w + start[b];
                const double parts[3][4] = {
                    {mu[b], 1, 2, 0}, {mur[b], 3, 2, 0}, {mur[B + b], 5, 1, 0}};
                ck_assert_double_ge(r[0], -1e-9);
                ck_assert_double_ge(u[0], -1e-9);
                ck_assert_double_eq_tol(r[0] * u[0], 0, 1e-8);
                for (int k = 0; k < 3; k++) {
                    const int at = (int)parts[k][1], two = parts[k][2] > 1;
                    const double most = parts[k][0] * r[0];
                    const double R =
                        two ? hypot(r[at], r[at + 1]) : fabs(r[at]);
                    const double U =
                        two ? hypot(u[at], u[at + 1]) : fabs(u[at]);
                    const double power =
                        r[at] * u[at] + (two ? r[at + 1] * u[at + 1] : 0);
                    ck_assert_double_le(R, most + 1e-8);
                    if (r[0] > 1e-6)
                        ck_assert_double_eq_tol(power, -most * U, 1e-7);
                    spinning += k == 2 && r[0] > 1e-6 && U > 1e-6;
                    held += k == 2 && r[0] > 1e-6 && U < 1e-8;
                }
            }
            if (s == 0)
                memcpy(first, w, sizeof first);
            else
                for (int i = 0; i < N; i++)
                    ck_assert_double_eq_tol(w[i], first[i], 1e-7);
        }
    }
    ck_assert_int_gt(spinning, 10);
    ck_assert_int_gt(held, 10);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- files, words ------------------------------------------------------------------------ */

static void there_and_back(zn_ctx *ctx, const char *class, const void *p,
                           const char *suffix, zn_problem_file **f)
{
    char path[64];

    snprintf(path, sizeof path, "spinning-%d%s", (int)getpid(), suffix);
    ck_assert_msg(!zn_problem_file_write(ctx, path, class, p), "%s",
                  zn_errmsg(ctx));
    ck_assert_msg(!zn_problem_file_read(ctx, path, class, f), "%s",
                  zn_errmsg(ctx));
    unlink(path);
}

START_TEST(files_keep_every_bit)
{
    zn_ctx *ctx = context();
    rng g = {800};
    rollers c;
    zn_problem_file *f;
    double I[49] = {0}, q[7] = {0}, b[6] = {-1, 0, 1, 2, 3, 4}, H[42];

    rollers_random(&c, &g, 6, 3, 3, 0.5, 0.3, 1);
    c.p.M = &c.A;
    there_and_back(ctx, "rolling-friction", &c.p, ".dat", &f);
    const zn_rolling_friction *p = zn_problem_file_problem(f);
    ck_assert_int_eq(p->d, 6);
    ck_assert_int_eq(memcmp(p->mu_r, c.mur, 6 * sizeof *c.mur), 0);
    ck_assert_int_eq(memcmp(p->q, c.q, (size_t)c.n * sizeof *c.q), 0);
    zn_problem_file_free(f);

    for (int i = 0; i < 7; i++)
        I[8 * i] = 1;
    for (int i = 0; i < 42; i++)
        H[i] = uniform(&g, -1, 1);
    zn_matrix M = zn_matrix_dense(7, 7, I), D = zn_matrix_dense(7, 6, H);
    const double mu[] = {0.5}, mur[] = {0.25, 0.125};
    const zn_global_rolling_friction whole = {6, 1, 7, &M, &D, q, b, mu, mur};
    for (int k = 0; k < 2; k++) {
        there_and_back(ctx, "global-rolling-friction", &whole,
                       k ? ".h5" : ".dat", &f);
        const zn_global_rolling_friction *r = zn_problem_file_problem(f);
        ck_assert_int_eq(r->d, 6);
        ck_assert_int_eq(memcmp(r->mu_r, mur, sizeof mur), 0);
        zn_problem_file_free(f);
    }

    const zn_index start[] = {0, 6}, cols[] = {0, 6}, p0[] = {0, 1}, i0[] = {0},
                   bp[] = {0};
    double W[36] = {0}, lb[6] = {0};
    for (int i = 0; i < 6; i++)
        W[7 * i] = 1 + i;
    const unsigned char kind[] = {ZN_GENERIC_SPINNING_3D};
    zn_matrix B = {.storage = ZN_BSR,
                   .rows = 6,
                   .cols = 6,
                   .x = W,
                   .p = p0,
                   .i = i0,
                   .nbr = 1,
                   .nbc = 1,
                   .ro = start,
                   .co = cols,
                   .bp = bp};
    const zn_generic gm = {6, &B, b, 1, start, kind, lb, lb, mu, mur};
    there_and_back(ctx, "generic-mechanical", &gm, ".dat", &f);
    const zn_generic *s = zn_problem_file_problem(f);
    ck_assert_int_eq(s->kind[0], ZN_GENERIC_SPINNING_3D);
    ck_assert_double_eq(s->mu_r[0], 0.25);
    ck_assert_double_eq(s->mu_r[1], 0.125);
    zn_problem_file_free(f);
    rollers_free(&c);
    zn_ctx_free(ctx);
}
END_TEST

START_TEST(what_is_wrong_is_said)
{
    zn_ctx *ctx = context();
    double M[36] = {0}, q[6] = {-1}, mu[] = {0.5}, mur[] = {0.1, -0.2},
           z[6] = {0}, w[6];
    zn_matrix A = zn_matrix_dense(6, 6, M);
    zn_rolling_friction p = {6, 1, &A, q, mu, mur};

    for (int i = 0; i < 6; i++)
        M[7 * i] = 1;
    ck_assert_int_eq(
        run_once(ctx, "rolling-friction", "auto", 1e-10, &p, z, w, NULL),
        ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "mu_s"));
    p.d = 4;
    ck_assert_int_eq(
        run_once(ctx, "rolling-friction", "auto", 1e-10, &p, z, w, NULL),
        ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "must be 3, 5 or 6"));
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("spinning friction");
    TCase *tc = tcase_create("spin");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, the_projection_is_the_nearest_point, 0, NCOEF);
    tcase_add_loop_test(tc, its_derivative_is_that_of_differences, 0, NCOEF);
    tcase_add_test(tc, without_spin_it_is_rolling_and_without_rolling_friction);
    tcase_add_test(tc, the_unit_of_length_changes_no_bit);
    tcase_add_test(tc, it_goes_beside_joints_stops_and_friction);
    tcase_add_test(tc, files_keep_every_bit);
    tcase_add_test(tc, what_is_wrong_is_said);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
