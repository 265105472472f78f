/* test_multiple_friction.c - impacts with friction along them: one contact by Routh's
 * construction, in closed form, and what holds of many
 * SPDX-License-Identifier: Apache-2.0 */
#include "multiple_impact_test.h"

/* ---- one contact -------------------------------------------------------------------- */

/* A body with n and t its rates, M = [a b; b c], by its percussion P alone (E. J. Routh):
 * n' = a + b r, t' = b + c r, where dT = r dP, r = -mu sign(t) while it slides, -b/c while it
 * sticks if mu allows that, else r = -mu sign(b). It is compressed until n = 0, with the work
 * W = integral of n dP, and ends when e^2 of that has been given back. */
typedef struct routh {
    double a, b, c, mu, n, t, P, T;
} routh;

static double ratio(const routh *r)
{
    if (r->t != 0)
        return r->t > 0 ? -r->mu : r->mu;
    if (fabs(r->b) <= r->mu * r->c)
        return -r->b / r->c;
    return r->b > 0 ? -r->mu : r->mu;
}

/* The rest of a phase, up to n = 0 or to that work; returns the work. */
static double phase(routh *r, bool compression, double work)
{
    double done = 0;

    for (;;) {
        const double f = ratio(r), dn = r->a + r->b * f, dt = r->b + r->c * f;
        /* n x + dn x^2/2 = what is left of the work */
        const double end =
            compression
                ? -r->n / dn
                : (-r->n + sqrt(r->n * r->n + 2 * dn * (work - done))) / dn;
        const double turn = r->t != 0 && r->t * dt < 0 ? -r->t / dt : INFINITY;
        const double x = fmin(end, turn);
        ck_assert_double_gt(dn, 0);
        done += r->n * x + dn * x * x / 2;
        r->n += dn * x;
        r->t = turn <= end ? 0 : r->t + dt * x;
        r->P += x;
        r->T += f * x;
        if (end <= turn)
            return done;
    }
}

START_TEST(one_contact_is_rouths)
{
    static const double b[] = {-1.2, -0.3, 0, 0.9}, mu[] = {0, 0.1, 0.4, 1},
                        t[] = {-1, 0, 0.3, 2}, e[] = {0, 0.5, 1};
    const zn_index model = _i % 2;
    int reversed = 0;

    for (int k = 0; k < 4 * 4 * 4 * 3; k++) {
        routh r = {.a = 1.5,
                   .b = b[k % 4],
                   .c = 3.5,
                   .mu = mu[k / 4 % 4],
                   .n = -0.7,
                   .t = t[k / 16 % 4]};
        const double restitution = e[k / 64];
        const double M[] = {r.a, r.b, r.b, r.c}, q[] = {r.n, r.t};
        const zn_matrix A = zn_matrix_dense(2, 2, M);
        const zn_compliance of[] = {
            {_i < 2 ? 1 : 1e6, _i < 2 ? 1 : 1.5, restitution}, {0, 0, 0}};
        const double friction[] = {r.mu, -1};
        const zn_multiple_impact p = {
            .n = 2, .M = &A, .q = q, .of = of, .mu = friction};
        const double before = r.t, a0 = r.a - fabs(r.b) * r.mu;
        double z[2] = {0, 0}, w[2], W;

        if (a0 <= 0) /* it could jam: not by these formulas */
            continue;
        W = phase(&r, true, 0);
        if (restitution > 0)
            phase(&r, false, -restitution * restitution * W);
        reversed += before * r.t < 0;
        use(_i < 2 ? "lzb" : "auto");
        ck_assert_int_eq(
            zn_solver_set(solver, "model",
                          model ? "mono-stiffness" : "bi-stiffness"),
            ZN_OK);
        solve(&p, z, w);
        NEAR(z[0], r.P, 1e-9);
        NEAR(z[1], r.T, 1e-9);
        NEAR(w[0], r.n, 1e-9);
        NEAR(w[1], r.t, 1e-9);
    }
    ck_assert_int_gt(reversed, 0);
}
END_TEST

/* Two bodies that do not know of each other, with other springs: each by itself; the order of
 * rows is free, an equality may stand among them. */
