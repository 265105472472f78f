/* test_gears.c - gears, racks and couplers against closed forms: ratios of speeds and
 * moments, planetary and differential gears, play
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static const double m = 2; /* kg */
static const double up[3] = {0, 0, 1};

/* A body at x with the inertia J about every axis, turned by w about the axis `about`. */
static zn_ds *body(const char *name, const double x[3], double J, double w,
                   const double about[3])
{
    const double q[7] = {x[0], x[1], x[2], 1}, I[3] = {J, J, J};
    const double v[6] = {0, 0, 0, w * about[0], w * about[1], w * about[2]};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", name, 6, q, v, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_diagonal(ds, "inertia", 3, I));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static void moment(zn_ds *ds, double f, const double about[3])
{
    const double M[3] = {f * about[0], f * about[1], f * about[2]};

    MUST(zn_ds_set_constant(ds, "m_ext", 3, 1, M));
}

static void hinge(zn_ds *d1, zn_ds *d2, const double at[3], const double a[3])
{
    zn_relation *r;

    MUST(zn_joint_new(ctx, "revolute", NULL, d1, d2, at, a, &r));
    MUST(zn_model_connect(model, NULL, equality(5), r, d1, d2, NULL));
}

static zn_gear wheel(const double at[3], const double a[3], double radius)
{
    return (zn_gear){.point = {at[0], at[1], at[2]},
                     .axis = {a[0], a[1], a[2]},
                     .radius = radius};
}

static zn_interaction *mesh(const char *cls, zn_ds *d1, zn_ds *d2, zn_gear one,
                            zn_gear two)
{
    const zn_gear pair[2] = {one, two};
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_gear_new(ctx, cls, NULL, d1, d2, pair, &r));
    MUST(zn_model_connect(model, NULL, equality(1), r, d1, d2, &a));
    return a;
}

static void ready(double h, double T)
{
    simulate("moreau-jean", "theta=0.5", 0, h, T);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-12));
    MUST(zn_simulation_set_real(sim, "solver_tol", 1e-13));
}

/* Angular velocity about an axis, in the body frame: all turn about one of theirs. */
static double turning(const zn_ds *ds, const double about[3])
{
    return v_of(ds, 3) * about[0] + v_of(ds, 4) * about[1] +
           v_of(ds, 5) * about[2];
}

static double kinetic(const zn_ds *ds, double J)
{
    double e = 0;

    for (int i = 0; i < 3; i++)
        e += (m * v_of(ds, i) * v_of(ds, i) +
              J * v_of(ds, 3 + i) * v_of(ds, 3 + i)) /
             2;
    return e;
}

/* What counts as rounding of a coordinate that counts its turns grows with them. */
START_TEST(gears_run_for_long)
{
    const double zero[3] = {0}, at[3] = {1.7, 0, 0}, w = 2000, w2 = -w / 0.7;
    zn_ds *one = body("one", zero, 0.3, w, up), *two = body("two", at, 0.3, w2, up);

    hinge(one, NULL, zero, up);
    hinge(two, NULL, at, up);
    mesh("gear", one, two, wheel(zero, up, 1), wheel(at, up, 0.7));
    ready(1e-3, 60);
    MUST(zn_simulation_run(sim));
    CLOSE(turning(one, up), w, 1e-6);
    CLOSE(turning(two, up), w2, 1e-6);
}
END_TEST

/* ---- two gears on bearings of the world ---------------------------------------------- */

/* A moment M on gear 1: w1' = M/(J1 + J2 (r1/r2)^2), w2 = -w1 r1/r2, between the teeth
 * F = J2 w2'/r2, and the energy is M times the angle. Hundred turns and more. A pulley with a
 * belt turns the other way, a coupler does not care where its axes are. */
