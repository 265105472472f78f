/* test_planar.c - bodies of the plane on joints: the pendulum of the multibody benchmarks,
 * and each joint beside its like in space
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static const double origin[2] = {0}, g = 9.81;

static void tight(const char *projection)
{
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-12));
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-13));
    if (projection) {
        MUST(zn_simulation_set(sim, "projection", projection));
        MUST(zn_simulation_set_real(sim, "projection_tol", 1e-13));
    }
}

/* ---- A01 ------------------------------------------------------------------------------ */

/* IFToMM benchmark A01 (lim.ii.udc.es): a point of 1 kg on a rod of 1 m without mass, from
 * (-1, 0) at rest; closed form in elliptic functions. */
static double pendulum(const char *projection, double h, double T,
                       const double at[2])
{
    const double q0[3] = {-1, 0, 0}, none[3] = {0}, f[3] = {0, -g, 0};
    zn_relation *r;
    zn_ds *ds;

    scene_teardown();
    scene_setup();
    MUST(zn_planar_body_new(ctx, "mass", 1, 1, q0, none, &ds));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_planar_joint_new(ctx, "length-planar", "rod", ds, NULL, q0, origin,
                             NULL, &r));
    MUST(zn_relation_set_constant(r, "limit", 1, 1, &(double){1}));
    MUST(zn_model_connect(model, "rod", equality(1), r, ds, NULL, NULL));
    simulate("moreau-jean", "theta=0.5", 0, h, T);
    tight(projection);
    MUST(zn_simulation_run(sim));
    CLOSE(hypot(q_of(ds, 0), q_of(ds, 1)), 1, 1e-12);
    return hypot(q_of(ds, 0) - at[0], q_of(ds, 1) - at[1]);
}

/* The rod is kept by default, too. */
START_TEST(benchmark_pendulum)
{
    const char *const projection = _i % 2 ? "direct" : NULL;
    static const double T[] = {1, 2, 5, 10};
    static const double P[4][2] = {{0.9862917511318753, -0.1650108531255412},
                                   {-0.7935661953433217, -0.6084839304437915},
                                   {-0.9423054350437573, -0.3347543384140006},
                                   {-0.2750874625761169, -0.9614192050991251}};
    const double a = pendulum(projection, 2e-3, T[_i], P[_i]);
    const double b = pendulum(projection, 1e-3, T[_i], P[_i]);

    ck_assert_msg(b < 1e-4, "error %g at %g s", b, T[_i]);
    CLOSE(log2(a / b), 2, 0.05);
}
END_TEST

/* ---- mechanisms ------------------------------------------------------------------------- */

/* Two bars, hinged to the wall and to one another, in the plane and in space. */
static void two_bars(bool space, double end[2])
{
    const double m = 2, J = 0.3, none[6] = {0};
    const double f[3] = {0, -g * m, 0}, z[3] = {0, 0, 1}, I[3] = {1, 1, J};
    zn_ds *bar[2];

    scene_teardown();
    scene_setup();
    for (int k = 0; k < 2; k++) {
        const double flat[3] = {0.5 + k, 0, 0}, q0[7] = {0.5 + k, 0, 0, 1};
        const double at[3] = {k, 0, 0};
        zn_relation *r;
        if (space) {
            MUST(zn_ds_new(ctx, "newton-euler", k ? "two" : "one", 6, q0, none,
                           &bar[k]));
            MUST(zn_ds_set_constant(bar[k], "mass", 1, 1, &m));
            MUST(zn_ds_set_diagonal(bar[k], "inertia", 3, I));
        } else {
            MUST(zn_planar_body_new(ctx, k ? "two" : "one", m, J, flat, none,
                                    &bar[k]));
        }
        MUST(zn_ds_set_constant(bar[k], "f_ext", 3, 1, f));
        MUST(zn_model_add_ds(model, bar[k]));
        if (space)
            MUST(zn_joint_new(ctx, "revolute", NULL, bar[k], k ? bar[0] : NULL,
                              at, z, &r));
        else
            MUST(zn_planar_joint_new(ctx, "revolute-planar", NULL, bar[k],
                                     k ? bar[0] : NULL, at, NULL, NULL, &r));
        MUST(zn_model_connect(model, NULL, equality(space ? 5 : 2), r, bar[k],
                              k ? bar[0] : NULL, NULL));
    }
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, 1);
    tight(NULL);
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 2; i++)
        end[i] = q_of(bar[1], i);
}

