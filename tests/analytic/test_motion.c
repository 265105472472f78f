/* test_motion.c - whole motions against exact solutions, and orders measured
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static const double g = 9.81;

/* ---- the bouncing ball: impact times and their accumulation ------------- */

/* Dropped from rest at height 1, restitution e: impact i at
 * t_1 + 2 t_1 (e + ... + e^(i-1)), t_1 = sqrt(2/g), at rest from
 * t_1 (1 + e)/(1 - e). */
START_TEST(bouncing_ball_impacts_and_comes_to_rest_in_time)
{
    const double e = 0.5, h = 1e-4, one = 1, t1 = sqrt(2 / g);
    const double rest = t1 * (1 + e) / (1 - e);
    zn_ds *ball = point_mass("ball", 1, 1, 0, -g);
    zn_interaction *floor;
    double next = t1, factor = e, speed = g * t1, last = 0;
    int impacts = 0;

    floor = join("floor", newton(e), 1, 1, &one, NULL, ball, NULL);
    simulate("moreau-jean", NULL, 0, h, 2);
    while (goes_on()) {
        const double p = zn_simulation_lambda(sim, floor, 1)[0];
        const double t = zn_simulation_time(sim);
        ck_assert(p >= 0);
        if (last == 0 && p > 0 && impacts < 6) {
            /* each impact is caught within two steps of its instant, and each
             * carries that shift on to the later ones */
            ck_assert_msg(fabs(t - next) < 2 * (impacts + 1) * h,
                          "impact %d at %.6f, exact %.6f", impacts, t, next);
            CLOSE(p, (1 + e) * speed, 20 * h);
            next += 2 * t1 * factor;
            factor *= e;
            speed *= e;
            impacts++;
        }
        last = p;
        if (t > rest + 100 * h) {
            ck_assert_msg(fabs(q_of(ball, 0)) < g * h * rest,
                          "at rest from %.4f, but q = %g at %.4f", rest,
                          q_of(ball, 0), t);
            ck_assert(fabs(v_of(ball, 0)) <= g * h);
        }
    }
    ck_assert_int_eq(impacts, 6);
}
END_TEST

/* At rest on the floor the impulse of a step is the weight times h. */
START_TEST(resting_contact_carries_the_weight)
{
    const double one = 1, h = 1e-3;
    zn_ds *ball = point_mass("ball", 3, 0, 0, -3 * g);
    zn_interaction *a = join("floor", newton(.7), 1, 1, &one, NULL, ball, NULL);

    simulate("moreau-jean", NULL, 0, h, 1);
    for (int k = 0; k < 1000; k++) {
        MUST(zn_simulation_step(sim));
        CLOSE(zn_simulation_lambda(sim, a, 1)[0], 3 * g * h, 1e-13);
        ck_assert(q_of(ball, 0) == 0);
    }
}
END_TEST

/* ---- orders ------------------------------------------------------------ */

/* Error at T of m q'' + c q' + k q = f cos(w t), from the exact solution. */
static double oscillator_error(const char *options, double h);

static const double om = 3, zeta = 0.1; /* q'' + 2 zeta om q' + om^2 q = 0 */

static double oscillator_error(const char *options, double h)
{
    const double M = 1, C = 2 * zeta * om, K = om * om, q0 = 1, v0 = .5;
    const double T = 2, wd = om * sqrt(1 - zeta * zeta);
    const double B = (v0 + zeta * om * q0) / wd;
    const double exact =
        exp(-zeta * om * T) * (q0 * cos(wd * T) + B * sin(wd * T));
    zn_ds *ds;
    double err;

    scene_setup();
    ds = linear_system("s", 1, &M, &C, &K, &q0, &v0, NULL);
    simulate("moreau-jean", options, 0, h, T);
    MUST(zn_simulation_run(sim));
    err = fabs(q_of(ds, 0) - exact);
    scene_teardown();
    return err;
}

static double order(double (*error)(const char *, double), const char *options,
                    double h)
{
    return log2(error(options, h) / error(options, h / 2));
}

START_TEST(smooth_orders_of_theta)
{
    CLOSE(order(oscillator_error, "theta=0.5", 1e-3), 2, 0.01);
    CLOSE(order(oscillator_error, "theta=0", 1e-3), 1, 0.02);
    CLOSE(order(oscillator_error, "theta=1", 1e-3), 1, 0.02);
}
END_TEST

