/* test_ode_alpha.c - Newmark's schemes between events: order, damping, what is in between, memory
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/ode_test.h"

/* q'' = -q, z' = q - z: q = cos t, v = -sin t, z = (cos t + sin t)/2 */
static zn_status oscillator(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = y[1];
    f[1] = -y[0];
    f[2] = y[0] - y[2];
    return ZN_OK;
}

static const double at_zero[3] = {1, 0, 0.5};
static const zn_index rates[3] = {1, -1, -1};

static double distance(double t, const double y[])
{
    return fmax(hypot(y[0] - cos(t), y[1] + sin(t)),
                fabs(y[2] - (cos(t) + sin(t)) / 2));
}

/* The largest error up to t = 2, in between too, by steps of length h. */
static double error_of(const char *words, bool paired, double h)
{
    zn_ode_problem p = problem(3, oscillator, 1e-13, 1e-13);
    double worst = 0, y[3];

    p.h_max = h;
    p.rate = paired ? rates : NULL;
    MUST(zn_ode_set_words(ode, words));
    MUST(zn_ode_begin(ode, &p, 0, at_zero));
    while (zn_ode_time(ode) < 2) {
        MUST(zn_ode_step(ode, 2));
        for (int k = 1; k <= 8; k++) {
            const double t = zn_ode_before(ode) +
                             k * (zn_ode_time(ode) - zn_ode_before(ode)) / 8;
            zn_ode_at(ode, t, y);
            worst = fmax(worst, distance(t, y));
        }
    }
    return worst;
}

static const struct {
    const char *words;
    double order;
} schemes[] = {{"rho=0.9", 2},
               {"rho=0", 2},
               {"rho=1", 2},
               {"method=newmark, gamma=0.5 beta=0.25", 2},
               {"method=newmark beta=0.16666666666666666", 2},
               {"method=newmark gamma=0.7 beta=0.36", 1}};

START_TEST(each_scheme_has_its_order_in_between_too)
{
    for (int paired = 0; paired < 2; paired++) {
        const double e1 = error_of(schemes[_i].words, paired, 0.02);
        const double e2 = error_of(schemes[_i].words, paired, 0.01);
        ck_assert_msg(fabs(log2(e1 / e2) - schemes[_i].order) < 0.1,
                      "%s: %g, %g", schemes[_i].words, e1, e2);
    }
}
END_TEST

/* q'' = t: linear acceleration, beta = 1/6, has it, and the polynomials in between, too. */
static zn_status cubic(void *user, double t, const double y[], double f[])
{
    (void)user;
    f[0] = y[1];
    f[1] = t;
    return ZN_OK;
}

START_TEST(linear_acceleration_is_exact_and_near_its_chord)
{
    const double y0[2] = {0, 0};
    zn_ode_problem p = problem(2, cubic, 1e-14, 1e-14);
    double y[2], far[2], most[2] = {0};

    p.rate = rates;
    MUST(zn_ode_set_words(ode, "method=newmark beta=0.16666666666666666"));
    MUST(zn_ode_begin(ode, &p, 0, y0));
    MUST(zn_ode_step(ode, 1.5));
    ck_assert(zn_ode_time(ode) == 1.5 && zn_ode_sag(ode, far));
    for (double t = 0; t <= 1.5; t += 0.0625) {
        zn_ode_at(ode, t, y);
        ck_assert_double_eq_tol(y[0], t * t * t / 6, 1e-15);
        ck_assert_double_eq_tol(y[1], t * t / 2, 1e-15);
        most[0] = fmax(most[0], fabs(y[0] - t / 1.5 * 0.5625));
        most[1] = fmax(most[1], fabs(y[1] - t / 1.5 * 1.125));
    }
    for (int i = 0; i < 2; i++) /* what is promised holds, and is of use */
        ck_assert(far[i] >= most[i] && far[i] < 3 * most[i]);
}
END_TEST

