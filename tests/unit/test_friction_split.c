/* test_friction_split.c - Newton's method of Alart & Curnier with lengths of normals and tangents of their own: the
 * unit of tangents does not matter then
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

enum { NC = 4, N = 3 * NC, STEPS = 12 };

/* With tangents in units of s the rows of tangents are times s, their columns too, and mu over s: the shift
 * mu |u_T| and the loads mu r_N are what they were. */
static void in_tangents(contacts *to, const contacts *from, double s)
{
    contacts_new(to, 3, NC);
    for (zn_index j = 0; j < N; j++) {
        const double by = j % 3 ? s : 1;

        for (zn_index i = 0; i < N; i++)
            to->M[i + j * N] = from->M[i + j * N] * by * (i % 3 ? s : 1);
        to->q[j] = from->q[j] * by;
    }
    for (zn_index c = 0; c < NC; c++)
        to->mu[c] = from->mu[c] / s;
    to->p.M = &to->A;
}

/* contacts of bodies that hold each other a little */
static void draw(contacts *c, rng *g)
{
    double *M = random_matrix(g, SPD, N);

    contacts_new(c, 3, NC);
    memcpy(c->M, M, N * N * sizeof *M);
    for (zn_index i = 0; i < N; i++)
        c->q[i] = i % 3 ? uniform(g, -1, 1) : uniform(g, -2, 0.5);
    for (zn_index k = 0; k < NC; k++)
        c->mu[k] = uniform(g, 0.2, 0.8);
    c->p.M = &c->A;
    free(M);
}

/* k steps, none of them shortened, and nothing added */
static void steps(zn_ctx *ctx, const contacts *c, const char *rho, int k, double r[])
{
    static const char *const set[][2] = {
        {"regularisation", "0"}, {"hybrid", "0"}, {"line_search", "no"}, {"tol", "0"}};
    double u[N];
    zn_solve_info info;
    zn_solver *s;
    zn_status st;

    ck_assert(!zn_solver_new(ctx, "friction", "newton-ac", &s));
    for (size_t i = 0; i < sizeof set / sizeof *set; i++)
        ck_assert_msg(!zn_solver_set(s, set[i][0], set[i][1]), "%s", zn_errmsg(ctx));
    ck_assert(!zn_solver_set(s, "rho", rho));
    ck_assert(!zn_solver_set_real(s, "max_iter", k));
    memset(r, 0, N * sizeof *r);
    st = zn_solver_solve(s, &c->p, r, u, &info);
    ck_assert(st == ZN_OK || st == ZN_UNSOLVED);
    zn_solver_free(s);
}

/* how far apart two answers are, tangents of b in units of s */
static double apart(const double a[], const double b[], double s)
{
    double most = 0;

    for (zn_index i = 0; i < N; i++)
        most = fmax(most, fabs(a[i] - b[i] * (i % 3 ? s : 1)));
    return most;
}

START_TEST(the_unit_of_tangents_changes_nothing_but_rounding)
{
    static const double units[] = {0x1p-10, 0.125, 32, 0x1p12};
    rng g = {61};
    zn_ctx *ctx = context();
    int others = 0;

    printf("seed 61\n");
    for (int round = 0; round < 40; round++) {
        contacts c;

        draw(&c, &g);
        for (int u = 0; u < 4; u++) {
            const double s = units[u];
            double x[2][N], y[2][N];
            contacts in;

            in_tangents(&in, &c, s);
            for (int way = 0; way < 2; way++) {
                steps(ctx, &c, way ? "block" : "split", STEPS, x[way]);
                steps(ctx, &in, way ? "block" : "split", STEPS, y[way]);
            }
            ck_assert_msg(apart(x[0], y[0], s) <= 1e-11, "round %d, tangents in units of %g: %g apart", round, s,
                          apart(x[0], y[0], s));
            others += !(apart(x[1], y[1], s) <= 1e-11);
            contacts_free(&in);
        }
        contacts_free(&c);
    }
    printf("with lengths of the whole block %d of 160 are others\n", others);
    fflush(stdout);
    ck_assert_int_gt(others, 16);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, lengths of tangents");
    TCase *tc = tcase_create("lengths");

    tcase_add_test(tc, the_unit_of_tangents_changes_nothing_but_rounding);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