/* A pendulum's energy has no closed-form motion; the exact end point comes from
 * the classical Runge-Kutta method with a tiny step. */
static void pendulum_rhs(double q, double v, double *dq, double *dv)
{
    /* (1 + q^2) v' + q v^2 = -sin q: a bead with a mass that depends on q */
    *dq = v;
    *dv = (-sin(q) - q * v * v) / (1 + q * q);
}

static double runge_kutta(double q, double v, double T)
{
    const int n = 20000;
    const double h = T / n;

    for (int k = 0; k < n; k++) {
        double q1, v1, q2, v2, q3, v3, q4, v4;
        pendulum_rhs(q, v, &q1, &v1);
        pendulum_rhs(q + h / 2 * q1, v + h / 2 * v1, &q2, &v2);
        pendulum_rhs(q + h / 2 * q2, v + h / 2 * v2, &q3, &v3);
        pendulum_rhs(q + h * q3, v + h * v3, &q4, &v4);
        q += h / 6 * (q1 + 2 * q2 + 2 * q3 + q4);
        v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    }
    return q;
}

static void bead_mass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    M[0] = 1 + q[0] * q[0];
}

static void bead_gyr(unsigned n, double *q, double *v, double *N, unsigned nz,
                     double *z)
{
    (void)n, (void)nz, (void)z;
    N[0] = q[0] * v[0] * v[0];
}

static void bead_int(double t, unsigned n, double *q, double *v, double *f,
                     unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = sin(q[0]);
}

static double bead_error(const char *options, double h)
{
    const double q0 = 1, v0 = .5, T = 2;
    zn_ds *ds;
    double err;

    scene_setup();
    MUST(zn_ds_new(ctx, "lagrangian", "bead", 1, &q0, &v0, &ds));
    MUST(zn_ds_set_function(ds, "mass", (zn_fn *)bead_mass));
    MUST(zn_ds_set_function(ds, "f_gyr", (zn_fn *)bead_gyr));
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)bead_int));
    MUST(zn_model_add_ds(model, ds));
    simulate("moreau-jean", options, 0, h, T);
    MUST(zn_simulation_run(sim));
    err = fabs(q_of(ds, 0) - runge_kutta(q0, v0, T));
    scene_teardown();
    return err;
}

START_TEST(smooth_orders_with_a_moving_mass)
{
    CLOSE(order(bead_error, "theta=0.5 gamma_mass=0.5", 5e-3), 2, 0.02);
    CLOSE(order(bead_error, "theta=0.5 gamma_mass=0", 5e-3), 1, 0.05);
    CLOSE(order(bead_error, "theta=1", 5e-3), 1, 0.05);
}
END_TEST

/* ---- an oscillator that hits a stop ------------------------------------- */

/* q'' + om^2 q = 0 above the stop q >= -s, restitution e. Exact flights; impact
 * instants by bisection. */
typedef struct flight {
    double t, q, v;
} flight;

static double exact_q(const flight *f, double t)
{
    return f->q * cos(om * (t - f->t)) + f->v / om * sin(om * (t - f->t));
}

static double exact_v(const flight *f, double t)
{
    return -om * f->q * sin(om * (t - f->t)) + f->v * cos(om * (t - f->t));
}

static const double stop = 0.3, rest_e = 0.8;

/* The next flight if it begins before t. */
static bool next_flight(flight *f, double t)
{
    const double dt = 1e-3;

    for (double a = f->t + dt; a < t; a += dt) {
        double lo = a, hi = a + dt;
        if (exact_q(f, hi) > -stop)
            continue;
        for (int k = 0; k < 60; k++) {
            const double mid = (lo + hi) / 2;
            if (exact_q(f, mid) > -stop)
                lo = mid;
            else
                hi = mid;
        }
        if (hi > t)
            return false;
        *f = (flight){hi, -stop, -rest_e * exact_v(f, hi)};
        return true;
    }
    return false;
}

static double impact_error(const char *options, double h)
{
    const double M = 1, K = om * om, q0 = 1, v0 = 0, one = 1, T = 3;
    flight f = {0, q0, v0};
    double sum = 0;
    zn_ds *ds;

    scene_setup();
    ds = linear_system("s", 1, &M, NULL, &K, &q0, &v0, NULL);
    join("stop", newton(rest_e), 1, 1, &one, (double[]){stop}, ds, NULL);
    simulate("moreau-jean", options, 0, h, T);
    MUST(zn_simulation_init(sim));
    while (goes_on()) {
        const double t = zn_simulation_time(sim);
        while (next_flight(&f, t))
            ;
        sum += h * (fabs(q_of(ds, 0) - exact_q(&f, t)) +
                    fabs(v_of(ds, 0) - exact_v(&f, t)));
    }
    scene_teardown();
    return sum;
}

