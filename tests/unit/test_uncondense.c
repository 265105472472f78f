/* test_uncondense.c - bodies found in a condensed matrix, and what is solved by them
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "friction_test.h"

#include "solvers/contact/fnewton.h"
#include "solvers/system/uncondense.h"

/* A problem at random by blocks, and what is found in it. */
typedef struct found {
    asked a;
    zn_friction p;
    zn_matrix W;
    double *x;
    zni_fc c;
    zni_uncondensed u;
    bool found;
} found;

static void found_new(found *f, const char *words)
{
    zn_index values;

    *f = (found){.a = asked_new("friction", NULL, words)};
    f->p = *(const zn_friction *)f->a.p;
    f->W = *f->p.M;
    values = zn_matrix_nnz(&f->W);
    f->x = reals(values);
    memcpy(f->x, f->W.x, (size_t)values * sizeof *f->x);
    f->W.x = f->x;
    f->p.M = &f->W;
}

static void find(found *f)
{
    ck_assert_int_eq(zni_fc_set(f->a.ctx, &f->c, &f->p), ZN_OK);
    ck_assert_int_eq(zni_uncondense(f->a.ctx, &f->u, &f->c, &f->found), ZN_OK);
}

static void found_free(found *f)
{
    zni_uncondensed_fini(f->a.ctx, &f->u);
    zni_fc_fini(f->a.ctx, &f->c);
    free(f->x);
    asked_free(&f->a);
}

/* the largest entry of H' M^-1 H - W, by that of W */
static double off(const found *f)
{
    const zn_matrix H = zni_uncondensed_ways(&f->u, &f->c);
    double *e = reals(f->c.n), *v = reals(f->u.n), *w = reals(f->c.n), most = 0, largest = 0;

    for (zn_index j = 0; j < f->c.n; j++) {
        e[j] = 1;
        zn_matrix_mul(&f->W, 1, e, 0, w);
        for (zn_index i = 0; i < f->c.n; i++)
            largest = fmax(largest, fabs(w[i]));
        zn_matrix_mul(&H, 1, e, 0, v);
        for (zn_index i = 0; i < f->u.n; i++)
            v[i] /= f->u.mass[i];
        zn_matrix_mul_t(&H, -1, v, 1, w);
        for (zn_index i = 0; i < f->c.n; i++)
            most = fmax(most, fabs(w[i]));
        e[j] = 0;
    }
    free(e);
    free(v);
    free(w);
    return most / largest;
}

/* Rigid bodies have six velocities each, fewer where few contacts touch one or contacts in the plane do not tell of
 * them. */
static const struct {
    const char *words;
    zn_index most;
} families[] = {
    {"structure=wall bodies=40", 240},        {"structure=wall bodies=90 spread=3", 540},
    {"structure=stack bodies=12", 72},        {"structure=wedge bodies=40 mu=1", 240},
    {"structure=pile bodies=60 seed=3", 360}, {"structure=pile bodies=40 spread=3 seed=8", 240},
    {"structure=heap bodies=100", 600},       {"structure=arch bodies=20", 120},
    {"structure=chain bodies=30", 180},       {"structure=wall bodies=40 d=2", 200}};

START_TEST(bodies_are_found_in_structures)
{
    found f;

    found_new(&f, families[_i].words);
    find(&f);
    ck_assert_msg(f.found, "%s", families[_i].words);
    ck_assert_int_le(f.u.n, families[_i].most);
    /* what a body leaves of a group has the rounding of W times the range of its pivots */
    ck_assert_double_le(off(&f), 1e-9);
    found_free(&f);
}
END_TEST

/* In a wall of full courses each brick has its six. */
START_TEST(a_wall_has_six_velocities_for_each_brick)
{
    found f;

    found_new(&f, "structure=wall bodies=72");
    find(&f);
    ck_assert(f.found);
    ck_assert_int_eq(f.u.n, 6 * 72);
    found_free(&f);
}
END_TEST

/* compliance at each contact */
static void comply(found *f, double by)
{
    for (zn_index a = 0; a < f->W.nbr; a++)
        for (zn_index k = f->W.p[a]; k < f->W.p[a + 1]; k++)
            for (zn_index i = 0; f->W.i[k] == a && i < 3; i++)
                f->x[f->W.bp[k] + 4 * i] += by;
}