START_TEST(contacts_that_share_nothing_are_alone)
{
    routh one = {.a = 1.5, .b = -1.2, .c = 3.5, .mu = 0.4, .n = -0.7, .t = 0.3};
    routh two = {.a = 0.9, .b = 0.4, .c = 0.8, .mu = 0.3, .n = -2, .t = -3};
    const double M[25] = {2,     0,     0,     0,     0, 0,     one.a, one.b, 0,
                          0,     0,     one.b, one.c, 0, 0,     0,     0,     0,
                          two.a, two.b, 0,     0,     0, two.b, two.c};
    const double q[] = {1, one.n, one.t, two.n, two.t};
    const unsigned char eq[] = {1, 0, 0, 0, 0};
    const double mu[] = {-1, one.mu, -1, two.mu, -1};
    const zn_compliance of[] = {
        {0, 0, 0}, {1, 1, 0.6}, {0, 0, 0}, {40, 1.5, 0.9}, {0, 0, 0}};
    const zn_matrix A = zn_matrix_dense(5, 5, M);
    const zn_multiple_impact p = {5, &A, q, of, eq, mu};
    double z[5] = {0}, w[5];

    phase(&one, false, -0.36 * phase(&one, true, 0));
    phase(&two, false, -0.81 * phase(&two, true, 0));
    use("auto");
    solve(&p, z, w);
    NEAR(z[0], -0.5, 1e-12);
    NEAR(z[1], one.P, 1e-9);
    NEAR(z[2], one.T, 1e-9);
    NEAR(z[3], two.P, 1e-9);
    NEAR(z[4], two.T, 1e-9);
    NEAR(w[4], two.t, 1e-9);
}
END_TEST

/* ---- many ----------------------------------------------------------------------------- */

enum { CONTACTS = 4, ROWS = 2 * CONTACTS, DOF = 6 };

/* Of rows of H, M = H H'; the seed is the number of the test. */
static void random_problem(unsigned seed, double M[], double q[])
{
    double H[ROWS * DOF], v[DOF];
    uint32_t x = 12345 + 977 * seed;

    for (int i = 0; i < ROWS * DOF + DOF; i++) {
        x = x * 1664525u + 1013904223u;
        *(i < ROWS * DOF ? &H[i] : &v[i - ROWS * DOF]) = x / 2147483648.0 - 1;
    }
    for (int i = 0; i < ROWS; i++) {
        q[i] = 0;
        for (int k = 0; k < DOF; k++)
            q[i] += H[i + k * ROWS] * v[k];
        for (int j = 0; j < ROWS; j++) {
            M[i + j * ROWS] = 0;
            for (int k = 0; k < DOF; k++)
                M[i + j * ROWS] += H[i + k * ROWS] * H[j + k * ROWS];
        }
    }
}

/* Solved means: no contact approaches, percussions are in their cones, no energy is made
 * (zn_multiple_impact_error). And the answer is that of the law: a coarse one is near. */
START_TEST(impacts_of_many_end_and_make_no_energy)
{
    double M[ROWS * ROWS] = {0}, q[ROWS], mu[ROWS], z[2][ROWS], w[ROWS],
                    work[2 * ROWS];
    zn_compliance of[ROWS];
    const zn_matrix A = zn_matrix_dense(ROWS, ROWS, M);
    const zn_multiple_impact p = {ROWS, &A, q, of, NULL, mu};

    random_problem((unsigned)_i, M, q);
    for (int i = 0; i < ROWS; i++) {
        mu[i] = i % 2 ? -1 : 0.2 * (1 + i % 3);
        of[i] = (zn_compliance){1 + i, _i % 2 ? 1 : 1.5, 0.5 + 0.05 * i};
    }
    for (int k = 0; k < 2; k++) {
        use("lzb");
        ck_assert_int_eq(
            zn_solver_set(solver, "accuracy", k ? "1e-8" : "1e-12"), ZN_OK);
        memset(z[k], 0, sizeof z[k]);
        solve(&p, z[k], w);
        ck_assert_double_le(zn_multiple_impact_error(&p, z[k], w, work), 1e-9);
    }
    for (int i = 0; i < ROWS; i++)
        NEAR(z[1][i], z[0][i], 1e-5);
    /* without friction tangents have no part */
    for (int i = 0; i < ROWS; i += 2)
        mu[i] = 0;
    solve(&p, z[0], w);
    for (int i = 1; i < ROWS; i += 2)
        ck_assert_double_eq(z[0][i], 0);
}
END_TEST

/* ---- wedges ----------------------------------------------------------------------------- */

/* A body of mass 1 falls with 1 into a groove whose sides are steep by a: normals
 * (+-cos a, sin a), tangents (-+sin a, cos a), both sides with the same force F. Down it slides,
 *     v' = 2 (sin a + mu cos a) F = down F,    until P = 1/down on either side.
 * With tan a <= mu friction holds the springs then: nothing moves any more, whatever e is. Else
 * it slides up by v' = 2 (sin a - mu cos a) F = up F, and all work of a spring comes back
 * (e = 1): v^2 = up/down. */