/* q'' = -10^8 q: h omega = 1000. */
static zn_status fast(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = y[1];
    f[1] = -1e8 * y[0];
    return ZN_OK;
}

/* What is left after ten of many steps is rho^10. */
START_TEST(fast_modes_decay_by_rho_per_step)
{
    const double y0[2] = {1, 0};
    zn_ode_problem p = problem(2, fast, 1e-13, 1e-30);
    double size[2];

    p.rate = rates;
    p.h_max = 0.1;
    MUST(zn_ode_set_words(ode, "rho=0.5"));
    MUST(zn_ode_begin(ode, &p, 0, y0));
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 10 + 10 * k; i++)
            MUST(zn_ode_step(ode, 10));
        size[k] = fabs(zn_ode_value(ode)[1]);
    }
    /* the double root of the scheme puts k rho^k beside rho^k */
    ck_assert_double_eq_tol(pow(size[1] / size[0], 1.0 / 20), 0.5, 0.05);
}
END_TEST

/* 3 steps of 1/3, none a sliver; a limit is hit on its bits. */
START_TEST(steps_are_equal_up_to_a_limit)
{
    zn_ode_problem p = problem(3, oscillator, 1e-13, 1e-13);
    zn_ode_info info;

    p.h_max = 0.34;
    MUST(zn_ode_begin(ode, &p, 0, at_zero));
    MUST(zn_ode_step(ode, 1));
    ck_assert_double_eq_tol(zn_ode_time(ode), 1.0 / 3, 1e-15);
    run(1);
    zn_ode_look(ode, &info);
    ck_assert(zn_ode_time(ode) == 1 && info.steps == 3);
}
END_TEST

/* What steps hand on is all that a fresh one needs. */
START_TEST(resumed_with_the_same_bits)
{
    zn_ode_problem p = problem(3, oscillator, 1e-10, 1e-10);
    double y[3], m[3], end[2][3];

    p.h_max = 0.05;
    p.rate = rates;
    ck_assert(zn_ode_carries(ode));
    MUST(zn_ode_begin(ode, &p, 0, at_zero));
    run(1);
    memcpy(y, zn_ode_value(ode), sizeof y);
    zn_ode_save(ode, m);
    for (int k = 0; k < 2; k++) {
        MUST(zn_ode_begin(ode, &p, 1, y));
        zn_ode_resume(ode, m);
        run(2);
        memcpy(end[k], zn_ode_value(ode), sizeof end[k]);
        teardown();
        setup();
    }
    ck_assert_mem_eq(end[0], end[1], sizeof end[0]);
    /* and not the bits of one that forgot it */
    MUST(zn_ode_begin(ode, &p, 1, y));
    run(2);
    ck_assert(memcmp(end[0], zn_ode_value(ode), sizeof end[0]) != 0);
}
END_TEST

static zn_status at_rest(void *user, double t, const double y[], double f[])
{
    (void)t, (void)y;
    memset(f, 0, (size_t)*(const zn_index *)user * sizeof *f);
    return ZN_OK;
}

/* Motions of one size after the other, as of a model that grows: what they leave does not. */
START_TEST(sizes_of_long_ago_are_forgotten)
{
    static const char *const classes[] = {"generalised-alpha", "radau"};
    enum { MOST = 120 };
    static test_memory mem;
    const zn_allocator alloc = test_allocator(&mem);
    const double y[MOST] = {0};
    long most = 0;

    teardown();
    mem = (test_memory){0};
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_ode_new(ctx, classes[_i], &ode));
    for (zn_index n = 1; n <= MOST; n++) {
        zn_ode_problem p = problem(n, at_rest, 1e-6, 1e-6);

        p.user = &n;
        MUST(zn_ode_begin(ode, &p, 0, y));
        MUST(zn_ode_step(ode, 1));
        if (n <= MOST / 2 && mem.live > most)
            most = mem.live;
    }
    ck_assert_int_le(mem.live, most);
}
END_TEST