/* Slope of log error against log h over five halvings: single pairs scatter,
 * since where in its step an impact falls is chance. */
static double slope(double (*error)(const char *, double), const char *options,
                    double h)
{
    enum { N = 6 };
    double sx = 0, sy = 0, sxx = 0, sxy = 0;

    for (int k = 0; k < N; k++, h /= 2) {
        const double x = log(h), y = log(error(options, h));
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return (N * sxy - sx * sy) / (N * sxx - sx * sx);
}

START_TEST(order_one_across_impacts)
{
    const char *const options[] = {"theta=0", "theta=0.5", "theta=1"};

    for (int i = 0; i < 3; i++) {
        const double s = slope(impact_error, options[i], 4e-3);
        ck_assert_msg(s > 0.85 && s < 1.35, "%s: slope %.3f", options[i], s);
    }
}
END_TEST

/* ---- energy ------------------------------------------------------------ */

static double random_unit(unsigned long *seed)
{
    *seed = *seed * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

/* Beads that hit each other on a line without forces: kinetic energy never
 * grows, momentum changes only by the walls, and at every step
 * 0 <= w _|_ lambda >= 0. */
static void check_collisions(unsigned long seed, double e)
{
    enum { N = 8 };
    const double pair[2] = {-1, 1}, left = 1, right = -1;
    zn_ds *bead[N];
    zn_interaction *a[N + 1];
    zn_law *law = newton(e);
    double m[N], energy = 0;

    for (int i = 0; i < N; i++) {
        char name[16];
        const double v0 = 4 * random_unit(&seed) - 2;
        m[i] = .2 + 3 * random_unit(&seed);
        snprintf(name, sizeof name, "b%d", i);
        bead[i] = point_mass(name, m[i], 1.1 * i, v0, 0);
        energy += m[i] * v0 * v0 / 2;
    }
    a[0] = join("left", law, 1, 1, &left, (double[]){.5}, bead[0], NULL);
    a[N] = join("right", law, 1, 1, &right, (double[]){1.1 * N}, bead[N - 1],
                NULL);
    for (int i = 1; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "c%d", i);
        a[i] =
            join(name, law, 1, 2, pair, (double[]){-1}, bead[i - 1], bead[i]);
    }
    simulate("moreau-jean", NULL, 0, 1e-2, 20);
    MUST(zn_simulation_init(sim));
    while (goes_on()) {
        const zn_one_step *p = zn_simulation_one_step(sim);
        double now = 0;
        for (int i = 0; i < N; i++)
            now += m[i] * v_of(bead[i], 0) * v_of(bead[i], 0) / 2;
        ck_assert_msg(now <= energy * (1 + 1e-12),
                      "t = %g: energy %.17g after %.17g",
                      zn_simulation_time(sim), now, energy);
        energy = now;
        for (int i = 0; i <= N; i++)
            ck_assert(zn_simulation_lambda(sim, a[i], 1)[0] >= 0);
        if (!zn_simulation_step_info(sim)->active)
            continue;
        ck_assert_int_eq(p->n, zn_simulation_step_info(sim)->rows);
        for (int i = 0, row = 0; i <= N; i++) {
            /* places of interactions: left, right, 1, 2, ... */
            const int k = i == 0 ? 0 : i == 1 ? N : i - 1;
            double w, z;
            if (!zn_simulation_active(sim, a[k]))
                continue;
            w = p->q[row];
            for (int j = 0, col = 0; j <= N; j++) {
                const int l = j == 0 ? 0 : j == 1 ? N : j - 1;
                if (zn_simulation_active(sim, a[l]))
                    w += zn_matrix_get(p->M, row, col++) *
                         zn_simulation_lambda(sim, a[l], 1)[0];
            }
            z = zn_simulation_lambda(sim, a[k], 1)[0];
            ck_assert_msg(fabs(fmin(w, z)) < 1e-11,
                          "t = %g: w = %g, lambda = %g",
                          zn_simulation_time(sim), w, z);
            row++;
        }
    }
    if (e == 1)
        ck_assert_msg(energy > 0, "energy is gone");
}

START_TEST(impacts_never_create_energy)
{
    const double e[] = {0, .3, .7, 1};

    for (unsigned long seed = 1; seed <= 5; seed++)
        for (int i = 0; i < 4; i++) {
            scene_setup();
            check_collisions(seed, e[i]);
            scene_teardown();
        }
}
END_TEST

/* theta = 1/2, constant mass: the balance of the report closes to rounding with
 * springs, damping, a force and impacts. */
START_TEST(energy_balance_closes)
{
    const double M[4] = {2, .3, .3, 1}, K[4] = {40, -10, -10, 30};
    const double C[4] = {.2, 0, 0, .1}, f[2] = {1, -g}, H[2] = {.3, 1};
    const double q0[2] = {.5, 1}, v0[2] = {0, 0};
    zn_run_info r;
    zn_ds *ds = linear_system("s", 2, M, C, K, q0, v0, f);

    join("floor", newton(.6), 1, 2, H, NULL, ds, NULL);
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, 5);
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &r);
    ck_assert(r.energy);
    ck_assert_int_gt(r.impacts, 3);
    ck_assert(r.work.contact < -.1);
    ck_assert(r.work.damping < -.01);
    ck_assert_msg(fabs(r.balance) < 1e-11, "balance %g", r.balance);
    CLOSE(r.kinetic0, 0, 0);
    CLOSE(r.potential0, (40 * .25 - 2 * 10 * .5 + 30) / 2 - .5 + g, 1e-15);
}
END_TEST

