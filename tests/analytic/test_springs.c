/* test_springs.c - springs, dampers, bushings, motors and prescribed motions between
 * bodies, against closed forms and against the flyball governor of the multibody benchmarks
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static const double origin[3] = {0}, up[3] = {0, 0, 1}, none[6] = {0};

static zn_ds *body(const char *name, double m, double J, const double q[7],
                   const double v[6])
{
    const double I[3] = {J, J, J};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", name, 6, q, v, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, I));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static zn_law *spring(double k, double c, double rest)
{
    zn_law *law;

    MUST(zn_law_spring(ctx, 1, &k, &c, &rest, &law));
    return law;
}

static zn_interaction *fasten(zn_law *law, zn_relation *r, zn_ds *d1, zn_ds *d2)
{
    zn_interaction *a;

    MUST(zn_model_connect(model, NULL, law, r, d1, d2, &a));
    return a;
}

static void go(const char *options, double h, double T)
{
    simulate("moreau-jean", options, 0, h, T);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-12));
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-13));
    MUST(zn_simulation_run(sim));
}

/* ---- one mass ---------------------------------------------------------------------- */

/* The same numbers as K and C of the system: one matrix, in other words. */
START_TEST(a_spring_is_what_stiffness_is)
{
    const double m = 2, k = 300, c = 0.8, q0 = 0.1, v0 = -1, one = 1;
    const double f = -9.81 * 2;
    double q[2], v[2];

    for (int law = 0; law < 2; law++) {
        zn_relation *r;
        zn_ds *ds;
        scene_teardown();
        scene_setup();
        MUST(zn_ds_new(ctx, "lagrangian-linear", "mass", 1, &q0, &v0, &ds));
        MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
        MUST(zn_ds_set_constant(ds, "f_ext", 1, 1, &f));
        MUST(zn_model_add_ds(model, ds));
        if (law) {
            MUST(zn_relation_new(ctx, "linear", "length", 1, 1, &r));
            MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
            fasten(spring(k, c, 0), r, ds, NULL);
        } else {
            MUST(zn_ds_set_constant(ds, "stiffness", 1, 1, &k));
            MUST(zn_ds_set_constant(ds, "damping", 1, 1, &c));
        }
        go("theta=0.5", 0.01, 2);
        q[law] = q_of(ds, 0);
        v[law] = v_of(ds, 0);
    }
    CLOSE(q[0], q[1], 1e-13);
    CLOSE(v[0], v[1], 1e-12);
}
END_TEST

/* A mass on a spring with inertia, pulled by a constant force. */
static void heavy_spring(double m, double inertia)
{
    const double q0 = 0.1, v0 = -1, one = 1, f = -3;
    zn_relation *r;
    zn_law *law;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian-linear", "mass", 1, &q0, &v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_constant(ds, "f_ext", 1, 1, &f));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "linear", "length", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    law = spring(300, 0.8, 0);
    MUST(zn_law_set_real(law, "inertia", inertia));
    fasten(law, r, ds, NULL);
}

/* Of one coordinate inertia is what mass is. */
START_TEST(inertia_of_a_spring_is_mass)
{
    double q[2], v[2];

    for (int k = 0; k < 2; k++) {
        scene_teardown();
        scene_setup();
        heavy_spring(k ? 5 : 2, k ? 0 : 3);
        go("theta=0.5", 0.01, 2);
        q[k] = q_of(zn_model_ds(model, "mass"), 0);
        v[k] = v_of(zn_model_ds(model, "mass"), 0);
    }
    CLOSE(q[0], q[1], 1e-13);
    CLOSE(v[0], v[1], 1e-12);
}
END_TEST

START_TEST(events_know_no_inertia)
{
    heavy_spring(2, 3);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.1, 1));
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "its law has inertia");
}
END_TEST

static void cubic(double t, unsigned ny, double *y, unsigned nu, double *u,
                  double *f, unsigned nz, double *z)
{
    (void)t, (void)ny, (void)nu, (void)u, (void)nz, (void)z;
    f[0] = -200 * y[0] * y[0] * y[0];
}

/* m q'' = -k q^3: energy m v^2/2 + k q^4/4; the quarter period is A^-1 sqrt(m/k) K(1/2),
 * K(1/2) = 1.8540746773013719 (P.F. Byrd, M.D. Friedman, Handbook of Elliptic Integrals). */
