/* test_event_linear.c - motion under forces that are linear in the state, from event to event: beside a
 * formula of order 8 with tighter tolerances, in closed form, and where it is not such
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/events.h"

static void set(const char *option, const char *value)
{
    MUST(zn_simulation_set(sim, option, value));
}

/* The steps of the integrator to the end. */
static zn_index run(void)
{
    zn_index n = 0;

    MUST(zn_simulation_init(sim));
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        n += zn_simulation_step_info(sim)->substeps;
    }
    return n;
}

/* On the second of two masses; smooth, or with a kink four times in a second. */
static void wave(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)nz, (void)z;
    for (unsigned i = 0; i < n; i++)
        f[i] = i == 1 ? 6 * cos(5 * t) : 0;
}

static void tooth(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)nz, (void)z;
    for (unsigned i = 0; i < n; i++)
        f[i] = i == 1 ? 50 * fabs(fmod(2 * t, 1) - 0.5) : 0;
}

/* Two masses on springs with damping that is not proportional; the first strikes a wall, the second a stop,
 * and `hold` (N) presses the first one to its wall. */
static zn_ds *two_masses(void (*force)(double, unsigned, double *, unsigned,
                                       double *))
{
    const double M[4] = {1, 0.2, 0.2, 2}, D[4] = {0.1, -0.02, -0.02, 0.05};
    const double K[4] = {60, -25, -25, 40}, q0[2] = {0.1, 0.2}, v0[2] = {-1, 0};
    const double first[2] = {1, 0}, second[2] = {0, -1}, wall = 0.05,
                 stop = 0.5;
    zn_ds *ds = linear_system("masses", 2, M, D, K, q0, v0, NULL);

    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)force));
    join("wall", newton(0.7), 1, 2, first, &wall, ds, NULL);
    join("stop", newton(0.9), 1, 2, second, &stop, ds, NULL);
    return ds;
}

START_TEST(two_masses_strike_when_the_formula_of_order_8_says)
{
    static told fine;
    void (*const force)(double, unsigned, double *, unsigned, double *) =
        _i ? tooth : wave;
    zn_ds *ds = two_masses(force);
    double q[2];
    zn_index most;

    event_driven(0, 0.1, 4);
    set("ode", "dormand-prince-853");
    set("rtol", "1e-14");
    set("atol", "1e-15");
    most = run();
    fine = events;
    q[0] = q_of(ds, 0);
    q[1] = q_of(ds, 1);
    scene_again();
    ds = two_masses(force);
    event_driven(0, 0.1, 4);
    ck_assert_int_lt(run(), most / 3);
    ck_assert_int_gt(events.n, 5);
    ck_assert_int_eq(events.n, fine.n);
    for (int i = 0; i < fine.n; i++) {
        ck_assert_int_eq(events.at[i].what, fine.at[i].what);
        /* the default tolerance is 1e-12, and impacts make ten of it at the most */
        CLOSE(events.at[i].t, fine.at[i].t, 1e-10);
    }
    CLOSE(q_of(ds, 0), q[0], 1e-10);
    CLOSE(q_of(ds, 1), q[1], 1e-10);
}
END_TEST

/* A force that is turned round at times: q'' = -k q + f, f = 1 for 0.13 s, then -1 for 0.13 s, ..., in closed form */
enum { HALF_WAVES = 16 };
static const double half_wave = 0.13;

static void square(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = (long)floor(t / half_wave) % 2 ? -1 : 1;
}

START_TEST(a_force_that_is_turned_round_is_seen_each_time)
{
    for (int k = 0; k < 20; k++) {
        const double m = 1, w = 0.2 + 0.1 * k, K = w * w, q0 = 0.3, v0 = -0.1;
        const double T = HALF_WAVES * half_wave;
        double q = q0, v = v0;
        zn_ds *ds = linear_system("mass", 1, &m, NULL, &K, &q0, &v0, NULL);

        MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)square));
        event_driven(0, T / 20, T);
        run();
        for (int i = 0; i < HALF_WAVES; i++) {
            const double c = (i % 2 ? -1 : 1) / K, x = q - c;
            q = c + x * cos(w * half_wave) + v / w * sin(w * half_wave);
            v = v * cos(w * half_wave) - x * w * sin(w * half_wave);
        }
        CLOSE(q_of(ds, 0), q, 1e-10);
        CLOSE(v_of(ds, 0), v, 1e-10);
        scene_again();
    }
}
END_TEST

/* What acts, stores and is lost in four seconds comes to nothing. */
START_TEST(the_energy_balance_closes)
{
    zn_run_info info;

    two_masses(_i ? tooth : wave);
    event_driven(0, 0.1, 4);
    set("energy", "yes");
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &info);
    ck_assert_double_lt(info.work.contact, -0.1);
    CLOSE(info.balance, 0, 1e-10);
}
END_TEST

/* m q'' + k q = -p + F t: pressed to a floor at 0 until F t = p, then q = F/k (s - sin(w s)/w), s = t - p/F */
static void grows(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = -2 + 4 * t;
}