START_TEST(gears_turn_in_the_ratio_of_their_radii)
{
    static const struct {
        const char *cls;
        double radius2, at[3], axis[3];
    } cases[] = {{"gear", 0.25, {0.35, 0, 0}, {0, 0, 1}},
                 {"gear", -0.25, {0.9, 0.1, 0}, {0, 0, 1}},
                 {"gear", -0.25, {0.15, 0, 0}, {0, 0, 1}},
                 {"gear", 0.25, {0.35, 0, 0}, {0, 1, 0}},
                 {"bevel-gear", 0.25, {0, 0, 0}, {0.6, 0, 0.8}},
                 {"coupler", 0.25, {0, 0, 3}, {0, 0, 1}},
                 {"coupler", -0.25, {5, 0, 3}, {0.6, 0.8, 0}}};
    const double r1 = 0.1, r2 = cases[_i].radius2, J1 = 0.3, J2 = 0.9, M = 17;
    const double zero[3] = {0}, *at = cases[_i].at, *a2 = cases[_i].axis;
    const double h = 1e-3, T = 6, acc = M / (J1 + J2 * r1 * r1 / (r2 * r2));
    zn_ds *one = body("one", zero, J1, 0, up),
          *two = body("two", at, J2, 0, up);
    zn_interaction *teeth;

    moment(one, M, up);
    hinge(one, NULL, zero, up);
    hinge(two, NULL, at, a2);
    teeth =
        mesh(cases[_i].cls, one, two, wheel(zero, up, r1), wheel(at, a2, r2));
    ready(h, T);
    MUST(zn_simulation_run(sim));
    CLOSE(turning(one, up), acc * T, 1e-9);
    CLOSE(turning(two, a2), -acc * T * r1 / r2, 1e-9);
    CLOSE(zn_simulation_lambda(sim, teeth, 1)[0] / h,
          -J2 * acc * r1 / (r2 * r2), 1e-9);
    CLOSE(kinetic(one, J1) + kinetic(two, J2), M * acc * T * T / 2, 1e-9);
    ck_assert_double_gt(acc * T * T / 2, 100 * 2 * acos(-1));
    CLOSE(zn_simulation_y(sim, teeth, 0)[0], 0, 1e-9);
}
END_TEST

/* What the teeth do to their bodies is a force F along the common tangent, at the pitch point:
 * the bearing of gear 2 carries it. */
START_TEST(teeth_push_at_the_pitch_point)
{
    const double r1 = 0.1, r2 = 0.25, J1 = 0.3, J2 = 0.9, M = 17, h = 1e-3;
    const double zero[3] = {0}, at[3] = {0.35, 0, 0};
    const double F = J2 * M / (J1 + J2 * r1 * r1 / (r2 * r2)) * r1 / (r2 * r2);
    zn_ds *one = body("one", zero, J1, 0, up),
          *two = body("two", at, J2, 0, up);
    zn_interaction *teeth;
    zn_reaction w;

    moment(one, M, up);
    hinge(one, NULL, zero, up);
    hinge(two, NULL, at, up);
    teeth = mesh("gear", one, two, wheel(zero, up, r1), wheel(at, up, r2));
    ready(h, 0.1);
    MUST(zn_simulation_run(sim));
    MUST(zn_simulation_reaction(sim, teeth, 2, &w));
    /* gear 1 turns to the left: its rightmost tooth goes up and takes gear 2 with it */
    CLOSE(w.impulse[0] / h, 0, 1e-9);
    CLOSE(w.impulse[1] / h, F, 1e-9);
    CLOSE(w.angular[2] / h, -r2 * F, 1e-9);
}
END_TEST

/* ---- gears whose axes move ------------------------------------------------------------ */

/* Sun rs, ring rr = rs + 2 rp that stands still, planet on an arm: by Willis
 * ws = wc (1 + rr/rs), wp - wc = -(ws - wc) rs/rp. With a moment on the sun its inertia is
 * Js + (Jc + mp (rs+rp)^2 + Jp (wp/wc)^2) (wc/ws)^2. */
START_TEST(a_planetary_gear_obeys_willis)
{
    const double rs = 0.1, rp = 0.15, rr = rs + 2 * rp, R = rs + rp;
    const double Js = 0.2, Jp = 0.3, Jc = 0.5, M = 5, T = 4;
    const double zero[3] = {0}, at[3] = {R, 0, 0};
    const double i = 1 + rr / rs,
                 wp = 1 - (i - 1) * rs / rp; /* in units of wc */
    const double J = Js + (Jc + m * R * R + Jp * wp * wp) / (i * i);
    zn_ds *sun = body("sun", zero, Js, 0, up),
          *planet = body("planet", at, Jp, 0, up),
          *arm = body("arm", zero, Jc, 0, up);
    zn_interaction *a, *b;

    moment(sun, M, up);
    hinge(sun, NULL, zero, up);
    hinge(arm, NULL, zero, up);
    hinge(planet, arm, at, up);
    a = mesh("gear", sun, planet, wheel(zero, up, rs), wheel(at, up, rp));
    b = mesh("gear", planet, NULL, wheel(at, up, rp), wheel(zero, up, -rr));
    ready(1e-3, T);
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_set_real(sim, "projection_tol", 1e-12));
    MUST(zn_simulation_run(sim));
    const double ws = v_of(sun, 5), wc = v_of(arm, 5);
    CLOSE(ws, M / J * T,
          1e-4); /* of order 2 in h: 2.4 turns of the arm a second */
    CLOSE(ws / wc, i, 1e-6);
    CLOSE(v_of(planet, 5) / wc, wp, 1e-6);
    CLOSE(zn_simulation_y(sim, a, 0)[0], 0, 1e-12);
    CLOSE(zn_simulation_y(sim, b, 0)[0], 0, 1e-12);
}
END_TEST

