/* test_d1_minus.c - forces inside the step, impulses at its end: orders on smooth
 * and constrained motion and across impacts, friction, rest, energy, refusals
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/orders_models.h"

static const char *const osi = "d1-minus";
static const char *const level[] = {"level=acceleration", "level=velocity"};

/* ---- the smooth part ---- */

START_TEST(one_step_by_hand)
{
    /* 2 v' = -8 q + 3, h = 1/2, q = 1, v = -1:
     *   a = -5/2, q1 = 1 - 1/2 - 5/16 = 3/16, a1 = 3/4, v1 = -1 + (a + a1)/4 */
    const double M = 2, K = 8, f = 3, q0 = 1, v0 = -1;
    zn_ds *ds = linear_system("s", 1, &M, NULL, &K, &q0, &v0, &f);

    simulate(osi, level[_i], 0, 0.5, 0.5);
    steps(1);
    ck_assert_double_eq(q_of(ds, 0), 3.0 / 16);
    ck_assert_double_eq(v_of(ds, 0), -23.0 / 16);
}
END_TEST

START_TEST(smooth_motion_is_of_order_two)
{
    slider_is_of_order_two(osi, level[_i], 0.01, 0.1);
}
END_TEST

/* ---- motion on a constraint ---- */

START_TEST(motion_on_a_constraint_is_of_order_two)
{
    enum { N = 4 };
    double h[N], e[3][N];

    for (int k = 0; k < N; k++) {
        double one[3];
        h[k] = 0.01 / (1 << k);
        bob_errors(osi, level[_i], 2, h[k], one);
        for (int i = 0; i < 3; i++)
            e[i][k] = one[i];
    }
    orders_check("q", 2, 0.2, N, h, e[0]);
    orders_check("v", 2, 0.2, N, h, e[1]);
    orders_check("force", 2, 0.2, N, h, e[2]);
}
END_TEST

/* A bar on a ball joint, released at rest with its centre at the angle 1 from below: after a quarter
 * of its period, K(sin 1/2)/w0 = pi/(2 agm(1, cos 1/2) w0), the centre is at its lowest, with the
 * speed 2 l w0 sin(1/2). Forces on velocities of `instead` have H at q_k + h v_k, which
 * leaves order one. */
static double bar_error(const char *options, double count)
{
    const double m = 2, l = 0.7, g = 9.81, J = 0.3, a0 = 1, tip[3] = {0};
    const double q0[7] = {l * sin(a0), 0, -l * cos(a0), 1}, rest[6] = {0};
    const double I[9] = {0.1, 0, 0, 0, J, 0, 0, 0, 0.5}, f[3] = {0, 0, -m * g};
    const double w0 = sqrt(m * g * l / (J + m * l * l));
    double a = 1, b = cos(a0 / 2), T;
    zn_relation *joint;
    zn_ds *ds;

    for (int k = 0; k < 6; k++) { /* the digits double */
        const double mean = (a + b) / 2;
        b = sqrt(a * b);
        a = mean;
    }
    T = acos(-1) / (2 * a * w0);
    scene_again();
    MUST(zn_ds_new(ctx, "newton-euler", "bar", 6, q0, rest, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, I));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_joint_new(ctx, "spherical", "joint", ds, NULL, tip, NULL, &joint));
    MUST(zn_model_connect(model, "joint", equality(3), joint, ds, NULL, NULL));
    simulate(osi, options, 0, T / count, T);
    MUST(zn_simulation_run(sim));
    return fabs(q_of(ds, 0)) + fabs(fabs(v_of(ds, 0)) - 2 * l * w0 * sin(a0 / 2));
}

START_TEST(a_bar_on_a_joint_is_of_order_two)
{
    const double one = bar_error(level[_i], 100), two = bar_error(level[_i], 200);
    const char *instead = "level=velocity impacts=instead";

    ck_assert_double_le(two, 1e-3);
    CLOSE(log2(one / two), 2, 0.1);
    CLOSE(log2(bar_error(instead, 400) / bar_error(instead, 800)), 1, 0.1);
}
END_TEST

/* ---- impacts ---- */

START_TEST(across_impacts_it_is_of_order_one)
{
    stop_is_of_order_one(osi, level[_i], 0.25);
}
END_TEST