START_TEST(a_groove_holds_the_body_or_throws_it_back)
{
    static const double steep[] = {0.2, 0.35, 0.5, 0.7}, mu = 0.45;
    const double s = sin(steep[_i]), c = cos(steep[_i]);
    const double H[4][2] = {{c, s}, {-s, c}, {-c, s}, {s, c}};
    const double down = 2 * (s + mu * c), up = 2 * (s - mu * c);
    const double v = up > 0 ? sqrt(up / down) : 0;
    const double back = up > 0 ? v / up : 0, fr[] = {mu, -1, mu, -1};
    const zn_compliance of[] = {{3, 1.5, 1}, {0, 0, 0}, {3, 1.5, 1}, {0, 0, 0}};
    double M[16], q[4], z[4] = {0}, w[4];
    zn_matrix A;
    zn_multiple_impact p = {4, &A, q, of, NULL, fr};

    for (int i = 0; i < 4; i++) {
        q[i] = -H[i][1];
        for (int j = 0; j < 4; j++)
            M[i + 4 * j] = H[i][0] * H[j][0] + H[i][1] * H[j][1];
    }
    A = zn_matrix_dense(4, 4, M);
    use("lzb");
    solve(&p, z, w);
    for (int i = 0; i < 4; i += 2) {
        NEAR(z[i], 1 / down + back, 1e-9);
        NEAR(z[i + 1], mu * (1 / down - back), 1e-9);
        NEAR(w[i], s * v, 1e-9);
        NEAR(w[i + 1], c * v, 1e-9);
    }
}
END_TEST

/* Two contacts of the same direction are one with the mean of their frictions, as their springs
 * are alike: tangents depend on each other, and which of them slides is not told by rates. */
START_TEST(tangents_that_depend_share_what_one_has)
{
    static const double mu[][2] = {{0.1, 0.7}, {0.9, 0.1}, {0, 0.4}};
    static const double t[] = {-1, 0, 0.3};
    routh r = {.a = 1.5,
               .b = -1.2,
               .c = 3.5,
               .mu = (mu[_i % 3][0] + mu[_i % 3][1]) / 2,
               .n = -0.7,
               .t = t[_i / 3]};
    const double row[2][2] = {{r.a, r.b}, {r.b, r.c}};
    const double q[] = {r.n, r.t, r.n, r.t};
    const double fr[] = {mu[_i % 3][0], -1, mu[_i % 3][1], -1};
    const zn_compliance of[] = {{2, 1, 0.7}, {0, 0, 0}, {2, 1, 0.7}, {0, 0, 0}};
    double M[16], z[4] = {0}, w[4];
    zn_matrix A;
    zn_multiple_impact p = {4, &A, q, of, NULL, fr};

    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            M[i + 4 * j] = row[i % 2][j % 2];
    A = zn_matrix_dense(4, 4, M);
    phase(&r, false, -0.49 * phase(&r, true, 0));
    use("lzb");
    solve(&p, z, w);
    NEAR(z[0], r.P / 2, 1e-9);
    NEAR(z[2], r.P / 2, 1e-9);
    NEAR(z[1] + z[3], r.T, 1e-9);
    NEAR(w[0], r.n, 1e-9);
    NEAR(w[3], r.t, 1e-9);
}
END_TEST

enum { MOST = 13 };

/* More tangents than a body has ways to move, and equalities: every impact ends. */
START_TEST(crowded_contacts_end)
{
    const int nc = 2 + _i % 4, k = _i / 4 % 4, n = 2 * nc + k;
    const int dof = 3 + _i / 16 % 5 + k;
    double H[MOST * MOST], v[MOST], M[MOST * MOST], q[MOST], mu[MOST];
    double z[MOST] = {0}, w[MOST], work[2 * MOST];
    unsigned char eq[MOST];
    zn_compliance of[MOST];
    zn_matrix A;
    zn_multiple_impact p = {n, &A, q, of, eq, mu};
    uint32_t x = 12345 + 977u * (unsigned)_i;

    for (int i = 0; i < 5 + n * dof + dof; i++) {
        x = x * 1664525u + 1013904223u;
        if (i >= 5)
            *(i - 5 < n * dof ? &H[i - 5] : &v[i - 5 - n * dof]) =
                x / 2147483648.0 - 1;
    }
    for (int i = 0; i < n; i++) {
        q[i] = 0;
        for (int l = 0; l < dof; l++)
            q[i] += H[i + l * n] * v[l];
        for (int j = 0; j < n; j++) {
            M[i + j * n] = 0;
            for (int l = 0; l < dof; l++)
                M[i + j * n] += H[i + l * n] * H[j + l * n];
        }
        eq[i] = i >= 2 * nc;
        mu[i] = i % 2 || eq[i] ? -1 : 0.2 * (1 + i / 2 % 4);
        of[i] = (zn_compliance){1 + i, _i % 2 ? 1 : 1.5, _i / 80 % 3 / 2.0};
    }
    A = zn_matrix_dense(n, n, M);
    use("lzb");
    solve(&p, z, w);
    ck_assert_double_le(zn_multiple_impact_error(&p, z, w, work), 1e-9);
}
END_TEST