START_TEST(a_mass_that_is_lifted_goes_on_as_an_oscillator)
{
    const double m = 2, k = 18, q0 = 0, v0 = 0, one = 1, w = 3;
    zn_ds *ds = linear_system("mass", 1, &m, NULL, &k, &q0, &v0, NULL);

    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)grows));
    join("floor", newton(0.5), 1, 1, &one, NULL, ds, NULL);
    event_driven(0, 0.05, 3);
    MUST(zn_simulation_init(sim));
    while (!zn_simulation_done(sim)) {
        double s;
        MUST(zn_simulation_step(sim));
        s = fmax(0, zn_simulation_time(sim) - 0.5);
        CLOSE(q_of(ds, 0), 4 / k * (s - sin(w * s) / w), 1e-11);
    }
    CLOSE(event_at(ZN_EVENT_OPEN, 0)->t, 0.5, 1e-9);
}
END_TEST

/* Springs whose constant Jacobian is a guess, or none at all: of q + 2 q^3, and of one that acts beyond a threshold. */
static void hardens(double t, unsigned nq, double *q, double *v, double *f,
                    unsigned nz, double *z)
{
    (void)t, (void)nq, (void)v, (void)nz, (void)z;
    f[0] = q[0] + 2 * q[0] * q[0] * q[0];
}

static void beyond(double t, unsigned nq, double *q, double *v, double *f,
                   unsigned nz, double *z)
{
    (void)t, (void)nq, (void)v, (void)nz, (void)z;
    f[0] = q[0] + 30 * fmax(0, q[0] - 0.3);
}

static double stored(bool threshold, double q)
{
    const double more = fmax(0, q - 0.3);

    return q * q / 2 + (threshold ? 15 * more * more : q * q * q * q / 2);
}

START_TEST(a_guess_of_a_constant_jacobian_is_no_force)
{
    const bool threshold = _i % 2;
    const double J = _i / 2, zero = 0, one = 1, q0 = 0, v0 = 1.3, low = 0.4;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", "mass", 1, &q0, &v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &one));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)(threshold ? beyond : hardens)));
    MUST(zn_ds_set_constant(ds, "jac_f_int_q", 1, 1, &J));
    MUST(zn_ds_set_constant(ds, "jac_f_int_v", 1, 1, &zero));
    MUST(zn_model_add_ds(model, ds));
    join("floor", newton(1), 1, 1, &one, &low, ds, NULL);
    event_driven(0, 0.05, 4);
    MUST(zn_simulation_init(sim));
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        CLOSE(stored(threshold, q_of(ds, 0)) + v_of(ds, 0) * v_of(ds, 0) / 2,
              v0 * v0 / 2, 1e-9);
    }
    ck_assert_int_gt(event_count(ZN_EVENT_IMPACT), 0);
}
END_TEST

/* Parameters, velocities, options and matrices that are others from some instant of the grid on: beside the formula of order 8;
 * and with a snapshot, a step under other parameters, and back, to the bit. */
static void driven(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)nz;
    for (unsigned i = 0; i < n; i++)
        f[i] = z[0] * cos((5 + 4 * i) * t) + z[1];
}

static void change(uint64_t *seed, zn_ds *ds, double K[])
{
    static const char *const matrix[] = {"mass", "damping", "stiffness"};
    const int what = (int)between(seed, 0, 8);
    const double a = between(seed, 0.5, 3);
    const double other[4] = {a, 0.1, 0.1, 2 * a};
    double *z = zn_ds_z(ds, NULL);
    char text[32];

    snprintf(text, sizeof text, "%g", what == 3 ? 1e-12 * a : 0.1 * a);
    if (what < 3) {
        zn_model_reopen(model);
        for (int i = 0; i < 4; i++)
            K[i] *= a;
        MUST(zn_ds_set_constant(ds, matrix[what], 2, 2, what < 2 ? other : K));
        MUST(zn_model_seal(model));
    } else if (what < 5) {
        set(what == 3 ? "rtol" : "h_max", text);
    } else if (what == 5) {
        zn_simulation_state_rw(sim)->v[0] += 0.3 * a;
    } else if (what == 6) {
        z[0] = 4 * a - 7;
    }
}

static void look_ahead(zn_ds *ds, zn_snapshot *p)
{
    double *z = zn_ds_z(ds, NULL), kept = z[0];

    MUST(zn_snapshot_take(p));
    z[0] = 99;
    MUST(zn_simulation_step(sim));
    z[0] = kept;
    MUST(zn_snapshot_restore(p));
}