START_TEST(a_spring_of_your_own)
{
    const double m = 2, A = 0.5, one = 1, zero = 0;
    const double quarter = 1.8540746773013719 * sqrt(m / 200) / A;
    double error[2];

    for (int k = 0; k < 2; k++) {
        zn_relation *r;
        zn_law *law;
        zn_ds *ds;
        scene_teardown();
        scene_setup();
        MUST(zn_ds_new(ctx, "lagrangian-linear", "mass", 1, &A, &zero, &ds));
        MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
        MUST(zn_model_add_ds(model, ds));
        MUST(zn_relation_new(ctx, "linear", "length", 1, 1, &r));
        MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
        MUST(zn_law_new(ctx, "spring", &law));
        MUST(zn_operator_set_function(zn_law_operator(law, "force"),
                                      (zn_fn *)cubic));
        fasten(law, r, ds, NULL);
        go("theta=0.5", quarter / (100 << k), quarter);
        error[k] = fabs(q_of(ds, 0));
    }
    ck_assert_double_lt(error[1], 1e-4);
    CLOSE(log2(error[0] / error[1]), 2, 0.05);
}
END_TEST

/* ---- two bodies ---------------------------------------------------------------------- */

/* Two bodies turn about one another, and their distance r has inertia: with m = m1 m2/(m1 + m2)
 *     (m + I) r" = m r0^4 w^2/r^3,     r = r0 sqrt(1 + (w t)^2 m/(m + I)) */
static double tie_error(double h)
{
    const double m1 = 1, m2 = 3, I = 2.25, r0 = 1.5, w = 2, T = 0.8;
    const double q1[7] = {0, 0, 0, 1}, q2[7] = {r0, 0, 0, 1};
    const double v1[6] = {0, -r0 * w * m2 / (m1 + m2)}, v2[6] = {0, r0 * w * m1 / (m1 + m2)};
    zn_law *law;
    zn_ds *a, *b;
    zn_relation *r;

    scene_teardown();
    scene_setup();
    a = body("a", m1, 1, q1, v1);
    b = body("b", m2, 1, q2, v2);
    MUST(zn_joint_between(ctx, "axis-length", "tie", a, b, q1, q2, &r));
    law = spring(0, 0, 0);
    MUST(zn_law_set_real(law, "inertia", I));
    fasten(law, r, a, b);
    go("theta=0.5", h, T);
    return fabs(hypot(q_of(b, 0) - q_of(a, 0), q_of(b, 1) - q_of(a, 1)) - r0 * sqrt(1 + w * w * T * T / 4));
}

START_TEST(a_tie_that_turns_has_inertia)
{
    const double error[2] = {tie_error(0.004), tie_error(0.002)};

    ck_assert_double_lt(error[1], 1e-5);
    CLOSE(log2(error[0] / error[1]), 2, 0.05);
}
END_TEST

/* Two free bodies on a spring, off their centres by nothing: m1 m2/(m1 + m2) x'' = -k (x - l). */
static double pair_error(double h)
{
    const double q1[7] = {0, 0, 0, 1}, q2[7] = {0, 1.3, 0, 1};
    const double m1 = 1, m2 = 3, k = 40, rest = 1,
                 w = sqrt(k * (1 / m1 + 1 / m2));
    zn_ds *a, *b;
    zn_relation *r;

    scene_teardown();
    scene_setup();
    a = body("a", m1, 1, q1, none);
    b = body("b", m2, 1, q2, none);
    MUST(zn_joint_between(ctx, "axis-length", "spring", a, b, q1, q2, &r));
    fasten(spring(k, 0, rest), r, a, b);
    go("theta=0.5", h, 1);
    CLOSE(m1 * v_of(a, 1) + m2 * v_of(b, 1), 0, 1e-12);
    return fabs(q_of(b, 1) - q_of(a, 1) - rest - 0.3 * cos(w));
}

START_TEST(two_bodies_on_a_spring)
{
    const double a = pair_error(1e-2), b = pair_error(5e-3);

    ck_assert_double_lt(b, 1e-3);
    CLOSE(log2(a / b), 2, 0.05);
}
END_TEST

