/* test_event_rectifier.c - a converter from event to event, whose multipliers jump: its diodes begin to
 * conduct all together
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

#include <zeno/lcs.h>

/* A square wave of 55 kHz over a coil of 150 uH. */
static void square(double t, unsigned n, double *b, unsigned nz, double *z)
{
    const double s = sin(2 * acos(-1.0) * 55e3 * t);

    (void)n, (void)nz, (void)z;
    b[0] = fabs(s) < 1e-9 ? 0 : (s > 0 ? 1 : -1) / 150e-6;
}

static void nothing(double t, unsigned n, double *e, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    e[0] = e[1] = 0;
}

static double slope[2]; /* (A/s, V/s) of what is added to outputs */

static void ramps(double t, unsigned n, double *e, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    e[0] = slope[0] * t;
    e[1] = slope[1] * t;
}

/* The rectifier of samples/resonant_converter, whose diodes begin to conduct all together, with
 * `shift` added to its outputs. */
static zn_ds *rectifier(zn_fn *shift)
{
    const double Lr = 150e-6, Cr = 68e-9, Lf = 0.4e-3, Cf = 2.2e-6, R = 33;
    const zn_lcs circuit = {
        .n = 4,
        .m = 2,
        .A = (double[]){0, 1 / Cr, 0, 0, -1 / Lr, 0, -1 / Lf, 0, 0, 1 / Cr, 0,
                        1 / Cf, 0, 0, -1 / Lf, -1 / (R * Cf)},
        .B = (double[]){0, -2 / Cr, 0, 0, 0, 0, 1 / Lf, 0},
        .C = (double[]){0, 0, -2, 0, 0, 1, 0, 0},
        .D = (double[]){0, -1, 1, 0},
        .x0 = (double[]){0, 0, 0, 0},
    };
    zn_interaction *diodes;
    zn_ds *ds;

    MUST(zn_lcs_add(model, "converter", &circuit, NULL, &ds, &diodes));
    MUST(zn_ds_set_function(ds, "b", (zn_fn *)square));
    if (shift)
        MUST(zn_relation_set_function(
            (zn_relation *)zn_interaction_relation(diodes), "e", shift));
    return ds;
}

/* The voltage of its load after five periods. */
static double rectified(zn_fn *shift)
{
    zn_ds *ds = rectifier(shift);
    double v;

    event_driven(0, 5e-8, 1e-4);
    MUST(zn_simulation_run(sim));
    v = zn_simulation_x(sim, ds)[3];
    scene_again();
    return v;
}

/* The same in steps of h. */
static double rectified_in_steps(zn_fn *shift, double h)
{
    zn_ds *ds = rectifier(shift);
    double v;

    simulate("euler-moreau", "theta=0.5", 0, h, 1e-4);
    MUST(zn_simulation_run(sim));
    v = zn_simulation_x(sim, ds)[3];
    scene_again();
    return v;
}

/* Outputs that could move with time, and do not, are looked at in between: that must not
 * change what is decided. */
START_TEST(a_zero_that_is_a_function_of_time)
{
    CLOSE(rectified((zn_fn *)nothing), rectified(NULL), 1e-9);
}
END_TEST

/* What a row that is held by its rate has left of its output, 1e-20 A of 1e-2, was taken for the
 * side it is on, and called for an event without end. */
START_TEST(outputs_that_move_end_no_run)
{
    static const double slopes[][2] = {{1, 0},   {10, 0},    {100, 0}, {1000, 0},
                                       {-10, 0}, {-1000, 0}, {0, 10},  {0, -10},
                                       {0, 100}, {0, -1000}};
    slope[0] = slopes[_i][0];
    slope[1] = slopes[_i][1];
    const double v = rectified((zn_fn *)ramps);

    /* time stepping is of order one, 9e-5 V at h = 2e-9 s without ramps */
    ck_assert_double_lt(fabs(rectified_in_steps((zn_fn *)ramps, 2e-9) - v), 1.5e-4);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("event-driven: a rectifier");
    TCase *tc = tcase_create("rectifier");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_zero_that_is_a_function_of_time);
    tcase_add_loop_test(tc, outputs_that_move_end_no_run, 0, 10);
    suite_add_tcase(s, tc);
    return test_main(s);
}
