/* test_event_half.c - event-driven motion by the half-explicit integrator: linkages, and contacts
 * that close, rest, slide and open
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

static void half_explicit(double h, double T)
{
    event_driven(0, h, T);
    MUST(zn_simulation_set(sim, "ode", "half-explicit"));
}

/* 2 pi/(w agm(1, cos(a/2))): a pendulum of amplitude a and small frequency w (Gauss). */
static double period(double a, double w)
{
    double x = 1, y = cos(a / 2);

    for (int k = 0; k < 10; k++) {
        const double mean = (x + y) / 2;
        y = sqrt(x * y);
        x = mean;
    }
    return 2 * M_PI / (w * x);
}

/* ---- a four-bar linkage -------------------------------------------------------------- */

enum { BARS = 3, PINS = 8 };

/* Crank, coupler and rocker, (x, y, angle) of each; bars of 1, 2, 1 m between pivots 2 m apart:
 * a parallelogram. Angles of crank and rocker from the vertical. */
static void pins(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                 double *z)
{
    const double *a = q, *b = q + 3, *c = q + 6;

    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = a[0] - sin(a[2]) / 2;
    y[1] = a[1] + cos(a[2]) / 2;
    y[2] = c[0] - 2 - sin(c[2]) / 2;
    y[3] = c[1] + cos(c[2]) / 2;
    y[4] = b[0] - cos(b[2]) - sin(a[2]);
    y[5] = b[1] - sin(b[2]) + cos(a[2]);
    y[6] = b[0] + cos(b[2]) - 2 - sin(c[2]);
    y[7] = b[1] + sin(b[2]) + cos(c[2]);
}

static void pins_jac(unsigned nq, double *q, unsigned ny, double *H,
                     unsigned nz, double *z)
{
    const double a = q[2], b = q[5], c = q[8];

    (void)nz, (void)z;
    memset(H, 0, nq * ny * sizeof *H);
    for (unsigned k = 0; k < 2; k++) {
        H[k + k * PINS] = H[2 + k + (6 + k) * PINS] = 1;
        H[4 + k + (3 + k) * PINS] = H[6 + k + (3 + k) * PINS] = 1;
    }
    H[0 + 2 * PINS] = -cos(a) / 2;
    H[1 + 2 * PINS] = -sin(a) / 2;
    H[2 + 8 * PINS] = -cos(c) / 2;
    H[3 + 8 * PINS] = -sin(c) / 2;
    H[4 + 5 * PINS] = sin(b);
    H[5 + 5 * PINS] = -cos(b);
    H[6 + 5 * PINS] = -sin(b);
    H[7 + 5 * PINS] = cos(b);
    H[4 + 2 * PINS] = -cos(a);
    H[5 + 2 * PINS] = -sin(a);
    H[6 + 8 * PINS] = -cos(c);
    H[7 + 8 * PINS] = -sin(c);
}

static zn_ds *linkage(const char *name, double a, zn_interaction **joints)
{
    const double m[BARS] = {1, 1.5, 1}, J[BARS] = {1. / 12, 0.5, 1. / 12};
    const double s = sin(a), c = cos(a), v0[9] = {0};
    const double q0[9] = {s / 2, -c / 2, a, 1 + s, -c, 0, 2 + s / 2, -c / 2, a};
    double M[81] = {0}, f[9] = {0};
    zn_relation *r;
    zn_ds *ds;

    for (int k = 0; k < BARS; k++) {
        M[30 * k] = M[30 * k + 10] = m[k];
        M[30 * k + 20] = J[k];
        f[3 * k + 1] = -m[k] * grav;
    }
    ds = linear_system(name, 9, M, NULL, NULL, q0, v0, f);
    MUST(zn_relation_new(ctx, "scleronomous", name, PINS, 9, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)pins));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)pins_jac));
    MUST(zn_model_connect(model, name, equality(PINS), r, ds, NULL, joints));
    return ds;
}