/* A wheel on a hinge with a spring and a damper about its axis, turned by more than a full
 * turn at first: I x'' = -k x - c x', I = J as the hinge is at the centre. */
START_TEST(a_spring_about_the_axis_of_a_hinge)
{
    const double J = 0.4, k = 9, c = 0.3, x0 = 7.5, t = 0.7;
    const double d = c / (2 * J), w = sqrt(k / J - d * d);
    const double exact = x0 * exp(-d * t) * (cos(w * t) + d / w * sin(w * t));
    const double q0[7] = {0, 0, 0, 1};
    double error[2];

    for (int n = 0; n < 2; n++) {
        zn_relation *hinge, *turn;
        zn_interaction *at;
        zn_ds *wheel;
        scene_teardown();
        scene_setup();
        wheel = body("wheel", 2, J, q0, none);
        MUST(zn_joint_new(ctx, "revolute", "hinge", wheel, NULL, origin, up,
                          &hinge));
        fasten(equality(5), hinge, wheel, NULL);
        MUST(zn_joint_new(ctx, "axis-turn", "turn", wheel, NULL, origin, up,
                          &turn));
        /* the angle is 0 now: -x0 is where there is no force */
        at = fasten(spring(k, c, -x0), turn, wheel, NULL);
        go("theta=0.5", 1e-2 / (1 << n), t);
        error[n] = fabs(zn_simulation_y(sim, at, 0)[0] + x0 - exact);
        ck_assert_double_lt(zn_simulation_y(sim, at, 0)[0], -12);
        CLOSE(zn_simulation_lambda(sim, at, 1)[0] / (1e-2 / (1 << n)),
              -k * exact, 1);
    }
    ck_assert_double_lt(error[1], 1e-3);
    CLOSE(log2(error[0] / error[1]), 2, 0.05);
}
END_TEST

/* Stiffer than h resolves by far: what remains is the mean of the motion. */
START_TEST(a_very_stiff_spring_is_a_rod)
{
    const double q0[7] = {1, 0, 0, 1}, v0[6] = {0, 1, 0};
    zn_relation *r;
    zn_ds *ds;

    for (int n = 0; n < 2; n++) {
        zn_law *law;
        scene_teardown();
        scene_setup();
        ds = body("stone", 2, 1, q0, v0);
        MUST(zn_joint_between(ctx, "axis-length", "string", ds, NULL, q0,
                              origin, &r));
        law = spring(1e14, 0, 1);
        MUST(zn_law_set_real(law, "weight", n ? 1 : 0.5));
        fasten(law, r, ds, NULL);
        go("theta=0.5", 1e-3, 2);
        CLOSE(hypot(q_of(ds, 0), q_of(ds, 1)), 1, 1e-6);
        CLOSE(hypot(v_of(ds, 0), v_of(ds, 1)), 1, 1e-6);
        CLOSE(atan2(q_of(ds, 1), q_of(ds, 0)), 2, 1e-5);
    }
}
END_TEST

/* A bushing: six springs. Under a force and a moment it gives way by F/k. */
START_TEST(a_bushing_gives_way_in_six_directions)
{
    const double q0[7] = {0.1, 0.2, 0.3, 1}, F[3] = {3, -4, 5};
    const double M[3] = {0.02, 0.01, -0.03};
    const double k[6] = {1000, 2000, 4000, 10, 20, 40};
    const double c[6] = {80, 100, 150, 4, 5, 8};
    zn_relation *r;
    zn_law *law;
    zn_ds *ds = body("engine", 2, 0.5, q0, none);
    double y[6];

    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, F));
    MUST(zn_ds_set_constant(ds, "m_ext", 3, 1, M));
    MUST(zn_joint_new(ctx, "pose", "mount", ds, NULL, q0, up, &r));
    MUST(zn_law_spring(ctx, 6, k, c, NULL, &law));
    zn_interaction *a = fasten(law, r, ds, NULL);
    go("theta=1", 0.01, 20);
    memcpy(y, zn_simulation_y(sim, a, 0), sizeof y);
    /* along the axis z, then the two directions normal to it */
    CLOSE(y[0], F[2] / k[0], 1e-9);
    CLOSE(hypot(y[1] * k[1], y[2] * k[2]), hypot(F[0], F[1]), 1e-6);
    for (int i = 0; i < 3; i++) /* small angles: rows are 2 vec(e) */
        CLOSE(y[3 + i], M[i] / k[3 + i], 2e-6);
}
END_TEST