/* With three planets one is enough to say how the rest moves: the teeth of the others follow, in
 * every position of the arm, and are left out, not a bearing, whose rows say it in some only. The
 * planets share what the sun passes on. */
START_TEST(planets_share_what_one_could_carry)
{
    enum { N = 3 };
    const double rs = 0.1, rp = 0.15, rr = rs + 2 * rp, R = rs + rp, J = 0.3;
    const double zero[3] = {0}, Mo = 5, T = 4;
    zn_ds *sun = body("sun", zero, J, 0, up),
          *arm = body("arm", zero, J, 0, up);
    zn_interaction *in[N];
    zn_run_info info;

    moment(sun, Mo, up);
    hinge(sun, NULL, zero, up);
    hinge(arm, NULL, zero, up);
    for (int k = 0; k < N; k++) {
        const double a = 4 * acos(0) * k / N,
                     x[3] = {R * cos(a), R * sin(a), 0};
        const char *const names[N] = {"one", "two", "three"};
        zn_ds *planet = body(names[k], x, J, 0, up);
        hinge(planet, arm, x, up);
        mesh("gear", planet, NULL, wheel(x, up, rp), wheel(zero, up, -rr));
        in[k] =
            mesh("gear", sun, planet, wheel(zero, up, rs), wheel(x, up, rp));
    }
    ready(1e-3, T);
    MUST(zn_simulation_set_real(sim, "newton_tol", 1e-10));
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_set_real(sim, "projection_tol", 1e-11));
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &info);
    ck_assert_int_eq((int)info.redundant, N - 1);
    const double i = 1 + rr / rs, wp = 1 - (i - 1) * rs / rp;
    const double all = J + (J + N * (m * R * R + J * wp * wp)) / (i * i);
    CLOSE(v_of(sun, 5), Mo / all * T, 1e-4);
    const double passed = (Mo - J * Mo / all) / rs;
    double sum = 0;
    for (int k = 0; k < N; k++) {
        const double F = -zn_simulation_lambda(sim, in[k], 1)[0] / 1e-3;
        CLOSE(F / passed, 1. / N, 0.05); /* least norm, with the bearings */
        sum += F;
    }
    CLOSE(sum, passed, 1e-4);
    ck_assert_double_gt(v_of(arm, 5) * T / 2, 4 * acos(0)); /* a whole turn */
}
END_TEST

/* Two side gears, a bevel pinion on a cage: w1 + w2 = 2 wc whatever they do, the moments on
 * both sides are equal. A moment on the cage, one side heavier than the other. */
START_TEST(a_differential_shares_moments)
{
    const double r = 0.1, J1 = 0.2, J2 = 0.6, Jc = 0.5, Jp = 0.05, M = 3, T = 1;
    const double zero[3] = {0}, down[3] = {0, 0, -1}, out[3] = {1, 0, 0};
    const double none[3] = {0, 0, 1};
    zn_ds *one = body("one", zero, J1, 0, up),
          *two = body("two", zero, J2, 0, up),
          *cage = body("cage", zero, Jc, 0, up),
          *pinion = body("pinion", zero, Jp, 0, none);

    moment(cage, M, up);
    hinge(one, NULL, zero, up);
    hinge(two, NULL, zero, up);
    hinge(cage, NULL, zero, up);
    hinge(pinion, cage, zero, out);
    mesh("bevel-gear", one, pinion, wheel(zero, up, r), wheel(zero, out, r));
    mesh("bevel-gear", two, pinion, wheel(zero, down, r), wheel(zero, out, r));
    ready(1e-3, T);
    MUST(zn_simulation_set(sim, "projection", "direct"));
    MUST(zn_simulation_set_real(sim, "projection_tol", 1e-12));
    MUST(zn_simulation_run(sim));
    /* Lagrange: wc = (w1 + w2)/2, ws = (w1 - w2)/2 the spin of the pinion on its own axis;
     * (Jc + Jp) wc' + J1 w1' + J2 w2' = M, Jp ws' + J1 w1' - J2 w2' = 0 */
    const double a = (Jc + Jp) / 2, b = Jp / 2;
    const double A[4] = {a + J1, b + J1, a + J2, -b - J2}; /* by columns */
    const double det = A[0] * A[3] - A[1] * A[2];
    const double w1 = M * A[3] / det * T, w2 = -M * A[1] / det * T;
    CLOSE(v_of(one, 5), w1, 1e-6);
    CLOSE(v_of(two, 5), w2, 1e-6);
    CLOSE(v_of(cage, 5), (w1 + w2) / 2, 1e-6);
    ck_assert_double_gt(w1, 2 * w2);
}
END_TEST