START_TEST(hinges_as_in_space)
{
    double flat[2], space[2];

    two_bars(false, flat);
    two_bars(true, space);
    for (int i = 0; i < 2; i++)
        CLOSE(flat[i], space[i], 1e-9);
    ck_assert_double_gt(fabs(flat[1]), 0.1);
}
END_TEST

/* A slider on a slope with friction by the reaction of its guide, tan = 1/2. */
START_TEST(a_slider_on_a_slope)
{
    static const double mu[] = {0.5 * (1 + 1e-6), 0.1};
    const double c = 2 / sqrt(5), s = 1 / sqrt(5), m = 3, T = 1;
    const double q0[3] = {0}, f[3] = {0, -g * m, 0}, down[2] = {c, -s};
    zn_relation *r;
    zn_law *law;
    zn_ds *ds;

    MUST(zn_planar_body_new(ctx, "slider", m, 1, q0, q0, &ds));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_planar_joint_new(ctx, "prismatic-planar", "guide", ds, NULL, origin,
                             NULL, down, &r));
    MUST(zn_model_connect(model, "guide", equality(2), r, ds, NULL, NULL));
    MUST(zn_planar_joint_new(ctx, "slide-planar", "rub", ds, NULL, origin, NULL,
                             down, &r));
    MUST(zn_law_new(ctx, "dry-friction", &law));
    MUST(zn_law_set_real(law, "coefficient", mu[_i]));
    MUST(zn_law_set(law, "joint", "guide"));
    MUST(zn_model_connect(model, "rub", law, r, ds, NULL, NULL));
    simulate("moreau-jean", "theta=0.5", 0, 0.01, T);
    tight("direct");
    MUST(zn_simulation_run(sim));
    CLOSE(q_of(ds, 0) * c - q_of(ds, 1) * s,
          _i == 0 ? 0 : g * (s - mu[_i] * c) * T * T / 2, 1e-9);
}
END_TEST

static void pressed(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = 0;
    f[1] = -1 - 10 * t;
}

/* A slider is drawn at a given speed along a guide that it presses on more and more: no velocity tells
 * of the load, and friction is mu of that of its own step. */
START_TEST(friction_goes_with_a_load_that_no_velocity_tells)
{
    const double one[4] = {1, 0, 0, 1}, x[2] = {0}, v[2] = {1, 0}, along[2] = {1, 0},
                 across[2] = {0, 1}, speed = 1;
    const zn_index drawn = 0;
    zn_interaction *guide, *rub;
    zn_law *law;
    zn_ds *ds = linear_system("slider", 2, one, NULL, NULL, x, v, NULL);

    MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)pressed));
    MUST(zn_ds_prescribe(ds, 1, &drawn, &speed));
    guide = join("guide", equality(1), 1, 2, across, NULL, ds, NULL);
    MUST(zn_law_new(ctx, "dry-friction", &law));
    MUST(zn_law_set_real(law, "coefficient", 0.5));
    MUST(zn_law_set(law, "joint", "guide"));
    rub = join("rub", law, 1, 2, along, NULL, ds, NULL);
    simulate("moreau-jean", "theta=0.5", 0, 0.125, 1);
    while (zn_simulation_time(sim) < 1) {
        MUST(zn_simulation_step(sim));
        const double load = zn_simulation_lambda(sim, guide, 1)[0];
        ck_assert_double_gt(load, 0.125); /* 1 N and more */
        CLOSE(zn_simulation_lambda(sim, rub, 1)[0], -0.5 * load, 1e-12);
    }
}
END_TEST

/* A door that is thrown back by its stop, with e = 1/2, and a spring about its hinge. */
/* Adds m v, and the turn about the origin. */
static void momentum(double m, double J, const double q[], const double v[],
                     double sum[3])
{
    sum[0] += m * v[0];
    sum[1] += m * v[1];
    sum[2] += m * (q[0] * v[1] - q[1] * v[0]) + J * v[2];
}