/* ---- motors --------------------------------------------------------------------------- */

static void ramp(double t, unsigned n, double *v, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    v[0] = 0.7 * t - 0.2 * sin(3 * t);
}

static void ramp_dot(double t, unsigned n, double *v, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    v[0] = 0.7 - 0.6 * cos(3 * t);
}

/* A prescribed angle, with its derivative given or differenced: the moment is J x''. */
START_TEST(a_prescribed_motion_about_an_axis)
{
    const double J = 0.4, h = 1e-3, q0[7] = {0, 0, 0, 1};
    const double v0[6] = {0, 0, 0, 0, 0, 0.1};
    zn_relation *hinge, *turn;
    zn_interaction *at;
    zn_ds *wheel;

    for (int given = 0; given < 2; given++) {
        double angle, want;
        scene_teardown();
        scene_setup();
        wheel = body("wheel", 2, J, q0, v0);
        MUST(zn_joint_new(ctx, "revolute", "hinge", wheel, NULL, origin, up,
                          &hinge));
        fasten(equality(5), hinge, wheel, NULL);
        MUST(zn_joint_new(ctx, "axis-turn", "drive", wheel, NULL, origin, up,
                          &turn));
        MUST(zn_relation_set_function(turn, "limit", (zn_fn *)ramp));
        if (given)
            MUST(
                zn_relation_set_function(turn, "limit_dot", (zn_fn *)ramp_dot));
        at = fasten(equality(1), turn, wheel, NULL);
        go("theta=0.5", h, 12);
        ramp(12, 1, &want, 0, NULL);
        angle = 2 * atan2(q_of(wheel, 6), q_of(wheel, 3));
        CLOSE(remainder(angle - want, 4 * acos(0)), 0, 1e-6);
        ramp_dot(12, 1, &want, 0, NULL);
        CLOSE(v_of(wheel, 5), want, 1e-9);
        CLOSE(zn_simulation_lambda(sim, at, 1)[0] / h,
              J * 1.8 * sin(3 * (12 - h / 2)), 1e-4);
        ck_assert_double_gt(want, 0);
    }
}
END_TEST

/* A motor with a characteristic: moment = a - b Omega - drag, to the speed where they agree. */
static void motor(double t, unsigned ny, double *y, unsigned nu, double *u,
                  double *f, unsigned nz, double *z)
{
    (void)t, (void)ny, (void)y, (void)nu, (void)nz;
    f[0] = z[0] - 0.5 * u[0];
}

START_TEST(a_motor_and_its_parameter)
{
    const double J = 0.4, q0[7] = {0, 0, 0, 1}, z = 3;
    zn_relation *hinge, *turn;
    zn_law *law;
    zn_ds *wheel = body("wheel", 2, J, q0, none);
    zn_operator *op;

    MUST(zn_joint_new(ctx, "revolute", "hinge", wheel, NULL, origin, up,
                      &hinge));
    fasten(equality(5), hinge, wheel, NULL);
    MUST(zn_joint_new(ctx, "axis-turn", "motor", wheel, NULL, origin, up,
                      &turn));
    MUST(zn_law_new(ctx, "spring", &law));
    op = zn_law_operator(law, "force");
    MUST(zn_operator_set_function(op, (zn_fn *)motor));
    MUST(zn_operator_set_z(op, 1, &z));
    fasten(law, turn, wheel, NULL);
    go("theta=0.5", 0.01, 1);
    CLOSE(v_of(wheel, 5), 6 * (1 - exp(-0.5 / J)), 2e-5);
}
END_TEST

/* A mass on a spring without damping: the spring gives back what it has taken, to rounding with
 * weight 1/2; with a damper less than that. Contacts have no part in it. */