START_TEST(newtons_law_is_exact_for_the_velocity_before)
{
    const double one = 1, h = 0.03;
    zn_ds *ball = point_mass("ball", 3, 1, -1, -3 * grav);
    zn_interaction *a = floor_contact(ball, 1, &one, 0.7);
    double v = -1;

    simulate(osi, level[_i], 0, h, 2);
    while (goes_on()) {
        const double before = v - h * grav;
        const double p = zn_simulation_lambda(sim, a, 1)[0];
        v = v_of(ball, 0);
        if (p > 0) {
            CLOSE(p, -3 * 1.7 * before, 1e-13);
            CLOSE(v, -0.7 * before, 1e-13);
            break;
        }
    }
    ck_assert_double_gt(v, 2);
}
END_TEST

/* A load lies on the floor; a ball falls beside it, and then on it. */
START_TEST(what_rests_takes_no_notice_of_impacts_elsewhere)
{
    const double one = 1, h = 1e-3, over[2] = {-1, 1};
    zn_ds *load = point_mass("load", 3, 0, 0, -3 * grav);
    zn_ds *ball = point_mass("ball", 1, 0.5, 0, -grav);
    zn_interaction *under = floor_contact(load, 1, &one, 0.7);
    zn_interaction *hit;

    join("beside", newton(0.9), 1, 1, &one, NULL, ball, NULL);
    simulate(osi, level[_i], 0, h, 1);
    while (goes_on()) {
        ck_assert_double_eq_tol(q_of(load, 0), 0, 1e-14);
        CLOSE(zn_simulation_lambda(sim, under, 2)[0], 3 * grav, 1e-12);
        ck_assert_double_eq_tol(zn_simulation_lambda(sim, under, 1)[0], 0, 1e-12);
    }

    scene_again();
    load = point_mass("load", 3, 0, 0, -3 * grav);
    ball = point_mass("ball", 1, 0.5, 0, -grav);
    under = floor_contact(load, 1, &one, 0);
    hit = join("hit", newton(0.5), 1, 2, over, NULL, load, ball);
    simulate(osi, level[_i], 0, h, 3);
    MUST(zn_simulation_run(sim));
    /* both at rest: the load carries the ball, the floor both */
    CLOSE(zn_simulation_lambda(sim, hit, 2)[0], grav, 1e-6);
    CLOSE(zn_simulation_lambda(sim, under, 2)[0], 4 * grav, 1e-6);
    /* a step at the speed of the fall; on accelerations it sinks while it bounces
     * in steps */
    ck_assert_double_ge(q_of(ball, 0), _i ? -4e-3 : -1e-2);
}
END_TEST

/* With impacts=instead the step in which the ball hits has no force under the load: it
 * falls by h g, and its restitution throws it up with e times that. */
START_TEST(an_impact_may_take_the_place_of_all_forces)
{
    const double one = 1, h = 1e-3, e = 0.7;
    const char *const options[] = {"level=acceleration impacts=instead",
                                   "level=velocity impacts=instead"};
    zn_ds *load = point_mass("load", 3, 0, 0, -3 * grav);
    zn_ds *ball = point_mass("ball", 1, 0.5, 0, -grav);
    zn_interaction *under = floor_contact(load, 1, &one, e);
    zn_interaction *hit =
        join("beside", newton(0.9), 1, 1, &one, NULL, ball, NULL);
    bool done = false;

    simulate(osi, options[_i], 0, h, 1);
    while (!done) {
        MUST(zn_simulation_step(sim));
        done = zn_simulation_lambda(sim, hit, 1)[0] > 0;
        CLOSE(zn_simulation_lambda(sim, under, 2)[0], done ? 0 : 3 * grav, 1e-12);
    }
    CLOSE(zn_simulation_lambda(sim, under, 1)[0], 3 * (1 + e) * h * grav, 1e-12);
    CLOSE(v_of(load, 0), e * h * grav, 1e-12);
    CLOSE(q_of(load, 0), 0, 1e-14);
    /* the first row that is below the floor, one step late at most: 0.5 = g t^2 / 2 */
    ck_assert_double_eq_tol(zn_simulation_time(sim), sqrt(1 / grav), h);
}
END_TEST

/* With impacts=instead on velocities the forces of the start are those of all contacts that
 * are closed: what approaches, or would fall back within the step, is stopped by its end. */
