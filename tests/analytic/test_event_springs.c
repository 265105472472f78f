/* test_event_springs.c - springs, dampers and motors between events: closed forms
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

static const double m = 2, k = 50, w = 5; /* kg, N/m, rad/s */

static zn_interaction *spring(zn_ds *ds, double stiffness, double damping,
                              double rest)
{
    const double C = 1;
    zn_law *law;

    MUST(zn_law_spring(ctx, 1, &stiffness, &damping, &rest, &law));
    return join("spring", law, 1, 1, &C, NULL, ds, NULL);
}

static void accurate(void)
{
    MUST(zn_simulation_set_real(sim, "rtol", 1e-11));
    MUST(zn_simulation_set_real(sim, "atol", 1e-13));
}

/* x = A cos(w t): force and impulse of the spring, and its work. */
START_TEST(a_mass_on_a_spring_oscillates)
{
    const double A = 0.3, h = 0.1, T = 2;
    zn_ds *ds = point_mass("mass", m, A, 0, 0);
    zn_interaction *on = spring(ds, k, 0, 0);
    zn_run_info info;
    double before = A;

    event_driven(0, h, T);
    accurate();
    MUST(zn_simulation_set(sim, "energy", "yes"));
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        const double t = zn_simulation_time(sim), x = A * cos(w * t);
        CLOSE(q_of(ds, 0), x, 1e-9);
        CLOSE(v_of(ds, 0), -A * w * sin(w * t), 1e-9);
        CLOSE(zn_simulation_lambda(sim, on, 2)[0], -k * x, 1e-8);
        CLOSE(zn_simulation_lambda(sim, on, 1)[0],
              m * (-A * w * (sin(w * t) - sin(w * (t - h)))), 1e-5);
        before = x;
    }
    zn_simulation_run_info(sim, &info);
    CLOSE(info.balance, 0, 1e-6); /* Gauss's rule over the steps of the flow */
    CLOSE(info.work.springs, k / 2 * (A * A - before * before), 1e-6);
}
END_TEST

/* A wall where the spring is at rest: hit after a quarter of a period, and then after every
 * half one, each time with e of the speed. */
START_TEST(a_wall_is_hit_every_half_period)
{
    const double A = 0.3, e = 0.7, C = 1, quarter = acos(-1) / 2 / w;
    zn_ds *ds = point_mass("mass", m, A, 0, 0);
    int hits = 0;

    spring(ds, k, 0, 0);
    join("wall", newton(e), 1, 1, &C, NULL, ds, NULL);
    event_driven(0, 0.05, 3);
    accurate();
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < events.n; i++)
        if (events.at[i].what == ZN_EVENT_IMPACT)
            CLOSE(events.at[i].t, (1 + 2 * hits++) * quarter, 1e-9);
    ck_assert_int_eq(hits, 5); /* 0.31, 0.94, ... 2.83 s */
    const double t = 3 - 9 * quarter;
    CLOSE(q_of(ds, 0), pow(e, 5) * A * sin(w * t), 1e-8);
}
END_TEST

/* A law beside a friction law that sticks and slides is the same as the stiffness of a
 * system. */
START_TEST(the_same_as_stiffness_and_damping)
{
    const double M[4] = {m, 0, 0, m}, K[4] = {k}, D[4] = {0.6};
    const double q0[2] = {0.3, 0}, v0[2] = {0, 0}, f[2] = {0, -m * 9.81};
    const double C[4] = {0, 1, 1, 0}, x[2] = {1, 0}, c = 0.6, rest = 0;
    double got[2][2];

    for (int law = 0; law < 2; law++) {
        zn_law *rubs, *pulls;
        zn_ds *ds;

        scene_teardown();
        scene_setup();
        ds = linear_system("block", 2, M, law ? NULL : D, law ? NULL : K, q0,
                           v0, f);
        MUST(zn_law_friction(ctx, 2, 0, 0, 0.1, &rubs));
        join("floor", rubs, 2, 2, C, NULL, ds, NULL);
        if (law) {
            MUST(zn_law_spring(ctx, 1, &k, &c, &rest, &pulls));
            join("spring", pulls, 1, 2, x, NULL, ds, NULL);
        }
        event_driven(0, 0.05, 1.5);
        accurate();
        MUST(zn_simulation_run(sim));
        got[law][0] = q_of(ds, 0);
        got[law][1] = v_of(ds, 0);
    }
    CLOSE(got[1][0], got[0][0], 1e-9);
    CLOSE(got[1][1], got[0][1], 1e-9);
}
END_TEST

static void drive(double t, unsigned ny, double *y, unsigned nu, double *u,
                  double *f, unsigned nz, double *z)
{
    (void)ny, (void)y, (void)nu, (void)u, (void)nz, (void)z;
    f[0] = 3 * sin(2 * t);
}

/* m x'' = 3 sin(2 t): x = 3/(4 m) (2 t - sin(2 t)) */
START_TEST(a_motor_drives)
{
    zn_ds *ds = point_mass("mass", m, 0, 0, 0);
    const double C = 1;
    zn_law *law;

    MUST(zn_law_new(ctx, "spring", &law));
    MUST(zn_operator_set_function(zn_law_operator(law, "force"),
                                  (zn_fn *)drive));
    join("motor", law, 1, 1, &C, NULL, ds, NULL);
    event_driven(0, 0.1, 1);
    accurate();
    MUST(zn_simulation_run(sim));
    CLOSE(q_of(ds, 0), 3 / (4 * m) * (2 - sin(2)), 1e-9);
}
END_TEST

/* A torsion spring about a hinge that is wound up by three turns and more:
 * a = rest (1 - cos(w t)), turns counted between events. */
START_TEST(a_hinge_is_wound_up)
{
    const double J = 0.7, rest = 10, stiffness = J * 4, T = 1.2; /* w = 2 rad/s */
    const double q0[7] = {0, 0, 0, 1}, v0[6] = {0}, I[3] = {J, J, J};
    const double origin[3] = {0}, axis[3] = {0, 1, 0};
    zn_relation *r;
    zn_law *law;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", "wheel", 6, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, I));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_joint_new(ctx, "revolute", "hinge", ds, NULL, origin, axis, &r));
    MUST(zn_model_connect(model, "hinge", equality(5), r, ds, NULL, NULL));
    MUST(zn_joint_new(ctx, "axis-turn", "coil", ds, NULL, origin, axis, &r));
    MUST(zn_law_spring(ctx, 1, &stiffness, NULL, &rest, &law));
    MUST(zn_model_connect(model, "coil", law, r, ds, NULL, NULL));
    event_driven(0, 0.05, T);
    accurate();
    MUST(zn_simulation_run(sim));
    CLOSE(v_of(ds, 4), rest * 2 * sin(2 * T), 1e-8);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("springs between events");
    TCase *t = tcase_create("springs");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(t, a_mass_on_a_spring_oscillates);
    tcase_add_test(t, a_wall_is_hit_every_half_period);
    tcase_add_test(t, the_same_as_stiffness_and_damping);
    tcase_add_test(t, a_motor_drives);
    tcase_add_test(t, a_hinge_is_wound_up);
    suite_add_tcase(s, t);
    return test_main(s);
}
