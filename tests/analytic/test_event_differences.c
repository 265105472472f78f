/* test_event_differences.c - a contact whose relation is given by h alone moves from event to event as with its
 * derivatives, and in about as many steps
 *
 *     y = q2 - 0.15 cos(1.7 q1) - b sin 5t  the gap of a point over a wavy floor, which is shaken or not
 *     s = q1                                 along it
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

static const double high = 0.15, wave = 1.7, shake = 5;

static double lift;       /* b */
static long   asked, most; /* for the force, and how often it may be */

static void wind(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    ck_assert_int_lt(asked++, most);
    f[0] = 4 * sin(3 * t);
    f[1] = -grav;
}

static void floor_h(unsigned nq, double *q, double t, unsigned ny, double *y,
                    unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[1] - high * cos(wave * q[0]) - lift * sin(shake * t);
    y[1] = q[0];
}

static void floor_H(unsigned nq, double *q, double t, unsigned ny, double *H,
                    unsigned nz, double *z)
{
    (void)nq, (void)t, (void)ny, (void)nz, (void)z;
    H[0] = high * wave * sin(wave * q[0]);
    H[1] = 1;
    H[2] = 1;
    H[3] = 0;
}

static void floor_dot(unsigned nq, double *q, double t, unsigned ny, double *y,
                      unsigned nz, double *z)
{
    (void)nq, (void)q, (void)ny, (void)nz, (void)z;
    y[0] = -lift * shake * cos(shake * t);
    y[1] = 0;
}

static void still_h(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                    double *z)
{
    floor_h(nq, q, 0, ny, y, nz, z);
}

static void still_H(unsigned nq, double *q, unsigned ny, double *H, unsigned nz,
                    double *z)
{
    floor_H(nq, q, 0, ny, H, nz, z);
}

static void still_H_dot(unsigned nq, double *q, unsigned nv, double *v,
                        double *H, unsigned nz, double *z)
{
    (void)nq, (void)nv, (void)nz, (void)z;
    H[0] = high * wave * wave * cos(wave * q[0]) * v[0];
    H[1] = H[2] = H[3] = 0;
}

static void give(zn_relation *r, const char *what, zn_fn *f)
{
    MUST(zn_relation_set_function(r, what, f));
}

static zn_relation *over_the_floor(bool moves, int given)
{
    zn_relation *r;

    MUST(zn_relation_new(ctx, moves ? "rheonomous" : "scleronomous", "floor", 2,
                         2, &r));
    give(r, "h", moves ? (zn_fn *)floor_h : (zn_fn *)still_h);
    if (given > 0)
        give(r, "jac_h_q", moves ? (zn_fn *)floor_H : (zn_fn *)still_H);
    if (given > 1)
        give(r, moves ? "h_dot" : "jac_h_q_dot",
             moves ? (zn_fn *)floor_dot : (zn_fn *)still_H_dot);
    return r;
}

/* From the bottom of a wave, thrown up; to 5 s. */
static void point(bool moves, int given, double out[4])
{
    const double q0[2] = {0.4, high + 0.1}, v0[2] = {-0.7, 0.6};
    zn_law *law;
    zn_ds *ds;

    scene_again();
    lift = moves ? 0.1 : 0;
    asked = 0;
    MUST(zn_ds_new(ctx, "lagrangian", "point", 2, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 2, 2, (double[]){1, 0, 0, 1}));
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)wind));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_law_friction(ctx, 2, 0.2, 0, 0.4, &law));
    MUST(zn_model_connect(model, "floor", law, over_the_floor(moves, given), ds,
                          NULL, NULL));
    event_driven(0, 0.05, 5);
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 2; k++) {
        out[k] = q_of(ds, k);
        out[2 + k] = v_of(ds, k);
    }
}

static void as_with_derivatives(bool moves)
{
    double exact[4], got[4];
    long calls;
    int n;

    most = 100000;
    point(moves, 2, exact);
    n = events.n;
    ck_assert_int_gt(event_count(ZN_EVENT_SLIDE), 1);
    ck_assert_int_gt(event_count(ZN_EVENT_STICK), 1);
    calls = asked;
    for (int given = 0; given < 2; given++) {
        most = 2 * calls;
        point(moves, given, got);
        ck_assert_int_eq(events.n, n);
        for (int k = 0; k < 4; k++)
            ck_assert_double_eq_tol(got[k], exact[k], 1e-9);
    }
}

START_TEST(a_floor_is_given_by_its_height_alone)
{
    as_with_derivatives(false);
}
END_TEST

START_TEST(a_shaken_floor_is_given_by_its_height_alone)
{
    as_with_derivatives(true);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event differences");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_floor_is_given_by_its_height_alone);
    tcase_add_test(tc, a_shaken_floor_is_given_by_its_height_alone);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
