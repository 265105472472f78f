/* test_friction_random.c - random families of friction problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction_test.h"

/* Each family: contacts between bodies; fewer bodies, more redundant contacts. */
typedef struct kin {
    const char *name;
    zn_index d, nc, bodies;
    double mu0, mu1;
    const char *slow; /* who may fail, in spaces */
} kin;

/* The fixed points of Tresca and of Panagiotopoulos need little friction; where
 * friction is high no method but auto, which tries several, is sure to end, and
 * there a fault is only to end with a wrong answer. */
#define HIGH                                                                   \
    " nsgs newton-ac newton-natural newton-fb prox admm aclm tresca cpg "      \
    " panagiotopoulos soclcp spg "
static const kin families[] = {
    {"plane, one contact per body", 2, 5, 5, 0.2, 0.7,
     " tresca panagiotopoulos "},
    {"plane, redundant", 2, 7, 3, 0.2, 0.7,
     " aclm tresca panagiotopoulos soclcp "},
    {"plane, no friction", 2, 6, 5, 0, 0, ""},
    {"plane, high friction", 2, 6, 5, 1, 3, HIGH},
    {"space, one contact per body", 3, 8, 8, 0.1, 0.6, ""},
    {"space, some redundancy", 3, 20, 12, 0.2, 0.5, " tresca "},
    {"space, redundant", 3, 16, 4, 0.2, 0.7, " tresca cpg "},
    {"space, no friction", 3, 12, 10, 0, 0, ""},
    {"space, high friction", 3, 10, 10, 1, 3, HIGH},
    {"space, mu of many sizes", 3, 12, 12, 0, 1.5, " tresca panagiotopoulos "},
};
enum { NFAMILIES = sizeof families / sizeof families[0], ROUNDS = 12 };

static bool excused(const kin *f, const char *name)
{
    char token[64];

    snprintf(token, sizeof token, " %s ", name);
    return strstr(f->slow, token) != NULL;
}

/* all solvers on one problem; velocities of those that end agree */
static void compare(zn_ctx *ctx, const kin *f, contacts *c, int round,
                    bool unique)
{
    double *z = reals(c->n), *w = reals(c->n), *u = reals(c->n);
    double size = 0;
    const zn_type *t;

    for (zn_index i = 0; i < c->n; i++)
        size = fmax(size, fabs(c->q[i]));
    for (zn_index k = -1;; k++) {
        /* auto first: it is the one that must succeed */
        const char *name = "auto";
        zn_solve_info info;
        zn_status st;

        if (k >= 0) {
            t = zn_type_at(ctx, ZN_KIND_FRICTION_SOLVER, k);
            if (!t)
                break;
            name = t->name;
        }
        memset(z, 0, (size_t)c->n * sizeof *z);
        st = run_once(ctx, "friction", name, 1e-10, &c->p, z, w, &info);
        if (st == ZN_EINVAL && c->d == 3)
            continue;
        if (st == ZN_UNSOLVED && excused(f, name))
            continue;
        ck_assert_msg(st == ZN_OK, "%s, round %d, %s: %s", f->name, round, name,
                      zn_errmsg(ctx));
        ck_assert_msg(naive_friction(c, z) <= 1.0001e-10,
                      "%s, round %d, %s: error %g", f->name, round, name,
                      naive_friction(c, z));
        if (k < 0)
            memcpy(u, w, (size_t)c->n * sizeof *u);
        /* errors of 1e-10 in the map are more in the velocities, by the
         * condition of the active contacts */
        for (zn_index i = 0; i < c->n && unique; i++)
            ck_assert_msg(fabs(u[i] - w[i]) <= 1e-6 * size,
                          "%s, round %d, %s: u(%td) = %.12g, auto says %.12g",
                          f->name, round, name, i, w[i], u[i]);
    }
    free(z);
    free(w);
    free(u);
}