/* no motion of bodies is behind that */
START_TEST(a_matrix_with_more_than_bodies_is_not_one_of_them)
{
    found f;

    found_new(&f, "structure=wall bodies=40");
    comply(&f, 0.5);
    find(&f);
    ck_assert(!f.found);
    found_free(&f);
}
END_TEST

/* An odd power of two: no root is taken. */
START_TEST(another_unit_of_mass_changes_no_bit)
{
    found f, g;

    found_new(&f, "structure=pile bodies=40 seed=5");
    found_new(&g, "structure=pile bodies=40 seed=5");
    for (zn_index k = 0; k < zn_matrix_nnz(&g.W); k++)
        g.x[k] = ldexp(g.x[k], -31);
    find(&f);
    find(&g);
    ck_assert(f.found && g.found);
    ck_assert_int_eq(f.u.n, g.u.n);
    ck_assert_mem_eq(f.u.x, g.u.x, (size_t)f.u.p[f.c.n] * sizeof *f.u.x);
    for (zn_index i = 0; i < f.u.n; i++)
        ck_assert(g.u.mass[i] == ldexp(f.u.mass[i], 31));
    found_free(&f);
    found_free(&g);
}
END_TEST

/* Nothing slides in the end: the convex problem is the true one, and that takes interior points two dozen steps
 * whatever the size is, where there were 899 and 865 iterations by W. */
START_TEST(a_wall_that_stands_is_a_convex_problem_of_its_bricks)
{
    asked a = asked_new("friction", "auto",
                        _i == 0 ? "structure=wall bodies=400" : "structure=wall bodies=1000");
    heard told = {0};

    zn_solver_set_real(a.s, "tol", 1e-6);
    zn_solver_set_explain(a.s, asked_hear, &told);
    ck_assert_msg(!asked_solve(&a), "%s", zn_errmsg(a.ctx));
    ck_assert_str_eq(told.names, "nsgs uncondensed ");
    /* the first sweeps wait for 400 at most */
    ck_assert_int_le(a.info.iterations, 400 + 30);
    asked_free(&a);
}
END_TEST

/* Where interior points have ended in a pile, turns are by the bodies, whose factors are much smaller than those of W: no
 * method asks for the latter again. */
START_TEST(what_slides_in_a_pile_is_turned_by_its_bodies)
{
    asked a = asked_new("friction", "auto", "structure=pile bodies=60 mu=0.5 seed=200");
    heard told = {0};

    zn_solver_set_explain(a.s, asked_hear, &told);
    ck_assert_msg(!asked_solve(&a), "%s", zn_errmsg(a.ctx));
    ck_assert_msg(strstr(told.names, "interior-point nsgs uncondensed ") != NULL, "%s", told.names);
    ck_assert_msg(!strstr(told.names, "aclm") && !strstr(told.names, "central-path"), "%s",
                  told.names);
    asked_free(&a);
}
END_TEST

START_TEST(what_is_not_of_bodies_is_refused_with_words)
{
    found f;

    found_new(&f, "structure=wall bodies=40");
    comply(&f, 0.5);
    asked_ask(&f.a, "uncondensed");
    ck_assert_int_eq(zn_solver_solve(f.a.s, &f.p, f.a.z, f.a.w, &f.a.info), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(f.a.ctx), "no bodies are found in M, of 272 contacts"));
    f.x[1] += 0.1;
    ck_assert_int_eq(zn_solver_solve(f.a.s, &f.p, f.a.z, f.a.w, &f.a.info), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(f.a.ctx), "not symmetric"));
    found_free(&f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, bodies in W");
    TCase *t = tcase_create("uncondense");

    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, bodies_are_found_in_structures, 0,
                        (int)(sizeof families / sizeof *families));
    tcase_add_test(t, a_wall_has_six_velocities_for_each_brick);
    tcase_add_test(t, a_matrix_with_more_than_bodies_is_not_one_of_them);
    tcase_add_test(t, another_unit_of_mass_changes_no_bit);
    tcase_add_loop_test(t, a_wall_that_stands_is_a_convex_problem_of_its_bricks, 0, 2);
    tcase_add_test(t, what_slides_in_a_pile_is_turned_by_its_bodies);
    tcase_add_test(t, what_is_not_of_bodies_is_refused_with_words);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