/* What bodies without loads do to one another changes neither their momentum nor their turn about the
 * origin, wherever the point of one has gone along the guide or the slot of the other: but for what is of the order of h. */
START_TEST(a_guide_between_free_bodies_keeps_their_momentum)
{
    const double m[2] = {2, 1}, J[2] = {0.3, 0.2}, axis[2] = {0.8, 0.6};
    const double q0[2][3] = {{0.3, 0.1, 0}, {-0.4, -0.2, 0.5}}, v0[2][3] = {{1, 0.7, 1}, {0, 0, 1}};
    double of[2][3] = {{0}};
    zn_relation *r;
    zn_ds *ds[2];

    for (int k = 0; k < 2; k++) {
        MUST(zn_planar_body_new(ctx, k ? "two" : "one", m[k], J[k], q0[k],
                                v0[k], &ds[k]));
        MUST(zn_model_add_ds(model, ds[k]));
    }
    MUST(zn_planar_joint_new(ctx, _i ? "slot-planar" : "prismatic-planar",
                             "guide", ds[0], ds[1], q0[0], NULL, axis, &r));
    MUST(zn_model_connect(model, "guide", equality(_i ? 1 : 2), r, ds[0], ds[1],
                          NULL));
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, 1);
    tight(NULL);
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < 2; k++) {
        const double q[2] = {q_of(ds[k], 0), q_of(ds[k], 1)},
                     v[3] = {v_of(ds[k], 0), v_of(ds[k], 1), v_of(ds[k], 2)};
        momentum(m[k], J[k], q0[k], v0[k], of[0]);
        momentum(m[k], J[k], q, v, of[1]);
    }
    ck_assert_double_gt(hypot(q_of(ds[0], 0) - q_of(ds[1], 0) - 0.7,
                              q_of(ds[0], 1) - q_of(ds[1], 1) - 0.3), 0.2);
    for (int i = 0; i < 3; i++)
        CLOSE(of[1][i], of[0][i], i < 2 ? 1e-12 : 1e-3); /* h */
}
END_TEST

START_TEST(stops_and_springs_about_a_hinge)
{
    const double J = 0.3, m = 2, q0[3] = {0.5, 0, 0}, v0[3] = {0, 0.5, 1};
    const double k = 4, limit = 0.3, h = 1e-4, total = J + m * 0.25;
    const double w = sqrt(k / total), hit = asin(limit * w) / w;
    zn_relation *r;
    zn_law *law;
    zn_ds *ds;

    MUST(zn_planar_body_new(ctx, "door", m, J, q0, v0, &ds));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_planar_joint_new(ctx, "revolute-planar", NULL, ds, NULL, origin,
                             NULL, NULL, &r));
    MUST(zn_model_connect(model, NULL, equality(2), r, ds, NULL, NULL));
    MUST(zn_planar_joint_new(ctx, "turn-planar", NULL, ds, NULL, origin, NULL,
                             NULL, &r));
    MUST(zn_law_spring(ctx, 1, &k, NULL, NULL, &law));
    MUST(zn_model_connect(model, NULL, law, r, ds, NULL, NULL));
    MUST(zn_planar_joint_new(ctx, "turn-planar", NULL, ds, NULL, origin, NULL,
                             NULL, &r));
    MUST(zn_relation_set_constant(r, "sign", 1, 1, &(double){-1}));
    MUST(zn_relation_set_constant(r, "limit", 1, 1, &limit));
    MUST(zn_model_connect(model, NULL, newton(0.5), r, ds, NULL, NULL));
    simulate("moreau-jean", "theta=0.5", 0, h, hit + 0.05);
    MUST(zn_simulation_run(sim));
    /* angle = sin(w t)/w, back from the limit with half its rate */
    const double back = -0.5 * cos(w * hit);
    CLOSE(q_of(ds, 2), limit * cos(w * 0.05) + back / w * sin(w * 0.05), 5e-4);
}
END_TEST