/* ---- refused --------------------------------------------------------------------------- */

static void refused(const zn_multiple_impact *p, const char *words)
{
    double z[2] = {0, 0}, w[2];
    zn_solve_info info;

    ck_assert_int_eq(zn_solver_solve(solver, p, z, w, &info), ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), words) != NULL, "'%s' lacks '%s'",
                  zn_errmsg(ctx), words);
}

START_TEST(what_has_no_tangents_says_so)
{
    static const char *const others[] = {"pairs", "lzb-steps", "poisson"};
    const double M[] = {1, 0, 0, 1}, q[] = {-1, 1}, mu[] = {0.5, -1};
    const double none[] = {-1, 0.5}, wrong[] = {INFINITY, -1};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    zn_compliance of[] = {{1, 1, 1}, {1, 1, 1}};
    zn_multiple_impact p = {2, &A, q, of, NULL, mu};

    for (int k = 0; k < 3; k++) {
        use(others[k]);
        refused(&p, "take solver 'lzb'");
    }
    use("auto");
    p.mu = none;
    refused(&p, "row 1: friction 0.5");
    p.mu = wrong;
    refused(&p, "row 0: friction inf");
    p.mu = mu;
    of[0].K = INFINITY;
    refused(&p, "friction 0.5 of a rigid contact");
}
END_TEST

static zn_status starved(const zn_allocator *alloc)
{
    const double M[] = {1.5, -1.2, -1.2, 3.5}, q[] = {-0.7, 0.3};
    const double mu[] = {0.4, -1};
    const zn_matrix A = zn_matrix_dense(2, 2, M);
    const zn_compliance of[] = {{1, 1, 0.5}, {0, 0, 0}};
    const zn_multiple_impact p = {2, &A, q, of, NULL, mu};
    double z[2] = {0, 0}, w[2];
    zn_solve_info info;
    zn_solver *s = NULL;
    zn_ctx *c = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (!st)
        st = zn_solver_new(c, "multiple-impact", "lzb", &s);
    if (!st)
        st = zn_solver_solve(s, &p, z, w, &info);
    zn_solver_free(s);
    zn_ctx_free(c);
    return st;
}

START_TEST(any_allocation_may_fail)
{
    test_torture(starved);
}
END_TEST

/* Cut at any step, also where nothing approaches any more: not an answer. */
START_TEST(a_part_of_an_impact_is_no_solution)
{
    const double x[] = {1}, q[] = {-1};
    const zn_matrix M = zn_matrix_dense(1, 1, x);
    const zn_compliance of[] = {{1, 1, 0.5}};
    const zn_multiple_impact p = {1, &M, q, of, NULL, NULL};
    zn_solve_info info;
    zn_index steps;
    double z[1], w[1];
    zn_ctx *c;
    zn_solver *s;

    ck_assert(!zn_ctx_new(&c));
    ck_assert(!zn_solver_new(c, "multiple-impact", "lzb", &s));
    z[0] = 0;
    ck_assert(!zn_solver_solve(s, &p, z, w, &info));
    ck_assert_double_eq_tol(z[0], 1.5, 1e-8);
    steps = info.iterations;
    for (zn_index k = 1; k < steps; k++) {
        ck_assert(!zn_solver_set_real(s, "max_iter", (double)k));
        z[0] = 0;
        ck_assert_int_eq(zn_solver_solve(s, &p, z, w, &info), ZN_UNSOLVED);
    }
    zn_solver_free(s);
    zn_ctx_free(c);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("multiple impact with friction");
    TCase *tc = tcase_create("law");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_part_of_an_impact_is_no_solution);
    tcase_add_loop_test(tc, one_contact_is_rouths, 0, 4);
    tcase_add_test(tc, contacts_that_share_nothing_are_alone);
    tcase_add_loop_test(tc, impacts_of_many_end_and_make_no_energy, 0, 40);
    tcase_add_loop_test(tc, a_groove_holds_the_body_or_throws_it_back, 0, 4);
    tcase_add_loop_test(tc, tangents_that_depend_share_what_one_has, 0, 9);
    tcase_add_loop_test(tc, crowded_contacts_end, 0, 400);
    tcase_add_test(tc, what_has_no_tangents_says_so);
    tcase_add_test(tc, any_allocation_may_fail);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
