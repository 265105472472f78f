/* test_friction_patches.c - sweeps on patches where the error is
 * SPDX-License-Identifier: Apache-2.0 */
#include "links.h"
#include "patches_test.h"

#include "solvers/classes/friction/patches.h"

/* 8728 contacts of spheres that lie on each other: what sweeps with either momentum do not do
 * in 1500 sweeps patches do in 1200, those of patches counted by their share. */
START_TEST(a_heap_comes_to_rest)
{
    if (test_is_slowed())
        return;
    static const char *const other[] = {"momentum", "nesterov"};
    asked h = heap_of("structure=heap bodies=3000 mu=1");

    ck_assert_int_eq(asked_solve(&h), ZN_OK);
    ck_assert_int_le(h.info.iterations, 1200);
    /* 1e-6 of the norm of q: root 26184 of its largest */
    certify_friction(h.p, h.z, 1.7e-4);
    for (int i = 0; i < 2; i++) {
        asked_ask(&h, "nsgs");
        asked_set(&h, "accelerate", other[i]);
        asked_set(&h, "max_iter", "1500");
        asked_set(&h, "tol", "1e-6");
        ck_assert_int_eq(asked_solve(&h), ZN_UNSOLVED);
    }
    asked_free(&h);
}
END_TEST

/* With mu = 0.5 a heap has hard places: sweeps alone take 5142, with others on 300 contacts 664. */
START_TEST(what_sweeps_leave_is_solved_by_others)
{
    if (test_is_slowed())
        return;
    asked h = heap_of("structure=heap bodies=600 mu=0.5 seed=2");

    asked_set(&h, "first", "100");
    asked_set(&h, "max_iter", "1500");
    asked_set(&h, "rescue", "no");
    ck_assert_int_eq(asked_solve(&h), ZN_UNSOLVED);
    asked_set(&h, "rescue", "yes");
    ck_assert_int_eq(asked_solve(&h), ZN_OK);
    ck_assert_str_eq(h.info.solver, "patches");
    certify_friction(h.p, h.z, 7.2e-5); /* root 5154 of the largest */
    asked_free(&h);
}
END_TEST

/* Where the smallest patches are solved and what they leave at their borders comes back, round after round: with
 * patches of 300 for good it ends at 2.4e-5; there they grow, and it is solved, with the same bits by seven kernels of
 * OpenBLAS. (Of seed 4, where `auto` of a patch has a say, that is a matter of rounding.) */
START_TEST(what_comes_back_gets_larger_patches)
{
    if (test_is_slowed())
        return;
    asked h = heap_of("structure=heap bodies=1000 mu=0.5 seed=7");

    asked_solved(&h);
    ck_assert_str_eq(h.info.solver, "patches");
    certify_friction(h.p, h.z, 9.31e-5); /* root 8652 of the largest */
    asked_free(&h);
}
END_TEST

/* In a wall loads travel through all bricks: it is left to others after the first sweeps. */
START_TEST(error_that_is_everywhere_is_for_others)
{
    asked h = heap_of("structure=wall bodies=300");

    asked_set(&h, "first", "100");
    ck_assert_int_eq(asked_solve(&h), ZN_UNSOLVED);
    ck_assert_int_eq(h.info.outcome, ZN_STALLED);
    ck_assert_int_eq(h.info.iterations, 100);
    asked_free(&h);
}
END_TEST

/* Contacts of their own, and the last two on opposite sides of a body that both shall leave. */
enum { ALONE = 98, JAM = ALONE + 2 };

/* u_N = r_0 - r_1 - 1 and r_1 - r_0 - 1 are never both 0 or more, so no round has half the error of the
 * thousand sweeps before it. Twelve rounds are a short pause beside these: it goes on until those without
 * gain are a third of all, and ends within a round of that. */