START_TEST(springs_have_a_line_in_the_balance)
{
    const double one = 1, k = 300, c = _i ? 4 : 0;
    zn_run_info info;
    zn_relation *r;
    zn_ds *ds = point_mass("mass", 2, 0.3, -1, -9.81 * 2);

    MUST(zn_relation_new(ctx, "linear", "length", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    fasten(spring(k, c, 0.1), r, ds, NULL);
    simulate("moreau-jean", "theta=0.5", 0, 0.01, 0.5);
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &info);
    const double x = q_of(ds, 0) - 0.1, given = k / 2 * (0.2 * 0.2 - x * x);
    CLOSE(info.work.contact, 0, 1e-11);
    CLOSE(info.balance, 0, 1e-11);
    if (_i)
        ck_assert_double_lt(info.work.springs, given - 0.5);
    else
        CLOSE(info.work.springs, given, 1e-11);
}
END_TEST

/* ---- the flyball governor ------------------------------------------------------------- */

/* A rod of 1 m with a mass at its end, pinned 5 cm beside the shaft. */
static zn_ds *arm(double side, double omega)
{
    const double rod = 0.3, ball = 5, m = rod + ball, thick = 0.01;
    const double tilt = acos(-1) / 6, at = (rod * 0.5 + ball) / m;
    const double across = rod * (1 + thick * thick) / 12 +
                          rod * (at - 0.5) * (at - 0.5) +
                          ball * (1 - at) * (1 - at);
    const double I[3] = {rod * 2 * thick * thick / 12, across, across};
    const double f[3] = {0, 0, -9.81 * m};
    /* its axis is x in the body: along (side cos, 0, -sin) */
    const double a = side > 0 ? tilt : acos(-1) - tilt;
    const double q[7] = {side * (0.05 + at * cos(tilt)),
                         0,
                         1 - at * sin(tilt),
                         cos(a / 2),
                         0,
                         sin(a / 2),
                         0};
    double v[6] = {0, omega * q[0], 0, 0, 0, omega};
    const char *name = side > 0 ? "right" : "left";
    zn_ds *ds;

    zn_rotate_back(q + 3, v + 3, v + 3);
    MUST(zn_ds_new(ctx, "newton-euler", name, 6, q, v, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, I));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static void connect_arm(zn_ds *ds, double side, zn_ds *shaft, zn_ds *slider)
{
    const double pin[3] = {side * 0.05, 0, 1}, y[3] = {0, 1, 0};
    const double tilt = acos(-1) / 6;
    const double end[3] = {side * 0.05, 0, 0.5};
    const double middle[3] = {side * (0.05 + cos(tilt) / 2), 0,
                              1 - sin(tilt) / 2};
    zn_relation *r;

    MUST(zn_joint_new(ctx, "revolute", NULL, ds, shaft, pin, y, &r));
    fasten(equality(5), r, ds, shaft);
    MUST(zn_joint_between(ctx, "axis-length", NULL, ds, slider, middle, end,
                          &r));
    fasten(spring(8e5, 4e4, 0.5), r, ds, slider);
}

/* Benchmark A05 of the IFToMM library (lim.ii.udc.es): s, the height of the slider, by an
 * independent formulation in minimal coordinates. */
static double governor(double h, double T, double *spin)
{
    const double omega = 4 * acos(0), v0[6] = {0, 0, 0, 0, 0, omega};
    const double q_shaft[7] = {0, 0, 0.5, 1}, q_slider[7] = {0, 0, 0.5, 1};
    const double f[3] = {0, 0, -9.81 * 3};
    zn_ds *shaft, *slider, *side[2];
    zn_relation *r;

    scene_teardown();
    scene_setup();
    shaft = body("shaft", 0.3, 0.3 * 2e-4 / 12, q_shaft, v0);
    slider = body("slider", 3, 3 * 0.02 / 12, q_slider, v0);
    MUST(zn_ds_set_constant(slider, "f_ext", 3, 1, f));
    MUST(zn_joint_new(ctx, "revolute", "bearing", shaft, NULL, origin, up, &r));
    fasten(equality(5), r, shaft, NULL);
    MUST(
        zn_joint_new(ctx, "prismatic", "guide", slider, shaft, origin, up, &r));
    fasten(equality(5), r, slider, shaft);
    for (int k = 0; k < 2; k++) {
        side[k] = arm(k ? -1 : 1, omega);
        connect_arm(side[k], k ? -1 : 1, shaft, slider);
    }
    simulate("moreau-jean", "theta=0.5", 0, h, T);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-10));
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_set_real(sim, "projection_tol", 1e-11));
    MUST(zn_simulation_run(sim));
    *spin = v_of(shaft, 5);
    return q_of(slider, 2);
}

