/* test_energy.c - the energy balance: which work goes where, and how well it
 * closes
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/osi_models.h"

static zn_run_info run(const char *osi, const char *options, double h, double T)
{
    zn_run_info r;

    use(osi, options);
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_set_time(sim, 0, h, T));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert(r.energy);
    return r;
}

static const struct {
    const char *name, *options;
} schemes[] = {{"moreau-jean", "theta=0.5"}, {"schatzman-paoli", NULL}};

/* The mass of a pendulum on a slider moves with q, and v' (dM/dt) v / 2 is some
 * J here; the inertia term takes it away. theta = 1/2: order 2. */
START_TEST(a_moving_mass_balances_with_the_square_of_h)
{
    const double q0[2] = {0.1, 0.5}, v0[2] = {1, -2};
    double balance = 0;

    for (double h = 0.01; h > 0.002; h /= 2) {
        zn_run_info r;
        scene_again();
        slider(q0, v0);
        r = run(schemes[_i].name, schemes[_i].options, h, 1);
        if (h < 0.01)
            ck_assert_msg(fabs(balance / r.balance - 4) < 0.6,
                          "h = %g: balance %g after %g", h, r.balance, balance);
        ck_assert_msg(fabs(r.work.gyro) < 8 * h * h, "h = %g: inertia %g", h,
                      r.work.gyro);
        balance = r.balance;
    }
}
END_TEST

/* Across impacts on a moving wall with a mass that moves: order 1. */
START_TEST(a_moving_mass_balances_across_impacts)
{
    const double q0[2] = {0.1, -0.5}, v0[2] = {1, -2};
    double first = 0;

    for (double h = 0.004; h > 0.0001; h /= 4) {
        zn_run_info r;
        scene_again();
        wall(slider(q0, v0), 0.8);
        r = run("moreau-jean", "theta=0.5", h, 3);
        ck_assert_int_ge(r.impacts, 2);
        ck_assert_double_gt(fabs(r.work.contact), 0.02);
        if (!(h < 0.004))
            first = fabs(r.balance);
        /* 3 J/s: what a step that meets an impact leaves at most */
        ck_assert_msg(fabs(r.balance) < 3 * h, "h = %g: balance %g", h,
                      r.balance);
    }
    ck_assert_double_lt(first, 0.05);
}
END_TEST

/* ---- words ---- */

static void weight(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    f[0] = -grav;
}

/* The same fall: a constant force has a potential, of a function of time only
 * its work is known. */
START_TEST(a_constant_force_has_a_potential)
{
    const double q0 = 2, v0 = 0, M = 1, f = -grav;
    static const char *const cls[] = {"lagrangian", "lagrangian-linear"};

    for (int k = 0; k < 4; k++) {
        zn_run_info r;
        zn_ds *ds;
        scene_again();
        MUST(zn_ds_new(ctx, cls[k / 2], "ball", 1, &q0, &v0, &ds));
        MUST(zn_ds_set_constant(ds, "mass", 1, 1, &M));
        if (k % 2)
            MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)weight));
        else
            MUST(zn_ds_set_constant(ds, "f_ext", 1, 1, &f));
        MUST(zn_model_add_ds(model, ds));
        r = run("moreau-jean", NULL, 0.01, 0.5);
        CLOSE(r.kinetic1, grav * grav / 8, 1e-13);
        CLOSE(r.potential0, k % 2 ? 0 : 2 * grav, 1e-15);
        CLOSE(r.potential0 - r.potential1, k % 2 ? 0 : grav * grav / 8, 1e-13);
        CLOSE(r.work.external, k % 2 ? grav * grav / 8 : 0, 1e-13);
        CLOSE(r.balance, 0, 1e-13);
    }
}
END_TEST

/* f_int = K q + C v of the pair */
static void pair_int(double t, unsigned n, double *q, double *v, double *f,
                     unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    f[0] = 4 * q[0] - q[1] + 0.2 * v[0];
    f[1] = -q[0] + 3 * q[1] + 0.1 * v[1];
}

/* Jacobians that are constants say what is a spring and what is a damper, as the
 * linear class does; functions of them say nothing. */
