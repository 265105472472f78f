/* test_osi_moreau_jean_memory.c - where Newton's method begins, and with which matrix
 *
 * Velocities are polynomials in whole numbers, whose differences are exact: what is wanted here
 * is what the next velocity is, not what the scheme would compute.
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include "kernel/osi/moreau_jean.h"

enum { MOST = 5, FIRST = 2, ROOM = FIRST + MOST, STEPS = 7 };

static zni_mj scheme;
static zni_mj_body *body;
static double was[ROOM], is[ROOM], begin[ROOM], memory[1 + 5 * MOST];

/* A system of n unknowns behind two of another one. */
static void setup(void)
{
    scheme = (zni_mj){.start = ZNI_MJ_EXTRAPOLATE};
    body = calloc(1, sizeof *body);
    ck_assert_ptr_nonnull(body);
    body->vo = FIRST;
    memset(memory, 0, sizeof memory);
    for (int i = 0; i < ROOM; i++)
        was[i] = is[i] = i < FIRST ? 1e6 : 0;
}

static void teardown(void)
{
    free(body);
}

/* t, t^2, t^3, t^4, t */
static double law(int i, double t)
{
    double v = t;

    for (int k = 0; k < i % 4; k++)
        v *= t;
    return v;
}

/* A step of length h to the velocities v. */
static void go(double h, const double v[])
{
    const zn_state state = {.v = was};
    const zn_step step = {.h = h, .hw = h, .state = &state, .v1 = is};

    for (int i = 0; i < body->n; i++)
        is[FIRST + i] = v[i];
    zni_mj_remember(&scheme, &step, NULL, body, memory);
    memcpy(was, is, sizeof was);
}

/* Where the next step begins, if it is of length h. */
static void next(double h)
{
    const zn_state state = {.v = was};
    const zn_step step = {.h = h, .hw = h, .state = &state};

    zni_mj_first(&scheme, &step, body, memory, begin);
}

/* From t = 0 to STEPS by steps of 1; less `drop` of unknown `which` since the step to `at`. */
static void fly(int n, int which, int at, double drop)
{
    body->n = n;
    for (int k = 1; k <= STEPS; k++) {
        double v[MOST];

        for (int i = 0; i < n; i++)
            v[i] = law(i, k) - (i == which && k >= at ? drop : 0);
        go(1, v);
    }
}

/* Differences up to the fourth foresee them, of any number of unknowns. */
START_TEST(polynomials_of_order_four_are_met)
{
    fly(_i, -1, 0, 0);
    next(1);
    for (int i = 0; i < _i; i++)
        ck_assert_double_eq(begin[i], law(i, STEPS + 1));
}
END_TEST

/* v_{k+1} - v_k in proportion to the length of the step. */
START_TEST(a_step_of_another_length_goes_that_part_of_the_way)
{
    fly(_i, -1, 0, 0);
    for (double h = 0.25; h <= 4; h *= 4) {
        next(h);
        for (int i = 0; i < _i; i++) {
            const double v = law(i, STEPS);
            ck_assert_double_eq(begin[i], v + h * (law(i, STEPS + 1) - v));
        }
    }
}
END_TEST

/* A constant acceleration remains one after each step, whatever the lengths of the two
 * before. */
START_TEST(steps_of_other_lengths_keep_the_acceleration)
{
    static const double h[] = {1, 0.5, 0.5, 2, 0.25, 1};
    double t = 0;

    body->n = _i;
    for (int k = 0; k < 6; k++) {
        const double v[MOST] = {t + h[k], 3 * (t + h[k]), -(t + h[k]), t + h[k],
                                t + h[k]};

        t += h[k];
        go(h[k], v);
        next(2);
        for (int i = 0; k > 0 && i < _i; i++)
            ck_assert_double_eq(begin[i], (i == 1   ? 3
                                           : i == 2 ? -1
                                                    : 1) *
                                              (t + 2));
    }
}
END_TEST

/* An impact against the motion: the next step and the one after it begin at v_k, the third
 * with the acceleration after the impact; and nobody else's start is another one. */
START_TEST(a_jump_is_not_gone_on_with)
{
    const int n = _i / MOST + 1, which = _i % MOST;

    for (int since = 0; which < n && since < 3; since++) {
        teardown();
        setup();
        fly(n, which, STEPS - since, 1e6);
        next(1);
        for (int i = 0; i < n; i++) {
            const double v = law(i, STEPS), before = law(i, STEPS - 1);
            if (i != which)
                ck_assert_double_eq(begin[i], law(i, STEPS + 1));
            else
                ck_assert_double_eq(begin[i] + 1e6,
                                    since < 2 ? v : v + (v - before));
        }
    }
}
END_TEST

START_TEST(start_velocity_remembers_nothing)
{
    fly(MOST, -1, 0, 0);
    scheme.start = ZNI_MJ_VELOCITY;
    next(1);
    for (int i = 0; i < MOST; i++)
        ck_assert_double_eq(begin[i], law(i, STEPS));

    /* and what there was before is not used later */
    fly(MOST, -1, 0, 0);
    scheme.start = ZNI_MJ_EXTRAPOLATE;
    next(1);
    for (int i = 0; i < MOST; i++)
        ck_assert_double_eq(begin[i], law(i, STEPS));
}
END_TEST

/* W is the one of before if the step, theta and all parameters are those of then, under
 * options that let it be kept. Its key is the same here, so that none is made. */
START_TEST(a_matrix_is_known_again_by_all_that_it_depends_on)
{
    double past[40] = {0}, key[40], z = 7;
    double *kept = past + 1 + 5; /* h and differences of one unknown */
    zni_mj_more more = {.nz = 1, .z = &z, .key = key};
    zn_step step = {.hw = 0.125};

    ck_assert_int_le(6 + zni_mj_key_size(1, 1), 40);
    scheme = (zni_mj){.theta = 0.75,
                      .start = _i == 1 ? ZNI_MJ_VELOCITY : ZNI_MJ_EXTRAPOLATE,
                      .matrix = _i == 2 ? ZNI_MJ_EVERY : ZNI_MJ_LAZY};
    kept[ZNI_MJ_KEY_H] = _i == 3 ? 0.25 : step.hw;
    kept[ZNI_MJ_KEY_THETA] = _i == 4 ? 0.5 : scheme.theta;
    kept[ZNI_MJ_KEY_Q + 3] = _i == 5 ? -z : z;
    memcpy(key, kept, (size_t)zni_mj_key_size(1, 1) * sizeof *key);
    body->n = 1;
    body->more = &more;
    body->usable = _i != 0;
    ck_assert_int_eq(zni_mj_recall(&scheme, &step, NULL, body, past), ZN_OK);
    ck_assert_int_eq(body->usable, _i == 0);
    ck_assert(!body->recalled);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory of moreau-jean");
    TCase *tc = tcase_create("memory");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, polynomials_of_order_four_are_met, 1, MOST + 1);
    tcase_add_loop_test(tc, a_step_of_another_length_goes_that_part_of_the_way,
                        1, MOST + 1);
    tcase_add_loop_test(tc, steps_of_other_lengths_keep_the_acceleration, 1,
                        MOST + 1);
    tcase_add_loop_test(tc, a_jump_is_not_gone_on_with, 0, MOST * MOST);
    tcase_add_test(tc, start_velocity_remembers_nothing);
    tcase_add_loop_test(tc, a_matrix_is_known_again_by_all_that_it_depends_on,
                        0, 6);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