/* ---- rack, play --------------------------------------------------------------------- */

/* A pinion with a moment pushes its rack, which lies on the side axis x direction:
 * x = r angle, (m + J/r^2) x'' = M/r. Then the pinion rolls along a rack of the world. */
START_TEST(a_pinion_moves_its_rack)
{
    const double r = 0.2, J = 0.3, M = 5, T = 3, h = 1e-3;
    const double zero[3] = {0}, along[3] = {1, 0, 0}, at[3] = {0, r, 0};
    zn_ds *pinion = body("pinion", zero, J, 0, up), *rack = NULL;
    zn_interaction *teeth;
    zn_relation *rail;

    moment(pinion, M, up);
    if (_i == 0) {
        rack = body("rack", at, 1, 0, up);
        hinge(pinion, NULL, zero, up);
    }
    MUST(zn_joint_new(ctx, _i ? "planar" : "prismatic", "rail",
                      _i ? pinion : rack, NULL, zero, _i ? up : along, &rail));
    MUST(zn_model_connect(model, "rail", equality(_i ? 3 : 5), rail,
                          _i ? pinion : rack, NULL, NULL));
    if (_i) { /* and does not leave its height */
        MUST(zn_joint_new(ctx, "point-on-plane", "height", pinion, NULL, zero,
                          at, &rail));
        MUST(zn_model_connect(model, "height", equality(1), rail, pinion, NULL,
                              NULL));
    }
    teeth = mesh("rack", pinion, rack, wheel(zero, up, r), wheel(at, along, 0));
    ready(h, T);
    MUST(zn_simulation_run(sim));
    const double acc = M / r / (m + J / (r * r));
    /* up x along is +y: there the rim of a pinion that turns to the left goes to -x */
    if (_i) {
        CLOSE(v_of(pinion, 0), acc * T, 1e-9);
        CLOSE(q_of(pinion, 0), acc * T * T / 2, 1e-9);
    } else {
        CLOSE(v_of(rack, 0), -acc * T, 1e-9);
        CLOSE(q_of(rack, 0), -acc * T * T / 2, 1e-9);
    }
    CLOSE(v_of(pinion, 5), acc * T / r, 1e-9);
    CLOSE(fabs(zn_simulation_lambda(sim, teeth, 1)[0]) / h, m * acc, 1e-9);
    CLOSE(zn_simulation_y(sim, teeth, 0)[0], 0, 1e-9);
}
END_TEST

/* Gears with the play b along the pitch circle: gear 1 turns freely for b/(r1 w), then takes
 * gear 2 along, with what momentum leaves: w1 = J1 w/(J1 + J2 (r1/r2)^2) for e = 0, and with
 * e = 1/2 the relative velocity of the teeth turns round. */