START_TEST(constant_jacobians_tell_springs_from_dampers)
{
    zn_run_info linear, constant, unknown;
    zn_ds *ds;

    pair(true);
    linear = run("moreau-jean", NULL, 0.01, 2);
    ck_assert_double_lt(linear.work.damping, -0.01);
    ck_assert_double_eq(linear.work.internal, 0);
    for (int k = 0; k < 2; k++) {
        scene_again();
        MUST(zn_ds_new(ctx, "lagrangian", "pair", 2, pair_q0, pair_v0, &ds));
        MUST(zn_ds_set_constant(ds, "mass", 2, 2, pair_M));
        MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)pair_f_ext));
        MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)pair_int));
        if (!k) {
            MUST(zn_ds_set_constant(ds, "jac_f_int_q", 2, 2, pair_K));
            MUST(zn_ds_set_constant(ds, "jac_f_int_v", 2, 2, pair_C));
        }
        MUST(zn_model_add_ds(model, ds));
        *(k ? &unknown : &constant) = run("moreau-jean", NULL, 0.01, 2);
    }
    CLOSE(constant.potential0, linear.potential0, 1e-14);
    CLOSE(constant.potential1, linear.potential1, 1e-9);
    CLOSE(constant.work.damping, linear.work.damping, 1e-9);
    CLOSE(constant.work.internal, 0, 1e-12);
    ck_assert_double_eq(unknown.potential1, 0);
    ck_assert_double_eq(unknown.work.damping, 0);
    CLOSE(unknown.work.internal,
          linear.work.damping + linear.potential0 - linear.potential1, 1e-9);
    CLOSE(unknown.balance, 0, 1e-12);
}
END_TEST

/* A stiffness that is not symmetric has no potential: its work round a circle is
 * not zero. */
START_TEST(a_circulatory_force_has_no_potential)
{
    const double M[] = {1, 0, 0, 1}, K[] = {0, 2, -2, 0};
    const double q0[] = {1, 0}, v0[] = {0, 0};
    zn_run_info r;

    linear_system("whirl", 2, M, NULL, K, q0, v0, NULL);
    r = run("moreau-jean", NULL, 0.01, 2);
    CLOSE(r.potential1, 0, 1e-12);
    ck_assert_double_gt(fabs(r.work.internal), 1);
    ck_assert_double_eq(r.work.damping, 0);
    CLOSE(r.balance, 0, 1e-12);
}
END_TEST

/* Two balls fall on one another and on the floor. Then one of them goes, a third comes, a mass
 * changes: the balance is that of what is there. */
START_TEST(what_comes_and_goes_has_its_energy_with_it)
{
    static const char *const kind[] = {"time-stepping", "event-driven"};
    const double up = 1, apart[2] = {1, -1}, heavy = 3, weight = -3 * grav;
    const bool goes = _i & 2, comes = _i & 4, changes = _i & 8;
    zn_ds *a = point_mass("a", 1, 1, 0, -grav), *b = point_mass("b", 1, 0.5, 0, -grav);
    zn_run_info r;

    join("floor", newton(0.5), 1, 1, &up, NULL, b, NULL);
    join("between", newton(0.5), 1, 2, apart, NULL, a, b);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, kind[_i % 2], &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_set_time(sim, 0, 0.01, 2));
    MUST(zn_simulation_advance_to(sim, 0.4));
    zn_model_reopen(model);
    if (goes) {
        MUST(zn_model_remove_ds(model, b));
        join("floor of a", newton(0.2), 1, 1, &up, NULL, a, NULL);
    }
    if (comes)
        join("floor of c", newton(0.2), 1, 1, &up, NULL,
             point_mass("c", 2, 3, -1, -2 * grav), NULL);
    if (changes) {
        MUST(zn_ds_set_constant(a, "mass", 1, 1, &heavy));
        MUST(zn_ds_set_constant(a, "f_ext", 1, 1, &weight));
    }
    MUST(zn_model_seal(model));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert(r.energy);
    ck_assert_double_lt(r.work.contact, -5);
    CLOSE(r.balance, 0, 1e-11);
}
END_TEST

/* Back at a snapshot one of two balls in flight goes: it takes the energy that it has there. */
START_TEST(what_goes_after_a_snapshot_has_its_energy_with_it)
{
    zn_ds *gone = point_mass("gone", 2, 1, 0, -2 * grav);
    zn_snapshot *there;
    zn_run_info r;

    point_mass("stays", 1, 1, 0, -grav);
    simulate("moreau-jean", "theta=0.5", 0, 0.01, 1);
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_advance_to(sim, 0.1));
    MUST(zn_snapshot_new(sim, &there));
    MUST(zn_snapshot_take(there));
    MUST(zn_simulation_advance_to(sim, 0.3));
    MUST(zn_snapshot_restore(there));
    zn_snapshot_free(there);
    zn_model_reopen(model);
    MUST(zn_model_remove_ds(model, gone));
    MUST(zn_model_seal(model));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    CLOSE(r.balance, 0, 1e-12);
}
END_TEST