/* y' = -1/sqrt(y): y^(3/2) = 1 - 3 t/2 ends at 2/3 */
static zn_status root_of(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = y[0] > 0 ? -1 / sqrt(y[0]) : NAN;
    return y[0] > 0 ? ZN_OK : ZN_RETRY;
}

START_TEST(what_cannot_go_on_says_so)
{
    const double one = 1;
    zn_ode_problem p = problem(1, root_of, 1e-8, 1e-8);
    zn_status st = ZN_OK;

    p.h_max = 1e-2;
    MUST(zn_ode_begin(ode, &p, 0, &one));
    while (!st && zn_ode_time(ode) < 3)
        st = zn_ode_step(ode, 3);
    ck_assert_int_eq(st, ZN_UNSOLVED);
    ck_assert_double_eq_tol(zn_ode_time(ode), 2.0 / 3, 1e-2);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "no step is short enough"));
}
END_TEST

/* v' = -sign(v), which is nowhere zero: v = 1 - t, and then chatters about 0 */
static zn_status rubbed(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = y[0] > 0 ? -1 : 1;
    return ZN_OK;
}

START_TEST(a_jump_of_f_is_passed_by_a_step_of_rounding)
{
    const double one = 1;
    zn_ode_problem p = problem(1, rubbed, 1e-12, 1e-12);

    p.h_max = 0.3;
    MUST(zn_ode_begin(ode, &p, 0, &one));
    MUST(zn_ode_step(ode, 0.3));
    ck_assert_double_eq_tol(zn_ode_value(ode)[0], 0.7, 1e-14);
    while (zn_ode_time(ode) < 1 - 1e-9 && zn_ode_step(ode, 1.1) == ZN_OK)
        ;
    ck_assert_double_eq_tol(zn_ode_time(ode), 1, 1e-9);
    ck_assert_double_eq_tol(zn_ode_value(ode)[0], 0, 1e-9);
}
END_TEST

START_TEST(options_are_refused_with_words)
{
    REFUSED(zn_ode_set_words(ode, "rho=0.5 beta"), ZN_EINVAL,
            "'beta' is not of the form option=value");
    REFUSED(zn_ode_set_words(ode, "rho=1.5"), ZN_EINVAL,
            "option 'rho' of integrator of smooth motion 'generalised-alpha'");
    REFUSED(zn_ode_set_words(ode, "theta=1"), ZN_ENOENT, "theta");
}
END_TEST

static zn_status all(const zn_allocator *alloc)
{
    const zn_ode_problem p = problem(3, oscillator, 1e-6, 1e-9);
    const zn_ode_problem other = problem(2, circle, 1e-6, 1e-9);

    return two_sizes(alloc, ode_class, &p, at_zero, &other);
}

START_TEST(every_allocation_may_fail)
{
    test_torture(all);
}
END_TEST

START_TEST(steps_and_new_starts_allocate_nothing)
{
    const zn_ode_problem p = problem(3, oscillator, 1e-6, 1e-9);

    allocates_nothing(&p, at_zero, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("generalised alpha between events");
    TCase *t = tcase_create("all");

    ode_class = "generalised-alpha";
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, each_scheme_has_its_order_in_between_too, 0,
                        sizeof schemes / sizeof *schemes);
    tcase_add_test(t, linear_acceleration_is_exact_and_near_its_chord);
    tcase_add_test(t, fast_modes_decay_by_rho_per_step);
    tcase_add_test(t, steps_are_equal_up_to_a_limit);
    tcase_add_test(t, resumed_with_the_same_bits);
    tcase_add_loop_test(t, sizes_of_long_ago_are_forgotten, 0, 2);
    tcase_add_test(t, what_cannot_go_on_says_so);
    tcase_add_test(t, a_jump_of_f_is_passed_by_a_step_of_rounding);
    tcase_add_test(t, options_are_refused_with_words);
    tcase_add_test(t, every_allocation_may_fail);
    tcase_add_test(t, steps_and_new_starts_allocate_nothing);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