START_TEST(gears_have_play)
{
    const double r1 = 0.1, r2 = 0.25, J1 = 0.3, J2 = 0.9, w = 2, b = 0.05;
    const double zero[3] = {0}, at[3] = {0.35, 0, 0}, e = _i * 0.5, h = 1e-3;
    zn_ds *one = body("one", zero, J1, w, up),
          *two = body("two", at, J2, 0, up);
    const zn_gear pair[2] = {wheel(zero, up, r1), wheel(at, up, r2)};
    const double sign[2] = {1, -1}, limit[2] = {-b / 2, b / 2};
    zn_relation *r;

    hinge(one, NULL, zero, up);
    hinge(two, NULL, at, up);
    for (int k = 0; k < 2; k++) {
        MUST(zn_gear_new(ctx, "gear", NULL, one, two, pair, &r));
        MUST(zn_relation_set_constant(r, "sign", 1, 1, &sign[k]));
        MUST(zn_relation_set_constant(r, "limit", 1, 1, &limit[k]));
        MUST(zn_model_connect(model, k ? "front" : "back", newton(e), r, one,
                              two, NULL));
    }
    ready(h, 0.13);
    while (zn_simulation_time(sim) < b / 2 / (r1 * w) - 2 * h)
        MUST(zn_simulation_step(sim));
    CLOSE(v_of(one, 5), w, 1e-12);
    CLOSE(v_of(two, 5), 0, 1e-12);
    while (zn_simulation_time(sim) < b / 2 / (r1 * w) + 2 * h)
        MUST(zn_simulation_step(sim));
    /* impulse P between the teeth: J1 dw1 = -r1 P, J2 dw2 = -r2 P */
    const double P = (1 + e) * r1 * w / (r1 * r1 / J1 + r2 * r2 / J2);
    CLOSE(v_of(one, 5), w - r1 * P / J1, 1e-10);
    CLOSE(v_of(two, 5), -r2 * P / J2, 1e-10);
    CLOSE(r1 * v_of(one, 5) + r2 * v_of(two, 5), -e * r1 * w, 1e-10);
}
END_TEST

/* ---- what is refused ------------------------------------------------------------------ */

START_TEST(gears_that_cannot_mesh_are_refused)
{
    const double zero[3] = {0}, at[3] = {1, 0, 0}, above[3] = {0, 0, 1};
    const double none[3] = {0}, along[3] = {1, 0, 0};
    zn_ds *one = body("one", zero, 1, 0, up), *two = body("two", at, 1, 0, up);
    const struct {
        const char *cls, *words;
        zn_gear pair[2];
    } bad[] = {
        {"gear", "radius 2 is 0", {wheel(zero, up, 1), wheel(at, up, 0)}},
        {"slide-coupler",
         "radius 1 is 0",
         {wheel(zero, up, 0), wheel(at, up, 1)}},
        {"slide-coupler",
         "axis 2 (0, 0, 0) has no direction",
         {wheel(zero, up, 1), wheel(at, none, 1)}},
        {"gear",
         "leaves no line of centres",
         {wheel(zero, up, 1), wheel(above, up, 1)}},
        {"gear",
         "axis 1 (0, 0, 0) has no direction",
         {wheel(zero, none, 1), wheel(at, up, 1)}},
        {"bevel-gear",
         "axis 1 is along the other",
         {wheel(zero, up, 1), wheel(at, up, 1)}},
        {"rack", "not at right angles", {wheel(zero, up, 1), wheel(at, up, 0)}},
        {"rack", "radius 1 is 0", {wheel(zero, up, 0), wheel(at, along, 0)}},
        {"revolute",
         "'revolute' is no gear",
         {wheel(zero, up, 1), wheel(at, up, 1)}},
    };
    zn_relation *r;

    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        REFUSED(zn_gear_new(ctx, bad[k].cls, "pair", one, two, bad[k].pair, &r),
                ZN_EINVAL, bad[k].words);
        ck_assert_ptr_null(r);
    }
    /* a gear made as a joint lacks its radii */
    MUST(zn_joint_new(ctx, "gear", "half", one, two, zero, up, &r));
    MUST(zn_model_connect(model, "half", equality(1), r, one, two, NULL));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "radius1 is not given");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("gears");
    TCase *tc = tcase_create("gears");
    tcase_set_timeout(tc, 60);

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, gears_run_for_long);
    tcase_add_loop_test(tc, gears_turn_in_the_ratio_of_their_radii, 0, 7);
    tcase_add_test(tc, teeth_push_at_the_pitch_point);
    tcase_add_test(tc, a_planetary_gear_obeys_willis);
    tcase_add_test(tc, planets_share_what_one_could_carry);
    tcase_add_test(tc, a_differential_shares_moments);
    tcase_add_loop_test(tc, a_pinion_moves_its_rack, 0, 2);
    tcase_add_loop_test(tc, gears_have_play, 0, 2);
    tcase_add_test(tc, gears_that_cannot_mesh_are_refused);
    suite_add_tcase(s, tc);
    return test_main(s);
}