START_TEST(closed_contacts_are_held_from_the_start)
{
    const double one = 1, h = 1.0 / 128;
    const double u0 = _i ? h * grav / 2 : -1; /* q + h (u0 + 0)/2 */
    zn_ds *ball = point_mass("ball", 2, 0, u0, -2 * grav);

    floor_contact(ball, 1, &one, 0.5);
    simulate(osi, "level=velocity impacts=instead", 0, h, h);
    steps(1);
    CLOSE(q_of(ball, 0), h * u0 / 2, 1e-15);
}
END_TEST

/* Three balls of 1 kg and 0.2 m on each other and a floor, e = 0.3, with gaps of 1, 0.05
 * and 0.08 m: states after 0.6 s of Siconos 4.4.0, D1MinusLinearOSI. */
START_TEST(a_stack_as_another_program_has_it)
{
    const double C[2] = {-1, 1}, one = 1, b = -0.2, h = 5e-4;
    static const char *const options[] = {"level=acceleration impacts=instead",
                                          "level=velocity impacts=instead"};
    static const double q[2][3] = {{-0.000624881101853325, 0.199334641087503, 0.400256622804044},
                                  {-0.000478851517886764, 0.199452369364615, 0.400256622804044}};
    static const double v[2][3] = {{0.000565961538461422, 0.00113192307692284, -0.052235625334499},
                                  {0.0, 0.0, -0.052235625334499}};
    zn_ds *ball[3];

    for (int i = 0; i < 3; i++) {
        const char name[] = {(char)('a' + i), 0}, contact[] = {(char)('A' + i), 0};
        ball[i] = point_mass(name, 1, 1 + 0.25 * i + (i == 2 ? 0.03 : 0), 0, -grav);
        if (i)
            join(contact, newton(0.3), 1, 2, C, &b, ball[i - 1], ball[i]);
        else
            floor_contact(ball[0], 1, &one, 0.3);
    }
    simulate(osi, options[_i], 0, h, 0.6);
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq_tol(q_of(ball[i], 0), q[_i][i], 1e-12);
        ck_assert_double_eq_tol(v_of(ball[i], 0), v[_i][i], 1e-12);
    }
}
END_TEST

/* ---- friction: a block of 2 kg on a plane with mu = 0.5 ---- */

static zn_ds *block(double u0, const char *options, double h, double T,
                    zn_interaction **a)
{
    const double M[4] = {2, 0, 0, 2}, f[2] = {0, -2 * grav}, zero[2] = {0};
    const double C[4] = {0, 1, 1, 0}; /* normal y, tangent x */
    const double v0[2] = {u0, 0};
    zn_law *law;
    zn_ds *ds;

    scene_again();
    ds = linear_system("block", 2, M, NULL, NULL, zero, v0, f);
    MUST(zn_law_friction(ctx, 2, 0.3, 0, 0.5, &law));
    *a = join("plane", law, 2, 2, C, NULL, ds, NULL);
    simulate(osi, options, 0, h, T);
    return ds;
}

START_TEST(a_block_slides_and_stops)
{
    const double h = 1e-3, u0 = 1, stop = u0 / (0.5 * grav);
    zn_interaction *a;
    zn_ds *ds = block(u0, level[_i], h, 1, &a);

    while (goes_on()) {
        const double t = zn_simulation_time(sim);
        const double *f = zn_simulation_lambda(sim, a, 2);

        CLOSE(f[0], 2 * grav, 1e-12);
        if (t < stop - h) {
            CLOSE(f[1], -grav, 1e-12);
            CLOSE(v_of(ds, 0), u0 - 0.5 * grav * t, 1e-12);
            CLOSE(q_of(ds, 0), u0 * t - 0.25 * grav * t * t, 1e-12);
        } else if (t > stop + 2 * h) {
            ck_assert_double_eq_tol(f[1], 0, 1e-10);
            ck_assert_double_eq_tol(v_of(ds, 0), 0, 1e-13);
        }
    }
    /* within the step of stopping the force is not constant: h^2 */
    ck_assert_double_eq_tol(q_of(ds, 0), u0 * stop / 2, grav * h * h);
}
END_TEST