START_TEST(long_work_is_not_judged_by_a_short_pause)
{
    double own[JAM], link[JAM] = {0}, r[3 * JAM] = {0}, u[3 * JAM];
    links jam;
    zn_solve_info info;
    zn_ctx *ctx = context();
    zn_solver *s;

    for (int a = 0; a < JAM; a++)
        own[a] = 1;
    link[ALONE] = 1;
    links_new(&jam, JAM, own, link);
    ck_assert(!zn_solver_new(ctx, "friction", "patches", &s));
    ck_assert(!zn_solver_set(s, "rescue", "no"));
    ck_assert(!zn_solver_set(s, "first", "1000"));
    ck_assert(!zn_solver_set(s, "max_iter", "10000"));
    ck_assert_int_eq(zn_solver_solve(s, &jam.f, r, u, &info), ZN_UNSOLVED);
    ck_assert_int_eq(info.outcome, ZN_STALLED);
    ck_assert_int_gt(info.iterations, 1500);
    ck_assert_int_le(info.iterations, 1000 + 25 * 40); /* 25 rounds, 20 of all and as many in patches */
    links_free(&jam);
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

/* Other units, and a solver that has solved something else, change no bit of the answer. */
START_TEST(units_and_what_was_before_do_not_matter)
{
    asked h = heap_of("structure=heap bodies=600 mu=0.8 seed=5"),
          other = heap_of("structure=heap bodies=300 mu=1 seed=7");
    double *r = reals(h.nz);

    asked_set(&h, "size", "100");
    asked_set(&h, "first", "50");
    asked_solved(&h);
    ck_assert_int_gt(h.info.iterations, 50 + 20); /* there were patches */
    memcpy(r, h.z, (size_t)h.nz * sizeof *r);
    ck_assert(zn_solver_solve(h.s, other.p, other.z, other.w, NULL) >= 0);
    memset(h.z, 0, (size_t)h.nz * sizeof *h.z);
    asked_in_other_units(&h, 40, 3);
    ck_assert_mem_eq(r, h.z, (size_t)h.nz * sizeof *r);
    free(r);
    asked_free(&other);
    asked_free(&h);
}
END_TEST

static bool stop_at(void *user, zn_index it, double error)
{
    (void)error;
    return it >= *(zn_index *)user;
}

START_TEST(a_callback_stops_it)
{
    if (test_is_slowed())
        return;
    zn_index most = 50; /* before the first patch, where so many sweeps of all were made */
    asked h = heap_of("structure=heap bodies=1500 mu=1");
    double *work = reals(2 * h.nz);

    asked_set(&h, "first", "50");
    zn_solver_set_callback(h.s, stop_at, &most);
    ck_assert_int_eq(asked_solve(&h), ZN_UNSOLVED);
    ck_assert_int_eq(h.info.outcome, ZN_INTERRUPTED);
    ck_assert_int_eq(h.info.iterations, 50);
    /* the point that comes back is the one whose error is told */
    ck_assert_double_eq(zn_friction_error(h.p, h.z, h.w, work), h.info.error);
    ck_assert_double_lt(h.info.error, 0.3);
    free(work);
    asked_free(&h);
}
END_TEST

START_TEST(a_callback_sees_the_whole)
{
    asked h = heap_of("structure=heap bodies=300 mu=1");
    double *r = reals(h.nz);
    count c = {0};

    asked_set(&h, "first", "50");
    ck_assert_int_eq(asked_solve(&h), ZN_OK);
    ck_assert_int_gt(h.info.iterations, 50 + 20); /* there were patches */
    memcpy(r, h.z, (size_t)h.nz * sizeof *r);
    zn_solver_set_callback(h.s, counts, &c);
    ck_assert_int_eq(asked_solve(&h), ZN_OK);
    ck_assert_mem_eq(r, h.z, (size_t)h.nz * sizeof *r);
    ck_assert_int_gt(c.calls, 50 + 20);
    free(r);
    asked_free(&h);
}
END_TEST

/* also before the first patch, and within one */
START_TEST(no_more_sweeps_are_made_than_may_be)
{
    static const zn_index most[] = {10, 60, 75, 120};
    asked h = heap_of("structure=heap bodies=300 mu=1");

    asked_set(&h, "first", "50");
    asked_set(&h, "tol", "1e-12");
    for (int k = 0; k < 4; k++) {
        ck_assert(!zn_solver_set_real(h.s, "max_iter", (double)most[k]));
        ck_assert_int_eq(asked_solve(&h), ZN_UNSOLVED);
        ck_assert_int_eq(h.info.outcome, ZN_ITERATION_LIMIT);
        ck_assert_int_le(h.info.iterations, most[k]);
        ck_assert_int_ge(h.info.iterations, most[k] - 1);
    }
    asked_free(&h);
}
END_TEST

/* From reactions at the end of the range no error is a number: zero comes back, which is measured, not what the
 * solver had before. */
START_TEST(an_overflow_leaves_numbers)
{
    asked h = heap_of("contacts=20");

    ck_assert_int_eq(asked_solve(&h), ZN_OK);
    for (zn_index i = 0; i < h.nz; i++)
        h.z[i] = i % 3 ? -1.7e308 : 1.7e308;
    ck_assert_int_eq(zn_solver_solve(h.s, h.p, h.z, h.w, &h.info), ZN_UNSOLVED);
    ck_assert_int_eq(h.info.outcome, ZN_STALLED);
    for (zn_index i = 0; i < h.nz; i++)
        ck_assert(h.z[i] == 0);
    ck_assert(isfinite(h.info.error));
    asked_free(&h);
}
END_TEST

/* What is granted to a heap is prolonged, as its first patches gain. A wedge, whose loads travel from end
 * to end, is left to others once it is spent. */
START_TEST(a_grant_is_prolonged_where_patches_gain)
{
    if (test_is_slowed())
        return;
    static const char *const of[] = {"structure=heap bodies=600 mu=0.8",
                                     "structure=wedge bodies=300 slope=0.3 mu=0.2"};

    for (int i = 0; i < 2; i++) {
        const zni_patches how = {.tol = 1e-6,
                                 .max_iter = 3000,
                                 .granted = 200,
                                 .patience = 1800,
                                 .first = ZNI_PATCHES_LATE,
                                 .size = ZNI_PATCH,
                                 .rescues = 2};
        asked h = heap_of(of[i]);
        zni_patches_work k = {0};
        zni_nsgs_work all = {0};
        zni_fc c = {0};

        ck_assert(!zni_fc_set(h.ctx, &c, h.p));
        memset(h.z, 0, (size_t)h.nz * sizeof *h.z);
        ck_assert_int_eq(zni_patches_run((zni_call){h.ctx, h.z, h.w, NULL, &h.info}, &k, &all, &how, &c),
                         i == 0 ? ZN_OK : ZN_UNSOLVED);
        ck_assert_int_eq(h.info.outcome, i == 0 ? ZN_SOLVED : ZN_STALLED);
        if (i == 0)
            ck_assert_int_gt(h.info.iterations, 200);
        else
            ck_assert_int_le(h.info.iterations, 200);
        zni_patches_fini(h.ctx, &k);
        zni_nsgs_fini(h.ctx, &all);
        zni_fc_fini(h.ctx, &c);
        asked_free(&h);
    }
}
END_TEST

/* None where none may be, and one is enough there: 664 sweeps, without it 5142. With less than a
 * whole patch costs its heart is asked for, which is not enough in this heap. */
START_TEST(one_patch_for_others_saves_thousands_of_sweeps)
{
    if (test_is_slowed())
        return;
    asked h = heap_of("structure=heap bodies=600 mu=0.5 seed=2");
    const zn_index whole = zni_patch_price(ZNI_PATCH), rescues[] = {0, whole, whole - 1};
    zn_index got[3];
    zni_fc c = {0};

    ck_assert(!zni_fc_set(h.ctx, &c, h.p));
    for (int i = 0; i < 3; i++) {
        const zni_patches how = {.tol = 1e-6,
                                 .max_iter = 1500,
                                 .first = 100,
                                 .size = ZNI_PATCH,
                                 .rescues = rescues[i]};
        zni_patches_work k = {0};
        zni_nsgs_work all = {0};

        memset(h.z, 0, (size_t)h.nz * sizeof *h.z);
        ck_assert_int_ge(zni_patches_run((zni_call){h.ctx, h.z, h.w, NULL, &h.info}, &k, &all, &how, &c),
                         0);
        got[i] = h.info.iterations;
        ck_assert_int_eq(k.waves.thread[0].rescue != NULL, i > 0);
        zni_patches_fini(h.ctx, &k);
        zni_nsgs_fini(h.ctx, &all);
    }
    ck_assert_int_ge(got[0], 1499);
    ck_assert_int_eq(whole, 27); /* three times as many contacts */
    ck_assert_int_lt(got[1], 1000);
    ck_assert_int_ge(got[2], 1499);
    zni_fc_fini(h.ctx, &c);
    asked_free(&h);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("friction, patches");
    TCase *tc = tcase_create("patches");

    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, a_heap_comes_to_rest);
    tcase_add_test(tc, what_sweeps_leave_is_solved_by_others);
    tcase_add_test(tc, what_comes_back_gets_larger_patches);
    tcase_add_test(tc, a_grant_is_prolonged_where_patches_gain);
    tcase_add_test(tc, one_patch_for_others_saves_thousands_of_sweeps);
    tcase_add_test(tc, error_that_is_everywhere_is_for_others);
    tcase_add_test(tc, long_work_is_not_judged_by_a_short_pause);
    tcase_add_test(tc, units_and_what_was_before_do_not_matter);
    tcase_add_test(tc, a_callback_stops_it);
    tcase_add_test(tc, a_callback_sees_the_whole);
    tcase_add_test(tc, no_more_sweeps_are_made_than_may_be);
    tcase_add_test(tc, an_overflow_leaves_numbers);
    suite_add_tcase(s, tc);
    return test_main(s);
}