START_TEST(every_solver_solves_what_it_is_made_for)
{
    const kin *f = &families[_i];
    rng g = {(uint64_t)(1000 + _i)};
    zn_ctx *ctx = context();

    printf("%s: seed %d\n", f->name, 1000 + _i);
    for (int k = 0; k < test_rounds(ROUNDS); k++) {
        contacts c;
        stored blocks;

        contacts_random(&c, &g, f->d, f->nc, f->bodies, f->mu0, f->mu1);
        blocks = to_blocks(c.d, c.nc, c.M);
        c.p.M = k % 2 ? &blocks.m : &c.A;
        /* one solution for the velocities without friction and, as a rule, with
         * a little of it and no redundancy */
        compare(ctx, f, &c, k,
                f->mu1 == 0 || (f->mu1 < 0.7 && f->nc == f->bodies));
        stored_free(&blocks);
        contacts_free(&c);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- many contacts ----------------------------------------------------------------- */

START_TEST(a_pile_of_six_hundred_blocks)
{
    enum { NC = 600 };
    double *q = reals(3 * NC), *mu = reals(NC), *z = reals(3 * NC);
    double *w = reals(3 * NC), *work = reals(6 * NC);
    stored s = pile(NC, q);
    zn_friction p = {3, NC, &s.m, q, mu};
    zn_solve_info info;
    zn_ctx *ctx = context();

    for (int a = 0; a < NC; a++)
        mu[a] = 0.3 + 0.2 * (a % 3);
    ck_assert_msg(run_once(ctx, "friction", "auto", 1e-8, &p, z, w, &info) ==
                      ZN_OK,
                  "%s", zn_errmsg(ctx));
    ck_assert_double_le(zn_friction_error(&p, z, w, work), 1e-8);
    printf("pile: %s, %td iterations\n", info.solver, info.iterations);
    /* a warm start is recognised */
    ck_assert_int_eq(run_once(ctx, "friction", "auto", 1e-8, &p, z, w, &info),
                     ZN_OK);
    ck_assert_int_eq(info.iterations, 0);
    zn_ctx_free(ctx);
    stored_free(&s);
    free(q);
    free(mu);
    free(z);
    free(w);
    free(work);
}
END_TEST

/* ---- options of Gauss-Seidel ---------------------------------------------------------- */

START_TEST(options_of_gauss_seidel_change_the_way_and_not_the_end)
{
    static const char *const settings[][2] = {
        {"omega", "0.8"},      {"omega", "1.2"},      {"order", "shuffled"},
        {"order", "reverse"},  {"order", "coloured"}, {"freeze", "5"},
        {"check", "full"},     {"local", "newton"},   {"local", "projection"},
        {"local", "cylinder"}, {"local", "states"}};
    rng g = {77};
    contacts c;
    zn_ctx *ctx = context();
    double z[30], w[30], u[30];
    zn_solve_info info;

    contacts_random(&c, &g, 3, 10, 10, 0.2, 0.5);
    c.p.M = &c.A;
    memset(z, 0, sizeof z);
    ck_assert_int_eq(
        run_once(ctx, "friction", "nsgs", 1e-11, &c.p, z, u, &info), ZN_OK);
    for (size_t k = 0; k < sizeof settings / sizeof settings[0]; k++) {
        zn_solver *s;

        ck_assert_int_eq(zn_solver_new(ctx, "friction", "nsgs", &s), ZN_OK);
        ck_assert_int_eq(zn_solver_set(s, settings[k][0], settings[k][1]),
                         ZN_OK);
        ck_assert_int_eq(zn_solver_set_real(s, "tol", 1e-11), ZN_OK);
        memset(z, 0, sizeof z);
        ck_assert_msg(zn_solver_solve(s, &c.p, z, w, &info) == ZN_OK,
                      "%s = %s: %s", settings[k][0], settings[k][1],
                      zn_errmsg(ctx));
        for (int i = 0; i < 30; i++)
            ck_assert_double_eq_tol(w[i], u[i], 1e-8);
        zn_solver_free(s);
    }
    zn_ctx_free(ctx);
    contacts_free(&c);
}
END_TEST

START_TEST(jean_moreau_is_a_variant_of_newton)
{
    rng g = {79};
    contacts c;
    zn_ctx *ctx = context();
    zn_solver *s;
    double z[24] = {0}, w[24];
    zn_solve_info info;

    contacts_random(&c, &g, 3, 8, 8, 0.1, 0.4);
    c.p.M = &c.A;
    ck_assert_int_eq(zn_solver_new(ctx, "friction", "newton-ac", &s), ZN_OK);
    ck_assert_int_eq(zn_solver_set(s, "variant", "jean-moreau"), ZN_OK);
    ck_assert_msg(zn_solver_solve(s, &c.p, z, w, &info) == ZN_OK, "%s",
                  zn_errmsg(ctx));
    ck_assert_double_le(naive_friction(&c, z), 1.0001e-8);
    zn_solver_free(s);
    zn_ctx_free(ctx);
    contacts_free(&c);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, random");
    TCase *tc = tcase_create("random");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, every_solver_solves_what_it_is_made_for, 0,
                        NFAMILIES);
    tcase_add_test(tc, a_pile_of_six_hundred_blocks);
    tcase_add_test(tc, options_of_gauss_seidel_change_the_way_and_not_the_end);
    tcase_add_test(tc, jean_moreau_is_a_variant_of_newton);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