/* Across a slope with tan a = mu a puck turns downhill, |v| + v_x being kept, x down the slope: the
 * worst that is not. */
static double turning_error(double h, const char *options)
{
    const double a = 0.4, v = 1.7, zero[3] = {0}, v0[3] = {0, v, 0};
    const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double C[9] = {0, 1, 0, 0, 0, 1, 1, 0, 0}; /* z, x, y */
    const double f[3] = {grav * sin(a), 0, -grav * cos(a)};
    double worst = 0;
    zn_law *law;
    zn_ds *ds;

    scene_again();
    ds = linear_system("puck", 3, M, NULL, NULL, zero, v0, f);
    MUST(zn_law_friction(ctx, 3, 0, 0, tan(a), &law));
    join("slope", law, 3, 3, C, NULL, ds, NULL);
    simulate("d1-minus", options, 0, h, 1);
    while (goes_on())
        worst = fmax(worst, fabs(hypot(v_of(ds, 0), v_of(ds, 1)) +
                                 v_of(ds, 0) - v));
    return worst;
}

START_TEST(sliding_that_turns_is_of_order_one)
{
    const double e1 = turning_error(1e-2, level[_i]);
    const double e2 = turning_error(5e-3, level[_i]);

    ck_assert_double_eq_tol(log2(e1 / e2), 1, 0.1);
}
END_TEST

static void pull(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = 2 * t * grav; /* 2 kg: breaks loose at t = mu */
    f[1] = -2 * grav;
}

START_TEST(a_block_that_is_pulled_harder_breaks_loose)
{
    const double h = 1e-3;
    zn_interaction *a;
    zn_ds *ds = block(0, level[_i], h, 1, &a);

    zn_model_reopen(model);
    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)pull));
    MUST(zn_model_seal(model));
    while (goes_on()) {
        const double t = zn_simulation_time(sim);

        if (t < 0.5 - h / 2) {
            ck_assert_double_eq_tol(v_of(ds, 0), 0, 1e-13);
            CLOSE(zn_simulation_lambda(sim, a, 2)[1], -2 * t * grav, 1e-10);
        }
    }
    /* v = g (t - 1/2)^2/2 at t = 1 */
    CLOSE(v_of(ds, 0), grav / 8, 1e-5);
}
END_TEST

/* ---- energy, memory, restart ---- */

/* Balance of the slider against a wall that does not move, with impacts. */
static double balance(const char *options, double h)
{
    const double one = 1, w = 3, K = w * w, zero = 0;
    zn_run_info info;
    zn_ds *ds;

    scene_again();
    ds = linear_system("s", 1, &one, NULL, &K, &one, &zero, NULL);
    floor_contact(ds, 1, &one, 0.8);
    simulate(osi, options, 0, h, 3);
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &info);
    return fabs(info.balance);
}

START_TEST(the_energy_balance_closes_to_order_two)
{
    enum { N = 3 };
    double h[N], e[N];

    for (int k = 0; k < N; k++) {
        h[k] = 4e-3 / (1 << k);
        e[k] = balance(level[_i], h[k]);
    }
    ck_assert_double_lt(e[0], 2e-4);
    ck_assert_double_lt(e[N - 1], e[0] / 3);
}
END_TEST

START_TEST(without_contact_energy_does_not_drift)
{
    const double one = 1, zero = 0;
    double worst = 0;
    zn_ds *ds = linear_system("s", 1, &one, NULL, &one, &one, &zero, NULL);

    simulate(osi, level[_i], 0, 0.1, 1000);
    while (goes_on())
        worst = fmax(worst, fabs(pow(q_of(ds, 0), 2) + pow(v_of(ds, 0), 2) - 1));
    ck_assert_double_lt(worst, 0.1 * 0.1 / 3); /* h^2/4, for ever */
}
END_TEST

START_TEST(a_run_that_is_taken_up_has_the_same_bits)
{
    const double q0[2] = {0, 0.9}, v0[2] = {-2, 0.4};
    zn_ds *ds = slider(q0, v0);
    void *saved;
    size_t bytes;
    double q, v;

    wall(ds, 0.5);
    simulate(osi, level[_i], 0.3, 1e-3, 1.3);
    steps(500);
    MUST(zn_checkpoint_to_memory(sim, &saved, &bytes));
    MUST(zn_simulation_run(sim));
    q = q_of(ds, 1);
    v = v_of(ds, 0);
    MUST(zn_simulation_reset(sim));
    MUST(zn_checkpoint_from_memory(sim, saved, bytes));
    MUST(zn_simulation_run(sim));
    ck_assert(q == q_of(ds, 1) && v == v_of(ds, 0));
    zn_free_array(ctx, saved);
}
END_TEST

