/* test_friction_patches_threads.c - patches that threads share
 * SPDX-License-Identifier: Apache-2.0 */
#include "patches_test.h"

#include "solvers/classes/friction/patches.h"

/* Of 4336 contacts, which are called many: patches in waves, of which several are solved at once, and hearts that
 * others solve, to the end; any number of threads gives the same bits. */
START_TEST(threads_change_no_bit)
{
    asked h = heap_of("structure=heap bodies=1500 mu=1");
    double *r = reals(h.nz);
    zni_fc c = {0};

    ck_assert(!zni_fc_set(h.ctx, &c, h.p));
    for (int threads = 1; threads <= 3; threads++) {
        const zni_patches how = {.tol = 1e-6, .max_iter = 5000, .first = 100, .size = ZNI_PATCH,
                                 .rescues = 100, .many = 2000, .threads = threads};
        zni_patches_work k = {0};
        zni_nsgs_work all = {0};

        memset(h.z, 0, (size_t)h.nz * sizeof *h.z);
        ck_assert_msg(!zni_patches_run((zni_call){h.ctx, h.z, h.w, NULL, &h.info}, &k, &all, &how, &c),
                      "%g after %td, %s", h.info.error, h.info.iterations, zn_errmsg(h.ctx));
        ck_assert_int_gt(k.waves.patches, 1);
        ck_assert_int_eq(k.waves.threads, threads);
        ck_assert_ptr_nonnull(k.waves.thread[0].rescue);
        zni_patches_fini(h.ctx, &k);
        zni_nsgs_fini(h.ctx, &all);
        if (threads > 1) {
            ck_assert_mem_eq(r, h.z, (size_t)h.nz * sizeof *r);
            continue;
        }
        memcpy(r, h.z, (size_t)h.nz * sizeof *r);
        certify_friction(h.p, h.z, 1.14e-4); /* root 13008 of the largest */
    }
    free(r);
    zni_fc_fini(h.ctx, &c);
    asked_free(&h);
}
END_TEST

/* Of 10505 contacts, which are many, by the option: the first sweeps and those of the first patches. */
START_TEST(threads_of_the_option_change_no_bit)
{
    if (test_is_slowed())
        return;
    asked h = heap_of("structure=heap bodies=3600 mu=1");
    double *r = reals(h.nz);

    asked_set(&h, "first", "50");
    asked_set(&h, "max_iter", "150");
    for (int threads = 1; threads <= 2; threads++) {
        ck_assert(!zn_solver_set_real(h.s, "threads", threads));
        ck_assert_int_eq(asked_solve(&h), ZN_UNSOLVED);
        ck_assert_int_gt(h.info.iterations, 50 + 20); /* there were patches */
        if (threads > 1)
            ck_assert_mem_eq(r, h.z, (size_t)h.nz * sizeof *r);
        memcpy(r, h.z, (size_t)h.nz * sizeof *r);
    }
    free(r);
    asked_free(&h);
}
END_TEST

/* Threads that are not asked by who watches heed the clock; the sweeps told grow also where
 * several patches are solved at once, and no more are made than may be. */
START_TEST(threads_heed_limits_and_callbacks)
{
    asked h = heap_of("structure=heap bodies=3600 mu=0.5");
    double *work = reals(2 * h.nz);
    count c = {0};

    asked_set(&h, "first", "50");
    asked_set(&h, "threads", "2");
    asked_set(&h, "max_iter", "150");
    zn_solver_set_callback(h.s, counts, &c);
    ck_assert_int_eq(asked_solve(&h), ZN_UNSOLVED);
    ck_assert_int_eq(h.info.outcome, ZN_ITERATION_LIMIT);
    ck_assert_int_le(h.info.iterations, 150);
    ck_assert_int_ge(h.info.iterations, 149);
    ck_assert_int_gt(c.calls, 50 + 20);
    zn_solver_set_callback(h.s, NULL, NULL);
    if (!test_is_slowed()) { /* else there are threads for such a tool, but not for long */
        asked_set(&h, "max_iter", "100000");
        asked_set(&h, "tol", "1e-14");
        zn_solver_set_time_limit(h.s, 0.5);
        ck_assert_int_eq(asked_solve(&h), ZN_UNSOLVED);
        ck_assert_int_eq(h.info.outcome, ZN_TIME_LIMIT);
        ck_assert_double_eq(zn_friction_error(h.p, h.z, h.w, work), h.info.error);
    }
    free(work);
    asked_free(&h);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("friction, patches and threads");
    TCase *tc = tcase_create("patches");

    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, threads_change_no_bit);
    tcase_add_test(tc, threads_of_the_option_change_no_bit);
    tcase_add_test(tc, threads_heed_limits_and_callbacks);
    suite_add_tcase(s, tc);
    return test_main(s);
}