static zn_ds *disc(const char *name, double x, double y, double m, double J,
                   const double v[3])
{
    const double q[3] = {x, y, 0};
    zn_ds *ds;

    MUST(zn_planar_body_new(ctx, name, m, J, q, v, &ds));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static void hinge(const char *name, zn_ds *d1, zn_ds *d2, double x, double y)
{
    const double at[2] = {x, y};
    zn_relation *r;

    MUST(zn_planar_joint_new(ctx, "revolute-planar", name, d1, d2, at, NULL,
                             NULL, &r));
    MUST(zn_model_connect(model, name, equality(2), r, d1, d2, NULL));
}

static void gear(const char *cls, const char *name, zn_ds *d1, zn_ds *d2,
                 const double on1[2], const double on2[2], double r1, double r2,
                 const double axis[2])
{
    const double radius[2] = {r1, r2};
    zn_relation *r;

    MUST(zn_planar_gear_new(ctx, cls, name, d1, d2, on1, on2, radius, axis,
                            &r));
    MUST(zn_model_connect(model, name, equality(1), r, d1, d2, NULL));
}

/* A planetary gear: sun 0.1 m, planet 0.05 m on an arm, ring 0.2 m that stands. By Willis
 * w_arm = w_sun r_s/(r_s + r_r), w_planet = -w_arm (r_r - r_p)/r_p; the moment 0.3 N m on the sun
 * has to move J_s + (arm and planet of them). The arm goes round several times. */
static double planetary(double h)
{
    const double still[3] = {0}, centre[2] = {0}, at[2] = {0.15, 0};
    const double moment[3] = {0, 0, 0.3}, T = 3;
    const double Js = 0.01, Jp = 0.002, Ja = 0.02, mp = 0.4;
    const double arm = 1.0 / 3, planet = -arm * 0.15 / 0.05;
    const double J = Js + (Ja + mp * 0.15 * 0.15) * arm * arm +
                     Jp * planet * planet;

    scene_teardown();
    scene_setup();
    zn_ds *sun = disc("sun", 0, 0, 1, Js, still),
          *carrier = disc("arm", 0, 0, 1, Ja, still),
          *wheel = disc("planet", 0.15, 0, mp, Jp, still);

    MUST(zn_ds_set_constant(sun, "f_ext", 3, 1, moment));
    hinge("a", sun, NULL, 0, 0);
    hinge("b", carrier, NULL, 0, 0);
    hinge("c", wheel, carrier, 0.15, 0);
    gear("gear-planar", "inner", sun, wheel, centre, at, 0.1, 0.05, NULL);
    gear("gear-planar", "ring", wheel, NULL, at, centre, 0.05, -0.2, NULL);
    simulate("moreau-jean", "theta=0.5", 0, h, T);
    tight(NULL);
    MUST(zn_simulation_run(sim));
    ck_assert_double_gt(q_of(carrier, 2), 6.3);
    CLOSE(q_of(carrier, 2), arm * q_of(sun, 2), 1e-10);
    CLOSE(q_of(wheel, 2), planet * q_of(sun, 2), 1e-10);
    CLOSE(v_of(carrier, 2), arm * v_of(sun, 2), 1e-3);
    return v_of(sun, 2) - 0.3 / J * T;
}

START_TEST(a_planetary_gear_in_the_plane)
{
    const double a = planetary(1e-3), b = planetary(5e-4);

    CLOSE(b, 0, 1e-3);
    CLOSE(log2(a / b), 2, 0.1);
}
END_TEST

/* A pinion of 0.1 m on a rack on the world, below (x to the right) or above; and on a rack
 * that slides while the pinion's centre stands. */
START_TEST(pinions_roll_on_racks)
{
    const double still[3] = {0}, a[2] = {0, 0}, b[2] = {0, _i ? 0.1 : -0.1};
    const double right[2] = {1, 0}, J = 0.01, m = 2, T = 0.5;
    const double moment[3] = {0, 0, -0.3}, r = _i ? 0.1 : -0.1;
    zn_ds *pinion = disc("pinion", 0, 0, m, J, still), *bar = NULL;
    zn_relation *guide;

    MUST(zn_ds_set_constant(pinion, "f_ext", 3, 1, moment));
    if (_i < 2) {
        MUST(zn_planar_joint_new(ctx, "slot-planar", "rail", pinion, NULL, a,
                                 NULL, right, &guide));
        MUST(zn_model_connect(model, "rail", equality(1), guide, pinion, NULL,
                              NULL));
    } else {
        bar = disc("bar", b[0], b[1], m, 1, still);
        hinge("pin", pinion, NULL, 0, 0);
        MUST(zn_planar_joint_new(ctx, "prismatic-planar", "rail", bar, NULL, b,
                                 NULL, right, &guide));
        MUST(zn_model_connect(model, "rail", equality(2), guide, bar, NULL,
                              NULL));
    }
    gear("rack-planar", "rack", pinion, bar, a, b, r, 0, right);
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, T);
    tight(NULL);
    MUST(zn_simulation_run(sim));
    const double w = -0.3 / (J + m * 0.01) * T;
    CLOSE(v_of(pinion, 2), w, 1e-9);
    CLOSE(_i < 2 ? v_of(pinion, 0) : -v_of(bar, 0), r * w, 1e-9);
}
END_TEST