START_TEST(a_step_allocates_nothing)
{
    static test_memory mem; /* in use until the teardown */
    const zn_allocator alloc = test_allocator(&mem);
    const double q0[2] = {-0.5, 0.9}, v0[2] = {-2, 0.4};
    long before;

    scene_teardown();
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    wall(slider(q0, v0), 0.5);
    simulate(osi, level[_i], 0.3, 0.01, 1.3);
    steps(20);
    before = mem.calls;
    steps(40);
    ck_assert_int_eq(mem.calls, before);
}
END_TEST

START_TEST(what_is_kept_is_what_would_be_made)
{
    zn_interaction *a;
    zn_ds *ds = block(1, level[_i], 1e-3, 0.3, &a);

    MUST(zn_simulation_set(sim, "recompute", "yes"));
    MUST(zn_simulation_run(sim));
    ck_assert_double_eq_tol(v_of(ds, 0), 0, 1e-13);
}
END_TEST

/* ---- refusals ---- */

START_TEST(what_it_cannot_do_it_refuses)
{
    const double one = 1, pair_C2[2] = {1, -1};
    const zn_index first = 0;
    zn_relation *r;
    zn_osi *other;
    zn_ds *ds = point_mass("driven", 1, 0, 0, 0), *ds2;

    MUST(zn_ds_prescribe(ds, 1, &first, &one));
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "no prescribed velocities");

    scene_again();
    ds = point_mass("soft", 1, 0, 0, 0);
    MUST(zn_relation_new(ctx, "linear", "spring", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "D", 1, 1, &one));
    MUST(zn_model_connect(model, "spring", complementarity(1), r, ds, NULL,
                          NULL));
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "depends on lambda");

    scene_again();
    ds = point_mass("hard", 1, 0, 0, 0);
    join("hard", complementarity(1), 1, 1, &one, NULL, ds, NULL);
    simulate(osi, NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "not written on velocities");

    scene_again(); /* half of a contact has forces inside the step */
    ds = point_mass("left", 1, 0, 0, 0);
    ds2 = point_mass("right", 1, 1, 0, 0);
    join("between", newton(0), 1, 2, pair_C2, NULL, ds, ds2);
    simulate(osi, NULL, 0, 0.1, 1);
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, &other));
    MUST(zn_osi_assign(other, ds2));
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP,
            "interaction 'between' joins systems of two integrators");
}
END_TEST

/* Two masses, h omega = 3 of the spring between them: an explicit scheme cannot. What it says is
 * that of a contact, which is asked for before the state is. */
START_TEST(where_h_is_too_large_it_says_that_nothing_bounds_the_motion)
{
    const double M[4] = {1, 0, 0, 1}, K[4] = {4.5, -4.5, -4.5, 4.5};
    const double q0[2] = {0, 1}, v0[2] = {0.1, -0.1}, C[2] = {1, 0};
    zn_status st = ZN_OK;

    join("stop", newton(0.5), 1, 2, C, NULL,
         linear_system("masses", 2, M, NULL, K, q0, v0, NULL), NULL);
    simulate("d1-minus", NULL, 0, 1, 1e4);
    MUST(zn_simulation_init(sim));
    while (!st)
        st = zn_simulation_step(sim);
    REFUSED(st, ZN_EDOM, "grows without bound");
    REFUSED(st, ZN_EDOM, "h too large for the integrator");
}
END_TEST

static char said[1000];
static int warnings;

static void listen(void *user, zn_log_level how, const char *line)
{
    (void)user;
    warnings += how == ZN_LOG_WARN;
    snprintf(said, sizeof said, "%s", line);
}