/* theta = 1: what the scheme takes away halves with h. */
START_TEST(energy_balance_shows_numerical_damping)
{
    double balance[2];

    for (int k = 0; k < 2; k++) {
        const double M = 1, K = 9, q0 = 1, v0 = 0;
        zn_run_info r;
        linear_system("s", 1, &M, NULL, &K, &q0, &v0, NULL);
        simulate("moreau-jean", "theta=1", 0, 1e-3 / (1 + k), 1);
        MUST(zn_simulation_set(sim, "energy", "yes"));
        MUST(zn_simulation_run(sim));
        zn_simulation_run_info(sim, &r);
        balance[k] = r.balance;
        scene_teardown();
        scene_setup();
    }
    ck_assert(balance[0] < 0);
    CLOSE(balance[0] / balance[1], 2, 0.01);
}
END_TEST

/* ---- prescribed velocities ----------------------------------------------- */

/* A mass driven at constant speed against spring and gravity: the drive's
 * impulse is what the motion needs, smooth forces included. */
START_TEST(reaction_of_a_prescribed_velocity)
{
    const double M = 2, K = 50, q0 = 0, v0 = .3, f = -2 * g, h = 1e-3;
    const double speed = .3;
    const zn_index component = 0;
    zn_ds *ds = linear_system("s", 1, &M, NULL, &K, &q0, &v0, &f);

    MUST(zn_ds_prescribe(ds, 1, &component, &speed));
    simulate("moreau-jean", "theta=0.5", 0, h, 1);
    for (int k = 0; k < 1000; k++) {
        const double mid = speed * h * (k + .5);
        MUST(zn_simulation_step(sim));
        CLOSE(q_of(ds, 0), speed * h * (k + 1), 1e-13);
        CLOSE(zn_simulation_bc(sim, ds)[0], h * (K * mid + 2 * g), 1e-13);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("motions");
    TCase *scene = tcase_create("in a scene"), *own = tcase_create("orders");

    tcase_add_checked_fixture(scene, scene_setup, scene_teardown);
    tcase_set_timeout(scene, 60);
    tcase_add_test(scene, bouncing_ball_impacts_and_comes_to_rest_in_time);
    tcase_add_test(scene, resting_contact_carries_the_weight);
    tcase_add_test(scene, energy_balance_closes);
    tcase_add_test(scene, energy_balance_shows_numerical_damping);
    tcase_add_test(scene, reaction_of_a_prescribed_velocity);
    suite_add_tcase(suite, scene);
    tcase_set_timeout(own, 60);
    tcase_add_test(own, smooth_orders_of_theta);
    tcase_add_test(own, smooth_orders_with_a_moving_mass);
    tcase_add_test(own, order_one_across_impacts);
    tcase_add_test(own, impacts_never_create_energy);
    suite_add_tcase(suite, own);
    return test_main(suite);
}