START_TEST(flyball_governor)
{
    double spin;
    const double a = governor(2e-3, 1, &spin), b = governor(1e-3, 1, &spin);

    CLOSE(b, 0.5014209224, 2e-4);
    CLOSE(log2(fabs(a - 0.5014209224) / fabs(b - 0.5014209224)), 2, 0.3);
    CLOSE(governor(1e-3, 0.1, &spin), 0.5238364756, 1e-5);
    CLOSE(governor(1e-3, 0.5, &spin), 0.7432494248, 1e-4);
}
END_TEST

/* The integral of the equations in minimal coordinates (angle of the rods, height of the slider, the
 * spin by its momentum), classical Runge-Kutta with steps of 20 us: all ten digits of the
 * benchmark's table after 10 s, which says that it is right there too. */
START_TEST(flyball_governor_for_longer)
{
    static const double T[] = {2, 5, 10},
                        s[] = {0.5059092943, 0.5355631037, 0.6196229171};
    const int n = getenv("ZENO_LONG_TESTS") ? 3 : 2;
    double spin;

    for (int k = 0; k < n; k++) {
        const double a = governor(1e-3, T[k], &spin) - s[k],
                     b = governor(5e-4, T[k], &spin) - s[k];
        CLOSE(b, 0, 5e-6);
        CLOSE(log2(a / b), 2, 0.05);
    }
}
END_TEST

/* ---- what is refused -------------------------------------------------------------------- */

START_TEST(what_does_not_fit_is_told)
{
    const double q0[7] = {0, 0, 0, 1}, bad = NAN, k = 1;
    zn_ds *ds = body("body", 2, 1, q0, none);
    zn_relation *r;
    zn_law *law;

    REFUSED(zn_law_spring(ctx, 1, &bad, NULL, NULL, &law), ZN_EINVAL,
            "not finite");
    REFUSED(zn_law_spring(ctx, 0, &k, NULL, NULL, &law), ZN_EINVAL, "n = 0");
    REFUSED(zn_joint_between(ctx, "rod", "rod", ds, NULL, origin, origin, &r),
            ZN_EINVAL, "no direction between them");
}
END_TEST

START_TEST(integrators_that_know_no_forces_between_bodies_say_so)
{
    static const char *const osi[] = {"d1-minus", "schatzman-paoli"};
    const double one = 1;
    zn_relation *r;
    zn_ds *ds = point_mass("mass", 1, 1, 0, 0);

    MUST(zn_relation_new(ctx, "linear", "length", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    fasten(spring(1, 0, 0), r, ds, NULL);
    simulate(osi[_i], NULL, 0, 0.1, 1);
    REFUSED(zn_simulation_init(sim), ZN_ENOTSUP, "law 'spring'");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("springs and motors");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(t, a_spring_is_what_stiffness_is);
    tcase_add_test(t, inertia_of_a_spring_is_mass);
    tcase_add_test(t, events_know_no_inertia);
    tcase_add_test(t, a_spring_of_your_own);
    tcase_add_test(t, a_tie_that_turns_has_inertia);
    tcase_add_test(t, two_bodies_on_a_spring);
    tcase_add_test(t, a_spring_about_the_axis_of_a_hinge);
    tcase_add_test(t, a_very_stiff_spring_is_a_rod);
    tcase_add_test(t, a_bushing_gives_way_in_six_directions);
    tcase_add_test(t, a_prescribed_motion_about_an_axis);
    tcase_add_test(t, a_motor_and_its_parameter);
    tcase_add_loop_test(t, springs_have_a_line_in_the_balance, 0, 2);
    tcase_add_test(t, flyball_governor);
    tcase_add_test(t, flyball_governor_for_longer);
    tcase_add_test(t, what_does_not_fit_is_told);
    tcase_add_loop_test(
        t, integrators_that_know_no_forces_between_bodies_say_so, 0, 2);
    suite_add_tcase(s, t);
    return test_main(s);
}