/* Two masses on springs, omega^2 = 1 and 5, and dampers of c/m = gamma. */
static void hung_masses(double gamma, double h)
{
    const double M[4] = {2, 0, 0, 2}, K[4] = {6, -4, -4, 6}, C[4] = {2 * gamma, 0, 0, 2 * gamma};
    const double q0[2] = {1, 0.9}, v0[2] = {0, 0};

    warnings = 0;
    scene_again();
    zn_ctx_set_log(ctx, ZN_LOG_WARN, listen, NULL);
    linear_system("masses", 2, M, gamma > 0 ? C : NULL, K, q0, v0, NULL);
    simulate(osi, NULL, 0, h, 200 * h);
    MUST(zn_simulation_run(sim));
}

START_TEST(steps_beyond_the_limit_of_stability_are_said)
{
    const double omega = sqrt(5);

    hung_masses(0, 1.99 / omega);
    ck_assert_int_eq(warnings, 0);
    hung_masses(0, 2.01 / omega);
    ck_assert_int_eq(warnings, 1);
    ck_assert_ptr_nonnull(strstr(said, "'masses'"));
    CLOSE(atof(strstr(said, ", omega = ") + 10), omega, 1e-2 * omega); /* of three digits */
    CLOSE(atof(strstr(said, "below ") + 6), 2 / omega, 1e-2 * omega);
    hung_masses(50, 1.9 / 50);
    ck_assert_int_eq(warnings, 0);
    hung_masses(50, 2.1 / 50);
    ck_assert_int_eq(warnings, 1);
}
END_TEST

static void fast_load(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = -grav + 1e3 * cos(40 * t);
}

/* A load that turns 5/8 in a step, and a ball that it throws about. */
START_TEST(what_loads_and_impacts_do_is_not_taken_for_that)
{
    const double one = 1;
    zn_ds *ball = point_mass("ball", 1, 1, 0, 0);

    warnings = 0;
    zn_ctx_set_log(ctx, ZN_LOG_WARN, listen, NULL);
    MUST(zn_ds_set_function(ball, "f_ext", (zn_fn *)fast_load));
    floor_contact(ball, 1, &one, 0.7);
    simulate(osi, NULL, 0, 0.1, 100);
    MUST(zn_simulation_run(sim));
    ck_assert_msg(warnings == 0, "%s", said);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("d1-minus");
    TCase *tc = tcase_create("d1-minus");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(
        tc, where_h_is_too_large_it_says_that_nothing_bounds_the_motion);
    tcase_add_test(tc, steps_beyond_the_limit_of_stability_are_said);
    tcase_add_test(tc, what_loads_and_impacts_do_is_not_taken_for_that);
    tcase_add_loop_test(tc, one_step_by_hand, 0, 2);
    tcase_add_loop_test(tc, smooth_motion_is_of_order_two, 0, 2);
    tcase_add_loop_test(tc, motion_on_a_constraint_is_of_order_two, 0, 2);
    tcase_add_loop_test(tc, across_impacts_it_is_of_order_one, 0, 2);
    tcase_add_loop_test(tc, newtons_law_is_exact_for_the_velocity_before, 0, 2);
    tcase_add_loop_test(tc, what_rests_takes_no_notice_of_impacts_elsewhere, 0,
                        2);
    tcase_add_loop_test(tc, an_impact_may_take_the_place_of_all_forces, 0, 2);
    tcase_add_loop_test(tc, closed_contacts_are_held_from_the_start, 0, 2);
    tcase_add_loop_test(tc, a_stack_as_another_program_has_it, 0, 2);
    tcase_add_loop_test(tc, a_block_slides_and_stops, 0, 2);
    tcase_add_loop_test(tc, sliding_that_turns_is_of_order_one, 0, 2);
    tcase_add_loop_test(tc, a_block_that_is_pulled_harder_breaks_loose, 0, 2);
    tcase_add_loop_test(tc, the_energy_balance_closes_to_order_two, 0, 2);
    tcase_add_loop_test(tc, a_bar_on_a_joint_is_of_order_two, 0, 2);
    tcase_add_loop_test(tc, without_contact_energy_does_not_drift, 0, 2);
    tcase_add_loop_test(tc, a_run_that_is_taken_up_has_the_same_bits, 0, 2);
    tcase_add_loop_test(tc, a_step_allocates_nothing, 0, 2);
    tcase_add_loop_test(tc, what_is_kept_is_what_would_be_made, 0, 2);
    tcase_add_test(tc, what_it_cannot_do_it_refuses);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