/* Switched on in mid-run, off and on again, across the impacts of a ball: the balance is that of
 * what came since. */
START_TEST(the_balance_begins_where_it_is_asked_for)
{
    const double up = 1;
    zn_ds *ball = point_mass("ball", 2, 1, 0, -2 * grav);
    zn_run_info r;

    join("floor", newton(0.8), 1, 1, &up, NULL, ball, NULL);
    simulate("moreau-jean", "theta=0.5", 0, 0.01, 2);
    MUST(zn_simulation_advance_to(sim, 0.3));
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_advance_to(sim, 0.7));
    zn_simulation_run_info(sim, &r);
    ck_assert_double_lt(r.work.contact, -1);
    CLOSE(r.balance, 0, 1e-12);
    MUST(zn_simulation_set(sim, "energy", "no"));
    MUST(zn_simulation_advance_to(sim, 1.1));
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert_double_lt(r.work.contact, -1);
    CLOSE(r.balance, 0, 1e-12);
}
END_TEST

/* ---- energies that cannot be told ------------------------------------------------- */

static long until; /* calls of the mass before one fails; 0: none does */
static int warnings;

static void frail_mass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n, (void)q, (void)nz, (void)z;
    M[0] = 2;
    if (until > 0 && --until == 0)
        zn_raise("no mass today");
}

static void count_warnings(void *user, zn_log_level level, const char *line)
{
    (void)user;
    warnings += level == ZN_LOG_WARN && strstr(line, "no mass today") && strstr(line, "t = 0.1 s") &&
                strstr(line, "the balance of energy begins again");
}

/* One call in a step fails. Either the step does, and is made again, or it was made, but what the energy is
 * after it is not known: nobody needs that unless a system goes there. Then what is balanced is what comes
 * after, and somebody was told. */
START_TEST(a_balance_that_begins_again_says_so)
{
    const double weight = -2 * grav;
    int told = 0, again = 0;

    for (long k = 1;; k++) {
        zn_ds *gone, *frail;
        zn_run_info r;
        zn_status st;

        scene_again();
        gone = point_mass("gone", 1, 1, 0, -grav);
        MUST(zn_ds_new(ctx, "lagrangian", "frail", 1, (double[]){1}, (double[]){0}, &frail));
        MUST(zn_ds_set_function(frail, "mass", (zn_fn *)frail_mass));
        MUST(zn_ds_set_constant(frail, "f_ext", 1, 1, &weight));
        MUST(zn_model_add_ds(model, frail));
        simulate("moreau-jean", "theta=0.5", 0, 0.05, 1);
        MUST(zn_simulation_set(sim, "energy", "yes"));
        zn_ctx_set_log(ctx, ZN_LOG_WARN, count_warnings, NULL);
        MUST(zn_simulation_step(sim));
        warnings = 0;
        until = k;
        st = zn_simulation_step(sim);
        if (until > 0) { /* all calls of the step are over */
            until = 0;
            break;
        }
        if (st) {
            again++;
            MUST(zn_simulation_step(sim));
        } else
            told++;
        ck_assert_int_eq(warnings, st == ZN_OK);
        zn_model_reopen(model);
        MUST(zn_model_remove_ds(model, gone));
        MUST(zn_model_seal(model));
        MUST(zn_simulation_run(sim));
        zn_simulation_run_info(sim, &r);
        ck_assert(r.energy);
        CLOSE(r.balance, 0, 1e-12);
    }
    ck_assert_int_gt(told, 0);
    ck_assert_int_gt(again, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("energy");
    TCase *tc = tcase_create("balance");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, a_moving_mass_balances_with_the_square_of_h, 0, 2);
    tcase_add_test(tc, a_moving_mass_balances_across_impacts);
    tcase_add_test(tc, a_constant_force_has_a_potential);
    tcase_add_test(tc, constant_jacobians_tell_springs_from_dampers);
    tcase_add_test(tc, a_circulatory_force_has_no_potential);
    tcase_add_loop_test(tc, what_comes_and_goes_has_its_energy_with_it, 0, 16);
    tcase_add_test(tc, what_goes_after_a_snapshot_has_its_energy_with_it);
    tcase_add_test(tc, the_balance_begins_where_it_is_asked_for);
    tcase_add_test(tc, a_balance_that_begins_again_says_so);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
