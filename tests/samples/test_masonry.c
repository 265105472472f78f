/* test_masonry.c - blocks on blocks: what stands and what falls
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/samples/run.h"

/* Least thickness over radius of a semicircular arch of n equal voussoirs that do not
 * slide, by linear programming on the thrust at the joints. */
static const struct {
    int n;
    double t_R;
} least[] = {{7, .096245}, {8, .100861}, {9, .102134}, {11, .104910},
             {17, .105592}};

START_TEST(an_arch_stands_or_falls_at_its_least_thickness)
{
    const double R = 1, t = least[_i].t_R;
    const char *args = "--set n=%d --set t_R=%.9g --set T=%g";
    run thick = run_recorded("masonry", args, least[_i].n, 1.01 * t, 10.0);
    run thin = run_recorded("masonry", args, least[_i].n, 0.99 * t, 1.0);
    double moved = 0;

    for (long k = 0; k < thick.rows; k++)
        moved = fmax(moved, fabs(run_at(&thick, k, "y_middle") -
                                 run_at(&thick, 0, "y_middle")));
    CLOSE(moved, 0, 1e-9 * R);
    CLOSE(run_at(&thick, -1, "vy_middle"), 0, 1e-10);
    ck_assert_double_lt(run_at(&thin, -1, "y_middle"), R / 2);
    run_free(&thick);
    run_free(&thin);
}
END_TEST

/* Width 0.4 m under a height of 5 x 0.2 m tips at tan a = 0.4, before it slides at 0.8;
 * a block alone slides first. */
START_TEST(a_stack_tips_or_slides_at_its_angle)
{
    const double deg = 180 / acos(-1.0);
    const struct {
        int n;
        double tan, part; /* of the threshold */
        bool stays;
    } cases[] = {{5, 0.4, 1 - 1e-3, true},
                 {5, 0.4, 1 + 1e-2, false},
                 {1, 0.8, 1 - 1e-6, true},
                 {1, 0.8, 1 + 1e-6, false}};

    for (int i = 0; i < 4; i++) {
        const double alpha = atan(cases[i].tan * cases[i].part) * deg;
        run r = run_recorded("masonry",
                             "--set shape=stack --set n=%d --set slope=%.15g "
                             "--set T=3",
                             cases[i].n, alpha);
        const double g = 9.81, a = alpha / deg;

        if (cases[i].stays) /* at rest to what the solver leaves */
            CLOSE(run_at(&r, -1, "vx_last"), 0, 1e-9);
        else if (cases[i].n == 1)
            CLOSE(run_at(&r, -1, "vx_last"),
                  3 * g * (sin(a) - 0.8 * cos(a)), 1e-9);
        else
            ck_assert_double_gt(run_at(&r, -1, "vx_last"), 1);
        run_free(&r);
    }
}
END_TEST

/* A wall at rest stays, to the bit the same in every run; a block can be
 * kicked off its top. */
START_TEST(a_wall_stands)
{
    const char *args = "--set shape=wall --set n=4 --set columns=4 --set T=0.5 "
                       "--set kick=%g";
    run rest = run_recorded("masonry", args, 0.0);
    run again = run_recorded("masonry", args, 0.0);
    run kicked = run_recorded("masonry", args, 2.0);

    for (int k = 1; k <= 16; k++) {
        char x[8];
        snprintf(x, sizeof x, "x%d", k);
        CLOSE(run_at(&rest, -1, x), run_at(&rest, 0, x), 1e-10);
        ck_assert(run_at(&rest, -1, x) == run_at(&again, -1, x));
    }
    /* its centre is above the corner that bears it: it slides and tips */
    ck_assert_double_gt(run_at(&kicked, -1, "x16"), run_at(&kicked, 0, "x16") + 0.2);
    run_free(&rest);
    run_free(&again);
    run_free(&kicked);
}
END_TEST

/* From event to event the same, a ten thousandth from its thickness: 4 (n + 1) reactions
 * share what 3 n equations tell, and none of them comes to its bound. */
START_TEST(an_arch_stands_or_falls_by_events)
{
    const char *args = "--set simulation=event-driven --set n=%d --set t_R=%.9g "
                       "--set T=%g";
    const double t = least[_i].t_R;
    run thick = run_recorded("masonry", args, least[_i].n, 1.0001 * t, 10.0);
    run thin = run_recorded("masonry", args, least[_i].n, 0.9999 * t, 2.0);

    CLOSE(run_at(&thick, -1, "y_middle"), run_at(&thick, 0, "y_middle"), 1e-9);
    CLOSE(run_at(&thick, -1, "vy_middle"), 0, 1e-10);
    ck_assert_double_lt(run_at(&thin, -1, "y_middle"), 0.5);
    run_free(&thick);
    run_free(&thin);
}
END_TEST

/* Five joints open together, both of each pair at one instant; in time stepping it comes down
 * the same way but for an error of order one. */
START_TEST(an_arch_falls_as_in_time_stepping)
{
    const char *args = "--set t_R=0.1 --set T=0.4 --set %s";
    run exact = run_recorded("masonry", args, "simulation=event-driven");
    run coarse = run_recorded("masonry", args, "h=1e-3");
    run fine = run_recorded("masonry", args, "h=5e-4");
    const double y = run_at(&exact, -1, "y_middle");
    const double a = run_at(&coarse, -1, "y_middle") - y;
    const double b = run_at(&fine, -1, "y_middle") - y;

    ck_assert_double_lt(y, run_at(&exact, 0, "y_middle") - 0.07);
    CLOSE(a / b, 2, 0.02); /* 1.99 */
    ck_assert_double_lt(fabs(b), 3e-4);
    run_free(&exact);
    run_free(&coarse);
    run_free(&fine);
}
END_TEST

/* The last block of every other course has its weight above the edge below it: at its other
 * end there can be no force, and the others share theirs. */
START_TEST(a_wall_stands_by_events)
{
    run r = run_recorded("masonry", "--set shape=wall --set n=4 --set columns=4 "
                         "--set T=0.5 --set simulation=event-driven");

    for (int k = 1; k <= 16; k++) {
        char x[8];
        snprintf(x, sizeof x, "x%d", k);
        CLOSE(run_at(&r, -1, x), run_at(&r, 0, x), 1e-12);
    }
    run_free(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("samples: masonry");
    TCase *tc = tcase_create("blocks");

    tcase_set_timeout(tc, 120);
    tcase_add_unchecked_fixture(tc, folder_make, folder_remove);
    tcase_add_loop_test(tc, an_arch_stands_or_falls_at_its_least_thickness, 0,
                        (int)(sizeof least / sizeof *least));
    tcase_add_test(tc, a_stack_tips_or_slides_at_its_angle);
    tcase_add_test(tc, a_wall_stands);
    tcase_add_loop_test(tc, an_arch_stands_or_falls_by_events, 0,
                        (int)(sizeof least / sizeof *least));
    tcase_add_test(tc, an_arch_falls_as_in_time_stepping);
    tcase_add_test(tc, a_wall_stands_by_events);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