START_TEST(gears_that_do_not_fit_are_told)
{
    const double none[3] = {0}, a[2] = {0, 0}, b[2] = {1, 0}, no[2] = {0, 1},
                 r[2] = {1, 1};
    zn_ds *ds = disc("disc", 0, 0, 1, 1, none);
    zn_relation *out;

    REFUSED(zn_planar_gear_new(ctx, "gear-planar", "g", ds, NULL, a, b, no,
                               NULL, &out),
            ZN_EINVAL, "radii 0 and 1");
    REFUSED(zn_planar_gear_new(ctx, "gear-planar", "g", ds, NULL, a, a, r, NULL,
                               &out),
            ZN_EINVAL, "no line of centres");
    REFUSED(zn_planar_gear_new(ctx, "rack-planar", "g", ds, NULL, a, b, r, a,
                               &out),
            ZN_EINVAL, "has no direction");
    REFUSED(zn_planar_gear_new(ctx, "turn-planar", "g", ds, NULL, a, b, r, a,
                               &out),
            ZN_EINVAL, "no gear of the plane");
}
END_TEST

START_TEST(what_does_not_fit_is_told)
{
    const double q0[7] = {0, 0, 0, 1}, none[6] = {0};
    zn_relation *r;
    zn_ds *ds;

    REFUSED(zn_planar_body_new(ctx, "ghost", 0, 1, none, none, &ds), ZN_EINVAL,
            "must be > 0");
    MUST(zn_ds_new(ctx, "newton-euler", "ball", 6, q0, none, &ds));
    MUST(zn_model_add_ds(model, ds));
    REFUSED(zn_planar_joint_new(ctx, "revolute-planar", "hinge", ds, NULL,
                                origin, NULL, NULL, &r),
            ZN_EINVAL, "'ball' has 7 coordinates");
    REFUSED(zn_planar_joint_new(ctx, "revolute", "hinge", ds, NULL, origin,
                                NULL, NULL, &r),
            ZN_EINVAL, "'revolute' is no joint of the plane; there is: revolute-planar,");
    REFUSED(zn_planar_joint_new(ctx, "hinge-planar", "hinge", ds, NULL, origin,
                                NULL, NULL, &r),
            ZN_ENOENT, "'hinge-planar' is no joint of the plane; there is: revolute-planar,");
    MUST(zn_planar_body_new(ctx, "disc", 1, 1, none, none, &ds));
    MUST(zn_model_add_ds(model, ds));
    REFUSED(zn_planar_joint_new(ctx, "prismatic-planar", "guide", ds, NULL,
                                origin, NULL, origin, &r),
            ZN_EINVAL, "has no direction");
    MUST(zn_planar_joint_new(ctx, "slide-planar", "rub", ds, NULL, origin, NULL,
                             NULL, &r));
    MUST(zn_model_connect(model, "rub", equality(1), r, ds, NULL, NULL));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "axis is not given");
}
END_TEST

/* A bar on a hinge whose tip hits a floor and slides on it, in the plane and in space;
 * state: (x, y, angle) and its velocity at the end. */