/* The coupler moves in parallel: a pendulum of inertia 2/3 + 3/2 under the moment 5/2 g. */
START_TEST(a_linkage_is_back_after_its_period)
{
    const double a = 1, T = period(a, sqrt(2.5 * grav / (2. / 3 + 1.5)));
    zn_interaction *joints;
    zn_ds *ds = linkage("linkage", a, &joints);

    half_explicit(T / 20, 3 * T);
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 9; k += 2)
        CLOSE(v_of(ds, k), 0, 1e-10);
    CLOSE(q_of(ds, 2), a, 1e-11);
    CLOSE(q_of(ds, 5), 0, 1e-11);
    CLOSE(q_of(ds, 8), a, 1e-11);
    for (int k = 0; k < PINS; k++) {
        CLOSE(zn_simulation_y(sim, joints, 0)[k], 0, 1e-12);
        CLOSE(zn_simulation_y(sim, joints, 1)[k], 0, 1e-12);
    }
}
END_TEST

/* ---- contacts ------------------------------------------------------------------------ */

START_TEST(a_ball_bounces_and_rests)
{
    const double e = 0.5, t1 = sqrt(2 / grav);
    zn_ds *ds = bouncing_ball(1, 0, e);

    half_explicit(0.1, 2);
    MUST(zn_simulation_run(sim));
    CLOSE(event_at(ZN_EVENT_IMPACT, 0)->t, t1, 1e-11);
    CLOSE(event_at(ZN_EVENT_IMPACT, 1)->t, t1 * (1 + 2 * e), 1e-11);
    CLOSE(event_at(ZN_EVENT_ACCUMULATION, 0)->limit, t1 * (1 + e) / (1 - e),
          1e-11);
    CLOSE(q_of(ds, 0), 0, 1e-12);
    CLOSE(event_at(ZN_EVENT_CLOSE, 0)->value, grav, 1e-10);
}
END_TEST

static void lift(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = 0;
    f[1] = 2 * t - grav;
}

/* m = 1: the rate falls by mu (g - 2t) until the floor has no force at t = g/2. */
START_TEST(a_block_slides_and_is_lifted)
{
    const double M[4] = {1, 0, 0, 1}, C[4] = {0, 1, 1, 0}, mu = 0.2;
    const double q0[2] = {0, 0}, v0[2] = {7, 0}, off = grav / 2;
    zn_ds *ds = linear_system("block", 2, M, NULL, NULL, q0, v0, NULL);
    zn_law *law;

    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)lift));
    MUST(zn_law_friction(ctx, 2, 0, 0, mu, &law));
    join("floor", law, 2, 2, C, NULL, ds, NULL);
    half_explicit(0.25, 6);
    MUST(zn_simulation_run(sim));
    CLOSE(event_at(ZN_EVENT_OPEN, 0)->t, off, 1e-10);
    CLOSE(v_of(ds, 0), 7 - mu * off * off, 1e-10);
    CLOSE(q_of(ds, 1), pow(6 - off, 3) / 3, 1e-9);
}
END_TEST

/* Made and run twice; the second time beside another one, each by its own steps. */
START_TEST(another_linkage_changes_no_bit)
{
    double q[2][9];

    for (int k = 0; k < 2; k++) {
        zn_interaction *joints;
        zn_ds *ds = linkage("one", 0.8, &joints);
        if (k)
            linkage("other", 0.5, &joints);
        half_explicit(0.05, 1);
        MUST(zn_simulation_set(sim, "ends", "grid"));
        MUST(zn_simulation_run(sim));
        memcpy(q[k], zn_simulation_q(sim, ds), sizeof q[k]);
        if (k == 0) {
            scene_teardown();
            scene_setup();
        }
    }
    ck_assert_mem_eq(q[0], q[1], sizeof q[0]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: half-explicit");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(t, a_linkage_is_back_after_its_period);
    tcase_add_test(t, a_ball_bounces_and_rests);
    tcase_add_test(t, a_block_slides_and_is_lifted);
    tcase_add_test(t, another_linkage_changes_no_bit);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