static void change_in_mid_run(uint64_t seed, const char *ode, bool looks,
                              double q[2])
{
    const double M[4] = {1, 0.1, 0.1, 2}, D[4] = {0.2, 0, 0, 0.1};
    const double q0[2] = {0.1, -0.2}, v0[2] = {1, 0}, first[2] = {1, 0};
    const double z[2] = {between(&seed, -5, 5), between(&seed, -3, 3)};
    const double wall = 0.35, h = between(&seed, 0.02, 0.2);
    double K[4] = {30, -5, -5, 20};
    zn_snapshot *p = NULL;
    zn_ds *ds;

    scene_again();
    ds = linear_system("masses", 2, M, D, K, q0, v0, NULL);
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)driven));
    MUST(zn_ds_set_z(ds, 2, z));
    join("wall", newton(0.6), 1, 2, first, &wall, ds, NULL);
    event_driven(0, h, 30 * h);
    set("ode", ode);
    MUST(zn_simulation_init(sim));
    MUST(zn_snapshot_new(sim, &p));
    for (int k = 1; !zn_simulation_done(sim); k++) {
        if (looks && k % 3 == 0)
            look_ahead(ds, p);
        change(&seed, ds, K);
        while (zn_simulation_time(sim) < (k - 0.5) * h)
            MUST(zn_simulation_step(sim));
    }
    zn_snapshot_free(p);
    q[0] = q_of(ds, 0);
    q[1] = q_of(ds, 1);
}

START_TEST(what_changes_in_mid_run_counts_from_there_on)
{
    for (uint64_t seed = 1; seed <= 100; seed++) {
        double q[3][2];
        change_in_mid_run(seed, "dormand-prince-853", false, q[0]);
        change_in_mid_run(seed, "auto", false, q[1]);
        change_in_mid_run(seed, "auto", true, q[2]);
        for (int i = 0; i < 2; i++) {
            CLOSE(q[1][i], q[0][i], 1e-9);
            ck_assert(q[2][i] == q[1][i]);
        }
    }
}
END_TEST

/* Between two walls, some ten of whose impacts fall between two kinks of the force: 1069 calls where each flight looked
 * for its own, 837 where each asked for the force up to them. */
static long asked, broken;

static void counted_tooth(double t, unsigned n, double *f, unsigned nz,
                          double *z)
{
    (void)n, (void)nz, (void)z;
    if (++asked == broken)
        zn_raise("the force is not known this time");
    f[0] = 2 * fabs(fmod(t, 1) - 0.5);
}

static zn_ds *between_walls(double end)
{
    const double M = 1, K = 1, q0 = 0.05, v0 = 1, left = 1, right = -1,
                 wide = 0.1;
    zn_ds *ds = linear_system("mass", 1, &M, NULL, &K, &q0, &v0, NULL);

    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)counted_tooth));
    join("left", newton(1), 1, 1, &left, NULL, ds, NULL);
    join("right", newton(1), 1, 1, &right, &wide, ds, NULL);
    event_driven(0, 0.2, end);
    asked = broken = 0;
    return ds;
}

START_TEST(kinks_of_time_are_looked_for_once_whatever_strikes)
{
    between_walls(4);
    run();
    ck_assert_msg(asked < 760, "%ld calls", asked);
}
END_TEST

/* Whichever call fails, the step that it was of is made again with the same bits. */
START_TEST(a_step_that_fails_is_made_again_with_the_same_bits)
{
    double q[2], v[2];
    long all = 1;

    for (long k = 0; k <= all; k++) {
        zn_ds *ds;
        int failed = 0;
        scene_again();
        ds = between_walls(8);
        MUST(zn_simulation_init(sim));
        broken = k ? asked + k : 0;
        while (!zn_simulation_done(sim))
            failed += zn_simulation_step(sim) != ZN_OK;
        ck_assert_int_eq(failed, k > 0);
        q[k > 0] = q_of(ds, 0);
        v[k > 0] = v_of(ds, 0);
        ck_assert_msg(k == 0 || (q[1] == q[0] && v[1] == v[0]), "call %ld", k);
        all = k ? all : asked - 1;
    }
}
END_TEST

START_TEST(a_class_that_is_named_says_what_it_cannot)
{
    const double m = 1, q0 = 0, v0 = 0, f = -1, one = 1;

    join("floor", newton(0.5), 1, 1, &one, NULL,
         linear_system("mass", 1, &m, NULL, NULL, &q0, &v0, &f), NULL);
    event_driven(0, 0.1, 1);
    set("ode", "linear");
    REFUSED(zn_simulation_run(sim), ZN_ENOTSUP, "y' = A y + b(t) only");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: linear forces");
    TCase *t = tcase_create("all");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_loop_test(t, two_masses_strike_when_the_formula_of_order_8_says,
                        0, 2);
    tcase_add_loop_test(t, the_energy_balance_closes, 0, 2);
    tcase_add_test(t, a_force_that_is_turned_round_is_seen_each_time);
    tcase_add_test(t, a_mass_that_is_lifted_goes_on_as_an_oscillator);
    tcase_add_loop_test(t, a_guess_of_a_constant_jacobian_is_no_force, 0, 4);
    tcase_add_test(t, kinks_of_time_are_looked_for_once_whatever_strikes);
    tcase_add_test(t, a_step_that_fails_is_made_again_with_the_same_bits);
    tcase_add_test(t, what_changes_in_mid_run_counts_from_there_on);
    tcase_add_test(t, a_class_that_is_named_says_what_it_cannot);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
