/* test_collision_fast.c - bodies that go far in a step do not pass through others
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/bodies.h"

/* A bullet of 5 mm at 900 m/s and a sheet of 1 mm, 0.9 m a step: it hits wherever a step
 * begins; beside the sheet it flies by, unhindered. */
START_TEST(a_bullet_does_not_miss_the_paper)
{
    const double sheet[3] = {0.001, 0.3, 0.2};
    const double place[7] = {7, 0, 5, 1};
    zn_shape *paper, *bullet;

    for (int k = 0; k < 8; k++) {
        const bool beside = k % 2;
        /* spinning, and at another place in its step each time */
        const double q0[7] = {0.1 * k, beside ? 0.153 : 0.12, 5, 1};
        const double v0[6] = {900, 0, 0, 300, 20, 0};
        if (k) {
            scene_teardown();
            setup();
        }
        MUST(zn_shape_box(ctx, sheet, &paper));
        MUST(zn_shape_sphere(ctx, 0.0025, &bullet));
        MUST(zn_collision_attach(
            c, &(zn_collider){.shape = paper, .pose = place}, NULL));
        zn_ds *b = body("bullet", bullet, q0, v0);
        law(0.5, 0);
        scheme =
            "gamma=1"; /* contacts that would close by the end of the step */
        run(1e-3, 0.012);
        if (!beside) {
            ck_assert_double_lt(q_of(b, 0), 7 - 0.0005 - 0.0025 + 1e-9);
            CLOSE(v_of(b, 0), -450, 1e-12);
        } else {
            CLOSE(v_of(b, 0), 900, 1e-12);
            CLOSE(q_of(b, 0), q0[0] + 900 * 0.012, 1e-12);
        }
    }
}
END_TEST

/* A rod that turns 0.2 rad a step, and a pin within the reach of its end, or beyond it. */
START_TEST(what_is_between_is_seen_where_it_will_be)
{
    const double rod[3] = {1, 0.02, 0.02};
    const double q0[7] = {0, 0, 5, 1}, v0[6] = {0, 0, 0, 0, 0, 200};
    zn_shape *s, *small;

    for (int hit = 0; hit < 2; hit++) {
        const double pin[7] = {0, hit ? 0.49 : 0.53, 5, 1};
        if (hit) {
            scene_teardown();
            setup();
        }
        MUST(zn_shape_box(ctx, rod, &s));
        MUST(zn_shape_sphere(ctx, 0.01, &small));
        MUST(zn_collision_attach(c, &(zn_collider){.shape = small, .pose = pin},
                                 NULL));
        zn_ds *b = body("rod", s, q0, v0);
        law(0, 0);
        scheme = "gamma=1";
        run(1e-3, 0.02); /* 0.2 rad a step, 4 rad */
        if (hit)
            ck_assert_double_lt(v_of(b, 5), 150);
        else
            CLOSE(v_of(b, 5), 200, 1e-12);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fast bodies");
    TCase *tc = tcase_create("fast bodies");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_test(tc, a_bullet_does_not_miss_the_paper);
    tcase_add_test(tc, what_is_between_is_seen_where_it_will_be);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
