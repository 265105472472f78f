/* test_uncondense.c - bodies found in a condensed matrix, and what is solved by them
 * SPDX-License-Identifier: Apache-2.0 */
#include "asked.h"
#include "friction_test.h"

#include "solvers/classes/friction/uncondensed.h"
#include "solvers/contact/fnewton.h"
#include "solvers/core/monitor.h"
#include "solvers/system/uncondense.h"

/* A problem at random by blocks, and what is found in it. */
typedef struct found {
    asked a;
    zn_friction p;
    zn_matrix W;
    double *x;
    zni_fc c;
    zni_uncondensed u;
    zni_mass mass; /* M of it */
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
    zni_mass_fini(f->a.ctx, &f->mass);
    zni_fc_fini(f->a.ctx, &f->c);
    free(f->x);
    asked_free(&f->a);
}

/* the largest entry of H' M^-1 H - W, by that of W */
static double off(found *f)
{
    const zn_matrix H = zni_uncondensed_ways(&f->u, &f->c), M = zni_uncondensed_mass(&f->u);
    double *e = reals(f->c.n), *v = reals(f->u.n), *w = reals(f->c.n), most = 0, largest = 0;

    ck_assert_int_eq(zni_mass_set(f->a.ctx, &f->mass, &M, NULL), ZN_OK);
    for (zn_index j = 0; j < f->c.n; j++) {
        e[j] = 1;
        zn_matrix_mul(&f->W, 1, e, 0, w);
        for (zn_index i = 0; i < f->c.n; i++)
            largest = fmax(largest, fabs(w[i]));
        zn_matrix_mul(&H, 1, e, 0, v);
        zni_mass_solve(&f->mass, v);
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
    {"structure=chain bodies=30", 180},       {"structure=wall bodies=40 d=2", 200},
    /* those that spin have the same, and W is not symmetric */
    {"structure=wall bodies=40 spin=0.003", 240},
    {"structure=wall bodies=90 spread=3 spin=1e-5", 540},
    {"structure=pile bodies=60 seed=3 spin=0.3", 360},
    {"structure=pile bodies=60 seed=7 spin=1", 360}};

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

/* Of bodies that are not told apart M and H have the symmetric part where they are many: W itself stands on the
 * right-hand side, and the answer is that of W. */
START_TEST(what_is_not_symmetric_of_many_together_is_taken_back)
{
    static const char *const words[] = {"structure=chain bodies=30 spin=0.01",
                                        "structure=heap bodies=40 spin=0.01 seed=2"};
    rng g = {5};
    double *q;
    found f;

    found_new(&f, words[_i]);
    find(&f);
    ck_assert(f.found);
    ck_assert_double_ge(off(&f), 1e-5);
    /* pushed along, contacts have moments, too: what falls freely has hardly any */
    q = scaled(f.c.n, f.p.q, 0);
    for (zn_index i = 0; i < f.c.n; i++)
        q[i] += 0.02 * uniform(&g, -1, 1);
    f.p.q = q;
    asked_ask(&f.a, "uncondensed");
    ck_assert_msg(!zn_solver_solve(f.a.s, &f.p, f.a.z, f.a.w, &f.a.info), "%s", zn_errmsg(f.a.ctx));
    certify_friction(&f.p, f.a.z, 1e-7);
    free(q);
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
    const char *words = _i == 0 ? "structure=pile bodies=40 seed=5" : "structure=pile bodies=40 seed=5 spin=0.01";
    found f, g;

    found_new(&f, words);
    found_new(&g, words);
    for (zn_index k = 0; k < zn_matrix_nnz(&g.W); k++)
        g.x[k] = ldexp(g.x[k], -31);
    find(&f);
    find(&g);
    ck_assert(f.found && g.found);
    ck_assert_int_eq(f.u.n, g.u.n);
    ck_assert_mem_eq(f.u.x, g.u.x, (size_t)f.u.p[f.c.n] * sizeof *f.u.x);
    ck_assert_int_eq(f.u.mp[f.u.n] > f.u.n, _i); /* blocks of those that spin */
    for (zn_index i = 0; i < f.u.mp[f.u.n]; i++)
        ck_assert(g.u.mass[i] == ldexp(f.u.mass[i], 31));
    found_free(&f);
    found_free(&g);
}
END_TEST

/* W times an odd power of two, velocities times another one: the same steps, the same bits. */
START_TEST(units_of_what_spins_change_no_bit)
{
    asked a = asked_new("friction", "uncondensed", "structure=pile bodies=30 mu=0.5 seed=4 spin=0.01");

    asked_in_other_units(&a, -31, 17);
    asked_free(&a);
}
END_TEST

/* Nothing slides in the end: the convex problem is the true one, and that takes interior points two dozen steps
 * whatever the size is, where there were 899 and 865 iterations by W. So it is where bricks spin. */
START_TEST(a_wall_that_stands_is_a_convex_problem_of_its_bricks)
{
    asked a = asked_new("friction", "auto",
                        _i == 0   ? "structure=wall bodies=400"
                        : _i == 1 ? "structure=wall bodies=1000"
                                  : "structure=wall bodies=400 spin=0.003");
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

/* Where interior points have ended in a pile, turns are by the bodies, whose factors are much smaller than those of W:
 * no turn and no path asks for the latter again. Nor does one where grains spin. */
START_TEST(what_slides_in_a_pile_is_turned_by_its_bodies)
{
    asked a = asked_new("friction", "auto",
                        _i == 0 ? "structure=pile bodies=60 mu=0.5 seed=200"
                                : "structure=pile bodies=60 mu=0.5 seed=200 spin=0.003");
    heard told = {0};

    zn_solver_set_explain(a.s, asked_hear, &told);
    ck_assert_msg(!asked_solve(&a), "%s", zn_errmsg(a.ctx));
    ck_assert_msg(strstr(told.names, " uncondensed "), "%s", told.names);
    ck_assert_str_eq(a.info.solver, "uncondensed");
    ck_assert_msg(!strstr(told.names, "aclm") && !strstr(told.names, "central-path"), "%s",
                  told.names);
    if (_i == 1)
        certify_friction((const zn_friction *)a.p, a.z, 1e-6);
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
    found_free(&f);
    /* what is not symmetric of a matrix may be no motion of bodies, too */
    found_new(&f, "structure=wall bodies=40");
    f.x[f.W.bp[f.W.p[1] - 1] + 1] += 0.1;
    asked_ask(&f.a, "uncondensed");
    ck_assert_int_eq(zn_solver_solve(f.a.s, &f.p, f.a.z, f.a.w, &f.a.info), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(f.a.ctx), "no bodies are found in M, of 272 contacts"));
    found_free(&f);
}
END_TEST

/* W = [0 -1; 1 0] is all turning and no body: there is no velocity to ask for. */
START_TEST(a_matrix_without_a_body_is_refused_too)
{
    const double W[] = {0, 1, -1, 0}, q[] = {-2, -4}, mu[] = {1};
    const zn_matrix M = zn_matrix_dense(2, 2, W);
    const zn_friction p = {2, 1, &M, q, mu};
    double r[2] = {0}, u[2];
    zn_ctx *ctx;
    zn_solver *s;

    ck_assert(!zn_ctx_new(&ctx));
    ck_assert(!zn_solver_new(ctx, "friction", "uncondensed", &s));
    ck_assert_int_eq(zn_solver_solve(s, &p, r, u, NULL), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "no bodies are found"));
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* The same from "auto": it is found out once, and what there is of bodies is not asked. */
START_TEST(auto_does_without_bodies_that_there_are_not)
{
    found f;
    heard told = {0};

    found_new(&f, "structure=wall bodies=150");
    comply(&f, 1e-3);
    asked_ask(&f.a, "auto");
    zn_solver_set_explain(f.a.s, asked_hear, &told);
    ck_assert_int_eq(zn_solver_solve(f.a.s, &f.p, f.a.z, f.a.w, &f.a.info), ZN_OK);
    ck_assert_msg(strstr(told.names, "uncondensed ") != NULL, "%s", told.names);
    ck_assert_str_ne(f.a.info.solver, "uncondensed");
    found_free(&f);
}
END_TEST

/* of "uncondensed" */
static void hear_why(void *user, const zn_attempt *a)
{
    if (!strcmp(a->solver, "uncondensed") && a->why)
        snprintf((char *)user, 160, "%s", a->why);
}

/* There are none, or they would take too much memory: which of them is said. */
START_TEST(auto_says_why_it_does_without_bodies)
{
    char why[160] = "";
    found f;
    asked a = asked_new("friction", "auto", "contacts=60 bodies=12 mu=3 seed=2");

    found_new(&f, "structure=wall bodies=150");
    comply(&f, 1e-3);
    asked_ask(&f.a, "auto");
    zn_solver_set_explain(f.a.s, hear_why, why);
    ck_assert_int_eq(zn_solver_solve(f.a.s, &f.p, f.a.z, f.a.w, &f.a.info), ZN_OK);
    ck_assert_str_eq(why, "no bodies are found in W");
    found_free(&f);

    asked_set(&a, "most_values", "100");
    asked_set(&a, "max_steps", "20");
    zn_solver_set_explain(a.s, hear_why, why);
    ck_assert_int_ge(asked_solve(&a), ZN_OK);
    ck_assert_msg(strstr(why, "numbers, at most 100 are allowed"), "%s", why);
    asked_free(&a);
}
END_TEST

/* ---- who watches -------------------------------------------------------------------- */

typedef struct witness {
    int asked, stop_at;
} witness;

static bool watch(void *user, zn_index iteration, double error)
{
    witness *w = user;

    ck_assert_int_eq(iteration, 0);
    ck_assert_double_lt(error, 0);
    return ++w->asked == w->stop_at;
}

/* Bodies of a wall, asked for as "auto" does it; more contacts than there are between two questions. */
static zn_status look(found *f, zni_by_bodies *k, witness *w)
{
    zni_watcher watcher = {.fn = watch, .user = w};
    zn_monitor mon = {0};

    found_new(f, "structure=wall bodies=150");
    ck_assert_int_eq(zni_fc_set(f->a.ctx, &f->c, &f->p), ZN_OK);
    zni_monitor_watch(&mon, &watcher);
    ck_assert(zni_affords(&mon, ZNI_LOOKING * (double)f->p.nc));
    return zni_by_bodies_set(f->a.ctx, k, &f->c, &mon);
}

static void look_free(found *f, zni_by_bodies *k)
{
    zni_by_bodies_fini(f->a.ctx, k);
    found_free(f);
}

/* Nothing was done yet when looking was asked for, so the question after it is the first one; and what follows takes
 * less than there is between two. */
START_TEST(who_watches_is_asked_when_bodies_were_looked_for)
{
    found f;
    zni_by_bodies k = {.found = false};
    witness w = {0};

    ck_assert_int_eq(look(&f, &k, &w), ZN_OK);
    ck_assert(k.found);
    ck_assert_int_eq(w.asked, 1);
    look_free(&f, &k);
}
END_TEST

START_TEST(who_says_stop_then_has_nothing_made_of_them)
{
    found f;
    zni_by_bodies k = {.found = false};
    witness w = {.stop_at = 1};

    ck_assert_int_eq(look(&f, &k, &w), ZN_UNSOLVED);
    ck_assert(!k.found);
    ck_assert_ptr_null(k.z);
    look_free(&f, &k);
}
END_TEST

/* ---- limits, and no memory ------------------------------------------------------------ */

/* Steps and factorisations; turns are told by their steps. */
START_TEST(each_way_keeps_its_limit)
{
    const int way = _i == 0 ? ZNI_BODIES_POINTS : ZNI_BODIES_PATH;
    found f;
    zni_by_bodies k = {.found = false};
    zni_by_bodies_how how = {.tol = 1e-8, .first = way};
    zn_solve_info info;

    how.most[way] = 2;
    found_new(&f, "structure=pile bodies=40 seed=8");
    ck_assert_int_eq(zni_fc_set(f.a.ctx, &f.c, &f.p), ZN_OK);
    ck_assert_int_eq(zni_by_bodies_set(f.a.ctx, &k, &f.c, NULL), ZN_OK);
    ck_assert_int_eq(zni_by_bodies_run((zni_call){f.a.ctx, f.a.z, f.a.w, NULL, &info}, &k, &how, &f.c),
                     ZN_UNSOLVED);
    ck_assert_int_eq(info.iterations, 2);
    look_free(&f, &k);
}
END_TEST

/* one call, from zero, by a solver that is asked again */
static zn_status once(zn_solver *s, const asked *a, double z[], double w[])
{
    zn_solver_set_real(s, "tol", 1e-15);
    zn_solver_set_real(s, "max_iter", 1);
    memset(z, 0, (size_t)a->nz * sizeof *z);
    return zn_solver_solve(s, a->p, z, w, NULL);
}

/* A step, a turn and some steps of the path, none to the last digit, so that each way is made; then, with all the
 * memory there is, as if nothing had been. */
START_TEST(what_had_no_memory_leaves_nothing_for_the_next_call)
{
    asked a = asked_new("friction", "uncondensed",
                        _i == 0 ? "structure=pile bodies=20 seed=3"
                                : "structure=pile bodies=20 seed=3 spin=0.01");
    double *z = reals(a.nz), *w = reals(a.nw);
    bool failed = true;

    ck_assert_int_eq(once(a.s, &a, a.z, a.w), ZN_UNSOLVED);
    for (long n = 1; failed; n += 1 + n / 6) {
        test_memory mem = {0};
        zn_allocator alloc = test_allocator(&mem);
        zn_ctx *ctx;
        zn_solver *s;
        zn_status st;

        ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
        ck_assert_int_eq(zn_solver_new(ctx, "friction", "uncondensed", &s), ZN_OK);
        mem.fail_at = mem.calls + n;
        st = once(s, &a, z, w);
        failed = mem.failed;
        ck_assert_int_eq(st, failed ? ZN_ENOMEM : ZN_UNSOLVED);
        ck_assert_int_eq(once(s, &a, z, w), ZN_UNSOLVED);
        ck_assert_mem_eq(z, a.z, (size_t)a.nz * sizeof *z);
        ck_assert_mem_eq(w, a.w, (size_t)a.nw * sizeof *w);
        zn_solver_free(s);
        zn_ctx_free(ctx);
        ck_assert_int_eq(mem.live, 0);
    }
    free(z);
    free(w);
    asked_free(&a);
}
END_TEST

/* Rounding decides what comes out, but it is asked for. */
START_TEST(no_tolerance_is_no_reason_not_to_begin)
{
    asked a = asked_new("friction", "uncondensed", "structure=wall bodies=12");

    asked_set(&a, "tol", "0");
    asked_set(&a, "max_iter", "1000000"); /* the most: those that it asks take it */
    ck_assert_int_ge(asked_solve(&a), ZN_OK);
    ck_assert_double_le(a.info.error, 1e-12);
    asked_free(&a);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction, bodies in W");
    TCase *t = tcase_create("uncondense"), *l = tcase_create("limits");

    tcase_set_timeout(t, 120);
    tcase_set_timeout(l, 120);
    tcase_add_loop_test(t, bodies_are_found_in_structures, 0,
                        (int)(sizeof families / sizeof *families));
    tcase_add_loop_test(t, what_is_not_symmetric_of_many_together_is_taken_back, 0, 2);
    tcase_add_test(t, a_wall_has_six_velocities_for_each_brick);
    tcase_add_test(t, a_matrix_with_more_than_bodies_is_not_one_of_them);
    tcase_add_loop_test(t, another_unit_of_mass_changes_no_bit, 0, 2);
    tcase_add_test(t, units_of_what_spins_change_no_bit);
    tcase_add_loop_test(t, a_wall_that_stands_is_a_convex_problem_of_its_bricks, 0, 3);
    tcase_add_loop_test(t, what_slides_in_a_pile_is_turned_by_its_bodies, 0, 2);
    tcase_add_test(t, what_is_not_of_bodies_is_refused_with_words);
    tcase_add_test(t, a_matrix_without_a_body_is_refused_too);
    tcase_add_test(l, auto_does_without_bodies_that_there_are_not);
    tcase_add_test(l, auto_says_why_it_does_without_bodies);
    tcase_add_test(l, who_watches_is_asked_when_bodies_were_looked_for);
    tcase_add_test(l, who_says_stop_then_has_nothing_made_of_them);
    tcase_add_loop_test(l, each_way_keeps_its_limit, 0, 2);
    tcase_add_loop_test(l, what_had_no_memory_leaves_nothing_for_the_next_call, 0, 2);
    tcase_add_test(l, no_tolerance_is_no_reason_not_to_begin);
    suite_add_tcase(suite, t);
    suite_add_tcase(suite, l);
    return test_main(suite);
}