static void bar_on_floor(bool space, double mu, double e, double state[6])
{
    const double m = 2, J = 0.2, a = 0.4, depth = -0.2;
    const double q0[7] = {0.5 * cos(a), 0.5 * sin(a), 0, cos(a / 2),
                          0,            0,            sin(a / 2)};
    const double flat[3] = {q0[0], q0[1], a}, none[6] = {0};
    const double f[3] = {0, -g * m, 0}, I[3] = {0.1, J, J}, z[3] = {0, 0, 1};
    const double tip[3] = {0.5, 0, 0}, up[3] = {0, 1, 0}, zero[3] = {0};
    const int d = space ? 3 : 2;
    zn_relation *hinge, *floor;
    zn_law *law;
    zn_ds *bar;

    scene_teardown();
    scene_setup();
    if (space) {
        MUST(zn_ds_new(ctx, "newton-euler", "bar", 6, q0, none, &bar));
        MUST(zn_ds_set_constant(bar, "mass", 1, 1, &m));
        MUST(zn_ds_set_diagonal(bar, "inertia", 3, I));
        MUST(zn_joint_new(ctx, "revolute", "hinge", bar, NULL, zero, z, &hinge));
    } else {
        MUST(zn_planar_body_new(ctx, "bar", m, J, flat, none, &bar));
        MUST(zn_planar_joint_new(ctx, "revolute-planar", "hinge", bar, NULL,
                                 zero, NULL, NULL, &hinge));
    }
    MUST(zn_ds_set_constant(bar, "f_ext", 3, 1, f));
    MUST(zn_model_add_ds(model, bar));
    MUST(zn_model_connect(model, "hinge", equality(space ? 5 : 2), hinge, bar,
                          NULL, NULL));
    MUST(zn_relation_new(ctx, space ? "point-plane" : "point-line", "floor", d,
                         space ? 7 : 3, &floor));
    MUST(zn_relation_set_constant(floor, "point", d, 1, tip));
    MUST(zn_relation_set_constant(floor, "normal", d, 1, up));
    MUST(zn_relation_set_constant(floor, "offset", 1, 1, &depth));
    MUST(zn_law_friction(ctx, d, e, 0, mu, &law));
    MUST(zn_model_connect(model, "floor", law, floor, bar, NULL, NULL));
    simulate("moreau-jean", "theta=0.5", 0, 1e-3, 1.5);
    tight(NULL);
    MUST(zn_simulation_run(sim));
    for (int i = 0; i < 2; i++) {
        state[i] = q_of(bar, i);
        state[3 + i] = v_of(bar, i);
    }
    state[2] = space ? 2 * atan2(q_of(bar, 6), q_of(bar, 3)) : q_of(bar, 2);
    state[5] = v_of(bar, space ? 5 : 2);
}

START_TEST(contacts_beside_a_hinge_as_in_space)
{
    static const double mu[] = {0.1, 0.3, 1}, e[] = {0.9, 0.5, 0};
    double plane[6], space[6];

    bar_on_floor(false, mu[_i], e[_i], plane);
    bar_on_floor(true, mu[_i], e[_i], space);
    /* between where it was let go and the floor, 0.2 m below the hinge */
    ck_assert_double_lt(plane[2], 0.4);
    ck_assert_double_gt(plane[2], asin(-0.2) - 0.02);
    for (int i = 0; i < 6; i++)
        CLOSE(plane[i], space[i], 1e-11); /* newton_tol, some 20 impacts */
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bodies of the plane");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 60);
    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_loop_test(t, benchmark_pendulum, 0, 4);
    tcase_add_test(t, hinges_as_in_space);
    tcase_add_loop_test(t, contacts_beside_a_hinge_as_in_space, 0, 3);
    tcase_add_loop_test(t, a_slider_on_a_slope, 0, 2);
    tcase_add_test(t, friction_goes_with_a_load_that_no_velocity_tells);
    tcase_add_loop_test(t, a_guide_between_free_bodies_keeps_their_momentum, 0, 2);
    tcase_add_test(t, stops_and_springs_about_a_hinge);
    tcase_add_test(t, a_planetary_gear_in_the_plane);
    tcase_add_loop_test(t, pinions_roll_on_racks, 0, 3);
    tcase_add_test(t, gears_that_do_not_fit_are_told);
    tcase_add_test(t, what_does_not_fit_is_told);
    suite_add_tcase(s, t);
    return test_main(s);
}
